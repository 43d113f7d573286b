"""Registers that have several values, by margins or in the program itself: which is read where.

A margin is layout: the name of a value must not change the value that an instruction reads. If two
values have one register, each read has to be reached by writes of the value that it means and by no
others. The analysis is run for registers that are named twice, or are written in the program
besides: in an imported program there are none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from operator import or_
from typing import Any

from ptxpy.analysis import solve
from ptxpy.dsl.tracing.renaming import nodes_in
from ptxpy.dsl.tracing.trace import Body, RecordedStatement
from ptxpy.dsl.verification.statement_flow import (
    RecordedBlock,
    read_operands,
    recorded_blocks,
    updated_operands,
    written_registers,
)
from ptxpy.ir import nodes as n

__all__ = ["find_intruders"]

_FILE = 0
"""The owner of reads and writes of a register as an element, `r[5]`, or by its name, `r5`."""


def find_intruders(body: Body, groups: Mapping[str, Collection[int]]) -> Iterator[tuple[str, int]]:
    """Yield each register with a value whose margin has taken it of another one, and that value.

    Args:
        body: A body that has been run.
        groups: The values that margins give a register, by its name: the identities of nodes.
    """
    blocks = recorded_blocks(body)
    for name, values in groups.items():
        intruder = _Register(name, [_FILE, *values], blocks).intruder()
        if intruder != _FILE:
            yield name, intruder


class _Register:
    """The reads and writes of one register, by the value that each means."""

    def __init__(self, name: str, groups: Collection[int], blocks: list[RecordedBlock]) -> None:
        self.name = name
        self.bits = {group: 1 << at for at, group in enumerate(groups)}
        self.blocks = blocks

    def intruder(self) -> int:
        """Return the value whose margin has taken the register of another one; 0 for none."""
        order = range(len(self.blocks))
        reached = solve(
            [0 for _ in order],
            order,
            lambda block: self.blocks[block].successors,
            lambda block, state: self._after(self.blocks[block], state),
            or_,
        )
        is_written = any(state & self.bits[_FILE] for state in self._ends(reached))
        for block, before in zip(self.blocks, reached, strict=True):
            state = before
            for step in block.steps:
                statement = step.statement
                for group in self._read(statement):
                    if group == _FILE and not is_written:
                        continue  # the register has one meaning, which a margin gives it
                    others = state & ~self.bits[group]
                    if others:
                        found = [
                            each
                            for each, bit in self.bits.items()
                            if bit & others and each != _FILE
                        ]
                        return found[-1] if found else group
                state = self._next(statement, state)
        return _FILE

    def _ends(self, reached: list[int]) -> Iterator[int]:
        """Yield which values the register may hold after each statement."""
        for block, before in zip(self.blocks, reached, strict=True):
            state = before
            for step in block.steps:
                state = self._next(step.statement, state)
                yield state

    def _after(self, block: RecordedBlock, state: int) -> int:
        for step in block.steps:
            state = self._next(step.statement, state)
        return state

    def _next(self, statement: RecordedStatement, state: int) -> int:
        """Return which values the register may hold after a statement."""
        if self.name not in written_registers(statement):
            return state
        node = getattr(statement, "destination", None)
        nodes = [*_registers((node,), self.name)] or [
            *_registers(tuple(nodes_in(statement)), self.name)
        ]
        # A write under a guard may leave the value that was there.
        written = self.bits[self._group(nodes[0]) if nodes else _FILE]
        return state | written if getattr(statement, "guard", None) is not None else written

    def _read(self, statement: RecordedStatement) -> Iterator[int]:
        """Yield the values that a statement reads in the register."""
        operands = (*read_operands(statement), *updated_operands(statement))
        yield from map(self._group, _registers(operands, self.name))

    def _group(self, node: n.Register) -> int:
        return id(node) if id(node) in self.bits else _FILE


def _registers(operands: Any, name: str) -> Iterator[n.Register]:
    """Yield the registers of a name in operands."""
    pending = [*operands]
    while pending:
        node = pending.pop()
        if type(node) is n.Register:
            if node.name == name:
                yield node
        elif isinstance(node, tuple):
            pending += node
        elif hasattr(node, "parts"):
            pending += [part.node for part in node.parts]
