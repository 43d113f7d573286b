"""Numbers of NumPy are taken as Python's are, wherever a program gives one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ptxpy import Tile, f32, kernel, ptx, reg, s32, smem, u32

_KINDS: Any = [int, np.int64, np.int32, np.uint8]


def _module(number: Any) -> str:
    """Return the PTX of a kernel all of whose numbers are of a type."""

    @kernel(
        arch="sm_80",
        in_specs=(Tile(number(32), u32),),
        out_specs=(Tile(number(32), u32),),
        raw_params=[("u32", "n")],
        grid=number(1),
        block=(number(32), number(1)),
        smem=number(16),
    )
    def numbers(x: Any, out: Any, *, scale: int = number(4)) -> None:
        px, po = ptx.global_ptrs(x, out)
        tid = ptx.special.tid.x()
        line = smem.alloc(u32, number(32), name="line", align=number(16))
        grid = smem.alloc(f32, (number(2), number(3), number(4)), name="cube")
        acc = reg.array(s32, number(4))
        acc[:] = number(0)
        acc[number(1)] = acc[number(2)] + number(3)
        acc[number(3)].set(number(5))
        v = ptx.ld.global_.u32([px + tid * scale, number(0)])
        line[tid] = v << number(2)
        grid[number(1), tid & number(1), number(2)] = 1.0
        ptx.bar.sync(number(0))
        w = reg.scalar(u32, number(7))
        for _ in ptx.range_(number(0), number(3), number(1)):
            w += number(1)
        with ptx.if_(number(5) < tid):
            w += number(9) - tid
        y = ptx.shfl.sync.bfly.b32(w, number(1), number(31), ptx.FULL_MASK)
        ptx.mbarrier.init(smem.mbarrier(number(2), name="bars")[number(1)], number(1))
        ptx.warp.reduce_sum(w, width=number(8))
        ptx.st.global_.u32([po + tid * number(4)], y.u32 + number(2))
        ptx.ret()

    return numbers.ptx()


@pytest.mark.parametrize("number", _KINDS[1:])
def test_integers(number: Any) -> None:
    """Integers of NumPy give the PTX that Python's give."""
    assert _module(number) == _module(int)


def test_floats() -> None:
    """A float of NumPy is the float of Python with its value, on either side of an operator."""

    def body(one: Any) -> str:
        @kernel(arch="sm_80")
        def floats() -> None:
            v = reg.scalar(f32, one)
            v += one
            v *= one - v
            v.set(ptx.fma.rn.f32(v, one, one))
            ptx.ret()

        return floats.ptx()

    assert body(np.float32(0.5)) == body(np.float64(0.5)) == body(0.5)


def test_a_constant_that_does_not_fit() -> None:
    """The checks of constants are those of Python's numbers."""

    @kernel(arch="sm_80")
    def compare(n: u32) -> None:  # noqa: ARG001 - a parameter of the PTX
        with ptx.if_(ptx.param(u32, "n") < np.int64(-1)):
            ptx.ret()
        ptx.ret()

    with pytest.raises(TypeError, match="-1 is out of the range of"):
        compare.ptx()
