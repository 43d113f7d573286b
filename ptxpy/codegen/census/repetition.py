"""Statements of a program that repeat without a loop, and the reasons."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.lift import MAX_CARRIED, MAX_COLUMNS, MIN_REPETITIONS

__all__ = ["Repetition", "repetitions_in"]

_MOST_STATEMENTS: Final = 24
"""The longest turn that is looked for."""
_FEWEST_STATEMENTS: Final = 6
"""Fewer statements in all are not worth a word."""
_SHOWN: Final = 5
"""The most numbers that are shown."""


class Repetition(NamedTuple):
    """Statements that are alike, one turn behind the other."""

    line: int
    """The first line."""
    last: int
    turns: int
    reason: str
    """Why they are not a loop."""


class _Shape(NamedTuple):
    """A statement without its numbers and names."""

    text: str
    numbers: tuple[int, ...]
    literals: tuple[bool, ...]
    """For each number whether it is written for its own sake: it says no register or label."""
    names: tuple[str, ...]
    made: frozenset[str]
    """The names that it assigns."""


def repetitions_in(function: ast.FunctionDef) -> Iterator[Repetition]:
    """Yield the repetitions that are written out in a function, in the order of the text."""
    local = {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    for node in ast.walk(function):
        for field in ("body", "orelse"):
            body = getattr(node, field, None)
            if isinstance(body, list):
                yield from _in_block(body, local)


def _in_block(body: Sequence[ast.stmt], local: set[str]) -> Iterator[Repetition]:
    shapes = [_shape(statement, local) for statement in body]
    texts = [shape.text for shape in shapes]
    at = 0
    while at < len(body):
        best = 0, 0
        for period in range(1, min(_MOST_STATEMENTS, (len(body) - at) // MIN_REPETITIONS) + 1):
            turn = texts[at : at + period]
            end = at + period
            while texts[end : end + period] == turn:
                end += period
            if end - at >= period * MIN_REPETITIONS and end - at > best[0]:
                best = end - at, period
        length, period = best
        if length < _FEWEST_STATEMENTS or isinstance(body[at], ast.For):
            at += 1
            continue
        turns = [shapes[start : start + period] for start in range(at, at + length, period)]
        last = body[at + length - 1]
        yield Repetition(
            body[at].lineno, last.end_lineno or last.lineno, len(turns), _reason(turns)
        )
        at += length


def _shape(statement: ast.stmt, local: set[str]) -> _Shape:
    """Return a statement without its numbers and without the names that are assigned."""
    numbers: list[int] = []
    literals: list[bool] = []
    names: list[str] = []
    made: set[str] = set()

    def text(node: object, *, own: bool = True) -> str:
        if isinstance(node, ast.Constant) and type(node.value) is int:
            numbers.append(node.value)
            literals.append(own)
            return "#"
        if isinstance(node, ast.Name) and node.id in local:
            names.append(node.id)
            if isinstance(node.ctx, ast.Store):
                made.add(node.id)
            return "@"
        if isinstance(node, ast.AST):
            own = own and not isinstance(node, ast.Subscript)
            parts = ",".join(text(part, own=own) for _, part in ast.iter_fields(node))
            return f"{type(node).__name__}({parts})"
        if isinstance(node, list):
            return f"[{','.join([text(each, own=own) for each in node])}]"
        return repr(node)

    shown = text(statement)
    return _Shape(shown, tuple(numbers), tuple(literals), tuple(names), frozenset(made))


def _reason(turns: Sequence[Sequence[_Shape]]) -> str:
    """Return why turns are not a loop."""
    rows = [[number for shape in turn for number in shape.numbers] for turn in turns]
    literals = [is_literal for shape in turns[0] for is_literal in shape.literals]
    uneven: set[tuple[int, ...]] = set()
    for column, is_literal in zip(zip(*rows, strict=True), literals, strict=True):
        if len({right - left for left, right in pairwise(column)}) > 1:
            if not is_literal:
                shown = ", ".join(map(str, column[:_SHOWN])) + (", …" * (len(column) > _SHOWN))
                return f"whose registers do not grow evenly: {shown}"
            uneven.add(column)
    if len(uneven) > MAX_COLUMNS:
        return f"with {len(uneven)} uneven numbers a turn; a loop has at most {MAX_COLUMNS}"
    carried: set[int] = set()
    names = [[name for shape in turn for name in shape.names] for turn in turns]
    made = [frozenset().union(*[shape.made for shape in turn]) for turn in turns]
    for place, column in enumerate(zip(*names, strict=True)):
        if len(set(column)) == 1:
            continue
        pairs = [*zip(made, column[1:], strict=False)]
        if all(name in earlier for earlier, name in pairs) and column[0] not in made[0]:
            carried.add(place)
        elif not all(name in own for own, name in zip(made, column, strict=True)):
            return f"which take other values each time: {', '.join(column[:_SHOWN])}"
    if len(carried) > MAX_CARRIED:
        return f"which hand {len(carried)} values on; a loop carries at most {MAX_CARRIED}"
    return "whose values have names of their own, or are used behind it"
