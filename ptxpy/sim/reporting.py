"""Messages about what went wrong: where, which thread, and what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ptxpy.printer import positions
from ptxpy.sim.scheduler import Deadlock

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.errors import Fault
    from ptxpy.sim.frame import Frame
    from ptxpy.sim.scheduler import Scheduler
    from ptxpy.sim.simulation import Loaded

__all__ = ["Reporter"]


class Reporter:
    """Finds places, and puts messages together."""

    def __init__(self, loaded: Loaded, lines: Callable[[int, int], str] | None) -> None:
        """Take a module, and what says where its statements stand."""
        self.loaded = loaded
        self._lines = lines
        self._where: Any = None

    def place(self, ordinal: int) -> str:
        """Return where a statement stands, and its text."""
        if self._where is None:
            self._where = positions(self.loaded.module)
        line = self._where.place(ordinal).line
        text = " ".join(self._where.line_text(line).split())
        shown = self._lines(line, ordinal) if self._lines is not None else f"line {line}"
        return f"{shown}: {text}"

    def message(self, fault: Fault, scheduler: Scheduler) -> str:
        """Return the whole message about a fault."""
        parts = [fault.message]
        ordinal = self._ordinal(fault, scheduler)
        if ordinal is not None:
            parts.append(f"at {self.place(ordinal)}")
        if fault.lane is not None:
            parts.append(f"in {thread(scheduler, fault.lane)}")
        if isinstance(fault, Deadlock):
            parts += self._waiting(scheduler)
        return "\n    ".join(parts)

    def _waiting(self, scheduler: Scheduler) -> list[str]:
        """Return who waits for what, group by group."""
        told = []
        for frame, lanes, numbers, following in scheduler.barriers.waiting():
            place = self._before(frame, following)
            for number in sorted({int(each) for each in numbers}):
                here = lanes[numbers == number]
                told.append(f"{_some(scheduler, here)} at barrier {number}, {place}")
        for frame, piece, lanes in scheduler.parked():
            owner = frame.routine
            index = owner.pieces[piece - owner.first].start
            place = self.place(owner.code.ordinals[index])
            told.append(f"{_some(scheduler, lanes)} for others of their warps, {place}")
        return told

    def _before(self, frame: Frame, following: int) -> str:
        """Return the place of the last statement of the piece before another one."""
        owner = frame.routine
        index = owner.pieces[following - 1 - owner.first].stop - 1
        return self.place(owner.code.ordinals[index])

    def _ordinal(self, fault: Fault, scheduler: Scheduler) -> int | None:
        """Return the statement that raised a fault: by the line of its piece's function."""
        group = scheduler.now
        if group is None:
            return None
        traceback = fault.__traceback__
        line = 0
        while traceback is not None:
            if traceback.tb_frame.f_code.co_name == "piece":
                line = traceback.tb_lineno
            traceback = traceback.tb_next
        pieces = self.loaded.pieces
        index = pieces.statement_at(group.piece, line, whole=group.lanes is None)
        owner = self.loaded.program.owners[group.piece]
        if index is None:
            piece = owner.pieces[group.piece - owner.first]
            index = piece.stop - 1
        return owner.code.ordinals[index]


def _some(scheduler: Scheduler, lanes: Any) -> str:
    """Return how many threads wait, and one of them."""
    number = len(lanes)
    first = thread(scheduler, int(lanes[0]))
    return f"{first} waits" if number == 1 else f"{number:,} threads wait, such as {first},"


def thread(scheduler: Scheduler, lane: int) -> str:
    """Return the CTA and the thread of a lane in words."""
    machine = scheduler.machine
    geometry = machine.geometry
    cta = machine.first + int(machine.cta_of[lane])
    number = int(machine.thread_of[lane])
    return f"CTA {_coordinates(cta, geometry.grid)}, thread {_coordinates(number, geometry.block)}"


def _coordinates(number: int, shape: tuple[int, int, int]) -> str:
    x, rest = number % shape[0], number // shape[0]
    return f"({x}, {rest % shape[1]}, {rest // shape[1]})"
