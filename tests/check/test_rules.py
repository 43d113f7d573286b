"""The rules, against the files of cases, and the same cases against ptxas."""

from __future__ import annotations

import pytest

from tests.check.cases import PTXAS, Case, brought, cases, refusal

CASES = cases()


def test_there_are_enough_cases() -> None:
    """The files are read whole."""
    assert len(CASES) >= 40


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Case) -> None:
    """A case brings the diagnostics that are marked, and no other."""
    found = brought(case.source)
    assert [mark[:2] for mark in found] == sorted(mark[:2] for mark in case.marks), found
    for mark, wanted in zip(found, sorted(case.marks), strict=True):
        assert wanted.message in mark.message


@pytest.mark.skipif(PTXAS is None, reason="needs ptxas")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_ptxas_says_the_same(case: Case) -> None:
    """An error is one for ptxas, too, and what brings none is none."""
    said = refusal(case.source)
    assert (said is not None) == case.is_refused, said
