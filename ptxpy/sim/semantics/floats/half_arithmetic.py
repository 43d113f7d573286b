"""Sums and products of `.f16` or `.bf16`, rounded once.

An `.f32` has more than twice the bits of either format, so that a sum rounds to `.f32` first
without harm to rounding it to nearest; a product of theirs is exact in `.f32`, but for those of
`.bf16` that are too small. Where this is not enough, the `.f32` is rounded to odd.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ptxpy.sim.number_formats import Format
from ptxpy.sim.semantics.conversions.narrowing import narrower, single, toward_odd
from ptxpy.sim.semantics.conversions.widening import TINY, widener
from ptxpy.sim.semantics.lanewise import Array

__all__ = ["fused", "product", "total"]

Operation = Callable[..., Array]


def _round_results(
    layout: Format, rounding: str, compute: Operation, *, ftz: bool, relu: bool
) -> Operation:
    """Return an operation on codes, from one on `.f32` that rounds to the format can follow."""
    widen = widener(layout.name, ftz=ftz)
    narrow = narrower(layout, rounding, satfinite=False, relu=relu)

    def operate(*codes: Array) -> Array:
        result: Array = narrow(compute(*(widen(code) for code in codes)))
        return result.astype(np.uint16)

    return operate


def _error(a: Array, b: Array, result: Array) -> Array:
    """Return what a sum rounded to nearest lost, exactly (Knuth's TwoSum)."""
    of_b = result - a
    error: Array = (a - (result - of_b)) + (b - of_b)
    return error


def total(layout: Format, *, ftz: bool) -> Operation:
    """Return the sum of two codes, rounded to nearest.

    Args:
        layout: Their format.
        ftz: Whether subnormal operands of `.f16` count as zero.
    """
    return _round_results(layout, "rn", np.add, ftz=ftz, relu=False)


def product(layout: Format, *, ftz: bool) -> Operation:
    """Return the product of two codes, rounded to nearest; the arguments are those of `total`."""

    def rounded(a: Array, b: Array) -> Array:
        result: Array = a * b
        lanes = np.flatnonzero(np.abs(result) < TINY)
        if lanes.size:
            size = result.size
            exact = _at(a, lanes, size).astype(np.float64) * _at(b, lanes, size)
            result[lanes] = single(exact, "odd")
        return result

    compute = rounded if layout.has_f32_exponent else np.multiply
    return _round_results(layout, "rn", compute, ftz=ftz, relu=False)


def fused(layout: Format, rounding: str, *, ftz: bool, relu: bool) -> Operation:
    """Return the product of two codes plus a third.

    Args:
        layout: Their format.
        rounding: `rn`, and for `.bf16` also `rz`, `rm` or `rp`.
        ftz: Whether subnormal operands of `.f16` count as zero.
        relu: Whether negative results become +0.
    """
    compute = _fused_wide(rounding) if layout.has_f32_exponent else _fused_narrow(layout)
    return _round_results(layout, rounding, compute, ftz=ftz, relu=relu)


def _at(values: Array, lanes: Array, size: int) -> Array:
    """Return the values of some lanes, of an array that may hold one value for all."""
    result: Array = values[lanes] if values.size == size else values
    return result


def _fused_narrow(layout: Format) -> Operation:
    """Return `a * b + c` for numbers whose products are exact in `.f32`."""
    cut = np.uint32((1 << (23 - layout.fraction_bits)) - 1)
    half = np.uint32(1 << (22 - layout.fraction_bits))
    small = np.float32(2.0 ** (1 - layout.bias))

    def compute(a: Array, b: Array, c: Array) -> Array:
        exact = a * b
        result: Array = exact + c
        doubtful = (result.view(np.uint32) & cut) == half
        doubtful |= np.abs(result) < small
        lanes = np.flatnonzero(doubtful)
        if lanes.size:
            part = result[lanes]
            size = result.size
            result[lanes] = toward_odd(
                part, _error(_at(exact, lanes, size), _at(c, lanes, size), part)
            )
        return result

    return compute


def _fused_wide(rounding: str) -> Operation:
    """Return `a * b + c` for `.bf16`, whose products are exact in `.f64` only."""

    def compute(a: Array, b: Array, c: Array) -> Array:
        exact = a.astype(np.float64) * b
        wide_sum = exact + c
        result = single(wide_sum, "rn")
        bits = result.view(np.uint32)
        if rounding == "rn":
            lanes = np.flatnonzero((bits & np.uint32(0xFFFF)) == np.uint32(0x8000))
        else:
            lanes = np.arange(result.size)
        if lanes.size:
            size = result.size
            part, wide = result[lanes], wide_sum[lanes]
            rest = wide - part
            lost = _error(_at(exact, lanes, size), _at(c, lanes, size).astype(np.float64), wide)
            result[lanes] = toward_odd(part, np.where(rest == 0, lost, rest))
        if rounding == "rm":
            result[(wide_sum == 0) & (np.signbit(exact) | np.signbit(c))] = -0.0
        return result

    return compute
