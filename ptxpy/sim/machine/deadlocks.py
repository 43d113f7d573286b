"""Deadlocks: which threads wait for what when none can run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ptxpy.ir import nodes as n
from ptxpy.sim.machine.mbarrier_words import describe_address, mbarrier_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.sim.machine.frame import Frame
    from ptxpy.sim.machine.mbarrier_words import MbarrierState
    from ptxpy.sim.machine.scheduler import Scheduler

__all__ = ["Waiting", "waiting"]


class Waiting(NamedTuple):
    """Threads that wait at the same instruction for the same."""

    frame: Frame
    statement: int
    """The index of the instruction among the statements of its function."""
    lanes: Any
    what: str
    """What they wait for: `at barrier 2, …`."""


def waiting(scheduler: Scheduler) -> Iterator[Waiting]:
    """Yield who waits, group by group."""
    yield from _at_barriers(scheduler)
    yield from _at_cluster_barriers(scheduler)
    yield from _at_mbarriers(scheduler)
    for each in scheduler.warp_barriers.waiting:
        yield Waiting(
            each.frame,
            _before(each.frame, each.following),
            each.lanes,
            "for others of their warps",
        )
    for frame, piece, lanes in scheduler.parked():
        yield Waiting(frame, _first(frame, piece), lanes, "for others of their warps")


def _first(frame: Frame, piece: int) -> int:
    """Return the index of the first instruction of a piece."""
    owner = frame.routine
    start, stop, _ = owner.pieces[piece - owner.first]
    statements = owner.code.statements
    return next((k for k in range(start, stop) if type(statements[k]) is n.Instruction), start)


def _before(frame: Frame, following: int) -> int:
    """Return the index of the last statement of the piece before another one."""
    owner = frame.routine
    return owner.pieces[following - 1 - owner.first].stop - 1


def _at_barriers(scheduler: Scheduler) -> Iterator[Waiting]:
    for frame, lanes, keys, following in scheduler.barriers.waiting():
        states = [scheduler.barriers.state(int(key)) for key in keys]
        for state in sorted(set(states)):
            number, came, awaited = state
            here = lanes[[each == state for each in states]]
            what = f"at barrier {number}, where {came:,} of {awaited:,} threads have come"
            yield Waiting(frame, _before(frame, following), here, what)


def _at_cluster_barriers(scheduler: Scheduler) -> Iterator[Waiting]:
    barriers = scheduler.cluster_barriers
    if barriers is None:
        return
    for frame, lanes, following in barriers.waiting:
        clusters = np.array([barriers.cluster_of(int(lane)) for lane in lanes])
        arrived, alive = barriers.arrived[clusters], barriers.alive[clusters]
        for came, awaited in sorted({*zip(arrived.tolist(), alive.tolist(), strict=True)}):
            here = lanes[(arrived == came) & (alive == awaited)]
            what = f"at the barrier of the cluster, where {came:,} of {awaited:,} have arrived"
            yield Waiting(frame, _before(frame, following), here, what)


def _at_mbarriers(scheduler: Scheduler) -> Iterator[Waiting]:
    """Put together who waits at mbarriers of several CTAs that are in the same state."""
    groups: dict[tuple[Frame, int, MbarrierState, bool], list[Any]] = {}
    for word, each in scheduler.waits.parked.items():
        found = mbarrier_at(scheduler.machine, word)
        for frame, piece, lanes in each:
            missed = scheduler.waits.missed[lanes]
            for flag in (False, True):
                if (missed == flag).any():
                    key = (frame, piece, found, flag)
                    groups.setdefault(key, []).append(lanes[missed == flag])
    for (frame, piece, found, missed), parts in groups.items():
        lanes = np.sort(np.concatenate(parts))
        what = _awaited(found, describe_address(scheduler.machine, found.address), missed=missed)
        yield Waiting(frame, _first(frame, piece), lanes, what)


def _awaited(found: MbarrierState, name: str, *, missed: bool) -> str:
    """Return what the end of a phase of an mbarrier waits for, in words."""
    text = (
        f"for the end of the phase of parity {found.parity} of the mbarrier {name}, of whose "
        f"{found.expected:,} arrivals {found.pending:,} are pending, with a tx-count of "
        f"{found.tx:,}"
    )
    if missed:
        text += "; the phase that they awaited ended, and so did the next, before they looked"
    return text
