"""Member masks of collective instructions, if they are wrong (PTX ISA 9.7.9.6 ff.)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.races.faults import make_fault
from ptxpy.sim.semantics.warps import WARP, ballot, groups, members_of

if TYPE_CHECKING:
    from ptxpy.sim.races.state import RaceState

__all__ = ["check"]

FULL: Final = 0xFFFFFFFF


def check(state: RaceState, mask: Any, guard: Any, lanes: Any) -> None:
    """Report a member mask with which the result of a collective instruction is undefined.

    Args:
        state: The state.
        mask: The member mask of each lane.
        guard: Which lanes run the instruction; None for all.
        lanes: Which lanes have arrived; None for all.
    """
    # The most frequent case: the mask is a literal, and all lanes are named. Those that are missing
    # are a deadlock, which the scheduler reports.
    if guard is None and not mask.ndim and int(mask) == FULL:
        return
    machine = state.machine
    every = np.uint32(FULL)
    runs = members_of(machine, every, guard, lanes)
    masks = np.zeros(machine.count, np.uint32)
    masks[slice(None) if lanes is None else lanes] = mask
    bits = np.uint32(1) << machine.lane_of_warp.astype(np.uint32)
    _report(state, masks, runs & (masks & bits == 0), bits, "does not name the thread itself")
    # These lanes are at the instruction, but a false guard keeps them from executing it.
    skipped = ballot(members_of(machine, every, None, lanes) & ~runs)
    wrong = np.where(runs, masks & np.repeat(skipped, WARP), np.uint32(0))
    _report(state, masks, wrong != 0, wrong, "names a thread that its guard keeps from it")
    # All lanes that a mask names must execute the instruction with this same mask.
    for same, _ in groups(machine, mask, guard, lanes):
        others = np.repeat(ballot(runs.reshape(-1, WARP) & ~same), WARP)
        wrong = np.where(same.reshape(-1) & runs, masks & others, np.uint32(0))
        _report(state, masks, wrong != 0, wrong, "names a thread that has another one")


def _report(state: RaceState, masks: Any, where: Any, culprits: Any, what: str) -> None:
    """Report the first lane at which `where` holds; `culprits` are masks of lanes to name."""
    if not where.any():
        return
    lane = int(where.argmax())
    named = int(culprits[lane])
    # The lowest bit: messages name one lane.
    culprit = (named & -named).bit_length() - 1
    text = f"the member mask {int(masks[lane]):#010x} {what}, lane {culprit} of the warp"
    state.report(make_fault(state, "member mask", f"{text}: the result is undefined", lane))
