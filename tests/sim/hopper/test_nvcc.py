"""Our own kernels for Hopper by nvcc: a GEMM of clusters with remote barriers, a bulk copy."""

from __future__ import annotations

import numpy as np
import pytest

import ptxpy
from tests.sim.hopper.reference import integers
from tests.sim.kernels.corpus import bfloat, close, kernel, widened

PATHS = ["nvcc/hopper.sm_90a.ptx", "nvcc/hopper.sm_90a.nvcc-13.5.ptx"]


@pytest.mark.parametrize("path", [*PATHS, "nvcc/hopper.sm_90a.debug.ptx"])
@pytest.mark.parametrize(("m", "n", "steps"), [(64, 128, 2), (192, 256, 7)])
def test_gemm(random: np.random.Generator, path: str, m: int, n: int, steps: int) -> None:
    """A ring of four stages, `stmatrix` and a store by TMA.

    A CTA frees a stage when both of the cluster have used it. Sums of products are integers, so
    only rounding them to bfloat16 makes an error.
    """
    k = 64 * steps
    a, b = bfloat(integers(random, m, k)), bfloat(integers(random, n, k))
    c = np.zeros((m, n), "u2")
    maps = [ptxpy.TensorMap(x, (64, 64), type="bf16", swizzle="128B") for x in (a, b)]
    maps.append(ptxpy.TensorMap(c, (64, 64), type="bf16"))
    found = kernel(path, "_Z4gemm14CUtensorMap_stS_S_i")
    found.launch(
        *maps,
        steps,
        grid=(n // 64, m // 64),
        block=256,
        cluster=(2, 1, 1),
        shared_bytes=4 * 2 * 8192 + 8192 + 64 + 1024,
        device="cpu",
    )
    expected = widened(a) @ widened(b).T
    close(widened(c), expected, 2.0**-8 * np.abs(expected))


@pytest.mark.parametrize("path", PATHS)
def test_bulk_copy(random: np.random.Generator, path: str) -> None:
    """Both CTAs of a cluster copy the same bytes, each to its own place; all add 1 to the first."""
    x = random.integers(0, 100, (64, 4)).astype("f4")
    out = np.zeros((2, 64, 4), "f4")
    found = kernel(path, "_Z9copy_bulkPK6float4PS_j")
    found.launch(
        x, out, x.nbytes, grid=2, block=64, cluster=(2, 1, 1), shared_bytes=x.nbytes, device="cpu"
    )
    assert (out[0, 1:] == x[1:]).all()
    assert (out[1] == x).all()
    # A thread adds after its own stores; those of the first thread overwrite what came before.
    assert ((out[0, 0] - x[0] >= 1) & (out[0, 0] - x[0] <= 128)).all()
