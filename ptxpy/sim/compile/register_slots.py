"""The registers of a routine as numbered slots of a frame.

Registers that are accumulators of `wgmma` alone are marked: their values may be kept as tiles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES, traits
from ptxpy.sim.numpy_types import UNSIGNED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.sim.pieces import Program, Routine

__all__ = ["RegisterLocation", "Slots", "allocate_slots", "slots_of"]

_WIDE: Final = 128
_COMPONENTS: Final = {letter: k % 4 for k, letter in enumerate("xyzwrgba")}


class RegisterLocation(NamedTuple):
    """The slots that hold a register."""

    slots: tuple[int, ...]
    """Several for a vector; the lower and the upper half for 128 bits."""
    bits: int
    """The size of an element; 1 for a predicate."""


class Slots:
    """The slots of the registers of a routine, allocated as the registers occur."""

    def __init__(self, program: Program, routine: Routine) -> None:
        """Create it without registers, but with the slot of the carry flag."""
        self.program = program
        self.routine = routine
        self.kinds: list[str] = []
        """The NumPy type of each slot."""
        self.carry = 0
        """The slot of the carry flag (PTX ISA 9.7.2)."""
        self.kinds.append("?")
        self._held: dict[tuple[int, str], RegisterLocation] = {}
        self._known: dict[tuple[int, str], RegisterLocation | None] = {}
        self.accumulators: frozenset[int] = frozenset()
        """The slots of accumulators of `wgmma`, whose values may be in tiles, not in the frame."""

    def find(self, name: str, level: int) -> RegisterLocation | None:
        """Return the location of the register that a name means in a scope; None if it is none."""
        key = (level, name)
        if key not in self._known:
            self._known[key] = self._find(name, level)
        return self._known[key]

    def held(self) -> list[tuple[tuple[int, str], RegisterLocation]]:
        """Return the registers that have occurred: scope and name, and location."""
        return [*self._held.items()]

    def _find(self, name: str, level: int) -> RegisterLocation | None:
        # The innermost declaration of a name counts: also one of a variable hides registers further
        # out.
        found = self.routine.code.levels[level].names.local(name)
        if found is None or found.actual.kind not in ("register", "vector"):
            return None
        name, level, actual = found.meant_by(name), found.level, found.actual
        if actual.kind == "vector":
            return self._make(level, name, actual.parts[0].type, len(actual.parts))
        return self._make(level, name, actual.type, 1)

    def _make(self, level: int, name: str, type_: str, count: int) -> RegisterLocation:
        # Inner scopes in which the name means the same declaration share its slots.
        found = self._held.get((level, name))
        if found is None:
            bits = TYPES[type_].bits
            wide = bits == _WIDE
            first = len(self.kinds)
            number = count * (2 if wide else 1)
            self.kinds += [UNSIGNED[64 if wide else bits]] * number
            found = self._held[level, name] = RegisterLocation(
                tuple(range(first, first + number)), bits
            )
        return found

    def register(self, operand: n.Operand, level: int) -> RegisterLocation | None:
        """Return the location of an operand; None if it is not a register or a component of one."""
        if isinstance(operand, n.Register | n.Symbol):
            return self.find(operand.name, level)
        if isinstance(operand, n.Component) and isinstance(operand.base, n.Register | n.Symbol):
            location = self.find(operand.base.name, level)
            if location is not None and operand.component in _COMPONENTS:
                index = _COMPONENTS[operand.component]
                if index < len(location.slots):
                    return RegisterLocation((location.slots[index],), location.bits)
        return None

    def elements(self, operand: n.Operand, level: int) -> tuple[n.Operand | int, ...]:
        """Return the elements of a vector: operands of `{…}`, or slots of a vector register."""
        if isinstance(operand, n.Vector):
            return operand.elements
        location = self.register(operand, level)
        # A register of 128 bits has two slots, but is no vector.
        if location is not None and location.bits != _WIDE and len(location.slots) > 1:
            return location.slots
        return (operand,)

    def declaring_level(self, name: str, level: int) -> int | None:
        """Return the scope of a variable that the function declares in memory shared by threads."""
        found = self.routine.code.levels[level].names.local(name)
        is_common = found is not None and found.actual.space in (".shared", ".global", ".const")
        return found.level if found is not None and is_common else None


def allocate_slots(program: Program, routine: Routine) -> Slots:
    """Return the slots of a routine, with its accumulators marked."""
    slots = Slots(program, routine)
    slots.accumulators = _accumulators_of(slots)
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


def _accumulators_of(slots: Slots) -> frozenset[int]:
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
    # A list of registers is unusable if a register is in two lists, or twice in one.
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
    return frozenset(slot for slot, each in owner.items() if each not in unusable)


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
