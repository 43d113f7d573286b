"""Every case of identity.ptx comes back as it is, as PTX and through Python."""

from __future__ import annotations

from pathlib import Path

import pytest

import ptxpy
from tests.syntax.cases import Case, read_cases

IDENTITY = list(read_cases(Path(__file__).with_name("identity.ptx")))
REJECTED = list(read_cases(Path(__file__).with_name("rejected.ptx")))

FEWEST_IDENTITY = 1400
FEWEST_REJECTED = 400


def test_no_case_has_vanished() -> None:
    """The case files hold at least as many cases as they did."""
    assert len(IDENTITY) >= FEWEST_IDENTITY
    assert len(REJECTED) >= FEWEST_REJECTED


@pytest.mark.parametrize("case", IDENTITY, ids=lambda case: case.name)
def test_identity(case: Case) -> None:
    """PTX comes back byte for byte, from its IR and from its Python, and through the API too."""
    text = case.module()
    module = ptxpy.parse(text)
    assert ptxpy.emit(module) == text
    ptxpy.prove(text.encode())
    assert ptxpy.from_python(ptxpy.to_python(module)) == module


@pytest.mark.parametrize("case", REJECTED, ids=lambda case: case.name)
def test_rejected(case: Case) -> None:
    """Text that is no PTX is an error with a position inside the text."""
    text = case.module()
    with pytest.raises(ptxpy.PtxSyntaxError) as raised:
        ptxpy.parse(text, "case.ptx")
    lines = text.split("\n")
    for problem in raised.value.problems:
        assert 1 <= problem.line <= len(lines)
        assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1
    assert str(raised.value).startswith("case.ptx:")
