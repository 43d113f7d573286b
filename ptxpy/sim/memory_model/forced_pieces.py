"""A program that is cut at all accesses to memory, and a scheduler that runs these one by one.

Pieces with an access that may have a chosen value run for one thread after the other, so that each
thread finds its own value in memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy.ir import nodes as n
from ptxpy.isa import traits
from ptxpy.sim.compile.compiled_pieces import CompiledPieces
from ptxpy.sim.compile.piece_compiler import PieceCompiler
from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.ready_groups import Group
from ptxpy.sim.machine.scheduler import Scheduler
from ptxpy.sim.pieces import Branch, Program

if TYPE_CHECKING:
    from ptxpy.analysis import Code

__all__ = ["MEMORIES", "ForcedPieces", "ForcedScheduler", "SplitError", "StuckError"]

MEMORIES: Final = ("global", "shared", "")
"""The state spaces that several threads may access; empty for generic addresses."""


class SplitError(Exception):
    """Raised before an access of several threads takes effect, if values are chosen for some."""


class StuckError(Exception):
    """Raised when threads poll memory and have come back to a state that they were in."""


def _is_separate(statement: Any) -> bool:
    """Return whether a statement is a piece of its own."""
    if type(statement) is not n.Instruction:
        return False
    found = traits(statement.opcode, statement.modifiers)
    return bool(
        any(access.space in MEMORIES for access in found.accesses)
        or found.fences
        or found.mbarrier
        or statement.opcode == "trap"
    )


def _cuts(code: Code, cuts: set[int]) -> set[int]:
    """Return where pieces begin besides: before and behind statements that run separately."""
    del cuts
    count = len(code.statements)
    return {
        cut
        for index, statement in enumerate(code.statements)
        if _is_separate(statement)
        for cut in (index, index + 1)
        if cut < count
    }


class _Compiler(PieceCompiler):
    """Writes the function of one piece, which records its statement."""

    def write_all(self) -> str:
        """Write all statements; return the text."""
        self.at = self.piece.start
        self.emit("S = M.hooks")
        return super().write_all()

    def statement(self, statement: Any, level: int, index: int) -> str | None:
        """Write an instruction or a call."""
        if type(statement) is n.Instruction:
            found = traits(statement.opcode, statement.modifiers)
            if _is_separate(statement) or found.barrier:
                self.emit(f"S.at = {self.routine.code.ordinals[index]}")
            if found.fences:
                self.pure = self.lanewise = False
                guard = self.guard(statement.guard, level) or "None"
                self.emit(f"S.fence({guard}, I)")
        return super().statement(statement, level, index)


class ForcedPieces(CompiledPieces):
    """The functions of the pieces of a program that is cut at all accesses to memory."""

    converts_branches = False

    def __init__(self, program: Program) -> None:
        """Cut a program anew, and prepare the compilation."""
        super().__init__(Program(program.module, further_cuts=_cuts))
        self.separate: list[bool] = []
        """For each piece whether it is a statement that may run for one thread at a time."""
        self.reads: list[bool] = []
        """For each piece whether it reads memory."""
        self.together: list[bool] = []
        """For each piece whether threads may run it together, unless values are chosen: it is a
        load or a store, which has no effect before its hook."""
        for number, routine in enumerate(self.program.owners):
            piece = routine.pieces[number - routine.first]
            statements = routine.code.statements[piece.start : piece.stop]
            separate = [each for each in statements if _is_separate(each)]
            kinds = {
                access.kind
                for each in separate
                for access in traits(each.opcode, each.modifiers).accesses
            }
            self.separate.append(bool(separate))
            self.reads.append(not kinds.isdisjoint({"read", "atomic"}))
            self.together.append(bool(kinds) and "atomic" not in kinds)
        self.statements = {
            ordinal: statement
            for routine in self.program.routines.values()
            for statement, ordinal in zip(
                routine.code.statements, routine.code.ordinals, strict=True
            )
        }
        """The statement of each ordinal."""

    def _writer(self, number: int, *, all_lanes: bool) -> PieceCompiler:
        routine = self.program.owners[number]
        slots = self._slots[routine.name]
        uses = self._uses.get(number)
        return _Compiler(self.program, routine, slots, number, all_lanes=all_lanes, uses=uses)


class ForcedScheduler(Scheduler):
    """Runs pieces with accesses to memory for one thread at a time."""

    def _run_all(self) -> None:
        hooks: Any = self.machine.hooks
        while True:
            group = self._next()
            if group is not None:
                self._run(group)
            elif not self.running or not self._release():
                # Threads that wait for others which poll for ever, or have faulted, stay blocked.
                hooks.threads_blocked()
                return

    def _run(self, group: Group) -> None:
        frame, piece, lanes = group
        lanes = self.machine.lanes if lanes is None else lanes
        pieces: Any = self.pieces
        hooks: Any = self.machine.hooks
        if not pieces.separate[piece]:
            self._run_piece(Group(frame, piece, lanes))
            return
        if len(lanes) > 1 and pieces.together[piece]:
            try:
                self._access(Group(frame, piece, lanes))
            except (SplitError, FaultError):
                pass
            else:
                return
        for lane in range(len(lanes)):
            one = lanes[lane : lane + 1]
            try:
                self._access(Group(frame, piece, one))
            except FaultError as fault:
                hooks.thread_faults(int(one[0]), fault)

    def _access(self, group: Group) -> None:
        """Run a piece with an access for some threads, unless they poll for ever."""
        hooks: Any = self.machine.hooks
        self.running_group = group
        try:
            hooks.access_begins(group)
        except StuckError:
            hooks.threads_stick(group.lanes)
            return
        self._run_piece(group)
        hooks.access_ends()

    def _run_piece(self, group: Group) -> None:
        frame, piece, lanes = group
        machine, pieces, steps = self.machine, self.pieces, self.steps
        function = pieces.partial_functions[piece] or pieces.make(piece, all_lanes=False)
        self.running_group = group
        steps.remaining -= 1
        if steps.remaining < 0:
            steps.refill()
        machine.executed += pieces.sizes[piece] * len(lanes)
        result = function(machine, frame, lanes)
        following: int | None
        if type(result) is Branch:
            following = self._branch(group, result)
        elif type(result) is int:
            following = result
        else:
            self._actions[type(result)](group, result)
            return
        if following is not None:
            self.ready.add(frame, following, lanes)
