"""Asynchronous products of a warpgroup (PTX ISA 9.7.15), and `setmaxnreg`.

Products with the same D that follow each other are written as one, where a group is committed, D is
read, or the piece ends: between issue and wait a program cannot tell when they are made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ptxpy.ir import nodes as n
from ptxpy.sim.compile.accumulator_registers import slots_of
from ptxpy.sim.compile.function_writer import Missing
from ptxpy.sim.compile.registry import Site, handles
from ptxpy.sim.machine.terminators import Together
from ptxpy.sim.semantics.asynchronous.copies import start
from ptxpy.sim.semantics.matrices import warpgroups
from ptxpy.sim.semantics.matrices.accumulators import Accumulator
from ptxpy.sim.semantics.matrices.wgmma import Form, Issue, Step, form_of, gather, perform

if TYPE_CHECKING:
    from ptxpy.sim.compile.piece_writer import PieceWriter
    from ptxpy.sim.machine.frame import Frame
    from ptxpy.sim.machine.machine import Machine

__all__ = ["Pending"]

_REGISTERS_OF_A = 4


class Pending(NamedTuple):
    """Products of one kind with one D that are not written yet."""

    writer: PieceWriter
    issue: Issue
    steps: list[str]
    """The text of each step."""

    @property
    def takes(self) -> bool:
        """Whether there may be one more."""
        return len(self.steps) < self.issue.form.most

    def write(self) -> None:
        """Write them as one call."""
        issue = self.writer.bind(self.issue, self.issue)
        steps = "".join(f"{step}, " for step in self.steps)
        self.writer.emit(self.writer.call(multiply, "M", "F", "I", issue, f"({steps})"))


def multiply(
    machine: Machine, frame: Frame, lanes: Any, issue: Issue, steps: tuple[Step, ...]
) -> None:
    """Make products whose D is kept as tiles."""
    start(machine, perform, frame, gather(machine, frame, lanes, issue, steps))


def multiply_guarded(
    machine: Machine, frame: Frame, lanes: Any, issue: Issue, step: Step, guard: Any
) -> None:
    """Make a product in the warpgroups whose guard holds."""
    inner, chosen = _chosen(machine, guard, lanes)
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
    """Make a product whose D is in registers, which it takes and returns."""
    number = machine.count if lanes is None else len(lanes)
    chosen = np.arange(number)
    inner = lanes
    if guard is not None:
        inner, chosen = _chosen(machine, guard, lanes)
        if not len(inner):
            return begun
        step = _part(step, chosen)
    accumulator = Accumulator(machine, issue.slots, issue.form.kind)
    work = gather(machine, frame, inner, issue, (step,), accumulator)
    accumulator.start(work.groups, [each[chosen] if each.ndim else each for each in begun])
    perform(machine, frame, work)
    made = accumulator.registers(work.groups)
    results = []
    for old, new in zip(begun, made, strict=True):
        result = np.array(np.broadcast_to(old, (number,)))
        result[chosen] = new
        results.append(result)
    return tuple(results)


def _chosen(machine: Machine, guard: Any, lanes: Any) -> tuple[Any, Any]:
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


@handles("setmaxnreg")
def _nothing(writer: PieceWriter, site: Site) -> None:
    """Write nothing: registers are not counted."""
    del writer, site


@handles("wgmma")
def _wgmma(writer: PieceWriter, site: Site) -> None:
    if not site.has(".mma_async"):
        writer.flush()
        return
    form = form_of(site.modifiers)
    slots = slots_of(writer.slots, site.operands[0], site.level)
    if form is None or slots is None or len(slots) != form.registers:
        raise _missing(site)
    _assemble(writer, site)
    issue, step = _read(writer, site, form, slots)
    if not writer.slots.accumulators.issuperset(slots):
        _in_registers(writer, site, issue, step)
        return
    pending = writer.pending.get(issue)
    written = not writer.written.isdisjoint(slots)
    if pending is not None and pending.takes and site.guard is None and not written:
        pending.steps.append(step)
        return
    if written or any(key.slots == slots for key in writer.pending):
        writer.flush()
    writer.surrender(slots)
    if site.guard is None:
        writer.pending[issue] = Pending(writer, issue, [step])
    else:
        name = writer.bind(issue, issue)
        arguments = ("M", "F", "I", name, step, site.guard)
        writer.emit(writer.call(multiply_guarded, *arguments))


def _read(writer: PieceWriter, site: Site, form: Form, slots: tuple[int, ...]) -> tuple[Issue, str]:
    """Return what stands in the text, and the text of what registers hold."""
    a, b, *rest = site.operands[1:]
    metadata, selector = "None", 0
    if form.sparse:
        metadata = writer.source(site, rest[0], "u4")
        selector = _integer(site, rest[1], 0, form.selectors - 1)
        rest = rest[2:]
    scale = writer.source(site, rest[0], "?")
    signs = [_integer(site, operand, -1, 1) for operand in rest[1:3]]
    transposed = [_integer(site, operand, 0, 1) for operand in rest[3:]]
    in_registers = isinstance(a, n.Vector)
    if in_registers:
        elements = writer.slots.elements(a, site.level)
        if len(elements) != _REGISTERS_OF_A:
            raise _missing(site)
        left = f"({', '.join(writer.source(site, each, 'u4') for each in elements)})"
        transposed.insert(0, 0)
    else:
        left = writer.source(site, a, "u8")
    right = writer.source(site, b, "u8")
    majors = ["MN" if number else "K" for number in (*transposed, 0, 0)[:2]]
    negative = signs.count(-1) == 1
    issue = Issue(form, slots, negative, in_registers, (majors[0], majors[1]), selector)
    return issue, f"{writer.bind(Step)}({left}, {right}, {scale}, {metadata}, {site.at})"


def _in_registers(writer: PieceWriter, site: Site, issue: Issue, step: str) -> None:
    writer.flush()
    begun = ", ".join(writer.read(slot, "u4") for slot in issue.slots)
    name = writer.bind(issue, issue)
    guard = site.guard or "None"
    arguments = ("M", "F", "I", name, step, guard, f"({begun},)")
    made = writer.let(writer.call(multiply_registers, *arguments))
    for number, slot in enumerate(issue.slots):
        writer.write(slot, f"{made}[{number}]", "u4")


def _missing(site: Site) -> Missing:
    return Missing(f"wgmma{''.join(site.modifiers)} with these operands")


def _integer(site: Site, operand: n.Operand, least: int, most: int) -> int:
    """Return the value of an immediate operand; `Missing` when it is another."""
    sign = 1
    if isinstance(operand, n.Unary) and operand.operator == "-":
        operand, sign = operand.operand, -1
    if not isinstance(operand, n.Literal) or not least <= sign * int(operand.value) <= most:
        raise _missing(site)
    return sign * int(operand.value)


def _assemble(writer: PieceWriter, site: Site) -> None:
    """Write the test whether whole warpgroups have come, at the start of a piece."""
    if site.at != writer.first_instruction or writer.whole:
        return
    guard = site.guard or "None"
    ready = writer.let(writer.call(warpgroups.assembled, "M", "M.scheduler.ended", guard, "I"))
    writer.emit(f"if {ready} is not None:")
    writer.emit(f"    return {writer.bind(Together)}({writer.number}, {ready})")
