"""What stands in the margin of a statement: the registers of the values that it makes, in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ptxpy.dsl.margins.notation import format_names
from ptxpy.lift import tree as t
from ptxpy.lift.mentions import Loop, evaluate, repetitions

if TYPE_CHECKING:
    from ptxpy.lift.function_tree import RegisterFile

__all__ = ["write_margins"]


def write_margins(
    block: Sequence[t.Statement], files: Mapping[str, RegisterFile], loop: Loop | None = None
) -> None:
    """Write the margins of the statements of a function's body."""
    around = loop or Loop((), 0)
    for statement in block:
        made = [*_made(statement)]
        if made and isinstance(statement, t.Assign | t.Evaluate | t.With | t.Update):
            names = [
                f"{files[register.file].prefix}{evaluate(register.number, values)}"
                for values in repetitions(around)
                for register in made
            ]
            statement.margin = format_names(names)
        inner = t.statement_bodies(statement)
        if inner is not None:
            inside = around
            if isinstance(statement, t.For):
                inside = Loop((*around.counters, (statement.variable, statement.count)), 1)
            write_margins(inner, files, inside)


def _made(statement: t.Statement) -> Iterator[t.Register]:
    """Yield the registers of the values that a statement makes, in order."""
    if isinstance(statement, t.Assign):
        yield from _nested(statement.value)
        for target in statement.targets:
            yield from _nested(target)
    else:
        for head in t.head_expressions(statement):
            yield from _nested(head)
    yield from statement.emits


def _nested(expression: t.Expression) -> Iterator[t.Register]:
    for part in t.children(expression):
        yield from _nested(part)
    if isinstance(expression, t.Value):
        yield expression.register
