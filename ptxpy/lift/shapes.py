"""Shapes of statements, which are the same without their integers.

Statements of the same shape differ in integers alone, those in registers' names included: `r[3]`
and `r[5]` have one shape. Rolling and templates compare shapes, and compute with the integers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, Final, TypeAlias

from ptxpy.pytree import transform_statement
from ptxpy.pytree import tree as t

__all__ = ["Shape", "replace_numbers", "shape_and_spellings_of", "shape_of"]

Shape: TypeAlias = Hashable
"""The shape of a statement; equal for statements that differ in integers alone."""


def shape_of(statement: t.Statement) -> tuple[Shape, tuple[int, ...]]:
    """Return the shape of a statement with all within it, and its integers as the text has them."""
    numbers = _Numbers()
    shape = _statement(statement, numbers)
    return shape, tuple(numbers)


def shape_and_spellings_of(
    statement: t.Statement,
) -> tuple[Shape, tuple[int, ...], dict[int, t.Spelled]]:
    """Return what `shape_of` does, and the integers that are spelled, by their places."""
    numbers = _Numbers()
    shape = _statement(statement, numbers)
    return shape, tuple(numbers), numbers.spelled


class _Numbers(list[int]):
    """The integers of a statement so far."""

    __slots__ = ("spelled",)

    def __init__(self) -> None:
        self.spelled: dict[int, t.Spelled] = {}


def _statement(statement: t.Statement, numbers: _Numbers) -> Shape:
    kind = type(statement)
    if kind is t.Assign:
        targets = [_expression(each, numbers) for each in statement.targets]  # type: ignore[attr-defined]
        value = _expression(statement.value, numbers)  # type: ignore[attr-defined]
        return (*targets, "=", value, *_emits(statement, numbers))
    if kind is t.With:
        heads = [
            (_expression(each.value, numbers), each.name)
            for each in statement.contexts  # type: ignore[attr-defined]
        ]
        return ("with", *heads, *_emits(statement, numbers), *_block(statement, numbers))
    if kind is t.For:
        numbers.append(statement.count)  # type: ignore[attr-defined]
        columns = statement.columns  # type: ignore[attr-defined]
        return ("for", statement.variable, columns, *_block(statement, numbers))  # type: ignore[attr-defined]
    if isinstance(statement, t.Evaluate | t.Return):
        value = _expression(statement.value, numbers)
        return isinstance(statement, t.Return), value, *_emits(statement, numbers)
    return kind.__name__


def _emits(statement: t.Statement, numbers: _Numbers) -> Sequence[Shape]:
    return [_expression(register, numbers) for register in statement.emits]


def _block(statement: t.Statement, numbers: _Numbers) -> Sequence[Shape]:
    return [_statement(inner, numbers) for inner in statement.body or ()]


def _expression(expression: t.Expression, numbers: _Numbers) -> Shape:
    kind = type(expression)
    if kind is str:
        return expression
    if kind is int:
        numbers.append(expression)  # type: ignore[arg-type]
        return None
    return _SHAPES[kind](expression, numbers)


def _all(expressions: tuple[t.Expression, ...], numbers: _Numbers) -> tuple[Shape, ...]:
    return tuple([_expression(each, numbers) for each in expressions])


def _slice(expression: t.Slice, numbers: _Numbers) -> Shape:
    bounds = t.children(expression)
    return "[:]", expression.file, expression.step, *_all(bounds, numbers)


def _spelled(expression: t.Spelled, numbers: _Numbers) -> Shape:
    # `ptx.FULL_MASK` and `-1` are one number, whose spelling does not count.
    if type(expression.number) is int:
        numbers.spelled[len(numbers)] = expression
    return _expression(expression.number, numbers)


_SHAPES: Final[dict[type, Callable[[Any, _Numbers], Shape]]] = {
    # Nobody counts in hexadecimal digits: such a number is the same in all, or the shapes differ.
    t.Hexadecimal: lambda e, _: e,
    t.Turns: lambda e, _: e,
    t.Spelled: _spelled,
    t.Register: lambda e, n: ("[]", e.file, _expression(e.number, n)),
    t.Slice: _slice,
    t.Element: lambda e, n: ("[.]", _expression(e.base, n), _expression(e.key, n)),
    t.View: lambda e, n: (".", _expression(e.value, n), e.name),
    t.Call: lambda e, n: ("()", _expression(e.function, n), *_all(e.arguments, n)),
    t.Keyword: lambda e, n: (e.name, "=", _expression(e.value, n)),
    t.Binary: lambda e, n: (
        e.operator,
        _expression(e.left, n),
        _expression(e.right, n),
    ),
    t.Unary: lambda e, n: (e.operator, _expression(e.operand, n)),
    t.Tuple: lambda e, n: ("(,)", *_all(e.elements, n)),
    t.List: lambda e, n: ("[,]", *_all(e.elements, n)),
    t.Star: lambda e, n: ("*", _expression(e.value, n)),
    t.Dictionary: lambda e, n: ("{}", *_all(t.children(e), n)),
}


def replace_numbers(statement: t.Statement, numbers: Iterator[t.Expression]) -> t.Statement:
    """Return a copy of a statement with other numbers, which are given in the order of the text."""
    kind = type(statement)

    def change(expression: t.Expression) -> t.Expression | None:
        return next(numbers) if type(expression) is int else None

    if kind is t.For:
        count = next(numbers)
        if type(count) is not int:
            msg = f"the times that a loop runs must be a number, got {count!r}"
            raise TypeError(msg)
        variable = statement.variable  # type: ignore[attr-defined]
        return t.For(variable, count, _replaced(statement, numbers), statement.columns)  # type: ignore[attr-defined]
    made: t.Statement
    if kind is t.Assign:
        made = t.Assign(statement.targets, statement.value, statement.instruction)  # type: ignore[attr-defined]
        made.makers = statement.makers  # type: ignore[attr-defined]
        made.declares = statement.declares  # type: ignore[attr-defined]
        made.emits = statement.emits
        transform_statement(made, change)
        return made
    if kind is t.With:
        made = t.With(statement.contexts)  # type: ignore[attr-defined]
        made.emits = statement.emits
        transform_statement(made, change)
        made.body = _replaced(statement, numbers)
        return made
    if isinstance(statement, t.Evaluate | t.Return):
        made = t.Evaluate(statement.value) if kind is not t.Return else t.Return(statement.value)
        if isinstance(made, t.Evaluate):
            made.emits = statement.emits
        transform_statement(made, change)
        return made
    return statement


def _replaced(statement: t.Statement, numbers: Iterator[t.Expression]) -> list[t.Statement]:
    return [replace_numbers(inner, numbers) for inner in t.statement_bodies(statement) or ()]
