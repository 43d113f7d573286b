from ptxpy import b8, kernel, module, ptx, reg, u8, u32, u64, var

module("nvcc-13.0", version="9.0", target="sm_90a")


def unpack(dst0, dst1, value):
    with ptx.asm():
        ptx.inst.mov.b64((dst0, dst1), value, within="| |||||| |")


def pack(dst, value0, value1):
    with ptx.asm():
        ptx.inst.mov.b64(dst, (value0, value1), within="| || |||||")


finished_blocks = var("global", u32, "finished_blocks", align=4)
ptx.comment(
    "_ZZ12reduce_blockIfLi256EZ10reduce_maxPKfPfiEUlffE_ET_S4_S4_T1_E5warps has been demoted"
)
ptx.comment(
    "_ZZ12reduce_blockIdLi128EZ18reduce_single_passPKdPVdPdiEUlddE_ET_S6_S6_T1_E5warps has been demoted"
)
ptx.comment("_ZZ18reduce_single_passPKdPVdPdiE4last has been demoted")
partial = var("shared", b8[()], "partial", align=16, linkage="extern")


@kernel(symbol="_Z11reduce_treePKfPfi")
def reduce_tree(param_0: u64, param_1: u64, param_2: u32):
    """reduce_tree(float const*, float*, int)"""
    p, f, r, rd = reg.bulk(p=6, f=9, r=15, rd=9)
    param_0 = rd[1] = ptx.ld.param.u64([param_0])
    param_1 = rd[2] = ptx.ld.param.u64([param_1])
    param_2 = r[9] = ptx.ld.param.u32([param_2])
    ntid = r[1] = ptx.special.ntid.x()
    ctaid = r[2] = ptx.special.ctaid.x()
    tid = r[3] = ptx.special.tid.x()
    i = r[4] = ptx.mad.lo.s32(ctaid, ntid, tid)
    p[1] = i >= param_2
    f[8] = 0.0
    with ptx.unless(p[1]):
        param_0_global = rd[3] = ptx.cvta.to.global_.u64(param_0)
        rd[4] = ptx.mul.wide.s32(i, 4)
        param_0_ptr = rd[5] = param_0_global + rd[4]
        f[8] = ptx.ld.global_.f32([param_0_ptr])
    r[10] = tid << 2
    partial_addr = r[11] = ptx.mov.u32(partial)
    r[5] = partial_addr + r[10]
    ptx.st.shared.f32([r[5]], f[8])
    ptx.bar.sync(0)
    r[14] = ntid >> 1
    p[2] = r[14] == 0
    with ptx.unless(p[2]), ptx.loop() as loop:
        p[3] = tid.u32 >= r[14]
        with ptx.unless(p[3]):
            r[12] = r[14] << 2
            r[13] = r[5] + r[12]
            f[4] = ptx.ld.shared.f32([r[5]])
            f[5] = ptx.ld.shared.f32([r[13]])
            f[6] = f[5] + f[4]
            ptx.st.shared.f32([r[5]], f[6])
        ptx.bar.sync(0)
        r[14] = r[14] >> 1
        p[4] = r[14] != 0
        loop.again(when=p[4])
    p[5] = tid != 0
    with ptx.unless(p[5]):
        f[7] = ptx.ld.shared.f32([partial])
        param_1_global = rd[6] = ptx.cvta.to.global_.u64(param_1)
        rd[7] = ptx.mul.wide.u32(ctaid, 4)
        param_1_ptr = rd[8] = param_1_global + rd[7]
        ptx.st.global_.f32([param_1_ptr], f[7])
    ptx.ret()


@kernel(symbol="_Z10reduce_maxPKfPfi", maxntid=(256, 1, 1))
def reduce_max(param_0: u64, param_1: u64, param_2: u32):
    """reduce_max(float const*, float*, int)"""
    p, f, r, rd = reg.bulk(p=20, f=51, r=77, rd=17)
    warps = var(
        "shared",
        b8[32],
        "_ZZ12reduce_blockIfLi256EZ10reduce_maxPKfPfiEUlffE_ET_S4_S4_T1_E5warps",
        align=4,
    )
    param_0 = rd[7] = ptx.ld.param.u64([param_0])
    param_1 = rd[8] = ptx.ld.param.u64([param_1])
    param_2 = r[11] = ptx.ld.param.u32([param_2])
    tid = r[12] = ptx.special.tid.x()
    p[1] = tid >= param_2
    f[48] = -3.4028235e38
    with ptx.unless(p[1]) as block:
        r[13] = ~tid
        r[14] = r[13] + param_2
        r[15] = r[14] >> 8
        r[16] = r[15] + 1
        r[17] = r[16] & 3
        p[2] = r[17] == 0
        f[48] = -3.4028235e38
        r[75] = tid
        with ptx.unless(p[2]):
            r[75] = ptx.special.tid.x()
            param_0_global = rd[9] = ptx.cvta.to.global_.u64(param_0)
            rd[10] = ptx.mul.wide.s32(r[75], 4)
            rd[15] = param_0_global + rd[10]
            r[18] = ~r[75]
            r[19] = r[18] + param_2
            r[20] = r[19] >> 8
            r[21] = r[20] + 1
            r[74] = r[21] & 3
            f[48] = -3.4028235e38
            with ptx.loop() as loop:
                ptx.pragma("nounroll")
                f[17] = ptx.ld.global_.f32([rd[15]])
                f[48] = ptx.max.f32(f[48], f[17])
                r[75] = r[75] + 256
                rd[15] = rd[15] + 1024
                r[74] = r[74] - 1
                p[3] = r[74] != 0
                loop.again(when=p[3])
        p[4] = r[14].u32 < 768
        block.leave(when=p[4])
        param_0_global_2 = rd[11] = ptx.cvta.to.global_.u64(param_0)
        rd[12] = ptx.mul.wide.s32(r[75], 4)
        rd[13] = param_0_global_2 + rd[12]
        rd[16] = rd[13] + 2048
        with ptx.loop() as loop_2:
            f[18] = ptx.ld.global_.f32([rd[16], -2048])
            f[19] = ptx.max.f32(f[48], f[18])
            f[20] = ptx.ld.global_.f32([rd[16], -1024])
            f[21] = ptx.max.f32(f[19], f[20])
            f[22] = ptx.ld.global_.f32([rd[16]])
            f[23] = ptx.max.f32(f[21], f[22])
            f[24] = ptx.ld.global_.f32([rd[16], 1024])
            f[48] = ptx.max.f32(f[23], f[24])
            rd[16] = rd[16] + 4096
            r[75] = r[75] + 1024
            p[5] = r[75] < param_2
            loop_2.again(when=p[5])
    r[25] = f[48].b32
    r[26] = 2
    r[27] = 31
    r[28] = 16
    r[29] = -1
    r[30], p[6] = ptx.shfl.sync.down.b32(r[25], r[28], r[27], r[29])
    f[25] = r[30].b32
    f[26] = ptx.max.f32(f[48], f[25])
    r[31] = f[26].b32
    r[32] = 8
    r[33], p[7] = ptx.shfl.sync.down.b32(r[31], r[32], r[27], r[29])
    f[27] = r[33].b32
    f[28] = ptx.max.f32(f[26], f[27])
    r[34] = f[28].b32
    r[35] = 4
    r[36], p[8] = ptx.shfl.sync.down.b32(r[34], r[35], r[27], r[29])
    f[29] = r[36].b32
    f[30] = ptx.max.f32(f[28], f[29])
    r[37] = f[30].b32
    r[38], p[9] = ptx.shfl.sync.down.b32(r[37], r[26], r[27], r[29])
    f[31] = r[38].b32
    f[32] = ptx.max.f32(f[30], f[31])
    r[39] = f[32].b32
    r[40] = 1
    r[41], p[10] = ptx.shfl.sync.down.b32(r[39], r[40], r[27], r[29])
    f[33] = r[41].b32
    f[8] = ptx.max.f32(f[32], f[33])
    r[43] = tid & 31
    p[11] = r[43] != 0
    with ptx.unless(p[11]):
        r[45] = tid >> 3
        r[46] = r[45] & 0x1FFFFFFC
        r[47] = ptx.mov.u32(warps)
        r[48] = r[47] + r[46]
        ptx.st.shared.f32([r[48]], f[8])
    ptx.bar.sync(0)
    p[12] = tid.u32 > 7
    f[50] = -3.4028235e38
    with ptx.unless(p[12]):
        r[51] = tid << 2
        r[52] = ptx.mov.u32(warps)
        r[53] = r[52] + r[51]
        f[50] = ptx.ld.shared.f32([r[53]])
    p[13] = tid.u32 > 31
    with ptx.unless(p[13]):
        r[55] = f[50].b32
        r[56] = 2
        r[57] = 31
        r[58] = 16
        r[59] = -1
        r[60], p[14] = ptx.shfl.sync.down.b32(r[55], r[58], r[57], r[59])
        f[35] = r[60].b32
        f[36] = ptx.max.f32(f[50], f[35])
        r[61] = f[36].b32
        r[62] = 8
        r[63], p[15] = ptx.shfl.sync.down.b32(r[61], r[62], r[57], r[59])
        f[37] = r[63].b32
        f[38] = ptx.max.f32(f[36], f[37])
        r[64] = f[38].b32
        r[65] = 4
        r[66], p[16] = ptx.shfl.sync.down.b32(r[64], r[65], r[57], r[59])
        f[39] = r[66].b32
        f[40] = ptx.max.f32(f[38], f[39])
        r[67] = f[40].b32
        r[68], p[17] = ptx.shfl.sync.down.b32(r[67], r[56], r[57], r[59])
        f[41] = r[68].b32
        f[42] = ptx.max.f32(f[40], f[41])
        r[69] = f[42].b32
        r[70] = 1
        r[71], p[18] = ptx.shfl.sync.down.b32(r[69], r[70], r[57], r[59])
        f[43] = r[71].b32
        f[50] = ptx.max.f32(f[42], f[43])
    p[19] = tid != 0
    with ptx.unless(p[19]):
        param_1_global = rd[14] = ptx.cvta.to.global_.u64(param_1)
        ptx.st.global_.f32([param_1_global], f[50])
    ptx.ret()


@kernel(symbol="_Z18reduce_single_passPKdPVdPdi", maxntid=(128, 1, 1))
def reduce_single_pass(param_0: u64, param_1: u64, param_2: u64, param_3: u32):
    """reduce_single_pass(double const*, double volatile*, double*, int)"""
    p, rs, r, fd, rd = reg.bulk(p=55, rs=3, r=153, fd=73, rd=18)
    warps = var(
        "shared",
        b8[32],
        "_ZZ12reduce_blockIdLi128EZ18reduce_single_passPKdPVdPdiEUlddE_ET_S6_S6_T1_E5warps",
        align=8,
    )
    last = var("shared", u8, "_ZZ18reduce_single_passPKdPVdPdiE4last", align=1)
    param_0 = rd[4] = ptx.ld.param.u64([param_0])
    param_1 = rd[5] = ptx.ld.param.u64([param_1])
    param_2 = rd[6] = ptx.ld.param.u64([param_2])
    param_3 = r[10] = ptx.ld.param.u32([param_3])
    ctaid = r[11] = ptx.special.ctaid.x()
    r[12] = ctaid << 7
    tid = r[13] = ptx.special.tid.x()
    r[151] = r[12] + tid
    p[1] = r[151] >= param_3
    fd[66] = 0.0
    with ptx.unless(p[1]):
        nctaid = r[14] = ptx.special.nctaid.x()
        r[2] = nctaid << 7
        fd[66] = 0.0
        param_0_global = rd[7] = ptx.cvta.to.global_.u64(param_0)
        with ptx.loop() as loop:
            rd[8] = ptx.mul.wide.s32(r[151], 8)
            param_0_ptr = rd[9] = param_0_global + rd[8]
            fd[19] = ptx.ld.global_.f64([param_0_ptr])
            fd[66] = fd[66] + fd[19]
            r[151] = r[151] + r[2]
            p[2] = r[151] < param_3
            loop.again(when=p[2])
    unpack(r[15], r[16], fd[66])
    r[35] = 2
    r[36] = 31
    r[37] = 16
    r[38] = -1
    r[18], p[3] = ptx.shfl.sync.down.b32(r[16], r[37], r[36], r[38])
    r[17], p[4] = ptx.shfl.sync.down.b32(r[15], r[37], r[36], r[38])
    pack(fd[21], r[17], r[18])
    fd[22] = fd[66] + fd[21]
    unpack(r[19], r[20], fd[22])
    r[39] = 8
    r[22], p[5] = ptx.shfl.sync.down.b32(r[20], r[39], r[36], r[38])
    r[21], p[6] = ptx.shfl.sync.down.b32(r[19], r[39], r[36], r[38])
    pack(fd[23], r[21], r[22])
    fd[24] = fd[22] + fd[23]
    unpack(r[23], r[24], fd[24])
    r[40] = 4
    r[26], p[7] = ptx.shfl.sync.down.b32(r[24], r[40], r[36], r[38])
    r[25], p[8] = ptx.shfl.sync.down.b32(r[23], r[40], r[36], r[38])
    pack(fd[25], r[25], r[26])
    fd[26] = fd[24] + fd[25]
    unpack(r[27], r[28], fd[26])
    r[30], p[9] = ptx.shfl.sync.down.b32(r[28], r[35], r[36], r[38])
    r[29], p[10] = ptx.shfl.sync.down.b32(r[27], r[35], r[36], r[38])
    pack(fd[27], r[29], r[30])
    fd[28] = fd[26] + fd[27]
    unpack(r[31], r[32], fd[28])
    r[41] = 1
    r[34], p[11] = ptx.shfl.sync.down.b32(r[32], r[41], r[36], r[38])
    r[33], p[12] = ptx.shfl.sync.down.b32(r[31], r[41], r[36], r[38])
    pack(fd[29], r[33], r[34])
    fd[4] = fd[28] + fd[29]
    r[43] = tid & 31
    p[13] = r[43] != 0
    with ptx.unless(p[13]):
        tid_2 = r[44] = ptx.special.tid.x()
        r[45] = tid_2 >> 2
        r[46] = r[45] & 0x3FFFFFF8
        r[47] = ptx.mov.u32(warps)
        r[48] = r[47] + r[46]
        ptx.st.shared.f64([r[48]], fd[4])
    ptx.bar.sync(0)
    p[14] = tid.u32 > 3
    r[50] = tid << 3
    r[51] = ptx.mov.u32(warps)
    r[5] = r[51] + r[50]
    fd[68] = 0.0
    with ptx.unless(p[14]):
        fd[68] = ptx.ld.shared.f64([r[5]])
    p[15] = tid.u32 > 31
    with ptx.unless(p[15]):
        unpack(r[53], r[54], fd[68])
        r[73] = 2
        r[74] = 31
        r[75] = 16
        r[76] = -1
        r[56], p[16] = ptx.shfl.sync.down.b32(r[54], r[75], r[74], r[76])
        r[55], p[17] = ptx.shfl.sync.down.b32(r[53], r[75], r[74], r[76])
        pack(fd[32], r[55], r[56])
        fd[33] = fd[68] + fd[32]
        unpack(r[57], r[58], fd[33])
        r[77] = 8
        r[60], p[18] = ptx.shfl.sync.down.b32(r[58], r[77], r[74], r[76])
        r[59], p[19] = ptx.shfl.sync.down.b32(r[57], r[77], r[74], r[76])
        pack(fd[34], r[59], r[60])
        fd[35] = fd[33] + fd[34]
        unpack(r[61], r[62], fd[35])
        r[78] = 4
        r[64], p[20] = ptx.shfl.sync.down.b32(r[62], r[78], r[74], r[76])
        r[63], p[21] = ptx.shfl.sync.down.b32(r[61], r[78], r[74], r[76])
        pack(fd[36], r[63], r[64])
        fd[37] = fd[35] + fd[36]
        unpack(r[65], r[66], fd[37])
        r[68], p[22] = ptx.shfl.sync.down.b32(r[66], r[73], r[74], r[76])
        r[67], p[23] = ptx.shfl.sync.down.b32(r[65], r[73], r[74], r[76])
        pack(fd[38], r[67], r[68])
        fd[39] = fd[37] + fd[38]
        unpack(r[69], r[70], fd[39])
        r[79] = 1
        r[72], p[24] = ptx.shfl.sync.down.b32(r[70], r[79], r[74], r[76])
        r[71], p[25] = ptx.shfl.sync.down.b32(r[69], r[79], r[74], r[76])
        pack(fd[40], r[71], r[72])
        fd[68] = fd[39] + fd[40]
    p[26] = tid != 0
    with ptx.unless(p[26]):
        param_1_global = rd[10] = ptx.cvta.to.global_.u64(param_1)
        rd[11] = ptx.mul.wide.u32(ctaid, 8)
        param_1_ptr = rd[12] = param_1_global + rd[11]
        ptx.st.volatile.global_.f64([param_1_ptr], fd[68])
        ptx.membar.gl()
        nctaid_2 = r[82] = ptx.special.nctaid.x()
        finished_blocks_addr = rd[13] = ptx.mov.u64(finished_blocks)
        r[83] = ptx.atom.global_.inc.u32([finished_blocks_addr], nctaid_2)
        r[84] = nctaid_2 - 1
        p[27] = r[83] == r[84]
        rs[1] = ptx.selp.u16(1, 0, p[27])
        ptx.st.shared.u8([last], rs[1])
    ptx.bar.sync(0)
    rs[2] = ptx.ld.shared.u8([last])
    p[28] = rs[2] == 0
    with ptx.unless(p[28]) as block:
        nctaid_3 = r[6] = ptx.special.nctaid.x()
        p[29] = tid.u32 >= nctaid_3
        fd[70] = 0.0
        with ptx.unless(p[29]):
            param_1_global_2 = rd[14] = ptx.cvta.to.global_.u64(param_1)
            rd[15] = ptx.mul.wide.s32(tid, 8)
            rd[17] = param_1_global_2 + rd[15]
            fd[70] = 0.0
            r[152] = tid
            with ptx.loop() as loop_2:
                fd[43] = ptx.ld.volatile.global_.f64([rd[17]])
                fd[70] = fd[70] + fd[43]
                rd[17] = rd[17] + 1024
                r[152] = r[152] + 128
                p[30] = r[152].u32 < nctaid_3
                loop_2.again(when=p[30])
        r[108] = 31
        unpack(r[86], r[87], fd[70])
        r[109] = 2
        r[110] = 16
        r[111] = -1
        r[89], p[32] = ptx.shfl.sync.down.b32(r[87], r[110], r[108], r[111])
        r[88], p[33] = ptx.shfl.sync.down.b32(r[86], r[110], r[108], r[111])
        pack(fd[45], r[88], r[89])
        fd[46] = fd[70] + fd[45]
        unpack(r[90], r[91], fd[46])
        r[112] = 8
        r[93], p[34] = ptx.shfl.sync.down.b32(r[91], r[112], r[108], r[111])
        r[92], p[35] = ptx.shfl.sync.down.b32(r[90], r[112], r[108], r[111])
        pack(fd[47], r[92], r[93])
        fd[48] = fd[46] + fd[47]
        unpack(r[94], r[95], fd[48])
        r[113] = 4
        r[97], p[36] = ptx.shfl.sync.down.b32(r[95], r[113], r[108], r[111])
        r[96], p[37] = ptx.shfl.sync.down.b32(r[94], r[113], r[108], r[111])
        pack(fd[49], r[96], r[97])
        fd[50] = fd[48] + fd[49]
        unpack(r[98], r[99], fd[50])
        r[101], p[38] = ptx.shfl.sync.down.b32(r[99], r[109], r[108], r[111])
        r[100], p[39] = ptx.shfl.sync.down.b32(r[98], r[109], r[108], r[111])
        pack(fd[51], r[100], r[101])
        fd[52] = fd[50] + fd[51]
        unpack(r[102], r[103], fd[52])
        r[114] = 1
        r[105], p[40] = ptx.shfl.sync.down.b32(r[103], r[114], r[108], r[111])
        r[104], p[41] = ptx.shfl.sync.down.b32(r[102], r[114], r[108], r[111])
        pack(fd[53], r[104], r[105])
        fd[12] = fd[52] + fd[53]
        with ptx.unless(p[13]):
            r[116] = tid >> 2
            r[117] = r[116] & 0x3FFFFFF8
            r[119] = r[51] + r[117]
            ptx.st.shared.f64([r[119]], fd[12])
        ptx.bar.sync(0)
        fd[72] = 0.0
        with ptx.unless(p[14]):
            fd[72] = ptx.ld.shared.f64([r[5]])
        with ptx.unless(p[15]):
            unpack(r[122], r[123], fd[72])
            r[142] = 2
            r[143] = 31
            r[144] = 16
            r[145] = -1
            r[125], p[44] = ptx.shfl.sync.down.b32(r[123], r[144], r[143], r[145])
            r[124], p[45] = ptx.shfl.sync.down.b32(r[122], r[144], r[143], r[145])
            pack(fd[56], r[124], r[125])
            fd[57] = fd[72] + fd[56]
            unpack(r[126], r[127], fd[57])
            r[146] = 8
            r[129], p[46] = ptx.shfl.sync.down.b32(r[127], r[146], r[143], r[145])
            r[128], p[47] = ptx.shfl.sync.down.b32(r[126], r[146], r[143], r[145])
            pack(fd[58], r[128], r[129])
            fd[59] = fd[57] + fd[58]
            unpack(r[130], r[131], fd[59])
            r[147] = 4
            r[133], p[48] = ptx.shfl.sync.down.b32(r[131], r[147], r[143], r[145])
            r[132], p[49] = ptx.shfl.sync.down.b32(r[130], r[147], r[143], r[145])
            pack(fd[60], r[132], r[133])
            fd[61] = fd[59] + fd[60]
            unpack(r[134], r[135], fd[61])
            r[137], p[50] = ptx.shfl.sync.down.b32(r[135], r[142], r[143], r[145])
            r[136], p[51] = ptx.shfl.sync.down.b32(r[134], r[142], r[143], r[145])
            pack(fd[62], r[136], r[137])
            fd[63] = fd[61] + fd[62]
            unpack(r[138], r[139], fd[63])
            r[148] = 1
            r[141], p[52] = ptx.shfl.sync.down.b32(r[139], r[148], r[143], r[145])
            r[140], p[53] = ptx.shfl.sync.down.b32(r[138], r[148], r[143], r[145])
            pack(fd[64], r[140], r[141])
            fd[72] = fd[63] + fd[64]
        block.leave(when=p[26])
        param_2_global = rd[16] = ptx.cvta.to.global_.u64(param_2)
        ptx.st.global_.f64([param_2_global], fd[72])
        r[150] = 0
        ptx.st.global_.u32([finished_blocks], r[150])
    ptx.ret()
