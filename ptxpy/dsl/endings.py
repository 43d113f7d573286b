"""What is checked when the body of a kernel has been run: that it ends, and that its values exist.

Imported kernels are as they are; these checks are for kernels that have a module of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ptxpy import isa
from ptxpy.dsl.control import BranchDraft, LabelDraft, Target
from ptxpy.dsl.lines import blame_declaration
from ptxpy.dsl.places import Place
from ptxpy.dsl.trace import Body, Draft, TraceError
from ptxpy.ir import nodes as n
from ptxpy.styles import BRANCHES

if TYPE_CHECKING:
    from ptxpy.dsl.functions import Function

_ENDS = frozenset({"ret", "exit", "trap"})
"""The opcodes behind which a thread does not go on (PTX ISA 9.7.12.5, 9.7.12.6, 9.7.20.4)."""


def check_end(function: Function, body: Body) -> None:
    """Raise `TraceError` for what is wrong with a whole body, at the line that is to blame."""
    for what, inner in body.function.unfinished:
        msg = (
            f"{what} was left before its end: break and return of Python end the tracing, not "
            "the loop; branch with ptx.bra, or put the rest under ptx.if_"
        )
        raise _blamed(inner, _unlabelled(inner), msg)
    if not function.binding.authored:
        return
    try:
        _check_flow(function, body)
        _check_values(body)
        _check_tensor_memory(function.name, body)
    except TraceError as error:
        raise blame_declaration(function.body, error) from None


def _check_tensor_memory(name: str, body: Body) -> None:
    """Check that what was allocated in tensor memory is given back (PTX ISA 9.7.16.7.1)."""
    memory = body.function.tensor_memory
    if memory is None or not memory.live:
        return
    columns = " and ".join(str(each or "unknown") for each in memory.live)
    msg = (
        f"{name} ends with columns of tensor memory ({columns}) that are not given back: "
        "ptx.tcgen05.dealloc, in the warp that has allocated them"
    )
    raise TraceError(msg)


def _unlabelled(body: Body) -> int:
    """Return the first branch to a label that is not there: of a loop left before its end."""
    placed = {draft.target for draft in body.drafts if isinstance(draft, LabelDraft)}
    return next(
        at
        for at, draft in enumerate(body.drafts)
        if isinstance(draft, BranchDraft) and draft.target not in placed
    )


def _blamed(body: Body, index: int, message: str) -> TraceError:
    error = TraceError(message)
    if 0 <= index < len(body.drafts):
        body.blame(index, error)
    return error


class Step(NamedTuple):
    """A statement, and where it was recorded."""

    draft: Draft
    body: Body
    at: int


def _steps(body: Body) -> Iterator[Step]:
    """Yield the statements of a body and of the scopes in it, in the order of the text."""
    for index, draft in enumerate(body.drafts):
        yield Step(draft, body, index)
        if draft.body is not None:
            yield from _steps(draft.body)


def _turns(body: Body) -> Iterator[Step]:
    """Yield the statements that are no plain instructions, as `_steps` does."""
    for index, draft in enumerate(body.drafts):
        if type(draft) is not Place or draft.operation.opcode in BRANCHES:
            yield Step(draft, body, index)
            if draft.body is not None:
                yield from _turns(draft.body)


def _key(target: Target, prefix: str) -> Any:
    if target.name is not None:
        return target.name
    return target if target.number is None else f"{prefix}{target.number}"


class _Flow(NamedTuple):
    """What a statement means for the order in which statements run."""

    label: Any = None
    target: Any = None
    ends: bool = False
    """Whether the next statement does not follow."""
    returns: bool = False
    unknown: bool = False
    """Whether it goes where is not known here."""


def _flow(draft: Draft, prefix: str) -> _Flow | None:  # noqa: PLR0911 - a return for each kind
    """Return what a statement means for control flow, None for nothing."""
    if isinstance(draft, LabelDraft):
        return _Flow(label=_key(draft.target, prefix))
    if isinstance(draft, BranchDraft):
        return _Flow(target=_key(draft.target, prefix), ends=draft.guard is None)
    if isinstance(draft, Place):
        opcode, guard, operands = draft.opcode, draft.guard, draft.sources
    elif type(draft.node) is n.Instruction:
        opcode, guard, operands = draft.node.opcode, draft.node.guard, draft.node.operands
    elif type(draft.node) is n.Label:
        return _Flow(label=draft.node.name)
    else:
        return None
    if opcode in _ENDS:
        return _Flow(ends=guard is None, returns=True)
    if opcode == "bra" and operands and type(operands[0]) is n.Symbol:
        return _Flow(target=operands[0].name, ends=guard is None)
    return _Flow(unknown=True) if opcode == "brx" else None


def _check_flow(function: Function, body: Body) -> None:
    """Check that labels are there once, and that every thread can come to an end."""
    name = function.name
    prefix = body.function.labels
    steps = [*_turns(body)]
    flows = [_flow(step.draft, prefix) for step in steps]
    labels: dict[Any, int] = {}
    for index, (step, flow) in enumerate(zip(steps, flows, strict=True)):
        if flow is None or flow.label is None:
            continue
        if flow.label in labels:
            raise _blamed(step.body, step.at, f"two labels {flow.label}: give one another name")
        labels[flow.label] = index
    for step, flow in zip(steps, flows, strict=True):
        if flow is not None and flow.target is not None and flow.target not in labels:
            msg = f"a branch to {flow.target!r}: there is no such label; place it with ptx.label"
            raise _blamed(step.body, step.at, msg)
    if any(flow is not None and flow.unknown for flow in flows):
        return
    reached = _reached(flows, labels)
    if len(flows) in reached:
        last = len(body.drafts) - 1
        raise _blamed(body, last, f"{name} ends without returning: its last line is ptx.ret()")
    returns = [at for at, flow in enumerate(flows) if flow is not None and flow.returns]
    if not (reached.intersection(returns) or function.options.get("noreturn")):
        msg = f"{name} never returns: no way through it leads to ptx.ret() or ptx.exit()"
        raise _blamed(body, len(body.drafts) - 1, msg)


def _reached(flows: list[_Flow | None], labels: dict[Any, int]) -> set[int]:
    """Return the statements that the first one leads to; their number stands for the end."""
    reached: set[int] = set()
    pending = [0]
    while pending:
        at = pending.pop()
        while at not in reached:
            reached.add(at)
            if at == len(flows):
                break
            flow = flows[at]
            if flow is not None:
                if flow.target is not None:
                    pending.append(labels[flow.target])
                if flow.ends:
                    break
            at += 1
    return reached


def _check_values(body: Body) -> None:
    """Check that registers that are read are written somewhere."""
    unset: dict[str, None] = dict.fromkeys(body.function.unset)
    if not unset:
        return
    steps = [*_steps(body)]
    for step in steps:
        for name in _written(step.draft):
            unset.pop(name, None)
    if not unset:
        return
    for step in steps:
        for name in _names(_read(step.draft)):
            if name in unset:
                msg = (
                    f"{name} is read here and written nowhere: give it a value first, as with "
                    "reg.scalar(dtype, 0)"
                )
                raise _blamed(step.body, step.at, msg)


def _read(draft: Draft) -> Iterator[Any]:
    """Yield the operands that a statement may read, and the register of its guard."""
    guard = getattr(draft, "guard", None)
    if guard is not None:
        yield guard.register
    if isinstance(draft, Place):
        yield from draft.sources


def _written(draft: Draft) -> Iterator[str]:
    """Yield the names of the registers that a statement writes."""
    if isinstance(draft, Place):
        operands = draft.sources
        if draft.writes:
            destination = draft.destination
            settle = getattr(destination, "settle", None)
            operands = (destination if settle is None else settle(), *operands)
        count = isa.destinations(draft.opcode, draft.modifiers)
        others = (
            *isa.explicit_writes(draft.opcode, draft.modifiers),
            *isa.updates(draft.opcode, draft.modifiers),
        )
        yield from _names(operands[:count])
        yield from _names(operands[at] for at in others if at < len(operands))
    elif type(draft.node) is n.Call:
        yield from _names(draft.node.returns or ())


def _names(operands: Any) -> Iterator[str]:
    """Yield the names of the registers in operands."""
    for item in operands:
        if type(item) is n.Register:
            yield item.name
        elif type(item) is n.Address:
            yield from _names((item.base, *item.coordinates))
        elif type(item) is n.Vector:
            yield from _names(item.elements)
        elif type(item) is n.Pair:
            yield from _names((item.first, item.second))
