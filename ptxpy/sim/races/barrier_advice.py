"""Which barrier orders two warps of a CTA: one that the threads which come there can all reach.

A `bar.sync 0` in code that some warps of the CTA never come to is a deadlock. So a barrier of these
warps is suggested: one at which they meet elsewhere, or one with a number that nothing uses.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.isa import traits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.sim.pieces import Routine
    from ptxpy.sim.races.state import RaceState

__all__ = ["CTA_BARRIER", "barrier_of_warps"]

CTA_BARRIER: Final = "bar.sync 0;"
_BARRIERS: Final = 16
_LANES: Final = 32


class _Place(NamedTuple):
    """Lanes, and the piece that they run next."""

    routine: Routine
    piece: int
    lanes: Any


def barrier_of_warps(state: RaceState, statements: tuple[int, int], warps: tuple[int, int]) -> str:
    """Return the barrier that orders two warps of a CTA.

    Args:
        state: The state.
        statements: The ordinals of the accesses, between which the barrier is needed.
        warps: The warps, by their index in the batch.
    """
    met = state.uses.meeting(*warps)
    if met is not None:
        number, threads = met
        return f"bar.sync {number}, {threads};"
    each = state.machine.geometry.padded // _LANES
    cta = warps[0] // each
    coming = set(warps)
    behind: set[int] = set()
    elsewhere: set[int] = set()
    for place in _places(state):
        found = {warp for warp in set((place.lanes >> 5).tolist()) if warp // each == cta}
        if not found:
            continue
        relation = _relation(place.routine, place.piece, statements)
        (coming if relation == "before" else behind if relation == "behind" else elsewhere).update(
            found
        )
    elsewhere -= coming | behind
    behind -= coming
    if not (behind or elsewhere):
        return CTA_BARRIER
    number = next(
        (each for each in range(1, _BARRIERS) if each not in _used_numbers(state, cta)), 0
    )
    own = f"bar.sync {number}, {_LANES * len(coming)};"
    if elsewhere or not number:
        return own if number else CTA_BARRIER
    # These warps may have passed the place already, or have come to what follows by another way.
    return f"{CTA_BARRIER} if all warps of the CTA come there, else {own}"


def _places(state: RaceState) -> Iterator[_Place]:
    """Yield where all lanes of the batch are that have not ended."""
    scheduler = state.scheduler
    every = state.machine.lanes
    group = scheduler.running_group
    if group is not None:
        yield _Place(
            group.frame.routine, group.piece, every if group.lanes is None else group.lanes
        )
    for frame, pieces in scheduler.ready.by_frame.items():
        for piece, lane_sets in pieces.items():
            for lanes in lane_sets:
                yield _Place(frame.routine, piece, every if lanes is None else lanes)
    for frame, piece, lanes in scheduler.parked():
        yield _Place(frame.routine, piece, lanes)
    for waiting in scheduler.waits.parked.values():
        for frame, piece, lanes in waiting:
            yield _Place(frame.routine, piece, lanes)
    for frame, lanes, _, following in scheduler.barriers.waiting():
        yield _Place(frame.routine, following, lanes)
    for each in scheduler.cluster_barriers.waiting if scheduler.cluster_barriers else ():
        yield _Place(each.frame.routine, each.following, each.lanes)
    for member in scheduler.warp_barriers.waiting:
        yield _Place(member.frame.routine, member.following, member.lanes)


def _relation(routine: Routine, piece: int, statements: tuple[int, int]) -> str:
    """Say whether lanes before a piece may come to statements, be behind them, or neither."""
    targets = [_piece_of(routine, each) for each in statements]
    # A function that has been called has other pieces than its caller: nothing follows.
    if None in targets:
        return "before"
    here = piece - routine.first
    if any(each in _reachable(routine, here) for each in targets):
        return "before"
    return "behind" if any(here in _reachable(routine, each) for each in targets) else "elsewhere"


def _piece_of(routine: Routine, ordinal: int) -> Any:
    ordinals = routine.code.ordinals
    index = bisect_left(ordinals, ordinal)
    if index == len(ordinals) or ordinals[index] != ordinal:
        return None
    found = (k for k, each in enumerate(routine.pieces) if each.start <= index < each.stop)
    return next(found, None)


def _reachable(routine: Routine, piece: int) -> set[int]:
    found, stack = {piece}, [piece]
    while stack:
        more = set(routine.successors[stack.pop()]) - found
        found |= more
        stack += more
    return found


def _used_numbers(state: RaceState, cta: int) -> set[int]:
    """Return the numbers of barriers that a CTA has used, or that its code names."""
    found = state.uses.barrier_numbers(cta)
    for routine in state.program.routines.values():
        for each in routine.code.statements:
            if type(each) is n.Instruction and traits(each.opcode, each.modifiers).barrier:
                found |= {
                    int(part.text, 0) for part in each.operands[:1] if type(part) is n.Literal
                }
    return found
