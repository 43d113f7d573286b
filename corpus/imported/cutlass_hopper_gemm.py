from typing import Annotated

from ptxpy import L, b8, b32, f16, kernel, module, pred, ptx, reg, var

module("nvcc-13.0", version="9.0", target="sm_90a")

b8x1792_align128 = Annotated[b8, b8.align(128)[1792]]


def elect_sync(dst, dst_2, membermask):
    with ptx.asm(newline=True), ptx.scope(closing="\n"):
        rx = reg.scalar(b32, "%rx", before="\n")
        px = reg.scalar(pred, "%px", before="\n")
        ptx.inst.elect.sync(ptx.pair(rx, px), membermask, before="\n     ")
        ptx.inst.mov.s32(dst, 1, when=px, before="\n")
        ptx.inst.mov.s32(dst_2, rx, before="\n     ")


def read_cluster_ctarank(dst):
    with ptx.asm(newline=True):
        ptx.inst.mov.u32(dst, ptx.special.cluster_ctarank)


def prefetch_tensormap(addr):
    with ptx.asm():
        ptx.prefetch.tensormap([addr])


def mbarrier_init(mbar, count):
    with ptx.asm(), ptx.scope(closing=" \n"):
        ptx.mbarrier.init.shared__cta.b64([mbar], count)


def fence_mbarrier_init_release():
    with ptx.asm(), ptx.scope(closing=" \n"):
        ptx.fence.mbarrier_init.release.cluster()


def read_cluster_ctaid_x(dst):
    with ptx.asm(newline=True):
        ptx.inst.mov.u32(dst, ptx.special.cluster_ctaid.x)


def read_cluster_ctaid_y(dst):
    with ptx.asm(newline=True):
        ptx.inst.mov.u32(dst, ptx.special.cluster_ctaid.y)


def read_cluster_ctaid_z(dst):
    with ptx.asm(newline=True):
        ptx.inst.mov.u32(dst, ptx.special.cluster_ctaid.z)


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
        P1 = reg.scalar(pred, "P1", within=" |       |")
        with (
            ptx.block(end="DONE", closing=" \n\t") as block,
            ptx.loop("LAB_WAIT", before=" \n\t") as loop,
        ):
            ptx.inst.mbarrier.try_wait.parity.shared__cta.b64(
                P1, [mbar], phase_parity, suspend_time_hint, before=" \n\t"
            )
            block.leave(when=P1, before=" \n\t")
            loop.again(uni=False, before=" \n\t", within="     |")


def mbarrier_arrive_expect_tx(mbar, tx_count):
    with ptx.asm(), ptx.scope(closing=" \n\t"):
        ptx.inst.mbarrier.arrive.expect_tx.shared__cta.b64("_", [mbar], tx_count)


def cp_async_bulk_tensor(
    dst_mem,
    tensor_map,
    tensor_coords0,
    tensor_coords1,
    tensor_coords2,
    mbar,
    cache_policy,
):
    with ptx.asm():
        ptx.cp.async_.bulk.tensor._3d.shared__cluster.global_.mbarrier__complete_tx__bytes.L2__cache_hint(
            [dst_mem],
            [tensor_map, (tensor_coords0, tensor_coords1, tensor_coords2)],
            [mbar],
            cache_policy,
        )


def cp_async_bulk_tensor_multicast_cluster(
    dst_mem,
    tensor_map,
    tensor_coords0,
    tensor_coords1,
    tensor_coords2,
    mbar,
    cta_mask,
    cache_policy,
):
    with ptx.asm():
        ptx.cp.async_.bulk.tensor._3d.shared__cluster.global_.mbarrier__complete_tx__bytes.multicast__cluster.L2__cache_hint(
            [dst_mem],
            [tensor_map, (tensor_coords0, tensor_coords1, tensor_coords2)],
            [mbar],
            cta_mask,
            cache_policy,
        )


def mbarrier_arrive(mbar):
    with ptx.asm(), ptx.scope():
        ptx.inst.mbarrier.arrive.shared__cta.b64("_", [mbar])


def empty_asm():
    with ptx.asm():
        pass


def mbarrier_try_wait(dst, mbar, phase_parity):
    with ptx.asm(), ptx.scope(closing=" \n\t"):
        P1 = reg.scalar(pred, "P1")
        ptx.inst.mbarrier.try_wait.parity.shared__cta.b64(
            P1, [mbar], phase_parity, before=" \n\t"
        )
        ptx.inst.selp.b32(dst, 1, 0, P1, before=" \n\t")


def wgmma_fence():
    with ptx.asm(newline=True):
        ptx.wgmma.fence.sync.aligned()


def wgmma_mma_async_f16(acc, a_desc, b_desc, scale_d):
    with ptx.asm(newline=True), ptx.scope(closing="\n"):
        p = reg.scalar(pred, "p", before="\n")
        ptx.inst.setp.ne.b32(p, scale_d, 0, before="\n")
        ptx.wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16(
            acc,
            a_desc,
            b_desc,
            p,
            1,
            1,
            0,
            0,
            before="\n",
            within="||||||| |||   ||   ||   ||   ||   ||   ||   ||    ||   ||   ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  || || || ||  || || || || || || || ||  || || || || || || || ||  || || || || || || || ||| || || ||    || || || |",
        )


def wgmma_commit_group():
    with ptx.asm(newline=True):
        ptx.wgmma.commit_group.sync.aligned()


def wgmma_wait_group(n):
    with ptx.asm(newline=True):
        ptx.wgmma.wait_group.sync.aligned(n)


def mapa_mbarrier_arrive(addr, cta_rank):
    with ptx.asm(), ptx.scope():
        remAddr32 = reg.scalar(b32, "remAddr32")
        ptx.inst.mapa.shared__cluster.u32(
            remAddr32, addr, cta_rank, within="||  || || |"
        )
        ptx.mbarrier.arrive.shared__cluster.b64("_", [remAddr32], within="|||  || |||")


def ldmatrix_sync_aligned(r, addr):
    with ptx.asm(newline=True):
        ptx.inst.ldmatrix.sync.aligned.x4.m8n8.shared.b16(r, [addr])


def cvt(dst, value):
    with ptx.asm(newline=True), ptx.scope(closing=""):
        low, high = reg.scalar(f16, "low", "high", before="", within=" | |||")
        ptx.inst.mov.b32((low, high), value, before="\n  ", within="| |||||||")
        ptx.inst.cvt.f32.f16(dst, low, before="\n  ")


def cvt_2(dst, value):
    with ptx.asm(newline=True), ptx.scope(closing=""):
        low, high = reg.scalar(f16, "low", "high", before="", within=" | |||")
        ptx.inst.mov.b32((low, high), value, before="\n  ", within="| |||||||")
        ptx.inst.cvt.f32.f16(dst, high, before="\n  ")


def cvt_rn_f16x2(dst, a, b):
    with ptx.asm(newline=True), ptx.scope(closing=" "):
        ptx.inst.cvt.rn.f16x2.f32(dst, a, b, before=" ")


def stmatrix_sync_aligned(addr, r):
    with ptx.asm(newline=True):
        ptx.stmatrix.sync.aligned.x4.m8n8.shared.b16([addr], r)


def fence_proxy_async():
    with ptx.asm(), ptx.scope(closing=" \n"):
        ptx.fence.proxy.async_.shared__cta()


def bar_sync(barrier, threads):
    with ptx.asm():
        ptx.bar.sync(barrier, threads)


def cp_async_bulk_tensor_shared_cta(
    tensor_map, tensor_coords0, tensor_coords1, tensor_coords2, src_mem
):
    with ptx.asm():
        ptx.cp.async_.bulk.tensor._3d.global_.shared__cta.bulk_group(
            [tensor_map, (tensor_coords0, tensor_coords1, tensor_coords2)], [src_mem]
        )


def cp_async_bulk_commit_group():
    with ptx.asm():
        ptx.cp.async_.bulk.commit_group()


def cp_async_bulk_wait_group(n):
    with ptx.asm():
        ptx.cp.async_.bulk.wait_group.read(n)


def mbarrier_expect_tx(mbar, tx_count):
    with ptx.asm(), ptx.scope(closing=" \n\t"):
        ptx.mbarrier.expect_tx.shared__cta.b64([mbar], tx_count)


def wgmma_mma_async_bf16(acc, a_desc, b_desc, scale_d):
    with ptx.asm(newline=True), ptx.scope(closing="\n"):
        p = reg.scalar(pred, "p", before="\n")
        ptx.inst.setp.ne.b32(p, scale_d, 0, before="\n")
        ptx.wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16(
            acc,
            a_desc,
            b_desc,
            p,
            1,
            1,
            0,
            0,
            before="\n",
            within="||||||| |||   ||   ||   ||   ||   ||   ||   ||    ||   ||   ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||| || || ||    ||  ||  ||  |",
        )


def cvt_rn_bf16x2(dst, a, b):
    with ptx.asm(newline=True):
        ptx.inst.cvt.rn.bf16x2.f32(dst, a, b)


begin = var(
    "global",
    b8[1],
    "_ZN45_INTERNAL_ac8956a8_14_hopper_gemm_cu_2a16275d4cuda3std3__45__cpo5beginE",
    align=1,
)
end = var(
    "global",
    b8[1],
    "_ZN45_INTERNAL_ac8956a8_14_hopper_gemm_cu_2a16275d4cuda3std3__45__cpo3endE",
    align=1,
)
cbegin = var(
    "global",
    b8[1],
    "_ZN45_INTERNAL_ac8956a8_14_hopper_gemm_cu_2a16275d4cuda3std3__45__cpo6cbeginE",
    align=1,
)
cend = var(
    "global",
    b8[1],
    "_ZN45_INTERNAL_ac8956a8_14_hopper_gemm_cu_2a16275d4cuda3std3__45__cpo4cendE",
    align=1,
)
ignore = var(
    "global",
    b8[1],
    "_ZN45_INTERNAL_ac8956a8_14_hopper_gemm_cu_2a16275d4cuda3std3__447_GLOBAL__N__ac8956a8_14_hopper_gemm_cu_2a16275d6ignoreE",
    align=1,
)
piecewise_construct = var(
    "global",
    b8[1],
    "_ZN45_INTERNAL_ac8956a8_14_hopper_gemm_cu_2a16275d4cuda3std3__419piecewise_constructE",
    align=1,
)
in_place = var(
    "global",
    b8[1],
    "_ZN45_INTERNAL_ac8956a8_14_hopper_gemm_cu_2a16275d4cuda3std3__48in_placeE",
    align=1,
)
swap = var(
    "global",
    b8[1],
    "_ZN45_INTERNAL_ac8956a8_14_hopper_gemm_cu_2a16275d4cuda3std6ranges3__45__cpo4swapE",
    align=1,
)
iter_move = var(
    "global",
    b8[1],
    "_ZN45_INTERNAL_ac8956a8_14_hopper_gemm_cu_2a16275d4cuda3std6ranges3__45__cpo9iter_moveE",
    align=1,
)
product = var(
    "global",
    b8[1],
    "_ZN45_INTERNAL_ac8956a8_14_hopper_gemm_cu_2a16275d4cute7productE",
    align=1,
)
x_ = var(
    "global",
    b8[1],
    "_ZN45_INTERNAL_ac8956a8_14_hopper_gemm_cu_2a16275d4cute1_E",
    align=1,
)
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
    p, rs, f, r, rd = reg.bulk(p=211, rs=136, f=5033, r=1715, rd=320)
    param_0_addr = rd[101] = ptx.mov.b64(param_0)
    tid = r[1] = ptx.special.tid.x()
    r[2] = tid >> 5
    r[363] = 31
    r[357] = 0
    r[359] = -1
    r[364], p[16] = ptx.shfl.sync.idx.b32(r[2], r[357], r[363], r[359])
    r[365] = r[364].s32 >> 31
    r[366] = r[365] >> 30
    r[367] = r[364] + r[366]
    r[368] = r[367] & -4
    r[3] = r[364] - r[368]
    r[369] = tid >> 7
    r[4], p[1] = ptx.shfl.sync.idx.b32(r[369], r[357], r[363], r[359])
    r[358] = r[357]
    elect_sync(r[358], r[357], r[359])
    read_cluster_ctarank(r[362])
    p[17] = r[364] != 0
    p[18] = r[358] == 0
    p[19] = p[17] | p[18]
    with ptx.unless(p[19]):
        rd[106] = param_0_addr + 128
        rd[102] = ptx.cvta.param.u64(rd[106])
        prefetch_tensormap(rd[102])
        rd[107] = param_0_addr + 384
        rd[103] = ptx.cvta.param.u64(rd[107])
        prefetch_tensormap(rd[103])
        rd[108] = param_0_addr + 896
        rd[104] = ptx.cvta.param.u64(rd[108])
        prefetch_tensormap(rd[104])
        rd[109] = param_0_addr + 1152
        rd[105] = ptx.cvta.param.u64(rd[109])
        prefetch_tensormap(rd[105])
    rd[2] = param_0_addr + 784
    rd[3] = ptx.ld.param.u64([param_0_addr, 784])
    p[20] = rd[3] != 0
    rd[305] = ptx.ld.param.u64([param_0_addr, 776])
    rs[120] = 0
    with ptx.unless(p[20]) as block:
        p[21] = rd[305] == 0
        with ptx.unless(p[21]):
            rd[110] = ptx.cvta.to.global_.u64(rd[305])
            f[4766] = ptx.ld.global_.f32([rd[110]])
            rs[120] = 1
            block.leave()
        f[4766] = ptx.ld.param.f32([rd[2], -16])
        rs[120] = 1
        rd[305] = 0
    p[22] = rd[305] != 0
    rs[121] = 1
    p[24] = p[20] & p[22]
    with ptx.unless(p[24]):
        p[25] = rd[305] == 0
        p[26] = rs[120] == 0
        p[27] = f[4766] == 0.0
        r[370] = ptx.selp.u32(-1, 0, p[25])
        p[28] = rd[3] == 0
        r[371] = ptx.selp.u32(-1, 0, p[27])
        r[372] = ptx.selp.b32(r[370], r[371], p[26])
        r[373] = ptx.selp.b32(r[371], r[372], p[28])
        r[374] = r[373] & 1
        p[29] = r[374].b32 == 1
        p[30] = ~p[29]
        rs[121] = ptx.selp.u16(1, 0, p[30])
    r[6] = ptx.ld.param.u32([rd[2], -144])
    r[380] = 31
    r[382] = 0
    r[377] = -1
    r[7], p[2] = ptx.shfl.sync.idx.b32(r[2], r[382], r[380], r[377])
    r[375] = r[382]
    r[376] = r[382]
    elect_sync(r[376], r[375], r[377])
    r[381], p[31] = ptx.shfl.sync.idx.b32(r[2], r[382], r[380], r[377])
    p[32] = r[381] != 0
    with ptx.unless(p[32]) as block_2:
        r[383] = r[382]
        elect_sync(r[383], r[382], r[377])
        p[33] = r[383] == 0
        block_2.leave(when=p[33])
        r[399] = 1
        r[388] = ptx.mov.u32(smem_2)
        mbarrier_init(r[388], r[399])
        r[390] = r[388] + 32
        r[401] = 4
        mbarrier_init(r[390], r[401])
        for i in range(3):
            r[4 * i + 392] = r[388] + (8 * i + 8)
            mbarrier_init(r[4 * i + 392], r[399])
            r[4 * i + 394] = r[388] + (8 * i + 40)
            mbarrier_init(r[4 * i + 394], r[401])
    fence_mbarrier_init_release()
    read_cluster_ctaid_x(r[403])
    read_cluster_ctaid_y(r[404])
    read_cluster_ctaid_z(r[405])
    r[407] = tid.s32 >> 31
    r[408] = r[407] >> 25
    r[409] = tid + r[408]
    r[410] = r[409] & -128
    r[9] = tid - r[410]
    r[411] = r[9].s32 >> 31
    r[412] = r[411] >> 29
    r[413] = r[9] + r[412]
    r[414] = r[413].s32 >> 3
    r[415] = r[413].s32 >> 31
    r[416] = r[415] >> 30
    r[417] = r[414] + r[416]
    r[418] = r[417] & -4
    r[419] = r[414] - r[418]
    r[420] = r[7].s32 >> 31
    r[421] = r[420] >> 30
    r[422] = r[7] + r[421]
    r[423] = r[422] & 0x3FFFFFFC
    r[424] = r[7] - r[423]
    r[425] = r[424] << 2
    r[426] = r[425] + r[419]
    r[427] = r[426] << 2
    r[428] = r[427] & 12
    r[10] = r[428] ^ r[426]
    r[429] = r[426] >> 31
    r[430] = r[426] + r[429]
    r[431] = r[430] & -2
    r[432] = r[426] - r[431]
    p[34] = r[432] == r[403]
    r[1548] = 1
    with ptx.unless(p[34]):
        r[433] = r[10] >> 31
        r[434] = r[10] + r[433]
        r[435] = r[434].s32 >> 1
        p[35] = r[435] == r[404]
        r[1548] = ptx.selp.u32(1, 0, p[35])
    p[36] = r[10].u32 < 2
    r[443] = r[9] & 7
    p[37] = r[443] == 0
    r[470] = 0
    p[38] = p[37] & p[36]
    r[444] = ptx.selp.u32(1, 0, p[38])
    r[13] = r[1548] & r[444]
    read_cluster_ctarank(r[436])
    read_cluster_ctarank(r[437])
    r[15] = ptx.ld.param.u32([rd[2], 624])
    r[445] = 31
    r[440] = -1
    r[446], p[39] = ptx.shfl.sync.idx.b32(r[2], r[470], r[445], r[440])
    r[438] = r[470]
    r[439] = r[470]
    elect_sync(r[439], r[438], r[440])
    r[447], p[40] = ptx.shfl.sync.idx.b32(r[2], r[470], r[445], r[440])
    p[41] = r[447] != 0
    with ptx.unless(p[41]) as block_3:
        r[448] = r[470]
        r[449] = r[470]
        elect_sync(r[449], r[448], r[440])
        p[42] = r[449] == 0
        block_3.leave(when=p[42])
        r[469] = ptx.mov.u32(smem_2)
        r[454] = r[469] + 64
        r[465] = 32
        mbarrier_init(r[454], r[465])
        r[456] = r[469] + 96
        r[467] = 256
        mbarrier_init(r[456], r[467])
        for i in range(3):
            r[4 * i + 458] = r[469] + (8 * i + 72)
            mbarrier_init(r[4 * i + 458], r[465])
            r[4 * i + 460] = r[469] + (8 * i + 104)
            mbarrier_init(r[4 * i + 460], r[467])
    fence_mbarrier_init_release()
    r[476], p[43] = ptx.shfl.sync.idx.b32(r[2], r[470], r[445], r[440])
    r[471] = r[470]
    elect_sync(r[471], r[470], r[440])
    p[44] = r[476] != 0
    p[45] = r[471] == 0
    p[46] = p[44] | p[45]
    with ptx.unless(p[46]):
        r[481] = ptx.mov.u32(smem_2)
        r[478] = r[481] + 128
        r[479] = 32
        mbarrier_init(r[478], r[479])
        r[480] = r[481] + 136
        mbarrier_init(r[480], r[479])
    fence_mbarrier_init_release()
    barrier_cluster_arrive()
    r[16] = ptx.ld.param.u32([rd[2], -772])
    rd[6] = ptx.ld.param.u64([rd[2], 792])
    r[17] = ptx.ld.param.u32([rd[2], 800])
    rd[7] = ptx.cvt.u64.u32(r[17])
    rd[8] = ptx.ld.param.u64([rd[2], 808])
    r[18] = ptx.ld.param.u32([rd[2], 816])
    rd[9] = ptx.cvt.u64.u32(r[18])
    rd[10] = ptx.ld.param.u64([rd[2], 824])
    rd[11] = ptx.ld.param.u64([rd[2], 832])
    r[482:484] = ptx.ld.param.v2.u32([rd[2], 840])
    rd[112:114] = ptx.ld.param.v2.u64([rd[2], 848])
    r[484:486] = ptx.ld.param.v2.u32([rd[2], 864])
    rd[16] = ptx.ld.param.u64([rd[2], 872])
    r[486:488] = ptx.ld.param.v2.u32([rd[2], 880])
    p[47] = r[487] == 1
    ctaid = r[488] = ptx.special.ctaid.x()
    rd[17] = ptx.cvt.u64.u32(ctaid)
    with ptx.if_(p[47], over=True):
        ctaid_y = r[491] = ptx.special.ctaid.y()
        nctaid = r[492] = ptx.special.nctaid.x()
        rd[117] = ptx.mul.wide.u32(ctaid_y, nctaid)
        rd[20] = rd[117] + rd[17]
    with ptx.else_():
        nctaid_y = r[489] = ptx.special.nctaid.y()
        ctaid_y_2 = r[490] = ptx.special.ctaid.y()
        rd[114] = ptx.cvt.u64.u32(ctaid_y_2)
        rd[115] = ptx.cvt.u64.u32(nctaid_y)
        rd[116] = rd[17] * rd[115]
        rd[20] = rd[116] + rd[114]
    nctaid_2 = r[493] = ptx.special.nctaid.x()
    nctaid_y_2 = r[494] = ptx.special.nctaid.y()
    rd[118] = ptx.mul.wide.u32(nctaid_2, nctaid_y_2)
    nctaid_z = r[495] = ptx.special.nctaid.z()
    rd[119] = ptx.cvt.u64.u32(nctaid_z)
    rd[21] = rd[118] * rd[119]
    barrier_cluster_wait()
    p[48] = r[4] == 0
    with ptx.block() as block_4:
        with ptx.block(end=164) as block_5:
            with ptx.block(end=220) as block_6:
                with ptx.block() as block_7:
                    with ptx.block(end=32) as block_8:
                        with ptx.unless(p[48], end=149):
                            r[496] = r[4] - 1
                            p[49] = r[496].u32 > 1
                            block_6.leave(when=p[49])
                            p[50] = rd[16].u64 <= rd[20]
                            rs[125] = 0
                            r[1558] = -1
                            r[1557] = r[1558]
                            r[1556] = r[1558]
                            rs[122] = rs[125]
                            with ptx.unless(p[50]):
                                p[51] = rd[11] == 0
                                rd[307] = rd[20]
                                with ptx.unless(p[51]):
                                    rd[120] = ptx.cvt.u64.u32(r[483])
                                    rd[121] = rd[20] + rd[120]
                                    rd[307] = ptx.mul.hi.u64(rd[121], rd[11])
                                rd[24] = rd[307] >> r[482]
                                rd[122] = rd[24] * rd[10]
                                rd[123] = rd[20] - rd[122]
                                r[503] = ptx.cvt.u32.u64(rd[9])
                                rd[124] = rd[123] >> r[503]
                                read_cluster_ctaid_x(r[500])
                                read_cluster_ctaid_y(r[501])
                                read_cluster_ctaid_z(r[502])
                                r[504] = ptx.cvt.u32.u64(rd[7])
                                rd[25] = rd[124] >> r[504]
                                rd[125] = rd[6] + 4294967295
                                rd[26] = rd[124] & rd[125]
                                r[32] = ptx.selp.b32(r[500], r[501], p[47])
                                rd[27] = rd[25] >> r[486]
                                p[53] = rd[113] == 0
                                rd[308] = rd[27]
                                with ptx.unless(p[53]):
                                    rd[126] = ptx.cvt.u64.u32(r[485])
                                    rd[127] = rd[27] + rd[126]
                                    rd[308] = ptx.mul.hi.u64(rd[127], rd[113])
                                rd[128] = rd[308] >> r[484]
                                rd[129] = rd[128] * rd[112]
                                rd[130] = rd[27] - rd[129]
                                r[505] = 1
                                r[506] = r[505] << r[486]
                                rd[131] = ptx.cvt.u64.u32(r[506])
                                rd[132] = rd[128] * rd[131]
                                r[507] = -1
                                r[508] = r[507] << r[486]
                                r[509] = ~r[508]
                                rd[133] = ptx.cvt.u64.u32(r[509])
                                rd[134] = rd[25] & rd[133]
                                rd[135] = rd[132] + rd[134]
                                rd[136] = rd[135] * rd[8]
                                r[510] = ptx.cvt.u32.u64(rd[136])
                                r[511] = r[32] + r[510]
                                rd[137] = rd[130] * rd[6]
                                rd[138] = rd[137] + rd[26]
                                r[512] = ptx.cvt.u32.u64(rd[138])
                                r[1557] = ptx.selp.b32(r[512], r[511], p[47])
                                r[1558] = ptx.selp.b32(r[511], r[512], p[47])
                                r[1556] = ptx.cvt.u32.u64(rd[24])
                                rs[122] = 1
                            setmaxnreg_inc_sync(232)
                            rd[139] = ptx.ld.param.u64([rd[2]])
                            p[55] = rd[139] != 0
                            block_7.leave(when=p[55])
                            rd[30] = ptx.ld.param.u64([rd[2], -8])
                            p[56] = rd[30] == 0
                            block_8.leave(when=p[56])
                            rd[140] = ptx.cvta.to.global_.u64(rd[30])
                            f[5027] = ptx.ld.global_.f32([rd[140]])
                            rs[125] = 1
                            block_7.leave()
                        p[147] = rd[16].u64 <= rd[20]
                        rs[129] = 0
                        r[1697] = -1
                        r[1696] = r[1697]
                        r[1695] = r[1697]
                        with ptx.unless(p[147]):
                            p[148] = rd[11] == 0
                            rd[312] = rd[20]
                            with ptx.unless(p[148]):
                                rd[226] = ptx.cvt.u64.u32(r[483])
                                rd[227] = rd[20] + rd[226]
                                rd[312] = ptx.mul.hi.u64(rd[227], rd[11])
                            rd[51] = rd[312] >> r[482]
                            rd[228] = rd[51] * rd[10]
                            rd[229] = rd[20] - rd[228]
                            r[1269] = ptx.cvt.u32.u64(rd[9])
                            rd[230] = rd[229] >> r[1269]
                            read_cluster_ctaid_x(r[1266])
                            read_cluster_ctaid_y(r[1267])
                            read_cluster_ctaid_z(r[1268])
                            r[1270] = ptx.cvt.u32.u64(rd[7])
                            rd[52] = rd[230] >> r[1270]
                            rd[231] = rd[6] + 4294967295
                            rd[53] = rd[230] & rd[231]
                            r[298] = ptx.selp.b32(r[1266], r[1267], p[47])
                            rd[54] = rd[52] >> r[486]
                            p[150] = rd[113] == 0
                            rd[313] = rd[54]
                            with ptx.unless(p[150]):
                                rd[232] = ptx.cvt.u64.u32(r[485])
                                rd[233] = rd[54] + rd[232]
                                rd[313] = ptx.mul.hi.u64(rd[233], rd[113])
                            rd[234] = rd[313] >> r[484]
                            rd[235] = rd[234] * rd[112]
                            rd[236] = rd[54] - rd[235]
                            r[1271] = 1
                            r[1272] = r[1271] << r[486]
                            rd[237] = ptx.cvt.u64.u32(r[1272])
                            rd[238] = rd[234] * rd[237]
                            r[1273] = -1
                            r[1274] = r[1273] << r[486]
                            r[1275] = ~r[1274]
                            rd[239] = ptx.cvt.u64.u32(r[1275])
                            rd[240] = rd[52] & rd[239]
                            rd[241] = rd[238] + rd[240]
                            rd[242] = rd[241] * rd[8]
                            r[1276] = ptx.cvt.u32.u64(rd[242])
                            r[1277] = r[298] + r[1276]
                            rd[243] = rd[236] * rd[6]
                            rd[244] = rd[243] + rd[53]
                            r[1278] = ptx.cvt.u32.u64(rd[244])
                            r[1696] = ptx.selp.b32(r[1278], r[1277], p[47])
                            r[1697] = ptx.selp.b32(r[1277], r[1278], p[47])
                            r[1695] = ptx.cvt.u32.u64(rd[51])
                            rs[129] = 1
                        setmaxnreg_dec_sync(40)
                        p[152] = r[3] == 1
                        block_6.leave(when=p[152])
                        p[153] = r[3] == 0
                        with ptx.unless(p[153], end=201):
                            p[154] = r[3] == 3
                            block_6.leave(when=p[154])
                            p[155] = r[3] != 2
                            p[156] = rs[121] == 0
                            p[157] = p[155] | p[156]
                            block_6.leave(when=p[157])
                            rs[82] = rs[129] & 255
                            p[158] = rs[82] == 0
                            with ptx.unless(p[158]):
                                r[1280] = ptx.selp.u32(1, 0, p[153])
                                r[1282] = ptx.mov.u32(smem_2)
                                r[1279] = r[1282] + 136
                                r[1281] = 10000000
                                mbarrier_wait(r[1279], r[1280], r[1281])
                            rd[245] = ptx.ld.param.u64([rd[2]])
                            p[160] = rd[245] != 0
                            rs[132] = 0
                            block_4.leave(when=p[160])
                            rd[57] = ptx.ld.param.u64([rd[2], -8])
                            p[161] = rd[57] == 0
                            block_5.leave(when=p[161])
                            rd[246] = ptx.cvta.to.global_.u64(rd[57])
                            f[5032] = ptx.ld.global_.f32([rd[246]])
                            rs[132] = 1
                            block_4.leave()
                        rs[95] = rs[129] & 255
                        p[184] = rs[95] == 0
                        r[1714] = 1
                        r[1512] = 0
                        r[1713] = r[1512]
                        with ptx.unless(p[184]):
                            r[1444] = r[16] + 63
                            r[1445] = r[1444].s32 >> 31
                            r[1446] = r[1445] >> 26
                            r[1447] = r[1444] + r[1446]
                            r[323] = r[1447].s32 >> 6
                            r[1714] = 1
                            r[1448] = r[362] << 7
                            r[324] = r[1448] & 128
                            r[1449] = r[362] << 13
                            r[325] = r[1449] & 0x2000
                            rd[81] = ptx.cvt.u64.u32(r[482])
                            rd[82] = rd[6] + 4294967295
                            r[1450] = -1
                            r[1451] = r[1450] << r[486]
                            r[1452] = ~r[1451]
                            rd[83] = ptx.cvt.s64.s32(r[1452])
                            rd[84] = ptx.cvt.u64.u32(r[486])
                            rd[85] = ptx.cvt.u64.u32(r[483])
                            rd[282] = param_0_addr + 128
                            rd[86] = ptx.cvta.param.u64(rd[282])
                            rd[283] = param_0_addr + 384
                            rd[87] = ptx.cvta.param.u64(rd[283])
                            rd[88] = ptx.cvt.u64.u32(r[484])
                            r[1453] = r[1714] << r[486]
                            rd[89] = ptx.cvt.s64.s32(r[1453])
                            rd[90] = ptx.cvt.u64.u32(r[485])
                            r[326] = r[323] + 1
                            r[327] = tid & 127
                            r[1443] = 0
                            rs[134] = 1
                            r[1713] = r[1443]
                            with ptx.loop() as loop:
                                r[1454] = r[1443]
                                r[1455] = r[1443]
                                elect_sync(r[1455], r[1454], r[1450])
                                p[185] = r[1455] == 0
                                with ptx.unless(p[185]) as block_9:
                                    p[186] = r[16] < 1
                                    block_9.leave(when=p[186])
                                    r[1460] = r[1696] << 8
                                    r[333] = r[1460] | r[324]
                                    r[334] = r[1697] << 7
                                    r[1706] = 0
                                    r[1707] = r[326]
                                    r[1708] = r[1714]
                                    r[1709] = r[1713]
                                    with ptx.loop() as loop_2:
                                        ptx.pragma("nounroll")
                                        r[1464] = r[1709] << 3
                                        r[1465] = ptx.mov.u32(smem_2)
                                        r[1466] = r[1465] + r[1464]
                                        r[1461] = r[1466] + 32
                                        r[1463] = 10000000
                                        mbarrier_wait(r[1461], r[1708], r[1463])
                                        p[187] = r[327] == 0
                                        with ptx.if_(p[187], over=True):
                                            mbarrier_arrive_expect_tx(r[1466], r[6])
                                        r[1483] = r[1709] << 14
                                        r[1484] = r[1465] + r[1483]
                                        r[1471] = r[1484] + 33792
                                        rd[287] = 0x1000000000000000
                                        cp_async_bulk_tensor(
                                            r[1471],
                                            rd[86],
                                            r[1706],
                                            r[334],
                                            r[1695],
                                            r[1466],
                                            rd[287],
                                        )
                                        r[1485] = r[1483] | r[325]
                                        r[1486] = r[1485] << 1
                                        r[1487] = r[1465] + r[1486]
                                        r[1476] = r[1487] + 99328
                                        rs[97] = 3
                                        cp_async_bulk_tensor_multicast_cluster(
                                            r[1476],
                                            rd[87],
                                            r[1706],
                                            r[333],
                                            r[1695],
                                            r[1466],
                                            rs[97],
                                            rd[287],
                                        )
                                        r[1488] = r[1709] + 1
                                        p[188] = r[1488] == 4
                                        r[1709] = ptx.selp.b32(0, r[1488], p[188])
                                        r[1489] = ptx.selp.u32(1, 0, p[188])
                                        r[1708] = r[1708] ^ r[1489]
                                        r[1706] = r[1706] + 64
                                        r[1707] = r[1707] - 1
                                        p[189] = r[1707] > 1
                                        loop_2.again(when=p[189])
                                p[190] = r[323].u32 > 3
                                r[1490] = r[1713] + r[323]
                                p[191] = r[1490].u32 > 3
                                p[192] = r[323].u32 < 4
                                p[193] = p[192] & p[191]
                                r[1491] = ptx.selp.u32(1, 0, p[193])
                                r[1492] = r[1714] ^ r[1491]
                                r[1493] = r[1490] >> 2
                                r[1494] = r[1493] & 1
                                p[194] = r[1494].b32 == 1
                                p[195] = p[190] & p[194]
                                r[1495] = ptx.selp.u32(1, 0, p[195])
                                r[1714] = r[1492] ^ r[1495]
                                r[1713] = r[1490] & 3
                                rs[98] = rs[134] & 255
                                p[196] = rs[98] == 0
                                with ptx.unless(p[196]):
                                    r[1497] = ptx.mov.u32(smem_2)
                                    r[1496] = r[1497] + 136
                                    mbarrier_arrive(r[1496])
                                rd[20] = rd[20] + rd[21]
                                p[197] = rd[16].u64 <= rd[20]
                                rs[134] = 0
                                r[1697] = -1
                                r[1696] = r[1697]
                                r[1695] = r[1697]
                                rs[135] = rs[134]
                                with ptx.unless(p[197]):
                                    p[198] = rd[11] == 0
                                    rd[318] = rd[20]
                                    with ptx.unless(p[198]):
                                        rd[288] = rd[20] + rd[85]
                                        rd[318] = ptx.mul.hi.u64(rd[288], rd[11])
                                    r[1504] = ptx.cvt.u32.u64(rd[81])
                                    rd[95] = rd[318] >> r[1504]
                                    rd[289] = rd[95] * rd[10]
                                    rd[290] = rd[20] - rd[289]
                                    r[1505] = ptx.cvt.u32.u64(rd[9])
                                    rd[291] = rd[290] >> r[1505]
                                    read_cluster_ctaid_x(r[1501])
                                    read_cluster_ctaid_y(r[1502])
                                    read_cluster_ctaid_z(r[1503])
                                    r[1506] = ptx.cvt.u32.u64(rd[7])
                                    rd[96] = rd[291] >> r[1506]
                                    rd[97] = rd[291] & rd[82]
                                    r[345] = ptx.selp.b32(r[1501], r[1502], p[47])
                                    r[1507] = ptx.cvt.u32.u64(rd[84])
                                    rd[98] = rd[96] >> r[1507]
                                    p[200] = rd[113] == 0
                                    rd[319] = rd[98]
                                    with ptx.unless(p[200]):
                                        rd[292] = rd[98] + rd[90]
                                        rd[319] = ptx.mul.hi.u64(rd[292], rd[113])
                                    r[1508] = ptx.cvt.u32.u64(rd[88])
                                    rd[293] = rd[319] >> r[1508]
                                    rd[294] = rd[293] * rd[112]
                                    rd[295] = rd[98] - rd[294]
                                    rd[296] = rd[293] * rd[89]
                                    rd[297] = rd[96] & rd[83]
                                    rd[298] = rd[296] + rd[297]
                                    rd[299] = rd[298] * rd[8]
                                    r[1509] = ptx.cvt.u32.u64(rd[299])
                                    r[1510] = r[345] + r[1509]
                                    rd[300] = rd[295] * rd[6]
                                    rd[301] = rd[300] + rd[97]
                                    r[1511] = ptx.cvt.u32.u64(rd[301])
                                    r[1696] = ptx.selp.b32(r[1511], r[1510], p[47])
                                    r[1697] = ptx.selp.b32(r[1510], r[1511], p[47])
                                    r[1695] = ptx.cvt.u32.u64(rd[95])
                                    rs[135] = 1
                                rs[104] = rs[135] & 255
                                p[202] = rs[104] != 0
                                loop.again(when=p[202])
                        r[1514] = -1
                        r[1513] = r[1512]
                        elect_sync(r[1513], r[1512], r[1514])
                        p[203] = r[1513] == 0
                        block_6.leave(when=p[203])
                        r[1529] = r[1713] << 3
                        r[1530] = ptx.mov.u32(smem_2)
                        r[1531] = r[1530] + 32
                        r[1517] = r[1531] + r[1529]
                        r[1528] = 10000000
                        mbarrier_wait(r[1517], r[1714], r[1528])
                        r[1532] = r[1713] + 1
                        p[204] = r[1532] == 4
                        r[1533] = ptx.selp.b32(0, r[1532], p[204])
                        r[1534] = ptx.selp.u32(1, 0, p[204])
                        r[1521] = r[1714] ^ r[1534]
                        r[1535] = r[1533] << 3
                        r[1520] = r[1531] + r[1535]
                        mbarrier_wait(r[1520], r[1521], r[1528])
                        r[1536] = r[1533] + 1
                        p[205] = r[1536] == 4
                        r[1537] = ptx.selp.b32(0, r[1536], p[205])
                        r[1538] = ptx.selp.u32(1, 0, p[205])
                        r[1524] = r[1521] ^ r[1538]
                        r[1539] = r[1537] << 3
                        r[1523] = r[1531] + r[1539]
                        mbarrier_wait(r[1523], r[1524], r[1528])
                        r[1540] = r[1537] + 1
                        p[206] = r[1540] == 4
                        r[1541] = ptx.selp.b32(0, r[1540], p[206])
                        r[1542] = ptx.selp.u32(1, 0, p[206])
                        r[1527] = r[1524] ^ r[1542]
                        r[1543] = r[1541] << 3
                        r[1526] = r[1531] + r[1543]
                        mbarrier_wait(r[1526], r[1527], r[1528])
                        block_6.leave()
                    f[5027] = ptx.ld.param.f32([rd[2], -16])
                    rs[125] = 1
                rd[141] = ptx.ld.param.u64([rd[2], 32])
                p[57] = rd[141] != 0
                with ptx.unless(p[57]) as block_10:
                    rd[31] = ptx.ld.param.u64([rd[2], 24])
                    p[58] = rd[31] == 0
                    with ptx.unless(p[58]):
                        rd[142] = ptx.cvta.to.global_.u64(rd[31])
                        f[5028] = ptx.ld.global_.f32([rd[142]])
                        block_10.leave()
                    f[5028] = ptx.ld.param.f32([rd[2], 16])
                rs[66] = rs[122] & 255
                p[60] = rs[66] == 0
                p[209] = -1
                r[1572] = 0
                with ptx.unless(p[60]):
                    r[518] = r[16] + 63
                    r[519] = r[518].s32 >> 31
                    r[520] = r[519] >> 26
                    r[521] = r[518] + r[520]
                    r[39] = r[521].s32 >> 6
                    r[522] = tid & 4
                    p[61] = r[522] == 0
                    r[517] = 0
                    r[40] = ptx.selp.b32(16, -16, p[61])
                    rd[181] = param_0_addr + 1152
                    rd[179] = ptx.cvta.param.u64(rd[181])
                    r[1552] = r[517]
                    r[1553] = r[517]
                    r[1554] = r[517]
                    r[1572] = r[517]
                    with ptx.loop() as loop_3:
                        r[527] = tid & 128
                        r[528] = r[527] >> 7
                        r[529] = 31
                        r[531] = -1
                        r[532], p[62] = ptx.shfl.sync.idx.b32(
                            r[528], r[517], r[529], r[531]
                        )
                        r[533] = r[532] >> 31
                        r[534] = r[532] + r[533]
                        r[535] = r[534] & 0x7FFFE
                        r[536] = r[532] - r[535]
                        r[537] = r[536] << 13
                        r[538] = ptx.mov.u32(smem_2)
                        r[539] = r[538] + r[537]
                        r[540] = r[539] + 33792
                        r[541] = r[540] >> 4
                        r[51] = r[541] & 0x3FFF
                        f[4771] = 0.0
                        for i in range(127):
                            f[4898 - i] = f[4771]
                            empty_asm()
                        empty_asm()
                        r[542] = r[1554] << 3
                        r[524] = r[538] + r[542]
                        mbarrier_try_wait(r[523], r[524], r[1553])
                        p[63] = r[523] != 0
                        with ptx.unless(p[63]):
                            r[545] = 10000000
                            mbarrier_wait(r[524], r[1553], r[545])
                        r[549] = 1
                        r[550] = ptx.min.s32(r[39], 1)
                        r[551] = r[39] - r[550]
                        p[64] = r[551] < 1
                        r[546] = 0
                        wgmma_fence()
                        rd[151] = ptx.cvt.u64.u32(r[51])
                        rd[152] = rd[151] | 0x4000004000010000
                        r[552:554] = ptx.mov.b64(rd[152])
                        r[554] = r[1554] << 10
                        r[555] = r[1554] << 11
                        r[557] = r[538] + 99328
                        r[558] = r[557] >> 4
                        r[559] = r[558] & 0x3FFF
                        rd[153] = ptx.cvt.u64.u32(r[559])
                        rd[154] = rd[153] | 0x4000004000010000
                        r[560] = r[552] + r[554]
                        rd[143] = ptx.mov.b64((r[560], r[553]))
                        r[561:563] = ptx.mov.b64(rd[154])
                        r[563] = r[555] + r[561]
                        rd[144] = ptx.mov.b64((r[563], r[562]))
                        wgmma_mma_async_f16(f[4898:4770:-1], rd[143], rd[144], r[546])
                        for i in range(3):
                            r[2 * i + 564] = r[560] + (2 * i + 2)
                            rd[2 * i + 145] = ptx.mov.b64((r[2 * i + 564], r[553]))
                            r[2 * i + 565] = r[563] + (2 * i + 2)
                            rd[2 * i + 146] = ptx.mov.b64((r[2 * i + 565], r[562]))
                            wgmma_mma_async_f16(
                                f[4898:4770:-1],
                                rd[2 * i + 145],
                                rd[2 * i + 146],
                                r[549],
                            )
                        wgmma_commit_group()
                        for i in range(256):
                            empty_asm()
                        with ptx.unless(p[64]):
                            r[1547] = ptx.min.s32(r[39], 1)
                            r[1559] = r[39] - r[1547]
                            r[570] = r[1554] + 1
                            p[65] = r[570] == 4
                            r[572] = ptx.selp.u32(1, 0, p[65])
                            r[1560] = r[1553] ^ r[572]
                            r[1561] = ptx.selp.b32(0, r[570], p[65])
                            r[1562] = r[1554]
                            with ptx.loop() as loop_4:
                                ptx.pragma("nounroll")
                                r[576] = r[1561] << 3
                                r[574] = r[538] + r[576]
                                mbarrier_try_wait(r[573], r[574], r[1560])
                                p[66] = r[573] != 0
                                with ptx.unless(p[66]):
                                    r[580] = 10000000
                                    mbarrier_wait(r[574], r[1560], r[580])
                                p[67] = r[13] == 0
                                for i in range(128):
                                    empty_asm()
                                wgmma_fence()
                                r[587] = r[1561] << 10
                                r[588] = r[1561] << 11
                                r[593] = r[587] + r[552]
                                rd[155] = ptx.mov.b64((r[593], r[553]))
                                r[596] = r[588] + r[561]
                                r[584] = 1
                                rd[156] = ptx.mov.b64((r[596], r[562]))
                                wgmma_mma_async_f16(
                                    f[4898:4770:-1], rd[155], rd[156], r[584]
                                )
                                for i in range(3):
                                    r[2 * i + 597] = r[593] + (2 * i + 2)
                                    rd[2 * i + 157] = ptx.mov.b64(
                                        (r[2 * i + 597], r[553])
                                    )
                                    r[2 * i + 598] = r[596] + (2 * i + 2)
                                    rd[2 * i + 158] = ptx.mov.b64(
                                        (r[2 * i + 598], r[562])
                                    )
                                    wgmma_mma_async_f16(
                                        f[4898:4770:-1],
                                        rd[2 * i + 157],
                                        rd[2 * i + 158],
                                        r[584],
                                    )
                                wgmma_commit_group()
                                wgmma_wait_group(1)
                                for i in range(128):
                                    empty_asm()
                                with ptx.unless(p[67]):
                                    r[605] = r[1562] << 3
                                    r[607] = r[538] + r[605]
                                    r[603] = r[607] + 32
                                    mapa_mbarrier_arrive(r[603], r[10])
                                r[608] = r[1561] + 1
                                p[68] = r[608] == 4
                                r[1561] = ptx.selp.b32(0, r[608], p[68])
                                r[609] = ptx.selp.u32(1, 0, p[68])
                                r[1560] = r[1560] ^ r[609]
                                r[610] = r[1562] + 1
                                p[69] = r[610] == 4
                                r[1562] = ptx.selp.b32(0, r[610], p[69])
                                r[64] = r[1559] - 1
                                p[70] = r[1559] > 1
                                r[1559] = r[64]
                                loop_4.again(when=p[70])
                        for i in range(128):
                            empty_asm()
                        wgmma_wait_group(0)
                        p[71] = r[13] == 0
                        p[72] = r[16] < 1
                        p[73] = p[72] | p[71]
                        with ptx.unless(p[73]):
                            r[1545] = ptx.min.s32(r[39], 1)
                            r[1544] = r[39] - r[1545]
                            r[615] = r[1554] + r[1544]
                            r[616] = r[615] << 3
                            r[617] = r[616] & 24
                            r[619] = r[538] + r[617]
                            r[611] = r[619] + 32
                            mapa_mbarrier_arrive(r[611], r[10])
                        r[622] = 31
                        r[623] = 0
                        r[624] = -1
                        r[625], p[74] = ptx.shfl.sync.idx.b32(
                            r[369], r[623], r[622], r[624]
                        )
                        r[65] = r[1558] << 7
                        r[66] = r[1557] << 8
                        rd[34] = ptx.ld.param.u64([param_0_addr, 784])
                        p[75] = rd[34] == 0
                        with ptx.unless(p[75]) as block_11:
                            rd[35] = ptx.ld.param.u64([param_0_addr, 776])
                            p[76] = rd[35] == 0
                            with ptx.unless(p[76]):
                                rd[169] = ptx.cvta.to.global_.u64(rd[35])
                                r[626] = ptx.cvt.u32.u64(rd[34])
                                r[627] = r[1556] * r[626]
                                rd[170] = ptx.mul.wide.s32(r[627], 4)
                                rd[171] = rd[169] + rd[170]
                                f[5027] = ptx.ld.global_.f32([rd[171]])
                                rs[125] = 1
                                block_11.leave()
                            f[5027] = ptx.ld.param.f32([param_0_addr, 768])
                            rs[125] = 1
                        rd[36] = ptx.ld.param.u64([rd[2], 32])
                        p[77] = rd[36] == 0
                        with ptx.unless(p[77]) as block_12:
                            rd[37] = ptx.ld.param.u64([param_0_addr, 808])
                            p[78] = rd[37] == 0
                            with ptx.unless(p[78]):
                                rd[174] = ptx.cvta.to.global_.u64(rd[37])
                                r[628] = ptx.cvt.u32.u64(rd[36])
                                r[629] = r[1556] * r[628]
                                rd[175] = ptx.mul.wide.s32(r[629], 4)
                                rd[176] = rd[174] + rd[175]
                                f[5028] = ptx.ld.global_.f32([rd[176]])
                                block_12.leave()
                            f[5028] = ptx.ld.param.f32([param_0_addr, 800])
                        rd[178] = ptx.ld.param.u64([rd[2], -8])
                        p[208] = rd[178] == 0
                        p[79] = rd[178] != 0
                        p[80] = rd[34] != 0
                        rs[126] = 1
                        p[81] = p[80] & p[79]
                        with ptx.unless(p[81]):
                            with ptx.block() as block_13:
                                with ptx.unless(p[75]):
                                    rs[70] = rs[125] & 255
                                    p[83] = rs[70] == 0
                                    p[207] = p[208]
                                    block_13.leave(when=p[83])
                                    p[207] = f[5027] == 0.0
                                    block_13.leave()
                                p[207] = f[5027] == 0.0
                            p[84] = ~p[207]
                            rs[126] = ptx.selp.u16(1, 0, p[84])
                        with ptx.block() as block_14:
                            with ptx.unless(p[75]):
                                rs[71] = rs[125] & 255
                                p[86] = rs[71] == 0
                                block_14.leave(when=p[86])
                                p[208] = f[5027] == 0.0
                                block_14.leave()
                            p[208] = f[5027] == 0.0
                        p[87] = rs[126] == 0
                        r[1563] = 0
                        for i in range(8):
                            r[i + 1564] = r[1563]
                        with ptx.unless(p[87]) as block_15:
                            r[639] = r[538] + 64
                            r[1563] = 0
                            r[641] = 10000000
                            mbarrier_wait(r[639], r[1563], r[641])
                            r[1571] = 1
                            block_15.leave(when=p[208])
                            r[664] = tid << 4
                            r[665] = r[664] & 0xE00
                            r[666] = tid << 5
                            r[667] = r[666] & 32
                            r[668] = r[665] | r[667]
                            r[669] = r[666] & 256
                            r[670] = r[668] | r[669]
                            r[671] = r[666] & 192
                            r[672] = tid >> 1
                            r[673] = r[672] & 8
                            r[674] = r[671] | r[673]
                            r[675] = tid << 2
                            r[676] = r[675] & 24
                            r[677] = r[674] ^ r[676]
                            r[678] = r[670] | r[677]
                            r[679] = r[678] << 1
                            r[681] = r[538] + r[679]
                            r[656] = r[681] + 512
                            ldmatrix_sync_aligned(r[1570:1566:-1], r[656])
                            r[682] = r[40] << 1
                            r[661] = r[656] + r[682]
                            ldmatrix_sync_aligned(r[1566:1562:-1], r[661])
                        r[720] = tid & 255
                        r[84] = r[720] + 31
                        p[88] = r[84].u32 > 62
                        for i in range(8):
                            cvt(f[2 * i + 4381], r[1570 - i])
                            cvt_2(f[2 * i + 4382], r[1570 - i])
                        for i in range(16):
                            f[i + 4413] = f[5028] * f[4898 - i]
                            f[i + 4397] = ptx.fma.rn.f32(
                                f[5027], f[i + 4381], f[i + 4413]
                            )
                        for i in range(8):
                            cvt_rn_f16x2(r[i + 699], f[2 * i + 4398], f[2 * i + 4397])
                        r[721] = tid << 4
                        r[722] = r[721] & 0xE00
                        r[717] = 1
                        r[723] = tid << 5
                        r[724] = r[723] & 32
                        r[725] = r[722] | r[724]
                        r[726] = r[723] & 256
                        r[727] = r[725] | r[726]
                        r[728] = r[723] & 192
                        r[729] = tid >> 1
                        r[730] = r[729] & 8
                        r[731] = r[728] | r[730]
                        r[732] = tid << 2
                        r[733] = r[732] & 24
                        r[734] = r[731] ^ r[733]
                        r[735] = r[727] | r[734]
                        r[736] = r[735] << 1
                        r[738] = r[538] + r[736]
                        r[85] = r[738] + 512
                        stmatrix_sync_aligned(r[85], r[699:703])
                        r[739] = r[40] << 1
                        r[712] = r[85] + r[739]
                        stmatrix_sync_aligned(r[712], r[703:707])
                        fence_proxy_async()
                        r[718] = 256
                        bar_sync(r[717], r[718])
                        with ptx.unless(p[88]):
                            r[740] = r[538] + 512
                            cp_async_bulk_tensor_shared_cta(
                                rd[179], r[66], r[65], r[1556], r[740]
                            )
                            cp_async_bulk_commit_group()
                            cp_async_bulk_wait_group(1)
                        bar_sync(r[717], r[718])
                        p[89] = r[1552] == 0
                        with ptx.unless(p[89]):
                            with ptx.unless(p[87]):
                                r[749] = r[1572] << 3
                                r[751] = r[538] + r[749]
                                r[747] = r[751] + 96
                                mapa_mbarrier_arrive(r[747], r[437])
                            r[752] = r[1572] + 1
                            p[91] = r[752] == 4
                            r[1572] = ptx.selp.b32(0, r[752], p[91])
                        with ptx.unless(p[87]):
                            r[756] = r[1571] << 3
                            r[758] = r[538] + r[756]
                            r[753] = r[758] + 64
                            r[754] = 0
                            r[755] = 10000000
                            mbarrier_wait(r[753], r[754], r[755])
                            with ptx.unless(p[208]):
                                r[769] = r[1571] << 13
                                r[763] = r[85] + r[769]
                                ldmatrix_sync_aligned(r[1570:1566:-1], r[763])
                                r[768] = r[763] + r[739]
                                ldmatrix_sync_aligned(r[1566:1562:-1], r[768])
                            r[1571] = r[1571] + 1
                        for i in range(8):
                            cvt(f[2 * i + 4429], r[1570 - i])
                            cvt_2(f[2 * i + 4430], r[1570 - i])
                        for i in range(16):
                            f[i + 4461] = f[5028] * f[4882 - i]
                            f[i + 4445] = ptx.fma.rn.f32(
                                f[5027], f[i + 4429], f[i + 4461]
                            )
                        for i in range(8):
                            cvt_rn_f16x2(r[i + 787], f[2 * i + 4446], f[2 * i + 4445])
                        r[795] = r[85] + 8192
                        stmatrix_sync_aligned(r[795], r[787:791])
                        r[800] = r[795] + r[739]
                        r[805] = 1
                        stmatrix_sync_aligned(r[800], r[791:795])
                        fence_proxy_async()
                        r[806] = 256
                        bar_sync(r[805], r[806])
                        with ptx.unless(p[88]):
                            r[809] = r[66] + 32
                            r[808] = r[538] + 8704
                            cp_async_bulk_tensor_shared_cta(
                                rd[179], r[809], r[65], r[1556], r[808]
                            )
                            cp_async_bulk_commit_group()
                            cp_async_bulk_wait_group(1)
                        bar_sync(r[805], r[806])
                        with ptx.unless(p[87]):
                            r[817] = r[1572] << 3
                            r[819] = r[538] + r[817]
                            r[815] = r[819] + 96
                            mapa_mbarrier_arrive(r[815], r[437])
                        r[821] = r[1572] + 1
                        p[96] = r[821] == 4
                        r[117] = ptx.selp.b32(0, r[821], p[96])
                        r[1625] = 0
                        with ptx.unless(p[87]):
                            r[825] = r[1571] << 3
                            r[827] = r[538] + r[825]
                            r[822] = r[827] + 64
                            r[823] = 0
                            r[824] = 10000000
                            mbarrier_wait(r[822], r[823], r[824])
                            with ptx.unless(p[208]):
                                r[838] = r[1571] << 13
                                r[832] = r[85] + r[838]
                                ldmatrix_sync_aligned(r[1570:1566:-1], r[832])
                                r[837] = r[832] + r[739]
                                ldmatrix_sync_aligned(r[1566:1562:-1], r[837])
                            r[840] = r[1571] + 1
                            p[97] = r[840] == 4
                            r[1571] = ptx.selp.b32(0, r[840], p[97])
                            r[1625] = ptx.selp.u32(1, 0, p[97])
                        for i in range(8):
                            cvt(f[2 * i + 4477], r[1570 - i])
                            cvt_2(f[2 * i + 4478], r[1570 - i])
                        for i in range(16):
                            f[i + 4509] = f[5028] * f[4866 - i]
                            f[i + 4493] = ptx.fma.rn.f32(
                                f[5027], f[i + 4477], f[i + 4509]
                            )
                        for i in range(8):
                            cvt_rn_f16x2(r[i + 857], f[2 * i + 4494], f[2 * i + 4493])
                        r[865] = r[85] + 16384
                        stmatrix_sync_aligned(r[865], r[857:861])
                        r[870] = r[865] + r[739]
                        r[875] = 1
                        stmatrix_sync_aligned(r[870], r[861:865])
                        fence_proxy_async()
                        r[876] = 256
                        bar_sync(r[875], r[876])
                        with ptx.unless(p[88]):
                            r[879] = r[66] + 64
                            r[878] = r[538] + 16896
                            cp_async_bulk_tensor_shared_cta(
                                rd[179], r[879], r[65], r[1556], r[878]
                            )
                            cp_async_bulk_commit_group()
                            cp_async_bulk_wait_group(1)
                        bar_sync(r[875], r[876])
                        with ptx.unless(p[87]):
                            r[887] = r[117] << 3
                            r[889] = r[538] + r[887]
                            r[885] = r[889] + 96
                            mapa_mbarrier_arrive(r[885], r[437])
                        r[890] = r[117] + 1
                        p[101] = r[890] == 4
                        r[148] = ptx.selp.b32(0, r[890], p[101])
                        with ptx.unless(p[87]):
                            r[894] = r[1571] << 3
                            r[896] = r[538] + r[894]
                            r[891] = r[896] + 64
                            r[893] = 10000000
                            mbarrier_wait(r[891], r[1625], r[893])
                            with ptx.unless(p[208]):
                                r[907] = r[1571] << 13
                                r[901] = r[85] + r[907]
                                ldmatrix_sync_aligned(r[1570:1566:-1], r[901])
                                r[906] = r[901] + r[739]
                                ldmatrix_sync_aligned(r[1566:1562:-1], r[906])
                            r[909] = r[1571] + 1
                            p[102] = r[909] == 4
                            r[1571] = ptx.selp.b32(0, r[909], p[102])
                            r[910] = ptx.selp.u32(1, 0, p[102])
                            r[1625] = r[1625] ^ r[910]
                        for i in range(8):
                            cvt(f[2 * i + 4525], r[1570 - i])
                            cvt_2(f[2 * i + 4526], r[1570 - i])
                        for i in range(16):
                            f[i + 4557] = f[5028] * f[4850 - i]
                            f[i + 4541] = ptx.fma.rn.f32(
                                f[5027], f[i + 4525], f[i + 4557]
                            )
                        for i in range(8):
                            cvt_rn_f16x2(r[i + 927], f[2 * i + 4542], f[2 * i + 4541])
                        r[935] = r[85] + 24576
                        stmatrix_sync_aligned(r[935], r[927:931])
                        r[940] = r[935] + r[739]
                        r[945] = 1
                        stmatrix_sync_aligned(r[940], r[931:935])
                        fence_proxy_async()
                        r[946] = 256
                        bar_sync(r[945], r[946])
                        with ptx.unless(p[88]):
                            r[949] = r[66] + 96
                            r[948] = r[538] + 25088
                            cp_async_bulk_tensor_shared_cta(
                                rd[179], r[949], r[65], r[1556], r[948]
                            )
                            cp_async_bulk_commit_group()
                            cp_async_bulk_wait_group(1)
                        bar_sync(r[945], r[946])
                        with ptx.unless(p[87]):
                            r[957] = r[148] << 3
                            r[959] = r[538] + r[957]
                            r[955] = r[959] + 96
                            mapa_mbarrier_arrive(r[955], r[437])
                        r[960] = r[148] + 1
                        p[106] = r[960] == 4
                        r[179] = ptx.selp.b32(0, r[960], p[106])
                        with ptx.unless(p[87]):
                            r[964] = r[1571] << 3
                            r[966] = r[538] + r[964]
                            r[961] = r[966] + 64
                            r[963] = 10000000
                            mbarrier_wait(r[961], r[1625], r[963])
                            with ptx.unless(p[208]):
                                r[977] = r[1571] << 13
                                r[971] = r[85] + r[977]
                                ldmatrix_sync_aligned(r[1570:1566:-1], r[971])
                                r[976] = r[971] + r[739]
                                ldmatrix_sync_aligned(r[1566:1562:-1], r[976])
                            r[979] = r[1571] + 1
                            p[107] = r[979] == 4
                            r[1571] = ptx.selp.b32(0, r[979], p[107])
                            r[980] = ptx.selp.u32(1, 0, p[107])
                            r[1625] = r[1625] ^ r[980]
                        for i in range(8):
                            cvt(f[2 * i + 4573], r[1570 - i])
                            cvt_2(f[2 * i + 4574], r[1570 - i])
                        for i in range(16):
                            f[i + 4605] = f[5028] * f[4834 - i]
                            f[i + 4589] = ptx.fma.rn.f32(
                                f[5027], f[i + 4573], f[i + 4605]
                            )
                        for i in range(8):
                            cvt_rn_f16x2(r[i + 997], f[2 * i + 4590], f[2 * i + 4589])
                        stmatrix_sync_aligned(r[85], r[997:1001])
                        stmatrix_sync_aligned(r[712], r[1001:1005])
                        fence_proxy_async()
                        r[1015] = 1
                        r[1016] = 256
                        bar_sync(r[1015], r[1016])
                        with ptx.unless(p[88]):
                            r[1018] = r[66] + 128
                            r[1017] = r[538] + 512
                            cp_async_bulk_tensor_shared_cta(
                                rd[179], r[1018], r[65], r[1556], r[1017]
                            )
                            cp_async_bulk_commit_group()
                            cp_async_bulk_wait_group(1)
                        bar_sync(r[1015], r[1016])
                        with ptx.unless(p[87]):
                            r[1026] = r[179] << 3
                            r[1028] = r[538] + r[1026]
                            r[1024] = r[1028] + 96
                            mapa_mbarrier_arrive(r[1024], r[437])
                        r[1029] = r[179] + 1
                        p[111] = r[1029] == 4
                        r[208] = ptx.selp.b32(0, r[1029], p[111])
                        with ptx.unless(p[87]):
                            r[1033] = r[1571] << 3
                            r[1035] = r[538] + r[1033]
                            r[1030] = r[1035] + 64
                            r[1032] = 10000000
                            mbarrier_wait(r[1030], r[1625], r[1032])
                            with ptx.unless(p[208]):
                                r[1046] = r[1571] << 13
                                r[1040] = r[85] + r[1046]
                                ldmatrix_sync_aligned(r[1570:1566:-1], r[1040])
                                r[1045] = r[1040] + r[739]
                                ldmatrix_sync_aligned(r[1566:1562:-1], r[1045])
                            r[1048] = r[1571] + 1
                            p[112] = r[1048] == 4
                            r[1571] = ptx.selp.b32(0, r[1048], p[112])
                            r[1049] = ptx.selp.u32(1, 0, p[112])
                            r[1625] = r[1625] ^ r[1049]
                        for i in range(8):
                            cvt(f[2 * i + 4621], r[1570 - i])
                            cvt_2(f[2 * i + 4622], r[1570 - i])
                        for i in range(16):
                            f[i + 4653] = f[5028] * f[4818 - i]
                            f[i + 4637] = ptx.fma.rn.f32(
                                f[5027], f[i + 4621], f[i + 4653]
                            )
                        for i in range(8):
                            cvt_rn_f16x2(r[i + 1066], f[2 * i + 4638], f[2 * i + 4637])
                        stmatrix_sync_aligned(r[795], r[1066:1070])
                        stmatrix_sync_aligned(r[800], r[1070:1074])
                        fence_proxy_async()
                        r[1084] = 1
                        r[1085] = 256
                        bar_sync(r[1084], r[1085])
                        with ptx.unless(p[88]):
                            r[1087] = r[66] + 160
                            r[1086] = r[538] + 8704
                            cp_async_bulk_tensor_shared_cta(
                                rd[179], r[1087], r[65], r[1556], r[1086]
                            )
                            cp_async_bulk_commit_group()
                            cp_async_bulk_wait_group(1)
                        bar_sync(r[1084], r[1085])
                        with ptx.unless(p[87]):
                            r[1095] = r[208] << 3
                            r[1097] = r[538] + r[1095]
                            r[1093] = r[1097] + 96
                            mapa_mbarrier_arrive(r[1093], r[437])
                        r[1098] = r[208] + 1
                        p[116] = r[1098] == 4
                        r[237] = ptx.selp.b32(0, r[1098], p[116])
                        with ptx.unless(p[87]):
                            r[1102] = r[1571] << 3
                            r[1104] = r[538] + r[1102]
                            r[1099] = r[1104] + 64
                            r[1101] = 10000000
                            mbarrier_wait(r[1099], r[1625], r[1101])
                            with ptx.unless(p[208]):
                                r[1115] = r[1571] << 13
                                r[1109] = r[85] + r[1115]
                                ldmatrix_sync_aligned(r[1570:1566:-1], r[1109])
                                r[1114] = r[1109] + r[739]
                                ldmatrix_sync_aligned(r[1566:1562:-1], r[1114])
                            r[1117] = r[1571] + 1
                            p[117] = r[1117] == 4
                            r[1571] = ptx.selp.b32(0, r[1117], p[117])
                            r[1118] = ptx.selp.u32(1, 0, p[117])
                            r[1625] = r[1625] ^ r[1118]
                        for i in range(8):
                            cvt(f[2 * i + 4669], r[1570 - i])
                            cvt_2(f[2 * i + 4670], r[1570 - i])
                        for i in range(16):
                            f[i + 4701] = f[5028] * f[4802 - i]
                            f[i + 4685] = ptx.fma.rn.f32(
                                f[5027], f[i + 4669], f[i + 4701]
                            )
                        for i in range(8):
                            cvt_rn_f16x2(r[i + 1135], f[2 * i + 4686], f[2 * i + 4685])
                        stmatrix_sync_aligned(r[865], r[1135:1139])
                        stmatrix_sync_aligned(r[870], r[1139:1143])
                        fence_proxy_async()
                        r[1153] = 1
                        r[1154] = 256
                        bar_sync(r[1153], r[1154])
                        with ptx.unless(p[88]):
                            r[1156] = r[66] + 192
                            r[1155] = r[538] + 16896
                            cp_async_bulk_tensor_shared_cta(
                                rd[179], r[1156], r[65], r[1556], r[1155]
                            )
                            cp_async_bulk_commit_group()
                            cp_async_bulk_wait_group(1)
                        bar_sync(r[1153], r[1154])
                        with ptx.unless(p[87]):
                            r[1164] = r[237] << 3
                            r[1166] = r[538] + r[1164]
                            r[1162] = r[1166] + 96
                            mapa_mbarrier_arrive(r[1162], r[437])
                        r[1167] = r[237] + 1
                        p[121] = r[1167] == 4
                        r[266] = ptx.selp.b32(0, r[1167], p[121])
                        with ptx.unless(p[87]) as block_16:
                            r[1171] = r[1571] << 3
                            r[1173] = r[538] + r[1171]
                            r[1168] = r[1173] + 64
                            r[1170] = 10000000
                            mbarrier_wait(r[1168], r[1625], r[1170])
                            block_16.leave(when=p[208])
                            r[1184] = r[1571] << 13
                            r[1178] = r[85] + r[1184]
                            ldmatrix_sync_aligned(r[1570:1566:-1], r[1178])
                            r[1183] = r[1178] + r[739]
                            ldmatrix_sync_aligned(r[1566:1562:-1], r[1183])
                        for i in range(8):
                            cvt(f[2 * i + 4717], r[1570 - i])
                            cvt_2(f[2 * i + 4718], r[1570 - i])
                        for i in range(16):
                            f[i + 4749] = f[5028] * f[4786 - i]
                            f[i + 4733] = ptx.fma.rn.f32(
                                f[5027], f[i + 4717], f[i + 4749]
                            )
                        for i in range(8):
                            cvt_rn_f16x2(r[i + 1202], f[2 * i + 4734], f[2 * i + 4733])
                        stmatrix_sync_aligned(r[935], r[1202:1206])
                        stmatrix_sync_aligned(r[940], r[1206:1210])
                        fence_proxy_async()
                        r[1220] = 1
                        r[1221] = 256
                        bar_sync(r[1220], r[1221])
                        with ptx.unless(p[88]):
                            r[1223] = r[66] + 224
                            r[1222] = r[538] + 25088
                            cp_async_bulk_tensor_shared_cta(
                                rd[179], r[1223], r[65], r[1556], r[1222]
                            )
                            cp_async_bulk_commit_group()
                        with ptx.unless(p[88]):
                            cp_async_bulk_wait_group(1)
                        r[1227] = 1
                        r[1228] = 256
                        bar_sync(r[1227], r[1228])
                        with ptx.unless(p[87]):
                            r[1231] = r[266] << 3
                            r[1233] = r[538] + r[1231]
                            r[1229] = r[1233] + 96
                            mapa_mbarrier_arrive(r[1229], r[437])
                        rd[302] = ptx.ld.param.u64([rd[2], 872])
                        r[1237] = r[266] + 1
                        p[125] = r[1237] == 4
                        r[1572] = ptx.selp.b32(0, r[1237], p[125])
                        rd[20] = rd[20] + rd[21]
                        p[126] = rd[302].u64 <= rd[20]
                        rs[127] = 0
                        r[1558] = -1
                        r[1557] = r[1558]
                        r[1556] = r[1558]
                        with ptx.unless(p[126]):
                            p[127] = rd[11] == 0
                            rd[310] = rd[20]
                            with ptx.unless(p[127]):
                                rd[206] = ptx.cvt.u64.u32(r[483])
                                rd[207] = rd[20] + rd[206]
                                rd[310] = ptx.mul.hi.u64(rd[207], rd[11])
                            rd[303] = ptx.ld.param.u64([rd[2], 824])
                            p[128] = rd[113] == 0
                            rd[41] = rd[310] >> r[482]
                            rd[208] = rd[41] * rd[303]
                            rd[209] = rd[20] - rd[208]
                            rd[210] = rd[209] >> r[18]
                            read_cluster_ctaid_x(r[1241])
                            read_cluster_ctaid_y(r[1242])
                            read_cluster_ctaid_z(r[1243])
                            rd[211] = rd[210] >> r[17]
                            rd[212] = rd[6] + 4294967295
                            rd[42] = rd[210] & rd[212]
                            r[284] = ptx.selp.b32(r[1241], r[1242], p[47])
                            r[1244] = -1
                            r[1245] = r[1244] << r[486]
                            r[1246] = ~r[1245]
                            rd[213] = ptx.cvt.s64.s32(r[1246])
                            rd[43] = rd[211] & rd[213]
                            rd[44] = rd[211] >> r[486]
                            rd[311] = rd[44]
                            with ptx.unless(p[128]):
                                rd[214] = ptx.cvt.u64.u32(r[485])
                                rd[215] = rd[44] + rd[214]
                                rd[311] = ptx.mul.hi.u64(rd[215], rd[113])
                            rd[304] = ptx.ld.param.u64([rd[2], 808])
                            r[1247] = 1
                            rd[216] = rd[311] >> r[484]
                            rd[217] = rd[216] * rd[112]
                            rd[218] = rd[44] - rd[217]
                            r[1248] = r[1247] << r[486]
                            rd[219] = ptx.cvt.u64.u32(r[1248])
                            rd[220] = rd[216] * rd[219]
                            rd[221] = rd[220] + rd[43]
                            rd[222] = rd[221] * rd[304]
                            r[1249] = ptx.cvt.u32.u64(rd[222])
                            r[1250] = r[284] + r[1249]
                            rd[223] = rd[218] * rd[6]
                            rd[224] = rd[223] + rd[42]
                            r[1251] = ptx.cvt.u32.u64(rd[224])
                            r[1557] = ptx.selp.b32(r[1251], r[1250], p[47])
                            r[1558] = ptx.selp.b32(r[1250], r[1251], p[47])
                            r[1556] = ptx.cvt.u32.u64(rd[41])
                            rs[127] = 1
                        rs[76] = rs[127] & 255
                        p[132] = rs[76] != 0
                        r[1252] = r[1554] + r[39]
                        p[133] = r[1252].u32 > 3
                        p[134] = r[39].u32 < 4
                        p[135] = p[134] & p[133]
                        r[1253] = ptx.selp.u32(1, 0, p[135])
                        r[1254] = r[1553] ^ r[1253]
                        p[136] = r[39].u32 > 3
                        r[1255] = r[1252] >> 2
                        r[1256] = r[1255] & 1
                        p[137] = r[1256].b32 == 1
                        p[138] = p[136] & p[137]
                        r[1257] = ptx.selp.u32(1, 0, p[138])
                        r[1553] = r[1254] ^ r[1257]
                        r[1554] = r[1252] & 3
                        r[1552] = r[1552] + 8
                        p[209] = 0
                        loop_3.again(when=p[132])
                block_6.leave(when=p[209])
                cp_async_bulk_wait_group(0)
                rd[47] = ptx.ld.param.u64([param_0_addr, 784])
                p[139] = rd[47] != 0
                rd[48] = ptx.ld.param.u64([param_0_addr, 776])
                p[140] = rd[48] != 0
                p[141] = p[139] & p[140]
                with ptx.unless(p[141], end=148) as block_17:
                    p[142] = rd[47] == 0
                    with ptx.block(end=146) as block_18:
                        with ptx.unless(p[142], end=147):
                            rs[77] = rs[125] & 255
                            p[143] = rs[77] == 0
                            block_18.leave(when=p[143])
                            p[144] = f[5027] == 0.0
                            block_6.leave(when=p[144])
                            block_17.leave()
                        p[146] = f[5027] == 0.0
                        block_6.leave(when=p[146])
                        block_17.leave()
                    p[145] = rd[48] == 0
                    block_6.leave(when=p[145])
                r[1260] = r[1572] << 3
                r[1261] = ptx.mov.u32(smem_2)
                r[1262] = r[1261] + r[1260]
                r[1258] = r[1262] + 96
                mapa_mbarrier_arrive(r[1258], r[437])
            ptx.ret()
        f[5032] = ptx.ld.param.f32([rd[2], -16])
        rs[132] = 1
    with ptx.unless(p[158]):
        rd[247] = param_0_addr + 896
        rd[58] = ptx.cvta.param.u64(rd[247])
        rd[59] = ptx.cvt.u64.u32(r[482])
        rd[62] = rd[6] + 4294967295
        r[1283] = -1
        r[1284] = r[1283] << r[486]
        r[1285] = ~r[1284]
        rd[63] = ptx.cvt.s64.s32(r[1285])
        rd[64] = ptx.cvt.u64.u32(r[486])
        rd[65] = ptx.cvt.u64.u32(r[483])
        rd[66] = ptx.cvt.u64.u32(r[484])
        r[1286] = 1
        r[1287] = r[1286] << r[486]
        rd[67] = ptx.cvt.s64.s32(r[1287])
        rd[68] = ptx.cvt.u64.u32(r[485])
        with ptx.loop() as loop_5:
            r[311] = r[1697] << 7
            r[312] = r[1696] << 8
            rd[70] = ptx.ld.param.u64([rd[2]])
            p[163] = rd[70] == 0
            with ptx.unless(p[163]) as block_19:
                rd[71] = ptx.ld.param.u64([rd[2], -8])
                p[164] = rd[71] == 0
                with ptx.unless(p[164]):
                    rd[248] = ptx.cvta.to.global_.u64(rd[71])
                    r[1288] = ptx.cvt.u32.u64(rd[70])
                    r[1289] = r[1695] * r[1288]
                    rd[249] = ptx.mul.wide.s32(r[1289], 4)
                    rd[250] = rd[248] + rd[249]
                    f[5032] = ptx.ld.global_.f32([rd[250]])
                    rs[132] = 1
                    block_19.leave()
                f[5032] = ptx.ld.param.f32([rd[2], -16])
                rs[132] = 1
            with ptx.block(end=176) as block_20:
                with ptx.block(end=174) as block_21:
                    with ptx.unless(p[163], end=175):
                        rs[89] = rs[132] & 255
                        p[166] = rs[89] == 0
                        block_21.leave(when=p[166])
                        p[210] = f[5032] == 0.0
                        block_20.leave()
                    p[210] = f[5032] == 0.0
                    block_20.leave()
                rd[251] = ptx.ld.param.u64([rd[2], -8])
                p[210] = rd[251] == 0
            r[1292] = -1
            r[1290] = 0
            r[1291] = r[1290]
            elect_sync(r[1291], r[1290], r[1292])
            p[167] = r[1291] != 0
            p[168] = ~p[210]
            p[15] = p[167] & p[168]
            r[1298] = ptx.mov.u32(smem_2)
            r[1295] = r[1298] + 96
            r[1296] = 1
            r[1297] = 10000000
            mbarrier_wait(r[1295], r[1296], r[1297])
            p[169] = ~p[15]
            with ptx.unless(p[169]):
                r[1299] = r[1298] + 512
                r[1305] = r[1298] + 64
                rd[253] = 0x1000000000000000
                cp_async_bulk_tensor(
                    r[1299], rd[58], r[312], r[311], r[1695], r[1305], rd[253]
                )
                mbarrier_expect_tx(r[1305], r[15])
            r[1307] = r[1298] + 64
            mapa_mbarrier_arrive(r[1307], r[437])
            r[1309] = r[1298] + 104
            mbarrier_wait(r[1309], r[1296], r[1297])
            with ptx.unless(p[169]):
                r[1315] = r[312] + 32
                r[1313] = r[1298] + 8704
                r[1319] = r[1298] + 72
                rd[255] = 0x1000000000000000
                cp_async_bulk_tensor(
                    r[1313], rd[58], r[1315], r[311], r[1695], r[1319], rd[255]
                )
                mbarrier_expect_tx(r[1319], r[15])
            r[1321] = r[1298] + 72
            mapa_mbarrier_arrive(r[1321], r[437])
            r[1323] = r[1298] + 112
            r[1324] = 1
            r[1325] = 10000000
            mbarrier_wait(r[1323], r[1324], r[1325])
            with ptx.unless(p[169]):
                r[1329] = r[312] + 64
                r[1327] = r[1298] + 16896
                r[1333] = r[1298] + 80
                rd[257] = 0x1000000000000000
                cp_async_bulk_tensor(
                    r[1327], rd[58], r[1329], r[311], r[1695], r[1333], rd[257]
                )
                mbarrier_expect_tx(r[1333], r[15])
            r[1335] = r[1298] + 80
            mapa_mbarrier_arrive(r[1335], r[437])
            r[1337] = r[1298] + 120
            mbarrier_wait(r[1337], r[1324], r[1325])
            with ptx.unless(p[169]):
                r[1343] = r[312] + 96
                r[1341] = r[1298] + 25088
                r[1347] = r[1298] + 88
                rd[259] = 0x1000000000000000
                cp_async_bulk_tensor(
                    r[1341], rd[58], r[1343], r[311], r[1695], r[1347], rd[259]
                )
                mbarrier_expect_tx(r[1347], r[15])
            r[1349] = r[1298] + 88
            mapa_mbarrier_arrive(r[1349], r[437])
            r[1352] = 0
            r[1353] = 10000000
            mbarrier_wait(r[1295], r[1352], r[1353])
            with ptx.unless(p[169]):
                r[1357] = r[312] + 128
                r[1355] = r[1298] + 512
                rd[261] = 0x1000000000000000
                cp_async_bulk_tensor(
                    r[1355], rd[58], r[1357], r[311], r[1695], r[1307], rd[261]
                )
                mbarrier_expect_tx(r[1307], r[15])
            mapa_mbarrier_arrive(r[1307], r[437])
            mbarrier_wait(r[1309], r[1352], r[1353])
            with ptx.unless(p[169]):
                r[1371] = r[312] + 160
                r[1369] = r[1298] + 8704
                rd[263] = 0x1000000000000000
                cp_async_bulk_tensor(
                    r[1369], rd[58], r[1371], r[311], r[1695], r[1321], rd[263]
                )
                mbarrier_expect_tx(r[1321], r[15])
            mapa_mbarrier_arrive(r[1321], r[437])
            r[1380] = 0
            r[1381] = 10000000
            mbarrier_wait(r[1323], r[1380], r[1381])
            with ptx.unless(p[169]):
                r[1385] = r[312] + 192
                r[1383] = r[1298] + 16896
                rd[265] = 0x1000000000000000
                cp_async_bulk_tensor(
                    r[1383], rd[58], r[1385], r[311], r[1695], r[1335], rd[265]
                )
                mbarrier_expect_tx(r[1335], r[15])
            mapa_mbarrier_arrive(r[1335], r[437])
            mbarrier_wait(r[1337], r[1380], r[1381])
            with ptx.unless(p[169]):
                r[1399] = r[312] + 224
                r[1397] = r[1298] + 25088
                rd[267] = 0x1000000000000000
                cp_async_bulk_tensor(
                    r[1397], rd[58], r[1399], r[311], r[1695], r[1349], rd[267]
                )
                mbarrier_expect_tx(r[1349], r[15])
            mapa_mbarrier_arrive(r[1349], r[437])
            rd[20] = rd[20] + rd[21]
            p[177] = rd[16].u64 <= rd[20]
            rs[133] = 0
            r[1697] = -1
            r[1696] = r[1697]
            r[1695] = r[1697]
            with ptx.unless(p[177]):
                p[178] = rd[11] == 0
                rd[315] = rd[20]
                with ptx.unless(p[178]):
                    rd[268] = rd[20] + rd[65]
                    rd[315] = ptx.mul.hi.u64(rd[268], rd[11])
                r[1414] = ptx.cvt.u32.u64(rd[59])
                rd[75] = rd[315] >> r[1414]
                rd[269] = rd[75] * rd[10]
                rd[270] = rd[20] - rd[269]
                r[1415] = ptx.cvt.u32.u64(rd[9])
                rd[271] = rd[270] >> r[1415]
                read_cluster_ctaid_x(r[1411])
                read_cluster_ctaid_y(r[1412])
                read_cluster_ctaid_z(r[1413])
                r[1416] = ptx.cvt.u32.u64(rd[7])
                rd[76] = rd[271] >> r[1416]
                rd[77] = rd[271] & rd[62]
                r[313] = ptx.selp.b32(r[1411], r[1412], p[47])
                r[1417] = ptx.cvt.u32.u64(rd[64])
                rd[78] = rd[76] >> r[1417]
                p[180] = rd[113] == 0
                rd[316] = rd[78]
                with ptx.unless(p[180]):
                    rd[272] = rd[78] + rd[68]
                    rd[316] = ptx.mul.hi.u64(rd[272], rd[113])
                r[1418] = ptx.cvt.u32.u64(rd[66])
                rd[273] = rd[316] >> r[1418]
                rd[274] = rd[273] * rd[112]
                rd[275] = rd[78] - rd[274]
                rd[276] = rd[273] * rd[67]
                rd[277] = rd[76] & rd[63]
                rd[278] = rd[276] + rd[277]
                rd[279] = rd[278] * rd[8]
                r[1419] = ptx.cvt.u32.u64(rd[279])
                r[1420] = r[313] + r[1419]
                rd[280] = rd[275] * rd[6]
                rd[281] = rd[280] + rd[77]
                r[1421] = ptx.cvt.u32.u64(rd[281])
                r[1696] = ptx.selp.b32(r[1421], r[1420], p[47])
                r[1697] = ptx.selp.b32(r[1420], r[1421], p[47])
                r[1695] = ptx.cvt.u32.u64(rd[75])
                rs[133] = 1
            rs[94] = rs[133] & 255
            p[182] = rs[94] != 0
            loop_5.again(when=p[182])
    r[1424] = -1
    r[1422] = 0
    r[1423] = r[1422]
    elect_sync(r[1423], r[1422], r[1424])
    p[183] = r[1423] == 0
    ptx.bra(L[220], when=p[183])
    r[1439] = ptx.mov.u32(smem_2)
    r[1427] = r[1439] + 96
    r[1437] = 1
    r[1438] = 10000000
    for i in range(3):
        mbarrier_wait(r[3 * i + 1427], r[1437], r[1438])
        r[3 * i + 1430] = r[1439] + (8 * i + 104)
    mbarrier_wait(r[1436], r[1437], r[1438])
    ptx.bra.uni(L[220])


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
    p, rs, f, r, rd = reg.bulk(p=200, rs=124, f=2689, r=1209, rd=297)
    param_0_addr = rd[112] = ptx.mov.b64(param_0)
    tid = r[188] = ptx.special.tid.x()
    r[1] = tid >> 5
    r[189] = 31
    r[186] = 0
    r[184] = -1
    r[190], p[25] = ptx.shfl.sync.idx.b32(r[1], r[186], r[189], r[184])
    r[191] = r[190].s32 >> 31
    r[192] = r[191] >> 30
    r[193] = r[190] + r[192]
    r[194] = r[193] & -4
    r[2] = r[190] - r[194]
    r[195] = tid.s32 >> 31
    r[196] = r[195] >> 25
    r[197] = tid + r[196]
    r[198] = r[197] & -128
    r[3] = tid - r[198]
    r[4] = tid >> 7
    r[5], p[1] = ptx.shfl.sync.idx.b32(r[4], r[186], r[189], r[184])
    r[182] = r[186]
    r[183] = r[186]
    elect_sync(r[183], r[182], r[184])
    read_cluster_ctarank(r[187])
    p[26] = r[190] != 0
    p[27] = r[183] == 0
    p[28] = p[26] | p[27]
    with ptx.unless(p[28]):
        rd[117] = param_0_addr + 128
        rd[113] = ptx.cvta.param.u64(rd[117])
        prefetch_tensormap(rd[113])
        rd[118] = param_0_addr + 384
        rd[114] = ptx.cvta.param.u64(rd[118])
        prefetch_tensormap(rd[114])
        rd[119] = param_0_addr + 896
        rd[115] = ptx.cvta.param.u64(rd[119])
        prefetch_tensormap(rd[115])
        rd[120] = param_0_addr + 1152
        rd[116] = ptx.cvta.param.u64(rd[120])
        prefetch_tensormap(rd[116])
    rd[2] = param_0_addr + 640
    r[7] = ptx.ld.param.u32([param_0_addr, 640])
    r[8], p[2] = ptx.shfl.sync.idx.b32(r[1], r[186], r[189], r[184])
    r[199] = r[186]
    r[200] = r[186]
    elect_sync(r[200], r[199], r[184])
    r[205], p[29] = ptx.shfl.sync.idx.b32(r[1], r[186], r[189], r[184])
    p[30] = r[205] != 0
    with ptx.unless(p[30]) as block:
        r[208] = -1
        r[206] = 0
        r[207] = r[206]
        elect_sync(r[207], r[206], r[208])
        p[31] = r[207] == 0
        block.leave(when=p[31])
        r[239] = 1
        r[212] = ptx.mov.u32(smem_2)
        mbarrier_init(r[212], r[239])
        r[214] = r[212] + 64
        r[241] = 2
        mbarrier_init(r[214], r[241])
        for i in range(7):
            r[4 * i + 216] = r[212] + (8 * i + 8)
            mbarrier_init(r[4 * i + 216], r[239])
            r[4 * i + 218] = r[212] + (8 * i + 72)
            mbarrier_init(r[4 * i + 218], r[241])
    fence_mbarrier_init_release()
    read_cluster_ctaid_x(r[243])
    read_cluster_ctaid_y(r[244])
    read_cluster_ctaid_z(r[245])
    r[247] = r[3].s32 >> 31
    r[248] = r[247] >> 29
    r[249] = r[3] + r[248]
    r[10] = r[249].s32 >> 3
    r[250] = r[249].s32 >> 31
    r[251] = r[250] >> 30
    r[252] = r[10] + r[251]
    r[253] = r[252] & -4
    r[254] = r[10] - r[253]
    r[255] = r[8].s32 >> 31
    r[256] = r[255] >> 30
    r[257] = r[8] + r[256]
    r[258] = r[257] & 0x3FFFFFFC
    r[259] = r[8] - r[258]
    r[260] = r[259] << 2
    r[261] = r[260] + r[254]
    r[262] = r[261] << 2
    r[263] = r[262] & 12
    r[11] = r[263] ^ r[261]
    r[264] = r[261] >> 31
    r[265] = r[261] + r[264]
    r[266] = r[265] & -2
    r[267] = r[261] - r[266]
    p[32] = r[267] == r[243]
    r[1150] = 1
    with ptx.unless(p[32]):
        r[268] = r[11] >> 31
        r[269] = r[11] + r[268]
        r[270] = r[269].s32 >> 1
        p[33] = r[270] == r[244]
        r[1150] = ptx.selp.u32(1, 0, p[33])
    p[34] = r[11].u32 < 2
    r[278] = r[3] & 7
    p[35] = r[278] == 0
    r[305] = 0
    p[36] = p[35] & p[34]
    r[279] = ptx.selp.u32(1, 0, p[36])
    r[14] = r[1150] & r[279]
    read_cluster_ctarank(r[271])
    read_cluster_ctarank(r[272])
    r[16] = ptx.ld.param.u32([rd[2], 768])
    r[280] = 31
    r[275] = -1
    r[281], p[37] = ptx.shfl.sync.idx.b32(r[1], r[305], r[280], r[275])
    r[273] = r[305]
    r[274] = r[305]
    elect_sync(r[274], r[273], r[275])
    r[282], p[38] = ptx.shfl.sync.idx.b32(r[1], r[305], r[280], r[275])
    p[39] = r[282] != 0
    with ptx.unless(p[39]) as block_2:
        r[283] = r[305]
        r[284] = r[305]
        elect_sync(r[284], r[283], r[275])
        p[40] = r[284] == 0
        block_2.leave(when=p[40])
        r[304] = ptx.mov.u32(smem_2)
        r[289] = r[304] + 128
        r[302] = 128
        r[300] = 32
        mbarrier_init(r[289], r[300])
        for i in range(3):
            r[4 * i + 291] = r[304] + (8 * i + 160)
            mbarrier_init(r[4 * i + 291], r[302])
            r[4 * i + 293] = r[304] + (8 * i + 136)
            mbarrier_init(r[4 * i + 293], r[300])
        r[303] = r[304] + 184
        mbarrier_init(r[303], r[302])
    fence_mbarrier_init_release()
    r[311], p[41] = ptx.shfl.sync.idx.b32(r[1], r[305], r[280], r[275])
    r[306] = r[305]
    elect_sync(r[306], r[305], r[275])
    p[42] = r[311] != 0
    p[43] = r[306] == 0
    p[44] = p[42] | p[43]
    with ptx.unless(p[44]):
        r[316] = ptx.mov.u32(smem_2)
        r[313] = r[316] + 224
        r[314] = 32
        mbarrier_init(r[313], r[314])
        r[315] = r[316] + 232
        mbarrier_init(r[315], r[314])
    fence_mbarrier_init_release()
    r[322] = 31
    r[317] = 0
    r[319] = -1
    r[17], p[3] = ptx.shfl.sync.idx.b32(r[4], r[317], r[322], r[319])
    r[323], p[45] = ptx.shfl.sync.idx.b32(r[1], r[317], r[322], r[319])
    r[318] = r[317]
    elect_sync(r[318], r[317], r[319])
    p[46] = r[323] != 0
    p[47] = r[318] == 0
    p[48] = p[46] | p[47]
    with ptx.unless(p[48]):
        r[332] = ptx.mov.u32(smem_2)
        r[325] = r[332] + 192
        r[330] = 128
        for i in range(3):
            mbarrier_init(r[2 * i + 325], r[330])
            r[2 * i + 327] = r[332] + (8 * i + 200)
        mbarrier_init(r[331], r[330])
    fence_mbarrier_init_release()
    barrier_cluster_arrive()
    r[18] = ptx.ld.param.u32([rd[2], -628])
    rd[121] = ptx.ld.param.u64([rd[2], 144])
    p[49] = rd[121] != 0
    rs[111] = 0
    with ptx.unless(p[49]) as block_3:
        rd[3] = ptx.ld.param.u64([rd[2], 136])
        p[50] = rd[3] == 0
        with ptx.unless(p[50]):
            rd[122] = ptx.cvta.to.global_.u64(rd[3])
            f[2472] = ptx.ld.global_.f32([rd[122]])
            rs[111] = 1
            block_3.leave()
        f[2472] = ptx.ld.param.f32([rd[2], 128])
        rs[111] = 1
    rd[123] = ptx.ld.param.u64([rd[2], 176])
    p[51] = rd[123] != 0
    with ptx.unless(p[51]) as block_4:
        rd[4] = ptx.ld.param.u64([rd[2], 168])
        p[52] = rd[4] == 0
        with ptx.unless(p[52]):
            rd[124] = ptx.cvta.to.global_.u64(rd[4])
            f[2605] = ptx.ld.global_.f32([rd[124]])
            block_4.leave()
        f[2605] = ptx.ld.param.f32([rd[2], 160])
    r[333] = r[18] + 63
    r[334] = r[333].s32 >> 31
    r[335] = r[334] >> 26
    r[336] = r[333] + r[335]
    r[19] = r[336].s32 >> 6
    rd[5] = ptx.ld.param.u64([rd[2], 936])
    rd[6] = ptx.ld.param.u32([rd[2], 944])
    rd[7] = ptx.ld.param.u64([rd[2], 952])
    rd[8] = ptx.ld.param.u32([rd[2], 960])
    rd[9] = ptx.ld.param.u64([rd[2], 968])
    rd[10] = ptx.ld.param.u64([rd[2], 976])
    r[337:339] = ptx.ld.param.v2.u32([rd[2], 984])
    rd[125:127] = ptx.ld.param.v2.u64([rd[2], 992])
    r[339:341] = ptx.ld.param.v2.u32([rd[2], 1008])
    rd[15] = ptx.ld.param.u64([rd[2], 1016])
    r[341:343] = ptx.ld.param.v2.u32([rd[2], 1024])
    p[53] = r[342] == 1
    ctaid = r[343] = ptx.special.ctaid.x()
    rd[16] = ptx.cvt.u64.u32(ctaid)
    with ptx.if_(p[53], over=True):
        ctaid_y = r[346] = ptx.special.ctaid.y()
        nctaid = r[347] = ptx.special.nctaid.x()
        rd[130] = ptx.mul.wide.u32(ctaid_y, nctaid)
        rd[283] = rd[130] + rd[16]
    with ptx.else_():
        nctaid_y = r[344] = ptx.special.nctaid.y()
        ctaid_y_2 = r[345] = ptx.special.ctaid.y()
        rd[127] = ptx.cvt.u64.u32(ctaid_y_2)
        rd[128] = ptx.cvt.u64.u32(nctaid_y)
        rd[129] = rd[16] * rd[128]
        rd[283] = rd[129] + rd[127]
    nctaid_2 = r[351] = ptx.special.nctaid.x()
    nctaid_y_2 = r[352] = ptx.special.nctaid.y()
    rd[131] = ptx.mul.wide.u32(nctaid_2, nctaid_y_2)
    nctaid_z = r[353] = ptx.special.nctaid.z()
    rd[132] = ptx.cvt.u64.u32(nctaid_z)
    rd[20] = rd[131] * rd[132]
    p[54] = r[5] != 2
    r[1151] = 0
    r[1159] = r[1151]
    r[1158] = r[1151]
    with ptx.unless(p[54]):
        rd[283] = rd[283] + rd[20]
        r[355] = r[19] & 8
        r[1158] = r[355] >> 3
        r[1159] = r[19] & 7
        r[1151] = 1
    p[55] = rd[15].u64 <= rd[283]
    rs[6] = 0
    r[1163] = -1
    r[1162] = r[1163]
    r[1161] = r[1163]
    with ptx.unless(p[55]):
        p[56] = rd[10] == 0
        rd[284] = rd[283]
        with ptx.unless(p[56]):
            rd[133] = ptx.cvt.u64.u32(r[338])
            rd[134] = rd[283] + rd[133]
            rd[284] = ptx.mul.hi.u64(rd[134], rd[10])
        rd[25] = rd[284] >> r[337]
        rd[135] = rd[25] * rd[9]
        rd[136] = rd[283] - rd[135]
        r[362] = ptx.cvt.u32.u64(rd[8])
        rd[137] = rd[136] >> r[362]
        read_cluster_ctaid_x(r[359])
        read_cluster_ctaid_y(r[360])
        read_cluster_ctaid_z(r[361])
        r[363] = ptx.cvt.u32.u64(rd[6])
        rd[26] = rd[137] >> r[363]
        rd[138] = rd[5] + 4294967295
        rd[27] = rd[137] & rd[138]
        r[36] = ptx.selp.b32(r[359], r[360], p[53])
        rd[28] = rd[26] >> r[341]
        p[58] = rd[126] == 0
        rd[285] = rd[28]
        with ptx.unless(p[58]):
            rd[139] = ptx.cvt.u64.u32(r[340])
            rd[140] = rd[28] + rd[139]
            rd[285] = ptx.mul.hi.u64(rd[140], rd[126])
        rd[141] = rd[285] >> r[339]
        rd[142] = rd[141] * rd[125]
        rd[143] = rd[28] - rd[142]
        r[364] = 1
        r[365] = r[364] << r[341]
        rd[144] = ptx.cvt.u64.u32(r[365])
        rd[145] = rd[141] * rd[144]
        r[366] = -1
        r[367] = r[366] << r[341]
        r[368] = ~r[367]
        rd[146] = ptx.cvt.u64.u32(r[368])
        rd[147] = rd[26] & rd[146]
        rd[148] = rd[145] + rd[147]
        rd[149] = rd[148] * rd[7]
        r[369] = ptx.cvt.u32.u64(rd[149])
        r[370] = r[36] + r[369]
        rd[150] = rd[143] * rd[5]
        rd[151] = rd[150] + rd[27]
        r[371] = ptx.cvt.u32.u64(rd[151])
        r[1162] = ptx.selp.b32(r[371], r[370], p[53])
        r[1163] = ptx.selp.b32(r[370], r[371], p[53])
        r[1161] = ptx.cvt.u32.u64(rd[25])
        rs[6] = 1
    barrier_cluster_wait()
    p[60] = r[5] == 0
    with ptx.block(end=188) as block_5:
        with ptx.unless(p[60]):
            r[372] = r[5] - 1
            p[61] = r[372].u32 > 1
            block_5.leave(when=p[61])
            setmaxnreg_inc_sync(232)
            rs[58] = rs[6] & 255
            p[62] = rs[58] == 0
            block_5.leave(when=p[62])
            r[374] = r[17] - 1
            r[375] = -1
            r[376] = r[17] << 3
            r[377] = ptx.mov.u32(smem_2)
            r[378] = r[377] + 192
            r[379] = r[378] + r[376]
            r[46] = r[379] - 8
            r[380] = 1
            r[381] = ptx.min.s32(r[19], 1)
            r[47] = r[19] - r[381]
            r[382] = r[374] << 3
            r[383] = r[382] & 8
            r[384] = r[383] ^ 8
            r[48] = r[378] + r[384]
            r[49] = r[19] << 1
            r[50] = r[379] + 8
            r[388] = r[249] & -8
            r[389] = r[3] - r[388]
            r[390] = r[389] >> 31
            r[391] = r[389] + r[390]
            r[392] = r[391].s32 >> 1
            r[393] = r[247] >> 28
            r[394] = r[3] + r[393]
            r[395] = r[394].s32 >> 4
            r[373] = 0
            r[396] = r[392] << 6
            r[397] = r[396] & 192
            r[398] = r[395] << 3
            r[399] = r[398] & 8
            r[400] = r[397] | r[399]
            r[401] = r[391] & 0x7FFFFFE
            r[402] = r[389] - r[401]
            r[403] = r[402] << 5
            r[404] = r[10] >> 31
            r[405] = r[10] + r[404]
            r[406] = r[405] & 0xFFFFFE
            r[407] = r[10] - r[406]
            r[408] = r[407] << 8
            r[409] = r[247] >> 27
            r[410] = r[3] + r[409]
            r[411] = r[410] << 4
            r[412] = r[411] & -512
            r[413] = r[408] + r[412]
            r[414] = r[413] + r[403]
            r[415] = r[392] & 2
            p[63] = r[415] == 0
            r[51] = ptx.selp.b32(16, -16, p[63])
            r[416] = r[397] >> 3
            r[417] = r[400] ^ r[416]
            r[52] = r[414] + r[417]
            r[53] = r[3] + 31
            r[418] = r[383] ^ 24
            r[54] = r[378] + r[418]
            rd[31] = rd[20] << 1
            r[419] = r[375] << r[341]
            r[420] = ~r[419]
            rd[34] = ptx.cvt.s64.s32(r[420])
            rd[35] = ptx.cvt.u64.u32(r[341])
            rd[36] = ptx.cvt.u64.u32(r[338])
            rd[37] = ptx.cvt.u64.u32(r[339])
            r[421] = r[380] << r[341]
            rd[38] = ptx.cvt.s64.s32(r[421])
            rd[39] = ptx.cvt.u64.u32(r[340])
            rd[152] = param_0_addr + 1152
            rd[40] = ptx.cvta.param.u64(rd[152])
            p[64] = r[374] == 0
            r[1157] = ptx.selp.u32(1, 0, p[64])
            r[443] = r[377] + 17408
            r[444] = r[443] >> 4
            r[445] = r[444] & 0x3FFF
            rd[161] = ptx.cvt.u64.u32(r[445])
            rd[162] = rd[161] | 0x4000004000010000
            r[447] = r[377] + 82944
            r[448] = r[447] >> 4
            r[449] = r[448] & 0x3FFF
            rd[163] = ptx.cvt.u64.u32(r[449])
            rd[164] = rd[163] | 0x4000004000010000
            r[1160] = r[373]
            with ptx.loop() as loop:
                r[424] = 10000000
                mbarrier_wait(r[46], r[1157], r[424])
                r[428] = 31
                r[431], p[65] = ptx.shfl.sync.idx.b32(r[373], r[373], r[428], r[375])
                f[2476] = 0.0
                for i in range(63):
                    f[2539 - i] = f[2476]
                    empty_asm()
                empty_asm()
                r[432] = r[1159] << 3
                r[426] = r[377] + r[432]
                mbarrier_try_wait(r[425], r[426], r[1158])
                p[66] = r[425] != 0
                with ptx.unless(p[66]):
                    mbarrier_wait(r[426], r[1158], r[424])
                p[67] = r[47] < 1
                r[437] = 0
                wgmma_fence()
                r[441] = r[1159] << 9
                r[446] = r[1159] << 10
                r[450:452] = ptx.mov.b64(rd[162])
                r[452] = r[441] + r[450]
                r[440] = 1
                rd[153] = ptx.mov.b64((r[452], r[451]))
                r[453:455] = ptx.mov.b64(rd[164])
                r[455] = r[446] + r[453]
                rd[154] = ptx.mov.b64((r[455], r[454]))
                wgmma_mma_async_bf16(f[2539:2475:-1], rd[153], rd[154], r[437])
                for i in range(3):
                    r[2 * i + 456] = r[452] + (2 * i + 2)
                    rd[2 * i + 155] = ptx.mov.b64((r[2 * i + 456], r[451]))
                    r[2 * i + 457] = r[455] + (2 * i + 2)
                    rd[2 * i + 156] = ptx.mov.b64((r[2 * i + 457], r[454]))
                    wgmma_mma_async_bf16(
                        f[2539:2475:-1], rd[2 * i + 155], rd[2 * i + 156], r[440]
                    )
                wgmma_commit_group()
                for i in range(128):
                    empty_asm()
                with ptx.unless(p[67]):
                    r[462] = r[1159] + 1
                    p[68] = r[462] == 8
                    r[463] = ptx.selp.u32(1, 0, p[68])
                    r[1165] = r[1158] ^ r[463]
                    r[1166] = ptx.selp.b32(0, r[462], p[68])
                    r[1164] = r[47]
                    r[1167] = r[1159]
                    with ptx.loop() as loop_2:
                        ptx.pragma("nounroll")
                        r[467] = r[1166] << 3
                        r[465] = r[377] + r[467]
                        mbarrier_try_wait(r[464], r[465], r[1165])
                        p[69] = r[464] != 0
                        with ptx.unless(p[69]):
                            r[471] = 10000000
                            mbarrier_wait(r[465], r[1165], r[471])
                        p[70] = r[14] == 0
                        for i in range(64):
                            empty_asm()
                        wgmma_fence()
                        r[476] = r[1166] << 10
                        r[481] = r[1166] << 9
                        r[487] = r[481] + r[450]
                        r[475] = 1
                        rd[165] = ptx.mov.b64((r[487], r[451]))
                        r[490] = r[476] + r[453]
                        rd[166] = ptx.mov.b64((r[490], r[454]))
                        wgmma_mma_async_bf16(f[2539:2475:-1], rd[165], rd[166], r[475])
                        for i in range(3):
                            r[2 * i + 491] = r[487] + (2 * i + 2)
                            rd[2 * i + 167] = ptx.mov.b64((r[2 * i + 491], r[451]))
                            r[2 * i + 492] = r[490] + (2 * i + 2)
                            rd[2 * i + 168] = ptx.mov.b64((r[2 * i + 492], r[454]))
                            wgmma_mma_async_bf16(
                                f[2539:2475:-1],
                                rd[2 * i + 167],
                                rd[2 * i + 168],
                                r[475],
                            )
                        wgmma_commit_group()
                        wgmma_wait_group(1)
                        for i in range(64):
                            empty_asm()
                        with ptx.unless(p[70]):
                            r[499] = r[1167] << 3
                            r[501] = r[377] + r[499]
                            r[497] = r[501] + 64
                            mapa_mbarrier_arrive(r[497], r[11])
                        r[502] = r[1166] + 1
                        p[71] = r[502] == 8
                        r[1166] = ptx.selp.b32(0, r[502], p[71])
                        r[503] = ptx.selp.u32(1, 0, p[71])
                        r[1165] = r[1165] ^ r[503]
                        r[504] = r[1167] + 1
                        p[72] = r[504] == 8
                        r[1167] = ptx.selp.b32(0, r[504], p[72])
                        r[74] = r[1164] - 1
                        p[73] = r[1164] > 1
                        r[1164] = r[74]
                        loop_2.again(when=p[73])
                for i in range(64):
                    empty_asm()
                mbarrier_arrive(r[48])
                wgmma_wait_group(0)
                p[74] = r[14] == 0
                p[75] = r[18] < 1
                p[76] = p[75] | p[74]
                with ptx.unless(p[76]):
                    r[508] = r[1159] + r[47]
                    r[509] = r[508] << 3
                    r[510] = r[509] & 56
                    r[512] = r[377] + r[510]
                    r[506] = r[512] + 64
                    mapa_mbarrier_arrive(r[506], r[11])
                r[515] = 10000000
                mbarrier_wait(r[50], r[1157], r[515])
                r[75] = r[1163] << 6
                r[76] = r[1162] << 7
                rd[42] = ptx.ld.param.u64([rd[2], 144])
                p[77] = rd[42] == 0
                with ptx.unless(p[77]) as block_6:
                    rd[43] = ptx.ld.param.u64([rd[2], 136])
                    p[78] = rd[43] == 0
                    with ptx.unless(p[78]):
                        rd[177] = ptx.cvta.to.global_.u64(rd[43])
                        r[516] = ptx.cvt.u32.u64(rd[42])
                        r[517] = r[1161] * r[516]
                        rd[178] = ptx.mul.wide.s32(r[517], 4)
                        rd[179] = rd[177] + rd[178]
                        f[2472] = ptx.ld.global_.f32([rd[179]])
                        rs[111] = 1
                        block_6.leave()
                    f[2472] = ptx.ld.param.f32([rd[2], 128])
                    rs[111] = 1
                rd[44] = ptx.ld.param.u64([rd[2], 176])
                p[79] = rd[44] == 0
                with ptx.unless(p[79]) as block_7:
                    rd[45] = ptx.ld.param.u64([rd[2], 168])
                    p[80] = rd[45] == 0
                    with ptx.unless(p[80]):
                        rd[180] = ptx.cvta.to.global_.u64(rd[45])
                        r[518] = ptx.cvt.u32.u64(rd[44])
                        r[519] = r[1161] * r[518]
                        rd[181] = ptx.mul.wide.s32(r[519], 4)
                        rd[182] = rd[180] + rd[181]
                        f[2605] = ptx.ld.global_.f32([rd[182]])
                        block_7.leave()
                    f[2605] = ptx.ld.param.f32([rd[2], 160])
                rd[183] = ptx.ld.param.u64([rd[2], 136])
                p[196] = rd[183] == 0
                p[81] = rd[183] != 0
                p[82] = rd[42] != 0
                rs[115] = 1
                p[83] = p[82] & p[81]
                with ptx.unless(p[83]):
                    with ptx.block() as block_8:
                        with ptx.unless(p[77]):
                            rs[62] = rs[111] & 255
                            p[85] = rs[62] == 0
                            p[195] = p[196]
                            block_8.leave(when=p[85])
                            p[195] = f[2472] == 0.0
                            block_8.leave()
                        p[195] = f[2472] == 0.0
                    p[86] = ~p[195]
                    rs[115] = ptx.selp.u16(1, 0, p[86])
                with ptx.block() as block_9:
                    with ptx.unless(p[77]):
                        rs[63] = rs[111] & 255
                        p[88] = rs[63] == 0
                        block_9.leave(when=p[88])
                        p[196] = f[2472] == 0.0
                        block_9.leave()
                    p[196] = f[2472] == 0.0
                p[89] = rs[115] == 0
                r[1168] = 0
                for i in range(8):
                    r[i + 1169] = r[1168]
                with ptx.unless(p[89]) as block_10:
                    r[529] = r[377] + 128
                    r[531] = 10000000
                    mbarrier_wait(r[529], r[1151], r[531])
                    r[1176] = 1
                    block_10.leave(when=p[196])
                    r[553] = r[52] << 1
                    r[555] = r[377] + r[553]
                    r[546] = r[555] + 512
                    ldmatrix_sync_aligned(r[1175:1171:-1], r[546])
                    r[556] = r[51] << 1
                    r[551] = r[546] + r[556]
                    ldmatrix_sync_aligned(r[1171:1167:-1], r[551])
                for i in range(8):
                    r[2 * i + 577] = r[1175 - i] << 16
                    r[2 * i + 578] = r[1175 - i] & -0x10000
                for i in range(16):
                    f[i + 2360] = r[i + 577].b32
                for i in range(8):
                    f[2669 - 2 * i] = f[2472] * f[2 * i + 2360]
                    f[2 * i + 2345] = ptx.fma.rn.f32(
                        f[2605], f[2539 - 2 * i], f[2669 - 2 * i]
                    )
                    f[2668 - 2 * i] = f[2472] * f[2 * i + 2361]
                    f[2 * i + 2344] = ptx.fma.rn.f32(
                        f[2605], f[2538 - 2 * i], f[2668 - 2 * i]
                    )
                for i in range(8):
                    cvt_rn_bf16x2(r[i + 557], f[2 * i + 2344], f[2 * i + 2345])
                r[593] = r[52] << 1
                r[595] = r[377] + r[593]
                r[94] = r[595] + 512
                r[575] = 1
                stmatrix_sync_aligned(r[94], r[557:561])
                r[596] = r[51] << 1
                r[570] = r[94] + r[596]
                stmatrix_sync_aligned(r[570], r[561:565])
                fence_proxy_async()
                r[576] = 128
                bar_sync(r[575], r[576])
                p[90] = r[53].u32 > 62
                with ptx.unless(p[90]):
                    r[597] = r[377] + 512
                    cp_async_bulk_tensor_shared_cta(
                        rd[40], r[76], r[75], r[1161], r[597]
                    )
                    cp_async_bulk_commit_group()
                    cp_async_bulk_wait_group(1)
                bar_sync(r[575], r[576])
                with ptx.unless(p[89]):
                    r[607] = r[1176] << 3
                    r[609] = r[377] + r[607]
                    r[604] = r[609] + 128
                    r[606] = 10000000
                    mbarrier_wait(r[604], r[1151], r[606])
                    with ptx.unless(p[196]):
                        r[620] = r[1176] << 12
                        r[614] = r[94] + r[620]
                        r[619] = r[614] + r[596]
                        ldmatrix_sync_aligned(r[610:614], r[614])
                        for i in range(4):
                            r[2 * i + 622] = r[i + 610] << 16
                            r[2 * i + 623] = r[i + 610] & -0x10000
                        ldmatrix_sync_aligned(r[615:619], r[619])
                        for i in range(4):
                            r[2 * i + 630] = r[i + 615] << 16
                            r[2 * i + 631] = r[i + 615] & -0x10000
                        for i in range(16):
                            f[i + 2376] = r[i + 622].b32
                        for i in range(16):
                            f[2669 - i] = f[2472] * f[i + 2376]
                    r[1176] = r[1176] + 1
                for i in range(8):
                    f[2 * i + 2393] = ptx.fma.rn.f32(
                        f[2605], f[2523 - 2 * i], f[2669 - 2 * i]
                    )
                    f[2 * i + 2392] = ptx.fma.rn.f32(
                        f[2605], f[2522 - 2 * i], f[2668 - 2 * i]
                    )
                for i in range(8):
                    cvt_rn_bf16x2(r[i + 638], f[2 * i + 2392], f[2 * i + 2393])
                r[646] = r[94] + 4096
                stmatrix_sync_aligned(r[646], r[638:642])
                r[651] = r[646] + r[596]
                r[656] = 1
                stmatrix_sync_aligned(r[651], r[642:646])
                fence_proxy_async()
                r[657] = 128
                bar_sync(r[656], r[657])
                with ptx.unless(p[90]):
                    r[660] = r[76] + 32
                    r[659] = r[377] + 4608
                    cp_async_bulk_tensor_shared_cta(
                        rd[40], r[660], r[75], r[1161], r[659]
                    )
                    cp_async_bulk_commit_group()
                    cp_async_bulk_wait_group(1)
                bar_sync(r[656], r[657])
                with ptx.unless(p[89]):
                    r[668] = r[1160] << 3
                    r[670] = r[377] + r[668]
                    r[666] = r[670] + 160
                    mapa_mbarrier_arrive(r[666], r[272])
                r[671] = r[1160] + 1
                p[95] = r[671] == 4
                r[97] = ptx.selp.b32(0, r[671], p[95])
                r[1179] = r[1151]
                with ptx.unless(p[89]):
                    r[675] = r[1176] << 3
                    r[677] = r[377] + r[675]
                    r[672] = r[677] + 128
                    r[674] = 10000000
                    mbarrier_wait(r[672], r[1151], r[674])
                    with ptx.unless(p[196]):
                        r[688] = r[1176] << 12
                        r[682] = r[94] + r[688]
                        r[687] = r[682] + r[596]
                        ldmatrix_sync_aligned(r[678:682], r[682])
                        for i in range(4):
                            r[2 * i + 690] = r[i + 678] << 16
                            r[2 * i + 691] = r[i + 678] & -0x10000
                        ldmatrix_sync_aligned(r[683:687], r[687])
                        for i in range(4):
                            r[2 * i + 698] = r[i + 683] << 16
                            r[2 * i + 699] = r[i + 683] & -0x10000
                        for i in range(16):
                            f[i + 2408] = r[i + 690].b32
                        for i in range(16):
                            f[2669 - i] = f[2472] * f[i + 2408]
                    r[706] = r[1176] + 1
                    p[96] = r[706] == 4
                    r[1176] = ptx.selp.b32(0, r[706], p[96])
                    r[707] = ptx.selp.u32(1, 0, p[96])
                    r[1179] = r[1151] ^ r[707]
                for i in range(8):
                    f[2 * i + 2425] = ptx.fma.rn.f32(
                        f[2605], f[2507 - 2 * i], f[2669 - 2 * i]
                    )
                    f[2 * i + 2424] = ptx.fma.rn.f32(
                        f[2605], f[2506 - 2 * i], f[2668 - 2 * i]
                    )
                for i in range(8):
                    cvt_rn_bf16x2(r[i + 708], f[2 * i + 2424], f[2 * i + 2425])
                r[716] = r[94] + 8192
                stmatrix_sync_aligned(r[716], r[708:712])
                r[721] = r[716] + r[596]
                r[726] = 1
                stmatrix_sync_aligned(r[721], r[712:716])
                fence_proxy_async()
                r[727] = 128
                bar_sync(r[726], r[727])
                with ptx.unless(p[90]):
                    r[730] = r[76] + 64
                    r[729] = r[377] + 8704
                    cp_async_bulk_tensor_shared_cta(
                        rd[40], r[730], r[75], r[1161], r[729]
                    )
                    cp_async_bulk_commit_group()
                    cp_async_bulk_wait_group(1)
                bar_sync(r[726], r[727])
                with ptx.unless(p[89]):
                    r[738] = r[97] << 3
                    r[740] = r[377] + r[738]
                    r[736] = r[740] + 160
                    mapa_mbarrier_arrive(r[736], r[272])
                r[741] = r[97] + 1
                p[100] = r[741] == 4
                r[102] = ptx.selp.b32(0, r[741], p[100])
                with ptx.unless(p[89]) as block_11:
                    r[745] = r[1176] << 3
                    r[747] = r[377] + r[745]
                    r[742] = r[747] + 128
                    r[744] = 10000000
                    mbarrier_wait(r[742], r[1179], r[744])
                    block_11.leave(when=p[196])
                    r[758] = r[1176] << 12
                    r[752] = r[94] + r[758]
                    r[757] = r[752] + r[596]
                    ldmatrix_sync_aligned(r[748:752], r[752])
                    for i in range(4):
                        r[2 * i + 760] = r[i + 748] << 16
                        r[2 * i + 761] = r[i + 748] & -0x10000
                    ldmatrix_sync_aligned(r[753:757], r[757])
                    for i in range(4):
                        r[2 * i + 768] = r[i + 753] << 16
                        r[2 * i + 769] = r[i + 753] & -0x10000
                    for i in range(16):
                        f[i + 2440] = r[i + 760].b32
                    for i in range(16):
                        f[2669 - i] = f[2472] * f[i + 2440]
                for i in range(8):
                    f[2 * i + 2457] = ptx.fma.rn.f32(
                        f[2605], f[2491 - 2 * i], f[2669 - 2 * i]
                    )
                    f[2 * i + 2456] = ptx.fma.rn.f32(
                        f[2605], f[2490 - 2 * i], f[2668 - 2 * i]
                    )
                for i in range(8):
                    cvt_rn_bf16x2(r[i + 776], f[2 * i + 2456], f[2 * i + 2457])
                r[784] = r[94] + 12288
                stmatrix_sync_aligned(r[784], r[776:780])
                r[789] = r[784] + r[596]
                r[794] = 1
                stmatrix_sync_aligned(r[789], r[780:784])
                fence_proxy_async()
                r[795] = 128
                bar_sync(r[794], r[795])
                with ptx.unless(p[90]):
                    r[798] = r[76] + 96
                    r[797] = r[377] + 12800
                    cp_async_bulk_tensor_shared_cta(
                        rd[40], r[798], r[75], r[1161], r[797]
                    )
                    cp_async_bulk_commit_group()
                    cp_async_bulk_wait_group(1)
                bar_sync(r[794], r[795])
                with ptx.unless(p[89]):
                    r[806] = r[102] << 3
                    r[808] = r[377] + r[806]
                    r[804] = r[808] + 160
                    mapa_mbarrier_arrive(r[804], r[272])
                r[809] = r[102] + 1
                p[103] = r[809] == 4
                r[1180] = ptx.selp.b32(0, r[809], p[103])
                cp_async_bulk_wait_group(0)
                rd[46] = ptx.ld.param.u64([rd[2], 144])
                p[104] = rd[46] != 0
                rd[188] = ptx.ld.param.u64([rd[2], 136])
                p[197] = rd[188] == 0
                p[105] = rd[188] != 0
                p[106] = p[104] & p[105]
                with ptx.block() as block_12:
                    with ptx.unless(p[106]):
                        p[107] = rd[46] == 0
                        with ptx.block() as block_13:
                            with ptx.unless(p[107]):
                                rs[64] = rs[111] & 255
                                p[108] = rs[64] == 0
                                block_13.leave(when=p[108])
                                p[197] = f[2472] == 0.0
                                block_13.leave()
                            p[197] = f[2472] == 0.0
                        block_12.leave(when=p[197])
                    r[812] = r[1180] << 3
                    r[814] = r[377] + r[812]
                    r[810] = r[814] + 160
                    mapa_mbarrier_arrive(r[810], r[272])
                    r[815] = r[1180] + 1
                    p[109] = r[815] == 4
                    r[1180] = ptx.selp.b32(0, r[815], p[109])
                rd[277] = ptx.ld.param.u64([rd[2], 1016])
                mbarrier_arrive(r[54])
                rd[283] = rd[283] + rd[31]
                p[110] = rd[277].u64 <= rd[283]
                rs[116] = 0
                r[1163] = -1
                r[1162] = r[1163]
                r[1161] = r[1163]
                with ptx.unless(p[110]):
                    p[111] = rd[10] == 0
                    rd[287] = rd[283]
                    with ptx.unless(p[111]):
                        rd[189] = rd[283] + rd[36]
                        rd[287] = ptx.mul.hi.u64(rd[189], rd[10])
                    rd[280] = ptx.ld.param.u32([rd[2], 944])
                    rd[279] = ptx.ld.param.u32([rd[2], 960])
                    rd[278] = ptx.ld.param.u64([rd[2], 968])
                    p[112] = rd[126] == 0
                    rd[50] = rd[287] >> r[337]
                    rd[190] = rd[50] * rd[278]
                    rd[191] = rd[283] - rd[190]
                    r[823] = ptx.cvt.u32.u64(rd[279])
                    rd[192] = rd[191] >> r[823]
                    read_cluster_ctaid_x(r[820])
                    read_cluster_ctaid_y(r[821])
                    read_cluster_ctaid_z(r[822])
                    r[824] = ptx.cvt.u32.u64(rd[280])
                    rd[51] = rd[192] >> r[824]
                    rd[193] = rd[5] + 4294967295
                    rd[52] = rd[192] & rd[193]
                    r[106] = ptx.selp.b32(r[820], r[821], p[53])
                    r[825] = ptx.cvt.u32.u64(rd[35])
                    rd[53] = rd[51] >> r[825]
                    rd[288] = rd[53]
                    with ptx.unless(p[112]):
                        rd[194] = rd[53] + rd[39]
                        rd[288] = ptx.mul.hi.u64(rd[194], rd[126])
                    rd[281] = ptx.ld.param.u64([rd[2], 952])
                    r[826] = ptx.cvt.u32.u64(rd[37])
                    rd[195] = rd[288] >> r[826]
                    rd[196] = rd[195] * rd[125]
                    rd[197] = rd[53] - rd[196]
                    rd[198] = rd[195] * rd[38]
                    rd[199] = rd[51] & rd[34]
                    rd[200] = rd[198] + rd[199]
                    rd[201] = rd[200] * rd[281]
                    r[827] = ptx.cvt.u32.u64(rd[201])
                    r[828] = r[106] + r[827]
                    rd[202] = rd[197] * rd[5]
                    rd[203] = rd[202] + rd[52]
                    r[829] = ptx.cvt.u32.u64(rd[203])
                    r[1162] = ptx.selp.b32(r[829], r[828], p[53])
                    r[1163] = ptx.selp.b32(r[828], r[829], p[53])
                    r[1161] = ptx.cvt.u32.u64(rd[50])
                    rs[116] = 1
                rs[69] = rs[116] & 255
                p[115] = rs[69] == 0
                r[830] = r[1159] + r[49]
                r[1159] = r[830] & 7
                p[116] = r[49].u32 > 7
                r[831] = r[830] >> 3
                r[832] = r[831] & 1
                p[117] = r[832].b32 == 1
                p[118] = p[116] & p[117]
                r[833] = ptx.selp.u32(1, 0, p[118])
                p[119] = r[49].u32 < 8
                p[120] = r[830].u32 > 7
                p[121] = p[119] & p[120]
                r[834] = ptx.selp.u32(1, 0, p[121])
                r[835] = r[1158] ^ r[834]
                r[1158] = r[835] ^ r[833]
                r[1157] = r[1157] ^ 1
                r[1160] = r[1180] & 3
                block_5.leave(when=p[115])
                loop.again()
        setmaxnreg_dec_sync(40)
        p[122] = r[2] == 1
        block_5.leave(when=p[122])
        p[123] = r[2] == 0
        with ptx.block(end=117) as block_14:
            with ptx.block(end=115) as block_15:
                with ptx.block(end=116) as block_16:
                    with ptx.unless(p[123], end=169):
                        p[124] = r[2] != 2
                        block_5.leave(when=p[124])
                        rd[56] = ptx.ld.param.u64([rd[2], 144])
                        p[125] = rd[56] != 0
                        rd[57] = ptx.ld.param.u64([rd[2], 136])
                        p[126] = rd[57] != 0
                        p[127] = p[125] & p[126]
                        block_14.leave(when=p[127])
                        p[128] = rd[56] == 0
                        block_16.leave(when=p[128])
                        p[129] = rs[111] == 0
                        block_15.leave(when=p[129])
                        p[130] = f[2472] == 0.0
                        block_5.leave(when=p[130])
                        block_14.leave()
                    rs[86] = rs[6] & 255
                    p[168] = rs[86] == 0
                    r[1208] = 1
                    r[1090] = 0
                    r[1207] = r[1090]
                    with ptx.unless(p[168]):
                        r[1208] = 1
                        r[1026] = r[187] << 6
                        r[150] = r[1026] & 64
                        r[1027] = r[187] << 12
                        r[151] = r[1027] & 0x1000
                        rd[92] = ptx.cvt.u64.u32(r[337])
                        rd[93] = rd[5] + 4294967295
                        r[1028] = -1
                        r[1029] = r[1028] << r[341]
                        r[1030] = ~r[1029]
                        rd[94] = ptx.cvt.s64.s32(r[1030])
                        rd[95] = ptx.cvt.u64.u32(r[341])
                        rd[96] = ptx.cvt.u64.u32(r[338])
                        rd[257] = param_0_addr + 128
                        rd[97] = ptx.cvta.param.u64(rd[257])
                        rd[258] = param_0_addr + 384
                        rd[98] = ptx.cvta.param.u64(rd[258])
                        rd[99] = ptx.cvt.u64.u32(r[339])
                        r[1031] = r[1208] << r[341]
                        rd[100] = ptx.cvt.s64.s32(r[1031])
                        rd[101] = ptx.cvt.u64.u32(r[340])
                        r[152] = r[19] + 1
                        r[1025] = 0
                        rs[122] = 1
                        r[1207] = r[1025]
                        with ptx.loop() as loop_3:
                            r[1032] = r[1025]
                            r[1033] = r[1025]
                            elect_sync(r[1033], r[1032], r[1028])
                            p[169] = r[1033] == 0
                            with ptx.unless(p[169]) as block_17:
                                p[170] = r[18] < 1
                                block_17.leave(when=p[170])
                                r[1038] = r[1162] << 7
                                r[158] = r[1038] | r[150]
                                r[159] = r[1163] << 6
                                r[1200] = 0
                                r[1201] = r[152]
                                r[1202] = r[1208]
                                r[1203] = r[1207]
                                with ptx.loop() as loop_4:
                                    ptx.pragma("nounroll")
                                    r[1042] = r[1203] << 3
                                    r[1043] = ptx.mov.u32(smem_2)
                                    r[1044] = r[1043] + r[1042]
                                    r[1039] = r[1044] + 64
                                    r[1041] = 10000000
                                    mbarrier_wait(r[1039], r[1202], r[1041])
                                    p[171] = r[3] == 0
                                    with ptx.if_(p[171], over=True):
                                        mbarrier_arrive_expect_tx(r[1044], r[7])
                                    r[1061] = r[1203] << 13
                                    r[1062] = r[1043] + r[1061]
                                    r[1049] = r[1062] + 17408
                                    rd[262] = 0x1000000000000000
                                    cp_async_bulk_tensor(
                                        r[1049],
                                        rd[97],
                                        r[1200],
                                        r[159],
                                        r[1161],
                                        r[1044],
                                        rd[262],
                                    )
                                    r[1063] = r[1061] | r[151]
                                    r[1064] = r[1063] << 1
                                    r[1065] = r[1043] + r[1064]
                                    r[1054] = r[1065] + 82944
                                    rs[88] = 3
                                    cp_async_bulk_tensor_multicast_cluster(
                                        r[1054],
                                        rd[98],
                                        r[1200],
                                        r[158],
                                        r[1161],
                                        r[1044],
                                        rs[88],
                                        rd[262],
                                    )
                                    r[1066] = r[1203] + 1
                                    p[172] = r[1066] == 8
                                    r[1203] = ptx.selp.b32(0, r[1066], p[172])
                                    r[1067] = ptx.selp.u32(1, 0, p[172])
                                    r[1202] = r[1202] ^ r[1067]
                                    r[1200] = r[1200] + 64
                                    r[1201] = r[1201] - 1
                                    p[173] = r[1201] > 1
                                    loop_4.again(when=p[173])
                            p[174] = r[19].u32 > 7
                            r[1068] = r[1207] + r[19]
                            p[175] = r[1068].u32 > 7
                            p[176] = r[19].u32 < 8
                            p[177] = p[176] & p[175]
                            r[1069] = ptx.selp.u32(1, 0, p[177])
                            r[1070] = r[1208] ^ r[1069]
                            r[1071] = r[1068] >> 3
                            r[1072] = r[1071] & 1
                            p[178] = r[1072].b32 == 1
                            p[179] = p[174] & p[178]
                            r[1073] = ptx.selp.u32(1, 0, p[179])
                            r[1208] = r[1070] ^ r[1073]
                            r[1207] = r[1068] & 7
                            rs[89] = rs[122] & 255
                            p[180] = rs[89] == 0
                            with ptx.unless(p[180]):
                                r[1075] = ptx.mov.u32(smem_2)
                                r[1074] = r[1075] + 232
                                mbarrier_arrive(r[1074])
                            rd[283] = rd[283] + rd[20]
                            p[181] = rd[15].u64 <= rd[283]
                            rs[122] = 0
                            r[1163] = -1
                            r[1162] = r[1163]
                            r[1161] = r[1163]
                            rs[123] = rs[122]
                            with ptx.unless(p[181]):
                                p[182] = rd[10] == 0
                                rd[295] = rd[283]
                                with ptx.unless(p[182]):
                                    rd[263] = rd[283] + rd[96]
                                    rd[295] = ptx.mul.hi.u64(rd[263], rd[10])
                                r[1082] = ptx.cvt.u32.u64(rd[92])
                                rd[106] = rd[295] >> r[1082]
                                rd[264] = rd[106] * rd[9]
                                rd[265] = rd[283] - rd[264]
                                r[1083] = ptx.cvt.u32.u64(rd[8])
                                rd[266] = rd[265] >> r[1083]
                                read_cluster_ctaid_x(r[1079])
                                read_cluster_ctaid_y(r[1080])
                                read_cluster_ctaid_z(r[1081])
                                r[1084] = ptx.cvt.u32.u64(rd[6])
                                rd[107] = rd[266] >> r[1084]
                                rd[108] = rd[266] & rd[93]
                                r[170] = ptx.selp.b32(r[1079], r[1080], p[53])
                                r[1085] = ptx.cvt.u32.u64(rd[95])
                                rd[109] = rd[107] >> r[1085]
                                p[184] = rd[126] == 0
                                rd[296] = rd[109]
                                with ptx.unless(p[184]):
                                    rd[267] = rd[109] + rd[101]
                                    rd[296] = ptx.mul.hi.u64(rd[267], rd[126])
                                r[1086] = ptx.cvt.u32.u64(rd[99])
                                rd[268] = rd[296] >> r[1086]
                                rd[269] = rd[268] * rd[125]
                                rd[270] = rd[109] - rd[269]
                                rd[271] = rd[268] * rd[100]
                                rd[272] = rd[107] & rd[94]
                                rd[273] = rd[271] + rd[272]
                                rd[274] = rd[273] * rd[7]
                                r[1087] = ptx.cvt.u32.u64(rd[274])
                                r[1088] = r[170] + r[1087]
                                rd[275] = rd[270] * rd[5]
                                rd[276] = rd[275] + rd[108]
                                r[1089] = ptx.cvt.u32.u64(rd[276])
                                r[1162] = ptx.selp.b32(r[1089], r[1088], p[53])
                                r[1163] = ptx.selp.b32(r[1088], r[1089], p[53])
                                r[1161] = ptx.cvt.u32.u64(rd[106])
                                rs[123] = 1
                            rs[95] = rs[123] & 255
                            p[186] = rs[95] != 0
                            loop_3.again(when=p[186])
                    r[1092] = -1
                    r[1091] = r[1090]
                    elect_sync(r[1091], r[1090], r[1092])
                    p[187] = r[1091] == 0
                    block_5.leave(when=p[187])
                    r[1119] = r[1207] << 3
                    r[1120] = ptx.mov.u32(smem_2)
                    r[1121] = r[1120] + 64
                    r[1095] = r[1121] + r[1119]
                    r[1118] = 10000000
                    mbarrier_wait(r[1095], r[1208], r[1118])
                    r[1122] = r[1207] + 1
                    p[188] = r[1122] == 8
                    r[1123] = ptx.selp.b32(0, r[1122], p[188])
                    r[1124] = ptx.selp.u32(1, 0, p[188])
                    r[1099] = r[1208] ^ r[1124]
                    r[1125] = r[1123] << 3
                    r[1098] = r[1121] + r[1125]
                    mbarrier_wait(r[1098], r[1099], r[1118])
                    r[1126] = r[1123] + 1
                    p[189] = r[1126] == 8
                    r[1127] = ptx.selp.b32(0, r[1126], p[189])
                    r[1128] = ptx.selp.u32(1, 0, p[189])
                    r[1102] = r[1099] ^ r[1128]
                    r[1129] = r[1127] << 3
                    r[1101] = r[1121] + r[1129]
                    mbarrier_wait(r[1101], r[1102], r[1118])
                    r[1130] = r[1127] + 1
                    p[190] = r[1130] == 8
                    r[1131] = ptx.selp.b32(0, r[1130], p[190])
                    r[1132] = ptx.selp.u32(1, 0, p[190])
                    r[1105] = r[1102] ^ r[1132]
                    r[1133] = r[1131] << 3
                    r[1104] = r[1121] + r[1133]
                    mbarrier_wait(r[1104], r[1105], r[1118])
                    r[1134] = r[1131] + 1
                    p[191] = r[1134] == 8
                    r[1135] = ptx.selp.b32(0, r[1134], p[191])
                    r[1136] = ptx.selp.u32(1, 0, p[191])
                    r[1108] = r[1105] ^ r[1136]
                    r[1137] = r[1135] << 3
                    r[1107] = r[1121] + r[1137]
                    mbarrier_wait(r[1107], r[1108], r[1118])
                    r[1138] = r[1135] + 1
                    p[192] = r[1138] == 8
                    r[1139] = ptx.selp.b32(0, r[1138], p[192])
                    r[1140] = ptx.selp.u32(1, 0, p[192])
                    r[1111] = r[1108] ^ r[1140]
                    r[1141] = r[1139] << 3
                    r[1110] = r[1121] + r[1141]
                    mbarrier_wait(r[1110], r[1111], r[1118])
                    r[1142] = r[1139] + 1
                    p[193] = r[1142] == 8
                    r[1143] = ptx.selp.b32(0, r[1142], p[193])
                    r[1144] = ptx.selp.u32(1, 0, p[193])
                    r[1114] = r[1111] ^ r[1144]
                    r[1145] = r[1143] << 3
                    r[1113] = r[1121] + r[1145]
                    mbarrier_wait(r[1113], r[1114], r[1118])
                    r[1146] = r[1143] + 1
                    p[194] = r[1146] == 8
                    r[1147] = ptx.selp.b32(0, r[1146], p[194])
                    r[1148] = ptx.selp.u32(1, 0, p[194])
                    r[1117] = r[1114] ^ r[1148]
                    r[1149] = r[1147] << 3
                    r[1116] = r[1121] + r[1149]
                    mbarrier_wait(r[1116], r[1117], r[1118])
                    block_5.leave()
                p[132] = f[2472] == 0.0
                block_5.leave(when=p[132])
                block_14.leave()
            p[131] = rd[57] == 0
            block_5.leave(when=p[131])
        rs[70] = rs[6] & 255
        p[133] = rs[70] == 0
        r[1194] = 1
        with ptx.unless(p[133]) as block_18:
            rd[204] = param_0_addr + 896
            rd[58] = ptx.cvta.param.u64(rd[204])
            rd[59] = ptx.cvt.u64.u32(r[337])
            rd[62] = rd[5] + 4294967295
            r[840] = -1
            r[841] = r[840] << r[341]
            r[842] = ~r[841]
            rd[63] = ptx.cvt.s64.s32(r[842])
            rd[64] = ptx.cvt.u64.u32(r[341])
            rd[65] = ptx.cvt.u64.u32(r[338])
            rd[66] = ptx.cvt.u64.u32(r[339])
            r[843] = 1
            r[844] = r[843] << r[341]
            rd[67] = ptx.cvt.s64.s32(r[844])
            rd[68] = ptx.cvt.u64.u32(r[340])
            r[838] = ptx.selp.u32(1, 0, p[123])
            r[845] = ptx.mov.u32(smem_2)
            r[837] = r[845] + 232
            r[839] = 10000000
            mbarrier_wait(r[837], r[838], r[839])
            r[120] = r[1163] << 6
            r[121] = r[1162] << 7
            rd[69] = ptx.ld.param.u64([rd[2], 144])
            p[135] = rd[69] == 0
            with ptx.unless(p[135]) as block_19:
                rd[70] = ptx.ld.param.u64([rd[2], 136])
                p[136] = rd[70] == 0
                with ptx.unless(p[136]):
                    rd[205] = ptx.cvta.to.global_.u64(rd[70])
                    r[846] = ptx.cvt.u32.u64(rd[69])
                    r[847] = r[1161] * r[846]
                    rd[206] = ptx.mul.wide.s32(r[847], 4)
                    rd[207] = rd[205] + rd[206]
                    f[2472] = ptx.ld.global_.f32([rd[207]])
                    rs[111] = 1
                    block_19.leave()
                f[2472] = ptx.ld.param.f32([rd[2], 128])
                rs[111] = 1
            with ptx.block(end=127) as block_20:
                with ptx.block(end=125) as block_21:
                    with ptx.unless(p[135], end=126):
                        p[138] = rs[111] == 0
                        block_21.leave(when=p[138])
                        p[198] = f[2472] == 0.0
                        block_20.leave()
                    p[198] = f[2472] == 0.0
                    block_20.leave()
                rd[208] = ptx.ld.param.u64([rd[2], 136])
                p[198] = rd[208] == 0
            r[850] = -1
            r[848] = 0
            r[849] = r[848]
            elect_sync(r[849], r[848], r[850])
            p[139] = r[849] != 0
            p[140] = ~p[198]
            p[19] = p[139] & p[140]
            r[853] = r[845] + 160
            r[854] = 1
            r[855] = 10000000
            mbarrier_wait(r[853], r[854], r[855])
            p[141] = ~p[19]
            with ptx.unless(p[141]):
                r[857] = r[845] + 512
                r[863] = r[845] + 128
                rd[210] = 0x1000000000000000
                cp_async_bulk_tensor(
                    r[857], rd[58], r[121], r[120], r[1161], r[863], rd[210]
                )
                mbarrier_expect_tx(r[863], r[16])
            r[865] = r[845] + 128
            mapa_mbarrier_arrive(r[865], r[272])
            r[867] = r[845] + 168
            mbarrier_wait(r[867], r[854], r[855])
            with ptx.unless(p[141]):
                r[873] = r[121] + 32
                r[871] = r[845] + 4608
                r[877] = r[845] + 136
                rd[212] = 0x1000000000000000
                cp_async_bulk_tensor(
                    r[871], rd[58], r[873], r[120], r[1161], r[877], rd[212]
                )
                mbarrier_expect_tx(r[877], r[16])
            r[879] = r[845] + 136
            mapa_mbarrier_arrive(r[879], r[272])
            r[881] = r[845] + 176
            r[882] = 1
            r[883] = 10000000
            mbarrier_wait(r[881], r[882], r[883])
            with ptx.unless(p[141]):
                r[887] = r[121] + 64
                r[885] = r[845] + 8704
                r[891] = r[845] + 144
                rd[214] = 0x1000000000000000
                cp_async_bulk_tensor(
                    r[885], rd[58], r[887], r[120], r[1161], r[891], rd[214]
                )
                mbarrier_expect_tx(r[891], r[16])
            r[893] = r[845] + 144
            mapa_mbarrier_arrive(r[893], r[272])
            r[895] = r[845] + 184
            mbarrier_wait(r[895], r[882], r[883])
            with ptx.unless(p[141]):
                r[901] = r[121] + 96
                r[899] = r[845] + 12800
                r[905] = r[845] + 152
                rd[216] = 0x1000000000000000
                cp_async_bulk_tensor(
                    r[899], rd[58], r[901], r[120], r[1161], r[905], rd[216]
                )
                mbarrier_expect_tx(r[905], r[16])
            r[907] = r[845] + 152
            mapa_mbarrier_arrive(r[907], r[272])
            rd[291] = rd[283] + rd[20]
            p[145] = rd[15].u64 <= rd[291]
            rs[118] = 0
            r[1190] = -1
            r[1189] = r[1190]
            r[1188] = r[1190]
            with ptx.unless(p[145]):
                p[146] = rd[10] == 0
                rd[289] = rd[291]
                with ptx.unless(p[146]):
                    rd[217] = rd[291] + rd[65]
                    rd[289] = ptx.mul.hi.u64(rd[217], rd[10])
                r[916] = ptx.cvt.u32.u64(rd[59])
                rd[74] = rd[289] >> r[916]
                rd[218] = rd[74] * rd[9]
                rd[219] = rd[291] - rd[218]
                r[917] = ptx.cvt.u32.u64(rd[8])
                rd[220] = rd[219] >> r[917]
                read_cluster_ctaid_x(r[913])
                read_cluster_ctaid_y(r[914])
                read_cluster_ctaid_z(r[915])
                r[918] = ptx.cvt.u32.u64(rd[6])
                rd[75] = rd[220] >> r[918]
                rd[76] = rd[220] & rd[62]
                r[122] = ptx.selp.b32(r[913], r[914], p[53])
                r[919] = ptx.cvt.u32.u64(rd[64])
                rd[77] = rd[75] >> r[919]
                p[148] = rd[126] == 0
                rd[290] = rd[77]
                with ptx.unless(p[148]):
                    rd[221] = rd[77] + rd[68]
                    rd[290] = ptx.mul.hi.u64(rd[221], rd[126])
                r[920] = ptx.cvt.u32.u64(rd[66])
                rd[222] = rd[290] >> r[920]
                rd[223] = rd[222] * rd[125]
                rd[224] = rd[77] - rd[223]
                rd[225] = rd[222] * rd[67]
                rd[226] = rd[75] & rd[63]
                rd[227] = rd[225] + rd[226]
                rd[228] = rd[227] * rd[7]
                r[921] = ptx.cvt.u32.u64(rd[228])
                r[922] = r[122] + r[921]
                rd[229] = rd[224] * rd[5]
                rd[230] = rd[229] + rd[76]
                r[923] = ptx.cvt.u32.u64(rd[230])
                r[1189] = ptx.selp.b32(r[923], r[922], p[53])
                r[1190] = ptx.selp.b32(r[922], r[923], p[53])
                r[1188] = ptx.cvt.u32.u64(rd[74])
                rs[118] = 1
            rs[77] = rs[118] & 255
            p[150] = rs[77] == 0
            r[1194] = 0
            block_18.leave(when=p[150])
            r[1194] = 0
            with ptx.loop() as loop_5:
                ptx.pragma("nounroll")
                r[136] = r[1190] << 6
                r[137] = r[1189] << 7
                rd[81] = ptx.ld.param.u64([rd[2], 144])
                p[151] = rd[81] == 0
                with ptx.unless(p[151]) as block_22:
                    rd[82] = ptx.ld.param.u64([rd[2], 136])
                    p[152] = rd[82] == 0
                    with ptx.unless(p[152]):
                        rd[231] = ptx.cvta.to.global_.u64(rd[82])
                        r[926] = ptx.cvt.u32.u64(rd[81])
                        r[927] = r[1188] * r[926]
                        rd[232] = ptx.mul.wide.s32(r[927], 4)
                        rd[233] = rd[231] + rd[232]
                        f[2472] = ptx.ld.global_.f32([rd[233]])
                        rs[111] = 1
                        block_22.leave()
                    f[2472] = ptx.ld.param.f32([rd[2], 128])
                    rs[111] = 1
                with ptx.block(end=152) as block_23:
                    with ptx.block(end=150) as block_24:
                        with ptx.unless(p[151], end=151):
                            rs[80] = rs[111] & 255
                            p[154] = rs[80] == 0
                            block_24.leave(when=p[154])
                            p[199] = f[2472] == 0.0
                            block_23.leave()
                        p[199] = f[2472] == 0.0
                        block_23.leave()
                    rd[234] = ptx.ld.param.u64([rd[2], 136])
                    p[199] = rd[234] == 0
                r[930] = -1
                r[928] = 0
                r[929] = r[928]
                elect_sync(r[929], r[928], r[930])
                p[155] = r[929] != 0
                p[156] = ~p[199]
                p[24] = p[155] & p[156]
                r[935] = 10000000
                mbarrier_wait(r[853], r[1194], r[935])
                p[157] = ~p[24]
                with ptx.unless(p[157]):
                    r[937] = r[845] + 512
                    rd[236] = 0x1000000000000000
                    cp_async_bulk_tensor(
                        r[937], rd[58], r[137], r[136], r[1188], r[865], rd[236]
                    )
                    mbarrier_expect_tx(r[865], r[16])
                mapa_mbarrier_arrive(r[865], r[272])
                mbarrier_wait(r[867], r[1194], r[935])
                with ptx.unless(p[157]):
                    r[953] = r[137] + 32
                    r[951] = r[845] + 4608
                    rd[238] = 0x1000000000000000
                    cp_async_bulk_tensor(
                        r[951], rd[58], r[953], r[136], r[1188], r[879], rd[238]
                    )
                    mbarrier_expect_tx(r[879], r[16])
                mapa_mbarrier_arrive(r[879], r[272])
                r[963] = 10000000
                mbarrier_wait(r[881], r[1194], r[963])
                with ptx.unless(p[157]):
                    r[967] = r[137] + 64
                    r[965] = r[845] + 8704
                    rd[240] = 0x1000000000000000
                    cp_async_bulk_tensor(
                        r[965], rd[58], r[967], r[136], r[1188], r[893], rd[240]
                    )
                    mbarrier_expect_tx(r[893], r[16])
                mapa_mbarrier_arrive(r[893], r[272])
                mbarrier_wait(r[895], r[1194], r[963])
                with ptx.unless(p[157]):
                    r[981] = r[137] + 96
                    r[979] = r[845] + 12800
                    rd[242] = 0x1000000000000000
                    cp_async_bulk_tensor(
                        r[979], rd[58], r[981], r[136], r[1188], r[907], rd[242]
                    )
                    mbarrier_expect_tx(r[907], r[16])
                mapa_mbarrier_arrive(r[907], r[272])
                r[1194] = r[1194] ^ 1
                rd[291] = rd[291] + rd[20]
                p[161] = rd[15].u64 <= rd[291]
                rs[121] = 0
                r[1190] = -1
                r[1189] = r[1190]
                r[1188] = r[1190]
                with ptx.unless(p[161]):
                    p[162] = rd[10] == 0
                    rd[292] = rd[291]
                    with ptx.unless(p[162]):
                        rd[243] = rd[291] + rd[65]
                        rd[292] = ptx.mul.hi.u64(rd[243], rd[10])
                    r[996] = ptx.cvt.u32.u64(rd[59])
                    rd[86] = rd[292] >> r[996]
                    rd[244] = rd[86] * rd[9]
                    rd[245] = rd[291] - rd[244]
                    r[997] = ptx.cvt.u32.u64(rd[8])
                    rd[246] = rd[245] >> r[997]
                    read_cluster_ctaid_x(r[993])
                    read_cluster_ctaid_y(r[994])
                    read_cluster_ctaid_z(r[995])
                    r[998] = ptx.cvt.u32.u64(rd[6])
                    rd[87] = rd[246] >> r[998]
                    rd[88] = rd[246] & rd[62]
                    r[139] = ptx.selp.b32(r[993], r[994], p[53])
                    r[999] = ptx.cvt.u32.u64(rd[64])
                    rd[89] = rd[87] >> r[999]
                    p[164] = rd[126] == 0
                    rd[293] = rd[89]
                    with ptx.unless(p[164]):
                        rd[247] = rd[89] + rd[68]
                        rd[293] = ptx.mul.hi.u64(rd[247], rd[126])
                    r[1000] = ptx.cvt.u32.u64(rd[66])
                    rd[248] = rd[293] >> r[1000]
                    rd[249] = rd[248] * rd[125]
                    rd[250] = rd[89] - rd[249]
                    rd[251] = rd[248] * rd[67]
                    rd[252] = rd[87] & rd[63]
                    rd[253] = rd[251] + rd[252]
                    rd[254] = rd[253] * rd[7]
                    r[1001] = ptx.cvt.u32.u64(rd[254])
                    r[1002] = r[139] + r[1001]
                    rd[255] = rd[250] * rd[5]
                    rd[256] = rd[255] + rd[88]
                    r[1003] = ptx.cvt.u32.u64(rd[256])
                    r[1189] = ptx.selp.b32(r[1003], r[1002], p[53])
                    r[1190] = ptx.selp.b32(r[1002], r[1003], p[53])
                    r[1188] = ptx.cvt.u32.u64(rd[86])
                    rs[121] = 1
                rs[85] = rs[121] & 255
                p[166] = rs[85] != 0
                loop_5.again(when=p[166])
        r[1006] = -1
        r[1004] = 0
        r[1005] = r[1004]
        elect_sync(r[1005], r[1004], r[1006])
        p[167] = r[1005] == 0
        block_5.leave(when=p[167])
        r[1021] = ptx.mov.u32(smem_2)
        r[1009] = r[1021] + 160
        r[1020] = 10000000
        for i in range(3):
            mbarrier_wait(r[3 * i + 1009], r[1194], r[1020])
            r[3 * i + 1012] = r[1021] + (8 * i + 168)
        mbarrier_wait(r[1018], r[1194], r[1020])
    ptx.ret()
