"""Tensor memory: 128 lanes of 512 columns of 32 bits for each CTA (PTX ISA 9.7.16.1 and 9.7.16.7).

A device has one tensor memory for each SM, whose columns all CTAs there share; here each CTA has
its own. Columns are given out from the lowest free one on (the manual leaves the place open).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ptxpy._records import NamedTuple

__all__ = ["COLUMNS", "LANES", "SLICE", "Allocation", "TensorMemory"]

LANES: Final = 128
COLUMNS: Final = 512
SLICE: Final = 32
"""Columns are allocated in multiples of this."""


class Allocation(NamedTuple):
    """Columns that a CTA has allocated."""

    start: int
    columns: int
    lane: int
    """The first lane of the warp that allocated them."""
    ordinal: int
    """The statement that allocated them."""


class TensorMemory:
    """The tensor memory of a batch of CTAs, and its allocations."""

    def __init__(self, ctas: int, fill: int = 0) -> None:
        """Create the tensor memory of `ctas` CTAs, each byte of which holds `fill`."""
        shape = (ctas, COLUMNS, LANES)
        self.cells = (
            np.full(shape, fill * 0x01010101, np.uint32) if fill else np.zeros(shape, np.uint32)
        )
        """The words, [CTA, column, lane]: a column of all lanes is contiguous."""
        self.allocated = np.zeros((ctas, COLUMNS), bool)
        """Which columns are allocated."""
        self.allocations: list[dict[int, Allocation]] = [{} for _ in range(ctas)]
        """The allocations of each CTA, by their first column."""
        self.latest: list[Allocation | None] = [None] * ctas
        """The last allocation of each CTA, whether or not it has been freed."""
        self.relinquished: dict[int, int] = {}
        """The CTAs that may not allocate any more, with the statement that said so."""
        self.groups: dict[int, tuple[int, int]] = {}
        """For each CTA the `.cta_group` of its instructions, and the first that had it."""
        self.requests: dict[int, Allocation] = {}
        """The CTAs of pairs that wait for the other one to allocate, with the requested columns."""
        self.granted: dict[int, int] = {}
        """The columns that a CTA of a pair has been given by the call of the other one."""
        self.queues: dict[int, list[Any]] = {}
        """Products that have been issued and not been performed yet, by the issuing lane."""

    def find(self, ctas: tuple[int, ...], columns: int) -> int | None:
        """Return the first column from which on columns are free in all CTAs; None for none.

        Blocks of columns begin at multiples of 32.
        """
        # The CTAs of a pair (`.cta_group::2`) get the same columns.
        used: Any = self.allocated[list(ctas)].any(axis=0)
        for start in range(0, COLUMNS - columns + 1, SLICE):
            if not used[start : start + columns].any():
                return start
        return None

    def allocate(self, cta: int, allocation: Allocation) -> None:
        """Record an allocation; its columns keep their contents."""
        start = allocation.start
        self.allocated[cta, start : start + allocation.columns] = True
        self.allocations[cta][start] = allocation
        self.latest[cta] = allocation

    def free(self, cta: int, start: int) -> None:
        """Free an allocation."""
        found = self.allocations[cta].pop(start)
        self.allocated[cta, start : start + found.columns] = False
