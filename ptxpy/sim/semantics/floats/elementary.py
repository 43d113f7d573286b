"""Powers of 2, logarithms, sines, cosines and hyperbolic tangents of single-precision numbers.

The sources are f32 values in double precision, and so are the results, whose errors are a few units
of the 52nd bit: rounded to f32, nearly all are the number nearest to the exact value.

Nothing but IEEE operations in a fixed order is used, so that the bits are the same on each
processor, and in compiled code: a function takes the *steps* that Python's operators do not have.
The steps of NumPy are `ARRAYS`; `ptxpy.sim.native.elementary` has those of LLVM.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from typing import Any, Final, Protocol

import numpy as np

__all__ = ["ARRAYS", "FUNCTIONS", "Steps"]

Number = Any
"""A value in double precision of each lane, with Python's operators and comparisons."""
Bits = Any
"""An integer of 64 bits of each lane, with a sign."""


class Steps(Protocol):
    """Operations on the values of all lanes that are no operators of Python."""

    def bits(self, x: Number) -> Bits:
        """Return the bits of numbers."""

    def number(self, bits: Bits) -> Number:
        """Return the numbers of bits."""

    def converted(self, value: Bits) -> Number:
        """Return the numbers nearest to integers."""

    def select(self, condition: Any, a: Any, b: Any) -> Any:
        """Return `a` where a condition holds, else `b`; one may be a constant."""

    def take(self, table: tuple[int, ...], index: Bits) -> Bits:
        """Return the integers of a table at the indices of each lane."""


class _ArraySteps:
    """The steps on arrays of NumPy."""

    def bits(self, x: Any) -> Any:
        return x.view(np.int64)

    def number(self, bits: Any) -> Any:
        return bits.view(np.float64)

    def converted(self, value: Any) -> Any:
        return value.astype(np.float64)

    def select(self, condition: Any, a: Any, b: Any) -> Any:
        return np.where(condition, a, b)

    def take(self, table: tuple[int, ...], index: Any) -> Any:
        return _array(table).take(index)


@cache
def _array(table: tuple[int, ...]) -> Any:
    return np.array(table, np.int64)


ARRAYS: Final[Steps] = _ArraySteps()

_FRACTION: Final = 52
_BIAS: Final = 1023
_SIGN: Final = -(1 << 63)
_MAGNITUDE: Final = (1 << 63) - 1
_ROUNDER: Final = 1.5 * 2.0**52
"""A number of this size has no bits behind the point: adding it rounds, and its low bits count."""


def _polynomial(x: Number, coefficients: list[float]) -> Number:
    """Return `c0 + x * (c1 + x * (c2 + …))`."""
    *rest, last = coefficients
    total = x * last
    total = total + rest[-1]
    for each in reversed(rest[:-1]):
        total = total * x
        total = total + each
    return total


_LN2: Final = Fraction("0.693147180559945309417232121458176568075500134360255254120680009")
_LN2_UPPER: Final = float(Fraction(round(_LN2 * 2**40), 2**40))
"""Its products with small integers are exact."""
_LN2_LOWER: Final = float(_LN2 - Fraction(_LN2_UPPER))

_LARGEST_POWER: Final = 1000.0
_EXPONENTIAL: Final = [1 / math.factorial(k) for k in range(15)]


def exp2(steps: Steps, x: Number) -> Number:
    """Return 2 to the power x; those beyond 1,000 count as that."""
    limited = steps.select(x > -_LARGEST_POWER, x, -_LARGEST_POWER)
    limited = steps.select(limited < _LARGEST_POWER, limited, _LARGEST_POWER)
    rounded = limited + _ROUNDER
    rest = (limited - (rounded - _ROUNDER)) * float(_LN2)
    power = _polynomial(rest, _EXPONENTIAL)
    result = steps.number(steps.bits(power) + (steps.bits(rounded) << _FRACTION))
    return steps.select(x != x, x, result)  # noqa: PLR0124 - true for NaN


_ROOT_OF_HALF: Final = 0x3FE6A09E667F3BCD
_LOGARITHM: Final = [float(2 / (_LN2 * (2 * k + 1))) for k in range(11)]


def log2(steps: Steps, x: Number) -> Number:
    """Return the logarithm to base 2; that of a negative number is NaN."""
    bits = steps.bits(x)
    # x = m * 2 ** exponent, with m between the roots of 1/2 and 2.
    exponent = (bits - _ROOT_OF_HALF) >> _FRACTION
    m = steps.number(bits - (exponent << _FRACTION))
    # The logarithm of (1 + s) / (1 - s) is 2 * (s + s**3 / 3 + …).
    s = (m - 1.0) / (m + 1.0)
    result = steps.converted(exponent) + s * _polynomial(s * s, _LOGARITHM)
    result = steps.select(x > 0.0, result, math.nan)
    result = steps.select(x == 0.0, -math.inf, result)
    return steps.select(x == math.inf, x, result)


_NEARLY_ONE: Final = 20.0
"""Hyperbolic tangents of larger numbers are 1, even in double precision."""
_HYPERBOLIC: Final = [1 / math.factorial(k) for k in range(1, 15)]


def tanh(steps: Steps, x: Number) -> Number:
    """Return the hyperbolic tangent, as `u / (u + 2)` with `u = exp(2 * |x|) - 1`."""
    size = steps.number(steps.bits(x) & _MAGNITUDE)
    twice = steps.select(size < _NEARLY_ONE, size, _NEARLY_ONE) * 2.0
    rounded = twice * (1 / math.log(2)) + _ROUNDER
    whole = rounded - _ROUNDER
    rest = (twice - whole * _LN2_UPPER) - whole * _LN2_LOWER
    power = steps.number((steps.bits(rounded) + _BIAS) << _FRACTION)
    u = power * (rest * _polynomial(rest, _HYPERBOLIC)) + (power - 1.0)
    result = u / (u + 2.0)
    signed = steps.number(steps.bits(result) | (steps.bits(x) & _SIGN))
    return steps.select(x != x, x, signed)  # noqa: PLR0124 - true for NaN


_DIGITS: Final = 400


@cache
def _pi() -> int:
    """Return pi times 2 ** _DIGITS, cut off (Machin's formula)."""

    def arctangent(x: int) -> int:
        total = term = (1 << _DIGITS + 32) // x
        k = 1
        while term:
            term //= -x * x
            k += 2
            total += term // k
        return total

    return 4 * (4 * arctangent(5) - arctangent(239)) >> 32


_WORD: Final = 32
_WORD_MASK: Final = (1 << _WORD) - 1
_LEAST_EXPONENT: Final = -1
_MOST_EXPONENT: Final = 127


@cache
def _windows() -> tuple[tuple[int, ...], ...]:
    """Return three words of 2 / pi for each exponent of an f32 from 1/2: the bits that count.

    With a significand of 24 bits as an integer, their product is the number of quarter turns: two
    bits, all above being whole turns, and 94 behind the point.
    """
    quotient = (1 << 2 * _DIGITS + 1) // _pi()
    found = []
    for exponent in range(_LEAST_EXPONENT, _MOST_EXPONENT + 1):
        window = (quotient << exponent - 23 + 94 >> _DIGITS) & ((1 << 96) - 1)
        found.append([window >> _WORD * k & _WORD_MASK for k in (2, 1, 0)])
    return tuple(zip(*found, strict=True))


def _reduced(steps: Steps, x: Number) -> tuple[Number, Bits]:
    """Return |x| without its quarter turns, at most an eighth in size, and their number."""
    bits = steps.bits(x) & _MAGNITUDE
    size = steps.number(bits)
    exponent = (bits >> _FRACTION) - _BIAS
    is_small = exponent < _LEAST_EXPONENT
    index = steps.select(is_small, 0, exponent - _LEAST_EXPONENT)
    index = steps.select(exponent > _MOST_EXPONENT, 0, index)
    significand = (bits & ((1 << _FRACTION) - 1) | (1 << _FRACTION)) >> 29
    upper, middle, lower = (significand * steps.take(each, index) for each in _windows())
    middle = middle + (lower >> _WORD)
    upper = upper + (middle >> _WORD)
    turns = (upper << _WORD) | (middle & _WORD_MASK)
    quarters = (turns + (1 << 61)) >> 62
    rest = steps.converted(turns << 2) * 2.0**-64
    rest = rest + steps.converted(lower & _WORD_MASK) * 2.0**-94
    angle = rest * (math.pi / 2)
    return steps.select(is_small, size, angle), steps.select(is_small, 0, quarters)


_SINE: Final = [(-1) ** k / math.factorial(2 * k + 1) for k in range(9)]
_COSINE: Final = [(-1) ** k / math.factorial(2 * k) for k in range(10)]


def _wave(steps: Steps, x: Number, phase: int, sign: Bits) -> Number:
    """Return the sine of |x| and some quarter turns, with its sign changed by a bit."""
    angle, quarters = _reduced(steps, x)
    quarters = quarters + phase
    square = angle * angle
    sine = angle + angle * (square * _polynomial(square, _SINE[1:]))
    cosine = _polynomial(square, _COSINE)
    value = steps.select((quarters & 1) == 0, sine, cosine)
    # A sine of two more quarter turns has the other sign.
    sign = sign ^ ((quarters & 2) << 62)
    value = steps.number(steps.bits(value) ^ sign)
    return steps.select(steps.number(steps.bits(x) & _MAGNITUDE) < math.inf, value, math.nan)


def sin(steps: Steps, x: Number) -> Number:
    """Return the sine of an angle in radians."""
    return _wave(steps, x, 0, steps.bits(x) & _SIGN)


def cos(steps: Steps, x: Number) -> Number:
    """Return the cosine of an angle in radians."""
    return _wave(steps, x, 1, steps.bits(x) & 0)


FUNCTIONS: Final = {"cos": cos, "ex2": exp2, "lg2": log2, "sin": sin, "tanh": tanh}
"""The functions, by the opcodes of PTX."""
