"""Copies of many bytes: `cp.async.bulk`, `cp.reduce.async.bulk`, `st.bulk` (PTX ISA 9.7.9.25.4).

Each instruction has a function that gathers its operands, lane by lane, and one for its effect.
Reductions combine element by element (PTX ISA 9.7.9.25.4.2 and 9.7.9.25.5.3).
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.address_space import SHARED_WINDOW
from ptxpy.sim.semantics.asynchronous.copies import (
    LINE,
    Signal,
    check_global,
    complete,
    iterate_lanes,
    shared_bytes,
    signals,
    source_bytes,
    start,
)
from ptxpy.sim.semantics.memory.atomics import step_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.machine.machine import Machine

__all__ = [
    "do_exchange",
    "do_load",
    "do_store",
    "element_reduction",
    "exchange",
    "fill",
    "load",
    "store",
]


_TYPES: Final = {
    "add": {"u32", "s32", "u64", "f16", "bf16", "f32", "f32.ftz", "f64"},
    "min": {"u32", "s32", "u64", "s64", "f16", "bf16"},
    "max": {"u32", "s32", "u64", "s64", "f16", "bf16"},
    "and": {"b32", "b64"},
    "or": {"b32", "b64"},
    "xor": {"b32", "b64"},
    "inc": {"u32"},
    "dec": {"u32"},
}
"""The types of elements of each operation."""

_WORD = 8


@cache
def element_reduction(operation: str, type_: str) -> Callable[[Any, Any], Any] | None:
    """Return the function of a reduction: from the old and the new elements to the result.

    Both are arrays of unsigned integers that hold the bits of the elements. None for an operation
    that a type does not have.
    """
    if type_ not in _TYPES.get(operation, ()):
        return None
    function = step_of(operation, type_)
    # These functions take bits as they are; others need them as numbers.
    if function is None or operation in ("inc", "dec") or type_ in ("f16", "bf16"):
        return function
    name = type_.partition(".")[0]
    letter = {"u": "u", "b": "u", "s": "i", "f": "f"}[name[0]]
    kind = f"{letter}{int(name[1:]) // 8}"
    ftz = type_.endswith(".ftz")

    def combine(held: Any, value: Any) -> Any:
        # Views as another type need elements side by side.
        held, value = (np.ascontiguousarray(each) for each in (held, value))
        unsigned = held.dtype
        if ftz:
            held, value = _flush(held), _flush(value)
        result = function(held.view(kind), value.view(kind)).view(unsigned)
        return _flush(result) if ftz else result

    return combine


def _flush(codes: Any) -> Any:
    """Return `.f32` elements with subnormals flushed to zeros of the same sign."""
    # An exponent of zero is that of a subnormal number, or of a zero, which stays.
    subnormal = (codes & np.uint32(0x7F800000)) == 0
    return np.where(subnormal, codes & np.uint32(0x80000000), codes)


def _check_size(lane: int, size: int, multiple: int = LINE) -> None:
    if size % multiple:
        text = f"a bulk operation on {size:,} bytes, not a multiple of {multiple}"
        raise FaultError(text, lane)


def _global_bytes(machine: Machine, lane: int, address: int, size: int, *, write: bool) -> Any:
    """Return bytes of global memory."""
    if address % LINE:
        text = f"a bulk copy at address {address:#x} in global memory, not a multiple of {LINE}"
        raise FaultError(text, lane, "alignment")
    if size:
        check_global(machine, lane, address, address + size, "the bulk copy", write=write)
    return machine.memory.bytes[address : address + size]


def load(
    machine: Machine,
    own: bool,  # noqa: FBT001
    target: Any,
    source: Any,
    size: Any,
    barrier: Any,
    mask: Any,
    guard: Any,
    lanes: Any,
) -> None:
    """Copy from global to shared memory, and complete bytes of mbarriers.

    Args:
        machine: The machine.
        own: Whether the target is in the CTA of the lane (`.shared::cta`).
        target: The address in shared memory, for each lane, like all following arguments.
        source: The address in global memory.
        size: Bytes.
        barrier: The address of the mbarrier.
        mask: The destination CTAs of the cluster, as bits; None for the CTA of the address.
        guard: The guard of each lane; None for all lanes.
        lanes: The indices of the lanes that run; None for all.
    """
    operands = (target, source, size, barrier)
    operands += () if mask is None else (mask,)
    for lane, (to, from_, count, bar, *masks) in iterate_lanes(machine, guard, lanes, *operands):
        _check_size(lane, count)
        targets = signals(machine, lane, to, bar, masks[0] if masks else None, own=own)
        start(machine, do_load, lane, from_, count, targets)


def do_load(
    machine: Machine, lane: int, source: int, size: int, targets: tuple[Signal, ...]
) -> None:
    """Copy bytes to shared memory, and complete bytes of mbarriers."""
    values = _global_bytes(machine, lane, source, size, write=False)
    for signal in targets:
        at = shared_bytes(machine, lane, signal.cta, signal.target, size)
        machine.shared[at : at + size] = values
    # All CTAs have the bytes before an mbarrier says so.
    for signal in targets:
        complete(machine, lane, signal.barrier_cta, signal.barrier, size)


def store(
    machine: Machine,
    operation: str,
    type_: str,
    target: Any,
    source: Any,
    size: Any,
    mask: Any,
    guard: Any,
    lanes: Any,
) -> None:
    """Copy from shared to global memory, or reduce into global memory.

    Args:
        machine: The machine.
        operation: The operation of a reduction; empty for a copy.
        type_: The type of the elements of a reduction.
        target: The address in global memory, for each lane, like all following arguments.
        source: The address in shared memory.
        size: Bytes.
        mask: Which bytes of each 16 are copied, as bits; None for all.
        guard: The guard of each lane; None for all lanes.
        lanes: The indices of the lanes that run; None for all.
    """
    combine = element_reduction(operation, type_) if operation else None
    operands = (target, source, size)
    operands += () if mask is None else (mask,)
    for lane, (to, from_, count, *masks) in iterate_lanes(machine, guard, lanes, *operands):
        _check_size(lane, count)
        chosen = masks[0] if masks else None
        start(machine, do_store, lane, to, from_, count, chosen, combine, _bytes_of(type_))


def do_store(
    machine: Machine,
    lane: int,
    target: int,
    source: int,
    size: int,
    mask: int | None,
    combine: Callable[[Any, Any], Any] | None,
    element: int,
) -> None:
    """Copy bytes to global memory, or combine them with the values there."""
    held = _global_bytes(machine, lane, target, size, write=True)
    at = source_bytes(machine, lane, source, size, LINE)
    _put(held, machine.shared[at : at + size], mask, combine, element)


def _put(
    held: Any,
    values: Any,
    mask: int | None,
    combine: Callable[[Any, Any], Any] | None,
    element: int,
) -> None:
    """Write the bytes of a mask, or combine bytes with the values there."""
    if mask is not None:
        chosen = _masked_bytes(mask & 0xFFFF, len(held))
        held[chosen] = values[chosen]
    elif combine is None:
        held[:] = values
    else:
        kind = f"u{element}"
        held.view(kind)[:] = combine(held.view(kind), values.view(kind))


@lru_cache(64)
def _masked_bytes(mask: int, size: int) -> Any:
    """Return the indices of the bytes that a mask of 16 bits selects."""
    line = np.array([bool(mask >> bit & 1) for bit in range(LINE)])
    return np.tile(line, size // LINE)


def _bytes_of(type_: str) -> int:
    return int(type_.lstrip("bfus")) // 8 if type_ else 1


def exchange(
    machine: Machine,
    operation: str,
    type_: str,
    target: Any,
    source: Any,
    size: Any,
    barrier: Any,
    guard: Any,
    lanes: Any,
) -> None:
    """Copy from shared memory of the CTA to that of one of the cluster, and complete its mbarrier.

    Args:
        machine: The machine.
        operation: The operation of a reduction; empty for a copy.
        type_: The type of the elements of a reduction.
        target: The address in the other CTA, for each lane, like all following arguments.
        source: The address in the memory of the lane's CTA.
        size: Bytes.
        barrier: The address of the mbarrier, in the CTA of the target.
        guard: The guard of each lane; None for all lanes.
        lanes: The indices of the lanes that run; None for all.
    """
    combine = element_reduction(operation, type_) if operation else None
    for lane, (to, from_, count, bar) in iterate_lanes(
        machine, guard, lanes, target, source, size, barrier
    ):
        _check_size(lane, count)
        (signal,) = signals(machine, lane, to, bar, None, own=False)
        if signal.cta != signal.barrier_cta:
            text = "a bulk copy to another CTA than that of its mbarrier"
            raise FaultError(text, lane)
        start(machine, do_exchange, lane, signal, from_, count, combine, _bytes_of(type_))


def do_exchange(
    machine: Machine,
    lane: int,
    signal: Signal,
    source: int,
    size: int,
    combine: Callable[[Any, Any], Any] | None,
    element: int,
) -> None:
    """Copy bytes to another CTA, or combine them with the bytes there; complete the mbarrier."""
    to = shared_bytes(machine, lane, signal.cta, signal.target, size)
    at = source_bytes(machine, lane, source, size, LINE)
    # The source and the target may overlap in a CTA's own memory.
    values = machine.shared[at : at + size].copy()
    _put(machine.shared[to : to + size], values, None, combine, element)
    complete(machine, lane, signal.barrier_cta, signal.barrier, size)


def fill(machine: Machine, space: str, address: Any, size: Any, guard: Any, lanes: Any) -> None:
    """Fill shared memory with zeros: `st.bulk` (PTX ISA 9.7.9.13)."""
    for lane, (at, count) in iterate_lanes(machine, guard, lanes, address, size):
        place = at - SHARED_WINDOW if space == "generic" else at
        if place < 0:
            text = f"st.bulk at the generic address {at:#x}, not in shared memory"
            raise FaultError(text, lane)
        # Copies take multiples of 16 bytes, `st.bulk` of 8.
        _check_size(lane, count, _WORD)
        if not count:
            continue
        begin = source_bytes(machine, lane, place, count, _WORD)
        if machine.access_hooks is not None:
            machine.access_hooks.shared_filled(lane, begin, count)
        machine.shared[begin : begin + count] = 0
