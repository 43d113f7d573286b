"""Loads and atomic operations: each is compared with the last writes of the same words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.races import dependent_grids
from ptxpy.sim.races.epochs import ASYNC, LANE, NUMBER_SHIFT, OBJECT, STRONG, UNSET, lanes_of
from ptxpy.sim.races.faults import describe_place, make_fault, make_race
from ptxpy.sim.races.happens_before import find_unordered
from ptxpy.sim.races.in_flight_checks import check_untouched, check_written
from ptxpy.sim.races.local_memory import is_only_stored
from ptxpy.sim.races.scopes import check_orders, check_scopes
from ptxpy.sim.races.word_spans import BYTES, WordSpan, shadow_of

if TYPE_CHECKING:
    from ptxpy.sim.errors import FaultError
    from ptxpy.sim.races.shadow_memory import Shadow
    from ptxpy.sim.races.state import RaceState

__all__ = ["atomic", "check_primary", "load", "make_mbarrier_fault"]

_NEEDS_CHECK: Final = np.uint64(UNSET | ASYNC | OBJECT)
_UNSET_OR_OBJECT: Final = np.uint64(UNSET | OBJECT)
_STRONG: Final = np.uint64(STRONG)
_UNSET: Final = np.uint64(UNSET)
_OBJECT: Final = np.uint64(OBJECT)
_FOUR: Final = np.uint64(4)
_merge = np.bitwise_or.reduce


def load(state: RaceState, space: str, kind: str, count: int, index: Any, lanes: Any) -> None:
    """Check a load before it is executed."""
    if space == "local":
        unset = state.local.find_unset(kind, count, index)
        # A single byte that is only stored may be padding, which structs are copied with.
        if unset is not None and (
            int(kind[1:]) * count > 1 or not is_only_stored(state.program, state.at)
        ):
            lane, offset = unset
            state.record_unset_read(f"local memory at {offset:#x}", lane)
        return
    if space == "global" and not isinstance(index, np.ndarray):
        # All lanes load one address. If the kernel cannot write there, as in constants or read-only
        # arguments, no write conflicts.
        found = state.machine.memory.find(int(index) * int(kind[1:]))
        if found is not None and not found.writable:
            return
    span = WordSpan(state, kind, count, index, lanes)
    shadow = shadow_of(state, space, span)
    if not len(span.first):
        return
    check_primary(state, space, span, write=False)
    strong = state.at in state.accesses.strong
    stamp = np.uint64(state.log.add(state.at) << 32)
    blocks = shadow.blocks(span.first, span.words)
    # Such loads may read stale data from their cache even behind a synchronisation, so no order
    # excuses a write.
    if state.at in state.accesses.read_only:
        _check_read_only(state, shadow, span)
        return
    is_guess = state.at in state.accesses.guesses
    if shadow.is_written(blocks):
        _compare(state, shadow, span, strong=strong, is_guess=is_guess)
    if strong:
        # A strong load that has seen a write of another thread comes after it: what that thread had
        # released comes before, too.
        is_relaxed = _is_relaxed(state, shadow.written.take(span.first), span)
        state.word_clocks.acquire(shadow, span.first, span.lanes, is_relaxed=is_relaxed)
    # A later write need not be ordered after a read that expected the word to change, so this one
    # leaves no record.
    if strong or is_guess:
        return
    shadow.mark(blocks, write=False)
    new = span.own | (stamp | span.bytes)
    floor, began = state.floor(shadow), state.log.began
    for k in range(span.words):
        shadow.note_reads(span.first + k if k else span.first, new, floor, began)


def _is_relaxed(state: RaceState, held: Any, span: WordSpan) -> bool:
    """Return whether a read is relaxed; if other CTAs have written, a fence is expected then.

    Args:
        state: The state.
        held: The records of the last writes of the words.
        span: The words.
    """
    if state.clocks.wide_column is None or state.at not in state.accesses.relaxed_reads:
        return False
    cta_of, lanes = state.machine.cta_of, span.lanes
    # Records of an earlier batch may have lanes that this one lacks: they are masked below, but
    # must not be out of range here.
    others = np.minimum(lanes_of(held), state.machine.count - 1)
    is_remote = (held >> NUMBER_SHIFT).astype(np.int64) > state.log.began
    is_remote &= cta_of[others] != cta_of[lanes]
    if is_remote.any():
        state.clocks.expect_fence(np.unique(lanes[is_remote] >> 5))
    return True


def check_primary(state: RaceState, space: str, span: WordSpan, *, write: bool) -> None:
    """Report accesses that come before a wait for the grid that this one depends on."""
    if state.grids.primary is None or space != "global":
        return
    words = (span.first[:, None] + np.arange(span.words)).reshape(-1)
    dependent_grids.check(state, words, np.repeat(span.lanes, span.words), write=write)


def _check_read_only(state: RaceState, shadow: Shadow, span: WordSpan) -> None:
    """Report a load of read-only memory that the kernel has written to.

    One of memory that nothing has been written to is recorded.
    """
    for k in range(span.words):
        held = shadow.written.take(span.first + k)
        unset = (held & (span.bytes << _FOUR)) != 0
        if unset.any():
            _record_unset(state, shadow, span, int(unset.argmax()))
        bad = ((held >> NUMBER_SHIFT) != 0).nonzero()[0]
        if len(bad):
            position = int(bad[0])
            where = describe_place(state, shadow, int(span.first[position]) + k)
            writer = state.log.access(state.machine.geometry, int(held[position]))
            text = (
                f"a load by .nc or ldu from {where}, which the kernel has written to: such loads "
                "are for memory that nothing writes to while a kernel runs"
            )
            earlier = (("the write was", writer.statement),)
            missing = "ld.global without .nc at {}", (state.at,)
            lane = int(span.lanes[position])
            state.report(make_fault(state, "read-only load", text, lane, earlier, missing))
            return


def _compare(
    state: RaceState, shadow: Shadow, span: WordSpan, *, strong: bool, is_guess: bool
) -> None:
    """Compare reads with the last writes, word by word."""
    floor = state.floor(shadow)
    unset: Any = None
    for k in range(span.words):
        at = span.first + k if k else span.first
        held = shadow.written.take(at)
        if shadow.uses_in_flight and shadow.being_written.take(at).any():
            check_written(state, at, span.lanes, "read")
        # One comparison for all lanes: most loads read what was written before the last barrier.
        if _merge(held) & _NEEDS_CHECK or held.max() > floor:
            missing = _check_words(
                state, shadow, span, (at, held), strong=strong, is_guess=is_guess
            )
            unset = missing if unset is None else unset | missing
    if unset is not None and unset.any():
        _record_unset(state, shadow, span, int(np.argmax(unset)))


def _record_unset(state: RaceState, shadow: Shadow, span: WordSpan, position: int) -> None:
    where = describe_place(state, shadow, int(span.first[position]))
    state.record_unset_read(where, int(span.lanes[position]))


def _check_words(
    state: RaceState,
    shadow: Shadow,
    span: WordSpan,
    words: tuple[Any, Any],
    *,
    strong: bool,
    is_guess: bool,
) -> Any:
    """Compare reads with the last writes; return which lanes read uninitialised bytes."""
    at, held = words
    if (held & _OBJECT).any():
        state.report(make_mbarrier_fault(state, shadow, span, at, held, "read"))
    bad = find_unordered(state, held, span.own, span.lanes, span.bytes, strong=strong or is_guess)
    if len(bad):
        position = int(bad[0])
        state.report(make_race(
            state, shadow, int(at[position]), int(held[position]),
            int(span.lanes[position]), ("read", "write"),
        ))  # fmt: skip
    elif state.clocks.wide_column is not None:
        check_orders(state, shadow, span, at, held, ("read", "write"))
    if strong and state.accesses.narrow:
        check_scopes(state, shadow, span, at, held)
    if state.at in state.accesses.volatile_data and not state.lockstep:
        warps = lanes_of(held) >> 5
        near = (
            ((held & _STRONG) != 0) & (((held ^ span.own) & LANE) != 0) & (warps == span.lanes >> 5)
        )
        near &= (held & span.bytes) != 0
        # The component of a warp for itself is the time of its last `bar.warp.sync` or barrier.
        late = state.clocks.times[span.lanes >> 5, span.lanes >> 5]
        bad = (near & ((held >> NUMBER_SHIFT).astype(np.int64) > late)).nonzero()[0]
        if len(bad):
            position = int(bad[0])
            state.report(make_race(
                state, shadow, int(at[position]), int(held[position]), int(span.lanes[position]),
                ("volatile read", "write"),
            ))  # fmt: skip
    whole = span.bytes << _FOUR
    unset = held & whole
    is_unset = unset != 0
    if is_unset.any():
        is_whole = unset == whole
        if is_only_stored(state.program, state.at):
            # A word of which some bytes have been written, and that is copied, may have padding.
            return is_whole
        state.uses_partial_words |= bool((is_unset & ~is_whole).any())
    return is_unset


def make_mbarrier_fault(
    state: RaceState, shadow: Shadow, span: WordSpan, at: Any, held: Any, what: str
) -> FaultError:
    """Return the fault of a plain access to an mbarrier, given the records of its words."""
    position = int(((held & _OBJECT) != 0).argmax())
    where = describe_place(state, shadow, int(at[position]) & ~1)
    text = f"a plain {what} of an mbarrier, which only mbarrier instructions access: {where}"
    writer = state.log.access(state.machine.geometry, int(held[position]))
    earlier = (("the mbarrier was initialised", writer.statement),)
    return make_fault(state, "mbarrier", text, int(span.lanes[position]), earlier)


def atomic(
    state: RaceState,
    space: str,
    kind: str,
    index: Any,
    lanes: Any,
    returns: bool,  # noqa: FBT001
) -> None:
    """Check an atomic operation before it is executed."""
    if space == "local":
        return
    span = WordSpan(state, kind, 1, index, lanes)
    shadow = shadow_of(state, space, span)
    if not len(span.first):
        return
    check_primary(state, space, span, write=True)
    blocks = shadow.blocks(span.first, span.words)
    has_records = shadow.is_written(blocks), shadow.is_read(blocks)
    shadow.mark(blocks, write=True)
    # The writes that an atomic operation reads are acquired after it has written a record of its
    # own.
    # `red` returns nothing, so it reads nothing that it could acquire.
    before = shadow.written.take(span.first) if returns else None
    stamp = np.uint64(state.log.add(state.at) << 32 | STRONG)
    # Atomic operations are strong: two of them never race, whatever their order.
    new = span.own | (stamp | span.bytes)
    for k in range(span.words):
        at = span.first + k if k else span.first
        held = shadow.written.take(at)
        _compare_atomic(state, shadow, span, (at, held), *has_records)
        # The record replaces that of a write, since an atomic operation writes, too: later plain
        # accesses are compared with it.
        shadow.written[at] = new
        if state.accesses.narrow:
            check_scopes(state, shadow, span, at, shadow.written.take(at))
        # An operation on part of a word leaves the other bytes as uninitialised as they were.
        if span.bytes is not BYTES:
            shadow.written[at] |= held & _UNSET
    state.word_clocks.release(shadow, span.first, span.lanes, releases=state.releases)
    if returns:
        is_relaxed = _is_relaxed(state, before, span)
        state.word_clocks.acquire(shadow, span.first, span.lanes, before, is_relaxed=is_relaxed)


def _compare_atomic(
    state: RaceState,
    shadow: Shadow,
    span: WordSpan,
    words: tuple[Any, Any],
    was_written: bool,  # noqa: FBT001
    was_read: bool,  # noqa: FBT001
) -> None:
    """Compare atomic operations with the last accesses, given the records of the last writes."""
    at, held = words
    if shadow.uses_in_flight:
        check_untouched(state, at, span.lanes)
    if was_written:
        _check_order(state, shadow, span, words, "write")
    if was_read:
        _check_order(state, shadow, span, (at, shadow.read.take(at)), "read")
        if shadow.has_reads_before:
            _check_order(state, shadow, span, (at, shadow.read_before.take(at)), "read")
    if _merge(held) & _UNSET_OR_OBJECT:
        if (held & _OBJECT).any():
            state.report(make_mbarrier_fault(state, shadow, span, at, held, "write"))
        missing = (held & (span.bytes << _FOUR)) != 0
        if missing.any():
            _record_unset(state, shadow, span, int(missing.argmax()))


def _check_order(
    state: RaceState, shadow: Shadow, span: WordSpan, words: tuple[Any, Any], what: str
) -> None:
    """Report plain reads or writes that do not happen before an atomic operation."""
    at, held = words
    if held.max() <= state.floor(shadow):
        return
    if state.accesses.narrow:
        check_scopes(state, shadow, span, at, held)
    bad = find_unordered(state, held, span.own, span.lanes, span.bytes, write=True, strong=True)
    if len(bad):
        position = int(bad[0])
        state.report(make_race(
            state, shadow, int(at[position]), int(held[position]), int(span.lanes[position]),
            ("atomic operation", what),
        ))  # fmt: skip
    elif state.clocks.wide_column is not None:
        check_orders(state, shadow, span, at, held, ("atomic operation", what))
