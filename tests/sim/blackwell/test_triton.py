"""Triton's kernels for Blackwell: tensor memory, tcgen05, tensor maps, block scaling."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ptxpy
from tests.sim.hopper.reference import check_attention, integers
from tests.sim.kernels.corpus import EPSILON, Array, close, eight_bits, run

SCRATCH = (None, None)
MAP_BYTES = 128
SHARED = 224 << 10


def descriptor(array: Array, rows: int) -> tuple[Any, ...]:
    """Return the parameters of a tensor descriptor whose boxes have 64 columns."""
    made = ptxpy.TensorMap(array, (rows, 64), swizzle="128B")
    return (made, *array.shape, array.shape[1], 1)


@pytest.mark.parametrize(("m", "n", "k"), [(128, 128, 32), (200, 136, 80), (1, 16, 16)])
def test_plain_matmul(random: np.random.Generator, m: int, n: int, k: int) -> None:
    """A B with D initialised by stores to tensor memory, and B along N; exact."""
    a, b, c = integers(random, m, k), integers(random, k, n), np.full((m, n), 7, "f2")
    grid = -(-m // 128) * -(-n // 128)
    arguments = (a, b, c, m, n, k, k, n, n, *SCRATCH)
    run("triton/matmul_sm_100a.ptx", None, *arguments, grid=grid, shared=SHARED)
    assert (c == a.astype("f4") @ b.astype("f4")).all()


@pytest.mark.parametrize("shape", [(128, 128, 64), (200, 136, 200), (24, 8, 72)])
def test_matmul_by_tma(random: np.random.Generator, shape: tuple[int, int, int]) -> None:
    """A B^T with tensor maps of the host and specialised warps; exact."""
    m, n, k = shape
    a, b, c = integers(random, m, k), integers(random, n, k), np.full((m, n), 7, "f2")
    maps = (*descriptor(a, 128), *descriptor(b, 128), *descriptor(c, 128))
    path = "triton/matmul_descriptor_specialized_sm_100a.ptx"
    grid = (-(-m // 128), -(-n // 128))
    run(path, None, *maps, m, n, k, *SCRATCH, grid=grid, shared=SHARED)
    assert (c == a.astype("f4") @ b.astype("f4").T).all()


@pytest.mark.parametrize(("m", "n", "k"), [(128, 128, 64), (200, 136, 208), (19200, 16, 64)])
def test_persistent_matmul(random: np.random.Generator, m: int, n: int, k: int) -> None:
    """Tensor maps made on the device, and two accumulators that take turns; exact.

    There are 148 programs; the last shape has 150 tiles.
    """
    a, b, c = integers(random, m, k), integers(random, n, k), np.full((m, n), 7, "f2")
    grid = min(148, -(-m // 128) * -(-n // 128))
    scratch = np.zeros(grid * 3 * MAP_BYTES, "u1")
    path = "triton/v3_5/matmul_persistent_sm_100a.ptx"
    run(path, None, a, b, c, m, n, k, scratch, None, grid=grid, shared=SHARED)
    assert (c == a.astype("f4") @ b.astype("f4").T).all()


@pytest.mark.parametrize("k", [128, 384])
def test_matmul_with_block_scales(random: np.random.Generator, k: int) -> None:
    """Numbers in e5m2 from 0 to 1, with a scale from 1/8 to 8 for 32 of them."""
    a, b = random.integers(0, 0x3C, (2, 128, k)).astype("u1")
    signs = random.integers(0, 2, (2, 128, k)).astype("u1") << np.uint8(7)
    a, b = a | signs[0], b | signs[1]
    scales = random.integers(124, 131, (2, 128, k // 32)).astype("u1")
    c = np.zeros((128, 128), "f4")
    path = "triton/matmul_scaled_mxfp8_sm_100a.ptx"
    run(path, None, a, scales[0], b, scales[1], c, k, *SCRATCH, shared=SHARED)
    factors = np.repeat(2.0 ** (scales.astype("f8") - 127), 32, axis=2)
    left, right = (eight_bits("e5m2")[x] * y for x, y in zip((a, b), factors, strict=True))
    close(c, left @ right.T, k * EPSILON["f4"] * (np.abs(left) @ np.abs(right).T))


@pytest.mark.parametrize(("length", "heads"), [(128, 2), (384, 1)])
def test_attention(random: np.random.Generator, length: int, heads: int) -> None:
    """Attention with an online softmax, whose weights are an operand in tensor memory."""
    q, k, v = random.uniform(-1, 1, (3, heads * length, 64)).astype("f2")
    v *= np.float16(4)
    out, log_sum = np.zeros_like(q), np.zeros(heads * length, "f4")
    maps = (*descriptor(q, 128), *descriptor(k, 64), *descriptor(v, 64), *descriptor(out, 128))
    arguments = (*maps, log_sum, 0.125, length, *SCRATCH)
    path = "triton/attention_specialized_sm_100a.ptx"
    run(path, None, *arguments, grid=(length // 128, heads), shared=SHARED)
    for head in range(heads):
        here = slice(head * length, (head + 1) * length)
        check_attention(out[here], q[here], k[here], v[here], causal=False)
