"""The smallest whole program for `wgmma`: C = A @ B of one tile on Hopper, bf16.

One warpgroup (128 threads) multiplies A, 64 x 64, by B, 64 x 256:

1. Thread 0 asks TMA for A and B, which come from global to shared memory through no register.
2. TMA counts the bytes down in an mbarrier, for which all threads wait.
3. `wgmma` takes both operands from shared memory and adds in registers: 64 x 256 sums are 128 of a
   thread. One instruction goes 16 elements along K, so there are four, and one wait for all.
4. Each thread stores the sums that it holds.

Layouts:

- A is row-major: neighbours are neighbours along K, so it is *K-major*. A row of 64 bf16 is 128
  bytes, a line of the swizzle: the 16 bytes number p of row r are at p ^ (r % 8), which spreads a
  column over the banks. TMA writes this order and `wgmma` reads it; `Tile.wgmma_a` tells the one,
  `smem.wgmma_tile` the other.
- B is row-major too, but its rows run along N: it is *MN-major*, and `trans_b=1`. A copy moves rows
  of at most 128 bytes, so B comes as four stripes of 64 columns, one behind the other.
- Of the sums, register i of thread t is row 16 * (t // 32) + t % 32 // 4 + 8 * (i // 2 % 2) and
  column 8 * (i // 4) + 2 * (t % 4) + i % 2 (PTX ISA 9.7.15.5.1).

On an H100 this is all latency: the four products take one of the 132 multiprocessors 512 cycles,
behind a microsecond of waiting for memory. `hopper_gemm` keeps the tensor cores busy.

    python -m ptxpy.examples.hopper_one_tile
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ptxpy import Tile, bf16, f32, kernel, ptx, reg, smem
from ptxpy.examples import bfloat16
from ptxpy.examples.checking import Array, check

M, N, K = 64, 256, 64
DEPTH = 16
"""How far along K a product goes."""
STRIPE = 64
"""Columns of B that a copy moves."""


@kernel(
    arch="sm_90a",
    in_specs=(Tile.wgmma_a(M, K, bf16), Tile.wgmma_b(K, N, bf16, tile_n=STRIPE)),
    out_specs=(Tile(M, N, f32),),
    grid=1,
    block=128,
    reqntid=(128,),
)
def one_tile(a: Any, b: Any, c: Any) -> None:
    """Compute C = A @ B."""
    tile_a = smem.wgmma_tile(bf16, (M, K), "K")
    tile_b = smem.wgmma_tile(bf16, (K, N), "MN")
    full = smem.mbarrier(1)[0]
    map_a, map_b = a.tma_desc(), b.tma_desc()
    thread = ptx.special.tid.x()

    with ptx.if_(thread == 0):
        ptx.mbarrier.init(full, 1)
        ptx.fence.mbarrier_init()  # so that TMA sees it
        ptx.mbarrier.arrive_expect_tx(full, tile_a.nbytes + tile_b.nbytes)
        ptx.tma.load(tile_a, map_a, (0, 0), full)
        for column in range(0, N, STRIPE):
            stripe = [tile_b, ptx.wgmma.k_offset(tile_b, 0, column)]
            ptx.tma.load(stripe, map_b, (column, 0), full)
    ptx.bar.sync(0)  # the others wait at an mbarrier that is there
    ptx.mbarrier.wait(full, 0)

    sums = reg.wgmma_frag(m=M, n=N, dtype=f32)
    # Registers of the sums are handed over to the asynchronous products here.
    ptx.wgmma.fence()
    for k in range(0, K, DEPTH):
        ptx.wgmma.mma_async(
            shape=(M, N, DEPTH),
            dtype_d=f32,
            dtype_a=bf16,
            dtype_b=bf16,
            d=sums,
            a=tile_a,
            b=tile_b,
            scale_d=k > 0,  # the first product does not add
            trans_b=1,
            a_k_offset=ptx.wgmma.k_offset(tile_a, k),
            b_k_offset=ptx.wgmma.k_offset(tile_b, k),
        )
    ptx.wgmma.commit_group()
    ptx.wgmma.wait_group(0)

    (out,) = ptx.global_ptrs(c)
    row = (thread >> 5) * 16 + ((thread & 31) >> 2)
    first = ptx.mad.wide.u32(row * N + (thread & 3) * 2, 4, out)
    for i in range(0, len(sums), 2):
        further = i // 2 % 2 * 8 * N + i // 4 * 8  # elements
        ptx.st.global_.v2.f32([first, 4 * further], sums[i : i + 2])
    ptx.ret()


def reference(a: Array, b: Array) -> Array:
    """Return the result of the kernel, in double precision."""
    left, right = (bfloat16.values(x).astype(np.float64) for x in (a, b))
    return left @ right


def main() -> int:
    """Check the kernel; return the exit status."""
    random = np.random.default_rng(0)
    a, b = (bfloat16.bits(random.standard_normal(shape)) for shape in ((M, K), (K, N)))
    title = f"hopper_one_tile {M} x {N} x {K} bf16"
    return check(title, one_tile(a, b), reference(a, b), allowed=5e-5)


if __name__ == "__main__":
    raise SystemExit(main())
