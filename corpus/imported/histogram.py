from ptxpy import b8, kernel, module, ptx, reg, u64, var

module("nvcc-13.0", version="9.0", target="sm_90a")


def nanosleep(t):
    with ptx.asm():
        ptx.nanosleep.u32(t)


ptx.comment(".globl\t_Z9histogramPKhPjx", space="\n\n\t")
ptx.comment("_ZZ9histogramPKhPjxE5local has been demoted")


@kernel(symbol="_Z9histogramPKhPjx", before="\n\n")
def histogram(param_0: u64, param_1: u64, param_2: u64):
    """histogram(unsigned char const*, unsigned int*, long long)"""
    p, rs, r, rd = reg.bulk(p=8, rs=2, r=25, rd=18)
    local = var("shared", b8[1024], "_ZZ9histogramPKhPjxE5local", align=4)
    param_0 = rd[8] = ptx.ld.param.u64([param_0])
    param_1 = rd[9] = ptx.ld.param.u64([param_1])
    param_2 = rd[10] = ptx.ld.param.u64([param_2])
    r[24] = ptx.special.tid.x()
    p[1] = r[24] < 256
    with ptx.if_(p[1], over=True):
        ntid = r[2] = ptx.special.ntid.x()
        r[10] = ptx.mov.u32(local)
        r[23] = r[24]
        with ptx.loop() as loop:
            r[9] = r[23] << 2
            r[11] = r[10] + r[9]
            r[12] = 0
            ptx.st.shared.u32([r[11]], r[12])
            r[23] = r[23] + ntid
            p[2] = r[23] < 256
            loop.again(when=p[2])
    ntid_2 = r[5] = ptx.special.ntid.x()
    ptx.bar.sync(0)
    rd[1] = ptx.cvt.u64.u32(ntid_2)
    ctaid = r[13] = ptx.special.ctaid.x()
    rd[11] = ptx.mul.wide.u32(ctaid, ntid_2)
    rd[12] = ptx.cvt.u64.u32(r[24])
    rd[17] = rd[11] + rd[12]
    p[3] = rd[17] >= param_2
    with ptx.unless(p[3]):
        param_0_global = rd[3] = ptx.cvta.to.global_.u64(param_0)
        nctaid = r[14] = ptx.special.nctaid.x()
        rd[13] = ptx.cvt.u64.u32(nctaid)
        rd[4] = rd[13] * rd[1]
        r[16] = ptx.mov.u32(local)
        with ptx.loop() as loop_2:
            param_0_ptr = rd[14] = param_0_global + rd[17]
            rs[1] = ptx.ld.global_.u8([param_0_ptr])
            r[15] = ptx.mul.wide.u16(rs[1], 4)
            r[17] = r[16] + r[15]
            r[18] = ptx.atom.shared.add.u32([r[17]], 1)
            rd[17] = rd[17] + rd[4]
            p[4] = rd[17] < param_2
            loop_2.again(when=p[4])
    p[5] = r[24] > 255
    ptx.bar.sync(0)
    with ptx.unless(p[5]):
        param_1_global = rd[7] = ptx.cvta.to.global_.u64(param_1)
        r[20] = ptx.mov.u32(local)
        with ptx.loop() as loop_3:
            r[19] = r[24] << 2
            r[21] = r[20] + r[19]
            r[7] = ptx.ld.shared.u32([r[21]])
            p[6] = r[7] == 0
            with ptx.unless(p[6]):
                rd[15] = ptx.mul.wide.s32(r[24], 4)
                param_1_ptr = rd[16] = param_1_global + rd[15]
                r[22] = ptx.atom.global_.add.u32([param_1_ptr], r[7])
            r[24] = r[24] + ntid_2
            p[7] = r[24] < 256
            loop_3.again(when=p[7])
    ptx.ret()


@kernel(symbol="_Z7atomicsPiPjPyPfPd")
def atomics(param_0: u64, param_1: u64, param_2: u64, param_3: u64, param_4: u64):
    """atomics(int*, unsigned int*, unsigned long long*, float*, double*)"""
    f, r, fd, rd = reg.bulk(f=2, r=16, fd=2, rd=34)
    param_0 = rd[1] = ptx.ld.param.u64([param_0])
    param_1 = rd[2] = ptx.ld.param.u64([param_1])
    param_2 = rd[3] = ptx.ld.param.u64([param_2])
    param_3 = rd[4] = ptx.ld.param.u64([param_3])
    param_4 = rd[5] = ptx.ld.param.u64([param_4])
    param_4_global = rd[6] = ptx.cvta.to.global_.u64(param_4)
    param_3_global = rd[7] = ptx.cvta.to.global_.u64(param_3)
    param_2_global = rd[8] = ptx.cvta.to.global_.u64(param_2)
    param_1_global = rd[9] = ptx.cvta.to.global_.u64(param_1)
    param_0_global = rd[10] = ptx.cvta.to.global_.u64(param_0)
    tid = r[1] = ptx.special.tid.x()
    r[2] = -tid
    r[3] = ptx.atom.global_.add.u32([param_0_global], r[2])
    rd[11] = ptx.cvt.s64.s32(tid)
    rd[12] = ptx.mul.wide.s32(tid, 4)
    param_0_ptr = rd[13] = param_0_global + rd[12]
    rd[14] = 0
    ptx.st.global_.u32([param_0_ptr, 128], r[3])
    rd[15] = param_0_global + 4
    r[4] = ptx.atom.global_.min.s32([rd[15]], tid)
    ptx.st.global_.u32([param_0_ptr, 256], r[4])
    rd[16] = param_0_global + 8
    r[5] = ptx.atom.global_.max.s32([rd[16]], tid)
    ptx.st.global_.u32([param_0_ptr, 384], r[5])
    r[6] = ptx.atom.global_.and_.b32([param_1_global], 15)
    param_1_ptr = rd[17] = param_1_global + rd[12]
    ptx.st.global_.u32([param_1_ptr, 128], r[6])
    rd[18] = param_1_global + 4
    r[7] = 1
    r[8] = r[7] << tid
    r[9] = ptx.atom.global_.or_.b32([rd[18]], r[8])
    ptx.st.global_.u32([param_1_ptr, 256], r[9])
    rd[19] = param_1_global + 8
    r[10] = ptx.atom.global_.xor.b32([rd[19]], tid)
    ptx.st.global_.u32([param_1_ptr, 384], r[10])
    rd[20] = param_1_global + 12
    r[11] = ptx.atom.global_.inc.u32([rd[20]], 31)
    ptx.st.global_.u32([param_1_ptr, 512], r[11])
    rd[21] = param_1_global + 16
    r[12] = ptx.atom.global_.dec.u32([rd[21]], 31)
    ptx.st.global_.u32([param_1_ptr, 640], r[12])
    rd[22] = param_1_global + 20
    r[13] = ptx.atom.global_.exch.b32([rd[22]], tid)
    ptx.st.global_.u32([param_1_ptr, 768], r[13])
    rd[23] = ptx.atom.global_.add.u64([param_2_global], rd[11])
    rd[24] = ptx.mul.wide.s32(tid, 8)
    param_2_ptr = rd[25] = param_2_global + rd[24]
    ptx.st.global_.u64([param_2_ptr, 256], rd[23])
    rd[26] = param_2_global + 8
    rd[27] = ptx.atom.global_.cas.b64([rd[26]], rd[14], rd[11])
    ptx.st.global_.u64([param_2_ptr, 512], rd[27])
    rd[28] = param_2_global + 16
    rd[29] = ptx.atom.global_.max.u64([rd[28]], rd[11])
    ptx.st.global_.u64([param_2_ptr, 768], rd[29])
    f[1] = ptx.atom.global_.add.f32([param_3_global], 1.5)
    param_3_ptr = rd[30] = param_3_global + rd[12]
    ptx.st.global_.f32([param_3_ptr, 128], f[1])
    fd[1] = ptx.atom.global_.add.f64([param_4_global], 1.5)
    param_4_ptr = rd[31] = param_4_global + rd[24]
    ptx.st.global_.f64([param_4_ptr, 256], fd[1])
    rd[32] = param_0_global + 12
    r[14] = ptx.atom.global_.cta.add.u32([rd[32]], 1)
    rd[33] = param_0_global + 16
    r[15] = ptx.atom.global_.sys.add.u32([rd[33]], 1)
    ptx.ret()


@kernel(symbol="_Z7largestPKfPf")
def largest(param_0: u64, param_1: u64):
    """largest(float const*, float*)"""
    p, f, r, rd = reg.bulk(p=3, f=3, r=8, rd=7)
    param_0 = rd[2] = ptx.ld.param.u64([param_0])
    param_1 = rd[3] = ptx.ld.param.u64([param_1])
    param_1_global = rd[1] = ptx.cvta.to.global_.u64(param_1)
    tid = r[5] = ptx.special.tid.x()
    param_0_global = rd[4] = ptx.cvta.to.global_.u64(param_0)
    rd[5] = ptx.mul.wide.u32(tid, 4)
    param_0_ptr = rd[6] = param_0_global + rd[5]
    r[7] = ptx.ld.global_.u32([param_1_global])
    f[1] = ptx.ld.global_.f32([param_0_ptr])
    r[2] = f[1].b32
    with ptx.block() as block, ptx.loop() as loop:
        f[2] = r[7].b32
        p[1] = ptx.setp.leu.f32(f[1], f[2])
        block.leave(when=p[1])
        r[4] = ptx.atom.global_.cas.b32([param_1_global], r[7], r[2])
        p[2] = r[4] != r[7]
        r[7] = r[4]
        loop.again(when=p[2])
    r[6] = 100
    nanosleep(r[6])
    ptx.membar.sys()
    ptx.ret()
