"""The sum of a vector: lanes, warps, blocks, grid.

Each thread adds up its elements in registers, in a grid-stride loop over vectors of four as in
`saxpy`. Then the sums meet in three steps:

1. a warp: `shfl.sync.bfly` exchanges registers between lanes, 16, 8, 4, 2 and 1 apart;
2. a block: the first lane of each warp writes its sum to shared memory, and behind a barrier every
   warp reads the eight sums and adds them up, so that all threads know the result;
3. the grid: one thread of each block adds its sum to the result with `red.global.add.f32`, an
   atomic addition that returns nothing.

The result must be 0 before the kernel begins: `vector_sum` gives one. Blocks finish in any order,
and floats are rounded, so two runs may differ in the last bits.

Memory bounds the kernel: 4 bytes are read for one addition.

    python -m ptxpy.examples.reduction
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ptxpy import Tile, f32, intrinsic, kernel, ptx, reg, smem, u64
from ptxpy.examples.checking import Array, check

BLOCK = 256
BLOCKS = 8 * 132
"""Eight blocks, 2048 threads, for each of the 132 multiprocessors of an H100."""


@intrinsic
def block_reduce(value: Any, combine: Any) -> Any:
    """Reduce a value over the block, with `ptx.warp.reduce_sum` or another.

    All threads get the result, and all must take part. Every call has shared memory of its own, so
    that none overwrites a value that a warp still reads; in a loop of the kernel it would need a
    barrier.
    """
    warps = BLOCK // 32
    partial = smem.alloc(f32, (1, warps))
    tid = ptx.special.tid.x()
    value = combine(value)
    with ptx.if_(tid & 31 == 0):
        partial[0, tid >> 5] = value
    # All warps must have stored their parts before any of them reads all parts.
    ptx.bar.sync(0)
    return combine(partial[0, tid & (warps - 1)], width=warps)


@kernel(
    arch="sm_80",
    in_specs=(Tile("N", f32),),
    out_specs=(Tile(1, f32),),
    raw_params=[("u64", "N")],
    grid=lambda N: min(-(-N // (4 * BLOCK)), BLOCKS),
    block=BLOCK,
)
def add_up(x: Any, total: Any) -> None:
    """Add the sum of x to total[0]."""
    n = ptx.param(u64, "N")
    px, ptotal = ptx.global_ptrs(x, total)
    tid = ptx.special.tid.x()
    block_start = ptx.mul.wide.u32(ptx.special.ctaid.x(), BLOCK)
    first = reg.from_(block_start + ptx.cvt.u64.u32(tid), u64)
    threads = reg.from_(ptx.mul.wide.u32(ptx.special.nctaid.x(), BLOCK), u64)

    # Four sums, so that no addition waits for the one before it.
    sums, v = reg.array(f32, 4), reg.array(f32, 4)
    for lane in range(4):
        sums[lane] = 0.0
    # Without alignment there are no vectors, and the second loop takes all elements.
    vectors = reg.scalar(u64, 0)
    ptx.inst.shr.u64(vectors, n, 2, when=(px & 15) == 0)
    for i in ptx.range_(first, vectors, threads):
        v[0:4] = ptx.ld.global_.v4.f32([px + i * 16])
        for lane in range(4):
            sums[lane] += v[lane]
    for i in ptx.range_(vectors * 4 + first, n, threads):
        sums[0] += ptx.ld.global_.f32([px + i * 4])

    block_sum = block_reduce((sums[0] + sums[1]) + (sums[2] + sums[3]), ptx.warp.reduce_sum)
    with ptx.if_(tid == 0):
        ptx.red.global_.add.f32([ptotal], block_sum)
    ptx.ret()


def vector_sum(x: Array) -> float:
    """Return the sum of a vector."""
    return float(add_up(x, total=np.zeros(1, np.float32))[0])


def reference(x: Array) -> float:
    """Return what `vector_sum` computes, in double precision."""
    return float(x.sum(dtype=np.float64))


def main() -> int:
    """Check the kernel; return the exit status."""
    x = np.random.default_rng(0).random(1_000_003, dtype=np.float32)
    found, expected = np.array(vector_sum(x)), np.array(reference(x))
    return check(f"reduction {x.size} f32", found, expected, allowed=1e-5)


if __name__ == "__main__":
    raise SystemExit(main())
