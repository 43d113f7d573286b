"""The heap of a loaded module: what `malloc` gives, and `free` takes, in whichever launch.

It lies before all memory of launches, in a part of the address space that is larger than what may
be given out: between blocks there is room, and what has been freed is long not given again, so that
an access through a stale pointer is seen.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ptxpy.sim.machine.allocations import Allocations

__all__ = ["BLOCK", "HEAP", "Heap"]

BLOCK: Final = "a block from malloc"
"""The name of what `malloc` gives."""

HEAP: Final = 8 << 20
"""Bytes that can be given out, as on a device unless `cudaLimitMallocHeapSize` is set."""

_UNIT: Final = 16
"""Blocks count as a multiple of it, and so much more for what a device notes of each."""
_ALIGNMENT: Final = 32
_GAP: Final = 256
"""Bytes between blocks."""
_SPAN: Final = 128 << 20
"""Bytes of address space: enough for the smallest blocks with their gaps."""
_REMEMBERED: Final = 10_000
"""Freed blocks that messages can name."""


class Heap:
    """The blocks that have been given out."""

    def __init__(self, memory: Allocations) -> None:
        """Reserve address space; no block is given out yet."""
        self._memory = memory
        self.start = memory.reserve(_SPAN)
        self.stop = self.start + _SPAN
        self.cursor = self.start
        """Where the next block may begin."""
        self.held = 0
        """Bytes that are given out, as they count."""
        self._freed: dict[int, int] = {}

    def allocate(self, size: int) -> int:
        """Return the address of a new block, 0 where there is no room."""
        if not size or self.held + _counted(size) > HEAP:
            return 0
        start = self._room(self.cursor, size) or self._room(self.start, size)
        if start:
            self.held += _counted(size)
            self.cursor = start + size + _GAP
            self._memory.insert(start, size, BLOCK)
        return start

    def _room(self, first: int, size: int) -> int:
        """Return where a block fits from an address on; 0 for nowhere."""
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
        """Take a block back; return what is wrong with that, in words, or nothing."""
        block = self._memory.find(address)
        if block is None or block.start != address or not self.start <= address < self.stop:
            freed = "which has been freed before" if address in self._freed else ""
            return f"free of {address:#x}, {freed or 'which malloc did not give'}"
        self._memory.remove(address)
        self.held -= _counted(block.stop - address)
        self._freed[address] = block.stop
        if len(self._freed) > _REMEMBERED:
            del self._freed[next(iter(self._freed))]
        return ""

    def was_freed(self, address: int) -> bool:
        """Return whether an address without memory was in a block that has been freed."""
        return any(start <= address < stop for start, stop in self._freed.items())


def _counted(size: int) -> int:
    return size + -size % _UNIT + _UNIT
