"""Kernels that copy with the helpers, on the CPU, also in strict mode."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ptxpy import TensorMap, Tile, allocate, cpasync, f32, kernel, ptx, reg, smem, u32, u64
from ptxpy.dsl.values.types import b8

MAP = b8.align(64)[128]

pytestmark = pytest.mark.parametrize("strict", [False, True])


@pytest.fixture
def random() -> np.random.Generator:
    """Return a source of the same numbers in every run."""
    return np.random.default_rng(8)


@pytest.mark.parametrize("size", [4, 8, 16])
def test_copies(random: np.random.Generator, size: int, strict: bool) -> None:
    """Each thread copies a piece, of which the last bytes are cut off, or nothing at all."""

    @kernel(arch="sm_80", version="7.8")
    def k(x: u64, out: u64) -> None:
        tile = smem.alloc(u32, (3, 32 * size // 4))
        source = ptx.ld.param.u64([x])
        target = ptx.ld.param.u64([out])
        t = reg.from_(ptx.special.tid.x(), u32)
        base = reg.from_(ptx.mov.u32(tile), u32)
        to = ptx.mad.lo.u32(t, size, base)
        at = ptx.mad.wide.u32(t, size, source)
        for word in range(0, size, 4):
            ptx.st.shared.u32([to, 64 * size + word], 7)
        cpasync.cp_async_gs(size, to, at)
        cpasync.cp_async_shared_global([to, 32 * size], at, size, "ca", src_size=t & 3)
        cpasync.cp_async_gs_conditional(size, [to, 64 * size], at, t >= 16)
        ptx.cp.async_.wait_all()
        ptx.bar.sync(0)
        for stage in range(3):
            for word in range(0, size, 4):
                value = ptx.ld.shared.u32([to, 32 * size * stage + word])
                written = ptx.mad.wide.u32(t, size, target)
                ptx.st.global_.u32([written, 32 * size * stage + word], value)
        ptx.ret()

    x = random.integers(0, 256, 32 * size, dtype=np.uint8)
    out = np.zeros((3, 32, size), np.uint8)
    k.launch(x, out, grid=1, block=32, device="cpu", strict=strict)
    pieces = x.reshape(32, size)
    kept = np.arange(size) < (np.arange(32) & 3)[:, None]
    sevens = np.tile(np.array([7, 0, 0, 0], np.uint8), size // 4)
    assert (out[0] == pieces).all()
    assert (out[1] == np.where(kept, pieces, 0)).all()
    assert (out[2] == np.where(np.arange(32)[:, None] >= 16, pieces, sevens)).all()


def test_arrivals_of_copies(random: np.random.Generator, strict: bool) -> None:
    """An mbarrier hears when the copies of 32 threads are done."""

    @kernel(arch="sm_90a", version="8.0")
    def k(x: u64, out: u64) -> None:
        tile = smem.alloc(f32, 32)
        bar = smem.mbarrier(1)[0]
        t = reg.from_(ptx.special.tid.x(), u32)
        with ptx.if_(t == 0):
            ptx.mbarrier.init.shared__cta.b64([bar], 32)
            cpasync.fence_barrier_init()
        ptx.bar.sync(0)
        to = ptx.mad.lo.u32(t, 4, ptx.mov.u32(tile))
        cpasync.cp_async_gs(4, to, ptx.mad.wide.u32(t, 4, ptx.ld.param.u64([x])))
        cpasync.mbarrier_cp_async_arrive(bar)
        ptx.mbarrier.arrive.shared__cta.b64([bar])
        cpasync.mbarrier_wait(bar, 0)
        other = ptx.mad.lo.u32(31 - t, 4, ptx.mov.u32(tile))
        value = ptx.ld.shared.f32([other])
        ptx.st.global_.f32([ptx.mad.wide.u32(t, 4, ptx.ld.param.u64([out]))], value)
        ptx.ret()

    x = random.random(32, dtype=np.float32)
    out = np.zeros_like(x)
    k.launch(x, out, grid=1, block=32, device="cpu", strict=strict)
    assert (out == x[::-1]).all()


@pytest.mark.parametrize("rank", range(1, 6))
def test_boxes(random: np.random.Generator, rank: int, strict: bool) -> None:
    """CTAs load boxes, double them, store them to one tensor and add them to another."""

    @kernel(arch="sm_90a", version="8.0")
    def k(source: MAP, target: MAP, total: MAP) -> None:
        tile = smem.alloc(f32, (32 * 2 ** (rank - 1),))
        bar = smem.mbarrier(1)[0]
        t = reg.from_(ptx.special.tid.x(), u32)
        maps = [cpasync.extract_tensormap_ptr(each) for each in (source, target, total)]
        first = reg.from_(ptx.special.ctaid.x(), u32) * 32
        coordinates = (first, *range(1, rank))
        with ptx.if_(t == 0):
            for each in maps:
                cpasync.prefetch_tma_descriptor(each)
            ptx.mbarrier.init.shared__cta.b64([bar], 1)
            cpasync.fence_barrier_init()
        ptx.bar.sync(0)
        with ptx.if_(t == 0):
            ptx.inst.mbarrier.arrive.expect_tx.shared__cta.b64("_", [bar], tile.nbytes)
            cpasync.tma_load(maps[0], bar, tile, coordinates)
        cpasync.mbarrier_wait(bar, 0)
        at = reg.from_(ptx.mad.lo.u32(t, 4, ptx.mov.u32(tile)), u32)
        for row in range(2 ** (rank - 1)):
            value = ptx.ld.shared.f32([at, 128 * row])
            ptx.st.shared.f32([at, 128 * row], value + value)
        cpasync.fence_proxy_async()
        ptx.bar.sync(0)
        with ptx.if_(t == 0):
            cpasync.tma_store(maps[1], tile, coordinates)
            cpasync.tma_reduce(maps[2], tile, coordinates)
            cpasync.tma_store_arrive()
            cpasync.tma_store_wait(0)
            cpasync.tma_store_wait(0, read=False)
        ptx.ret()

    shape = (6, 5, 4, 4, 64)[-rank:]
    x = random.integers(-9, 10, shape).astype(np.float32)
    target, total = np.zeros_like(x), random.integers(-9, 10, shape).astype(np.float32)
    # The innermost coordinate is the last index; a box has two of each outer dimension, at 1, 2, …
    inner = tuple(slice(axis, axis + 2) for axis in range(rank - 1, 0, -1))
    expected = np.zeros_like(x)
    expected[inner] = 2 * x[inner]
    summed = total + expected
    box = (2,) * (rank - 1) + (32,)
    maps = [TensorMap(each, box) for each in (x, target, total)]
    k.launch(*maps, grid=2, block=32, device="cpu", strict=strict)
    assert (target == expected).all()
    assert (total == summed).all()


def test_a_copy_on_ampere(*, strict: bool) -> None:
    """Before sm_90 a thread asks again without being suspended."""

    @kernel(arch="sm_80", in_specs=(Tile(32, f32),), out_specs=(Tile(32, f32),), grid=1, block=32)
    def copy(a: Any, b: Any) -> None:
        source, target = ptx.global_ptrs(a, b)
        page = smem.alloc(f32, 32)
        offset = ptx.special.tid.x() * 4
        mine = ptx.mov.u32(page) + offset
        bar = allocate.alloc_barrier(32)
        cpasync.cp_async_gs(4, mine, source + offset)
        cpasync.mbarrier_cp_async_arrive(bar)
        ptx.mbarrier.arrive(bar)
        cpasync.mbarrier_wait(bar, 0)
        ptx.st.global_.f32([target + offset], ptx.ld.shared.f32([mine]))
        ptx.ret()

    a = np.arange(32, dtype=np.float32)
    np.testing.assert_array_equal(copy(a, device="cpu", strict=strict), a)
    assert "try_wait" not in copy.ptx()
