"""Files of producers without a style, and files written by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

import ptxpy
from ptxpy.styles.options import explicit_options

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
MAX_LINES_WITH_LAYOUT = 3
"""Lines of Python that may have layout arguments, apart from the heads of functions."""


def test_every_file_is_expected() -> None:
    """Every file has an expectation."""
    assert {path.stem for path in FILES} == {*EXPECTED}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_options_are_inferred(path: Path) -> None:
    """The consistent deviations of a file are stored once, as options."""
    proof = ptxpy.prove(path.read_bytes())
    assert dict(explicit_options(proof.module.options)) == EXPECTED[path.stem]
    lines = proof.python.split("\n")
    spaced = [line for line in lines if "before=" in line or "within=" in line]
    assert len([line for line in spaced if not line.endswith((",", "{"))]) <= MAX_LINES_WITH_LAYOUT
    assert " + " in proof.python
