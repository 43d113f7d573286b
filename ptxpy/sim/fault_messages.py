"""Messages about faults: the fault, its location and its thread."""

from __future__ import annotations

import re
from inspect import currentframe
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.ir import nodes as n
from ptxpy.ir import statements, walk
from ptxpy.isa import CONTROL_FLOW, traits
from ptxpy.sim.errors import FoundFault
from ptxpy.sim.machine.deadlocks import blocked_threads
from ptxpy.sim.machine.scheduler import DeadlockError
from ptxpy.syntax import positions

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.errors import FaultError
    from ptxpy.sim.machine.scheduler import Scheduler
    from ptxpy.sim.pieces import Program

__all__ = ["Reporter"]

MAX_LISTED_GROUPS: Final = 20
"""The most groups of waiting threads that a message lists."""


_MAX_LISTED_ELEMENTS: Final = 8
"""The most elements of a vector that a message lists."""
_IN_A_BLOCK: Final = frozenset({n.Instruction, n.Location, n.Pragma})
"""The statements within a basic block."""
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
        missing = self._missing_text(fault, ordinal)
        if missing:
            parts.append(f"missing: {missing}")
        if isinstance(fault, DeadlockError):
            parts += self._waiting_threads(scheduler)
        return "\n    ".join(parts)

    def _missing_text(self, fault: FaultError, ordinal: int | None) -> str:
        """Return the text about missing synchronisation, with locations; empty if none is known."""
        if fault.missing is None:
            return ""
        # No barrier orders threads that all read and write the same word in the same statements.
        if ordinal is not None and any(self._is_update(at, ordinal) for _, at in fault.earlier):
            return (
                "an atomic operation, such as atom.add or red.add, for this read and write of one "
                "address by several threads, or one thread alone that executes them"
            )
        text, ordinals = fault.missing
        return text.format(*map(self.location, ordinals))

    def _is_update(self, load: int, store: int) -> bool:
        """Return whether a store writes the value back to where a load before it has read.

        They are in one basic block, and have the same address.
        """
        between = [*islice(statements(self._module), load, store + 1)]
        # A label begins a basic block, and a branch, a call or a barrier ends the pair.
        if not all(type(each) in _IN_A_BLOCK for each in between):
            return False
        found = [each for each in between if type(each) is n.Instruction]
        if len(found) < 2:  # noqa: PLR2004 - a load and a store
            return False
        read, written_to = _address(found[0], "read"), _address(found[-1], "write")
        if read is None or read != written_to:
            return False
        names = {each.name for each in walk(read) if isinstance(each, n.Register)}
        for each in found[:-1]:
            barrier = traits(each.opcode, each.modifiers).barrier
            written = {part.name for part in walk(each.operands[0]) if isinstance(part, n.Register)}
            if barrier or each.opcode in CONTROL_FLOW or names & written:
                return False
        return True

    def describe(self, fault: FaultError, scheduler: Scheduler) -> FoundFault:
        """Return the description of a fault of strict mode."""
        ordinal = self.ordinal(fault, scheduler)
        return FoundFault(
            fault.kind,
            self.message(fault, scheduler),
            0 if ordinal is None else self.line(ordinal),
            self._missing_text(fault, ordinal),
        )

    def _waiting_threads(self, scheduler: Scheduler) -> list[str]:
        """Return a line for each group of threads: how many wait, and for what."""
        lines = []
        for each in blocked_threads(scheduler):
            ordinals, reason = each.frame.routine.code.ordinals, each.reason
            if each.initialised is not None:
                reason += f"; their count is given at {self.location(ordinals[each.initialised])}"
            threads = _describe_lanes(scheduler, each.lanes)
            lines.append(f"{threads} {reason}, {self.describe_statement(ordinals[each.statement])}")
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


def _address(instruction: n.Instruction, kind: str) -> n.Node | None:
    """Return the address that an instruction accesses; None if it has not one access of a kind."""
    accesses = traits(instruction.opcode, instruction.modifiers).accesses
    if [each.kind for each in accesses] != [kind]:
        return None
    at = accesses[0].position
    return instruction.operands[at] if 0 <= at < len(instruction.operands) else None


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
