"""Deadlocks: the threads that wait, and the event that each waits for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.isa import traits
from ptxpy.sim.machine.mbarrier_words import describe_address, mbarrier_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.sim.machine.frame import Frame
    from ptxpy.sim.machine.machine import Machine
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
    initialised: int | None = None
    """The index of the statement whose count of arrivals is not reached, if it is known."""


def blocked_threads(scheduler: Scheduler) -> Iterator[BlockedThreads]:
    """Yield the waiting threads, group by group.

    Those at mbarriers come first: who waits for them at a barrier looks on.
    """
    yield from _at_mbarriers(scheduler)
    yield from _at_barriers(scheduler)
    yield from _at_cluster_barriers(scheduler)
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
    groups: dict[tuple[Frame, int, MbarrierState, bool, bool], list[Any]] = {}
    for word, each in scheduler.waits.parked.items():
        # Negative keys are lanes that wait for tensor memory (`MbarrierWaits.suspend`).
        if word < 0:
            continue
        state = mbarrier_at(scheduler.machine, word)
        is_new = word not in scheduler.waits.ended
        for frame, piece, lanes in each:
            missed = scheduler.waits.missed[lanes]
            for flag in (False, True):
                if (missed == flag).any():
                    key = (frame, piece, state, flag, is_new)
                    groups.setdefault(key, []).append(lanes[missed == flag])
    # Copies of a thread that waits itself may bring the bytes yet.
    fills = any(_fills(frame, piece) for frame, piece, *_ in groups)
    # Nothing has happened at any of these mbarriers: their first waits are all that there is.
    is_first = all(is_new and each.pending == each.expected for _, _, each, _, is_new in groups)
    # What can be told from one mbarrier is the cause: the other waits follow from it.
    for (frame, piece, state, missed, is_new), lane_sets in sorted(
        groups.items(), key=lambda each: _rank(each[0][2], fills=fills, is_new=each[0][4])
    ):
        # Messages name the first thread, so the lanes have to be in order.
        lanes = np.sort(np.concatenate(lane_sets))
        name = describe_address(scheduler.machine, state.address)
        reason = (
            f"for the end of the phase of parity {state.parity} of the mbarrier {name}, of whose "
            f"{state.expected:,} arrivals {state.pending:,} are pending, with a tx-count of "
            f"{state.tx:,}{_bytes_in_words(state, fills=fills)}"
        )
        if missed:
            reason += "; the phase that they awaited ended, and so did the next, before they looked"
        elif state.pending == state.expected and not state.tx:
            reason += _arrivals_in_words(
                state, is_new=is_new, is_first=is_first and _fills(frame, piece)
            )
        is_part = 0 < state.pending < state.expected
        count = _initialisation(scheduler.machine, frame, state) if is_part else None
        yield BlockedThreads(frame, first_instruction(frame, piece), lanes, reason, count)


def _rank(state: MbarrierState, *, fills: bool, is_new: bool) -> int:
    """Return the place of threads that wait at an mbarrier in a message, the cause first."""
    if not state.pending:
        return 2 if state.tx > 0 and fills else 0
    if state.pending < state.expected:
        return 1
    return 3 if is_new else 4


def _bytes_in_words(state: MbarrierState, *, fills: bool) -> str:
    """Return the meaning of a tx-count; `fills` says whether a thread that waits may copy yet."""
    size = abs(state.tx)
    if state.tx < 0:
        if state.pending:
            return f": {size:,} bytes have come that no expect_tx has announced yet"
        return (
            f": all have arrived, and {size:,} bytes more came than were expected; expect_tx is "
            "too small, or a copy is too large or begun twice"
        )
    if not state.tx or state.pending:
        return ""
    if fills:
        return (
            f": all have arrived, and {size:,} bytes are still to come; a thread that is to copy "
            "them may be one of those that wait, else expect_tx is too large, or a copy is too "
            "small or missing"
        )
    return (
        f": all have arrived, and of the bytes that were expected {size:,} never come; "
        "expect_tx is too large, or a copy is too small or missing"
    )


def _arrivals_in_words(state: MbarrierState, *, is_new: bool, is_first: bool) -> str:
    """Return the explanation of a phase for which no arrival has come.

    `is_first` says whether it is the first wait of threads that fill a stage.
    """
    if not is_new:
        return f": nothing has arrived in this phase; that of parity {1 - state.parity} has ended"
    text = ": nothing has arrived there since its initialisation"
    if is_first:
        # Whoever fills a stage waits until it is free, as it is before anybody has filled it.
        text += (
            f"; a stage is free from the beginning, so that its first wait is for parity "
            f"{1 - state.parity}"
        )
    return text


def _fills(frame: Frame, piece: int) -> bool:
    """Return whether threads at a piece may begin copies that signal mbarriers behind it."""
    owner = frame.routine
    found, stack = set(), [piece - owner.first]
    while stack:
        here = stack.pop()
        if here in found:
            continue
        found.add(here)
        stack += owner.successors[here]
    return any(
        type(each) is n.Instruction and ".mbarrier::complete_tx::bytes" in each.modifiers
        for here in found
        for each in owner.code.statements[owner.pieces[here].start : owner.pieces[here].stop]
    )


def _initialisation(machine: Machine, frame: Frame, state: MbarrierState) -> int | None:
    """Return the index of the statement that has initialised an mbarrier; None if several may."""
    names = {key.rpartition(":")[2]: start for key, start in machine.shared_variables.items()}
    possible = []
    for index, each in enumerate(frame.routine.code.statements):
        if (
            type(each) is not n.Instruction
            or "init" not in traits(each.opcode, each.modifiers).mbarrier
        ):
            continue
        place, count = each.operands
        if type(count) is n.Literal and int(count.text, 0) != state.expected:
            continue
        base, offset = (place.base, place.offset) if type(place) is n.Address else (None, None)
        if type(base) is n.Symbol and base.name in names:
            distance = int(offset.text, 0) if type(offset) is n.Literal else 0
            if names[base.name] + distance == state.address:
                return index
            continue
        possible.append(index)
    return possible[0] if len(possible) == 1 else None


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
