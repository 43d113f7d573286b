# mypy: disable-error-code="no-untyped-def, no-untyped-call", allow-redefinition
from typing import Annotated

from ptxpy import b8, b32, b64, f32, f64, kernel, module, pred, ptx, reg, u32, u64, var

module("nvcc-13.0-blackwell", version="9.0", target="sm_120a", dialect=2)

ptr_align1 = Annotated[u64, u64.ptr(align=1)]


def part(addr, offset, dot, dot_b):
    ptx.pragma("used_bytes_mask 7")
    row_val = ptx.ld.shared.u32([addr, offset])
    masked = ptx.cvt.u16.u32(ptx.bfe.u32(row_val, 0, 8)) & 255
    masked_b = ptx.cvt.u16.u32(ptx.bfe.u32(row_val, 8, 8)) & 255
    masked_c = ptx.cvt.u16.u32(ptx.bfe.u32(row_val, 16, 8)) & 255
    weights_val = ptx.ld.const.f32([weights, offset])
    dot_c = ptx.fma.rn.f32(weights_val, ptx.cvt.rn.f32.u16(masked), dot)
    dot_b_b = ptx.fma.rn.f32(weights_val, ptx.cvt.rn.f32.u16(masked_b), dot_b)
    return weights_val, dot_c, dot_b_b, ptx.cvt.rn.f32.u16(masked_c)
    #: &values: tm 3rm 3ng 3kb cm 2xo 2ko qm


def compute_and_st_global(addr, a, base, addr_offset, offset, b, factor, ptr):
    a_sum = a + ptx.ld.global_.nc.f64([addr, -8])
    a_sum_b = a_sum + ptx.ld.global_.nc.f64([addr, 8])
    addr_b = base + addr_offset
    a_sum_c = a_sum_b + ptx.ld.global_.nc.f64([addr_b])
    a_sum_d = a_sum_c + ptx.ld.global_.nc.f64([addr + offset])
    new = ptx.fma.rn.f64(factor, a_sum_d - b * 6.0, b)
    addr_c = ptr + addr_offset
    ptx.st.global_.f64([addr_c], new)
    return addr_b, addr_c
    #: &values: 2rb 2tl jk 2wx 3dv 3si vg


ptx.comment(".globl\t_Z9transposePKfPfii", space="\n\n\t")
ptx.comment("_ZZ9transposePKfPfiiE4tile has been demoted")
weights = var("const", b8[68], "weights", align=4, before="\n")
row = var("shared", b8[()], "row", align=16, linkage="extern")


@kernel(symbol="_Z9transposePKfPfii")
def transpose(param_0: ptr_align1, param_1: ptr_align1, param_2: u32, param_3: u32):
    """transpose(float const*, float*, int, int)"""
    reg.bulk(p=25, r=37)
    reg.array(b32, 9, "%f", view=f32)
    reg.bulk(rd=21)
    tile = var("shared", b8[4224], "_ZZ9transposePKfPfiiE4tile", align=4)
    param_0_generic = ptx.ld.param.u64([param_0])  #: rd3
    param_1_generic = ptx.ld.param.u64([param_1])  #: rd4
    size = ptx.ld.param.u32([param_2])  #: r18
    param_3 = ptx.ld.param.u32([param_3])  #: r20
    param_0_global = ptx.cvta.to.global_.u64(param_0_generic)  #: rd1
    param_1_global = ptx.cvta.to.global_.u64(param_1_generic)  #: rd2
    ctaid = ptx.special.ctaid.x()  #: r.21
    ctaid_times32 = ctaid << 5  #: r1
    tid = ptx.special.tid.x()  #: r2
    index = ctaid_times32 + tid  #: r3
    ctaid_y = ptx.special.ctaid.y()  #: r22
    ctaid_y_times32 = ctaid_y << 5  #: r4
    tid_y = ptx.special.tid.y()  #: r5
    index_y = ctaid_y_times32 + tid_y  #: r23
    out_of_range = index >= size  #: p1
    tile_offset = tid << 2  #: r24
    tile_addr = ptx.mov.u32(tile)  #: r25
    tile_at = tile_addr + tile_offset  #: r7
    index_y_reaches_param_3 = index_y >= param_3  #: p2
    tile_ptr = ptx.mad.lo.s32(tid_y, 132, tile_at)  #: r8
    with ptx.unless(out_of_range | index_y_reaches_param_3):  #: p3
        param_0_offset = ptx.mul.wide.s32(
            ptx.mad.lo.s32(index_y, size, index), 4
        )  #: r.26 rd5
        param_0_val = ptx.ld.global_.f32([param_0_global + param_0_offset])  #: rd6 f1
        ptx.st.shared.f32([tile_ptr], param_0_val)
    out_of_range = index >= size  #: p4
    index_y_plus8 = index_y + 8  #: r9
    with ptx.unless(out_of_range | (index_y_plus8 >= param_3)):  #: p5 p6
        param_0_offset = ptx.mul.wide.s32(
            ptx.mad.lo.s32(index_y_plus8, size, index), 4
        )  #: r27 rd7
        param_0_val = ptx.ld.global_.f32([param_0_global + param_0_offset])  #: rd8 f2
        ptx.st.shared.f32([tile_ptr, 1056], param_0_val)
    out_of_range = index >= size  #: p7
    index_y_plus16 = index_y + 16  #: r10
    with ptx.unless(out_of_range | (index_y_plus16 >= param_3)):  #: p8 p9
        param_0_offset = ptx.mul.wide.s32(
            ptx.mad.lo.s32(index_y_plus16, size, index), 4
        )  #: r28 rd9
        param_0_val = ptx.ld.global_.f32([param_0_global + param_0_offset])  #: rd10 f3
        ptx.st.shared.f32([tile_ptr, 2112], param_0_val)
    out_of_range = index >= size  #: p10
    index_y_plus24 = index_y + 24  #: r11
    with ptx.unless(out_of_range | (index_y_plus24 >= param_3)):  #: p11 p12
        param_0_offset = ptx.mul.wide.s32(
            ptx.mad.lo.s32(index_y_plus24, size, index), 4
        )  #: r29 rd11
        param_0_val = ptx.ld.global_.f32([param_0_global + param_0_offset])  #: rd12 f4
        ptx.st.shared.f32([tile_ptr, 3168], param_0_val)
    ptx.bar.sync(0)
    ctaid_y_times32_plus_tid = ctaid_y_times32 + tid  #: r12
    r13 = ctaid_times32 + tid_y  #: r.13
    out_of_range = ctaid_y_times32_plus_tid >= param_3  #: p13
    tile_ptr = tile_at + (tid << 7)  #: r30 r31
    size_is_at_least = r13 >= size  #: p14
    tile_ptr = tile_ptr + (tid_y << 2)  #: r32 r14
    with ptx.unless(out_of_range | size_is_at_least):  #: p15
        tile_val = ptx.ld.shared.f32([tile_ptr])  #: f5
        param_1_index = ptx.mad.lo.s32(r13, param_3, ctaid_y_times32_plus_tid)  #: r33
        param_1_ptr = param_1_global + ptx.mul.wide.s32(param_1_index, 4)  #: rd13..14
        ptx.st.global_.f32([param_1_ptr], tile_val)
    out_of_range = ctaid_y_times32_plus_tid >= param_3  #: p16
    r15 = r13 + 8  #: r.15
    with ptx.unless(out_of_range | (r15 >= size)):  #: p17 p18
        tile_val = ptx.ld.shared.f32([tile_ptr, 32])  #: f6
        param_1_index = ptx.mad.lo.s32(r15, param_3, ctaid_y_times32_plus_tid)  #: r34
        param_1_ptr = param_1_global + ptx.mul.wide.s32(param_1_index, 4)  #: rd15..16
        ptx.st.global_.f32([param_1_ptr], tile_val)
    out_of_range = ctaid_y_times32_plus_tid >= param_3  #: p19
    r16 = r13 + 16  #: r.16
    with ptx.unless(out_of_range | (r16 >= size)):  #: p20 p21
        tile_val = ptx.ld.shared.f32([tile_ptr, 64])  #: f7
        param_1_index = ptx.mad.lo.s32(r16, param_3, ctaid_y_times32_plus_tid)  #: r35
        param_1_ptr = param_1_global + ptx.mul.wide.s32(param_1_index, 4)  #: rd17..18
        ptx.st.global_.f32([param_1_ptr], tile_val)
    out_of_range = ctaid_y_times32_plus_tid >= param_3  #: p22
    r17 = r13 + 24  #: r.17
    with ptx.unless(out_of_range | (r17 >= size)):  #: p23 p24
        tile_val = ptx.ld.shared.f32([tile_ptr, 96])  #: f8
        param_1_index = ptx.mad.lo.s32(r17, param_3, ctaid_y_times32_plus_tid)  #: r36
        param_1_ptr = param_1_global + ptx.mul.wide.s32(param_1_index, 4)  #: rd19..20
        ptx.st.global_.f32([param_1_ptr], tile_val)
    ptx.ret()


@kernel(symbol="_Z4heatPKdPdiiid")
def heat(
    param_0: ptr_align1,
    param_1: ptr_align1,
    param_2: u32,
    param_3: u32,
    param_4: u32,
    param_5: f64,
):
    """heat(double const*, double*, int, int, int, double)"""
    _, r, _ = reg.bulk(p=11, r=67, rd=54)
    fd = reg.array(b64, 109, "%fd", view=f64)
    param_0_generic = ptx.ld.param.u64([param_0])  #: rd4
    param_1_generic = ptx.ld.param.u64([param_1])  #: rd5
    param_2 = ptx.ld.param.u32([param_2])  #: r28
    param_3 = ptx.ld.param.u32([param_3])  #: r31
    param_4 = ptx.ld.param.u32([param_4])  #: r30
    param_1_global = ptx.cvta.to.global_.u64(param_1_generic)  #: rd1
    param_0_global = ptx.cvta.to.global_.u64(param_0_generic)  #: rd2
    ctaid = ptx.special.ctaid.x()  #: r32
    ntid = ptx.special.ntid.x()  #: r33
    block_start = ctaid * ntid  #: r1
    tid = ptx.special.tid.x()  #: r2
    i = tid + block_start  #: r34
    i_plus1 = i + 1  #: r3
    ctaid_y = ptx.special.ctaid.y()  #: r35
    ntid_y = ptx.special.ntid.y()  #: r36
    block_start_y = ctaid_y * ntid_y  #: r4
    tid_y = ptx.special.tid.y()  #: r5
    j = tid_y + block_start_y  #: r37
    j_plus1 = j + 1  #: r6
    any_true = (i_plus1 >= param_2 - 1) | (j_plus1 >= param_3 - 1)  #: r39 p1 r40 p2 p3
    with ptx.unless(any_true) as block:
        param_3_times_param_2 = param_3 * param_2  #: r7
        param_2_mad = ptx.mad.lo.s32(param_2, j_plus1, i_plus1)  #: r8
        offset = ptx.mul.wide.s32(param_3_times_param_2, 8)  #: rd3
        block.leave(when=param_4 < 3)  #: p4
        param_0_ptr = param_0_global + ptx.mul.wide.s32(param_2_mad, 8)  #: rd6..7
        val = reg.from_(
            ptx.ld.global_.nc.f64([param_0_ptr + offset]), f64
        )  #: rd8 fd107
        fd[108] = ptx.ld.global_.nc.f64([param_0_ptr])
        param_4_minus2 = param_4 - 2  #: r9
        param_4_minus3_below3 = (param_4 - 3).u32 < 3  #: r41 p5
        r[66] = param_2_mad + param_3_times_param_2
        with ptx.unless(param_4_minus3_below3):
            param_2_product = param_2 * (j + param_3)  #: r44 r45
            index = reg.from_(i + (param_2_product + param_2), b32)  #: r46 r64
            j_sum = j + (param_3 << 1)  #: r47 r48
            j = reg.from_(i + ptx.mad.lo.s32(param_2, j_sum, param_2), b32)  #: r49 r63
            i = reg.from_(i + param_2_product, b32)  #: r62
            counter = reg.from_(-(param_4_minus2 & -4), b32)  #: r50 r61
            param_0_offset = ptx.mul.wide.s32(param_2, 8)  #: rd15
            with ptx.loop() as loop:
                ptx.pragma("nounroll")
                factor = ptx.ld.param.f64([param_5])  #: fd100
                index_b = index + 1  #: r51
                offset_b = ptx.mul.wide.s32(j + 1, 8)  #: r52 rd9
                param_0_at = param_0_global + offset_b  #: rd10
                fd14 = ptx.ld.global_.nc.f64([param_0_at])  #: fd.14
                fd15 = fd[108] + fd14  #: fd.15
                offset_b = ptx.mul.wide.s32(index_b, 8)  #: rd11
                param_0_ptr = param_0_global + offset_b  #: rd12
                param_0_val = ptx.ld.global_.nc.f64([param_0_ptr, -8])  #: fd16
                param_0_sum = fd15 + param_0_val  #: fd17
                param_0_val = ptx.ld.global_.nc.f64([param_0_ptr, 8])  #: fd18
                param_0_sum = param_0_sum + param_0_val  #: fd19
                product = ptx.mul.wide.s32(i + 1, 8)  #: r53 rd13
                param_0_ptr_c = param_0_global + product  #: rd14
                param_0_val = ptx.ld.global_.nc.f64([param_0_ptr_c])  #: fd20
                param_0_sum = param_0_sum + param_0_val  #: fd21
                param_0_ptr = param_0_ptr + param_0_offset  #: rd16
                param_0_val = ptx.ld.global_.nc.f64([param_0_ptr])  #: fd22
                diff = param_0_sum + param_0_val - val * 6.0  #: fd23..25
                factor_fma = ptx.fma.rn.f64(factor, diff, val)  #: fd26
                param_1_ptr = param_1_global + offset_b  #: rd17
                ptx.st.global_.f64([param_1_ptr], factor_fma)
                param_0_ptr_b = param_0_at + offset  #: rd19
                param_0_val = ptx.ld.global_.nc.f64([param_0_ptr_b])  #: fd27
                param_0_ptr, param_1_ptr = compute_and_st_global(
                    param_0_at,
                    val + param_0_val,
                    param_0_ptr_c,
                    offset,
                    param_0_offset,
                    fd14,
                    factor,
                    param_1_ptr,
                )  #: &param_0_ptr
                param_0_at = param_0_ptr_b + offset  #: rd23
                fd[108] = ptx.ld.global_.nc.f64([param_0_at])
                param_0_ptr, param_1_ptr = compute_and_st_global(
                    param_0_ptr_b,
                    fd14 + fd[108],
                    param_0_ptr,
                    offset,
                    param_0_offset,
                    param_0_val,
                    factor,
                    param_1_ptr,
                )  #: &param_0_ptr_2
                val.set(ptx.ld.global_.nc.f64([param_0_at + offset]))  #: rd27
                _unused, _unused = compute_and_st_global(
                    param_0_at,
                    param_0_val + val,
                    param_0_ptr,
                    offset,
                    param_0_offset,
                    fd[108],
                    factor,
                    param_1_ptr,
                )  #: &compute_and
                shifted = param_3_times_param_2 << 2  #: r54
                index += shifted
                j += shifted
                i += shifted
                counter += 4
                loop.again(when=counter.s32 != 0)  #: p6
            r[66] = index + 1
        param_4_minus2_mod4 = (param_4 - 2) & 3  #: r55 r25
        block.leave(when=param_4_minus2_mod4.s32 == 0)  #: p7
        with ptx.if_(param_4_minus2_mod4.s32 != 1):  #: p8
            factor = ptx.ld.param.f64([param_5])  #: fd101
            r56 = r[66] + param_3_times_param_2  #: r.56
            param_0_at = param_0_global + ptx.mul.wide.s32(r56, 8)  #: rd31..32
            param_0_val = ptx.ld.global_.nc.f64([param_0_at])  #: fd9
            param_0_sum = fd[108] + param_0_val  #: fd64
            offset = ptx.mul.wide.s32(r[66], 8)  #: rd33
            param_0_ptr = param_0_global + offset  #: rd34
            fd66 = param_0_sum + ptx.ld.global_.nc.f64([param_0_ptr, -8])  #: fd65..66
            param_0_sum = fd66 + ptx.ld.global_.nc.f64([param_0_ptr, 8])  #: fd67..68
            param_0_offset = ptx.mul.wide.s32(r[66] - param_2, 8)  #: r57 rd35
            param_0_ptr_b = param_0_global + param_0_offset  #: rd36
            fd70 = param_0_sum + ptx.ld.global_.nc.f64([param_0_ptr_b])  #: fd69..70
            param_0_offset = ptx.mul.wide.s32(param_2, 8)  #: rd37
            fd71 = ptx.ld.global_.nc.f64([param_0_ptr + param_0_offset])  #: rd38 fd.71
            diff = fd70 + fd71 - val * 6.0  #: fd72..74
            factor_fma = ptx.fma.rn.f64(factor, diff, val)  #: fd75
            param_1_ptr = param_1_global + offset  #: rd39
            ptx.st.global_.f64([param_1_ptr], factor_fma)
            r[66] = r56 + param_3_times_param_2
            offset = ptx.mul.wide.s32(param_3_times_param_2, 8)  #: rd40
            param_0_ptr = param_0_at + offset  #: rd41
            fd10 = ptx.ld.global_.nc.f64([param_0_ptr])  #: fd.10
            _unused, _unused = compute_and_st_global(
                param_0_at,
                val + fd10,
                param_0_ptr_b,
                offset,
                param_0_offset,
                param_0_val,
                factor,
                param_1_ptr,
            )  #: &compute_and_2
            val.set(fd10)
            fd[108] = param_0_val
        block.leave(when=~((param_4 & 1) == 1))  #: r58 p9 p10
        factor = ptx.ld.param.f64([param_5])  #: fd102
        param_0_offset = ptx.mul.wide.s32(r[66] + param_3_times_param_2, 8)  #: r59 rd45
        param_0_val = ptx.ld.global_.nc.f64(
            [param_0_global + param_0_offset]
        )  #: rd46 fd88
        param_0_sum = fd[108] + param_0_val  #: fd89
        offset = ptx.mul.wide.s32(r[66], 8)  #: rd47
        param_0_ptr = param_0_global + offset  #: rd48
        param_0_val = ptx.ld.global_.nc.f64([param_0_ptr, -8])  #: fd90
        param_0_sum = param_0_sum + param_0_val  #: fd91
        param_0_val = ptx.ld.global_.nc.f64([param_0_ptr, 8])  #: fd92
        param_0_sum = param_0_sum + param_0_val  #: fd93
        param_0_offset = ptx.mul.wide.s32(r[66] - param_2, 8)  #: r60 rd49
        param_0_val = ptx.ld.global_.nc.f64(
            [param_0_global + param_0_offset]
        )  #: rd50 fd94
        param_0_sum = param_0_sum + param_0_val  #: fd95
        param_0_ptr = param_0_ptr + ptx.mul.wide.s32(param_2, 8)  #: rd51..52
        param_0_val = ptx.ld.global_.nc.f64([param_0_ptr])  #: fd96
        param_0_sum = ptx.fma.rn.f64(val, -6.0, param_0_sum + param_0_val)  #: fd97..98
        factor_fma = ptx.fma.rn.f64(factor, param_0_sum, val)  #: fd99
        ptx.st.global_.f64([param_1_global + offset], factor_fma)  #: rd53
    ptx.ret()
    #: &param_0_ptr: fd28..32 rd20 fd33..34 rd21 fd35..39 rd22
    #: &param_0_ptr_2: fd40..44 rd24 fd45..46 rd25 fd47..51 rd26
    #: &compute_and: fd52..56 rd28 fd57..58 rd29 fd59..63 rd30
    #: &compute_and_2: fd76..80 rd42 fd81..82 rd43 fd83..87 rd44


@kernel(symbol="_Z9blur_rowsPK6uchar4PS_i")
def blur_rows(param_0: ptr_align1, param_1: ptr_align1, param_2: u32):
    """blur_rows(uchar4 const*, uchar4*, int)"""
    _, rs, _ = reg.bulk(p=3, rs=103, r=100)
    reg.array(b32, 120, "%f", view=f32)
    reg.bulk(rd=13)
    param_0_generic = ptx.ld.param.u64([param_0])  #: rd3
    param_1_generic = ptx.ld.param.u64([param_1])  #: rd2
    size = ptx.ld.param.u32([param_2])  #: r6
    param_0_global = ptx.cvta.to.global_.u64(param_0_generic)  #: rd1
    ctaid = ptx.special.ctaid.x()  #: r7
    ntid = ptx.special.ntid.x()  #: r1
    tid = ptx.special.tid.x()  #: r8
    index = ptx.mad.lo.s32(ctaid, ntid, tid)  #: r2
    ctaid_y = ptx.special.ctaid.y()  #: r9
    index_b = size * ctaid_y  #: r3
    size_minus1 = size - 1  #: r4
    param_0_offset = ptx.mul.wide.u32(
        ptx.min.s32(index, size_minus1) + index_b, 4
    )  #: r10 r11 rd4
    param_0_val = ptx.ld.global_.u32([param_0_global + param_0_offset])  #: rd5 r12
    row_offset = tid << 2  #: r.13
    row_addr = ptx.mov.u32(row)  #: r14
    row_ptr = row_addr + row_offset  #: r5
    ptx.st.shared.u32([row_ptr, 32], param_0_val)
    with ptx.if_(tid.u32 <= 7):  #: p1
        param_0_index = ptx.max.s32(index, 8) + index_b - 8  #: r.15..17
        param_0_ptr = param_0_global + ptx.mul.wide.u32(param_0_index, 4)  #: rd6..7
        param_0_val = ptx.ld.global_.u32([param_0_ptr])  #: r18
        ptx.st.shared.u32([row_ptr], param_0_val)
        param_0_index = ptx.min.s32(index + ntid, size_minus1) + index_b  #: r19..21
        param_0_ptr = param_0_global + ptx.mul.wide.u32(param_0_index, 4)  #: rd8..9
        param_0_val = ptx.ld.global_.u32([param_0_ptr])  #: r22
        ptx.st.shared.u32([row_ptr + (ntid << 2), 32], param_0_val)  #: r23 r24
    ptx.bar.sync(0)
    ptx.pragma("used_bytes_mask 7")
    row_val = ptx.ld.shared.u32([row_ptr])  #: r25
    for i in range(3):
        row_field = ptx.bfe.u32(row_val, 8 * i, 8)  #: r.26..28
        rs[2 * i + 2] = ptx.cvt.u16.u32(row_field) & 255  #: rs1..5/2
    weights_val = ptx.ld.const.f32([weights])  #: f4
    sums = reg.run(f32, 3)  #: f6..10/2
    for i in range(3):
        as_float = ptx.cvt.rn.f32.u16(rs[2 * i + 2])  #: f5..9/2
        sums[i] = ptx.fma.rn.f32(weights_val, as_float, 0.0)
    dot, dot_b, dot_c = sums[0:3]
    for i in range(15):
        weights_val, dot, dot_b, masked_f32 = part(
            row_ptr, 4 * i + 4, dot, dot_b
        )  #: &weights_val
        dot_c = ptx.fma.rn.f32(weights_val, masked_f32, dot_c)  #: f17..115/7
    weights_val, dot, dot_b, masked_f32 = part(
        row_ptr, 64, dot, dot_b
    )  #: &weights_val_2
    dot_c = ptx.fma.rn.f32(weights_val, masked_f32, dot_c)  #: f3
    with ptx.if_(index < size):  #: p2
        dot_u32 = ptx.cvt.rzi.u32.f32(dot)  #: r93
        dot_b_u32 = ptx.cvt.rzi.u32.f32(dot_b)  #: r94
        dot_c_u32 = ptx.cvt.rzi.u32.f32(dot_c)  #: r95
        param_1_index = index_b + index  #: r96
        param_1_global = ptx.cvta.to.global_.u64(param_1_generic)  #: rd10
        param_1_ptr = param_1_global + ptx.mul.wide.u32(param_1_index, 4)  #: rd11..12
        r97 = ptx.prmt.b32(dot_u32, dot_b_u32, ptx.hex(0x3340, unsigned=True))  #: r.97
        r98 = ptx.prmt.b32(dot_c_u32, 65535, ptx.hex(0x3340, unsigned=True))  #: r.98
        param_1_new = ptx.prmt.b32(r97, r98, ptx.hex(0x5410, unsigned=True))  #: r99
        ptx.st.global_.u32([param_1_ptr], param_1_new)
    ptx.ret()
    #: &weights_val: r29 (r30..32 rs7..11/2 rs8..12/2) f11..16 r33 (r34..36 rs13..17/2
    #: &weights_val: rs14..18/2) f18..23 r37 (r38..40 rs19..23/2 rs20..24/2) f25..30 r41
    #: &weights_val: (r42..44 rs25..29/2 rs26..30/2) f32..37 r45 (r46..48 rs31..35/2
    #: &weights_val: rs32..36/2) f39..44 r49 (r50..52 rs37..41/2 rs38..42/2) f46..51 r53
    #: &weights_val: (r54..56 rs43..47/2 rs44..48/2) f53..58 r57 (r58..60 rs49..53/2
    #: &weights_val: rs50..54/2) f60..65 r61 (r62..64 rs55..59/2 rs56..60/2) f67..72 r65
    #: &weights_val: (r66..68 rs61..65/2 rs62..66/2) f74..79 r69 (r70..72 rs67..71/2
    #: &weights_val: rs68..72/2) f81..86 r73 (r74..76 rs73..77/2 rs74..78/2) f88..93 r77
    #: &weights_val: (r78..80 rs79..83/2 rs80..84/2) f95..100 r81 (r82..84 rs85..89/2
    #: &weights_val: rs86..90/2) f102..107 r85 (r86..88 rs91..95/2 rs92..96/2) f109..114
    #: &weights_val_2: r89 (r90..92 rs97..101/2 rs98..102/2) f116 f117 f1 f118 f2 f119


@kernel(symbol="_Z4lifePKbPbii")
def life(param_0: ptr_align1, param_1: ptr_align1, param_2: u32, param_3: u32):
    """life(bool const*, bool*, int, int)"""
    reg.bulk(p=8, rs=3, r=51, rd=25)
    param_0_generic = ptx.ld.param.u64([param_0])  #: rd3
    param_1_generic = ptx.ld.param.u64([param_1])  #: rd2
    param_2 = ptx.ld.param.u32([param_2])  #: r3
    param_3 = ptx.ld.param.u32([param_3])  #: r5
    param_0_global = ptx.cvta.to.global_.u64(param_0_generic)  #: rd1
    ctaid = ptx.special.ctaid.x()  #: r6
    ntid = ptx.special.ntid.x()  #: r7
    tid = ptx.special.tid.x()  #: r8
    i = ptx.mad.lo.s32(ctaid, ntid, tid)  #: r1
    ctaid_y = ptx.special.ctaid.y()  #: r9
    ntid_y = ptx.special.ntid.y()  #: r10
    tid_y = ptx.special.tid.y()  #: r11
    j = ptx.mad.lo.s32(ctaid_y, ntid_y, tid_y)  #: r2
    param_3_plus_j = param_3 + j  #: r12
    param_2_plus_i = param_2 + i  #: r.13
    product = (param_3_plus_j - 1) % param_3 * param_2  #: r14..16
    remainder = (param_2_plus_i - 1) % param_2  #: r.17 r18
    param_0_ptr = param_0_global + ptx.cvt.s64.s32(product + remainder)  #: r19 rd4..5
    param_0_val = ptx.ld.global_.s8([param_0_ptr]).as_b32  #: r20
    r21 = param_2_plus_i % param_2  #: r.21
    param_0_ptr = param_0_global + ptx.cvt.s64.s32(product + r21)  #: r22 rd6..7
    param_0_sum = param_0_val + ptx.ld.global_.s8([param_0_ptr]).as_b32  #: r23 r24
    r26 = (param_2_plus_i + 1) % param_2  #: r25..26
    param_0_ptr = param_0_global + ptx.cvt.s64.s32(product + r26)  #: r27 rd8..9
    param_0_val = ptx.ld.global_.s8([param_0_ptr]).as_b32  #: r28
    param_0_sum = param_0_sum + param_0_val  #: r29
    product = param_3_plus_j % param_3 * param_2  #: r30 r31
    param_0_ptr = param_0_global + ptx.cvt.s64.s32(product + remainder)  #: r32 rd10..11
    param_0_val = ptx.ld.global_.s8([param_0_ptr]).as_b32  #: r33
    param_0_sum = param_0_sum + param_0_val  #: r34
    param_0_ptr = param_0_global + ptx.cvt.s64.s32(product + r26)  #: r35 rd12..13
    param_0_val = ptx.ld.global_.s8([param_0_ptr]).as_b32  #: r36
    param_0_sum = param_0_sum + param_0_val  #: r37
    product = (param_3_plus_j + 1) % param_3 * param_2  #: r38..40
    param_0_ptr = param_0_global + ptx.cvt.s64.s32(product + remainder)  #: r41 rd14..15
    param_0_val = ptx.ld.global_.s8([param_0_ptr]).as_b32  #: r42
    param_0_sum = param_0_sum + param_0_val  #: r43
    param_0_ptr = param_0_global + ptx.cvt.s64.s32(product + r21)  #: r44 rd16..17
    param_0_val = ptx.ld.global_.s8([param_0_ptr]).as_b32  #: r45
    param_0_sum = param_0_sum + param_0_val  #: r46
    param_0_ptr = param_0_global + ptx.cvt.s64.s32(product + r26)  #: r47 rd18..19
    param_0_val = ptx.ld.global_.s8([param_0_ptr]).as_b32  #: r48
    param_0_sum = param_0_sum + param_0_val  #: r4
    param_0_not_zero = reg.from_(ptx.mov.pred(-1), pred)  #: p7
    with ptx.if_(param_0_sum.s32 != 3) as block:  #: p4
        with ptx.if_(param_0_sum.s32 == 2):  #: p5
            param_0_offset_wide = ptx.cvt.s64.s32(
                ptx.mad.lo.s32(param_2, j, i)
            )  #: r49 rd20
            param_0_val = ptx.ld.global_.u8(
                [param_0_global + param_0_offset_wide]
            )  #: rd21 rs1
            param_0_not_zero.set(param_0_val.s16 != 0)
        with ptx.else_(end=block):
            param_0_not_zero.set(0)
    param_1_global = ptx.cvta.to.global_.u64(param_1_generic)  #: rd22
    flag = ptx.selp.u16(1, 0, param_0_not_zero)  #: rs2
    param_1_offset_wide = ptx.cvt.s64.s32(ptx.mad.lo.s32(param_2, j, i))  #: r50 rd23
    ptx.st.global_.u8([param_1_global + param_1_offset_wide], flag)  #: rd24
    ptx.ret()
