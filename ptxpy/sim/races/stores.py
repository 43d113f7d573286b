"""Stores: each is compared with the last accesses to its words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.sim.races.epochs import (
    ALL_BYTES,
    ASYNC,
    LANE,
    LANE_SHIFT,
    MULTIPLE,
    OBJECT,
    SEVERAL_WARPS,
    STRONG,
    UNSET,
    lanes_of,
)
from ptxpy.sim.races.faults import RACE, describe_place, format_value, make_fault, make_race
from ptxpy.sim.races.happens_before import find_unordered
from ptxpy.sim.races.in_flight_checks import check_untouched
from ptxpy.sim.races.loads import check_primary, make_mbarrier_fault
from ptxpy.sim.races.scopes import check_orders, check_scopes
from ptxpy.sim.races.shadow_memory import WORD
from ptxpy.sim.races.word_spans import BYTES, WordSpan, shadow_of

if TYPE_CHECKING:
    from ptxpy.sim.races.shadow_memory import Shadow
    from ptxpy.sim.races.state import RaceState

__all__ = ["check_writes", "record_fill", "record_store", "store"]

_NO_RECORDS: Final = np.zeros(1, np.uint64)
_NEEDS_CHECK: Final = np.uint64(ASYNC | OBJECT)
_UNSET: Final = np.uint64(UNSET)
_OBJECT: Final = np.uint64(OBJECT)
_MULTIPLE: Final = np.uint64(MULTIPLE)
_SEVERAL_WARPS: Final = np.uint64(SEVERAL_WARPS)
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
    """Check a store, and execute it."""
    span = WordSpan(state, kind, len(values), index, lanes)
    indices = np.broadcast_to(index, span.lanes.shape)
    values = tuple([np.broadcast_to(value, span.lanes.shape) for value in values])
    if space == "local" or not len(span.lanes):
        state.local.store(kind, len(values), index)
        _write_elements(elements, indices, values)
        return
    shadow = shadow_of(state, space, span)
    written = _Values(elements, indices, values)
    check_primary(state, space, span, write=True)
    if state.at in state.accesses.strong:
        _record(state, shadow, span, written, strong=True)
        _write_elements(elements, indices, values)
        # The clock is released behind the record: an acquire compares its time with that of the
        # last write.
        state.word_clocks.release(shadow, span.first, span.lanes, releases=state.releases)
        return
    overwritten = _record(state, shadow, span, written, strong=False)
    _write_elements(elements, indices, values)
    if overwritten is not None:
        _compare_lanes(state, shadow, span, overwritten, written)


class _Values(NamedTuple):
    """The values that lanes store, and their indices."""

    elements: Any
    """The whole memory, as elements."""
    index: Any
    """The index of the first element that each lane writes to."""
    values: tuple[Any, ...]


def _record(
    state: RaceState, shadow: Shadow, span: WordSpan, values: _Values, *, strong: bool
) -> Any:
    """Compare a store with earlier accesses, and record it.

    Return the positions of lanes whose words other lanes have overwritten; None if there are none.
    """
    stamp = np.uint64(state.log.add(state.at) << 32 | (STRONG if strong else 0))
    new = span.own | (stamp | span.bytes)
    blocks = shadow.blocks(span.first, span.words)
    was_written, was_read = shadow.is_written(blocks), shadow.is_read(blocks)
    # The flags from before are kept above: without earlier records in its blocks, a store needs no
    # look-up at all.
    shadow.mark(blocks, write=True)
    floor = state.floor(shadow)
    distinct = _are_distinct(state, span)
    overwritten: Any = None
    for k in range(span.words):
        at = span.first + k if k else span.first
        if shadow.uses_in_flight:
            check_untouched(state, at, span.lanes)
        held = shadow.written.take(at) if was_written else _NO_RECORDS
        read = shadow.read.take(at) if was_read else _NO_RECORDS
        has_others = was_read and shadow.has_reads_before
        other_read = shadow.read_before.take(at) if has_others else _NO_RECORDS
        many = None
        merged = _merge(held)
        # Records up to the floor happen before the next access of every lane, and need no look.
        latest = max(held.max(), read.max(), other_read.max())
        if merged & _NEEDS_CHECK or latest > floor:
            if merged & _OBJECT:
                state.report(make_mbarrier_fault(state, shadow, span, at, held, "write"))
            if strong and k < 1 and state.accesses.narrow:
                check_scopes(state, shadow, span, at, held)
            records = (held, read, other_read)
            many = _compare(state, shadow, span, k, records, values, strong=strong)
        shadow.written[at] = new
        if not distinct:
            # Of lanes that write to the same word, only the last one's record is there now.
            now = shadow.written.take(at)
            is_overwritten = ((now ^ new) & LANE) != 0
            if span.bytes is not BYTES:
                is_overwritten &= (now & span.bytes) != 0
            lost = is_overwritten.nonzero()[0]
            if len(lost):
                overwritten = lost if overwritten is None else np.union1d(overwritten, lost)
                flags = _flags_of_several(now[lost], span.lanes[lost])
                np.bitwise_or.at(shadow.written, at[lost], flags)
        if many is not None:
            flags = _flags_of_several(held[many], span.lanes[many])
            np.bitwise_or.at(shadow.written, at[many], flags)
        # A store of part of a word leaves the other bytes as uninitialised as they were.
        if span.bytes is not BYTES and merged & _UNSET:
            shadow.written[at] |= held & _UNSET
            np.bitwise_and.at(shadow.written, at, ~(span.bytes << _FOUR))
    return overwritten


def _flags_of_several(records: Any, lanes: Any) -> Any:
    """Return the flags of words that lanes write with the value that the lanes of records have."""
    is_wide = (lanes_of(records) >> 5 != lanes >> 5) | ((records & _SEVERAL_WARPS) != 0)
    return np.where(is_wide, _MULTIPLE | _SEVERAL_WARPS, _MULTIPLE)


def _are_distinct(state: RaceState, span: WordSpan) -> bool:
    """Return whether all lanes certainly access different words."""
    # The hint is for this store only.
    found, state.addresses = state.addresses, None
    # Narrow elements share words, so lanes with different addresses may have the same word.
    if span.bytes is not BYTES:
        return False
    first = span.first
    if found is not None and found.array.size == len(first):
        return found.gap >= WORD * span.words
    # Too narrow a range for distinct words: no need to look at each.
    if first[-1] - first[0] < len(first) - 1:
        return False
    return bool((first[1:] - first[:-1] >= span.words).all())


def _write_elements(elements: Any, index: Any, values: tuple[Any, ...]) -> None:
    for k, value in enumerate(values):
        elements[index + k if k else index] = value


def _compare(
    state: RaceState,
    shadow: Shadow,
    span: WordSpan,
    k: int,
    records: tuple[Any, Any, Any],
    written: _Values,
    *,
    strong: bool,
) -> Any:
    """Compare writes with the last accesses; return where other lanes wrote the same value."""
    elements, index, values = written
    many: Any = None
    for number, (held, what) in enumerate(zip(records, ("write", "read", "read"), strict=True)):
        if held is _NO_RECORDS:
            continue
        bad = find_unordered(
            state, held, span.own, span.lanes, span.bytes, write=True, strong=strong
        )
        # Ordered accesses may still be ordered by too narrow a scope.
        if not len(bad):
            if state.clocks.wide_column is not None:
                at = span.first + k
                check_orders(state, shadow, span, at, held, ("write", what))
            continue
        # A write of the value that is there already is no race.
        element = min(k * WORD // elements.itemsize, len(values) - 1)
        before, after = elements[index[bad] + element], values[element][bad]
        differs = _differ(before, after)
        # A word may hold several elements, of 8 or 16 bits; an element may span several words.
        for more in range(element + 1, element + max(1, WORD // elements.itemsize)):
            if more < len(values):
                differs |= _differ(elements[index[bad] + more], values[more][bad])
        worst = bad[differs]
        if len(worst):
            position = int(worst[0])
            nth = int(differs.argmax())
            change = f" of {format_value(after[nth])} where {format_value(before[nth])} is"
            word = int(span.first[position]) + k
            state.report(make_race(
                state, shadow, word, int(held[position]), int(span.lanes[position]),
                ("write", what), change,
            ))  # fmt: skip
        # Other lanes have written the same value: the record counts for several lanes.
        # Only a write leaves the same value; a reader of it does not write.
        if not number:
            many = bad
    return many


def _differ(held: Any, value: Any) -> Any:
    """Return where values and the contents of memory have different bits."""
    # Bits are compared, since NaNs differ from themselves and -0 equals 0.
    words = f"u{min(8, held.itemsize)}"
    bits = [np.ascontiguousarray(each, held.dtype).view(words) for each in (held, value)]
    found = bits[0] != bits[1]
    return found if len(found) == len(held) else found.reshape(len(held), -1).any(axis=1)


def _compare_lanes(
    state: RaceState,
    shadow: Shadow,
    span: WordSpan,
    overwritten: Any,
    written: _Values,
) -> None:
    """Report different values that lanes write to one address with the same instruction."""
    elements, index, values = written
    for k, value in enumerate(values):
        held, values_of_lanes = elements[index[overwritten] + k], value[overwritten]
        differs = _differ(held, values_of_lanes)
        if differs.any():
            position = int(overwritten[int(differs.argmax())])
            word = int(span.first[position]) + k * elements.itemsize // WORD
            record = int(shadow.written[word])
            lane = int(span.lanes[position])
            mine, theirs = format_value(values_of_lanes[differs][0]), format_value(held[differs][0])
            other = state.log.access(state.machine.geometry, record)
            where = describe_place(state, shadow, word)
            text = (
                f"data race in {where}: a write of {mine}, and of {theirs} "
                f"by {other.thread} with the same instruction"
            )
            missing = "red, atom, or a place of its own for each thread at {}", (state.at,)
            state.report(make_fault(state, RACE, text, lane, missing=missing))
            return


def record_store(state: RaceState, kind: str, index: Any, lanes: Any) -> None:
    """Check and record a store to shared memory, whatever its values, before it is executed."""
    span = WordSpan(state, kind, 1, index, lanes)
    words = span.first[:, None] + np.arange(span.words)
    check_writes(state, words, span.lanes)
    number = state.log.add(state.at)
    state.shared_shadow.written[words] = (span.own | np.uint64(number << 32 | ALL_BYTES))[:, None]


def record_fill(state: RaceState, lane: int, begin: int, size: int) -> None:
    """Check and record a store of a lane to many bytes of shared memory."""
    # `st.bulk` fills multiples of 8 bytes, so whole words.
    words = np.arange(begin // WORD, (begin + size) // WORD)
    check_writes(state, words[None], np.full(1, lane))
    number = state.log.add(state.at)
    record = np.uint64(number << 32 | lane << 12 | ALL_BYTES)
    state.shared_shadow.written[words] = record


def check_writes(state: RaceState, words: Any, lanes: Any) -> None:
    """Report writes that conflict with earlier accesses.

    Args:
        state: The state.
        words: The words of shared memory that are written, [lane, word].
        lanes: The lanes.
    """
    shadow = state.shared_shadow
    count = words.shape[1]
    at, lanes = words.reshape(-1), np.repeat(lanes, count)
    if shadow.uses_in_flight:
        check_untouched(state, at, lanes)
    own: Any = None
    floor = state.floor(shadow)
    for records, what in (
        (shadow.written, "write"),
        (shadow.read, "read"),
        *([(shadow.read_before, "read")] if shadow.has_reads_before else []),
    ):
        held = records.take(at)
        merged = _merge(held)
        if what == "write" and merged & _OBJECT:
            position = int(((held & _OBJECT) != 0).argmax())
            where = describe_place(state, shadow, int(at[position]) & ~1)
            text = f"a write to {where}, where an mbarrier is"
            state.report(make_fault(state, "mbarrier", text, int(lanes[position])))
        if not merged & _NEEDS_CHECK and held.max() <= floor:
            continue
        if own is None:
            own = lanes.astype(np.uint64) << LANE_SHIFT
        bad = find_unordered(state, held, own, lanes, write=True)
        if len(bad):
            position = int(bad[0])
            state.report(make_race(
                state, shadow, int(at[position]), int(held[position]), int(lanes[position]),
                ("write", what),
            ))  # fmt: skip
