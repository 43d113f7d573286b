from typing import Annotated

from ptxpy import b8, b32, b64, extern, func, kernel, module, ptx, reg, u32, u64, var

module("nvcc-13.0", version="9.0", target="sm_75")

b8x12_align4 = Annotated[b8, b8.align(4)[12]]
b8x80_align8 = Annotated[b8, b8.align(8)[80]]


def trap():
    with ptx.asm():
        ptx.trap()


def brkpt():
    with ptx.asm():
        ptx.brkpt()


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
    f = reg.bulk(f=3)
    param_0 = f[1] = ptx.ld.param.f32([param_0])
    f[2] = param_0 + param_0
    ptx.st.param.f32(["func_retval0", 0], f[2])
    ptx.ret()


@func(symbol="_Z6squaref", returns=b32)
def square(param_0: b32):
    """square(float)"""
    f = reg.bulk(f=3)
    param_0 = f[1] = ptx.ld.param.f32([param_0])
    f[2] = param_0 * param_0
    ptx.st.param.f32(["func_retval0", 0], f[2])
    ptx.ret()


@func(symbol="_Z7inversef", returns=b32)
def inverse(param_0: b32):
    """inverse(float)"""
    f = reg.bulk(f=3)
    param_0 = f[1] = ptx.ld.param.f32([param_0])
    f[2] = ptx.rcp.rn.f32(param_0)
    ptx.st.param.f32(["func_retval0", 0], f[2])
    ptx.ret()


@func(symbol="_ZN5ShapeD1Ev")
def Shape_del(param_0: b64):
    """Shape::~Shape()"""
    rd = reg.bulk(rd=5)
    param_0 = rd[1] = ptx.ld.param.u64([param_0])
    Shape_vtable_addr = rd[2] = ptx.mov.u64(Shape_vtable)
    rd[3] = ptx.cvta.global_.u64(Shape_vtable_addr)
    rd[4] = rd[3] + 16
    ptx.st.u64([param_0], rd[4])
    ptx.ret()


@func(symbol="_ZN5ShapeD0Ev")
def Shape_del_2(param_0: b64):
    """Shape::~Shape()"""
    rd = reg.bulk(rd=5)
    param_0 = rd[1] = ptx.ld.param.u64([param_0])
    Shape_vtable_addr = rd[2] = ptx.mov.u64(Shape_vtable)
    rd[3] = ptx.cvta.global_.u64(Shape_vtable_addr)
    rd[4] = rd[3] + 16
    ptx.st.u64([param_0], rd[4])
    free(param_0)
    ptx.ret()


@func(symbol="_ZNK6Square4areaEv", returns=b32)
def area(param_0: b64):
    """Square::area() const"""
    f, rd = reg.bulk(f=3, rd=2)
    param_0 = rd[1] = ptx.ld.param.u64([param_0])
    f[1] = ptx.ld.f32([param_0, 8])
    f[2] = f[1] * f[1]
    ptx.st.param.f32(["func_retval0", 0], f[2])
    ptx.ret()


@func(symbol="_ZN6SquareD1Ev")
def Square_del(param_0: b64):
    """Square::~Square()"""
    rd = reg.bulk(rd=5)
    param_0 = rd[1] = ptx.ld.param.u64([param_0])
    Shape_vtable_addr = rd[2] = ptx.mov.u64(Shape_vtable)
    rd[3] = ptx.cvta.global_.u64(Shape_vtable_addr)
    rd[4] = rd[3] + 16
    ptx.st.u64([param_0], rd[4])
    ptx.ret()


@func(symbol="_ZN6SquareD0Ev")
def Square_del_2(param_0: b64):
    """Square::~Square()"""
    rd = reg.bulk(rd=5)
    param_0 = rd[1] = ptx.ld.param.u64([param_0])
    Shape_vtable_addr = rd[2] = ptx.mov.u64(Shape_vtable)
    rd[3] = ptx.cvta.global_.u64(Shape_vtable_addr)
    rd[4] = rd[3] + 16
    ptx.st.u64([param_0], rd[4])
    free(param_0)
    ptx.ret()


@func(symbol="_ZNK6Circle4areaEv", returns=b32)
def area_2(param_0: b64):
    """Circle::area() const"""
    f, rd = reg.bulk(f=4, rd=2)
    param_0 = rd[1] = ptx.ld.param.u64([param_0])
    f[1] = ptx.ld.f32([param_0, 8])
    f[2] = f[1] * 3.1415927
    f[3] = f[1] * f[2]
    ptx.st.param.f32(["func_retval0", 0], f[3])
    ptx.ret()


@func(symbol="_ZN6CircleD1Ev")
def Circle_del(param_0: b64):
    """Circle::~Circle()"""
    rd = reg.bulk(rd=5)
    param_0 = rd[1] = ptx.ld.param.u64([param_0])
    Shape_vtable_addr = rd[2] = ptx.mov.u64(Shape_vtable)
    rd[3] = ptx.cvta.global_.u64(Shape_vtable_addr)
    rd[4] = rd[3] + 16
    ptx.st.u64([param_0], rd[4])
    ptx.ret()


@func(symbol="_ZN6CircleD0Ev")
def Circle_del_2(param_0: b64):
    """Circle::~Circle()"""
    rd = reg.bulk(rd=5)
    param_0 = rd[1] = ptx.ld.param.u64([param_0])
    Shape_vtable_addr = rd[2] = ptx.mov.u64(Shape_vtable)
    rd[3] = ptx.cvta.global_.u64(Shape_vtable_addr)
    rd[4] = rd[3] + 16
    ptx.st.u64([param_0], rd[4])
    free(param_0)
    ptx.ret()


@func(symbol="_Z5cross6TripleS_", returns=b8.align(4)[12])
def cross(param_0: b8x12_align4, param_1: b8x12_align4):
    """cross(Triple, Triple)"""
    f = reg.bulk(f=16)
    f[1] = ptx.ld.param.f32([param_0])
    f[2] = ptx.ld.param.f32([param_1])
    f[3] = ptx.ld.param.f32([param_1, 4])
    f[4] = ptx.ld.param.f32([param_0, 8])
    f[5] = ptx.ld.param.f32([param_1, 8])
    f[6] = ptx.ld.param.f32([param_0, 4])
    f[7] = f[6] * f[5]
    f[8] = f[4] * f[3]
    f[9] = f[4] * f[2]
    f[10] = f[1] * f[5]
    f[11] = f[1] * f[3]
    f[12] = f[6] * f[2]
    f[13] = f[11] - f[12]
    f[14] = f[9] - f[10]
    f[15] = f[7] - f[8]
    ptx.st.param.f32(["func_retval0", 0], f[15])
    ptx.st.param.f32(["func_retval0", 4], f[14])
    ptx.st.param.f32(["func_retval0", 8], f[13])
    ptx.ret()


@func(symbol="_Z6rotate3Bigi", returns=b8.align(8)[80])
def rotate(param_0: b8x80_align8, param_1: b32):
    """rotate(Big, int)"""
    stack = reg.stack(80, align=8)
    rs, r, fd, rd = reg.bulk(rs=26, r=76, fd=19, rd=21)
    stack.SPL = ptx.mov.u64(stack.depot)
    param_1 = r[1] = ptx.ld.param.u32([param_1])
    rd[2] = stack.SPL.u64 + 0
    for i in range(8):
        fd[i + 1] = ptx.ld.param.f64([param_0, 64 - 8 * i])
    fd[9] = ptx.ld.param.f64([param_0])
    ptx.st.local.f64([rd[2]], fd[9])
    for i in range(8):
        ptx.st.local.f64([rd[2], 8 * i + 8], fd[8 - i])
    rs[1:5] = ptx.ld.param.v4.u8([param_0, 72])
    rs[8:12] = ptx.ld.param.v4.u8([param_0, 76])
    r[2] = ptx.cvt.u32.u16(rs[10])
    r[3] = ptx.cvt.u32.u16(rs[11])
    r[4] = ptx.prmt.b32(r[3], r[2], 30212)
    rs[14] = ptx.cvt.u16.u32(r[4])
    r[5] = ptx.cvt.u32.u16(rs[8])
    r[6] = ptx.cvt.u32.u16(rs[9])
    r[7] = ptx.prmt.b32(r[6], r[5], 30212)
    rs[15] = ptx.cvt.u16.u32(r[7])
    r[8] = ptx.cvt.u32.u16(rs[3])
    r[9] = ptx.cvt.u32.u16(rs[4])
    r[10] = ptx.prmt.b32(r[9], r[8], 30212)
    rs[16] = ptx.cvt.u16.u32(r[10])
    r[11] = ptx.cvt.u32.u16(rs[1])
    r[12] = ptx.cvt.u32.u16(rs[2])
    r[13] = ptx.prmt.b32(r[12], r[11], 30212)
    rs[17] = ptx.cvt.u16.u32(r[13])
    ptx.st.local.v4.u16([rd[2], 72], rs[17:13:-1])
    r[14] = ptx.mul.hi.s32(param_1, 954437177)
    r[15] = r[14] >> 31
    r[16] = r[14].s32 >> 1
    r[17] = r[16] + r[15]
    r[18] = r[17] * 9
    r[19] = param_1 - r[18]
    rd[3] = ptx.mul.wide.s32(r[19], 8)
    rd[4] = rd[2] + rd[3]
    for i in range(8):
        r[7 * i + 20] = param_1 + (i + 1)
        r[7 * i + 21] = ptx.mul.hi.s32(r[7 * i + 20], 954437177)
        r[7 * i + 22] = r[7 * i + 21] >> 31
        r[7 * i + 23] = r[7 * i + 21].s32 >> 1
        r[7 * i + 24] = r[7 * i + 23] + r[7 * i + 22]
        r[7 * i + 25] = r[7 * i + 24] * 9
        r[7 * i + 26] = r[7 * i + 20] - r[7 * i + 25]
        rd[2 * i + 5] = ptx.mul.wide.s32(r[7 * i + 26], 8)
        rd[2 * i + 6] = rd[2] + rd[2 * i + 5]
    for i in range(9):
        fd[i + 10] = ptx.ld.local.f64([rd[20 - 2 * i]])
    ptx.st.param.f64(["func_retval0", 0], fd[18])
    ptx.st.param.f64(["func_retval0", 8], fd[17])
    ptx.st.param.f64(["func_retval0", 16], fd[16])
    ptx.st.param.f64(["func_retval0", 24], fd[15])
    ptx.st.param.f64(["func_retval0", 32], fd[14])
    ptx.st.param.f64(["func_retval0", 40], fd[13])
    ptx.st.param.f64(["func_retval0", 48], fd[12])
    ptx.st.param.f64(["func_retval0", 56], fd[11])
    ptx.st.param.f64(["func_retval0", 64], fd[10])
    rs[18] = rs[1] + 1
    ptx.st.param.v4.b8(["func_retval0", 72], rs[18:22])
    ptx.ret()


@func(symbol="_Z9ackermannjj", returns=b32)
def ackermann(param_0: b32, param_1: b32):
    """ackermann(unsigned int, unsigned int)"""
    p, r = reg.bulk(p=11, r=59)
    param_0 = r[27] = ptx.ld.param.u32([param_0])
    r[52] = ptx.ld.param.u32([param_1])
    p[1] = param_0 == 0
    with ptx.unless(p[1]) as block:
        r[46] = param_0 & 3
        p[2] = r[46] == 0
        r[53] = param_0
        with ptx.unless(p[2]):
            r[44] = r[52]
            r[45] = param_0
            with ptx.loop() as loop:
                ptx.pragma("nounroll")
                r[53] = r[45] - 1
                p[3] = r[44] == 0
                r[52] = 1
                with ptx.unless(p[3]):
                    r[31] = r[44] - 1
                    r[52] = ackermann(r[45], r[31])
                r[46] = r[46] - 1
                p[4] = r[46] != 0
                r[44] = r[52]
                r[45] = r[53]
                loop.again(when=p[4])
        r[32] = param_0 - 1
        p[5] = r[32].u32 < 3
        block.leave(when=p[5])
        r[51] = r[53] - 1
        with ptx.loop() as loop_2:
            p[6] = r[52] == 0
            r[55] = 1
            r[54] = r[55]
            with ptx.unless(p[6]):
                r[34] = r[52] - 1
                r[54] = ackermann(r[53], r[34])
            p[7] = r[54] == 0
            with ptx.unless(p[7]):
                r[36] = r[54] - 1
                r[55] = ackermann(r[51], r[36])
            p[8] = r[55] == 0
            r[52] = 1
            r[56] = r[52]
            with ptx.unless(p[8]):
                r[38] = r[55] - 1
                r[39] = r[51] - 1
                r[56] = ackermann(r[39], r[38])
            p[9] = r[56] == 0
            with ptx.unless(p[9]):
                r[41] = r[56] - 1
                r[42] = r[51] - 2
                r[52] = ackermann(r[42], r[41])
            r[51] = r[51] - 4
            p[10] = r[51] != -1
            r[53] = r[53] - 4
            loop_2.again(when=p[10])
    r[43] = r[52] + 1
    ptx.st.param.b32(["func_retval0", 0], r[43])
    ptx.ret()


@func(symbol="_Z6is_oddi", returns=b32)
def is_odd(param_0: b32):
    """is_odd(int)"""
    p, rs, r = reg.bulk(p=2, rs=5, r=5)
    param_0 = r[1] = ptx.ld.param.u32([param_0])
    p[1] = param_0 == 0
    rs[4] = 0
    with ptx.unless(p[1]):
        r[2] = param_0 - 1
        r[3] = is_even(r[2])
        rs[4] = ptx.cvt.u16.u32(r[3])
    r[4] = ptx.cvt.s32.s16(rs[4])
    ptx.st.param.b32(["func_retval0", 0], r[4])
    ptx.ret()


@func(symbol="_Z7is_eveni", returns=b32)
def is_even(param_0: b32):
    """is_even(int)"""
    p, rs, r = reg.bulk(p=2, rs=5, r=5)
    param_0 = r[1] = ptx.ld.param.u32([param_0])
    p[1] = param_0 == 0
    rs[4] = 1
    with ptx.unless(p[1]):
        r[2] = param_0 - 1
        r[3] = is_odd(r[2])
        rs[4] = ptx.cvt.u16.u32(r[3])
    r[4] = ptx.cvt.s32.s16(rs[4])
    ptx.st.param.b32(["func_retval0", 0], r[4])
    ptx.ret()


@kernel(symbol="_Z12call_structsPK6TriplePS_P3Bigi")
def call_structs(param_0: u64, param_1: u64, param_2: u64, param_3: u32):
    """call_structs(Triple const*, Triple*, Big*, int)"""
    rs, f, r, fd, rd = reg.bulk(rs=29, f=10, r=15, fd=19, rd=12)
    param_0 = rd[1] = ptx.ld.param.u64([param_0])
    param_1 = rd[2] = ptx.ld.param.u64([param_1])
    param_2 = rd[3] = ptx.ld.param.u64([param_2])
    param_3 = r[1] = ptx.ld.param.u32([param_3])
    param_2_global = rd[4] = ptx.cvta.to.global_.u64(param_2)
    param_1_global = rd[5] = ptx.cvta.to.global_.u64(param_1)
    param_0_global = rd[6] = ptx.cvta.to.global_.u64(param_0)
    tid = r[2] = ptx.special.tid.x()
    rd[7] = ptx.mul.wide.u32(tid, 12)
    param_0_ptr = rd[8] = param_0_global + rd[7]
    f[1] = ptx.ld.global_.f32([param_0_ptr, 8])
    f[2] = ptx.ld.global_.f32([param_0_ptr, 4])
    f[3] = ptx.ld.global_.f32([param_0_ptr])
    f[4] = ptx.ld.global_.f32([param_0_ptr, 20])
    f[5] = ptx.ld.global_.f32([param_0_ptr, 16])
    f[6] = ptx.ld.global_.f32([param_0_ptr, 12])
    with ptx.callseq():
        reg.scalar(b32, "temp_param_reg")
        param0 = var("param", b8[12], "param0", align=4)
        ptx.st.param.f32([param0, 0], f[3])
        ptx.st.param.f32([param0, 4], f[2])
        ptx.st.param.f32([param0, 8], f[1])
        param1 = var("param", b8[12], "param1", align=4)
        ptx.st.param.f32([param1, 0], f[6])
        ptx.st.param.f32([param1, 4], f[5])
        ptx.st.param.f32([param1, 8], f[4])
        retval0 = var("param", b8[12], "retval0", align=4)
        ptx.call.uni(cross, (param0, param1), returns=(retval0,))
        f[7] = ptx.ld.param.f32([retval0, 0])
        f[8] = ptx.ld.param.f32([retval0, 4])
        f[9] = ptx.ld.param.f32([retval0, 8])
    param_1_ptr = rd[9] = param_1_global + rd[7]
    ptx.st.global_.f32([param_1_ptr], f[7])
    ptx.st.global_.f32([param_1_ptr, 4], f[8])
    ptx.st.global_.f32([param_1_ptr, 8], f[9])
    rd[10] = ptx.mul.wide.u32(tid, 80)
    param_2_ptr = rd[11] = param_2_global + rd[10]
    rs[1:5] = ptx.ld.global_.v4.u16([param_2_ptr, 72])
    for i in range(8):
        fd[i + 1] = ptx.ld.global_.f64([param_2_ptr, 64 - 8 * i])
    fd[9] = ptx.ld.global_.f64([param_2_ptr])
    rs[6] = rs[2] >> 8
    rs[8] = rs[1] >> 8
    rs[10] = rs[4] >> 8
    rs[12] = rs[3] >> 8
    with ptx.callseq():
        reg.scalar(b32, "temp_param_reg")
        param0 = var("param", b8[80], "param0", align=8)
        for i in range(9):
            ptx.st.param.f64([param0, 8 * i], fd[9 - i])
        ptx.st.param.v4.b8([param0, 72], (rs[1], rs[8], rs[2], rs[6]))
        ptx.st.param.v4.b8([param0, 76], (rs[3], rs[12], rs[4], rs[10]))
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
    for i in range(4):
        r[3 * i + 3] = ptx.cvt.u32.u16(rs[20 - 2 * i])
        r[3 * i + 4] = ptx.cvt.u32.u16(rs[24 - i])
        r[3 * i + 5] = ptx.prmt.b32(r[3 * i + 3], r[3 * i + 4], 30212)
        rs[i + 25] = ptx.cvt.u16.u32(r[3 * i + 5])
    ptx.st.global_.v4.u16([param_2_ptr, 72], rs[28:24:-1])
    ptx.ret()


@kernel(symbol="_Z14call_recursivePji")
def call_recursive(param_0: u64, param_1: u32):
    """call_recursive(unsigned int*, int)"""
    rs, r, rd = reg.bulk(rs=2, r=5, rd=3)
    param_0 = rd[1] = ptx.ld.param.u64([param_0])
    param_1 = r[1] = ptx.ld.param.u32([param_1])
    param_0_global = rd[2] = ptx.cvta.to.global_.u64(param_0)
    r[2] = ackermann(2, param_1)
    ptx.st.global_.u32([param_0_global], r[2])
    r[3] = is_even(param_1)
    rs[1] = ptx.cvt.u16.u32(r[3])
    r[4] = ptx.cvt.s32.s16(rs[1])
    ptx.st.global_.u32([param_0_global, 4], r[4])
    ptx.ret()


@kernel(symbol="_Z13call_indirectPfPKi")
def call_indirect(param_0: u64, param_1: u64):
    """call_indirect(float*, int const*)"""
    f, r, rd = reg.bulk(f=3, r=3, rd=12)
    param_0 = rd[1] = ptx.ld.param.u64([param_0])
    param_1 = rd[2] = ptx.ld.param.u64([param_1])
    param_0_global = rd[3] = ptx.cvta.to.global_.u64(param_0)
    param_1_global = rd[4] = ptx.cvta.to.global_.u64(param_1)
    tid = r[1] = ptx.special.tid.x()
    rd[5] = ptx.mul.wide.u32(tid, 4)
    param_1_ptr = rd[6] = param_1_global + rd[5]
    r[2] = ptx.ld.global_.u32([param_1_ptr])
    rd[7] = ptx.mul.wide.s32(r[2], 8)
    table_addr = rd[8] = ptx.mov.u64(table)
    rd[9] = table_addr + rd[7]
    rd[10] = ptx.ld.global_.u64([rd[9]])
    param_0_ptr = rd[11] = param_0_global + rd[5]
    f[1] = ptx.ld.global_.f32([param_0_ptr])
    with ptx.callseq():
        reg.scalar(b32, "temp_param_reg")
        param0 = var("param", b32, "param0")
        ptx.st.param.f32([param0, 0], f[1])
        retval0 = var("param", b32, "retval0")
        ptx.prototype(
            "prototype_14", (b32,), returns=(b32,), within=" | | || | || | || | ||"
        )
        ptx.call(
            rd[10],
            (param0,),
            returns=(retval0,),
            prototype="prototype_14",
            within=" |||| \n\t|| \n\t|\n\t|\n\t|\n\t| |",
        )
        f[2] = ptx.ld.param.f32([retval0, 0])
    ptx.st.global_.f32([param_0_ptr], f[2])
    ptx.ret()


@kernel(symbol="_Z12call_virtualPfi")
def call_virtual(param_0: u64, param_1: u32):
    """call_virtual(float*, int)"""
    p, f, r, rd = reg.bulk(p=6, f=3, r=4, rd=20)
    param_0 = rd[5] = ptx.ld.param.u64([param_0])
    param_1 = r[2] = ptx.ld.param.u32([param_1])
    tid = r[1] = ptx.special.tid.x()
    r[3] = tid & 1
    p[1] = r[3].b32 == 1
    p[2] = 0
    p[3] = p[1] ^ p[2]
    p[4] = ~p[3]
    with ptx.if_(p[4], over=True):
        rd[19] = malloc(16, sequence=16)
        Circle_vtable_addr = rd[9] = ptx.mov.u64(Circle_vtable)
        rd[10] = ptx.cvta.global_.u64(Circle_vtable_addr)
        rd[11] = rd[10] + 16
        ptx.st.u64([rd[19]], rd[11])
    with ptx.else_():
        rd[19] = malloc(16, sequence=15)
        Square_vtable_addr = rd[6] = ptx.mov.u64(Square_vtable)
        rd[7] = ptx.cvta.global_.u64(Square_vtable_addr)
        rd[8] = rd[7] + 16
        ptx.st.u64([rd[19]], rd[8])
    f[1] = ptx.cvt.rn.f32.s32(param_1)
    ptx.st.f32([rd[19], 8], f[1])
    rd[12] = ptx.ld.u64([rd[19]])
    rd[13] = ptx.ld.u64([rd[12]])
    with ptx.callseq(17):
        reg.scalar(b32, "temp_param_reg")
        param0 = var("param", b64, "param0")
        ptx.st.param.b64([param0, 0], rd[19])
        retval0 = var("param", b32, "retval0")
        ptx.prototype(
            "prototype_17", (b64,), returns=(b32,), within=" | | || | || | || | ||"
        )
        ptx.call(
            rd[13],
            (param0,),
            returns=(retval0,),
            prototype="prototype_17",
            within=" |||| \n\t|| \n\t|\n\t|\n\t|\n\t| |",
        )
        f[2] = ptx.ld.param.f32([retval0, 0])
    param_0_global = rd[14] = ptx.cvta.to.global_.u64(param_0)
    rd[15] = ptx.mul.wide.u32(tid, 4)
    param_0_ptr = rd[16] = param_0_global + rd[15]
    ptx.st.global_.f32([param_0_ptr], f[2])
    p[5] = rd[19] == 0
    with ptx.unless(p[5]):
        rd[17] = ptx.ld.u64([rd[19]])
        rd[18] = ptx.ld.u64([rd[17], 16])
        with ptx.callseq():
            reg.scalar(b32, "temp_param_reg")
            param0 = var("param", b64, "param0")
            ptx.st.param.b64([param0, 0], rd[19])
            ptx.prototype("prototype_18", (b64,), returns=(), within=" | | ||| || | ||")
            ptx.call(
                rd[18],
                (param0,),
                prototype="prototype_18",
                within=" \n\t|| \n\t|\n\t|\n\t|\n\t| |",
            )
    ptx.ret()


@kernel(symbol="_Z11call_systemPKiPi")
def call_system(param_0: u64, param_1: u64):
    """call_system(int const*, int*)"""
    stack = reg.stack(24, align=8)
    p, r, rd = reg.bulk(p=4, r=9, rd=19)
    stack.SPL = ptx.mov.u64(stack.depot)
    stack.SP = ptx.cvta.local.u64(stack.SPL)
    param_0 = rd[3] = ptx.ld.param.u64([param_0])
    param_1 = rd[4] = ptx.ld.param.u64([param_1])
    param_1_global = rd[1] = ptx.cvta.to.global_.u64(param_1)
    rd[2] = malloc(16)
    p[1] = rd[2] != 0
    with ptx.unless(p[1]):
        _str_addr = rd[5] = ptx.mov.u64(_str)
        rd[6] = ptx.cvta.global_.u64(_str_addr)
        _str_1_addr = rd[7] = ptx.mov.u64(_str_1)
        rd[8] = ptx.cvta.global_.u64(_str_1_addr)
        _unnamed_1_addr = rd[9] = ptx.mov.u64(_unnamed_1)
        rd[10] = ptx.cvta.global_.u64(_unnamed_1_addr)
        _assertfail(rd[6], rd[8], 87, rd[10], 1)
    param_0_global = rd[11] = ptx.cvta.to.global_.u64(param_0)
    r[4] = ptx.ld.global_.u32([param_0_global])
    ptx.st.u32([rd[2]], r[4])
    tid = r[5] = ptx.special.tid.x()
    rd[12] = stack.SP.u64 + 0
    rd[13] = stack.SPL.u64 + 0
    ptx.st.local.v2.u32([rd[13]], (tid, r[4]))
    rd[14] = 0x3FF8000000000000
    ptx.st.local.u64([rd[13], 8], rd[14])
    _str_3_addr = rd[15] = ptx.mov.u64(_str_3)
    rd[16] = ptx.cvta.global_.u64(_str_3_addr)
    ptx.st.local.u64([rd[13], 16], rd[16])
    _str_2_addr = rd[17] = ptx.mov.u64(_str_2)
    rd[18] = ptx.cvta.global_.u64(_str_2_addr)
    r[6] = vprintf(rd[18], rd[12])
    r[7] = ptx.ld.u32([rd[2]])
    ptx.st.global_.u32([param_1_global], r[7])
    free(rd[2])
    r[8] = ptx.ld.global_.u32([param_1_global])
    p[2] = r[8] > -1
    with ptx.unless(p[2]):
        trap()
        r[8] = ptx.ld.global_.u32([param_1_global])
    p[3] = r[8] != 0
    with ptx.unless(p[3]):
        brkpt()
    ptx.ret()
