"""What recorded statements mean for control and data flow, before they are IR.

A statement is known by its draft, the body in which that stands and its position there, so that an
error can say at which line of Python it was written.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ptxpy import isa
from ptxpy.dsl.control_flow.blocks import BranchDraft, LabelDraft, Target
from ptxpy.dsl.tracing.pending_results import Place
from ptxpy.dsl.tracing.trace import Body, Draft, TraceError
from ptxpy.ir import nodes as n
from ptxpy.isa import DIRECT_BRANCHES, EXITS, INDEXED_BRANCHES, TERMINATORS


def blamed(body: Body, index: int, message: str) -> TraceError:
    """Return an error that says where a statement of a body was written."""
    error = TraceError(message)
    if 0 <= index < len(body.drafts):
        body.blame(index, error)
    return error


class Step(NamedTuple):
    """A statement, and where it was recorded."""

    draft: Draft
    body: Body
    at: int


def steps(body: Body) -> Iterator[Step]:
    """Yield the statements of a body and of the scopes in it, in the order of the text."""
    for index, draft in enumerate(body.drafts):
        yield Step(draft, body, index)
        if draft.body is not None:
            yield from steps(draft.body)


def turns(body: Body) -> Iterator[Step]:
    """Yield the statements that are no plain instructions, as `steps` does."""
    for index, draft in enumerate(body.drafts):
        if type(draft) is not Place or draft.operation.opcode in TERMINATORS:
            yield Step(draft, body, index)
            if draft.body is not None:
                yield from turns(draft.body)


def _key(target: Target, prefix: str) -> Any:
    if target.name is not None:
        return target.name
    return target if target.number is None else f"{prefix}{target.number}"


class Flow(NamedTuple):
    """What a statement means for the order in which statements run."""

    label: Any = None
    target: Any = None
    ends: bool = False
    """Whether the next statement does not follow."""
    returns: bool = False
    unknown: bool = False
    """Whether it goes where is not known here."""


def flow_of(draft: Draft, prefix: str) -> Flow | None:  # noqa: PLR0911 - a return for each kind
    """Return what a statement means for control flow, None for nothing."""
    if isinstance(draft, LabelDraft):
        return Flow(label=_key(draft.target, prefix))
    if isinstance(draft, BranchDraft):
        return Flow(target=_key(draft.target, prefix), ends=draft.guard is None)
    if isinstance(draft, Place):
        opcode, guard, operands = draft.opcode, draft.guard, draft.sources
    elif type(draft.node) is n.Instruction:
        opcode, guard, operands = draft.node.opcode, draft.node.guard, draft.node.operands
    elif type(draft.node) is n.Label:
        return Flow(label=draft.node.name)
    else:
        return None
    if opcode in EXITS:
        return Flow(ends=guard is None, returns=True)
    if opcode in DIRECT_BRANCHES and operands and type(operands[0]) is n.Symbol:
        return Flow(target=operands[0].name, ends=guard is None)
    return Flow(unknown=True) if opcode in INDEXED_BRANCHES else None


def reads(draft: Draft) -> Iterator[Any]:
    """Yield the operands that a statement reads, and the register of its guard.

    An accumulator, which is written as well, is left out: whether it is read is a number that the
    instruction is given (`wgmma`'s scale-d).
    """
    guard = getattr(draft, "guard", None) or getattr(draft.node, "guard", None)
    if guard is not None:
        yield guard.register
    if isinstance(draft, BranchDraft):
        return
    opcode, modifiers, operands, skipped = _parts(draft)
    others = {*isa.explicit_writes(opcode, modifiers), *isa.read_modify_writes(opcode, modifiers)}
    for at, operand in enumerate(operands):
        if at < skipped or (at in others and type(operand) is not n.Address):
            continue
        yield operand


def _parts(draft: Draft) -> tuple[str, tuple[str, ...], tuple[Any, ...], int]:
    """Return opcode, modifiers, all operands, and how many of these are destinations."""
    if isinstance(draft, Place):
        opcode, modifiers, operands = draft.opcode, draft.modifiers, draft.sources
        count = isa.destinations(opcode, modifiers)
        if draft.writes:
            destination = draft.destination
            settle = getattr(destination, "settle", None)
            operands = (destination if settle is None else settle(), *operands)
            count = max(count, 1)
        return opcode, modifiers, operands, count
    node = draft.node
    if type(node) is n.Instruction:
        count = isa.destinations(node.opcode, node.modifiers)
        return node.opcode, node.modifiers, node.operands, count
    if type(node) is n.Call:
        return "call", (), (*(node.returns or ()), *(node.arguments or ())), len(node.returns or ())
    return "", (), (), 0


def written(draft: Draft) -> Iterator[str]:
    """Yield the names of the registers that a statement writes."""
    opcode, modifiers, operands, count = _parts(draft)
    yield from names(operands[:count])
    if opcode:
        others = (
            *isa.explicit_writes(opcode, modifiers),
            *isa.read_modify_writes(opcode, modifiers),
        )
        yield from names(
            operands[at]
            for at in others
            if at < len(operands) and type(operands[at]) is not n.Address
        )


def names(operands: Any) -> Iterator[str]:
    """Yield the names of the registers in operands."""
    for item in operands:
        if type(item) is n.Register:
            yield item.name
        elif type(item) is n.Address:
            yield from names((item.base, *item.coordinates))
        elif type(item) is n.Vector:
            yield from names(item.elements)
        elif type(item) is n.Pair:
            yield from names((item.first, item.second))
        elif type(item) is n.Component:
            yield from names((item.base,))
        elif type(item) is n.Unary:
            yield from names((item.operand,))
