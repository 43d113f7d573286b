"""What is missing where two accesses are not ordered: what to write, and between which lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.sim.races.epochs import ALL_BYTES, ASYNC, lane_of
from ptxpy.sim.races.vector_clocks import CLASSES

if TYPE_CHECKING:
    from ptxpy.sim.errors import Missing
    from ptxpy.sim.races.shadow_memory import Shadow
    from ptxpy.sim.races.state import RaceState

__all__ = ["FENCE", "missing_between", "missing_order"]

FENCE: Final = "fence.proxy.async; by the thread that writes"
_WARPS = "bar.warp.sync 0xffffffff;"
_CTA = "bar.sync 0;"
_CLUSTER = "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"
_COPY = (
    "a wait for the mbarrier of the copy, by this thread, or by another one and then bar.sync 0;"
)
_PRODUCT = "wgmma.wait_group.sync.aligned 0; by the warpgroup that multiplies, then bar.sync 0;"
_GRID = (
    "fence.acq_rel.gpu; and a flag that is set by st.release.gpu or atom, and awaited by "
    "ld.acquire.gpu or atom"
)
_SAME = "red, atom, or a place of its own for each thread"


def missing_between(state: RaceState, what: str, earlier: int) -> Missing:
    """Return that something is missing between a statement and the one at hand."""
    if earlier < state.at:
        return f"{what} between {{}} and {{}}", (earlier, state.at)
    if earlier > state.at:
        return f"{what} between {{}} and {{}} when it comes again", (earlier, state.at)
    return f"{what} at {{}}", (earlier,)


def missing_order(
    state: RaceState, shadow: Shadow, record: int, lane: int, *, writes: bool
) -> Missing:
    """Return what orders an access after the one of a record.

    Args:
        state: The state.
        shadow: Of the memory.
        record: That of the earlier access.
        lane: The lane of the later one.
        writes: Whether both write.
    """
    earlier = state.log.statement(record >> 32)
    if record & ASYNC:
        return missing_between(state, _COPY if record & ALL_BYTES < CLASSES else _PRODUCT, earlier)
    if writes and earlier == state.at:
        return missing_between(state, _SAME, earlier)
    return missing_between(state, _wait(state, shadow, record, lane), earlier)


def _wait(state: RaceState, shadow: Shadow, record: int, lane: int) -> str:
    """Return the instructions by which the threads of two accesses meet."""
    machine, other = state.machine, lane_of(record)
    ctas = int(machine.cta_of[lane]), int(machine.cta_of[other])
    if record >> 32 <= state.log.began:
        return _GRID
    if ctas[0] == ctas[1]:
        return _WARPS if lane >> 5 == other >> 5 else _CTA
    size = machine.geometry.cluster_size
    same = shadow.space == "shared" or (size > 1 and ctas[0] // size == ctas[1] // size)
    return _CLUSTER if same else _GRID
