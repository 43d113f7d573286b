"""Source positions become a part of the statement after them: `x = at(28, 18)(a + b)`.

`at(28, 18)` emits `.loc` when Python evaluates it, and returns the argument of its call. So it is
written around the part of a statement that emits first, and needs no line of its own. The pass
does so in functions that a program calls, and for positions that no margin can say
(`margin_positions`).

Where functions are inlined one in the other, a compiler writes a position for each on the way to an
instruction: each is inlined at the place that the position before it says. One statement says all,
`at(374, 9).into("16:426:5/109")`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.dialect import vocabulary
from ptxpy.pytree import rebuild, statement_text
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

__all__ = ["FoldPositions"]

_WIDTH: Final = 88
_INDENT: Final = 4
_MARGIN: Final = len("  #: ")

_POSITIONS: Final = (vocabulary.AT, vocabulary.AT_INLINED)
_SILENT: Final = vocabulary.words(emits=False, runs=None).union(("var", "extern"))
"""Calls that emit no instruction."""
_WITHOUT_VALUE: Final = tuple(f".{method}" for method in vocabulary.branch_methods())
"""Branches, whose calls are no expressions to those who check types."""
_GUARDS: Final = frozenset({vocabulary.UNLESS, vocabulary.IF})


class FoldPositions:
    """Moves positions into the statements after them."""

    def __init__(self, silent: Collection[str]) -> None:
        """Take the functions that emit nothing."""
        self._silent = _SILENT.union(silent)

    def apply(self, block: t.Block) -> None:
        """Fold the positions of a function's body, whose margins are known."""
        _join_positions(block, 1)
        _shorten_positions(block, 1)
        self._fold(block, 1, frozenset())

    def _fold(self, block: t.Block, depth: int, counters: frozenset[str]) -> None:
        """Fold the positions of a block, and of those within it.

        Args:
            block: The block.
            depth: Its indentation.
            counters: The names of the loops around it, which are numbers.
        """
        found: list[t.Statement] = []
        for statement in block:
            position = _position(found[-1]) if found else None
            if position is not None and self._folded(statement, position, depth, counters):
                found.pop()
            found.append(statement)
            inner = t.statement_bodies(statement)
            if inner is not None:
                names = {statement.variable} if isinstance(statement, t.For) else ()
                self._fold(inner, depth + 1, counters.union(names))
        block[:] = found

    def _folded(
        self, statement: t.Statement, position: t.Call, depth: int, counters: frozenset[str]
    ) -> bool:
        """Put a position into a statement; return whether that can be done."""
        head = _head(statement)
        made = None if head is None else self._wrapped(statement, head, position, counters)
        if made is None:
            return False
        # The text is measured with the position in it; if it is too long, the statement stays as it
        # was.
        _set_head(statement, made)
        margin = _MARGIN + len(statement.margin) if statement.margin else 0
        if _INDENT * depth + len(statement_text(statement)) + margin <= _WIDTH:
            return True
        _set_head(statement, head or "")
        return False

    def _wrapped(
        self,
        statement: t.Statement,
        head: t.Expression,
        position: t.Call,
        counters: frozenset[str],
    ) -> t.Expression | None:
        """Return an expression with a position around the part that emits first, or None."""
        # The values written in an expression emit before the expression does.
        first = next(_values(head), None)
        if first is not None:
            wrapped = t.Value(first.register, t.Call(position, (first.expression,)))
            return rebuild(head, lambda part: wrapped if part is first else None)
        if isinstance(statement, t.With):
            # Of the heads of blocks, only `ptx.if_` and `ptx.unless` emit a branch right away.
            is_guard = isinstance(head, t.Call) and head.function in _GUARDS
            return t.Call(position, (head,)) if is_guard else None
        if isinstance(head, t.Call) and _is_setter(head.function):
            inner = head.arguments[0]
            if self._emits(inner, None, counters):
                arguments = (t.Call(position, (inner,)), *head.arguments[1:])
                return t.Call(head.function, arguments)
            return None
        instruction = statement if isinstance(statement, t.Assign) else None
        return t.Call(position, (head,)) if self._emits(head, instruction, counters) else None

    def _emits(
        self, value: t.Expression, statement: t.Assign | None, counters: frozenset[str]
    ) -> bool:
        """Return whether the evaluation of an expression emits an instruction."""
        if isinstance(value, t.Call):
            function = value.function
            if not isinstance(function, str):
                return isinstance(function, t.Element) and function.base in ("ptx", "ptx.inst")
            root = function.partition(".")[0]
            silent = function in self._silent or function in _POSITIONS
            is_statement = function.endswith(_WITHOUT_VALUE)
            return not (silent or is_statement) and root not in ("reg", "d", "L")
        if not isinstance(value, t.Binary | t.Unary):
            return False
        if statement is not None and statement.instruction is not None:
            return statement.instruction.opcode != "mov"
        # Python computes an operator on numbers by itself, and emits nothing.
        return any(_is_register(part, counters) for part in t.walk_expression(value))


def _position(statement: t.Statement) -> t.Call | None:
    """Return the position that a statement is."""
    if not isinstance(statement, t.Evaluate) or not isinstance(statement.value, t.Call):
        return None
    return statement.value if _outermost(statement.value).function in _POSITIONS else None


def _head(statement: t.Statement) -> t.Expression | None:
    """Return the expression that a statement evaluates first."""
    if isinstance(statement, t.Assign | t.Evaluate | t.Update):
        return statement.value
    if isinstance(statement, t.With):
        return statement.contexts[0].value
    return None


def _set_head(statement: t.Statement, value: t.Expression) -> None:
    if isinstance(statement, t.Assign | t.Evaluate | t.Update):
        statement.value = value
    elif isinstance(statement, t.With):
        statement.contexts[0] = statement.contexts[0]._replace(value=value)


def _values(expression: t.Expression) -> Iterator[t.Value]:
    """Yield the values that are written in an expression, in the order in which they are made."""
    if isinstance(expression, t.Register | t.Slice):
        return
    for part in t.children(expression):
        yield from _values(part)
    if isinstance(expression, t.Value):
        yield expression


def _is_setter(function: t.Expression) -> bool:
    """Return whether a call writes a register that changes: `x.set(…)`, `reg.from_(…)`."""
    if isinstance(function, t.View):
        return function.name == "set"
    return isinstance(function, str) and (function == "reg.from_" or function.endswith(".set"))


def _is_register(part: t.Expression, counters: frozenset[str]) -> bool:
    if isinstance(part, t.Register | t.Value):
        return True
    return isinstance(part, str) and part.isidentifier() and part not in counters


_QUOTES: Final = len('"",')
MIN_ROOM: Final = 16
"""The columns that a string of places has at least, at any depth."""

_OPTIONS: Final = frozenset({"file", "function", "inlined_at"})


class _Place(NamedTuple):
    """A position: file (None for that of the function), line and column."""

    file: int | None
    line: int
    column: int


class _Position(NamedTuple):
    """The position that a call of `at` says."""

    place: _Place
    function: int
    inlined_at: _Place | None


def _join_positions(block: t.Block, depth: int) -> None:
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
        path, before = [], position or _read(statement, frozenset({*_OPTIONS, "mark", "before"}))
        found.append(statement)
        inner = t.statement_bodies(statement)
        if inner is not None:
            _join_positions(inner, depth + 1)
    _finish(found, path, depth)
    block[:] = found


def _shorten_positions(block: t.Block, depth: int) -> None:
    """Let positions of inlined functions begin where these are inlined, if that is shorter.

    `at.inlined(2, 385, 5).into("3:133:5/1 4:378:9/2")`.
    """
    for statement in block:
        inner = t.statement_bodies(statement)
        if inner is not None:
            _shorten_positions(inner, depth + 1)
        if not isinstance(statement, t.Evaluate) or not isinstance(statement.value, t.Call):
            continue
        call = statement.value
        position = _read(t.Evaluate(_outermost(call)))
        if position is None or position.inlined_at is None:
            continue
        if not _is_path(call) and _INDENT * depth + len(statement_text(statement)) <= _WIDTH:
            continue
        where = tuple([each for each in position.inlined_at if each is not None])
        places = [_text(position)]
        if _is_path(call):
            places += [place for row in call.arguments for place in str(row).strip('"').split()]
        statement.value = _path(t.Call(vocabulary.AT_INLINED, where), places, depth)


def _is_path(expression: t.Expression) -> bool:
    """Return whether an expression is a position with those that it leads into."""
    return (
        isinstance(expression, t.Call)
        and isinstance(expression.function, t.View)
        and expression.function.name == "into"
    )


def _outermost(call: t.Call) -> t.Call:
    """Return the first of the positions that lead into each other."""
    function = call.function
    if _is_path(call) and isinstance(function, t.View) and isinstance(function.value, t.Call):
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
    # A name or a formula may be another number each time: only numbers are joined.
    if others or not given.keys() <= options or not all(type(each) is int for each in numbers):
        return None
    inlined = _place_of(where.elements) if isinstance(where, t.Tuple) else None
    return _Position(_place_of((file, line, column)), _number(function), inlined)


def _place_of(parts: Sequence[t.Expression | None]) -> _Place:
    *file, line, column = parts
    first = file[0] if file else None
    return _Place(None if first is None else _number(first), _number(line), _number(column))


def _number(part: t.Expression | None) -> int:
    return part if isinstance(part, int) else 0


def _text(position: _Position) -> str:
    file, line, column = position.place
    start = "" if file is None else f"{file}:"
    return f"{start}{line}:{column}/{position.function}"
