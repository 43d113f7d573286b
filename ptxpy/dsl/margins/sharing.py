"""Registers that a margin names although something else holds a value in them.

A margin is layout: what a value is called must not change what is read. Where two values have one
register, each read has to be reached by writes of the value that it means and by no others. The
analysis is run for registers that are named twice, or are written in the program besides: in an
imported program there are none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from operator import or_
from typing import Any

from ptxpy.analysis.dataflow import solve
from ptxpy.dsl.margins.checks import error_at, register_of
from ptxpy.dsl.margins.function_margins import FunctionMargins
from ptxpy.dsl.tracing.renaming import nodes_in
from ptxpy.dsl.tracing.trace import Body, RecordedStatement
from ptxpy.dsl.values.registers import RegisterFile
from ptxpy.dsl.verification.recorded_blocks import RecordedBlock, recorded_blocks
from ptxpy.dsl.verification.statement_flow import (
    read_operands,
    updated_operands,
    written_registers,
)
from ptxpy.ir import nodes as n

__all__ = ["check_live"]

_FILE = 0
"""Whoever reads or writes a register as an element, `r[5]`, or by its name, `r5`."""


def check_live(margins: FunctionMargins, body: Body) -> None:
    """Refuse a register in a margin that holds another value which is read later."""
    lines = dict(_named(margins))
    owners = {number: node for number, (node, _) in lines.items()}
    shared = _shared(margins, [node.name for node in owners.values()])
    if not shared:
        return
    blocks = recorded_blocks(body)
    for name in sorted(shared):
        groups = [_FILE, *(number for number, node in owners.items() if node.name == name)]
        intruder = _Register(name, groups, blocks).intruder()
        if intruder != _FILE:
            msg = (
                f"{name} holds another value, which is read after this statement has written it: "
                "name another register in the margin, or none"
            )
            raise error_at(margins, lines[intruder][1], msg)


def _named(margins: FunctionMargins) -> Iterator[tuple[int, tuple[n.Register, int]]]:
    """Yield the registers that margins name, by identity, each with its line.

    What a target says as well belongs to the register and not to a value.
    """
    for node, line in margins.claimed:
        yield id(node), (node, line)
    source = margins.statements.source
    for statement in margins.named:
        own = source.statements.get(statement.line)
        targets = [] if own is None else [margins.numbered(name) for name in own.targets]
        for value in statement.entries:
            made = register_of(value)
            if made is None or value.margin is None or made in targets:
                continue
            if value.bound is None or value.bound.node is made:
                yield id(made), (made, statement.line)


def _shared(margins: FunctionMargins, names: Collection[str]) -> set[str]:
    """Return the names that occur twice, or that the program uses as registers besides."""
    found: set[str] = set()
    numbered = map(margins.numbered, margins.statements.source.numbered)
    known = {node.name for node in numbered if node is not None}
    if margins.frame is not None:
        for value in margins.frame.f_locals.values():
            if type(value) is RegisterFile:
                known.update(value.used_names())
    for name in names:
        if name in known:
            found.add(name)
        known.add(name)
    return found


class _Register:
    """The reads and writes of one register, by the value that each of them means."""

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
                        return self._blamed(others, group)
                state = self._next(statement, state)
        return _FILE

    def _ends(self, reached: list[int]) -> Iterator[int]:
        """Yield which values the register may hold after each statement."""
        for block, before in zip(self.blocks, reached, strict=True):
            state = before
            for step in block.steps:
                state = self._next(step.statement, state)
                yield state

    def _blamed(self, others: int, group: int) -> int:
        """Return which of the values that reach a read is to be blamed: one that a margin names."""
        found = [each for each, bit in self.bits.items() if bit & others and each != _FILE]
        return found[-1] if found else group

    def _after(self, block: RecordedBlock, state: int) -> int:
        for step in block.steps:
            state = self._next(step.statement, state)
        return state

    def _next(self, statement: RecordedStatement, state: int) -> int:
        """Return which values the register may hold after a statement."""
        if self.name not in written_registers(statement):
            return state
        node = getattr(statement, "destination", None)
        nodes = [*_registers((node,), self.name)] or [*_registers(_fields(statement), self.name)]
        written = self.bits[self._group(nodes[0]) if nodes else _FILE]
        return state | written if getattr(statement, "guard", None) is not None else written

    def _read(self, statement: RecordedStatement) -> Iterator[int]:
        """Yield the values that a statement reads in the register."""
        operands = (*read_operands(statement), *updated_operands(statement))
        yield from map(self._group, _registers(operands, self.name))

    def _group(self, node: n.Register) -> int:
        return id(node) if id(node) in self.bits else _FILE


def _fields(statement: RecordedStatement) -> tuple[Any, ...]:
    return tuple(nodes_in(statement))


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
