"""Products without carries: of polynomials whose coefficients are bits (PTX ISA 9.7.1, `clmad`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ptxpy.sim.semantics.operations import Value

__all__ = ["multiply_high_add", "multiply_low_add"]

WIDTH = 64


def multiply_low_add(a: Value, b: Value, c: Value) -> Value:
    """Return the lower 64 bits of the product of a and b, and c added; all are uint64."""
    result = c
    for bit in range(WIDTH):
        place = np.uint64(bit)
        result = result ^ (a << place) * (b >> place & np.uint64(1))
    return result


def multiply_high_add(a: Value, b: Value, c: Value) -> Value:
    """Return the upper 64 bits of the product of a and b, and c added; all are uint64."""
    result = c
    for bit in range(1, WIDTH):
        result = result ^ (a >> np.uint64(WIDTH - bit)) * (b >> np.uint64(bit) & np.uint64(1))
    return result
