"""The batch of CTAs that runs: where its threads are, and which instruction is about to run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.isa import CONTROL_FLOW, traits
from ptxpy.sim import BatchState, LanesAt, OperationTracker, operand_reader

if TYPE_CHECKING:
    from ptxpy.sim import CompiledPieces, Routine

__all__ = ["WARP", "Batch", "Focus", "Issue", "ProgramFacts"]

WARP: Final = 32


class Focus(NamedTuple):
    """The thread that is looked at."""

    cta: int
    """The index of its CTA in the grid."""
    thread: int
    """Its index in the CTA."""

    @property
    def warp(self) -> int:
        """The index of its warp in the CTA."""
        return self.thread // WARP

    @property
    def lane(self) -> int:
        """Its index in its warp."""
        return self.thread % WARP


class Issue(NamedTuple):
    """An instruction that some lanes are about to run."""

    frame: Any
    piece: int
    lanes: Any
    """The lanes; None for all of the batch."""
    ordinal: int
    """The ordinal of the instruction in the module; -1 for a piece without one."""

    @property
    def depth(self) -> int:
        """How many calls deep the lanes are."""
        return len(self.frame.order)


class ProgramFacts:
    """The facts that all batches of a program share: the instruction of each piece."""

    def __init__(self, pieces: CompiledPieces) -> None:
        """Take a stepped program."""
        self.pieces = pieces
        self.ordinals: list[int] = []
        """The ordinal of the instruction of each piece; -1 for none."""
        self.repeats: list[bool] = []
        """For each piece whether lanes that wait at it run it again."""
        self._brkpts: dict[int, Any] = {}
        """For each instruction brkpt, by ordinal, the function that reads its guard."""
        for piece, routine in enumerate(pieces.program.owners):
            index = self.statement_of(routine, piece)
            # From the piece at the end of a function, threads return without an instruction.
            at_end = index == len(routine.code.statements)
            node: Any = None if at_end else routine.code.statements[index]
            if type(node) not in (n.Instruction, n.Call):
                self.ordinals.append(-1)
                self.repeats.append(False)
                continue
            ordinal, waits = routine.code.ordinals[index], False
            self.ordinals.append(ordinal)
            if type(node) is n.Instruction:
                found = traits(node.opcode, node.modifiers)
                waits = found.is_blocking or "wait" in found.mbarrier or bool(found.collective)
                if CONTROL_FLOW.get(node.opcode) == "breakpoint":
                    self._brkpts[ordinal] = self.reader(piece, -1)
            self.repeats.append(waits)

    @staticmethod
    def statement_of(routine: Routine, piece: int) -> int:
        """Return the index of the instruction of a piece in its function."""
        start, stop, _ = routine.pieces[piece - routine.first]
        kinds = (n.Instruction, n.Call)
        statements = routine.code.statements
        return next((k for k in range(start, stop) if type(statements[k]) in kinds), start)

    def reader(self, piece: int, operand: int) -> Any:
        """Return a function that reads the guard, and the address in an operand, of a piece.

        See `ptxpy.sim.operand_reader`.
        """
        routine = self.pieces.program.owners[piece]
        index = self.statement_of(routine, piece)
        node: Any = routine.code.statements[index]
        level = routine.code.scopes[index]
        return operand_reader(self.pieces, piece, index, node, level, operand)

    def brkpt(self, ordinal: int) -> Any:
        """Return the function that reads the guard of an instruction `brkpt`; None for another."""
        return self._brkpts.get(ordinal) if self._brkpts else None


class Batch:
    """A batch that is held, or runs, with the records of the debugger."""

    def __init__(self, scheduler: Any, facts: ProgramFacts) -> None:
        """Begin with a batch of which nothing has run."""
        self.facts = facts
        self.state = BatchState(scheduler)
        self.machine = self.state.machine
        self.tracker = OperationTracker(self.machine, facts.pieces)
        self.begun: Any = np.full(self.machine.count, -1, np.int32)
        """For each lane, the last piece that it began."""
        self.previous: Issue | None = None
        """The instruction before the present one."""
        self.is_running = True
        """Whether it can be given the state of a checkpoint: it has not ended."""

    def ran(self, issue: Issue) -> None:
        """Note that lanes run an instruction now."""
        self.begun[slice(None) if issue.lanes is None else issue.lanes] = issue.piece
        self.tracker.before(issue.frame, issue.piece, issue.lanes)
        self.previous = issue

    # ----------------------------------------------------------------------- threads

    def focus_of(self, lane: int) -> Focus:
        """Return the thread of a lane."""
        return Focus(self.state.cta_of(lane), int(self.machine.thread_of[lane]))

    def lane(self, focus: Focus) -> int | None:
        """Return the lane of a thread; None if its CTA does not run now."""
        lanes = self.state.lanes_of(focus.cta)
        return lanes[focus.thread] if focus.thread < len(lanes) else None

    def warp_lanes(self, focus: Focus) -> range:
        """Return the lanes of the warp of a thread; empty if its CTA does not run now."""
        lanes = self.state.lanes_of(focus.cta)
        return lanes[focus.warp * WARP : (focus.warp + 1) * WARP]

    def place(self, focus: Focus) -> LanesAt | None:
        """Return where a thread is; None if it has ended, or its CTA does not run now."""
        lane = self.lane(focus)
        if lane is None or self.state.has_ended(lane):
            return None
        found = self.state.places(range(lane, lane + 1))
        return found[0] if found else None

    def nearest(self, focus: Focus, lanes: Any) -> Focus | None:
        """Return the thread among some lanes that is nearest to another one.

        That is the same, else one of its warp or CTA; None if all lanes have ended.
        """
        lane = self.lane(focus)
        running = self.machine.lanes[~self.machine.ended] if lanes is None else lanes
        if not len(running):
            return None
        near = running
        if lane is not None:
            for size in (1, WARP, self.machine.geometry.padded):
                inside = running[running // size == lane // size]
                if len(inside):
                    near = inside
                    break
        return self.focus_of(int(near[0]))

    # ------------------------------------------------------------- an instruction's lanes

    def lanes_of(self, issue: Issue) -> Any:
        """Return the lanes that are about to run an instruction."""
        return self.machine.lanes if issue.lanes is None else issue.lanes

    def place_of(self, issue: Issue, lanes: Any) -> LanesAt:
        """Return where lanes of an instruction are."""
        statement = self.facts.statement_of(issue.frame.routine, issue.piece)
        return LanesAt(issue.frame, statement, lanes, "")

    def guarded_lanes(self, issue: Issue, guard: Any) -> Any:
        """Return the lanes of an instruction whose guard is true; a guard of None always is."""
        lanes = self.lanes_of(issue)
        if guard is None:
            return lanes
        return lanes[np.broadcast_to(self.machine.flat(guard), lanes.shape)]

    def is_run_by(self, issue: Issue, focus: Focus) -> bool:
        """Return whether a thread is among those that are about to run an instruction."""
        lane = self.lane(focus)
        if lane is None:
            return False
        if issue.lanes is None:
            return True
        at = int(np.searchsorted(issue.lanes, lane))
        return at < len(issue.lanes) and int(issue.lanes[at]) == lane

    def waits_again(self, issue: Issue) -> bool:
        """Return whether lanes only run an instruction again at which they have waited."""
        if not self.facts.repeats[issue.piece]:
            return False
        begun = self.begun if issue.lanes is None else self.begun[issue.lanes]
        return bool((begun == issue.piece).all())
