"""Statements from their text, for tools that insert some."""

from __future__ import annotations

from typing import cast

from ptxpy.ir import AnyStatement
from ptxpy.ir import nodes as n
from ptxpy.styles import PLAIN, comments_in
from ptxpy.syntax.errors import Problem, PtxSyntaxError, ShapeError
from ptxpy.syntax.parser import read_module
from ptxpy.syntax.reader import UnreadableError
from ptxpy.syntax.scanning import scan

__all__ = ["parse_statements"]

_HEAD = ".func f()\n{\n"
_LINES_BEFORE = _HEAD.count("\n")


def parse_statements(text: str, filename: str = "<ptx>") -> tuple[AnyStatement, ...]:
    """Parse statements of a function's body: instructions, labels, declarations, scopes.

    They have the layout of the module into which they are put, but for white space within them
    that the style `plain` would not write, and comments.

    Raises:
        PtxSyntaxError: The text is wrong, at a line and a column.

    >>> guarded, = parse_statements("@%p1 red.global.add.u64 [counter+8], 1;")
    >>> guarded.opcode, guarded.modifiers
    ('red', ('.global', '.add', '.u64'))
    >>> len(parse_statements("L: mov.u32 %r1, %tid.x; bra L;"))
    3
    """
    _check_braces(text, filename)
    whole = f"{_HEAD}{text}\n}}\n"
    try:
        module = read_module(whole, PLAIN)
    except (UnreadableError, ShapeError):
        from ptxpy.syntax.diagnose import diagnose  # noqa: PLC0415 - only for text with errors

        error = diagnose(whole, filename)
        raise PtxSyntaxError(
            [_within(problem, text) for problem in error.problems], filename
        ) from None
    (function,) = module.body
    body = cast("n.Function", function).body or ()
    return tuple(each.replace(before=_gap(each.before)) for each in body)


def _gap(before: str | None) -> str | None:
    """Return the gap before a statement: its comments, or that of the module around it."""
    if not comments_in(before or ""):
        return None
    return f"{before}\t" if str(before).endswith("\n") else before


def _check_braces(text: str, filename: str) -> None:
    """Raise an error for a brace that would end the body around the statements, or keep it open."""
    opened: list[int] = []
    wrong: int | None = None
    message = "a closing brace without the opening one"
    for token in scan(text):
        mark = text[token.start] if token.kind == "mark" else ""
        if mark == "{":
            opened.append(token.start)
        elif mark == "}":
            if not opened:
                wrong = token.start
                break
            opened.pop()
    if wrong is None and opened:
        wrong, message = opened[-1], "an opening brace without the closing one"
    if wrong is not None:
        before = text[:wrong]
        line, column = before.count("\n"), wrong - before.rfind("\n")
        source = text.split("\n")[line]
        raise PtxSyntaxError([Problem(line + 1, column, message, (), source)], filename)


def _within(problem: Problem, text: str) -> Problem:
    """Return a problem with its place in the text alone."""
    lines = text.split("\n")
    line = problem.line - _LINES_BEFORE
    if line > len(lines):
        # The end of the body is the end of the text.
        return problem._replace(
            line=len(lines), column=len(lines[-1]) + 1, source=lines[-1], offset=0
        )
    return problem._replace(line=line)
