from typing import Annotated

from ptxpy import (
    at,
    b8,
    f32,
    kernel,
    mark,
    module,
    pred,
    ptx,
    reg,
    section,
    u32,
    u64,
    var,
)

module("llvm", version="9.4", target="sm_90a")

b8x128_align64 = Annotated[b8, b8.align(64)[128]]
ptr_global_align1 = Annotated[u64, u64.ptr("global", align=1)]


def mbarrier_init(mbar, predicate):
    with ptx.asm(newline=True):
        ptx.mbarrier.init.shared__cta.b64([mbar], 1, when=predicate)


def mbarrier_arrive_expect_tx(mbar, predicate, n):
    with ptx.asm(newline=True):
        ptx.inst.mbarrier.arrive.expect_tx.shared__cta.b64(
            "_", [mbar], n, when=predicate
        )


def cp_async_bulk_tensor_mbarrier_complete_tx_bytes(
    dst_mem, tensor_map, tensor_coords0, tensor_coords1, mbar, predicate
):
    with ptx.asm(newline=True):
        ptx.cp.async_.bulk.tensor._2d.shared__cta.global_.mbarrier__complete_tx__bytes(
            [dst_mem],
            [tensor_map, (tensor_coords0, tensor_coords1)],
            [mbar],
            when=predicate,
        )


def mbarrier_wait(mbar, phase_parity):
    with ptx.asm():
        with ptx.scope(before="\n\t\n"):
            complete = reg.scalar(pred, "complete")
            at(66, 13)
            with ptx.loop("waitLoop") as loop:
                at(67, 13)
                ptx.inst.mbarrier.try_wait.parity.shared__cta.b64(
                    complete, [mbar], phase_parity
                )
                loop.again(unless=complete, uni=True)
        ptx.blank(2)


def mbarrier_inval(mbar, predicate):
    with ptx.asm(newline=True):
        ptx.mbarrier.inval.shared__cta.b64([mbar], when=predicate)


def mbarrier_wait_2(mbar, phase_parity, line, column):
    with ptx.asm():
        with ptx.scope(before="\n\t\n"):
            complete = reg.scalar(pred, "complete")
            at(30, 5, inlined_at=(line, column))
            with ptx.loop("waitLoop") as loop:
                at(31, 5, inlined_at=(line, column))
                ptx.inst.mbarrier.try_wait.parity.shared__cta.b64(
                    complete, [mbar], phase_parity
                )
                loop.again(unless=complete, uni=True)
        ptx.blank(2)


def wgmma_mma_async(acc, a_desc, b_desc, line, column):
    with ptx.asm(newline=True):
        at(28, 18, inlined_at=(line, column))
        ptx.wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16(
            acc, a_desc, b_desc, 0, 1, 1, 0, 0
        )


def wgmma_mma_async_2(acc, a_desc, b_desc, scale_d, line, column):
    with ptx.asm(newline=True):
        at(28, 18, inlined_at=(line, column))
        ptx.wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16(
            acc, a_desc, b_desc, scale_d, 1, 1, 0, 0
        )


def wgmma_wait_group(row0, rd1, r2, r3, rd4, r5, r6, row7, line, column, n):
    with ptx.asm(newline=True):
        ptx.comment("wait for regs: ", *row0, rd1, r2, r3, rd4, r5, r6, *row7)
        at(29, 18, inlined_at=(line, column))
        ptx.wgmma.wait_group.sync.aligned(n)


def mov(dst, value, line, column):
    with ptx.asm(newline=True):
        at(37, 17, inlined_at=(line, column))
        ptx.inst.mov.b32(dst, value)


def wgmma_mma_async_3(acc, a, b_desc, scale_d, line, column):
    with ptx.asm(newline=True):
        at(37, 17, inlined_at=(line, column))
        ptx.wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16(
            acc, a, b_desc, scale_d, 1, 1, 1
        )


def wgmma_wait_group_2(row0, line, column, n):
    with ptx.asm(newline=True):
        ptx.comment("wait for regs: ", *row0)
        at(28, 5, inlined_at=(line, column))
        ptx.wgmma.wait_group.sync.aligned(n)


def st_global(addr, value):
    with ptx.asm(newline=True):
        at(76, 5)
        ptx.st.global_.b32([addr, 0], (value,))


def cp_async_bulk_tensor_bulk_group(
    tensor_map, tensor_coords0, tensor_coords1, src_mem, predicate
):
    with ptx.asm(newline=True):
        ptx.cp.async_.bulk.tensor._2d.global_.shared__cta.bulk_group(
            [tensor_map, (tensor_coords0, tensor_coords1)], [src_mem], when=predicate
        )


global_smem = var("shared", b8[()], "global_smem", align=16, linkage="extern")
_str = var("global", b8[11], "_$_str", align=1, init=b"__CUDA_FTZ")


@kernel(reqntid=128)
def attention(
    param_0: b8x128_align64,
    param_1: u32,
    param_2: u32,
    param_3: u64,
    param_4: u64,
    param_5: b8x128_align64,
    param_6: u32,
    param_7: u32,
    param_8: u64,
    param_9: u64,
    param_10: b8x128_align64,
    param_11: u32,
    param_12: u32,
    param_13: u64,
    param_14: u64,
    param_15: b8x128_align64,
    param_16: u32,
    param_17: u32,
    param_18: u64,
    param_19: u64,
    param_20: ptr_global_align1,
    param_21: f32,
    param_22: u32,
    param_23: ptr_global_align1,
    param_24: ptr_global_align1,
):
    p, r, rd = reg.bulk(p=192, r=1545, rd=80)
    at(43, 0)
    mark("func_begin", 0)
    at(43, 0)
    param_0_addr = r[40] = ptx.mov.b32(param_0)
    param_10_addr = r[42] = ptx.mov.b32(param_10)
    at(58, 17, mark=True)
    rd[6] = ptx.cvt.u64.u32(param_10_addr)
    rd[1] = ptx.cvta.param.u64(rd[6])
    param_5_addr = r[43] = ptx.mov.b32(param_5)
    rd[7] = ptx.cvt.u64.u32(param_5_addr)
    rd[2] = ptx.cvta.param.u64(rd[7])
    rd[8] = ptx.cvt.u64.u32(param_0_addr)
    rd[4] = ptx.cvta.param.u64(rd[8])
    ctaid = r[44] = ptx.special.ctaid.x()
    r[1] = ctaid << 7
    at(59, 12)
    ctaid_y = r[45] = ptx.special.ctaid.y()
    param_22 = r[46] = ptx.ld.param.b32([param_22])
    r[35] = param_22 * ctaid_y
    at(63, 21)
    r[1391] = r[35] + r[1]
    at(63, 13)
    tid = r[2] = ptx.special.tid.x()
    p[17] = tid.u32 < 32
    r[47], p[18] = ptx.elect.sync(-1)
    p[1] = p[17] & p[18]
    global_smem_addr = r[28] = ptx.mov.b32(global_smem)
    mbarrier_init(global_smem_addr, p[1])
    ptx.bar.sync(0)
    r[3] = tid & 127
    p[2] = r[3] == 0
    mbarrier_arrive_expect_tx(global_smem_addr, p[2], 16384)
    ptx.bar.sync(0)
    param_21 = r[48] = ptx.ld.param.b32([param_21])
    r[49], p[19] = ptx.elect.sync(-1)
    p[20] = r[3].u32 < 32
    p[3] = p[20] & p[19]
    r[29] = global_smem_addr + 50176
    r[30] = 0
    cp_async_bulk_tensor_mbarrier_complete_tx_bytes(
        r[29], rd[4], r[30], r[1391], global_smem_addr, p[3]
    )
    mbarrier_wait(global_smem_addr, r[30])
    ptx.bar.sync(0)
    r[50], p[21] = ptx.elect.sync(-1)
    p[4] = p[17] & p[21]
    mbarrier_inval(global_smem_addr, p[4])
    at(64, 18)
    r[4] = param_21.f32 * 1.442695
    r[61] = 1.0
    at(66, 25, mark=1)
    at(27, 5, inlined_at=(66, 25))
    r[51], p[22] = ptx.elect.sync(-1)
    p[5] = p[17] & p[22]
    r[31] = global_smem_addr + 49152
    mbarrier_init(r[31], p[5])
    r[52], p[23] = ptx.elect.sync(-1)
    p[6] = p[17] & p[23]
    r[32] = global_smem_addr + 49160
    mbarrier_init(r[32], p[6])
    r[53], p[24] = ptx.elect.sync(-1)
    p[7] = p[17] & p[24]
    r[652] = global_smem_addr + 49168
    mbarrier_init(r[652], p[7])
    r[54], p[25] = ptx.elect.sync(-1)
    p[8] = p[17] & p[25]
    r[33] = global_smem_addr + 49184
    mbarrier_init(r[33], p[8])
    r[55], p[26] = ptx.elect.sync(-1)
    p[9] = p[17] & p[26]
    r[34] = global_smem_addr + 49192
    mbarrier_init(r[34], p[9])
    r[56], p[27] = ptx.elect.sync(-1)
    p[10] = p[17] & p[27]
    r[651] = global_smem_addr + 49200
    mbarrier_init(r[651], p[10])
    p[28] = r[1] < 1
    p[29] = r[1] > 0
    ptx.bar.sync(0)
    p[11] = p[2] & p[29]
    mbarrier_arrive_expect_tx(r[31], p[11], 8192)
    at(28, 32, inlined_at=(66, 25))
    ptx.fence.proxy.async_.shared__cta()
    ptx.bar.sync(0)
    r[57], p[30] = ptx.elect.sync(-1)
    p[31] = p[29] & p[30]
    p[12] = p[20] & p[31]
    cp_async_bulk_tensor_mbarrier_complete_tx_bytes(
        global_smem_addr, rd[2], r[30], r[35], r[31], p[12]
    )
    at(27, 5, inlined_at=(66, 25))
    ptx.bar.sync(0)
    mbarrier_arrive_expect_tx(r[33], p[11], 8192)
    at(36, 17, inlined_at=(66, 25))
    ptx.bar.sync(0)
    r[58], p[32] = ptx.elect.sync(-1)
    p[33] = p[29] & p[32]
    p[13] = p[20] & p[33]
    r[36] = global_smem_addr + 24576
    cp_async_bulk_tensor_mbarrier_complete_tx_bytes(
        r[36], rd[1], r[30], r[35], r[33], p[13]
    )
    at(27, 5, inlined_at=(66, 25))
    p[34] = r[1] > 64
    at(28, 43, inlined_at=(66, 25))
    r[38] = r[35] + 64
    at(27, 5, inlined_at=(66, 25))
    ptx.bar.sync(0)
    p[14] = p[2] & p[34]
    mbarrier_arrive_expect_tx(r[32], p[14], 8192)
    at(28, 32, inlined_at=(66, 25))
    ptx.bar.sync(0)
    r[59], p[35] = ptx.elect.sync(-1)
    p[36] = p[34] & p[35]
    p[15] = p[20] & p[36]
    r[37] = global_smem_addr + 8192
    cp_async_bulk_tensor_mbarrier_complete_tx_bytes(
        r[37], rd[2], r[30], r[38], r[32], p[15]
    )
    at(27, 5, inlined_at=(66, 25))
    ptx.bar.sync(0)
    mbarrier_arrive_expect_tx(r[34], p[14], 8192)
    at(36, 17, inlined_at=(66, 25))
    ptx.bar.sync(0)
    r[60], p[37] = ptx.elect.sync(-1)
    p[38] = p[34] & p[37]
    p[16] = p[20] & p[38]
    r[39] = global_smem_addr + 32768
    cp_async_bulk_tensor_mbarrier_complete_tx_bytes(
        r[39], rd[1], r[30], r[38], r[34], p[16]
    )
    r[1533] = ptx.mov.b32(-ptx.inf)
    r[205] = 0.0
    r[1524] = r[35] + 128
    for i in range(63):
        r[i + 206] = r[205]
    for i in range(4):
        r[i + 1537] = r[61]
    r[1534] = r[1533]
    r[1535] = r[1533]
    r[1536] = r[1533]
    at(27, 5, inlined_at=(66, 25))
    with ptx.unless(p[28]):
        ptx.comment("%.lr.ph", block=True)
        at(0, 5)
        r[6] = r[1] - 128
        r[62] = ptx.bfe.u32(r[29], 4, 15)
        for i in range(3):
            rd[i + 9] = ptx.cvt.u64.u32(r[i + 62])
            rd[i + 17] = rd[i + 9] | 0x4000004000000000
            r[i + 63] = r[62] + (2 * i + 2)
        rd[12] = ptx.cvt.u64.u32(r[65])
        rd[20] = rd[12] | 0x4000004000000000
        for i in range(4):
            r[i + 66] = r[62] + (2 * i + 512)
            rd[i + 13] = ptx.cvt.u64.u32(r[i + 66])
            rd[2 * i + 21] = rd[i + 13] | 0x4000004000000000
        r[1533] = ptx.mov.b32(-ptx.inf)
        r[205] = 0.0
        r[1527] = 1
        r[1526] = -1
        r[1525] = r[30]
        for i in range(63):
            r[i + 206] = r[205]
        r[1528] = r[30]
        r[1534] = r[1533]
        r[1535] = r[1533]
        r[1536] = r[1533]
        for i in range(4):
            r[i + 1537] = r[61]
        with ptx.loop() as loop:
            ptx.comment("%__nv_exp2f.exit269", behind=True)
            ptx.loop_comment("inner", 1)
            for i in range(4):
                r[10 - i] = r[1536 - i]
            at(27, 5, inlined_at=(66, 25))
            p[43] = r[1528] < r[6]
            r[274] = r[1526] + 1
            p[44] = r[274] > 2
            r[1526] = ptx.selp.b32(0, r[274], p[44])
            r[275] = ptx.selp.b32(1, 0, p[44])
            r[1525] = r[1525] ^ r[275]
            r[276] = r[1526] << 3
            r[277] = global_smem_addr + r[276]
            r[70] = r[277] + 49152
            mbarrier_wait_2(r[70], r[1525], 66, 25)
            at(28, 32, inlined_at=(66, 25))
            r[278] = r[1526] << 13
            r[279] = global_smem_addr + r[278]
            at(28, 18, inlined_at=(66, 25))
            r[280] = ptx.bfe.u32(r[279], 4, 15)
            ptx.wgmma.fence.sync.aligned()
            rd[35] = ptx.cvt.u64.u32(r[280])
            rd[22] = rd[35] | 0x4000004000000000
            wgmma_mma_async(r[71:103], rd[17], rd[22], 66, 25)
            r[281] = r[280] + 2
            at(36, 17, inlined_at=(66, 25))
            r[282] = r[279] + 24576
            at(37, 17, inlined_at=(66, 25))
            r[283] = ptx.bfe.u32(r[282], 4, 15)
            for i in range(3):
                r[i + 284] = r[283] + (384 - 128 * i)
                rd[i + 36] = ptx.cvt.u64.u32(r[i + 284])
                at(28, 18, inlined_at=(66, 25))
                rd[34 - i] = rd[i + 36] | 0x4000004000000000
                at(37, 17, inlined_at=(66, 25))
            rd[39] = ptx.cvt.u64.u32(r[283])
            at(28, 18, inlined_at=(66, 25))
            rd[31] = rd[39] | 0x4000004000000000
            r[287] = r[280] + 6
            rd[40] = ptx.cvt.u64.u32(r[287])
            rd[28] = rd[40] | 0x4000004000000000
            r[288] = r[280] + 4
            rd[41] = ptx.cvt.u64.u32(r[288])
            rd[26] = rd[41] | 0x4000004000000000
            rd[42] = ptx.cvt.u64.u32(r[281])
            rd[24] = rd[42] | 0x4000004000000000
            p[39] = -1
            wgmma_mma_async_2(r[71:103], rd[18], rd[24], p[39], 66, 25)
            wgmma_mma_async_2(r[71:103], rd[19], rd[26], p[39], 66, 25)
            wgmma_mma_async_2(r[71:103], rd[20], rd[28], p[39], 66, 25)
            wgmma_mma_async(r[103:135], rd[21], rd[22], 66, 25)
            wgmma_mma_async_2(r[103:135], rd[23], rd[24], p[39], 66, 25)
            wgmma_mma_async_2(r[103:135], rd[25], rd[26], p[39], 66, 25)
            wgmma_mma_async_2(r[103:135], rd[27], rd[28], p[39], 66, 25)
            ptx.wgmma.commit_group.sync.aligned()
            rd[30] = ptx.cvt.u64.u32(r[279])
            rd[29] = ptx.cvt.u64.u32(r[29])
            at(63, 13, mark=True)
            r[139] = 0
            at(28, 18, inlined_at=(66, 25), mark=True)
            for i in range(4):
                r[i + 135] = r[139]
            wgmma_wait_group(
                r[71:135],
                rd[29],
                r[135],
                r[136],
                rd[30],
                r[137],
                r[138],
                r[205:269],
                66,
                25,
                0,
            )
            for i in range(64):
                r[i + 289] = r[4].f32 * r[i + 71]
            at(32, 37, inlined_at=(66, 25), mark=4)
            at(216, 16, file=2, inlined_at=(32, 37))
            at(196, 12, file=2, inlined_at=(2, 216, 16))
            for i in range(8):
                r[i + 353] = ptx.max.f32(r[4 * i + 289], r[4 * i + 290])
            for i in range(7):
                r[i + 361] = ptx.max.f32(r[2 * i + 353], r[2 * i + 354])
            for i in range(8):
                r[i + 368] = ptx.max.f32(r[4 * i + 291], r[4 * i + 292])
            for i in range(7):
                r[i + 376] = ptx.max.f32(r[2 * i + 368], r[2 * i + 369])
            for i in range(8):
                r[i + 383] = ptx.max.f32(r[4 * i + 321], r[4 * i + 322])
            for i in range(7):
                r[i + 391] = ptx.max.f32(r[2 * i + 383], r[2 * i + 384])
            for i in range(8):
                r[i + 398] = ptx.max.f32(r[4 * i + 323], r[4 * i + 324])
            for i in range(7):
                r[i + 406] = ptx.max.f32(r[2 * i + 398], r[2 * i + 399])
            at(216, 16, file=2, inlined_at=(32, 37), mark=True)
            for i in range(4):
                r[3 * i + 413] = ptx.shfl.sync.bfly.b32(r[15 * i + 367], 2, 31, -1)
                at(196, 12, file=2, inlined_at=(2, 216, 16), mark=True)
                r[3 * i + 414] = ptx.max.f32(r[15 * i + 367], r[3 * i + 413])
                at(216, 16, file=2, inlined_at=(32, 37), mark=True)
                r[3 * i + 415] = ptx.shfl.sync.bfly.b32(r[3 * i + 414], 1, 31, -1)
            at(196, 12, file=2, inlined_at=(2, 216, 16), mark=True)
            for i in range(4):
                r[i + 425] = ptx.max.f32(r[3 * i + 414], r[3 * i + 415])
            at(32, 20, inlined_at=(66, 25), mark=15)
            for i in range(4):
                r[1536 - i] = ptx.max.f32(r[10 - i], r[428 - i])
            at(33, 32, inlined_at=(66, 25))
            r[429] = -r[1533].f32
            r[430] = ptx.fma.rn.f32(r[4], r[71], r[429])
            r[431] = ptx.fma.rn.f32(r[4], r[72], r[429])
            r[432] = -r[1534].f32
            for i in range(7):
                r[4 * i + 433] = ptx.fma.rn.f32(r[4], r[4 * i + 73], r[432])
                r[4 * i + 434] = ptx.fma.rn.f32(r[4], r[4 * i + 74], r[432])
                r[4 * i + 435] = ptx.fma.rn.f32(r[4], r[4 * i + 75], r[429])
                r[4 * i + 436] = ptx.fma.rn.f32(r[4], r[4 * i + 76], r[429])
            r[461] = ptx.fma.rn.f32(r[4], r[101], r[432])
            r[462] = ptx.fma.rn.f32(r[4], r[102], r[432])
            r[463] = -r[1535].f32
            r[464] = ptx.fma.rn.f32(r[4], r[103], r[463])
            r[465] = ptx.fma.rn.f32(r[4], r[104], r[463])
            r[466] = -r[1536].f32
            for i in range(7):
                r[4 * i + 467] = ptx.fma.rn.f32(r[4], r[4 * i + 105], r[466])
                r[4 * i + 468] = ptx.fma.rn.f32(r[4], r[4 * i + 106], r[466])
                r[4 * i + 469] = ptx.fma.rn.f32(r[4], r[4 * i + 107], r[463])
                r[4 * i + 470] = ptx.fma.rn.f32(r[4], r[4 * i + 108], r[463])
            r[495] = ptx.fma.rn.f32(r[4], r[133], r[466])
            r[496] = ptx.fma.rn.f32(r[4], r[134], r[466])
            at(33, 19, inlined_at=(66, 25))
            r[497] = ptx.ex2.approx.ftz.f32(r[430])
            r[498] = ptx.ex2.approx.ftz.f32(r[431])
            for i in range(30):
                r[i + 499] = ptx.ex2.approx.ftz.f32(r[i + 433])
            r[529] = ptx.ex2.approx.ftz.f32(r[464])
            r[530] = ptx.ex2.approx.ftz.f32(r[465])
            for i in range(30):
                r[i + 531] = ptx.ex2.approx.ftz.f32(r[i + 467])
            at(34, 35, inlined_at=(66, 25))
            for i in range(4):
                r[i + 561] = r[10 - i].f32 - r[1536 - i]
            at(34, 22, inlined_at=(66, 25))
            for i in range(4):
                r[i + 565] = ptx.ex2.approx.ftz.f32(r[564 - i])
            at(35, 36, inlined_at=(66, 25), mark=16)
            at(314, 12, file=2, inlined_at=(35, 36))
            at(287, 12, file=2, inlined_at=(2, 314, 12))
            for i in range(6):
                r[i + 569] = r[4 * i + 505].f32 + r[4 * i + 506]
            r[575] = r[571].f32 + r[572]
            r[576] = r[573].f32 + r[574]
            r[577] = r[575].f32 + r[576]
            r[578] = r[569].f32 + r[570]
            r[579] = r[501].f32 + r[502]
            r[580] = r[497].f32 + r[498]
            r[581] = r[580].f32 + r[579]
            r[582] = r[581].f32 + r[578]
            r[583] = r[582].f32 + r[577]
            for i in range(6):
                r[i + 584] = r[4 * i + 507].f32 + r[4 * i + 508]
            r[590] = r[586].f32 + r[587]
            r[591] = r[588].f32 + r[589]
            r[592] = r[590].f32 + r[591]
            r[593] = r[584].f32 + r[585]
            r[594] = r[503].f32 + r[504]
            r[595] = r[499].f32 + r[500]
            r[596] = r[595].f32 + r[594]
            r[597] = r[596].f32 + r[593]
            r[598] = r[597].f32 + r[592]
            for i in range(6):
                r[i + 599] = r[4 * i + 537].f32 + r[4 * i + 538]
            r[605] = r[601].f32 + r[602]
            r[606] = r[603].f32 + r[604]
            r[607] = r[605].f32 + r[606]
            r[608] = r[599].f32 + r[600]
            r[609] = r[533].f32 + r[534]
            r[610] = r[529].f32 + r[530]
            r[611] = r[610].f32 + r[609]
            r[612] = r[611].f32 + r[608]
            r[613] = r[612].f32 + r[607]
            for i in range(6):
                r[i + 614] = r[4 * i + 539].f32 + r[4 * i + 540]
            r[620] = r[616].f32 + r[617]
            r[621] = r[618].f32 + r[619]
            r[622] = r[620].f32 + r[621]
            r[623] = r[614].f32 + r[615]
            r[624] = r[535].f32 + r[536]
            r[625] = r[531].f32 + r[532]
            r[626] = r[625].f32 + r[624]
            r[627] = r[626].f32 + r[623]
            r[628] = r[627].f32 + r[622]
            at(314, 12, file=2, inlined_at=(35, 36), mark=True)
            for i in range(4):
                r[3 * i + 629] = ptx.shfl.sync.bfly.b32(r[15 * i + 583], 2, 31, -1)
                at(287, 12, file=2, inlined_at=(2, 314, 12), mark=True)
                r[3 * i + 630] = r[15 * i + 583].f32 + r[3 * i + 629]
                at(314, 12, file=2, inlined_at=(35, 36), mark=True)
                r[3 * i + 631] = ptx.shfl.sync.bfly.b32(r[3 * i + 630], 1, 31, -1)
            at(287, 12, file=2, inlined_at=(2, 314, 12), mark=True)
            for i in range(4):
                r[i + 641] = r[639 - 3 * i].f32 + r[640 - 3 * i]
            at(35, 16, inlined_at=(66, 25), mark=27)
            for i in range(4):
                r[i + 1537] = ptx.fma.rn.f32(r[i + 1537], r[i + 565], r[644 - i])
            at(27, 5, inlined_at=(66, 25))
            r[140] = r[277] + 49184
            mbarrier_wait_2(r[140], r[1525], 66, 25)
            at(37, 24, inlined_at=(66, 25))
            for i in range(32):
                r[2 * i + 142] = ptx.cvt.rn.f16x2.f32(r[2 * i + 498], r[2 * i + 497])
            at(37, 56, inlined_at=(66, 25))
            for i in range(8):
                r[4 * i + 205] = r[4 * i + 205].f32 * r[565]
                r[4 * i + 206] = r[4 * i + 206].f32 * r[565]
                r[4 * i + 207] = r[4 * i + 207].f32 * r[566]
                r[4 * i + 208] = r[4 * i + 208].f32 * r[566]
            for i in range(8):
                r[4 * i + 237] = r[4 * i + 237].f32 * r[567]
                r[4 * i + 238] = r[4 * i + 238].f32 * r[567]
                r[4 * i + 239] = r[4 * i + 239].f32 * r[568]
                r[4 * i + 240] = r[4 * i + 240].f32 * r[568]
            at(37, 17, inlined_at=(66, 25))
            ptx.bar.sync(0)
            for i in range(32):
                mov(r[2 * i + 141], r[2 * i + 142], 66, 25)
            ptx.wgmma.fence.sync.aligned()
            for i in range(4):
                wgmma_mma_async_3(
                    r[205:237],
                    (r[8 * i + 141], r[8 * i + 143], r[8 * i + 145], r[8 * i + 147]),
                    rd[i + 31],
                    p[39],
                    66,
                    25,
                )
            for i in range(4):
                wgmma_mma_async_3(
                    r[237:269],
                    (r[8 * i + 173], r[8 * i + 175], r[8 * i + 177], r[8 * i + 179]),
                    rd[i + 31],
                    p[39],
                    66,
                    25,
                )
            ptx.wgmma.commit_group.sync.aligned()
            at(27, 5, inlined_at=(66, 25))
            r[645] = r[1527] + 1
            p[45] = r[645] > 2
            r[1527] = ptx.selp.b32(0, r[645], p[45])
            at(28, 43, inlined_at=(66, 25))
            r[271] = r[1524] + r[1528]
            at(27, 5, inlined_at=(66, 25))
            r[646] = r[1527] << 3
            r[647] = global_smem_addr + r[646]
            r[269] = r[647] + 49152
            ptx.bar.sync(0)
            p[40] = p[2] & p[43]
            mbarrier_arrive_expect_tx(r[269], p[40], 8192)
            at(28, 32, inlined_at=(66, 25))
            r[648] = r[1527] << 13
            r[270] = global_smem_addr + r[648]
            ptx.bar.sync(0)
            r[649], p[46] = ptx.elect.sync(-1)
            p[47] = p[43] & p[46]
            p[41] = p[20] & p[47]
            cp_async_bulk_tensor_mbarrier_complete_tx_bytes(
                r[270], rd[2], r[139], r[271], r[269], p[41]
            )
            at(27, 5, inlined_at=(66, 25))
            r[272] = r[647] + 49184
            ptx.bar.sync(0)
            mbarrier_arrive_expect_tx(r[272], p[40], 8192)
            at(36, 17, inlined_at=(66, 25))
            r[273] = r[270] + 24576
            ptx.bar.sync(0)
            r[650], p[48] = ptx.elect.sync(-1)
            p[49] = p[43] & p[48]
            p[42] = p[20] & p[49]
            cp_async_bulk_tensor_mbarrier_complete_tx_bytes(
                r[273], rd[1], r[139], r[271], r[272], p[42]
            )
            at(27, 5, inlined_at=(66, 25))
            r[1528] = r[1528] + 64
            p[50] = r[1528] < r[1]
            loop.again(when=p[50])
    ptx.comment("%._crit_edge", behind=True)
    wgmma_wait_group_2(r[205:269], 66, 25, 0)
    ptx.bar.sync(0)
    r[654], p[69] = ptx.elect.sync(-1)
    p[51] = p[17] & p[69]
    mbarrier_inval(r[33], p[51])
    ptx.bar.sync(0)
    r[655], p[70] = ptx.elect.sync(-1)
    p[52] = p[17] & p[70]
    mbarrier_inval(r[34], p[52])
    r[656], p[71] = ptx.elect.sync(-1)
    p[53] = p[17] & p[71]
    mbarrier_inval(r[651], p[53])
    r[657], p[72] = ptx.elect.sync(-1)
    p[54] = p[17] & p[72]
    mbarrier_inval(r[31], p[54])
    r[658], p[73] = ptx.elect.sync(-1)
    p[55] = p[17] & p[73]
    mbarrier_inval(r[32], p[55])
    r[659], p[74] = ptx.elect.sync(-1)
    p[56] = p[17] & p[74]
    mbarrier_inval(r[652], p[56])
    at(72, 68, mark=28)
    r[11] = r[1] + 128
    at(71, 29, mark=29)
    at(25, 24, inlined_at=(71, 29))
    r[12] = tid & 96
    at(30, 48, inlined_at=(71, 29))
    r[13] = tid << 1
    at(27, 5, inlined_at=(71, 29))
    r[660], p[75] = ptx.elect.sync(-1)
    p[57] = p[17] & p[75]
    mbarrier_init(r[31], p[57])
    r[661], p[76] = ptx.elect.sync(-1)
    p[58] = p[17] & p[76]
    mbarrier_init(r[32], p[58])
    r[662], p[77] = ptx.elect.sync(-1)
    p[59] = p[17] & p[77]
    mbarrier_init(r[652], p[59])
    r[663], p[78] = ptx.elect.sync(-1)
    p[60] = p[17] & p[78]
    mbarrier_init(r[33], p[60])
    r[664], p[79] = ptx.elect.sync(-1)
    p[61] = p[17] & p[79]
    mbarrier_init(r[34], p[61])
    r[665], p[80] = ptx.elect.sync(-1)
    p[62] = p[17] & p[80]
    mbarrier_init(r[651], p[62])
    p[81] = r[1] != 2147483520
    ptx.bar.sync(0)
    p[63] = p[2] & p[81]
    mbarrier_arrive_expect_tx(r[31], p[63], 8192)
    at(28, 32, inlined_at=(71, 29))
    ptx.bar.sync(0)
    r[666], p[82] = ptx.elect.sync(-1)
    p[83] = p[81] & p[82]
    p[64] = p[20] & p[83]
    cp_async_bulk_tensor_mbarrier_complete_tx_bytes(
        global_smem_addr, rd[2], r[30], r[1391], r[31], p[64]
    )
    at(27, 5, inlined_at=(71, 29))
    ptx.bar.sync(0)
    mbarrier_arrive_expect_tx(r[33], p[63], 8192)
    at(36, 17, inlined_at=(71, 29))
    ptx.bar.sync(0)
    r[667], p[84] = ptx.elect.sync(-1)
    p[85] = p[81] & p[84]
    p[65] = p[20] & p[85]
    cp_async_bulk_tensor_mbarrier_complete_tx_bytes(
        r[36], rd[1], r[30], r[1391], r[33], p[65]
    )
    at(27, 5, inlined_at=(71, 29))
    r[668] = r[1] | 64
    p[86] = r[668] < r[11]
    at(28, 43, inlined_at=(71, 29))
    r[653] = r[1391] + 64
    at(27, 5, inlined_at=(71, 29))
    ptx.bar.sync(0)
    p[66] = p[2] & p[86]
    mbarrier_arrive_expect_tx(r[32], p[66], 8192)
    at(28, 32, inlined_at=(71, 29))
    ptx.bar.sync(0)
    r[669], p[87] = ptx.elect.sync(-1)
    p[88] = p[86] & p[87]
    p[67] = p[20] & p[88]
    cp_async_bulk_tensor_mbarrier_complete_tx_bytes(
        r[37], rd[2], r[30], r[653], r[32], p[67]
    )
    at(27, 5, inlined_at=(71, 29))
    ptx.bar.sync(0)
    mbarrier_arrive_expect_tx(r[34], p[66], 8192)
    at(36, 17, inlined_at=(71, 29))
    ptx.bar.sync(0)
    r[670], p[89] = ptx.elect.sync(-1)
    p[90] = p[86] & p[89]
    p[68] = p[20] & p[90]
    cp_async_bulk_tensor_mbarrier_complete_tx_bytes(
        r[39], rd[1], r[30], r[653], r[34], p[68]
    )
    at(27, 5, inlined_at=(71, 29))
    with ptx.if_(p[81]):
        ptx.comment("%.lr.ph571", block=True)
        at(0, 5)
        r[5] = -1000000.0
        r[14] = r[13] & 6
        at(25, 24, inlined_at=(71, 29))
        r[671] = r[12] >> 1
        r[672] = ptx.bfe.u32(tid, 2, 3)
        r[673] = r[671] | r[672]
        at(25, 12, inlined_at=(71, 29))
        r[19] = r[673] | r[1]
        r[17] = r[19] | 64
        r[15] = r[19] | 72
        r[18] = r[19] | 8
        r[674] = ptx.bfe.u32(r[29], 4, 15)
        for i in range(3):
            rd[i + 43] = ptx.cvt.u64.u32(r[i + 674])
            rd[i + 51] = rd[i + 43] | 0x4000004000000000
            r[i + 675] = r[674] + (2 * i + 2)
        rd[46] = ptx.cvt.u64.u32(r[677])
        rd[54] = rd[46] | 0x4000004000000000
        for i in range(4):
            r[i + 678] = r[674] + (2 * i + 512)
            rd[i + 47] = ptx.cvt.u64.u32(r[i + 678])
            rd[2 * i + 55] = rd[i + 47] | 0x4000004000000000
        r[16] = 1.0
        r[1531] = 1
        r[1530] = -1
        r[751] = 0
        r[838] = r[61].f32 * -1000000.0
        r[854] = r[16].f32 * -1000000.0
        r[1529] = r[751]
        r[1532] = r[1]
        with ptx.loop() as loop_2:
            ptx.comment("%__nv_exp2f.exit", behind=True)
            ptx.loop_comment("inner", 1)
            at(0, 12)
            for i in range(4):
                r[23 - i] = r[1536 - i]
            at(27, 5, inlined_at=(71, 29))
            p[95] = r[1532] < r[1]
            r[822] = r[1530] + 1
            p[96] = r[822] > 2
            r[1530] = ptx.selp.b32(0, r[822], p[96])
            r[823] = ptx.selp.b32(1, 0, p[96])
            r[1529] = r[1529] ^ r[823]
            r[824] = r[1530] << 3
            r[825] = global_smem_addr + r[824]
            r[682] = r[825] + 49152
            mbarrier_wait_2(r[682], r[1529], 71, 29)
            at(28, 32, inlined_at=(71, 29))
            r[826] = r[1530] << 13
            r[827] = global_smem_addr + r[826]
            at(28, 18, inlined_at=(71, 29))
            r[828] = ptx.bfe.u32(r[827], 4, 15)
            ptx.wgmma.fence.sync.aligned()
            rd[69] = ptx.cvt.u64.u32(r[828])
            rd[56] = rd[69] | 0x4000004000000000
            wgmma_mma_async(r[683:715], rd[51], rd[56], 71, 29)
            r[829] = r[828] + 2
            at(36, 17, inlined_at=(71, 29))
            r[830] = r[827] + 24576
            at(37, 17, inlined_at=(71, 29))
            r[831] = ptx.bfe.u32(r[830], 4, 15)
            for i in range(3):
                r[i + 832] = r[831] + (384 - 128 * i)
                rd[i + 70] = ptx.cvt.u64.u32(r[i + 832])
                at(28, 18, inlined_at=(71, 29))
                rd[68 - i] = rd[i + 70] | 0x4000004000000000
                at(37, 17, inlined_at=(71, 29))
            rd[73] = ptx.cvt.u64.u32(r[831])
            at(28, 18, inlined_at=(71, 29))
            rd[65] = rd[73] | 0x4000004000000000
            r[835] = r[828] + 6
            rd[74] = ptx.cvt.u64.u32(r[835])
            rd[62] = rd[74] | 0x4000004000000000
            r[836] = r[828] + 4
            rd[75] = ptx.cvt.u64.u32(r[836])
            rd[60] = rd[75] | 0x4000004000000000
            rd[76] = ptx.cvt.u64.u32(r[829])
            rd[58] = rd[76] | 0x4000004000000000
            p[91] = -1
            wgmma_mma_async_2(r[683:715], rd[52], rd[58], p[91], 71, 29)
            wgmma_mma_async_2(r[683:715], rd[53], rd[60], p[91], 71, 29)
            wgmma_mma_async_2(r[683:715], rd[54], rd[62], p[91], 71, 29)
            wgmma_mma_async(r[715:747], rd[55], rd[56], 71, 29)
            wgmma_mma_async_2(r[715:747], rd[57], rd[58], p[91], 71, 29)
            wgmma_mma_async_2(r[715:747], rd[59], rd[60], p[91], 71, 29)
            wgmma_mma_async_2(r[715:747], rd[61], rd[62], p[91], 71, 29)
            ptx.wgmma.commit_group.sync.aligned()
            rd[64] = ptx.cvt.u64.u32(r[827])
            rd[63] = ptx.cvt.u64.u32(r[29])
            for i in range(4):
                r[i + 747] = r[751]
            wgmma_wait_group(
                r[683:747],
                rd[63],
                r[747],
                r[748],
                rd[64],
                r[749],
                r[750],
                r[205:269],
                71,
                29,
                0,
            )
            r[837] = r[4].f32 * r[718]
            r[839] = r[717].f32 * r[4]
            for i in range(7):
                r[2 * i + 840] = r[4 * i + 721].f32 * r[4]
                r[2 * i + 841] = r[4 * i + 722].f32 * r[4]
            at(30, 40, inlined_at=(71, 29))
            r[855] = r[1532] | r[14]
            at(30, 23, inlined_at=(71, 29))
            for i in range(6):
                r[2 * i + 856] = r[855] | (57 - 8 * i)
                r[2 * i + 857] = r[855] | (56 - 8 * i)
            at(28, 18, inlined_at=(71, 29))
            r[868] = r[4].f32 * r[716]
            r[869] = r[715].f32 * r[4]
            for i in range(7):
                r[2 * i + 870] = r[4 * i + 719].f32 * r[4]
                r[2 * i + 871] = r[4 * i + 720].f32 * r[4]
            at(30, 40, inlined_at=(71, 29))
            r[884] = r[14] + r[1532]
            at(28, 18, inlined_at=(71, 29))
            r[885] = r[4].f32 * r[686]
            r[886] = r[685].f32 * r[4]
            for i in range(7):
                r[2 * i + 887] = r[4 * i + 689].f32 * r[4]
                r[2 * i + 888] = r[4 * i + 690].f32 * r[4]
            r[901] = r[4].f32 * r[684]
            r[902] = r[683].f32 * r[4]
            for i in range(7):
                r[2 * i + 903] = r[4 * i + 687].f32 * r[4]
                r[2 * i + 904] = r[4 * i + 688].f32 * r[4]
            at(30, 40, inlined_at=(71, 29))
            r[917] = r[884] + 9
            at(30, 23, inlined_at=(71, 29))
            r[918] = r[884] + 8
            p[97] = r[17] < r[855]
            p[98] = r[855] < r[17]
            p[99] = r[17] < r[918]
            p[100] = r[17] < r[917]
            for i in range(12):
                p[i + 101] = r[17] < r[867 - i]
            p[113] = r[15] < r[855]
            p[114] = r[855] < r[15]
            p[115] = r[15] < r[918]
            p[116] = r[15] < r[917]
            for i in range(12):
                p[i + 117] = r[15] < r[867 - i]
            p[129] = r[18] < r[884]
            p[130] = r[884] < r[18]
            p[131] = r[19] < r[884]
            p[132] = r[18] < r[917]
            for i in range(12):
                p[i + 133] = r[18] < r[867 - i]
            p[145] = r[884] < r[19]
            p[146] = r[19] < r[918]
            p[147] = r[19] < r[917]
            for i in range(12):
                p[i + 148] = r[19] < r[867 - i]
            at(31, 22, inlined_at=(71, 29))
            for i in range(7):
                r[2 * i + 919] = ptx.selp.f32(r[838], r[916 - 2 * i], p[159 - 2 * i])
                r[2 * i + 920] = ptx.selp.f32(r[5], r[915 - 2 * i], p[158 - 2 * i])
            r[933] = ptx.selp.f32(r[901], r[854], p[145])
            r[934] = ptx.selp.f32(r[5], r[902], p[131])
            for i in range(7):
                r[2 * i + 935] = ptx.selp.f32(r[838], r[900 - 2 * i], p[144 - 2 * i])
                r[2 * i + 936] = ptx.selp.f32(r[5], r[899 - 2 * i], p[143 - 2 * i])
            r[949] = ptx.selp.f32(r[885], r[854], p[130])
            r[950] = ptx.selp.f32(r[5], r[886], p[129])
            for i in range(7):
                r[2 * i + 951] = ptx.selp.f32(r[838], r[883 - 2 * i], p[112 - 2 * i])
                r[2 * i + 952] = ptx.selp.f32(r[5], r[882 - 2 * i], p[111 - 2 * i])
            r[965] = ptx.selp.f32(r[868], r[854], p[98])
            r[966] = ptx.selp.f32(r[5], r[869], p[97])
            for i in range(7):
                r[2 * i + 967] = ptx.selp.f32(r[838], r[853 - 2 * i], p[128 - 2 * i])
                r[2 * i + 968] = ptx.selp.f32(r[5], r[852 - 2 * i], p[127 - 2 * i])
            r[981] = ptx.selp.f32(r[837], r[854], p[114])
            r[982] = ptx.selp.f32(r[5], r[839], p[113])
            at(32, 37, inlined_at=(71, 29), mark=30)
            at(216, 16, file=2, inlined_at=(32, 37))
            at(196, 12, file=2, inlined_at=(2, 216, 16))
            for j in range(4):
                for i in range(8):
                    r[i + (15 * j + 983)] = ptx.max.f32(
                        r[16 * j + 934 - 2 * i], r[16 * j + 933 - 2 * i]
                    )
                for i in range(7):
                    r[i + (15 * j + 991)] = ptx.max.f32(
                        r[2 * i + 15 * j + 983], r[2 * i + 15 * j + 984]
                    )
            at(216, 16, file=2, inlined_at=(32, 37), mark=True)
            for i in range(4):
                r[3 * i + 1043] = ptx.shfl.sync.bfly.b32(r[15 * i + 997], 2, 31, -1)
                at(196, 12, file=2, inlined_at=(2, 216, 16), mark=True)
                r[3 * i + 1044] = ptx.max.f32(r[15 * i + 997], r[3 * i + 1043])
                at(216, 16, file=2, inlined_at=(32, 37), mark=True)
                r[3 * i + 1045] = ptx.shfl.sync.bfly.b32(r[3 * i + 1044], 1, 31, -1)
            at(196, 12, file=2, inlined_at=(2, 216, 16), mark=True)
            for i in range(4):
                r[i + 1055] = ptx.max.f32(r[3 * i + 1044], r[3 * i + 1045])
            at(32, 20, inlined_at=(71, 29), mark=41)
            for i in range(4):
                r[1536 - i] = ptx.max.f32(r[23 - i], r[1058 - i])
            at(33, 32, inlined_at=(71, 29))
            for i in range(8):
                r[4 * i + 1059] = r[934 - 2 * i].f32 - r[1533]
                r[4 * i + 1060] = r[933 - 2 * i].f32 - r[1533]
                r[4 * i + 1061] = r[950 - 2 * i].f32 - r[1534]
                r[4 * i + 1062] = r[949 - 2 * i].f32 - r[1534]
            for i in range(8):
                r[4 * i + 1091] = r[966 - 2 * i].f32 - r[1535]
                r[4 * i + 1092] = r[965 - 2 * i].f32 - r[1535]
                r[4 * i + 1093] = r[982 - 2 * i].f32 - r[1536]
                r[4 * i + 1094] = r[981 - 2 * i].f32 - r[1536]
            at(33, 19, inlined_at=(71, 29))
            for i in range(64):
                r[i + 1123] = ptx.ex2.approx.ftz.f32(r[i + 1059])
            at(34, 35, inlined_at=(71, 29))
            for i in range(4):
                r[i + 1187] = r[23 - i].f32 - r[1536 - i]
            at(34, 22, inlined_at=(71, 29))
            for i in range(4):
                r[i + 1191] = ptx.ex2.approx.ftz.f32(r[1190 - i])
            at(35, 36, inlined_at=(71, 29), mark=42)
            at(314, 12, file=2, inlined_at=(35, 36))
            at(287, 12, file=2, inlined_at=(2, 314, 12))
            for i in range(6):
                r[i + 1195] = r[4 * i + 1131].f32 + r[4 * i + 1132]
            r[1201] = r[1197].f32 + r[1198]
            r[1202] = r[1199].f32 + r[1200]
            r[1203] = r[1201].f32 + r[1202]
            r[1204] = r[1195].f32 + r[1196]
            r[1205] = r[1127].f32 + r[1128]
            r[1206] = r[1123].f32 + r[1124]
            r[1207] = r[1206].f32 + r[1205]
            r[1208] = r[1207].f32 + r[1204]
            r[1209] = r[1208].f32 + r[1203]
            for i in range(6):
                r[i + 1210] = r[4 * i + 1133].f32 + r[4 * i + 1134]
            r[1216] = r[1212].f32 + r[1213]
            r[1217] = r[1214].f32 + r[1215]
            r[1218] = r[1216].f32 + r[1217]
            r[1219] = r[1210].f32 + r[1211]
            r[1220] = r[1129].f32 + r[1130]
            r[1221] = r[1125].f32 + r[1126]
            r[1222] = r[1221].f32 + r[1220]
            r[1223] = r[1222].f32 + r[1219]
            r[1224] = r[1223].f32 + r[1218]
            for i in range(6):
                r[i + 1225] = r[4 * i + 1163].f32 + r[4 * i + 1164]
            r[1231] = r[1227].f32 + r[1228]
            r[1232] = r[1229].f32 + r[1230]
            r[1233] = r[1231].f32 + r[1232]
            r[1234] = r[1225].f32 + r[1226]
            r[1235] = r[1159].f32 + r[1160]
            r[1236] = r[1155].f32 + r[1156]
            r[1237] = r[1236].f32 + r[1235]
            r[1238] = r[1237].f32 + r[1234]
            r[1239] = r[1238].f32 + r[1233]
            for i in range(6):
                r[i + 1240] = r[4 * i + 1165].f32 + r[4 * i + 1166]
            r[1246] = r[1242].f32 + r[1243]
            r[1247] = r[1244].f32 + r[1245]
            r[1248] = r[1246].f32 + r[1247]
            r[1249] = r[1240].f32 + r[1241]
            r[1250] = r[1161].f32 + r[1162]
            r[1251] = r[1157].f32 + r[1158]
            r[1252] = r[1251].f32 + r[1250]
            r[1253] = r[1252].f32 + r[1249]
            r[1254] = r[1253].f32 + r[1248]
            at(314, 12, file=2, inlined_at=(35, 36), mark=True)
            for i in range(4):
                r[3 * i + 1255] = ptx.shfl.sync.bfly.b32(r[15 * i + 1209], 2, 31, -1)
                at(287, 12, file=2, inlined_at=(2, 314, 12), mark=True)
                r[3 * i + 1256] = r[15 * i + 1209].f32 + r[3 * i + 1255]
                at(314, 12, file=2, inlined_at=(35, 36), mark=True)
                r[3 * i + 1257] = ptx.shfl.sync.bfly.b32(r[3 * i + 1256], 1, 31, -1)
            at(287, 12, file=2, inlined_at=(2, 314, 12), mark=True)
            for i in range(4):
                r[i + 1267] = r[1265 - 3 * i].f32 + r[1266 - 3 * i]
            at(35, 16, inlined_at=(71, 29), mark=53)
            for i in range(4):
                r[i + 1537] = ptx.fma.rn.f32(r[i + 1537], r[i + 1191], r[1270 - i])
            at(27, 5, inlined_at=(71, 29))
            r[752] = r[825] + 49184
            mbarrier_wait_2(r[752], r[1529], 71, 29)
            at(37, 24, inlined_at=(71, 29))
            for i in range(32):
                r[2 * i + 754] = ptx.cvt.rn.f16x2.f32(r[2 * i + 1124], r[2 * i + 1123])
            at(37, 56, inlined_at=(71, 29))
            for i in range(8):
                r[4 * i + 205] = r[4 * i + 205].f32 * r[1191]
                r[4 * i + 206] = r[4 * i + 206].f32 * r[1191]
                r[4 * i + 207] = r[4 * i + 207].f32 * r[1192]
                r[4 * i + 208] = r[4 * i + 208].f32 * r[1192]
            for i in range(8):
                r[4 * i + 237] = r[4 * i + 237].f32 * r[1193]
                r[4 * i + 238] = r[4 * i + 238].f32 * r[1193]
                r[4 * i + 239] = r[4 * i + 239].f32 * r[1194]
                r[4 * i + 240] = r[4 * i + 240].f32 * r[1194]
            at(37, 17, inlined_at=(71, 29))
            ptx.bar.sync(0)
            for i in range(32):
                mov(r[2 * i + 753], r[2 * i + 754], 71, 29)
            ptx.wgmma.fence.sync.aligned()
            for i in range(4):
                wgmma_mma_async_3(
                    r[205:237],
                    (r[8 * i + 753], r[8 * i + 755], r[8 * i + 757], r[8 * i + 759]),
                    rd[i + 65],
                    p[91],
                    71,
                    29,
                )
            for i in range(4):
                wgmma_mma_async_3(
                    r[237:269],
                    (r[8 * i + 785], r[8 * i + 787], r[8 * i + 789], r[8 * i + 791]),
                    rd[i + 65],
                    p[91],
                    71,
                    29,
                )
            ptx.wgmma.commit_group.sync.aligned()
            at(27, 5, inlined_at=(71, 29))
            r[1271] = r[1531] + 1
            p[160] = r[1271] > 2
            r[1531] = ptx.selp.b32(0, r[1271], p[160])
            r[819] = r[1524] + r[1532]
            r[1272] = r[1531] << 3
            r[1273] = global_smem_addr + r[1272]
            r[817] = r[1273] + 49152
            ptx.bar.sync(0)
            p[92] = p[2] & p[95]
            mbarrier_arrive_expect_tx(r[817], p[92], 8192)
            at(28, 32, inlined_at=(71, 29))
            r[1274] = r[1531] << 13
            r[818] = global_smem_addr + r[1274]
            ptx.bar.sync(0)
            r[1275], p[161] = ptx.elect.sync(-1)
            p[162] = p[95] & p[161]
            p[93] = p[20] & p[162]
            cp_async_bulk_tensor_mbarrier_complete_tx_bytes(
                r[818], rd[2], r[751], r[819], r[817], p[93]
            )
            at(27, 5, inlined_at=(71, 29))
            r[820] = r[1273] + 49184
            ptx.bar.sync(0)
            mbarrier_arrive_expect_tx(r[820], p[92], 8192)
            at(36, 17, inlined_at=(71, 29))
            r[821] = r[818] + 24576
            ptx.bar.sync(0)
            r[1276], p[163] = ptx.elect.sync(-1)
            p[164] = p[95] & p[163]
            p[94] = p[20] & p[164]
            cp_async_bulk_tensor_mbarrier_complete_tx_bytes(
                r[821], rd[1], r[751], r[819], r[820], p[94]
            )
            at(27, 5, inlined_at=(71, 29))
            r[1532] = r[1532] + 64
            p[165] = r[1532] < r[11]
            loop_2.again(when=p[165])
    ptx.comment("%._crit_edge572", behind=True)
    wgmma_wait_group_2(r[205:269], 71, 29, 0)
    ptx.bar.sync(0)
    r[1277], p[172] = ptx.elect.sync(-1)
    p[166] = p[17] & p[172]
    mbarrier_inval(r[33], p[166])
    ptx.bar.sync(0)
    r[1278], p[173] = ptx.elect.sync(-1)
    p[167] = p[17] & p[173]
    mbarrier_inval(r[34], p[167])
    r[1279], p[174] = ptx.elect.sync(-1)
    p[168] = p[17] & p[174]
    mbarrier_inval(r[651], p[168])
    r[1280], p[175] = ptx.elect.sync(-1)
    p[169] = p[17] & p[175]
    mbarrier_inval(r[31], p[169])
    r[1281], p[176] = ptx.elect.sync(-1)
    p[170] = p[17] & p[176]
    mbarrier_inval(r[32], p[170])
    r[1282], p[177] = ptx.elect.sync(-1)
    p[171] = p[17] & p[177]
    mbarrier_inval(r[652], p[171])
    at(76, 44, mark=True)
    p[178] = r[1537].f32 < 1.1754944e-38
    r[1283] = r[1537].f32 * 8388608.0
    r[24] = ptx.selp.f32(r[1283], r[1537], p[178])
    r[1284] = ptx.selp.f32(-23.0, 0.0, p[178])
    r[1285] = r[24] - 1060439283
    r[1286] = r[1285] & -0x800000
    r[1287] = r[24] - r[1286]
    r[1288] = ptx.cvt.rn.f32.s32(r[1286])
    r[1289] = 1.1920929e-07
    r[1290] = ptx.fma.rn.ftz.f32(r[1288], r[1289], r[1284])
    r[1291] = r[1287].f32 + -1.0
    r[1292] = -0.16845393
    r[1293] = 0.09702014
    r[1294] = ptx.fma.rn.ftz.f32(r[1293], r[1291], r[1292])
    r[1295] = 0.1716887
    r[1296] = ptx.fma.rn.ftz.f32(r[1294], r[1291], r[1295])
    r[1297] = -0.17900948
    r[1298] = ptx.fma.rn.ftz.f32(r[1296], r[1291], r[1297])
    r[1299] = 0.20512372
    r[1300] = ptx.fma.rn.ftz.f32(r[1298], r[1291], r[1299])
    r[1301] = -0.24046533
    r[1302] = ptx.fma.rn.ftz.f32(r[1300], r[1291], r[1301])
    r[1303] = 0.28857115
    r[1304] = ptx.fma.rn.ftz.f32(r[1302], r[1291], r[1303])
    r[1305] = -0.36067417
    r[1306] = ptx.fma.rn.ftz.f32(r[1304], r[1291], r[1305])
    r[1307] = 0.4808982
    r[1308] = ptx.fma.rn.ftz.f32(r[1306], r[1291], r[1307])
    r[1309] = -0.7213475
    r[1310] = ptx.fma.rn.ftz.f32(r[1308], r[1291], r[1309])
    r[1311] = r[1291].f32 * r[1310]
    r[1312] = r[1291].f32 * r[1311]
    r[1313] = 1.442695
    r[1314] = ptx.fma.rn.ftz.f32(r[1291], r[1313], r[1312])
    r[1541] = r[1290].f32 + r[1314]
    p[179] = r[24].u32 < 2139095040
    r[1315] = ptx.mov.b32(ptx.inf)
    with ptx.unless(p[179]):
        ptx.comment("%__nv_fmaf_rn.exit.i.i", block=True)
        at(0, 44)
        r[1541] = ptx.fma.rn.ftz.f32(r[24], r[1315], r[1315])
    ptx.comment("%__nv_log2f.exit", behind=True)
    param_15_addr = r[41] = ptx.mov.b32(param_15)
    at(76, 44)
    p[180] = r[1538].f32 < 1.1754944e-38
    r[1316] = r[1538].f32 * 8388608.0
    r[25] = ptx.selp.f32(r[1316], r[1538], p[180])
    r[1317] = ptx.selp.f32(-23.0, 0.0, p[180])
    r[1318] = r[25] - 1060439283
    r[1319] = r[1318] & -0x800000
    r[1320] = r[25] - r[1319]
    r[1321] = ptx.cvt.rn.f32.s32(r[1319])
    r[1322] = ptx.fma.rn.ftz.f32(r[1321], r[1289], r[1317])
    r[1323] = r[1320].f32 + -1.0
    r[1324] = ptx.fma.rn.ftz.f32(r[1293], r[1323], r[1292])
    for i in range(8):
        r[i + 1325] = ptx.fma.rn.ftz.f32(r[i + 1324], r[1323], r[2 * i + 1295])
    r[1333] = r[1323].f32 * r[1332]
    r[1334] = r[1323].f32 * r[1333]
    r[1335] = ptx.fma.rn.ftz.f32(r[1323], r[1313], r[1334])
    r[1542] = r[1322].f32 + r[1335]
    p[181] = r[25].u32 < 2139095040
    with ptx.unless(p[181]):
        ptx.comment("%__nv_fmaf_rn.exit.i.i499", block=True)
        at(0, 44)
        r[1542] = ptx.fma.rn.ftz.f32(r[25], r[1315], r[1315])
    ptx.comment("%__nv_log2f.exit502", behind=True)
    rd[5] = ptx.cvt.u64.u32(param_15_addr)
    at(76, 44)
    p[182] = r[1539].f32 < 1.1754944e-38
    r[1336] = r[1539].f32 * 8388608.0
    r[26] = ptx.selp.f32(r[1336], r[1539], p[182])
    r[1337] = ptx.selp.f32(-23.0, 0.0, p[182])
    r[1338] = r[26] - 1060439283
    r[1339] = r[1338] & -0x800000
    r[1340] = r[26] - r[1339]
    r[1341] = ptx.cvt.rn.f32.s32(r[1339])
    r[1342] = 1.1920929e-07
    r[1343] = ptx.fma.rn.ftz.f32(r[1341], r[1342], r[1337])
    r[1344] = r[1340].f32 + -1.0
    r[1345] = -0.16845393
    r[1346] = 0.09702014
    r[1347] = ptx.fma.rn.ftz.f32(r[1346], r[1344], r[1345])
    r[1348] = 0.1716887
    r[1349] = ptx.fma.rn.ftz.f32(r[1347], r[1344], r[1348])
    r[1350] = -0.17900948
    r[1351] = ptx.fma.rn.ftz.f32(r[1349], r[1344], r[1350])
    r[1352] = 0.20512372
    r[1353] = ptx.fma.rn.ftz.f32(r[1351], r[1344], r[1352])
    r[1354] = -0.24046533
    r[1355] = ptx.fma.rn.ftz.f32(r[1353], r[1344], r[1354])
    r[1356] = 0.28857115
    r[1357] = ptx.fma.rn.ftz.f32(r[1355], r[1344], r[1356])
    r[1358] = -0.36067417
    r[1359] = ptx.fma.rn.ftz.f32(r[1357], r[1344], r[1358])
    r[1360] = 0.4808982
    r[1361] = ptx.fma.rn.ftz.f32(r[1359], r[1344], r[1360])
    r[1362] = -0.7213475
    r[1363] = ptx.fma.rn.ftz.f32(r[1361], r[1344], r[1362])
    r[1364] = r[1344].f32 * r[1363]
    r[1365] = r[1344].f32 * r[1364]
    r[1366] = 1.442695
    r[1367] = ptx.fma.rn.ftz.f32(r[1344], r[1366], r[1365])
    r[1543] = r[1343].f32 + r[1367]
    p[183] = r[26].u32 < 2139095040
    r[1368] = ptx.mov.b32(ptx.inf)
    with ptx.unless(p[183]):
        ptx.comment("%__nv_fmaf_rn.exit.i.i529", block=True)
        at(0, 44)
        r[1543] = ptx.fma.rn.ftz.f32(r[26], r[1368], r[1368])
    ptx.comment("%__nv_log2f.exit532", behind=True)
    param_20 = rd[3] = ptx.ld.param.b64([param_20])
    rd[78] = ptx.cvta.param.u64(rd[5])
    at(76, 44)
    p[184] = r[1540].f32 < 1.1754944e-38
    r[1369] = r[1540].f32 * 8388608.0
    r[27] = ptx.selp.f32(r[1369], r[1540], p[184])
    r[1370] = ptx.selp.f32(-23.0, 0.0, p[184])
    r[1371] = r[27] - 1060439283
    r[1372] = r[1371] & -0x800000
    r[1373] = r[27] - r[1372]
    r[1374] = ptx.cvt.rn.f32.s32(r[1372])
    r[1375] = ptx.fma.rn.ftz.f32(r[1374], r[1342], r[1370])
    r[1376] = r[1373].f32 + -1.0
    r[1377] = ptx.fma.rn.ftz.f32(r[1346], r[1376], r[1345])
    for i in range(8):
        r[i + 1378] = ptx.fma.rn.ftz.f32(r[i + 1377], r[1376], r[2 * i + 1348])
    r[1386] = r[1376].f32 * r[1385]
    r[1387] = r[1376].f32 * r[1386]
    r[1388] = ptx.fma.rn.ftz.f32(r[1376], r[1366], r[1387])
    r[1544] = r[1375].f32 + r[1388]
    p[185] = r[27].u32 < 2139095040
    with ptx.unless(p[185]):
        ptx.comment("%__nv_fmaf_rn.exit.i.i559", block=True)
        at(0, 44)
        r[1544] = ptx.fma.rn.ftz.f32(r[27], r[1368], r[1368])
    ptx.comment("%__nv_log2f.exit562", behind=True)
    at(76, 44)
    for i in range(3):
        p[i + 187] = r[26 - i].f32 == 0.0
        r[i + 1392] = ptx.selp.f32(-ptx.inf, r[1543 - i], p[i + 187])
    at(76, 14)
    rd[79] = ptx.mad.wide.s32(r[35], 4, param_20)
    at(25, 12, inlined_at=(71, 29), mark=True)
    r[1395] = r[1] | r[3]
    at(76, 14, mark=56)
    rd[77] = ptx.mad.wide.s32(r[1395], 4, rd[79])
    at(76, 44)
    p[190] = r[27].f32 == 0.0
    r[1396] = ptx.selp.f32(-ptx.inf, r[1544], p[190])
    at(76, 37)
    r[1397] = r[1533].f32 + r[1394]
    r[1398] = r[1534].f32 + r[1393]
    r[1399] = r[1535].f32 + r[1392]
    r[1400] = r[1536].f32 + r[1396]
    at(76, 5)
    r[1401] = r[13] & 248
    r[1402] = global_smem_addr + r[1401]
    ptx.st.shared.v2.b32([r[1402]], (r[1397], r[1398]))
    ptx.st.shared.v2.b32([r[1402], 256], (r[1399], r[1400]))
    ptx.bar.sync(0)
    r[1403] = tid & 7
    r[1404] = r[1403] << 3
    r[1405] = tid << 2
    r[1406] = r[1405] & 448
    r[1407] = tid >> 1
    r[1408] = r[1407] & 4
    r[1409] = global_smem_addr + r[1404]
    r[1410] = r[1409] + r[1406]
    r[1411] = r[1410] + r[1408]
    r[1389] = ptx.ld.shared.b32([r[1411]])
    st_global(rd[77], r[1389])
    at(77, 39)
    for i in range(8):
        r[4 * i + 1412] = ptx.div.full.f32(r[4 * i + 205], r[1537])
        r[4 * i + 1413] = ptx.div.full.f32(r[4 * i + 206], r[1537])
        r[4 * i + 1414] = ptx.div.full.f32(r[4 * i + 207], r[1538])
        r[4 * i + 1415] = ptx.div.full.f32(r[4 * i + 208], r[1538])
    for i in range(8):
        r[4 * i + 1444] = ptx.div.full.f32(r[4 * i + 237], r[1539])
        r[4 * i + 1445] = ptx.div.full.f32(r[4 * i + 238], r[1539])
        r[4 * i + 1446] = ptx.div.full.f32(r[4 * i + 239], r[1540])
        r[4 * i + 1447] = ptx.div.full.f32(r[4 * i + 240], r[1540])
    at(77, 38)
    for i in range(32):
        r[i + 1476] = ptx.cvt.rn.f16x2.f32(r[2 * i + 1413], r[2 * i + 1412])
    at(77, 5)
    ptx.bar.sync(0)
    r[1508] = tid << 7
    r[1509] = r[1508] & 0x780
    r[1510] = r[12] << 6
    r[1511] = r[1403] << 4
    r[1512] = tid & 16
    r[1513] = r[1509] | r[1511]
    r[1514] = r[1513] ^ r[1512]
    r[1515] = r[1514] | r[1510]
    r[1516] = global_smem_addr + r[1515]
    ptx.stmatrix.sync.aligned.m8n8.x4.shared.b16([r[1516]], r[1476:1480])
    ptx.stmatrix.sync.aligned.m8n8.x4.shared.b16([r[1516], 8192], r[1492:1496])
    for i in range(3):
        r[2 * i + 1517] = r[1515] ^ (32 * i + 32)
        r[2 * i + 1518] = global_smem_addr + r[2 * i + 1517]
        ptx.stmatrix.sync.aligned.m8n8.x4.shared.b16(
            [r[2 * i + 1518]], r[4 * i + 1480 : 4 * i + 1484]
        )
        ptx.stmatrix.sync.aligned.m8n8.x4.shared.b16(
            [r[2 * i + 1518], 8192], r[4 * i + 1496 : 4 * i + 1500]
        )
    ptx.fence.proxy.async_.shared__cta()
    ptx.bar.sync(0)
    r[1523], p[191] = ptx.elect.sync(-1)
    p[186] = p[20] & p[191]
    at(76, 5)
    r[1390] = 0
    at(77, 5)
    cp_async_bulk_tensor_bulk_group(rd[78], r[1390], r[1391], global_smem_addr, p[186])
    ptx.cp.async_.bulk.commit_group()
    ptx.cp.async_.bulk.wait_group(0)
    ptx.bar.sync(0)
    at(43, 1)
    ptx.ret()
    mark()
    mark("func_end", 0)


ptx.file(1, "corpus/triton/attention.py")
ptx.file(2, "triton/language/standard.py")
with section(".debug_abbrev") as d:
    d.each.b8(1, 17, 1, 37, 8, 19, 5, 3, 8, 16, 6, 27, 8, 0, 0, 2, 46, 0, 3, 8, 32, 11)
    d.each.b8(0, 0, 3, 46, 1, 17, 1, 18, 1, 49, 19, 0, 0, 4, 29, 1, 49, 19, 17, 1, 18)
    d.each.b8(1, 88, 11, 89, 11, 87, 11, 0, 0, 5, 29, 0, 49, 19, 17, 1, 18, 1, 88, 11)
    d.each.b8(89, 11, 87, 11, 0, 0, 6, 29, 0, 49, 19, 17, 1, 18, 1, 88, 11, 89, 5, 87)
    d.each.b8(11, 0, 0, 0)
with section(".debug_info") as d:
    d.each.b32(331).b8(2, 0).b32(".debug_abbrev").b8(8, 1, b"triton", 0, 2, 0)
    d.each.b8(b"attention.py", 0).b32(".debug_line").b8(b"corpus/triton", 0, 2)
    d.each.b8(b"attention", 0, 1, 3).b64("$L__func_begin0", "$L__func_end0").b32(52)
    d.each.b8(4).b32(52).b64("$L__tmp1", "$L__tmp28").b8(1, 66, 25, 4).b32(52)
    d.each.b64("$L__tmp4", "$L__tmp15").b8(1, 32, 37, 5).b32(52).b64("$L__tmp4")
    d.each.b64("$L__tmp15").b8(2, 216, 16, 0, 4).b32(52).b64("$L__tmp16", "$L__tmp27")
    d.each.b8(1, 35, 36, 6).b32(52).b64("$L__tmp16", "$L__tmp27").b8(2, 58, 1, 12, 0, 0)
    d.each.b8(4).b32(52).b64("$L__tmp29", "$L__tmp56").b8(1, 71, 29, 4).b32(52)
    d.each.b64("$L__tmp30", "$L__tmp41").b8(1, 32, 37, 5).b32(52).b64("$L__tmp30")
    d.each.b64("$L__tmp41").b8(2, 216, 16, 0, 4).b32(52).b64("$L__tmp42", "$L__tmp53")
    d.each.b8(1, 35, 36, 6).b32(52).b64("$L__tmp42", "$L__tmp53").b8(2, 58, 1, 12, 0, 0)
    d.each.b8(0, 0)
with section(".debug_str") as d:
    d.info_string(0, "attention", width=1)
with section(".debug_macinfo", within="\t|\t"):
    pass
