"""Instructions that read the carry flag where nothing has set it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy.analysis.guarded_facts import Change, guarded_facts
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.check.context import FunctionContext, ModuleContext
    from ptxpy.check.diagnostic import Diagnostic

__all__ = ["check_carry_flags"]

_FLAG: Final = "CC.CF"
_UNSET: Final = 1
"""Nothing has set the flag since the function began."""
_LOST: Final = 2
"""Nothing has set the flag since a call, which does not keep it (PTX ISA 9.7.2)."""
_SET: Final = 4
_FIRST_READER: Final = 3
"""The first bit of facts for single readers: it has read the flag, which nothing has set since."""


def check_carry_flags(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report reads of the carry flag that no instruction has set, on some path or on all.

    An instruction in a loop that reads the same flag in each iteration is reported, too: the flag
    was set before the loop, for the first of them.
    """
    if context.is_unparsed(".cc"):
        return
    for function in context.functions:
        yield from _of(function)


def _of(function: FunctionContext) -> Iterator[Diagnostic]:
    changes: dict[int, Change] = {}
    readers: dict[int, int] = {}
    for index, statement in enumerate(function.code.statements):
        if type(statement) is n.Call:
            changes[index] = Change(_LOST, -1)
        elif type(statement) is n.Instruction:
            found = isa.traits(statement.opcode, statement.modifiers)
            writes = _FLAG in found.implicit_writes or ".cc" in statement.modifiers
            if _FLAG in found.implicit_reads:
                readers[index] = 1 << (_FIRST_READER + len(readers))
                changes[index] = Change(readers[index])
            if writes or not isa.is_known(statement.opcode):
                changes[index] = Change(_SET, -1)
    if not readers:
        return
    facts = guarded_facts(
        function.graph, function.registers, function.accesses, changes, entry=_UNSET
    )
    for index, own in readers.items():
        problem = _problem(facts[index], own)
        if problem is not None:
            message = f"{function.code.statements[index].opcode} reads {problem[0]}"
            yield function.report("PTX043", index, message, ("opcode",), problem[1])


def _problem(facts: int, own: int) -> tuple[str, str] | None:
    """Return what an instruction reads where facts hold, and the advice; None if all is well."""
    help_ = "set it before, on each path, with add.cc, sub.cc or mad.cc"
    if facts & (_UNSET | _LOST) and facts & _SET:
        return f"the carry flag, {_FLAG}, which is not set on all paths to it", help_
    if facts & _LOST:
        return f"the carry flag, {_FLAG}, which no call keeps", help_
    if facts & _UNSET:
        return f"the carry flag, {_FLAG}, which nothing sets before", help_
    if facts & own:
        help_ = "set it in the loop, or read it before"
        return f"the same carry flag, {_FLAG}, in each iteration of the loop", help_
    return None
