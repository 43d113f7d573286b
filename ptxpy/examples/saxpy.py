"""Saxpy, z = alpha * x + y: a grid-stride loop over vectors of four.

The GPU holds the whole grid at once. Each thread handles the vector of four
elements with its number in the grid, goes on by as many vectors as there are threads, and so on to
the end: the cost of starting a block is paid once, and any `N` fits any grid.

`ld.global.v4.f32` loads 16 bytes with one instruction, a quarter of the instructions of single
loads, and keeps more bytes on their way. It wants addresses that are multiples of 16. Arrays that
do not begin at one, such as `x[1:]`, and the elements behind the last whole vector, are left to the
loop over single elements.

Memory bounds the kernel: 12 bytes for one fused multiply-add.

    python -m ptxpy.examples.saxpy
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ptxpy import Tile, f32, kernel, ptx, reg, u64
from ptxpy.examples.checking import Array, check

BLOCK = 256
BLOCKS = 8 * 132
"""Eight blocks, 2048 threads, for each of the 132 multiprocessors of an H100."""


@kernel(
    arch="sm_80",
    in_specs=(Tile("N", f32), Tile("N", f32)),
    out_specs=(Tile("N", f32),),
    raw_params=[("f32", "alpha"), ("u64", "N")],
    grid=lambda N: min(-(-N // (4 * BLOCK)), BLOCKS),
    block=BLOCK,
)
def saxpy(x: Any, y: Any, z: Any) -> None:
    """Compute z = alpha * x + y."""
    alpha = ptx.param(f32, "alpha")
    n = ptx.param(u64, "N")
    px, py, pz = ptx.global_ptrs(x, y, z)

    # 64 bits: 32 could wrap at the step behind the last element.
    tid = ptx.cvt.u64.u32(ptx.special.tid.x())
    first = reg.from_(ptx.mul.wide.u32(ptx.special.ctaid.x(), BLOCK) + tid, u64)
    threads = reg.from_(ptx.mul.wide.u32(ptx.special.nctaid.x(), BLOCK), u64)

    aligned = ((px | py | pz) & 15) == 0
    # Without alignment there are no vectors, and the second loop takes all elements.
    vectors = reg.scalar(u64, 0)
    ptx.inst.shr.u64(vectors, n, 2, when=aligned)
    for i in ptx.range_(first, vectors, threads):
        vx, vy = reg.array(f32, 4), reg.array(f32, 4)
        vx[0:4] = ptx.ld.global_.v4.f32([px + i * 16])
        vy[0:4] = ptx.ld.global_.v4.f32([py + i * 16])
        for lane in range(4):
            vy[lane] = ptx.fma.rn.f32(alpha, vx[lane], vy[lane])
        ptx.st.global_.v4.f32([pz + i * 16], vy[0:4])

    for i in ptx.range_(vectors * 4 + first, n, threads):
        ax, ay = (ptx.ld.global_.f32([base + i * 4]) for base in (px, py))
        ptx.st.global_.f32([pz + i * 4], ptx.fma.rn.f32(alpha, ax, ay))
    ptx.ret()


def reference(x: Array, y: Array, alpha: float) -> Array:
    """Return the result of the kernel; in double precision, for the kernel rounds only once."""
    return (np.float64(np.float32(alpha)) * x + y).astype(np.float32)


def main() -> int:
    """Check the kernel; return the exit status."""
    random = np.random.default_rng(0)
    x, y = (random.standard_normal(1_000_003, dtype=np.float32) for _ in range(2))
    found = saxpy(x, y, alpha=2.5)
    return check(f"saxpy {x.size} f32", found, reference(x, y, 2.5), allowed=1e-6)


if __name__ == "__main__":
    raise SystemExit(main())
