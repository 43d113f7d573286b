"""Kernels by TileLang and CuTe DSL: shapes are fixed, and one or two CTAs of the grid are run.

TileLang passes arrays by their names, in order, and then numbers.
"""

from __future__ import annotations

import numpy as np
import pytest

import ptxpy
from tests.sim.kernels.corpus import (
    EPSILON,
    Array,
    Extents,
    Simulated,
    bfloat,
    close,
    eight_bits,
    fma,
    run,
)


def test_saxpy(random: np.random.Generator) -> None:
    """Vectors of four elements a thread, one fma each."""
    x, y = random.standard_normal((2, 2048)).astype("f4")
    a = np.float32(1.7)
    expected = fma(a, x, y)
    run("tilelang/saxpy_sm_80.ptx", None, x, y, a, grid=2, block=256)
    assert (y == expected).all()


def test_histogram(random: np.random.Generator) -> None:
    """Counts by atomics in global memory."""
    values = random.integers(0, 10**6, 2048).astype("i4")
    counts = np.zeros(64, "i4")
    run("tilelang/histogram_sm_75.ptx", None, counts, values, grid=2, block=256)
    assert (counts == np.bincount(values % 64, minlength=64)).all()


def test_matmul(random: np.random.Generator) -> None:
    """Halves through `cp.async`, `ldmatrix` and `mma`: sums of integers, so exact; then ReLU."""
    a, b = random.integers(-4, 5, (2, 1024, 1024)).astype("f2")
    c = np.zeros((1024, 1024), "f2")
    run("tilelang/matmul_sm_80.ptx", None, a, b, c, grid=1, block=128, shared=49152)
    expected = np.maximum(a[:128].astype("f4") @ b[:, :128].astype("f4"), 0)
    assert (c[:128, :128] == expected.astype("f2")).all()
    assert not c[128:].any()
    assert not c[:, 128:].any()


def test_matmul_by_tma(random: np.random.Generator) -> None:
    """Copied by TMA, B with its rows along N: exact; then ReLU."""
    a, b = random.integers(-4, 5, (2, 1024, 1024)).astype("f2")
    c = np.zeros((1024, 1024), "f2")
    maps = ptxpy.TensorMap(a, (64, 32), swizzle="64B"), ptxpy.TensorMap(b, (32, 64), swizzle="128B")
    run("tilelang/matmul_sm_120a.ptx", None, *maps, c, grid=2, block=256, shared=65536)
    expected = np.maximum(a[:64].astype("f4") @ b[:, :256].astype("f4"), 0)
    assert (c[:64, :256] == expected.astype("f2")).all()
    assert not c[64:].any()


def test_matmul_transposed(random: np.random.Generator) -> None:
    """Numbers in e4m3 with a scale a row.

    The products of numbers of at most 1 are exact in f32. The order of 1024 additions is the
    hardware's, so the error is that of so many roundings at worst.
    """
    a, b = random.integers(0, 256, (2, 1024, 1024)).astype("u1") & np.uint8(0xB8)
    scale = random.random(1024).astype("f4")
    c = np.zeros((1024, 1024), "f4")
    path = "tilelang/matmul_transposed_sm_89.ptx"
    run(path, None, a, b, c, scale, grid=1, block=128, shared=16384)
    left, right = eight_bits("e4m3")[a[:64]], eight_bits("e4m3")[b[:64]]
    expected = left @ right.T * scale[:64, None]
    size = np.abs(left) @ np.abs(right).T * scale[:64, None]
    close(c[:64, :64], expected, 1024 * EPSILON["f4"] * size)


def test_attention(random: np.random.Generator) -> None:
    """Causal attention, two CTAs of one head.

    Weights of at most 1 and the result, below 4, are rounded to half; the weights' errors are
    weighted by the weights, and the values are below 4.
    """
    q, k, v = random.uniform(-4, 4, (3, 2, 1024, 8, 64)).astype("f2")
    q /= np.float16(4)
    out = np.zeros_like(q)
    arguments = (k, out, q, v)
    run("tilelang/attention_sm_80.ptx", None, *arguments, grid=(2, 1, 1), block=128, shared=24576)
    query, keys, values = (x[0, :128, 0].astype("f8") for x in (q, k, v))
    scores = np.where(np.tri(128, dtype=bool), query @ keys.T / 8, -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    expected = weights / weights.sum(axis=1, keepdims=True) @ values
    close(out[0, :128, 0], expected, 2 * 4 * EPSILON["f2"])
    assert not out[0, 128:].any()


def _cute(
    module: Simulated,
    arrays: tuple[Array, ...],
    grid: Extents,
    shared: int = 0,
    numbers: tuple[np.float32, ...] = (),
) -> Array:
    """Run the only kernel of a module by CuTe DSL, and return its last array."""
    places = [module.put(x) for x in arrays]
    name = module.module.kernels[0].name.name
    pointers = [np.uint64(place).tobytes() for place in places]
    module.run(name, *pointers, *numbers, grid=grid, shared=shared)
    return module.get(places[-1], arrays[-1])


@pytest.mark.parametrize("version", ["sm_80", "sm_120a"])
def test_cute_add(random: np.random.Generator, version: str) -> None:
    """An element a thread; the last CTAs are not run."""
    a, b = random.standard_normal((2, 1024, 512)).astype("f4")
    module = Simulated(f"cutedsl/add_{version}.ptx")
    c = _cute(module, (a, b, np.zeros_like(a)), grid=9)
    expected = np.concatenate([(a + b).reshape(-1)[: 9 * 128], np.zeros(a.size - 9 * 128)])
    assert (c.reshape(-1) == expected).all()


@pytest.mark.parametrize("version", ["sm_80", "sm_120a"])
def test_cute_matmul(random: np.random.Generator, version: str) -> None:
    """Halves, or bfloat16 with sums in f32, through `cp.async`, `ldmatrix` and `mma`: exact."""
    a, b = random.integers(-4, 5, (2, 512, 256)).astype("f4")
    module = Simulated(f"cutedsl/matmul_ampere_{version}.ptx")
    if version == "sm_80":
        arrays = (a.astype("f2"), b.astype("f2"), np.zeros((512, 512), "f2"))
    else:
        arrays = (bfloat(a), bfloat(b), np.zeros((512, 512), "f4"))
    c = _cute(module, arrays, grid=(1, 2), shared=8192)
    assert (c[:64, :128] == (a[:64] @ b[:128].T).astype(c.dtype)).all()
    assert not c[64:].any()


def test_cute_add_vectors(random: np.random.Generator) -> None:
    """Four elements at a time of a row a CTA: a product and a sum, fused or not."""
    a, b = random.standard_normal((2, 1024, 512)).astype("f4")
    module = Simulated("cutedsl/add_vectors_sm_100a.ptx")
    scale = np.float32(1.7)
    c = _cute(module, (a, b, np.zeros_like(a)), grid=3, numbers=(scale,))
    fused = fma(a[:3], scale, b[:3])
    assert (c[:3] == fused).all() or (c[:3] == a[:3] * scale + b[:3]).all()
    assert not c[3:].any()
