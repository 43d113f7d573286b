"""MXFP8 for NumPy: numbers of 8 bits, of which 32 share a scale factor that is a power of two.

The format is that of the OCP Microscaling specification: elements are e4m3, up to 448 large, and a
scale factor is ue8m0, 2 ** (bits - 127). Kernels take arrays of bits, `uint8`.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ptxpy.examples.checking import Array

BLOCK: Final = 32
"""Elements of a row that share a scale factor."""
BIAS: Final = 127
"""The bits of the scale factor 1."""
LARGEST_EXPONENT: Final = 8
"""That of the largest e4m3, 448."""
ROWS, BLOCKS = 128, 4
"""The rows of a tile of scale factors, and their blocks: the bytes of a word."""


def _e4m3() -> Array:
    """Return the values of the bits 0 to 0x7E, which are the positive ones."""
    bits = np.arange(0x7F)
    exponent, mantissa = bits >> 3, bits & 7
    found: Array = np.where(exponent, np.ldexp(8 + mantissa, exponent - 10), np.ldexp(mantissa, -9))
    return found


_POSITIVE: Final = _e4m3()


def quantized(matrix: Array) -> tuple[Array, Array]:
    """Return the bits of a matrix (R, K) in e4m3, and those of its scale factors (R, K / 32).

    A block's factor lets its largest element come near 448; elements are rounded to the nearest,
    and numbers beyond 448 become 448. K is a multiple of 32.
    """
    rows, columns = matrix.shape
    blocks = matrix.astype(np.float64).reshape(rows, columns // BLOCK, BLOCK)
    largest = np.abs(blocks).max(axis=2)
    exponents = np.frexp(largest)[1] - 1 - LARGEST_EXPONENT
    factors = np.clip(np.where(largest, exponents, 0), -BIAS, BIAS)
    wide = np.ldexp(blocks, -factors[:, :, None])
    middles = (_POSITIVE[1:] + _POSITIVE[:-1]) / 2
    bits = np.searchsorted(middles, np.abs(wide)) | np.where(wide < 0, 0x80, 0)
    return bits.astype(np.uint8).reshape(matrix.shape), (factors + BIAS).astype(np.uint8)


def values(bits: Array, factors: Array) -> Array:
    """Return the numbers (R, K) that bits and scale factors stand for, in double precision."""
    signs = np.where(bits & 0x80, -1.0, 1.0)
    exponents = np.repeat(factors.astype(int) - BIAS, BLOCK, axis=1)
    found: Array = np.ldexp(signs * _POSITIVE[bits & 0x7F], exponents)
    return found


def arranged(factors: Array) -> Array:
    """Return scale factors (R, K / 32) as the tensor core takes them, in tiles of 128 words.

    The result is `uint32` of the shape (R / 128, K / 128, 128), rounded up. A word has the four
    factors of a row for 128 elements along K, and the word of row r is number r % 32 * 4 + r / 32:
    as `tcgen05.cp` of the size 32x128b.warpx4 brings it to lane r % 32 and column r / 32. Rows and
    blocks that there are not have the factor 1.
    """
    rows, blocks = factors.shape
    tiles, chunks = -(-rows // ROWS), -(-blocks // BLOCKS)
    whole = np.full((tiles * ROWS, chunks * BLOCKS), BIAS, np.uint8)
    whole[:rows, :blocks] = factors
    words = whole.view("<u4").reshape(tiles, ROWS // 32, 32, chunks)
    return np.ascontiguousarray(words.transpose(0, 3, 2, 1)).reshape(tiles, chunks, ROWS)
