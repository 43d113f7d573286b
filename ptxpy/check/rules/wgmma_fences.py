"""Missing fences, commits and waits of warpgroup-level matrix multiplications (wgmma)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.analysis.dataflow import GenKill, facts_after, facts_before
from ptxpy.check.effects import Effect
from ptxpy.check.rules.wgmma_fragments import find_fragments, is_register_copy
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ptxpy.check.context import FunctionContext, ModuleContext
    from ptxpy.check.diagnostic import Diagnostic
    from ptxpy.check.rules.wgmma_fragments import Fragments

__all__ = ["check_wgmma_fences"]


def check_wgmma_fences(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report `wgmma.mma_async` without its fence, commit or wait (PTX ISA 9.7.15)."""
    for function in context.functions:
        if function.has_effect(Effect.WGMMA):
            yield from _fences(function)
            yield from _groups(function)


def _fences(function: FunctionContext) -> Iterator[Diagnostic]:
    """Report the multiplications that a path reaches without `wgmma.fence`.

    A fence is required before the first multiplication, and after other writes of its registers.
    Copies between registers are exempt, because compilers generate them for inline assembly.
    """
    statements = function.code.statements
    held = {
        index: find_fragments(function, index)
        for index, effect in function.effects
        if effect & Effect.WGMMA and type(statements[index]) is n.Instruction
    }
    registers = {register for found in held.values() for part in found for register in part}
    bit_of = {register: 2 << k for k, register in enumerate(sorted(registers))}
    transfers = _fence_transfers(function, held, bit_of)
    for transfer, facts in zip(transfers, facts_before(function.graph, transfers, 1), strict=True):
        if not facts or transfer.statement_index not in held:
            continue
        help_ = "put wgmma.fence.sync.aligned before the first wgmma.mma_async"
        if facts & 1:
            message = "a path reaches this wgmma.mma_async without a wgmma.fence"
            yield function.report("PTX050", transfer.statement_index, message, None, help_)
            continue
        found = held[transfer.statement_index]
        written = [k for k in (*found.accumulator, *found.a) if facts & bit_of[k]]
        if written:
            name = function.registers.names[written[0]]
            message = f"{name} is written without a wgmma.fence before this wgmma.mma_async"
            help_ = f"put wgmma.fence.sync.aligned after the write of {name}"
            yield function.report(
                "PTX050", transfer.statement_index, message, ("name", name), help_
            )


def _fence_transfers(
    function: FunctionContext, held: Mapping[int, Fragments], bit_of: Mapping[int, int]
) -> list[GenKill]:
    """Return the transfer functions of fences, multiplications and writes of their registers.

    A multiplication counts as a fence, so that later ones are not reported as well.
    """
    effects = dict(function.effects)
    every = (2 << len(bit_of)) - 1
    transfers = []
    for index, access in enumerate(function.accesses):
        if effects.get(index, Effect(0)) & Effect.WGMMA_FENCE:
            transfers.append(GenKill(index, 0, every))
        elif index in held:
            bits = 1
            for register in (*held[index].accumulator, *held[index].a):
                bits |= bit_of[register]
            transfers.append(GenKill(index, 0, bits))
        elif access.writes and not is_register_copy(function.code.statements[index]):
            bits = 0
            for register in access.writes:
                bits |= bit_of.get(register, 0)
            if bits:
                transfers.append(GenKill(index, bits))
    return transfers


_ENDS = 1
"""The function may end without a `wgmma.wait_group` before."""
_WAITS = 2
"""A `wgmma.wait_group` may follow without a `wgmma.commit_group` before it."""


def _groups(function: FunctionContext) -> Iterator[Diagnostic]:
    """Report the multiplications that some path does not commit or does not wait for."""
    transfers = []
    asked = set()
    for index, effect in function.effects:
        waits, commits = effect & Effect.WGMMA_WAIT, effect & Effect.WGMMA_COMMIT
        if waits or commits:  # a call may do both, in the right order
            gen = 0 if commits else _WAITS
            transfers.append(GenKill(index, gen, (_ENDS if waits else 0) | _WAITS))
        elif effect & Effect.WGMMA:
            transfers.append(
                GenKill(index, 0, _ENDS | _WAITS)
            )  # only the last before them is reported
            asked.add(index)
    for transfer, facts in zip(
        transfers, facts_after(function.graph, transfers, _ENDS), strict=True
    ):
        if transfer.statement_index not in asked:
            continue
        if facts & _WAITS:
            message = "no wgmma.commit_group stands between this and a wgmma.wait_group after it"
            help_ = "put wgmma.commit_group.sync.aligned after the last wgmma.mma_async of a group"
            yield function.report("PTX051", transfer.statement_index, message, None, help_)
        elif facts & _ENDS and function.is_kernel:
            message = "the kernel can end without a wgmma.wait_group after this wgmma.mma_async"
            help_ = "put wgmma.wait_group.sync.aligned 0 before its accumulator is read"
            yield function.report("PTX051", transfer.statement_index, message, None, help_)
