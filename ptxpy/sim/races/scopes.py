"""Strong accesses whose scope leaves out the thread that they meet (PTX ISA 8.3, 8.7.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ptxpy.sim.races.epochs import NUMBER_SHIFT, STRONG, lanes_of
from ptxpy.sim.races.faults import describe_place, make_fault

if TYPE_CHECKING:
    from ptxpy.sim.races.shadow_memory import Shadow
    from ptxpy.sim.races.state import RaceState
    from ptxpy.sim.races.word_spans import WordSpan

__all__ = ["check_scopes"]


def check_scopes(state: RaceState, shadow: Shadow, span: WordSpan, at: Any, held: Any) -> None:
    """Report where a strong access meets one of another CTA, and one of both is for its CTA only.

    Args:
        state: The state.
        shadow: Of the memory.
        span: What is accessed.
        at: The words.
        held: The records of their last writes.
    """
    machine, narrow = state.machine, state.accesses.narrow
    numbers = (held >> NUMBER_SHIFT).astype(np.int64)
    others = np.minimum(lanes_of(held), machine.count - 1)
    earlier = numbers <= state.log.began
    apart = earlier | (machine.cta_of[others] != machine.cta_of[span.lanes])
    apart &= ((held & np.uint64(STRONG)) != 0) & (numbers > 0)
    for position in apart.nonzero()[0].tolist():
        made = state.log.access(machine, int(held[position]))
        scopes = {narrow.get(state.at), narrow.get(made.statement)}
        lane, other = int(span.lanes[position]), int(others[position])
        if "cta" in scopes or ("cluster" in scopes and not _together(state, lane, other)):
            named = "cta" if "cta" in scopes else "cluster"
            where = describe_place(state, shadow, int(at[position]))
            text = (
                f"data race in {where}: accesses by two CTAs, "
                f"and one of both has the scope .{named}; the other one is by {made.thread}"
            )
            earlier_one = (("the other access was", made.statement),)
            missing = ".gpu in place of the scope at {}", (
                state.at if state.at in narrow else made.statement,
            )
            state.report(make_fault(state, "scope", text, lane, earlier_one, missing))
            return


def _together(state: RaceState, lane: int, other: int) -> bool:
    """Return whether two lanes of the batch are of one cluster."""
    size = state.machine.geometry.cluster_size
    cta_of = state.machine.cta_of
    return bool(cta_of[lane] // size == cta_of[other] // size)
