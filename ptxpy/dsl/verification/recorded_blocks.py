"""Basic blocks of recorded statements, before they are IR."""

from __future__ import annotations

from typing import Any

from ptxpy.dsl.control_flow.blocks import RecordedBranch, RecordedLabel
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.tracing.trace import Body
from ptxpy.dsl.verification.statement_flow import (
    ControlEffect,
    LocatedStatement,
    ScopedLabels,
    control_effect,
    guard_of_statement,
    located_statements,
)
from ptxpy.ir import nodes as n
from ptxpy.isa import TERMINATORS

__all__ = ["RecordedBlock", "bounds_block", "recorded_blocks", "with_first_turns"]


class RecordedBlock:
    """A basic block: its statements, and the numbers of the blocks that may follow."""

    __slots__ = ("guard", "steps", "successors", "targets")

    def __init__(self) -> None:
        self.steps: list[LocatedStatement] = []
        self.successors: list[int] = []
        self.guard: n.Guard | None = None
        """The guard of the branch or the exit at its end."""
        self.targets: list[int] = []
        """The successors to which that branch goes; the others follow where it does not."""


def bounds_block(statement: Any) -> bool:
    """Return whether a statement begins or ends a basic block, or may hold one that does."""
    if type(statement) is PendingResult:
        return statement.operation.opcode in TERMINATORS
    return (
        isinstance(statement, RecordedBranch | RecordedLabel)
        or statement.body is not None
        or type(statement.node) in (n.Label, n.Instruction)
    )


def recorded_blocks(body: Body) -> list[RecordedBlock]:
    """Return the basic blocks of a function in the order of the text."""
    prefix = body.function.labels
    blocks = [RecordedBlock()]
    labels = ScopedLabels()
    jumps: list[tuple[int, LocatedStatement, ControlEffect]] = []
    tables: list[str] = []
    for step in located_statements(body):
        statement = step.statement
        labels.enter(step)
        block = blocks[-1]
        block.steps.append(step)
        if type(statement.node) is n.TargetList:
            tables += [each.name for each in statement.node.targets if type(each) is n.Symbol]
        flow = control_effect(statement, prefix) if bounds_block(statement) else None
        if flow is None:
            continue
        if flow.label is not None:
            block.successors.append(len(blocks))
            labels.place(step, flow.label, len(blocks))
        else:
            jumps.append((len(blocks) - 1, step, flow))
            if not flow.ends and not flow.unknown:
                block.successors.append(len(blocks))
        blocks.append(RecordedBlock())
    for at, step, flow in jumps:
        targets = [labels.find(step, each) for each in (tables if flow.unknown else [flow.target])]
        block = blocks[at]
        block.targets = [each for each in targets if each is not None]
        block.successors += block.targets
        block.guard = None if flow.unknown else guard_of_statement(step.statement)
    return blocks


def with_first_turns(blocks: list[RecordedBlock]) -> list[RecordedBlock]:
    """Return basic blocks among which no path goes round a loop that counts.

    The test at its top is there twice: where the loop begins nothing leaves it.
    """
    found = [*blocks]
    for at, block in enumerate(blocks):
        last = block.steps[-1].statement if block.steps else None
        if not isinstance(last, RecordedBranch) or last.leaves is None:
            continue
        first = RecordedBlock()
        first.steps, first.guard = block.steps, block.guard
        first.successors = [each for each in block.successors if each not in block.targets]
        if last.leaves == "before":
            found[at] = first
            continue
        before = RecordedBlock()
        before.steps = blocks[at - 1].steps
        before.successors = [len(found)]
        found[at - 1] = before
        found.append(first)
    return found
