"""Instructions that no path reaches."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ptxpy.ir import nodes as n
from ptxpy.isa import ABORTS, BRANCHES, CONTROL_FLOW

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.check.context import FunctionContext, ModuleContext
    from ptxpy.check.diagnostic import Diagnostic

__all__ = ["check_unreachable_code"]


def check_unreachable_code(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report each run of blocks that no path reaches.

    Unreachable branches, `ret` and `exit` are ignored: compilers write a `ret` after an endless
    loop.
    """
    if context.unparsed_names:
        return  # a branch to the block may be a statement that failed to parse
    for function in context.functions:
        yield from _of(function)


def _of(function: FunctionContext) -> Iterator[Diagnostic]:
    graph = function.graph
    reachable = graph.reachable()
    if len(reachable) == len(graph.blocks) or graph.missing or _has_unknown_targets(function):
        return
    run: list[int] = []
    for number, block in enumerate(graph.blocks):
        if number in reachable:
            yield from _diagnostic(function, run)
            run = []
        else:
            run += filter(partial(_matters, function), range(block.start, block.stop))
    yield from _diagnostic(function, run)


def _matters(function: FunctionContext, index: int) -> bool:
    statement = function.code.statements[index]
    if type(statement) is n.Instruction:
        return statement.opcode not in CONTROL_FLOW
    return type(statement) is n.Call


def _has_unknown_targets(function: FunctionContext) -> bool:
    """Return whether a branch may have targets that are missing in the graph."""
    blocks = function.graph.blocks
    for block in blocks:
        last = function.code.statements[block.stop - 1]
        if (
            type(last) is n.Instruction
            and last.opcode in BRANCHES
            and len(block.successors) <= (last.guard is not None)
        ):
            return True
    return False


def _diagnostic(function: FunctionContext, run: list[int]) -> Iterator[Diagnostic]:
    if run and not _follows_assembly(function, run[0]):
        what = "this instruction" if len(run) == 1 else f"these {len(run)} instructions"
        help_ = "remove it, or branch to a label before it"
        yield function.report("PTX041", run[0], f"no path reaches {what}", None, help_)


def _follows_assembly(function: FunctionContext, index: int) -> bool:
    """Return whether a statement follows inline assembly that may not complete.

    A compiler does not analyse inline assembly, and generates code after a `trap` or an endless
    scope.
    """
    code = function.code
    while index > 0:
        index -= 1
        before = code.statements[index]
        if type(before) is n.Instruction or type(before) is n.Call:
            is_trap = type(before) is n.Instruction and before.opcode in ABORTS
            return is_trap or code.scopes[index] != code.scopes[index + 1]
    return False
