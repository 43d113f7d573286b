"""Global memory: an arena of bytes, what has been allocated in it, and what lies where."""

from __future__ import annotations

import ctypes
import gc
import mmap
import sys
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from ptxpy.sim.machine.heap import Heap

__all__ = [
    "FIRST",
    "LOCAL_WINDOW",
    "MOST_LOCAL",
    "SHARED_WINDOW",
    "Allocation",
    "Checkpoint",
    "Memory",
]

SHARED_WINDOW: Final = 1 << 40
"""Generic addresses from here on are in shared memory."""

LOCAL_WINDOW: Final = 1 << 41
"""Generic addresses from here on are in local memory."""

MOST_LOCAL: Final = 512 << 10
"""Bytes of local memory that a thread may have (CUDA C++ programming guide, compute
capabilities)."""

WIDEST: Final = 32
"""Bytes of the widest access; all allocations begin at a multiple."""

FIRST: Final = 1 << 32
"""The lowest address that is given out: addresses do not fit 32 bits, as on a device."""

_CAPACITY: Final = 1 << 36
"""Bytes of address space; the system gives memory to those that are used."""

_PAGE: Final = 4096

_GAP: Final = 256
"""Bytes between allocations, so that a little too far is not within the next one."""


_NO_RESERVE: Final = getattr(mmap, "MAP_NORESERVE", 0x4000 if sys.platform == "linux" else 0)


def _reserved(capacity: int) -> mmap.mmap:
    """Return address space of at least 8 GiB, if there is any, and at most what is wanted.

    Where there is none, what modules have reserved that nothing refers to is given back first.
    """
    collected = False
    while True:
        try:
            if sys.platform == "win32":
                return mmap.mmap(-1, capacity)
            flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _NO_RESERVE
            return mmap.mmap(-1, capacity, flags=flags)
        except OSError:
            if not collected:
                collected = True
                gc.collect()
                continue
            if capacity <= 2 * FIRST:
                raise
            capacity //= 2


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


class Checkpoint(NamedTuple):
    """All of a memory at some time."""

    next: int
    starts: tuple[int, ...]
    allocations: tuple[Allocation, ...]
    heap: tuple[int, int]
    """The cursor of the heap, and the bytes that are given out."""
    held: list[Any]
    """What lies in the pieces of memory that are in use."""
    spans: list[slice]
    """Those pieces."""


class Memory:
    """The global memory of a device that is simulated."""

    def __init__(self, capacity: int = _CAPACITY) -> None:
        """Reserve address space; nothing is allocated yet."""
        self._map = _reserved(capacity)
        self.bytes: np.ndarray[Any, Any] = np.frombuffer(self._map, np.uint8)
        self._address: int = self.bytes.ctypes.data
        self._views: dict[str, np.ndarray[Any, Any]] = {"u1": self.bytes}
        self.starts: list[int] = []
        """Where allocations begin, in order."""
        self.allocations: list[Allocation] = []
        """All allocations, likewise."""
        self.heap: Heap | None = None
        """What `malloc` gives memory from, in a module that calls it."""
        self._next = FIRST
        self._clean = FIRST
        """From here on all bytes are zero; those before it that are free may not be."""
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

    def view(self, kind: str) -> np.ndarray[Any, Any]:
        """Return all bytes as elements of a NumPy type."""
        found = self._views.get(kind)
        if found is None:
            found = self._views[kind] = self.bytes.view(kind)
        return found

    def allocate(self, size: int, name: str, *, alignment: int = 256, writable: bool = True) -> int:
        """Return the address of new memory, which is zero; `MemoryError` when none is left."""
        return self.allocation(size, name, alignment=alignment, writable=writable).start

    def allocation(
        self,
        size: int,
        name: str,
        *,
        alignment: int = 256,
        writable: bool = True,
        filled: bool = False,
    ) -> Allocation:
        """Return new memory; `MemoryError` when none is left.

        It is zero, unless it is to be `filled` by the caller, all of it.
        """
        alignment = max(alignment, WIDEST)
        start = self._next + -self._next % alignment
        stop = start + size
        if stop + _GAP > len(self.bytes):
            msg = f"{size:,} bytes of simulated global memory: {len(self.bytes) - start:,} are left"
            raise MemoryError(msg)
        if start < self._clean and not filled:
            self.bytes[start : min(stop, self._clean)] = 0
        self._next = stop + _GAP
        self.starts.append(start)
        made = Allocation(start, stop, name, writable)
        self.allocations.append(made)
        return made

    def reserve(self, size: int) -> int:
        """Return where address space begins in which there is nothing but what is inserted."""
        start = self._next + -self._next % _PAGE
        if start + size > len(self.bytes):
            msg = f"{size:,} bytes of simulated global memory: {len(self.bytes) - start:,} are left"
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

    def used(self) -> int:
        """Return how many bytes there are up to the end of the last allocation."""
        return self._next - FIRST

    def mark(self) -> int:
        """Return what `reset` takes to forget all allocations that follow."""
        return self._next

    def reset(self, mark: int) -> None:
        """Forget the allocations made since a mark; what `malloc` has given stays."""
        self._clean = max(self._clean, self._next)
        self._next = mark
        count = bisect_left(self.starts, mark)
        del self.starts[count:], self.allocations[count:]
        self._forget()

    def checkpoint(self) -> Checkpoint:
        """Return all that memory holds, as `restore` takes it."""
        first = FIRST
        spans = []
        if self.heap is not None:
            start, stop = self.heap.start, self.heap.stop
            spans.append(slice(first, start))
            blocks = slice(bisect_left(self.starts, start), bisect_left(self.starts, stop))
            spans += [slice(each.start, each.stop) for each in self.allocations[blocks]]
            first = stop
        spans.append(slice(first, self._next))
        state = (0, 0) if self.heap is None else (self.heap.cursor, self.heap.held)
        return Checkpoint(
            self._next, (*self.starts,), (*self.allocations,), state, self.held(spans), spans
        )

    def held(self, spans: list[slice]) -> list[Any]:
        """Return copies of what lies in pieces of memory."""
        return [self.bytes[span].copy() for span in spans]

    def restore(self, checkpoint: Checkpoint) -> None:
        """Let memory hold again what it held then."""
        self.reset(checkpoint.next)
        self.starts[:], self.allocations[:] = checkpoint.starts, checkpoint.allocations
        if self.heap is not None:
            self.heap.cursor, self.heap.held = checkpoint.heap
        for span, data in zip(checkpoint.spans, checkpoint.held, strict=True):
            self.bytes[span] = data
        self._forget()

    def copy_in(self, start: int, source: int, size: int) -> None:
        """Copy bytes from an address of this process to one of this memory."""
        ctypes.memmove(self._address + start, source, size)

    def copy_out(self, target: int, start: int, size: int) -> None:
        """Copy bytes from an address of this memory to one of this process."""
        ctypes.memmove(target, self._address + start, size)

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
        if address < FIRST:
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
