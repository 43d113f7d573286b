"""String literals of Python: their values, with the place of each character in the file."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["NO_STRING", "Piece", "UnresolvedError", "literal_pieces", "plain_piece"]


NO_STRING: Final = "the text is no string"
_NO_CHARACTER: Final = "an escape sequence that is no character"
_NO_END: Final = "a string that does not end"
_NO_FIELD_END: Final = "a field that does not end"
_FORMAT: Final = "the text has a field with a format"


class UnresolvedError(ValueError):
    """A value that is not known before the program runs."""

    def __init__(self, reason: str, detail: str = "") -> None:
        """Keep a phrase that can be counted, and the name that it is about."""
        super().__init__(reason)
        self.reason = reason
        self.detail = detail


class Piece(NamedTuple):
    """Characters of a value that are next to each other in the file, on one line."""

    text: str
    offset: int
    """The offset of the first in the file."""
    advances: bool = True
    """Whether each has a place of its own; False for an escape sequence or a computed value."""
    begins: bool = False
    """Whether a literal begins with it."""


def plain_piece(text: str, offset: int) -> Piece:
    """Return a computed value, which has one place."""
    return Piece(text, offset, advances=False)


_START: Final = re.compile(r"""(?P<prefix>[A-Za-z]{0,2})(?P<quotes>'''|\"\"\"|'|")""")
_BETWEEN: Final = re.compile(r"(?:[\s()]|\\\r?\n|\#[^\n]*)+")
_ESCAPE: Final = re.compile(
    r"""
      \\(?:\r?\n|\r)
    | \\(?P<simple>[abfnrtv'"\\])
    | \\(?P<octal>[0-7]{1,3})
    | \\x(?P<byte>[0-9A-Fa-f]{2})
    | \\u(?P<short>[0-9A-Fa-f]{4})
    | \\U(?P<long>[0-9A-Fa-f]{8})
    | \\N\{(?P<name>[^}\n]{1,99})\}
    """,
    re.VERBOSE,
)
_SIMPLE: Final = dict(zip("abfnrtv'\"\\", "\a\b\f\n\r\t\v'\"\\", strict=True))
_PLAIN: Final = re.compile(r"[^\\{}\n]+|\n")


def literal_pieces(
    text: str, start: int, end: int, field: Callable[[str, int], str]
) -> Iterator[Piece]:
    """Yield the value of adjacent string literals.

    Args:
        text: The file.
        start: The offset of the first literal; parentheses and comments may be around each.
        end: The offset at which the last ends.
        field: Returns the value of an expression in braces of an f-string, given its text and its
            offset.

    Raises:
        UnresolvedError: The value is not known.
    """
    at = start
    while at < end:
        # Adjacent literals may have parentheses, comments and line ends between them.
        between = _BETWEEN.match(text, at, end)
        if between is not None:
            at = between.end()
            continue
        opened = _START.match(text, at, end)
        if opened is None:
            raise UnresolvedError(NO_STRING)
        prefix = opened["prefix"].lower()
        # Bytes and templates are no strings that a compiler takes.
        if "b" in prefix or "t" in prefix:
            raise UnresolvedError(NO_STRING)
        literal = _Literal(text, end, opened["quotes"], prefix)
        reading = _Reading(literal, opened.end(), field)
        begins = True
        for piece in reading.pieces():
            yield piece._replace(begins=begins)
            begins = False
        at = reading.at


class _Literal(NamedTuple):
    """A literal in a file."""

    text: str
    """The file."""
    end: int
    """Where it ends at the latest."""
    quotes: str
    prefix: str


class _Reading:
    """The reading of one literal, from behind its opening quotes."""

    def __init__(self, literal: _Literal, at: int, field: Callable[[str, int], str]) -> None:
        self.text, self.end, self.quotes, prefix = literal
        self.at = at
        self.raw = "r" in prefix
        self.formatted = "f" in prefix
        self.field = field

    def pieces(self) -> Iterator[Piece]:
        """Yield the value up to the closing quotes, and move behind the quotes."""
        while True:
            if self.at >= self.end:
                raise UnresolvedError(_NO_END)
            if self.text.startswith(self.quotes, self.at):
                self.at += len(self.quotes)
                return
            text, at = self.text, self.at
            character = text[at]
            if character == "\\":
                yield from self._escape()
            elif self.formatted and character in "{}":
                yield from self._braces(character)
            elif character in "{}":
                self.at += 1
                yield Piece(character, at)
            else:
                found = _PLAIN.match(text, at, self.end)
                stop = self.end if found is None else found.end()
                # The closing quotes may be within the run of plain characters.
                quote = text.find(self.quotes, at, stop)
                self.at = stop if quote < 0 else quote
                yield Piece(text[at : self.at], at)

    def _escape(self) -> Iterator[Piece]:
        at = self.at
        if self.raw:
            # In a raw string a quote behind a backslash does not end it, and both are kept.
            width = 2 if self.text[at + 1 : at + 2] in {"\\", self.quotes[0]} else 1
            self.at += width
            yield Piece(self.text[at : self.at], at)
            return
        match = _ESCAPE.match(self.text, at, self.end)
        # Python keeps the backslash of an escape sequence that it does not know.
        if match is None:
            self.at += 1
            yield Piece("\\", at)
            return
        self.at = match.end()
        kind = match.lastgroup
        # A backslash at the end of a line joins lines and adds no character.
        if kind is not None:
            yield plain_piece(_escaped(kind, match[kind]), at)

    def _braces(self, character: str) -> Iterator[Piece]:
        at = self.at
        if self.text.startswith(2 * character, at):
            self.at += 2
            yield plain_piece(character, at)
            return
        stop = _field_end(self.text, at + 1, self.end)
        expression = self.text[at + 1 : stop]
        # A format, `{x:04x}`, or `!r` changes the value in ways that are not followed.
        if self.text[stop] != "}":
            raise UnresolvedError(_FORMAT, expression.strip())
        self.at = stop + 1
        yield plain_piece(self.field(expression, at + 1), at)


def _escaped(kind: str, value: str) -> str:
    if kind == "simple":
        return _SIMPLE[value]
    if kind == "name":
        try:
            return unicodedata.lookup(value)
        except KeyError:
            raise UnresolvedError(_NO_CHARACTER) from None
    code = int(value, 8 if kind == "octal" else 16)
    try:
        return chr(code)
    except (ValueError, OverflowError):
        raise UnresolvedError(_NO_CHARACTER) from None


_OPENING: Final = "([{"
_CLOSING: Final = ")]}"


def _field_end(text: str, at: int, end: int) -> int:
    """Return where the expression of a field ends: at `}`, `:`, `!` or `=`."""
    depth = 0
    while at < end:
        character = text[at]
        # A string in the expression may have braces and colons of its own.
        if character in "'\"":
            quotes = 3 * text[at] if text.startswith(3 * text[at], at) else text[at]
            closed = text.find(quotes, at + len(quotes), end)
            if closed < 0:
                raise UnresolvedError(_NO_FIELD_END)
            at = closed + len(quotes)
            continue
        if not depth and _ends_field(text, at):
            return at
        depth += (character in _OPENING) - (character in _CLOSING)
        at += 1
    raise UnresolvedError(_NO_FIELD_END)


def _ends_field(text: str, at: int) -> bool:
    character = text[at]
    if character in "!=":
        # `!=`, `==` and `<=` are operators of the expression: only a single `=` or `!` ends it.
        return text[at + 1 : at + 2] != "=" and text[at - 1] not in "=<>!"
    return character in "}:"
