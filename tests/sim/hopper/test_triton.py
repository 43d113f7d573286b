"""Triton's kernels for Hopper: products and attention by TMA and wgmma, tensor maps on the device.

A tensor descriptor is a tensor map, the shape and the strides. Behind the parameters of the source
stand two pointers to scratch memory.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ptxpy
from tests.sim.hopper.reference import check_attention, integers
from tests.sim.kernels.corpus import EPSILON, Array, close, eight_bits, run

SCRATCH = (None, None)
MAP_BYTES = 128


def descriptor(array: Array, rows: int) -> tuple[Any, ...]:
    """Return the parameters of a tensor descriptor whose boxes have 64 columns."""
    made = ptxpy.TensorMap(array, (rows, 64), swizzle="128B")
    return (made, *array.shape, array.shape[1], 1)


@pytest.mark.parametrize(
    ("path", "rows"),
    [
        ("triton/matmul_descriptor_sm_90a.ptx", 128),
        ("triton/matmul_descriptor_specialized_sm_90a.ptx", 64),
    ],
)
@pytest.mark.parametrize("shape", [(128, 128, 64), (200, 136, 200), (24, 8, 72)])
def test_matmul_by_tma(
    random: np.random.Generator, path: str, rows: int, shape: tuple[int, int, int]
) -> None:
    """A B^T with tensor maps of the host, plain and with specialised warps; exact."""
    m, n, k = shape
    a, b, c = integers(random, m, k), integers(random, n, k), np.full((m, n), 7, "f2")
    maps = (*descriptor(a, rows), *descriptor(b, 128), *descriptor(c, rows))
    grid = (-(-m // rows), -(-n // 128))
    run(path, None, *maps, m, n, k, *SCRATCH, grid=grid, shared=131072)
    assert (c == a.astype("f4") @ b.astype("f4").T).all()


@pytest.mark.parametrize(("m", "n", "k"), [(128, 128, 64), (200, 136, 208)])
def test_persistent_matmul(random: np.random.Generator, m: int, n: int, k: int) -> None:
    """Tensor maps are made on the device, in scratch memory of each program; exact."""
    a, b, c = integers(random, m, k), integers(random, n, k), np.full((m, n), 7, "f2")
    scratch = np.zeros(4 * 3 * MAP_BYTES, "u1")
    path = "triton/matmul_persistent_sm_90a.ptx"
    run(path, None, a, b, c, m, n, k, scratch, None, grid=4, shared=196608)
    assert (c == a.astype("f4") @ b.astype("f4").T).all()


@pytest.mark.parametrize(("m", "n", "k"), [(128, 128, 32), (200, 136, 80), (1, 16, 16)])
def test_plain_matmul(random: np.random.Generator, m: int, n: int, k: int) -> None:
    """A B through `cp.async` and wgmma; exact."""
    a, b, c = integers(random, m, k), integers(random, k, n), np.full((m, n), 7, "f2")
    grid = -(-m // 128) * -(-n // 128)
    arguments = (a, b, c, m, n, k, k, n, n, *SCRATCH)
    run("triton/v3_5/matmul_sm_90a.ptx", None, *arguments, grid=grid, shared=98304)
    assert (c == a.astype("f4") @ b.astype("f4")).all()


@pytest.mark.parametrize("shape", [(64, 64, 64), (64, 112, 80), (130, 72, 208)])
def test_matmul_of_eight_bit_floats(
    random: np.random.Generator, shape: tuple[int, int, int]
) -> None:
    """Numbers in e4m3 of at most 1: K additions in f32, and the result is rounded to half."""
    m, n, k = shape
    a = random.integers(0, 256, (m, k)).astype("u1") & np.uint8(0xB8)
    b = random.integers(0, 256, (k, n)).astype("u1") & np.uint8(0xB8)
    c = np.full((m, n), 7, "f2")
    arguments = (a, b, c, m, n, k, k, n, n, *SCRATCH)
    grid = -(-m // 64) * -(-n // 64)
    run("triton/matmul_fp8_sm_90a.ptx", None, *arguments, grid=grid, shared=65536)
    left, right = eight_bits("e4m3")[a], eight_bits("e4m3")[b]
    expected = left @ right
    size = np.abs(left) @ np.abs(right)
    close(c, expected, EPSILON["f2"] * np.abs(expected) * 1.01 + k * EPSILON["f4"] * size)


@pytest.mark.parametrize(
    ("path", "rows", "causal"),
    [
        ("triton/attention_causal_sm_90a.ptx", 128, True),
        ("triton/attention_specialized_sm_90a.ptx", 64, False),
    ],
)
@pytest.mark.parametrize(("length", "heads"), [(128, 2), (256, 1)])
def test_attention(
    *, random: np.random.Generator, path: str, rows: int, causal: bool, length: int, heads: int
) -> None:
    """Attention with an online softmax; the logarithm of the sum is in f32."""
    q, k, v = random.uniform(-1, 1, (3, heads * length, 64)).astype("f2")
    v *= np.float16(4)
    out, log_sum = np.zeros_like(q), np.zeros(heads * length, "f4")
    maps = (*descriptor(q, rows), *descriptor(k, 64), *descriptor(v, 64), *descriptor(out, rows))
    arguments = (*maps, log_sum, 0.125, length, *SCRATCH)
    run(path, None, *arguments, grid=(length // rows, heads), shared=131072)
    for head in range(heads):
        here = slice(head * length, (head + 1) * length)
        check_attention(out[here], q[here], k[here], v[here], causal=causal)


@pytest.mark.parametrize("columns", [4096, 3001, 5])
def test_softmax(random: np.random.Generator, columns: int) -> None:
    """Softmax of rows; as for other architectures, 36 roundings at worst."""
    x = random.standard_normal((3, 4096)).astype("f4")
    out = np.zeros_like(x)
    arguments = (x, out, 4096, columns, *SCRATCH)
    run("triton/softmax_sm_90a.ptx", None, *arguments, grid=3, shared=128)
    wide = x[:, :columns].astype("f8")
    weights = np.exp(wide - wide.max(axis=1, keepdims=True))
    expected = weights / weights.sum(axis=1, keepdims=True)
    close(out[:, :columns], expected, 36 * EPSILON["f4"] * expected)
    assert not out[:, columns:].any()


@pytest.mark.parametrize("columns", [2048, 1504])
def test_statistics(random: np.random.Generator, columns: int) -> None:
    """Mean and variance by Welford's algorithm in a tree of 11 levels, and the largest element."""
    x = random.standard_normal((2, columns)).astype("f4")
    mean, variance, place = np.zeros(2, "f4"), np.zeros(2, "f4"), np.zeros(2, "i4")
    arguments = (x, mean, variance, place, columns, *SCRATCH)
    run("triton/v3_5/statistics_sm_90a.ptx", None, *arguments, grid=2, shared=1024)
    wide = x.astype("f8")
    # Each level rounds a mean below 4 and a sum of squares a few times.
    close(mean, wide.mean(axis=1), 11 * 4 * 4 * EPSILON["f4"])
    close(variance, wide.var(axis=1), 11 * 16 * EPSILON["f4"] * wide.var(axis=1))
    expected = np.where(x.max(axis=1) > 0, x.argmax(axis=1), 0)
    assert (place == expected).all()


def test_sorted_rows(random: np.random.Generator) -> None:
    """A bitonic sort, and a histogram of the low bits."""
    x = random.integers(-1000, 1000, (3, 128)).astype("i4")
    out, counts = np.zeros_like(x), np.zeros((3, 64), "i4")
    run("triton/sort_rows_sm_90a.ptx", None, x, out, counts, *SCRATCH, grid=3, shared=1024)
    assert (out == -np.sort(-x, axis=1)).all()
    assert (counts == [np.bincount(row & 63, minlength=64) for row in x]).all()
