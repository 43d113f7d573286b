"""The contents of memory before a launch, to which it is set back."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.sim.machine.global_memory import Memory

__all__ = ["MemorySnapshot"]


class MemorySnapshot:
    """The contents of all memory that a kernel may write to."""

    def __init__(self, memory: Memory, held_by_host: Sequence[tuple[int, int, int]]) -> None:
        """Copy the allocations that the host does not hold.

        Args:
            memory: The global memory.
            held_by_host: The address of each allocation whose contents the host holds, the address
                there, and the number of bytes.
        """
        self._memory = memory
        self._held_by_host = held_by_host
        held = {start for start, _, _ in held_by_host}
        self._parts = [
            (each.start, memory.bytes[each.start : each.stop].copy())
            for each in memory.allocations
            if each.writable and each.start not in held
        ]

    def restore(self) -> None:
        """Set memory back."""
        for start, data in self._parts:
            self._memory.bytes[start : start + len(data)] = data
        for start, address, size in self._held_by_host:
            self._memory.copy_in(start, address, size)
