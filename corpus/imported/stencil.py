from typing import Annotated

from ptxpy import b8, b32, b64, f32, f64, kernel, module, ptx, reg, u32, u64, var

module("nvcc-13.0-blackwell", version="9.0", target="sm_120a")

ptr_align1 = Annotated[u64, u64.ptr(align=1)]
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
    r24 = tid << 2
    tile_addr = ptx.mov.u32(tile)  #: r25
    tile_ptr = tile_addr + r24  #: r7
    p2 = r23 >= param_3
    r8 = ptx.mad.lo.s32(tid_y, 132, tile_ptr)
    with ptx.unless(out_of_range | p2):  #: p3
        rd5 = ptx.mul.wide.s32(ptx.mad.lo.s32(r23, param_2, r3), 4)  #: r26
        param_0_ptr = param_0_global + rd5  #: rd6
        param_0_val = ptx.ld.global_.f32([param_0_ptr])  #: f1
        ptx.st.shared.f32([r8], param_0_val)
    p4 = r3 >= param_2
    r9 = r23 + 8
    with ptx.unless(p4 | (r9 >= param_3)):  #: p5 p6
        rd7 = ptx.mul.wide.s32(ptx.mad.lo.s32(r9, param_2, r3), 4)  #: r27
        rd8 = param_0_global + rd7
        f2 = ptx.ld.global_.f32([rd8])
        ptx.st.shared.f32([r8, 1056], f2)
    p7 = r3 >= param_2
    r10 = r23 + 16
    with ptx.unless(p7 | (r10 >= param_3)):  #: p8 p9
        rd9 = ptx.mul.wide.s32(ptx.mad.lo.s32(r10, param_2, r3), 4)  #: r28
        rd10 = param_0_global + rd9
        f3 = ptx.ld.global_.f32([rd10])
        ptx.st.shared.f32([r8, 2112], f3)
    p10 = r3 >= param_2
    r11 = r23 + 24
    with ptx.unless(p10 | (r11 >= param_3)):  #: p11 p12
        rd11 = ptx.mul.wide.s32(ptx.mad.lo.s32(r11, param_2, r3), 4)  #: r29
        rd12 = param_0_global + rd11
        f4 = ptx.ld.global_.f32([rd12])
        ptx.st.shared.f32([r8, 3168], f4)
    ptx.bar.sync(0)
    r12 = r4 + tid
    r13 = r1 + tid_y
    p13 = r12 >= param_3
    r31 = tile_ptr + (tid << 7)  #: r30
    p14 = r13 >= param_2
    r14 = r31 + (tid_y << 2)  #: r32
    with ptx.unless(p13 | p14):  #: p15
        tile_val = ptx.ld.shared.f32([r14])  #: f5
        r33 = ptx.mad.lo.s32(r13, param_3, r12)
        param_1_ptr = param_1_global + ptx.mul.wide.s32(r33, 4)  #: rd13..14
        ptx.st.global_.f32([param_1_ptr], tile_val)
    p16 = r12 >= param_3
    r15 = r13 + 8
    with ptx.unless(p16 | (r15 >= param_2)):  #: p17 p18
        f6 = ptx.ld.shared.f32([r14, 32])
        r34 = ptx.mad.lo.s32(r15, param_3, r12)
        rd16 = param_1_global + ptx.mul.wide.s32(r34, 4)  #: rd15
        ptx.st.global_.f32([rd16], f6)
    p19 = r12 >= param_3
    r16 = r13 + 16
    with ptx.unless(p19 | (r16 >= param_2)):  #: p20 p21
        f7 = ptx.ld.shared.f32([r14, 64])
        r35 = ptx.mad.lo.s32(r16, param_3, r12)
        rd18 = param_1_global + ptx.mul.wide.s32(r35, 4)  #: rd17
        ptx.st.global_.f32([rd18], f7)
    p22 = r12 >= param_3
    r17 = r13 + 24
    with ptx.unless(p22 | (r17 >= param_2)):  #: p23 p24
        f8 = ptx.ld.shared.f32([r14, 96])
        r36 = ptx.mad.lo.s32(r17, param_3, r12)
        rd20 = param_1_global + ptx.mul.wide.s32(r36, 4)  #: rd19
        ptx.st.global_.f32([rd20], f8)
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
    p3 = (r3 >= param_2 - 1) | (r6 >= param_3 - 1)  #: r39 p1 r40 p2
    with ptx.unless(p3) as block:
        r7 = param_3 * param_2
        r8 = ptx.mad.lo.s32(param_2, r6, r3)
        rd3 = ptx.mul.wide.s32(r7, 8)
        block.leave(when=param_4 < 3)  #: p4
        param_0_ptr = param_0_global + ptx.mul.wide.s32(r8, 8)  #: rd6..7
        rd8 = param_0_ptr + rd3
        fd[107] = ptx.ld.global_.nc.f64([rd8])
        fd[108] = ptx.ld.global_.nc.f64([param_0_ptr])
        r9 = param_4 - 2
        p5 = (param_4 - 3).u32 < 3  #: r41
        r[66] = r8 + r7
        with ptx.unless(p5):
            r45 = param_2 * (j + param_3)  #: r44
            k = reg.from_(i + (r45 + param_2), b32)  #: r46 r64
            r48 = j + (param_3 << 1)  #: r47
            r[63] = i + ptx.mad.lo.s32(param_2, r48, param_2)  #: r49
            r[62] = i + r45
            r[61] = -(r9 & -4)  #: r50
            rd15 = ptx.mul.wide.s32(param_2, 8)
            with ptx.loop() as loop:
                ptx.pragma("nounroll")
                fd100 = ptx.ld.param.f64([param_5])
                r51 = k + 1
                rd10 = param_0_global + ptx.mul.wide.s32(r[63] + 1, 8)  #: r52 rd9
                param_0_val = ptx.ld.global_.nc.f64([rd10])  #: fd14
                fd15 = fd[108] + param_0_val
                rd11 = ptx.mul.wide.s32(r51, 8)
                rd12 = param_0_global + rd11
                fd16 = ptx.ld.global_.nc.f64([rd12, -8])
                fd17 = fd15 + fd16
                fd18 = ptx.ld.global_.nc.f64([rd12, 8])
                fd19 = fd17 + fd18
                rd14 = param_0_global + ptx.mul.wide.s32(r[62] + 1, 8)  #: r53 rd13
                fd20 = ptx.ld.global_.nc.f64([rd14])
                fd21 = fd19 + fd20
                fd22 = ptx.ld.global_.nc.f64([rd12 + rd15])  #: rd16
                fd25 = fd21 + fd22 - fd[107] * 6.0  #: fd23..24
                fd26 = ptx.fma.rn.f64(fd100, fd25, fd[107])
                param_1_ptr = param_1_global + rd11  #: rd17
                ptx.st.global_.f64([param_1_ptr], fd26)
                rd19 = rd10 + rd3
                fd27 = ptx.ld.global_.nc.f64([rd19])
                fd28 = fd[107] + fd27
                fd29 = ptx.ld.global_.nc.f64([rd10, -8])
                fd30 = fd28 + fd29
                fd31 = ptx.ld.global_.nc.f64([rd10, 8])
                fd32 = fd30 + fd31
                rd20 = rd14 + rd3
                fd33 = ptx.ld.global_.nc.f64([rd20])
                fd34 = fd32 + fd33
                fd35 = ptx.ld.global_.nc.f64([rd10 + rd15])  #: rd21
                fd38 = fd34 + fd35 - param_0_val * 6.0  #: fd36..37
                fd39 = ptx.fma.rn.f64(fd100, fd38, param_0_val)
                rd22 = param_1_ptr + rd3
                ptx.st.global_.f64([rd22], fd39)
                rd23 = rd19 + rd3
                fd[108] = ptx.ld.global_.nc.f64([rd23])
                fd40 = param_0_val + fd[108]
                fd41 = ptx.ld.global_.nc.f64([rd19, -8])
                fd42 = fd40 + fd41
                fd43 = ptx.ld.global_.nc.f64([rd19, 8])
                fd44 = fd42 + fd43
                rd24 = rd20 + rd3
                fd45 = ptx.ld.global_.nc.f64([rd24])
                fd46 = fd44 + fd45
                rd25 = rd19 + rd15
                fd47 = ptx.ld.global_.nc.f64([rd25])
                fd50 = fd46 + fd47 - fd27 * 6.0  #: fd48..49
                fd51 = ptx.fma.rn.f64(fd100, fd50, fd27)
                rd26 = rd22 + rd3
                ptx.st.global_.f64([rd26], fd51)
                rd27 = rd23 + rd3
                fd[107] = ptx.ld.global_.nc.f64([rd27])
                fd52 = fd27 + fd[107]
                fd53 = ptx.ld.global_.nc.f64([rd23, -8])
                fd54 = fd52 + fd53
                fd55 = ptx.ld.global_.nc.f64([rd23, 8])
                fd56 = fd54 + fd55
                rd28 = rd24 + rd3
                fd57 = ptx.ld.global_.nc.f64([rd28])
                fd58 = fd56 + fd57
                rd29 = rd23 + rd15
                fd59 = ptx.ld.global_.nc.f64([rd29])
                fd62 = fd58 + fd59 - fd[108] * 6.0  #: fd60..61
                fd63 = ptx.fma.rn.f64(fd100, fd62, fd[108])
                rd30 = rd26 + rd3
                ptx.st.global_.f64([rd30], fd63)
                r54 = r7 << 2
                k += r54
                r[63] = r[63] + r54
                r[62] = r[62] + r54
                r[61] = r[61] + 4
                loop.again(when=r[61].s32 != 0)  #: p6
            r[66] = k + 1
        r25 = (param_4 - 2) & 3  #: r55
        block.leave(when=r25.s32 == 0)  #: p7
        with ptx.unless(r25.s32 == 1):  #: p8
            fd101 = ptx.ld.param.f64([param_5])
            r56 = r[66] + r7
            rd32 = param_0_global + ptx.mul.wide.s32(r56, 8)  #: rd31
            fd9 = ptx.ld.global_.nc.f64([rd32])
            fd64 = fd[108] + fd9
            rd33 = ptx.mul.wide.s32(r[66], 8)
            rd34 = param_0_global + rd33
            fd65 = ptx.ld.global_.nc.f64([rd34, -8])
            fd66 = fd64 + fd65
            fd67 = ptx.ld.global_.nc.f64([rd34, 8])
            fd68 = fd66 + fd67
            rd36 = param_0_global + ptx.mul.wide.s32(r[66] - param_2, 8)  #: r57 rd35
            fd69 = ptx.ld.global_.nc.f64([rd36])
            fd70 = fd68 + fd69
            rd37 = ptx.mul.wide.s32(param_2, 8)
            fd71 = ptx.ld.global_.nc.f64([rd34 + rd37])  #: rd38
            fd74 = fd70 + fd71 - fd[107] * 6.0  #: fd72..73
            fd75 = ptx.fma.rn.f64(fd101, fd74, fd[107])
            rd39 = param_1_global + rd33
            ptx.st.global_.f64([rd39], fd75)
            r[66] = r56 + r7
            rd40 = ptx.mul.wide.s32(r7, 8)
            rd41 = rd32 + rd40
            fd10 = ptx.ld.global_.nc.f64([rd41])
            fd76 = fd[107] + fd10
            fd77 = ptx.ld.global_.nc.f64([rd32, -8])
            fd78 = fd76 + fd77
            fd79 = ptx.ld.global_.nc.f64([rd32, 8])
            fd80 = fd78 + fd79
            rd42 = rd36 + rd40
            fd81 = ptx.ld.global_.nc.f64([rd42])
            fd82 = fd80 + fd81
            rd43 = rd32 + rd37
            fd83 = ptx.ld.global_.nc.f64([rd43])
            fd86 = fd82 + fd83 - fd9 * 6.0  #: fd84..85
            fd87 = ptx.fma.rn.f64(fd101, fd86, fd9)
            rd44 = rd39 + rd40
            ptx.st.global_.f64([rd44], fd87)
            fd[107] = fd10
            fd[108] = fd9
        p10 = ~((param_4 & 1) == 1)  #: r58 p9
        block.leave(when=p10)
        fd102 = ptx.ld.param.f64([param_5])
        rd46 = param_0_global + ptx.mul.wide.s32(r[66] + r7, 8)  #: r59 rd45
        fd88 = ptx.ld.global_.nc.f64([rd46])
        fd89 = fd[108] + fd88
        rd47 = ptx.mul.wide.s32(r[66], 8)
        rd48 = param_0_global + rd47
        fd90 = ptx.ld.global_.nc.f64([rd48, -8])
        fd91 = fd89 + fd90
        fd92 = ptx.ld.global_.nc.f64([rd48, 8])
        fd93 = fd91 + fd92
        rd50 = param_0_global + ptx.mul.wide.s32(r[66] - param_2, 8)  #: r60 rd49
        fd94 = ptx.ld.global_.nc.f64([rd50])
        fd95 = fd93 + fd94
        rd52 = rd48 + ptx.mul.wide.s32(param_2, 8)  #: rd51
        fd96 = ptx.ld.global_.nc.f64([rd52])
        fd98 = ptx.fma.rn.f64(fd[107], -6.0, fd95 + fd96)  #: fd97
        fd99 = ptx.fma.rn.f64(fd102, fd98, fd[107])
        rd53 = param_1_global + rd47
        ptx.st.global_.f64([rd53], fd99)
    ptx.ret()


@kernel(symbol="_Z9blur_rowsPK6uchar4PS_i")
def blur_rows(param_0: ptr_align1, param_1: ptr_align1, param_2: u32):
    """blur_rows(uchar4 const*, uchar4*, int)"""
    _, rs, _ = reg.bulk(p=3, rs=103, r=100)
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
    r3 = param_2 * ctaid_y
    r4 = param_2 - 1
    rd4 = ptx.mul.wide.u32(ptx.min.s32(r2, r4) + r3, 4)  #: r10 r11
    param_0_ptr = param_0_global + rd4  #: rd5
    param_0_val = ptx.ld.global_.u32([param_0_ptr])  #: r12
    r13 = tid << 2
    row_addr = ptx.mov.u32(row)  #: r14
    row_ptr = row_addr + r13  #: r5
    ptx.st.shared.u32([row_ptr, 32], param_0_val)
    with ptx.unless(tid.u32 > 7):  #: p1
        r17 = ptx.max.s32(r2, 8) + r3 - 8  #: r15 r16
        rd7 = param_0_global + ptx.mul.wide.u32(r17, 4)  #: rd6
        r18 = ptx.ld.global_.u32([rd7])
        ptx.st.shared.u32([row_ptr], r18)
        r21 = ptx.min.s32(r2 + ntid, r4) + r3  #: r19 r20
        rd9 = param_0_global + ptx.mul.wide.u32(r21, 4)  #: rd8
        r22 = ptx.ld.global_.u32([rd9])
        r24 = row_ptr + (ntid << 2)  #: r23
        ptx.st.shared.u32([r24, 32], r22)
    ptx.bar.sync(0)
    ptx.pragma("used_bytes_mask 7")
    row_val = ptx.ld.shared.u32([row_ptr])  #: r25
    for i in range(3):
        rs[2 * i + 1] = ptx.cvt.u16.u32(ptx.bfe.u32(row_val, 8 * i, 8))  #: r26..28
        rs[2 * i + 2] = rs[2 * i + 1] & 255
    weights_val = ptx.ld.const.f32([weights])  #: f4
    for i in range(3):
        f[2 * i + 5] = ptx.cvt.rn.f32.u16(rs[2 * i + 2])
        f[2 * i + 6] = ptx.fma.rn.f32(weights_val, f[2 * i + 5], 0.0)
    ptx.pragma("used_bytes_mask 7")
    r29 = ptx.ld.shared.u32([row_ptr, 4])
    for i in range(3):
        rs[2 * i + 7] = ptx.cvt.u16.u32(ptx.bfe.u32(r29, 8 * i, 8))  #: r30..32
        rs[2 * i + 8] = rs[2 * i + 7] & 255
    f11 = ptx.ld.const.f32([weights, 4])
    for i in range(3):
        f[2 * i + 12] = ptx.cvt.rn.f32.u16(rs[2 * i + 8])
        f[2 * i + 13] = ptx.fma.rn.f32(f11, f[2 * i + 12], f[2 * i + 6])
    ptx.pragma("used_bytes_mask 7")
    r33 = ptx.ld.shared.u32([row_ptr, 8])
    for i in range(3):
        rs[2 * i + 13] = ptx.cvt.u16.u32(ptx.bfe.u32(r33, 8 * i, 8))  #: r34..36
        rs[2 * i + 14] = rs[2 * i + 13] & 255
    f18 = ptx.ld.const.f32([weights, 8])
    for i in range(3):
        f[2 * i + 19] = ptx.cvt.rn.f32.u16(rs[2 * i + 14])
        f[2 * i + 20] = ptx.fma.rn.f32(f18, f[2 * i + 19], f[2 * i + 13])
    ptx.pragma("used_bytes_mask 7")
    r37 = ptx.ld.shared.u32([row_ptr, 12])
    for i in range(3):
        rs[2 * i + 19] = ptx.cvt.u16.u32(ptx.bfe.u32(r37, 8 * i, 8))  #: r38..40
        rs[2 * i + 20] = rs[2 * i + 19] & 255
    f25 = ptx.ld.const.f32([weights, 12])
    for i in range(3):
        f[2 * i + 26] = ptx.cvt.rn.f32.u16(rs[2 * i + 20])
        f[2 * i + 27] = ptx.fma.rn.f32(f25, f[2 * i + 26], f[2 * i + 20])
    ptx.pragma("used_bytes_mask 7")
    r41 = ptx.ld.shared.u32([row_ptr, 16])
    for i in range(3):
        rs[2 * i + 25] = ptx.cvt.u16.u32(ptx.bfe.u32(r41, 8 * i, 8))  #: r42..44
        rs[2 * i + 26] = rs[2 * i + 25] & 255
    f[32] = ptx.ld.const.f32([weights, 16])
    for i in range(3):
        f[2 * i + 33] = ptx.cvt.rn.f32.u16(rs[2 * i + 26])
        f[2 * i + 34] = ptx.fma.rn.f32(f[32], f[2 * i + 33], f[2 * i + 27])
    ptx.pragma("used_bytes_mask 7")
    r45 = ptx.ld.shared.u32([row_ptr, 20])
    for i in range(3):
        rs[2 * i + 31] = ptx.cvt.u16.u32(ptx.bfe.u32(r45, 8 * i, 8))  #: r46..48
        rs[2 * i + 32] = rs[2 * i + 31] & 255
    f39 = ptx.ld.const.f32([weights, 20])
    for i in range(3):
        f[2 * i + 40] = ptx.cvt.rn.f32.u16(rs[2 * i + 32])
        f[2 * i + 41] = ptx.fma.rn.f32(f39, f[2 * i + 40], f[2 * i + 34])
    ptx.pragma("used_bytes_mask 7")
    r49 = ptx.ld.shared.u32([row_ptr, 24])
    for i in range(3):
        rs[2 * i + 37] = ptx.cvt.u16.u32(ptx.bfe.u32(r49, 8 * i, 8))  #: r50..52
        rs[2 * i + 38] = rs[2 * i + 37] & 255
    f46 = ptx.ld.const.f32([weights, 24])
    for i in range(3):
        f[2 * i + 47] = ptx.cvt.rn.f32.u16(rs[2 * i + 38])
        f[2 * i + 48] = ptx.fma.rn.f32(f46, f[2 * i + 47], f[2 * i + 41])
    ptx.pragma("used_bytes_mask 7")
    r53 = ptx.ld.shared.u32([row_ptr, 28])
    for i in range(3):
        rs[2 * i + 43] = ptx.cvt.u16.u32(ptx.bfe.u32(r53, 8 * i, 8))  #: r54..56
        rs[2 * i + 44] = rs[2 * i + 43] & 255
    f53 = ptx.ld.const.f32([weights, 28])
    for i in range(3):
        f[2 * i + 54] = ptx.cvt.rn.f32.u16(rs[2 * i + 44])
        f[2 * i + 55] = ptx.fma.rn.f32(f53, f[2 * i + 54], f[2 * i + 48])
    ptx.pragma("used_bytes_mask 7")
    r57 = ptx.ld.shared.u32([row_ptr, 32])
    for i in range(3):
        rs[2 * i + 49] = ptx.cvt.u16.u32(ptx.bfe.u32(r57, 8 * i, 8))  #: r58..60
        rs[2 * i + 50] = rs[2 * i + 49] & 255
    f60 = ptx.ld.const.f32([weights, 32])
    for i in range(3):
        f[2 * i + 61] = ptx.cvt.rn.f32.u16(rs[2 * i + 50])
        f[2 * i + 62] = ptx.fma.rn.f32(f60, f[2 * i + 61], f[2 * i + 55])
    ptx.pragma("used_bytes_mask 7")
    r61 = ptx.ld.shared.u32([row_ptr, 36])
    for i in range(3):
        rs[2 * i + 55] = ptx.cvt.u16.u32(ptx.bfe.u32(r61, 8 * i, 8))  #: r62..64
        rs[2 * i + 56] = rs[2 * i + 55] & 255
    f67 = ptx.ld.const.f32([weights, 36])
    for i in range(3):
        f[2 * i + 68] = ptx.cvt.rn.f32.u16(rs[2 * i + 56])
        f[2 * i + 69] = ptx.fma.rn.f32(f67, f[2 * i + 68], f[2 * i + 62])
    ptx.pragma("used_bytes_mask 7")
    r65 = ptx.ld.shared.u32([row_ptr, 40])
    for i in range(3):
        rs[2 * i + 61] = ptx.cvt.u16.u32(ptx.bfe.u32(r65, 8 * i, 8))  #: r66..68
        rs[2 * i + 62] = rs[2 * i + 61] & 255
    f74 = ptx.ld.const.f32([weights, 40])
    for i in range(3):
        f[2 * i + 75] = ptx.cvt.rn.f32.u16(rs[2 * i + 62])
        f[2 * i + 76] = ptx.fma.rn.f32(f74, f[2 * i + 75], f[2 * i + 69])
    ptx.pragma("used_bytes_mask 7")
    r69 = ptx.ld.shared.u32([row_ptr, 44])
    for i in range(3):
        rs[2 * i + 67] = ptx.cvt.u16.u32(ptx.bfe.u32(r69, 8 * i, 8))  #: r70..72
        rs[2 * i + 68] = rs[2 * i + 67] & 255
    f81 = ptx.ld.const.f32([weights, 44])
    for i in range(3):
        f[2 * i + 82] = ptx.cvt.rn.f32.u16(rs[2 * i + 68])
        f[2 * i + 83] = ptx.fma.rn.f32(f81, f[2 * i + 82], f[2 * i + 76])
    ptx.pragma("used_bytes_mask 7")
    r73 = ptx.ld.shared.u32([row_ptr, 48])
    for i in range(3):
        rs[2 * i + 73] = ptx.cvt.u16.u32(ptx.bfe.u32(r73, 8 * i, 8))  #: r74..76
        rs[2 * i + 74] = rs[2 * i + 73] & 255
    f88 = ptx.ld.const.f32([weights, 48])
    for i in range(3):
        f[2 * i + 89] = ptx.cvt.rn.f32.u16(rs[2 * i + 74])
        f[2 * i + 90] = ptx.fma.rn.f32(f88, f[2 * i + 89], f[2 * i + 83])
    ptx.pragma("used_bytes_mask 7")
    r77 = ptx.ld.shared.u32([row_ptr, 52])
    for i in range(3):
        rs[2 * i + 79] = ptx.cvt.u16.u32(ptx.bfe.u32(r77, 8 * i, 8))  #: r78..80
        rs[2 * i + 80] = rs[2 * i + 79] & 255
    f95 = ptx.ld.const.f32([weights, 52])
    for i in range(3):
        f[2 * i + 96] = ptx.cvt.rn.f32.u16(rs[2 * i + 80])
        f[2 * i + 97] = ptx.fma.rn.f32(f95, f[2 * i + 96], f[2 * i + 90])
    ptx.pragma("used_bytes_mask 7")
    r81 = ptx.ld.shared.u32([row_ptr, 56])
    for i in range(3):
        rs[2 * i + 85] = ptx.cvt.u16.u32(ptx.bfe.u32(r81, 8 * i, 8))  #: r82..84
        rs[2 * i + 86] = rs[2 * i + 85] & 255
    f102 = ptx.ld.const.f32([weights, 56])
    for i in range(3):
        f[2 * i + 103] = ptx.cvt.rn.f32.u16(rs[2 * i + 86])
        f[2 * i + 104] = ptx.fma.rn.f32(f102, f[2 * i + 103], f[2 * i + 97])
    ptx.pragma("used_bytes_mask 7")
    r85 = ptx.ld.shared.u32([row_ptr, 60])
    for i in range(3):
        rs[2 * i + 91] = ptx.cvt.u16.u32(ptx.bfe.u32(r85, 8 * i, 8))  #: r86..88
        rs[2 * i + 92] = rs[2 * i + 91] & 255
    f109 = ptx.ld.const.f32([weights, 60])
    for i in range(3):
        f[2 * i + 110] = ptx.cvt.rn.f32.u16(rs[2 * i + 92])
        f[2 * i + 111] = ptx.fma.rn.f32(f109, f[2 * i + 110], f[2 * i + 104])
    ptx.pragma("used_bytes_mask 7")
    r89 = ptx.ld.shared.u32([row_ptr, 64])
    for i in range(3):
        rs[2 * i + 97] = ptx.cvt.u16.u32(ptx.bfe.u32(r89, 8 * i, 8))  #: r90..92
        rs[2 * i + 98] = rs[2 * i + 97] & 255
    f116 = ptx.ld.const.f32([weights, 64])
    for i in range(3):
        f[i + 117] = ptx.cvt.rn.f32.u16(rs[2 * i + 98])
        f[i + 1] = ptx.fma.rn.f32(f116, f[i + 117], f[2 * i + 111])
    with ptx.unless(r2 >= param_2):  #: p2
        r93 = ptx.cvt.rzi.u32.f32(f[1])
        r94 = ptx.cvt.rzi.u32.f32(f[2])
        r95 = ptx.cvt.rzi.u32.f32(f[3])
        r96 = r3 + r2
        param_1_global = ptx.cvta.to.global_.u64(param_1)  #: rd10
        param_1_ptr = param_1_global + ptx.mul.wide.u32(r96, 4)  #: rd11..12
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
    r18 = (r13 - 1) % param_2  #: r17
    param_0_ptr = param_0_global + ptx.cvt.s64.s32(r16 + r18)  #: r19 rd4..5
    r[20] = ptx.ld.global_.s8([param_0_ptr])
    r21 = r13 % param_2
    rd7 = param_0_global + ptx.cvt.s64.s32(r16 + r21)  #: r22 rd6
    r[23] = ptx.ld.global_.s8([rd7])
    r24 = r[20] + r[23]
    r26 = (r13 + 1) % param_2  #: r25
    rd9 = param_0_global + ptx.cvt.s64.s32(r16 + r26)  #: r27 rd8
    r[28] = ptx.ld.global_.s8([rd9])
    r29 = r24 + r[28]
    r31 = r12 % param_3 * param_2  #: r30
    rd11 = param_0_global + ptx.cvt.s64.s32(r31 + r18)  #: r32 rd10
    r[33] = ptx.ld.global_.s8([rd11])
    r34 = r29 + r[33]
    rd13 = param_0_global + ptx.cvt.s64.s32(r31 + r26)  #: r35 rd12
    r[36] = ptx.ld.global_.s8([rd13])
    r37 = r34 + r[36]
    r40 = (r12 + 1) % param_3 * param_2  #: r38 r39
    rd15 = param_0_global + ptx.cvt.s64.s32(r40 + r18)  #: r41 rd14
    r[42] = ptx.ld.global_.s8([rd15])
    r43 = r37 + r[42]
    rd17 = param_0_global + ptx.cvt.s64.s32(r40 + r21)  #: r44 rd16
    r[45] = ptx.ld.global_.s8([rd17])
    r46 = r43 + r[45]
    rd19 = param_0_global + ptx.cvt.s64.s32(r40 + r26)  #: r47 rd18
    r[48] = ptx.ld.global_.s8([rd19])
    r4 = r46 + r[48]
    p[7] = -1
    with ptx.unless(r4.s32 == 3) as block:  #: p4
        with ptx.unless(r4.s32 != 2):  #: p5
            rd20 = ptx.cvt.s64.s32(ptx.mad.lo.s32(param_2, j, i))  #: r49
            rd21 = param_0_global + rd20
            param_0_val = ptx.ld.global_.u8([rd21])  #: rs1
            p[7] = param_0_val.s16 != 0
            block.leave()
        p[7] = 0
    param_1_global = ptx.cvta.to.global_.u64(param_1)  #: rd22
    rs2 = ptx.selp.u16(1, 0, p[7])
    rd23 = ptx.cvt.s64.s32(ptx.mad.lo.s32(param_2, j, i))  #: r50
    param_1_ptr = param_1_global + rd23  #: rd24
    ptx.st.global_.u8([param_1_ptr], rs2)
    ptx.ret()
