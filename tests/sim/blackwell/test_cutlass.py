"""CUTLASS's GEMM by `CollectiveBuilder`: pairs of CTAs, and clusters that are handed out."""

from __future__ import annotations

import re

import numpy as np
import pytest

from tests.sim.cutlass.launches import Launch, launches
from tests.sim.hopper.reference import integers
from tests.sim.kernels.corpus import bfloat, widened


@pytest.mark.parametrize("launch", launches("blackwell_gemm"), ids=lambda launch: launch.name)
def test_gemm(random: np.random.Generator, launch: Launch) -> None:
    """D = ReLU(2 A B + C / 2 + bias of each row) of integers: exact in f32, rounded once."""
    m, n, k = (int(each) for each in re.findall(r"\d+", launch.name))
    a, b, c = (integers(random, *shape) for shape in ((m, k), (n, k), (m, n)))
    bias = integers(random, m)
    out, workspace = np.zeros((m, n), "u2"), np.zeros(max(16, launch.workspace), "u1")
    tensors = [*map(bfloat, (a, b, c)), out, bfloat(bias), workspace]
    launch.run("cutlass/blackwell_gemm.ptx", None, tensors)
    total = 2 * (a.astype("f8") @ b.astype("f8").T) + c / 2 + bias.astype("f8")[:, None]
    assert (widened(out) == widened(bfloat(np.maximum(total, 0)))).all()
