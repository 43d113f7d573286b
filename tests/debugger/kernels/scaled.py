"""A kernel in Python, whose lines and names the debugger shows."""

from typing import Any

from ptxpy import Tile, f32, kernel, ptx


def scaled(value: Any, factor: Any) -> Any:
    """Scale a value, and add 1."""
    product = value * factor
    return product + 1.0


@kernel(arch="sm_80", in_specs=(Tile("N", f32),), out_specs=(Tile("N", f32),), grid=2, block=32)
def scale(x: Any, y: Any) -> None:
    """Scale a vector, but for one element."""
    px, py = ptx.global_ptrs(x, y)
    thread = ptx.special.tid.x()
    i = ptx.special.ctaid.x() * 32 + thread
    value = ptx.ld.global_.f32([px + i * 4])
    result = scaled(value, 3.0)
    with ptx.if_(i != 5):
        ptx.st.global_.f32([py + i * 4], result)
    ptx.ret()
