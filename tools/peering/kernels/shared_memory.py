"""Shared memory: arrays, swizzles, barriers of a block, copies without registers, reductions."""

from ptxpy import Tile, kernel, ptx, reg, smem
from ptxpy.smem import apply_swizzle
from ptxpy.types import b16, b32, bf16, f16, f32, u32

BINDINGS = {
    "staged": {"N": 1024},
    "copied": {"N": 1024},
    "reduced": {"N": 1024},
    "external": {"N": 1024},
}


@kernel(
    arch="sm_80",
    in_specs=(Tile("N", f32),),
    out_specs=(Tile("N", f32),),
    grid=lambda N: (N // 128, 1, 1),
    block=(128, 1, 1),
)
def staged(X, Y):
    """An array that threads write and others read."""
    px, py = ptx.global_ptrs(X, Y)
    line = smem.alloc(f32, 128)
    base = reg.from_(line.name, u32)
    tid = reg.from_(ptx.special.tid.x(), u32)
    index = reg.from_(ptx.special.ctaid.x(), u32) * 128 + tid
    x = reg.scalar(f32)
    ptx.inst.ld.global_.f32(x, ptx.addr(px + index * 4))
    smem.store(f32, base + tid * 4, x)
    ptx.bar.sync(0)
    y = smem.load(f32, base + (tid ^ 127) * 4)
    ptx.inst.add.f32(y, y, x)
    ptx.inst.st.global_.f32(ptx.addr(py + index * 4), y)
    ptx.ret()


@kernel(
    arch="sm_80",
    in_specs=(Tile(64, 64, f16),),
    out_specs=(Tile(64, 64, f16),),
    grid=(1, 1, 1),
    block=(128, 1, 1),
)
def swizzled(X, Y):
    """Rows of each width of swizzle, through the swizzled array and back."""
    px, py = ptx.global_ptrs(X, Y)
    tid = reg.from_(ptx.special.tid.x(), u32)
    value = reg.scalar(b16)
    for width in ("32B", "64B", "128B", None):
        tile = smem.alloc(f16, (8, 64), swizzle=width, align=1024)
        base = reg.from_(tile.name, u32)
        ptx.inst.ld.global_.b16(value, ptx.addr(px + tid * 2))
        offset = apply_swizzle(tid * 2, width)
        ptx.inst.st.shared.b16(ptx.addr(base + offset), value)
        ptx.bar.sync(1, count=128)
        back = smem.apply_swizzle((tid ^ 1) * 2, width)
        ptx.inst.ld.shared.b16(value, ptx.addr(base + back))
        ptx.inst.st.global_.b16(ptx.addr(py + tid * 2), value)
    ptx.ret()


@kernel(
    arch="sm_80",
    in_specs=(Tile("N", f32),),
    out_specs=(Tile("N", f32),),
    grid=lambda N: (N // 128, 1, 1),
    block=(128, 1, 1),
    smem=2048,
    extern_smem=True,
)
def external(X, Y):
    """Shared memory that the launch gives."""
    px, py = ptx.global_ptrs(X, Y)
    base = smem.base()
    tid = reg.from_(ptx.special.tid.x(), u32)
    x = reg.scalar(f32)
    ptx.inst.ld.global_.f32(x, ptx.addr(px + tid * 4))
    ptx.inst.st.shared.f32(ptx.addr(base + tid * 4), x)
    ptx.bar.sync(0)
    ptx.inst.ld.shared.f32(x, ptx.addr(base + (tid ^ 1) * 4))
    ptx.inst.st.global_.f32(ptx.addr(py + tid * 4), x)
    ptx.ret()


@kernel(
    arch="sm_80",
    in_specs=(Tile("N", f32),),
    out_specs=(Tile("N", f32),),
    grid=(1, 1, 1),
    block=(128, 1, 1),
)
def copied(X, Y):
    """Asynchronous copies in two groups."""
    px, py = ptx.global_ptrs(X, Y)
    smem.alloc(f32, (2, 512), name="page")
    base = reg.from_("page", u32)
    tid = reg.from_(ptx.special.tid.x(), u32)
    offset = tid * 16
    ptx.cp.async_.cg(ptx.addr(base + offset), ptx.addr(px + offset), 16)
    ptx.cp.async_.commit_group()
    ptx.cp.async_.ca(ptx.addr(base + offset, 2048), ptx.addr(px + offset, 2048), 8)
    ptx.cp.async_.ca(ptx.addr(base + offset, 2056), ptx.addr(px + offset, 2056), 8)
    ptx.cp.async_.commit_group()
    ptx.cp.async_.wait_group(1)
    ptx.bar.sync(0)
    x = reg.array(f32, 4)
    ptx.inst.ld.shared.v4.f32([x[0], x[1], x[2], x[3]], ptx.addr(base + (tid ^ 1) * 16))
    ptx.inst.st.global_.v4.f32(ptx.addr(py + offset), [x[0], x[1], x[2], x[3]])
    ptx.cp.async_.wait_all()
    ptx.bar.sync(0)
    y = smem.load(f32, base + (tid ^ 2) * 16 + 2048)
    ptx.inst.st.global_.f32(ptx.addr(py + offset, 2048), y)
    ptx.ret()


@kernel(
    arch="sm_80",
    in_specs=(Tile("N", f32),),
    out_specs=(Tile(3, f32),),
    grid=(1, 1, 1),
    block=(32, 1, 1),
)
def reduced(X, Y):
    """Sum, maximum and minimum of a warp, the sum within groups of four, and shuffles."""
    px, py = ptx.global_ptrs(X, Y)
    lane = reg.from_(ptx.special.laneid(), u32)
    total = reg.scalar(f32)
    ptx.inst.ld.global_.f32(total, ptx.addr(px + lane * 4))
    largest, smallest = reg.from_(total, f32), reg.from_(total, f32)
    ptx.warp.reduce_sum(total, width=4)
    ptx.warp.reduce_sum(total)
    ptx.warp.reduce_max(largest)
    ptx.warp.reduce_min(smallest)
    first, bits = reg.scalar(b32), reg.scalar(b32)
    ptx.inst.mov.b32(bits, largest)
    ptx.inst.shfl.sync.idx.b32(first, bits, 0, 31, -1)
    ptx.inst.mov.b32(largest, first)
    with ptx.if_(lane == 0):
        ptx.inst.st.global_.f32(ptx.addr(py), total)
        ptx.inst.st.global_.f32(ptx.addr(py, 4), largest)
        ptx.inst.st.global_.f32(ptx.addr(py, 8), smallest)
    ptx.ret()


@kernel(
    arch="sm_80",
    in_specs=(Tile(16, 16, bf16), Tile(16, 8, bf16)),
    out_specs=(Tile(16, 8, f32),),
    grid=(1, 1, 1),
    block=(32, 1, 1),
)
def tensor_core(A, B, C):
    """Matrices from shared memory, a product of a warp, and vectors stored."""
    pa, pb, pc = ptx.global_ptrs(A, B, C)
    rows, columns = smem.alloc(bf16, (16, 16)), smem.alloc(bf16, (16, 8))
    lane = reg.from_(ptx.special.tid.x(), u32)
    a_base, b_base = reg.from_(rows.name, u32), reg.from_(columns.name, u32)
    ptx.cp.async_.cg(ptx.addr(a_base + lane * 16), ptx.addr(pa + lane * 16), 16)
    ptx.cp.async_.ca(ptx.addr(b_base + lane * 8), ptx.addr(pb + lane * 8), 8)
    ptx.cp.async_.wait_all()
    ptx.bar.sync(0)
    a, b = reg.array(b32, 4, "%a"), reg.array(b32, 2, "%b")
    c = reg.array(f32, 4, "%c")
    for each in c:
        ptx.inst.mov.f32(each, 0.0)
    ptx.ldmatrix(dst=a, src=ptx.addr(a_base + lane * 16), layout="m8n8.x4")
    column = ptx.addr(b_base + (lane & 15) * 16)
    ptx.ldmatrix(dst=[b[0], b[1]], src=column, layout="m8n8.x2", trans=True)
    ptx.mma.sync(
        shape=(16, 8, 16),
        dtype_d=f32,
        dtype_a=bf16,
        dtype_b=bf16,
        dtype_c=f32,
        d=c,
        a=a,
        b=b,
        c=c,
    )
    target = pc + (lane >> 2) * 32 + (lane & 3) * 8
    ptx.inst.st.global_.v2.f32(ptx.addr(target), [c[0], c[1]])
    ptx.inst.st.global_.v2.f32(ptx.addr(target, 256), [c[2], c[3]])
    ptx.ret()
