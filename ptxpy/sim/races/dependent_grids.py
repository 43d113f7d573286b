"""Programmatic dependent launches: a grid that starts before the one it depends on has ended.

Here one grid runs after the other. On a device a dependent grid may start when all CTAs of its
primary have executed `griddepcontrol.launch_dependents` or ended, and sees the primary's writes
behind `griddepcontrol.wait` (PTX ISA 9.7.13.13). So an access to global memory without a
`griddepcontrol.wait` before it is compared with the accesses of the primary: the grid must not read
or write a word that the primary writes, nor write one that the primary reads after its CTA has let
dependent grids start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ptxpy.sim.machine.address_space import FIRST_ADDRESS
from ptxpy.sim.races.epochs import NUMBER_SHIFT
from ptxpy.sim.races.faults import describe_place, make_fault
from ptxpy.sim.races.shadow_memory import WORD

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ptxpy.sim.races.grid_accesses import GridAccesses
    from ptxpy.sim.races.state import RaceState

__all__ = ["check", "check_ranges", "launch_dependents", "wait"]


def wait(state: RaceState, guard: Any, lanes: Any) -> None:
    """Execute `griddepcontrol.wait`."""
    warps = state.select_lanes(guard, lanes) >> 5
    if len(warps):
        # A grid behind this one that depends on it inherits its order after the primary only by
        # this wait.
        state.grids.has_waited = True
        state.clocks.wait_for_primary(warps)


def launch_dependents(state: RaceState, guard: Any, lanes: Any) -> None:
    """Execute `griddepcontrol.launch_dependents`."""
    now = state.log.add(state.at)
    machine = state.machine
    for cta in np.unique(machine.cta_of[state.select_lanes(guard, lanes)]).tolist():
        # The first call of a CTA counts: dependent grids may start from then on.
        state.grids.releases.setdefault(machine.first + cta, now)


def check(state: RaceState, words: Any, lanes: Any, *, write: bool) -> None:
    """Report accesses to words of global memory that no wait for the primary comes before.

    Args:
        state: The state.
        words: The words, from the first address on.
        lanes: The lane of each.
        write: Whether they write.
    """
    early = state.clocks.is_before_primary(lanes >> 5)
    if state.grids.primary is None or not early.any():
        return
    words, lanes = words[early], lanes[early]
    primary: GridAccesses | None = state.grids.primary
    # A primary that has not waited for its own primary leaves that one unordered before this grid,
    # too.
    while primary is not None:
        if _check(state, primary, words, lanes, write=write):
            return
        primary = primary.primary


def _check(state: RaceState, primary: GridAccesses, words: Any, lanes: Any, *, write: bool) -> bool:
    # Memory that was allocated after the primary ended is none that it has accessed.
    here = words < len(primary.written)
    words, lanes = words[here], lanes[here]
    found = primary.written[words] >> NUMBER_SHIFT != 0
    if found.any():
        position = int(found.argmax())
        word, lane = int(words[position]), int(lanes[position])
        _report(state, primary, (word, lane), ("write" if write else "read", "written"))
        return True
    # A dependent grid cannot start before all CTAs of the primary have released it or ended, so
    # reads before the release are ordered.
    if write and primary.releases:
        for position in (primary.read[words] >> NUMBER_SHIFT != 0).nonzero()[0].tolist():
            word, lane = int(words[position]), int(lanes[position])
            if primary.is_late(int(primary.read[word])):
                _report(state, primary, (word, lane), ("write", "read"))
                return True
    return False


def _report(
    state: RaceState, primary: GridAccesses, at: tuple[int, int], what: tuple[str, str]
) -> None:
    (word, lane), (access, side) = at, what
    record = int((primary.read if side == "read" else primary.written)[word])
    where = describe_place(state, state.global_shadow, word)
    text = (
        f"a {access} of {where}, before griddepcontrol.wait: the grid that this one depends on "
        f"may still run, and it is {side} by {primary.describe(record)}"
    )
    missing = "griddepcontrol.wait; before {}", (state.at,)
    state.report(make_fault(state, "dependent launch", text, lane, missing=missing))


def check_ranges(
    state: RaceState, ranges: Iterable[tuple[int, int]], lane: int, *, write: bool
) -> None:
    """Report accesses of a copy to ranges of addresses, as `check` does."""
    if state.grids.primary is None:
        return
    for low, high in ranges:
        words = np.arange(low // WORD, -(-high // WORD)) - FIRST_ADDRESS // WORD
        check(state, words[words >= 0], np.full(int((words >= 0).sum()), lane), write=write)
