"""Places in CUDA sources, which `.loc` and `.file` give to the statements of a module."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING, Final

from ptxpy.debug_info import SourceLines
from ptxpy.syntax import positions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.emulation.linking import Segment, Unit
    from ptxpy.ir import nodes as n

__all__ = ["UNNAMED", "LinkedPlaces", "SourcePlaces"]

UNNAMED: Final = "<ptx>"
"""The name of PTX that a program loads from its memory."""


class SourcePlaces:
    """The places of the statements of a module, in the PTX and, if known, in the CUDA source."""

    def __init__(self, module: n.Module, name: str) -> None:
        """Take a module, and the name of its PTX."""
        self._module = module
        self._name = name

    def __call__(self, line: int, ordinal: int) -> str:
        """Return the place of a statement for messages, given its line in the PTX."""
        # The PTX of an object is named for its CUDA source, whose lines these are not.
        is_file = self._name.endswith(".ptx")
        of = f" of {self._name}" if self._name != UNNAMED else ""
        ptx = f"{self._name}:{line}" if is_file else f"line {line} of the PTX{of}"
        found = self.source(ordinal)
        return f"{found} ({ptx})" if found else ptx

    def source(self, ordinal: int) -> str:
        """Return the file and line of a statement in the CUDA source; empty if it is not known."""
        found = self._lines.at(ordinal)
        return "" if found is None else str(found)

    @cached_property
    def _lines(self) -> SourceLines:
        return SourceLines(self._module)


class LinkedPlaces:
    """The places of the statements of a linked module, in its units."""

    def __init__(self, units: Sequence[Unit], segments: Sequence[Segment]) -> None:
        """Take the units, and where the items of the module come from."""
        self._units = units
        self._segments = segments
        self._first = [each.ordinal for each in segments]
        self._places = [SourcePlaces(unit.module, unit.name) for unit in units]

    def __call__(self, line: int, ordinal: int) -> str:
        """Return the place of a statement for messages: its line in its unit."""
        del line
        segment = self._segments[bisect_right(self._first, ordinal) - 1]
        unit_ordinal = ordinal - segment.ordinal + segment.unit_ordinal
        line = positions(self._units[segment.unit].module).place(unit_ordinal).line
        return self._places[segment.unit](line, unit_ordinal)
