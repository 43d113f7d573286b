"""RMSNorm over the rows of a matrix: y = x / sqrt(mean of x² + EPS) * weight.

A warp has a row, so a sum over it needs neither shared memory nor barriers; eight warps make a
block, and warps behind the last row leave. Two loops of the kernel go along the row, the first for
the sum of squares, the second for the result. So rows may be of any length: the elements that the
second loop reads have just been read by the first, and come from the cache.

`N` is a keyword-only parameter, which Python knows while the kernel is traced: rows whose length is
a multiple of four begin at multiples of 16 bytes, as the matrix does, and are read and written by
vectors.

Memory bounds the kernel: x is read and y written, once each.

    python -m ptxpy.examples.rms_norm
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ptxpy import Tile, f32, kernel, ptx, reg, u32
from ptxpy.examples.checking import Array, check
from ptxpy.examples.rows import load_piece, store_piece

WARPS = 8
"""Warps of a block."""


@kernel(
    arch="sm_80",
    in_specs=(Tile("M", "N", f32), Tile("N", f32)),
    out_specs=(Tile("M", "N", f32),),
    raw_params=[("u32", "M")],
    grid=lambda M: -(-M // WARPS),
    block=(32, WARPS),
)
def rms_norm(x: Any, weight: Any, y: Any, *, N: int = 1024, EPS: float = 1e-6) -> None:
    """Normalise each row of x, a row a warp."""
    width = 1 if N % 4 else 4
    lane, warp = ptx.special.tid.x(), ptx.special.tid.y()
    row = ptx.special.ctaid.x() * WARPS + warp
    with ptx.if_(row < ptx.param(u32, "M")):
        px, pweight, py = ptx.global_ptrs(x, weight, y)
        row_offset = ptx.mul.lo.s64(ptx.cvt.u64.u32(row), 4 * N)
        px, py = px + row_offset, py + row_offset
        values, weights = tuple(reg.array(f32, width)), tuple(reg.array(f32, width))
        first = lane * width

        squares = reg.scalar(f32, 0.0)
        for i in ptx.range_(first, N, 32 * width):
            load_piece(values, [px + ptx.mul.wide.u32(i, 4)])
            for value in values:
                ptx.inst.fma.rn.f32(squares, value, value, squares)
        ptx.warp.reduce_sum(squares)
        scale = ptx.rsqrt.approx.ftz.f32(ptx.fma.rn.f32(squares, 1 / N, EPS))

        for i in ptx.range_(first, N, 32 * width):
            offset = ptx.mul.wide.u32(i, 4)
            load_piece(values, [px + offset])
            load_piece(weights, [pweight + offset])
            result = [v * scale * w for v, w in zip(values, weights, strict=True)]
            store_piece([py + offset], tuple(result))
    ptx.ret()


def reference(x: Array, weight: Array, epsilon: float = 1e-6) -> Array:
    """Return the result of the kernel, in double precision."""
    wide = x.astype(np.float64)
    normal: Array = wide / np.sqrt((wide**2).mean(axis=1, keepdims=True) + epsilon)
    return normal * weight


def main() -> int:
    """Check the kernel; return the exit status."""
    random = np.random.default_rng(0)
    x = random.standard_normal((1003, 1024), dtype=np.float32)
    weight = random.standard_normal(1024, dtype=np.float32)
    found = rms_norm(x, weight)
    return check("rms_norm 1003 x 1024 f32", found, reference(x, weight), allowed=1e-5)


if __name__ == "__main__":
    raise SystemExit(main())
