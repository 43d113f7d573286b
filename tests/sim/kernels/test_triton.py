"""Kernels by Triton without matrix instructions.

The block is `.reqntid`. Behind the parameters of the source stand two pointers to scratch memory,
which these kernels do not use.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from ptxpy.sim.errors import SimulationError
from tests.sim.kernels.corpus import EPSILON, Array, bfloat, close, eight_bits, run, widened

SCRATCH = (None, None)


@pytest.mark.parametrize(
    "version", ["v3_5/vector_add_sm_75", "v3_5/vector_add_sm_100a", "vector_add_sm_120a"]
)
def test_vector_add(random: np.random.Generator, version: str) -> None:
    """Vectors of four, with a mask at the end."""
    x, y = random.standard_normal((2, 1503)).astype("f4")
    out = np.zeros_like(x)
    run(f"triton/{version}.ptx", None, x, y, out, 1503, *SCRATCH, grid=2)
    assert (out == x + y).all()


def test_softmax(random: np.random.Generator) -> None:
    """Softmax of rows of 1501 columns.

    `ex2.approx.ftz` is within 2 units, its argument, below 12, is off by 12 roundings, and the sum
    and the quotient, `div.full`, add less than 20.
    """
    x = random.standard_normal((3, 1600)).astype("f4")
    out = np.zeros_like(x)
    arguments = (x, out, 1600, 1501, *SCRATCH)
    run("triton/v3_5/softmax_sm_80.ptx", None, *arguments, grid=3, shared=64)
    wide = x[:, :1501].astype("f8")
    weights = np.exp(wide - wide.max(axis=1, keepdims=True))
    expected = weights / weights.sum(axis=1, keepdims=True)
    close(out[:, :1501], expected, 36 * EPSILON["f4"] * expected)
    assert not out[:, 1501:].any()


def test_layer_norm(random: np.random.Generator) -> None:
    """Three passes over a row of bfloat16, whose results are rounded to bfloat16.

    Terms are below 8 before they are added, so f32 adds less than 2^-19 to half a unit.
    """
    x = bfloat(random.standard_normal((2, 1392)))
    weight, bias = bfloat(random.standard_normal((2, 1392)))
    out = np.zeros_like(x)
    mean, deviation = np.zeros((2, 2), "f4")
    arguments = (x, weight, bias, out, mean, deviation, 1392, 1391, 1e-5, *SCRATCH)
    run("triton/v3_5/layer_norm_sm_89.ptx", None, *arguments, grid=2, shared=64)
    wide = widened(x)[:, :1391].astype("f8")
    centre = wide.mean(axis=1)
    inverse = 1 / np.sqrt(wide.var(axis=1) + 1e-5)
    expected = (wide - centre[:, None]) * inverse[:, None]
    expected = expected * widened(weight)[:1391] + widened(bias)[:1391]
    close(mean, centre, 20 * EPSILON["f4"] * np.abs(wide).mean(axis=1))
    close(deviation, inverse, 20 * EPSILON["f4"] * inverse)
    close(widened(out)[:, :1391], expected, 2.0**-8 * np.abs(expected) + 2.0**-19)
    assert not out[:, 1391:].any()


def test_histogram(random: np.random.Generator) -> None:
    """Atomic additions behind a predicate."""
    x = random.uniform(-0.1, 1.1, 1503).astype("f4")
    bins = random.integers(0, 9, 256).astype("i4")
    place = (x * np.float32(256)).astype("i4")
    place = place[(place >= 0) & (place < 256)]
    expected = bins + np.bincount(place, minlength=256)
    arguments = (x, bins, 0.0, 1.0, 1503, *SCRATCH)
    run("triton/v3_5/histogram_sm_75.ptx", None, *arguments, grid=2, shared=8192)
    assert (bins == expected).all()


def test_integers(random: np.random.Generator) -> None:
    """Quotients, remainders, shifts and comparisons of 64-bit integers."""
    x = random.integers(-(2**62), 2**62, 301)
    y = random.integers(-(2**40), 2**40, 301) >> random.integers(0, 40, 301) | 1
    out = np.zeros_like(x)
    run("triton/integers_sm_75.ptx", None, x, y, out, 301, *SCRATCH, grid=2)
    quotient = np.array([abs(a) // abs(b) for a, b in zip(x.tolist(), y.tolist(), strict=True)])
    quotient = np.where((x < 0) == (y < 0), quotient, -quotient)
    low = np.uint64(2**32 - 1)
    high = ((x.view("u8") & low) * (y.view("u8") & low) >> np.uint64(32)).astype("i8")
    mixed = quotient << 3 ^ (x - quotient * y) >> 2 | high & 0x7F
    assert (out == np.where(x > y, mixed, ~mixed)).all()


def test_scan(random: np.random.Generator) -> None:
    """A linear recurrence as an associative scan, and a running sum from the end.

    All terms are positive: the relative error is below the number of roundings on a path, some 20
    for the sum, and twice that for the recurrence, which multiplies as well.
    """
    gate, x = random.random((2, 2, 1024)).astype("f4")
    out, prefix = np.zeros((2, 2, 1024), "f4")
    arguments = (gate, x, out, prefix, *SCRATCH)
    run("triton/scan_sm_80.ptx", None, *arguments, grid=2, shared=4096)
    expected, state = np.zeros((2, 1024)), np.zeros(2)
    for i in range(1024):
        state = gate[:, i] * state + x[:, i]
        expected[:, i] = state
    close(out, expected, 40 * EPSILON["f4"] * expected)
    sums = np.cumsum(x[:, ::-1].astype("f8"), axis=1)[:, ::-1]
    close(prefix, sums, 20 * EPSILON["f4"] * sums)


def test_checked_gather(random: np.random.Generator) -> None:
    """Assertions on the device: one that fails names the file, the line and the condition."""
    x = random.random(50).astype("f4")
    index = random.integers(0, 50, 128).astype("i4")
    out = np.zeros(128, "f4")
    path = "triton/checked_gather_sm_80.ptx"
    run(path, None, x, index, out, 50, *SCRATCH)
    assert (out == x[index]).all()
    for wrong, message in ((-3, "index is negative"), (50, "index is too large")):
        index[77] = wrong
        with pytest.raises(SimulationError, match=rf"control\.py:\d+: .*{message}"):
            run(path, None, x, index, out, 50, *SCRATCH)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("triton/fp8_round_trip_fp8e5_sm_80.ptx", "e5m2"),
        ("triton/v3_5/fp8_round_trip_fp8e4nv_sm_89.ptx", "e4m3"),
    ],
)
def test_fp8_round_trip(random: np.random.Generator, path: str, name: str) -> None:
    """Halves to 8-bit floats, by instructions or by integers, and back: to the nearest."""
    x = (random.standard_normal(1503) * 60).astype("f2")
    codes, back = np.zeros(1503, "u1"), np.zeros_like(x)
    scale = np.array([0.5], "f4")
    run(path, None, x, codes, back, scale, 1503, *SCRATCH, grid=2)
    values = eight_bits(name)
    given = np.clip(x.astype("f8") * 2, -448, 448)
    finite = values[np.isfinite(values)]
    nearest = np.abs(given[:, None] - finite).min(axis=1)
    assert (np.abs(given - values[codes]) == nearest).all()
    assert (back == values[codes] / 2).all()


def _philox(seed: int, counter: Array) -> Array:
    """Return the first words that Philox 4x32, of ten rounds, gives (Salmon and others, 2011)."""
    low, shift = np.uint64(2**32 - 1), np.uint64(32)
    words = [counter.astype("u8"), *[np.zeros(counter.shape, "u8")] * 3]
    keys = [seed & 0xFFFFFFFF, seed >> 32]
    for _ in range(10):
        first, second = words[0] * np.uint64(0xD2511F53), words[2] * np.uint64(0xCD9E8D57)
        words = [
            second >> shift ^ words[1] ^ np.uint64(keys[0]),
            second & low,
            first >> shift ^ words[3] ^ np.uint64(keys[1]),
            first & low,
        ]
        steps = zip(keys, (0x9E3779B9, 0xBB67AE85), strict=True)
        keys = [(key + step) & 0xFFFFFFFF for key, step in steps]
    return words[0].astype("u4")


def test_dropout(random: np.random.Generator) -> None:
    """Random numbers from a counter, which decide what is kept; the quotient is `div.full`."""
    x = random.random(1503).astype("f4") + np.float32(1)
    out = np.zeros_like(x)
    rate = np.float32(0.3)
    run("triton/v3_5/dropout_sm_80.ptx", None, x, out, 1503, rate, 1234, *SCRATCH, grid=2)
    bits = _philox(1234, np.arange(1503)).view("i4")
    keep = np.where(bits < 0, ~bits, bits).astype("f4") * np.float32(4.6566127342e-10) > rate
    assert 1000 < keep.sum() < 1100
    expected = np.where(keep, x / (np.float32(1) - rate), np.float32(0))
    close(out, expected, 4 * EPSILON["f4"] * expected)
    assert (out[~keep] == 0).all()


def test_activations(random: np.random.Generator) -> None:
    """Functions of the library and of the hardware in a loop.

    `sin.approx` and `cos.approx` are off by 2^-20.5 and the others by a few units of terms below
    16.
    """
    x = random.uniform(-3, 3, 1503).astype("f4")
    out = np.zeros_like(x)
    run("triton/v3_5/activations_sm_89.ptx", None, x, out, 1503, *SCRATCH, grid=2)
    v = x.astype("f8")
    size = np.abs(v)
    expected = 0.5 * v * (1 + np.vectorize(math.erf)(v * math.sqrt(0.5))) + v / (1 + np.exp(-v))
    expected += (size + 1) ** 1.5 + np.tanh(v) + np.sin(v) + np.cos(v)
    expected += 2**v + np.log2(size + 1) + np.sqrt(size)
    close(out, expected, 2 * 2.0**-20.5 + 4 * 16 * EPSILON["f4"])
