"""The verifier of a function, run when its body has been traced.

Every function: its `with` blocks were opened, counters and bounds of its loops are left to them
(`loop_conditions`), and every register that the tracer made is written before it is read
(`definite_assignment`). In a style with typed values: the conditions of loops can
change (`loop_conditions`), and unsigned bounds are not below 0 (`loop_bounds`). There and in a
standalone kernel: registers that are read are written. In a standalone kernel: control reaches a
return, and tensor memory that was allocated is deallocated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.dsl.control_flow.blocks import RecordedBranch, RecordedLabel
from ptxpy.dsl.control_flow.with_blocks import check_opened
from ptxpy.dsl.functions.definition import FunctionDefinition
from ptxpy.dsl.tracing.source_lines import LocatedBody, attach_declaration
from ptxpy.dsl.tracing.trace import Body, TraceError
from ptxpy.dsl.verification.definite_assignment import check_definite_assignment
from ptxpy.dsl.verification.loop_conditions import check_loop_conditions, check_loop_counters
from ptxpy.dsl.verification.statement_flow import (
    ControlEffect,
    LocatedStatement,
    ScopedLabels,
    control_effect,
    control_statements,
    located_error,
    located_statements,
    read_registers,
    settled,
    written_registers,
)

if TYPE_CHECKING:
    from ptxpy.dsl.verification.rebound_values import Rebinding


def verify_function(function: FunctionDefinition, body: Body) -> None:
    """Raise `TraceError` for an error in a whole body, located at its line."""
    for what, inner in body.function.unfinished_loops:
        msg = (
            f"{what} was left before its end: break and return of Python end the tracing, not "
            "the loop; write with ptx.block() as block: around the loop and block.leave(when=p) in "
            "it, or put the rest under ptx.if_"
        )
        raise located_error(inner, _unlabelled(inner), msg)
    try:
        with settled():
            _check(function, body)
    except TraceError as error:
        raise attach_declaration(function.body, error) from None


def _check(function: FunctionDefinition, body: Body) -> None:
    """Raise `TraceError` for an error in a body that is complete."""
    check_opened(body.function)
    check_loop_counters(body)
    is_typed, is_standalone = body.module.style.is_typed, function.binding.is_standalone
    _check_values(body, stack=is_typed or is_standalone)
    check_definite_assignment(body)
    _check_reductions(body)
    if is_typed:
        # Programs in the style of a compiler load neither.
        from ptxpy.dsl.verification.element_registers import check_elements  # noqa: PLC0415
        from ptxpy.dsl.verification.loop_bounds import check_loop_bounds  # noqa: PLC0415

        check_loop_conditions(body)
        check_loop_bounds(body)
        check_elements(body)
    if is_standalone:
        _check_flow(function, body)
        _check_tensor_memory(function.name, body)


def _check_reductions(body: Body) -> None:
    """Check that a value is not read for its reduction, whose own register nothing reads."""
    found = [*located_statements(body)] if body.function.reductions else []
    for called, value, result, statements in body.function.reductions:
        own = {id(statement) for statement in statements}
        last = max(at for at, step in enumerate(found) if id(step.statement) in own)
        if any(
            result in read_registers(step.statement)
            for step in found
            if id(step.statement) not in own
        ):
            continue
        # What reads the value before its reduction means the value as it was.
        for step in found[last + 1 :]:
            if value in read_registers(step.statement):
                msg = (
                    f"{value} is read here, which is what it was before {called}, and nothing "
                    f"reads the result of that: read the result, or declare the register to change "
                    "before, x = reg.from_(value, dtype), for the reduction to write it"
                )
                raise located_error(step.body, step.at, msg)


def _check_tensor_memory(name: str, body: Body) -> None:
    """Check that allocated tensor memory is deallocated (PTX ISA 9.7.16.7.1)."""
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
    placed = {
        statement.target for statement in body.statements if isinstance(statement, RecordedLabel)
    }
    return next(
        at
        for at, statement in enumerate(body.statements)
        if isinstance(statement, RecordedBranch) and statement.target not in placed
    )


def _check_flow(function: FunctionDefinition, body: Body) -> None:
    """Check that labels are there once, and that every thread can come to an end."""
    name = function.name
    prefix = body.function.labels
    found = [*control_statements(body)]
    flows = [control_effect(step.statement, prefix) for step in found]
    labels = ScopedLabels()
    for index, (step, flow) in enumerate(zip(found, flows, strict=True)):
        labels.enter(step)
        if flow is None or flow.label is None:
            continue
        if not labels.place(step, flow.label, index):
            raise located_error(
                step.body, step.at, f"two labels {flow.label}: give one another name"
            )
    # All labels have been placed before the first branch is looked up: it may lead forwards.
    targets: dict[int, int] = {}
    for index, (step, flow) in enumerate(zip(found, flows, strict=True)):
        if flow is None or flow.target is None:
            continue
        place = labels.find(step, flow.target)
        if place is None:
            msg = f"a branch to {flow.target!r}: there is no such label; place it with ptx.label"
            raise located_error(step.body, step.at, msg)
        targets[index] = place
    # A branch through a table may lead to any label, so nothing is said about what is reached.
    if any(flow is not None and flow.unknown for flow in flows):
        return
    reached = _reached(flows, targets)
    if len(flows) in reached:
        last = len(body.statements) - 1
        raise located_error(
            body, last, f"{name} ends without returning: its last line is ptx.ret()"
        )
    returns = [at for at, flow in enumerate(flows) if flow is not None and flow.returns]
    if not (reached.intersection(returns) or function.options.get("noreturn")):
        why = _ENDLESS if body.function.loops else ""
        msg = f"{name} never returns: no way through it leads to ptx.ret() or ptx.exit(){why}"
        furthest = found[max(reached)]
        raise located_error(furthest.body, furthest.at, msg)


_ENDLESS: Final = (
    "; a ptx.loop() goes on for ever unless loop.again(when=p) or ptx.loop(pred=p) says how long, "
    "and for i in ptx.range_(0, n): is one of n turns"
)


def _reached(flows: list[ControlEffect | None], targets: dict[int, int]) -> set[int]:
    """Return the indices of reachable statements; one past the last stands for the end."""
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
                if at in targets:
                    pending.append(targets[at])
                if flow.ends:
                    break
            at += 1
    return reached


_STACK: Final = {
    "%SPL": "stack.SPL = ptx.mov.u64(stack.depot)",
    "%SP": "stack.SPL = ptx.mov.u64(stack.depot); stack.SP = ptx.cvta.local.u64(stack.SPL)",
}
"""The lines that give the registers of `reg.stack` their values."""


def _check_values(body: Body, *, stack: bool) -> None:
    """Check that registers that are read are written somewhere; `stack`: those of stacks, too."""
    unset = dict.fromkeys(name for name in body.function.unassigned if stack or name not in _STACK)
    if not unset:
        return
    found = [*located_statements(body)]
    for step in found:
        for name in written_registers(step.statement):
            unset.pop(name, None)
    if not unset:
        return
    for step in found:
        for name in read_registers(step.statement):
            if name in unset:
                rebinding = _rebinding(step)
                if rebinding is None:
                    remedy = _STACK.get(name, "as with reg.scalar(dtype, 0)")
                    msg = (
                        f"{name} is read here and written nowhere: give it a value first, {remedy}"
                    )
                else:
                    msg = (
                        f"{rebinding.name} is read here, the register to change of line "
                        f"{rebinding.declared}, and written nowhere: line {rebinding.line} rebinds "
                        f"the name; write {rebinding.given} there"
                    )
                raise located_error(step.body, step.at, msg)


def _rebinding(step: LocatedStatement) -> Rebinding | None:
    """Return where Python rebinds the name of a register to change that a statement reads."""
    from ptxpy.dsl.verification.rebound_values import rebinding_of  # noqa: PLC0415 - seldom needed

    places = step.body.locations[step.at] if isinstance(step.body, LocatedBody) else ()
    return next(filter(None, map(rebinding_of, places)), None)
