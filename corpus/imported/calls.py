# mypy: disable-error-code="no-untyped-def, no-untyped-call", allow-redefinition
from typing import Annotated

from ptxpy import (
    b8,
    b16,
    b32,
    b64,
    extern,
    f32,
    f64,
    func,
    kernel,
    module,
    ptx,
    reg,
    u16,
    u32,
    u64,
    var,
)

module("nvcc-13.0", version="9.0", target="sm_75", dialect=2, zero_offsets=True)

b8x12_align4 = Annotated[b8, b8.align(4)[12]]
b8x80_align8 = Annotated[b8, b8.align(8)[80]]


def trap():
    with ptx.asm():
        ptx.trap()


def brkpt():
    with ptx.asm():
        ptx.brkpt()


def st_and_free(addr):
    addr_b = ptx.ld.param.u64([addr])
    new = ptx.cvta.global_.u64(ptx.mov.u64(Shape_vtable)) + 16
    ptx.st.u64([addr_b], new)
    free(addr_b)
    ptx.ret()
    #: &values: rs 3it


extern("_Z5twicef", b32, linkage=None, returns=b32)
extern("_Z6squaref", b32, linkage=None, returns=b32)
extern("_Z7inversef", b32, linkage=None, returns=b32)
extern("_ZN5ShapeD1Ev", b64, linkage=None)
extern("_ZN5ShapeD0Ev", b64, linkage=None)
extern("_ZNK6Square4areaEv", b64, linkage=None, returns=b32)
extern("_ZN6SquareD1Ev", b64, linkage=None)
extern("_ZN6SquareD0Ev", b64, linkage=None)
extern("_ZNK6Circle4areaEv", b64, linkage=None, returns=b32)
extern("_ZN6CircleD1Ev", b64, linkage=None)
extern("_ZN6CircleD0Ev", b64, linkage=None)
extern("_Z7is_eveni", b32, linkage=None, returns=b32)
malloc = extern("malloc", b64, returns=b64)
vprintf = extern("vprintf", b64, b64, returns=b32)
free = extern("free", b64)
_assertfail = extern("__assertfail", b64, b64, b32, b64, b64)
table = var(
    "global", u64[3], "table", align=8, init=("_Z5twicef", "_Z6squaref", "_Z7inversef")
)
Shape_vtable = var(
    "global",
    u64[5],
    "_ZTV5Shape",
    align=8,
    init=(0, 0, 0, "_ZN5ShapeD1Ev", "_ZN5ShapeD0Ev"),
)
Square_vtable = var(
    "global",
    u64[5],
    "_ZTV6Square",
    align=8,
    init=(0, 0, "_ZNK6Square4areaEv", "_ZN6SquareD1Ev", "_ZN6SquareD0Ev"),
)
Circle_vtable = var(
    "global",
    u64[5],
    "_ZTV6Circle",
    align=8,
    init=(0, 0, "_ZNK6Circle4areaEv", "_ZN6CircleD1Ev", "_ZN6CircleD0Ev"),
)
_unnamed_1 = var(
    "global",
    b8[37],
    "__unnamed_1",
    align=1,
    init=b"void call_system(const int *, int *)",
)
_str = var(
    "global", b8[35], "$str", align=1, init=b'copy != nullptr && "out of memory"'
)
_str_1 = var(
    "global", b8[36], "$str$1", align=1, init=b"/proc/self/cwd/corpus/nvcc/calls.cu"
)
_str_2 = var("global", b8[21], "$str$2", align=1, init=b"thread %d: %d %f %s\n")
_str_3 = var("global", b8[25], "$str$3", align=1, init=b'text with \t and "quotes"')


@func(symbol="_Z5twicef", returns=b32)
def twice(param_0: b32):
    """twice(float)"""
    reg.bulk(f=3)
    param_0 = ptx.ld.param.f32([param_0])  #: f1
    ptx.st.param.f32(["func_retval0", 0], param_0 + param_0)  #: f2
    ptx.ret()


@func(symbol="_Z6squaref", returns=b32)
def square(param_0: b32):
    """square(float)"""
    reg.bulk(f=3)
    param_0 = ptx.ld.param.f32([param_0])  #: f1
    ptx.st.param.f32(["func_retval0", 0], param_0 * param_0)  #: f2
    ptx.ret()


@func(symbol="_Z7inversef", returns=b32)
def inverse(param_0: b32):
    """inverse(float)"""
    reg.bulk(f=3)
    param_0 = ptx.ld.param.f32([param_0])  #: f1
    inv = ptx.rcp.rn.f32(param_0)  #: f2
    ptx.st.param.f32(["func_retval0", 0], inv)
    ptx.ret()


@func(symbol="_ZN5ShapeD1Ev")
def Shape_del(param_0: b64):
    """Shape::~Shape()"""
    reg.bulk(rd=5)
    param_0_base = ptx.ld.param.u64([param_0])  #: rd1
    Shape_vtable_addr = ptx.mov.u64(Shape_vtable)  #: rd.2
    Shape_vtable_addr = ptx.cvta.global_.u64(Shape_vtable_addr)  #: rd3
    ptx.st.u64([param_0_base], Shape_vtable_addr + 16)  #: rd4
    ptx.ret()


@func(symbol="_ZN5ShapeD0Ev")
def Shape_del_2(param_0: b64):
    """Shape::~Shape()"""
    reg.bulk(rd=5)
    st_and_free(param_0)  #: rd1..4


@func(symbol="_ZNK6Square4areaEv", returns=b32)
def area(param_0: b64):
    """Square::area() const"""
    reg.bulk(f=3, rd=2)
    param_0_val = ptx.ld.f32([ptx.ld.param.u64([param_0]), 8])  #: rd1 f1
    ptx.st.param.f32(["func_retval0", 0], param_0_val * param_0_val)  #: f2
    ptx.ret()


@func(symbol="_ZN6SquareD1Ev")
def Square_del(param_0: b64):
    """Square::~Square()"""
    reg.bulk(rd=5)
    param_0_base = ptx.ld.param.u64([param_0])  #: rd1
    Shape_vtable_addr = ptx.mov.u64(Shape_vtable)  #: rd.2
    Shape_vtable_addr = ptx.cvta.global_.u64(Shape_vtable_addr)  #: rd3
    ptx.st.u64([param_0_base], Shape_vtable_addr + 16)  #: rd4
    ptx.ret()


@func(symbol="_ZN6SquareD0Ev")
def Square_del_2(param_0: b64):
    """Square::~Square()"""
    reg.bulk(rd=5)
    st_and_free(param_0)  #: rd1..4


@func(symbol="_ZNK6Circle4areaEv", returns=b32)
def area_2(param_0: b64):
    """Circle::area() const"""
    reg.bulk(f=4, rd=2)
    param_0_val = ptx.ld.f32([ptx.ld.param.u64([param_0]), 8])  #: rd1 f1
    param_0_product = param_0_val * (param_0_val * ptx.PI)  #: f2 f3
    ptx.st.param.f32(["func_retval0", 0], param_0_product)
    ptx.ret()


@func(symbol="_ZN6CircleD1Ev")
def Circle_del(param_0: b64):
    """Circle::~Circle()"""
    reg.bulk(rd=5)
    param_0_base = ptx.ld.param.u64([param_0])  #: rd1
    Shape_vtable_addr = ptx.mov.u64(Shape_vtable)  #: rd.2
    Shape_vtable_addr = ptx.cvta.global_.u64(Shape_vtable_addr)  #: rd3
    ptx.st.u64([param_0_base], Shape_vtable_addr + 16)  #: rd4
    ptx.ret()


@func(symbol="_ZN6CircleD0Ev")
def Circle_del_2(param_0: b64):
    """Circle::~Circle()"""
    reg.bulk(rd=5)
    st_and_free(param_0)  #: rd1..4


@func(symbol="_Z5cross6TripleS_", returns=b8.align(4)[12])
def cross(param_0: b8x12_align4, param_1: b8x12_align4):
    """cross(Triple, Triple)"""
    reg.bulk(f=16)
    param_0_value = ptx.ld.param.f32([param_0])  #: f1
    param_1_value = ptx.ld.param.f32([param_1])  #: f2
    param_1_at4 = ptx.ld.param.f32([param_1, 4])  #: f3
    param_0_at8 = ptx.ld.param.f32([param_0, 8])  #: f4
    param_1_at8 = ptx.ld.param.f32([param_1, 8])  #: f5
    param_0_at4 = ptx.ld.param.f32([param_0, 4])  #: f6
    param_0_at4_product = param_0_at4 * param_1_at8  #: f7
    product = param_0_at8 * param_1_at4  #: f8
    param_0_at8_product = param_0_at8 * param_1_value  #: f9
    param_0_value_product = param_0_value * param_1_at8  #: f10
    diff = param_0_value * param_1_at4 - param_0_at4 * param_1_value  #: f11..13
    param_0_at8_product_diff = param_0_at8_product - param_0_value_product  #: f14
    ptx.st.param.f32(["func_retval0", 0], param_0_at4_product - product)  #: f15
    ptx.st.param.f32(["func_retval0", 4], param_0_at8_product_diff)
    ptx.st.param.f32(["func_retval0", 8], diff)
    ptx.ret()


@func(symbol="_Z6rotate3Bigi", returns=b8.align(8)[80])
def rotate(param_0: b8x80_align8, param_1: b32):
    """rotate(Big, int)"""
    stack = reg.stack(80, align=8)
    rs, _, fd, rd = reg.bulk(rs=26, r=76, fd=19, rd=21)
    stack.SPL = ptx.mov.u64(stack.depot)
    param_1 = ptx.ld.param.u32([param_1])  #: r1
    stack_at0 = stack.SPL.u64 + 0  #: rd.2
    loaded = reg.run(f64, 8)  #: fd1..8
    for i in range(8):
        loaded[i] = ptx.ld.param.f64([param_0, 64 - 8 * i])
    ptx.st.local.f64([stack_at0], ptx.ld.param.f64([param_0]))  #: fd9
    for i in range(8):
        ptx.st.local.f64([stack_at0, 8 * i + 8], loaded[7 - i])
    loaded = reg.run(b16, 8)  #: rs1..4 rs.8..11
    loaded[0:4] = ptx.ld.param.v4.u8([param_0, 72])
    loaded[4:8] = ptx.ld.param.v4.u8([param_0, 76])
    wide = ptx.cvt.u32.u16(loaded[6])  #: r2
    r4 = ptx.prmt.b32(ptx.cvt.u32.u16(loaded[7]), wide, 0x7604)  #: r3..4
    narrowed = reg.run(b16, 4)  #: rs17..14/-1
    narrowed[3] = ptx.cvt.u16.u32(r4)
    wide = ptx.cvt.u32.u16(loaded[4])  #: r5
    r7 = ptx.prmt.b32(ptx.cvt.u32.u16(loaded[5]), wide, 0x7604)  #: r6..7
    narrowed[2] = ptx.cvt.u16.u32(r7)
    wide = ptx.cvt.u32.u16(loaded[2])  #: r8
    r10 = ptx.prmt.b32(ptx.cvt.u32.u16(loaded[3]), wide, 0x7604)  #: r9..10
    narrowed[1] = ptx.cvt.u16.u32(r10)
    wide = ptx.cvt.u32.u16(loaded[0])  #: r11
    r13 = ptx.prmt.b32(ptx.cvt.u32.u16(loaded[1]), wide, 0x7604)  #: r12..13
    narrowed[0] = ptx.cvt.u16.u32(r13)
    ptx.st.local.v4.u16([stack_at0, 72], narrowed[0:4])
    index_b = ptx.srem(param_1, 9)  #: r14..19
    index = index_b
    for i in range(8):
        rd[2 * i + 4] = stack_at0 + ptx.mul.wide.s32(index, 8)  #: rd3..17/2
        index = ptx.srem(param_1 + (i + 1), 9)  #: r20..75
    rd[20] = stack_at0 + ptx.mul.wide.s32(index, 8)  #: rd19
    for i in range(9):
        fd[i + 10] = ptx.ld.local.f64([rd[20 - 2 * i]])
    for i in range(9):
        ptx.st.param.f64(["func_retval0", 8 * i], fd[18 - i])
    rs[18] = loaded[0] + 1
    ptx.st.param.v4.b8(["func_retval0", 72], rs[18:22])
    ptx.ret()


@func(symbol="_Z9ackermannjj", returns=b32)
def ackermann(param_0: b32, param_1: b32):
    """ackermann(unsigned int, unsigned int)"""
    _, r = reg.bulk(p=11, r=59)
    param_0 = ptx.ld.param.u32([param_0])  #: r27
    r[52] = ptx.ld.param.u32([param_1])
    with ptx.if_(param_0 != 0) as block:  #: p1
        remaining = reg.from_(param_0 & 3, b32)  #: r46
        remaining_is_zero = remaining == 0  #: p2
        i = reg.from_(u32(param_0), b32)  #: r53
        with ptx.unless(remaining_is_zero):
            r[44] = r[52]
            param_0_or_i = reg.from_(u32(param_0), b32)  #: r45
            with ptx.loop() as loop:
                ptx.pragma("nounroll")
                i.set(param_0_or_i - 1)
                is_zero = r[44] == 0  #: p3
                r[52] = 1
                with ptx.unless(is_zero):
                    r[52] = ackermann(param_0_or_i, r[44] - 1)  #: r31
                remaining -= 1
                more = remaining != 0  #: p4
                r[44] = r[52]
                param_0_or_i.set(i)
                loop.again(when=more)
        block.leave(when=(param_0 - 1).u32 < 3)  #: r32 p5
        j = reg.from_(i - 1, b32)  #: r51
        with ptx.loop() as loop_2:
            is_zero = r[52] == 0  #: p6
            r[55] = 1
            r[54] = r[55]
            with ptx.unless(is_zero):
                r[54] = ackermann(i, r[52] - 1)  #: r34
            with ptx.if_(r[54] != 0):  #: p7
                r[55] = ackermann(j, r[54] - 1)  #: r36
            is_zero = r[55] == 0  #: p8
            r[52] = 1
            r[56] = r[52]
            with ptx.unless(is_zero):
                diff = r[55] - 1  #: r38
                r[56] = ackermann(j - 1, diff)  #: r39
            with ptx.if_(r[56] != 0):  #: p9
                diff = r[56] - 1  #: r41
                r[52] = ackermann(j - 2, diff)  #: r42
            j -= 4
            more = j != -1  #: p10
            i -= 4
            loop_2.again(when=more)
    ptx.st.param.b32(["func_retval0", 0], r[52] + 1)  #: r43
    ptx.ret()


@func(symbol="_Z6is_oddi", returns=b32)
def is_odd(param_0: b32):
    """is_odd(int)"""
    reg.bulk(p=2, rs=5, r=5)
    param_0 = ptx.ld.param.u32([param_0])  #: r1
    param_0_is_zero = param_0 == 0  #: p1
    narrowed = reg.from_(u16(0), b16)  #: rs4
    with ptx.unless(param_0_is_zero):
        narrowed.set(ptx.cvt.u16.u32(is_even(param_0 - 1)))  #: r2 r3
    ptx.st.param.b32(["func_retval0", 0], ptx.cvt.s32.s16(narrowed))  #: r.4
    ptx.ret()


@func(symbol="_Z7is_eveni", returns=b32)
def is_even(param_0: b32):
    """is_even(int)"""
    reg.bulk(p=2, rs=5, r=5)
    param_0 = ptx.ld.param.u32([param_0])  #: r1
    param_0_is_zero = param_0 == 0  #: p1
    narrowed = reg.from_(u16(1), b16)  #: rs4
    with ptx.unless(param_0_is_zero):
        narrowed.set(ptx.cvt.u16.u32(is_odd(param_0 - 1)))  #: r2 r3
    ptx.st.param.b32(["func_retval0", 0], ptx.cvt.s32.s16(narrowed))  #: r.4
    ptx.ret()


@kernel(symbol="_Z12call_structsPK6TriplePS_P3Bigi")
def call_structs(param_0: u64, param_1: u64, param_2: u64, param_3: u32):
    """call_structs(Triple const*, Triple*, Big*, int)"""
    rs, _, _, fd, _ = reg.bulk(rs=29, f=10, r=15, fd=19, rd=12)
    param_0_generic = ptx.ld.param.u64([param_0])  #: rd1
    param_1_generic = ptx.ld.param.u64([param_1])  #: rd.2
    param_2_generic = ptx.ld.param.u64([param_2])  #: rd3
    param_3 = ptx.ld.param.u32([param_3])  #: r1
    param_2_global = ptx.cvta.to.global_.u64(param_2_generic)  #: rd4
    param_1_global = ptx.cvta.to.global_.u64(param_1_generic)  #: rd5
    param_0_global = ptx.cvta.to.global_.u64(param_0_generic)  #: rd6
    tid = ptx.special.tid.x()  #: r2
    offset = ptx.mul.wide.u32(tid, 12)  #: rd7
    param_0_ptr = param_0_global + offset  #: rd8
    param_0_vals = reg.run(f32, 6)  #: f1..6
    param_0_vals[0] = ptx.ld.global_.f32([param_0_ptr, 8])
    param_0_vals[1] = ptx.ld.global_.f32([param_0_ptr, 4])
    param_0_vals[2] = ptx.ld.global_.f32([param_0_ptr])
    param_0_vals[3] = ptx.ld.global_.f32([param_0_ptr, 20])
    param_0_vals[4] = ptx.ld.global_.f32([param_0_ptr, 16])
    param_0_vals[5] = ptx.ld.global_.f32([param_0_ptr, 12])
    with ptx.callseq():
        reg.scalar(b32, "temp_param_reg")
        param0 = var("param", b8[12], "param0", align=4)
        ptx.st.param.f32([param0, 0], param_0_vals[2])
        ptx.st.param.f32([param0, 4], param_0_vals[1])
        ptx.st.param.f32([param0, 8], param_0_vals[0])
        param1 = var("param", b8[12], "param1", align=4)
        ptx.st.param.f32([param1, 0], param_0_vals[5])
        ptx.st.param.f32([param1, 4], param_0_vals[4])
        ptx.st.param.f32([param1, 8], param_0_vals[3])
        retval0 = var("param", b8[12], "retval0", align=4)
        ptx.call.uni(cross, (param0, param1), returns=(retval0,))
        retval = ptx.ld.param.f32([retval0, 0])  #: f7
        retval_at4 = ptx.ld.param.f32([retval0, 4])  #: f8
        retval_at8 = ptx.ld.param.f32([retval0, 8])  #: f9
    param_1_ptr = param_1_global + offset  #: rd9
    ptx.st.global_.f32([param_1_ptr], retval)
    ptx.st.global_.f32([param_1_ptr, 4], retval_at4)
    ptx.st.global_.f32([param_1_ptr, 8], retval_at8)
    param_2_ptr = param_2_global + ptx.mul.wide.u32(tid, 80)  #: rd10..11
    loaded = reg.run(b16, 4)  #: rs1..4
    loaded[0:4] = ptx.ld.global_.v4.u16([param_2_ptr, 72])
    for i in range(8):
        fd[i + 1] = ptx.ld.global_.f64([param_2_ptr, 64 - 8 * i])
    fd[9] = ptx.ld.global_.f64([param_2_ptr])
    rs6 = loaded[1] >> 8  #: rs.6
    rs8 = loaded[0] >> 8  #: rs.8
    rs10 = loaded[3] >> 8  #: rs.10
    rs12 = loaded[2] >> 8  #: rs.12
    with ptx.callseq():
        reg.scalar(b32, "temp_param_reg")
        param0 = var("param", b8[80], "param0", align=8)
        for i in range(9):
            ptx.st.param.f64([param0, 8 * i], fd[9 - i])
        ptx.st.param.v4.b8([param0, 72], (loaded[0], rs8, loaded[1], rs6))
        ptx.st.param.v4.b8([param0, 76], (loaded[2], rs12, loaded[3], rs10))
        param1 = var("param", b32, "param1")
        ptx.st.param.b32([param1, 0], param_3)
        retval0 = var("param", b8[80], "retval0", align=8)
        ptx.call.uni(rotate, (param0, param1), returns=(retval0,))
        for i in range(9):
            fd[i + 10] = ptx.ld.param.f64([retval0, 8 * i])
        rs[13:17] = ptx.ld.param.v4.b8([retval0, 72])
        rs[17:21] = ptx.ld.param.v4.b8([retval0, 76])
    ptx.st.global_.f64([param_2_ptr], fd[10])
    for i in range(8):
        ptx.st.global_.f64([param_2_ptr, 8 * i + 8], fd[i + 11])
    for i in range(4):
        rs[i + 21] = rs[2 * i + 13] & 255
    narrowed = reg.run(b16, 4)  #: rs25..28
    for i in range(4):
        wide = ptx.cvt.u32.u16(rs[20 - 2 * i])  #: r3..12/3
        wide_b = ptx.cvt.u32.u16(rs[24 - i])  #: r.4..13/3
        bytes_b = ptx.prmt.b32(wide, wide_b, 0x7604)  #: r5..14/3
        narrowed[i] = ptx.cvt.u16.u32(bytes_b)
    ptx.st.global_.v4.u16([param_2_ptr, 72], narrowed[3::-1])
    ptx.ret()


@kernel(symbol="_Z14call_recursivePji")
def call_recursive(param_0: u64, param_1: u32):
    """call_recursive(unsigned int*, int)"""
    reg.bulk(rs=2, r=5, rd=3)
    param_0_generic = ptx.ld.param.u64([param_0])  #: rd1
    param_1 = ptx.ld.param.u32([param_1])  #: r1
    param_0_global = ptx.cvta.to.global_.u64(param_0_generic)  #: rd.2
    ptx.st.global_.u32([param_0_global], ackermann(2, param_1))  #: r2
    wide = ptx.cvt.s32.s16(ptx.cvt.u16.u32(is_even(param_1)))  #: r3 rs1 r.4
    ptx.st.global_.u32([param_0_global, 4], wide)
    ptx.ret()


@kernel(symbol="_Z13call_indirectPfPKi")
def call_indirect(param_0: u64, param_1: u64):
    """call_indirect(float*, int const*)"""
    reg.bulk(f=3, r=3, rd=12)
    param_0_generic = ptx.ld.param.u64([param_0])  #: rd1
    param_1_generic = ptx.ld.param.u64([param_1])  #: rd.2
    param_0_global = ptx.cvta.to.global_.u64(param_0_generic)  #: rd3
    param_1_global = ptx.cvta.to.global_.u64(param_1_generic)  #: rd4
    tid = ptx.special.tid.x()  #: r1
    offset = ptx.mul.wide.u32(tid, 4)  #: rd5
    param_1_val = ptx.ld.global_.u32([param_1_global + offset])  #: rd6 r2
    table_offset = ptx.mul.wide.s32(param_1_val, 8)  #: rd7
    table_val = ptx.ld.global_.u64([ptx.mov.u64(table) + table_offset])  #: rd8..10
    param_0_ptr = param_0_global + offset  #: rd11
    param_0_val = ptx.ld.global_.f32([param_0_ptr])  #: f1
    with ptx.callseq():
        reg.scalar(b32, "temp_param_reg")
        param0 = var("param", b32, "param0")
        ptx.st.param.f32([param0, 0], param_0_val)
        retval0 = var("param", b32, "retval0")
        ptx.prototype(
            "prototype_14", (b32,), returns=(b32,), within=" | | || | || | || | ||"
        )
        ptx.call(
            table_val,
            (param0,),
            returns=(retval0,),
            prototype="prototype_14",
            within=" |||| \n\t|| \n\t|\n\t|\n\t|\n\t| |",
        )
        retval = ptx.ld.param.f32([retval0, 0])  #: f2
    ptx.st.global_.f32([param_0_ptr], retval)
    ptx.ret()


@kernel(symbol="_Z12call_virtualPfi")
def call_virtual(param_0: u64, param_1: u32):
    """call_virtual(float*, int)"""
    _, _, _, rd = reg.bulk(p=6, f=3, r=4, rd=20)
    param_0_generic = ptx.ld.param.u64([param_0])  #: rd5
    param_1 = ptx.ld.param.u32([param_1])  #: r2
    tid = ptx.special.tid.x()  #: r1
    inverted = ~(((tid & 1).b32 == 1) ^ ptx.mov.pred(0))  #: r3 p1..4
    with ptx.if_(inverted, over=True):
        rd[19] = malloc(16, sequence=16)
        Circle_vtable_addr = ptx.mov.u64(Circle_vtable)  #: rd9
        Circle_vtable_addr = ptx.cvta.global_.u64(Circle_vtable_addr)  #: rd10
        ptx.st.u64([rd[19]], Circle_vtable_addr + 16)  #: rd11
    with ptx.else_():
        rd[19] = malloc(16, sequence=15)
        Square_vtable_addr = ptx.mov.u64(Square_vtable)  #: rd6
        Square_vtable_addr = ptx.cvta.global_.u64(Square_vtable_addr)  #: rd7
        ptx.st.u64([rd[19]], Square_vtable_addr + 16)  #: rd8
    ptx.st.f32([rd[19], 8], ptx.cvt.rn.f32.s32(param_1))  #: f1
    val = ptx.ld.u64([ptx.ld.u64([rd[19]])])  #: rd.12..13
    with ptx.callseq(17):
        reg.scalar(b32, "temp_param_reg")
        param0 = var("param", b64, "param0")
        ptx.st.param.b64([param0, 0], rd[19])
        retval0 = var("param", b32, "retval0")
        ptx.prototype(
            "prototype_17", (b64,), returns=(b32,), within=" | | || | || | || | ||"
        )
        ptx.call(
            val,
            (param0,),
            returns=(retval0,),
            prototype="prototype_17",
            within=" |||| \n\t|| \n\t|\n\t|\n\t|\n\t| |",
        )
        retval = ptx.ld.param.f32([retval0, 0])  #: f2
    param_0_global = ptx.cvta.to.global_.u64(param_0_generic)  #: rd14
    ptx.st.global_.f32([param_0_global + ptx.mul.wide.u32(tid, 4)], retval)  #: rd15..16
    with ptx.if_(rd[19] != 0):  #: p5
        val = ptx.ld.u64([ptx.ld.u64([rd[19]]), 16])  #: rd17..18
        with ptx.callseq():
            reg.scalar(b32, "temp_param_reg")
            param0 = var("param", b64, "param0")
            ptx.st.param.b64([param0, 0], rd[19])
            ptx.prototype("prototype_18", (b64,), returns=(), within=" | | ||| || | ||")
            ptx.call(
                val,
                (param0,),
                prototype="prototype_18",
                within=" \n\t|| \n\t|\n\t|\n\t|\n\t| |",
            )
    ptx.ret()


@kernel(symbol="_Z11call_systemPKiPi")
def call_system(param_0: u64, param_1: u64):
    """call_system(int const*, int*)"""
    stack = reg.stack(24, align=8)
    reg.bulk(p=4, r=9, rd=19)
    stack.SPL = ptx.mov.u64(stack.depot)
    stack.SP = ptx.cvta.local.u64(stack.SPL)
    param_0_generic = ptx.ld.param.u64([param_0])  #: rd3
    param_1_generic = ptx.ld.param.u64([param_1])  #: rd4
    param_1_global = ptx.cvta.to.global_.u64(param_1_generic)  #: rd1
    rd2 = malloc(16)  #: rd.2
    with ptx.if_(rd2 == 0):  #: p1
        str_addr = ptx.mov.u64(_str)  #: rd5
        str_addr = ptx.cvta.global_.u64(str_addr)  #: rd6
        str_1_addr = ptx.mov.u64(_str_1)  #: rd7
        str_1_addr = ptx.cvta.global_.u64(str_1_addr)  #: rd8
        unnamed_1_addr = ptx.mov.u64(_unnamed_1)  #: rd9
        unnamed_1_addr = ptx.cvta.global_.u64(unnamed_1_addr)  #: rd10
        _assertfail(str_addr, str_1_addr, 87, unnamed_1_addr, 1)
    param_0_global = ptx.cvta.to.global_.u64(param_0_generic)  #: rd11
    param_0_val = ptx.ld.global_.u32([param_0_global])  #: r.4
    ptx.st.u32([rd2], param_0_val)
    tid = ptx.special.tid.x()  #: r5
    rd12 = stack.SP.u64 + 0  #: rd.12
    stack_at0 = stack.SPL.u64 + 0  #: rd13
    ptx.st.local.v2.u32([stack_at0], (tid, param_0_val))
    ptx.st.local.u64([stack_at0, 8], u64(0x3FF8000000000000))  #: rd14
    str_3_addr = ptx.mov.u64(_str_3)  #: rd15
    str_3_addr = ptx.cvta.global_.u64(str_3_addr)  #: rd16
    ptx.st.local.u64([stack_at0, 16], str_3_addr)
    str_2_addr = ptx.mov.u64(_str_2)  #: rd17
    str_2_addr = ptx.cvta.global_.u64(str_2_addr)  #: rd18
    vprintf(str_2_addr, rd12)  #: r6
    ptx.st.global_.u32([param_1_global], ptx.ld.u32([rd2]))  #: r.7
    free(rd2)
    param_1_val = reg.from_(ptx.ld.global_.u32([param_1_global]), b32)  #: r8
    with ptx.if_(param_1_val <= -1):  #: p2
        trap()
        param_1_val.set(ptx.ld.global_.u32([param_1_global]))
    with ptx.if_(param_1_val == 0):  #: p3
        brkpt()
    ptx.ret()
