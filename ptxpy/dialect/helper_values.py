r"""How many values each statement of a helper made when it was written: `#: &values: 2kq ba`.

A margin names the registers of all values that a call makes. The row at the end of the function
that is called parts them by its statements, so that an edited statement leaves the registers of
the others alone: its mark, made of the statement's text, is found again. The number before a mark
says how many values the statement makes, where there are several; statements that make none are
left out.

>>> row = format_values([(2, "x = a * b + c"), (1, "return x ^ 7")])
>>> row
'2yl gk'
>>> parse_values(row)[1] == (1, mark_of_text("return (\n    x ^ 7\n)"))
True
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from zlib import crc32

__all__ = ["VALUES_ROW", "format_values", "mark_of_text", "parse_values"]

VALUES_ROW: Final = "values"
"""The name of the row, which no margin refers to."""

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_LAYOUT: Final = re.compile(r"[\s(),]+")
"""The characters that a formatter may add or leave out."""
_ITEM: Final = re.compile(r"([1-9][0-9]{0,6})?([a-z]{2})", re.ASCII)


def mark_of_text(text: str) -> str:
    """Return the mark of a statement, given its text without comments: two letters."""
    number = crc32(_LAYOUT.sub("", text).encode())
    count = len(_LETTERS)
    return _LETTERS[number // count % count] + _LETTERS[number % count]


def format_values(statements: Iterable[tuple[int, str]]) -> str:
    """Return the row of statements, each given by the number of its values, and its text."""
    items = [
        f"{count if count > 1 else ''}{mark_of_text(text)}" for count, text in statements if count
    ]
    return " ".join(items)


def parse_values(row: str) -> list[tuple[int, str]]:
    """Return the number of values, and the mark, of each item of a row; [] if one is no item."""
    found: list[tuple[int, str]] = []
    for item in row.split():
        match = _ITEM.fullmatch(item)
        if match is None:
            return []
        found.append((int(match[1] or 1), match[2]))
    return found
