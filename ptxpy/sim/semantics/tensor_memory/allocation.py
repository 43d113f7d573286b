"""Allocating columns of tensor memory, and giving them back (PTX ISA 9.7.16.7.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.tensor_memory import COLUMNS, SLICE, Allocation
from ptxpy.sim.pieces import Await
from ptxpy.sim.semantics.matrices.whole_warps import WARP, warps_of
from ptxpy.sim.semantics.memory import access
from ptxpy.sim.semantics.tensor_memory.addresses import (
    check_group,
    describe_cta,
    pair_of,
    part,
)
from ptxpy.sim.semantics.tensor_memory.issue_queue import flush_all

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine

__all__ = ["allocate", "check_freed", "deallocate", "relinquish"]

_SIZES: Final = frozenset({32, 64, 128, 256, 512})


def _warps(machine: Machine, guard: Any, lanes: Any) -> Any:
    """Return the first lane of each warp that runs an instruction; all its lanes must run it."""
    every = machine.lanes if lanes is None else lanes
    if guard is not None:
        every = every[np.broadcast_to(guard, every.shape)]
    if len(every):
        warps_of(machine, every)
    return every[::WARP]


def _uniform(value: Any, guard: Any, lanes: Any, what: str, machine: Machine) -> list[int]:
    """Return an operand of each warp; `FaultError` if the threads of a warp give several."""
    every = machine.lanes if lanes is None else lanes
    values = np.broadcast_to(machine.flat(value), every.shape)
    if guard is not None:
        chosen = np.broadcast_to(guard, every.shape)
        every, values = every[chosen], values[chosen]
    rows = values.reshape(-1, WARP)
    differing = rows != rows[:, :1]
    if differing.any():
        warp, thread = (int(each) for each in np.argwhere(differing)[0])
        text = (
            f"{what} is not the same in all threads of a warp: {int(rows[warp, 0])} in its first, "
            f"{int(rows[warp, thread])} in this one"
        )
        raise FaultError(text, int(every[warp * WARP + thread]))
    return [int(each) for each in rows[:, 0]]


def allocate(
    machine: Machine,
    group: int,
    exclusive: bool,  # noqa: FBT001
    ordinal: int,
    space: str,
    target: Any,
    columns: Any,
    guard: Any,
    lanes: Any,
) -> Await | None:
    """Allocate columns, and store the address of the first one to shared memory.

    Args:
        machine: The machine.
        group: The value of `.cta_group`: 2 allocates the same columns in both CTAs of a pair, as
            soon as a warp of each has come.
        exclusive: Whether it is an `.exclusive` allocation, of any multiple of 32 columns.
        ordinal: The statement.
        space: The memory of the target, as `access.store` takes it.
        target: The address in shared memory that the address is stored to.
        columns: How many columns, for each lane.
        guard: Which lanes run it; None for all.
        lanes: The lanes.

    Returns:
        An `Await` if warps must wait until columns are free, or until the other CTA of their pair
        comes; then no warp has allocated.
    """
    warps = _warps(machine, guard, lanes)
    sizes = _uniform(columns, guard, lanes, "the number of columns", machine)
    asked = []
    for lane, size in zip(warps.tolist(), sizes, strict=True):
        cta = int(machine.cta_of[lane])
        check_group(machine, cta, group, lane, ordinal)
        _check_request(machine, cta, size, lane, exclusive=exclusive)
        asked.append((cta, Allocation(0, size, lane, ordinal)))
    if group > 1:
        # The CTAs of a pair may come together: all requests are known before one is granted.
        for cta, allocation in asked:
            _request(machine, cta, allocation)
    # One warp of a CTA allocates at a time: the others wait for their turn.
    first = {cta: allocation.lane for cta, allocation in reversed(asked)}
    blocked = [
        allocation.lane
        for cta, allocation in asked
        if allocation.lane != first[cta] or not _can(machine, group, cta, allocation)
    ]
    if blocked:
        every = machine.lanes if lanes is None else lanes
        waiting = np.isin(every // WARP, np.array(blocked) // WARP)
        if guard is not None:
            waiting &= np.broadcast_to(guard, every.shape)
        # Waits for columns have negative words, which no mbarrier has.
        words = -1 - machine.cta_of[every[waiting]]
        return Await(waiting, words)
    # Columns are taken only where nobody waits: warps that wait run the instruction once more.
    starts = [_take(machine, group, cta, allocation) for cta, allocation in asked]
    addresses = np.broadcast_to(
        machine.flat(target), (machine.count if lanes is None else len(lanes),)
    )
    if guard is not None:
        addresses = addresses[np.broadcast_to(guard, addresses.shape)]
    if len(warps):
        access.store(
            machine, space, addresses[::WARP], "u4", (np.array(starts, np.uint32),), None, warps
        )
        if machine.access_hooks is not None:
            machine.access_hooks.tensor_memory_allocated(warps)
        machine.waits.forget(machine.lanes if lanes is None else lanes)
    return None


def _check_request(machine: Machine, cta: int, size: int, lane: int, *, exclusive: bool) -> None:
    memory = machine.tensor_memory
    if exclusive:
        valid, known = size % SLICE == 0 and 0 < size <= COLUMNS, f"a multiple of 32 to {COLUMNS}"
    else:
        valid, known = size in _SIZES, "32, 64, 128, 256 or 512"
    if not valid:
        text = f"tcgen05.alloc of {size} columns, not {known}"
        raise FaultError(text, lane)
    if cta in memory.relinquished:
        text = "tcgen05.alloc after tcgen05.relinquish_alloc_permit of the CTA"
        fault = FaultError(text, lane)
        fault.earlier = (("it was relinquished", memory.relinquished[cta]),)
        raise fault
    latest = memory.latest[cta]
    if latest is not None and size > latest.columns:
        text = (
            f"tcgen05.alloc of {size} columns after one of {latest.columns}: the allocations of a "
            "CTA must not grow (PTX ISA 9.7.16.7.1)"
        )
        fault = FaultError(text, lane)
        fault.earlier = (("that one was", latest.ordinal),)
        raise fault


def _request(machine: Machine, cta: int, allocation: Allocation) -> None:
    """Record that a CTA of a pair asks for columns; those of the other one may wait for it."""
    memory = machine.tensor_memory
    if cta in memory.granted or cta in memory.requests:
        return
    pair = pair_of(machine, cta, allocation.lane)
    other = pair[0] + pair[1] - cta
    memory.requests[cta] = allocation
    found = memory.requests.get(other)
    if found is None:
        return
    if found.columns != allocation.columns:
        text = (
            f"tcgen05.alloc of {allocation.columns} columns, where {describe_cta(machine, other)} "
            f"of the pair allocates {found.columns}"
        )
        fault = FaultError(text, allocation.lane)
        fault.earlier = (("the other allocation is", found.ordinal),)
        raise fault
    machine.waits.wake_completed((-1 - other,))


def _can(machine: Machine, group: int, cta: int, allocation: Allocation) -> bool:
    """Return whether an allocation need not wait."""
    memory = machine.tensor_memory
    if group == 1:
        return memory.find((cta,), allocation.columns) is not None
    if cta in memory.granted:
        return True
    pair = pair_of(machine, cta, allocation.lane)
    together = all(each in memory.requests for each in pair)
    return together and memory.find(pair, allocation.columns) is not None


def _take(machine: Machine, group: int, cta: int, allocation: Allocation) -> int:
    """Allocate, and return the first column."""
    memory = machine.tensor_memory
    if group == 1:
        start = memory.find((cta,), allocation.columns)
        assert start is not None  # noqa: S101 - `_can` said so
        memory.allocate(cta, allocation._replace(start=start))
        machine.waits.wake_completed((-1 - cta,))  # another warp of the CTA may come next
        return start
    if cta not in memory.granted:
        pair = pair_of(machine, cta, allocation.lane)
        start = memory.find(pair, allocation.columns)
        assert start is not None  # noqa: S101 - `_can` said so
        for each in pair:
            memory.allocate(each, memory.requests.pop(each)._replace(start=start))
            memory.granted[each] = start
            machine.waits.wake_completed((-1 - each,))
    return memory.granted.pop(cta)


def deallocate(
    machine: Machine, group: int, ordinal: int, address: Any, columns: Any, guard: Any, lanes: Any
) -> None:
    """Give columns back: all of an allocation, in the own CTA."""
    # Products that have been issued may still use the columns.
    flush_all(machine)
    memory = machine.tensor_memory
    warps = _warps(machine, guard, lanes)
    addresses = _uniform(address, guard, lanes, "the address", machine)
    sizes = _uniform(columns, guard, lanes, "the number of columns", machine)
    for lane, at, size in zip(warps.tolist(), addresses, sizes, strict=True):
        cta = int(machine.cta_of[lane])
        check_group(machine, cta, group, lane, ordinal)
        row, column = part(at)
        found = memory.allocations[cta].get(column)
        # A part of an allocation cannot be given back.
        if row or found is None or found.columns != size:
            held = memory.allocations[cta].values()
            known = ", ".join(f"{each.columns} at {each.start:#x}" for each in held)
            text = (
                f"tcgen05.dealloc of {size} columns at {at:#x}, which is not an allocation of "
                f"{describe_cta(machine, cta)}; it has {known or 'none'}"
            )
            raise FaultError(text, lane)
        if machine.access_hooks is not None:
            machine.access_hooks.tensor_memory_freed(cta, column, size, lane)
        memory.free(cta, column)
        waiting = pair_of(machine, cta, lane) if group > 1 else (cta,)
        machine.waits.wake_completed([-1 - each for each in waiting])


def relinquish(machine: Machine, group: int, ordinal: int, guard: Any, lanes: Any) -> None:
    """Give up the right of the CTA to allocate."""
    for lane in _warps(machine, guard, lanes).tolist():
        cta = int(machine.cta_of[lane])
        check_group(machine, cta, group, lane, ordinal)
        machine.tensor_memory.relinquished.setdefault(cta, ordinal)


def check_freed(machine: Machine) -> None:
    """Raise `FaultError` if a CTA of the batch, which has ended, has not freed its columns."""
    if not machine.uses_tensor_memory:
        return
    for cta, held in enumerate(machine.tensor_memory.allocations):
        for each in held.values():
            text = (
                f"{describe_cta(machine, cta)} ends with {each.columns} columns of tensor memory "
                f"at {each.start:#x} that are allocated: tcgen05.dealloc is missing"
            )
            fault = FaultError(text, each.lane)
            fault.ordinal = each.ordinal
            raise fault
