"""Hopper: mbarriers, copies of tensors, products of a warpgroup, clusters."""

from ptxpy import Layout, Tile, kernel, ptx, reg, smem
from ptxpy.types import b32, b64, bf16, f32, pred, u32

BINDINGS = {"slices": {"K": 64}}


@kernel(
    arch="sm_90a",
    out_specs=(Tile(128, u32),),
    grid=(1, 1, 1),
    block=(128, 1, 1),
)
def barriers(Y):
    """An array of mbarriers, from their initialisation to the end of their life."""
    (py,) = ptx.global_ptrs(Y)
    bars = smem.mbarrier(2)
    tid = reg.from_(ptx.special.tid.x(), u32)
    with ptx.if_(tid == 0):
        ptx.mbarrier.init(bars[0], 128)
        ptx.mbarrier.init(bars[1], 1)
        ptx.fence.mbarrier_init()
        ptx.fence.proxy_async()
    ptx.bar.sync(0)
    ptx.mbarrier.arrive(bars[0])
    ptx.mbarrier.wait(bars[0], 0)
    with ptx.if_(tid == 0):
        ptx.mbarrier.expect_tx(bars[1], 0)
        ptx.mbarrier.arrive_expect_tx(bars[1], 0)
    done = ptx.mbarrier.try_wait(bars[1], 0)
    value = reg.scalar(u32)
    ptx.selp(u32, value, 1, 2, done)
    ptx.mbarrier.wait(bars[1], reg.scalar(b32, init=0))
    ptx.bar.sync(0)
    with ptx.if_(tid == 0):
        ptx.mbarrier.inval(bars[0])
        ptx.mbarrier.inval(bars[1])
    ptx.inst.st.global_.u32(ptx.addr(py + tid * 4), value)
    ptx.ret()


@kernel(
    arch="sm_90a",
    in_specs=(Tile(64, 32, bf16, Layout.TMA_64B, tma_box=(64, 32)),),
    out_specs=(Tile(64, 32, bf16, Layout.TMA_64B, tma_box=(64, 32)),),
    grid=(1, 1, 1),
    block=(128, 1, 1),
)
def tensor_copy(X, Y):
    """A tile through shared memory, by tensor maps."""
    tile = smem.alloc(bf16, (1, 64, 32), swizzle="64B", align=1024)
    bar = smem.mbarrier(1)
    tid = reg.from_(ptx.special.tid.x(), u32)
    with ptx.if_(tid == 0):
        ptx.mbarrier.init(bar[0], 1)
        ptx.fence.mbarrier_init()
        ptx.mbarrier.arrive_expect_tx(bar[0], 64 * 32 * 2)
        ptx.cp.async_.bulk.tensor_2d(dst=tile[0], src=X.tma_desc(), coord=(0, 0), mbar=bar[0])
    ptx.bar.sync(0)
    ptx.mbarrier.wait(bar[0], 0)
    with ptx.if_(tid == 0):
        ptx.cp.async_.bulk.tensor_2d.store(dst=Y.tma_desc(), src=tile[0], coord=(0, 0))
        ptx.cp.async_.bulk.commit_group()
        ptx.cp.async_.bulk.wait_group(0)
    ptx.ret()


@kernel(
    arch="sm_90a",
    in_specs=(
        Tile.wgmma_a(64, "K", bf16, tile_k=16),
        Tile.wgmma_b("K", 64, bf16, tile_k=16),
    ),
    out_specs=(Tile(64, 64, f32),),
    grid=(1, 1, 1),
    block=(128, 1, 1),
)
def slices(A, B, C):
    """A product over slices that tensor maps bring."""
    (pc,) = ptx.global_ptrs(C)
    a_tile = smem.wgmma_tile(bf16, (64, 16), major="K")
    b_tile = smem.wgmma_tile(bf16, (16, 64), major="MN")
    bar = smem.mbarrier(1)
    phase, acc = reg.scalar(b32, init=0), reg.wgmma_frag(m=64, n=64, dtype=f32)
    for each in acc:
        ptx.inst.mov.f32(each, 0.0)
    tid = reg.from_(ptx.special.tid.x(), u32)
    with ptx.if_(tid == 0):
        ptx.mbarrier.init(bar[0], 1)
        ptx.fence.proxy_async_shared_cta()
    ptx.bar.sync(0)
    for k in ptx.range_(0, 64, 16):
        with ptx.if_(tid == 0):
            ptx.mbarrier.arrive_expect_tx(bar[0], 4096)
            ptx.cp.async_.bulk.tensor_2d(dst=a_tile, src=A.tma_desc(), coord=(k, 0), mbar=bar[0])
            ptx.cp.async_.bulk.tensor_2d(dst=b_tile, src=B.tma_desc(), coord=(0, k), mbar=bar[0])
        ptx.mbarrier.wait(bar[0], phase)
        phase ^= 1
        ptx.wgmma.fence()
        ptx.wgmma.mma_async(
            shape=(64, 64, 16),
            dtype_d=f32,
            dtype_a=bf16,
            dtype_b=bf16,
            d=acc,
            a=a_tile,
            b=b_tile,
            scale_d=True,
            trans_b=1,
        )
        ptx.wgmma.commit_group()
        ptx.wgmma.wait_group(0)
        ptx.bar.sync(0)
    for number, each in enumerate(acc):
        ptx.inst.st.global_.f32(ptx.addr(pc + tid * 128, 4 * number), each)
    ptx.ret()


@kernel(
    arch="sm_90a",
    out_specs=(Tile(64, 64, f32),),
    grid=(1, 1, 1),
    block=(128, 1, 1),
)
def descriptors(C):
    """Products of shared memory by descriptors of each form."""
    (pc,) = ptx.global_ptrs(C)
    tid = reg.from_(ptx.special.tid.x(), u32)
    a_tile = smem.alloc(bf16, (64, 64), swizzle="128B", align=1024, name="a_tile")
    b_tile = smem.alloc(bf16, (64, 64), swizzle="128B", align=1024, name="b_tile")
    a_base, b_base = reg.from_("a_tile", u32), reg.from_("b_tile", u32)
    for step in range(8):
        ptx.inst.st.shared.b32(ptx.addr(a_base + tid * 64, 4 * step), tid)
        ptx.inst.st.shared.b32(ptx.addr(b_base + tid * 64, 4 * step), tid)
    ptx.fence.proxy_async()
    ptx.bar.sync(0)
    acc = reg.wgmma_frag(m=64, n=64, dtype=f32)
    ptx.wgmma.fence()
    made = [
        (
            ptx.wgmma.make_descriptor(
                tile,
                leading_byte_offset=16,
                stride_byte_offset=1024,
                swizzle=ptx.wgmma.SWIZZLE_128B,
            ),
            ptx.wgmma.masked_descriptor(base, byte_offset=1024),
            ptx.wgmma.auto_descriptor(tile, dtype=bf16, shape=(64, 64), major="K"),
        )
        for tile, base in ((a_tile, a_base), (b_tile, b_base))
    ]
    for number, (a, b) in enumerate(zip(*made, strict=True)):
        ptx.wgmma.mma_async(
            shape=(64, 64, 16),
            dtype_d=f32,
            dtype_a=bf16,
            dtype_b=bf16,
            d=acc,
            a=a,
            b=b,
            scale_d=number > 0,
        )
    ptx.wgmma.commit_group()
    ptx.wgmma.wait_group(0)
    for number, each in enumerate(acc):
        ptx.inst.st.global_.f32(ptx.addr(pc + tid * 128, 4 * number), each)
    ptx.ret()


@kernel(arch="sm_90a", out_specs=(Tile(128, b64),), grid=(1, 1, 1), block=(128, 1, 1))
def masked_step(Y):
    """A descriptor a step of 32 bytes behind an address, with the mask that is the default."""
    (py,) = ptx.global_ptrs(Y)
    smem.alloc(bf16, (64, 64), swizzle="128B", align=1024, name="tile")
    descriptor = ptx.wgmma.masked_descriptor(reg.from_("tile", u32), byte_offset=32)
    tid = reg.from_(ptx.special.tid.x(), u32)
    ptx.inst.st.global_.b64(ptx.addr(py + tid * 8), descriptor)
    ptx.ret()


@kernel(
    arch="sm_90a",
    in_specs=(Tile(128, 32, bf16, Layout.TMA_64B, tma_box=(64, 32)),),
    out_specs=(Tile(128, u32),),
    grid=(1, 1, 1),
    block=(128, 1, 1),
)
def stages(X, Y):
    """Two stages of one array, which two copies fill."""
    (py,) = ptx.global_ptrs(Y)
    tiles = smem.alloc(bf16, (2, 64, 32), swizzle="64B", align=1024, name="tiles")
    bars = smem.mbarrier(1)
    tid = reg.from_(ptx.special.tid.x(), u32)
    with ptx.if_(tid == 0):
        ptx.mbarrier.init(bars[0], 1)
        ptx.fence.mbarrier_init()
        ptx.mbarrier.arrive_expect_tx(bars[0], 2 * 64 * 32 * 2)
        for stage in range(2):
            ptx.cp.async_.bulk.tensor_2d(
                dst=tiles[stage], src=X.tma_desc(), coord=(0, 64 * stage), mbar=bars[0]
            )
    ptx.bar.sync(0)
    ptx.mbarrier.wait(bars[0], 0)
    value = smem.load(u32, reg.from_("tiles", u32) + tid * 64)
    ptx.inst.st.global_.u32(ptx.addr(py + tid * 4), value)
    ptx.ret()


@kernel(
    arch="sm_90a",
    out_specs=(Tile(256, u32),),
    grid=(2, 1, 1),
    block=(128, 1, 1),
    cluster=(2, 1, 1),
)
def clusters(Y):
    """A cluster of two: ranks, addresses of the other block, arrivals there."""
    (py,) = ptx.global_ptrs(Y)
    bars = smem.mbarrier(1, name="bars")
    tid = reg.from_(ptx.special.tid.x(), u32)
    rank = reg.from_(ptx.sreg("%cluster_ctarank"), u32)
    with ptx.if_(tid == 0):
        ptx.mbarrier.init(bars[0], 2)
        ptx.fence.mbarrier_init()
    ptx.cluster.arrive()
    ptx.cluster.wait()
    address = reg.from_("bars", u32)
    with ptx.if_(tid == 0):
        ptx.cluster.arrive_remote(address, reg.scalar(u32, init=0))
        ptx.cluster.arrive_remote(address, reg.scalar(u32, init=1))
    ptx.mbarrier.wait(bars[0], 0)
    other = ptx.cluster.map_shared_u32(address, rank ^ 1)
    first = ptx.cluster.rank(0)
    value = reg.scalar(u32)
    ptx.selp(u32, value, other, tid, first)
    ptx.inst.st.global_.u32(ptx.addr(py + (rank * 128 + tid) * 4), value)
    ptx.cluster.sync()
    ptx.ret()


@kernel(
    arch="sm_90a",
    out_specs=(Tile(256, u32),),
    grid=(1, 1, 1),
    block=(256, 1, 1),
    reqntid=(256,),
)
def specialised(Y):
    """Warpgroups with their own numbers of registers, named barriers, an elected thread."""
    (py,) = ptx.global_ptrs(Y)
    tid = reg.from_(ptx.special.tid.x(), u32)
    warpgroup = tid >> 7
    leader, elected = reg.scalar(b32), reg.scalar(pred)
    value = reg.scalar(u32, init=0)
    filled = ptx.named_barrier(1, count=256)
    with ptx.if_(warpgroup == 0):
        ptx.setmaxnreg(40, inc=False)
        ptx.elect_sync(leader, elected, 0xFFFFFFFF)
        ptx.inst.mov.u32(value, leader, pred=elected)
        filled.sync()
    with ptx.else_():
        ptx.setmaxnreg(232)
        filled.sync()
        ptx.inst.add.u32(value, value, 7)
    ptx.inst.st.global_.u32(ptx.addr(py + tid * 4), value)
    ptx.ret()


@kernel(arch="sm_90a", out_specs=(Tile(512, u32),), grid=(1, 1, 1), block=(32, 1, 1))
def stored_matrices(Y):
    """Matrices stored to shared memory, four at once, transposed or not."""
    (py,) = ptx.global_ptrs(Y)
    page = smem.alloc(bf16, (32, 32))
    base = reg.from_(page.name, u32)
    tid = reg.from_(ptx.special.tid.x(), u32)
    x = reg.array(b32, 4, "%x")
    for number, each in enumerate(x):
        ptx.inst.add.u32(each, tid, number)
    ptx.stmatrix(smem=ptx.addr(base + tid * 16), regs=x, layout="x4")
    ptx.bar.sync(0)
    ptx.stmatrix(smem=ptx.addr(base + tid * 16, 512), regs=[x[0], x[1]], layout="x2.trans")
    ptx.bar.sync(0)
    ptx.inst.ld.shared.b32(x[0], ptx.addr(base + tid * 4))
    ptx.inst.st.global_.b32(ptx.addr(py + tid * 4), x[0])
    ptx.ret()


@kernel(
    arch="sm_90a",
    out_specs=(Tile(64, u32),),
    grid=(1, 1, 1),
    block=(32, 1, 1),
)
def rings(Y):
    """A ring of mbarriers by a register, with its stage and phase."""
    (py,) = ptx.global_ptrs(Y)
    base = reg.from_(smem.alloc(b64, (8,), align=8, name="ring").name, u32)
    full = ptx.mbarrier.array(base, 0, 4)
    tid = reg.from_(ptx.special.tid.x(), u32)
    with ptx.if_(tid == 0):
        full.init_all(32)
    ptx.bar.sync(0)
    state = ptx.pipeline(4)
    total = reg.scalar(u32, init=0)
    for _ in range(6):
        stage, phase = state.advance()
        full.at(stage).arrive()
        full.at(stage).wait(phase)
        ptx.inst.add.u32(total, total, stage)
    full[2].arrive()
    ptx.inst.st.global_.u32(ptx.addr(py + tid * 4), total)
    ptx.ret()
