"""Kernels by Warp: arrays and launches are structures with pointers."""

from __future__ import annotations

import math
import struct

import numpy as np
import pytest

from tests.sim.kernels.corpus import EPSILON, Array, Simulated, close

_ARRAY = np.dtype(
    [
        ("data", "u8"),
        ("gradient", "u8"),
        ("shape", "i4", 4),
        ("strides", "i4", 4),
        ("dimensions", "i4"),
        ("gap", "i4"),
    ]
)

TILE_THREADS = 256
"""Threads that a tile was compiled for."""


def _array(x: Array, address: int, *, vectors: bool = False) -> bytes:
    """Return an array as Warp passes it; of vectors, the last axis is part of the elements."""
    count = x.ndim - vectors
    made = np.zeros(1, _ARRAY)
    made["data"] = address
    made["shape"][0, :count] = x.shape[:count]
    made["strides"][0, :count] = x.strides[:count]
    made["dimensions"] = count
    return made.tobytes()


def _bounds(*shape: int, threads: int = 1) -> bytes:
    """Return the shape of a launch, the number of its threads, and the threads of an element."""
    two = (*shape, 1)[:2]
    return struct.pack("<iiQQ", *two, math.prod(shape) * threads, threads)


def test_diffuse(random: np.random.Generator) -> None:
    """A stencil on a grid of floats below 1, clamped at the edges: ten roundings below 4."""
    module = Simulated("warp/grid_sm_86.ptx")
    x = random.random((13, 17)).astype("f4")
    source, target = module.put(x), module.put(np.zeros_like(x))
    arguments = (_bounds(13, 17), _array(x, source), _array(x, target), 0.1)
    module.run("diffuse_cuda_kernel_forward", *arguments, grid=2, block=128)
    p = np.pad(x, 1, "edge").astype("f8")
    around = p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:]
    close(module.get(target, x), x + 0.1 * (around - 4.0 * x), 5 * EPSILON["f4"])


def test_halves(random: np.random.Generator) -> None:
    """A sum of halves in doubles, whose halving is exact: one rounding a step, as here."""
    module = Simulated("warp/grid_sm_86.ptx")
    x, y = random.random(60).astype("f2"), np.zeros(50)
    source, target = module.put(x), module.put(y)
    arguments = (_bounds(50), _array(x, source), _array(y, target), 7)
    module.run("halves_cuda_kernel_forward", *arguments, grid=1, block=64)
    expected = x[:50].astype("f8")
    for k in range(7):
        expected = expected * 0.5 + x[k : 50 + k]
    assert (module.get(target, y) == expected).all()


def test_rotate(random: np.random.Generator) -> None:
    """Quaternions, matrices and an inverse: some 60 roundings of numbers below 16."""
    module = Simulated("warp/grid_sm_86.ptx")
    points = random.uniform(-1, 1, (37, 3)).astype("f4")
    turns = random.uniform(-1, 1, (37, 4)).astype("f4")
    source, turn, target = (module.put(x) for x in (points, turns, np.zeros_like(points)))
    arguments = (
        _bounds(37),
        _array(points, source, vectors=True),
        _array(turns, turn, vectors=True),
        _array(points, target, vectors=True),
    )
    module.run("rotate_cuda_kernel_forward", *arguments, grid=1, block=64)
    x, v, w = points.astype("f8"), turns[:, :3].astype("f8"), turns[:, 3:].astype("f8")
    along = (v * x).sum(axis=1, keepdims=True)
    turned = x * (2 * w * w - 1) + 2 * w * np.cross(v, x) + 2 * v * along
    close(module.get(target, points), x + turned, 60 * 16 * EPSILON["f4"] / 4)


@pytest.mark.parametrize("version", ["sm_75", "sm_90"])
def test_particles(random: np.random.Generator, version: str) -> None:
    """A step of particles under gravity, with a call, a branch and an atomic: numbers below 16."""
    module = Simulated(f"warp/particles_{version}.ptx")
    places, speeds = random.standard_normal((2, 77, 3)).astype("f4")
    at, along, hits = (module.put(x) for x in (places, speeds, np.zeros(1, "i4")))
    gravity, drag, floor = np.array([0, -9.8, 0], "f4"), np.float32(0.1), np.float32(-0.5)
    arguments = (
        _bounds(77),
        np.concatenate([gravity, [drag, floor]]).astype("f4").tobytes(),
        _array(places, at, vectors=True),
        _array(speeds, along, vectors=True),
        _array(np.zeros(1, "i4"), hits),
        0.05,
    )
    module.run("step_cuda_kernel_forward", *arguments, grid=2, block=64)
    x, v = places.astype("f8"), speeds.astype("f8")
    v += (gravity - v * float(drag) * np.linalg.norm(v, axis=1, keepdims=True)) * 0.05
    x += v * 0.05
    hit = x[:, 1] < floor
    x[hit, 1] = floor
    v[hit, 1] *= -0.5
    close(module.get(at, places), x, 16 * EPSILON["f4"])
    close(module.get(along, speeds), v, 16 * EPSILON["f4"])
    assert module.get(hits, np.zeros(1, "i4"))[0] == hit.sum() > 0


@pytest.mark.parametrize("version", ["sm_90", "sm_120"])
def test_row_sums(random: np.random.Generator, version: str) -> None:
    """A cooperative load of a tile, and a reduction by shuffles and shared memory."""
    module = Simulated(f"warp/tiles_{version}.ptx")
    x, out = random.standard_normal((7, 64)).astype("f4"), np.zeros(7, "f4")
    source, target = module.put(x), module.put(out)
    arguments = (_bounds(7, threads=TILE_THREADS), _array(x, source), _array(out, target))
    module.run("row_sums_cuda_kernel_forward", *arguments, grid=7, block=TILE_THREADS)
    size = np.abs(x).sum(axis=1)
    close(module.get(target, out), x.astype("f8").sum(axis=1), 12 * EPSILON["f4"] * size)


@pytest.mark.parametrize("version", ["sm_90", "sm_120"])
def test_scaled_transpose(random: np.random.Generator, version: str) -> None:
    """Tiles of 16 times 16 in dynamic shared memory, loaded as vectors and stored transposed."""
    module = Simulated(f"warp/tiles_{version}.ptx")
    x, out = random.standard_normal((32, 48)).astype("f4"), np.zeros((48, 32), "f4")
    source, target = module.put(x), module.put(out)
    bounds = _bounds(2, 3, threads=TILE_THREADS)
    arguments = (bounds, _array(x, source), _array(out, target), 2.5)
    name = "scale_cuda_kernel_forward"
    module.run(name, *arguments, grid=6, block=TILE_THREADS, shared=4096)
    assert (module.get(target, out) == (x * np.float32(2.5)).T).all()
