# mypy: disable-error-code="no-untyped-def, no-untyped-call", allow-redefinition
from ptxpy import f32, kernel, mark, module, ptx, reg, section, u32, u64

module("nvcc-13.0", version="9.0", target=("sm_75", "debug"), dialect=2, closing="\n")


@kernel(symbol="_Z5saxpyifPKfPf")
def saxpy(n: u32, a: f32, x: u64, y: u64):
    """saxpy(int, float, float const*, float*)"""
    _, _, r, _ = reg.bulk(p=3, f=6, r=13, rd=12)
    n = ptx.ld.param.u32([n])  #: r4 @2:0 !func_begin0@2:0
    a = ptx.ld.param.f32([a])  #: f1
    x = ptx.ld.param.u64([x])  #: rd1
    y = ptx.ld.param.u64([y])  #: rd2
    ctaid = ptx.special.ctaid.x()  #: r5 !0@3:5
    ntid = ptx.special.ntid.x()  #: r6
    block_start = ctaid * ntid  #: r7
    tid = ptx.special.tid.x()  #: r8
    i = block_start + tid  #: r1
    r[12] = i  #: !1
    with ptx.block() as block:  #: !2
        with ptx.loop(enter=True) as loop:
            r2 = u32(r[12])  #: r.2
            block.leave(when=~(r2 < n), next=True)  #: p1 p2 !3
            x_val = ptx.ld.f32([x + (ptx.cvt.s64.s32(r2) << 2)])  #: rd3..5 f2 !@4:9
            a_times_x_val = a * x_val  #: f3
            y_val = ptx.ld.f32([y + (ptx.cvt.s64.s32(r2) << 2)])  #: rd6..8 f4
            y_sum = a_times_x_val + y_val  #: f5
            ptx.st.f32([y + (ptx.cvt.s64.s32(r2) << 2)], y_sum)  #: rd9..11
            ptx.next_block()  #: !@3:64
            nctaid = ptx.special.nctaid.x()  #: r9
            ntid = ptx.special.ntid.x()  #: r10
            grid_stride = nctaid * ntid  #: r11
            grid_stride_sum = r2 + grid_stride  #: r3
            r[12] = grid_stride_sum  #: !6
            loop.again()  #: !7
        mark(number=8)
    ptx.ret()  #: @6:1
    mark()
    mark("func_end", 0)


ptx.file(1, "/proc/self/cwd/corpus/nvcc/saxpy.cu")
with section(".debug_loc", closing="\n\t") as d:
    d.each.b64("$L__tmp1", "$L__tmp2").b8(5, 0, 144, 177, 228, 149, 1).b64("$L__tmp2")
    d.each.b64("$L__tmp3").b8(6, 0, 144, 178, 226, 200, 171, 2).b64("$L__tmp3")
    d.each.b64("$L__tmp6").b8(5, 0, 144, 178, 228, 149, 1).b64("$L__tmp6", "$L__tmp7")
    d.each.b8(5, 0, 144, 179, 228, 149, 1).b64("$L__tmp7", "$L__func_end0").b8(6, 0)
    d.each.b8(144, 178, 226, 200, 171, 2).b64(0, 0)
with section(".debug_abbrev", closing="\n\t") as d:
    d.each.b8(1, 17, 1, 37, 8, 19, 5, 3, 8, 16, 6, 27, 8, 17, 1, 0, 0, 2, 46, 1, 17, 1)
    d.each.b8(18, 1, 64, 10)
    d.b8(135, 64)
    d.each.b8(8, 3, 8, 58, 11, 59, 11, 73, 19, 63, 12, 0, 0, 3, 5, 0, 2, 10, 51, 11, 3)
    d.each.b8(8, 58, 11, 59, 11, 73, 19, 0, 0, 4, 11, 1, 17, 1, 18, 1, 0, 0, 5, 52, 0)
    d.each.b8(2, 6, 3, 8, 58, 11, 59, 11, 73, 19, 0, 0, 6, 59, 0, 3, 8, 0, 0, 7, 36, 0)
    d.each.b8(3, 8, 62, 11, 11, 11, 0, 0, 8, 15, 0, 73, 19, 51, 6, 0, 0, 9, 38, 0, 73)
    d.each.b8(19, 0, 0, 0)
with section(".debug_info", closing="\n\t") as d:
    d.each.b32(291).b8(2, 0).b32(".debug_abbrev").b8(8, 1).string("lgenfe: EDG 6.6")
    d.each.b8(4, 0).string("/proc/self/cwd/corpus/nvcc/saxpy.cu").b32(".debug_line")
    d.each.string("/proc/self/cwd").b64(0).b8(2).b64("$L__func_begin0", "$L__func_end0")
    d.each.b8(1, 156).string("_Z5saxpyifPKfPf").string("saxpy").b8(1, 2).b32(249).b8(1)
    d.each.b8(3, 9, 3).b64("_Z5saxpyifPKfPf_param_0").b8(7, 110, 0, 1, 2).b32(255).b8(3)
    d.each.b8(5, 144, 177, 204, 149, 1, 2, 97, 0, 1, 2).b32(262).b8(3, 9, 3)
    d.each.b64("_Z5saxpyifPKfPf_param_2").b8(7, 120, 0, 1, 2).b32(271).b8(3, 9, 3)
    d.each.b64("_Z5saxpyifPKfPf_param_3").b8(7, 121, 0, 1, 2).b32(285).b8(4)
    d.each.b64("$L__tmp0", "$L__tmp8").b8(5).b32(".debug_loc").b8(105, 0, 1, 3).b32(255)
    d.each.b8(0, 0, 6).string("void").b8(7).string("int").b8(5, 4, 7).string("float")
    d.each.b8(4, 4, 8).b32(280, 12).b8(9).b32(262).b8(8).b32(262, 12).b8(0)
with section(".debug_macinfo") as d:
    d.b8(0)
