"""Barrier objects: initialised before they are used, told of bytes, and waited on in a loop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.analysis.dataflow import GenKill, facts_after, facts_before
from ptxpy.check.effects import Effect
from ptxpy.ir import nodes as n
from ptxpy.isa import traits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.check.context import FunctionContext, ModuleContext
    from ptxpy.check.diagnostic import Diagnostic

__all__ = ["check_mbarriers"]


def check_mbarriers(context: ModuleContext) -> Iterator[Diagnostic]:
    """Yield uses of mbarriers that cannot be right (PTX ISA 9.7.13.15)."""
    for function in context.functions:
        if function.is_kernel and function.has_effect(Effect.BARRIER_USE):
            yield from _initialised(function)
            yield from _expected(function)
        if function.has_effect(Effect.BARRIER_TEST):
            yield from _tested(function)


_INIT = 1
"""An `mbarrier.init` may have run."""
_REACHED = 2

_HELP = "let one thread run mbarrier.init.shared::cta.b64 [bar], count; and then all bar.sync"


def _initialised(function: FunctionContext) -> Iterator[Diagnostic]:
    """Yield the first use that no `mbarrier.init` comes before on any path.

    Where no path leads from the use to one either, other warps may run it: this one is told to
    start by `bar.sync`, say. Triton specialises warps that way.
    """
    effects = dict(function.effects)
    transfers = [
        GenKill(index, _INIT if effect & Effect.BARRIER_INIT else 0)
        for index, effect in function.effects
        if effect & (Effect.BARRIER_INIT | Effect.BARRIER_USE)
    ]
    somewhere = function.has_effect(Effect.BARRIER_INIT)
    before = facts_before(function.graph, transfers, _REACHED)
    behind = facts_after(function.graph, transfers)
    for transfer, first, then in zip(transfers, before, behind, strict=True):
        if effects[transfer.at] & Effect.BARRIER_INIT or first != _REACHED:
            continue
        if not somewhere or then & _INIT:
            message = "an mbarrier is used here, and no path that comes here initialises one"
            yield function.report("PTX054", transfer.at, message, None, _HELP)
            return
    yield from _named(function)


def _named(function: FunctionContext) -> Iterator[Diagnostic]:
    """Yield the first use of each variable that is not initialised where others are.

    Nothing is said when an `mbarrier.init` takes its address from a register.
    """
    initialised: set[str | None] = set()
    used: dict[str, int] = {}
    for index, effect in function.effects:
        if effect & Effect.BARRIER_INIT:
            initialised.add(_variable(function.code.statements[index]))
        elif effect & Effect.BARRIER_USE:
            name = _variable(function.code.statements[index])
            if name is not None:
                used.setdefault(name, index)
    if None in initialised:
        return
    for name, index in used.items():
        if name not in initialised:
            message = f"{name} is used here as an mbarrier, and no mbarrier.init names it"
            yield function.report("PTX054", index, message, ("name", name), _HELP)


def _variable(statement: n.Node) -> str | None:
    """Return the variable that an operation on an mbarrier names by itself, else None."""
    if type(statement) is n.Instruction and traits(statement.opcode, statement.modifiers).mbarrier:
        for operand in statement.operands:
            if type(operand) is n.Address:
                return operand.base.name if type(operand.base) is n.Symbol else None
    return None


def _expected(function: FunctionContext) -> Iterator[Diagnostic]:
    """Yield the first copy that completes bytes where nothing in the kernel expects any."""
    if function.has_effect(Effect.BYTES) and not function.has_effect(Effect.EXPECT):
        index = next(index for index, effect in function.effects if effect & Effect.BYTES)
        message = "this completes bytes on an mbarrier, and nothing in the kernel expects bytes"
        help_ = "let one thread run mbarrier.arrive.expect_tx with the number of bytes"
        yield function.report("PTX055", index, message, None, help_)


def _tested(function: FunctionContext) -> Iterator[Diagnostic]:
    """Yield the tests of a phase whose outcome nothing reads."""
    read = {register for access in function.accesses for register in access.reads}
    for index, effect in function.effects:
        statement = function.code.statements[index]
        if effect & Effect.BARRIER_TEST and type(statement) is n.Instruction:
            writes = function.accesses[index].writes
            if writes and read.isdisjoint(writes):
                name = function.registers.names[writes[0]]
                what = f"{statement.opcode}{statement.modifiers[0]}"
                message = f"nothing reads {name}: {what} says whether the phase is over, or not yet"
                help_ = f"try again until it is: @!{name} bra to a label before it"
                yield function.report("PTX059", index, message, ("name", name), help_)
