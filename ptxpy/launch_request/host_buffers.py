"""Host buffers that arguments refer to; arrays that overlap are merged into one buffer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.launch_request.arrays import ArrayArgument

__all__ = ["HostMemory", "Pointer", "Relocation", "merge_overlapping"]


class HostMemory(NamedTuple):
    """A range of host memory that a kernel accesses.

    Arrays that overlap share one range, so that a write through one array is read through another.
    """

    address: int
    """The address in this process."""
    size: int
    """Bytes, at least 1."""
    writable: bool
    """Whether the kernel may write to it, so that it must be copied back."""
    owners: tuple[Any, ...]
    """The arrays or other objects that keep the memory alive."""
    names: tuple[str, ...]
    """The parameters that refer to it."""

    def bytes(self) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """Return a view of its bytes, which is writable if the memory is."""
        return np.asarray(_Bytes(self))


class Pointer(NamedTuple):
    """A relocation: a pointer in the parameter buffer to an address in a `HostMemory`."""

    offset: int
    """Offset in the parameter buffer, in bytes; `Arguments.short_pointers` determines its size."""
    memory: int
    """The index of the memory."""
    displacement: int
    """Offset in the memory, in bytes."""


class Relocation(NamedTuple):
    """A pointer that is set to an address in a memory or a variable; it may be anywhere."""

    holder: int | str | None
    """The index of the memory or the variable that holds the pointer; None for the parameters."""
    offset: int
    """Its offset there, in bytes."""
    target: int | str
    """The index of the memory that it points to, or the name of a variable of the module."""
    displacement: int
    """Offset in the target, in bytes."""


class _Bytes:
    """An adapter from a `HostMemory` to a NumPy array."""

    def __init__(self, memory: HostMemory) -> None:
        self.memory = memory
        self.__array_interface__ = {
            "version": 3,
            "shape": (memory.size,),
            "typestr": "|u1",
            "data": (memory.address, not memory.writable),
        }


def merge_overlapping(
    arrays: Sequence[tuple[str, int, ArrayArgument]],
) -> tuple[tuple[HostMemory, ...], tuple[Pointer, ...]]:
    """Merge arrays that overlap; return the ranges of host memory and the pointers into them.

    Each array is given with the name and the offset of its parameter. Arrays without elements have
    no memory; their pointers stay null.
    """
    order = [
        (array.address, array.address + array.size, number)
        for number, (_, _, array) in enumerate(arrays)
        if array.size
    ]
    # In order of addresses, an array can only overlap the last range so far.
    order.sort()
    memories: list[HostMemory] = []
    pointers = []
    for start, end, number in order:
        name, offset, array = arrays[number]
        last = memories[-1] if memories else None
        # Arrays that merely touch stay apart, so that an access past the end of one is a fault.
        if last is not None and start < last.address + last.size:
            memories[-1] = HostMemory(
                last.address,
                max(end - last.address, last.size),
                # One array may be read-only and another one, of the same memory, not.
                last.writable or array.writable,
                (*last.owners, array.owner),
                (*last.names, name),
            )
        else:
            memories.append(HostMemory(start, array.size, array.writable, (array.owner,), (name,)))
        memory = len(memories) - 1
        pointers.append(Pointer(offset, memory, start - memories[memory].address))
    return tuple(memories), tuple(pointers)
