"""Kernels, their arguments and their checks, as workers import them."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from ptxpy import kernel, ptx, reg, u32, u64

SCALE = """\
.version 8.0
.target sm_80
.address_size 64
.global .u32 launches;
.entry scale(.param .u64 data, .param .u32 n, .param .u32 factor)
{
    .reg .pred %p<2>;
    .reg .b32 %r<8>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [data];
    ld.param.u32 %r1, [n];
    ld.param.u32 %r2, [factor];
    mov.u32 %r3, %tid.x;
    setp.ge.u32 %p1, %r3, %r1;
    @%p1 bra DONE;
    mad.wide.u32 %rd2, %r3, 4, %rd1;
    ld.global.u32 %r4, [%rd2];
    mul.lo.u32 %r4, %r4, %r2;
    atom.global.add.u32 %r5, [launches], 1;
    add.u32 %r4, %r4, %r5;
    st.global.u32 [%rd2], %r4;
DONE:
    ret;
}
"""
"""Multiplies, and adds what the module has counted since it was loaded."""


@kernel(arch="sm_80", raw_params=[("u64", "out")], block=32, grid=1)
def fill(*, VALUE: int = 3) -> None:  # noqa: N803 - as template parameters are called
    """Write a template parameter to a place for each thread."""
    out = ptx.param(u64, "out")
    value = reg.from_(VALUE, u32)
    ptx.st.global_.u32([out + ptx.mul.wide.u32(ptx.special.tid.x(), 4)], value)
    ptx.ret()


def vectors(N: int, seed: int) -> tuple[Any, Any]:  # noqa: N803 - as the dimension is called
    """Return two vectors."""
    random = np.random.default_rng(seed)
    return random.random(N, np.float32), random.random(N, np.float32)


def check_sum(found: Any, N: int, seed: int) -> float:  # noqa: N803
    """Compare a sum of vectors; return it."""
    a, b = vectors(N, seed)
    np.testing.assert_array_equal(found, a + b)
    return float(found.sum())


def vectors_or_death(N: int, seed: int) -> tuple[Any, Any]:  # noqa: N803
    """Return two vectors; the worker dies of one point."""
    if seed == 2:
        os._exit(1)
    return vectors(N, seed)


def vectors_or_error(N: int, seed: int) -> tuple[Any, Any]:  # noqa: N803
    """Return two vectors, which for some points do not fit."""
    a, b = vectors(N, seed)
    if seed == 0:
        message = "no vectors"
        raise LookupError(message)
    return (a, b[:-1]) if seed == 1 else (a, b)


def numbers(n: int) -> dict[str, Any]:
    """Return the arguments of `scale` by name."""
    return {"data": np.arange(n, dtype=np.uint32), "n": n}
