"""The random bits of stochastic rounding, `cvt.rs` (PTX ISA 9.0, section 9.7.9.21)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from ptxpy.sim.semantics.lanewise import Array, tabulated

__all__ = ["random_bits"]

_F16_BITS: Final = 13
_BITS: Final = 16
_UPPER: Final = np.uint32(16)
_LOW_HALF: Final = np.uint32(0xFFFF)
_LOW_BYTE: Final = np.uint32(0xFF)
_HIGH_BYTE: Final = np.uint32(0xFF00)
_BYTE: Final = np.uint32(8)
_F16_MASK: Final = np.uint32((1 << _F16_BITS) - 1)


def _reverse(half: Array) -> Array:
    """Reverse the order of 16 bits."""
    result = half.astype(np.uint32)
    for width, mask in ((1, 0x5555), (2, 0x3333), (4, 0x0F0F), (8, 0x00FF)):
        low, shift = np.uint32(mask), np.uint32(width)
        result = (result >> shift & low) | (result & low) << shift
    return result


_REVERSED: Final = tabulated(_reverse)


def _f16(bits: Array) -> list[Array]:
    return [bits >> _UPPER & _F16_MASK, bits & _F16_MASK]


def _bf16(bits: Array) -> list[Array]:
    return [bits >> _UPPER, bits & _LOW_HALF]


def _four(upper: Array, lower: Array) -> list[Array]:
    """Return the random bits of four elements: the first of two that share them has them reversed.

    The manual only says which are shared; that hardware reverses them has been measured.
    """
    return [_REVERSED(upper), upper, _REVERSED(lower), lower]


def _bytes(bits: Array) -> list[Array]:
    return _four(bits >> _UPPER, bits & _LOW_HALF)


def _nibbles(bits: Array) -> list[Array]:
    upper = (bits >> _UPPER & _HIGH_BYTE) | (bits >> _BYTE & _LOW_BYTE)
    lower = (bits >> _BYTE & _HIGH_BYTE) | (bits & _LOW_BYTE)
    return _four(upper, lower)


def random_bits(name: str) -> tuple[int, Callable[[Array], list[Array]]]:
    """Return how many random bits an element of a format takes, and which ones.

    They are added to the upper ones of the bits that are cut off.

    Args:
        name: The format of one element.

    Returns:
        Their number, and the function from the operand `rbits` to those of each element, the
        first operand's first.
    """
    if name == "f16":
        return _F16_BITS, _f16
    if name == "bf16":
        return _BITS, _bf16
    return _BITS, _nibbles if name == "e2m1" else _bytes
