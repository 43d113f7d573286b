"""Going back: the launch runs again up to its position, and an earlier position is found meanwhile.

A few checkpoints of its state save the way from the begin.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.debugger.stops import Found, Goal
from ptxpy.sim import put_back, take_checkpoint

if TYPE_CHECKING:
    from ptxpy.debugger.batch import Batch, Issue
    from ptxpy.debugger.source_map import SourceMap
    from ptxpy.debugger.watches import Write
    from ptxpy.sim import Checkpoint, Snapshot

__all__ = ["FIRST_INTERVAL", "Checkpoints", "Record"]

FIRST_INTERVAL: Final = 1024
"""How many pieces are before the first checkpoint, and between those at first."""
MAX_CHECKPOINTS: Final = 16
"""The most checkpoints that are kept."""
MAX_CHECKPOINT_BYTES: Final = 1 << 29
"""The most bytes of all checkpoints, unless one is larger."""
_REGISTER_BYTES: Final = 8
_MAX_CHECKPOINT_SECONDS: Final = 0.05
"""If one takes longer, the next ones are further apart."""


class _Past(NamedTuple):
    """An instruction of the focus that ran before, and that a step back may go to."""

    position: int
    line: tuple[Any, ...]
    """Its line, with the lines of the calls around it and how many calls deep it is."""
    hidden: int
    """How many inlined functions it is in that a step over calls passes over."""


class Record:
    """Notes about a launch while it runs again up to its former position.

    One of the kind `step` looks for the begin of the line before, one of the kind `continue` for
    the last stop, and one of the kind `writes` for the last write to watched memory.
    """

    def __init__(self, kind: str, goal: Goal, until: int, *, is_partial: bool = False) -> None:
        """Begin without notes.

        Args:
            kind: The kind of position that is wanted.
            goal: The step that is taken back.
            until: The former position.
            is_partial: Whether the launch runs from a checkpoint.
        """
        self.kind = kind
        self.is_partial = is_partial
        self.goal = goal
        self.until = until
        self.write: Write | None = None
        """The last write."""
        self._last: _Past | None = None
        self._run_start: _Past | None = None
        """Where the present run of instructions of one line began."""
        self._runs = 0
        """How many such runs there were."""
        self._hit: tuple[int, Found] | None = None

    def note_hit(self, position: int, found: Found | None) -> None:
        """Note a reason to stop the launch at a position."""
        if self.kind == "continue" and found is not None:
            self._hit = position, found

    def note(self, position: int, lines: SourceMap, issue: Issue) -> None:
        """Note an instruction of the focus, unless a step back passes over it."""
        goal, depth = self.goal, issue.depth
        if goal.kind == "over" and depth > goal.depth:
            return
        if goal.kind == "out" and depth >= goal.depth:
            return
        line: tuple[Any, ...] = (position,)  # by instruction each is a line of its own
        outer = 0
        if goal.by_line:
            chain = lines.chain(issue.ordinal)
            outer = goal.outer(chain)
            if goal.is_outside_of_source(lines, chain) or lines.begun(issue.ordinal) <= outer:
                return
            line = depth, *chain[outer:]
        past = _Past(position, line, outer)
        if self._last is None or self._last.line != line:
            self._run_start = past
            self._runs += 1
        self._last = past

    @property
    def is_too_short(self) -> bool:
        """Whether the line may begin before the checkpoint from which the launch ran."""
        return self.is_partial and self._runs < 1 + self.goal.by_line

    def result(self) -> tuple[int, Found]:
        """Return the position to go to, and why; the start of the launch if nothing is before."""
        if self.kind == "continue" and self._hit is not None:
            return self._hit
        if self.kind == "step" and self._last is not None:
            # A step back goes to the begin of its line, from there to the begin of the one before.
            is_line = self.goal.by_line and self.goal.kind != "out"
            past = self._run_start if is_line and self._run_start is not None else self._last
            return past.position, Found("step", hidden=past.hidden)
        return 1, Found("start")


class Checkpoints:
    """The checkpoints of a launch."""

    def __init__(self, *, are_allowed: bool) -> None:
        """Begin with none; the state of strict mode can't be put back."""
        self.are_allowed = are_allowed
        self.interval = FIRST_INTERVAL
        """How many pieces are between two checkpoints."""
        self._taken: list[Checkpoint] = []

    def take(self, batch: Batch, memory: Snapshot, issue: Issue, position: int, more: Any) -> None:
        """Take a checkpoint before an instruction, unless there is one behind it.

        Args:
            batch: The batch that runs.
            memory: The snapshot of memory from the begin of the launch.
            issue: The instruction.
            position: How many pieces have begun, without this one.
            more: Further data of the position.
        """
        if any(each.position >= position for each in self._taken):
            return
        begun = time.perf_counter()
        machine = batch.machine
        machine.output.flush()
        followed = vars(batch.tracker), batch.begun, more
        try:
            taken = take_checkpoint(batch.state.scheduler, memory, position, followed)
        except (TypeError, ValueError, MemoryError, RecursionError):
            # Something in the state can't be copied: to go back is to begin again.
            self.are_allowed = False
            return
        self._taken.append(taken)
        copies = sum(len(data) for _, data in taken.memory.copies.values())
        held = machine.shared.nbytes + machine.local.nbytes + copies
        held += _REGISTER_BYTES * len(issue.frame) * machine.count
        most = min(MAX_CHECKPOINTS, max(1, MAX_CHECKPOINT_BYTES // held))
        if len(self._taken) > most:
            # Every other one is dropped, so that there are as many of a launch of any length.
            self._taken = self._taken[1::2]
            self.interval *= 2
        elif time.perf_counter() - begun > _MAX_CHECKPOINT_SECONDS:
            self.interval *= 4

    def put_back(
        self, batch: Batch, memory: Snapshot, before: int, *, after: int = -1
    ) -> tuple[int, Any] | None:
        """Put back the last checkpoint of a batch between two positions.

        Returns its position, and its further data; None if there is no such checkpoint.
        """
        first = batch.machine.first
        found = [
            each for each in self._taken if each.first == first and after < each.position < before
        ]
        if not found:
            return None
        chosen = max(found, key=lambda each: each.position)
        batch.machine.output.flush()
        tracked, begun, more = put_back(chosen, batch.state.scheduler, memory)
        vars(batch.tracker).update(tracked)
        batch.begun, batch.previous = begun, None
        return chosen.position, more
