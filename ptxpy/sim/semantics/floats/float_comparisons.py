"""Comparison, tests and selection by sign of f32 and f64 values (PTX ISA 9.7.3.1 and 9.7.6)."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Final

import numpy as np

from ptxpy.sim.semantics.floats.rounding import F64, flush
from ptxpy.sim.semantics.operations import Operation, Value, select

__all__ = ["COMPARISONS", "PROPERTIES", "comparison", "select_by_sign"]


def _differ(a: Value, b: Value) -> Value:
    return (a < b) | (a > b)


def _number(a: Value, b: Value) -> Value:
    return (a == a) & (b == b)  # noqa: PLR0124 - false for NaN


def _negate(compare: Operation) -> Operation:
    def negation(a: Value, b: Value) -> Value:
        return np.logical_not(compare(a, b))

    return negation


COMPARISONS: Final[dict[str, Callable[[Value, Value], Value]]] = {
    ".eq": operator.eq,
    ".ne": _differ,
    ".lt": operator.lt,
    ".le": operator.le,
    ".gt": operator.gt,
    ".ge": operator.ge,
    ".equ": _negate(_differ),
    ".neu": operator.ne,
    ".ltu": _negate(operator.ge),
    ".leu": _negate(operator.gt),
    ".gtu": _negate(operator.le),
    ".geu": _negate(operator.lt),
    ".num": _number,
    ".nan": _negate(_number),
}
"""How two floating-point values compare: NaN makes those true that end in u, and `.nan`."""


def comparison(op: str, *, ftz: bool = False) -> Operation | None:
    """Return how `set` and `setp` compare two values of one type, or None.

    Args:
        op: `.lt`, `.geu`.
        ftz: Take subnormal f32 values for zeros.
    """
    compare = COMPARISONS.get(op)
    if compare is None or not ftz:
        return compare

    def flushed(a: Value, b: Value) -> Value:
        return compare(flush(a), flush(b))

    return flushed


def _is_subnormal(a: Value) -> Value:
    smallest = np.float64(2.0**-1022) if a.dtype == F64 else np.float32(2.0**-126)
    return (a != 0) & (np.abs(a) < smallest)


def _is_normal(a: Value) -> Value:
    return np.isfinite(a) & ~_is_subnormal(a)


def _is_number(a: Value) -> Value:
    return np.logical_not(np.isnan(a))


PROPERTIES: Final[dict[str, Operation]] = {
    ".finite": np.isfinite,
    ".infinite": np.isinf,
    ".number": _is_number,
    ".notanumber": np.isnan,
    ".normal": _is_normal,
    ".subnormal": _is_subnormal,
}
"""What `testp` tests: an infinity is a number, and zero is normal (PTX ISA 9.7.3.1)."""


def select_by_sign(a: Value, b: Value, c: Value, *, ftz: bool = False) -> Value:
    """Return a where c, an f32, is zero or more, else b, for NaN too (`slct.type.f32`)."""
    return select((flush(c) if ftz else c) >= 0, a, b)
