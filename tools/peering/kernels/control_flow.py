"""Branches and loops: structured, by labels, and unrolled."""

from ptxpy import Tile, kernel, ptx, reg
from ptxpy.types import f32, pred, u32

BINDINGS = {name: {"N": 1024} for name in ("branches", "counted", "labels", "blocks", "unrolled")}


@kernel(
    arch="sm_80",
    in_specs=(Tile("N", f32),),
    out_specs=(Tile("N", f32),),
    grid=lambda N: (N // 128, 1, 1),
    block=(128, 1, 1),
)
def branches(X, Y):
    """Nested conditions, with and without another way."""
    px, py = ptx.global_ptrs(X, Y)
    tid = reg.from_(ptx.special.tid.x(), u32)
    index = reg.from_(ptx.special.ctaid.x(), u32) * 128 + tid
    x = reg.scalar(f32)
    ptx.inst.ld.global_.f32(x, ptx.addr(px + index * 4))
    with ptx.if_(tid < 32):
        with ptx.if_(tid == 0):
            ptx.inst.add.f32(x, x, 1.0)
        with ptx.else_():
            ptx.inst.mul.f32(x, x, 3.0)
    with ptx.else_():
        ptx.inst.sqrt.approx.f32(x, x)
    with ptx.if_(~(tid == 5)):
        ptx.inst.st.global_.f32(ptx.addr(py + index * 4), x)
    ptx.ret()


@kernel(
    arch="sm_80",
    in_specs=(Tile("N", f32),),
    out_specs=(Tile(128, f32),),
    grid=(1, 1, 1),
    block=(128, 1, 1),
)
def counted(X, Y):
    """A loop over the rows of the input, from a register on."""
    px, py = ptx.global_ptrs(X, Y)
    tid = reg.from_(ptx.special.tid.x(), u32)
    total, x = reg.scalar(f32, init=0.0), reg.scalar(f32)
    for row in ptx.range_(0, 1024, 128):
        ptx.inst.ld.global_.f32(x, ptx.addr(px + (row + tid) * 4))
        ptx.inst.add.f32(total, total, x)
    for row in ptx.range_(tid, 1024, 256):
        ptx.inst.ld.global_.f32(x, ptx.addr(px + row * 4))
        ptx.inst.fma.rn.f32(total, x, x, total)
    ptx.inst.st.global_.f32(ptx.addr(py + tid * 4), total)
    ptx.ret()


@kernel(
    arch="sm_80",
    in_specs=(Tile("N", f32),),
    out_specs=(Tile("N", f32),),
    grid=(1, 1, 1),
    block=(128, 1, 1),
)
def labels(X, Y):
    """A loop by its name, and branches to labels."""
    px, py = ptx.global_ptrs(X, Y)
    index = reg.from_(ptx.special.tid.x(), u32)
    x, again = reg.scalar(f32), reg.scalar(pred)
    with ptx.loop("elements", pred=again):
        ptx.inst.ld.global_.f32(x, ptx.addr(px + index * 4))
        negative = reg.scalar(pred)
        ptx.inst.setp.lt.f32(negative, x, 0.0)
        ptx.bra("positive", pred=~negative)
        ptx.inst.neg.f32(x, x)
        ptx.label("positive")
        ptx.inst.st.global_.f32(ptx.addr(py + index * 4), x)
        ptx.inst.add.u32(index, index, 128)
        ptx.inst.setp.lt.u32(again, index, 1024)
    ptx.bra(label="end")
    ptx.label("end")
    ptx.ret()


@kernel(
    arch="sm_80",
    in_specs=(Tile("N", u32),),
    out_specs=(Tile("N", u32),),
    grid=lambda N: (N // 128, 1, 1),
    block=(128, 1, 1),
)
def blocks(X, Y):
    """Scopes, expressions that are one statement, and chains."""
    px, py = ptx.global_ptrs(X, Y)
    index = reg.from_(ptx.special.ctaid.x(), u32) * 128 + reg.from_(ptx.special.tid.x(), u32)
    x, y = reg.scalar(u32), reg.scalar(u32)
    ptx.inst.ld.global_.u32(x, ptx.addr(px + index * 4))
    with ptx.expr():
        masked = ((x - 8192) & 0x3FF80) >> 4
        ptx.inst.add.u32(y, masked, x)
    with ptx.scope():
        inner = reg.scalar(u32, name="%inner")
        ptx.inst.mul.lo.u32(inner, y, 3)
        ptx.inst.add.u32(y, y, inner)
    ptx.pipe(y).add.u32(y, 17).and_.b32(y, 0xFFFF).xor.b32(y, 5)
    ptx.inst.st.global_.u32(ptx.addr(py + index * 4), y)
    ptx.ret()


@kernel(
    arch="sm_80",
    in_specs=(Tile("N", f32),),
    out_specs=(Tile(32, f32),),
    grid=(1, 1, 1),
    block=(32, 1, 1),
)
def unrolled(X, Y):
    """A loop of the device with four copies of its body, and the rest."""
    px, py = ptx.global_ptrs(X, Y)
    tid = reg.from_(ptx.special.tid.x(), u32)
    total, x, row = reg.scalar(f32, init=0.0), reg.scalar(f32), reg.scalar(u32, init=0)

    def body() -> None:
        ptx.inst.ld.global_.f32(x, ptx.addr(px + (row * 32 + tid) * 4))
        ptx.inst.add.f32(total, total, x)
        ptx.inst.add.u32(row, row, 1)

    ptx.kloop(30, unroll=4, body=body)
    ptx.inst.st.global_.f32(ptx.addr(py + tid * 4), total)
    ptx.ret()
