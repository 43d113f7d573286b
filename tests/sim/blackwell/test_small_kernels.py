"""Small kernels of the corpus that were compiled for sm_100 and later alone."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from tests.sim.kernels.corpus import EPSILON, Array, Simulated, close, fma, run
from tests.sim.kernels.test_numba import array
from tests.sim.semantics.matrices.test_block_scale_kernels import check_multiply_scaled

BLACKWELL = ("sm_100a", "sm_100a.nvcc-13.5", "sm_100a.source", "sm_103a")
SCRATCH = (None, None)
TEMPLATES = "nvcc/templates.sm_100.lambdas.ptx"


@pytest.mark.parametrize("version", BLACKWELL)
@pytest.mark.parametrize("steps", [1, 3])
def test_multiply(version: str, steps: int) -> None:
    """Products of tiles in shared memory that nothing has been stored to: zeros."""
    core_matrices = 128 >> 4 << 16 | 256 >> 4 << 32 | 1 << 46  # lines of 16 bytes, without swizzle
    a, b = ((1024 + offset) >> 4 | core_matrices for offset in (0, 4096))
    out = np.ones((128, 256), np.float32)
    run(f"nvcc/blackwell.{version}.ptx", "multiply", a, b, out, steps, block=128, shared=16384)
    assert not out.any()


@pytest.mark.parametrize("version", BLACKWELL)
def test_packed(random: np.random.Generator, version: str) -> None:
    """Two floats at a time: x x + x, rounded once, and then doubled."""
    x = random.standard_normal((32, 2)).astype(np.float32)
    out = np.zeros_like(x)
    run(f"nvcc/blackwell.{version}.ptx", "packed", x, out, block=32)
    assert (out == 2 * fma(x, x, x)).all()


def test_conversion_to_four_bits(random: np.random.Generator) -> None:
    """To the nearest number of E2M1, of two the even one, and the largest beyond it."""
    numbers = np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6])
    x = (random.standard_normal((64, 2)) * 3).astype(np.float32)
    x[:4] = np.array([[0.25, 0.75], [1.25, 1.75], [2.5, -3.5], [5, -100]])
    out = np.zeros(64, np.uint8)
    run("nvcc/fp4.sm_120a.ptx", "convert", x, out, block=64)
    codes = np.stack([out & 15, out >> 4], axis=-1)
    apart = np.abs(np.abs(x)[..., None] - numbers)
    tied = apart == apart.min(axis=-1, keepdims=True)
    wanted = np.where(tied[..., 0::2].any(axis=-1), 2 * tied[..., 0::2].argmax(axis=-1), 0)
    odd = ~tied[..., 0::2].any(axis=-1)
    wanted[odd] = tied[odd].argmax(axis=-1)
    assert (codes == (wanted | (x < 0) << 3)).all()


def test_multiply_scaled() -> None:
    """Packed elements of 4 bits with four scale factors a row."""
    check_multiply_scaled()


def test_numbers_of_llvm() -> None:
    """Stores to one place, of which the last ones of each size are seen."""
    out = np.zeros(8, np.uint8)
    halves = (np.float16(2.5).tobytes(), np.float16(1).tobytes())
    given = (*halves, np.float32(3), np.float64(4.5), np.uint8(0xFE), np.uint16(54321), 2**40 - 1)
    run("llvmlite/vectors_sm_100a_O2.ptx", "conversions", out, *given, block=1)
    assert out[0] == (0xFFFE >> 2) & 0xFF
    assert out[1] == 0
    assert out[2:].tolist() == [0] * 6
    assert 40 * 147 >> 10 == 5
    assert 54321 % 10 == 1


def test_distances(random: np.random.Generator) -> None:
    """Functions of doubles: each is within 2 units in the last place (CUDA's tables)."""
    x, y = random.uniform(0.5, 3, (2, 70))
    out = np.zeros(70)
    path = "numba/distances_fastmath_sm_100.ptx"
    run(path, None, *array(x), *array(y), *array(out), grid=3, block=32)
    expected = [
        math.sin(math.atan2(b, a)) * math.exp(-math.hypot(a, b))
        + math.erf(math.hypot(a, b)) ** 1.5
        + math.lgamma(math.hypot(a, b))
        for a, b in zip(x, y, strict=True)
    ]
    close(out, np.array(expected), 64 * EPSILON["f8"])


def _steps(re: float, im: float, limit: int) -> set[int]:
    """Return how many steps there are, for thresholds that differ by rounding."""
    found = set()
    for bound in (4 * (1 - 1e-9), 4 * (1 + 1e-9)):
        z, steps = 0j, 0
        for _ in range(limit):
            z = z * z + complex(re, im)
            if z.real * z.real + z.imag * z.imag > bound:
                break
            steps += 1
        found.add(steps)
    return found


def test_mandelbrot_of_numba() -> None:
    """Complex arithmetic in doubles, and a loop that threads leave at different times."""
    image = np.zeros((12, 20), np.uint8)
    path = "numba/mandelbrot_sm_120.ptx"
    run(path, None, *array(image), -2.0, 0.5, -1.0, 1.0, 20, grid=(2, 2), block=(16, 8))
    for row in range(12):
        for column in range(20):
            wanted = _steps(-2 + column * 2.5 / 20, -1 + row * 2 / 12, 20)
            assert int(image[row, column]) in wanted


def test_mandelbrot_of_doubles() -> None:
    """A template's other type; where the orbit comes near the bound, rounding decides."""
    image = np.zeros((16, 32), np.uint8)
    name = "_Z10mandelbrotIdEvPhiT_S1_S1_"
    arguments = (image, 32, 0.09, -2.0, -0.7)
    run("nvcc/science.sm_100.ptx", name, *arguments, grid=(2, 2), block=(16, 8))
    off = 0
    for py in range(16):
        for px in range(32):
            re, im, x, y, count = -2 + px * 0.09, -0.7 + py * 0.09, 0.0, 0.0, 0
            while x * x + y * y < 4 and count < 255:
                x, y, count = x * x - y * y + re, 2 * x * y + im, count + 1
            off += count != image[py, px]
    assert off <= 2
    assert len(np.unique(image)) > 15


def test_breadth_first() -> None:
    """A level of a breadth-first search: which thread finds a vertex first does not matter."""
    rows = np.array([0, 3, 5, 7, 7, 8, 8], np.int32)
    edges = np.array([1, 2, 3, 3, 4, 4, 0, 5], np.int32)
    distance = np.array([0, 1, 1, 1, -1, -1], np.int32)
    queue, tail = np.array([0, 1, 2, 3, -7, -7], np.int32), np.array([4], np.int32)
    arguments = (rows, edges, distance, queue, tail, 1, 2)
    run("nvcc/science.sm_100.ptx", "breadth_first", *arguments, block=3)
    assert distance.tolist() == [0, 1, 1, 1, 2, -1]
    assert (queue.tolist(), tail.tolist()) == ([0, 1, 2, 3, 4, -7], [5])


def _kernel(module: Simulated, part: str, which: int = 0) -> str:
    names = [each.name.name for each in module.module.kernels if part in each.name.name]
    return names[which]


@pytest.mark.parametrize(("which", "pitch"), [(0, 32), (1, 33)])
def test_transforms(random: np.random.Generator, which: int, pitch: int) -> None:
    """Chains of functions that templates make, exact in f32."""
    module = Simulated(TEMPLATES)
    data = random.integers(-9, 10, 8 * 33).astype(np.float32)
    source, target = module.put(data), module.put(np.zeros(8, np.float32))
    tensor = np.array([source], np.uint64).tobytes()
    module.run(_kernel(module, "transform", which), tensor, target, block=8)
    chain = -1.0 if which else 2 * -1 * -7 * -1 * 3
    found = module.get(target, np.zeros(8, np.float32))
    assert (found == chain * data[np.arange(8) * pitch]).all()


def test_counters() -> None:
    """A destructor and a function of an anonymous namespace add to one hidden variable."""
    module = Simulated(TEMPLATES)
    module.run(_kernel(module, "5count"), 10, block=4)
    out = module.put(np.array([0, 7], np.int32))
    module.run(_kernel(module, "hidden_kernel"), out, block=1)
    assert module.get(out, np.zeros(1, np.int32))[0] == 4 * 10 + 0 + 1 + 2 + 3
    module.run(_kernel(module, "hidden_kernel"), out, block=1)
    assert module.get(out, np.zeros(1, np.int32))[0] == 46 + 7


def test_second_lambda_and_keywords(random: np.random.Generator) -> None:
    """A lambda that holds a pointer and a number, and names that Python keeps for itself."""
    module = Simulated(TEMPLATES)
    x = random.standard_normal(40).astype(np.float32)
    data = module.put(x)
    closure = np.zeros(1, np.dtype([("data", "u8"), ("n", "i4"), ("gap", "u1", 4)]))
    closure["data"], closure["n"] = data, 3
    module.run("_Z8for_eachIZ6launchPfiEUliE0_EvT_i", closure.tobytes(), 33, block=32)
    expected = np.concatenate([x[:33] + np.float32(3), x[33:]])
    assert (module.get(data, x) == expected).all()
    words = module.put(np.zeros(4, np.int32))
    module.run("global", words, 2, 9, block=1)
    assert module.get(words, np.zeros(4, np.int32)).tolist() == [0, 0, 9 ^ 3, 0]


def _signed(value: int, bits: int = 32) -> int:
    half = 1 << bits - 1
    return (value + half) % (2 * half) - half


def _parts(value: int, bits: int, *, signed: bool = False) -> list[int]:
    parts = [value >> k & (1 << bits) - 1 for k in range(0, 32, bits)]
    return [_signed(part, bits) for part in parts] if signed else parts


def test_bits(random: np.random.Generator) -> None:
    """Integer intrinsics, of which some work on the parts of a word."""
    for x, y in random.integers(0, 2**32, (5, 2)).tolist():
        out = np.zeros(6, np.uint32)
        run("nvcc/warp.sm_103a.ptx", "bits", np.array([x, y], np.uint32), out, block=1)
        octets = [*x.to_bytes(4, "little"), *y.to_bytes(4, "little")]
        funnel = (x | y << 32) << 5 >> 32
        wanted = [
            int(f"{x:032b}"[::-1], 2) + 32 - x.bit_length() + (x & -x).bit_length(),
            sum(octets[place] << 8 * k for k, place in enumerate((0, 4, 1, 5))),
            funnel ^ (x | y << 32) >> (y & 31),
            (x * y >> 32) + abs(_signed(x) - _signed(y)) + 3 + (x + y >> 1),
            sum(
                abs(a - b) << 8 * k
                for k, (a, b) in enumerate(zip(_parts(x, 8), _parts(y, 8), strict=True))
            )
            + sum(
                (max(a, b) & 0xFFFF) << 16 * k
                for k, (a, b) in enumerate(
                    zip(_parts(x, 16, signed=True), _parts(y, 16, signed=True), strict=True)
                )
            ),
            7
            + sum(a * b for a, b in zip(_parts(x, 8), _parts(y, 8), strict=True))
            + x.bit_count()
            + _signed(x & 0xFFFFFF, 24) * _signed(y & 0xFFFFFF, 24),
        ]
        assert out.tolist() == [value % 2**32 for value in wanted]


def test_collatz() -> None:
    """A loop around a call, as long as the number wants it."""
    x = np.array([1, 6, 27, 2**40], np.int64)
    out = np.full(4, -1, np.int32)
    run("triton/collatz_sm_120a.ptx", None, x, out, *SCRATCH, grid=4)
    assert out.tolist() == [0, 8, 111, 40]


def test_gather_and_join(random: np.random.Generator) -> None:
    """Shuffles within a tile: what index says, neighbours changed, and all turned around."""
    x = random.standard_normal((16, 64)).astype(np.float32)
    index = random.integers(0, 64, (16, 64)).astype(np.int32)
    out = np.zeros_like(x)
    path = "triton/gather_and_join_sm_100a.ptx"
    run(path, None, x, index, out, *SCRATCH, shared=16384)
    picked = np.take_along_axis(x, index, axis=1).reshape(16, 32, 2)
    assert (out == picked[..., ::-1].reshape(16, 64)[:, ::-1]).all()


def test_sum_both_axes(random: np.random.Generator) -> None:
    """Sums along rows, of small integers and so exact, and the largest of columns."""
    x = random.integers(-9, 10, (64, 64)).astype(np.float16)
    rows, columns = (np.zeros(64, np.float16) for _ in range(2))
    arguments: tuple[Any, ...] = (x, rows, columns, *SCRATCH)
    run("triton/sum_both_axes_sm_100a.ptx", None, *arguments, shared=16384)
    totals: Array = x.astype(np.float32).sum(axis=1)
    assert (rows == totals).all()
    assert (columns == x.max(axis=0)).all()
