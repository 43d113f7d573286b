"""The statements of a function by the offsets of its code, and whether each is run or repeated."""

from __future__ import annotations

import ast
import re
from array import array
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from types import CodeType
from typing import Final

from ptxpy.dialect import MARGIN_MARK
from ptxpy.dsl.margins.function_source import FunctionSource, local_names, read_function

__all__ = [
    "StatementMap",
    "function_text",
    "has_margins",
    "has_named_values",
    "has_numbered_names",
    "map_of",
    "repeats",
    "was_run",
]

_NAMED_VALUE: Final = re.compile(
    r"^[ \t]+[A-Za-z_]\w*(?:[ \t]*,[ \t]*\w+)*(?:[ \t]+=|=(?!.*,$))(?!=)"
    r"(?![ \t]*(?:reg\.|[\w.]+[ \t]*\[[^\]=\n]*\][ \t]*=(?!=)))",
    re.MULTILINE | re.ASCII,
)
"""A statement that names a value and no register besides: `x = …`, not `x = r[1] = …`.

A keyword of a call on a line of its own, `before="…",`, is none.
"""
_JUMPS = (ast.Return, ast.Break, ast.Continue, ast.Raise, ast.Yield, ast.YieldFrom)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_NUMBERED: Final = re.compile(r"[A-Za-z]+[0-9]+", re.ASCII)
_OUTSIDE: Final = frozenset(" \t\r\n\f#)]}")
"""The characters that begin the lines of a function after the first of its head."""
MAX_MAPS: Final = 16
"""How many functions are kept."""


class StatementMap:
    """The statements of one code object."""

    def __init__(self, code: CodeType, source: FunctionSource, lines: Sequence[str]) -> None:
        """Take the code of a function, the source of its statements, and the lines of the text."""
        self.code = code
        self.source = source
        self._text = lines[code.co_firstlineno - 1 : source.last_line]
        places = [*code.co_lines()]
        self._starts = array("q", [start for start, _, _ in places])
        self._lines = array("q", [line or 0 for _, _, line in places])

    def line(self, offset: int) -> int:
        """Return the first line of the statement that the code has reached."""
        line = self._lines[bisect_right(self._starts, offset) - 1]
        return self.source.first_lines.get(line, line)

    def location(self, line: int) -> tuple[CodeType, int]:
        """Return a position in code for a line of the text, which may have none itself."""
        for start, at in zip(self._starts, self._lines, strict=True):
            if at == line:
                return self.code, start
        # A margin may be on a line without code: code is made that has this line alone.
        code = compile("\n" * (line - 1) + "None", self.code.co_filename, "eval")
        return code, next(start for start, _, at in code.co_lines() if at == line)

    @cached_property
    def tree(self) -> ast.FunctionDef | None:
        """The syntax tree of the function, with the lines of the whole text; None without one."""
        import textwrap  # noqa: PLC0415 - seldom needed

        first = self.code.co_firstlineno
        try:
            tree = ast.parse(textwrap.dedent("".join(self._text)))
        except (SyntaxError, ValueError):
            return None
        ast.increment_lineno(tree, first - 1)
        return next((each for each in tree.body if isinstance(each, ast.FunctionDef)), None)


_maps: dict[int, tuple[CodeType, StatementMap | None]] = {}
"""By the identity of the code: to compare two codes takes long."""


def map_of(code: CodeType, lines: Sequence[str]) -> StatementMap | None:
    """Return the statements of a function; None where no function begins at its line."""
    known = _maps.get(id(code))
    if known is not None and known[0] is code:
        return known[1]
    source = read_function(lines, code)
    made = None if source is None else StatementMap(code, source, lines)
    if len(_maps) >= MAX_MAPS:
        del _maps[next(iter(_maps))]
    _maps[id(code)] = (code, made)
    return made


def has_margins(text: str) -> bool:
    """Return whether the text of a function may have a margin."""
    return MARGIN_MARK in text


def has_named_values(text: str) -> bool:
    """Return whether a function may name a value without naming its register."""
    return _NAMED_VALUE.search(text) is not None


def has_numbered_names(code: CodeType) -> bool:
    """Return whether a local name of a function is spelled as registers of most files are."""
    return any(map(_NUMBERED.fullmatch, local_names(code)))


def function_text(code: CodeType, lines: Sequence[str]) -> str:
    """Return the text from the decorators of a function to its end, or beyond it."""
    first = code.co_firstlineno - 1
    at = first
    # The first line of a function's code is that of its first decorator.
    while at < len(lines) and not lines[at].lstrip().startswith(("def ", "async ")):
        at += 1
    at += 1
    while at < len(lines) and lines[at][0] in _OUTSIDE:
        at += 1
    return "".join(lines[first:at])


def repeats(statements: StatementMap, line: int) -> bool:
    """Return whether a statement may be executed several times, or runs a comprehension."""
    around, statement = _around(statements, line)
    if statement is None or any(isinstance(each, _LOOPS) for each in around):
        return True
    return any(isinstance(each, _COMPREHENSIONS) for each in _own_nodes(statement))


def loops_around(statements: StatementMap, line: int) -> list[ast.stmt]:
    """Return the loops of Python around a statement, the outermost first."""
    around, _ = _around(statements, line)
    return [each for each in around if isinstance(each, _LOOPS)]


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
    """Return whether a statement in others has been executed, as statements around it show.

    A statement after it shows it, and one before it, too, unless it may leave the block.
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
    # Only the block of a `with` is executed in any case.
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
    return any(
        line in reached
        for line in range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)
    )


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
        # `except` and `case` are no statements, but have blocks of them.
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
