"""The approximations of PTX: `div.approx`, `rcp.approx`, `sqrt.approx`, `sin.approx` and so on.

PTX ISA 9.7.3.8 to 9.7.3.22 bounds their errors and lists their results for zeros, infinities and
NaNs. Here single precision is computed in single precision if that rounds correctly (divisions,
square roots), else in double precision and rounded once: the error is at most about half a unit in
the last place, well within the bounds, and the same every time. The hardware's bits differ.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np

from ptxpy.sim.semantics.floats.elementary import ARRAYS, FUNCTIONS
from ptxpy.sim.semantics.floats.rounding import F32, F64, arraywise, canonical, flush, quieted
from ptxpy.sim.semantics.lanewise import Value

__all__ = [
    "cos",
    "divide",
    "divide_full",
    "ex2",
    "lg2",
    "reciprocal",
    "reciprocal_square_root",
    "reciprocal_square_root_f64",
    "reciprocal_square_root_upper",
    "reciprocal_upper",
    "sin",
    "square_root",
    "tanh",
]

_ONE_F32: Final = np.float32(1)
_ONE_F64: Final = np.float64(1)
_LARGE_DIVISOR: Final = np.float32(2.0**126)
_NAN_UPPER: Final = np.uint64(0x7FFFFFFF00000000)
_SIGN_F64: Final = np.uint64(1 << 63)
_UPPER: Final = np.uint64(0xFFFFFFFF00000000)
_BELOW_HALF: Final = np.uint64(0x7FFFFFFF)
_ULP_SHIFT: Final = np.uint64(32)
_LAST: Final = np.uint64(1)
_SMALLEST_NORMAL_F64: Final = np.float64(2.0**-1022)


def divide(a: Value, b: Value, *, ftz: bool = False) -> Value:
    """Return a / b, f32 (`div.approx`); if |b| exceeds 2^126, zero, or NaN for infinite a."""
    if ftz:
        a, b = flush(a), flush(b)
    result = _divide_approximately(a, b)
    return flush(result) if ftz else result


@arraywise
def _divide_approximately(a: Value, b: Value) -> Value:
    result = np.divide(a, b)
    size = np.abs(b)
    # A device multiplies by the reciprocal, which is flushed to 0 for such a divisor.
    large = (size > _LARGE_DIVISOR) & (size < np.inf)
    if large.any():
        zeros = np.copysign(np.float32(0), a) * np.copysign(_ONE_F32, b)
        result = np.where(large, np.where(np.isfinite(a), zeros, np.float32(np.nan)), result)
    return canonical(result)


def divide_full(a: Value, b: Value, *, ftz: bool = False) -> Value:
    """Return a / b, f32 (`div.full`)."""
    if ftz:
        return flush(canonical(np.divide(flush(a), flush(b))))
    return canonical(np.divide(a, b))


def reciprocal(a: Value, *, ftz: bool = False) -> Value:
    """Return 1 / a, f32 (`rcp.approx`)."""
    return divide_full(_ONE_F32, a, ftz=ftz)


def square_root(a: Value, *, ftz: bool = False) -> Value:
    """Return the square root of a, f32 (`sqrt.approx`)."""
    return canonical(np.sqrt(flush(a) if ftz else a))


def _rounded_once(function: Callable[[Value], Value]) -> Callable[..., Value]:
    """Return an approximation in f32 from a function on f64 values."""

    def approximation(a: Value, *, ftz: bool = False) -> Value:
        if ftz:
            a = flush(a)
        result = canonical(function(a.astype(F64)).astype(F32))
        return flush(result) if ftz else result

    return approximation


reciprocal_square_root = _rounded_once(lambda a: _ONE_F64 / np.sqrt(a))
"""1 / sqrt(a), f32 (`rsqrt.approx`); takes `ftz`."""


def _elementary(opcode: str) -> Callable[..., Value]:
    function = partial(FUNCTIONS[opcode], ARRAYS)
    return _rounded_once(arraywise(function))


sin = _elementary("sin")
"""The sine of an angle in radians, f32 (`sin.approx`); takes `ftz`."""

cos = _elementary("cos")
"""The cosine of an angle in radians, f32 (`cos.approx`); takes `ftz`."""

lg2 = _elementary("lg2")
"""The logarithm to base 2, f32 (`lg2.approx`); takes `ftz`."""

ex2 = _elementary("ex2")
"""2 to the power a, f32 (`ex2.approx`); takes `ftz`."""

tanh = _elementary("tanh")
"""The hyperbolic tangent, f32 (`tanh.approx`)."""


def reciprocal_square_root_f64(a: Value) -> Value:
    """Return 1 / sqrt(a), f64 (`rsqrt.approx.f64`)."""
    return quieted(_ONE_F64 / np.sqrt(a), a)


@arraywise
def reciprocal_upper(a: Value) -> Value:
    """Return 1 / a of the upper 32 bits of an f64, as such (`rcp.approx.ftz.f64`).

    The lower 32 bits do not count and are zero in the result, a NaN is 0x7fffffff00000000, and
    subnormal numbers are zeros.
    """
    return _upper(_nearest_upper(_ONE_F64 / _upper(a)))


@arraywise
def reciprocal_square_root_upper(a: Value) -> Value:
    """Return 1 / sqrt(a) of the upper 32 bits of an f64, as such (`rsqrt.approx.ftz.f64`)."""
    return _upper(_nearest_upper(_ONE_F64 / np.sqrt(_upper(a))))


def _nearest_upper(value: Value) -> Value:
    """Round an f64 array to 20 bits after the point, to nearest even; NaN stays NaN."""
    bits = value.view(np.uint64)
    # Just below a half, and the last bit that stays, make ties go to even.
    rounded = (bits + (_BELOW_HALF + ((bits >> _ULP_SHIFT) & _LAST))) & _UPPER
    return np.where(np.isnan(value), value, rounded.view(np.float64))


def _upper(value: Value) -> Value:
    """Return an f64 array without its lower 32 bits, its subnormals flushed, its NaNs canonical."""
    bits = value.view(np.uint64) & _UPPER
    bits[np.abs(bits.view(np.float64)) < _SMALLEST_NORMAL_F64] &= _SIGN_F64
    bits[np.isnan(bits.view(np.float64))] = _NAN_UPPER
    return bits.view(np.float64)
