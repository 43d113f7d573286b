from typing import Annotated

from ptxpy import b32, kernel, module, pred, ptx, reg, u32, u64, var

module("nvcc-13.0-blackwell", version="9.0", target="sm_100a")

ptr_align1 = Annotated[u64, u64.ptr(align=1)]


def tcgen05_alloc(dst, n_cols):
    with ptx.asm():
        ptx.tcgen05.alloc.cta_group__1.sync.aligned.shared__cta.b32([dst], n_cols)


def tcgen05_relinquish_alloc_permit():
    with ptx.asm():
        ptx.tcgen05.relinquish_alloc_permit.cta_group__1.sync.aligned()


def mbarrier_init(mbar):
    with ptx.asm():
        ptx.mbarrier.init.shared__cta.b64([mbar], 1)


def tcgen05_fence_after_thread_sync():
    with ptx.asm():
        ptx.tcgen05.fence__after_thread_sync()


def elect_sync(dst, membermask):
    with ptx.asm(newline=True), ptx.scope(closing="\n"):
        rx = reg.scalar(b32, "%rx", before="\n")
        px = reg.scalar(pred, "%px", before="\n")
        ptx.inst.elect.sync(ptx.pair(rx, px), membermask, before="\n     ")
        ptx.inst.mov.s32(dst, 1, when=px, before="\n")


def tcgen05_mma(d_tmem, a_desc, b_desc, idesc, enable_input_d):
    with ptx.asm(newline=True), ptx.scope(closing=" \n\t"):
        p = reg.scalar(pred, "p")
        ptx.inst.setp.ne.b32(p, enable_input_d, 0)
        ptx.tcgen05.mma.cta_group__1.kind__f16([d_tmem], a_desc, b_desc, idesc, p)


def tcgen05_commit(mbar):
    with ptx.asm():
        ptx.tcgen05.commit.cta_group__1.mbarrier__arrive__one.shared__cluster.b64(
            [mbar]
        )


def mbarrier_wait(mbar):
    with ptx.asm(newline=True), ptx.scope(closing="\n"):
        done = reg.scalar(pred, "done", before="\n")
        with ptx.loop("again") as loop:
            ptx.inst.mbarrier.try_wait.parity.shared__cta.b64(
                done, [mbar], 0, ptx.hex(0x989680), before=" "
            )
            loop.again(unless=done, before="\n")


def tcgen05_ld(r, taddr):
    with ptx.asm():
        ptx.inst.tcgen05.ld.sync.aligned._32x32b.x8.b32(r, [taddr])


def tcgen05_wait():
    with ptx.asm():
        ptx.tcgen05.wait__ld.sync.aligned()


def tcgen05_fence_before_thread_sync():
    with ptx.asm():
        ptx.tcgen05.fence__before_thread_sync()


def tcgen05_dealloc(taddr, n_cols):
    with ptx.asm():
        ptx.tcgen05.dealloc.cta_group__1.sync.aligned.b32(taddr, n_cols)


def fma_rn(dst):
    with ptx.asm():
        ptx.inst.fma.rn.f32x2(dst, dst, dst, dst)


def add_rn_ftz(dst):
    with ptx.asm():
        ptx.inst.add.rn.ftz.f32x2(dst, dst, dst)


ptx.comment(".globl\t_Z8multiplyyyPfi", space="\n\n\t")
ptx.comment("_ZZ8multiplyyyPfiE13tensor_memory has been demoted")
ptx.comment("_ZZ8multiplyyyPfiE4done has been demoted")


@kernel(symbol="_Z8multiplyyyPfi", maxntid=128, before="\n\n")
def multiply(param_0: u64, param_1: u64, param_2: ptr_align1, param_3: u32):
    """multiply(unsigned long long, unsigned long long, float*, int)"""
    p, r, rd = reg.bulk(p=12, r=90, rd=33)
    tensor_memory = var("shared", u32, "_ZZ8multiplyyyPfiE13tensor_memory", align=4)
    done = var("shared", u64, "_ZZ8multiplyyyPfiE4done", align=8)
    param_0 = rd[13] = ptx.ld.param.u64([param_0])
    param_1 = rd[14] = ptx.ld.param.u64([param_1])
    param_2 = rd[15] = ptx.ld.param.u64([param_2])
    param_3 = r[17] = ptx.ld.param.u32([param_3])
    tid = r[1] = ptx.special.tid.x()
    p[1] = tid.u32 > 31
    with ptx.unless(p[1]) as block:
        r[18] = ptx.mov.u32(tensor_memory)
        r[19] = 256
        tcgen05_alloc(r[18], r[19])
        tcgen05_relinquish_alloc_permit()
        p[2] = tid.s32 != 0
        block.leave(when=p[2])
        r[20] = ptx.mov.u32(done)
        mbarrier_init(r[20])
    p[3] = tid.u32 > 31
    ptx.bar.sync(0)
    tcgen05_fence_after_thread_sync()
    r[2] = ptx.ld.shared.u32([tensor_memory])
    with ptx.unless(p[3]) as block_2:
        r[22] = -1
        r[21] = 0
        elect_sync(r[21], r[22])
        p[4] = r[21].s32 == 0
        block_2.leave(when=p[4])
        p[5] = param_3 < 1
        with ptx.unless(p[5]) as block_3:
            r[3] = param_3 & 3
            p[6] = param_3.u32 < 4
            r[88] = 0
            with ptx.unless(p[6]):
                r[88] = param_3 & 0x7FFFFFFC
                rd[30] = param_1 + 4
                r[85] = 0
                rd[29] = param_0.u64
                with ptx.loop() as loop:
                    rd[17] = rd[30] - 4
                    r[36] = 138413200
                    tcgen05_mma(r[2], rd[29], rd[17], r[36], r[85])
                    rd[18] = rd[29] + 2
                    rd[19] = rd[30] - 2
                    r[31] = r[85] + 1
                    tcgen05_mma(r[2], rd[18], rd[19], r[36], r[31])
                    rd[20] = rd[29] + 4
                    r[34] = r[85] + 2
                    tcgen05_mma(r[2], rd[20], rd[30], r[36], r[34])
                    rd[22] = rd[29] + 6
                    rd[23] = rd[30] + 2
                    r[37] = r[85] + 3
                    tcgen05_mma(r[2], rd[22], rd[23], r[36], r[37])
                    rd[30] = rd[30] + 8
                    rd[29] = rd[29] + 8
                    r[85] = r[85] + 4
                    p[7] = r[85].s32 != r[88]
                    loop.again(when=p[7])
            p[8] = r[3].s32 == 0
            block_3.leave(when=p[8])
            rd[24] = ptx.mul.wide.u32(r[88], 2)
            rd[32] = param_1 + rd[24]
            rd[31] = param_0 + rd[24]
            r[87] = -r[3]
            with ptx.loop() as loop_2:
                ptx.pragma("nounroll")
                r[39] = 138413200
                tcgen05_mma(r[2], rd[31], rd[32], r[39], r[88])
                r[88] = r[88] + 1
                rd[32] = rd[32] + 2
                rd[31] = rd[31] + 2
                r[87] = r[87] + 1
                p[9] = r[87].s32 != 0
                loop_2.again(when=p[9])
        r[41] = ptx.mov.u32(done)
        tcgen05_commit(r[41])
    r[42] = ptx.mov.u32(done)
    mbarrier_wait(r[42])
    r[44] = tid << 16
    r[45] = r[44] & 0x600000
    r[13] = r[2] + r[45]
    r[14] = tid << 8
    param_2_global = rd[12] = ptx.cvta.to.global_.u64(param_2)
    r[89] = 0
    with ptx.loop() as loop_3:
        r[54] = r[13] + r[89]
        tcgen05_ld(r[46:54], r[54])
        tcgen05_wait()
        r[82] = r[89] + r[14]
        rd[27] = ptx.mul.wide.u32(r[82], 4)
        param_2_ptr = rd[28] = param_2_global + rd[27]
        ptx.st.global_.u32([param_2_ptr], r[46])
        for i in range(3):
            ptx.st.global_.u32([param_2_ptr, 32 * i + 4], r[9 * i + 47])
            ptx.st.global_.u32([param_2_ptr, 32 * i + 8], r[9 * i + 48])
            ptx.st.global_.u32([param_2_ptr, 32 * i + 12], r[9 * i + 49])
            ptx.st.global_.u32([param_2_ptr, 32 * i + 16], r[9 * i + 50])
            ptx.st.global_.u32([param_2_ptr, 32 * i + 20], r[9 * i + 51])
            ptx.st.global_.u32([param_2_ptr, 32 * i + 24], r[9 * i + 52])
            ptx.st.global_.u32([param_2_ptr, 32 * i + 28], r[9 * i + 53])
            r[9 * i + 63] = r[54] + (8 * i + 8)
            tcgen05_ld(r[9 * i + 55 : 9 * i + 63], r[9 * i + 63])
            tcgen05_wait()
            ptx.st.global_.u32([param_2_ptr, 32 * i + 32], r[9 * i + 55])
        for i in range(7):
            ptx.st.global_.u32([param_2_ptr, 4 * i + 100], r[i + 74])
        r[16] = r[89] + 32
        p[10] = r[89].u32 < 224
        r[89] = r[16].u32
        loop_3.again(when=p[10])
    p[11] = tid.u32 > 31
    tcgen05_fence_before_thread_sync()
    ptx.bar.sync(0)
    with ptx.unless(p[11]):
        r[84] = 256
        tcgen05_dealloc(r[2], r[84])
    ptx.ret()


@kernel(symbol="_Z6packedPK6float2PS_")
def packed(param_0: ptr_align1, param_1: ptr_align1):
    """packed(float2 const*, float2*)"""
    r, rd = reg.bulk(r=2, rd=12)
    param_0 = rd[5] = ptx.ld.param.u64([param_0])
    param_1 = rd[6] = ptx.ld.param.u64([param_1])
    param_1_global = rd[7] = ptx.cvta.to.global_.u64(param_1)
    param_0_global = rd[8] = ptx.cvta.to.global_.u64(param_0)
    tid = r[1] = ptx.special.tid.x()
    rd[9] = ptx.mul.wide.u32(tid, 8)
    param_0_ptr = rd[10] = param_0_global + rd[9]
    rd[3] = ptx.ld.global_.u64([param_0_ptr])
    fma_rn(rd[3])
    add_rn_ftz(rd[3])
    param_1_ptr = rd[11] = param_1_global + rd[9]
    ptx.st.global_.u64([param_1_ptr], rd[3])
    ptx.ret()
