"""The comments of generated Python: margins, `#: r3 f4..7`, and the lines that hold code."""

from __future__ import annotations

import io
import tokenize
from collections.abc import Mapping
from typing import Final, NamedTuple

from ptxpy.dialect import MARGIN_MARK, parse_names

__all__ = ["Text", "read_text"]

_NO_CODE: Final = frozenset(
    {
        *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT),
        tokenize.ENDMARKER,
    }
)


class Text(NamedTuple):
    """What the tokens of a program say that its syntax tree does not."""

    margins: Mapping[int, tuple[str | None, ...]]
    """The registers that are named in the margin, by the line where it stands; None is a `_`."""
    code: frozenset[int]
    """The lines that hold more than comments and blanks."""


def read_text(python: str) -> Text:
    """Read the tokens of a program."""
    margins: dict[int, tuple[str | None, ...]] = {}
    code: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(python).readline):
        line = token.start[0]
        if token.type == tokenize.COMMENT and token.string.startswith(MARGIN_MARK):
            margins[line] = _registers(token.string.removeprefix(MARGIN_MARK))
        elif token.type not in _NO_CODE:
            code.update(range(line, token.end[0] + 1))
    return Text(margins, frozenset(code))


def _registers(margin: str) -> tuple[str | None, ...]:
    try:
        return tuple(parse_names(margin))
    except ValueError:
        return ()
