"""Strong accesses whose scope does not include the other thread (PTX ISA 8.3, 8.7.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ptxpy.sim.races.epochs import ASYNC, NUMBER_SHIFT, OBJECT, STRONG, lanes_of
from ptxpy.sim.races.faults import describe_place, make_fault

if TYPE_CHECKING:
    from ptxpy.sim.errors import Missing
    from ptxpy.sim.races.shadow_memory import Shadow
    from ptxpy.sim.races.state import RaceState
    from ptxpy.sim.races.word_spans import WordSpan

__all__ = ["check_orders", "check_scopes"]

_OTHER_KINDS = np.uint64(ASYNC | OBJECT | STRONG)


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
    # Records of earlier batches may have lanes beyond this one's: they count as another CTA by
    # their time.
    others = np.minimum(lanes_of(held), machine.count - 1)
    earlier = numbers <= state.log.began
    is_other_cta = earlier | (machine.cta_of[others] != machine.cta_of[span.lanes])
    is_other_cta &= ((held & np.uint64(STRONG)) != 0) & (numbers > 0)
    for position in is_other_cta.nonzero()[0].tolist():
        writer = state.log.access(machine.geometry, int(held[position]))
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


def check_orders(
    state: RaceState, shadow: Shadow, span: WordSpan, at: Any, held: Any, what: tuple[str, str]
) -> None:
    """Report accesses of threads that only orders of the scope of a CTA bring behind others' ones.

    Args:
        state: The state.
        shadow: The shadow memory.
        span: The words that lanes access.
        at: The words.
        held: The records of earlier accesses, which are ordered if scopes do not count.
        what: The later access and the earlier one: `read`, `write`.
    """
    clocks, machine = state.clocks, state.machine
    numbers = (held >> NUMBER_SHIFT).astype(np.int64)
    others = np.minimum(lanes_of(held), machine.count - 1)
    bad = (machine.cta_of[others] != machine.cta_of[span.lanes]) & (numbers > state.log.began)
    # Strong accesses have scopes of their own (`check_scopes`). Copies are left out: CUTLASS's
    # consumers give stages back to the producers of other CTAs by arrivals of scope `.cta`.
    bad &= ((held & _OTHER_KINDS) == 0) & ((held & span.bytes) != 0)
    if not bad.any():
        return
    bad &= ~clocks.is_wide(span.lanes >> 5, others >> 5, numbers)
    if not bad.any():
        return
    position = int(bad.argmax())
    lane, other = int(span.lanes[position]), int(others[position])
    access = state.log.access(machine.geometry, int(held[position]))
    later, former = what
    text = (
        f"data race in {describe_place(state, shadow, int(at[position]))}: a {later}, and only an "
        f"order of the scope .cta between CTAs brings it after the {former} by {access.thread}"
    )
    earlier = ((f"the {former} was", access.statement),)
    missing = _wider(state, other, lane)
    state.report(make_fault(state, "scope", text, lane, earlier, missing))


def _wider(state: RaceState, earlier: int, later: int) -> Missing | None:
    """Return a suggestion: the scopes to widen of instructions that order lanes of two CTAs."""
    uses, cta_of = state.uses, state.machine.cta_of
    ctas = int(cta_of[earlier]), int(cta_of[later])
    # The fence behind a relaxed load of the warp, else one of another warp of its CTA.
    of_loads = uses.narrow_fences_of_loads
    near = (at for warp, at in of_loads.items() if cta_of[32 * warp] == cta_of[later])
    fences = uses.narrow_fences.get(earlier >> 5), of_loads.get(later >> 5) or next(near, None)
    arrival, wait = uses.narrow_orders.get(ctas, (None, None))
    parts, statements = [], []
    for at, scope in ((arrival, ".release.cluster"), (wait, ".acquire.cluster")):
        if at is not None:
            parts.append(f"{scope} in place of the scope .cta at {{}}")
            statements.append(at)
    # Without clusters each CTA is a cluster of its own.
    is_near = _share_cluster(state, earlier, later) and state.machine.geometry.cluster_size > 1
    # Both sides may name the same statement, which is written once.
    for fence in () if parts else dict.fromkeys(fences):
        if fence is not None:
            scope = "cluster" if is_near else "gpu"
            parts.append(f"fence.acq_rel.{scope} in place of the fence at {{}}")
            statements.append(fence)
    return (", and ".join(parts), tuple(statements)) if parts else None


def _share_cluster(state: RaceState, lane: int, other: int) -> bool:
    """Return whether two lanes of the batch are in one cluster."""
    size = state.machine.geometry.cluster_size
    cta_of = state.machine.cta_of
    return bool(cta_of[lane] // size == cta_of[other] // size)
