"""Strong accesses whose scope does not include the other thread (PTX ISA 8.3, 8.7.1)."""

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
    """Report strong accesses of two CTAs to a word, if the scope of one is too narrow.

    Args:
        state: The state.
        shadow: The shadow memory.
        span: The words that lanes access.
        at: The words.
        held: The records of their last writes.
    """
    machine, narrow = state.machine, state.accesses.narrow
    numbers = (held >> NUMBER_SHIFT).astype(np.int64)
    others = np.minimum(lanes_of(held), machine.count - 1)
    earlier = numbers <= state.log.began
    is_other_cta = earlier | (machine.cta_of[others] != machine.cta_of[span.lanes])
    is_other_cta &= ((held & np.uint64(STRONG)) != 0) & (numbers > 0)
    for position in is_other_cta.nonzero()[0].tolist():
        writer = state.log.access(machine, int(held[position]))
        scopes = {narrow.get(state.at), narrow.get(writer.statement)}
        lane, other = int(span.lanes[position]), int(others[position])
        if "cta" in scopes or ("cluster" in scopes and not _share_cluster(state, lane, other)):
            named = "cta" if "cta" in scopes else "cluster"
            where = describe_place(state, shadow, int(at[position]))
            text = (
                f"data race in {where}: accesses by two CTAs, "
                f"and one of both has the scope .{named}; the other one is by {writer.thread}"
            )
            earlier_one = (("the other access was", writer.statement),)
            missing = ".gpu in place of the scope at {}", (
                state.at if state.at in narrow else writer.statement,
            )
            state.report(make_fault(state, "scope", text, lane, earlier_one, missing))
            return


def _share_cluster(state: RaceState, lane: int, other: int) -> bool:
    """Return whether two lanes of the batch are in one cluster."""
    size = state.machine.geometry.cluster_size
    cta_of = state.machine.cta_of
    return bool(cta_of[lane] // size == cta_of[other] // size)
