"""Descriptors: the bits of their constants, and the address that is put into them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ptxpy import bf16, f16, f32, kernel, ptx, reg, smem, u32, u64
from ptxpy.dsl.shared_memory import matrix_descriptors as descriptors
from ptxpy.dsl.shared_memory.wgmma_layouts import Major, pick_gmma_layout
from ptxpy.isa.matrix_descriptors import swizzle_code, tcgen05_descriptor, wgmma_descriptor
from ptxpy.isa.swizzles import WGMMA_CODES


def constant_of(major: Major, m_or_n: int, k: int) -> int:
    """Return the constant of a tile of bf16."""
    layout = pick_gmma_layout(elem_bytes=2, m_or_n=m_or_n, k=k, major=major)
    return wgmma_descriptor(
        layout.leading_byte_offset, layout.stride_byte_offset, layout.swizzle_code
    )


def test_wgmma_constants() -> None:
    """LBO in bits 16 to 29, SBO in 32 to 45, base offset in 49 to 51, swizzle in 62 and 63."""
    assert constant_of(Major.K, 64, 64) == 0x4000004000010000
    assert constant_of(Major.K, 64, 64) == descriptors.MASKED_DESC_B128
    assert constant_of(Major.MN, 256, 64) == 8192 >> 4 << 16 | 1024 >> 4 << 32 | 1 << 62
    assert constant_of(Major.K, 64, 32) == 0x8000002000010000
    assert constant_of(Major.K, 64, 16) == 0xC000001000010000
    made = wgmma_descriptor(32, 48, "64B", 5)
    assert made == 2 << 16 | 3 << 32 | 5 << 49 | 2 << 62


def test_tcgen05_constants() -> None:
    """As for wgmma, with bit 46 set and the swizzle in bits 61 to 63."""
    made = tcgen05_descriptor(16, 1024, "128B")
    assert made == 0x4000404000010000 == descriptors.TCGEN05_MASKED_DESC_B128
    swizzles = {"NONE": 0, "128B_BASE32B": 1, "128B": 2, "64B": 4, "32B": 6}
    for name, code in swizzles.items():
        made = tcgen05_descriptor(32, 48, name, base_offset=3, lbo_mode=1)
        assert made == 2 << 16 | 3 << 32 | 1 << 46 | 3 << 49 | 1 << 52 | code << 61


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: wgmma_descriptor(8, 1024, 1), "leading dimension byte offset must be a mul"),
        (lambda: wgmma_descriptor(16, 1 << 18, 1), "up to 262,128"),
        (lambda: wgmma_descriptor(16, -16, 1), "stride dimension"),
        (lambda: wgmma_descriptor(16, 16, 4), "the swizzle must be one of"),
        (lambda: wgmma_descriptor(16, 16, "16B"), "the swizzle must be one of"),
        (lambda: wgmma_descriptor(16, 16, 1, 8), "0 to 7"),
        (lambda: tcgen05_descriptor(16, 16, "128B", version=0), "46 to 48"),
        (lambda: tcgen05_descriptor(16, 16, "128B", lbo_mode=2), "lbo_mode"),
        (lambda: tcgen05_descriptor(16, 16, 3), "the swizzle must be one of"),
    ],
)
def test_wrong_fields(make: Callable[[], int], message: str) -> None:
    """What does not fit in a field."""
    with pytest.raises(ValueError, match=message):
        make()


def test_swizzles_of_none() -> None:
    """No swizzle is 0."""
    assert swizzle_code(None, WGMMA_CODES) == 0


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
def test_unaligned_addresses(offset: int | str, error: type[Exception]) -> None:
    """An address that is known is a multiple of 16."""

    @kernel(arch="sm_90a", version="8.0")
    def k() -> None:
        tile = smem.alloc(bf16, (8, 64))
        ptx.tcgen05.descriptor(tile, stride_bytes=128, swizzle="NONE", byte_offset=offset)  # type: ignore[arg-type]
        ptx.ret()

    with pytest.raises(error, match="a descriptor's"):
        k.ptx()


def test_instruction_descriptors() -> None:
    """The bits of PTX ISA 9.7.16.4.2."""
    make = ptx.tcgen05.make_instr_desc
    assert ptx.tcgen05.make_instr_desc_f16bf16_f32() == 0x8400490
    assert make("f16", m=128, n=256, dtype_d=f32, dtype_a=bf16) == 0x8400490
    f16_in_f16 = make("f16", m=64, n=8, dtype_d="f16", dtype_a=f16, a_major="MN", scale_b=-1)
    assert f16_in_f16 == 1 << 14 | 1 << 15 | 1 << 17 | 4 << 24
    tf32 = make("tf32", m=256, n=64, dtype_d="f32", dtype_a="tf32", b_major=1, scale_a=-1)
    assert tf32 == 1 << 4 | 2 << 7 | 2 << 10 | 1 << 13 | 1 << 16 | 8 << 17 | 16 << 24
    fp8 = make("f8f6f4", m=128, n=16, dtype_d="f32", dtype_a="e2m1", dtype_b="e5m2", max_shift=3)
    assert fp8 == 1 << 4 | 5 << 7 | 1 << 10 | 2 << 17 | 8 << 24 | 3 << 30
    int8 = make(
        "i8",
        m=128,
        n=32,
        dtype_d="s32",
        dtype_a="s8",
        dtype_b="u8",
        saturate=True,
        sparse=True,
        sparsity_selector=2,
    )
    assert int8 == 2 | 1 << 2 | 1 << 3 | 2 << 4 | 1 << 7 | 4 << 17 | 8 << 24


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"kind": "mxf4"}, "kind must be one of"),
        ({"dtype_a": "tf32"}, "A of kind::f16 is of f16, bf16; not 'tf32'"),
        ({"dtype_b": "f16"}, "both f16 or both bf16"),
        ({"dtype_d": "s32"}, "D of kind::f16"),
        ({"dtype_d": "f16"}, "added in f32"),
        ({"m": 96}, "64, 128 or 256 rows"),
        ({"n": 264}, "up to 256"),
        ({"n": 24}, "of 16 from 128 rows on"),
        ({"saturate": True}, "kind::i8"),
        ({"scale_a": 0}, "1 or -1"),
        ({"a_major": "row"}, "-major"),
        ({"max_shift": 8}, "0 to 3"),
        ({"sparsity_selector": 4}, "0 to 3"),
    ],
)
def test_wrong_instruction_descriptors(given: dict[str, Any], message: str) -> None:
    """What the fields cannot hold."""
    common = {"kind": "f16", "m": 128, "n": 256, "dtype_d": "f32", "dtype_a": "bf16", **given}
    with pytest.raises(ValueError, match=message):
        ptx.tcgen05.make_instr_desc(common.pop("kind"), **common)


def test_an_offset_back() -> None:
    """A negative offset leads back, in a register's address and in a descriptor."""

    @kernel(arch="sm_90a")
    def back(x: u64, place: u32) -> None:  # noqa: ARG001 - loaded by their names
        at = ptx.param(u32, "place")
        ptx.wgmma.make_descriptor(
            at, leading_byte_offset=16, stride_byte_offset=1024, addr_byte_offset=-32
        )
        ptx.wgmma.masked_descriptor(at, byte_offset=-128)
        descriptors.advanced(ptx.param(u64, "x"), -64)
        with pytest.raises(ValueError, match="a multiple of 16"):
            descriptors.advanced(ptx.param(u64, "x"), -8)
        ptx.ret()

    text = back.ptx()
    for line in ("add.u32 %r1, %r0, -32;", "add.u32 %r3, %r0, -128;", ", -4;"):
        assert line in text
