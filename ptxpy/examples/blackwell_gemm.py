"""C = A @ B.T of bf16 on Blackwell: `tcgen05` multiplies from shared into tensor memory.

A is M x K and B is N x K, as a linear layer has them; C is M x N in f32, of which a block makes
BM x BN. As on Hopper, TMA brings chunks of BK along K to a ring of STAGES stages. News:

- The sums are in no registers but in *tensor memory*: 128 lanes with 512 columns of 32 bits each.
  Row r of the tile is lane r, column c is column c. A warp allocates the columns that its block
  needs, whose address comes to shared memory, and frees them.
- *One thread* starts a product for the whole block: 128 x 16 by 16 x 256. `tcgen05.mma` finds A and
  B through descriptors, as `wgmma` does: K-major tiles with rows of 128 bytes, in which the 16
  bytes number p of row r are at p ^ (r % 8). A number, the *instruction descriptor*, says the
  types.
- `tcgen05.commit` makes an mbarrier count an arrival when all products started so far are done, so
  no thread has to wait for them before a stage is given back.

Four warps, and who does what:

1. *Producer*, a thread of warp 0: waits until a stage is `empty`, tells `full` how many bytes will
   come, and starts the copies.
2. *Multiplier*, a thread of warp 1: waits until a stage is `full`, starts the products of the
   chunk, and commits them to `empty`. Behind the last chunk it commits to `done`.
3. All: wait for `done`, load the sums and store them. Warp w can read the lanes from 32 * w on;
   `tcgen05.ld` of shape 32x32b gives each thread columns of one lane, so thread t has row t.

Who waits names the parity of the phase; the first wait for `empty` is for the phase before the
first, parity 1, which counts as complete. Tensor memory is asynchronous: there is a `tcgen05.fence`
on either side of a barrier that orders its use. TMA reads zeros outside of A and B; stores
to C are guarded, 8 columns at a time. N and K are multiples of 8, for stores of 32 bytes and TMA.

On a B200, 2250 TFLOP/s and 8 TB/s, memory wants 281 operations a byte, and a tile has 85; the L2
cache makes up for it, as blocks of a row and of a column load the same. Two things would make it
faster: pairs of blocks that share B, which `blackwell_pair_gemm` has, and a second set of columns,
so that products go on while a tile is stored.

Without a GPU for sm_100a it runs on the CPU simulator; it is assembled and checked, too:

    python -m ptxpy.examples.blackwell_gemm
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ptxpy import Layout, Tile, b32, bf16, f32, intrinsic, kernel, pred, ptx, reg, s32, smem, u32
from ptxpy.assemble import assemble
from ptxpy.check import check_text
from ptxpy.examples import bfloat16
from ptxpy.examples.checking import Array, check
from ptxpy.launch.cuda import count, target

BM, BN, BK, STAGES = 128, 256, 64, 4
DEPTH = 16
"""How far along K a product goes."""
COLUMNS = 32
"""Columns of tensor memory that a thread loads at a time."""


@kernel(
    arch="sm_100a",
    version="8.8",
    in_specs=(
        Tile("M", "K", bf16, Layout.TMA_128B, tma_box=(BM, BK)),
        Tile("N", "K", bf16, Layout.TMA_128B, tma_box=(BN, BK)),
    ),
    out_specs=(Tile("M", "N", f32),),
    raw_params=[("s32", "M"), ("s32", "N"), ("s32", "K")],
    grid=lambda M, N: (-(-N // BN), -(-M // BM)),
    block=128,
    reqntid=(128,),
)
def gemm(a: Any, b: Any, c: Any) -> None:
    """Compute C = A @ B.T."""
    tiles = tuple(smem.wgmma_tile(bf16, (STAGES, rows, BK), "K") for rows in (BM, BN))
    full, empty = (ptx.mbarrier.array(smem.mbarrier(STAGES), 0, STAGES) for _ in range(2))
    done, slot = smem.mbarrier(1)[0], smem.alloc(b32, 1)
    maps = a.tma_desc(), b.tma_desc()
    m, n, k = (ptx.param(s32, name) for name in "MNK")
    row = ptx.mul.lo.s32(ptx.special.ctaid.y(), BM)
    column = ptx.mul.lo.s32(ptx.special.ctaid.x(), BN)
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
        ptx.tcgen05.alloc(slot, BN)
        # Another block of the multiprocessor may allocate its columns now.
        ptx.tcgen05.relinquish_alloc_permit()
    ptx.tcgen05.fence_before_thread_sync()
    ptx.bar.sync(0)
    ptx.tcgen05.fence_after_thread_sync()
    sums = smem.load(b32, slot)

    with ptx.if_(producer):
        produce(tiles, (full, empty), maps, (row, column), chunks)
    with ptx.if_(multiplier):
        multiply(tiles, (full, empty), sums, chunks)
        ptx.tcgen05.commit(done)
    ptx.mbarrier.wait(done, 0)
    ptx.bar.warp.sync(-1)  # what follows is done by whole warps
    ptx.tcgen05.fence_after_thread_sync()
    # The lane is in the upper half of an address: warp w has the lanes from 32 * w on.
    store(c, sums + (warp << 21), (row + thread, column), (m, n))

    ptx.tcgen05.fence_before_thread_sync()
    ptx.bar.sync(0)
    with ptx.if_(warp == 0):
        ptx.tcgen05.fence_after_thread_sync()
        ptx.tcgen05.dealloc(sums, BN)
    ptx.ret()


@intrinsic
def produce(tiles: Any, bars: Any, maps: Any, origin: tuple[Any, Any], chunks: Any) -> None:
    """Fill the stages with one chunk after the other; a single thread."""
    (full, empty), starts = bars, [ptx.mov.u32(tile) for tile in tiles]
    at = ptx.pipeline(STAGES)
    for chunk in ptx.range_(0, chunks):
        stage, parity = at.advance()
        ptx.mbarrier.wait(empty.at(stage), parity ^ 1)
        bar, along = full.at(stage), chunk * BK
        ptx.mbarrier.arrive_expect_tx(bar, sum(tile.stage_bytes for tile in tiles))
        for tile, start, tensor, top in zip(tiles, starts, maps, origin, strict=True):
            place = ptx.mad.lo.u32(stage, tile.stage_bytes, start)
            ptx.tma.load(place, tensor, (along, top), bar)


@intrinsic
def multiply(tiles: Any, bars: Any, sums: Any, chunks: Any) -> None:
    """Start the products of one chunk after the other; a single thread."""
    # From 8 rows to the next 8 are 1024 bytes; descriptors have addresses in units of 16 bytes.
    (full, empty), kind = bars, ptx.tcgen05.make_instr_desc_f16bf16_f32(m=BM, n=BN)
    steps = [tile.stage_bytes // 16 for tile in tiles]
    first = [ptx.tcgen05.descriptor(tile[0], stride_bytes=1024) for tile in tiles]
    at = ptx.pipeline(STAGES)
    for chunk in ptx.range_(0, chunks):
        stage, parity = at.advance()
        ptx.mbarrier.wait(full.at(stage), parity)
        ptx.tcgen05.fence_after_thread_sync()
        a, b = (ptx.mad.wide.u32(stage, *of) for of in zip(steps, first, strict=True))
        ptx.tcgen05.mma(sums, a, b, kind, enable_input_d=chunk > 0)  # the first does not add
        for x in range(2 * DEPTH, 2 * BK, 2 * DEPTH):  # bytes
            ptx.tcgen05.mma(sums, a + x // 16, b + x // 16, kind)
        ptx.tcgen05.commit(empty.at(stage))


@intrinsic
def store(
    c: Any, lanes: Any, origin: tuple[Any, Any], shape: tuple[Any, Any], width: int = BN
) -> None:
    """Store a row of the tile; `lanes` is the address of the warp's, lane << 16 | column."""
    (out,) = ptx.global_ptrs(c)
    inside = origin[0] < shape[0]
    place = ptx.mad.wide.s32(origin[0], shape[1] * 4, ptx.mad.wide.s32(origin[1], 4, out))
    held = reg.array(b32, COLUMNS)
    for x in range(0, width, COLUMNS):
        ptx.tcgen05.ld(held, [lanes, x], shape="32x32b", count=COLUMNS)
        # Loads from tensor memory are asynchronous, too: registers are valid after the wait.
        ptx.tcgen05.wait_ld()
        for i in range(0, COLUMNS, 8):  # 32 bytes, a sector of the caches
            there = inside & (origin[1] + (x + i) < shape[1])
            ptx.st.global_.v8.b32([place, 4 * (x + i)], held[i : i + 8], when=there)


def reference(a: Array, b: Array) -> Array:
    """Return the result of the kernel, in double precision."""
    left, right = (bfloat16.values(x).astype(np.float64) for x in (a, b))
    return left @ right.T


def checked() -> int:
    """Assemble the kernel and check its PTX; print the messages and return the exit status."""
    made = assemble(text := gemm.ptx())
    (needs,) = made.kernels
    remarks = ["registers are spilled"] if needs.spill_stores else []
    remarks += [remark.render("gemm.ptx") for remark in check_text(text).found]
    remarks += [message.text for message in made.messages if message.severity != "info"]
    print(f"gemm: assembled for {made.arch} by {made.assembler}: {needs.registers} registers")
    print(f"gemm: checked: {len(remarks)} remarks", *remarks, sep="\n")
    return int(bool(remarks))


def main() -> int:
    """Check the kernel, and run it; return the exit status."""
    status = checked()
    device = 0 if count() and target(0) == "sm_100a" else "cpu"
    random, (m, n, k) = np.random.default_rng(0), (500, 776, 1000)
    a, b = (bfloat16.bits(random.standard_normal(shape)) for shape in ((m, k), (n, k)))
    found = gemm(a, b, device=device)
    return status | check(f"gemm {m} x {n} x {k} bf16", found, reference(a, b), allowed=1e-3)


if __name__ == "__main__":
    raise SystemExit(main())
