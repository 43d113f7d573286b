"""C = A @ B of bf16 on Hopper as fast libraries do it: persistent, warp-specialised, in clusters.

    python -m ptxpy.examples.hopper_persistent_gemm
    python -m ptxpy.examples.hopper_persistent_gemm --m 8192 --n 8192 --k 8192

The ring of stages and the products are those of `hopper_gemm`. Its additions keep the tensor
cores busy between tiles as well, and loads a third less:

- *Warp-specialised*: one thread of the first warpgroup only loads, two warpgroups only multiply.
  Neither waits for more than it must. `setmaxnreg` gives the registers to those who need them: 40
  for each thread that loads, 232 for each that multiplies, of which 128 are sums.
- *Persistent*: there is a block for each SM, and it makes tile after tile. While the products of a
  tile are rounded and stored, the loads of the next one go on, for the ring does not know of tiles.
- *Clusters*: CLUSTER blocks make tiles below each other, which have the same B. Each loads its own
  A, and 1 / CLUSTER of B, which TMA writes to the shared memory of all blocks (multicast).
- *Stores by TMA*: `stmatrix` puts 64 x 64 sums as bf16 into shared memory, and TMA takes them from
  there; a warpgroup fills one buffer while the other is on its way. TMA leaves out elements outside
  of C, so there are no guards.

Who waits for whom:

- `full[stage]`, in each block: its loader arrives once and says how many bytes will come, from
  itself and from the others of the cluster; TMA counts them down. The multipliers wait.
- `empty[stage]`, in each block: the multipliers of *all* blocks of the cluster arrive (thread j of
  a warpgroup at that of block j), since the loader fills a stage of all blocks. It waits in the
  parity before, so that at first it waits for nothing.
- The two warpgroups never wait for each other. Within one, a named barrier comes before stores to
  a buffer (its last TMA store has read it) and behind them (all four warps have written it).
- No block ends while others may still write to it or arrive there: the last barrier of the cluster.

Tiles are numbered down bands of HEIGHT clusters, then to the right: the tiles of one time are
near to a square of C, which needs least of A and B: 66 clusters make 8 x 8 tiles of 256 x 256, and
a chunk of A or B that came from memory is read 8 times from L2.

On an H100 the tensor cores bound it: a chunk of 64 along K keeps them busy for 1024 cycles, in
which a block loads 16 KiB of A and 16 KiB of B. These 32 bytes a cycle come from L2, which is the
next bound; without clusters they are 48. Shared memory holds 4 x 48 KiB for the ring and 32 KiB for
stores, of the 227 KiB that there are.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

import numpy as np

from ptxpy import Layout, Tile, bf16, f32, intrinsic, kernel, ptx, reg, smem, u32
from ptxpy.examples import bfloat16
from ptxpy.examples.checking import check
from ptxpy.examples.hopper_gemm import ROWS, STRIPE, multiply

CONSUMERS = 2
"""Warpgroups that multiply."""
BLOCK = 128 * (1 + CONSUMERS)
LINE = 2 * STRIPE
"""Bytes of a row of 64 columns: a line of the swizzle."""


def grid(*, M: int, N: int, BM: int, BN: int, CLUSTER: int, SMS: int) -> int:
    """Return how many blocks there are: one for each SM, but none without a tile."""
    tiles = -(-M // (BM * CLUSTER)) * -(-N // BN)
    return CLUSTER * min(SMS // CLUSTER, tiles)


@kernel(
    arch="sm_90a",
    in_specs=(
        Tile.wgmma_a("M", "K", bf16, tile_m="BM", tile_k="BK"),
        Tile.wgmma_b("K", "N", bf16, tile_k="BK", tile_n=STRIPE),
    ),
    out_specs=(Tile("M", "N", bf16, Layout.TMA_128B, tma_box=(ROWS, STRIPE)),),
    raw_params=[("u32", "M"), ("u32", "N"), ("u32", "K")],
    grid=grid,
    block=BLOCK,
    cluster=lambda CLUSTER: CLUSTER,
    reqntid=(BLOCK,),
    minnctapersm=1,
)
def gemm(
    a: Any,
    b: Any,
    c: Any,
    *,
    BM: int = 128,
    BN: int = 256,
    BK: int = 64,
    STAGES: int = 4,
    CLUSTER: int = 2,
    HEIGHT: int = 8,
    SMS: int = 132,  # noqa: ARG001 - for the grid
) -> None:
    """Compute C = A @ B, in tiles of BM x BN."""
    if BM % (ROWS * CONSUMERS) or BN % (2 * STRIPE) or BN % (STRIPE * CLUSTER) or STAGES < 2:
        msg = (
            "BM and BN must be multiples of 128, BN of 64 for each block of a cluster, and STAGES "
            f"at least 2; got {BM}, {BN}, {STAGES}"
        )
        raise ValueError(msg)
    ring_a = smem.wgmma_tile(bf16, (STAGES, BM, BK), "K")
    ring_b = smem.wgmma_tile(bf16, (STAGES, BK, BN), "MN")
    buffers = smem.alloc(bf16, (CONSUMERS, 2, ROWS, STRIPE), swizzle="128B")
    full, empty = (ptx.mbarrier.array(smem.mbarrier(STAGES), 0, STAGES) for _ in range(2))
    start_a, start_b = ptx.mov.u32(ring_a), ptx.mov.u32(ring_b)
    map_a, map_b, map_c = (tensor.tma_desc() for tensor in (a, b, c))
    m, n, k = (ptx.param(u32, name) for name in "MNK")
    thread = ptx.special.tid.x()
    rank = ptx.special.cluster_ctarank()

    with ptx.if_(thread == 0):
        for tensor_map in (map_a, map_b, map_c):
            ptx.tma.prefetch(tensor_map)
        full.init_all(1)
        empty.init_all(CONSUMERS * CLUSTER)
        ptx.fence.mbarrier_init()
    ptx.cluster.sync()

    down = (m + (BM * CLUSTER - 1)) / (BM * CLUSTER)
    across = (n + (BN - 1)) / BN
    tiles = ptx.special.clusterid.x(), down * across, ptx.special.nclusterid.x()
    ring = ptx.pipeline(STAGES)

    @intrinsic
    def place(tile: Any) -> tuple[Any, Any]:
        """Return row and column of C where this block's part of a tile begins."""
        band = across * HEIGHT
        above, inside = tile / band * HEIGHT, tile % band
        height = (down - above).min(HEIGHT)  # the last band may be lower
        row = (above + inside % height) * CLUSTER + rank
        return row * BM, inside / height * BN

    @intrinsic
    def produce() -> None:
        """Load A and B of tile after tile: one thread."""
        part = BN // CLUSTER
        mask = (1 << CLUSTER) - 1 if CLUSTER > 1 else None
        for tile in ptx.range_(*tiles):
            row, column = place(tile)
            column += rank * part
            for along in ptx.range_(0, k, BK):
                stage, parity = ring.advance()
                ptx.mbarrier.wait(empty.at(stage), parity ^ 1)
                bar = full.at(stage)
                ptx.mbarrier.arrive_expect_tx(bar, ring_a.stage_bytes + ring_b.stage_bytes)
                place_a = ptx.mad.lo.u32(stage, ring_a.stage_bytes, start_a)
                ptx.tma.load(place_a, map_a, (along, row), bar)
                place_b = ptx.mad.lo.u32(stage, ring_b.stage_bytes, start_b)
                place_b += rank * ptx.wgmma.k_offset(ring_b[0], 0, part)
                for x in range(0, part, STRIPE):
                    stripe = [place_b, ptx.wgmma.k_offset(ring_b[0], 0, x)]
                    ptx.tma.load(stripe, map_b, (column + x, along), bar, multicast=mask)

    @intrinsic
    def consume(group: Any) -> None:
        """Multiply the chunks that come, and store tile after tile: a warpgroup."""
        rows = BM // CONSUMERS
        mine = ptx.mad.lo.u32(group, ptx.wgmma.k_offset(ring_a[0], 0, rows), start_a)
        first_a = ptx.wgmma.auto_descriptor(mine, dtype=bf16, shape=(BM, BK), major="K")
        first_b = ptx.wgmma.auto_descriptor(start_b, dtype=bf16, shape=(BK, BN), major="MN")
        sums = {y: reg.wgmma_frag(m=ROWS, n=BN, dtype=f32) for y in range(0, rows, ROWS)}
        member = thread & 127
        arrives = member < CLUSTER
        read = reg.scalar(u32, 0)
        for tile in ptx.range_(*tiles):
            for along in ptx.range_(0, k, BK):
                stage, parity = ring.advance()
                ptx.mbarrier.wait(full.at(stage), parity)
                later = along > 0
                multiply(sums, (ring_a, first_a), (ring_b, first_b), stage, adds=later)
                ptx.wgmma.wait_group(1)  # the chunk before has been read
                ptx.cluster.arrive_remote(empty.at(read), member, pred=later & arrives)
                ptx.inst.mov.u32(read, stage)
            ptx.wgmma.wait_group(0)
            ptx.cluster.arrive_remote(empty.at(read), member, pred=arrives)
            row, column = place(tile)
            for y, held in sums.items():
                store(map_c, held, (row + group * rows + y, column), buffers, group)
        ptx.cp.async_.bulk.wait_group(0, read=True)  # shared memory goes with the block

    with ptx.if_(thread < 128):
        ptx.setmaxnreg_dec(40)
        with ptx.if_(thread == 0):
            produce()
    with ptx.else_():
        ptx.setmaxnreg_inc(232)
        consume((thread >> 7) - 1)
    ptx.cluster.sync()
    ptx.ret()


@intrinsic
def store(map_c: Any, sums: Any, origin: tuple[Any, Any], buffers: Any, group: Any) -> None:
    """Round 64 rows of sums to bf16 and store them, 64 columns at a time.

    `stmatrix` takes from each lane the address of 16 bytes of a row: lanes 0 to 15 those of columns
    0 to 7 of a warp's 16 rows, the others those of columns 8 to 15. Bits 4 to 6 of the address are
    swizzled with bits 7 to 9, the row; so 16 columns further on is 32 bytes, by an exclusive or.
    Pieces take turns with the two buffers; their number is even, so that the next tile may go on.
    """
    thread = ptx.special.tid.x()
    first = (thread & 127) == 0
    barrier = ptx.named_barrier(group + 1, count=128)
    place = ptx.mad.lo.u32(group, buffers.stage_bytes, ptx.mov.u32(buffers))
    line = (thread & 96) / 2 + (thread & 15)
    lane = place + line * LINE + (((thread >> 4 & 1) ^ (line & 7)) << 4)
    row, column = origin
    for x in range(0, 2 * len(sums), STRIPE):
        buffer = x // STRIPE % 2 * ROWS * LINE
        ptx.cp.async_.bulk.wait_group(1, read=True, pred=first)
        barrier.sync()
        for i in range(0, STRIPE, 16):
            held = sums[(x + i) // 2 : (x + i) // 2 + 8]
            packed = [ptx.cvt.rn.bf16x2.f32(held[j + 1], held[j]) for j in range(0, 8, 2)]
            ptx.stmatrix(smem=[lane ^ 2 * i, buffer], regs=packed)
        ptx.fence.proxy_async_shared_cta()
        barrier.sync()
        with ptx.if_(first):
            ptx.tma.store(map_c, [place, buffer], (column + x, row))
            ptx.cp.async_.bulk.commit_group()


def main(arguments: Sequence[str]) -> int:
    """Check the kernel on at most 256 rows of C, for NumPy is slow; return the exit status."""
    parser = ArgumentParser(description="a matrix product on Hopper")
    for name, size in (("--m", 600), ("--n", 776), ("--k", 520)):
        parser.add_argument(name, type=int, default=size, help="%(default)s without it")
    given = parser.parse_args(arguments)
    m, n, k = given.m, given.n, given.k
    random = np.random.default_rng(0)
    shapes = (m, k), (k, n)
    a, b = (bfloat16.bits(random.standard_normal(shape, np.float32)) for shape in shapes)
    found = bfloat16.values(gemm(a, b))
    rows = random.permutation(m)[:256]
    expected = bfloat16.values(a[rows]) @ bfloat16.values(b)
    title = f"hopper_persistent_gemm {m} x {n} x {k} bf16"
    return check(title, found[rows], expected, allowed=0.005)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
