"""The catalog: every code has an example with that diagnostic only, and a correct example."""

from __future__ import annotations

import pytest

from ptxpy.assemble import AssembleError, assemble
from ptxpy.check import catalog, check_text
from ptxpy.check.diagnostic import Entry, whole
from tests.check.cases import OF_WHOLE_FUNCTIONS

ELSEWHERE = ("PTX002", "PTX004", "PTX090", "PTX091")
"""Codes of Python and of ptxas, which are covered by tests of the command.

Those of inline PTX are tested in `tests/inline_ptx`.
"""

ENTRIES = [
    entry
    for entry in catalog().values()
    if entry.code not in ELSEWHERE and not entry.code.startswith("INL")
]


def codes(example: str) -> list[str]:
    """Return the codes of the diagnostics of an example."""
    passed = frozenset() if example.startswith(".version") else OF_WHOLE_FUNCTIONS
    found = check_text(whole(example)).found
    return [diagnostic.code for diagnostic in found if diagnostic.code not in passed]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.code)
def test_the_wrong_example_brings_its_code_and_no_other(entry: Entry) -> None:
    """The consequences of a mistake are not reported as well."""
    assert codes(entry.wrong) == [entry.code]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.code)
def test_the_right_example_brings_nothing(entry: Entry) -> None:
    """The correct example has no diagnostics."""
    assert codes(entry.right) == []


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.code)
def test_ptxas_agrees_with_the_examples(entry: Entry) -> None:
    """Ptxas refuses the examples of errors, and accepts those of warnings and correct ones."""
    assemble(whole(entry.right))
    if entry.severity == "warning":
        assemble(whole(entry.wrong))
    else:
        with pytest.raises(AssembleError):
            assemble(whole(entry.wrong))


def test_codes_are_in_order() -> None:
    """The entries are in the order of their codes."""
    assert list(catalog()) == sorted(catalog())
