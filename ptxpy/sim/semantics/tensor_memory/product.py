"""A `tcgen05.mma` of one thread: its operands, and their places (PTX ISA 9.7.16.10).

Each place of D is that of CUTLASS (cute/atom/mma_traits_sm100_frag.hpp; the manual has figures),
except for 128 rows of a pair with a sparse A, for which the manual has another one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.sim.errors import FaultError
from ptxpy.sim.semantics.matrices.descriptors import OperandTile
from ptxpy.sim.semantics.tensor_memory import scale_factors, sparse_operands
from ptxpy.sim.semantics.tensor_memory.addresses import pair_of
from ptxpy.sim.semantics.tensor_memory.instruction_fields import Fields, Form, decode

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine

__all__ = [
    "LONG_K",
    "Part",
    "Product",
    "ctas_of",
    "factors_of",
    "fields_of",
    "left_octets",
    "left_tile",
    "parts_of",
    "result_parts",
    "right_tile",
    "tiles_of",
    "words_of",
]

_ALL_LANES: Final = 128

LONG_K: Final = 96
"""The extent of K of a product of elements of 4 bits whose descriptor asks for it."""

_LONG_OCTETS: Final = 48
_OCTETS: Final = 32
_ELEMENT_BYTES: Final = {"f16": 2, "tf32": 4}
_WORD: Final = 4


class Part(NamedTuple):
    """Columns of D, and the lanes in which they are."""

    first: int
    """The first column of D, of those of the part."""
    lanes: Any
    """The lane of each row of the CTA: a slice, or an array."""
    rows: Any
    """The lanes as an array."""


@lru_cache(maxsize=256)
def parts_of(
    m: int, n: int, group: int, ws: bool, sparse: bool, lane: int  # noqa: FBT001
) -> tuple[Part, ...]:
    """Return the parts of D in one CTA, each of as many columns; they begin at the same column.

    Args:
        m: The rows of D, of both CTAs of a pair.
        n: Its columns.
        group: The value of `.cta_group`.
        ws: Whether it is a product with `.ws`.
        sparse: Whether A is sparse.
        lane: The lane of the address of D.

    Raises:
        ValueError: D cannot be at this lane.
    """
    rows = m // group
    halves = (group == 2 and m == 128 and not sparse) or (ws and rows < _ALL_LANES)  # noqa: PLR2004
    spread = rows == 64 and not halves  # noqa: PLR2004 - half of the lanes
    if lane and not (spread and lane == 16):  # noqa: PLR2004 - half of a warp's lanes
        known = "0 or 16" if spread else "0"
        msg = f"D of {m} rows must be at lane {known} of tensor memory, got {lane}"
        raise ValueError(msg)
    if spread:
        # Each 16 rows of D take half of the 32 lanes that a warp reaches.
        row = np.arange(rows)
        lanes = row // 16 * 32 + row % 16 + lane
        return (Part(0, lanes, lanes),)
    # Where the rows take a half or a quarter of the lanes, the columns are split over the others.
    count = _ALL_LANES // rows
    return tuple(
        Part(part * (n // count), slice(part * rows, (part + 1) * rows),
             np.arange(part * rows, (part + 1) * rows))
        for part in range(count)
    )  # fmt: skip


class Product(NamedTuple):
    """An instruction of one thread."""

    form: Form
    ordinal: int
    """The statement."""
    lane: int
    """The thread."""
    d: int
    """The address of D in tensor memory."""
    a: int
    """The matrix descriptor of A, or its address in tensor memory."""
    b: int
    """The matrix descriptor of B."""
    descriptor: int
    """The instruction descriptor."""
    adds: bool
    """Whether D is added."""
    scales: tuple[int, ...] = ()
    """The addresses of the scale factors of A and of B."""
    metadata: int = 0
    """The address of the metadata of a sparse A."""
    disabled: tuple[int, ...] = ()
    """Words whose bits are the lanes of D that are not written; empty for none."""
    mask: int = 0
    """The zero-column mask; 0 for none."""


def fields_of(product: Product) -> Fields:
    """Return the fields of the instruction descriptor; `FaultError` if one is wrong."""
    try:
        return decode(product.form, product.descriptor)
    except ValueError as error:
        text = f"the instruction descriptor {product.descriptor:#010x}: {error}"
        fault = FaultError(text, product.lane)
        fault.ordinal = product.ordinal
        raise fault from None


def ctas_of(machine: Machine, product: Product) -> tuple[int, ...]:
    """Return the CTAs that a product is for, the even rank of a pair first."""
    own = int(machine.cta_of[product.lane])
    return pair_of(machine, own, product.lane) if product.form.group > 1 else (own,)


def result_parts(product: Product) -> tuple[Part, ...]:
    """Return the parts of D in each CTA; `FaultError` if D cannot be at its lane."""
    form, fields = product.form, fields_of(product)
    try:
        return parts_of(fields.m, fields.n, form.group, form.ws, form.sparse, product.d >> 16)
    except ValueError as error:
        raise FaultError(str(error), product.lane, "address") from None


def left_octets(fields: Fields) -> int:
    """Return the bytes along K of A that one product takes, as they are stored."""
    return _LONG_OCTETS if fields.k == LONG_K else _OCTETS


def left_tile(form: Form, fields: Fields) -> OperandTile:
    """Return the tile that the matrix descriptor of A describes in each CTA."""
    size = _ELEMENT_BYTES.get(form.kind, 1)
    return OperandTile("A", fields.m // form.group, left_octets(fields), size, fields.a_major)


def right_tile(form: Form, fields: Fields) -> OperandTile:
    """Return the tile that the matrix descriptor of B describes in each CTA."""
    size = _ELEMENT_BYTES.get(form.kind, 1)
    # A sparse A stands for twice as many columns as it holds, and B has a row for each.
    octets = left_octets(fields) * (2 if form.sparse else 1)
    return OperandTile("B", fields.n // form.group, octets, size, fields.b_major)


def tiles_of(product: Product) -> tuple[tuple[OperandTile, int], ...]:
    """Return the tiles of the shared memory of each CTA that a product reads, by descriptors."""
    form, fields = product.form, fields_of(product)
    right = right_tile(form, fields), product.b
    if form.a_in_tensor_memory:
        return (right,)
    return (left_tile(form, fields), product.a), right


def words_of(product: Product) -> tuple[tuple[int, int], ...]:
    """Return the columns that a product reads besides those of D: the first, and their number."""
    form, fields = product.form, fields_of(product)
    found = []
    if form.a_in_tensor_memory:
        found.append((product.a & 0xFFFF, left_octets(fields) // _WORD))
    if form.sparse:
        found.append((product.metadata & 0xFFFF, sparse_operands.span(form.kind)))
    if form.scales:
        columns = (("A", fields.m // form.group), ("B", fields.n))
        for (name, rows), address in zip(columns, product.scales, strict=True):
            factors = factors_of(name, rows, fields, form)
            found.append((address & 0x1FF, scale_factors.span(factors)))
    return tuple(found)


def factors_of(name: str, rows: int, fields: Fields, form: Form) -> scale_factors.Factors:
    """Return which scale factors of A or of B a product reads."""
    # A K of 96 has half as many blocks again as the usual K of 64.
    blocks = form.scales if fields.k != LONG_K else form.scales * 3 // 2
    first = fields.a_scale if name == "A" else fields.b_scale
    copies = (0, 32, 64, 96)
    return scale_factors.Factors(name, rows, blocks, first, fields.scale_type, copies)
