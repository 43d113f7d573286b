"""The line of each instruction in the sources, and the instructions of each line."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.analysis import bodies, count_statements
from ptxpy.debug_info import SourceLines
from ptxpy.demangle import demangled
from ptxpy.ir import nodes as n
from ptxpy.ir import statements
from ptxpy.sim import Source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.launch_request import ModuleSource

__all__ = ["LineError", "SourceMap", "SourcePlace"]

_MAX_INLINED_CALLS: Final = 32
"""The most calls of inlined functions within each other that are followed."""
_MAX_SOURCE_BYTES: Final = 1 << 24
"""The most bytes of a source file that is read."""


class LineError(ValueError):
    """A file or a line that no instruction comes from."""


class SourcePlace(NamedTuple):
    """A line of a file."""

    path: str
    line: int


class SourceMap:
    """The lines of the instructions of a module: of its PTX, its Python, and its source."""

    def __init__(self, source: ModuleSource) -> None:
        """Take a module."""
        self._source = source
        self._lines = Source(source)
        self._compiled = SourceLines(source.module)
        self.instructions: Sequence[tuple[int, n.Instruction | n.Call]] = [
            (ordinal, each)
            for ordinal, each in enumerate(statements(source.module))
            if isinstance(each, n.Instruction | n.Call)
        ]
        """The instructions and calls with their ordinals."""
        self.ptx_path = source.filename
        """The name of the PTX."""
        self.python_path = source.python[0] if source.python else ""
        """The Python file that the module was made by; empty for none."""
        if self.python_path == self.ptx_path:
            # The PTX of a Python file has no file of its own.
            self.ptx_path = f"{self.python_path}.ptx"
        self._read: dict[str, list[str] | None] = {}

    # ------------------------------------------------------------------ where from

    def ptx(self, ordinal: int) -> SourcePlace:
        """Return the line of a statement in the PTX."""
        return SourcePlace(self.ptx_path, self._lines.line(ordinal))

    def text(self, ordinal: int) -> str:
        """Return a statement in one line."""
        return self._lines.location(ordinal).text

    def source(self, ordinal: int) -> SourcePlace | None:
        """Return the line in the Python or compiled source, whose file can be read; else None."""
        # A function of a library, whose file is not there, is shown by the line that calls it.
        for place in (self.named_source(ordinal), *self._chains.get(ordinal, ())):
            if place is not None and self.rows(place.path) is not None:
                return place
        return None

    def named_source(self, ordinal: int) -> SourcePlace | None:
        """Return the line in the Python or compiled source, whether or not there is its file."""
        python = self._lines.location(ordinal).python_line
        if python:
            return SourcePlace(self.python_path, python)
        found = self._compiled.at(ordinal)
        return None if found is None else SourcePlace(found.file, found.line)

    def chain(self, ordinal: int) -> tuple[SourcePlace, ...]:
        """Return the line that is shown for an instruction, and those of the calls around it.

        They are the calls of functions that are inlined, the innermost first.
        """
        found = self._chains.get(ordinal, ())
        return (self.place(ordinal), *[each for each in found if each != self.place(ordinal)])

    @cached_property
    def _chains(self) -> dict[int, tuple[SourcePlace, ...]]:
        """The lines of the calls of functions that are inlined at instructions, if they are."""
        functions = [each.ordinal for each in bodies(self._source.module)]
        found: dict[int, tuple[SourcePlace, ...]] = {}
        # A `.loc` has one call alone: that of the line of the call is told by an earlier one.
        callers: dict[tuple[int, SourcePlace], SourcePlace] = {}
        before = -1
        for ordinal, _ in self.instructions:
            function = bisect_right(functions, ordinal)
            for line in self._compiled.between(before, ordinal):
                key = function, SourcePlace(line.file, line.line)
                callers.pop(key, None)
                if line.inlined is not None:
                    callers[key] = SourcePlace(line.inlined.file, line.inlined.line)
            before = ordinal
            place = self._compiled.at(ordinal)
            here = None if place is None else SourcePlace(place.file, place.line)
            chain: list[SourcePlace] = []
            while here is not None and len(chain) < _MAX_INLINED_CALLS:
                here = callers.get((function, here))
                chain += [] if here is None else [here]
            if chain:
                found[ordinal] = tuple(chain)
        return found

    def place(self, ordinal: int) -> SourcePlace:
        """Return the line that is shown for a statement: of the source if there is one."""
        return self.source(ordinal) or self.ptx(ordinal)

    @cached_property
    def has_source(self) -> bool:
        """Whether some instruction comes from a source that can be read."""
        return any(self.source(ordinal) is not None for ordinal, _ in self.instructions)

    @property
    def main_path(self) -> str:
        """The file in which lines are meant that are given without a file."""
        return self.python_path or self.ptx_path

    # ---------------------------------------------------------------------- texts

    def rows(self, path: str) -> list[str] | None:
        """Return the lines of a file; None if it can't be read."""
        if path == self.ptx_path:
            return self._ptx_rows
        if path not in self._read:
            self._read[path] = self._rows_of(path)
        return self._read[path]

    @cached_property
    def _ptx_rows(self) -> list[str]:
        return self._source.ptx.decode("utf-8", "replace").split("\n")

    def _rows_of(self, path: str) -> list[str] | None:
        python = self._source.python
        if python is not None and path == python[0]:
            return python[1].split("\n")
        try:
            file = Path(path)
            # The name comes from the PTX of a stranger: only what is plainly a file is read.
            if not file.is_file() or file.stat().st_size > _MAX_SOURCE_BYTES:
                return None
            return file.read_text(encoding="utf-8", errors="replace").split("\n")
        except (OSError, ValueError):
            return None

    def row(self, place: SourcePlace) -> str:
        """Return the text of a line; empty if it is not known."""
        rows = self.rows(place.path) or []
        return rows[place.line - 1].rstrip("\r") if 1 <= place.line <= len(rows) else ""

    # ------------------------------------------------------------------- where to

    @cached_property
    def _starts(self) -> dict[str, dict[int, list[int]]]:
        """For each file and line the ordinals at which its instructions begin."""
        found: dict[str, dict[int, list[int]]] = {}

        def add(place: SourcePlace, ordinal: int) -> None:
            found.setdefault(place.path, {}).setdefault(place.line, []).append(ordinal)

        functions = [each.ordinal for each in bodies(self._source.module)]
        called: set[tuple[int, SourcePlace]] = set()
        last: SourcePlace | None = None
        before = -1
        for ordinal, _ in self.instructions:
            add(self.ptx(ordinal), ordinal)
            source = self.named_source(ordinal)
            # A line has many instructions in a row: a breakpoint is at the first of them.
            begun = [] if source is None or source == last else [source]
            for line in self._compiled.between(before, ordinal):
                begun.append(SourcePlace(line.file, line.line))
                # The call of a function that is inlined has the first instruction of its body,
                # unless it has a place of its own.
                caller = line.inlined
                if caller is not None:
                    key = bisect_right(functions, ordinal), SourcePlace(caller.file, caller.line)
                    begun += [] if key in called else [key[1]]
            for place in dict.fromkeys(begun):
                called.add((bisect_right(functions, ordinal), place))
                if place != last:
                    add(place, ordinal)
            last, before = source, ordinal
        return found

    @cached_property
    def _indices(self) -> dict[int, int]:
        return {ordinal: index for index, (ordinal, _) in enumerate(self.instructions)}

    def index(self, ordinal: int) -> int:
        """Return the index of an instruction among `instructions`, given its ordinal."""
        return self._indices.get(ordinal, 0)

    def lines_of(self, path: str) -> list[int]:
        """Return the lines of a file that have instructions, in order."""
        return sorted(self._starts.get(path, ()))

    @property
    def paths(self) -> list[str]:
        """The files that instructions come from."""
        return [*self._starts]

    def file_of(self, name: str) -> str | None:
        """Return the file that a name means: its path, or the end of its path; None for none."""
        if name in self._starts:
            return name
        found = [path for path in self._starts if _is_same(path, name)]
        return found[0] if found else None

    def find(self, name: str, line: int) -> tuple[SourcePlace, list[int]]:
        """Return the line at or behind a line that has instructions, and their ordinals.

        Raises:
            LineError: If there is no such file, or no instruction at the line or behind it.
        """
        path = self.file_of(name)
        if path is None:
            listed = ", ".join(self.paths[:5])
            message = f"no instruction comes from {name}; the files are {listed}"
            raise LineError(message)
        lines = self._starts[path]
        at = min((each for each in lines if each >= line), default=None)
        if at is None:
            message = f"no instruction at line {line} of {path}, or behind it: the last is at "
            raise LineError(message + str(max(lines)))
        return SourcePlace(path, at), lines[at]

    def function(self, name: str) -> list[int]:
        """Return the ordinal of the first instruction of the functions of a name.

        Raises:
            LineError: If there is none.
        """
        found = []
        ordinal, names = 0, []
        for item in self._source.module.body:
            if type(item) is n.Function and item.body is not None:
                names.append(item.name.name)
                if name == item.name.name or name in demangled(item.name.name):
                    end = ordinal + count_statements(item)
                    first = next((at for at, _ in self.instructions if ordinal < at < end), None)
                    found += [] if first is None else [first]
            ordinal += count_statements(item)
        if not found:
            shown = [demangled(each).name or each for each in names[:10]]
            message = f"no function {name}; there are {', '.join(shown)}"
            raise LineError(message)
        return found


def _is_same(path: str, name: str) -> bool:
    """Return whether a name is a path, or its last parts."""
    if Path(path).name != Path(name).name:
        return False
    try:
        if Path(path).resolve() == Path(name).resolve():
            return True
    except OSError:
        return False
    parts, ends = Path(path).parts, Path(name).parts
    return not Path(name).is_absolute() and parts[-len(ends) :] == ends
