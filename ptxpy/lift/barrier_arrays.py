"""Arrays of mbarriers: which barriers, 8 bytes each, one index chooses between.

A barrier is known from a constant address. Where an index has known values, they are the array.
Otherwise an array begins where an index begins, and goes on to the next gap, to a barrier with
another number of arrivals or to one that constants treat in another way.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ptxpy.lift.index_values import Form, IndexValues
    from ptxpy.lift.memory_facts import Fact

__all__ = ["MBARRIER_BYTES", "BarrierArray", "barrier_arrays"]

MBARRIER_BYTES: Final = 8

_LIFE: Final = frozenset({"init", "inval"})
"""The operations on every barrier, which say nothing of its purpose."""


class BarrierArray(NamedTuple):
    """Barriers at consecutive addresses of a variable."""

    offset: int
    number: int
    arrivals: int | None
    facts: tuple[Fact, ...]
    """The instructions that certainly take one of the barriers."""
    is_indexed: bool
    """Whether the program computes an index into it."""
    is_exact: bool
    """Whether the values of an index say how many there are, or there is no index."""

    @property
    def end(self) -> int:
        """The offset behind the last barrier."""
        return self.offset + self.number * MBARRIER_BYTES

    def slot(self, form: Form) -> int | None:
        """Return the index of the barrier at a constant address; None for a computed one."""
        return None if form.terms else (form.offset - self.offset) // MBARRIER_BYTES

    def index_in(self, form: Form) -> int | None:
        """Return the register that is the index of a barrier in the array; None for none."""
        if len(form.terms) != 1 or form.offset != self.offset:
            return None
        [(register, factor)] = form.terms
        return register if factor == MBARRIER_BYTES else None


class _Places(NamedTuple):
    """The barriers that are known of a variable."""

    known: Mapping[int, frozenset[str]]
    """The operations that constant addresses do with each, and from which an array may differ."""
    arrivals: Mapping[int, int | None]
    guarded: Mapping[int, frozenset[str]]
    """The parameters that are copied with constant addresses of each barrier."""


def barrier_arrays(
    facts: Sequence[Fact], copies: Iterable[Fact], values: IndexValues
) -> list[BarrierArray]:
    """Return the arrays of a variable in their order.

    Args:
        facts: Those that take the address of a barrier in the variable.
        copies: Those whose bytes complete a barrier in it.
        values: The values of indices.
    """
    places = _places(facts, copies)
    offsets = sorted(places.known)
    spans, starts = _indexed(facts, places, values)
    found: list[list[int]] = []
    for offset in offsets:
        if found and _continues(found[-1], offset, places, spans, starts):
            found[-1].append(offset)
        else:
            found.append([offset])
    return _with_facts(found, facts, places, spans, values)


def _places(facts: Iterable[Fact], copies: Iterable[Fact]) -> _Places:
    known: dict[int, set[str]] = defaultdict(set)
    arrivals: dict[int, set[int | None]] = defaultdict(set)
    guarded: dict[int, set[str]] = defaultdict(set)
    for fact in facts:
        if not fact.form.terms:
            known[fact.form.offset] |= fact.operations
            if "init" in fact.operations:
                arrivals[fact.form.offset].add(fact.number)
    for copy in copies:
        if copy.barrier is not None and not copy.barrier.terms:
            guarded[copy.barrier.offset].add(copy.source)
    return _Places(
        {offset: frozenset(done - _LIFE) for offset, done in known.items()},
        {
            offset: next(iter(arrivals[offset])) if len(arrivals[offset]) == 1 else None
            for offset in known
        },
        {offset: frozenset(guarded[offset]) for offset in known},
    )


_Spans = dict[int, int]
_Starts = dict[int, frozenset[tuple[tuple[int, int], ...]]]


def _indexed(facts: Iterable[Fact], places: _Places, values: IndexValues) -> tuple[_Spans, _Starts]:
    """Return the bounds and the starts of arrays, as indices show them.

    Bounds are the first and the last barrier of each array whose index has known values, starts the
    barriers from which an index with unknown values is counted, with the terms of the index.
    """
    ranges: set[tuple[int, int]] = set()
    starts: dict[int, set[tuple[tuple[int, int], ...]]] = defaultdict(set)
    for form in dict.fromkeys(fact.form for fact in facts if fact.form.terms):
        reached = sorted(each for each in values.offsets(form) or () if each in places.known)
        if len(reached) > 1 and _is_array(reached, places):
            ranges.add((reached[0], reached[-1]))
        elif form.offset in places.known:
            starts[form.offset].add(form.terms)
    spans: _Spans = {}
    for low, high in sorted(ranges):
        crossing = [each for each in ranges if each[0] <= high and low <= each[1]]
        if all(each == (low, high) for each in crossing):
            spans[low] = high
        else:
            # Values that are known too vaguely reach into the next array.
            starts[low].add(())
    _drop_inner(starts, frozenset(spans.values()))
    return spans, {offset: frozenset(terms) for offset, terms in starts.items() if terms}


def _drop_inner(
    starts: Mapping[int, set[tuple[tuple[int, int], ...]]], ends: frozenset[int]
) -> None:
    """Drop the starts of an index that is counted from before an array, too.

    From the last barrier of one array, `8 * i` reaches into the next one, so the array that has
    `8 * i` from its second barrier on does not begin there.
    """
    bases: dict[tuple[tuple[int, int], ...], list[int]] = defaultdict(list)
    for offset in sorted(starts):
        for terms in sorted(starts[offset]):
            bases[terms].append(offset)
    for terms, offsets in bases.items():
        for at, offset in enumerate(offsets[:-1]):
            is_last = offset in ends or offset + MBARRIER_BYTES in starts
            if is_last:
                for inner in offsets[at + 1 :]:
                    starts[inner].discard(terms)
                break


def _is_array(offsets: Sequence[int], places: _Places) -> bool:
    """Return whether barriers follow each other and take one number of arrivals."""
    is_dense = offsets[-1] - offsets[0] == (len(offsets) - 1) * MBARRIER_BYTES
    return is_dense and len({places.arrivals[offset] for offset in offsets}) == 1


def _continues(
    array: Sequence[int], offset: int, places: _Places, spans: _Spans, starts: _Starts
) -> bool:
    """Return whether a barrier is one more of an array."""
    first, last = array[0], array[-1]
    if offset != last + MBARRIER_BYTES or offset in spans:
        return False
    if first in spans:
        return offset <= spans[first]
    if places.arrivals[offset] != places.arrivals[first]:
        return False
    # An index that is counted from the next barrier, too, is that of the same array.
    if not starts.get(offset, frozenset()) <= starts.get(last, frozenset()):
        return False
    if first in starts:
        # Indices do more with an array than constants, which do the same with each that follows.
        is_less = places.known[offset] <= places.known[first]
        return is_less and (len(array) == 1 or places.known[offset] == places.known[array[1]])
    same = places.known[offset] == places.known[first]
    return same and places.guarded[offset] == places.guarded[first]


def _with_facts(
    offsets: Sequence[Sequence[int]],
    facts: Iterable[Fact],
    places: _Places,
    spans: _Spans,
    values: IndexValues,
) -> list[BarrierArray]:
    """Return the arrays with the instructions that take their addresses."""
    of_barrier = {offset: number for number, each in enumerate(offsets) for offset in each}
    taken: list[list[Fact]] = [[] for _ in offsets]
    is_indexed = [False] * len(offsets)
    for fact in facts:
        number = of_barrier.get(fact.form.offset)
        if fact.form.terms:
            number = _of_index(fact.form, number, offsets, of_barrier, values)
            if number is not None:
                is_indexed[number] = True
        if number is not None:
            taken[number].append(fact)
    return [
        BarrierArray(
            each[0],
            len(each),
            places.arrivals[each[0]],
            tuple(taken[number]),
            is_indexed[number],
            each[0] in spans or not is_indexed[number],
        )
        for number, each in enumerate(offsets)
    ]


def _of_index(
    form: Form,
    number: int | None,
    offsets: Sequence[Sequence[int]],
    of_barrier: Mapping[int, int],
    values: IndexValues,
) -> int | None:
    """Return the array that a computed address is in; None for none or several."""
    reached = {of_barrier[each] for each in values.offsets(form) or () if each in of_barrier}
    if reached:
        return reached.pop() if len(reached) == 1 else None
    if number is None:
        return None
    array = offsets[number]
    # An index from the last barrier of an array on is one into what follows.
    if len(array) > 1 and form.offset == array[-1]:
        return of_barrier.get(form.offset + MBARRIER_BYTES)
    return number
