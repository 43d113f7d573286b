"""Lines of the source that a module was compiled from, by `.loc` and `.file`."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from ptxpy._records import NamedTuple
from ptxpy.debug_info.dwarf import read_labelled_strings
from ptxpy.ir import nodes as n
from ptxpy.ir import statements

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["SourceLine", "SourceLines"]


class SourceLine(NamedTuple):
    """A line of a source file."""

    file: str
    """Its path, as `.file` has it."""
    line: int
    inlined: SourceLine | None = None
    """Where its function is called, if it is inlined."""
    function: str = ""
    """The symbol of the function that is inlined; empty if it is not known."""

    def __str__(self) -> str:
        """Return file and line, and the call if the function is inlined."""
        caller = "" if self.inlined is None else f", inlined at {self.inlined}"
        return f"{self.file}:{self.line}{caller}"


class SourceLines:
    """The lines of the source of the statements of a module."""

    def __init__(self, module: n.Module) -> None:
        """Read the `.loc` and `.file` directives of a module."""
        files: Mapping[str, str] = {
            item.number.text: "/".join(filter(None, (item.directory, item.name)))
            for item in module.body
            if type(item) is n.File
        }
        names = read_labelled_strings(module)
        self._ordinals: list[int] = []
        """The ordinals from which on a line holds, in order."""
        self._lines: list[SourceLine | None] = []
        for ordinal, statement in enumerate(statements(module)):
            if type(statement) is n.Location:
                found = _line_of(files, names, statement)
            elif type(statement) is n.Function:
                # A function without `.loc` has no lines: those of the function before it end here.
                found = None
            else:
                continue
            self._ordinals.append(ordinal)
            self._lines.append(found)

    def __bool__(self) -> bool:
        """Return whether any statement has a line."""
        return any(self._lines)

    def between(self, first: int, last: int) -> list[SourceLine]:
        """Return the lines that begin behind a statement, and up to another: of each `.loc`.

        The line of a call whose function is inlined has a `.loc` without an instruction.
        """
        low, high = bisect_right(self._ordinals, first), bisect_right(self._ordinals, last)
        return [line for line in self._lines[low:high] if line is not None]

    def at(self, ordinal: int) -> SourceLine | None:
        """Return the line of a statement; None if it is not known."""
        place = bisect_right(self._ordinals, ordinal) - 1
        return self._lines[place] if place >= 0 else None


def _line_of(
    files: Mapping[str, str], names: Mapping[str, str], location: n.Location
) -> SourceLine | None:
    """Return the line of a `.loc`; None for line 0, which means none."""
    name, line = files.get(location.file.text), location.line.text
    if not name or not line.strip("0"):
        return None
    inlined = location.inlined
    caller, function = None, ""
    if inlined is not None:
        function = names.get(inlined.function.name, "") if inlined.offset is None else ""
        of, number = files.get(inlined.file.text), inlined.line.text
        caller = SourceLine(of, int(number)) if of and number.strip("0") else None
    return SourceLine(name, int(line), caller, function)
