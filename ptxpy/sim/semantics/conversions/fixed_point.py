"""Fixed-point numbers `.s2f6`: 64ths, in 8 bits of two's complement (PTX ISA 9.1, 5.2.4)."""

from __future__ import annotations

from typing import Final

import numpy as np

from ptxpy.sim.semantics.lanewise import Array

__all__ = ["from_fixed", "to_fixed"]

_ONE: Final = 64
_LOWEST: Final = -128.0
_HIGHEST: Final = 127.0


def from_fixed(code: Array) -> Array:
    """Return the `.f32` values of codes below 256."""
    return code.astype(np.uint8).view(np.int8).astype(np.float32) / np.float32(_ONE)


def to_fixed(value: Array, scale: Array, rounding: str, *, relu: bool) -> Array:
    """Divide `.f32` by `.f64` powers of two and round to codes; NaN gives the largest number.

    Args:
        value: The numbers.
        scale: What to divide by.
        rounding: `rn` or `rz`.
        relu: Whether negative numbers become 0.
    """
    scaled = value.astype(np.float64) / scale * _ONE
    whole = np.rint(scaled) if rounding == "rn" else np.trunc(scaled)
    whole = np.fmin(whole, _HIGHEST)
    whole = np.maximum(whole, 0.0 if relu else _LOWEST)
    return whole.astype(np.int8).view(np.uint8).astype(np.uint32)
