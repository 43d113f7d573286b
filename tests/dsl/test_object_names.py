"""Names of objects in shared memory, as operands: the address of the object."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ptxpy import Tile, bf16, f32, kernel, ptx, reg, smem, u32

SIZES = (1024, 64 * 1024)
"""Bytes before: those of variables that are declared, and more than these may have."""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("form", ["mov", "addr", "list", "text", "sum", "object"])
def test_an_object_is_read_where_it_lies(size: int, form: str) -> None:
    """Whether its variable is its own or the block that the launch gives."""

    @kernel(arch="sm_90a", out_specs=(Tile(1, f32),), grid=1, block=1)
    def k(out: Any) -> None:
        (place,) = ptx.global_ptrs(out)
        smem.alloc(bf16, (size // 2,), name="first")
        tile = smem.alloc(f32, (4,), name="second")
        tile[2] = 7.5
        value = reg.scalar(f32, 0.0)
        start = reg.scalar(u32, 0)
        if form == "mov":
            ptx.inst.mov.u32(start, tile.name)
            ptx.ld(f32, value, ptx.addr(start, 8), space="shared")
        elif form == "addr":
            ptx.ld(f32, value, ptx.addr(tile.name, 8), space="shared")
        elif form == "list":
            value = ptx.ld.shared.f32([tile.name, 8])
        elif form == "text":
            ptx.raw(f"mov.u32 {start.name}, {tile.name};")
            ptx.ld(f32, value, ptx.addr(start, 8), space="shared")
        elif form == "sum":
            ptx.raw("mov.u32 " + start.name + ", " + tile.name + ";")
            ptx.ld(f32, value, ptx.addr(start, 8), space="shared")
        else:
            value = ptx.ld.shared.f32([tile, 8])
        ptx.st.global_.f32([place], value)
        ptx.ret()

    np.testing.assert_array_equal(k(device="cpu"), [7.5])


def test_stages_and_barriers() -> None:
    """The name of a stage is that of the variable, and stands for the stage."""

    @kernel(arch="sm_90a")
    def k() -> None:
        ring = smem.alloc(bf16, (2, 64, 64), swizzle="128B", name="ring")
        bars = smem.mbarrier(2, "bars")
        assert ring.name == ring[1].name == "ring"
        assert bars.name == bars[1].name == "bars"
        assert f"{ring[1].name}" == "ring+8192"
        start = reg.scalar(u32)
        for name in (ring.name, ring[0].name, ring[1].name, bars[1].name):
            ptx.inst.mov.u32(start, name)
        ptx.ret()

    moves = [line.split(", ")[1] for line in k.ptx().splitlines() if "mov.u32" in line]
    assert moves == ["ring;", "ring;", "ring + 8192;", "bars + 8;"]


def test_an_offset_that_is_added_twice_is_refused() -> None:
    """The name has the offset of the object."""

    @kernel(arch="sm_90a", extern_smem=True)
    def k() -> None:
        smem.alloc(f32, (256,))
        tile = smem.alloc(f32, (4,))
        ptx.ld.shared.f32(ptx.addr(tile.name, tile.byte_offset))
        ptx.ret()

    with pytest.raises(TypeError, match=r"dyn_smem\+1024, to which 1024 is added again"):
        k.ptx()
