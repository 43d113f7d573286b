"""Comparisons in one form, held against what they compute."""

from __future__ import annotations

import operator
from itertools import product

import pytest

from ptxpy.isa.predicates import choices, comparison, conjunction

RELATIONS = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}
NAN = float("nan")


@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.parametrize("kind", ["s32", "u32", "b32", "f32"])
def test_a_comparison_is_what_it_says(relation: str, kind: str) -> None:
    """Its form computes the same of all operands, of NaNs too."""
    if kind == "b32" and relation not in ("eq", "ne"):
        return
    found = comparison("setp", (f".{relation}", f".{kind}"))
    assert found is not None
    assert found.combined is None
    name = found.relation.partition(".")[0]
    assert kind == "f32" or name in ("lt", "eq")
    values = [-1.0, 0.0, 2.0, NAN] if kind == "f32" else [0, 1, 2]
    for a, b in product(values, values):
        sides = (b, a) if found.swapped else (a, b)
        # the ne of PTX is false of a NaN, as none of its ordered relations holds there
        is_ordered = a == a and b == b  # noqa: PLR0124 - whether neither is a NaN
        expected = is_ordered and RELATIONS[relation](a, b)
        ordered = is_ordered and RELATIONS[name](*sides)
        assert (ordered != found.negated) == expected


def test_what_is_no_comparison() -> None:
    """Results that depend on more than operands, and exclusive disjunctions."""
    assert comparison("mbarrier", (".try_wait", ".shared", ".b64")) is None
    assert comparison("add", (".s32",)) is None
    assert comparison("setp", (".lt", ".xor", ".s32")) is None
    assert comparison("setp", (".lt", ".f16x2")) is None
    assert comparison("setp", (".eq", ".and", ".bf16x2")) is None
    assert comparison("and", (".pred",)) is None
    assert comparison("isspacep", (".shared",)) is not None


@pytest.mark.parametrize("opcode", ["and", "or", "not", "mov"])
def test_a_conjunction_is_what_it_says(opcode: str) -> None:
    """Of all values of its operands."""
    found = conjunction(opcode, (".pred",))
    assert found is not None
    for a, b in product((False, True), repeat=2):
        parts = [a, b] if opcode in ("and", "or") else [a]
        expected = {"and": a and b, "or": a or b, "not": not a, "mov": a}[opcode]
        holds = all(part != found.of_opposites for part in parts)
        assert (holds != found.negated) == expected
    assert conjunction(opcode, (".b32",)) is None


def test_choices() -> None:
    """A source of `selp` counts where the predicate says; of `and`, where the other one holds."""
    assert choices("selp", (".f32",)) == {0: (2, True), 1: (2, False)}
    assert choices("and", (".pred",)) == {0: (1, True), 1: (0, True)}
    assert choices("or", (".pred",)) == {0: (1, False), 1: (0, False)}
    assert choices("and", (".b32",)) == {}
    assert choices("add", (".f32",)) == {}
