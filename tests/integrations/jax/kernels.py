"""Kernels that the tests call with JAX arrays."""

from __future__ import annotations

from typing import Any

from ptxpy import Layout, Tile, bf16, f32, f64, kernel, ptx, s32, u16
from ptxpy.examples.vector_add import vector_add

__all__ = [
    "accumulate",
    "divide_by",
    "double",
    "fill",
    "load_beyond",
    "negate",
    "nothing",
    "scale",
    "store_input",
    "sum_and_difference",
    "transposed_copy",
    "vector_add",
    "widen",
]

BLOCK = 32


def blocks(N: int) -> int:  # noqa: N803 - the name of the dimension
    """Return the blocks for a vector."""
    return -(-N // BLOCK)


def thread() -> Any:
    """Return the number of the thread in the grid."""
    return ptx.mad.lo.s32(ptx.special.ctaid.x(), BLOCK, ptx.special.tid.x())


@kernel(
    arch="sm_80",
    in_specs=(Tile("N", f32),),
    out_specs=(Tile("N", f32),),
    raw_params=[("s32", "N"), ("f32", "alpha")],
    grid=blocks,
    block=BLOCK,
)
def scale(x: Any, y: Any, *, STEP: int = 1) -> None:  # noqa: N803 - a template parameter
    """Compute y = alpha * x + STEP."""
    n, alpha = ptx.param(s32, "N"), ptx.param(f32, "alpha")
    px, py = ptx.global_ptrs(x, y)
    i = thread()
    with ptx.if_(i < n):
        offset = ptx.mul.wide.s32(i, 4)
        value = ptx.ld.global_.f32([px + offset])
        ptx.st.global_.f32([py + offset], ptx.fma.rn.f32(value, alpha, float(STEP)))
    ptx.ret()


@kernel(
    arch="sm_80",
    in_specs=(Tile(2, f32),),
    out_specs=(Tile(2, f32),),
    raw_params=[("f32", "by")],
    grid=1,
    block=2,
)
def divide_by(x: Any, y: Any) -> None:
    """Compute y = x / by."""
    px, py = ptx.global_ptrs(x, y)
    offset = ptx.mul.wide.s32(thread(), 4)
    value = ptx.ld.global_.f32([px + offset])
    ptx.st.global_.f32([py + offset], ptx.div.rn.f32(value, ptx.param(f32, "by")))
    ptx.ret()


@kernel(
    arch="sm_80",
    in_specs=(Tile("N", f32),),
    out_specs=(Tile("N", f32),),
    raw_params=[("s32", "N")],
    grid=blocks,
    block=BLOCK,
)
def accumulate(x: Any, y: Any) -> None:
    """Add x to the even elements of y, and leave the odd ones as they are."""
    n = ptx.param(s32, "N")
    px, py = ptx.global_ptrs(x, y)
    i = thread()
    with ptx.if_((i < n) & ((i & 1) == 0)):
        offset = ptx.mul.wide.s32(i, 4)
        total = ptx.ld.global_.f32([px + offset]) + ptx.ld.global_.f32([py + offset])
        ptx.st.global_.f32([py + offset], total)
    ptx.ret()


@kernel(
    arch="sm_80",
    in_specs=(Tile(BLOCK, f32), Tile(BLOCK, f32)),
    out_specs=(Tile(BLOCK, f32), Tile(BLOCK, f32)),
    grid=1,
    block=BLOCK,
)
def sum_and_difference(a: Any, b: Any, c: Any, d: Any) -> None:
    """Compute c = a + b and d = a - b."""
    pa, pb, pc, pd = ptx.global_ptrs(a, b, c, d)
    offset = ptx.mul.wide.s32(thread(), 4)
    x, y = ptx.ld.global_.f32([pa + offset]), ptx.ld.global_.f32([pb + offset])
    ptx.st.global_.f32([pc + offset], x + y)
    ptx.st.global_.f32([pd + offset], x - y)
    ptx.ret()


@kernel(
    arch="sm_80", in_specs=(Tile(BLOCK, bf16),), out_specs=(Tile(BLOCK, bf16),), grid=1, block=BLOCK
)
def negate(x: Any, y: Any) -> None:
    """Flip the signs of bfloat16 numbers."""
    px, py = ptx.global_ptrs(x, y)
    offset = ptx.mul.wide.s32(thread(), 2)
    bits = ptx.ld.global_.u16([px + offset])
    ptx.st.global_.u16([py + offset], ptx.xor.b16(bits, u16(0x8000)))
    ptx.ret()


@kernel(
    arch="sm_80", in_specs=(Tile(BLOCK, f64),), out_specs=(Tile(BLOCK, f64),), grid=1, block=BLOCK
)
def double(x: Any, y: Any) -> None:
    """Compute y = 2 x in float64."""
    px, py = ptx.global_ptrs(x, y)
    offset = ptx.mul.wide.s32(thread(), 8)
    value = ptx.ld.global_.f64([px + offset])
    ptx.st.global_.f64([py + offset], value + value)
    ptx.ret()


@kernel(
    arch="sm_80", in_specs=(Tile(BLOCK, f32),), out_specs=(Tile(BLOCK, f64),), grid=1, block=BLOCK
)
def widen(x: Any, y: Any) -> None:
    """Convert float32 to float64."""
    px, py = ptx.global_ptrs(x, y)
    i = thread()
    value = ptx.ld.global_.f32([px + ptx.mul.wide.s32(i, 4)])
    ptx.st.global_.f64([py + ptx.mul.wide.s32(i, 8)], ptx.cvt.f64.f32(value))
    ptx.ret()


@kernel(
    arch="sm_80",
    in_specs=(Tile("M", "N", f32, Layout.COL),),
    out_specs=(Tile("M", "N", f32, Layout.COL),),
    raw_params=[("s32", "M"), ("s32", "N")],
    grid=1,
    block=BLOCK,
)
def transposed_copy(x: Any, y: Any) -> None:
    """Copy the first column of a column-major matrix, and write ones to the others."""
    rows = ptx.param(s32, "M")
    columns = ptx.param(s32, "N")
    px, py = ptx.global_ptrs(x, y)
    i = thread()
    with ptx.if_(i < rows * columns):
        offset = ptx.mul.wide.s32(i, 4)
        value = ptx.ld.global_.f32([px + offset])
        ptx.st.global_.f32([py + offset], ptx.selp.f32(value, 1.0, i < rows))
    ptx.ret()


@kernel(
    arch="sm_80", in_specs=(Tile(BLOCK, f32),), out_specs=(Tile(BLOCK, f32),), grid=1, block=BLOCK
)
def store_input(x: Any, y: Any) -> None:
    """Write to the input, which no JAX kernel may do."""
    px, py = ptx.global_ptrs(x, y)
    offset = ptx.mul.wide.s32(thread(), 4)
    ptx.st.global_.f32([px + offset], 0.0)
    ptx.st.global_.f32([py + offset], 0.0)
    ptx.ret()


@kernel(arch="sm_80", in_specs=(), out_specs=(Tile(BLOCK, s32),), grid=1, block=BLOCK)
def fill(y: Any) -> None:
    """Number the elements of the output."""
    (py,) = ptx.global_ptrs(y)
    i = thread()
    ptx.st.global_.s32([py + ptx.mul.wide.s32(i, 4)], i)
    ptx.ret()


@kernel(
    arch="sm_80", in_specs=(Tile(BLOCK, f32),), out_specs=(Tile(BLOCK, f32),), grid=1, block=BLOCK
)
def load_beyond(x: Any, y: Any) -> None:
    """Load from an address that no tensor has."""
    px, py = ptx.global_ptrs(x, y)
    offset = ptx.mul.wide.s32(thread(), 4)
    value = ptx.ld.global_.f32([px + offset + (1 << 20)])
    ptx.st.global_.f32([py + offset], value)
    ptx.ret()


@kernel(arch="sm_80", in_specs=(Tile(BLOCK, f32),), grid=1, block=BLOCK)
def nothing(x: Any) -> None:
    """Take a tensor, and return nothing."""
    ptx.global_ptrs(x)
    ptx.ret()
