"""The registers of warps that hold the operands of an `mma`, by the manual's formulas."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from ptxpy.sim.semantics.matrices.forms import Form
from tests.sim.reference import matrices as reference
from tests.sim.reference.matrices import BITS, Matrix
from tests.sim.semantics.matrices.fragments import Case, held, read

__all__ = [
    "WARPS",
    "Registers",
    "accumulator",
    "check",
    "joined",
    "metadata",
    "operand",
    "results",
    "sparse_registers",
]

WARPS = 2

Registers = list[npt.NDArray[np.uint64]]


def joined(parts: list[tuple[npt.NDArray[np.uint64], ...]], kind: str) -> tuple[Any, ...]:
    """Return the registers of warps, one behind the other, as a NumPy type."""
    size = f"u{kind[1:]}"
    return tuple(
        np.concatenate(registers).astype(size).view(kind) for registers in zip(*parts, strict=True)
    )


def results(form: Form, matrix_d: Any) -> list[Registers]:
    """Return the registers of D of each warp."""
    size = f"u{form.result_kind[1:]}"
    parts = [
        form.part(matrix_d, index).view(size).astype(np.uint64) for index in range(form.counts[3])
    ]
    assert all(part.shape == (32 * WARPS,) for part in parts)
    return [[part[32 * w : 32 * (w + 1)] for part in parts] for w in range(WARPS)]


def operand(case: Case, side: str, type_: str, codes: Matrix) -> tuple[npt.NDArray[np.uint64], ...]:
    """Return the registers of A or B."""
    bits = BITS[type_]
    count = len(codes) * len(codes[0]) // 32
    elements = {}
    for lane in range(32):
        for i in range(count):
            row, column = reference.operand_place(side, case.shape, bits, lane, i)
            elements[lane, i] = reference.contained(type_, codes[row][column])
    return held(elements, bits, max(1, count * bits // max(32, bits)))


def accumulator(case: Case, codes: Matrix) -> tuple[npt.NDArray[np.uint64], ...]:
    """Return the registers of C."""
    bits = BITS[case.types[3]]
    count = len(codes) * len(codes[0]) // 32
    elements = {}
    for lane in range(32):
        for i in range(count):
            row, column = reference.accumulator_place(case.shape, lane, i)
            elements[lane, i] = codes[row][column]
    return held(elements, bits, count * bits // max(32, bits))


def check(case: Case, registers: Registers, expected: Matrix) -> None:
    """Compare the registers of D with codes."""
    bits = BITS[case.types[0]]
    for lane in range(32):
        for i in range(len(expected) * len(expected[0]) // 32):
            row, column = reference.accumulator_place(case.shape, lane, i)
            assert read(registers, bits, lane, i) == expected[row][column], (lane, i)


def sparse_registers(
    case: Case, codes: Matrix, kept: list[list[int]]
) -> tuple[npt.NDArray[np.uint64], ...]:
    """Return the registers of a sparse A, from the columns of its elements by row."""
    bits = BITS[case.types[1]]
    _, _, k = case.extents
    count = 16 * k // 2 // 32
    seen: dict[tuple[int, int], int] = {}
    elements = {}
    for lane in range(32):
        for i in range(count):
            row, first = reference.operand_place("a", case.shape, bits, lane, i, sparse=True)
            width = {16: 4, 32: 2, 8: 8, 4: 16}[bits]
            among = [column for column in kept[row] if first <= column < first + width]
            place = seen.setdefault((lane, row * 1000 + first), 0)
            seen[lane, row * 1000 + first] += 1
            elements[lane, i] = reference.contained(case.types[1], codes[row][among[place]])
    return held(elements, bits, count * bits // 32)


def metadata(case: Case, kept: list[list[int]], selector: int, random: Random) -> Any:
    """Return the metadata; lanes and bits that do not count are random."""
    type_ = case.types[1]
    words = [random.getrandbits(32) for _ in range(32)]
    group = 2 if type_ == "tf32" else 8 if BITS[type_] == 4 else 4
    for row, columns in enumerate(kept):
        for first in range(0, case.extents[2], group):
            inside = [column - first for column in columns if first <= column < first + group]
            if type_ == "tf32":
                bits = 0b1110 if inside[0] else 0b0100
            elif group == 8:
                bits = inside[0] // 2 | inside[2] // 2 << 2
            else:
                bits = inside[0] | inside[1] << 2
            lane, low = reference.metadata_place(case.shape, BITS[type_], row, first, selector)
            words[lane] = words[lane] & ~(15 << low) | bits << low
    return np.array(words, np.uint32)
