"""From PTX text to a cubin."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

from ptxpy.assemble import nvjitlink, ptxas, toolchain
from ptxpy.assemble.assembly import Assembly
from ptxpy.assemble.child import DEFAULT_LIMITS, AssemblerMissing, Limits
from ptxpy.assemble.messages import AssembleError, Message, UnsupportedError, failure

__all__ = ["AssemblerName", "assemble", "target_of"]

AssemblerName: TypeAlias = Literal["ptxas", "nvjitlink"]

_TARGET: Final = re.compile(
    rb"//[^\n]*|/\*.*?(?:\*/|\Z)|\.target\b[^\n]{0,200}?\b(?P<arch>sm_[0-9]{1,4}[af]?)\b", re.DOTALL
)
"""A comment, or the directive with its architecture (PTX ISA 9.0, section 11.1.2)."""

_ARCH: Final = re.compile(r"sm_[0-9]{1,4}[af]?")


def assemble(
    source: str | bytes,
    *,
    arch: str | None = None,
    options: Sequence[str] = (),
    limits: Limits = DEFAULT_LIMITS,
    assembler: AssemblerName | None = None,
) -> Assembly:
    """Assemble PTX for an architecture, by default that of its ``.target``.

    Without `assembler`, ptxas is used where there is one, else nvJitLink; the result says which.
    ptxas is looked for in this order: the wheel ``nvidia-cuda-nvcc`` (``ptxpy[ptxas]``), ``PATH``,
    ``CUDA_HOME``, ``CUDA_PATH``, ``/usr/local/cuda``. One that does not know the version of the
    PTX or the architecture is passed over for the next, at last for nvJitLink, which a message
    tells. The environment variable ``PTXPY_PTXAS`` names the only ptxas instead, and nothing is
    used in its place.

    Options go to the assembler as they are: ``-O0`` or ``--warn-on-spills`` to ptxas, which runs
    in a temporary folder, ``-O0`` or ``-Xptxas=--warn-on-spills`` to nvJitLink. Because they
    differ, `ValueError` is raised when there are options and no `assembler` is named.

    The assembler runs in a process of its own, with limits. `AssembleError` says why PTX was
    refused, or that the assembler crashed or took too long; `AssemblerMissing` that there is none.

    nvJitLink assembles as `ptxas --compile-only` does, and links afterwards. So registers differ
    from those that ptxas gives a whole program, by a factor of three for some kernels;
    ``setmaxnreg`` is ignored, which a message tells; PTX older than 3.1 is refused. Neither takes
    PTX that calls a function defined elsewhere, but ptxas does with the option ``-c``.
    """
    if assembler not in {None, *get_args(AssemblerName)}:
        message = f"no assembler {assembler!r}; there are 'ptxas' and 'nvjitlink'"
        raise ValueError(message)
    if options and assembler is None:
        message = "options need assembler='ptxas' or 'nvjitlink': their options differ"
        raise ValueError(message)
    ptx = _ptx(source)
    if arch is None:
        arch = target_of(ptx)
    elif _ARCH.fullmatch(arch) is None:
        message = f"not an architecture: {arch!r}; one is 'sm_90a'"
        raise failure(message)
    if assembler == "nvjitlink":
        return nvjitlink.assemble(ptx, arch, options, limits)
    if (path := toolchain.named()) is not None:
        return ptxas.assemble(_probe_named(path, limits), ptx, arch, options, limits)
    return _first(ptx, arch, options, limits, link=assembler is None)


def _first(
    ptx: bytes, arch: str, options: Sequence[str], limits: Limits, *, link: bool
) -> Assembly:
    """Assemble with the first assembler that knows the version and the architecture.

    nvJitLink is the last of them, if it may `link`.
    """
    passed: dict[str, Message] = {}  # why assemblers were passed over, by their names
    refusal: UnsupportedError | None = None
    try:
        for path in toolchain.candidates():
            try:
                tool = toolchain.probe(path, limits)
                if str(tool) in passed:
                    continue
                return _preceded(ptxas.assemble(tool, ptx, arch, options, limits), passed)
            except AssemblerMissing as error:
                passed[str(path)] = Message("info", str(error))
            except UnsupportedError as error:
                refusal = error
                passed[str(tool)] = Message("info", error.reason)
        if link:
            try:
                return _preceded(nvjitlink.assemble(ptx, arch, options, limits), passed)
            except AssemblerMissing:
                if refusal is None:
                    raise
        if refusal is not None:
            raise refusal
    except AssembleError as error:
        raise AssembleError([*passed.values(), *error.messages]) from None
    found = "".join(f"; {message.text}" for message in passed.values())
    message = f"no ptxas; {toolchain.INSTALL}{found}"
    raise AssemblerMissing(message)


def _preceded(assembly: Assembly, passed: dict[str, Message]) -> Assembly:
    """Return the assembly with the messages on what was passed over in front."""
    return assembly._replace(messages=(*passed.values(), *assembly.messages))


def _probe_named(path: Path, limits: Limits) -> toolchain.Ptxas:
    try:
        return toolchain.probe(path, limits)
    except AssemblerMissing as error:
        message = f"{toolchain.VARIABLE}: {error}"
        raise AssemblerMissing(message) from None


def target_of(ptx: bytes) -> str:
    """Return the architecture that PTX names first; `AssembleError` when it names none."""
    for match in _TARGET.finditer(ptx):
        if match["arch"] is not None:
            return match["arch"].decode("ascii")
    message = "no .target directive names an architecture"
    raise failure(message)


def _ptx(source: str | bytes) -> bytes:
    """Return the bytes to assemble: without the NUL bytes at its end, as C has one there."""
    ptx = (source if isinstance(source, bytes) else _encode(source)).rstrip(b"\0")
    if not ptx.strip():
        message = "the source is empty"
        raise failure(message)
    if (nul := ptx.find(b"\0")) >= 0:
        message = "a NUL byte, at which assemblers stop reading"
        raise failure(message, ptx.count(b"\n", 0, nul) + 1)
    return ptx


def _encode(source: str) -> bytes:
    try:
        return source.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        message = f"the source holds {source[error.start]!r}, which has no bytes"
        raise failure(message, source.count("\n", 0, error.start) + 1) from None
