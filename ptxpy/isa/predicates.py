"""The relations of predicates, and the operands that an instruction chooses by one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.isa.roles import result_type
from ptxpy.isa.traits import is_pure
from ptxpy.isa.types import TYPES

__all__ = ["Comparison", "Conjunction", "Order", "choices", "comparison", "conjunction", "order"]


class Conjunction(NamedTuple):
    """A predicate that holds if, and only if, several others do, or opposites of these."""

    of_opposites: bool
    """Whether it holds where the others do not."""
    negated: bool
    """Whether it is the opposite that holds then."""


_CONJUNCTIONS: Final = {
    "and": Conjunction(of_opposites=False, negated=False),
    "or": Conjunction(of_opposites=True, negated=True),
    "not": Conjunction(of_opposites=True, negated=False),
    "mov": Conjunction(of_opposites=False, negated=False),
}
_COMBINATIONS: Final = (".and", ".or", ".xor")
_MIRRORED: Final = {"gt": "lt", "ge": "le"}
"""Relations that are another one of the operands in the other order."""


class Comparison(NamedTuple):
    """A comparison by `setp`, in a form that equal comparisons have in common."""

    relation: str
    """Its modifiers; of the relations of integers there are `lt` and `eq` only."""
    swapped: bool
    """Whether the operands are in the other order."""
    negated: bool
    """Whether the result is the opposite."""
    combined: Conjunction | None
    """How the result is combined with a third operand, if there is one."""


class Order(NamedTuple):
    """An order of two values on which the result of an instruction depends."""

    symbol: str
    """One of `<`, `<=`, `>` and `>=`."""
    selects: bool
    """Whether the result is the first value where they are in that order, and else the second."""


_SYMBOLS: Final = {
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
    "lo": "<",
    "ls": "<=",
    "hi": ">",
    "hs": ">=",
}
"""The last four are those of unsigned integers."""
_SELECTIONS: Final = {"min": "<", "max": ">"}


def conjunction(opcode: str, modifiers: Sequence[str]) -> Conjunction | None:
    """Return what `and`, `or`, `not` and `mov` of predicates say; None for other instructions."""
    return _CONJUNCTIONS.get(opcode) if ".pred" in modifiers else None


@lru_cache(maxsize=4096)
def comparison(opcode: str, modifiers: tuple[str, ...]) -> Comparison | None:
    """Return the comparison of an instruction; None if its result is not the predicate of one.

    A pure instruction that is no `setp` is a comparison by its own name.
    """
    if conjunction(opcode, modifiers) is not None:
        return None
    # A comparison with effects, or with other inputs, may not be merged with an equal one.
    if result_type(opcode, modifiers) != "pred" or not is_pure(opcode, modifiers):
        return None
    if opcode != "setp":
        return Comparison(opcode + "".join(modifiers), swapped=False, negated=False, combined=None)
    combination = next((each[1:] for each in modifiers if each in _COMBINATIONS), "")
    combined = _CONJUNCTIONS.get(combination)
    if combination and combined is None:
        return None
    relation, *others = [each[1:] for each in modifiers if each not in _COMBINATIONS]
    entry = TYPES[others[-1]]
    if entry.lanes > 1:
        return None  # each result is of a lane of its own
    is_integer = entry.kind in ("signed", "unsigned", "bits")
    negated = False
    swapped = relation in _MIRRORED
    relation = _MIRRORED.get(relation, relation)
    # `a <= b` is `not (b < a)` for integers, but not for floats, where NaN makes both false.
    if is_integer and relation == "le":  # a <= b is not b < a
        relation, swapped, negated = "lt", not swapped, True
    if is_integer and relation in ("eq", "ne"):
        relation, negated = "eq", relation == "ne"
        # Equality of integers does not depend on their signs.
        others[-1] = f"b{entry.bits}"
    return Comparison(".".join((relation, *others)), swapped, negated, combined)


def order(opcode: str, modifiers: Sequence[str]) -> Order | None:
    """Return the order in which an instruction compares its first two sources; None for none."""
    if opcode in _SELECTIONS:
        return Order(_SELECTIONS[opcode], selects=True)
    if opcode not in ("setp", "set"):
        return None
    symbols = (_SYMBOLS[each[1:]] for each in modifiers if each[1:] in _SYMBOLS)
    return next((Order(symbol, selects=False) for symbol in symbols), None)


def choices(opcode: str, modifiers: Sequence[str]) -> dict[int, tuple[int, bool]]:
    """Return the sources of which the value counts only where another source is true or false.

    By the index of the source, the index of the predicate and the value that it must have.
    """
    if opcode == "selp":
        return {0: (2, True), 1: (2, False)}
    joined = conjunction(opcode, modifiers) if opcode in ("and", "or") else None
    # `and` takes one source only where the other is true, `or` where it is false.
    return {} if joined is None else {at: (1 - at, not joined.negated) for at in (0, 1)}
