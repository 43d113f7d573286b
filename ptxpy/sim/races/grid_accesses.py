"""The accesses of grids to global memory, for grids that depend on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.sim.machine.address_space import FIRST_ADDRESS
from ptxpy.sim.races.epochs import NUMBER_SHIFT, lane_of
from ptxpy.sim.races.shadow_memory import WORD

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ptxpy.sim.fault_messages import Reporter
    from ptxpy.sim.machine.geometry import Geometry
    from ptxpy.sim.races.epochs import AccessLog

__all__ = ["DependentGrid", "GridAccesses", "UnnamedAccesses"]


class GridAccesses(NamedTuple):
    """The accesses of a grid to global memory."""

    kernel: str
    reporter: Reporter | None
    log: AccessLog | None
    """None if nobody knows which threads have made the accesses."""
    geometry: Geometry
    written: Any
    """The records of the last writes, by word from the first address on."""
    read: Any
    releases: dict[int, int]
    """The time at which each CTA has let dependent grids start, by its index in the grid."""
    primary: GridAccesses | None
    """The accesses of the grid that this one depends on, if none of its threads has waited for
    that."""

    def placed(self, ranges: Sequence[tuple[int, int, int]], size: int) -> GridAccesses:
        """Return the accesses to memory that is elsewhere in another launch.

        Args:
            ranges: The address there, the one here, and the bytes of each range.
            size: The bytes of global memory there.
        """
        count = -(-size // WORD)
        arrays = []
        for held in (self.written, self.read):
            moved = np.zeros(count, np.uint64)
            for there, here, length in ranges:
                first = (here - FIRST_ADDRESS) // WORD
                # The shadow of the other launch may end within the range.
                some = held[max(first, 0) : first + -(-length // WORD)]
                start = (there - FIRST_ADDRESS) // WORD
                moved[start : start + len(some)] = some
            arrays.append(moved)
        primary = self.primary and self.primary.placed(ranges, size)
        return self._replace(written=arrays[0], read=arrays[1], primary=primary)

    def describe(self, record: int) -> str:
        """Return the thread and the place of an access, for messages."""
        if self.log is None or self.reporter is None:
            return f"a thread of {self.kernel}, which the interpreted engine names"
        access = self.log.access(self.geometry, record)
        where = self.reporter.describe_statement(access.statement)
        return f"{access.thread} of {self.kernel} at {where}"

    def is_late(self, record: int) -> bool:
        """Return whether an access has been made when its CTA had let dependent grids start."""
        # Lanes are numbered within a batch, releases are kept for the CTAs of the whole grid.
        assert self.log is not None  # noqa: S101 - a grid that releases others is interpreted
        cta = self.log.first_cta(record) + lane_of(record) // self.geometry.padded
        released = self.releases.get(cta)
        return released is not None and record >> int(NUMBER_SHIFT) > released


class UnnamedAccesses:
    """The accesses of a grid that has run compiled, and lets no dependent grids start."""

    def __init__(self, kernel: str, geometry: Geometry, written_words: Callable[[], Any]) -> None:
        """Take a function that returns for each word whether the grid has written to it."""
        self._kernel, self._geometry, self._written_words = kernel, geometry, written_words

    def accesses(self) -> GridAccesses:
        """Return the accesses, without the threads that have made them."""
        written = self._written_words().astype(np.uint64) << NUMBER_SHIFT
        none = np.zeros(len(written), np.uint64)
        return GridAccesses(self._kernel, None, None, self._geometry, written, none, {}, None)

    def placed(self, ranges: Sequence[tuple[int, int, int]], size: int) -> GridAccesses:
        """Return the accesses to memory that is elsewhere in another launch."""
        return self.accesses().placed(ranges, size)


class DependentGrid:
    """A grid that may depend on another one, and others on it."""

    def __init__(self, primary: GridAccesses | None) -> None:
        """Begin without a wait; `primary` is None for a grid that depends on none."""
        self.primary = primary
        """The accesses of the grid that this one depends on."""
        self.has_waited = False
        """Whether a thread of the grid has waited for the primary."""
        self.releases: dict[int, int] = {}
        """See `GridAccesses`."""
