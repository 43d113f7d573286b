"""Formats of 16 bits and less to `.f32`, exact; scale factors of 8 bits, `.ue8m0`.

Scale factors are exponents alone (PTX ISA 9.0, section 5.2.3).
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np

from ptxpy.sim.number_formats import BY_NAME, Format
from ptxpy.sim.semantics.lanewise import Array, Function, lanewise, tabulated

__all__ = [
    "NAN",
    "TINY",
    "flushed",
    "scale_bf16",
    "scale_values",
    "scales",
    "to_scale",
    "widened",
    "widener",
]

NAN: Final = np.uint32(0x7FFFFFFF).view(np.float32)
"""The `.f32` NaN that instructions give."""

TINY: Final = np.float32(2.0**-126)
"""The smallest normal `.f32`."""

_NAN: Final = 0xFF
_BIAS: Final = 127
_MAGNITUDE: Final = np.uint32(0x7FFFFFFF)
_INFINITY: Final = np.uint32(0x7F800000)
_SMALLEST: Final = np.uint32(0x00400000)  # 2 ** -127, the scale factor of code 0, as .f32
_FRACTION: Final = np.uint32(0x007FFFFF)
_SCALES: Final = np.append(np.ldexp(1.0, np.arange(_NAN) - _BIAS), np.nan)
"""The values of scale factors, by their codes, as `.f64`."""


def flushed(value: Array) -> Array:
    """Turn subnormal `.f32` into zeros of the same sign."""
    result: Array = value * (np.abs(value) >= TINY)
    return result


def widened(layout: Format, code: Array) -> Array:
    """Return the `.f32` values of codes of a format; NaN is the canonical one."""
    fraction = layout.fraction_bits
    bits = code.astype(np.uint32)
    magnitude = bits & np.uint32(layout.sign - 1)
    shifted = magnitude << np.uint32(23 - fraction)
    value: Array = shifted.view(np.float32)
    # The bits are in place, with the exponent of another bias: a product corrects it, of subnormal
    # numbers, too.
    if not layout.has_f32_exponent:
        value = value * np.float32(2.0 ** (127 - layout.bias))
    if layout.infinity is not None:
        value = np.where(magnitude == layout.infinity, np.float32(np.inf), value)
    value = np.where(bits & np.uint32(layout.sign), -value, value)
    if layout.infinity is not None:
        value = np.where(magnitude > layout.infinity, NAN, value)
    elif layout.nan is not None:
        value = np.where(magnitude == layout.nan, NAN, value)
    return value


def _bf16(code: Array) -> Array:
    """Return the `.f32` values of `.bf16`; NaN keeps its payload, as a move into the upper half."""
    bits = code.astype(np.uint32)
    bits <<= np.uint32(16)
    return bits.view(np.float32)


def _make(layout: Format) -> Function:
    """Return the function from codes of a format to `.f32`."""
    # A `.bf16` is the upper half of an `.f32`: a shift is enough.
    if layout.name == "bf16":
        return lanewise(_bf16)
    return tabulated(lambda code: widened(layout, code), 1 << layout.bits)


_WIDENERS: Final = {name: _make(layout) for name, layout in BY_NAME.items() if not layout.padding}


def _flushed_f16(code: Array) -> Array:
    """Return the `.f32` values of `.f16` codes, subnormal ones as zeros of the same sign."""
    value = widened(BY_NAME["f16"], code)
    # A subnormal `.f16` is a normal `.f32`: only its size tells.
    result: Array = value * (np.abs(value) >= np.float32(2.0**-14))
    return result


_FLUSHING: Final = tabulated(_flushed_f16)


def widener(name: str, *, ftz: bool = False) -> Function:
    """Return the function from codes of a type of at most 16 bits to `.f32`.

    With `ftz` subnormal `.f16` become zeros of the same sign.
    """
    return _FLUSHING if ftz and name == "f16" else _WIDENERS[name]


@cache
def scale_values(type_: str) -> Any:
    """Return the values of all scale factors of a type, `ue8m0` or `ue4m3`, as `.f64`.

    The sign of a `.ue4m3` does not count.
    """
    if type_ == "ue8m0":
        return _SCALES
    return widener("e4m3")(np.arange(256, dtype=np.uint8) & np.uint8(0x7F)).astype(np.float64)


def scales(pair: Array) -> tuple[Array, Array]:
    """Return the values of a `.ue8m0x2` as `.f64`, that of the upper bits first."""
    return _SCALES.take(pair >> pair.dtype.type(8)), _SCALES.take(pair & pair.dtype.type(0xFF))


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
        satfinite: Whether too large numbers, infinities as well, become the largest.
    """
    magnitude = value.view(np.uint32) & _MAGNITUDE
    code = magnitude >> np.uint32(23)
    if rounding == "rp":
        code += (
            ((magnitude & _FRACTION) != 0) & (magnitude > _SMALLEST) & (magnitude < _INFINITY)
        ).astype(np.uint32)
    if satfinite:
        np.minimum(code, np.uint32(_NAN - 1), out=code)
        # The limit has made the largest number of a NaN, too.
        code[magnitude > _INFINITY] = _NAN
    return code
