"""`cp.async`: copies of 4, 8 or 16 bytes by each lane (PTX ISA 9.7.9.25.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.semantics.memory import access

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine

__all__ = ["copy"]

WORD: Final = 4
_KINDS: Final = {4: "u4", 8: "u8", 16: "c16"}
"""The NumPy type of each size in bytes; the values are only moved."""


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
    if ((valid == 0) | (valid >= size)).all():
        read = valid != 0 if guard is None else (valid != 0) & guard
        values = access.load(machine, space, source, kind, 1, read, lanes)
        access.store(machine, "shared", target, kind, (values,), guard, lanes)
        return
    number = machine.count if lanes is None else len(lanes)
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
