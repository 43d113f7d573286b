"""Allocations in global memory: which parts of the address space are in use, and for what."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import Final

import numpy as np

from ptxpy.sim.machine.address_space import FIRST_ADDRESS, SHARED_WINDOW

__all__ = ["ALLOCATION_GAP", "MAX_ACCESS_BYTES", "Allocation", "Allocations"]

MAX_ACCESS_BYTES: Final = 32
"""Bytes of the widest access; all allocations begin at a multiple."""

_PAGE: Final = 4096

ALLOCATION_GAP: Final = 256
"""Bytes between allocations, so that an access slightly past the end is not in the next one."""


@dataclass(slots=True)
class Allocation:
    """A piece of global memory."""

    start: int
    stop: int
    name: str
    """What it is, for messages: `the argument x`, `the variable table`."""
    writable: bool
    written: bool = False
    """Whether a kernel may have written to it."""


class Allocations:
    """The allocations of an address space."""

    def __init__(self, capacity: int) -> None:
        """Begin without allocations, in an address space of `capacity` bytes."""
        self.capacity = capacity
        self.starts: list[int] = []
        """Where allocations begin, in order."""
        self.allocations: list[Allocation] = []
        """All allocations, in the same order."""
        self._next = FIRST_ADDRESS
        self._forget()

    def _forget(self) -> None:
        """Forget which allocation was last looked up."""
        self.first = self.last = 0
        """The bounds of the allocation that was last looked up."""
        self.base = np.uint64(0)
        """Where the allocation begins that was last looked up."""
        self.extent = 0
        """Its bytes."""
        self.writable = False
        """Whether it can be written to, and is marked as written."""

    def used(self) -> int:
        """Return how many bytes there are up to the end of the last allocation."""
        return self._next - FIRST_ADDRESS

    def reserve(self, size: int) -> int:
        """Return where address space begins in which there is nothing but what is inserted."""
        start = self._next + -self._next % _PAGE
        if start + size > self.capacity:
            msg = f"{size:,} bytes of simulated global memory: {self.capacity - start:,} are left"
            raise MemoryError(msg)
        self._next = start + size
        return start

    def insert(self, start: int, size: int, name: str) -> None:
        """Make an allocation in address space that has been reserved."""
        at = bisect_right(self.starts, start)
        self.starts.insert(at, start)
        self.allocations.insert(at, Allocation(start, start + size, name, writable=True))

    def remove(self, start: int) -> None:
        """Give the allocation back that begins at an address."""
        at = bisect_right(self.starts, start) - 1
        del self.starts[at], self.allocations[at]
        self._forget()

    def find(self, address: int) -> Allocation | None:
        """Return the allocation that an address lies in."""
        at = bisect_right(self.starts, address) - 1
        if at < 0:
            return None
        found = self.allocations[at]
        return found if address < found.stop else None

    def nearest(self, address: int) -> Allocation | None:
        """Return the allocation whose bounds are nearest to an address."""
        at = bisect_right(self.starts, address)
        around = self.allocations[max(0, at - 1) : at + 1]
        return min(
            around,
            key=lambda each: max(each.start - address, address - each.stop + 1, 0),
            default=None,
        )

    def origin(self, address: int) -> int:
        """Return where the allocation or window begins that an address is in; 0 for neither."""
        if self.first <= address < self.last:
            return self.first
        if address < FIRST_ADDRESS:
            return 0
        found = self.find(address)
        return found.start if found else SHARED_WINDOW if address >= SHARED_WINDOW else 0

    def holds(self, low: int, high: int, *, write: bool) -> bool:
        """Return whether the bytes from `low` up to `high` are in one allocation.

        With `write`, whether they can be written to; the allocation is then marked as written.
        """
        found = self.find(low)
        if found is None or high > found.stop:
            return False
        if write:
            if not found.writable:
                return False
            found.written = True
        self.first, self.last = found.start, found.stop
        self.base = np.uint64(found.start)
        self.extent = found.stop - found.start
        self.writable = found.written
        return True
