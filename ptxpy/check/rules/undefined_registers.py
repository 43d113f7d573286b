"""Registers that are read although no path to the read writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy import isa
from ptxpy.analysis import solve_forward
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.check.context import FunctionContext, ModuleContext
    from ptxpy.check.diagnostic import Diagnostic

__all__ = ["check_undefined_registers"]


def check_undefined_registers(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report each register that is read although no path to the read writes it.

    A guarded write counts, and so does a write to a component. An instruction that updates an
    accumulator does not count as a read, as with a false `scale-d` it only writes (PTX ISA
    9.7.15.5.2). Compilers copy undefined values, such as padding or half of a vector: `mov`,
    `prmt`, `st.param` and calls may read a register that nothing writes.
    """
    for function in context.functions:
        yield from _of(function)


def _of(function: FunctionContext) -> Iterator[Diagnostic]:
    exposed, made = _exposed_reads(function)
    if not any(exposed):
        return
    before = solve_forward(function.graph, made, [0] * len(made))
    written = 0
    for bits in made:
        written |= bits
    said: set[int] = set()
    for block in sorted(function.graph.reachable()):
        for register, index in exposed[block].items():
            if before[block] >> register & 1 or register in said:
                continue
            later = bool(written >> register & 1)
            if (later or not _moves(function, index)) and _is_local(function, register):
                said.add(register)
                yield _diagnostic(function, register, index, later=later)


def _moves(function: FunctionContext, index: int) -> bool:
    """Return whether a statement only copies bits; code for a debugger does so through memory."""
    statement = function.code.statements[index]
    if type(statement) is n.Call:
        return True
    _, opcode, modifiers, *_ = statement
    found = isa.traits(opcode, modifiers)
    if found.has_size_of_type and found.accesses[0].kind == "write":
        return function.module.is_debug or found.accesses[0].space == "param"
    return bool(found.copies or found.permutes)


def _exposed_reads(function: FunctionContext) -> tuple[list[dict[int, int]], list[int]]:
    """Return, for each block, its upward-exposed reads by register, and the set of its writes."""
    exposed: list[dict[int, int]] = []
    made: list[int] = []
    accesses, statements = function.accesses, function.code.statements
    for block in function.graph.blocks:
        reads: dict[int, int] = {}
        written: set[int] = set()
        for index in range(block.start, block.stop):
            access_reads, writes, kept, _ = accesses[index]
            for register in access_reads:
                if register not in written and register not in kept:
                    statement = statements[index]
                    if type(statement) is n.Instruction and not isa.is_known(statement.opcode):
                        written.add(register)
                    else:
                        reads.setdefault(register, index)
            written.update(writes)
        exposed.append(reads)
        bits = 0
        for register in written:
            bits |= 1 << register
        made.append(bits)
    return exposed, made


def _is_local(function: FunctionContext, register: int) -> bool:
    """Return whether a register is declared in the body of the function."""
    table = function.registers
    name = table.names[register]
    level = table.levels[register]
    if function.code.levels[level].names.own(name) is None:
        return False  # not declared, or by the module
    if level == 0 and name in _parameters(function.function):
        return False
    return not function.module.is_unparsed(name)


def _parameters(function: n.Function) -> set[str]:
    return {parameter.declarator.name.name for parameter in function.parameters or ()}


def _diagnostic(function: FunctionContext, register: int, index: int, *, later: bool) -> Diagnostic:
    name = function.registers.names[register]
    why = "no path to this point writes it" if later else "nothing writes it"
    help_ = f"write {name} before, or read another register"
    message = f"{name} is read here, but {why}"
    return function.report("PTX040", index, message, ("name", name), help_)
