"""Tiles in shared memory, which copies write and read, and the rings of stages that they make.

A ring has a stage for each barrier of an array. If the barrier of a copy and its tile have the same
index, the factor of that index is the size of a stage; if both are constants, the constants of all
stages show it. Anything else is a tile whose size only the bytes of the copy tell.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise, zip_longest
from typing import TYPE_CHECKING

from ptxpy._records import NamedTuple
from ptxpy.lift.barrier_arrays import MBARRIER_BYTES
from ptxpy.lift.index_values import Form
from ptxpy.lift.shared_memory_parts import MOST_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ptxpy.lift.barrier_arrays import BarrierArray
    from ptxpy.lift.index_values import IndexValues
    from ptxpy.lift.memory_facts import Fact

__all__ = ["Tile", "bounds", "copied_by_threads", "tiles_of"]


class Tile(NamedTuple):
    """Memory that copies write or read."""

    offset: int
    number: int
    """The number of stages, or of tiles side by side."""
    stride: int | None
    """The bytes from one to the next, or of a single one; None if they are not known."""
    facts: tuple[Fact, ...]
    is_ring: bool = False
    is_bound: bool = False
    """Whether the size is the most that the addresses allow."""

    @property
    def is_computed(self) -> bool:
        """Whether only addresses with an index tell at which offset the tile begins."""
        is_placed = self.is_ring or self.is_bound
        return not is_placed and not any(fact.form == self._first for fact in self.facts)

    @property
    def _first(self) -> Form:
        return Form(self.facts[0].form.symbol, self.offset)

    @property
    def role(self) -> str:
        """The role of the memory, as the copies say."""
        return self.facts[0].role

    @property
    def end(self) -> int | None:
        """The offset behind it; None if it is not known."""
        return None if self.stride is None else self.offset + self.number * self.stride


class _Copy(NamedTuple):
    """A copy whose bytes complete a barrier."""

    fact: Fact
    slot: int | None
    """The index of the barrier in its array, if it is a constant."""
    register: int | None
    """The register that is the index of the barrier in its array."""


def tiles_of(
    facts: Sequence[Fact],
    arrays: Mapping[str, Sequence[BarrierArray]],
    values: IndexValues,
) -> list[Tile]:
    """Return the tiles of a variable that are copied as a whole.

    Args:
        facts: The copies from and to the variable.
        arrays: The barriers of the function, by variable.
        values: The values of indices.
    """
    found: list[Tile] = []
    plain: list[Fact] = []
    vague: list[list[Tile]] = []
    by_array: dict[tuple[str, int], list[_Copy]] = defaultdict(list)
    for fact in facts:
        array = _array_of(fact, arrays, values)
        if array is None or fact.barrier is None:
            plain.append(fact)
        else:
            slot, index = array.slot(fact.barrier), array.index_in(fact.barrier)
            by_array[fact.barrier.symbol, array.offset].append(_Copy(fact, slot, index))
    for (variable, offset), copies in by_array.items():
        [array] = [each for each in arrays[variable] if each.offset == offset]
        made, left = _rings(copies, array)
        found += made
        if not array.is_exact:
            vague.append(made)
        if array.number == 1 and not made:
            whole = _of_one_phase(left, array)
            if whole is not None:
                found.append(whole)
                continue
        plain += left
    own = arrays.get(facts[0].form.symbol, ()) if facts else ()
    starts = {each.offset for each in found} | {each.offset for each in own}
    for rings in vague:
        # Too many barriers would make a ring reach into what follows.
        if any(ring.offset < start < (ring.end or 0) for ring in rings for start in starts):
            found = [each for each in found if each not in rings]
            plain += [fact for ring in rings for fact in ring.facts]
    return _with_others(found, plain, values)


def _array_of(
    fact: Fact, arrays: Mapping[str, Sequence[BarrierArray]], values: IndexValues
) -> BarrierArray | None:
    """Return the array of the barrier of a copy."""
    if fact.barrier is None:
        return None
    for array in arrays.get(fact.barrier.symbol, ()):
        if array.offset <= fact.barrier.offset < array.end:
            # An index may lead out of the array that it begins in.
            reached = values.offsets(fact.barrier)
            is_here = reached is None or any(array.offset <= each < array.end for each in reached)
            return array if is_here else None
    return None


# -------------------------------------------------------------------- rings


def _rings(copies: Sequence[_Copy], array: BarrierArray) -> tuple[list[Tile], list[Fact]]:
    """Return the rings that copies with barriers of an array fill, and the other copies."""
    if array.number < 2:  # noqa: PLR2004 - a ring has two stages
        return [], [each.fact for each in copies]
    indexed: dict[int, dict[int, list[Fact]]] = defaultdict(lambda: defaultdict(list))
    constants: list[_Copy] = []
    left: list[Fact] = []
    for each in copies:
        stride = (
            _wrapped_stride(each.fact, array)
            if each.register is None
            else each.fact.form.factor(each.register)
        )
        if each.slot is not None:
            constants.append(each)
        elif stride > 0:
            indexed[stride][each.fact.form.offset].append(each.fact)
        else:
            left.append(each.fact)
    found = [
        ring for stride in sorted(indexed) for ring in _windows(indexed[stride], stride, array)
    ]
    others: dict[str, list[_Copy]] = defaultdict(list)
    for each in constants:
        at = next((at for at, ring in enumerate(found) if _is_stage(each, ring)), None)
        if at is None:
            others[each.fact.source].append(each)
        else:
            found[at] = found[at]._replace(facts=(*found[at].facts, each.fact))
    for each_source in others.values():
        # What constants alone write may be a part of what an index reaches.
        ring = None if indexed else _ring_of_constants(each_source, array)
        if ring is None:
            left += [each.fact for each in each_source]
        else:
            found.append(ring)
    return found, left


def _wrapped_stride(fact: Fact, array: BarrierArray) -> int:
    """Return the bytes of a stage where an address grows and a multiple of the ring is taken off.

    The address of the barrier grows by 8 each time, and is taken back by the size of the array
    times a register; that of the tile is taken back by the size of the ring times the same.
    """
    barrier = fact.barrier
    if barrier is None or barrier.offset != array.offset:
        return 0
    size = array.number * MBARRIER_BYTES
    rounds = [register for register, factor in barrier.terms if factor == -size]
    ring = -fact.form.factor(rounds[0]) if len(rounds) == 1 else 0
    return ring // array.number if ring > 0 and ring % array.number == 0 else 0


def _windows(
    starts: Mapping[int, Sequence[Fact]], stride: int, array: BarrierArray
) -> Iterator[Tile]:
    """Yield rings of one stride: copies that begin within a stage of one are to the same."""
    base: int | None = None
    facts: list[Fact] = []
    for offset in sorted(starts):
        if base is not None and offset >= base + stride:
            yield Tile(base, array.number, stride, tuple(facts), is_ring=True)
            base, facts = None, []
        base = offset if base is None else base
        facts += starts[offset]
    if base is not None:
        yield Tile(base, array.number, stride, tuple(facts), is_ring=True)


def _is_stage(copy: _Copy, ring: Tile) -> bool:
    """Return whether a copy with constants is to the stage of a ring that its barrier guards."""
    if copy.slot is None or ring.stride is None:
        return False
    start = ring.offset + copy.slot * ring.stride
    is_inside = start <= copy.fact.form.offset < start + ring.stride
    return is_inside and copy.fact.source in {each.source for each in ring.facts}


def _ring_of_constants(copies: Sequence[_Copy], array: BarrierArray) -> Tile | None:
    """Return the ring that copies from one source make, whose barriers and tiles are constants."""
    by_slot: dict[int, set[int]] = defaultdict(set)
    for each in copies:
        if each.slot is not None:
            by_slot[each.slot].add(each.fact.form.offset)
    slots = sorted(by_slot)
    if slots != list(range(array.number)):
        return None
    starts = [sorted(by_slot[slot]) for slot in slots]
    strides = {
        b - a for before, after in pairwise(starts) for a, b in zip(before, after, strict=False)
    }
    if len({len(each) for each in starts}) != 1 or len(strides) != 1:
        return None
    stride = strides.pop()
    if stride <= 0 or starts[0][-1] - starts[0][0] >= stride:
        return None
    facts = tuple([each.fact for each in copies])
    return Tile(starts[0][0], array.number, stride, facts, is_ring=True)


def _of_one_phase(facts: Sequence[Fact], array: BarrierArray) -> Tile | None:
    """Return the tile of the copies that a single barrier waits for, with the bytes it expects."""
    expected = {each.number for each in array.facts if "expect-tx" in each.operations}
    size = expected.pop() if len(expected) == 1 else None
    offsets = [fact.form.offset for fact in facts]
    is_one = len({fact.source for fact in facts}) == 1 and not any(f.form.terms for f in facts)
    # Bytes are expected of all copies, also of those to another variable.
    copies = {each.statement for each in array.facts if "complete-tx" in each.operations}
    is_one = is_one and copies == {fact.statement for fact in facts}
    if size is None or not is_one or max(offsets) - min(offsets) >= size:
        return None
    return Tile(min(offsets), 1, size, tuple(facts))


# ------------------------------------------------------------- other copies


def _with_others(rings: Sequence[Tile], facts: Iterable[Fact], values: IndexValues) -> list[Tile]:
    """Return tiles with copies that have no ring of their own: those to a known one join it."""
    found = list(rings)
    groups: dict[tuple[frozenset[str], str], list[Fact]] = defaultdict(list)
    for fact in facts:
        groups[fact.operations, fact.source].append(fact)
    for group in groups.values():
        at = next((at for at, each in enumerate(found) if _is_all_of(group, each, values)), None)
        if at is not None:
            found[at] = found[at]._replace(facts=(*found[at].facts, *group))
            continue
        found += _spaced(group)
    return found


def _is_all_of(facts: Sequence[Fact], tile: Tile, values: IndexValues) -> bool:
    """Return whether copies use each stage of a ring, and nothing else."""
    if tile.stride is None:
        return False
    stages = {tile.offset + k * tile.stride for k in range(tile.number)}
    reached: set[int] = set()
    for fact in facts:
        offsets = values.offsets(fact.form)
        if offsets is not None:
            reached |= offsets
        elif _is_counted_as(fact.form, tile, values):
            reached |= stages
        else:
            return False
    return stages == reached


def _is_counted_as(form: Form, tile: Tile, values: IndexValues) -> bool:
    """Return whether an address is that of a stage whose number changes as the kernel runs."""
    if form.offset != tile.offset or len(form.terms) != 1:
        return False
    [(register, factor)] = form.terms
    # A number that is made once is that of a thread or a warp.
    return factor == tile.stride and len(values.definitions(register)) > 1


def _spaced(facts: Sequence[Fact]) -> Iterator[Tile]:
    """Yield a tile for each offset, those that are evenly spaced and known to be whole as one."""
    starts: dict[int, list[Fact]] = defaultdict(list)
    for fact in facts:
        starts[fact.form.offset].append(fact)
    for offset, group in sorted(starts.items()):
        sizes = {fact.size for fact in group}
        size = sizes.pop() if len(sizes) == 1 and not any(f.form.terms for f in group) else None
        yield Tile(offset, 1, size, tuple(group))


# ---------------------------------------------------------- words of threads


def copied_by_threads(facts: Iterable[Fact], values: IndexValues) -> list[Tile]:
    """Return the tiles that threads copy word by word: one for each source.

    If the constants in the addresses of several sources overlap, all are one tile.
    """
    by_source: dict[str, list[Fact]] = defaultdict(list)
    for fact in facts:
        by_source[fact.source].append(fact)
    groups: list[tuple[int, int, list[Fact]]] = []
    for low, high, group in sorted((_constants(each) for each in by_source.values()), key=_low):
        if groups and low <= groups[-1][1]:
            before = groups.pop()
            groups.append((before[0], max(high, before[1]), [*before[2], *group]))
        else:
            groups.append((low, high, group))
    found = [_of_words(group, values) for _, _, group in groups]
    # Bits bound an address, and need not be all of it: what reaches into the next tile is less.
    ends = [tile.offset for tile in found[1:]]
    return [
        tile if tile.end is None or end is None or tile.end <= end else _unbounded(tile)
        for tile, end in zip_longest(found, ends)
    ]


def _unbounded(tile: Tile) -> Tile:
    return Tile(tile.offset, 1, None, tile.facts)


def _constants(facts: list[Fact]) -> tuple[int, int, list[Fact]]:
    offsets = [fact.form.offset for fact in facts]
    return min(offsets), max(offsets), facts


def _low(group: tuple[int, int, list[Fact]]) -> int:
    return group[0]


def _of_words(facts: Sequence[Fact], values: IndexValues) -> Tile:
    """Return the tile of words of one source."""
    return _ring_of_words(facts, values) or _range_of_words(facts, values)


def _range_of_words(facts: Sequence[Fact], values: IndexValues) -> Tile:
    found = bounds(facts, values)
    if found is None:
        return Tile(min(fact.form.offset for fact in facts), 1, None, tuple(facts))
    is_bound = any(fact.form.terms for fact in facts)
    return Tile(found[0], 1, found[1] - found[0], tuple(facts), is_bound=is_bound)


def bounds(facts: Iterable[Fact], values: IndexValues) -> tuple[int, int] | None:
    """Return the offsets of the first byte, and behind the last one, that instructions take.

    None if they are not known: an index that wraps would reach more than a CTA can have.
    """
    low: int | None = None
    high = 0
    for fact in facts:
        found = values.range(fact.form)
        if found is None or fact.size is None:
            return None
        low = found[0] if low is None else min(low, found[0])
        high = max(high, found[1] + fact.size)
    return None if low is None or high - low > MOST_BYTES else (low, high)


def _ring_of_words(facts: Sequence[Fact], values: IndexValues) -> Tile | None:
    """Return the ring of stages that words are in, if an index of its stages has known values."""
    strides: set[tuple[int, int]] = set()
    inner: list[Fact] = []
    constant: list[Fact] = []
    for fact in facts:
        index = _stage_index(fact.form, values)
        if index is None:
            constant.append(fact)
            continue
        register, factor, number = index
        strides.add((factor, number))
        rest = tuple([each for each in fact.form.terms if each[0] != register])
        inner.append(fact._replace(form=fact.form._replace(terms=rest)))
    stage = bounds(inner, values) if len(strides) == 1 else None
    if stage is None:
        return None
    stride, number = strides.pop()
    low, high = stage
    # Whatever is less than a stage may begin anywhere in it.
    if high - low != stride:
        return None
    first = bounds(constant, values)
    if constant and (first is None or first[0] < low or first[1] > low + number * stride):
        return None
    return Tile(low, number, stride, tuple(facts), is_ring=True)


def _stage_index(form: Form, values: IndexValues) -> tuple[int, int, int] | None:
    """Return the register with the largest factor, the factor, and how many values it has."""
    found = None
    for register, factor in form.terms:
        known = values.values(register)
        if known is None or factor <= 0:
            continue
        used = sorted(each for each in known if each >= 0)
        # A number that is made once is that of a thread, which is no stage.
        is_changed = len(values.definitions(register)) > 1
        is_counted = is_changed and len(used) > 1 and used == list(range(len(used)))
        if is_counted and (found is None or factor > found[1]):
            found = register, factor, len(used)
    return found
