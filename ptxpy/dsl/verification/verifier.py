"""What is checked when the body of a function has been run.

Every function: that its blocks were opened, and that what the tracer made registers for has a value
where it is read (`definite_assignment`). One whose values have types: that loops can end
(`loop_conditions`). A kernel that has a module of its own: that it returns, and that all its
registers and columns are given values, and given back.
"""

from __future__ import annotations

from typing import Any

from ptxpy.dsl.control_flow.blocks import BranchDraft, LabelDraft
from ptxpy.dsl.control_flow.with_blocks import check_opened
from ptxpy.dsl.functions.definition import FunctionDefinition
from ptxpy.dsl.tracing.source_lines import blame_declaration
from ptxpy.dsl.tracing.trace import Body, TraceError
from ptxpy.dsl.verification.definite_assignment import check_definite_assignment
from ptxpy.dsl.verification.loop_conditions import check_loop_conditions
from ptxpy.dsl.verification.statement_flow import (
    Flow,
    blamed,
    flow_of,
    names,
    reads,
    steps,
    turns,
    written,
)


def check_end(function: FunctionDefinition, body: Body) -> None:
    """Raise `TraceError` for what is wrong with a whole body, at the line that is to blame."""
    for what, inner in body.function.unfinished:
        msg = (
            f"{what} was left before its end: break and return of Python end the tracing, not "
            "the loop; branch with ptx.bra, or put the rest under ptx.if_"
        )
        raise blamed(inner, _unlabelled(inner), msg)
    try:
        check_opened(body.function)
        check_definite_assignment(body)
        if body.module.style.typed:
            check_loop_conditions(body)
        if not function.binding.authored:
            return
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


def _check_flow(function: FunctionDefinition, body: Body) -> None:
    """Check that labels are there once, and that every thread can come to an end."""
    name = function.name
    prefix = body.function.labels
    found = [*turns(body)]
    flows = [flow_of(step.draft, prefix) for step in found]
    labels: dict[Any, int] = {}
    for index, (step, flow) in enumerate(zip(found, flows, strict=True)):
        if flow is None or flow.label is None:
            continue
        if flow.label in labels:
            raise blamed(step.body, step.at, f"two labels {flow.label}: give one another name")
        labels[flow.label] = index
    for step, flow in zip(found, flows, strict=True):
        if flow is not None and flow.target is not None and flow.target not in labels:
            msg = f"a branch to {flow.target!r}: there is no such label; place it with ptx.label"
            raise blamed(step.body, step.at, msg)
    if any(flow is not None and flow.unknown for flow in flows):
        return
    reached = _reached(flows, labels)
    if len(flows) in reached:
        last = len(body.drafts) - 1
        raise blamed(body, last, f"{name} ends without returning: its last line is ptx.ret()")
    returns = [at for at, flow in enumerate(flows) if flow is not None and flow.returns]
    if not (reached.intersection(returns) or function.options.get("noreturn")):
        msg = f"{name} never returns: no way through it leads to ptx.ret() or ptx.exit()"
        raise blamed(body, len(body.drafts) - 1, msg)


def _reached(flows: list[Flow | None], labels: dict[Any, int]) -> set[int]:
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
    found = [*steps(body)]
    for step in found:
        for name in written(step.draft):
            unset.pop(name, None)
    if not unset:
        return
    for step in found:
        for name in names(reads(step.draft)):
            if name in unset:
                msg = (
                    f"{name} is read here and written nowhere: give it a value first, as with "
                    "reg.scalar(dtype, 0)"
                )
                raise blamed(step.body, step.at, msg)
