"""The memory of the device: one for all modules, in which allocations are freed in any order."""

from __future__ import annotations

import ctypes
import errno
import mmap
import os
from bisect import bisect_left, bisect_right
from collections import deque
from functools import cache
from typing import TYPE_CHECKING, Final

from ptxpy._counts import format_count
from ptxpy.sim import (
    ALLOCATION_GAP,
    FIRST_ADDRESS,
    MAX_ACCESS_BYTES,
    MAX_HEAP_BYTES,
    Allocation,
    Heap,
    Memory,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = ["DeviceMemory", "FreeRanges"]


class FreeRanges:
    """The free ranges of an address space, in order; no two ranges touch."""

    def __init__(self, start: int, stop: int) -> None:
        """Begin with one free range."""
        self._starts = [start]
        self._stops = [stop]

    def take(self, size: int, alignment: int) -> int | None:
        """Take bytes out of the first range in which they fit.

        Returns their first address, a multiple of `alignment`; None if they fit nowhere.
        """
        for index, first in enumerate(self._starts):
            start = first + -first % alignment
            if start + size <= self._stops[index]:
                self._cut(index, start, start + size)
                return start
        return None

    def _cut(self, index: int, start: int, stop: int) -> None:
        """Take a part out of a range."""
        first, last = self._starts[index], self._stops[index]
        rest = [each for each in ((first, start), (stop, last)) if each[0] < each[1]]
        self._starts[index : index + 1] = [each[0] for each in rest]
        self._stops[index : index + 1] = [each[1] for each in rest]

    def give(self, start: int, stop: int) -> None:
        """Add a range, and join it with its neighbours."""
        index = bisect_left(self._starts, start)
        first = last = index
        # Ranges that touch become one, or large allocations would soon fit nowhere.
        if index and self._stops[index - 1] == start:
            first, start = index - 1, self._starts[index - 1]
        if index < len(self._starts) and self._starts[index] == stop:
            last, stop = index + 1, self._stops[index]
        self._starts[first:last] = [start]
        self._stops[first:last] = [stop]

    def total(self) -> int:
        """Return how many bytes are free."""
        return sum(self._stops) - sum(self._starts)

    def ranges(self) -> list[tuple[int, int]]:
        """Return the first address of each range, and the address after it."""
        return list(zip(self._starts, self._stops, strict=True))


PAGE: Final = mmap.PAGESIZE
_FIXED: Final = 0x10
"""`MAP_FIXED` of Linux, which the module mmap has not."""
_NO_RESERVE: Final = getattr(mmap, "MAP_NORESERVE", 0x4000)
_MIN_RELEASED_BYTES: Final = 16 * PAGE
"""The fewest bytes whose pages are given back to the operating system when they are freed."""
_MAX_WITHHELD_BYTES: Final = 256 << 20
"""Freed address space that is not reused yet: stale pointers do not point to other data."""
_MAX_WITHHELD: Final = 1024
"""How many freed ranges are not reused yet."""
_MAX_REMEMBERED: Final = 10_000
"""How many freed ranges are remembered for messages."""


@cache
def _libc_mmap() -> Callable[[int, int, int, int, int, int], int | None]:
    """Return mmap(2), which can map at an address."""
    function = ctypes.CDLL(None).mmap
    function.restype = ctypes.c_void_p
    function.argtypes = [
        ctypes.c_void_p,
        ctypes.c_size_t,
        ctypes.c_int,
        ctypes.c_int,
        ctypes.c_int,
        ctypes.c_long,
    ]
    found: Callable[[int, int, int, int, int, int], int | None] = function
    return found


class DeviceMemory(Memory):
    """Global memory in which allocations are freed one by one, and freed space is reused.

    Free memory is zero. Freed pages are given back to the operating system.
    """

    def __init__(
        self, arena: mmap.mmap | None = None, *, file: int = -1, first: int = FIRST_ADDRESS
    ) -> None:
        """Take the arena; nothing is allocated yet.

        Args:
            arena: A shared mapping that is zero, whose offsets are addresses: more than 4 GiB.
                Default: address space of this process.
            file: The descriptor of the file that is mapped; -1 if there is none.
            first: The first address that is allocated.
        """
        super().__init__(arena=arena)
        self._file: Final = file
        # Pages of a shared file stay in the file: only a hole in it (`MADV_REMOVE`) gives them
        # back.
        self._discard: Final = getattr(
            mmap, "MADV_DONTNEED" if arena is None else "MADV_REMOVE", None
        )
        self.free_ranges = FreeRanges(first, len(self.bytes))
        self._withheld: deque[tuple[int, int]] = deque()
        self._withheld_bytes = 0
        self._freed: dict[int, tuple[int, str]] = {}
        """The ends and the names of freed allocations, by first address, in order of time."""
        self._mapped: dict[int, int] = {}
        """The ends of the ranges that show pages of other addresses, by first address."""
        self._recorded: list[int] = []
        """The first addresses of the allocations since the outermost mark."""
        self._is_recording = False

    @property
    def heap_limit(self) -> int:
        """The most bytes that `malloc` of kernels may allocate."""
        return MAX_HEAP_BYTES if self.heap is None else self.heap.limit

    @heap_limit.setter
    def heap_limit(self, limit: int) -> None:
        # Blocks in use have their addresses, so the heap stays where it is, and only its limit
        # changes.
        if self.heap is not None and self.heap.allocated_bytes:
            self.heap.limit = limit
        else:
            self.reset_heap()
            self.heap = Heap(self, limit)

    def reset_heap(self) -> None:
        """Free all blocks of `malloc`; the limit is the usual one again."""
        heap = self.heap
        if heap is None:
            return
        for start in [each for each in self.starts if heap.start <= each < heap.stop]:
            self.remove(start)
        self.clear(heap.start, heap.stop)
        self.free_ranges.give(heap.start, heap.stop + ALLOCATION_GAP)
        self.heap = None

    def used(self) -> int:
        """Return the size of the address space up to the end of the last allocation or the heap."""
        last = self.allocations[-1].stop if self.allocations else FIRST_ADDRESS
        return max(last, 0 if self.heap is None else self.heap.stop) - FIRST_ADDRESS

    def reserve(self, size: int) -> int:
        """Reserve address space for `insert`, and return its first address."""
        return self._take(size, PAGE)

    def _take(self, size: int, alignment: int) -> int:
        """Take free address space, and a gap behind it."""
        while True:
            start = self.free_ranges.take(size + ALLOCATION_GAP, alignment)
            if start is not None:
                return start
            if not self._withheld:
                break
            self._reuse_oldest()
        msg = f"{size:,} bytes of simulated global memory: no {size:,} free bytes in one piece"
        raise MemoryError(msg)

    def allocation(
        self,
        size: int,
        name: str,
        *,
        alignment: int = 256,
        writable: bool = True,
        is_filled: bool = False,
    ) -> Allocation:
        """Allocate zeroed memory; raises `MemoryError` if there is none."""
        # Free memory is zero here, so there is nothing to save.
        del is_filled
        start = self._take(size, max(alignment, MAX_ACCESS_BYTES))
        allocation = Allocation(start, start + size, name, writable)
        index = bisect_right(self.starts, start)
        self.starts.insert(index, start)
        self.allocations.insert(index, allocation)
        if self._is_recording:
            self._recorded.append(start)
        return allocation

    def free(self, start: int) -> None:
        """Free the allocation that begins at an address."""
        allocation = self.allocations[bisect_right(self.starts, start) - 1]
        self.remove(start)
        self.clear(start, allocation.stop)
        # The last addresses that were freed are the last to be forgotten.
        self._freed.pop(start, None)
        self._freed[start] = allocation.stop, allocation.name
        if len(self._freed) > _MAX_REMEMBERED:
            del self._freed[next(iter(self._freed))]
        # The addresses rest for a while, so that an access through a stale pointer is a fault.
        self._withheld.append((start, allocation.stop))
        self._withheld_bytes += allocation.stop - start
        while self._withheld_bytes > _MAX_WITHHELD_BYTES or len(self._withheld) > _MAX_WITHHELD:
            self._reuse_oldest()

    def _reuse_oldest(self) -> None:
        """Let the range that has been free for the longest time be allocated again."""
        start, stop = self._withheld.popleft()
        self._withheld_bytes -= stop - start
        self.free_ranges.give(start, stop + ALLOCATION_GAP)

    def clear(self, start: int, stop: int) -> None:
        """Set a range to zero, and give its whole pages back to the operating system."""
        first, last = start + -start % PAGE, stop - stop % PAGE
        if last - first >= _MIN_RELEASED_BYTES and self._discard is not None:
            try:
                self._map.madvise(self._discard, first, last - first)
            except OSError:  # a file system that cannot punch holes
                pass
            else:
                self.bytes[start:first] = 0
                self.bytes[last:stop] = 0
                return
        self.bytes[start:stop] = 0

    def describe_freed(self, address: int) -> str:
        """Describe the allocation at an address that was freed last; empty if none was there."""
        for start, (stop, name) in reversed(self._freed.items()):
            if start <= address < stop:
                return f"{name} of {format_count(stop - start, 'byte')}"
        return ""

    # ------------------------------------------------------------------ virtual memory

    def reserve_range(self, size: int, alignment: int) -> int:
        """Reserve addresses that nothing can access; raises `MemoryError` if there are none."""
        return self._take(size, max(alignment, PAGE))

    def release_range(self, start: int, size: int) -> None:
        """Free addresses that have been reserved, and show their own pages."""
        self.clear(start, start + size)
        self.free_ranges.give(start, start + size + ALLOCATION_GAP)

    def map_range(self, start: int, size: int, source: int) -> None:
        """Show the pages of the addresses from `source` on at other addresses."""
        protection, flags = mmap.PROT_READ | mmap.PROT_WRITE, mmap.MAP_SHARED | _NO_RESERVE | _FIXED
        address = self._address + start
        mapped = _libc_mmap()(address, size, protection, flags, self._file, source)
        if mapped != address:
            msg = f"{format_count(size, 'byte')} of memory cannot be mapped"
            raise MemoryError(msg)
        self._mapped.pop(start, None)
        if source != start:
            self._mapped[start] = start + size
        else:
            # The range shows pages of its own again, and none of others.
            for each in [each for each in self._mapped if start <= each < start + size]:
                del self._mapped[each]

    def set_access(self, start: int, stop: int, parts: Iterable[tuple[int, int, int]]) -> None:
        """Let only parts of a range be accessed: first address, size, and if writable."""
        for each in [each for each in self.starts if start <= each < stop]:
            self.remove(each)
        for first, size, writable in parts:
            name = f"the mapped memory at {first:#x}"
            index = bisect_right(self.starts, first)
            self.starts.insert(index, first)
            self.allocations.insert(index, Allocation(first, first + size, name, bool(writable)))

    # ------------------------------------------------------------------ temporary allocations

    def mark(self) -> int:
        """Begin to record allocations, if that has not begun; return the mark for `reset`."""
        self._is_recording = True
        return len(self._recorded)

    def reset(self, mark: int) -> None:
        """Free the allocations made since a mark."""
        for start in self._recorded[mark:]:
            self._forget(start)
        self._stop_recording(mark)

    def keep(self, mark: int) -> tuple[int, ...]:
        """Keep the allocations made since a mark; return their first addresses."""
        made = tuple(self._recorded[mark:])
        self._stop_recording(mark)
        return made

    def _stop_recording(self, mark: int) -> None:
        del self._recorded[mark:]
        self._is_recording = bool(mark)

    def _forget(self, start: int) -> None:
        """Free an allocation of the simulator's own, which no message names."""
        allocation = self.allocations[bisect_right(self.starts, start) - 1]
        self.remove(start)
        self.clear(start, allocation.stop)
        self.free_ranges.give(start, allocation.stop + ALLOCATION_GAP)

    def release(self, starts: tuple[int, ...]) -> None:
        """Free the allocations of a module."""
        for start in starts:
            self._forget(start)

    def used_parts(self, start: int, stop: int) -> Iterator[tuple[int, int]]:
        """Yield the bounds of the parts of a range that may not be zero, which have pages."""
        if any(first < stop and last > start for first, last in self._mapped.items()):
            yield start, stop  # the pages are elsewhere in the file
            return
        at = start
        while at < stop:
            try:
                data = os.lseek(self._file, at, os.SEEK_DATA)
                hole = os.lseek(self._file, data, os.SEEK_HOLE)
            except OSError as error:
                if error.errno != errno.ENXIO:  # no file, or one that does not tell
                    yield at, stop
                return
            if data >= stop:
                return
            yield max(at, data), min(hole, stop)
            at = hole

    def listing(self) -> Iterator[Allocation]:
        """Yield the allocations, in order."""
        yield from self.allocations
