"""Syntax errors: where, what, and what was expected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ptxpy._pickling import PicklableError

_MAX_SHOWN_WIDTH = 100
"""Characters of a line in an excerpt."""

_MAX_SHOWN_ERRORS = 20
"""Errors of a file in one message."""

_MAX_SHOWN_WORDS = 8
"""Expected words in one message."""


class Problem(NamedTuple):
    """One syntax error."""

    line: int
    """Line, from 1."""
    column: int
    """Column in characters, from 1."""
    message: str
    expected: tuple[str, ...]
    """What could have stood there, in words."""
    source: str
    """The line of the file, or of a very long one the part around the column."""
    offset: int = 0
    """How many characters of the line are left out before that part."""

    def render(self, filename: str) -> str:
        """Return the message with its position, the line and a caret."""
        lines = [f"{filename}:{self.line}:{self.column}: error: {self.message}"]
        if self.expected:
            lines[0] += f"; expected {listed(self.expected)}"
        return "\n".join([*lines, *excerpt(self.source, self.column - 1 - self.offset)])


def excerpt(source: str, at: int, length: int = 1) -> list[str]:
    """Return the part of a line around a place, and a line that points at it, both indented.

    Args:
        source: The line.
        at: Characters before the place.
        length: Characters of it: a caret stands under the first, tildes under the others.
    """
    start = max(0, at - _MAX_SHOWN_WIDTH // 2)
    shown = source[start : start + _MAX_SHOWN_WIDTH]
    pad = "".join("\t" if c == "\t" else " " for c in shown[: at - start])
    tail = "~" * (min(length, len(shown) - (at - start)) - 1)
    shown = "".join(
        c if c == "\t" or c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in shown
    )
    return [f"    {shown}", f"    {pad}^{tail}"]


def listed(words: Sequence[str]) -> str:
    """Return what was expected as a message says it: many words are cut short."""
    if len(words) > _MAX_SHOWN_WORDS:
        shown = words[: _MAX_SHOWN_WORDS - 1]
        return f"{', '.join(shown)} or one of {len(words) - len(shown)} more"
    if len(words) == 1:
        return words[0]
    return f"{', '.join(words[:-1])} or {words[-1]}"


class PtxSyntaxError(PicklableError, ValueError):
    """PTX that does not parse.

    `line`, `column` (both from 1) and `expected` (words) are those of the first problem;
    `problems` has all that were found in one run.
    """

    def __init__(self, problems: Sequence[Problem], filename: str = "<ptx>") -> None:
        """Collect the problems of a file."""
        self.problems = tuple(problems)
        self.filename = filename
        first = self.problems[0]
        self.line = first.line
        self.column = first.column
        self.expected = first.expected
        super().__init__(self.render())

    def render(self) -> str:
        """Return all problems, each with position, line and caret."""
        shown = [problem.render(self.filename) for problem in self.problems[:_MAX_SHOWN_ERRORS]]
        hidden = len(self.problems) - _MAX_SHOWN_ERRORS
        if hidden > 0:
            shown.append(f"{self.filename}: {hidden} more error{'s' if hidden > 1 else ''}")
        return "\n".join(shown)


class ShapeError(PicklableError):
    """A statement that does not parse."""

    def __init__(self, offset: int, message: str, expected: Sequence[str] = ()) -> None:
        """Take the offset into the statement's text, what is wrong, and the terminals expected."""
        super().__init__(message)
        self.offset = offset
        self.message = message
        self.expected = tuple(expected)
