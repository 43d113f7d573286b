"""Long margins become rows of a table at the end of the function: `#: &step` and `#: &step: r3 …`.

A row is found by its name and not by a line, so that no edit moves it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ptxpy.dialect import MAX_MARGIN, VALUES_ROW, format_values, split_margin
from ptxpy.pytree import statement_text
from ptxpy.pytree import tree as t

__all__ = ["WITH_MARGIN", "longest_margin", "write_margin_table", "write_values_row"]

_WIDTH: Final = 88
_INDENT: Final = 4
WITH_MARGIN: Final = (t.Assign, t.Evaluate, t.Update, t.With, t.For)
"""The statements that have a margin."""
_MAX_NAME: Final = 14
_MAX_POSITIONS: Final = 20
"""The most characters of positions that stay beside the name of a row."""
_NAME: Final = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)


def write_margin_table(block: t.Block) -> None:
    """Move the long margins of a function's statements into a table at its end."""
    names: set[str] = set()
    rows: list[t.Statement] = []
    for statement in t.walk_statements(block):
        margin = statement.margin
        if len(margin) <= MAX_MARGIN or not isinstance(statement, WITH_MARGIN):
            continue
        registers, positions = split_margin(margin)
        name = _distinct(_name_of(statement), names)
        names.add(name)
        kept = _kept(registers, positions)
        statement.margin = f"&{name} {kept}".rstrip()
        items = (registers.strip() if kept else margin).split(" ")
        rows += [t.MarginRow(row) for row in _rows(f"&{name}:", items)]
    block += rows


def write_values_row(definition: t.Define) -> None:
    """Write at the end of a function that others call how many values its statements make.

    With one such statement, no edit can move the values of another.
    """
    made = [
        (statement.makes, statement_text(statement))
        for statement in t.walk_statements(definition.body)
        if statement.makes
    ]
    if len(made) > 1:
        items = format_values(made).split(" ")
        definition.body += [t.MarginRow(row) for row in _rows(f"&{VALUES_ROW}:", items)]


def longest_margin(margin: str) -> int:
    """Return the most characters that a statement has in the place of a margin."""
    if len(margin) <= MAX_MARGIN:
        return len(margin)
    return len("&_99") + _MAX_NAME + len(f" {_kept(*split_margin(margin))}".rstrip())


def _kept(registers: str, positions: str) -> str:
    """Return the positions that stay beside the name of a row."""
    return positions if registers and len(positions) <= _MAX_POSITIONS else ""


def _rows(head: str, items: list[str]) -> Iterator[str]:
    """Yield the texts of the rows of one name, each as long as a line allows."""
    room = _WIDTH - _INDENT - len("#: ")
    row = head
    for item in items:
        if row != head and len(row) + 1 + len(item) > room:
            yield row
            row = head
        row += f" {item}"
    yield row


def _name_of(statement: t.Statement) -> str:
    """Return a name for the row of a statement: its first target, or the function that it calls."""
    found: list[t.Expression] = []
    if isinstance(statement, t.Assign):
        target = statement.targets[0]
        found += target.elements if isinstance(target, t.Tuple) else (target,)
    value = statement.value if isinstance(statement, t.Assign | t.Evaluate) else None
    if isinstance(value, t.Call):
        found.append(value.function)
    for each in found:
        while isinstance(each, t.View | t.Element):
            each = each.value if isinstance(each, t.View) else each.base  # noqa: PLW2901
        text = each.strip("_").lower() if type(each) is str else ""
        word = text if len(text) <= _MAX_NAME else text[:_MAX_NAME].rpartition("_")[0]
        if _NAME.fullmatch(word) is not None and text != "unused":
            return word
    return "row"


def _distinct(name: str, taken: set[str]) -> str:
    """Return a name that no other row has."""
    number = 2
    found = name
    while found in taken:
        found = f"{name}_{number}"
        number += 1
    return found
