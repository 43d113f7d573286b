"""Division, reciprocals and square roots of f32 and f64 values, rounded as IEEE 754 asks.

PTX ISA 9.7.3.8, 9.7.3.13 and 9.7.3.15. In single precision, the result in double precision is
exact or has so many digits that rounding it again rounds as the exact result would be rounded.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ptxpy.sim.semantics.floats import exact
from ptxpy.sim.semantics.floats.exact import two_product
from ptxpy.sim.semantics.floats.rounding import (
    F64,
    arraywise,
    canonical,
    flush,
    narrow,
    nudge,
    quieted,
)
from ptxpy.sim.semantics.lanewise import Value

__all__ = ["divide", "reciprocal", "square_root"]

_NO_ERROR: Final = np.float64(0)
_SMALL: Final = np.float64(2.0**-900)
_LARGE: Final = np.float64(2.0**900)


def divide(a: Value, b: Value, *, rounding: str = "rn", ftz: bool = False) -> Value:
    """Return a / b (`div.rn` and so on)."""
    if a.dtype == F64:
        if rounding == "rn":
            return quieted(np.divide(a, b), a, b)
        return _divide_f64_directed(a, b, rounding=rounding)
    if ftz:
        a, b = flush(a), flush(b)
    if rounding == "rn":
        result = canonical(np.divide(a, b))
    else:
        result = _divide_f32_directed(a, b, rounding=rounding)
    return flush(result) if ftz else result


def reciprocal(a: Value, *, rounding: str = "rn", ftz: bool = False) -> Value:
    """Return 1 / a (`rcp.rn` and so on)."""
    return divide(a.dtype.type(1), a, rounding=rounding, ftz=ftz)


def square_root(a: Value, *, rounding: str = "rn", ftz: bool = False) -> Value:
    """Return the square root of a (`sqrt.rn` and so on)."""
    if a.dtype == F64:
        if rounding == "rn":
            return quieted(np.sqrt(a), a)
        return _square_root_f64_directed(a, rounding=rounding)
    if ftz:
        a = flush(a)
    if rounding == "rn":
        return canonical(np.sqrt(a))
    return _square_root_f32_directed(a, rounding=rounding)


@arraywise
def _divide_f32_directed(a: Value, b: Value, *, rounding: str) -> Value:
    return canonical(narrow(a.astype(F64) / b.astype(F64), _NO_ERROR, rounding))


@arraywise
def _square_root_f32_directed(a: Value, *, rounding: str) -> Value:
    return canonical(narrow(np.sqrt(a.astype(F64)), _NO_ERROR, rounding))


@arraywise
def _divide_f64_directed(a: Value, b: Value, *, rounding: str) -> Value:
    result = a / b
    product, error = two_product(result, b)
    # The remainder of a rounded quotient is exact, and its sign says on which side the quotient is.
    remainder = (a - product) - error
    sure = _is_moderate(a) & _is_moderate(b) & _is_moderate(result)
    unsure = ~sure & np.isfinite(a) & np.isfinite(b) & (a != 0) & (b != 0)
    # The quotient lacks remainder / b, whose sign is all that counts.
    lacking = np.where(np.signbit(b), -remainder, remainder)
    result = nudge(result, np.where(sure, lacking, _NO_ERROR), rounding)
    exact.patch(result, unsure, exact.divide, (a, b), rounding)
    return quieted(result, a, b)


@arraywise
def _square_root_f64_directed(a: Value, *, rounding: str) -> Value:
    result = np.sqrt(a)
    square, error = two_product(result, result)
    lacking = (a - square) - error
    sure = _is_moderate(a)
    result = nudge(result, np.where(sure, lacking, _NO_ERROR), rounding)
    exact.patch(result, ~sure & np.isfinite(a) & (a > 0), exact.square_root, (a,), rounding)
    return quieted(result, a)


def _is_moderate(value: Value) -> Value:
    """Return where no product near a value, and no error of one, overflows or is subnormal."""
    size = np.abs(value)
    return (size >= _SMALL) & (size <= _LARGE)
