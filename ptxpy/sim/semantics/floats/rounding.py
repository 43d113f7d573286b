"""Rounding, flushing, saturation and NaNs of single- and double-precision values.

A value is a NumPy array of one dimension, one element a thread, or a NumPy scalar where all threads
have the same. PTX promises no payload for NaNs of single precision (PTX ISA 9.7.3); the hardware
writes 0x7fffffff, and so do these functions. It supports payloads in double precision: a NaN is the
first one among the sources, made quiet, and an invalid operation gives 0xfff8000000000000.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Final

import numpy as np

from ptxpy.sim.semantics.lanewise import Value

__all__ = [
    "F32",
    "F64",
    "NAN_F32",
    "NAN_F64",
    "ROUNDINGS",
    "arraywise",
    "canonical",
    "flush",
    "has_nan",
    "lane",
    "narrow",
    "nudge",
    "quieted",
    "saturate",
]

F32: Final = np.dtype(np.float32)
F64: Final = np.dtype(np.float64)

ROUNDINGS: Final = ("rn", "rz", "rm", "rp")
"""To nearest even, towards zero, towards minus infinity, towards plus infinity."""

NAN_F32: Final = np.uint32(0x7FFFFFFF).view(np.float32)
NAN_F64: Final = np.uint64(0xFFF8000000000000).view(np.float64)

_SIGN_F32: Final = np.uint32(0x80000000)
_EXPONENT_F32: Final = np.uint32(0x7F800000)
_SMALLEST_NORMAL_F32: Final = np.float32(2.0**-126)
_QUIET_F64: Final = np.uint64(0x0008000000000000)
_ZERO_F32: Final = np.float32(0)
_ONE_F32: Final = np.float32(1)


def arraywise(function: Callable[..., Value]) -> Callable[..., Value]:
    """Let a function that needs at least one array among its sources take scalars alone too."""

    @wraps(function)
    def apply(*sources: Value, **options: Value) -> Value:
        for source in sources:
            if source.ndim:
                return function(*sources, **options)
        return function(sources[0].reshape(1), *sources[1:], **options)[0]

    return apply


def lane(value: Value, where: Value) -> Value:
    """Return the lanes of a value that an index or a mask names; of a scalar, the scalar."""
    return value[where] if value.ndim else value


def has_nan(array: Value) -> bool:
    """Return whether an array contains a NaN."""
    if not array.size:
        return False
    greatest = array.item(array.argmax())  # the first NaN counts as the greatest
    return bool(greatest != greatest)  # noqa: PLR0124 - true for NaN


def canonical(result: Value) -> Value:
    """Return an f32 result with all its NaNs being 0x7fffffff; an array is changed in place."""
    if not result.ndim:
        return result if result == result else NAN_F32  # noqa: PLR0124 - false for NaN
    if has_nan(result):
        result[np.isnan(result)] = NAN_F32
    return result


def quieted(result: Value, *sources: Value) -> Value:
    """Return an f64 result with its NaNs as PTX has them; an array is changed in place."""
    if not result.ndim:
        if result == result:  # noqa: PLR0124 - false for NaN
            return result
        return quieted(result.reshape(1), *sources)[0]
    if has_nan(result):
        bits = result.view(np.uint64)
        shape = result.shape
        sources = tuple(
            np.broadcast_to(source, shape).reshape(-1) if source.ndim > 1 else source
            for source in sources
        )
        where = np.flatnonzero(np.isnan(result))
        settled = np.full(where.shape, NAN_F64.view(np.uint64))
        # The first NaN among the sources counts, so it is written last.
        for source in reversed(sources):
            theirs = lane(source, where)
            np.copyto(settled, theirs.view(np.uint64) | _QUIET_F64, where=np.isnan(theirs))
        bits.put(where, settled)
    return result


def flush(value: Value) -> Value:
    """Return an f32 value with zeros of the same sign in the place of subnormal numbers."""
    if not value.ndim:
        return value * _ZERO_F32 if abs(value) < _SMALLEST_NORMAL_F32 else value
    bits = value.view(np.uint32)
    # Mostly no number is subnormal: the least exponent of all lanes tells that in one pass.
    exponents = bits & _EXPONENT_F32
    if not exponents.size or exponents.min():
        return value
    subnormal = (exponents == 0) & (value != 0)
    if not subnormal.any():
        return value
    flushed = bits.copy()
    flushed[subnormal] &= _SIGN_F32
    return flushed.view(np.float32)


def saturate(value: Value) -> Value:
    """Return an f32 value clamped to the range from 0 to 1; NaN and -0 become +0."""
    # `fmax` prefers 0 to a NaN, and adding +0 makes +0 of -0.
    return np.fmin(np.fmax(value, _ZERO_F32) + _ZERO_F32, _ONE_F32)


def narrow(value: Value, error: Value, rounding: str) -> Value:
    """Round the exact sum of an f64 array and an error of at most half its last place to f32.

    The rounding is `rz`, `rm` or `rp`. Zero as the value means that the sum is zero.
    """
    nearest = value.astype(F32)
    wide = nearest.astype(F64)
    bits = nearest.view(np.uint32)
    negative = np.signbit(value)
    finite = np.isfinite(value)
    beyond = np.where(negative, wide < value, wide > value)
    equal = wide == value
    inward = np.where(negative, error > 0, error < 0)
    # Truncation: the bits of a float less one are the next float towards zero.
    bits -= finite & (beyond | (equal & inward))
    if rounding != "rz":
        inexact = finite & (~equal | (error != 0))
        bits += inexact & (negative if rounding == "rm" else ~negative)
    return nearest


def nudge(value: Value, error: Value, rounding: str) -> Value:
    """Round the exact sum of a normal f64 array, nearest to it, and its error; done in place.

    The rounding is `rz`, `rm` or `rp`. Of the error, the sign alone counts.
    """
    bits = value.view(np.uint64)
    negative = np.signbit(value)
    inward = np.where(negative, error > 0, error < 0)
    outward = np.where(negative, error < 0, error > 0)
    if rounding == "rz":
        bits -= inward
    elif rounding == "rm":
        bits += outward & negative
        bits -= inward & ~negative
    else:
        bits += outward & ~negative
        bits -= inward & negative
    return value
