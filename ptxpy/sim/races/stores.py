"""Stores: each is compared with the last accesses to the same words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from ptxpy.sim.races.epochs import (
    ALL_BYTES,
    ASYNC,
    LANE,
    LANE_SHIFT,
    MULTIPLE,
    OBJECT,
    STRONG,
    UNSET,
)
from ptxpy.sim.races.faults import RACE, describe_place, make_fault, make_race, show_value
from ptxpy.sim.races.happens_before import unordered
from ptxpy.sim.races.in_flight_checks import check_used
from ptxpy.sim.races.loads import mbarrier_accessed
from ptxpy.sim.races.scopes import check_scopes
from ptxpy.sim.races.shadow_memory import WORD
from ptxpy.sim.races.word_spans import BYTES, WordSpan, shadow_of

if TYPE_CHECKING:
    from ptxpy.sim.races.shadow_memory import Shadow
    from ptxpy.sim.races.state import RaceState

__all__ = ["check_overwritten", "overwrite", "overwrite_bytes", "store"]

_NOTHING: Final = np.zeros(1, np.uint64)
_CARE: Final = np.uint64(ASYNC | OBJECT)
_UNSET: Final = np.uint64(UNSET)
_OBJECT: Final = np.uint64(OBJECT)
_FOUR: Final = np.uint64(4)
_merge = np.bitwise_or.reduce


def store(
    state: RaceState,
    space: str,
    kind: str,
    elements: Any,
    index: Any,
    values: tuple[Any, ...],
    lanes: Any,
) -> None:
    """Look at a store, and do it."""
    span = WordSpan(state, kind, len(values), index, lanes)
    place_of = np.broadcast_to(index, span.lanes.shape)
    values = tuple([np.broadcast_to(value, span.lanes.shape) for value in values])
    if space == "local" or not len(span.lanes):
        state.local.store(kind, len(values), index)
        _put(elements, place_of, values)
        return
    shadow = shadow_of(state, space, span)
    written = _Values(elements, place_of, values)
    if state.at in state.accesses.strong:
        _record(state, shadow, span, written, strong=True)
        _put(elements, place_of, values)
        state.word_clocks.release(shadow, span.first, span.lanes, releases=state.releases)
        return
    losers = _record(state, shadow, span, written, strong=False)
    _put(elements, place_of, values)
    if losers is not None:
        _compare_lanes(state, shadow, span, losers, written)


class _Values(NamedTuple):
    """What lanes write, and where."""

    elements: Any
    """All of the memory, as elements."""
    index: Any
    """The index of the first element that each lane writes to."""
    values: tuple[Any, ...]


def _record(
    state: RaceState, shadow: Shadow, span: WordSpan, values: _Values, *, strong: bool
) -> Any:
    """Compare a store with earlier accesses, and record it.

    Return the positions of lanes that others have written to the same words; None for none.
    """
    stamp = np.uint64(state.log.add(state.at) << 32 | (STRONG if strong else 0))
    new = span.own | (stamp | span.bytes)
    blocks = shadow.blocks(span.first, span.words)
    was_written, was_read = shadow.is_written(blocks), shadow.is_read(blocks)
    shadow.note(blocks, write=True)
    floor = state.floor(shadow)
    distinct = _distinct(state, span)
    losers: Any = None
    for k in range(span.words):
        at = span.first + k if k else span.first
        if shadow.uses_in_flight:
            check_used(state, at, span.lanes)
        held = shadow.written.take(at) if was_written else _NOTHING
        read = shadow.read.take(at) if was_read else _NOTHING
        many = None
        merged = _merge(held)
        if merged & _CARE or held.max() > floor or read.max() > floor:
            if merged & _OBJECT:
                state.report(mbarrier_accessed(state, shadow, span, at, held, "write"))
            if strong and k < 1 and state.accesses.narrow:
                check_scopes(state, shadow, span, at, held)
            many = _compare(state, shadow, span, k, (held, read), values, strong=strong)
        shadow.written[at] = new
        if not distinct:
            lost = _beaten(shadow, span, at, new)
            if len(lost):
                losers = lost if losers is None else np.union1d(losers, lost)
                shadow.written[at[lost]] |= np.uint64(MULTIPLE)
        _settle(shadow, span, at, many, held, merged)
    return losers


def _distinct(state: RaceState, span: WordSpan) -> bool:
    """Return whether all lanes surely access different words."""
    found, state.addresses = state.addresses, None
    if span.bytes is not BYTES:
        return False
    first = span.first
    if found is not None and found.array.size == len(first):
        return found.gap >= WORD * span.words
    if first[-1] - first[0] < len(first) - 1:
        return False
    return bool((first[1:] - first[:-1] >= span.words).all())


def _beaten(shadow: Shadow, span: WordSpan, at: Any, new: Any) -> Any:
    """Return the positions of lanes after which others have written to the same word."""
    now = shadow.written.take(at)
    beaten = ((now ^ new) & LANE) != 0
    if span.bytes is not BYTES:
        beaten &= (now & span.bytes) != 0
    return beaten.nonzero()[0]


def _settle(shadow: Shadow, span: WordSpan, at: Any, many: Any, held: Any, merged: Any) -> None:
    """Complete the records of a store: what others have written, too, and bytes without a value."""
    if many is not None:
        shadow.written[at[many]] |= np.uint64(MULTIPLE)
    if span.bytes is not BYTES and merged & _UNSET:
        shadow.written[at] |= held & _UNSET
        np.bitwise_and.at(shadow.written, at, ~(span.bytes << _FOUR))


def _put(elements: Any, index: Any, values: tuple[Any, ...]) -> None:
    for k, value in enumerate(values):
        elements[index + k if k else index] = value


def _compare(
    state: RaceState,
    shadow: Shadow,
    span: WordSpan,
    k: int,
    records: tuple[Any, Any],
    written: _Values,
    *,
    strong: bool,
) -> Any:
    """Compare writes with the last writes and reads; return where others wrote the same value."""
    elements, index, values = written
    many: Any = None
    for number, (held, what) in enumerate(zip(records, ("write", "read"), strict=True)):
        if held is _NOTHING:
            continue
        bad = unordered(state, held, span.own, span.lanes, span.bytes, write=True, strong=strong)
        if not len(bad):
            continue
        element = min(k * WORD // elements.itemsize, len(values) - 1)
        before, after = elements[index[bad] + element], values[element][bad]
        differs = _differ(before, after)
        for more in range(element + 1, element + max(1, WORD // elements.itemsize)):
            if more < len(values):
                differs |= _differ(elements[index[bad] + more], values[more][bad])
        worst = bad[differs]
        if len(worst):
            position = int(worst[0])
            nth = int(differs.argmax())
            told = f" of {show_value(after[nth])} where {show_value(before[nth])} is"
            word = int(span.first[position]) + k
            state.report(make_race(
                state, shadow, word, int(held[position]), int(span.lanes[position]),
                ("write", what), told,
            ))  # fmt: skip
        if not number:
            many = bad
    return many


def _differ(held: Any, value: Any) -> Any:
    """Return where values have other bits than what is there."""
    words = f"u{min(8, held.itemsize)}"
    bits = [np.ascontiguousarray(each, held.dtype).view(words) for each in (held, value)]
    found = bits[0] != bits[1]
    return found if len(found) == len(held) else found.reshape(len(held), -1).any(axis=1)


def _compare_lanes(
    state: RaceState,
    shadow: Shadow,
    span: WordSpan,
    losers: Any,
    written: _Values,
) -> None:
    """Report where lanes write different values to the same place with one instruction."""
    elements, index, values = written
    for k, value in enumerate(values):
        held, wanted = elements[index[losers] + k], value[losers]
        differs = _differ(held, wanted)
        if differs.any():
            position = int(losers[int(differs.argmax())])
            word = int(span.first[position]) + k * elements.itemsize // WORD
            record = int(shadow.written[word])
            lane = int(span.lanes[position])
            mine, theirs = show_value(wanted[differs][0]), show_value(held[differs][0])
            other = state.log.access(state.machine, record)
            where = describe_place(state, shadow, word)
            text = (
                f"data race in {where}: a write of {mine}, and of {theirs} "
                f"by {other.thread} with the same instruction"
            )
            missing = "red, atom, or a place of its own for each thread at {}", (state.at,)
            state.report(make_fault(state, RACE, text, lane, missing=missing))
            return


def overwrite(state: RaceState, kind: str, index: Any, lanes: Any) -> None:
    """Look at a store to shared memory before it is done, whatever it writes."""
    span = WordSpan(state, kind, 1, index, lanes)
    words = span.first[:, None] + np.arange(span.words)
    check_overwritten(state, words, span.lanes)
    number = state.log.add(state.at)
    state.shared_shadow.written[words] = (span.own | np.uint64(number << 32 | ALL_BYTES))[:, None]


def overwrite_bytes(state: RaceState, lane: int, begin: int, size: int) -> None:
    """Look at a store of a lane to many bytes of shared memory before it is done."""
    words = np.arange(begin // WORD, (begin + size) // WORD)
    check_overwritten(state, words[None], np.full(1, lane))
    number = state.log.add(state.at)
    record = np.uint64(number << 32 | lane << 12 | ALL_BYTES)
    state.shared_shadow.written[words] = record


def check_overwritten(state: RaceState, words: Any, lanes: Any) -> None:
    """Raise `FaultError` where writes conflict with earlier accesses.

    Args:
        state: The state.
        words: The words of shared memory that are written to, [lane, word].
        lanes: The lanes.
    """
    shadow = state.shared_shadow
    count = words.shape[1]
    at, lanes = words.reshape(-1), np.repeat(lanes, count)
    if shadow.uses_in_flight:
        check_used(state, at, lanes)
    own: Any = None
    floor = state.floor(shadow)
    for records, what in ((shadow.written, "write"), (shadow.read, "read")):
        held = records.take(at)
        merged = _merge(held)
        if what == "write" and merged & _OBJECT:
            position = int(((held & _OBJECT) != 0).argmax())
            where = describe_place(state, shadow, int(at[position]) & ~1)
            text = f"a write to {where}, where an mbarrier is"
            state.report(make_fault(state, "mbarrier", text, int(lanes[position])))
        if not merged & _CARE and held.max() <= floor:
            continue
        if own is None:
            own = lanes.astype(np.uint64) << LANE_SHIFT
        bad = unordered(state, held, own, lanes, write=True)
        if len(bad):
            position = int(bad[0])
            state.report(make_race(
                state, shadow, int(at[position]), int(held[position]), int(lanes[position]),
                ("write", what),
            ))  # fmt: skip
