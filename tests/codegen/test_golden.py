"""Whole generated programs, to be read. `BLESS=1 pytest tests/codegen` writes them anew."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import ptxpy

HERE = Path(__file__).parent
GOLDENS = sorted((HERE / "golden").glob("*.ptx"))


def test_there_are_goldens() -> None:
    """The folder is not empty."""
    assert len(GOLDENS) >= 4


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)
def test_golden(path: Path) -> None:
    """The flat Python of a module is the one that was approved."""
    python = ptxpy.prove(path.read_bytes(), flat=True).python
    golden = path.with_suffix(".py.txt")
    if os.environ.get("BLESS"):
        golden.write_text(python, encoding="utf-8")
    assert python == golden.read_text(encoding="utf-8")
