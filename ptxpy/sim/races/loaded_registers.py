"""The registers that `tcgen05.ld` loads, and those that hold copies of them.

A register is there when an instruction uses it, without a wait (PTX ISA 9.7.16.6): so a load is
complete when any of its registers is used. Moving one is no use, as assemblers rename registers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.ir import nodes as n
from ptxpy.ir.layout import walk
from ptxpy.isa import traits

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.sim.compile.register_slots import Slots

__all__ = ["is_use", "loaded_registers"]

_LOAD = "tcgen05.ld"


def loaded_registers(slots: Slots) -> Mapping[int, tuple[int, ...]]:
    """Return for each register of a routine the loads that it may hold, by their ordinals."""
    found: dict[int, set[int]] = {}
    moves: list[tuple[set[int], set[int]]] = []
    code = slots.routine.code
    for index, statement in enumerate(code.statements):
        if type(statement) is not n.Instruction:
            continue
        level = code.scopes[index]
        if _is_load(statement):
            results = statement.operands[: 2 if ".red" in statement.modifiers else 1]
            for slot in _slots_of(slots, results, level):
                found.setdefault(slot, set()).add(code.ordinals[index])
        elif _is_move(statement):
            target, *sources = statement.operands
            moves.append((_slots_of(slots, (target,), level), _slots_of(slots, sources, level)))
    _add_copies(found, moves)
    return {slot: tuple(sorted(loads)) for slot, loads in found.items()}


def is_use(statement: n.Statement) -> bool:
    """Return whether what a statement reads is used there: not moved, nor kept by a load."""
    if not isinstance(statement, n.Instruction):
        return True
    return not (_is_move(statement) or _is_load(statement))


def _is_move(statement: n.Instruction) -> bool:
    return bool(traits(statement.opcode, statement.modifiers).copies)


def _is_load(statement: n.Instruction) -> bool:
    return _LOAD in traits(statement.opcode, statement.modifiers).completion


def _slots_of(
    slots: Slots, operands: tuple[n.Operand, ...] | list[n.Operand], level: int
) -> set[int]:
    """Return the registers of operands."""
    found: set[int] = set()
    for operand in operands:
        for node in walk(operand):
            location = (
                slots.register(node, level)
                if isinstance(node, n.Register | n.Symbol | n.Component)
                else None
            )
            found.update(location.slots if location is not None else ())
    return found


def _add_copies(found: dict[int, set[int]], moves: list[tuple[set[int], set[int]]]) -> None:
    """Add the loads of registers to those to which they are moved, until nothing changes."""
    grows = bool(found)
    while grows:
        grows = False
        for targets, sources in moves:
            loads = set().union(*(found.get(slot, ()) for slot in sources))
            for slot in targets if loads else ():
                held = found.setdefault(slot, set())
                grows |= not loads <= held
                held |= loads
