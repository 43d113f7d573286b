"""A diagnostic with its position in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy._hooks import repr_html
from ptxpy._records import NamedTuple
from ptxpy.syntax import excerpt

if TYPE_CHECKING:
    from ptxpy.check.fixes import Fix

__all__ = ["Located", "RelatedPlace"]

MAX_NOTE_CHARACTERS: Final = 100
"""The most characters of a line that a note shows."""


class RelatedPlace(NamedTuple):
    """A place in the file that a diagnostic is about, too."""

    message: str
    """A line about that place: `%r1 is declared here`."""
    line: int
    """Line, from 1."""
    column: int
    """Column in characters, from 1."""
    length: int
    """Its characters."""
    source: str
    """The line of the file."""

    def render(self) -> str:
        """Return the message with the line and its text."""
        shown = "".join(c if c.isprintable() else " " for c in self.source.strip())
        if len(shown) > MAX_NOTE_CHARACTERS:
            shown = shown[: MAX_NOTE_CHARACTERS - 1] + "\N{HORIZONTAL ELLIPSIS}"
        return f"    note: line {self.line}: {self.message}: {shown}"


class Located(NamedTuple):
    """A diagnostic with its position in a file."""

    code: str
    """The code in the catalog: `PTX014`."""
    severity: str
    """`error` or `warning`."""
    line: int
    """Line, from 1; 0 if the diagnostic belongs to no line."""
    column: int
    """Column in characters, from 1."""
    length: int
    """The number of characters to underline."""
    message: str
    """A description of the mistake, in one line."""
    help: str = ""
    """A correction, in one line."""
    source: str = ""
    """The line of the file, or the part of a very long line around the column."""
    skipped: int = 0
    """The number of characters of the line before that part."""
    fix: Fix | None = None
    """The correction as edits of the file."""
    related: tuple[RelatedPlace, ...] = ()
    """Other places that the mistake is due to, such as the declaration of a register."""

    def render(self, filename: str) -> str:
        """Return the message with its position, the line with a caret, notes, and the help."""
        place = f"{filename}:{self.line}:{self.column}" if self.line else filename
        lines = [f"{place}: {self.severity}: {self.message} [{self.code}]"]
        if self.source:
            lines += excerpt(self.source, self.column - 1 - self.skipped, self.length)
        lines += [place.render() for place in self.related]
        if self.help:
            lines.append(f"    help: {self.help}")
        return "\n".join(lines)

    def _repr_html_(self) -> str | None:
        """Return it as HTML, for notebooks."""
        return repr_html(self)
