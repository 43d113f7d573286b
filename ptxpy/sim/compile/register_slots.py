"""The registers of a routine as numbered slots of a frame, and what operands stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy.check.operands import operand_of
from ptxpy.ir import nodes as n
from ptxpy.isa import is_special
from ptxpy.isa.types import TYPES
from ptxpy.sim.compile import symbol_operands
from ptxpy.sim.compile.accumulator_registers import accumulators_of
from ptxpy.sim.compile.float_constants import float_bits, float_of
from ptxpy.sim.compile.function_writer import Missing
from ptxpy.sim.compile.placement import inner_name
from ptxpy.sim.numpy_types import UNSIGNED

if TYPE_CHECKING:
    from ptxpy.sim.compile.function_writer import Writer
    from ptxpy.sim.pieces import Program, Routine

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
        self.accumulators = accumulators_of(self)
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

    def value(  # noqa: PLR0911 - a return a kind of operand
        self, writer: Writer, operand: n.Operand | int, kind: str, level: int
    ) -> str:
        """Return a variable or constant for an operand, as a NumPy type."""
        if isinstance(operand, int):
            return writer.read(operand, kind)
        held = self.register(operand, level)
        if held is not None:
            if len(held.slots) != 1:
                msg = "a vector or 128 bits as one value"
                raise Missing(msg)
            return writer.read(held.slots[0], kind)
        if isinstance(operand, n.Literal) or float_of(operand) is not None:
            return literal(writer, operand, kind)
        if isinstance(operand, n.Unary):
            return self._unary(writer, operand, kind, level)
        special = special_name(operand)
        if special is not None:
            return self._special(writer, special, kind)
        names = self.routine.code.levels[level].names
        actual = operand_of(operand, names)
        if actual.kind == "integer":
            return writer.constant(actual.value, kind)
        found = symbol_operands.named(self, operand, level)
        if found is not None:
            address = symbol_operands.address_of(self, writer, found, level)
            return writer.let(writer.cast(address, "u8", kind)) if kind != "u8" else address
        total = symbol_operands.register_sum(self, writer, operand, kind, level)
        if total is not None:
            return total
        msg = symbol_operands.refusal(self, operand, level)
        raise Missing(msg)

    def _unary(self, writer: Writer, operand: n.Unary, kind: str, level: int) -> str:
        inner = operand.operand
        if self.register(inner, level) is not None:
            value = self.value(writer, inner, kind, level)
            sign = {"!": "~", "~": "~", "-": "-", "+": "+"}[operand.operator]
            return writer.let(f"{sign}{value}")
        actual = operand_of(operand, self.routine.code.levels[level].names)
        if actual.kind != "integer":
            msg = f"the operand {operand.operator}…"
            raise Missing(msg)
        return writer.constant(actual.value, kind)

    def _special(self, writer: Writer, name: str, kind: str) -> str:
        source = f"M.special({writer.bind(name, ('name', name))})"
        found = writer.let(_formed(writer, source))
        own = "?" if name == "%is_explicit_cluster" else "u8" if wide_special(name) else "u4"
        return writer.let(writer.cast(found, own, kind)) if kind != own else found

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

    def address_of(self, writer: Writer, name: str, level: int) -> str:
        """Return an expression for the address of a variable, parameter or function."""
        found = self.routine.place(name, level)
        if found is not None:
            offset = writer.constant(found[1].offset, "u8")
            return f"(F.local + {offset})"
        own = self.own_level(name, level)
        if own is not None:
            actual = self.routine.code.levels[own].names.own(name)
            shared = actual is not None and actual.space == ".shared"
            name = inner_name(self.routine, own, name)
        else:
            variable = self.program.variables.get(name)
            shared = variable is not None and variable[2].space == "shared"
        key = writer.bind(name, ("name", name))
        if shared:
            return _formed(writer, f"M.shared_address({key})")
        if self.routine.is_kernel and any(p.name == name for p in self.routine.parameters):
            return f"M.parameter({key})"
        return f"M.address({key})"


def _formed(writer: Writer, source: str) -> str:
    """Return an expression for a scalar or shaped array in the form that is wanted."""
    if not writer.whole:
        return f"M.part({source}, I)"
    return source if writer.lanewise else f"M.flat({source})"


def special_name(operand: n.Operand) -> str | None:
    """Return the name of a special register: `%tid.x`; None for another operand."""
    if isinstance(operand, n.Component) and isinstance(operand.base, n.Register):
        name = operand.base.name
        return f"{name}.{operand.component}" if is_special(name) else None
    if isinstance(operand, n.Register) and is_special(operand.name):
        return operand.name
    return None


_WIDE_SPECIALS: Final = frozenset({"%gridid", "%clock64", "%globaltimer", "%current_graph_exec"})


def wide_special(name: str) -> bool:
    """Return whether a special register has 64 bits."""
    return name in _WIDE_SPECIALS or (name.startswith("%pm") and name.endswith("_64"))


def literal(writer: Writer, operand: n.Operand, kind: str) -> str:
    """Return the constant for a number, or an expression of floating-point ones, as a NumPy type.

    `Missing` for a floating-point number as bits of another size: ptxas takes none.
    """
    size = 1 if kind == "?" else int(kind[1:])
    bits = float_bits(operand, size)
    if bits is not None:
        single = isinstance(operand, n.Literal) and operand.text.lstrip("-")[:2].lower() == "0f"
        if kind[0] != "f" and size != (4 if single else 8):
            msg = f"a floating-point number as {8 * size} bits of another type"
            raise Missing(msg)
        return writer.bits(bits, kind)
    assert isinstance(operand, n.Literal)  # noqa: S101 - expressions have been looked at
    try:
        value = operand.value
    except ValueError:
        msg = f"a number of {len(operand.text):,} digits"
        raise Missing(msg) from None
    return writer.constant(bool(value) if kind == "?" else value, kind)
