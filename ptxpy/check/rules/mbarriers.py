"""Protocol of mbarriers: initialisation before use, expect-tx before complete-tx, tested phases."""

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
    """Report incorrect uses of mbarriers (PTX ISA 9.7.13.15)."""
    for function in context.functions:
        if function.is_kernel and function.has_effect(Effect.BARRIER_USE):
            yield from _initialised(function)
            yield from _expected(function)
        if function.has_effect(Effect.BARRIER_TEST):
            yield from _tested(function)


_INIT = 1
"""An `mbarrier.init` may have been executed."""
_REACHED = 2

_HELP = "execute mbarrier.init.shared::cta.b64 [bar], count in one thread, then bar.sync in all"


def _initialised(function: FunctionContext) -> Iterator[Diagnostic]:
    """Report the first use without an `mbarrier.init` before it on any path.

    If there is none after the use either, another warp may execute it and start this one, for
    instance with `bar.sync`, as in the warp specialisation of Triton.
    """
    effects = dict(function.effects)
    transfers = [
        GenKill(index, _INIT if effect & Effect.BARRIER_INIT else 0)
        for index, effect in function.effects
        if effect & (Effect.BARRIER_INIT | Effect.BARRIER_USE)
    ]
    somewhere = function.has_effect(Effect.BARRIER_INIT)
    before = facts_before(function.graph, transfers, _REACHED)
    after = facts_after(function.graph, transfers)
    for transfer, first, then in zip(transfers, before, after, strict=True):
        if effects[transfer.statement_index] & Effect.BARRIER_INIT or first != _REACHED:
            continue
        if not somewhere or then & _INIT:
            message = "this uses an mbarrier, but no path to it initialises one"
            yield function.report("PTX054", transfer.statement_index, message, None, _HELP)
            return
    yield from _named(function)


def _named(function: FunctionContext) -> Iterator[Diagnostic]:
    """Report the first use of each variable that is not initialised, although others are.

    There is no diagnostic if an `mbarrier.init` has its address in a register.
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
            message = f"{name} is used as an mbarrier, but no mbarrier.init initialises it"
            yield function.report("PTX054", index, message, ("name", name), _HELP)


def _variable(statement: n.Node) -> str | None:
    """Return the variable that an operation on an mbarrier names directly, or None."""
    if type(statement) is n.Instruction and traits(statement.opcode, statement.modifiers).mbarrier:
        for operand in statement.operands:
            if type(operand) is n.Address:
                return operand.base.name if type(operand.base) is n.Symbol else None
    return None


def _expected(function: FunctionContext) -> Iterator[Diagnostic]:
    """Report the first complete-tx in a kernel without expect-tx."""
    if function.has_effect(Effect.BYTES) and not function.has_effect(Effect.EXPECT):
        index = next(index for index, effect in function.effects if effect & Effect.BYTES)
        message = (
            "this performs complete-tx on an mbarrier, but nothing in the kernel performs expect-tx"
        )
        help_ = "execute mbarrier.arrive.expect_tx with the number of bytes in one thread"
        yield function.report("PTX055", index, message, None, help_)


def _tested(function: FunctionContext) -> Iterator[Diagnostic]:
    """Report the tests of a phase whose result is never read."""
    read = {register for access in function.accesses for register in access.reads}
    for index, effect in function.effects:
        statement = function.code.statements[index]
        if effect & Effect.BARRIER_TEST and type(statement) is n.Instruction:
            writes = function.accesses[index].writes
            if writes and read.isdisjoint(writes):
                name = function.registers.names[writes[0]]
                what = f"{statement.opcode}{statement.modifiers[0]}"
                message = f"{name} is never read: {what} returns whether the phase is complete"
                help_ = f"repeat until it is: @!{name} bra to a label before it"
                yield function.report("PTX059", index, message, ("name", name), help_)
