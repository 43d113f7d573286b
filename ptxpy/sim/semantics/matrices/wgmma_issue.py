"""Issuing products of `wgmma`: with D kept as tiles, under a guard, and with D in registers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ptxpy.sim.semantics.asynchronous.copies import start
from ptxpy.sim.semantics.matrices.accumulators import new_accumulator, registers_of
from ptxpy.sim.semantics.matrices.accumulators import start as begin
from ptxpy.sim.semantics.matrices.wgmma import Step, gather, perform

if TYPE_CHECKING:
    from ptxpy.sim.machine.frame import Frame
    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.semantics.matrices.wgmma import Issue

__all__ = ["multiply", "multiply_guarded", "multiply_registers"]


def multiply(
    machine: Machine, frame: Frame, lanes: Any, issue: Issue, steps: tuple[Step, ...]
) -> None:
    """Issue products whose D is kept as tiles."""
    start(machine, perform, frame, gather(machine, frame, lanes, issue, steps))


def multiply_guarded(
    machine: Machine, frame: Frame, lanes: Any, issue: Issue, step: Step, guard: Any
) -> None:
    """Issue a product in the warpgroups whose guard holds."""
    inner, chosen = _lanes_where(machine, guard, lanes)
    if len(inner):
        multiply(machine, frame, inner, issue, (_part(step, chosen),))


def multiply_registers(
    machine: Machine,
    frame: Frame,
    lanes: Any,
    issue: Issue,
    step: Step,
    guard: Any,
    begun: tuple[Any, ...],
) -> tuple[Any, ...]:
    """Execute a product with D in registers; it takes and returns their values."""
    number = machine.count if lanes is None else len(lanes)
    chosen = np.arange(number)
    inner = lanes
    if guard is not None:
        inner, chosen = _lanes_where(machine, guard, lanes)
        if not len(inner):
            return begun
        step = _part(step, chosen)
    accumulator = new_accumulator(machine, issue.slots, issue.form.kind)
    work = gather(machine, frame, inner, issue, (step,), accumulator)
    begin(accumulator, work.groups, [each[chosen] if each.ndim else each for each in begun])
    perform(machine, frame, work)
    made = registers_of(accumulator, work.groups)
    results = []
    for old, new in zip(begun, made, strict=True):
        result = np.array(np.broadcast_to(old, (number,)))
        result[chosen] = new
        results.append(result)
    return tuple(results)


def _lanes_where(machine: Machine, guard: Any, lanes: Any) -> tuple[Any, Any]:
    """Return the lanes for which a guard holds, and their positions among those that run."""
    every = machine.lanes if lanes is None else lanes
    chosen = np.broadcast_to(guard, (len(every),)).nonzero()[0]
    return every[chosen], chosen


def _part(step: Step, chosen: Any) -> Step:
    def part(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple([part(each) for each in value])
        return value[chosen] if value is not None and value.ndim else value

    return Step(part(step.a), part(step.b), part(step.scale), part(step.metadata), step.at)
