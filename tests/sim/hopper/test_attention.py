"""Our own attention: lengths that fill no tile, several heads, causal and not."""

from __future__ import annotations

import math

import numpy as np
import pytest
from benchmarks.hopper.attention import Attention

import ptxpy
from tests.sim.hopper.reference import check_attention


@pytest.mark.parametrize("kind", [Attention(), Attention(causal=True), Attention(64, 1, 3)])
@pytest.mark.parametrize(("heads", "length"), [(1, 256), (2, 200), (3, 17)])
def test_attention(random: np.random.Generator, kind: Attention, heads: int, length: int) -> None:
    """Weights are operand A in registers, values MN-major; keys behind the end are not seen."""
    q, k, v = random.uniform(-1, 1, (3, heads, length, 64)).astype("f2")
    v *= np.float16(4)
    out = np.zeros_like(q)
    maps = [
        ptxpy.TensorMap(x, (1, rows, 64), swizzle="128B")
        for x, rows in ((q, kind.rows), (k, kind.keys), (v, kind.keys))
    ]
    grid = (-(-length // kind.rows), heads)
    scale = 0.125 * math.log2(math.e)
    ptxpy.load(kind.ptx()).launch(
        *(*maps, out, length, scale),
        grid=grid,
        block=kind.block,
        shared_bytes=kind.shared,
        device="cpu",
    )
    for head in range(heads):
        check_attention(out[head], q[head], k[head], v[head], causal=kind.causal)
