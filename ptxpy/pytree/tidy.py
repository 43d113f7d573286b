"""What a reader, or ruff, would take exception to, mended in the tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ptxpy.pytree import tree as t


def remove_unused_names(block: Sequence[t.Statement]) -> None:
    """Remove the names that the statements of a function give and do not use."""
    given: Counter[str] = Counter()
    words: Counter[str] = Counter()
    for statement in t.walk_statements(block):
        names = _given(statement)
        given.update(names)
        for head in t.head_expressions(statement):
            _count_words(head, words)
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
        if {*names} != {"_"}:
            return t.Assign([t.Tuple(names)], statement.value, statement.instruction)
    if not others:
        return t.Evaluate(statement.value)
    return t.Assign(others, statement.value, statement.instruction)


def join_withs(block: t.Block) -> None:
    """Join each `with` that holds nothing but another one with it."""
    for container in _blocks(block):
        for statement in container:
            while type(statement) is t.With and len(statement.body) == 1:
                (inner,) = statement.body
                if type(inner) is not t.With:
                    break
                statement.contexts += inner.contexts
                statement.emits += inner.emits
                statement.body = inner.body
