"""Pipelines, named barriers, chains and typed forms at work, in the simulator."""

from __future__ import annotations

import numpy as np
import pytest

from ptxpy import b8, b32, f16, f32, kernel, ptx, reg, s32, smem, u32, u64


@pytest.mark.parametrize("stages", [1, 2, 3, 4])
@pytest.mark.parametrize("given", [False, True])
def test_pipeline(stages: int, given: bool) -> None:
    """Stages go round, and the phase flips with each round, inside a loop of the device."""

    @kernel(arch="sm_90a", version="8.0")
    def rounds(x: u64) -> None:
        place = reg.from_(ptx.ld.param.u64([x]), u64)
        registers = {"cursor": reg.scalar(u32, 0), "phase": reg.scalar(b32, 0)} if given else {}
        ring = ptx.pipeline(stages, **registers)
        assert ring.n_stages == stages
        assert not given or ring.cursor is registers["cursor"]
        for _ in ptx.range_(0, 5):
            for _ in range(2):
                stage, phase = ring.advance()
                assert phase is ring.phase
                ptx.st(u32.v2, place, (stage, phase))
                ptx.add(u64, place, place, 8)
        ptx.ret()

    values = np.zeros((10, 2), np.uint32)
    rounds.launch(values, grid=1, block=1, device="cpu", strict=True)
    expected = [(i % stages, i // stages % 2) for i in range(10)]
    assert values.tolist() == [list(pair) for pair in expected]


def test_named_barriers() -> None:
    """One warp arrives and goes on, the other waits for what it has written."""

    @kernel(arch="sm_90a", version="8.0")
    def hand_over(x: u64) -> None:
        place = reg.from_(ptx.ld.param.u64([x]), u64)
        shared = ptx.var("shared", b8, "box", size=128, align=16)
        thread = ptx.special.tid.x().register()
        slot = reg.scalar(u32)
        ptx.pipe(thread).and_.b32(slot, 31).shl.b32(slot, 2)
        base = ptx.mov.u32(shared).register()
        ptx.add(u32, base, base, slot)
        filled = ptx.named_barrier(1, count=64)
        with ptx.if_(thread < 32):
            ptx.st(u32, base, thread, space="shared")
            filled.arrive()
        with ptx.else_():
            filled.sync()
            value = reg.scalar(u32)
            ptx.ld(u32, value, base, space="shared")
            ptx.add(u64, place, place, ptx.cvt.u64.u32(slot))
            ptx.st(u32, place, value)
        ptx.ret()

    values = np.zeros(32, np.uint32)
    hand_over.launch(values, grid=1, block=64, device="cpu", strict=True)
    np.testing.assert_array_equal(values, np.arange(32))


def test_a_barrier_for_all() -> None:
    """Without a count, all threads of the CTA meet."""

    @kernel(arch="sm_90a", version="8.0")
    def reverse(x: u64) -> None:
        box = smem.alloc(u32, (64,), name="box")
        place = reg.from_(ptx.ld.param.u64([x]), u64)
        thread = ptx.special.tid.x().register()
        base = ptx.mov.u32(box).register()
        ptx.st(u32, ptx.mad(thread, 4, base), thread, space="shared")
        ptx.named_barrier(0).sync()
        value = reg.scalar(u32)
        mirrored = ptx.sub.u32(63, thread)
        ptx.ld(u32, value, ptx.mad(mirrored, 4, base), space="shared")
        ptx.add(u64, place, place, ptx.mul.wide.u32(thread, 4))
        ptx.st(u32, place, value)
        ptx.ret()

    values = np.zeros(64, np.uint32)
    reverse.launch(values, grid=1, block=64, device="cpu", strict=True)
    np.testing.assert_array_equal(values, np.arange(64)[::-1])


def test_typed_forms_compute() -> None:
    """A polynomial in halves and floats, with conversions and a selection between."""

    @kernel(arch="sm_90a", version="8.0")
    def polynomial(x: u64) -> None:
        place = reg.from_(ptx.ld.param.u64([x]), u64)
        lane = ptx.sreg("%laneid").register()
        ptx.add(u64, place, place, ptx.mul.wide.u32(lane, 4))
        value, half, three = reg.scalar(f32), reg.scalar(f16), reg.scalar(f16)
        ptx.ld(f32, value, place)
        ptx.cvt(f16, f32, half, value, rounding="rn")
        ptx.mov(f16, three, 3.0)
        ptx.mad(f16, half, half, half, three)
        ptx.cvt(f32, f16, value, half)
        with ptx.expr():
            odd = (lane & 1) == 1
        ptx.selp(f32, value, value, -1.0, odd)
        ptx.mad(f32, value, value, value, 0.5)
        number = reg.scalar(s32)
        ptx.cvt(s32, f32, number, value, rounding="rzi")
        ptx.st(s32, place, number)
        ptx.ret()

    values = np.linspace(-4, 4, 32, dtype=np.float32)
    halves = (values.astype(np.float16).astype(np.float64) ** 2 + 3).astype(np.float16)
    chosen = np.where(np.arange(32) % 2, halves.astype(np.float32), np.float32(-1))
    expected = np.trunc(chosen.astype(np.float64) ** 2 + 0.5).astype(np.int32)
    polynomial.launch(values, grid=1, block=32, device="cpu", strict=True)
    np.testing.assert_array_equal(values.view(np.int32), expected)
