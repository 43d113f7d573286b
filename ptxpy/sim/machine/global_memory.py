"""Global memory: an arena of bytes with allocations."""

from __future__ import annotations

import ctypes
import gc
import mmap
import sys
from bisect import bisect_left
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.sim.machine.address_space import FIRST_ADDRESS
from ptxpy.sim.machine.allocations import ALLOCATION_GAP, MAX_ACCESS_BYTES, Allocation, Allocations

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.sim.machine.allocations import Heap

__all__ = ["Memory", "UninitialisedWords", "zeros"]

_CAPACITY: Final = 1 << 36
"""Bytes of address space; the operating system commits memory to pages when they are used."""


_MIN_RESERVED_BYTES: Final = 1 << 28
"""The fewest bytes of an array for which the operating system sets no memory aside."""

_NO_RESERVE: Final = getattr(mmap, "MAP_NORESERVE", 0x4000 if sys.platform == "linux" else 0)


_LEAST_BYTES: Final = 1 << 28
"""The fewest bytes of global memory for which address space is reserved."""


class UninitialisedWords(NamedTuple):
    """Words of global memory to which nothing has been written before a launch."""

    start: int
    """The address of the first word, a multiple of 4."""
    words: Any
    """For each word of 32 bits from there on, whether it is uninitialised."""


def _reserve(capacity: int) -> mmap.mmap:
    """Reserve address space: `capacity` bytes if possible, else less.

    If this fails, unreferenced modules are collected first, which frees their address space. Raises
    `MemoryError` if a limit leaves no address space for 256 MiB of global memory.
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
                # Modules that nothing refers to may be in cycles, and each holds address space for
                # its memory.
                gc.collect()
            elif capacity <= FIRST_ADDRESS + _LEAST_BYTES:
                needed = (FIRST_ADDRESS + _LEAST_BYTES) / (1 << 30)
                msg = (
                    f"the simulator needs {needed} GiB of address space for its memory, which a "
                    "limit of the process does not leave; raise it (ulimit -v unlimited)"
                )
                raise MemoryError(msg) from None
            else:
                # Addresses are offsets of the arena, so the part before the first address is always
                # there.
                capacity = FIRST_ADDRESS + (capacity - FIRST_ADDRESS) // 2
                capacity = max(capacity - capacity % mmap.PAGESIZE, FIRST_ADDRESS + _LEAST_BYTES)


def zeros(count: int, kind: type[np.generic]) -> np.ndarray[Any, Any]:
    """Return an array of zeros, of which only the used pages need memory, however large it is."""
    size = count * np.dtype(kind).itemsize
    if size < _MIN_RESERVED_BYTES or sys.platform == "win32":
        return np.zeros(count, kind)
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _NO_RESERVE
    return np.frombuffer(mmap.mmap(-1, size, flags=flags), kind)


class Memory(Allocations):
    """The global memory of the simulated device."""

    def __init__(self, capacity: int = _CAPACITY, *, arena: mmap.mmap | None = None) -> None:
        """Take an arena, or reserve address space for one; nothing is allocated yet.

        The offsets of the arena are addresses, and its bytes are zero.
        """
        # Untouched pages cost nothing, so 64 GiB are reserved, whatever is allocated of them.
        self._map = _reserve(capacity) if arena is None else arena
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

        It is zeroed, unless the caller fills it completely (`is_filled`).
        """
        alignment = max(alignment, MAX_ACCESS_BYTES)
        start = self._next + -self._next % alignment
        stop = start + size
        if stop + ALLOCATION_GAP > len(self.bytes):
            msg = f"{size:,} bytes of simulated global memory: {len(self.bytes) - start:,} are left"
            raise MemoryError(msg)
        # Clearing what was never used would make the system commit pages.
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
        # Bytes up to here have been in use: an allocation among them has to be zeroed.
        self._clean = max(self._clean, self._next)
        self._next = mark
        count = bisect_left(self.starts, mark)
        del self.starts[count:], self.allocations[count:]
        self.forget_lookup()

    def used_parts(self, start: int, stop: int) -> Iterator[tuple[int, int]]:
        """Yield the bounds of the parts of a range that may not be zero."""
        yield start, stop

    def clear(self, start: int, stop: int) -> None:
        """Set a range to zero."""
        self.bytes[start:stop] = 0

    def copy_in(self, start: int, source: int, size: int) -> None:
        """Copy bytes from an address of this process to one of this memory."""
        ctypes.memmove(self._address + start, source, size)

    def copy_out(self, target: int, start: int, size: int) -> None:
        """Copy bytes from an address of this memory to one of this process."""
        ctypes.memmove(target, self._address + start, size)
