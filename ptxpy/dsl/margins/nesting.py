"""Whether a statement of a function is executed, and whether Python repeats it."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence

from ptxpy.dsl.margins.statement_map import StatementMap

__all__ = ["repeats", "was_run"]

_JUMPS = (ast.Return, ast.Break, ast.Continue, ast.Raise, ast.Yield, ast.YieldFrom)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def repeats(statements: StatementMap, line: int) -> bool:
    """Return whether a statement may be executed several times, or runs a comprehension."""
    around, statement = _around(statements, line)
    if statement is None or any(isinstance(each, _LOOPS) for each in around):
        return True
    return any(isinstance(each, _COMPREHENSIONS) for each in _own_nodes(statement))


def was_run(statements: StatementMap, line: int, reached: Collection[int]) -> bool:
    """Return whether a statement has certainly been executed by a function that has come to an end.

    `reached` has the lines of the function's own statements that have recorded instructions.
    """
    around, statement = _around(statements, line)
    if statement is None or statements.tree is None:
        return False
    return _was_run(statements.tree, around, statement, reached)


def _was_run(
    function: ast.stmt, around: Sequence[ast.stmt], statement: ast.stmt, reached: Collection[int]
) -> bool:
    """Return whether a statement in others has been executed: what follows it shows that it was.

    What precedes it shows it, too, unless it may leave the block.
    """
    parent = around[-1] if around else function
    block = next(each for each in _blocks(parent) if statement in each)
    at = block.index(statement)
    if any(_is_reached(each, reached) for each in block[at:]):
        return True
    for each in reversed(block[:at]):
        if _may_leave(each):
            return False
        if _is_reached(each, reached):
            return True
    if not around:
        return True
    return isinstance(parent, ast.With) and _was_run(function, around[:-1], parent, reached)


def _blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    """Yield the blocks that a compound statement consists of."""
    for part in (statement, *getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(part, name, None)
            if isinstance(block, list):
                yield block


def _is_reached(statement: ast.stmt, reached: Collection[int]) -> bool:
    """Return whether a statement or one in it has recorded an instruction."""
    return any(line in reached for line in range(statement.lineno, _last_line(statement) + 1))


def _last_line(statement: ast.stmt) -> int:
    return statement.end_lineno or statement.lineno


def _may_leave(statement: ast.stmt) -> bool:
    """Return whether a statement may leave its block before the end of the block."""
    return any(isinstance(each, _JUMPS) for each in ast.walk(statement))


def _around(statements: StatementMap, line: int) -> tuple[list[ast.stmt], ast.stmt | None]:
    """Return the statements around the one that begins on a line, and that one."""
    function = statements.tree
    if function is None:
        return [], None
    found: list[ast.stmt] = []
    body: list[ast.stmt] = function.body
    while True:
        inner = next((each for each in body if each.lineno <= line <= (each.end_lineno or 0)), None)
        if inner is None:
            return found, None
        if inner.lineno == line:
            return found, inner
        found.append(inner)
        body = [each for each in ast.iter_child_nodes(inner) if isinstance(each, ast.stmt)]
        for part in (*getattr(inner, "handlers", ()), *getattr(inner, "cases", ())):
            body += part.body


def _own_nodes(statement: ast.stmt) -> list[ast.AST]:
    """Return the expressions of a statement, without those of the statements in it."""
    found: list[ast.AST] = []
    pending: list[ast.AST] = [statement]
    while pending:
        for child in ast.iter_child_nodes(pending.pop()):
            if not isinstance(child, ast.stmt):
                found.append(child)
                pending.append(child)
    return found
