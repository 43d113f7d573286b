"""A kernel without shared memory: parameters, special registers, a guard, addresses."""

from ptxpy import Tile, kernel, ptx, reg
from ptxpy.types import f32, u32

BINDINGS = {"saxpy": {"N": 1024}}


@kernel(
    arch="sm_80",
    in_specs=(Tile("N", f32), Tile("N", f32)),
    out_specs=(Tile("N", f32),),
    grid=lambda N: (N // 128, 1, 1),
    block=(128, 1, 1),
)
def saxpy(X, Y, Z):
    """Add twice a vector to another."""
    px, py, pz = ptx.global_ptrs(X, Y, Z)
    tid = reg.from_(ptx.special.tid.x(), u32)
    cta = reg.from_(ptx.special.ctaid.x(), u32)
    index = cta * 128 + tid
    offset = index * 4
    x, y = reg.scalar(f32), reg.scalar(f32)
    ptx.inst.ld.global_.f32(x, ptx.addr(px + offset))
    ptx.inst.ld.global_.f32(y, ptx.addr(py + offset))
    ptx.inst.fma.rn.f32(y, x, 2.0, y)
    ptx.inst.st.global_.f32(ptx.addr(pz + offset), y)
    ptx.ret()
