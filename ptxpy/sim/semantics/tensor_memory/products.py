"""Performing `tcgen05.mma`: D = A * B + D, for one CTA or a pair (PTX ISA 9.7.16.10).

Products of floats are exact, their sums are those of a matrix product in `float32`, in any order,
as the manual leaves it open. Integers are exact. A and B are read from shared and tensor memory as
`float32`, sparse ones and ones with scale factors too.

The zero-column mask of `tcgen05.mma.ws` has 64 bits (PTX ISA 9.7.16.4.4). It is a series of runs of
columns, by turns zeroed and used. Each part of D has a start of its own in it.

Elements of 4 and 6 bits are stored in three ways (PTX ISA 9.7.16.3): with 16 elements in the first
bytes of each 16 (`padded`), one in each byte (`bytes`), or two in a byte (`packed`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.tensor_memory import LANES
from ptxpy.sim.number_formats import BY_NAME
from ptxpy.sim.semantics.conversions.widening import NAN, widener
from ptxpy.sim.semantics.matrices.elements import unpadded
from ptxpy.sim.semantics.matrices.wgmma_elements import decode as decode_words
from ptxpy.sim.semantics.tensor_memory import operand_tiles, scale_factors, sparse_operands
from ptxpy.sim.semantics.tensor_memory.addresses import check_columns, check_pair
from ptxpy.sim.semantics.tensor_memory.product import (
    Product,
    ctas_of,
    factors_of,
    fields_of,
    left_octets,
    left_tile,
    result_parts,
    right_tile,
)

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.semantics.matrices.descriptors import OperandTile
    from ptxpy.sim.semantics.tensor_memory.instruction_fields import Fields
    from ptxpy.sim.semantics.tensor_memory.product import Part, Product

__all__ = ["follows", "perform"]

_BYTE_SHIFT: Final = {4: 2, 6: 1}
"""How far up elements of 4 and 6 bits are in a byte of their own."""

_LARGE: Final = 2.0**60
"""Scale factors from its inverse to it are multiplied in `float32`."""

_WORD: Final = 4

_CTA_WORDS: Final = 4
"""Words that disable lanes of one CTA."""

_ENABLE: Final = 39

_SHIFT: Final = 56

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
    # D of `.f16` is rounded after each product, and a saturated one is clamped.
    if fields.d == "f16" or fields.saturate:
        return False
    return len(steps) < (_MAX_EXACT_STEPS if fields.d == "s32" else _MAX_MERGED_STEPS)


def perform(machine: Machine, steps: tuple[Product, ...]) -> None:
    """Perform products that follow each other with the same D; `FaultError` for invalid ones."""
    try:
        first = steps[0]
        form, fields = first.form, fields_of(first)
        ctas = ctas_of(machine, first)
        check_pair(machine, ctas, first.lane, "tcgen05.mma")
        column = first.d & 0xFFFF
        parts = result_parts(first)
        width = fields.n // len(parts)
        for cta in ctas:
            check_columns(machine, cta, column, width, first.lane, "D")
        right = _right_columns(machine, ctas, steps, fields)
        for number, cta in enumerate(ctas):
            columns = right
            if form.scales:
                columns = _scaled_right(machine, cta, steps, fields, right, len(ctas))
            left = None
            for part in parts:
                # The lanes of a part decide about A in tensor memory and about metadata; else parts
                # share A.
                if left is None or form.a_in_tensor_memory or form.sparse:
                    left = _left_rows(machine, cta, steps, fields, part)
                some = columns[part.first : part.first + width]
                some = _masked(first, fields, some, part, width)
                lanes: Any = part.lanes
                if any(first.disabled):
                    # Four words disable lanes of a CTA; of eight, a pair's second CTA has the last.
                    words = first.disabled
                    own = words[number * 4 :][:4] if len(words) > _CTA_WORDS else words
                    bits = np.array(own, np.uint32).view(np.uint8)
                    disabled = np.unpackbits(bits, bitorder="little").astype(bool)
                    lanes = part.rows, ~disabled[part.rows]
                _update(machine, cta, first, fields, (column, width, lanes), some, left)
    except FaultError as fault:
        if fault.ordinal is None:
            fault.ordinal = steps[0].ordinal
        raise


def _masked(product: Product, fields: Fields, columns: Any, part: Part, width: int) -> Any:
    """Return columns of B with zeros where the zero-column mask has them."""
    if not product.mask:
        return columns
    number = part.first // width
    try:
        zeroed = _zeroed_columns(product.mask, number, width)
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


@lru_cache(maxsize=256)
def _zeroed_columns(mask: int, part: int, columns: int) -> Any:
    """Return for each of the columns of B of a part of D whether it counts as zero.

    Raises `ValueError` for a mask that cannot be simulated.
    """
    result = np.zeros(columns, bool)
    if not mask >> _ENABLE & 1:
        return result
    if mask >> _SHIFT & 63:
        msg = f"bits 56 to 61 shift columns by {mask >> _SHIFT & 63}; only 0 can be simulated"
        raise ValueError(msg)
    skipped = mask >> 8 * part & 0xFF
    zeroed = bool(mask >> 32 + part & 1)
    runs = {True: (mask >> 40 & 0xFF) + 1, False: (mask >> 48 & 0xFF) + 1}
    at = -skipped
    while at < columns:
        length = runs[zeroed]
        result[max(0, at) : max(0, at + length)] = zeroed
        at += length
        zeroed = not zeroed
    result.setflags(write=False)
    return result


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
    # An element of `.f16` takes the lower half of its cell, and the upper one is kept.
    halves = cells.view(np.float16)[:, ::2]
    if adds:
        start = halves[:, lanes].astype(np.float32)
        total = np.ldexp(start, -product.form.scale_d) + total
    narrow = total.astype(np.float16)
    wrong = np.isnan(narrow)
    if wrong.any():
        narrow.view(np.uint16)[wrong] = 0x7FFF
    halves[:, lanes] = narrow


def _left_rows(
    machine: Machine, cta: int, steps: tuple[Product, ...], fields: Fields, part: Part
) -> Any:
    """Return the rows of A of a CTA, [row, k], negated and scaled."""
    first, form = steps[0], steps[0].form
    rows = fields.m // form.group
    if form.a_in_tensor_memory:
        found = _left_in_tensor_memory(machine, cta, steps, fields, part)
    else:
        tile = left_tile(form, fields)
        kind = fields.a, _storage_of(form.kind, fields.a, in_tensor_memory=False)
        descriptors = tuple([step.a for step in steps])
        found = _elements(machine, cta, tile, descriptors, first.lane, kind)
    if form.sparse:
        held = fields.k // 2
        dense = []
        for at, step in enumerate(steps):
            values = found[:, at * held : (at + 1) * held]
            codes = sparse_operands.read_metadata(
                machine, cta, step.metadata, form.kind, fields.selector, part.rows, step.d >> 16,
                step.lane,
            )  # fmt: skip
            dense.append(sparse_operands.dense(form.kind, values, codes, step.lane))
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


def _left_in_tensor_memory(
    machine: Machine, cta: int, steps: tuple[Product, ...], fields: Fields, part: Part
) -> Any:
    """Return the rows of A from the lanes of a part of D, [row, k]."""
    form = steps[0].form
    kind = fields.a, _storage_of(form.kind, fields.a, in_tensor_memory=True)
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
        # `.ashift`: each row of A is that of the next lane, the last keeps its own.
        words[:-1] = words[1:].copy()
    return _decode_elements(*kind, words.view(np.uint8))


def _right_columns(
    machine: Machine, ctas: tuple[int, ...], steps: tuple[Product, ...], fields: Fields
) -> Any:
    """Return the columns of B, [column, k]; each CTA of a pair has half."""
    form = steps[0].form
    tile = right_tile(form, fields)
    kind = fields.b, _storage_of(form.kind, fields.b, in_tensor_memory=False)
    descriptors = tuple([step.b for step in steps])
    lane = steps[0].lane
    halves = [_elements(machine, cta, tile, descriptors, lane, kind) for cta in ctas]
    return halves[0] if len(halves) == 1 else np.concatenate(halves)


def _scaled_right(
    machine: Machine, cta: int, steps: tuple[Product, ...], fields: Fields, columns: Any, ctas: int
) -> Any:
    """Return B with its scale factors, which each CTA has of all columns."""
    form = steps[0].form
    parted = ctas == 2 and fields.m == LANES  # noqa: PLR2004 - two parts of D in each CTA
    factors = []
    for step in steps:
        each = factors_of("B", fields.n, fields_of(step), form)
        if parted:
            # Each part of D takes the factors of its own half of the columns, from its own lanes.
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
    # An element times an extreme factor may be out of the range of `float32`.
    extreme = (along > _LARGE) | (along < 1 / _LARGE)
    return values * (held if extreme.any() else held.astype(np.float32))


def _elements(
    machine: Machine, cta: int, tile: OperandTile, descriptors: tuple[int, ...], lane: int,
    kind: tuple[str, str],
) -> Any:  # fmt: skip
    """Return the elements of a tile in shared memory, [row, k]."""
    octets = operand_tiles.read(machine, cta, tile, descriptors, lane)
    octets = octets.reshape(octets.shape[0], -1)
    found = _decode_elements(*kind, octets)
    return found.T if tile.major == "MN" else found


def _storage_of(kind: str, type_: str, *, in_tensor_memory: bool) -> str:
    """Return how elements of a type are stored: `plain`, `padded`, `bytes` or `packed`."""
    layout = BY_NAME.get(type_)
    if layout is None or layout.bits >= 8:  # noqa: PLR2004 - bits of a byte
        return "plain"
    if kind in ("mxf4", "mxf4nvf4"):
        return "packed"
    return "bytes" if in_tensor_memory else "padded"


def _decode_elements(type_: str, storage: str, octets: Any) -> Any:
    """Return the elements that bytes hold along the last axis, of multiples of 16 bytes."""
    if storage == "plain":
        return decode_words(type_, octets.view(np.uint32))
    if storage == "padded":
        octets = unpadded(octets, BY_NAME[type_].bits)
    found = _table(type_, storage).take(octets, axis=0)
    return found.reshape(*octets.shape[:-1], -1) if storage == "packed" else found


@lru_cache(maxsize=64)
def _table(type_: str, storage: str) -> Any:
    """Return the value of each byte, or of its two halves."""
    layout = BY_NAME[type_]
    codes = np.arange(256, dtype=np.uint16)
    mask = (1 << layout.bits) - 1
    with np.errstate(all="ignore"):
        value = widener(type_)
        if storage == "packed":
            both = np.stack([codes & 15, codes >> 4], axis=-1)
            table = value(both.astype(np.uint8)).astype(np.float32)
        else:
            shift = _BYTE_SHIFT[layout.bits] if storage == "bytes" else 0
            table = value((codes >> shift & mask).astype(np.uint8)).astype(np.float32)
    table.setflags(write=False)
    return table
