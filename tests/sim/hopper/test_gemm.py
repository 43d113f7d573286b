"""Our own persistent GEMM: types, swizzles, stages, clusters, shapes that fill no tile."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from benchmarks.hopper.gemm import Gemm, Kind

import ptxpy
from tests.sim.kernels.corpus import EPSILON, Array, bfloat, close, eight_bits, widened

BF16 = Kind("bf16", "bf16", 2)


def operand(random: np.random.Generator, type_: str, rows: int, columns: int) -> tuple[Array, Any]:
    """Return a matrix as a kernel takes it, and its values."""
    if type_ in ("e4m3", "e5m2"):
        codes = random.integers(0, 256, (rows, columns)).astype("u1") & np.uint8(0xBC)
        values = eight_bits(type_)[codes]
        codes = np.where(np.abs(values) <= 1, codes, 0).astype("u1")
        return codes, eight_bits(type_)[codes]
    if type_ in ("s8", "u8"):
        low, high = (-128, 128) if type_ == "s8" else (0, 256)
        held = random.integers(low, high, (rows, columns)).astype("i1" if low else "u1")
        return held, held.astype("i8")
    values = random.integers(-4, 5, (rows, columns)).astype("f4")
    held = bfloat(values) if type_ == "bf16" else values.astype("f2" if type_ == "f16" else "f4")
    return held, values.astype("f8")


def multiply(
    random: np.random.Generator, gemm: Gemm, shape: tuple[int, int, int], ctas: int = 0
) -> tuple[Array, Array, Array]:
    """Run a kernel; return C, what it is to be, and the sum of the absolute products."""
    m, n, k = shape
    a, left = operand(random, gemm.kind.a, m, k)
    b, right = operand(random, gemm.kind.b, n, k)
    c = np.full((m, n), 7, "i4" if gemm.kind.sum == "s32" else "f4")
    type_ = {"bf16": "bf16", "tf32": "tf32"}.get(gemm.kind.a)
    maps = [
        ptxpy.TensorMap(x, (rows, gemm.box), swizzle=f"{gemm.swizzle}B", type=type_)
        for x, rows in ((a.view("u1") if a.itemsize == 1 else a, gemm.rows), (b, gemm.part))
    ]
    tiles = -(-m // (gemm.rows * gemm.cluster)) * -(-n // gemm.columns)
    ptxpy.load(gemm.ptx()).launch(
        *maps,
        c,
        m,
        n,
        k,
        grid=ctas or gemm.cluster * tiles,
        block=gemm.block,
        shared_bytes=gemm.shared,
        device="cpu",
    )
    return c, left @ right.T, np.abs(left) @ np.abs(right).T


@pytest.mark.parametrize("shape", [(128, 64, 128), (1, 2, 8), (200, 136, 264), (129, 66, 72)])
@pytest.mark.parametrize("cluster", [1, 2, 4])
def test_shapes(random: np.random.Generator, cluster: int, shape: tuple[int, int, int]) -> None:
    """TMA fills with zeros what is outside, and guards keep stores inside; exact."""
    gemm = Gemm(BF16, columns=64, stages=3, cluster=cluster)
    c, expected, _ = multiply(random, gemm, shape)
    assert (c == expected).all()


@pytest.mark.parametrize(
    ("kind", "columns"),
    [
        (Kind("f16", "f16", 2), 256),
        (BF16, 24),
        (Kind("tf32", "tf32", 4), 96),
        (Kind("s8", "s8", 1, "s32"), 64),
        (Kind("u8", "s8", 1, "s32"), 48),
    ],
)
@pytest.mark.parametrize("swizzle", [128, 64, 32])
def test_types(random: np.random.Generator, kind: Kind, columns: int, swizzle: int) -> None:
    """Operands of each type and with each swizzle: integers, so exact."""
    gemm = Gemm(kind, columns=columns, consumers=1, stages=2, cluster=1, swizzle=swizzle)
    c, expected, _ = multiply(random, gemm, (70, 50, 304 // kind.size))
    assert (c == expected).all()


@pytest.mark.parametrize("types", [("e4m3", "e4m3"), ("e5m2", "e4m3"), ("e4m3", "e5m2")])
@pytest.mark.parametrize("swizzle", [128, 32])
def test_eight_bit_floats(
    random: np.random.Generator, types: tuple[str, str], swizzle: int
) -> None:
    """Products of numbers of at most 1 are exact; 400 of them are added in f32 in some order."""
    gemm = Gemm(Kind(*types, 1), columns=64, stages=2, cluster=2, swizzle=swizzle)
    c, expected, size = multiply(random, gemm, (150, 80, 400))
    close(c, expected, 400 * EPSILON["f4"] * size)


@pytest.mark.parametrize("ctas", [2, 4, 10])
@pytest.mark.parametrize("stages", [1, 4])
def test_persistence(random: np.random.Generator, ctas: int, stages: int) -> None:
    """CTAs take several tiles one after the other, and the ring goes round between them."""
    gemm = Gemm(BF16, columns=128, stages=stages)
    c, expected, _ = multiply(random, gemm, (700, 300, 200), ctas)
    assert (c == expected).all()


def test_sums_are_rounded(random: np.random.Generator) -> None:
    """Numbers that are no integers: an error of at most one rounding for each of 512 products."""
    gemm = Gemm(BF16, columns=128)
    a, b = bfloat(random.standard_normal((2, 128, 512)))
    c = np.zeros((128, 128), "f4")
    maps = [
        ptxpy.TensorMap(x, (rows, 64), swizzle="128B", type="bf16")
        for x, rows in ((a, 128), (b, 64))
    ]
    ptxpy.load(gemm.ptx()).launch(
        *(*maps, c, 128, 128, 512),
        grid=2,
        block=gemm.block,
        shared_bytes=gemm.shared,
        device="cpu",
    )
    left, right = widened(a).astype("f8"), widened(b).astype("f8")
    close(c, left @ right.T, 512 * EPSILON["f4"] * (np.abs(left) @ np.abs(right).T))
