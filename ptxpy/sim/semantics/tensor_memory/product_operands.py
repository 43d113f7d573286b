"""The matrices of a `tcgen05.mma`, as `float32`: from shared and tensor memory, dense, scaled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.tensor_memory import LANES
from ptxpy.sim.semantics.tensor_memory import operand_tiles, scale_factors, sparse_operands
from ptxpy.sim.semantics.tensor_memory.addresses import check_columns
from ptxpy.sim.semantics.tensor_memory.product import (
    Product,
    factors_of,
    fields_of,
    left_octets,
    left_tile,
    right_tile,
)
from ptxpy.sim.semantics.tensor_memory.storage import decode as decode_elements
from ptxpy.sim.semantics.tensor_memory.storage import storage_of

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.semantics.matrices.descriptors import OperandTile
    from ptxpy.sim.semantics.tensor_memory.instruction_fields import Fields
    from ptxpy.sim.semantics.tensor_memory.result_layouts import Part

__all__ = ["left", "right", "scaled_right"]

_LARGE: Final = 2.0**60
"""Scale factors from its inverse to it are multiplied in `float32`."""
_WORD: Final = 4


def _elements(
    machine: Machine, cta: int, tile: OperandTile, descriptors: tuple[int, ...], lane: int,
    kind: tuple[str, str],
) -> Any:  # fmt: skip
    """Return the elements of a tile in shared memory, [row, k]."""
    octets = operand_tiles.read(machine, cta, tile, descriptors, lane)
    octets = octets.reshape(octets.shape[0], -1)
    found = decode_elements(*kind, octets)
    return found.T if tile.major == "MN" else found


def right(
    machine: Machine, ctas: tuple[int, ...], steps: tuple[Product, ...], fields: Fields
) -> Any:
    """Return the columns of B, [column, k]; each CTA of a pair has half of them."""
    form = steps[0].form
    tile = right_tile(form, fields)
    kind = fields.b, storage_of(form.kind, fields.b, in_tensor_memory=False)
    descriptors = tuple([step.b for step in steps])
    lane = steps[0].lane
    halves = [_elements(machine, cta, tile, descriptors, lane, kind) for cta in ctas]
    return halves[0] if len(halves) == 1 else np.concatenate(halves)


def left(machine: Machine, cta: int, steps: tuple[Product, ...], fields: Fields, part: Part) -> Any:
    """Return the rows of A of a CTA, [row, k], negated and scaled."""
    first, form = steps[0], steps[0].form
    rows = fields.m // form.group
    if form.a_in_tensor_memory:
        found = _left_in_tensor_memory(machine, cta, steps, fields, part)
    else:
        tile = left_tile(form, fields)
        kind = fields.a, storage_of(form.kind, fields.a, in_tensor_memory=False)
        descriptors = tuple([step.a for step in steps])
        found = _elements(machine, cta, tile, descriptors, first.lane, kind)
    if form.sparse:
        held = fields.k // 2
        dense = [
            _dense(machine, cta, step, fields, part, found[:, at * held : (at + 1) * held])
            for at, step in enumerate(steps)
        ]
        found = dense[0] if len(dense) == 1 else np.concatenate(dense, axis=1)
    if form.scales:
        factors = [
            scale_factors.read(
                machine,
                cta,
                step.scales[0],
                factors_of("A", rows, fields_of(step), form),
                step.lane,
            )
            for step in steps
        ]
        found = _scaled(found, factors, fields.k)
    return -found if fields.negative else found


def _dense(
    machine: Machine, cta: int, step: Product, fields: Fields, part: Part, values: Any
) -> Any:
    kind = step.form.kind
    codes = sparse_operands.read_metadata(
        machine, cta, step.metadata, kind, fields.selector, part.rows, step.d >> 16, step.lane
    )
    return sparse_operands.dense(kind, values, codes, step.lane)


def _left_in_tensor_memory(
    machine: Machine, cta: int, steps: tuple[Product, ...], fields: Fields, part: Part
) -> Any:
    """Return the rows of A from the lanes of a part of D, [row, k]."""
    form = steps[0].form
    kind = fields.a, storage_of(form.kind, fields.a, in_tensor_memory=True)
    width = left_octets(fields) // _WORD
    if fields.a_major != "K":
        text = "bit 15 of the instruction descriptor is 1: A in tensor memory is always K-major"
        raise FaultError(text, steps[0].lane)
    found = []
    for step in steps:
        row, column = check_columns(machine, cta, step.a, width, step.lane, "A")
        if row != step.d >> 16:
            text = f"A is at lane {row} of tensor memory, and D at lane {step.d >> 16}"
            raise FaultError(text, step.lane, "address")
        cells = machine.tensor_memory.cells[cta, column : column + width]
        found.append(cells[:, part.lanes])
    words = np.ascontiguousarray(np.concatenate(found).T)
    if form.shifted:
        words[:-1] = words[1:].copy()
    return decode_elements(*kind, words.view(np.uint8))


def scaled_right(
    machine: Machine, cta: int, steps: tuple[Product, ...], fields: Fields, columns: Any, ctas: int
) -> Any:
    """Return B with its scale factors, which each CTA has of all columns."""
    form = steps[0].form
    parted = ctas == 2 and fields.m == LANES  # noqa: PLR2004 - two parts of D in each CTA
    factors = []
    for step in steps:
        each = factors_of("B", fields.n, fields_of(step), form)
        if parted:
            half = each._replace(rows=fields.n // 2)
            factors.append(np.concatenate([
                scale_factors.read(
                    machine, cta, step.scales[1], half._replace(copies=copies), step.lane
                )
                for copies in ((0, 32), (64, 96))
            ]))  # fmt: skip
        else:
            factors.append(scale_factors.read(machine, cta, step.scales[1], each, step.lane))
    return _scaled(columns, factors, fields.k)


def _scaled(values: Any, factors: list[Any], k: int) -> Any:
    """Return elements times the factors of their blocks, in `float64` if these are extreme."""
    along = factors[0] if len(factors) == 1 else np.concatenate(factors, axis=1)
    held = np.repeat(along, k // factors[0].shape[1], axis=1)
    extreme = (along > _LARGE) | (along < 1 / _LARGE)
    return values * (held if extreme.any() else held.astype(np.float32))
