"""The line of each instruction in the sources, and the instructions of each line."""

from __future__ import annotations

import ast
from bisect import bisect_left, bisect_right
from functools import cached_property
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.analysis import bodies, count_statements
from ptxpy.debug_info import SourceLines
from ptxpy.debugger.line_starts import starts_in_blocks, starts_in_order
from ptxpy.demangle import demangled
from ptxpy.ir import nodes as n
from ptxpy.ir import statements
from ptxpy.isa import nearest
from ptxpy.sim import Source

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ptxpy.analysis import Body
    from ptxpy.debug_info import SourceLine
    from ptxpy.debugger.line_starts import Chain
    from ptxpy.launch_request import ModuleSource

__all__ = ["Activation", "LineError", "SourceMap", "SourcePlace"]

_MAX_INLINED_CALLS: Final = 32
"""The most calls of inlined functions within each other that are followed."""
_MAX_LISTED_NAMES: Final = 10
"""The most functions that a message lists."""
_MAX_SOURCE_BYTES: Final = 1 << 24
"""The most bytes of a source file that is read."""


class LineError(ValueError):
    """A file or a line that no instruction comes from."""


class SourcePlace(NamedTuple):
    """A line of a file."""

    path: str
    line: int


class Activation(NamedTuple):
    """A line, and the function that it is in."""

    place: SourcePlace
    function: str
    """The symbol of the function if it is inlined; empty for the function of the PTX."""


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
        self._shown: dict[int, tuple[Activation, ...]] = {}

    # ------------------------------------------------------------------ where from

    def ptx(self, ordinal: int) -> SourcePlace:
        """Return the line of a statement in the PTX."""
        return SourcePlace(self.ptx_path, self._lines.line(ordinal))

    def said(self, ordinal: int) -> str:
        """Return the place of a statement for messages: `sums.cu:13 (line 85 of the PTX)`.

        The PTX of a program that is debugged is in no file that can be opened.
        """
        place, ptx = self.place(ordinal), self.ptx(ordinal)
        if place == ptx:
            return f"{ptx.path}:{ptx.line}"
        is_file = "::" not in ptx.path
        of_ptx = f"{ptx.path}:{ptx.line}" if is_file else f"line {ptx.line} of the PTX"
        return f"{place.path}:{place.line} ({of_ptx})"

    def text(self, ordinal: int) -> str:
        """Return a statement in one line."""
        return self._lines.location(ordinal).text

    def place(self, ordinal: int) -> SourcePlace:
        """Return the line that is shown for a statement: of the source if there is one."""
        return self.activations(ordinal)[0].place

    def chain(self, ordinal: int) -> tuple[SourcePlace, ...]:
        """Return the line that is shown for an instruction, and those of the calls around it.

        They are the calls of functions that are inlined, the innermost first.
        """
        return tuple([each.place for each in self.activations(ordinal)])

    def begun(self, ordinal: int) -> int:
        """Return how many lines of its chain begin at an instruction; see `line_starts`."""
        return self._shown_starts.get(ordinal, 1)

    @cached_property
    def is_ordered(self) -> bool:
        """Whether instructions are in the order of the lines that are shown for them."""
        return bool(self.python_path) or not self.has_source

    def activations(self, ordinal: int) -> tuple[Activation, ...]:
        """Return the lines that are shown for an instruction, with the functions that they are in.

        The first is that of the instruction; behind it are those of the calls of inlined functions.
        """
        found = self._shown.get(ordinal)
        if found is None:
            # A function of a library, whose file is not there, is shown by the line that calls it.
            named = self._named.get(ordinal, ())
            found = tuple([each for each in named if self.rows(each.place.path) is not None])
            found = self._shown[ordinal] = found or (Activation(self.ptx(ordinal), ""),)
        return found

    @cached_property
    def _shown_starts(self) -> dict[int, int]:
        chains = {ordinal: self.chain(ordinal) for ordinal, _ in self.instructions}
        return {k: v for body in self._bodies for k, v in self._starts_of(body, chains).items()}

    def _starts_of(self, body: Body, chains: Mapping[int, Chain]) -> dict[int, int]:
        """Return how many lines of its chain begin at each instruction of a function."""
        if not self.is_ordered:
            return starts_in_blocks(body, chains)
        members = self._instructions_of(body)
        return starts_in_order([(at, chains[at]) for at, _ in members if at in chains])

    @cached_property
    def _bodies(self) -> list[Body]:
        return [*bodies(self._source.module)]

    def _instructions_of(self, body: Body) -> Sequence[tuple[int, n.Instruction | n.Call]]:
        stop = body.ordinal + count_statements(body.function)
        first = bisect_left(self.instructions, body.ordinal, key=itemgetter(0))
        last = bisect_left(self.instructions, stop, key=itemgetter(0))
        return self.instructions[first:last]

    @cached_property
    def _named(self) -> dict[int, tuple[Activation, ...]]:
        """The lines in the Python or compiled source, whether or not there is its file."""
        if self._source.python is not None:
            return self._named_in_python(*self._source.python)
        found: dict[int, tuple[Activation, ...]] = {}
        # A `.loc` has one call alone: that of the line of the call is told by an earlier one.
        inlined: dict[SourcePlace, SourceLine] = {}
        before = -1
        starts = [body.ordinal for body in self._bodies]
        function = 0
        for ordinal, _ in self.instructions:
            now = bisect_right(starts, ordinal)
            if now != function:
                function = now
                inlined.clear()
            for line in self._compiled.between(before, ordinal):
                inlined[SourcePlace(line.file, line.line)] = line
            before = ordinal
            at = self._compiled.at(ordinal)
            chain: list[Activation] = []
            while at is not None and len(chain) < _MAX_INLINED_CALLS:
                place = SourcePlace(at.file, at.line)
                known = inlined.get(place, at)
                chain.append(Activation(place, known.function))
                at = known.inlined
            if chain:
                found[ordinal] = tuple(chain)
        return found

    def _named_in_python(
        self, path: str, text: str, lines: tuple[int, ...]
    ) -> dict[int, tuple[Activation, ...]]:
        functions = _python_functions(text)
        calls = self._source.calls or ((),) * len(lines)
        found = {}
        for ordinal, _ in self.instructions:
            if ordinal < len(lines) and lines[ordinal]:
                chain = (lines[ordinal], *calls[ordinal])
                names = [*[functions.get(line, "") for line in chain[:-1]], ""]
                found[ordinal] = tuple(
                    [Activation(SourcePlace(path, line), name)
                     for line, name in zip(chain, names, strict=True)]
                )  # fmt: skip
        return found

    @cached_property
    def has_source(self) -> bool:
        """Whether some instruction comes from a source that can be read."""
        paths = {each.place.path for chain in self._named.values() for each in chain}
        return any(self.rows(path) is not None for path in paths)

    @property
    def main_path(self) -> str:
        """The file in which lines are meant that are given without a file, and without a thread.

        It is the source of the first function, whichever files have the functions that are inlined.
        """
        if self.python_path or not self.instructions:
            return self.python_path or self.ptx_path
        return self.chain(self.instructions[0][0])[-1].path

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
        """For each file and line the instructions at which a thread comes to it, by ordinal."""
        found: dict[str, dict[int, list[int]]] = {}

        def add(place: SourcePlace, ordinal: int) -> None:
            found.setdefault(place.path, {}).setdefault(place.line, []).append(ordinal)

        named = {at: tuple([each.place for each in chain]) for at, chain in self._named.items()}
        for body in self._bodies:
            instructions = self._instructions_of(body)
            ptx = [(at, (self.ptx(at),)) for at, _ in instructions]
            for (ordinal, (place,)), begun in zip(ptx, starts_in_order(ptx).values(), strict=True):
                if begun:
                    add(place, ordinal)
            here = {place for at, _ in instructions for place in named.get(at, ())}
            starts = (
                starts_in_blocks(body, named)
                if self._source.python is None
                else starts_in_order([(at, named[at]) for at, _ in instructions if at in named])
            )
            before = body.ordinal
            for ordinal, _ in instructions:
                for place in named.get(ordinal, ())[: starts.get(ordinal, 0)]:
                    add(place, ordinal)
                # A line without instructions is met where those of the next line begin.
                for line in self._compiled.between(before, ordinal):
                    place = SourcePlace(line.file, line.line)
                    if place not in here:
                        add(place, ordinal)
                before = ordinal
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
        """Return the instructions at which functions of a name begin, by ordinal.

        They are the first ones of functions of the PTX, and of each call that is inlined.

        Raises:
            LineError: If there is none.
        """
        found, names = [], []
        for body in self._bodies:
            symbol = body.function.name.name
            names.append(symbol)
            instructions = self._instructions_of(body)
            if _is_called(symbol, name) and instructions:
                found.append(instructions[0][0])
            chains = {ordinal: self._chain_of(ordinal, name) for ordinal, _ in instructions}
            if any(chains.values()):
                begun = self._starts_of(body, chains)
                found += [ordinal for ordinal, count in begun.items() if count]
        if not found:
            inlined = {each.function for chain in self._named.values() for each in chain[:-1]}
            known = [demangled(each).name or each for each in (*names, *sorted(inlined - {""}))]
            close = nearest(name, {*known})
            hint = (
                f"did you mean {' or '.join(close)}?"
                if close
                else (f"there are {', '.join(known[:_MAX_LISTED_NAMES])}")
            )
            message = f"no function {name}; {hint}"
            raise LineError(message)
        return found

    def _chain_of(self, ordinal: int, name: str) -> Chain:
        """Return an inlined function and the calls around it; empty outside of those of a name."""
        chain = self._named.get(ordinal, ())
        for number, each in enumerate(chain[:-1]):
            if _is_called(each.function, name):
                return (each.function, *[outer.place for outer in chain[number + 1 :]])
        return ()


def _is_called(symbol: str, name: str) -> bool:
    return name == symbol or name in demangled(symbol)


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


def _python_functions(text: str) -> dict[int, str]:
    """Return the name of the innermost function that each line of a program is in."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    found: dict[int, str] = {}
    # The walk comes to outer functions first, and inner ones replace their names.
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for line in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                found[line] = node.name
    return found
