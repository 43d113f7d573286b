# mypy: disable-error-code="no-untyped-def, no-untyped-call", allow-redefinition
from typing import Annotated

from ptxpy import b32, b64, kernel, module, pred, ptx, reg, u32, u64, var

module("nvcc-13.0-blackwell", version="9.0", target="sm_100a", dialect=2)

ptr_align1 = Annotated[u64, u64.ptr(align=1)]

INSTRUCTION_F16_128X256 = ptx.tcgen05.make_instr_desc(
    "f16", m=128, n=256, dtype_d="f32", dtype_a="bf16"
)


def tcgen05_alloc(dst, n_cols, columns):
    with ptx.asm():
        ptx.tcgen05.alloc.cta_group__1.sync.aligned.shared__cta.b32(
            [dst, columns], n_cols
        )


def tcgen05_relinquish_alloc_permit():
    with ptx.asm():
        ptx.tcgen05.relinquish_alloc_permit.cta_group__1.sync.aligned()


def mbarrier_init(mbar):
    with ptx.asm():
        ptx.mbarrier.init.shared__cta.b64([mbar], 1)


def tcgen05_fence_after_thread_sync():
    with ptx.asm():
        ptx.tcgen05.fence__after_thread_sync()


def elect_sync(is_leader, membermask):
    with ptx.asm(newline=True), ptx.scope(closing="\n"):
        rx = reg.scalar(b32, "%rx", before="\n")
        px = reg.scalar(pred, "%px", before="\n")
        ptx.inst.elect.sync(ptx.pair(rx, px), membermask, before="\n     ")
        ptx.inst.mov.s32(is_leader, 1, when=px, before="\n")


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


def tcgen05_ld(taddr):
    with ptx.asm():
        result = ptx.tcgen05.ld.sync.aligned._32x32b.x8.b32([taddr])
    return result


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


@kernel(symbol="_Z8multiplyyyPfi", maxntid=128)
def multiply(param_0: u64, param_1: u64, param_2: ptr_align1, param_3: u32):
    """multiply(unsigned long long, unsigned long long, float*, int)"""
    _, r, rd = reg.bulk(p=12, r=90, rd=33)
    tensor_memory = var("shared", u32, "_ZZ8multiplyyyPfiE13tensor_memory", align=4)
    done = var("shared", u64, "_ZZ8multiplyyyPfiE4done", align=8)
    param_0 = ptx.ld.param.u64([param_0])  #: rd13
    param_1 = ptx.ld.param.u64([param_1])  #: rd14
    param_2_generic = ptx.ld.param.u64([param_2])  #: rd15
    param_3 = ptx.ld.param.u32([param_3])  #: r17
    tid = ptx.special.tid.x()  #: r1
    with ptx.if_(tid.u32 <= 31) as block:  #: p1
        tensor_memory_addr = ptx.mov.u32(tensor_memory)  #: r18
        tcgen05_alloc(tensor_memory_addr, b32(256), 0)  #: r19
        tcgen05_relinquish_alloc_permit()
        block.leave(when=tid.s32 != 0)  #: p2
        mbar = ptx.mov.u32(done)  #: r20
        mbarrier_init(mbar)
    tid_above31 = tid.u32 > 31  #: p3
    ptx.bar.sync(0)
    tcgen05_fence_after_thread_sync()
    tensor_memory_val = ptx.ld.shared.u32([tensor_memory])  #: r2
    with ptx.unless(tid_above31) as block_2:
        member_mask = b32(-1)  #: r22
        elected = reg.from_(b32(0), b32)  #: r21
        elect_sync(elected, member_mask)
        block_2.leave(when=elected.s32 == 0)  #: p4
        with ptx.if_(param_3 >= 1) as block_3:  #: p5
            param_3_mod4 = param_3 & 3  #: r3
            param_3_below4 = param_3.u32 < 4  #: p6
            k = reg.from_(b32(0), b32)  #: r88
            with ptx.unless(param_3_below4):
                k.set(param_3 & 0x7FFFFFFC)
                rd[30] = param_1 + 4
                counter = reg.from_(b32(0), b32)  #: r85
                rd[29] = param_0.u64
                with ptx.loop() as loop:
                    b_desc = rd[30] - 4  #: rd17
                    idesc = b32(INSTRUCTION_F16_128X256)  #: r36
                    tcgen05_mma(tensor_memory_val, rd[29], b_desc, idesc, counter)
                    a_desc = rd[29] + 2  #: rd18
                    b_desc = rd[30] - 2  #: rd19
                    counter_plus1 = counter + 1  #: r31
                    tcgen05_mma(tensor_memory_val, a_desc, b_desc, idesc, counter_plus1)
                    a_desc = rd[29] + 4  #: rd20
                    counter_plus2 = counter + 2  #: r34
                    tcgen05_mma(tensor_memory_val, a_desc, rd[30], idesc, counter_plus2)
                    a_desc = rd[29] + 6  #: rd22
                    b_desc = rd[30] + 2  #: rd23
                    counter_plus3 = counter + 3  #: r37
                    tcgen05_mma(tensor_memory_val, a_desc, b_desc, idesc, counter_plus3)
                    rd[30] = rd[30] + 8
                    rd[29] = rd[29] + 8
                    counter += 4
                    loop.again(when=counter.s32 != k)  #: p7
            block_3.leave(when=param_3_mod4.s32 == 0)  #: p8
            k_product = ptx.mul.wide.u32(k, 2)  #: rd24
            b_desc = reg.from_(param_1 + k_product, b64)  #: rd32
            a_desc = reg.from_(param_0 + k_product, b64)  #: rd31
            counter = reg.from_(-param_3_mod4, b32)  #: r87
            with ptx.loop() as loop_2:
                ptx.pragma("nounroll")
                idesc = b32(INSTRUCTION_F16_128X256)  #: r39
                tcgen05_mma(tensor_memory_val, a_desc, b_desc, idesc, k)
                k += 1
                b_desc += 2
                a_desc += 2
                counter += 1
                loop_2.again(when=counter.s32 != 0)  #: p9
        mbar = ptx.mov.u32(done)  #: r41
        tcgen05_commit(mbar)
    mbar = ptx.mov.u32(done)  #: r42
    mbarrier_wait(mbar)
    r13 = tensor_memory_val + ((tid << 16) & 0x600000)  #: r44 r45 r.13
    index = tid << 8  #: r14
    param_2_global = ptx.cvta.to.global_.u64(param_2_generic)  #: rd12
    counter = reg.from_(b32(0), b32)  #: r89
    with ptx.loop() as loop_3:
        tensor_memory_sum = r13 + counter  #: r54
        r[46:54] = tcgen05_ld(tensor_memory_sum)
        tcgen05_wait()
        param_2_offset = ptx.mul.wide.u32(counter + index, 4)  #: r82 rd27
        param_2_ptr = param_2_global + param_2_offset  #: rd28
        for j in range(3):
            for i in range(8):
                ptx.st.global_.u32([param_2_ptr, 32 * j + 4 * i], r[9 * j + i + 46])
            tmem_addr = tensor_memory_sum + (8 * j + 8)  #: r63..81/9
            r[9 * j + 55 : 9 * j + 63] = tcgen05_ld(tmem_addr)
            tcgen05_wait()
        for i in range(8):
            ptx.st.global_.u32([param_2_ptr, 4 * i + 96], r[i + 73])
        counter_plus32 = counter + 32  #: r16
        more = counter.u32 < 224  #: p10
        counter.set(counter_plus32.u32)
        loop_3.again(when=more)
    tid_above31 = tid.u32 > 31  #: p11
    tcgen05_fence_before_thread_sync()
    ptx.bar.sync(0)
    with ptx.unless(tid_above31):
        tcgen05_dealloc(tensor_memory_val, b32(256))  #: r84
    ptx.ret()


@kernel(symbol="_Z6packedPK6float2PS_")
def packed(param_0: ptr_align1, param_1: ptr_align1):
    """packed(float2 const*, float2*)"""
    reg.bulk(r=2, rd=12)
    param_0_generic = ptx.ld.param.u64([param_0])  #: rd5
    param_1_generic = ptx.ld.param.u64([param_1])  #: rd6
    param_1_global = ptx.cvta.to.global_.u64(param_1_generic)  #: rd7
    param_0_global = ptx.cvta.to.global_.u64(param_0_generic)  #: rd8
    tid = ptx.special.tid.x()  #: r1
    offset = ptx.mul.wide.u32(tid, 8)  #: rd9
    val = reg.from_(ptx.ld.global_.u64([param_0_global + offset]), b64)  #: rd10 rd3
    fma_rn(val)
    add_rn_ftz(val)
    ptx.st.global_.u64([param_1_global + offset], val)  #: rd11
    ptx.ret()
