"""Decoding the elements in the words of a fragment."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.semantics.conversions.widening import widener

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["BITS", "FLOATS", "INTEGERS", "NARROW", "PADDED_BITS", "decode", "unpadded"]

BITS: Final = {
    "f64": 64,
    "tf32": 32,
    "f16": 16,
    "bf16": 16,
    "e4m3": 8,
    "e5m2": 8,
    "s8": 8,
    "u8": 8,
    "s4": 4,
    "u4": 4,
    "b1": 1,
}
"""The size of an element in a fragment, by the name of its type."""

NARROW: Final = {"e3m2": 8, "e2m3": 8, "e2m1": 8, "e2m1x2": 4}
"""Likewise of the types that only kinds of `mma` have.

Elements are in containers of 8 bits: of 6 bits in the lower ones, of 4 bits in bits 2 to 5, as
`ldmatrix` and a shift put them. `e2m1x2` are elements of 4 bits, two in 8 bits.
"""

FLOATS: Final = frozenset({"f16", "bf16", "tf32", "e4m3", "e5m2", *NARROW})
INTEGERS: Final = frozenset({"s8", "u8", "s4", "u4"})

PADDED_BITS: Final = {"b4x16_p64": 4, "b6x16_p32": 6}
"""The size of elements of which 16 are in the first bytes of each 16, before padding."""

_UNIT: Final = 16
_SHIFTS: Final = np.array([0, 6, 12, 18], np.uint32)
_HIGH: Final = np.uint32(0xFFFF0000)
_TF32: Final = np.uint32(0xFFFFE000)


def decode(type_: str, words: Any) -> Any:
    """Return the elements of words, along the last axis: exact values of floats as `float64`.

    Integers become `float32`, in which their products and sums are exact. Of `.tf32` the lower 13
    bits are not read. Single bits stay words, and so do elements of `.f64`, which are returned as
    `float64`.
    """
    return _DECODERS[type_](words)


def _f16(words: Any) -> Any:
    return words.view(np.float16).astype(np.float64)


def _bf16(words: Any) -> Any:
    bits = np.empty((*words.shape, 2), np.uint32)
    # A `.bf16` is the upper half of an `.f32`: the lower of two is shifted there.
    np.left_shift(words, np.uint32(16), out=bits[..., 0])
    np.bitwise_and(words, _HIGH, out=bits[..., 1])
    values = bits.view(np.float32).astype(np.float64)
    return values.reshape(*words.shape[:-1], 2 * words.shape[-1])


def _tf32(words: Any) -> Any:
    # `.tf32` is `.f32` without the lower 13 bits of the fraction.
    return (words & _TF32).view(np.float32).astype(np.float64)


@cache
def _values(type_: str) -> Any:
    with np.errstate(all="ignore"):
        return widener(type_)(np.arange(256, dtype=np.uint8)).astype(np.float64)


def _e4m3(words: Any) -> Any:
    return _values("e4m3").take(words.view(np.uint8))


def _e5m2(words: Any) -> Any:
    return _values("e5m2").take(words.view(np.uint8))


@cache
def _contained(type_: str) -> Any:
    """Return the values of all octets as containers of an element."""
    octets = np.arange(256, dtype=np.uint8)
    # A code of 4 bits is in bits 2 to 5 of its container, one of 6 bits in the lowest.
    codes = octets >> np.uint8(2) & np.uint8(15) if type_ == "e2m1" else octets & np.uint8(63)
    return widener(type_)(codes).astype(np.float64)


def _container(type_: str) -> Callable[[Any], Any]:
    return lambda words: _contained(type_).take(words.view(np.uint8))


@cache
def _pairs() -> Any:
    octets = np.arange(256, dtype=np.uint8)
    codes = np.stack([octets & np.uint8(15), octets >> np.uint8(4)], axis=-1)
    return widener("e2m1")(codes).astype(np.float64)


def _e2m1x2(words: Any) -> Any:
    octets = words.view(np.uint8)
    return _pairs().take(octets, axis=0).reshape(*octets.shape[:-1], 2 * octets.shape[-1])


def _s8(words: Any) -> Any:
    return words.view(np.int8).astype(np.float32)


def _u8(words: Any) -> Any:
    return words.view(np.uint8).astype(np.float32)


def _u4(words: Any) -> Any:
    octets = words.view(np.uint8)
    values = np.empty((*octets.shape, 2), np.float32)
    values[..., 0] = octets & 15
    values[..., 1] = octets >> 4
    return values.reshape(*octets.shape[:-1], 2 * octets.shape[-1])


def _s4(words: Any) -> Any:
    values = _u4(words)
    # Codes from 8 on are negative, in two's complement.
    values[values > 7] -= 16  # noqa: PLR2004 - the largest number of four bits
    return values


def _b1(words: Any) -> Any:
    return words


def _f64(words: Any) -> Any:
    return words.view(np.float64)


_DECODERS: Final = {
    "f64": _f64,
    "tf32": _tf32,
    "f16": _f16,
    "bf16": _bf16,
    "e4m3": _e4m3,
    "e5m2": _e5m2,
    "e3m2": _container("e3m2"),
    "e2m3": _container("e2m3"),
    "e2m1": _container("e2m1"),
    "e2m1x2": _e2m1x2,
    "s8": _s8,
    "u8": _u8,
    "s4": _s4,
    "u4": _u4,
    "b1": _b1,
}


def unpadded(octets: Any, bits: int) -> Any:
    """Return elements of 4 or 6 bits, 16 in the first bytes of each 16, as a byte each.

    >>> unpadded(np.arange(16, dtype=np.uint8), 4)[:6].tolist()
    [0, 0, 1, 0, 2, 0]
    """
    units = octets.reshape(*octets.shape[:-1], -1, _UNIT)
    if bits == 4:  # noqa: PLR2004 - two in a byte
        held = units[..., : _UNIT // 2]
        found = np.stack([held & 15, held >> 4], axis=-1)
    else:
        # Four elements are in three bytes.
        held = units[..., :12].reshape(*units.shape[:-1], 4, 3).astype(np.uint32)
        words = held[..., 0] | held[..., 1] << 8 | held[..., 2] << 16
        found = (words[..., None] >> _SHIFTS & 63).astype(np.uint8)
    return found.reshape(octets.shape)
