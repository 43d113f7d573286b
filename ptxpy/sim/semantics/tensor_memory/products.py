"""Performing `tcgen05.mma`: D = A * B + D, for one CTA or a pair (PTX ISA 9.7.16.10).

Products of floats are exact, their sums are those of a matrix product in `float32`, in any order,
as the manual leaves it open. Integers are exact.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.errors import FaultError
from ptxpy.sim.semantics.conversions.widening import NAN
from ptxpy.sim.semantics.tensor_memory.addresses import check_columns, check_pair
from ptxpy.sim.semantics.tensor_memory.column_masks import zeroed_columns
from ptxpy.sim.semantics.tensor_memory.product import ctas_of, fields_of, result_parts
from ptxpy.sim.semantics.tensor_memory.product_operands import left as left_rows
from ptxpy.sim.semantics.tensor_memory.product_operands import right as right_columns
from ptxpy.sim.semantics.tensor_memory.product_operands import scaled_right

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.semantics.tensor_memory.instruction_fields import Fields
    from ptxpy.sim.semantics.tensor_memory.product import Product
    from ptxpy.sim.semantics.tensor_memory.result_layouts import Part

__all__ = ["follows", "perform"]

_MAX_MERGED_STEPS: Final = 16
_MAX_EXACT_STEPS: Final = 8
"""The most integer products that are one, so that `float32` holds their sum exactly."""
_SCALE_BITS: Final = 3 << 29 | 3 << 4
"""The bits of the instruction descriptor that say which scale factors of a column are used."""


def follows(steps: list[Product], product: Product) -> bool:
    """Return whether a product with the ones before it is one with a longer K."""
    first = steps[0]
    if (
        not product.adds
        or product.d != first.d
        or product.form != first.form
        or product.form.scale_d
        or (product.descriptor ^ first.descriptor) & ~(_SCALE_BITS if first.form.scales else 0)
        or product.disabled != first.disabled
        or product.mask != first.mask
    ):
        return False
    fields = fields_of(product)
    if fields.d == "f16" or fields.saturate:
        return False
    return len(steps) < (_MAX_EXACT_STEPS if fields.d == "s32" else _MAX_MERGED_STEPS)


def perform(machine: Machine, steps: tuple[Product, ...]) -> None:
    """Perform products that follow each other with the same D; `FaultError` for invalid ones."""
    try:
        _perform(machine, steps)
    except FaultError as fault:
        if fault.ordinal is None:
            fault.ordinal = steps[0].ordinal
        raise


def _perform(machine: Machine, steps: tuple[Product, ...]) -> None:
    first = steps[0]
    form, fields = first.form, fields_of(first)
    ctas = ctas_of(machine, first)
    check_pair(machine, ctas, first.lane, "tcgen05.mma")
    column = first.d & 0xFFFF
    parts = result_parts(first)
    width = fields.n // len(parts)
    for cta in ctas:
        check_columns(machine, cta, column, width, first.lane, "D")
    right = right_columns(machine, ctas, steps, fields)
    for number, cta in enumerate(ctas):
        columns = right
        if form.scales:
            columns = scaled_right(machine, cta, steps, fields, right, len(ctas))
        left = None
        for part in parts:
            if left is None or form.a_in_tensor_memory or form.sparse:
                left = left_rows(machine, cta, steps, fields, part)
            some = columns[part.first : part.first + width]
            some = _masked(first, fields, some, part, width)
            lanes = _enabled(first, number, part)
            _update(machine, cta, first, fields, (column, width, lanes), some, left)


def _masked(product: Product, fields: Fields, columns: Any, part: Part, width: int) -> Any:
    """Return columns of B with zeros where the zero-column mask has them."""
    if not product.mask:
        return columns
    number = part.first // width
    try:
        zeroed = zeroed_columns(product.mask, number, width)
    except ValueError as error:
        text = f"the zero-column mask {product.mask:#018x}: {error}"
        raise FaultError(text, product.lane) from None
    if fields.max_shift:
        text = (
            "bits 30 and 31 of the instruction descriptor, the maximum shift of columns, are "
            f"{fields.max_shift}; only 0 can be simulated"
        )
        raise FaultError(text, product.lane)
    return np.where(zeroed[:, None], columns.dtype.type(0), columns)


def _enabled(product: Product, number: int, part: Part) -> Any:
    """Return the lanes that are written and the rows that go there: a slice, or two arrays."""
    words = product.disabled
    if not any(words):
        return part.lanes
    own = words[number * 4 : number * 4 + 4] if len(words) > 4 else words  # noqa: PLR2004
    bits = np.array(own, np.uint32).view(np.uint8)
    disabled = np.unpackbits(bits, bitorder="little").astype(bool)
    return part.rows, ~disabled[part.rows]


def _update(
    machine: Machine, cta: int, product: Product, fields: Fields, place: tuple[int, int, Any],
    right: Any, left: Any,
) -> None:  # fmt: skip
    """Add the product of rows and columns to D, or assign it."""
    column, width, lanes = place
    cells = machine.tensor_memory.cells[cta, column : column + width]
    rows = None
    if isinstance(lanes, tuple):
        lanes, rows = lanes
        lanes, left = lanes[rows], left[rows]
    adds = product.adds
    if fields.d == "f32":
        target = cells.view(np.float32)[:, lanes]
        total = np.matmul(right, left.T)
        if adds:
            start = target if not product.form.scale_d else np.ldexp(target, -product.form.scale_d)
            total = start + total
        total = total.astype(np.float32, copy=False)
        wrong = np.isnan(total)
        if wrong.any():
            total[wrong] = NAN
        cells.view(np.float32)[:, lanes] = total
        return
    total = np.matmul(right, left.T)
    if fields.d == "s32":
        old = cells.view(np.int32)[:, lanes].astype(np.int64) if adds else 0
        summed = old + total.astype(np.int64)
        if fields.saturate:
            summed = np.clip(summed, -(2**31), 2**31 - 1)
        cells.view(np.int32)[:, lanes] = summed.astype(np.int32)
        return
    halves = cells.view(np.float16)[:, ::2]
    if adds:
        start = halves[:, lanes].astype(np.float32)
        total = np.ldexp(start, -product.form.scale_d) + total
    narrow = total.astype(np.float16)
    wrong = np.isnan(narrow)
    if wrong.any():
        narrow.view(np.uint16)[wrong] = 0x7FFF
    halves[:, lanes] = narrow
