"""The rings of the examples for Hopper and Blackwell are proved."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ptxpy.examples import (
    bfloat16,
    blackwell_gemm,
    blackwell_pair_gemm,
    hopper_gemm,
    hopper_persistent_gemm,
)
from ptxpy.examples.checking import Array

K = 576
"""Nine chunks of 64, for rings of four stages: a stage is used a third time."""


def matrix(*shape: int) -> Array:
    """Return a matrix of small integers in bf16."""
    return bfloat16.bits(np.random.default_rng(0).integers(-2, 3, shape).astype(np.float32))


@pytest.mark.parametrize(
    ("gemm", "shape", "options"),
    [
        pytest.param(hopper_gemm.gemm, ((128, K), (K, 256)), {}, id="hopper"),
        pytest.param(
            hopper_persistent_gemm.gemm, ((256, K), (K, 256)), {"CLUSTER": 2}, id="hopper-cluster"
        ),
        pytest.param(blackwell_gemm.gemm, ((128, K), (256, K)), {}, id="blackwell"),
        pytest.param(
            blackwell_pair_gemm.gemm, ((256, 2 * K), (256, 2 * K)), {}, id="blackwell-pair"
        ),
    ],
)
def test_a_ring_is_proved(
    gemm: Any, shape: tuple[tuple[int, int], tuple[int, int]], options: dict[str, int]
) -> None:
    """With a stage used three times, by all warps, in one run."""
    found = gemm.explore(matrix(*shape[0]), matrix(*shape[1]), device="cpu", **options)
    assert found.verdict == "proved", str(found)
    assert found.runs == found.orders == 1
    assert max(count for _, count in found.phases) >= 3
