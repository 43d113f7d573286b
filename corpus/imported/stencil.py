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
    p, r = reg.bulk(p=25, r=37)
    f = reg.array(b32, 9, "%f", view=f32)
    rd = reg.bulk(rd=21)
    tile = var("shared", b8[4224], "_ZZ9transposePKfPfiiE4tile", align=4)
    param_0 = rd[3] = ptx.ld.param.u64([param_0])
    param_1 = rd[4] = ptx.ld.param.u64([param_1])
    param_2 = r[18] = ptx.ld.param.u32([param_2])
    param_3 = r[20] = ptx.ld.param.u32([param_3])
    param_0_global = rd[1] = ptx.cvta.to.global_.u64(param_0)
    param_1_global = rd[2] = ptx.cvta.to.global_.u64(param_1)
    ctaid = r[21] = ptx.special.ctaid.x()
    r[1] = ctaid << 5
    tid = r[2] = ptx.special.tid.x()
    r[3] = r[1] + tid
    ctaid_y = r[22] = ptx.special.ctaid.y()
    r[4] = ctaid_y << 5
    tid_y = r[5] = ptx.special.tid.y()
    r[23] = r[4] + tid_y
    p[1] = r[3] >= param_2
    r[24] = tid << 2
    r[25] = ptx.mov.u32(tile)
    r[7] = r[25] + r[24]
    p[2] = r[23] >= param_3
    r[8] = ptx.mad.lo.s32(tid_y, 132, r[7])
    p[3] = p[1] | p[2]
    with ptx.unless(p[3]):
        r[26] = ptx.mad.lo.s32(r[23], param_2, r[3])
        rd[5] = ptx.mul.wide.s32(r[26], 4)
        param_0_ptr = rd[6] = param_0_global + rd[5]
        f[1] = ptx.ld.global_.f32([param_0_ptr])
        ptx.st.shared.f32([r[8]], f[1])
    p[4] = r[3] >= param_2
    r[9] = r[23] + 8
    p[5] = r[9] >= param_3
    p[6] = p[4] | p[5]
    with ptx.unless(p[6]):
        r[27] = ptx.mad.lo.s32(r[9], param_2, r[3])
        rd[7] = ptx.mul.wide.s32(r[27], 4)
        param_0_ptr_2 = rd[8] = param_0_global + rd[7]
        f[2] = ptx.ld.global_.f32([param_0_ptr_2])
        ptx.st.shared.f32([r[8], 1056], f[2])
    p[7] = r[3] >= param_2
    r[10] = r[23] + 16
    p[8] = r[10] >= param_3
    p[9] = p[7] | p[8]
    with ptx.unless(p[9]):
        r[28] = ptx.mad.lo.s32(r[10], param_2, r[3])
        rd[9] = ptx.mul.wide.s32(r[28], 4)
        param_0_ptr_3 = rd[10] = param_0_global + rd[9]
        f[3] = ptx.ld.global_.f32([param_0_ptr_3])
        ptx.st.shared.f32([r[8], 2112], f[3])
    p[10] = r[3] >= param_2
    r[11] = r[23] + 24
    p[11] = r[11] >= param_3
    p[12] = p[10] | p[11]
    with ptx.unless(p[12]):
        r[29] = ptx.mad.lo.s32(r[11], param_2, r[3])
        rd[11] = ptx.mul.wide.s32(r[29], 4)
        param_0_ptr_4 = rd[12] = param_0_global + rd[11]
        f[4] = ptx.ld.global_.f32([param_0_ptr_4])
        ptx.st.shared.f32([r[8], 3168], f[4])
    ptx.bar.sync(0)
    r[12] = r[4] + tid
    r[13] = r[1] + tid_y
    p[13] = r[12] >= param_3
    r[30] = tid << 7
    r[31] = r[7] + r[30]
    p[14] = r[13] >= param_2
    r[32] = tid_y << 2
    r[14] = r[31] + r[32]
    p[15] = p[13] | p[14]
    with ptx.unless(p[15]):
        f[5] = ptx.ld.shared.f32([r[14]])
        r[33] = ptx.mad.lo.s32(r[13], param_3, r[12])
        rd[13] = ptx.mul.wide.s32(r[33], 4)
        param_1_ptr = rd[14] = param_1_global + rd[13]
        ptx.st.global_.f32([param_1_ptr], f[5])
    p[16] = r[12] >= param_3
    r[15] = r[13] + 8
    p[17] = r[15] >= param_2
    p[18] = p[16] | p[17]
    with ptx.unless(p[18]):
        f[6] = ptx.ld.shared.f32([r[14], 32])
        r[34] = ptx.mad.lo.s32(r[15], param_3, r[12])
        rd[15] = ptx.mul.wide.s32(r[34], 4)
        param_1_ptr_2 = rd[16] = param_1_global + rd[15]
        ptx.st.global_.f32([param_1_ptr_2], f[6])
    p[19] = r[12] >= param_3
    r[16] = r[13] + 16
    p[20] = r[16] >= param_2
    p[21] = p[19] | p[20]
    with ptx.unless(p[21]):
        f[7] = ptx.ld.shared.f32([r[14], 64])
        r[35] = ptx.mad.lo.s32(r[16], param_3, r[12])
        rd[17] = ptx.mul.wide.s32(r[35], 4)
        param_1_ptr_3 = rd[18] = param_1_global + rd[17]
        ptx.st.global_.f32([param_1_ptr_3], f[7])
    p[22] = r[12] >= param_3
    r[17] = r[13] + 24
    p[23] = r[17] >= param_2
    p[24] = p[22] | p[23]
    with ptx.unless(p[24]):
        f[8] = ptx.ld.shared.f32([r[14], 96])
        r[36] = ptx.mad.lo.s32(r[17], param_3, r[12])
        rd[19] = ptx.mul.wide.s32(r[36], 4)
        param_1_ptr_4 = rd[20] = param_1_global + rd[19]
        ptx.st.global_.f32([param_1_ptr_4], f[8])
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
    p, r, rd = reg.bulk(p=11, r=67, rd=54)
    fd = reg.array(b64, 109, "%fd", view=f64)
    param_0 = rd[4] = ptx.ld.param.u64([param_0])
    param_1 = rd[5] = ptx.ld.param.u64([param_1])
    param_2 = r[28] = ptx.ld.param.u32([param_2])
    param_3 = r[31] = ptx.ld.param.u32([param_3])
    param_4 = r[30] = ptx.ld.param.u32([param_4])
    param_1_global = rd[1] = ptx.cvta.to.global_.u64(param_1)
    param_0_global = rd[2] = ptx.cvta.to.global_.u64(param_0)
    ctaid = r[32] = ptx.special.ctaid.x()
    ntid = r[33] = ptx.special.ntid.x()
    r[1] = ctaid * ntid
    tid = r[2] = ptx.special.tid.x()
    r[34] = tid + r[1]
    r[3] = r[34] + 1
    ctaid_y = r[35] = ptx.special.ctaid.y()
    ntid_y = r[36] = ptx.special.ntid.y()
    r[4] = ctaid_y * ntid_y
    tid_y = r[5] = ptx.special.tid.y()
    r[37] = tid_y + r[4]
    r[6] = r[37] + 1
    r[39] = param_2 - 1
    p[1] = r[3] >= r[39]
    r[40] = param_3 - 1
    p[2] = r[6] >= r[40]
    p[3] = p[1] | p[2]
    with ptx.unless(p[3]) as block:
        r[7] = param_3 * param_2
        r[8] = ptx.mad.lo.s32(param_2, r[6], r[3])
        rd[3] = ptx.mul.wide.s32(r[7], 8)
        p[4] = param_4 < 3
        block.leave(when=p[4])
        rd[6] = ptx.mul.wide.s32(r[8], 8)
        rd[7] = param_0_global + rd[6]
        rd[8] = rd[7] + rd[3]
        fd[107] = ptx.ld.global_.nc.f64([rd[8]])
        fd[108] = ptx.ld.global_.nc.f64([rd[7]])
        r[9] = param_4 - 2
        r[41] = param_4 - 3
        p[5] = r[41].u32 < 3
        r[66] = r[8] + r[7]
        with ptx.unless(p[5]):
            r[44] = r[37] + param_3
            r[45] = param_2 * r[44]
            r[46] = r[45] + param_2
            r[64] = r[34] + r[46]
            r[47] = param_3 << 1
            r[48] = r[37] + r[47]
            r[49] = ptx.mad.lo.s32(param_2, r[48], param_2)
            r[63] = r[34] + r[49]
            r[62] = r[34] + r[45]
            r[50] = r[9] & -4
            r[61] = -r[50]
            rd[15] = ptx.mul.wide.s32(param_2, 8)
            with ptx.loop() as loop:
                ptx.pragma("nounroll")
                fd[100] = ptx.ld.param.f64([param_5])
                r[51] = r[64] + 1
                r[52] = r[63] + 1
                rd[9] = ptx.mul.wide.s32(r[52], 8)
                rd[10] = param_0_global + rd[9]
                fd[14] = ptx.ld.global_.nc.f64([rd[10]])
                fd[15] = fd[108] + fd[14]
                rd[11] = ptx.mul.wide.s32(r[51], 8)
                rd[12] = param_0_global + rd[11]
                fd[16] = ptx.ld.global_.nc.f64([rd[12], -8])
                fd[17] = fd[15] + fd[16]
                fd[18] = ptx.ld.global_.nc.f64([rd[12], 8])
                fd[19] = fd[17] + fd[18]
                r[53] = r[62] + 1
                rd[13] = ptx.mul.wide.s32(r[53], 8)
                rd[14] = param_0_global + rd[13]
                fd[20] = ptx.ld.global_.nc.f64([rd[14]])
                fd[21] = fd[19] + fd[20]
                rd[16] = rd[12] + rd[15]
                fd[22] = ptx.ld.global_.nc.f64([rd[16]])
                fd[23] = fd[21] + fd[22]
                fd[24] = fd[107] * 6.0
                fd[25] = fd[23] - fd[24]
                fd[26] = ptx.fma.rn.f64(fd[100], fd[25], fd[107])
                param_1_ptr = rd[17] = param_1_global + rd[11]
                ptx.st.global_.f64([param_1_ptr], fd[26])
                rd[19] = rd[10] + rd[3]
                fd[27] = ptx.ld.global_.nc.f64([rd[19]])
                fd[28] = fd[107] + fd[27]
                fd[29] = ptx.ld.global_.nc.f64([rd[10], -8])
                fd[30] = fd[28] + fd[29]
                fd[31] = ptx.ld.global_.nc.f64([rd[10], 8])
                fd[32] = fd[30] + fd[31]
                rd[20] = rd[14] + rd[3]
                fd[33] = ptx.ld.global_.nc.f64([rd[20]])
                fd[34] = fd[32] + fd[33]
                rd[21] = rd[10] + rd[15]
                fd[35] = ptx.ld.global_.nc.f64([rd[21]])
                fd[36] = fd[34] + fd[35]
                fd[37] = fd[14] * 6.0
                fd[38] = fd[36] - fd[37]
                fd[39] = ptx.fma.rn.f64(fd[100], fd[38], fd[14])
                rd[22] = param_1_ptr + rd[3]
                ptx.st.global_.f64([rd[22]], fd[39])
                rd[23] = rd[19] + rd[3]
                fd[108] = ptx.ld.global_.nc.f64([rd[23]])
                fd[40] = fd[14] + fd[108]
                fd[41] = ptx.ld.global_.nc.f64([rd[19], -8])
                fd[42] = fd[40] + fd[41]
                fd[43] = ptx.ld.global_.nc.f64([rd[19], 8])
                fd[44] = fd[42] + fd[43]
                rd[24] = rd[20] + rd[3]
                fd[45] = ptx.ld.global_.nc.f64([rd[24]])
                fd[46] = fd[44] + fd[45]
                rd[25] = rd[19] + rd[15]
                fd[47] = ptx.ld.global_.nc.f64([rd[25]])
                fd[48] = fd[46] + fd[47]
                fd[49] = fd[27] * 6.0
                fd[50] = fd[48] - fd[49]
                fd[51] = ptx.fma.rn.f64(fd[100], fd[50], fd[27])
                rd[26] = rd[22] + rd[3]
                ptx.st.global_.f64([rd[26]], fd[51])
                rd[27] = rd[23] + rd[3]
                fd[107] = ptx.ld.global_.nc.f64([rd[27]])
                fd[52] = fd[27] + fd[107]
                fd[53] = ptx.ld.global_.nc.f64([rd[23], -8])
                fd[54] = fd[52] + fd[53]
                fd[55] = ptx.ld.global_.nc.f64([rd[23], 8])
                fd[56] = fd[54] + fd[55]
                rd[28] = rd[24] + rd[3]
                fd[57] = ptx.ld.global_.nc.f64([rd[28]])
                fd[58] = fd[56] + fd[57]
                rd[29] = rd[23] + rd[15]
                fd[59] = ptx.ld.global_.nc.f64([rd[29]])
                fd[60] = fd[58] + fd[59]
                fd[61] = fd[108] * 6.0
                fd[62] = fd[60] - fd[61]
                fd[63] = ptx.fma.rn.f64(fd[100], fd[62], fd[108])
                rd[30] = rd[26] + rd[3]
                ptx.st.global_.f64([rd[30]], fd[63])
                r[54] = r[7] << 2
                r[64] = r[64] + r[54]
                r[63] = r[63] + r[54]
                r[62] = r[62] + r[54]
                r[61] = r[61] + 4
                p[6] = r[61].s32 != 0
                loop.again(when=p[6])
            r[66] = r[64] + 1
        r[55] = param_4 - 2
        r[25] = r[55] & 3
        p[7] = r[25].s32 == 0
        block.leave(when=p[7])
        p[8] = r[25].s32 == 1
        with ptx.unless(p[8]):
            fd[101] = ptx.ld.param.f64([param_5])
            r[56] = r[66] + r[7]
            rd[31] = ptx.mul.wide.s32(r[56], 8)
            rd[32] = param_0_global + rd[31]
            fd[9] = ptx.ld.global_.nc.f64([rd[32]])
            fd[64] = fd[108] + fd[9]
            rd[33] = ptx.mul.wide.s32(r[66], 8)
            rd[34] = param_0_global + rd[33]
            fd[65] = ptx.ld.global_.nc.f64([rd[34], -8])
            fd[66] = fd[64] + fd[65]
            fd[67] = ptx.ld.global_.nc.f64([rd[34], 8])
            fd[68] = fd[66] + fd[67]
            r[57] = r[66] - param_2
            rd[35] = ptx.mul.wide.s32(r[57], 8)
            rd[36] = param_0_global + rd[35]
            fd[69] = ptx.ld.global_.nc.f64([rd[36]])
            fd[70] = fd[68] + fd[69]
            rd[37] = ptx.mul.wide.s32(param_2, 8)
            rd[38] = rd[34] + rd[37]
            fd[71] = ptx.ld.global_.nc.f64([rd[38]])
            fd[72] = fd[70] + fd[71]
            fd[73] = fd[107] * 6.0
            fd[74] = fd[72] - fd[73]
            fd[75] = ptx.fma.rn.f64(fd[101], fd[74], fd[107])
            param_1_ptr_2 = rd[39] = param_1_global + rd[33]
            ptx.st.global_.f64([param_1_ptr_2], fd[75])
            r[66] = r[56] + r[7]
            rd[40] = ptx.mul.wide.s32(r[7], 8)
            rd[41] = rd[32] + rd[40]
            fd[10] = ptx.ld.global_.nc.f64([rd[41]])
            fd[76] = fd[107] + fd[10]
            fd[77] = ptx.ld.global_.nc.f64([rd[32], -8])
            fd[78] = fd[76] + fd[77]
            fd[79] = ptx.ld.global_.nc.f64([rd[32], 8])
            fd[80] = fd[78] + fd[79]
            rd[42] = rd[36] + rd[40]
            fd[81] = ptx.ld.global_.nc.f64([rd[42]])
            fd[82] = fd[80] + fd[81]
            rd[43] = rd[32] + rd[37]
            fd[83] = ptx.ld.global_.nc.f64([rd[43]])
            fd[84] = fd[82] + fd[83]
            fd[85] = fd[9] * 6.0
            fd[86] = fd[84] - fd[85]
            fd[87] = ptx.fma.rn.f64(fd[101], fd[86], fd[9])
            rd[44] = param_1_ptr_2 + rd[40]
            ptx.st.global_.f64([rd[44]], fd[87])
            fd[107] = fd[10]
            fd[108] = fd[9]
        r[58] = param_4 & 1
        p[9] = r[58] == 1
        p[10] = ~p[9]
        block.leave(when=p[10])
        fd[102] = ptx.ld.param.f64([param_5])
        r[59] = r[66] + r[7]
        rd[45] = ptx.mul.wide.s32(r[59], 8)
        rd[46] = param_0_global + rd[45]
        fd[88] = ptx.ld.global_.nc.f64([rd[46]])
        fd[89] = fd[108] + fd[88]
        rd[47] = ptx.mul.wide.s32(r[66], 8)
        rd[48] = param_0_global + rd[47]
        fd[90] = ptx.ld.global_.nc.f64([rd[48], -8])
        fd[91] = fd[89] + fd[90]
        fd[92] = ptx.ld.global_.nc.f64([rd[48], 8])
        fd[93] = fd[91] + fd[92]
        r[60] = r[66] - param_2
        rd[49] = ptx.mul.wide.s32(r[60], 8)
        rd[50] = param_0_global + rd[49]
        fd[94] = ptx.ld.global_.nc.f64([rd[50]])
        fd[95] = fd[93] + fd[94]
        rd[51] = ptx.mul.wide.s32(param_2, 8)
        rd[52] = rd[48] + rd[51]
        fd[96] = ptx.ld.global_.nc.f64([rd[52]])
        fd[97] = fd[95] + fd[96]
        fd[98] = ptx.fma.rn.f64(fd[107], -6.0, fd[97])
        fd[99] = ptx.fma.rn.f64(fd[102], fd[98], fd[107])
        param_1_ptr_3 = rd[53] = param_1_global + rd[47]
        ptx.st.global_.f64([param_1_ptr_3], fd[99])
    ptx.ret()


@kernel(symbol="_Z9blur_rowsPK6uchar4PS_i")
def blur_rows(param_0: ptr_align1, param_1: ptr_align1, param_2: u32):
    """blur_rows(uchar4 const*, uchar4*, int)"""
    p, rs, r = reg.bulk(p=3, rs=103, r=100)
    f = reg.array(b32, 120, "%f", view=f32)
    rd = reg.bulk(rd=13)
    param_0 = rd[3] = ptx.ld.param.u64([param_0])
    param_1 = rd[2] = ptx.ld.param.u64([param_1])
    param_2 = r[6] = ptx.ld.param.u32([param_2])
    param_0_global = rd[1] = ptx.cvta.to.global_.u64(param_0)
    ctaid = r[7] = ptx.special.ctaid.x()
    ntid = r[1] = ptx.special.ntid.x()
    tid = r[8] = ptx.special.tid.x()
    i = r[2] = ptx.mad.lo.s32(ctaid, ntid, tid)
    ctaid_y = r[9] = ptx.special.ctaid.y()
    r[3] = param_2 * ctaid_y
    r[4] = param_2 - 1
    r[10] = ptx.min.s32(i, r[4])
    r[11] = r[10] + r[3]
    rd[4] = ptx.mul.wide.u32(r[11], 4)
    param_0_ptr = rd[5] = param_0_global + rd[4]
    r[12] = ptx.ld.global_.u32([param_0_ptr])
    r[13] = tid << 2
    row_addr = r[14] = ptx.mov.u32(row)
    r[5] = row_addr + r[13]
    ptx.st.shared.u32([r[5], 32], r[12])
    p[1] = tid.u32 > 7
    with ptx.unless(p[1]):
        r[15] = ptx.max.s32(i, 8)
        r[16] = r[15] + r[3]
        r[17] = r[16] - 8
        rd[6] = ptx.mul.wide.u32(r[17], 4)
        param_0_ptr_2 = rd[7] = param_0_global + rd[6]
        r[18] = ptx.ld.global_.u32([param_0_ptr_2])
        ptx.st.shared.u32([r[5]], r[18])
        r[19] = i + ntid
        r[20] = ptx.min.s32(r[19], r[4])
        r[21] = r[20] + r[3]
        rd[8] = ptx.mul.wide.u32(r[21], 4)
        param_0_ptr_3 = rd[9] = param_0_global + rd[8]
        r[22] = ptx.ld.global_.u32([param_0_ptr_3])
        r[23] = ntid << 2
        r[24] = r[5] + r[23]
        ptx.st.shared.u32([r[24], 32], r[22])
    ptx.bar.sync(0)
    ptx.pragma("used_bytes_mask 7")
    r[25] = ptx.ld.shared.u32([r[5]])
    for i_2 in range(3):
        r[i_2 + 26] = ptx.bfe.u32(r[25], 8 * i_2, 8)
        rs[2 * i_2 + 1] = ptx.cvt.u16.u32(r[i_2 + 26])
        rs[2 * i_2 + 2] = rs[2 * i_2 + 1] & 255
    f[4] = ptx.ld.const.f32([weights])
    for i_2 in range(3):
        f[2 * i_2 + 5] = ptx.cvt.rn.f32.u16(rs[2 * i_2 + 2])
        f[2 * i_2 + 6] = ptx.fma.rn.f32(f[4], f[2 * i_2 + 5], 0.0)
    ptx.pragma("used_bytes_mask 7")
    r[29] = ptx.ld.shared.u32([r[5], 4])
    for i_2 in range(3):
        r[i_2 + 30] = ptx.bfe.u32(r[29], 8 * i_2, 8)
        rs[2 * i_2 + 7] = ptx.cvt.u16.u32(r[i_2 + 30])
        rs[2 * i_2 + 8] = rs[2 * i_2 + 7] & 255
    f[11] = ptx.ld.const.f32([weights, 4])
    for i_2 in range(3):
        f[2 * i_2 + 12] = ptx.cvt.rn.f32.u16(rs[2 * i_2 + 8])
        f[2 * i_2 + 13] = ptx.fma.rn.f32(f[11], f[2 * i_2 + 12], f[2 * i_2 + 6])
    ptx.pragma("used_bytes_mask 7")
    r[33] = ptx.ld.shared.u32([r[5], 8])
    for i_2 in range(3):
        r[i_2 + 34] = ptx.bfe.u32(r[33], 8 * i_2, 8)
        rs[2 * i_2 + 13] = ptx.cvt.u16.u32(r[i_2 + 34])
        rs[2 * i_2 + 14] = rs[2 * i_2 + 13] & 255
    f[18] = ptx.ld.const.f32([weights, 8])
    for i_2 in range(3):
        f[2 * i_2 + 19] = ptx.cvt.rn.f32.u16(rs[2 * i_2 + 14])
        f[2 * i_2 + 20] = ptx.fma.rn.f32(f[18], f[2 * i_2 + 19], f[2 * i_2 + 13])
    ptx.pragma("used_bytes_mask 7")
    r[37] = ptx.ld.shared.u32([r[5], 12])
    for i_2 in range(3):
        r[i_2 + 38] = ptx.bfe.u32(r[37], 8 * i_2, 8)
        rs[2 * i_2 + 19] = ptx.cvt.u16.u32(r[i_2 + 38])
        rs[2 * i_2 + 20] = rs[2 * i_2 + 19] & 255
    f[25] = ptx.ld.const.f32([weights, 12])
    for i_2 in range(3):
        f[2 * i_2 + 26] = ptx.cvt.rn.f32.u16(rs[2 * i_2 + 20])
        f[2 * i_2 + 27] = ptx.fma.rn.f32(f[25], f[2 * i_2 + 26], f[2 * i_2 + 20])
    ptx.pragma("used_bytes_mask 7")
    r[41] = ptx.ld.shared.u32([r[5], 16])
    for i_2 in range(3):
        r[i_2 + 42] = ptx.bfe.u32(r[41], 8 * i_2, 8)
        rs[2 * i_2 + 25] = ptx.cvt.u16.u32(r[i_2 + 42])
        rs[2 * i_2 + 26] = rs[2 * i_2 + 25] & 255
    f[32] = ptx.ld.const.f32([weights, 16])
    for i_2 in range(3):
        f[2 * i_2 + 33] = ptx.cvt.rn.f32.u16(rs[2 * i_2 + 26])
        f[2 * i_2 + 34] = ptx.fma.rn.f32(f[32], f[2 * i_2 + 33], f[2 * i_2 + 27])
    ptx.pragma("used_bytes_mask 7")
    r[45] = ptx.ld.shared.u32([r[5], 20])
    for i_2 in range(3):
        r[i_2 + 46] = ptx.bfe.u32(r[45], 8 * i_2, 8)
        rs[2 * i_2 + 31] = ptx.cvt.u16.u32(r[i_2 + 46])
        rs[2 * i_2 + 32] = rs[2 * i_2 + 31] & 255
    f[39] = ptx.ld.const.f32([weights, 20])
    for i_2 in range(3):
        f[2 * i_2 + 40] = ptx.cvt.rn.f32.u16(rs[2 * i_2 + 32])
        f[2 * i_2 + 41] = ptx.fma.rn.f32(f[39], f[2 * i_2 + 40], f[2 * i_2 + 34])
    ptx.pragma("used_bytes_mask 7")
    r[49] = ptx.ld.shared.u32([r[5], 24])
    for i_2 in range(3):
        r[i_2 + 50] = ptx.bfe.u32(r[49], 8 * i_2, 8)
        rs[2 * i_2 + 37] = ptx.cvt.u16.u32(r[i_2 + 50])
        rs[2 * i_2 + 38] = rs[2 * i_2 + 37] & 255
    f[46] = ptx.ld.const.f32([weights, 24])
    for i_2 in range(3):
        f[2 * i_2 + 47] = ptx.cvt.rn.f32.u16(rs[2 * i_2 + 38])
        f[2 * i_2 + 48] = ptx.fma.rn.f32(f[46], f[2 * i_2 + 47], f[2 * i_2 + 41])
    ptx.pragma("used_bytes_mask 7")
    r[53] = ptx.ld.shared.u32([r[5], 28])
    for i_2 in range(3):
        r[i_2 + 54] = ptx.bfe.u32(r[53], 8 * i_2, 8)
        rs[2 * i_2 + 43] = ptx.cvt.u16.u32(r[i_2 + 54])
        rs[2 * i_2 + 44] = rs[2 * i_2 + 43] & 255
    f[53] = ptx.ld.const.f32([weights, 28])
    for i_2 in range(3):
        f[2 * i_2 + 54] = ptx.cvt.rn.f32.u16(rs[2 * i_2 + 44])
        f[2 * i_2 + 55] = ptx.fma.rn.f32(f[53], f[2 * i_2 + 54], f[2 * i_2 + 48])
    ptx.pragma("used_bytes_mask 7")
    r[57] = ptx.ld.shared.u32([r[5], 32])
    for i_2 in range(3):
        r[i_2 + 58] = ptx.bfe.u32(r[57], 8 * i_2, 8)
        rs[2 * i_2 + 49] = ptx.cvt.u16.u32(r[i_2 + 58])
        rs[2 * i_2 + 50] = rs[2 * i_2 + 49] & 255
    f[60] = ptx.ld.const.f32([weights, 32])
    for i_2 in range(3):
        f[2 * i_2 + 61] = ptx.cvt.rn.f32.u16(rs[2 * i_2 + 50])
        f[2 * i_2 + 62] = ptx.fma.rn.f32(f[60], f[2 * i_2 + 61], f[2 * i_2 + 55])
    ptx.pragma("used_bytes_mask 7")
    r[61] = ptx.ld.shared.u32([r[5], 36])
    for i_2 in range(3):
        r[i_2 + 62] = ptx.bfe.u32(r[61], 8 * i_2, 8)
        rs[2 * i_2 + 55] = ptx.cvt.u16.u32(r[i_2 + 62])
        rs[2 * i_2 + 56] = rs[2 * i_2 + 55] & 255
    f[67] = ptx.ld.const.f32([weights, 36])
    for i_2 in range(3):
        f[2 * i_2 + 68] = ptx.cvt.rn.f32.u16(rs[2 * i_2 + 56])
        f[2 * i_2 + 69] = ptx.fma.rn.f32(f[67], f[2 * i_2 + 68], f[2 * i_2 + 62])
    ptx.pragma("used_bytes_mask 7")
    r[65] = ptx.ld.shared.u32([r[5], 40])
    for i_2 in range(3):
        r[i_2 + 66] = ptx.bfe.u32(r[65], 8 * i_2, 8)
        rs[2 * i_2 + 61] = ptx.cvt.u16.u32(r[i_2 + 66])
        rs[2 * i_2 + 62] = rs[2 * i_2 + 61] & 255
    f[74] = ptx.ld.const.f32([weights, 40])
    for i_2 in range(3):
        f[2 * i_2 + 75] = ptx.cvt.rn.f32.u16(rs[2 * i_2 + 62])
        f[2 * i_2 + 76] = ptx.fma.rn.f32(f[74], f[2 * i_2 + 75], f[2 * i_2 + 69])
    ptx.pragma("used_bytes_mask 7")
    r[69] = ptx.ld.shared.u32([r[5], 44])
    for i_2 in range(3):
        r[i_2 + 70] = ptx.bfe.u32(r[69], 8 * i_2, 8)
        rs[2 * i_2 + 67] = ptx.cvt.u16.u32(r[i_2 + 70])
        rs[2 * i_2 + 68] = rs[2 * i_2 + 67] & 255
    f[81] = ptx.ld.const.f32([weights, 44])
    for i_2 in range(3):
        f[2 * i_2 + 82] = ptx.cvt.rn.f32.u16(rs[2 * i_2 + 68])
        f[2 * i_2 + 83] = ptx.fma.rn.f32(f[81], f[2 * i_2 + 82], f[2 * i_2 + 76])
    ptx.pragma("used_bytes_mask 7")
    r[73] = ptx.ld.shared.u32([r[5], 48])
    for i_2 in range(3):
        r[i_2 + 74] = ptx.bfe.u32(r[73], 8 * i_2, 8)
        rs[2 * i_2 + 73] = ptx.cvt.u16.u32(r[i_2 + 74])
        rs[2 * i_2 + 74] = rs[2 * i_2 + 73] & 255
    f[88] = ptx.ld.const.f32([weights, 48])
    for i_2 in range(3):
        f[2 * i_2 + 89] = ptx.cvt.rn.f32.u16(rs[2 * i_2 + 74])
        f[2 * i_2 + 90] = ptx.fma.rn.f32(f[88], f[2 * i_2 + 89], f[2 * i_2 + 83])
    ptx.pragma("used_bytes_mask 7")
    r[77] = ptx.ld.shared.u32([r[5], 52])
    for i_2 in range(3):
        r[i_2 + 78] = ptx.bfe.u32(r[77], 8 * i_2, 8)
        rs[2 * i_2 + 79] = ptx.cvt.u16.u32(r[i_2 + 78])
        rs[2 * i_2 + 80] = rs[2 * i_2 + 79] & 255
    f[95] = ptx.ld.const.f32([weights, 52])
    for i_2 in range(3):
        f[2 * i_2 + 96] = ptx.cvt.rn.f32.u16(rs[2 * i_2 + 80])
        f[2 * i_2 + 97] = ptx.fma.rn.f32(f[95], f[2 * i_2 + 96], f[2 * i_2 + 90])
    ptx.pragma("used_bytes_mask 7")
    r[81] = ptx.ld.shared.u32([r[5], 56])
    for i_2 in range(3):
        r[i_2 + 82] = ptx.bfe.u32(r[81], 8 * i_2, 8)
        rs[2 * i_2 + 85] = ptx.cvt.u16.u32(r[i_2 + 82])
        rs[2 * i_2 + 86] = rs[2 * i_2 + 85] & 255
    f[102] = ptx.ld.const.f32([weights, 56])
    for i_2 in range(3):
        f[2 * i_2 + 103] = ptx.cvt.rn.f32.u16(rs[2 * i_2 + 86])
        f[2 * i_2 + 104] = ptx.fma.rn.f32(f[102], f[2 * i_2 + 103], f[2 * i_2 + 97])
    ptx.pragma("used_bytes_mask 7")
    r[85] = ptx.ld.shared.u32([r[5], 60])
    for i_2 in range(3):
        r[i_2 + 86] = ptx.bfe.u32(r[85], 8 * i_2, 8)
        rs[2 * i_2 + 91] = ptx.cvt.u16.u32(r[i_2 + 86])
        rs[2 * i_2 + 92] = rs[2 * i_2 + 91] & 255
    f[109] = ptx.ld.const.f32([weights, 60])
    for i_2 in range(3):
        f[2 * i_2 + 110] = ptx.cvt.rn.f32.u16(rs[2 * i_2 + 92])
        f[2 * i_2 + 111] = ptx.fma.rn.f32(f[109], f[2 * i_2 + 110], f[2 * i_2 + 104])
    ptx.pragma("used_bytes_mask 7")
    r[89] = ptx.ld.shared.u32([r[5], 64])
    for i_2 in range(3):
        r[i_2 + 90] = ptx.bfe.u32(r[89], 8 * i_2, 8)
        rs[2 * i_2 + 97] = ptx.cvt.u16.u32(r[i_2 + 90])
        rs[2 * i_2 + 98] = rs[2 * i_2 + 97] & 255
    f[116] = ptx.ld.const.f32([weights, 64])
    for i_2 in range(3):
        f[i_2 + 117] = ptx.cvt.rn.f32.u16(rs[2 * i_2 + 98])
        f[i_2 + 1] = ptx.fma.rn.f32(f[116], f[i_2 + 117], f[2 * i_2 + 111])
    p[2] = i >= param_2
    with ptx.unless(p[2]):
        r[93] = ptx.cvt.rzi.u32.f32(f[1])
        r[94] = ptx.cvt.rzi.u32.f32(f[2])
        r[95] = ptx.cvt.rzi.u32.f32(f[3])
        r[96] = r[3] + i
        param_1_global = rd[10] = ptx.cvta.to.global_.u64(param_1)
        rd[11] = ptx.mul.wide.u32(r[96], 4)
        param_1_ptr = rd[12] = param_1_global + rd[11]
        r[97] = ptx.prmt.b32(r[93], r[94], ptx.hex(0x3340, unsigned=True))
        r[98] = ptx.prmt.b32(r[95], 65535, ptx.hex(0x3340, unsigned=True))
        r[99] = ptx.prmt.b32(r[97], r[98], ptx.hex(0x5410, unsigned=True))
        ptx.st.global_.u32([param_1_ptr], r[99])
    ptx.ret()


@kernel(symbol="_Z4lifePKbPbii")
def life(param_0: ptr_align1, param_1: ptr_align1, param_2: u32, param_3: u32):
    """life(bool const*, bool*, int, int)"""
    p, rs, r, rd = reg.bulk(p=8, rs=3, r=51, rd=25)
    param_0 = rd[3] = ptx.ld.param.u64([param_0])
    param_1 = rd[2] = ptx.ld.param.u64([param_1])
    param_2 = r[3] = ptx.ld.param.u32([param_2])
    param_3 = r[5] = ptx.ld.param.u32([param_3])
    param_0_global = rd[1] = ptx.cvta.to.global_.u64(param_0)
    ctaid = r[6] = ptx.special.ctaid.x()
    ntid = r[7] = ptx.special.ntid.x()
    tid = r[8] = ptx.special.tid.x()
    i = r[1] = ptx.mad.lo.s32(ctaid, ntid, tid)
    ctaid_y = r[9] = ptx.special.ctaid.y()
    ntid_y = r[10] = ptx.special.ntid.y()
    tid_y = r[11] = ptx.special.tid.y()
    j = r[2] = ptx.mad.lo.s32(ctaid_y, ntid_y, tid_y)
    r[12] = param_3 + j
    r[13] = param_2 + i
    r[14] = r[12] - 1
    r[15] = r[14] % param_3
    r[16] = r[15] * param_2
    r[17] = r[13] - 1
    r[18] = r[17] % param_2
    r[19] = r[16] + r[18]
    rd[4] = ptx.cvt.s64.s32(r[19])
    rd[5] = param_0_global + rd[4]
    r[20] = ptx.ld.global_.s8([rd[5]])
    r[21] = r[13] % param_2
    r[22] = r[16] + r[21]
    rd[6] = ptx.cvt.s64.s32(r[22])
    rd[7] = param_0_global + rd[6]
    r[23] = ptx.ld.global_.s8([rd[7]])
    r[24] = r[20] + r[23]
    r[25] = r[13] + 1
    r[26] = r[25] % param_2
    r[27] = r[16] + r[26]
    rd[8] = ptx.cvt.s64.s32(r[27])
    rd[9] = param_0_global + rd[8]
    r[28] = ptx.ld.global_.s8([rd[9]])
    r[29] = r[24] + r[28]
    r[30] = r[12] % param_3
    r[31] = r[30] * param_2
    r[32] = r[31] + r[18]
    rd[10] = ptx.cvt.s64.s32(r[32])
    rd[11] = param_0_global + rd[10]
    r[33] = ptx.ld.global_.s8([rd[11]])
    r[34] = r[29] + r[33]
    r[35] = r[31] + r[26]
    rd[12] = ptx.cvt.s64.s32(r[35])
    rd[13] = param_0_global + rd[12]
    r[36] = ptx.ld.global_.s8([rd[13]])
    r[37] = r[34] + r[36]
    r[38] = r[12] + 1
    r[39] = r[38] % param_3
    r[40] = r[39] * param_2
    r[41] = r[40] + r[18]
    rd[14] = ptx.cvt.s64.s32(r[41])
    rd[15] = param_0_global + rd[14]
    r[42] = ptx.ld.global_.s8([rd[15]])
    r[43] = r[37] + r[42]
    r[44] = r[40] + r[21]
    rd[16] = ptx.cvt.s64.s32(r[44])
    rd[17] = param_0_global + rd[16]
    r[45] = ptx.ld.global_.s8([rd[17]])
    r[46] = r[43] + r[45]
    r[47] = r[40] + r[26]
    rd[18] = ptx.cvt.s64.s32(r[47])
    rd[19] = param_0_global + rd[18]
    r[48] = ptx.ld.global_.s8([rd[19]])
    r[4] = r[46] + r[48]
    p[7] = -1
    p[4] = r[4].s32 == 3
    with ptx.unless(p[4]) as block:
        p[5] = r[4].s32 != 2
        with ptx.unless(p[5]):
            r[49] = ptx.mad.lo.s32(param_2, j, i)
            rd[20] = ptx.cvt.s64.s32(r[49])
            rd[21] = param_0_global + rd[20]
            rs[1] = ptx.ld.global_.u8([rd[21]])
            p[7] = rs[1].s16 != 0
            block.leave()
        p[7] = 0
    param_1_global = rd[22] = ptx.cvta.to.global_.u64(param_1)
    rs[2] = ptx.selp.u16(1, 0, p[7])
    r[50] = ptx.mad.lo.s32(param_2, j, i)
    rd[23] = ptx.cvt.s64.s32(r[50])
    param_1_ptr = rd[24] = param_1_global + rd[23]
    ptx.st.global_.u8([param_1_ptr], rs[2])
    ptx.ret()
