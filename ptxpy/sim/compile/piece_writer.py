"""Writing the function of a piece, statement by statement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy.ir import nodes as n
from ptxpy.isa import DIRECT_BRANCHES, TERMINATORS
from ptxpy.sim.compile.function_writer import Missing, Sum, Writer
from ptxpy.sim.compile.register_slots import Slots
from ptxpy.sim.compile.registry import HANDLERS, LANEWISE, Site

if TYPE_CHECKING:
    from ptxpy.sim.compile.function_writer import Uses
    from ptxpy.sim.compile.if_conversion import Sides
    from ptxpy.sim.pieces import Piece, Program, Routine

__all__ = ["PieceWriter", "plain"]

_SILENT: Final = frozenset(
    {
        n.Label,
        n.Variable,
        n.Location,
        n.Pragma,
        n.CallPrototype,
        n.TargetList,
        n.Alias,
    }
)
"""Statements that do nothing when they are reached."""


def _first(routine: Routine, piece: Piece) -> int:
    """Return the index of the first instruction or call of a piece."""
    statements = routine.code.statements
    for index in range(piece.start, piece.stop):
        if type(statements[index]) in (n.Instruction, n.Call):
            return index
    return piece.stop


class PieceWriter(Writer):
    """Writes the function of one piece."""

    def __init__(
        self,
        program: Program,
        routine: Routine,
        slots: Slots,
        piece: int,
        *,
        whole: bool,
        uses: Uses | None = None,
    ) -> None:
        """Begin the function of a piece, given by its number in the program."""
        super().__init__(slots, whole=whole, uses=uses)
        self.program = program
        self.routine = routine
        self.number = piece
        self.following = piece + 1
        """The number of the piece that follows in the text."""
        self.first_instruction = _first(routine, self.piece)
        """The index of the first instruction or call."""
        self.mask: str | None = None
        """The variable that says which lanes run what is written, in the side of a branch."""
        self.places: list[int] = []
        """For each line of the function the statement that it belongs to, by its index."""

    @property
    def piece(self) -> Piece:
        """The piece."""
        return self.routine.pieces[self.number - self.routine.first]

    def emit(self, line: str) -> None:
        """Write a line, and note what it belongs to."""
        super().emit(line)
        self.places.append(self.at)

    def write_all(self) -> str:
        """Write all statements; return the text. `Missing` when one cannot be written."""
        piece = self.piece
        result: str | None = None
        code = self.routine.code
        if self.whole:
            self.emit("F.owned.clear()")  # variables may come to hold the same arrays
        for index in range(piece.start, piece.stop):
            statement = code.statements[index]
            self.at = index
            if type(statement) in _SILENT:
                continue
            result = self.statement(statement, code.scopes[index], index)
        if result is None:
            result = str(self.following)
            if self.following == self.routine.first + len(self.routine.pieces):
                # The closing brace of a function is a `ret`.
                from ptxpy.sim.machine.terminators import Leave  # noqa: PLC0415 - only at such ends

                result = f"{self.bind(Leave)}(None, 0, False)"
        return self.finish(result)

    def write_sides(self, sides: Sides) -> str:
        """Write both sides of a branch, each for its lanes; return the text.

        The function has a fourth parameter `P`: for each lane whether the branch is taken.
        """
        if self.whole:
            self.emit("F.owned.clear()")
        holds = self.let("P")
        for piece, mask in ((sides.other, self.let(f"~{holds}")), (sides.taken, holds)):
            if piece is not None:
                self.mask = mask
                self._side(self.routine.pieces[piece - self.routine.first])
        return self.finish(str(sides.join)).replace("(M, F, I)", "(M, F, I, P)", 1)

    def _side(self, piece: Piece) -> None:
        code = self.routine.code
        for index in range(piece.start, piece.stop):
            statement = code.statements[index]
            self.at = index
            if type(statement) is n.Instruction and statement.opcode not in DIRECT_BRANCHES:
                self.statement(statement, code.scopes[index], index)

    def statement(self, statement: Any, level: int, index: int) -> str | None:
        """Write an instruction or a call."""
        if type(statement) is n.Call:
            from ptxpy.sim.compile.emitters.calls import (  # noqa: PLC0415 - it needs this class
                write_call,
            )

            self.pure = self.lanewise = False
            return write_call(self, statement, level)
        if type(statement) is not n.Instruction:
            msg = f"a statement {type(statement).__name__}"
            raise Missing(msg)
        handler = HANDLERS.get(statement.opcode)
        if handler is None:
            msg = f"the instruction {statement.opcode}"
            raise Missing(msg)
        self.pure = statement.opcode in LANEWISE
        self.lanewise = self.whole and self.pure
        guard = None
        if statement.opcode not in TERMINATORS:  # their guard says where lanes go
            guard = self.guard(statement.guard, level)
            if self.mask is not None:
                guard = self.let(f"{guard} & {self.mask}") if guard else self.mask
        return handler(self, Site(statement, level, index, guard))

    def collective(self, mask: str, guard: str | None) -> None:
        """Take note that threads work together that a variable names; strict mode looks at it."""

    # ------------------------------------------------------------- destinations

    def assign(self, site: Site, operand: n.Operand | int, expression: str, kind: str) -> None:
        """Let the destination of an instruction hold the value of an expression."""
        if isinstance(operand, n.Symbol) and operand.name == "_":
            self.emit(expression)
            return
        if isinstance(operand, int):
            self.write(operand, expression, kind, site.guard)
            return
        held = self.slots.register(operand, site.level)
        if held is None or len(held.slots) != 1:
            msg = "a destination that is no single register"
            raise Missing(msg)
        self.write(held.slots[0], expression, kind, site.guard)

    def is_read(self, site: Site, operand: n.Operand) -> bool:
        """Return whether something reads what an instruction leaves in a destination."""
        if isinstance(operand, n.Symbol) and operand.name == "_":
            return False
        held = self.slots.register(operand, site.level)
        return held is None or any(self.wants(slot) for slot in held.slots)

    def source(self, site: Site, operand: n.Operand | int, kind: str) -> str:
        """Return a variable or constant for a source, as a NumPy type."""
        return self.slots.value(self, operand, kind, site.level)

    def address(self, site: Site, operand: n.Operand) -> str:
        """Return a variable for the address that an operand in brackets means, as `uint64`."""
        inner = plain(operand)
        base = self.source(site, inner.base, "u8")
        if inner.offset is None:
            return base
        offset = self.source(site, inner.offset, "u8")
        return self.let(f"{base} + {offset}")

    def place(self, site: Site, operand: n.Operand) -> str:
        """Return the terms and the offset of an address in brackets, as two arguments."""
        inner = plain(operand)
        terms, offset = self.part(site, inner.base)
        if inner.offset is not None:
            more, further = self.part(site, inner.offset)
            terms, offset = terms + more, offset + further
        return f"({''.join(f'{term}, ' for term in terms)}), {offset & _ALL}"

    def part(self, site: Site, operand: n.Operand) -> Sum:
        """Return an operand of 64 bits as a sum, which need not have been computed."""
        if isinstance(operand, n.Literal) and isinstance(operand.value, int):
            return Sum((), int(operand.value))
        held = self.slots.register(operand, site.level)
        if held is None or len(held.slots) != 1:
            return Sum((self.source(site, operand, "u8"),), 0)
        return self.sum_of(self.peek(held.slots[0], "u8"))


def plain(operand: n.Operand) -> n.Address:
    """Return an address without `.unified`, and `a[1]` as one; `Missing` for another operand."""
    if isinstance(operand, n.Component):
        operand = operand.base
    if isinstance(operand, n.Subscript):
        return n.Address(operand)
    if not isinstance(operand, n.Address) or operand.coordinates:
        msg = "an operand that is no plain address"
        raise Missing(msg)
    return operand


_ALL: Final = (1 << 64) - 1
