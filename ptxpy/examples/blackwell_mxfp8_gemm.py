"""C = A @ B.T of MXFP8 on Blackwell: products with a scale factor for each 32 elements along K.

    python -m ptxpy.examples.blackwell_mxfp8_gemm

A is M x K and B is N x K in e4m3, each with scale factors for blocks of 32 along K; C is M x N in
f32. Tensor memory is used as in `blackwell_gemm`. News:

- `tcgen05.mma` of `.kind::mxf8f6f4` with `.block_scale` multiplies 128 x 32 by 32 x 128, and each
  row of A and of B by its factor. It finds the factors in tensor memory, as it does D.
- A word of tensor memory has the four factors of a row for a chunk of 128 along K. The word of row
  r is in lane r % 32 and column r / 32, and again in the other three quarters of the lanes. So
  128 rows take four columns. Which byte of the words a product takes, its instruction descriptor
  says: four products of a chunk have the bytes 0 to 3.
- `tcgen05.cp` of the size 32x128b.warpx4 copies 512 bytes of shared memory there: 32 rows of 16
  bytes, to all four quarters. It stays in order with the products that the same thread starts
  behind it, without a wait.
- In global memory, factors are in tiles of 128 words in the order of these 512 bytes, as
  `mxfp8.arranged` makes them and as libraries want them, so that TMA copies a tile as it is.

A product must have read its factors before others are copied over them, and the order of a copy
behind a product is not promised. So each stage of the ring has columns of its own: the copy of its
next chunk has waited until the products of the last one are done. 128 columns of sums and 8 for
each of four stages are 160, of which 256 are allocated.

The roles are those of `blackwell_gemm`: a thread loads, a thread multiplies, all store. M may be
anything, N is a multiple of 8, K one of 32. On a B200 e4m3 has twice the rate of bf16, 4500
TFLOP/s, in half the bytes; factors are a 32nd of these more.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ptxpy import (
    Layout,
    Tile,
    b32,
    e4m3,
    f32,
    intrinsic,
    kernel,
    pred,
    ptx,
    reg,
    s32,
    smem,
    u32,
)
from ptxpy.examples import mxfp8
from ptxpy.examples.blackwell_gemm import store
from ptxpy.examples.checking import Array, check

BM, BN, BK = 128, 128, 128
DEPTH = 32
"""How far along K a product goes, and how many elements share a scale factor."""
WORDS = 128
"""Words of a tile of scale factors, a word a row."""
WIDTH = 4
"""Columns of tensor memory that such a tile takes."""
COLUMNS = 256
"""Columns of tensor memory that are allocated."""


@kernel(
    arch="sm_100a",
    version="8.8",
    in_specs=(
        Tile("M", "K", e4m3, Layout.TMA_128B, tma_box=(BM, BK)),
        Tile("N", "K", e4m3, Layout.TMA_128B, tma_box=(BN, BK)),
        Tile("MT", "KT", WORDS, u32, tma_box=(1, 1, WORDS)),
        Tile("NT", "KT", WORDS, u32, tma_box=(1, 1, WORDS)),
    ),
    out_specs=(Tile("M", "N", f32),),
    raw_params=[("s32", "M"), ("s32", "N"), ("s32", "K")],
    grid=lambda M, N: (-(-N // BN), -(-M // BM)),
    block=128,
    reqntid=(128,),
)
def gemm(a: Any, b: Any, factors_a: Any, factors_b: Any, c: Any, *, STAGES: int = 4) -> None:
    """Compute C = A @ B.T, in tiles of 128 x 128."""
    if BN + 2 * WIDTH * STAGES > COLUMNS:
        msg = f"{COLUMNS} columns of tensor memory have factors for 16 stages, not for {STAGES}"
        raise ValueError(msg)
    tiles = tuple(smem.wgmma_tile(e4m3, (STAGES, rows, BK), "K") for rows in (BM, BN))
    scales = tuple(smem.alloc(u32, (STAGES, WORDS)) for _ in range(2))
    full, empty = (ptx.mbarrier.array(smem.mbarrier(STAGES), 0, STAGES) for _ in range(2))
    done, slot = smem.mbarrier(1)[0], smem.alloc(b32, 1)
    maps = [tensor.tma_desc() for tensor in (a, b, factors_a, factors_b)]
    m, n, k = (ptx.param(s32, name) for name in "MNK")
    tile_row, tile_column = ptx.special.ctaid.y(), ptx.special.ctaid.x()
    row, column = (ptx.mul.lo.s32(tile, BM) for tile in (tile_row, tile_column))
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
        ptx.tcgen05.alloc(slot, COLUMNS)
        ptx.tcgen05.relinquish_alloc_permit()
    ptx.tcgen05.fence_before_thread_sync()
    ptx.bar.sync(0)
    ptx.tcgen05.fence_after_thread_sync()
    sums = smem.load(b32, slot)

    with ptx.if_(producer):
        places = row, column, tile_row, tile_column
        produce((*tiles, *scales), (full, empty), maps, places, chunks)
    with ptx.if_(multiplier):
        multiply(tiles, scales, (full, empty), sums, chunks)
        ptx.tcgen05.commit(done)
    ptx.mbarrier.wait(done, 0)
    ptx.bar.warp.sync(-1)  # what follows is done by whole warps
    ptx.tcgen05.fence_after_thread_sync()
    store(c, sums + (warp << 21), (row + thread, column), (m, n), BN)

    ptx.tcgen05.fence_before_thread_sync()
    ptx.bar.sync(0)
    with ptx.if_(warp == 0):
        ptx.tcgen05.fence_after_thread_sync()
        ptx.tcgen05.dealloc(sums, COLUMNS)
    ptx.ret()


@intrinsic
def produce(arrays: Any, bars: Any, maps: Any, places: Any, chunks: Any) -> None:
    """Fill the stages with one chunk after the other; a single thread."""
    (full, empty), starts = bars, [ptx.mov.u32(array) for array in arrays]
    ring = ptx.pipeline(len(full))
    for chunk in ptx.range_(0, chunks):
        stage, parity = ring.advance()
        ptx.mbarrier.wait(empty.at(stage), parity ^ 1)
        bar, along = full.at(stage), chunk * BK
        ptx.mbarrier.arrive_expect_tx(bar, sum(array.stage_bytes for array in arrays))
        at = [(along, place) for place in places[:2]] + [(0, chunk, tile) for tile in places[2:]]
        for array, start, tensor, where in zip(arrays, starts, maps, at, strict=True):
            place = ptx.mad.lo.u32(stage, array.stage_bytes, start)
            ptx.tma.load(place, tensor, where, bar)


@intrinsic
def multiply(tiles: Any, scales: Any, bars: Any, sums: Any, chunks: Any) -> None:
    """Copy the factors and start the products of one chunk after the other; a single thread."""
    full, empty = bars
    kinds = [
        ptx.tcgen05.make_block_scale_instr_desc(
            m=BM, n=BN, dtype_a=e4m3, a_scale_id=i, b_scale_id=i
        )
        for i in range(BK // DEPTH)
    ]
    first = [ptx.tcgen05.descriptor(tile[0], stride_bytes=1024) for tile in tiles]
    # From 8 rows of 16 bytes to the next 8 are 128 bytes.
    first += [ptx.tcgen05.descriptor(x[0], stride_bytes=128, swizzle="NONE") for x in scales]
    steps = [array.stage_bytes // 16 for array in (*tiles, *scales)]
    beyond = ptx.add.u32(sums, BN)
    ring = ptx.pipeline(len(full))
    for chunk in ptx.range_(0, chunks):
        stage, parity = ring.advance()
        ptx.mbarrier.wait(full.at(stage), parity)
        ptx.tcgen05.fence_after_thread_sync()
        a, b, *factors = (ptx.mad.wide.u32(stage, *of) for of in zip(steps, first, strict=True))
        scale_a = reg.from_(ptx.mad.lo.u32(stage, 2 * WIDTH, beyond), b32)
        scale_b = reg.from_(ptx.add.u32(scale_a, WIDTH), b32)
        for place, source in zip((scale_a, scale_b), factors, strict=True):
            ptx.tcgen05.cp(place, source, size="32x128b.warpx4")
        for i, kind in enumerate(kinds):
            step = i * DEPTH // 16  # bytes, in units of 16
            adds = chunk > 0 if i == 0 else True  # the first does not add
            ptx.tcgen05.mma_block_scale(
                sums,
                a + step if i else a,
                b + step if i else b,
                kind,
                scale_a,
                scale_b,
                enable_input_d=adds,
            )
        ptx.tcgen05.commit(empty.at(stage))


def reference(a: Array, b: Array, factors_a: Array, factors_b: Array) -> Array:
    """Return the result of the kernel, in double precision; factors are (rows, K / 32)."""
    return mxfp8.values(a, factors_a) @ mxfp8.values(b, factors_b).T


def main() -> int:
    """Check the kernel; return the exit status."""
    random, (m, n, k) = np.random.default_rng(0), (300, 328, 736)
    a, factors_a = mxfp8.quantized(random.standard_normal((m, k)))
    b, factors_b = mxfp8.quantized(random.standard_normal((n, k)))
    found = gemm(a, b, mxfp8.arranged(factors_a), mxfp8.arranged(factors_b))
    expected = reference(a, b, factors_a, factors_b)
    return check(f"blackwell_mxfp8_gemm {m} x {n} x {k} e4m3", found, expected, allowed=1e-3)


if __name__ == "__main__":
    raise SystemExit(main())
