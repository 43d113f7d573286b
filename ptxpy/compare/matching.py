"""Which functions and variables of two files correspond, by name and then by content."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final, TypeVar

from ptxpy.ir import nodes as n
from ptxpy.lift.symbols import demangled

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

__all__ = ["instructions", "likeness", "match", "plain_name"]

Pair = tuple[int, int]
T = TypeVar("T")

_HASH: Final = re.compile(r"(?=[0-9a-f]*[0-9])[0-9a-f]{8,}|(?<=_)tmpxft_[0-9a-f_]+")
"""What compilers put into names to make them unique."""

_CLOSE: Final = 0.6
"""How much alike functions of different names must be, from 0 to 1."""

_MOST: Final = 10_000
"""How many pairs of functions of different names are looked at."""

Bag = Counter[str]


def plain_name(symbol: str) -> str:
    """Return a symbol without hashes: equal for the same entity of two builds."""
    return _HASH.sub("#", symbol)


def base_name(symbol: str) -> str:
    """Return the name without template arguments, parameters and hashes."""
    return _HASH.sub("#", demangled(symbol).name)


def instructions(function: n.Function) -> Bag:
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


def likeness(one: Bag, other: Bag) -> float:
    """Return how much two functions have in common, from 0 to 1."""
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 1.0


def match(
    a: Sequence[str],
    b: Sequence[str],
    alike: Callable[[int, int], float],
    content: Callable[[str, int], Hashable],
) -> list[Pair]:
    """Pair symbols.

    Equal ones go together, then those that differ in hashes, then those of one name with other
    template arguments, then those of equal content, and then those that are much alike.

    Args:
        a: The symbols of A.
        b: Those of B.
        alike: Says how much two have in common, from 0 to 1.
        content: Returns what is equal for the same content, for one of `a` or of `b`.
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
    take(_best(list(left_a), list(left_b), alike, _CLOSE))
    return sorted(found)


def _groups(
    a: Mapping[int, Hashable], b: Mapping[int, Hashable]
) -> list[tuple[list[int], list[int]]]:
    """Return the numbers that have equal values on both sides."""
    groups: dict[Hashable, tuple[list[int], list[int]]] = {}
    for side, values in enumerate((a, b)):
        for number, value in values.items():
            groups.setdefault(value, ([], []))[side].append(number)
    return [group for group in groups.values() if group[0] and group[1]]


def _best(
    a: list[int], b: list[int], alike: Callable[[int, int], float], least: float
) -> list[Pair]:
    """Return pairs, the most alike first; one with one needs no comparison if `least` is 0."""
    if not least and len(a) == len(b) == 1:
        return [(a[0], b[0])]
    if len(a) * len(b) > _MOST:
        return list(zip(a, b, strict=False)) if not least else []
    scores = [(-alike(i, j), i, j) for i in a for j in b]
    return [(i, j) for score, i, j in sorted(scores) if -score >= least]
