"""The uninitialised bytes of local memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ptxpy.ir import nodes as n
from ptxpy.ir import walk
from ptxpy.isa import traits

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.pieces import Program

__all__ = ["LocalMemory", "is_only_stored"]


class LocalMemory:
    """For each byte of the local memory of a batch: 1 if it is uninitialised, else 0."""

    def __init__(self, machine: Machine) -> None:
        """Mark all bytes as uninitialised."""
        self._machine = machine
        self._bytes = machine.local_bytes
        self._unset = np.ones(machine.count * self._bytes, np.uint8)

    def _elements(self, kind: str) -> Any:
        machine = self._machine
        # A recursion has made the machine give each lane more local memory: the old bytes keep
        # their marks.
        if machine.local_bytes != self._bytes:
            grown = np.ones((machine.count, machine.local_bytes), np.uint8)
            grown[:, : self._bytes] = self._unset.reshape(machine.count, self._bytes)
            self._unset, self._bytes = grown.reshape(-1), machine.local_bytes
        return self._unset.view(kind)

    def rows(self) -> Any:
        """Return the marks as an array [lane, byte]."""
        return self._elements("u1").reshape(self._machine.count, -1)

    def find_unset(self, kind: str, count: int, index: Any) -> tuple[int, int] | None:
        """Return the lane and the address of the first uninitialised load, or None."""
        size = int(kind[1:])
        elements = self._elements("u1").reshape(-1, size)
        index = np.asarray(index)
        unset = elements[index].any(axis=-1)
        # Structs with padding are copied as vectors: only a vector of which every element is
        # uninitialised counts.
        for k in range(1, count):
            unset &= elements[index + k].any(axis=-1)
        if not unset.any():
            return None
        position = int(np.argmax(unset.reshape(-1)))
        first = int(np.broadcast_to(index, unset.shape).reshape(-1)[position]) * size
        return divmod(first, self._bytes)

    def store(self, kind: str, count: int, index: Any) -> None:
        """Mark the bytes of a store as initialised."""
        elements = self._elements(kind if kind[0] == "u" else f"u{kind[1:]}")
        for k in range(count):
            elements[index + k] = 0


def is_only_stored(program: Program, ordinal: int) -> bool:
    """Return whether the result of a load is only stored, as when padding is copied."""
    for routine in program.routines.values():
        code = routine.code
        if ordinal in code.ordinals:
            statement = code.statements[code.ordinals.index(ordinal)]
            target = statement.operands[0]
            uses = [
                each
                for each in code.statements
                if each is not statement
                and type(each) in (n.Instruction, n.Call)
                and any(node == target for node in walk(each))
            ]
            # What a called function does with the value is not followed.
            if any(type(each) is n.Call for each in uses):
                return False
            kinds = [traits(each.opcode, each.modifiers) for each in uses]
            return all(
                found.has_size_of_type and found.accesses[0].kind == "write" for found in kinds
            )
    return False
