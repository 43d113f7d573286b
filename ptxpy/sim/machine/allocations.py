"""Allocations in global memory: the address space in use, and the heap of `malloc`."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from ptxpy.sim.machine.address_space import FIRST_ADDRESS, SHARED_WINDOW

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "ALLOCATION_GAP",
    "BLOCK",
    "MAX_ACCESS_BYTES",
    "MAX_HEAP_BYTES",
    "PARAMETERS",
    "Allocation",
    "Allocations",
    "Heap",
]

MAX_ACCESS_BYTES: Final = 32
"""The size of the widest access; all allocations begin at a multiple of this."""

_PAGE: Final = 4096

ALLOCATION_GAP: Final = 256
"""Bytes between allocations, so that an access slightly past the end is not in the next one."""


PARAMETERS: Final = "the parameters"
"""The name of the allocation that holds the parameters of a kernel."""


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

    def __contains__(self, address: int) -> bool:
        """Return whether an address is in it."""
        return self.start <= address < self.stop


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
        # Memory may be reserved long before it is inserted, so the place need not be the last.
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
        """Describe the freed allocation that had an address; empty if it is not known."""
        del address
        return ""

    def nearest(self, address: int) -> Allocation | None:
        """Return the allocation whose bounds are nearest to an address.

        The parameters of a kernel count only for an address in them: no pointer leads there.
        """
        return min(
            (each for each in self.allocations if each.name != PARAMETERS or address in each),
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
        # Offsets within a window have few bits, which makes for tight bounds.
        return allocation.start if allocation else SHARED_WINDOW if address >= SHARED_WINDOW else 0

    def holds(self, low: int, high: int, *, write: bool) -> bool:
        """Return whether the bytes from `low` up to `high` are in one allocation.

        With `write`, whether they are also writable; the allocation is then marked as written.
        """
        allocation = self.find(low)
        if allocation is None or high > allocation.stop:
            return False
        # The flag must be set before the write: a snapshot copies the allocation first.
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


BLOCK: Final = "a block from malloc"
"""The name of blocks in messages."""

MAX_HEAP_BYTES: Final = 8 << 20
"""The limit of a device unless `cudaLimitMallocHeapSize` is set."""

_UNIT: Final = 16
"""Block sizes count as a multiple of this, plus one unit for the header on a device."""
_ALIGNMENT: Final = 32
_GAP: Final = 256
"""Bytes between blocks."""
_SPAN_FACTOR: Final = 16
"""Bytes of address space for a byte of the limit: enough for the smallest blocks and gaps."""
_MAX_FREED_BLOCKS: Final = 10_000
"""How many freed blocks are remembered for messages."""


class Heap:
    """The heap of a loaded module: blocks of `malloc` and `free`, which outlive launches.

    It precedes all memory of launches, in a range of the address space that is larger than the
    bytes it may allocate: there are gaps between blocks, and freed blocks are reused as late as
    possible, so that an access through a stale pointer is found.
    """

    def __init__(self, memory: Allocations, limit: int = MAX_HEAP_BYTES) -> None:
        """Reserve address space for blocks of up to `limit` bytes; none is allocated yet."""
        self._memory = memory
        self.limit = limit
        """The most bytes that can be allocated."""
        # A large limit (`cudaLimitMallocHeapSize`) must leave address space to arguments.
        span = min(_SPAN_FACTOR * limit, max(2 * limit, memory.capacity // 8))
        self.start = memory.reserve(span)
        self.stop = self.start + span
        self.cursor = self.start
        """The address at which the next block may begin."""
        self.allocated_bytes = 0
        """The bytes that all blocks count for."""
        self._freed: dict[int, int] = {}

    def allocate(self, size: int) -> int:
        """Allocate a block and return its address; 0 if there is no room."""
        if not size or self.allocated_bytes + _charged_bytes(size) > self.limit:
            return 0
        # The cursor moves on through the whole range, so freed blocks are reused as late as
        # possible.
        start = self._find_space(self.cursor, size) or self._find_space(self.start, size)
        if start:
            self.allocated_bytes += _charged_bytes(size)
            self.cursor = start + size + _GAP
            self._memory.insert(start, size, BLOCK)
        return start

    def _find_space(self, first: int, size: int) -> int:
        """Return the first address from `first` on at which a block fits; 0 if there is none."""
        starts, blocks = self._memory.starts, self._memory.allocations
        at = bisect_right(starts, first)
        if at and blocks[at - 1].stop + _GAP > first and starts[at - 1] >= self.start:
            first = blocks[at - 1].stop + _GAP
        while True:
            first += -first % _ALIGNMENT
            limit = starts[at] if at < len(starts) and starts[at] < self.stop else self.stop
            if first + size + _GAP <= limit:
                return first
            if limit == self.stop:
                return 0
            first = blocks[at].stop + _GAP
            at += 1

    def free(self, address: int) -> str:
        """Free a block; return an error message, empty if there is no error."""
        block = self._memory.find(address)
        if block is None or block.start != address or not self.start <= address < self.stop:
            freed = "which has been freed before" if address in self._freed else ""
            return f"free of {address:#x}, {freed or 'which malloc did not give'}"
        # A snapshot has to keep the contents of the block, which may be allocated again.
        self._memory.mark_written(block)
        self._memory.remove(address)
        self.allocated_bytes -= _charged_bytes(block.stop - address)
        self._freed[address] = block.stop
        if len(self._freed) > _MAX_FREED_BLOCKS:
            del self._freed[next(iter(self._freed))]
        return ""

    def was_freed(self, address: int) -> bool:
        """Return whether an address without memory was in a block that has been freed."""
        return any(start <= address < stop for start, stop in self._freed.items())


def _charged_bytes(size: int) -> int:
    """Return the bytes that a block of a size counts for."""
    return size + -size % _UNIT + _UNIT
