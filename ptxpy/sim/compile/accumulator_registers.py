"""Which registers of a routine are accumulators of `wgmma`, and can be kept as tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.ir import nodes as n
from ptxpy.isa import traits
from ptxpy.sim.compile.register_slots import Slots

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ptxpy.sim.pieces.program import Program, Routine

__all__ = ["allocate_slots", "slots_of"]


def allocate_slots(program: Program, routine: Routine) -> Slots:
    """Return the registers of a routine, of which those that are accumulators are known."""
    slots = Slots(program, routine)
    slots.accumulators = accumulators_of(slots)
    return slots


def slots_of(slots: Slots, operand: n.Operand, level: int) -> tuple[int, ...] | None:
    """Return the registers of 32 bits that a vector consists of; None for another operand."""
    found = []
    for element in slots.elements(operand, level):
        held = None if isinstance(element, int) else slots.register(element, level)
        if isinstance(element, int):
            found.append(element)
        elif held is not None and len(held.slots) == 1:
            found.append(held.slots[0])
        else:
            return None
    return tuple(found) if all(slots.kinds[slot] == "u4" for slot in found) else None


def accumulators_of(slots: Slots) -> frozenset[int]:
    """Return the registers that are accumulators, in the same list wherever they are.

    Those that the engine itself reads or writes are none: results of calls, what a function takes
    and returns, results of barriers.
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
    broken = _broken(slots, lists, owner)
    return frozenset(slot for slot, each in owner.items() if each not in broken)


def _broken(
    slots: Slots, lists: Iterable[tuple[int, ...]], owner: dict[int, tuple[int, ...]]
) -> set[tuple[int, ...]]:
    """Return the lists that cannot be kept as tiles; `owner` gets a list of each register."""
    others: set[int] = set()
    for operand, level in _of_the_engine(slots):
        held = slots.register(operand, level)
        others |= set(held.slots if held is not None else ())
    broken: set[tuple[int, ...]] = set()
    for each in lists:
        if len(set(each)) < len(each) or others & set(each):
            broken.add(each)
        for slot in each:
            if owner.setdefault(slot, each) != each:
                broken |= {each, owner[slot]}
    return broken


def _of_the_engine(slots: Slots) -> Iterator[tuple[n.Operand, int]]:
    """Yield operands that functions do not read and write in their text alone."""
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
