"""Inputs of inline assembly that its code overwrites before it reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy import isa
from ptxpy.analysis.dataflow import GenKill, facts_before
from ptxpy.analysis.inline_assembly import blocks_of
from ptxpy.analysis.liveness import liveness
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.check.context import FunctionContext, ModuleContext
    from ptxpy.check.diagnostic import Diagnostic

__all__ = ["check_overwritten_inputs"]


def check_overwritten_inputs(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report registers that get a value for inline assembly, which overwrites it and reads them.

    The names of operands are lost in PTX, so that an output which is written and read again looks
    like an output that has the register of an input. What tells them apart is an instruction
    before, whose result nothing reads: compilers remove it, unless the code has it as an input.
    """
    if context.is_debug:
        return
    for function in context.functions:
        blocks = blocks_of(function.function)
        if any(block >= 0 for block in blocks):
            yield from _of(function, blocks)


def _of(function: FunctionContext, blocks: list[int]) -> Iterator[Diagnostic]:
    read_again = _read_again(function, blocks)
    if not read_again:
        return
    registers = {register for register, _ in read_again}
    unread = _unread_results(function, blocks, registers)
    bits = {index: 1 << bit for bit, index in enumerate(unread)}
    transfers = []
    for index, access in enumerate(function.accesses):
        written = registers.intersection(access.writes)
        if written:
            kill = 0
            for other, register in unread.items():
                if register in written and not access.guarded:
                    kill |= bits[other]
            transfers.append(GenKill(index, bits.get(index, 0), kill))
    held = facts_before(function.graph, transfers)
    reported: set[int] = set()
    for transfer, facts in zip(transfers, held, strict=True):
        for index, register in unread.items():
            again = read_again.get((register, transfer.statement_index))
            if again is None or not facts & bits[index] or register in reported:
                continue
            reported.add(register)
            name = function.registers.names[register]
            message = f"{name} is an input of this code, which overwrites it before it reads it"
            help_ = 'write "=&r" and not "=r" for the output, or "=r" and not "+r"'
            yield function.report("PTX044", transfer.statement_index, message, None, help_)


def _read_again(function: FunctionContext, blocks: list[int]) -> dict[tuple[int, int], int]:
    """Return the registers that a block of inline assembly writes first and reads later.

    Each register with the statement that writes it has the statement that reads it.
    """
    found: dict[tuple[int, int], int] = {}
    written: dict[int, int] = {}
    read: set[int] = set()
    current = -1
    for index, access in enumerate(function.accesses):
        if blocks[index] != current:
            current = blocks[index]
            written, read = {}, set()
        if current < 0:
            continue
        for register in access.reads:
            if register in written:
                found.setdefault((register, written[register]), index)
            read.add(register)
        for register in access.writes:
            if register not in read and not access.guarded:
                written.setdefault(register, index)
    return found


def _unread_results(
    function: FunctionContext, blocks: list[int], registers: set[int]
) -> dict[int, int]:
    """Return the statements outside of inline assembly that write a register which nothing reads.

    Only of some registers, and of instructions that compilers remove.
    """
    found: dict[int, int] = {}
    accesses = function.accesses
    live_out = liveness(function.graph, function.registers, accesses).live_out
    for block, live_at_end in zip(function.graph.blocks, live_out, strict=True):
        live = live_at_end
        for index in range(block.stop - 1, block.start - 1, -1):
            access = accesses[index]
            if not access.guarded and len(access.writes) == 1 and blocks[index] < 0:
                (register,) = access.writes
                if (
                    register in registers
                    and not live >> register & 1
                    and _is_removed(function.code.statements[index])
                ):
                    found[index] = register
            if not access.guarded:
                for register in access.writes:
                    live &= ~(1 << register)
            for register in access.reads:
                live |= 1 << register
    return found


def _is_removed(statement: n.Instruction | n.Call) -> bool:
    """Return whether compilers remove an instruction whose result is not read."""
    if type(statement) is not n.Instruction:
        return False
    found = isa.traits(statement.opcode, statement.modifiers)
    loads = found.accesses and not any(access.writes for access in found.accesses)
    return isa.is_pure(statement.opcode, statement.modifiers) or (
        bool(loads) and found.order == "weak"
    )
