"""Asynchronous copies, stores and reductions by each lane (PTX ISA 9.7.9.12, 9.7.9.25.3, 9.7.13.7).

`cp.async` copies 4, 8 or 16 bytes. `st.async` and `red.async` complete bytes of an mbarrier.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.errors import FaultError
from ptxpy.sim.semantics.asynchronous import mbarriers
from ptxpy.sim.semantics.asynchronous.copies import start
from ptxpy.sim.semantics.memory import access, atomics

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine

__all__ = ["copy", "reduce_", "store"]

WORD: Final = 4
_KINDS: Final = {4: "u4", 8: "u8", 16: "c16"}
"""The NumPy type of each size in bytes; the values are only moved."""

_RANK: Final = np.uint64(24)


def copy(
    machine: Machine,
    target: Any,
    space: str,
    source: Any,
    size: int,
    valid: Any,
    guard: Any,
    lanes: Any,
) -> None:
    """Copy bytes from global to shared memory; bytes beyond the valid ones become zero."""
    hooks = machine.access_hooks
    if hooks is not None:
        operands = (target, source, size, valid)
        if hooks.word_copies_started(_copy_now, operands, guard, lanes):
            return
    _copy_now(machine, target, space, source, size, valid, guard, lanes)


def _copy_now(
    machine: Machine,
    target: Any,
    space: str,
    source: Any,
    size: int,
    valid: Any,
    guard: Any,
    lanes: Any,
) -> None:
    kind = _KINDS[size]
    if not valid.ndim and int(valid) >= size:
        values = access.load(machine, space, source, kind, 1, guard, lanes)
        access.store(machine, "shared", target, kind, (values,), guard, lanes)
        return
    # All lanes copy everything or nothing: nothing is read as zeros, in one access.
    if ((valid == 0) | (valid >= size)).all():
        read = valid != 0 if guard is None else (valid != 0) & guard
        values = access.load(machine, space, source, kind, 1, read, lanes)
        access.store(machine, "shared", target, kind, (values,), guard, lanes)
        return
    number = machine.count if lanes is None else len(lanes)
    # Signed, since later words may have fewer than no valid bytes left.
    valid = np.minimum(np.broadcast_to(valid, (number,)), np.uint32(size)).astype(np.int64)
    parts = []
    for word in range(size // WORD):
        here = np.clip(valid - WORD * word, 0, WORD)
        read = here > 0
        if guard is not None:
            read &= guard
        # A word with some valid bytes is read completely: it is within the same 16 bytes.
        value = access.load(machine, space, source + np.uint64(WORD * word), "u4", 1, read, lanes)
        mask = ((np.int64(1) << (8 * here)) - 1).astype(np.uint32)
        parts.append(value & mask)
    access.store(machine, "shared", target, "u4", tuple(parts), guard, lanes)


def store(
    machine: Machine,
    space: str,
    address: Any,
    kind: str,
    values: tuple[Any, ...],
    barrier: Any,
    guard: Any,
    lanes: Any,
) -> None:
    """Write values, and perform complete-tx for their bytes on mbarriers: `st.async`.

    Args:
        machine: The machine.
        space: `cluster` or `generic`, that of both addresses.
        address: An address in the shared memory of the cluster, for each lane.
        kind: The NumPy type of a value.
        values: One value, or several adjacent ones.
        barrier: The address of an mbarrier for each lane, in the same CTA.
        guard: Which lanes store; None for all.
        lanes: The indices of the lanes that run; None for all.
    """
    _check_same_cta(address, barrier, guard, lanes)
    start(machine, _store, space, address, kind, values, barrier, guard, lanes)


def _store(
    machine: Machine,
    space: str,
    address: Any,
    kind: str,
    values: tuple[Any, ...],
    barrier: Any,
    guard: Any,
    lanes: Any,
) -> None:
    access.store(machine, space, address, kind, values, guard, lanes)
    _complete_bytes(machine, space, barrier, int(kind[1:]) * len(values), guard, lanes)


def reduce_(
    machine: Machine,
    space: str,
    address: Any,
    kind: str,
    operation: str,
    type_: str,
    value: Any,
    barrier: Any,
    guard: Any,
    lanes: Any,
) -> None:
    """Update memory as `atomics.atomic` does, and perform complete-tx: `red.async`."""
    _check_same_cta(address, barrier, guard, lanes)
    start(machine, _reduce, space, address, kind, operation, type_, value, barrier, guard, lanes)


def _reduce(
    machine: Machine,
    space: str,
    address: Any,
    kind: str,
    operation: str,
    type_: str,
    value: Any,
    barrier: Any,
    guard: Any,
    lanes: Any,
) -> None:
    atomics.atomic(
        machine, space, address, kind, operation, type_, (value,), guard, lanes, returns_old=False
    )
    _complete_bytes(machine, space, barrier, int(kind[1:]), guard, lanes)


def _check_same_cta(address: Any, barrier: Any, guard: Any, lanes: Any) -> None:
    """Raise `FaultError` if a destination and its mbarrier are in different CTAs."""
    # From bit 24 on an address has the rank of its CTA, and the window if it is generic.
    apart = (address >> _RANK) != (barrier >> _RANK)
    if guard is not None:
        apart = apart & guard
    if apart.any():
        position = int(apart.argmax()) if apart.ndim else 0
        to = int(address[position] if address.ndim else address)
        at = int(barrier[position] if barrier.ndim else barrier)
        text = (
            f"the destination {to:#x} is in the shared memory of rank {to >> 24 & 0xFF}, its "
            f"mbarrier {at:#x} in that of rank {at >> 24 & 0xFF}"
        )
        raise FaultError(text, position if lanes is None else int(lanes[position]))


def _complete_bytes(
    machine: Machine, space: str, barrier: Any, size: int, guard: Any, lanes: Any
) -> None:
    mbarriers.transact(machine, space, barrier, np.int64(-size), guard, lanes)
