"""Double-precision operations without rounding errors: as sums of two numbers, and as integers.

The error of a rounded sum or product is a number of double precision (Muller et al., Handbook of
Floating-Point Arithmetic (2018), chapter 4). That of a sum is exact unless an intermediate result
overflows, when it is not finite; that of a product is exact if the product is at least
`SMALLEST_PRODUCT`, and is not finite if a factor is too large.

Integer arithmetic rounds the lanes that faster ways cannot round. Its functions take Python floats
and the name of a rounding.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Final

import numpy as np

from ptxpy.sim.semantics.floats.rounding import lane
from ptxpy.sim.semantics.lanewise import Value

__all__ = ["SMALLEST_PRODUCT", "divide", "fma", "patch", "square_root", "two_product", "two_sum"]

SMALLEST_PRODUCT: Final = np.float64(2.0**-960)

_HALF: Final = np.uint64(1 << 26)
_UPPER: Final = np.uint64((1 << 64) - (1 << 27))


def two_sum(a: Value, b: Value) -> tuple[Value, Value]:
    """Return the sum of two f64 values, rounded to nearest, and its error."""
    total = a + b
    b_part = total - a
    # Knuth's TwoSum: it needs no order of the magnitudes.
    error = total - b_part
    error = a - error
    error += b - b_part
    return total, error


def two_product(a: Value, b: Value) -> tuple[Value, Value]:
    """Return the product of two f64 values, rounded to nearest, and its error."""
    product = a * b
    a_high, a_low = _split(a)
    b_high, b_low = _split(b)
    error = a_high * b_high
    error -= product
    error += a_high * b_low
    error += a_low * b_high
    error += a_low * b_low
    return product, error


def _split(value: Value) -> tuple[Value, Value]:
    """Return the upper 26 bits of a significand, rounded, and the rest, which fits 26 bits."""
    high = value.view(np.uint64) + _HALF
    high &= _UPPER
    high = high.view(np.float64)
    return high, value - high


def patch(
    result: Value,
    where: Value,
    function: Callable[..., float],
    sources: tuple[Value, ...],
    mode: str,
) -> None:
    """Compute the lanes of a result that a mask names anew, in place."""
    lanes = np.flatnonzero(where)
    if not lanes.size:
        return
    columns = [np.broadcast_to(lane(source, lanes), lanes.shape).tolist() for source in sources]
    result[lanes] = [function(*row, mode) for row in zip(*columns, strict=True)]


def fma(a: float, b: float, c: float, rounding: str) -> float:
    """Return a * b + c, rounded once; no operand is NaN, and an invalid operation gives NaN."""
    if not (math.isfinite(a) and math.isfinite(b)):
        return a * b + c
    if not math.isfinite(c):
        return c
    # Integers of any size hold the numerators exactly; the one division rounds.
    a_over, a_under = a.as_integer_ratio()
    b_over, b_under = b.as_integer_ratio()
    c_over, c_under = c.as_integer_ratio()
    under = a_under * b_under
    over = a_over * b_over * c_under + c_over * under
    if over:
        return _round(over, under * c_under, rounding)
    product_sign = math.copysign(1.0, a) * math.copysign(1.0, b)
    if product_sign == math.copysign(1.0, c):
        # Zeros of one sign add up to that zero.
        return math.copysign(0.0, c)
    return -0.0 if rounding == "rm" else 0.0


def divide(a: float, b: float, rounding: str) -> float:
    """Return a / b, of finite numbers that are not zero."""
    ratio = Fraction(a) / Fraction(b)
    return _round(ratio.numerator, ratio.denominator, rounding)


def square_root(a: float, rounding: str) -> float:
    """Return the square root of a finite positive number."""
    nearest = math.sqrt(a)
    # The error of the nearest root is exact as a fraction, and its sign decides.
    error = Fraction(a) - Fraction(nearest) ** 2
    return _round_directed(nearest, error.numerator, rounding)


def _round(over: int, under: int, rounding: str) -> float:
    """Round a fraction that is not zero."""
    try:
        nearest = over / under
    except OverflowError:
        nearest = math.copysign(math.inf, 1 if over > 0 else -1)
    if rounding == "rn":
        return nearest
    if math.isinf(nearest):
        away = {"rz": False, "rm": over < 0, "rp": over > 0}[rounding]
        return nearest if away else math.copysign(sys.float_info.max, nearest)
    nearest_over, nearest_under = nearest.as_integer_ratio()
    return _round_directed(nearest, over * nearest_under - nearest_over * under, rounding)


def _round_directed(nearest: float, error: int, rounding: str) -> float:
    """Round a number, given the nearest float and the sign of its error."""
    if error < 0 and (rounding == "rm" or (rounding == "rz" and nearest > 0)):
        return math.nextafter(nearest, -math.inf)
    if error > 0 and (rounding == "rp" or (rounding == "rz" and nearest < 0)):
        return math.nextafter(nearest, math.inf)
    return nearest
