"""From a statement's text to its tokens; the middle of a long list of numbers is one token."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final, NamedTuple

from ptxpy.ir.patterns import compile_pattern
from ptxpy.syntax.errors import ShapeError
from ptxpy.syntax.ir_templates import RUN
from ptxpy.syntax.terminal_patterns import IGNORED, KEYWORDS, TERMINALS

MAX_TOKENS: Final = 200_000
"""Tokens of one statement."""

_RUN_LENGTH: Final = 8
"""Numbers from which on a list is one token: the grammar repeats them freely."""

_RUN_CHARACTERS: Final = 60
"""Length of a statement from which on it is searched for lists before it is cut into tokens."""

_NUMBERS: Final = frozenset({"INT", "HEX", "FLOAT", "BITS"})


class Tokens(NamedTuple):
    """The tokens of a statement."""

    terminals: list[str]
    values: list[Any]
    """Their texts; of a list of numbers, the texts of these."""
    offsets: list[int]


def tokenize(text: str, position: int, end: int) -> Tokens:
    """Cut `text[position:end]` into tokens.

    A long list of numbers is given as its first number, one token with the list of the numbers
    in between, and its last number. Raises `ShapeError` for a character that begins no terminal.
    """
    tokens = Tokens([], [], [])
    # A list within a comment or string is none.
    if end - position > _RUN_CHARACTERS and '"' not in text and "/" not in text:
        while end - position > _RUN_CHARACTERS:
            run = _plain_list().search(text, position, end)
            if run is None:
                break
            _cut(text, position, run.start(), tokens)
            _cut_list(text, run.start(), run.end(), tokens)
            position = run.end()
    _cut(text, position, end, tokens)
    return _shortened(tokens) if len(tokens.terminals) > 2 * _RUN_LENGTH else tokens


@cache
def _terminals() -> re.Pattern[str]:
    return re.compile(TERMINALS)


def _cut(text: str, position: int, end: int, tokens: Tokens) -> None:
    terminals, values, offsets = tokens
    for match in _terminals().finditer(text, position, end):
        if match.start() != position:
            break
        position = match.end()
        terminal = match.lastgroup
        if terminal in IGNORED:
            continue
        if len(terminals) > MAX_TOKENS:
            raise ShapeError(position, f"a statement of more than {MAX_TOKENS:,} tokens")
        value = match.group()
        terminals.append(KEYWORDS.get(value, terminal))  # type: ignore[arg-type]
        values.append(value)
        offsets.append(match.start())
    if position != end:
        raise ShapeError(position, _unreadable(text, position))


@cache
def _plain_list() -> re.Pattern[str]:
    """Return the pattern of a long list of plain numbers, all separated alike."""
    decimal = r"(?:0|[1-9][0-9]*+)"
    single, double = "0f[0-9a-fA-F]{8}", "0d[0-9a-fA-F]{16}"
    return compile_pattern(
        r"(?<![A-Za-z0-9_.$%])(?:"
        rf"{decimal}(?:(?:, {decimal}){{15,}}+|(?:,{decimal}){{15,}}+)"
        rf"|{single}(?:, {single}){{15,}}+|{double}(?:, {double}){{15,}}+"
        r")(?![A-Za-z0-9_.$])"
    )


def _cut_list(text: str, position: int, end: int, tokens: Tokens) -> None:
    """Cut a list of numbers: the first, one token for those in between, the last."""
    found = text[position:end]
    numbers = found.split(", " if ", " in found else ",")
    terminal = "INT" if numbers[0].isdigit() else "BITS"
    terminals, values, offsets = tokens
    terminals += (terminal, "COMMA", f"{RUN}{terminal}", "COMMA", terminal)
    values += (numbers[0], ",", numbers[1:-1], ",", numbers[-1])
    offsets += (position,) * 5


def _unreadable(text: str, position: int) -> str:
    character = text[position]
    if character == '"':
        return "a string that does not end on its line"
    if text.startswith("/*", position):
        return "a comment that does not end"
    if "\udc80" <= character <= "\udcff":
        return f"unexpected byte 0x{ord(character) - 0xDC00:02x}, which is no text in UTF-8"
    return f"unexpected character {character!r}"


def _shortened(tokens: Tokens) -> Tokens:
    """Put the middle of every long list of numbers into one token."""
    terminals, values, offsets = tokens
    shortened = Tokens([], [], [])
    i = 0
    while i < len(terminals):
        j = i
        terminal = terminals[i]
        if terminal in _NUMBERS:
            while (
                j + 2 < len(terminals)
                and terminals[j + 1] == "COMMA"
                and terminals[j + 2] == terminal
            ):
                j += 2
        if j - i >= 2 * _RUN_LENGTH:
            shortened.terminals.extend((terminal, "COMMA", f"{RUN}{terminal}", "COMMA", terminal))
            shortened.values.extend((values[i], ",", values[i + 2 : j : 2], ",", values[j]))
            shortened.offsets.extend(offsets[k] for k in (i, i + 1, i + 2, j - 1, j))
        else:
            shortened.terminals.extend(terminals[i : j + 1])
            shortened.values.extend(values[i : j + 1])
            shortened.offsets.extend(offsets[i : j + 1])
        i = j + 1
    return shortened
