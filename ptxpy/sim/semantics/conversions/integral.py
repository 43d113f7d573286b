"""Conversions from and to integers, and of floating-point numbers to integral values.

PTX ISA 9.0, section 9.7.9.21. Floating-point operands and results are `.f32` or `.f64`.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ptxpy.sim.semantics.conversions.narrowing import single
from ptxpy.sim.semantics.lanewise import Array, Function

__all__ = [
    "INTEGERS",
    "ROUNDINGS",
    "double_from_integer",
    "integer_from_float",
    "integer_from_integer",
    "single_from_integer",
]

INTEGERS: Final[dict[str, np.dtype[Any]]] = {
    f"{letter}{bits}": np.dtype(f"{kind}{bits // 8}")
    for letter, kind in (("u", "u"), ("s", "i"))
    for bits in (8, 16, 32, 64)
}
"""The types of integers."""

ROUNDINGS: Final[dict[str, Function]] = {
    "rni": np.rint,
    "rzi": np.trunc,
    "rmi": np.floor,
    "rpi": np.ceil,
}
"""The roundings to an integral value."""

_LOW: Final = 11  # of 64 bits, those that do not fit into the 53 of an .f64 with the others


def integer_from_integer(target: str, source: str, *, saturate: bool) -> Function:
    """Return the conversion between two types of integers, cutting off upper bits or saturating."""
    to, of = np.iinfo(INTEGERS[target]), np.iinfo(INTEGERS[source])
    kind = of.dtype.type
    low = kind(to.min) if saturate and to.min > of.min else None
    high = kind(to.max) if saturate and to.max < of.max else None
    dtype = to.dtype

    def convert(value: Array) -> Array:
        if low is not None:
            value = np.maximum(value, low)
        if high is not None:
            value = np.minimum(value, high)
        return value.astype(dtype)

    return convert


def integer_from_float(target: str, source: str, rounding: str) -> Function:
    """Return the conversion of `.f32` or `.f64` to an integer, clamped to its range.

    Args:
        target: The integer type.
        source: The floating-point type the program converts from; only `.f64` stays one here.
        rounding: `rni`, `rzi`, `rmi` or `rpi`.

    NaN gives 0, or the integer whose upper bit alone is set if either type is of 64 bits.
    """
    limits = np.iinfo(INTEGERS[target])
    dtype = limits.dtype
    float_type = np.float64 if source == "f64" else np.float32
    low = float_type(limits.min)
    high = float_type(limits.max)
    if int(high) > limits.max:
        high = np.nextafter(high, float_type(0))
    wide = source == "f64" or limits.bits == 64  # noqa: PLR2004 - bits of .s64
    of_nan = 0
    if wide:
        of_nan = limits.min or 1 << (limits.bits - 1)
    integral = ROUNDINGS[rounding]

    def convert(value: Array) -> Array:
        value = integral(value)
        if value.min(initial=0) >= low and value.max(initial=0) <= high:
            result: Array = value.astype(dtype)
            return result
        below, above, nan = value < low, value > high, np.isnan(value)
        value[below | above | nan] = 0
        result = value.astype(dtype)
        result[below] = limits.min
        result[above] = limits.max
        result[nan] = of_nan
        return result

    return convert


def _split(value: Array) -> tuple[Array, Array]:
    """Write integers of 64 bits as sums of two `.f64`, the second positive and below 2048."""
    low = value & value.dtype.type((1 << _LOW) - 1)
    return (value - low).astype(np.float64), low.astype(np.float64)


def double_from_integer(source: str, rounding: str) -> Function:
    """Return the conversion of integers to `.f64`; its rounding may be `odd`."""
    exact = INTEGERS[source].itemsize < 8  # noqa: PLR2004 - bytes

    def convert(value: Array) -> Array:
        if exact or rounding == "rn":
            return value.astype(np.float64)
        upper, lower = _split(value)
        result: Array = upper + lower
        rest = lower - (result - upper)
        bits = result.view(np.int64)
        up = rest > 0
        down = rest < 0
        if rounding == "odd":
            even = (bits & 1) == 0
            up &= even
            down &= even
        elif rounding == "rz":
            up &= result < 0
            down &= result > 0
        step = np.zeros(1, np.int8)
        if rounding != "rm":
            step = step + up
        if rounding != "rp":
            step = step - down.astype(np.int8)
        bits += step * ((bits >> 63) | 1)
        return result

    return convert


def single_from_integer(source: str, rounding: str) -> Function:
    """Return the conversion of integers to `.f32`; its rounding may be `odd`."""
    size = INTEGERS[source].itemsize
    double = double_from_integer(source, "odd")

    def convert(value: Array) -> Array:
        if size <= 2 or rounding == "rn":  # noqa: PLR2004 - bytes that fit into an .f32
            return value.astype(np.float32)
        return single(double(value), rounding)

    return convert
