"""The names of regions in timelines: loops, lines of the source, labels."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.ir import statements

if TYPE_CHECKING:
    from ptxpy.sim.observe.regions import Region
    from ptxpy.sim.observe.source_lines import Source

__all__ = ["NamedRegion", "RegionNames"]

_DEBUG_LABEL: Final = re.compile(r"(?:\$L__|\.?L)(?:tmp|func_begin)\d+\Z")
"""A label that debug information refers to: it says nothing about the code."""


class NamedRegion(NamedTuple):
    """A region as a reader sees it."""

    name: str
    """`loop $L__BB0_2`; the label; `matmul.cu:9-14` or `lines 20-31` where no label tells more."""
    arguments: dict[str, Any]
    """Its function, label, and lines in the PTX, the source and Python, if they are known."""


class RegionNames:
    """The names of the regions of a module, each made when it is asked for."""

    def __init__(self, source: Source) -> None:
        """Take the source of a module, whose `.loc` name lines."""
        self._source = source
        self._found: dict[int, NamedRegion] = {}
        self._places: dict[int, tuple[str, int]] | None = None

    def of(self, number: int, region: Region) -> NamedRegion:
        """Return a region, given the ordinal with which it begins."""
        found = self._found.get(number)
        if found is None:
            found = self._found[number] = self._named(region)
        return found

    def _named(self, region: Region) -> NamedRegion:
        code, label = region.routine.code, region.label
        ran = [code.ordinals[k] for k in region.statements if _is_run(code.statements[k])]
        first, last = (self._source.location(ordinal) for ordinal in (ran[0], ran[-1]))
        lines = _runs([self._source.line(ordinal) for ordinal in ran])
        arguments: dict[str, Any] = {"function": region.routine.name, "lines": lines}
        if first.python_line:
            arguments["python"] = f"{first.python_line}-{last.python_line}"
        source = self._lines_of_source(ran)
        if source:
            arguments["source"] = source
        if region.is_loop:
            head = self._source.location(code.ordinals[region.head])
            arguments["label"] = label
            name = f"loop {label}" if label else f"loop at line {head.line}"
            if _DEBUG_LABEL.match(label):
                name = f"loop {source or f'at line {head.line}'}"
        elif label and not _DEBUG_LABEL.match(label):
            name = label
        else:
            name = source or f"lines {lines}"
        return NamedRegion(name, arguments)

    def _lines_of_source(self, ran: list[int]) -> str:
        """Return the lines of the file in which instructions begin: `kernel.cu:9-14`; else ""."""
        if self._places is None:
            self._places = _places(self._source.module)
        places = [self._places[ordinal] for ordinal in ran if ordinal in self._places]
        if not places:
            return ""
        file = places[0][0]
        lines = [line for name, line in places if name == file]
        return f"{file}:{_span(min(lines), max(lines))}"


def _is_run(statement: n.Node) -> bool:
    return type(statement) in (n.Instruction, n.Call)


def _span(first: int, last: int) -> str:
    return f"{first}-{last}" if last > first else str(first)


def _runs(lines: list[int]) -> str:
    """Return the lines of instructions: `93-101, 120-136` where others are between."""
    # A blank line, a label or a comment is no gap; a block that is elsewhere is one.
    runs: list[list[int]] = []
    for line in sorted({*lines}):
        if runs and line - runs[-1][1] <= _MAX_GAP:
            runs[-1][1] = line
        else:
            runs.append([line, line])
    return ", ".join(_span(first, last) for first, last in runs)


_MAX_GAP: Final = 8
"""Lines between instructions that a part of the code may have none in."""


def _places(module: n.Module) -> dict[int, tuple[str, int]]:
    """Return the file and the line of each statement that a `.loc` is of, by its ordinal.

    An inlined instruction has the place of the call, which is in the function that is read.
    """
    names = {
        each.number.text: PurePath(each.name).name
        for each in statements(module)
        if type(each) is n.File
    }
    found: dict[int, tuple[str, int]] = {}
    current: tuple[str, int] | None = None
    for ordinal, statement in enumerate(statements(module)):
        if type(statement) is n.Function:
            current = None
        elif type(statement) is n.Location:
            place = statement if statement.inlined is None else statement.inlined
            # Line 0 stands for code that is of no line.
            file, line = names.get(place.file.text), place.line.text
            current = (file, int(line)) if file and line.isdecimal() and int(line) else None
        elif current is not None:
            found[ordinal] = current
    return found
