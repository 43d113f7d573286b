"""Rounding `.f32` and `.f64` to narrower formats (PTX ISA 9.0, section 9.7.9.21).

The roundings are named as in PTX: `rn` to nearest, ties to even; `rna` ties away from zero; `rz`,
`rm` and `rp` toward zero, minus and plus infinity; `rs` stochastic. PTX does not have `odd`, which
rounds a value between two numbers to the one whose last bit is set. A second rounding, to a format
that is two or more bits narrower, then has the same result as a single one.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ptxpy.sim.number_formats import Format
from ptxpy.sim.semantics.lanewise import Array, Function

__all__ = ["narrower", "single", "stepped", "toward_odd"]

_INFINITY: Final = np.uint32(0x7F800000)
_MAGNITUDE: Final = np.uint32(0x7FFFFFFF)
_SIGN_SHIFT: Final = np.uint32(31)


def stepped(value: Array, up: Array, down: Array) -> Array:
    """Move `.f32` to the next number above where `up`, below where `down`; never past a NaN."""
    bits = value.view(np.int32)
    step = up.astype(np.int8) - down.astype(np.int8)
    sign = (bits >> np.int32(31)).astype(np.int8) | np.int8(1)
    result: Array = (bits + step * sign).view(np.float32)
    return result


def single(value: Array, rounding: str) -> Array:
    """Round `.f64` to `.f32`. A NaN gives the canonical one."""
    result: Array = value.astype(np.float32)
    if rounding != "rn":
        back = result.astype(np.float64)
        if rounding == "odd":
            return toward_odd(result, value - back)
        up = back < value if rounding in {"rp", "rz"} else np.zeros(1, np.bool_)
        down = back > value if rounding in {"rm", "rz"} else np.zeros(1, np.bool_)
        if rounding == "rz":
            up &= value < 0
            down &= value > 0
        result = stepped(result, up, down)
    nan = result != result  # noqa: PLR0124 - only a NaN differs from itself
    if nan.any():
        result.view(np.uint32)[nan] = _MAGNITUDE
    return result


def toward_odd(value: Array, rest: Array) -> Array:
    """Round `value + rest` to odd, `value` being the nearest `.f32` to it.

    Only the sign of `rest` counts. An infinity becomes the largest number where something finite
    overflowed.
    """
    even = (value.view(np.uint32) & np.uint32(1)) == 0
    return stepped(value, (rest > 0) & even, (rest < 0) & even)


def _away(bits: Array, rounding: str) -> Array:
    """Return where a directed rounding rounds away from zero."""
    negative = bits > _MAGNITUDE
    return negative if rounding == "rm" else ~negative


def _small(layout: Format, bits: Array, rounding: str, random: Array | None, width: int) -> Array:
    """Round magnitudes to multiples of the smallest subnormal, as their count.

    Right for numbers below the smallest normal one; for all others no less than their code.
    """
    magnitude = bits & _MAGNITUDE
    value = magnitude.view(np.float32)
    exponent = layout.bias - 1 + layout.fraction_bits
    if rounding == "rn":
        # Adding a number whose last bit is one smallest subnormal rounds to multiples of that, to
        # nearest even, and the bits of the sum count them.
        anchor = np.float32(2.0 ** (23 - exponent))
        value = value + anchor
        count: Array = value.view(np.uint32)
        count -= anchor.view(np.uint32)
        return count
    extra = width if rounding == "rs" else 0
    limit = np.float32(2.0 ** (1 - layout.bias + layout.exponent_bits))
    # Larger numbers are not small: the other formula gives their code, and this one must only not
    # overflow.
    value = np.fmin(value, limit) * np.float32(2.0 ** (exponent + extra))
    count = value.astype(np.uint32)
    if random is not None:
        return (count + random) >> np.uint32(width)
    if rounding in {"rm", "rp"}:
        count += (count != value) & _away(bits, rounding)
    return count


def _increment(bits: Array, shift: int, rounding: str, random: Array | None, width: int) -> Array:
    """Return what to add below the last bit that is kept, so that cutting off rounds."""
    if rounding == "rn":
        increment: Array = bits >> np.uint32(shift)
        increment &= np.uint32(1)
        increment += np.uint32((1 << (shift - 1)) - 1)
        return increment
    if rounding == "rna":
        return np.full(1, 1 << (shift - 1), np.uint32)
    if random is not None:
        return random << np.uint32(shift - width)
    if rounding == "rz":
        return np.zeros(1, np.uint32)
    return _away(bits, rounding) * np.uint32((1 << shift) - 1)


def _limit(layout: Format, bits: Array, rounding: str, *, satfinite: bool) -> Array | np.uint32:
    """Return the largest code that each number may become."""
    maximum = np.uint32(layout.maximum)
    if satfinite:
        return maximum
    if rounding in {"rn", "rna", "rs"}:
        return maximum + np.uint32(1)
    beyond = (bits & _MAGNITUDE) >= _INFINITY
    if rounding != "rz":
        beyond |= _away(bits, rounding)
    limits: Array = maximum + beyond
    return limits


def narrower(
    layout: Format, rounding: str, *, satfinite: bool, relu: bool, random_bits: int = 0
) -> Function:
    """Return the function that rounds arrays of `.f32` to a format.

    It gives codes (with their padding) as `uint32`. With `random_bits`, it takes as many random
    bits as a second operand. Overflow gives an infinity where the rounding goes away from zero,
    or a NaN if the format has no infinity.

    Args:
        layout: The format.
        rounding: How to round: `rn`, `rna`, `rz`, `rm`, `rp` or `rs`.
        satfinite: Whether numbers beyond the largest, and infinities, become the largest.
        relu: Whether negative numbers become +0.
        random_bits: How many random bits `rs` takes.
    """
    shift = 23 - layout.fraction_bits
    # Subtracting the difference of the biases from the bits of an `.f32` makes its exponent that of
    # the format.
    rebias = np.uint32((127 - layout.bias) << 23)
    smallest = np.uint32((128 - layout.bias) << 23)
    nan = np.uint32(layout.maximum if layout.nan is None else layout.nan)
    padding = np.uint32(layout.padding)
    nan = ((nan + np.uint32(1)) << padding) - np.uint32(1)
    sign_shift = np.uint32(layout.bits - 1)

    def narrow(value: Array, random: Array | None = None) -> Array:
        bits: Array = value.view(np.uint32)
        magnitude = bits & _MAGNITUDE
        increment = _increment(bits, shift, rounding, random, random_bits)
        if layout.has_f32_exponent:
            code: Array = magnitude + increment
            code >>= np.uint32(shift)
        else:
            code = np.maximum(magnitude, smallest)
            code -= rebias
            code = code + increment
            code >>= np.uint32(shift)
            # Below the smallest normal number the first formula gives too large a code, and above
            # it the second one: the lesser one is right.
            code = np.minimum(code, _small(layout, bits, rounding, random, random_bits))
        if satfinite or not layout.has_f32_exponent:
            code = np.minimum(code, _limit(layout, bits, rounding, satfinite=satfinite))
        sign = bits >> _SIGN_SHIFT
        if relu:
            code *= sign ^ np.uint32(1)
        else:
            sign <<= sign_shift
            code |= sign
        if padding:
            code <<= padding
        if magnitude.max(initial=0) > _INFINITY:
            code = np.where(magnitude > _INFINITY, nan, code)
        return code

    return narrow
