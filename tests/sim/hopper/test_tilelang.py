"""TileLang's kernels for Hopper: a producer warp group copies by TMA, another uses wgmma.

Shapes are fixed, and one or two CTAs of the grid are run. TileLang passes arrays, or tensor maps of
them, by their names, in order.
"""

from __future__ import annotations

import numpy as np
import pytest

import ptxpy
from tests.sim.hopper.reference import check_attention, integers
from tests.sim.kernels.corpus import EPSILON, close, eight_bits, run


@pytest.mark.parametrize("tiles", [1, 2])
def test_matmul(random: np.random.Generator, tiles: int) -> None:
    """Halves, B with its rows along N (MN-major): exact; then ReLU."""
    a, b = integers(random, 1024, 1024), integers(random, 1024, 1024)
    c = np.zeros((1024, 1024), "f2")
    maps = [ptxpy.TensorMap(x, (rows, 64), swizzle="128B") for x, rows in ((a, 128), (b, 64))]
    run("tilelang/matmul_sm_90a.ptx", None, *maps, c, grid=tiles, block=256, shared=131072)
    width = 128 * tiles
    expected = np.maximum(a[:128].astype("f4") @ b[:, :width].astype("f4"), 0)
    assert (c[:128, :width] == expected.astype("f2")).all()
    assert not c[128:].any()
    assert not c[:, width:].any()


def test_matmul_transposed(random: np.random.Generator) -> None:
    """Numbers in e4m3 of at most 1, 64-byte swizzle, a scale a row: 1024 additions in f32."""
    a, b = random.integers(0, 256, (2, 1024, 1024)).astype("u1") & np.uint8(0xB8)
    scale = random.random(1024).astype("f4")
    c = np.zeros((1024, 1024), "f4")
    maps = [ptxpy.TensorMap(x, (64, 64), swizzle="64B") for x in (a, b)]
    path = "tilelang/matmul_transposed_sm_90a.ptx"
    run(path, None, *maps, c, scale, grid=1, block=256, shared=32768)
    left, right = eight_bits("e4m3")[a[:64]], eight_bits("e4m3")[b[:64]]
    size = np.abs(left) @ np.abs(right).T * scale[:64, None]
    close(c[:64, :64], left @ right.T * scale[:64, None], 1024 * EPSILON["f4"] * size)


@pytest.mark.parametrize("head", [0, 5])
def test_attention(random: np.random.Generator, head: int) -> None:
    """Causal attention, two CTAs of a head; tensor maps have the order batch, head, row."""
    q, k, v = random.uniform(-1, 1, (3, 2, 1024, 8, 128)).astype("f2")
    v *= np.float16(4)
    out = np.zeros_like(q)
    q_map, k_map, v_map = (
        ptxpy.TensorMap(x.swapaxes(1, 2), (1, 1, 64, 64), swizzle="128B") for x in (q, k, v)
    )
    arguments = (k_map, out, q_map, v_map)
    grid = (2, head + 1, 1)
    run("tilelang/attention_sm_90a.ptx", None, *arguments, grid=grid, block=256, shared=163840)
    rows = (0, slice(0, 128), head)
    check_attention(out[rows], q[rows], k[rows], v[rows], causal=True)
    assert not out[0, 128:].any()


def test_rms_norm(random: np.random.Generator) -> None:
    """Rows divided by their root mean squares, below 4: rounded to half."""
    a = random.standard_normal((4096, 2048)).astype("f2")
    out = np.zeros_like(a)
    run("tilelang/rms_norm_sm_90a.ptx", None, a, out, grid=3, block=128, shared=32768)
    wide = a[:12].astype("f8")
    expected = wide / np.sqrt((wide**2).mean(axis=1, keepdims=True) + 1e-6)
    # Numbers below 2^-14 have no more than 10 bits behind that.
    close(out[:12], expected, EPSILON["f2"] * np.abs(expected) * 1.02 + 2.0**-25)
    assert not out[12:].any()
