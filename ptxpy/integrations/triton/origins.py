"""Where an edited kernel comes from: a line that says of which PTX of Triton it was made.

The line is a comment at the top of the file, which `export` and `ptxpy import` write. An edited
kernel runs in the place of exactly the PTX that it was made from: a kernel that was compiled for
other types or constants has other PTX, and so has one whose source was changed since.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import ptxpy.passes
from ptxpy._records import NamedTuple
from ptxpy.codegen import prove
from ptxpy.integrations.triton.errors import OverrideError, TritonError
from ptxpy.integrations.triton.specializations import OPTIONS, Specialization, specialization_of
from ptxpy.ir import nodes as n
from ptxpy.launch import compiled_kernel
from ptxpy.syntax import emit_bytes, parse

__all__ = [
    "REPLACED",
    "Origin",
    "export",
    "origin_line",
    "origin_of_metadata",
    "origin_of_text",
    "ptx_digest",
]

TITLE: Final = "Compiled by Triton: "

REPLACED: Final = "ptxpy_replaced"
"""The field of Triton's metadata with the digest of the PTX in whose place an edit runs."""

_CERTAIN: Final = ("num_stages", "num_ctas")
"""The options that Triton's metadata has as they were given."""

_WARPS: Final = re.compile(r'"ttg\.num-warps" = (\d+)')

_COMMENT: Final = re.compile(rb'("[^"\n]*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
"""A comment, or a string, in which there is none."""

MAX_LINES: Final = 20
"""Lines at the top of a file in which its origin is looked for."""


class Origin(NamedTuple):
    """The PTX that an edited kernel was made from."""

    digest: str
    """`ptx_digest` of the PTX."""
    fields: Mapping[str, Any]
    """The known facts about the form of the kernel, as `Specialization.as_json` has them."""

    def differences(self, specialization: Specialization) -> list[str]:
        """Return how the form of a kernel is another, as far as it is known."""
        now = specialization.as_json()
        # A file may state facts that this version does not know: they are passed over.
        return [
            f"{name} was {value}, and is {now[name]}"
            for name, value in self.fields.items()
            if name in now and json.dumps(now[name]) != json.dumps(value)
        ]

    def is_complete(self) -> bool:
        """Return whether all is known of the form."""
        return {"signature", "constants", "divisible", *OPTIONS} <= self.fields.keys()


def ptx_digest(module: n.Module) -> str:
    """Return a digest of a module without its debug information, white space and comments."""
    text = emit_bytes(ptxpy.passes.strip(module))
    words = _COMMENT.sub(lambda found: found[1] or b" ", text).split()
    return hashlib.sha256(b" ".join(words)).hexdigest()


def origin_line(origin: Origin, comment: str = "#") -> str:
    """Return the line of an origin, a comment of Python or, with `//`, of PTX."""
    text = json.dumps({**origin.fields, "digest": origin.digest})
    return f"{comment} {TITLE}{text}\n"


def origin_of_text(text: str, filename: str) -> Origin | None:
    """Return the origin that a file states in its first lines; None if it states none.

    Raises `OverrideError` for a line that is damaged.
    """
    # The line may come after others, such as a coding line.
    for line in text.splitlines()[:MAX_LINES]:
        _, found, data = line.partition(TITLE)
        if found and line.startswith(("#", "//")):
            try:
                fields = json.loads(data)
                digest = fields.pop("digest")
            except (ValueError, KeyError, AttributeError, RecursionError):
                message = f"{filename}: the line {line[:60]!r} is damaged; import the kernel again"
                raise OverrideError(message) from None
            return Origin(str(digest), fields)
    return None


def origin_of_compiled(compiled: Any, module: n.Module) -> Origin:
    """Return the origin of a kernel that Triton compiled, whose PTX is a module."""
    metadata = compiled.metadata
    # A kernel that is itself an edit has the digest of the original in its metadata.
    digest = getattr(metadata, REPLACED, None) or ptx_digest(module)
    source = getattr(compiled, "src", None)
    if not hasattr(source, "fn"):
        return Origin(digest, _known({**metadata._asdict(), "kernel": metadata.name}))
    form = specialization_of(source, metadata, metadata.target.arch)
    # Where warps are specialised, the metadata counts those that Triton has added as well.
    warps = _WARPS.search(str(compiled.asm.get("ttgir", "")))
    if warps is not None:
        form = replace(form, num_warps=int(warps[1]))
    return Origin(digest, form.as_json())


def origin_of_metadata(metadata: bytes, kernel: str, module: n.Module) -> Origin | None:
    """Return the origin of PTX in Triton's cache, of the metadata beside it; None if it is other.

    Triton's metadata has no types and no constants, and counts the warps that Triton has added.
    """
    try:
        fields = json.loads(metadata)
    except (ValueError, RecursionError):
        return None
    # A file of JSON beside PTX need not be Triton's.
    if not isinstance(fields, dict) or "triton_version" not in fields:
        return None
    digest = fields.get(REPLACED) or ptx_digest(module)
    return Origin(str(digest), _known({**fields, "kernel": kernel}))


def _known(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of metadata that tell forms of a kernel apart."""
    target = metadata.get("target")
    number = target.get("arch") if isinstance(target, Mapping) else getattr(target, "arch", None)
    found = {"kernel": metadata["kernel"]}
    if number is not None:
        found["target"] = f"sm_{number}"
    return {**found, **{name: metadata[name] for name in _CERTAIN if name in metadata}}


def export(compiled: Any, path: str | Path, *, strip: bool = False, force: bool = False) -> None:
    """Write a kernel that Triton compiled to a file, to be edited and used by `override`.

    Args:
        compiled: What `kernel[grid](…)` or `kernel.warmup(…, grid=grid)` returns.
        path: A file for Python, `.py`, or for PTX, `.ptx`. Its first line says which PTX it was
            made of, and for which types, constants and options.
        strip: Whether to leave debug information out, so that the Python is without `at(…)`.
        force: Whether to overwrite a file.

    Raises `TritonError` for an object without PTX of Triton, and `FileExistsError`.
    """
    found = compiled_kernel(compiled)
    if found is None or not hasattr(compiled, "metadata"):
        message = (
            f"a {type(compiled).__name__} is not a compiled kernel of Triton; "
            "pass what kernel[grid](…) or kernel.warmup(…, grid=grid) returns"
        )
        raise TritonError(message)
    path = Path(path)
    if path.suffix not in (".py", ".ptx"):
        message = f"{path}: name a file for Python, .py, or for PTX, .ptx"
        raise TritonError(message)
    module = parse(found.ptx, filename=found.filename)
    origin = origin_of_compiled(compiled, module)
    ptx = emit_bytes(ptxpy.passes.strip(module)) if strip else found.ptx
    if path.suffix == ".ptx":
        data = origin_line(origin, "//").encode() + ptx
    else:
        # The Python is proved to give the same PTX before it is written.
        proof = prove(ptx, filename=found.filename, fallback=True)
        data = (origin_line(origin) + proof.python).encode()
    # Mode `xb` fails if the file exists, without a moment between the test and the writing.
    with path.open("wb" if force else "xb") as file:
        file.write(data)
