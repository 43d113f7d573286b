# mypy: disable-error-code="no-untyped-def, no-untyped-call", allow-redefinition
from ptxpy import b32, f32, kernel, module, ptx, reg, u32, u64

module("nvcc-13.0", version="9.0", target="sm_90a", dialect=2)


@kernel(symbol="_Z5saxpyifPKfPf")
def saxpy(param_0: u32, param_1: f32, param_2: u64, param_3: u64):
    """saxpy(int, float, float const*, float*)"""
    reg.bulk(p=3, f=5, r=11, rd=8)
    bound = ptx.ld.param.u32([param_0])  #: r6
    factor = ptx.ld.param.f32([param_1])  #: f1
    param_2_generic = ptx.ld.param.u64([param_2])  #: rd3
    param_3_generic = ptx.ld.param.u64([param_3])  #: rd4
    ntid = ptx.special.ntid.x()  #: r1
    ctaid = ptx.special.ctaid.x()  #: r7
    tid = ptx.special.tid.x()  #: r8
    i = reg.from_(ptx.mad.lo.s32(ctaid, ntid, tid), b32)  #: r10
    with ptx.if_(i < bound):  #: p1
        nctaid = ptx.special.nctaid.x()  #: r9
        grid_stride = nctaid * ntid  #: r3
        param_2_global = ptx.cvta.to.global_.u64(param_2_generic)  #: rd1
        param_3_global = ptx.cvta.to.global_.u64(param_3_generic)  #: rd2
        with ptx.loop() as loop:
            offset = ptx.mul.wide.s32(i, 4)  #: rd5
            param_2_val = ptx.ld.global_.f32([param_2_global + offset])  #: rd6 f2
            param_3_ptr = param_3_global + offset  #: rd7
            param_3_val = ptx.ld.global_.f32([param_3_ptr])  #: f3
            param_3_sum = ptx.fma.rn.f32(param_2_val, factor, param_3_val)  #: f4
            ptx.st.global_.f32([param_3_ptr], param_3_sum)
            i += grid_stride
            loop.again(when=i < bound)  #: p2
    ptx.ret()
