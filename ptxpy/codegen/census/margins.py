"""The comments of generated Python: margins, `#: r3 f4..7`, and the lines that hold code."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

__all__ = ["Text", "read_text", "register_names"]

MARK: Final = "#:"
"""How the comment begins that names registers."""

ITEM: Final = re.compile(
    r"(?P<prefix>.*?)(?P<first>\d+)(?:\.\.(?P<last>\d+)(?:/(?P<step>-?\d+))?)?"
)
LARGEST_RANGE: Final = 1 << 20
"""A range with more registers than that counts as one."""

_NO_CODE: Final = frozenset(
    {
        *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT),
        tokenize.ENDMARKER,
    }
)


class Text(NamedTuple):
    """What the tokens of a program say that its syntax tree does not."""

    margins: Mapping[int, tuple[str, ...]]
    """The registers that are named in the margin, by the line where it stands."""
    code: frozenset[int]
    """The lines that hold more than comments and blanks."""


def read_text(python: str) -> Text:
    """Read the tokens of a program."""
    margins: dict[int, tuple[str, ...]] = {}
    code: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(python).readline):
        line = token.start[0]
        if token.type == tokenize.COMMENT and token.string.startswith(MARK):
            margins[line] = tuple(register_names(token.string))
        elif token.type not in _NO_CODE:
            code.update(range(line, token.end[0] + 1))
    return Text(margins, frozenset(code))


def register_names(margin: str) -> Iterator[str]:
    """Yield the registers of a margin, ranges spelled out; `_`, which names none, as it is.

    In `(r3..63/5 r5..65/5)`, which takes one of each range in turn, all are named, in another
    order.
    """
    for item in margin.removeprefix(MARK).replace("(", " ").replace(")", " ").split():
        found = ITEM.fullmatch(item)
        if found is None or found["last"] is None:
            yield item
            continue
        first, last, step = int(found["first"]), int(found["last"]), int(found["step"] or 1)
        numbers = range(first, last + (1 if step > 0 else -1), step) if step else range(first)
        if len(numbers) > LARGEST_RANGE:
            yield item
        else:
            yield from (f"{found['prefix']}{number}" for number in numbers)
