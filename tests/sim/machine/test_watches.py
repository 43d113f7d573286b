"""The watch of a launch, which another engine waits for."""

from __future__ import annotations

import pytest

from ptxpy.sim.machine.scheduler import StepBudget


@pytest.mark.parametrize(
    ("microseconds", "least", "most"),
    [(10, 15, 60), (1_000, 2_000, 4_000), (100_000, 9_000, 10_000)],
)
def test_it_is_called_by_time(
    microseconds: int, least: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 10,000 steps, which take long for many threads and next to nothing for few."""
    now = 0.0
    called = 0
    monkeypatch.setattr("ptxpy.sim.machine.scheduler.perf_counter", lambda: now)

    def watch() -> None:
        nonlocal called
        called += 1

    budget = StepBudget(None, watch)
    for _ in range(10_000):
        budget.remaining -= 1
        if budget.remaining < 0:
            budget.refill()
        now += microseconds * 1e-6
    assert least <= called <= most
