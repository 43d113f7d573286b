from typing import Annotated

from ptxpy import b8, b32, b64, f32, f64, kernel, module, ptx, reg, u32, u64, var

module("nvcc-13.0-blackwell", version="9.0", target="sm_120a")

ptr_align1 = Annotated[u64, u64.ptr(align=1)]


def ld_shared_ld_const_fma(addr, n, a, b):
    ptx.pragma("used_bytes_mask 7")
    x = ptx.ld.shared.u32([addr, n])
    u = ptx.cvt.u16.u32(ptx.bfe.u32(x, 0, 8)) & 255
    c = ptx.cvt.u16.u32(ptx.bfe.u32(x, 8, 8)) & 255
    f = ptx.cvt.u16.u32(ptx.bfe.u32(x, 16, 8)) & 255
    g = ptx.ld.const.f32([weights, n])
    i = ptx.fma.rn.f32(g, ptx.cvt.rn.f32.u16(u), a)
    k = ptx.fma.rn.f32(g, ptx.cvt.rn.f32.u16(c), b)
    return g, i, k, ptx.cvt.rn.f32.u16(f)


def ld_global_nc_fma_st_global(addr, a, base, addr_offset, offset, b, c, d):
    y = a + ptx.ld.global_.nc.f64([addr, -8])
    u = y + ptx.ld.global_.nc.f64([addr, 8])
    v = base + addr_offset
    e = u + ptx.ld.global_.nc.f64([v])
    h = e + ptx.ld.global_.nc.f64([addr + offset])
    k = ptx.fma.rn.f64(c, h - b * 6.0, b)
    l = d + addr_offset
    ptx.st.global_.f64([l], k)
    return v, l


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
    param_0 = ptx.ld.param.u64([param_0])  #: rd3
    param_1 = ptx.ld.param.u64([param_1])  #: rd4
    param_2 = ptx.ld.param.u32([param_2])  #: r18
    param_3 = ptx.ld.param.u32([param_3])  #: r20
    param_0_global = ptx.cvta.to.global_.u64(param_0)  #: rd1
    param_1_global = ptx.cvta.to.global_.u64(param_1)  #: rd2
    ctaid = ptx.special.ctaid.x()  #: r21
    r1 = ctaid << 5
    tid = ptx.special.tid.x()  #: r2
    r3 = r1 + tid
    ctaid_y = ptx.special.ctaid.y()  #: r22
    r4 = ctaid_y << 5
    tid_y = ptx.special.tid.y()  #: r5
    r23 = r4 + tid_y
    out_of_range = r3 >= param_2  #: p1
    tile_offset = tid << 2  #: r24
    tile_addr = ptx.mov.u32(tile)  #: r25
    r7 = tile_addr + tile_offset
    p2 = r23 >= param_3
    tile_ptr = ptx.mad.lo.s32(tid_y, 132, r7)  #: r8
    with ptx.unless(out_of_range | p2):  #: p3
        param_0_offset = ptx.mul.wide.s32(
            ptx.mad.lo.s32(r23, param_2, r3), 4
        )  #: r26 rd5
        param_0_ptr = param_0_global + param_0_offset  #: rd6
        param_0_val = ptx.ld.global_.f32([param_0_ptr])  #: f1
        ptx.st.shared.f32([tile_ptr], param_0_val)
    out_of_range = r3 >= param_2  #: p4
    r9 = r23 + 8
    with ptx.unless(out_of_range | (r9 >= param_3)):  #: p5 p6
        param_0_offset = ptx.mul.wide.s32(
            ptx.mad.lo.s32(r9, param_2, r3), 4
        )  #: r27 rd7
        param_0_ptr = param_0_global + param_0_offset  #: rd8
        param_0_val = ptx.ld.global_.f32([param_0_ptr])  #: f2
        ptx.st.shared.f32([tile_ptr, 1056], param_0_val)
    out_of_range = r3 >= param_2  #: p7
    r10 = r23 + 16
    with ptx.unless(out_of_range | (r10 >= param_3)):  #: p8 p9
        param_0_offset = ptx.mul.wide.s32(
            ptx.mad.lo.s32(r10, param_2, r3), 4
        )  #: r28 rd9
        param_0_ptr = param_0_global + param_0_offset  #: rd10
        param_0_val = ptx.ld.global_.f32([param_0_ptr])  #: f3
        ptx.st.shared.f32([tile_ptr, 2112], param_0_val)
    out_of_range = r3 >= param_2  #: p10
    r11 = r23 + 24
    with ptx.unless(out_of_range | (r11 >= param_3)):  #: p11 p12
        param_0_offset = ptx.mul.wide.s32(
            ptx.mad.lo.s32(r11, param_2, r3), 4
        )  #: r29 rd11
        param_0_ptr = param_0_global + param_0_offset  #: rd12
        param_0_val = ptx.ld.global_.f32([param_0_ptr])  #: f4
        ptx.st.shared.f32([tile_ptr, 3168], param_0_val)
    ptx.bar.sync(0)
    r12 = r4 + tid
    r13 = r1 + tid_y
    out_of_range = r12 >= param_3  #: p13
    tile_ptr = r7 + (tid << 7)  #: r30 r31
    p14 = r13 >= param_2
    tile_ptr = tile_ptr + (tid_y << 2)  #: r32 r14
    with ptx.unless(out_of_range | p14):  #: p15
        tile_val = ptx.ld.shared.f32([tile_ptr])  #: f5
        param_1_index = ptx.mad.lo.s32(r13, param_3, r12)  #: r33
        param_1_ptr = param_1_global + ptx.mul.wide.s32(param_1_index, 4)  #: rd13..14
        ptx.st.global_.f32([param_1_ptr], tile_val)
    out_of_range = r12 >= param_3  #: p16
    r15 = r13 + 8
    with ptx.unless(out_of_range | (r15 >= param_2)):  #: p17 p18
        tile_val = ptx.ld.shared.f32([tile_ptr, 32])  #: f6
        param_1_index = ptx.mad.lo.s32(r15, param_3, r12)  #: r34
        param_1_ptr = param_1_global + ptx.mul.wide.s32(param_1_index, 4)  #: rd15..16
        ptx.st.global_.f32([param_1_ptr], tile_val)
    out_of_range = r12 >= param_3  #: p19
    r16 = r13 + 16
    with ptx.unless(out_of_range | (r16 >= param_2)):  #: p20 p21
        tile_val = ptx.ld.shared.f32([tile_ptr, 64])  #: f7
        param_1_index = ptx.mad.lo.s32(r16, param_3, r12)  #: r35
        param_1_ptr = param_1_global + ptx.mul.wide.s32(param_1_index, 4)  #: rd17..18
        ptx.st.global_.f32([param_1_ptr], tile_val)
    out_of_range = r12 >= param_3  #: p22
    r17 = r13 + 24
    with ptx.unless(out_of_range | (r17 >= param_2)):  #: p23 p24
        tile_val = ptx.ld.shared.f32([tile_ptr, 96])  #: f8
        param_1_index = ptx.mad.lo.s32(r17, param_3, r12)  #: r36
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
    param_0 = ptx.ld.param.u64([param_0])  #: rd4
    param_1 = ptx.ld.param.u64([param_1])  #: rd5
    param_2 = ptx.ld.param.u32([param_2])  #: r28
    param_3 = ptx.ld.param.u32([param_3])  #: r31
    param_4 = ptx.ld.param.u32([param_4])  #: r30
    param_1_global = ptx.cvta.to.global_.u64(param_1)  #: rd1
    param_0_global = ptx.cvta.to.global_.u64(param_0)  #: rd2
    ctaid = ptx.special.ctaid.x()  #: r32
    ntid = ptx.special.ntid.x()  #: r33
    block_start = ctaid * ntid  #: r1
    tid = ptx.special.tid.x()  #: r2
    i = tid + block_start  #: r34
    r3 = i + 1
    ctaid_y = ptx.special.ctaid.y()  #: r35
    ntid_y = ptx.special.ntid.y()  #: r36
    block_start_y = ctaid_y * ntid_y  #: r4
    tid_y = ptx.special.tid.y()  #: r5
    j = tid_y + block_start_y  #: r37
    r6 = j + 1
    skip = (r3 >= param_2 - 1) | (r6 >= param_3 - 1)  #: r39 p1 r40 p2 p3
    with ptx.unless(skip) as block:
        r7 = param_3 * param_2
        r8 = ptx.mad.lo.s32(param_2, r6, r3)
        offset = ptx.mul.wide.s32(r7, 8)  #: rd3
        block.leave(when=param_4 < 3)  #: p4
        param_0_ptr = param_0_global + ptx.mul.wide.s32(r8, 8)  #: rd6..7
        fd[107] = ptx.ld.global_.nc.f64([param_0_ptr + offset])  #: rd8
        fd[108] = ptx.ld.global_.nc.f64([param_0_ptr])
        r9 = param_4 - 2
        skip = (param_4 - 3).u32 < 3  #: r41 p5
        r[66] = r8 + r7
        with ptx.unless(skip):
            r45 = param_2 * (j + param_3)  #: r44
            counter = reg.from_(i + (r45 + param_2), b32)  #: r46 r64
            r48 = j + (param_3 << 1)  #: r47
            j = reg.from_(i + ptx.mad.lo.s32(param_2, r48, param_2), b32)  #: r49 r63
            i = reg.from_(i + r45, b32)  #: r62
            r[61] = -(r9 & -4)  #: r50
            param_0_offset = ptx.mul.wide.s32(param_2, 8)  #: rd15
            with ptx.loop() as loop:
                ptx.pragma("nounroll")
                fd100 = ptx.ld.param.f64([param_5])
                index = counter + 1  #: r51
                rd9 = ptx.mul.wide.s32(j + 1, 8)  #: r52
                rd10 = param_0_global + rd9
                fd14 = ptx.ld.global_.nc.f64([rd10])
                fd15 = fd[108] + fd14
                rd11 = ptx.mul.wide.s32(index, 8)
                param_0_ptr = param_0_global + rd11  #: rd12
                param_0_val = ptx.ld.global_.nc.f64([param_0_ptr, -8])  #: fd16
                fd17 = fd15 + param_0_val
                param_0_val = ptx.ld.global_.nc.f64([param_0_ptr, 8])  #: fd18
                fd19 = fd17 + param_0_val
                rd13 = ptx.mul.wide.s32(i + 1, 8)  #: r53
                rd14 = param_0_global + rd13
                param_0_val = ptx.ld.global_.nc.f64([rd14])  #: fd20
                fd21 = fd19 + param_0_val
                param_0_ptr = param_0_ptr + param_0_offset  #: rd16
                param_0_val = ptx.ld.global_.nc.f64([param_0_ptr])  #: fd22
                fd25 = fd21 + param_0_val - fd[107] * 6.0  #: fd23..24
                fd26 = ptx.fma.rn.f64(fd100, fd25, fd[107])
                param_1_ptr = param_1_global + rd11  #: rd17
                ptx.st.global_.f64([param_1_ptr], fd26)
                rd19 = rd10 + offset
                param_0_val = ptx.ld.global_.nc.f64([rd19])  #: fd27
                param_0_ptr, param_1_ptr = ld_global_nc_fma_st_global(
                    rd10,
                    fd[107] + param_0_val,
                    rd14,
                    offset,
                    param_0_offset,
                    fd14,
                    fd100,
                    param_1_ptr,
                )  #: fd28..32 rd20 fd33..34 rd21 fd35..39 rd22
                rd23 = rd19 + offset
                fd[108] = ptx.ld.global_.nc.f64([rd23])
                param_0_ptr, param_1_ptr = ld_global_nc_fma_st_global(
                    rd19,
                    fd14 + fd[108],
                    param_0_ptr,
                    offset,
                    param_0_offset,
                    param_0_val,
                    fd100,
                    param_1_ptr,
                )  #: fd40..44 rd24 fd45..46 rd25 fd47..51 rd26
                fd[107] = ptx.ld.global_.nc.f64([rd23 + offset])  #: rd27
                _unused, _unused = ld_global_nc_fma_st_global(
                    rd23,
                    param_0_val + fd[107],
                    param_0_ptr,
                    offset,
                    param_0_offset,
                    fd[108],
                    fd100,
                    param_1_ptr,
                )  #: fd52..56 rd28 fd57..58 rd29 fd59..63 rd30
                r54 = r7 << 2
                counter += r54
                j += r54
                i += r54
                r[61] = r[61] + 4
                loop.again(when=r[61].s32 != 0)  #: p6
            r[66] = counter + 1
        r25 = (param_4 - 2) & 3  #: r55
        block.leave(when=r25.s32 == 0)  #: p7
        with ptx.unless(r25.s32 == 1):  #: p8
            fd101 = ptx.ld.param.f64([param_5])
            r56 = r[66] + r7
            rd32 = param_0_global + ptx.mul.wide.s32(r56, 8)  #: rd31
            param_0_val = ptx.ld.global_.nc.f64([rd32])  #: fd9
            fd64 = fd[108] + param_0_val
            offset = ptx.mul.wide.s32(r[66], 8)  #: rd33
            param_0_ptr = param_0_global + offset  #: rd34
            fd66 = fd64 + ptx.ld.global_.nc.f64([param_0_ptr, -8])  #: fd65
            fd68 = fd66 + ptx.ld.global_.nc.f64([param_0_ptr, 8])  #: fd67
            param_0_offset = ptx.mul.wide.s32(r[66] - param_2, 8)  #: r57 rd35
            rd36 = param_0_global + param_0_offset
            fd70 = fd68 + ptx.ld.global_.nc.f64([rd36])  #: fd69
            param_0_offset = ptx.mul.wide.s32(param_2, 8)  #: rd37
            param_0_ptr = param_0_ptr + param_0_offset  #: rd38
            fd72 = fd70 + ptx.ld.global_.nc.f64([param_0_ptr])  #: fd71
            fd74 = fd72 - fd[107] * 6.0  #: fd73
            fd75 = ptx.fma.rn.f64(fd101, fd74, fd[107])
            param_1_ptr = param_1_global + offset  #: rd39
            ptx.st.global_.f64([param_1_ptr], fd75)
            r[66] = r56 + r7
            offset = ptx.mul.wide.s32(r7, 8)  #: rd40
            param_0_ptr = rd32 + offset  #: rd41
            fd10 = ptx.ld.global_.nc.f64([param_0_ptr])
            _unused, _unused = ld_global_nc_fma_st_global(
                rd32,
                fd[107] + fd10,
                rd36,
                offset,
                param_0_offset,
                param_0_val,
                fd101,
                param_1_ptr,
            )  #: fd76..80 rd42 fd81..82 rd43 fd83..87 rd44
            fd[107] = fd10
            fd[108] = param_0_val
        block.leave(when=~((param_4 & 1) == 1))  #: r58 p9 p10
        fd102 = ptx.ld.param.f64([param_5])
        param_0_offset = ptx.mul.wide.s32(r[66] + r7, 8)  #: r59 rd45
        param_0_ptr = param_0_global + param_0_offset  #: rd46
        param_0_val = ptx.ld.global_.nc.f64([param_0_ptr])  #: fd88
        fd89 = fd[108] + param_0_val
        offset = ptx.mul.wide.s32(r[66], 8)  #: rd47
        param_0_ptr = param_0_global + offset  #: rd48
        param_0_val = ptx.ld.global_.nc.f64([param_0_ptr, -8])  #: fd90
        fd91 = fd89 + param_0_val
        param_0_val = ptx.ld.global_.nc.f64([param_0_ptr, 8])  #: fd92
        fd93 = fd91 + param_0_val
        param_0_offset = ptx.mul.wide.s32(r[66] - param_2, 8)  #: r60 rd49
        param_0_val = ptx.ld.global_.nc.f64(
            [param_0_global + param_0_offset]
        )  #: rd50 fd94
        fd95 = fd93 + param_0_val
        param_0_ptr = param_0_ptr + ptx.mul.wide.s32(param_2, 8)  #: rd51..52
        param_0_val = ptx.ld.global_.nc.f64([param_0_ptr])  #: fd96
        fd98 = ptx.fma.rn.f64(fd[107], -6.0, fd95 + param_0_val)  #: fd97
        fd99 = ptx.fma.rn.f64(fd102, fd98, fd[107])
        param_1_ptr = param_1_global + offset  #: rd53
        ptx.st.global_.f64([param_1_ptr], fd99)
    ptx.ret()


@kernel(symbol="_Z9blur_rowsPK6uchar4PS_i")
def blur_rows(param_0: ptr_align1, param_1: ptr_align1, param_2: u32):
    """blur_rows(uchar4 const*, uchar4*, int)"""
    _, rs, r = reg.bulk(p=3, rs=103, r=100)
    f = reg.array(b32, 120, "%f", view=f32)
    reg.bulk(rd=13)
    param_0 = ptx.ld.param.u64([param_0])  #: rd3
    param_1 = ptx.ld.param.u64([param_1])  #: rd2
    param_2 = ptx.ld.param.u32([param_2])  #: r6
    param_0_global = ptx.cvta.to.global_.u64(param_0)  #: rd1
    ctaid = ptx.special.ctaid.x()  #: r7
    ntid = ptx.special.ntid.x()  #: r1
    tid = ptx.special.tid.x()  #: r8
    r2 = ptx.mad.lo.s32(ctaid, ntid, tid)
    ctaid_y = ptx.special.ctaid.y()  #: r9
    index = param_2 * ctaid_y  #: r3
    r4 = param_2 - 1
    param_0_offset = ptx.mul.wide.u32(ptx.min.s32(r2, r4) + index, 4)  #: r10 r11 rd4
    param_0_ptr = param_0_global + param_0_offset  #: rd5
    param_0_val = ptx.ld.global_.u32([param_0_ptr])  #: r12
    row_offset = tid << 2  #: r13
    row_addr = ptx.mov.u32(row)  #: r14
    row_ptr = row_addr + row_offset  #: r5
    ptx.st.shared.u32([row_ptr, 32], param_0_val)
    with ptx.unless(tid.u32 > 7):  #: p1
        param_0_index = ptx.max.s32(r2, 8) + index - 8  #: r15..17
        param_0_ptr = param_0_global + ptx.mul.wide.u32(param_0_index, 4)  #: rd6..7
        param_0_val = ptx.ld.global_.u32([param_0_ptr])  #: r18
        ptx.st.shared.u32([row_ptr], param_0_val)
        param_0_index = ptx.min.s32(r2 + ntid, r4) + index  #: r19..21
        param_0_ptr = param_0_global + ptx.mul.wide.u32(param_0_index, 4)  #: rd8..9
        param_0_val = ptx.ld.global_.u32([param_0_ptr])  #: r22
        ptx.st.shared.u32([row_ptr + (ntid << 2), 32], param_0_val)  #: r23 r24
    ptx.bar.sync(0)
    ptx.pragma("used_bytes_mask 7")
    row_val = ptx.ld.shared.u32([row_ptr])  #: r25
    for i in range(3):
        r[i + 26] = ptx.bfe.u32(row_val, 8 * i, 8)
        rs[2 * i + 2] = ptx.cvt.u16.u32(r[i + 26]) & 255  #: rs1..5/2
    weights_val = ptx.ld.const.f32([weights])  #: f4
    widened = reg.run(f32, 3)  #: f5..9/2
    for i in range(3):
        widened[i] = ptx.cvt.rn.f32.u16(rs[2 * i + 2])
        f[2 * i + 6] = ptx.fma.rn.f32(weights_val, widened[i], 0.0)
    for i in range(15):
        f[7 * i + 11], f[7 * i + 13], f[7 * i + 15], f[7 * i + 16] = (
            ld_shared_ld_const_fma(row_ptr, 4 * i + 4, f[7 * i + 6], f[7 * i + 8])
        )  #: r29 (r30..32 rs7..11/2 rs8..12/2) f12 f14 r33 (r34..36 rs13..17/2 rs14..18/2) f19 f21 r37 (r38..40 rs19..23/2 rs20..24/2) f26 f28 r41 (r42..44 rs25..29/2 rs26..30/2) f33 f35 r45 (r46..48 rs31..35/2 rs32..36/2) f40 f42 r49 (r50..52 rs37..41/2 rs38..42/2) f47 f49 r53 (r54..56 rs43..47/2 rs44..48/2) f54 f56 r57 (r58..60 rs49..53/2 rs50..54/2) f61 f63 r61 (r62..64 rs55..59/2 rs56..60/2) f68 f70 r65 (r66..68 rs61..65/2 rs62..66/2) f75 f77 r69 (r70..72 rs67..71/2 rs68..72/2) f82 f84 r73 (r74..76 rs73..77/2 rs74..78/2) f89 f91 r77 (r78..80 rs79..83/2 rs80..84/2) f96 f98 r81 (r82..84 rs85..89/2 rs86..90/2) f103 f105 r85 (r86..88 rs91..95/2 rs92..96/2) f110 f112
        f[7 * i + 17] = ptx.fma.rn.f32(f[7 * i + 11], f[7 * i + 16], f[7 * i + 10])
    weights_val, dot, f2, f119 = ld_shared_ld_const_fma(
        row_ptr, 64, f[111], f[113]
    )  #: r89 (r90..92 rs97..101/2 rs98..102/2) f116 f117 f1 f118
    f3 = ptx.fma.rn.f32(weights_val, f119, f[115])
    with ptx.unless(r2 >= param_2):  #: p2
        r93 = ptx.cvt.rzi.u32.f32(dot)
        r94 = ptx.cvt.rzi.u32.f32(f2)
        r95 = ptx.cvt.rzi.u32.f32(f3)
        param_1_index = index + r2  #: r96
        param_1_global = ptx.cvta.to.global_.u64(param_1)  #: rd10
        param_1_ptr = param_1_global + ptx.mul.wide.u32(param_1_index, 4)  #: rd11..12
        r97 = ptx.prmt.b32(r93, r94, ptx.hex(0x3340, unsigned=True))
        r98 = ptx.prmt.b32(r95, 65535, ptx.hex(0x3340, unsigned=True))
        r99 = ptx.prmt.b32(r97, r98, ptx.hex(0x5410, unsigned=True))
        ptx.st.global_.u32([param_1_ptr], r99)
    ptx.ret()


@kernel(symbol="_Z4lifePKbPbii")
def life(param_0: ptr_align1, param_1: ptr_align1, param_2: u32, param_3: u32):
    """life(bool const*, bool*, int, int)"""
    p, _, r, _ = reg.bulk(p=8, rs=3, r=51, rd=25)
    param_0 = ptx.ld.param.u64([param_0])  #: rd3
    param_1 = ptx.ld.param.u64([param_1])  #: rd2
    param_2 = ptx.ld.param.u32([param_2])  #: r3
    param_3 = ptx.ld.param.u32([param_3])  #: r5
    param_0_global = ptx.cvta.to.global_.u64(param_0)  #: rd1
    ctaid = ptx.special.ctaid.x()  #: r6
    ntid = ptx.special.ntid.x()  #: r7
    tid = ptx.special.tid.x()  #: r8
    i = ptx.mad.lo.s32(ctaid, ntid, tid)  #: r1
    ctaid_y = ptx.special.ctaid.y()  #: r9
    ntid_y = ptx.special.ntid.y()  #: r10
    tid_y = ptx.special.tid.y()  #: r11
    j = ptx.mad.lo.s32(ctaid_y, ntid_y, tid_y)  #: r2
    r12 = param_3 + j
    r13 = param_2 + i
    r16 = (r12 - 1) % param_3 * param_2  #: r14 r15
    remainder = (r13 - 1) % param_2  #: r17 r18
    param_0_ptr = param_0_global + ptx.cvt.s64.s32(r16 + remainder)  #: r19 rd4..5
    r[20] = ptx.ld.global_.s8([param_0_ptr])
    r21 = r13 % param_2
    param_0_ptr = param_0_global + ptx.cvt.s64.s32(r16 + r21)  #: r22 rd6..7
    r[23] = ptx.ld.global_.s8([param_0_ptr])
    r24 = r[20] + r[23]
    r26 = (r13 + 1) % param_2  #: r25
    param_0_ptr = param_0_global + ptx.cvt.s64.s32(r16 + r26)  #: r27 rd8..9
    r[28] = ptx.ld.global_.s8([param_0_ptr])
    r29 = r24 + r[28]
    r31 = r12 % param_3 * param_2  #: r30
    param_0_ptr = param_0_global + ptx.cvt.s64.s32(r31 + remainder)  #: r32 rd10..11
    r[33] = ptx.ld.global_.s8([param_0_ptr])
    r34 = r29 + r[33]
    param_0_ptr = param_0_global + ptx.cvt.s64.s32(r31 + r26)  #: r35 rd12..13
    r[36] = ptx.ld.global_.s8([param_0_ptr])
    r37 = r34 + r[36]
    r40 = (r12 + 1) % param_3 * param_2  #: r38 r39
    param_0_ptr = param_0_global + ptx.cvt.s64.s32(r40 + remainder)  #: r41 rd14..15
    r[42] = ptx.ld.global_.s8([param_0_ptr])
    r43 = r37 + r[42]
    param_0_ptr = param_0_global + ptx.cvt.s64.s32(r40 + r21)  #: r44 rd16..17
    r[45] = ptx.ld.global_.s8([param_0_ptr])
    r46 = r43 + r[45]
    param_0_ptr = param_0_global + ptx.cvt.s64.s32(r40 + r26)  #: r47 rd18..19
    r[48] = ptx.ld.global_.s8([param_0_ptr])
    r4 = r46 + r[48]
    p[7] = -1
    with ptx.unless(r4.s32 == 3) as block:  #: p4
        with ptx.unless(r4.s32 != 2):  #: p5
            param_0_offset_wide = ptx.cvt.s64.s32(
                ptx.mad.lo.s32(param_2, j, i)
            )  #: r49 rd20
            param_0_ptr = param_0_global + param_0_offset_wide  #: rd21
            param_0_val = ptx.ld.global_.u8([param_0_ptr])  #: rs1
            p[7] = param_0_val.s16 != 0
            block.leave()
        p[7] = 0
    param_1_global = ptx.cvta.to.global_.u64(param_1)  #: rd22
    flag = ptx.selp.u16(1, 0, p[7])  #: rs2
    param_1_offset_wide = ptx.cvt.s64.s32(ptx.mad.lo.s32(param_2, j, i))  #: r50 rd23
    param_1_ptr = param_1_global + param_1_offset_wide  #: rd24
    ptx.st.global_.u8([param_1_ptr], flag)
    ptx.ret()
