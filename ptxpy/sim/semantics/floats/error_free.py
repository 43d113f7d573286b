"""Error-free transformations of double precision: sums and products with their rounding errors.

Muller et al., Handbook of Floating-Point Arithmetic (2018), chapter 4. The error of a sum is exact
unless an intermediate result overflows, when it is not finite. The error of a product is exact
where the product is at least `SMALLEST_PRODUCT`, and is not finite if a factor is too large.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ptxpy.sim.semantics.operations import Value

__all__ = ["SMALLEST_PRODUCT", "two_product", "two_sum"]

SMALLEST_PRODUCT: Final = np.float64(2.0**-960)

_HALF: Final = np.uint64(1 << 26)
_UPPER: Final = np.uint64((1 << 64) - (1 << 27))


def two_sum(a: Value, b: Value) -> tuple[Value, Value]:
    """Return the sum of two f64 values, rounded to nearest, and its error."""
    total = a + b
    b_part = total - a
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
