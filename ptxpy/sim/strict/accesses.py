"""Loads, stores and atomic operations: each is compared with the last ones to the same words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.strict.faults import fault, place, race, shown
from ptxpy.sim.strict.records import (
    ALL_BYTES,
    ASYNC,
    LANE,
    LANE_SHIFT,
    MULTIPLE,
    NUMBER_SHIFT,
    OBJECT,
    STRONG,
    UNSET,
    lanes_of,
)
from ptxpy.sim.strict.shadow import WORD

if TYPE_CHECKING:
    from ptxpy.sim.strict.shadow import Shadow
    from ptxpy.sim.strict.state import Strict

__all__ = ["Span", "atomic", "load", "store", "unordered"]

_LOOK: Final = np.uint64(UNSET | ASYNC | OBJECT)
_CARE: Final = np.uint64(ASYNC | OBJECT)
_UNSET: Final = np.uint64(UNSET)
_OBJECT: Final = np.uint64(OBJECT)
_ASYNC: Final = np.uint64(ASYNC)
_TOLERATED: Final = np.uint64(STRONG | MULTIPLE)
_STRONG: Final = np.uint64(STRONG)
_BYTES: Final = np.uint64(ALL_BYTES)
_FOUR: Final = np.uint64(4)
_ANY: Final = np.uint64((1 << 32) - 1)
_merge = np.bitwise_or.reduce


class Span:
    """The words that lanes access with one instruction: one or more, one behind the other."""

    __slots__ = ("bytes", "first", "lanes", "own", "strict", "words")

    def __init__(self, strict: Strict, kind: str, count: int, index: Any, lanes: Any) -> None:
        """Find the words.

        Args:
            strict: The state.
            kind: The NumPy type of an element.
            count: How many elements, one behind the other.
            index: The index of the first one among all of the memory, for each lane.
            lanes: The lanes by number; None for all.
        """
        self.strict = strict
        self.lanes = strict.machine.lanes if lanes is None else lanes
        self.own = strict.own if lanes is None else lanes.astype(np.uint64) << LANE_SHIFT
        """The lanes as they are in records."""
        element = int(kind[1:])
        size = element * count
        if not isinstance(index, np.ndarray) or index.size != len(self.lanes):
            machine = strict.machine
            if isinstance(index, np.ndarray) and index.ndim > 1:
                index = machine.flat(index)
            index = np.broadcast_to(index, self.lanes.shape)
        elif index.ndim > 1:
            index = index.reshape(-1)
        self.words = max(1, size // WORD)
        """How many words each lane accesses."""
        shift = element.bit_length() - 1
        self.bytes: Any = _BYTES
        """The bytes of a word that are accessed: a scalar, or one for each lane."""
        if size < WORD:
            offset = (index << shift) & (WORD - 1)
            self.bytes = np.uint64((1 << size) - 1) << offset.astype(np.uint64)
        self.first = index << (shift - 2) if shift > 1 else index >> (2 - shift)
        """The first word of each lane."""


def _shadow(strict: Strict, space: str, span: Span) -> Shadow:
    if space != "global":
        return strict.shared
    shadow = strict.everywhere
    span.first = span.first - shadow.first
    top = int(span.first.max()) + span.words if len(span.first) else 0
    if top > len(shadow.written):
        strict.reach(top * WORD)
    return shadow


def unordered(
    strict: Strict, shadow: Shadow, records: Any, own: Any, lanes: Any, mask: Any = _BYTES
) -> Any:
    """Return the positions of records that are of others, plain, and ordered by nothing.

    Args:
        strict: The state.
        shadow: Of the memory.
        records: The records.
        own: For each the lane that compares itself, as it is in records.
        lanes: Likewise by number.
        mask: The bytes that it accesses.
    """
    del shadow
    clocks, began = strict.clocks, strict.journal.began
    numbers = (records >> NUMBER_SHIFT).astype(np.int64)
    by_copy = (records & _ASYNC) != 0
    earlier = numbers <= began
    other = (((records ^ own) & LANE) != 0) | by_copy | earlier
    overlap = ((records & mask) != 0) | by_copy
    found = other & overlap & (numbers > 0) & ((records & _TOLERATED) == 0)
    chosen = found.nonzero()[0]
    if not len(chosen):
        return chosen
    some = records[chosen]
    columns = np.where(
        by_copy[chosen],
        (some & _BYTES).astype(np.int64) + clocks.warps,
        lanes_of(some) >> 5,
    )
    columns[earlier[chosen]] = clocks.earlier
    warps = np.broadcast_to(lanes, records.shape)[chosen] >> 5
    late = clocks.known[warps, columns] < numbers[chosen]
    if late.any() and strict.lockstep:
        late &= (columns != warps) | by_copy[chosen]
    return chosen[late]


# --------------------------------------------------------------------------- loads


def load(strict: Strict, space: str, kind: str, count: int, index: Any, lanes: Any) -> None:
    """Look at a load before it is done."""
    if space == "local":
        strict.local.load(strict, kind, count, index, lanes)
        return
    if space == "global" and not isinstance(index, np.ndarray):
        found = strict.machine.memory.find(int(index) * int(kind[1:]))
        if found is not None and not found.writable:
            return
    span = Span(strict, kind, count, index, lanes)
    shadow = _shadow(strict, space, span)
    strong = strict.at in strict.strong
    stamp = np.uint64(strict.journal.note(strict.at) << 32)
    new = span.own | (stamp | span.bytes)
    floor = strict.floor(shadow)
    unset: Any = None
    for k in range(span.words):
        at = span.first + k if k else span.first
        held = shadow.written.take(at)
        if shadow.busy and shadow.landing.take(at).any():
            raise strict.flights.landing(shadow, at, span.lanes, "read")
        merged = _merge(held)
        if merged & _LOOK or held.max() > floor:
            missing = _look(strict, shadow, span, at, held, strong=strong)
            unset = missing if unset is None else unset & missing
        else:
            unset = np.False_
        if not strong:
            shadow.read[at] = new
    if unset is not None and unset.any():
        position = int(np.argmax(unset))
        raise _uninitialised(strict, shadow, span, position)
    if strong:
        strict.messages.acquire(shadow, span.first, span.lanes)


def _uninitialised(strict: Strict, shadow: Shadow, span: Span, position: int) -> Exception:
    where = place(strict, shadow, int(span.first[position]))
    lane = int(span.lanes[position])
    return fault(strict, f"a read of {where}, which nothing has been written to", lane)


def _look(
    strict: Strict, shadow: Shadow, span: Span, at: Any, held: Any, *, strong: bool
) -> Any:
    """Compare reads with the last writes; return which lanes read what nobody has written."""
    if (held & _OBJECT).any():
        raise _touched(strict, shadow, span, at, held, "read")
    if not strong:
        bad = unordered(strict, shadow, held, span.own, span.lanes, span.bytes)
        if len(bad):
            position = int(bad[0])
            raise race(
                strict, shadow, int(at[position]), int(held[position]),
                int(span.lanes[position]), ("read", "write"),
            )  # fmt: skip
    wanted = span.bytes << _FOUR
    return (held & wanted) == wanted


def _touched(
    strict: Strict, shadow: Shadow, span: Span, at: Any, held: Any, what: str
) -> Exception:
    position = int(((held & _OBJECT) != 0).argmax())
    where = place(strict, shadow, int(at[position]) & ~1)
    text = f"a plain {what} of an mbarrier, which only mbarrier instructions access: {where}"
    made = strict.journal.access(strict.machine, int(held[position]))
    earlier = (("the mbarrier was initialised", made.statement),)
    return fault(strict, text, int(span.lanes[position]), earlier)


# -------------------------------------------------------------------------- stores


def store(
    strict: Strict,
    space: str,
    kind: str,
    elements: Any,
    index: Any,
    values: tuple[Any, ...],
    lanes: Any,
) -> None:
    """Look at a store, and do it."""
    span = Span(strict, kind, len(values), index, lanes)
    place_of = np.broadcast_to(index, span.lanes.shape)
    values = tuple([np.broadcast_to(value, span.lanes.shape) for value in values])
    if space == "local":
        strict.local.store(kind, len(values), index, lanes)
        _put(elements, place_of, values)
        return
    shadow = _shadow(strict, space, span)
    strong = strict.at in strict.strong
    stamp = np.uint64(strict.journal.note(strict.at) << 32 | (STRONG if strong else 0))
    new = span.own | (stamp | span.bytes)
    floor = strict.floor(shadow)
    losers: Any = None
    for k in range(span.words):
        at = span.first + k if k else span.first
        held, read = shadow.written.take(at), shadow.read.take(at)
        if shadow.busy:
            strict.flights.check_store(shadow, at, span.lanes)
        many = None
        merged = _merge(held)
        if merged & _CARE or held.max() > floor or read.max() > floor:
            if merged & _OBJECT:
                raise _touched(strict, shadow, span, at, held, "write")
            if not strong:
                many = _compare(
                    strict, shadow, span, k, (held, read), elements, place_of, values
                )
        shadow.written[at] = new
        now = shadow.written.take(at)
        beaten = ((now ^ new) & LANE) != 0
        if span.bytes is not _BYTES:
            beaten &= (now & span.bytes) != 0
        if beaten.any():
            lost = beaten.nonzero()[0]
            losers = lost if losers is None else np.union1d(losers, lost)
            shadow.written[at[lost]] |= np.uint64(MULTIPLE)
        if many is not None:
            shadow.written[at[many]] |= np.uint64(MULTIPLE)
        if span.bytes is not _BYTES and merged & _UNSET:
            shadow.written[at] |= held & _UNSET
            np.bitwise_and.at(shadow.written, at, ~(span.bytes << _FOUR))
    if strong:
        _put(elements, place_of, values)
        strict.messages.release(shadow, span.first, span.lanes)
        return
    _put(elements, place_of, values)
    if losers is not None:
        _compare_lanes(strict, shadow, span, losers, elements, place_of, values)


def _put(elements: Any, index: Any, values: tuple[Any, ...]) -> None:
    for k, value in enumerate(values):
        elements[index + k if k else index] = value


def _compare(
    strict: Strict, shadow: Shadow, span: Span, k: int, records: tuple[Any, Any],
    elements: Any, index: Any, values: tuple[Any, ...],
) -> Any:  # fmt: skip
    """Compare writes with the last writes and reads; return where others wrote the same value."""
    many: Any = None
    for number, (held, what) in enumerate(zip(records, ("write", "read"), strict=True)):
        bad = unordered(strict, shadow, held, span.own, span.lanes, span.bytes)
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
            told = f" of {shown(after[nth])} where {shown(before[nth])} is"
            word = int(span.first[position]) + k
            raise race(
                strict, shadow, word, int(held[position]), int(span.lanes[position]),
                ("write", what), told,
            )  # fmt: skip
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
    strict: Strict, shadow: Shadow, span: Span, losers: Any,
    elements: Any, index: Any, values: tuple[Any, ...],
) -> None:  # fmt: skip
    """Raise where lanes write different values to the same place with one instruction."""
    for k, value in enumerate(values):
        held, wanted = elements[index[losers] + k], value[losers]
        differs = _differ(held, wanted)
        if differs.any():
            position = int(losers[int(differs.argmax())])
            word = int(span.first[position]) + k * elements.itemsize // WORD
            record = int(shadow.written[word])
            lane = int(span.lanes[position])
            mine, theirs = shown(wanted[differs][0]), shown(held[differs][0])
            other = strict.journal.access(strict.machine, record)
            text = (
                f"data race in {place(strict, shadow, word)}: a write of {mine}, and of {theirs} "
                f"by {other.thread} with the same instruction"
            )
            raise fault(strict, text, lane)


# ------------------------------------------------------------------------- atomics


def atomic(
    strict: Strict,
    space: str,
    kind: str,
    index: Any,
    lanes: Any,
    wanted: bool,  # noqa: FBT001
) -> None:
    """Look at an atomic operation before it is done."""
    if space == "local":
        return
    span = Span(strict, kind, 1, index, lanes)
    shadow = _shadow(strict, space, span)
    if wanted:
        strict.messages.acquire(shadow, span.first, span.lanes)
    stamp = np.uint64(strict.journal.note(strict.at) << 32 | STRONG)
    new = span.own | (stamp | span.bytes)
    for k in range(span.words):
        at = span.first + k if k else span.first
        held = shadow.written.take(at)
        if shadow.busy:
            strict.flights.check_store(shadow, at, span.lanes)
        merged = _merge(held)
        if merged & _OBJECT:
            raise _touched(strict, shadow, span, at, held, "write")
        if merged & _UNSET:
            missing = (held & (span.bytes << _FOUR)) != 0
            if missing.any():
                raise _uninitialised(strict, shadow, span, int(missing.argmax()))
        shadow.written[at] = new
        if span.bytes is not _BYTES and merged & _UNSET:
            shadow.written[at] |= held & _UNSET
    strict.messages.release(shadow, span.first, span.lanes)
