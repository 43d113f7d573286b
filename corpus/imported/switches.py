from ptxpy import L, b8, kernel, module, ptx, reg, u32, u64, var

module("nvcc-13.0", version="9.0", target="sm_80")
_cudart_i2opi_f = var(
    "global",
    b8[24],
    "__cudart_i2opi_f",
    align=4,
    init=b"A\x90C<\x99\x95b\xdb\xc0\xdd4\xf5\xd1W'\xfc)\x15DNn\x83\xf9\xa2",
)


@kernel(symbol="_Z5densePKiPf")
def dense(param_0: u64, param_1: u64):
    """dense(int const*, float*)"""
    stack = reg.stack(28, align=4)
    p, f, r, fd, rd = reg.bulk(p=34, f=88, r=110, fd=5, rd=49)
    stack.SPL = ptx.mov.u64(stack.depot)
    param_0 = rd[17] = ptx.ld.param.u64([param_0])
    param_1 = rd[18] = ptx.ld.param.u64([param_1])
    param_0_global = rd[19] = ptx.cvta.to.global_.u64(param_0)
    rd[1] = stack.SPL.u64 + 0
    tid = r[39] = ptx.special.tid.x()
    param_1_global = rd[2] = ptx.cvta.to.global_.u64(param_1)
    rd[21] = ptx.mul.wide.u32(tid, 4)
    param_1_ptr = rd[3] = param_1_global + rd[21]
    f[87] = ptx.ld.global_.f32([param_1_ptr])
    param_0_ptr = rd[22] = param_0_global + rd[21]
    r[38] = ptx.ld.global_.u32([param_0_ptr])
    rd[4] = rd[1] + 24
    p[1] = r[38] > 4
    with ptx.block(end=41) as block:
        with ptx.block() as block_2:
            with ptx.block(end=29) as block_3:
                with ptx.block(end=6) as block_4:
                    with ptx.block(end=24) as block_5:
                        with ptx.block(end=33) as block_6:
                            with ptx.unless(p[1], end=15):
                                p[8] = r[38] > 1
                                ptx.bra(L[11], when=p[8])
                                ptx.bra.uni(L[2])
                                with L[11]:
                                    p[9] = r[38] == 2
                                    ptx.bra(L[27], when=p[9])
                                    p[10] = r[38] == 3
                                    ptx.bra(L[25], when=p[10])
                                    p[11] = r[38] == 4
                                    ptx.bra(L[26], when=p[11])
                                    ptx.bra.uni(L[14])
                            p[2] = r[38] > 6
                            ptx.bra(L[19], when=p[2])
                            ptx.bra.uni(L[16])
                            with L[19]:
                                p[3] = r[38] == 7
                                ptx.bra(L[23], when=p[3])
                                p[4] = r[38] == 8
                                ptx.bra(L[46], when=p[4])
                                p[5] = r[38] != 9
                                ptx.bra(L[14], when=p[5])
                                f[87] = ptx.cvt.rmi.f32.f32(f[87])
                                ptx.bra.uni(L[45])
                            with L[2]:
                                p[12] = r[38] == 0
                                block_6.leave(when=p[12])
                                p[13] = r[38] == 1
                                ptx.bra(L[4], when=p[13])
                                ptx.bra.uni(L[14])
                            with L[4]:
                                f[38] = f[87] * 0.63661975
                                r[105] = ptx.cvt.rni.s32.f32(f[38])
                                f[39] = ptx.cvt.rn.f32.s32(r[105])
                                f[40] = -1.5707963
                                f[41] = ptx.fma.rn.f32(f[39], f[40], f[87])
                                f[42] = -7.5497894e-08
                                f[43] = ptx.fma.rn.f32(f[39], f[42], f[41])
                                f[44] = -5.390303e-15
                                f[81] = ptx.fma.rn.f32(f[39], f[44], f[43])
                                f[10] = ptx.abs.f32(f[87])
                                p[14] = ptx.setp.ltu.f32(f[10], 105615.0)
                                block_3.leave(when=p[14])
                                p[15] = f[10] == ptx.inf
                                block_4.leave(unless=p[15], over=28)
                                f[47] = 0.0
                                f[81] = ptx.mul.rn.f32(f[87], f[47])
                                r[105] = 0
                                block_3.leave()
                            with L[16]:
                                p[6] = r[38] == 5
                                block_5.leave(when=p[6])
                                p[7] = r[38] == 6
                                ptx.bra(L[18], when=p[7])
                                ptx.bra.uni(L[14])
                            with L[18]:
                                f[87] = ptx.rsqrt.approx.f32(f[87])
                                ptx.bra.uni(L[45])
                            with L[27]:
                                f[87] = ptx.fma.rn.f32(f[87], f[87], 1.0)
                                ptx.bra.uni(L[45])
                            with L[25]:
                                f[36] = f[87] * 1.442695
                                f[87] = ptx.ex2.approx.f32(f[36])
                            with L[26]:
                                f[37] = ptx.ld.global_.f32([param_1_global])
                                f[87] = f[87] - f[37]
                                ptx.bra.uni(L[45])
                            with L[23]:
                                f[35] = ptx.abs.f32(f[87])
                                f[87] = f[35] * 3.0
                                ptx.bra.uni(L[45])
                        f[59] = f[87] * 0.63661975
                        r[109] = ptx.cvt.rni.s32.f32(f[59])
                        f[60] = ptx.cvt.rn.f32.s32(r[109])
                        f[61] = -1.5707963
                        f[62] = ptx.fma.rn.f32(f[60], f[61], f[87])
                        f[63] = -7.5497894e-08
                        f[64] = ptx.fma.rn.f32(f[60], f[63], f[62])
                        f[65] = -5.390303e-15
                        f[84] = ptx.fma.rn.f32(f[60], f[65], f[64])
                        f[22] = ptx.abs.f32(f[87])
                        p[24] = ptx.setp.ltu.f32(f[22], 105615.0)
                        block.leave(when=p[24])
                        p[25] = f[22] == ptx.inf
                        block_2.leave(unless=p[25], over=True)
                        f[68] = 0.0
                        f[84] = ptx.mul.rn.f32(f[87], f[68])
                        r[109] = 0
                        block.leave()
                    ptx.st.global_.f32([param_1_global, 4], f[87])
                    ptx.bra.uni(L[45])
                    with L[14]:
                        f[87] = -f[87]
                        ptx.bra.uni(L[45])
                r[2] = f[87].b32
                r[41] = r[2] >> 23
                r[42] = r[41] & 255
                r[3] = r[42] - 128
                r[43] = r[2] << 8
                r[4] = r[43] | -0x80000000
                r[5] = r[3] >> 5
                rd[45] = 0
                r[102] = 0
                rd[44] = ptx.mov.u64(_cudart_i2opi_f)
                rd[43] = rd[1]
                with ptx.loop() as loop:
                    ptx.pragma("nounroll")
                    r[44] = ptx.ld.global_.nc.u32([rd[44]])
                    rd[25] = ptx.mad.wide.u32(r[44], r[4], rd[45])
                    rd[45] = rd[25] >> 32
                    ptx.st.local.u32([rd[43]], rd[25])
                    rd[44] = rd[44] + 4
                    rd[43] = rd[43] + 4
                    r[102] = r[102] + 1
                    p[16] = r[102] != 6
                    loop.again(when=p[16])
                ptx.st.local.u32([rd[4]], rd[45])
                r[45] = 4
                r[8] = r[45] - r[5]
                r[46] = 6
                r[47] = r[46] - r[5]
                rd[26] = ptx.mul.wide.s32(r[47], 4)
                rd[27] = rd[1] + rd[26]
                r[103] = ptx.ld.local.u32([rd[27]])
                r[104] = ptx.ld.local.u32([rd[27], -4])
                r[11] = r[3] & 31
                p[17] = r[11] == 0
                with ptx.unless(p[17]):
                    r[48] = 32
                    r[49] = r[48] - r[11]
                    r[50] = r[104] >> r[49]
                    r[51] = r[103] << r[11]
                    r[103] = r[50] + r[51]
                    rd[28] = ptx.mul.wide.s32(r[8], 4)
                    rd[29] = rd[1] + rd[28]
                    r[52] = ptx.ld.local.u32([rd[29]])
                    r[53] = r[52] >> r[49]
                    r[54] = r[104] << r[11]
                    r[104] = r[53] + r[54]
                r[55] = r[2] & -0x80000000
                r[56] = r[104] >> 30
                r[57] = r[103] << 2
                r[58] = r[56] | r[57]
                r[59] = r[58] >> 31
                r[60] = r[103] >> 30
                r[61] = r[59] + r[60]
                r[62] = -r[61]
                p[18] = r[55] == 0
                r[105] = ptx.selp.b32(r[61], r[62], p[18])
                p[19] = r[59] != 0
                r[63] = r[55] ^ -0x80000000
                r[64] = ptx.selp.b32(r[63], r[55], p[19])
                r[65] = ptx.selp.b32(-1, 0, p[19])
                r[66] = r[58] ^ r[65]
                r[67] = r[104] << 2
                r[68] = r[67] ^ r[65]
                rd[30] = ptx.cvt.u64.u32(r[66])
                rd[31] = ptx.cvt.u64.u32(r[68])
                rd[32] = ptx.bfi.b64(rd[30], rd[31], 32, 32)
                fd[1] = ptx.cvt.rn.f64.s64(rd[32])
                fd[2] = fd[1] * 8.515303950216387e-20
                f[45] = ptx.cvt.rn.f32.f64(fd[2])
                p[20] = r[64] == 0
                f[46] = -f[45]
                f[81] = ptx.selp.f32(f[45], f[46], p[20])
            r[18] = r[105] + 1
            r[19] = r[18] & 1
            p[21] = r[19] == 0
            f[14] = ptx.selp.f32(f[81], 1.0, p[21])
            f[15] = ptx.mul.rn.f32(f[81], f[81])
            f[82] = -0.00019574659
            with ptx.unless(p[21]):
                f[49] = -0.001388786
                f[50] = 2.427958e-05
                f[82] = ptx.fma.rn.f32(f[50], f[15], f[49])
            f[51] = ptx.selp.f32(0.008332703, 0.041666728, p[21])
            f[52] = ptx.fma.rn.f32(f[82], f[15], f[51])
            f[53] = ptx.selp.f32(-0.16666663, -0.49999997, p[21])
            f[54] = ptx.fma.rn.f32(f[52], f[15], f[53])
            f[55] = 0.0
            f[56] = ptx.fma.rn.f32(f[15], f[14], f[55])
            f[87] = ptx.fma.rn.f32(f[54], f[56], f[14])
            r[70] = r[18] & 2
            p[23] = r[70] == 0
            ptx.bra(L[45], when=p[23])
            f[58] = -1.0
            f[87] = ptx.fma.rn.f32(f[87], f[58], f[55])
            ptx.bra.uni(L[45])
        r[21] = f[87].b32
        r[72] = r[21] >> 23
        r[73] = r[72] & 255
        r[22] = r[73] - 128
        r[74] = r[21] << 8
        r[23] = r[74] | -0x80000000
        r[24] = r[22] >> 5
        rd[48] = 0
        r[106] = 0
        rd[47] = ptx.mov.u64(_cudart_i2opi_f)
        rd[46] = rd[1]
        with ptx.loop() as loop_2:
            ptx.pragma("nounroll")
            r[75] = ptx.ld.global_.nc.u32([rd[47]])
            rd[35] = ptx.mad.wide.u32(r[75], r[23], rd[48])
            rd[48] = rd[35] >> 32
            ptx.st.local.u32([rd[46]], rd[35])
            rd[47] = rd[47] + 4
            rd[46] = rd[46] + 4
            r[106] = r[106] + 1
            p[26] = r[106] != 6
            loop_2.again(when=p[26])
        ptx.st.local.u32([rd[4]], rd[48])
        r[76] = 4
        r[27] = r[76] - r[24]
        r[77] = 6
        r[78] = r[77] - r[24]
        rd[36] = ptx.mul.wide.s32(r[78], 4)
        rd[37] = rd[1] + rd[36]
        r[107] = ptx.ld.local.u32([rd[37]])
        r[108] = ptx.ld.local.u32([rd[37], -4])
        r[30] = r[22] & 31
        p[27] = r[30] == 0
        with ptx.unless(p[27]):
            r[79] = 32
            r[80] = r[79] - r[30]
            r[81] = r[108] >> r[80]
            r[82] = r[107] << r[30]
            r[107] = r[81] + r[82]
            rd[38] = ptx.mul.wide.s32(r[27], 4)
            rd[39] = rd[1] + rd[38]
            r[83] = ptx.ld.local.u32([rd[39]])
            r[84] = r[83] >> r[80]
            r[85] = r[108] << r[30]
            r[108] = r[84] + r[85]
        r[86] = r[21] & -0x80000000
        r[87] = r[108] >> 30
        r[88] = r[107] << 2
        r[89] = r[87] | r[88]
        r[90] = r[89] >> 31
        r[91] = r[107] >> 30
        r[92] = r[90] + r[91]
        r[93] = -r[92]
        p[28] = r[86] == 0
        r[109] = ptx.selp.b32(r[92], r[93], p[28])
        p[29] = r[90] != 0
        r[94] = r[86] ^ -0x80000000
        r[95] = ptx.selp.b32(r[94], r[86], p[29])
        r[96] = ptx.selp.b32(-1, 0, p[29])
        r[97] = r[89] ^ r[96]
        r[98] = r[108] << 2
        r[99] = r[98] ^ r[96]
        rd[40] = ptx.cvt.u64.u32(r[97])
        rd[41] = ptx.cvt.u64.u32(r[99])
        rd[42] = ptx.bfi.b64(rd[40], rd[41], 32, 32)
        fd[3] = ptx.cvt.rn.f64.s64(rd[42])
        fd[4] = fd[3] * 8.515303950216387e-20
        f[66] = ptx.cvt.rn.f32.f64(fd[4])
        p[30] = r[95] == 0
        f[67] = -f[66]
        f[84] = ptx.selp.f32(f[66], f[67], p[30])
    r[37] = r[109] & 1
    p[31] = r[37] == 0
    f[26] = ptx.selp.f32(f[84], 1.0, p[31])
    f[27] = ptx.mul.rn.f32(f[84], f[84])
    f[85] = -0.00019574659
    with ptx.unless(p[31]):
        f[70] = -0.001388786
        f[71] = 2.427958e-05
        f[85] = ptx.fma.rn.f32(f[71], f[27], f[70])
    f[72] = ptx.selp.f32(0.008332703, 0.041666728, p[31])
    f[73] = ptx.fma.rn.f32(f[85], f[27], f[72])
    f[74] = ptx.selp.f32(-0.16666663, -0.49999997, p[31])
    f[75] = ptx.fma.rn.f32(f[73], f[27], f[74])
    f[76] = 0.0
    f[77] = ptx.fma.rn.f32(f[27], f[26], f[76])
    f[87] = ptx.fma.rn.f32(f[75], f[77], f[26])
    r[101] = r[109] & 2
    p[33] = r[101] == 0
    ptx.bra(L[45], when=p[33])
    f[79] = -1.0
    f[87] = ptx.fma.rn.f32(f[87], f[79], f[76])
    with L[45]:
        ptx.st.global_.f32([param_1_ptr], f[87])
    with L[46]:
        ptx.ret()


@kernel(symbol="_Z6sparsePKxPi")
def sparse(param_0: u64, param_1: u64):
    """sparse(long long const*, int*)"""
    p, r, rd = reg.bulk(p=6, r=7, rd=8)
    param_0 = rd[3] = ptx.ld.param.u64([param_0])
    param_1 = rd[4] = ptx.ld.param.u64([param_1])
    param_1_global = rd[1] = ptx.cvta.to.global_.u64(param_1)
    tid = r[1] = ptx.special.tid.x()
    param_0_global = rd[5] = ptx.cvta.to.global_.u64(param_0)
    rd[6] = ptx.mul.wide.u32(tid, 8)
    param_0_ptr = rd[7] = param_0_global + rd[6]
    rd[2] = ptx.ld.global_.u64([param_0_ptr])
    p[1] = rd[2] > 999
    with ptx.block(end=9) as block:
        with ptx.block(end=7) as block_2:
            with ptx.block(end=8) as block_3:
                with ptx.unless(p[1]):
                    p[4] = rd[2] == -70000000000
                    block_3.leave(when=p[4])
                    p[5] = rd[2] == 1
                    block.leave(unless=p[5], over=True)
                    r[5] = 17
                    ptx.st.global_.u32([param_1_global], r[5])
                    block.leave()
                p[2] = rd[2] == 1000
                block_2.leave(when=p[2])
                p[3] = rd[2] != 1000000
                block.leave(when=p[3])
                r[2] = ptx.ld.global_.u32([param_1_global, 8])
                r[3] = r[2] + 4
                ptx.st.global_.u32([param_1_global, 8], r[3])
                block.leave()
            r[6] = 8
            ptx.st.global_.u32([param_1_global, 12], r[6])
            block.leave()
        r[4] = 5
        ptx.st.global_.u32([param_1_global, 4], r[4])
    ptx.ret()


@kernel(symbol="_Z5loopsPKiS0_Pii")
def loops(param_0: u64, param_1: u64, param_2: u64, param_3: u32):
    """loops(int const*, int const*, int*, int)"""
    p, r, rd = reg.bulk(p=10, r=24, rd=15)
    param_0 = rd[5] = ptx.ld.param.u64([param_0])
    param_1 = rd[6] = ptx.ld.param.u64([param_1])
    param_2 = rd[7] = ptx.ld.param.u64([param_2])
    param_3 = r[12] = ptx.ld.param.u32([param_3])
    param_1_global = rd[1] = ptx.cvta.to.global_.u64(param_1)
    param_2_global = rd[2] = ptx.cvta.to.global_.u64(param_2)
    p[1] = param_3 < 1
    with ptx.block(end=11) as block:
        with ptx.block(end=12) as block_2:
            with ptx.unless(p[1]):
                tid = r[1] = ptx.special.tid.x()
                param_0_global = rd[3] = ptx.cvta.to.global_.u64(param_0)
                r[19] = 0
                r[23] = r[19]
                with ptx.loop() as loop:
                    rd[8] = ptx.mul.wide.s32(r[19], 4)
                    param_0_ptr = rd[4] = param_0_global + rd[8]
                    r[21] = ptx.ld.global_.u32([param_0_ptr])
                    p[2] = r[21] < 0
                    with ptx.unless(p[2]) as block_3:
                        with ptx.block() as block_4, ptx.loop() as loop_2:
                            rd[9] = ptx.mul.wide.s32(r[21], 4)
                            param_1_ptr = rd[10] = param_1_global + rd[9]
                            r[6] = ptx.ld.global_.u32([param_1_ptr])
                            p[3] = r[6] == tid
                            block_2.leave(when=p[3])
                            p[4] = r[6] > 1000
                            block_4.leave(when=p[4])
                            r[15] = r[6] & 3
                            r[21] = r[15] + r[21]
                            r[16] = ptx.ld.global_.u32([param_0_ptr, 4])
                            p[5] = r[21] < r[16]
                            loop_2.again(when=p[5])
                        p[6] = r[23] >= r[19]
                        block_3.leave(when=p[6])
                        with ptx.loop() as loop_3:
                            rd[11] = ptx.mul.wide.s32(r[23], 4)
                            param_1_ptr_2 = rd[12] = param_1_global + rd[11]
                            r[17] = ptx.ld.global_.u32([param_1_ptr_2])
                            p[7] = r[17] == r[19]
                            block_3.leave(when=p[7])
                            r[23] = r[23] + 1
                            p[8] = r[23] < r[19]
                            loop_3.again(when=p[8])
                    r[19] = r[19] + 1
                    p[9] = r[19] < param_3
                    loop.again(when=p[9])
            r[18] = -1
            ptx.st.global_.u32([param_2_global], r[18])
            block.leave()
        rd[13] = ptx.mul.wide.u32(tid, 4)
        param_2_ptr = rd[14] = param_2_global + rd[13]
        ptx.st.global_.u32([param_2_ptr], r[23])
    ptx.ret()


@kernel(symbol="_Z15virtual_machinePKhPi")
def virtual_machine(param_0: u64, param_1: u64):
    """virtual_machine(unsigned char const*, int*)"""
    p, rs, r, rd = reg.bulk(p=12, rs=2, r=12, rd=12)
    param_0 = rd[6] = ptx.ld.param.u64([param_0])
    param_1 = rd[7] = ptx.ld.param.u64([param_1])
    rd[11] = ptx.cvta.to.global_.u64(param_0)
    tid = r[9] = ptx.special.tid.x()
    param_1_global = rd[8] = ptx.cvta.to.global_.u64(param_1)
    rd[9] = ptx.mul.wide.u32(tid, 4)
    param_1_ptr = rd[2] = param_1_global + rd[9]
    r[11] = ptx.ld.global_.u32([param_1_ptr])
    ptx.bra.uni(L[1])
    with ptx.block(end=5) as block, ptx.loop() as loop:
        r[11] = r[11] << 2
        rd[11] = rd[4]
        with ptx.loop(1) as loop_2:
            rd[4] = rd[11] + 1
            rs[1] = ptx.ld.global_.u8([rd[11]])
            p[1] = rs[1] > 3
            with ptx.block(end=19) as block_2:
                with ptx.block(end=16) as block_3:
                    with ptx.block() as block_4:
                        with ptx.block(end=17) as block_5:
                            with ptx.block(end=3) as block_6:
                                with ptx.block() as block_7:
                                    with ptx.if_(p[1], over=True):
                                        p[2] = rs[1] > 5
                                        block_7.leave(when=p[2])
                                        p[5] = rs[1] == 4
                                        block_5.leave(when=p[5])
                                        p[6] = rs[1] == 5
                                        rd[11] = rd[4]
                                        loop_2.again(unless=p[6], over=True)
                                        r[10] = r[11] & 7
                                        rd[10] = ptx.cvt.u64.u32(r[10])
                                        rd[11] = rd[4] + rd[10]
                                        loop_2.again()
                                    p[7] = rs[1] > 1
                                    block_6.leave(unless=p[7], over=6)
                                    p[8] = rs[1] == 2
                                    block_4.leave(when=p[8])
                                    p[9] = rs[1] == 3
                                    rd[11] = rd[4]
                                    loop_2.again(unless=p[9], over=True)
                                    r[11] = r[11] ^ 85
                                    rd[11] = rd[4]
                                    loop_2.again()
                                p[3] = rs[1] == 6
                                block_3.leave(when=p[3])
                                p[4] = rs[1] != 7
                                rd[11] = rd[4]
                                loop_2.again(when=p[4])
                                loop.again()
                            p[10] = rs[1] == 1
                            block_2.leave(when=p[10])
                            p[11] = rs[1] == 0
                            rd[11] = rd[4]
                            block.leave(when=p[11])
                            loop_2.again()
                        r[11] = ptx.abs.s32(r[11])
                        rd[11] = rd[4]
                        loop_2.again()
                    r[11] = r[11] * 3
                    rd[11] = rd[4]
                    loop_2.again()
                r[11] = ptx.clz.b32(r[11])
                rd[11] = rd[4]
                loop_2.again()
            r[11] = r[11] + 1
            rd[11] = rd[4]
            loop_2.again()
    ptx.st.global_.u32([param_1_ptr], r[11])
    ptx.ret()
