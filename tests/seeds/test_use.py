"""The ways of writing that the seed pages show."""

from __future__ import annotations

from typing import Any

import numpy as np

from ptxpy import Layout, Tile, intrinsic, kernel, ptx, reg, smem
from ptxpy.types import b32, b64, bf16, f32, pred, u32


def test_the_smallest_kernel() -> None:
    """A register, an operator, an instruction with its destination first."""

    @kernel(arch="sm_90a")
    def tiny() -> None:
        tid = reg.from_(ptx.special.tid.x(), u32)
        value = tid + 1
        ptx.inst.mov.u32(tid, value)
        ptx.ret()

    lines = [line.strip() for line in tiny.ptx().split("{\n")[1].splitlines()]
    assert lines[1:5] == [
        "mov.u32 %r0, %tid.x;",
        "add.u32 %r1, %r0, 1;",
        "mov.u32 %r0, %r1;",
        "ret;",
    ]


def test_registers() -> None:
    """Scalars, arrays, predicates, comparisons."""

    @kernel(arch="sm_90a", in_specs=(), out_specs=(Tile(32, f32),), grid=1, block=32)
    def registers(out: Any) -> None:
        tid = reg.from_(ptx.special.tid.x(), u32)
        acc = reg.array(f32, 8)
        p = reg.scalar(pred)
        lane = tid & 31
        ptx.setp("eq", u32, p, lane, 0)
        for index in range(8):
            acc[index] = float(index)
        (place,) = ptx.global_ptrs(out)
        place += ptx.mul.wide.u32(lane, 4)
        ptx.st.global_.f32([place], acc[7])
        ptx.st(f32, ptx.addr(place), acc[1], pred=p)
        is_lane_one = lane == 1
        with ptx.if_(is_lane_one):
            ptx.st.global_.f32([place], acc[2])
        ptx.ret()

    np.testing.assert_array_equal(registers(device="cpu"), [1, 2, *[7] * 30])


def test_shared_memory() -> None:
    """Stages of a swizzled ring, and mbarriers."""
    stages, rows, columns = 4, 64, 64
    places: list[tuple[int, str]] = []

    @kernel(arch="sm_90a")
    def shared() -> None:
        ring = smem.alloc(bf16, (stages, rows, columns), swizzle="128B")
        bar_full = smem.mbarrier(stages)
        for stage in range(stages):
            places.append((ring[stage].start, bar_full[stage].name))
            ptx.mbarrier.init(bar_full[stage], 1)
        ptx.ret()

    text = shared.ptx()
    assert [offset for offset, _ in places] == [0, 8192, 16384, 24576]
    assert ".shared .align 1024 .b8 smem_0[32768];" in text
    assert "mbarrier.init.shared::cta.b64 [mbar_0+24], 1;" in text


def test_a_kernel_with_tiles() -> None:
    """Symbolic dimensions give the grid; keyword-only parameters are not in the PTX."""

    @intrinsic
    def twice(x: Any) -> Any:
        return x + x

    @kernel(
        in_specs=(Tile("M", "N", f32, Layout.ROW),),
        out_specs=(Tile("M", "N", f32),),
        grid=lambda M, N: (N // 32, M),  # noqa: N803 - as in the tiles
        block=(32, 1, 1),
        cluster=(1, 1, 1),
        arch="sm_90a",
    )
    def doubled(a: Any, b: Any, *, factor: float = 1.0) -> None:
        source, target = ptx.global_ptrs(a, b)
        row, block = ptx.ctaid_y(), ptx.ctaid_x()
        column = block * 32 + ptx.special.tid.x()
        offset = ptx.mul.wide.u32(row * a.shape[1] + column, 4)
        value = twice(ptx.ld.global_.f32([source + offset]))
        ptx.st.global_.f32([target + offset], value * factor)
        ptx.ret()

    a = np.arange(128, dtype=np.float32).reshape(2, 64)
    np.testing.assert_array_equal(doubled(a, device="cpu", factor=0.5), a)
    text = doubled.ptx(M=2, N=64)
    assert "factor" not in text
    assert text.index("// begin twice") < text.index("add.f32") < text.index("// end twice")


def test_names_of_values() -> None:
    """A value has the name and the type of its register, after `+=` the new one."""
    found = []

    @kernel(arch="sm_80")
    def named(n: u32) -> None:  # noqa: ARG001 - it is loaded by its name
        x = ptx.param(u32, "n")
        x += 1
        found.append((x.name, x.dtype))
        ptx.raw(f"add.u32 {x.name}, {x.name}, 1;")
        both = ptx.mov.b64([x, x])
        low, _ = ptx.mov.b64(both)
        found.extend((each.name, each.dtype) for each in (both, low))
        ptx.ret()

    text = named.ptx()
    assert found == [("%r1", u32), ("%rd0", b64), ("%r2", b32)]
    assert "add.u32 %r1, %r0, 1;" in text
    assert "add.u32 %r1, %r1, 1;" in text
    assert (repr(f32), repr(pred), reg.pred_type) == ("f32", "pred", pred)
    assert repr(f32[4]) != "f32"


def test_an_address_and_an_index_of_32_bits() -> None:
    """The index is extended by the sign of its type, on either side and in place."""

    @kernel(arch="sm_80", in_specs=(Tile(32, f32),), out_specs=(Tile(32, f32),), grid=1, block=32)
    def reversed_(a: Any, b: Any) -> None:
        source, target = ptx.global_ptrs(a, b)
        tid = ptx.special.tid.x()
        source += 31 * 4
        back = (0 - tid.s32) * 4
        target += tid * 4
        ptx.st.global_.f32([target], ptx.ld.global_.f32([back + source]))
        ptx.ret()

    a = np.arange(32, dtype=np.float32)
    np.testing.assert_array_equal(reversed_(a, device="cpu"), a[::-1])
    assert "cvt.s64.s32" in reversed_.ptx()
    assert "cvt.u64.u32" in reversed_.ptx()
