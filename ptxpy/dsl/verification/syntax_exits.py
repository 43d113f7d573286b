"""`return`, `break` and `continue` in a block of the device, which Python obeys while it traces.

Below `with ptx.if_(p):`, a `return` ends the kernel's text for every thread, not the run of those
threads that come by. It is refused where statements stand behind it that would never be written:
found in the syntax tree, for Python's compiler leaves out what cannot be reached. Below an `if` of
Python it is a choice made while tracing: `with_exits` looks at it when the exit is taken.
"""

from __future__ import annotations

import ast
import re
from typing import Final, NamedTuple

_JUMP: Final = re.compile(r"^[ \t].*\b(?:return|break|continue)\b", re.MULTILINE)
_BLOCKS: Final = frozenset({"if_", "unless", "else_", "loop", "block"})
_DEVICE: Final = {
    ast.Return: "The return of the device is ptx.ret(), with when= for some of its threads; "
    "ptx.else_ and the leave() of a ptx.block skip what follows",
    ast.Break: "The leave() of a ptx.block, with when=, is the branch of the device",
    ast.Continue: "On the device, ptx.else_ or the leave() of a ptx.block skips what follows",
}


class _Around(NamedTuple):
    """What stands around a list of statements, as far as no `if` of Python decides on it."""

    block: str = ""
    """The block of the device in which the statements are."""
    behind: bool = False
    """Whether statements of the function stand behind them."""
    behind_in_round: bool = False
    """Whether statements of the same round of a loop of Python stand behind them."""
    looped: bool = False
    """Whether they are in a loop of Python."""


def check_exits(text: str, filename: str) -> None:
    """Raise `SyntaxError` for a jump of Python in a block of the device that drops statements."""
    if not _JUMP.search(text):
        return
    _Check(filename, text.splitlines()).statements(ast.parse(text, filename).body, _Around())


class _Check:
    """The check of one program."""

    def __init__(self, filename: str, lines: list[str]) -> None:
        self._filename = filename
        self._lines = lines

    def statements(self, statements: list[ast.stmt], around: _Around) -> None:
        """Check a list of statements."""
        for number, statement in enumerate(statements):
            last = number == len(statements) - 1
            self._statement(
                statement,
                around if last else around._replace(behind=True, behind_in_round=True),
            )

    def _statement(self, statement: ast.stmt, around: _Around) -> None:
        if isinstance(statement, ast.Return | ast.Break | ast.Continue):
            if around.block and _drops(statement, around):
                raise self._refused(statement, around.block)
        elif isinstance(statement, ast.With):
            block = _device_block(statement) or around.block
            self.statements(statement.body, around._replace(block=block))
        elif isinstance(statement, ast.For | ast.While):
            self.statements(statement.body, _Around(behind=True, looped=True))
            self.statements(statement.orelse, around._replace(block=""))
        else:
            self._apart(statement)

    def _apart(self, node: ast.AST) -> None:
        """Check the lists of statements of which Python decides whether they are run."""
        for _, field in ast.iter_fields(node):
            if not isinstance(field, list) or not field:
                continue
            if isinstance(field[0], ast.stmt):
                self.statements(field, _Around())
            elif isinstance(field[0], ast.ExceptHandler | ast.match_case):
                for part in field:
                    self._apart(part)

    def _refused(self, jump: ast.stmt, block: str) -> SyntaxError:
        word = type(jump).__name__.lower()
        msg = (
            f"{word} is obeyed while the kernel is traced, whether the device comes by this "
            f"ptx.{block} or not: what stands behind it would not be written. {_DEVICE[type(jump)]}"
        )
        row = self._lines[jump.lineno - 1] if jump.lineno <= len(self._lines) else ""
        begin, end = jump.col_offset + 1, (jump.end_col_offset or jump.col_offset) + 1
        return SyntaxError(msg, (self._filename, jump.lineno, begin, row, jump.end_lineno, end))


def _drops(jump: ast.stmt, around: _Around) -> bool:
    """Return whether statements are left out by a jump that Python takes."""
    if isinstance(jump, ast.Return):
        return around.behind
    return around.behind_in_round if isinstance(jump, ast.Continue) else around.looped


def _device_block(statement: ast.With) -> str:
    """Return which block of the device a `with` opens, "" for none: `with ptx.if_(p):`."""
    for item in statement.items:
        call = item.context_expr
        function = call.func if isinstance(call, ast.Call) else None
        if (
            isinstance(function, ast.Attribute)
            and isinstance(function.value, ast.Name)
            and function.value.id == "ptx"
            and function.attr in _BLOCKS
        ):
            return function.attr
    return ""
