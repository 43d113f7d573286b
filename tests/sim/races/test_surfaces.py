"""Surfaces in strict mode."""

from __future__ import annotations

import numpy as np

from ptxpy.launch import load
from ptxpy.launch_request import Surface
from tests.sim.harness import kernel

TEXT = kernel(
    """
    ld.param.u64 %rd1, [s];
    shl.b32 %r1, %r0, 2;
    mov.u32 %r2, 1;
    mov.u32 %r3, 0;
    ld.shared.u32 %r4, [tile];
    sured.b.add.2d.u32.trap [%rd1, {%r1, %r3}], %r2;
    """,
    ".param .u64 s",
    ".shared .align 4 .b8 tile[4];",
)


def test_a_surface_is_changed_once_by_a_kernel_that_runs_several_times() -> None:
    """A kernel that reads uninitialised memory runs again, on the surface as it was before."""
    array = np.zeros((1, 4), np.uint32)
    load(TEXT)[1, 4](Surface(array), np.zeros(1, "u4"), device="cpu", strict=True)
    assert array.tolist() == [[1, 1, 1, 1]]
