"""Breakpoints, and those that an instruction hits."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.debugger.batch import WARP
from ptxpy.debugger.expressions import Expression, ExpressionError
from ptxpy.debugger.stops import Found

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.debugger.batch import Batch, Focus, Issue
    from ptxpy.debugger.source_map import SourcePlace
    from ptxpy.debugger.thread_names import ThreadNames

__all__ = ["Breakpoint", "Breakpoints", "Threads"]


class Threads(NamedTuple):
    """Some threads of a launch; None stands for all."""

    cta: int | None = None
    """The index of a CTA in the grid, as `Geometry.cta_coordinates` counts."""
    warp: int | None = None
    """The index of a warp in its CTA."""
    thread: int | None = None
    """The index of a thread in its CTA."""

    def among(self, batch: Batch, lanes: Any) -> Any:
        """Return those of some lanes that are these threads."""
        of = batch.machine.thread_of
        if self.cta is not None:
            inside = batch.state.lanes_of(self.cta)
            first, last = np.searchsorted(lanes, (inside.start, inside.stop))
            lanes = lanes[first:last]
        if self.warp is not None:
            lanes = lanes[of[lanes] // WARP == self.warp]
        if self.thread is not None:
            lanes = lanes[of[lanes] == self.thread]
        return lanes


@dataclass
class Breakpoint:
    """A breakpoint at instructions."""

    number: int
    ordinals: tuple[int, ...]
    """The instructions, by ordinal."""
    place: SourcePlace
    threads: Threads = field(default_factory=Threads)
    condition: Expression | None = None
    """The breakpoint stops only threads for which this condition holds."""
    after: int = 0
    """How many hits are passed over."""
    only_hit: int = 0
    """The one hit that stops; 0 for all."""
    message: str = ""
    """A text that is shown in place of a stop, with expressions in braces; empty for a stop."""
    is_temporary: bool = False
    is_enabled: bool = True
    hits: int = 0
    """How often it was hit since the launch began."""

    def passes(self) -> bool:
        """Count a hit; return whether the launch runs on nevertheless."""
        self.hits += 1
        return self.hits <= self.after or self.only_hit not in (0, self.hits)


class Breakpoints:
    """The breakpoints of a session."""

    def __init__(self, names: ThreadNames) -> None:
        """Begin with none; `names` gives the names in conditions and messages their meaning."""
        self.by_number: dict[int, Breakpoint] = {}
        self._by_ordinal: dict[int, list[Breakpoint]] = {}
        self._names = names

    def add(self, breakpoint_: Breakpoint) -> None:
        """Add a breakpoint."""
        self.by_number[breakpoint_.number] = breakpoint_
        self._index()

    def remove(self, number: int) -> Breakpoint | None:
        """Remove a breakpoint, and return it; None if there is none of this number."""
        found = self.by_number.pop(number, None)
        self._index()
        return found

    def _index(self) -> None:
        by_ordinal: dict[int, list[Breakpoint]] = {}
        for each in self.by_number.values():
            for ordinal in each.ordinals:
                by_ordinal.setdefault(ordinal, []).append(each)
        self._by_ordinal = by_ordinal

    def hit(
        self, batch: Batch, issue: Issue, focus: Focus, log: Callable[[str], object] | None
    ) -> Found | None:
        """Return the breakpoints that are hit at an instruction; None for none.

        Args:
            batch: The batch that runs.
            issue: The instruction.
            focus: The thread that is looked at, or another one close to it, is named.
            log: Takes the messages of breakpoints that do not stop; None while the launch runs
                again, when they have been told.
        """
        numbers, near, text = [], None, ""
        for each in self._by_ordinal.get(issue.ordinal, ()):
            if not each.is_enabled or batch.waits_again(issue):
                continue
            lanes = each.threads.among(batch, batch.lanes_of(issue))
            if len(lanes) and each.condition is not None:
                names = self._names.at(batch.place_of(issue, lanes), lanes)
                try:
                    lanes = lanes[each.condition.holds(names)]
                except ExpressionError as error:
                    # A condition that can't be evaluated must not be passed over in silence.
                    text = f"the condition of breakpoint {each.number} can't be evaluated: {error}"
            if not len(lanes) or each.passes():
                continue
            if each.message and not text:
                if log is not None:
                    log(self._message(each, batch, issue, lanes[:1]))
                continue
            numbers.append(each.number)
            near = batch.nearest(focus, lanes)
        if numbers:
            return Found("breakpoint", text, tuple(numbers), None, near)
        read_guard = batch.facts.brkpt(issue.ordinal)
        if read_guard is None:
            return None
        # As on a device, a thread whose guard is false passes.
        guard, _ = read_guard(batch.machine, issue.frame, issue.lanes)
        lanes = batch.guarded_lanes(issue, guard)
        if not len(lanes):
            return None
        return Found("breakpoint", "the instruction brkpt", focus=batch.nearest(focus, lanes))

    def _message(self, each: Breakpoint, batch: Batch, issue: Issue, lanes: Any) -> str:
        """Return the message of a breakpoint with the values of a thread."""
        names = self._names.at(batch.place_of(issue, lanes), lanes)

        def value(match: re.Match[str]) -> str:
            try:
                return Expression(match[1]).evaluate(names).text(0)
            except ExpressionError as error:
                return f"{{{error.message}}}"

        return re.sub(r"\{([^{}]*)\}", value, each.message)
