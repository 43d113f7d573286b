"""The rules over the corpus: no error where ptxas sees none, and no false alarm."""

from __future__ import annotations

from pathlib import Path

import pytest

import ptxpy
from ptxpy.check import diagnose_module

CORPUS = Path(__file__).parents[2] / "corpus"
FILES = sorted(path.relative_to(CORPUS).as_posix() for path in CORPUS.rglob("*.ptx"))

REFUSED = {
    "handwritten/tomorrow.ptx",
    "handwritten/utf_8.ptx",
    "handwritten/byte_order_mark.ptx",
    "handwritten/latin_1.ptx",
}
"""Files that ptxas refuses: instructions that do not exist yet, characters that are not ASCII."""

WARNED = {
    "cutedsl/matmul_hopper_fp8_sm_90a.ptx": ["PTX057"],
    "cutedsl/matmul_hopper_sm_90a.ptx": ["PTX057"],
}
"""Warnings about what compilers wrote; ptxas itself warns that it ignores setmaxnreg there."""


@pytest.mark.parametrize("name", FILES)
def test_no_false_error_and_no_false_alarm(name: str) -> None:
    """Compiler output has no diagnostics; handwritten files leave most registers undefined."""
    found = diagnose_module(ptxpy.parse((CORPUS / name).read_bytes()))
    errors = [each for each in found if each.severity == "error"]
    assert bool(errors) == (name in REFUSED), errors
    if not name.startswith("handwritten/"):
        assert [each.code for each in found] == WARNED.get(name, [])
