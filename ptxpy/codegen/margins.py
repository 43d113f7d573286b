"""What stands in the margin of a statement: the registers of the values that it makes, in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ptxpy.dialect import format_names
from ptxpy.lift.mentions import Loop, evaluate, repetitions
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from ptxpy.lift.function_tree import RegisterFile

__all__ = ["write_margins"]


def write_margins(
    block: Sequence[t.Statement], files: Mapping[str, RegisterFile], loop: Loop | None = None
) -> None:
    """Write the margins of the statements of a function's body."""
    around = loop or Loop((), 0)
    for statement in block:
        made = _made(statement)
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


def _made(statement: t.Statement) -> list[t.Register]:
    """Return the registers of the values that a statement makes, in order."""
    found: list[t.Register] = []
    if isinstance(statement, t.Assign):
        _add_nested(statement.value, found)
        for target in statement.targets:
            _add_nested(target, found)
    else:
        for head in t.head_expressions(statement):
            _add_nested(head, found)
    found += statement.emits
    return found


def _add_nested(expression: t.Expression, found: list[t.Register]) -> None:
    """Add the registers of the values within an expression, in the order in which they are made."""
    for part in t.children(expression):
        if type(part) is not str and type(part) is not int:
            _add_nested(part, found)
    if type(expression) is t.Value:
        found.append(expression.register)
