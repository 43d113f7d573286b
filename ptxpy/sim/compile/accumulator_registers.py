"""The registers of a routine that are accumulators of `wgmma`, and can be kept as tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.ir import nodes as n
from ptxpy.isa import traits
from ptxpy.sim.compile.register_slots import Slots

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ptxpy.sim.pieces import Program, Routine

__all__ = ["allocate_slots", "slots_of"]


def allocate_slots(program: Program, routine: Routine) -> Slots:
    """Return the slots of a routine, with its accumulators marked."""
    slots = Slots(program, routine)
    slots.accumulators = accumulators_of(slots)
    return slots


def slots_of(slots: Slots, operand: n.Operand, level: int) -> tuple[int, ...] | None:
    """Return the slots of a vector of 32-bit registers; None for another operand."""
    found = []
    for element in slots.elements(operand, level):
        location = None if isinstance(element, int) else slots.register(element, level)
        if isinstance(element, int):
            found.append(element)
        elif location is not None and len(location.slots) == 1:
            found.append(location.slots[0])
        else:
            return None
    return tuple(found) if all(slots.kinds[slot] == "u4" for slot in found) else None


def accumulators_of(slots: Slots) -> frozenset[int]:
    """Return the registers that are accumulators, and always operands in the same list.

    Registers that the engine itself accesses are left out: parameters and return values of the
    function, results of calls and of barriers.
    """
    code = slots.routine.code
    lists: dict[tuple[int, ...], None] = {}
    for index, statement in enumerate(code.statements):
        if type(statement) is not n.Instruction:
            continue
        if "wgmma-group" in traits(statement.opcode, statement.modifiers).completion:
            found = slots_of(slots, statement.operands[0], code.scopes[index])
            if found is not None:
                lists[found] = None
    if not lists:
        return frozenset()
    owner: dict[int, tuple[int, ...]] = {}
    unusable = _find_unusable(slots, lists, owner)
    return frozenset(slot for slot, each in owner.items() if each not in unusable)


def _find_unusable(
    slots: Slots, lists: Iterable[tuple[int, ...]], owner: dict[int, tuple[int, ...]]
) -> set[tuple[int, ...]]:
    """Return the lists that cannot be kept as tiles; sets the list of each register in `owner`."""
    others: set[int] = set()
    for operand, level in _engine_operands(slots):
        location = slots.register(operand, level)
        others |= set(location.slots if location is not None else ())
    unusable: set[tuple[int, ...]] = set()
    for each in lists:
        if len(set(each)) < len(each) or others & set(each):
            unusable.add(each)
        for slot in each:
            if owner.setdefault(slot, each) != each:
                unusable |= {each, owner[slot]}
    return unusable


def _engine_operands(slots: Slots) -> Iterator[tuple[n.Operand, int]]:
    """Yield the operands that the engine accesses, not only the text of functions."""
    routine = slots.routine
    for storage in (*routine.parameters, *routine.returns):
        yield n.Symbol(storage.name), 0
    for index, statement in enumerate(routine.code.statements):
        level = routine.code.scopes[index]
        if type(statement) is n.Call:
            for operand in statement.returns or ():
                yield operand, level
        elif (
            type(statement) is n.Instruction
            and traits(statement.opcode, statement.modifiers).barrier
        ):
            for operand in statement.operands:
                yield operand, level
