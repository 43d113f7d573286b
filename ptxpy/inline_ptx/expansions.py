"""The text of a statement after the replacement of macros, with the place of each character."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy.inline_ptx.blocks import Position
from ptxpy.inline_ptx.preprocessing_tokens import OUTSIDE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ptxpy.inline_ptx.preprocessing_tokens import Token

__all__ = ["Expansion", "Lines", "join_tokens"]

_SPLICE: Final = re.compile(r"\\\r?\n")


class Lines:
    """The lines of a file."""

    def __init__(self, text: str) -> None:
        """Find the lines of a text."""
        self.text = text
        self.starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]

    def place(self, offset: int) -> Position:
        """Return the line and column of an offset."""
        line = bisect_right(self.starts, offset)
        return Position(line, offset - self.starts[line - 1] + 1)

    def row(self, line: int) -> str:
        """Return the text of a line, from 1, without its end."""
        start = self.starts[line - 1]
        end = self.text.find("\n", start)
        return self.text[start : None if end < 0 else end].rstrip("\r")


class Expansion(NamedTuple):
    """Text after the replacement of macros."""

    text: str
    starts: list[int]
    """Offsets of tokens in the text."""
    tokens: list[Token]
    lines: Lines
    """The file."""
    site: int
    """The offset in the file at which the statement stands, or the macro that makes it."""

    def place(self, offset: int) -> tuple[Position, bool]:
        """Return the place in the file of a character.

        The second value is whether the following characters of its token follow it in the file.
        """
        at = max(bisect_right(self.starts, offset) - 1, 0)
        token = self.tokens[at]
        if token.origin == OUTSIDE:
            return self.lines.place(self.site), False
        if self.lines.text.startswith(token.text, token.origin):
            return self.lines.place(token.origin + offset - self.starts[at]), True
        return self.lines.place(token.origin), False


def join_tokens(given: Iterable[Token], lines: Lines, site: int) -> Expansion:
    """Return the text of tokens, each with a space before it."""
    starts: list[int] = []
    kept: list[Token] = []
    parts: list[str] = []
    length = 0
    for each in given:
        token = each
        if token.kind == "string" and "\\\n" in token.text.replace("\r", ""):
            # Lines that end with a backslash are joined, and places within the string are lost.
            token = token._replace(text=_SPLICE.sub("", token.text))
        gap = 1 if token.spaced or token.kind != "mark" else 0
        parts.append(" " * gap + token.text)
        starts.append(length + gap)
        kept.append(token)
        length += gap + len(token.text)
    return Expansion("".join(parts), starts, kept, lines, site)
