r"""The text of a document, and places in it as editors count them.

Editors count lines from 0, and columns in units of UTF-16: a character beyond U+FFFF has two. A
line ends with `\n`, `\r\n` or a single `\r`. Everything else counts characters of the whole text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from itertools import accumulate
from typing import Final

from ptxpy._records import NamedTuple

__all__ = ["Position", "SourceText", "units"]

_ASTRAL: Final = re.compile("[\U00010000-\U0010ffff]")
_LINE_END: Final = re.compile(r"\r\n?|\n")


class Position(NamedTuple):
    """A place as editors count."""

    line: int
    """Line, from 0."""
    character: int
    """Units of UTF-16 before it in its line."""


def units(text: str) -> int:
    """Return the length of a text in units of UTF-16.

    >>> units("a\N{GREEK SMALL LETTER MU}"), units("\N{ROCKET}")
    (2, 2)
    """
    return len(text) if text.isascii() else len(text) + len(_ASTRAL.findall(text))


class SourceText:
    """A text that does not change; an edit makes another."""

    def __init__(self, text: str) -> None:
        """Take a text."""
        self.text = text

    @cached_property
    def starts(self) -> list[int]:
        """The offset of the first character of each line."""
        # A text without carriage returns, as nearly all are, is split fastest.
        if "\r" in self.text:
            return [0, *(match.end() for match in _LINE_END.finditer(self.text))]
        lengths = map(len, self.text.split("\n"))
        starts = [0, *accumulate(length + 1 for length in lengths)]
        starts.pop()
        return starts

    @cached_property
    def _is_ascii(self) -> bool:
        return self.text.isascii()

    def line_of(self, offset: int) -> int:
        """Return the line of an offset, from 0."""
        return bisect_right(self.starts, offset) - 1

    def position(self, offset: int) -> Position:
        """Return the position of an offset."""
        line = self.line_of(offset)
        start = self.starts[line]
        if self._is_ascii:
            return Position(line, offset - start)
        return Position(line, units(self.text[start:offset]))

    def offset(self, line: int, character: int) -> int:
        """Return the offset of a position; one behind the end of a line or text is its end."""
        if line >= len(self.starts):
            return len(self.text)
        start, end = self.starts[max(line, 0)], self.line_end(max(line, 0))
        if self._is_ascii:
            return min(start + max(character, 0), end)
        row = self.text[start:end]
        if not _ASTRAL.search(row):
            return min(start + max(character, 0), end)
        at = 0
        for index, letter in enumerate(row):
            if at >= character:
                return start + index
            at += units(letter)
        return end

    def line_end(self, line: int) -> int:
        """Return the offset of the end of a line, before the characters that end it."""
        if line + 1 >= len(self.starts):
            return len(self.text)
        end = self.starts[line + 1]
        while end > self.starts[line] and self.text[end - 1] in "\r\n":
            end -= 1
        return end

    def row_end(self, line: int) -> str:
        """Return the characters that end a line; empty for the last line."""
        following = self.starts[line + 1] if line + 1 < len(self.starts) else len(self.text)
        return self.text[self.line_end(line) : following]

    def row(self, line: int) -> str:
        """Return a line without its end; empty behind the last."""
        if line >= len(self.starts):
            return ""
        return self.text[self.starts[line] : self.line_end(line)]

    @property
    def rows(self) -> list[str]:
        """The lines without their ends."""
        if "\r" not in self.text:
            return self.text.split("\n")
        return [self.row(line) for line in range(len(self.starts))]

    def replaced(self, start: int, end: int, text: str) -> SourceText:
        """Return the text with another one between two offsets."""
        end = max(start, end)
        edited = SourceText(self.text[:start] + text + self.text[end:])
        # A carriage return may end a line together with what comes before or behind an edit.
        if "starts" in self.__dict__ and "\r" not in edited.text and "\r" not in self.text:
            starts, step = self.starts, len(text) - (end - start)
            begun = [start + match.end() for match in re.finditer("\n", text)]
            kept, moved = bisect_right(starts, start), bisect_right(starts, end)
            edited.starts = [*starts[:kept], *begun, *(at + step for at in starts[moved:])]
        return edited
