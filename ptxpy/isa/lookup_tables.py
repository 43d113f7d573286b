"""Tables of truth of `lop3`, and the expressions that they stand for (PTX ISA 9.7.8.6).

A table has 8 bits: bit 4a + 2b + c is the result for these bits of the three operands. So the table
of an expression is its value for the tables of the operands themselves.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["TABLES", "table_expression", "table_of"]

TABLES: Final = {"a": 0xF0, "b": 0xCC, "c": 0xAA}
"""The table of each operand."""

_ALL: Final = 0xFF
_OPERATORS: Final = (("&", 3), ("^", 2), ("|", 1))
"""The operators, with how tightly they bind; `~` binds most."""
_UNARY: Final = 4
_MAJORITY: Final = 0xE8
_MAX_OPERATORS: Final = 4
"""Operators of the longest expression that is found: longer ones say no more than the table."""


class _Written(NamedTuple):
    """An expression, and how tightly its outermost operator binds."""

    text: str
    binding: int


def table_of(function: Callable[[int, int, int], int]) -> int:
    """Return the table of a function of bits: `table_of(lambda a, b, c: a & b | c)` is 0xEA."""
    return function(*TABLES.values()) & _ALL


def table_expression(table: int) -> str:
    """Return a plain expression with a table, in `a`, `b` and `c`: `a & b | c`.

    Returns:
        The expression; "" for a constant table, and for one that takes many operators.
    """
    return _expressions().get(table & _ALL, "")


@cache
def _expressions() -> dict[int, str]:
    """Return an expression with few operators for each table that has one.

    Selections and the majority are written as such, although shorter forms exist.
    """
    names = [*TABLES]
    found = {table: _Written(name, _UNARY) for name, table in TABLES.items()}
    # Expressions are built by size, from smaller ones: the first found for a table has the fewest
    # operators.
    sizes = [dict(found)]
    for size in range(1, _MAX_OPERATORS + 1):
        new: dict[int, _Written] = {}
        for table, written in _larger(sizes, size):
            if table in found or table in (0, _ALL):
                continue
            known = new.get(table)
            if known is None or _order(written) < _order(known):
                new[table] = written
        found.update(new)
        sizes.append(new)
    expressions = {table: written.text for table, written in found.items()}
    for chooser, one, other in permutations(names):
        # A selection is written as such even where a shorter expression exists: it is what readers
        # know.
        table = TABLES[chooser] & TABLES[one] | ~TABLES[chooser] & TABLES[other]
        expressions[table] = f"{chooser} & {one} | ~{chooser} & {other}"
    expressions[_MAJORITY] = "a & b | a & c | b & c"
    return expressions


def _order(written: _Written) -> tuple[int, str, str]:
    """Return the key of the plainest expression: few negations and parentheses, then a before b."""
    text = written.text
    return text.count("~") + text.count("("), "".join(filter(str.isalpha, text)), text


def _larger(sizes: list[dict[int, _Written]], size: int) -> Iterator[tuple[int, _Written]]:
    """Yield the expressions with a number of operators, from those with fewer."""
    for operator, binding in _OPERATORS:
        for left_size in range(size):
            for left, one in sizes[left_size].items():
                # The operators are left-associative, so only the right operand needs parentheses at
                # equal precedence.
                start = _enclosed(one, binding)
                for right, other in sizes[size - 1 - left_size].items():
                    text = f"{start} {operator} {_enclosed(other, binding + 1)}"
                    yield _joined(operator, left, right), _Written(text, binding)
    for table, written in sizes[size - 1].items():
        yield ~table & _ALL, _Written(f"~{_enclosed(written, _UNARY)}", _UNARY)


def _joined(operator: str, left: int, right: int) -> int:
    if operator == "&":
        return left & right
    return left ^ right if operator == "^" else left | right


def _enclosed(written: _Written, binding: int) -> str:
    return written.text if written.binding >= binding else f"({written.text})"
