"""Descriptors: the bits of their constants, and the address that is put into them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ptxpy import bf16, kernel, ptx, reg, smem, u32, u64
from ptxpy.dsl.shared import descriptors
from ptxpy.dsl.shared.layouts import Major, pick_gmma_layout


def constant_of(major: Major, m_or_n: int, k: int) -> int:
    """Return the constant of a tile of bf16."""
    layout = pick_gmma_layout(elem_bytes=2, m_or_n=m_or_n, k=k, major=major)
    return descriptors.wgmma_constant(
        layout.leading_byte_offset, layout.stride_byte_offset, layout.swizzle_code
    )


def test_wgmma_constants() -> None:
    """LBO in bits 16 to 29, SBO in 32 to 45, base offset in 49 to 51, swizzle in 62 and 63."""
    assert constant_of(Major.K, 64, 64) == 0x4000004000010000
    assert constant_of(Major.K, 64, 64) == descriptors.MASKED_DESC_B128
    assert constant_of(Major.MN, 256, 64) == 8192 >> 4 << 16 | 1024 >> 4 << 32 | 1 << 62
    assert constant_of(Major.K, 64, 32) == 0x8000002000010000
    assert constant_of(Major.K, 64, 16) == 0xC000001000010000
    made = descriptors.wgmma_constant(32, 48, "64B", 5)
    assert made == 2 << 16 | 3 << 32 | 5 << 49 | 2 << 62


def test_tcgen05_constants() -> None:
    """As for wgmma, with bit 46 set and the swizzle in bits 61 to 63."""
    made = descriptors.tcgen05_constant(16, 1024, "128B")
    assert made == 0x4000404000010000 == descriptors.TCGEN05_MASKED_DESC_B128
    swizzles = {"NONE": 0, "128B_BASE32B": 1, "128B": 2, "64B": 4, "32B": 6}
    for name, code in swizzles.items():
        made = descriptors.tcgen05_constant(32, 48, name, base_offset=3, lbo_mode=1)
        assert made == 2 << 16 | 3 << 32 | 1 << 46 | 3 << 49 | 1 << 52 | code << 61


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: descriptors.wgmma_constant(8, 1024, 1), "leading dimension byte offset is a mul"),
        (lambda: descriptors.wgmma_constant(16, 1 << 18, 1), "up to 262,128"),
        (lambda: descriptors.wgmma_constant(16, -16, 1), "stride dimension"),
        (lambda: descriptors.wgmma_constant(16, 16, 4), "the swizzle is one of"),
        (lambda: descriptors.wgmma_constant(16, 16, "16B"), "the swizzle is one of"),
        (lambda: descriptors.wgmma_constant(16, 16, 1, 8), "0 to 7"),
        (lambda: descriptors.tcgen05_constant(16, 16, "128B", version=0), "46 to 48"),
        (lambda: descriptors.tcgen05_constant(16, 16, "128B", lbo_mode=2), "lbo_mode"),
        (lambda: descriptors.tcgen05_constant(16, 16, 3), "the swizzle is one of"),
    ],
)
def test_wrong_fields(make: Callable[[], int], message: str) -> None:
    """What does not fit in a field."""
    with pytest.raises(ValueError, match=message):
        make()


def test_swizzles_of_none() -> None:
    """No swizzle is 0."""
    assert descriptors.swizzle_code(None, descriptors.WGMMA_SWIZZLES) == 0


def test_what_descriptors_hold_on_the_device() -> None:
    """The 14 bits of the address, whatever gives it."""

    @kernel(arch="sm_90a", version="8.0")
    def k(x: u64) -> None:
        out = ptx.ld.param.u64([x]).register()
        smem.alloc(bf16, (8, 64))
        tile = smem.wgmma_tile(bf16, (3, 8, 64), name="tile")
        base = ptx.mov.u32(tile).register()
        wide = reg.from_(ptx.cvt.u64.u32(base), u64)
        high = reg.from_(ptx.or_.b32(base, 5 << 24), u32)  # the rank of a CTA in its cluster
        common: Any = {"leading_byte_offset": 16, "stride_byte_offset": 1024, "swizzle": 1}
        made = [
            ptx.wgmma.make_descriptor(tile, **common),
            ptx.wgmma.make_descriptor(tile[2], **common, addr_byte_offset=32),
            ptx.wgmma.make_descriptor(base, **common, addr_byte_offset=48),
            ptx.wgmma.make_descriptor(wide, **common, addr_byte_offset=48),
            ptx.wgmma.make_descriptor("tile", **common),
            ptx.wgmma.auto_descriptor(high, dtype=bf16, shape=(8, 64), major="K"),
            ptx.wgmma.masked_descriptor(high, byte_offset=2048),
        ]
        for index, descriptor in enumerate(made):
            ptx.st.global_.b64([out, 8 * index], descriptor)
        ptx.st.global_.u32([out, 8 * len(made)], base)
        ptx.ret()

    out = np.zeros(8, np.uint64)
    k.launch(out, grid=1, block=1, device="cpu")
    base = int(out[7])
    assert base
    assert base % 1024 == 0
    offsets = [0, 2 * 1024 + 32, 48, 48, 0, 0, 2048]
    assert [int(each) for each in out[:7]] == [
        descriptors.MASKED_DESC_B128 | base + offset >> 4 for offset in offsets
    ]


@pytest.mark.parametrize(
    ("offset", "error"), [(8, ValueError), (-16, ValueError), ("16", TypeError)]
)
def test_unaligned_addresses(offset: Any, error: type[Exception]) -> None:
    """An address that is known is a multiple of 16."""

    @kernel(arch="sm_90a", version="8.0")
    def k() -> None:
        tile = smem.alloc(bf16, (8, 64))
        ptx.tcgen05.descriptor(tile, stride_bytes=1024, byte_offset=offset)
        ptx.ret()

    with pytest.raises(error, match="a descriptor's"):
        k.ptx()
