"""Writing the function of a piece, statement by statement: each opcode has an emitter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import ptxpy.sim.compile.emitters  # noqa: F401 - registers all emitters
from ptxpy.ir import nodes as n
from ptxpy.isa import DIRECT_BRANCHES, TERMINATORS
from ptxpy.sim.compile.piece_writer import PieceWriter
from ptxpy.sim.compile.registry import EMITTERS, LANEWISE
from ptxpy.sim.compile.site import Site, UnsupportedInstructionError

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.compile.if_conversion import Arms

__all__ = ["PieceCompiler"]

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
"""Statements without effect when they are reached."""


class PieceCompiler(PieceWriter):
    """Writes the function of one piece, or of both arms of a branch."""

    def write_all(self) -> str:
        """Write all statements, and return the text.

        Raises:
            UnsupportedInstructionError: For a statement that is not simulated.
        """
        piece = self.piece
        result: str | None = None
        code = self.routine.code
        if self.all_lanes:
            self.emit("F.owned.clear()")  # variables may come to hold the same arrays
        for index in range(piece.start, piece.stop):
            statement = code.statements[index]
            self.at = index
            if type(statement) in _SILENT:
                continue
            result = self.statement(statement, code.scopes[index], index)
        # A block also ends where a label begins the next one, without a branch.
        if result is None:
            result = str(self.following)
            if self.following == self.routine.first + len(self.routine.pieces):
                # The closing brace of a function is a `ret`.
                from ptxpy.sim.pieces import ReturnOrExit  # noqa: PLC0415 - rare

                result = f"{self.bind(ReturnOrExit)}(None, 0, False)"
        return self.finish(result)

    def write_arms(self, arms: Arms) -> str:
        """Write both arms of a branch, each for its lanes, and return the text.

        The function has a fourth parameter `P`: for each lane, whether the branch is taken.
        """
        if self.all_lanes:
            self.emit("F.owned.clear()")
        holds = self.let("P")
        for piece, mask in ((arms.other, self.let(f"~{holds}")), (arms.taken, holds)):
            if piece is None:
                continue
            # The mask guards each instruction of the arm, so that lanes of the other arm keep their
            # values.
            self.mask = mask
            arm = self.routine.pieces[piece - self.routine.first]
            for index in range(arm.start, arm.stop):
                statement = self.routine.code.statements[index]
                self.at = index
                if type(statement) is n.Instruction and statement.opcode not in DIRECT_BRANCHES:
                    self.statement(statement, self.routine.code.scopes[index], index)
        return self.finish(str(arms.join)).replace("(M, F, I)", "(M, F, I, P)", 1)

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
            raise UnsupportedInstructionError(msg)
        emitter = EMITTERS.get(statement.opcode)
        if emitter is None:
            emitter = _emitter_of_own(statement)
        self.pure = statement.opcode in LANEWISE
        self.lanewise = self.all_lanes and self.pure
        guard = None
        if statement.opcode not in TERMINATORS:  # their guard selects the target of each lane
            guard = self.guard(statement.guard, level)
            if self.mask is not None:
                guard = self.let(f"{guard} & {self.mask}") if guard else self.mask
        return emitter(self, Site(statement, level, index, guard))


def _emitter_of_own(statement: n.Instruction) -> Callable[[PieceWriter, Site], str | None]:
    """Return the emitter of an instruction that is registered in Python."""
    from ptxpy.sim.compile.own_instructions import (  # noqa: PLC0415 - seldom needed
        own_instruction,
        write_own_instruction,
    )

    own = own_instruction(statement.opcode + "".join(statement.modifiers))
    if own is None:
        msg = f"the instruction {statement.opcode}"
        raise UnsupportedInstructionError(msg)

    def emit(writer: PieceWriter, site: Site) -> None:
        write_own_instruction(writer, site, own)

    return emit
