from typing import Annotated

from ptxpy import b8, b32, kernel, module, pred, ptx, reg, u32, u64, var

module("nvcc-13.0", version="9.0", target="sm_90a")

b8x128_align128 = Annotated[b8, b8.align(128)[128]]


def prefetch_tensormap(addr):
    with ptx.asm():
        ptx.prefetch.tensormap([addr])


def mbarrier_init(mbar, count):
    with ptx.asm(newline=True):
        ptx.mbarrier.init.shared__cta.b64([mbar], count)


def fence_mbarrier_init_release():
    with ptx.asm():
        ptx.fence.mbarrier_init.release.cluster()


def barrier_cluster():
    with ptx.asm(newline=True):
        ptx.barrier.cluster.arrive.release.aligned()
        ptx.barrier.cluster.wait.acquire.aligned(before="\n")


def setmaxnreg_dec_sync(registers):
    with ptx.asm(newline=True):
        ptx.setmaxnreg.dec.sync.aligned.u32(registers)


def mbarrier_wait(mbar, phase_parity):
    with ptx.asm(newline=True), ptx.scope(closing="\n"):
        P1 = reg.scalar(pred, "P1", before="\n", within=" |                |")
        with ptx.block(end="DONE") as block, ptx.loop("LAB_WAIT") as loop:
            ptx.inst.mbarrier.try_wait.parity.shared__cta.b64(
                P1, [mbar], phase_parity, before="\n"
            )
            block.leave(when=P1, before="\n", within="|                       | |")
            loop.again(uni=False, before="\n", within="                   |")


def mbarrier_arrive_expect_tx(mbar, tx_count):
    with ptx.asm(newline=True):
        ptx.inst.mbarrier.arrive.expect_tx.shared__cta.b64("_", [mbar], tx_count)


def cp_async_bulk_tensor_shared_cluster(
    dst_mem, tensor_map, tensor_coords0, tensor_coords1, mbar
):
    with ptx.asm():
        ptx.cp.async_.bulk.tensor._2d.shared__cluster.global_.mbarrier__complete_tx__bytes(
            [dst_mem], [tensor_map, (tensor_coords0, tensor_coords1)], [mbar]
        )


def setmaxnreg_inc_sync(registers):
    with ptx.asm(newline=True):
        ptx.setmaxnreg.inc.sync.aligned.u32(registers)


def wgmma_fence():
    with ptx.asm(newline=True):
        ptx.wgmma.fence.sync.aligned()


def wgmma_mma_async(acc, a_desc, b_desc, scale_d):
    with ptx.asm(newline=True), ptx.scope(closing="\n"):
        p = reg.scalar(pred, "p", before="\n")
        ptx.inst.setp.ne.b32(p, scale_d, 0, before="\n")
        ptx.wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16(
            acc,
            a_desc,
            b_desc,
            p,
            1,
            1,
            0,
            0,
            before="\n",
            within="||||||| |||   ||   ||   ||   ||   ||   ||   ||    ||   ||   ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||| || || || || || || |",
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
        ptx.mbarrier.arrive.release.cluster.shared__cluster.b64(
            "_", [remAddr32], within="|||||  || |||"
        )


def cvt_rn(dst, a, b):
    with ptx.asm(newline=True), ptx.scope(closing=""):
        ptx.inst.cvt.rn.bf16x2.f32(dst, a, b, before=" ")


def stmatrix_sync_aligned(addr, r):
    with ptx.asm():
        ptx.stmatrix.sync.aligned.m8n8.x4.shared.b16([addr], r)


def fence_proxy_async():
    with ptx.asm():
        ptx.fence.proxy.async_.shared__cta()


def bar_sync(barrier, threads):
    with ptx.asm():
        ptx.bar.sync(barrier, threads)


def cp_async_bulk_tensor_shared_cta(
    tensor_map, tensor_coords0, tensor_coords1, src_mem
):
    with ptx.asm():
        ptx.cp.async_.bulk.tensor._2d.global_.shared__cta.bulk_group(
            [tensor_map, (tensor_coords0, tensor_coords1)], [src_mem]
        )


def cp_async_bulk_commit_group():
    with ptx.asm():
        ptx.cp.async_.bulk.commit_group()


def cp_async_bulk_wait_group(n):
    with ptx.asm():
        ptx.cp.async_.bulk.wait_group.read(n)


def barrier_cluster_2():
    with ptx.asm(newline=True):
        ptx.barrier.cluster.arrive.release()
        ptx.barrier.cluster.wait.acquire(before="\n")


def cp_async_bulk(dst_mem, src_mem, size, mbar):
    with ptx.asm():
        ptx.cp.async_.bulk.shared__cluster.global_.mbarrier__complete_tx__bytes(
            [dst_mem], [src_mem], size, [mbar]
        )
        ptx.comment("bulk", behind=True)


def read_cluster_ctarank(dst):
    with ptx.asm():
        ptx.inst.mov.u32(dst, ptx.special.cluster_ctarank)


def griddepcontrol_wait():
    with ptx.asm():
        ptx.griddepcontrol.wait()


def griddepcontrol_launch_dependents():
    with ptx.asm():
        ptx.griddepcontrol.launch_dependents()


def red_global_add(addr, value):
    with ptx.asm():
        ptx.red.global_.add.v4.f32([addr], value)


ptx.comment(".globl\t_Z4gemm14CUtensorMap_stS_S_i", space="\n\n\t")
ptx.comment("_ZZ9copy_bulkPK6float4PS_jE3bar has been demoted")
storage = var("shared", b8[()], "storage", align=1024, linkage="extern", before="\n")
buffer = var("shared", b8[()], "buffer", align=128, linkage="extern")


@kernel(
    symbol="_Z4gemm14CUtensorMap_stS_S_i",
    maxntid=(256, 1, 1),
    minnctapersm=1,
    explicitcluster=True,
    reqnctapercluster=(2, 1, 1),
)
def gemm(
    param_0: b8x128_align128,
    param_1: b8x128_align128,
    param_2: b8x128_align128,
    param_3: u32,
):
    """gemm(CUtensorMap_st, CUtensorMap_st, CUtensorMap_st, int)"""
    p, f, r, rd = reg.bulk(p=23, f=1124, r=349, rd=68)
    param_0_addr = rd[4] = ptx.mov.b64(param_0)
    param_1_addr = rd[5] = ptx.mov.b64(param_1)
    r[27] = ptx.ld.param.u32([param_3])
    tid = r[1] = ptx.special.tid.x()
    p[1] = tid != 0
    with ptx.unless(p[1]):
        rd[6] = ptx.cvta.param.u64(param_0_addr)
        prefetch_tensormap(rd[6])
        r[44] = ptx.mov.u32(storage)
        r[28] = r[44] + 73728
        r[41] = 1
        mbarrier_init(r[28], r[41])
        r[30] = r[44] + 73760
        r[43] = 2
        mbarrier_init(r[30], r[43])
        for i in range(3):
            r[4 * i + 32] = r[44] + (8 * i + 73736)
            mbarrier_init(r[4 * i + 32], r[41])
            r[4 * i + 34] = r[44] + (8 * i + 73768)
            mbarrier_init(r[4 * i + 34], r[43])
        fence_mbarrier_init_release()
    barrier_cluster()
    p[2] = tid.u32 < 128
    acc = (*f[1055:1027:-1], *f[1056:1060])
    with ptx.block() as block:
        with ptx.if_(p[2], over=True):
            setmaxnreg_dec_sync(40)
            p[17] = r[27] < 1
            p[18] = p[1] | p[17]
            block.leave(when=p[18])
            ctaid_y = r[250] = ptx.special.ctaid.y()
            r[11] = ctaid_y << 6
            ctaid = r[251] = ptx.special.ctaid.x()
            r[12] = ctaid << 6
            r[348] = r[27] & 3
            r[252] = r[27] - 1
            p[19] = r[252].u32 < 3
            r[345] = 0
            with ptx.unless(p[19]):
                r[344] = r[27] - r[348]
                r[345] = 0
                rd[63] = ptx.cvta.param.u64(param_0_addr)
                rd[64] = ptx.cvta.param.u64(param_1_addr)
                with ptx.loop() as loop:
                    r[302] = r[345] >> 2
                    r[303] = ~r[302]
                    r[255] = r[303] & 1
                    r[258] = ptx.mov.u32(storage)
                    r[254] = r[258] + 73760
                    mbarrier_wait(r[254], r[255])
                    r[263] = r[258] + 73728
                    r[293] = 16384
                    mbarrier_arrive_expect_tx(r[263], r[293])
                    r[264] = r[345] << 6
                    cp_async_bulk_tensor_shared_cluster(
                        r[258], rd[63], r[264], r[11], r[263]
                    )
                    r[262] = r[258] + 32768
                    cp_async_bulk_tensor_shared_cluster(
                        r[262], rd[64], r[264], r[12], r[263]
                    )
                    for i in range(3):
                        r[3 * i + 304] = r[345] + (i + 1)
                        r[3 * i + 305] = r[3 * i + 304] >> 2
                        r[3 * i + 306] = ~r[3 * i + 305]
                        r[12 * i + 267] = r[3 * i + 306] & 1
                        r[12 * i + 266] = r[258] + (8 * i + 73768)
                        mbarrier_wait(r[12 * i + 266], r[12 * i + 267])
                        r[12 * i + 275] = r[258] + (8 * i + 73736)
                        mbarrier_arrive_expect_tx(r[12 * i + 275], r[293])
                        r[12 * i + 276] = r[3 * i + 304] << 6
                        r[12 * i + 270] = r[258] + (8192 * i + 8192)
                        cp_async_bulk_tensor_shared_cluster(
                            r[12 * i + 270],
                            rd[63],
                            r[12 * i + 276],
                            r[11],
                            r[12 * i + 275],
                        )
                        r[12 * i + 274] = r[258] + (8192 * i + 40960)
                        cp_async_bulk_tensor_shared_cluster(
                            r[12 * i + 274],
                            rd[64],
                            r[12 * i + 276],
                            r[12],
                            r[12 * i + 275],
                        )
                    r[345] = r[345] + 4
                    r[344] = r[344] - 4
                    p[20] = r[344] != 0
                    loop.again(when=p[20])
            p[21] = r[348] == 0
            block.leave(when=p[21])
            r[346] = r[345] << 6
            r[329] = ptx.mov.u32(storage)
            rd[65] = ptx.cvta.param.u64(param_0_addr)
            rd[66] = ptx.cvta.param.u64(param_1_addr)
            with ptx.loop() as loop_2:
                ptx.pragma("nounroll")
                r[325] = r[345] >> 2
                r[326] = ~r[325]
                r[314] = r[326] & 1
                r[327] = r[345] << 3
                r[328] = r[327] & 24
                r[330] = r[329] + r[328]
                r[313] = r[330] + 73760
                mbarrier_wait(r[313], r[314])
                r[315] = r[330] + 73728
                r[316] = 16384
                mbarrier_arrive_expect_tx(r[315], r[316])
                r[331] = r[345] << 13
                r[332] = r[331] & 0x6000
                r[317] = r[329] + r[332]
                cp_async_bulk_tensor_shared_cluster(
                    r[317], rd[65], r[346], r[11], r[315]
                )
                r[321] = r[317] + 32768
                cp_async_bulk_tensor_shared_cluster(
                    r[321], rd[66], r[346], r[12], r[315]
                )
                r[345] = r[345] + 1
                r[346] = r[346] + 64
                r[348] = r[348] - 1
                p[22] = r[348] != 0
                loop_2.again(when=p[22])
            block.leave()
        setmaxnreg_inc_sync(232)
        p[3] = r[27] < 1
        with ptx.unless(p[3]) as block_2:
            p[4] = r[27] == 1
            r[342] = 0
            with ptx.unless(p[4]):
                r[47] = r[27] & 1
                r[341] = r[27] - r[47]
                r[342] = 0
                with ptx.loop() as loop_3:
                    p[5] = tid != 128
                    r[55] = r[342] >> 2
                    r[49] = r[55] & 1
                    r[53] = 1
                    r[56] = r[342] << 3
                    r[57] = r[56] & 16
                    r[58] = ptx.mov.u32(storage)
                    r[59] = r[58] + r[57]
                    r[48] = r[59] + 73728
                    mbarrier_wait(r[48], r[49])
                    wgmma_fence()
                    r[60] = r[342] << 13
                    r[61] = r[60] & 0x4000
                    r[62] = r[58] + r[61]
                    r[63] = r[62] & 0x3FC00
                    r[64] = r[63] >> 4
                    rd[15] = ptx.cvt.u64.u32(r[64])
                    rd[7] = rd[15] | 0x4000004000010000
                    r[65] = r[62] + 32768
                    r[66] = r[65] & 0x3FC00
                    r[67] = r[66] >> 4
                    rd[16] = ptx.cvt.u64.u32(r[67])
                    rd[8] = rd[16] | 0x4000004000010000
                    p[6] = r[342] != 0
                    r[50] = ptx.selp.u32(1, 0, p[6])
                    wgmma_mma_async(acc, rd[7], rd[8], r[50])
                    r[68] = r[62] + 32
                    r[69] = r[68] & 0x3FFE0
                    r[70] = r[69] >> 4
                    rd[17] = ptx.cvt.u64.u32(r[70])
                    rd[9] = rd[17] | 0x4000004000010000
                    r[71] = r[62] + 32800
                    r[72] = r[71] & 0x3FFE0
                    r[73] = r[72] >> 4
                    rd[18] = ptx.cvt.u64.u32(r[73])
                    rd[10] = rd[18] | 0x4000004000010000
                    wgmma_mma_async(acc, rd[9], rd[10], r[53])
                    r[74] = r[62] + 64
                    r[75] = r[74] & 0x3FFC0
                    r[76] = r[75] >> 4
                    rd[19] = ptx.cvt.u64.u32(r[76])
                    rd[11] = rd[19] | 0x4000004000010000
                    r[77] = r[62] + 32832
                    r[78] = r[77] & 0x3FFC0
                    r[79] = r[78] >> 4
                    rd[20] = ptx.cvt.u64.u32(r[79])
                    rd[12] = rd[20] | 0x4000004000010000
                    wgmma_mma_async(acc, rd[11], rd[12], r[53])
                    r[80] = r[62] + 96
                    r[81] = r[80] & 0x3FFE0
                    r[82] = r[81] >> 4
                    rd[21] = ptx.cvt.u64.u32(r[82])
                    rd[13] = rd[21] | 0x4000004000010000
                    r[83] = r[62] + 32864
                    r[84] = r[83] & 0x3FFE0
                    r[85] = r[84] >> 4
                    rd[22] = ptx.cvt.u64.u32(r[85])
                    rd[14] = rd[22] | 0x4000004000010000
                    wgmma_mma_async(acc, rd[13], rd[14], r[53])
                    wgmma_commit_group()
                    wgmma_wait_group(0)
                    with ptx.unless(p[5]):
                        r[334] = r[342] & 2
                        r[90] = r[334] << 3
                        r[92] = r[58] + r[90]
                        r[86] = r[92] + 73760
                        r[87] = 0
                        mapa_mbarrier_arrive(r[86], r[87])
                        mapa_mbarrier_arrive(r[86], r[53])
                    r[100] = r[342] + 1
                    r[101] = r[100] >> 2
                    r[94] = r[101] & 1
                    r[102] = r[100] << 3
                    r[103] = r[102] & 24
                    r[105] = r[58] + r[103]
                    r[93] = r[105] + 73728
                    mbarrier_wait(r[93], r[94])
                    wgmma_fence()
                    r[106] = r[100] << 13
                    r[107] = r[106] & 0x6000
                    r[108] = r[58] + r[107]
                    r[109] = r[108] & 0x3FC00
                    r[110] = r[109] >> 4
                    rd[31] = ptx.cvt.u64.u32(r[110])
                    rd[23] = rd[31] | 0x4000004000010000
                    r[111] = r[108] + 32768
                    r[112] = r[111] & 0x3FC00
                    r[113] = r[112] >> 4
                    rd[32] = ptx.cvt.u64.u32(r[113])
                    rd[24] = rd[32] | 0x4000004000010000
                    wgmma_mma_async(acc, rd[23], rd[24], r[53])
                    r[114] = r[108] + 32
                    r[115] = r[114] & 0x3FFE0
                    r[116] = r[115] >> 4
                    rd[33] = ptx.cvt.u64.u32(r[116])
                    rd[25] = rd[33] | 0x4000004000010000
                    r[117] = r[108] + 32800
                    r[118] = r[117] & 0x3FFE0
                    r[119] = r[118] >> 4
                    rd[34] = ptx.cvt.u64.u32(r[119])
                    rd[26] = rd[34] | 0x4000004000010000
                    wgmma_mma_async(acc, rd[25], rd[26], r[53])
                    r[120] = r[108] + 64
                    r[121] = r[120] & 0x3FFC0
                    r[122] = r[121] >> 4
                    rd[35] = ptx.cvt.u64.u32(r[122])
                    rd[27] = rd[35] | 0x4000004000010000
                    r[123] = r[108] + 32832
                    r[124] = r[123] & 0x3FFC0
                    r[125] = r[124] >> 4
                    rd[36] = ptx.cvt.u64.u32(r[125])
                    rd[28] = rd[36] | 0x4000004000010000
                    wgmma_mma_async(acc, rd[27], rd[28], r[53])
                    r[126] = r[108] + 96
                    r[127] = r[126] & 0x3FFE0
                    r[128] = r[127] >> 4
                    rd[37] = ptx.cvt.u64.u32(r[128])
                    rd[29] = rd[37] | 0x4000004000010000
                    r[129] = r[108] + 32864
                    r[130] = r[129] & 0x3FFE0
                    r[131] = r[130] >> 4
                    rd[38] = ptx.cvt.u64.u32(r[131])
                    rd[30] = rd[38] | 0x4000004000010000
                    wgmma_mma_async(acc, rd[29], rd[30], r[53])
                    wgmma_commit_group()
                    wgmma_wait_group(0)
                    with ptx.unless(p[5]):
                        r[337] = r[342] + 1
                        r[336] = r[337] & 3
                        r[335] = ptx.mov.u32(storage)
                        r[136] = r[336] << 3
                        r[138] = r[335] + r[136]
                        r[132] = r[138] + 73760
                        r[133] = 0
                        mapa_mbarrier_arrive(r[132], r[133])
                        r[135] = 1
                        mapa_mbarrier_arrive(r[132], r[135])
                    r[342] = r[342] + 2
                    r[341] = r[341] - 2
                    p[8] = r[341] != 0
                    loop_3.again(when=p[8])
            r[333] = ptx.ld.param.u32([param_3])
            r[139] = r[333] & 1
            p[9] = r[139].b32 == 1
            p[10] = 0
            p[11] = p[9] ^ p[10]
            p[12] = ~p[11]
            block_2.leave(when=p[12])
            p[13] = tid != 128
            r[147] = r[342] >> 2
            r[141] = r[147] & 1
            r[145] = 1
            r[148] = r[342] << 3
            r[149] = r[148] & 24
            r[150] = ptx.mov.u32(storage)
            r[151] = r[150] + r[149]
            r[140] = r[151] + 73728
            mbarrier_wait(r[140], r[141])
            wgmma_fence()
            r[152] = r[342] << 13
            r[153] = r[152] & 0x6000
            r[154] = r[150] + r[153]
            r[155] = r[154] & 0x3FC00
            r[156] = r[155] >> 4
            rd[47] = ptx.cvt.u64.u32(r[156])
            rd[39] = rd[47] | 0x4000004000010000
            r[157] = r[154] + 32768
            r[158] = r[157] & 0x3FC00
            r[159] = r[158] >> 4
            rd[48] = ptx.cvt.u64.u32(r[159])
            rd[40] = rd[48] | 0x4000004000010000
            p[14] = r[342] != 0
            r[142] = ptx.selp.u32(1, 0, p[14])
            wgmma_mma_async(acc, rd[39], rd[40], r[142])
            r[160] = r[154] + 32
            r[161] = r[160] & 0x3FFE0
            r[162] = r[161] >> 4
            rd[49] = ptx.cvt.u64.u32(r[162])
            rd[41] = rd[49] | 0x4000004000010000
            r[163] = r[154] + 32800
            r[164] = r[163] & 0x3FFE0
            r[165] = r[164] >> 4
            rd[50] = ptx.cvt.u64.u32(r[165])
            rd[42] = rd[50] | 0x4000004000010000
            wgmma_mma_async(acc, rd[41], rd[42], r[145])
            r[166] = r[154] + 64
            r[167] = r[166] & 0x3FFC0
            r[168] = r[167] >> 4
            rd[51] = ptx.cvt.u64.u32(r[168])
            rd[43] = rd[51] | 0x4000004000010000
            r[169] = r[154] + 32832
            r[170] = r[169] & 0x3FFC0
            r[171] = r[170] >> 4
            rd[52] = ptx.cvt.u64.u32(r[171])
            rd[44] = rd[52] | 0x4000004000010000
            wgmma_mma_async(acc, rd[43], rd[44], r[145])
            r[172] = r[154] + 96
            r[173] = r[172] & 0x3FFE0
            r[174] = r[173] >> 4
            rd[53] = ptx.cvt.u64.u32(r[174])
            rd[45] = rd[53] | 0x4000004000010000
            r[175] = r[154] + 32864
            r[176] = r[175] & 0x3FFE0
            r[177] = r[176] >> 4
            rd[54] = ptx.cvt.u64.u32(r[177])
            rd[46] = rd[54] | 0x4000004000010000
            wgmma_mma_async(acc, rd[45], rd[46], r[145])
            wgmma_commit_group()
            wgmma_wait_group(0)
            block_2.leave(when=p[13])
            r[339] = r[342] & 3
            r[182] = r[339] << 3
            r[184] = r[150] + r[182]
            r[178] = r[184] + 73760
            r[179] = 0
            mapa_mbarrier_arrive(r[178], r[179])
            mapa_mbarrier_arrive(r[178], r[145])
        tid_2 = r[338] = ptx.special.tid.x()
        r[222] = tid_2 - 128
        r[223] = r[222].s32 >> 31
        r[224] = r[223] >> 27
        r[225] = r[222] + r[224]
        r[226] = r[225] >> 1
        r[227] = r[226] & 0x7FFFFFF0
        r[228] = r[223] >> 28
        r[229] = r[222] + r[228]
        r[230] = r[229] & 0x1FFFFF0
        r[231] = r[222] - r[230]
        r[232] = r[227] + r[231]
        r[233] = r[225] & -32
        r[234] = r[222] - r[233]
        r[235] = r[234].s32 >> 31
        r[236] = r[235] >> 28
        r[237] = r[234] + r[236]
        for i in range(4):
            cvt_rn(r[i + 185], f[1054 - 2 * i], f[1055 - 2 * i])
        r[238] = r[232] << 7
        r[239] = ptx.mov.u32(storage)
        r[240] = r[239] + r[238]
        r[241] = r[237] & -16
        r[242] = r[240] + r[241]
        r[189] = r[242] + 65536
        stmatrix_sync_aligned(r[189], r[185:189])
        for i in range(4):
            cvt_rn(r[i + 194], f[1046 - 2 * i], f[1047 - 2 * i])
        r[198] = r[242] + 65568
        stmatrix_sync_aligned(r[198], r[194:198])
        for i in range(4):
            cvt_rn(r[i + 203], f[1038 - 2 * i], f[1039 - 2 * i])
        r[207] = r[242] + 65600
        stmatrix_sync_aligned(r[207], r[203:207])
        cvt_rn(r[212], f[1030], f[1031])
        cvt_rn(r[213], f[1028], f[1029])
        cvt_rn(r[214], f[1057], f[1056])
        cvt_rn(r[215], f[1059], f[1058])
        r[216] = r[242] + 65632
        stmatrix_sync_aligned(r[216], r[212:216])
        fence_proxy_async()
        bar_sync(1, 128)
        p[15] = r[222] != 0
        block.leave(when=p[15])
        param_2_addr = rd[67] = ptx.mov.b64(param_2)
        ctaid_2 = r[246] = ptx.special.ctaid.x()
        r[244] = ctaid_2 << 6
        ctaid_y_2 = r[247] = ptx.special.ctaid.y()
        r[245] = ctaid_y_2 << 6
        rd[55] = ptx.cvta.param.u64(param_2_addr)
        r[243] = r[239] + 65536
        cp_async_bulk_tensor_shared_cta(rd[55], r[244], r[245], r[243])
        cp_async_bulk_commit_group()
        cp_async_bulk_wait_group(0)
    barrier_cluster_2()
    ptx.ret()


@kernel(symbol="_Z9copy_bulkPK6float4PS_j")
def copy_bulk(param_0: u64, param_1: u64, param_2: u32):
    """copy_bulk(float4 const*, float4*, unsigned int)"""
    p, f, r, rd = reg.bulk(p=2, f=2, r=26, rd=8)
    bar = var("shared", u64, "_ZZ9copy_bulkPK6float4PS_jE3bar", align=8)
    param_0 = rd[1] = ptx.ld.param.u64([param_0])
    param_1 = rd[2] = ptx.ld.param.u64([param_1])
    param_2 = r[2] = ptx.ld.param.u32([param_2])
    tid = r[1] = ptx.special.tid.x()
    p[1] = tid != 0
    with ptx.unless(p[1]):
        r[3] = ptx.mov.u32(bar)
        r[4] = 1
        mbarrier_init(r[3], r[4])
        mbarrier_arrive_expect_tx(r[3], param_2)
        buffer_addr = r[7] = ptx.mov.u32(buffer)
        cp_async_bulk(buffer_addr, param_0, param_2, r[3])
    ptx.bar.sync(0)
    r[10] = ptx.mov.u32(bar)
    r[11] = 0
    mbarrier_wait(r[10], r[11])
    read_cluster_ctarank(r[12])
    ntid = r[13] = ptx.special.ntid.x()
    r[14] = ptx.mad.lo.s32(r[12], ntid, tid)
    param_1_global = rd[5] = ptx.cvta.to.global_.u64(param_1)
    rd[6] = ptx.mul.wide.u32(r[14], 16)
    param_1_ptr = rd[7] = param_1_global + rd[6]
    r[15] = tid << 4
    buffer_addr_2 = r[16] = ptx.mov.u32(buffer)
    r[17] = buffer_addr_2 + r[15]
    r[18:22] = ptx.ld.shared.v4.u32([r[17]])
    ptx.st.global_.v4.u32([param_1_ptr], r[18:22])
    griddepcontrol_wait()
    griddepcontrol_launch_dependents()
    f[1] = 1.0
    red_global_add(param_1, (f[1], f[1], f[1], f[1]))
    ptx.ret()
