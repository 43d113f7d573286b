from ptxpy import b8, b32, b64, f32, f64, kernel, module, ptx, reg, u8, u32, u64, var

module("nvcc-13.0", version="9.0", target="sm_90a")


def unpack(value):
    with ptx.asm():
        parts = ptx.mov.b64(value, within="| |||||| |")
    return parts


def pack(low, high):
    with ptx.asm():
        result = ptx.mov.b64((low, high), within="| || |||||")
    return result


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
    _, f, r, _ = reg.bulk(p=6, f=9, r=15, rd=9)
    param_0 = ptx.ld.param.u64([param_0])  #: rd1
    param_1 = ptx.ld.param.u64([param_1])  #: rd2
    param_2 = ptx.ld.param.u32([param_2])  #: r9
    ntid = ptx.special.ntid.x()  #: r1
    ctaid = ptx.special.ctaid.x()  #: r2
    tid = ptx.special.tid.x()  #: r3
    i = ptx.mad.lo.s32(ctaid, ntid, tid)  #: r4
    out_of_range = i >= param_2  #: p1
    f[8] = 0.0
    with ptx.unless(out_of_range):
        param_0_global = ptx.cvta.to.global_.u64(param_0)  #: rd3
        param_0_ptr = param_0_global + ptx.mul.wide.s32(i, 4)  #: rd4..5
        f[8] = ptx.ld.global_.f32([param_0_ptr])
    partial_offset = tid << 2  #: r10
    partial_addr = ptx.mov.u32(partial)  #: r11
    partial_ptr = partial_addr + partial_offset  #: r5
    ptx.st.shared.f32([partial_ptr], f[8])
    ptx.bar.sync(0)
    r[14] = ntid >> 1
    with ptx.unless(r[14] == 0), ptx.loop() as loop:  #: p2
        with ptx.unless(tid.u32 >= r[14]):  #: p3
            r13 = partial_ptr + (r[14] << 2)  #: r12
            partial_val = ptx.ld.shared.f32([partial_ptr])  #: f4
            f6 = ptx.ld.shared.f32([r13]) + partial_val  #: f5
            ptx.st.shared.f32([partial_ptr], f6)
        ptx.bar.sync(0)
        r[14] = r[14] >> 1
        loop.again(when=r[14] != 0)  #: p4
    with ptx.unless(tid != 0):  #: p5
        partial_val = ptx.ld.shared.f32([partial])  #: f7
        param_1_global = ptx.cvta.to.global_.u64(param_1)  #: rd6
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
    param_0 = ptx.ld.param.u64([param_0])  #: rd7
    param_1 = ptx.ld.param.u64([param_1])  #: rd8
    param_2 = ptx.ld.param.u32([param_2])  #: r11
    tid = ptx.special.tid.x()  #: r12
    out_of_range = tid >= param_2  #: p1
    largest = reg.from_(f32(-ptx.FLT_MAX), f32)  #: f48
    with ptx.unless(out_of_range) as block:
        r14 = ~tid + param_2  #: r13
        skip = (((r14 >> 8) + 1) & 3) == 0  #: r15..17 p2
        largest.set(-ptx.FLT_MAX)
        i = reg.from_(u32(tid), b32)  #: r75
        with ptx.unless(skip):
            i.set(ptx.special.tid.x())
            param_0_global = ptx.cvta.to.global_.u64(param_0)  #: rd9
            param_0_ptr = reg.from_(
                param_0_global + ptx.mul.wide.s32(i, 4), b64
            )  #: rd10 rd15
            r21 = ((~i + param_2) >> 8) + 1  #: r18..20
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
        block.leave(when=r14.u32 < 768)  #: p4
        param_0_global = ptx.cvta.to.global_.u64(param_0)  #: rd11
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
            loop_2.again(when=i < param_2)  #: p5
    r25 = ptx.mov.b32(largest)
    r26 = u32(2)
    segment_mask = u32(31)  #: r27
    lane_delta = u32(16)  #: r28
    member_mask = u32(-1)  #: r29
    from_higher, _unused = ptx.shfl.sync.down.b32(
        r25, lane_delta, segment_mask, member_mask
    )  #: r30 p6
    f[25] = from_higher.b32
    larger = ptx.max.f32(largest, f[25])  #: f26
    r31 = ptx.mov.b32(larger)
    lane_delta = u32(8)  #: r32
    from_higher, _unused = ptx.shfl.sync.down.b32(
        r31, lane_delta, segment_mask, member_mask
    )  #: r33 p7
    f[27] = from_higher.b32
    larger = ptx.max.f32(larger, f[27])  #: f28
    r34 = ptx.mov.b32(larger)
    lane_delta = u32(4)  #: r35
    from_higher, _unused = ptx.shfl.sync.down.b32(
        r34, lane_delta, segment_mask, member_mask
    )  #: r36 p8
    f[29] = from_higher.b32
    larger = ptx.max.f32(larger, f[29])  #: f30
    r37 = ptx.mov.b32(larger)
    from_higher, _unused = ptx.shfl.sync.down.b32(
        r37, r26, segment_mask, member_mask
    )  #: r38 p9
    f[31] = from_higher.b32
    larger = ptx.max.f32(larger, f[31])  #: f32
    r39 = ptx.mov.b32(larger)
    lane_delta = u32(1)  #: r40
    from_higher, _unused = ptx.shfl.sync.down.b32(
        r39, lane_delta, segment_mask, member_mask
    )  #: r41 p10
    f[33] = from_higher.b32
    larger = ptx.max.f32(larger, f[33])  #: f8
    lane = tid & 31  #: r43
    with ptx.unless(lane != 0):  #: p11
        warps_offset = (tid >> 3) & 0x1FFFFFFC  #: r45 r46
        warps_addr = ptx.mov.u32(warps)  #: r47
        warps_ptr = warps_addr + warps_offset  #: r48
        ptx.st.shared.f32([warps_ptr], larger)
    ptx.bar.sync(0)
    skip = tid.u32 > 7  #: p12
    f[50] = -ptx.FLT_MAX
    with ptx.unless(skip):
        warps_offset = tid << 2  #: r51
        warps_addr = ptx.mov.u32(warps)  #: r52
        warps_ptr = warps_addr + warps_offset  #: r53
        f[50] = ptx.ld.shared.f32([warps_ptr])
    with ptx.unless(tid.u32 > 31):  #: p13
        r55 = ptx.mov.b32(f[50])
        r56 = u32(2)
        segment_mask = u32(31)  #: r57
        lane_delta = u32(16)  #: r58
        member_mask = u32(-1)  #: r59
        from_higher, _unused = ptx.shfl.sync.down.b32(
            r55, lane_delta, segment_mask, member_mask
        )  #: r60 p14
        f[35] = from_higher.b32
        larger = ptx.max.f32(f[50], f[35])  #: f36
        r61 = ptx.mov.b32(larger)
        lane_delta = u32(8)  #: r62
        from_higher, _unused = ptx.shfl.sync.down.b32(
            r61, lane_delta, segment_mask, member_mask
        )  #: r63 p15
        f[37] = from_higher.b32
        larger = ptx.max.f32(larger, f[37])  #: f38
        r64 = ptx.mov.b32(larger)
        lane_delta = u32(4)  #: r65
        from_higher, _unused = ptx.shfl.sync.down.b32(
            r64, lane_delta, segment_mask, member_mask
        )  #: r66 p16
        f[39] = from_higher.b32
        larger = ptx.max.f32(larger, f[39])  #: f40
        r67 = ptx.mov.b32(larger)
        from_higher, _unused = ptx.shfl.sync.down.b32(
            r67, r56, segment_mask, member_mask
        )  #: r68 p17
        f[41] = from_higher.b32
        larger = ptx.max.f32(larger, f[41])  #: f42
        r69 = ptx.mov.b32(larger)
        lane_delta = u32(1)  #: r70
        from_higher, _unused = ptx.shfl.sync.down.b32(
            r69, lane_delta, segment_mask, member_mask
        )  #: r71 p18
        f[43] = from_higher.b32
        f[50] = ptx.max.f32(larger, f[43])
    with ptx.unless(tid != 0):  #: p19
        param_1_global = ptx.cvta.to.global_.u64(param_1)  #: rd14
        ptx.st.global_.f32([param_1_global], f[50])
    ptx.ret()


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
    param_0 = ptx.ld.param.u64([param_0])  #: rd4
    param_1 = ptx.ld.param.u64([param_1])  #: rd5
    param_2 = ptx.ld.param.u64([param_2])  #: rd6
    param_3 = ptx.ld.param.u32([param_3])  #: r10
    ctaid = ptx.special.ctaid.x()  #: r11
    r12 = ctaid << 7
    tid = ptx.special.tid.x()  #: r13
    i = reg.from_(r12 + tid, b32)  #: r151
    out_of_range = i >= param_3  #: p1
    total = reg.from_(f64(0.0), f64)  #: fd66
    with ptx.unless(out_of_range):
        nctaid = ptx.special.nctaid.x()  #: r14
        r2 = nctaid << 7
        total.set(0.0)
        param_0_global = ptx.cvta.to.global_.u64(param_0)  #: rd7
        with ptx.loop() as loop:
            param_0_ptr = param_0_global + ptx.mul.wide.s32(i, 8)  #: rd8..9
            param_0_val = ptx.ld.global_.f64([param_0_ptr])  #: fd19
            total += param_0_val
            i += r2
            loop.again(when=i < param_3)  #: p2
    r15, r16 = unpack(total)
    r35 = u32(2)
    segment_mask = u32(31)  #: r36
    lane_delta = u32(16)  #: r37
    member_mask = u32(-1)  #: r38
    from_higher, _unused = ptx.shfl.sync.down.b32(
        r16, lane_delta, segment_mask, member_mask
    )  #: r18 p3
    r17, _unused = ptx.shfl.sync.down.b32(
        r15, lane_delta, segment_mask, member_mask
    )  #: p4
    fd[21] = pack(r17, from_higher)
    fd22 = total + fd[21]
    r19, r20 = unpack(fd22)
    lane_delta = u32(8)  #: r39
    from_higher, _unused = ptx.shfl.sync.down.b32(
        r20, lane_delta, segment_mask, member_mask
    )  #: r22 p5
    r21, _unused = ptx.shfl.sync.down.b32(
        r19, lane_delta, segment_mask, member_mask
    )  #: p6
    fd[23] = pack(r21, from_higher)
    fd24 = fd22 + fd[23]
    r23, r24 = unpack(fd24)
    lane_delta = u32(4)  #: r40
    from_higher, _unused = ptx.shfl.sync.down.b32(
        r24, lane_delta, segment_mask, member_mask
    )  #: r26 p7
    r25, _unused = ptx.shfl.sync.down.b32(
        r23, lane_delta, segment_mask, member_mask
    )  #: p8
    fd[25] = pack(r25, from_higher)
    fd26 = fd24 + fd[25]
    r27, r28 = unpack(fd26)
    from_higher, _unused = ptx.shfl.sync.down.b32(
        r28, r35, segment_mask, member_mask
    )  #: r30 p9
    r29, _unused = ptx.shfl.sync.down.b32(r27, r35, segment_mask, member_mask)  #: p10
    fd[27] = pack(r29, from_higher)
    fd28 = fd26 + fd[27]
    r31, r32 = unpack(fd28)
    lane_delta = u32(1)  #: r41
    from_higher, _unused = ptx.shfl.sync.down.b32(
        r32, lane_delta, segment_mask, member_mask
    )  #: r34 p11
    r33, _unused = ptx.shfl.sync.down.b32(
        r31, lane_delta, segment_mask, member_mask
    )  #: p12
    fd[29] = pack(r33, from_higher)
    fd4 = fd28 + fd[29]
    lane = tid & 31  #: r43
    not_first_lane = lane != 0  #: p13
    with ptx.unless(not_first_lane):
        warps_offset = (ptx.special.tid.x() >> 2) & 0x3FFFFFF8  #: r44..46
        warps_addr = ptx.mov.u32(warps)  #: r47
        warps_ptr = warps_addr + warps_offset  #: r48
        ptx.st.shared.f64([warps_ptr], fd4)
    ptx.bar.sync(0)
    skip = tid.u32 > 3  #: p14
    warps_offset = tid << 3  #: r50
    warps_addr = ptx.mov.u32(warps)  #: r51
    warps_ptr = warps_addr + warps_offset  #: r5
    fd[68] = 0.0
    with ptx.unless(skip):
        fd[68] = ptx.ld.shared.f64([warps_ptr])
    p15 = tid.u32 > 31
    with ptx.unless(p15):
        r53, r54 = unpack(fd[68])
        r73 = u32(2)
        segment_mask = u32(31)  #: r74
        lane_delta = u32(16)  #: r75
        member_mask = u32(-1)  #: r76
        from_higher, _unused = ptx.shfl.sync.down.b32(
            r54, lane_delta, segment_mask, member_mask
        )  #: r56 p16
        r55, _unused = ptx.shfl.sync.down.b32(
            r53, lane_delta, segment_mask, member_mask
        )  #: p17
        fd[32] = pack(r55, from_higher)
        fd33 = fd[68] + fd[32]
        r57, r58 = unpack(fd33)
        lane_delta = u32(8)  #: r77
        from_higher, _unused = ptx.shfl.sync.down.b32(
            r58, lane_delta, segment_mask, member_mask
        )  #: r60 p18
        r59, _unused = ptx.shfl.sync.down.b32(
            r57, lane_delta, segment_mask, member_mask
        )  #: p19
        fd[34] = pack(r59, from_higher)
        fd35 = fd33 + fd[34]
        r61, r62 = unpack(fd35)
        lane_delta = u32(4)  #: r78
        from_higher, _unused = ptx.shfl.sync.down.b32(
            r62, lane_delta, segment_mask, member_mask
        )  #: r64 p20
        r63, _unused = ptx.shfl.sync.down.b32(
            r61, lane_delta, segment_mask, member_mask
        )  #: p21
        fd[36] = pack(r63, from_higher)
        fd37 = fd35 + fd[36]
        r65, r66 = unpack(fd37)
        from_higher, _unused = ptx.shfl.sync.down.b32(
            r66, r73, segment_mask, member_mask
        )  #: r68 p22
        r67, _unused = ptx.shfl.sync.down.b32(
            r65, r73, segment_mask, member_mask
        )  #: p23
        fd[38] = pack(r67, from_higher)
        fd39 = fd37 + fd[38]
        r69, r70 = unpack(fd39)
        lane_delta = u32(1)  #: r79
        from_higher, _unused = ptx.shfl.sync.down.b32(
            r70, lane_delta, segment_mask, member_mask
        )  #: r72 p24
        r71, _unused = ptx.shfl.sync.down.b32(
            r69, lane_delta, segment_mask, member_mask
        )  #: p25
        fd[40] = pack(r71, from_higher)
        fd[68] = fd39 + fd[40]
    not_first_thread = tid != 0  #: p26
    with ptx.unless(not_first_thread):
        param_1_global = ptx.cvta.to.global_.u64(param_1)  #: rd10
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
    with ptx.unless(last_val == 0) as block:  #: p28
        nctaid = ptx.special.nctaid.x()  #: r6
        p29 = tid.u32 >= nctaid
        total = reg.from_(f64(0.0), f64)  #: fd70
        with ptx.unless(p29):
            param_1_global = ptx.cvta.to.global_.u64(param_1)  #: rd14
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
        segment_mask = u32(31)  #: r108
        r86, r87 = unpack(total)
        r109 = u32(2)
        lane_delta = u32(16)  #: r110
        member_mask = u32(-1)  #: r111
        from_higher, _unused = ptx.shfl.sync.down.b32(
            r87, lane_delta, segment_mask, member_mask
        )  #: r89 p32
        r88, _unused = ptx.shfl.sync.down.b32(
            r86, lane_delta, segment_mask, member_mask
        )  #: p33
        fd[45] = pack(r88, from_higher)
        fd46 = total + fd[45]
        r90, r91 = unpack(fd46)
        lane_delta = u32(8)  #: r112
        from_higher, _unused = ptx.shfl.sync.down.b32(
            r91, lane_delta, segment_mask, member_mask
        )  #: r93 p34
        r92, _unused = ptx.shfl.sync.down.b32(
            r90, lane_delta, segment_mask, member_mask
        )  #: p35
        fd[47] = pack(r92, from_higher)
        fd48 = fd46 + fd[47]
        r94, r95 = unpack(fd48)
        lane_delta = u32(4)  #: r113
        from_higher, _unused = ptx.shfl.sync.down.b32(
            r95, lane_delta, segment_mask, member_mask
        )  #: r97 p36
        r96, _unused = ptx.shfl.sync.down.b32(
            r94, lane_delta, segment_mask, member_mask
        )  #: p37
        fd[49] = pack(r96, from_higher)
        fd50 = fd48 + fd[49]
        r98, r99 = unpack(fd50)
        from_higher, _unused = ptx.shfl.sync.down.b32(
            r99, r109, segment_mask, member_mask
        )  #: r101 p38
        r100, _unused = ptx.shfl.sync.down.b32(
            r98, r109, segment_mask, member_mask
        )  #: p39
        fd[51] = pack(r100, from_higher)
        fd52 = fd50 + fd[51]
        r102, r103 = unpack(fd52)
        lane_delta = u32(1)  #: r114
        from_higher, _unused = ptx.shfl.sync.down.b32(
            r103, lane_delta, segment_mask, member_mask
        )  #: r105 p40
        r104, _unused = ptx.shfl.sync.down.b32(
            r102, lane_delta, segment_mask, member_mask
        )  #: p41
        fd[53] = pack(r104, from_higher)
        fd12 = fd52 + fd[53]
        with ptx.unless(not_first_lane):
            r119 = warps_addr + ((tid >> 2) & 0x3FFFFFF8)  #: r116 r117
            ptx.st.shared.f64([r119], fd12)
        ptx.bar.sync(0)
        fd[72] = 0.0
        with ptx.unless(skip):
            fd[72] = ptx.ld.shared.f64([warps_ptr])
        with ptx.unless(p15):
            r122, r123 = unpack(fd[72])
            r142 = u32(2)
            segment_mask = u32(31)  #: r143
            lane_delta = u32(16)  #: r144
            member_mask = u32(-1)  #: r145
            from_higher, _unused = ptx.shfl.sync.down.b32(
                r123, lane_delta, segment_mask, member_mask
            )  #: r125 p44
            r124, _unused = ptx.shfl.sync.down.b32(
                r122, lane_delta, segment_mask, member_mask
            )  #: p45
            fd[56] = pack(r124, from_higher)
            fd57 = fd[72] + fd[56]
            r126, r127 = unpack(fd57)
            lane_delta = u32(8)  #: r146
            from_higher, _unused = ptx.shfl.sync.down.b32(
                r127, lane_delta, segment_mask, member_mask
            )  #: r129 p46
            r128, _unused = ptx.shfl.sync.down.b32(
                r126, lane_delta, segment_mask, member_mask
            )  #: p47
            fd[58] = pack(r128, from_higher)
            fd59 = fd57 + fd[58]
            r130, r131 = unpack(fd59)
            lane_delta = u32(4)  #: r147
            from_higher, _unused = ptx.shfl.sync.down.b32(
                r131, lane_delta, segment_mask, member_mask
            )  #: r133 p48
            r132, _unused = ptx.shfl.sync.down.b32(
                r130, lane_delta, segment_mask, member_mask
            )  #: p49
            fd[60] = pack(r132, from_higher)
            fd61 = fd59 + fd[60]
            r134, r135 = unpack(fd61)
            from_higher, _unused = ptx.shfl.sync.down.b32(
                r135, r142, segment_mask, member_mask
            )  #: r137 p50
            r136, _unused = ptx.shfl.sync.down.b32(
                r134, r142, segment_mask, member_mask
            )  #: p51
            fd[62] = pack(r136, from_higher)
            fd63 = fd61 + fd[62]
            r138, r139 = unpack(fd63)
            lane_delta = u32(1)  #: r148
            from_higher, _unused = ptx.shfl.sync.down.b32(
                r139, lane_delta, segment_mask, member_mask
            )  #: r141 p52
            r140, _unused = ptx.shfl.sync.down.b32(
                r138, lane_delta, segment_mask, member_mask
            )  #: p53
            fd[64] = pack(r140, from_higher)
            fd[72] = fd63 + fd[64]
        block.leave(when=not_first_thread)
        param_2_global = ptx.cvta.to.global_.u64(param_2)  #: rd16
        ptx.st.global_.f64([param_2_global], fd[72])
        ptx.st.global_.u32([finished_blocks], u32(0))  #: r150
    ptx.ret()
