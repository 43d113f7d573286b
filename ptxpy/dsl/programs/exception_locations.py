"""The location in a program at which an exception was raised: the line, and its columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.dsl.tracing.trace import TraceError

if TYPE_CHECKING:
    from types import CodeType

__all__ = [
    "ExceptionLocation",
    "calling_lines",
    "described_calls",
    "located_messages",
    "location_of",
    "raising_line",
    "raising_location",
]


MAX_CALLS: Final = 8
"""The most calls that a message names of those that led to a line."""


class ExceptionLocation(NamedTuple):
    """A part of a line of a program."""

    line: int
    """The line number, from 1; 0 if the program is not involved."""
    begin: int = -1
    """Bytes of UTF-8 in the line before the part; -1 if only the line is known."""
    end: int = -1
    """Bytes of UTF-8 in the line before the end of the part; -1 if it continues on another line."""

    def columns(self, row: str) -> tuple[int, int]:
        """Return the first character of the part, counted from 0, and its length.

        `row` is the line. Without columns, the part is the line without its indentation.
        """
        start = len(row) - len(row.lstrip())
        # Python counts the columns of code in bytes of UTF-8, and a message shows characters.
        data = row.encode("utf-8", "surrogatepass")
        if not 0 <= self.begin < len(data):
            return start, max(1, len(row.strip()))
        first = len(data[: self.begin].decode("utf-8", "replace"))
        end = len(data[: self.end].decode("utf-8", "replace")) if self.end > self.begin else None
        return first, max(1, (len(row.rstrip()) if end is None else end) - first)


def raising_line(error: BaseException, filename: str) -> int:
    """Return the line of a file at which an exception was raised, as `raising_location`."""
    return raising_location(error, filename).line


def raising_location(error: BaseException, filename: str) -> ExceptionLocation:
    """Return the location in a file at which an exception was raised.

    For a `SyntaxError` in the file it is the part that does not parse; for a statement that is
    refused when the module is closed it is the line that recorded it, if `trace_python` has run the
    file; otherwise it is the innermost frame in the file. The line is 0 if the file is not
    involved.
    """
    location = error.location if isinstance(error, TraceError) else None
    if location is not None and location[0].co_filename == filename:
        return location_of(*location)
    if isinstance(error, SyntaxError) and error.filename == filename:
        line = error.lineno or 1
        if not error.offset or error.offset < 1 or error.text is None:
            return ExceptionLocation(line)
        row = error.text
        # A `SyntaxError` counts characters, from 1.
        begin = len(row[: error.offset - 1].encode("utf-8", "surrogatepass"))
        last, until = error.end_lineno, error.end_offset
        if last != line or not until or until <= error.offset:
            return ExceptionLocation(line, begin, begin + 1)
        return ExceptionLocation(
            line, begin, len(row[: until - 1].encode("utf-8", "surrogatepass"))
        )
    innermost = ExceptionLocation(0)
    step = error.__traceback__
    # The last frame of the file in a traceback is the innermost.
    while step is not None:
        if step.tb_frame.f_code.co_filename == filename:
            innermost = location_of(step.tb_frame.f_code, step.tb_lasti)._replace(
                line=step.tb_lineno
            )
        step = step.tb_next
    return innermost


_LOCATED: Final = (TraceError, TypeError, ValueError, IndexError, AttributeError, NameError)
"""The exceptions that Python and the tracer raise for mistakes of a program."""


@contextmanager
def located_messages(filename: str) -> Iterator[None]:
    """Begin the messages of exceptions of a program with their place: `kernel.py:28: …`.

    The calls that led to a line of a helper end them: `… (called from line 144)`.
    """
    try:
        yield
    except _LOCATED as error:
        line = raising_line(error, filename)
        match error.args:
            case (str() as message,) if line:
                calls = described_calls(calling_lines(error, filename))
                told = f" ({calls})" if calls else ""
                error.args = (f"{filename}:{line}: {message}{told}",)
        raise


def described_calls(lines: Sequence[int]) -> str:
    """Return the calls that led to a line, the innermost first: `called from line 144`.

    The text is empty if no calls led to the line.
    """
    named = ", from ".join([f"line {each}" for each in lines[:MAX_CALLS]])
    return f"called from {named}" if named else ""


def calling_lines(error: BaseException, filename: str) -> tuple[int, ...]:
    """Return the lines of the calls in a file that led to the line of an exception.

    The innermost call comes first, and the last one is in the body of a kernel. It is empty for an
    error of the body's own.
    """
    location = error.location if isinstance(error, TraceError) else None
    if isinstance(error, TraceError) and error.callers:
        return tuple([location_of(*each).line for each in error.callers])
    groups: list[list[tuple[CodeType, int]]] = [[]]
    step = error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        if code.co_filename != filename:
            # The tracer calls the body of a kernel.
            if groups[-1]:
                groups.append([])
        elif code.co_name != "<module>":
            groups[-1].append((code, step.tb_lineno))
        step = step.tb_next
    frames = [group for group in groups if group]
    if location is not None and len(frames) > 1 and len(frames[-1]) == 1:
        frames.pop()  # the frame that stands for the location
    if not frames or (location is not None and frames[-1][-1][0] is not location[0]):
        return ()
    *calls, _ = frames[-1]
    # A comprehension of an old Python has a frame of its own.
    return tuple([line for code, line in reversed(calls) if code.co_name[:1] != "<"])


def location_of(code: CodeType, offset: int) -> ExceptionLocation:
    """Return the location of an instruction of Python's virtual machine."""
    line, last, begin, end = next(islice(code.co_positions(), offset // 2, None), (None,) * 4)
    if line is None:
        return ExceptionLocation(_line(code, offset))
    if begin is None or end is None:
        return ExceptionLocation(line)
    return ExceptionLocation(line, begin, end if last == line else -1)


def _line(code: CodeType, offset: int) -> int:
    """Return the line of an instruction, for code without columns (`-X no_debug_ranges`)."""
    lines = (line for start, stop, line in code.co_lines() if start <= offset < stop)
    return next(lines, None) or 0
