"""Accusations in other orders of the warps: what is found does not depend on the schedule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pytest

from ptxpy.sim import SimulationError
from ptxpy.sim.machine.ready_groups import Group
from ptxpy.sim.machine.scheduler import Scheduler
from tests.sim.races.test_faults import ALL, Case, run

if TYPE_CHECKING:
    from collections.abc import Callable

SEEDS: Final = (5, 1, 2)
_PHASES: Final = "ended a second time before a thread that waits for its parity has seen it"
CASES: Final = [
    each
    for each in ALL
    if any(_PHASES in part or "scope .cta between CTAs" in part for part in each.parts)
]
"""The faults whose kind says that they are found by the order in which things can happen."""

_DEPENDING: Final = frozenset({"setmaxnreg by a part of a warp"})
"""Here the other threads of the warp may have ended, and then it is whole."""


@pytest.fixture(params=SEEDS)
def shuffled(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let any ready group run next, and of it the warps of some warpgroups alone."""
    numbers = np.random.default_rng(request.param)
    choose: Callable[[Scheduler], Group | None] = Scheduler._next  # noqa: SLF001

    def next_group(scheduler: Scheduler) -> Group | None:
        groups = scheduler.ready.by_frame
        pieces = [(frame, piece) for frame in groups for piece in groups[frame]]
        if not pieces or scheduler.ready.back_edges > 64:
            return choose(scheduler)
        frame, piece = pieces[int(numbers.integers(len(pieces)))]
        sets = groups[frame].pop(piece)
        if not groups[frame]:
            del groups[frame]
        machine = scheduler.machine
        lanes = np.unique(
            np.concatenate([machine.lanes if some is None else some for some in sets])
        )
        size = 128 if machine.geometry.threads >= 128 else 32
        parts = np.unique(lanes // size)
        chosen = np.isin(lanes // size, parts[numbers.random(len(parts)) < 0.5])
        if chosen.any() and not chosen.all():
            scheduler.ready.add(frame, piece, lanes[~chosen])
            lanes = lanes[chosen]
        whole = len(lanes) == machine.count
        return Group(frame, piece, None if whole else lanes)

    def is_another_first(*_: Any) -> bool:
        return True

    monkeypatch.setattr(Scheduler, "_next", next_group)
    monkeypatch.setattr(Scheduler, "_is_another_first", is_another_first)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.usefixtures("shuffled")
def test_same_fault_is_found(case: Case) -> None:
    """In each order of the warps, at the same statement, with the same advice."""
    with pytest.raises(SimulationError) as caught:
        run(case, case.wrong, strict=case.strict)
    for part in case.parts:
        assert part in str(caught.value)


@pytest.mark.parametrize("shuffled", SEEDS[:1], indirect=True)
@pytest.mark.parametrize(
    "case", [each for each in ALL if each.name not in _DEPENDING], ids=lambda case: case.name
)
@pytest.mark.usefixtures("shuffled")
def test_fault_is_found_in_another_order(case: Case) -> None:
    """Of two accesses without an order either may come first, and then it is the other's fault."""
    with pytest.raises(SimulationError):
        run(case, case.wrong, strict=case.strict)


@pytest.mark.parametrize("shuffled", SEEDS[:1], indirect=True)
@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
@pytest.mark.usefixtures("shuffled")
def test_right_kernel_is_not_accused(case: Case) -> None:
    """In another order of the warps."""
    run(case, case.right, strict=case.collect)
