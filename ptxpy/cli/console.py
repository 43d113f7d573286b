"""Output to the terminal: results, messages, colours and a line of progress."""

from __future__ import annotations

import os
import sys
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self, TextIO

from ptxpy._counts import format_count

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ptxpy import PtxSyntaxError

_CODES: Final = {"bold": "1", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


def write_stderr(text: str) -> None:
    """Write a line to standard error."""
    # Results that are buffered would come after messages that were written later.
    sys.stdout.flush()
    sys.stderr.write(f"{text}\n")


def write_stdout(text: str) -> None:
    """Write a line to standard output."""
    sys.stdout.write(f"{text}\n")


def write_stdout_bytes(data: bytes) -> None:
    """Write bytes to standard output, unchanged."""
    sys.stdout.flush()
    rest = memoryview(data)
    while rest:
        # Under PYTHONUNBUFFERED this is the raw file, which may write only a part.
        rest = rest[sys.stdout.buffer.write(rest) :]
    sys.stdout.buffer.flush()


def has_colour(stream: TextIO) -> bool:
    """Return whether to colour output: on a terminal, or if FORCE_COLOR is set (force-color.org).

    NO_COLOR (no-color.org) takes precedence, as in Python.
    """
    # An empty variable counts as unset (no-color.org).
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return os.environ.get("TERM") != "dumb" and stream.isatty()


def paint(text: str, colour: str, stream: TextIO) -> str:
    """Return the text in a colour if the stream has colours, else unchanged."""
    return f"\033[{_CODES[colour]}m{text}\033[0m" if text and has_colour(stream) else text


def paint_problems(text: str, stream: TextIO) -> str:
    """Colour rendered diagnostics: the words `error` and `warning`, and the lines with carets."""
    if not has_colour(stream):
        return text
    lines = text.split("\n")
    for index, line in enumerate(lines):
        # Carets are coloured by themselves, so that a line of PTX is not.
        if line.strip() and not line.strip("^~ \t"):
            lines[index] = paint(line, "red", stream)
        elif not line.startswith(" "):
            for word, colour in (("error", "red"), ("warning", "yellow")):
                painted = f": {paint(word, colour, stream)}: "
                lines[index] = lines[index].replace(f": {word}: ", painted, 1)
    return "\n".join(lines)


def write_json_errors(errors: Sequence[Mapping[str, str | int]]) -> None:
    """Write the object that stands for a result in JSON where there is none."""
    import json  # noqa: PLC0415 - seldom needed

    from ptxpy._schema import SCHEMA  # noqa: PLC0415 - seldom needed

    write_stdout(json.dumps({"schema": SCHEMA, "errors": errors}, indent=2))


def report_syntax_errors(error: PtxSyntaxError, *, as_json: bool = False) -> None:
    """Write the syntax errors of a file, and their number, to standard error.

    With `as_json`, they are written to standard output as JSON, too.
    """
    if as_json:
        errors = [{"file": error.filename, **problem.as_json()} for problem in error.problems]
        write_json_errors(errors)
    write_stderr(paint_problems(error.render(), sys.stderr))
    write_stderr(f"{error.filename}: {format_count(len(error.problems), 'error')}")


def printable(text: str) -> str:
    """Return the text with control and invisible characters escaped."""
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in text
    )


class Progress:
    """One line of progress on standard error, if that is a terminal."""

    def __init__(self) -> None:
        """Determine whether standard error is a terminal."""
        self.live = sys.stderr.isatty()
        """Whether standard error is a terminal."""
        self._width = 0

    def __enter__(self) -> Self:
        """Start with no line."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Erase the line."""
        self.clear()

    def update(self, text: str) -> None:
        """Replace the line."""
        if self.live:
            self.clear()
            # A line longer than the terminal would wrap, and could not be erased by a carriage
            # return.
            shown = printable(text)[:79]
            self._width = len(shown)
            sys.stderr.write(shown)
            sys.stderr.flush()

    def clear(self) -> None:
        """Erase the line before other output."""
        if self._width:
            # Spaces over the old text need no escape sequences of the terminal.
            sys.stderr.write(f"\r{' ' * self._width}\r")
            sys.stderr.flush()
            self._width = 0
