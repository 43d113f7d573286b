"""`setmaxnreg` in kernels whose register count at entry is not known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.ir import nodes as n
from ptxpy.isa import traits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.check.context import ModuleContext
    from ptxpy.check.diagnostic import Diagnostic

__all__ = ["check_setmaxnreg"]


def check_setmaxnreg(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report the first `setmaxnreg` of each kernel in which ptxas ignores it (its note C7508).

    ptxas requires the register count at entry: `.maxnreg`, or a number of threads together with
    `.minnctapersm`.
    """
    for function in context.functions:
        if not function.is_kernel:
            continue
        names = {directive.name for directive in _tuning(function.function)}
        if ".maxnreg" in names or (".minnctapersm" in names and names & {".maxntid", ".reqntid"}):
            continue
        for index, statement in enumerate(function.code.statements):
            if type(statement) is n.Instruction and _sets_register_count(statement):
                message = "setmaxnreg has no effect: the kernel's register count is not determined"
                help_ = "add .maxnreg, or .minnctapersm together with .maxntid, to the kernel"
                yield function.report("PTX057", index, message, None, help_)
                break


def _sets_register_count(statement: n.Instruction) -> bool:
    return "register-count" in traits(statement.opcode, statement.modifiers).implicit_writes


def _tuning(function: n.Function) -> Iterator[n.TuningDirective]:
    for directive in function.directives:
        if type(directive) is n.TuningDirective:
            yield directive
