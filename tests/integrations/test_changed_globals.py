"""Calls with tensors of frameworks trace a kernel again when what its trace has read is another."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ptxpy import Tile, f32, kernel, ptx

SCALE = 2.0
BLOCKS = 1


@kernel(
    arch="sm_80",
    in_specs=(Tile(64, f32),),
    out_specs=(Tile(64, f32),),
    grid=lambda: BLOCKS,
    block=32,
)
def scaled(x: Any, out: Any) -> None:
    """Store SCALE times x, 32 elements a block."""
    px, po = ptx.global_ptrs(x, out)
    at = (ptx.special.ctaid.x() * 32 + ptx.special.tid.x()) * 4
    ptx.st.global_.f32([po + at], ptx.ld.global_.f32([px + at]) * SCALE)
    ptx.ret()


@pytest.mark.parametrize("framework", ["numpy", "torch", "jax.numpy"])
def test_a_global_of_a_kernel_and_of_its_grid(
    framework: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next call has the new number."""
    arrays = pytest.importorskip(framework)
    x = arrays.ones(64, dtype=arrays.float32)
    options = {"device": "cpu"} if framework == "numpy" else {}
    assert np.asarray(scaled(x, **options))[:32].tolist() == [2.0] * 32
    assert np.asarray(scaled(x, **options))[0] == 2.0
    monkeypatch.setattr(f"{__name__}.SCALE", 3.0)
    monkeypatch.setattr(f"{__name__}.BLOCKS", 2)
    assert np.asarray(scaled(x, **options)).tolist() == [3.0] * 64
