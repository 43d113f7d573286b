"""draft."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from ptxpy import Tile, Layout, bf16, f32, intrinsic, kernel, pred, ptx, reg, smem, u32, u64

WARPGROUP = 128
ROWS = 64
"""Rows of C that a warpgroup makes."""
CONSUMERS = 2
"""Warpgroups that multiply; one more loads."""
BM = CONSUMERS * ROWS
STRIPE = 64
"""Columns that one copy moves: 128 bytes, a line of the swizzle."""
DEPTH = 16
"""How far along K an instruction goes."""
BLOCK = (1 + CONSUMERS) * WARPGROUP


def grid(M: int, N: int, BN: int, CLUSTER: int, SMS: int) -> int:  # noqa: N803
    """Return one block for each SM, or as many as there are tiles, in whole clusters."""
    return CLUSTER * min(SMS // CLUSTER, -(-M // (BM * CLUSTER)) * -(-N // BN))


@kernel(
    arch="sm_90a",
    in_specs=(
        Tile.wgmma_a("M", "K", bf16, tile_m=BM, tile_k="BK"),
        Tile.wgmma_b("K", "N", bf16, tile_k="BK", tile_n=STRIPE),
    ),
    out_specs=(Tile("M", "N", bf16, Layout.TMA_128B, tma_box=(ROWS, STRIPE)),),
    raw_params=[("u32", "M"), ("u32", "N"), ("u32", "K")],
    grid=grid,
    block=BLOCK,
    reqntid=(BLOCK,),
    cluster=lambda CLUSTER: CLUSTER,
)
def gemm(
    a: Any,
    b: Any,
    c: Any,
    *,
    BN: int = 256,
    BK: int = 64,
    STAGES: int = 4,
    CLUSTER: int = 2,
    HEIGHT: int = 8,
    SMS: int = 132,
) -> None:
    """C = A @ B; a block makes tiles of BM x BN of it, one after the other."""
    stages_a = smem.wgmma_tile(bf16, (STAGES, BM, BK), "K")
    stages_b = smem.wgmma_tile(bf16, (STAGES, BK, BN), "MN")
    pieces = smem.alloc(bf16, (CONSUMERS, 2, ROWS, STRIPE), swizzle="128B")
    full = ptx.mbarrier.array(smem.mbarrier(STAGES), 0, STAGES)
    empty = ptx.mbarrier.array(smem.mbarrier(STAGES), 0, STAGES)
    map_a, map_b, map_c = (tensor.tma_desc() for tensor in (a, b, c))
    m, n, k = (ptx.param(u32, name) for name in "MNK")
    thread = reg.from_(ptx.special.tid.x(), u32)
    member = reg.from_(thread & 127, u32)
    rank = reg.from_(ptx.special.cluster_ctarank(), u32)
    leader = reg.from_(member == 0, pred)

    with ptx.if_(thread == 0):
        full.init_all(1)
        empty.init_all(CONSUMERS * CLUSTER)
        ptx.fence.mbarrier_init()
    ptx.cluster.sync()

    rows = reg.from_((m + (BM * CLUSTER - 1)) / (BM * CLUSTER), u32)
    columns = reg.from_((n + (BN - 1)) / BN, u32)
    tiles = reg.from_(rows * columns, u32)
    first = reg.from_(ptx.special.clusterid.x(), u32)
    clusters = reg.from_(ptx.special.nclusterid.x(), u32)
    ring = ptx.pipeline(STAGES)

    @intrinsic
    def place(tile: Any) -> tuple[Any, Any]:
        """Return row and column of C at which this block's part of a tile begins."""
        band = reg.from_(columns * HEIGHT, u32)
        above = reg.from_(tile / band * HEIGHT, u32)
        inside = reg.from_(tile % band, u32)
        height = reg.from_((rows - above).min(HEIGHT), u32)
        row = reg.from_((above + inside % height) * CLUSTER + rank, u32)
        return reg.from_(row * BM, u32), reg.from_(inside / height * BN, u32)

    @intrinsic
    def produce() -> None:
        """One thread: fill the ring with A and B of tile after tile."""
        part = BN // STRIPE // CLUSTER
        stripe = ptx.wgmma.k_offset(stages_b[0], 0, STRIPE)
        mask = None if CLUSTER == 1 else (1 << CLUSTER) - 1
        for tile in ptx.range_(first, tiles, clusters):
            row, column = place(tile)
            mine = reg.from_(rank * (part * STRIPE), u32)
            column = reg.from_(column + mine, u32)
            for along in ptx.range_(0, k, BK):
                stage, phase = ring.advance()
                empty.at(stage).wait(phase ^ 1)
                slot = full.at(stage)
                slot.arrive_expect_tx(stages_a.stage_bytes + stages_b.stage_bytes)
                into_a = ptx.mad.lo.u32(stage, stages_a.stage_bytes, ptx.mov.u32(stages_a))
                ptx.tma.load(into_a, map_a, (along, row), slot)
                into_b = ptx.mad.lo.u32(stage, stages_b.stage_bytes, ptx.mov.u32(stages_b))
                into_b = reg.from_(ptx.mad.lo.u32(rank, part * stripe, into_b), u32)
                for i in range(part):
                    at = (column + i * STRIPE, along)
                    ptx.tma.load([into_b, i * stripe], map_b, at, slot, multicast=mask)

    @intrinsic
    def consume(group: Any) -> None:
        """A warpgroup: multiply what is in the ring, and store tile after tile."""
        sums = reg.wgmma_frag(m=ROWS, n=BN, dtype=f32)
        desc_a = ptx.wgmma.auto_descriptor(stages_a[0], dtype=bf16, shape=(BM, BK), major="K")
        desc_b = ptx.wgmma.auto_descriptor(stages_b[0], dtype=bf16, shape=(BK, BN), major="MN")
        upper = ptx.wgmma.k_offset(stages_a[0], 0, ROWS)
        desc_a = reg.from_(ptx.mad.wide.u32(group, upper >> 4, desc_a), u64)
        signals = reg.from_(member < CLUSTER, pred)
        previous = reg.scalar(u32, 0)
        for tile in ptx.range_(first, tiles, clusters):
            for along in ptx.range_(0, k, BK):
                more = reg.from_(along > 0, pred)
                stage, phase = ring.advance()
                full.at(stage).wait(phase)
                now_a = reg.from_(ptx.mad.wide.u32(stage, stages_a.stage_bytes >> 4, desc_a), u64)
                now_b = reg.from_(ptx.mad.wide.u32(stage, stages_b.stage_bytes >> 4, desc_b), u64)
                ptx.wgmma.fence()
                for i in range(0, BK, DEPTH):
                    ptx.wgmma.mma_async(
                        shape=(ROWS, BN, DEPTH),
                        dtype_d=f32,
                        dtype_a=bf16,
                        dtype_b=bf16,
                        d=sums,
                        a=now_a,
                        b=now_b,
                        scale_d=more if i == 0 else True,
                        trans_b=1,
                        a_k_offset=ptx.wgmma.k_offset(stages_a[0], i),
                        b_k_offset=ptx.wgmma.k_offset(stages_b[0], i),
                    )
                ptx.wgmma.commit_group()
                ptx.wgmma.wait_group(1)
                empty.at(previous).arrive_remote(member, pred=more & signals)
                ptx.inst.mov.u32(previous, stage)
            ptx.wgmma.wait_group(0)
            empty.at(previous).arrive_remote(member, pred=signals)
            store(group, sums, *place(tile))
        ptx.cp.async_.bulk.wait_group(0, read=True)

    @intrinsic
    def store(group: Any, sums: Any, row: Any, column: Any) -> None:
        """Round a warpgroup's rows to bf16 and store them, STRIPE columns at a time."""
        together = ptx.named_barrier(group + 1, count=WARPGROUP)
        buffers = ptx.mad.lo.u32(group, pieces.stage_bytes, ptx.mov.u32(pieces))
        buffers = reg.from_(buffers, u32)
        line = reg.from_(thread & 15 | (thread & 96) >> 1, u32)
        swizzled = ((thread >> 4 & 1) ^ (thread & 7)) << 4
        start = reg.from_(buffers + line * 128 + swizzled, u32)
        row = reg.from_(row + group * ROWS, u32)
        for piece in range(BN // STRIPE):
            buffer = piece % 2 * (pieces.stage_bytes // 2)
            ptx.cp.async_.bulk.wait_group(1, read=True, pred=leader)
            together.sync()
            for i in range(0, STRIPE, 16):
                held = sums[(piece * STRIPE + i) // 2 : (piece * STRIPE + i) // 2 + 8]
                packed = [
                    ptx.cvt.rn.bf16x2.f32(held[j + 1], held[j]) for j in range(0, 8, 2)
                ]
                ptx.stmatrix(smem=[start ^ 2 * i, buffer], regs=packed)
            ptx.fence.proxy_async_shared_cta()
            together.sync()
            with ptx.if_(leader):
                ptx.tma.store(map_c, [buffers, buffer], (column + piece * STRIPE, row))
                ptx.cp.async_.bulk.commit_group()

    with ptx.if_(thread < WARPGROUP):
        ptx.setmaxnreg(40, inc=False)
        with ptx.if_(thread == 0):
            produce()
    with ptx.else_():
        ptx.setmaxnreg(232)
        consume(reg.from_((thread >> 7) - 1, u32))
    ptx.cluster.sync()
    ptx.ret()


if __name__ == "__main__":
    text = gemm.ptx()
    open("/tmp/h8/pg.ptx", "w").write(text)
    rng = np.random.default_rng(0)

    def bf(x):
        return (x.astype("f4").view("u4") >> 16).astype("u2")

    def wide(x):
        return (x.astype("u4") << 16).view("f4")

    M, N, K = 512, 512, 192
    x = rng.integers(-2, 3, (M, K))
    y = rng.integers(-2, 3, (K, N))
    import time
    t = time.time()
    c = gemm(bf(x), bf(y), device="cpu", strict="-s" in sys.argv, SMS=4)
    print((wide(c) == x @ y).all(), time.time() - t)
