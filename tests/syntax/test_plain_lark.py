"""The memoised parser reads what plain Lark reads with the same grammar: the same IR."""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzzing.plain_lark import read_plainly

import ptxpy
from ptxpy.ir.layout import without_layout

CORPUS = Path(__file__).parents[2] / "corpus"
LARGEST = 40_000
"""Plain Lark takes 3 s a megabyte."""

FILES = sorted(path for path in CORPUS.rglob("*.ptx") if path.stat().st_size <= LARGEST)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(CORPUS)))
def test_same_ir(path: Path) -> None:
    """Both parsers give the same IR, layout apart."""
    text = path.read_bytes().decode("utf-8", "surrogateescape")
    assert read_plainly(text) == without_layout(ptxpy.parse(text)).body
