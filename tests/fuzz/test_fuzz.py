"""A slice of `tools/fuzz`: the step `fuzz` of `.ci/run` runs what takes minutes."""

from __future__ import annotations

import pytest
from fuzzing.runner import run

SEED = 20
COUNTS = {"grammar": 120, "mutation": 300, "respace": 40, "edit": 50, "rewrite": 25}


@pytest.mark.parametrize("kind", COUNTS)
def test_no_findings(kind: str) -> None:
    """No law is broken in a slice of each kind of case."""
    outcomes = list(run(kind, SEED, COUNTS[kind]))
    assert len(outcomes) == COUNTS[kind]
    found = [outcome.finding for outcome in outcomes if outcome.finding is not None]
    assert [f"{each.case}: {each.law}: {each.detail}" for each in found] == []


@pytest.mark.parametrize(("kind", "least"), [("grammar", 0.7), ("mutation", 0.15)])
def test_enough_is_accepted(kind: str, least: float) -> None:
    """The cases are not mostly garbage: what is rejected tests little."""
    outcomes = list(run(kind, SEED + 1, 60))
    assert sum(outcome.accepted for outcome in outcomes) >= least * len(outcomes)
