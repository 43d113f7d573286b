"""Litmus tests of the literature: whether the model allows their outcomes."""

from __future__ import annotations

import importlib
from typing import Any, Final

import pytest

from ptxpy.sim.memory_model import AXIOMS, Rules
from tests.sim.memory_model.litmus import read_tests

TESTS: Final = read_tests()
OUTCOMES: Final[Any] = importlib.import_module("ptxpy.sim.memory_model.outcomes")
WITHOUT: Final = {
    "Coherence": "S release acquire",
    "Atomicity": "atomicity",
    "SC per location": "an atomic operation comes behind what it reads",
    "Causality": "MP release acquire",
    "No thin air": "LB with data dependencies, and the value elsewhere",
}
"""For axioms a test whose outcome they forbid, and nothing else does."""


@pytest.mark.parametrize("name", TESTS)
def test_verdict(name: str) -> None:
    """Whether the outcome is allowed, and whether there are data races, are as the manual says."""
    test = TESTS[name]
    found = test.found()
    # A condition on what no outcome has would be met by none.
    named = {word.partition("=")[0] for word in test.condition.split()}
    assert named <= {key for values, _ in found for key in values}
    assert any(test.is_met(values) for values, _ in found) == test.is_allowed
    assert any(is_racy for _, is_racy in found) == test.is_racy


def test_there_are_enough() -> None:
    """Of both verdicts, each with a reason and a source."""
    assert len(TESTS) >= 90
    allowed = sum(test.is_allowed for test in TESTS.values())
    assert 30 <= allowed <= len(TESTS) - 30
    assert all(test.why and test.source and len(test.threads) > 1 for test in TESTS.values())


@pytest.mark.parametrize("axiom", WITHOUT)
def test_each_axiom_matters(axiom: str) -> None:
    """Without it the outcome is allowed."""
    test = TESTS[WITHOUT[axiom]]
    rules = Rules(axioms=AXIOMS - {axiom})
    assert not any(test.is_met(values) for values, _ in test.found())
    assert any(test.is_met(values) for values, _ in test.found(rules))


@pytest.mark.parametrize("name", ["CoRW1", "CoWR", "CoWW", "CoWW weak"])
def test_program_order_is_in_causality_order_or_location_order(name: str) -> None:
    """Where causality order lacks program order, "SC per location" forbids the same."""
    test = TESTS[name]
    weaker = Rules(has_program_order=False)
    without = Rules(AXIOMS - {"SC per location"}, has_program_order=False)
    assert not any(test.is_met(values) for values, _ in test.found(weaker))
    assert any(test.is_met(values) for values, _ in test.found(without))


@pytest.mark.parametrize("name", TESTS)
def test_what_a_thread_cannot_read_changes_no_outcome(name: str, monkeypatch: Any) -> None:
    """Threads that may choose any value of their own writes have the same outcomes in the end."""
    found = TESTS[name].found()
    explore = OUTCOMES.explore_behaviours
    weak = Rules(has_program_order=False)
    monkeypatch.setattr(OUTCOMES, "explore_behaviours", lambda *args: explore(*args[:3], weak))
    larger = TESTS[name].found()
    assert {(frozenset(v.items()), racy) for v, racy in found} == {
        (frozenset(v.items()), racy) for v, racy in larger
    }
