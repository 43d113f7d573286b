"""The registers of a routine as numbered slots of a frame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy.ir import nodes as n
from ptxpy.isa.types import TYPES
from ptxpy.sim.numpy_types import UNSIGNED

if TYPE_CHECKING:
    from ptxpy.sim.pieces.program import Program, Routine

__all__ = ["Held", "Slots"]

_WIDE: Final = 128
_COMPONENTS: Final = {letter: k % 4 for k, letter in enumerate("xyzwrgba")}


class Held(NamedTuple):
    """Where a register is kept."""

    slots: tuple[int, ...]
    """Its slots: several for a vector, and the lower and the upper half of 128 bits."""
    bits: int
    """The size of an element; 1 for a predicate."""


class Slots:
    """The registers that a routine names, as they occur."""

    def __init__(self, program: Program, routine: Routine) -> None:
        """Begin without registers."""
        self.program = program
        self.routine = routine
        self.kinds: list[str] = []
        """The NumPy type in which each slot is kept."""
        self.carry = 0
        """The slot of the carry flag (PTX ISA 9.7.2)."""
        self.kinds.append("?")
        self._held: dict[tuple[int, str], Held] = {}
        self._known: dict[tuple[int, str], Held | None] = {}
        self.accumulators: frozenset[int] = frozenset()
        """The registers that are accumulators of a `wgmma`; they are not in the frame alone."""

    def find(self, name: str, level: int) -> Held | None:
        """Return where the register of a name is kept that a scope sees, None for what is none."""
        key = (level, name)
        if key not in self._known:
            self._known[key] = self._find(name, level)
        return self._known[key]

    def _find(self, name: str, level: int) -> Held | None:
        levels = self.routine.code.levels
        while level >= 0:
            actual = levels[level].names.own(name)
            if actual is not None:
                if actual.kind == "vector":
                    return self._make(level, name, actual.parts[0].type, len(actual.parts))
                is_register = actual.kind == "register"
                return self._make(level, name, actual.type, 1) if is_register else None
            level = levels[level].outer
        return None

    def _make(self, level: int, name: str, type_: str, count: int) -> Held:
        found = self._held.get((level, name))
        if found is None:
            bits = TYPES[type_].bits
            wide = bits == _WIDE
            first = len(self.kinds)
            number = count * (2 if wide else 1)
            self.kinds += [UNSIGNED[64 if wide else bits]] * number
            found = self._held[level, name] = Held(tuple(range(first, first + number)), bits)
        return found

    def register(self, operand: n.Operand, level: int) -> Held | None:
        """Return where an operand is kept that is a register or a component of one."""
        if isinstance(operand, n.Register | n.Symbol):
            return self.find(operand.name, level)
        if isinstance(operand, n.Component) and isinstance(operand.base, n.Register | n.Symbol):
            held = self.find(operand.base.name, level)
            if held is not None and operand.component in _COMPONENTS:
                at = _COMPONENTS[operand.component]
                if at < len(held.slots):
                    return Held((held.slots[at],), held.bits)
        return None

    def elements(self, operand: n.Operand, level: int) -> tuple[n.Operand | int, ...]:
        """Return the elements of a vector: operands of `{…}`, or slots of a vector register."""
        if isinstance(operand, n.Vector):
            return operand.elements
        held = self.register(operand, level)
        if held is not None and held.bits != _WIDE and len(held.slots) > 1:
            return held.slots
        return (operand,)

    def own_level(self, name: str, level: int) -> int | None:
        """Return the scope that declares a variable of the function for all its threads."""
        levels = self.routine.code.levels
        while level >= 0:
            actual = levels[level].names.own(name)
            if actual is not None:
                common = actual.kind == "symbol" and actual.space in (
                    ".shared",
                    ".global",
                    ".const",
                )
                return level if common else None
            level = levels[level].outer
        return None
