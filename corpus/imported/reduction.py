# mypy: disable-error-code="no-untyped-def, no-untyped-call", allow-redefinition
from ptxpy import b8, b32, b64, f32, f64, kernel, module, ptx, reg, u8, u32, u64, var

module("nvcc-13.0", version="9.0", target="sm_90a", dialect=2)


def unpack(value):
    with ptx.asm():
        parts = ptx.mov.b64(value, within="| |||||| |")
    return parts


def pack(value):
    with ptx.asm():
        result = ptx.mov.b64(value, within="| || |||||")
    return result


def max_from_higher(a):
    bits = ptx.mov.b32(a)
    lane_delta = u32(2)
    clamp = u32(31)
    x = u32(16)
    member_mask = u32(-1)
    from_higher, _unused = ptx.shfl.sync.down.b32(bits, x, clamp, member_mask)
    larger = ptx.max.f32(a, from_higher.as_f32)
    bits_b = ptx.mov.b32(larger)
    from_higher_b, _unused = ptx.shfl.sync.down.b32(bits_b, u32(8), clamp, member_mask)
    larger_b = ptx.max.f32(larger, from_higher_b.as_f32)
    bits_c = ptx.mov.b32(larger_b)
    from_higher_c, _unused = ptx.shfl.sync.down.b32(bits_c, u32(4), clamp, member_mask)
    larger_c = ptx.max.f32(larger_b, from_higher_c.as_f32)
    bits_d = ptx.mov.b32(larger_c)
    from_higher_d, _unused = ptx.shfl.sync.down.b32(
        bits_d, lane_delta, clamp, member_mask
    )
    larger_d = ptx.max.f32(larger_c, from_higher_d.as_f32)
    bits_e = ptx.mov.b32(larger_d)
    from_higher_e, _unused = ptx.shfl.sync.down.b32(bits_e, u32(1), clamp, member_mask)
    return larger_d, from_higher_e.as_f32
    #: &values: bk ui uk qe wu 2bk 2di hq 3sy 2fr ui 3lb 2of yw 2rm 2bm tv 3tp qe


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
    reg.bulk(p=6, f=9, r=15, rd=9)
    param_0_generic = ptx.ld.param.u64([param_0])  #: rd1
    param_1_generic = ptx.ld.param.u64([param_1])  #: rd2
    bound = ptx.ld.param.u32([param_2])  #: r9
    ntid = ptx.special.ntid.x()  #: r1
    ctaid = ptx.special.ctaid.x()  #: r2
    tid = ptx.special.tid.x()  #: r3
    i = ptx.mad.lo.s32(ctaid, ntid, tid)  #: r4
    out_of_range = i >= bound  #: p1
    param_0_val = reg.from_(f32(0.0), f32)  #: f8
    with ptx.unless(out_of_range):
        param_0_global = ptx.cvta.to.global_.u64(param_0_generic)  #: rd3
        param_0_ptr = param_0_global + ptx.mul.wide.s32(i, 4)  #: rd4..5
        param_0_val.set(ptx.ld.global_.f32([param_0_ptr]))
    partial_offset = tid << 2  #: r10
    partial_addr = ptx.mov.u32(partial)  #: r11
    partial_ptr = partial_addr + partial_offset  #: r5
    ptx.st.shared.f32([partial_ptr], param_0_val)
    ptx.bar.sync(0)
    halved = reg.from_(ntid >> 1, b32)  #: r14
    with ptx.if_(halved != 0), ptx.loop() as loop:  #: p2
        with ptx.if_(tid.u32 < halved):  #: p3
            partial_at = partial_ptr + (halved << 2)  #: r12 r13
            partial_val = ptx.ld.shared.f32([partial_ptr])  #: f4
            partial_new = ptx.ld.shared.f32([partial_at]) + partial_val  #: f5 f6
            ptx.st.shared.f32([partial_ptr], partial_new)
        ptx.bar.sync(0)
        halved.set(halved >> 1)
        loop.again(when=halved != 0)  #: p4
    with ptx.if_(tid == 0):  #: p5
        partial_val = ptx.ld.shared.f32([partial])  #: f7
        param_1_global = ptx.cvta.to.global_.u64(param_1_generic)  #: rd6
        param_1_ptr = param_1_global + ptx.mul.wide.u32(ctaid, 4)  #: rd7..8
        ptx.st.global_.f32([param_1_ptr], partial_val)
    ptx.ret()


@kernel(symbol="_Z10reduce_maxPKfPfi", maxntid=(256, 1, 1))
def reduce_max(param_0: u64, param_1: u64, param_2: u32):
    """reduce_max(float const*, float*, int)"""
    _, f, _, _ = reg.bulk(p=20, f=51, r=77, rd=17)
    warps = var(
        "shared",
        b8[32],
        "_ZZ12reduce_blockIfLi256EZ10reduce_maxPKfPfiEUlffE_ET_S4_S4_T1_E5warps",
        align=4,
    )
    param_0_generic = ptx.ld.param.u64([param_0])  #: rd7
    param_1_generic = ptx.ld.param.u64([param_1])  #: rd8
    bound = ptx.ld.param.u32([param_2])  #: r11
    tid = ptx.special.tid.x()  #: r12
    out_of_range = tid >= bound  #: p1
    largest = reg.from_(f32(-ptx.FLT_MAX), f32)  #: f48
    with ptx.unless(out_of_range) as block:
        bound_sum = ~tid + bound  #: r13 r14
        is_zero = (((bound_sum >> 8) + 1) & 3) == 0  #: r15..17 p2
        largest.set(-ptx.FLT_MAX)
        i = reg.from_(u32(tid), b32)  #: r75
        with ptx.unless(is_zero):
            i.set(ptx.special.tid.x())
            param_0_global = ptx.cvta.to.global_.u64(param_0_generic)  #: rd9
            param_0_ptr = reg.from_(
                param_0_global + ptx.mul.wide.s32(i, 4), b64
            )  #: rd10 rd15
            r21 = ((~i + bound) >> 8) + 1  #: r18..21
            remaining = reg.from_(r21 & 3, b32)  #: r74
            largest.set(-ptx.FLT_MAX)
            with ptx.loop() as loop:
                ptx.pragma("nounroll")
                param_0_val = ptx.ld.global_.f32([param_0_ptr])  #: f17
                largest.set(ptx.max.f32(largest, param_0_val))
                i += 256
                param_0_ptr += 1024
                remaining -= 1
                loop.again(when=remaining != 0)  #: p3
        block.leave(when=bound_sum.u32 < 768)  #: p4
        param_0_global = ptx.cvta.to.global_.u64(param_0_generic)  #: rd11
        param_0_ptr = param_0_global + ptx.mul.wide.s32(i, 4)  #: rd12..13
        param_0_ptr = reg.from_(param_0_ptr + 2048, b64)  #: rd16
        with ptx.loop() as loop_2:
            param_0_val = ptx.ld.global_.f32([param_0_ptr, -2048])  #: f18
            larger = ptx.max.f32(largest, param_0_val)  #: f19
            param_0_val = ptx.ld.global_.f32([param_0_ptr, -1024])  #: f20
            larger = ptx.max.f32(larger, param_0_val)  #: f21
            param_0_val = ptx.ld.global_.f32([param_0_ptr])  #: f22
            larger = ptx.max.f32(larger, param_0_val)  #: f23
            param_0_val = ptx.ld.global_.f32([param_0_ptr, 1024])  #: f24
            largest.set(ptx.max.f32(larger, param_0_val))
            param_0_ptr += 4096
            i += 1024
            loop_2.again(when=i < bound)  #: p5
    larger, f33 = max_from_higher(largest)  #: &larger
    larger = ptx.max.f32(larger, f33)  #: f8
    lane = tid & 31  #: r43
    with ptx.if_(lane == 0):  #: p11
        warps_offset = (tid >> 3) & 0x1FFFFFFC  #: r45 r46
        ptx.st.shared.f32([ptx.mov.u32(warps) + warps_offset], larger)  #: r47 r48
    ptx.bar.sync(0)
    tid_above7 = tid.u32 > 7  #: p12
    f[50] = -ptx.FLT_MAX
    with ptx.unless(tid_above7):
        warps_offset = tid << 2  #: r51
        f[50] = ptx.ld.shared.f32([ptx.mov.u32(warps) + warps_offset])  #: r52 r53
    with ptx.if_(tid.u32 <= 31):  #: p13
        larger, f43 = max_from_higher(f[50])  #: &larger_2
        f[50] = ptx.max.f32(larger, f43)
    with ptx.if_(tid == 0):  #: p19
        ptx.st.global_.f32([ptx.cvta.to.global_.u64(param_1_generic)], f[50])  #: rd14
    ptx.ret()
    #: &larger: r25..30 p6 f25 f26 r31..33 p7 f27 f28 r34..36 p8 f29 f30 r37 r38 p9 f31
    #: &larger: f32 r39..41 p10 f.33
    #: &larger_2: r55..60 p14 f35 f36 r61..63 p15 f37 f38 r64..66 p16 f39 f40 r67 r68
    #: &larger_2: p17 f41 f42 r69..71 p18 f.43


@kernel(symbol="_Z18reduce_single_passPKdPVdPdi", maxntid=(128, 1, 1))
def reduce_single_pass(param_0: u64, param_1: u64, param_2: u64, param_3: u32):
    """reduce_single_pass(double const*, double volatile*, double*, int)"""
    _, _, _, fd, _ = reg.bulk(p=55, rs=3, r=153, fd=73, rd=18)
    warps = var(
        "shared",
        b8[32],
        "_ZZ12reduce_blockIdLi128EZ18reduce_single_passPKdPVdPdiEUlddE_ET_S6_S6_T1_E5warps",
        align=8,
    )
    last = var("shared", u8, "_ZZ18reduce_single_passPKdPVdPdiE4last", align=1)
    param_0_generic = ptx.ld.param.u64([param_0])  #: rd4
    param_1_generic = ptx.ld.param.u64([param_1])  #: rd5
    param_2_generic = ptx.ld.param.u64([param_2])  #: rd6
    bound = ptx.ld.param.u32([param_3])  #: r10
    ctaid = ptx.special.ctaid.x()  #: r11
    index = ctaid << 7  #: r12
    tid = ptx.special.tid.x()  #: r13
    i = reg.from_(index + tid, b32)  #: r151
    out_of_range = i >= bound  #: p1
    total = reg.from_(f64(0.0), f64)  #: fd66
    with ptx.unless(out_of_range):
        nctaid = ptx.special.nctaid.x()  #: r14
        index = nctaid << 7  #: r2
        total.set(0.0)
        param_0_global = ptx.cvta.to.global_.u64(param_0_generic)  #: rd7
        with ptx.loop() as loop:
            param_0_ptr = param_0_global + ptx.mul.wide.s32(i, 8)  #: rd8..9
            param_0_val = ptx.ld.global_.f64([param_0_ptr])  #: fd19
            total += param_0_val
            i += index
            loop.again(when=i < bound)  #: p2
    low, upper = unpack(total)  #: r15 r16
    const2 = u32(2)  #: r35
    clamp = u32(31)  #: r36
    lane_delta = u32(16)  #: r37
    member_mask = u32(-1)  #: r38
    exchanged = reg.run(b32, 2)  #: r17 r18
    exchanged[1], _unused = ptx.shfl.sync.down.b32(
        upper, lane_delta, clamp, member_mask
    )  #: p3
    exchanged[0], _unused = ptx.shfl.sync.down.b32(
        low, lane_delta, clamp, member_mask
    )  #: p4
    packed = reg.scalar(f64)  #: fd21
    packed.set(pack(exchanged[0:2]))
    fd22 = total + packed  #: fd.22
    low, upper = unpack(fd22)  #: r19 r20
    lane_delta = u32(8)  #: r39
    exchanged = reg.run(b32, 2)  #: r.21 r22
    exchanged[1], _unused = ptx.shfl.sync.down.b32(
        upper, lane_delta, clamp, member_mask
    )  #: p5
    exchanged[0], _unused = ptx.shfl.sync.down.b32(
        low, lane_delta, clamp, member_mask
    )  #: p6
    packed = reg.scalar(f64)  #: fd23
    packed.set(pack(exchanged[0:2]))
    fd24 = fd22 + packed  #: fd.24
    low, upper = unpack(fd24)  #: r23 r24
    lane_delta = u32(4)  #: r40
    exchanged = reg.run(b32, 2)  #: r25 r26
    exchanged[1], _unused = ptx.shfl.sync.down.b32(
        upper, lane_delta, clamp, member_mask
    )  #: p7
    exchanged[0], _unused = ptx.shfl.sync.down.b32(
        low, lane_delta, clamp, member_mask
    )  #: p8
    packed = reg.scalar(f64)  #: fd25
    packed.set(pack(exchanged[0:2]))
    fd26 = fd24 + packed  #: fd.26
    low, upper = unpack(fd26)  #: r27 r28
    exchanged = reg.run(b32, 2)  #: r29 r30
    exchanged[1], _unused = ptx.shfl.sync.down.b32(
        upper, const2, clamp, member_mask
    )  #: p9
    exchanged[0], _unused = ptx.shfl.sync.down.b32(
        low, const2, clamp, member_mask
    )  #: p10
    packed = reg.scalar(f64)  #: fd27
    packed.set(pack(exchanged[0:2]))
    fd28 = fd26 + packed  #: fd.28
    low, upper = unpack(fd28)  #: r31 r32
    lane_delta = u32(1)  #: r41
    exchanged = reg.run(b32, 2)  #: r33 r34
    exchanged[1], _unused = ptx.shfl.sync.down.b32(
        upper, lane_delta, clamp, member_mask
    )  #: p11
    exchanged[0], _unused = ptx.shfl.sync.down.b32(
        low, lane_delta, clamp, member_mask
    )  #: p12
    packed = reg.scalar(f64)  #: fd29
    packed.set(pack(exchanged[0:2]))
    warps_new = fd28 + packed  #: fd4
    lane = tid & 31  #: r43
    not_first_lane = lane != 0  #: p13
    with ptx.unless(not_first_lane):
        warps_offset = (ptx.special.tid.x() >> 2) & 0x3FFFFFF8  #: r44..46
        ptx.st.shared.f64([ptx.mov.u32(warps) + warps_offset], warps_new)  #: r47 r48
    ptx.bar.sync(0)
    tid_above3 = tid.u32 > 3  #: p14
    warps_offset = tid << 3  #: r50
    warps_addr = ptx.mov.u32(warps)  #: r51
    warps_ptr = warps_addr + warps_offset  #: r5
    fd[68] = 0.0
    with ptx.unless(tid_above3):
        fd[68] = ptx.ld.shared.f64([warps_ptr])
    tid_above31 = tid.u32 > 31  #: p15
    with ptx.unless(tid_above31):
        low, upper = unpack(fd[68])  #: r53 r54
        const2 = u32(2)  #: r73
        clamp = u32(31)  #: r74
        lane_delta = u32(16)  #: r75
        member_mask = u32(-1)  #: r76
        exchanged = reg.run(b32, 2)  #: r55 r56
        exchanged[1], _unused = ptx.shfl.sync.down.b32(
            upper, lane_delta, clamp, member_mask
        )  #: p16
        exchanged[0], _unused = ptx.shfl.sync.down.b32(
            low, lane_delta, clamp, member_mask
        )  #: p17
        packed = reg.scalar(f64)  #: fd32
        packed.set(pack(exchanged[0:2]))
        fd33 = fd[68] + packed  #: fd.33
        low, upper = unpack(fd33)  #: r57 r58
        lane_delta = u32(8)  #: r77
        exchanged = reg.run(b32, 2)  #: r59 r60
        exchanged[1], _unused = ptx.shfl.sync.down.b32(
            upper, lane_delta, clamp, member_mask
        )  #: p18
        exchanged[0], _unused = ptx.shfl.sync.down.b32(
            low, lane_delta, clamp, member_mask
        )  #: p19
        packed = reg.scalar(f64)  #: fd34
        packed.set(pack(exchanged[0:2]))
        fd35 = fd33 + packed  #: fd.35
        low, upper = unpack(fd35)  #: r61 r62
        lane_delta = u32(4)  #: r78
        exchanged = reg.run(b32, 2)  #: r63 r64
        exchanged[1], _unused = ptx.shfl.sync.down.b32(
            upper, lane_delta, clamp, member_mask
        )  #: p20
        exchanged[0], _unused = ptx.shfl.sync.down.b32(
            low, lane_delta, clamp, member_mask
        )  #: p21
        packed = reg.scalar(f64)  #: fd36
        packed.set(pack(exchanged[0:2]))
        fd37 = fd35 + packed  #: fd.37
        low, upper = unpack(fd37)  #: r65 r66
        exchanged = reg.run(b32, 2)  #: r67 r68
        exchanged[1], _unused = ptx.shfl.sync.down.b32(
            upper, const2, clamp, member_mask
        )  #: p22
        exchanged[0], _unused = ptx.shfl.sync.down.b32(
            low, const2, clamp, member_mask
        )  #: p23
        packed = reg.scalar(f64)  #: fd38
        packed.set(pack(exchanged[0:2]))
        fd39 = fd37 + packed  #: fd.39
        low, upper = unpack(fd39)  #: r69 r70
        lane_delta = u32(1)  #: r79
        exchanged = reg.run(b32, 2)  #: r71 r72
        exchanged[1], _unused = ptx.shfl.sync.down.b32(
            upper, lane_delta, clamp, member_mask
        )  #: p24
        exchanged[0], _unused = ptx.shfl.sync.down.b32(
            low, lane_delta, clamp, member_mask
        )  #: p25
        packed = reg.scalar(f64)  #: fd40
        packed.set(pack(exchanged[0:2]))
        fd[68] = fd39 + packed
    not_first_thread = tid != 0  #: p26
    with ptx.unless(not_first_thread):
        param_1_global = ptx.cvta.to.global_.u64(param_1_generic)  #: rd10
        param_1_ptr = param_1_global + ptx.mul.wide.u32(ctaid, 8)  #: rd11..12
        ptx.st.volatile.global_.f64([param_1_ptr], fd[68])
        ptx.membar.gl()
        nctaid = ptx.special.nctaid.x()  #: r82
        finished_blocks_addr = ptx.mov.u64(finished_blocks)  #: rd13
        old = ptx.atom.global_.inc.u32([finished_blocks_addr], nctaid)  #: r83
        flag = ptx.selp.u16(1, 0, old == nctaid - 1)  #: r84 p27 rs1
        ptx.st.shared.u8([last], flag)
    ptx.bar.sync(0)
    last_val = ptx.ld.shared.u8([last])  #: rs2
    with ptx.if_(last_val != 0) as block:  #: p28
        nctaid = ptx.special.nctaid.x()  #: r6
        tid_reaches_nctaid = tid.u32 >= nctaid  #: p29
        total = reg.from_(f64(0.0), f64)  #: fd70
        with ptx.unless(tid_reaches_nctaid):
            param_1_global = ptx.cvta.to.global_.u64(param_1_generic)  #: rd14
            param_1_ptr = reg.from_(
                param_1_global + ptx.mul.wide.s32(tid, 8), b64
            )  #: rd15 rd17
            total.set(0.0)
            i = reg.from_(u32(tid), b32)  #: r152
            with ptx.loop() as loop_2:
                param_1_val = ptx.ld.volatile.global_.f64([param_1_ptr])  #: fd43
                total += param_1_val
                param_1_ptr += 1024
                i += 128
                loop_2.again(when=i.u32 < nctaid)  #: p30
        clamp = u32(31)  #: r108
        total_low, total_upper = unpack(total)  #: r86 r87
        const2 = u32(2)  #: r109
        lane_delta = u32(16)  #: r110
        member_mask = u32(-1)  #: r111
        exchanged = reg.run(b32, 2)  #: r88 r89
        exchanged[1], _unused = ptx.shfl.sync.down.b32(
            total_upper, lane_delta, clamp, member_mask
        )  #: p32
        exchanged[0], _unused = ptx.shfl.sync.down.b32(
            total_low, lane_delta, clamp, member_mask
        )  #: p33
        packed = reg.scalar(f64)  #: fd45
        packed.set(pack(exchanged[0:2]))
        fd46 = total + packed  #: fd.46
        low, upper = unpack(fd46)  #: r90 r91
        lane_delta = u32(8)  #: r112
        exchanged = reg.run(b32, 2)  #: r92 r93
        exchanged[1], _unused = ptx.shfl.sync.down.b32(
            upper, lane_delta, clamp, member_mask
        )  #: p34
        exchanged[0], _unused = ptx.shfl.sync.down.b32(
            low, lane_delta, clamp, member_mask
        )  #: p35
        packed = reg.scalar(f64)  #: fd47
        packed.set(pack(exchanged[0:2]))
        fd48 = fd46 + packed  #: fd.48
        low, upper = unpack(fd48)  #: r94 r95
        lane_delta = u32(4)  #: r113
        exchanged = reg.run(b32, 2)  #: r96 r97
        exchanged[1], _unused = ptx.shfl.sync.down.b32(
            upper, lane_delta, clamp, member_mask
        )  #: p36
        exchanged[0], _unused = ptx.shfl.sync.down.b32(
            low, lane_delta, clamp, member_mask
        )  #: p37
        packed = reg.scalar(f64)  #: fd49
        packed.set(pack(exchanged[0:2]))
        fd50 = fd48 + packed  #: fd.50
        low, upper = unpack(fd50)  #: r98 r99
        exchanged = reg.run(b32, 2)  #: r100 r101
        exchanged[1], _unused = ptx.shfl.sync.down.b32(
            upper, const2, clamp, member_mask
        )  #: p38
        exchanged[0], _unused = ptx.shfl.sync.down.b32(
            low, const2, clamp, member_mask
        )  #: p39
        packed = reg.scalar(f64)  #: fd51
        packed.set(pack(exchanged[0:2]))
        fd52 = fd50 + packed  #: fd.52
        low, upper = unpack(fd52)  #: r102 r103
        lane_delta = u32(1)  #: r114
        exchanged = reg.run(b32, 2)  #: r104 r105
        exchanged[1], _unused = ptx.shfl.sync.down.b32(
            upper, lane_delta, clamp, member_mask
        )  #: p40
        exchanged[0], _unused = ptx.shfl.sync.down.b32(
            low, lane_delta, clamp, member_mask
        )  #: p41
        packed = reg.scalar(f64)  #: fd53
        packed.set(pack(exchanged[0:2]))
        warps_new = fd52 + packed  #: fd12
        with ptx.unless(not_first_lane):
            warps_at = warps_addr + ((tid >> 2) & 0x3FFFFFF8)  #: r116 r117 r119
            ptx.st.shared.f64([warps_at], warps_new)
        ptx.bar.sync(0)
        fd[72] = 0.0
        with ptx.unless(tid_above3):
            fd[72] = ptx.ld.shared.f64([warps_ptr])
        with ptx.unless(tid_above31):
            low, upper = unpack(fd[72])  #: r122 r123
            r142 = u32(2)  #: r.142
            clamp = u32(31)  #: r143
            lane_delta = u32(16)  #: r144
            member_mask = u32(-1)  #: r145
            exchanged = reg.run(b32, 2)  #: r124 r125
            exchanged[1], _unused = ptx.shfl.sync.down.b32(
                upper, lane_delta, clamp, member_mask
            )  #: p44
            exchanged[0], _unused = ptx.shfl.sync.down.b32(
                low, lane_delta, clamp, member_mask
            )  #: p45
            packed = reg.scalar(f64)  #: fd56
            packed.set(pack(exchanged[0:2]))
            fd57 = fd[72] + packed  #: fd.57
            low, upper = unpack(fd57)  #: r126 r127
            lane_delta = u32(8)  #: r146
            exchanged = reg.run(b32, 2)  #: r128 r129
            exchanged[1], _unused = ptx.shfl.sync.down.b32(
                upper, lane_delta, clamp, member_mask
            )  #: p46
            exchanged[0], _unused = ptx.shfl.sync.down.b32(
                low, lane_delta, clamp, member_mask
            )  #: p47
            packed = reg.scalar(f64)  #: fd58
            packed.set(pack(exchanged[0:2]))
            fd59 = fd57 + packed  #: fd.59
            low, upper = unpack(fd59)  #: r130 r131
            lane_delta = u32(4)  #: r147
            exchanged = reg.run(b32, 2)  #: r132 r133
            exchanged[1], _unused = ptx.shfl.sync.down.b32(
                upper, lane_delta, clamp, member_mask
            )  #: p48
            exchanged[0], _unused = ptx.shfl.sync.down.b32(
                low, lane_delta, clamp, member_mask
            )  #: p49
            packed = reg.scalar(f64)  #: fd60
            packed.set(pack(exchanged[0:2]))
            fd61 = fd59 + packed  #: fd.61
            low, r135 = unpack(fd61)  #: r134..135
            exchanged = reg.run(b32, 2)  #: r136 r137
            exchanged[1], _unused = ptx.shfl.sync.down.b32(
                r135, r142, clamp, member_mask
            )  #: p50
            exchanged[0], _unused = ptx.shfl.sync.down.b32(
                low, r142, clamp, member_mask
            )  #: p51
            packed = reg.scalar(f64)  #: fd62
            packed.set(pack(exchanged[0:2]))
            fd63 = fd61 + packed  #: fd.63
            low, upper = unpack(fd63)  #: r138 r139
            lane_delta = u32(1)  #: r148
            exchanged = reg.run(b32, 2)  #: r140 r141
            exchanged[1], _unused = ptx.shfl.sync.down.b32(
                upper, lane_delta, clamp, member_mask
            )  #: p52
            exchanged[0], _unused = ptx.shfl.sync.down.b32(
                low, lane_delta, clamp, member_mask
            )  #: p53
            packed = reg.scalar(f64)  #: fd64
            packed.set(pack(exchanged[0:2]))
            fd[72] = fd63 + packed
        block.leave(when=not_first_thread)
        ptx.st.global_.f64([ptx.cvta.to.global_.u64(param_2_generic)], fd[72])  #: rd16
        ptx.st.global_.u32([finished_blocks], u32(0))  #: r150
    ptx.ret()
