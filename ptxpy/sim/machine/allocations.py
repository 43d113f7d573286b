"""Allocations in global memory: the parts of the address space in use, and their names."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from ptxpy.sim.machine.address_space import FIRST_ADDRESS, SHARED_WINDOW

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["ALLOCATION_GAP", "MAX_ACCESS_BYTES", "Allocation", "Allocations"]

MAX_ACCESS_BYTES: Final = 32
"""The size of the widest access; all allocations begin at a multiple of it."""

_PAGE: Final = 4096

ALLOCATION_GAP: Final = 256
"""Bytes between allocations, so that an access slightly past the end is not in the next one."""


@dataclass(slots=True)
class Allocation:
    """An allocated range of global memory."""

    start: int
    stop: int
    name: str
    """Its name in messages: `the argument x`, `the variable table`."""
    writable: bool
    written: bool = False
    """Whether a kernel may have written to it."""


class Allocations:
    """The allocations of an address space."""

    def __init__(self, capacity: int) -> None:
        """Create an empty address space of `capacity` bytes."""
        self.capacity = capacity
        self.starts: list[int] = []
        """The first addresses of the allocations, in order."""
        self.allocations: list[Allocation] = []
        """All allocations, in the same order."""
        self._next = FIRST_ADDRESS
        self.on_first_write: Callable[[Allocation], None] | None = None
        """Called before an allocation is written to that has not been marked as written."""
        self.forget_lookup()

    def forget_lookup(self) -> None:
        """Forget the allocation that was last looked up."""
        self.first = self.last = 0
        """The bounds of the allocation that was last looked up."""
        self.base = np.uint64(0)
        """The first address of the allocation that was last looked up."""
        self.extent = 0
        """The size of that allocation, in bytes."""
        self.writable = False
        """Whether that allocation is writable and marked as written."""

    def used(self) -> int:
        """Return the size of the address space up to the end of the last allocation."""
        return self._next - FIRST_ADDRESS

    def reserve(self, size: int) -> int:
        """Reserve address space for `insert`, and return its first address."""
        start = self._next + -self._next % _PAGE
        if start + size > self.capacity:
            msg = f"{size:,} bytes of simulated global memory: {self.capacity - start:,} are left"
            raise MemoryError(msg)
        self._next = start + size
        return start

    def insert(self, start: int, size: int, name: str) -> None:
        """Add an allocation in reserved address space."""
        index = bisect_right(self.starts, start)
        self.starts.insert(index, start)
        self.allocations.insert(index, Allocation(start, start + size, name, writable=True))

    def remove(self, start: int) -> None:
        """Free the allocation that begins at an address."""
        index = bisect_right(self.starts, start) - 1
        del self.starts[index], self.allocations[index]
        self.forget_lookup()

    def find(self, address: int) -> Allocation | None:
        """Return the allocation that contains an address."""
        index = bisect_right(self.starts, address) - 1
        if index < 0:
            return None
        allocation = self.allocations[index]
        return allocation if address < allocation.stop else None

    def describe_freed(self, address: int) -> str:
        """Return what lay at an address that is in no allocation; empty if that is not known."""
        del address
        return ""

    def nearest(self, address: int) -> Allocation | None:
        """Return the allocation whose bounds are nearest to an address."""
        index = bisect_right(self.starts, address)
        neighbours = self.allocations[max(0, index - 1) : index + 1]
        return min(
            neighbours,
            key=lambda each: max(each.start - address, address - each.stop + 1, 0),
            default=None,
        )

    def origin(self, address: int) -> int:
        """Return the first address of the allocation or window that contains an address; else 0."""
        if self.first <= address < self.last:
            return self.first
        if address < FIRST_ADDRESS:
            return 0
        allocation = self.find(address)
        return allocation.start if allocation else SHARED_WINDOW if address >= SHARED_WINDOW else 0

    def holds(self, low: int, high: int, *, write: bool) -> bool:
        """Return whether the bytes from `low` up to `high` are in one allocation.

        With `write`, whether they are also writable; the allocation is then marked as written.
        """
        allocation = self.find(low)
        if allocation is None or high > allocation.stop:
            return False
        if write:
            if not allocation.writable:
                return False
            if not allocation.written:
                self.mark_written(allocation)
        self.first, self.last = allocation.start, allocation.stop
        self.base = np.uint64(allocation.start)
        self.extent = allocation.stop - allocation.start
        self.writable = allocation.written
        return True

    def mark_written(self, allocation: Allocation) -> None:
        """Mark an allocation as written, before it is."""
        if self.on_first_write is not None and not allocation.written:
            self.on_first_write(allocation)
        allocation.written = True
