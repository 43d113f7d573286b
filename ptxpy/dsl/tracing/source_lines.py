"""Source locations: which line of a Python program recorded a statement."""

from __future__ import annotations

import ast
import inspect
import io
import sys
import tokenize
from bisect import bisect_right
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import islice
from types import CodeType, FrameType, TracebackType
from typing import Any, TypeAlias

from ptxpy.dsl.tracing.trace import Body, RecordedStatement, TraceError

CodeLocation: TypeAlias = tuple[CodeType, int]
"""A position in a program: a code object, and the offset of an instruction in it."""


class LocatedBody(Body):
    """A body that keeps the source location of each of its statements."""

    __slots__ = ("filename", "locations")

    def __init__(self, filename: str, module: Any, function: Any = None, scope: Any = None) -> None:
        super().__init__(module, function, scope)
        self.filename = filename
        self.locations: list[tuple[CodeLocation, ...]] = []
        """Those of each statement: its own, and the calls in the file that led to it, the innermost
        first. They are empty where the file is not being run."""

    def append(self, statement: RecordedStatement) -> None:
        """Record a statement."""
        # This is the base's method written out: it runs for every statement.
        if self.trivia:
            statement.trivia = self.trivia
            self.trivia = []
        self.statements.append(statement)
        self.locations.append(find_locations(self.filename))

    def precede(self, statement: RecordedStatement) -> None:
        """Record a statement before the last one."""
        super().precede(statement)
        self.locations.insert(-1, find_locations(self.filename))

    def insert(self, at: int, statement: RecordedStatement) -> None:
        """Record a statement before another one; no line of the file made it."""
        super().insert(at, statement)
        self.locations.insert(at, ())

    def remove(self, at: int) -> None:
        """Take a statement out."""
        super().remove(at)
        del self.locations[at]

    def attach_location(self, index: int, error: TraceError) -> None:
        """Attach the source location of a statement to an error that has none."""
        location, *callers = self.locations[index] or (None,)
        attach_location(error, location, callers)

    def inner(self, function: Any = None, scope: Any = None) -> LocatedBody:
        """Return an empty body within this one."""
        return LocatedBody(self.filename, self.module, function, scope)


def find_locations(filename: str) -> tuple[CodeLocation, ...]:
    """Return the positions of the innermost frames of a file, above the caller's caller.

    The innermost comes first. They end at the first call from outside of the file: the tracer calls
    the body of a kernel. The line of a frame is not computed here: Python counts it from the
    beginning of the code.
    """
    # The frames in between are those of the body's method and of its caller in the tracer.
    frame: FrameType | None = sys._getframe(3)  # noqa: SLF001 - the only way, and documented
    while frame is not None:
        if frame.f_code.co_filename == filename:
            break
        frame = frame.f_back
    found: list[CodeLocation] = []
    while frame is not None and frame.f_code.co_filename == filename:
        found.append((frame.f_code, frame.f_lasti))
        frame = frame.f_back
    return tuple(found)


_Spans: TypeAlias = tuple[list[int], list[int]]


def _spans(code: CodeType) -> _Spans:
    """Return where in code its lines begin, and which lines these are."""
    spans = [(start, line or 0) for start, _, line in code.co_lines()]
    return [start for start, _ in spans], [line for _, line in spans]


def _line(spans: _Spans, offset: int) -> int:
    starts, lines = spans
    return lines[bisect_right(starts, offset) - 1]


def line_of(code: CodeType, offset: int) -> int:
    """Return the line of an instruction of a function."""
    return _line(_spans(code), offset)


class LineTable:
    """The lines of a program's code, and of its functions."""

    def __init__(self, text: str) -> None:
        """Take the text of the program."""
        self._text = text
        self._source: list[str] = []
        self._definitions: dict[tuple[str, int], int] = {}
        self._codes: dict[int, _Spans] = {}

    def line(self, location: CodeLocation | None) -> int:
        """Return the line of a location, from 1 on; 0 for none."""
        if location is None:
            return 0
        code, offset = location
        found = self._codes.get(id(code))
        if found is None:
            found = self._codes[id(code)] = _spans(code)
        return _line(found, offset)

    def definition(self, function: Callable[..., Any] | None, filename: str) -> int:
        """Return the line of the `def` of a function, after its decorators.

        It is 0 for a lambda, and for a function of another file. Linear in the length of the
        decorators.
        """
        code = getattr(inspect.unwrap(function), "__code__", None) if function is not None else None
        if type(code) is not CodeType or code.co_filename != filename:
            return 0
        first = code.co_firstlineno
        found = self._definitions.get((code.co_name, first))
        if found is None:
            found = self._definition(code.co_name, first)
            self._definitions[code.co_name, first] = found
        return found

    def _definition(self, name: str, first: int) -> int:
        """Return the line of the `def` of that name whose decorators begin on a line."""
        # `<lambda>` has no `def`.
        if not name.isidentifier():
            return 0
        if not self._source:
            self._source = [*io.StringIO(self._text, newline=None)]
        rest = islice(self._source, first - 1, None)
        # Decorators may take several lines, and have the word `def` in a text.
        tokens = tokenize.generate_tokens(lambda: next(rest, ""))
        with suppress(tokenize.TokenError, SyntaxError):
            for token in tokens:
                if token.type == tokenize.NAME and token.string == "def":
                    return first - 1 + token.start[0] if next(tokens).string == name else 0
        return 0


def find_defining_file(function: Callable[..., Any]) -> str | None:
    """Return the name of the file that a function is written in, as its code has it."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return code.co_filename if type(code) is CodeType else None


def attach_declaration(function: Callable[..., Any] | None, error: TraceError) -> TraceError:
    """Attach the location of a function's first decorator to an error that has no location."""
    code = getattr(inspect.unwrap(function), "__code__", None) if function is not None else None
    if type(code) is CodeType:
        # What makes the cells of a closure comes first, and has no line.
        attach_location(
            error, (code, next((start for start, _, line in code.co_lines() if line), 0))
        )
    return error


def attach_location(
    error: TraceError, location: CodeLocation | None, callers: Iterable[CodeLocation] = ()
) -> None:
    """Attach a source location to an error that has none, and the calls that led there.

    A note names it, and it is the innermost frame of the traceback, with its line and carets.
    """
    if error.location is not None or location is None:
        return
    error.location, error.callers = location, tuple(callers)
    code, offset = location
    line = _line(_spans(code), offset)
    error.add_note(f"  written at {code.co_filename}:{line}")
    shown = _traceback_at(code, offset, line)
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    if last is None:
        error.__traceback__ = shown
    else:
        last.tb_next = shown


def _traceback_at(code: CodeType, offset: int, line: int) -> TracebackType | None:
    """Return a traceback of one frame at an instruction, whose own frame is gone."""
    first, last, begin, end = next(islice(code.co_positions(), offset // 2, None), (None,) * 4)
    known = first == line and last is not None and begin is not None and end is not None
    place: dict[str, Any] = {"lineno": max(line, 1), "end_lineno": max(line, 1)}
    place |= {"col_offset": 0, "end_col_offset": 0}
    if known:
        place |= {"end_lineno": last, "col_offset": begin, "end_col_offset": end}
    # A traceback needs a frame, and the one that ran is gone. A `raise` that is compiled for the
    # place of the instruction leaves one with the same file, function and line.
    statement = ast.Raise(ast.Name("error", ast.Load(), **place), None, **place)
    raising = compile(ast.Module([statement], []), code.co_filename, "exec")
    shown: TracebackType | None = None
    try:
        exec(raising.replace(co_name=code.co_name), {"error": TraceError()})  # noqa: S102 - ours
    except TraceError as error:
        shown = error.__traceback__
    return shown and shown.tb_next
