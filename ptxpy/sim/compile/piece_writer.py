"""The writer that emitters are given: the operands and destinations of instructions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy.check import operand_of
from ptxpy.ir import nodes as n
from ptxpy.sim.compile.function_writer import FunctionWriter, Sum
from ptxpy.sim.compile.operand_values import value_of
from ptxpy.sim.compile.site import UnsupportedInstructionError
from ptxpy.sim.numpy_types import KINDS

if TYPE_CHECKING:
    from ptxpy.sim.compile.function_writer import Uses
    from ptxpy.sim.compile.register_slots import Slots
    from ptxpy.sim.compile.site import Site
    from ptxpy.sim.pieces import Piece, Program, Routine

__all__ = ["PieceWriter", "plain"]

_ALL: Final = (1 << 64) - 1
_WIDE: Final = 128


def _first(routine: Routine, piece: Piece) -> int:
    """Return the index of the first instruction or call of a piece."""
    statements = routine.code.statements
    for index in range(piece.start, piece.stop):
        if type(statements[index]) in (n.Instruction, n.Call):
            return index
    return piece.stop


class PieceWriter(FunctionWriter):
    """Writes the function of one piece."""

    def __init__(
        self,
        program: Program,
        routine: Routine,
        slots: Slots,
        piece: int,
        *,
        all_lanes: bool,
        uses: Uses | None = None,
    ) -> None:
        """Create the function of a piece, given by its index in the program."""
        super().__init__(slots, all_lanes=all_lanes, uses=uses)
        self.program = program
        self.routine = routine
        self.number = piece
        self.following = piece + 1
        """The index of the piece that follows in the text."""
        self.first_instruction = _first(routine, self.piece)
        """The index of the first instruction or call."""
        self.mask: str | None = None
        """In the arm of a branch, the variable of the lanes that run it."""
        self.line_statements: list[int] = []
        """For each line of the function, the index of the statement for which it is written."""

    @property
    def piece(self) -> Piece:
        """The piece."""
        return self.routine.pieces[self.number - self.routine.first]

    def emit(self, line: str) -> None:
        """Write a line, and record its statement."""
        super().emit(line)
        self.line_statements.append(self.at)

    def collective(self, mask: str, guard: str | None) -> None:
        """Called when a collective is written for the threads of a mask, given as a variable.

        Writers of instrumented code override it.
        """

    # ------------------------------------------------------------------ operands

    def guard(self, guard: n.Guard | None, level: int) -> str | None:
        """Return the variable of a guard, negated if the guard is."""
        if guard is None:
            return None
        name = self.value(guard.register, "pred", level)
        return self.let(f"~{name}") if guard.negated else name

    def value(self, operand: n.Operand, type_: str, level: int) -> str:
        """Return a variable or constant for an operand, read as a PTX type."""
        return value_of(self, operand, KINDS[type_], level)

    # ------------------------------------------------------------- destinations

    def assign(self, site: Site, operand: n.Operand | int, expression: str, kind: str) -> None:
        """Assign the value of an expression to the destination of an instruction."""
        # `_` discards the result, but the effect remains: `atom.add.u32 _, [%rd1], 1` changes
        # memory.
        if isinstance(operand, n.Symbol) and operand.name == "_":
            self.emit(expression)
            return
        if isinstance(operand, int):
            self.write(operand, expression, kind, site.guard)
            return
        location = self.slots.register(operand, site.level)
        if location is None or len(location.slots) != 1:
            msg = "a destination that is not a single register"
            raise UnsupportedInstructionError(msg)
        self.write(location.slots[0], expression, kind, site.guard)

    def is_read(self, site: Site, operand: n.Operand) -> bool:
        """Return whether the destination of an instruction is read afterwards."""
        if isinstance(operand, n.Symbol) and operand.name == "_":
            return False
        location = self.slots.register(operand, site.level)
        return location is None or any(self.is_live_after(slot) for slot in location.slots)

    def source(self, site: Site, operand: n.Operand | int, kind: str) -> str:
        """Return a variable or constant for a source, read as a NumPy type."""
        return value_of(self, operand, kind, site.level)

    def address(self, site: Site, operand: n.Operand) -> str:
        """Return a variable for the address of an operand in brackets, as `uint64`."""
        inner = plain(operand)
        base = self.source(site, inner.base, "u8")
        if inner.offset is None:
            return base
        offset = self.source(site, inner.offset, "u8")
        return self.let(f"{base} + {offset}")

    def place(self, site: Site, operand: n.Operand) -> str:
        """Return the text of two arguments: the terms and the offset of an address in brackets."""
        inner = plain(operand)
        terms, offset = self.part(site, inner.base)
        if inner.offset is not None:
            more, further = self.part(site, inner.offset)
            terms, offset = terms + more, offset + further
        # A negative displacement, `[%rd1+-8]`, is added modulo 2 to the 64.
        return f"({''.join(f'{term}, ' for term in terms)}), {offset & _ALL}"

    def part(self, site: Site, operand: n.Operand) -> Sum:
        """Return an operand of 64 bits as a sum, which may still be deferred."""
        if isinstance(operand, n.Literal) and isinstance(operand.value, int):
            return Sum((), int(operand.value))
        location = self.slots.register(operand, site.level)
        if location is None or len(location.slots) != 1:
            return Sum((self.source(site, operand, "u8"),), 0)
        return self.sum_of(self.peek(location.slots[0], "u8"))

    def half_slots(self, site: Site, parts: tuple[Any, ...]) -> tuple[int, ...]:
        """Return the slots of registers of 128 bits, two each."""
        slots: list[int] = []
        for part in parts:
            location = self.slots.register(part, site.level)
            if location is None or len(location.slots) != 2:  # noqa: PLR2004 - two halves
                msg = "a 128-bit operand that is not a register"
                raise UnsupportedInstructionError(msg)
            slots += location.slots
        return tuple(slots)

    def half_values(self, site: Site, sources: tuple[Any, ...]) -> list[str]:
        """Return variables for the lower and the upper half of 128 bits in 1, 2 or 4 operands."""
        if len(sources) == 1:
            location = self.slots.register(sources[0], site.level)
            if location is None:
                # A constant, which is sign-extended, or an address.
                low = self.source(site, sources[0], "u8")
                actual = operand_of(sources[0], self.routine.code.levels[site.level].names)
                negative = actual.kind == "integer" and actual.value < 0
                return [low, self.constant(-1 if negative else 0, "u8")]
            if location.bits != _WIDE:
                msg = "128 bits from a smaller register"
                raise UnsupportedInstructionError(msg)
            return [self.read(slot, "u8") for slot in location.slots]
        if len(sources) == 2:  # noqa: PLR2004 - two halves
            return [self.source(site, each, "u8") for each in sources]
        parts = [self.source(site, each, "u4") for each in sources]
        half = self.constant(32, "u8")
        return [
            self.let(f"{low}.astype('u8') | ({high}.astype('u8') << {half})")
            for low, high in (parts[:2], parts[2:])
        ]


def plain(operand: n.Operand) -> n.Address:
    """Return an address without `.unified`, and `a[1]` as an address.

    Raises `UnsupportedInstructionError` for another operand.
    """
    if isinstance(operand, n.Component):
        operand = operand.base
    if isinstance(operand, n.Subscript):
        return n.Address(operand)
    if not isinstance(operand, n.Address) or operand.coordinates:
        msg = "an operand that is not a plain address"
        raise UnsupportedInstructionError(msg)
    return operand
