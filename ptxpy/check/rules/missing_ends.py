"""Statements that took the next one for an operand, as their semicolon is missing."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from ptxpy.check.fixes import Suggestion
from ptxpy.ir import nodes as n
from ptxpy.isa import BRANCHES, check_legality

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.check.context import FunctionContext, ModuleContext
    from ptxpy.check.diagnostic import Diagnostic

__all__ = ["check_missing_ends", "is_unended"]

_MESSAGE: Final = "a statement without its end; expected ';'"


def check_missing_ends(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report `fence.sc.sys` without a semicolon before `ret;`, which parses as `fence.sc.sys ret;`.

    Where the next statement has modifiers or operands of its own, the text does not parse.
    """
    for function in context.functions:
        for index in range(len(function.code.statements)):
            if is_unended(function, index):
                last = len(function.code.statements[index].operands) - 1
                suggestion = Suggestion("insert", ";")
                yield function.report(
                    "PTX001", index, _MESSAGE, ("behind", last), suggestion=suggestion
                )


def is_unended(function: FunctionContext, index: int) -> bool:
    """Return whether the last operand of a statement is an instruction, and no declared name."""
    statement = function.code.statements[index]
    if type(statement) is not n.Instruction or not statement.operands:
        return False
    last = statement.operands[-1]
    if type(last) is not n.Symbol or not _is_whole(last.name) or statement.opcode in BRANCHES:
        return False
    return function.declaration(last.name, function.code.scopes[index], index) is None


@cache
def _is_whole(name: str) -> bool:
    """Return whether a name is an instruction without modifiers and operands: `ret`."""
    return check_legality(name, (), ()) is None
