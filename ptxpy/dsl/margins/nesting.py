"""Whether a statement of a function stands in a loop or under a condition of Python."""

from __future__ import annotations

import ast

from ptxpy.dsl.margins.statement_map import StatementMap

__all__ = ["repeats", "runs_always"]

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def repeats(statements: StatementMap, line: int) -> bool:
    """Return whether a statement may be executed several times, or runs a comprehension."""
    around, statement = _around(statements, line)
    if statement is None or any(isinstance(each, _LOOPS) for each in around):
        return True
    return any(isinstance(each, _COMPREHENSIONS) for each in _own_nodes(statement))


def runs_always(statements: StatementMap, line: int) -> bool:
    """Return whether a statement is executed whenever the function comes to its end."""
    around, statement = _around(statements, line)
    return statement is not None and all(isinstance(each, ast.With) for each in around)


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
        for handler in getattr(inner, "handlers", ()):
            body += handler.body


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
