"""Kernels by Triton with matrix instructions, `ldmatrix` and `cp.async`."""

from __future__ import annotations

import numpy as np
import pytest

from tests.sim.kernels.corpus import EPSILON, Array, close, eight_bits, run

SCRATCH = (None, None)


@pytest.mark.parametrize("version", ["sm_80", "sm_120a"])
def test_matmul(random: np.random.Generator, version: str) -> None:
    """Halves with ragged edges: sums of small integers, so exact; on sm_80 then ReLU."""
    m, n, k = 97, 120, 80
    a = random.integers(-4, 5, (m, k)).astype("f2")
    b = random.integers(-4, 5, (k, n)).astype("f2")
    c = np.full((m, n), -1, "f2")
    arguments = (a, b, c, m, n, k, k, n, n, *SCRATCH)
    run(f"triton/v3_5/matmul_{version}.ptx", None, *arguments, grid=1, shared=49152)
    expected = a.astype("f4") @ b.astype("f4")
    assert (c == (np.maximum(expected, 0) if version == "sm_80" else expected)).all()


def test_matmul_of_eight_bit_floats(random: np.random.Generator) -> None:
    """Numbers in e4m3 of at most 1, two programs; the result, below 16, is rounded to half."""
    m, n, k = 64, 112, 80
    a = random.integers(0, 256, (m, k)).astype("u1") & np.uint8(0xB8)
    b = random.integers(0, 256, (k, n)).astype("u1") & np.uint8(0xB8)
    c = np.zeros((m, n), "f2")
    arguments = (a, b, c, m, n, k, k, n, n, *SCRATCH)
    run("triton/matmul_fp8_sm_89.ptx", None, *arguments, grid=2, shared=49152)
    left, right = eight_bits("e4m3")[a], eight_bits("e4m3")[b]
    expected = left @ right
    size = np.abs(left) @ np.abs(right)
    close(c, expected, EPSILON["f2"] * np.abs(expected) * 1.01 + k * EPSILON["f4"] * size)


def test_attention(random: np.random.Generator) -> None:
    """Attention with pointers, two programs of 64 rows.

    Weights of at most 1 and the result, below 4, are rounded to half.
    """
    length, width = 128, 64
    q, k, v = random.uniform(-1, 1, (3, length, width)).astype("f2")
    v *= np.float16(4)
    out = np.zeros_like(q)
    arguments = (q, k, v, out, 0.125, length, length * width, *SCRATCH)
    path = "triton/v3_5/attention_pointers_sm_80.ptx"
    run(path, None, *arguments, grid=(2, 1), shared=49152)
    scores = q.astype("f8") @ k.T.astype("f8") / 8
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    expected = weights / weights.sum(axis=1, keepdims=True) @ v
    close(out, expected, 2 * 4 * EPSILON["f2"])


def test_scaled_matmul(random: np.random.Generator) -> None:
    """Elements of 4 bits with a scale factor for each 32, of which sums are exact."""
    size, depth = 128, 256
    a, b = (random.integers(0, 256, (size, depth // 2)).astype("u1") for _ in range(2))
    scales = [random.integers(126, 130, (size, depth // 32)).astype("u1") for _ in range(2)]
    c = np.zeros((size, size), "f4")
    arguments = (a, scales[0], b, scales[1], c, depth, *SCRATCH)
    run("triton/matmul_scaled_mxfp4_sm_120a.ptx", None, *arguments, grid=1, shared=65536)
    left, right = (_scaled(codes, scale) for codes, scale in zip((a, b), scales, strict=True))
    assert (c == left @ right.T).all()


def _scaled(codes: Array, scales: Array) -> Array:
    """Return the numbers of pairs of elements of 4 bits, the first in the lower bits, scaled."""
    pairs = np.stack([codes & 15, codes >> 4], axis=-1).reshape(len(codes), -1)
    magnitudes = np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6])[pairs & 7]
    factors = np.exp2(scales.astype("f8") - 127).repeat(32, axis=1)
    numbers: Array = np.where(pairs & 8, -magnitudes, magnitudes) * factors
    return numbers
