# mypy: disable-error-code="no-untyped-def, no-untyped-call", allow-redefinition
from ptxpy import L, b8, b32, b64, f32, kernel, module, ptx, reg, u32, u64, var

module("nvcc-13.0", version="9.0", target="sm_80", dialect=2)


def part(a, b, c):
    masked = a & -0x80000000
    joined = (b >> 30) | (c << 2)
    high = joined >> 31
    high_sum = high + (c >> 30)
    high_sum_chosen = ptx.selp.b32(high_sum, -high_sum, masked == 0)
    not_zero = high != 0
    masked_chosen = ptx.selp.b32(masked ^ -0x80000000, masked, not_zero)
    chosen = ptx.selp.b32(-1, 0, not_zero)
    mixed = joined ^ chosen
    mixed_b = (b << 2) ^ chosen
    wide = ptx.cvt.u64.u32(mixed)
    packed = ptx.bfi.b64(wide, ptx.cvt.u64.u32(mixed_b), 32, 32)
    product = ptx.cvt.rn.f64.s64(packed) * 8.515303950216387e-20
    narrowed = ptx.cvt.rn.f32.f64(product)
    is_zero = masked_chosen == 0
    return high_sum_chosen, ptx.selp.f32(narrowed, -narrowed, is_zero)
    #: &values: ga 3dv ul 2ru 3uc ic 2dl zl yu 2el mb 2nt 2xy lo ww 2xu


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
    _, f, r, _, rd = reg.bulk(p=34, f=88, r=110, fd=5, rd=49)
    stack.SPL = ptx.mov.u64(stack.depot)
    param_0_generic = ptx.ld.param.u64([param_0])  #: rd17
    param_1_generic = ptx.ld.param.u64([param_1])  #: rd18
    param_0_global = ptx.cvta.to.global_.u64(param_0_generic)  #: rd19
    stack_at0 = stack.SPL.u64 + 0  #: rd1
    tid = ptx.special.tid.x()  #: r39
    param_1_global = ptx.cvta.to.global_.u64(param_1_generic)  #: rd2
    offset = ptx.mul.wide.u32(tid, 4)  #: rd21
    param_1_ptr = param_1_global + offset  #: rd3
    f[87] = ptx.ld.global_.f32([param_1_ptr])
    selector = ptx.ld.global_.u32([param_0_global + offset])  #: rd22 r38
    stack_at0_plus24 = stack_at0 + 24  #: rd4
    case = (
        {0: L[33], 1: L[4], 2: L[27], 3: L[25], 4: L[26]}
        | {5: L[24], 6: L[18], 7: L[23], 8: L[46]}
        | {">4": L[15], ">6": L[19], "5..6": L[16], "default": L[14], "2..4": L[11]}
        | {"<=1": L[2], "1 else": L[6], "1 rest": L[29], "0 else": L[35]}
        | {"0 rest": L[41]}
    )
    with ptx.block() as switch:
        ptx.bra(case[">4"], when=selector > 4)  #: p1
        ptx.bra(case["2..4"], when=selector > 1)  #: p8
        ptx.bra.uni(case["<=1"])
        with case["2..4"]:
            for i in range(3):
                ptx.bra(case[i + 2], when=selector == i + 2)  #: p9..11
            ptx.bra.uni(case["default"])
        with case[">4"]:
            ptx.bra(case[">6"], when=selector > 6)  #: p2
            ptx.bra.uni(case["5..6"])
        with case[">6"]:
            ptx.bra(case[7], when=selector == 7)  #: p3
            ptx.bra(case[8], when=selector == 8)  #: p4
            ptx.bra(case["default"], when=selector != 9)  #: p5
            f[87] = ptx.cvt.rmi.f32.f32(f[87])
            switch.leave()
        with case["<=1"]:
            ptx.bra(case[0], when=selector == 0)  #: p12
            ptx.bra(case[1], when=selector == 1)  #: p13
            ptx.bra.uni(case["default"])
        with case[1]:
            r[105] = ptx.cvt.rni.s32.f32(f[87] * (2 / ptx.PI))  #: f38
            as_float = ptx.cvt.rn.f32.s32(r[105])  #: f39
            f41 = ptx.fma.rn.f32(as_float, f32(-ptx.HALF_PI_F32_1), f[87])  #: f40..41
            f43 = ptx.fma.rn.f32(as_float, f32(-ptx.HALF_PI_F32_2), f41)  #: f42..43
            f[81] = ptx.fma.rn.f32(as_float, f32(-ptx.HALF_PI_F32_3), f43)  #: f44
            magnitude = ptx.abs.f32(f[87])  #: f10
            magnitude_is_less = ptx.setp.ltu.f32(magnitude, 105615.0)  #: p14
            ptx.bra(case["1 rest"], when=magnitude_is_less)
            with ptx.unless(magnitude == ptx.inf, end=28):  #: p15
                ptx.bra.uni(case["1 else"])
            f[81] = ptx.mul.rn.f32(f[87], f32(0.0))  #: f47
            r[105] = 0
            ptx.bra.uni(case["1 rest"])
        with case["5..6"]:
            ptx.bra(case[5], when=selector == 5)  #: p6
            ptx.bra(case[6], when=selector == 6)  #: p7
            ptx.bra.uni(case["default"])
        with case[6]:
            f[87] = ptx.rsqrt.approx.f32(f[87])
            switch.leave()
        with case[2]:
            f[87] = ptx.fma.rn.f32(f[87], f[87], 1.0)
            switch.leave()
        with case[3]:
            f[87] = ptx.ex2.approx.f32(f[87] * ptx.LOG2E)  #: f36
        with case[4]:
            param_1_val = ptx.ld.global_.f32([param_1_global])  #: f37
            f[87] = f[87] - param_1_val
            switch.leave()
        with case[7]:
            f[87] = ptx.abs.f32(f[87]) * 3.0  #: f35
            switch.leave()
        with case[0]:
            r[109] = ptx.cvt.rni.s32.f32(f[87] * (2 / ptx.PI))  #: f59
            as_float = ptx.cvt.rn.f32.s32(r[109])  #: f60
            f62 = ptx.fma.rn.f32(as_float, f32(-ptx.HALF_PI_F32_1), f[87])  #: f61..62
            f[64] = ptx.fma.rn.f32(as_float, f32(-ptx.HALF_PI_F32_2), f62)  #: f63
            f[84] = ptx.fma.rn.f32(as_float, f32(-ptx.HALF_PI_F32_3), f[64])  #: f65
            magnitude = ptx.abs.f32(f[87])  #: f22
            magnitude_is_less = ptx.setp.ltu.f32(magnitude, 105615.0)  #: p24
            ptx.bra(case["0 rest"], when=magnitude_is_less)
            with ptx.unless(magnitude == ptx.inf):  #: p25
                ptx.bra.uni(case["0 else"])
            f[84] = ptx.mul.rn.f32(f[87], f32(0.0))  #: f68
            r[109] = 0
            ptx.bra.uni(case["0 rest"])
        with case[5]:
            ptx.st.global_.f32([param_1_global, 4], f[87])
            switch.leave()
        with case["default"]:
            f[87] = -f[87]
            switch.leave()
        with case["1 else"]:
            bits = ptx.mov.b32(f[87])  #: r2
            diff = ((bits >> 23) & 255) - 128  #: r41 r42 r3
            joined = (bits << 8) | -0x80000000  #: r43 r4
            index = diff >> 5  #: r5
            high = reg.from_(u64(0), b64)  #: rd45
            j = reg.from_(u32(0), b32)  #: r102
            cudart_i2opi_f_ptr = reg.from_(ptx.mov.u64(_cudart_i2opi_f), b64)  #: rd44
            rd[43] = stack_at0
            with ptx.loop() as loop:
                ptx.pragma("nounroll")
                cudart_i2opi_f_val = ptx.ld.global_.nc.u32([cudart_i2opi_f_ptr])  #: r44
                rd25 = ptx.mad.wide.u32(cudart_i2opi_f_val, joined, high)  #: rd.25
                high.set(rd25 >> 32)
                ptx.st.local.u32([rd[43]], rd25)
                cudart_i2opi_f_ptr += 4
                rd[43] = rd[43] + 4
                j += 1
                loop.again(when=j != 6)  #: p16
            ptx.st.local.u32([stack_at0_plus24], high)
            index_b = u32(4) - index  #: r45 r8
            offset = ptx.mul.wide.s32(u32(6) - index, 4)  #: r46 r47 rd26
            offset_sum = stack_at0 + offset  #: rd27
            r[103] = ptx.ld.local.u32([offset_sum])
            r[104] = ptx.ld.local.u32([offset_sum, -4])
            masked = diff & 31  #: r11
            with ptx.if_(masked != 0):  #: p17
                shift = u32(32) - masked  #: r48 r49
                r[103] = (r[104] >> shift) + (r[103] << masked)  #: r50 r51
                stack_sum = stack_at0 + ptx.mul.wide.s32(index_b, 4)  #: rd28..29
                high = ptx.ld.local.u32([stack_sum]) >> shift  #: r52 r53
                r[104] = high + (r[104] << masked)  #: r54
            r[105], f[81] = part(bits, r[104], r[103])  #: &part
        with case["1 rest"]:
            r18 = r[105] + 1  #: r.18
            is_zero = (r18 & 1) == 0  #: r19 p21
            chosen = ptx.selp.f32(f[81], 1.0, is_zero)  #: f14
            product = ptx.mul.rn.f32(f[81], f[81])  #: f15
            f[82] = -0.00019574659
            with ptx.unless(is_zero):
                f49 = f32(-0.001388786)  #: f.49
                f[82] = ptx.fma.rn.f32(f32(2.427958e-05), product, f49)  #: f50
            addend = ptx.selp.f32(0.008332703, 0.041666728, is_zero)  #: f51
            addend_sum = ptx.fma.rn.f32(f[82], product, addend)  #: f52
            addend = ptx.selp.f32(-0.16666663, -0.49999997, is_zero)  #: f53
            addend_sum = ptx.fma.rn.f32(addend_sum, product, addend)  #: f54
            zero = f32(0.0)  #: f55
            zero_sum = ptx.fma.rn.f32(product, chosen, zero)  #: f56
            f[87] = ptx.fma.rn.f32(addend_sum, zero_sum, chosen)
            switch.leave(when=(r18 & 2) == 0)  #: r70 p23
            f[87] = ptx.fma.rn.f32(f[87], f32(-1.0), zero)  #: f58
            switch.leave()
        with case["0 else"]:
            bits = ptx.mov.b32(f[87])  #: r21
            diff = ((bits >> 23) & 255) - 128  #: r72 r73 r22
            joined = (bits << 8) | -0x80000000  #: r74 r23
            index = diff >> 5  #: r24
            high = reg.from_(u64(0), b64)  #: rd48
            j = reg.from_(u32(0), b32)  #: r106
            cudart_i2opi_f_ptr = reg.from_(ptx.mov.u64(_cudart_i2opi_f), b64)  #: rd47
            rd[46] = stack_at0
            with ptx.loop() as loop_2:
                ptx.pragma("nounroll")
                cudart_i2opi_f_val = ptx.ld.global_.nc.u32([cudart_i2opi_f_ptr])  #: r75
                rd35 = ptx.mad.wide.u32(cudart_i2opi_f_val, joined, high)  #: rd.35
                high.set(rd35 >> 32)
                ptx.st.local.u32([rd[46]], rd35)
                cudart_i2opi_f_ptr += 4
                rd[46] = rd[46] + 4
                j += 1
                loop_2.again(when=j != 6)  #: p26
            ptx.st.local.u32([stack_at0_plus24], high)
            index_b = u32(4) - index  #: r76 r27
            offset = ptx.mul.wide.s32(u32(6) - index, 4)  #: r77 r78 rd36
            offset_sum = stack_at0 + offset  #: rd37
            r[107] = ptx.ld.local.u32([offset_sum])
            r[108] = ptx.ld.local.u32([offset_sum, -4])
            masked = diff & 31  #: r30
            with ptx.if_(masked != 0):  #: p27
                shift = u32(32) - masked  #: r79 r80
                r[107] = (r[108] >> shift) + (r[107] << masked)  #: r81 r82
                stack_sum = stack_at0 + ptx.mul.wide.s32(index_b, 4)  #: rd38..39
                high = ptx.ld.local.u32([stack_sum]) >> shift  #: r83 r84
                r[108] = high + (r[108] << masked)  #: r85
            r[109], f[84] = part(bits, r[108], r[107])  #: &part_2
        with case["0 rest"]:
            is_zero = (r[109] & 1) == 0  #: r37 p31
            chosen = ptx.selp.f32(f[84], 1.0, is_zero)  #: f26
            product = ptx.mul.rn.f32(f[84], f[84])  #: f27
            f[85] = -0.00019574659
            with ptx.unless(is_zero):
                f70 = f32(-0.001388786)  #: f.70
                f[85] = ptx.fma.rn.f32(f32(2.427958e-05), product, f70)  #: f71
            addend = ptx.selp.f32(0.008332703, 0.041666728, is_zero)  #: f72
            addend_sum = ptx.fma.rn.f32(f[85], product, addend)  #: f73
            addend = ptx.selp.f32(-0.16666663, -0.49999997, is_zero)  #: f74
            addend_sum = ptx.fma.rn.f32(addend_sum, product, addend)  #: f75
            zero = f32(0.0)  #: f76
            zero_sum = ptx.fma.rn.f32(product, chosen, zero)  #: f77
            f[87] = ptx.fma.rn.f32(addend_sum, zero_sum, chosen)
            switch.leave(when=(r[109] & 2) == 0)  #: r101 p33
            f[87] = ptx.fma.rn.f32(f[87], f32(-1.0), zero)  #: f79
    ptx.st.global_.f32([param_1_ptr], f[87])
    with case[8]:
        ptx.ret()
    #: &part: r55..62 p18 p19 r63..68 rd30..32 fd1..2 f45 p20 f46
    #: &part_2: r86..93 p28 p29 r94..99 rd40..42 fd3..4 f66 p30 f67


@kernel(symbol="_Z6sparsePKxPi")
def sparse(param_0: u64, param_1: u64):
    """sparse(long long const*, int*)"""
    reg.bulk(p=6, r=7, rd=8)
    param_0_generic = ptx.ld.param.u64([param_0])  #: rd3
    param_1_generic = ptx.ld.param.u64([param_1])  #: rd4
    param_1_global = ptx.cvta.to.global_.u64(param_1_generic)  #: rd1
    tid = ptx.special.tid.x()  #: r1
    param_0_global = ptx.cvta.to.global_.u64(param_0_generic)  #: rd5
    param_0_ptr = param_0_global + ptx.mul.wide.u32(tid, 8)  #: rd6..7
    selector = ptx.ld.global_.u64([param_0_ptr])  #: rd2
    case = {-70000000000: L[8], 1: L[3], 1000: L[7], ">999": L[4]}
    with ptx.block(end=9) as switch:
        ptx.bra(case[">999"], when=selector > 999)  #: p1
        ptx.bra(case[-70000000000], when=selector == -70000000000)  #: p4
        ptx.bra(case[1], when=selector == 1)  #: p5
        switch.leave()
        with case[1]:
            ptx.st.global_.u32([param_1_global], u32(17))  #: r5
            switch.leave()
        with case[">999"]:
            ptx.bra(case[1000], when=selector == 1000)  #: p2
            switch.leave(when=selector != 1_000_000)  #: p3
            param_1_val = ptx.ld.global_.u32([param_1_global, 8])  #: r2
            ptx.st.global_.u32([param_1_global, 8], param_1_val + 4)  #: r3
            switch.leave()
        with case[-70000000000]:
            ptx.st.global_.u32([param_1_global, 12], u32(8))  #: r6
            switch.leave()
        with case[1000]:
            ptx.st.global_.u32([param_1_global, 4], u32(5))  #: r4
    ptx.ret()


@kernel(symbol="_Z5loopsPKiS0_Pii")
def loops(param_0: u64, param_1: u64, param_2: u64, param_3: u32):
    """loops(int const*, int const*, int*, int)"""
    reg.bulk(p=10, r=24, rd=15)
    param_0_generic = ptx.ld.param.u64([param_0])  #: rd5
    param_1_generic = ptx.ld.param.u64([param_1])  #: rd6
    param_2_generic = ptx.ld.param.u64([param_2])  #: rd7
    bound = ptx.ld.param.u32([param_3])  #: r12
    param_1_global = ptx.cvta.to.global_.u64(param_1_generic)  #: rd1
    param_2_global = ptx.cvta.to.global_.u64(param_2_generic)  #: rd2
    bound_not_positive = bound < 1  #: p1
    tid, j = reg.run(b32, 2)  #: r1 r23
    with ptx.block(end=12) as block:
        with ptx.unless(bound_not_positive):
            tid.set(ptx.special.tid.x())
            param_0_global = ptx.cvta.to.global_.u64(param_0_generic)  #: rd3
            i = reg.from_(u32(0), b32)  #: r19
            j.set(i)
            with ptx.loop() as loop:
                param_0_ptr = param_0_global + ptx.mul.wide.s32(i, 4)  #: rd8 rd4
                total = reg.from_(ptx.ld.global_.u32([param_0_ptr]), b32)  #: r21
                with ptx.if_(total >= 0) as block_2:  #: p2
                    with ptx.block() as block_3, ptx.loop() as loop_2:
                        param_1_offset = ptx.mul.wide.s32(total, 4)  #: rd9
                        param_1_ptr = param_1_global + param_1_offset  #: rd10
                        param_1_val = ptx.ld.global_.u32([param_1_ptr])  #: r6
                        block.leave(when=param_1_val == tid)  #: p3
                        block_3.leave(when=param_1_val > 1000)  #: p4
                        total.set((param_1_val & 3) + total)  #: r15
                        param_0_val = ptx.ld.global_.u32([param_0_ptr, 4])  #: r16
                        loop_2.again(when=total < param_0_val)  #: p5
                    block_2.leave(when=j >= i)  #: p6
                    with ptx.loop() as loop_3:
                        param_1_offset = ptx.mul.wide.s32(j, 4)  #: rd11
                        param_1_ptr = param_1_global + param_1_offset  #: rd12
                        param_1_val = ptx.ld.global_.u32([param_1_ptr])  #: r17
                        block_2.leave(when=param_1_val == i)  #: p7
                        j += 1
                        loop_3.again(when=j < i)  #: p8
                i += 1
                loop.again(when=i < bound)  #: p9
        ptx.st.global_.u32([param_2_global], u32(-1))  #: r.18
        ptx.bra.uni(L[11])
    param_2_ptr = param_2_global + ptx.mul.wide.u32(tid, 4)  #: rd13..14
    ptx.st.global_.u32([param_2_ptr], j)
    with L[11]:
        ptx.ret()


@kernel(symbol="_Z15virtual_machinePKhPi")
def virtual_machine(param_0: u64, param_1: u64):
    """virtual_machine(unsigned char const*, int*)"""
    _, _, r, _ = reg.bulk(p=12, rs=2, r=12, rd=12)
    param_0_generic = ptx.ld.param.u64([param_0])  #: rd6
    param_1_generic = ptx.ld.param.u64([param_1])  #: rd7
    param_0_ptr = reg.from_(ptx.cvta.to.global_.u64(param_0_generic), b64)  #: rd11
    tid = ptx.special.tid.x()  #: r9
    param_1_global = ptx.cvta.to.global_.u64(param_1_generic)  #: rd8
    param_1_ptr = param_1_global + ptx.mul.wide.u32(tid, 4)  #: rd9 rd2
    r[11] = ptx.ld.global_.u32([param_1_ptr])
    ptx.bra.uni(L[1])
    with ptx.loop() as loop:
        r[11] = r[11] << 2
        param_0_at = reg.scalar(b64)  #: rd4
        param_0_ptr.set(param_0_at)
        with ptx.loop(L[1]) as loop_2:
            param_0_at.set(param_0_ptr + 1)
            selector = ptx.ld.global_.u8([param_0_ptr])  #: rs1
            case = (
                {0: L[5], 1: L[19], 2: L[18], 3: L[8]}
                | {4: L[17], 5: L[12], 6: L[16]}
                | {">3": L[9], "<=3": L[2], ">5": L[13], "2..3": L[6], "<=1": L[3]}
            )
            ptx.bra(case[">3"], when=selector > 3)  #: p1
            ptx.bra.uni(case["<=3"])
            with case[">3"]:
                ptx.bra(case[">5"], when=selector > 5)  #: p2
                ptx.bra(case[4], when=selector == 4)  #: p5
                selector_equals5 = selector == 5  #: p6
                param_0_ptr.set(param_0_at)
                ptx.bra(case[5], when=selector_equals5)
                loop_2.again()
            with case[5]:
                param_0_ptr.set(param_0_at + ptx.cvt.u64.u32(r[11] & 7))  #: r10 rd10
                loop_2.again()
            with case["<=3"]:
                ptx.bra(case["2..3"], when=selector > 1)  #: p7
                ptx.bra.uni(case["<=1"])
            with case["2..3"]:
                ptx.bra(case[2], when=selector == 2)  #: p8
                selector_equals3 = selector == 3  #: p9
                param_0_ptr.set(param_0_at)
                ptx.bra(case[3], when=selector_equals3)
                loop_2.again()
            with case[3]:
                r[11] = r[11] ^ 85
                param_0_ptr.set(param_0_at)
                loop_2.again()
            with case[">5"]:
                ptx.bra(case[6], when=selector == 6)  #: p3
                more = selector != 7  #: p4
                param_0_ptr.set(param_0_at)
                loop_2.again(when=more)
                loop.again()
            with case["<=1"]:
                ptx.bra(case[1], when=selector == 1)  #: p10
                selector_is_zero = selector == 0  #: p11
                param_0_ptr.set(param_0_at)
                ptx.bra(case[0], when=selector_is_zero)
                loop_2.again()
            with case[4]:
                r[11] = ptx.abs.s32(r[11])
                param_0_ptr.set(param_0_at)
                loop_2.again()
            with case[2]:
                r[11] = r[11] * 3
                param_0_ptr.set(param_0_at)
                loop_2.again()
            with case[6]:
                r[11] = ptx.clz.b32(r[11])
                param_0_ptr.set(param_0_at)
                loop_2.again()
            with case[1]:
                r[11] = r[11] + 1
                param_0_ptr.set(param_0_at)
                loop_2.again()
    with case[0]:
        ptx.st.global_.u32([param_1_ptr], r[11])
        ptx.ret()
