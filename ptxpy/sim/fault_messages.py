"""Messages about faults: the fault, its location and its thread."""

from __future__ import annotations

import re
from inspect import currentframe
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.errors import FoundFault
from ptxpy.sim.machine.deadlocks import blocked_threads
from ptxpy.sim.machine.scheduler import DeadlockError
from ptxpy.syntax import positions

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.ir import nodes as n
    from ptxpy.sim.errors import FaultError, Missing
    from ptxpy.sim.machine.scheduler import Scheduler
    from ptxpy.sim.pieces import Program

__all__ = ["Reporter"]

MAX_LISTED_GROUPS: Final = 20
"""The most groups of waiting threads that a message lists."""


_MAX_LISTED_ELEMENTS: Final = 8
"""The most elements of a vector that a message lists."""
_VECTOR: Final = re.compile(r"\{([^{}]*)\}")


class Reporter:
    """Locates statements, and formats messages about faults."""

    def __init__(
        self, module: n.Module, program: Program, lines: Callable[[int, int], str] | None
    ) -> None:
        """Create the reporter of a module; `lines` as in `LoadedModule`."""
        self._module = module
        self._program = program
        self._lines = lines
        self._positions: Any = None

    def describe_statement(self, ordinal: int) -> str:
        """Return the location of a statement, and its text."""
        line = self.line(ordinal)
        text = " ".join(self._positions.line_text(line).split())
        return f"{self.location(ordinal)}: {_VECTOR.sub(_shorten, text)}"

    def line(self, ordinal: int) -> int:
        """Return the line of a statement in the PTX."""
        # Positions need the printed module, which takes long: only a message asks for them.
        if self._positions is None:
            self._positions = positions(self._module)
        found: int = self._positions.place(ordinal).line
        return found

    def location(self, ordinal: int) -> str:
        """Return the location of a statement, for messages."""
        line = self.line(ordinal)
        return self._lines(line, ordinal) if self._lines is not None else f"line {line}"

    def message(self, fault: FaultError, scheduler: Scheduler) -> str:
        """Return the whole message about a fault."""
        parts = [fault.message]
        ordinal = self.ordinal(fault, scheduler)
        if ordinal is not None:
            parts.append(f"at {self.describe_statement(ordinal)}")
        if fault.lane is not None:
            parts.append(f"in {scheduler.machine.describe_thread(fault.lane)}")
        parts += [f"{text} at {self.describe_statement(other)}" for text, other in fault.earlier]
        if fault.missing is not None:
            parts.append(f"missing: {self._missing_text(fault.missing)}")
        if isinstance(fault, DeadlockError):
            parts += self._waiting_threads(scheduler)
        return "\n    ".join(parts)

    def _missing_text(self, missing: Missing) -> str:
        """Return the text about missing synchronisation, with the location of each statement."""
        text, ordinals = missing
        return text.format(*map(self.location, ordinals))

    def describe(self, fault: FaultError, scheduler: Scheduler) -> FoundFault:
        """Return the description of a fault of strict mode."""
        ordinal = self.ordinal(fault, scheduler)
        return FoundFault(
            fault.kind,
            self.message(fault, scheduler),
            0 if ordinal is None else self.line(ordinal),
            "" if fault.missing is None else self._missing_text(fault.missing),
        )

    def _waiting_threads(self, scheduler: Scheduler) -> list[str]:
        """Return a line for each group of threads: how many wait, and for what."""
        lines = [
            f"{_describe_lanes(scheduler, each.lanes)} {each.reason}, "
            + self.describe_statement(each.frame.routine.code.ordinals[each.statement])
            for each in blocked_threads(scheduler)
        ]
        return lines[:MAX_LISTED_GROUPS] + (
            [f"and {len(lines) - MAX_LISTED_GROUPS} groups more"]
            if lines[MAX_LISTED_GROUPS:]
            else []
        )

    def ordinal(self, fault: FaultError, scheduler: Scheduler) -> int | None:
        """Return the ordinal of the statement that raised a fault.

        It is found by the line of the piece's function that raised it.
        """
        group = scheduler.running_group
        if fault.ordinal is not None:
            return fault.ordinal
        if group is None:
            return None
        if fault.statement is not None:
            return self._program.owners[group.piece].code.ordinals[fault.statement]
        pieces = scheduler.pieces
        line, traceback = 0, fault.__traceback__
        while traceback is not None:
            # Compiled functions are all named `piece`; the last one on the stack is the one at
            # fault.
            if traceback.tb_frame.f_code.co_name == "piece":
                line = traceback.tb_lineno
            traceback = traceback.tb_next
        # With `strict="collect"` a fault is described where it is found, and never raised.
        if fault.__traceback__ is None:
            frame = currentframe()
            while frame is not None and frame.f_code.co_name != "piece":
                frame = frame.f_back
            line = 0 if frame is None else frame.f_lineno
        index = pieces.statement_at(group.piece, line, all_lanes=group.lanes is None)
        owner = self._program.owners[group.piece]
        if index is None:
            piece = owner.pieces[group.piece - owner.first]
            # A line that belongs to no statement is that of the terminator at the end.
            index = piece.stop - 1
        return owner.code.ordinals[index]


def _describe_lanes(scheduler: Scheduler, lanes: Any) -> str:
    """Describe threads that wait: how many there are, and the first one."""
    number = len(lanes)
    first = scheduler.machine.describe_thread(int(lanes[0]))
    if number == 1:
        return f"{first} waits"
    ctas = len(np.unique(scheduler.machine.cta_of[lanes]))
    where = f" of {ctas:,} CTAs" if ctas > 1 else ""
    return f"{number:,} threads{where} wait, such as {first},"


def _shorten(vector: re.Match[str]) -> str:
    """Return the text of a vector, of a long one the first two elements and the last one."""
    elements = vector.group(1).split(",")
    if len(elements) <= _MAX_LISTED_ELEMENTS:
        return vector.group()
    first, second, *_, last = map(str.strip, elements)
    return f"{{{first}, {second}, …, {last}}}"
