"""C = A @ B of f16 on Ampere: `cp.async`, `ldmatrix` and `mma.sync`, with swizzled shared memory.

Each block of four warps makes BM x BN of C, a quarter of it a warp. A and B come along K in chunks
of 64, for which shared memory has STAGES places: a chunk is multiplied while the next ones come.

From global to shared memory, a thread copies 16 bytes with one `cp.async`, through no register.
Each thread waits for its own copies (`wait_group`) and then for the others (`bar.sync`). A group is
committed for each chunk, also for a chunk that is not copied, so at most STAGES - 2 groups are
under way exactly when the chunk that comes next is there. Behind that barrier, nobody reads the
stage of the chunk before any more: it is the one that is filled next. So there is one barrier for a
chunk.

Everything in shared memory is rows of 64 elements, 128 bytes: A as it is, B in stripes of 64
columns. The 16 bytes number p of row r are at p ^ (r % 8). So 8 rows of one p, which is what
`ldmatrix` reads at a time, are in different banks, and so are the 8 p of a row, which `cp.async`
writes.

`ldmatrix.x4` gives a warp 16 x 16 elements as `mma.sync.m16n8k16` takes them, `.trans` those of B,
whose neighbours are along N. Lane l gives the address of row l % 16, and of p = l // 16 in it.
Further 16 rows are 2048 bytes on; further 16 columns flip bits of p, an `xor` with 32 each:

    A: rows are those of C, columns are along K      B: rows are along K, columns are those of C

Of the sums of 16 x 8, a thread holds columns 2 * (lane % 4) and the next, in the rows lane // 4 and
8 below (PTX ISA 9.7.14.5.8). Copies outside of A and B write zeros, stores to C are guarded; K and
N are multiples of 8, since copies take 16 bytes.

On an A100 the tensor cores are the bound if a warp does little else: here 128 `mma` for 32
`ldmatrix` and 16 copies. 96 KiB of shared memory are one block for a multiprocessor there, two on
an H100, where `mma.sync` reaches somewhat more than half of what `wgmma` does.

    python -m ptxpy.examples.ampere_gemm
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from ptxpy import Tile, b32, f16, f32, intrinsic, kernel, ptx, reg, s32, smem
from ptxpy.examples.checking import Array, check

BK = 64
"""Elements of a row in shared memory."""
PART = 64
"""Rows and columns of C that a warp makes."""
LINE = 2 * BK
"""Bytes of a row."""
STEP = 16
"""Rows and columns that an `ldmatrix` reads."""


def grid(M: int, N: int, K: int, BM: int, BN: int) -> tuple[int, int]:
    """Return the blocks; `ValueError` for rows that copies of 16 bytes do not cut evenly."""
    if N % 8 or K % 8:
        msg = f"N and K are multiples of 8, so that rows are whole copies; not {N} and {K}"
        raise ValueError(msg)
    return (-(-N // BN), -(-M // BM))


@kernel(
    arch="sm_80",
    in_specs=(Tile("M", "K", f16), Tile("K", "N", f16)),
    out_specs=(Tile("M", "N", f16),),
    raw_params=[("s32", "M"), ("s32", "N"), ("s32", "K")],
    grid=grid,
    block=128,
    reqntid=(128,),
)
def gemm(a: Any, b: Any, c: Any, *, BM: int = 128, BN: int = 128, STAGES: int = 3) -> None:
    """Compute C = A @ B."""
    if BM * BN != 4 * PART * PART or BM % PART or STAGES < 2:
        msg = f"four warps make {PART} x {PART} each, in 2 stages or more; not {BM}, {BN}, {STAGES}"
        raise ValueError(msg)
    ring_a = smem.alloc(f16, (STAGES, BM, BK), swizzle="128B")
    ring_b = smem.alloc(f16, (STAGES, BN // PART, BK, PART), swizzle="128B")
    start_a, start_b = ptx.mov.u32(ring_a), ptx.mov.u32(ring_b)
    from_a, from_b, into = ptx.global_ptrs(a, b, c)
    m, n, k = (ptx.param(s32, name) for name in "MNK")
    row = ptx.mul.lo.s32(ptx.special.ctaid.y(), BM)
    column = ptx.mul.lo.s32(ptx.special.ctaid.x(), BN)
    chunks = (k + (BK - 1)) / BK
    thread = ptx.special.tid.x()

    # A thread copies the same 16 bytes of every 16th row.
    line, piece = thread >> 3, (thread & 7) * 8
    put = smem.apply_swizzle(thread * 16, "128B")

    @intrinsic
    def fill(stage: Any, chunk: Any) -> None:
        """Start the copies of a chunk to a stage."""
        along = chunk * BK
        to_a = ptx.mad.lo.u32(stage, ring_a.stage_bytes, start_a) + put
        for y in range(0, BM, STEP):
            copy(to_a + y * LINE, from_a, (row + line + y, along + piece), (m, k))
        to_b = ptx.mad.lo.u32(stage, ring_b.stage_bytes, start_b) + put
        for x in range(0, BN, PART):
            for y in range(0, BK, STEP):
                place = to_b + (x * BK * 2 + y * LINE)
                copy(place, from_b, (along + line + y, column + x + piece), (k, n))

    # A warp has a quarter of the sums, and reads the same place of every 16 x 16 elements.
    warp, lane = thread >> 5, thread & 31
    across = BN // PART
    part_y, part_x = warp / across, warp % across
    get = smem.apply_swizzle((lane & 15) * LINE + (lane >> 4) * 16, "128B")
    sums = zeros()

    ahead, behind = ptx.pipeline(STAGES), ptx.pipeline(STAGES)
    for chunk in ptx.range_(0, STAGES - 1):
        stage, _ = ahead.advance()
        fill(stage, chunk)  # zeros for a chunk that K does not have
        ptx.cp.async_.commit_group()
    for chunk in ptx.range_(0, chunks):
        ptx.cp.async_.wait_group(STAGES - 2)
        ptx.bar.sync(0)
        later = chunk + (STAGES - 1)
        stage, _ = ahead.advance()
        with ptx.if_(later < chunks):
            fill(stage, later)
        ptx.cp.async_.commit_group()
        stage, _ = behind.advance()
        of_a = ptx.mad.lo.u32(stage, ring_a.stage_bytes, start_a) + part_y * (PART * LINE) + get
        of_b = ptx.mad.lo.u32(stage, ring_b.stage_bytes, start_b) + part_x * (BK * LINE) + get
        multiply(sums, of_a, of_b)

    top, left = row + part_y * PART + (lane >> 2), column + part_x * PART + (lane & 3) * 2
    for (y, x), held in sums.items():
        for half in range(2):
            at = (top + (y + 8 * half), left + x)
            pair = ptx.cvt.rn.f16x2.f32(held[2 * half + 1], held[2 * half])
            ptx.st.global_.b32([element(into, at, n)], pair, when=inside(at, (m, n)))
    ptx.ret()


def copy(place: Any, matrix: Any, at: tuple[Any, Any], shape: tuple[Any, Any]) -> None:
    """Start the copy of 8 elements of a row; zeros for those outside of the matrix."""
    size = ptx.selp.b32(16, 0, inside(at, shape))
    ptx.cp.async_.cg.shared.global_([place], [element(matrix, at, shape[1])], 16, size)


def zeros() -> dict[tuple[int, int], Any]:
    """Return the sums of a warp by row and column of each 16 x 8: 4 registers of a thread."""
    sums = {}
    for y, x in product(range(0, PART, 16), range(0, PART, 8)):
        held = sums[y, x] = reg.array(f32, 4)
        for i in range(4):
            held[i] = 0.0
    return sums


@intrinsic
def multiply(sums: dict[tuple[int, int], Any], of_a: Any, of_b: Any) -> None:
    """Add the products of a chunk, of which this lane begins to read at `of_a` and `of_b`."""
    for k in range(0, BK, STEP):
        left = {y: load([of_a ^ 2 * k, y * LINE]) for y in range(0, PART, STEP)}
        for x in range(0, PART, STEP):
            right = load([of_b ^ 2 * x, k * LINE], trans=True)
            for y, half in product(left, range(2)):
                held = sums[y, x + 8 * half]
                ptx.mma.sync(
                    shape=(16, 8, 16),
                    dtype_d=f32,
                    dtype_a=f16,
                    dtype_b=f16,
                    dtype_c=f32,
                    d=held,
                    a=left[y],
                    b=right[2 * half : 2 * half + 2],
                    c=held,
                )


def load(place: Any, *, trans: bool = False) -> Any:
    """Return 16 x 16 elements as a warp holds them: 4 registers of a thread."""
    held = reg.array(b32, 4)
    ptx.ldmatrix(dst=held, src=place, layout="x4", trans=trans)
    return held


def element(matrix: Any, at: tuple[Any, Any], width: Any) -> Any:
    """Return the address of an element of a matrix of f16 in rows of `width`."""
    return ptx.mad.wide.s32(at[0], width * 2, ptx.mad.wide.s32(at[1], 2, matrix))


def inside(at: tuple[Any, Any], shape: tuple[Any, Any]) -> Any:
    """Return a predicate: whether row and column are those of an element."""
    return (at[0] < shape[0]) & (at[1] < shape[1])


def reference(a: Array, b: Array) -> Array:
    """Return the result of the kernel, before rounding."""
    return a.astype(np.float64) @ b.astype(np.float64)


def main() -> int:
    """Check the kernel; return the exit status."""
    random = np.random.default_rng(0)
    m, n, k = 200, 264, 328
    a, b = (random.standard_normal(shape).astype(np.float16) for shape in ((m, k), (k, n)))
    return check(f"ampere_gemm {m} x {n} x {k} f16", gemm(a, b), reference(a, b), allowed=0.0006)


if __name__ == "__main__":
    raise SystemExit(main())
