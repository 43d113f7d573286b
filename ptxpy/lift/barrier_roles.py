"""The purposes of mbarriers in a map of shared memory, if their instructions prove one.

The bytes of copies complete a `full` barrier: it guards the tiles that these copies write. An
`empty` barrier is arrived at without bytes, and waited for right before bytes are expected at a
full one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.lift.barrier_arrays import MBARRIER_BYTES
from ptxpy.lift.shared_memory_parts import BARRIER, Part

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ptxpy.lift.barrier_arrays import BarrierArray
    from ptxpy.lift.memory_facts import Fact
    from ptxpy.lift.tiles import Tile

__all__ = ["roles_of"]

_BYTES: Final = frozenset({"expect-tx", "complete-tx"})


class _Key(NamedTuple):
    """A part of a variable."""

    variable: str
    offset: int


def roles_of(
    arrays: Mapping[str, Sequence[BarrierArray]], tiles: Mapping[str, Sequence[Tile]]
) -> dict[str, list[Part]]:
    """Return the barriers of each variable as parts that say their purposes."""
    parts = {
        _Key(variable, array.offset): _part(array)
        for variable, each in arrays.items()
        for array in each
    }
    full = {key for key, part in parts.items() if part.operations & _BYTES}
    guards = _guards(arrays, tiles)
    fills = _fills(arrays, full)
    found: dict[str, list[Part]] = {variable: [] for variable in arrays}
    for key, part in parts.items():
        if key in full:
            part = part._replace(kind="full", guards=guards.get(key, ()))  # noqa: PLW2901
        elif key in fills and "arrive" in part.operations:
            filled = {guard for each in fills[key] for guard in guards.get(each, ())}
            part = part._replace(kind="empty", guards=tuple(sorted(filled)))  # noqa: PLW2901
        found[key.variable].append(part)
    return found


def _part(array: BarrierArray) -> Part:
    return Part(
        array.offset,
        array.number,
        MBARRIER_BYTES,
        BARRIER,
        "",
        frozenset[str]().union(*[fact.operations for fact in array.facts]),
        array.is_indexed,
        tuple(sorted({fact.statement for fact in array.facts})),
        arrivals=array.arrivals,
    )


def _guards(
    arrays: Mapping[str, Sequence[BarrierArray]], tiles: Mapping[str, Sequence[Tile]]
) -> dict[_Key, tuple[tuple[str, int], ...]]:
    """Return the tiles that the copies write whose bytes complete a barrier."""
    written: dict[int, set[tuple[str, int]]] = {}
    for variable, each in tiles.items():
        for tile in each:
            for fact in tile.facts:
                if fact.barrier is not None and not tile.is_computed:
                    written.setdefault(fact.statement, set()).add((variable, tile.offset))
    return {
        _Key(variable, array.offset): tuple(
            sorted({each for fact in array.facts for each in written.get(fact.statement, ())})
        )
        for variable, found in arrays.items()
        for array in found
    }


def _fills(arrays: Mapping[str, Sequence[BarrierArray]], full: set[_Key]) -> dict[_Key, set[_Key]]:
    """Return the full barriers at which bytes are expected right after a wait for another."""
    operations: list[tuple[int, _Key, Fact, int | None]] = sorted(
        (
            (fact.statement, _Key(variable, array.offset), fact, _index(fact))
            for variable, each in arrays.items()
            for array in each
            for fact in array.facts
        ),
        key=_first_two,
    )
    found: dict[_Key, set[_Key]] = {}
    waited: tuple[_Key, int | None] | None = None
    for _, key, fact, index in operations:
        if "wait" in fact.operations:
            # Whoever waits for a full barrier reads a buffer, and does not fill the next one.
            waited = (key, index) if key not in full else None
        elif waited is not None:
            # Barriers of two stages say nothing of each other.
            if fact.operations & _BYTES and waited[1] == index:
                found.setdefault(waited[0], set()).add(key)
            waited = None
    return found


def _first_two(operation: tuple[int, _Key, Fact, int | None]) -> tuple[int, _Key]:
    return operation[:2]


def _index(fact: Fact) -> int | None:
    """Return the register that is the index of a barrier, if it is one."""
    # The index of an mbarrier in its array moves the address by 8 bytes.
    found = [register for register, factor in fact.form.terms if factor == MBARRIER_BYTES]
    return found[0] if len(found) == 1 else None
