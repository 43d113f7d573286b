"""Loads and atomic operations: each is compared with the last writes to the same words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.races.epochs import ASYNC, LANE, NUMBER_SHIFT, OBJECT, STRONG, UNSET, lanes_of
from ptxpy.sim.races.faults import describe_place, make_fault, make_race
from ptxpy.sim.races.happens_before import unordered
from ptxpy.sim.races.in_flight_checks import check_used, check_written
from ptxpy.sim.races.local_memory import only_stored
from ptxpy.sim.races.scopes import check_scopes
from ptxpy.sim.races.word_spans import BYTES, WordSpan, shadow_of

if TYPE_CHECKING:
    from ptxpy.sim.errors import FaultError
    from ptxpy.sim.races.shadow_memory import Shadow
    from ptxpy.sim.races.state import RaceState

__all__ = ["atomic", "load", "mbarrier_accessed"]

_LOOK: Final = np.uint64(UNSET | ASYNC | OBJECT)
_CARE: Final = np.uint64(UNSET | OBJECT)
_STRONG: Final = np.uint64(STRONG)
_UNSET: Final = np.uint64(UNSET)
_OBJECT: Final = np.uint64(OBJECT)
_FOUR: Final = np.uint64(4)
_merge = np.bitwise_or.reduce


def load(state: RaceState, space: str, kind: str, count: int, index: Any, lanes: Any) -> None:
    """Look at a load before it is done."""
    if space == "local":
        _check_local(state, kind, count, index)
        return
    if space == "global" and not isinstance(index, np.ndarray):
        found = state.machine.memory.find(int(index) * int(kind[1:]))
        if found is not None and not found.writable:
            return
    span = WordSpan(state, kind, count, index, lanes)
    shadow = shadow_of(state, space, span)
    if not len(span.first):
        return
    strong = state.at in state.accesses.strong
    stamp = np.uint64(state.log.add(state.at) << 32)
    blocks = shadow.blocks(span.first, span.words)
    if state.at in state.accesses.read_only:
        _read_only(state, shadow, span)
        return
    guessed = state.at in state.accesses.guesses
    if shadow.is_written(blocks):
        _compare(state, shadow, span, strong=strong, guessed=guessed)
    if strong:
        state.word_clocks.acquire(shadow, span.first, span.lanes)
    if strong or guessed:
        return
    shadow.note(blocks, write=False)
    new = span.own | (stamp | span.bytes)
    for k in range(span.words):
        shadow.read[span.first + k if k else span.first] = new


def _check_local(state: RaceState, kind: str, count: int, index: Any) -> None:
    """Record a load of local memory that nothing has been written to."""
    unset = state.local.unset(kind, count, index)
    if unset is None:
        return
    if int(kind[1:]) * count > 1 or not only_stored(state.program, state.at):
        lane, offset = unset
        state.unset(f"local memory at {offset:#x}", lane)


def _read_only(state: RaceState, shadow: Shadow, span: WordSpan) -> None:
    """Report a load of what is not written to while the kernel runs, if it is."""
    for k in range(span.words):
        held = shadow.written.take(span.first + k)
        bad = ((held >> NUMBER_SHIFT) != 0).nonzero()[0]
        if len(bad):
            position = int(bad[0])
            where = describe_place(state, shadow, int(span.first[position]) + k)
            made = state.log.access(state.machine, int(held[position]))
            text = (
                f"a load by .nc or ldu from {where}, which the kernel has written to: such loads "
                "are for memory that nothing writes to while a kernel runs"
            )
            earlier = (("the write was", made.statement),)
            missing = "ld.global without .nc at {}", (state.at,)
            lane = int(span.lanes[position])
            state.report(make_fault(state, "read-only load", text, lane, earlier, missing))
            return


def _compare(
    state: RaceState, shadow: Shadow, span: WordSpan, *, strong: bool, guessed: bool
) -> None:
    """Compare reads with the last writes, word by word."""
    floor = state.floor(shadow)
    unset: Any = None
    for k in range(span.words):
        at = span.first + k if k else span.first
        held = shadow.written.take(at)
        if shadow.uses_in_flight and shadow.being_written.take(at).any():
            check_written(state, at, span.lanes, "read")
        if _merge(held) & _LOOK or held.max() > floor:
            missing = _look(state, shadow, span, (at, held), strong=strong, guessed=guessed)
            unset = missing if unset is None else unset | missing
    if unset is not None and unset.any():
        _uninitialised(state, shadow, span, int(np.argmax(unset)))


def _uninitialised(state: RaceState, shadow: Shadow, span: WordSpan, position: int) -> None:
    where = describe_place(state, shadow, int(span.first[position]))
    state.unset(where, int(span.lanes[position]))


def _look(
    state: RaceState,
    shadow: Shadow,
    span: WordSpan,
    words: tuple[Any, Any],
    *,
    strong: bool,
    guessed: bool,
) -> Any:
    """Compare reads with the last writes; return which lanes read what nobody has written."""
    at, held = words
    if (held & _OBJECT).any():
        state.report(mbarrier_accessed(state, shadow, span, at, held, "read"))
    bad = unordered(state, held, span.own, span.lanes, span.bytes, strong=strong or guessed)
    if len(bad):
        position = int(bad[0])
        state.report(make_race(
            state, shadow, int(at[position]), int(held[position]),
            int(span.lanes[position]), ("read", "write"),
        ))  # fmt: skip
    if strong and state.accesses.narrow:
        check_scopes(state, shadow, span, at, held)
    if state.at in state.accesses.unwatched and not state.lockstep:
        _check_warps(state, shadow, span, at, held)
    return (held & (span.bytes << _FOUR)) != 0


def _check_warps(state: RaceState, shadow: Shadow, span: WordSpan, at: Any, held: Any) -> None:
    """Report volatile reads of what another lane of the warp writes, if they have not met."""
    warps = lanes_of(held) >> 5
    near = ((held & _STRONG) != 0) & (((held ^ span.own) & LANE) != 0) & (warps == span.lanes >> 5)
    near &= (held & span.bytes) != 0
    late = state.clocks.times[span.lanes >> 5, span.lanes >> 5]
    bad = (near & ((held >> NUMBER_SHIFT).astype(np.int64) > late)).nonzero()[0]
    if len(bad):
        position = int(bad[0])
        state.report(make_race(
            state, shadow, int(at[position]), int(held[position]), int(span.lanes[position]),
            ("volatile read", "write"),
        ))  # fmt: skip


def mbarrier_accessed(
    state: RaceState, shadow: Shadow, span: WordSpan, at: Any, held: Any, what: str
) -> FaultError:
    """Return the fault of a plain access to an mbarrier, given the records of its words."""
    position = int(((held & _OBJECT) != 0).argmax())
    where = describe_place(state, shadow, int(at[position]) & ~1)
    text = f"a plain {what} of an mbarrier, which only mbarrier instructions access: {where}"
    made = state.log.access(state.machine, int(held[position]))
    earlier = (("the mbarrier was initialised", made.statement),)
    return make_fault(state, "mbarrier", text, int(span.lanes[position]), earlier)


def atomic(
    state: RaceState,
    space: str,
    kind: str,
    index: Any,
    lanes: Any,
    wanted: bool,  # noqa: FBT001
) -> None:
    """Look at an atomic operation before it is done."""
    if space == "local":
        return
    span = WordSpan(state, kind, 1, index, lanes)
    shadow = shadow_of(state, space, span)
    if not len(span.first):
        return
    blocks = shadow.blocks(span.first, span.words)
    known = shadow.is_written(blocks), shadow.is_read(blocks)
    shadow.note(blocks, write=True)
    before = shadow.written.take(span.first) if wanted else None
    stamp = np.uint64(state.log.add(state.at) << 32 | STRONG)
    new = span.own | (stamp | span.bytes)
    for k in range(span.words):
        at = span.first + k if k else span.first
        held = shadow.written.take(at)
        _compare_atomic(state, shadow, span, (at, held), *known)
        shadow.written[at] = new
        if state.accesses.narrow:
            check_scopes(state, shadow, span, at, shadow.written.take(at))
        if span.bytes is not BYTES:
            shadow.written[at] |= held & _UNSET
    state.word_clocks.release(shadow, span.first, span.lanes, releases=state.releases)
    if wanted:
        state.word_clocks.acquire(shadow, span.first, span.lanes, before)


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
        check_used(state, at, span.lanes)
    if was_written:
        _unordered(state, shadow, span, words, "write")
    if was_read:
        _unordered(state, shadow, span, (at, shadow.read.take(at)), "read")
    if _merge(held) & _CARE:
        _look_closely(state, shadow, span, words)


def _look_closely(state: RaceState, shadow: Shadow, span: WordSpan, words: tuple[Any, Any]) -> None:
    """Report atomic operations on mbarriers, and record those on what has no value."""
    at, held = words
    if (held & _OBJECT).any():
        state.report(mbarrier_accessed(state, shadow, span, at, held, "write"))
    missing = (held & (span.bytes << _FOUR)) != 0
    if missing.any():
        _uninitialised(state, shadow, span, int(missing.argmax()))


def _unordered(
    state: RaceState, shadow: Shadow, span: WordSpan, words: tuple[Any, Any], what: str
) -> None:
    """Report where nothing orders an atomic operation after plain reads or writes."""
    at, held = words
    if held.max() <= state.floor(shadow):
        return
    if state.accesses.narrow:
        check_scopes(state, shadow, span, at, held)
    bad = unordered(state, held, span.own, span.lanes, span.bytes, write=True, strong=True)
    if len(bad):
        position = int(bad[0])
        state.report(make_race(
            state, shadow, int(at[position]), int(held[position]), int(span.lanes[position]),
            ("atomic operation", what),
        ))  # fmt: skip
