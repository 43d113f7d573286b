"""Definite assignment: every path to a use of a fresh register writes the register first.

A traced value lives in a register that one instruction writes. If that instruction is under
`ptx.if_`, or in a loop that may not run, and the use comes after it, the register may hold no
value. The check is a forward must-analysis over basic blocks (which registers are assigned on all
paths). Where values have types, a write under a guard does not count, and what seems to be read
without a value is looked at more closely (`guarded_values`): a use under the same guard reads one.
In the style of a compiler, a write under a guard counts as an assignment. A register of an array,
or with a name of its own, may be assigned on some paths only; it is a fault there as well where it
is written under guards alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import and_
from typing import Final

from ptxpy.analysis.dataflow import solve
from ptxpy.dsl.tracing.trace import Body
from ptxpy.dsl.verification.guarded_values import unassigned_reads
from ptxpy.dsl.verification.recorded_blocks import RecordedBlock, bounds_block, recorded_blocks
from ptxpy.dsl.verification.statement_flow import (
    LocatedStatement,
    guard_of_statement,
    located_error,
    located_statements,
    read_operands,
    register_names,
    written_registers,
)

_UNREACHED: Final = -1
"""The state of a block that no path has reached: every register counts as assigned."""


class _Block:
    """A basic block: the registers that it assigns, and those that it reads unassigned."""

    __slots__ = ("assigned", "exposed", "successors")

    def __init__(self) -> None:
        self.assigned: set[str] = set()
        self.exposed: dict[str, LocatedStatement] = {}
        self.successors: list[int] = []


def check_definite_assignment(body: Body) -> None:
    """Raise `TraceError` at a use of a fresh register that some path does not assign."""
    typed = body.module.style.is_typed
    if not body.function.counts or not any(
        bounds_block(each) or (typed and guard_of_statement(each)) for each in body.statements
    ):
        return
    fresh = {
        f"{prefix}{index}"
        for (prefix, _), count in body.function.counts.items()
        for index in range(count)
    } - body.function.array_registers
    if typed:
        fresh |= _guarded_registers(body)
    recorded = recorded_blocks(body)
    blocks = _blocks(recorded, fresh, guards_count=not typed)
    exposed = sorted({name for block in blocks for name in block.exposed})
    if not exposed:
        return
    bits = {name: 1 << at for at, name in enumerate(exposed)}
    found = [
        (name, step)
        for block, assigned in zip(blocks, _solve(blocks, bits), strict=True)
        for name, step in block.exposed.items()
        if assigned != _UNREACHED and not assigned & bits[name]
    ]
    if found and typed:
        found = [*unassigned_reads(recorded, {name for name, _ in found})]
    for name, step in found:
        raise _unassigned(name, step, body)


def _guarded_registers(body: Body) -> set[str]:
    """Return the registers, fresh or not, that are written under guards alone.

    One that a guarded instruction changes, as `x = x ^ 1`, has its first value from elsewhere; one
    that `x += 1` changes without a guard has none from that.
    """
    guarded: set[str] = set()
    others: set[str] = set()
    for step in located_statements(body):
        names = {*written_registers(step.statement)}
        updated = names.intersection(register_names(read_operands(step.statement)))
        if guard_of_statement(step.statement) is None:
            others |= names - updated
        else:
            guarded |= names
            others |= updated
    return guarded - others


def _unassigned(name: str, step: LocatedStatement, body: Body) -> Exception:
    """Return the error for a use: no path assigns the register, or not every path does."""
    writes = [
        each.statement
        for each in located_statements(body)
        if name in written_registers(each.statement)
    ]
    if not writes:
        msg = f"{name} is read here and written nowhere: give it a value first, as with "
        return located_error(step.body, step.at, msg + "reg.scalar(dtype, 0)")
    if any(guard_of_statement(each) is not None for each in writes):
        msg = (
            f"{name} is read here, and has no value where the guard of its instruction is false: "
            "read it under the same guard, or give it a value first: with default=, or "
            "x = reg.scalar(dtype, 0) and x.set(…), with the guarded instruction in it"
        )
        return located_error(step.body, step.at, msg)
    msg = (
        f"{name} is read here, and not every path to this line writes it: its value is made under "
        "ptx.if_, or in a loop that may not be run. Declare a register to change before that, "
        "x = reg.scalar(dtype, 0), write x.set(…) in it, and read x here"
    )
    return located_error(step.body, step.at, msg)


def _blocks(blocks: list[RecordedBlock], fresh: set[str], *, guards_count: bool) -> list[_Block]:
    """Return what the basic blocks of a function assign, and what they read before.

    `guards_count` means that a write under a guard is an assignment.
    """
    found = []
    for recorded in blocks:
        block = _Block()
        block.successors = recorded.successors
        for step in recorded.steps:
            for name in register_names(read_operands(step.statement)):
                if name in fresh and name not in block.assigned and name not in block.exposed:
                    block.exposed[name] = step
            if guards_count or guard_of_statement(step.statement) is None:
                block.assigned.update(written_registers(step.statement))
        found.append(block)
    return found


def _solve(blocks: list[_Block], bits: dict[str, int]) -> list[int]:
    """Return, for each block, the registers that all paths to its beginning assign, as bits."""
    gen = [_union(bits[name] for name in block.assigned if name in bits) for block in blocks]
    order = range(len(blocks))
    return solve(
        [0 if block == 0 else _UNREACHED for block in order],
        order,
        lambda block: blocks[block].successors,
        lambda block, assigned: assigned | gen[block],
        and_,
    )


def _union(parts: Iterable[int]) -> int:
    found = 0
    for part in parts:
        found |= part
    return found
