"""Kernels by nvcc with functions of real numbers: softmax, attention, physics, finance."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.sim.kernels.corpus import EPSILON, Array, close, fma, run

SOFTMAX = ("sm_86", "sm_89.fast-math", "sm_100", "sm_100.debug-opt")
SCIENCE = ("sm_75.precise", "sm_80.fast-math", "sm_89", "sm_100")


def softmax(scores: Array) -> Array:
    """Return softmax of the last axis, in f64."""
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    result: Array = weights / weights.sum(axis=-1, keepdims=True)
    return result


@pytest.mark.parametrize("version", SOFTMAX)
@pytest.mark.parametrize("warps", [4, 8])
def test_softmax(random: np.random.Generator, version: str, warps: int) -> None:
    """Softmax of rows.

    The fast exponential of x in [-8, 0] has a relative error of 11.4 units (CUDA C++ programming
    guide); the sum and the quotient add less than 20 more.
    """
    x = random.standard_normal((3, 301)).astype("f4")
    out = np.zeros_like(x)
    name = f"_Z7softmaxILi{warps}EEvPKfPfi"
    run(f"nvcc/softmax.{version}.ptx", name, x, out, 301, grid=3, block=32 * warps)
    expected = softmax(x.astype("f8"))
    close(out, expected, 2 * 32 * EPSILON["f4"] * expected)


@pytest.mark.parametrize("version", SOFTMAX)
def test_layer_norm(random: np.random.Generator, version: str) -> None:
    """Layer normalisation of 128 columns, four a lane: some ten roundings of numbers below 8."""
    x = random.standard_normal((5, 128)).astype("f4")
    weight = random.standard_normal(128).astype("f4")
    out = np.zeros_like(x)
    run(f"nvcc/softmax.{version}.ptx", "layer_norm", x, weight, out, 1e-5, grid=5, block=32)
    wide = x.astype("f8")
    centred = wide - wide.mean(axis=1, keepdims=True)
    expected = centred / np.sqrt(wide.var(axis=1, keepdims=True) + 1e-5) * weight
    close(out, expected, 10 * 8 * EPSILON["f4"])


@pytest.mark.parametrize(
    ("name", "width", "length", "causal"),
    [
        ("_Z9attentionILi64ELi32ELb0EEvPK6__halfS2_S2_PS0_if", 64, 64, False),
        ("_Z9attentionILi128ELi16ELb1EEvPK6__halfS2_S2_PS0_if", 128, 48, True),
    ],
)
def test_attention(
    random: np.random.Generator, name: str, width: int, length: int, *, causal: bool
) -> None:
    """Attention with an online softmax in f32; the result, below 4, is rounded to half."""
    q, k, v = random.standard_normal((3, 2, length, width)).astype("f2")
    out = np.zeros_like(q)
    scale = width**-0.5
    arguments = (q, k, v, out, length, scale)
    run("nvcc/attention.sm_80.ptx", name, *arguments, grid=(length // 4, 2), block=128)
    wide, keys, values = (each.astype("f8") for each in (q, k, v))
    scores = wide @ keys.swapaxes(1, 2) * scale
    if causal:
        scores = np.where(np.tri(length, dtype=bool), scores, -np.inf)
    close(out, softmax(scores) @ values, 4 * EPSILON["f2"] + 1e-5)


@pytest.mark.parametrize("version", SCIENCE)
def test_bodies(random: np.random.Generator, version: str) -> None:
    """Forces between bodies, summed in one order: 256 additions and a few roundings each."""
    at = random.standard_normal((256, 4)).astype("f4")
    push = np.ones_like(at)
    run(f"nvcc/science.{version}.ptx", "bodies", at, push, 256, block=256)
    place = at[:, :3].astype("f8")
    apart = place - place[:, None]
    parts = apart * (at[:, 3] * ((apart**2).sum(axis=-1) + 1e-6) ** -1.5)[..., None]
    close(push[:, :3], parts.sum(axis=1), 64 * EPSILON["f4"] * np.abs(parts).sum(axis=1))
    assert (push[:, 3] == 0).all()


def _mandelbrot(width: int, height: int) -> Array:
    """Return counts by the operations of the kernel in f32, in the order that nvcc gave them."""
    f = np.float32
    px, py = np.meshgrid(np.arange(width), np.arange(height))
    re, im = fma(px, f(0.09), f(-2)), fma(py, f(0.09), f(-1.1))
    x, y, count = np.zeros_like(re), np.zeros_like(re), np.zeros(re.shape, int)
    within = np.ones(re.shape, bool)
    with np.errstate(all="ignore"):
        for _ in range(255):
            following = re + (x * x - y * y)
            x, y = following, fma(x + x, y, im)
            count += within
            within &= x * x + y * y < f(4)
    return count


@pytest.mark.parametrize("version", ["sm_89", "sm_100"])
def test_mandelbrot(version: str) -> None:
    """A loop that threads leave at different times, in f32."""
    image = np.zeros((24, 32), "u1")
    name = "_Z10mandelbrotIfEvPhiT_S1_S1_"
    arguments = (image, 32, 0.09, -2.0, -1.1)
    run(f"nvcc/science.{version}.ptx", name, *arguments, grid=(2, 3), block=(16, 8))
    assert (image == _mandelbrot(32, 24)).all()
    assert len(np.unique(image)) > 20


@pytest.mark.parametrize("version", SCIENCE)
def test_black_scholes(random: np.random.Generator, version: str) -> None:
    """Prices of options.

    They are differences of products below 32 of a few functions, each good to some ten units; the
    polynomial for the normal distribution has an error of 7.5e-8 (Abramowitz and Stegun 26.2.17).
    """
    price, strike = random.uniform(5, 30, (2, 101)).astype("f4")
    years = random.uniform(0.2, 5, 101).astype("f4")
    call, put = np.zeros((2, 101), "f4")
    arguments = (price, strike, years, call, put, 0.02, 0.3, 101)
    run(f"nvcc/science.{version}.ptx", "black_scholes", *arguments, grid=2, block=64)
    p, s, y = (each.astype("f8") for each in (price, strike, years))
    normal = np.vectorize(lambda value: 0.5 * math.erfc(-value / math.sqrt(2)))
    root = 0.3 * np.sqrt(y)
    d1 = (np.log(p / s) + (0.02 + 0.045) * y) / root
    discount = s * np.exp(-0.02 * y)
    error = 32 * (10 * EPSILON["f4"] + 2 * 7.5e-8)
    close(call, p * normal(d1) - discount * normal(d1 - root), error)
    close(put, discount * normal(root - d1) - p * normal(-d1), error)


@pytest.mark.parametrize("version", SCIENCE)
def test_sparse_rows(random: np.random.Generator, version: str) -> None:
    """A sparse matrix times a vector of doubles, a warp a row; rows may be empty."""
    matrix = random.standard_normal((13, 50)) * (random.random((13, 50)) < 0.6)
    matrix[5] = 0
    rows = np.concatenate([[0], np.cumsum((matrix != 0).sum(axis=1))]).astype("i4")
    columns = np.nonzero(matrix)[1].astype("i4")
    x, y = random.standard_normal(50), np.ones(13)
    arguments = (rows, columns, matrix[matrix != 0], x, y, 13)
    run(f"nvcc/science.{version}.ptx", "sparse_rows", *arguments, grid=4, block=128)
    close(y, matrix @ x, 50 * EPSILON["f8"] * (np.abs(matrix) @ np.abs(x)))
