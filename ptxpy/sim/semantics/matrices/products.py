"""Products of matrices with a sum: D = A * B + C, for many warps at once.

B is transposed: [warp, column, k]. A is [block of rows, warp, row, k], and so are C
and D, unless they are without blocks.

The manual leaves the order of additions and their rounding open, but for `.f64` (PTX ISA
9.7.14.5.14). Here products of floats are exact, they and C are added in `float64`, and the sum is
rounded once, to the nearest, to the type of D. Hardware adds with fewer bits. NaNs are canonical:
0x7fffffff, 0x7fff.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.semantics.floats.floats import fma
from ptxpy.sim.semantics.floats.rounding import NAN_F32, has_nan

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["product_of_bits", "product_of_doubles", "product_of_floats", "product_of_integers"]

_MAX_ELEMENTS_AT_ONCE: Final = 1 << 16
"""The most elements of D that are computed at once."""
NAN_F16: Final = np.uint16(0x7FFF).view(np.float16)
_NANS: Final = {"f4": NAN_F32, "f2": NAN_F16}


def product_of_floats(kind: str, *, satfinite: bool = False) -> Callable[[Any, Any, Any], Any]:
    """Return the product of floats with a D of a NumPy type: `f4` or `f2`.

    With `satfinite`, which `wmma` once had, infinities become the largest finite numbers, NaN +0.
    """
    nan = _NANS[kind]
    largest = np.finfo(kind).max

    def multiply(a: Any, b: Any, c: Any) -> Any:
        d = _sum(a, b.swapaxes(-1, -2), c, kind)
        if has_nan(d.reshape(-1)):
            d[np.isnan(d)] = 0 if satfinite else nan
        return np.clip(d, -largest, largest) if satfinite else d

    return multiply


def _sum(a: Any, b: Any, c: Any, kind: str) -> Any:
    """Return A * B + C, rounded from `float64`, in parts that fit in a CPU's cache."""
    # Small products are computed at once: parts would only cost calls.
    if c.size <= 2 * _MAX_ELEMENTS_AT_ONCE:
        total = np.matmul(a, b)
        total += c
        return total.astype(kind)
    d = np.empty(c.shape, kind)
    warps = len(b)
    step = max(1, _MAX_ELEMENTS_AT_ONCE * warps // c.size)
    for first in range(0, warps, step):
        here = slice(first, first + step)
        total = np.matmul(a[..., here, :, :], b[here])
        total += c[..., here, :, :]
        d[..., here, :, :] = total
    return d


def product_of_integers(*, satfinite: bool) -> Callable[[Any, Any, Any], Any]:
    """Return the product of integers: it wraps around, or is clamped to `.s32`."""

    def multiply(a: Any, b: Any, c: Any) -> Any:
        products = np.matmul(a, b.swapaxes(-1, -2))
        if not satfinite:
            # The sum of products fits; only adding C may overflow, where NumPy's integers wrap
            # around.
            return products.astype(np.int32) + c
        total = products.astype(np.int64)
        total += c
        return np.clip(total, -(2**31), 2**31 - 1).astype(np.int32)

    return multiply


def product_of_bits(operation: str) -> Callable[[Any, Any, Any], Any]:
    """Return the product that counts the bits of `xor` or `and`."""
    combine = {"xor": np.bitwise_xor, "and": np.bitwise_and}[operation]

    def multiply(a: Any, b: Any, c: Any) -> Any:
        counts = np.bitwise_count(combine(a[..., None, :], b[..., None, :, :]))
        return counts.sum(axis=-1, dtype=np.int32) + c

    return multiply


def product_of_doubles(rounding: str) -> Callable[[Any, Any, Any], Any]:
    """Return the product of `.f64`: fused multiply-adds in the order of k."""

    def multiply(a: Any, b: Any, c: Any) -> Any:
        # The manual gives the order of the fused multiply-adds of `.f64`: that of k.
        total = c.reshape(-1)
        for k in range(a.shape[-1]):
            left = np.broadcast_to(a[..., k, None], c.shape).reshape(-1)
            right = np.broadcast_to(b[..., None, :, k], c.shape).reshape(-1)
            total = fma(left, right, total, rounding=rounding)
        return total.reshape(c.shape)

    return multiply
