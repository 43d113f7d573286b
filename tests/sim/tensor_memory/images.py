"""Where elements are in shared and tensor memory, one by one, from the descriptions of layouts.

Sources: the canonical layouts of CUTLASS (cute/arch/mma_sm100_desc.hpp), its layouts of fragments
(cute/atom/mma_traits_sm100_frag.hpp), and PTX ISA 9.7.16. Nothing here is taken from the simulator.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]

WIDTHS = {"NONE": 16, "32B": 32, "64B": 64, "128B": 128}
CODES = {"NONE": 0, "128B_BASE32B": 1, "128B": 2, "64B": 4, "32B": 6}


def swizzled(address: int, name: str) -> int:
    """Return where a byte is in memory, given where it would be without the swizzle."""
    if name == "128B_BASE32B":
        return address ^ ((address >> 7 & 3) << 5)
    mask = {"NONE": 0, "32B": 1, "64B": 3, "128B": 7}[name]
    return address ^ ((address >> 7 & mask) << 4)


class Storage(NamedTuple):
    """How a matrix is stored in shared memory."""

    size: int
    """The bytes of an element."""
    major: str
    """`K` or `MN`."""
    swizzle: str
    lbo: int
    """The leading dimension byte offset."""
    sbo: int
    """The stride dimension byte offset."""


def offset(x: int, byte: int, storage: Storage) -> int:
    """Return how far a byte is from the start of its matrix, before the swizzle.

    Args:
        x: The row of A, or the column of B.
        byte: The byte along K, of the row.
        storage: How the matrix is stored.
    """
    size, major, name, lbo, sbo = storage
    if major == "K":
        if name == "NONE":
            return x % 8 * 16 + x // 8 * sbo + byte % 16 + byte // 16 * lbo
        return x % 8 * WIDTHS[name] + x // 8 * sbo + byte
    k, inner = divmod(byte, size)
    along = x * size + inner
    if name == "NONE":
        return along % 16 + along // 16 * sbo + k % 8 * 16 + k // 8 * lbo
    if name == "128B_BASE32B":
        return along % 128 + along // 128 * lbo + k % 4 * 128 + k // 4 * sbo
    width = WIDTHS[name]
    return along % width + along // width * lbo + k % 8 * width + k // 8 * sbo


def put(memory: Bytes, start: int, rows: Bytes, storage: Storage) -> None:
    """Write a matrix, bytes [row, byte along K], to shared memory."""
    memory[_places(start, rows.shape[0], rows.shape[1], storage)] = rows


@cache
def _places(start: int, rows: int, width: int, storage: Storage) -> npt.NDArray[np.intp]:
    """Return where each byte of a matrix is in shared memory, [row, byte along K]."""
    return np.array(
        [
            [swizzled(start + offset(x, byte, storage), storage.swizzle) for byte in range(width)]
            for x in range(rows)
        ]
    )


def descriptor(start: int, storage: Storage) -> int:
    """Return a matrix descriptor."""
    fields = start >> 4 | storage.lbo >> 4 << 16 | storage.sbo >> 4 << 32
    return fields | 1 << 46 | CODES[storage.swizzle] << 61


def result_cells(
    m: int, n: int, *, group: int = 1, ws: bool = False, sparse: bool = False, lane: int = 0
) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield row and column of each element of D, and its CTA, lane and column there."""
    per = m // group
    for row in range(m):
        cta, r = divmod(row, per)
        for column in range(n):
            if (group == 2 and m == 128 and not sparse) or (ws and m == 64):
                yield row, column, cta, r + 64 * (column >= n // 2), column % (n // 2)
            elif ws and m == 32:
                yield row, column, cta, r + 32 * (column // (n // 4)), column % (n // 4)
            elif per == 64:
                yield row, column, cta, 32 * (r // 16) + r % 16 + lane, column
            else:
                yield row, column, cta, r, column


@cache
def result_places(
    m: int, n: int, *, group: int = 1, ws: bool = False, sparse: bool = False, lane: int = 0
) -> npt.NDArray[np.intp]:
    """Return what `result_cells` yields, [5, element]."""
    return np.array([*result_cells(m, n, group=group, ws=ws, sparse=sparse, lane=lane)]).T


def factor_cells(rows: int, blocks: int, first: int) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield row and block of each scale factor, its column and byte, and a lane that has it."""
    for row in range(rows):
        for block in range(blocks):
            for quarter in range(4):
                yield row, block, row // 32, first + block, row % 32 + 32 * quarter
