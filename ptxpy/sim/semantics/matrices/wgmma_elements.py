"""Decoding the elements of a matrix of `wgmma` to `float32`, which holds them exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.semantics.conversions.widening import widener

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["decode"]

_HIGH: Final = np.uint32(0xFFFF0000)
_TF32: Final = np.uint32(0xFFFFE000)


def decode(type_: str, words: Any) -> Any:
    """Return the elements that words hold along the last axis.

    Of `.tf32` the lower 13 bits are not read. Single bits become zeros and ones.
    """
    return _DECODERS[type_](words)


def _f16(words: Any) -> Any:
    return words.view(np.float16).astype(np.float32)


def _bf16(words: Any) -> Any:
    words = words.view(np.uint32)
    bits = np.empty((*words.shape, 2), np.uint32)
    # A `.bf16` is the upper half of an `.f32`: the lower of two is shifted there.
    np.left_shift(words, np.uint32(16), out=bits[..., 0])
    np.bitwise_and(words, _HIGH, out=bits[..., 1])
    return bits.view(np.float32).reshape(*words.shape[:-1], 2 * words.shape[-1])


def _tf32(words: Any) -> Any:
    # `.tf32` is `.f32` without the lower 13 bits of the fraction.
    return (words.view(np.uint32) & _TF32).view(np.float32)


def _octets(type_: str) -> Callable[[Any], Any]:
    with np.errstate(all="ignore"):
        table = widener(type_)(np.arange(256, dtype=np.uint8)).astype(np.float32)

    def values(words: Any) -> Any:
        return table.take(words.view(np.uint8))

    return values


def _s8(words: Any) -> Any:
    return words.view(np.int8).astype(np.float32)


def _u8(words: Any) -> Any:
    return words.view(np.uint8).astype(np.float32)


def _b1(words: Any) -> Any:
    return np.unpackbits(words.view(np.uint8), axis=-1, bitorder="little").astype(np.float32)


_DECODERS: Final = {
    "f16": _f16,
    "bf16": _bf16,
    "tf32": _tf32,
    "e4m3": _octets("e4m3"),
    "e5m2": _octets("e5m2"),
    "s8": _s8,
    "u8": _u8,
    "b1": _b1,
}
