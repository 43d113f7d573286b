"""LayerNorm over the rows of a matrix: y = (x - mean) / sqrt(variance + EPS) * gamma + beta.

A block has a row and keeps it in registers, as in `softmax`. So both passes of the textbook cost
no memory traffic: first the mean, then the variance as the mean of (x - mean)². The formula of one
pass, mean of x² minus the square of the mean, loses all digits if the mean is much larger than
the deviations; this one does not.

Memory bounds the kernel: x is read and y written, once; gamma and beta, which all blocks
read, come from the cache.

    python -m ptxpy.examples.layer_norm
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ptxpy import Tile, f32, kernel, ptx, reg
from ptxpy.examples.checking import Array, check
from ptxpy.examples.reduction import BLOCK, block_reduce
from ptxpy.examples.rows import Row


def block_mean(values: list[Any], length: int) -> Any:
    """Return the mean of a row of which each thread has some elements."""
    total = reg.scalar(f32, 0.0)
    for value in values:
        total += value
    return block_reduce(total, ptx.warp.reduce_sum) * (1 / length)


@kernel(
    arch="sm_80",
    in_specs=(Tile("M", "N", f32), Tile("N", f32), Tile("N", f32)),
    out_specs=(Tile("M", "N", f32),),
    grid=lambda M: M,
    block=BLOCK,
)
def layer_norm(x: Any, gamma: Any, beta: Any, y: Any, *, N: int = 1024, EPS: float = 1e-5) -> None:
    """Normalise each row of x, a row a block."""
    row = Row(ptx.special.ctaid.x(), N)
    px, pgamma, pbeta, py = ptx.global_ptrs(x, gamma, beta, y)

    values = row.load(px)
    mean = block_mean(values, N)
    deviations = row.clear_outside([value - mean for value in values])
    variance = block_mean([each * each for each in deviations], N)
    scale = ptx.rsqrt.approx.ftz.f32(variance + EPS)

    factors, offsets = row.load_vector(pgamma), row.load_vector(pbeta)
    result = [
        ptx.fma.rn.f32(each * scale, factor, offset)
        for each, factor, offset in zip(deviations, factors, offsets, strict=True)
    ]
    row.store(py, result)
    ptx.ret()


def reference(x: Array, gamma: Array, beta: Array, epsilon: float = 1e-5) -> Array:
    """Return the result of the kernel, in double precision."""
    wide = x.astype(np.float64)
    mean, variance = wide.mean(axis=1, keepdims=True), wide.var(axis=1, keepdims=True)
    normal: Array = (wide - mean) / np.sqrt(variance + epsilon)
    return normal * gamma + beta


def main() -> int:
    """Check the kernel; return the exit status."""
    random = np.random.default_rng(0)
    x = random.standard_normal((512, 1000), dtype=np.float32) + 100
    gamma, beta = (random.standard_normal(1000, dtype=np.float32) for _ in range(2))
    found = layer_norm(x, gamma, beta)
    return check("layer_norm 512 x 1000 f32", found, reference(x, gamma, beta), allowed=1e-4)


if __name__ == "__main__":
    raise SystemExit(main())
