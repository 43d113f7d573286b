"""Random matrices, and the registers of warps that hold them, by the manual's formulas."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tests.sim.reference.formats import FORMATS
from tests.sim.reference.matrices import BITS, Matrix

__all__ = ["Case", "case_of", "element", "held", "matrix", "read", "sparse_matrix"]

LANES = 32


class Case(NamedTuple):
    """An `mma` by its modifiers."""

    modifiers: tuple[str, ...]
    shape: str
    types: tuple[str, str, str, str]
    """Of D, A, B and C."""
    layouts: tuple[str, str]

    @property
    def extents(self) -> tuple[int, int, int]:
        """Rows, columns and depth."""
        m, _, rest = self.shape[1:].partition("n")
        n, _, k = rest.partition("k")
        return int(m), int(n), int(k)

    @property
    def flags(self) -> set[str]:
        """Its modifiers without dots."""
        return {modifier[1:] for modifier in self.modifiers}

    @property
    def quads(self) -> bool:
        """Whether it is four products at once."""
        return self.shape == "m8n8k4" and self.types[1] == "f16"


def case_of(modifiers: tuple[str, ...]) -> Case:
    """Read modifiers."""
    words = [modifier[1:] for modifier in modifiers]
    shape = next(word for word in words if word[0] == "m" and word[1:2].isdigit())
    types = [word for word in words if word in BITS]
    rows = [word for word in words if word in ("row", "col")]
    if {"kind::mxf4", "kind::mxf4nvf4"} & set(words):
        types[1:3] = [f"packed {type_}" for type_ in types[1:3]]
    return Case(modifiers, shape, (types[0], types[1], types[2], types[3]), (rows[0], rows[1]))


def element(type_: str, random: Random) -> int:
    """Return the code of a random number; floats are such that sums of products fit 53 bits."""
    bits = BITS[type_]
    narrow = type_.removeprefix("packed ")
    if narrow in ("e3m2", "e2m3", "e2m1"):
        return random.getrandbits(FORMATS[narrow].bits)
    if type_ not in FORMATS:
        return random.getrandbits(bits)
    layout = FORMATS["f32" if type_ == "tf32" else type_]
    if random.random() < 0.05:
        return 0
    span = 4 if type_ == "e4m3" else 6
    exponent = layout.bias + random.randint(-span, span)
    fraction = random.getrandbits(layout.fraction)
    if type_ == "f32":
        fraction &= -1 << 8
    if type_ == "f64":
        exponent = layout.bias + random.randint(-40, 40)
    return random.getrandbits(1) << (layout.bits - 1) | exponent << layout.fraction | fraction


def matrix(type_: str, rows: int, columns: int, random: Random) -> Matrix:
    """Return a random matrix of codes."""
    return [[element(type_, random) for _ in range(columns)] for _ in range(rows)]


def sparse_matrix(
    type_: str, rows: int, columns: int, random: Random
) -> tuple[Matrix, list[list[int]]]:
    """Return a matrix with half of its elements zero, and the columns of the others by row."""
    full = matrix(type_, rows, columns, random)
    group, count, run = (4, 2, 1)
    if type_ == "tf32":
        group, count, run = 2, 1, 1
    elif BITS[type_] == 4:
        group, count, run = 8, 2, 2
    kept = []
    for row in full:
        places: list[int] = []
        for first in range(0, columns, group):
            for step in sorted(random.sample(range(group // run), count)):
                places += range(first + step * run, first + (step + 1) * run)
        kept.append(places)
        for column in range(columns):
            if column not in places:
                row[column] = 0
    return full, kept


def held(
    elements: dict[tuple[int, int], int], bits: int, registers: int
) -> tuple[npt.NDArray[np.uint64], ...]:
    """Return registers of 32 lanes from elements by lane and number."""
    size = max(bits, 32)
    per = size // bits
    found = [[0] * LANES for _ in range(registers)]
    for (lane, i), code in elements.items():
        found[i // per][lane] |= code << (i % per * bits)
    return tuple(np.array(register, np.uint64) for register in found)


def read(registers: list[npt.NDArray[np.uint64]], bits: int, lane: int, i: int) -> int:
    """Return an element of a lane."""
    per = max(bits, 32) // bits
    return int(registers[i // per][lane]) >> (i % per * bits) & ((1 << bits) - 1)
