"""Positions in margins: `x = a + b  #: r3 @28:18` emits `.loc` each time before it is executed.

Python skips comments, so a program with positions in its margins is compiled from its syntax tree,
with a call before each of these statements and, behind one that is no block, a second call, which
sees that the statement has emitted something. Lines and columns stay those of the text.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain
from types import CodeType, FunctionType
from typing import Any, Final

from ptxpy.dialect import MARGIN_MARK, MarginTables, expand_margin, parse_positions, split_margin
from ptxpy.dsl.margins.logical_lines import logical_line
from ptxpy.dsl.namespaces.debug_positions import at, mark
from ptxpy.dsl.tracing import trace

__all__ = [
    "POSITIONS_NAME",
    "add_positions",
    "insert_positions",
    "original_code",
    "say_positions",
]

POSITIONS_NAME: Final = "__ptxpy_positions__"
"""The global name of the function that is called before and behind a statement."""

_ORIGINAL: Final = "__ptxpy_code__"
"""The attribute of a function with the code that it had without the calls."""
_NESTED: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_JUMPS: Final = (ast.Return, ast.Raise, ast.Break, ast.Continue)
_MARGIN: Final = re.compile(rf"{MARGIN_MARK}[^#]*[@!&]")
_TRACING: Final = frozenset({"kernel", "func"})
"""The decorators of functions that are traced."""


def insert_positions(tree: ast.Module, lines: Sequence[str]) -> None:
    """Insert the calls into the functions of a program that are traced, in its syntax tree."""
    inserter = _Inserter(lines)
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef) and _is_traced(statement):
            inserter.insert(statement)


def add_positions(function: FunctionType, lines: Sequence[str]) -> None:
    """Insert the calls into a function that Python has compiled from a text with some lines."""
    code = function.__code__
    if POSITIONS_NAME in code.co_names:
        return
    tree = ast.parse("".join(lines))
    definition = next((each for each in ast.walk(tree) if _begins(each, code)), None)
    if not isinstance(definition, ast.FunctionDef):
        return
    _Inserter(lines).insert(definition)
    # The whole text is compiled again, so that the function has the same names around it.
    made = compile(tree, code.co_filename, "exec", dont_inherit=True)
    own = (code.co_qualname, code.co_firstlineno, code.co_freevars)
    found = next(
        (
            each
            for each in _codes(made)
            if (each.co_qualname, each.co_firstlineno, each.co_freevars) == own
        ),
        None,
    )
    if found is not None and POSITIONS_NAME in found.co_names:
        function.__dict__[_ORIGINAL] = code
        function.__globals__[POSITIONS_NAME] = say_positions
        function.__code__ = found


def original_code(function: FunctionType) -> CodeType:
    """Return the code that Python has compiled a function from its text into."""
    found: CodeType = function.__dict__.get(_ORIGINAL, function.__code__)
    return found


def say_positions(text: str = "") -> None:
    """Emit the positions of a margin; without a text, see that their statement has emitted any.

    Raises `TraceError` for a text that does not parse, and for a statement that emits nothing.
    """
    body = trace.function_body()
    function = body.function
    if not text:
        said, around, count = function.said_positions
        if around is body and len(body.statements) == count:
            msg = (
                f"this statement emits no instruction that {said} is the position of: write it in "
                "the margin of the next statement that emits one, or leave it out"
            )
            raise trace.TraceError(msg)
        return
    try:
        positions = parse_positions(text)
    except ValueError as error:
        raise trace.TraceError(str(error)) from None
    for place, function_number, inlined_at, stem, number in positions:
        if place is None:
            mark(stem or "", number)
            continue
        file, line, column = place
        where: Any = inlined_at
        if inlined_at is not None and inlined_at.file is None:
            where = inlined_at[1:]
        at(line, column, file=file, function=function_number, inlined_at=where)
    function.said_positions = (text, body, len(body.statements))


class _Inserter:
    """Inserts calls before statements with positions in their margins, and behind them."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.candidates = {at for at, line in enumerate(lines, 1) if _MARGIN.search(line)}
        """The lines that may end in a margin with a position."""

    @cached_property
    def _tables(self) -> MarginTables:
        return MarginTables(self.lines)

    def insert(self, function: ast.FunctionDef) -> None:
        """Insert calls into the body of a function, but for those of functions within."""
        pending: list[Any] = [function]
        while pending:
            parent = pending.pop()
            for name in ("body", "orelse", "finalbody"):
                block = getattr(parent, name, None)
                if block:
                    block[:] = chain.from_iterable(map(self._with_calls, block))
                    pending += [
                        each
                        for each in block
                        if hasattr(each, "body") and not isinstance(each, _NESTED)
                    ]
            # `except` and `case` are no statements, but have blocks of them.
            pending += [*getattr(parent, "handlers", ()), *getattr(parent, "cases", ())]

    def _with_calls(self, statement: ast.stmt) -> tuple[ast.stmt, ...]:
        """Return a statement with the calls around it."""
        body = getattr(statement, "body", None)
        first = statement.lineno
        last = (statement.end_lineno or first) if body is None else body[0].lineno - 1
        # The head of a block may be on the line of its body, where no margin is its own.
        if self.candidates.isdisjoint(range(first, max(first, last) + 1)):
            return (statement,)
        line = logical_line(self.lines, first)
        if line is None or not line.comment.startswith(MARGIN_MARK):
            return (statement,)
        text = line.comment[len(MARGIN_MARK) :]
        if "&" in text:
            text = expand_margin(text, self._tables.behind(line.last))
        _, positions = split_margin(text)
        if not positions:
            return (statement,)
        before = _call(statement, [ast.Constant(positions)])
        if body is not None or isinstance(statement, _JUMPS):
            return before, statement
        return before, statement, _call(statement, [])


def _call(statement: ast.stmt, arguments: list[ast.expr]) -> ast.stmt:
    """Return a call that has the first column of a statement as its place."""
    name = ast.Name(POSITIONS_NAME, ast.Load())
    made = ast.Expr(ast.Call(name, arguments, []))
    nodes: list[Any] = [made, made.value, name, *arguments]
    for node in nodes:
        node.lineno = node.end_lineno = statement.lineno
        node.col_offset = node.end_col_offset = statement.col_offset
    return made


def _is_traced(definition: ast.FunctionDef) -> bool:
    """Return whether a decorator of a function is one of ptxpy's, by its name."""
    for decorator in definition.decorator_list:
        name: Any = decorator.func if isinstance(decorator, ast.Call) else decorator
        if (getattr(name, "id", None) or getattr(name, "attr", None)) in _TRACING:
            return True
    return False


def _begins(node: ast.AST, code: CodeType) -> bool:
    """Return whether a node is the definition of a function with some code."""
    if not isinstance(node, ast.FunctionDef) or node.name != code.co_name:
        return False
    first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
    return first == code.co_firstlineno


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield a code and those of the functions in it."""
    pending = [code]
    while pending:
        found = pending.pop()
        yield found
        pending += [each for each in found.co_consts if isinstance(each, CodeType)]
