"""The orders in which wgmma reads matrices in shared memory (PTX ISA 9.7.15.5.1).

A tile is rows of neighbours: of `(M, K)` or `(N, K)` elements if it is K-major, and of `(K, M)` or
`(K, N)` if it is MN-major. Its rows are cut into stripes of 128, 64, 32 or 16 bytes, the widest
that divides them, and stripe follows stripe: each is all rows of the tile, and swizzled in itself,
as a tensor map with a box of that width fills it. Stripes of 16 bytes have no swizzle.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Final

from ptxpy._records import NamedTuple
from ptxpy.dsl.values.types import Type
from ptxpy.isa import TYPES, UNIT_BYTES, WGMMA_CODES, Swizzle, standard_swizzle

K_BYTES: Final = 32
"""Bytes along K that one MMA takes of A and of B."""
_PATTERN_ROWS: Final = 8
"""Rows of a core matrix, and of a swizzle's pattern."""
_MN_MAJOR_BYTES: Final = 2
"""Bytes of the elements that wgmma reads MN-major, too."""


class LayoutType(IntEnum):
    """Bits 62 and 63 of a wgmma matrix descriptor: none, or the bytes of the swizzle's rows."""

    INTERLEAVE = 0
    B128 = 1
    B64 = 2
    B32 = 3


class Major(IntEnum):
    """Along which dimension elements are neighbours in memory; as in imm-trans-a, imm-trans-b."""

    K = 0
    MN = 1


STRIPE_BYTES: Final = {
    LayoutType(WGMMA_CODES[name]): standard_swizzle(name).width or UNIT_BYTES
    for name in ("128B", "64B", "32B", "NONE")
}
"""Bytes of a row of a stripe, the widest first."""

_LAYOUT_TYPES: Final = {span: kind for kind, span in STRIPE_BYTES.items()}


class GmmaLayout(NamedTuple):
    """The layout of a tile in shared memory, as a wgmma matrix descriptor says it."""

    layout_type: LayoutType
    leading_byte_offset: int
    """K-major without a swizzle and MN-major with one: from a stripe to the next, bytes."""
    stride_byte_offset: int
    """From 8 rows to the next 8; of MN-major tiles without a swizzle, from a stripe to the next."""
    tma_swizzle: str
    """The swizzle of a tensor map that fills the tile: `"NONE"`, `"32B"`, `"64B"`, `"128B"`."""
    smem_swizzle: str | None
    """The same for `smem.alloc`, None for none."""

    @property
    def swizzle_code(self) -> int:
        """The swizzle as `ptx.wgmma.make_descriptor` takes it."""
        return int(self.layout_type)

    @property
    def swizzle(self) -> Swizzle:
        """The permutation of each stripe."""
        return standard_swizzle(self.smem_swizzle)

    @property
    def span(self) -> int:
        """Bytes of a row of a stripe."""
        return STRIPE_BYTES[self.layout_type]


def major_of(value: Any) -> Major:
    """Return which dimension is meant by `"K"`, `"MN"`, 0 or 1."""
    if isinstance(value, str) and value in Major.__members__:
        return Major[value]
    if isinstance(value, int) and value in (0, 1):
        return Major(value)
    msg = f'a tile must be "K"- or "MN"-major, got {value!r}'
    raise ValueError(msg)


def pick_gmma_layout(*, elem_bytes: int, m_or_n: int, k: int, major: Major) -> GmmaLayout:
    """Return the layout of a tile with the widest stripes that divide its rows.

    Args:
        elem_bytes: Bytes of an element.
        m_or_n: Rows of A or columns of B.
        k: The other dimension.
        major: `Major.K` or `Major.MN`; the latter for elements of 2 bytes alone.

    Raises `ValueError` where wgmma has no layout for it.
    """
    rows, columns = (m_or_n, k) if major is Major.K else (k, m_or_n)
    row = columns * elem_bytes
    for span in STRIPE_BYTES.values():
        if not row % span:
            return striped_layout(elem_bytes, (rows, columns), major, span)
    msg = (
        f"rows of {columns} elements of {elem_bytes} bytes are {row} bytes: "
        "wgmma reads rows of a multiple of 16"
    )
    raise ValueError(msg)


def striped_layout(elem_bytes: int, shape: tuple[int, int], major: Major, span: int) -> GmmaLayout:
    """Return the layout of a tile of (rows, neighbours) in stripes of `span` bytes."""
    rows, columns = shape
    if major is Major.MN and elem_bytes != _MN_MAJOR_BYTES:
        msg = (
            f"wgmma reads elements of {elem_bytes} bytes K-major only: "
            "MN-major tiles are of f16 or bf16"
        )
        raise ValueError(msg)
    if rows < 1 or rows % _PATTERN_ROWS or columns < 1 or columns * elem_bytes % span:
        msg = (
            f"a tile for wgmma has a multiple of 8 rows, each of a multiple of {span} bytes; "
            f"not {rows} of {columns * elem_bytes}"
        )
        raise ValueError(msg)
    kind = _LAYOUT_TYPES[span]
    stripe, lines = rows * span, _PATTERN_ROWS * span
    name = None if kind is LayoutType.INTERLEAVE else f"{span}B"
    # Without a swizzle, the two offsets change places for MN-major tiles.
    if kind is LayoutType.INTERLEAVE:
        leading, stride = (stripe, lines) if major is Major.K else (lines, stripe)
    else:
        # K-major, the leading offset is not used, and 16 is what others write there; nor is it
        # in a tile of one stripe.
        several = major is Major.MN and columns * elem_bytes > span
        leading, stride = (stripe if several else UNIT_BYTES), lines
    return GmmaLayout(kind, leading, stride, name or "NONE", name)


def layout_for_a(*, dtype: Type, m: int, k: int) -> GmmaLayout:
    """Return the layout of an A of `m` rows of `k` elements, K-major."""
    return pick_gmma_layout(elem_bytes=_bytes_of(dtype), m_or_n=m, k=k, major=Major.K)


def layout_for_b(*, dtype: Type, k: int, n: int) -> GmmaLayout:
    """Return the layout of a B of `k` rows of `n` elements, MN-major."""
    return pick_gmma_layout(elem_bytes=_bytes_of(dtype), m_or_n=n, k=k, major=Major.MN)


def _bytes_of(dtype: Type) -> int:
    return TYPES[dtype.fundamental].bits // 8


class Geometry(NamedTuple):
    """A tile in stripes: where in it the elements of a product begin."""

    rows: int
    row_bytes: int
    elem_bytes: int
    span: int
    """Bytes of a stripe's rows."""
    major: Major

    def offset(self, k: int, m_or_n: int = 0) -> int:
        """Return the bytes from the tile's start to an element, before swizzling."""
        row, column = (m_or_n, k) if self.major is Major.K else (k, m_or_n)
        stripe, inside = divmod(column * self.elem_bytes, self.span)
        return (stripe * self.rows + row) * self.span + inside

    def check(self, offset: int, extent: int, k: int) -> None:
        """Raise `ValueError` where a product that begins `offset` bytes after the start can't.

        Args:
            offset: Bytes from the start of the tile.
            extent: Rows of A or columns of B that the product takes.
            k: Elements that it takes along K.
        """
        stripe, within = divmod(offset, self.rows * self.span)
        row, inside = divmod(within, self.span)
        wanted_rows, wanted = (extent, k) if self.major is Major.K else (k, extent)
        columns = wanted * self.elem_bytes
        shown = f"a product that begins {offset} bytes after the start of a tile"
        if offset < 0 or inside % UNIT_BYTES or row % _PATTERN_ROWS:
            msg = f"{shown} does not begin at 8 rows and 16 bytes of them"
            raise ValueError(msg)
        begin = stripe * self.span + inside
        if row + wanted_rows > self.rows or begin + columns > self.row_bytes:
            msg = (
                f"{shown} takes the rows {row} to {row + wanted_rows - 1} and the bytes {begin} to "
                f"{begin + columns - 1} of each: the tile has {self.rows} rows of "
                f"{self.row_bytes} bytes"
            )
            raise ValueError(msg)
        if self.span > UNIT_BYTES and inside and inside + columns > self.span:
            msg = (
                f"{shown} takes {columns} bytes from byte {inside} of a swizzled stripe of "
                f"{self.span}: it goes beyond it"
            )
            raise ValueError(msg)
