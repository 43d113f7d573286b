"""Operators on registers, and the calls that name type and destination first."""

from ptxpy import Tile, kernel, ptx, reg
from ptxpy.types import b16, b32, bf16, f32, pred, s32, u32, u64

KERNELS = ("operators", "calls", "floats", "predicates", "signed")
BINDINGS = {name: {"N": 1024} for name in KERNELS}


@kernel(
    arch="sm_80",
    in_specs=(Tile("N", u32), Tile("N", u32)),
    out_specs=(Tile("N", u32),),
    grid=lambda N: (N // 128, 1, 1),
    block=(128, 1, 1),
)
def operators(X, Y, Z):
    """Every operator on unsigned integers, from both sides and in place."""
    px, py, pz = ptx.global_ptrs(X, Y, Z)
    index = reg.from_(ptx.special.ctaid.x(), u32)
    index *= 128
    index += reg.from_(ptx.special.tid.x(), u32)
    x, y = reg.scalar(u32), reg.scalar(u32)
    ptx.inst.ld.global_.u32(x, ptx.addr(px + index * 4))
    ptx.inst.ld.global_.u32(y, ptx.addr(py + index * 4))
    total = x + y
    total = 3 + total
    total = total - y * 5
    total = 7 * total
    total -= 2
    total = (total << 3) ^ (y >> 2)
    total <<= 1
    total >>= 2
    total ^= x
    total = (total & 0xFFFF) | (y & 0xFF0000)
    total &= 0xFFFFFF
    total = 0xFF ^ total
    total = 0xFFFFF & total
    ptx.inst.st.global_.u32(ptx.addr(pz + index * 4), total)
    ptx.ret()


@kernel(
    arch="sm_80",
    in_specs=(Tile("N", s32), Tile("N", s32)),
    out_specs=(Tile("N", s32),),
    grid=lambda N: (N // 128, 1, 1),
    block=(128, 1, 1),
)
def calls(X, Y, Z):
    """Calls with a type, a destination and the sources."""
    px, py, pz = ptx.global_ptrs(X, Y, Z)
    tid, cta = reg.scalar(s32), reg.scalar(s32)
    ptx.mov(s32, tid, ptx.special.tid.x())
    ptx.mov(s32, cta, ptx.ctaid_x())
    index, offset = reg.scalar(s32), reg.scalar(u64)
    ptx.mad(s32, index, cta, 128, tid)
    ptx.mul(s32, offset, index, 4, mode="wide")
    x, y, z = reg.scalar(s32), reg.scalar(s32), reg.scalar(s32)
    address = reg.scalar(u64)
    ptx.add(u64, address, px, offset)
    ptx.ld(s32, x, ptx.addr(address))
    ptx.add(u64, address, py, offset)
    ptx.ld(s32, y, ptx.addr(address, 0), space="global")
    ptx.add(s32, z, x, y)
    ptx.sub(s32, z, z, 3)
    ptx.mul(s32, z, z, x, mode="lo")
    ptx.mad(s32, z, z, y, x, mode="lo")
    w = reg.scalar(b32)
    ptx.and_(b32, w, z, 0xFFF)
    ptx.or_(b32, w, w, x)
    ptx.xor_(b32, w, w, y)
    ptx.not_(b32, w, w)
    ptx.shl(b32, w, w, 3)
    shifted = reg.scalar(s32)
    ptx.shr(s32, shifted, w, 2)
    smaller = reg.scalar(pred)
    ptx.setp("lt", s32, smaller, shifted, y)
    ptx.selp(s32, z, shifted, y, smaller)
    ptx.add(u64, address, pz, offset)
    ptx.st(s32, ptx.addr(address), z)
    ptx.ret()


@kernel(
    arch="sm_80",
    in_specs=(Tile("N", f32), Tile("N", bf16)),
    out_specs=(Tile("N", f32),),
    grid=lambda N: (N // 128, 1, 1),
    block=(128, 1, 1),
)
def floats(X, Y, Z):
    """Floats: arithmetic, conversions, and functions of the hardware."""
    px, py, pz = ptx.global_ptrs(X, Y, Z)
    index = reg.from_(ptx.special.ctaid.x(), u32) * 128 + reg.from_(ptx.special.tid.x(), u32)
    x, y = reg.scalar(f32), reg.scalar(f32)
    ptx.inst.ld.global_.f32(x, ptx.addr(px + index * 4))
    half = reg.scalar(b16)
    ptx.inst.ld.global_.b16(half, ptx.addr(py + index * 2))
    ptx.cvt(f32, bf16, y, half)
    scale = reg.scalar(f32, init=0.125)
    total = reg.scalar(f32)
    ptx.mul(f32, total, x, scale)
    ptx.add(f32, total, total, y)
    ptx.sub(f32, total, total, 1.5)
    ptx.inst.ex2.approx.f32(total, total)
    ptx.inst.rcp.approx.f32(y, y)
    ptx.inst.fma.rn.f32(total, total, y, scale)
    ptx.inst.max.f32(total, total, x)
    count = reg.scalar(u32)
    ptx.cvt(u32, f32, count, total, rounding="rzi")
    ptx.cvt(f32, u32, y, count, rounding="rn")
    ptx.inst.add.f32(total, total, y)
    ptx.inst.st.global_.f32(ptx.addr(pz + index * 4), total)
    ptx.ret()


@kernel(
    arch="sm_80",
    in_specs=(Tile("N", s32),),
    out_specs=(Tile("N", s32),),
    grid=lambda N: (N // 128, 1, 1),
    block=(128, 1, 1),
)
def predicates(X, Z):
    """Comparisons, guards, and guards that are negated."""
    px, pz = ptx.global_ptrs(X, Z)
    index = reg.from_(ptx.special.ctaid.x(), u32) * 128 + reg.from_(ptx.special.tid.x(), u32)
    x = reg.scalar(s32, init=0)
    inside = index < 1000
    ptx.inst.ld.global_.s32(x, ptx.addr(px + index * 4), pred=inside)
    y = reg.scalar(s32, init=1)
    ptx.inst.add.s32(y, y, x, pred=x > 5)
    ptx.inst.add.s32(y, y, 2, pred=x >= 7)
    ptx.inst.add.s32(y, y, 3, pred=x <= 9)
    ptx.inst.add.s32(y, y, 4, pred=x == 11)
    ptx.inst.add.s32(y, y, 5, pred=x != 13)
    ptx.inst.sub.s32(y, y, 6, pred=~inside)
    ptx.add(s32, y, y, 7, pred=~(x == 3))
    bound = reg.scalar(s32, init=100)
    y = y.max(bound)
    ptx.inst.st.global_.s32(ptx.addr(pz + index * 4), y, pred=inside)
    ptx.ret()


@kernel(
    arch="sm_80",
    in_specs=(Tile("N", s32),),
    out_specs=(Tile("N", s32),),
    grid=lambda N: (N // 128, 1, 1),
    block=(128, 1, 1),
)
def signed(X, Z):
    """What depends on the sign of a register that is declared to have one."""
    px, pz = ptx.global_ptrs(X, Z)
    index = reg.from_(ptx.special.ctaid.x(), u32) * 128 + reg.from_(ptx.special.tid.x(), u32)
    x = reg.scalar(s32)
    ptx.inst.ld.global_.s32(x, ptx.addr(px + index * 4))
    x = (x >> 2) + (x >> 5)
    ptx.inst.st.global_.s32(ptx.addr(pz + index * 4), x)
    ptx.ret()
