"""The writer that emitters are given: the operands and destinations of instructions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.ir import nodes as n
from ptxpy.sim.compile.function_writer import FunctionWriter, Sum
from ptxpy.sim.compile.operand_values import value_of
from ptxpy.sim.compile.unsupported import UnsupportedInstructionError
from ptxpy.sim.numpy_types import KINDS

if TYPE_CHECKING:
    from ptxpy.sim.compile.function_writer import Uses
    from ptxpy.sim.compile.register_slots import Slots
    from ptxpy.sim.compile.site import Site
    from ptxpy.sim.pieces import Piece, Program, Routine

__all__ = ["PieceWriter", "plain"]


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
        return f"({''.join(f'{term}, ' for term in terms)}), {offset & _ALL}"

    def part(self, site: Site, operand: n.Operand) -> Sum:
        """Return an operand of 64 bits as a sum, which may still be deferred."""
        if isinstance(operand, n.Literal) and isinstance(operand.value, int):
            return Sum((), int(operand.value))
        location = self.slots.register(operand, site.level)
        if location is None or len(location.slots) != 1:
            return Sum((self.source(site, operand, "u8"),), 0)
        return self.sum_of(self.peek(location.slots[0], "u8"))


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


_ALL: Final = (1 << 64) - 1
