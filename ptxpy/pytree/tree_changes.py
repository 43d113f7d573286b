"""Changes of trees: parts of expressions and statements are replaced, and lines made tidy.

Tidy means as ruff wants it: no name that nothing uses, and no `with` that holds another alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from operator import is_
from typing import Any, TypeAlias

from ptxpy.pytree import tree as t

_Change: TypeAlias = "Callable[[t.Expression], t.Expression | None]"


def rebuild(expression: t.Expression, change: _Change) -> t.Expression:
    """Return an expression with parts replaced: `change` gives another one, or None to go on.

    An expression of which nothing is replaced is returned itself: most are such.
    """
    made = change(expression)
    if made is not None:
        return made
    maker = _REBUILT.get(type(expression))
    return expression if maker is None else maker(expression, change)


def _all(expressions: tuple[t.Expression, ...], change: _Change) -> tuple[t.Expression, ...]:
    made = tuple([rebuild(each, change) for each in expressions])
    # An unchanged tuple is returned itself, so that the caller sees that nothing has changed.
    return expressions if all(map(is_, made, expressions)) else made


def _respelled(expression: t.Spelled, change: _Change) -> t.Expression:
    number = rebuild(expression.number, change)
    # Another number has another meaning, so that its spelling is dropped.
    return expression if number == expression.number else number


def _register(expression: t.Register, change: _Change) -> t.Expression:
    number = rebuild(expression.number, change)
    return expression if number is expression.number else t.Register(expression.file, number)


def _slice(expression: t.Slice, change: _Change) -> t.Expression:
    file, start, stop, step = expression
    start = rebuild(start, change)
    return t.Slice(file, start, None if stop is None else rebuild(stop, change), step)


def _element(expression: t.Element, change: _Change) -> t.Expression:
    base, key = rebuild(expression.base, change), rebuild(expression.key, change)
    same = base is expression.base and key is expression.key
    return expression if same else t.Element(base, key)


def _view(expression: t.View, change: _Change) -> t.Expression:
    value = rebuild(expression.value, change)
    return expression if value is expression.value else t.View(value, expression.name)


def _call(expression: t.Call, change: _Change) -> t.Expression:
    function = rebuild(expression.function, change)
    arguments = _all(expression.arguments, change)
    same = function is expression.function and arguments is expression.arguments
    return expression if same else t.Call(function, arguments)


def _binary(expression: t.Binary, change: _Change) -> t.Expression:
    left, right = rebuild(expression.left, change), rebuild(expression.right, change)
    same = left is expression.left and right is expression.right
    return expression if same else t.Binary(left, expression.operator, right)


def _unary(expression: t.Unary, change: _Change) -> t.Expression:
    operand = rebuild(expression.operand, change)
    return expression if operand is expression.operand else t.Unary(expression.operator, operand)


def _tuple(expression: t.Tuple, change: _Change) -> t.Expression:
    elements = _all(expression.elements, change)
    return expression if elements is expression.elements else t.Tuple(elements)


def _value(expression: t.Value, change: _Change) -> t.Expression:
    inner = rebuild(expression.expression, change)
    return expression if inner is expression.expression else t.Value(expression.register, inner)


_REBUILT: dict[type, Callable[[Any, Any], t.Expression]] = {
    t.Spelled: _respelled,
    t.Register: _register,
    t.Slice: _slice,
    t.Element: _element,
    t.View: _view,
    t.Call: _call,
    t.Keyword: lambda e, f: t.Keyword(e.name, rebuild(e.value, f)),
    t.Binary: _binary,
    t.Unary: _unary,
    t.Tuple: _tuple,
    t.List: lambda e, f: t.List(_all(e.elements, f)),
    t.Star: lambda e, f: t.Star(rebuild(e.value, f)),
    t.Value: _value,
    t.Dictionary: lambda e, f: t.Dictionary(
        tuple([(rebuild(key, f), rebuild(value, f)) for key, value in e.items])
    ),
}


def transform_statement(statement: t.Statement, change: _Change) -> None:
    """Replace parts of the expressions of one statement, not of those within it.

    The registers that it emits come last.
    """
    if isinstance(statement, t.With):
        statement.contexts = [
            context._replace(value=rebuild(context.value, change)) for context in statement.contexts
        ]
    elif isinstance(statement, t.For):
        # Numbers are the loop's own.
        statement.columns = tuple(
            column._replace(
                numbers=tuple(
                    each if type(each) is int else rebuild(each, change) for each in column.numbers
                )
            )
            for column in statement.columns
        )
    elif isinstance(statement, _VALUED):
        # Targets come before the value, as in the text: `replace_numbers` hands its numbers out so.
        if isinstance(statement, t.Assign):
            statement.targets = [rebuild(target, change) for target in statement.targets]
        statement.value = rebuild(statement.value, change)
    if isinstance(statement, _EMITTING) and statement.emits:
        made = [rebuild(register, change) for register in statement.emits]
        statement.emits = tuple([each for each in made if isinstance(each, t.Register)])


_VALUED = (t.Assign, t.Evaluate, t.Return, t.Update)
"""The statements that have one value."""
_EMITTING = (t.Assign, t.Evaluate, t.With)
"""The statements that may emit values besides their targets."""


def variable_names(block: Sequence[t.Statement]) -> Iterator[str]:
    """Yield the names that the statements of a function give, those of loops and blocks too."""
    for statement in t.walk_statements(block):
        if isinstance(statement, t.Assign):
            for target in statement.targets:
                elements = target.elements if isinstance(target, t.Tuple) else (target,)
                yield from (each for each in elements if type(each) is str)
        elif isinstance(statement, t.For):
            yield from (statement.variable, *[each.name for each in statement.columns])
        elif isinstance(statement, t.With):
            yield from (each.name for each in statement.contexts if each.name)


def remove_unused_names(block: Sequence[t.Statement]) -> None:
    """Remove the names that the statements of a function give and do not use."""
    given: Counter[str] = Counter()
    words: Counter[str] = Counter()
    for statement in t.walk_statements(block):
        names = _given(statement)
        given.update(names)
        for head in t.head_expressions(statement):
            _count_words(head, words)
        if type(statement) is t.Update:  # `i += 1` needs an `i`
            _count_words(statement.target, words)
    # A name that occurs nowhere but where it is given is unused.
    unused = {name for name, times in given.items() if words[name] == times}
    if not unused:
        return
    for container in _blocks(block):
        container[:] = [_without(statement, unused) for statement in container]


def _blocks(block: Sequence[t.Statement]) -> list[t.Block]:
    """Return a block and all those within it."""
    found = [block] if isinstance(block, list) else []
    for statement in t.walk_statements(block):
        inner = t.statement_bodies(statement)
        if inner is not None:
            found.append(inner)
    return found


def _count_words(expression: t.Expression, words: Counter[str]) -> None:
    """Count the names that an expression and its parts begin with: of `stack.SP`, `stack`."""
    kind = type(expression)
    if kind is str:
        words[expression.partition(".")[0]] += 1  # type: ignore[union-attr]
        return
    if kind is t.Register or kind is t.Slice:
        words[expression.file] += 1  # type: ignore[union-attr]
    for part in t.children(expression):
        if type(part) is not int:
            _count_words(part, words)


def _given(statement: t.Statement) -> list[str]:
    """Return the names that a statement gives: those of register files, or the first target."""
    if type(statement) is not t.Assign:
        return []
    target = statement.targets[0]
    if type(target) is t.Tuple:
        return [str(name) for name in target.elements] if _is_bulk(statement) else []
    return [target] if type(target) is str and "." not in target else []


def _is_bulk(statement: t.Assign) -> bool:
    return type(statement.value) is t.Call and statement.value.function == "reg.bulk"


def _without(statement: t.Statement, unused: set[str]) -> t.Statement:
    if type(statement) is not t.Assign or not unused.intersection(_given(statement)):
        return statement
    first, *others = statement.targets
    if type(first) is t.Tuple:
        names = tuple([name if name not in unused else "_" for name in first.elements])
        # If all names of a `reg.bulk` are unused, its call needs no target.
        if {*names} != {"_"}:
            return t.Assign([t.Tuple(names)], statement.value, statement.instruction)
    made: t.Assign | t.Evaluate
    if others:
        made = t.Assign(others, statement.value, statement.instruction)
    else:
        made = t.Evaluate(statement.value)
    # The registers of what a call makes are in the margin, whether or not its result has a name.
    made.emits = statement.emits
    return made


def join_withs(block: t.Block) -> None:
    """Join each `with` that holds nothing but another one with it."""
    for container in _blocks(block):
        for statement in container:
            # ruff wants `with a, b:` in place of a `with` in a `with` (SIM117).
            while type(statement) is t.With and len(statement.body) == 1:
                (inner,) = statement.body
                # What the margin of a head says comes before it, and behind the heads around it.
                if type(inner) is not t.With or inner.margin:
                    break
                statement.contexts += inner.contexts
                statement.emits += inner.emits
                statement.makes += inner.makes
                statement.body = inner.body
