"""Asynchronous products of a warpgroup (PTX ISA 9.7.15), and `setmaxnreg`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.ir import nodes as n
from ptxpy.sim.compile.product_batches import Pending
from ptxpy.sim.compile.register_slots import slots_of
from ptxpy.sim.compile.registry import emits
from ptxpy.sim.compile.site import Site, UnsupportedInstructionError
from ptxpy.sim.pieces import Reconverge
from ptxpy.sim.semantics.matrices import whole_warps
from ptxpy.sim.semantics.matrices.wgmma import (
    Form,
    Issue,
    Step,
    form_of,
    multiply_guarded,
    multiply_registers,
)

if TYPE_CHECKING:
    from ptxpy.sim.compile.piece_writer import PieceWriter

__all__: list[str] = []

_REGISTERS_OF_A = 4


@emits("setmaxnreg")
def _nothing(writer: PieceWriter, site: Site) -> None:
    """Write nothing: registers are not counted."""
    del writer, site


@emits("wgmma")
def _wgmma(writer: PieceWriter, site: Site) -> None:
    if not site.has(".mma_async"):
        writer.flush()
        return
    form = form_of(site.modifiers)
    slots = slots_of(writer.slots, site.operands[0], site.level)
    if form is None or slots is None or len(slots) != form.registers:
        raise _unsupported(site)
    guard = site.guard or "None"
    if site.at == writer.first_instruction and not writer.all_lanes:
        # The warps of a warpgroup may come one after the other: the first ones wait for the others.
        ready = writer.let(writer.call(whole_warps.lanes_ready, "M", "M.ended", guard, "I"))
        writer.emit(f"if {ready} is not None:")
        writer.emit(f"    return {writer.bind(Reconverge)}({writer.number}, {ready})")
    issue, step = _read(writer, site, form, slots)
    if not writer.slots.accumulators.issuperset(slots):
        # Some register of D has another use for which the engine needs its value in the frame.
        writer.flush()
        accumulators = ", ".join(writer.read(slot, "u4") for slot in issue.slots)
        name = writer.bind(issue, issue)
        values = ("M", "F", "I", name, step, guard, f"({accumulators},)")
        results = writer.let(writer.call(multiply_registers, *values))
        for number, slot in enumerate(issue.slots):
            writer.write(slot, f"{results}[{number}]", "u4")
        return
    pending = writer.pending.get(issue)
    written = not writer.written.isdisjoint(slots)
    if pending is not None and pending.has_room and site.guard is None and not written:
        pending.steps.append(step)
        return
    # D has been written, or is pending with another form: earlier products come first.
    if written or any(key.slots == slots for key in writer.pending):
        writer.flush()
    writer.write_back(slots)
    if site.guard is None:
        writer.pending[issue] = Pending(writer, issue, [step])
    else:
        name = writer.bind(issue, issue)
        arguments = ("M", "F", "I", name, step, site.guard)
        writer.emit(writer.call(multiply_guarded, *arguments))


def _read(writer: PieceWriter, site: Site, form: Form, slots: tuple[int, ...]) -> tuple[Issue, str]:
    """Return the immediate part of an operation, and the text of its register operands."""
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
            raise _unsupported(site)
        left = f"({', '.join(writer.source(site, each, 'u4') for each in elements)})"
        # A in registers has no transposition, so the one that is given is that of B.
        transposed.insert(0, 0)
    else:
        left = writer.source(site, a, "u8")
    right = writer.source(site, b, "u8")
    majors = ["MN" if number else "K" for number in (*transposed, 0, 0)[:2]]
    negative = signs.count(-1) == 1
    issue = Issue(form, slots, negative, in_registers, (majors[0], majors[1]), selector)
    return issue, f"{writer.bind(Step)}({left}, {right}, {scale}, {metadata}, {site.at})"


def _unsupported(site: Site) -> UnsupportedInstructionError:
    return UnsupportedInstructionError(f"wgmma{''.join(site.modifiers)} with these operands")


def _integer(site: Site, operand: n.Operand, least: int, most: int) -> int:
    """Return the value of an immediate operand in a range; raise an error for another operand."""
    sign = 1
    if isinstance(operand, n.Unary) and operand.operator == "-":
        operand, sign = operand.operand, -1
    if not isinstance(operand, n.Literal) or not least <= sign * int(operand.value) <= most:
        raise _unsupported(site)
    return sign * int(operand.value)
