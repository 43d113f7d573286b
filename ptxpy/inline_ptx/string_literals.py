"""String literals of C++: their values, with the place of each character."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

__all__ = ["LiteralError", "Piece", "literal_pieces"]


class LiteralError(ValueError):
    """A literal whose value cannot be known."""


class Piece(NamedTuple):
    """Characters of a value that stand next to each other in the literal."""

    text: str
    offset: int
    """The offset of the first in the literal."""
    advances: bool = True
    """Whether each stands one after the other; False for an escape sequence."""


_RAW: Final = re.compile(r'(?:u8|[uUL])?R"([^(]*)\((.*)\)\1"', re.DOTALL)
_PART: Final = re.compile(
    r"""
      (?P<plain>[^\\]+)
    | (?P<splice>\\\r?\n)
    | \\(?P<simple>[abfnrtv'"?\\])
    | \\(?P<octal>[0-7]{1,3})
    | \\x(?P<hexadecimal>[0-9A-Fa-f]+)
    | \\(?:u(?P<short>[0-9A-Fa-f]{4})|U(?P<long>[0-9A-Fa-f]{8}))
    | \\(?P<unknown>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_SIMPLE: Final = dict(zip("abfnrtv'\"?\\", "\a\b\f\n\r\t\v'\"?\\", strict=True))
_LARGEST: Final = 0x10FFFF


def literal_pieces(literal: str) -> list[Piece]:
    """Return the value of a literal in pieces; raise `LiteralError` if it is malformed."""
    raw = _RAW.fullmatch(literal)
    if raw is not None:
        return _raw_pieces(raw[2], raw.start(2))
    start = literal.find('"') + 1
    if not start or len(literal) <= start or not literal.endswith('"'):
        msg = "a string that does not end"
        raise LiteralError(msg)
    found: list[Piece] = []
    for match in _PART.finditer(literal, start, len(literal) - 1):
        kind = match.lastgroup
        value = match[kind or 0]
        if kind == "plain":
            found.append(Piece(value, match.start()))
        elif kind == "simple":
            found.append(Piece(_SIMPLE[value], match.start(), advances=False))
        elif kind in {"octal", "hexadecimal", "short", "long"}:
            code = int(value, 8 if kind == "octal" else 16)
            if code > _LARGEST:
                msg = f"an escape sequence that is no character: {match[0]}"
                raise LiteralError(msg)
            found.append(Piece(chr(code), match.start(), advances=False))
        elif kind == "unknown":
            msg = f"an unknown escape sequence: {match[0]}"
            raise LiteralError(msg)
    return found


def _raw_pieces(value: str, offset: int) -> list[Piece]:
    """Return a piece for each line of a raw string."""
    found = []
    for line in value.splitlines(keepends=True):
        found.append(Piece(line, offset))
        offset += len(line)
    return found
