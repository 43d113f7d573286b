"""The contents of memory before a launch, to which it is set back.

Memory is saved before it is first written to, so that a launch has no costs but for its own writes:
a program launches small kernels by the thousand, beside large arrays that they only read.
"""

from __future__ import annotations

import ctypes
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np

    from ptxpy.sim.machine.allocations import Allocation
    from ptxpy.sim.machine.global_memory import Memory

__all__ = ["SAVED", "MemorySnapshot", "SavesForCompiledCode"]

SAVED: Final = 2
"""The bit of an allocation, among the ranges of compiled code, all of which has been saved."""

_PART_BYTES: Final = 1 << 18
"""The bytes of large allocations that are saved together. It is a power of two, which no aligned
access crosses."""
_MIN_BYTES_IN_PARTS: Final = 1 << 20
"""The fewest bytes of an allocation that is saved in parts."""
_BYTES_PER_CALL: Final = 1 << 14
"""The bytes that are copied in the time of a call."""


_MAX_KEPT_BYTES: Final = 1 << 28
"""The most bytes of buffers that are kept for the next launch."""


class _Buffers:
    """Memory for copies, kept from launch to launch: that of the system costs more than to copy."""

    def __init__(self) -> None:
        """Begin without a buffer."""
        self._free: dict[int, list[np.ndarray[Any, Any]]] = {}
        self._bytes = 0
        self._lock = Lock()

    def copy(self, data: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """Return a copy of bytes, in a buffer of their size if one is free."""
        with self._lock:
            found = self._free.get(len(data))
            if not found:
                return data.copy()
            buffer = found.pop()
            self._bytes -= len(buffer)
        buffer[...] = data
        return buffer

    def give_back(self, buffer: np.ndarray[Any, Any]) -> None:
        """Keep a buffer that has no use any more, in place of all others if there are too many."""
        size = len(buffer)
        with self._lock:
            if self._bytes + size > _MAX_KEPT_BYTES:
                self._free.clear()
                self._bytes = 0
            if size <= _MAX_KEPT_BYTES:
                self._free.setdefault(size, []).append(buffer)
                self._bytes += size


_BUFFERS: Final = _Buffers()


class _Copy(NamedTuple):
    """Bytes as they were."""

    start: int
    stop: int
    data: tuple[tuple[int, np.ndarray[Any, Any]], ...] | None
    """The parts that may not be zero, each with its first address; None if the host holds them."""


class MemorySnapshot:
    """The contents of the memory that a kernel writes to, as they were before."""

    def __init__(
        self,
        memory: Memory,
        held_by_host: Sequence[tuple[int, int, int]] = (),
        arrays: Sequence[Any] = (),
    ) -> None:
        """Begin before the launch; nothing of the memory is copied yet.

        Args:
            memory: The global memory.
            held_by_host: The address of each allocation whose contents the host holds, the address
                there, and the number of bytes.
            arrays: Arrays that the kernel may write to in place, those of surfaces: copied now.
        """
        self._memory = memory
        self._arrays = [(array, array.copy()) for array in arrays]
        self._on_host = {start: (address, size) for start, address, size in held_by_host}
        self._copies: list[_Copy] = []
        self._parts: dict[int, set[int]] = {}
        """The numbers of the parts that have been saved, by the first address of the allocation."""
        self._costs: dict[int, int] = {}
        """The cost of saving the parts of an allocation, in bytes that are copied in the time."""
        self._used: dict[int, tuple[tuple[int, int], ...]] = {}
        """The bounds of the parts of an allocation that may not be zero, by its first address."""

    def save(self, allocation: Allocation) -> None:
        """Save all of an allocation but the parts that have been saved."""
        start, stop = allocation.start, allocation.stop
        if start in self._on_host:
            self._copies.append(_Copy(start, stop, None))
            return
        for number in sorted(self._parts.get(start, ())):
            first = number * _PART_BYTES
            if start < first:
                self._copy(allocation, start, first)
            start = first + _PART_BYTES
        if start < stop:
            self._copy(allocation, start, stop)

    def _copy(self, allocation: Allocation, start: int, stop: int) -> None:
        """Copy a range; memory that was never used is zero, and reading would use it."""
        used = self._used.get(allocation.start)
        if used is None:
            # Asked once: the system goes through all pages behind a part to find its end. What
            # the launch begins to use later was zero before.
            used = tuple(self._memory.used_parts(allocation.start, allocation.stop))
            self._used[allocation.start] = used
        parts = []
        for first, last in used:
            low, high = max(first, start), min(last, stop)
            if low < high:
                parts.append((low, _BUFFERS.copy(self._memory.bytes[low:high])))
        self._copies.append(_Copy(start, stop, tuple(parts)))

    def save_part(self, allocation: Allocation, address: int) -> tuple[int, int]:
        """Save the part of an allocation in which an address is.

        Parts are saved until that has cost as much as all of the allocation would; then all is.

        Returns the first address of the part, and the one behind its last; of all if that is saved.
        """
        start, stop = allocation.start, allocation.stop
        size = stop - start
        if size >= _MIN_BYTES_IN_PARTS and start not in self._on_host:
            saved = self._parts.setdefault(start, set())
            cost = self._costs.get(start, 0) + _BYTES_PER_CALL
            number = address // _PART_BYTES
            first, last = number * _PART_BYTES, (number + 1) * _PART_BYTES
            first, last = max(first, start), min(last, stop)
            if number not in saved:
                cost += last - first
            if cost < size:
                if number not in saved:
                    self._copy(allocation, first, last)
                    saved.add(number)
                self._costs[start] = cost
                return first, last
        self.save(allocation)
        return start, stop

    @contextmanager
    def interpreting(self) -> Iterator[None]:
        """Save memory before the interpreter writes there, inside of the block.

        `Allocation.written` is about writes after its start, then.
        """
        memory = self._memory
        for allocation in memory.allocations:
            allocation.written = False
        memory.forget_lookup()
        memory.on_first_write = self.save
        try:
            yield
        finally:
            memory.on_first_write = None

    def restore(self) -> None:
        """Set memory back."""
        # What was saved later may contain what had been written before: of parts that were saved
        # alone, and of pages that have two addresses.
        for copy in reversed(self._copies):
            if copy.data is None:
                self._memory.copy_in(copy.start, *self._on_host[copy.start])
                continue
            at = copy.start
            for first, data in copy.data:
                self._memory.clear(at, first)
                at = first + len(data)
                self._memory.bytes[first:at] = data
            self._memory.clear(at, copy.stop)
        for array, data in self._arrays:
            array[...] = data
        self.discard()

    def discard(self) -> None:
        """Forget the copies, which may be large."""
        for copy in self._copies:
            for _, data in copy.data or ():
                _BUFFERS.give_back(data)
        self._copies.clear()
        self._arrays.clear()
        self._parts.clear()
        self._costs.clear()
        self._used.clear()


_SAVE: Final = ctypes.CFUNCTYPE(
    ctypes.c_int32, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p
)


class SavesForCompiledCode:
    """The function by which compiled code has memory saved before it writes there."""

    def __init__(
        self,
        snapshot: MemorySnapshot,
        memory: Memory,
        ranges: np.ndarray[Any, Any],
        *,
        in_parts: bool,
    ) -> None:
        """Take a snapshot, the memory, and its allocations as compiled code has them.

        Allocations can be saved in parts unless the interpreter runs pieces of the kernel, which
        only knows of allocations that have been saved (`MemorySnapshot.interpreting`).
        """
        self._snapshot = snapshot
        self._memory = memory
        self._ranges = ranges
        self._in_parts = in_parts
        self._lock = Lock()
        self.error: BaseException | None = None
        """Why something could not be saved: no memory, or Ctrl-C."""
        self._function: Any = _SAVE(self._save)
        self.address = ctypes.cast(self._function, ctypes.c_void_p).value

    def close(self) -> None:
        """Give the function back; compiled code must not call it any more."""
        self._function = None

    def _save(self, index: int, address: int, size: int, site: int) -> int:
        """Save memory for an access; set the addresses at which its site need not ask again.

        Args:
            index: The number of the allocation.
            address: The first byte of the access.
            size: Its bytes.
            site: The address of two words: the first address, and the number of addresses.

        Returns 0 if that is not possible.
        """
        try:
            # Several threads run compiled code; none may write to what another copies.
            with self._lock:
                allocation = self._memory.allocations[index]
                first, last = allocation.start, allocation.stop
                if not self._ranges[index, 2] & SAVED:
                    if self._in_parts:
                        first, last = self._snapshot.save_part(allocation, address)
                    self._memory.mark_written(allocation)
                    if (first, last) == (allocation.start, allocation.stop):
                        self._ranges[index, 2] |= SAVED
            words = (ctypes.c_int64 * 2).from_address(site)
            words[:] = [first, last - first - size + 1]
        except BaseException as error:  # noqa: BLE001 - no error gets through machine code
            self.error = error
            return 0
        return 1
