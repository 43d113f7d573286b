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
    r10 = tid << 2
    partial_addr = ptx.mov.u32(partial)  #: r11
    partial_ptr = partial_addr + r10  #: r5
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
        p2 = (((r14 >> 8) + 1) & 3) == 0  #: r15..17
        largest.set(-ptx.FLT_MAX)
        i = reg.from_(u32(tid), b32)  #: r75
        with ptx.unless(p2):
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
            f19 = ptx.max.f32(largest, param_0_val)
            param_0_val = ptx.ld.global_.f32([param_0_ptr, -1024])  #: f20
            f21 = ptx.max.f32(f19, param_0_val)
            param_0_val = ptx.ld.global_.f32([param_0_ptr])  #: f22
            f23 = ptx.max.f32(f21, param_0_val)
            param_0_val = ptx.ld.global_.f32([param_0_ptr, 1024])  #: f24
            largest.set(ptx.max.f32(f23, param_0_val))
            param_0_ptr += 4096
            i += 1024
            loop_2.again(when=i < param_2)  #: p5
    r25 = ptx.mov.b32(largest)
    r26 = u32(2)
    r27 = u32(31)
    r28 = u32(16)
    member_mask = u32(-1)  #: r29
    r30, _unused = ptx.shfl.sync.down.b32(r25, r28, r27, member_mask)  #: p6
    f[25] = r30.b32
    f26 = ptx.max.f32(largest, f[25])
    r31 = ptx.mov.b32(f26)
    r32 = u32(8)
    r33, _unused = ptx.shfl.sync.down.b32(r31, r32, r27, member_mask)  #: p7
    f[27] = r33.b32
    f28 = ptx.max.f32(f26, f[27])
    r34 = ptx.mov.b32(f28)
    r35 = u32(4)
    r36, _unused = ptx.shfl.sync.down.b32(r34, r35, r27, member_mask)  #: p8
    f[29] = r36.b32
    f30 = ptx.max.f32(f28, f[29])
    r37 = ptx.mov.b32(f30)
    r38, _unused = ptx.shfl.sync.down.b32(r37, r26, r27, member_mask)  #: p9
    f[31] = r38.b32
    f[32] = ptx.max.f32(f30, f[31])
    r39 = ptx.mov.b32(f[32])
    r40 = u32(1)
    r41, _unused = ptx.shfl.sync.down.b32(r39, r40, r27, member_mask)  #: p10
    f[33] = r41.b32
    f8 = ptx.max.f32(f[32], f[33])
    lane = tid & 31  #: r43
    with ptx.unless(lane != 0):  #: p11
        r46 = (tid >> 3) & 0x1FFFFFFC  #: r45
        warps_addr = ptx.mov.u32(warps)  #: r47
        warps_ptr = warps_addr + r46  #: r48
        ptx.st.shared.f32([warps_ptr], f8)
    ptx.bar.sync(0)
    p12 = tid.u32 > 7
    f[50] = -ptx.FLT_MAX
    with ptx.unless(p12):
        r51 = tid << 2
        warps_addr = ptx.mov.u32(warps)  #: r52
        warps_ptr = warps_addr + r51  #: r53
        f[50] = ptx.ld.shared.f32([warps_ptr])
    with ptx.unless(tid.u32 > 31):  #: p13
        r55 = ptx.mov.b32(f[50])
        r56 = u32(2)
        r57 = u32(31)
        r58 = u32(16)
        member_mask = u32(-1)  #: r59
        r60, _unused = ptx.shfl.sync.down.b32(r55, r58, r57, member_mask)  #: p14
        f[35] = r60.b32
        f36 = ptx.max.f32(f[50], f[35])
        r61 = ptx.mov.b32(f36)
        r62 = u32(8)
        r63, _unused = ptx.shfl.sync.down.b32(r61, r62, r57, member_mask)  #: p15
        f[37] = r63.b32
        f38 = ptx.max.f32(f36, f[37])
        r64 = ptx.mov.b32(f38)
        r65 = u32(4)
        r66, _unused = ptx.shfl.sync.down.b32(r64, r65, r57, member_mask)  #: p16
        f[39] = r66.b32
        f40 = ptx.max.f32(f38, f[39])
        r67 = ptx.mov.b32(f40)
        r68, _unused = ptx.shfl.sync.down.b32(r67, r56, r57, member_mask)  #: p17
        f[41] = r68.b32
        f42 = ptx.max.f32(f40, f[41])
        r69 = ptx.mov.b32(f42)
        r70 = u32(1)
        r71, _unused = ptx.shfl.sync.down.b32(r69, r70, r57, member_mask)  #: p18
        f[43] = r71.b32
        f[50] = ptx.max.f32(f42, f[43])
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
    r36 = u32(31)
    r37 = u32(16)
    member_mask = u32(-1)  #: r38
    r18, _unused = ptx.shfl.sync.down.b32(r16, r37, r36, member_mask)  #: p3
    r17, _unused = ptx.shfl.sync.down.b32(r15, r37, r36, member_mask)  #: p4
    fd[21] = pack(r17, r18)
    fd22 = total + fd[21]
    r19, r20 = unpack(fd22)
    r39 = u32(8)
    r22, _unused = ptx.shfl.sync.down.b32(r20, r39, r36, member_mask)  #: p5
    r21, _unused = ptx.shfl.sync.down.b32(r19, r39, r36, member_mask)  #: p6
    fd[23] = pack(r21, r22)
    fd24 = fd22 + fd[23]
    r23, r24 = unpack(fd24)
    r40 = u32(4)
    r26, _unused = ptx.shfl.sync.down.b32(r24, r40, r36, member_mask)  #: p7
    r25, _unused = ptx.shfl.sync.down.b32(r23, r40, r36, member_mask)  #: p8
    fd[25] = pack(r25, r26)
    fd26 = fd24 + fd[25]
    r27, r28 = unpack(fd26)
    r30, _unused = ptx.shfl.sync.down.b32(r28, r35, r36, member_mask)  #: p9
    r29, _unused = ptx.shfl.sync.down.b32(r27, r35, r36, member_mask)  #: p10
    fd[27] = pack(r29, r30)
    fd28 = fd26 + fd[27]
    r31, r32 = unpack(fd28)
    r41 = u32(1)
    r34, _unused = ptx.shfl.sync.down.b32(r32, r41, r36, member_mask)  #: p11
    r33, _unused = ptx.shfl.sync.down.b32(r31, r41, r36, member_mask)  #: p12
    fd[29] = pack(r33, r34)
    fd4 = fd28 + fd[29]
    lane = tid & 31  #: r43
    not_first_lane = lane != 0  #: p13
    with ptx.unless(not_first_lane):
        r46 = (ptx.special.tid.x() >> 2) & 0x3FFFFFF8  #: r44 r45
        warps_addr = ptx.mov.u32(warps)  #: r47
        warps_ptr = warps_addr + r46  #: r48
        ptx.st.shared.f64([warps_ptr], fd4)
    ptx.bar.sync(0)
    p14 = tid.u32 > 3
    r50 = tid << 3
    warps_addr = ptx.mov.u32(warps)  #: r51
    warps_ptr = warps_addr + r50  #: r5
    fd[68] = 0.0
    with ptx.unless(p14):
        fd[68] = ptx.ld.shared.f64([warps_ptr])
    p15 = tid.u32 > 31
    with ptx.unless(p15):
        r53, r54 = unpack(fd[68])
        r73 = u32(2)
        r74 = u32(31)
        r75 = u32(16)
        member_mask = u32(-1)  #: r76
        r56, _unused = ptx.shfl.sync.down.b32(r54, r75, r74, member_mask)  #: p16
        r55, _unused = ptx.shfl.sync.down.b32(r53, r75, r74, member_mask)  #: p17
        fd[32] = pack(r55, r56)
        fd33 = fd[68] + fd[32]
        r57, r58 = unpack(fd33)
        r77 = u32(8)
        r60, _unused = ptx.shfl.sync.down.b32(r58, r77, r74, member_mask)  #: p18
        r59, _unused = ptx.shfl.sync.down.b32(r57, r77, r74, member_mask)  #: p19
        fd[34] = pack(r59, r60)
        fd35 = fd33 + fd[34]
        r61, r62 = unpack(fd35)
        r78 = u32(4)
        r64, _unused = ptx.shfl.sync.down.b32(r62, r78, r74, member_mask)  #: p20
        r63, _unused = ptx.shfl.sync.down.b32(r61, r78, r74, member_mask)  #: p21
        fd[36] = pack(r63, r64)
        fd37 = fd35 + fd[36]
        r65, r66 = unpack(fd37)
        r68, _unused = ptx.shfl.sync.down.b32(r66, r73, r74, member_mask)  #: p22
        r67, _unused = ptx.shfl.sync.down.b32(r65, r73, r74, member_mask)  #: p23
        fd[38] = pack(r67, r68)
        fd39 = fd37 + fd[38]
        r69, r70 = unpack(fd39)
        r79 = u32(1)
        r72, _unused = ptx.shfl.sync.down.b32(r70, r79, r74, member_mask)  #: p24
        r71, _unused = ptx.shfl.sync.down.b32(r69, r79, r74, member_mask)  #: p25
        fd[40] = pack(r71, r72)
        fd[68] = fd39 + fd[40]
    not_first_thread = tid != 0  #: p26
    with ptx.unless(not_first_thread):
        param_1_global = ptx.cvta.to.global_.u64(param_1)  #: rd10
        param_1_ptr = param_1_global + ptx.mul.wide.u32(ctaid, 8)  #: rd11..12
        ptx.st.volatile.global_.f64([param_1_ptr], fd[68])
        ptx.membar.gl()
        nctaid = ptx.special.nctaid.x()  #: r82
        finished_blocks_addr = ptx.mov.u64(finished_blocks)  #: rd13
        r83 = ptx.atom.global_.inc.u32([finished_blocks_addr], nctaid)
        rs1 = ptx.selp.u16(1, 0, r83 == nctaid - 1)  #: r84 p27
        ptx.st.shared.u8([last], rs1)
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
        r108 = u32(31)
        r86, r87 = unpack(total)
        r109 = u32(2)
        r110 = u32(16)
        member_mask = u32(-1)  #: r111
        r89, _unused = ptx.shfl.sync.down.b32(r87, r110, r108, member_mask)  #: p32
        r88, _unused = ptx.shfl.sync.down.b32(r86, r110, r108, member_mask)  #: p33
        fd[45] = pack(r88, r89)
        fd46 = total + fd[45]
        r90, r91 = unpack(fd46)
        r112 = u32(8)
        r93, _unused = ptx.shfl.sync.down.b32(r91, r112, r108, member_mask)  #: p34
        r92, _unused = ptx.shfl.sync.down.b32(r90, r112, r108, member_mask)  #: p35
        fd[47] = pack(r92, r93)
        fd48 = fd46 + fd[47]
        r94, r95 = unpack(fd48)
        r113 = u32(4)
        r97, _unused = ptx.shfl.sync.down.b32(r95, r113, r108, member_mask)  #: p36
        r96, _unused = ptx.shfl.sync.down.b32(r94, r113, r108, member_mask)  #: p37
        fd[49] = pack(r96, r97)
        fd50 = fd48 + fd[49]
        r98, r99 = unpack(fd50)
        r101, _unused = ptx.shfl.sync.down.b32(r99, r109, r108, member_mask)  #: p38
        r100, _unused = ptx.shfl.sync.down.b32(r98, r109, r108, member_mask)  #: p39
        fd[51] = pack(r100, r101)
        fd52 = fd50 + fd[51]
        r102, r103 = unpack(fd52)
        r114 = u32(1)
        r105, _unused = ptx.shfl.sync.down.b32(r103, r114, r108, member_mask)  #: p40
        r104, _unused = ptx.shfl.sync.down.b32(r102, r114, r108, member_mask)  #: p41
        fd[53] = pack(r104, r105)
        fd12 = fd52 + fd[53]
        with ptx.unless(not_first_lane):
            r119 = warps_addr + ((tid >> 2) & 0x3FFFFFF8)  #: r116 r117
            ptx.st.shared.f64([r119], fd12)
        ptx.bar.sync(0)
        fd[72] = 0.0
        with ptx.unless(p14):
            fd[72] = ptx.ld.shared.f64([warps_ptr])
        with ptx.unless(p15):
            r122, r123 = unpack(fd[72])
            r142 = u32(2)
            r143 = u32(31)
            r144 = u32(16)
            member_mask = u32(-1)  #: r145
            r125, _unused = ptx.shfl.sync.down.b32(
                r123, r144, r143, member_mask
            )  #: p44
            r124, _unused = ptx.shfl.sync.down.b32(
                r122, r144, r143, member_mask
            )  #: p45
            fd[56] = pack(r124, r125)
            fd57 = fd[72] + fd[56]
            r126, r127 = unpack(fd57)
            r146 = u32(8)
            r129, _unused = ptx.shfl.sync.down.b32(
                r127, r146, r143, member_mask
            )  #: p46
            r128, _unused = ptx.shfl.sync.down.b32(
                r126, r146, r143, member_mask
            )  #: p47
            fd[58] = pack(r128, r129)
            fd59 = fd57 + fd[58]
            r130, r131 = unpack(fd59)
            r147 = u32(4)
            r133, _unused = ptx.shfl.sync.down.b32(
                r131, r147, r143, member_mask
            )  #: p48
            r132, _unused = ptx.shfl.sync.down.b32(
                r130, r147, r143, member_mask
            )  #: p49
            fd[60] = pack(r132, r133)
            fd61 = fd59 + fd[60]
            r134, r135 = unpack(fd61)
            r137, _unused = ptx.shfl.sync.down.b32(
                r135, r142, r143, member_mask
            )  #: p50
            r136, _unused = ptx.shfl.sync.down.b32(
                r134, r142, r143, member_mask
            )  #: p51
            fd[62] = pack(r136, r137)
            fd63 = fd61 + fd[62]
            r138, r139 = unpack(fd63)
            r148 = u32(1)
            r141, _unused = ptx.shfl.sync.down.b32(
                r139, r148, r143, member_mask
            )  #: p52
            r140, _unused = ptx.shfl.sync.down.b32(
                r138, r148, r143, member_mask
            )  #: p53
            fd[64] = pack(r140, r141)
            fd[72] = fd63 + fd[64]
        block.leave(when=not_first_thread)
        param_2_global = ptx.cvta.to.global_.u64(param_2)  #: rd16
        ptx.st.global_.f64([param_2_global], fd[72])
        ptx.st.global_.u32([finished_blocks], u32(0))  #: r150
    ptx.ret()
