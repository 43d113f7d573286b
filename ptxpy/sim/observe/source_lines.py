"""The source locations of instructions: lines in the PTX and in Python, and their text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._records import NamedTuple
from ptxpy.syntax import positions

if TYPE_CHECKING:
    from ptxpy.launch_request import ModuleSource

__all__ = ["Source", "SourceLocation"]

_MAX_TEXT_LENGTH = 200
"""The most characters of an instruction that are shown."""


class SourceLocation(NamedTuple):
    """The location of an instruction in the source."""

    line: int
    """The line in the PTX, from 1."""
    python_line: int
    """The line in the Python that the module was written in; 0 for none."""
    text: str
    """The instruction, in one line."""


class Source:
    """The source locations of a module, by ordinal of the statement."""

    def __init__(self, source: ModuleSource) -> None:
        """Take the source of a module."""
        self.name = source.filename
        self.module = source.module
        self._python = source.python[2] if source.python else ()
        self._positions = positions(source.module)
        self._locations: dict[int, SourceLocation] = {}

    def location(self, ordinal: int) -> SourceLocation:
        """Return the location of a statement; its text is truncated."""
        found = self._locations.get(ordinal)
        if found is None:
            at = self._positions.place(ordinal)
            python = self._python[ordinal] if ordinal < len(self._python) else 0
            offsets, text = self._positions.offsets, self._positions.text
            start = offsets[ordinal]
            stop = offsets[ordinal + 1] if ordinal + 1 < len(offsets) else len(text)
            # A statement may be a call with hundreds of arguments: only its beginning is split into
            # words.
            part = text[start : min(stop, start + 4 * _MAX_TEXT_LENGTH)]
            end = part.find(";")
            whole = " ".join(part[: end + 1 if end >= 0 else len(part)].split())
            whole = "".join(each if each.isprintable() else "?" for each in whole)
            found = self._locations[ordinal] = SourceLocation(
                at.line,
                python,
                whole if len(whole) <= _MAX_TEXT_LENGTH else f"{whole[:_MAX_TEXT_LENGTH - 1]}…",
            )
        return found

    def line(self, ordinal: int) -> int:
        """Return the line of a statement in the PTX."""
        return self.location(ordinal).line
