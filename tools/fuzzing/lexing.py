"""The grammar's tokens: splitting text into them, and the pairs that need a separator."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ptxpy.syntax.terminal_patterns import IGNORED, KEYWORDS, TERMINALS

_TERMINAL = re.compile(TERMINALS)


class Token(NamedTuple):
    """A token: its terminal's name, and its text."""

    terminal: str
    text: str


class LexError(ValueError):
    """An error for text that does not consist of tokens."""


def pieces(text: str) -> Iterator[Token]:
    """Yield tokens, white space and comments; together they are the text."""
    position = 0
    for match in _TERMINAL.finditer(text):
        if match.start() != position:
            break
        position = match.end()
        found = match.group()
        yield Token(KEYWORDS.get(found, str(match.lastgroup)), found)
    if position != len(text):
        message = f"no token at offset {position}"
        raise LexError(message)


def tokens(text: str) -> list[Token]:
    """Return the tokens of a text; raise `LexError` if it does not consist of tokens."""
    return [token for token in pieces(text) if token.terminal not in IGNORED]


def is_token(terminal: str, text: str) -> bool:
    """Return whether a text is one token of a terminal."""
    return _tokens_or_nothing(text) == (Token(terminal, text),)


def merge(left: Token, right: Token) -> bool:
    """Return whether two tokens need a separator between them."""
    return _tokens_or_nothing(left.text + right.text) != (left, right)


def same_tokens(text: str, expected: Sequence[Token]) -> bool:
    """Return whether a text consists of tokens as expected."""
    try:
        return tokens(text) == list(expected)
    except LexError:
        return False


@lru_cache(maxsize=65536)
def _tokens_or_nothing(text: str) -> tuple[Token, ...]:
    try:
        return tuple(tokens(text))
    except LexError:
        return ()
