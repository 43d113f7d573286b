# mypy: disable-error-code="no-untyped-def, no-untyped-call", allow-redefinition
from ptxpy import b8, b32, b64, kernel, module, ptx, reg, u32, u64, var

module("nvcc-13.0", version="9.0", target="sm_90a", dialect=2)


def nanosleep(t):
    with ptx.asm():
        ptx.nanosleep.u32(t)


ptx.comment(".globl\t_Z9histogramPKhPjx", space="\n\n\t")
ptx.comment("_ZZ9histogramPKhPjxE5local has been demoted")


@kernel(symbol="_Z9histogramPKhPjx")
def histogram(param_0: u64, param_1: u64, param_2: u64):
    """histogram(unsigned char const*, unsigned int*, long long)"""
    reg.bulk(p=8, rs=2, r=25, rd=18)
    local = var("shared", b8[1024], "_ZZ9histogramPKhPjxE5local", align=4)
    param_0_generic = ptx.ld.param.u64([param_0])  #: rd8
    param_1_generic = ptx.ld.param.u64([param_1])  #: rd9
    bound = ptx.ld.param.u64([param_2])  #: rd10
    i = reg.from_(ptx.special.tid.x(), b32)  #: r24
    with ptx.if_(i < 256, over=True):  #: p1
        ntid = ptx.special.ntid.x()  #: r2
        local_addr = ptx.mov.u32(local)  #: r10
        j = reg.from_(u32(i), b32)  #: r23
        with ptx.loop() as loop:
            ptx.st.shared.u32([local_addr + (j << 2)], u32(0))  #: r9 r11 r12
            j += ntid
            loop.again(when=j < 256)  #: p2
    ntid = ptx.special.ntid.x()  #: r5
    ptx.bar.sync(0)
    ntid_wide = ptx.cvt.u64.u32(ntid)  #: rd1
    ctaid = ptx.special.ctaid.x()  #: r13
    block_start = ptx.mul.wide.u32(ctaid, ntid)  #: rd11
    j = reg.from_(block_start + ptx.cvt.u64.u32(i), b64)  #: rd12 rd17
    with ptx.if_(j < bound):  #: p3
        param_0_global = ptx.cvta.to.global_.u64(param_0_generic)  #: rd3
        nctaid = ptx.special.nctaid.x()  #: r14
        nctaid_wide = ptx.cvt.u64.u32(nctaid)  #: rd13
        grid_stride = nctaid_wide * ntid_wide  #: rd4
        local_addr = ptx.mov.u32(local)  #: r16
        with ptx.loop() as loop_2:
            param_0_val = ptx.ld.global_.u8([param_0_global + j])  #: rd14 rs1
            local_ptr = local_addr + ptx.mul.wide.u16(param_0_val, 4)  #: r15 r17
            ptx.atom.shared.add.u32([local_ptr], 1)  #: r18
            j += grid_stride
            loop_2.again(when=j < bound)  #: p4
    i_above255 = i > 255  #: p5
    ptx.bar.sync(0)
    with ptx.unless(i_above255):
        param_1_global = ptx.cvta.to.global_.u64(param_1_generic)  #: rd7
        local_addr = ptx.mov.u32(local)  #: r20
        with ptx.loop() as loop_3:
            local_val = ptx.ld.shared.u32([local_addr + (i << 2)])  #: r19 r21 r7
            with ptx.if_(local_val != 0):  #: p6
                param_1_ptr = param_1_global + ptx.mul.wide.s32(i, 4)  #: rd15..16
                ptx.atom.global_.add.u32([param_1_ptr], local_val)  #: r22
            i += ntid
            loop_3.again(when=i < 256)  #: p7
    ptx.ret()


@kernel(symbol="_Z7atomicsPiPjPyPfPd")
def atomics(param_0: u64, param_1: u64, param_2: u64, param_3: u64, param_4: u64):
    """atomics(int*, unsigned int*, unsigned long long*, float*, double*)"""
    _, _, _, rd = reg.bulk(f=2, r=16, fd=2, rd=34)
    rd[1] = ptx.ld.param.u64([param_0])
    rd[2] = ptx.ld.param.u64([param_1])
    rd[3] = ptx.ld.param.u64([param_2])
    rd[4] = ptx.ld.param.u64([param_3])
    rd[5] = ptx.ld.param.u64([param_4])
    for i in range(5):
        rd[i + 6] = ptx.cvta.to.global_.u64(rd[5 - i])
    tid = ptx.special.tid.x()  #: r1
    old = ptx.atom.global_.add.u32([rd[10]], -tid)  #: r2 r3
    tid_wide = ptx.cvt.s64.s32(tid)  #: rd11
    offset = ptx.mul.wide.s32(tid, 4)  #: rd12
    param_0_ptr = rd[10] + offset  #: rd13
    zero = u64(0)  #: rd14
    ptx.st.global_.u32([param_0_ptr, 128], old)
    old = ptx.atom.global_.min.s32([rd[10] + 4], tid)  #: rd15 r4
    ptx.st.global_.u32([param_0_ptr, 256], old)
    old = ptx.atom.global_.max.s32([rd[10] + 8], tid)  #: rd16 r5
    ptx.st.global_.u32([param_0_ptr, 384], old)
    old = ptx.atom.global_.and_.b32([rd[9]], 15)  #: r6
    param_1_ptr = rd[9] + offset  #: rd17
    ptx.st.global_.u32([param_1_ptr, 128], old)
    global_ptr = rd[9] + 4  #: rd18
    old = ptx.atom.global_.or_.b32([global_ptr], u32(1) << tid)  #: r7..9
    ptx.st.global_.u32([param_1_ptr, 256], old)
    old = ptx.atom.global_.xor.b32([rd[9] + 8], tid)  #: rd19 r10
    ptx.st.global_.u32([param_1_ptr, 384], old)
    old = ptx.atom.global_.inc.u32([rd[9] + 12], 31)  #: rd20 r11
    ptx.st.global_.u32([param_1_ptr, 512], old)
    old = ptx.atom.global_.dec.u32([rd[9] + 16], 31)  #: rd21 r12
    ptx.st.global_.u32([param_1_ptr, 640], old)
    old = ptx.atom.global_.exch.b32([rd[9] + 20], tid)  #: rd22 r13
    ptx.st.global_.u32([param_1_ptr, 768], old)
    old = ptx.atom.global_.add.u64([rd[8]], tid_wide)  #: rd23
    offset_b = ptx.mul.wide.s32(tid, 8)  #: rd24
    param_2_ptr = rd[8] + offset_b  #: rd25
    ptx.st.global_.u64([param_2_ptr, 256], old)
    old = ptx.atom.global_.cas.b64([rd[8] + 8], zero, tid_wide)  #: rd26..27
    ptx.st.global_.u64([param_2_ptr, 512], old)
    old = ptx.atom.global_.max.u64([rd[8] + 16], tid_wide)  #: rd28..29
    ptx.st.global_.u64([param_2_ptr, 768], old)
    old = ptx.atom.global_.add.f32([rd[7]], 1.5)  #: f1
    param_3_ptr = rd[7] + offset  #: rd30
    ptx.st.global_.f32([param_3_ptr, 128], old)
    old = ptx.atom.global_.add.f64([rd[6]], 1.5)  #: fd1
    param_4_ptr = rd[6] + offset_b  #: rd31
    ptx.st.global_.f64([param_4_ptr, 256], old)
    param_0_ptr = rd[10] + 12  #: rd32
    ptx.atom.global_.cta.add.u32([param_0_ptr], 1)  #: r14
    param_0_ptr = rd[10] + 16  #: rd33
    ptx.atom.global_.sys.add.u32([param_0_ptr], 1)  #: r15
    ptx.ret()


@kernel(symbol="_Z7largestPKfPf")
def largest(param_0: u64, param_1: u64):
    """largest(float const*, float*)"""
    _, _, r, _ = reg.bulk(p=3, f=3, r=8, rd=7)
    param_0_generic = ptx.ld.param.u64([param_0])  #: rd2
    param_1_generic = ptx.ld.param.u64([param_1])  #: rd3
    param_1_global = ptx.cvta.to.global_.u64(param_1_generic)  #: rd1
    tid = ptx.special.tid.x()  #: r5
    param_0_global = ptx.cvta.to.global_.u64(param_0_generic)  #: rd4
    param_0_ptr = param_0_global + ptx.mul.wide.u32(tid, 4)  #: rd5..6
    r[7] = ptx.ld.global_.u32([param_1_global])
    param_0_val = ptx.ld.global_.f32([param_0_ptr])  #: f1
    param_0_bits = ptx.mov.b32(param_0_val)  #: r2
    with ptx.block() as block, ptx.loop() as loop:
        param_0_is_at_most = ptx.setp.leu.f32(param_0_val, r[7].as_f32)  #: f2 p1
        block.leave(when=param_0_is_at_most)
        old = ptx.atom.global_.cas.b32([param_1_global], r[7], param_0_bits)  #: r4
        more = old != r[7]  #: p2
        r[7] = old
        loop.again(when=more)
    nanosleep(u32(100))  #: r6
    ptx.membar.sys()
    ptx.ret()
