"""Registers that are renamed at the end of a function are renamed wherever they stand."""

from __future__ import annotations

import ptxpy

PAIR = """\
from ptxpy import kernel, module, ptx, reg, u32

module("llvm", version="8.0", target="sm_90a")


def two(a):
    first = a + 1
    ptx.st.global_.b32([a], first ^ 2)
    return first, None


@kernel
def k(n: u32):
    p, r = reg.bulk(p=20, r=90)
    x = ptx.ld.param.u32([n])
    r7, _second = two(x)
    moved, p5 = ptx.shfl.sync.idx.b32(x, 0, 31, -1)
    ptx.st.global_.b32([x], moved)
    ptx.ret()
"""


def test_parts_of_a_destination_are_renamed() -> None:
    """A value gets its name late, so that later fresh registers get other numbers."""
    lines = ptxpy.emit(ptxpy.from_python(PAIR)).splitlines()
    shuffle = next(line for line in lines if "shfl" in line)
    store = [line for line in lines if "st.global" in line][-1]
    part = shuffle.split()[1].partition("|")[0]
    assert store.endswith(f"{part};")
