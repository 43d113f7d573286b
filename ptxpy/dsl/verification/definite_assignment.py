"""Definite assignment: every path to a use of a fresh register writes the register first.

A traced value lives in a register that one instruction writes. If that instruction is under
`ptx.if_`, or in a loop that may not run, and the use comes after it, the register may hold no
value. The check is a forward must-analysis over basic blocks (which registers are assigned on all
paths). A write under a guard counts as an assignment.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import and_
from typing import Final

from ptxpy.analysis.dataflow import solve
from ptxpy.dsl.tracing.trace import Body
from ptxpy.dsl.verification.recorded_blocks import bounds_block, recorded_blocks
from ptxpy.dsl.verification.statement_flow import (
    LocatedStatement,
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
    prefixes = tuple({prefix for prefix, _ in body.function.counts})
    if not prefixes or not any(bounds_block(statement) for statement in body.statements):
        return
    fresh = {
        f"{prefix}{index}"
        for (prefix, _), count in body.function.counts.items()
        for index in range(count)
    } - body.function.array_registers
    blocks = _blocks(body, fresh)
    exposed = sorted({name for block in blocks for name in block.exposed})
    if not exposed:
        return
    bits = {name: 1 << at for at, name in enumerate(exposed)}
    for block, assigned in zip(blocks, _solve(blocks, bits), strict=True):
        for name, step in block.exposed.items():
            if assigned != _UNREACHED and not assigned & bits[name]:
                raise _unassigned(name, step, body)


def _unassigned(name: str, step: LocatedStatement, body: Body) -> Exception:
    """Return the error for a use: no path assigns the register, or not every path does."""
    never = not any(name in written_registers(each.statement) for each in located_statements(body))
    if never:
        msg = f"{name} is read here and written nowhere: give it a value first, as with "
        return located_error(step.body, step.at, msg + "reg.scalar(dtype, 0)")
    msg = (
        f"{name} is read here, and not every path to this line writes it: its value is made under "
        "ptx.if_, or in a loop that may not be run. Declare a register to change before that, "
        "x = reg.scalar(dtype, 0), write x.set(…) in it, and read x here"
    )
    return located_error(step.body, step.at, msg)


def _blocks(body: Body, fresh: set[str]) -> list[_Block]:
    """Return the basic blocks of a function in the order of the text."""
    found = []
    for recorded in recorded_blocks(body):
        block = _Block()
        block.successors = recorded.successors
        for step in recorded.steps:
            for name in register_names(read_operands(step.statement)):
                if name in fresh and name not in block.assigned and name not in block.exposed:
                    block.exposed[name] = step
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
