"""Fragments: the layout of a matrix in the registers of a warp (PTX ISA 9.7.14.5).

With g = lane / 4 and t = lane % 4, a register of A or B holds `per` neighbours along k, the ones
from k = per * t (+ 4 * per for each further register) on, of the row (of A) or column (of B) g.
Columns 2t and 2t + 1 of row g of C or D are in one register, or in two. Of 16 rows the second 8 are
in registers of their own. The fragments of `wmma`, which the manual leaves open, are such blocks,
one after the other, as on hardware.

Arrays of matrices are A [block of 8 rows, warp, row of 8, k], B, which is transposed, [warp,
column, k], and C and D [block of 8 rows, warp, row of 8, column]. The columns of B, C and D are in
the order (t, block of 8, second of two), so that a register of all lanes is a slice of D with one
stride. In the quick form k runs in the order (t, register, element), the same one in A and B, which
products do not mind; else in its natural order.

The fragments of `mma.m8n8k4` with `.f16` are of four products, each of eight threads. The product p
(0 to 3) is of the threads 4p to 4p + 3 and 16 + 4p to 16 + 4p + 3 (PTX ISA 9.7.14.5.1). Arrays are
[warp * product, …].
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Accumulator", "Operand", "quad_accumulator", "quad_operand", "quad_part"]

GROUP: Final = 8
THREADS: Final = 4


class Operand(NamedTuple):
    """The fragment of A or B."""

    side: str
    """`a` or `b`."""
    extent: int
    """Rows of A, or columns of B."""
    depth: int
    """Columns of A, or rows of B."""
    bits: int
    """The size of an element."""

    @property
    def kind(self) -> str:
        """The NumPy type of its registers."""
        return "u8" if self.bits == 64 else "u4"  # noqa: PLR2004 - bits

    @property
    def per(self) -> int:
        """Elements in a register."""
        return max(1, 32 // self.bits)

    @property
    def counts(self) -> tuple[int, int, int]:
        """The repetitions of its registers: along the extent, along k, and 8 rows further."""
        halves = 2 if self.side == "a" and self.extent > GROUP else 1
        return self.extent // (GROUP * halves), self.depth // (self.per * THREADS), halves

    @property
    def registers(self) -> int:
        """The number of its registers; `wmma` with `.f16` repeats them."""
        blocks, steps, halves = self.counts
        return blocks * steps * halves

    def gather(self, registers: tuple[Any, ...], warps: int, *, natural: bool) -> Any:
        """Return the words of the matrix, with words along k.

        Args:
            registers: Arrays with an element a lane, or scalars; repetitions are not read.
            warps: How many warps.
            natural: Whether k runs in its natural order.
        """
        blocks, steps, halves = self.counts
        inner = (steps, THREADS) if natural else (THREADS, steps)
        if self.side == "a":
            words = np.empty((blocks, halves, warps, GROUP, 1, *inner), self.kind)
        else:
            # Column g of a block belongs to thread g / 2 in D, whose order of columns B has.
            words = np.empty((warps, THREADS, blocks, 2, *inner), self.kind)
        places = product(range(blocks), range(steps), range(halves))
        for register, (block, step, half) in zip(registers, places, strict=False):
            rows = words[block, half] if self.side == "a" else words[:, :, block]
            target = rows[:, :, :, step] if natural else rows[:, :, :, :, step]
            target[...] = register.reshape(target.shape) if register.ndim else register
        if self.side == "a":
            return words.reshape(blocks * halves, warps, GROUP, steps * THREADS)
        return words.reshape(warps, self.extent, steps * THREADS)

    def places(self) -> tuple[Any, Any]:
        """Return row and first column of A (column and first row of B), [register, lane]."""
        lane = np.arange(GROUP * THREADS)
        blocks, steps, halves = self.counts
        rows, columns = [], []
        for block, step, half in product(range(blocks), range(steps), range(halves)):
            rows.append((block * halves + half) * GROUP + lane // THREADS)
            columns.append((step * THREADS + lane % THREADS) * self.per)
        return np.array(rows), np.array(columns)


class Accumulator(NamedTuple):
    """The fragment of C or D."""

    rows: int
    columns: int
    kind: str
    """The NumPy type of an element: `f2`, `f4`, `f8` or `i4`."""

    @property
    def packed(self) -> bool:
        """Whether a register holds two elements."""
        return self.kind == "f2"

    @property
    def register_kind(self) -> str:
        """The NumPy type of its registers."""
        return "u4" if self.packed else self.kind

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """The repetitions of its registers: in blocks of rows, of columns, 8 rows and 1 column."""
        halves = 2 if self.rows > GROUP else 1
        pair = 1 if self.packed else 2
        return self.rows // (GROUP * halves), self.columns // GROUP, halves, pair

    @property
    def registers(self) -> int:
        """The number of its registers."""
        blocks, tiles, halves, pair = self.counts
        return blocks * tiles * halves * pair

    def gather(self, registers: tuple[Any, ...], warps: int) -> Any:
        """Return the matrix: the array of which all registers are slices, if there is one."""
        blocks, _, halves, _ = self.counts
        places, width = _slices(self)
        words = _origin(registers, places, width, warps)
        if words is None:
            # The registers are no slices of one array: copy them into one.
            words = np.empty((blocks * halves, warps * GROUP * THREADS, width), self.register_kind)
            for register, (block, column) in zip(registers, places, strict=True):
                words[block, :, column] = register
        return words.view(self.kind).reshape(blocks * halves, warps, GROUP, self.columns)

    def part(self, matrix: Any, index: int) -> Any:
        """Return a register, with one element per lane, as a slice of the matrix."""
        places, width = _slices(self)
        block, column = places[index]
        words = matrix.view(self.register_kind).reshape(len(matrix), -1, width)
        return words[block, :, column]

    def places(self) -> tuple[Any, Any]:
        """Return the row and the (first) column of the elements of registers, [register, lane]."""
        lane = np.arange(GROUP * THREADS)
        blocks, tiles, halves, pair = self.counts
        rows, columns = [], []
        for block, tile, half, column in product(
            range(blocks), range(tiles), range(halves), range(pair)
        ):
            rows.append((block * halves + half) * GROUP + lane // THREADS)
            columns.append(tile * GROUP + lane % THREADS * 2 + column)
        return np.array(rows), np.array(columns)


@lru_cache(maxsize=256)
def _slices(fragment: Accumulator) -> tuple[tuple[tuple[int, int], ...], int]:
    """Return each register's block of 8 rows and place among a thread's words, and their number."""
    blocks, tiles, halves, pair = fragment.counts
    places = product(range(blocks), range(tiles), range(halves), range(pair))
    found = [(block * halves + half, tile * pair + second) for block, tile, half, second in places]
    return tuple(found), tiles * pair


def _origin(
    registers: tuple[Any, ...], places: tuple[tuple[int, int], ...], width: int, warps: int
) -> Any:
    """Return the words that all registers are slices of, just as `part` gives them; else None."""
    first = registers[0]
    # A register that `part` has cut from a matrix has the matrix as its base.
    if not first.ndim or first.base is None or width == 1:
        return None
    base = first.base
    size, lanes = first.itemsize, warps * GROUP * THREADS
    blocks = 1 + max(block for block, _ in places)
    if base.nbytes != blocks * lanes * width * size or not base.flags.c_contiguous:
        return None
    # Addresses tell whether each register is where `part` would cut it.
    start = base.__array_interface__["data"][0]
    for register, (block, column) in zip(registers, places, strict=True):
        if register.base is not base or register.strides != (width * size,):
            return None
        place = start + (block * lanes * width + column) * size
        if len(register) != lanes or register.__array_interface__["data"][0] != place:
            return None
    return base.view(first.dtype).reshape(blocks, lanes, width)


def _stacked(registers: tuple[Any, ...], warps: int, kind: str) -> Any:
    """Return registers as [warp, half, product, thread of four, register]."""
    # A product is of four threads in each half of a warp.
    words = np.empty((warps, 2, 4, 4, len(registers)), kind)
    for index, register in enumerate(registers):
        words[..., index] = register.reshape(warps, 2, 4, 4) if register.ndim else register
    return words


def quad_operand(*, along: bool) -> Callable[[tuple[Any, ...], int], Any]:
    """Return the function that gathers A or B: [product, row of A or column of B, k].

    Args:
        along: Whether a thread holds neighbours along k: A in `.row`, B in `.col`.
    """

    def gather(registers: tuple[Any, ...], warps: int) -> Any:
        halves = _stacked(registers, warps, "u4").view(np.float16)
        order = (0, 2, 1, 3, 4) if along else (0, 2, 1, 4, 3)
        return halves.transpose(order).reshape(4 * warps, 8, 4).astype(np.float64)

    return gather


def quad_accumulator(registers: tuple[Any, ...], warps: int, kind: str) -> Any:
    """Return C as [product, row, column], of `f2` or `f4`."""
    if kind == "f2":
        halves = _stacked(registers, warps, "u4").view(np.float16)
        return halves.transpose(0, 2, 1, 3, 4).reshape(4 * warps, 8, 8)
    words = _stacked(registers, warps, "f4").reshape(warps, 2, 4, 2, 2, 2, 2, 2)
    return words.transpose(0, 2, 1, 6, 4, 5, 3, 7).reshape(4 * warps, 8, 8)


def quad_part(matrix: Any, index: int, kind: str) -> Any:
    """Return a register of D, with one element per lane."""
    warps = len(matrix) // 4
    if kind == "f2":
        words = matrix.view(np.uint32).reshape(warps, 4, 2, 4, 4)
        return words[..., index].transpose(0, 2, 1, 3).reshape(-1)
    words = matrix.reshape(warps, 4, 2, 2, 2, 2, 2, 2)[:, :, :, index >> 1 & 1, :, index >> 2]
    return words[..., index & 1].transpose(0, 2, 1, 4, 3).reshape(-1)
