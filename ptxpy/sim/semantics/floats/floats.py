"""Addition, multiplication and signs of f32 and f64 values (PTX ISA 9.7.3.2 to 9.7.3.10).

The sources are of one type, which is the result's: float32 or float64. `.ftz` and `.sat` exist in
single precision alone. Functions with a type in their name are those without modifiers, rounding to
nearest, for inner loops.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ptxpy.sim.semantics.floats import exact
from ptxpy.sim.semantics.floats.exact import SMALLEST_PRODUCT, two_product, two_sum
from ptxpy.sim.semantics.floats.rounding import (
    F32,
    F64,
    NAN_F32,
    arraywise,
    canonical,
    flush,
    has_nan,
    narrow,
    nudge,
    quieted,
    saturate,
)
from ptxpy.sim.semantics.lanewise import Value

__all__ = [
    "add",
    "add_f32",
    "add_f64",
    "copysign",
    "finished",
    "fma",
    "fma_f32",
    "fma_f64",
    "magnitude",
    "magnitude_f32",
    "magnitude_f64",
    "mul",
    "mul_f32",
    "mul_f64",
    "neg",
    "neg_f32",
    "neg_f64",
    "sub",
    "sub_f32",
    "sub_f64",
]

_LOW_29: Final = np.uint64((1 << 29) - 1)
_HALF: Final = np.uint64(1 << 28)
_TO_SIGN: Final = np.int64(35)
_HALFWAY: Final = -1 << 63
"""Bits of a double halfway between two floats, shifted so that the highest of the lost is first."""
_LOW_49: Final = np.uint64((1 << 49) - 1)
_SMALLEST_NORMAL_F32: Final = 2.0**-126
_ONE: Final = np.float64(1)


def add_f32(a: Value, b: Value) -> Value:
    """Return a + b (`add.rn.f32`)."""
    return canonical(a + b)


def sub_f32(a: Value, b: Value) -> Value:
    """Return a - b (`sub.rn.f32`)."""
    return canonical(a - b)


def mul_f32(a: Value, b: Value) -> Value:
    """Return a * b (`mul.rn.f32`)."""
    return canonical(a * b)


def add_f64(a: Value, b: Value) -> Value:
    """Return a + b (`add.rn.f64`)."""
    return quieted(a + b, a, b)


def sub_f64(a: Value, b: Value) -> Value:
    """Return a - b (`sub.rn.f64`)."""
    return quieted(a - b, a, b)


def mul_f64(a: Value, b: Value) -> Value:
    """Return a * b (`mul.rn.f64`)."""
    return quieted(a * b, a, b)


@arraywise
def fma_f32(a: Value, b: Value, c: Value) -> Value:
    """Return a * b + c, rounded once (`fma.rn.f32`); arrays may have any shapes that broadcast.

    The product is exact in double precision. Rounding the double-precision sum again is wrong only
    if that sum is halfway between two results, which its low bits tell for normal results.
    """
    product: Value = a.astype(F64) * b.astype(F64)
    addend: Value = c.astype(F64)
    # Writing the sum over the product saves an array of doubles, if the sum has its shape.
    in_place = product.shape == addend.shape or not addend.ndim
    total = np.add(product, addend, product) if in_place else product + addend
    result = total.astype(F32)
    if not total.size:
        return result
    # The bits that rounding to f32 drops are at the top now. The least int64 is the pattern of a
    # tie: one pass over the lanes finds out whether there is any.
    lost = total.view(np.int64) << _TO_SIGN
    if lost.item(lost.argmin()) == _HALFWAY:
        bits = total.view(np.uint64)
        _fuse_again(result, (bits & _LOW_29) == _HALF, a, b, c)
    sizes = np.abs(result)
    if not sizes.item(sizes.argmin()) >= _SMALLEST_NORMAL_F32:  # NaN counts as the least
        _fuse_again(result, (np.abs(total) < _SMALLEST_NORMAL_F32) & (total != 0), a, b, c)
        result[np.isnan(result)] = NAN_F32
    return result


def _fuse_again(result: Value, doubtful: Value, a: Value, b: Value, c: Value) -> None:
    """Compute lanes of a * b + c anew, with the sum rounded once, in place.

    The product is exact in double precision. The sum is moved to a neighbour on the side of its
    error, so that the second rounding finds no tie that the exact sum is not.
    """
    where = np.flatnonzero(doubtful)
    if not len(where):
        return
    x, y, z = (np.broadcast_to(each, result.shape).reshape(-1)[where] for each in (a, b, c))
    total, error = two_sum(x.astype(F64) * y.astype(F64), z.astype(F64))
    towards = np.copysign(np.inf, error)
    unrounded: Value = np.where(error != 0, np.nextafter(total, towards), total)
    result.put(where, unrounded.astype(F32))


@arraywise
def fma_f64(a: Value, b: Value, c: Value) -> Value:
    """Return a * b + c, rounded once (`fma.rn.f64`).

    With p + e the product and s + t = p + c, all exact, s + (t + e) rounds as the exact sum does,
    unless t + e is rounded to just half a unit in the last place of s: then its low bits are zero.
    """
    product, product_error = two_product(a, b)
    total, total_error = two_sum(product, c)
    rest = total_error + product_error
    result = total + rest
    magnitudes = np.abs(product)
    # A tie of s + (t + e) has a rest with few bits. Testing its low 49 bits errs on the safe side,
    # and the lanes that it finds are computed exactly.
    low = rest.view(np.uint64) & _LOW_49
    if low.size and not low.min():
        nothing = rest == 0
        np.copyto(result, total, where=nothing)  # -0 and a rest of +0 are -0
        halfway = (low == 0) & (total_error != 0) & (product_error != 0) & ~nothing
        exact.patch(result, halfway, exact.fma, (a, b, c), "rn")
    if magnitudes.size and not magnitudes.min() >= SMALLEST_PRODUCT:  # NaN counts as small
        small = (magnitudes < SMALLEST_PRODUCT) & (a != 0) & (b != 0)
        exact.patch(result, small & ~np.isnan(c), exact.fma, (a, b, c), "rn")
    if has_nan(result):
        known = np.isnan(a) | np.isnan(b) | np.isnan(c)
        exact.patch(result, np.isnan(result) & ~known, exact.fma, (a, b, c), "rn")
        return quieted(result, a, b, c)
    return result


def add(a: Value, b: Value, *, rounding: str = "rn", ftz: bool = False, sat: bool = False) -> Value:
    """Return a + b."""
    if ftz:
        a, b = flush(a), flush(b)
    if a.dtype == F64:
        return add_f64(a, b) if rounding == "rn" else _add_f64_directed(a, b, rounding=rounding)
    result = add_f32(a, b) if rounding == "rn" else _add_f32_directed(a, b, rounding=rounding)
    return finished(result, ftz=ftz, sat=sat)


def sub(a: Value, b: Value, *, rounding: str = "rn", ftz: bool = False, sat: bool = False) -> Value:
    """Return a - b."""
    if rounding == "rn" and a.dtype == F64:
        return sub_f64(a, b)
    negated = np.negative(b)
    if a.dtype == F64:
        return quieted(add(a, negated, rounding=rounding), a, b)
    return add(a, negated, rounding=rounding, ftz=ftz, sat=sat)


def mul(a: Value, b: Value, *, rounding: str = "rn", ftz: bool = False, sat: bool = False) -> Value:
    """Return a * b."""
    if ftz:
        a, b = flush(a), flush(b)
    if a.dtype == F64:
        return mul_f64(a, b) if rounding == "rn" else _mul_f64_directed(a, b, rounding=rounding)
    result = mul_f32(a, b) if rounding == "rn" else _mul_f32_directed(a, b, rounding=rounding)
    return finished(result, ftz=ftz, sat=sat)


def fma(
    a: Value, b: Value, c: Value, *, rounding: str = "rn", ftz: bool = False, sat: bool = False
) -> Value:
    """Return a * b + c, rounded once."""
    if ftz:
        a, b, c = flush(a), flush(b), flush(c)
    if a.dtype == F64:
        return (
            fma_f64(a, b, c) if rounding == "rn" else _fma_f64_directed(a, b, c, rounding=rounding)
        )
    result = fma_f32(a, b, c) if rounding == "rn" else _fma_f32_directed(a, b, c, rounding=rounding)
    return finished(result, ftz=ftz, sat=sat)


def finished(result: Value, *, ftz: bool, sat: bool) -> Value:
    """Return an f32 result after `.ftz` and `.sat`."""
    if ftz:
        result = flush(result)
    return saturate(result) if sat else result


@arraywise
def _add_f32_directed(a: Value, b: Value, *, rounding: str) -> Value:
    return _sum_directed(a.astype(F64), b.astype(F64), rounding=rounding)


@arraywise
def _mul_f32_directed(a: Value, b: Value, *, rounding: str) -> Value:
    return canonical(narrow(a.astype(F64) * b.astype(F64), np.float64(0), rounding))


@arraywise
def _fma_f32_directed(a: Value, b: Value, c: Value, *, rounding: str) -> Value:
    return _sum_directed(a.astype(F64) * b.astype(F64), c.astype(F64), rounding=rounding)


def _sum_directed(a: Value, b: Value, *, rounding: str) -> Value:
    """Round the sum of two f64 values, too small to overflow, to f32."""
    total, error = two_sum(a, b)
    if rounding == "rm":
        total = _with_signed_zeros(total, a, b)
    return canonical(narrow(total, error, rounding))


def _with_signed_zeros(total: Value, a: Value, b: Value) -> Value:
    """Return a sum with -0 for zero, unless both addends are +0 (as `.rm` has it)."""
    return np.where((total == 0) & (np.signbit(a) | np.signbit(b)), np.float64(-0.0), total)


@arraywise
def _add_f64_directed(a: Value, b: Value, *, rounding: str) -> Value:
    total, error = two_sum(a, b)
    if rounding == "rm":
        total = _with_signed_zeros(total, a, b)
    # An intermediate result has overflowed, though the sum of finite numbers may not.
    unsure = ~np.isfinite(error) & np.isfinite(a) & np.isfinite(b)
    result = nudge(total, np.where(np.isfinite(error), error, 0.0), rounding)
    exact.patch(result, unsure, exact.fma, (a, _ONE, b), rounding)
    return quieted(result, a, b)


@arraywise
def _mul_f64_directed(a: Value, b: Value, *, rounding: str) -> Value:
    product, error = two_product(a, b)
    sure = np.isfinite(error) & (np.abs(product) >= SMALLEST_PRODUCT)
    unsure = ~sure & np.isfinite(a) & np.isfinite(b) & (a != 0) & (b != 0)
    result = nudge(product, np.where(sure, error, 0.0), rounding)
    zero = np.copysign(np.float64(0), a) * np.copysign(_ONE, b)
    exact.patch(result, unsure, exact.fma, (a, b, zero), rounding)
    return quieted(result, a, b)


@arraywise
def _fma_f64_directed(a: Value, b: Value, c: Value, *, rounding: str) -> Value:
    product, product_error = two_product(a, b)
    total, total_error = two_sum(product, c)
    if rounding == "rm":
        total = _with_signed_zeros(total, product, c)
    rest, rest_error = two_sum(total_error, product_error)
    result, error = two_sum(total, rest)
    # Only the sign of the error counts: that of the last addition, or if that was exact, of the one
    # before.
    error = np.where(error != 0, error, rest_error)
    # A product that is exactly zero has no error that could be too small for double precision.
    trivial = ((a == 0) | (b == 0)) & np.isfinite(error)
    sure = np.isfinite(error) & (np.abs(product) >= SMALLEST_PRODUCT) & (result != 0)
    unsure = ~(sure | trivial) & ~np.isnan(a) & ~np.isnan(b) & ~np.isnan(c)
    result = nudge(np.where(trivial, total, result), np.where(sure, error, 0.0), rounding)
    exact.patch(result, unsure, exact.fma, (a, b, c), rounding)
    return quieted(result, a, b, c)


def neg_f32(a: Value) -> Value:
    """Return -a (`neg.f32`); a NaN becomes 0x7fffffff, as the addition of -0 makes it."""
    return canonical(np.negative(a))


def neg_f64(a: Value) -> Value:
    """Return a with its sign changed (`neg.f64`), be it a NaN too."""
    return np.negative(a)


def magnitude_f32(a: Value) -> Value:
    """Return |a| (`abs.f32`); a NaN becomes 0x7fffffff."""
    return canonical(np.abs(a))


def magnitude_f64(a: Value) -> Value:
    """Return |a| (`abs.f64`); a NaN passes unchanged (PTX ISA 9.7.3.9)."""
    result: Value = np.abs(a)
    nan = np.isnan(a)
    if nan.any():
        result = np.where(nan, a, result)
    return result[()]


def neg(a: Value, *, ftz: bool = False) -> Value:
    """Return -a."""
    if a.dtype == F64:
        return neg_f64(a)
    return neg_f32(flush(a) if ftz else a)


def magnitude(a: Value, *, ftz: bool = False) -> Value:
    """Return |a| (`abs`)."""
    if a.dtype == F64:
        return magnitude_f64(a)
    return magnitude_f32(flush(a) if ftz else a)


def copysign(a: Value, b: Value) -> Value:
    """Return b with the sign of a, be they NaNs too."""
    word = np.uint64 if a.dtype == F64 else np.uint32
    sign = word(1) << word(8 * a.dtype.itemsize - 1)
    return ((a.view(word) & sign) | (b.view(word) & ~sign)).view(a.dtype)
