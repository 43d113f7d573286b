"""What a kernel can have beside its body: parameters, templates, directives, special registers."""

from ptxpy import Layout, Tile, intrinsic, kernel, ptx, reg
from ptxpy.types import b32, f32, s32, u32, u64

BINDINGS = {"scaled": {"M": 64, "N": 256, "BN": 64}}


@kernel(
    arch="sm_80",
    in_specs=(Tile("M", "N", f32, Layout.ROW),),
    out_specs=(Tile("M", "N", f32),),
    grid=lambda M: (M, 1, 1),
    block=(64, 1, 1),
)
def scaled(X, Y, *, BN=128):
    """Rows by a template parameter, with the shape of the tensor as a number."""
    columns = X.shape[1]
    px, py = ptx.global_ptrs(X, Y)
    row = reg.from_(ptx.special.ctaid.x(), u32)
    px += row * (columns * 4)
    py += row * (columns * 4)
    tid = reg.from_(ptx.special.tid.x(), u32)
    x = reg.scalar(f32)
    for start in range(0, columns, BN):
        offset = (tid + start) * 4
        ptx.inst.ld.global_.f32(x, ptx.addr(px + offset))
        ptx.inst.mul.f32(x, x, float(BN))
        ptx.inst.st.global_.f32(ptx.addr(py + offset), x)
    ptx.ret()


@kernel(
    arch="sm_80",
    raw_params=[("u64", "source"), ("u64", "target"), ("s32", "count"), ("f32", "factor")],
    grid=(8, 1, 1),
    block=(128, 1, 1),
)
def bounded():
    """Parameters by type and name."""
    source, target = ptx.param(u64, "source"), ptx.param(u64, "target")
    ptx.cvta.to_global(source, source)
    target = ptx.cvta.to_global(target)
    count, factor = ptx.param(s32, "count"), ptx.param(f32, "factor")
    index = reg.scalar(s32)
    tid, cta = reg.from_(ptx.special.tid.x(), s32), reg.from_(ptx.special.ctaid.x(), s32)
    ptx.inst.mad.lo.s32(index, cta, 128, tid)
    with ptx.if_(index < count):
        offset = reg.scalar(u64)
        ptx.inst.mul.wide.s32(offset, index, 4)
        x = reg.scalar(f32)
        ptx.inst.ld.global_.f32(x, ptx.addr(source + offset))
        ptx.inst.mul.f32(x, x, factor)
        ptx.inst.st.global_.f32(ptx.addr(target + offset), x)
    ptx.ret()


@kernel(
    arch="sm_80",
    version=(8, 0),
    out_specs=(Tile(4096, u32),),
    grid=(2, 2, 2),
    block=(8, 8, 8),
    reqntid=(8, 8, 8),
    raw_directives=[("minnctapersm", (2,))],
)
def special_registers(Y):
    """Special registers by property, by call and by name."""
    (py,) = ptx.global_ptrs(Y)
    x, y, z = (
        reg.from_(axis, u32)
        for axis in (ptx.special.tid.x(), ptx.special.tid.y(), ptx.special.tid.z())
    )
    wide, high = reg.from_(ptx.special.ntid.x(), u32), reg.from_(ptx.special.ntid.y(), u32)
    thread = (z * high + y) * wide + x
    cta = reg.from_(ptx.special.ctaid.z(), u32) * reg.from_(ptx.special.nctaid.y(), u32)
    cta += reg.from_(ptx.ctaid_y(), u32)
    cta = cta * reg.from_(ptx.special.nctaid.x(), u32) + reg.from_(ptx.ctaid_x(), u32)
    value = reg.from_(ptx.special.laneid(), u32) + reg.from_(ptx.special.warpid(), u32)
    value += reg.from_(ptx.sreg("%nsmid"), u32)
    ptx.inst.st.global_.u32(ptx.addr(py + (cta * 512 + thread) * 4), value)
    ptx.ret()


@kernel
def smallest():
    """No arguments at all."""
    tid = reg.from_(ptx.special.tid.x(), u32)
    value = tid + 1
    ptx.inst.mov.u32(tid, value)
    ptx.ret()


@intrinsic
def clamp(value, low, high):
    """Bring a value into a range."""
    ptx.inst.max.f32(value, value, low)
    ptx.inst.min.f32(value, value, high)
    return value


@intrinsic
def clamp_twice(value):
    """Call another intrinsic twice."""
    return clamp(clamp(value, -1.0, 1.0), 0.0, 0.5)


@kernel(
    arch="sm_80",
    in_specs=(Tile(128, f32),),
    out_specs=(Tile(128, f32),),
    grid=(1, 1, 1),
    block=(128, 1, 1),
)
def intrinsics(X, Y):
    """Intrinsics in each other."""
    px, py = ptx.global_ptrs(X, Y)
    offset = reg.from_(ptx.special.tid.x(), u32) * 4
    x = reg.scalar(f32)
    ptx.inst.ld.global_.f32(x, ptx.addr(px + offset))
    x = clamp_twice(x)
    ptx.inst.st.global_.f32(ptx.addr(py + offset), x)
    ptx.ret()


@kernel(
    arch="sm_80",
    in_specs=(Tile(1024, f32),),
    out_specs=(Tile(1024, f32),),
    grid=(1, 1, 1),
    block=(128, 1, 1),
)
def raw_text(X, Y):
    """Text of PTX, vectors of registers, and arrays of registers."""
    px, py = ptx.global_ptrs(X, Y)
    offset = reg.from_(ptx.special.tid.x(), u32) * 32
    source, target = px + offset, py + offset
    x = reg.array(f32, 8, "%x")
    ptx.inst.ld.global_.v4.f32([x[0], x[1], x[2], x[3]], ptx.addr(source))
    ptx.inst.ld.global_.v4.f32([x[4], x[5], x[6], x[7]], ptx.addr(source, 16))
    ptx.raw("mul.f32 %x0, %x0, %x7;")
    ptx.raw("fma.rn.f32 %x1, %x1, %x2, %x3;")
    bits = reg.array(b32, 2)
    ptx.inst.mov.b32(bits[0], x[2])
    bits[1] = bits[0] << 1
    ptx.inst.mov.b32(x[2], bits[1])
    ptx.inst.st.global_.v4.f32(ptx.addr(target), [x[0], x[1], x[2], x[3]])
    ptx.inst.st.global_.v4.f32(ptx.addr(target, 16), list(x.regs())[4:])
    ptx.ret()


@kernel(arch="sm_80", out_specs=(Tile(32, f32),), grid=(1, 1, 1), block=(32, 1, 1))
def raw_statements(Y):
    """Two statements in one text."""
    (py,) = ptx.global_ptrs(Y)
    tid = reg.from_(ptx.special.tid.x(), u32)
    x = reg.scalar(f32, init=1.5, name="%x")
    ptx.raw("mul.f32 %x, %x, 0f40400000; add.f32 %x, %x, 0f3F800000;")
    ptx.inst.st.global_.f32(ptx.addr(py + tid * 4), x)
    ptx.ret()
