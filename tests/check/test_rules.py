"""The rules, against the files of cases, and the same cases against ptxas."""

from __future__ import annotations

import pytest

from tests.check.cases import PTXAS, Case, brought, cases, refusal

CASES = cases()


def test_there_are_enough_cases() -> None:
    """All cases of the files are read."""
    assert len(CASES) >= 40


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Case) -> None:
    """A case has the marked diagnostics and no others."""
    found = brought(case.source)
    assert [mark[:2] for mark in found] == sorted(mark[:2] for mark in case.marks), found
    for mark, wanted in zip(found, sorted(case.marks), strict=True):
        assert wanted.message in mark.message


@pytest.mark.skipif(PTXAS is None, reason="needs ptxas")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_ptxas_says_the_same(case: Case) -> None:
    """Ptxas refuses exactly the cases with an error."""
    said = refusal(case.source)
    assert (said is not None) == case.is_refused, said
