"""Margins that are refused: of no value, with another register than the target, or misplaced."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from ptxpy.dialect import MARGIN_MARK, looks_like_margin, split_margin
from ptxpy.dsl.margins.function_margins import FunctionMargins, StatementValues
from ptxpy.dsl.margins.function_source import position_call
from ptxpy.dsl.margins.logical_lines import logical_line
from ptxpy.dsl.margins.sources import ProgramText
from ptxpy.dsl.margins.statement_map import was_run
from ptxpy.dsl.tracing.pending_results import PendingResult, ResultPart
from ptxpy.dsl.tracing.source_lines import attach_location
from ptxpy.dsl.tracing.trace import Body, TraceError
from ptxpy.dsl.values.operand_conversion import Register
from ptxpy.ir import nodes as n

__all__ = [
    "check_second_names",
    "check_targets",
    "check_unused",
    "error_at",
    "recorded_in",
    "refuse_misplaced_margins",
    "register_of",
]


def error_at(margins: FunctionMargins, line: int, message: str) -> TraceError:
    """Return an error that has a line of the function as its location."""
    error = TraceError(message)
    attach_location(error, margins.statements.location(line))
    return error


def check_unused(margins: FunctionMargins) -> None:
    """Refuse names of a statement that has been run, and has made nothing."""
    source = margins.statements.source
    named = [line for line, statement in source.statements.items() if statement.names]
    unmet = [line for line in (*source.single, *named) if line not in margins.by_line]
    if not unmet:
        return
    reached = margins.reached_lines()
    for line in sorted(unmet):
        # A statement in a branch that Python has not taken makes no value, and its margin is right.
        if was_run(margins.statements, line, reached):
            msg = (
                "this statement makes no value, so no register can be named in its margin: "
                "leave the margin out"
            )
            raise error_at(margins, line, msg)


def check_targets(margins: FunctionMargins, body: Body) -> None:
    """Refuse the name of a value whose register its target says, if it is that of another one."""
    told = {
        id(value): (statement, node)
        for statement in margins.named
        for value in statement.explicit
        if (node := register_of(value)) is not None
    }
    told.update(_numbered_values(margins))
    # Names and values can be compared one by one only if there are as many of both, no name is
    # that of a register which is declared, and no helper may have been edited, which has changed
    # how many there are.
    statements = {
        id(statement): statement
        for statement, _ in told.values()
        if statement.written
        and not statement.claims
        and not any(map(_made_by_helper, [*statement.entries, *statement.explicit]))
        and len(statement.written) == len(statement.entries) + len(statement.explicit)
    }
    if not statements:
        return
    order = {id(each): at for at, each in enumerate(recorded_in(body))}
    for statement in statements.values():
        # Values with a register of their own are kept apart; the instructions have the order of
        # all.
        values = sorted([*statement.entries, *statement.explicit], key=partial(_place, order))
        for value, name in zip(values, statement.written, strict=True):
            _, node = told.get(id(value), (None, None))
            if node is not None and name is not None and name != node.name:
                msg = (
                    f"the margin names {name} for the value that goes into {node.name}, as its "
                    f"target says: leave {name.removeprefix('%')} out of the margin, or write "
                    "another target"
                )
                raise error_at(margins, statement.line, msg)


def check_second_names(margins: FunctionMargins) -> None:
    """Refuse another write of a register that a second name keeps the former value of.

    Python's `raw = r3` copies nothing: where `r3 = …` follows, `raw` is the new value, too.
    """
    source = margins.statements.source
    counts = Counter(
        name
        for statement in source.statements.values()
        for name in statement.targets
        if margins.numbered(name) is not None
    )
    again = {name for name, count in counts.items() if name is not None and count > 1}
    tree = margins.statements.tree if again else None
    if tree is None:
        return
    nodes = [*ast.walk(tree)]
    for copy in nodes:
        if not isinstance(copy, ast.Assign) or not isinstance(copy.value, ast.Name):
            continue
        name, second = copy.value.id, copy.targets[0]
        if name not in again or not isinstance(second, ast.Name):
            continue
        read = max(
            each.lineno for each in nodes if isinstance(each, ast.Name) and each.id == second.id
        )
        for line in sorted(source.statements):
            if copy.lineno < line < read and name in source.statements[line].targets:
                msg = (
                    f"{name} is the register itself, which this statement writes anew, and "
                    f"{second.id} of line {copy.lineno} is the same one: give the new value "
                    "another name"
                )
                raise error_at(margins, line, msg)


def _made_by_helper(value: Any) -> bool:
    """Return whether a value is made by a helper whose row says how many values it made."""
    return bool((value.instruction if isinstance(value, ResultPart) else value).origin)


def _place(order: Mapping[int, int], value: Any) -> tuple[int, int]:
    """Return where a value is made: the instruction, and the part of its destination."""
    if isinstance(value, ResultPart):
        parts = value.instruction.destination.parts
        return order[id(value.instruction)], next(
            at for at, each in enumerate(parts) if each is value
        )
    return order[id(value)], 0


def _numbered_values(
    margins: FunctionMargins,
) -> Iterator[tuple[int, tuple[StatementValues, n.Register]]]:
    """Yield values that have names such as `r319`, by identity, with these registers."""
    if margins.frame is None or not margins.takes_numbered:
        return
    values = margins.frame.f_locals
    for name in margins.statements.source.numbered:
        value = values.get(name)
        statement = getattr(value, "statement", None)
        node = margins.numbered(name)
        if node is not None and isinstance(statement, StatementValues):
            yield id(value), (statement, node)


def register_of(value: Any) -> n.Register | None:
    """Return the register of a value."""
    if isinstance(value, PendingResult):
        node = value.destination
    elif isinstance(value, ResultPart | Register):
        node = value.node
    else:
        return None
    return node if type(node) is n.Register else None


def recorded_in(body: Body) -> Iterator[Any]:
    """Yield all statements of a body and of the scopes in it."""
    for statement in body.statements:
        yield statement
        if statement.body is not None:
            yield from recorded_in(statement.body)


def refuse_misplaced_margins(program: ProgramText) -> None:
    """Refuse a margin outside the functions that have been traced; `TraceError` at its line.

    The values of a helper function have their margin at the statement that calls it.
    """
    if MARGIN_MARK not in program.text:
        return
    lines = program.lines
    read = {number for first, last in program.functions for number in range(first, last + 1)}
    outside = [at for at, line in enumerate(lines, 1) if MARGIN_MARK in line and at not in read]
    if not outside:
        return
    number = 1
    while number <= outside[-1]:
        line = logical_line(lines, number)
        if line is None:
            return
        comments = [*line.inner, (line.last, line.comment)]
        for at, comment in comments:
            if at not in read and comment.startswith(MARGIN_MARK) and looks_like_margin(comment):
                raise _error(program.filename, at, comment)
        number = line.last + 1


def _error(filename: str, line: int, comment: str) -> TraceError:
    msg = (
        "a margin is that of a statement of a kernel's or a device function's own, and this is "
        "none: write it behind the statement there that calls this function"
    )
    _, positions = split_margin(comment.removeprefix(MARGIN_MARK))
    if positions:
        msg += f"; a position here is {position_call(positions)}, on a line before this"
    error = TraceError(msg)
    # An error has a place in code, and a line outside of the functions that were traced has none:
    # code is made that has this line alone.
    code = compile("\n" * (line - 1) + "None", filename, "eval")
    offset = next(start for start, _, at in code.co_lines() if at == line)
    attach_location(error, (code, offset))
    return error
