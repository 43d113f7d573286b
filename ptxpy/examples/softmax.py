"""Softmax over the rows of a matrix: a row in the registers of a block.

y[i, j] = exp(x[i, j] - max of row i) / (their sum over the row). A block has a row and loads it
once: each thread keeps its elements in registers while the block agrees on the maximum, then on the
sum (`block_reduce`, in `reduction`). So memory is read once and written once, which bounds the
kernel, and a row has at most 16384 elements, 64 a thread.

`N` is a keyword-only parameter: Python knows it while the kernel is traced, and the PTX is for that
length. A call takes it from the tensor; the default is what `softmax.ptx()` shows. So Python
decides how many registers there are, whether rows are loaded by vectors, and leaves out the guard
of all pieces inside of the row. `M` is known to the grid alone: one PTX serves any number of
rows.

exp(x) is 2 to the power of x * log2(e), since the GPU has an instruction for powers of two.

    python -m ptxpy.examples.softmax
"""

from __future__ import annotations

from math import e, inf, log2
from typing import Any

import numpy as np

from ptxpy import Tile, f32, kernel, ptx, reg
from ptxpy.examples.checking import Array, check
from ptxpy.examples.reduction import BLOCK, block_reduce
from ptxpy.examples.rows import Row


@kernel(
    arch="sm_80",
    in_specs=(Tile("M", "N", f32),),
    out_specs=(Tile("M", "N", f32),),
    grid=lambda M: M,
    block=BLOCK,
)
def softmax(x: Any, y: Any, *, N: int = 1024) -> None:
    """Compute the softmax of each row of x, a row a block."""
    row = Row(ptx.special.ctaid.x(), N)
    px, py = ptx.global_ptrs(x, y)

    values = row.load(px, outside=-inf)  # that is no maximum, and its exponential is 0
    largest = reg.from_(values[0], f32)  # a copy, for the reduction writes to it
    for value in values[1:]:
        largest = largest.max(value)
    largest = block_reduce(largest, ptx.warp.reduce_max)

    # With the largest value taken off, no exponential is above 1, so none overflows.
    values = [ptx.ex2.approx.ftz.f32((value - largest) * log2(e)) for value in values]
    total = reg.scalar(f32, 0.0)
    for value in values:
        total += value
    total = block_reduce(total, ptx.warp.reduce_sum)

    scale = ptx.rcp.approx.ftz.f32(total)
    row.store(py, [value * scale for value in values])
    ptx.ret()


def reference(x: Array) -> Array:
    """Return the result of the kernel, in double precision."""
    powers: Array = np.exp(x.astype(np.float64) - x.max(axis=1, keepdims=True))
    total: Array = powers.sum(axis=1, keepdims=True)
    return powers / total


def main() -> int:
    """Check the kernel; return the exit status."""
    x = np.random.default_rng(0).standard_normal((1024, 777), dtype=np.float32)
    return check("softmax 1024 x 777 f32", softmax(x), reference(x), allowed=1e-6)


if __name__ == "__main__":
    raise SystemExit(main())
