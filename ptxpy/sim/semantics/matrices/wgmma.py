"""`wgmma.mma_async`: D = A * B + D for the matrices of warpgroups (PTX ISA 9.7.15.5 and 9.7.15.6).

`gather` reads the operands of an instruction at its issue; `perform` multiplies. Products that
follow each other with the same D are one product with a longer K. Products of floats are exact,
their sums are those of a matrix product in `float32`, in any order, as the manual leaves it open.
Integers are exact.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.sim.errors import FaultError
from ptxpy.sim.semantics.asynchronous.copies import start
from ptxpy.sim.semantics.matrices.accumulators import (
    accumulator_of,
    fetch,
    new_accumulator,
    order,
    registers_of,
)
from ptxpy.sim.semantics.matrices.accumulators import start as begin
from ptxpy.sim.semantics.matrices.descriptors import DescriptorError, OperandTile, Source
from ptxpy.sim.semantics.matrices.elements import BITS
from ptxpy.sim.semantics.matrices.forms import shape_of
from ptxpy.sim.semantics.matrices.fragments import Operand
from ptxpy.sim.semantics.matrices.sparse import dense, find_invalid_metadata, selectors
from ptxpy.sim.semantics.matrices.wgmma_elements import decode
from ptxpy.sim.semantics.matrices.whole_warps import WARPGROUP, first_values, warpgroups_of

if TYPE_CHECKING:
    from ptxpy.sim.machine.accumulators import Accumulator
    from ptxpy.sim.machine.frame import Frame
    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.semantics.matrices.whole_warps import Warpgroups

__all__ = [
    "Form",
    "Gathered",
    "Issue",
    "Step",
    "blocks",
    "form_of",
    "gather",
    "multiply",
    "multiply_guarded",
    "multiply_registers",
    "perform",
]

_ROW_OCTETS: Final = 32
"""Bytes along K of A and B in one product, of stored elements."""
_WARPS: Final = 4
_MAX_ELEMENTS_AT_ONCE: Final = 1 << 18
"""The most elements of A, B and D that are computed at once, so that they fit in a CPU's cache."""
_MAX_MERGED_STEPS: Final = 16
"""The most products with the same D that are executed as one."""
_MAX_EXACT_STEPS: Final = 8
"""The most integer products that are executed as one, so that `float32` holds the sum exactly."""
_MAX_UNTHREADED_MULTIPLICATIONS: Final = 1 << 18
"""The most multiplications of a product that OpenBLAS does not distribute over threads."""
_KINDS: Final = {"f32": "f4", "f16": "f2", "s32": "i4"}


class Form(NamedTuple):
    """The form of an instruction, from its modifiers."""

    columns: int
    """The columns of B and D."""
    depth: int
    """The extent of K."""
    a: str
    """The type of the elements of A, without its dot."""
    b: str
    kind: str
    """The NumPy type of the elements of D: `f4`, `f2` or `i4`."""
    sparse: bool
    satfinite: bool

    @property
    def registers(self) -> int:
        """The number of registers of D."""
        return self.columns // (4 if self.kind == "f2" else 2)

    @property
    def selectors(self) -> int:
        """The number of values of the selector of the metadata."""
        return selectors(self.a, self.depth)

    @property
    def max_steps(self) -> int:
        """The most consecutive products that may be one product with a longer K."""
        # D of `.f16` is rounded after each product, and `.satfinite` clamps after each.
        if self.kind == "f2" or self.satfinite:
            return 1
        return _MAX_EXACT_STEPS if self.kind == "i4" else _MAX_MERGED_STEPS


@lru_cache(maxsize=4096)
def form_of(modifiers: tuple[str, ...]) -> Form | None:
    """Return the form of a `wgmma.mma_async`; None if it is not supported."""
    shape = shape_of(modifiers)
    types = [word[1:] for word in modifiers if word[1:] in BITS or word[1:] in _KINDS]
    if shape is None or len(types) != 3 or types[0] not in _KINDS:  # noqa: PLR2004 - matrices
        return None
    (_, n, k), (d, a, b) = shape, types
    return Form(n, k, a, b, _KINDS[d], ".sp" in modifiers, ".satfinite" in modifiers)


class Issue(NamedTuple):
    """The immediate part of an instruction; equal ones may be executed as one product."""

    form: Form
    slots: tuple[int, ...]
    """The registers of D; empty if their values are passed and returned."""
    negative: bool
    """Whether the product is subtracted."""
    in_registers: bool
    """Whether A is in registers."""
    majors: tuple[str, str]
    """The major dimension of A and of B: `K` or `MN`."""
    selector: int
    """The selector of the metadata, if A is sparse."""


class Step(NamedTuple):
    """The values of the registers that one instruction reads."""

    a: Any
    """The descriptor of A, or a tuple of registers."""
    b: Any
    """The descriptor of B."""
    scale: Any
    """Whether D is added."""
    metadata: Any
    """The metadata; None if A is dense."""
    at: int
    """The index of the statement in its function."""


class Gathered(NamedTuple):
    """The operands of a product, except the matrices in shared memory."""

    issue: Issue
    groups: Warpgroups
    accumulator: Accumulator
    left: Any
    """Descriptors of A [warpgroup, step], or None."""
    registers: tuple[Any, ...]
    """A in registers for each step: values [warpgroup, row, k]."""
    right: Any
    """Descriptors of B [warpgroup, step]."""
    scale: Any
    """Whether D is added [warpgroup, step]."""
    metadata: tuple[Any, ...]
    """A register for each step."""
    at: tuple[int, ...]
    """The statement of each step."""


def gather(
    machine: Machine,
    frame: Frame,
    lanes: Any,
    issue: Issue,
    steps: tuple[Step, ...],
    accumulator: Accumulator | None = None,
) -> Gathered:
    """Gather the operands of products with one D, in order; raise `FaultError` for invalid ones."""
    try:
        groups = warpgroups_of(machine, lanes)
    except FaultError as fault:
        # Several instructions are one call: the error names the first of them.
        fault.statement = steps[0].at
        raise
    lefts, registers, rights, scales, metadata = [], [], [], [], []
    for step in steps:
        try:
            if issue.in_registers:
                depth = issue.form.depth // 2 if issue.form.sparse else issue.form.depth
                operand = Operand("a", 16, depth, BITS[issue.form.a])
                words = operand.gather(step.a, groups.total * _WARPS, natural=True)
                registers.append(
                    np.ascontiguousarray(words.transpose(1, 0, 2, 3)).reshape(groups.total, 64, -1)
                )
            else:
                lefts.append(first_values(step.a, groups, "the matrix descriptor of A"))
            rights.append(first_values(step.b, groups, "the matrix descriptor of B"))
            scales.append(first_values(step.scale, groups, "scale-d"))
        except FaultError as fault:
            fault.statement = step.at
            raise
        if issue.form.sparse:
            metadata.append(np.broadcast_to(step.metadata, (groups.total * WARPGROUP,)))
    if accumulator is None:
        accumulator = accumulator_of(machine, frame, issue.slots, issue.form.kind)
    return Gathered(
        issue,
        groups,
        accumulator,
        np.stack(lefts, axis=1) if lefts else None,
        tuple(registers),
        np.stack(rights, axis=1),
        np.stack(scales, axis=1),
        tuple(metadata),
        tuple([step.at for step in steps]),
    )


def perform(machine: Machine, frame: Frame, work: Gathered) -> None:
    """Perform products: read A and B from shared memory, and update D."""
    accumulator, groups = work.accumulator, work.groups
    rows = accumulator.rows(groups.numbers, groups.first)
    adds = work.scale[:, 0]
    # A D that is only overwritten need not be collected from its registers.
    if adds.any():
        fetch(accumulator, frame, rows)
    steps = work.right.shape[1]
    # Products whose later steps all add to D are one product with a longer K.
    together = steps <= work.issue.form.max_steps and bool(work.scale[:, 1:].all())
    for part in [slice(0, steps)] if together else [slice(s, s + 1) for s in range(steps)]:
        try:
            _multiply(machine, work, rows, part)
        except DescriptorError as fault:
            fault.statement = work.at[part.start + fault.step]
            raise
    accumulator.replace(rows)


def blocks(work: Gathered) -> tuple[OperandTile, OperandTile]:
    """Return the tiles that descriptors of A and of B describe."""
    form = work.issue.form
    size = max(1, BITS[form.b] // 8)
    octets = _ROW_OCTETS * (2 if form.sparse else 1)
    left = OperandTile("A", 64, _ROW_OCTETS, size, work.issue.majors[0])
    places = _order(form.columns, form.kind)
    return left, OperandTile("B", form.columns, octets, size, work.issue.majors[1], places)


def _multiply(machine: Machine, work: Gathered, rows: Any, part: slice) -> None:
    """Perform the steps of a slice as one product."""
    form = work.issue.form
    left_block, right_block = blocks(work)
    left = None
    if work.left is not None:
        left = Source(machine, work.groups, work.left[:, part], left_block, form.a)
    right = Source(machine, work.groups, work.right[:, part], right_block, form.b)
    tiles = work.accumulator.tiles
    count, steps = work.groups.total, part.stop - part.start
    size = (64 + form.columns) * form.depth * steps + 64 * form.columns
    # Parts must not cut the warpgroups of a CTA: `Source.read` takes whole CTAs.
    whole = math.lcm(right.each or 1, left.each or 1 if left is not None else 1)
    at_once = max(1, _MAX_ELEMENTS_AT_ONCE // size // whole) * whole
    adds = work.scale[:, part.start]
    every = bool(adds.all())
    for first in range(0, count, at_once):
        here = slice(first, min(first + at_once, count))
        if left is not None:
            a = left.read(here)
        else:
            words = [register[here] for register in work.registers[part]]
            a = decode(form.a, words[0] if steps == 1 else np.concatenate(words, axis=2))
        if form.sparse:
            a = _dense(work, a, here, part)
        b = right.read(here)
        if isinstance(rows, slice):
            target = tiles[rows.start + here.start : rows.start + here.stop]
            if form.kind == "f4" and not work.issue.negative and not adds[here].any():
                # Nothing is added: the product goes where D is, without a copy.
                _times(a, b, right.shared, target)
                continue
        else:
            target = tiles[rows[here]]
        total = _times(a, b, right.shared)
        _add(work, target, total, None if every else adds[here])
        if not isinstance(rows, slice):
            tiles[rows[here]] = target


@lru_cache(maxsize=256)
def _order(columns: int, kind: str) -> tuple[int, ...]:
    return tuple(order(columns, kind).tolist())


def _times(a: Any, b: Any, shared: int, total: Any = None) -> Any:
    """Return A * B of each warpgroup, [warpgroup, row, column]; `shared` warpgroups have one B.

    The product goes to `total`, if that is given.

    B is cut into parts so small that the library computes each in one thread: it starts threads
    for hardly larger ones, and then waits for them when they are needed elsewhere.
    """
    count, _, depth = a.shape
    columns = b.shape[1]
    width = 8 * max(1, _MAX_UNTHREADED_MULTIPLICATIONS // (64 * 8 * depth))
    # The widest part of B that divides it.
    width = max(each for each in range(8, min(width, columns) + 8, 8) if not columns % each)
    if total is None:
        total = np.empty((count, 64, columns), np.float32)
    parts = columns // width
    np.matmul(
        a.reshape(count // shared, shared, 1, 64, depth) if shared > 1 else a[:, None, None],
        b.reshape(len(b), 1, parts, width, depth).swapaxes(-1, -2),
        out=total.reshape(-1, shared, 64, parts, width).swapaxes(2, 3),
    )
    return total


def _dense(work: Gathered, values: Any, here: slice, part: slice) -> Any:
    """Return a sparse A with zeros for missing elements; `FaultError` on wrong metadata."""
    form = work.issue.form
    held = form.depth // 2
    warps = len(values) * _WARPS
    parts = []
    for step in range(part.start, part.stop):
        at = (step - part.start) * held
        some = values[:, :, at : at + held].reshape(warps, 2, 8, held).transpose(1, 0, 2, 3)
        metadata = work.metadata[step][here.start * WARPGROUP : here.stop * WARPGROUP]
        found = find_invalid_metadata(
            form.a, form.depth, metadata, work.issue.selector, warps, values=some
        )
        if found is not None:
            warp, row, bits = found
            text = f"the metadata {bits:#06b} of row {warp % _WARPS * 16 + row} of A means nothing"
            lane = int(work.groups.first[here.start + warp // _WARPS]) + warp % _WARPS * 32
            fault = FaultError(text, lane)
            fault.statement = work.at[step]
            raise fault
        full = dense(form.a, form.depth, some, metadata, work.issue.selector, warps)
        parts.append(full.transpose(1, 0, 2, 3).reshape(len(values), 64, form.depth))
    return parts[0] if len(parts) == 1 else np.concatenate(parts, axis=2)


def _add(work: Gathered, target: Any, total: Any, adds: Any) -> None:
    """Add a product to D, or assign it to D where D is not an addend."""
    form = work.issue.form
    if work.issue.negative:
        np.negative(total, out=total)
    if adds is not None and not adds.any():
        if work.issue.negative:
            total += np.float32(0)  # a sum of nothing is +0
        target[...] = total
        return
    if form.kind == "f4":
        if adds is None:
            target += total
        else:
            target[...] = np.where(adds[:, None, None], target, np.float32(0)) + total
        return
    start: Any = target if adds is None else np.where(adds[:, None, None], target, 0)
    if form.kind == "f2":
        target[...] = start + total
    elif form.satfinite:
        clipped = start.astype(np.int64) + total.astype(np.int64)
        target[...] = np.clip(clipped, -(2**31), 2**31 - 1)
    else:
        target[...] = start.astype(np.int32) + total.astype(np.int32)


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
    # D lives in tiles for this one product: its registers have uses that need them in the frame.
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
