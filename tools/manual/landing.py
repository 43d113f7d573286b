"""The landing page: the picture, a kernel as PTX and as Python, and a way in for each reader."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import ptxpy
from manual.paths import ROOT

__all__ = ["landing_page"]

_FOLDER: Final = Path(__file__).parent

KERNEL: Final = "corpus/nvcc/saxpy.sm_90a.ptx"
"""What is shown: y = a * x + y, as nvcc compiles it."""


def landing_page(*, with_cookbook: bool) -> str:
    """Return the page; its Python is what an import makes of its PTX."""
    ptx = (ROOT / KERNEL).read_text(encoding="utf-8")
    parts = {
        "PICTURE": (_FOLDER / "picture.svg").read_text(encoding="utf-8").strip(),
        # The header and the comments are the compiler's, and the same in all its files.
        "PTX": _without_comments(ptx[ptx.index(".visible") :].expandtabs(4)),
        "PYTHON": ptxpy.to_python(ptxpy.parse(ptx)).strip(),
        "COOKBOOK": "cookbook/index\n" if with_cookbook else "",
    }
    page = (_FOLDER / "index.md").read_text(encoding="utf-8")
    for name, text in parts.items():
        page = page.replace(f"@{name}@", text)
    return page


def _without_comments(text: str) -> str:
    """Return PTX without the lines that are comments, and without several blank lines in a row."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("//")]
    kept = [line for at, line in enumerate(lines) if line.strip() or (at and lines[at - 1].strip())]
    return "\n".join(kept).strip()
