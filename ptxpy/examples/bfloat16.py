"""bfloat16 for NumPy, which has no such type: kernels take arrays of the bits, `uint16`."""

from __future__ import annotations

import numpy as np

from ptxpy.examples.checking import Array


def bits(values: Array) -> Array:
    """Return the bits of the nearest bfloat16 of each value, ties to even; not for NaN."""
    wide = np.asarray(values, np.float32).view(np.uint32)
    return (wide + (0x7FFF + (wide >> 16 & 1)) >> 16).astype(np.uint16)


def values(bits: Array) -> Array:
    """Return the values of bfloat16 in bits."""
    return (bits.astype(np.uint32) << 16).view(np.float32)
