"""Vector addition: one element a thread.

A grid of blocks of 256 threads covers the vectors; the thread `i` of the grid loads `a[i]` and
`b[i]` and stores their sum. `N` need not be a multiple of 256: threads behind the end do nothing.

Neighbours in a warp access neighbours in memory, so each load of a warp is 128 bytes in a row.
Memory bounds the kernel: 12 bytes are moved for one addition.

    python -m ptxpy.examples.vector_add
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ptxpy import Tile, f32, kernel, ptx, s32
from ptxpy.examples.checking import Array, check

BLOCK = 256


@kernel(
    arch="sm_80",
    in_specs=(Tile("N", f32), Tile("N", f32)),
    out_specs=(Tile("N", f32),),
    raw_params=[("s32", "N")],  # the call passes the dimension of this name
    grid=lambda N: -(-N // BLOCK),
    block=BLOCK,
)
def vector_add(a: Any, b: Any, c: Any) -> None:
    """Compute c = a + b."""
    n = ptx.param(s32, "N")
    pa, pb, pc = ptx.global_ptrs(a, b, c)
    i = ptx.mad.lo.s32(ptx.special.ctaid.x(), BLOCK, ptx.special.tid.x())
    with ptx.if_(i < n):
        offset = ptx.mul.wide.s32(i, 4)  # bytes
        total = ptx.ld.global_.f32([pa + offset]) + ptx.ld.global_.f32([pb + offset])
        ptx.st.global_.f32([pc + offset], total)
    ptx.ret()


def reference(a: Array, b: Array) -> Array:
    """Return the result of the kernel."""
    return a + b


def main() -> int:
    """Check the kernel; return the exit status."""
    random = np.random.default_rng(0)
    a, b = (random.standard_normal(100_003, dtype=np.float32) for _ in range(2))
    return check(f"vector_add {a.size} f32", vector_add(a, b), reference(a, b), allowed=0)


if __name__ == "__main__":
    raise SystemExit(main())
