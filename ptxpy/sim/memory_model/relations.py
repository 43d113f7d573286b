"""Relations on the events of an execution, as a bit mask of successors for each event."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Relation", "bits", "compose", "is_acyclic", "transitive_closure"]

Relation = list[int]
"""For each event, by its index, the events that come after it: bit k for the event k."""


def bits(mask: int) -> Iterator[int]:
    """Yield the indices of the bits that are set.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def transitive_closure(relation: Relation) -> Relation:
    """Return the transitive closure of a relation.

    >>> transitive_closure([0b010, 0b100, 0])
    [6, 4, 0]
    """
    rows = list(relation)
    for middle, _ in enumerate(rows):
        reached, bit = rows[middle], 1 << middle
        if reached:
            rows = [row | reached if row & bit else row for row in rows]
    return rows


def compose(first: Relation, second: Relation) -> Relation:
    """Return the pairs (a, c) for which some b comes after a in `first`, and c after b in `second`.

    >>> compose([0b010, 0, 0], [0, 0b100, 0])
    [4, 0, 0]
    """
    found = []
    for row in first:
        mask = 0
        for middle in bits(row):
            mask |= second[middle]
        found.append(mask)
    return found


def is_acyclic(relation: Relation) -> bool:
    """Return whether no event comes after itself.

    >>> is_acyclic([0b10, 0b01])
    False
    """
    return not any(row >> index & 1 for index, row in enumerate(transitive_closure(relation)))
