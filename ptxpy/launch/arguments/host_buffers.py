"""The memory of the host that arguments refer to, each byte once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.launch.arguments.arrays import ArrayArgument

__all__ = ["HostMemory", "Pointer", "memories_of"]


class HostMemory(NamedTuple):
    """A piece of the host's memory that a kernel works on.

    Arrays that share memory share one of these, so that a kernel sees through one what it writes
    through the other.
    """

    address: int
    """In this process."""
    size: int
    """Bytes, at least 1."""
    writable: bool
    """Whether the kernel may write to it, and what it wrote is to come back."""
    owners: tuple[Any, ...]
    """The arrays, or what else keeps the memory."""
    names: tuple[str, ...]
    """The parameters that refer to it."""

    def bytes(self) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """Return its bytes in place; the array can be written to if the memory may be."""
        return np.asarray(_Bytes(self))


class Pointer(NamedTuple):
    """A parameter that holds an address in a `HostMemory`."""

    offset: int
    """Bytes from the beginning of the parameter buffer; see `Arguments.narrow` for its size."""
    memory: int
    """The index of the memory."""
    displacement: int
    """Bytes from the beginning of the memory."""


class _Bytes:
    """What NumPy makes an array of."""

    def __init__(self, memory: HostMemory) -> None:
        self.memory = memory
        self.__array_interface__ = {
            "version": 3,
            "shape": (memory.size,),
            "typestr": "|u1",
            "data": (memory.address, not memory.writable),
        }


def memories_of(
    arrays: Sequence[tuple[str, int, ArrayArgument]],
) -> tuple[tuple[HostMemory, ...], tuple[Pointer, ...]]:
    """Return the pieces of memory of arrays, and the pointers into them.

    Each array is given with the name of its parameter and the offset of that. Arrays without
    elements have no memory; their pointers stay null.
    """
    order = [
        (array.address, array.address + array.size, number)
        for number, (_, _, array) in enumerate(arrays)
        if array.size
    ]
    order.sort()
    memories: list[HostMemory] = []
    pointers = []
    for start, end, number in order:
        name, offset, array = arrays[number]
        last = memories[-1] if memories else None
        if last is not None and start < last.address + last.size:
            memories[-1] = HostMemory(
                last.address,
                max(end - last.address, last.size),
                last.writable or array.writable,
                (*last.owners, array.owner),
                (*last.names, name),
            )
        else:
            memories.append(HostMemory(start, array.size, array.writable, (array.owner,), (name,)))
        memory = len(memories) - 1
        pointers.append(Pointer(offset, memory, start - memories[memory].address))
    return tuple(memories), tuple(pointers)
