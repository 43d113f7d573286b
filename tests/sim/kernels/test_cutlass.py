"""An Ampere GEMM of CUTLASS, with the parameters that CUTLASS itself passes."""

from __future__ import annotations

import re
from math import erf
from pathlib import Path

import numpy as np
import pytest

from ptxpy.launch_request import Struct
from tests.sim.kernels.corpus import EPSILON, close, run

PATH = "cutlass/ampere_gemm.ptx"


def parameters() -> list[tuple[tuple[int, ...], tuple[int, ...], bytes]]:
    """Return sizes, grid and bytes of each launch that cutlass_params.cu has printed."""
    text = Path(__file__).with_name("cutlass_params.txt").read_text(encoding="utf-8")
    found = []
    for m in re.finditer(r"(\d+) (\d+) (\d+): (\d+) (\d+) (\d+)\n((?:[0-9a-f]+\n)+)", text):
        numbers = [int(m[k]) for k in range(1, 7)]
        found.append((tuple(numbers[:3]), tuple(numbers[3:]), bytes.fromhex(m[7])))
    return found


@pytest.mark.parametrize(("size", "grid", "data"), parameters(), ids=str)
def test_gemm(
    size: tuple[int, ...], grid: tuple[int, ...], data: bytes, random: np.random.Generator
) -> None:
    """D = gelu(A B / 2 + C / 4): a cp.async pipeline, ldmatrix and mma.sync, ragged edges.

    Products of halves are exact; sums of k of them have k roundings to f32, and D, whose slope in
    its argument is below 1.13, is rounded to half once.
    """
    m, n, k = size
    a, b, c = (random.standard_normal(shape).astype("f2") for shape in ((m, k), (n, k), (m, n)))
    d = np.zeros((m, n), "f2")
    fields = {
        data.index(bytes.fromhex(f"000000efcdab{tag * 4}")): array
        for tag, array in zip("1234", (a, b, c, d), strict=True)
    }
    run(PATH, None, Struct(data, fields), grid=grid, block=128, shared=49152)
    left, right = a.astype("f8"), b.astype("f8").T
    x = left @ right / 2 + c.astype("f8") / 4
    expected = x * (1 + np.vectorize(erf)(x / np.sqrt(2))) / 2
    sizes = np.abs(left) @ np.abs(right) / 2 + np.abs(c).astype("f8")
    error = 1.13 * k * EPSILON["f4"] * sizes + EPSILON["f2"] * np.abs(expected) * 1.01
    close(d, expected, error + np.finfo("f2").smallest_subnormal)
