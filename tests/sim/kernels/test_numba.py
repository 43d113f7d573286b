"""Kernels by Numba: each array is seven parameters, with its shape and strides."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.sim.kernels.corpus import EPSILON, Array, Simulated, close, fma, run


def array(x: Array, address: int | None = None) -> tuple[Any, ...]:
    """Return an array as Numba passes it: owner, parent, items, item size, data, shape, strides."""
    data = x if address is None else address
    return (0, 0, x.size, x.itemsize, data, *x.shape, *x.strides)


@pytest.mark.parametrize("version", ["saxpy_lineinfo_sm_80", "saxpy_sm_90", "saxpy_debug_sm_90"])
def test_saxpy(random: np.random.Generator, version: str) -> None:
    """A grid-stride loop: one fma, or without optimisation a mul and an add."""
    x, y = random.standard_normal((2, 1003)).astype("f4")
    a = np.float32(1.7)
    expected = a * x + y if "debug" in version else fma(a, x, y)
    run(f"numba/{version}.ptx", None, a, *array(x), *array(y), grid=3, block=96)
    assert (y == expected).all()


def test_blur(random: np.random.Generator) -> None:
    """A filter of five points with weights in constant memory, on an array with other strides."""
    module = Simulated("numba/blur_sm_75.ptx")
    columns = random.random((31, 9)).astype("f4")
    image, out = columns.T, np.full((9, 31), -1, "f4")
    source, target = module.put(columns), module.put(out)
    name = module.module.kernels[0].name.name
    arguments = (*array(image, source), *array(out, target))
    module.run(name, *arguments, grid=(3, 8), block=(4, 4))
    expected = np.full_like(out, -1)
    total: Array = np.zeros((9, 27), "f4")
    for k, weight in enumerate((0.0625, 0.25, 0.375, 0.25, 0.0625)):
        total = fma(weight, image[:, k : k + 27], total)
    expected[:, 2:-2] = total
    assert (module.get(target, out) == expected).all()


@pytest.mark.parametrize("version", ["launch_bounds_sm_80", "lineinfo_sm_120"])
def test_matmul(random: np.random.Generator, version: str) -> None:
    """A product by tiles in shared memory, with ragged edges; fma in order."""
    a = random.standard_normal((19, 37)).astype("f4")
    b = random.standard_normal((37, 23)).astype("f4")
    c = np.zeros((19, 23), "f4")
    path = f"numba/matmul_{version}.ptx"
    run(path, None, *array(a), *array(b), *array(c), grid=(2, 2), block=(16, 16))
    expected: Array = np.zeros((19, 23), "f4")
    for k in range(37):
        expected = fma(a[:, k : k + 1], b[k], expected)
    assert (c == expected).all()


def test_histogram(random: np.random.Generator) -> None:
    """Atomic additions, a maximum and a compare-and-swap on integers."""
    values = random.uniform(-0.1, 1.1, 301).astype("f4")
    bins = np.zeros(17, "i4")
    bins[0], bins[16] = 100, 1000
    path = "numba/histogram_sm_89.ptx"
    run(path, None, *array(values), *array(bins), 0.0, 1.0, grid=3, block=128)
    place = (values * np.float32(17)).astype("i4")
    place = place[(place >= 0) & (place < 17)]
    expected = np.bincount(place, minlength=17)
    expected[0] += 100
    expected[16] += 1000
    assert (bins == expected).all()


def test_warp_sum(random: np.random.Generator) -> None:
    """A sum by shuffles, shared memory and atomics: 12 additions in a row at most."""
    values = random.random(301).astype("f4")
    out = np.zeros(1, "f4")
    run("numba/warp_sum_sm_90.ptx", None, *array(values), *array(out), grid=3, block=128)
    close(out, values.astype("f8").sum(keepdims=True), 12 * EPSILON["f4"] * values.sum())


def test_checked_divide(random: np.random.Generator) -> None:
    """Division of integers, and what is raised on the device: a message and an error code."""
    module = Simulated("numba/checked_divide_debug_sm_86.ptx")
    a = random.integers(-100, 100, 37).astype("i4")
    b = random.integers(1, 9, 37).astype("i4")
    out = np.zeros(37, "i4")
    name = module.module.kernels[0].name.name

    def launch() -> tuple[bytes, int]:
        places = [module.put(x) for x in (a, b, out)]
        arguments = [array(x, at) for x, at in zip((a, b, out), places, strict=True)]
        printed = module.run(name, *(part for each in arguments for part in each), block=37)
        out[:] = module.get(places[2], out)
        return printed, int(module.get(f"{name}__errcode__", np.zeros(1, "i4"))[0])

    assert launch() == (b"", 0)
    assert (out == (a + b % 8) // b).all()
    b[5] = 0
    printed, error = launch()
    assert printed == b"division by zero at 5\n"
    assert error != 0
