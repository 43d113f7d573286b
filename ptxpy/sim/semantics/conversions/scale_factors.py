"""Scale factors of 8 bits, `.ue8m0`: exponents alone (PTX ISA 9.0, section 5.2.3)."""

from __future__ import annotations

from typing import Final

import numpy as np

from ptxpy.sim.semantics.lanewise import Array

__all__ = ["SCALES", "scale_bf16", "scales", "to_scale"]

_NAN: Final = 0xFF
_BIAS: Final = 127
_MAGNITUDE: Final = np.uint32(0x7FFFFFFF)
_INFINITY: Final = np.uint32(0x7F800000)
_SMALLEST: Final = np.uint32(0x00400000)  # 2 ** -127, the scale factor of code 0, as .f32
_FRACTION: Final = np.uint32(0x007FFFFF)

SCALES: Final = np.append(np.ldexp(1.0, np.arange(_NAN) - _BIAS), np.nan)
"""The values of scale factors, by their codes, as `.f64`."""


def scales(pair: Array) -> tuple[Array, Array]:
    """Return the values of a `.ue8m0x2` as `.f64`, that of the upper bits first."""
    return SCALES.take(pair >> pair.dtype.type(8)), SCALES.take(pair & pair.dtype.type(0xFF))


def scale_bf16(code: Array) -> Array:
    """Return the `.bf16` of a scale factor: that of code 0 is subnormal."""
    bits = code.astype(np.uint32) << np.uint32(7)
    bits = np.where(code == 0, np.uint32(0x0040), bits)
    return np.where(code == _NAN, np.uint32(0x7FFF), bits)


def to_scale(value: Array, rounding: str, *, satfinite: bool) -> Array:
    """Round magnitudes of `.f32` to powers of two, as codes.

    Args:
        value: The numbers; their signs do not count.
        rounding: `rz` or `rp`.
        satfinite: Whether what is too large, infinities as well, becomes the largest.
    """
    magnitude = value.view(np.uint32) & _MAGNITUDE
    code = magnitude >> np.uint32(23)
    if rounding == "rp":
        code += (
            ((magnitude & _FRACTION) != 0) & (magnitude > _SMALLEST) & (magnitude < _INFINITY)
        ).astype(np.uint32)
    if satfinite:
        np.minimum(code, np.uint32(_NAN - 1), out=code)
        code[magnitude > _INFINITY] = _NAN
    return code
