# mypy: disable-error-code="no-untyped-def, no-untyped-call", allow-redefinition
from typing import Annotated

from ptxpy import (
    at,
    b8,
    b32,
    b64,
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

module("llvm", version="9.4", target="sm_90a", dialect=2, zero_offsets=True)

b8x128_align64 = Annotated[b8, b8.align(64)[128]]
ptr_global_align1 = Annotated[u64, u64.ptr("global", align=1)]

DESCRIPTOR_128B = ptx.wgmma.descriptor_bits(stride_byte_offset=1024, swizzle="128B")


def mbarrier_init(mbar, predicate):
    with ptx.asm(newline=True):
        ptx.mbarrier.init.shared__cta.b64([mbar], 1, when=predicate)


def mbarrier_arrive_expect_tx(mbar, predicate, tx_count):
    with ptx.asm(newline=True):
        ptx.inst.mbarrier.arrive.expect_tx.shared__cta.b64(
            "_", [mbar], tx_count, when=predicate
        )


def cp_async_bulk_tensor_mbarrier_complete_tx_bytes(
    dst_mem, tensor_map, tensor_coords, mbar, predicate
):
    with ptx.asm(newline=True):
        ptx.cp.async_.bulk.tensor._2d.shared__cta.global_.mbarrier__complete_tx__bytes(
            [dst_mem], [tensor_map, tensor_coords], [mbar], when=predicate
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


def wgmma_wait_group(row0, rd1, row2, rd3, row4, row5, line, column, pending):
    with ptx.asm(newline=True):
        ptx.comment("wait for regs: ", *row0, rd1, *row2, rd3, *row4, *row5)
        at(29, 18, inlined_at=(line, column))
        ptx.wgmma.wait_group.sync.aligned(pending)


def mov(value, line, column):
    with ptx.asm(newline=True):
        result = at(37, 17, inlined_at=(line, column))(ptx.mov.b32(value))
    return result


def wgmma_mma_async_3(acc, a, b_desc, scale_d, line, column):
    with ptx.asm(newline=True):
        at(37, 17, inlined_at=(line, column))
        ptx.wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16(
            acc, a, b_desc, scale_d, 1, 1, 1
        )


def wgmma_wait_group_2(row0, line, column, pending):
    with ptx.asm(newline=True):
        ptx.comment("wait for regs: ", *row0)
        at(28, 5, inlined_at=(line, column))(ptx.wgmma.wait_group.sync.aligned(pending))


def st_global(addr, value):
    with ptx.asm(newline=True):
        at(76, 5)(ptx.st.global_.b32([addr, 0], (value,)))


def cp_async_bulk_tensor_bulk_group(tensor_map, tensor_coords, src_mem, predicate):
    with ptx.asm(newline=True):
        ptx.cp.async_.bulk.tensor._2d.global_.shared__cta.bulk_group(
            [tensor_map, tensor_coords], [src_mem], when=predicate
        )


def elected_mbarrier_inval(a, mbar):
    _unused, elected = ptx.elect.sync(ptx.FULL_MASK)
    mbarrier_inval(mbar, a & elected)
    #: &values: 2lo gx


def max_butterfly(larger):
    from_partner = ptx.shfl.sync.bfly.b32(larger, 2, 31, ptx.FULL_MASK)
    at(196, 12, file=2, inlined_at=(2, 216, 16), mark=True)
    partial_max = ptx.max.f32(larger, from_partner)
    at(216, 16, file=2, inlined_at=(32, 37), mark=True)
    return partial_max
    #: &values: mf hu


def add_butterfly(a):
    from_partner = ptx.shfl.sync.bfly.b32(a, 2, 31, ptx.FULL_MASK)
    at(287, 12, file=2, inlined_at=(2, 314, 12), mark=True)
    partial_sum = a.f32 + from_partner
    at(314, 12, file=2, inlined_at=(35, 36), mark=True)
    return partial_sum
    #: &values: gn yi


def matrix_descriptors(line, column, a):
    a_plus24576 = at(36, 17, inlined_at=(line, column))(a + 24576)
    at(37, 17, inlined_at=(line, column))
    a_plus24576_field = ptx.bfe.u32(a_plus24576, 4, 15)
    wide = ptx.cvt.u64.u32(a_plus24576_field + 384)
    b_desc = at(28, 18, inlined_at=(line, column))(wide | DESCRIPTOR_128B)
    at(37, 17, inlined_at=(line, column))
    wide_b = ptx.cvt.u64.u32(a_plus24576_field + 256)
    b_desc_b = at(28, 18, inlined_at=(line, column))(wide_b | DESCRIPTOR_128B)
    at(37, 17, inlined_at=(line, column))
    wide_c = ptx.cvt.u64.u32(a_plus24576_field + 128)
    b_desc_c = at(28, 18, inlined_at=(line, column))(wide_c | DESCRIPTOR_128B)
    wide_d = at(37, 17, inlined_at=(line, column))(ptx.cvt.u64.u32(a_plus24576_field))
    at(28, 18, inlined_at=(line, column))
    return b_desc, b_desc_b, b_desc_c, wide_d | DESCRIPTOR_128B
    #: &values: qd uz 2hg ko 2fk uw 2ip fa zr bc


def elected_mbarrier_init(a, base, mbar_offset):
    _unused, elected = ptx.elect.sync(ptx.FULL_MASK)
    predicate = a & elected
    mbar = base + mbar_offset
    mbarrier_init(mbar, predicate)
    return mbar
    #: &values: 2lo pu tx


def sync_and_arrive_expect_tx_and_sync(line, column, mbar, predicate):
    at(27, 5, inlined_at=(line, column))(ptx.bar.sync(0))
    mbarrier_arrive_expect_tx(mbar, predicate, 8192)
    at(36, 17, inlined_at=(line, column))(ptx.bar.sync(0))
    _unused, elected = ptx.elect.sync(ptx.FULL_MASK)
    return elected


def split_mantissa_and_exponent(a):
    is_less = a.f32 < 2.0**-126
    chosen = ptx.selp.f32(a.f32 * 2.0**23, a, is_less)
    addend = ptx.selp.f32(-23.0, 0.0, is_less)
    masked = (chosen.s32 - 1060439283) & -0x800000
    diff = chosen.s32 - masked
    return chosen, addend, diff, ptx.cvt.rn.f32.s32(masked)
    #: &values: rj 2ul se 2po hk yk


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
    # global_smem: 8 bytes, full mbarrier of 1 arrival for + 50176
    # global_smem: 3 stages of 8,192 bytes, tile of param_5: copied in
    # global_smem: tile of param_15: copied out
    # global_smem: up to 16,384 bytes, data: read, written
    # global_smem + 24576: 3 stages of 8,192 bytes, tile of param_10: copied in
    # global_smem + 49152: 3 x 8 bytes, full mbarrier of 1 arrival for + 0
    # global_smem + 49184: 3 x 8 bytes, full mbarrier of 1 arrival for + 24576
    # global_smem + 50176: 16,384 bytes, tile of param_0: copied in
    p, r, rd = reg.bulk(p=192, r=1545, rd=80)
    param_0_addr = ptx.mov.b32(param_0)  #: r40 @43:0 !func_begin0@43:0
    param_10_addr = ptx.mov.b32(param_10)  #: r42
    param_10_addr_wide = ptx.cvt.u64.u32(param_10_addr)  #: rd6 !@58:17
    param_10_map = ptx.cvta.param.u64(param_10_addr_wide)  #: rd1
    param_5_addr = ptx.mov.b32(param_5)  #: r43
    param_5_addr_wide = ptx.cvt.u64.u32(param_5_addr)  #: rd7
    param_5_map = ptx.cvta.param.u64(param_5_addr_wide)  #: rd2
    param_0_addr_wide = ptx.cvt.u64.u32(param_0_addr)  #: rd8
    param_0_map = ptx.cvta.param.u64(param_0_addr_wide)  #: rd4
    ctaid = ptx.special.ctaid.x()  #: r44
    shifted = ctaid << 7  #: r1
    ctaid_y = ptx.special.ctaid.y()  #: r45 @59:12
    param_22 = ptx.ld.param.b32([param_22])  #: r46
    y = param_22 * ctaid_y  #: r35
    y_sum = y + shifted  #: r1391 @63:21
    tid = ptx.special.tid.x()  #: r2 @63:13
    is_less = tid.u32 < 32  #: p17
    _unused, elected = ptx.elect.sync(ptx.FULL_MASK)  #: r47 p18
    may_init = is_less & elected  #: p1
    global_smem_addr = ptx.mov.b32(global_smem)  #: r28
    mbarrier_init(global_smem_addr, may_init)
    ptx.bar.sync(0)
    r3 = tid & 127  #: r.3
    is_zero = r3 == 0  #: p2
    mbarrier_arrive_expect_tx(global_smem_addr, is_zero, 16384)
    ptx.bar.sync(0)
    factor = ptx.ld.param.b32([param_21])  #: r48
    _unused, elected = ptx.elect.sync(ptx.FULL_MASK)  #: r49 p19
    p20 = r3.u32 < 32  #: p.20
    may_copy = p20 & elected  #: p3
    global_smem_ptr = global_smem_addr + 50176  #: r29
    zero = b32(0)  #: r30
    cp_async_bulk_tensor_mbarrier_complete_tx_bytes(
        global_smem_ptr, param_0_map, (zero, y_sum), global_smem_addr, may_copy
    )
    mbarrier_wait(global_smem_addr, zero)
    ptx.bar.sync(0)
    elected_mbarrier_inval(is_less, global_smem_addr)  #: r50 p21 p4
    r4 = factor.f32 * ptx.LOG2E  #: r.4 @64:18
    one = b32(1.0)  #: r61
    at(66, 25, mark=1).into("27:5/0")
    r31 = elected_mbarrier_init(is_less, global_smem_addr, 49152)  #: r51 p22 p5 r.31
    r32 = elected_mbarrier_init(is_less, global_smem_addr, 49160)  #: r52 p23 p6 r.32
    r652 = elected_mbarrier_init(is_less, global_smem_addr, 49168)  #: r53 p24 p7 r.652
    r33 = elected_mbarrier_init(is_less, global_smem_addr, 49184)  #: r54 p25 p8 r.33
    r34 = elected_mbarrier_init(is_less, global_smem_addr, 49192)  #: r55 p26 p9 r.34
    r651 = elected_mbarrier_init(is_less, global_smem_addr, 49200)  #: r56 p27 p10 r.651
    not_positive = shifted < 1  #: p28
    p29 = shifted > 0  #: p.29
    ptx.bar.sync(0)
    may_arrive = is_zero & p29  #: p11
    mbarrier_arrive_expect_tx(r31, may_arrive, 8192)
    ptx.fence.proxy.async_.shared__cta()  #: @28:32<66:25
    ptx.bar.sync(0)
    _unused, elected = ptx.elect.sync(ptx.FULL_MASK)  #: r57 p30
    cp_async_bulk_tensor_mbarrier_complete_tx_bytes(
        global_smem_addr, param_5_map, (zero, y), r31, p20 & (p29 & elected)
    )  #: p31 p12
    elected = sync_and_arrive_expect_tx_and_sync(66, 25, r33, may_arrive)  #: r58 p32
    may_copy = p20 & (p29 & elected)  #: p33 p13
    r36 = global_smem_addr + 24576  #: r.36
    cp_async_bulk_tensor_mbarrier_complete_tx_bytes(
        r36, param_10_map, (zero, y), r33, may_copy
    )
    ctaid_times128_above64 = shifted > 64  #: p34 @27:5<66:25
    y_plus64 = y + 64  #: r38 @28:43<66:25
    ptx.bar.sync(0)  #: @27:5<66:25
    may_arrive = is_zero & ctaid_times128_above64  #: p14
    mbarrier_arrive_expect_tx(r32, may_arrive, 8192)
    ptx.bar.sync(0)  #: @28:32<66:25
    _unused, elected = ptx.elect.sync(ptx.FULL_MASK)  #: r59 p35
    may_copy = p20 & (ctaid_times128_above64 & elected)  #: p36 p15
    r37 = global_smem_addr + 8192  #: r.37
    cp_async_bulk_tensor_mbarrier_complete_tx_bytes(
        r37, param_5_map, (zero, y_plus64), r32, may_copy
    )
    elected = sync_and_arrive_expect_tx_and_sync(66, 25, r34, may_arrive)  #: r60 p37
    may_copy = p20 & (ctaid_times128_above64 & elected)  #: p38 p16
    r39 = global_smem_addr + 32768  #: r.39
    cp_async_bulk_tensor_mbarrier_complete_tx_bytes(
        r39, param_10_map, (zero, y_plus64), r34, may_copy
    )
    largest = reg.run(b32, 4)  #: r1536..1533/-1
    largest[3] = ptx.mov.b32(-ptx.inf)
    acc = reg.run(b32, 64)  #: r205..268
    acc[0] = 0.0
    y_plus128 = y + 128  #: r1524
    for i in range(63):
        acc[i + 1] = acc[0]
    totals = reg.run(b32, 7)  #: r1537..1540 r1543..1541/-1
    for i in range(4):
        totals[i] = one
    largest[2] = largest[3]
    largest[1] = largest[3]
    largest[0] = largest[3]
    with ptx.unless(not_positive):  #: @27:5<66:25
        ptx.comment("%.lr.ph", block=True)
        diff = shifted - 128  #: r6 @0:5
        field = ptx.bfe.u32(global_smem_ptr, 4, 15)  #: r62
        sum_a = field
        a_desc = reg.run(b64, 8)  #: rd17..21 rd23..27/2
        for i in range(3):
            wide = ptx.cvt.u64.u32(sum_a)  #: rd9..11
            a_desc[i] = wide | DESCRIPTOR_128B
            sum_a = field + (2 * i + 2)  #: r63..65
        a_desc[3] = ptx.cvt.u64.u32(sum_a) | DESCRIPTOR_128B  #: rd12
        for i in range(4):
            sum_b = field + (2 * i + 512)  #: r66..69
            wide = ptx.cvt.u64.u32(sum_b)  #: rd13..16
            a_desc[i + 4] = wide | DESCRIPTOR_128B
        largest[3] = ptx.mov.b32(-ptx.inf)
        acc[0] = 0.0
        fill_stage = reg.from_(b32(1), b32)  #: r1527
        read_stage = reg.from_(b32(-1), b32)  #: r1526
        read_phase = reg.from_(b32(zero), b32)  #: r1525
        for i in range(63):
            acc[i + 1] = acc[0]
        counter = reg.from_(b32(zero), b32)  #: r1528
        largest[2] = largest[3]
        largest[1] = largest[3]
        largest[0] = largest[3]
        for i in range(4):
            totals[i] = one
        with ptx.loop() as loop:
            ptx.comment("%__nv_exp2f.exit269", behind=True)
            ptx.loop_comment("inner", 1)
            for i in range(4):
                r[10 - i] = largest[i]
            p43 = counter < diff  #: p.43 @27:5<66:25
            read_stage_plus1 = read_stage + 1  #: r274
            is_greater = read_stage_plus1 > 2  #: p44
            read_stage.set(ptx.selp.b32(0, read_stage_plus1, is_greater))
            read_phase.set(read_phase ^ ptx.selp.b32(1, 0, is_greater))  #: r275
            r277 = global_smem_addr + (read_stage << 3)  #: r276..277
            mbarrier_wait_2(r277 + 49152, read_phase, 66, 25)  #: r70
            r279 = global_smem_addr + (read_stage << 13)  #: r278..279 @28:32<66:25
            field = ptx.bfe.u32(r279, 4, 15)  #: r280 @28:18<66:25
            ptx.wgmma.fence.sync.aligned()
            rd22 = ptx.cvt.u64.u32(field) | DESCRIPTOR_128B  #: rd35 rd.22
            product = reg.run(b32, 64)  #: r71..134
            wgmma_mma_async(product[0:32], a_desc[0], rd22, 66, 25)
            r281 = field + 2  #: r.281
            rd[34:30:-1] = matrix_descriptors(
                66, 25, r279
            )  #: r282..284 rd36 r285 rd37 r286 rd38..39
            rd28 = ptx.cvt.u64.u32(field + 6) | DESCRIPTOR_128B  #: r287 rd40 rd.28
            rd26 = ptx.cvt.u64.u32(field + 4) | DESCRIPTOR_128B  #: r288 rd41 rd.26
            rd24 = ptx.cvt.u64.u32(r281) | DESCRIPTOR_128B  #: rd42 rd.24
            p39 = ptx.mov.pred(-1)  #: p.39
            wgmma_mma_async_2(product[0:32], a_desc[1], rd24, p39, 66, 25)
            wgmma_mma_async_2(product[0:32], a_desc[2], rd26, p39, 66, 25)
            wgmma_mma_async_2(product[0:32], a_desc[3], rd28, p39, 66, 25)
            wgmma_mma_async(product[32:64], a_desc[4], rd22, 66, 25)
            wgmma_mma_async_2(product[32:64], a_desc[5], rd24, p39, 66, 25)
            wgmma_mma_async_2(product[32:64], a_desc[6], rd26, p39, 66, 25)
            wgmma_mma_async_2(product[32:64], a_desc[7], rd28, p39, 66, 25)
            ptx.wgmma.commit_group.sync.aligned()
            wide = ptx.cvt.u64.u32(r279)  #: rd30
            rd29 = ptx.cvt.u64.u32(global_smem_ptr)  #: rd.29
            r139 = b32(0)  #: r.139 !@63:13
            for i in range(4):  #: !@28:18<66:25
                r[i + 135] = r139
            wgmma_wait_group(
                product[0:64], rd29, r[135:137], wide, r[137:139], acc[0:64], 66, 25, 0
            )
            products = reg.run(b32, 64)  #: r289..352
            for i in range(64):
                products[i] = r4.f32 * product[i]
            maxima = reg.run(b32, 60)  #: r353..412
            for i in range(8):  #: !4@32:37<66:25>2:216:16>2:196:12
                maxima[i] = ptx.max.f32(products[4 * i], products[4 * i + 1])
            for i in range(7):
                maxima[i + 8] = ptx.max.f32(maxima[2 * i], maxima[2 * i + 1])
            for i in range(8):
                maxima[i + 15] = ptx.max.f32(products[4 * i + 2], products[4 * i + 3])
            for i in range(7):
                maxima[i + 23] = ptx.max.f32(maxima[2 * i + 15], maxima[2 * i + 16])
            for i in range(8):
                maxima[i + 30] = ptx.max.f32(products[4 * i + 32], products[4 * i + 33])
            for i in range(7):
                maxima[i + 38] = ptx.max.f32(maxima[2 * i + 30], maxima[2 * i + 31])
            for i in range(8):
                maxima[i + 45] = ptx.max.f32(products[4 * i + 34], products[4 * i + 35])
            for i in range(7):
                maxima[i + 53] = ptx.max.f32(maxima[2 * i + 45], maxima[2 * i + 46])
            exchanged = reg.run(b32, 4)  #: r415..424/3
            for i in range(4):  #: !@2:216:16<32:37
                r[3 * i + 414] = max_butterfly(maxima[15 * i + 14])  #: r413..422/3
                exchanged[i] = ptx.shfl.sync.bfly.b32(
                    r[3 * i + 414], 1, 31, ptx.FULL_MASK
                )
            maxima = reg.run(b32, 4)  #: r425..428
            for i in range(4):  #: !@2:196:12<2:216:16
                maxima[i] = ptx.max.f32(r[3 * i + 414], exchanged[i])
            for i in range(4):  #: !15@32:20<66:25
                largest[i] = ptx.max.f32(r[10 - i], maxima[3 - i])
            negated = -largest[3].f32  #: r429 @33:32<66:25
            r430 = ptx.fma.rn.f32(r4, product[0], negated)  #: r.430
            r431 = ptx.fma.rn.f32(r4, product[1], negated)  #: r.431
            r432 = -largest[2].f32  #: r.432
            sums = reg.run(b32, 60)  #: r433..462 r467..496
            for i in range(7):
                sums[4 * i] = ptx.fma.rn.f32(r4, product[4 * i + 2], r432)
                sums[4 * i + 1] = ptx.fma.rn.f32(r4, product[4 * i + 3], r432)
                sums[4 * i + 2] = ptx.fma.rn.f32(r4, product[4 * i + 4], negated)
                sums[4 * i + 3] = ptx.fma.rn.f32(r4, product[4 * i + 5], negated)
            sums[28] = ptx.fma.rn.f32(r4, product[30], r432)
            sums[29] = ptx.fma.rn.f32(r4, product[31], r432)
            negated = -largest[1].f32  #: r463
            r464 = ptx.fma.rn.f32(r4, product[32], negated)  #: r.464
            r465 = ptx.fma.rn.f32(r4, product[33], negated)  #: r.465
            r466 = -largest[0].f32  #: r.466
            for i in range(7):
                sums[4 * i + 30] = ptx.fma.rn.f32(r4, product[4 * i + 34], r466)
                sums[4 * i + 31] = ptx.fma.rn.f32(r4, product[4 * i + 35], r466)
                sums[4 * i + 32] = ptx.fma.rn.f32(r4, product[4 * i + 36], negated)
                sums[4 * i + 33] = ptx.fma.rn.f32(r4, product[4 * i + 37], negated)
            sums[58] = ptx.fma.rn.f32(r4, product[62], r466)
            sums[59] = ptx.fma.rn.f32(r4, product[63], r466)
            exp2 = reg.run(b32, 68)  #: r497..560 r565..568
            exp2[0] = ptx.ex2.approx.ftz.f32(r430)  #: @33:19<66:25
            exp2[1] = ptx.ex2.approx.ftz.f32(r431)
            for i in range(30):
                exp2[i + 2] = ptx.ex2.approx.ftz.f32(sums[i])
            exp2[32] = ptx.ex2.approx.ftz.f32(r464)
            exp2[33] = ptx.ex2.approx.ftz.f32(r465)
            for i in range(30):
                exp2[i + 34] = ptx.ex2.approx.ftz.f32(sums[i + 30])
            differences = reg.run(b32, 4)  #: r564..561/-1
            for i in range(4):  #: @34:35<66:25
                differences[3 - i] = r[10 - i].f32 - largest[i]
            for i in range(4):  #: @34:22<66:25
                exp2[i + 64] = ptx.ex2.approx.ftz.f32(differences[i])
            sums = reg.run(b32, 6)  #: r569..574
            for i in range(6):  #: !16@35:36<66:25>2:314:12>2:287:12
                sums[i] = exp2[4 * i + 8].f32 + exp2[4 * i + 9]
            r577 = (sums[2].f32 + sums[3]).f32 + (sums[4].f32 + sums[5])  #: r575..577
            r578 = sums[0].f32 + sums[1]  #: r.578
            r579 = exp2[4].f32 + exp2[5]  #: r.579
            r582 = ((exp2[0].f32 + exp2[1]).f32 + r579).f32 + r578  #: r580..582
            sums = reg.run(b32, 22)  #: &sums
            sums[0] = r582.f32 + r577
            for i in range(6):
                sums[i + 4] = exp2[4 * i + 10].f32 + exp2[4 * i + 11]
            r592 = (sums[6].f32 + sums[7]).f32 + (sums[8].f32 + sums[9])  #: r590..592
            r593 = sums[4].f32 + sums[5]  #: r.593
            r594 = exp2[6].f32 + exp2[7]  #: r.594
            r597 = ((exp2[2].f32 + exp2[3]).f32 + r594).f32 + r593  #: r595..597
            sums[1] = r597.f32 + r592
            for i in range(6):
                sums[i + 10] = exp2[4 * i + 40].f32 + exp2[4 * i + 41]
            r607 = (sums[12].f32 + sums[13]).f32 + (
                sums[14].f32 + sums[15]
            )  #: r605..607
            r608 = sums[10].f32 + sums[11]  #: r.608
            r609 = exp2[36].f32 + exp2[37]  #: r.609
            r612 = ((exp2[32].f32 + exp2[33]).f32 + r609).f32 + r608  #: r610..612
            sums[2] = r612.f32 + r607
            for i in range(6):
                sums[i + 16] = exp2[4 * i + 42].f32 + exp2[4 * i + 43]
            r622 = (sums[18].f32 + sums[19]).f32 + (
                sums[20].f32 + sums[21]
            )  #: r620..622
            r623 = sums[16].f32 + sums[17]  #: r.623
            r624 = exp2[38].f32 + exp2[39]  #: r.624
            r627 = ((exp2[34].f32 + exp2[35]).f32 + r624).f32 + r623  #: r625..627
            sums[3] = r627.f32 + r622
            exchanged = reg.run(b32, 4)  #: r631..640/3
            for i in range(4):  #: !@2:314:12<35:36
                r[3 * i + 630] = add_butterfly(sums[i])  #: r629..638/3
                exchanged[i] = ptx.shfl.sync.bfly.b32(
                    r[3 * i + 630], 1, 31, ptx.FULL_MASK
                )
            sums = reg.run(b32, 4)  #: r644..641/-1
            for i in range(4):  #: !@2:287:12<2:314:12
                sums[3 - i] = r[639 - 3 * i].f32 + exchanged[3 - i]
            for i in range(4):  #: !27@35:16<66:25
                totals[i] = ptx.fma.rn.f32(totals[i], exp2[i + 64], sums[i])
            mbarrier_wait_2(r277 + 49184, read_phase, 66, 25)  #: r140 @27:5<66:25
            packed = reg.run(b32, 32)  #: r142..204/2
            for i in range(32):  #: @37:24<66:25
                packed[i] = ptx.cvt.rn.f16x2.f32(exp2[2 * i + 1], exp2[2 * i])
            for i in range(8):  #: @37:56<66:25
                acc[4 * i] = acc[4 * i].f32 * exp2[64]
                acc[4 * i + 1] = acc[4 * i + 1].f32 * exp2[64]
                acc[4 * i + 2] = acc[4 * i + 2].f32 * exp2[65]
                acc[4 * i + 3] = acc[4 * i + 3].f32 * exp2[65]
            for i in range(8):
                acc[4 * i + 32] = acc[4 * i + 32].f32 * exp2[66]
                acc[4 * i + 33] = acc[4 * i + 33].f32 * exp2[66]
                acc[4 * i + 34] = acc[4 * i + 34].f32 * exp2[67]
                acc[4 * i + 35] = acc[4 * i + 35].f32 * exp2[67]
            ptx.bar.sync(0)  #: @37:17<66:25
            a_frag = reg.run(b32, 32)  #: r141..203/2
            for i in range(32):
                a_frag[i] = mov(packed[i], 66, 25)
            ptx.wgmma.fence.sync.aligned()
            for i in range(4):
                wgmma_mma_async_3(
                    acc[0:32], a_frag[4 * i : 4 * i + 4], rd[i + 31], p39, 66, 25
                )
            for i in range(4):
                wgmma_mma_async_3(
                    acc[32:64], a_frag[4 * i + 16 : 4 * i + 20], rd[i + 31], p39, 66, 25
                )
            ptx.wgmma.commit_group.sync.aligned()
            fill_stage_plus1 = fill_stage + 1  #: r645 @27:5<66:25
            fill_stage.set(
                ptx.selp.b32(0, fill_stage_plus1, fill_stage_plus1 > 2)
            )  #: p45
            r271 = y_plus128 + counter  #: r.271 @28:43<66:25
            r647 = global_smem_addr + (fill_stage << 3)  #: r646..647 @27:5<66:25
            r269 = r647 + 49152  #: r.269
            ptx.bar.sync(0)
            may_arrive = is_zero & p43  #: p40
            mbarrier_arrive_expect_tx(r269, may_arrive, 8192)
            r270 = global_smem_addr + (fill_stage << 13)  #: r648 r.270 @28:32<66:25
            ptx.bar.sync(0)
            _unused, elected = ptx.elect.sync(ptx.FULL_MASK)  #: r649 p46
            cp_async_bulk_tensor_mbarrier_complete_tx_bytes(
                r270, param_5_map, (r139, r271), r269, p20 & (p43 & elected)
            )  #: p47 p41
            r272 = r647 + 49184  #: r.272 @27:5<66:25
            ptx.bar.sync(0)
            mbarrier_arrive_expect_tx(r272, may_arrive, 8192)
            r273 = r270 + 24576  #: r.273 @36:17<66:25
            ptx.bar.sync(0)
            _unused, elected = ptx.elect.sync(ptx.FULL_MASK)  #: r650 p48
            cp_async_bulk_tensor_mbarrier_complete_tx_bytes(
                r273, param_10_map, (r139, r271), r272, p20 & (p43 & elected)
            )  #: p49 p42
            counter += 64  #: @27:5<66:25
            loop.again(when=counter < shifted)  #: p50
    ptx.comment("%._crit_edge", behind=True)
    wgmma_wait_group_2(acc[0:64], 66, 25, 0)
    ptx.bar.sync(0)
    elected_mbarrier_inval(is_less, r33)  #: r654 p69 p51
    ptx.bar.sync(0)
    elected_mbarrier_inval(is_less, r34)  #: r655 p70 p52
    elected_mbarrier_inval(is_less, r651)  #: r656 p71 p53
    elected_mbarrier_inval(is_less, r31)  #: r657 p72 p54
    elected_mbarrier_inval(is_less, r32)  #: r658 p73 p55
    elected_mbarrier_inval(is_less, r652)  #: r659 p74 p56
    r11 = shifted + 128  #: r.11 !28@72:68
    tid_masked = tid & 96  #: r12 !29@71:29>25:24
    tid_times2 = tid << 1  #: r13 @30:48<71:29
    for mbar_i in (r31, r32, r652, r33, r34, r651):  #: @27:5<71:29
        _unused, elected = ptx.elect.sync(ptx.FULL_MASK)  #: (r660..665 p75..80)
        mbarrier_init(mbar_i, is_less & elected)  #: p57..62
    p81 = shifted != 2147483520  #: p.81
    ptx.bar.sync(0)
    may_arrive = is_zero & p81  #: p63
    mbarrier_arrive_expect_tx(r31, may_arrive, 8192)
    ptx.bar.sync(0)  #: @28:32<71:29
    _unused, elected = ptx.elect.sync(ptx.FULL_MASK)  #: r666 p82
    cp_async_bulk_tensor_mbarrier_complete_tx_bytes(
        global_smem_addr, param_5_map, (zero, y_sum), r31, p20 & (p81 & elected)
    )  #: p83 p64
    elected = sync_and_arrive_expect_tx_and_sync(71, 29, r33, may_arrive)  #: r667 p84
    cp_async_bulk_tensor_mbarrier_complete_tx_bytes(
        r36, param_10_map, (zero, y_sum), r33, p20 & (p81 & elected)
    )  #: p85 p65
    p86 = (shifted | 64) < r11  #: r668 p.86 @27:5<71:29
    r653 = y_sum + 64  #: r.653 @28:43<71:29
    ptx.bar.sync(0)  #: @27:5<71:29
    may_arrive = is_zero & p86  #: p66
    mbarrier_arrive_expect_tx(r32, may_arrive, 8192)
    ptx.bar.sync(0)  #: @28:32<71:29
    _unused, elected = ptx.elect.sync(ptx.FULL_MASK)  #: r669 p87
    cp_async_bulk_tensor_mbarrier_complete_tx_bytes(
        r37, param_5_map, (zero, r653), r32, p20 & (p86 & elected)
    )  #: p88 p67
    elected = sync_and_arrive_expect_tx_and_sync(71, 29, r34, may_arrive)  #: r670 p89
    cp_async_bulk_tensor_mbarrier_complete_tx_bytes(
        r39, param_10_map, (zero, r653), r34, p20 & (p86 & elected)
    )  #: p90 p68
    with ptx.if_(p81):  #: @27:5<71:29
        ptx.comment("%.lr.ph571", block=True)
        r5 = b32(-1000000.0)  #: r.5 @0:5
        masked = tid_times2 & 6  #: r14
        joined = (tid_masked >> 1) | ptx.bfe.u32(tid, 2, 3)  #: r671..673 @25:24<71:29
        joined = joined | shifted  #: r19 @25:12<71:29
        r17 = joined | 64  #: r.17
        r15 = joined | 72  #: r.15
        r18 = joined | 8  #: r.18
        field = ptx.bfe.u32(global_smem_ptr, 4, 15)  #: r674
        sum_b = field
        a_desc = reg.run(b64, 8)  #: rd51..55 rd57..61/2
        for i in range(3):
            wide = ptx.cvt.u64.u32(sum_b)  #: rd43..45
            a_desc[i] = wide | DESCRIPTOR_128B
            sum_b = field + (2 * i + 2)  #: r675..677
        a_desc[3] = ptx.cvt.u64.u32(sum_b) | DESCRIPTOR_128B  #: rd46
        for i in range(4):
            sum_b = field + (2 * i + 512)  #: r678..681
            wide = ptx.cvt.u64.u32(sum_b)  #: rd47..50
            a_desc[i + 4] = wide | DESCRIPTOR_128B
        r16 = b32(1.0)  #: r.16
        fill_stage = reg.from_(b32(1), b32)  #: r1531
        read_stage = reg.from_(b32(-1), b32)  #: r1530
        zero = b32(0)  #: r751
        one_product = one.f32 * -1000000.0  #: r838
        r854 = r16.f32 * -1000000.0  #: r.854
        read_phase = reg.from_(b32(zero), b32)  #: r1529
        index = reg.from_(b32(shifted), b32)  #: r1532
        with ptx.loop() as loop_2:
            ptx.comment("%__nv_exp2f.exit", behind=True)
            ptx.loop_comment("inner", 1)
            for i in range(4):  #: @0:12
                r[23 - i] = largest[i]
            p95 = index < shifted  #: p.95 @27:5<71:29
            read_stage_plus1 = read_stage + 1  #: r822
            is_greater = read_stage_plus1 > 2  #: p96
            read_stage.set(ptx.selp.b32(0, read_stage_plus1, is_greater))
            read_phase.set(read_phase ^ ptx.selp.b32(1, 0, is_greater))  #: r823
            r825 = global_smem_addr + (read_stage << 3)  #: r824..825
            mbarrier_wait_2(r825 + 49152, read_phase, 71, 29)  #: r682
            r827 = global_smem_addr + (read_stage << 13)  #: r826..827 @28:32<71:29
            field = ptx.bfe.u32(r827, 4, 15)  #: r828 @28:18<71:29
            ptx.wgmma.fence.sync.aligned()
            rd56 = ptx.cvt.u64.u32(field) | DESCRIPTOR_128B  #: rd69 rd.56
            product = reg.run(b32, 64)  #: r683..746
            wgmma_mma_async(product[0:32], a_desc[0], rd56, 71, 29)
            r829 = field + 2  #: r.829
            rd[68:64:-1] = matrix_descriptors(
                71, 29, r827
            )  #: r830..832 rd70 r833 rd71 r834 rd72..73
            rd62 = ptx.cvt.u64.u32(field + 6) | DESCRIPTOR_128B  #: r835 rd74 rd.62
            rd60 = ptx.cvt.u64.u32(field + 4) | DESCRIPTOR_128B  #: r836 rd75 rd.60
            rd58 = ptx.cvt.u64.u32(r829) | DESCRIPTOR_128B  #: rd76 rd.58
            p91 = ptx.mov.pred(-1)  #: p.91
            wgmma_mma_async_2(product[0:32], a_desc[1], rd58, p91, 71, 29)
            wgmma_mma_async_2(product[0:32], a_desc[2], rd60, p91, 71, 29)
            wgmma_mma_async_2(product[0:32], a_desc[3], rd62, p91, 71, 29)
            wgmma_mma_async(product[32:64], a_desc[4], rd56, 71, 29)
            wgmma_mma_async_2(product[32:64], a_desc[5], rd58, p91, 71, 29)
            wgmma_mma_async_2(product[32:64], a_desc[6], rd60, p91, 71, 29)
            wgmma_mma_async_2(product[32:64], a_desc[7], rd62, p91, 71, 29)
            ptx.wgmma.commit_group.sync.aligned()
            wide = ptx.cvt.u64.u32(r827)  #: rd64
            rd63 = ptx.cvt.u64.u32(global_smem_ptr)  #: rd.63
            for i in range(4):
                r[i + 747] = zero
            wgmma_wait_group(
                product[0:64], rd63, r[747:749], wide, r[749:751], acc[0:64], 71, 29, 0
            )
            r837 = r4.f32 * product[35]  #: r.837
            r839 = product[34].f32 * r4  #: r.839
            products = reg.run(b32, 56)  #: r840..853 r870..883 r887..900 r903..916
            for i in range(7):
                products[2 * i] = product[4 * i + 38].f32 * r4
                products[2 * i + 1] = product[4 * i + 39].f32 * r4
            index_joined = index | masked  #: r855 @30:40<71:29
            for i in range(6):  #: @30:23<71:29
                r[2 * i + 856] = index_joined | (57 - 8 * i)
                r[2 * i + 857] = index_joined | (56 - 8 * i)
            r868 = r4.f32 * product[33]  #: r.868 @28:18<71:29
            r869 = product[32].f32 * r4  #: r.869
            for i in range(7):
                products[2 * i + 14] = product[4 * i + 36].f32 * r4
                products[2 * i + 15] = product[4 * i + 37].f32 * r4
            index_sum = masked + index  #: r884 @30:40<71:29
            r885 = r4.f32 * product[3]  #: r.885 @28:18<71:29
            r886 = product[2].f32 * r4  #: r.886
            for i in range(7):
                products[2 * i + 28] = product[4 * i + 6].f32 * r4
                products[2 * i + 29] = product[4 * i + 7].f32 * r4
            r901 = r4.f32 * product[1]  #: r.901
            r902 = product[0].f32 * r4  #: r.902
            for i in range(7):
                products[2 * i + 42] = product[4 * i + 4].f32 * r4
                products[2 * i + 43] = product[4 * i + 5].f32 * r4
            index_sum_plus9 = index_sum + 9  #: r917 @30:40<71:29
            index_sum_plus8 = index_sum + 8  #: r918 @30:23<71:29
            p97 = r17 < index_joined  #: p.97
            p98 = index_joined < r17  #: p.98
            p[99] = r17 < index_sum_plus8
            p[100] = r17 < index_sum_plus9
            for i in range(12):
                p[i + 101] = r17 < r[867 - i]
            p113 = r15 < index_joined  #: p.113
            p114 = index_joined < r15  #: p.114
            p[115] = r15 < index_sum_plus8
            p[116] = r15 < index_sum_plus9
            for i in range(12):
                p[i + 117] = r15 < r[867 - i]
            index_sum_is_less = r18 < index_sum  #: p129
            p130 = index_sum < r18  #: p.130
            p[131] = joined < index_sum
            p[132] = r18 < index_sum_plus9
            for i in range(12):
                p[i + 133] = r18 < r[867 - i]
            p145 = index_sum < joined  #: p.145
            p[146] = joined < index_sum_plus8
            p[147] = joined < index_sum_plus9
            for i in range(12):
                p[i + 148] = joined < r[867 - i]
            chosen = reg.run(b32, 64)  #: r982..919/-1
            for i in range(7):  #: @31:22<71:29
                chosen[63 - 2 * i] = ptx.selp.f32(
                    one_product, products[55 - 2 * i], p[159 - 2 * i]
                )
                chosen[62 - 2 * i] = ptx.selp.f32(
                    r5, products[54 - 2 * i], p[158 - 2 * i]
                )
            chosen[49] = ptx.selp.f32(r901, r854, p145)
            chosen[48] = ptx.selp.f32(r5, r902, p[131])
            for i in range(7):
                chosen[47 - 2 * i] = ptx.selp.f32(
                    one_product, products[41 - 2 * i], p[144 - 2 * i]
                )
                chosen[46 - 2 * i] = ptx.selp.f32(
                    r5, products[40 - 2 * i], p[143 - 2 * i]
                )
            chosen[33] = ptx.selp.f32(r885, r854, p130)
            chosen[32] = ptx.selp.f32(r5, r886, index_sum_is_less)
            for i in range(7):
                chosen[31 - 2 * i] = ptx.selp.f32(
                    one_product, products[27 - 2 * i], p[112 - 2 * i]
                )
                chosen[30 - 2 * i] = ptx.selp.f32(
                    r5, products[26 - 2 * i], p[111 - 2 * i]
                )
            chosen[17] = ptx.selp.f32(r868, r854, p98)
            chosen[16] = ptx.selp.f32(r5, r869, p97)
            for i in range(7):
                chosen[15 - 2 * i] = ptx.selp.f32(
                    one_product, products[13 - 2 * i], p[128 - 2 * i]
                )
                chosen[14 - 2 * i] = ptx.selp.f32(
                    r5, products[12 - 2 * i], p[127 - 2 * i]
                )
            chosen[1] = ptx.selp.f32(r837, r854, p114)
            chosen[0] = ptx.selp.f32(r5, r839, p113)
            maxima = reg.run(b32, 60)  #: r983..1042
            for j in range(4):  #: !30@32:37<71:29>2:216:16>2:196:12
                for i in range(8):
                    maxima[15 * j + i] = ptx.max.f32(
                        chosen[2 * i + 48 - 16 * j], chosen[2 * i + 49 - 16 * j]
                    )
                for i in range(7):
                    maxima[15 * j + i + 8] = ptx.max.f32(
                        maxima[15 * j + 2 * i], maxima[15 * j + 2 * i + 1]
                    )
            exchanged = reg.run(b32, 4)  #: r1045..1054/3
            for i in range(4):  #: !@2:216:16<32:37
                r[3 * i + 1044] = max_butterfly(maxima[15 * i + 14])  #: r1043..1052/3
                exchanged[i] = ptx.shfl.sync.bfly.b32(
                    r[3 * i + 1044], 1, 31, ptx.FULL_MASK
                )
            maxima = reg.run(b32, 4)  #: r1055..1058
            for i in range(4):  #: !@2:196:12<2:216:16
                maxima[i] = ptx.max.f32(r[3 * i + 1044], exchanged[i])
            for i in range(4):  #: !41@32:20<71:29
                largest[i] = ptx.max.f32(r[23 - i], maxima[3 - i])
            differences = reg.run(b32, 64)  #: r1059..1122
            for i in range(8):  #: @33:32<71:29
                differences[4 * i] = chosen[2 * i + 48].f32 - largest[3]
                differences[4 * i + 1] = chosen[2 * i + 49].f32 - largest[3]
                differences[4 * i + 2] = chosen[2 * i + 32].f32 - largest[2]
                differences[4 * i + 3] = chosen[2 * i + 33].f32 - largest[2]
            for i in range(8):
                differences[4 * i + 32] = chosen[2 * i + 16].f32 - largest[1]
                differences[4 * i + 33] = chosen[2 * i + 17].f32 - largest[1]
                differences[4 * i + 34] = chosen[2 * i].f32 - largest[0]
                differences[4 * i + 35] = chosen[2 * i + 1].f32 - largest[0]
            exp2 = reg.run(b32, 68)  #: r1123..1186 r1191..1194
            for i in range(64):  #: @33:19<71:29
                exp2[i] = ptx.ex2.approx.ftz.f32(differences[i])
            differences = reg.run(b32, 4)  #: r1190..1187/-1
            for i in range(4):  #: @34:35<71:29
                differences[3 - i] = r[23 - i].f32 - largest[i]
            for i in range(4):  #: @34:22<71:29
                exp2[i + 64] = ptx.ex2.approx.ftz.f32(differences[i])
            sums = reg.run(b32, 6)  #: r1195..1200
            for i in range(6):  #: !42@35:36<71:29>2:314:12>2:287:12
                sums[i] = exp2[4 * i + 8].f32 + exp2[4 * i + 9]
            r1201 = sums[2].f32 + sums[3]  #: r.1201
            r1203 = r1201.f32 + (sums[4].f32 + sums[5])  #: r1202..1203
            r1204 = sums[0].f32 + sums[1]  #: r.1204
            r1205 = exp2[4].f32 + exp2[5]  #: r.1205
            r1207 = (exp2[0].f32 + exp2[1]).f32 + r1205  #: r1206..1207
            sums = reg.run(b32, 22)  #: &sums_2
            sums[0] = (r1207.f32 + r1204).f32 + r1203  #: r1208
            for i in range(6):
                sums[i + 4] = exp2[4 * i + 10].f32 + exp2[4 * i + 11]
            r1216 = sums[6].f32 + sums[7]  #: r.1216
            r1218 = r1216.f32 + (sums[8].f32 + sums[9])  #: r1217..1218
            r1219 = sums[4].f32 + sums[5]  #: r.1219
            r1220 = exp2[6].f32 + exp2[7]  #: r.1220
            r1222 = (exp2[2].f32 + exp2[3]).f32 + r1220  #: r1221..1222
            sums[1] = (r1222.f32 + r1219).f32 + r1218  #: r1223
            for i in range(6):
                sums[i + 10] = exp2[4 * i + 40].f32 + exp2[4 * i + 41]
            r1231 = sums[12].f32 + sums[13]  #: r.1231
            r1233 = r1231.f32 + (sums[14].f32 + sums[15])  #: r1232..1233
            r1234 = sums[10].f32 + sums[11]  #: r.1234
            r1235 = exp2[36].f32 + exp2[37]  #: r.1235
            r1237 = (exp2[32].f32 + exp2[33]).f32 + r1235  #: r1236..1237
            sums[2] = (r1237.f32 + r1234).f32 + r1233  #: r1238
            for i in range(6):
                sums[i + 16] = exp2[4 * i + 42].f32 + exp2[4 * i + 43]
            r1246 = sums[18].f32 + sums[19]  #: r.1246
            r1248 = r1246.f32 + (sums[20].f32 + sums[21])  #: r1247..1248
            r1249 = sums[16].f32 + sums[17]  #: r.1249
            r1250 = exp2[38].f32 + exp2[39]  #: r.1250
            r1252 = (exp2[34].f32 + exp2[35]).f32 + r1250  #: r1251..1252
            sums[3] = (r1252.f32 + r1249).f32 + r1248  #: r1253
            exchanged = reg.run(b32, 4)  #: r1257..1266/3
            for i in range(4):  #: !@2:314:12<35:36
                r[3 * i + 1256] = add_butterfly(sums[i])  #: r1255..1264/3
                exchanged[i] = ptx.shfl.sync.bfly.b32(
                    r[3 * i + 1256], 1, 31, ptx.FULL_MASK
                )
            sums = reg.run(b32, 4)  #: r1270..1267/-1
            for i in range(4):  #: !@2:287:12<2:314:12
                sums[3 - i] = r[1265 - 3 * i].f32 + exchanged[3 - i]
            for i in range(4):  #: !53@35:16<71:29
                totals[i] = ptx.fma.rn.f32(totals[i], exp2[i + 64], sums[i])
            mbarrier_wait_2(r825 + 49184, read_phase, 71, 29)  #: r752 @27:5<71:29
            packed = reg.run(b32, 32)  #: r754..816/2
            for i in range(32):  #: @37:24<71:29
                packed[i] = ptx.cvt.rn.f16x2.f32(exp2[2 * i + 1], exp2[2 * i])
            for i in range(8):  #: @37:56<71:29
                acc[4 * i] = acc[4 * i].f32 * exp2[64]
                acc[4 * i + 1] = acc[4 * i + 1].f32 * exp2[64]
                acc[4 * i + 2] = acc[4 * i + 2].f32 * exp2[65]
                acc[4 * i + 3] = acc[4 * i + 3].f32 * exp2[65]
            for i in range(8):
                acc[4 * i + 32] = acc[4 * i + 32].f32 * exp2[66]
                acc[4 * i + 33] = acc[4 * i + 33].f32 * exp2[66]
                acc[4 * i + 34] = acc[4 * i + 34].f32 * exp2[67]
                acc[4 * i + 35] = acc[4 * i + 35].f32 * exp2[67]
            ptx.bar.sync(0)  #: @37:17<71:29
            a_frag = reg.run(b32, 32)  #: r753..815/2
            for i in range(32):
                a_frag[i] = mov(packed[i], 71, 29)
            ptx.wgmma.fence.sync.aligned()
            for i in range(4):
                wgmma_mma_async_3(
                    acc[0:32], a_frag[4 * i : 4 * i + 4], rd[i + 65], p91, 71, 29
                )
            for i in range(4):
                wgmma_mma_async_3(
                    acc[32:64], a_frag[4 * i + 16 : 4 * i + 20], rd[i + 65], p91, 71, 29
                )
            ptx.wgmma.commit_group.sync.aligned()
            fill_stage_plus1 = fill_stage + 1  #: r1271 @27:5<71:29
            fill_stage.set(
                ptx.selp.b32(0, fill_stage_plus1, fill_stage_plus1 > 2)
            )  #: p160
            r819 = y_plus128 + index  #: r.819
            global_smem_at = global_smem_addr + (fill_stage << 3)  #: r1272 r1273
            r817 = global_smem_at + 49152  #: r.817
            ptx.bar.sync(0)
            may_arrive = is_zero & p95  #: p92
            mbarrier_arrive_expect_tx(r817, may_arrive, 8192)
            r818 = global_smem_addr + (fill_stage << 13)  #: r1274 r.818 @28:32<71:29
            ptx.bar.sync(0)
            _unused, elected = ptx.elect.sync(ptx.FULL_MASK)  #: r1275 p161
            cp_async_bulk_tensor_mbarrier_complete_tx_bytes(
                r818, param_5_map, (zero, r819), r817, p20 & (p95 & elected)
            )  #: p162 p93
            r820 = global_smem_at + 49184  #: r.820 @27:5<71:29
            ptx.bar.sync(0)
            mbarrier_arrive_expect_tx(r820, may_arrive, 8192)
            dst_tile = r818 + 24576  #: r821 @36:17<71:29
            ptx.bar.sync(0)
            _unused, elected = ptx.elect.sync(ptx.FULL_MASK)  #: r1276 p163
            cp_async_bulk_tensor_mbarrier_complete_tx_bytes(
                dst_tile, param_10_map, (zero, r819), r820, p20 & (p95 & elected)
            )  #: p164 p94
            index += 64  #: @27:5<71:29
            loop_2.again(when=index < r11)  #: p165
    ptx.comment("%._crit_edge572", behind=True)
    wgmma_wait_group_2(acc[0:64], 71, 29, 0)
    ptx.bar.sync(0)
    elected_mbarrier_inval(is_less, r33)  #: r1277 p172 p166
    ptx.bar.sync(0)
    elected_mbarrier_inval(is_less, r34)  #: r1278 p173 p167
    elected_mbarrier_inval(is_less, r651)  #: r1279 p174 p168
    elected_mbarrier_inval(is_less, r31)  #: r1280 p175 p169
    elected_mbarrier_inval(is_less, r32)  #: r1281 p176 p170
    elected_mbarrier_inval(is_less, r652)  #: r1282 p177 p171
    r[24], addend, diff, masked_f32 = split_mantissa_and_exponent(
        totals[0]
    )  #: p178 r1283..1288 !@76:44
    coefficient = b32(2.0**-23)  #: r1289
    addend_sum = ptx.fma.rn.ftz.f32(masked_f32, coefficient, addend)  #: r1290
    r1291 = diff.f32 + -1.0  #: r.1291
    r1292 = b32(-0.16845393)  #: r.1292
    r1293 = b32(0.09702014)  #: r.1293
    poly = ptx.fma.rn.ftz.f32(r1293, r1291, r1292)  #: r1294
    addends = reg.run(b32, 8)  #: r1295..1309/2
    addends[0] = 0.1716887
    poly = ptx.fma.rn.ftz.f32(poly, r1291, addends[0])  #: r1296
    addends[1] = -0.17900948
    poly = ptx.fma.rn.ftz.f32(poly, r1291, addends[1])  #: r1298
    addends[2] = 0.20512372
    poly = ptx.fma.rn.ftz.f32(poly, r1291, addends[2])  #: r1300
    addends[3] = -0.24046533
    poly = ptx.fma.rn.ftz.f32(poly, r1291, addends[3])  #: r1302
    addends[4] = 0.28857115
    poly = ptx.fma.rn.ftz.f32(poly, r1291, addends[4])  #: r1304
    addends[5] = -0.36067417
    poly = ptx.fma.rn.ftz.f32(poly, r1291, addends[5])  #: r1306
    addends[6] = 0.4808982
    poly = ptx.fma.rn.ftz.f32(poly, r1291, addends[6])  #: r1308
    addends[7] = -(ptx.LOG2E / 2)
    r1311 = r1291.f32 * ptx.fma.rn.ftz.f32(poly, r1291, addends[7])  #: r1310..1311
    r1312 = r1291.f32 * r1311  #: r.1312
    r1313 = b32(ptx.LOG2E)  #: r.1313
    totals[6] = addend_sum.f32 + ptx.fma.rn.ftz.f32(r1291, r1313, r1312)  #: r1314
    is_less = r[24].u32 < 2139095040  #: p179
    addend = ptx.mov.b32(ptx.inf)  #: r1315
    with ptx.unless(is_less):
        ptx.comment("%__nv_fmaf_rn.exit.i.i", block=True)
        totals[6] = ptx.fma.rn.ftz.f32(r[24], addend, addend)  #: @0:44
    ptx.comment("%__nv_log2f.exit", behind=True)
    param_15_addr = ptx.mov.b32(param_15)  #: r41
    r[25], r[1317], diff, r[1321] = split_mantissa_and_exponent(
        totals[1]
    )  #: p180 r1316 r1318..1320 @76:44
    coefficient_fma = ptx.fma.rn.ftz.f32(r[1321], coefficient, r[1317])  #: r1322
    r1323 = diff.f32 + -1.0  #: r.1323
    poly = ptx.fma.rn.ftz.f32(r1293, r1323, r1292)  #: r1324
    for i in range(8):
        poly = ptx.fma.rn.ftz.f32(poly, r1323, addends[i])  #: r1325..1332
    r1334 = r1323.f32 * (r1323.f32 * poly)  #: r1333..1334
    totals[5] = coefficient_fma.f32 + ptx.fma.rn.ftz.f32(r1323, r1313, r1334)  #: r1335
    with ptx.if_(r[25].u32 >= 2139095040):  #: p181
        ptx.comment("%__nv_fmaf_rn.exit.i.i499", block=True)
        totals[5] = ptx.fma.rn.ftz.f32(r[25], addend, addend)  #: @0:44
    ptx.comment("%__nv_log2f.exit502", behind=True)
    param_15_addr_wide = ptx.cvt.u64.u32(param_15_addr)  #: rd5
    r[26], addend, diff, r[1341] = split_mantissa_and_exponent(
        totals[2]
    )  #: p182 r1336..1340 @76:44
    coefficient = b32(2.0**-23)  #: r1342
    addend_sum = ptx.fma.rn.ftz.f32(r[1341], coefficient, addend)  #: r1343
    r1344 = diff.f32 + -1.0  #: r.1344
    r1345 = b32(-0.16845393)  #: r.1345
    r1346 = b32(0.09702014)  #: r.1346
    poly = ptx.fma.rn.ftz.f32(r1346, r1344, r1345)  #: r1347
    addends = reg.run(b32, 8)  #: r1348..1362/2
    addends[0] = 0.1716887
    poly = ptx.fma.rn.ftz.f32(poly, r1344, addends[0])  #: r1349
    addends[1] = -0.17900948
    poly = ptx.fma.rn.ftz.f32(poly, r1344, addends[1])  #: r1351
    addends[2] = 0.20512372
    poly = ptx.fma.rn.ftz.f32(poly, r1344, addends[2])  #: r1353
    addends[3] = -0.24046533
    poly = ptx.fma.rn.ftz.f32(poly, r1344, addends[3])  #: r1355
    addends[4] = 0.28857115
    poly = ptx.fma.rn.ftz.f32(poly, r1344, addends[4])  #: r1357
    addends[5] = -0.36067417
    poly = ptx.fma.rn.ftz.f32(poly, r1344, addends[5])  #: r1359
    addends[6] = 0.4808982
    poly = ptx.fma.rn.ftz.f32(poly, r1344, addends[6])  #: r1361
    addends[7] = -(ptx.LOG2E / 2)
    r1364 = r1344.f32 * ptx.fma.rn.ftz.f32(poly, r1344, addends[7])  #: r1363..1364
    r1365 = r1344.f32 * r1364  #: r.1365
    r1366 = b32(ptx.LOG2E)  #: r.1366
    totals[4] = addend_sum.f32 + ptx.fma.rn.ftz.f32(r1344, r1366, r1365)  #: r1367
    is_less = r[26].u32 < 2139095040  #: p183
    addend = ptx.mov.b32(ptx.inf)  #: r1368
    with ptx.unless(is_less):
        ptx.comment("%__nv_fmaf_rn.exit.i.i529", block=True)
        totals[4] = ptx.fma.rn.ftz.f32(r[26], addend, addend)  #: @0:44
    ptx.comment("%__nv_log2f.exit532", behind=True)
    param_20_base = ptx.ld.param.b64([param_20])  #: rd3
    param_15_map = ptx.cvta.param.u64(param_15_addr_wide)  #: rd78
    r27, r1370, diff, masked_f32 = split_mantissa_and_exponent(
        totals[3]
    )  #: p184 r1369 r.27 r.1370..1374 @76:44
    coefficient_fma = ptx.fma.rn.ftz.f32(masked_f32, coefficient, r1370)  #: r1375
    r1376 = diff.f32 + -1.0  #: r.1376
    poly = ptx.fma.rn.ftz.f32(r1346, r1376, r1345)  #: r1377
    poly_a = poly
    for i in range(8):
        poly_a = ptx.fma.rn.ftz.f32(poly_a, r1376, addends[i])  #: r1378..1385
    r1387 = r1376.f32 * (r1376.f32 * poly_a)  #: r1386..1387
    r[1544] = coefficient_fma.f32 + ptx.fma.rn.ftz.f32(r1376, r1366, r1387)  #: r1388
    with ptx.if_(r27.u32 >= 2139095040):  #: p185
        ptx.comment("%__nv_fmaf_rn.exit.i.i559", block=True)
        r[1544] = ptx.fma.rn.ftz.f32(r27, addend, addend)  #: @0:44
    ptx.comment("%__nv_log2f.exit562", behind=True)
    chosen = reg.run(b32, 3)  #: r1392..1394
    for i in range(3):  #: @76:44
        is_zero = r[26 - i].f32 == 0.0  #: p187..189
        chosen[i] = ptx.selp.f32(-ptx.inf, totals[i + 4], is_zero)
    param_20_ptr = ptx.mad.wide.s32(y, 4, param_20_base)  #: rd79 @76:14
    param_20_index = shifted | r3  #: r1395 !@25:12<71:29
    param_20_ptr = ptx.mad.wide.s32(param_20_index, 4, param_20_ptr)  #: rd77 !56@76:14
    r1396 = ptx.selp.f32(-ptx.inf, r[1544], r27.f32 == 0.0)  #: p190 r.1396 @76:44
    sums = reg.run(b32, 4)  #: r1397..1400
    sums[0] = largest[3].f32 + chosen[2]  #: @76:37
    sums[1] = largest[2].f32 + chosen[1]
    sums[2] = largest[1].f32 + chosen[0]
    sums[3] = largest[0].f32 + r1396
    global_smem_ptr = global_smem_addr + (tid_times2 & 248)  #: r1401 r1402 @76:5
    ptx.st.shared.v2.b32([global_smem_ptr], (sums[0], sums[1]))
    ptx.st.shared.v2.b32([global_smem_ptr, 256], (sums[2], sums[3]))
    ptx.bar.sync(0)
    index = tid & 7  #: r1403
    global_smem_offset = index << 3  #: r1404
    offset = (tid << 2) & 0x1C0  #: r1405 r1406
    offset_b = (tid >> 1) & 4  #: r1407 r1408
    global_smem_ptr = global_smem_addr + global_smem_offset  #: r1409
    global_smem_ptr = global_smem_ptr + offset  #: r1410
    global_smem_val = ptx.ld.shared.b32([global_smem_ptr + offset_b])  #: r1411 r1389
    st_global(param_20_ptr, global_smem_val)
    quotients = reg.run(b32, 64)  #: r1412..1475
    for i in range(8):  #: @77:39
        quotients[4 * i] = ptx.div.full.f32(acc[4 * i], totals[0])
        quotients[4 * i + 1] = ptx.div.full.f32(acc[4 * i + 1], totals[0])
        quotients[4 * i + 2] = ptx.div.full.f32(acc[4 * i + 2], totals[1])
        quotients[4 * i + 3] = ptx.div.full.f32(acc[4 * i + 3], totals[1])
    for i in range(8):
        quotients[4 * i + 32] = ptx.div.full.f32(acc[4 * i + 32], totals[2])
        quotients[4 * i + 33] = ptx.div.full.f32(acc[4 * i + 33], totals[2])
        quotients[4 * i + 34] = ptx.div.full.f32(acc[4 * i + 34], totals[3])
        quotients[4 * i + 35] = ptx.div.full.f32(acc[4 * i + 35], totals[3])
    packed = reg.run(b32, 32)  #: r1476..1507
    for i in range(32):  #: @77:38
        packed[i] = ptx.cvt.rn.f16x2.f32(quotients[2 * i + 1], quotients[2 * i])
    ptx.bar.sync(0)  #: @77:5
    masked = (tid << 7) & 0x780  #: r1508 r1509
    shifted = tid_masked << 6  #: r1510
    index_times16 = index << 4  #: r1511
    tid_bit4 = tid & 16  #: r1512
    offset = ((masked | index_times16) ^ tid_bit4) | shifted  #: r1513..1515
    global_smem_offset = offset
    for i in range(3):
        global_smem_ptr = global_smem_addr + global_smem_offset  #: r1516..1520/2
        ptx.stmatrix.sync.aligned.m8n8.x4.shared.b16(
            [global_smem_ptr], packed[4 * i : 4 * i + 4]
        )
        ptx.stmatrix.sync.aligned.m8n8.x4.shared.b16(
            [global_smem_ptr, 8192], packed[4 * i + 16 : 4 * i + 20]
        )
        global_smem_offset = offset ^ (32 * i + 32)  #: r1517..1521/2
    global_smem_ptr = global_smem_addr + global_smem_offset  #: r1522
    ptx.stmatrix.sync.aligned.m8n8.x4.shared.b16([global_smem_ptr], packed[12:16])
    ptx.stmatrix.sync.aligned.m8n8.x4.shared.b16([global_smem_ptr, 8192], packed[28:32])
    ptx.fence.proxy.async_.shared__cta()
    ptx.bar.sync(0)
    _unused, elected = ptx.elect.sync(ptx.FULL_MASK)  #: r1523 p191
    may_copy = p20 & elected  #: p186
    zero = b32(0)  #: r1390 @76:5
    cp_async_bulk_tensor_bulk_group(
        param_15_map, (zero, y_sum), global_smem_addr, may_copy
    )  #: @77:5
    ptx.cp.async_.bulk.commit_group()
    ptx.cp.async_.bulk.wait_group(0)
    ptx.bar.sync(0)
    ptx.ret()  #: @43:1
    mark()
    mark("func_end", 0)
    #: &sums: r583..628/15 r584..589 r599..604 r614..619
    #: &sums_2: r1209..1254/15 r1210..1215 r1225..1230 r1240..1245


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
