"""Blackwell: tensor memory and its products."""

from ptxpy import Tile, kernel, ptx, reg, smem
from ptxpy.types import b32, bf16, u32


@kernel(
    arch="sm_100a",
    out_specs=(Tile(128, 4, u32),),
    grid=(1, 1, 1),
    block=(128, 1, 1),
)
def tensor_memory(Y):
    """Columns of tensor memory: allocated, written, read and given back."""
    (py,) = ptx.global_ptrs(Y)
    slot = smem.alloc(b32, 1, name="slot")
    tid = reg.from_(ptx.special.tid.x(), u32)
    warp = tid >> 5
    with ptx.if_(warp == 0):
        ptx.tcgen05.alloc(slot, 32)
        ptx.tcgen05.relinquish_alloc_permit()
    ptx.bar.sync(0)
    address = reg.scalar(b32)
    ptx.inst.ld.shared.b32(address, ptx.addr(slot))
    row = (warp << 21) + address
    x = reg.array(b32, 4, "%x")
    for number, each in enumerate(x):
        ptx.inst.add.u32(each, tid, number)
    ptx.tcgen05.st(row, [x[0], x[1], x[2], x[3]], shape="32x32b", count=4)
    ptx.tcgen05.wait_st()
    y = reg.array(b32, 4, "%y")
    ptx.tcgen05.ld([y[0], y[1], y[2], y[3]], row, shape="32x32b", count=4)
    ptx.tcgen05.wait_ld()
    ptx.inst.st.global_.v4.b32(ptx.addr(py + tid * 16), [y[0], y[1], y[2], y[3]])
    ptx.bar.sync(0)
    with ptx.if_(warp == 0):
        ptx.tcgen05.dealloc(address, 32)
    ptx.ret()


@kernel(
    arch="sm_100a",
    out_specs=(Tile(128, u32),),
    grid=(1, 1, 1),
    block=(128, 1, 1),
)
def product(Y):
    """A product of two tiles of shared memory into tensor memory."""
    (py,) = ptx.global_ptrs(Y)
    slot = smem.alloc(b32, 1, name="slot")
    smem.alloc(bf16, (128, 64), swizzle="128B", align=1024, name="a_tile")
    smem.alloc(bf16, (64, 64), swizzle="128B", align=1024, name="b_tile")
    bars = smem.mbarrier(1)
    tid = reg.from_(ptx.special.tid.x(), u32)
    warp = tid >> 5
    a_base, b_base = reg.from_("a_tile", u32), reg.from_("b_tile", u32)
    for number in range(8):
        ptx.inst.st.shared.b32(ptx.addr(a_base + tid * 32, 4 * number), tid)
        ptx.inst.st.shared.b32(ptx.addr(b_base + tid * 32, 4 * number), tid)
    ptx.fence.proxy_async_shared_cta()
    with ptx.if_(warp == 0):
        ptx.tcgen05.alloc(slot, 64)
    with ptx.if_(tid == 0):
        ptx.mbarrier.init(bars[0], 1)
        ptx.fence.mbarrier_init()
    ptx.bar.sync(0)
    address = reg.scalar(b32)
    ptx.inst.ld.shared.b32(address, ptx.addr(slot))
    idesc = reg.scalar(b32, init=ptx.tcgen05.make_instr_desc_f16bf16_f32(m=128, n=64))
    with ptx.if_(tid == 0):
        for step in range(4):
            a_desc = ptx.tcgen05.masked_descriptor(a_base, byte_offset=32 * step)
            b_desc = ptx.tcgen05.descriptor(b_base, byte_offset=32 * step, stride_bytes=1024)
            ptx.tcgen05.mma(address, a_desc, b_desc, idesc, enable_input_d=step > 0)
        ptx.tcgen05.commit(bars[0], space="cluster")
    ptx.mbarrier.wait(bars[0], 0)
    ptx.tcgen05.fence_after_thread_sync()
    y = reg.array(b32, 1, "%y")
    ptx.tcgen05.ld([y[0]], address + (warp << 21), shape="32x32b", count=1, dtype="b32")
    ptx.tcgen05.wait_ld()
    ptx.inst.st.global_.b32(ptx.addr(py + tid * 4), y[0])
    ptx.tcgen05.fence_before_thread_sync()
    ptx.bar.sync(0)
    with ptx.if_(warp == 0):
        ptx.tcgen05.dealloc(address, 64)
        ptx.tcgen05.relinquish_alloc_permit()
    ptx.ret()
