# mypy: disable-error-code="no-untyped-def, no-untyped-call", allow-redefinition
from typing import Annotated

from ptxpy import (
    L,
    b8,
    b16,
    b32,
    b64,
    f16,
    f32,
    kernel,
    module,
    pred,
    ptx,
    reg,
    u16,
    u32,
    u64,
    var,
)

module("nvcc-13.0", version="9.0", target="sm_90a", dialect=2)

b8x1792_align128 = Annotated[b8, b8.align(128)[1792]]

DESCRIPTOR_128B = ptx.wgmma.descriptor_bits(
    leading_byte_offset=16, stride_byte_offset=1024, swizzle="128B"
)


def elect_sync(is_leader, membermask):
    with ptx.asm(newline=True), ptx.scope(closing="\n"):
        rx = reg.scalar(b32, "%rx", before="\n")
        px = reg.scalar(pred, "%px", before="\n")
        ptx.inst.elect.sync(ptx.pair(rx, px), membermask, before="\n     ")
        ptx.inst.mov.s32(is_leader, 1, when=px, before="\n")
        leader = ptx.mov.s32(rx, before="\n     ")
    return leader


def read_cluster_ctarank():
    with ptx.asm(newline=True):
        cluster_ctarank = ptx.special.cluster_ctarank()
    return cluster_ctarank


def prefetch_tensormap(addr):
    with ptx.asm():
        ptx.prefetch.tensormap([addr])


def mbarrier_init(mbar, count):
    with ptx.asm(), ptx.scope(closing=" \n"):
        ptx.mbarrier.init.shared__cta.b64([mbar], count)


def fence_mbarrier_init_release():
    with ptx.asm(), ptx.scope(closing=" \n"):
        ptx.fence.mbarrier_init.release.cluster()


def read_cluster_ctaid_x():
    with ptx.asm(newline=True):
        cluster_ctaid_x = ptx.special.cluster_ctaid.x()
    return cluster_ctaid_x


def read_cluster_ctaid_y():
    with ptx.asm(newline=True):
        cluster_ctaid_y = ptx.special.cluster_ctaid.y()
    return cluster_ctaid_y


def read_cluster_ctaid_z():
    with ptx.asm(newline=True):
        cluster_ctaid_z = ptx.special.cluster_ctaid.z()
    return cluster_ctaid_z


def barrier_cluster_arrive():
    with ptx.asm(newline=True):
        ptx.barrier.cluster.arrive.relaxed.aligned()


def barrier_cluster_wait():
    with ptx.asm(newline=True):
        ptx.barrier.cluster.wait.aligned()


def setmaxnreg_inc_sync(registers):
    with ptx.asm(newline=True):
        ptx.setmaxnreg.inc.sync.aligned.u32(registers)


def setmaxnreg_dec_sync(registers):
    with ptx.asm(newline=True):
        ptx.setmaxnreg.dec.sync.aligned.u32(registers)


def mbarrier_wait(mbar, phase_parity, suspend_time_hint):
    with ptx.asm(), ptx.scope(closing=" \n\t"):
        wait_complete = reg.scalar(pred, "P1", within=" |       |")
        with (
            ptx.block(end="DONE", closing=" \n\t") as block,
            ptx.loop("LAB_WAIT", before=" \n\t") as loop,
        ):
            ptx.inst.mbarrier.try_wait.parity.shared__cta.b64(
                wait_complete, [mbar], phase_parity, suspend_time_hint, before=" \n\t"
            )
            block.leave(when=wait_complete, before=" \n\t")
            loop.again(uni=False, before=" \n\t", within="     |")


def mbarrier_arrive_expect_tx(mbar, tx_count):
    with ptx.asm(), ptx.scope(closing=" \n\t"):
        ptx.inst.mbarrier.arrive.expect_tx.shared__cta.b64("_", [mbar], tx_count)


def cp_async_bulk_tensor(dst_mem, tensor_map, tensor_coords, mbar, cache_policy):
    with ptx.asm():
        ptx.cp.async_.bulk.tensor._3d.shared__cluster.global_.mbarrier__complete_tx__bytes.L2__cache_hint(
            [dst_mem], [tensor_map, tensor_coords], [mbar], cache_policy
        )


def cp_async_bulk_tensor_multicast_cluster(
    dst_mem, tensor_map, tensor_coords, mbar, cta_mask, cache_policy
):
    with ptx.asm():
        ptx.cp.async_.bulk.tensor._3d.shared__cluster.global_.mbarrier__complete_tx__bytes.multicast__cluster.L2__cache_hint(
            [dst_mem], [tensor_map, tensor_coords], [mbar], cta_mask, cache_policy
        )


def mbarrier_arrive(mbar):
    with ptx.asm(), ptx.scope():
        ptx.inst.mbarrier.arrive.shared__cta.b64("_", [mbar])


def empty_asm():
    with ptx.asm():
        pass


def mbarrier_try_wait(mbar, phase_parity):
    with ptx.asm(), ptx.scope(closing=" \n\t"):
        wait_complete = reg.scalar(pred, "P1")
        ptx.inst.mbarrier.try_wait.parity.shared__cta.b64(
            wait_complete, [mbar], phase_parity, before=" \n\t"
        )
        result = ptx.selp.b32(1, 0, wait_complete, before=" \n\t")
    return result


def wgmma_fence():
    with ptx.asm(newline=True):
        ptx.wgmma.fence.sync.aligned()


def wgmma_mma_async_f16(acc, a_desc, b_desc, scale_d):
    with ptx.asm(newline=True), ptx.scope(closing="\n"):
        p = reg.scalar(pred, "p", before="\n")
        ptx.inst.setp.ne.b32(p, scale_d, 0, before="\n")
        ptx.wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16(
            acc, a_desc, b_desc, p, 1, 1, 0, 0, before="wgmma"
        )


def wgmma_commit_group():
    with ptx.asm(newline=True):
        ptx.wgmma.commit_group.sync.aligned()


def wgmma_wait_group(pending):
    with ptx.asm(newline=True):
        ptx.wgmma.wait_group.sync.aligned(pending)


def mapa_mbarrier_arrive(addr, cta_rank):
    with ptx.asm(), ptx.scope():
        mbar = reg.scalar(b32, "remAddr32")
        ptx.inst.mapa.shared__cluster.u32(mbar, addr, cta_rank, within="||  || || |")
        ptx.mbarrier.arrive.shared__cluster.b64("_", [mbar], within="|||  || |||")


def ldmatrix_sync_aligned(addr):
    with ptx.asm(newline=True):
        fragment = ptx.ldmatrix.sync.aligned.x4.m8n8.shared.b16([addr])
    return fragment


def cvt(value):
    with ptx.asm(newline=True), ptx.scope(closing=""):
        low, high = reg.scalar(f16, "low", "high", before="", within=" | |||")
        ptx.inst.mov.b32((low, high), value, before="\n  ", within="| |||||||")
        result = ptx.cvt.f32.f16(low, before="\n  ")
    return result


def cvt_2(value):
    with ptx.asm(newline=True), ptx.scope(closing=""):
        low, high = reg.scalar(f16, "low", "high", before="", within=" | |||")
        ptx.inst.mov.b32((low, high), value, before="\n  ", within="| |||||||")
        result = ptx.cvt.f32.f16(high, before="\n  ")
    return result


def cvt_rn_f16x2(a, b):
    with ptx.asm(newline=True), ptx.scope(closing=" "):
        result = ptx.cvt.rn.f16x2.f32(a, b, before=" ")
    return result


def stmatrix_sync_aligned(addr, r):
    with ptx.asm(newline=True):
        ptx.stmatrix.sync.aligned.x4.m8n8.shared.b16([addr], r)


def fence_proxy_async():
    with ptx.asm(), ptx.scope(closing=" \n"):
        ptx.fence.proxy.async_.shared__cta()


def bar_sync(barrier, threads):
    with ptx.asm():
        ptx.bar.sync(barrier, threads)


def cp_async_bulk_tensor_shared_cta(tensor_map, tensor_coords, src_mem):
    with ptx.asm():
        ptx.cp.async_.bulk.tensor._3d.global_.shared__cta.bulk_group(
            [tensor_map, tensor_coords], [src_mem]
        )


def cp_async_bulk_commit_group():
    with ptx.asm():
        ptx.cp.async_.bulk.commit_group()


def cp_async_bulk_wait_group(pending):
    with ptx.asm():
        ptx.cp.async_.bulk.wait_group.read(pending)


def mbarrier_expect_tx(mbar, tx_count):
    with ptx.asm(), ptx.scope(closing=" \n\t"):
        ptx.mbarrier.expect_tx.shared__cta.b64([mbar], tx_count)


def wgmma_mma_async_bf16(acc, a_desc, b_desc, scale_d):
    with ptx.asm(newline=True), ptx.scope(closing="\n"):
        p = reg.scalar(pred, "p", before="\n")
        ptx.inst.setp.ne.b32(p, scale_d, 0, before="\n")
        ptx.wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16(
            acc, a_desc, b_desc, p, 1, 1, 0, 0, before="wgmma_mma"
        )


def cvt_rn_bf16x2(a, b):
    with ptx.asm(newline=True):
        result = ptx.cvt.rn.bf16x2.f32(a, b)
    return result


def ld_param_and_ld_global(a, addr, offset, z, result, flag):
    condition = a == 0
    with ptx.unless(condition) as block:
        ptr = ptx.ld.param.u64([addr, offset])
        with ptx.if_(ptr != 0):
            base = ptx.cvta.to.global_.u64(ptr)
            addr_offset = ptx.mul.wide.s32(z * ptx.cvt.u32.u64(a), 4)
            result.set(ptx.ld.global_.f32([base + addr_offset]))
            flag.set(1)
        with ptx.else_(end=block):
            result.set(ptx.ld.param.f32([addr, offset - 8]))
            flag.set(1)
    return condition
    #: &values: op zi au dz 3kp 2fm zz dc zz


def part(a, b, c, d, e):
    high = (c - a * b) >> ptx.cvt.u32.u64(d)
    cluster_ctaid = read_cluster_ctaid_x()
    cluster_ctaid_y = read_cluster_ctaid_y()
    _unused = read_cluster_ctaid_z()
    return high, cluster_ctaid, cluster_ctaid_y, high >> ptx.cvt.u32.u64(e)
    #: &values: 4ac qx vo kq 2ll


def store_tile_and_wait(condition, x, n, base, src_mem_offset, tensor_map, y, z):
    with ptx.unless(condition):
        x_b = x + n
        cp_async_bulk_tensor_shared_cta(tensor_map, (x_b, y, z), base + src_mem_offset)
        cp_async_bulk_commit_group()
        cp_async_bulk_wait_group(1)
    #: &values: gx zh


def part_2(a, value, b):
    high_product = reg.scalar(b64)
    condition = a == 0
    high_product.set(u64(value))
    with ptx.unless(condition):
        high_product.set(ptx.mul.hi.u64(value + b, a))
    return high_product
    #: &values: oe op sa 2de


def part_3(a, value, b):
    high_product = reg.scalar(b64)
    condition = a == 0
    high_product.set(u64(value))
    with ptx.unless(condition):
        high_product.set(ptx.mul.hi.u64(value + ptx.cvt.u64.u32(b), a))
    return high_product
    #: &values: oe op sa 3dx


def stmatrix_and_sync(addr, r, addr_offset, row, value):
    stmatrix_sync_aligned(addr, r)
    addr_b = addr + addr_offset
    barrier = u32(1)
    stmatrix_sync_aligned(addr_b, row)
    fence_proxy_async()
    threads = u32(value)
    bar_sync(barrier, threads)
    return addr_b, barrier, threads
    #: &values: df dh cv


def load_tile(base, dst_mem_offset, mbar_offset, tensor_map, x, y, z, tx_count):
    dst_mem = base + dst_mem_offset
    mbar = base + mbar_offset
    cache_policy = u64(ptx.EVICT_NORMAL)
    cp_async_bulk_tensor(dst_mem, tensor_map, (x, y, z), mbar, cache_policy)
    mbarrier_expect_tx(mbar, tx_count)
    #: &values: ab tx jj


def mbarrier_wait_at(read_stage, base, mbar_offset, phase_parity):
    mbar = base + (read_stage << 3) + mbar_offset
    mbarrier_wait(mbar, phase_parity, u32(10_000_000))
    #: &values: 3vg qf


def mapa_mbarrier_arrive_and_next_stage(condition, stage, base, addr_offset, cta_rank):
    with ptx.unless(condition):
        mapa_mbarrier_arrive(base + (stage << 3) + addr_offset, cta_rank)
    return ptx.wrap(stage, 4)
    #: &values: 3ac 3gc


for symbol in (
    "_ZN45_INTERNAL_ac8956a8_14_hopper_gemm_cu_2a16275d4cuda3std3__45__cpo5beginE",
    "_ZN45_INTERNAL_ac8956a8_14_hopper_gemm_cu_2a16275d4cuda3std3__45__cpo3endE",
    "_ZN45_INTERNAL_ac8956a8_14_hopper_gemm_cu_2a16275d4cuda3std3__45__cpo6cbeginE",
    "_ZN45_INTERNAL_ac8956a8_14_hopper_gemm_cu_2a16275d4cuda3std3__45__cpo4cendE",
    "_ZN45_INTERNAL_ac8956a8_14_hopper_gemm_cu_2a16275d4cuda3std3__447_GLOBAL__N__ac8956a8_14_hopper_gemm_cu_2a16275d6ignoreE",
    "_ZN45_INTERNAL_ac8956a8_14_hopper_gemm_cu_2a16275d4cuda3std3__419piecewise_constructE",
    "_ZN45_INTERNAL_ac8956a8_14_hopper_gemm_cu_2a16275d4cuda3std3__48in_placeE",
    "_ZN45_INTERNAL_ac8956a8_14_hopper_gemm_cu_2a16275d4cuda3std6ranges3__45__cpo4swapE",
    "_ZN45_INTERNAL_ac8956a8_14_hopper_gemm_cu_2a16275d4cuda3std6ranges3__45__cpo9iter_moveE",
    "_ZN45_INTERNAL_ac8956a8_14_hopper_gemm_cu_2a16275d4cute7productE",
    "_ZN45_INTERNAL_ac8956a8_14_hopper_gemm_cu_2a16275d4cute1_E",
):
    var("global", b8[1], symbol, align=1)
smem_2 = var("shared", b8[()], "_ZN7cutlass4smemE", align=16, linkage="extern")


@kernel(
    symbol="_ZN7cutlass13device_kernelINS_4gemm6kernel13GemmUniversalIN4cute5tupleIJiiiiEEENS1_10collective13CollectiveMmaINS1_34MainloopSm90TmaGmmaWarpSpecializedILi4ENS5_IJNS4_1CILi2EEENSA_ILi1EEESC_EEENS1_35KernelTmaWarpSpecializedCooperativeEEENS5_IJNSA_ILi128EEENSA_ILi256EEENSA_ILi64EEEEEENS_6half_tENS5_IJlSC_lEEESK_SL_NS4_8TiledMMAINS4_8MMA_AtomIJNS4_4SM904GMMA26MMA_64x256x16_F32F16F16_SSILNSP_5MajorE0ELSR_0ELNSP_7ScaleInE1ELSS_1EEEEEENS4_6LayoutISD_NS5_IJSC_NSA_ILi0EEESW_EEEEENS5_IJNS4_10UnderscoreESZ_SZ_EEEEENS4_13SM90_TMA_LOADENS4_14ComposedLayoutINS4_7SwizzleILi3ELi4ELi3EEENS4_18smem_ptr_flag_bitsILi16EEENSV_INS5_IJNSA_ILi8EEESI_EEENS5_IJSI_SC_EEEEEEEvNS4_8identityENS4_23SM90_TMA_LOAD_MULTICASTES1C_vS1D_EENS_8epilogue10collective18CollectiveEpilogueINS1G_22Sm90TmaWarpSpecializedILi4ELi2ELi16ELb1ELb0EEEJSJ_NS5_IJSG_NSA_ILi32EEEEEESK_SL_SK_SL_NS1G_6fusion15FusionCallbacksIS1K_NS1N_17LinearCombinationISK_fSK_fLNS_15FloatRoundStyleE2EEESJ_S1M_JEEES12_NS13_INS14_ILi2ELi4ELi3EEES17_NSV_INS5_IJS18_S1L_EEENS5_IJS1L_SC_EEEEEEENS4_17SM75_U32x4_LDSM_NENS4_14SM90_TMA_STOREES1X_NS4_17SM90_U32x4_STSM_NENS4_9Copy_AtomIJS20_SK_EEEvEEEvvEEEEvNT_6ParamsE",
    linkage=None,
    maxntid=(384, 1, 1),
    minnctapersm=1,
)
def device_kernel(param_0: b8x1792_align128):
    """void
    cutlass::device_kernel<cutlass::gemm::kernel::GemmUniversal<…>>(cutlass::gemm::kernel::GemmUniversal<cute::tuple<…>,
    cutlass::gemm::collective::CollectiveMma<…>,
    cutlass::epilogue::collective::CollectiveEpilogue<…>, void, void>::Params)"""
    # smem_2: 4 x 8 bytes, full mbarrier of 1 arrival for + 33792, + 99328
    # smem_2 + 32: 4 x 8 bytes, empty mbarrier of 4 arrivals for + 33792, + 99328
    # smem_2 + 64: 4 x 8 bytes, full mbarrier of 32 arrivals for + 512
    # smem_2 + 96: 4 x 8 bytes, empty mbarrier of 256 arrivals for + 512: arrive, wait
    # smem_2 + 128: 8 bytes, mbarrier of 32 arrivals: init
    # smem_2 + 136: 8 bytes, mbarrier of 32 arrivals: arrive, wait
    # smem_2 + 512: 4 stages of 8,192 bytes, tile: copied in, copied out, read, written
    # smem_2 + 33792: 4 stages of 16,384 bytes, tile of param_0+128: copied in
    # smem_2 + 99328: 4 stages of 32,768 bytes, tile of param_0+384: copied in
    p, rs, f, r, _ = reg.bulk(p=211, rs=136, f=5033, r=1715, rd=320)
    param_0_addr = ptx.mov.b64(param_0)  #: rd101
    tid = ptx.special.tid.x()  #: r1
    warp = tid >> 5  #: r2
    clamp = u32(31)  #: r363
    leader = reg.from_(u32(0), b32)  #: r357
    member_mask = u32(-1)  #: r359
    warp_uniform, _unused = ptx.shfl.sync.idx.b32(
        warp, leader, clamp, member_mask
    )  #: r364 p16
    selector = ptx.srem(warp_uniform, 4)  #: r365..368 r3
    warpgroup = tid >> 7  #: r369
    warpgroup_uniform, _unused = ptx.shfl.sync.idx.b32(
        warpgroup, leader, clamp, member_mask
    )  #: r4 p1
    elected = reg.from_(u32(leader), b32)  #: r358
    leader.set(elect_sync(elected, member_mask))
    r362 = read_cluster_ctarank()  #: r.362
    with ptx.unless((warp_uniform != 0) | (elected == 0)):  #: p17..19
        for number in (128, 384, 896, 1152):
            param_0_ptr = param_0_addr + number  #: rd106..109
            param_0_ptr = ptx.cvta.param.u64(param_0_ptr)  #: rd102..105
            prefetch_tensormap(param_0_ptr)
    param_0_ptr = param_0_addr + 784  #: rd2
    param_0_at784 = ptx.ld.param.u64([param_0_addr, 784])  #: rd3
    not_zero = param_0_at784 != 0  #: p20
    param_0_at776 = reg.from_(ptx.ld.param.u64([param_0_addr, 776]), b64)  #: rd305
    flag = reg.from_(u16(0), b16)  #: rs120
    with ptx.unless(not_zero) as block:
        with ptx.if_(param_0_at776 != 0):  #: p21
            global_ptr = ptx.cvta.to.global_.u64(param_0_at776)  #: rd110
            f[4766] = ptx.ld.global_.f32([global_ptr])
            flag.set(1)
        with ptx.else_(end=block):
            f[4766] = ptx.ld.param.f32([param_0_ptr, -16])
            flag.set(1)
            param_0_at776.set(0)
    param_0_at776_not_zero = param_0_at776 != 0  #: p22
    flag_c = reg.from_(u16(1), b16)  #: rs121
    with ptx.unless(not_zero & param_0_at776_not_zero):  #: p24
        is_zero = param_0_at776 == 0  #: p25
        flag_is_zero = flag == 0  #: p26
        p27 = f[4766] == 0.0  #: p.27
        r370 = ptx.selp.u32(-1, 0, is_zero)  #: r.370
        is_zero = param_0_at784 == 0  #: p28
        r371 = ptx.selp.u32(-1, 0, p27)  #: r.371
        r372 = ptx.selp.b32(r370, r371, flag_is_zero)  #: r.372
        matches = (ptx.selp.b32(r371, r372, is_zero) & 1).b32 == 1  #: r373 r374 p29
        flag_c.set(ptx.selp.u16(1, 0, ~matches))  #: p30
    param_0_at640 = ptx.ld.param.u32([param_0_ptr, -144])  #: r6
    clamp = u32(31)  #: r380
    leader = reg.from_(u32(0), b32)  #: r382
    member_mask = u32(-1)  #: r377
    warp_uniform, _unused = ptx.shfl.sync.idx.b32(
        warp, leader, clamp, member_mask
    )  #: r7 p2
    member_mask_leader = reg.from_(u32(leader), b32)  #: r.375
    leader_copy = reg.from_(u32(leader), b32)  #: r376
    member_mask_leader.set(elect_sync(leader_copy, member_mask))
    from_lane, _unused = ptx.shfl.sync.idx.b32(
        warp, leader, clamp, member_mask
    )  #: r381 p31
    with ptx.if_(from_lane == 0) as block_2:  #: p32
        elected = reg.from_(u32(leader), b32)  #: r383
        leader.set(elect_sync(elected, member_mask))
        block_2.leave(when=elected == 0)  #: p33
        one = u32(1)  #: r399
        smem_2_addr = ptx.mov.u32(smem_2)  #: r388
        mbarrier_init(smem_2_addr, one)
        smem_2_ptr = smem_2_addr + 32  #: r390
        const4 = u32(4)  #: r401
        empty_bar = smem_2_ptr
        for i in range(3):
            mbarrier_init(empty_bar, const4)
            full_bar = smem_2_addr + (8 * i + 8)  #: r.392..400/4
            mbarrier_init(full_bar, one)
            empty_bar = smem_2_addr + (8 * i + 40)  #: r394..402/4
        mbarrier_init(empty_bar, const4)
    fence_mbarrier_init_release()
    cluster_ctaid = read_cluster_ctaid_x()  #: r.403
    cluster_ctaid_y = read_cluster_ctaid_y()  #: r404
    read_cluster_ctaid_z()  #: r405
    tid_mod128 = ptx.srem(tid, 128)  #: r407..410 r9
    tid_mod128_sum = tid_mod128 + ((tid_mod128.s32 >> 31) >> 29)  #: r411..413
    high = tid_mod128_sum.s32 >> 3  #: r414
    masked = (high + ((tid_mod128_sum.s32 >> 31) >> 30)) & -4  #: r415..418
    diff = high - masked  #: r419
    warp_uniform_sum = warp_uniform + ((warp_uniform.s32 >> 31) >> 30)  #: r420..422
    shifted = (warp_uniform - (warp_uniform_sum & 0x3FFFFFFC)) << 2  #: r423..425
    r426 = shifted + diff  #: r.426
    mixed = ((r426 << 2) & 12) ^ r426  #: r427 r428 r10
    cluster_ctaid_matches = ptx.srem(r426, 2) == cluster_ctaid  #: r429..432 p34
    flag = reg.from_(u32(1), b32)  #: r1548
    with ptx.unless(cluster_ctaid_matches):
        matches = ptx.sdiv(mixed, 2) == cluster_ctaid_y  #: r433..435 p35
        flag.set(ptx.selp.u32(1, 0, matches))
    is_less = mixed.u32 < 2  #: p36
    is_zero = (tid_mod128 & 7) == 0  #: r443 p37
    leader = reg.from_(u32(0), b32)  #: r470
    flag_masked = flag & ptx.selp.u32(1, 0, is_zero & is_less)  #: p38 r444 r13
    read_cluster_ctarank()  #: r436
    cta_rank = read_cluster_ctarank()  #: r.437
    tx_count = ptx.ld.param.u32([param_0_ptr, 624])  #: r15
    clamp = u32(31)  #: r445
    member_mask = u32(-1)  #: r440
    _unused, _unused = ptx.shfl.sync.idx.b32(
        warp, leader, clamp, member_mask
    )  #: r446 p39
    member_mask_leader = reg.from_(u32(leader), b32)  #: r438
    leader_copy = reg.from_(u32(leader), b32)  #: r439
    member_mask_leader.set(elect_sync(leader_copy, member_mask))
    warp_uniform, _unused = ptx.shfl.sync.idx.b32(
        warp, leader, clamp, member_mask
    )  #: r447 p40
    with ptx.if_(warp_uniform == 0) as block_3:  #: p41
        elected_leader = reg.from_(u32(leader), b32)  #: r448
        elected = reg.from_(u32(leader), b32)  #: r449
        elected_leader.set(elect_sync(elected, member_mask))
        block_3.leave(when=elected == 0)  #: p42
        smem_2_addr = ptx.mov.u32(smem_2)  #: r469
        full_bar = smem_2_addr + 64  #: r454
        const32 = u32(32)  #: r465
        mbarrier_init(full_bar, const32)
        empty_bar = smem_2_addr + 96  #: r456
        const256 = u32(256)  #: r467
        smem_2_ptr = empty_bar
        for i in range(3):
            mbarrier_init(smem_2_ptr, const256)
            full_bar = smem_2_addr + (8 * i + 72)  #: r458..466/4
            mbarrier_init(full_bar, const32)
            smem_2_ptr = smem_2_addr + (8 * i + 104)  #: r460..468/4
        mbarrier_init(smem_2_ptr, const256)
    fence_mbarrier_init_release()
    warp_uniform, _unused = ptx.shfl.sync.idx.b32(
        warp, leader, clamp, member_mask
    )  #: r476 p43
    elected = reg.from_(u32(leader), b32)  #: r471
    leader.set(elect_sync(elected, member_mask))
    with ptx.unless((warp_uniform != 0) | (elected == 0)):  #: p44..46
        smem_2_addr = ptx.mov.u32(smem_2)  #: r481
        mbar = smem_2_addr + 128  #: r478
        const32 = u32(32)  #: r479
        mbarrier_init(mbar, const32)
        mbar = smem_2_addr + 136  #: r480
        mbarrier_init(mbar, const32)
    fence_mbarrier_init_release()
    barrier_cluster_arrive()
    param_0_at12 = ptx.ld.param.u32([param_0_ptr, -772])  #: r16
    at1576 = ptx.ld.param.u64([param_0_ptr, 792])  #: rd6
    param_0_at1584 = ptx.ld.param.u32([param_0_ptr, 800])  #: r17
    param_0_at1584_u64 = ptx.cvt.u64.u32(param_0_at1584)  #: rd7
    param_0_at1592 = ptx.ld.param.u64([param_0_ptr, 808])  #: rd8
    param_0_at1600 = ptx.ld.param.u32([param_0_ptr, 816])  #: r18
    param_0_at1600_u64 = ptx.cvt.u64.u32(param_0_at1600)  #: rd9
    param_0_at1608 = ptx.ld.param.u64([param_0_ptr, 824])  #: rd10
    at1616 = ptx.ld.param.u64([param_0_ptr, 832])  #: rd11
    param_0_at1624, at1628 = ptx.ld.param.v2.u32([param_0_ptr, 840])  #: r482 r483
    param_0_at1632, at1640 = ptx.ld.param.v2.u64([param_0_ptr, 848])  #: rd112..113
    param_0_at1648, at1652 = ptx.ld.param.v2.u32([param_0_ptr, 864])  #: r484 r485
    param_0_at1656 = ptx.ld.param.u64([param_0_ptr, 872])  #: rd16
    param_0_at1664, at1668 = ptx.ld.param.v2.u32([param_0_ptr, 880])  #: r486..487
    p47 = at1668 == 1  #: p.47
    ctaid = ptx.special.ctaid.x()  #: r488
    ctaid_wide = ptx.cvt.u64.u32(ctaid)  #: rd17
    k = reg.scalar(b64)  #: rd20
    with ptx.if_(p47, over=True):
        ctaid_y = ptx.special.ctaid.y()  #: r491
        nctaid = ptx.special.nctaid.x()  #: r492
        k.set(ptx.mul.wide.u32(ctaid_y, nctaid) + ctaid_wide)  #: rd117
    with ptx.else_():
        nctaid_y = ptx.special.nctaid.y()  #: r489
        ctaid_y = ptx.special.ctaid.y()  #: r490
        ctaid_y_wide = ptx.cvt.u64.u32(ctaid_y)  #: rd114
        nctaid_y_wide = ptx.cvt.u64.u32(nctaid_y)  #: rd115
        k.set(ctaid_wide * nctaid_y_wide + ctaid_y_wide)  #: rd116
    nctaid = ptx.special.nctaid.x()  #: r493
    nctaid_y = ptx.special.nctaid.y()  #: r494
    nctaid_product = ptx.mul.wide.u32(nctaid, nctaid_y)  #: rd118
    nctaid_z = ptx.special.nctaid.z()  #: r495
    nctaid_z_wide = ptx.cvt.u64.u32(nctaid_z)  #: rd119
    nctaid_product = nctaid_product * nctaid_z_wide  #: rd21
    barrier_cluster_wait()
    warpgroup_uniform_is_zero = warpgroup_uniform == 0  #: p48
    chosen, tile_x, z = reg.run(b32, 3)  #: r1697..1695/-1
    flag_d = reg.scalar(b16)  #: rs132
    with ptx.block(end=220) as block_4:
        flag_b = reg.scalar(b16)  #: rs125
        chosen_b, chosen_c = reg.run(b32, 2)  #: r1558 r1557
        with ptx.unless(warpgroup_uniform_is_zero, end=149):
            block_4.leave(when=(warpgroup_uniform - 1).u32 > 1)  #: r496 p49
            k_is_at_most = param_0_at1656.u64 <= k  #: p50
            flag_b.set(0)
            chosen_b.set(-1)
            chosen_c.set(chosen_b)
            r[1556] = chosen_b
            rs[122] = flag_b
            with ptx.unless(k_is_at_most):
                high_product = part_3(at1616, k, at1628)  #: rd307 p51 rd120..121
                quotient = high_product >> param_0_at1624  #: rd24
                k_high, cluster_ctaid, cluster_ctaid_y, high = part(
                    quotient, param_0_at1608, k, param_0_at1600_u64, param_0_at1584_u64
                )  #: &k_high
                masked = k_high & (at1576 + (2**32 - 1))  #: rd125 rd.26
                r32 = ptx.selp.b32(cluster_ctaid, cluster_ctaid_y, p47)  #: r.32
                rd27 = high >> param_0_at1664  #: rd.27
                high_product = part_3(at1640, rd27, at1652)  #: rd308 p.53 rd126..127
                quotient_b = high_product >> param_0_at1648  #: rd128
                remainder = rd27 - quotient_b * param_0_at1632  #: rd129..130
                wide = ptx.cvt.u64.u32(u32(1) << param_0_at1664)  #: r505 r506 rd131
                rd132 = quotient_b * wide  #: rd.132
                inverted = ~(u32(-1) << param_0_at1664)  #: r507..509
                rd135 = rd132 + (high & ptx.cvt.u64.u32(inverted))  #: rd133..135
                r511 = r32 + ptx.cvt.u32.u64(rd135 * param_0_at1592)  #: rd136 r510..511
                r512 = ptx.cvt.u32.u64(
                    remainder * at1576 + masked
                )  #: rd.137..138 r.512
                chosen_c.set(ptx.selp.b32(r512, r511, p47))
                chosen_b.set(ptx.selp.b32(r511, r512, p47))
                r[1556] = ptx.cvt.u32.u64(quotient)
                rs[122] = 1
            setmaxnreg_inc_sync(232)
            not_zero = ptx.ld.param.u64([param_0_ptr]) != 0  #: rd139 p55
            ptx.bra(L[33], when=not_zero)
            param_0_at776 = ptx.ld.param.u64([param_0_ptr, -8])  #: rd30
            ptx.bra(L[32], when=param_0_at776 == 0)  #: p56
            global_ptr = ptx.cvta.to.global_.u64(param_0_at776)  #: rd140
            f[5027] = ptx.ld.global_.f32([global_ptr])
            flag_b.set(1)
            ptx.bra.uni(L[33])
        k_is_at_most = param_0_at1656.u64 <= k  #: p147
        flag = reg.from_(u16(0), b16)  #: rs129
        chosen.set(-1)
        tile_x.set(chosen)
        z.set(chosen)
        with ptx.unless(k_is_at_most):
            high_product = part_3(at1616, k, at1628)  #: rd312 p148 rd226..227
            quotient = high_product >> param_0_at1624  #: rd.51
            k_high, cluster_ctaid, cluster_ctaid_y, high = part(
                quotient, param_0_at1608, k, param_0_at1600_u64, param_0_at1584_u64
            )  #: &k_high_2
            masked = k_high & (at1576 + (2**32 - 1))  #: rd231 rd53
            r298 = ptx.selp.b32(cluster_ctaid, cluster_ctaid_y, p47)  #: r.298
            rd54 = high >> param_0_at1664  #: rd.54
            high_product = part_3(at1640, rd54, at1652)  #: rd313 p150 rd232..233
            quotient_b = high_product >> param_0_at1648  #: rd234
            remainder = rd54 - quotient_b * param_0_at1632  #: rd235..236
            wide = ptx.cvt.u64.u32(u32(1) << param_0_at1664)  #: r1271 r1272 rd237
            rd238 = quotient_b * wide  #: rd.238
            wide = ptx.cvt.u64.u32(~(u32(-1) << param_0_at1664))  #: r1273..1275 rd239
            rd242 = (rd238 + (high & wide)) * param_0_at1592  #: rd240..242
            r1277 = r298 + ptx.cvt.u32.u64(rd242)  #: r1276..1277
            narrowed = ptx.cvt.u32.u64(remainder * at1576 + masked)  #: rd243..244 r1278
            tile_x.set(ptx.selp.b32(narrowed, r1277, p47))
            chosen.set(ptx.selp.b32(r1277, narrowed, p47))
            z.set(ptx.cvt.u32.u64(quotient))
            flag.set(1)
        setmaxnreg_dec_sync(40)
        block_4.leave(when=selector == 1)  #: p152
        selector_is_zero = selector == 0  #: p153
        with ptx.unless(selector_is_zero, end=201):
            block_4.leave(when=selector == 3)  #: p154
            any_true = (selector != 2) | (flag_c == 0)  #: p155..157
            block_4.leave(when=any_true)
            p[158] = (flag & 255) == 0  #: rs82
            with ptx.unless(p[158]):
                r1280 = ptx.selp.u32(1, 0, selector_is_zero)  #: r.1280
                smem_2_addr = ptx.mov.u32(smem_2)  #: r1282
                mbar = smem_2_addr + 136  #: r1279
                mbarrier_wait(mbar, r1280, u32(10_000_000))  #: r1281
            not_zero = ptx.ld.param.u64([param_0_ptr]) != 0  #: rd245 p160
            flag_d.set(0)
            ptx.bra(L[165], when=not_zero)
            param_0_at776 = ptx.ld.param.u64([param_0_ptr, -8])  #: rd57
            ptx.bra(L[164], when=param_0_at776 == 0)  #: p161
            global_ptr = ptx.cvta.to.global_.u64(param_0_at776)  #: rd246
            f[5032] = ptx.ld.global_.f32([global_ptr])
            flag_d.set(1)
            ptx.bra.uni(L[165])
        is_zero = (flag & 255) == 0  #: rs95 p184
        phase = reg.from_(u32(1), b32)  #: r1714
        leader = reg.from_(u32(0), b32)  #: r1512
        stage = reg.from_(u32(leader), b32)  #: r1713
        with ptx.unless(is_zero):
            param_0_at12_cdiv64 = ptx.cdiv(param_0_at12, 64)  #: r1444..1447 r323
            phase.set(1)
            masked = (r362 << 7) & 128  #: r1448 r324
            index = (r362 << 13) & 0x2000  #: r1449 r325
            widened = reg.run(b64, 4)  #: rd81 rd83 rd88..89
            widened[0] = ptx.cvt.u64.u32(param_0_at1624)
            at1576_sum = at1576 + (2**32 - 1)  #: rd82
            r1450 = u32(-1)  #: r.1450
            widened[1] = ptx.cvt.s64.s32(~(r1450 << param_0_at1664))  #: r1451 r1452
            param_0_at1664_u64 = ptx.cvt.u64.u32(param_0_at1664)  #: rd84
            at1628_u64 = ptx.cvt.u64.u32(at1628)  #: rd85
            tensor_map = ptx.cvta.param.u64(param_0_addr + 128)  #: rd282 rd86
            rd87 = ptx.cvta.param.u64(param_0_addr + 384)  #: rd283 rd.87
            widened[2] = ptx.cvt.u64.u32(param_0_at1648)
            widened[3] = ptx.cvt.s64.s32(phase << param_0_at1664)  #: r1453
            at1652_u64 = ptx.cvt.u64.u32(at1652)  #: rd90
            param_0_at12_cdiv64_sum = param_0_at12_cdiv64 + 1  #: r326
            tid_masked = tid & 127  #: r327
            zero = u32(0)  #: r1443
            flag = reg.from_(u16(1), b16)  #: rs134
            stage.set(zero)
            with ptx.loop() as loop:
                elected_leader = reg.from_(u32(zero), b32)  #: r1454
                elected = reg.from_(u32(zero), b32)  #: r1455
                elected_leader.set(elect_sync(elected, r1450))
                with ptx.if_(elected != 0) as block_5:  #: p185
                    block_5.leave(when=param_0_at12 < 1)  #: p186
                    y = (tile_x << 8) | masked  #: r1460 r333
                    r334 = chosen << 7  #: r.334
                    x = reg.from_(u32(0), b32)  #: r1706
                    remaining = reg.from_(u32(param_0_at12_cdiv64_sum), b32)  #: r1707
                    parity = reg.from_(u32(phase), b32)  #: r1708
                    stage_b = reg.from_(u32(stage), b32)  #: r1709
                    with ptx.loop() as loop_2:
                        ptx.pragma("nounroll")
                        smem_2_offset = stage_b << 3  #: r1464
                        smem_2_addr = ptx.mov.u32(smem_2)  #: r1465
                        full_bar = smem_2_addr + smem_2_offset  #: r1466
                        empty_bar = full_bar + 32  #: r1461
                        mbarrier_wait(empty_bar, parity, u32(10_000_000))  #: r1463
                        with ptx.if_(tid_masked == 0, over=True):  #: p187
                            mbarrier_arrive_expect_tx(full_bar, param_0_at640)
                        shifted = stage_b << 14  #: r1483
                        dst_tile = smem_2_addr + shifted + 33792  #: r1484 r1471
                        cache_policy = u64(ptx.EVICT_NORMAL)  #: rd.287
                        cp_async_bulk_tensor(
                            dst_tile, tensor_map, (x, r334, z), full_bar, cache_policy
                        )
                        smem_2_offset = (shifted | index) << 1  #: r1485 r1486
                        dst_tile = smem_2_addr + smem_2_offset + 99328  #: r1487 r1476
                        cta_mask = u16(3)  #: rs97
                        cp_async_bulk_tensor_multicast_cluster(
                            dst_tile, rd87, (x, y, z), full_bar, cta_mask, cache_policy
                        )
                        ptx.advance(stage_b, 4, parity)  #: r1488 p188 r1489
                        x += 64
                        remaining -= 1
                        loop_2.again(when=remaining > 1)  #: p189
                is_greater = param_0_at12_cdiv64.u32 > 3  #: p190
                stage_sum = stage + param_0_at12_cdiv64  #: r1490
                p191 = stage_sum.u32 > 3  #: p.191
                all_true = (param_0_at12_cdiv64.u32 < 4) & p191  #: p192 p193
                phase_mixed = phase ^ ptx.selp.u32(1, 0, all_true)  #: r1491 r1492
                matches = ((stage_sum >> 2) & 1).b32 == 1  #: r1493 r1494 p194
                r1495 = ptx.selp.u32(1, 0, is_greater & matches)  #: p195 r.1495
                phase.set(phase_mixed ^ r1495)
                stage.set(stage_sum & 3)
                with ptx.if_((flag & 255) != 0):  #: rs98 p196
                    smem_2_addr = ptx.mov.u32(smem_2)  #: r1497
                    mbar = smem_2_addr + 136  #: r1496
                    mbarrier_arrive(mbar)
                k += nctaid_product
                k_is_at_most = param_0_at1656.u64 <= k  #: p197
                flag.set(0)
                chosen.set(-1)
                tile_x.set(chosen)
                z.set(chosen)
                flag_c = reg.from_(u16(flag), b16)  #: rs135
                with ptx.unless(k_is_at_most):
                    high_product = part_2(at1616, k, at1628_u64)  #: rd318 p198 rd288
                    quotient = high_product >> ptx.cvt.u32.u64(
                        widened[0]
                    )  #: r1504 rd95
                    k_high, cluster_ctaid, cluster_ctaid_y, high = part(
                        quotient,
                        param_0_at1608,
                        k,
                        param_0_at1600_u64,
                        param_0_at1584_u64,
                    )  #: &k_high_3
                    k_high_masked = k_high & at1576_sum  #: rd97
                    r345 = ptx.selp.b32(cluster_ctaid, cluster_ctaid_y, p47)  #: r.345
                    rd98 = high >> ptx.cvt.u32.u64(param_0_at1664_u64)  #: r1507 rd.98
                    high_product = part_2(at1640, rd98, at1652_u64)  #: rd319 p200 rd292
                    quotient_b = high_product >> ptx.cvt.u32.u64(
                        widened[2]
                    )  #: r1508 rd293
                    remainder = rd98 - quotient_b * param_0_at1632  #: rd294..295
                    rd298 = quotient_b * widened[3] + (high & widened[1])  #: rd296..298
                    narrowed = ptx.cvt.u32.u64(rd298 * param_0_at1592)  #: rd299 r1509
                    r1510 = r345 + narrowed  #: r.1510
                    rd301 = remainder * at1576 + k_high_masked  #: rd300..301
                    narrowed = ptx.cvt.u32.u64(rd301)  #: r1511
                    tile_x.set(ptx.selp.b32(narrowed, r1510, p47))
                    chosen.set(ptx.selp.b32(r1510, narrowed, p47))
                    z.set(ptx.cvt.u32.u64(quotient))
                    flag_c.set(1)
                loop.again(when=(flag_c & 255) != 0)  #: rs104 p202
        member_mask = u32(-1)  #: r1514
        elected = reg.from_(u32(leader), b32)  #: r1513
        leader.set(elect_sync(elected, member_mask))
        block_4.leave(when=elected == 0)  #: p203
        smem_2_offset = stage << 3  #: r1529
        smem_2_addr = ptx.mov.u32(smem_2)  #: r1530
        smem_2_ptr = smem_2_addr + 32  #: r1531
        empty_bar = smem_2_ptr + smem_2_offset  #: r1517
        time_hint = u32(10_000_000)  #: r1528
        mbarrier_wait(empty_bar, phase, time_hint)
        fill_stage, fill_phase = ptx.wrap(
            stage, 4, phase
        )  #: r1532 p204 r1533 r1534 r1521
        empty_bar = smem_2_ptr + (fill_stage << 3)  #: r1535 r1520
        mbarrier_wait(empty_bar, fill_phase, time_hint)
        fill_stage, fill_phase = ptx.wrap(
            fill_stage, 4, fill_phase
        )  #: r1536 p205 r1537 r1538 r1524
        empty_bar = smem_2_ptr + (fill_stage << 3)  #: r1539 r1523
        mbarrier_wait(empty_bar, fill_phase, time_hint)
        fill_stage, fill_phase = ptx.wrap(
            fill_stage, 4, fill_phase
        )  #: r1540 p206 r1541 r1542 r1527
        empty_bar = smem_2_ptr + (fill_stage << 3)  #: r1543 r1526
        mbarrier_wait(empty_bar, fill_phase, time_hint)
        block_4.leave()
        with L[32]:
            f[5027] = ptx.ld.param.f32([param_0_ptr, -16])
            flag_b.set(1)
        with L[33]:
            not_zero = ptx.ld.param.u64([param_0_ptr, 32]) != 0  #: rd141 p57
            with ptx.unless(not_zero) as block_6:
                param_0_at808 = ptx.ld.param.u64([param_0_ptr, 24])  #: rd31
                with ptx.if_(param_0_at808 != 0):  #: p58
                    global_ptr = ptx.cvta.to.global_.u64(param_0_at808)  #: rd142
                    f[5028] = ptx.ld.global_.f32([global_ptr])
                with ptx.else_(end=block_6):
                    f[5028] = ptx.ld.param.f32([param_0_ptr, 16])
            is_zero = (rs[122] & 255) == 0  #: rs66 p60
            p[209] = -1
            release_stage = reg.from_(u32(0), b32)  #: r1572
            with ptx.unless(is_zero):
                r39 = ptx.cdiv(param_0_at12, 64)  #: r518..521 r.39
                is_zero = (tid & 4) == 0  #: r522 p61
                zero = u32(0)  #: r517
                smem_2_index = ptx.selp.b32(16, -16, is_zero)  #: r40
                tensor_map = ptx.cvta.param.u64(param_0_addr + 1152)  #: rd181 rd179
                j = reg.from_(u32(zero), b32)  #: r1552
                read_phase = reg.from_(u32(zero), b32)  #: r1553
                read_stage = reg.from_(u32(zero), b32)  #: r1554
                release_stage.set(zero)
                with ptx.loop() as loop_3:
                    from_lane, _unused = ptx.shfl.sync.idx.b32(
                        (tid & 128) >> 7, zero, u32(31), u32(-1)
                    )  #: r527..529 r531 r532 p62
                    masked = (from_lane + (from_lane >> 31)) & 0x7FFFE  #: r533..535
                    shifted = (from_lane - masked) << 13  #: r536 r537
                    smem_2_addr = ptx.mov.u32(smem_2)  #: r538
                    high = (smem_2_addr + shifted + 33792) >> 4  #: r539..541
                    masked = high & 0x3FFF  #: r51
                    acc = reg.run(f32, 128)  #: f4898..4771/-1
                    acc[127] = 0.0
                    for i in range(127):
                        acc[i] = acc[127]
                        empty_asm()
                    empty_asm()
                    full_bar = smem_2_addr + (read_stage << 3)  #: r542 r524
                    ready = mbarrier_try_wait(full_bar, read_phase)  #: r523
                    with ptx.if_(ready == 0):  #: p63
                        mbarrier_wait(full_bar, read_phase, u32(10_000_000))  #: r545
                    one = u32(1)  #: r549
                    not_positive = r39 - ptx.min.s32(r39, 1) < 1  #: r550 r551 p64
                    r546 = u32(0)  #: r.546
                    wgmma_fence()
                    desc = ptx.cvt.u64.u32(masked) | DESCRIPTOR_128B  #: rd151..152
                    low, upper = ptx.mov.b64(desc)  #: r552 r553
                    read_stage_times1024 = read_stage << 10  #: r554
                    read_stage_times2048 = read_stage << 11  #: r555
                    masked = ((smem_2_addr + 99328) >> 4) & 0x3FFF  #: r557..559
                    desc = ptx.cvt.u64.u32(masked) | DESCRIPTOR_128B  #: rd153..154
                    read_stage_times1024_sum = low + read_stage_times1024  #: r560
                    a_desc = ptx.mov.b64((read_stage_times1024_sum, upper))  #: rd143
                    low_b, r562 = ptx.mov.b64(desc)  #: r561..562
                    read_stage_times2048_sum = read_stage_times2048 + low_b  #: r563
                    b_desc = ptx.mov.b64((read_stage_times2048_sum, r562))  #: rd144
                    wgmma_mma_async_f16(acc[0:128], a_desc, b_desc, r546)
                    for i in range(3):
                        sum_b = read_stage_times1024_sum + (2 * i + 2)  #: r564..568/2
                        a_desc = ptx.mov.b64((sum_b, upper))  #: rd.145..149/2
                        sum_b = read_stage_times2048_sum + (2 * i + 2)  #: r565..569/2
                        b_desc = ptx.mov.b64((sum_b, r562))  #: rd146..150/2
                        wgmma_mma_async_f16(acc[0:128], a_desc, b_desc, one)
                    wgmma_commit_group()
                    for i in range(256):
                        empty_asm()
                    with ptx.unless(not_positive):
                        counter = reg.from_(
                            r39 - ptx.min.s32(r39, 1), b32
                        )  #: r1547 r1559
                        read_stage_plus1 = read_stage + 1  #: r570
                        matches = read_stage_plus1 == 4  #: p65
                        phase = reg.from_(
                            read_phase ^ ptx.selp.u32(1, 0, matches), b32
                        )  #: r572 r1560
                        stage = reg.from_(
                            ptx.selp.b32(0, read_stage_plus1, matches), b32
                        )  #: r1561
                        next_stage = reg.from_(u32(read_stage), b32)  #: r1562
                        with ptx.loop() as loop_4:
                            ptx.pragma("nounroll")
                            full_bar = smem_2_addr + (stage << 3)  #: r576 r574
                            ready = mbarrier_try_wait(full_bar, phase)  #: r573
                            with ptx.if_(ready == 0):  #: p66
                                time_hint = u32(10_000_000)  #: r580
                                mbarrier_wait(full_bar, phase, time_hint)
                            is_zero = flag_masked == 0  #: p67
                            for i in range(128):
                                empty_asm()
                            wgmma_fence()
                            stage_times1024 = stage << 10  #: r587
                            stage_times2048 = stage << 11  #: r588
                            r593 = stage_times1024 + low  #: r.593
                            rd155 = ptx.mov.b64((r593, upper))  #: rd.155
                            stage_times2048_sum = stage_times2048 + low_b  #: r596
                            one = u32(1)  #: r584
                            a_desc, sum_a = (rd155, stage_times2048_sum)
                            for i in range(3):
                                b_desc = ptx.mov.b64((sum_a, r562))  #: rd156..160/2
                                wgmma_mma_async_f16(acc[0:128], a_desc, b_desc, one)
                                sum_b = r593 + (2 * i + 2)  #: r597..601/2
                                a_desc = ptx.mov.b64((sum_b, upper))  #: rd157..161/2
                                sum_a = stage_times2048_sum + (
                                    2 * i + 2
                                )  #: r598..602/2
                            b_desc = ptx.mov.b64((sum_a, r562))  #: rd162
                            wgmma_mma_async_f16(acc[0:128], a_desc, b_desc, one)
                            wgmma_commit_group()
                            wgmma_wait_group(1)
                            for i in range(128):
                                empty_asm()
                            with ptx.unless(is_zero):
                                smem_2_ptr = smem_2_addr + (
                                    next_stage << 3
                                )  #: r605 r607
                                mapa_mbarrier_arrive(smem_2_ptr + 32, mixed)  #: r603
                            ptx.advance(stage, 4, phase)  #: r608 p68 r609
                            next_stage.set(ptx.wrap(next_stage, 4))  #: r610 p69
                            counter_minus1 = counter - 1  #: r64
                            more = counter > 1  #: p70
                            counter.set(counter_minus1)
                            loop_4.again(when=more)
                    for i in range(128):
                        empty_asm()
                    wgmma_wait_group(0)
                    is_zero = flag_masked == 0  #: p71
                    with ptx.unless((param_0_at12 < 1) | is_zero):  #: p72 p73
                        diff = r39 - ptx.min.s32(r39, 1)  #: r1545 r1544
                        masked = ((read_stage + diff) << 3) & 24  #: r615..617
                        empty_bar = smem_2_addr + masked + 32  #: r619 r611
                        mapa_mbarrier_arrive(empty_bar, mixed)
                    clamp = u32(31)  #: r622
                    _unused, _unused = ptx.shfl.sync.idx.b32(
                        warpgroup, u32(0), clamp, u32(-1)
                    )  #: r623..625 p74
                    y = chosen_b << 7  #: r65
                    x = chosen_c << 8  #: r66
                    param_0_at784 = ptx.ld.param.u64([param_0_addr, 784])  #: rd34
                    condition = ld_param_and_ld_global(
                        param_0_at784, param_0_addr, 776, r[1556], f[5027], flag_b
                    )  #: p75 rd35 p76 rd169 r626 r627 rd170..171
                    param_0_at816 = ptx.ld.param.u64([param_0_ptr, 32])  #: rd36
                    with ptx.if_(param_0_at816 != 0) as block_8:  #: p77
                        param_0_at808 = ptx.ld.param.u64([param_0_addr, 808])  #: rd37
                        with ptx.if_(param_0_at808 != 0):  #: p78
                            rd174 = ptx.cvta.to.global_.u64(param_0_at808)  #: rd.174
                            param_0_index = r[1556] * ptx.cvt.u32.u64(
                                param_0_at816
                            )  #: r628 r629
                            param_0_offset = ptx.mul.wide.s32(
                                param_0_index, 4
                            )  #: rd175
                            param_0_at = rd174 + param_0_offset  #: rd176
                            f[5028] = ptx.ld.global_.f32([param_0_at])
                        with ptx.else_(end=block_8):
                            f[5028] = ptx.ld.param.f32([param_0_addr, 800])
                    param_0_at776 = ptx.ld.param.u64([param_0_ptr, -8])  #: rd178
                    is_zero = reg.from_(param_0_at776 == 0, pred)  #: p208
                    not_zero = param_0_at776 != 0  #: p79
                    param_0_at784_not_zero = param_0_at784 != 0  #: p80
                    flag = reg.from_(u16(1), b16)  #: rs126
                    with ptx.unless(param_0_at784_not_zero & not_zero):  #: p81
                        is_zero_b = reg.scalar(pred)  #: p207
                        with ptx.unless(condition):
                            p83 = (flag_b & 255) == 0  #: rs70 p.83
                            is_zero_b.set(is_zero)
                            ptx.bra(L[63], when=p83)
                            is_zero_b.set(f[5027] == 0.0)
                            ptx.bra.uni(L[63])
                        is_zero_b.set(f[5027] == 0.0)
                        with L[63]:
                            flag.set(ptx.selp.u16(1, 0, ~is_zero_b))  #: p84
                    with ptx.block() as block_9:
                        with ptx.unless(condition):
                            block_9.leave(when=(flag_b & 255) == 0)  #: rs71 p86
                            is_zero.set(f[5027] == 0.0)
                        with ptx.else_(end=block_9):
                            is_zero.set(f[5027] == 0.0)
                    flag_is_zero = flag == 0  #: p87
                    r[1563] = 0
                    for i in range(8):
                        r[i + 1564] = r[1563]
                    with ptx.unless(flag_is_zero) as block_10:
                        full_bar = smem_2_addr + 64  #: r639
                        r[1563] = 0
                        mbarrier_wait(full_bar, r[1563], u32(10_000_000))  #: r641
                        r[1571] = 1
                        block_10.leave(when=is_zero)
                        index_b = (tid << 4) & 0xE00  #: r664 r665
                        index = tid << 5  #: r666
                        index_b = index_b | (index & 32)  #: r667 r668
                        index_b = index_b | (index & 256)  #: r669 r670
                        index = index & 192  #: r671
                        index = index | ((tid >> 1) & 8)  #: r672..674
                        index = index ^ ((tid << 2) & 24)  #: r675..677
                        smem_2_offset = (index_b | index) << 1  #: r678 r679
                        smem_2_ptr = smem_2_addr + smem_2_offset + 512  #: r681 r656
                        r[1570:1566:-1] = ldmatrix_sync_aligned(smem_2_ptr)
                        smem_2_ptr = smem_2_ptr + (smem_2_index << 1)  #: r682 r661
                        r[1566:1562:-1] = ldmatrix_sync_aligned(smem_2_ptr)
                    is_greater = ((tid & 255) + 31).u32 > 62  #: r720 r84 p88
                    widened = reg.run(f32, 16)  #: f4381..4396
                    for i in range(8):
                        widened[2 * i] = cvt(r[1570 - i])
                        widened[2 * i + 1] = cvt_2(r[1570 - i])
                    sums = reg.run(f32, 16)  #: f4397..4412
                    for i in range(16):
                        sums[i] = ptx.fma.rn.f32(
                            f[5027], widened[i], f[5028] * acc[i]
                        )  #: f4413..4428
                    packed = reg.run(b32, 8)  #: r699..706
                    for i in range(8):
                        packed[i] = cvt_rn_f16x2(sums[2 * i + 1], sums[2 * i])
                    index_b = (tid << 4) & 0xE00  #: r721 r722
                    one = u32(1)  #: r717
                    index = tid << 5  #: r723
                    index_b = index_b | (index & 32)  #: r724 r725
                    index_b = index_b | (index & 256)  #: r726 r727
                    index = (index & 192) | ((tid >> 1) & 8)  #: r728..731
                    index = index ^ ((tid << 2) & 24)  #: r732..734
                    smem_2_ptr = smem_2_addr + (
                        (index_b | index) << 1
                    )  #: r735 r736 r738
                    smem_2_ptr = smem_2_ptr + 512  #: r85
                    stmatrix_sync_aligned(smem_2_ptr, packed[0:4])
                    smem_2_offset = smem_2_index << 1  #: r739
                    smem_2_offset_sum = smem_2_ptr + smem_2_offset  #: r712
                    stmatrix_sync_aligned(smem_2_offset_sum, packed[4:8])
                    fence_proxy_async()
                    const256 = u32(256)  #: r718
                    bar_sync(one, const256)
                    with ptx.unless(is_greater):
                        src_tile = smem_2_addr + 512  #: r740
                        cp_async_bulk_tensor_shared_cta(
                            tensor_map, (x, y, r[1556]), src_tile
                        )
                        cp_async_bulk_commit_group()
                        cp_async_bulk_wait_group(1)
                    bar_sync(one, const256)
                    with ptx.if_(j != 0):  #: p89
                        with ptx.unless(flag_is_zero):
                            smem_2_at = smem_2_addr + (release_stage << 3)  #: r749 r751
                            mapa_mbarrier_arrive(smem_2_at + 96, cta_rank)  #: r747
                        release_stage.set(ptx.wrap(release_stage, 4))  #: r752 p91
                    with ptx.unless(flag_is_zero):
                        full_bar = smem_2_addr + (r[1571] << 3) + 64  #: r756 r758 r753
                        parity = u32(0)  #: r754
                        mbarrier_wait(full_bar, parity, u32(10_000_000))  #: r755
                        with ptx.unless(is_zero):
                            smem_2_at = smem_2_ptr + (r[1571] << 13)  #: r769 r763
                            r[1570:1566:-1] = ldmatrix_sync_aligned(smem_2_at)
                            smem_2_at = smem_2_at + smem_2_offset  #: r768
                            r[1566:1562:-1] = ldmatrix_sync_aligned(smem_2_at)
                        r[1571] = r[1571] + 1
                    widened = reg.run(f32, 16)  #: f4429..4444
                    for i in range(8):
                        widened[2 * i] = cvt(r[1570 - i])
                        widened[2 * i + 1] = cvt_2(r[1570 - i])
                    sums = reg.run(f32, 16)  #: f4445..4460
                    for i in range(16):
                        sums[i] = ptx.fma.rn.f32(
                            f[5027], widened[i], f[5028] * acc[i + 16]
                        )  #: f4461..4476
                    packed = reg.run(b32, 8)  #: r787..794
                    for i in range(8):
                        packed[i] = cvt_rn_f16x2(sums[2 * i + 1], sums[2 * i])
                    smem_2_ptr_plus8192 = smem_2_ptr + 8192  #: r795
                    addr, barrier, threads = stmatrix_and_sync(
                        smem_2_ptr_plus8192,
                        packed[0:4],
                        smem_2_offset,
                        packed[4:8],
                        256,
                    )  #: r800 r805 r806
                    store_tile_and_wait(
                        is_greater, x, 32, smem_2_addr, 8704, tensor_map, y, r[1556]
                    )  #: r809 r808
                    bar_sync(barrier, threads)
                    stage = mapa_mbarrier_arrive_and_next_stage(
                        flag_is_zero, release_stage, smem_2_addr, 96, cta_rank
                    )  #: r817 r819 r815 r821 p96 r117
                    phase = reg.from_(u32(0), b32)  #: r1625
                    with ptx.unless(flag_is_zero):
                        full_bar = smem_2_addr + (r[1571] << 3) + 64  #: r825 r827 r822
                        parity = u32(0)  #: r823
                        mbarrier_wait(full_bar, parity, u32(10_000_000))  #: r824
                        with ptx.unless(is_zero):
                            smem_2_at = smem_2_ptr + (r[1571] << 13)  #: r.838 r832
                            r[1570:1566:-1] = ldmatrix_sync_aligned(smem_2_at)
                            smem_2_at = smem_2_at + smem_2_offset  #: r837
                            r[1566:1562:-1] = ldmatrix_sync_aligned(smem_2_at)
                        r840 = r[1571] + 1  #: r.840
                        matches = r840 == 4  #: p97
                        r[1571] = ptx.selp.b32(0, r840, matches)
                        phase.set(ptx.selp.u32(1, 0, matches))
                    widened = reg.run(f32, 16)  #: f4477..4492
                    for i in range(8):
                        widened[2 * i] = cvt(r[1570 - i])
                        widened[2 * i + 1] = cvt_2(r[1570 - i])
                    sums = reg.run(f32, 16)  #: f4493..4508
                    for i in range(16):
                        sums[i] = ptx.fma.rn.f32(
                            f[5027], widened[i], f[5028] * acc[i + 32]
                        )  #: f4509..4524
                    packed = reg.run(b32, 8)  #: r857..864
                    for i in range(8):
                        packed[i] = cvt_rn_f16x2(sums[2 * i + 1], sums[2 * i])
                    smem_2_ptr_plus16384 = smem_2_ptr + 16384  #: r865
                    smem_2_offset_addr, barrier, threads = stmatrix_and_sync(
                        smem_2_ptr_plus16384,
                        packed[0:4],
                        smem_2_offset,
                        packed[4:8],
                        256,
                    )  #: r870 r875 r876
                    store_tile_and_wait(
                        is_greater, x, 64, smem_2_addr, 16896, tensor_map, y, r[1556]
                    )  #: r879 r878
                    bar_sync(barrier, threads)
                    stage = mapa_mbarrier_arrive_and_next_stage(
                        flag_is_zero, stage, smem_2_addr, 96, cta_rank
                    )  #: r887 r889 r885 r890 p101 r148
                    with ptx.unless(flag_is_zero):
                        mbarrier_wait_at(
                            r[1571], smem_2_addr, 64, phase
                        )  #: r894 r896 r891 r893
                        with ptx.unless(is_zero):
                            smem_2_at = smem_2_ptr + (r[1571] << 13)  #: r907 r901
                            r[1570:1566:-1] = ldmatrix_sync_aligned(smem_2_at)
                            smem_2_at = smem_2_at + smem_2_offset  #: r906
                            r[1566:1562:-1] = ldmatrix_sync_aligned(smem_2_at)
                        ptx.advance(r[1571], 4, phase)  #: r909 p102 r910
                    widened = reg.run(f32, 16)  #: f4525..4540
                    for i in range(8):
                        widened[2 * i] = cvt(r[1570 - i])
                        widened[2 * i + 1] = cvt_2(r[1570 - i])
                    sums = reg.run(f32, 16)  #: f4541..4556
                    for i in range(16):
                        sums[i] = ptx.fma.rn.f32(
                            f[5027], widened[i], f[5028] * acc[i + 48]
                        )  #: f4557..4572
                    packed = reg.run(b32, 8)  #: r927..934
                    for i in range(8):
                        packed[i] = cvt_rn_f16x2(sums[2 * i + 1], sums[2 * i])
                    smem_2_ptr_plus24576 = smem_2_ptr + 24576  #: r935
                    r940, barrier, threads = stmatrix_and_sync(
                        smem_2_ptr_plus24576,
                        packed[0:4],
                        smem_2_offset,
                        packed[4:8],
                        256,
                    )  #: r.940 r945 r946
                    store_tile_and_wait(
                        is_greater, x, 96, smem_2_addr, 25088, tensor_map, y, r[1556]
                    )  #: r949 r948
                    bar_sync(barrier, threads)
                    stage = mapa_mbarrier_arrive_and_next_stage(
                        flag_is_zero, stage, smem_2_addr, 96, cta_rank
                    )  #: r957 r959 r955 r960 p106 r179
                    with ptx.unless(flag_is_zero):
                        mbarrier_wait_at(
                            r[1571], smem_2_addr, 64, phase
                        )  #: r964 r966 r961 r963
                        with ptx.unless(is_zero):
                            smem_2_at = smem_2_ptr + (r[1571] << 13)  #: r977 r971
                            r[1570:1566:-1] = ldmatrix_sync_aligned(smem_2_at)
                            smem_2_at = smem_2_at + smem_2_offset  #: r976
                            r[1566:1562:-1] = ldmatrix_sync_aligned(smem_2_at)
                        ptx.advance(r[1571], 4, phase)  #: r979 p107 r980
                    widened = reg.run(f32, 16)  #: f4573..4588
                    for i in range(8):
                        widened[2 * i] = cvt(r[1570 - i])
                        widened[2 * i + 1] = cvt_2(r[1570 - i])
                    sums = reg.run(f32, 16)  #: f4589..4604
                    for i in range(16):
                        sums[i] = ptx.fma.rn.f32(
                            f[5027], widened[i], f[5028] * acc[i + 64]
                        )  #: f4605..4620
                    packed = reg.run(b32, 8)  #: r997..1004
                    for i in range(8):
                        packed[i] = cvt_rn_f16x2(sums[2 * i + 1], sums[2 * i])
                    stmatrix_sync_aligned(smem_2_ptr, packed[0:4])
                    stmatrix_sync_aligned(smem_2_offset_sum, packed[4:8])
                    fence_proxy_async()
                    one = u32(1)  #: r1015
                    const256 = u32(256)  #: r1016
                    bar_sync(one, const256)
                    store_tile_and_wait(
                        is_greater, x, 128, smem_2_addr, 512, tensor_map, y, r[1556]
                    )  #: r1018 r1017
                    bar_sync(one, const256)
                    stage = mapa_mbarrier_arrive_and_next_stage(
                        flag_is_zero, stage, smem_2_addr, 96, cta_rank
                    )  #: r1026 r.1028 r1024 r1029 p111 r208
                    with ptx.unless(flag_is_zero):
                        mbarrier_wait_at(
                            r[1571], smem_2_addr, 64, phase
                        )  #: r1033 r1035 r1030 r1032
                        with ptx.unless(is_zero):
                            smem_2_at = smem_2_ptr + (r[1571] << 13)  #: r1046 r1040
                            r[1570:1566:-1] = ldmatrix_sync_aligned(smem_2_at)
                            smem_2_offset_sum = smem_2_at + smem_2_offset  #: r1045
                            r[1566:1562:-1] = ldmatrix_sync_aligned(smem_2_offset_sum)
                        ptx.advance(r[1571], 4, phase)  #: r1048 p112 r1049
                    widened = reg.run(f32, 16)  #: f4621..4636
                    for i in range(8):
                        widened[2 * i] = cvt(r[1570 - i])
                        widened[2 * i + 1] = cvt_2(r[1570 - i])
                    sums = reg.run(f32, 16)  #: f4637..4652
                    for i in range(16):
                        sums[i] = ptx.fma.rn.f32(
                            f[5027], widened[i], f[5028] * acc[i + 80]
                        )  #: f4653..4668
                    packed = reg.run(b32, 8)  #: r1066..1073
                    for i in range(8):
                        packed[i] = cvt_rn_f16x2(sums[2 * i + 1], sums[2 * i])
                    stmatrix_sync_aligned(smem_2_ptr_plus8192, packed[0:4])
                    stmatrix_sync_aligned(addr, packed[4:8])
                    fence_proxy_async()
                    one = u32(1)  #: r1084
                    const256 = u32(256)  #: r1085
                    bar_sync(one, const256)
                    store_tile_and_wait(
                        is_greater, x, 160, smem_2_addr, 8704, tensor_map, y, r[1556]
                    )  #: r1087 r1086
                    bar_sync(one, const256)
                    stage = mapa_mbarrier_arrive_and_next_stage(
                        flag_is_zero, stage, smem_2_addr, 96, cta_rank
                    )  #: r1095 r1097 r1093 r1098 p116 r237
                    with ptx.unless(flag_is_zero):
                        mbarrier_wait_at(
                            r[1571], smem_2_addr, 64, phase
                        )  #: r1102 r1104 r1099 r1101
                        with ptx.unless(is_zero):
                            smem_2_at = smem_2_ptr + (r[1571] << 13)  #: r1115 r1109
                            r[1570:1566:-1] = ldmatrix_sync_aligned(smem_2_at)
                            smem_2_at = smem_2_at + smem_2_offset  #: r1114
                            r[1566:1562:-1] = ldmatrix_sync_aligned(smem_2_at)
                        ptx.advance(r[1571], 4, phase)  #: r1117 p117 r1118
                    widened = reg.run(f32, 16)  #: f4669..4684
                    for i in range(8):
                        widened[2 * i] = cvt(r[1570 - i])
                        widened[2 * i + 1] = cvt_2(r[1570 - i])
                    sums = reg.run(f32, 16)  #: f4685..4700
                    for i in range(16):
                        sums[i] = ptx.fma.rn.f32(
                            f[5027], widened[i], f[5028] * acc[i + 96]
                        )  #: f4701..4716
                    packed = reg.run(b32, 8)  #: r1135..1142
                    for i in range(8):
                        packed[i] = cvt_rn_f16x2(sums[2 * i + 1], sums[2 * i])
                    stmatrix_sync_aligned(smem_2_ptr_plus16384, packed[0:4])
                    stmatrix_sync_aligned(smem_2_offset_addr, packed[4:8])
                    fence_proxy_async()
                    one = u32(1)  #: r1153
                    const256 = u32(256)  #: r1154
                    bar_sync(one, const256)
                    store_tile_and_wait(
                        is_greater, x, 192, smem_2_addr, 16896, tensor_map, y, r[1556]
                    )  #: r1156 r1155
                    bar_sync(one, const256)
                    stage = mapa_mbarrier_arrive_and_next_stage(
                        flag_is_zero, stage, smem_2_addr, 96, cta_rank
                    )  #: r1164 r1166 r1162 r1167 p121 r266
                    with ptx.unless(flag_is_zero) as block_11:
                        mbarrier_wait_at(
                            r[1571], smem_2_addr, 64, phase
                        )  #: r1171 r1173 r1168 r1170
                        block_11.leave(when=is_zero)
                        smem_2_ptr = smem_2_ptr + (r[1571] << 13)  #: r1184 r1178
                        r[1570:1566:-1] = ldmatrix_sync_aligned(smem_2_ptr)
                        smem_2_ptr = smem_2_ptr + smem_2_offset  #: r1183
                        r[1566:1562:-1] = ldmatrix_sync_aligned(smem_2_ptr)
                    widened = reg.run(f32, 16)  #: f4717..4732
                    for i in range(8):
                        widened[2 * i] = cvt(r[1570 - i])
                        widened[2 * i + 1] = cvt_2(r[1570 - i])
                    sums = reg.run(f32, 16)  #: f4733..4748
                    for i in range(16):
                        sums[i] = ptx.fma.rn.f32(
                            f[5027], widened[i], f[5028] * acc[i + 112]
                        )  #: f4749..4764
                    packed = reg.run(b32, 8)  #: r1202..1209
                    for i in range(8):
                        packed[i] = cvt_rn_f16x2(sums[2 * i + 1], sums[2 * i])
                    stmatrix_sync_aligned(smem_2_ptr_plus24576, packed[0:4])
                    stmatrix_sync_aligned(r940, packed[4:8])
                    fence_proxy_async()
                    bar_sync(u32(1), u32(256))  #: r1220 r1221
                    with ptx.unless(is_greater):
                        x = x + 224  #: r1223
                        src_tile = smem_2_addr + 25088  #: r1222
                        cp_async_bulk_tensor_shared_cta(
                            tensor_map, (x, y, r[1556]), src_tile
                        )
                        cp_async_bulk_commit_group()
                    with ptx.unless(is_greater):
                        cp_async_bulk_wait_group(1)
                    bar_sync(u32(1), u32(256))  #: r1227 r1228
                    with ptx.unless(flag_is_zero):
                        smem_2_ptr = smem_2_addr + (stage << 3)  #: r1231 r1233
                        mapa_mbarrier_arrive(smem_2_ptr + 96, cta_rank)  #: r1229
                    at1656 = ptx.ld.param.u64([param_0_ptr, 872])  #: rd302
                    release_stage.set(ptx.wrap(stage, 4))  #: r1237 p125
                    k += nctaid_product
                    k_is_at_most = at1656.u64 <= k  #: p126
                    flag = reg.from_(u16(0), b16)  #: rs127
                    chosen_b.set(-1)
                    chosen_c.set(chosen_b)
                    r[1556] = chosen_b
                    with ptx.unless(k_is_at_most):
                        rd310 = part_3(at1616, k, at1628)  #: rd.310 p127 rd206..207
                        at1608 = ptx.ld.param.u64([param_0_ptr, 824])  #: rd303
                        is_zero = at1640 == 0  #: p128
                        quotient = rd310 >> param_0_at1624  #: rd41
                        high = (k - quotient * at1608) >> param_0_at1600  #: rd208..210
                        cluster_ctaid = read_cluster_ctaid_x()  #: r1241
                        cluster_ctaid_y = read_cluster_ctaid_y()  #: r1242
                        read_cluster_ctaid_z()  #: r1243
                        rd211 = high >> param_0_at1584  #: rd.211
                        masked = high & (at1576 + (2**32 - 1))  #: rd212 rd42
                        cluster_ctaid_chosen = ptx.selp.b32(
                            cluster_ctaid, cluster_ctaid_y, p47
                        )  #: r284
                        inverted = ~(u32(-1) << param_0_at1664)  #: r1244..1246
                        rd43 = rd211 & ptx.cvt.s64.s32(inverted)  #: rd213 rd.43
                        high = rd211 >> param_0_at1664  #: rd44
                        high_product = reg.from_(u64(high), b64)  #: rd311
                        with ptx.unless(is_zero):
                            rd215 = high + ptx.cvt.u64.u32(at1652)  #: rd214..215
                            high_product.set(ptx.mul.hi.u64(rd215, at1640))
                        at1592 = ptx.ld.param.u64([param_0_ptr, 808])  #: rd304
                        one = u32(1)  #: r1247
                        quotient_b = high_product >> param_0_at1648  #: rd216
                        remainder = high - quotient_b * param_0_at1632  #: rd217..218
                        wide = ptx.cvt.u64.u32(one << param_0_at1664)  #: r1248 rd219
                        rd221 = quotient_b * wide + rd43  #: rd220..221
                        narrowed = ptx.cvt.u32.u64(rd221 * at1592)  #: rd222 r1249
                        r1250 = cluster_ctaid_chosen + narrowed  #: r.1250
                        rd224 = remainder * at1576 + masked  #: rd223..224
                        narrowed = ptx.cvt.u32.u64(rd224)  #: r1251
                        chosen_c.set(ptx.selp.b32(narrowed, r1250, p47))
                        chosen_b.set(ptx.selp.b32(r1250, narrowed, p47))
                        r[1556] = ptx.cvt.u32.u64(quotient)
                        flag.set(1)
                    more = (flag & 255) != 0  #: rs76 p132
                    read_stage_sum = read_stage + r39  #: r1252
                    is_greater = read_stage_sum.u32 > 3  #: p.133
                    all_true = (r39.u32 < 4) & is_greater  #: p134 p135
                    r1254 = read_phase ^ ptx.selp.u32(1, 0, all_true)  #: r1253..1254
                    is_greater = r39.u32 > 3  #: p136
                    matches = ((read_stage_sum >> 2) & 1).b32 == 1  #: r1255 r1256 p137
                    flag = ptx.selp.u32(1, 0, is_greater & matches)  #: p138 r1257
                    read_phase.set(r1254 ^ flag)
                    read_stage.set(read_stage_sum & 3)
                    j += 8
                    p[209] = 0
                    loop_3.again(when=more)
            block_4.leave(when=p[209])
            cp_async_bulk_wait_group(0)
            param_0_at784 = ptx.ld.param.u64([param_0_addr, 784])  #: rd47
            not_zero = param_0_at784 != 0  #: p139
            param_0_at776 = ptx.ld.param.u64([param_0_addr, 776])  #: rd48
            all_true = not_zero & (param_0_at776 != 0)  #: p140 p141
            with ptx.unless(all_true, end=148) as block_12:
                is_zero = param_0_at784 == 0  #: p142
                with ptx.block(end=146) as block_13:
                    with ptx.unless(is_zero, end=147):
                        block_13.leave(when=(flag_b & 255) == 0)  #: rs77 p143
                        block_4.leave(when=f[5027] == 0.0)  #: p144
                        block_12.leave()
                    block_4.leave(when=f[5027] == 0.0)  #: p146
                    block_12.leave()
                block_4.leave(when=param_0_at776 == 0)  #: p145
            release_stage_times8 = release_stage << 3  #: r1260
            smem_2_addr = ptx.mov.u32(smem_2)  #: r1261
            empty_bar = smem_2_addr + release_stage_times8 + 96  #: r1262 r1258
            mapa_mbarrier_arrive(empty_bar, cta_rank)
    ptx.ret()
    with L[164]:
        f[5032] = ptx.ld.param.f32([param_0_ptr, -16])
        flag_d.set(1)
    with L[165]:
        with ptx.unless(p[158]):
            tensor_map = ptx.cvta.param.u64(param_0_addr + 896)  #: rd247 rd58
            widened = reg.run(b64, 4)  #: rd59 rd63 rd66..67
            widened[0] = ptx.cvt.u64.u32(param_0_at1624)
            at1576_sum = at1576 + (2**32 - 1)  #: rd62
            widened[1] = ptx.cvt.s64.s32(~(u32(-1) << param_0_at1664))  #: r1283..1285
            param_0_at1664_u64 = ptx.cvt.u64.u32(param_0_at1664)  #: rd64
            at1628_u64 = ptx.cvt.u64.u32(at1628)  #: rd65
            widened[2] = ptx.cvt.u64.u32(param_0_at1648)
            widened[3] = ptx.cvt.s64.s32(u32(1) << param_0_at1664)  #: r1286 r1287
            at1652_u64 = ptx.cvt.u64.u32(at1652)  #: rd68
            with ptx.loop() as loop_5:
                y = chosen << 7  #: r311
                x = tile_x << 8  #: r312
                param_0_at784 = ptx.ld.param.u64([param_0_ptr])  #: rd70
                condition = ld_param_and_ld_global(
                    param_0_at784, param_0_ptr, -8, z, f[5032], flag_d
                )  #: &condition
                is_zero_b = reg.scalar(pred)  #: p210
                with ptx.block(end=176) as block_15:
                    with ptx.block(end=174) as block_16:
                        with ptx.unless(condition, end=175):
                            is_zero = (flag_d & 255) == 0  #: rs89 p166
                            block_16.leave(when=is_zero)
                            is_zero_b.set(f[5032] == 0.0)
                            block_15.leave()
                        is_zero_b.set(f[5032] == 0.0)
                        block_15.leave()
                    is_zero_b.set(ptx.ld.param.u64([param_0_ptr, -8]) == 0)  #: rd251
                member_mask = u32(-1)  #: r1292
                leader = reg.from_(u32(0), b32)  #: r1290
                elected = reg.from_(u32(leader), b32)  #: r1291
                leader.set(elect_sync(elected, member_mask))
                all_true = (elected != 0) & ~is_zero_b  #: p167..168 p15
                smem_2_addr = ptx.mov.u32(smem_2)  #: r1298
                smem_2_addr_plus96 = smem_2_addr + 96  #: r1295
                parity = u32(1)  #: r1296
                time_hint = u32(10_000_000)  #: r1297
                mbarrier_wait(smem_2_addr_plus96, parity, time_hint)
                inverted = ~all_true  #: p169
                with ptx.unless(inverted):
                    load_tile(
                        smem_2_addr, 512, 64, tensor_map, x, y, z, tx_count
                    )  #: r1299 r1305 rd.253
                r1307 = smem_2_addr + 64  #: r.1307
                mapa_mbarrier_arrive(r1307, cta_rank)
                smem_2_addr_plus104 = smem_2_addr + 104  #: r1309
                mbarrier_wait(smem_2_addr_plus104, parity, time_hint)
                with ptx.unless(inverted):
                    load_tile(
                        smem_2_addr, 8704, 72, tensor_map, x + 32, y, z, tx_count
                    )  #: r1315 r1313 r1319 rd255
                r1321 = smem_2_addr + 72  #: r.1321
                mapa_mbarrier_arrive(r1321, cta_rank)
                smem_2_addr_plus112 = smem_2_addr + 112  #: r1323
                parity = u32(1)  #: r1324
                time_hint = u32(10_000_000)  #: r1325
                mbarrier_wait(smem_2_addr_plus112, parity, time_hint)
                with ptx.unless(inverted):
                    load_tile(
                        smem_2_addr, 16896, 80, tensor_map, x + 64, y, z, tx_count
                    )  #: r1329 r1327 r1333 rd257
                r1335 = smem_2_addr + 80  #: r.1335
                mapa_mbarrier_arrive(r1335, cta_rank)
                smem_2_addr_plus120 = smem_2_addr + 120  #: r1337
                mbarrier_wait(smem_2_addr_plus120, parity, time_hint)
                with ptx.unless(inverted):
                    load_tile(
                        smem_2_addr, 25088, 88, tensor_map, x + 96, y, z, tx_count
                    )  #: r1343 r1341 r1347 rd259
                r1349 = smem_2_addr + 88  #: r.1349
                mapa_mbarrier_arrive(r1349, cta_rank)
                parity = u32(0)  #: r1352
                time_hint = u32(10_000_000)  #: r1353
                mbarrier_wait(smem_2_addr_plus96, parity, time_hint)
                with ptx.unless(inverted):
                    x_plus128 = x + 128  #: r1357
                    dst_tile = smem_2_addr + 512  #: r1355
                    cache_policy = u64(ptx.EVICT_NORMAL)  #: rd261
                    cp_async_bulk_tensor(
                        dst_tile, tensor_map, (x_plus128, y, z), r1307, cache_policy
                    )
                    mbarrier_expect_tx(r1307, tx_count)
                mapa_mbarrier_arrive(r1307, cta_rank)
                mbarrier_wait(smem_2_addr_plus104, parity, time_hint)
                with ptx.unless(inverted):
                    x_plus160 = x + 160  #: r1371
                    dst_tile = smem_2_addr + 8704  #: r1369
                    cache_policy = u64(ptx.EVICT_NORMAL)  #: rd263
                    cp_async_bulk_tensor(
                        dst_tile, tensor_map, (x_plus160, y, z), r1321, cache_policy
                    )
                    mbarrier_expect_tx(r1321, tx_count)
                mapa_mbarrier_arrive(r1321, cta_rank)
                parity = u32(0)  #: r1380
                time_hint = u32(10_000_000)  #: r1381
                mbarrier_wait(smem_2_addr_plus112, parity, time_hint)
                with ptx.unless(inverted):
                    x_plus192 = x + 192  #: r1385
                    dst_tile = smem_2_addr + 16896  #: r1383
                    cache_policy = u64(ptx.EVICT_NORMAL)  #: rd265
                    cp_async_bulk_tensor(
                        dst_tile, tensor_map, (x_plus192, y, z), r1335, cache_policy
                    )
                    mbarrier_expect_tx(r1335, tx_count)
                mapa_mbarrier_arrive(r1335, cta_rank)
                mbarrier_wait(smem_2_addr_plus120, parity, time_hint)
                with ptx.unless(inverted):
                    x = x + 224  #: r1399
                    dst_tile = smem_2_addr + 25088  #: r1397
                    cache_policy = u64(ptx.EVICT_NORMAL)  #: rd267
                    cp_async_bulk_tensor(
                        dst_tile, tensor_map, (x, y, z), r1349, cache_policy
                    )
                    mbarrier_expect_tx(r1349, tx_count)
                mapa_mbarrier_arrive(r1349, cta_rank)
                k += nctaid_product
                k_is_at_most = param_0_at1656.u64 <= k  #: p177
                flag = reg.from_(u16(0), b16)  #: rs133
                chosen.set(-1)
                tile_x.set(chosen)
                z.set(chosen)
                with ptx.unless(k_is_at_most):
                    high_product = part_2(at1616, k, at1628_u64)  #: rd315 p178 rd268
                    quotient = high_product >> ptx.cvt.u32.u64(
                        widened[0]
                    )  #: r1414 rd75
                    k_high, cluster_ctaid, cluster_ctaid_y, high = part(
                        quotient,
                        param_0_at1608,
                        k,
                        param_0_at1600_u64,
                        param_0_at1584_u64,
                    )  #: &k_high_4
                    masked = k_high & at1576_sum  #: rd.77
                    r313 = ptx.selp.b32(cluster_ctaid, cluster_ctaid_y, p47)  #: r.313
                    rd78 = high >> ptx.cvt.u32.u64(param_0_at1664_u64)  #: r1417 rd.78
                    high_product = part_2(at1640, rd78, at1652_u64)  #: rd316 p180 rd272
                    quotient_b = high_product >> ptx.cvt.u32.u64(
                        widened[2]
                    )  #: r1418 rd.273
                    remainder = rd78 - quotient_b * param_0_at1632  #: rd274..275
                    rd278 = quotient_b * widened[3] + (
                        high & widened[1]
                    )  #: rd.276..278
                    narrowed = ptx.cvt.u32.u64(rd278 * param_0_at1592)  #: rd279 r1419
                    r1420 = r313 + narrowed  #: r.1420
                    rd281 = remainder * at1576 + masked  #: rd280..281
                    narrowed = ptx.cvt.u32.u64(rd281)  #: r1421
                    tile_x.set(ptx.selp.b32(narrowed, r1420, p47))
                    chosen.set(ptx.selp.b32(r1420, narrowed, p47))
                    z.set(ptx.cvt.u32.u64(quotient))
                    flag.set(1)
                loop_5.again(when=(flag & 255) != 0)  #: rs94 p182
        member_mask = u32(-1)  #: r1424
        leader = reg.from_(u32(0), b32)  #: r1422
        elected = reg.from_(u32(leader), b32)  #: r1423
        leader.set(elect_sync(elected, member_mask))
        ptx.bra(L[220], when=elected == 0)  #: p183
        smem_2_addr = ptx.mov.u32(smem_2)  #: r1439
        empty_bar = smem_2_addr + 96  #: r1427
        parity = u32(1)  #: r1437
        time_hint = u32(10_000_000)  #: r1438
        empty_bar_a = empty_bar
        for i in range(3):
            mbarrier_wait(empty_bar_a, parity, time_hint)
            empty_bar_a = smem_2_addr + (8 * i + 104)  #: r1430..1436/3
        mbarrier_wait(empty_bar_a, parity, time_hint)
        ptx.bra.uni(L[220])
    #: &k_high: rd122..123 r503 rd124 r500..502 r504 rd25
    #: &k_high_2: rd228..229 r1269 rd230 r1266..1268 r1270 rd52
    #: &k_high_3: rd289..290 r1505 rd291 r1501..1503 r1506 rd96
    #: &condition: p163 rd71 p164 rd248 r1288 r1289 rd249..250
    #: &k_high_4: rd269..270 r1415 rd271 r1411..1413 r1416 rd76


@kernel(
    symbol="_ZN7cutlass13device_kernelINS_4gemm6kernel13GemmUniversalIN4cute5tupleIJiiiiEEENS1_10collective13CollectiveMmaINS1_34MainloopSm90TmaGmmaWarpSpecializedILi8ENS5_IJNS4_1CILi2EEENSA_ILi1EEESC_EEENS1_32KernelTmaWarpSpecializedPingpongEEENS5_IJNSA_ILi64EEENSA_ILi128EEESG_EEENS_10bfloat16_tENS5_IJlSC_lEEESJ_SK_NS4_8TiledMMAINS4_8MMA_AtomIJNS4_4SM904GMMA28MMA_64x128x16_F32BF16BF16_SSILNSO_5MajorE0ELSQ_0ELNSO_7ScaleInE1ELSR_1EEEEEENS4_6LayoutINS5_IJSC_SC_SC_EEENS5_IJNSA_ILi0EEESW_SW_EEEEENS5_IJNS4_10UnderscoreESZ_SZ_EEEEENS4_13SM90_TMA_LOADENS4_14ComposedLayoutINS4_7SwizzleILi3ELi4ELi3EEENS4_18smem_ptr_flag_bitsILi16EEENSU_INS5_IJNSA_ILi8EEESG_EEENS5_IJSG_SC_EEEEEEEvNS4_8identityENS4_23SM90_TMA_LOAD_MULTICASTES1C_vS1D_EENS_8epilogue10collective18CollectiveEpilogueINS1G_22Sm90TmaWarpSpecializedILi4ELi2ELi16ELb1ELb0EEEJSI_NS5_IJSG_NSA_ILi32EEEEEESJ_SK_SJ_SK_NS1G_6fusion15FusionCallbacksIS1K_NS1N_17LinearCombinationISJ_fSJ_fLNS_15FloatRoundStyleE2EEESI_S1M_JEEES12_NS13_INS14_ILi2ELi4ELi3EEES17_NSU_INS5_IJS18_S1L_EEENS5_IJS1L_SC_EEEEEEENS4_17SM75_U32x4_LDSM_NENS4_14SM90_TMA_STOREES1X_NS4_17SM90_U32x4_STSM_NENS4_9Copy_AtomIJS20_NS_6half_tEEEEvEEEvvEEEEvNT_6ParamsE",
    linkage=None,
    maxntid=(384, 1, 1),
    minnctapersm=1,
)
def device_kernel_2(param_0: b8x1792_align128):
    """void
    cutlass::device_kernel<cutlass::gemm::kernel::GemmUniversal<…>>(cutlass::gemm::kernel::GemmUniversal<cute::tuple<…>,
    cutlass::gemm::collective::CollectiveMma<…>,
    cutlass::epilogue::collective::CollectiveEpilogue<…>, void, void>::Params)"""
    # smem_2: 8 x 8 bytes, full mbarrier of 1 arrival for + 17408, + 82944
    # smem_2 + 64: 8 x 8 bytes, empty mbarrier of 2 arrivals for + 17408, + 82944
    # smem_2 + 128: 4 x 8 bytes, full mbarrier of 32 arrivals for + 512
    # smem_2 + 160: 4 x 8 bytes, empty mbarrier of 128 arrivals for + 512: arrive, wait
    # smem_2 + 192: 2 x 8 bytes, mbarrier of 128 arrivals: arrive, wait
    # smem_2 + 208: 2 x 8 bytes, mbarrier of 128 arrivals: arrive, wait
    # smem_2 + 224: 8 bytes, mbarrier of 32 arrivals: init
    # smem_2 + 232: 8 bytes, mbarrier of 32 arrivals: arrive, wait
    # smem_2 + 512: 4 stages of 4,096 bytes, tile: copied in, copied out
    # smem_2 + 512 + …: data: read, written
    # smem_2 + 17408: 8 stages of 8,192 bytes, tile of param_0+128: copied in
    # smem_2 + 82944: 8 stages of 16,384 bytes, tile of param_0+384: copied in
    _, rs, f, r, rd = reg.bulk(p=200, rs=124, f=2689, r=1209, rd=297)
    param_0_addr = ptx.mov.b64(param_0)  #: rd112
    tid = ptx.special.tid.x()  #: r188
    warp = tid >> 5  #: r1
    clamp = u32(31)  #: r189
    zero = u32(0)  #: r186
    member_mask = u32(-1)  #: r184
    warp_uniform, _unused = ptx.shfl.sync.idx.b32(
        warp, zero, clamp, member_mask
    )  #: r190 p25
    warp_uniform_mod4 = ptx.srem(warp_uniform, 4)  #: r191..194 r2
    tid_mod128 = ptx.srem(tid, 128)  #: r195..198 r3
    warpgroup = tid >> 7  #: r4
    warpgroup_uniform, _unused = ptx.shfl.sync.idx.b32(
        warpgroup, zero, clamp, member_mask
    )  #: r5 p1
    leader = reg.from_(u32(zero), b32)  #: r182
    elected = reg.from_(u32(zero), b32)  #: r183
    leader.set(elect_sync(elected, member_mask))
    r187 = read_cluster_ctarank()  #: r.187
    with ptx.unless((warp_uniform != 0) | (elected == 0)):  #: p26..28
        for number in (128, 384, 896, 1152):
            param_0_ptr = param_0_addr + number  #: rd117..120
            param_0_ptr = ptx.cvta.param.u64(param_0_ptr)  #: rd113..116
            prefetch_tensormap(param_0_ptr)
    param_0_ptr = param_0_addr + 640  #: rd2
    param_0_at640 = ptx.ld.param.u32([param_0_addr, 640])  #: r7
    warp_uniform, _unused = ptx.shfl.sync.idx.b32(
        warp, zero, clamp, member_mask
    )  #: r8 p2
    leader = reg.from_(u32(zero), b32)  #: r199
    zero_copy = reg.from_(u32(zero), b32)  #: r200
    leader.set(elect_sync(zero_copy, member_mask))
    from_lane, _unused = ptx.shfl.sync.idx.b32(
        warp, zero, clamp, member_mask
    )  #: r205 p29
    with ptx.if_(from_lane == 0) as block:  #: p30
        member_mask = u32(-1)  #: r208
        leader = reg.from_(u32(0), b32)  #: r206
        elected = reg.from_(u32(leader), b32)  #: r207
        leader.set(elect_sync(elected, member_mask))
        block.leave(when=elected == 0)  #: p31
        one = u32(1)  #: r239
        smem_2_addr = ptx.mov.u32(smem_2)  #: r212
        mbarrier_init(smem_2_addr, one)
        empty_bar = smem_2_addr + 64  #: r214
        const2 = u32(2)  #: r241
        smem_2_ptr = empty_bar
        for i in range(7):
            mbarrier_init(smem_2_ptr, const2)
            mbarrier_init(smem_2_addr + (8 * i + 8), one)  #: r216..240/4
            smem_2_ptr = smem_2_addr + (8 * i + 72)  #: r218..242/4
        mbarrier_init(smem_2_ptr, const2)
    fence_mbarrier_init_release()
    cluster_ctaid = read_cluster_ctaid_x()  #: r243
    cluster_ctaid_y = read_cluster_ctaid_y()  #: r244
    read_cluster_ctaid_z()  #: r245
    tid_mod128_high = tid_mod128.s32 >> 31  #: r247
    tid_mod128_sum = tid_mod128 + (tid_mod128_high >> 29)  #: r248 r249
    high = tid_mod128_sum.s32 >> 3  #: r10
    masked = (high + ((tid_mod128_sum.s32 >> 31) >> 30)) & -4  #: r250..253
    diff = high - masked  #: r254
    warp_uniform_sum = warp_uniform + ((warp_uniform.s32 >> 31) >> 30)  #: r255..257
    shifted = (warp_uniform - (warp_uniform_sum & 0x3FFFFFFC)) << 2  #: r258..260
    r261 = shifted + diff  #: r.261
    mixed = ((r261 << 2) & 12) ^ r261  #: r262 r263 r11
    cluster_ctaid_matches = ptx.srem(r261, 2) == cluster_ctaid  #: r264..267 p32
    flag = reg.from_(u32(1), b32)  #: r1150
    with ptx.unless(cluster_ctaid_matches):
        matches = ptx.sdiv(mixed, 2) == cluster_ctaid_y  #: r268..270 p33
        flag.set(ptx.selp.u32(1, 0, matches))
    is_less = mixed.u32 < 2  #: p34
    is_zero = (tid_mod128 & 7) == 0  #: r278 p35
    leader = reg.from_(u32(0), b32)  #: r305
    flag_masked = flag & ptx.selp.u32(1, 0, is_zero & is_less)  #: p36 r279 r14
    read_cluster_ctarank()  #: r271
    cta_rank = read_cluster_ctarank()  #: r272
    tx_count = ptx.ld.param.u32([param_0_ptr, 768])  #: r16
    clamp = u32(31)  #: r280
    member_mask = u32(-1)  #: r275
    _unused, _unused = ptx.shfl.sync.idx.b32(
        warp, leader, clamp, member_mask
    )  #: r281 p37
    member_mask_leader = reg.from_(u32(leader), b32)  #: r273
    leader_copy = reg.from_(u32(leader), b32)  #: r274
    member_mask_leader.set(elect_sync(leader_copy, member_mask))
    warp_uniform, _unused = ptx.shfl.sync.idx.b32(
        warp, leader, clamp, member_mask
    )  #: r282 p38
    with ptx.if_(warp_uniform == 0) as block_2:  #: p39
        elected_leader = reg.from_(u32(leader), b32)  #: r283
        elected = reg.from_(u32(leader), b32)  #: r284
        elected_leader.set(elect_sync(elected, member_mask))
        block_2.leave(when=elected == 0)  #: p40
        smem_2_addr = ptx.mov.u32(smem_2)  #: r304
        smem_2_ptr = smem_2_addr + 128  #: r289
        const128 = u32(128)  #: r302
        const32 = u32(32)  #: r300
        full_bar = smem_2_ptr
        for i in range(3):
            mbarrier_init(full_bar, const32)
            empty_bar = smem_2_addr + (8 * i + 160)  #: r291..299/4
            mbarrier_init(empty_bar, const128)
            full_bar = smem_2_addr + (8 * i + 136)  #: r293..301/4
        mbarrier_init(full_bar, const32)
        mbarrier_init(smem_2_addr + 184, const128)  #: r303
    fence_mbarrier_init_release()
    warp_uniform, _unused = ptx.shfl.sync.idx.b32(
        warp, leader, clamp, member_mask
    )  #: r311 p41
    elected = reg.from_(u32(leader), b32)  #: r306
    leader.set(elect_sync(elected, member_mask))
    with ptx.unless((warp_uniform != 0) | (elected == 0)):  #: p42..44
        smem_2_addr = ptx.mov.u32(smem_2)  #: r316
        mbar = smem_2_addr + 224  #: r.313
        const32 = u32(32)  #: r314
        mbarrier_init(mbar, const32)
        mbarrier_init(smem_2_addr + 232, const32)  #: r315
    fence_mbarrier_init_release()
    clamp = u32(31)  #: r322
    leader = reg.from_(u32(0), b32)  #: r317
    member_mask = u32(-1)  #: r319
    from_lane, _unused = ptx.shfl.sync.idx.b32(
        warpgroup, leader, clamp, member_mask
    )  #: r17 p3
    warp_uniform, _unused = ptx.shfl.sync.idx.b32(
        warp, leader, clamp, member_mask
    )  #: r323 p45
    elected = reg.from_(u32(leader), b32)  #: r318
    leader.set(elect_sync(elected, member_mask))
    with ptx.unless((warp_uniform != 0) | (elected == 0)):  #: p46..48
        smem_2_addr = ptx.mov.u32(smem_2)  #: r332
        smem_2_ptr = smem_2_addr + 192  #: r325
        const128 = u32(128)  #: r330
        mbar = smem_2_ptr
        for i in range(3):
            mbarrier_init(mbar, const128)
            mbar = smem_2_addr + (8 * i + 200)  #: r327..331/2
        mbarrier_init(mbar, const128)
    fence_mbarrier_init_release()
    barrier_cluster_arrive()
    param_0_at12 = ptx.ld.param.u32([param_0_ptr, -628])  #: r18
    not_zero = ptx.ld.param.u64([param_0_ptr, 144]) != 0  #: rd121 p49
    flag = reg.from_(u16(0), b16)  #: rs111
    with ptx.unless(not_zero) as block_3:
        at776 = ptx.ld.param.u64([param_0_ptr, 136])  #: rd3
        with ptx.if_(at776 != 0):  #: p50
            f[2472] = ptx.ld.global_.f32([ptx.cvta.to.global_.u64(at776)])  #: rd122
            flag.set(1)
        with ptx.else_(end=block_3):
            f[2472] = ptx.ld.param.f32([param_0_ptr, 128])
            flag.set(1)
    not_zero = ptx.ld.param.u64([param_0_ptr, 176]) != 0  #: rd123 p51
    with ptx.unless(not_zero) as block_4:
        at808 = ptx.ld.param.u64([param_0_ptr, 168])  #: rd4
        with ptx.if_(at808 != 0):  #: p52
            f[2605] = ptx.ld.global_.f32([ptx.cvta.to.global_.u64(at808)])  #: rd124
        with ptx.else_(end=block_4):
            f[2605] = ptx.ld.param.f32([param_0_ptr, 160])
    param_0_at12_cdiv64 = ptx.cdiv(param_0_at12, 64)  #: r333..336 r19
    at1576 = ptx.ld.param.u64([param_0_ptr, 936])  #: rd5
    param_0_at1584 = ptx.ld.param.u32([param_0_ptr, 944]).as_b64  #: rd6
    at1592 = ptx.ld.param.u64([param_0_ptr, 952])  #: rd7
    param_0_at1600 = ptx.ld.param.u32([param_0_ptr, 960]).as_b64  #: rd8
    param_0_at1608 = ptx.ld.param.u64([param_0_ptr, 968])  #: rd9
    param_0_at1616 = ptx.ld.param.u64([param_0_ptr, 976])  #: rd10
    param_0_at1624, at1628 = ptx.ld.param.v2.u32([param_0_ptr, 984])  #: r337 r338
    param_0_at1632, at1640 = ptx.ld.param.v2.u64([param_0_ptr, 992])  #: rd125..126
    param_0_at1648, at1652 = ptx.ld.param.v2.u32([param_0_ptr, 1008])  #: r339 r340
    param_0_at1656 = ptx.ld.param.u64([param_0_ptr, 1016])  #: rd15
    at1664, param_0_at1668 = ptx.ld.param.v2.u32([param_0_ptr, 1024])  #: r341 r342
    p53 = param_0_at1668 == 1  #: p.53
    ctaid = ptx.special.ctaid.x()  #: r343
    ctaid_wide = ptx.cvt.u64.u32(ctaid)  #: rd16
    with ptx.if_(p53, over=True):
        ctaid_y = ptx.special.ctaid.y()  #: r346
        nctaid = ptx.special.nctaid.x()  #: r347
        rd[283] = ptx.mul.wide.u32(ctaid_y, nctaid) + ctaid_wide  #: rd130
    with ptx.else_():
        nctaid_y = ptx.special.nctaid.y()  #: r344
        ctaid_y = ptx.special.ctaid.y()  #: r.345
        ctaid_y_wide = ptx.cvt.u64.u32(ctaid_y)  #: rd127
        nctaid_y_wide = ptx.cvt.u64.u32(nctaid_y)  #: rd128
        rd[283] = ctaid_wide * nctaid_y_wide + ctaid_y_wide  #: rd129
    nctaid = ptx.special.nctaid.x()  #: r351
    nctaid_y = ptx.special.nctaid.y()  #: r352
    nctaid_product = ptx.mul.wide.u32(nctaid, nctaid_y)  #: rd131
    nctaid_z = ptx.special.nctaid.z()  #: r353
    nctaid_z_wide = ptx.cvt.u64.u32(nctaid_z)  #: rd.132
    nctaid_product = nctaid_product * nctaid_z_wide  #: rd20
    warpgroup_uniform_differs = warpgroup_uniform != 2  #: p54
    flag_b = reg.from_(u32(0), b32)  #: r1151
    read_stage = reg.from_(u32(flag_b), b32)  #: r1159
    r[1158] = flag_b
    with ptx.unless(warpgroup_uniform_differs):
        rd[283] = rd[283] + nctaid_product
        r[1158] = (param_0_at12_cdiv64 & 8) >> 3  #: r355
        read_stage.set(param_0_at12_cdiv64 & 7)
        flag_b.set(1)
    is_at_most = param_0_at1656.u64 <= rd[283]  #: p55
    flag_c = reg.from_(u16(0), b16)  #: rs6
    chosen = reg.from_(u32(-1), b32)  #: r1163
    tile_x = reg.from_(u32(chosen), b32)  #: r1162
    z = reg.from_(u32(chosen), b32)  #: r1161
    with ptx.unless(is_at_most):
        high_product = part_3(param_0_at1616, rd[283], at1628)  #: rd284 p56 rd133..134
        quotient = high_product >> param_0_at1624  #: rd25
        rd137, cluster_ctaid, cluster_ctaid_y, rd26 = part(
            quotient, param_0_at1608, rd[283], param_0_at1600, param_0_at1584
        )  #: &rd137
        masked = rd137 & (at1576 + (2**32 - 1))  #: rd138 rd.27
        r36 = ptx.selp.b32(cluster_ctaid, cluster_ctaid_y, p53)  #: r.36
        rd28 = rd26 >> at1664  #: rd.28
        high_product = part_3(at1640, rd28, at1652)  #: rd285 p58 rd139..140
        quotient_b = high_product >> param_0_at1648  #: rd141
        remainder = rd28 - quotient_b * param_0_at1632  #: rd142..143
        rd145 = quotient_b * ptx.cvt.u64.u32(u32(1) << at1664)  #: r364 r365 rd144..145
        wide = ptx.cvt.u64.u32(~(u32(-1) << at1664))  #: r366..368 rd146
        at1592_product = (rd145 + (rd26 & wide)) * at1592  #: rd147..149
        r370 = r36 + ptx.cvt.u32.u64(at1592_product)  #: r369..370
        narrowed = ptx.cvt.u32.u64(remainder * at1576 + masked)  #: rd150..151 r.371
        tile_x.set(ptx.selp.b32(narrowed, r370, p53))
        chosen.set(ptx.selp.b32(r370, narrowed, p53))
        z.set(ptx.cvt.u32.u64(quotient))
        flag_c.set(1)
    barrier_cluster_wait()
    with ptx.if_(warpgroup_uniform != 0):  #: p60
        ptx.bra(L[188], when=(warpgroup_uniform - 1).u32 > 1)  #: r.372 p61
        # consumers: wgmma m64n128k16, bf16
        setmaxnreg_inc_sync(232)
        ptx.bra(L[188], when=(flag_c & 255) == 0)  #: rs58 p62
        from_lane_minus1 = from_lane - 1  #: r374
        r375 = u32(-1)  #: r.375
        smem_2_offset = from_lane << 3  #: r376
        smem_2_addr = ptx.mov.u32(smem_2)  #: r377
        smem_2_ptr = smem_2_addr + 192  #: r378
        smem_2_at = smem_2_ptr + smem_2_offset  #: r379
        smem_2_at_minus8 = smem_2_at - 8  #: r46
        one = u32(1)  #: r380
        r47 = param_0_at12_cdiv64 - ptx.min.s32(param_0_at12_cdiv64, 1)  #: r381 r.47
        offset = (from_lane_minus1 << 3) & 8  #: r382 r383
        smem_2_ptr_b = smem_2_ptr + (offset ^ 8)  #: r384 r48
        shifted = param_0_at12_cdiv64 << 1  #: r49
        smem_2_ptr_c = smem_2_at + 8  #: r50
        diff = tid_mod128 - (tid_mod128_sum & -8)  #: r388 r389
        r391 = diff + (diff >> 31)  #: r390..391
        r392 = r391.s32 >> 1  #: r.392
        r395 = (tid_mod128 + (tid_mod128_high >> 28)).s32 >> 4  #: r393..395
        zero = u32(0)  #: r373
        masked = (r392 << 6) & 192  #: r396 r397
        joined = masked | ((r395 << 3) & 8)  #: r398..400
        r403 = (diff - (r391 & 0x7FFFFFE)) << 5  #: r401..403
        diff = high - ((high + (high >> 31)) & 0xFFFFFE)  #: r404..407
        r408 = diff << 8  #: r.408
        r412 = ((tid_mod128 + (tid_mod128_high >> 27)) << 4) & -0x200  #: r409..412
        index = r408 + r412 + r403  #: r413 r414
        smem_2_index = ptx.selp.b32(16, -16, (r392 & 2) == 0)  #: r415 p63 r51
        index = index + (joined ^ (masked >> 3))  #: r416 r417 r52
        tid_mod128_plus31 = tid_mod128 + 31  #: r53
        smem_2_ptr_d = smem_2_ptr + (offset ^ 24)  #: r418 r54
        nctaid_product_times2 = nctaid_product << 1  #: rd31
        widened = reg.run(b64, 4)  #: rd34 rd36..38
        widened[0] = ptx.cvt.s64.s32(~(r375 << at1664))  #: r419 r420
        at1664_u64 = ptx.cvt.u64.u32(at1664)  #: rd35
        widened[1] = ptx.cvt.u64.u32(at1628)
        widened[2] = ptx.cvt.u64.u32(param_0_at1648)
        widened[3] = ptx.cvt.s64.s32(one << at1664)  #: r421
        at1652_u64 = ptx.cvt.u64.u32(at1652)  #: rd39
        tensor_map = ptx.cvta.param.u64(param_0_addr + 1152)  #: rd152 rd40
        phase = reg.from_(ptx.selp.u32(1, 0, from_lane_minus1 == 0), b32)  #: p64 r1157
        masked = ((smem_2_addr + 17408) >> 4) & 0x3FFF  #: r443..445
        desc = ptx.cvt.u64.u32(masked) | DESCRIPTOR_128B  #: rd161..162
        masked = ((smem_2_addr + 82944) >> 4) & 0x3FFF  #: r447..449
        rd164 = ptx.cvt.u64.u32(masked) | DESCRIPTOR_128B  #: rd163..164
        release_stage_mod4 = reg.from_(u32(zero), b32)  #: r1160
        with ptx.loop() as loop:
            time_hint = u32(10_000_000)  #: r424
            mbarrier_wait(smem_2_at_minus8, phase, time_hint)
            clamp = u32(31)  #: r428
            _unused, _unused = ptx.shfl.sync.idx.b32(
                zero, zero, clamp, r375
            )  #: r431 p65
            acc = reg.run(f32, 64)  #: f2539..2476/-1
            acc[63] = 0.0
            for i in range(63):
                acc[i] = acc[63]
                empty_asm()
            empty_asm()
            full_bar = smem_2_addr + (read_stage << 3)  #: r432 r.426
            ready = mbarrier_try_wait(full_bar, r[1158])  #: r425
            with ptx.if_(ready == 0):  #: p66
                mbarrier_wait(full_bar, r[1158], time_hint)
            not_positive = r47 < 1  #: p67
            r437 = u32(0)  #: r.437
            wgmma_fence()
            read_stage_times512 = read_stage << 9  #: r441
            read_stage_times1024 = read_stage << 10  #: r446
            low, upper = ptx.mov.b64(desc)  #: r450 r451
            read_stage_times512_sum = read_stage_times512 + low  #: r452
            one = u32(1)  #: r440
            a_desc = ptx.mov.b64((read_stage_times512_sum, upper))  #: rd153
            low_b, upper_b = ptx.mov.b64(rd164)  #: r453 r454
            read_stage_times1024_sum = read_stage_times1024 + low_b  #: r455
            b_desc = ptx.mov.b64((read_stage_times1024_sum, upper_b))  #: rd154
            wgmma_mma_async_bf16(acc[0:64], a_desc, b_desc, r437)
            for i in range(3):
                sum_b = read_stage_times512_sum + (2 * i + 2)  #: r456..460/2
                a_desc = ptx.mov.b64((sum_b, upper))  #: rd.155..159/2
                sum_b = read_stage_times1024_sum + (2 * i + 2)  #: r457..461/2
                b_desc = ptx.mov.b64((sum_b, upper_b))  #: rd156..160/2
                wgmma_mma_async_bf16(acc[0:64], a_desc, b_desc, one)
            wgmma_commit_group()
            for i in range(128):
                empty_asm()
            with ptx.unless(not_positive):
                read_stage_plus1 = read_stage + 1  #: r462
                matches = read_stage_plus1 == 8  #: p68
                read_phase = reg.from_(
                    r[1158] ^ ptx.selp.u32(1, 0, matches), b32
                )  #: r463 r1165
                stage = reg.from_(
                    ptx.selp.b32(0, read_stage_plus1, matches), b32
                )  #: r1166
                j = reg.from_(u32(r47), b32)  #: r1164
                release_stage = reg.from_(u32(read_stage), b32)  #: r1167
                with ptx.loop() as loop_2:
                    ptx.pragma("nounroll")
                    full_bar = smem_2_addr + (stage << 3)  #: r467 r465
                    ready = mbarrier_try_wait(full_bar, read_phase)  #: r464
                    with ptx.if_(ready == 0):  #: p69
                        mbarrier_wait(full_bar, read_phase, u32(10_000_000))  #: r471
                    is_zero = flag_masked == 0  #: p70
                    for i in range(64):
                        empty_asm()
                    wgmma_fence()
                    stage_times1024 = stage << 10  #: r476
                    r487 = (stage << 9) + low  #: r481 r.487
                    one = u32(1)  #: r475
                    rd165 = ptx.mov.b64((r487, upper))  #: rd.165
                    stage_times1024_sum = stage_times1024 + low_b  #: r490
                    a_desc, sum_a = (rd165, stage_times1024_sum)
                    for i in range(3):
                        b_desc = ptx.mov.b64((sum_a, upper_b))  #: rd166..170/2
                        wgmma_mma_async_bf16(acc[0:64], a_desc, b_desc, one)
                        sum_b = r487 + (2 * i + 2)  #: r491..495/2
                        a_desc = ptx.mov.b64((sum_b, upper))  #: rd167..171/2
                        sum_a = stage_times1024_sum + (2 * i + 2)  #: r492..496/2
                    b_desc = ptx.mov.b64((sum_a, upper_b))  #: rd172
                    wgmma_mma_async_bf16(acc[0:64], a_desc, b_desc, one)
                    wgmma_commit_group()
                    wgmma_wait_group(1)
                    for i in range(64):
                        empty_asm()
                    with ptx.unless(is_zero):
                        empty_bar = (
                            smem_2_addr + (release_stage << 3) + 64
                        )  #: r499 r501 r497
                        mapa_mbarrier_arrive(empty_bar, mixed)
                    ptx.advance(stage, 8, read_phase)  #: r502 p71 r503
                    release_stage.set(ptx.wrap(release_stage, 8))  #: r504 p72
                    j_minus1 = j - 1  #: r74
                    more = j > 1  #: p73
                    j.set(j_minus1)
                    loop_2.again(when=more)
            for i in range(64):
                empty_asm()
            mbarrier_arrive(smem_2_ptr_b)
            wgmma_wait_group(0)
            is_zero = flag_masked == 0  #: p74
            with ptx.unless((param_0_at12 < 1) | is_zero):  #: p75 p76
                masked = ((read_stage + r47) << 3) & 56  #: r508..510
                empty_bar = smem_2_addr + masked + 64  #: r.512 r506
                mapa_mbarrier_arrive(empty_bar, mixed)
            mbarrier_wait(smem_2_ptr_c, phase, u32(10_000_000))  #: r515
            y = chosen << 6  #: r75
            x = tile_x << 7  #: r76
            param_0_at784 = ptx.ld.param.u64([param_0_ptr, 144])  #: rd42
            condition = ld_param_and_ld_global(
                param_0_at784, param_0_ptr, 136, z, f[2472], flag
            )  #: p77 rd.43 p78 rd177 r516 r517 rd178..179
            param_0_at816 = ptx.ld.param.u64([param_0_ptr, 176])  #: rd44
            with ptx.if_(param_0_at816 != 0) as block_6:  #: p79
                param_0_at808 = ptx.ld.param.u64([param_0_ptr, 168])  #: rd45
                with ptx.if_(param_0_at808 != 0):  #: p80
                    rd180 = ptx.cvta.to.global_.u64(param_0_at808)  #: rd.180
                    param_0_index = z * ptx.cvt.u32.u64(param_0_at816)  #: r518 r519
                    global_ptr = rd180 + ptx.mul.wide.s32(
                        param_0_index, 4
                    )  #: rd181..182
                    f[2605] = ptx.ld.global_.f32([global_ptr])
                with ptx.else_(end=block_6):
                    f[2605] = ptx.ld.param.f32([param_0_ptr, 160])
            param_0_at776 = ptx.ld.param.u64([param_0_ptr, 136])  #: rd183
            is_zero = reg.from_(param_0_at776 == 0, pred)  #: p196
            not_zero = param_0_at776 != 0  #: p81
            param_0_at784_not_zero = param_0_at784 != 0  #: p82
            flag_d = reg.from_(u16(1), b16)  #: rs115
            with ptx.unless(param_0_at784_not_zero & not_zero):  #: p.83
                is_zero_b = reg.scalar(pred)  #: p195
                with ptx.block() as block_7:
                    with ptx.unless(condition):
                        p85 = (flag & 255) == 0  #: rs62 p.85
                        is_zero_b.set(is_zero)
                        block_7.leave(when=p85)
                        is_zero_b.set(f[2472] == 0.0)
                    with ptx.else_(end=block_7):
                        is_zero_b.set(f[2472] == 0.0)
                flag_d.set(ptx.selp.u16(1, 0, ~is_zero_b))  #: p86
            with ptx.block() as block_8:
                with ptx.unless(condition):
                    block_8.leave(when=(flag & 255) == 0)  #: rs63 p88
                    is_zero.set(f[2472] == 0.0)
                with ptx.else_(end=block_8):
                    is_zero.set(f[2472] == 0.0)
            flag_d_is_zero = flag_d == 0  #: p89
            r[1168] = 0
            for i in range(8):
                r[i + 1169] = r[1168]
            with ptx.unless(flag_d_is_zero) as block_9:
                full_bar = smem_2_addr + 128  #: r529
                mbarrier_wait(full_bar, flag_b, u32(10_000_000))  #: r531
                r[1176] = 1
                block_9.leave(when=is_zero)
                smem_2_ptr = smem_2_addr + (index << 1) + 512  #: r553 r555 r.546
                r[1175:1171:-1] = ldmatrix_sync_aligned(smem_2_ptr)
                smem_2_ptr = smem_2_ptr + (smem_2_index << 1)  #: r556 r551
                r[1171:1167:-1] = ldmatrix_sync_aligned(smem_2_ptr)
            for i in range(8):
                r[2 * i + 577] = r[1175 - i] << 16
                r[2 * i + 578] = r[1175 - i] & -0x10000
            for i in range(16):
                f[i + 2360] = r[i + 577].b32
            products = reg.run(f32, 16)  #: f2669..2654/-1
            sums = reg.run(f32, 16)  #: f2345..2359/2 f2344..2358/2
            for i in range(8):
                products[2 * i] = f[2472] * f[2 * i + 2360]
                sums[i] = ptx.fma.rn.f32(f[2605], acc[2 * i], products[2 * i])
                products[2 * i + 1] = f[2472] * f[2 * i + 2361]
                sums[i + 8] = ptx.fma.rn.f32(
                    f[2605], acc[2 * i + 1], products[2 * i + 1]
                )
            packed = reg.run(b32, 8)  #: r557..564
            for i in range(8):
                packed[i] = cvt_rn_bf16x2(sums[i + 8], sums[i])
            smem_2_ptr = smem_2_addr + (index << 1) + 512  #: r.593 r595 r94
            one = u32(1)  #: r575
            stmatrix_sync_aligned(smem_2_ptr, packed[0:4])
            smem_2_offset = smem_2_index << 1  #: r596
            stmatrix_sync_aligned(smem_2_ptr + smem_2_offset, packed[4:8])  #: r570
            fence_proxy_async()
            const128 = u32(128)  #: r576
            bar_sync(one, const128)
            is_greater = tid_mod128_plus31.u32 > 62  #: p90
            with ptx.unless(is_greater):
                src_tile = smem_2_addr + 512  #: r597
                cp_async_bulk_tensor_shared_cta(tensor_map, (x, y, z), src_tile)
                cp_async_bulk_commit_group()
                cp_async_bulk_wait_group(1)
            bar_sync(one, const128)
            with ptx.unless(flag_d_is_zero):
                mbarrier_wait_at(
                    r[1176], smem_2_addr, 128, flag_b
                )  #: r607 r609 r604 r606
                with ptx.unless(is_zero):
                    smem_2_at = smem_2_ptr + (r[1176] << 12)  #: r620 r614
                    smem_2_offset_sum = smem_2_at + smem_2_offset  #: r619
                    loaded = reg.run(b32, 4)  #: r610..613
                    loaded[0:4] = ldmatrix_sync_aligned(smem_2_at)
                    for i in range(4):
                        r[2 * i + 622] = loaded[i] << 16
                        r[2 * i + 623] = loaded[i] & -0x10000
                    loaded = reg.run(b32, 4)  #: r615..618
                    loaded[0:4] = ldmatrix_sync_aligned(smem_2_offset_sum)
                    for i in range(4):
                        r[2 * i + 630] = loaded[i] << 16
                        r[2 * i + 631] = loaded[i] & -0x10000
                    for i in range(16):
                        f[i + 2376] = r[i + 622].b32
                    for i in range(16):
                        products[i] = f[2472] * f[i + 2376]
                r[1176] = r[1176] + 1
            sums = reg.run(f32, 16)  #: f2393..2407/2 f2392..2406/2
            for i in range(8):
                sums[i] = ptx.fma.rn.f32(f[2605], acc[2 * i + 16], products[2 * i])
                sums[i + 8] = ptx.fma.rn.f32(
                    f[2605], acc[2 * i + 17], products[2 * i + 1]
                )
            packed = reg.run(b32, 8)  #: r638..645
            for i in range(8):
                packed[i] = cvt_rn_bf16x2(sums[i + 8], sums[i])
            _unused, barrier, threads = stmatrix_and_sync(
                smem_2_ptr + 4096, packed[0:4], smem_2_offset, packed[4:8], 128
            )  #: r646..656/5 r657
            store_tile_and_wait(
                is_greater, x, 32, smem_2_addr, 4608, tensor_map, y, z
            )  #: r660 r659
            bar_sync(barrier, threads)
            release_stage = mapa_mbarrier_arrive_and_next_stage(
                flag_d_is_zero, release_stage_mod4, smem_2_addr, 160, cta_rank
            )  #: r668 r670 r666 r671 p95 r97
            read_phase = reg.from_(u32(flag_b), b32)  #: r1179
            with ptx.unless(flag_d_is_zero):
                mbarrier_wait_at(
                    r[1176], smem_2_addr, 128, flag_b
                )  #: r675 r677 r672 r674
                with ptx.unless(is_zero):
                    smem_2_at = smem_2_ptr + (r[1176] << 12)  #: r688 r682
                    smem_2_offset_sum = smem_2_at + smem_2_offset  #: r687
                    loaded = reg.run(b32, 4)  #: r678..681
                    loaded[0:4] = ldmatrix_sync_aligned(smem_2_at)
                    for i in range(4):
                        r[2 * i + 690] = loaded[i] << 16
                        r[2 * i + 691] = loaded[i] & -0x10000
                    loaded = reg.run(b32, 4)  #: r683..686
                    loaded[0:4] = ldmatrix_sync_aligned(smem_2_offset_sum)
                    for i in range(4):
                        r[2 * i + 698] = loaded[i] << 16
                        r[2 * i + 699] = loaded[i] & -0x10000
                    for i in range(16):
                        f[i + 2408] = r[i + 690].b32
                    for i in range(16):
                        products[i] = f[2472] * f[i + 2408]
                r706 = r[1176] + 1  #: r.706
                matches = r706 == 4  #: p96
                r[1176] = ptx.selp.b32(0, r706, matches)
                read_phase.set(flag_b ^ ptx.selp.u32(1, 0, matches))  #: r707
            sums = reg.run(f32, 16)  #: f2425..2439/2 f2424..2438/2
            for i in range(8):
                sums[i] = ptx.fma.rn.f32(f[2605], acc[2 * i + 32], products[2 * i])
                sums[i + 8] = ptx.fma.rn.f32(
                    f[2605], acc[2 * i + 33], products[2 * i + 1]
                )
            packed = reg.run(b32, 8)  #: r708..715
            for i in range(8):
                packed[i] = cvt_rn_bf16x2(sums[i + 8], sums[i])
            _unused, barrier, threads = stmatrix_and_sync(
                smem_2_ptr + 8192, packed[0:4], smem_2_offset, packed[4:8], 128
            )  #: r716..726/5 r727
            store_tile_and_wait(
                is_greater, x, 64, smem_2_addr, 8704, tensor_map, y, z
            )  #: r730 r729
            bar_sync(barrier, threads)
            release_stage = mapa_mbarrier_arrive_and_next_stage(
                flag_d_is_zero, release_stage, smem_2_addr, 160, cta_rank
            )  #: r738 r740 r736 r741 p100 r102
            with ptx.unless(flag_d_is_zero) as block_10:
                mbarrier_wait_at(
                    r[1176], smem_2_addr, 128, read_phase
                )  #: r745 r747 r742 r744
                block_10.leave(when=is_zero)
                smem_2_at = smem_2_ptr + (r[1176] << 12)  #: r758 r752
                smem_2_offset_sum = smem_2_at + smem_2_offset  #: r757
                loaded = reg.run(b32, 4)  #: r748..751
                loaded[0:4] = ldmatrix_sync_aligned(smem_2_at)
                for i in range(4):
                    r[2 * i + 760] = loaded[i] << 16
                    r[2 * i + 761] = loaded[i] & -0x10000
                loaded = reg.run(b32, 4)  #: r753..756
                loaded[0:4] = ldmatrix_sync_aligned(smem_2_offset_sum)
                for i in range(4):
                    r[2 * i + 768] = loaded[i] << 16
                    r[2 * i + 769] = loaded[i] & -0x10000
                for i in range(16):
                    f[i + 2440] = r[i + 760].b32
                for i in range(16):
                    products[i] = f[2472] * f[i + 2440]
            sums = reg.run(f32, 16)  #: f2457..2471/2 f2456..2470/2
            for i in range(8):
                sums[i] = ptx.fma.rn.f32(f[2605], acc[2 * i + 48], products[2 * i])
                sums[i + 8] = ptx.fma.rn.f32(
                    f[2605], acc[2 * i + 49], products[2 * i + 1]
                )
            packed = reg.run(b32, 8)  #: r776..783
            for i in range(8):
                packed[i] = cvt_rn_bf16x2(sums[i + 8], sums[i])
            _unused, barrier, threads = stmatrix_and_sync(
                smem_2_ptr + 12288, packed[0:4], smem_2_offset, packed[4:8], 128
            )  #: r784..794/5 r795
            store_tile_and_wait(
                is_greater, x, 96, smem_2_addr, 12800, tensor_map, y, z
            )  #: r798 r797
            bar_sync(barrier, threads)
            with ptx.unless(flag_d_is_zero):
                empty_bar = smem_2_addr + (release_stage << 3) + 160  #: r806 r808 r804
                mapa_mbarrier_arrive(empty_bar, cta_rank)
            release_stage = reg.from_(
                ptx.wrap(release_stage, 4), b32
            )  #: r809 p103 r1180
            cp_async_bulk_wait_group(0)
            param_0_at784 = ptx.ld.param.u64([param_0_ptr, 144])  #: rd46
            not_zero = param_0_at784 != 0  #: p104
            param_0_at776 = ptx.ld.param.u64([param_0_ptr, 136])  #: rd188
            is_zero = reg.from_(param_0_at776 == 0, pred)  #: p197
            with ptx.unless(not_zero & (param_0_at776 != 0)):  #: p105 p106
                param_0_at784_is_zero = param_0_at784 == 0  #: p107
                with ptx.block() as block_11:
                    with ptx.unless(param_0_at784_is_zero):
                        block_11.leave(when=(flag & 255) == 0)  #: rs64 p108
                        is_zero.set(f[2472] == 0.0)
                    with ptx.else_(end=block_11):
                        is_zero.set(f[2472] == 0.0)
                ptx.bra(L[101], when=is_zero)
            empty_bar = smem_2_addr + (release_stage << 3) + 160  #: r812 r814 r810
            mapa_mbarrier_arrive(empty_bar, cta_rank)
            release_stage.set(ptx.wrap(release_stage, 4))  #: r815 p109
            with L[101]:
                at1656 = ptx.ld.param.u64([param_0_ptr, 1016])  #: rd277
                mbarrier_arrive(smem_2_ptr_d)
                rd[283] = rd[283] + nctaid_product_times2
                is_at_most = at1656.u64 <= rd[283]  #: p110
                flag_d = reg.from_(u16(0), b16)  #: rs116
                chosen.set(-1)
                tile_x.set(chosen)
                z.set(chosen)
                with ptx.unless(is_at_most):
                    rd287 = part_2(
                        param_0_at1616, rd[283], widened[1]
                    )  #: rd.287 p111 rd189
                    at1584 = ptx.ld.param.u32([param_0_ptr, 944]).as_b64  #: rd280
                    at1600 = ptx.ld.param.u32([param_0_ptr, 960]).as_b64  #: rd279
                    at1608 = ptx.ld.param.u64([param_0_ptr, 968])  #: rd.278
                    is_zero = at1640 == 0  #: p112
                    quotient = rd287 >> param_0_at1624  #: rd50
                    high, cluster_ctaid, cluster_ctaid_y, rd51 = part(
                        quotient, at1608, rd[283], at1600, at1584
                    )  #: &high
                    masked = high & (at1576 + (2**32 - 1))  #: rd193 rd52
                    r106 = ptx.selp.b32(cluster_ctaid, cluster_ctaid_y, p53)  #: r.106
                    high = rd51 >> ptx.cvt.u32.u64(at1664_u64)  #: r825 rd53
                    high_product = reg.from_(u64(high), b64)  #: rd288
                    with ptx.unless(is_zero):
                        high_product.set(
                            ptx.mul.hi.u64(high + at1652_u64, at1640)
                        )  #: rd194
                    param_0_at1592 = ptx.ld.param.u64([param_0_ptr, 952])  #: rd.281
                    quotient_b = high_product >> ptx.cvt.u32.u64(
                        widened[2]
                    )  #: r826 rd195
                    remainder = high - quotient_b * param_0_at1632  #: rd196..197
                    rd200 = quotient_b * widened[3] + (rd51 & widened[0])  #: rd198..200
                    narrowed = ptx.cvt.u32.u64(rd200 * param_0_at1592)  #: rd201 r827
                    r828 = r106 + narrowed  #: r.828
                    rd203 = remainder * at1576 + masked  #: rd202..203
                    narrowed = ptx.cvt.u32.u64(rd203)  #: r829
                    tile_x.set(ptx.selp.b32(narrowed, r828, p53))
                    chosen.set(ptx.selp.b32(r828, narrowed, p53))
                    z.set(ptx.cvt.u32.u64(quotient))
                    flag_d.set(1)
                is_zero = (flag_d & 255) == 0  #: rs69 p115
                r830 = read_stage + shifted  #: r.830
                read_stage.set(r830 & 7)
                is_greater = shifted.u32 > 7  #: p116
                p118 = is_greater & (((r830 >> 3) & 1).b32 == 1)  #: r831 r832 p117..118
                r833 = ptx.selp.u32(1, 0, p118)  #: r.833
                all_true = (shifted.u32 < 8) & (r830.u32 > 7)  #: p119..121
                r835 = r[1158] ^ ptx.selp.u32(1, 0, all_true)  #: r834..835
                r[1158] = r835 ^ r833
                phase.set(phase ^ 1)
                release_stage_mod4.set(release_stage & 3)
                ptx.bra(L[188], when=is_zero)
                loop.again()
    # producer: loads tiles
    setmaxnreg_dec_sync(40)
    ptx.bra(L[188], when=warp_uniform_mod4 == 1)  #: p122
    is_zero = warp_uniform_mod4 == 0  #: p123
    with ptx.block(end=117) as block_12:
        with ptx.unless(is_zero, end=169):
            ptx.bra(L[188], when=warp_uniform_mod4 != 2)  #: p124
            param_0_at784 = ptx.ld.param.u64([param_0_ptr, 144])  #: rd56
            not_zero = param_0_at784 != 0  #: p125
            rd[57] = ptx.ld.param.u64([param_0_ptr, 136])
            block_12.leave(when=not_zero & (rd[57] != 0))  #: p126 p127
            ptx.bra(L[116], when=param_0_at784 == 0)  #: p128
            ptx.bra(L[115], when=flag == 0)  #: p129
            ptx.bra(L[188], when=f[2472] == 0.0)  #: p130
            block_12.leave()
        p168 = (flag_c & 255) == 0  #: rs86 p.168
        fill_phase = reg.from_(u32(1), b32)  #: r1208
        leader = reg.from_(u32(0), b32)  #: r1090
        fill_stage = reg.from_(u32(leader), b32)  #: r1207
        with ptx.unless(p168):
            fill_phase.set(1)
            masked = (r187 << 6) & 64  #: r1026 r150
            index = (r187 << 12) & 0x1000  #: r1027 r151
            widened = reg.run(b64, 6)  #: rd92..96/2 rd99..101
            widened[0] = ptx.cvt.u64.u32(param_0_at1624)
            at1576_sum = at1576 + (2**32 - 1)  #: rd93
            r1028 = u32(-1)  #: r.1028
            widened[1] = ptx.cvt.s64.s32(~(r1028 << at1664))  #: r1029 r1030
            at1664_u64 = ptx.cvt.u64.u32(at1664)  #: rd95
            widened[2] = ptx.cvt.u64.u32(at1628)
            tensor_map = ptx.cvta.param.u64(param_0_addr + 128)  #: rd257 rd97
            rd98 = ptx.cvta.param.u64(param_0_addr + 384)  #: rd258 rd.98
            widened[3] = ptx.cvt.u64.u32(param_0_at1648)
            widened[4] = ptx.cvt.s64.s32(fill_phase << at1664)  #: r1031
            widened[5] = ptx.cvt.u64.u32(at1652)
            param_0_at12_cdiv64_sum = param_0_at12_cdiv64 + 1  #: r152
            zero = u32(0)  #: r1025
            flag_b = reg.from_(u16(1), b16)  #: rs122
            fill_stage.set(zero)
            with ptx.loop() as loop_3:
                elected_leader = reg.from_(u32(zero), b32)  #: r1032
                elected = reg.from_(u32(zero), b32)  #: r1033
                elected_leader.set(elect_sync(elected, r1028))
                with ptx.if_(elected != 0) as block_13:  #: p169
                    block_13.leave(when=param_0_at12 < 1)  #: p170
                    y = (tile_x << 7) | masked  #: r1038 r158
                    r159 = chosen << 6  #: r.159
                    x = reg.from_(u32(0), b32)  #: r1200
                    remaining = reg.from_(u32(param_0_at12_cdiv64_sum), b32)  #: r1201
                    parity = reg.from_(u32(fill_phase), b32)  #: r1202
                    stage_b = reg.from_(u32(fill_stage), b32)  #: r1203
                    with ptx.loop() as loop_4:
                        ptx.pragma("nounroll")
                        smem_2_offset = stage_b << 3  #: r1042
                        smem_2_addr = ptx.mov.u32(smem_2)  #: r1043
                        full_bar = smem_2_addr + smem_2_offset  #: r1044
                        empty_bar = full_bar + 64  #: r1039
                        mbarrier_wait(empty_bar, parity, u32(10_000_000))  #: r1041
                        with ptx.if_(tid_mod128 == 0, over=True):  #: p171
                            mbarrier_arrive_expect_tx(full_bar, param_0_at640)
                        shifted = stage_b << 13  #: r1061
                        dst_tile = smem_2_addr + shifted + 17408  #: r1062 r1049
                        cache_policy = u64(ptx.EVICT_NORMAL)  #: rd262
                        cp_async_bulk_tensor(
                            dst_tile, tensor_map, (x, r159, z), full_bar, cache_policy
                        )
                        smem_2_offset = (shifted | index) << 1  #: r1063 r1064
                        dst_tile = smem_2_addr + smem_2_offset + 82944  #: r1065 r1054
                        cta_mask = u16(3)  #: rs88
                        cp_async_bulk_tensor_multicast_cluster(
                            dst_tile, rd98, (x, y, z), full_bar, cta_mask, cache_policy
                        )
                        ptx.advance(stage_b, 8, parity)  #: r1066 p172 r1067
                        x += 64
                        remaining -= 1
                        loop_4.again(when=remaining > 1)  #: p173
                is_greater = param_0_at12_cdiv64.u32 > 7  #: p174
                fill_stage_sum = fill_stage + param_0_at12_cdiv64  #: r1068
                p175 = fill_stage_sum.u32 > 7  #: p.175
                all_true = (param_0_at12_cdiv64.u32 < 8) & p175  #: p176 p177
                mixed = fill_phase ^ ptx.selp.u32(1, 0, all_true)  #: r1069 r1070
                matches = ((fill_stage_sum >> 3) & 1).b32 == 1  #: r1071 r1072 p178
                r1073 = ptx.selp.u32(1, 0, is_greater & matches)  #: p179 r.1073
                fill_phase.set(mixed ^ r1073)
                fill_stage.set(fill_stage_sum & 7)
                with ptx.if_((flag_b & 255) != 0):  #: rs89 p180
                    smem_2_addr = ptx.mov.u32(smem_2)  #: r1075
                    mbarrier_arrive(smem_2_addr + 232)  #: r1074
                rd[283] = rd[283] + nctaid_product
                is_at_most = param_0_at1656.u64 <= rd[283]  #: p181
                flag_b.set(0)
                chosen.set(-1)
                tile_x.set(chosen)
                z.set(chosen)
                rs[123] = flag_b
                with ptx.unless(is_at_most):
                    rd295 = part_2(
                        param_0_at1616, rd[283], widened[2]
                    )  #: rd.295 p182 rd263
                    quotient = rd295 >> ptx.cvt.u32.u64(widened[0])  #: r1082 rd106
                    rd266, cluster_ctaid, cluster_ctaid_y, high = part(
                        quotient,
                        param_0_at1608,
                        rd[283],
                        param_0_at1600,
                        param_0_at1584,
                    )  #: &rd266
                    at1576_sum_masked = rd266 & at1576_sum  #: rd108
                    r170 = ptx.selp.b32(cluster_ctaid, cluster_ctaid_y, p53)  #: r.170
                    rd109 = high >> ptx.cvt.u32.u64(at1664_u64)  #: r1085 rd.109
                    high_product = part_2(
                        at1640, rd109, widened[5]
                    )  #: rd296 p184 rd267
                    quotient_b = high_product >> ptx.cvt.u32.u64(
                        widened[3]
                    )  #: r1086 rd268
                    remainder = rd109 - quotient_b * param_0_at1632  #: rd269..270
                    rd273 = quotient_b * widened[4] + (high & widened[1])  #: rd271..273
                    narrowed = ptx.cvt.u32.u64(rd273 * at1592)  #: rd274 r1087
                    r1088 = r170 + narrowed  #: r.1088
                    rd276 = remainder * at1576 + at1576_sum_masked  #: rd275..276
                    narrowed = ptx.cvt.u32.u64(rd276)  #: r1089
                    tile_x.set(ptx.selp.b32(narrowed, r1088, p53))
                    chosen.set(ptx.selp.b32(r1088, narrowed, p53))
                    z.set(ptx.cvt.u32.u64(quotient))
                    rs[123] = 1
                loop_3.again(when=(rs[123] & 255) != 0)  #: rs95 p186
        member_mask = u32(-1)  #: r1092
        elected = reg.from_(u32(leader), b32)  #: r1091
        leader.set(elect_sync(elected, member_mask))
        ptx.bra(L[188], when=elected == 0)  #: p187
        smem_2_offset = fill_stage << 3  #: r1119
        smem_2_addr = ptx.mov.u32(smem_2)  #: r1120
        smem_2_ptr = smem_2_addr + 64  #: r1121
        empty_bar = smem_2_ptr + smem_2_offset  #: r1095
        time_hint = u32(10_000_000)  #: r1118
        mbarrier_wait(empty_bar, fill_phase, time_hint)
        next_stage, next_phase = ptx.wrap(
            fill_stage, 8, fill_phase
        )  #: r1122 p188 r1123 r1124 r1099
        fill_stage, fill_phase = (next_stage, next_phase)
        for i in range(6):
            empty_bar = smem_2_ptr + (fill_stage << 3)  #: (r1125..1145/4 r1098..1113/3)
            mbarrier_wait(empty_bar, fill_phase, time_hint)
            fill_stage, fill_phase = ptx.wrap(fill_stage, 8, fill_phase)  #: &fill_stage
        empty_bar = smem_2_ptr + (fill_stage << 3)  #: r1149 r1116
        mbarrier_wait(empty_bar, fill_phase, time_hint)
        ptx.bra.uni(L[188])
        with L[116]:
            ptx.bra(L[188], when=f[2472] == 0.0)  #: p132
            block_12.leave()
        with L[115]:
            ptx.bra(L[188], when=rd[57] == 0)  #: p131
    p133 = (flag_c & 255) == 0  #: rs70 p.133
    phase = reg.from_(u32(1), b32)  #: r1194
    with ptx.unless(p133) as block_14:
        tensor_map = ptx.cvta.param.u64(param_0_addr + 896)  #: rd204 rd58
        widened = reg.run(b64, 5)  #: rd59 rd63 rd65..67
        widened[0] = ptx.cvt.u64.u32(param_0_at1624)
        at1576_sum = at1576 + (2**32 - 1)  #: rd62
        widened[1] = ptx.cvt.s64.s32(~(u32(-1) << at1664))  #: r.840..842
        at1664_u64 = ptx.cvt.u64.u32(at1664)  #: rd64
        widened[2] = ptx.cvt.u64.u32(at1628)
        widened[3] = ptx.cvt.u64.u32(param_0_at1648)
        widened[4] = ptx.cvt.s64.s32(u32(1) << at1664)  #: r843 r844
        at1652_u64 = ptx.cvt.u64.u32(at1652)  #: rd68
        r838 = ptx.selp.u32(1, 0, is_zero)  #: r.838
        smem_2_addr = ptx.mov.u32(smem_2)  #: r845
        mbarrier_wait(smem_2_addr + 232, r838, u32(10_000_000))  #: r837 r839
        y = chosen << 6  #: r120
        x = tile_x << 7  #: r121
        param_0_at784 = ptx.ld.param.u64([param_0_ptr, 144])  #: rd69
        condition = ld_param_and_ld_global(
            param_0_at784, param_0_ptr, 136, z, f[2472], flag
        )  #: &condition
        is_zero_b = reg.scalar(pred)  #: p198
        with ptx.block(end=127) as block_16:
            with ptx.block(end=125) as block_17:
                with ptx.unless(condition, end=126):
                    block_17.leave(when=flag == 0)  #: p138
                    is_zero_b.set(f[2472] == 0.0)
                    block_16.leave()
                is_zero_b.set(f[2472] == 0.0)
                block_16.leave()
            is_zero_b.set(ptx.ld.param.u64([param_0_ptr, 136]) == 0)  #: rd208
        member_mask = u32(-1)  #: r850
        leader = reg.from_(u32(0), b32)  #: r848
        elected = reg.from_(u32(leader), b32)  #: r849
        leader.set(elect_sync(elected, member_mask))
        all_true = (elected != 0) & ~is_zero_b  #: p139 p140 p19
        empty_bar = smem_2_addr + 160  #: r853
        parity = u32(1)  #: r854
        time_hint = u32(10_000_000)  #: r855
        mbarrier_wait(empty_bar, parity, time_hint)
        inverted = ~all_true  #: p141
        with ptx.unless(inverted):
            load_tile(
                smem_2_addr, 512, 128, tensor_map, x, y, z, tx_count
            )  #: r857 r863 rd210
        smem_2_addr_plus128 = smem_2_addr + 128  #: r865
        mapa_mbarrier_arrive(smem_2_addr_plus128, cta_rank)
        smem_2_addr_plus168 = smem_2_addr + 168  #: r867
        mbarrier_wait(smem_2_addr_plus168, parity, time_hint)
        with ptx.unless(inverted):
            x_plus32 = x + 32  #: r873
            load_tile(
                smem_2_addr, 4608, 136, tensor_map, x_plus32, y, z, tx_count
            )  #: r871 r877 rd212
        smem_2_addr_plus136 = smem_2_addr + 136  #: r879
        mapa_mbarrier_arrive(smem_2_addr_plus136, cta_rank)
        smem_2_addr_plus176 = smem_2_addr + 176  #: r881
        parity = u32(1)  #: r882
        time_hint = u32(10_000_000)  #: r883
        mbarrier_wait(smem_2_addr_plus176, parity, time_hint)
        with ptx.unless(inverted):
            x_plus64 = x + 64  #: r887
            load_tile(
                smem_2_addr, 8704, 144, tensor_map, x_plus64, y, z, tx_count
            )  #: r885 r891 rd214
        smem_2_addr_plus144 = smem_2_addr + 144  #: r893
        mapa_mbarrier_arrive(smem_2_addr_plus144, cta_rank)
        mbar = smem_2_addr + 184  #: r895
        mbarrier_wait(mbar, parity, time_hint)
        with ptx.unless(inverted):
            x = x + 96  #: r901
            load_tile(
                smem_2_addr, 12800, 152, tensor_map, x, y, z, tx_count
            )  #: r899 r905 rd216
        smem_2_addr_plus152 = smem_2_addr + 152  #: r907
        mapa_mbarrier_arrive(smem_2_addr_plus152, cta_rank)
        j = reg.from_(rd[283] + nctaid_product, b64)  #: rd291
        j_is_at_most = param_0_at1656.u64 <= j  #: p145
        flag_b = reg.from_(u16(0), b16)  #: rs118
        chosen = reg.from_(u32(-1), b32)  #: r1190
        tile_x = reg.from_(u32(chosen), b32)  #: r1189
        z = reg.from_(u32(chosen), b32)  #: r1188
        with ptx.unless(j_is_at_most):
            high_product = part_2(param_0_at1616, j, widened[2])  #: rd289 p146 rd217
            quotient = high_product >> ptx.cvt.u32.u64(widened[0])  #: r916 rd74
            j_high, cluster_ctaid, cluster_ctaid_y, high = part(
                quotient, param_0_at1608, j, param_0_at1600, param_0_at1584
            )  #: &j_high
            masked = j_high & at1576_sum  #: rd76
            r122 = ptx.selp.b32(cluster_ctaid, cluster_ctaid_y, p53)  #: r.122
            rd77 = high >> ptx.cvt.u32.u64(at1664_u64)  #: r919 rd.77
            high_product = part_2(at1640, rd77, at1652_u64)  #: rd290 p148 rd.221
            quotient_b = high_product >> ptx.cvt.u32.u64(widened[3])  #: r920 rd222
            remainder = rd77 - quotient_b * param_0_at1632  #: rd223..224
            rd227 = quotient_b * widened[4] + (high & widened[1])  #: rd225..227
            r922 = r122 + ptx.cvt.u32.u64(rd227 * at1592)  #: rd228 r921..922
            narrowed = ptx.cvt.u32.u64(remainder * at1576 + masked)  #: rd229..230 r923
            tile_x.set(ptx.selp.b32(narrowed, r922, p53))
            chosen.set(ptx.selp.b32(r922, narrowed, p53))
            z.set(ptx.cvt.u32.u64(quotient))
            flag_b.set(1)
        is_zero = (flag_b & 255) == 0  #: rs77 p150
        phase.set(0)
        block_14.leave(when=is_zero)
        phase.set(0)
        with ptx.loop() as loop_5:
            ptx.pragma("nounroll")
            y = chosen << 6  #: r136
            x = tile_x << 7  #: r137
            param_0_at784 = ptx.ld.param.u64([param_0_ptr, 144])  #: rd81
            condition = ld_param_and_ld_global(
                param_0_at784, param_0_ptr, 136, z, f[2472], flag
            )  #: &condition_2
            is_zero_b = reg.scalar(pred)  #: p199
            with ptx.block(end=152) as block_19:
                with ptx.block(end=150) as block_20:
                    with ptx.unless(condition, end=151):
                        block_20.leave(when=(flag & 255) == 0)  #: rs80 p154
                        is_zero_b.set(f[2472] == 0.0)
                        block_19.leave()
                    is_zero_b.set(f[2472] == 0.0)
                    block_19.leave()
                is_zero_b.set(ptx.ld.param.u64([param_0_ptr, 136]) == 0)  #: rd234
            member_mask = u32(-1)  #: r930
            leader = reg.from_(u32(0), b32)  #: r928
            elected = reg.from_(u32(leader), b32)  #: r929
            leader.set(elect_sync(elected, member_mask))
            all_true = (elected != 0) & ~is_zero_b  #: p155 p156 p24
            time_hint = u32(10_000_000)  #: r935
            mbarrier_wait(empty_bar, phase, time_hint)
            inverted = ~all_true  #: p157
            with ptx.unless(inverted):
                dst_tile = smem_2_addr + 512  #: r937
                cache_policy = u64(ptx.EVICT_NORMAL)  #: rd236
                cp_async_bulk_tensor(
                    dst_tile, tensor_map, (x, y, z), smem_2_addr_plus128, cache_policy
                )
                mbarrier_expect_tx(smem_2_addr_plus128, tx_count)
            mapa_mbarrier_arrive(smem_2_addr_plus128, cta_rank)
            mbarrier_wait(smem_2_addr_plus168, phase, time_hint)
            with ptx.unless(inverted):
                x_plus32 = x + 32  #: r953
                dst_tile = smem_2_addr + 4608  #: r951
                cache_policy = u64(ptx.EVICT_NORMAL)  #: rd.238
                cp_async_bulk_tensor(
                    dst_tile,
                    tensor_map,
                    (x_plus32, y, z),
                    smem_2_addr_plus136,
                    cache_policy,
                )
                mbarrier_expect_tx(smem_2_addr_plus136, tx_count)
            mapa_mbarrier_arrive(smem_2_addr_plus136, cta_rank)
            time_hint = u32(10_000_000)  #: r963
            mbarrier_wait(smem_2_addr_plus176, phase, time_hint)
            with ptx.unless(inverted):
                x_plus64 = x + 64  #: r967
                dst_tile = smem_2_addr + 8704  #: r965
                cache_policy = u64(ptx.EVICT_NORMAL)  #: rd240
                cp_async_bulk_tensor(
                    dst_tile,
                    tensor_map,
                    (x_plus64, y, z),
                    smem_2_addr_plus144,
                    cache_policy,
                )
                mbarrier_expect_tx(smem_2_addr_plus144, tx_count)
            mapa_mbarrier_arrive(smem_2_addr_plus144, cta_rank)
            mbarrier_wait(mbar, phase, time_hint)
            with ptx.unless(inverted):
                x = x + 96  #: r981
                dst_tile = smem_2_addr + 12800  #: r979
                cache_policy = u64(ptx.EVICT_NORMAL)  #: rd.242
                cp_async_bulk_tensor(
                    dst_tile, tensor_map, (x, y, z), smem_2_addr_plus152, cache_policy
                )
                mbarrier_expect_tx(smem_2_addr_plus152, tx_count)
            mapa_mbarrier_arrive(smem_2_addr_plus152, cta_rank)
            phase.set(phase ^ 1)
            j += nctaid_product
            j_is_at_most = param_0_at1656.u64 <= j  #: p161
            flag_b = reg.from_(u16(0), b16)  #: rs121
            chosen.set(-1)
            tile_x.set(chosen)
            z.set(chosen)
            with ptx.unless(j_is_at_most):
                high_product = part_2(
                    param_0_at1616, j, widened[2]
                )  #: rd292 p162 rd243
                quotient = high_product >> ptx.cvt.u32.u64(widened[0])  #: r996 rd86
                j_high, cluster_ctaid, cluster_ctaid_y, high = part(
                    quotient, param_0_at1608, j, param_0_at1600, param_0_at1584
                )  #: &j_high_2
                masked = j_high & at1576_sum  #: rd88
                r139 = ptx.selp.b32(cluster_ctaid, cluster_ctaid_y, p53)  #: r.139
                rd89 = high >> ptx.cvt.u32.u64(at1664_u64)  #: r999 rd.89
                high_product = part_2(at1640, rd89, at1652_u64)  #: rd293 p164 rd247
                quotient_b = high_product >> ptx.cvt.u32.u64(widened[3])  #: r1000 rd248
                rd250 = rd89 - quotient_b * param_0_at1632  #: rd249..250
                rd253 = quotient_b * widened[4] + (high & widened[1])  #: rd251..253
                r1002 = r139 + ptx.cvt.u32.u64(rd253 * at1592)  #: rd254 r1001..1002
                narrowed = ptx.cvt.u32.u64(rd250 * at1576 + masked)  #: rd255..256 r1003
                tile_x.set(ptx.selp.b32(narrowed, r1002, p53))
                chosen.set(ptx.selp.b32(r1002, narrowed, p53))
                z.set(ptx.cvt.u32.u64(quotient))
                flag_b.set(1)
            loop_5.again(when=(flag_b & 255) != 0)  #: rs85 p166
    member_mask = u32(-1)  #: r1006
    leader = reg.from_(u32(0), b32)  #: r1004
    elected = reg.from_(u32(leader), b32)  #: r1005
    leader.set(elect_sync(elected, member_mask))
    ptx.bra(L[188], when=elected == 0)  #: p167
    smem_2_addr = ptx.mov.u32(smem_2)  #: r1021
    smem_2_ptr = smem_2_addr + 160  #: r1009
    time_hint = u32(10_000_000)  #: r1020
    empty_bar = smem_2_ptr
    for i in range(3):
        mbarrier_wait(empty_bar, phase, time_hint)
        empty_bar = smem_2_addr + (8 * i + 168)  #: r1012..1018/3
    mbarrier_wait(empty_bar, phase, time_hint)
    with L[188]:
        ptx.ret()
    #: &rd137: rd.135..136 r.362 rd.137 r359..361 r363 rd.26
    #: &high: rd190..191 r823 rd192 r820..822 r824 rd.51
    #: &rd266: rd264..265 r1083 rd.266 r1079..1081 r1084 rd107
    #: &fill_stage: (r1126..1146/4 p189..194 r1127..1147/4 r1128..1148/4 r1102..1117/3)
    #: &condition: p135 rd70 p136 rd205 r846 r847 rd206..207
    #: &j_high: rd218..219 r917 rd220 r913..915 r918 rd75
    #: &condition_2: p151 rd82 p152 rd231 r926 r927 rd232..233
    #: &j_high_2: rd244..245 r997 rd246 r993..995 r998 rd.87


ptx.layout(
    {
        "wgmma": (
            "\n",
            "||||||| |||   ||   ||   ||   ||   ||   ||   ||    ||   ||   ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  || || || ||  || || || || || || || ||  || || || || || || || ||  || || || || || || || ||| || || ||    || || || |",
        ),
        "wgmma_mma": (
            "\n",
            "||||||| |||   ||   ||   ||   ||   ||   ||   ||    ||   ||   ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||| || || ||    ||  ||  ||  |",
        ),
    }
)
