from ptxpy import f32, kernel, module, ptx, reg, u32, u64

module("nvcc-13.0", version="9.0", target="sm_90a")


@kernel(symbol="_Z5saxpyifPKfPf")
def saxpy(param_0: u32, param_1: f32, param_2: u64, param_3: u64):
    """saxpy(int, float, float const*, float*)"""
    p, f, r, rd = reg.bulk(p=3, f=5, r=11, rd=8)
    param_0 = r[6] = ptx.ld.param.u32([param_0])
    param_1 = f[1] = ptx.ld.param.f32([param_1])
    param_2 = rd[3] = ptx.ld.param.u64([param_2])
    param_3 = rd[4] = ptx.ld.param.u64([param_3])
    ntid = r[1] = ptx.special.ntid.x()
    ctaid = r[7] = ptx.special.ctaid.x()
    tid = r[8] = ptx.special.tid.x()
    i = r[10] = ptx.mad.lo.s32(ctaid, ntid, tid)
    p[1] = i >= param_0
    with ptx.unless(p[1]):
        nctaid = r[9] = ptx.special.nctaid.x()
        r[3] = nctaid * ntid
        param_2_global = rd[1] = ptx.cvta.to.global_.u64(param_2)
        param_3_global = rd[2] = ptx.cvta.to.global_.u64(param_3)
        with ptx.loop() as loop:
            rd[5] = ptx.mul.wide.s32(i, 4)
            param_2_ptr = rd[6] = param_2_global + rd[5]
            f[2] = ptx.ld.global_.f32([param_2_ptr])
            param_3_ptr = rd[7] = param_3_global + rd[5]
            f[3] = ptx.ld.global_.f32([param_3_ptr])
            f[4] = ptx.fma.rn.f32(f[2], param_1, f[3])
            ptx.st.global_.f32([param_3_ptr], f[4])
            r[10] = i + r[3]
            p[2] = i < param_0
            loop.again(when=p[2])
    ptx.ret()
