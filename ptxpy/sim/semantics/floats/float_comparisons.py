"""Comparison, tests, selection, `min` and `max` of f32 and f64 values.

PTX ISA 9.7.3.1, 9.7.3.11, 9.7.3.12 and 9.7.6. For `min` and `max` -0 is less than +0. Without
`.NaN`, a NaN loses against a number. `.abs` compares magnitudes, and `.xorsign` gives the result
the product of the signs, unless it is NaN.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Final

import numpy as np

from ptxpy.sim.semantics.floats.rounding import F32, F64, canonical, flush, has_nan, quieted
from ptxpy.sim.semantics.lanewise import Operation, Value, select

__all__ = [
    "COMPARISONS",
    "PROPERTIES",
    "comparison",
    "maximum",
    "maximum_f32",
    "maximum_f64",
    "minimum",
    "minimum_f32",
    "minimum_f64",
    "select_by_sign",
]


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


def _lesser(a: Value, b: Value) -> Value:
    """Return the lesser of two values, or some NaN."""
    result = np.minimum(a, b)
    if (result != 0).all():
        return result
    # NumPy takes -0 and +0 for equal: the lesser of two zeros has a sign if either has.
    word = np.uint64 if result.dtype == F64 else np.uint32
    return _where(a == b, (a.view(word) | b.view(word)).view(result.dtype), result)


def _greater(a: Value, b: Value) -> Value:
    """Return the greater of two values, or some NaN."""
    result = np.maximum(a, b)
    if (result != 0).all():
        return result
    # The greater of two zeros has a sign only if both have.
    word = np.uint64 if result.dtype == F64 else np.uint32
    return _where(a == b, (a.view(word) & b.view(word)).view(result.dtype), result)


def _where(condition: Value, chosen: Value, result: Value) -> Value:
    """Return the chosen value if a condition holds, else the result; an array changes in place."""
    if not result.ndim:
        return chosen if condition else result
    np.copyto(result, chosen, where=condition)
    return result


def _prefer_number(result: Value, a: Value, b: Value) -> Value:
    """Return the result of comparing two values, with a number in the place of a single NaN."""
    # NumPy's extrema are NaN where either value is.
    if has_nan(result) if result.ndim else np.isnan(result):
        result = _where(np.isnan(a), b, result)
        result = _where(np.isnan(b), a, result)
    return result


def minimum_f32(a: Value, b: Value) -> Value:
    """Return the lesser of two numbers (`min.f32`)."""
    return canonical(_prefer_number(_lesser(a, b), a, b))


def maximum_f32(a: Value, b: Value) -> Value:
    """Return the greater of two numbers (`max.f32`)."""
    return canonical(_prefer_number(_greater(a, b), a, b))


def minimum_f64(a: Value, b: Value) -> Value:
    """Return the lesser of two numbers (`min.f64`)."""
    return quieted(_prefer_number(_lesser(a, b), a, b), a, b)


def maximum_f64(a: Value, b: Value) -> Value:
    """Return the greater of two numbers (`max.f64`)."""
    return quieted(_prefer_number(_greater(a, b), a, b), a, b)


def _minimum_or_nan(a: Value, b: Value) -> Value:
    return canonical(_lesser(a, b))


def _maximum_or_nan(a: Value, b: Value) -> Value:
    return canonical(_greater(a, b))


def minimum(
    *sources: Value,
    ftz: bool = False,
    nan: bool = False,
    magnitudes: bool = False,
    xorsign: bool = False,
) -> Value:
    """Return the least of two or three f32 values.

    Args:
        sources: The values.
        ftz: Take subnormal values for zeros.
        nan: Return NaN if one of the values is NaN (`.NaN`).
        magnitudes: Compare the absolute values (`.abs`).
        xorsign: Set the sign to the exclusive or of the signs of two values.
    """
    lesser = _minimum_or_nan if nan else minimum_f32
    return _extremum(lesser, sources, ftz=ftz, magnitudes=magnitudes, xorsign=xorsign)


def maximum(
    *sources: Value,
    ftz: bool = False,
    nan: bool = False,
    magnitudes: bool = False,
    xorsign: bool = False,
) -> Value:
    """Return the greatest of two or three f32 values; see `minimum`."""
    greater = _maximum_or_nan if nan else maximum_f32
    return _extremum(greater, sources, ftz=ftz, magnitudes=magnitudes, xorsign=xorsign)


def _extremum(
    better: Callable[[Value, Value], Value],
    sources: tuple[Value, ...],
    *,
    ftz: bool,
    magnitudes: bool,
    xorsign: bool,
) -> Value:
    values = [flush(source) for source in sources] if ftz else list(sources)
    if magnitudes:
        values = [np.abs(value) for value in values]
    result = better(values[0], values[1])
    for value in values[2:]:
        result = better(result, value)
    if not xorsign:
        return result
    signs = sources[0].view(np.uint32) ^ sources[1].view(np.uint32)
    signs = signs & np.uint32(0x80000000)
    # The canonical NaN has no sign.
    if result.ndim:
        signs = np.where(np.isnan(result), np.uint32(0), signs)
    elif np.isnan(result):
        return result
    return (result.view(np.uint32) | signs).view(F32)
