"""Small programs and their Python, to be read. `BLESS=1 pytest tests/lift` writes it anew."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from benchmarks.lifting_laws import check_laws

import ptxpy

CASES = sorted((Path(__file__).parent / "cases").glob("*.ptx"))


def test_there_are_cases() -> None:
    """The folder is not empty, and no expected text is left over."""
    assert len(CASES) >= 25
    expected = {path.name for path in (Path(__file__).parent / "cases").glob("*.py.txt")}
    assert expected == {f"{path.stem}.py.txt" for path in CASES}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    """The Python of a module is the one that was approved, and gives the module back."""
    source = path.read_bytes()
    python = ptxpy.to_python(ptxpy.parse(source), roll=False)
    expected = path.with_suffix(".py.txt")
    if os.environ.get("BLESS"):
        expected.write_text(python, encoding="utf-8")
    assert python == expected.read_text(encoding="utf-8")
    assert ptxpy.prove(source, roll=False).python == python
    assert ptxpy.emit_bytes(ptxpy.from_python(python, check=False)) == source


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_margins_are_names_alone(path: Path) -> None:
    """In each form, the program without margins differs in names of registers alone."""
    check_laws(path.read_bytes(), stripped=True)
