# mypy: disable-error-code="no-untyped-def, no-untyped-call", allow-redefinition
from typing import Annotated

from ptxpy import (
    at,
    b8,
    b32,
    b64,
    kernel,
    mark,
    module,
    ptx,
    reg,
    section,
    u32,
    u64,
    var,
)

module("llvm", version="9.4", target="sm_90a", dialect=2, zero_offsets=True)

ptr_global_align1 = Annotated[u64, u64.ptr("global", align=1)]


def ld_global(value, addr, predicate, n):
    with ptx.asm(newline=True):
        result = at(12, 14, file=1)(ptx.mov.u32(value))
        ptx.inst.ld.global_.b32((result,), [addr, n], when=predicate)
    return result


def st_global(addr, value, predicate, n):
    with ptx.asm(newline=True):
        ptx.st.global_.b32([addr, n], (value,), when=predicate)


def max_butterfly(a, lane_mask):
    at(216, 16, inlined_at=(1, 13, 31), mark=True)
    from_partner = ptx.shfl.sync.bfly.b32(a, lane_mask, 31, ptx.FULL_MASK)
    at(196, 12, inlined_at=(216, 16), mark=True)
    return ptx.max.f32(a, from_partner)
    #: &values: hx yh


def add_butterfly(a, lane_mask):
    at(314, 12, inlined_at=(1, 14, 58), mark=True)
    from_partner = ptx.shfl.sync.bfly.b32(a, lane_mask, 31, ptx.FULL_MASK)
    at(287, 12, inlined_at=(314, 12), mark=True)
    return a.f32 + from_partner
    #: &values: hx de


global_smem = var("shared", b8[()], "global_smem", align=16, linkage="extern")


@kernel(reqntid=256, file=2)
def softmax(
    param_0: ptr_global_align1,
    param_1: ptr_global_align1,
    param_2: u32,
    param_3: u32,
    param_4: ptr_global_align1,
    param_5: ptr_global_align1,
):
    p, r, _ = reg.bulk(p=17, r=174, rd=17)
    param_0_base = ptx.ld.param.b64([param_0])  #: rd9 @1:8:0 !func_begin0@1:8:0
    param_1_base = ptx.ld.param.b64([param_1])  #: rd10
    ctaid = ptx.special.ctaid.x()  #: r34 !@1:9:11
    stride = ptx.ld.param.b32([param_2])  #: r35
    tid = ptx.special.tid.x()  #: r36 @1:10:15
    tid_times4 = tid << 2  #: r37
    bound = ptx.ld.param.b32([param_3])  #: r38
    indices = reg.run(b32, 8)  #: r46..39/-1
    indices[7] = tid_times4 & 0x3FC
    indices[6] = indices[7] | 1
    indices[5] = indices[7] | 2
    indices[4] = indices[7] | 3
    for i in range(4):
        indices[3 - i] = indices[7] | (i + 1024)
    for i in range(4):
        r[i + 47] = indices[7] | (i + 2048)
    for i in range(4):
        r[i + 51] = tid_times4 | (i + 3072)
    for i in range(8):  #: @1:11:12
        p[i + 1] = indices[7 - i] < bound
    for i in range(8):
        p[16 - i] = r[54 - i] < bound
    index = stride * ctaid  #: r55 @1:12:26
    index_product = ptx.mul.wide.s32(index, 4)  #: rd11 @1:12:22
    param_0_ptr = param_0_base + index_product  #: rd12
    product = ptx.mul.wide.u32(indices[7], 4)  #: rd13
    param_0_ptrs = reg.run(b64, 4)  #: rd1..4
    param_0_ptrs[0] = param_0_ptr + product
    param_0_ptrs[1] = param_0_ptrs[0] + 4096
    rd14 = ptx.mul.wide.u32(r[47], 4)  #: rd.14
    param_0_ptrs[2] = param_0_ptr + rd14
    rd15 = ptx.mul.wide.u32(r[51], 4)  #: rd.15
    param_0_ptrs[3] = param_0_ptr + rd15
    r2 = b32(-(2**23))  #: r.2 @1:12:14
    param_0_vals = reg.run(b32, 16)  #: r1 r3..17
    param_0_vals[0] = ld_global(r2, param_0_ptrs[0], p[1], 0)
    for i in range(3):
        param_0_vals[4 * i + 1] = ld_global(r2, param_0_ptrs[i], p[4 * i + 2], 4)
        param_0_vals[4 * i + 2] = ld_global(r2, param_0_ptrs[i], p[4 * i + 3], 8)
        param_0_vals[4 * i + 3] = ld_global(r2, param_0_ptrs[i], p[4 * i + 4], 12)
        param_0_vals[4 * i + 4] = ld_global(r2, param_0_ptrs[i + 1], p[4 * i + 5], 0)
    param_0_vals[13] = ld_global(r2, param_0_ptrs[3], p[14], 4)
    param_0_vals[14] = ld_global(r2, param_0_ptrs[3], p[15], 8)
    param_0_vals[15] = ld_global(r2, param_0_ptrs[3], p[16], 12)
    global_smem_offset = (tid >> 3) & 28  #: r56 r57 !1@1:13:31>216:16
    global_smem_addr = ptx.mov.b32(global_smem)  #: r58
    global_smem_ptr = global_smem_addr + global_smem_offset  #: r59
    global_smem_at = global_smem_addr + (tid_times4 & 28)  #: r60 r61
    maxima = reg.run(b32, 15)  #: r62..76
    maxima[0] = ptx.max.f32(param_0_vals[0], param_0_vals[1])  #: !2@196:12<216:16
    for i in range(7):
        maxima[i + 1] = ptx.max.f32(param_0_vals[2 * i + 2], param_0_vals[2 * i + 3])
    for i in range(7):
        maxima[i + 8] = ptx.max.f32(maxima[2 * i], maxima[2 * i + 1])
    partial_max = maxima[14]
    for lane_mask in (16, 8, 4, 2, 1):
        partial_max = max_butterfly(partial_max, lane_mask)  #: r77..86
    warp_max = partial_max
    ptx.st.shared.b32([global_smem_ptr], warp_max)  #: !@216:16<1:13:31
    ptx.bar.sync(0)
    global_smem_val = ptx.ld.shared.b32([global_smem_at])  #: r87
    from_partner = ptx.shfl.sync.bfly.b32(global_smem_val, 4, 31, ptx.FULL_MASK)  #: r88
    partial_max = max_butterfly(
        ptx.max.f32(global_smem_val, from_partner), 2
    )  #: r89..91 !@196:12<216:16
    block_max = max_butterfly(partial_max, 1)  #: r92 r93
    differences = reg.run(b32, 16)  #: r94..109
    differences[0] = param_0_vals[0].f32 - block_max  #: !19@1:13:22
    for i in range(15):
        differences[i + 1] = param_0_vals[i + 1].f32 - block_max
    products = reg.run(b32, 16)  #: r110..125
    for i in range(16):  #: @1:13:15
        products[i] = differences[15 - i].f32 * ptx.LOG2E
    for i in range(16):
        r[i + 126] = ptx.ex2.approx.f32(products[15 - i])
    param_1_ptr = param_1_base + index_product  #: rd16 @1:14:14
    param_1_ptrs = reg.run(b64, 4)  #: rd5..8
    param_1_ptrs[0] = param_1_ptr + product
    param_1_ptrs[1] = param_1_ptrs[0] + 4096
    param_1_ptrs[2] = param_1_ptr + rd14
    param_1_ptrs[3] = param_1_ptr + rd15
    ptx.bar.sync(0)  #: !20@1:14:58>314:12
    for i in range(15):  #: !21@287:12<314:12
        r[i + 142] = r[2 * i + 126].f32 + r[2 * i + 127]
    partial_sum = r[156]
    for lane_mask in (16, 8, 4, 2, 1):
        partial_sum = add_butterfly(partial_sum, lane_mask)  #: r157..166
    warp_sum = partial_sum
    ptx.st.shared.b32([global_smem_ptr], warp_sum)  #: !@314:12<1:14:58
    ptx.bar.sync(0)
    global_smem_val = ptx.ld.shared.b32([global_smem_at])  #: r167
    from_partner = ptx.shfl.sync.bfly.b32(
        global_smem_val, 4, 31, ptx.FULL_MASK
    )  #: r168
    at(287, 12, inlined_at=(314, 12), mark=True)
    partial_sum = add_butterfly(global_smem_val.f32 + from_partner, 2)  #: r169..171
    block_sum = add_butterfly(partial_sum, 1)  #: r172 r173
    quotients = reg.run(b32, 16)  #: r18..33
    for i in range(16):  #: !38@1:14:48
        quotients[i] = ptx.div.full.f32(r[i + 126], block_sum)
    for j in range(4):  #: @1:14:5
        for i in range(4):
            st_global(param_1_ptrs[j], quotients[4 * j + i], p[4 * j + i + 1], 4 * i)
    ptx.ret()  #: @1:8:1
    mark()
    mark("func_end", 0)


ptx.file(1, "corpus/triton/rows.py")
ptx.file(2, "triton/language/standard.py")
with section(".debug_abbrev") as d:
    d.each.b8(1, 17, 1, 37, 8, 19, 5, 3, 8, 16, 6, 27, 8, 0, 0, 2, 46, 0, 3, 8, 32, 11)
    d.each.b8(0, 0, 3, 46, 1, 17, 1, 18, 1, 49, 19, 0, 0, 4, 29, 1, 49, 19, 17, 1, 18)
    d.each.b8(1, 88, 11, 89, 11, 87, 11, 0, 0, 5, 29, 0, 49, 19, 17, 1, 18, 1, 88, 11)
    d.each.b8(89, 11, 87, 11, 0, 0, 6, 29, 0, 49, 19, 17, 1, 18, 1, 88, 11, 89, 5, 87)
    d.each.b8(11, 0, 0, 0)
with section(".debug_info") as d:
    d.each.b32(175).b8(2, 0).b32(".debug_abbrev").b8(8, 1, b"triton", 0, 2, 0)
    d.each.b8(b"rows.py", 0).b32(".debug_line").b8(b"corpus/triton", 0, 2)
    d.each.b8(b"softmax", 0, 1, 3).b64("$L__func_begin0", "$L__func_end0").b32(47).b8(4)
    d.each.b32(47).b64("$L__tmp1", "$L__tmp19").b8(1, 13, 31, 5).b32(47).b64("$L__tmp2")
    d.each.b64("$L__tmp19").b8(2, 216, 16, 0, 4).b32(47).b64("$L__tmp20", "$L__tmp38")
    d.each.b8(1, 14, 58, 6).b32(47).b64("$L__tmp21", "$L__tmp38").b8(2, 58, 1, 12, 0, 0)
    d.b8(0)
with section(".debug_str") as d:
    d.info_string(0, "softmax", width=1)
with section(".debug_macinfo", within="\t|\t"):
    pass
