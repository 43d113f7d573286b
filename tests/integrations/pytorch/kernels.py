"""Kernels that the tests call with tensors."""

# Template parameters and dimensions are named as in the tiles.
# ruff: noqa: N803

from __future__ import annotations

from typing import Any

from ptxpy import differentiable_kernel, kernel, ptx, reg, u32
from ptxpy.dsl.tensors import Layout, Tile
from ptxpy.dsl.values.types import b8, bf16, e4m3, f32, f64, s32, u64

BLOCK = 32


def thread_index() -> Any:
    """Return the index of the thread in the grid."""
    thread = reg.from_(ptx.special.tid.x(), u32)
    return reg.from_(ptx.mad.lo.s32(ptx.special.ctaid.x(), BLOCK, thread), u32)


def addresses(index: Any, size: int, *tensors: Any) -> list[Any]:
    """Return the addresses of the elements of tensors at an index."""
    offset = reg.from_(ptx.mul.wide.u32(index, size), u64)
    return [reg.from_(ptx.ld.param.u64([each]), u64) + offset for each in tensors]


def blocks(N: int) -> int:
    """Return the blocks for a vector."""
    return -(-N // BLOCK)


_VECTORS: dict[str, Any] = {"arch": "sm_80", "grid": blocks, "block": BLOCK}
_VECTOR = Tile("N", f64)


@kernel(in_specs=(_VECTOR,) * 2, out_specs=(_VECTOR,), raw_params=[("u32", "N")], **_VECTORS)
def multiply(x: Any, w: Any, y: Any) -> None:
    """Compute y = x * w."""
    index = thread_index()
    with ptx.if_(index < ptx.param(u32, "N")):
        at_x, at_w, at_y = addresses(index, 8, x, w, y)
        ptx.st.global_.f64([at_y], ptx.ld.global_.f64([at_x]) * ptx.ld.global_.f64([at_w]))
    ptx.ret()


@kernel(in_specs=(_VECTOR,) * 3, out_specs=(_VECTOR,) * 2, raw_params=[("u32", "N")], **_VECTORS)
def multiply_backward(x: Any, w: Any, dy: Any, dx: Any, dw: Any) -> None:
    """Compute dx = dy * w, dw = dy * x."""
    index = thread_index()
    with ptx.if_(index < ptx.param(u32, "N")):
        at_x, at_w, at_dy, at_dx, at_dw = addresses(index, 8, x, w, dy, dx, dw)
        gradient = ptx.ld.global_.f64([at_dy])
        ptx.st.global_.f64([at_dx], gradient * ptx.ld.global_.f64([at_w]))
        ptx.st.global_.f64([at_dw], gradient * ptx.ld.global_.f64([at_x]))
    ptx.ret()


@kernel(in_specs=(_VECTOR,), out_specs=(_VECTOR,), raw_params=[("u32", "N")], **_VECTORS)
def power(x: Any, factor: f64, y: Any, *, EXPONENT: int = 2) -> None:
    """Compute y = factor * x ** EXPONENT."""
    index = thread_index()
    with ptx.if_(index < ptx.param(u32, "N")):
        at_x, at_y = addresses(index, 8, x, y)
        value = ptx.ld.global_.f64([at_x])
        found = reg.from_(ptx.ld.param.f64([factor]), f64)
        for _ in range(EXPONENT):
            found = found * value
        ptx.st.global_.f64([at_y], found)
    ptx.ret()


@kernel(in_specs=(_VECTOR,) * 2, out_specs=(_VECTOR,), raw_params=[("u32", "N")], **_VECTORS)
def power_backward(x: Any, dy: Any, factor: f64, dx: Any, *, EXPONENT: int = 2) -> None:
    """Compute dx = dy * factor * EXPONENT * x ** (EXPONENT - 1)."""
    index = thread_index()
    with ptx.if_(index < ptx.param(u32, "N")):
        at_x, at_dy, at_dx = addresses(index, 8, x, dy, dx)
        value = ptx.ld.global_.f64([at_x])
        found = ptx.ld.param.f64([factor]) * ptx.ld.global_.f64([at_dy])
        found = found * float(EXPONENT)
        for _ in range(EXPONENT - 1):
            found = found * value
        ptx.st.global_.f64([at_dx], found)
    ptx.ret()


@kernel(in_specs=(_VECTOR,), out_specs=(_VECTOR,), raw_params=[("u32", "N")], **_VECTORS)
def reciprocal(x: Any, y: Any) -> None:
    """Compute y = 1 / x."""
    index = thread_index()
    with ptx.if_(index < ptx.param(u32, "N")):
        at_x, at_y = addresses(index, 8, x, y)
        ptx.st.global_.f64([at_y], ptx.rcp.rn.f64(ptx.ld.global_.f64([at_x])))
    ptx.ret()


@kernel(in_specs=(_VECTOR,) * 2, out_specs=(_VECTOR,), raw_params=[("u32", "N")], **_VECTORS)
def reciprocal_backward(y: Any, dy: Any, dx: Any) -> None:
    """Compute dx = -dy * y ** 2: of the output, not of the input."""
    index = thread_index()
    with ptx.if_(index < ptx.param(u32, "N")):
        at_y, at_dy, at_dx = addresses(index, 8, y, dy, dx)
        value = ptx.ld.global_.f64([at_y])
        found = ptx.ld.global_.f64([at_dy]) * value * value
        ptx.st.global_.f64([at_dx], ptx.neg.f64(found))
    ptx.ret()


@kernel(in_specs=(_VECTOR,), out_specs=(_VECTOR,) * 2, raw_params=[("u32", "N")], **_VECTORS)
def double_and_negate(x: Any, y: Any, z: Any) -> None:
    """Compute y = x + x, z = -x."""
    index = thread_index()
    with ptx.if_(index < ptx.param(u32, "N")):
        at_x, at_y, at_z = addresses(index, 8, x, y, z)
        value = ptx.ld.global_.f64([at_x])
        ptx.st.global_.f64([at_y], value + value)
        ptx.st.global_.f64([at_z], ptx.neg.f64(value))
    ptx.ret()


@kernel(in_specs=(_VECTOR,) * 2, out_specs=(_VECTOR,), raw_params=[("u32", "N")], **_VECTORS)
def double_and_negate_backward(dy: Any, dz: Any, dx: Any) -> None:
    """Compute dx = dy + dy - dz."""
    index = thread_index()
    with ptx.if_(index < ptx.param(u32, "N")):
        at_dy, at_dz, at_dx = addresses(index, 8, dy, dz, dx)
        gradient = ptx.ld.global_.f64([at_dy])
        ptx.st.global_.f64([at_dx], gradient + gradient - ptx.ld.global_.f64([at_dz]))
    ptx.ret()


@kernel(
    in_specs=(_VECTOR, Tile("N", s32)),
    out_specs=(_VECTOR, Tile("N", s32)),
    raw_params=[("u32", "N")],
    **_VECTORS,
)
def select(x: Any, mask: Any, y: Any, taken: Any) -> None:
    """Compute y = x where the mask is not zero, else 0; `taken` is the mask."""
    index = thread_index()
    with ptx.if_(index < ptx.param(u32, "N")):
        at_x, at_y = addresses(index, 8, x, y)
        at_mask, at_taken = addresses(index, 4, mask, taken)
        chosen = ptx.ld.global_.s32([at_mask])
        found = ptx.selp.f64(ptx.ld.global_.f64([at_x]), 0.0, ptx.setp.ne.s32(chosen, 0))
        ptx.st.global_.f64([at_y], found)
        ptx.st.global_.s32([at_taken], chosen)
    ptx.ret()


@kernel(
    in_specs=(Tile("N", s32), _VECTOR),
    out_specs=(_VECTOR,),
    raw_params=[("u32", "N")],
    **_VECTORS,
)
def select_backward(mask: Any, dy: Any, dx: Any) -> None:
    """Compute dx = dy where the mask is not zero, else 0."""
    index = thread_index()
    with ptx.if_(index < ptx.param(u32, "N")):
        at_dy, at_dx = addresses(index, 8, dy, dx)
        (at_mask,) = addresses(index, 4, mask)
        is_chosen = ptx.setp.ne.s32(ptx.ld.global_.s32([at_mask]), 0)
        found = ptx.selp.f64(ptx.ld.global_.f64([at_dy]), 0.0, is_chosen)
        ptx.st.global_.f64([at_dx], found)
    ptx.ret()


@kernel(
    in_specs=(Tile("M", "N", f32, Layout.COL),),
    out_specs=(Tile("M", "N", f32, Layout.COL),),
    raw_params=[("u32", "M"), ("u32", "N")],
    arch="sm_80",
    grid=1,
    block=BLOCK,
)
def copy_columns(x: Any, y: Any) -> None:
    """Copy a column-major matrix of at most 32 elements."""
    index = thread_index()
    with ptx.if_(index < ptx.mul.lo.u32(ptx.param(u32, "M"), ptx.param(u32, "N"))):
        at_x, at_y = addresses(index, 4, x, y)
        ptx.st.global_.f32([at_y], ptx.ld.global_.f32([at_x]))
    ptx.ret()


@kernel(in_specs=(_VECTOR,), raw_params=[("u32", "N")], **_VECTORS)
def double_in_place(x: Any) -> None:
    """Compute x = x + x: a kernel without outputs."""
    index = thread_index()
    with ptx.if_(index < ptx.param(u32, "N")):
        (at_x,) = addresses(index, 8, x)
        value = ptx.ld.global_.f64([at_x])
        ptx.st.global_.f64([at_x], value + value)
    ptx.ret()


@kernel(in_specs=(_VECTOR,), out_specs=(_VECTOR,), raw_params=[("u32", "N")], **_VECTORS)
def write_input(x: Any, y: Any) -> None:
    """Write to an input, which is a fault."""
    del y
    (at_x,) = addresses(thread_index(), 8, x)
    ptx.st.global_.f64([at_x], 1.0)
    ptx.ret()


def copier(tile: Tile, size: int) -> Any:
    """Return a kernel that copies a vector of elements of a size, of any type."""

    @kernel(in_specs=(tile,), out_specs=(tile,), raw_params=[("u32", "N")], **_VECTORS)
    def copy(x: Any, y: Any) -> None:
        index = thread_index()
        with ptx.if_(index < ptx.param(u32, "N")):
            at_x, at_y = addresses(index, size, x, y)
            load, store = (getattr(name.global_, f"u{8 * size}") for name in (ptx.ld, ptx.st))
            store([at_y], load([at_x]))
        ptx.ret()

    return copy


copy_bf16 = copier(Tile("N", bf16), 2)
copy_e4m3 = copier(Tile("N", e4m3), 1)
copy_b8 = copier(Tile("N", b8), 1)


class Factor:
    """A number that a kernel multiplies by, in an object that says nothing of itself."""

    def __init__(self, value: float) -> None:
        self.value = value


def scaled_by(factor: Factor) -> Any:
    """Return a differentiable kernel for y = factor * x * w, whose digest has no factor in it."""
    tiles: dict[str, Any] = {**_VECTORS, "raw_params": [("u32", "N")]}

    @kernel(in_specs=(_VECTOR,) * 2, out_specs=(_VECTOR,), **tiles)
    def scaled(x: Any, w: Any, y: Any) -> None:
        index = thread_index()
        with ptx.if_(index < ptx.param(u32, "N")):
            at_x, at_w, at_y = addresses(index, 8, x, w, y)
            product = ptx.ld.global_.f64([at_x]) * ptx.ld.global_.f64([at_w])
            ptx.st.global_.f64([at_y], product * factor.value)
        ptx.ret()

    @kernel(in_specs=(_VECTOR,) * 3, out_specs=(_VECTOR,) * 2, **tiles)
    def scaled_backward(x: Any, w: Any, dy: Any, dx: Any, dw: Any) -> None:
        index = thread_index()
        with ptx.if_(index < ptx.param(u32, "N")):
            at_x, at_w, at_dy, at_dx, at_dw = addresses(index, 8, x, w, dy, dx, dw)
            gradient = ptx.ld.global_.f64([at_dy]) * factor.value
            ptx.st.global_.f64([at_dx], gradient * ptx.ld.global_.f64([at_w]))
            ptx.st.global_.f64([at_dw], gradient * ptx.ld.global_.f64([at_x]))
        ptx.ret()

    return differentiable_kernel(scaled, scaled_backward)
