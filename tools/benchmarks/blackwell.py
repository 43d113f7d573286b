"""The launches for Blackwell that are measured in the simulator."""

from __future__ import annotations

import numpy as np

from benchmarks.hopper.jobs import Job
from ptxpy.examples.blackwell_gemm import BK, BM, BN, STAGES, gemm
from ptxpy.launch import TensorMap, load

__all__ = ["jobs"]

_RATE = 5e9
"""Multiplications and additions a second that are wanted."""
_TILE_BYTES = 2 * BK * (BM + BN)
_SPARE_BYTES = 1024
"""For mbarriers and the address of the columns."""


def jobs() -> list[Job]:
    """Return the launches: D = A B^T in bf16, of 32 CTAs and of 4."""
    return [_gemm(1024, 1024, 512), _gemm(256, 512, 512)]


def _gemm(m: int, n: int, k: int) -> Job:
    random = np.random.default_rng(1)
    # The upper half of f32 numbers is what they are in bf16, but for the rounding.
    a, b = (
        (random.standard_normal((rows, k), np.float32).view(np.uint32) >> 16).astype(np.uint16)
        for rows in (m, n)
    )
    c = np.zeros((m, n), np.float32)
    maps = [TensorMap(x, (rows, BK), swizzle="128B", type="bf16") for x, rows in ((a, BM), (b, BN))]
    kernel = load(gemm.ptx())
    work = 2 * m * n * k

    def launch(*, strict: bool = False) -> None:
        kernel.launch(
            *(a, b, c, m, n, k, *maps),
            grid=(n // BN, m // BM),
            block=128,
            shared_bytes=STAGES * _TILE_BYTES + _SPARE_BYTES,
            device="cpu",
            strict=strict,
        )

    return Job(f"Blackwell GEMM {m} x {n} x {k}", work / _RATE, work, launch)
