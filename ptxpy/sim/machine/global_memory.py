"""Global memory: an arena of bytes with allocations."""

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
"""Bytes of address space; the operating system commits memory to pages when they are used."""


_NO_RESERVE: Final = getattr(mmap, "MAP_NORESERVE", 0x4000 if sys.platform == "linux" else 0)


def _reserve(capacity: int) -> mmap.mmap:
    """Reserve address space: `capacity` bytes if possible, else less, but at least 8 GiB.

    If this fails, unreferenced modules are collected first, which frees their address space.
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
    """A copy of the contents and allocations of a memory."""

    next: int
    starts: tuple[int, ...]
    allocations: tuple[Allocation, ...]
    heap: tuple[int, int]
    """The cursor of the heap, and its allocated bytes."""
    contents: list[Any]
    """The contents of the ranges of memory in use."""
    spans: list[slice]
    """The ranges of memory in use."""


class Memory(Allocations):
    """The global memory of the simulated device."""

    def __init__(self, capacity: int = _CAPACITY) -> None:
        """Reserve address space; nothing is allocated yet."""
        self._map = _reserve(capacity)
        self.bytes: np.ndarray[Any, Any] = np.frombuffer(self._map, np.uint8)
        self._address: int = self.bytes.ctypes.data
        self._views: dict[str, np.ndarray[Any, Any]] = {"u1": self.bytes}
        super().__init__(len(self.bytes))
        self.heap: Heap | None = None
        """The heap of `malloc`, in a module that calls it."""
        self._clean = FIRST_ADDRESS
        """All bytes from this address on are zero; free bytes before it may not be."""

    def view(self, kind: str) -> np.ndarray[Any, Any]:
        """Return all bytes as elements of a NumPy type."""
        view = self._views.get(kind)
        if view is None:
            view = self._views[kind] = self.bytes.view(kind)
        return view

    def allocate(self, size: int, name: str, *, alignment: int = 256, writable: bool = True) -> int:
        """Allocate zeroed memory and return its address; raises `MemoryError` if none is left."""
        return self.allocation(size, name, alignment=alignment, writable=writable).start

    def allocation(
        self,
        size: int,
        name: str,
        *,
        alignment: int = 256,
        writable: bool = True,
        is_filled: bool = False,
    ) -> Allocation:
        """Allocate memory; raises `MemoryError` if none is left.

        It is zeroed, unless the caller fills all of it (`is_filled`).
        """
        alignment = max(alignment, MAX_ACCESS_BYTES)
        start = self._next + -self._next % alignment
        stop = start + size
        if stop + ALLOCATION_GAP > len(self.bytes):
            msg = f"{size:,} bytes of simulated global memory: {len(self.bytes) - start:,} are left"
            raise MemoryError(msg)
        if start < self._clean and not is_filled:
            self.bytes[start : min(stop, self._clean)] = 0
        self._next = stop + ALLOCATION_GAP
        self.starts.append(start)
        allocation = Allocation(start, stop, name, writable)
        self.allocations.append(allocation)
        return allocation

    def mark(self) -> int:
        """Return the mark to which `reset` returns."""
        return self._next

    def reset(self, mark: int) -> None:
        """Free the allocations made since a mark; blocks from `malloc` stay."""
        self._clean = max(self._clean, self._next)
        self._next = mark
        count = bisect_left(self.starts, mark)
        del self.starts[count:], self.allocations[count:]
        self._clear_cache()

    def checkpoint(self) -> Checkpoint:
        """Return a copy of the memory for `restore`."""
        first = FIRST_ADDRESS
        spans = []
        if self.heap is not None:
            start, stop = self.heap.start, self.heap.stop
            spans.append(slice(first, start))
            blocks = slice(bisect_left(self.starts, start), bisect_left(self.starts, stop))
            spans += [slice(each.start, each.stop) for each in self.allocations[blocks]]
            first = stop
        spans.append(slice(first, self._next))
        state = (0, 0) if self.heap is None else (self.heap.cursor, self.heap.allocated_bytes)
        return Checkpoint(
            self._next, (*self.starts,), (*self.allocations,), state, self.copy_spans(spans), spans
        )

    def copy_spans(self, spans: list[slice]) -> list[Any]:
        """Return copies of the contents of ranges of memory."""
        return [self.bytes[span].copy() for span in spans]

    def restore(self, checkpoint: Checkpoint) -> None:
        """Restore the contents and allocations of a checkpoint."""
        self.reset(checkpoint.next)
        self.starts[:], self.allocations[:] = checkpoint.starts, checkpoint.allocations
        if self.heap is not None:
            self.heap.cursor, self.heap.allocated_bytes = checkpoint.heap
        for span, data in zip(checkpoint.spans, checkpoint.contents, strict=True):
            self.bytes[span] = data
        self._clear_cache()

    def copy_in(self, start: int, source: int, size: int) -> None:
        """Copy bytes from an address of this process to one of this memory."""
        ctypes.memmove(self._address + start, source, size)

    def copy_out(self, target: int, start: int, size: int) -> None:
        """Copy bytes from an address of this memory to one of this process."""
        ctypes.memmove(target, self._address + start, size)
