"""C = A @ B of bf16 on Hopper: a ring of stages that TMA fills and `wgmma` reads.

Each block makes BM x BN of C. A and B come along K in chunks of BK, and shared memory has STAGES
places for them: chunk j is in stage j % STAGES. While the tensor cores work on a chunk, the next
ones are on their way.

Who waits for whom, at each stage:

- `full`: thread 0 says how many bytes will come and starts the copies, TMA counts the bytes down.
  All threads wait for it before they multiply.
- `empty`: a thread of each warp arrives when the products have read the stage. Thread 0 waits for
  it before it fills the stage again.

An mbarrier goes through phases, and whoever waits names the parity of one: 0, 1, 0, … It flips
each time the ring comes round, so `ptx.pipeline` counts the stage and the parity together.

`wgmma` is asynchronous as well. `wait_group(1)` lets the products of the newest chunk run on and
waits for those of the chunk before, whose stage is then given back, and filled with the chunk
STAGES - 1 further on. So there are two cursors: `behind` follows `ahead` by one chunk.

Both warpgroups read the same B; each has half of the rows of A and of C, 64 in one product. The
layouts are those of `hopper_one_tile`. Elements outside of A and B come as zeros, so
no chunk needs a case of its own; stores to C are guarded. Rows of A and B begin at multiples of 16
bytes, as TMA wants it: K and N are multiples of 8, or the call raises `ValueError`.

On an H100, a chunk is 48 KiB for 1024 cycles of the tensor cores of a multiprocessor. For all 132
that would be 11 TB/s out of the L2 cache, more than it has been measured to give, so L2 is the
bound. A cluster loads shared data once for its blocks, and a persistent kernel goes on loading
while a tile is stored, when here the tensor cores have nothing to do: `hopper_persistent_gemm`.
Four stages are 192 KiB, of 227 that there are.

    python -m ptxpy.examples.hopper_gemm
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ptxpy import Tile, bf16, f32, intrinsic, kernel, ptx, reg, smem, u32
from ptxpy.examples import bfloat16
from ptxpy.examples.checking import Array, check

WARPGROUPS = 2
ROWS, DEPTH = 64, 16
"""The size of a product: rows of A, and elements along K."""
STRIPE = 64
"""Columns of B that a copy moves: 128 bytes."""


@kernel(
    arch="sm_90a",
    in_specs=(
        Tile.wgmma_a("M", "K", bf16, tile_m="BM", tile_k="BK"),
        Tile.wgmma_b("K", "N", bf16, tile_k="BK", tile_n=STRIPE),
    ),
    out_specs=(Tile("M", "N", bf16),),
    raw_params=[("u32", "M"), ("u32", "N"), ("u32", "K")],
    grid=lambda M, N, BM, BN: (-(-N // BN), -(-M // BM)),
    block=128 * WARPGROUPS,
    reqntid=(128 * WARPGROUPS,),
)
def gemm(
    a: Any, b: Any, c: Any, *, BM: int = 128, BN: int = 256, BK: int = 64, STAGES: int = 4
) -> None:
    """Compute C = A @ B."""
    if BM % (ROWS * WARPGROUPS) or BN % STRIPE or STAGES < 2:
        msg = f"BM is a multiple of 128, BN of 64, STAGES at least 2; not {BM}, {BN}, {STAGES}"
        raise ValueError(msg)
    ring_a = smem.wgmma_tile(bf16, (STAGES, BM, BK), "K")
    ring_b = smem.wgmma_tile(bf16, (STAGES, BK, BN), "MN")
    full, empty = (ptx.mbarrier.array(smem.mbarrier(STAGES), 0, STAGES) for _ in range(2))
    start_a, start_b = ptx.mov.u32(ring_a), ptx.mov.u32(ring_b)
    map_a, map_b = a.tma_desc(), b.tma_desc()
    m, n, k = (ptx.param(u32, name) for name in "MNK")
    row, column = ptx.special.ctaid.y() * BM, ptx.special.ctaid.x() * BN
    chunks = (k + (BK - 1)) / BK
    thread = ptx.special.tid.x()
    leader = thread == 0

    @intrinsic
    def fill(stage: Any, chunk: Any) -> None:
        """Start the copies of a chunk to a stage."""
        bar, along = full.at(stage), chunk * BK
        ptx.mbarrier.arrive_expect_tx(bar, ring_a.stage_bytes + ring_b.stage_bytes)
        place_a = ptx.mad.lo.u32(stage, ring_a.stage_bytes, start_a)
        place_b = ptx.mad.lo.u32(stage, ring_b.stage_bytes, start_b)
        ptx.tma.load(place_a, map_a, (along, row), bar)
        for x in range(0, BN, STRIPE):
            stripe = [place_b, ptx.wgmma.k_offset(ring_b[0], 0, x)]
            ptx.tma.load(stripe, map_b, (column + x, along), bar)

    with ptx.if_(leader):
        full.init_all(1)
        # One thread of each warp arrives: a warpgroup has four warps.
        empty.init_all(4 * WARPGROUPS)
        ptx.fence.mbarrier_init()
        for chunk in ptx.range_(0, chunks.min(STAGES)):
            fill(chunk, chunk)
    # No thread may wait at an mbarrier before it is initialised.
    ptx.bar.sync(0)

    # What the products of this warpgroup take, in stage 0; and its sums, 64 rows each.
    group, rows = thread >> 7, BM // WARPGROUPS
    mine = ptx.mad.lo.u32(group, ptx.wgmma.k_offset(ring_a[0], 0, rows), start_a)
    first_a = ptx.wgmma.auto_descriptor(mine, dtype=bf16, shape=(BM, BK), major="K")
    first_b = ptx.wgmma.auto_descriptor(start_b, dtype=bf16, shape=(BK, BN), major="MN")
    sums = {y: reg.wgmma_frag(m=ROWS, n=BN, dtype=f32) for y in range(0, rows, ROWS)}

    ahead, behind = ptx.pipeline(STAGES), ptx.pipeline(STAGES)
    one_of_warp = (thread & 31) == 0
    for chunk in ptx.range_(0, chunks):
        stage, parity = ahead.advance()
        ptx.mbarrier.wait(full.at(stage), parity)
        multiply(sums, (ring_a, first_a), (ring_b, first_b), stage, adds=chunk > 0)
        # The products of this chunk go on while the stage before them is filled again.
        ptx.wgmma.wait_group(1)
        with ptx.if_(chunk > 0):
            stage, parity = behind.advance()
            ptx.mbarrier.arrive(empty.at(stage), pred=one_of_warp)
            later = chunk + (STAGES - 1)
            with ptx.if_(leader & (later < chunks)):
                ptx.mbarrier.wait(empty.at(stage), parity)
                fill(stage, later)
    ptx.wgmma.wait_group(0)

    for y, held in sums.items():
        store(c, held, (row + group * rows + y, column), (m, n))
    ptx.ret()


@intrinsic
def multiply(
    sums: dict[int, Any], a: tuple[Any, Any], b: tuple[Any, Any], stage: Any, adds: Any
) -> None:
    """Start the products of a stage; without `adds`, `sums` hold these products alone.

    `a` and `b` are a ring, and the descriptor of the warpgroup's part of its stage 0.
    """
    (tile_a, desc_a), (tile_b, desc_b) = (
        (ring[0], ptx.mad.wide.u32(stage, ring.stage_bytes // 16, first)) for ring, first in (a, b)
    )
    ptx.wgmma.fence()
    for k in range(0, b[0].shape[1], DEPTH):
        for y, held in sums.items():
            ptx.wgmma.mma_async(
                shape=(ROWS, 2 * len(held), DEPTH),
                dtype_d=f32,
                dtype_a=bf16,
                dtype_b=bf16,
                d=held,
                a=desc_a,
                b=desc_b,
                scale_d=adds if k == 0 else True,
                trans_b=1,
                a_k_offset=ptx.wgmma.k_offset(tile_a, k, y),
                b_k_offset=ptx.wgmma.k_offset(tile_b, k),
            )
    ptx.wgmma.commit_group()


@intrinsic
def store(c: Any, sums: Any, origin: tuple[Any, Any], shape: tuple[Any, Any]) -> None:
    """Round 64 rows of sums to bf16 and store the part inside C; two columns at a time."""
    (out,) = ptx.global_ptrs(c)
    thread = ptx.special.tid.x() & 127
    top = origin[0] + ((thread >> 5) * 16 + ((thread & 31) >> 2))
    column = origin[1] + (thread & 3) * 2
    for half in range(2):
        row = top + 8 * half
        inside = row < shape[0]
        place = ptx.mad.wide.u32(row, shape[1] * 2, ptx.mad.wide.u32(column, 2, out))
        for x in range(0, len(sums) * 2, 8):
            i = x // 2 + 2 * half
            # `cvt` puts its first source into the upper half, which is at the higher address.
            pair = ptx.cvt.rn.bf16x2.f32(sums[i + 1], sums[i])
            ptx.st.global_.b32([place, 2 * x], pair, when=inside & (column + x < shape[1]))


def reference(a: Array, b: Array) -> Array:
    """Return the result of the kernel, before rounding."""
    left, right = (bfloat16.values(x).astype(np.float64) for x in (a, b))
    return left @ right


def main() -> int:
    """Check the kernel; return the exit status."""
    random = np.random.default_rng(0)
    m, n, k = 500, 776, 1000
    a, b = (bfloat16.bits(random.standard_normal(shape)) for shape in ((m, k), (k, n)))
    found = bfloat16.values(gemm(a, b))
    return check(f"hopper_gemm {m} x {n} x {k} bf16", found, reference(a, b), allowed=0.005)


if __name__ == "__main__":
    raise SystemExit(main())
