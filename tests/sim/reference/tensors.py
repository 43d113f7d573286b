"""Copies of tensors as the manual describes them, an element at a time (PTX ISA 5.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

__all__ = ["Tensor", "box", "columns", "places"]

_ROWS_128B = """
0 1 2 3 4 5 6 7
1 0 3 2 5 4 7 6
2 3 0 1 6 7 4 5
3 2 1 0 7 6 5 4
4 5 6 7 0 1 2 3
5 4 7 6 1 0 3 2
6 7 4 5 2 3 0 1
7 6 5 4 3 2 1 0
"""

_ATOMS_32B = """
0 1 2 3 4 5 6 7
2 3 0 1 6 7 4 5
4 5 6 7 0 1 2 3
6 7 4 5 2 3 0 1
"""

PATTERNS = {
    "none": "0 1 2 3 4 5 6 7",
    "32B": "0 1 2 3 4 5 6 7\n1 0 3 2 5 4 7 6",
    "64B": "\n".join(_ROWS_128B.strip().split("\n")[:4]),
    "128B": _ROWS_128B,
    "128B_ATOM_32B": _ATOMS_32B,
    "128B_ATOM_32B_FLIP_8B": _ATOMS_32B,
    "128B_ATOM_64B": "0 1 2 3 4 5 6 7\n4 5 6 7 0 1 2 3",
}
"""For each swizzle, which 16 bytes of each line of 128 lie at its places (PTX ISA 5.5.7)."""

WIDTHS = {"none": 0, "32B": 32, "64B": 64}
"""Bytes that a row takes at least, where they are not 128."""


class Tensor(NamedTuple):
    """A tensor in memory; all is in the order of PTX, the innermost dimension first."""

    dims: tuple[int, ...]
    strides: tuple[int, ...]
    """Bytes, of all dimensions but the innermost."""
    size: int
    """Bytes of an element."""

    def offset(self, index: Sequence[int]) -> int | None:
        """Return where an element lies, None for one that is out of bounds."""
        if any(not 0 <= at < extent for at, extent in zip(index, self.dims, strict=True)):
            return None
        strides = (self.size, *self.strides)
        return sum(at * stride for at, stride in zip(index, strides, strict=True))


def box(
    tensor: Tensor, coordinates: Sequence[int], extents: Sequence[int], steps: Sequence[int]
) -> Iterator[int | None]:
    """Yield where each element of a box lies, the innermost dimension running fastest."""
    ranges = [
        range(at, at + extent, step if number else 1)
        for number, (at, extent, step) in enumerate(zip(coordinates, extents, steps, strict=True))
    ]
    for index in product(*ranges[::-1]):
        yield tensor.offset(index[::-1])


def columns(
    tensor: Tensor,
    coordinates: Sequence[int],
    offsets: Sequence[int],
    corners: tuple[Sequence[int], Sequence[int]],
    counts: tuple[int, int],
    steps: Sequence[int],
) -> Iterator[int | None]:
    """Yield where each element of im2col lies: channels fastest, then pixels (PTX ISA 5.5.4).

    `corners` are the lower and the upper one, `counts` the channels of a pixel and the pixels.
    """
    spatial = range(1, len(tensor.dims) - 1)
    ranges = [
        range(corners[0][k - 1], tensor.dims[k] + corners[1][k - 1], steps[k]) for k in spatial
    ]
    batch = range(tensor.dims[-1] + counts[1] + 1)
    pixels = [tuple(at[::-1]) for at in product(batch, *ranges[::-1])]
    first = pixels.index(tuple(coordinates[1:]))
    for pixel in pixels[first : first + counts[1]]:
        shifted = [at + shift for at, shift in zip(pixel, [*offsets, 0], strict=True)]
        for channel in range(coordinates[0], coordinates[0] + counts[0]):
            yield tensor.offset([channel, *shifted])


def places(address: int, rows: int, row: int, size: int, swizzle: str) -> Iterator[int]:
    """Yield the address of each element of a box in shared memory that begins at an address.

    The box has so many rows of so many bytes, with elements of `size` bytes.
    """
    lines = [[*map(int, line.split())] for line in PATTERNS[swizzle].strip().split("\n")]
    pitch = max(row, WIDTHS.get(swizzle, 128))
    for number in range(rows):
        for byte in range(0, row, size):
            at = address + number * pitch + byte
            line, unit, rest = at // 128, at // 16 % 8, at % 16
            place = lines[line % len(lines)].index(unit)
            if swizzle.endswith("FLIP_8B") and line % 2:
                rest = (rest + 8) % 16
            yield line * 128 + place * 16 + rest
