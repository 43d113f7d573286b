"""Numbers of functions that follow from another one."""

from __future__ import annotations

import pytest

from ptxpy.lift.related_numbers import is_computable, related_numbers
from ptxpy.pytree import tree as t


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ({"n": (1, 2, 4), "a": (2, 3, 5)}, {"a": ("n", 1, 1)}),
        ({"n": (1, 2, 4), "a": (8, 16, 32)}, {"a": ("n", 8, 0)}),
        # The base is the number from which most of the others follow.
        ({"b": (4, 8, 16), "n": (1, 2, 4), "a": (0, 1, 3)}, {"b": ("n", 4, 0), "a": ("n", 1, -1)}),
        # Two values, two steps, a fraction, a large summand, and an exception are none.
        ({"n": (1, 2, 1), "a": (2, 3, 2)}, {}),
        ({"n": (1, 2, 4), "a": (5, 7, 11)}, {}),
        ({"n": (3, 5, 7), "a": (1, 2, 3)}, {}),
        ({"n": (1, 2, 4), "a": (101, 102, 104)}, {}),
        ({"n": (1, 2, 4, 8), "a": (2, 3, 5, 8)}, {}),
        ({"n": (1, 2, 4), "a": (-1, -2, -4)}, {}),
        ({"n": (1, 2, 4), "a": (1, 2, 4)}, {}),
    ],
)
def test_related_numbers(
    rows: dict[str, tuple[int, ...]], found: dict[str, tuple[str, int, int]]
) -> None:
    """Simple formulas that hold in all calls."""
    assert related_numbers(rows) == found


@pytest.mark.parametrize(
    ("value", "computable"),
    [
        (t.Binary("x", "+", "n"), True),
        (t.Call("ptx.ld.shared.u32", (t.List(("x", "n")),)), True),
        (t.Call("ptx.mul.lo.s32", ("x", "n")), True),
        # A label, a line and the argument of a function are to be numbers.
        (t.Call("ptx.block", (t.Keyword("end", "n"),)), False),
        (t.Call("at", ("n", 5)), False),
        (t.Call("f", ("n",)), False),
        (t.Tuple((t.Binary("x", "+", "n"), t.Call("f", ("n",)))), False),
    ],
)
def test_places(value: t.Expression, computable: bool) -> None:
    """A formula can only be an operand or an offset."""
    assert is_computable([t.Evaluate(value)], "n") is computable
