"""The planted mistakes in inline PTX, and the corrected code, read from `planted`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, NamedTuple

__all__ = ["Planted", "planted"]

FRAME: Final = """\
#include <cstdint>
__global__ void kernel(uint32_t* p, float* f, uint32_t a, uint32_t b, uint64_t c, float x, double d,
                       uint16_t h) {{
{body}  p[0] = a + b + c + x + d + h;
}}
"""
"""The kernel around statements: it uses all its variables."""
WHOLE: Final = re.compile(r"^(?:#|__device__|__global__|template|import|from)", re.MULTILINE)
MARK: Final = re.compile(r" *(?:/\*|//|#) ! (\w+)(?: \*/)?")


class Planted(NamedTuple):
    """A mistake and how it is right."""

    name: str
    suffix: str
    """`.cu` or `.py`."""
    wrong: str
    line: int
    """The line of the mistake, from 1."""
    code: str
    right: str


def _whole(text: str, suffix: str) -> str:
    if suffix == ".py":
        return text
    if WHOLE.match(text):
        return "#include <cstdint>\n" + text
    return FRAME.format(body="".join(f"  {line}\n" for line in text.splitlines()))


def planted() -> list[Planted]:
    """Return all planted mistakes."""
    found = []
    for file, suffix in (("cuda.txt", ".cu"), ("python.txt", ".py")):
        text = Path(__file__).with_name("planted").joinpath(file).read_text(encoding="utf-8")
        for case in re.split(r"^== ", text, flags=re.MULTILINE)[1:]:
            head, wrong = case.split("\n-- wrong\n")
            wrong, right = wrong.split("-- right\n")
            wrong = _whole(wrong, suffix)
            (mark,) = MARK.finditer(wrong)
            line = wrong.count("\n", 0, mark.start()) + 1
            cleaned = wrong[: mark.start()] + wrong[mark.end() :]
            found.append(
                Planted(head, suffix, cleaned, line, mark[1], _whole(right.rstrip() + "\n", suffix))
            )
    return found
