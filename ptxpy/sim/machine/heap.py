"""The heap of a loaded module: blocks of `malloc` and `free`, which outlive launches.

It lies before all memory of launches, in a range of the address space that is larger than the bytes
it may allocate: there are gaps between blocks, and freed blocks are reused as late as possible, so
that an access through a stale pointer is found.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ptxpy.sim.machine.allocations import Allocations

__all__ = ["BLOCK", "MAX_HEAP_BYTES", "Heap"]

BLOCK: Final = "a block from malloc"
"""The name of blocks in messages."""

MAX_HEAP_BYTES: Final = 8 << 20
"""The limit of a device unless `cudaLimitMallocHeapSize` is set."""

_UNIT: Final = 16
"""Block sizes count as a multiple of it, plus one unit for the header on a device."""
_ALIGNMENT: Final = 32
_GAP: Final = 256
"""Bytes between blocks."""
_SPAN_FACTOR: Final = 16
"""Bytes of address space for a byte of the limit: enough for the smallest blocks and gaps."""
_MAX_FREED_BLOCKS: Final = 10_000
"""How many freed blocks are remembered for messages."""


class Heap:
    """The allocated blocks."""

    def __init__(self, memory: Allocations, limit: int = MAX_HEAP_BYTES) -> None:
        """Reserve address space for blocks of up to `limit` bytes; none is allocated yet."""
        self._memory = memory
        self.limit = limit
        """The most bytes that can be allocated."""
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
