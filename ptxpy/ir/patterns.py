"""Compilation of regular expressions with possessive groups that match alike on every Python.

Before Python 3.11.5, `re` does not restore its position when an iteration of a possessive group
fails: `(?:ab?c)*+` matches `abca` of `abcab`. Only groups are affected, not single characters.
"""

from __future__ import annotations

import re
import sys
from typing import AnyStr, Final

_PIECE: Final = (
    r"\\."  # an escaped character
    r"|\[\^?\]?(?:\\.|[^\]\\])*\]"  # a class of characters
    r"|(?:[*+?]|\{[0-9]*,?[0-9]*\})\+?"  # a quantifier
    r"|."
)
_POSSESSIVE: Final = r"(?:[*+?]|\{[0-9]*,?[0-9]*\})\+"
_IS_OLD: Final = sys.version_info < (3, 11, 5)


def compile_pattern(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Compile a pattern that may have possessive groups; verbose patterns are not supported."""
    return re.compile(with_atomic_groups(pattern) if _IS_OLD else pattern, flags)


def with_atomic_groups(pattern: AnyStr) -> AnyStr:
    """Return an equivalent pattern with `(?>(X)*)` in place of each `(X)*+`."""
    if isinstance(pattern, bytes):
        return _rewritten(pattern.decode("latin-1")).encode("latin-1")
    return _rewritten(pattern)


def _rewritten(pattern: str) -> str:
    pieces: list[str] = []
    opened: list[int] = []
    group: int | None = None  # where the group begins that has just ended
    # A group that is repeated possessively, `(X)*+`, becomes an atomic group around `(X)*`.
    for text in re.findall(_PIECE, pattern, re.DOTALL):
        if text == "(":
            opened.append(len(pieces))
        if group is not None and re.fullmatch(_POSSESSIVE, text):
            pieces[group:] = ["(?>", *pieces[group:], text[:-1], ")"]
        else:
            pieces.append(text)
        group = opened.pop() if text == ")" else None
    return "".join(pieces)
