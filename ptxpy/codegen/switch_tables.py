"""The table of a switch as Python: a dictionary of labels, on one line or in rows of their kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from ptxpy.dialect import vocabulary
from ptxpy.ir import nodes as n
from ptxpy.pytree import INDENT, WIDTH, expression_text, quoted
from ptxpy.pytree import tree as t

__all__ = ["key_expression", "table_expression"]

_FEWEST_ROWS: Final = 3
"""black breaks fewer dictionaries at their brackets, an item a line."""
_SIGN: Final = len("| ")


def key_expression(key: int | str) -> t.Expression:
    """Return the key of a case."""
    return key if type(key) is int else quoted(str(key))


def table_expression(
    labels: Mapping[int | str, t.Expression], name: str, depth: int
) -> t.Expression:
    """Return the dictionary of the labels of a switch, or several, each with the room of a line.

    Args:
        labels: The label of each key.
        name: The name of the table.
        depth: How deep its statement is indented.
    """
    numbers = sorted(key for key in labels if type(key) is int)
    keys = [*numbers, *[key for key in labels if type(key) is not int]]
    items = [(key_expression(key), labels[key]) for key in keys]
    whole = t.Dictionary(tuple(items))
    if len(INDENT) * depth + len(f"{name} = {expression_text(whole)}") <= WIDTH:
        return whole
    room = WIDTH - len(INDENT) * (depth + 1) - _SIGN
    rows = [*_rows(items[: len(numbers)], room), *_rows(items[len(numbers) :], room)]
    while len(rows) < _FEWEST_ROWS:
        longest = max(rows, key=len)
        at, half = rows.index(longest), (len(longest) + 1) // 2
        rows[at : at + 1] = [longest[:half], longest[half:]]
    table: t.Expression = t.Dictionary(tuple(rows[0]))
    for row in rows[1:]:
        table = t.Binary(table, "|", t.Dictionary(tuple(row)))
    return table


def targets_call(node: n.TargetList, targets: Iterable[t.Expression]) -> t.Call:
    """Return the call that lists branch or call targets."""
    kind = node.directive.removeprefix(".").removesuffix("targets")
    name = quoted(node.name)
    return t.Call(vocabulary.TARGETS, (name, *targets, t.Keyword("kind", quoted(kind))))


_Item = tuple[t.Expression, t.Expression]


def _rows(items: list[_Item], room: int) -> list[list[_Item]]:
    """Return items in rows that fit into some columns and are about equally long."""
    lengths = [len(expression_text(t.Dictionary((item,)))) for item in items]
    total = sum(lengths)
    most = min(room, total // (1 + total // room) + max(lengths, default=0))
    rows: list[list[_Item]] = []
    length = room
    for item, each in zip(items, lengths, strict=True):
        if length + each > most:
            rows.append([])
            length = 0
        rows[-1].append(item)
        length += each
    return rows
