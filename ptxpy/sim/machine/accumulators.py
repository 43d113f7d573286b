"""The accumulators of `wgmma`, kept as matrices from one operation to the next.

Each register of D holds two elements of a row, so every operation would have to gather D from
dozens of registers and scatter it again. Here D stays a matrix, and a register is extracted when
another instruction reads it. Until then the value of the register in the frame is stale.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

__all__ = ["ROWS", "Accumulator", "sliced"]

ROWS: Final = 64
"""How many rows D has."""


class Accumulator:
    """The accumulators of one list of registers, in one frame."""

    __slots__ = (
        "all_valid", "columns", "count", "first", "kind", "recent_registers", "recent_rows",
        "row_of", "slots", "tiles", "valid",
    )  # fmt: skip

    def __init__(self, warpgroups: int, slots: tuple[int, ...], kind: str) -> None:
        """Create an accumulator without tiles.

        Args:
            warpgroups: The number of warpgroups in the batch.
            slots: The registers, in the order of the instruction.
            kind: The NumPy type of an element: `f4`, `i4` or `f2`.
        """
        self.slots = slots
        self.columns = len(slots) * (4 if kind == "f2" else 2)
        self.kind = kind
        self.row_of = np.full(warpgroups, -1)
        """The row of each warpgroup, -1 when it has none."""
        self.first = np.zeros(warpgroups, np.int64)
        """For each row, the first lane of its warpgroup."""
        self.count = 0
        """How many rows are in use."""
        self.tiles = np.empty((0, ROWS, self.columns), kind)
        """[row, row of D, column]; columns are in the order of threads and registers."""
        self.valid = np.zeros((0, len(slots)), bool)
        """Whether the value of a register is in the tile; else it is in the frame."""
        self.recent_registers: dict[bytes, Any] = {}
        """Registers extracted from tiles that have not changed since, by rows."""
        self.recent_rows: tuple[Any, Any] = ((), None)
        """The last lanes found to be whole warpgroups with tiles, and their rows."""
        self.all_valid: tuple[Any, Any] = ((), None)
        """The last lanes for which all registers are in tiles, and these tiles."""

    def rows(self, numbers: Any, first: Any) -> Any:
        """Return the rows of warpgroups, as a slice if possible; new warpgroups get a row.

        Args:
            numbers: The index of each warpgroup in the batch.
            first: The first lane of each warpgroup.
        """
        rows = self.row_of[numbers]
        new = np.flatnonzero(rows < 0)
        if len(new):
            begin = self.count
            self.count += len(new)
            rows[new] = np.arange(begin, self.count)
            self.row_of[numbers] = rows
            self.first[rows] = first
            if self.count > len(self.tiles):
                # Warpgroups come to their first `wgmma` one after another if they have diverged, so
                # the array grows.
                tiles = np.empty((self.count, *self.tiles.shape[1:]), self.kind)
                tiles[: len(self.tiles)] = self.tiles
                valid = np.zeros((self.count, len(self.slots)), bool)
                valid[: len(self.valid)] = self.valid
                self.tiles, self.valid = tiles, valid
        return sliced(rows)

    def replace(self, rows: Any) -> None:
        """Record that rows have new tiles, which now hold the values of the registers."""
        self.valid[rows] = True
        # Registers that were extracted before are those of the former product.
        self.recent_registers.clear()
        self.all_valid = (), None


def sliced(rows: Any) -> Any:
    """Return indices as a slice if they are consecutive, else unchanged."""
    first = int(rows[0])
    if (rows == np.arange(first, first + len(rows))).all():
        return slice(first, first + len(rows))
    return rows
