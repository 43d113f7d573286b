"""Transposing a matrix through shared memory.

Written straight from memory to memory, either the loads or the stores of a warp would go down a
column: 32 elements in 32 lines of the cache. So a block of 32 x 8 threads loads a tile of 32 x 32
elements row by row, four rows a thread, and after a barrier stores it row by row as well, reading
columns from shared memory.

Shared memory has 32 banks, one word wide. In a tile with rows of 32 words a column is in a single
bank, and a warp that reads it takes 32 turns. One unused word at the end of each row moves every
row on by a bank, and both directions take one turn.

Memory bounds the kernel: each element is loaded and stored once.

    python -m ptxpy.examples.transpose
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ptxpy import Tile, f32, kernel, ptx, reg, smem, u32
from ptxpy.examples.checking import Array, check

TILE = 32
ROWS = 8
"""Rows of a tile that the block moves at a time."""


def element(base: Any, row: Any, column: Any, width: Any) -> Any:
    """Return the address of an element of a row-major matrix; 64 bits, for it may be large."""
    index = ptx.mad.wide.u32(row, width, ptx.cvt.u64.u32(column))
    return ptx.mad.lo.s64(index, 4, base)


@kernel(
    arch="sm_80",
    in_specs=(Tile("M", "N", f32),),
    out_specs=(Tile("N", "M", f32),),
    raw_params=[("u32", "M"), ("u32", "N")],
    grid=lambda M, N: (-(-M // TILE), -(-N // TILE)),  # x takes more blocks than y: rows first
    block=(TILE, ROWS),
)
def transpose(x: Any, y: Any) -> None:
    """Compute y = x.T, a tile a block."""
    m, n = ptx.param(u32, "M"), ptx.param(u32, "N")
    px, py = ptx.global_ptrs(x, y)
    tile = smem.alloc(f32, (TILE, TILE + 1))
    tx, ty = ptx.special.tid.x(), ptx.special.tid.y()
    top, left = ptx.special.ctaid.x() * TILE, ptx.special.ctaid.y() * TILE

    # All loads are on their way before the first one is waited for.
    values = reg.array(f32, TILE // ROWS)
    column = left + tx
    for step, down in enumerate(range(0, TILE, ROWS)):
        row = top + ty + down
        inside = (row < m) & (column < n)
        values[step] = 0.0
        values[step] = ptx.ld.global_.f32([element(px, row, column, n)], when=inside)
    for step, down in enumerate(range(0, TILE, ROWS)):
        tile[ty + down, tx] = values[step]
    ptx.bar.sync(0)

    column = top + tx  # of y
    for down in range(0, TILE, ROWS):
        row = left + ty + down
        with ptx.if_((row < n) & (column < m)):
            ptx.st.global_.f32([element(py, row, column, m)], tile[tx, ty + down])
    ptx.ret()


def reference(x: Array) -> Array:
    """Return the result of the kernel."""
    return x.T


def main() -> int:
    """Check the kernel; return the exit status."""
    x = np.random.default_rng(0).standard_normal((500, 777), dtype=np.float32)
    return check("transpose 500 x 777 f32", transpose(x), reference(x), allowed=0)


if __name__ == "__main__":
    raise SystemExit(main())
