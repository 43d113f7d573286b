"""Matching of the functions and variables of two files, by name and then by content."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final, TypeVar

from ptxpy.demangle import demangled
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

__all__ = ["count_opcodes", "match_symbols", "plain_name", "similarity"]

Pair = tuple[int, int]
T = TypeVar("T")

_HASH: Final = re.compile(r"(?=[0-9a-f]*[0-9])[0-9a-f]{8,}|(?<=_)tmpxft_[0-9a-f_]+")
"""The hashes that compilers add to names to make them unique."""

MIN_SIMILARITY: Final = 0.6
"""The similarity, from 0 to 1, from which functions of different names match."""

MAX_PAIRS_COMPARED: Final = 10_000
"""Pairs of functions of different names that are compared, as their number is a product."""

Bag = Counter[str]


def plain_name(symbol: str) -> str:
    """Return a symbol without hashes, so that two builds of one source have the same symbol."""
    return _HASH.sub("#", symbol)


def base_name(symbol: str) -> str:
    """Return the name without template arguments, parameters and hashes."""
    return _HASH.sub("#", demangled(symbol).name)


def count_opcodes(function: n.Function) -> Bag:
    """Count the opcodes of a function, with their modifiers."""
    found: Bag = Counter()
    stack: list[n.Node] = [*(function.body or ())]
    while stack:
        node = stack.pop()
        if type(node) is n.Scope:
            stack += node.body
        elif type(node) is n.Instruction:
            found["".join((node.opcode, *node.modifiers))] += 1
        elif type(node) is n.Call:
            found["call"] += 1
    return found


def similarity(one: Bag, other: Bag) -> float:
    """Return the similarity of two functions, from 0 to 1 (the Dice coefficient)."""
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 1.0


def match_symbols(
    a: Sequence[str],
    b: Sequence[str],
    alike: Callable[[int, int], float],
    content: Callable[[str, int], Hashable],
) -> list[Pair]:
    """Pair the symbols of two files.

    Symbols are paired if they are equal, then if they differ only in hashes, then only in template
    arguments, then if their contents are equal, and last if their contents are similar.

    Args:
        a: The symbols of A.
        b: The symbols of B.
        alike: Returns the similarity of a symbol of A and one of B, from 0 to 1.
        content: Returns a hashable content of a symbol, given `"a"` or `"b"` and its index.
    """
    left_a, left_b = dict.fromkeys(range(len(a))), dict.fromkeys(range(len(b)))
    found: list[Pair] = []

    def take(pairs: Iterable[Pair]) -> None:
        for i, j in pairs:
            if i in left_a and j in left_b:
                del left_a[i], left_b[j]
                found.append((i, j))

    for name_of in (str, plain_name, base_name):
        for group_a, group_b in _groups(
            {i: name_of(a[i]) for i in left_a}, {j: name_of(b[j]) for j in left_b}
        ):
            take(_best(group_a, group_b, alike, 0.0))
    for group_a, group_b in _groups(
        {i: content("a", i) for i in left_a},
        {j: content("b", j) for j in left_b},
    ):
        take(zip(group_a, group_b, strict=False))
    take(_best(list(left_a), list(left_b), alike, MIN_SIMILARITY))
    return sorted(found)


def _groups(
    a: Mapping[int, Hashable], b: Mapping[int, Hashable]
) -> list[tuple[list[int], list[int]]]:
    """Return the groups of indices with equal values that have members on both sides."""
    groups: dict[Hashable, tuple[list[int], list[int]]] = {}
    for side, values in enumerate((a, b)):
        for number, value in values.items():
            groups.setdefault(value, ([], []))[side].append(number)
    return [group for group in groups.values() if group[0] and group[1]]


def _best(
    a: list[int], b: list[int], alike: Callable[[int, int], float], least: float
) -> list[Pair]:
    """Return pairs with a similarity of at least `least`, the most similar first."""
    # Two functions that alone have a name need no comparison.
    if not least and len(a) == len(b) == 1:
        return [(a[0], b[0])]
    # The number of comparisons is a product: beyond the limit, functions of one name are paired in
    # order and others not at all.
    if len(a) * len(b) > MAX_PAIRS_COMPARED:
        return list(zip(a, b, strict=False)) if not least else []
    scores = [(-alike(i, j), i, j) for i in a for j in b]
    return [(i, j) for score, i, j in sorted(scores) if -score >= least]
