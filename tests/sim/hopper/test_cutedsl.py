"""Kernels of the CuTe DSL for Hopper: pointers come in structs of eight bytes."""

from __future__ import annotations

import numpy as np
import pytest

import ptxpy
from ptxpy.launch_request import Struct
from tests.sim.hopper.reference import integers
from tests.sim.kernels.corpus import EPSILON, Array, close, eight_bits, run, widened


def pointer(array: Array) -> Struct:
    """Return an argument for a struct that is a pointer."""
    return Struct(bytes(8), {0: array})


@pytest.mark.parametrize("tiles", [(1, 1), (2, 3)])
def test_matmul(random: np.random.Generator, tiles: tuple[int, int]) -> None:
    """A B^T by TMA and wgmma, with specialised warps: exact."""
    a, b = integers(random, 512, 256), integers(random, 512, 256)
    c = np.zeros((512, 512), "f2")
    maps = [ptxpy.TensorMap(x, (128, 64), swizzle="128B") for x in (a, b)]
    path = "cutedsl/matmul_hopper_sm_90a.ptx"
    run(path, None, b"\0", *maps, pointer(c), grid=tiles, shared=132096)
    rows, columns = 128 * tiles[0], 128 * tiles[1]
    expected = a[:rows].astype("f4") @ b[:columns].astype("f4").T
    assert (c[:rows, :columns] == expected.astype("f2")).all()
    assert not c[rows:].any()
    assert not c[:, columns:].any()


def test_matmul_of_eight_bit_floats(random: np.random.Generator) -> None:
    """Numbers in e4m3 of at most 1; the sum of 256 products is rounded to bfloat16."""
    a, b = random.integers(0, 256, (2, 512, 256)).astype("u1") & np.uint8(0xB8)
    c = np.zeros((512, 512), "u2")
    maps = [ptxpy.TensorMap(x, (128, 64), swizzle="64B") for x in (a, b)]
    path = "cutedsl/matmul_hopper_fp8_sm_90a.ptx"
    run(path, None, b"\0", *maps, pointer(c), grid=(1, 2), shared=132096)
    left, right = eight_bits("e4m3")[a[:128]], eight_bits("e4m3")[b[:256]]
    expected = left @ right.T
    size = np.abs(left) @ np.abs(right).T
    error = 2.0**-8 * np.abs(expected) + 257 * EPSILON["f4"] * size
    close(widened(c[:128, :256]), expected, error)


def test_row_softmax(random: np.random.Generator) -> None:
    """A warp a row: 48 roundings at worst, with shuffles and `ex2.approx`."""
    x = random.standard_normal((1024, 512)).astype("f4")
    out = np.zeros_like(x)
    run("cutedsl/row_softmax_sm_90a.ptx", None, pointer(x), pointer(out), grid=5)
    wide = x[:5].astype("f8")
    weights = np.exp(wide - wide.max(axis=1, keepdims=True))
    expected = weights / weights.sum(axis=1, keepdims=True)
    close(out[:5], expected, 48 * EPSILON["f4"] * expected)
    assert not out[5:].any()
