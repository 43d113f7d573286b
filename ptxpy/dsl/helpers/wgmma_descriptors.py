"""`ptx.wgmma`: the descriptors of matrices in shared memory (PTX ISA 9.7.15.5.1.2)."""

from __future__ import annotations

from typing import Any

from ptxpy.dsl.helpers.warp_matrices import type_name
from ptxpy.dsl.shared_memory import matrix_descriptors as descriptors
from ptxpy.dsl.shared_memory.wgmma_layouts import (
    Geometry,
    GmmaLayout,
    Major,
    major_of,
    pick_gmma_layout,
    striped_layout,
)
from ptxpy.dsl.tracing.instructions import helper
from ptxpy.dsl.values.operand_conversion import Register
from ptxpy.dsl.values.types import Type
from ptxpy.isa import TYPES
from ptxpy.isa.matrix_descriptors import swizzle_code, wgmma_descriptor
from ptxpy.isa.swizzles import UNIT_BYTES, WGMMA_CODES, standard_swizzle


@helper("wgmma.auto_descriptor")
def auto_descriptor(
    smem_base: Any, *, dtype: Type, shape: tuple[int, int], major: str | int
) -> Register:
    """Return a b64 register with the descriptor of a tile as `smem.wgmma_tile` lays it out.

    Emits `bfe.u32`, `cvt.u64.u32`, `or.b64` after the address has been computed.

    Args:
        smem_base: Where the tile begins: an array or a stage of one, or a register.
        dtype: The type of the elements.
        shape: Rows, and elements of a row, as `smem.wgmma_tile` takes them.
        major: `"K"` or 0, `"MN"` or 1: as trans_a or trans_b of the product.

    `ValueError` where there is no layout, or where the array has another swizzle.
    """
    along = major_of(major)
    if type(shape) not in (tuple, list) or [type(size) for size in shape] != [int, int]:
        msg = f"the shape of a tile is rows, and elements of a row: (64, 64), not {shape!r}"
        raise ValueError(msg)
    rows, columns = shape
    m_or_n, k = (rows, columns) if along is Major.K else (columns, rows)
    size = TYPES[type_name(dtype)].bits // 8
    layout = pick_gmma_layout(elem_bytes=size, m_or_n=m_or_n, k=k, major=along)
    _same_swizzle(smem_base, layout.tma_swizzle)
    descriptors.check_pattern(smem_base, 0, layout.swizzle)
    return descriptors.described(smem_base, constant_of(layout))


@helper("wgmma.make_descriptor")
def make_descriptor(
    smem_base: Any,
    *,
    leading_byte_offset: int,
    stride_byte_offset: int,
    swizzle: int | str = 0,
    base_offset: int = 0,
    addr_byte_offset: int = 0,
) -> Register:
    """Return a b64 register with a descriptor of these fields (PTX ISA 9.7.15.5.1.2).

    Emits `bfe.u32`, `cvt.u64.u32`, `or.b64` after the address has been computed.

    Args:
        smem_base: An array in shared memory or a stage of one, a name, or a register.
        leading_byte_offset: Bytes, a multiple of 16.
        stride_byte_offset: Bytes, a multiple of 16.
        swizzle: 0 or `"NONE"`, 1 or `"128B"`, 2 or `"64B"`, 3 or `"32B"`.
        base_offset: 0 where the swizzle's pattern begins at a multiple of 8 of its rows, else
            bits 7 to 9 of the address where it begins.
        addr_byte_offset: Bytes that are added to the address.
    """
    constant = wgmma_descriptor(leading_byte_offset, stride_byte_offset, swizzle, base_offset)
    code = swizzle_code(swizzle, WGMMA_CODES)
    name = next(name for name, known in WGMMA_CODES.items() if known == code)
    found = descriptors.array_of(smem_base)
    if found is not None and found[0].swizzle not in (None, "NONE"):
        _same_swizzle(smem_base, name)
    if not base_offset:
        descriptors.check_pattern(smem_base, addr_byte_offset, standard_swizzle(name))
    return descriptors.described(smem_base, constant, addr_byte_offset)


@helper("wgmma.descriptor_bits")
def descriptor_bits(
    *,
    leading_byte_offset: int = 0,
    stride_byte_offset: int = 0,
    swizzle: int | str = 0,
    base_offset: int = 0,
) -> int:
    """Return a descriptor of these fields without its address; nothing is emitted.

    Args:
        leading_byte_offset: Bytes, a multiple of 16.
        stride_byte_offset: Bytes, a multiple of 16.
        swizzle: 0 or `"NONE"`, 1 or `"128B"`, 2 or `"64B"`, 3 or `"32B"`.
        base_offset: As for `make_descriptor`.
    """
    return wgmma_descriptor(leading_byte_offset, stride_byte_offset, swizzle, base_offset)


@helper("wgmma.masked_descriptor")
def masked_descriptor(
    smem_addr: Any,
    *,
    byte_offset: int = 0,
    mask: int = 0x3FF80,
    const_bits: int = descriptors.MASKED_DESC_B128,
) -> Register:
    """Return a b64 register: `(smem_addr + byte_offset & mask) >> 4 | const_bits`.

    Emits `and.b32`, `shr.u32`, `cvt.u64.u32`, `or.b64` after the address is computed. The constant
    is that of K-major tiles in stripes of 128 bytes. The mask keeps addresses of whole lines of
    128 bytes: for a step within a line give 0x3FFF0.
    """
    if type(byte_offset) is not int or byte_offset % 16:
        msg = f"a descriptor's address is a multiple of 16, so byte_offset is; not {byte_offset!r}"
        raise ValueError(msg)
    if byte_offset & ~mask & 0x3FFF0:
        msg = f"the mask {mask:#x} cuts off bits of byte_offset={byte_offset}: use mask=0x3FFF0"
        raise ValueError(msg)
    return descriptors.masked(smem_addr, byte_offset, mask, const_bits)


@helper("wgmma.k_offset")
def k_offset(tile: Any, k: int, m_or_n: int = 0, *, major: str | int | None = None) -> int:
    """Return the bytes from a tile's start to an element; nothing is emitted.

    This is what `a_k_offset` and `b_k_offset` of a product take that begins at index `k` along K,
    and at row `m_or_n` of A or column of B. `major` is for arrays that are not of
    `smem.wgmma_tile`.
    """
    geometry, _ = tile_of(tile, major)
    columns = geometry.row_bytes // geometry.elem_bytes
    ends = (columns, geometry.rows) if geometry.major is Major.K else (geometry.rows, columns)
    for name, index, end in zip(("k", "m_or_n"), (k, m_or_n), ends, strict=True):
        if type(index) is not int or not 0 <= index <= end:
            msg = (
                f"{name} is an index that is known while tracing, up to {end} in {tile!r}, "
                f"not {index!r}"
            )
            raise ValueError(msg)
    return geometry.offset(k, m_or_n)


def constant_of(layout: GmmaLayout) -> int:
    """Return the descriptor of a layout, without an address."""
    return wgmma_descriptor(
        layout.leading_byte_offset, layout.stride_byte_offset, layout.swizzle_code
    )


def tile_of(value: Any, major: Any) -> tuple[Geometry, GmmaLayout]:
    """Return where elements of a tile in shared memory are, and its layout.

    `major` is for an array that is not of `smem.wgmma_tile`. `TypeError` for what is no tile,
    `ValueError` for one in an order that wgmma does not read.
    """
    found = descriptors.array_of(value)
    if found is None or len(found[1]) != 2:  # noqa: PLR2004 - rows and columns
        msg = (
            f"{value!r} is not a tile: a tile in shared memory has rows and columns, "
            "and tile[stage] is one of several"
        )
        raise TypeError(msg)
    array, (rows, columns) = found
    size = TYPES[array.dtype.fundamental].bits // 8
    layout = array.gmma_layout
    if layout is not None:
        along = major_of(array.gmma_major)
    else:
        along = major_of(Major.K if major is None else major)
        width = standard_swizzle(array.swizzle).width
        span = width or UNIT_BYTES
        if not width and columns * size != span:
            msg = (
                f"{value!r} has rows of {columns * size} bytes and no swizzle: wgmma reads no "
                "such order; smem.wgmma_tile allocates one that it reads"
            )
            raise ValueError(msg)
        layout = striped_layout(size, (rows, columns), along, span)
    return Geometry(rows, columns * size, size, layout.span, along), layout


def _same_swizzle(value: Any, wanted: str) -> None:
    found = descriptors.array_of(value)
    if found is not None and (found[0].swizzle or "NONE") != wanted:
        msg = (
            f"{value!r} has the swizzle {found[0].swizzle or 'NONE'}, and the descriptor is for "
            f"{wanted}: allocate it with smem.wgmma_tile, or with swizzle={wanted!r}"
        )
        raise ValueError(msg)
