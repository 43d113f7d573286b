"""What functions of the device's library read and write: arguments, results, memory, the heap."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.address_space import LOCAL_WINDOW, SHARED_WINDOW
from ptxpy.sim.machine.heap import Heap
from ptxpy.sim.semantics.memory.access import load, store

if TYPE_CHECKING:
    from ptxpy.sim.machine.frame import Frame
    from ptxpy.sim.machine.global_memory import Memory
    from ptxpy.sim.machine.machine import Machine

__all__ = ["bytes_at", "heap_of", "lanes_of", "put", "put_at", "read", "word"]


def lanes_of(machine: Machine, guard: Any, lanes: Any) -> list[int]:
    """Return the indices of the lanes that call."""
    running = machine.lanes if lanes is None else lanes
    return [int(lane) for lane in (running if guard is None else running[guard])]


def read(machine: Machine, lane: int, offset: int, size: int) -> bytes:
    """Return bytes of the local memory of a lane."""
    start = lane * machine.local_bytes + offset
    return bytes(machine.local[start : start + size])


def word(machine: Machine, frame: Frame, lane: int, offset: int, size: int = 8) -> int:
    """Return an unsigned integer from a variable of the caller."""
    return int.from_bytes(read(machine, lane, int(frame.local) + offset, size), "little")


def put(machine: Machine, frame: Frame, lane: int, offset: int, value: int, size: int) -> None:
    """Write an unsigned integer to a variable of the caller."""
    start = lane * machine.local_bytes + int(frame.local) + offset
    data = (value & ((1 << 8 * size) - 1)).to_bytes(size, "little")
    machine.local[start : start + size] = np.frombuffer(data, np.uint8)
    if machine.access_hooks is not None:
        machine.access_hooks.local_written(lane, int(frame.local) + offset, size)


def bytes_at(machine: Machine, lane: int, address: int, size: int) -> bytes:
    """Return bytes at a generic address of a lane."""
    if address >= LOCAL_WINDOW:
        offset = address - LOCAL_WINDOW
        if offset + size > machine.local_bytes:
            text = f"{size} bytes at address {offset:#x} are outside of local memory"
            raise FaultError(text, lane, "address")
        return read(machine, lane, offset, size)
    if address >= SHARED_WINDOW:
        at = np.full(1, address, np.uint64)
        found = load(machine, "generic", at, "u1", size, None, np.full(1, lane))
        return b"".join(bytes(each) for each in (found if size > 1 else (found,)))
    if not machine.memory.holds(address, address + size, write=False):
        text = f"{size} bytes at address {address:#x} are outside of global memory"
        raise FaultError(text, lane, "address")
    return bytes(machine.memory.bytes[address : address + size])


def put_at(machine: Machine, lane: int, address: int, value: int, size: int) -> None:
    """Write an unsigned integer at a generic address of a lane."""
    data = np.frombuffer(value.to_bytes(size, "little"), np.uint8)
    store(
        machine,
        "generic",
        np.full(1, address, np.uint64),
        "u1",
        tuple(each[None] for each in data),
        None,
        np.full(1, lane),
    )


def heap_of(memory: Memory) -> Heap:
    """Return the heap of a module; it has one as soon as it is loaded if it can call `malloc`."""
    if memory.heap is None:
        memory.heap = Heap(memory)
    return memory.heap
