"""Files of producers that no style is about, and of people."""

from __future__ import annotations

from pathlib import Path

import pytest

import ptxpy
from ptxpy.styles.options import said

FOLDER = Path(__file__).with_name("unknown")
FILES = sorted(FOLDER.glob("*.ptx"))

EXPECTED = {
    "braces": {
        "indent": "  ",
        "within": {
            "function.open": " ",
            "operand": "",
            "parameter": "",
            "parameter.close": "",
            "parameter.next": "",
        },
    },
    "old_llvm": {"tab": 8},
}
MOST_SPACED = 3
"""So many lines of Python may have layout of their own, apart from the heads of functions."""


def test_every_file_is_expected() -> None:
    """No file is forgotten."""
    assert {path.stem for path in FILES} == {*EXPECTED}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_habits_are_found(path: Path) -> None:
    """What a file does everywhere is said once."""
    proof = ptxpy.prove(path.read_bytes())
    assert dict(said(proof.module.options)) == EXPECTED[path.stem]
    lines = proof.python.split("\n")
    spaced = [line for line in lines if "before=" in line or "within=" in line]
    assert len([line for line in spaced if not line.endswith((",", "{"))]) <= MOST_SPACED
    assert " + " in proof.python
