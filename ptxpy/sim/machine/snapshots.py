"""A snapshot of global memory: an allocation is copied before a kernel first writes to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ptxpy.sim.machine.allocations import Allocation
    from ptxpy.sim.machine.global_memory import Memory

__all__ = ["Contents", "Snapshot"]


class Contents(NamedTuple):
    """The allocations of a memory, and copies of some allocations."""

    starts: tuple[int, ...]
    allocations: tuple[Allocation, ...]
    heap: tuple[int, int]
    """The cursor of the heap, and its allocated bytes."""
    copies: dict[int, tuple[Allocation, Any]]
    """Allocations and copies of their bytes, by first address."""
    arrays: list[Any]
    """Copies of the arrays that kernels write to in place."""


class Snapshot:
    """The state of a memory before a launch, which may be restored until `close`."""

    def __init__(self, memory: Memory, arrays: Sequence[Any] = ()) -> None:
        """Note the allocations; each is copied before a kernel first writes to it.

        From now on, `Allocation.written` is about writes after the snapshot.

        Args:
            memory: The memory.
            arrays: Arrays that kernels write to in place, the elements of surfaces; they are copied
                now.
        """
        self._memory = memory
        self._arrays = arrays
        self._before = self._contents({})
        self._known = {each.start: each for each in memory.allocations}
        """The allocations of that time, by first address."""
        for allocation in memory.allocations:
            allocation.written = False
        memory.forget_lookup()
        # Copying on the first write spares the large inputs that a kernel only reads.
        memory.on_first_write = self._save

    def _contents(self, copies: dict[int, tuple[Allocation, Any]]) -> Contents:
        memory = self._memory
        heap = (0, 0) if memory.heap is None else (memory.heap.cursor, memory.heap.allocated_bytes)
        arrays = [array.copy() for array in self._arrays]
        return Contents((*memory.starts,), (*memory.allocations,), heap, copies, arrays)

    def _save(self, allocation: Allocation) -> None:
        """Copy an allocation, unless the launch has made it."""
        start = allocation.start
        if self._known.get(start) is allocation and start not in self._before.copies:
            self._before.copies[start] = self._copy(allocation)

    def _copy(self, allocation: Allocation) -> tuple[Allocation, Any]:
        return allocation, self._memory.bytes[allocation.start : allocation.stop].copy()

    def restore(self) -> None:
        """Restore the memory."""
        self.put(self._before)

    def take(self) -> Contents:
        """Return the present contents of the memory, for `put`."""
        return self._contents(
            {
                each.start: self._copy(each)
                for each in self._memory.allocations
                if each.start in self._before.copies or self._known.get(each.start) is not each
            }
        )

    def put(self, contents: Contents) -> None:
        """Give the memory the contents that it had when they were taken."""
        memory = self._memory
        memory.starts[:], memory.allocations[:] = contents.starts, contents.allocations
        if memory.heap is not None:
            memory.heap.cursor, memory.heap.allocated_bytes = contents.heap
        # What was written since the snapshot is reset first: `contents` may be older than some of
        # these writes.
        for copies in (self._before.copies, contents.copies):
            for start, (_, data) in copies.items():
                memory.bytes[start : start + len(data)] = data
        for array, data in zip(self._arrays, contents.arrays, strict=True):
            array[...] = data
        memory.forget_lookup()

    def compare(self, one: Contents, other: Contents) -> Iterator[tuple[str, Any, Any]]:
        """Yield the name, and both contents, of each allocation that may have changed between them.

        Only allocations of the time of the snapshot are compared, and surfaces.
        """
        saved = self._before.copies
        for start in sorted({*one.copies, *other.copies} & {*saved}):
            (first, data), (second, others) = (
                each.copies.get(start, saved[start]) for each in (one, other)
            )
            # An address may have been freed and given to another block: only the same allocation is
            # compared.
            if first is second is self._known[start]:
                yield first.name, data, others
        for each in zip(one.arrays, other.arrays, strict=True):
            yield "a surface", *(array.reshape(-1).view("u1") for array in each)

    def close(self) -> None:
        """Copy nothing from here on."""
        self._memory.on_first_write = None
