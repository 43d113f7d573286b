"""In which direction arrays count: as most of what makes and reads them does.

Compilers make values in one order and read them in the other. An array counts so that most
indices grow with the loops; where either would do, as the other arrays of its statements do.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

__all__ = ["Mentioned", "turned_families"]

_Register: TypeAlias = "Hashable"
_ROUNDS: Final = 4
"""How often the directions of families are looked at for what others have changed."""


class Mentioned(NamedTuple):
    """The registers that an expression in a loop stands for, turn by turn."""

    statement: int
    registers: Sequence[_Register]


class _Use(NamedTuple):
    array: int
    """The number of a family, -1 for what has its order."""
    direction: int


def turned_families(
    families: Sequence[Sequence[_Register]],
    mentions: Iterable[Mentioned],
    fixed: Iterable[Sequence[_Register]] = (),
) -> set[int]:
    """Return the numbers of the families that count from the end.

    Args:
        families: Registers of an array each, in the order of the text.
        mentions: What loops of the program mention.
        fixed: Registers of arrays whose order is given.
    """
    places = {each: (-1, at) for run in fixed for at, each in enumerate(run)}
    for number, family in enumerate(families):
        places.update((each, (number, at)) for at, each in enumerate(family))
    by_family = _uses_by_family(mentions, places)
    turned: set[int] = set()
    for _ in range(_ROUNDS):
        before = set(turned)
        for number, own in by_family.items():
            if _cost(number, own, turned ^ {number}) < _cost(number, own, turned):
                turned ^= {number}
        if turned == before:
            break
    return turned


def _uses_by_family(
    mentions: Iterable[Mentioned], places: dict[_Register, tuple[int, int]]
) -> dict[int, list[list[_Use]]]:
    """Return for each family all uses of arrays in each statement that mentions it."""
    statements: dict[int, list[_Use]] = defaultdict(list)
    for mention in mentions:
        use = _use(mention, places)
        if use is not None:
            statements[mention.statement].append(use)
    found: dict[int, list[list[_Use]]] = defaultdict(list)
    for uses in statements.values():
        for number in {use.array for use in uses} - {-1}:
            found[number].append(uses)
    return found


def _use(mention: Mentioned, places: dict[_Register, tuple[int, int]]) -> _Use | None:
    """Return in which direction a mention goes through an array, None if through none."""
    first, last = (places.get(mention.registers[at]) for at in (0, -1))
    if first is None or last is None or first[0] != last[0] or first == last:
        return None
    return _Use(first[0], 1 if first[1] < last[1] else -1)


def _cost(number: int, statements: Iterable[Sequence[_Use]], turned: set[int]) -> tuple[int, int]:
    """Return how many mentions of a family shrink, and how many disagree in direction."""
    disagreeing = shrinking = 0
    for uses in statements:
        directions = [
            (use.array, -use.direction if use.array in turned else use.direction) for use in uses
        ]
        disagreeing += sum(
            one[1] != other[1] and number in (one[0], other[0])
            for one, other in combinations(directions, 2)
        )
        shrinking += sum(array == number and direction < 0 for array, direction in directions)
    return shrinking, disagreeing
