"""Larger and smaller files of the same kind: the functions of a real file, repeated or left out.

A copy of the functions has names of its own, as another instance of a template would: every
symbol defined at module level and every `$` label gets the number of the copy.
"""

from __future__ import annotations

import re
from pathlib import Path

from benchmarks.corpus import CACHE, named, short

SOURCE = "nvcc/numbers.sm_75.ptx"
_HEADER = re.compile(r"\A[\s\S]*?^\.address_size 64\n", re.MULTILINE)
_DEFINED = re.compile(
    r"^(?:\.visible |\.weak |\.extern )?\.(?:entry|func)(?: +\([^()]*\))? ([A-Za-z_$][\w$]*)|"
    r"^(?:\.visible |\.weak |\.extern )?\.(?:global|const|shared)\b[^;={\n]*?"
    r"\b([A-Za-z_$][\w$]*)(?:\[[^;=]*)?(?:;| =)",
    re.MULTILINE,
)
_NAME = re.compile(r"(?<![\w$.%])[A-Za-z_$][\w$]*")


def synthesise(size: int, source: str = SOURCE) -> Path:
    """Return a file of about `size` bytes; it is made when missing, the same each time."""
    path = named([source])[0]
    folder = CACHE / "synthetic"
    target = folder / f"{Path(short(path)).stem}.{size}.ptx"
    text = path.read_text(encoding="utf-8")
    made = _repeated(text, size) if size > len(text) else _cut(text, size)
    folder.mkdir(parents=True, exist_ok=True)
    if not target.exists() or target.read_text(encoding="utf-8") != made:
        target.write_text(made, encoding="utf-8")
    return target


def _split(text: str) -> tuple[str, str]:
    match = _HEADER.match(text)
    if match is None:
        raise SystemExit("the source has no usual header")
    return text[: match.end()], text[match.end() :]


def _repeated(text: str, size: int) -> str:
    """Repeat all that follows the header."""
    header, body = _split(text)
    defined = {name for found in _DEFINED.findall(body) for name in found if name}
    prefixes = tuple(f"{name}_param_" for name in defined)
    parts = [header, body]
    total = len(header) + len(body)
    number = 0
    while total < size:
        number += 1
        suffix = f"_{number}"

        def renamed(match: re.Match[str], suffix: str = suffix) -> str:
            name = match.group()
            if name in defined or name.startswith("$"):
                return name + suffix
            for prefix in prefixes:
                if name.startswith(prefix):
                    return prefix.removesuffix("_param_") + suffix + name[len(prefix) - 7 :]
            return name

        copy = _NAME.sub(renamed, body)
        parts.append(copy)
        total += len(copy)
    return "".join(parts)


def _cut(text: str, size: int) -> str:
    """Keep the first lines up to a size, and close the function that is cut short."""
    kept = ""
    done = ""
    depth = 0
    for line in text.splitlines(keepends=True):
        done += line
        depth += line.count("{") - line.count("}")
        if len(done) > size:
            break
        if depth <= 1 and line.endswith((";\n", "}\n", ":\n", "0\n", "{\n")):
            kept = done if depth == 0 else done + "}\n"
    return kept
