"""The shapes of `tcgen05.ld` and `tcgen05.st`: which cell each thread has (PTX ISA 9.7.16.2.3).

Each is the layout of CUTLASS (cute/atom/copy_traits_sm100.hpp; the manual has figures).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np

from ptxpy.sim.machine.tensor_memory import LANES

__all__ = ["Cells", "Transfer", "cells_of"]

_WARP: Final = 32


class Transfer(NamedTuple):
    """The immediate part of a load or store."""

    shape: str
    """`32x32b`, `16x64b`, `16x128b`, `16x256b` or `16x32bx2`."""
    repeat: int
    """How often the shape is repeated along the columns."""
    packed: bool
    """Whether a register has the lower halves of two columns."""
    split: int
    """Columns from the first to the second half of `16x32bx2`."""

    @property
    def registers(self) -> int:
        """How many registers of a thread it loads or stores."""
        return self.repeat * {"16x128b": 2, "16x256b": 4}.get(self.shape, 1)

    @property
    def rows(self) -> int:
        """How many lanes of tensor memory a warp accesses."""
        return _WARP if self.shape == "32x32b" else _WARP // 2


class Cells(NamedTuple):
    """The cells that a warp accesses, relative to its address."""

    offsets: Any
    """[register, thread]: how many words from the cell of the address on; with `packed` of the
    first of two columns."""
    columns: tuple[tuple[int, int], ...]
    """The ranges of columns, first and number."""


@lru_cache(maxsize=256)
def cells_of(transfer: Transfer) -> Cells:
    """Return the cells of a shape."""
    t, r = np.arange(_WARP), np.arange(transfer.registers)[:, None]
    zero = 0 * t + 0 * r
    if transfer.shape == "32x32b":
        lane, column = t + zero, r + zero
    elif transfer.shape == "16x64b":
        lane, column = (t >> 2) + 8 * (t & 1) + zero, 2 * r + (t >> 1 & 1)
    elif transfer.shape == "16x128b":
        lane, column = (t >> 2) + 8 * (r & 1), 4 * (r >> 1) + (t & 3)
    elif transfer.shape == "16x256b":
        lane, column = (t >> 2) + 8 * (r >> 1 & 1), 8 * (r >> 2) + 2 * (t & 3) + (r & 1)
    else:
        lane, column = (t & 15) + zero, r + zero
    wide = 2 if transfer.packed else 1
    column = column * wide
    extent = int(column.max()) + wide
    ranges: tuple[tuple[int, int], ...] = ((0, extent),)
    if transfer.shape == "16x32bx2":
        column = column + np.where(t < _WARP // 2, 0, transfer.split)
        ranges = ((0, extent), (transfer.split, extent))
    offsets = (column * LANES + lane).astype(np.int64)
    offsets.setflags(write=False)
    return Cells(offsets, ranges)
