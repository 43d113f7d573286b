"""Suggestions for unordered accesses: the missing instructions, and their location."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from ptxpy.sim.machine.mbarrier_words import describe_mbarrier, mbarrier_at
from ptxpy.sim.races.barrier_advice import CTA_BARRIER, barrier_of_warps
from ptxpy.sim.races.epochs import ALL_BYTES, ASYNC, NUMBER_SHIFT, OBJECT, STRONG, lane_of, lanes_of
from ptxpy.sim.races.happens_before import is_ordered
from ptxpy.sim.races.vector_clocks import ASYNC_CLASSES

if TYPE_CHECKING:
    from ptxpy.sim.errors import Missing
    from ptxpy.sim.races.shadow_memory import Shadow
    from ptxpy.sim.races.state import RaceState

__all__ = [
    "COMMIT_WAIT",
    "ELECTED",
    "FENCE",
    "INIT_FENCE",
    "READ_FENCE",
    "are_at_once",
    "barrier_between",
    "missing_arrival",
    "missing_between",
    "missing_order",
]

FENCE: Final = "fence.proxy.async; by the thread that writes"
READ_FENCE: Final = "fence.proxy.async; by the thread that reads"
INIT_FENCE: Final = "fence.mbarrier_init.release.cluster;"
ELECTED: Final = (
    "a branch that lets one thread of the warp copy, such as that of elect.sync, around {}"
)
_LANES: Final = 32
_CLUSTER_FENCE = "fence.acq_rel.cluster;"
_WARP_BARRIER = "bar.warp.sync 0xffffffff;"
_CLUSTER_BARRIER = "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"
_COPY_WAIT = (
    "a wait for the mbarrier of the copy, by this thread, or by another one and then bar.sync 0;"
)
_WGMMA_WAIT = "wgmma.wait_group.sync.aligned {};"
COMMIT_WAIT: Final = (
    "a wait for the mbarrier of a tcgen05.commit of the issuing thread, by this thread, or by "
    "another one and then bar.sync 0;"
)
_GRID_ORDER = (
    "fence.acq_rel.gpu; and a flag that is set by st.release.gpu or atom, and awaited by "
    "ld.acquire.gpu or atom"
)
_NO_CONFLICT = "red, atom, or a place of its own for each thread"


def are_at_once(state: RaceState, since: int) -> bool:
    """Return whether an access was made by the execution of the current statement, as this one is.

    `since` is its time. Then lanes of a warp do together the work of a single lane.
    """
    times = range(since, state.log.now + 1)
    return len(times) <= _LANES and all(state.log.statement(each) == state.at for each in times)


def missing_between(state: RaceState, what: str, earlier: int) -> Missing:
    """Return a suggestion: `what` is missing between a statement and the current one."""
    if earlier < state.at:
        return f"{what} between {{}} and {{}}", (earlier, state.at)
    # An earlier access at a later statement was made by the iteration of a loop before this one.
    if earlier > state.at:
        return f"{what} between {{}} and {{}} when it comes again", (earlier, state.at)
    return f"{what} at {{}}", (earlier,)


def missing_order(
    state: RaceState,
    shadow: Shadow,
    record: int,
    lane: int,
    *,
    writes: bool,
    fence: str = _CLUSTER_FENCE,
) -> Missing:
    """Return a suggestion: instructions that order an access after the access of a record.

    Args:
        state: The state.
        shadow: The shadow memory.
        record: The record of the earlier access.
        lane: The lane of the later access.
        writes: Whether both accesses write.
        fence: An instruction that lets a relaxed arrival at the barrier of a cluster pass the order
            on.
    """
    earlier = state.log.statement(record >> 32)
    # No barrier orders an asynchronous access: only a wait for its completion does.
    if record & ASYNC:
        if record & ALL_BYTES < ASYNC_CLASSES:
            if lane_of(record) >> 5 == lane >> 5 and writes:
                if lane_of(record) != lane and are_at_once(state, record >> 32):
                    return ELECTED, (state.at,)
                return _missing_release(state, lane)
            return missing_between(state, _COPY_WAIT, earlier)
        if state.machine.uses_tensor_memory:
            return missing_between(state, COMMIT_WAIT, earlier)
        return _missing_wgmma_wait(state, record, lane)
    # Mostly threads store to one address by the same execution of a statement: no barrier fits in
    # between.
    if writes and earlier == state.at:
        return missing_between(state, _NO_CONFLICT, earlier)
    # A plain store behind the `atom.cas` or `atom.exch` of the record probably frees a lock that
    # others have tried to take.
    accesses = state.accesses
    is_tried = record & STRONG and earlier in accesses.swaps and record >> 32 > state.log.began
    if is_tried and earlier < state.at and state.at in accesses.plain_stores:
        return f"st.release.{_scope(state, shadow, record, lane)} in place of st at {{}}", (
            state.at,
        )
    warps = lane_of(record) >> 5, lane >> 5
    # The threads do meet at a barrier, but the arrival is relaxed: a fence in front of it is
    # missing, not another barrier.
    arrival = state.uses.relaxed_arrival(*warps, record >> 32) if warps[0] != warps[1] else None
    if arrival is not None and record >> 32 > state.log.began:
        return f"{fence} by the earlier thread, between {{}} and {{}}", (earlier, arrival)
    return missing_between(state, _synchronisation(state, shadow, record, lane), earlier)


def _missing_release(state: RaceState, lane: int) -> Missing:
    """Return a suggestion: a copy waits for the readers of an earlier copy."""
    word = state.uses.releases_for(lane >> 5)
    what = "an mbarrier at which those arrive who read what the earlier copy wrote,"
    if word is not None:
        what = f"the mbarrier {describe_mbarrier(state.machine, word)}, at which others arrive,"
    return f"a wait for {what} by this thread before {{}}", (state.at,)


def _missing_wgmma_wait(state: RaceState, record: int, lane: int) -> Missing:
    """Return a suggestion: a product is complete before another warp uses its operands."""
    first, later, time = lane_of(record) >> 5, lane >> 5, record >> 32
    warps = range(first, first + 4)
    wait = _WGMMA_WAIT.format(state.wgmmas.pending(time, first))
    if later in warps:
        return missing_between(state, wait, state.log.statement(time))
    for warp in warps:
        word = state.uses.mbarrier(warp, later)
        if word is None:
            continue
        # The warp does arrive at an mbarrier for which the other one waits, but too early.
        arrival = state.log.statement(state.uses.arrived_at(warp, word))
        name = describe_mbarrier(state.machine, word)
        # Only the last arrival is known. The one that gave the stage back may be an earlier one,
        # behind which fewer groups are in flight.
        wait = _WGMMA_WAIT.format(0)
        what = f"{wait} before the arrival at the mbarrier {name} at {{}}, by that warp"
        return what, (arrival,)
    began = state.log.statement(time)
    if is_ordered(state, record, lane_of(record)):
        # The warp has waited for the product, and nothing tells the other one.
        return _missing_release_elsewhere(state, record, lane)
    barrier = barrier_between(state, lane_of(record), lane, (began, state.at))
    return missing_between(state, f"{wait} and then {barrier}", began)


def _missing_release_elsewhere(state: RaceState, record: int, lane: int) -> Missing:
    """Return a suggestion: a stage is given back to the CTA whose copy overwrites it, too."""
    machine, uses = state.machine, state.uses
    first, began = lane_of(record) >> 5, state.log.statement(record >> 32)
    own, other = (int(machine.cta_of[each]) for each in (lane_of(record), lane))
    distance = (other - own) * (machine.shared_stride // 8)
    for warp in range(first, first + 4):
        for word in uses.arrivals_of(warp) if own != other else ():
            # The copy waits for the mbarrier of its own CTA at the same place.
            if not uses.waited_at(lane >> 5, word + distance):
                continue
            count = mbarrier_at(machine, word).expected
            init = state.log.statement(int(state.shared_shadow.written[2 * word]) >> 32)
            name = describe_mbarrier(machine, word + distance)
            what = (
                f"an arrival at the mbarrier {name}, too, at {{}} (mapa, and "
                "mbarrier.arrive.release.cluster.shared::cluster), with a count of "
                f"{2 * count} in place of {count} at {{}} if each of the two arrives for both"
            )
            return what, (state.log.statement(uses.arrived_at(warp, word)), init)
    barrier = barrier_between(state, lane_of(record), lane, (began, state.at))
    return missing_between(state, f"{barrier} behind the wgmma.wait_group", began)


def _scope(state: RaceState, shadow: Shadow, record: int, lane: int) -> str:
    """Return the scope of a word that the threads of two accesses share, and perhaps others do."""
    if shadow.space == "global":
        return "gpu"
    cta_of = state.machine.cta_of
    return "cta" if cta_of[lane] == cta_of[lane_of(record)] else "cluster"


def _synchronisation(state: RaceState, shadow: Shadow, record: int, lane: int) -> str:
    """Return the instructions that synchronise the threads of two accesses."""
    machine, other = state.machine, lane_of(record)
    ctas = int(machine.cta_of[lane]), int(machine.cta_of[other])
    # An access of an earlier batch: its CTA may run at any time on a device, so no barrier reaches
    # it.
    if record >> 32 <= state.log.began:
        return _GRID_ORDER
    size = machine.geometry.cluster_size
    same = shadow.space == "shared" or (size > 1 and ctas[0] // size == ctas[1] // size)
    # There is no barrier across CTAs of different clusters.
    if not same and ctas[0] != ctas[1]:
        return _GRID_ORDER
    # All warps use an mbarrier, so that a barrier of this one alone would not do.
    if record & OBJECT and other >> 5 == lane >> 5:
        return CTA_BARRIER
    if other >> 5 == lane >> 5:
        # One thread copies words that all warps have written, or will read: a barrier of its warp
        # would leave the next accesses of the other warps unordered.
        here = (shadow.written == record) | (shadow.read == record)
        others = np.concatenate([shadow.written[here], shadow.read[here]])
        others = others[others >> NUMBER_SHIFT != 0]
        if (lanes_of(others) >> 5 != other >> 5).any():
            return CTA_BARRIER
    return barrier_between(state, other, lane, (state.log.statement(record >> 32), state.at))


def missing_arrival(
    state: RaceState, word: int, wait: tuple[int, int], end: tuple[int, int]
) -> Missing:
    """Return a suggestion: how to order the end of a phase after a wait for the one before.

    Args:
        state: The state.
        word: The mbarrier.
        wait: The statement that waits, and its lane.
        end: The statement that ends the next phase, and the lane that has executed it.
    """
    (waits, lane), (ends, other) = wait, end
    awaited = state.uses.awaited(other >> 5, word)
    if awaited is None:
        return (
            f"{barrier_between(state, lane, other, (waits, ends))} between {{}} and {{}}",
            (waits, ends),
        )
    name = describe_mbarrier(state.machine, awaited)
    what = f"an arrival at the mbarrier {name} by a thread of this warp after {{}}"
    if state.uses.arrives(lane >> 5, awaited):
        return what, (waits,)
    # The last write of the words of an mbarrier is its `mbarrier.init`: its count has to grow by
    # one for the arrival that is suggested. A 64-bit mbarrier is two shadow words.
    init = state.log.statement(int(state.shared_shadow.written[2 * awaited]) >> 32)
    count = mbarrier_at(state.machine, awaited).expected + 1
    what += (
        f", with a count of {count} at {{}}; or, where it arrives at another mbarrier already, "
        "a wait for that one before {}"
    )
    return what, (waits, init, ends)


def barrier_between(state: RaceState, earlier: int, later: int, statements: tuple[int, int]) -> str:
    """Return the barrier that orders two lanes of a cluster, and the mbarrier if they have one.

    Args:
        state: The state.
        earlier: The lane of the access that is to come first.
        later: The lane of the other one.
        statements: The ordinals of the accesses.
    """
    machine = state.machine
    if earlier >> 5 == later >> 5:
        return _WARP_BARRIER
    same = int(machine.cta_of[earlier]) == int(machine.cta_of[later])
    warps = earlier >> 5, later >> 5
    barrier = barrier_of_warps(state, statements, warps) if same else _CLUSTER_BARRIER
    word = state.uses.mbarrier(earlier >> 5, later >> 5)
    if word is not None:
        name = describe_mbarrier(machine, word)
        return f"an arrival at the mbarrier {name} and a wait for it, or {barrier}"
    return barrier
