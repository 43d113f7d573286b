"""Deadlocks: the threads that wait, and the event that each waits for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.sim.machine.mbarrier_words import describe_address, mbarrier_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.sim.machine.frame import Frame
    from ptxpy.sim.machine.mbarrier_words import MbarrierState
    from ptxpy.sim.machine.scheduler import Scheduler

__all__ = ["BlockedThreads", "blocked_threads", "first_instruction", "last_before"]


class BlockedThreads(NamedTuple):
    """Threads that wait at the same instruction for the same event."""

    frame: Frame
    statement: int
    """The index of the instruction among the statements of its function."""
    lanes: Any
    reason: str
    """The event that they wait for: `at barrier 2, …`."""


def blocked_threads(scheduler: Scheduler) -> Iterator[BlockedThreads]:
    """Yield the waiting threads, group by group."""
    yield from _at_barriers(scheduler)
    yield from _at_cluster_barriers(scheduler)
    yield from _at_mbarriers(scheduler)
    yield from _at_allocations(scheduler)
    for each in scheduler.warp_barriers.waiting:
        yield BlockedThreads(
            each.frame,
            last_before(each.frame, each.following),
            each.lanes,
            "for others of their warps",
        )
    for frame, piece, lanes in scheduler.parked():
        yield BlockedThreads(
            frame, first_instruction(frame, piece), lanes, "for others of their warps"
        )


def first_instruction(frame: Frame, piece: int) -> int:
    """Return the index of the first instruction of a piece, or of the last one before its end."""
    owner = frame.routine
    start, stop, _ = owner.pieces[piece - owner.first]
    statements = owner.code.statements
    found = (k for k in range(start, stop) if type(statements[k]) is n.Instruction)
    return next(found, min(start, len(statements) - 1))


def last_before(frame: Frame, following: int) -> int:
    """Return the index of the last statement of the piece before another one."""
    owner = frame.routine
    return owner.pieces[following - 1 - owner.first].stop - 1


def _at_barriers(scheduler: Scheduler) -> Iterator[BlockedThreads]:
    for frame, lanes, keys, following in scheduler.barriers.waiting():
        # Barriers of many CTAs in the same state make one line of the message.
        states = [scheduler.barriers.state(int(key)) for key in keys]
        for state in sorted(set(states)):
            number, arrived, awaited = state
            here = lanes[[each == state for each in states]]
            reason = f"at barrier {number}, where {arrived:,} of {awaited:,} threads have arrived"
            yield BlockedThreads(frame, last_before(frame, following), here, reason)


def _at_cluster_barriers(scheduler: Scheduler) -> Iterator[BlockedThreads]:
    barriers = scheduler.cluster_barriers
    if barriers is None:
        return
    for frame, lanes, following in barriers.waiting:
        clusters = np.array([barriers.cluster_index(int(lane)) for lane in lanes])
        arrivals, alive = barriers.arrived[clusters], barriers.alive[clusters]
        for arrived, awaited in sorted({*zip(arrivals.tolist(), alive.tolist(), strict=True)}):
            here = lanes[(arrivals == arrived) & (alive == awaited)]
            reason = f"at the barrier of the cluster, where {arrived:,} of {awaited:,} have arrived"
            yield BlockedThreads(frame, last_before(frame, following), here, reason)


def _at_mbarriers(scheduler: Scheduler) -> Iterator[BlockedThreads]:
    """Group threads that wait at mbarriers of several CTAs that are in the same state."""
    groups: dict[tuple[Frame, int, MbarrierState, bool], list[Any]] = {}
    for word, each in scheduler.waits.parked.items():
        # Negative keys are lanes that wait for tensor memory (`MbarrierWaits.suspend`).
        if word < 0:
            continue
        state = mbarrier_at(scheduler.machine, word)
        for frame, piece, lanes in each:
            missed = scheduler.waits.missed[lanes]
            for flag in (False, True):
                if (missed == flag).any():
                    key = (frame, piece, state, flag)
                    groups.setdefault(key, []).append(lanes[missed == flag])
    # A phase that lacks nothing but bytes is the cause: the other waits follow from it.
    for (frame, piece, state, missed), lane_sets in sorted(
        groups.items(), key=lambda each: not _lacks_bytes(each[0][2])
    ):
        # Messages name the first thread, so the lanes have to be in order.
        lanes = np.sort(np.concatenate(lane_sets))
        name = describe_address(scheduler.machine, state.address)
        reason = (
            f"for the end of the phase of parity {state.parity} of the mbarrier {name}, of whose "
            f"{state.expected:,} arrivals {state.pending:,} are pending, with a tx-count of "
            f"{state.tx:,}"
        )
        if _lacks_bytes(state):
            reason += (
                f": all have arrived, and of the bytes that were expected {state.tx:,} never come; "
                "expect_tx is too large, or a copy is too small or missing"
            )
        if missed:
            reason += "; the phase that they awaited ended, and so did the next, before they looked"
        yield BlockedThreads(frame, first_instruction(frame, piece), lanes, reason)


def _lacks_bytes(state: MbarrierState) -> bool:
    """Return whether all have arrived in a phase, and bytes that are expected have not."""
    return not state.pending and state.tx > 0


def _at_allocations(scheduler: Scheduler) -> Iterator[BlockedThreads]:
    """Yield the threads that wait for columns of tensor memory."""
    memory = scheduler.machine.tensor_memory
    for word, each in scheduler.waits.parked.items():
        if word >= 0:
            continue
        cta = -1 - word
        free = int((~memory.allocated[cta]).sum())
        reason = f"for columns of tensor memory, of which {free} are free in its CTA"
        if cta in memory.requests:
            reason += ", and for the other CTA of its pair"
        for frame, piece, lanes in each:
            yield BlockedThreads(frame, first_instruction(frame, piece), lanes, reason)
