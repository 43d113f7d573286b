"""Kernels that load and store boxes: two stages, and one load for two CTAs."""

from __future__ import annotations

import numpy as np
import pytest

import ptxpy
from ptxpy import b8, bf16, f32, kernel, ptx, reg, smem, u32
from tests.dsl.helpers.written import generic

MAP = b8[128].align(64)


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("blocks", [1, 3, 6])
def test_two_stages(blocks: int, strict: bool) -> None:
    """Boxes are loaded ahead into two stages, doubled, stored, and added to a sum."""

    @kernel(arch="sm_90a", version="8.0")
    def double(source: MAP, target: MAP, total: MAP) -> None:
        tile = smem.alloc(f32, (2, 8, 32))
        bars = smem.mbarrier(2)
        maps = [generic(each).register() for each in (source, target, total)]
        thread = ptx.special.tid.x().register()
        first = thread == 0
        for bar in (bars[0], bars[1]):
            ptx.mbarrier.init(bar, 1, pred=first)
        ptx.tma.prefetch(maps[0], pred=first)
        ptx.fence.mbarrier_init()
        ptx.bar.sync(0)

        def fill(step: int) -> None:
            ptx.mbarrier.arrive_expect_tx(bars[step % 2], 1024)
            ptx.tma.load(tile[step % 2], maps[0], (0, 8 * step), bars[step % 2])

        with ptx.if_(first):
            fill(0)
        for step in range(blocks):
            stage = tile[step % 2]
            if step + 1 < blocks:
                with ptx.if_(first):
                    ptx.cp.async_.bulk.wait_group(0, read=True)
                    fill(step + 1)
            ptx.mbarrier.wait(bars[step % 2], step // 2 % 2)
            place = ptx.mad.lo.u32(thread, 8, ptx.mov.u32(stage)).register()
            for word in range(2):
                value = ptx.ld.shared.f32([place, 4 * word])
                ptx.st.shared.f32([place, 4 * word], ptx.add.f32(value, value))
            ptx.fence.proxy_async_shared_cta()
            ptx.bar.sync(0)
            with ptx.if_(first):
                ptx.cp.async_.bulk.tensor_2d.store(dst=maps[1], src=stage, coord=(0, 8 * step))
                ptx.tma.reduce_add(maps[2], stage, (0, 0))
                ptx.cp.async_.bulk.commit_group()
        ptx.cp.async_.bulk.wait_group(0, pred=first)
        ptx.ret()

    x = np.random.default_rng(2).integers(-9, 9, (8 * blocks, 32)).astype("f4")
    y, total = np.zeros_like(x), np.ones((8, 32), "f4")
    maps = [ptxpy.TensorMap(each, (8, 32)) for each in (x, y, total)]
    double.launch(*maps, grid=1, block=128, device="cpu", strict=strict)
    assert (y == 2 * x).all()
    assert (total == 1 + 2 * x.reshape(blocks, 8, 32).sum(axis=0)).all()


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("by", ["coordinates", "row and column"])
def test_multicast(by: str, strict: bool) -> None:
    """CTA 0 of a pair loads a tile of 64 columns for both; each stores it elsewhere."""

    @kernel(arch="sm_90a", version="8.0")
    def share(source: MAP, target: MAP) -> None:
        tile = smem.alloc(bf16, (16, 64), "128B")
        bars = smem.mbarrier(1)
        maps = [generic(each).register() for each in (source, target)]
        first = ptx.special.tid.x() == 0
        ptx.mbarrier.init(bars, 1, pred=first)
        ptx.fence.mbarrier_init()
        ptx.mbarrier.arrive_expect_tx(bars, 2048, pred=first)
        ptx.cluster.sync(aligned=True)
        rank = ptx.mov.u32(ptx.special.cluster_ctarank).register()
        where = (
            {"row": reg.scalar(u32, 16), "col": reg.scalar(u32, 128)}
            if by == "row and column"
            else {"coords": (0, 16, 2)}
        )
        ptx.tma.load_3d_multicast(tile, maps[0], **where, mbar=bars, mask=3, issuer=0, pred=first)
        ptx.mbarrier.wait(bars, 0)
        row = ptx.mul.lo.u32(rank, 16)
        ptx.tma.store_3d(maps[1], tile, row, 64, pred=first)
        ptx.cp.async_.bulk.commit_group(pred=first)
        ptx.cp.async_.bulk.wait_group(0, pred=first)
        ptx.cluster.sync(aligned=True)
        ptx.ret()

    x = np.random.default_rng(3).integers(0, 2**16, (64, 256), dtype=np.uint16)
    y = np.zeros((32, 128), np.uint16)
    maps = [
        ptxpy.TensorMap(
            each.reshape(each.shape[0], -1, 64).transpose(1, 0, 2), (1, 16, 64), swizzle="128B"
        )
        for each in (x, y)
    ]
    share.launch(*maps, grid=2, block=32, cluster=2, device="cpu", strict=strict)
    assert (y[:16, 64:] == x[16:32, 128:192]).all()
    assert (y[16:, 64:] == x[16:32, 128:192]).all()
    assert not y[:, :64].any()
