"""Kernels by NVRTC 11.8 to 13.5, some for architectures before sm_75."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.sim.kernels.corpus import EPSILON, Simulated, close, run

ELEMENTWISE = (
    *("sm_35.nvrtc-11.8", "sm_50.nvrtc-12.1", "sm_80.nvrtc-11.8.G"),
    *("sm_103a.nvrtc-13.0", "sm_120a.nvrtc-13.5"),
)
DISPATCH = (
    "sm_61.nvrtc-12.6",
    "sm_70.nvrtc-11.8",
    "sm_75.nvrtc-13.0.rdc",
    "sm_90.nvrtc-12.1.G",
    "sm_90.nvrtc-13.5.G",
)
HALVES = (
    *("sm_80.nvrtc-11.8", "sm_86.nvrtc-12.6", "sm_89.nvrtc-12.1.use_fast_math"),
    "sm_100a.nvrtc-13.0",
)
REDUCTION = ("sm_52.nvrtc-11.8", "sm_75.nvrtc-12.1.lineinfo", "sm_90.nvrtc-12.6")

VIEW = np.dtype([("data", "u8"), ("shape", "u8", 3), ("strides", "i8", 3)])


@pytest.mark.parametrize("version", ELEMENTWISE)
def test_where(random: np.random.Generator, version: str) -> None:
    """A choice between doubles by booleans."""
    which = random.random(301) < 0.5
    a, b = random.standard_normal((2, 301))
    out = np.zeros(301)
    path = f"nvrtc/elementwise.{version}.ptx"
    run(path, "where", which, a, b, out, 301, grid=3, block=128)
    assert (out == np.where(which, a, b)).all()


@pytest.mark.parametrize("version", ELEMENTWISE)
def test_integer_power(random: np.random.Generator, version: str) -> None:
    """Powers by squaring, with loops of different lengths, that wrap."""
    base = random.integers(-9, 10, 301).astype("i4")
    exponent = random.integers(-1, 20, 301).astype("i4")
    out = np.zeros_like(base)
    path = f"nvrtc/elementwise.{version}.ptx"
    run(path, "integer_power", base, exponent, out, 301, grid=3, block=128)
    powers = [int(b) ** max(int(e), 0) for b, e in zip(base, exponent, strict=True)]
    assert out.tolist() == [(power + 2**31) % 2**32 - 2**31 for power in powers]


@pytest.mark.parametrize("version", ELEMENTWISE)
def test_gelu(random: np.random.Generator, version: str) -> None:
    """A function of views with strides, passed as structures with pointers.

    `erff` is within 2 units in the last place, and the rest adds three roundings.
    """
    module = Simulated(f"nvrtc/elementwise.{version}.ptx")
    x = random.standard_normal((5, 7, 9)).astype("f4")
    turned = np.ascontiguousarray(x.transpose(2, 1, 0))
    views = np.zeros(2, VIEW)
    views["data"] = module.put(x), module.put(np.zeros_like(x))
    views["shape"] = turned.shape
    views["strides"] = (1, 9, 63), (35, 5, 1)
    source, target = views
    module.run("gelu", source.tobytes(), target.tobytes(), x.size, grid=2, block=64)
    found = module.get(int(target["data"]), turned)
    wide = turned.astype("f8")
    expected = 0.5 * wide * (1 + np.vectorize(math.erf)(wide * math.sqrt(0.5)))
    close(found, expected, 8 * EPSILON["f4"] * np.abs(wide))


@pytest.mark.parametrize("version", DISPATCH)
def test_dispatch(
    random: np.random.Generator, capsys: pytest.CaptureFixture[str], version: str
) -> None:
    """Function pointers, a virtual call, constants, a switch and `printf`.

    All but the sine round once, as here; the sine is within 1.5 units in the last place.
    """
    data = random.uniform(0.1, 1, 40).astype("f4")
    which = (np.arange(40) % 9).astype("i4")
    weights = np.array([0.5, 0.25, 1e-3, 1e30], "f4")
    x = np.choose(which % 3, [np.float32(0.5) * data, data * data, np.sqrt(data)])
    x = np.where(which > 5, x + x, x * weights[np.arange(40) & 3])
    printed = "".join(f"{i}: {x[i]:f}\n" for i in np.flatnonzero(which == 4))
    expected = x.astype("f8")
    expected[which == 0] = (x + np.float32(1))[which == 0]
    expected[which == 1] = (x * np.float32(3))[which == 1]
    expected[which == 3] = np.sin(expected[which == 3])
    run(f"nvrtc/dispatch.{version}.ptx", None, data, which, block=40)
    sine = which == 3
    assert (data[~sine] == expected[~sine]).all()
    near = sine & (np.abs(x) < 100)
    assert near.any()
    close(data[near], expected[near], 2.0**-23 * np.abs(expected[near]) + 2.0**-24)
    assert capsys.readouterr().out == printed


@pytest.mark.parametrize("version", HALVES)
def test_half_axpy(random: np.random.Generator, version: str) -> None:
    """Packed fma of halves, whose product and sum are exact in f64: one rounding."""
    x, y = random.integers(-64, 65, (2, 101, 2)).astype("f2") / np.float16(16)
    a = np.array([1.7], "f2")
    expected = (float(a[0]) * x.astype("f8") + y.astype("f8")).astype("f2")
    run(f"nvrtc/halves.{version}.ptx", "axpy", a.tobytes(), x, y, 101, block=64)
    assert (y == expected).all()


@pytest.mark.parametrize("version", HALVES)
def test_half_softcap(random: np.random.Generator, version: str) -> None:
    """A hyperbolic tangent in f32, `tanh.approx` with an error of 2^-11 under fast math."""
    x = (5 * random.standard_normal(64)).astype("f2")
    out = np.zeros_like(x)
    run(f"nvrtc/halves.{version}.ptx", "softcap", x, out, 4.0, block=64)
    expected = 4 * np.tanh(x.astype("f8") / 4)
    error = 2.0**-10.987 if "fast_math" in version else 4 * EPSILON["f4"]
    close(out, expected, (error + EPSILON["f2"] * 1.01) * np.abs(expected))


@pytest.mark.parametrize("version", HALVES)
def test_matrix_tile(random: np.random.Generator, version: str) -> None:
    """`mma.m16n8k16` of halves that are small integers, so that the sums are exact.

    The fragments are as PTX ISA 9.7.14 lays them out.
    """
    a = random.integers(-8, 9, (16, 16)).astype("f2")
    b = random.integers(-8, 9, (16, 8)).astype("f2")
    group, within = np.divmod(np.arange(32), 4)
    left, right, c = np.zeros((4, 32, 2), "f2"), np.zeros((2, 32, 2), "f2"), np.zeros((32, 4), "f4")
    for k in range(2):
        column = 2 * within + k
        left[..., k] = [a[group + 8 * (i & 1), column + 8 * (i >> 1)] for i in range(4)]
        right[..., k] = [b[column + 8 * i, group] for i in range(2)]
    run(f"nvrtc/halves.{version}.ptx", "tile", left, right, c, block=32)
    product = a.astype("f4") @ b.astype("f4")
    for i in range(4):
        assert (c[:, i] == product[group + 8 * (i >> 1), 2 * within + (i & 1)]).all()


@pytest.mark.parametrize("version", REDUCTION)
def test_row_sums(random: np.random.Generator, version: str) -> None:
    """Sums of rows by vectors of four, shuffles and shared memory: 20 additions in a row."""
    x = random.standard_normal((3, 1100)).astype("f4")
    out = np.zeros(3, "f4")
    path = f"nvrtc/reduction.{version}.ptx"
    run(path, "row_sums", x, out, 1100, grid=3, block=256)
    size = np.abs(x).sum(axis=1)
    close(out, x.astype("f8").sum(axis=1), 20 * EPSILON["f4"] * size)


@pytest.mark.parametrize("version", REDUCTION)
def test_arg_max(random: np.random.Generator, version: str) -> None:
    """The place of the largest float, of either sign, by a maximum of 64-bit words."""
    for x in (random.standard_normal(777).astype("f4"), -random.random(777).astype("f4")):
        module = Simulated(f"nvrtc/reduction.{version}.ptx")
        module.run("arg_max", module.put(x), 777, grid=4, block=256)
        best = int(module.get("best", np.zeros(1, "u8"))[0])
        assert ~best % 2**32 == x.argmax()


@pytest.mark.parametrize("version", REDUCTION)
def test_histogram(random: np.random.Generator, version: str) -> None:
    """Counts by atomics in dynamic shared memory."""
    x = random.integers(0, 10**6, 777).astype("i4")
    bins = np.ones(256, "i4")
    run(f"nvrtc/reduction.{version}.ptx", "histogram", x, bins, 777, block=256, shared=1024)
    assert (bins == 1 + np.bincount(x & 255, minlength=256)).all()
