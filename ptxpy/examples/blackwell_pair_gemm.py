"""C = A @ B.T of bf16 on Blackwell by pairs of blocks: two tensor cores make one product.

    python -m ptxpy.examples.blackwell_pair_gemm

A is M x K, B is N x K, C is M x N in f32. Two blocks of a cluster are a *pair*, and with
`.cta_group::2` their tensor cores multiply 256 x 16 by 16 x 256 together. Each has 128 rows of A
and of the sums. The gain is in B: each holds 128 of the 256 rows of B, and both are read by both
tensor cores. So a block loads 32 KiB for each 64 along K, and not 48 as in `blackwell_gemm`, which
is half a stage more for a ring of the same size, and a third less from the L2 cache.

`blackwell_gemm` says how a block multiplies by `tcgen05`. Differences for a pair:

- `tcgen05.alloc`, `mma`, `commit` and `dealloc` all have `.cta_group::2`. One warp of each block
  allocates, and both get columns.
- *One thread of the first block*, the leader, starts the products of both. Descriptors have the
  places of A, B and D in its own shared and tensor memory, which are the same in the other block.
- Each block loads its own rows of A and of B, but all bytes are counted by the mbarrier of the
  leader: a copy with `.cta_group::2` may report to the other block of the pair. An address in
  shared memory has the rank of its block in the bits from 24 on, so that without bit 24 it is that
  of the leader.
- The leader tells `full` the bytes of both blocks. Those of the other may come before it has: an
  mbarrier counts expected and arrived bytes in either order, and waits for the arrival.
- `tcgen05.commit` with a mask arrives at the mbarriers of both blocks: at `empty`, behind which
  each fills its stage again, and at `done`, behind which each stores its rows.
- Barriers before the first copy and after the last use of tensor memory are those of the cluster:
  a block must not report to mbarriers that are not initialised, nor end while it is multiplied.

A stage of a block has 16 KiB of A and 16 KiB of B, of which 6 are in flight. M may be anything; N
and K are multiples of 8. On a B200 a tile of 256 x 256 has 128 operations for each byte, half more
than `blackwell_gemm`. More speed would come from a second set of sums, of the other 256 columns
of tensor memory, so that products go on while a tile is stored.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ptxpy import Layout, Tile, b32, bf16, f32, intrinsic, kernel, pred, ptx, reg, s32, smem, u32
from ptxpy.examples import bfloat16
from ptxpy.examples.blackwell_gemm import reference, store
from ptxpy.examples.checking import check

ROWS = 128
"""Rows of A, of B and of the sums that a block of a pair has."""
BM, BN, BK = 2 * ROWS, 2 * ROWS, 64
"""The tile of a pair, and how far along K a stage goes."""
DEPTH = 16
"""How far along K a product goes."""
OF_THE_LEADER = 0xFEFFFFFF
"""The mask that makes an address in shared memory that of the first block of the pair."""
BOTH = 0b11
"""The mask of the blocks of a pair."""


@kernel(
    arch="sm_100a",
    version="8.8",
    in_specs=(
        Tile("M", "K", bf16, Layout.TMA_128B, tma_box=(ROWS, BK)),
        Tile("N", "K", bf16, Layout.TMA_128B, tma_box=(ROWS, BK)),
    ),
    out_specs=(Tile("M", "N", f32),),
    raw_params=[("s32", "M"), ("s32", "N"), ("s32", "K")],
    grid=lambda M, N: (2 * -(-M // BM), -(-N // BN)),
    block=128,
    cluster=2,
    reqntid=(128,),
)
def gemm(a: Any, b: Any, c: Any, *, STAGES: int = 6) -> None:
    """Compute C = A @ B.T, a tile of 256 x 256 for each pair of blocks."""
    tiles = tuple(smem.wgmma_tile(bf16, (STAGES, ROWS, BK), "K") for _ in range(2))
    full, empty = (ptx.mbarrier.array(smem.mbarrier(STAGES), 0, STAGES) for _ in range(2))
    done, slot = smem.mbarrier(1)[0], smem.alloc(b32, 1)
    maps = a.tma_desc(), b.tma_desc()
    m, n, k = (ptx.param(s32, name) for name in "MNK")
    rank = ptx.special.cluster_ctarank()
    leads = rank == 0
    row = ptx.mul.lo.s32(ptx.special.ctaid.x(), ROWS)  # the pair's rows are 256 together
    column = ptx.mul.lo.s32(ptx.special.ctaid.y(), BN)
    chunks = (k + (BK - 1)) / BK
    thread = ptx.special.tid.x()
    warp = thread >> 5
    lane, elected = reg.scalar(u32), reg.scalar(pred)
    ptx.elect_sync(lane, elected, -1)  # one thread of each warp
    producer, multiplier = (warp == 0) & elected, (warp == 1) & elected

    with ptx.if_(multiplier):
        full.init_all(1)
        empty.init_all(1)
        ptx.mbarrier.init(done, 1)
        ptx.fence.mbarrier_init()
    with ptx.if_(warp == 0):
        ptx.tcgen05.alloc(slot, BN, cta_group=2)
        ptx.tcgen05.relinquish_alloc_permit(cta_group=2)
    ptx.tcgen05.fence_before_thread_sync()
    ptx.cluster.sync()
    ptx.tcgen05.fence_after_thread_sync()
    sums = smem.load(b32, slot)

    with ptx.if_(producer):
        of_b = ptx.mad.lo.s32(rank, ROWS, column)
        produce(tiles, (full, empty), maps, (row, of_b), (chunks, leads))
    with ptx.if_(multiplier & leads):
        multiply(tiles, (full, empty), sums, chunks)
        ptx.tcgen05.commit(done, cta_group=2, multicast=True, multicast_mask=BOTH)
    ptx.mbarrier.wait(done, 0)
    ptx.bar.warp.sync(-1)  # what follows is done by whole warps
    ptx.tcgen05.fence_after_thread_sync()
    store(c, sums + (warp << 21), (row + thread, column), (m, n))

    ptx.tcgen05.fence_before_thread_sync()
    ptx.cluster.sync()
    with ptx.if_(warp == 0):
        ptx.tcgen05.fence_after_thread_sync()
        ptx.tcgen05.dealloc(sums, BN, cta_group=2)
    ptx.ret()


@intrinsic
def produce(tiles: Any, bars: Any, maps: Any, origin: Any, work: Any) -> None:
    """Fill the stages of this block with one chunk after the other; a single thread."""
    (full, empty), (chunks, leads) = bars, work
    starts = [ptx.mov.u32(tile) for tile in tiles]
    ring = ptx.pipeline(len(full))
    for chunk in ptx.range_(0, chunks):
        stage, parity = ring.advance()
        ptx.mbarrier.wait(empty.at(stage), parity ^ 1)
        bar, along = full.at(stage), chunk * BK
        both = 2 * sum(tile.stage_bytes for tile in tiles)
        ptx.mbarrier.arrive_expect_tx(bar, both, pred=leads)
        leader = bar.addr_reg() & OF_THE_LEADER
        for tile, start, tensor, top in zip(tiles, starts, maps, origin, strict=True):
            place = ptx.mad.lo.u32(stage, tile.stage_bytes, start)
            ptx.tma.load(place, tensor, (along, top), leader, cta_group=2)


@intrinsic
def multiply(tiles: Any, bars: Any, sums: Any, chunks: Any) -> None:
    """Start the products of one chunk after the other; a single thread of the leader."""
    (full, empty), kind = bars, ptx.tcgen05.make_instr_desc_f16bf16_f32(m=BM, n=BN)
    steps = [tile.stage_bytes // 16 for tile in tiles]
    first = [ptx.tcgen05.descriptor(tile[0], stride_bytes=1024) for tile in tiles]
    ring = ptx.pipeline(len(full))
    for chunk in ptx.range_(0, chunks):
        stage, parity = ring.advance()
        ptx.mbarrier.wait(full.at(stage), parity)
        ptx.tcgen05.fence_after_thread_sync()
        a, b = (ptx.mad.wide.u32(stage, *of) for of in zip(steps, first, strict=True))
        ptx.tcgen05.mma(sums, a, b, kind, enable_input_d=chunk > 0, cta_group=2)
        for x in range(2 * DEPTH, 2 * BK, 2 * DEPTH):  # bytes
            ptx.tcgen05.mma(sums, a + x // 16, b + x // 16, kind, cta_group=2)
        ptx.tcgen05.commit(empty.at(stage), cta_group=2, multicast=True, multicast_mask=BOTH)


def main() -> int:
    """Check the kernel; return the exit status."""
    random, (m, n, k) = np.random.default_rng(0), (500, 776, 1000)
    a, b = (bfloat16.bits(random.standard_normal(shape)) for shape in ((m, k), (n, k)))
    title = f"blackwell_pair_gemm {m} x {n} x {k} bf16"
    return check(title, gemm(a, b), reference(a, b), allowed=1e-3)


if __name__ == "__main__":
    raise SystemExit(main())
