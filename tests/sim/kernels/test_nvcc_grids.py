"""Kernels by nvcc on vectors, grids and matrices: elementwise, reductions, scans, stencils."""

from __future__ import annotations

import numpy as np
import pytest

from tests.sim.kernels.corpus import EPSILON, Array, Simulated, close, fma, run

FUSED = (
    *("sm_75", "sm_75.nvcc-13.5", "sm_80", "sm_86", "sm_89", "sm_90"),
    *("sm_100a", "sm_120a", "sm_120a.nvcc-13.5"),
)
PLAIN = ("sm_75.debug", "sm_90.o0")
SCANS = ("sm_75", "sm_75.lineinfo", "sm_90", "sm_90.debug-opt")


@pytest.mark.parametrize("version", [*FUSED, *PLAIN])
def test_saxpy(random: np.random.Generator, version: str) -> None:
    """A grid-stride loop of y = a x + y: one fma, or without optimisation a mul and an add."""
    x, y = random.standard_normal((2, 1003)).astype("f4")
    a = np.float32(1.7)
    expected = fma(a, x, y) if version in FUSED else a * x + y
    run(f"nvcc/saxpy.{version}.ptx", None, 1003, a, x, y, grid=3, block=96)
    assert (y == expected).all()


@pytest.mark.parametrize("version", ["sm_80", "sm_100a.debug"])
def test_reduce_tree(random: np.random.Generator, version: str) -> None:
    """A sum by halves in dynamic shared memory, in the order that NumPy repeats here."""
    x = random.standard_normal(1003).astype("f4")
    out = np.zeros(8, "f4")
    run(f"nvcc/reduce.{version}.ptx", "reduce_tree", x, out, 1003, grid=8, block=128, shared=512)
    part = np.concatenate([x, np.zeros(21, "f4")]).reshape(8, 128)
    while part.shape[1] > 1:
        half = part.shape[1] // 2
        part = part[:, :half] + part[:, half:]
    assert (out == part[:, 0]).all()


@pytest.mark.parametrize("version", ["sm_80", "sm_100a.debug"])
def test_reduce_max(random: np.random.Generator, version: str) -> None:
    """The largest of numbers, by shuffles and shared memory."""
    x = random.standard_normal(1003).astype("f4")
    out = np.zeros(1, "f4")
    run(f"nvcc/reduce.{version}.ptx", "reduce_max", x, out, 1003, block=256)
    assert out[0] == x.max()


@pytest.mark.parametrize("version", ["sm_80", "sm_75.debug", "sm_100a.debug"])
def test_reduce_single_pass(random: np.random.Generator, version: str) -> None:
    """A sum of doubles that the last CTA finishes; its counter is ready for a second launch.

    A tree of additions over n numbers has an error below n roundings of the sum of magnitudes.
    """
    for _ in range(2):
        x = random.standard_normal(3001)
        sums, out = np.zeros(7), np.zeros(1)
        arguments = (x, sums, out, 3001)
        run(f"nvcc/reduce.{version}.ptx", "reduce_single_pass", *arguments, grid=7, block=128)
        close(out, x.sum(keepdims=True), 60 * EPSILON["f8"] * np.abs(x).sum())


@pytest.mark.parametrize("version", SCANS)
def test_scan_block(random: np.random.Generator, version: str) -> None:
    """Exclusive prefix sums of integers in each CTA of 512 threads, and their totals."""
    x = random.integers(-(2**31), 2**31, 1300).astype("i4")
    out, totals = np.zeros_like(x), np.zeros(3, "i4")
    run(f"nvcc/scan.{version}.ptx", "scan_block", x, out, totals, 1300, grid=3, block=512)
    parts = np.split(x, [512, 1024])
    sums = [np.cumsum(part, dtype="i4") for part in parts]
    assert (out == np.concatenate(sums) - x).all()
    assert totals.tolist() == [each[-1] for each in sums]


@pytest.mark.parametrize("version", SCANS)
def test_scan_sweep(random: np.random.Generator, version: str) -> None:
    """A work-efficient scan, up and down a tree: exact for small integers in f32."""
    data = random.integers(-100, 100, 1024).astype("f4")
    expected = np.cumsum(data) - data
    run(f"nvcc/scan.{version}.ptx", "scan_sweep", data, block=512)
    assert (data == expected).all()


@pytest.mark.parametrize("version", ["sm_75", "sm_80.source", "sm_120a"])
def test_transpose(random: np.random.Generator, version: str) -> None:
    """A transpose through a padded tile of shared memory, with ragged edges."""
    x = random.standard_normal((45, 67)).astype("f4")
    out = np.zeros((67, 45), "f4")
    run(f"nvcc/stencil.{version}.ptx", "transpose", x, out, 67, 45, grid=(3, 2), block=(32, 8))
    assert (out == x.T).all()


@pytest.mark.parametrize("version", ["sm_75", "sm_80.source", "sm_120a"])
def test_heat(random: np.random.Generator, version: str) -> None:
    """A stencil of seven points in doubles, through planes: nine roundings of at most 12."""
    x = random.uniform(-1, 1, (7, 19, 23))
    out = x.copy()
    arguments = (x, out, 23, 19, 7, 0.1)
    run(f"nvcc/stencil.{version}.ptx", "heat", *arguments, grid=(2, 5), block=(16, 4))
    c = x[1:-1, 1:-1, 1:-1]
    around = x[:-2, 1:-1, 1:-1] + x[2:, 1:-1, 1:-1] + x[1:-1, :-2, 1:-1] + x[1:-1, 2:, 1:-1]
    around += x[1:-1, 1:-1, :-2] + x[1:-1, 1:-1, 2:]
    expected = x.copy()
    expected[1:-1, 1:-1, 1:-1] += 0.1 * (around - 6 * c)
    close(out, expected, 2 * 9 * 12 * EPSILON["f8"])


@pytest.mark.parametrize("version", ["sm_75", "sm_120a"])
def test_life(random: np.random.Generator, version: str) -> None:
    """A step of the game of life on a torus."""
    x = random.random((16, 32)) < 0.4
    out = np.zeros_like(x)
    run(f"nvcc/stencil.{version}.ptx", "life", x, out, 32, 16, grid=(2, 4), block=(16, 4))
    shifts = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]
    count = sum(np.roll(x, shift, (0, 1)).astype(int) for shift in shifts)
    assert (out == ((count == 3) | ((count == 2) & x))).all()


@pytest.mark.parametrize("version", ["sm_75", "sm_120a"])
def test_blur_rows(random: np.random.Generator, version: str) -> None:
    """A filter along rows of pixels: weights in constant memory, a row in dynamic shared memory."""
    module = Simulated(f"nvcc/stencil.{version}.ptx")
    weights = random.random(17).astype("f4")
    weights /= weights.sum()
    module.write("weights", weights)
    image = random.integers(0, 256, (3, 101, 4)).astype("u1")
    source, target = module.put(image), module.put(np.zeros_like(image))
    module.run("blur_rows", source, target, 101, grid=(2, 3), block=64, shared=80 * 4)
    padded = np.pad(image, ((0, 0), (8, 8), (0, 0)), "edge").astype("f4")
    total: Array = np.zeros(image.shape, "f4")
    for i in range(17):
        total = fma(weights[i], padded[:, i : i + 101], total)
    expected = total.astype("u1")
    expected[..., 3] = 255
    assert (module.get(target, image) == expected).all()


def _product(a: Array, b: Array) -> Array:
    """Return a @ b by one chain of fma an element, in order."""
    total: Array = np.zeros((a.shape[0], b.shape[1]), "f4")
    for i in range(a.shape[1]):
        total = fma(a[:, i : i + 1], b[i], total)
    return total


def test_matmul_naive(random: np.random.Generator) -> None:
    """A product with ragged edges, where threads outside return."""
    a = random.standard_normal((19, 23)).astype("f4")
    b = random.standard_normal((23, 37)).astype("f4")
    c = np.zeros((19, 37), "f4")
    run("nvcc/matmul.sm_80.ptx", "matmul_naive", a, b, c, 19, 37, 23, grid=(5, 3), block=(8, 8))
    assert (c == _product(a, b)).all()


def test_matmul_tiled(random: np.random.Generator) -> None:
    """A product by tiles in shared memory, in f32 and in f64 of small integers, both exact."""
    a = random.standard_normal((32, 48)).astype("f4")
    b = random.standard_normal((48, 64)).astype("f4")
    c = np.zeros((32, 64), "f4")
    path = "nvcc/matmul.sm_80.ptx"
    name = "_Z12matmul_tiledIfLi16EEvPKT_S2_PS0_ii"
    run(path, name, a, b, c, 64, 48, grid=(4, 2), block=(16, 16))
    assert (c == _product(a, b)).all()
    left = random.integers(-(2**20), 2**20, (32, 48)).astype("f8")
    right = random.integers(-(2**20), 2**20, (48, 64)).astype("f8")
    out = np.zeros((32, 64))
    name = "_Z12matmul_tiledIdLi8EEvPKT_S2_PS0_ii"
    run(path, name, left, right, out, 64, 48, grid=(8, 4), block=(8, 8))
    assert (out == left @ right).all()


def test_matmul_registers(random: np.random.Generator) -> None:
    """A product where a thread has sixteen sums, from vectors of four in shared memory."""
    a, b = random.standard_normal((2, 48, 128)).astype("f4")
    c = np.zeros((128, 128), "f4")
    run("nvcc/matmul.sm_80.ptx", "matmul_registers", a, b, c, 32, 48, grid=(2, 2), block=256)
    assert (c == _product(a.T, b)).all()
