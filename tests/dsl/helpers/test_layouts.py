"""The orders of tiles that wgmma reads."""

from __future__ import annotations

import pytest

from ptxpy import bf16, f16, kernel, ptx, smem
from ptxpy.dsl.shared_memory.wgmma_layouts import (
    Geometry,
    LayoutType,
    Major,
    layout_for_a,
    layout_for_b,
    major_of,
    pick_gmma_layout,
    striped_layout,
)


@pytest.mark.parametrize(
    ("size", "m_or_n", "k", "major", "kind", "leading", "stride", "swizzle"),
    [
        (2, 64, 64, Major.K, LayoutType.B128, 16, 1024, "128B"),
        (2, 64, 32, Major.K, LayoutType.B64, 16, 512, "64B"),
        (2, 64, 16, Major.K, LayoutType.B32, 16, 256, "32B"),
        (2, 64, 24, Major.K, LayoutType.INTERLEAVE, 1024, 128, None),
        (2, 64, 256, Major.K, LayoutType.B128, 16, 1024, "128B"),
        (2, 64, 96, Major.K, LayoutType.B64, 16, 512, "64B"),
        (4, 128, 32, Major.K, LayoutType.B128, 16, 1024, "128B"),
        (1, 8, 32, Major.K, LayoutType.B32, 16, 256, "32B"),
        (2, 256, 64, Major.MN, LayoutType.B128, 8192, 1024, "128B"),
        (2, 64, 64, Major.MN, LayoutType.B128, 16, 1024, "128B"),
        (2, 32, 64, Major.MN, LayoutType.B64, 16, 512, "64B"),
        (2, 96, 16, Major.MN, LayoutType.B64, 1024, 512, "64B"),
        (2, 16, 16, Major.MN, LayoutType.B32, 16, 256, "32B"),
        (2, 8, 16, Major.MN, LayoutType.INTERLEAVE, 128, 256, None),
        (2, 24, 16, Major.MN, LayoutType.INTERLEAVE, 128, 256, None),
    ],
)
def test_layouts(
    size: int,
    m_or_n: int,
    k: int,
    major: Major,
    kind: LayoutType,
    leading: int,
    stride: int,
    swizzle: str | None,
) -> None:
    """The widest stripes that divide the rows, and the offsets that go with them (bytes)."""
    found = pick_gmma_layout(elem_bytes=size, m_or_n=m_or_n, k=k, major=major)
    assert (found.layout_type, found.leading_byte_offset) == (kind, leading)
    assert (found.stride_byte_offset, found.smem_swizzle) == (stride, swizzle)
    assert found.tma_swizzle == (swizzle or "NONE")
    assert found.swizzle_code == kind
    assert found.span == int((swizzle or "16B")[:-1])


def test_layouts_of_operands() -> None:
    """A is K-major, B is MN-major."""
    assert layout_for_a(dtype=bf16, m=64, k=64) == pick_gmma_layout(
        elem_bytes=2, m_or_n=64, k=64, major=Major.K
    )
    assert layout_for_b(dtype=f16, k=16, n=256) == pick_gmma_layout(
        elem_bytes=2, m_or_n=256, k=16, major=Major.MN
    )


def test_majors() -> None:
    """Names and numbers."""
    assert [major_of(each) for each in ("K", "MN", 0, 1)] == [0, 1, 0, 1]
    for wrong in ("M", 2, None):
        with pytest.raises(ValueError, match="-major"):
            major_of(wrong)


@pytest.mark.parametrize(
    ("size", "m_or_n", "k", "major", "message"),
    [
        (2, 64, 4, Major.K, "multiple of 16"),
        (2, 60, 64, Major.K, "multiple of 8 rows"),
        (2, 0, 64, Major.K, "multiple of 8 rows"),
        (1, 64, 64, Major.MN, "f16 or bf16"),
        (4, 64, 64, Major.MN, "f16 or bf16"),
    ],
)
def test_no_layout(size: int, m_or_n: int, k: int, major: Major, message: str) -> None:
    """What wgmma has no layout for."""
    with pytest.raises(ValueError, match=message):
        pick_gmma_layout(elem_bytes=size, m_or_n=m_or_n, k=k, major=major)


def test_stripes_that_do_not_divide_the_rows() -> None:
    """A swizzle wider than the rows."""
    with pytest.raises(ValueError, match="multiple of 128 bytes"):
        striped_layout(2, (64, 32), Major.K, 128)


def test_offsets() -> None:
    """Where elements of a tile are: rows of a stripe, then the next stripe."""
    k_major = Geometry(64, 512, 2, 128, Major.K)
    assert k_major.offset(16) == 32
    assert k_major.offset(64) == 64 * 128
    assert k_major.offset(80, 8) == 64 * 128 + 8 * 128 + 32
    mn_major = Geometry(64, 512, 2, 128, Major.MN)
    assert mn_major.offset(16) == 16 * 128
    assert mn_major.offset(16, 64) == 64 * 128 + 16 * 128
    narrow = Geometry(64, 32, 2, 32, Major.MN)
    assert narrow.offset(16) == 16 * 32


@pytest.mark.parametrize(
    ("geometry", "offset", "extent", "k", "message"),
    [
        (Geometry(64, 128, 2, 128, Major.K), 96, 64, 16, ""),
        (Geometry(128, 128, 2, 128, Major.K), 64 * 128 + 32, 64, 16, ""),
        (Geometry(64, 48, 2, 16, Major.K), 1024, 64, 16, ""),
        (Geometry(64, 48, 2, 16, Major.K), 2048, 64, 16, "bytes 32 to 63"),
        (Geometry(64, 128, 2, 128, Major.K), -32, 64, 16, "does not begin"),
        (Geometry(64, 256, 2, 128, Major.K), 112, 64, 16, "goes beyond"),
        (Geometry(64, 256, 2, 128, Major.MN), 0, 128, 16, ""),
        (Geometry(64, 256, 2, 128, Major.MN), 64, 32, 16, ""),
        (Geometry(64, 256, 2, 128, Major.MN), 64, 64, 16, "goes beyond"),
        (Geometry(64, 256, 2, 128, Major.MN), 56 * 128, 64, 16, "rows 56 to 71"),
    ],
)
def test_what_a_product_takes(
    geometry: Geometry, offset: int, extent: int, k: int, message: str
) -> None:
    """Rows, bytes of a row and stripes hold what is taken."""
    if not message:
        geometry.check(offset, extent, k)
        return
    with pytest.raises(ValueError, match=message):
        geometry.check(offset, extent, k)


def test_tile_of_rows_and_columns_is_one_stage() -> None:
    """`tile[0]` is all of it; a tile with a dimension in front has stages."""

    @kernel(arch="sm_90a")
    def k() -> None:
        tile = smem.wgmma_tile(bf16, (64, 64))
        ring = smem.wgmma_tile(bf16, (3, 64, 64))
        assert (tile.stages, tile[0].shape, tile[0].nbytes) == (1, (64, 64), 8192)
        assert (ring.stages, ring[2].shape, ring[2].nbytes) == (3, (64, 64), 8192)
        assert ring[2].start - ring.start == 16384
        with pytest.raises(IndexError, match=r"has one stage, \[0\], not 1"):
            tile[1]
        with pytest.raises(IndexError, match="has the stages 0 to 2, not 3"):
            ring[3]
        ptx.ret()

    k.ptx()
