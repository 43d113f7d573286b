"""Global memory: an arena of bytes, in which allocations are made."""

from __future__ import annotations

import ctypes
import gc
import mmap
import sys
from bisect import bisect_left
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from ptxpy.sim.machine.address_space import FIRST_ADDRESS
from ptxpy.sim.machine.allocations import ALLOCATION_GAP, MAX_ACCESS_BYTES, Allocation, Allocations

if TYPE_CHECKING:
    from ptxpy.sim.machine.heap import Heap

__all__ = ["Checkpoint", "Memory"]

_CAPACITY: Final = 1 << 36
"""Bytes of address space; the system gives memory to those that are used."""


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
            if capacity <= 2 * FIRST_ADDRESS:
                raise
            capacity //= 2


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


class Memory(Allocations):
    """The global memory of a device that is simulated."""

    def __init__(self, capacity: int = _CAPACITY) -> None:
        """Reserve address space; nothing is allocated yet."""
        self._map = _reserved(capacity)
        self.bytes: np.ndarray[Any, Any] = np.frombuffer(self._map, np.uint8)
        self._address: int = self.bytes.ctypes.data
        self._views: dict[str, np.ndarray[Any, Any]] = {"u1": self.bytes}
        super().__init__(len(self.bytes))
        self.heap: Heap | None = None
        """What `malloc` gives memory from, in a module that calls it."""
        self._clean = FIRST_ADDRESS
        """From here on all bytes are zero; those before it that are free may not be."""

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
        alignment = max(alignment, MAX_ACCESS_BYTES)
        start = self._next + -self._next % alignment
        stop = start + size
        if stop + ALLOCATION_GAP > len(self.bytes):
            msg = f"{size:,} bytes of simulated global memory: {len(self.bytes) - start:,} are left"
            raise MemoryError(msg)
        if start < self._clean and not filled:
            self.bytes[start : min(stop, self._clean)] = 0
        self._next = stop + ALLOCATION_GAP
        self.starts.append(start)
        made = Allocation(start, stop, name, writable)
        self.allocations.append(made)
        return made

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
        first = FIRST_ADDRESS
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
