"""Memory on the stack of a thread: `alloca`, `stacksave` and `stackrestore` (PTX ISA 9.7.17).

The memory is after the variables of the function that asks for it, in local memory; functions that
are called later are after it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.address_space import MAX_LOCAL_BYTES

if TYPE_CHECKING:
    from ptxpy.sim.machine.frame import Frame
    from ptxpy.sim.machine.machine import Machine

__all__ = ["allocate", "restore", "save"]


def _lanes(machine: Machine, guard: Any, lanes: Any) -> Any:
    """Return the indices of the lanes for which a guard holds."""
    own = machine.lanes if lanes is None else lanes
    return own if guard is None else own[np.broadcast_to(guard, own.shape)]


def _base(frame: Frame) -> int:
    return int(frame.local) + frame.routine.local_bytes


def _stack(machine: Machine, frame: Frame) -> Any:
    """Return the size in bytes of the stack of each lane."""
    if frame.stack is None:
        frame.stack = np.zeros(machine.count, np.int64)
    return frame.stack


def allocate(
    machine: Machine,
    frame: Frame,
    size: Any,
    alignment: int,
    guard: Any,
    lanes: Any,
) -> Any:
    """Return the address in local memory of `size` new bytes for each lane, as `uint64`."""
    stack = _stack(machine, frame)
    running = machine.lanes if lanes is None else lanes
    own = _lanes(machine, guard, lanes)
    base = _base(frame)
    starts = base + stack
    starts += -starts % alignment
    sizes = np.zeros(machine.count, np.uint64)
    sizes[running] = size
    taken = sizes[own]
    if len(own):
        # The sizes are unsigned: a huge one must not wrap around in a sum.
        wrong = taken > MAX_LOCAL_BYTES - np.minimum(starts[own], MAX_LOCAL_BYTES).astype(np.uint64)
        if wrong.any():
            position = int(wrong.argmax())
            text = (
                f"alloca of {int(taken[position]):,} bytes; {MAX_LOCAL_BYTES:,} is all local memory"
            )
            raise FaultError(text, int(own[position]))
        stack[own] = starts[own] + taken.astype(np.int64) - base
        # All lanes of a batch have local memory of one size: that of the deepest stack.
        frame.dynamic = max(frame.dynamic, -(-int(stack[own].max()) // 16) * 16)
        machine.grow_local(min(MAX_LOCAL_BYTES, base + frame.dynamic))
    return starts[running].astype(np.uint64)


def save(machine: Machine, frame: Frame, lanes: Any) -> Any:
    """Return the end of the stack of each lane, as `uint64`."""
    ends = (_base(frame) + _stack(machine, frame)).astype(np.uint64)
    return ends if lanes is None else ends[lanes]


def restore(machine: Machine, frame: Frame, value: Any, guard: Any, lanes: Any) -> None:
    """Restore the stack of each lane to the end that `stacksave` returned."""
    stack = _stack(machine, frame)
    running = machine.lanes if lanes is None else lanes
    ends = np.zeros(machine.count, np.uint64)
    ends[running] = value
    own = _lanes(machine, guard, lanes)
    base = _base(frame)
    wrong = (ends[own] < base) | (ends[own] > base + stack[own].astype(np.uint64))
    if wrong.any():
        position = int(wrong.argmax())
        text = f"stackrestore of {int(ends[own][position]):#x}, which is not within the stack"
        raise FaultError(text, int(own[position]))
    stack[own] = ends[own].astype(np.int64) - base
