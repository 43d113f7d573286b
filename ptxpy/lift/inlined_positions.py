"""Positions of functions that are inlined one in the other: `at(374, 9).into("16:426:5/109")`.

A compiler writes a position for each function on the way to an instruction: each is inlined at the
place that the position before it says. So only the first needs a statement.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ptxpy.dialect import vocabulary
from ptxpy.pytree import statement_text
from ptxpy.pytree import tree as t

__all__ = ["is_path", "join_positions", "outermost", "shorten_positions"]

_WIDTH: Final = 88
_INDENT: Final = 4
_QUOTES: Final = len('"",')
MIN_ROOM: Final = 16
"""The columns that a string of places has at least, however deep it stands."""

_OPTIONS: Final = frozenset({"file", "function", "inlined_at"})


class _Place(NamedTuple):
    """A position: file (None for that of the function), line and column."""

    file: int | None
    line: int
    column: int


class _Position(NamedTuple):
    """What a call of `at` says."""

    place: _Place
    function: int
    inlined_at: _Place | None


def join_positions(block: t.Block, depth: int) -> None:
    """Join the positions of a block, and of those within it, that lead into each other."""
    found: list[t.Statement] = []
    path: list[str] = []
    before: _Position | None = None
    for statement in block:
        position = _read(statement)
        if position is not None and before is not None and position.inlined_at == before.place:
            path.append(_text(position))
            before = position
            continue
        _finish(found, path, depth)
        path, before = [], position or _first(statement)
        found.append(statement)
        inner = t.statement_bodies(statement)
        if inner is not None:
            join_positions(inner, depth + 1)
    _finish(found, path, depth)
    block[:] = found


def shorten_positions(block: t.Block, depth: int) -> None:
    """Let positions of inlined functions begin where these are inlined, if that is shorter.

    `at.inlined(2, 385, 5).into("3:133:5/1 4:378:9/2")`.
    """
    for statement in block:
        inner = t.statement_bodies(statement)
        if inner is not None:
            shorten_positions(inner, depth + 1)
        if not isinstance(statement, t.Evaluate) or not isinstance(statement.value, t.Call):
            continue
        call = statement.value
        position = _read(t.Evaluate(outermost(call)))
        if position is None or position.inlined_at is None:
            continue
        if not is_path(call) and _INDENT * depth + len(statement_text(statement)) <= _WIDTH:
            continue
        where = tuple([each for each in position.inlined_at if each is not None])
        places = [_text(position)]
        if is_path(call):
            places += [place for row in call.arguments for place in str(row).strip('"').split()]
        statement.value = _path(t.Call(vocabulary.AT_INLINED, where), places, depth)


def is_path(expression: t.Expression) -> bool:
    """Return whether an expression is a position with those that it leads into."""
    return (
        isinstance(expression, t.Call)
        and isinstance(expression.function, t.View)
        and expression.function.name == "into"
    )


def outermost(call: t.Call) -> t.Call:
    """Return the first of the positions that lead into each other."""
    function = call.function
    if is_path(call) and isinstance(function, t.View) and isinstance(function.value, t.Call):
        return function.value
    return call


def _finish(found: list[t.Statement], path: list[str], depth: int) -> None:
    """Let the last statement lead to the places of a path."""
    last = found[-1] if path else None
    if isinstance(last, t.Evaluate):
        last.value = _path(last.value, path, depth)


def _path(first: t.Expression, places: list[str], depth: int) -> t.Call:
    """Return a position that leads to places, in strings that fit the page."""
    room = max(_WIDTH - _INDENT * (depth + 1) - _QUOTES, MIN_ROOM)
    rows = [places[0]]
    for place in places[1:]:
        if len(rows[-1]) + 1 + len(place) <= room:
            rows[-1] += f" {place}"
        else:
            rows.append(place)
    return t.Call(t.View(first, "into"), tuple([f'"{row}"' for row in rows]))


def _first(statement: t.Statement) -> _Position | None:
    """Return a position that others may follow, which may have a mark before it."""
    return _read(statement, frozenset({*_OPTIONS, "mark", "before"}))


def _read(statement: t.Statement, options: frozenset[str] = _OPTIONS) -> _Position | None:
    """Return the position that a statement is, if all in it are numbers."""
    if not isinstance(statement, t.Evaluate) or not isinstance(statement.value, t.Call):
        return None
    call = statement.value
    if call.function != vocabulary.AT:
        return None
    given = {each.name: each.value for each in call.arguments if isinstance(each, t.Keyword)}
    line, column, *others = [each for each in call.arguments if not isinstance(each, t.Keyword)]
    file, function = given.get("file"), given.get("function", 0)
    where = given.get("inlined_at")
    numbers = [line, column, function, 0 if file is None else file]
    numbers += where.elements if isinstance(where, t.Tuple) else ()
    if others or not given.keys() <= options or not all(type(each) is int for each in numbers):
        return None
    inlined = _place(where.elements) if isinstance(where, t.Tuple) else None
    return _Position(_place((file, line, column)), _number(function), inlined)


def _place(parts: Sequence[t.Expression | None]) -> _Place:
    *file, line, column = parts
    first = file[0] if file else None
    return _Place(None if first is None else _number(first), _number(line), _number(column))


def _number(part: t.Expression | None) -> int:
    return part if isinstance(part, int) else 0


def _text(position: _Position) -> str:
    file, line, column = position.place
    start = "" if file is None else f"{file}:"
    return f"{start}{line}:{column}/{position.function}"
