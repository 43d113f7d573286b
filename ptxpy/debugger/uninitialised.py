"""Reads of registers and memory that nothing has written, which hold a launch in strict mode.

Each instruction is told once. Such a read is no fault, as compilers copy padding: the launch may go
on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.debugger.stops import Found
from ptxpy.sim import UnwrittenRegisters

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.debugger.batch import Batch, Issue
    from ptxpy.debugger.source_map import SourceMap
    from ptxpy.sim import UninitialisedRead

__all__ = ["UninitialisedReads"]


class UninitialisedReads:
    """Finds them in a launch, from its begin on."""

    def __init__(self, lines: SourceMap) -> None:
        """Begin with a launch of which nothing has run."""
        self._lines = lines
        self._memory_reads = 0
        """How many reads of memory have been told."""
        self._told: set[int] = set()
        """The instructions of which reads of registers have been told, by ordinal."""
        self._registers: UnwrittenRegisters | None = None
        self._batch: Batch | None = None

    def found(
        self, batch: Batch, issue: Issue, memory_reads: Mapping[int, UninitialisedRead]
    ) -> list[Found]:
        """Return those that the instruction before has made, and that an instruction will make.

        Args:
            batch: The batch that runs.
            issue: The instruction.
            memory_reads: Those of memory so far, see `LaunchStepper.unset_reads`.
        """
        if self._registers is None or self._batch is not batch:
            self._registers = UnwrittenRegisters(batch.machine, batch.facts.pieces)
            self._batch = batch
        found = []
        if len(memory_reads) > self._memory_reads:
            for ordinal, read in [*memory_reads.items()][self._memory_reads :]:
                text = (
                    f"a read of {read.where}, which nothing has been written to\n"
                    f"    at {self._lines.said(ordinal)}: {self._lines.text(ordinal)}\n"
                    f"    in {read.thread}"
                )
                found.append(Found("uninitialised", text, focus=batch.focus_of(read.lane)))
            self._memory_reads = len(memory_reads)
        unwritten = self._registers.before(issue.frame, issue.piece, issue.lanes)
        if unwritten is not None and issue.ordinal not in self._told:
            self._told.add(issue.ordinal)
            name, lane = unwritten
            text = f"a read of {name}, which this thread has not written"
            found.append(Found("uninitialised", text, focus=batch.focus_of(lane)))
        return found
