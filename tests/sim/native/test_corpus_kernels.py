"""Kernels of the corpus with matrix instructions: both engines give the same bits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ptxpy
from tests.sim.kernels.corpus import kernel as kernel_of

pytest.importorskip("llvmlite")

SCRATCH = (None, None)


def both(path: str, arguments: tuple[Any, ...], out: Any, **shape: Any) -> Any:
    """Run a kernel on both engines, and return the result that both give."""
    kernel = kernel_of(path, fresh=True)
    results = []
    for engine in ("interpreted", "compiled"):
        out[...] = 3
        with ptxpy.sim.engine(engine) as report:
            kernel.launch(*arguments, device="cpu", **shape)
        results.append(out.copy())
    assert not report.interpreted
    one, other = (each.view(f"u{each.itemsize}") for each in results)
    assert np.array_equal(one, other)
    return results[0]


def test_matmul_of_triton() -> None:
    """Ragged edges; sums of halves that are rounded."""
    random = np.random.default_rng(3)
    m, n, k = 197, 120, 96
    a, b = (random.standard_normal(shape).astype("f2") for shape in ((m, k), (k, n)))
    c = np.zeros((m, n), "f2")
    arguments = (a, b, c, m, n, k, k, n, n, *SCRATCH)
    both("triton/v3_5/matmul_sm_80.ptx", arguments, c, grid=2, shared_bytes=49152)
    assert len(np.unique(c)) > 1000


def test_attention_of_triton() -> None:
    """Two blocks of queries of two heads."""
    random = np.random.default_rng(4)
    length, width = 128, 64
    q, k, v = random.uniform(-1, 1, (3, 2, length, width)).astype("f2")
    out = np.zeros_like(q)
    arguments = (q, k, v, out, 0.125, length, length * width, *SCRATCH)
    path = "triton/v3_5/attention_pointers_sm_80.ptx"
    both(path, arguments, out, grid=(2, 2), shared_bytes=49152)
    assert len(np.unique(out)) > 1000
