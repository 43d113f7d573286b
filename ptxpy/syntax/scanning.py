"""The tokens of a text that need not be PTX as a whole, for readers of half-written files.

The parser reads statements and refuses others. Here each token is read by itself, with the
spelling that the grammar gives it, and every text has tokens.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from re import Pattern
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.ir import compile_pattern
from ptxpy.syntax.terminal_patterns import (
    BITS,
    COMMENT,
    DOTNAME,
    DOTTED,
    FLOAT,
    HEX,
    IDENT,
    INT,
    REGISTER,
    SPACES,
    STRING,
)

__all__ = ["Token", "scan"]


class Token(NamedTuple):
    """A token with its place."""

    kind: str
    """`comment`, `string`, `register` (`%r1`), `dotted` (`add.s32`, `call.uni`), `word`, `modifier`
    (`.s32`, `.reg`), `number` or `mark`, a single character."""
    start: int
    """The offset of its first character."""
    end: int
    """The offset behind its last character."""


_UNENDED_STRING: Final = r'"[^"\n]*+'
_UNENDED_COMMENT: Final = r"\/\*[\s\S]*+"


@cache
def _pattern() -> Pattern[str]:
    """Return the pattern of white space and the token behind it, which is a group of its kind."""
    kinds = (
        ("register", REGISTER),
        ("dotted", DOTTED),
        ("word", IDENT),
        ("number", f"{HEX}|{BITS}|{FLOAT}|{INT}"),
        ("modifier", DOTNAME),
        # A comment or string that is being written ends with the text, or with its line.
        ("comment", f"{COMMENT}|{_UNENDED_COMMENT}"),
        ("string", f"{STRING}|{_UNENDED_STRING}"),
        ("mark", r"[\s\S]"),
    )
    alternatives = "|".join(f"(?P<{kind}>{pattern})" for kind, pattern in kinds)
    return compile_pattern(rf"(?:{SPACES})?+(?:{alternatives}|\Z)")


def scan(text: str, start: int = 0, end: int | None = None) -> Iterator[Token]:
    """Yield the tokens of a text, comments included, from an offset to another; never fails.

    >>> [text[token.start : token.end] for text in ("add.s32 %r1, [x",) for token in scan(text)]
    ['add.s32', '%r1', ',', '[', 'x']
    """
    for match in _pattern().finditer(text, start, len(text) if end is None else end):
        kind = match.lastgroup
        if kind is not None:
            yield Token(kind, *match.span(kind))
