"""Where a launch is held and why, and how far it is to run until then."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from ptxpy.debugger.batch import Focus, Issue
    from ptxpy.debugger.source_map import SourceMap, SourcePlace
    from ptxpy.debugger.watches import Write

__all__ = ["ENTRY", "Found", "Goal", "SessionError", "Stop"]


class SessionError(Exception):
    """Something that can't be done where the launch is now."""


class Stop(NamedTuple):
    """Where and why a launch is held."""

    reason: str
    """`entry`, `breakpoint`, `step`, `watch`, `uninitialised` (a read of memory or a
    register that nothing has written), `fault`, `pause`, `start` (of the launch, going back),
    `ended` (the launch, which may still go back) or `finished` (there is no further one)."""
    position: int
    """How many pieces have begun with the next one."""
    text: str = ""
    """The message of a fault, or of a condition that can't be evaluated."""
    numbers: tuple[int, ...] = ()
    """The breakpoints or watches."""
    write: Write | None = None

    @property
    def is_over(self) -> bool:
        """Whether no instruction of the launch is to come: it has ended or faulted."""
        return self.reason in ("ended", "fault", "finished")


class Found(NamedTuple):
    """Why a launch is to be held at an instruction."""

    reason: str
    text: str = ""
    numbers: tuple[int, ...] = ()
    write: Write | None = None
    focus: Focus | None = None
    """The thread to look at; None for the same as before."""
    hidden: int = 0
    """How many inlined functions begin here that the thread is not yet shown in, as in gdb: it is
    held at the line of their call."""

    def at(self, position: int) -> Stop:
        """Return the stop for this reason at a position."""
        return Stop(self.reason, position, self.text, self.numbers, self.write)


class Goal(NamedTuple):
    """How far the launch is to run."""

    kind: str = "continue"
    """`continue`, `in`, `over`, `out`, or `to` a position."""
    by_line: bool = False
    """Whether a step is one of a line that is shown, or of an instruction."""
    chain: tuple[SourcePlace, ...] = ()
    """The line that a step leaves, and the lines of the inlined calls around it."""
    inlined: int = 0
    """How many lines the chain of the thread has; more than `chain` to finish an inlined function.
    """
    depth: int = 0
    """How many calls deep the frame is that a step leaves."""
    position: int = 0
    """The position to run to, of `to`."""
    found: Found = Found("step")
    """Why it is held there."""

    def is_reached(self, lines: SourceMap, issue: Issue) -> bool:
        """Return whether a step ends before an instruction that its thread is about to run."""
        depth = issue.depth
        if self.kind == "out":
            return depth < self.depth
        if self.kind == "over" and depth > self.depth:
            return False
        if not self.by_line:
            return True
        chain = lines.chain(issue.ordinal)
        if self.is_outside_of_source(lines, chain):
            return False
        if depth != self.depth:
            return True
        if lines.is_ordered and len(chain) < self.inlined and self.chain[-len(chain) :] == chain:
            # An inlined function has returned to the line of its call.
            return True
        outer = self.outer(chain)
        return lines.begun(issue.ordinal) > outer and chain[outer:] != self.chain

    def is_outside_of_source(self, lines: SourceMap, chain: tuple[SourcePlace, ...]) -> bool:
        """Return whether an instruction has no line in a source, and the step began at one.

        As in gdb such a step goes on: over instructions and functions without line information.
        """
        if chain[0].path != lines.ptx_path:
            return False
        return self.chain[0].path != lines.ptx_path if self.chain else lines.has_source

    def outer(self, chain: tuple[SourcePlace, ...]) -> int:
        """Return the index in a chain of the line that counts: over calls, inner ones do not."""
        return max(0, len(chain) - len(self.chain)) if self.kind == "over" and self.chain else 0


ENTRY: Final = Goal("to", position=1, found=Found("entry"))
"""To the first instruction of the launch."""
