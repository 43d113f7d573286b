"""Rows of f32 matrices: what `softmax`, `layer_norm` and `rms_norm` share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ptxpy import f32, pred, ptx, reg
from ptxpy.examples.reduction import BLOCK

PER_THREAD = 64
"""Elements of a row that a thread keeps in registers, at most."""


def load_piece(registers: tuple[Any, ...], address: Any, inside: Any = None) -> None:
    """Load one element or four at an address if the predicate `inside` is true."""
    if len(registers) == 4:
        ptx.ld(f32.v4, registers, address, pred=inside)
    else:
        ptx.ld(f32, registers[0], address, pred=inside)


def store_piece(address: Any, registers: tuple[Any, ...], inside: Any = None) -> None:
    """Store one element or four at an address if the predicate `inside` is true."""
    if len(registers) == 4:
        ptx.st(f32.v4, address, registers, pred=inside)
    else:
        ptx.st(f32, address, registers[0], pred=inside)


class Row:
    """A row that a block keeps in registers: pieces of one element or four, in turn.

    Thread `t` has the pieces `t`, `t + BLOCK`, `t + 2 * BLOCK`, …, so that each load of a warp is
    contiguous. Pieces are of four elements where the length is a multiple of four: rows then begin
    at multiples of 16 bytes, as long as the matrix does, like any array that is no part of another.
    """

    def __init__(self, number: Any, length: int) -> None:
        """Take a register with the number of the row, and its length.

        `ValueError` for a row that does not fit into the registers.
        """
        if length > PER_THREAD * BLOCK:
            msg = (
                f"a row is kept in registers, {PER_THREAD} elements in each of {BLOCK} threads: "
                f"it must have {PER_THREAD * BLOCK} elements at most, got {length}"
            )
            raise ValueError(msg)
        self.width = 1 if length % 4 else 4
        self.pieces = -(-length // (BLOCK * self.width))
        """Pieces of a thread. Only the last one may be behind the end of the row."""
        first = ptx.special.tid.x() * self.width
        rest = length - (self.pieces - 1) * BLOCK * self.width
        whole = rest == BLOCK * self.width
        self.last_inside = None if whole else reg.from_(first < rest, pred)
        self.offset = ptx.mul.wide.s32(first, 4)
        self.row_offset = ptx.mul.wide.u32(number, 4 * length)

    def load(self, matrix: Any, *, outside: float = 0.0) -> list[Any]:
        """Return the thread's elements of the row of a matrix; `outside` for those behind it."""
        return self._load(matrix + self.row_offset, outside)

    def load_vector(self, vector: Any) -> list[Any]:
        """Return the same elements of a vector that is as long as a row."""
        return self._load(vector, 0.0)

    def _load(self, begin: Any, outside: float) -> list[Any]:
        values = reg.array(f32, self.pieces * self.width).regs()
        for address, registers, inside in self._pieces(begin, values):
            if inside is not None:
                for register in registers:
                    ptx.mov(f32, register, outside)
            load_piece(registers, address, inside)
        return values

    def store(self, matrix: Any, values: list[Any]) -> None:
        """Store the thread's elements to the row of a matrix."""
        for address, registers, inside in self._pieces(matrix + self.row_offset, values):
            store_piece(address, registers, inside)

    def clear_outside(self, values: list[Any]) -> list[Any]:
        """Return the thread's elements with 0 for those behind the row."""
        if self.last_inside is None:
            return values
        kept = len(values) - self.width
        last = [ptx.selp.f32(value, 0.0, self.last_inside) for value in values[kept:]]
        return values[:kept] + last

    def _pieces(self, begin: Any, values: list[Any]) -> Iterator[tuple[Any, tuple[Any, ...], Any]]:
        """Yield the address of each piece, its elements of `values`, and a guard or None."""
        base = begin + self.offset
        for piece in range(self.pieces):
            at = piece * self.width
            inside = self.last_inside if piece == self.pieces - 1 else None
            yield [base, 4 * BLOCK * at], tuple(values[at : at + self.width]), inside
