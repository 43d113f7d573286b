"""Errors of an assembler, with the lines of the module, and of the Python that made it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

from ptxpy.assemble import AssembleError, Message
from ptxpy.launch_request.module_source import ModuleSource
from ptxpy.syntax.printer.source_map import Positions

__all__ = ["SourceError"]

_MAX_LINE_CHARACTERS: Final = 120
"""Characters of a source line in an error message."""


class SourceError(AssembleError):
    """PTX that cannot be assembled, with the source lines of the errors."""

    __module__ = "ptxpy"

    def __init__(self, error: AssembleError, source: ModuleSource) -> None:
        """Format the messages of an error with the lines of the module."""
        super().__init__(error.messages)
        self.text = "\n".join(_format_errors(error.messages, source))

    def __str__(self) -> str:
        """Return the errors with their locations in the PTX, and in Python if it was traced."""
        return self.text


def _format_errors(messages: tuple[Message, ...], source: ModuleSource) -> Iterator[str]:
    positions: Positions | None = None
    for message in messages:
        if message.severity != "error":
            continue
        if message.line is None:
            yield f"{source.filename}: error: {message.text}"
            continue
        yield f"{source.filename}:{message.line}: error: {message.text}"
        text = source.line_text(message.line).strip()
        if text:
            yield f"    {text[:_MAX_LINE_CHARACTERS]}"
        if source.python is not None:
            positions = positions or Positions(source.module)
            yield from _format_python(source.python, positions, message.line)


def _format_python(
    python: tuple[str, str, tuple[int, ...]], positions: Positions, line: int
) -> Iterator[str]:
    """Yield the location and the text of the Python that made the statement on a line of PTX."""
    filename, text, lines = python
    starts = positions.offsets
    after = bisect_right(starts, line, key=lambda offset: positions.lines.place(offset).line)
    ordinal = after - 1  # the last statement that begins on the line, or before it
    if ordinal < 0 or not lines[ordinal]:
        return
    yield f"  made at {filename}:{lines[ordinal]}"
    rows = text.split("\n")
    if lines[ordinal] <= len(rows):
        yield f"    {rows[lines[ordinal] - 1].strip()[:_MAX_LINE_CHARACTERS]}"
