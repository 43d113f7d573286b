"""Kernels of the CuTe DSL for Blackwell, and of nvcc's inline assembly."""

from __future__ import annotations

import numpy as np
import pytest

import ptxpy
from tests.sim.hopper.reference import integers
from tests.sim.hopper.test_cutedsl import pointer
from tests.sim.kernels.corpus import bfloat, run


@pytest.mark.parametrize("tiles", [(1, 1), (2, 3)])
@pytest.mark.parametrize("arch", ["sm_100a", "sm_103a"])
def test_matmul(random: np.random.Generator, tiles: tuple[int, int], arch: str) -> None:
    """A B^T by TMA and tcgen05; exact. Halves give halves, bfloats give f32."""
    a, b = integers(random, 512, 256), integers(random, 512, 256)
    wide = arch == "sm_103a"
    c = np.zeros((512, 512), "f4" if wide else "f2")
    operands = [bfloat(x.astype("f4")) if wide else x for x in (a, b)]
    type_ = "bf16" if wide else "f16"
    maps = [ptxpy.TensorMap(x, (128, 64), swizzle="128B", type=type_) for x in operands]
    path = f"cutedsl/matmul_blackwell_{arch}.ptx"
    run(path, None, bytes(32), *maps, pointer(c), grid=tiles, shared=200 << 10)
    rows, columns = 128 * tiles[0], 128 * tiles[1]
    expected = a[:rows].astype("f4") @ b[:columns].astype("f4").T
    assert (c[:rows, :columns] == expected).all()
    assert not c[rows:].any()
    assert not c[:, columns:].any()
