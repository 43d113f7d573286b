"""The launches for Hopper that are measured."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from benchmarks.hopper.attention import Attention
from benchmarks.hopper.gemm import Gemm
from ptxpy.launch import TensorMap, load

__all__ = ["Job", "jobs"]


class Job(NamedTuple):
    """A launch, whose speed is that of its products."""

    name: str
    goal: float
    """Seconds that are wanted, at most."""
    work: int
    """Multiplications and additions."""
    launch: Callable[..., None]
    """With `strict=True`, in strict mode."""


def jobs() -> list[Job]:
    """Return the launches: D = A B^T in bf16, and attention of one head in f16."""
    return [_gemm(2048, 2048, 128), _attention(1024)]


def _gemm(m: int, n: int, k: int) -> Job:
    """10 GFLOP/s are wanted."""
    gemm = Gemm()
    random = np.random.default_rng(1)
    # The upper half of f32 numbers is what they are in bf16, but for the rounding.
    a, b = (
        (random.standard_normal((rows, k), np.float32).view(np.uint32) >> 16).astype(np.uint16)
        for rows in (m, n)
    )
    c = np.zeros((m, n), np.float32)
    maps = [
        TensorMap(x, (rows, gemm.box), swizzle=f"{gemm.swizzle}B", type="bf16")
        for x, rows in ((a, gemm.rows), (b, gemm.part))
    ]
    kernel = load(gemm.ptx())
    work = 2 * m * n * k

    def launch(*, strict: bool = False) -> None:
        kernel.launch(
            *(*maps, c, m, n, k),
            grid=m // gemm.rows * (n // gemm.columns),
            block=gemm.block,
            shared_bytes=gemm.shared,
            device="cpu",
            strict=strict,
        )

    return Job(f"Hopper GEMM {m} x {n} x {k}", work / 10e9, work, launch)


def _attention(length: int) -> Job:
    """2 seconds are wanted."""
    kind = Attention()
    random = np.random.default_rng(1)
    q, k, v = random.standard_normal((3, 1, length, 64)).astype(np.float16)
    out = np.zeros_like(q)
    maps = [
        TensorMap(x, (1, rows, 64), swizzle="128B")
        for x, rows in ((q, kind.rows), (k, kind.keys), (v, kind.keys))
    ]
    kernel = load(kind.ptx())
    scale = math.log2(math.e) / 8

    def launch(*, strict: bool = False) -> None:
        kernel.launch(
            *(*maps, out, length, scale),
            grid=length // kind.rows,
            block=kind.block,
            shared_bytes=kind.shared,
            device="cpu",
            strict=strict,
        )

    return Job(f"Hopper attention {length} x 64", 2.0, 4 * length * length * 64, launch)
