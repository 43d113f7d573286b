"""Matrices in shared memory, and the descriptors of `tcgen05.mma` that name them."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gpu_checking.tensor_memory.frame import SHARED
from gpu_checking.values import Array

__all__ = [
    "B_AT",
    "E4M3_ONE",
    "columns",
    "descriptor",
    "halves",
    "instruction",
    "integers",
    "pair",
    "put",
    "result",
    "rows_of",
    "scaled_instruction",
]

B_AT: Final = 16384
"""Where B is in shared memory."""

E4M3_ONE: Final = 0x38
"""1 as `e4m3`."""


def rows_of(values: Any, type_: str = "f2") -> Array:  # noqa: ANN401 - numbers of any kind
    """Return the bytes of a matrix, [row, byte along K]."""
    numbers = np.ascontiguousarray(np.asarray(values).astype(type_))
    return numbers.view(np.uint8).reshape(len(numbers), -1)


def put(memory: Array, start: int, rows: Array) -> int:
    """Write rows to shared memory [byte], K-major without swizzle; return their descriptor.

    A matrix of 8 rows and 16 bytes is contiguous; those along K follow each other.
    """
    x = np.arange(len(rows))[:, None]
    byte = np.arange(rows.shape[1])
    units = rows.shape[1] // 16
    at = start + x % 8 * 16 + x // 8 * (128 * units) + byte % 16 + byte // 16 * 128
    memory[at] = rows
    return descriptor(start, 128, 128 * units)


def integers(seed: int, *shape: int) -> Array:
    """Return small numbers whose products and sums are exact, none of them 0."""
    return np.random.default_rng(seed).integers(1, 5, shape)


def pair(a: Array, b: Array, group: int = 1) -> tuple[Array, int, int]:
    """Return shared memory with the `f16` matrices A and B, parted, and their descriptors."""
    memory = np.zeros((group, SHARED), np.uint8)
    per_a, per_b = len(a) // group, len(b) // group
    for cta in range(group):
        at_a = put(memory[cta], 0, rows_of(a[cta * per_a : (cta + 1) * per_a]))
        at_b = put(memory[cta], B_AT, rows_of(b[cta * per_b : (cta + 1) * per_b]))
    return memory, at_a, at_b


def descriptor(start: int, leading: int, stride: int, *, swizzle: int = 0, base: int = 0) -> int:
    """Return a matrix descriptor of a place in the shared memory of the frame."""
    fields = start >> 4 | leading >> 4 << 16 | stride >> 4 << 32
    return fields | 1 << 46 | base << 49 | swizzle << 61


def instruction(m: int, n: int, *, d: int = 1, more: int = 0) -> int:
    """Return an instruction descriptor without block scaling, for the code of D's type."""
    return d << 4 | n >> 3 << 17 | m >> 4 << 24 | more


def scaled_instruction(m: int, n: int, *, a: int = 0, b: int = 0, more: int = 0) -> int:
    """Return an instruction descriptor with block scaling by `ue8m0`."""
    return a << 7 | b << 10 | n >> 3 << 17 | 1 << 23 | m >> 7 << 27 | more


def columns(*pairs: tuple[str, int]) -> tuple[str, ...]:
    """Return lines that add numbers of 64 bits to the address of shared memory."""
    return tuple(f"add.u64 {name}, %rd7, {value};" for name, value in pairs)


def result(cells: Array, rows: int, n: int, first: int = 0) -> Array:
    """Return D of `f32` whose rows are lanes, of one CTA [lane, column], from a column on."""
    found: Array = np.ascontiguousarray(cells[:rows, first : first + n]).view(np.float32)
    return found


def halves(cells: Array) -> Array:
    """Return the upper halves of words."""
    return cells >> np.uint32(16)
