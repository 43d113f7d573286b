"""Layouts of tensors, and the boxes that TMA can copy of each (PTX ISA 5.5).

The rules are those of `cuTensorMapEncodeTiled`. Boxes are in the order of the tensor's shape.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final

from ptxpy._counts import format_count
from ptxpy.dsl.tensors.dims import Dim
from ptxpy.dsl.tensors.dtypes import element_bytes
from ptxpy.dsl.values.types import Type
from ptxpy.isa import STANDARD_SWIZZLES

MATRIX_BOX_COLUMNS: Final = 64
"""Elements of the innermost dimension of a matrix that is described in three dimensions."""

PADDED_BOX_COLUMNS: Final = 72
"""Elements of the same dimension of a padded box, whose rows are in different banks."""

MAX_BOX_EXTENT: Final = 256
"""Elements of a box along one dimension."""
MAX_MMA_ELEMENT_BYTES: Final = 4
"""Bytes of the largest element that wgmma multiplies (PTX ISA 9.7.15.2)."""
_ROW_UNIT_BYTES: Final = 16
"""Bytes of which a row of a box is a multiple."""
_MATRIX_RANK: Final = 2


class Layout(Enum):
    """The layout of a tensor in memory, and of its TMA copies in shared memory.

    `ROW` is row-major (the order of C), `COL` column-major (of Fortran). `TMA_128B`, `TMA_64B` and
    `TMA_32B` are row-major in global memory, and swizzled over lines of that many bytes in shared
    memory. `INTERLEAVED` is row-major too, and copied in rows of 16 bytes: core matrices without a
    swizzle, as `wgmma` takes them.
    """

    ROW = "row"
    COL = "col"
    TMA_128B = "tma_128b"
    TMA_64B = "tma_64b"
    TMA_32B = "tma_32b"
    INTERLEAVED = "interleaved"

    @property
    def span(self) -> int:
        """Bytes of a line of the swizzle; 0 without one."""
        return _SWIZZLE_BYTES.get(self.name, 0)


_SWIZZLE_BYTES: Final = {f"TMA_{each.name}": each.width for each in STANDARD_SWIZZLES.values()}


def wgmma_layout(what: str, innermost: Dim, dtype: Type) -> Layout:
    """Return the layout for a wgmma operand by the bytes of its innermost dimension.

    16 bytes are `ROW`, 32 and 64 are the swizzles of these widths, 128 and more `TMA_128B`. A
    symbolic dimension is `ROW` until it is known. `ValueError` for other sizes.
    """
    if element_bytes(dtype) > MAX_MMA_ELEMENT_BYTES:
        msg = (
            f"{what}: wgmma multiplies elements of up to {MAX_MMA_ELEMENT_BYTES} bytes, "
            f"not {dtype.fundamental}"
        )
        raise ValueError(msg)
    if isinstance(innermost, str):
        return Layout.ROW
    size = innermost * element_bytes(dtype)
    found = {16: Layout.ROW, 32: Layout.TMA_32B, 64: Layout.TMA_64B}.get(size)
    if size >= Layout.TMA_128B.span:
        found = Layout.TMA_128B
    if found is None:
        msg = (
            f"{what}: {format_count(innermost, 'element')} of "
            f"{dtype.fundamental} are {size} bytes in a row; "
            "wgmma takes 16, 32, 64, or 128 and more"
        )
        raise ValueError(msg)
    return found


def check_matrix(shape: Sequence[Dim], layout: Layout) -> None:
    """Raise `ValueError` where a tensor cannot be described in three dimensions instead of two."""
    if len(shape) != _MATRIX_RANK:
        msg = f"tma_rank=3 describes a tensor of 2 or 3 dimensions; this one has {len(shape)}"
        raise ValueError(msg)
    if layout in (Layout.COL, Layout.INTERLEAVED):
        msg = (
            f"tma_rank=3 is for rows of {MATRIX_BOX_COLUMNS} elements, not for Layout.{layout.name}"
        )
        raise ValueError(msg)
    width = shape[1]
    if isinstance(width, int) and width % MATRIX_BOX_COLUMNS:
        msg = (
            f"tma_rank=3 cuts rows into {MATRIX_BOX_COLUMNS} elements; {width} is not a "
            f"multiple of {MATRIX_BOX_COLUMNS}"
        )
        raise ValueError(msg)


def check_box(what: str, box: Sequence[Dim], dtype: Type, layout: Layout) -> None:
    """Raise `ValueError` for a box that TMA cannot copy; symbolic dimensions pass."""
    _check_extents(what, box)
    # The first dimension of a column-major tensor is its innermost.
    inner = box[0] if layout is Layout.COL else box[-1]
    # A symbolic row is checked once it has a number (`Tile.resolve_box`).
    if not isinstance(inner, int):
        return
    if layout is Layout.INTERLEAVED and inner * element_bytes(dtype) != _ROW_UNIT_BYTES:
        msg = (
            f"{_row(what, inner, dtype)}; with Layout.INTERLEAVED it has {_ROW_UNIT_BYTES}: "
            f"{_ROW_UNIT_BYTES // element_bytes(dtype)} elements"
        )
        raise ValueError(msg)
    _check_row(what, inner, dtype, layout)


def check_matrix_box(
    what: str, box: Sequence[Dim], dtype: Type, layout: Layout, *, padded: bool
) -> None:
    """Raise `ValueError` for a box (rows, columns) of a matrix that is described in three.

    Symbolic dimensions pass.
    """
    major, minor = box
    groups: Dim = minor
    if isinstance(minor, int):
        if minor % MATRIX_BOX_COLUMNS:
            msg = (
                f"{what}: {format_count(minor, 'column')} with tma_rank=3; they are a multiple of "
                f"{MATRIX_BOX_COLUMNS}, the elements of a row of the box"
            )
            raise ValueError(msg)
        groups = minor // MATRIX_BOX_COLUMNS
    # The third dimension of the map counts groups of 64 columns.
    _check_extents(what, (groups, major))
    if padded and layout.span:
        msg = f"tma_padding with Layout.{layout.name}: rows are padded without a swizzle only"
        raise ValueError(msg)
    _check_row(what, PADDED_BOX_COLUMNS if padded else MATRIX_BOX_COLUMNS, dtype, layout)


def _check_extents(what: str, box: Sequence[Dim]) -> None:
    for extent in box:
        if isinstance(extent, int) and not 1 <= extent <= MAX_BOX_EXTENT:
            msg = (
                f"{what}: {extent} elements in one dimension; a box has 1 to {MAX_BOX_EXTENT} in "
                "each"
            )
            raise ValueError(msg)


def _check_row(what: str, elements: int, dtype: Type, layout: Layout) -> None:
    """Check the innermost dimension of a box: its bytes, and the span of the swizzle."""
    size = element_bytes(dtype)
    if elements * size % _ROW_UNIT_BYTES:
        msg = (
            f"{_row(what, elements, dtype)}; it is a multiple of {_ROW_UNIT_BYTES} bytes: "
            f"of {_ROW_UNIT_BYTES // size} elements"
        )
        raise ValueError(msg)
    if layout.span and elements * size > layout.span:
        msg = (
            f"{_row(what, elements, dtype)}; with Layout.{layout.name} it has at most "
            f"{layout.span}: {layout.span // size} elements"
        )
        raise ValueError(msg)


def _row(what: str, elements: int, dtype: Type) -> str:
    size = elements * element_bytes(dtype)
    return (
        f"{what}: a row of {format_count(elements, 'element')} of "
        f"{dtype.fundamental} has {format_count(size, 'byte')}"
    )
