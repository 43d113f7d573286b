"""Every instruction and helper of `ptx`, for editors and type checkers; by tools/generate_stubs.

A class is an opcode with some of its modifiers: its attributes are those that may follow, and it
can be called where a form of the instruction table ends. `M` is how the instruction is called.
"""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from typing import Any, Unpack, overload

from ptxpy.dsl.helpers.barrier_slots import BarrierArray as _BarrierArray
from ptxpy.dsl.helpers.notations import Pipe as _Pipe
from ptxpy.dsl.helpers.pipelines import NamedBarrier as _NamedBarrier, PipelineState as _PipelineState
from ptxpy.dsl.namespaces.operand_stubs import A, B128, B16, B32, B64, C, E16, E32, E64, Emitted, F16, F32, F64, I16, I32, I64, InFull, Instruction, M, N, Number, Number128, Number16, Number32, Number64, NumberOrParts, Options, P, Parts, Predicate, Returning, V, Vector, W128, W32, W64
from ptxpy.dsl.namespaces.ptx_namespace import SpecialRegister
from ptxpy.dsl.tracing.instructions import Operation
from ptxpy.dsl.tracing.pending_results import PendingResult as _PendingResult
from ptxpy.dsl.values.operand_conversion import Register as _Register, Symbol as _Symbol

class Abs_0(Instruction[M]):
    @overload
    def __call__(self: Abs_0[Returning], a: F16, /, **options: Unpack[Options]) -> Number16:
        """Take the absolute value of a half or bfloat16, or of a pair of them. (PTX ISA, 9.7.4.6)"""
    @overload
    def __call__(self: Abs_0[InFull], d: F16, a: F16, /, **options: Unpack[Options]) -> Emitted: ...

class Abs_1(Instruction[M]):
    @overload
    def __call__(self: Abs_1[Returning], a: E32, /, **options: Unpack[Options]) -> Number32:
        """Take the absolute value of a half or bfloat16, or of a pair of them. (PTX ISA, 9.7.4.6)"""
    @overload
    def __call__(self: Abs_1[InFull], d: E32, a: E32, /, **options: Unpack[Options]) -> Emitted: ...

class Abs_2(Instruction[M]):
    @overload
    def __call__(self: Abs_2[Returning], a: F32, /, **options: Unpack[Options]) -> Number32:
        """Take the absolute value. (PTX ISA, 9.7.3.9)"""
    @overload
    def __call__(self: Abs_2[InFull], d: F32, a: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Abs_3(Instruction[M]):
    @overload
    def __call__(self: Abs_3[Returning], a: F64, /, **options: Unpack[Options]) -> Number64:
        """Take the absolute value. (PTX ISA, 9.7.3.9)"""
    @overload
    def __call__(self: Abs_3[InFull], d: F64, a: F64, /, **options: Unpack[Options]) -> Emitted: ...

class Abs_4(Instruction[M]):
    f16: Abs_0[M]
    f16x2: Abs_1[M]
    f32: Abs_2[M]

class Abs_5(Instruction[M]):
    @overload
    def __call__(self: Abs_5[Returning], a: I16, /, **options: Unpack[Options]) -> Number16:
        """Take the absolute value of an integer. (PTX ISA, 9.7.1.10)"""
    @overload
    def __call__(self: Abs_5[InFull], d: I16, a: I16, /, **options: Unpack[Options]) -> Emitted: ...

class Abs_6(Instruction[M]):
    @overload
    def __call__(self: Abs_6[Returning], a: I32, /, **options: Unpack[Options]) -> Number32:
        """Take the absolute value of an integer. (PTX ISA, 9.7.1.10)"""
    @overload
    def __call__(self: Abs_6[InFull], d: I32, a: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Abs_7(Instruction[M]):
    @overload
    def __call__(self: Abs_7[Returning], a: I64, /, **options: Unpack[Options]) -> Number64:
        """Take the absolute value of an integer. (PTX ISA, 9.7.1.10)"""
    @overload
    def __call__(self: Abs_7[InFull], d: I64, a: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Abs(Instruction[M]):
    """Take the absolute value. (PTX ISA, 9.7.3.9)

        abs{.ftz}.f32 d, a  # PTX 1.0
        abs.f64 d, a  # PTX 1.0

    Take the absolute value of a half or bfloat16, or of a pair of them. (PTX ISA, 9.7.4.6)

        abs{.ftz}.f16 d, a  # PTX 6.5, sm_53
        abs{.ftz}.f16x2 d, a  # PTX 6.5, sm_53
        abs.bf16 d, a  # PTX 7.0, sm_80
        abs.bf16x2 d, a  # PTX 7.0, sm_80

    Take the absolute value of an integer. (PTX ISA, 9.7.1.10)

        abs.type d, a  # PTX 1.0
    """

    bf16: Abs_0[M]
    bf16x2: Abs_1[M]
    f16: Abs_0[M]
    f16x2: Abs_1[M]
    f32: Abs_2[M]
    f64: Abs_3[M]
    ftz: Abs_4[M]
    s16: Abs_5[M]
    s32: Abs_6[M]
    s64: Abs_7[M]

class Activemask_0(Instruction[M]):
    @overload
    def __call__(self: Activemask_0[Returning], **options: Unpack[Options]) -> Number32:
        """Get a mask of the active threads of the warp. (PTX ISA, 9.7.13.11)"""
    @overload
    def __call__(self: Activemask_0[InFull], d: B32, /, **options: Unpack[Options]) -> Emitted: ...

class Activemask(Instruction[M]):
    """Get a mask of the active threads of the warp. (PTX ISA, 9.7.13.11)

        activemask.b32 d  # PTX 6.2, sm_30
    """

    b32: Activemask_0[M]

class Add_0(Instruction[M]):
    @overload
    def __call__(self: Add_0[Returning], a: F16, b: F16, /, **options: Unpack[Options]) -> Number16:
        """Add two halves or bfloat16s, or two pairs of them. (PTX ISA, 9.7.4.1)"""
    @overload
    def __call__(self: Add_0[InFull], d: F16, a: F16, b: F16, /, **options: Unpack[Options]) -> Emitted: ...

class Add_1(Instruction[M]):
    @overload
    def __call__(self: Add_1[Returning], a: E32, b: E32, /, **options: Unpack[Options]) -> Number32:
        """Add two halves or bfloat16s, or two pairs of them. (PTX ISA, 9.7.4.1)"""
    @overload
    def __call__(self: Add_1[InFull], d: E32, a: E32, b: E32, /, **options: Unpack[Options]) -> Emitted: ...

class Add_4(Instruction[M]):
    s32: Add_2[M]
    s64: Add_3[M]
    u32: Add_2[M]
    u64: Add_3[M]

class Add_7(Instruction[M]):
    e2m1x4: Add_5[M]
    e4m3x4: Add_6[M]
    e5m2x4: Add_6[M]

class Add_9(Instruction[M]):
    @overload
    def __call__(self: Add_9[Returning], a: F32, b: F32, /, **options: Unpack[Options]) -> Number32:
        """Add two numbers, or two pairs of them. (PTX ISA, 9.7.3.3)"""
    @overload
    def __call__(self: Add_9[InFull], d: F32, a: F32, b: F32, /, **options: Unpack[Options]) -> Emitted: ...
    bf16: Add_8[M]
    f16: Add_8[M]

class Add_10(Instruction[M]):
    @overload
    def __call__(self: Add_10[Returning], a: E64, b: E64, /, **options: Unpack[Options]) -> Number64:
        """Add two numbers, or two pairs of them. (PTX ISA, 9.7.3.3)"""
    @overload
    def __call__(self: Add_10[InFull], d: E64, a: E64, b: E64, /, **options: Unpack[Options]) -> Emitted: ...

class Add_11(Instruction[M]):
    @overload
    def __call__(self: Add_11[Returning], a: F64, b: F64, /, **options: Unpack[Options]) -> Number64:
        """Add two numbers, or two pairs of them. (PTX ISA, 9.7.3.3)"""
    @overload
    def __call__(self: Add_11[InFull], d: F64, a: F64, b: F64, /, **options: Unpack[Options]) -> Emitted: ...

class Add_14(Instruction[M]):
    f16: Add_0[M]
    f16x2: Add_1[M]
    f32: Add_12[M]
    f32x2: Add_10[M]
    sat: Add_13[M]

class Add_18(Instruction[M]):
    f32: Add_9[M]
    f32x2: Add_10[M]
    f64: Add_11[M]
    ftz: Add_16[M]
    sat: Add_17[M]

class Add_21(Instruction[M]):
    bf16: Add_0[M]
    bf16x2: Add_1[M]
    e4m3x4: Add_7[M]
    e5m2x4: Add_7[M]
    f16: Add_0[M]
    f16x2: Add_1[M]
    f32: Add_9[M]
    f32x2: Add_10[M]
    f64: Add_11[M]
    ftz: Add_14[M]
    sat: Add_19[M]
    satfinite: Add_20[M]

class Add_22(Instruction[M]):
    @overload
    def __call__(self: Add_22[Returning], a: I16, b: I16, /, **options: Unpack[Options]) -> Number16:
        """Add two integers. (PTX ISA, 9.7.1.1)"""
    @overload
    def __call__(self: Add_22[InFull], d: I16, a: I16, b: I16, /, **options: Unpack[Options]) -> Emitted: ...

class Add_23(Instruction[M]):
    @overload
    def __call__(self: Add_23[Returning], a: E32, b: E32, /, **options: Unpack[Options]) -> Number32:
        """Add two integers. (PTX ISA, 9.7.1.1)"""
    @overload
    def __call__(self: Add_23[InFull], d: E32, a: E32, b: E32, /, **options: Unpack[Options]) -> Emitted: ...

class Add_24(Instruction[M]):
    @overload
    def __call__(self: Add_24[Returning], a: I32, b: I32, /, **options: Unpack[Options]) -> Number32:
        """Add two integers. (PTX ISA, 9.7.1.1)"""
    @overload
    def __call__(self: Add_24[InFull], d: I32, a: I32, b: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Add_25(Instruction[M]):
    @overload
    def __call__(self: Add_25[Returning], a: I64, b: I64, /, **options: Unpack[Options]) -> Number64:
        """Add two integers. (PTX ISA, 9.7.1.1)"""
    @overload
    def __call__(self: Add_25[InFull], d: I64, a: I64, b: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Add_26(Instruction[M]):
    f16: Add_0[M]
    f16x2: Add_1[M]
    f32: Add_9[M]
    s16x2: Add_23[M]
    s32: Add_24[M]
    s8x4: Add_23[M]
    u16x2: Add_23[M]
    u32: Add_24[M]
    u8x4: Add_23[M]

class Add_20(Instruction[M]):
    e4m3x4: Add_7[M]
    e5m2x4: Add_7[M]

class Add_2(Instruction[M]):
    @overload
    def __call__(self: Add_2[Returning], a: I32, b: I32, /, **options: Unpack[Options]) -> Number32:
        """Add two integers and keep the carry. (PTX ISA, 9.7.2.1)"""
    @overload
    def __call__(self: Add_2[InFull], d: I32, a: I32, b: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Add_3(Instruction[M]):
    @overload
    def __call__(self: Add_3[Returning], a: I64, b: I64, /, **options: Unpack[Options]) -> Number64:
        """Add two integers and keep the carry. (PTX ISA, 9.7.2.1)"""
    @overload
    def __call__(self: Add_3[InFull], d: I64, a: I64, b: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Add_5(Instruction[M]):
    @overload
    def __call__(self: Add_5[Returning], a: E16, c: E32, /, **options: Unpack[Options]) -> Number32:
        """Widen the first number to the type of the second and add them. (PTX ISA, 9.7.5.1)"""
    @overload
    def __call__(self: Add_5[InFull], d: E32, a: E16, c: E32, /, **options: Unpack[Options]) -> Emitted: ...

class Add_6(Instruction[M]):
    @overload
    def __call__(self: Add_6[Returning], a: E32, c: E32, /, **options: Unpack[Options]) -> Number32:
        """Widen the first number to the type of the second and add them. (PTX ISA, 9.7.5.1)"""
    @overload
    def __call__(self: Add_6[InFull], d: E32, a: E32, c: E32, /, **options: Unpack[Options]) -> Emitted: ...

class Add_8(Instruction[M]):
    @overload
    def __call__(self: Add_8[Returning], a: F16, c: F32, /, **options: Unpack[Options]) -> Number32:
        """Widen the first number to the type of the second and add them. (PTX ISA, 9.7.5.1)"""
    @overload
    def __call__(self: Add_8[InFull], d: F32, a: F16, c: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Add_12(Instruction[M]):
    @overload
    def __call__(self: Add_12[Returning], a: F32, b: F32, /, **options: Unpack[Options]) -> Number32:
        """Add two numbers, or two pairs of them. (PTX ISA, 9.7.3.3)"""
    @overload
    def __call__(self: Add_12[InFull], d: F32, a: F32, b: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Add_13(Instruction[M]):
    f16: Add_0[M]
    f16x2: Add_1[M]
    f32: Add_12[M]

class Add_16(Instruction[M]):
    f32: Add_12[M]
    f32x2: Add_10[M]
    sat: Add_15[M]

class Add_17(Instruction[M]):
    f32: Add_9[M]

class Add_19(Instruction[M]):
    f16: Add_0[M]
    f16x2: Add_1[M]
    f32: Add_9[M]

class Add_15(Instruction[M]):
    f32: Add_12[M]

class Add(Instruction[M]):
    """Emit `add.dtype dst, a, b`; of untyped bits `add.s32` and so on.

    Add two numbers, or two pairs of them. (PTX ISA, 9.7.3.3)

        add{.rnd}{.ftz}{.sat}.f32 d, a, b  # PTX 1.0
        add{.rnd}{.ftz}.f32x2 d, a, b  # PTX 8.6, sm_100
        add{.rnd}.f64 d, a, b  # PTX 1.0

    Add two halves or bfloat16s, or two pairs of them. (PTX ISA, 9.7.4.1)

        add{.rnd}{.ftz}{.sat}.f16 d, a, b  # PTX 4.2, sm_53
        add{.rnd}{.ftz}{.sat}.f16x2 d, a, b  # PTX 4.2, sm_53
        add{.rnd}.bf16 d, a, b  # PTX 7.8, sm_90
        add{.rnd}.bf16x2 d, a, b  # PTX 7.8, sm_90

    Widen the first number to the type of the second and add them. (PTX ISA, 9.7.5.1)

        add{.rnd}{.sat}.f32.atype d, a, c  # PTX 8.6, sm_100
        add{.rnd}{.satfinite}.type.atype d, a, c  # PTX 9.4, sm_100a or sm_103a

    Add two integers. (PTX ISA, 9.7.1.1)

        add.type d, a, b  # PTX 1.0
        add{.sat}.s32 d, a, b  # PTX 1.0
        add{.sat}.type d, a, b  # PTX 8.0, sm_90
        add.sat.u32 d, a, b  # PTX 9.2, sm_107f or sm_120f
        add{.sat}.type d, a, b  # PTX 9.2, sm_107f or sm_120f

    Add two integers and keep the carry. (PTX ISA, 9.7.2.1)

        add.cc.type d, a, b  # PTX 1.2
        add.cc.type d, a, b  # PTX 4.3, sm_20
    """

    def __call__(self: Add[Returning], dtype: Any, dst: Any, a: Any, b: Any, *, pred: Any = None) -> None: ...
    bf16: Add_0[M]
    bf16x2: Add_1[M]
    cc: Add_4[M]
    e4m3x4: Add_7[M]
    e5m2x4: Add_7[M]
    f16: Add_0[M]
    f16x2: Add_1[M]
    f32: Add_9[M]
    f32x2: Add_10[M]
    f64: Add_11[M]
    ftz: Add_14[M]
    rm: Add_18[M]
    rn: Add_21[M]
    rp: Add_18[M]
    rz: Add_18[M]
    s16: Add_22[M]
    s16x2: Add_23[M]
    s32: Add_24[M]
    s64: Add_25[M]
    s8x4: Add_23[M]
    sat: Add_26[M]
    satfinite: Add_20[M]
    u16: Add_22[M]
    u16x2: Add_23[M]
    u32: Add_24[M]
    u64: Add_25[M]
    u8x4: Add_23[M]

class Addc_2(Instruction[M]):
    s32: Addc_0[M]
    s64: Addc_1[M]
    u32: Addc_0[M]
    u64: Addc_1[M]

class Addc_3(Instruction[M]):
    @overload
    def __call__(self: Addc_3[Returning], a: I16, b: I16, /, **options: Unpack[Options]) -> Number16:
        """Add two integers and the carry, and keep the new carry if told. (PTX ISA, 9.7.2.2)"""
    @overload
    def __call__(self: Addc_3[InFull], d: I16, a: I16, b: I16, /, **options: Unpack[Options]) -> Emitted: ...

class Addc_0(Instruction[M]):
    @overload
    def __call__(self: Addc_0[Returning], a: I32, b: I32, /, **options: Unpack[Options]) -> Number32:
        """Add two integers and the carry, and keep the new carry if told. (PTX ISA, 9.7.2.2)"""
    @overload
    def __call__(self: Addc_0[InFull], d: I32, a: I32, b: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Addc_1(Instruction[M]):
    @overload
    def __call__(self: Addc_1[Returning], a: I64, b: I64, /, **options: Unpack[Options]) -> Number64:
        """Add two integers and the carry, and keep the new carry if told. (PTX ISA, 9.7.2.2)"""
    @overload
    def __call__(self: Addc_1[InFull], d: I64, a: I64, b: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Addc_4(Instruction[M]):
    s32: Addc_0[M]

class Addc(Instruction[M]):
    """Add two integers and the carry, and keep the new carry if told. (PTX ISA, 9.7.2.2)

        addc{.cc}.type d, a, b  # PTX 1.2
        addc.type d, a, b  # PTX 1.2
        addc.sat.s32 d, a, b  # PTX 1.2
    """

    cc: Addc_2[M]
    s16: Addc_3[M]
    s32: Addc_0[M]
    s64: Addc_1[M]
    sat: Addc_4[M]
    u16: Addc_3[M]
    u32: Addc_0[M]
    u64: Addc_1[M]

class Alloca_0(Instruction[M]):
    @overload
    def __call__(self: Alloca_0[Returning], size: I32, immalign: C = ..., /, **options: Unpack[Options]) -> Number32:
        """Allocate memory on the stack. (PTX ISA, 9.7.17.3)"""
    @overload
    def __call__(self: Alloca_0[InFull], ptr: I32, size: I32, immalign: C = ..., /, **options: Unpack[Options]) -> Emitted: ...

class Alloca_1(Instruction[M]):
    @overload
    def __call__(self: Alloca_1[Returning], size: I64, immalign: C = ..., /, **options: Unpack[Options]) -> Number64:
        """Allocate memory on the stack. (PTX ISA, 9.7.17.3)"""
    @overload
    def __call__(self: Alloca_1[InFull], ptr: I64, size: I64, immalign: C = ..., /, **options: Unpack[Options]) -> Emitted: ...

class Alloca(Instruction[M]):
    """Allocate memory on the stack. (PTX ISA, 9.7.17.3)

        alloca.type ptr, size{, immAlign}  # PTX 7.3, sm_52
    """

    u32: Alloca_0[M]
    u64: Alloca_1[M]

class And_0(Instruction[M]):
    @overload
    def __call__(self: And_0[Returning], a: B16, b: B16, /, **options: Unpack[Options]) -> Number16:
        """Bitwise and. (PTX ISA, 9.7.8.1)"""
    @overload
    def __call__(self: And_0[InFull], d: B16, a: B16, b: B16, /, **options: Unpack[Options]) -> Emitted: ...

class And_1(Instruction[M]):
    @overload
    def __call__(self: And_1[Returning], a: B32, b: B32, /, **options: Unpack[Options]) -> Number32:
        """Bitwise and. (PTX ISA, 9.7.8.1)"""
    @overload
    def __call__(self: And_1[InFull], d: B32, a: B32, b: B32, /, **options: Unpack[Options]) -> Emitted: ...

class And_2(Instruction[M]):
    @overload
    def __call__(self: And_2[Returning], a: B64, b: B64, /, **options: Unpack[Options]) -> Number64:
        """Bitwise and. (PTX ISA, 9.7.8.1)"""
    @overload
    def __call__(self: And_2[InFull], d: B64, a: B64, b: B64, /, **options: Unpack[Options]) -> Emitted: ...

class And_3(Instruction[M]):
    @overload
    def __call__(self: And_3[Returning], a: C | P, b: C | P, /, **options: Unpack[Options]) -> Predicate:
        """Bitwise and. (PTX ISA, 9.7.8.1)"""
    @overload
    def __call__(self: And_3[InFull], d: P, a: C | P, b: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class And(Instruction[M]):
    """Emit `and.b32 dst, a, b`, or `.b16`, `.b64`, `.pred`: of the size of `dtype`.

    Bitwise and. (PTX ISA, 9.7.8.1)

        and.type d, a, b  # PTX 1.0
        and.pred d, {!}a, {!}b  # PTX 1.0
    """

    def __call__(self: And[Returning], dtype: Any, dst: Any, a: Any, b: Any, *, pred: Any = None) -> None: ...
    b16: And_0[M]
    b32: And_1[M]
    b64: And_2[M]
    pred: And_3[M]

class Applypriority_10(Instruction[M]):
    bulk_group: Applypriority_7[M]
    global_: Applypriority_9[M]
    tile: Applypriority_8[M]

class Applypriority_19(Instruction[M]):
    bulk_group: Applypriority_13[M]
    global_: Applypriority_18[M]
    tile: Applypriority_14[M]
    tile__gather4: Applypriority_17[M]

class Applypriority_25(Instruction[M]):
    bulk_group: Applypriority_13[M]
    global_: Applypriority_24[M]
    im2col: Applypriority_23[M]
    im2col__w: Applypriority_23[M]
    im2col__w__128: Applypriority_23[M]
    im2col_no_offs: Applypriority_17[M]
    im2col_no_offs__w: Applypriority_17[M]
    tile: Applypriority_14[M]

class Applypriority_2(Instruction[M]):
    L2__evict_normal: Applypriority_1[M]

class Applypriority_3(Instruction[M]):
    bulk_group: Applypriority_2[M]

class Applypriority_0(Instruction[M]):
    def __call__(self, a: A, size: C, /, **options: Unpack[Options]) -> Emitted:
        """Give a stretch of memory another priority in a cache. (PTX ISA, 9.7.9.16)"""

class Applypriority_29(Instruction[M]):
    L2__evict_normal: Applypriority_0[M]

class Applypriority_7(Instruction[M]):
    L2__evict_normal: Applypriority_6[M]

class Applypriority_9(Instruction[M]):
    bulk_group: Applypriority_7[M]
    tile: Applypriority_8[M]

class Applypriority_8(Instruction[M]):
    bulk_group: Applypriority_7[M]

class Applypriority_13(Instruction[M]):
    L2__evict_normal: Applypriority_12[M]

class Applypriority_18(Instruction[M]):
    bulk_group: Applypriority_13[M]
    tile: Applypriority_14[M]
    tile__gather4: Applypriority_17[M]

class Applypriority_14(Instruction[M]):
    bulk_group: Applypriority_13[M]

class Applypriority_17(Instruction[M]):
    bulk_group: Applypriority_16[M]

class Applypriority_24(Instruction[M]):
    bulk_group: Applypriority_13[M]
    im2col: Applypriority_23[M]
    im2col__w: Applypriority_23[M]
    im2col__w__128: Applypriority_23[M]
    im2col_no_offs: Applypriority_17[M]
    im2col_no_offs__w: Applypriority_17[M]
    tile: Applypriority_14[M]

class Applypriority_23(Instruction[M]):
    bulk_group: Applypriority_22[M]

class Applypriority_1(Instruction[M]):
    def __call__(self, a: A, size: I32, /, **options: Unpack[Options]) -> Emitted:
        """Give a stretch of memory another priority, not waiting (9.4). (PTX ISA, 9.7.9.16)"""

class Applypriority_6(Instruction[M]):
    def __call__(self, tensormap: A, /, **options: Unpack[Options]) -> Emitted:
        """Give a box of a tensor another priority (9.4). (PTX ISA, 9.7.9.16)"""
    override__global_address: Applypriority_5[M]

class Applypriority_12(Instruction[M]):
    def __call__(self, tensormap: A, /, **options: Unpack[Options]) -> Emitted:
        """Give a box of a tensor another priority (9.4). (PTX ISA, 9.7.9.16)"""
    override__global_address: Applypriority_11[M]

class Applypriority_16(Instruction[M]):
    L2__evict_normal: Applypriority_15[M]

class Applypriority_22(Instruction[M]):
    L2__evict_normal: Applypriority_21[M]

class Applypriority_5(Instruction[M]):
    def __call__(self, tensormap: A, /, **options: Unpack[Options]) -> Emitted:
        """Give a box of a tensor another priority (9.4). (PTX ISA, 9.7.9.16)"""
    override__global_dim: Applypriority_4[M]

class Applypriority_11(Instruction[M]):
    def __call__(self, tensormap: A, /, **options: Unpack[Options]) -> Emitted:
        """Give a box of a tensor another priority (9.4). (PTX ISA, 9.7.9.16)"""
    override__global_dim_stride: Applypriority_4[M]

class Applypriority_15(Instruction[M]):
    def __call__(self, tensormap: A, /, **options: Unpack[Options]) -> Emitted:
        """Give a box of a tensor another priority (9.4). (PTX ISA, 9.7.9.16)"""
    override__global_address: Applypriority_4[M]

class Applypriority_21(Instruction[M]):
    def __call__(self, tensormap: A, im2colinfo: V, /, **options: Unpack[Options]) -> Emitted:
        """Give a box of a tensor another priority (9.4). (PTX ISA, 9.7.9.16)"""
    override__global_address: Applypriority_20[M]

class Applypriority_4(Instruction[M]):
    def __call__(self, tensormap: A, /, **options: Unpack[Options]) -> Emitted:
        """Give a box of a tensor another priority (9.4). (PTX ISA, 9.7.9.16)"""

class Applypriority_20(Instruction[M]):
    def __call__(self, tensormap: A, im2colinfo: V, /, **options: Unpack[Options]) -> Emitted:
        """Give a box of a tensor another priority (9.4). (PTX ISA, 9.7.9.16)"""

class ApplypriorityAsyncBulkTensor(Instruction[M]):
    """Give a box of a tensor another priority (9.4). (PTX ISA, 9.7.9.16)

        applypriority.async.bulk.tensor.dim{.global}{.load_mode}.completion_mechanism .level::eviction_priority [tensorMap, tensorCoords]{, im2colInfo}  # PTX 9.4, sm_107f
        applypriority.async.bulk.tensor.dim{.global}{.load_mode}.completion_mechanism .level::eviction_priority.override::global_address [tensorMap, gAddrToOverride, tensorCoords]{, im2colInfo}  # PTX 9.4, sm_107f
        applypriority.async.bulk.tensor.1d{.global}{.tile}.completion_mechanism.level::eviction_priority .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords]  # PTX 9.4, sm_107f
        applypriority.async.bulk.tensor.dim{.global}{.tile}.completion_mechanism.level::eviction_priority .override::global_address.override::global_dim_stride [tensorMap, gAddrToOverride, tensorSize, lowerStride, upperStride, tensorCoords]  # PTX 9.4, sm_107f
    """

    _1d: Applypriority_10[M]
    _2d: Applypriority_19[M]
    _3d: Applypriority_25[M]
    _4d: Applypriority_25[M]
    _5d: Applypriority_25[M]

class ApplypriorityAsyncBulk(Instruction[M]):
    """Give a stretch of memory another priority, not waiting (9.4). (PTX ISA, 9.7.9.16)

        applypriority.async.bulk{.global}.completion_mechanism.level::eviction_priority [a], size  # PTX 9.4, sm_107f
    """

    bulk_group: Applypriority_2[M]
    global_: Applypriority_3[M]
    tensor: ApplypriorityAsyncBulkTensor[M]

class ApplypriorityAsync(Instruction[M]):
    """Give a stretch of memory another priority, not waiting (9.4). (PTX ISA, 9.7.9.16)

        applypriority.async.bulk{.global}.completion_mechanism.level::eviction_priority [a], size  # PTX 9.4, sm_107f

    Give a box of a tensor another priority (9.4). (PTX ISA, 9.7.9.16)

        applypriority.async.bulk.tensor.dim{.global}{.load_mode}.completion_mechanism .level::eviction_priority [tensorMap, tensorCoords]{, im2colInfo}  # PTX 9.4, sm_107f
        applypriority.async.bulk.tensor.dim{.global}{.load_mode}.completion_mechanism .level::eviction_priority.override::global_address [tensorMap, gAddrToOverride, tensorCoords]{, im2colInfo}  # PTX 9.4, sm_107f
        applypriority.async.bulk.tensor.1d{.global}{.tile}.completion_mechanism.level::eviction_priority .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords]  # PTX 9.4, sm_107f
        applypriority.async.bulk.tensor.dim{.global}{.tile}.completion_mechanism.level::eviction_priority .override::global_address.override::global_dim_stride [tensorMap, gAddrToOverride, tensorSize, lowerStride, upperStride, tensorCoords]  # PTX 9.4, sm_107f
    """

    bulk: ApplypriorityAsyncBulk[M]

class Applypriority(Instruction[M]):
    """Give a stretch of memory another priority in a cache. (PTX ISA, 9.7.9.16)

        applypriority{.global}.level::eviction_priority [a], size  # PTX 7.4, sm_80
    """

    L2__evict_normal: Applypriority_0[M]
    async_: ApplypriorityAsync[M]
    global_: Applypriority_29[M]

class Atom_63(Instruction[M]):
    add: Atom_23[M]
    and_: Atom_29[M]
    cas: Atom_34[M]
    cluster: Atom_62[M]
    cta: Atom_62[M]
    dec: Atom_36[M]
    exch: Atom_40[M]
    global_: Atom_54[M]
    gpu: Atom_62[M]
    inc: Atom_36[M]
    max: Atom_46[M]
    min: Atom_46[M]
    or_: Atom_29[M]
    shared: Atom_61[M]
    shared__cluster: Atom_61[M]
    shared__cta: Atom_61[M]
    sys: Atom_62[M]
    v2: Atom_52[M]
    v4: Atom_52[M]
    v8: Atom_53[M]
    xor: Atom_29[M]

class Atom_66(Instruction[M]):
    L2__cache_hint: Atom_6[M]
    acq_rel: Atom_65[M]
    acquire: Atom_65[M]
    cluster: Atom_64[M]
    cta: Atom_64[M]
    f32: Atom_7[M]
    f64: Atom_8[M]
    global_: Atom_23[M]
    gpu: Atom_64[M]
    noftz: Atom_19[M]
    relaxed: Atom_65[M]
    release: Atom_65[M]
    s32: Atom_20[M]
    shared: Atom_56[M]
    shared__cluster: Atom_56[M]
    shared__cta: Atom_56[M]
    sys: Atom_64[M]
    u32: Atom_20[M]
    u64: Atom_21[M]
    v2: Atom_22[M]
    v4: Atom_22[M]

class Atom_69(Instruction[M]):
    L2__cache_hint: Atom_26[M]
    acq_rel: Atom_68[M]
    acquire: Atom_68[M]
    b32: Atom_27[M]
    b64: Atom_28[M]
    cluster: Atom_67[M]
    cta: Atom_67[M]
    global_: Atom_29[M]
    gpu: Atom_67[M]
    relaxed: Atom_68[M]
    release: Atom_68[M]
    shared: Atom_57[M]
    shared__cluster: Atom_57[M]
    shared__cta: Atom_57[M]
    sys: Atom_67[M]

class Atom_72(Instruction[M]):
    acq_rel: Atom_71[M]
    acquire: Atom_71[M]
    b128: Atom_30[M]
    b16: Atom_31[M]
    b32: Atom_32[M]
    b64: Atom_33[M]
    cluster: Atom_70[M]
    cta: Atom_70[M]
    global_: Atom_34[M]
    gpu: Atom_70[M]
    relaxed: Atom_71[M]
    release: Atom_71[M]
    shared: Atom_34[M]
    shared__cluster: Atom_34[M]
    shared__cta: Atom_34[M]
    sys: Atom_70[M]

class Atom_74(Instruction[M]):
    acq_rel: Atom_73[M]
    acquire: Atom_73[M]
    add: Atom_23[M]
    and_: Atom_29[M]
    cas: Atom_34[M]
    dec: Atom_36[M]
    exch: Atom_40[M]
    global_: Atom_54[M]
    inc: Atom_36[M]
    max: Atom_46[M]
    min: Atom_46[M]
    or_: Atom_29[M]
    relaxed: Atom_73[M]
    release: Atom_73[M]
    shared: Atom_61[M]
    shared__cluster: Atom_61[M]
    shared__cta: Atom_61[M]
    v2: Atom_52[M]
    v4: Atom_52[M]
    v8: Atom_53[M]
    xor: Atom_29[M]

class Atom_77(Instruction[M]):
    L2__cache_hint: Atom_35[M]
    acq_rel: Atom_76[M]
    acquire: Atom_76[M]
    cluster: Atom_75[M]
    cta: Atom_75[M]
    global_: Atom_36[M]
    gpu: Atom_75[M]
    relaxed: Atom_76[M]
    release: Atom_76[M]
    shared: Atom_58[M]
    shared__cluster: Atom_58[M]
    shared__cta: Atom_58[M]
    sys: Atom_75[M]
    u32: Atom_20[M]

class Atom_80(Instruction[M]):
    L2__cache_hint: Atom_38[M]
    acq_rel: Atom_79[M]
    acquire: Atom_79[M]
    b128: Atom_39[M]
    b32: Atom_27[M]
    b64: Atom_28[M]
    cluster: Atom_78[M]
    cta: Atom_78[M]
    global_: Atom_40[M]
    gpu: Atom_78[M]
    relaxed: Atom_79[M]
    release: Atom_79[M]
    shared: Atom_59[M]
    shared__cluster: Atom_59[M]
    shared__cta: Atom_59[M]
    sys: Atom_78[M]

class Atom_83(Instruction[M]):
    acq_rel: Atom_81[M]
    acquire: Atom_81[M]
    add: Atom_23[M]
    and_: Atom_29[M]
    cas: Atom_34[M]
    cluster: Atom_82[M]
    cta: Atom_82[M]
    dec: Atom_36[M]
    exch: Atom_40[M]
    gpu: Atom_82[M]
    inc: Atom_36[M]
    max: Atom_46[M]
    min: Atom_46[M]
    or_: Atom_29[M]
    relaxed: Atom_81[M]
    release: Atom_81[M]
    sys: Atom_82[M]
    v2: Atom_52[M]
    v4: Atom_52[M]
    v8: Atom_53[M]
    xor: Atom_29[M]

class Atom_86(Instruction[M]):
    L2__cache_hint: Atom_41[M]
    acq_rel: Atom_85[M]
    acquire: Atom_85[M]
    cluster: Atom_84[M]
    cta: Atom_84[M]
    global_: Atom_46[M]
    gpu: Atom_84[M]
    noftz: Atom_45[M]
    relaxed: Atom_85[M]
    release: Atom_85[M]
    s32: Atom_20[M]
    s64: Atom_21[M]
    shared: Atom_60[M]
    shared__cluster: Atom_60[M]
    shared__cta: Atom_60[M]
    sys: Atom_84[M]
    u32: Atom_20[M]
    u64: Atom_21[M]

class Atom_89(Instruction[M]):
    acq_rel: Atom_87[M]
    acquire: Atom_87[M]
    add: Atom_56[M]
    and_: Atom_57[M]
    cas: Atom_34[M]
    cluster: Atom_88[M]
    cta: Atom_88[M]
    dec: Atom_58[M]
    exch: Atom_59[M]
    gpu: Atom_88[M]
    inc: Atom_58[M]
    max: Atom_60[M]
    min: Atom_60[M]
    or_: Atom_57[M]
    relaxed: Atom_87[M]
    release: Atom_87[M]
    sys: Atom_88[M]
    xor: Atom_57[M]

class Atom_52(Instruction[M]):
    bf16: Atom_49[M]
    bf16x2: Atom_49[M]
    f16: Atom_49[M]
    f16x2: Atom_49[M]
    f32: Atom_51[M]

class Atom_53(Instruction[M]):
    bf16: Atom_49[M]
    f16: Atom_49[M]

class Atom_23(Instruction[M]):
    L2__cache_hint: Atom_6[M]
    f32: Atom_7[M]
    f64: Atom_8[M]
    noftz: Atom_19[M]
    s32: Atom_20[M]
    u32: Atom_20[M]
    u64: Atom_21[M]
    v2: Atom_22[M]
    v4: Atom_22[M]

class Atom_29(Instruction[M]):
    L2__cache_hint: Atom_26[M]
    b32: Atom_27[M]
    b64: Atom_28[M]

class Atom_34(Instruction[M]):
    b128: Atom_30[M]
    b16: Atom_31[M]
    b32: Atom_32[M]
    b64: Atom_33[M]

class Atom_62(Instruction[M]):
    add: Atom_23[M]
    and_: Atom_29[M]
    cas: Atom_34[M]
    dec: Atom_36[M]
    exch: Atom_40[M]
    global_: Atom_54[M]
    inc: Atom_36[M]
    max: Atom_46[M]
    min: Atom_46[M]
    or_: Atom_29[M]
    shared: Atom_61[M]
    shared__cluster: Atom_61[M]
    shared__cta: Atom_61[M]
    v2: Atom_52[M]
    v4: Atom_52[M]
    v8: Atom_53[M]
    xor: Atom_29[M]

class Atom_36(Instruction[M]):
    L2__cache_hint: Atom_35[M]
    u32: Atom_20[M]

class Atom_40(Instruction[M]):
    L2__cache_hint: Atom_38[M]
    b128: Atom_39[M]
    b32: Atom_27[M]
    b64: Atom_28[M]

class Atom_54(Instruction[M]):
    add: Atom_23[M]
    and_: Atom_29[M]
    cas: Atom_34[M]
    dec: Atom_36[M]
    exch: Atom_40[M]
    inc: Atom_36[M]
    max: Atom_46[M]
    min: Atom_46[M]
    or_: Atom_29[M]
    v2: Atom_52[M]
    v4: Atom_52[M]
    v8: Atom_53[M]
    xor: Atom_29[M]

class Atom_46(Instruction[M]):
    L2__cache_hint: Atom_41[M]
    noftz: Atom_45[M]
    s32: Atom_20[M]
    s64: Atom_21[M]
    u32: Atom_20[M]
    u64: Atom_21[M]

class Atom_61(Instruction[M]):
    add: Atom_56[M]
    and_: Atom_57[M]
    cas: Atom_34[M]
    dec: Atom_58[M]
    exch: Atom_59[M]
    inc: Atom_58[M]
    max: Atom_60[M]
    min: Atom_60[M]
    or_: Atom_57[M]
    xor: Atom_57[M]

class Atom_6(Instruction[M]):
    f32: Atom_0[M]
    f64: Atom_1[M]
    s32: Atom_2[M]
    u32: Atom_2[M]
    u64: Atom_3[M]
    v2: Atom_5[M]
    v4: Atom_5[M]

class Atom_65(Instruction[M]):
    L2__cache_hint: Atom_6[M]
    cluster: Atom_64[M]
    cta: Atom_64[M]
    f32: Atom_7[M]
    f64: Atom_8[M]
    global_: Atom_23[M]
    gpu: Atom_64[M]
    noftz: Atom_19[M]
    s32: Atom_20[M]
    shared: Atom_56[M]
    shared__cluster: Atom_56[M]
    shared__cta: Atom_56[M]
    sys: Atom_64[M]
    u32: Atom_20[M]
    u64: Atom_21[M]
    v2: Atom_22[M]
    v4: Atom_22[M]

class Atom_64(Instruction[M]):
    L2__cache_hint: Atom_6[M]
    f32: Atom_7[M]
    f64: Atom_8[M]
    global_: Atom_23[M]
    noftz: Atom_19[M]
    s32: Atom_20[M]
    shared: Atom_56[M]
    shared__cluster: Atom_56[M]
    shared__cta: Atom_56[M]
    u32: Atom_20[M]
    u64: Atom_21[M]
    v2: Atom_22[M]
    v4: Atom_22[M]

class Atom_7(Instruction[M]):
    @overload
    def __call__(self: Atom_7[Returning], a: A, b: F32, /, **options: Unpack[Options]) -> Number32:
        """Read, change and write memory as one, and return what was there. (PTX ISA, 9.7.13.5)"""
    @overload
    def __call__(self: Atom_7[InFull], d: F32, a: A, b: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Atom_8(Instruction[M]):
    @overload
    def __call__(self: Atom_8[Returning], a: A, b: F64, /, **options: Unpack[Options]) -> Number64:
        """Read, change and write memory as one, and return what was there. (PTX ISA, 9.7.13.5)"""
    @overload
    def __call__(self: Atom_8[InFull], d: F64, a: A, b: F64, /, **options: Unpack[Options]) -> Emitted: ...

class Atom_19(Instruction[M]):
    L2__cache_hint: Atom_13[M]
    bf16: Atom_14[M]
    bf16x2: Atom_15[M]
    f16: Atom_14[M]
    f16x2: Atom_15[M]
    f32: Atom_7[M]
    v2: Atom_17[M]
    v4: Atom_17[M]
    v8: Atom_18[M]

class Atom_20(Instruction[M]):
    @overload
    def __call__(self: Atom_20[Returning], a: A, b: I32, /, **options: Unpack[Options]) -> Number32:
        """Read, change and write memory as one, and return what was there. (PTX ISA, 9.7.13.5)"""
    @overload
    def __call__(self: Atom_20[InFull], d: I32, a: A, b: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Atom_56(Instruction[M]):
    f32: Atom_7[M]
    f64: Atom_8[M]
    noftz: Atom_55[M]
    s32: Atom_20[M]
    u32: Atom_20[M]
    u64: Atom_21[M]

class Atom_21(Instruction[M]):
    @overload
    def __call__(self: Atom_21[Returning], a: A, b: I64, /, **options: Unpack[Options]) -> Number64:
        """Read, change and write memory as one, and return what was there. (PTX ISA, 9.7.13.5)"""
    @overload
    def __call__(self: Atom_21[InFull], d: I64, a: A, b: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Atom_22(Instruction[M]):
    f32: Atom_16[M]

class Atom_26(Instruction[M]):
    b32: Atom_24[M]
    b64: Atom_25[M]

class Atom_68(Instruction[M]):
    L2__cache_hint: Atom_26[M]
    b32: Atom_27[M]
    b64: Atom_28[M]
    cluster: Atom_67[M]
    cta: Atom_67[M]
    global_: Atom_29[M]
    gpu: Atom_67[M]
    shared: Atom_57[M]
    shared__cluster: Atom_57[M]
    shared__cta: Atom_57[M]
    sys: Atom_67[M]

class Atom_27(Instruction[M]):
    @overload
    def __call__(self: Atom_27[Returning], a: A, b: B32, /, **options: Unpack[Options]) -> Number32:
        """Read, change and write memory as one, and return what was there. (PTX ISA, 9.7.13.5)"""
    @overload
    def __call__(self: Atom_27[InFull], d: B32, a: A, b: B32, /, **options: Unpack[Options]) -> Emitted: ...

class Atom_28(Instruction[M]):
    @overload
    def __call__(self: Atom_28[Returning], a: A, b: B64, /, **options: Unpack[Options]) -> Number64:
        """Read, change and write memory as one, and return what was there. (PTX ISA, 9.7.13.5)"""
    @overload
    def __call__(self: Atom_28[InFull], d: B64, a: A, b: B64, /, **options: Unpack[Options]) -> Emitted: ...

class Atom_67(Instruction[M]):
    L2__cache_hint: Atom_26[M]
    b32: Atom_27[M]
    b64: Atom_28[M]
    global_: Atom_29[M]
    shared: Atom_57[M]
    shared__cluster: Atom_57[M]
    shared__cta: Atom_57[M]

class Atom_57(Instruction[M]):
    b32: Atom_27[M]
    b64: Atom_28[M]

class Atom_71(Instruction[M]):
    b128: Atom_30[M]
    b16: Atom_31[M]
    b32: Atom_32[M]
    b64: Atom_33[M]
    cluster: Atom_70[M]
    cta: Atom_70[M]
    global_: Atom_34[M]
    gpu: Atom_70[M]
    shared: Atom_34[M]
    shared__cluster: Atom_34[M]
    shared__cta: Atom_34[M]
    sys: Atom_70[M]

class Atom_30(Instruction[M]):
    @overload
    def __call__(self: Atom_30[Returning], a: A, b: B128, c: B128, /, **options: Unpack[Options]) -> Number128:
        """Read, change and write memory as one, and return what was there. (PTX ISA, 9.7.13.5)"""
    @overload
    def __call__(self: Atom_30[InFull], d: B128, a: A, b: B128, c: B128, /, **options: Unpack[Options]) -> Emitted: ...

class Atom_31(Instruction[M]):
    @overload
    def __call__(self: Atom_31[Returning], a: A, b: B16, c: B16, /, **options: Unpack[Options]) -> Number16:
        """Read, change and write memory as one, and return what was there. (PTX ISA, 9.7.13.5)"""
    @overload
    def __call__(self: Atom_31[InFull], d: B16, a: A, b: B16, c: B16, /, **options: Unpack[Options]) -> Emitted: ...

class Atom_32(Instruction[M]):
    @overload
    def __call__(self: Atom_32[Returning], a: A, b: B32, c: B32, /, **options: Unpack[Options]) -> Number32:
        """Read, change and write memory as one, and return what was there. (PTX ISA, 9.7.13.5)"""
    @overload
    def __call__(self: Atom_32[InFull], d: B32, a: A, b: B32, c: B32, /, **options: Unpack[Options]) -> Emitted: ...

class Atom_33(Instruction[M]):
    @overload
    def __call__(self: Atom_33[Returning], a: A, b: B64, c: B64, /, **options: Unpack[Options]) -> Number64:
        """Read, change and write memory as one, and return what was there. (PTX ISA, 9.7.13.5)"""
    @overload
    def __call__(self: Atom_33[InFull], d: B64, a: A, b: B64, c: B64, /, **options: Unpack[Options]) -> Emitted: ...

class Atom_70(Instruction[M]):
    b128: Atom_30[M]
    b16: Atom_31[M]
    b32: Atom_32[M]
    b64: Atom_33[M]
    global_: Atom_34[M]
    shared: Atom_34[M]
    shared__cluster: Atom_34[M]
    shared__cta: Atom_34[M]

class Atom_73(Instruction[M]):
    add: Atom_23[M]
    and_: Atom_29[M]
    cas: Atom_34[M]
    dec: Atom_36[M]
    exch: Atom_40[M]
    inc: Atom_36[M]
    max: Atom_46[M]
    min: Atom_46[M]
    or_: Atom_29[M]
    xor: Atom_29[M]

class Atom_35(Instruction[M]):
    u32: Atom_2[M]

class Atom_76(Instruction[M]):
    L2__cache_hint: Atom_35[M]
    cluster: Atom_75[M]
    cta: Atom_75[M]
    global_: Atom_36[M]
    gpu: Atom_75[M]
    shared: Atom_58[M]
    shared__cluster: Atom_58[M]
    shared__cta: Atom_58[M]
    sys: Atom_75[M]
    u32: Atom_20[M]

class Atom_75(Instruction[M]):
    L2__cache_hint: Atom_35[M]
    global_: Atom_36[M]
    shared: Atom_58[M]
    shared__cluster: Atom_58[M]
    shared__cta: Atom_58[M]
    u32: Atom_20[M]

class Atom_58(Instruction[M]):
    u32: Atom_20[M]

class Atom_38(Instruction[M]):
    b128: Atom_37[M]
    b32: Atom_24[M]
    b64: Atom_25[M]

class Atom_79(Instruction[M]):
    L2__cache_hint: Atom_38[M]
    b128: Atom_39[M]
    b32: Atom_27[M]
    b64: Atom_28[M]
    cluster: Atom_78[M]
    cta: Atom_78[M]
    global_: Atom_40[M]
    gpu: Atom_78[M]
    shared: Atom_59[M]
    shared__cluster: Atom_59[M]
    shared__cta: Atom_59[M]
    sys: Atom_78[M]

class Atom_39(Instruction[M]):
    @overload
    def __call__(self: Atom_39[Returning], a: A, b: B128, /, **options: Unpack[Options]) -> Number128:
        """Read, change and write memory as one, and return what was there. (PTX ISA, 9.7.13.5)"""
    @overload
    def __call__(self: Atom_39[InFull], d: B128, a: A, b: B128, /, **options: Unpack[Options]) -> Emitted: ...

class Atom_78(Instruction[M]):
    L2__cache_hint: Atom_38[M]
    b128: Atom_39[M]
    b32: Atom_27[M]
    b64: Atom_28[M]
    global_: Atom_40[M]
    shared: Atom_59[M]
    shared__cluster: Atom_59[M]
    shared__cta: Atom_59[M]

class Atom_59(Instruction[M]):
    b128: Atom_39[M]
    b32: Atom_27[M]
    b64: Atom_28[M]

class Atom_81(Instruction[M]):
    add: Atom_23[M]
    and_: Atom_29[M]
    cas: Atom_34[M]
    cluster: Atom_73[M]
    cta: Atom_73[M]
    dec: Atom_36[M]
    exch: Atom_40[M]
    gpu: Atom_73[M]
    inc: Atom_36[M]
    max: Atom_46[M]
    min: Atom_46[M]
    or_: Atom_29[M]
    sys: Atom_73[M]
    xor: Atom_29[M]

class Atom_82(Instruction[M]):
    acq_rel: Atom_73[M]
    acquire: Atom_73[M]
    add: Atom_23[M]
    and_: Atom_29[M]
    cas: Atom_34[M]
    dec: Atom_36[M]
    exch: Atom_40[M]
    inc: Atom_36[M]
    max: Atom_46[M]
    min: Atom_46[M]
    or_: Atom_29[M]
    relaxed: Atom_73[M]
    release: Atom_73[M]
    xor: Atom_29[M]

class Atom_41(Instruction[M]):
    s32: Atom_2[M]
    s64: Atom_3[M]
    u32: Atom_2[M]
    u64: Atom_3[M]

class Atom_85(Instruction[M]):
    L2__cache_hint: Atom_41[M]
    cluster: Atom_84[M]
    cta: Atom_84[M]
    global_: Atom_46[M]
    gpu: Atom_84[M]
    noftz: Atom_45[M]
    s32: Atom_20[M]
    s64: Atom_21[M]
    shared: Atom_60[M]
    shared__cluster: Atom_60[M]
    shared__cta: Atom_60[M]
    sys: Atom_84[M]
    u32: Atom_20[M]
    u64: Atom_21[M]

class Atom_84(Instruction[M]):
    L2__cache_hint: Atom_41[M]
    global_: Atom_46[M]
    noftz: Atom_45[M]
    s32: Atom_20[M]
    s64: Atom_21[M]
    shared: Atom_60[M]
    shared__cluster: Atom_60[M]
    shared__cta: Atom_60[M]
    u32: Atom_20[M]
    u64: Atom_21[M]

class Atom_45(Instruction[M]):
    L2__cache_hint: Atom_43[M]
    v2: Atom_44[M]
    v4: Atom_44[M]
    v8: Atom_18[M]

class Atom_60(Instruction[M]):
    s32: Atom_20[M]
    s64: Atom_21[M]
    u32: Atom_20[M]
    u64: Atom_21[M]

class Atom_87(Instruction[M]):
    add: Atom_56[M]
    and_: Atom_57[M]
    cas: Atom_34[M]
    cluster: Atom_61[M]
    cta: Atom_61[M]
    dec: Atom_58[M]
    exch: Atom_59[M]
    gpu: Atom_61[M]
    inc: Atom_58[M]
    max: Atom_60[M]
    min: Atom_60[M]
    or_: Atom_57[M]
    sys: Atom_61[M]
    xor: Atom_57[M]

class Atom_88(Instruction[M]):
    acq_rel: Atom_61[M]
    acquire: Atom_61[M]
    add: Atom_56[M]
    and_: Atom_57[M]
    cas: Atom_34[M]
    dec: Atom_58[M]
    exch: Atom_59[M]
    inc: Atom_58[M]
    max: Atom_60[M]
    min: Atom_60[M]
    or_: Atom_57[M]
    relaxed: Atom_61[M]
    release: Atom_61[M]
    xor: Atom_57[M]

class Atom_49(Instruction[M]):
    add: Atom_48[M]
    max: Atom_48[M]
    min: Atom_48[M]

class Atom_51(Instruction[M]):
    add: Atom_50[M]

class Atom_0(Instruction[M]):
    @overload
    def __call__(self: Atom_0[Returning], a: A, b: F32, cache_policy: I64, /, **options: Unpack[Options]) -> Number32:
        """Read, change and write memory as one, and return what was there. (PTX ISA, 9.7.13.5)"""
    @overload
    def __call__(self: Atom_0[InFull], d: F32, a: A, b: F32, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Atom_1(Instruction[M]):
    @overload
    def __call__(self: Atom_1[Returning], a: A, b: F64, cache_policy: I64, /, **options: Unpack[Options]) -> Number64:
        """Read, change and write memory as one, and return what was there. (PTX ISA, 9.7.13.5)"""
    @overload
    def __call__(self: Atom_1[InFull], d: F64, a: A, b: F64, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Atom_2(Instruction[M]):
    @overload
    def __call__(self: Atom_2[Returning], a: A, b: I32, cache_policy: I64, /, **options: Unpack[Options]) -> Number32:
        """Read, change and write memory as one, and return what was there. (PTX ISA, 9.7.13.5)"""
    @overload
    def __call__(self: Atom_2[InFull], d: I32, a: A, b: I32, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Atom_3(Instruction[M]):
    @overload
    def __call__(self: Atom_3[Returning], a: A, b: I64, cache_policy: I64, /, **options: Unpack[Options]) -> Number64:
        """Read, change and write memory as one, and return what was there. (PTX ISA, 9.7.13.5)"""
    @overload
    def __call__(self: Atom_3[InFull], d: I64, a: A, b: I64, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Atom_5(Instruction[M]):
    f32: Atom_4[M]

class Atom_13(Instruction[M]):
    bf16: Atom_9[M]
    bf16x2: Atom_10[M]
    f16: Atom_9[M]
    f16x2: Atom_10[M]
    f32: Atom_0[M]
    v2: Atom_11[M]
    v4: Atom_11[M]
    v8: Atom_12[M]

class Atom_14(Instruction[M]):
    @overload
    def __call__(self: Atom_14[Returning], a: A, b: F16, /, **options: Unpack[Options]) -> Number16:
        """Read, change and write memory as one, and return what was there. (PTX ISA, 9.7.13.5)"""
    @overload
    def __call__(self: Atom_14[InFull], d: F16, a: A, b: F16, /, **options: Unpack[Options]) -> Emitted: ...

class Atom_15(Instruction[M]):
    @overload
    def __call__(self: Atom_15[Returning], a: A, b: E32, /, **options: Unpack[Options]) -> Number32:
        """Read, change and write memory as one, and return what was there. (PTX ISA, 9.7.13.5)"""
    @overload
    def __call__(self: Atom_15[InFull], d: E32, a: A, b: E32, /, **options: Unpack[Options]) -> Emitted: ...

class Atom_17(Instruction[M]):
    bf16: Atom_16[M]
    bf16x2: Atom_16[M]
    f16: Atom_16[M]
    f16x2: Atom_16[M]
    f32: Atom_16[M]

class Atom_18(Instruction[M]):
    bf16: Atom_16[M]
    f16: Atom_16[M]

class Atom_55(Instruction[M]):
    bf16: Atom_14[M]
    bf16x2: Atom_15[M]
    f16: Atom_14[M]
    f16x2: Atom_15[M]
    f32: Atom_7[M]

class Atom_16(Instruction[M]):
    @overload
    def __call__(self: Atom_16[Returning], a: A, b: V, /, **options: Unpack[Options]) -> Vector:
        """Read, change and write memory as one, and return what was there. (PTX ISA, 9.7.13.5)"""
    @overload
    def __call__(self: Atom_16[InFull], d: V, a: A, b: V, /, **options: Unpack[Options]) -> Emitted: ...

class Atom_24(Instruction[M]):
    @overload
    def __call__(self: Atom_24[Returning], a: A, b: B32, cache_policy: I64, /, **options: Unpack[Options]) -> Number32:
        """Read, change and write memory as one, and return what was there. (PTX ISA, 9.7.13.5)"""
    @overload
    def __call__(self: Atom_24[InFull], d: B32, a: A, b: B32, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Atom_25(Instruction[M]):
    @overload
    def __call__(self: Atom_25[Returning], a: A, b: B64, cache_policy: I64, /, **options: Unpack[Options]) -> Number64:
        """Read, change and write memory as one, and return what was there. (PTX ISA, 9.7.13.5)"""
    @overload
    def __call__(self: Atom_25[InFull], d: B64, a: A, b: B64, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Atom_37(Instruction[M]):
    @overload
    def __call__(self: Atom_37[Returning], a: A, b: B128, cache_policy: I64, /, **options: Unpack[Options]) -> Number128:
        """Read, change and write memory as one, and return what was there. (PTX ISA, 9.7.13.5)"""
    @overload
    def __call__(self: Atom_37[InFull], d: B128, a: A, b: B128, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Atom_43(Instruction[M]):
    v2: Atom_42[M]
    v4: Atom_42[M]
    v8: Atom_12[M]

class Atom_44(Instruction[M]):
    bf16: Atom_16[M]
    bf16x2: Atom_16[M]
    f16: Atom_16[M]
    f16x2: Atom_16[M]

class Atom_48(Instruction[M]):
    noftz: Atom_47[M]

class Atom_50(Instruction[M]):
    @overload
    def __call__(self: Atom_50[Returning], a: A, b: V, /, **options: Unpack[Options]) -> Vector:
        """Read, change and write memory as one, and return what was there. (PTX ISA, 9.7.13.5)"""
    @overload
    def __call__(self: Atom_50[InFull], d: V, a: A, b: V, /, **options: Unpack[Options]) -> Emitted: ...
    L2__cache_hint: Atom_4[M]
    noftz: Atom_47[M]

class Atom_4(Instruction[M]):
    @overload
    def __call__(self: Atom_4[Returning], a: A, b: V, cache_policy: I64, /, **options: Unpack[Options]) -> Vector:
        """Read, change and write memory as one, and return what was there. (PTX ISA, 9.7.13.5)"""
    @overload
    def __call__(self: Atom_4[InFull], d: V, a: A, b: V, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Atom_9(Instruction[M]):
    @overload
    def __call__(self: Atom_9[Returning], a: A, b: F16, cache_policy: I64, /, **options: Unpack[Options]) -> Number16:
        """Read, change and write memory as one, and return what was there. (PTX ISA, 9.7.13.5)"""
    @overload
    def __call__(self: Atom_9[InFull], d: F16, a: A, b: F16, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Atom_10(Instruction[M]):
    @overload
    def __call__(self: Atom_10[Returning], a: A, b: E32, cache_policy: I64, /, **options: Unpack[Options]) -> Number32:
        """Read, change and write memory as one, and return what was there. (PTX ISA, 9.7.13.5)"""
    @overload
    def __call__(self: Atom_10[InFull], d: E32, a: A, b: E32, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Atom_11(Instruction[M]):
    bf16: Atom_4[M]
    bf16x2: Atom_4[M]
    f16: Atom_4[M]
    f16x2: Atom_4[M]
    f32: Atom_4[M]

class Atom_12(Instruction[M]):
    bf16: Atom_4[M]
    f16: Atom_4[M]

class Atom_42(Instruction[M]):
    bf16: Atom_4[M]
    bf16x2: Atom_4[M]
    f16: Atom_4[M]
    f16x2: Atom_4[M]

class Atom_47(Instruction[M]):
    @overload
    def __call__(self: Atom_47[Returning], a: A, b: V, /, **options: Unpack[Options]) -> Vector:
        """Read, change and write memory as one, and return what was there. (PTX ISA, 9.7.13.5)"""
    @overload
    def __call__(self: Atom_47[InFull], d: V, a: A, b: V, /, **options: Unpack[Options]) -> Emitted: ...
    L2__cache_hint: Atom_4[M]

class Atom(Instruction[M]):
    """Read, change and write memory as one, and return what was there. (PTX ISA, 9.7.13.5)

        atom{.sem}{.scope}{.space}.op{.L2::cache_hint}.type d, [a], b{, cache-policy}  # PTX 1.1, sm_11
        atom{.sem}{.scope}{.space}.cas.type d, [a], b, c  # PTX 1.1, sm_11
        atom{.sem}{.scope}{.space}.cas.b16 d, [a], b, c  # PTX 6.3, sm_70
        atom{.sem}{.scope}{.space}.cas.b128 d, [a], b, c  # PTX 8.3, sm_90
        atom{.sem}{.scope}{.space}.exch{.L2::cache_hint}.b128 d, [a], b{, cache-policy}  # PTX 8.3, sm_90
        atom{.sem}{.scope}{.space}.add.noftz{.L2::cache_hint}.type d, [a], b{, cache-policy}
        … (10 forms; see ptxpy isa atom)
    """

    acq_rel: Atom_63[M]
    acquire: Atom_63[M]
    add: Atom_66[M]
    and_: Atom_69[M]
    cas: Atom_72[M]
    cluster: Atom_74[M]
    cta: Atom_74[M]
    dec: Atom_77[M]
    exch: Atom_80[M]
    global_: Atom_83[M]
    gpu: Atom_74[M]
    inc: Atom_77[M]
    max: Atom_86[M]
    min: Atom_86[M]
    or_: Atom_69[M]
    relaxed: Atom_63[M]
    release: Atom_63[M]
    shared: Atom_89[M]
    shared__cluster: Atom_89[M]
    shared__cta: Atom_89[M]
    sys: Atom_74[M]
    v2: Atom_52[M]
    v4: Atom_52[M]
    v8: Atom_53[M]
    xor: Atom_69[M]

class Bar_0(Instruction[M]):
    def __call__(self, a: I32, b: I32, /, **options: Unpack[Options]) -> Emitted:
        """The same as barrier.aligned, which all threads of a warp execute together. (PTX ISA, 9.7.13.1)"""

class Bar_7(Instruction[M]):
    arrive: Bar_0[M]
    red: Bar_5[M]
    sync: Bar_6[M]

class Bar_5(Instruction[M]):
    and_: Bar_2[M]
    or_: Bar_2[M]
    popc: Bar_4[M]

class Bar_6(Instruction[M]):
    def __call__(self, a: I32, b: I32 = ..., /, **options: Unpack[Options]) -> Emitted:
        """The same as barrier.aligned, which all threads of a warp execute together. (PTX ISA, 9.7.13.1)"""

class Bar_2(Instruction[M]):
    pred: Bar_1[M]

class Bar_4(Instruction[M]):
    u32: Bar_3[M]

class Bar_1(Instruction[M]):
    @overload
    def __call__(self: Bar_1[Returning], a: I32, c: C | P, /, **options: Unpack[Options]) -> Predicate:
        """The same as barrier.aligned, which all threads of a warp execute together. (PTX ISA, 9.7.13.1)"""
    @overload
    def __call__(self: Bar_1[Returning], a: I32, b: I32, c: C | P, /, **options: Unpack[Options]) -> Predicate: ...
    @overload
    def __call__(self: Bar_1[InFull], p: P, a: I32, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...
    @overload
    def __call__(self: Bar_1[InFull], p: P, a: I32, b: I32, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Bar_3(Instruction[M]):
    @overload
    def __call__(self: Bar_3[Returning], a: I32, c: C | P, /, **options: Unpack[Options]) -> Number32:
        """The same as barrier.aligned, which all threads of a warp execute together. (PTX ISA, 9.7.13.1)"""
    @overload
    def __call__(self: Bar_3[Returning], a: I32, b: I32, c: C | P, /, **options: Unpack[Options]) -> Number32: ...
    @overload
    def __call__(self: Bar_3[InFull], d: I32, a: I32, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...
    @overload
    def __call__(self: Bar_3[InFull], d: I32, a: I32, b: I32, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class BarWarpSync(Instruction[M]):
    """Wait for the threads of the warp that a mask names. (PTX ISA, 9.7.13.2)

        bar.warp.sync membermask  # PTX 6.0, sm_30
    """

    def __call__(self, membermask: I32, /, **options: Unpack[Options]) -> Emitted:
        """Wait for the threads of the warp that a mask names. (PTX ISA, 9.7.13.2)"""

class BarWarp(Instruction[M]):
    """Wait for the threads of the warp that a mask names. (PTX ISA, 9.7.13.2)

        bar.warp.sync membermask  # PTX 6.0, sm_30
    """

    sync: BarWarpSync[M]

class BarSync(Instruction[M]):
    """Wait at the barrier of the block with the number `n`, by default 0: `bar.sync n;`.

    With `count`, a multiple of 32, that number of threads meet there: `bar.sync n, count;`.
    `options` are those of any instruction. Without operands, a module of a compiler's style gets
    `bar.sync;`.
    """

    @overload
    def __call__(self: BarSync[Returning], n: Any = 0, count: Any = None, *, pred: Any = None, **options: Any) -> _PendingResult: ...
    @overload
    def __call__(self: BarSync[InFull], a: I32, b: I32 = ..., /, **options: Unpack[Options]) -> Emitted:
        """The same as barrier.aligned, which all threads of a warp execute together. (PTX ISA, 9.7.13.1)"""

class Bar(Instruction[M]):
    """The same as barrier.aligned, which all threads of a warp execute together. (PTX ISA, 9.7.13.1)

        bar{.cta}.sync a{, b}  # PTX 1.0
        bar{.cta}.arrive a, b  # PTX 2.0, sm_20
        bar{.cta}.red.popc.u32 d, a{, b}, {!}c  # PTX 2.0, sm_20
        bar{.cta}.red.op.pred p, a{, b}, {!}c  # PTX 2.0, sm_20
    """

    arrive: Bar_0[M]
    cta: Bar_7[M]
    red: Bar_5[M]
    sync: BarSync[M]
    warp: BarWarp[M]

class Barrier_4(Instruction[M]):
    def __call__(self, **options: Unpack[Options]) -> Emitted:
        """Arrive at the barrier of the cluster, or wait at it. (PTX ISA, 9.7.13.3)"""
    aligned: Barrier_2[M]
    relaxed: Barrier_3[M]
    release: Barrier_3[M]

class Barrier_5(Instruction[M]):
    def __call__(self, **options: Unpack[Options]) -> Emitted:
        """Arrive at the barrier of the cluster, or wait at it. (PTX ISA, 9.7.13.3)"""
    acquire: Barrier_3[M]
    aligned: Barrier_2[M]

class Barrier_1(Instruction[M]):
    def __call__(self, a: I32, b: I32, /, **options: Unpack[Options]) -> Emitted:
        """Wait or arrive at one of the sixteen barriers of the block, or reduce across it. (PTX ISA, 9.7.13.1)"""
    aligned: Barrier_0[M]

class Barrier_16(Instruction[M]):
    arrive: Barrier_1[M]
    red: Barrier_13[M]
    sync: Barrier_15[M]

class Barrier_13(Instruction[M]):
    and_: Barrier_9[M]
    or_: Barrier_9[M]
    popc: Barrier_12[M]

class Barrier_15(Instruction[M]):
    def __call__(self, a: I32, b: I32 = ..., /, **options: Unpack[Options]) -> Emitted:
        """Wait or arrive at one of the sixteen barriers of the block, or reduce across it. (PTX ISA, 9.7.13.1)"""
    aligned: Barrier_14[M]

class Barrier_2(Instruction[M]):
    def __call__(self, **options: Unpack[Options]) -> Emitted:
        """Arrive at the barrier of the cluster, or wait at it. (PTX ISA, 9.7.13.3)"""

class Barrier_3(Instruction[M]):
    def __call__(self, **options: Unpack[Options]) -> Emitted:
        """Arrive at the barrier of the cluster, or wait at it. (PTX ISA, 9.7.13.3)"""
    aligned: Barrier_2[M]

class Barrier_0(Instruction[M]):
    def __call__(self, a: I32, b: I32, /, **options: Unpack[Options]) -> Emitted:
        """Wait or arrive at one of the sixteen barriers of the block, or reduce across it. (PTX ISA, 9.7.13.1)"""

class Barrier_9(Instruction[M]):
    aligned: Barrier_8[M]
    pred: Barrier_7[M]

class Barrier_12(Instruction[M]):
    aligned: Barrier_11[M]
    u32: Barrier_10[M]

class Barrier_14(Instruction[M]):
    def __call__(self, a: I32, b: I32 = ..., /, **options: Unpack[Options]) -> Emitted:
        """Wait or arrive at one of the sixteen barriers of the block, or reduce across it. (PTX ISA, 9.7.13.1)"""

class Barrier_8(Instruction[M]):
    pred: Barrier_7[M]

class Barrier_7(Instruction[M]):
    @overload
    def __call__(self: Barrier_7[Returning], a: I32, c: C | P, /, **options: Unpack[Options]) -> Predicate:
        """Wait or arrive at one of the sixteen barriers of the block, or reduce across it. (PTX ISA, 9.7.13.1)"""
    @overload
    def __call__(self: Barrier_7[Returning], a: I32, b: I32, c: C | P, /, **options: Unpack[Options]) -> Predicate: ...
    @overload
    def __call__(self: Barrier_7[InFull], p: P, a: I32, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...
    @overload
    def __call__(self: Barrier_7[InFull], p: P, a: I32, b: I32, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Barrier_11(Instruction[M]):
    u32: Barrier_10[M]

class Barrier_10(Instruction[M]):
    @overload
    def __call__(self: Barrier_10[Returning], a: I32, c: C | P, /, **options: Unpack[Options]) -> Number32:
        """Wait or arrive at one of the sixteen barriers of the block, or reduce across it. (PTX ISA, 9.7.13.1)"""
    @overload
    def __call__(self: Barrier_10[Returning], a: I32, b: I32, c: C | P, /, **options: Unpack[Options]) -> Number32: ...
    @overload
    def __call__(self: Barrier_10[InFull], d: I32, a: I32, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...
    @overload
    def __call__(self: Barrier_10[InFull], d: I32, a: I32, b: I32, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class BarrierCluster(Instruction[M]):
    """Arrive at the barrier of the cluster, or wait at it. (PTX ISA, 9.7.13.3)

        barrier.cluster.arrive{.sem}{.aligned}  # PTX 7.8, sm_90
        barrier.cluster.wait{.acquire}{.aligned}  # PTX 7.8, sm_90
    """

    arrive: Barrier_4[M]
    wait: Barrier_5[M]

class Barrier(Instruction[M]):
    """Wait or arrive at one of the sixteen barriers of the block, or reduce across it. (PTX ISA, 9.7.13.1)

        barrier{.cta}.sync{.aligned} a{, b}  # PTX 6.0, sm_30
        barrier{.cta}.arrive{.aligned} a, b  # PTX 6.0, sm_30
        barrier{.cta}.red.popc{.aligned}.u32 d, a{, b}, {!}c  # PTX 6.0, sm_30
        barrier{.cta}.red.op{.aligned}.pred p, a{, b}, {!}c  # PTX 6.0, sm_30
    """

    arrive: Barrier_1[M]
    cluster: BarrierCluster[M]
    cta: Barrier_16[M]
    red: Barrier_13[M]
    sync: Barrier_15[M]

class Bfe_0(Instruction[M]):
    @overload
    def __call__(self: Bfe_0[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Extract a field of bits, with zeros or its sign above it. (PTX ISA, 9.7.1.19)"""
    @overload
    def __call__(self: Bfe_0[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Bfe_1(Instruction[M]):
    @overload
    def __call__(self: Bfe_1[Returning], a: I64, b: I32, c: I32, /, **options: Unpack[Options]) -> Number64:
        """Extract a field of bits, with zeros or its sign above it. (PTX ISA, 9.7.1.19)"""
    @overload
    def __call__(self: Bfe_1[InFull], d: I64, a: I64, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Bfe(Instruction[M]):
    """Extract a field of bits, with zeros or its sign above it. (PTX ISA, 9.7.1.19)

        bfe.type d, a, b, c  # PTX 2.0, sm_20
    """

    s32: Bfe_0[M]
    s64: Bfe_1[M]
    u32: Bfe_0[M]
    u64: Bfe_1[M]

class Bfi_0(Instruction[M]):
    @overload
    def __call__(self: Bfi_0[Returning], a: B32, b: B32, c: I32, d: I32, /, **options: Unpack[Options]) -> Number32:
        """Insert a field of bits into another value. (PTX ISA, 9.7.1.20)"""
    @overload
    def __call__(self: Bfi_0[InFull], f: B32, a: B32, b: B32, c: I32, d: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Bfi_1(Instruction[M]):
    @overload
    def __call__(self: Bfi_1[Returning], a: B64, b: B64, c: I32, d: I32, /, **options: Unpack[Options]) -> Number64:
        """Insert a field of bits into another value. (PTX ISA, 9.7.1.20)"""
    @overload
    def __call__(self: Bfi_1[InFull], f: B64, a: B64, b: B64, c: I32, d: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Bfi(Instruction[M]):
    """Insert a field of bits into another value. (PTX ISA, 9.7.1.20)

        bfi.type f, a, b, c, d  # PTX 2.0, sm_20
    """

    b32: Bfi_0[M]
    b64: Bfi_1[M]

class Bfind_0(Instruction[M]):
    @overload
    def __call__(self: Bfind_0[Returning], a: I32, /, **options: Unpack[Options]) -> Number32:
        """Find the highest bit that is not like the sign. (PTX ISA, 9.7.1.16)"""
    @overload
    def __call__(self: Bfind_0[InFull], d: I32, a: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Bfind_1(Instruction[M]):
    @overload
    def __call__(self: Bfind_1[Returning], a: I64, /, **options: Unpack[Options]) -> Number32:
        """Find the highest bit that is not like the sign. (PTX ISA, 9.7.1.16)"""
    @overload
    def __call__(self: Bfind_1[InFull], d: I32, a: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Bfind_2(Instruction[M]):
    s32: Bfind_0[M]
    s64: Bfind_1[M]
    u32: Bfind_0[M]
    u64: Bfind_1[M]

class Bfind(Instruction[M]):
    """Find the highest bit that is not like the sign. (PTX ISA, 9.7.1.16)

        bfind.type d, a  # PTX 2.0, sm_20
        bfind.shiftamt.type d, a  # PTX 2.0, sm_20
    """

    s32: Bfind_0[M]
    s64: Bfind_1[M]
    shiftamt: Bfind_2[M]
    u32: Bfind_0[M]
    u64: Bfind_1[M]

class Bmsk_1(Instruction[M]):
    b32: Bmsk_0[M]

class Bmsk_0(Instruction[M]):
    @overload
    def __call__(self: Bmsk_0[Returning], a: I32, b: I32, /, **options: Unpack[Options]) -> Number32:
        """Make a mask of ones from a bit position and a width. (PTX ISA, 9.7.1.22)"""
    @overload
    def __call__(self: Bmsk_0[InFull], d: I32, a: I32, b: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Bmsk(Instruction[M]):
    """Make a mask of ones from a bit position and a width. (PTX ISA, 9.7.1.22)

        bmsk.mode.b32 d, a, b  # PTX 7.6, sm_70
    """

    clamp: Bmsk_1[M]
    wrap: Bmsk_1[M]

class Bra_0(Instruction[M]):
    def __call__(self, tgt: Any, /, **options: Unpack[Options]) -> Emitted:
        """Branch to a label. (PTX ISA, 9.7.12.3)"""

class Bra(Instruction[M]):
    """Branch to a label: `bra label;`. `options` are those of any instruction.

    Branch to a label. (PTX ISA, 9.7.12.3)

        bra{.uni} tgt  # PTX 1.0
    """

    @overload
    def __call__(self: Bra[Returning], label: Any, *, pred: Any = None, **options: Any) -> _PendingResult: ...
    @overload
    def __call__(self: Bra[InFull], tgt: Any, /, **options: Unpack[Options]) -> Emitted:
        """Branch to a label. (PTX ISA, 9.7.12.3)"""
    uni: Bra_0[M]

class Brev_0(Instruction[M]):
    @overload
    def __call__(self: Brev_0[Returning], a: B32, /, **options: Unpack[Options]) -> Number32:
        """Reverse the order of the bits. (PTX ISA, 9.7.1.18)"""
    @overload
    def __call__(self: Brev_0[InFull], d: B32, a: B32, /, **options: Unpack[Options]) -> Emitted: ...

class Brev_1(Instruction[M]):
    @overload
    def __call__(self: Brev_1[Returning], a: B64, /, **options: Unpack[Options]) -> Number64:
        """Reverse the order of the bits. (PTX ISA, 9.7.1.18)"""
    @overload
    def __call__(self: Brev_1[InFull], d: B64, a: B64, /, **options: Unpack[Options]) -> Emitted: ...

class Brev(Instruction[M]):
    """Reverse the order of the bits. (PTX ISA, 9.7.1.18)

        brev.type d, a  # PTX 2.0, sm_20
    """

    b32: Brev_0[M]
    b64: Brev_1[M]

class Brkpt(Instruction[M]):
    """Suspend execution at a breakpoint. (PTX ISA, 9.7.19.1)

        brkpt  # PTX 1.0, sm_11
    """

    def __call__(self, **options: Unpack[Options]) -> Emitted:
        """Suspend execution at a breakpoint. (PTX ISA, 9.7.19.1)"""

class Brx_0(Instruction[M]):
    def __call__(self, index: I32, tlist: Any, /, **options: Unpack[Options]) -> Emitted:
        """Branch to a label of a list, by an index. (PTX ISA, 9.7.12.4)"""

class BrxIdx(Instruction[M]):
    """Branch to a label of a list, by an index. (PTX ISA, 9.7.12.4)

        brx.idx{.uni} index, tlist  # PTX 6.0, sm_30
    """

    def __call__(self, index: I32, tlist: Any, /, **options: Unpack[Options]) -> Emitted:
        """Branch to a label of a list, by an index. (PTX ISA, 9.7.12.4)"""
    uni: Brx_0[M]

class Brx(Instruction[M]):
    """Branch to a label of a list, by an index. (PTX ISA, 9.7.12.4)

        brx.idx{.uni} index, tlist  # PTX 6.0, sm_30
    """

    idx: BrxIdx[M]

class Call_0(Instruction[M]):
    @overload
    def __call__(self, func: Any, /, **options: Unpack[Options]) -> Emitted:
        """Call a function, by its name or through a pointer. (PTX ISA, 9.7.12.5)"""
    @overload
    def __call__(self, fptr: I32 | I64, flist: Any, /, **options: Unpack[Options]) -> Emitted: ...

class Call(Instruction[M]):
    """Call a function, by its name or through a pointer. (PTX ISA, 9.7.12.5)

        call{.uni} func  # PTX 1.0
        call{.uni} fptr, flist  # PTX 2.1, sm_20
        call{.uni} fptr, fproto  # PTX 2.1, sm_20
    """

    @overload
    def __call__(self, func: Any, /, **options: Unpack[Options]) -> Emitted:
        """Call a function, by its name or through a pointer. (PTX ISA, 9.7.12.5)"""
    @overload
    def __call__(self, fptr: I32 | I64, flist: Any, /, **options: Unpack[Options]) -> Emitted: ...
    uni: Call_0[M]

class Clmad_1(Instruction[M]):
    u64: Clmad_0[M]

class Clmad_0(Instruction[M]):
    @overload
    def __call__(self: Clmad_0[Returning], a: I64, b: I64, c: I64, /, **options: Unpack[Options]) -> Number64:
        """Multiply without carries, keeping half of the product, and add without carries. (PTX ISA, 9.7.1)"""
    @overload
    def __call__(self: Clmad_0[InFull], d: I64, a: I64, b: I64, c: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Clmad(Instruction[M]):
    """Multiply without carries, keeping half of the product, and add without carries. (PTX ISA, 9.7.1)

        clmad.mode.u64 d, a, b, c  # PTX 9.3, sm_80
    """

    hi: Clmad_1[M]
    lo: Clmad_1[M]

class Clusterlaunchcontrol_15(Instruction[M]):
    mbarrier__complete_tx__bytes: Clusterlaunchcontrol_13[M]
    shared__cta: Clusterlaunchcontrol_14[M]

class Clusterlaunchcontrol_3(Instruction[M]):
    v4: Clusterlaunchcontrol_2[M]

class Clusterlaunchcontrol_6(Instruction[M]):
    b32: Clusterlaunchcontrol_5[M]

class Clusterlaunchcontrol_9(Instruction[M]):
    pred: Clusterlaunchcontrol_8[M]

class Clusterlaunchcontrol_13(Instruction[M]):
    b128: Clusterlaunchcontrol_11[M]
    multicast__cluster__all: Clusterlaunchcontrol_12[M]

class Clusterlaunchcontrol_14(Instruction[M]):
    mbarrier__complete_tx__bytes: Clusterlaunchcontrol_13[M]

class Clusterlaunchcontrol_2(Instruction[M]):
    b32: Clusterlaunchcontrol_1[M]

class Clusterlaunchcontrol_5(Instruction[M]):
    b128: Clusterlaunchcontrol_4[M]

class Clusterlaunchcontrol_8(Instruction[M]):
    b128: Clusterlaunchcontrol_7[M]

class Clusterlaunchcontrol_11(Instruction[M]):
    def __call__(self, addr: A, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Ask that a cluster which has not started be cancelled. (PTX ISA, 9.7.13.17)"""

class Clusterlaunchcontrol_12(Instruction[M]):
    b128: Clusterlaunchcontrol_11[M]

class Clusterlaunchcontrol_1(Instruction[M]):
    b128: Clusterlaunchcontrol_0[M]

class Clusterlaunchcontrol_4(Instruction[M]):
    @overload
    def __call__(self: Clusterlaunchcontrol_4[Returning], try_cancel_response: B128, /, **options: Unpack[Options]) -> Number32:
        """Decode the response of such a request. (PTX ISA, 9.7.13.18)"""
    @overload
    def __call__(self: Clusterlaunchcontrol_4[InFull], reg: B32, try_cancel_response: B128, /, **options: Unpack[Options]) -> Emitted: ...

class Clusterlaunchcontrol_7(Instruction[M]):
    @overload
    def __call__(self: Clusterlaunchcontrol_7[Returning], try_cancel_response: B128, /, **options: Unpack[Options]) -> Predicate:
        """Decode the response of such a request. (PTX ISA, 9.7.13.18)"""
    @overload
    def __call__(self: Clusterlaunchcontrol_7[InFull], iscanceled: P, try_cancel_response: B128, /, **options: Unpack[Options]) -> Emitted: ...

class Clusterlaunchcontrol_0(Instruction[M]):
    @overload
    def __call__(self: Clusterlaunchcontrol_0[Returning], try_cancel_response: B128, /, **options: Unpack[Options]) -> Vector:
        """Decode the response of such a request. (PTX ISA, 9.7.13.18)"""
    @overload
    def __call__(self: Clusterlaunchcontrol_0[InFull], dims: V, try_cancel_response: B128, /, **options: Unpack[Options]) -> Emitted: ...

class ClusterlaunchcontrolTry_cancel(Instruction[M]):
    """Ask that a cluster which has not started be cancelled. (PTX ISA, 9.7.13.17)

        clusterlaunchcontrol.try_cancel.async{.space}.completion_mechanism{.multicast::cluster::all}.b128 [addr], [mbar]  # PTX 8.6, sm_100
    """

    async_: Clusterlaunchcontrol_15[M]

class ClusterlaunchcontrolQuery_cancel(Instruction[M]):
    """Decode the response of such a request. (PTX ISA, 9.7.13.18)

        clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 isCanceled, try_cancel_response  # PTX 8.6, sm_100
        clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 dims, try_cancel_response  # PTX 8.6, sm_100
        clusterlaunchcontrol.query_cancel.get_first_ctaid::dimension.b32.b128 reg, try_cancel_response  # PTX 8.6, sm_100
    """

    get_first_ctaid: Clusterlaunchcontrol_3[M]
    get_first_ctaid__x: Clusterlaunchcontrol_6[M]
    get_first_ctaid__y: Clusterlaunchcontrol_6[M]
    get_first_ctaid__z: Clusterlaunchcontrol_6[M]
    is_canceled: Clusterlaunchcontrol_9[M]

class Clusterlaunchcontrol(Instruction[M]):
    """Ask that a cluster which has not started be cancelled. (PTX ISA, 9.7.13.17)

        clusterlaunchcontrol.try_cancel.async{.space}.completion_mechanism{.multicast::cluster::all}.b128 [addr], [mbar]  # PTX 8.6, sm_100

    Decode the response of such a request. (PTX ISA, 9.7.13.18)

        clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 isCanceled, try_cancel_response  # PTX 8.6, sm_100
        clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 dims, try_cancel_response  # PTX 8.6, sm_100
        clusterlaunchcontrol.query_cancel.get_first_ctaid::dimension.b32.b128 reg, try_cancel_response  # PTX 8.6, sm_100
    """

    query_cancel: ClusterlaunchcontrolQuery_cancel[M]
    try_cancel: ClusterlaunchcontrolTry_cancel[M]

class Clz_0(Instruction[M]):
    @overload
    def __call__(self: Clz_0[Returning], a: B32, /, **options: Unpack[Options]) -> Number32:
        """Count the zeros above the highest bit that is one. (PTX ISA, 9.7.1.15)"""
    @overload
    def __call__(self: Clz_0[InFull], d: I32, a: B32, /, **options: Unpack[Options]) -> Emitted: ...

class Clz_1(Instruction[M]):
    @overload
    def __call__(self: Clz_1[Returning], a: B64, /, **options: Unpack[Options]) -> Number32:
        """Count the zeros above the highest bit that is one. (PTX ISA, 9.7.1.15)"""
    @overload
    def __call__(self: Clz_1[InFull], d: I32, a: B64, /, **options: Unpack[Options]) -> Emitted: ...

class Clz(Instruction[M]):
    """Count the zeros above the highest bit that is one. (PTX ISA, 9.7.1.15)

        clz.type d, a  # PTX 2.0, sm_20
    """

    b32: Clz_0[M]
    b64: Clz_1[M]

class Cnot_0(Instruction[M]):
    @overload
    def __call__(self: Cnot_0[Returning], a: B16, /, **options: Unpack[Options]) -> Number16:
        """Logical negation as in C: 1 for zero, else 0. (PTX ISA, 9.7.8.5)"""
    @overload
    def __call__(self: Cnot_0[InFull], d: B16, a: B16, /, **options: Unpack[Options]) -> Emitted: ...

class Cnot_1(Instruction[M]):
    @overload
    def __call__(self: Cnot_1[Returning], a: B32, /, **options: Unpack[Options]) -> Number32:
        """Logical negation as in C: 1 for zero, else 0. (PTX ISA, 9.7.8.5)"""
    @overload
    def __call__(self: Cnot_1[InFull], d: B32, a: B32, /, **options: Unpack[Options]) -> Emitted: ...

class Cnot_2(Instruction[M]):
    @overload
    def __call__(self: Cnot_2[Returning], a: B64, /, **options: Unpack[Options]) -> Number64:
        """Logical negation as in C: 1 for zero, else 0. (PTX ISA, 9.7.8.5)"""
    @overload
    def __call__(self: Cnot_2[InFull], d: B64, a: B64, /, **options: Unpack[Options]) -> Emitted: ...

class Cnot(Instruction[M]):
    """Logical negation as in C: 1 for zero, else 0. (PTX ISA, 9.7.8.5)

        cnot.type d, a  # PTX 1.0
    """

    b16: Cnot_0[M]
    b32: Cnot_1[M]
    b64: Cnot_2[M]

class Copysign_0(Instruction[M]):
    @overload
    def __call__(self: Copysign_0[Returning], a: F32, b: F32, /, **options: Unpack[Options]) -> Number32:
        """Give the second number the sign of the first. (PTX ISA, 9.7.3.2)"""
    @overload
    def __call__(self: Copysign_0[InFull], d: F32, a: F32, b: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Copysign_1(Instruction[M]):
    @overload
    def __call__(self: Copysign_1[Returning], a: F64, b: F64, /, **options: Unpack[Options]) -> Number64:
        """Give the second number the sign of the first. (PTX ISA, 9.7.3.2)"""
    @overload
    def __call__(self: Copysign_1[InFull], d: F64, a: F64, b: F64, /, **options: Unpack[Options]) -> Emitted: ...

class Copysign(Instruction[M]):
    """Give the second number the sign of the first. (PTX ISA, 9.7.3.2)

        copysign.type d, a, b  # PTX 2.0, sm_20
    """

    f32: Copysign_0[M]
    f64: Copysign_1[M]

class Cos_2(Instruction[M]):
    f32: Cos_0[M]
    ftz: Cos_1[M]

class Cos_0(Instruction[M]):
    @overload
    def __call__(self: Cos_0[Returning], a: F32, /, **options: Unpack[Options]) -> Number32:
        """Take the cosine of an angle in radians. (PTX ISA, 9.7.3.19)"""
    @overload
    def __call__(self: Cos_0[InFull], d: F32, a: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Cos_1(Instruction[M]):
    f32: Cos_0[M]

class Cos(Instruction[M]):
    """Take the cosine of an angle in radians. (PTX ISA, 9.7.3.19)

        cos.approx{.ftz}.f32 d, a  # PTX 1.4
        cos.f32 d, a  # PTX 1.0; until PTX 1.4
    """

    approx: Cos_2[M]
    f32: Cos_0[M]

class Cp_293(Instruction[M]):
    global_: Cp_292[M]

class Cp_305(Instruction[M]):
    global_: Cp_304[M]

class Cp_309(Instruction[M]):
    global_: Cp_308[M]

class Cp_271(Instruction[M]):
    shared__cta: Cp_270[M]

class Cp_282(Instruction[M]):
    cluster: Cp_280[M]
    cta: Cp_280[M]
    gpu: Cp_281[M]
    sys: Cp_281[M]

class Cp_279(Instruction[M]):
    shared__cta: Cp_278[M]

class Cp_248(Instruction[M]):
    def __call__(self, addr: A, /, **options: Unpack[Options]) -> Emitted:
        """Arrive on an mbarrier when all started copies are done. (PTX ISA, 9.7.13.15.15)"""

class Cp_250(Instruction[M]):
    b64: Cp_248[M]
    shared: Cp_249[M]
    shared__cta: Cp_249[M]

class Cp_249(Instruction[M]):
    b64: Cp_248[M]

class Cp_245(Instruction[M]):
    global_: Cp_244[M]

class Cp_239(Instruction[M]):
    global_: Cp_238[M]

class Cp_231(Instruction[M]):
    def __call__(self, n: C, /, **options: Unpack[Options]) -> Emitted:
        """Wait until at most N groups of bulk operations are pending. (PTX ISA, 9.7.9.25.6.2)"""

class Cp_145(Instruction[M]):
    cta_group__1: Cp_115[M]
    cta_group__2: Cp_115[M]
    global_: Cp_124[M]
    shared__cluster: Cp_139[M]
    shared__cta: Cp_144[M]

class Cp_192(Instruction[M]):
    cta_group__1: Cp_163[M]
    cta_group__2: Cp_163[M]
    global_: Cp_173[M]
    shared__cluster: Cp_183[M]
    shared__cta: Cp_191[M]

class Cp_229(Instruction[M]):
    cta_group__1: Cp_214[M]
    cta_group__2: Cp_214[M]
    global_: Cp_216[M]
    shared__cluster: Cp_223[M]
    shared__cta: Cp_228[M]

class Cp_20(Instruction[M]):
    L2: Cp_19[M]

class Cp_31(Instruction[M]):
    L2: Cp_30[M]

class Cp_39(Instruction[M]):
    L2: Cp_38[M]

class Cp_10(Instruction[M]):
    global_: Cp_9[M]

class Cp_6(Instruction[M]):
    shared__cta: Cp_5[M]

class Cp_80(Instruction[M]):
    cluster: Cp_77[M]
    cta: Cp_77[M]
    gpu: Cp_79[M]
    sys: Cp_79[M]

class Cp_87(Instruction[M]):
    global_: Cp_85[M]
    shared__cta: Cp_86[M]

class Cp_93(Instruction[M]):
    global_: Cp_92[M]

class Cp_233(Instruction[M]):
    global_: Cp_6[M]
    shared__cluster: Cp_87[M]
    shared__cta: Cp_93[M]

class Cp_292(Instruction[M]):
    shared__cta: Cp_291[M]

class Cp_304(Instruction[M]):
    shared__cta: Cp_303[M]

class Cp_308(Instruction[M]):
    shared__cta: Cp_307[M]

class Cp_270(Instruction[M]):
    bulk_group: Cp_269[M]

class Cp_280(Instruction[M]):
    global_: Cp_271[M]
    shared__cluster: Cp_279[M]

class Cp_281(Instruction[M]):
    global_: Cp_271[M]

class Cp_278(Instruction[M]):
    mbarrier__complete_tx__bytes: Cp_277[M]

class Cp_244(Instruction[M]):
    def __call__(self, dst: A, src: A, _16: C, ignore_src: I32 | P = ..., /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of 4, 8 or 16 bytes from global to shared memory. (PTX ISA, 9.7.9.25.3.1)"""
    L2__128B: Cp_241[M]
    L2__256B: Cp_241[M]
    L2__64B: Cp_241[M]
    L2__cache_hint: Cp_243[M]

class Cp_238(Instruction[M]):
    def __call__(self, dst: A, src: A, _16: C, src_size_16: I32 | P = ..., /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of 4, 8 or 16 bytes from global to shared memory. (PTX ISA, 9.7.9.25.3.1)"""
    L2__128B: Cp_235[M]
    L2__256B: Cp_235[M]
    L2__64B: Cp_235[M]
    L2__cache_hint: Cp_237[M]

class Cp_115(Instruction[M]):
    shared__cluster: Cp_109[M]
    shared__cta: Cp_114[M]

class Cp_124(Instruction[M]):
    shared__cta: Cp_123[M]

class Cp_139(Instruction[M]):
    global_: Cp_138[M]

class Cp_144(Instruction[M]):
    global_: Cp_143[M]

class Cp_163(Instruction[M]):
    shared__cluster: Cp_157[M]
    shared__cta: Cp_162[M]

class Cp_173(Instruction[M]):
    shared__cta: Cp_172[M]

class Cp_183(Instruction[M]):
    global_: Cp_182[M]

class Cp_191(Instruction[M]):
    global_: Cp_190[M]

class Cp_214(Instruction[M]):
    shared__cluster: Cp_208[M]
    shared__cta: Cp_213[M]

class Cp_216(Instruction[M]):
    shared__cta: Cp_215[M]

class Cp_223(Instruction[M]):
    global_: Cp_222[M]

class Cp_228(Instruction[M]):
    global_: Cp_227[M]

class Cp_19(Instruction[M]):
    global_: Cp_18[M]

class Cp_30(Instruction[M]):
    global_: Cp_29[M]

class Cp_38(Instruction[M]):
    global_: Cp_37[M]

class Cp_9(Instruction[M]):
    def __call__(self, srcmem: A, size: I32, /, **options: Unpack[Options]) -> Emitted:
        """Hint that many bytes be fetched into a cache. (PTX ISA, 9.7.9.25.4.3)"""
    L2__cache_hint: Cp_7[M]
    L2__evict_last: Cp_8[M]

class Cp_5(Instruction[M]):
    bulk_group: Cp_4[M]

class Cp_77(Instruction[M]):
    global_: Cp_49[M]
    shared__cluster: Cp_66[M]
    shared__cta: Cp_76[M]

class Cp_79(Instruction[M]):
    global_: Cp_49[M]
    shared__cluster: Cp_78[M]
    shared__cta: Cp_76[M]

class Cp_85(Instruction[M]):
    mbarrier__complete_tx__bytes: Cp_84[M]

class Cp_86(Instruction[M]):
    mbarrier__complete_tx__bytes: Cp_52[M]

class Cp_92(Instruction[M]):
    mbarrier__complete_tx__bytes: Cp_91[M]

class Cp_291(Instruction[M]):
    add: Cp_290[M]
    and_: Cp_290[M]
    dec: Cp_290[M]
    inc: Cp_290[M]
    max: Cp_290[M]
    min: Cp_290[M]
    or_: Cp_290[M]
    xor: Cp_290[M]

class Cp_303(Instruction[M]):
    add: Cp_302[M]
    and_: Cp_302[M]
    dec: Cp_302[M]
    inc: Cp_302[M]
    max: Cp_302[M]
    min: Cp_302[M]
    or_: Cp_302[M]
    xor: Cp_302[M]

class Cp_307(Instruction[M]):
    add: Cp_306[M]
    and_: Cp_306[M]
    dec: Cp_306[M]
    inc: Cp_306[M]
    max: Cp_306[M]
    min: Cp_306[M]
    or_: Cp_306[M]
    xor: Cp_306[M]

class Cp_269(Instruction[M]):
    L2__cache_hint: Cp_262[M]
    add: Cp_265[M]
    and_: Cp_266[M]
    dec: Cp_267[M]
    inc: Cp_267[M]
    max: Cp_268[M]
    min: Cp_268[M]
    or_: Cp_266[M]
    xor: Cp_266[M]

class Cp_277(Instruction[M]):
    add: Cp_273[M]
    and_: Cp_274[M]
    dec: Cp_275[M]
    inc: Cp_275[M]
    max: Cp_276[M]
    min: Cp_276[M]
    or_: Cp_274[M]
    xor: Cp_274[M]

class Cp_241(Instruction[M]):
    def __call__(self, dst: A, src: A, _16: C, ignore_src: I32 | P = ..., /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of 4, 8 or 16 bytes from global to shared memory. (PTX ISA, 9.7.9.25.3.1)"""

class Cp_243(Instruction[M]):
    @overload
    def __call__(self, dst: A, src: A, _16: C, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of 4, 8 or 16 bytes from global to shared memory. (PTX ISA, 9.7.9.25.3.1)"""
    @overload
    def __call__(self, dst: A, src: A, _16: C, ignore_src: I32 | P, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted: ...
    L2__128B: Cp_242[M]
    L2__256B: Cp_242[M]
    L2__64B: Cp_242[M]

class Cp_235(Instruction[M]):
    def __call__(self, dst: A, src: A, _16: C, src_size_16: I32 | P = ..., /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of 4, 8 or 16 bytes from global to shared memory. (PTX ISA, 9.7.9.25.3.1)"""

class Cp_237(Instruction[M]):
    @overload
    def __call__(self, dst: A, src: A, _16: C, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of 4, 8 or 16 bytes from global to shared memory. (PTX ISA, 9.7.9.25.3.1)"""
    @overload
    def __call__(self, dst: A, src: A, _16: C, src_size_16: I32 | P, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted: ...
    L2__128B: Cp_236[M]
    L2__256B: Cp_236[M]
    L2__64B: Cp_236[M]

class Cp_109(Instruction[M]):
    global_: Cp_108[M]

class Cp_114(Instruction[M]):
    global_: Cp_113[M]

class Cp_123(Instruction[M]):
    bulk_group: Cp_121[M]
    tile: Cp_122[M]

class Cp_138(Instruction[M]):
    mbarrier__complete_tx__bytes: Cp_136[M]
    tile: Cp_137[M]

class Cp_143(Instruction[M]):
    mbarrier__complete_tx__bytes: Cp_141[M]
    tile: Cp_142[M]

class Cp_157(Instruction[M]):
    global_: Cp_156[M]

class Cp_162(Instruction[M]):
    global_: Cp_161[M]

class Cp_172(Instruction[M]):
    bulk_group: Cp_167[M]
    tile: Cp_168[M]
    tile__scatter4: Cp_171[M]

class Cp_182(Instruction[M]):
    mbarrier__complete_tx__bytes: Cp_176[M]
    tile: Cp_177[M]
    tile__gather4: Cp_181[M]

class Cp_190(Instruction[M]):
    mbarrier__complete_tx__bytes: Cp_185[M]
    tile: Cp_186[M]
    tile__gather4: Cp_189[M]

class Cp_208(Instruction[M]):
    global_: Cp_207[M]

class Cp_213(Instruction[M]):
    global_: Cp_212[M]

class Cp_215(Instruction[M]):
    bulk_group: Cp_167[M]
    im2col_no_offs: Cp_171[M]
    im2col_no_offs__w: Cp_171[M]
    tile: Cp_168[M]

class Cp_222(Instruction[M]):
    im2col: Cp_221[M]
    im2col__w: Cp_221[M]
    im2col__w__128: Cp_221[M]
    mbarrier__complete_tx__bytes: Cp_176[M]
    tile: Cp_177[M]

class Cp_227(Instruction[M]):
    im2col: Cp_226[M]
    im2col__w: Cp_226[M]
    im2col__w__128: Cp_226[M]
    mbarrier__complete_tx__bytes: Cp_185[M]
    tile: Cp_186[M]

class Cp_18(Instruction[M]):
    def __call__(self, tensormap: A, /, **options: Unpack[Options]) -> Emitted:
        """Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)"""
    L2__cache_hint: Cp_13[M]
    L2__evict_last: Cp_16[M]
    override__global_address: Cp_15[M]
    tile: Cp_17[M]

class Cp_29(Instruction[M]):
    def __call__(self, tensormap: A, /, **options: Unpack[Options]) -> Emitted:
        """Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)"""
    L2__cache_hint: Cp_22[M]
    L2__evict_last: Cp_24[M]
    override__global_address: Cp_23[M]
    tile: Cp_25[M]
    tile__gather4: Cp_28[M]

class Cp_37(Instruction[M]):
    def __call__(self, tensormap: A, /, **options: Unpack[Options]) -> Emitted:
        """Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)"""
    L2__cache_hint: Cp_22[M]
    L2__evict_last: Cp_24[M]
    im2col: Cp_36[M]
    im2col__w: Cp_36[M]
    im2col__w__128: Cp_36[M]
    override__global_address: Cp_23[M]
    tile: Cp_25[M]

class Cp_7(Instruction[M]):
    def __call__(self, srcmem: A, size: I32, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Hint that many bytes be fetched into a cache. (PTX ISA, 9.7.9.25.4.3)"""

class Cp_8(Instruction[M]):
    def __call__(self, srcmem: A, size: I32, /, **options: Unpack[Options]) -> Emitted:
        """Hint that many bytes be fetched into a cache. (PTX ISA, 9.7.9.25.4.3)"""

class Cp_4(Instruction[M]):
    def __call__(self, dstmem: A, srcmem: A, size: I32, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of many bytes between state spaces. (PTX ISA, 9.7.9.25.4.1)"""
    L2__cache_hint: Cp_2[M]
    cp_mask: Cp_3[M]

class Cp_49(Instruction[M]):
    shared__cta: Cp_48[M]

class Cp_66(Instruction[M]):
    global_: Cp_63[M]
    shared__cta: Cp_65[M]

class Cp_76(Instruction[M]):
    global_: Cp_75[M]

class Cp_78(Instruction[M]):
    global_: Cp_63[M]

class Cp_84(Instruction[M]):
    def __call__(self, dstmem: A, srcmem: A, size: I32, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of many bytes between state spaces. (PTX ISA, 9.7.9.25.4.1)"""
    L2__cache_hint: Cp_50[M]
    mbarrier__report__disabled: Cp_83[M]
    mbarrier__report__validity__per_16bytes__8: Cp_83[M]
    mbarrier__report__validity__per_16bytes__80: Cp_83[M]
    mbarrier__report__validity__per_16bytes__8000: Cp_83[M]
    mbarrier__report__validity__per_16bytes__80000000: Cp_83[M]
    mbarrier__report__validity__per_element__ff: Cp_83[M]
    multicast__cluster: Cp_81[M]
    multicast__cluster__16b: Cp_81[M]
    multicast__cluster__32b: Cp_82[M]

class Cp_52(Instruction[M]):
    def __call__(self, dstmem: A, srcmem: A, size: I32, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of many bytes between state spaces. (PTX ISA, 9.7.9.25.4.1)"""

class Cp_91(Instruction[M]):
    def __call__(self, dstmem: A, srcmem: A, size: I32, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of many bytes between state spaces. (PTX ISA, 9.7.9.25.4.1)"""
    L2__cache_hint: Cp_88[M]
    ignore_oob: Cp_70[M]
    mbarrier__report__disabled: Cp_89[M]
    mbarrier__report__validity__per_16bytes__8: Cp_90[M]
    mbarrier__report__validity__per_16bytes__80: Cp_90[M]
    mbarrier__report__validity__per_16bytes__8000: Cp_90[M]
    mbarrier__report__validity__per_16bytes__80000000: Cp_90[M]
    mbarrier__report__validity__per_element__ff: Cp_90[M]

class Cp_290(Instruction[M]):
    bulk_group: Cp_288[M]
    tile: Cp_289[M]

class Cp_302(Instruction[M]):
    bulk_group: Cp_297[M]
    tile: Cp_298[M]
    tile__scatter4: Cp_301[M]

class Cp_306(Instruction[M]):
    bulk_group: Cp_297[M]
    im2col_no_offs: Cp_301[M]
    im2col_no_offs__w: Cp_301[M]
    tile: Cp_298[M]

class Cp_262(Instruction[M]):
    add: Cp_258[M]
    and_: Cp_259[M]
    dec: Cp_260[M]
    inc: Cp_260[M]
    max: Cp_261[M]
    min: Cp_261[M]
    or_: Cp_259[M]
    xor: Cp_259[M]

class Cp_265(Instruction[M]):
    f32: Cp_263[M]
    f64: Cp_263[M]
    noftz: Cp_264[M]
    s32: Cp_263[M]
    u32: Cp_263[M]
    u64: Cp_263[M]

class Cp_266(Instruction[M]):
    b32: Cp_263[M]
    b64: Cp_263[M]

class Cp_267(Instruction[M]):
    u32: Cp_263[M]

class Cp_268(Instruction[M]):
    bf16: Cp_263[M]
    f16: Cp_263[M]
    s32: Cp_263[M]
    s64: Cp_263[M]
    u32: Cp_263[M]
    u64: Cp_263[M]

class Cp_273(Instruction[M]):
    s32: Cp_272[M]
    u32: Cp_272[M]
    u64: Cp_272[M]

class Cp_274(Instruction[M]):
    b32: Cp_272[M]

class Cp_275(Instruction[M]):
    u32: Cp_272[M]

class Cp_276(Instruction[M]):
    s32: Cp_272[M]
    u32: Cp_272[M]

class Cp_242(Instruction[M]):
    @overload
    def __call__(self, dst: A, src: A, _16: C, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of 4, 8 or 16 bytes from global to shared memory. (PTX ISA, 9.7.9.25.3.1)"""
    @overload
    def __call__(self, dst: A, src: A, _16: C, ignore_src: I32 | P, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Cp_236(Instruction[M]):
    @overload
    def __call__(self, dst: A, src: A, _16: C, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of 4, 8 or 16 bytes from global to shared memory. (PTX ISA, 9.7.9.25.3.1)"""
    @overload
    def __call__(self, dst: A, src: A, _16: C, src_size_16: I32 | P, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Cp_108(Instruction[M]):
    mbarrier__complete_tx__bytes: Cp_106[M]
    tile: Cp_107[M]

class Cp_113(Instruction[M]):
    mbarrier__complete_tx__bytes: Cp_111[M]
    tile: Cp_112[M]

class Cp_121(Instruction[M]):
    def __call__(self, tensormap: A, srcmem: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_118[M]
    override__global_address: Cp_120[M]

class Cp_122(Instruction[M]):
    bulk_group: Cp_121[M]

class Cp_136(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_126[M]
    cta_group__1: Cp_128[M]
    cta_group__2: Cp_128[M]
    mbarrier__report__disabled: Cp_135[M]
    mbarrier__report__validity__per_16bytes__8: Cp_135[M]
    mbarrier__report__validity__per_16bytes__80: Cp_135[M]
    mbarrier__report__validity__per_16bytes__8000: Cp_135[M]
    mbarrier__report__validity__per_16bytes__80000000: Cp_135[M]
    mbarrier__report__validity__per_element__ff: Cp_135[M]
    multicast__cluster: Cp_129[M]
    multicast__cluster__16b: Cp_129[M]
    multicast__cluster__32b: Cp_134[M]
    override__global_address: Cp_127[M]

class Cp_137(Instruction[M]):
    mbarrier__complete_tx__bytes: Cp_136[M]

class Cp_141(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_126[M]
    cta_group__1: Cp_128[M]
    cta_group__2: Cp_128[M]
    mbarrier__report__disabled: Cp_140[M]
    mbarrier__report__validity__per_16bytes__8: Cp_140[M]
    mbarrier__report__validity__per_16bytes__80: Cp_140[M]
    mbarrier__report__validity__per_16bytes__8000: Cp_140[M]
    mbarrier__report__validity__per_16bytes__80000000: Cp_140[M]
    mbarrier__report__validity__per_element__ff: Cp_140[M]
    override__global_address: Cp_127[M]

class Cp_142(Instruction[M]):
    mbarrier__complete_tx__bytes: Cp_141[M]

class Cp_156(Instruction[M]):
    mbarrier__complete_tx__bytes: Cp_154[M]
    tile: Cp_155[M]
    tile__gather4: Cp_107[M]

class Cp_161(Instruction[M]):
    mbarrier__complete_tx__bytes: Cp_159[M]
    tile: Cp_160[M]
    tile__gather4: Cp_112[M]

class Cp_167(Instruction[M]):
    def __call__(self, tensormap: A, srcmem: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_165[M]
    override__global_address: Cp_166[M]

class Cp_168(Instruction[M]):
    bulk_group: Cp_167[M]

class Cp_171(Instruction[M]):
    bulk_group: Cp_170[M]

class Cp_176(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_147[M]
    cta_group__1: Cp_158[M]
    cta_group__2: Cp_158[M]
    mbarrier__report__disabled: Cp_175[M]
    mbarrier__report__validity__per_16bytes__8: Cp_175[M]
    mbarrier__report__validity__per_16bytes__80: Cp_175[M]
    mbarrier__report__validity__per_16bytes__8000: Cp_175[M]
    mbarrier__report__validity__per_16bytes__80000000: Cp_175[M]
    mbarrier__report__validity__per_element__ff: Cp_175[M]
    multicast__cluster: Cp_129[M]
    multicast__cluster__16b: Cp_129[M]
    multicast__cluster__32b: Cp_174[M]
    override__global_address: Cp_152[M]

class Cp_177(Instruction[M]):
    mbarrier__complete_tx__bytes: Cp_176[M]

class Cp_181(Instruction[M]):
    mbarrier__complete_tx__bytes: Cp_180[M]

class Cp_185(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_147[M]
    cta_group__1: Cp_158[M]
    cta_group__2: Cp_158[M]
    mbarrier__report__disabled: Cp_184[M]
    mbarrier__report__validity__per_16bytes__8: Cp_184[M]
    mbarrier__report__validity__per_16bytes__80: Cp_184[M]
    mbarrier__report__validity__per_16bytes__8000: Cp_184[M]
    mbarrier__report__validity__per_16bytes__80000000: Cp_184[M]
    mbarrier__report__validity__per_element__ff: Cp_184[M]
    override__global_address: Cp_152[M]

class Cp_186(Instruction[M]):
    mbarrier__complete_tx__bytes: Cp_185[M]

class Cp_189(Instruction[M]):
    mbarrier__complete_tx__bytes: Cp_188[M]

class Cp_207(Instruction[M]):
    im2col: Cp_206[M]
    im2col__w: Cp_206[M]
    im2col__w__128: Cp_206[M]
    mbarrier__complete_tx__bytes: Cp_154[M]
    tile: Cp_155[M]

class Cp_212(Instruction[M]):
    im2col: Cp_211[M]
    im2col__w: Cp_211[M]
    im2col__w__128: Cp_211[M]
    mbarrier__complete_tx__bytes: Cp_159[M]
    tile: Cp_160[M]

class Cp_221(Instruction[M]):
    mbarrier__complete_tx__bytes: Cp_220[M]

class Cp_226(Instruction[M]):
    mbarrier__complete_tx__bytes: Cp_225[M]

class Cp_13(Instruction[M]):
    def __call__(self, tensormap: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)"""
    override__global_address: Cp_12[M]

class Cp_16(Instruction[M]):
    def __call__(self, tensormap: A, /, **options: Unpack[Options]) -> Emitted:
        """Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)"""
    override__global_address: Cp_15[M]

class Cp_15(Instruction[M]):
    def __call__(self, tensormap: A, /, **options: Unpack[Options]) -> Emitted:
        """Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)"""
    override__global_dim: Cp_14[M]

class Cp_17(Instruction[M]):
    def __call__(self, tensormap: A, /, **options: Unpack[Options]) -> Emitted:
        """Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)"""
    L2__cache_hint: Cp_13[M]
    L2__evict_last: Cp_16[M]
    override__global_address: Cp_15[M]

class Cp_22(Instruction[M]):
    def __call__(self, tensormap: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)"""
    override__global_address: Cp_21[M]

class Cp_24(Instruction[M]):
    def __call__(self, tensormap: A, /, **options: Unpack[Options]) -> Emitted:
        """Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)"""
    override__global_address: Cp_23[M]

class Cp_23(Instruction[M]):
    def __call__(self, tensormap: A, /, **options: Unpack[Options]) -> Emitted:
        """Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)"""
    override__global_dim_stride: Cp_14[M]

class Cp_25(Instruction[M]):
    def __call__(self, tensormap: A, /, **options: Unpack[Options]) -> Emitted:
        """Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)"""
    L2__cache_hint: Cp_22[M]
    L2__evict_last: Cp_24[M]
    override__global_address: Cp_23[M]

class Cp_28(Instruction[M]):
    def __call__(self, tensormap: A, /, **options: Unpack[Options]) -> Emitted:
        """Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)"""
    L2__cache_hint: Cp_26[M]
    L2__evict_last: Cp_27[M]
    override__global_address: Cp_14[M]

class Cp_36(Instruction[M]):
    def __call__(self, tensormap: A, im2colinfo: V, /, **options: Unpack[Options]) -> Emitted:
        """Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)"""
    L2__cache_hint: Cp_33[M]
    L2__evict_last: Cp_35[M]
    override__global_address: Cp_34[M]

class Cp_2(Instruction[M]):
    def __call__(self, dstmem: A, srcmem: A, size: I32, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of many bytes between state spaces. (PTX ISA, 9.7.9.25.4.1)"""
    cp_mask: Cp_1[M]

class Cp_3(Instruction[M]):
    def __call__(self, dstmem: A, srcmem: A, size: I32, bytemask: I16, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of many bytes between state spaces. (PTX ISA, 9.7.9.25.4.1)"""

class Cp_48(Instruction[M]):
    bulk_group: Cp_47[M]

class Cp_63(Instruction[M]):
    mbarrier__complete_tx__bytes: Cp_62[M]

class Cp_65(Instruction[M]):
    mbarrier__complete_tx__bytes: Cp_64[M]

class Cp_75(Instruction[M]):
    mbarrier__complete_tx__bytes: Cp_74[M]

class Cp_50(Instruction[M]):
    def __call__(self, dstmem: A, srcmem: A, size: I32, mbar: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of many bytes between state spaces. (PTX ISA, 9.7.9.25.4.1)"""

class Cp_83(Instruction[M]):
    def __call__(self, dstmem: A, srcmem: A, size: I32, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of many bytes between state spaces. (PTX ISA, 9.7.9.25.4.1)"""
    L2__cache_hint: Cp_50[M]
    multicast__cluster: Cp_81[M]
    multicast__cluster__16b: Cp_81[M]
    multicast__cluster__32b: Cp_82[M]

class Cp_81(Instruction[M]):
    def __call__(self, dstmem: A, srcmem: A, size: I32, mbar: A, ctamask: I16, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of many bytes between state spaces. (PTX ISA, 9.7.9.25.4.1)"""
    L2__cache_hint: Cp_53[M]

class Cp_82(Instruction[M]):
    def __call__(self, dstmem: A, srcmem: A, size: I32, mbar: A, ctamask: I32, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of many bytes between state spaces. (PTX ISA, 9.7.9.25.4.1)"""
    L2__cache_hint: Cp_57[M]

class Cp_88(Instruction[M]):
    def __call__(self, dstmem: A, srcmem: A, size: I32, mbar: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of many bytes between state spaces. (PTX ISA, 9.7.9.25.4.1)"""
    ignore_oob: Cp_67[M]

class Cp_70(Instruction[M]):
    def __call__(self, dstmem: A, srcmem: A, size: I32, ignorebytesleft: I32, ignorebytesright: I32, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of many bytes between state spaces. (PTX ISA, 9.7.9.25.4.1)"""

class Cp_89(Instruction[M]):
    def __call__(self, dstmem: A, srcmem: A, size: I32, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of many bytes between state spaces. (PTX ISA, 9.7.9.25.4.1)"""
    L2__cache_hint: Cp_88[M]
    ignore_oob: Cp_70[M]

class Cp_90(Instruction[M]):
    def __call__(self, dstmem: A, srcmem: A, size: I32, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of many bytes between state spaces. (PTX ISA, 9.7.9.25.4.1)"""
    L2__cache_hint: Cp_50[M]

class Cp_288(Instruction[M]):
    def __call__(self, tensormap: A, srcmem: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous reduction into a box of a tensor. (PTX ISA, 9.7.9.25.5.3)"""
    L2__cache_hint: Cp_285[M]
    override__global_address: Cp_287[M]

class Cp_289(Instruction[M]):
    bulk_group: Cp_288[M]

class Cp_297(Instruction[M]):
    def __call__(self, tensormap: A, srcmem: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous reduction into a box of a tensor. (PTX ISA, 9.7.9.25.5.3)"""
    L2__cache_hint: Cp_295[M]
    override__global_address: Cp_296[M]

class Cp_298(Instruction[M]):
    bulk_group: Cp_297[M]

class Cp_301(Instruction[M]):
    bulk_group: Cp_300[M]

class Cp_258(Instruction[M]):
    f32: Cp_256[M]
    f64: Cp_256[M]
    noftz: Cp_257[M]
    s32: Cp_256[M]
    u32: Cp_256[M]
    u64: Cp_256[M]

class Cp_259(Instruction[M]):
    b32: Cp_256[M]
    b64: Cp_256[M]

class Cp_260(Instruction[M]):
    u32: Cp_256[M]

class Cp_261(Instruction[M]):
    bf16: Cp_256[M]
    f16: Cp_256[M]
    s32: Cp_256[M]
    s64: Cp_256[M]
    u32: Cp_256[M]
    u64: Cp_256[M]

class Cp_263(Instruction[M]):
    def __call__(self, dstmem: A, srcmem: A, size: I32, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous element-wise reduction into memory. (PTX ISA, 9.7.9.25.4.2)"""

class Cp_264(Instruction[M]):
    bf16: Cp_263[M]
    f16: Cp_263[M]
    f32: Cp_263[M]

class Cp_272(Instruction[M]):
    def __call__(self, dstmem: A, srcmem: A, size: I32, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous element-wise reduction into memory. (PTX ISA, 9.7.9.25.4.2)"""

class Cp_106(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_95[M]
    mbarrier__report__disabled: Cp_105[M]
    mbarrier__report__validity__per_16bytes__8: Cp_105[M]
    mbarrier__report__validity__per_16bytes__80: Cp_105[M]
    mbarrier__report__validity__per_16bytes__8000: Cp_105[M]
    mbarrier__report__validity__per_16bytes__80000000: Cp_105[M]
    mbarrier__report__validity__per_element__ff: Cp_105[M]
    multicast__cluster: Cp_99[M]
    multicast__cluster__16b: Cp_99[M]
    multicast__cluster__32b: Cp_103[M]
    override__global_address: Cp_104[M]

class Cp_107(Instruction[M]):
    mbarrier__complete_tx__bytes: Cp_106[M]

class Cp_111(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_95[M]
    mbarrier__report__disabled: Cp_110[M]
    mbarrier__report__validity__per_16bytes__8: Cp_110[M]
    mbarrier__report__validity__per_16bytes__80: Cp_110[M]
    mbarrier__report__validity__per_16bytes__8000: Cp_110[M]
    mbarrier__report__validity__per_16bytes__80000000: Cp_110[M]
    mbarrier__report__validity__per_element__ff: Cp_110[M]
    override__global_address: Cp_104[M]

class Cp_112(Instruction[M]):
    mbarrier__complete_tx__bytes: Cp_111[M]

class Cp_118(Instruction[M]):
    def __call__(self, tensormap: A, srcmem: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    override__global_address: Cp_117[M]

class Cp_120(Instruction[M]):
    def __call__(self, tensormap: A, srcmem: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    override__global_dim: Cp_119[M]

class Cp_126(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    override__global_address: Cp_125[M]

class Cp_128(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_126[M]
    override__global_address: Cp_127[M]

class Cp_135(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_126[M]
    cta_group__1: Cp_128[M]
    cta_group__2: Cp_128[M]
    multicast__cluster: Cp_129[M]
    multicast__cluster__16b: Cp_129[M]
    multicast__cluster__32b: Cp_134[M]
    override__global_address: Cp_127[M]

class Cp_129(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, ctamask: I16, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_97[M]
    cta_group__1: Cp_99[M]
    cta_group__2: Cp_99[M]
    override__global_address: Cp_98[M]

class Cp_134(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, ctamask: I32, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_131[M]
    cta_group__1: Cp_133[M]
    cta_group__2: Cp_133[M]
    override__global_address: Cp_132[M]

class Cp_127(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    override__global_dim: Cp_104[M]

class Cp_140(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_126[M]
    cta_group__1: Cp_128[M]
    cta_group__2: Cp_128[M]
    override__global_address: Cp_127[M]

class Cp_154(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_147[M]
    mbarrier__report__disabled: Cp_153[M]
    mbarrier__report__validity__per_16bytes__8: Cp_153[M]
    mbarrier__report__validity__per_16bytes__80: Cp_153[M]
    mbarrier__report__validity__per_16bytes__8000: Cp_153[M]
    mbarrier__report__validity__per_16bytes__80000000: Cp_153[M]
    mbarrier__report__validity__per_element__ff: Cp_153[M]
    multicast__cluster: Cp_99[M]
    multicast__cluster__16b: Cp_99[M]
    multicast__cluster__32b: Cp_151[M]
    override__global_address: Cp_152[M]

class Cp_155(Instruction[M]):
    mbarrier__complete_tx__bytes: Cp_154[M]

class Cp_159(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_147[M]
    mbarrier__report__disabled: Cp_158[M]
    mbarrier__report__validity__per_16bytes__8: Cp_158[M]
    mbarrier__report__validity__per_16bytes__80: Cp_158[M]
    mbarrier__report__validity__per_16bytes__8000: Cp_158[M]
    mbarrier__report__validity__per_16bytes__80000000: Cp_158[M]
    mbarrier__report__validity__per_element__ff: Cp_158[M]
    override__global_address: Cp_152[M]

class Cp_160(Instruction[M]):
    mbarrier__complete_tx__bytes: Cp_159[M]

class Cp_165(Instruction[M]):
    def __call__(self, tensormap: A, srcmem: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    override__global_address: Cp_164[M]

class Cp_166(Instruction[M]):
    def __call__(self, tensormap: A, srcmem: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    override__global_dim_stride: Cp_119[M]

class Cp_170(Instruction[M]):
    def __call__(self, tensormap: A, srcmem: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_169[M]
    override__global_address: Cp_119[M]

class Cp_147(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    override__global_address: Cp_146[M]

class Cp_158(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_147[M]
    override__global_address: Cp_152[M]

class Cp_175(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_147[M]
    cta_group__1: Cp_158[M]
    cta_group__2: Cp_158[M]
    multicast__cluster: Cp_129[M]
    multicast__cluster__16b: Cp_129[M]
    multicast__cluster__32b: Cp_174[M]
    override__global_address: Cp_152[M]

class Cp_174(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, ctamask: I32, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_149[M]
    cta_group__1: Cp_151[M]
    cta_group__2: Cp_151[M]
    override__global_address: Cp_150[M]

class Cp_152(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    override__global_dim_stride: Cp_104[M]

class Cp_180(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_95[M]
    cta_group__1: Cp_110[M]
    cta_group__2: Cp_110[M]
    mbarrier__report__disabled: Cp_179[M]
    mbarrier__report__validity__per_16bytes__8: Cp_179[M]
    mbarrier__report__validity__per_16bytes__80: Cp_179[M]
    mbarrier__report__validity__per_16bytes__8000: Cp_179[M]
    mbarrier__report__validity__per_16bytes__80000000: Cp_179[M]
    mbarrier__report__validity__per_element__ff: Cp_179[M]
    multicast__cluster: Cp_129[M]
    multicast__cluster__16b: Cp_129[M]
    multicast__cluster__32b: Cp_178[M]
    override__global_address: Cp_104[M]

class Cp_184(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_147[M]
    cta_group__1: Cp_158[M]
    cta_group__2: Cp_158[M]
    override__global_address: Cp_152[M]

class Cp_188(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_95[M]
    cta_group__1: Cp_110[M]
    cta_group__2: Cp_110[M]
    mbarrier__report__disabled: Cp_187[M]
    mbarrier__report__validity__per_16bytes__8: Cp_187[M]
    mbarrier__report__validity__per_16bytes__80: Cp_187[M]
    mbarrier__report__validity__per_16bytes__8000: Cp_187[M]
    mbarrier__report__validity__per_16bytes__80000000: Cp_187[M]
    mbarrier__report__validity__per_element__ff: Cp_187[M]
    override__global_address: Cp_104[M]

class Cp_206(Instruction[M]):
    mbarrier__complete_tx__bytes: Cp_205[M]

class Cp_211(Instruction[M]):
    mbarrier__complete_tx__bytes: Cp_210[M]

class Cp_220(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, im2colinfo: V, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_194[M]
    cta_group__1: Cp_209[M]
    cta_group__2: Cp_209[M]
    mbarrier__report__disabled: Cp_219[M]
    mbarrier__report__validity__per_16bytes__8: Cp_219[M]
    mbarrier__report__validity__per_16bytes__80: Cp_219[M]
    mbarrier__report__validity__per_16bytes__8000: Cp_219[M]
    mbarrier__report__validity__per_16bytes__80000000: Cp_219[M]
    mbarrier__report__validity__per_element__ff: Cp_219[M]
    multicast__cluster: Cp_217[M]
    multicast__cluster__16b: Cp_217[M]
    multicast__cluster__32b: Cp_218[M]
    override__global_address: Cp_203[M]

class Cp_225(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, im2colinfo: V, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_194[M]
    cta_group__1: Cp_209[M]
    cta_group__2: Cp_209[M]
    mbarrier__report__disabled: Cp_224[M]
    mbarrier__report__validity__per_16bytes__8: Cp_224[M]
    mbarrier__report__validity__per_16bytes__80: Cp_224[M]
    mbarrier__report__validity__per_16bytes__8000: Cp_224[M]
    mbarrier__report__validity__per_16bytes__80000000: Cp_224[M]
    mbarrier__report__validity__per_element__ff: Cp_224[M]
    override__global_address: Cp_203[M]

class Cp_12(Instruction[M]):
    def __call__(self, tensormap: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)"""
    override__global_dim: Cp_11[M]

class Cp_14(Instruction[M]):
    def __call__(self, tensormap: A, /, **options: Unpack[Options]) -> Emitted:
        """Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)"""

class Cp_21(Instruction[M]):
    def __call__(self, tensormap: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)"""
    override__global_dim_stride: Cp_11[M]

class Cp_26(Instruction[M]):
    def __call__(self, tensormap: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)"""
    override__global_address: Cp_11[M]

class Cp_27(Instruction[M]):
    def __call__(self, tensormap: A, /, **options: Unpack[Options]) -> Emitted:
        """Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)"""
    override__global_address: Cp_14[M]

class Cp_33(Instruction[M]):
    def __call__(self, tensormap: A, im2colinfo: V, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)"""
    override__global_address: Cp_32[M]

class Cp_35(Instruction[M]):
    def __call__(self, tensormap: A, im2colinfo: V, /, **options: Unpack[Options]) -> Emitted:
        """Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)"""
    override__global_address: Cp_34[M]

class Cp_34(Instruction[M]):
    def __call__(self, tensormap: A, im2colinfo: V, /, **options: Unpack[Options]) -> Emitted:
        """Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)"""

class Cp_1(Instruction[M]):
    def __call__(self, dstmem: A, srcmem: A, size: I32, cache_policy: I64, bytemask: I16, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of many bytes between state spaces. (PTX ISA, 9.7.9.25.4.1)"""

class Cp_47(Instruction[M]):
    L2__cache_hint: Cp_44[M]
    b128: Cp_45[M]
    cp_mask: Cp_46[M]

class Cp_62(Instruction[M]):
    L2__cache_hint: Cp_51[M]
    b128: Cp_52[M]
    mbarrier__report__disabled: Cp_61[M]
    mbarrier__report__validity__per_16bytes__8: Cp_61[M]
    mbarrier__report__validity__per_16bytes__80: Cp_61[M]
    mbarrier__report__validity__per_16bytes__8000: Cp_61[M]
    mbarrier__report__validity__per_16bytes__80000000: Cp_61[M]
    mbarrier__report__validity__per_element__ff: Cp_61[M]
    multicast__cluster: Cp_56[M]
    multicast__cluster__16b: Cp_56[M]
    multicast__cluster__32b: Cp_60[M]

class Cp_64(Instruction[M]):
    b128: Cp_52[M]

class Cp_74(Instruction[M]):
    L2__cache_hint: Cp_69[M]
    b128: Cp_52[M]
    ignore_oob: Cp_71[M]
    mbarrier__report__disabled: Cp_72[M]
    mbarrier__report__validity__per_16bytes__8: Cp_73[M]
    mbarrier__report__validity__per_16bytes__80: Cp_73[M]
    mbarrier__report__validity__per_16bytes__8000: Cp_73[M]
    mbarrier__report__validity__per_16bytes__80000000: Cp_73[M]
    mbarrier__report__validity__per_element__ff: Cp_73[M]

class Cp_53(Instruction[M]):
    def __call__(self, dstmem: A, srcmem: A, size: I32, mbar: A, ctamask: I16, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of many bytes between state spaces. (PTX ISA, 9.7.9.25.4.1)"""

class Cp_57(Instruction[M]):
    def __call__(self, dstmem: A, srcmem: A, size: I32, mbar: A, ctamask: I32, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of many bytes between state spaces. (PTX ISA, 9.7.9.25.4.1)"""

class Cp_67(Instruction[M]):
    def __call__(self, dstmem: A, srcmem: A, size: I32, ignorebytesleft: I32, ignorebytesright: I32, mbar: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of many bytes between state spaces. (PTX ISA, 9.7.9.25.4.1)"""

class Cp_285(Instruction[M]):
    def __call__(self, tensormap: A, srcmem: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous reduction into a box of a tensor. (PTX ISA, 9.7.9.25.5.3)"""
    override__global_address: Cp_284[M]

class Cp_287(Instruction[M]):
    def __call__(self, tensormap: A, srcmem: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous reduction into a box of a tensor. (PTX ISA, 9.7.9.25.5.3)"""
    override__global_dim: Cp_286[M]

class Cp_295(Instruction[M]):
    def __call__(self, tensormap: A, srcmem: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous reduction into a box of a tensor. (PTX ISA, 9.7.9.25.5.3)"""
    override__global_address: Cp_294[M]

class Cp_296(Instruction[M]):
    def __call__(self, tensormap: A, srcmem: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous reduction into a box of a tensor. (PTX ISA, 9.7.9.25.5.3)"""
    override__global_dim_stride: Cp_286[M]

class Cp_300(Instruction[M]):
    def __call__(self, tensormap: A, srcmem: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous reduction into a box of a tensor. (PTX ISA, 9.7.9.25.5.3)"""
    L2__cache_hint: Cp_299[M]
    override__global_address: Cp_286[M]

class Cp_256(Instruction[M]):
    def __call__(self, dstmem: A, srcmem: A, size: I32, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous element-wise reduction into memory. (PTX ISA, 9.7.9.25.4.2)"""

class Cp_257(Instruction[M]):
    bf16: Cp_256[M]
    f16: Cp_256[M]
    f32: Cp_256[M]

class Cp_95(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    override__global_address: Cp_94[M]

class Cp_105(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_95[M]
    multicast__cluster: Cp_99[M]
    multicast__cluster__16b: Cp_99[M]
    multicast__cluster__32b: Cp_103[M]
    override__global_address: Cp_104[M]

class Cp_99(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, ctamask: I16, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_97[M]
    override__global_address: Cp_98[M]

class Cp_103(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, ctamask: I32, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_101[M]
    override__global_address: Cp_102[M]

class Cp_104(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""

class Cp_110(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_95[M]
    override__global_address: Cp_104[M]

class Cp_117(Instruction[M]):
    def __call__(self, tensormap: A, srcmem: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    override__global_dim: Cp_116[M]

class Cp_119(Instruction[M]):
    def __call__(self, tensormap: A, srcmem: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""

class Cp_125(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    override__global_dim: Cp_94[M]

class Cp_97(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, ctamask: I16, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    override__global_address: Cp_96[M]

class Cp_98(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, ctamask: I16, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""

class Cp_131(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, ctamask: I32, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    override__global_address: Cp_130[M]

class Cp_133(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, ctamask: I32, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_131[M]
    override__global_address: Cp_132[M]

class Cp_132(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, ctamask: I32, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    override__global_dim: Cp_102[M]

class Cp_153(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_147[M]
    multicast__cluster: Cp_99[M]
    multicast__cluster__16b: Cp_99[M]
    multicast__cluster__32b: Cp_151[M]
    override__global_address: Cp_152[M]

class Cp_151(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, ctamask: I32, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_149[M]
    override__global_address: Cp_150[M]

class Cp_164(Instruction[M]):
    def __call__(self, tensormap: A, srcmem: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    override__global_dim_stride: Cp_116[M]

class Cp_169(Instruction[M]):
    def __call__(self, tensormap: A, srcmem: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    override__global_address: Cp_116[M]

class Cp_146(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    override__global_dim_stride: Cp_94[M]

class Cp_149(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, ctamask: I32, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    override__global_address: Cp_148[M]

class Cp_150(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, ctamask: I32, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    override__global_dim_stride: Cp_102[M]

class Cp_179(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_95[M]
    cta_group__1: Cp_110[M]
    cta_group__2: Cp_110[M]
    multicast__cluster: Cp_129[M]
    multicast__cluster__16b: Cp_129[M]
    multicast__cluster__32b: Cp_178[M]
    override__global_address: Cp_104[M]

class Cp_178(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, ctamask: I32, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_101[M]
    cta_group__1: Cp_103[M]
    cta_group__2: Cp_103[M]
    override__global_address: Cp_102[M]

class Cp_187(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_95[M]
    cta_group__1: Cp_110[M]
    cta_group__2: Cp_110[M]
    override__global_address: Cp_104[M]

class Cp_205(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, im2colinfo: V, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_194[M]
    mbarrier__report__disabled: Cp_204[M]
    mbarrier__report__validity__per_16bytes__8: Cp_204[M]
    mbarrier__report__validity__per_16bytes__80: Cp_204[M]
    mbarrier__report__validity__per_16bytes__8000: Cp_204[M]
    mbarrier__report__validity__per_16bytes__80000000: Cp_204[M]
    mbarrier__report__validity__per_element__ff: Cp_204[M]
    multicast__cluster: Cp_198[M]
    multicast__cluster__16b: Cp_198[M]
    multicast__cluster__32b: Cp_202[M]
    override__global_address: Cp_203[M]

class Cp_210(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, im2colinfo: V, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_194[M]
    mbarrier__report__disabled: Cp_209[M]
    mbarrier__report__validity__per_16bytes__8: Cp_209[M]
    mbarrier__report__validity__per_16bytes__80: Cp_209[M]
    mbarrier__report__validity__per_16bytes__8000: Cp_209[M]
    mbarrier__report__validity__per_16bytes__80000000: Cp_209[M]
    mbarrier__report__validity__per_element__ff: Cp_209[M]
    override__global_address: Cp_203[M]

class Cp_194(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, im2colinfo: V, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    override__global_address: Cp_193[M]

class Cp_209(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, im2colinfo: V, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_194[M]
    override__global_address: Cp_203[M]

class Cp_219(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, im2colinfo: V, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_194[M]
    cta_group__1: Cp_209[M]
    cta_group__2: Cp_209[M]
    multicast__cluster: Cp_217[M]
    multicast__cluster__16b: Cp_217[M]
    multicast__cluster__32b: Cp_218[M]
    override__global_address: Cp_203[M]

class Cp_217(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, im2colinfo: V, ctamask: I16, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_196[M]
    cta_group__1: Cp_198[M]
    cta_group__2: Cp_198[M]
    override__global_address: Cp_197[M]

class Cp_218(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, im2colinfo: V, ctamask: I32, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_200[M]
    cta_group__1: Cp_202[M]
    cta_group__2: Cp_202[M]
    override__global_address: Cp_201[M]

class Cp_203(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, im2colinfo: V, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""

class Cp_224(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, im2colinfo: V, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_194[M]
    cta_group__1: Cp_209[M]
    cta_group__2: Cp_209[M]
    override__global_address: Cp_203[M]

class Cp_11(Instruction[M]):
    def __call__(self, tensormap: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)"""

class Cp_32(Instruction[M]):
    def __call__(self, tensormap: A, im2colinfo: V, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)"""

class Cp_44(Instruction[M]):
    b128: Cp_42[M]
    cp_mask: Cp_43[M]

class Cp_45(Instruction[M]):
    def __call__(self, dstmem: A, srcmem: A, size: I32, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of many bytes between state spaces. (PTX ISA, 9.7.9.25.4.1)"""

class Cp_46(Instruction[M]):
    b128: Cp_3[M]

class Cp_51(Instruction[M]):
    b128: Cp_50[M]

class Cp_61(Instruction[M]):
    L2__cache_hint: Cp_51[M]
    b128: Cp_52[M]
    multicast__cluster: Cp_56[M]
    multicast__cluster__16b: Cp_56[M]
    multicast__cluster__32b: Cp_60[M]

class Cp_56(Instruction[M]):
    L2__cache_hint: Cp_54[M]
    b128: Cp_55[M]

class Cp_60(Instruction[M]):
    L2__cache_hint: Cp_58[M]
    b128: Cp_59[M]

class Cp_69(Instruction[M]):
    b128: Cp_50[M]
    ignore_oob: Cp_68[M]

class Cp_71(Instruction[M]):
    b128: Cp_70[M]

class Cp_72(Instruction[M]):
    L2__cache_hint: Cp_69[M]
    b128: Cp_52[M]
    ignore_oob: Cp_71[M]

class Cp_73(Instruction[M]):
    L2__cache_hint: Cp_51[M]
    b128: Cp_52[M]

class Cp_284(Instruction[M]):
    def __call__(self, tensormap: A, srcmem: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous reduction into a box of a tensor. (PTX ISA, 9.7.9.25.5.3)"""
    override__global_dim: Cp_283[M]

class Cp_286(Instruction[M]):
    def __call__(self, tensormap: A, srcmem: A, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous reduction into a box of a tensor. (PTX ISA, 9.7.9.25.5.3)"""

class Cp_294(Instruction[M]):
    def __call__(self, tensormap: A, srcmem: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous reduction into a box of a tensor. (PTX ISA, 9.7.9.25.5.3)"""
    override__global_dim_stride: Cp_283[M]

class Cp_299(Instruction[M]):
    def __call__(self, tensormap: A, srcmem: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous reduction into a box of a tensor. (PTX ISA, 9.7.9.25.5.3)"""
    override__global_address: Cp_283[M]

class Cp_94(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""

class Cp_101(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, ctamask: I32, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    override__global_address: Cp_100[M]

class Cp_102(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, ctamask: I32, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""

class Cp_116(Instruction[M]):
    def __call__(self, tensormap: A, srcmem: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""

class Cp_96(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, ctamask: I16, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""

class Cp_130(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, ctamask: I32, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    override__global_dim: Cp_100[M]

class Cp_148(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, ctamask: I32, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    override__global_dim_stride: Cp_100[M]

class Cp_204(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, im2colinfo: V, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_194[M]
    multicast__cluster: Cp_198[M]
    multicast__cluster__16b: Cp_198[M]
    multicast__cluster__32b: Cp_202[M]
    override__global_address: Cp_203[M]

class Cp_198(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, im2colinfo: V, ctamask: I16, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_196[M]
    override__global_address: Cp_197[M]

class Cp_202(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, im2colinfo: V, ctamask: I32, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    L2__cache_hint: Cp_200[M]
    override__global_address: Cp_201[M]

class Cp_193(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, im2colinfo: V, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""

class Cp_196(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, im2colinfo: V, ctamask: I16, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    override__global_address: Cp_195[M]

class Cp_197(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, im2colinfo: V, ctamask: I16, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""

class Cp_200(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, im2colinfo: V, ctamask: I32, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""
    override__global_address: Cp_199[M]

class Cp_201(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, im2colinfo: V, ctamask: I32, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""

class Cp_42(Instruction[M]):
    def __call__(self, dstmem: A, srcmem: A, size: I32, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of many bytes between state spaces. (PTX ISA, 9.7.9.25.4.1)"""

class Cp_43(Instruction[M]):
    b128: Cp_1[M]

class Cp_54(Instruction[M]):
    b128: Cp_53[M]

class Cp_55(Instruction[M]):
    def __call__(self, dstmem: A, srcmem: A, size: I32, mbar: A, ctamask: I16, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of many bytes between state spaces. (PTX ISA, 9.7.9.25.4.1)"""

class Cp_58(Instruction[M]):
    b128: Cp_57[M]

class Cp_59(Instruction[M]):
    def __call__(self, dstmem: A, srcmem: A, size: I32, mbar: A, ctamask: I32, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of many bytes between state spaces. (PTX ISA, 9.7.9.25.4.1)"""

class Cp_68(Instruction[M]):
    b128: Cp_67[M]

class Cp_283(Instruction[M]):
    def __call__(self, tensormap: A, srcmem: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous reduction into a box of a tensor. (PTX ISA, 9.7.9.25.5.3)"""

class Cp_100(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, ctamask: I32, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""

class Cp_195(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, im2colinfo: V, ctamask: I16, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""

class Cp_199(Instruction[M]):
    def __call__(self, dstmem: A, tensormap: A, mbar: A, im2colinfo: V, ctamask: I32, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)"""

class CpReduceAsyncBulkTensor(Instruction[M]):
    """Start an asynchronous reduction into a box of a tensor. (PTX ISA, 9.7.9.25.5.3)

        cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.load_mode}.completion_mechanism{.L2::cache_hint} [tensorMap, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
        cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.load_mode}.completion_mechanism{.L2::cache_hint} .override::global_address [tensorMap, gAddrToOverride, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
        cp.reduce.async.bulk.tensor.1d.dst.src.redOp{.tile}.completion_mechanism{.L2::cache_hint} .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords], [srcMem] {, cache-policy}  # PTX 9.4, sm_107f
        cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.tile}.completion_mechanism{.L2::cache_hint} .override::global_address.override::global_dim_stride [tensorMap, gAddrToOverride, tensorSize, lowerStride, upperStride, tensorCoords], [srcMem]{, cache-policy}  # PTX 9.4, sm_107f
    """

    _1d: Cp_293[M]
    _2d: Cp_305[M]
    _3d: Cp_309[M]
    _4d: Cp_309[M]
    _5d: Cp_309[M]

class CpReduceAsyncBulk(Instruction[M]):
    """Start an asynchronous element-wise reduction into memory. (PTX ISA, 9.7.9.25.4.2)

        cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.redOp.type [dstMem], [srcMem], size, [mbar]  # PTX 8.0, sm_90
        cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism{.L2::cache_hint}.redOp.type [dstMem], [srcMem], size{, cache-policy}  # PTX 8.0, sm_90
        cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism{.L2::cache_hint}.add.noftz.type [dstMem], [srcMem], size{, cache-policy}  # PTX 8.0, sm_90
    """

    global_: Cp_271[M]
    relaxed: Cp_282[M]
    shared__cluster: Cp_279[M]
    tensor: CpReduceAsyncBulkTensor[M]

class CpReduceAsync(Instruction[M]):
    """Start an asynchronous element-wise reduction into memory. (PTX ISA, 9.7.9.25.4.2)

        cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.redOp.type [dstMem], [srcMem], size, [mbar]  # PTX 8.0, sm_90
        cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism{.L2::cache_hint}.redOp.type [dstMem], [srcMem], size{, cache-policy}  # PTX 8.0, sm_90
        cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism{.L2::cache_hint}.add.noftz.type [dstMem], [srcMem], size{, cache-policy}  # PTX 8.0, sm_90

    Start an asynchronous reduction into a box of a tensor. (PTX ISA, 9.7.9.25.5.3)

        cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.load_mode}.completion_mechanism{.L2::cache_hint} [tensorMap, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
        cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.load_mode}.completion_mechanism{.L2::cache_hint} .override::global_address [tensorMap, gAddrToOverride, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
        cp.reduce.async.bulk.tensor.1d.dst.src.redOp{.tile}.completion_mechanism{.L2::cache_hint} .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords], [srcMem] {, cache-policy}  # PTX 9.4, sm_107f
        cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.tile}.completion_mechanism{.L2::cache_hint} .override::global_address.override::global_dim_stride [tensorMap, gAddrToOverride, tensorSize, lowerStride, upperStride, tensorCoords], [srcMem]{, cache-policy}  # PTX 9.4, sm_107f
    """

    bulk: CpReduceAsyncBulk[M]

class CpReduce(Instruction[M]):
    """Start an asynchronous element-wise reduction into memory. (PTX ISA, 9.7.9.25.4.2)

        cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.redOp.type [dstMem], [srcMem], size, [mbar]  # PTX 8.0, sm_90
        cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism{.L2::cache_hint}.redOp.type [dstMem], [srcMem], size{, cache-policy}  # PTX 8.0, sm_90
        cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism{.L2::cache_hint}.add.noftz.type [dstMem], [srcMem], size{, cache-policy}  # PTX 8.0, sm_90

    Start an asynchronous reduction into a box of a tensor. (PTX ISA, 9.7.9.25.5.3)

        cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.load_mode}.completion_mechanism{.L2::cache_hint} [tensorMap, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
        cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.load_mode}.completion_mechanism{.L2::cache_hint} .override::global_address [tensorMap, gAddrToOverride, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
        cp.reduce.async.bulk.tensor.1d.dst.src.redOp{.tile}.completion_mechanism{.L2::cache_hint} .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords], [srcMem] {, cache-policy}  # PTX 9.4, sm_107f
        cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.tile}.completion_mechanism{.L2::cache_hint} .override::global_address.override::global_dim_stride [tensorMap, gAddrToOverride, tensorSize, lowerStride, upperStride, tensorCoords], [srcMem]{, cache-policy}  # PTX 9.4, sm_107f
    """

    async_: CpReduceAsync[M]

class CpAsync_bulkWait_group:
    """Wait until at most `n` groups of stores are in flight.

    Emits `cp.async.bulk.wait_group n;`, or with `read` `cp.async.bulk.wait_group.read n;`: the
    memory that the copies read may be written again, while they may still be writing. `options` are
    those of any instruction.
    """

    def __call__(self, n: int, *, read: bool = False, pred: Any = None, **options: Any) -> _PendingResult: ...

class CpAsync_bulkTensor:
    """Helpers: cp.async_bulk.tensor.gather4_2d, cp.async_bulk.tensor.im2col_3d, cp.async_bulk.tensor.im2col_4d, cp.async_bulk.tensor.im2col_5d, cp.async_bulk.tensor.scatter4_2d, cp.async_bulk.tensor.store_1d, cp.async_bulk.tensor.store_2d, cp.async_bulk.tensor.store_3d, cp.async_bulk.tensor.store_4d, cp.async_bulk.tensor.store_5d, cp.async_bulk.tensor.tensor_1d, cp.async_bulk.tensor.tensor_1d.shared_cta_global_tile, cp.async_bulk.tensor.tensor_1d.store, cp.async_bulk.tensor.tensor_2d, cp.async_bulk.tensor.tensor_2d.shared_cta_global_tile, cp.async_bulk.tensor.tensor_2d.store, cp.async_bulk.tensor.tensor_3d, cp.async_bulk.tensor.tensor_3d.shared_cta_global_tile, cp.async_bulk.tensor.tensor_3d.store, cp.async_bulk.tensor.tensor_4d, cp.async_bulk.tensor.tensor_4d.shared_cta_global_tile, cp.async_bulk.tensor.tensor_4d.store, cp.async_bulk.tensor.tensor_5d, cp.async_bulk.tensor.tensor_5d.shared_cta_global_tile, cp.async_bulk.tensor.tensor_5d.store, cp.async_bulk.tensor.tile_1d, cp.async_bulk.tensor.tile_2d, cp.async_bulk.tensor.tile_3d, cp.async_bulk.tensor.tile_4d, cp.async_bulk.tensor.tile_5d."""

    gather4_2d: CpAsyncBulkTensorGather4_2d
    im2col_3d: CpAsyncBulkTensorIm2col_3d
    im2col_4d: CpAsyncBulkTensorIm2col_4d
    im2col_5d: CpAsyncBulkTensorIm2col_5d
    scatter4_2d: CpAsyncBulkTensorScatter4_2d
    store_1d: CpAsyncBulkTensorStore_1d
    store_2d: CpAsyncBulkTensorStore_2d
    store_3d: CpAsyncBulkTensorStore_3d
    store_4d: CpAsyncBulkTensorStore_4d
    store_5d: CpAsyncBulkTensorStore_5d
    tensor_1d: CpAsyncBulkTensor_1d
    tensor_2d: CpAsyncBulkTensor_2d
    tensor_3d: CpAsyncBulkTensor_3d
    tensor_4d: CpAsyncBulkTensor_4d
    tensor_5d: CpAsyncBulkTensor_5d
    tile_1d: CpAsyncBulkTensorTile_1d
    tile_2d: CpAsyncBulkTensorTile_2d
    tile_3d: CpAsyncBulkTensorTile_3d
    tile_4d: CpAsyncBulkTensorTile_4d
    tile_5d: CpAsyncBulkTensorTile_5d

class CpAsync_bulkCommit_group:
    """Close the group of the stores since the last one: `cp.async.bulk.commit_group;`."""

    def __call__(self, *, pred: Any = None) -> None: ...

class CpAsync_bulk:
    """Helpers: cp.async_bulk.commit_group, cp.async_bulk.tensor.gather4_2d, cp.async_bulk.tensor.im2col_3d, cp.async_bulk.tensor.im2col_4d, cp.async_bulk.tensor.im2col_5d, cp.async_bulk.tensor.scatter4_2d, cp.async_bulk.tensor.store_1d, cp.async_bulk.tensor.store_2d, cp.async_bulk.tensor.store_3d, cp.async_bulk.tensor.store_4d, cp.async_bulk.tensor.store_5d, cp.async_bulk.tensor.tensor_1d, cp.async_bulk.tensor.tensor_1d.shared_cta_global_tile, cp.async_bulk.tensor.tensor_1d.store, cp.async_bulk.tensor.tensor_2d, cp.async_bulk.tensor.tensor_2d.shared_cta_global_tile, cp.async_bulk.tensor.tensor_2d.store, cp.async_bulk.tensor.tensor_3d, cp.async_bulk.tensor.tensor_3d.shared_cta_global_tile, cp.async_bulk.tensor.tensor_3d.store, cp.async_bulk.tensor.tensor_4d, cp.async_bulk.tensor.tensor_4d.shared_cta_global_tile, cp.async_bulk.tensor.tensor_4d.store, cp.async_bulk.tensor.tensor_5d, cp.async_bulk.tensor.tensor_5d.shared_cta_global_tile, cp.async_bulk.tensor.tensor_5d.store, cp.async_bulk.tensor.tile_1d, cp.async_bulk.tensor.tile_2d, cp.async_bulk.tensor.tile_3d, cp.async_bulk.tensor.tile_4d, cp.async_bulk.tensor.tile_5d, cp.async_bulk.tensor_1d, cp.async_bulk.tensor_1d.shared_cta_global_tile, cp.async_bulk.tensor_1d.store, cp.async_bulk.tensor_2d, cp.async_bulk.tensor_2d.shared_cta_global_tile, cp.async_bulk.tensor_2d.store, cp.async_bulk.tensor_3d, cp.async_bulk.tensor_3d.shared_cta_global_tile, cp.async_bulk.tensor_3d.store, cp.async_bulk.tensor_4d, cp.async_bulk.tensor_4d.shared_cta_global_tile, cp.async_bulk.tensor_4d.store, cp.async_bulk.tensor_5d, cp.async_bulk.tensor_5d.shared_cta_global_tile, cp.async_bulk.tensor_5d.store, cp.async_bulk.wait_group."""

    commit_group: CpAsync_bulkCommit_group
    tensor: CpAsync_bulkTensor
    tensor_1d: CpAsyncBulkTensor_1d
    tensor_2d: CpAsyncBulkTensor_2d
    tensor_3d: CpAsyncBulkTensor_3d
    tensor_4d: CpAsyncBulkTensor_4d
    tensor_5d: CpAsyncBulkTensor_5d
    wait_group: CpAsync_bulkWait_group

class CpAsyncWait_group(Instruction[M]):
    """Wait until at most `n` groups of copies are in flight: `cp.async.wait_group n;`.

    `options` are those of any instruction.

    Wait until at most N groups of cp.async are pending. (PTX ISA, 9.7.9.25.3.3)

        cp.async.wait_group N  # PTX 7.0, sm_80
    """

    @overload
    def __call__(self: CpAsyncWait_group[Returning], n: Any, *, pred: Any = None, **options: Any) -> _PendingResult: ...
    @overload
    def __call__(self: CpAsyncWait_group[InFull], n: C, /, **options: Unpack[Options]) -> Emitted:
        """Wait until at most N groups of cp.async are pending. (PTX ISA, 9.7.9.25.3.3)"""

class CpAsyncWait_all(Instruction[M]):
    """Wait for all copies started by cp.async. (PTX ISA, 9.7.9.25.3.3)

        cp.async.wait_all  # PTX 7.0, sm_80
    """

    def __call__(self, **options: Unpack[Options]) -> Emitted:
        """Wait for all copies started by cp.async. (PTX ISA, 9.7.9.25.3.3)"""

class CpAsyncMbarrierArrive(Instruction[M]):
    """Arrive on an mbarrier when all started copies are done. (PTX ISA, 9.7.13.15.15)

        cp.async.mbarrier.arrive{.noinc}{.space}.b64 [addr]  # PTX 7.0, sm_80
    """

    b64: Cp_248[M]
    noinc: Cp_250[M]
    shared: Cp_249[M]
    shared__cta: Cp_249[M]

class CpAsyncMbarrier(Instruction[M]):
    """Arrive on an mbarrier when all started copies are done. (PTX ISA, 9.7.13.15.15)

        cp.async.mbarrier.arrive{.noinc}{.space}.b64 [addr]  # PTX 7.0, sm_80
    """

    arrive: CpAsyncMbarrierArrive[M]

class CpAsyncCommit_group(Instruction[M]):
    """Make a group of the copies started so far by cp.async. (PTX ISA, 9.7.9.25.3.2)

        cp.async.commit_group  # PTX 7.0, sm_80
    """

    def __call__(self, **options: Unpack[Options]) -> Emitted:
        """Make a group of the copies started so far by cp.async. (PTX ISA, 9.7.9.25.3.2)"""

class CpAsyncCg(Instruction[M]):
    """Start a copy of 16 bytes from global to shared memory, which L1 does not keep.

    Emits `cp.async.cg.shared.global [smem_dst], [global_src], 16;`. The addresses are registers,
    results of `ptx.addr`, or an object in shared memory; both are multiples of 16. With
    `src_size`, a number or a register, that many bytes are read and the rest is filled with zeros.
    """

    def __call__(self: CpAsyncCg[Returning], smem_dst: Any, global_src: Any, byte_count: int, *, src_size: Any = None, pred: Any = None) -> None: ...
    shared: Cp_245[M]
    shared__cta: Cp_245[M]

class CpAsyncCa(Instruction[M]):
    """Start a copy of 4, 8 or 16 bytes from global to shared memory, through L1.

    Emits `cp.async.ca.shared.global [smem_dst], [global_src], byte_count;`. The addresses are as
    for `cg`, and multiples of `byte_count`; `src_size` is as there.
    """

    def __call__(self: CpAsyncCa[Returning], smem_dst: Any, global_src: Any, byte_count: int, *, src_size: Any = None, pred: Any = None) -> None: ...
    shared: Cp_239[M]
    shared__cta: Cp_239[M]

class CpAsyncBulkWait_group(Instruction[M]):
    """Wait until at most `n` groups of stores are in flight.

    Emits `cp.async.bulk.wait_group n;`, or with `read` `cp.async.bulk.wait_group.read n;`: the
    memory that the copies read may be written again, while they may still be writing. `options` are
    those of any instruction.

    Wait until at most N groups of bulk operations are pending. (PTX ISA, 9.7.9.25.6.2)

        cp.async.bulk.wait_group{.read} N  # PTX 8.0, sm_90
    """

    @overload
    def __call__(self: CpAsyncBulkWait_group[Returning], n: int, *, read: bool = False, pred: Any = None, **options: Any) -> _PendingResult: ...
    @overload
    def __call__(self: CpAsyncBulkWait_group[InFull], n: C, /, **options: Unpack[Options]) -> Emitted:
        """Wait until at most N groups of bulk operations are pending. (PTX ISA, 9.7.9.25.6.2)"""
    read: Cp_231[M]

class CpAsyncBulkTensor_5dStore:
    """Store a box of shared memory to a tensor of rank 5.

    Emits `cp.async.bulk.tensor.5d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(self, *, dst: Any, src: Any, coord: tuple[Any, ...] | None = None, pred: Any = None) -> None: ...

class CpAsyncBulkTensor_5dShared_cta_global_tile:
    """Load a box into the shared memory of this CTA.

    Emits `cp.async.bulk.tensor.5d.shared::cta.global.tile.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
    that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
    """

    def __call__(self, *, dst: Any, src: Any, coord: tuple[Any, ...] | None = None, mbar: Any, cta_group: int = 1, pred: Any = None) -> None: ...

class CpAsyncBulkTensor_5d:
    """Load a box of a tensor of rank 5 into shared memory.

    Emits `cp.async.bulk.tensor.5d.shared::cluster.global.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
    CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
    """

    def __call__(self, *, dst: Any, src: Any, coord: tuple[Any, ...] | None = None, mbar: Any = None, cta_group: int = 1, multicast_mask: Any = None, pred: Any = None) -> None: ...
    shared_cta_global_tile: CpAsyncBulkTensor_5dShared_cta_global_tile
    store: CpAsyncBulkTensor_5dStore

class CpAsyncBulkTensor_4dStore:
    """Store a box of shared memory to a tensor of rank 4.

    Emits `cp.async.bulk.tensor.4d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(self, *, dst: Any, src: Any, coord: tuple[Any, ...] | None = None, pred: Any = None) -> None: ...

class CpAsyncBulkTensor_4dShared_cta_global_tile:
    """Load a box into the shared memory of this CTA.

    Emits `cp.async.bulk.tensor.4d.shared::cta.global.tile.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
    that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
    """

    def __call__(self, *, dst: Any, src: Any, coord: tuple[Any, ...] | None = None, mbar: Any, cta_group: int = 1, pred: Any = None) -> None: ...

class CpAsyncBulkTensor_4d:
    """Load a box of a tensor of rank 4 into shared memory.

    Emits `cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
    CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
    """

    def __call__(self, *, dst: Any, src: Any, coord: tuple[Any, ...] | None = None, mbar: Any = None, cta_group: int = 1, multicast_mask: Any = None, pred: Any = None) -> None: ...
    shared_cta_global_tile: CpAsyncBulkTensor_4dShared_cta_global_tile
    store: CpAsyncBulkTensor_4dStore

class CpAsyncBulkTensor_3dStore:
    """Store a box of shared memory to a tensor of rank 3.

    Emits `cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(self, *, dst: Any, src: Any, coord: tuple[Any, ...] | None = None, pred: Any = None) -> None: ...

class CpAsyncBulkTensor_3dShared_cta_global_tile:
    """Load a box into the shared memory of this CTA.

    Emits `cp.async.bulk.tensor.3d.shared::cta.global.tile.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
    that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
    """

    def __call__(self, *, dst: Any, src: Any, coord: tuple[Any, ...] | None = None, mbar: Any, cta_group: int = 1, pred: Any = None) -> None: ...

class CpAsyncBulkTensor_3d:
    """Load a box of a tensor of rank 3 into shared memory.

    Emits `cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
    CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
    """

    def __call__(self, *, dst: Any, src: Any, coord: tuple[Any, ...] | None = None, mbar: Any = None, cta_group: int = 1, multicast_mask: Any = None, pred: Any = None) -> None: ...
    shared_cta_global_tile: CpAsyncBulkTensor_3dShared_cta_global_tile
    store: CpAsyncBulkTensor_3dStore

class CpAsyncBulkTensor_2dStore:
    """Store a box of shared memory to a tensor of rank 2.

    Emits `cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(self, *, dst: Any, src: Any, coord: tuple[Any, ...] | None = None, pred: Any = None) -> None: ...

class CpAsyncBulkTensor_2dShared_cta_global_tile:
    """Load a box into the shared memory of this CTA.

    Emits `cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
    that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
    """

    def __call__(self, *, dst: Any, src: Any, coord: tuple[Any, ...] | None = None, mbar: Any, cta_group: int = 1, pred: Any = None) -> None: ...

class CpAsyncBulkTensor_2d:
    """Load a box of a tensor of rank 2 into shared memory.

    Emits `cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
    CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
    """

    def __call__(self, *, dst: Any, src: Any, coord: tuple[Any, ...] | None = None, mbar: Any = None, cta_group: int = 1, multicast_mask: Any = None, pred: Any = None) -> None: ...
    shared_cta_global_tile: CpAsyncBulkTensor_2dShared_cta_global_tile
    store: CpAsyncBulkTensor_2dStore

class CpAsyncBulkTensor_1dStore:
    """Store a box of shared memory to a tensor of rank 1.

    Emits `cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(self, *, dst: Any, src: Any, coord: tuple[Any, ...] | None = None, pred: Any = None) -> None: ...

class CpAsyncBulkTensor_1dShared_cta_global_tile:
    """Load a box into the shared memory of this CTA.

    Emits `cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
    that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
    """

    def __call__(self, *, dst: Any, src: Any, coord: tuple[Any, ...] | None = None, mbar: Any, cta_group: int = 1, pred: Any = None) -> None: ...

class CpAsyncBulkTensor_1d:
    """Load a box of a tensor of rank 1 into shared memory.

    Emits `cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes
    [dst], [src, {coord}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
    CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
    """

    def __call__(self, *, dst: Any, src: Any, coord: tuple[Any, ...] | None = None, mbar: Any = None, cta_group: int = 1, multicast_mask: Any = None, pred: Any = None) -> None: ...
    shared_cta_global_tile: CpAsyncBulkTensor_1dShared_cta_global_tile
    store: CpAsyncBulkTensor_1dStore

class CpAsyncBulkTensorTile_5d:
    """Load a box of a tensor of rank 5.

    Emits `cp.async.bulk.tensor.5d.shared::cluster.global.mbarrier::complete_tx::bytes`,
    with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
    """

    def __call__(self, dst: Any, src: Any, coord: tuple[Any, ...], *, mbar: Any = None, cache_hint: Any = None, multicast_mask: Any = None, pred: Any = None) -> None: ...

class CpAsyncBulkTensorTile_4d:
    """Load a box of a tensor of rank 4.

    Emits `cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes`,
    with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
    """

    def __call__(self, dst: Any, src: Any, coord: tuple[Any, ...], *, mbar: Any = None, cache_hint: Any = None, multicast_mask: Any = None, pred: Any = None) -> None: ...

class CpAsyncBulkTensorTile_3d:
    """Load a box of a tensor of rank 3.

    Emits `cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes`,
    with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
    """

    def __call__(self, dst: Any, src: Any, coord: tuple[Any, ...], *, mbar: Any = None, cache_hint: Any = None, multicast_mask: Any = None, pred: Any = None) -> None: ...

class CpAsyncBulkTensorTile_2d:
    """Load a box of a tensor of rank 2.

    Emits `cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes`, with
    `.multicast::cluster` for a mask of CTAs, `.cta_group::2` (sm_100a) for a pair, and
    `.L2::cache_hint` for a cache policy.
    """

    def __call__(self, dst: Any, src: Any, coord: tuple[Any, ...], *, mbar: Any = None, cache_hint: Any = None, multicast_mask: Any = None, cta_group: int = 1, pred: Any = None) -> None: ...

class CpAsyncBulkTensorTile_1d:
    """Load a box of a tensor of rank 1.

    Emits `cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes`,
    with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
    """

    def __call__(self, dst: Any, src: Any, coord: tuple[Any, ...], *, mbar: Any = None, cache_hint: Any = None, multicast_mask: Any = None, pred: Any = None) -> None: ...

class CpAsyncBulkTensorStore_5d:
    """Store a box of shared memory to a tensor of rank 5.

    Emits `cp.async.bulk.tensor.5d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(self, dst: Any, src: Any, coord: tuple[Any, ...], *, cache_hint: Any = None, pred: Any = None) -> None: ...

class CpAsyncBulkTensorStore_4d:
    """Store a box of shared memory to a tensor of rank 4.

    Emits `cp.async.bulk.tensor.4d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(self, dst: Any, src: Any, coord: tuple[Any, ...], *, cache_hint: Any = None, pred: Any = None) -> None: ...

class CpAsyncBulkTensorStore_3d:
    """Store a box of shared memory to a tensor of rank 3.

    Emits `cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(self, dst: Any, src: Any, coord: tuple[Any, ...], *, cache_hint: Any = None, pred: Any = None) -> None: ...

class CpAsyncBulkTensorStore_2d:
    """Store a box of shared memory to a tensor of rank 2.

    Emits `cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(self, dst: Any, src: Any, coord: tuple[Any, ...], *, cache_hint: Any = None, pred: Any = None) -> None: ...

class CpAsyncBulkTensorStore_1d:
    """Store a box of shared memory to a tensor of rank 1.

    Emits `cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [dst, {coord}], [src];`.
    """

    def __call__(self, dst: Any, src: Any, coord: tuple[Any, ...], *, cache_hint: Any = None, pred: Any = None) -> None: ...

class CpAsyncBulkTensorScatter4_2d:
    """Store four rows of shared memory to four rows of a matrix: a column and four rows.

    Emits `cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group` (PTX 8.6,
    sm_100a). It is waited for as a group: `TypeError` for an mbarrier.
    """

    def __call__(self, dst: Any, src: Any, coord: tuple[Any, ...], *, mbar: Any = None, pred: Any = None) -> None: ...

class CpAsyncBulkTensorIm2col_5d:
    """Load pixels by an im2col map of rank 5: 5 coordinates, then offsets.

    Emits `cp.async.bulk.tensor.5d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes`,
    with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
    """

    def __call__(self, dst: Any, src: Any, coord: tuple[Any, ...], *, mbar: Any = None, cache_hint: Any = None, multicast_mask: Any = None, pred: Any = None) -> None: ...

class CpAsyncBulkTensorIm2col_4d:
    """Load pixels by an im2col map of rank 4: 4 coordinates, then offsets.

    Emits `cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes`,
    with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
    """

    def __call__(self, dst: Any, src: Any, coord: tuple[Any, ...], *, mbar: Any = None, cache_hint: Any = None, multicast_mask: Any = None, pred: Any = None) -> None: ...

class CpAsyncBulkTensorIm2col_3d:
    """Load pixels by an im2col map of rank 3: 3 coordinates, then offsets.

    Emits `cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes`,
    with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
    """

    def __call__(self, dst: Any, src: Any, coord: tuple[Any, ...], *, mbar: Any = None, cache_hint: Any = None, multicast_mask: Any = None, pred: Any = None) -> None: ...

class CpAsyncBulkTensorGather4_2d:
    """Load four rows of a matrix (PTX 8.6, sm_100): a column and four rows.

    Emits `cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes`,
    with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
    """

    def __call__(self, dst: Any, src: Any, coord: tuple[Any, ...], *, mbar: Any = None, cache_hint: Any = None, multicast_mask: Any = None, pred: Any = None) -> None: ...

class CpAsyncBulkTensor(Instruction[M]):
    """Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)

        cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint} [dstMem], [tensorMap, tensorCoords], [mbar] {, im2colInfo}{, ctaMask}{, cache-policy}  # PTX 8.0, sm_90
        cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint}.override::global_address [dstMem], [tensorMap, gAddrToOverride, tensorCoords], [mbar] {, im2colInfo}{, ctaMask}{, cache-policy}  # PTX 8.0, sm_90
        cp.async.bulk.tensor.1d.dst.src{.tile}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint} .override::global_address.override::global_dim [dstMem], [tensorMap, gAddrToOverride, tensorSize, tensorCoords], [mbar] {, ctaMask}{, cache-policy}  # PTX 9.4, sm_107f
        cp.async.bulk.tensor.dim.dst.src{.tile}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint} .override::global_address.override::global_dim_stride [dstMem], [tensorMap, gAddrToOverride, tensorSize, lowerStride, upperStride, tensorCoords], [mbar]{, ctaMask}{, cache-policy}  # PTX 9.4, sm_107f
        cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.L2::cache_hint} [tensorMap, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
        cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.L2::cache_hint} .override::global_address [tensorMap, gAddrToOverride, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
        … (8 forms; see ptxpy isa cp.async.bulk.tensor)
    """

    _1d: Cp_145[M]
    _2d: Cp_192[M]
    _3d: Cp_229[M]
    _4d: Cp_229[M]
    _5d: Cp_229[M]
    gather4_2d: CpAsyncBulkTensorGather4_2d
    im2col_3d: CpAsyncBulkTensorIm2col_3d
    im2col_4d: CpAsyncBulkTensorIm2col_4d
    im2col_5d: CpAsyncBulkTensorIm2col_5d
    scatter4_2d: CpAsyncBulkTensorScatter4_2d
    store_1d: CpAsyncBulkTensorStore_1d
    store_2d: CpAsyncBulkTensorStore_2d
    store_3d: CpAsyncBulkTensorStore_3d
    store_4d: CpAsyncBulkTensorStore_4d
    store_5d: CpAsyncBulkTensorStore_5d
    tensor_1d: CpAsyncBulkTensor_1d
    tensor_2d: CpAsyncBulkTensor_2d
    tensor_3d: CpAsyncBulkTensor_3d
    tensor_4d: CpAsyncBulkTensor_4d
    tensor_5d: CpAsyncBulkTensor_5d
    tile_1d: CpAsyncBulkTensorTile_1d
    tile_2d: CpAsyncBulkTensorTile_2d
    tile_3d: CpAsyncBulkTensorTile_3d
    tile_4d: CpAsyncBulkTensorTile_4d
    tile_5d: CpAsyncBulkTensorTile_5d

class CpAsyncBulkPrefetchTensor(Instruction[M]):
    """Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)

        cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}{.L2::cache_hint} [tensorMap, tensorCoords]{, im2colInfo}{, cache-policy}  # PTX 8.0, sm_90
        cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}.L2::evict_last [tensorMap, tensorCoords]{, im2colInfo}  # PTX 8.0, sm_90
        cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}{.L2::cache_hint}.override::global_address [tensorMap, gAddrToOverride, tensorCoords]{, im2colInfo}{, cache-policy}  # PTX 8.0, sm_90
        cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}.L2::evict_last.override::global_address [tensorMap, gAddrToOverride, tensorCoords]{, im2colInfo}  # PTX 8.0, sm_90
        cp.async.bulk.prefetch.tensor.1d.L2.src{.tile}{.L2::cache_hint} .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords]{, cache-policy}  # PTX 9.4, sm_107f
        cp.async.bulk.prefetch.tensor.1d.L2.src{.tile}.L2::evict_last .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords]  # PTX 9.4, sm_107f
        … (8 forms; see ptxpy isa cp.async.bulk.prefetch.tensor)
    """

    _1d: Cp_20[M]
    _2d: Cp_31[M]
    _3d: Cp_39[M]
    _4d: Cp_39[M]
    _5d: Cp_39[M]

class CpAsyncBulkPrefetch(Instruction[M]):
    """Hint that many bytes be fetched into a cache. (PTX ISA, 9.7.9.25.4.3)

        cp.async.bulk.prefetch.L2.src{.L2::cache_hint} [srcMem], size{, cache-policy}  # PTX 8.0, sm_90
        cp.async.bulk.prefetch.L2.src{.L2::evict_last} [srcMem], size  # PTX 8.0, sm_90
    """

    L2: Cp_10[M]
    tensor: CpAsyncBulkPrefetchTensor[M]

class CpAsyncBulkCommit_group(Instruction[M]):
    """Make a group of the bulk operations started so far. (PTX ISA, 9.7.9.25.6.1)

        cp.async.bulk.commit_group  # PTX 8.0, sm_90
    """

    def __call__(self, **options: Unpack[Options]) -> Emitted:
        """Make a group of the bulk operations started so far. (PTX ISA, 9.7.9.25.6.1)"""

class CpAsyncBulk(Instruction[M]):
    """Start an asynchronous copy of many bytes between state spaces. (PTX ISA, 9.7.9.25.4.1)

        cp.async.bulk{.sem}.dst.src.completion_mechanism{.report_mechanism}{.L2::cache_hint} [dstMem], [srcMem], size, [mbar]{, cache-policy}  # PTX 8.6, sm_90
        cp.async.bulk{.sem}.dst.src.completion_mechanism{.report_disabled}{.L2::cache_hint}.ignore_oob [dstMem], [srcMem], size, ignoreBytesLeft, ignoreBytesRight, [mbar] {, cache-policy}  # PTX 8.6, sm_90
        cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.report_mechanism}{.L2::cache_hint}.type [dstMem], [srcMem], size, [mbar]{, cache-policy}  # PTX 8.6, sm_90
        cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.report_disabled}{.L2::cache_hint} .ignore_oob.type [dstMem], [srcMem], size, ignoreBytesLeft, ignoreBytesRight, [mbar] {, cache-policy}  # PTX 8.6, sm_90
        cp.async.bulk{.sem}.dst.src.completion_mechanism{.report_mechanism}{.multicast}{.L2::cache_hint} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, cache-policy}  # PTX 8.0, sm_90
        cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.report_mechanism}{.multicast} {.L2::cache_hint}.type [dstMem], [srcMem], size, [mbar]{, ctaMask}{, cache-policy}  # PTX 8.0, sm_90
        … (10 forms; see ptxpy isa cp.async.bulk)
    """

    commit_group: CpAsyncBulkCommit_group[M]
    global_: Cp_6[M]
    prefetch: CpAsyncBulkPrefetch[M]
    relaxed: Cp_80[M]
    shared__cluster: Cp_87[M]
    shared__cta: Cp_93[M]
    tensor: CpAsyncBulkTensor[M]
    tensor_1d: CpAsyncBulkTensor_1d
    tensor_2d: CpAsyncBulkTensor_2d
    tensor_3d: CpAsyncBulkTensor_3d
    tensor_4d: CpAsyncBulkTensor_4d
    tensor_5d: CpAsyncBulkTensor_5d
    wait_group: CpAsyncBulkWait_group[M]
    weak: Cp_233[M]

class CpAsync(Instruction[M]):
    """Start an asynchronous copy of 4, 8 or 16 bytes from global to shared memory. (PTX ISA, 9.7.9.25.3.1)

        cp.async.ca.dst.global{.L2::cache_hint}{.prefetch_size} [dst], [src], 4{, src-size-4}{, cache-policy}  # PTX 7.0, sm_80
        cp.async.ca.dst.global{.L2::cache_hint}{.prefetch_size} [dst], [src], 8{, src-size-8}{, cache-policy}  # PTX 7.0, sm_80
        cp.async.cop.dst.global{.L2::cache_hint}{.prefetch_size} [dst], [src], 16{, src-size-16}{, cache-policy}  # PTX 7.0, sm_80
        cp.async.ca.dst.global{.L2::cache_hint}{.prefetch_size} [dst], [src], cp-size, {!}ignore-src{, cache-policy}  # PTX 7.5, sm_80
        cp.async.cg.dst.global{.L2::cache_hint}{.prefetch_size} [dst], [src], 16, {!}ignore-src{, cache-policy}  # PTX 7.5, sm_80
    """

    bulk: CpAsyncBulk[M]
    ca: CpAsyncCa[M]
    cg: CpAsyncCg[M]
    commit_group: CpAsyncCommit_group[M]
    mbarrier: CpAsyncMbarrier[M]
    wait_all: CpAsyncWait_all[M]
    wait_group: CpAsyncWait_group[M]

class Cp(Instruction[M]):
    """Start an asynchronous copy of 4, 8 or 16 bytes from global to shared memory. (PTX ISA, 9.7.9.25.3.1)

        cp.async.ca.dst.global{.L2::cache_hint}{.prefetch_size} [dst], [src], 4{, src-size-4}{, cache-policy}  # PTX 7.0, sm_80
        cp.async.ca.dst.global{.L2::cache_hint}{.prefetch_size} [dst], [src], 8{, src-size-8}{, cache-policy}  # PTX 7.0, sm_80
        cp.async.cop.dst.global{.L2::cache_hint}{.prefetch_size} [dst], [src], 16{, src-size-16}{, cache-policy}  # PTX 7.0, sm_80
        cp.async.ca.dst.global{.L2::cache_hint}{.prefetch_size} [dst], [src], cp-size, {!}ignore-src{, cache-policy}  # PTX 7.5, sm_80
        cp.async.cg.dst.global{.L2::cache_hint}{.prefetch_size} [dst], [src], 16, {!}ignore-src{, cache-policy}  # PTX 7.5, sm_80

    Make a group of the copies started so far by cp.async. (PTX ISA, 9.7.9.25.3.2)

        cp.async.commit_group  # PTX 7.0, sm_80

    Wait until at most N groups of cp.async are pending. (PTX ISA, 9.7.9.25.3.3)

        cp.async.wait_group N  # PTX 7.0, sm_80

    Wait for all copies started by cp.async. (PTX ISA, 9.7.9.25.3.3)

        cp.async.wait_all  # PTX 7.0, sm_80

    Arrive on an mbarrier when all started copies are done. (PTX ISA, 9.7.13.15.15)

        cp.async.mbarrier.arrive{.noinc}{.space}.b64 [addr]  # PTX 7.0, sm_80

    Start an asynchronous copy of many bytes between state spaces. (PTX ISA, 9.7.9.25.4.1)

        cp.async.bulk{.sem}.dst.src.completion_mechanism{.report_mechanism}{.L2::cache_hint} [dstMem], [srcMem], size, [mbar]{, cache-policy}  # PTX 8.6, sm_90
        cp.async.bulk{.sem}.dst.src.completion_mechanism{.report_disabled}{.L2::cache_hint}.ignore_oob [dstMem], [srcMem], size, ignoreBytesLeft, ignoreBytesRight, [mbar] {, cache-policy}  # PTX 8.6, sm_90
        cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.report_mechanism}{.L2::cache_hint}.type [dstMem], [srcMem], size, [mbar]{, cache-policy}  # PTX 8.6, sm_90
        cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.report_disabled}{.L2::cache_hint} .ignore_oob.type [dstMem], [srcMem], size, ignoreBytesLeft, ignoreBytesRight, [mbar] {, cache-policy}  # PTX 8.6, sm_90
        cp.async.bulk{.sem}.dst.src.completion_mechanism{.report_mechanism}{.multicast}{.L2::cache_hint} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, cache-policy}  # PTX 8.0, sm_90
        cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.report_mechanism}{.multicast} {.L2::cache_hint}.type [dstMem], [srcMem], size, [mbar]{, ctaMask}{, cache-policy}  # PTX 8.0, sm_90
        … (10 forms; see ptxpy isa cp.async.bulk)

    Start an asynchronous element-wise reduction into memory. (PTX ISA, 9.7.9.25.4.2)

        cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.redOp.type [dstMem], [srcMem], size, [mbar]  # PTX 8.0, sm_90
        cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism{.L2::cache_hint}.redOp.type [dstMem], [srcMem], size{, cache-policy}  # PTX 8.0, sm_90
        cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism{.L2::cache_hint}.add.noftz.type [dstMem], [srcMem], size{, cache-policy}  # PTX 8.0, sm_90

    Hint that many bytes be fetched into a cache. (PTX ISA, 9.7.9.25.4.3)

        cp.async.bulk.prefetch.L2.src{.L2::cache_hint} [srcMem], size{, cache-policy}  # PTX 8.0, sm_90
        cp.async.bulk.prefetch.L2.src{.L2::evict_last} [srcMem], size  # PTX 8.0, sm_90

    Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)

        cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint} [dstMem], [tensorMap, tensorCoords], [mbar] {, im2colInfo}{, ctaMask}{, cache-policy}  # PTX 8.0, sm_90
        cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint}.override::global_address [dstMem], [tensorMap, gAddrToOverride, tensorCoords], [mbar] {, im2colInfo}{, ctaMask}{, cache-policy}  # PTX 8.0, sm_90
        cp.async.bulk.tensor.1d.dst.src{.tile}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint} .override::global_address.override::global_dim [dstMem], [tensorMap, gAddrToOverride, tensorSize, tensorCoords], [mbar] {, ctaMask}{, cache-policy}  # PTX 9.4, sm_107f
        cp.async.bulk.tensor.dim.dst.src{.tile}.completion_mechanism{.report_mechanism}{.multicast} {.cta_group}{.L2::cache_hint} .override::global_address.override::global_dim_stride [dstMem], [tensorMap, gAddrToOverride, tensorSize, lowerStride, upperStride, tensorCoords], [mbar]{, ctaMask}{, cache-policy}  # PTX 9.4, sm_107f
        cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.L2::cache_hint} [tensorMap, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
        cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.L2::cache_hint} .override::global_address [tensorMap, gAddrToOverride, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
        … (8 forms; see ptxpy isa cp.async.bulk.tensor)

    Start an asynchronous reduction into a box of a tensor. (PTX ISA, 9.7.9.25.5.3)

        cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.load_mode}.completion_mechanism{.L2::cache_hint} [tensorMap, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
        cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.load_mode}.completion_mechanism{.L2::cache_hint} .override::global_address [tensorMap, gAddrToOverride, tensorCoords], [srcMem]{, cache-policy}  # PTX 8.0, sm_90
        cp.reduce.async.bulk.tensor.1d.dst.src.redOp{.tile}.completion_mechanism{.L2::cache_hint} .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords], [srcMem] {, cache-policy}  # PTX 9.4, sm_107f
        cp.reduce.async.bulk.tensor.dim.dst.src.redOp{.tile}.completion_mechanism{.L2::cache_hint} .override::global_address.override::global_dim_stride [tensorMap, gAddrToOverride, tensorSize, lowerStride, upperStride, tensorCoords], [srcMem]{, cache-policy}  # PTX 9.4, sm_107f

    Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)

        cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}{.L2::cache_hint} [tensorMap, tensorCoords]{, im2colInfo}{, cache-policy}  # PTX 8.0, sm_90
        cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}.L2::evict_last [tensorMap, tensorCoords]{, im2colInfo}  # PTX 8.0, sm_90
        cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}{.L2::cache_hint}.override::global_address [tensorMap, gAddrToOverride, tensorCoords]{, im2colInfo}{, cache-policy}  # PTX 8.0, sm_90
        cp.async.bulk.prefetch.tensor.dim.L2.src{.load_mode}.L2::evict_last.override::global_address [tensorMap, gAddrToOverride, tensorCoords]{, im2colInfo}  # PTX 8.0, sm_90
        cp.async.bulk.prefetch.tensor.1d.L2.src{.tile}{.L2::cache_hint} .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords]{, cache-policy}  # PTX 9.4, sm_107f
        cp.async.bulk.prefetch.tensor.1d.L2.src{.tile}.L2::evict_last .override::global_address.override::global_dim [tensorMap, gAddrToOverride, tensorSize, tensorCoords]  # PTX 9.4, sm_107f
        … (8 forms; see ptxpy isa cp.async.bulk.prefetch.tensor)

    Make a group of the bulk operations started so far. (PTX ISA, 9.7.9.25.6.1)

        cp.async.bulk.commit_group  # PTX 8.0, sm_90

    Wait until at most N groups of bulk operations are pending. (PTX ISA, 9.7.9.25.6.2)

        cp.async.bulk.wait_group{.read} N  # PTX 8.0, sm_90
    """

    async_: CpAsync[M]
    async_bulk: CpAsync_bulk
    reduce: CpReduce[M]

class Createpolicy_9(Instruction[M]):
    L2__evict_first: Createpolicy_8[M]
    L2__evict_unchanged: Createpolicy_8[M]
    b64: Createpolicy_7[M]

class Createpolicy_13(Instruction[M]):
    L2__evict_first: Createpolicy_12[M]
    L2__evict_last: Createpolicy_12[M]
    L2__evict_normal: Createpolicy_12[M]
    L2__evict_unchanged: Createpolicy_12[M]

class Createpolicy_14(Instruction[M]):
    L2__evict_first: Createpolicy_9[M]
    L2__evict_last: Createpolicy_9[M]
    L2__evict_normal: Createpolicy_9[M]
    L2__evict_unchanged: Createpolicy_9[M]

class Createpolicy_5(Instruction[M]):
    L2__evict_first: Createpolicy_4[M]
    L2__evict_unchanged: Createpolicy_4[M]
    b64: Createpolicy_3[M]

class Createpolicy_1(Instruction[M]):
    b64: Createpolicy_0[M]

class Createpolicy_8(Instruction[M]):
    b64: Createpolicy_7[M]

class Createpolicy_7(Instruction[M]):
    @overload
    def __call__(self: Createpolicy_7[Returning], a: A, primary_size: I32, total_size: I32, /, **options: Unpack[Options]) -> Number64:
        """Make a cache policy for a range of addresses. (PTX ISA, 9.7.9.18)"""
    @overload
    def __call__(self: Createpolicy_7[InFull], cache_policy: I64, a: A, primary_size: I32, total_size: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Createpolicy_12(Instruction[M]):
    L2__evict_first: Createpolicy_11[M]
    L2__evict_unchanged: Createpolicy_11[M]
    b64: Createpolicy_10[M]

class Createpolicy_4(Instruction[M]):
    b64: Createpolicy_3[M]

class Createpolicy_3(Instruction[M]):
    @overload
    def __call__(self: Createpolicy_3[Returning], fraction: F32 = ..., /, **options: Unpack[Options]) -> Number64:
        """Make a cache policy for a share of all addresses. (PTX ISA, 9.7.9.18)"""
    @overload
    def __call__(self: Createpolicy_3[InFull], cache_policy: I64, fraction: F32 = ..., /, **options: Unpack[Options]) -> Emitted: ...

class Createpolicy_0(Instruction[M]):
    @overload
    def __call__(self: Createpolicy_0[Returning], access_property: I64, /, **options: Unpack[Options]) -> Number64:
        """Make a cache policy of an access property of the CUDA runtime. (PTX ISA, 9.7.9.18)"""
    @overload
    def __call__(self: Createpolicy_0[InFull], cache_policy: I64, access_property: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Createpolicy_11(Instruction[M]):
    b64: Createpolicy_10[M]

class Createpolicy_10(Instruction[M]):
    @overload
    def __call__(self: Createpolicy_10[Returning], endpoint: A, primary_size: I32, total_size: I32, /, **options: Unpack[Options]) -> Number64:
        """Make a cache policy for a range of addresses. (PTX ISA, 9.7.9.18)"""
    @overload
    def __call__(self: Createpolicy_10[InFull], cache_policy: I64, endpoint: A, primary_size: I32, total_size: I32, /, **options: Unpack[Options]) -> Emitted: ...

class CreatepolicyRange(Instruction[M]):
    """Make a cache policy for a range of addresses. (PTX ISA, 9.7.9.18)

        createpolicy.range{.global}.level::primary_priority{.level::secondary_priority}.b64 cache-policy, [a], primary-size, total-size  # PTX 7.4, sm_80
        createpolicy.range.fabric.level::primary_priority{.level::secondary_priority}.b64 cache-policy, [endpoint, offset], primary-size, total-size  # PTX 9.4, sm_100
    """

    L2__evict_first: Createpolicy_9[M]
    L2__evict_last: Createpolicy_9[M]
    L2__evict_normal: Createpolicy_9[M]
    L2__evict_unchanged: Createpolicy_9[M]
    fabric: Createpolicy_13[M]
    global_: Createpolicy_14[M]

class CreatepolicyFractional(Instruction[M]):
    """Make a cache policy for a share of all addresses. (PTX ISA, 9.7.9.18)

        createpolicy.fractional.level::primary_priority{.level::secondary_priority}.b64 cache-policy{, fraction}  # PTX 7.4, sm_80
    """

    L2__evict_first: Createpolicy_5[M]
    L2__evict_last: Createpolicy_5[M]
    L2__evict_normal: Createpolicy_5[M]
    L2__evict_unchanged: Createpolicy_5[M]

class CreatepolicyCvt(Instruction[M]):
    """Make a cache policy of an access property of the CUDA runtime. (PTX ISA, 9.7.9.18)

        createpolicy.cvt.L2.b64 cache-policy, access-property  # PTX 7.4, sm_80
    """

    L2: Createpolicy_1[M]

class Createpolicy(Instruction[M]):
    """Make a cache policy for a range of addresses. (PTX ISA, 9.7.9.18)

        createpolicy.range{.global}.level::primary_priority{.level::secondary_priority}.b64 cache-policy, [a], primary-size, total-size  # PTX 7.4, sm_80
        createpolicy.range.fabric.level::primary_priority{.level::secondary_priority}.b64 cache-policy, [endpoint, offset], primary-size, total-size  # PTX 9.4, sm_100

    Make a cache policy for a share of all addresses. (PTX ISA, 9.7.9.18)

        createpolicy.fractional.level::primary_priority{.level::secondary_priority}.b64 cache-policy{, fraction}  # PTX 7.4, sm_80

    Make a cache policy of an access property of the CUDA runtime. (PTX ISA, 9.7.9.18)

        createpolicy.cvt.L2.b64 cache-policy, access-property  # PTX 7.4, sm_80
    """

    cvt: CreatepolicyCvt[M]
    fractional: CreatepolicyFractional[M]
    range: CreatepolicyRange[M]

class Cvt_23(Instruction[M]):
    s16: Cvt_19[M]
    s2: Cvt_22[M]
    s4: Cvt_22[M]
    s8: Cvt_22[M]
    u16: Cvt_19[M]
    u2: Cvt_22[M]
    u4: Cvt_22[M]
    u8: Cvt_22[M]

class Cvt_1(Instruction[M]):
    bf16: Cvt_0[M]
    f16: Cvt_0[M]

class Cvt_3(Instruction[M]):
    bf16: Cvt_0[M]
    f16: Cvt_2[M]

class Cvt_7(Instruction[M]):
    bf16: Cvt_4[M]
    f16: Cvt_5[M]
    f32: Cvt_6[M]

class Cvt_12(Instruction[M]):
    bf16: Cvt_8[M]
    f16: Cvt_9[M]
    f32: Cvt_10[M]
    f64: Cvt_11[M]

class Cvt_17(Instruction[M]):
    f32: Cvt_7[M]
    f64: Cvt_14[M]
    sat: Cvt_16[M]

class Cvt_49(Instruction[M]):
    bf16: Cvt_31[M]
    f16: Cvt_34[M]
    f32: Cvt_36[M]
    f64: Cvt_37[M]
    ftz: Cvt_44[M]
    sat: Cvt_48[M]

class Cvt_75(Instruction[M]):
    bf16: Cvt_50[M]
    f16: Cvt_51[M]
    f32: Cvt_52[M]
    f64: Cvt_53[M]
    ftz: Cvt_59[M]
    s16: Cvt_61[M]
    s32: Cvt_63[M]
    s64: Cvt_65[M]
    s8: Cvt_69[M]
    sat: Cvt_74[M]
    u16: Cvt_61[M]
    u32: Cvt_63[M]
    u64: Cvt_65[M]
    u8: Cvt_69[M]

class Cvt_110(Instruction[M]):
    bf16: Cvt_31[M]
    bf16x2: Cvt_79[M]
    f16: Cvt_34[M]
    f16x2: Cvt_81[M]
    f32: Cvt_36[M]
    f64: Cvt_37[M]
    ftz: Cvt_44[M]
    relu: Cvt_92[M]
    sat: Cvt_48[M]
    satfinite: Cvt_109[M]
    scaled__n2__ue8m0: Cvt_89[M]
    tf32: Cvt_91[M]

class Cvt_112(Instruction[M]):
    satfinite: Cvt_111[M]
    tf32: Cvt_91[M]

class Cvt_115(Instruction[M]):
    bf16: Cvt_31[M]
    f16: Cvt_34[M]
    f32: Cvt_36[M]
    f64: Cvt_37[M]
    ftz: Cvt_44[M]
    sat: Cvt_48[M]
    satfinite: Cvt_114[M]
    ue8m0x2: Cvt_113[M]

class Cvt_126(Instruction[M]):
    bf16x2: Cvt_117[M]
    f16x2: Cvt_119[M]
    relu: Cvt_125[M]
    satfinite: Cvt_124[M]

class Cvt_131(Instruction[M]):
    bf16: Cvt_31[M]
    bf16x2: Cvt_83[M]
    f16: Cvt_34[M]
    f16x2: Cvt_84[M]
    f32: Cvt_36[M]
    f64: Cvt_37[M]
    ftz: Cvt_44[M]
    relu: Cvt_127[M]
    sat: Cvt_48[M]
    satfinite: Cvt_130[M]
    tf32: Cvt_91[M]
    ue8m0x2: Cvt_113[M]

class Cvt_132(Instruction[M]):
    s16: Cvt_2[M]
    s32: Cvt_32[M]
    s64: Cvt_33[M]
    s8: Cvt_2[M]
    u16: Cvt_2[M]
    u32: Cvt_32[M]
    u64: Cvt_33[M]
    u8: Cvt_2[M]

class Cvt_133(Instruction[M]):
    s16: Cvt_5[M]
    s32: Cvt_6[M]
    s64: Cvt_35[M]
    s8: Cvt_5[M]
    u16: Cvt_5[M]
    u32: Cvt_6[M]
    u64: Cvt_35[M]
    u8: Cvt_5[M]

class Cvt_47(Instruction[M]):
    s16: Cvt_9[M]
    s32: Cvt_10[M]
    s64: Cvt_11[M]
    s8: Cvt_9[M]
    u16: Cvt_9[M]
    u32: Cvt_10[M]
    u64: Cvt_11[M]
    u8: Cvt_9[M]

class Cvt_134(Instruction[M]):
    s16: Cvt_67[M]
    s32: Cvt_56[M]
    s64: Cvt_68[M]
    s8: Cvt_67[M]
    u16: Cvt_67[M]
    u32: Cvt_56[M]
    u64: Cvt_68[M]
    u8: Cvt_67[M]

class Cvt_143(Instruction[M]):
    f16: Cvt_51[M]
    f32: Cvt_15[M]
    f64: Cvt_72[M]
    s16: Cvt_135[M]
    s32: Cvt_136[M]
    s64: Cvt_137[M]
    s8: Cvt_138[M]
    u16: Cvt_139[M]
    u32: Cvt_140[M]
    u64: Cvt_141[M]
    u8: Cvt_142[M]

class Cvt_19(Instruction[M]):
    s32: Cvt_18[M]

class Cvt_22(Instruction[M]):
    s32: Cvt_21[M]

class Cvt_0(Instruction[M]):
    @overload
    def __call__(self: Cvt_0[Returning], a: F16, /, **options: Unpack[Options]) -> Number16:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_0[InFull], d: F16, a: F16, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_2(Instruction[M]):
    @overload
    def __call__(self: Cvt_2[Returning], a: N, /, **options: Unpack[Options]) -> Number16:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_2[InFull], d: N, a: N, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_4(Instruction[M]):
    @overload
    def __call__(self: Cvt_4[Returning], a: F16, /, **options: Unpack[Options]) -> Number32:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_4[InFull], d: F32, a: F16, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_5(Instruction[M]):
    @overload
    def __call__(self: Cvt_5[Returning], a: N, /, **options: Unpack[Options]) -> Number32:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_5[InFull], d: W32, a: N, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_6(Instruction[M]):
    @overload
    def __call__(self: Cvt_6[Returning], a: W32, /, **options: Unpack[Options]) -> Number32:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_6[InFull], d: W32, a: W32, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_8(Instruction[M]):
    @overload
    def __call__(self: Cvt_8[Returning], a: F16, /, **options: Unpack[Options]) -> Number64:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_8[InFull], d: F64, a: F16, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_9(Instruction[M]):
    @overload
    def __call__(self: Cvt_9[Returning], a: N, /, **options: Unpack[Options]) -> Number64:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_9[InFull], d: W64, a: N, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_10(Instruction[M]):
    @overload
    def __call__(self: Cvt_10[Returning], a: W32, /, **options: Unpack[Options]) -> Number64:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_10[InFull], d: W64, a: W32, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_11(Instruction[M]):
    @overload
    def __call__(self: Cvt_11[Returning], a: W64, /, **options: Unpack[Options]) -> Number64:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_11[InFull], d: W64, a: W64, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_14(Instruction[M]):
    f32: Cvt_13[M]

class Cvt_16(Instruction[M]):
    f32: Cvt_15[M]
    f64: Cvt_14[M]

class Cvt_31(Instruction[M]):
    f16: Cvt_0[M]
    f32: Cvt_25[M]
    f64: Cvt_26[M]
    s16: Cvt_27[M]
    s32: Cvt_28[M]
    s64: Cvt_29[M]
    s8: Cvt_30[M]
    u16: Cvt_27[M]
    u32: Cvt_28[M]
    u64: Cvt_29[M]
    u8: Cvt_30[M]

class Cvt_34(Instruction[M]):
    bf16: Cvt_0[M]
    f32: Cvt_32[M]
    f64: Cvt_33[M]
    s16: Cvt_2[M]
    s32: Cvt_32[M]
    s64: Cvt_33[M]
    s8: Cvt_2[M]
    u16: Cvt_2[M]
    u32: Cvt_32[M]
    u64: Cvt_33[M]
    u8: Cvt_2[M]

class Cvt_36(Instruction[M]):
    bf16: Cvt_4[M]
    f64: Cvt_35[M]
    s16: Cvt_5[M]
    s32: Cvt_6[M]
    s64: Cvt_35[M]
    s8: Cvt_5[M]
    u16: Cvt_5[M]
    u32: Cvt_6[M]
    u64: Cvt_35[M]
    u8: Cvt_5[M]

class Cvt_37(Instruction[M]):
    bf16: Cvt_8[M]
    s16: Cvt_9[M]
    s32: Cvt_10[M]
    s64: Cvt_11[M]
    s8: Cvt_9[M]
    u16: Cvt_9[M]
    u32: Cvt_10[M]
    u64: Cvt_11[M]
    u8: Cvt_9[M]

class Cvt_44(Instruction[M]):
    bf16: Cvt_38[M]
    f16: Cvt_39[M]
    f32: Cvt_41[M]
    sat: Cvt_43[M]

class Cvt_48(Instruction[M]):
    f16: Cvt_45[M]
    f32: Cvt_46[M]
    f64: Cvt_47[M]

class Cvt_50(Instruction[M]):
    bf16: Cvt_0[M]

class Cvt_51(Instruction[M]):
    f16: Cvt_2[M]

class Cvt_52(Instruction[M]):
    f32: Cvt_6[M]

class Cvt_53(Instruction[M]):
    f64: Cvt_11[M]

class Cvt_59(Instruction[M]):
    f32: Cvt_52[M]
    s16: Cvt_39[M]
    s32: Cvt_52[M]
    s64: Cvt_55[M]
    s8: Cvt_57[M]
    sat: Cvt_58[M]
    u16: Cvt_39[M]
    u32: Cvt_52[M]
    u64: Cvt_55[M]
    u8: Cvt_57[M]

class Cvt_61(Instruction[M]):
    bf16: Cvt_60[M]
    f16: Cvt_2[M]
    f32: Cvt_32[M]
    f64: Cvt_33[M]

class Cvt_63(Instruction[M]):
    bf16: Cvt_62[M]
    f16: Cvt_5[M]
    f32: Cvt_6[M]
    f64: Cvt_35[M]

class Cvt_65(Instruction[M]):
    bf16: Cvt_64[M]
    f16: Cvt_9[M]
    f32: Cvt_10[M]
    f64: Cvt_11[M]

class Cvt_69(Instruction[M]):
    bf16: Cvt_66[M]
    f16: Cvt_67[M]
    f32: Cvt_56[M]
    f64: Cvt_68[M]

class Cvt_74(Instruction[M]):
    f16: Cvt_51[M]
    f32: Cvt_52[M]
    f64: Cvt_53[M]
    s16: Cvt_70[M]
    s32: Cvt_71[M]
    s64: Cvt_72[M]
    s8: Cvt_73[M]
    u16: Cvt_70[M]
    u32: Cvt_71[M]
    u64: Cvt_72[M]
    u8: Cvt_73[M]

class Cvt_79(Instruction[M]):
    e2m1x2: Cvt_76[M]
    e2m3x2: Cvt_77[M]
    e3m2x2: Cvt_77[M]
    e4m3x2: Cvt_77[M]
    e5m2x2: Cvt_77[M]
    f32: Cvt_78[M]
    s2f6x2: Cvt_77[M]
    ue8m0x2: Cvt_77[M]

class Cvt_81(Instruction[M]):
    e2m1x2: Cvt_76[M]
    e2m3x2: Cvt_77[M]
    e3m2x2: Cvt_77[M]
    e4m3x2: Cvt_77[M]
    e5m2x2: Cvt_77[M]
    f32: Cvt_80[M]

class Cvt_92(Instruction[M]):
    bf16: Cvt_38[M]
    bf16x2: Cvt_82[M]
    f16: Cvt_39[M]
    f16x2: Cvt_81[M]
    satfinite: Cvt_85[M]
    scaled__n2__ue8m0: Cvt_89[M]
    tf32: Cvt_91[M]

class Cvt_109(Instruction[M]):
    bf16: Cvt_38[M]
    bf16x2: Cvt_82[M]
    e2m1x2: Cvt_96[M]
    e2m3x2: Cvt_99[M]
    e3m2x2: Cvt_99[M]
    e4m3x2: Cvt_99[M]
    e5m2x2: Cvt_99[M]
    f16: Cvt_39[M]
    f16x2: Cvt_84[M]
    relu: Cvt_108[M]
    s2f6x2: Cvt_103[M]
    scaled__n2__ue8m0: Cvt_107[M]
    tf32: Cvt_91[M]

class Cvt_89(Instruction[M]):
    bf16x2: Cvt_88[M]

class Cvt_91(Instruction[M]):
    f32: Cvt_90[M]

class Cvt_111(Instruction[M]):
    tf32: Cvt_91[M]

class Cvt_114(Instruction[M]):
    ue8m0x2: Cvt_113[M]

class Cvt_113(Instruction[M]):
    bf16x2: Cvt_97[M]
    f32: Cvt_98[M]

class Cvt_117(Instruction[M]):
    f32: Cvt_116[M]

class Cvt_119(Instruction[M]):
    f32: Cvt_118[M]

class Cvt_125(Instruction[M]):
    bf16x2: Cvt_117[M]
    f16x2: Cvt_119[M]
    satfinite: Cvt_124[M]

class Cvt_124(Instruction[M]):
    bf16x2: Cvt_117[M]
    e2m1x4: Cvt_121[M]
    e2m3x4: Cvt_123[M]
    e3m2x4: Cvt_123[M]
    e4m3x4: Cvt_123[M]
    e5m2x4: Cvt_123[M]
    f16x2: Cvt_119[M]

class Cvt_83(Instruction[M]):
    f32: Cvt_78[M]

class Cvt_84(Instruction[M]):
    f32: Cvt_80[M]

class Cvt_127(Instruction[M]):
    bf16: Cvt_38[M]
    bf16x2: Cvt_83[M]
    f16: Cvt_39[M]
    f16x2: Cvt_84[M]
    satfinite: Cvt_85[M]
    tf32: Cvt_91[M]

class Cvt_130(Instruction[M]):
    bf16: Cvt_38[M]
    bf16x2: Cvt_83[M]
    e2m1x2: Cvt_96[M]
    e2m3x2: Cvt_99[M]
    e3m2x2: Cvt_99[M]
    e4m3x2: Cvt_99[M]
    e5m2x2: Cvt_99[M]
    f16: Cvt_39[M]
    f16x2: Cvt_84[M]
    relu: Cvt_129[M]
    s2f6x2: Cvt_103[M]
    scaled__n2__ue8m0: Cvt_128[M]
    tf32: Cvt_91[M]
    ue8m0x2: Cvt_113[M]

class Cvt_32(Instruction[M]):
    @overload
    def __call__(self: Cvt_32[Returning], a: W32, /, **options: Unpack[Options]) -> Number16:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_32[InFull], d: N, a: W32, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_33(Instruction[M]):
    @overload
    def __call__(self: Cvt_33[Returning], a: W64, /, **options: Unpack[Options]) -> Number16:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_33[InFull], d: N, a: W64, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_35(Instruction[M]):
    @overload
    def __call__(self: Cvt_35[Returning], a: W64, /, **options: Unpack[Options]) -> Number32:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_35[InFull], d: W32, a: W64, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_67(Instruction[M]):
    @overload
    def __call__(self: Cvt_67[Returning], a: N, /, **options: Unpack[Options]) -> Number:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_67[InFull], d: N, a: N, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_56(Instruction[M]):
    @overload
    def __call__(self: Cvt_56[Returning], a: W32, /, **options: Unpack[Options]) -> Number:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_56[InFull], d: N, a: W32, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_68(Instruction[M]):
    @overload
    def __call__(self: Cvt_68[Returning], a: W64, /, **options: Unpack[Options]) -> Number:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_68[InFull], d: N, a: W64, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_15(Instruction[M]):
    f16: Cvt_5[M]
    f32: Cvt_6[M]

class Cvt_72(Instruction[M]):
    f16: Cvt_9[M]
    f32: Cvt_10[M]
    f64: Cvt_11[M]

class Cvt_135(Instruction[M]):
    s32: Cvt_32[M]
    s64: Cvt_33[M]
    u16: Cvt_2[M]
    u32: Cvt_32[M]
    u64: Cvt_33[M]

class Cvt_136(Instruction[M]):
    s64: Cvt_35[M]
    u32: Cvt_6[M]
    u64: Cvt_35[M]

class Cvt_137(Instruction[M]):
    u64: Cvt_11[M]

class Cvt_138(Instruction[M]):
    s16: Cvt_67[M]
    s32: Cvt_56[M]
    s64: Cvt_68[M]
    u16: Cvt_67[M]
    u32: Cvt_56[M]
    u64: Cvt_68[M]
    u8: Cvt_67[M]

class Cvt_139(Instruction[M]):
    s16: Cvt_2[M]
    s32: Cvt_32[M]
    s64: Cvt_33[M]
    s8: Cvt_2[M]
    u32: Cvt_32[M]
    u64: Cvt_33[M]

class Cvt_140(Instruction[M]):
    s16: Cvt_5[M]
    s32: Cvt_6[M]
    s64: Cvt_35[M]
    s8: Cvt_5[M]
    u64: Cvt_35[M]

class Cvt_141(Instruction[M]):
    s16: Cvt_9[M]
    s32: Cvt_10[M]
    s64: Cvt_11[M]
    s8: Cvt_9[M]

class Cvt_142(Instruction[M]):
    s16: Cvt_67[M]
    s32: Cvt_56[M]
    s64: Cvt_68[M]
    s8: Cvt_67[M]
    u16: Cvt_67[M]
    u32: Cvt_56[M]
    u64: Cvt_68[M]

class Cvt_18(Instruction[M]):
    @overload
    def __call__(self: Cvt_18[Returning], a: W32, b: W32, /, **options: Unpack[Options]) -> Number32:
        """Convert two integers to a smaller type, saturated, and pack them into one. (PTX ISA, 9.7.9.22)"""
    @overload
    def __call__(self: Cvt_18[InFull], d: W32, a: W32, b: W32, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_21(Instruction[M]):
    b32: Cvt_20[M]

class Cvt_13(Instruction[M]):
    @overload
    def __call__(self: Cvt_13[Returning], a: W32, /, **options: Unpack[Options]) -> Number64:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_13[InFull], d: F64, a: W32, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_25(Instruction[M]):
    @overload
    def __call__(self: Cvt_25[Returning], a: F32, /, **options: Unpack[Options]) -> Number16:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_25[InFull], d: F16, a: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_26(Instruction[M]):
    @overload
    def __call__(self: Cvt_26[Returning], a: F64, /, **options: Unpack[Options]) -> Number16:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_26[InFull], d: F16, a: F64, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_27(Instruction[M]):
    @overload
    def __call__(self: Cvt_27[Returning], a: I16, /, **options: Unpack[Options]) -> Number16:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_27[InFull], d: F16, a: I16, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_28(Instruction[M]):
    @overload
    def __call__(self: Cvt_28[Returning], a: I32, /, **options: Unpack[Options]) -> Number16:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_28[InFull], d: F16, a: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_29(Instruction[M]):
    @overload
    def __call__(self: Cvt_29[Returning], a: I64, /, **options: Unpack[Options]) -> Number16:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_29[InFull], d: F16, a: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_30(Instruction[M]):
    @overload
    def __call__(self: Cvt_30[Returning], a: N, /, **options: Unpack[Options]) -> Number16:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_30[InFull], d: F16, a: N, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_38(Instruction[M]):
    f32: Cvt_25[M]

class Cvt_39(Instruction[M]):
    f32: Cvt_32[M]

class Cvt_41(Instruction[M]):
    bf16: Cvt_4[M]
    f64: Cvt_40[M]
    s16: Cvt_5[M]
    s32: Cvt_6[M]
    s64: Cvt_35[M]
    s8: Cvt_5[M]
    u16: Cvt_5[M]
    u32: Cvt_6[M]
    u64: Cvt_35[M]
    u8: Cvt_5[M]

class Cvt_43(Instruction[M]):
    f16: Cvt_39[M]
    f32: Cvt_42[M]

class Cvt_45(Instruction[M]):
    f32: Cvt_32[M]
    f64: Cvt_33[M]
    s16: Cvt_2[M]
    s32: Cvt_32[M]
    s64: Cvt_33[M]
    s8: Cvt_2[M]
    u16: Cvt_2[M]
    u32: Cvt_32[M]
    u64: Cvt_33[M]
    u8: Cvt_2[M]

class Cvt_46(Instruction[M]):
    f64: Cvt_35[M]
    s16: Cvt_5[M]
    s32: Cvt_6[M]
    s64: Cvt_35[M]
    s8: Cvt_5[M]
    u16: Cvt_5[M]
    u32: Cvt_6[M]
    u64: Cvt_35[M]
    u8: Cvt_5[M]

class Cvt_55(Instruction[M]):
    f32: Cvt_54[M]

class Cvt_57(Instruction[M]):
    f32: Cvt_56[M]

class Cvt_58(Instruction[M]):
    f32: Cvt_52[M]
    s16: Cvt_39[M]
    s32: Cvt_52[M]
    s64: Cvt_55[M]
    s8: Cvt_57[M]
    u16: Cvt_39[M]
    u32: Cvt_52[M]
    u64: Cvt_55[M]
    u8: Cvt_57[M]

class Cvt_60(Instruction[M]):
    @overload
    def __call__(self: Cvt_60[Returning], a: F16, /, **options: Unpack[Options]) -> Number16:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_60[InFull], d: I16, a: F16, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_62(Instruction[M]):
    @overload
    def __call__(self: Cvt_62[Returning], a: F16, /, **options: Unpack[Options]) -> Number32:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_62[InFull], d: I32, a: F16, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_64(Instruction[M]):
    @overload
    def __call__(self: Cvt_64[Returning], a: F16, /, **options: Unpack[Options]) -> Number64:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_64[InFull], d: I64, a: F16, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_66(Instruction[M]):
    @overload
    def __call__(self: Cvt_66[Returning], a: F16, /, **options: Unpack[Options]) -> Number:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_66[InFull], d: N, a: F16, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_70(Instruction[M]):
    f16: Cvt_2[M]
    f32: Cvt_32[M]
    f64: Cvt_33[M]

class Cvt_71(Instruction[M]):
    f16: Cvt_5[M]
    f32: Cvt_6[M]
    f64: Cvt_35[M]

class Cvt_73(Instruction[M]):
    f16: Cvt_67[M]
    f32: Cvt_56[M]
    f64: Cvt_68[M]

class Cvt_76(Instruction[M]):
    @overload
    def __call__(self: Cvt_76[Returning], a: N, /, **options: Unpack[Options]) -> Number32:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_76[InFull], d: E32, a: N, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_77(Instruction[M]):
    @overload
    def __call__(self: Cvt_77[Returning], a: E16, /, **options: Unpack[Options]) -> Number32:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_77[InFull], d: E32, a: E16, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_78(Instruction[M]):
    @overload
    def __call__(self: Cvt_78[Returning], a: F32, b: F32, /, **options: Unpack[Options]) -> Number32:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_78[InFull], d: E32, a: F32, b: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_80(Instruction[M]):
    @overload
    def __call__(self: Cvt_80[Returning], a: W32, b: W32, /, **options: Unpack[Options]) -> Number32:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_80[InFull], d: W32, a: W32, b: W32, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_82(Instruction[M]):
    e2m1x2: Cvt_76[M]
    e2m3x2: Cvt_77[M]
    e3m2x2: Cvt_77[M]
    e4m3x2: Cvt_77[M]
    e5m2x2: Cvt_77[M]
    f32: Cvt_78[M]
    s2f6x2: Cvt_77[M]

class Cvt_85(Instruction[M]):
    bf16: Cvt_38[M]
    bf16x2: Cvt_83[M]
    f16: Cvt_39[M]
    f16x2: Cvt_84[M]

class Cvt_96(Instruction[M]):
    bf16x2: Cvt_93[M]
    f16x2: Cvt_94[M]
    f32: Cvt_95[M]

class Cvt_99(Instruction[M]):
    bf16x2: Cvt_97[M]
    f16x2: Cvt_97[M]
    f32: Cvt_98[M]

class Cvt_108(Instruction[M]):
    bf16x2: Cvt_100[M]
    e2m1x2: Cvt_96[M]
    e2m3x2: Cvt_99[M]
    e3m2x2: Cvt_99[M]
    e4m3x2: Cvt_99[M]
    e5m2x2: Cvt_99[M]
    s2f6x2: Cvt_103[M]
    scaled__n2__ue8m0: Cvt_107[M]
    tf32: Cvt_91[M]

class Cvt_103(Instruction[M]):
    bf16x2: Cvt_101[M]
    f32: Cvt_102[M]

class Cvt_107(Instruction[M]):
    bf16x2: Cvt_88[M]
    s2f6x2: Cvt_106[M]

class Cvt_88(Instruction[M]):
    e2m1x2: Cvt_86[M]
    e2m3x2: Cvt_87[M]
    e3m2x2: Cvt_87[M]
    e4m3x2: Cvt_87[M]
    e5m2x2: Cvt_87[M]
    s2f6x2: Cvt_87[M]

class Cvt_90(Instruction[M]):
    @overload
    def __call__(self: Cvt_90[Returning], a: F32, /, **options: Unpack[Options]) -> Number32:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_90[InFull], d: F32, a: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_97(Instruction[M]):
    @overload
    def __call__(self: Cvt_97[Returning], a: E32, /, **options: Unpack[Options]) -> Number16:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_97[InFull], d: E16, a: E32, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_98(Instruction[M]):
    @overload
    def __call__(self: Cvt_98[Returning], a: F32, b: F32, /, **options: Unpack[Options]) -> Number16:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_98[InFull], d: E16, a: F32, b: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_116(Instruction[M]):
    @overload
    def __call__(self: Cvt_116[Returning], a: F32, b: F32, rbits: B32, /, **options: Unpack[Options]) -> Number32:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_116[InFull], d: E32, a: F32, b: F32, rbits: B32, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_118(Instruction[M]):
    @overload
    def __call__(self: Cvt_118[Returning], a: W32, b: W32, rbits: B32, /, **options: Unpack[Options]) -> Number32:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_118[InFull], d: W32, a: W32, b: W32, rbits: B32, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_121(Instruction[M]):
    f32: Cvt_120[M]

class Cvt_123(Instruction[M]):
    f32: Cvt_122[M]

class Cvt_129(Instruction[M]):
    e2m1x2: Cvt_96[M]
    e2m3x2: Cvt_99[M]
    e3m2x2: Cvt_99[M]
    e4m3x2: Cvt_99[M]
    e5m2x2: Cvt_99[M]
    s2f6x2: Cvt_103[M]
    scaled__n2__ue8m0: Cvt_128[M]
    tf32: Cvt_91[M]

class Cvt_128(Instruction[M]):
    s2f6x2: Cvt_106[M]

class Cvt_20(Instruction[M]):
    @overload
    def __call__(self: Cvt_20[Returning], a: W32, b: W32, c: W32, /, **options: Unpack[Options]) -> Number32:
        """Convert two integers to a smaller type, saturated, and pack them into one. (PTX ISA, 9.7.9.22)"""
    @overload
    def __call__(self: Cvt_20[InFull], d: W32, a: W32, b: W32, c: W32, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_40(Instruction[M]):
    @overload
    def __call__(self: Cvt_40[Returning], a: F64, /, **options: Unpack[Options]) -> Number32:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_40[InFull], d: F32, a: F64, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_42(Instruction[M]):
    f64: Cvt_40[M]
    s16: Cvt_5[M]
    s32: Cvt_6[M]
    s64: Cvt_35[M]
    s8: Cvt_5[M]
    u16: Cvt_5[M]
    u32: Cvt_6[M]
    u64: Cvt_35[M]
    u8: Cvt_5[M]

class Cvt_54(Instruction[M]):
    @overload
    def __call__(self: Cvt_54[Returning], a: W32, /, **options: Unpack[Options]) -> Number64:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_54[InFull], d: I64, a: W32, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_93(Instruction[M]):
    @overload
    def __call__(self: Cvt_93[Returning], a: B32, /, **options: Unpack[Options]) -> Number:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_93[InFull], d: N, a: B32, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_94(Instruction[M]):
    @overload
    def __call__(self: Cvt_94[Returning], a: E32, /, **options: Unpack[Options]) -> Number:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_94[InFull], d: N, a: E32, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_95(Instruction[M]):
    @overload
    def __call__(self: Cvt_95[Returning], a: F32, b: F32, /, **options: Unpack[Options]) -> Number:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_95[InFull], d: N, a: F32, b: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_100(Instruction[M]):
    e2m1x2: Cvt_76[M]
    e2m3x2: Cvt_77[M]
    e3m2x2: Cvt_77[M]
    e4m3x2: Cvt_77[M]
    e5m2x2: Cvt_77[M]
    s2f6x2: Cvt_77[M]

class Cvt_101(Instruction[M]):
    @overload
    def __call__(self: Cvt_101[Returning], a: E32, /, **options: Unpack[Options]) -> Number16:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_101[InFull], d: B16, a: E32, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_102(Instruction[M]):
    @overload
    def __call__(self: Cvt_102[Returning], a: F32, b: F32, /, **options: Unpack[Options]) -> Number16:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_102[InFull], d: B16, a: F32, b: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_106(Instruction[M]):
    bf16x2: Cvt_104[M]
    f32: Cvt_105[M]

class Cvt_86(Instruction[M]):
    @overload
    def __call__(self: Cvt_86[Returning], a: N, scale_factor: E16, /, **options: Unpack[Options]) -> Number32:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_86[InFull], d: E32, a: N, scale_factor: E16, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_87(Instruction[M]):
    @overload
    def __call__(self: Cvt_87[Returning], a: E16, scale_factor: E16, /, **options: Unpack[Options]) -> Number32:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_87[InFull], d: E32, a: E16, scale_factor: E16, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_120(Instruction[M]):
    @overload
    def __call__(self: Cvt_120[Returning], abef: V, rbits: B32, /, **options: Unpack[Options]) -> Number16:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_120[InFull], d: E16, abef: V, rbits: B32, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_122(Instruction[M]):
    @overload
    def __call__(self: Cvt_122[Returning], abef: V, rbits: B32, /, **options: Unpack[Options]) -> Number32:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_122[InFull], d: E32, abef: V, rbits: B32, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_104(Instruction[M]):
    @overload
    def __call__(self: Cvt_104[Returning], a: E32, scale_factor: E16, /, **options: Unpack[Options]) -> Number16:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_104[InFull], d: B16, a: E32, scale_factor: E16, /, **options: Unpack[Options]) -> Emitted: ...

class Cvt_105(Instruction[M]):
    @overload
    def __call__(self: Cvt_105[Returning], a: F32, b: F32, scale_factor: E16, /, **options: Unpack[Options]) -> Number16:
        """Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)"""
    @overload
    def __call__(self: Cvt_105[InFull], d: B16, a: F32, b: F32, scale_factor: E16, /, **options: Unpack[Options]) -> Emitted: ...

class CvtPack(Instruction[M]):
    """Convert two integers to a smaller type, saturated, and pack them into one. (PTX ISA, 9.7.9.22)

        cvt.pack.sat.convertType.abType d, a, b  # PTX 6.5, sm_72
        cvt.pack.sat.convertType.abType.cType d, a, b, c  # PTX 6.5, sm_72
    """

    sat: Cvt_23[M]

class Cvt(Instruction[M]):
    """Emit `cvt.rounding.ftz.sat.dst_type.src_type dst, src`.

    If a value may not fit, PTX wants a rounding (PTX ISA 9.7.9.21): integers to floats and
    floats to narrower ones `rn`, `rz`, `rm` or `rp`; floats to integers `rni`, `rzi`, `rmi` or
    `rpi`; `ValueError` without one. Untyped bits are no numbers: `TypeError`.

    Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)

        cvt{.sat}.dtype.atype d, a  # PTX 1.0
        cvt.irnd{.ftz}{.sat}.dtype.atype d, a  # PTX 1.0
        cvt.frnd{.ftz}{.sat}.dtype.atype d, a  # PTX 1.0
        cvt{.irnd}{.ftz}{.sat}.f32.f32 d, a  # PTX 1.0
        cvt{.irnd}{.sat}.f16.f16 d, a  # PTX 1.0
        cvt{.irnd}{.sat}.f64.f64 d, a  # PTX 1.0
        … (50 forms; see ptxpy isa cvt)
    """

    def __call__(self: Cvt[Returning], dst_type: Any, src_type: Any, dst: Any, src: Any, *, rounding: str | None = None, ftz: bool = False, sat: bool = False, pred: Any = None) -> None: ...
    bf16: Cvt_1[M]
    f16: Cvt_3[M]
    f32: Cvt_7[M]
    f64: Cvt_12[M]
    ftz: Cvt_17[M]
    pack: CvtPack[M]
    rm: Cvt_49[M]
    rmi: Cvt_75[M]
    rn: Cvt_110[M]
    rna: Cvt_112[M]
    rni: Cvt_75[M]
    rp: Cvt_115[M]
    rpi: Cvt_75[M]
    rs: Cvt_126[M]
    rz: Cvt_131[M]
    rzi: Cvt_75[M]
    s16: Cvt_132[M]
    s32: Cvt_133[M]
    s64: Cvt_47[M]
    s8: Cvt_134[M]
    sat: Cvt_143[M]
    u16: Cvt_132[M]
    u32: Cvt_133[M]
    u64: Cvt_47[M]
    u8: Cvt_134[M]

class Cvta_5(Instruction[M]):
    u32: Cvta_3[M]
    u64: Cvta_4[M]

class Cvta_0(Instruction[M]):
    @overload
    def __call__(self: Cvta_0[Returning], a: I32, /, **options: Unpack[Options]) -> Number32:
        """Convert an address in a state space to a generic address, or back. (PTX ISA, 9.7.9.20)"""
    @overload
    def __call__(self: Cvta_0[InFull], p: I32, a: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Cvta_1(Instruction[M]):
    @overload
    def __call__(self: Cvta_1[Returning], a: I64, /, **options: Unpack[Options]) -> Number64:
        """Convert an address in a state space to a generic address, or back. (PTX ISA, 9.7.9.20)"""
    @overload
    def __call__(self: Cvta_1[InFull], p: I64, a: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Cvta_2(Instruction[M]):
    u32: Cvta_0[M]
    u64: Cvta_1[M]

class Cvta_3(Instruction[M]):
    @overload
    def __call__(self: Cvta_3[Returning], a: I32, /, **options: Unpack[Options]) -> Number32:
        """Convert a generic address to an address in a state space. (PTX ISA, 9.7.9.20)"""
    @overload
    def __call__(self: Cvta_3[InFull], p: I32, a: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Cvta_4(Instruction[M]):
    @overload
    def __call__(self: Cvta_4[Returning], a: I64, /, **options: Unpack[Options]) -> Number64:
        """Convert a generic address to an address in a state space. (PTX ISA, 9.7.9.20)"""
    @overload
    def __call__(self: Cvta_4[InFull], p: I64, a: I64, /, **options: Unpack[Options]) -> Emitted: ...

class CvtaTo_global:
    """Emit `cvta.to.global.u64 dst, src`: a generic address becomes one of global memory.

    Returns the destination, which is open when none is given.
    """

    def __call__(self, src: Any, dst: Any = None) -> Any: ...

class CvtaTo(Instruction[M]):
    """Convert a generic address to an address in a state space. (PTX ISA, 9.7.9.20)

        cvta.to.space.size p, a  # PTX 2.0, sm_20
    """

    const: Cvta_5[M]
    global_: Cvta_5[M]
    local: Cvta_5[M]
    param: Cvta_5[M]
    param__entry: Cvta_5[M]
    shared: Cvta_5[M]
    shared__cluster: Cvta_5[M]
    shared__cta: Cvta_5[M]

class CvtaParam(Instruction[M]):
    """Emit `cvta.param.u64 dst, src`: the generic address of a kernel parameter (PTX 7.7).

    Returns the destination, which is open when none is given.
    """

    def __call__(self: CvtaParam[Returning], src: Any, dst: Any = None) -> Any: ...
    u32: Cvta_0[M]
    u64: Cvta_1[M]

class Cvta(Instruction[M]):
    """Convert an address in a state space to a generic address, or back. (PTX ISA, 9.7.9.20)

        cvta.space.size p, a  # PTX 2.0, sm_20
    """

    const: Cvta_2[M]
    global_: Cvta_2[M]
    local: Cvta_2[M]
    param: CvtaParam[M]
    param__entry: Cvta_2[M]
    shared: Cvta_2[M]
    shared__cluster: Cvta_2[M]
    shared__cta: Cvta_2[M]
    to: CvtaTo[M]
    to_global: CvtaTo_global

class Discard_0(Instruction[M]):
    def __call__(self, a: A, size: C, /, **options: Unpack[Options]) -> Emitted:
        """Drop a stretch of memory from a cache without writing it back. (PTX ISA, 9.7.9.17)"""

class Discard_1(Instruction[M]):
    L2: Discard_0[M]

class Discard(Instruction[M]):
    """Drop a stretch of memory from a cache without writing it back. (PTX ISA, 9.7.9.17)

        discard{.global}.level [a], size  # PTX 7.4, sm_80
    """

    L2: Discard_0[M]
    global_: Discard_1[M]

class Div_2(Instruction[M]):
    f32: Div_0[M]
    ftz: Div_1[M]

class Div_0(Instruction[M]):
    @overload
    def __call__(self: Div_0[Returning], a: F32, b: F32, /, **options: Unpack[Options]) -> Number32:
        """Divide the first number by the second. (PTX ISA, 9.7.3.8)"""
    @overload
    def __call__(self: Div_0[InFull], d: F32, a: F32, b: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Div_3(Instruction[M]):
    @overload
    def __call__(self: Div_3[Returning], a: F64, b: F64, /, **options: Unpack[Options]) -> Number64:
        """Divide the first number by the second. (PTX ISA, 9.7.3.8)"""
    @overload
    def __call__(self: Div_3[InFull], d: F64, a: F64, b: F64, /, **options: Unpack[Options]) -> Emitted: ...

class Div_4(Instruction[M]):
    f32: Div_0[M]
    f64: Div_3[M]
    ftz: Div_1[M]

class Div_5(Instruction[M]):
    @overload
    def __call__(self: Div_5[Returning], a: I16, b: I16, /, **options: Unpack[Options]) -> Number16:
        """Divide an integer by another. (PTX ISA, 9.7.1.8)"""
    @overload
    def __call__(self: Div_5[InFull], d: I16, a: I16, b: I16, /, **options: Unpack[Options]) -> Emitted: ...

class Div_6(Instruction[M]):
    @overload
    def __call__(self: Div_6[Returning], a: I32, b: I32, /, **options: Unpack[Options]) -> Number32:
        """Divide an integer by another. (PTX ISA, 9.7.1.8)"""
    @overload
    def __call__(self: Div_6[InFull], d: I32, a: I32, b: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Div_7(Instruction[M]):
    @overload
    def __call__(self: Div_7[Returning], a: I64, b: I64, /, **options: Unpack[Options]) -> Number64:
        """Divide an integer by another. (PTX ISA, 9.7.1.8)"""
    @overload
    def __call__(self: Div_7[InFull], d: I64, a: I64, b: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Div_1(Instruction[M]):
    f32: Div_0[M]

class Div(Instruction[M]):
    """Divide the first number by the second. (PTX ISA, 9.7.3.8)

        div.approx{.ftz}.f32 d, a, b  # PTX 1.4
        div.full{.ftz}.f32 d, a, b  # PTX 1.4
        div.rnd{.ftz}.f32 d, a, b  # PTX 1.4, sm_20
        div.rnd.f64 d, a, b  # PTX 1.0
        div.f32 d, a, b  # PTX 1.0; until PTX 1.4
        div.f64 d, a, b  # PTX 1.0; until PTX 1.4

    Divide an integer by another. (PTX ISA, 9.7.1.8)

        div.type d, a, b  # PTX 1.0
    """

    approx: Div_2[M]
    f32: Div_0[M]
    f64: Div_3[M]
    full: Div_2[M]
    rm: Div_4[M]
    rn: Div_4[M]
    rp: Div_4[M]
    rz: Div_4[M]
    s16: Div_5[M]
    s32: Div_6[M]
    s64: Div_7[M]
    u16: Div_5[M]
    u32: Div_6[M]
    u64: Div_7[M]

class Dp2a_2(Instruction[M]):
    s32: Dp2a_1[M]
    u32: Dp2a_1[M]

class Dp2a_1(Instruction[M]):
    s32: Dp2a_0[M]
    u32: Dp2a_0[M]

class Dp2a_0(Instruction[M]):
    @overload
    def __call__(self: Dp2a_0[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Add the dot product of two halves and two bytes to an integer. (PTX ISA, 9.7.1.24)"""
    @overload
    def __call__(self: Dp2a_0[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Dp2a(Instruction[M]):
    """Add the dot product of two halves and two bytes to an integer. (PTX ISA, 9.7.1.24)

        dp2a.mode.atype.btype d, a, b, c  # PTX 5.0, sm_61
    """

    hi: Dp2a_2[M]
    lo: Dp2a_2[M]

class Dp4a_1(Instruction[M]):
    s32: Dp4a_0[M]
    u32: Dp4a_0[M]

class Dp4a_0(Instruction[M]):
    @overload
    def __call__(self: Dp4a_0[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Add the dot product of four pairs of bytes to an integer. (PTX ISA, 9.7.1.23)"""
    @overload
    def __call__(self: Dp4a_0[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Dp4a(Instruction[M]):
    """Add the dot product of four pairs of bytes to an integer. (PTX ISA, 9.7.1.23)

        dp4a.atype.btype d, a, b, c  # PTX 5.0, sm_61
    """

    s32: Dp4a_1[M]
    u32: Dp4a_1[M]

class ElectSync(Instruction[M]):
    """Choose one of the threads of the warp that a mask names. (PTX ISA, 9.7.13.14)

        elect.sync d|p, membermask  # PTX 8.0, sm_90
    """

    @overload
    def __call__(self: ElectSync[Returning], membermask: I32, /, **options: Unpack[Options]) -> NumberOrParts:
        """Choose one of the threads of the warp that a mask names. (PTX ISA, 9.7.13.14)"""
    @overload
    def __call__(self: ElectSync[InFull], d: Any, membermask: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Elect(Instruction[M]):
    """Choose one of the threads of the warp that a mask names. (PTX ISA, 9.7.13.14)

        elect.sync d|p, membermask  # PTX 8.0, sm_90
    """

    sync: ElectSync[M]

class Ex2_4(Instruction[M]):
    f16: Ex2_0[M]
    f16x2: Ex2_1[M]
    f32: Ex2_2[M]
    ftz: Ex2_3[M]

class Ex2_2(Instruction[M]):
    @overload
    def __call__(self: Ex2_2[Returning], a: F32, /, **options: Unpack[Options]) -> Number32:
        """Raise 2 to a power. (PTX ISA, 9.7.3.21)"""
    @overload
    def __call__(self: Ex2_2[InFull], d: F32, a: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Ex2_0(Instruction[M]):
    @overload
    def __call__(self: Ex2_0[Returning], a: F16, /, **options: Unpack[Options]) -> Number16:
        """Raise 2 to a power, in half precision or bfloat16, or so for a pair. (PTX ISA, 9.7.4.10)"""
    @overload
    def __call__(self: Ex2_0[InFull], d: F16, a: F16, /, **options: Unpack[Options]) -> Emitted: ...

class Ex2_1(Instruction[M]):
    @overload
    def __call__(self: Ex2_1[Returning], a: E32, /, **options: Unpack[Options]) -> Number32:
        """Raise 2 to a power, in half precision or bfloat16, or so for a pair. (PTX ISA, 9.7.4.10)"""
    @overload
    def __call__(self: Ex2_1[InFull], d: E32, a: E32, /, **options: Unpack[Options]) -> Emitted: ...

class Ex2_3(Instruction[M]):
    bf16: Ex2_0[M]
    bf16x2: Ex2_1[M]
    f32: Ex2_2[M]

class Ex2(Instruction[M]):
    """Raise 2 to a power. (PTX ISA, 9.7.3.21)

        ex2.approx{.ftz}.f32 d, a  # PTX 1.4
        ex2.f32 d, a  # PTX 1.0; until PTX 1.4

    Raise 2 to a power, in half precision or bfloat16, or so for a pair. (PTX ISA, 9.7.4.10)

        ex2.approx.atype d, a  # PTX 7.0, sm_75
        ex2.approx.ftz.btype d, a  # PTX 7.8, sm_90
    """

    approx: Ex2_4[M]
    f32: Ex2_2[M]

class Exit(Instruction[M]):
    """End the thread. (PTX ISA, 9.7.12.7)

        exit  # PTX 1.0
    """

    def __call__(self, **options: Unpack[Options]) -> Emitted:
        """End the thread. (PTX ISA, 9.7.12.7)"""

class Fabric_81(Instruction[M]):
    def __call__(self, n: C = ..., /, **options: Unpack[Options]) -> Emitted:
        """Wait until submitted operations have read shared memory (9.3). (PTX ISA, 9.7.10.5.6)"""

class Fabric_79(Instruction[M]):
    multimem: Fabric_78[M]
    shared__cta: Fabric_77[M]

class Fabric_61(Instruction[M]):
    multimem: Fabric_60[M]
    shared__cta: Fabric_59[M]

class Fabric_43(Instruction[M]):
    multimem: Fabric_42[M]

class Fabric_28(Instruction[M]):
    shared__cta: Fabric_27[M]

class Fabric_18(Instruction[M]):
    shared__cta: Fabric_17[M]

class Fabric_0(Instruction[M]):
    def __call__(self, **options: Unpack[Options]) -> Emitted:
        """Have the fabric operations of the thread carried out (9.3). (PTX ISA, 9.7.10.5.5)"""

class Fabric_78(Instruction[M]):
    shared__cta: Fabric_77[M]

class Fabric_77(Instruction[M]):
    mbarrier__complete_tx__16B: Fabric_76[M]

class Fabric_60(Instruction[M]):
    shared__cta: Fabric_59[M]

class Fabric_59(Instruction[M]):
    mbarrier__complete_tx__16B: Fabric_58[M]

class Fabric_42(Instruction[M]):
    shared__cta: Fabric_41[M]

class Fabric_27(Instruction[M]):
    mbarrier__complete_tx__bytes: Fabric_26[M]

class Fabric_17(Instruction[M]):
    mbarrier__complete_tx__16B: Fabric_16[M]

class Fabric_76(Instruction[M]):
    mbarrier__report__fabric: Fabric_75[M]

class Fabric_58(Instruction[M]):
    mbarrier__report__fabric: Fabric_57[M]

class Fabric_41(Instruction[M]):
    mbarrier__complete_tx__bytes: Fabric_40[M]

class Fabric_26(Instruction[M]):
    mbarrier__report__fabric: Fabric_25[M]

class Fabric_16(Instruction[M]):
    mbarrier__report__fabric: Fabric_15[M]

class Fabric_75(Instruction[M]):
    L2__cache_hint: Fabric_67[M]
    add: Fabric_69[M]
    and_: Fabric_70[M]
    counted__bytes: Fabric_74[M]
    max: Fabric_71[M]
    min: Fabric_71[M]
    or_: Fabric_70[M]
    relaxed: Fabric_73[M]
    sys: Fabric_72[M]
    xor: Fabric_70[M]

class Fabric_57(Instruction[M]):
    L2__cache_hint: Fabric_46[M]
    b128: Fabric_47[M]
    counted__bytes: Fabric_50[M]
    cp_mask: Fabric_56[M]
    relaxed: Fabric_49[M]
    sys: Fabric_48[M]

class Fabric_40(Instruction[M]):
    mbarrier__report__fabric: Fabric_39[M]

class Fabric_25(Instruction[M]):
    L2__cache_hint: Fabric_21[M]
    b128: Fabric_22[M]
    relaxed: Fabric_24[M]
    sys: Fabric_23[M]

class Fabric_15(Instruction[M]):
    relaxed: Fabric_14[M]

class Fabric_67(Instruction[M]):
    add: Fabric_64[M]
    and_: Fabric_65[M]
    max: Fabric_66[M]
    min: Fabric_66[M]
    or_: Fabric_65[M]
    xor: Fabric_65[M]

class Fabric_69(Instruction[M]):
    bf16: Fabric_68[M]
    f16: Fabric_68[M]
    f32: Fabric_68[M]
    f64: Fabric_68[M]
    u32: Fabric_68[M]
    u64: Fabric_68[M]

class Fabric_70(Instruction[M]):
    b32: Fabric_68[M]
    b64: Fabric_68[M]

class Fabric_74(Instruction[M]):
    L2__cache_hint: Fabric_67[M]
    add: Fabric_69[M]
    and_: Fabric_70[M]
    max: Fabric_71[M]
    min: Fabric_71[M]
    or_: Fabric_70[M]
    relaxed: Fabric_73[M]
    sys: Fabric_72[M]
    xor: Fabric_70[M]

class Fabric_71(Instruction[M]):
    bf16: Fabric_68[M]
    f16: Fabric_68[M]
    s32: Fabric_68[M]
    s64: Fabric_68[M]
    u32: Fabric_68[M]
    u64: Fabric_68[M]

class Fabric_73(Instruction[M]):
    sys: Fabric_72[M]

class Fabric_72(Instruction[M]):
    L2__cache_hint: Fabric_67[M]
    add: Fabric_69[M]
    and_: Fabric_70[M]
    max: Fabric_71[M]
    min: Fabric_71[M]
    or_: Fabric_70[M]
    xor: Fabric_70[M]

class Fabric_46(Instruction[M]):
    b128: Fabric_45[M]

class Fabric_47(Instruction[M]):
    def __call__(self, endpoint: A, srcmem: A, size: I32, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Copy from shared memory to a fabric handle, asynchronously (9.3). (PTX ISA, 9.7.10.5.2)"""

class Fabric_50(Instruction[M]):
    L2__cache_hint: Fabric_46[M]
    b128: Fabric_47[M]
    relaxed: Fabric_49[M]
    sys: Fabric_48[M]

class Fabric_56(Instruction[M]):
    L2__cache_hint: Fabric_52[M]
    b128: Fabric_53[M]
    relaxed: Fabric_55[M]
    sys: Fabric_54[M]

class Fabric_49(Instruction[M]):
    sys: Fabric_48[M]

class Fabric_48(Instruction[M]):
    L2__cache_hint: Fabric_46[M]
    b128: Fabric_47[M]

class Fabric_39(Instruction[M]):
    add: Fabric_34[M]
    and_: Fabric_35[M]
    max: Fabric_36[M]
    min: Fabric_36[M]
    or_: Fabric_35[M]
    relaxed: Fabric_38[M]
    sys: Fabric_37[M]
    xor: Fabric_35[M]

class Fabric_21(Instruction[M]):
    b128: Fabric_20[M]

class Fabric_22(Instruction[M]):
    def __call__(self, dstmem: A, endpoint: A, size: I32, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Copy from a fabric handle to shared memory, asynchronously (9.3). (PTX ISA, 9.7.10.5.1)"""

class Fabric_24(Instruction[M]):
    sys: Fabric_23[M]

class Fabric_23(Instruction[M]):
    L2__cache_hint: Fabric_21[M]
    b128: Fabric_22[M]

class Fabric_14(Instruction[M]):
    sys: Fabric_13[M]

class Fabric_64(Instruction[M]):
    bf16: Fabric_63[M]
    f16: Fabric_63[M]
    f32: Fabric_63[M]
    f64: Fabric_63[M]
    u32: Fabric_63[M]
    u64: Fabric_63[M]

class Fabric_65(Instruction[M]):
    b32: Fabric_63[M]
    b64: Fabric_63[M]

class Fabric_66(Instruction[M]):
    bf16: Fabric_63[M]
    f16: Fabric_63[M]
    s32: Fabric_63[M]
    s64: Fabric_63[M]
    u32: Fabric_63[M]
    u64: Fabric_63[M]

class Fabric_68(Instruction[M]):
    def __call__(self, endpoint: A, srcmem: A, size: I32, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Reduce from shared memory into a fabric handle, asynchronously (9.3). (PTX ISA, 9.7.10.5.3)"""

class Fabric_45(Instruction[M]):
    def __call__(self, endpoint: A, srcmem: A, size: I32, mbar: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Copy from shared memory to a fabric handle, asynchronously (9.3). (PTX ISA, 9.7.10.5.2)"""

class Fabric_52(Instruction[M]):
    b128: Fabric_51[M]

class Fabric_53(Instruction[M]):
    def __call__(self, endpoint: A, srcmem: A, size: I32, mbar: A, bytemask: I16, /, **options: Unpack[Options]) -> Emitted:
        """Copy from shared memory to a fabric handle, asynchronously (9.3). (PTX ISA, 9.7.10.5.2)"""

class Fabric_55(Instruction[M]):
    sys: Fabric_54[M]

class Fabric_54(Instruction[M]):
    L2__cache_hint: Fabric_52[M]
    b128: Fabric_53[M]

class Fabric_34(Instruction[M]):
    acc__f16: Fabric_32[M]
    acc__f32: Fabric_33[M]
    bf16: Fabric_31[M]
    f16: Fabric_31[M]
    f32: Fabric_31[M]
    u32: Fabric_31[M]
    u64: Fabric_31[M]

class Fabric_35(Instruction[M]):
    b32: Fabric_31[M]
    b64: Fabric_31[M]

class Fabric_36(Instruction[M]):
    bf16: Fabric_31[M]
    e4m3: Fabric_31[M]
    e5m2: Fabric_31[M]
    f16: Fabric_31[M]
    s32: Fabric_31[M]
    s64: Fabric_31[M]
    u32: Fabric_31[M]
    u64: Fabric_31[M]

class Fabric_38(Instruction[M]):
    sys: Fabric_37[M]

class Fabric_37(Instruction[M]):
    add: Fabric_34[M]
    and_: Fabric_35[M]
    max: Fabric_36[M]
    min: Fabric_36[M]
    or_: Fabric_35[M]
    xor: Fabric_35[M]

class Fabric_20(Instruction[M]):
    def __call__(self, dstmem: A, endpoint: A, size: I32, mbar: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Copy from a fabric handle to shared memory, asynchronously (9.3). (PTX ISA, 9.7.10.5.1)"""

class Fabric_13(Instruction[M]):
    L2__cache_hint: Fabric_7[M]
    add: Fabric_9[M]
    and_: Fabric_10[M]
    cas: Fabric_11[M]
    exch: Fabric_11[M]
    max: Fabric_12[M]
    min: Fabric_12[M]
    or_: Fabric_10[M]
    xor: Fabric_10[M]

class Fabric_63(Instruction[M]):
    def __call__(self, endpoint: A, srcmem: A, size: I32, mbar: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Reduce from shared memory into a fabric handle, asynchronously (9.3). (PTX ISA, 9.7.10.5.3)"""

class Fabric_51(Instruction[M]):
    def __call__(self, endpoint: A, srcmem: A, size: I32, mbar: A, bytemask: I16, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Copy from shared memory to a fabric handle, asynchronously (9.3). (PTX ISA, 9.7.10.5.2)"""

class Fabric_32(Instruction[M]):
    e4m3: Fabric_31[M]
    e5m2: Fabric_31[M]

class Fabric_33(Instruction[M]):
    bf16: Fabric_31[M]
    e4m3: Fabric_31[M]
    e5m2: Fabric_31[M]
    f16: Fabric_31[M]

class Fabric_31(Instruction[M]):
    sync: Fabric_30[M]

class Fabric_7(Instruction[M]):
    add: Fabric_3[M]
    and_: Fabric_4[M]
    cas: Fabric_5[M]
    exch: Fabric_5[M]
    max: Fabric_6[M]
    min: Fabric_6[M]
    or_: Fabric_4[M]
    xor: Fabric_4[M]

class Fabric_9(Instruction[M]):
    bf16x2: Fabric_8[M]
    f16x2: Fabric_8[M]
    f32: Fabric_8[M]
    f64: Fabric_8[M]
    u32: Fabric_8[M]
    u64: Fabric_8[M]

class Fabric_10(Instruction[M]):
    b32: Fabric_8[M]
    b64: Fabric_8[M]

class Fabric_11(Instruction[M]):
    b128: Fabric_8[M]
    b32: Fabric_8[M]
    b64: Fabric_8[M]

class Fabric_12(Instruction[M]):
    bf16x2: Fabric_8[M]
    f16x2: Fabric_8[M]
    s32: Fabric_8[M]
    s64: Fabric_8[M]
    u32: Fabric_8[M]
    u64: Fabric_8[M]

class Fabric_30(Instruction[M]):
    def __call__(self, dstmem: A, endpoint: A, size: I32, mbar: A, membermask: C, /, **options: Unpack[Options]) -> Emitted:
        """Reduce from all places of a handle to shared memory (9.3). (PTX ISA, 9.7.10.5.4)"""

class Fabric_3(Instruction[M]):
    bf16x2: Fabric_2[M]
    f16x2: Fabric_2[M]
    f32: Fabric_2[M]
    f64: Fabric_2[M]
    u32: Fabric_2[M]
    u64: Fabric_2[M]

class Fabric_4(Instruction[M]):
    b32: Fabric_2[M]
    b64: Fabric_2[M]

class Fabric_5(Instruction[M]):
    b128: Fabric_2[M]
    b32: Fabric_2[M]
    b64: Fabric_2[M]

class Fabric_6(Instruction[M]):
    bf16x2: Fabric_2[M]
    f16x2: Fabric_2[M]
    s32: Fabric_2[M]
    s64: Fabric_2[M]
    u32: Fabric_2[M]
    u64: Fabric_2[M]

class Fabric_8(Instruction[M]):
    def __call__(self, endpoint: A, dstmem: A, srcmem: A, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Do an atomic operation on a fabric handle, asynchronously (9.4). (PTX ISA, 9.7.11.5.10)"""

class Fabric_2(Instruction[M]):
    def __call__(self, endpoint: A, dstmem: A, srcmem: A, mbar: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Do an atomic operation on a fabric handle, asynchronously (9.4). (PTX ISA, 9.7.11.5.10)"""

class FabricWait(Instruction[M]):
    """Wait until submitted operations have read shared memory (9.3). (PTX ISA, 9.7.10.5.6)

        fabric.wait.sync_restrict::reads  # PTX 9.3, sm_100
        fabric.wait.sync_restrict::reads N  # PTX 9.3, sm_100
    """

    sync_restrict__reads: Fabric_81[M]

class FabricTry_red(Instruction[M]):
    """Reduce from shared memory into a fabric handle, asynchronously (9.3). (PTX ISA, 9.7.10.5.3)

        fabric.try_red.async{.multimem}.src.completion_mechanism.report_mechanism{.sem}{.scope} {.L2::cache_hint}.op.type [endpoint, offset], [srcMem], size, [mbar]{, cache-policy}  # PTX 9.3, sm_100
        fabric.try_red.async{.multimem}.src.completion_mechanism.report_mechanism.counted::bytes {.sem}{.scope}{.L2::cache_hint}.op.type [endpoint, offset, counter], [srcMem], size, [mbar]{, cache-policy}  # PTX 9.3, sm_100
    """

    async_: Fabric_79[M]

class FabricTry_put(Instruction[M]):
    """Copy from shared memory to a fabric handle, asynchronously (9.3). (PTX ISA, 9.7.10.5.2)

        fabric.try_put.async{.multimem}.src.completion_mechanism.report_mechanism{.cp_mask}{.sem}{.scope} {.L2::cache_hint}.b128 [endpoint, offset], [srcMem], size, [mbar]{, byteMask}{, cache-policy}  # PTX 9.3, sm_100
        fabric.try_put.async{.multimem}.src.completion_mechanism.report_mechanism.counted::bytes {.sem}{.scope}{.L2::cache_hint}.b128 [endpoint, offset, counter], [srcMem], size, [mbar]{, cache-policy}  # PTX 9.3, sm_100
    """

    async_: Fabric_61[M]

class FabricTry_pullred(Instruction[M]):
    """Reduce from all places of a handle to shared memory (9.3). (PTX ISA, 9.7.10.5.4)

        fabric.try_pullred.async.multimem.dst.completion_mechanism.report_mechanism{.sem}{.scope} .op{.acc_prec}.type.sync [dstMem], [endpoint, offset], size, [mbar], membermask  # PTX 9.3, sm_100
    """

    async_: Fabric_43[M]

class FabricTry_get(Instruction[M]):
    """Copy from a fabric handle to shared memory, asynchronously (9.3). (PTX ISA, 9.7.10.5.1)

        fabric.try_get.async.dst.completion_mechanism.report_mechanism{.sem}{.scope}{.L2::cache_hint}.b128 [dstMem], [endpoint, offset], size, [mbar]{, cache-policy}  # PTX 9.3, sm_100
    """

    async_: Fabric_28[M]

class FabricTry_atom(Instruction[M]):
    """Do an atomic operation on a fabric handle, asynchronously (9.4). (PTX ISA, 9.7.11.5.10)

        fabric.try_atom.async.dst.completion_mechanism.report_mechanism.sem.scope{.L2::cache_hint} .op.type [endpoint, offset], [dstMem], [srcMem], [mbar]{, cache-policy}  # PTX 9.4, sm_100
    """

    async_: Fabric_18[M]

class FabricSubmit(Instruction[M]):
    """Have the fabric operations of the thread carried out (9.3). (PTX ISA, 9.7.10.5.5)

        fabric.submit{.op_restrict}  # PTX 9.3, sm_100
        fabric.submit.commit_group  # PTX 9.5, sm_100
    """

    def __call__(self, **options: Unpack[Options]) -> Emitted:
        """Have the fabric operations of the thread carried out (9.3). (PTX ISA, 9.7.10.5.5)"""
    commit_group: Fabric_0[M]
    op_restrict__fetching: Fabric_0[M]

class Fabric(Instruction[M]):
    """Copy from a fabric handle to shared memory, asynchronously (9.3). (PTX ISA, 9.7.10.5.1)

        fabric.try_get.async.dst.completion_mechanism.report_mechanism{.sem}{.scope}{.L2::cache_hint}.b128 [dstMem], [endpoint, offset], size, [mbar]{, cache-policy}  # PTX 9.3, sm_100

    Copy from shared memory to a fabric handle, asynchronously (9.3). (PTX ISA, 9.7.10.5.2)

        fabric.try_put.async{.multimem}.src.completion_mechanism.report_mechanism{.cp_mask}{.sem}{.scope} {.L2::cache_hint}.b128 [endpoint, offset], [srcMem], size, [mbar]{, byteMask}{, cache-policy}  # PTX 9.3, sm_100
        fabric.try_put.async{.multimem}.src.completion_mechanism.report_mechanism.counted::bytes {.sem}{.scope}{.L2::cache_hint}.b128 [endpoint, offset, counter], [srcMem], size, [mbar]{, cache-policy}  # PTX 9.3, sm_100

    Reduce from shared memory into a fabric handle, asynchronously (9.3). (PTX ISA, 9.7.10.5.3)

        fabric.try_red.async{.multimem}.src.completion_mechanism.report_mechanism{.sem}{.scope} {.L2::cache_hint}.op.type [endpoint, offset], [srcMem], size, [mbar]{, cache-policy}  # PTX 9.3, sm_100
        fabric.try_red.async{.multimem}.src.completion_mechanism.report_mechanism.counted::bytes {.sem}{.scope}{.L2::cache_hint}.op.type [endpoint, offset, counter], [srcMem], size, [mbar]{, cache-policy}  # PTX 9.3, sm_100

    Reduce from all places of a handle to shared memory (9.3). (PTX ISA, 9.7.10.5.4)

        fabric.try_pullred.async.multimem.dst.completion_mechanism.report_mechanism{.sem}{.scope} .op{.acc_prec}.type.sync [dstMem], [endpoint, offset], size, [mbar], membermask  # PTX 9.3, sm_100

    Have the fabric operations of the thread carried out (9.3). (PTX ISA, 9.7.10.5.5)

        fabric.submit{.op_restrict}  # PTX 9.3, sm_100
        fabric.submit.commit_group  # PTX 9.5, sm_100

    Wait until submitted operations have read shared memory (9.3). (PTX ISA, 9.7.10.5.6)

        fabric.wait.sync_restrict::reads  # PTX 9.3, sm_100
        fabric.wait.sync_restrict::reads N  # PTX 9.3, sm_100

    Do an atomic operation on a fabric handle, asynchronously (9.4). (PTX ISA, 9.7.11.5.10)

        fabric.try_atom.async.dst.completion_mechanism.report_mechanism.sem.scope{.L2::cache_hint} .op.type [endpoint, offset], [dstMem], [srcMem], [mbar]{, cache-policy}  # PTX 9.4, sm_100
    """

    submit: FabricSubmit[M]
    try_atom: FabricTry_atom[M]
    try_get: FabricTry_get[M]
    try_pullred: FabricTry_pullred[M]
    try_put: FabricTry_put[M]
    try_red: FabricTry_red[M]
    wait: FabricWait[M]

class Fence_7(Instruction[M]):
    def __call__(self, **options: Unpack[Options]) -> Emitted:
        """Order memory accesses that go through different proxies. (PTX ISA, 9.7.13.4)"""
    acquire: Fence_6[M]
    release: Fence_6[M]

class Fence_8(Instruction[M]):
    def __call__(self, **options: Unpack[Options]) -> Emitted:
        """Order memory accesses that go through different proxies. (PTX ISA, 9.7.13.4)"""
    global_: Fence_5[M]
    shared__cluster: Fence_5[M]
    shared__cta: Fence_5[M]

class Fence_12(Instruction[M]):
    acquire: Fence_10[M]
    release: Fence_11[M]

class Fence_14(Instruction[M]):
    alias: Fence_13[M]

class Fence_18(Instruction[M]):
    acquire: Fence_16[M]
    release: Fence_17[M]

class Fence_2(Instruction[M]):
    cluster: Fence_0[M]

class Fence_1(Instruction[M]):
    cluster: Fence_0[M]
    cta: Fence_0[M]
    gpu: Fence_0[M]
    sys: Fence_0[M]

class Fence_3(Instruction[M]):
    cluster: Fence_0[M]
    cta: Fence_0[M]
    gpu: Fence_0[M]
    sync_restrict__shared__cluster: Fence_2[M]
    sys: Fence_0[M]

class Fence_0(Instruction[M]):
    def __call__(self, **options: Unpack[Options]) -> Emitted:
        """Order memory accesses: those before the fence happen before those behind it. (PTX ISA, 9.7.13.4)"""

class Fence_22(Instruction[M]):
    alias: Fence_21[M]
    cluster: Fence_0[M]
    cta: Fence_0[M]
    gpu: Fence_0[M]
    sync_restrict__shared__cta: Fence_2[M]
    sys: Fence_0[M]

class Fence_6(Instruction[M]):
    sys: Fence_5[M]

class Fence_5(Instruction[M]):
    def __call__(self, **options: Unpack[Options]) -> Emitted:
        """Order memory accesses that go through different proxies. (PTX ISA, 9.7.13.4)"""

class Fence_10(Instruction[M]):
    sync_restrict__shared__cluster: Fence_9[M]

class Fence_11(Instruction[M]):
    sync_restrict__shared__cluster__read: Fence_9[M]
    sync_restrict__shared__cta: Fence_9[M]

class Fence_13(Instruction[M]):
    acq_rel: Fence_6[M]
    acquire: Fence_6[M]
    release: Fence_6[M]

class Fence_16(Instruction[M]):
    cluster: Fence_15[M]
    cta: Fence_15[M]
    gpu: Fence_15[M]
    sys: Fence_15[M]

class Fence_17(Instruction[M]):
    cluster: Fence_5[M]
    cta: Fence_5[M]
    gpu: Fence_5[M]
    sys: Fence_5[M]

class Fence_21(Instruction[M]):
    sync_restrict__read: Fence_20[M]

class Fence_9(Instruction[M]):
    cluster: Fence_5[M]

class Fence_15(Instruction[M]):
    def __call__(self, addr: A, size: C, /, **options: Unpack[Options]) -> Emitted:
        """Order memory accesses that go through different proxies. (PTX ISA, 9.7.13.4)"""

class Fence_20(Instruction[M]):
    sys: Fence_0[M]

class FenceProxy_async_shared_cta:
    """Order ordinary accesses to the block's shared memory with asynchronous ones.

    Emits `fence.proxy.async.shared::cta;`. Its place is between the threads' stores to a tile and
    the barrier after which one thread starts the store by TMA. PTX 8.0, sm_90.
    """

    def __call__(self, *, pred: Any = None) -> None: ...

class FenceProxy_async_generic_acquire_shared_cluster:
    """Let ordinary accesses see the asynchronous writes to the cluster's shared memory: acquire.

    Emits `fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster;`. The
    instruction table says from which PTX version on it exists: later than the other fences here.
    """

    def __call__(self, *, pred: Any = None) -> None: ...

class FenceProxy_async:
    """Order this thread's ordinary accesses with those of asynchronous copies and `wgmma`.

    Emits `fence.proxy.async;`: all state spaces. PTX 8.0, sm_90.
    """

    def __call__(self, *, pred: Any = None) -> None: ...

class FenceProxy(Instruction[M]):
    """Order memory accesses that go through different proxies. (PTX ISA, 9.7.13.4)

        fence.proxy.alias  # PTX 7.5, sm_70
        fence.proxy.alias.sem.sys  # PTX 9.4, sm_90
        fence.proxy.async{.space}  # PTX 8.0, sm_90
        fence.proxy.tensormap::generic.release.scope  # PTX 8.3, sm_90
        fence.proxy.tensormap::generic.acquire.scope [addr], size  # PTX 8.3, sm_90
        fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster  # PTX 8.6, sm_90
        … (9 forms; see ptxpy isa fence.proxy)
    """

    alias: Fence_7[M]
    async_: Fence_8[M]
    async__generic: Fence_12[M]
    fabric__fabric: Fence_14[M]
    fabric__generic: Fence_14[M]
    generic__fabric: Fence_14[M]
    tensormap__generic: Fence_18[M]

class FenceMbarrier_init(Instruction[M]):
    """Release `mbarrier.init` of this thread to the cluster.

    Emits `fence.mbarrier_init.release.cluster;`. A barrier of the cluster follows:
    `ptx.cluster.sync()`. PTX 8.0, sm_90.
    """

    def __call__(self: FenceMbarrier_init[Returning], *, pred: Any = None) -> None: ...
    release: Fence_2[M]

class Fence(Instruction[M]):
    """Order memory accesses: those before the fence happen before those behind it. (PTX ISA, 9.7.13.4)

        fence{.sem}.scope  # PTX 6.0, sm_70
        fence.acquire.sync_restrict::shared::cluster.cluster  # PTX 8.6, sm_90
        fence.release.sync_restrict::shared::cta.cluster  # PTX 8.6, sm_90
        fence.release.alias.sync_restrict::read.sys  # PTX 9.5, sm_90
        fence.mbarrier_init.release.cluster  # PTX 8.0, sm_90
    """

    acq_rel: Fence_1[M]
    acquire: Fence_3[M]
    cluster: Fence_0[M]
    cta: Fence_0[M]
    gpu: Fence_0[M]
    mbarrier_init: FenceMbarrier_init[M]
    proxy: FenceProxy[M]
    proxy_async: FenceProxy_async
    proxy_async_generic_acquire_shared_cluster: FenceProxy_async_generic_acquire_shared_cluster
    proxy_async_shared_cta: FenceProxy_async_shared_cta
    release: Fence_22[M]
    sc: Fence_1[M]
    sys: Fence_0[M]

class Fma_12(Instruction[M]):
    bf16: Fma_0[M]
    bf16x2: Fma_1[M]
    f32: Fma_3[M]
    f32x2: Fma_4[M]
    f64: Fma_5[M]
    ftz: Fma_8[M]
    oob: Fma_10[M]
    relu: Fma_9[M]
    sat: Fma_11[M]

class Fma_19(Instruction[M]):
    bf16: Fma_0[M]
    bf16x2: Fma_1[M]
    f16: Fma_0[M]
    f16x2: Fma_1[M]
    f32: Fma_3[M]
    f32x2: Fma_4[M]
    f64: Fma_5[M]
    ftz: Fma_15[M]
    oob: Fma_17[M]
    relu: Fma_16[M]
    sat: Fma_18[M]

class Fma_0(Instruction[M]):
    @overload
    def __call__(self: Fma_0[Returning], a: F16, b: F16, c: F16, /, **options: Unpack[Options]) -> Number16:
        """Multiply two halves or bfloat16s and add a third, rounding once. (PTX ISA, 9.7.4.4)"""
    @overload
    def __call__(self: Fma_0[InFull], d: F16, a: F16, b: F16, c: F16, /, **options: Unpack[Options]) -> Emitted: ...

class Fma_1(Instruction[M]):
    @overload
    def __call__(self: Fma_1[Returning], a: E32, b: E32, c: E32, /, **options: Unpack[Options]) -> Number32:
        """Multiply two halves or bfloat16s and add a third, rounding once. (PTX ISA, 9.7.4.4)"""
    @overload
    def __call__(self: Fma_1[InFull], d: E32, a: E32, b: E32, c: E32, /, **options: Unpack[Options]) -> Emitted: ...

class Fma_3(Instruction[M]):
    @overload
    def __call__(self: Fma_3[Returning], a: F32, b: F32, c: F32, /, **options: Unpack[Options]) -> Number32:
        """Multiply two numbers and add a third, rounding once. (PTX ISA, 9.7.3.6)"""
    @overload
    def __call__(self: Fma_3[InFull], d: F32, a: F32, b: F32, c: F32, /, **options: Unpack[Options]) -> Emitted: ...
    bf16: Fma_2[M]
    f16: Fma_2[M]

class Fma_4(Instruction[M]):
    @overload
    def __call__(self: Fma_4[Returning], a: E64, b: E64, c: E64, /, **options: Unpack[Options]) -> Number64:
        """Multiply two numbers and add a third, rounding once. (PTX ISA, 9.7.3.6)"""
    @overload
    def __call__(self: Fma_4[InFull], d: E64, a: E64, b: E64, c: E64, /, **options: Unpack[Options]) -> Emitted: ...

class Fma_5(Instruction[M]):
    @overload
    def __call__(self: Fma_5[Returning], a: F64, b: F64, c: F64, /, **options: Unpack[Options]) -> Number64:
        """Multiply two numbers and add a third, rounding once. (PTX ISA, 9.7.3.6)"""
    @overload
    def __call__(self: Fma_5[InFull], d: F64, a: F64, b: F64, c: F64, /, **options: Unpack[Options]) -> Emitted: ...

class Fma_8(Instruction[M]):
    f32: Fma_6[M]
    f32x2: Fma_4[M]
    sat: Fma_7[M]

class Fma_10(Instruction[M]):
    bf16: Fma_0[M]
    bf16x2: Fma_1[M]
    relu: Fma_9[M]

class Fma_9(Instruction[M]):
    bf16: Fma_0[M]
    bf16x2: Fma_1[M]

class Fma_11(Instruction[M]):
    f32: Fma_3[M]

class Fma_15(Instruction[M]):
    f16: Fma_0[M]
    f16x2: Fma_1[M]
    f32: Fma_6[M]
    f32x2: Fma_4[M]
    relu: Fma_13[M]
    sat: Fma_14[M]

class Fma_17(Instruction[M]):
    bf16: Fma_0[M]
    bf16x2: Fma_1[M]
    f16: Fma_0[M]
    f16x2: Fma_1[M]
    relu: Fma_16[M]
    sat: Fma_13[M]

class Fma_16(Instruction[M]):
    bf16: Fma_0[M]
    bf16x2: Fma_1[M]
    f16: Fma_0[M]
    f16x2: Fma_1[M]

class Fma_18(Instruction[M]):
    f16: Fma_0[M]
    f16x2: Fma_1[M]
    f32: Fma_3[M]

class Fma_2(Instruction[M]):
    @overload
    def __call__(self: Fma_2[Returning], a: F16, b: F16, c: F32, /, **options: Unpack[Options]) -> Number32:
        """Widen two numbers to the type of the third, multiply them and add the third. (PTX ISA, 9.7.5.3)"""
    @overload
    def __call__(self: Fma_2[InFull], d: F32, a: F16, b: F16, c: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Fma_6(Instruction[M]):
    @overload
    def __call__(self: Fma_6[Returning], a: F32, b: F32, c: F32, /, **options: Unpack[Options]) -> Number32:
        """Multiply two numbers and add a third, rounding once. (PTX ISA, 9.7.3.6)"""
    @overload
    def __call__(self: Fma_6[InFull], d: F32, a: F32, b: F32, c: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Fma_7(Instruction[M]):
    f32: Fma_6[M]

class Fma_13(Instruction[M]):
    f16: Fma_0[M]
    f16x2: Fma_1[M]

class Fma_14(Instruction[M]):
    f16: Fma_0[M]
    f16x2: Fma_1[M]
    f32: Fma_6[M]

class Fma(Instruction[M]):
    """Multiply two numbers and add a third, rounding once. (PTX ISA, 9.7.3.6)

        fma.rnd{.ftz}{.sat}.f32 d, a, b, c  # PTX 2.0, sm_20
        fma.rnd{.ftz}.f32x2 d, a, b, c  # PTX 8.6, sm_100
        fma.rnd.f64 d, a, b, c  # PTX 1.4

    Multiply two halves or bfloat16s and add a third, rounding once. (PTX ISA, 9.7.4.4)

        fma.rnd{.ftz}{.sat}.f16 d, a, b, c  # PTX 4.2, sm_53
        fma.rnd{.ftz}{.sat}.f16x2 d, a, b, c  # PTX 4.2, sm_53
        fma.rnd{.ftz}.relu.f16 d, a, b, c  # PTX 7.0, sm_80
        fma.rnd{.ftz}.relu.f16x2 d, a, b, c  # PTX 7.0, sm_80
        fma.rnd{.relu}.bf16 d, a, b, c  # PTX 7.0, sm_80
        fma.rnd{.relu}.bf16x2 d, a, b, c  # PTX 7.0, sm_80
        … (12 forms; see ptxpy isa fma)

    Widen two numbers to the type of the third, multiply them and add the third. (PTX ISA, 9.7.5.3)

        fma.rnd{.sat}.f32.abtype d, a, b, c  # PTX 8.6, sm_100
    """

    rm: Fma_12[M]
    rn: Fma_19[M]
    rp: Fma_12[M]
    rz: Fma_12[M]

class Fns_0(Instruction[M]):
    @overload
    def __call__(self: Fns_0[Returning], mask: B32, base: B32, offset: B32, /, **options: Unpack[Options]) -> Number32:
        """Find the n-th bit that is one, above or below a given bit. (PTX ISA, 9.7.1.17)"""
    @overload
    def __call__(self: Fns_0[InFull], d: B32, mask: B32, base: B32, offset: B32, /, **options: Unpack[Options]) -> Emitted: ...

class Fns(Instruction[M]):
    """Find the n-th bit that is one, above or below a given bit. (PTX ISA, 9.7.1.17)

        fns.b32 d, mask, base, offset  # PTX 6.0, sm_30
    """

    b32: Fns_0[M]

class Getctarank_0(Instruction[M]):
    @overload
    def __call__(self: Getctarank_0[Returning], a: I32, /, **options: Unpack[Options]) -> Number32:
        """Get the rank of the CTA that an address in shared memory belongs to. (PTX ISA, 9.7.9.24)"""
    @overload
    def __call__(self: Getctarank_0[InFull], d: I32, a: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Getctarank_1(Instruction[M]):
    @overload
    def __call__(self: Getctarank_1[Returning], a: I64, /, **options: Unpack[Options]) -> Number32:
        """Get the rank of the CTA that an address in shared memory belongs to. (PTX ISA, 9.7.9.24)"""
    @overload
    def __call__(self: Getctarank_1[InFull], d: I32, a: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Getctarank_2(Instruction[M]):
    s32: Getctarank_0[M]
    s64: Getctarank_1[M]
    u32: Getctarank_0[M]
    u64: Getctarank_1[M]

class Getctarank(Instruction[M]):
    """Get the rank of the CTA that an address in shared memory belongs to. (PTX ISA, 9.7.9.24)

        getctarank{.space}.type d, a  # PTX 7.8, sm_90
    """

    s32: Getctarank_0[M]
    s64: Getctarank_1[M]
    shared__cluster: Getctarank_2[M]
    u32: Getctarank_0[M]
    u64: Getctarank_1[M]

class Griddepcontrol_0(Instruction[M]):
    def __call__(self, **options: Unpack[Options]) -> Emitted:
        """Let dependent grids start, or wait for those that this one depends on. (PTX ISA, 9.7.13.13)"""

class Griddepcontrol(Instruction[M]):
    """Let dependent grids start, or wait for those that this one depends on. (PTX ISA, 9.7.13.13)

        griddepcontrol.action  # PTX 7.8, sm_90
    """

    launch_dependents: Griddepcontrol_0[M]
    wait: Griddepcontrol_0[M]

class Isspacep_0(Instruction[M]):
    @overload
    def __call__(self: Isspacep_0[Returning], a: I32 | I64, /, **options: Unpack[Options]) -> Predicate:
        """Ask whether a generic address is in a state space. (PTX ISA, 9.7.9.19)"""
    @overload
    def __call__(self: Isspacep_0[InFull], p: P, a: I32 | I64, /, **options: Unpack[Options]) -> Emitted: ...

class Isspacep(Instruction[M]):
    """Ask whether a generic address is in a state space. (PTX ISA, 9.7.9.19)

        isspacep.space p, a  # PTX 2.0, sm_20
    """

    const: Isspacep_0[M]
    global_: Isspacep_0[M]
    local: Isspacep_0[M]
    param: Isspacep_0[M]
    param__entry: Isspacep_0[M]
    shared: Isspacep_0[M]
    shared__cluster: Isspacep_0[M]
    shared__cta: Isspacep_0[M]

class Istypep_0(Instruction[M]):
    @overload
    def __call__(self: Istypep_0[Returning], a: I64, /, **options: Unpack[Options]) -> Predicate:
        """Test whether an address is that of an opaque variable of a type. (PTX ISA, 9.7.10.6)"""
    @overload
    def __call__(self: Istypep_0[InFull], p: P, a: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Istypep(Instruction[M]):
    """Test whether an address is that of an opaque variable of a type. (PTX ISA, 9.7.10.6)

        istypep.type p, a  # PTX 4.0, sm_30
    """

    samplerref: Istypep_0[M]
    surfref: Istypep_0[M]
    texref: Istypep_0[M]

class Ld_25(Instruction[M]):
    L2__128B: Ld_8[M]
    L2__256B: Ld_8[M]
    L2__64B: Ld_8[M]
    L2__cache_hint: Ld_18[M]
    L2__evict_first: Ld_24[M]
    L2__evict_last: Ld_24[M]
    L2__evict_normal: Ld_24[M]
    b128: Ld_0[M]
    b16: Ld_1[M]
    b32: Ld_2[M]
    b64: Ld_3[M]
    b8: Ld_4[M]
    f32: Ld_2[M]
    f64: Ld_3[M]
    s16: Ld_1[M]
    s32: Ld_2[M]
    s64: Ld_3[M]
    s8: Ld_4[M]
    u16: Ld_1[M]
    u32: Ld_2[M]
    u64: Ld_3[M]
    u8: Ld_4[M]
    v2: Ld_6[M]
    v4: Ld_6[M]
    v8: Ld_7[M]

class Ld_8(Instruction[M]):
    b128: Ld_0[M]
    b16: Ld_1[M]
    b32: Ld_2[M]
    b64: Ld_3[M]
    b8: Ld_4[M]
    f32: Ld_2[M]
    f64: Ld_3[M]
    s16: Ld_1[M]
    s32: Ld_2[M]
    s64: Ld_3[M]
    s8: Ld_4[M]
    u16: Ld_1[M]
    u32: Ld_2[M]
    u64: Ld_3[M]
    u8: Ld_4[M]
    v2: Ld_6[M]
    v4: Ld_6[M]
    v8: Ld_7[M]

class Ld_18(Instruction[M]):
    L2__128B: Ld_17[M]
    L2__256B: Ld_17[M]
    L2__64B: Ld_17[M]
    b128: Ld_9[M]
    b16: Ld_10[M]
    b32: Ld_11[M]
    b64: Ld_12[M]
    b8: Ld_13[M]
    f32: Ld_11[M]
    f64: Ld_12[M]
    s16: Ld_10[M]
    s32: Ld_11[M]
    s64: Ld_12[M]
    s8: Ld_13[M]
    u16: Ld_10[M]
    u32: Ld_11[M]
    u64: Ld_12[M]
    u8: Ld_13[M]
    v2: Ld_15[M]
    v4: Ld_15[M]
    v8: Ld_16[M]

class Ld_24(Instruction[M]):
    L2__128B: Ld_20[M]
    L2__256B: Ld_20[M]
    L2__64B: Ld_20[M]
    L2__cache_hint: Ld_23[M]
    v4: Ld_19[M]
    v8: Ld_7[M]

class Ld_40(Instruction[M]):
    cluster: Ld_26[M]
    cta: Ld_26[M]
    gpu: Ld_26[M]
    sys: Ld_26[M]

class Ld_0(Instruction[M]):
    @overload
    def __call__(self: Ld_0[Returning], a: A, /, **options: Unpack[Options]) -> Number128:
        """Load from memory. (PTX ISA, 9.7.9.8)"""
    @overload
    def __call__(self: Ld_0[InFull], d: W128 | V, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Ld_32(Instruction[M]):
    @overload
    def __call__(self: Ld_32[Returning], a: A, /, **options: Unpack[Options]) -> Number16:
        """Load from memory. (PTX ISA, 9.7.9.8)"""
    @overload
    def __call__(self: Ld_32[InFull], d: N | V, a: A, /, **options: Unpack[Options]) -> Emitted: ...
    proxy__readonly: Ld_31[M]

class Ld_34(Instruction[M]):
    @overload
    def __call__(self: Ld_34[Returning], a: A, /, **options: Unpack[Options]) -> Number32:
        """Load from memory. (PTX ISA, 9.7.9.8)"""
    @overload
    def __call__(self: Ld_34[InFull], d: W32 | V, a: A, /, **options: Unpack[Options]) -> Emitted: ...
    proxy__readonly: Ld_33[M]

class Ld_36(Instruction[M]):
    @overload
    def __call__(self: Ld_36[Returning], a: A, /, **options: Unpack[Options]) -> Number64:
        """Load from memory. (PTX ISA, 9.7.9.8)"""
    @overload
    def __call__(self: Ld_36[InFull], d: W64 | V, a: A, /, **options: Unpack[Options]) -> Emitted: ...
    proxy__readonly: Ld_35[M]

class Ld_38(Instruction[M]):
    @overload
    def __call__(self: Ld_38[Returning], a: A, /, **options: Unpack[Options]) -> Number:
        """Load from memory. (PTX ISA, 9.7.9.8)"""
    @overload
    def __call__(self: Ld_38[InFull], d: N | V, a: A, /, **options: Unpack[Options]) -> Emitted: ...
    proxy__readonly: Ld_37[M]

class Ld_67(Instruction[M]):
    L2__128B: Ld_8[M]
    L2__256B: Ld_8[M]
    L2__64B: Ld_8[M]
    L2__cache_hint: Ld_18[M]
    L2__evict_first: Ld_24[M]
    L2__evict_last: Ld_24[M]
    L2__evict_normal: Ld_24[M]
    b128: Ld_0[M]
    b16: Ld_1[M]
    b32: Ld_2[M]
    b64: Ld_3[M]
    b8: Ld_4[M]
    f32: Ld_2[M]
    f64: Ld_3[M]
    nc: Ld_66[M]
    s16: Ld_1[M]
    s32: Ld_2[M]
    s64: Ld_3[M]
    s8: Ld_4[M]
    u16: Ld_1[M]
    u32: Ld_2[M]
    u64: Ld_3[M]
    u8: Ld_4[M]
    v2: Ld_6[M]
    v4: Ld_6[M]
    v8: Ld_7[M]

class Ld_75(Instruction[M]):
    L1__evict_first: Ld_66[M]
    L1__evict_last: Ld_66[M]
    L1__evict_normal: Ld_66[M]
    L1__evict_unchanged: Ld_66[M]
    L1__no_allocate: Ld_66[M]
    L2__128B: Ld_49[M]
    L2__256B: Ld_49[M]
    L2__64B: Ld_49[M]
    L2__cache_hint: Ld_59[M]
    L2__evict_first: Ld_65[M]
    L2__evict_last: Ld_65[M]
    L2__evict_normal: Ld_65[M]
    b128: Ld_41[M]
    b16: Ld_68[M]
    b32: Ld_69[M]
    b64: Ld_70[M]
    b8: Ld_71[M]
    f32: Ld_69[M]
    f64: Ld_70[M]
    s16: Ld_68[M]
    s32: Ld_69[M]
    s64: Ld_70[M]
    s8: Ld_71[M]
    u16: Ld_68[M]
    u32: Ld_69[M]
    u64: Ld_70[M]
    u8: Ld_71[M]
    v2: Ld_73[M]
    v4: Ld_73[M]
    v8: Ld_74[M]

class Ld_77(Instruction[M]):
    b16: Ld_76[M]
    b32: Ld_76[M]
    b64: Ld_76[M]
    b8: Ld_76[M]
    f32: Ld_76[M]
    f64: Ld_76[M]
    s16: Ld_76[M]
    s32: Ld_76[M]
    s64: Ld_76[M]
    s8: Ld_76[M]
    u16: Ld_76[M]
    u32: Ld_76[M]
    u64: Ld_76[M]
    u8: Ld_76[M]

class Ld_78(Instruction[M]):
    b32: Ld_76[M]
    f32: Ld_76[M]
    s32: Ld_76[M]
    u32: Ld_76[M]

class Ld_30(Instruction[M]):
    cluster: Ld_29[M]
    cta: Ld_29[M]
    gpu: Ld_29[M]
    sys: Ld_29[M]

class Ld_39(Instruction[M]):
    b128: Ld_0[M]
    b16: Ld_1[M]
    b32: Ld_2[M]
    b64: Ld_3[M]
    b8: Ld_4[M]
    ca: Ld_28[M]
    cg: Ld_28[M]
    cs: Ld_28[M]
    cv: Ld_28[M]
    f32: Ld_2[M]
    f64: Ld_3[M]
    lu: Ld_28[M]
    s16: Ld_1[M]
    s32: Ld_2[M]
    s64: Ld_3[M]
    s8: Ld_4[M]
    u16: Ld_1[M]
    u32: Ld_2[M]
    u64: Ld_3[M]
    u8: Ld_4[M]
    v2: Ld_6[M]
    v4: Ld_27[M]

class Ld_84(Instruction[M]):
    acquire: Ld_83[M]
    relaxed: Ld_83[M]

class Ld_86(Instruction[M]):
    acquire: Ld_85[M]
    b128: Ld_0[M]
    b16: Ld_1[M]
    b32: Ld_2[M]
    b64: Ld_3[M]
    b8: Ld_4[M]
    ca: Ld_28[M]
    cg: Ld_28[M]
    cs: Ld_28[M]
    cv: Ld_28[M]
    f32: Ld_2[M]
    f64: Ld_3[M]
    lu: Ld_28[M]
    relaxed: Ld_85[M]
    s16: Ld_1[M]
    s32: Ld_2[M]
    s64: Ld_3[M]
    s8: Ld_4[M]
    u16: Ld_1[M]
    u32: Ld_2[M]
    u64: Ld_3[M]
    u8: Ld_4[M]
    v2: Ld_6[M]
    v4: Ld_27[M]

class Ld_89(Instruction[M]):
    L2__128B: Ld_8[M]
    L2__256B: Ld_8[M]
    L2__64B: Ld_8[M]
    L2__evict_first: Ld_87[M]
    L2__evict_last: Ld_87[M]
    L2__evict_normal: Ld_87[M]
    b128: Ld_0[M]
    b16: Ld_1[M]
    b32: Ld_2[M]
    b64: Ld_3[M]
    b8: Ld_4[M]
    f32: Ld_2[M]
    f64: Ld_3[M]
    global_: Ld_88[M]
    local: Ld_28[M]
    s16: Ld_1[M]
    s32: Ld_2[M]
    s64: Ld_3[M]
    s8: Ld_4[M]
    shared: Ld_28[M]
    shared__cluster: Ld_28[M]
    shared__cta: Ld_28[M]
    u16: Ld_1[M]
    u32: Ld_2[M]
    u64: Ld_3[M]
    u8: Ld_4[M]
    v2: Ld_6[M]
    v4: Ld_6[M]
    v8: Ld_7[M]

class Ld_91(Instruction[M]):
    L1__evict_first: Ld_25[M]
    L1__evict_last: Ld_25[M]
    L1__evict_normal: Ld_25[M]
    L1__evict_unchanged: Ld_25[M]
    L1__no_allocate: Ld_25[M]
    L2__128B: Ld_8[M]
    L2__256B: Ld_8[M]
    L2__64B: Ld_8[M]
    L2__cache_hint: Ld_18[M]
    L2__evict_first: Ld_24[M]
    L2__evict_last: Ld_24[M]
    L2__evict_normal: Ld_24[M]
    b128: Ld_0[M]
    b16: Ld_1[M]
    b32: Ld_2[M]
    b64: Ld_3[M]
    b8: Ld_4[M]
    ca: Ld_25[M]
    cg: Ld_25[M]
    const: Ld_39[M]
    cs: Ld_25[M]
    cv: Ld_25[M]
    f32: Ld_2[M]
    f64: Ld_3[M]
    global_: Ld_90[M]
    local: Ld_39[M]
    lu: Ld_25[M]
    param: Ld_39[M]
    param__entry: Ld_39[M]
    param__func: Ld_39[M]
    s16: Ld_1[M]
    s32: Ld_2[M]
    s64: Ld_3[M]
    s8: Ld_4[M]
    shared: Ld_39[M]
    shared__cluster: Ld_39[M]
    shared__cta: Ld_39[M]
    u16: Ld_1[M]
    u32: Ld_2[M]
    u64: Ld_3[M]
    u8: Ld_4[M]
    v2: Ld_6[M]
    v4: Ld_6[M]
    v8: Ld_7[M]

class Ld_1(Instruction[M]):
    @overload
    def __call__(self: Ld_1[Returning], a: A, /, **options: Unpack[Options]) -> Number16:
        """Load from memory. (PTX ISA, 9.7.9.8)"""
    @overload
    def __call__(self: Ld_1[InFull], d: N | V, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Ld_2(Instruction[M]):
    @overload
    def __call__(self: Ld_2[Returning], a: A, /, **options: Unpack[Options]) -> Number32:
        """Load from memory. (PTX ISA, 9.7.9.8)"""
    @overload
    def __call__(self: Ld_2[InFull], d: W32 | V, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Ld_3(Instruction[M]):
    @overload
    def __call__(self: Ld_3[Returning], a: A, /, **options: Unpack[Options]) -> Number64:
        """Load from memory. (PTX ISA, 9.7.9.8)"""
    @overload
    def __call__(self: Ld_3[InFull], d: W64 | V, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Ld_4(Instruction[M]):
    @overload
    def __call__(self: Ld_4[Returning], a: A, /, **options: Unpack[Options]) -> Number:
        """Load from memory. (PTX ISA, 9.7.9.8)"""
    @overload
    def __call__(self: Ld_4[InFull], d: N | V, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Ld_6(Instruction[M]):
    b16: Ld_5[M]
    b32: Ld_5[M]
    b64: Ld_5[M]
    b8: Ld_5[M]
    f32: Ld_5[M]
    f64: Ld_5[M]
    s16: Ld_5[M]
    s32: Ld_5[M]
    s64: Ld_5[M]
    s8: Ld_5[M]
    u16: Ld_5[M]
    u32: Ld_5[M]
    u64: Ld_5[M]
    u8: Ld_5[M]

class Ld_7(Instruction[M]):
    b32: Ld_5[M]
    f32: Ld_5[M]
    s32: Ld_5[M]
    u32: Ld_5[M]

class Ld_17(Instruction[M]):
    b128: Ld_9[M]
    b16: Ld_10[M]
    b32: Ld_11[M]
    b64: Ld_12[M]
    b8: Ld_13[M]
    f32: Ld_11[M]
    f64: Ld_12[M]
    s16: Ld_10[M]
    s32: Ld_11[M]
    s64: Ld_12[M]
    s8: Ld_13[M]
    u16: Ld_10[M]
    u32: Ld_11[M]
    u64: Ld_12[M]
    u8: Ld_13[M]
    v2: Ld_15[M]
    v4: Ld_15[M]
    v8: Ld_16[M]

class Ld_9(Instruction[M]):
    @overload
    def __call__(self: Ld_9[Returning], a: A, cache_policy: I64, /, **options: Unpack[Options]) -> Number128:
        """Load from memory. (PTX ISA, 9.7.9.8)"""
    @overload
    def __call__(self: Ld_9[InFull], d: W128 | V, a: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Ld_10(Instruction[M]):
    @overload
    def __call__(self: Ld_10[Returning], a: A, cache_policy: I64, /, **options: Unpack[Options]) -> Number16:
        """Load from memory. (PTX ISA, 9.7.9.8)"""
    @overload
    def __call__(self: Ld_10[InFull], d: N | V, a: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Ld_11(Instruction[M]):
    @overload
    def __call__(self: Ld_11[Returning], a: A, cache_policy: I64, /, **options: Unpack[Options]) -> Number32:
        """Load from memory. (PTX ISA, 9.7.9.8)"""
    @overload
    def __call__(self: Ld_11[InFull], d: W32 | V, a: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Ld_12(Instruction[M]):
    @overload
    def __call__(self: Ld_12[Returning], a: A, cache_policy: I64, /, **options: Unpack[Options]) -> Number64:
        """Load from memory. (PTX ISA, 9.7.9.8)"""
    @overload
    def __call__(self: Ld_12[InFull], d: W64 | V, a: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Ld_13(Instruction[M]):
    @overload
    def __call__(self: Ld_13[Returning], a: A, cache_policy: I64, /, **options: Unpack[Options]) -> Number:
        """Load from memory. (PTX ISA, 9.7.9.8)"""
    @overload
    def __call__(self: Ld_13[InFull], d: N | V, a: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Ld_15(Instruction[M]):
    b16: Ld_14[M]
    b32: Ld_14[M]
    b64: Ld_14[M]
    b8: Ld_14[M]
    f32: Ld_14[M]
    f64: Ld_14[M]
    s16: Ld_14[M]
    s32: Ld_14[M]
    s64: Ld_14[M]
    s8: Ld_14[M]
    u16: Ld_14[M]
    u32: Ld_14[M]
    u64: Ld_14[M]
    u8: Ld_14[M]

class Ld_16(Instruction[M]):
    b32: Ld_14[M]
    f32: Ld_14[M]
    s32: Ld_14[M]
    u32: Ld_14[M]

class Ld_20(Instruction[M]):
    v4: Ld_19[M]
    v8: Ld_7[M]

class Ld_23(Instruction[M]):
    L2__128B: Ld_22[M]
    L2__256B: Ld_22[M]
    L2__64B: Ld_22[M]
    v4: Ld_21[M]
    v8: Ld_16[M]

class Ld_19(Instruction[M]):
    b64: Ld_5[M]
    f64: Ld_5[M]
    s64: Ld_5[M]
    u64: Ld_5[M]

class Ld_26(Instruction[M]):
    L1__evict_first: Ld_25[M]
    L1__evict_last: Ld_25[M]
    L1__evict_normal: Ld_25[M]
    L1__evict_unchanged: Ld_25[M]
    L1__no_allocate: Ld_25[M]
    L2__128B: Ld_8[M]
    L2__256B: Ld_8[M]
    L2__64B: Ld_8[M]
    L2__cache_hint: Ld_18[M]
    L2__evict_first: Ld_24[M]
    L2__evict_last: Ld_24[M]
    L2__evict_normal: Ld_24[M]
    b128: Ld_0[M]
    b16: Ld_1[M]
    b32: Ld_2[M]
    b64: Ld_3[M]
    b8: Ld_4[M]
    f32: Ld_2[M]
    f64: Ld_3[M]
    s16: Ld_1[M]
    s32: Ld_2[M]
    s64: Ld_3[M]
    s8: Ld_4[M]
    u16: Ld_1[M]
    u32: Ld_2[M]
    u64: Ld_3[M]
    u8: Ld_4[M]
    v2: Ld_6[M]
    v4: Ld_6[M]
    v8: Ld_7[M]

class Ld_31(Instruction[M]):
    @overload
    def __call__(self: Ld_31[Returning], a: A, /, **options: Unpack[Options]) -> Number16:
        """Load from memory. (PTX ISA, 9.7.9.8)"""
    @overload
    def __call__(self: Ld_31[InFull], d: N, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Ld_33(Instruction[M]):
    @overload
    def __call__(self: Ld_33[Returning], a: A, /, **options: Unpack[Options]) -> Number32:
        """Load from memory. (PTX ISA, 9.7.9.8)"""
    @overload
    def __call__(self: Ld_33[InFull], d: W32, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Ld_35(Instruction[M]):
    @overload
    def __call__(self: Ld_35[Returning], a: A, /, **options: Unpack[Options]) -> Number64:
        """Load from memory. (PTX ISA, 9.7.9.8)"""
    @overload
    def __call__(self: Ld_35[InFull], d: W64, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Ld_37(Instruction[M]):
    @overload
    def __call__(self: Ld_37[Returning], a: A, /, **options: Unpack[Options]) -> Number:
        """Load from memory. (PTX ISA, 9.7.9.8)"""
    @overload
    def __call__(self: Ld_37[InFull], d: N, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Ld_66(Instruction[M]):
    L2__128B: Ld_49[M]
    L2__256B: Ld_49[M]
    L2__64B: Ld_49[M]
    L2__cache_hint: Ld_59[M]
    L2__evict_first: Ld_65[M]
    L2__evict_last: Ld_65[M]
    L2__evict_normal: Ld_65[M]
    b128: Ld_41[M]
    b16: Ld_42[M]
    b32: Ld_43[M]
    b64: Ld_44[M]
    b8: Ld_45[M]
    f32: Ld_43[M]
    f64: Ld_44[M]
    s16: Ld_42[M]
    s32: Ld_43[M]
    s64: Ld_44[M]
    s8: Ld_45[M]
    u16: Ld_42[M]
    u32: Ld_43[M]
    u64: Ld_44[M]
    u8: Ld_45[M]
    v2: Ld_47[M]
    v4: Ld_47[M]
    v8: Ld_48[M]

class Ld_49(Instruction[M]):
    b128: Ld_41[M]
    b16: Ld_42[M]
    b32: Ld_43[M]
    b64: Ld_44[M]
    b8: Ld_45[M]
    f32: Ld_43[M]
    f64: Ld_44[M]
    s16: Ld_42[M]
    s32: Ld_43[M]
    s64: Ld_44[M]
    s8: Ld_45[M]
    u16: Ld_42[M]
    u32: Ld_43[M]
    u64: Ld_44[M]
    u8: Ld_45[M]
    v2: Ld_47[M]
    v4: Ld_47[M]
    v8: Ld_48[M]

class Ld_59(Instruction[M]):
    L2__128B: Ld_58[M]
    L2__256B: Ld_58[M]
    L2__64B: Ld_58[M]
    b128: Ld_50[M]
    b16: Ld_51[M]
    b32: Ld_52[M]
    b64: Ld_53[M]
    b8: Ld_54[M]
    f32: Ld_52[M]
    f64: Ld_53[M]
    s16: Ld_51[M]
    s32: Ld_52[M]
    s64: Ld_53[M]
    s8: Ld_54[M]
    u16: Ld_51[M]
    u32: Ld_52[M]
    u64: Ld_53[M]
    u8: Ld_54[M]
    v2: Ld_56[M]
    v4: Ld_56[M]
    v8: Ld_57[M]

class Ld_65(Instruction[M]):
    L2__128B: Ld_61[M]
    L2__256B: Ld_61[M]
    L2__64B: Ld_61[M]
    L2__cache_hint: Ld_64[M]
    v4: Ld_60[M]
    v8: Ld_48[M]

class Ld_41(Instruction[M]):
    @overload
    def __call__(self: Ld_41[Returning], a: A, /, **options: Unpack[Options]) -> Number128:
        """With .nc: load, by the texture cache, global memory that nobody writes. (PTX ISA, 9.7.9.9)"""
    @overload
    def __call__(self: Ld_41[InFull], d: W128 | V, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Ld_68(Instruction[M]):
    @overload
    def __call__(self: Ld_68[Returning], a: A, /, **options: Unpack[Options]) -> Number16:
        """With .nc: load, by the texture cache, global memory that nobody writes. (PTX ISA, 9.7.9.9)"""
    @overload
    def __call__(self: Ld_68[InFull], d: N | V, a: A, /, **options: Unpack[Options]) -> Emitted: ...
    proxy__readonly: Ld_31[M]

class Ld_69(Instruction[M]):
    @overload
    def __call__(self: Ld_69[Returning], a: A, /, **options: Unpack[Options]) -> Number32:
        """With .nc: load, by the texture cache, global memory that nobody writes. (PTX ISA, 9.7.9.9)"""
    @overload
    def __call__(self: Ld_69[InFull], d: W32 | V, a: A, /, **options: Unpack[Options]) -> Emitted: ...
    proxy__readonly: Ld_33[M]

class Ld_70(Instruction[M]):
    @overload
    def __call__(self: Ld_70[Returning], a: A, /, **options: Unpack[Options]) -> Number64:
        """With .nc: load, by the texture cache, global memory that nobody writes. (PTX ISA, 9.7.9.9)"""
    @overload
    def __call__(self: Ld_70[InFull], d: W64 | V, a: A, /, **options: Unpack[Options]) -> Emitted: ...
    proxy__readonly: Ld_35[M]

class Ld_71(Instruction[M]):
    @overload
    def __call__(self: Ld_71[Returning], a: A, /, **options: Unpack[Options]) -> Number:
        """With .nc: load, by the texture cache, global memory that nobody writes. (PTX ISA, 9.7.9.9)"""
    @overload
    def __call__(self: Ld_71[InFull], d: N | V, a: A, /, **options: Unpack[Options]) -> Emitted: ...
    proxy__readonly: Ld_37[M]

class Ld_73(Instruction[M]):
    b16: Ld_72[M]
    b32: Ld_72[M]
    b64: Ld_72[M]
    b8: Ld_72[M]
    f32: Ld_72[M]
    f64: Ld_72[M]
    s16: Ld_72[M]
    s32: Ld_72[M]
    s64: Ld_72[M]
    s8: Ld_72[M]
    u16: Ld_72[M]
    u32: Ld_72[M]
    u64: Ld_72[M]
    u8: Ld_72[M]

class Ld_74(Instruction[M]):
    b32: Ld_72[M]
    f32: Ld_72[M]
    s32: Ld_72[M]
    u32: Ld_72[M]

class Ld_76(Instruction[M]):
    @overload
    def __call__(self: Ld_76[Returning], a: A, /, **options: Unpack[Options]) -> Vector:
        """Load from memory. (PTX ISA, 9.7.9.8)"""
    @overload
    def __call__(self: Ld_76[InFull], d: V, a: A, /, **options: Unpack[Options]) -> Emitted: ...
    proxy__readonly: Ld_5[M]

class Ld_29(Instruction[M]):
    L1__evict_first: Ld_25[M]
    L1__evict_last: Ld_25[M]
    L1__evict_normal: Ld_25[M]
    L1__evict_unchanged: Ld_25[M]
    L1__no_allocate: Ld_25[M]
    L2__128B: Ld_8[M]
    L2__256B: Ld_8[M]
    L2__64B: Ld_8[M]
    L2__cache_hint: Ld_18[M]
    L2__evict_first: Ld_24[M]
    L2__evict_last: Ld_24[M]
    L2__evict_normal: Ld_24[M]
    b128: Ld_0[M]
    b16: Ld_1[M]
    b32: Ld_2[M]
    b64: Ld_3[M]
    b8: Ld_4[M]
    f32: Ld_2[M]
    f64: Ld_3[M]
    global_: Ld_26[M]
    s16: Ld_1[M]
    s32: Ld_2[M]
    s64: Ld_3[M]
    s8: Ld_4[M]
    shared: Ld_28[M]
    shared__cluster: Ld_28[M]
    shared__cta: Ld_28[M]
    u16: Ld_1[M]
    u32: Ld_2[M]
    u64: Ld_3[M]
    u8: Ld_4[M]
    v2: Ld_6[M]
    v4: Ld_6[M]
    v8: Ld_7[M]

class Ld_28(Instruction[M]):
    b128: Ld_0[M]
    b16: Ld_1[M]
    b32: Ld_2[M]
    b64: Ld_3[M]
    b8: Ld_4[M]
    f32: Ld_2[M]
    f64: Ld_3[M]
    s16: Ld_1[M]
    s32: Ld_2[M]
    s64: Ld_3[M]
    s8: Ld_4[M]
    u16: Ld_1[M]
    u32: Ld_2[M]
    u64: Ld_3[M]
    u8: Ld_4[M]
    v2: Ld_6[M]
    v4: Ld_27[M]

class Ld_27(Instruction[M]):
    b16: Ld_5[M]
    b32: Ld_5[M]
    b8: Ld_5[M]
    f32: Ld_5[M]
    s16: Ld_5[M]
    s32: Ld_5[M]
    s8: Ld_5[M]
    u16: Ld_5[M]
    u32: Ld_5[M]
    u8: Ld_5[M]

class Ld_83(Instruction[M]):
    sys: Ld_82[M]

class Ld_85(Instruction[M]):
    cluster: Ld_28[M]
    cta: Ld_28[M]
    gpu: Ld_28[M]
    sys: Ld_28[M]

class Ld_87(Instruction[M]):
    L2__128B: Ld_20[M]
    L2__256B: Ld_20[M]
    L2__64B: Ld_20[M]
    v4: Ld_19[M]
    v8: Ld_7[M]

class Ld_88(Instruction[M]):
    L2__128B: Ld_8[M]
    L2__256B: Ld_8[M]
    L2__64B: Ld_8[M]
    L2__evict_first: Ld_87[M]
    L2__evict_last: Ld_87[M]
    L2__evict_normal: Ld_87[M]
    b128: Ld_0[M]
    b16: Ld_1[M]
    b32: Ld_2[M]
    b64: Ld_3[M]
    b8: Ld_4[M]
    f32: Ld_2[M]
    f64: Ld_3[M]
    s16: Ld_1[M]
    s32: Ld_2[M]
    s64: Ld_3[M]
    s8: Ld_4[M]
    u16: Ld_1[M]
    u32: Ld_2[M]
    u64: Ld_3[M]
    u8: Ld_4[M]
    v2: Ld_6[M]
    v4: Ld_6[M]
    v8: Ld_7[M]

class Ld_90(Instruction[M]):
    L1__evict_first: Ld_25[M]
    L1__evict_last: Ld_25[M]
    L1__evict_normal: Ld_25[M]
    L1__evict_unchanged: Ld_25[M]
    L1__no_allocate: Ld_25[M]
    L2__128B: Ld_8[M]
    L2__256B: Ld_8[M]
    L2__64B: Ld_8[M]
    L2__cache_hint: Ld_18[M]
    L2__evict_first: Ld_24[M]
    L2__evict_last: Ld_24[M]
    L2__evict_normal: Ld_24[M]
    b128: Ld_0[M]
    b16: Ld_1[M]
    b32: Ld_2[M]
    b64: Ld_3[M]
    b8: Ld_4[M]
    ca: Ld_25[M]
    cg: Ld_25[M]
    cs: Ld_25[M]
    cv: Ld_25[M]
    f32: Ld_2[M]
    f64: Ld_3[M]
    lu: Ld_25[M]
    s16: Ld_1[M]
    s32: Ld_2[M]
    s64: Ld_3[M]
    s8: Ld_4[M]
    u16: Ld_1[M]
    u32: Ld_2[M]
    u64: Ld_3[M]
    u8: Ld_4[M]
    v2: Ld_6[M]
    v4: Ld_6[M]
    v8: Ld_7[M]

class Ld_5(Instruction[M]):
    @overload
    def __call__(self: Ld_5[Returning], a: A, /, **options: Unpack[Options]) -> Vector:
        """Load from memory. (PTX ISA, 9.7.9.8)"""
    @overload
    def __call__(self: Ld_5[InFull], d: V, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Ld_14(Instruction[M]):
    @overload
    def __call__(self: Ld_14[Returning], a: A, cache_policy: I64, /, **options: Unpack[Options]) -> Vector:
        """Load from memory. (PTX ISA, 9.7.9.8)"""
    @overload
    def __call__(self: Ld_14[InFull], d: V, a: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Ld_22(Instruction[M]):
    v4: Ld_21[M]
    v8: Ld_16[M]

class Ld_21(Instruction[M]):
    b64: Ld_14[M]
    f64: Ld_14[M]
    s64: Ld_14[M]
    u64: Ld_14[M]

class Ld_42(Instruction[M]):
    @overload
    def __call__(self: Ld_42[Returning], a: A, /, **options: Unpack[Options]) -> Number16:
        """With .nc: load, by the texture cache, global memory that nobody writes. (PTX ISA, 9.7.9.9)"""
    @overload
    def __call__(self: Ld_42[InFull], d: N | V, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Ld_43(Instruction[M]):
    @overload
    def __call__(self: Ld_43[Returning], a: A, /, **options: Unpack[Options]) -> Number32:
        """With .nc: load, by the texture cache, global memory that nobody writes. (PTX ISA, 9.7.9.9)"""
    @overload
    def __call__(self: Ld_43[InFull], d: W32 | V, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Ld_44(Instruction[M]):
    @overload
    def __call__(self: Ld_44[Returning], a: A, /, **options: Unpack[Options]) -> Number64:
        """With .nc: load, by the texture cache, global memory that nobody writes. (PTX ISA, 9.7.9.9)"""
    @overload
    def __call__(self: Ld_44[InFull], d: W64 | V, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Ld_45(Instruction[M]):
    @overload
    def __call__(self: Ld_45[Returning], a: A, /, **options: Unpack[Options]) -> Number:
        """With .nc: load, by the texture cache, global memory that nobody writes. (PTX ISA, 9.7.9.9)"""
    @overload
    def __call__(self: Ld_45[InFull], d: N | V, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Ld_47(Instruction[M]):
    b16: Ld_46[M]
    b32: Ld_46[M]
    b64: Ld_46[M]
    b8: Ld_46[M]
    f32: Ld_46[M]
    f64: Ld_46[M]
    s16: Ld_46[M]
    s32: Ld_46[M]
    s64: Ld_46[M]
    s8: Ld_46[M]
    u16: Ld_46[M]
    u32: Ld_46[M]
    u64: Ld_46[M]
    u8: Ld_46[M]

class Ld_48(Instruction[M]):
    b32: Ld_46[M]
    f32: Ld_46[M]
    s32: Ld_46[M]
    u32: Ld_46[M]

class Ld_58(Instruction[M]):
    b128: Ld_50[M]
    b16: Ld_51[M]
    b32: Ld_52[M]
    b64: Ld_53[M]
    b8: Ld_54[M]
    f32: Ld_52[M]
    f64: Ld_53[M]
    s16: Ld_51[M]
    s32: Ld_52[M]
    s64: Ld_53[M]
    s8: Ld_54[M]
    u16: Ld_51[M]
    u32: Ld_52[M]
    u64: Ld_53[M]
    u8: Ld_54[M]
    v2: Ld_56[M]
    v4: Ld_56[M]
    v8: Ld_57[M]

class Ld_50(Instruction[M]):
    @overload
    def __call__(self: Ld_50[Returning], a: A, cache_policy: I64, /, **options: Unpack[Options]) -> Number128:
        """With .nc: load, by the texture cache, global memory that nobody writes. (PTX ISA, 9.7.9.9)"""
    @overload
    def __call__(self: Ld_50[InFull], d: W128 | V, a: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Ld_51(Instruction[M]):
    @overload
    def __call__(self: Ld_51[Returning], a: A, cache_policy: I64, /, **options: Unpack[Options]) -> Number16:
        """With .nc: load, by the texture cache, global memory that nobody writes. (PTX ISA, 9.7.9.9)"""
    @overload
    def __call__(self: Ld_51[InFull], d: N | V, a: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Ld_52(Instruction[M]):
    @overload
    def __call__(self: Ld_52[Returning], a: A, cache_policy: I64, /, **options: Unpack[Options]) -> Number32:
        """With .nc: load, by the texture cache, global memory that nobody writes. (PTX ISA, 9.7.9.9)"""
    @overload
    def __call__(self: Ld_52[InFull], d: W32 | V, a: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Ld_53(Instruction[M]):
    @overload
    def __call__(self: Ld_53[Returning], a: A, cache_policy: I64, /, **options: Unpack[Options]) -> Number64:
        """With .nc: load, by the texture cache, global memory that nobody writes. (PTX ISA, 9.7.9.9)"""
    @overload
    def __call__(self: Ld_53[InFull], d: W64 | V, a: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Ld_54(Instruction[M]):
    @overload
    def __call__(self: Ld_54[Returning], a: A, cache_policy: I64, /, **options: Unpack[Options]) -> Number:
        """With .nc: load, by the texture cache, global memory that nobody writes. (PTX ISA, 9.7.9.9)"""
    @overload
    def __call__(self: Ld_54[InFull], d: N | V, a: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Ld_56(Instruction[M]):
    b16: Ld_55[M]
    b32: Ld_55[M]
    b64: Ld_55[M]
    b8: Ld_55[M]
    f32: Ld_55[M]
    f64: Ld_55[M]
    s16: Ld_55[M]
    s32: Ld_55[M]
    s64: Ld_55[M]
    s8: Ld_55[M]
    u16: Ld_55[M]
    u32: Ld_55[M]
    u64: Ld_55[M]
    u8: Ld_55[M]

class Ld_57(Instruction[M]):
    b32: Ld_55[M]
    f32: Ld_55[M]
    s32: Ld_55[M]
    u32: Ld_55[M]

class Ld_61(Instruction[M]):
    v4: Ld_60[M]
    v8: Ld_48[M]

class Ld_64(Instruction[M]):
    L2__128B: Ld_63[M]
    L2__256B: Ld_63[M]
    L2__64B: Ld_63[M]
    v4: Ld_62[M]
    v8: Ld_57[M]

class Ld_60(Instruction[M]):
    b64: Ld_46[M]
    f64: Ld_46[M]
    s64: Ld_46[M]
    u64: Ld_46[M]

class Ld_72(Instruction[M]):
    @overload
    def __call__(self: Ld_72[Returning], a: A, /, **options: Unpack[Options]) -> Vector:
        """With .nc: load, by the texture cache, global memory that nobody writes. (PTX ISA, 9.7.9.9)"""
    @overload
    def __call__(self: Ld_72[InFull], d: V, a: A, /, **options: Unpack[Options]) -> Emitted: ...
    proxy__readonly: Ld_5[M]

class Ld_82(Instruction[M]):
    b128: Ld_80[M]
    b16: Ld_31[M]
    b32: Ld_33[M]
    b64: Ld_35[M]
    b8: Ld_37[M]
    f32: Ld_33[M]
    f64: Ld_35[M]
    global_: Ld_81[M]
    s16: Ld_31[M]
    s32: Ld_33[M]
    s64: Ld_35[M]
    s8: Ld_37[M]
    u16: Ld_31[M]
    u32: Ld_33[M]
    u64: Ld_35[M]
    u8: Ld_37[M]

class Ld_46(Instruction[M]):
    @overload
    def __call__(self: Ld_46[Returning], a: A, /, **options: Unpack[Options]) -> Vector:
        """With .nc: load, by the texture cache, global memory that nobody writes. (PTX ISA, 9.7.9.9)"""
    @overload
    def __call__(self: Ld_46[InFull], d: V, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Ld_55(Instruction[M]):
    @overload
    def __call__(self: Ld_55[Returning], a: A, cache_policy: I64, /, **options: Unpack[Options]) -> Vector:
        """With .nc: load, by the texture cache, global memory that nobody writes. (PTX ISA, 9.7.9.9)"""
    @overload
    def __call__(self: Ld_55[InFull], d: V, a: A, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Ld_63(Instruction[M]):
    v4: Ld_62[M]
    v8: Ld_57[M]

class Ld_62(Instruction[M]):
    b64: Ld_55[M]
    f64: Ld_55[M]
    s64: Ld_55[M]
    u64: Ld_55[M]

class Ld_80(Instruction[M]):
    @overload
    def __call__(self: Ld_80[Returning], a: A, /, **options: Unpack[Options]) -> Number128:
        """Load from memory. (PTX ISA, 9.7.9.8)"""
    @overload
    def __call__(self: Ld_80[InFull], d: W128, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Ld_81(Instruction[M]):
    b128: Ld_80[M]
    b16: Ld_31[M]
    b32: Ld_33[M]
    b64: Ld_35[M]
    b8: Ld_37[M]
    f32: Ld_33[M]
    f64: Ld_35[M]
    s16: Ld_31[M]
    s32: Ld_33[M]
    s64: Ld_35[M]
    s8: Ld_37[M]
    u16: Ld_31[M]
    u32: Ld_33[M]
    u64: Ld_35[M]
    u8: Ld_37[M]

class LdGlobal(Instruction[M]):
    """With .nc: load, by the texture cache, global memory that nobody writes. (PTX ISA, 9.7.9.9)

        ld.global{.cop}.nc{.level2::eviction_priority}{.level::cache_hint}{.level::prefetch_size} {.vec}.type d, [a]{.unified}{, cache-policy}  # PTX 3.1, sm_32
        ld.global.nc{.level1::eviction_priority}{.level2::eviction_priority}{.level::cache_hint} {.level::prefetch_size}{.vec}.type d, [a]{.unified}{, cache-policy}  # PTX 3.1, sm_32
    """

    L1__evict_first: Ld_25[M]
    L1__evict_last: Ld_25[M]
    L1__evict_normal: Ld_25[M]
    L1__evict_unchanged: Ld_25[M]
    L1__no_allocate: Ld_25[M]
    L2__128B: Ld_8[M]
    L2__256B: Ld_8[M]
    L2__64B: Ld_8[M]
    L2__cache_hint: Ld_18[M]
    L2__evict_first: Ld_24[M]
    L2__evict_last: Ld_24[M]
    L2__evict_normal: Ld_24[M]
    acquire: Ld_40[M]
    b128: Ld_0[M]
    b16: Ld_32[M]
    b32: Ld_34[M]
    b64: Ld_36[M]
    b8: Ld_38[M]
    ca: Ld_67[M]
    cg: Ld_67[M]
    cs: Ld_67[M]
    cv: Ld_25[M]
    f32: Ld_34[M]
    f64: Ld_36[M]
    lu: Ld_25[M]
    nc: Ld_75[M]
    relaxed: Ld_40[M]
    s16: Ld_32[M]
    s32: Ld_34[M]
    s64: Ld_36[M]
    s8: Ld_38[M]
    u16: Ld_32[M]
    u32: Ld_34[M]
    u64: Ld_36[M]
    u8: Ld_38[M]
    v2: Ld_77[M]
    v4: Ld_77[M]
    v8: Ld_78[M]

class Ld(Instruction[M]):
    """Emit `ld.space.cache.dtype dst, [addr]`.

    `addr` is a register, a name, an object in shared memory, `[x, 16]`, or a result of `ptx.addr`.
    `space` is a state space (`generic` for none), `cache` a cache operator with its qualifiers,
    `"ca"` or `"nc.L2::128B"`. Halves are read as `.b16`. With a vector type (`f32.v4`), `dst` is a
    tuple of registers.

    Load from memory. (PTX ISA, 9.7.9.8)

        ld{.weak}{.ss}{.cop}{.level2::eviction_priority}{.level::cache_hint}{.level::prefetch_size} {.vec}.type d, [a]{.unified}{, cache-policy}  # PTX 1.0
        ld{.weak}{.ss}{.level1::eviction_priority}{.level2::eviction_priority}{.level::cache_hint} {.level::prefetch_size}{.vec}.type d, [a]{.unified}{, cache-policy}  # PTX 1.0
        ld.volatile{.ss}{.level2::eviction_priority}{.level::prefetch_size}{.vec}.type d, [a]{.unified}  # PTX 1.0
        ld.relaxed.scope{.ss}{.level1::eviction_priority}{.level2::eviction_priority}{.level::cache_hint} {.level::prefetch_size}{.vec}.type d, [a]{.unified}{, cache-policy}  # PTX 1.0
        ld.acquire.scope{.ss}{.level1::eviction_priority}{.level2::eviction_priority}{.level::cache_hint} {.level::prefetch_size}{.vec}.type d, [a]{.unified}{, cache-policy}  # PTX 1.0
        ld.mmio.sem.sys{.global}.type d, [a]{.unified}  # PTX 8.2, sm_70
        … (7 forms; see ptxpy isa ld)
    """

    def __call__(self: Ld[Returning], dtype: Any, dst: Any, addr: Any, *, space: str = 'global', cache: str | None = None, pred: Any = None) -> None: ...
    L1__evict_first: Ld_25[M]
    L1__evict_last: Ld_25[M]
    L1__evict_normal: Ld_25[M]
    L1__evict_unchanged: Ld_25[M]
    L1__no_allocate: Ld_25[M]
    L2__128B: Ld_8[M]
    L2__256B: Ld_8[M]
    L2__64B: Ld_8[M]
    L2__cache_hint: Ld_18[M]
    L2__evict_first: Ld_24[M]
    L2__evict_last: Ld_24[M]
    L2__evict_normal: Ld_24[M]
    acquire: Ld_30[M]
    b128: Ld_0[M]
    b16: Ld_32[M]
    b32: Ld_34[M]
    b64: Ld_36[M]
    b8: Ld_38[M]
    ca: Ld_25[M]
    cg: Ld_25[M]
    const: Ld_39[M]
    cs: Ld_25[M]
    cv: Ld_25[M]
    f32: Ld_34[M]
    f64: Ld_36[M]
    global_: LdGlobal[M]
    local: Ld_39[M]
    lu: Ld_25[M]
    mmio: Ld_84[M]
    param: Ld_39[M]
    param__entry: Ld_39[M]
    param__func: Ld_39[M]
    relaxed: Ld_30[M]
    s16: Ld_32[M]
    s32: Ld_34[M]
    s64: Ld_36[M]
    s8: Ld_38[M]
    shared: Ld_86[M]
    shared__cluster: Ld_86[M]
    shared__cta: Ld_86[M]
    u16: Ld_32[M]
    u32: Ld_34[M]
    u64: Ld_36[M]
    u8: Ld_38[M]
    v2: Ld_77[M]
    v4: Ld_77[M]
    v8: Ld_78[M]
    volatile: Ld_89[M]
    weak: Ld_91[M]

class Ldmatrix_18(Instruction[M]):
    aligned: Ldmatrix_17[M]

class Ldmatrix_17(Instruction[M]):
    m16n16: Ldmatrix_5[M]
    m8n16: Ldmatrix_8[M]
    m8n8: Ldmatrix_12[M]
    x1: Ldmatrix_14[M]
    x2: Ldmatrix_14[M]
    x4: Ldmatrix_16[M]

class Ldmatrix_5(Instruction[M]):
    x1: Ldmatrix_4[M]
    x2: Ldmatrix_4[M]

class Ldmatrix_8(Instruction[M]):
    x1: Ldmatrix_7[M]
    x2: Ldmatrix_7[M]
    x4: Ldmatrix_7[M]

class Ldmatrix_12(Instruction[M]):
    x1: Ldmatrix_11[M]
    x2: Ldmatrix_11[M]
    x4: Ldmatrix_11[M]

class Ldmatrix_14(Instruction[M]):
    m16n16: Ldmatrix_4[M]
    m8n16: Ldmatrix_7[M]
    m8n8: Ldmatrix_11[M]
    trans: Ldmatrix_13[M]

class Ldmatrix_16(Instruction[M]):
    m8n16: Ldmatrix_7[M]
    m8n8: Ldmatrix_11[M]
    trans: Ldmatrix_15[M]

class Ldmatrix_4(Instruction[M]):
    trans: Ldmatrix_3[M]

class Ldmatrix_7(Instruction[M]):
    b8x16: Ldmatrix_1[M]
    shared: Ldmatrix_6[M]
    shared__cta: Ldmatrix_6[M]

class Ldmatrix_11(Instruction[M]):
    b16: Ldmatrix_0[M]
    shared: Ldmatrix_9[M]
    shared__cta: Ldmatrix_9[M]
    trans: Ldmatrix_10[M]

class Ldmatrix_13(Instruction[M]):
    m16n16: Ldmatrix_3[M]
    m8n8: Ldmatrix_10[M]

class Ldmatrix_15(Instruction[M]):
    m8n8: Ldmatrix_10[M]

class Ldmatrix_3(Instruction[M]):
    b8: Ldmatrix_0[M]
    b8x16: Ldmatrix_1[M]
    shared: Ldmatrix_2[M]
    shared__cta: Ldmatrix_2[M]

class Ldmatrix_1(Instruction[M]):
    b4x16_p64: Ldmatrix_0[M]
    b6x16_p32: Ldmatrix_0[M]

class Ldmatrix_6(Instruction[M]):
    b8x16: Ldmatrix_1[M]

class Ldmatrix_0(Instruction[M]):
    @overload
    def __call__(self: Ldmatrix_0[Returning], p: A, /, **options: Unpack[Options]) -> Vector:
        """Load matrices from shared memory, as fragments for mma. (PTX ISA, 9.7.14.5.15)"""
    @overload
    def __call__(self: Ldmatrix_0[InFull], r: V, p: A, /, **options: Unpack[Options]) -> Emitted: ...

class Ldmatrix_9(Instruction[M]):
    b16: Ldmatrix_0[M]

class Ldmatrix_10(Instruction[M]):
    b16: Ldmatrix_0[M]
    shared: Ldmatrix_9[M]
    shared__cta: Ldmatrix_9[M]

class Ldmatrix_2(Instruction[M]):
    b8: Ldmatrix_0[M]
    b8x16: Ldmatrix_1[M]

class Ldmatrix(Instruction[M]):
    """Load matrices of a warp: `ldmatrix.sync.aligned.m8n8.x4{.trans}.shared.b16 {…}, [src]`.

    Lane 8 * i + r gives the address of row r of matrix i, a multiple of 16 (PTX ISA 9.7.14.5.15).

    Args:
        dst: One register of 32 bits for each matrix.
        src: An address in shared memory: a register, `[register, offset]`, an array.
        layout: `"x1"`, `"x2"` or `"x4"`, with a shape before and `trans` after if wanted:
            `"m8n8.x4.trans"`, `"m16n16.x2.trans"`.
        trans: Whether each matrix is transposed.
        pred: A guard.

    Load matrices from shared memory, as fragments for mma. (PTX ISA, 9.7.14.5.15)

        ldmatrix.sync.aligned.m8n8.num{.trans}{.ss}.b16 r, [p]  # PTX 6.5, sm_75
        ldmatrix.sync.aligned.m16n16.num.trans{.ss}.b8 r, [p]  # PTX 8.6, sm_100f or sm_110f or sm_120f
        ldmatrix.sync.aligned.m16n16.num.trans{.ss}.dst_fmt.src_fmt r, [p]  # PTX 8.6, sm_100f or sm_110f or sm_120f
        ldmatrix.sync.aligned.m8n16.num{.ss}.dst_fmt.src_fmt r, [p]  # PTX 8.6, sm_100f or sm_110f or sm_120f
    """

    def __call__(self: Ldmatrix[Returning], *, dst: Any, src: Any, layout: str = 'x4', trans: bool = False, pred: Any = None) -> None: ...
    sync: Ldmatrix_18[M]

class Ldu_0(Instruction[M]):
    @overload
    def __call__(self: Ldu_0[Returning], a: A, /, **options: Unpack[Options]) -> Number128:
        """Load from an address in global memory that is the same for the whole warp. (PTX ISA, 9.7.9.10)"""
    @overload
    def __call__(self: Ldu_0[InFull], d: W128 | V, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Ldu_1(Instruction[M]):
    @overload
    def __call__(self: Ldu_1[Returning], a: A, /, **options: Unpack[Options]) -> Number16:
        """Load from an address in global memory that is the same for the whole warp. (PTX ISA, 9.7.9.10)"""
    @overload
    def __call__(self: Ldu_1[InFull], d: N | V, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Ldu_2(Instruction[M]):
    @overload
    def __call__(self: Ldu_2[Returning], a: A, /, **options: Unpack[Options]) -> Number32:
        """Load from an address in global memory that is the same for the whole warp. (PTX ISA, 9.7.9.10)"""
    @overload
    def __call__(self: Ldu_2[InFull], d: W32 | V, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Ldu_3(Instruction[M]):
    @overload
    def __call__(self: Ldu_3[Returning], a: A, /, **options: Unpack[Options]) -> Number64:
        """Load from an address in global memory that is the same for the whole warp. (PTX ISA, 9.7.9.10)"""
    @overload
    def __call__(self: Ldu_3[InFull], d: W64 | V, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Ldu_4(Instruction[M]):
    @overload
    def __call__(self: Ldu_4[Returning], a: A, /, **options: Unpack[Options]) -> Number:
        """Load from an address in global memory that is the same for the whole warp. (PTX ISA, 9.7.9.10)"""
    @overload
    def __call__(self: Ldu_4[InFull], d: N | V, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Ldu_8(Instruction[M]):
    b128: Ldu_0[M]
    b16: Ldu_1[M]
    b32: Ldu_2[M]
    b64: Ldu_3[M]
    b8: Ldu_4[M]
    f32: Ldu_2[M]
    f64: Ldu_3[M]
    s16: Ldu_1[M]
    s32: Ldu_2[M]
    s64: Ldu_3[M]
    s8: Ldu_4[M]
    u16: Ldu_1[M]
    u32: Ldu_2[M]
    u64: Ldu_3[M]
    u8: Ldu_4[M]
    v2: Ldu_6[M]
    v4: Ldu_7[M]

class Ldu_6(Instruction[M]):
    b16: Ldu_5[M]
    b32: Ldu_5[M]
    b64: Ldu_5[M]
    b8: Ldu_5[M]
    f32: Ldu_5[M]
    f64: Ldu_5[M]
    s16: Ldu_5[M]
    s32: Ldu_5[M]
    s64: Ldu_5[M]
    s8: Ldu_5[M]
    u16: Ldu_5[M]
    u32: Ldu_5[M]
    u64: Ldu_5[M]
    u8: Ldu_5[M]

class Ldu_7(Instruction[M]):
    b16: Ldu_5[M]
    b32: Ldu_5[M]
    b8: Ldu_5[M]
    f32: Ldu_5[M]
    s16: Ldu_5[M]
    s32: Ldu_5[M]
    s8: Ldu_5[M]
    u16: Ldu_5[M]
    u32: Ldu_5[M]
    u8: Ldu_5[M]

class Ldu_5(Instruction[M]):
    @overload
    def __call__(self: Ldu_5[Returning], a: A, /, **options: Unpack[Options]) -> Vector:
        """Load from an address in global memory that is the same for the whole warp. (PTX ISA, 9.7.9.10)"""
    @overload
    def __call__(self: Ldu_5[InFull], d: V, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Ldu(Instruction[M]):
    """Load from an address in global memory that is the same for the whole warp. (PTX ISA, 9.7.9.10)

        ldu{.ss}{.vec}.type d, [a]{.unified}  # PTX 2.0, sm_20
    """

    b128: Ldu_0[M]
    b16: Ldu_1[M]
    b32: Ldu_2[M]
    b64: Ldu_3[M]
    b8: Ldu_4[M]
    f32: Ldu_2[M]
    f64: Ldu_3[M]
    global_: Ldu_8[M]
    s16: Ldu_1[M]
    s32: Ldu_2[M]
    s64: Ldu_3[M]
    s8: Ldu_4[M]
    u16: Ldu_1[M]
    u32: Ldu_2[M]
    u64: Ldu_3[M]
    u8: Ldu_4[M]
    v2: Ldu_6[M]
    v4: Ldu_7[M]

class Lg2_2(Instruction[M]):
    f32: Lg2_0[M]
    ftz: Lg2_1[M]

class Lg2_0(Instruction[M]):
    @overload
    def __call__(self: Lg2_0[Returning], a: F32, /, **options: Unpack[Options]) -> Number32:
        """Take the logarithm to base 2. (PTX ISA, 9.7.3.20)"""
    @overload
    def __call__(self: Lg2_0[InFull], d: F32, a: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Lg2_1(Instruction[M]):
    f32: Lg2_0[M]

class Lg2(Instruction[M]):
    """Take the logarithm to base 2. (PTX ISA, 9.7.3.20)

        lg2.approx{.ftz}.f32 d, a  # PTX 1.4
        lg2.f32 d, a  # PTX 1.0; until PTX 1.4
    """

    approx: Lg2_2[M]
    f32: Lg2_0[M]

class Lop3_1(Instruction[M]):
    b32: Lop3_0[M]

class Lop3_2(Instruction[M]):
    @overload
    def __call__(self: Lop3_2[Returning], a: B32, b: B32, c: B32, immlut: C, /, **options: Unpack[Options]) -> Number32:
        """Any logical operation on three inputs, given by its table of truth. (PTX ISA, 9.7.8.6)"""
    @overload
    def __call__(self: Lop3_2[InFull], d: B32, a: B32, b: B32, c: B32, immlut: C, /, **options: Unpack[Options]) -> Emitted: ...

class Lop3_0(Instruction[M]):
    @overload
    def __call__(self: Lop3_0[Returning], a: B32, b: B32, c: B32, immlut: C, q: C | P, /, **options: Unpack[Options]) -> NumberOrParts:
        """Any logical operation on three inputs, given by its table of truth. (PTX ISA, 9.7.8.6)"""
    @overload
    def __call__(self: Lop3_0[InFull], d: Any, a: B32, b: B32, c: B32, immlut: C, q: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Lop3(Instruction[M]):
    """Any logical operation on three inputs, given by its table of truth. (PTX ISA, 9.7.8.6)

        lop3.b32 d, a, b, c, immLut  # PTX 4.3, sm_50
        lop3.BoolOp.b32 d|p, a, b, c, immLut, {!}q  # PTX 8.2, sm_70
    """

    and_: Lop3_1[M]
    b32: Lop3_2[M]
    or_: Lop3_1[M]

class Mad_0(Instruction[M]):
    @overload
    def __call__(self: Mad_0[Returning], a: F32, b: F32, c: F32, /, **options: Unpack[Options]) -> Number32:
        """Multiply two numbers and add a third, for sm_20 and higher rounding once as fma does. (PTX ISA, 9.7.3.7)"""
    @overload
    def __call__(self: Mad_0[InFull], d: F32, a: F32, b: F32, c: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Mad_1(Instruction[M]):
    @overload
    def __call__(self: Mad_1[Returning], a: F64, b: F64, c: F64, /, **options: Unpack[Options]) -> Number64:
        """Multiply two numbers and add a third, for sm_20 and higher rounding once as fma does. (PTX ISA, 9.7.3.7)"""
    @overload
    def __call__(self: Mad_1[InFull], d: F64, a: F64, b: F64, c: F64, /, **options: Unpack[Options]) -> Emitted: ...

class Mad_3(Instruction[M]):
    f32: Mad_0[M]
    sat: Mad_2[M]

class Mad_11(Instruction[M]):
    cc: Mad_6[M]
    s16: Mad_7[M]
    s32: Mad_8[M]
    s64: Mad_9[M]
    sat: Mad_10[M]
    u16: Mad_7[M]
    u32: Mad_8[M]
    u64: Mad_9[M]

class Mad_12(Instruction[M]):
    cc: Mad_6[M]
    s16: Mad_7[M]
    s32: Mad_8[M]
    s64: Mad_9[M]
    u16: Mad_7[M]
    u32: Mad_8[M]
    u64: Mad_9[M]

class Mad_13(Instruction[M]):
    f32: Mad_0[M]
    f64: Mad_1[M]
    ftz: Mad_3[M]
    sat: Mad_2[M]

class Mad_2(Instruction[M]):
    f32: Mad_0[M]

class Mad_16(Instruction[M]):
    s16: Mad_14[M]
    s32: Mad_15[M]
    u16: Mad_14[M]
    u32: Mad_15[M]

class Mad_6(Instruction[M]):
    s32: Mad_4[M]
    s64: Mad_5[M]
    u32: Mad_4[M]
    u64: Mad_5[M]

class Mad_7(Instruction[M]):
    @overload
    def __call__(self: Mad_7[Returning], a: I16, b: I16, c: I16, /, **options: Unpack[Options]) -> Number16:
        """Multiply two integers and add a third, keeping the low or high half or all of it. (PTX ISA, 9.7.1.4)"""
    @overload
    def __call__(self: Mad_7[InFull], d: I16, a: I16, b: I16, c: I16, /, **options: Unpack[Options]) -> Emitted: ...

class Mad_8(Instruction[M]):
    @overload
    def __call__(self: Mad_8[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Multiply two integers and add a third, keeping the low or high half or all of it. (PTX ISA, 9.7.1.4)"""
    @overload
    def __call__(self: Mad_8[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Mad_9(Instruction[M]):
    @overload
    def __call__(self: Mad_9[Returning], a: I64, b: I64, c: I64, /, **options: Unpack[Options]) -> Number64:
        """Multiply two integers and add a third, keeping the low or high half or all of it. (PTX ISA, 9.7.1.4)"""
    @overload
    def __call__(self: Mad_9[InFull], d: I64, a: I64, b: I64, c: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Mad_10(Instruction[M]):
    s32: Mad_8[M]

class Mad_14(Instruction[M]):
    @overload
    def __call__(self: Mad_14[Returning], a: I16, b: I16, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Multiply two integers and add a third, keeping the low or high half or all of it. (PTX ISA, 9.7.1.4)"""
    @overload
    def __call__(self: Mad_14[InFull], d: I32, a: I16, b: I16, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Mad_15(Instruction[M]):
    @overload
    def __call__(self: Mad_15[Returning], a: I32, b: I32, c: I64, /, **options: Unpack[Options]) -> Number64:
        """Multiply two integers and add a third, keeping the low or high half or all of it. (PTX ISA, 9.7.1.4)"""
    @overload
    def __call__(self: Mad_15[InFull], d: I64, a: I32, b: I32, c: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Mad_4(Instruction[M]):
    @overload
    def __call__(self: Mad_4[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Multiply two integers, add a third to half of the product, and keep the carry. (PTX ISA, 9.7.2.5)"""
    @overload
    def __call__(self: Mad_4[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Mad_5(Instruction[M]):
    @overload
    def __call__(self: Mad_5[Returning], a: I64, b: I64, c: I64, /, **options: Unpack[Options]) -> Number64:
        """Multiply two integers, add a third to half of the product, and keep the carry. (PTX ISA, 9.7.2.5)"""
    @overload
    def __call__(self: Mad_5[InFull], d: I64, a: I64, b: I64, c: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Mad(Instruction[M]):
    """Emit `mad.mode.dtype dst, a, b, c`: `ptx.mad(s32, dst, a, b, c)`, or `d = ptx.mad(a, b, c)`.

    Without a type, the first register says it, and the destination is returned: open, as that of
    an instruction. Untyped bits count as signed; of floats it is `mad.rn`, of halves `fma.rn`.

    Multiply two numbers and add a third, for sm_20 and higher rounding once as fma does. (PTX ISA, 9.7.3.7)

        mad.rnd{.ftz}{.sat}.f32 d, a, b, c  # PTX 1.0, sm_20
        mad.rnd.f64 d, a, b, c  # PTX 1.0
        mad{.ftz}{.sat}.f32 d, a, b, c  # PTX 1.0; until PTX 3.2, sm_20
        mad.f64 d, a, b, c  # PTX 1.0; until PTX 1.4

    Multiply two integers and add a third, keeping the low or high half or all of it. (PTX ISA, 9.7.1.4)

        mad.mode.type d, a, b, c  # PTX 1.0
        mad.wide.type d, a, b, c  # PTX 1.0
        mad.hi.sat.s32 d, a, b, c  # PTX 1.0

    Multiply two integers, add a third to half of the product, and keep the carry. (PTX ISA, 9.7.2.5)

        mad.mode.cc.type d, a, b, c  # PTX 3.0, sm_20
    """

    def __call__(self: Mad[Returning], *args: Any, mode: str = 'lo', pred: Any = None) -> Any: ...
    f32: Mad_0[M]
    f64: Mad_1[M]
    ftz: Mad_3[M]
    hi: Mad_11[M]
    lo: Mad_12[M]
    rm: Mad_13[M]
    rn: Mad_13[M]
    rp: Mad_13[M]
    rz: Mad_13[M]
    sat: Mad_2[M]
    wide: Mad_16[M]

class Mad24_2(Instruction[M]):
    s32: Mad24_0[M]
    sat: Mad24_1[M]
    u32: Mad24_0[M]

class Mad24_3(Instruction[M]):
    s32: Mad24_0[M]
    u32: Mad24_0[M]

class Mad24_0(Instruction[M]):
    @overload
    def __call__(self: Mad24_0[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Multiply the low 24 bits of two integers and add a third to 32 bits of it. (PTX ISA, 9.7.1.6)"""
    @overload
    def __call__(self: Mad24_0[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Mad24_1(Instruction[M]):
    s32: Mad24_0[M]

class Mad24(Instruction[M]):
    """Multiply the low 24 bits of two integers and add a third to 32 bits of it. (PTX ISA, 9.7.1.6)

        mad24.mode.type d, a, b, c  # PTX 1.0
        mad24.hi.sat.s32 d, a, b, c  # PTX 1.0
    """

    hi: Mad24_2[M]
    lo: Mad24_3[M]

class Madc_5(Instruction[M]):
    cc: Madc_2[M]
    s16: Madc_3[M]
    s32: Madc_0[M]
    s64: Madc_1[M]
    sat: Madc_4[M]
    u16: Madc_3[M]
    u32: Madc_0[M]
    u64: Madc_1[M]

class Madc_6(Instruction[M]):
    cc: Madc_2[M]
    s16: Madc_3[M]
    s32: Madc_0[M]
    s64: Madc_1[M]
    u16: Madc_3[M]
    u32: Madc_0[M]
    u64: Madc_1[M]

class Madc_2(Instruction[M]):
    s32: Madc_0[M]
    s64: Madc_1[M]
    u32: Madc_0[M]
    u64: Madc_1[M]

class Madc_3(Instruction[M]):
    @overload
    def __call__(self: Madc_3[Returning], a: I16, b: I16, c: I16, /, **options: Unpack[Options]) -> Number16:
        """Multiply two integers, add a third and the carry, and keep the new carry if told. (PTX ISA, 9.7.2.6)"""
    @overload
    def __call__(self: Madc_3[InFull], d: I16, a: I16, b: I16, c: I16, /, **options: Unpack[Options]) -> Emitted: ...

class Madc_0(Instruction[M]):
    @overload
    def __call__(self: Madc_0[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Multiply two integers, add a third and the carry, and keep the new carry if told. (PTX ISA, 9.7.2.6)"""
    @overload
    def __call__(self: Madc_0[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Madc_1(Instruction[M]):
    @overload
    def __call__(self: Madc_1[Returning], a: I64, b: I64, c: I64, /, **options: Unpack[Options]) -> Number64:
        """Multiply two integers, add a third and the carry, and keep the new carry if told. (PTX ISA, 9.7.2.6)"""
    @overload
    def __call__(self: Madc_1[InFull], d: I64, a: I64, b: I64, c: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Madc_4(Instruction[M]):
    s32: Madc_0[M]

class Madc(Instruction[M]):
    """Multiply two integers, add a third and the carry, and keep the new carry if told. (PTX ISA, 9.7.2.6)

        madc.mode{.cc}.type d, a, b, c  # PTX 3.0, sm_20
        madc.mode.type d, a, b, c  # PTX 3.0, sm_20
        madc.hi.sat.s32 d, a, b, c  # PTX 3.0, sm_20
    """

    hi: Madc_5[M]
    lo: Madc_6[M]

class Mapa_0(Instruction[M]):
    @overload
    def __call__(self: Mapa_0[Returning], a: I32, b: I32, /, **options: Unpack[Options]) -> Number32:
        """Map an address in shared memory to that of the same variable in another CTA. (PTX ISA, 9.7.9.23)"""
    @overload
    def __call__(self: Mapa_0[InFull], d: I32, a: I32, b: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Mapa_1(Instruction[M]):
    @overload
    def __call__(self: Mapa_1[Returning], a: I64, b: I32, /, **options: Unpack[Options]) -> Number64:
        """Map an address in shared memory to that of the same variable in another CTA. (PTX ISA, 9.7.9.23)"""
    @overload
    def __call__(self: Mapa_1[InFull], d: I64, a: I64, b: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Mapa_2(Instruction[M]):
    s32: Mapa_0[M]
    s64: Mapa_1[M]
    u32: Mapa_0[M]
    u64: Mapa_1[M]

class Mapa(Instruction[M]):
    """Map an address in shared memory to that of the same variable in another CTA. (PTX ISA, 9.7.9.23)

        mapa{.space}.type d, a, b  # PTX 7.8, sm_90
    """

    s32: Mapa_0[M]
    s64: Mapa_1[M]
    shared__cluster: Mapa_2[M]
    u32: Mapa_0[M]
    u64: Mapa_1[M]

class Match_3(Instruction[M]):
    sync: Match_2[M]

class Match_7(Instruction[M]):
    sync: Match_6[M]

class Match_2(Instruction[M]):
    b32: Match_0[M]
    b64: Match_1[M]

class Match_6(Instruction[M]):
    b32: Match_4[M]
    b64: Match_5[M]

class Match_0(Instruction[M]):
    @overload
    def __call__(self: Match_0[Returning], a: B32, membermask: I32, /, **options: Unpack[Options]) -> NumberOrParts:
        """Find the threads of a warp that have the same value. (PTX ISA, 9.7.13.10)"""
    @overload
    def __call__(self: Match_0[InFull], d: Any, a: B32, membermask: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Match_1(Instruction[M]):
    @overload
    def __call__(self: Match_1[Returning], a: B64, membermask: I32, /, **options: Unpack[Options]) -> NumberOrParts:
        """Find the threads of a warp that have the same value. (PTX ISA, 9.7.13.10)"""
    @overload
    def __call__(self: Match_1[InFull], d: Any, a: B64, membermask: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Match_4(Instruction[M]):
    @overload
    def __call__(self: Match_4[Returning], a: B32, membermask: I32, /, **options: Unpack[Options]) -> Number32:
        """Find the threads of a warp that have the same value. (PTX ISA, 9.7.13.10)"""
    @overload
    def __call__(self: Match_4[InFull], d: I32, a: B32, membermask: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Match_5(Instruction[M]):
    @overload
    def __call__(self: Match_5[Returning], a: B64, membermask: I32, /, **options: Unpack[Options]) -> Number32:
        """Find the threads of a warp that have the same value. (PTX ISA, 9.7.13.10)"""
    @overload
    def __call__(self: Match_5[InFull], d: I32, a: B64, membermask: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Match(Instruction[M]):
    """Find the threads of a warp that have the same value. (PTX ISA, 9.7.13.10)

        match.any.sync.type d, a, membermask  # PTX 6.0, sm_70
        match.all.sync.type d{|p}, a, membermask  # PTX 6.0, sm_70
    """

    all: Match_3[M]
    any: Match_7[M]

class Max_8(Instruction[M]):
    abs: Max_1[M]
    bf16: Max_2[M]
    bf16x2: Max_3[M]
    f16: Max_2[M]
    f16x2: Max_3[M]
    f32: Max_4[M]
    xorsign: Max_7[M]

class Max_1(Instruction[M]):
    f32: Max_0[M]

class Max_2(Instruction[M]):
    @overload
    def __call__(self: Max_2[Returning], a: F16, b: F16, /, **options: Unpack[Options]) -> Number16:
        """Take the larger of two halves or bfloat16s, or so for two pairs. (PTX ISA, 9.7.4.8)"""
    @overload
    def __call__(self: Max_2[InFull], d: F16, a: F16, b: F16, /, **options: Unpack[Options]) -> Emitted: ...

class Max_3(Instruction[M]):
    @overload
    def __call__(self: Max_3[Returning], a: E32, b: E32, /, **options: Unpack[Options]) -> Number32:
        """Take the larger of two halves or bfloat16s, or so for two pairs. (PTX ISA, 9.7.4.8)"""
    @overload
    def __call__(self: Max_3[InFull], d: E32, a: E32, b: E32, /, **options: Unpack[Options]) -> Emitted: ...

class Max_4(Instruction[M]):
    @overload
    def __call__(self: Max_4[Returning], a: F32, b: F32, c: F32 = ..., /, **options: Unpack[Options]) -> Number32:
        """Take the largest of two or three numbers. (PTX ISA, 9.7.3.12)"""
    @overload
    def __call__(self: Max_4[InFull], d: F32, a: F32, b: F32, c: F32 = ..., /, **options: Unpack[Options]) -> Emitted: ...

class Max_9(Instruction[M]):
    @overload
    def __call__(self: Max_9[Returning], a: F64, b: F64, /, **options: Unpack[Options]) -> Number64:
        """Take the largest of two or three numbers. (PTX ISA, 9.7.3.12)"""
    @overload
    def __call__(self: Max_9[InFull], d: F64, a: F64, b: F64, /, **options: Unpack[Options]) -> Emitted: ...

class Max_13(Instruction[M]):
    NaN: Max_12[M]
    abs: Max_1[M]
    f16: Max_2[M]
    f16x2: Max_3[M]
    f32: Max_4[M]
    xorsign: Max_11[M]

class Max_16(Instruction[M]):
    s16x2: Max_14[M]
    s32: Max_15[M]
    s8x4: Max_14[M]

class Max_17(Instruction[M]):
    @overload
    def __call__(self: Max_17[Returning], a: I16, b: I16, /, **options: Unpack[Options]) -> Number16:
        """Take the larger of two integers. (PTX ISA, 9.7.1.13)"""
    @overload
    def __call__(self: Max_17[InFull], d: I16, a: I16, b: I16, /, **options: Unpack[Options]) -> Emitted: ...

class Max_14(Instruction[M]):
    @overload
    def __call__(self: Max_14[Returning], a: E32, b: E32, /, **options: Unpack[Options]) -> Number32:
        """Take the larger of two integers. (PTX ISA, 9.7.1.13)"""
    @overload
    def __call__(self: Max_14[InFull], d: E32, a: E32, b: E32, /, **options: Unpack[Options]) -> Emitted: ...

class Max_15(Instruction[M]):
    @overload
    def __call__(self: Max_15[Returning], a: I32, b: I32, /, **options: Unpack[Options]) -> Number32:
        """Take the larger of two integers. (PTX ISA, 9.7.1.13)"""
    @overload
    def __call__(self: Max_15[InFull], d: I32, a: I32, b: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Max_18(Instruction[M]):
    @overload
    def __call__(self: Max_18[Returning], a: I64, b: I64, /, **options: Unpack[Options]) -> Number64:
        """Take the larger of two integers. (PTX ISA, 9.7.1.13)"""
    @overload
    def __call__(self: Max_18[InFull], d: I64, a: I64, b: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Max_7(Instruction[M]):
    abs: Max_6[M]

class Max_0(Instruction[M]):
    @overload
    def __call__(self: Max_0[Returning], a: F32, b: F32, c: F32, /, **options: Unpack[Options]) -> Number32:
        """Take the largest of two or three numbers. (PTX ISA, 9.7.3.12)"""
    @overload
    def __call__(self: Max_0[InFull], d: F32, a: F32, b: F32, c: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Max_12(Instruction[M]):
    abs: Max_1[M]
    f16: Max_2[M]
    f16x2: Max_3[M]
    f32: Max_4[M]
    xorsign: Max_11[M]

class Max_11(Instruction[M]):
    abs: Max_10[M]

class Max_6(Instruction[M]):
    bf16: Max_2[M]
    bf16x2: Max_3[M]
    f16: Max_2[M]
    f16x2: Max_3[M]
    f32: Max_5[M]

class Max_10(Instruction[M]):
    f16: Max_2[M]
    f16x2: Max_3[M]
    f32: Max_5[M]

class Max_5(Instruction[M]):
    @overload
    def __call__(self: Max_5[Returning], a: F32, b: F32, /, **options: Unpack[Options]) -> Number32:
        """Take the largest of two or three numbers. (PTX ISA, 9.7.3.12)"""
    @overload
    def __call__(self: Max_5[InFull], d: F32, a: F32, b: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Max(Instruction[M]):
    """Take the largest of two or three numbers. (PTX ISA, 9.7.3.12)

        max{.ftz}{.NaN}{.xorsign.abs}.f32 d, a, b  # PTX 1.0
        max{.ftz}{.NaN}{.abs}.f32 d, a, b, c  # PTX 8.8, sm_100
        max.f64 d, a, b  # PTX 1.0

    Take the larger of two halves or bfloat16s, or so for two pairs. (PTX ISA, 9.7.4.8)

        max{.ftz}{.NaN}{.xorsign.abs}.f16 d, a, b  # PTX 7.0, sm_80
        max{.ftz}{.NaN}{.xorsign.abs}.f16x2 d, a, b  # PTX 7.0, sm_80
        max{.NaN}{.xorsign.abs}.bf16 d, a, b  # PTX 7.0, sm_80
        max{.NaN}{.xorsign.abs}.bf16x2 d, a, b  # PTX 7.0, sm_80

    Take the larger of two integers. (PTX ISA, 9.7.1.13)

        max.atype d, a, b  # PTX 1.0
        max{.relu}.s32 d, a, b  # PTX 1.0
        max.u16x2 d, a, b  # PTX 8.0, sm_90
        max{.relu}.s16x2 d, a, b  # PTX 8.0, sm_90
        max.u8x4 d, a, b  # PTX 9.2, sm_107f or sm_120f
        max{.relu}.s8x4 d, a, b  # PTX 9.2, sm_107f or sm_120f
    """

    NaN: Max_8[M]
    abs: Max_1[M]
    bf16: Max_2[M]
    bf16x2: Max_3[M]
    f16: Max_2[M]
    f16x2: Max_3[M]
    f32: Max_4[M]
    f64: Max_9[M]
    ftz: Max_13[M]
    relu: Max_16[M]
    s16: Max_17[M]
    s16x2: Max_14[M]
    s32: Max_15[M]
    s64: Max_18[M]
    s8x4: Max_14[M]
    u16: Max_17[M]
    u16x2: Max_14[M]
    u32: Max_15[M]
    u64: Max_18[M]
    u8x4: Max_14[M]
    xorsign: Max_7[M]

class Mbarrier_108(Instruction[M]):
    cluster: Mbarrier_107[M]
    cta: Mbarrier_107[M]

class Mbarrier_105(Instruction[M]):
    @overload
    def __call__(self: Mbarrier_105[Returning], addr: A, state: I64, suspendtimehint: I32 = ..., /, **options: Unpack[Options]) -> Predicate:
        """Wait for some time until a phase of a barrier object is complete. (PTX ISA, 9.7.13.15.16)"""
    @overload
    def __call__(self: Mbarrier_105[InFull], waitcomplete: P, addr: A, state: I64, suspendtimehint: I32 = ..., /, **options: Unpack[Options]) -> Emitted: ...

class Mbarrier_119(Instruction[M]):
    acquire: Mbarrier_112[M]
    b64: Mbarrier_109[M]
    phase_type__conditional: Mbarrier_113[M]
    phase_type__primary: Mbarrier_118[M]
    relaxed: Mbarrier_112[M]
    shared: Mbarrier_110[M]
    shared__cta: Mbarrier_110[M]

class Mbarrier_124(Instruction[M]):
    acquire: Mbarrier_123[M]
    b64: Mbarrier_120[M]
    relaxed: Mbarrier_123[M]
    shared: Mbarrier_121[M]
    shared__cta: Mbarrier_121[M]

class Mbarrier_106(Instruction[M]):
    b64: Mbarrier_105[M]

class Mbarrier_87(Instruction[M]):
    cluster: Mbarrier_86[M]
    cta: Mbarrier_86[M]

class Mbarrier_84(Instruction[M]):
    @overload
    def __call__(self: Mbarrier_84[Returning], addr: A, state: I64, /, **options: Unpack[Options]) -> Predicate:
        """Test whether a phase of a barrier object is complete. (PTX ISA, 9.7.13.15.16)"""
    @overload
    def __call__(self: Mbarrier_84[InFull], waitcomplete: P, addr: A, state: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Mbarrier_98(Instruction[M]):
    acquire: Mbarrier_91[M]
    b64: Mbarrier_88[M]
    phase_type__conditional: Mbarrier_92[M]
    phase_type__primary: Mbarrier_97[M]
    relaxed: Mbarrier_91[M]
    shared: Mbarrier_89[M]
    shared__cta: Mbarrier_89[M]

class Mbarrier_103(Instruction[M]):
    acquire: Mbarrier_102[M]
    b64: Mbarrier_99[M]
    relaxed: Mbarrier_102[M]
    shared: Mbarrier_100[M]
    shared__cta: Mbarrier_100[M]

class Mbarrier_85(Instruction[M]):
    b64: Mbarrier_84[M]

class Mbarrier_81(Instruction[M]):
    @overload
    def __call__(self: Mbarrier_81[Returning], state: I64, /, **options: Unpack[Options]) -> Number32:
        """Get the count of pending arrivals out of a state. (PTX ISA, 9.7.13.15.17)"""
    @overload
    def __call__(self: Mbarrier_81[InFull], count: I32, state: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Mbarrier_82(Instruction[M]):
    b64: Mbarrier_81[M]

class Mbarrier_78(Instruction[M]):
    def __call__(self, addr: A, /, **options: Unpack[Options]) -> Emitted:
        """End a barrier object, so that its memory may serve another purpose. (PTX ISA, 9.7.13.15.10)"""

class Mbarrier_79(Instruction[M]):
    b64: Mbarrier_78[M]

class Mbarrier_74(Instruction[M]):
    def __call__(self, addr: A, count: I32, /, **options: Unpack[Options]) -> Emitted:
        """Make a barrier object in shared memory that awaits a number of arrivals. (PTX ISA, 9.7.13.15.9)"""

class Mbarrier_76(Instruction[M]):
    b64: Mbarrier_74[M]
    shared: Mbarrier_75[M]
    shared__cta: Mbarrier_75[M]

class Mbarrier_75(Instruction[M]):
    b64: Mbarrier_74[M]

class Mbarrier_66(Instruction[M]):
    def __call__(self, addr: A, txcount: I32, /, **options: Unpack[Options]) -> Emitted:
        """Raise the count of bytes that the current phase waits for. (PTX ISA, 9.7.13.15.11)"""

class Mbarrier_68(Instruction[M]):
    b64: Mbarrier_67[M]

class Mbarrier_72(Instruction[M]):
    cluster: Mbarrier_71[M]
    cta: Mbarrier_71[M]

class Mbarrier_69(Instruction[M]):
    b64: Mbarrier_66[M]

class Mbarrier_70(Instruction[M]):
    b64: Mbarrier_66[M]
    multicast__cluster__32b: Mbarrier_68[M]

class Mbarrier_58(Instruction[M]):
    def __call__(self, addr: A, txcount: I32, /, **options: Unpack[Options]) -> Emitted:
        """Count bytes as done, as the end of an asynchronous copy would. (PTX ISA, 9.7.13.15.12)"""

class Mbarrier_60(Instruction[M]):
    b64: Mbarrier_59[M]

class Mbarrier_64(Instruction[M]):
    cluster: Mbarrier_63[M]
    cta: Mbarrier_63[M]

class Mbarrier_61(Instruction[M]):
    b64: Mbarrier_58[M]

class Mbarrier_62(Instruction[M]):
    b64: Mbarrier_58[M]
    multicast__cluster__32b: Mbarrier_60[M]

class Mbarrier_56(Instruction[M]):
    b64: Mbarrier_54[M]
    shared: Mbarrier_55[M]
    shared__cta: Mbarrier_55[M]

class Mbarrier_27(Instruction[M]):
    @overload
    def __call__(self: Mbarrier_27[Returning], addr: A, count: I32 = ..., /, **options: Unpack[Options]) -> Number64:
        """Arrive at a barrier object and leave it for all later phases. (PTX ISA, 9.7.13.15.14)"""
    @overload
    def __call__(self: Mbarrier_27[InFull], _: N, addr: A, count: I32 = ..., /, **options: Unpack[Options]) -> Emitted: ...

class Mbarrier_38(Instruction[M]):
    b64: Mbarrier_28[M]
    multicast__cluster__32b: Mbarrier_30[M]
    relaxed: Mbarrier_37[M]
    release: Mbarrier_37[M]
    shared: Mbarrier_31[M]
    shared__cluster: Mbarrier_35[M]
    shared__cta: Mbarrier_31[M]

class Mbarrier_40(Instruction[M]):
    b64: Mbarrier_39[M]

class Mbarrier_45(Instruction[M]):
    b64: Mbarrier_41[M]
    release: Mbarrier_44[M]
    shared: Mbarrier_42[M]
    shared__cta: Mbarrier_42[M]

class Mbarrier_52(Instruction[M]):
    cluster: Mbarrier_51[M]
    cta: Mbarrier_51[M]

class Mbarrier_46(Instruction[M]):
    b64: Mbarrier_27[M]

class Mbarrier_50(Instruction[M]):
    b64: Mbarrier_47[M]
    multicast__cluster__32b: Mbarrier_49[M]

class Mbarrier_0(Instruction[M]):
    @overload
    def __call__(self: Mbarrier_0[Returning], addr: A, count: I32 = ..., /, **options: Unpack[Options]) -> Number64:
        """Arrive at a barrier object and return the state of its phase. (PTX ISA, 9.7.13.15.13)"""
    @overload
    def __call__(self: Mbarrier_0[InFull], _: N, addr: A, count: I32 = ..., /, **options: Unpack[Options]) -> Emitted: ...

class Mbarrier_11(Instruction[M]):
    b64: Mbarrier_1[M]
    multicast__cluster__32b: Mbarrier_3[M]
    relaxed: Mbarrier_10[M]
    release: Mbarrier_10[M]
    shared: Mbarrier_4[M]
    shared__cluster: Mbarrier_8[M]
    shared__cta: Mbarrier_4[M]

class Mbarrier_13(Instruction[M]):
    b64: Mbarrier_12[M]

class Mbarrier_18(Instruction[M]):
    b64: Mbarrier_14[M]
    release: Mbarrier_17[M]
    shared: Mbarrier_15[M]
    shared__cta: Mbarrier_15[M]

class Mbarrier_25(Instruction[M]):
    cluster: Mbarrier_24[M]
    cta: Mbarrier_24[M]

class Mbarrier_19(Instruction[M]):
    b64: Mbarrier_0[M]

class Mbarrier_23(Instruction[M]):
    b64: Mbarrier_20[M]
    multicast__cluster__32b: Mbarrier_22[M]

class Mbarrier_107(Instruction[M]):
    b64: Mbarrier_105[M]
    shared: Mbarrier_106[M]
    shared__cta: Mbarrier_106[M]

class Mbarrier_112(Instruction[M]):
    cluster: Mbarrier_111[M]
    cta: Mbarrier_111[M]

class Mbarrier_109(Instruction[M]):
    @overload
    def __call__(self: Mbarrier_109[Returning], addr: A, phaseparity: I32, suspendtimehint: I32 = ..., /, **options: Unpack[Options]) -> Predicate:
        """Wait for some time until a phase of a barrier object is complete. (PTX ISA, 9.7.13.15.16)"""
    @overload
    def __call__(self: Mbarrier_109[InFull], waitcomplete: P, addr: A, phaseparity: I32, suspendtimehint: I32 = ..., /, **options: Unpack[Options]) -> Emitted: ...

class Mbarrier_113(Instruction[M]):
    acquire: Mbarrier_112[M]
    b64: Mbarrier_109[M]
    relaxed: Mbarrier_112[M]
    shared: Mbarrier_110[M]
    shared__cta: Mbarrier_110[M]

class Mbarrier_118(Instruction[M]):
    acquire: Mbarrier_117[M]
    b64: Mbarrier_114[M]
    relaxed: Mbarrier_117[M]
    shared: Mbarrier_115[M]
    shared__cta: Mbarrier_115[M]

class Mbarrier_110(Instruction[M]):
    b64: Mbarrier_109[M]

class Mbarrier_123(Instruction[M]):
    cluster: Mbarrier_122[M]
    cta: Mbarrier_122[M]

class Mbarrier_120(Instruction[M]):
    @overload
    def __call__(self: Mbarrier_120[Returning], addr: A, state: I64, suspendtimehint: I32 = ..., /, **options: Unpack[Options]) -> Predicate:
        """Wait for some time until a phase of a barrier object is complete. (PTX ISA, 9.7.13.15.16)"""
    @overload
    def __call__(self: Mbarrier_120[Returning], reportvalue: N, addr: A, state: I64, suspendtimehint: I32 = ..., /, **options: Unpack[Options]) -> Predicate: ...
    @overload
    def __call__(self: Mbarrier_120[InFull], waitcomplete: Any, addr: A, state: I64, suspendtimehint: I32 = ..., /, **options: Unpack[Options]) -> Emitted: ...
    @overload
    def __call__(self: Mbarrier_120[InFull], waitcomplete: Any, reportvalue: N, addr: A, state: I64, suspendtimehint: I32 = ..., /, **options: Unpack[Options]) -> Emitted: ...

class Mbarrier_121(Instruction[M]):
    b64: Mbarrier_120[M]

class Mbarrier_86(Instruction[M]):
    b64: Mbarrier_84[M]
    shared: Mbarrier_85[M]
    shared__cta: Mbarrier_85[M]

class Mbarrier_91(Instruction[M]):
    cluster: Mbarrier_90[M]
    cta: Mbarrier_90[M]

class Mbarrier_88(Instruction[M]):
    @overload
    def __call__(self: Mbarrier_88[Returning], addr: A, phaseparity: I32, /, **options: Unpack[Options]) -> Predicate:
        """Test whether a phase of a barrier object is complete. (PTX ISA, 9.7.13.15.16)"""
    @overload
    def __call__(self: Mbarrier_88[InFull], waitcomplete: P, addr: A, phaseparity: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Mbarrier_92(Instruction[M]):
    acquire: Mbarrier_91[M]
    b64: Mbarrier_88[M]
    relaxed: Mbarrier_91[M]
    shared: Mbarrier_89[M]
    shared__cta: Mbarrier_89[M]

class Mbarrier_97(Instruction[M]):
    acquire: Mbarrier_96[M]
    b64: Mbarrier_93[M]
    relaxed: Mbarrier_96[M]
    shared: Mbarrier_94[M]
    shared__cta: Mbarrier_94[M]

class Mbarrier_89(Instruction[M]):
    b64: Mbarrier_88[M]

class Mbarrier_102(Instruction[M]):
    cluster: Mbarrier_101[M]
    cta: Mbarrier_101[M]

class Mbarrier_99(Instruction[M]):
    @overload
    def __call__(self: Mbarrier_99[Returning], addr: A, state: I64, /, **options: Unpack[Options]) -> Predicate:
        """Test whether a phase of a barrier object is complete. (PTX ISA, 9.7.13.15.16)"""
    @overload
    def __call__(self: Mbarrier_99[Returning], reportvalue: N, addr: A, state: I64, /, **options: Unpack[Options]) -> Predicate: ...
    @overload
    def __call__(self: Mbarrier_99[InFull], waitcomplete: Any, addr: A, state: I64, /, **options: Unpack[Options]) -> Emitted: ...
    @overload
    def __call__(self: Mbarrier_99[InFull], waitcomplete: Any, reportvalue: N, addr: A, state: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Mbarrier_100(Instruction[M]):
    b64: Mbarrier_99[M]

class Mbarrier_67(Instruction[M]):
    def __call__(self, addr: A, txcount: I32, ctamask: I32, /, **options: Unpack[Options]) -> Emitted:
        """Raise the count of bytes that the current phase waits for. (PTX ISA, 9.7.13.15.11)"""

class Mbarrier_71(Instruction[M]):
    b64: Mbarrier_66[M]
    multicast__cluster__32b: Mbarrier_68[M]
    shared: Mbarrier_69[M]
    shared__cluster: Mbarrier_70[M]
    shared__cta: Mbarrier_69[M]

class Mbarrier_59(Instruction[M]):
    def __call__(self, addr: A, txcount: I32, ctamask: I32, /, **options: Unpack[Options]) -> Emitted:
        """Count bytes as done, as the end of an asynchronous copy would. (PTX ISA, 9.7.13.15.12)"""

class Mbarrier_63(Instruction[M]):
    b64: Mbarrier_58[M]
    multicast__cluster__32b: Mbarrier_60[M]
    shared: Mbarrier_61[M]
    shared__cluster: Mbarrier_62[M]
    shared__cta: Mbarrier_61[M]

class Mbarrier_54(Instruction[M]):
    @overload
    def __call__(self: Mbarrier_54[Returning], addr: A, /, **options: Unpack[Options]) -> Predicate:
        """Test which layout a barrier object has. (PTX ISA, 9.7.14.16.21)"""
    @overload
    def __call__(self: Mbarrier_54[InFull], p: P, addr: A, /, **options: Unpack[Options]) -> Emitted: ...

class Mbarrier_55(Instruction[M]):
    b64: Mbarrier_54[M]

class Mbarrier_28(Instruction[M]):
    @overload
    def __call__(self: Mbarrier_28[Returning], addr: A, txcount: I32, /, **options: Unpack[Options]) -> Number64:
        """Arrive at a barrier object and leave it for all later phases. (PTX ISA, 9.7.13.15.14)"""
    @overload
    def __call__(self: Mbarrier_28[InFull], state: I64, addr: A, txcount: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Mbarrier_30(Instruction[M]):
    b64: Mbarrier_29[M]

class Mbarrier_37(Instruction[M]):
    cluster: Mbarrier_36[M]
    cta: Mbarrier_36[M]

class Mbarrier_31(Instruction[M]):
    b64: Mbarrier_28[M]

class Mbarrier_35(Instruction[M]):
    b64: Mbarrier_32[M]
    multicast__cluster__32b: Mbarrier_34[M]

class Mbarrier_39(Instruction[M]):
    @overload
    def __call__(self: Mbarrier_39[Returning], addr: A, count: I32, ctamask: I32 = ..., /, **options: Unpack[Options]) -> Number64:
        """Arrive at a barrier object and leave it for all later phases. (PTX ISA, 9.7.13.15.14)"""
    @overload
    def __call__(self: Mbarrier_39[InFull], state: I64, addr: A, count: I32, ctamask: I32 = ..., /, **options: Unpack[Options]) -> Emitted: ...

class Mbarrier_41(Instruction[M]):
    @overload
    def __call__(self: Mbarrier_41[Returning], addr: A, count: I32, /, **options: Unpack[Options]) -> Number64:
        """Arrive at a barrier object and leave it for all later phases. (PTX ISA, 9.7.13.15.14)"""
    @overload
    def __call__(self: Mbarrier_41[InFull], _: N, addr: A, count: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Mbarrier_44(Instruction[M]):
    cta: Mbarrier_43[M]

class Mbarrier_42(Instruction[M]):
    b64: Mbarrier_41[M]

class Mbarrier_51(Instruction[M]):
    b64: Mbarrier_27[M]
    multicast__cluster__32b: Mbarrier_40[M]
    shared: Mbarrier_46[M]
    shared__cluster: Mbarrier_50[M]
    shared__cta: Mbarrier_46[M]

class Mbarrier_47(Instruction[M]):
    def __call__(self, _: N, addr: A, count: I32 = ..., /, **options: Unpack[Options]) -> Emitted:
        """Arrive at a barrier object and leave it for all later phases. (PTX ISA, 9.7.13.15.14)"""

class Mbarrier_49(Instruction[M]):
    b64: Mbarrier_48[M]

class Mbarrier_1(Instruction[M]):
    @overload
    def __call__(self: Mbarrier_1[Returning], addr: A, txcount: I32, /, **options: Unpack[Options]) -> Number64:
        """Arrive at a barrier object and return the state of its phase. (PTX ISA, 9.7.13.15.13)"""
    @overload
    def __call__(self: Mbarrier_1[InFull], state: I64, addr: A, txcount: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Mbarrier_3(Instruction[M]):
    b64: Mbarrier_2[M]

class Mbarrier_10(Instruction[M]):
    cluster: Mbarrier_9[M]
    cta: Mbarrier_9[M]

class Mbarrier_4(Instruction[M]):
    b64: Mbarrier_1[M]

class Mbarrier_8(Instruction[M]):
    b64: Mbarrier_5[M]
    multicast__cluster__32b: Mbarrier_7[M]

class Mbarrier_12(Instruction[M]):
    @overload
    def __call__(self: Mbarrier_12[Returning], addr: A, count: I32, ctamask: I32 = ..., /, **options: Unpack[Options]) -> Number64:
        """Arrive at a barrier object and return the state of its phase. (PTX ISA, 9.7.13.15.13)"""
    @overload
    def __call__(self: Mbarrier_12[InFull], state: I64, addr: A, count: I32, ctamask: I32 = ..., /, **options: Unpack[Options]) -> Emitted: ...

class Mbarrier_14(Instruction[M]):
    @overload
    def __call__(self: Mbarrier_14[Returning], addr: A, count: I32, /, **options: Unpack[Options]) -> Number64:
        """Arrive at a barrier object and return the state of its phase. (PTX ISA, 9.7.13.15.13)"""
    @overload
    def __call__(self: Mbarrier_14[InFull], _: N, addr: A, count: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Mbarrier_17(Instruction[M]):
    cta: Mbarrier_16[M]

class Mbarrier_15(Instruction[M]):
    b64: Mbarrier_14[M]

class Mbarrier_24(Instruction[M]):
    b64: Mbarrier_0[M]
    multicast__cluster__32b: Mbarrier_13[M]
    shared: Mbarrier_19[M]
    shared__cluster: Mbarrier_23[M]
    shared__cta: Mbarrier_19[M]

class Mbarrier_20(Instruction[M]):
    def __call__(self, _: N, addr: A, count: I32 = ..., /, **options: Unpack[Options]) -> Emitted:
        """Arrive at a barrier object and return the state of its phase. (PTX ISA, 9.7.13.15.13)"""

class Mbarrier_22(Instruction[M]):
    b64: Mbarrier_21[M]

class Mbarrier_111(Instruction[M]):
    b64: Mbarrier_109[M]
    shared: Mbarrier_110[M]
    shared__cta: Mbarrier_110[M]

class Mbarrier_117(Instruction[M]):
    cluster: Mbarrier_116[M]
    cta: Mbarrier_116[M]

class Mbarrier_114(Instruction[M]):
    @overload
    def __call__(self: Mbarrier_114[Returning], addr: A, phaseparity: I32, suspendtimehint: I32 = ..., /, **options: Unpack[Options]) -> Predicate:
        """Wait for some time until a phase of a barrier object is complete. (PTX ISA, 9.7.13.15.16)"""
    @overload
    def __call__(self: Mbarrier_114[Returning], reportvalue: N, addr: A, phaseparity: I32, suspendtimehint: I32 = ..., /, **options: Unpack[Options]) -> Predicate: ...
    @overload
    def __call__(self: Mbarrier_114[InFull], waitcomplete: Any, addr: A, phaseparity: I32, suspendtimehint: I32 = ..., /, **options: Unpack[Options]) -> Emitted: ...
    @overload
    def __call__(self: Mbarrier_114[InFull], waitcomplete: Any, reportvalue: N, addr: A, phaseparity: I32, suspendtimehint: I32 = ..., /, **options: Unpack[Options]) -> Emitted: ...

class Mbarrier_115(Instruction[M]):
    b64: Mbarrier_114[M]

class Mbarrier_122(Instruction[M]):
    b64: Mbarrier_120[M]
    shared: Mbarrier_121[M]
    shared__cta: Mbarrier_121[M]

class Mbarrier_90(Instruction[M]):
    b64: Mbarrier_88[M]
    shared: Mbarrier_89[M]
    shared__cta: Mbarrier_89[M]

class Mbarrier_96(Instruction[M]):
    cluster: Mbarrier_95[M]
    cta: Mbarrier_95[M]

class Mbarrier_93(Instruction[M]):
    @overload
    def __call__(self: Mbarrier_93[Returning], addr: A, phaseparity: I32, /, **options: Unpack[Options]) -> Predicate:
        """Test whether a phase of a barrier object is complete. (PTX ISA, 9.7.13.15.16)"""
    @overload
    def __call__(self: Mbarrier_93[Returning], reportvalue: N, addr: A, phaseparity: I32, /, **options: Unpack[Options]) -> Predicate: ...
    @overload
    def __call__(self: Mbarrier_93[InFull], waitcomplete: Any, addr: A, phaseparity: I32, /, **options: Unpack[Options]) -> Emitted: ...
    @overload
    def __call__(self: Mbarrier_93[InFull], waitcomplete: Any, reportvalue: N, addr: A, phaseparity: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Mbarrier_94(Instruction[M]):
    b64: Mbarrier_93[M]

class Mbarrier_101(Instruction[M]):
    b64: Mbarrier_99[M]
    shared: Mbarrier_100[M]
    shared__cta: Mbarrier_100[M]

class Mbarrier_29(Instruction[M]):
    @overload
    def __call__(self: Mbarrier_29[Returning], addr: A, txcount: I32, ctamask: I32, /, **options: Unpack[Options]) -> Number64:
        """Arrive at a barrier object and leave it for all later phases. (PTX ISA, 9.7.13.15.14)"""
    @overload
    def __call__(self: Mbarrier_29[InFull], state: I64, addr: A, txcount: I32, ctamask: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Mbarrier_36(Instruction[M]):
    b64: Mbarrier_28[M]
    multicast__cluster__32b: Mbarrier_30[M]
    shared: Mbarrier_31[M]
    shared__cluster: Mbarrier_35[M]
    shared__cta: Mbarrier_31[M]

class Mbarrier_32(Instruction[M]):
    def __call__(self, _: N, addr: A, txcount: I32, /, **options: Unpack[Options]) -> Emitted:
        """Arrive at a barrier object and leave it for all later phases. (PTX ISA, 9.7.13.15.14)"""

class Mbarrier_34(Instruction[M]):
    b64: Mbarrier_33[M]

class Mbarrier_43(Instruction[M]):
    b64: Mbarrier_41[M]
    shared: Mbarrier_42[M]
    shared__cta: Mbarrier_42[M]

class Mbarrier_48(Instruction[M]):
    def __call__(self, _: N, addr: A, count: I32, ctamask: I32 = ..., /, **options: Unpack[Options]) -> Emitted:
        """Arrive at a barrier object and leave it for all later phases. (PTX ISA, 9.7.13.15.14)"""

class Mbarrier_2(Instruction[M]):
    @overload
    def __call__(self: Mbarrier_2[Returning], addr: A, txcount: I32, ctamask: I32, /, **options: Unpack[Options]) -> Number64:
        """Arrive at a barrier object and return the state of its phase. (PTX ISA, 9.7.13.15.13)"""
    @overload
    def __call__(self: Mbarrier_2[InFull], state: I64, addr: A, txcount: I32, ctamask: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Mbarrier_9(Instruction[M]):
    b64: Mbarrier_1[M]
    multicast__cluster__32b: Mbarrier_3[M]
    shared: Mbarrier_4[M]
    shared__cluster: Mbarrier_8[M]
    shared__cta: Mbarrier_4[M]

class Mbarrier_5(Instruction[M]):
    def __call__(self, _: N, addr: A, txcount: I32, /, **options: Unpack[Options]) -> Emitted:
        """Arrive at a barrier object and return the state of its phase. (PTX ISA, 9.7.13.15.13)"""

class Mbarrier_7(Instruction[M]):
    b64: Mbarrier_6[M]

class Mbarrier_16(Instruction[M]):
    b64: Mbarrier_14[M]
    shared: Mbarrier_15[M]
    shared__cta: Mbarrier_15[M]

class Mbarrier_21(Instruction[M]):
    def __call__(self, _: N, addr: A, count: I32, ctamask: I32 = ..., /, **options: Unpack[Options]) -> Emitted:
        """Arrive at a barrier object and return the state of its phase. (PTX ISA, 9.7.13.15.13)"""

class Mbarrier_116(Instruction[M]):
    b64: Mbarrier_114[M]
    shared: Mbarrier_115[M]
    shared__cta: Mbarrier_115[M]

class Mbarrier_95(Instruction[M]):
    b64: Mbarrier_93[M]
    shared: Mbarrier_94[M]
    shared__cta: Mbarrier_94[M]

class Mbarrier_33(Instruction[M]):
    def __call__(self, _: N, addr: A, txcount: I32, ctamask: I32, /, **options: Unpack[Options]) -> Emitted:
        """Arrive at a barrier object and leave it for all later phases. (PTX ISA, 9.7.13.15.14)"""

class Mbarrier_6(Instruction[M]):
    def __call__(self, _: N, addr: A, txcount: I32, ctamask: I32, /, **options: Unpack[Options]) -> Emitted:
        """Arrive at a barrier object and return the state of its phase. (PTX ISA, 9.7.13.15.13)"""

class MbarrierWait:
    """Wait until the phase of parity `phase`, 0 or 1, is complete.

    Emits, with a label that has the next number,

        WAIT:
            mbarrier.try_wait.parity.shared::cta.b64 p, [mbar], phase;
            @!p bra WAIT;

    with `mbarrier.test_wait` before sm_90, which has no `try_wait`, and with `pred` a branch before
    it that skips it if `pred` is false.
    """

    def __call__(self, mbar: Any, phase: Any, *, pred: Any = None) -> None: ...

class MbarrierTry_wait(Instruction[M]):
    """Wait for some time, and return a predicate that says whether the phase is complete.

    `phase` is the parity of the phase, 0 or 1; with `parity=False`, the state that `arrive` of
    that phase has returned.

    Emits `mbarrier.try_wait.parity.shared::cta.b64 p, [mbar], phase;`, without `.parity` for a
    state.

    Wait for some time until a phase of a barrier object is complete. (PTX ISA, 9.7.13.15.16)

        mbarrier.try_wait{.sem.scope}{.space}.b64 waitComplete, [addr], state{, suspendTimeHint}  # PTX 7.8, sm_90
        mbarrier.try_wait.parity{.sem.scope}{.space}.b64 waitComplete, [addr], phaseParity{, suspendTimeHint}  # PTX 7.8, sm_90
        mbarrier.try_wait.phase_type::primary{.sem.scope}{.space}.b64 waitComplete{|reportPred}{, reportValue}, [addr], state{, suspendTimeHint}  # PTX 9.3, sm_90
        mbarrier.try_wait.parity.phase_type::primary{.sem.scope}{.space}.b64 waitComplete{|reportPred}{, reportValue}, [addr], phaseParity{, suspendTimeHint}  # PTX 9.3, sm_90
        mbarrier.try_wait.parity.phase_type::conditional{.sem.scope}{.space}.b64 waitComplete, [addr], phaseParity{, suspendTimeHint}  # PTX 9.3, sm_90
    """

    def __call__(self: MbarrierTry_wait[Returning], mbar: Any, phase: Any, *, parity: bool = True, pred: Any = None) -> _PendingResult: ...
    acquire: Mbarrier_108[M]
    b64: Mbarrier_105[M]
    parity: Mbarrier_119[M]
    phase_type__primary: Mbarrier_124[M]
    relaxed: Mbarrier_108[M]
    shared: Mbarrier_106[M]
    shared__cta: Mbarrier_106[M]

class MbarrierTest_wait(Instruction[M]):
    """Test whether a phase of a barrier object is complete. (PTX ISA, 9.7.13.15.16)

        mbarrier.test_wait{.sem.scope}{.space}.b64 waitComplete, [addr], state  # PTX 7.0, sm_80
        mbarrier.test_wait.parity{.sem.scope}{.space}.b64 waitComplete, [addr], phaseParity  # PTX 7.1, sm_80
        mbarrier.test_wait.phase_type::primary{.sem.scope}{.space}.b64 waitComplete{|reportPred}{, reportValue}, [addr], state  # PTX 9.3, sm_90
        mbarrier.test_wait.parity.phase_type::primary{.sem.scope}{.space}.b64 waitComplete{|reportPred}{, reportValue}, [addr], phaseParity  # PTX 9.3, sm_90
        mbarrier.test_wait.parity.phase_type::conditional{.sem.scope}{.space}.b64 waitComplete, [addr], phaseParity  # PTX 9.3, sm_90
    """

    acquire: Mbarrier_87[M]
    b64: Mbarrier_84[M]
    parity: Mbarrier_98[M]
    phase_type__primary: Mbarrier_103[M]
    relaxed: Mbarrier_87[M]
    shared: Mbarrier_85[M]
    shared__cta: Mbarrier_85[M]

class MbarrierPending_count(Instruction[M]):
    """Get the count of pending arrivals out of a state. (PTX ISA, 9.7.13.15.17)

        mbarrier.pending_count{.layout::v0}.b64 count, state  # PTX 7.0, sm_80
    """

    b64: Mbarrier_81[M]
    layout__v0: Mbarrier_82[M]

class MbarrierInval(Instruction[M]):
    """End an mbarrier, so that its memory may serve another purpose.

    Emits `mbarrier.inval.shared::cta.b64 [mbar];`.

    End a barrier object, so that its memory may serve another purpose. (PTX ISA, 9.7.13.15.10)

        mbarrier.inval{.space}.b64 [addr]  # PTX 7.0, sm_80
    """

    def __call__(self: MbarrierInval[Returning], mbar: Any, *, pred: Any = None) -> None: ...
    b64: Mbarrier_78[M]
    shared: Mbarrier_79[M]
    shared__cta: Mbarrier_79[M]

class MbarrierInit(Instruction[M]):
    """Initialise an mbarrier that awaits `count` arrivals in each phase.

    Emits `mbarrier.init.shared::cta.b64 [mbar], count;`. One thread does it, and others see it
    after a barrier of the block, or of the cluster with `ptx.fence.mbarrier_init()` before it.

    Make a barrier object in shared memory that awaits a number of arrivals. (PTX ISA, 9.7.13.15.9)

        mbarrier.init{.layout}{.space}.b64 [addr], count  # PTX 7.0, sm_80
    """

    def __call__(self: MbarrierInit[Returning], mbar: Any, count: int, *, pred: Any = None) -> None: ...
    b64: Mbarrier_74[M]
    layout__v0: Mbarrier_76[M]
    layout__v1: Mbarrier_76[M]
    shared: Mbarrier_75[M]
    shared__cta: Mbarrier_75[M]

class MbarrierExpect_tx(Instruction[M]):
    """Let the phase wait for `tx_count` bytes more; this is no arrival.

    Emits `mbarrier.expect_tx.shared::cta.b64 [mbar], tx_count;`.

    Raise the count of bytes that the current phase waits for. (PTX ISA, 9.7.13.15.11)

        mbarrier.expect_tx{.sem.scope}{.space}.b64 [addr], txCount  # PTX 8.0, sm_90
        mbarrier.expect_tx{.sem.scope}{.space}.multicast::cluster::32b.b64 [addr], txCount, ctaMask  # PTX 9.4, sm_107f
    """

    def __call__(self: MbarrierExpect_tx[Returning], mbar: Any, tx_count: Any, *, pred: Any = None) -> None: ...
    b64: Mbarrier_66[M]
    multicast__cluster__32b: Mbarrier_68[M]
    relaxed: Mbarrier_72[M]
    shared: Mbarrier_69[M]
    shared__cluster: Mbarrier_70[M]
    shared__cta: Mbarrier_69[M]

class MbarrierComplete_tx(Instruction[M]):
    """Count bytes as done, as the end of an asynchronous copy would. (PTX ISA, 9.7.13.15.12)

        mbarrier.complete_tx{.sem.scope}{.space}.b64 [addr], txCount  # PTX 8.0, sm_90
        mbarrier.complete_tx{.sem.scope}{.space}.multicast::cluster::32b.b64 [addr], txCount, ctaMask  # PTX 9.4, sm_107f
    """

    b64: Mbarrier_58[M]
    multicast__cluster__32b: Mbarrier_60[M]
    relaxed: Mbarrier_64[M]
    shared: Mbarrier_61[M]
    shared__cluster: Mbarrier_62[M]
    shared__cta: Mbarrier_61[M]

class MbarrierCheck_layout(Instruction[M]):
    """Test which layout a barrier object has. (PTX ISA, 9.7.14.16.21)

        mbarrier.check_layout.layout{.space}.b64 p, [addr]  # PTX 9.3, sm_90
    """

    layout__v0: Mbarrier_56[M]
    layout__v1: Mbarrier_56[M]

class MbarrierArrive_expect_tx:
    """Let the phase wait for `tx_count` bytes more, arrive, and return the state.

    Emits `mbarrier.arrive.expect_tx.shared::cta.b64 state, [mbar], tx_count;`.
    """

    def __call__(self, mbar: Any, tx_count: Any, *, pred: Any = None) -> _PendingResult: ...

class MbarrierArrive_drop(Instruction[M]):
    """Arrive at a barrier object and leave it for all later phases. (PTX ISA, 9.7.13.15.14)

        mbarrier.arrive_drop{.sem.scope}{.space}.b64 state, [addr]{, count}  # PTX 7.0, sm_80
        mbarrier.arrive_drop{.sem.scope}{.space}.b64 _, [addr]{, count}  # PTX 7.0, sm_80
        mbarrier.arrive_drop.expect_tx{.sem.scope}{.space}.b64 state, [addr], txCount  # PTX 8.0, sm_90
        mbarrier.arrive_drop.expect_tx{.sem.scope}.shared::cluster.b64 _, [addr], txCount  # PTX 8.0, sm_90
        mbarrier.arrive_drop.noComplete{.release.cta}{.space}.b64 state, [addr], count  # PTX 7.0, sm_80
        mbarrier.arrive_drop.noComplete{.release.cta}{.space}.b64 _, [addr], count  # PTX 7.0, sm_80
        … (10 forms; see ptxpy isa mbarrier.arrive_drop)
    """

    b64: Mbarrier_27[M]
    expect_tx: Mbarrier_38[M]
    multicast__cluster__32b: Mbarrier_40[M]
    noComplete: Mbarrier_45[M]
    relaxed: Mbarrier_52[M]
    release: Mbarrier_52[M]
    shared: Mbarrier_46[M]
    shared__cluster: Mbarrier_50[M]
    shared__cta: Mbarrier_46[M]

class MbarrierArrive(Instruction[M]):
    """Arrive once, and return the state of the phase, b64, which `try_wait` takes.

    Emits `mbarrier.arrive.shared::cta.b64 state, [mbar];`.

    Arrive at a barrier object and return the state of its phase. (PTX ISA, 9.7.13.15.13)

        mbarrier.arrive{.sem.scope}{.space}.b64 state, [addr]{, count}  # PTX 7.0, sm_80
        mbarrier.arrive{.sem.scope}{.space}.b64 _, [addr]{, count}  # PTX 7.1, sm_80
        mbarrier.arrive.expect_tx{.sem.scope}{.space}.b64 state, [addr], txCount  # PTX 8.0, sm_90
        mbarrier.arrive.expect_tx{.sem.scope}.shared::cluster.b64 _, [addr], txCount  # PTX 8.0, sm_90
        mbarrier.arrive.noComplete{.release.cta}{.space}.b64 state, [addr], count  # PTX 7.0, sm_80
        mbarrier.arrive.noComplete{.release.cta}{.space}.b64 _, [addr], count  # PTX 7.1, sm_80
        … (10 forms; see ptxpy isa mbarrier.arrive)
    """

    def __call__(self: MbarrierArrive[Returning], mbar: Any, *, pred: Any = None) -> _PendingResult: ...
    b64: Mbarrier_0[M]
    expect_tx: Mbarrier_11[M]
    multicast__cluster__32b: Mbarrier_13[M]
    noComplete: Mbarrier_18[M]
    relaxed: Mbarrier_25[M]
    release: Mbarrier_25[M]
    shared: Mbarrier_19[M]
    shared__cluster: Mbarrier_23[M]
    shared__cta: Mbarrier_19[M]

class MbarrierArray:
    """Return `count` mbarriers at `base + byte_offset`; nothing is emitted.

    `base` is a register with an address in shared memory (`smem.base()`), the result of
    `smem.alloc` or `smem.mbarrier`, or the name of a variable. `ValueError` for an offset that is
    no multiple of 8.
    """

    def __call__(self, base: Any, byte_offset: int, count: int) -> _BarrierArray: ...

class Mbarrier(Instruction[M]):
    """Make a barrier object in shared memory that awaits a number of arrivals. (PTX ISA, 9.7.13.15.9)

        mbarrier.init{.layout}{.space}.b64 [addr], count  # PTX 7.0, sm_80

    End a barrier object, so that its memory may serve another purpose. (PTX ISA, 9.7.13.15.10)

        mbarrier.inval{.space}.b64 [addr]  # PTX 7.0, sm_80

    Raise the count of bytes that the current phase waits for. (PTX ISA, 9.7.13.15.11)

        mbarrier.expect_tx{.sem.scope}{.space}.b64 [addr], txCount  # PTX 8.0, sm_90
        mbarrier.expect_tx{.sem.scope}{.space}.multicast::cluster::32b.b64 [addr], txCount, ctaMask  # PTX 9.4, sm_107f

    Count bytes as done, as the end of an asynchronous copy would. (PTX ISA, 9.7.13.15.12)

        mbarrier.complete_tx{.sem.scope}{.space}.b64 [addr], txCount  # PTX 8.0, sm_90
        mbarrier.complete_tx{.sem.scope}{.space}.multicast::cluster::32b.b64 [addr], txCount, ctaMask  # PTX 9.4, sm_107f

    Arrive at a barrier object and return the state of its phase. (PTX ISA, 9.7.13.15.13)

        mbarrier.arrive{.sem.scope}{.space}.b64 state, [addr]{, count}  # PTX 7.0, sm_80
        mbarrier.arrive{.sem.scope}{.space}.b64 _, [addr]{, count}  # PTX 7.1, sm_80
        mbarrier.arrive.expect_tx{.sem.scope}{.space}.b64 state, [addr], txCount  # PTX 8.0, sm_90
        mbarrier.arrive.expect_tx{.sem.scope}.shared::cluster.b64 _, [addr], txCount  # PTX 8.0, sm_90
        mbarrier.arrive.noComplete{.release.cta}{.space}.b64 state, [addr], count  # PTX 7.0, sm_80
        mbarrier.arrive.noComplete{.release.cta}{.space}.b64 _, [addr], count  # PTX 7.1, sm_80
        … (10 forms; see ptxpy isa mbarrier.arrive)

    Arrive at a barrier object and leave it for all later phases. (PTX ISA, 9.7.13.15.14)

        mbarrier.arrive_drop{.sem.scope}{.space}.b64 state, [addr]{, count}  # PTX 7.0, sm_80
        mbarrier.arrive_drop{.sem.scope}{.space}.b64 _, [addr]{, count}  # PTX 7.0, sm_80
        mbarrier.arrive_drop.expect_tx{.sem.scope}{.space}.b64 state, [addr], txCount  # PTX 8.0, sm_90
        mbarrier.arrive_drop.expect_tx{.sem.scope}.shared::cluster.b64 _, [addr], txCount  # PTX 8.0, sm_90
        mbarrier.arrive_drop.noComplete{.release.cta}{.space}.b64 state, [addr], count  # PTX 7.0, sm_80
        mbarrier.arrive_drop.noComplete{.release.cta}{.space}.b64 _, [addr], count  # PTX 7.0, sm_80
        … (10 forms; see ptxpy isa mbarrier.arrive_drop)

    Test whether a phase of a barrier object is complete. (PTX ISA, 9.7.13.15.16)

        mbarrier.test_wait{.sem.scope}{.space}.b64 waitComplete, [addr], state  # PTX 7.0, sm_80
        mbarrier.test_wait.parity{.sem.scope}{.space}.b64 waitComplete, [addr], phaseParity  # PTX 7.1, sm_80
        mbarrier.test_wait.phase_type::primary{.sem.scope}{.space}.b64 waitComplete{|reportPred}{, reportValue}, [addr], state  # PTX 9.3, sm_90
        mbarrier.test_wait.parity.phase_type::primary{.sem.scope}{.space}.b64 waitComplete{|reportPred}{, reportValue}, [addr], phaseParity  # PTX 9.3, sm_90
        mbarrier.test_wait.parity.phase_type::conditional{.sem.scope}{.space}.b64 waitComplete, [addr], phaseParity  # PTX 9.3, sm_90

    Wait for some time until a phase of a barrier object is complete. (PTX ISA, 9.7.13.15.16)

        mbarrier.try_wait{.sem.scope}{.space}.b64 waitComplete, [addr], state{, suspendTimeHint}  # PTX 7.8, sm_90
        mbarrier.try_wait.parity{.sem.scope}{.space}.b64 waitComplete, [addr], phaseParity{, suspendTimeHint}  # PTX 7.8, sm_90
        mbarrier.try_wait.phase_type::primary{.sem.scope}{.space}.b64 waitComplete{|reportPred}{, reportValue}, [addr], state{, suspendTimeHint}  # PTX 9.3, sm_90
        mbarrier.try_wait.parity.phase_type::primary{.sem.scope}{.space}.b64 waitComplete{|reportPred}{, reportValue}, [addr], phaseParity{, suspendTimeHint}  # PTX 9.3, sm_90
        mbarrier.try_wait.parity.phase_type::conditional{.sem.scope}{.space}.b64 waitComplete, [addr], phaseParity{, suspendTimeHint}  # PTX 9.3, sm_90

    Get the count of pending arrivals out of a state. (PTX ISA, 9.7.13.15.17)

        mbarrier.pending_count{.layout::v0}.b64 count, state  # PTX 7.0, sm_80

    Test which layout a barrier object has. (PTX ISA, 9.7.14.16.21)

        mbarrier.check_layout.layout{.space}.b64 p, [addr]  # PTX 9.3, sm_90
    """

    array: MbarrierArray
    arrive: MbarrierArrive[M]
    arrive_drop: MbarrierArrive_drop[M]
    arrive_expect_tx: MbarrierArrive_expect_tx
    check_layout: MbarrierCheck_layout[M]
    complete_tx: MbarrierComplete_tx[M]
    expect_tx: MbarrierExpect_tx[M]
    init: MbarrierInit[M]
    inval: MbarrierInval[M]
    pending_count: MbarrierPending_count[M]
    test_wait: MbarrierTest_wait[M]
    try_wait: MbarrierTry_wait[M]
    wait: MbarrierWait

class Membar_0(Instruction[M]):
    def __call__(self, **options: Unpack[Options]) -> Emitted:
        """Order memory accesses, in the words of old: a sequentially consistent fence. (PTX ISA, 9.7.13.4)"""

class Membar_1(Instruction[M]):
    alias: Membar_0[M]
    async_: Membar_0[M]

class Membar(Instruction[M]):
    """Order memory accesses, in the words of old: a sequentially consistent fence. (PTX ISA, 9.7.13.4)

        membar.level  # PTX 1.4
        membar.proxy.proxykind  # PTX 7.5, sm_60
    """

    cta: Membar_0[M]
    gl: Membar_0[M]
    proxy: Membar_1[M]
    sys: Membar_0[M]

class Min_8(Instruction[M]):
    abs: Min_1[M]
    bf16: Min_2[M]
    bf16x2: Min_3[M]
    f16: Min_2[M]
    f16x2: Min_3[M]
    f32: Min_4[M]
    xorsign: Min_7[M]

class Min_1(Instruction[M]):
    f32: Min_0[M]

class Min_2(Instruction[M]):
    @overload
    def __call__(self: Min_2[Returning], a: F16, b: F16, /, **options: Unpack[Options]) -> Number16:
        """Take the smaller of two halves or bfloat16s, or so for two pairs. (PTX ISA, 9.7.4.7)"""
    @overload
    def __call__(self: Min_2[InFull], d: F16, a: F16, b: F16, /, **options: Unpack[Options]) -> Emitted: ...

class Min_3(Instruction[M]):
    @overload
    def __call__(self: Min_3[Returning], a: E32, b: E32, /, **options: Unpack[Options]) -> Number32:
        """Take the smaller of two halves or bfloat16s, or so for two pairs. (PTX ISA, 9.7.4.7)"""
    @overload
    def __call__(self: Min_3[InFull], d: E32, a: E32, b: E32, /, **options: Unpack[Options]) -> Emitted: ...

class Min_4(Instruction[M]):
    @overload
    def __call__(self: Min_4[Returning], a: F32, b: F32, c: F32 = ..., /, **options: Unpack[Options]) -> Number32:
        """Take the smallest of two or three numbers. (PTX ISA, 9.7.3.11)"""
    @overload
    def __call__(self: Min_4[InFull], d: F32, a: F32, b: F32, c: F32 = ..., /, **options: Unpack[Options]) -> Emitted: ...

class Min_9(Instruction[M]):
    @overload
    def __call__(self: Min_9[Returning], a: F64, b: F64, /, **options: Unpack[Options]) -> Number64:
        """Take the smallest of two or three numbers. (PTX ISA, 9.7.3.11)"""
    @overload
    def __call__(self: Min_9[InFull], d: F64, a: F64, b: F64, /, **options: Unpack[Options]) -> Emitted: ...

class Min_13(Instruction[M]):
    NaN: Min_12[M]
    abs: Min_1[M]
    f16: Min_2[M]
    f16x2: Min_3[M]
    f32: Min_4[M]
    xorsign: Min_11[M]

class Min_16(Instruction[M]):
    s16x2: Min_14[M]
    s32: Min_15[M]
    s8x4: Min_14[M]

class Min_17(Instruction[M]):
    @overload
    def __call__(self: Min_17[Returning], a: I16, b: I16, /, **options: Unpack[Options]) -> Number16:
        """Take the smaller of two integers. (PTX ISA, 9.7.1.12)"""
    @overload
    def __call__(self: Min_17[InFull], d: I16, a: I16, b: I16, /, **options: Unpack[Options]) -> Emitted: ...

class Min_14(Instruction[M]):
    @overload
    def __call__(self: Min_14[Returning], a: E32, b: E32, /, **options: Unpack[Options]) -> Number32:
        """Take the smaller of two integers. (PTX ISA, 9.7.1.12)"""
    @overload
    def __call__(self: Min_14[InFull], d: E32, a: E32, b: E32, /, **options: Unpack[Options]) -> Emitted: ...

class Min_15(Instruction[M]):
    @overload
    def __call__(self: Min_15[Returning], a: I32, b: I32, /, **options: Unpack[Options]) -> Number32:
        """Take the smaller of two integers. (PTX ISA, 9.7.1.12)"""
    @overload
    def __call__(self: Min_15[InFull], d: I32, a: I32, b: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Min_18(Instruction[M]):
    @overload
    def __call__(self: Min_18[Returning], a: I64, b: I64, /, **options: Unpack[Options]) -> Number64:
        """Take the smaller of two integers. (PTX ISA, 9.7.1.12)"""
    @overload
    def __call__(self: Min_18[InFull], d: I64, a: I64, b: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Min_7(Instruction[M]):
    abs: Min_6[M]

class Min_0(Instruction[M]):
    @overload
    def __call__(self: Min_0[Returning], a: F32, b: F32, c: F32, /, **options: Unpack[Options]) -> Number32:
        """Take the smallest of two or three numbers. (PTX ISA, 9.7.3.11)"""
    @overload
    def __call__(self: Min_0[InFull], d: F32, a: F32, b: F32, c: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Min_12(Instruction[M]):
    abs: Min_1[M]
    f16: Min_2[M]
    f16x2: Min_3[M]
    f32: Min_4[M]
    xorsign: Min_11[M]

class Min_11(Instruction[M]):
    abs: Min_10[M]

class Min_6(Instruction[M]):
    bf16: Min_2[M]
    bf16x2: Min_3[M]
    f16: Min_2[M]
    f16x2: Min_3[M]
    f32: Min_5[M]

class Min_10(Instruction[M]):
    f16: Min_2[M]
    f16x2: Min_3[M]
    f32: Min_5[M]

class Min_5(Instruction[M]):
    @overload
    def __call__(self: Min_5[Returning], a: F32, b: F32, /, **options: Unpack[Options]) -> Number32:
        """Take the smallest of two or three numbers. (PTX ISA, 9.7.3.11)"""
    @overload
    def __call__(self: Min_5[InFull], d: F32, a: F32, b: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Min(Instruction[M]):
    """Take the smallest of two or three numbers. (PTX ISA, 9.7.3.11)

        min{.ftz}{.NaN}{.xorsign.abs}.f32 d, a, b  # PTX 1.0
        min{.ftz}{.NaN}{.abs}.f32 d, a, b, c  # PTX 8.8, sm_100
        min.f64 d, a, b  # PTX 1.0

    Take the smaller of two halves or bfloat16s, or so for two pairs. (PTX ISA, 9.7.4.7)

        min{.ftz}{.NaN}{.xorsign.abs}.f16 d, a, b  # PTX 7.0, sm_80
        min{.ftz}{.NaN}{.xorsign.abs}.f16x2 d, a, b  # PTX 7.0, sm_80
        min{.NaN}{.xorsign.abs}.bf16 d, a, b  # PTX 7.0, sm_80
        min{.NaN}{.xorsign.abs}.bf16x2 d, a, b  # PTX 7.0, sm_80

    Take the smaller of two integers. (PTX ISA, 9.7.1.12)

        min.atype d, a, b  # PTX 1.0
        min{.relu}.s32 d, a, b  # PTX 1.0
        min.u16x2 d, a, b  # PTX 8.0, sm_90
        min{.relu}.s16x2 d, a, b  # PTX 8.0, sm_90
        min.u8x4 d, a, b  # PTX 9.2, sm_107f or sm_120f
        min{.relu}.s8x4 d, a, b  # PTX 9.2, sm_107f or sm_120f
    """

    NaN: Min_8[M]
    abs: Min_1[M]
    bf16: Min_2[M]
    bf16x2: Min_3[M]
    f16: Min_2[M]
    f16x2: Min_3[M]
    f32: Min_4[M]
    f64: Min_9[M]
    ftz: Min_13[M]
    relu: Min_16[M]
    s16: Min_17[M]
    s16x2: Min_14[M]
    s32: Min_15[M]
    s64: Min_18[M]
    s8x4: Min_14[M]
    u16: Min_17[M]
    u16x2: Min_14[M]
    u32: Min_15[M]
    u64: Min_18[M]
    u8x4: Min_14[M]
    xorsign: Min_7[M]

class Mma_186(Instruction[M]):
    kind__mxf4: Mma_94[M]
    kind__mxf4nvf4: Mma_104[M]
    m16n8k128: Mma_113[M]
    m16n8k16: Mma_136[M]
    m16n8k256: Mma_113[M]
    m16n8k32: Mma_152[M]
    m16n8k4: Mma_157[M]
    m16n8k64: Mma_166[M]
    m16n8k8: Mma_171[M]
    m8n8k128: Mma_113[M]
    m8n8k16: Mma_174[M]
    m8n8k32: Mma_177[M]
    m8n8k4: Mma_185[M]

class Mma_40(Instruction[M]):
    aligned: Mma_39[M]

class Mma_83(Instruction[M]):
    sync: Mma_82[M]

class Mma_94(Instruction[M]):
    block_scale: Mma_93[M]

class Mma_104(Instruction[M]):
    block_scale: Mma_103[M]

class Mma_113(Instruction[M]):
    row: Mma_112[M]

class Mma_136(Instruction[M]):
    row: Mma_135[M]

class Mma_152(Instruction[M]):
    row: Mma_151[M]

class Mma_157(Instruction[M]):
    row: Mma_156[M]

class Mma_166(Instruction[M]):
    row: Mma_165[M]

class Mma_171(Instruction[M]):
    row: Mma_170[M]

class Mma_174(Instruction[M]):
    row: Mma_173[M]

class Mma_177(Instruction[M]):
    row: Mma_176[M]

class Mma_185(Instruction[M]):
    col: Mma_182[M]
    row: Mma_184[M]

class Mma_39(Instruction[M]):
    m16n8k128: Mma_7[M]
    m16n8k16: Mma_18[M]
    m16n8k32: Mma_25[M]
    m16n8k64: Mma_34[M]
    m16n8k8: Mma_38[M]

class Mma_82(Instruction[M]):
    aligned: Mma_81[M]

class Mma_93(Instruction[M]):
    m16n8k64: Mma_91[M]
    scale_vec__2X: Mma_92[M]

class Mma_103(Instruction[M]):
    scale_vec__2X: Mma_92[M]
    scale_vec__4X: Mma_102[M]

class Mma_112(Instruction[M]):
    col: Mma_111[M]

class Mma_135(Instruction[M]):
    col: Mma_134[M]

class Mma_151(Instruction[M]):
    col: Mma_150[M]

class Mma_156(Instruction[M]):
    col: Mma_155[M]

class Mma_165(Instruction[M]):
    col: Mma_164[M]

class Mma_170(Instruction[M]):
    col: Mma_169[M]

class Mma_173(Instruction[M]):
    col: Mma_172[M]

class Mma_176(Instruction[M]):
    col: Mma_175[M]

class Mma_182(Instruction[M]):
    col: Mma_181[M]
    row: Mma_181[M]

class Mma_184(Instruction[M]):
    col: Mma_183[M]
    row: Mma_181[M]

class Mma_7(Instruction[M]):
    row: Mma_6[M]

class Mma_18(Instruction[M]):
    row: Mma_17[M]

class Mma_25(Instruction[M]):
    row: Mma_24[M]

class Mma_34(Instruction[M]):
    row: Mma_33[M]

class Mma_38(Instruction[M]):
    row: Mma_37[M]

class Mma_81(Instruction[M]):
    kind__mxf8f6f4: Mma_52[M]
    m16n8k128: Mma_67[M]
    m16n8k16: Mma_18[M]
    m16n8k32: Mma_25[M]
    m16n8k64: Mma_80[M]
    m16n8k8: Mma_38[M]

class Mma_91(Instruction[M]):
    row: Mma_90[M]

class Mma_92(Instruction[M]):
    m16n8k64: Mma_91[M]

class Mma_102(Instruction[M]):
    m16n8k64: Mma_101[M]

class Mma_111(Instruction[M]):
    s32: Mma_110[M]

class Mma_134(Instruction[M]):
    f16: Mma_117[M]
    f32: Mma_122[M]
    f64: Mma_126[M]
    kind__f8f6f4: Mma_129[M]
    s32: Mma_132[M]
    satfinite: Mma_133[M]

class Mma_150(Instruction[M]):
    f16: Mma_127[M]
    f32: Mma_128[M]
    kind__f8f6f4: Mma_141[M]
    kind__mxf8f6f4: Mma_146[M]
    s32: Mma_148[M]
    satfinite: Mma_149[M]

class Mma_155(Instruction[M]):
    f32: Mma_154[M]
    f64: Mma_126[M]

class Mma_164(Instruction[M]):
    kind__mxf4: Mma_159[M]
    kind__mxf4nvf4: Mma_161[M]
    s32: Mma_162[M]
    satfinite: Mma_163[M]

class Mma_169(Instruction[M]):
    f16: Mma_167[M]
    f32: Mma_168[M]
    f64: Mma_126[M]

class Mma_172(Instruction[M]):
    s32: Mma_132[M]
    satfinite: Mma_133[M]

class Mma_175(Instruction[M]):
    s32: Mma_162[M]
    satfinite: Mma_163[M]

class Mma_181(Instruction[M]):
    f16: Mma_167[M]
    f32: Mma_180[M]

class Mma_183(Instruction[M]):
    f16: Mma_167[M]
    f32: Mma_180[M]
    f64: Mma_126[M]

class Mma_6(Instruction[M]):
    col: Mma_5[M]

class Mma_17(Instruction[M]):
    col: Mma_16[M]

class Mma_24(Instruction[M]):
    col: Mma_23[M]

class Mma_33(Instruction[M]):
    col: Mma_32[M]

class Mma_37(Instruction[M]):
    col: Mma_36[M]

class Mma_52(Instruction[M]):
    block_scale: Mma_51[M]

class Mma_67(Instruction[M]):
    row: Mma_66[M]

class Mma_80(Instruction[M]):
    row: Mma_79[M]

class Mma_90(Instruction[M]):
    col: Mma_89[M]

class Mma_101(Instruction[M]):
    row: Mma_100[M]

class Mma_110(Instruction[M]):
    b1: Mma_109[M]

class Mma_117(Instruction[M]):
    e4m3: Mma_115[M]
    e5m2: Mma_115[M]
    f16: Mma_116[M]

class Mma_122(Instruction[M]):
    bf16: Mma_119[M]
    e4m3: Mma_120[M]
    e5m2: Mma_120[M]
    f16: Mma_121[M]

class Mma_126(Instruction[M]):
    f64: Mma_125[M]

class Mma_129(Instruction[M]):
    f16: Mma_127[M]
    f32: Mma_128[M]

class Mma_132(Instruction[M]):
    s8: Mma_131[M]
    u8: Mma_131[M]

class Mma_133(Instruction[M]):
    s32: Mma_132[M]

class Mma_127(Instruction[M]):
    e4m3: Mma_115[M]
    e5m2: Mma_115[M]

class Mma_128(Instruction[M]):
    e4m3: Mma_120[M]
    e5m2: Mma_120[M]

class Mma_141(Instruction[M]):
    f16: Mma_138[M]
    f32: Mma_140[M]

class Mma_146(Instruction[M]):
    block_scale: Mma_145[M]

class Mma_148(Instruction[M]):
    s4: Mma_147[M]
    s8: Mma_131[M]
    u4: Mma_147[M]
    u8: Mma_131[M]

class Mma_149(Instruction[M]):
    s32: Mma_148[M]

class Mma_154(Instruction[M]):
    tf32: Mma_153[M]

class Mma_159(Instruction[M]):
    block_scale: Mma_158[M]

class Mma_161(Instruction[M]):
    block_scale: Mma_160[M]

class Mma_162(Instruction[M]):
    s4: Mma_147[M]
    u4: Mma_147[M]

class Mma_163(Instruction[M]):
    s32: Mma_162[M]

class Mma_167(Instruction[M]):
    f16: Mma_116[M]

class Mma_168(Instruction[M]):
    bf16: Mma_119[M]
    f16: Mma_121[M]
    tf32: Mma_153[M]

class Mma_180(Instruction[M]):
    f16: Mma_179[M]

class Mma_5(Instruction[M]):
    s32: Mma_3[M]
    satfinite: Mma_4[M]

class Mma_16(Instruction[M]):
    f16: Mma_10[M]
    f32: Mma_15[M]

class Mma_23(Instruction[M]):
    f16: Mma_10[M]
    f32: Mma_19[M]
    s32: Mma_21[M]
    satfinite: Mma_22[M]

class Mma_32(Instruction[M]):
    f32: Mma_29[M]
    s32: Mma_30[M]
    satfinite: Mma_31[M]

class Mma_36(Instruction[M]):
    f32: Mma_35[M]

class Mma_51(Instruction[M]):
    m16n8k64: Mma_49[M]
    scale_vec__1X: Mma_50[M]

class Mma_66(Instruction[M]):
    col: Mma_65[M]

class Mma_79(Instruction[M]):
    col: Mma_78[M]

class Mma_89(Instruction[M]):
    f32: Mma_88[M]

class Mma_100(Instruction[M]):
    col: Mma_99[M]

class Mma_109(Instruction[M]):
    b1: Mma_108[M]

class Mma_115(Instruction[M]):
    e4m3: Mma_114[M]
    e5m2: Mma_114[M]

class Mma_116(Instruction[M]):
    f16: Mma_114[M]

class Mma_119(Instruction[M]):
    bf16: Mma_118[M]

class Mma_120(Instruction[M]):
    e4m3: Mma_118[M]
    e5m2: Mma_118[M]

class Mma_121(Instruction[M]):
    f16: Mma_118[M]

class Mma_125(Instruction[M]):
    f64: Mma_124[M]

class Mma_131(Instruction[M]):
    s8: Mma_130[M]
    u8: Mma_130[M]

class Mma_138(Instruction[M]):
    e2m1: Mma_137[M]
    e2m3: Mma_137[M]
    e3m2: Mma_137[M]
    e4m3: Mma_137[M]
    e5m2: Mma_137[M]

class Mma_140(Instruction[M]):
    e2m1: Mma_139[M]
    e2m3: Mma_139[M]
    e3m2: Mma_139[M]
    e4m3: Mma_139[M]
    e5m2: Mma_139[M]

class Mma_145(Instruction[M]):
    f32: Mma_143[M]
    scale_vec__1X: Mma_144[M]

class Mma_147(Instruction[M]):
    s4: Mma_130[M]
    u4: Mma_130[M]

class Mma_153(Instruction[M]):
    tf32: Mma_118[M]

class Mma_158(Instruction[M]):
    f32: Mma_88[M]
    scale_vec__2X: Mma_89[M]

class Mma_160(Instruction[M]):
    scale_vec__2X: Mma_89[M]
    scale_vec__4X: Mma_99[M]

class Mma_179(Instruction[M]):
    f16: Mma_178[M]

class Mma_3(Instruction[M]):
    s4: Mma_2[M]
    u4: Mma_2[M]

class Mma_4(Instruction[M]):
    s32: Mma_3[M]

class Mma_10(Instruction[M]):
    f16: Mma_9[M]

class Mma_15(Instruction[M]):
    bf16: Mma_12[M]
    f16: Mma_13[M]
    tf32: Mma_14[M]

class Mma_19(Instruction[M]):
    bf16: Mma_12[M]
    f16: Mma_13[M]

class Mma_21(Instruction[M]):
    s8: Mma_20[M]
    u8: Mma_20[M]

class Mma_22(Instruction[M]):
    s32: Mma_21[M]

class Mma_29(Instruction[M]):
    e4m3: Mma_28[M]
    e5m2: Mma_28[M]

class Mma_30(Instruction[M]):
    s4: Mma_2[M]
    s8: Mma_20[M]
    u4: Mma_2[M]
    u8: Mma_20[M]

class Mma_31(Instruction[M]):
    s32: Mma_30[M]

class Mma_35(Instruction[M]):
    tf32: Mma_14[M]

class Mma_49(Instruction[M]):
    row: Mma_48[M]

class Mma_50(Instruction[M]):
    m16n8k64: Mma_49[M]

class Mma_65(Instruction[M]):
    kind__mxf4: Mma_57[M]
    kind__mxf4nvf4: Mma_64[M]
    s32: Mma_3[M]
    satfinite: Mma_4[M]

class Mma_78(Instruction[M]):
    f16: Mma_69[M]
    f32: Mma_29[M]
    kind__f8f6f4: Mma_75[M]
    kind__mxf8f6f4: Mma_77[M]
    s32: Mma_30[M]
    satfinite: Mma_31[M]

class Mma_88(Instruction[M]):
    e2m1: Mma_87[M]

class Mma_99(Instruction[M]):
    f32: Mma_98[M]

class Mma_108(Instruction[M]):
    s32: Mma_107[M]

class Mma_114(Instruction[M]):
    f16: Mma_105[M]

class Mma_118(Instruction[M]):
    f32: Mma_105[M]

class Mma_124(Instruction[M]):
    f64: Mma_123[M]

class Mma_130(Instruction[M]):
    s32: Mma_105[M]

class Mma_137(Instruction[M]):
    e2m1: Mma_114[M]
    e2m3: Mma_114[M]
    e3m2: Mma_114[M]
    e4m3: Mma_114[M]
    e5m2: Mma_114[M]

class Mma_139(Instruction[M]):
    e2m1: Mma_118[M]
    e2m3: Mma_118[M]
    e3m2: Mma_118[M]
    e4m3: Mma_118[M]
    e5m2: Mma_118[M]

class Mma_143(Instruction[M]):
    e2m1: Mma_142[M]
    e2m3: Mma_142[M]
    e3m2: Mma_142[M]
    e4m3: Mma_142[M]
    e5m2: Mma_142[M]

class Mma_144(Instruction[M]):
    f32: Mma_143[M]

class Mma_178(Instruction[M]):
    f16: Mma_105[M]
    f32: Mma_105[M]

class Mma_2(Instruction[M]):
    s4: Mma_1[M]
    u4: Mma_1[M]

class Mma_9(Instruction[M]):
    f16: Mma_8[M]

class Mma_12(Instruction[M]):
    bf16: Mma_11[M]

class Mma_13(Instruction[M]):
    f16: Mma_11[M]

class Mma_14(Instruction[M]):
    tf32: Mma_11[M]

class Mma_20(Instruction[M]):
    s8: Mma_1[M]
    u8: Mma_1[M]

class Mma_28(Instruction[M]):
    e4m3: Mma_27[M]
    e5m2: Mma_27[M]

class Mma_48(Instruction[M]):
    col: Mma_47[M]

class Mma_57(Instruction[M]):
    block_scale: Mma_56[M]

class Mma_64(Instruction[M]):
    block_scale: Mma_63[M]

class Mma_69(Instruction[M]):
    e4m3: Mma_68[M]
    e5m2: Mma_68[M]

class Mma_75(Instruction[M]):
    f16: Mma_72[M]
    f32: Mma_74[M]

class Mma_77(Instruction[M]):
    block_scale: Mma_76[M]

class Mma_87(Instruction[M]):
    e2m1: Mma_86[M]

class Mma_98(Instruction[M]):
    e2m1: Mma_97[M]

class Mma_107(Instruction[M]):
    and_: Mma_106[M]
    xor: Mma_106[M]

class Mma_105(Instruction[M]):
    @overload
    def __call__(self: Mma_105[Returning], a: V, b: V, c: V, /, **options: Unpack[Options]) -> Vector:
        """Multiply two matrices and add a third, all of them in a warp's registers. (PTX ISA, 9.7.14.5.14)"""
    @overload
    def __call__(self: Mma_105[InFull], d: V, a: V, b: V, c: V, /, **options: Unpack[Options]) -> Emitted: ...

class Mma_123(Instruction[M]):
    @overload
    def __call__(self: Mma_123[Returning], a: V, b: V, c: V, /, **options: Unpack[Options]) -> Vector:
        """Multiply two matrices and add a third, all of them in a warp's registers. (PTX ISA, 9.7.14.5.14)"""
    @overload
    def __call__(self: Mma_123[InFull], d: V, a: V, b: V, c: V, /, **options: Unpack[Options]) -> Emitted: ...
    rm: Mma_105[M]
    rn: Mma_105[M]
    rp: Mma_105[M]
    rz: Mma_105[M]

class Mma_142(Instruction[M]):
    e2m1: Mma_86[M]
    e2m3: Mma_86[M]
    e3m2: Mma_86[M]
    e4m3: Mma_86[M]
    e5m2: Mma_86[M]

class Mma_1(Instruction[M]):
    s32: Mma_0[M]

class Mma_8(Instruction[M]):
    f16: Mma_0[M]

class Mma_11(Instruction[M]):
    f32: Mma_0[M]

class Mma_27(Instruction[M]):
    f32: Mma_26[M]

class Mma_47(Instruction[M]):
    f32: Mma_46[M]

class Mma_56(Instruction[M]):
    f32: Mma_54[M]
    scale_vec__2X: Mma_55[M]

class Mma_63(Instruction[M]):
    scale_vec__2X: Mma_55[M]
    scale_vec__4X: Mma_62[M]

class Mma_68(Instruction[M]):
    e4m3: Mma_8[M]
    e5m2: Mma_8[M]

class Mma_72(Instruction[M]):
    e2m1: Mma_71[M]
    e2m3: Mma_71[M]
    e3m2: Mma_71[M]
    e4m3: Mma_71[M]
    e5m2: Mma_71[M]

class Mma_74(Instruction[M]):
    e2m1: Mma_73[M]
    e2m3: Mma_73[M]
    e3m2: Mma_73[M]
    e4m3: Mma_73[M]
    e5m2: Mma_73[M]

class Mma_76(Instruction[M]):
    f32: Mma_46[M]
    scale_vec__1X: Mma_47[M]

class Mma_86(Instruction[M]):
    f32: Mma_85[M]

class Mma_97(Instruction[M]):
    e2m1: Mma_96[M]

class Mma_106(Instruction[M]):
    popc: Mma_105[M]

class Mma_0(Instruction[M]):
    @overload
    def __call__(self: Mma_0[Returning], a: V, b: V, c: V, e: B32, f: C, /, **options: Unpack[Options]) -> Vector:
        """Multiply a sparse matrix by a dense one and add a third, in a warp's registers. (PTX ISA, 9.7.14.6.3)"""
    @overload
    def __call__(self: Mma_0[InFull], d: V, a: V, b: V, c: V, e: B32, f: C, /, **options: Unpack[Options]) -> Emitted: ...

class Mma_26(Instruction[M]):
    @overload
    def __call__(self: Mma_26[Returning], a: V, b: V, c: V, e: B32 | I32, f: C, /, **options: Unpack[Options]) -> Vector:
        """Multiply a sparse matrix by a dense one and add a third, in a warp's registers. (PTX ISA, 9.7.14.6.3)"""
    @overload
    def __call__(self: Mma_26[InFull], d: V, a: V, b: V, c: V, e: B32 | I32, f: C, /, **options: Unpack[Options]) -> Emitted: ...

class Mma_46(Instruction[M]):
    e2m1: Mma_45[M]
    e2m3: Mma_45[M]
    e3m2: Mma_45[M]
    e4m3: Mma_45[M]
    e5m2: Mma_45[M]

class Mma_54(Instruction[M]):
    e2m1: Mma_53[M]

class Mma_55(Instruction[M]):
    f32: Mma_54[M]

class Mma_62(Instruction[M]):
    f32: Mma_61[M]

class Mma_71(Instruction[M]):
    e2m1: Mma_70[M]
    e2m3: Mma_70[M]
    e3m2: Mma_70[M]
    e4m3: Mma_70[M]
    e5m2: Mma_70[M]

class Mma_73(Instruction[M]):
    e2m1: Mma_27[M]
    e2m3: Mma_27[M]
    e3m2: Mma_27[M]
    e4m3: Mma_27[M]
    e5m2: Mma_27[M]

class Mma_85(Instruction[M]):
    ue8m0: Mma_84[M]

class Mma_96(Instruction[M]):
    f32: Mma_95[M]

class Mma_45(Instruction[M]):
    e2m1: Mma_44[M]
    e2m3: Mma_44[M]
    e3m2: Mma_44[M]
    e4m3: Mma_44[M]
    e5m2: Mma_44[M]

class Mma_53(Instruction[M]):
    e2m1: Mma_44[M]

class Mma_61(Instruction[M]):
    e2m1: Mma_60[M]

class Mma_70(Instruction[M]):
    f16: Mma_26[M]

class Mma_84(Instruction[M]):
    @overload
    def __call__(self: Mma_84[Returning], a: V, b: V, c: V, scale_a_data: B32 | V, byte_id_a: V, scale_b_data: B32 | V, byte_id_b: V, /, **options: Unpack[Options]) -> Vector:
        """Multiply two matrices and add a third, all of them in a warp's registers. (PTX ISA, 9.7.14.5.14)"""
    @overload
    def __call__(self: Mma_84[InFull], d: V, a: V, b: V, c: V, scale_a_data: B32 | V, byte_id_a: V, scale_b_data: B32 | V, byte_id_b: V, /, **options: Unpack[Options]) -> Emitted: ...

class Mma_95(Instruction[M]):
    ue4m3: Mma_84[M]
    ue8m0: Mma_84[M]

class Mma_44(Instruction[M]):
    f32: Mma_43[M]

class Mma_60(Instruction[M]):
    e2m1: Mma_59[M]

class Mma_43(Instruction[M]):
    ue8m0: Mma_42[M]

class Mma_59(Instruction[M]):
    f32: Mma_58[M]

class Mma_42(Instruction[M]):
    @overload
    def __call__(self: Mma_42[Returning], a: V, b: V, c: V, e: B32 | V, f: C, scale_a_data: B32 | V, byte_id_a: V, scale_b_data: B32 | V, byte_id_b: V, /, **options: Unpack[Options]) -> Vector:
        """Multiply a sparse matrix by a dense one and add a third, in a warp's registers. (PTX ISA, 9.7.14.6.3)"""
    @overload
    def __call__(self: Mma_42[InFull], d: V, a: V, b: V, c: V, e: B32 | V, f: C, scale_a_data: B32 | V, byte_id_a: V, scale_b_data: B32 | V, byte_id_b: V, /, **options: Unpack[Options]) -> Emitted: ...

class Mma_58(Instruction[M]):
    ue4m3: Mma_42[M]
    ue8m0: Mma_42[M]

class MmaSync(Instruction[M]):
    """Emit D = A * B + C of a warp: `mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32`.

    Args:
        shape: `(m, n, k)`.
        dtype_d: The type of the elements of D.
        dtype_a: And of A.
        dtype_b: And of B.
        dtype_c: And of C.
        d: The registers, as many as the shape and the type want: `InstructionError` for others.
        a: Those of A; halves are packed by twos, bytes by fours.
        b: Those of B.
        c: Those of C, which may be those of D; numbers are constants.
        a_layout: `"row"` but for m8n8k4.
        b_layout: `"col"` but for m8n8k4.
        pred: A guard.
    """

    def __call__(self: MmaSync[Returning], *, shape: tuple[int, int, int], dtype_d: Any, dtype_a: Any, dtype_b: Any, dtype_c: Any, d: Any, a: Any, b: Any, c: Any, a_layout: str = 'row', b_layout: str = 'col', pred: Any = None) -> None: ...
    aligned: Mma_186[M]

class MmaSp(Instruction[M]):
    """Multiply a sparse matrix by a dense one and add a third, in a warp's registers. (PTX ISA, 9.7.14.6.3)

        mma.spvariant.sync.aligned.shape.row.col.dtype.f16.f16.ctype d, a, b, c, e, f  # PTX 7.1, sm_80
        mma.spvariant.sync.aligned.shape.row.col.f32.bf16.bf16.f32 d, a, b, c, e, f  # PTX 7.1, sm_80
        mma.spvariant.sync.aligned.shape.row.col.f32.tf32.tf32.f32 d, a, b, c, e, f  # PTX 7.1, sm_80
        mma.spvariant.sync.aligned.shape.row.col{.satfinite}.s32.atype.btype.s32 d, a, b, c, e, f  # PTX 7.1, sm_80
        mma.spvariant.sync.aligned.shape.row.col{.satfinite}.s32.atype.btype.s32 d, a, b, c, e, f  # PTX 7.1, sm_80
        mma.spvariant.sync.aligned.m16n8k64.row.col.f32.f8type.f8type.f32 d, a, b, c, e, f  # PTX 8.4, sm_89
        … (11 forms; see ptxpy isa mma.sp)
    """

    sync: Mma_40[M]

class Mma(Instruction[M]):
    """Multiply two matrices and add a third, all of them in a warp's registers. (PTX ISA, 9.7.14.5.14)

        mma.sync.aligned.m8n8k4.alayout.blayout.dtype.f16.f16.ctype d, a, b, c  # PTX 6.4, sm_70
        mma.sync.aligned.m16n8k8.row.col.dtype.f16.f16.ctype d, a, b, c  # PTX 6.5, sm_75
        mma.sync.aligned.m16n8k16.row.col.dtype.f16.f16.ctype d, a, b, c  # PTX 6.5, sm_75
        mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 d, a, b, c  # PTX 7.0, sm_80
        mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 d, a, b, c  # PTX 7.0, sm_80
        mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 d, a, b, c  # PTX 7.0, sm_80
        … (16 forms; see ptxpy isa mma)
    """

    sp: MmaSp[M]
    sp__ordered_metadata: Mma_83[M]
    sync: MmaSync[M]

class Mov_0(Instruction[M]):
    @overload
    def __call__(self: Mov_0[Returning], a: Any, /, **options: Unpack[Options]) -> NumberOrParts:
        """Set a register to a value, or to the address of a variable or function. (PTX ISA, 9.7.9.3)

        Pack a vector of registers into a wider one, or unpack it. (PTX ISA, 9.7.9.4)"""
    @overload
    def __call__(self: Mov_0[InFull], d: B128, a: Any, /, **options: Unpack[Options]) -> Emitted: ...
    @overload
    def __call__(self: Mov_0[InFull], d: V, a: B128, /, **options: Unpack[Options]) -> Emitted: ...

class Mov_1(Instruction[M]):
    @overload
    def __call__(self: Mov_1[Returning], a: Any, /, **options: Unpack[Options]) -> NumberOrParts:
        """Set a register to a value, or to the address of a variable or function. (PTX ISA, 9.7.9.3)

        Pack a vector of registers into a wider one, or unpack it. (PTX ISA, 9.7.9.4)"""
    @overload
    def __call__(self: Mov_1[InFull], d: B16, a: Any, /, **options: Unpack[Options]) -> Emitted: ...
    @overload
    def __call__(self: Mov_1[InFull], d: V, a: B16, /, **options: Unpack[Options]) -> Emitted: ...

class Mov_2(Instruction[M]):
    @overload
    def __call__(self: Mov_2[Returning], a: Any, /, **options: Unpack[Options]) -> NumberOrParts:
        """Set a register to a value, or to the address of a variable or function. (PTX ISA, 9.7.9.3)

        Pack a vector of registers into a wider one, or unpack it. (PTX ISA, 9.7.9.4)"""
    @overload
    def __call__(self: Mov_2[InFull], d: B32, a: Any, /, **options: Unpack[Options]) -> Emitted: ...
    @overload
    def __call__(self: Mov_2[InFull], d: V, a: B32, /, **options: Unpack[Options]) -> Emitted: ...

class Mov_3(Instruction[M]):
    @overload
    def __call__(self: Mov_3[Returning], a: Any, /, **options: Unpack[Options]) -> NumberOrParts:
        """Set a register to a value, or to the address of a variable or function. (PTX ISA, 9.7.9.3)

        Pack a vector of registers into a wider one, or unpack it. (PTX ISA, 9.7.9.4)"""
    @overload
    def __call__(self: Mov_3[InFull], d: B64, a: Any, /, **options: Unpack[Options]) -> Emitted: ...
    @overload
    def __call__(self: Mov_3[InFull], d: V, a: B64, /, **options: Unpack[Options]) -> Emitted: ...

class Mov_4(Instruction[M]):
    @overload
    def __call__(self: Mov_4[Returning], a: F32, /, **options: Unpack[Options]) -> Number32:
        """Set a register to a value, or to the address of a variable or function. (PTX ISA, 9.7.9.3)"""
    @overload
    def __call__(self: Mov_4[InFull], d: F32, a: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Mov_5(Instruction[M]):
    @overload
    def __call__(self: Mov_5[Returning], a: F64, /, **options: Unpack[Options]) -> Number64:
        """Set a register to a value, or to the address of a variable or function. (PTX ISA, 9.7.9.3)"""
    @overload
    def __call__(self: Mov_5[InFull], d: F64, a: F64, /, **options: Unpack[Options]) -> Emitted: ...

class Mov_6(Instruction[M]):
    @overload
    def __call__(self: Mov_6[Returning], a: C | P, /, **options: Unpack[Options]) -> Predicate:
        """Set a register to a value, or to the address of a variable or function. (PTX ISA, 9.7.9.3)"""
    @overload
    def __call__(self: Mov_6[InFull], d: P, a: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Mov_7(Instruction[M]):
    @overload
    def __call__(self: Mov_7[Returning], a: Any, /, **options: Unpack[Options]) -> Number16:
        """Set a register to a value, or to the address of a variable or function. (PTX ISA, 9.7.9.3)"""
    @overload
    def __call__(self: Mov_7[InFull], d: I16, a: Any, /, **options: Unpack[Options]) -> Emitted: ...

class Mov_8(Instruction[M]):
    @overload
    def __call__(self: Mov_8[Returning], a: Any, /, **options: Unpack[Options]) -> Number32:
        """Set a register to a value, or to the address of a variable or function. (PTX ISA, 9.7.9.3)"""
    @overload
    def __call__(self: Mov_8[InFull], d: I32, a: Any, /, **options: Unpack[Options]) -> Emitted: ...

class Mov_9(Instruction[M]):
    @overload
    def __call__(self: Mov_9[Returning], a: Any, /, **options: Unpack[Options]) -> Number64:
        """Set a register to a value, or to the address of a variable or function. (PTX ISA, 9.7.9.3)"""
    @overload
    def __call__(self: Mov_9[InFull], d: I64, a: Any, /, **options: Unpack[Options]) -> Emitted: ...

class Mov_18(Instruction[M]):
    b16: Mov_10[M]
    b32: Mov_11[M]
    b64: Mov_12[M]
    f32: Mov_13[M]
    f64: Mov_14[M]
    s16: Mov_15[M]
    s32: Mov_16[M]
    s64: Mov_17[M]
    u16: Mov_15[M]
    u32: Mov_16[M]
    u64: Mov_17[M]

class Mov_19(Instruction[M]):
    b16: Mov_10[M]
    b32: Mov_11[M]
    f32: Mov_13[M]
    s16: Mov_15[M]
    s32: Mov_16[M]
    u16: Mov_15[M]
    u32: Mov_16[M]

class Mov_10(Instruction[M]):
    @overload
    def __call__(self: Mov_10[Returning], a: B16 | V, /, **options: Unpack[Options]) -> Vector:
        """Set a register to a value, or to the address of a variable or function. (PTX ISA, 9.7.9.3)"""
    @overload
    def __call__(self: Mov_10[InFull], d: V, a: B16 | V, /, **options: Unpack[Options]) -> Emitted: ...

class Mov_11(Instruction[M]):
    @overload
    def __call__(self: Mov_11[Returning], a: B32 | V, /, **options: Unpack[Options]) -> Vector:
        """Set a register to a value, or to the address of a variable or function. (PTX ISA, 9.7.9.3)"""
    @overload
    def __call__(self: Mov_11[InFull], d: V, a: B32 | V, /, **options: Unpack[Options]) -> Emitted: ...

class Mov_12(Instruction[M]):
    @overload
    def __call__(self: Mov_12[Returning], a: B64 | V, /, **options: Unpack[Options]) -> Vector:
        """Set a register to a value, or to the address of a variable or function. (PTX ISA, 9.7.9.3)"""
    @overload
    def __call__(self: Mov_12[InFull], d: V, a: B64 | V, /, **options: Unpack[Options]) -> Emitted: ...

class Mov_13(Instruction[M]):
    @overload
    def __call__(self: Mov_13[Returning], a: F32 | V, /, **options: Unpack[Options]) -> Vector:
        """Set a register to a value, or to the address of a variable or function. (PTX ISA, 9.7.9.3)"""
    @overload
    def __call__(self: Mov_13[InFull], d: V, a: F32 | V, /, **options: Unpack[Options]) -> Emitted: ...

class Mov_14(Instruction[M]):
    @overload
    def __call__(self: Mov_14[Returning], a: F64 | V, /, **options: Unpack[Options]) -> Vector:
        """Set a register to a value, or to the address of a variable or function. (PTX ISA, 9.7.9.3)"""
    @overload
    def __call__(self: Mov_14[InFull], d: V, a: F64 | V, /, **options: Unpack[Options]) -> Emitted: ...

class Mov_15(Instruction[M]):
    @overload
    def __call__(self: Mov_15[Returning], a: I16 | V, /, **options: Unpack[Options]) -> Vector:
        """Set a register to a value, or to the address of a variable or function. (PTX ISA, 9.7.9.3)"""
    @overload
    def __call__(self: Mov_15[InFull], d: V, a: I16 | V, /, **options: Unpack[Options]) -> Emitted: ...

class Mov_16(Instruction[M]):
    @overload
    def __call__(self: Mov_16[Returning], a: I32 | V, /, **options: Unpack[Options]) -> Vector:
        """Set a register to a value, or to the address of a variable or function. (PTX ISA, 9.7.9.3)"""
    @overload
    def __call__(self: Mov_16[InFull], d: V, a: I32 | V, /, **options: Unpack[Options]) -> Emitted: ...

class Mov_17(Instruction[M]):
    @overload
    def __call__(self: Mov_17[Returning], a: I64 | V, /, **options: Unpack[Options]) -> Vector:
        """Set a register to a value, or to the address of a variable or function. (PTX ISA, 9.7.9.3)"""
    @overload
    def __call__(self: Mov_17[InFull], d: V, a: I64 | V, /, **options: Unpack[Options]) -> Emitted: ...

class Mov(Instruction[M]):
    """Emit `mov.dtype dst, src`; halves, constants too, are moved as bits.

    Set a register to a value, or to the address of a variable or function. (PTX ISA, 9.7.9.3)

        mov.type d, a  # PTX 1.0
        mov.type d, fname  # PTX 2.1
        mov.type d, a  # PTX 1.0
        mov.type d, {!}a  # PTX 1.0
        mov.type d, a  # PTX 8.3, sm_70
        mov.vec.type d, a  # PTX 1.0

    Pack a vector of registers into a wider one, or unpack it. (PTX ISA, 9.7.9.4)

        mov.b16 d, a  # PTX 1.0
        mov.b32 d, a  # PTX 1.0
        mov.b64 d, a  # PTX 1.0
        mov.b128 d, a  # PTX 8.3, sm_70
        mov.b16 d, a  # PTX 1.0
        mov.b32 d, a  # PTX 1.0
        … (8 forms; see ptxpy isa mov)
    """

    def __call__(self: Mov[Returning], dtype: Any, dst: Any, src: Any, *, pred: Any = None) -> None: ...
    b128: Mov_0[M]
    b16: Mov_1[M]
    b32: Mov_2[M]
    b64: Mov_3[M]
    f32: Mov_4[M]
    f64: Mov_5[M]
    pred: Mov_6[M]
    s16: Mov_7[M]
    s32: Mov_8[M]
    s64: Mov_9[M]
    u16: Mov_7[M]
    u32: Mov_8[M]
    u64: Mov_9[M]
    v2: Mov_18[M]
    v4: Mov_19[M]

class Movmatrix_4(Instruction[M]):
    aligned: Movmatrix_3[M]

class Movmatrix_3(Instruction[M]):
    m8n8: Movmatrix_2[M]

class Movmatrix_2(Instruction[M]):
    trans: Movmatrix_1[M]

class Movmatrix_1(Instruction[M]):
    b16: Movmatrix_0[M]

class Movmatrix_0(Instruction[M]):
    @overload
    def __call__(self: Movmatrix_0[Returning], a: B32, /, **options: Unpack[Options]) -> Number32:
        """Transpose a matrix in the registers of a warp. (PTX ISA, 9.7.14.5.17)"""
    @overload
    def __call__(self: Movmatrix_0[InFull], d: B32, a: B32, /, **options: Unpack[Options]) -> Emitted: ...

class Movmatrix(Instruction[M]):
    """Transpose a matrix in the registers of a warp. (PTX ISA, 9.7.14.5.17)

        movmatrix.sync.aligned.m8n8.trans.b16 d, a  # PTX 7.8, sm_75
    """

    sync: Movmatrix_4[M]

class Mul_0(Instruction[M]):
    @overload
    def __call__(self: Mul_0[Returning], a: F16, b: F16, /, **options: Unpack[Options]) -> Number16:
        """Multiply two halves or bfloat16s, or two pairs of them. (PTX ISA, 9.7.4.3)"""
    @overload
    def __call__(self: Mul_0[InFull], d: F16, a: F16, b: F16, /, **options: Unpack[Options]) -> Emitted: ...

class Mul_1(Instruction[M]):
    @overload
    def __call__(self: Mul_1[Returning], a: E32, b: E32, /, **options: Unpack[Options]) -> Number32:
        """Multiply two halves or bfloat16s, or two pairs of them. (PTX ISA, 9.7.4.3)"""
    @overload
    def __call__(self: Mul_1[InFull], d: E32, a: E32, b: E32, /, **options: Unpack[Options]) -> Emitted: ...

class Mul_2(Instruction[M]):
    @overload
    def __call__(self: Mul_2[Returning], a: F32, b: F32, /, **options: Unpack[Options]) -> Number32:
        """Multiply two numbers, or two pairs of them. (PTX ISA, 9.7.3.5)"""
    @overload
    def __call__(self: Mul_2[InFull], d: F32, a: F32, b: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Mul_3(Instruction[M]):
    @overload
    def __call__(self: Mul_3[Returning], a: E64, b: E64, /, **options: Unpack[Options]) -> Number64:
        """Multiply two numbers, or two pairs of them. (PTX ISA, 9.7.3.5)"""
    @overload
    def __call__(self: Mul_3[InFull], d: E64, a: E64, b: E64, /, **options: Unpack[Options]) -> Emitted: ...

class Mul_4(Instruction[M]):
    @overload
    def __call__(self: Mul_4[Returning], a: F64, b: F64, /, **options: Unpack[Options]) -> Number64:
        """Multiply two numbers, or two pairs of them. (PTX ISA, 9.7.3.5)"""
    @overload
    def __call__(self: Mul_4[InFull], d: F64, a: F64, b: F64, /, **options: Unpack[Options]) -> Emitted: ...

class Mul_6(Instruction[M]):
    f16: Mul_0[M]
    f16x2: Mul_1[M]
    f32: Mul_2[M]
    f32x2: Mul_3[M]
    sat: Mul_5[M]

class Mul_10(Instruction[M]):
    s16: Mul_7[M]
    s32: Mul_8[M]
    s64: Mul_9[M]
    u16: Mul_7[M]
    u32: Mul_8[M]
    u64: Mul_9[M]

class Mul_13(Instruction[M]):
    f32: Mul_2[M]
    f32x2: Mul_3[M]
    f64: Mul_4[M]
    ftz: Mul_12[M]
    sat: Mul_11[M]

class Mul_14(Instruction[M]):
    bf16: Mul_0[M]
    bf16x2: Mul_1[M]
    f16: Mul_0[M]
    f16x2: Mul_1[M]
    f32: Mul_2[M]
    f32x2: Mul_3[M]
    f64: Mul_4[M]
    ftz: Mul_6[M]
    sat: Mul_5[M]

class Mul_5(Instruction[M]):
    f16: Mul_0[M]
    f16x2: Mul_1[M]
    f32: Mul_2[M]

class Mul_17(Instruction[M]):
    s16: Mul_15[M]
    s32: Mul_16[M]
    u16: Mul_15[M]
    u32: Mul_16[M]

class Mul_7(Instruction[M]):
    @overload
    def __call__(self: Mul_7[Returning], a: I16, b: I16, /, **options: Unpack[Options]) -> Number16:
        """Multiply two integers, keeping the low or high half of the product or all of it. (PTX ISA, 9.7.1.3)"""
    @overload
    def __call__(self: Mul_7[InFull], d: I16, a: I16, b: I16, /, **options: Unpack[Options]) -> Emitted: ...

class Mul_8(Instruction[M]):
    @overload
    def __call__(self: Mul_8[Returning], a: I32, b: I32, /, **options: Unpack[Options]) -> Number32:
        """Multiply two integers, keeping the low or high half of the product or all of it. (PTX ISA, 9.7.1.3)"""
    @overload
    def __call__(self: Mul_8[InFull], d: I32, a: I32, b: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Mul_9(Instruction[M]):
    @overload
    def __call__(self: Mul_9[Returning], a: I64, b: I64, /, **options: Unpack[Options]) -> Number64:
        """Multiply two integers, keeping the low or high half of the product or all of it. (PTX ISA, 9.7.1.3)"""
    @overload
    def __call__(self: Mul_9[InFull], d: I64, a: I64, b: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Mul_12(Instruction[M]):
    f32: Mul_2[M]
    f32x2: Mul_3[M]
    sat: Mul_11[M]

class Mul_11(Instruction[M]):
    f32: Mul_2[M]

class Mul_15(Instruction[M]):
    @overload
    def __call__(self: Mul_15[Returning], a: I16, b: I16, /, **options: Unpack[Options]) -> Number32:
        """Multiply two integers, keeping the low or high half of the product or all of it. (PTX ISA, 9.7.1.3)"""
    @overload
    def __call__(self: Mul_15[InFull], d: I32, a: I16, b: I16, /, **options: Unpack[Options]) -> Emitted: ...

class Mul_16(Instruction[M]):
    @overload
    def __call__(self: Mul_16[Returning], a: I32, b: I32, /, **options: Unpack[Options]) -> Number64:
        """Multiply two integers, keeping the low or high half of the product or all of it. (PTX ISA, 9.7.1.3)"""
    @overload
    def __call__(self: Mul_16[InFull], d: I64, a: I32, b: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Mul(Instruction[M]):
    """Emit `mul.mode.dtype dst, a, b` of integers, `mul.dtype` of floats.

    `mode` is `lo`, which is meant without one, `hi` or `wide`; with `wide`, `dst` has twice the
    bits of `dtype`.

    Multiply two numbers, or two pairs of them. (PTX ISA, 9.7.3.5)

        mul{.rnd}{.ftz}{.sat}.f32 d, a, b  # PTX 1.0
        mul{.rnd}{.ftz}.f32x2 d, a, b  # PTX 8.6, sm_100
        mul{.rnd}.f64 d, a, b  # PTX 1.0

    Multiply two halves or bfloat16s, or two pairs of them. (PTX ISA, 9.7.4.3)

        mul{.rnd}{.ftz}{.sat}.f16 d, a, b  # PTX 4.2, sm_53
        mul{.rnd}{.ftz}{.sat}.f16x2 d, a, b  # PTX 4.2, sm_53
        mul{.rnd}.bf16 d, a, b  # PTX 7.8, sm_90
        mul{.rnd}.bf16x2 d, a, b  # PTX 7.8, sm_90

    Multiply two integers, keeping the low or high half of the product or all of it. (PTX ISA, 9.7.1.3)

        mul.mode.type d, a, b  # PTX 1.0
        mul.wide.type d, a, b  # PTX 1.0
    """

    def __call__(self: Mul[Returning], dtype: Any, dst: Any, a: Any, b: Any, *, mode: str | None = None, pred: Any = None) -> None: ...
    bf16: Mul_0[M]
    bf16x2: Mul_1[M]
    f16: Mul_0[M]
    f16x2: Mul_1[M]
    f32: Mul_2[M]
    f32x2: Mul_3[M]
    f64: Mul_4[M]
    ftz: Mul_6[M]
    hi: Mul_10[M]
    lo: Mul_10[M]
    rm: Mul_13[M]
    rn: Mul_14[M]
    rp: Mul_13[M]
    rz: Mul_13[M]
    sat: Mul_5[M]
    wide: Mul_17[M]

class Mul24_1(Instruction[M]):
    s32: Mul24_0[M]
    u32: Mul24_0[M]

class Mul24_0(Instruction[M]):
    @overload
    def __call__(self: Mul24_0[Returning], a: I32, b: I32, /, **options: Unpack[Options]) -> Number32:
        """Multiply the low 24 bits of two integers, keeping the low or high 32 bits. (PTX ISA, 9.7.1.5)"""
    @overload
    def __call__(self: Mul24_0[InFull], d: I32, a: I32, b: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Mul24(Instruction[M]):
    """Multiply the low 24 bits of two integers, keeping the low or high 32 bits. (PTX ISA, 9.7.1.5)

        mul24.mode.type d, a, b  # PTX 1.0
    """

    hi: Mul24_1[M]
    lo: Mul24_1[M]

class Multimem_85(Instruction[M]):
    gpu: Multimem_84[M]
    sys: Multimem_84[M]

class Multimem_87(Instruction[M]):
    def __call__(self, a: A, b: B32, /, **options: Unpack[Options]) -> Emitted:
        """Store to all places of a multimem address. (PTX ISA, 9.7.9.14)"""

class Multimem_88(Instruction[M]):
    def __call__(self, a: A, b: B64, /, **options: Unpack[Options]) -> Emitted:
        """Store to all places of a multimem address. (PTX ISA, 9.7.9.14)"""

class Multimem_89(Instruction[M]):
    def __call__(self, a: A, b: E32 | V, /, **options: Unpack[Options]) -> Emitted:
        """Store to all places of a multimem address. (PTX ISA, 9.7.9.14)"""

class Multimem_90(Instruction[M]):
    def __call__(self, a: A, b: B32 | V, /, **options: Unpack[Options]) -> Emitted:
        """Store to all places of a multimem address. (PTX ISA, 9.7.9.14)"""

class Multimem_91(Instruction[M]):
    def __call__(self, a: A, b: F32 | V, /, **options: Unpack[Options]) -> Emitted:
        """Store to all places of a multimem address. (PTX ISA, 9.7.9.14)"""

class Multimem_92(Instruction[M]):
    def __call__(self, a: A, b: F64 | V, /, **options: Unpack[Options]) -> Emitted:
        """Store to all places of a multimem address. (PTX ISA, 9.7.9.14)"""

class Multimem_99(Instruction[M]):
    b32: Multimem_87[M]
    b64: Multimem_88[M]
    bf16x2: Multimem_89[M]
    e4m3x4: Multimem_90[M]
    e5m2x4: Multimem_90[M]
    f16x2: Multimem_89[M]
    f32: Multimem_91[M]
    f64: Multimem_92[M]
    s32: Multimem_93[M]
    s64: Multimem_94[M]
    u32: Multimem_93[M]
    u64: Multimem_94[M]
    v2: Multimem_96[M]
    v4: Multimem_97[M]
    v8: Multimem_98[M]

class Multimem_101(Instruction[M]):
    cluster: Multimem_100[M]
    cta: Multimem_100[M]
    gpu: Multimem_100[M]
    sys: Multimem_100[M]

class Multimem_93(Instruction[M]):
    def __call__(self, a: A, b: I32, /, **options: Unpack[Options]) -> Emitted:
        """Store to all places of a multimem address. (PTX ISA, 9.7.9.14)"""

class Multimem_94(Instruction[M]):
    def __call__(self, a: A, b: I64, /, **options: Unpack[Options]) -> Emitted:
        """Store to all places of a multimem address. (PTX ISA, 9.7.9.14)"""

class Multimem_96(Instruction[M]):
    bf16: Multimem_95[M]
    bf16x2: Multimem_95[M]
    e4m3x2: Multimem_95[M]
    e4m3x4: Multimem_95[M]
    e5m2x2: Multimem_95[M]
    e5m2x4: Multimem_95[M]
    f16: Multimem_95[M]
    f16x2: Multimem_95[M]
    f32: Multimem_95[M]

class Multimem_97(Instruction[M]):
    bf16: Multimem_95[M]
    bf16x2: Multimem_95[M]
    e4m3: Multimem_95[M]
    e4m3x2: Multimem_95[M]
    e4m3x4: Multimem_95[M]
    e5m2: Multimem_95[M]
    e5m2x2: Multimem_95[M]
    e5m2x4: Multimem_95[M]
    f16: Multimem_95[M]
    f16x2: Multimem_95[M]
    f32: Multimem_95[M]

class Multimem_98(Instruction[M]):
    bf16: Multimem_95[M]
    e4m3: Multimem_95[M]
    e4m3x2: Multimem_95[M]
    e5m2: Multimem_95[M]
    e5m2x2: Multimem_95[M]
    f16: Multimem_95[M]

class Multimem_100(Instruction[M]):
    b32: Multimem_87[M]
    b64: Multimem_88[M]
    bf16x2: Multimem_89[M]
    e4m3x4: Multimem_90[M]
    e5m2x4: Multimem_90[M]
    f16x2: Multimem_89[M]
    f32: Multimem_91[M]
    f64: Multimem_92[M]
    global_: Multimem_99[M]
    s32: Multimem_93[M]
    s64: Multimem_94[M]
    u32: Multimem_93[M]
    u64: Multimem_94[M]
    v2: Multimem_96[M]
    v4: Multimem_97[M]
    v8: Multimem_98[M]

class Multimem_73(Instruction[M]):
    gpu: Multimem_72[M]
    sys: Multimem_72[M]

class Multimem_64(Instruction[M]):
    bf16x2: Multimem_56[M]
    f16x2: Multimem_56[M]
    f32: Multimem_57[M]
    f64: Multimem_58[M]
    s32: Multimem_59[M]
    u32: Multimem_59[M]
    u64: Multimem_60[M]
    v2: Multimem_62[M]
    v4: Multimem_62[M]
    v8: Multimem_63[M]

class Multimem_67(Instruction[M]):
    b32: Multimem_65[M]
    b64: Multimem_66[M]

class Multimem_76(Instruction[M]):
    add: Multimem_64[M]
    and_: Multimem_67[M]
    max: Multimem_75[M]
    min: Multimem_75[M]
    or_: Multimem_67[M]
    xor: Multimem_67[M]

class Multimem_75(Instruction[M]):
    s32: Multimem_59[M]
    s64: Multimem_60[M]
    u32: Multimem_59[M]
    u64: Multimem_60[M]

class Multimem_78(Instruction[M]):
    cluster: Multimem_77[M]
    cta: Multimem_77[M]
    gpu: Multimem_77[M]
    sys: Multimem_77[M]

class Multimem_54(Instruction[M]):
    cluster: Multimem_53[M]
    cta: Multimem_53[M]
    gpu: Multimem_53[M]
    sys: Multimem_53[M]

class Multimem_46(Instruction[M]):
    acc__f16: Multimem_34[M]
    acc__f32: Multimem_38[M]
    bf16x2: Multimem_35[M]
    e4m3x4: Multimem_29[M]
    e5m2x4: Multimem_29[M]
    f16x2: Multimem_35[M]
    f32: Multimem_39[M]
    f64: Multimem_40[M]
    s32: Multimem_41[M]
    u32: Multimem_41[M]
    u64: Multimem_42[M]
    v2: Multimem_43[M]
    v4: Multimem_44[M]
    v8: Multimem_45[M]

class Multimem_48(Instruction[M]):
    b32: Multimem_29[M]
    b64: Multimem_47[M]

class Multimem_52(Instruction[M]):
    add: Multimem_46[M]
    and_: Multimem_48[M]
    max: Multimem_51[M]
    min: Multimem_51[M]
    or_: Multimem_48[M]
    xor: Multimem_48[M]

class Multimem_51(Instruction[M]):
    bf16x2: Multimem_35[M]
    e4m3x4: Multimem_29[M]
    e5m2x4: Multimem_29[M]
    f16x2: Multimem_35[M]
    s32: Multimem_41[M]
    s64: Multimem_42[M]
    u32: Multimem_41[M]
    u64: Multimem_42[M]
    v2: Multimem_49[M]
    v4: Multimem_50[M]
    v8: Multimem_45[M]

class Multimem_53(Instruction[M]):
    add: Multimem_46[M]
    and_: Multimem_48[M]
    global_: Multimem_52[M]
    max: Multimem_51[M]
    min: Multimem_51[M]
    or_: Multimem_48[M]
    xor: Multimem_48[M]

class Multimem_22(Instruction[M]):
    shared__cta: Multimem_21[M]

class Multimem_24(Instruction[M]):
    cluster: Multimem_23[M]
    cta: Multimem_23[M]
    gpu: Multimem_23[M]
    sys: Multimem_23[M]

class Multimem_3(Instruction[M]):
    shared__cta: Multimem_2[M]

class Multimem_10(Instruction[M]):
    cluster: Multimem_9[M]
    cta: Multimem_9[M]
    gpu: Multimem_9[M]
    sys: Multimem_9[M]

class Multimem_11(Instruction[M]):
    global_: Multimem_3[M]

class Multimem_84(Instruction[M]):
    b16: Multimem_80[M]
    b32: Multimem_81[M]
    b64: Multimem_82[M]
    b8: Multimem_80[M]
    f32: Multimem_81[M]
    f64: Multimem_82[M]
    global_: Multimem_83[M]
    s16: Multimem_80[M]
    s32: Multimem_81[M]
    s64: Multimem_82[M]
    s8: Multimem_80[M]
    u16: Multimem_80[M]
    u32: Multimem_81[M]
    u64: Multimem_82[M]
    u8: Multimem_80[M]

class Multimem_95(Instruction[M]):
    def __call__(self, a: A, b: V, /, **options: Unpack[Options]) -> Emitted:
        """Store to all places of a multimem address. (PTX ISA, 9.7.9.14)"""

class Multimem_72(Instruction[M]):
    add: Multimem_70[M]
    global_: Multimem_71[M]

class Multimem_56(Instruction[M]):
    def __call__(self, a: A, b: E32 | V, /, **options: Unpack[Options]) -> Emitted:
        """Reduce a value into all places of a multimem address. (PTX ISA, 9.7.9.14)"""

class Multimem_57(Instruction[M]):
    def __call__(self, a: A, b: F32 | V, /, **options: Unpack[Options]) -> Emitted:
        """Reduce a value into all places of a multimem address. (PTX ISA, 9.7.9.14)"""

class Multimem_58(Instruction[M]):
    def __call__(self, a: A, b: F64 | V, /, **options: Unpack[Options]) -> Emitted:
        """Reduce a value into all places of a multimem address. (PTX ISA, 9.7.9.14)"""

class Multimem_59(Instruction[M]):
    def __call__(self, a: A, b: I32, /, **options: Unpack[Options]) -> Emitted:
        """Reduce a value into all places of a multimem address. (PTX ISA, 9.7.9.14)"""

class Multimem_60(Instruction[M]):
    def __call__(self, a: A, b: I64, /, **options: Unpack[Options]) -> Emitted:
        """Reduce a value into all places of a multimem address. (PTX ISA, 9.7.9.14)"""

class Multimem_62(Instruction[M]):
    bf16: Multimem_61[M]
    bf16x2: Multimem_61[M]
    f16: Multimem_61[M]
    f16x2: Multimem_61[M]
    f32: Multimem_61[M]

class Multimem_63(Instruction[M]):
    bf16: Multimem_61[M]
    f16: Multimem_61[M]

class Multimem_65(Instruction[M]):
    def __call__(self, a: A, b: B32, /, **options: Unpack[Options]) -> Emitted:
        """Reduce a value into all places of a multimem address. (PTX ISA, 9.7.9.14)"""

class Multimem_66(Instruction[M]):
    def __call__(self, a: A, b: B64, /, **options: Unpack[Options]) -> Emitted:
        """Reduce a value into all places of a multimem address. (PTX ISA, 9.7.9.14)"""

class Multimem_77(Instruction[M]):
    add: Multimem_64[M]
    and_: Multimem_67[M]
    global_: Multimem_76[M]
    max: Multimem_75[M]
    min: Multimem_75[M]
    or_: Multimem_67[M]
    xor: Multimem_67[M]

class Multimem_34(Instruction[M]):
    e4m3x4: Multimem_29[M]
    e5m2x4: Multimem_29[M]
    v2: Multimem_31[M]
    v4: Multimem_32[M]
    v8: Multimem_33[M]

class Multimem_38(Instruction[M]):
    bf16x2: Multimem_35[M]
    f16x2: Multimem_35[M]
    v2: Multimem_36[M]
    v4: Multimem_36[M]
    v8: Multimem_37[M]

class Multimem_35(Instruction[M]):
    @overload
    def __call__(self: Multimem_35[Returning], a: A, /, **options: Unpack[Options]) -> Number32:
        """Load from all places of a multimem address, and reduce. (PTX ISA, 9.7.9.14)"""
    @overload
    def __call__(self: Multimem_35[InFull], d: E32, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Multimem_29(Instruction[M]):
    @overload
    def __call__(self: Multimem_29[Returning], a: A, /, **options: Unpack[Options]) -> Number32:
        """Load from all places of a multimem address, and reduce. (PTX ISA, 9.7.9.14)"""
    @overload
    def __call__(self: Multimem_29[InFull], d: B32, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Multimem_39(Instruction[M]):
    @overload
    def __call__(self: Multimem_39[Returning], a: A, /, **options: Unpack[Options]) -> Number32:
        """Load from all places of a multimem address, and reduce. (PTX ISA, 9.7.9.14)"""
    @overload
    def __call__(self: Multimem_39[InFull], d: F32, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Multimem_40(Instruction[M]):
    @overload
    def __call__(self: Multimem_40[Returning], a: A, /, **options: Unpack[Options]) -> Number64:
        """Load from all places of a multimem address, and reduce. (PTX ISA, 9.7.9.14)"""
    @overload
    def __call__(self: Multimem_40[InFull], d: F64, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Multimem_41(Instruction[M]):
    @overload
    def __call__(self: Multimem_41[Returning], a: A, /, **options: Unpack[Options]) -> Number32:
        """Load from all places of a multimem address, and reduce. (PTX ISA, 9.7.9.14)"""
    @overload
    def __call__(self: Multimem_41[InFull], d: I32, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Multimem_42(Instruction[M]):
    @overload
    def __call__(self: Multimem_42[Returning], a: A, /, **options: Unpack[Options]) -> Number64:
        """Load from all places of a multimem address, and reduce. (PTX ISA, 9.7.9.14)"""
    @overload
    def __call__(self: Multimem_42[InFull], d: I64, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Multimem_43(Instruction[M]):
    bf16: Multimem_30[M]
    bf16x2: Multimem_30[M]
    e4m3x2: Multimem_30[M]
    e4m3x4: Multimem_30[M]
    e5m2x2: Multimem_30[M]
    e5m2x4: Multimem_30[M]
    f16: Multimem_30[M]
    f16x2: Multimem_30[M]
    f32: Multimem_30[M]

class Multimem_44(Instruction[M]):
    bf16: Multimem_30[M]
    bf16x2: Multimem_30[M]
    e4m3: Multimem_30[M]
    e4m3x2: Multimem_30[M]
    e4m3x4: Multimem_30[M]
    e5m2: Multimem_30[M]
    e5m2x2: Multimem_30[M]
    e5m2x4: Multimem_30[M]
    f16: Multimem_30[M]
    f16x2: Multimem_30[M]
    f32: Multimem_30[M]

class Multimem_45(Instruction[M]):
    bf16: Multimem_30[M]
    e4m3: Multimem_30[M]
    e4m3x2: Multimem_30[M]
    e5m2: Multimem_30[M]
    e5m2x2: Multimem_30[M]
    f16: Multimem_30[M]

class Multimem_47(Instruction[M]):
    @overload
    def __call__(self: Multimem_47[Returning], a: A, /, **options: Unpack[Options]) -> Number64:
        """Load from all places of a multimem address, and reduce. (PTX ISA, 9.7.9.14)"""
    @overload
    def __call__(self: Multimem_47[InFull], d: B64, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Multimem_49(Instruction[M]):
    bf16: Multimem_30[M]
    bf16x2: Multimem_30[M]
    e4m3x2: Multimem_30[M]
    e4m3x4: Multimem_30[M]
    e5m2x2: Multimem_30[M]
    e5m2x4: Multimem_30[M]
    f16: Multimem_30[M]
    f16x2: Multimem_30[M]

class Multimem_50(Instruction[M]):
    bf16: Multimem_30[M]
    bf16x2: Multimem_30[M]
    e4m3: Multimem_30[M]
    e4m3x2: Multimem_30[M]
    e4m3x4: Multimem_30[M]
    e5m2: Multimem_30[M]
    e5m2x2: Multimem_30[M]
    e5m2x4: Multimem_30[M]
    f16: Multimem_30[M]
    f16x2: Multimem_30[M]

class Multimem_21(Instruction[M]):
    bulk_group: Multimem_20[M]

class Multimem_23(Instruction[M]):
    global_: Multimem_22[M]

class Multimem_2(Instruction[M]):
    bulk_group: Multimem_1[M]

class Multimem_9(Instruction[M]):
    global_: Multimem_8[M]

class Multimem_80(Instruction[M]):
    def __call__(self, a: A, b: N, /, **options: Unpack[Options]) -> Emitted:
        """Store to all places of a multimem address without waiting. (PTX ISA, 9.7.9.12)"""

class Multimem_81(Instruction[M]):
    def __call__(self, a: A, b: W32, /, **options: Unpack[Options]) -> Emitted:
        """Store to all places of a multimem address without waiting. (PTX ISA, 9.7.9.12)"""

class Multimem_82(Instruction[M]):
    def __call__(self, a: A, b: W64, /, **options: Unpack[Options]) -> Emitted:
        """Store to all places of a multimem address without waiting. (PTX ISA, 9.7.9.12)"""

class Multimem_83(Instruction[M]):
    b16: Multimem_80[M]
    b32: Multimem_81[M]
    b64: Multimem_82[M]
    b8: Multimem_80[M]
    f32: Multimem_81[M]
    f64: Multimem_82[M]
    s16: Multimem_80[M]
    s32: Multimem_81[M]
    s64: Multimem_82[M]
    s8: Multimem_80[M]
    u16: Multimem_80[M]
    u32: Multimem_81[M]
    u64: Multimem_82[M]
    u8: Multimem_80[M]

class Multimem_70(Instruction[M]):
    s32: Multimem_68[M]
    u32: Multimem_68[M]
    u64: Multimem_69[M]

class Multimem_71(Instruction[M]):
    add: Multimem_70[M]

class Multimem_61(Instruction[M]):
    def __call__(self, a: A, b: V, /, **options: Unpack[Options]) -> Emitted:
        """Reduce a value into all places of a multimem address. (PTX ISA, 9.7.9.14)"""

class Multimem_31(Instruction[M]):
    e4m3x2: Multimem_30[M]
    e4m3x4: Multimem_30[M]
    e5m2x2: Multimem_30[M]
    e5m2x4: Multimem_30[M]

class Multimem_32(Instruction[M]):
    e4m3: Multimem_30[M]
    e4m3x2: Multimem_30[M]
    e4m3x4: Multimem_30[M]
    e5m2: Multimem_30[M]
    e5m2x2: Multimem_30[M]
    e5m2x4: Multimem_30[M]

class Multimem_33(Instruction[M]):
    e4m3: Multimem_30[M]
    e4m3x2: Multimem_30[M]
    e5m2: Multimem_30[M]
    e5m2x2: Multimem_30[M]

class Multimem_36(Instruction[M]):
    bf16: Multimem_30[M]
    bf16x2: Multimem_30[M]
    f16: Multimem_30[M]
    f16x2: Multimem_30[M]

class Multimem_37(Instruction[M]):
    bf16: Multimem_30[M]
    f16: Multimem_30[M]

class Multimem_30(Instruction[M]):
    @overload
    def __call__(self: Multimem_30[Returning], a: A, /, **options: Unpack[Options]) -> Vector:
        """Load from all places of a multimem address, and reduce. (PTX ISA, 9.7.9.14)"""
    @overload
    def __call__(self: Multimem_30[InFull], d: V, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Multimem_20(Instruction[M]):
    add: Multimem_16[M]
    and_: Multimem_17[M]
    dec: Multimem_18[M]
    inc: Multimem_18[M]
    max: Multimem_19[M]
    min: Multimem_19[M]
    or_: Multimem_17[M]
    xor: Multimem_17[M]

class Multimem_1(Instruction[M]):
    def __call__(self, dstmem: A, srcmem: A, size: I32, /, **options: Unpack[Options]) -> Emitted:
        """Start a copy of many bytes to memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.4)"""
    cp_mask: Multimem_0[M]

class Multimem_8(Instruction[M]):
    shared__cta: Multimem_7[M]

class Multimem_68(Instruction[M]):
    def __call__(self, a: A, b: I32, /, **options: Unpack[Options]) -> Emitted:
        """Reduce a value into all places of a multimem address, not waiting. (PTX ISA, 9.7.13.9)"""

class Multimem_69(Instruction[M]):
    def __call__(self, a: A, b: I64, /, **options: Unpack[Options]) -> Emitted:
        """Reduce a value into all places of a multimem address, not waiting. (PTX ISA, 9.7.13.9)"""

class Multimem_16(Instruction[M]):
    f32: Multimem_14[M]
    f64: Multimem_14[M]
    noftz: Multimem_15[M]
    s32: Multimem_14[M]
    u32: Multimem_14[M]
    u64: Multimem_14[M]

class Multimem_17(Instruction[M]):
    b32: Multimem_14[M]
    b64: Multimem_14[M]

class Multimem_18(Instruction[M]):
    u32: Multimem_14[M]

class Multimem_19(Instruction[M]):
    bf16: Multimem_14[M]
    f16: Multimem_14[M]
    s32: Multimem_14[M]
    s64: Multimem_14[M]
    u32: Multimem_14[M]
    u64: Multimem_14[M]

class Multimem_0(Instruction[M]):
    def __call__(self, dstmem: A, srcmem: A, size: I32, bytemask: I16, /, **options: Unpack[Options]) -> Emitted:
        """Start a copy of many bytes to memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.4)"""

class Multimem_7(Instruction[M]):
    bulk_group: Multimem_6[M]

class Multimem_14(Instruction[M]):
    def __call__(self, dstmem: A, srcmem: A, size: I32, /, **options: Unpack[Options]) -> Emitted:
        """Start a reduction into memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.5)"""

class Multimem_15(Instruction[M]):
    bf16: Multimem_14[M]
    f16: Multimem_14[M]
    f32: Multimem_14[M]

class Multimem_6(Instruction[M]):
    b128: Multimem_4[M]
    cp_mask: Multimem_5[M]

class Multimem_4(Instruction[M]):
    def __call__(self, dstmem: A, srcmem: A, size: I32, /, **options: Unpack[Options]) -> Emitted:
        """Start a copy of many bytes to memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.4)"""

class Multimem_5(Instruction[M]):
    b128: Multimem_0[M]

class MultimemStAsync(Instruction[M]):
    """Store to all places of a multimem address without waiting. (PTX ISA, 9.7.9.12)

        multimem.st.async.release.scope{.ss}.type [a], b  # PTX 9.3, sm_100
    """

    release: Multimem_85[M]

class MultimemSt(Instruction[M]):
    """Store to all places of a multimem address. (PTX ISA, 9.7.9.14)

        multimem.st{.weak}{.ss}.type [a], b  # PTX 8.1, sm_90
        multimem.st.stsem.scope{.ss}.type [a], b  # PTX 8.1, sm_90
        multimem.st{.weak}{.ss}{.vec}.type [a], b  # PTX 8.1, sm_90
        multimem.st.stsem.scope{.ss}{.vec}.type [a], b  # PTX 8.1, sm_90
    """

    async_: MultimemStAsync[M]
    b32: Multimem_87[M]
    b64: Multimem_88[M]
    bf16x2: Multimem_89[M]
    e4m3x4: Multimem_90[M]
    e5m2x4: Multimem_90[M]
    f16x2: Multimem_89[M]
    f32: Multimem_91[M]
    f64: Multimem_92[M]
    global_: Multimem_99[M]
    relaxed: Multimem_101[M]
    release: Multimem_101[M]
    s32: Multimem_93[M]
    s64: Multimem_94[M]
    u32: Multimem_93[M]
    u64: Multimem_94[M]
    v2: Multimem_96[M]
    v4: Multimem_97[M]
    v8: Multimem_98[M]
    weak: Multimem_100[M]

class MultimemRedAsync(Instruction[M]):
    """Reduce a value into all places of a multimem address, not waiting. (PTX ISA, 9.7.13.9)

        multimem.red.async.release.scope{.ss}.add.type [a], b  # PTX 9.3, sm_100
    """

    release: Multimem_73[M]

class MultimemRed(Instruction[M]):
    """Reduce a value into all places of a multimem address. (PTX ISA, 9.7.9.14)

        multimem.red{.ss}.op.type [a], b  # PTX 8.1, sm_90
        multimem.red.redsem.scope{.ss}.op.type [a], b  # PTX 8.1, sm_90
        multimem.red{.ss}.redop{.vec}.redtype [a], b  # PTX 8.1, sm_90
        multimem.red.redsem.scope{.ss}.redop{.vec}.redtype [a], b  # PTX 8.1, sm_90
    """

    add: Multimem_64[M]
    and_: Multimem_67[M]
    async_: MultimemRedAsync[M]
    global_: Multimem_76[M]
    max: Multimem_75[M]
    min: Multimem_75[M]
    or_: Multimem_67[M]
    relaxed: Multimem_78[M]
    release: Multimem_78[M]
    xor: Multimem_67[M]

class MultimemLd_reduce(Instruction[M]):
    """Load from all places of a multimem address, and reduce. (PTX ISA, 9.7.9.14)

        multimem.ld_reduce{.weak}{.ss}.op.type d, [a]  # PTX 8.1, sm_90
        multimem.ld_reduce.ldsem.scope{.ss}.op.type d, [a]  # PTX 8.1, sm_90
        multimem.ld_reduce{.weak}{.ss}.op{.acc_prec}{.vec}.type d, [a]  # PTX 8.1, sm_90
        multimem.ld_reduce.ldsem.scope{.ss}.op{.acc_prec}{.vec}.type d, [a]  # PTX 8.1, sm_90
    """

    acquire: Multimem_54[M]
    add: Multimem_46[M]
    and_: Multimem_48[M]
    global_: Multimem_52[M]
    max: Multimem_51[M]
    min: Multimem_51[M]
    or_: Multimem_48[M]
    relaxed: Multimem_54[M]
    weak: Multimem_53[M]
    xor: Multimem_48[M]

class MultimemCpReduceAsyncBulk(Instruction[M]):
    """Start a reduction into memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.5)

        multimem.cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.redOp.type [dstMem], [srcMem], size  # PTX 9.1, sm_90
        multimem.cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.add.noftz.type [dstMem], [srcMem], size  # PTX 9.1, sm_90
    """

    global_: Multimem_22[M]
    relaxed: Multimem_24[M]

class MultimemCpReduceAsync(Instruction[M]):
    """Start a reduction into memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.5)

        multimem.cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.redOp.type [dstMem], [srcMem], size  # PTX 9.1, sm_90
        multimem.cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.add.noftz.type [dstMem], [srcMem], size  # PTX 9.1, sm_90
    """

    bulk: MultimemCpReduceAsyncBulk[M]

class MultimemCpReduce(Instruction[M]):
    """Start a reduction into memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.5)

        multimem.cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.redOp.type [dstMem], [srcMem], size  # PTX 9.1, sm_90
        multimem.cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.add.noftz.type [dstMem], [srcMem], size  # PTX 9.1, sm_90
    """

    async_: MultimemCpReduceAsync[M]

class MultimemCpAsyncBulk(Instruction[M]):
    """Start a copy of many bytes to memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.4)

        multimem.cp.async.bulk{.sem}.dst.src.completion_mechanism{.cp_mask} [dstMem], [srcMem], size{, byteMask}  # PTX 9.1, sm_90
        multimem.cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.cp_mask}.type [dstMem], [srcMem], size{, byteMask}  # PTX 9.1, sm_90
    """

    global_: Multimem_3[M]
    relaxed: Multimem_10[M]
    weak: Multimem_11[M]

class MultimemCpAsync(Instruction[M]):
    """Start a copy of many bytes to memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.4)

        multimem.cp.async.bulk{.sem}.dst.src.completion_mechanism{.cp_mask} [dstMem], [srcMem], size{, byteMask}  # PTX 9.1, sm_90
        multimem.cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.cp_mask}.type [dstMem], [srcMem], size{, byteMask}  # PTX 9.1, sm_90
    """

    bulk: MultimemCpAsyncBulk[M]

class MultimemCp(Instruction[M]):
    """Start a copy of many bytes to memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.4)

        multimem.cp.async.bulk{.sem}.dst.src.completion_mechanism{.cp_mask} [dstMem], [srcMem], size{, byteMask}  # PTX 9.1, sm_90
        multimem.cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.cp_mask}.type [dstMem], [srcMem], size{, byteMask}  # PTX 9.1, sm_90

    Start a reduction into memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.5)

        multimem.cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.redOp.type [dstMem], [srcMem], size  # PTX 9.1, sm_90
        multimem.cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.add.noftz.type [dstMem], [srcMem], size  # PTX 9.1, sm_90
    """

    async_: MultimemCpAsync[M]
    reduce: MultimemCpReduce[M]

class Multimem(Instruction[M]):
    """Start a copy of many bytes to memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.4)

        multimem.cp.async.bulk{.sem}.dst.src.completion_mechanism{.cp_mask} [dstMem], [srcMem], size{, byteMask}  # PTX 9.1, sm_90
        multimem.cp.async.bulk.relaxed.scope.dst.src.completion_mechanism{.cp_mask}.type [dstMem], [srcMem], size{, byteMask}  # PTX 9.1, sm_90

    Start a reduction into memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.5)

        multimem.cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.redOp.type [dstMem], [srcMem], size  # PTX 9.1, sm_90
        multimem.cp.reduce.async.bulk{.sem.scope}.dst.src.completion_mechanism.add.noftz.type [dstMem], [srcMem], size  # PTX 9.1, sm_90

    Load from all places of a multimem address, and reduce. (PTX ISA, 9.7.9.14)

        multimem.ld_reduce{.weak}{.ss}.op.type d, [a]  # PTX 8.1, sm_90
        multimem.ld_reduce.ldsem.scope{.ss}.op.type d, [a]  # PTX 8.1, sm_90
        multimem.ld_reduce{.weak}{.ss}.op{.acc_prec}{.vec}.type d, [a]  # PTX 8.1, sm_90
        multimem.ld_reduce.ldsem.scope{.ss}.op{.acc_prec}{.vec}.type d, [a]  # PTX 8.1, sm_90

    Store to all places of a multimem address. (PTX ISA, 9.7.9.14)

        multimem.st{.weak}{.ss}.type [a], b  # PTX 8.1, sm_90
        multimem.st.stsem.scope{.ss}.type [a], b  # PTX 8.1, sm_90
        multimem.st{.weak}{.ss}{.vec}.type [a], b  # PTX 8.1, sm_90
        multimem.st.stsem.scope{.ss}{.vec}.type [a], b  # PTX 8.1, sm_90

    Reduce a value into all places of a multimem address. (PTX ISA, 9.7.9.14)

        multimem.red{.ss}.op.type [a], b  # PTX 8.1, sm_90
        multimem.red.redsem.scope{.ss}.op.type [a], b  # PTX 8.1, sm_90
        multimem.red{.ss}.redop{.vec}.redtype [a], b  # PTX 8.1, sm_90
        multimem.red.redsem.scope{.ss}.redop{.vec}.redtype [a], b  # PTX 8.1, sm_90

    Store to all places of a multimem address without waiting. (PTX ISA, 9.7.9.12)

        multimem.st.async.release.scope{.ss}.type [a], b  # PTX 9.3, sm_100

    Reduce a value into all places of a multimem address, not waiting. (PTX ISA, 9.7.13.9)

        multimem.red.async.release.scope{.ss}.add.type [a], b  # PTX 9.3, sm_100
    """

    cp: MultimemCp[M]
    ld_reduce: MultimemLd_reduce[M]
    red: MultimemRed[M]
    st: MultimemSt[M]

class Nanosleep_0(Instruction[M]):
    def __call__(self, t: I32, /, **options: Unpack[Options]) -> Emitted:
        """Suspend the thread for about so many nanoseconds. (PTX ISA, 9.7.19.2)"""

class Nanosleep(Instruction[M]):
    """Suspend the thread for about so many nanoseconds. (PTX ISA, 9.7.19.2)

        nanosleep.u32 t  # PTX 6.2, sm_70
    """

    u32: Nanosleep_0[M]

class Neg_0(Instruction[M]):
    @overload
    def __call__(self: Neg_0[Returning], a: F16, /, **options: Unpack[Options]) -> Number16:
        """Change the sign of a half or bfloat16, or of a pair of them. (PTX ISA, 9.7.4.5)"""
    @overload
    def __call__(self: Neg_0[InFull], d: F16, a: F16, /, **options: Unpack[Options]) -> Emitted: ...

class Neg_1(Instruction[M]):
    @overload
    def __call__(self: Neg_1[Returning], a: E32, /, **options: Unpack[Options]) -> Number32:
        """Change the sign of a half or bfloat16, or of a pair of them. (PTX ISA, 9.7.4.5)"""
    @overload
    def __call__(self: Neg_1[InFull], d: E32, a: E32, /, **options: Unpack[Options]) -> Emitted: ...

class Neg_2(Instruction[M]):
    @overload
    def __call__(self: Neg_2[Returning], a: F32, /, **options: Unpack[Options]) -> Number32:
        """Change the sign. (PTX ISA, 9.7.3.10)"""
    @overload
    def __call__(self: Neg_2[InFull], d: F32, a: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Neg_3(Instruction[M]):
    @overload
    def __call__(self: Neg_3[Returning], a: F64, /, **options: Unpack[Options]) -> Number64:
        """Change the sign. (PTX ISA, 9.7.3.10)"""
    @overload
    def __call__(self: Neg_3[InFull], d: F64, a: F64, /, **options: Unpack[Options]) -> Emitted: ...

class Neg_4(Instruction[M]):
    f16: Neg_0[M]
    f16x2: Neg_1[M]
    f32: Neg_2[M]

class Neg_5(Instruction[M]):
    @overload
    def __call__(self: Neg_5[Returning], a: I16, /, **options: Unpack[Options]) -> Number16:
        """Negate an integer. (PTX ISA, 9.7.1.11)"""
    @overload
    def __call__(self: Neg_5[InFull], d: I16, a: I16, /, **options: Unpack[Options]) -> Emitted: ...

class Neg_6(Instruction[M]):
    @overload
    def __call__(self: Neg_6[Returning], a: I32, /, **options: Unpack[Options]) -> Number32:
        """Negate an integer. (PTX ISA, 9.7.1.11)"""
    @overload
    def __call__(self: Neg_6[InFull], d: I32, a: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Neg_7(Instruction[M]):
    @overload
    def __call__(self: Neg_7[Returning], a: I64, /, **options: Unpack[Options]) -> Number64:
        """Negate an integer. (PTX ISA, 9.7.1.11)"""
    @overload
    def __call__(self: Neg_7[InFull], d: I64, a: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Neg_8(Instruction[M]):
    @overload
    def __call__(self: Neg_8[Returning], a: E32, /, **options: Unpack[Options]) -> Number32:
        """Negate an integer. (PTX ISA, 9.7.1.11)"""
    @overload
    def __call__(self: Neg_8[InFull], d: E32, a: E32, /, **options: Unpack[Options]) -> Emitted: ...

class Neg(Instruction[M]):
    """Change the sign. (PTX ISA, 9.7.3.10)

        neg{.ftz}.f32 d, a  # PTX 1.0
        neg.f64 d, a  # PTX 1.0

    Change the sign of a half or bfloat16, or of a pair of them. (PTX ISA, 9.7.4.5)

        neg{.ftz}.f16 d, a  # PTX 6.0, sm_53
        neg{.ftz}.f16x2 d, a  # PTX 6.0, sm_53
        neg.bf16 d, a  # PTX 7.0, sm_80
        neg.bf16x2 d, a  # PTX 7.0, sm_80

    Negate an integer. (PTX ISA, 9.7.1.11)

        neg.type d, a  # PTX 1.0
        neg.s8x4 d, a  # PTX 9.2, sm_107f or sm_120f
    """

    bf16: Neg_0[M]
    bf16x2: Neg_1[M]
    f16: Neg_0[M]
    f16x2: Neg_1[M]
    f32: Neg_2[M]
    f64: Neg_3[M]
    ftz: Neg_4[M]
    s16: Neg_5[M]
    s32: Neg_6[M]
    s64: Neg_7[M]
    s8x4: Neg_8[M]

class Not_0(Instruction[M]):
    @overload
    def __call__(self: Not_0[Returning], a: B16, /, **options: Unpack[Options]) -> Number16:
        """Bitwise negation: one's complement. (PTX ISA, 9.7.8.4)"""
    @overload
    def __call__(self: Not_0[InFull], d: B16, a: B16, /, **options: Unpack[Options]) -> Emitted: ...

class Not_1(Instruction[M]):
    @overload
    def __call__(self: Not_1[Returning], a: B32, /, **options: Unpack[Options]) -> Number32:
        """Bitwise negation: one's complement. (PTX ISA, 9.7.8.4)"""
    @overload
    def __call__(self: Not_1[InFull], d: B32, a: B32, /, **options: Unpack[Options]) -> Emitted: ...

class Not_2(Instruction[M]):
    @overload
    def __call__(self: Not_2[Returning], a: B64, /, **options: Unpack[Options]) -> Number64:
        """Bitwise negation: one's complement. (PTX ISA, 9.7.8.4)"""
    @overload
    def __call__(self: Not_2[InFull], d: B64, a: B64, /, **options: Unpack[Options]) -> Emitted: ...

class Not_3(Instruction[M]):
    @overload
    def __call__(self: Not_3[Returning], a: C | P, /, **options: Unpack[Options]) -> Predicate:
        """Bitwise negation: one's complement. (PTX ISA, 9.7.8.4)"""
    @overload
    def __call__(self: Not_3[InFull], d: P, a: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Not(Instruction[M]):
    """Emit `not.b32 dst, src`, or `.b16`, `.b64`, `.pred`: of the size of `dtype`.

    Bitwise negation: one's complement. (PTX ISA, 9.7.8.4)

        not.type d, a  # PTX 1.0
        not.pred d, {!}a  # PTX 1.0
    """

    def __call__(self: Not[Returning], dtype: Any, dst: Any, src: Any, *, pred: Any = None) -> None: ...
    b16: Not_0[M]
    b32: Not_1[M]
    b64: Not_2[M]
    pred: Not_3[M]

class Or_0(Instruction[M]):
    @overload
    def __call__(self: Or_0[Returning], a: B16, b: B16, /, **options: Unpack[Options]) -> Number16:
        """Bitwise or. (PTX ISA, 9.7.8.2)"""
    @overload
    def __call__(self: Or_0[InFull], d: B16, a: B16, b: B16, /, **options: Unpack[Options]) -> Emitted: ...

class Or_1(Instruction[M]):
    @overload
    def __call__(self: Or_1[Returning], a: B32, b: B32, /, **options: Unpack[Options]) -> Number32:
        """Bitwise or. (PTX ISA, 9.7.8.2)"""
    @overload
    def __call__(self: Or_1[InFull], d: B32, a: B32, b: B32, /, **options: Unpack[Options]) -> Emitted: ...

class Or_2(Instruction[M]):
    @overload
    def __call__(self: Or_2[Returning], a: B64, b: B64, /, **options: Unpack[Options]) -> Number64:
        """Bitwise or. (PTX ISA, 9.7.8.2)"""
    @overload
    def __call__(self: Or_2[InFull], d: B64, a: B64, b: B64, /, **options: Unpack[Options]) -> Emitted: ...

class Or_3(Instruction[M]):
    @overload
    def __call__(self: Or_3[Returning], a: C | P, b: C | P, /, **options: Unpack[Options]) -> Predicate:
        """Bitwise or. (PTX ISA, 9.7.8.2)"""
    @overload
    def __call__(self: Or_3[InFull], d: P, a: C | P, b: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Or(Instruction[M]):
    """Emit `or.b32 dst, a, b`, or `.b16`, `.b64`, `.pred`: of the size of `dtype`.

    Bitwise or. (PTX ISA, 9.7.8.2)

        or.type d, a, b  # PTX 1.0
        or.pred d, {!}a, {!}b  # PTX 1.0
    """

    def __call__(self: Or[Returning], dtype: Any, dst: Any, a: Any, b: Any, *, pred: Any = None) -> None: ...
    b16: Or_0[M]
    b32: Or_1[M]
    b64: Or_2[M]
    pred: Or_3[M]

class Pmevent_0(Instruction[M]):
    def __call__(self, a: C, /, **options: Unpack[Options]) -> Emitted:
        """Trigger performance monitor events, one by its number or several by a mask. (PTX ISA, 9.7.19.3)"""

class Pmevent(Instruction[M]):
    """Trigger performance monitor events, one by its number or several by a mask. (PTX ISA, 9.7.19.3)

        pmevent a  # PTX 1.4
        pmevent.mask a  # PTX 3.0, sm_20
    """

    def __call__(self, a: C, /, **options: Unpack[Options]) -> Emitted:
        """Trigger performance monitor events, one by its number or several by a mask. (PTX ISA, 9.7.19.3)"""
    mask: Pmevent_0[M]

class Popc_0(Instruction[M]):
    @overload
    def __call__(self: Popc_0[Returning], a: B32, /, **options: Unpack[Options]) -> Number32:
        """Count the bits that are one. (PTX ISA, 9.7.1.14)"""
    @overload
    def __call__(self: Popc_0[InFull], d: I32, a: B32, /, **options: Unpack[Options]) -> Emitted: ...

class Popc_1(Instruction[M]):
    @overload
    def __call__(self: Popc_1[Returning], a: B64, /, **options: Unpack[Options]) -> Number32:
        """Count the bits that are one. (PTX ISA, 9.7.1.14)"""
    @overload
    def __call__(self: Popc_1[InFull], d: I32, a: B64, /, **options: Unpack[Options]) -> Emitted: ...

class Popc(Instruction[M]):
    """Count the bits that are one. (PTX ISA, 9.7.1.14)

        popc.type d, a  # PTX 2.0, sm_20
    """

    b32: Popc_0[M]
    b64: Popc_1[M]

class Prefetch_0(Instruction[M]):
    def __call__(self, a: A, /, **options: Unpack[Options]) -> Emitted:
        """Bring memory near into a cache. (PTX ISA, 9.7.9.15)"""

class Prefetch_1(Instruction[M]):
    valid_addr: Prefetch_0[M]

class Prefetch_2(Instruction[M]):
    tensormap: Prefetch_0[M]

class Prefetch_3(Instruction[M]):
    L1: Prefetch_0[M]
    L1__32B: Prefetch_1[M]
    L2: Prefetch_0[M]
    L2__evict_last: Prefetch_0[M]
    L2__evict_normal: Prefetch_0[M]

class Prefetch_4(Instruction[M]):
    L1: Prefetch_0[M]
    L2: Prefetch_0[M]

class Prefetch(Instruction[M]):
    """Bring memory near into a cache. (PTX ISA, 9.7.9.15)

        prefetch{.space}.level [a]  # PTX 2.0, sm_20
        prefetch{.global}.level::eviction_priority [a]  # PTX 7.4, sm_80
        prefetch{.tensormap_space}.tensormap [a]  # PTX 8.0, sm_90
        prefetch{.global}.L1::32B.valid_addr [a]  # PTX 9.4, sm_90
    """

    L1: Prefetch_0[M]
    L1__32B: Prefetch_1[M]
    L2: Prefetch_0[M]
    L2__evict_last: Prefetch_0[M]
    L2__evict_normal: Prefetch_0[M]
    const: Prefetch_2[M]
    global_: Prefetch_3[M]
    local: Prefetch_4[M]
    param: Prefetch_2[M]
    tensormap: Prefetch_0[M]

class Prefetchu_0(Instruction[M]):
    def __call__(self, a: A, /, **options: Unpack[Options]) -> Emitted:
        """Bring memory near into the uniform cache. (PTX ISA, 9.7.9.15)"""

class Prefetchu(Instruction[M]):
    """Bring memory near into the uniform cache. (PTX ISA, 9.7.9.15)

        prefetchu.L1 [a]  # PTX 2.0, sm_20
    """

    L1: Prefetchu_0[M]

class Prmt_1(Instruction[M]):
    @overload
    def __call__(self: Prmt_1[Returning], a: B32, b: B32, c: B32, /, **options: Unpack[Options]) -> Number32:
        """Pick four bytes out of two registers. (PTX ISA, 9.7.9.7)"""
    @overload
    def __call__(self: Prmt_1[InFull], d: B32, a: B32, b: B32, c: B32, /, **options: Unpack[Options]) -> Emitted: ...
    b4e: Prmt_0[M]
    ecl: Prmt_0[M]
    ecr: Prmt_0[M]
    f4e: Prmt_0[M]
    rc16: Prmt_0[M]
    rc8: Prmt_0[M]

class Prmt_0(Instruction[M]):
    @overload
    def __call__(self: Prmt_0[Returning], a: B32, b: B32, c: B32, /, **options: Unpack[Options]) -> Number32:
        """Pick four bytes out of two registers. (PTX ISA, 9.7.9.7)"""
    @overload
    def __call__(self: Prmt_0[InFull], d: B32, a: B32, b: B32, c: B32, /, **options: Unpack[Options]) -> Emitted: ...

class Prmt(Instruction[M]):
    """Pick four bytes out of two registers. (PTX ISA, 9.7.9.7)

        prmt.b32{.mode} d, a, b, c  # PTX 2.0, sm_20
    """

    b32: Prmt_1[M]

class Rcp_0(Instruction[M]):
    @overload
    def __call__(self: Rcp_0[Returning], a: F32, /, **options: Unpack[Options]) -> Number32:
        """Take the reciprocal. (PTX ISA, 9.7.3.13)"""
    @overload
    def __call__(self: Rcp_0[InFull], d: F32, a: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Rcp_6(Instruction[M]):
    f32: Rcp_0[M]
    f64: Rcp_4[M]
    ftz: Rcp_5[M]

class Rcp_4(Instruction[M]):
    @overload
    def __call__(self: Rcp_4[Returning], a: F64, /, **options: Unpack[Options]) -> Number64:
        """Take the reciprocal. (PTX ISA, 9.7.3.13)"""
    @overload
    def __call__(self: Rcp_4[InFull], d: F64, a: F64, /, **options: Unpack[Options]) -> Emitted: ...

class Rcp_5(Instruction[M]):
    f32: Rcp_0[M]
    f64: Rcp_4[M]

class RcpApproxFtzF64(Instruction[M]):
    """Take the reciprocal to about 20 bits of the mantissa. (PTX ISA, 9.7.3.14)

        rcp.approx.ftz.f64 d, a  # PTX 2.1, sm_20
    """

    @overload
    def __call__(self: RcpApproxFtzF64[Returning], a: F64, /, **options: Unpack[Options]) -> Number64:
        """Take the reciprocal to about 20 bits of the mantissa. (PTX ISA, 9.7.3.14)"""
    @overload
    def __call__(self: RcpApproxFtzF64[InFull], d: F64, a: F64, /, **options: Unpack[Options]) -> Emitted: ...

class RcpApproxFtz(Instruction[M]):
    """Take the reciprocal to about 20 bits of the mantissa. (PTX ISA, 9.7.3.14)

        rcp.approx.ftz.f64 d, a  # PTX 2.1, sm_20
    """

    f32: Rcp_0[M]
    f64: RcpApproxFtzF64[M]

class RcpApprox(Instruction[M]):
    """Take the reciprocal to about 20 bits of the mantissa. (PTX ISA, 9.7.3.14)

        rcp.approx.ftz.f64 d, a  # PTX 2.1, sm_20
    """

    f32: Rcp_0[M]
    ftz: RcpApproxFtz[M]

class Rcp(Instruction[M]):
    """Take the reciprocal. (PTX ISA, 9.7.3.13)

        rcp.approx{.ftz}.f32 d, a  # PTX 1.4
        rcp.rnd{.ftz}.f32 d, a  # PTX 1.4, sm_20
        rcp.rnd{.ftz}.f64 d, a  # PTX 1.4
        rcp.f32 d, a  # PTX 1.0; until PTX 1.4
    """

    approx: RcpApprox[M]
    f32: Rcp_0[M]
    rm: Rcp_6[M]
    rn: Rcp_6[M]
    rp: Rcp_6[M]
    rz: Rcp_6[M]

class Red_50(Instruction[M]):
    relaxed: Red_48[M]
    release: Red_49[M]

class Red_59(Instruction[M]):
    relaxed: Red_57[M]
    release: Red_58[M]

class Red_64(Instruction[M]):
    relaxed: Red_63[M]

class Red_71(Instruction[M]):
    relaxed: Red_69[M]
    release: Red_70[M]

class Red_76(Instruction[M]):
    gpu: Red_74[M]
    relaxed: Red_75[M]
    release: Red_75[M]
    sys: Red_74[M]

class Red_74(Instruction[M]):
    relaxed: Red_73[M]
    release: Red_73[M]

class Red_82(Instruction[M]):
    relaxed: Red_80[M]
    release: Red_81[M]

class Red_96(Instruction[M]):
    add: Red_84[M]
    and_: Red_86[M]
    dec: Red_88[M]
    global_: Red_91[M]
    inc: Red_88[M]
    max: Red_93[M]
    min: Red_93[M]
    or_: Red_86[M]
    release: Red_95[M]
    sys: Red_90[M]
    xor: Red_86[M]

class Red_98(Instruction[M]):
    cluster: Red_97[M]
    gpu: Red_94[M]
    sys: Red_94[M]

class Red_99(Instruction[M]):
    gpu: Red_94[M]
    sys: Red_94[M]

class Red_101(Instruction[M]):
    cluster: Red_64[M]
    relaxed: Red_100[M]

class Red_28(Instruction[M]):
    L2__cache_hint: Red_6[M]
    cluster: Red_26[M]
    cta: Red_26[M]
    f32: Red_7[M]
    f64: Red_8[M]
    global_: Red_23[M]
    gpu: Red_26[M]
    noftz: Red_19[M]
    relaxed: Red_27[M]
    release: Red_27[M]
    s32: Red_20[M]
    shared: Red_25[M]
    shared__cluster: Red_25[M]
    shared__cta: Red_25[M]
    sys: Red_26[M]
    u32: Red_20[M]
    u64: Red_21[M]
    v2: Red_22[M]
    v4: Red_22[M]

class Red_38(Instruction[M]):
    L2__cache_hint: Red_31[M]
    b32: Red_32[M]
    b64: Red_33[M]
    cluster: Red_36[M]
    cta: Red_36[M]
    global_: Red_34[M]
    gpu: Red_36[M]
    relaxed: Red_37[M]
    release: Red_37[M]
    shared: Red_35[M]
    shared__cluster: Red_35[M]
    shared__cta: Red_35[M]
    sys: Red_36[M]

class Red_123(Instruction[M]):
    add: Red_23[M]
    and_: Red_34[M]
    dec: Red_104[M]
    global_: Red_118[M]
    inc: Red_104[M]
    max: Red_110[M]
    min: Red_110[M]
    or_: Red_34[M]
    relaxed: Red_119[M]
    release: Red_119[M]
    shared: Red_122[M]
    shared__cluster: Red_122[M]
    shared__cta: Red_122[M]
    v2: Red_116[M]
    v4: Red_116[M]
    v8: Red_117[M]
    xor: Red_34[M]

class Red_126(Instruction[M]):
    L2__cache_hint: Red_103[M]
    cluster: Red_124[M]
    cta: Red_124[M]
    global_: Red_104[M]
    gpu: Red_124[M]
    relaxed: Red_125[M]
    release: Red_125[M]
    shared: Red_120[M]
    shared__cluster: Red_120[M]
    shared__cta: Red_120[M]
    sys: Red_124[M]
    u32: Red_20[M]

class Red_129(Instruction[M]):
    add: Red_23[M]
    and_: Red_34[M]
    cluster: Red_127[M]
    cta: Red_127[M]
    dec: Red_104[M]
    gpu: Red_127[M]
    inc: Red_104[M]
    max: Red_110[M]
    min: Red_110[M]
    or_: Red_34[M]
    relaxed: Red_128[M]
    release: Red_128[M]
    sys: Red_127[M]
    v2: Red_116[M]
    v4: Red_116[M]
    v8: Red_117[M]
    xor: Red_34[M]

class Red_132(Instruction[M]):
    L2__cache_hint: Red_105[M]
    cluster: Red_130[M]
    cta: Red_130[M]
    global_: Red_110[M]
    gpu: Red_130[M]
    noftz: Red_109[M]
    relaxed: Red_131[M]
    release: Red_131[M]
    s32: Red_20[M]
    s64: Red_21[M]
    shared: Red_121[M]
    shared__cluster: Red_121[M]
    shared__cta: Red_121[M]
    sys: Red_130[M]
    u32: Red_20[M]
    u64: Red_21[M]

class Red_134(Instruction[M]):
    add: Red_23[M]
    and_: Red_34[M]
    cluster: Red_133[M]
    cta: Red_133[M]
    dec: Red_104[M]
    global_: Red_118[M]
    gpu: Red_133[M]
    inc: Red_104[M]
    max: Red_110[M]
    min: Red_110[M]
    or_: Red_34[M]
    shared: Red_122[M]
    shared__cluster: Red_122[M]
    shared__cta: Red_122[M]
    sys: Red_133[M]
    v2: Red_116[M]
    v4: Red_116[M]
    v8: Red_117[M]
    xor: Red_34[M]

class Red_137(Instruction[M]):
    add: Red_25[M]
    and_: Red_35[M]
    cluster: Red_135[M]
    cta: Red_135[M]
    dec: Red_120[M]
    gpu: Red_135[M]
    inc: Red_120[M]
    max: Red_121[M]
    min: Red_121[M]
    or_: Red_35[M]
    relaxed: Red_136[M]
    release: Red_136[M]
    sys: Red_135[M]
    xor: Red_35[M]

class Red_116(Instruction[M]):
    bf16: Red_113[M]
    bf16x2: Red_113[M]
    f16: Red_113[M]
    f16x2: Red_113[M]
    f32: Red_115[M]

class Red_117(Instruction[M]):
    bf16: Red_113[M]
    f16: Red_113[M]

class Red_48(Instruction[M]):
    cluster: Red_43[M]
    gpu: Red_47[M]
    sys: Red_47[M]

class Red_49(Instruction[M]):
    gpu: Red_47[M]
    sys: Red_47[M]

class Red_57(Instruction[M]):
    cluster: Red_54[M]
    gpu: Red_56[M]
    sys: Red_56[M]

class Red_58(Instruction[M]):
    gpu: Red_56[M]
    sys: Red_56[M]

class Red_63(Instruction[M]):
    mbarrier__complete_tx__bytes: Red_62[M]

class Red_69(Instruction[M]):
    cluster: Red_66[M]
    gpu: Red_68[M]
    sys: Red_68[M]

class Red_70(Instruction[M]):
    gpu: Red_68[M]
    sys: Red_68[M]

class Red_75(Instruction[M]):
    gpu: Red_73[M]
    sys: Red_73[M]

class Red_73(Instruction[M]):
    add: Red_46[M]
    and_: Red_55[M]
    dec: Red_67[M]
    inc: Red_67[M]
    max: Red_72[M]
    min: Red_72[M]
    or_: Red_55[M]
    xor: Red_55[M]

class Red_80(Instruction[M]):
    cluster: Red_78[M]
    gpu: Red_79[M]
    sys: Red_79[M]

class Red_81(Instruction[M]):
    gpu: Red_79[M]
    sys: Red_79[M]

class Red_84(Instruction[M]):
    release: Red_83[M]

class Red_86(Instruction[M]):
    release: Red_85[M]

class Red_88(Instruction[M]):
    release: Red_87[M]

class Red_91(Instruction[M]):
    release: Red_89[M]
    sys: Red_90[M]

class Red_93(Instruction[M]):
    release: Red_92[M]

class Red_95(Instruction[M]):
    sys: Red_94[M]

class Red_90(Instruction[M]):
    release: Red_73[M]

class Red_97(Instruction[M]):
    mbarrier__complete_tx__bytes: Red_62[M]
    shared__cluster: Red_63[M]

class Red_94(Instruction[M]):
    add: Red_46[M]
    and_: Red_55[M]
    dec: Red_67[M]
    global_: Red_73[M]
    inc: Red_67[M]
    max: Red_72[M]
    min: Red_72[M]
    or_: Red_55[M]
    xor: Red_55[M]

class Red_100(Instruction[M]):
    cluster: Red_63[M]

class Red_6(Instruction[M]):
    f32: Red_0[M]
    f64: Red_1[M]
    s32: Red_2[M]
    u32: Red_2[M]
    u64: Red_3[M]
    v2: Red_5[M]
    v4: Red_5[M]

class Red_26(Instruction[M]):
    L2__cache_hint: Red_6[M]
    f32: Red_7[M]
    f64: Red_8[M]
    global_: Red_23[M]
    noftz: Red_19[M]
    s32: Red_20[M]
    shared: Red_25[M]
    shared__cluster: Red_25[M]
    shared__cta: Red_25[M]
    u32: Red_20[M]
    u64: Red_21[M]
    v2: Red_22[M]
    v4: Red_22[M]

class Red_7(Instruction[M]):
    def __call__(self, a: A, b: F32, /, **options: Unpack[Options]) -> Emitted:
        """Read, change and write memory as one, without a result. (PTX ISA, 9.7.13.6)"""

class Red_8(Instruction[M]):
    def __call__(self, a: A, b: F64, /, **options: Unpack[Options]) -> Emitted:
        """Read, change and write memory as one, without a result. (PTX ISA, 9.7.13.6)"""

class Red_23(Instruction[M]):
    L2__cache_hint: Red_6[M]
    f32: Red_7[M]
    f64: Red_8[M]
    noftz: Red_19[M]
    s32: Red_20[M]
    u32: Red_20[M]
    u64: Red_21[M]
    v2: Red_22[M]
    v4: Red_22[M]

class Red_19(Instruction[M]):
    L2__cache_hint: Red_13[M]
    bf16: Red_14[M]
    bf16x2: Red_15[M]
    f16: Red_14[M]
    f16x2: Red_15[M]
    f32: Red_7[M]
    v2: Red_17[M]
    v4: Red_17[M]
    v8: Red_18[M]

class Red_27(Instruction[M]):
    L2__cache_hint: Red_6[M]
    cluster: Red_26[M]
    cta: Red_26[M]
    f32: Red_7[M]
    f64: Red_8[M]
    global_: Red_23[M]
    gpu: Red_26[M]
    noftz: Red_19[M]
    s32: Red_20[M]
    shared: Red_25[M]
    shared__cluster: Red_25[M]
    shared__cta: Red_25[M]
    sys: Red_26[M]
    u32: Red_20[M]
    u64: Red_21[M]
    v2: Red_22[M]
    v4: Red_22[M]

class Red_20(Instruction[M]):
    def __call__(self, a: A, b: I32, /, **options: Unpack[Options]) -> Emitted:
        """Read, change and write memory as one, without a result. (PTX ISA, 9.7.13.6)"""

class Red_25(Instruction[M]):
    f32: Red_7[M]
    f64: Red_8[M]
    noftz: Red_24[M]
    s32: Red_20[M]
    u32: Red_20[M]
    u64: Red_21[M]

class Red_21(Instruction[M]):
    def __call__(self, a: A, b: I64, /, **options: Unpack[Options]) -> Emitted:
        """Read, change and write memory as one, without a result. (PTX ISA, 9.7.13.6)"""

class Red_22(Instruction[M]):
    f32: Red_16[M]

class Red_31(Instruction[M]):
    b32: Red_29[M]
    b64: Red_30[M]

class Red_32(Instruction[M]):
    def __call__(self, a: A, b: B32, /, **options: Unpack[Options]) -> Emitted:
        """Read, change and write memory as one, without a result. (PTX ISA, 9.7.13.6)"""

class Red_33(Instruction[M]):
    def __call__(self, a: A, b: B64, /, **options: Unpack[Options]) -> Emitted:
        """Read, change and write memory as one, without a result. (PTX ISA, 9.7.13.6)"""

class Red_36(Instruction[M]):
    L2__cache_hint: Red_31[M]
    b32: Red_32[M]
    b64: Red_33[M]
    global_: Red_34[M]
    shared: Red_35[M]
    shared__cluster: Red_35[M]
    shared__cta: Red_35[M]

class Red_34(Instruction[M]):
    L2__cache_hint: Red_31[M]
    b32: Red_32[M]
    b64: Red_33[M]

class Red_37(Instruction[M]):
    L2__cache_hint: Red_31[M]
    b32: Red_32[M]
    b64: Red_33[M]
    cluster: Red_36[M]
    cta: Red_36[M]
    global_: Red_34[M]
    gpu: Red_36[M]
    shared: Red_35[M]
    shared__cluster: Red_35[M]
    shared__cta: Red_35[M]
    sys: Red_36[M]

class Red_35(Instruction[M]):
    b32: Red_32[M]
    b64: Red_33[M]

class Red_104(Instruction[M]):
    L2__cache_hint: Red_103[M]
    u32: Red_20[M]

class Red_118(Instruction[M]):
    add: Red_23[M]
    and_: Red_34[M]
    dec: Red_104[M]
    inc: Red_104[M]
    max: Red_110[M]
    min: Red_110[M]
    or_: Red_34[M]
    v2: Red_116[M]
    v4: Red_116[M]
    v8: Red_117[M]
    xor: Red_34[M]

class Red_110(Instruction[M]):
    L2__cache_hint: Red_105[M]
    noftz: Red_109[M]
    s32: Red_20[M]
    s64: Red_21[M]
    u32: Red_20[M]
    u64: Red_21[M]

class Red_119(Instruction[M]):
    add: Red_23[M]
    and_: Red_34[M]
    dec: Red_104[M]
    inc: Red_104[M]
    max: Red_110[M]
    min: Red_110[M]
    or_: Red_34[M]
    xor: Red_34[M]

class Red_122(Instruction[M]):
    add: Red_25[M]
    and_: Red_35[M]
    dec: Red_120[M]
    inc: Red_120[M]
    max: Red_121[M]
    min: Red_121[M]
    or_: Red_35[M]
    xor: Red_35[M]

class Red_103(Instruction[M]):
    u32: Red_2[M]

class Red_124(Instruction[M]):
    L2__cache_hint: Red_103[M]
    global_: Red_104[M]
    shared: Red_120[M]
    shared__cluster: Red_120[M]
    shared__cta: Red_120[M]
    u32: Red_20[M]

class Red_125(Instruction[M]):
    L2__cache_hint: Red_103[M]
    cluster: Red_124[M]
    cta: Red_124[M]
    global_: Red_104[M]
    gpu: Red_124[M]
    shared: Red_120[M]
    shared__cluster: Red_120[M]
    shared__cta: Red_120[M]
    sys: Red_124[M]
    u32: Red_20[M]

class Red_120(Instruction[M]):
    u32: Red_20[M]

class Red_127(Instruction[M]):
    add: Red_23[M]
    and_: Red_34[M]
    dec: Red_104[M]
    inc: Red_104[M]
    max: Red_110[M]
    min: Red_110[M]
    or_: Red_34[M]
    relaxed: Red_119[M]
    release: Red_119[M]
    xor: Red_34[M]

class Red_128(Instruction[M]):
    add: Red_23[M]
    and_: Red_34[M]
    cluster: Red_119[M]
    cta: Red_119[M]
    dec: Red_104[M]
    gpu: Red_119[M]
    inc: Red_104[M]
    max: Red_110[M]
    min: Red_110[M]
    or_: Red_34[M]
    sys: Red_119[M]
    xor: Red_34[M]

class Red_105(Instruction[M]):
    s32: Red_2[M]
    s64: Red_3[M]
    u32: Red_2[M]
    u64: Red_3[M]

class Red_130(Instruction[M]):
    L2__cache_hint: Red_105[M]
    global_: Red_110[M]
    noftz: Red_109[M]
    s32: Red_20[M]
    s64: Red_21[M]
    shared: Red_121[M]
    shared__cluster: Red_121[M]
    shared__cta: Red_121[M]
    u32: Red_20[M]
    u64: Red_21[M]

class Red_109(Instruction[M]):
    L2__cache_hint: Red_107[M]
    v2: Red_108[M]
    v4: Red_108[M]
    v8: Red_18[M]

class Red_131(Instruction[M]):
    L2__cache_hint: Red_105[M]
    cluster: Red_130[M]
    cta: Red_130[M]
    global_: Red_110[M]
    gpu: Red_130[M]
    noftz: Red_109[M]
    s32: Red_20[M]
    s64: Red_21[M]
    shared: Red_121[M]
    shared__cluster: Red_121[M]
    shared__cta: Red_121[M]
    sys: Red_130[M]
    u32: Red_20[M]
    u64: Red_21[M]

class Red_121(Instruction[M]):
    s32: Red_20[M]
    s64: Red_21[M]
    u32: Red_20[M]
    u64: Red_21[M]

class Red_133(Instruction[M]):
    add: Red_23[M]
    and_: Red_34[M]
    dec: Red_104[M]
    global_: Red_118[M]
    inc: Red_104[M]
    max: Red_110[M]
    min: Red_110[M]
    or_: Red_34[M]
    shared: Red_122[M]
    shared__cluster: Red_122[M]
    shared__cta: Red_122[M]
    v2: Red_116[M]
    v4: Red_116[M]
    v8: Red_117[M]
    xor: Red_34[M]

class Red_135(Instruction[M]):
    add: Red_25[M]
    and_: Red_35[M]
    dec: Red_120[M]
    inc: Red_120[M]
    max: Red_121[M]
    min: Red_121[M]
    or_: Red_35[M]
    relaxed: Red_122[M]
    release: Red_122[M]
    xor: Red_35[M]

class Red_136(Instruction[M]):
    add: Red_25[M]
    and_: Red_35[M]
    cluster: Red_122[M]
    cta: Red_122[M]
    dec: Red_120[M]
    gpu: Red_122[M]
    inc: Red_120[M]
    max: Red_121[M]
    min: Red_121[M]
    or_: Red_35[M]
    sys: Red_122[M]
    xor: Red_35[M]

class Red_113(Instruction[M]):
    add: Red_112[M]
    max: Red_112[M]
    min: Red_112[M]

class Red_115(Instruction[M]):
    add: Red_114[M]

class Red_43(Instruction[M]):
    mbarrier__complete_tx__bytes: Red_41[M]
    shared__cluster: Red_42[M]

class Red_47(Instruction[M]):
    global_: Red_46[M]
    s32: Red_44[M]
    s64: Red_45[M]
    u32: Red_44[M]
    u64: Red_45[M]

class Red_54(Instruction[M]):
    mbarrier__complete_tx__bytes: Red_52[M]
    shared__cluster: Red_53[M]

class Red_56(Instruction[M]):
    b32: Red_44[M]
    global_: Red_55[M]

class Red_62(Instruction[M]):
    add: Red_41[M]
    and_: Red_52[M]
    dec: Red_60[M]
    inc: Red_60[M]
    max: Red_61[M]
    min: Red_61[M]
    or_: Red_52[M]
    xor: Red_52[M]

class Red_66(Instruction[M]):
    mbarrier__complete_tx__bytes: Red_60[M]
    shared__cluster: Red_65[M]

class Red_68(Instruction[M]):
    global_: Red_67[M]
    u32: Red_44[M]

class Red_46(Instruction[M]):
    s32: Red_44[M]
    s64: Red_45[M]
    u32: Red_44[M]
    u64: Red_45[M]

class Red_55(Instruction[M]):
    b32: Red_44[M]

class Red_67(Instruction[M]):
    u32: Red_44[M]

class Red_72(Instruction[M]):
    s32: Red_44[M]
    u32: Red_44[M]

class Red_78(Instruction[M]):
    mbarrier__complete_tx__bytes: Red_61[M]
    shared__cluster: Red_77[M]

class Red_79(Instruction[M]):
    global_: Red_72[M]
    s32: Red_44[M]
    u32: Red_44[M]

class Red_83(Instruction[M]):
    sys: Red_47[M]

class Red_85(Instruction[M]):
    sys: Red_56[M]

class Red_87(Instruction[M]):
    sys: Red_68[M]

class Red_89(Instruction[M]):
    sys: Red_73[M]

class Red_92(Instruction[M]):
    sys: Red_79[M]

class Red_0(Instruction[M]):
    def __call__(self, a: A, b: F32, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Read, change and write memory as one, without a result. (PTX ISA, 9.7.13.6)"""

class Red_1(Instruction[M]):
    def __call__(self, a: A, b: F64, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Read, change and write memory as one, without a result. (PTX ISA, 9.7.13.6)"""

class Red_2(Instruction[M]):
    def __call__(self, a: A, b: I32, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Read, change and write memory as one, without a result. (PTX ISA, 9.7.13.6)"""

class Red_3(Instruction[M]):
    def __call__(self, a: A, b: I64, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Read, change and write memory as one, without a result. (PTX ISA, 9.7.13.6)"""

class Red_5(Instruction[M]):
    f32: Red_4[M]

class Red_13(Instruction[M]):
    bf16: Red_9[M]
    bf16x2: Red_10[M]
    f16: Red_9[M]
    f16x2: Red_10[M]
    f32: Red_0[M]
    v2: Red_11[M]
    v4: Red_11[M]
    v8: Red_12[M]

class Red_14(Instruction[M]):
    def __call__(self, a: A, b: F16, /, **options: Unpack[Options]) -> Emitted:
        """Read, change and write memory as one, without a result. (PTX ISA, 9.7.13.6)"""

class Red_15(Instruction[M]):
    def __call__(self, a: A, b: E32, /, **options: Unpack[Options]) -> Emitted:
        """Read, change and write memory as one, without a result. (PTX ISA, 9.7.13.6)"""

class Red_17(Instruction[M]):
    bf16: Red_16[M]
    bf16x2: Red_16[M]
    f16: Red_16[M]
    f16x2: Red_16[M]
    f32: Red_16[M]

class Red_18(Instruction[M]):
    bf16: Red_16[M]
    f16: Red_16[M]

class Red_24(Instruction[M]):
    bf16: Red_14[M]
    bf16x2: Red_15[M]
    f16: Red_14[M]
    f16x2: Red_15[M]
    f32: Red_7[M]

class Red_16(Instruction[M]):
    def __call__(self, a: A, b: V, /, **options: Unpack[Options]) -> Emitted:
        """Read, change and write memory as one, without a result. (PTX ISA, 9.7.13.6)"""

class Red_29(Instruction[M]):
    def __call__(self, a: A, b: B32, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Read, change and write memory as one, without a result. (PTX ISA, 9.7.13.6)"""

class Red_30(Instruction[M]):
    def __call__(self, a: A, b: B64, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Read, change and write memory as one, without a result. (PTX ISA, 9.7.13.6)"""

class Red_107(Instruction[M]):
    v2: Red_106[M]
    v4: Red_106[M]
    v8: Red_12[M]

class Red_108(Instruction[M]):
    bf16: Red_16[M]
    bf16x2: Red_16[M]
    f16: Red_16[M]
    f16x2: Red_16[M]

class Red_112(Instruction[M]):
    noftz: Red_111[M]

class Red_114(Instruction[M]):
    def __call__(self, a: A, b: V, /, **options: Unpack[Options]) -> Emitted:
        """Read, change and write memory as one, without a result. (PTX ISA, 9.7.13.6)"""
    L2__cache_hint: Red_4[M]
    noftz: Red_111[M]

class Red_41(Instruction[M]):
    s32: Red_39[M]
    s64: Red_40[M]
    u32: Red_39[M]
    u64: Red_40[M]

class Red_42(Instruction[M]):
    mbarrier__complete_tx__bytes: Red_41[M]

class Red_44(Instruction[M]):
    def __call__(self, a: A, b: I32, /, **options: Unpack[Options]) -> Emitted:
        """Start a reduction in memory that is performed some time later. (PTX ISA, 9.7.13.7)"""

class Red_45(Instruction[M]):
    def __call__(self, a: A, b: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start a reduction in memory that is performed some time later. (PTX ISA, 9.7.13.7)"""

class Red_52(Instruction[M]):
    b32: Red_51[M]

class Red_53(Instruction[M]):
    mbarrier__complete_tx__bytes: Red_52[M]

class Red_60(Instruction[M]):
    u32: Red_39[M]

class Red_61(Instruction[M]):
    s32: Red_39[M]
    u32: Red_39[M]

class Red_65(Instruction[M]):
    mbarrier__complete_tx__bytes: Red_60[M]

class Red_77(Instruction[M]):
    mbarrier__complete_tx__bytes: Red_61[M]

class Red_4(Instruction[M]):
    def __call__(self, a: A, b: V, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Read, change and write memory as one, without a result. (PTX ISA, 9.7.13.6)"""

class Red_9(Instruction[M]):
    def __call__(self, a: A, b: F16, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Read, change and write memory as one, without a result. (PTX ISA, 9.7.13.6)"""

class Red_10(Instruction[M]):
    def __call__(self, a: A, b: E32, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Read, change and write memory as one, without a result. (PTX ISA, 9.7.13.6)"""

class Red_11(Instruction[M]):
    bf16: Red_4[M]
    bf16x2: Red_4[M]
    f16: Red_4[M]
    f16x2: Red_4[M]
    f32: Red_4[M]

class Red_12(Instruction[M]):
    bf16: Red_4[M]
    f16: Red_4[M]

class Red_106(Instruction[M]):
    bf16: Red_4[M]
    bf16x2: Red_4[M]
    f16: Red_4[M]
    f16x2: Red_4[M]

class Red_111(Instruction[M]):
    def __call__(self, a: A, b: V, /, **options: Unpack[Options]) -> Emitted:
        """Read, change and write memory as one, without a result. (PTX ISA, 9.7.13.6)"""
    L2__cache_hint: Red_4[M]

class Red_39(Instruction[M]):
    def __call__(self, a: A, b: I32, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start a reduction in memory that is performed some time later. (PTX ISA, 9.7.13.7)"""

class Red_40(Instruction[M]):
    def __call__(self, a: A, b: I64, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start a reduction in memory that is performed some time later. (PTX ISA, 9.7.13.7)"""

class Red_51(Instruction[M]):
    def __call__(self, a: A, b: B32, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Start a reduction in memory that is performed some time later. (PTX ISA, 9.7.13.7)"""

class RedAsync(Instruction[M]):
    """Start a reduction in memory that is performed some time later. (PTX ISA, 9.7.13.7)

        red.async.sem.scope{.ss}.completion_mechanism.op.type [a], b, [mbar]  # PTX 8.1, sm_90
        red.async{.mmio}.sem.scope{.ss}.op.type [a], b  # PTX 8.1, sm_100
    """

    add: Red_50[M]
    and_: Red_59[M]
    cluster: Red_64[M]
    dec: Red_71[M]
    global_: Red_76[M]
    gpu: Red_74[M]
    inc: Red_71[M]
    max: Red_82[M]
    min: Red_82[M]
    mmio: Red_96[M]
    or_: Red_59[M]
    relaxed: Red_98[M]
    release: Red_99[M]
    shared__cluster: Red_101[M]
    sys: Red_74[M]
    xor: Red_59[M]

class Red(Instruction[M]):
    """Read, change and write memory as one, without a result. (PTX ISA, 9.7.13.6)

        red{.sem}{.scope}{.space}.op{.L2::cache_hint}.type [a], b{, cache-policy}  # PTX 1.1, sm_11
        red{.sem}{.scope}{.space}.add.noftz{.L2::cache_hint}.type [a], b{, cache-policy}
        red{.sem}{.scope}{.space}.add.noftz{.L2::cache_hint}.f32 [a], b{, cache-policy}  # PTX 9.4, sm_90
        red{.sem}{.scope}{.global}.add{.noftz}{.L2::cache_hint}.vec_32_bit.f32 [a], b{, cache-policy}  # PTX 8.1, sm_90
        red{.sem}{.scope}{.global}.op.noftz{.L2::cache_hint}.vec_16_bit.half_word_type [a], b{, cache-policy}  # PTX 8.1, sm_90
        red{.sem}{.scope}{.global}.op.noftz{.L2::cache_hint}.vec_32_bit.packed_type [a], b{, cache-policy}  # PTX 8.1, sm_90
    """

    add: Red_28[M]
    and_: Red_38[M]
    async_: RedAsync[M]
    cluster: Red_123[M]
    cta: Red_123[M]
    dec: Red_126[M]
    global_: Red_129[M]
    gpu: Red_123[M]
    inc: Red_126[M]
    max: Red_132[M]
    min: Red_132[M]
    or_: Red_38[M]
    relaxed: Red_134[M]
    release: Red_134[M]
    shared: Red_137[M]
    shared__cluster: Red_137[M]
    shared__cta: Red_137[M]
    sys: Red_123[M]
    v2: Red_116[M]
    v4: Red_116[M]
    v8: Red_117[M]
    xor: Red_38[M]

class Redux_1(Instruction[M]):
    s32: Redux_0[M]
    u32: Redux_0[M]

class Redux_2(Instruction[M]):
    b32: Redux_0[M]

class Redux_6(Instruction[M]):
    NaN: Redux_4[M]
    abs: Redux_5[M]
    f32: Redux_3[M]
    s32: Redux_0[M]
    u32: Redux_0[M]

class Redux_0(Instruction[M]):
    @overload
    def __call__(self: Redux_0[Returning], src: I32, membermask: I32, /, **options: Unpack[Options]) -> Number32:
        """Reduce values of the threads of the warp that a mask names. (PTX ISA, 9.7.13.12)"""
    @overload
    def __call__(self: Redux_0[InFull], dst: I32, src: I32, membermask: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Redux_4(Instruction[M]):
    f32: Redux_3[M]

class Redux_5(Instruction[M]):
    NaN: Redux_4[M]
    f32: Redux_3[M]

class Redux_3(Instruction[M]):
    @overload
    def __call__(self: Redux_3[Returning], src: F32, membermask: I32, /, **options: Unpack[Options]) -> Number32:
        """Reduce values of the threads of the warp that a mask names. (PTX ISA, 9.7.13.12)"""
    @overload
    def __call__(self: Redux_3[InFull], dst: F32, src: F32, membermask: I32, /, **options: Unpack[Options]) -> Emitted: ...

class ReduxSync(Instruction[M]):
    """Reduce values of the threads of the warp that a mask names. (PTX ISA, 9.7.13.12)

        redux.sync.op.type dst, src, membermask  # PTX 7.0, sm_80
        redux.sync.op.b32 dst, src, membermask  # PTX 7.0, sm_80
        redux.sync.op{.abs}{.NaN}.f32 dst, src, membermask  # PTX 8.6, sm_100f
    """

    add: Redux_1[M]
    and_: Redux_2[M]
    max: Redux_6[M]
    min: Redux_6[M]
    or_: Redux_2[M]
    xor: Redux_2[M]

class Redux(Instruction[M]):
    """Reduce values of the threads of the warp that a mask names. (PTX ISA, 9.7.13.12)

        redux.sync.op.type dst, src, membermask  # PTX 7.0, sm_80
        redux.sync.op.b32 dst, src, membermask  # PTX 7.0, sm_80
        redux.sync.op{.abs}{.NaN}.f32 dst, src, membermask  # PTX 8.6, sm_100f
    """

    sync: ReduxSync[M]

class Rem_0(Instruction[M]):
    @overload
    def __call__(self: Rem_0[Returning], a: I16, b: I16, /, **options: Unpack[Options]) -> Number16:
        """Take the remainder of an integer division. (PTX ISA, 9.7.1.9)"""
    @overload
    def __call__(self: Rem_0[InFull], d: I16, a: I16, b: I16, /, **options: Unpack[Options]) -> Emitted: ...

class Rem_1(Instruction[M]):
    @overload
    def __call__(self: Rem_1[Returning], a: I32, b: I32, /, **options: Unpack[Options]) -> Number32:
        """Take the remainder of an integer division. (PTX ISA, 9.7.1.9)"""
    @overload
    def __call__(self: Rem_1[InFull], d: I32, a: I32, b: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Rem_2(Instruction[M]):
    @overload
    def __call__(self: Rem_2[Returning], a: I64, b: I64, /, **options: Unpack[Options]) -> Number64:
        """Take the remainder of an integer division. (PTX ISA, 9.7.1.9)"""
    @overload
    def __call__(self: Rem_2[InFull], d: I64, a: I64, b: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Rem(Instruction[M]):
    """Take the remainder of an integer division. (PTX ISA, 9.7.1.9)

        rem.type d, a, b  # PTX 1.0
    """

    s16: Rem_0[M]
    s32: Rem_1[M]
    s64: Rem_2[M]
    u16: Rem_0[M]
    u32: Rem_1[M]
    u64: Rem_2[M]

class Ret_0(Instruction[M]):
    def __call__(self, **options: Unpack[Options]) -> Emitted:
        """Return from a function. (PTX ISA, 9.7.12.6)"""

class Ret(Instruction[M]):
    """Return from a function. (PTX ISA, 9.7.12.6)

        ret{.uni}  # PTX 1.0
    """

    def __call__(self, **options: Unpack[Options]) -> Emitted:
        """Return from a function. (PTX ISA, 9.7.12.6)"""
    uni: Ret_0[M]

class Rsqrt_0(Instruction[M]):
    @overload
    def __call__(self: Rsqrt_0[Returning], a: F32, /, **options: Unpack[Options]) -> Number32:
        """Take the reciprocal of the square root. (PTX ISA, 9.7.3.16)"""
    @overload
    def __call__(self: Rsqrt_0[InFull], d: F32, a: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Rsqrt_1(Instruction[M]):
    @overload
    def __call__(self: Rsqrt_1[Returning], a: F64, /, **options: Unpack[Options]) -> Number64:
        """Take the reciprocal of the square root. (PTX ISA, 9.7.3.16)"""
    @overload
    def __call__(self: Rsqrt_1[InFull], d: F64, a: F64, /, **options: Unpack[Options]) -> Emitted: ...

class RsqrtApproxFtzF64(Instruction[M]):
    """Take the reciprocal of the square root to about 20 bits. (PTX ISA, 9.7.3.17)

        rsqrt.approx.ftz.f64 d, a  # PTX 4.0, sm_20
    """

    @overload
    def __call__(self: RsqrtApproxFtzF64[Returning], a: F64, /, **options: Unpack[Options]) -> Number64:
        """Take the reciprocal of the square root to about 20 bits. (PTX ISA, 9.7.3.17)"""
    @overload
    def __call__(self: RsqrtApproxFtzF64[InFull], d: F64, a: F64, /, **options: Unpack[Options]) -> Emitted: ...

class RsqrtApproxFtz(Instruction[M]):
    """Take the reciprocal of the square root to about 20 bits. (PTX ISA, 9.7.3.17)

        rsqrt.approx.ftz.f64 d, a  # PTX 4.0, sm_20
    """

    f32: Rsqrt_0[M]
    f64: RsqrtApproxFtzF64[M]

class RsqrtApprox(Instruction[M]):
    """Take the reciprocal of the square root to about 20 bits. (PTX ISA, 9.7.3.17)

        rsqrt.approx.ftz.f64 d, a  # PTX 4.0, sm_20
    """

    f32: Rsqrt_0[M]
    f64: Rsqrt_1[M]
    ftz: RsqrtApproxFtz[M]

class Rsqrt(Instruction[M]):
    """Take the reciprocal of the square root. (PTX ISA, 9.7.3.16)

        rsqrt.approx{.ftz}.f32 d, a  # PTX 1.4
        rsqrt.approx.f64 d, a  # PTX 1.4
        rsqrt.f32 d, a  # PTX 1.0; until PTX 1.4
        rsqrt.f64 d, a  # PTX 1.0; until PTX 1.4
    """

    approx: RsqrtApprox[M]
    f32: Rsqrt_0[M]
    f64: Rsqrt_1[M]

class Sad_0(Instruction[M]):
    @overload
    def __call__(self: Sad_0[Returning], a: I16, b: I16, c: I16, /, **options: Unpack[Options]) -> Number16:
        """Add the absolute difference of two integers to a third. (PTX ISA, 9.7.1.7)"""
    @overload
    def __call__(self: Sad_0[InFull], d: I16, a: I16, b: I16, c: I16, /, **options: Unpack[Options]) -> Emitted: ...

class Sad_1(Instruction[M]):
    @overload
    def __call__(self: Sad_1[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Add the absolute difference of two integers to a third. (PTX ISA, 9.7.1.7)"""
    @overload
    def __call__(self: Sad_1[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Sad_2(Instruction[M]):
    @overload
    def __call__(self: Sad_2[Returning], a: I64, b: I64, c: I64, /, **options: Unpack[Options]) -> Number64:
        """Add the absolute difference of two integers to a third. (PTX ISA, 9.7.1.7)"""
    @overload
    def __call__(self: Sad_2[InFull], d: I64, a: I64, b: I64, c: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Sad(Instruction[M]):
    """Add the absolute difference of two integers to a third. (PTX ISA, 9.7.1.7)

        sad.type d, a, b, c  # PTX 1.0
    """

    s16: Sad_0[M]
    s32: Sad_1[M]
    s64: Sad_2[M]
    u16: Sad_0[M]
    u32: Sad_1[M]
    u64: Sad_2[M]

class Selp_0(Instruction[M]):
    @overload
    def __call__(self: Selp_0[Returning], a: B16, b: B16, c: C | P, /, **options: Unpack[Options]) -> Number16:
        """Select one of two values by a predicate. (PTX ISA, 9.7.6.3)"""
    @overload
    def __call__(self: Selp_0[InFull], d: B16, a: B16, b: B16, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Selp_1(Instruction[M]):
    @overload
    def __call__(self: Selp_1[Returning], a: B32, b: B32, c: C | P, /, **options: Unpack[Options]) -> Number32:
        """Select one of two values by a predicate. (PTX ISA, 9.7.6.3)"""
    @overload
    def __call__(self: Selp_1[InFull], d: B32, a: B32, b: B32, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Selp_2(Instruction[M]):
    @overload
    def __call__(self: Selp_2[Returning], a: B64, b: B64, c: C | P, /, **options: Unpack[Options]) -> Number64:
        """Select one of two values by a predicate. (PTX ISA, 9.7.6.3)"""
    @overload
    def __call__(self: Selp_2[InFull], d: B64, a: B64, b: B64, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Selp_3(Instruction[M]):
    @overload
    def __call__(self: Selp_3[Returning], a: F32, b: F32, c: C | P, /, **options: Unpack[Options]) -> Number32:
        """Select one of two values by a predicate. (PTX ISA, 9.7.6.3)"""
    @overload
    def __call__(self: Selp_3[InFull], d: F32, a: F32, b: F32, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Selp_4(Instruction[M]):
    @overload
    def __call__(self: Selp_4[Returning], a: F64, b: F64, c: C | P, /, **options: Unpack[Options]) -> Number64:
        """Select one of two values by a predicate. (PTX ISA, 9.7.6.3)"""
    @overload
    def __call__(self: Selp_4[InFull], d: F64, a: F64, b: F64, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Selp_5(Instruction[M]):
    @overload
    def __call__(self: Selp_5[Returning], a: I16, b: I16, c: C | P, /, **options: Unpack[Options]) -> Number16:
        """Select one of two values by a predicate. (PTX ISA, 9.7.6.3)"""
    @overload
    def __call__(self: Selp_5[InFull], d: I16, a: I16, b: I16, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Selp_6(Instruction[M]):
    @overload
    def __call__(self: Selp_6[Returning], a: I32, b: I32, c: C | P, /, **options: Unpack[Options]) -> Number32:
        """Select one of two values by a predicate. (PTX ISA, 9.7.6.3)"""
    @overload
    def __call__(self: Selp_6[InFull], d: I32, a: I32, b: I32, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Selp_7(Instruction[M]):
    @overload
    def __call__(self: Selp_7[Returning], a: I64, b: I64, c: C | P, /, **options: Unpack[Options]) -> Number64:
        """Select one of two values by a predicate. (PTX ISA, 9.7.6.3)"""
    @overload
    def __call__(self: Selp_7[InFull], d: I64, a: I64, b: I64, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Selp(Instruction[M]):
    """Emit `selp.dtype dst, true_val, false_val, pred_reg`; halves are selected as bits.

    Select one of two values by a predicate. (PTX ISA, 9.7.6.3)

        selp.type d, a, b, {!}c  # PTX 1.0
    """

    def __call__(self: Selp[Returning], dtype: Any, dst: Any, true_val: Any, false_val: Any, pred_reg: Any, *, pred: Any = None) -> None: ...
    b16: Selp_0[M]
    b32: Selp_1[M]
    b64: Selp_2[M]
    f32: Selp_3[M]
    f64: Selp_4[M]
    s16: Selp_5[M]
    s32: Selp_6[M]
    s64: Selp_7[M]
    u16: Selp_5[M]
    u32: Selp_6[M]
    u64: Selp_7[M]

class Set_96(Instruction[M]):
    and_: Set_54[M]
    bf16: Set_64[M]
    bf16x2: Set_66[M]
    f16: Set_67[M]
    f16x2: Set_68[M]
    f32: Set_77[M]
    ftz: Set_86[M]
    or_: Set_54[M]
    s16: Set_87[M]
    s32: Set_95[M]
    u16: Set_87[M]
    u32: Set_95[M]
    xor: Set_54[M]

class Set_106(Instruction[M]):
    and_: Set_101[M]
    bf16: Set_102[M]
    bf16x2: Set_66[M]
    f16: Set_103[M]
    f16x2: Set_68[M]
    f32: Set_104[M]
    ftz: Set_86[M]
    or_: Set_101[M]
    s16: Set_87[M]
    s32: Set_105[M]
    u16: Set_87[M]
    u32: Set_105[M]
    xor: Set_101[M]

class Set_116(Instruction[M]):
    and_: Set_111[M]
    bf16: Set_112[M]
    bf16x2: Set_66[M]
    f16: Set_113[M]
    f16x2: Set_68[M]
    f32: Set_114[M]
    ftz: Set_86[M]
    or_: Set_111[M]
    s16: Set_87[M]
    s32: Set_115[M]
    u16: Set_87[M]
    u32: Set_115[M]
    xor: Set_111[M]

class Set_125(Instruction[M]):
    and_: Set_121[M]
    bf16: Set_122[M]
    f16: Set_122[M]
    f32: Set_123[M]
    or_: Set_121[M]
    s32: Set_124[M]
    u32: Set_124[M]
    xor: Set_121[M]

class Set_54(Instruction[M]):
    bf16: Set_9[M]
    bf16x2: Set_11[M]
    f16: Set_21[M]
    f16x2: Set_23[M]
    f32: Set_32[M]
    ftz: Set_41[M]
    s16: Set_43[M]
    s32: Set_53[M]
    u16: Set_43[M]
    u32: Set_53[M]

class Set_64(Instruction[M]):
    b16: Set_55[M]
    b32: Set_56[M]
    b64: Set_57[M]
    bf16: Set_58[M]
    f16: Set_58[M]
    f32: Set_59[M]
    f64: Set_60[M]
    s16: Set_61[M]
    s32: Set_62[M]
    s64: Set_63[M]
    u16: Set_61[M]
    u32: Set_62[M]
    u64: Set_63[M]

class Set_66(Instruction[M]):
    bf16x2: Set_65[M]

class Set_67(Instruction[M]):
    b16: Set_55[M]
    b32: Set_56[M]
    b64: Set_57[M]
    f16: Set_58[M]
    f32: Set_59[M]
    f64: Set_60[M]
    s16: Set_61[M]
    s32: Set_62[M]
    s64: Set_63[M]
    u16: Set_61[M]
    u32: Set_62[M]
    u64: Set_63[M]

class Set_68(Instruction[M]):
    f16x2: Set_65[M]

class Set_77(Instruction[M]):
    b16: Set_69[M]
    b32: Set_70[M]
    b64: Set_71[M]
    f32: Set_72[M]
    f64: Set_73[M]
    s16: Set_74[M]
    s32: Set_75[M]
    s64: Set_76[M]
    u16: Set_74[M]
    u32: Set_75[M]
    u64: Set_76[M]

class Set_86(Instruction[M]):
    f16: Set_78[M]
    f16x2: Set_68[M]
    f32: Set_79[M]
    s16: Set_81[M]
    s32: Set_85[M]
    u16: Set_81[M]
    u32: Set_85[M]

class Set_87(Instruction[M]):
    bf16: Set_80[M]
    f16: Set_80[M]

class Set_95(Instruction[M]):
    b16: Set_88[M]
    b32: Set_89[M]
    b64: Set_90[M]
    bf16: Set_82[M]
    bf16x2: Set_83[M]
    f16: Set_82[M]
    f16x2: Set_83[M]
    f32: Set_84[M]
    f64: Set_91[M]
    s16: Set_92[M]
    s32: Set_93[M]
    s64: Set_94[M]
    u16: Set_92[M]
    u32: Set_93[M]
    u64: Set_94[M]

class Set_101(Instruction[M]):
    bf16: Set_97[M]
    bf16x2: Set_11[M]
    f16: Set_98[M]
    f16x2: Set_23[M]
    f32: Set_99[M]
    ftz: Set_41[M]
    s16: Set_43[M]
    s32: Set_100[M]
    u16: Set_43[M]
    u32: Set_100[M]

class Set_102(Instruction[M]):
    bf16: Set_58[M]
    f16: Set_58[M]
    f32: Set_59[M]
    f64: Set_60[M]

class Set_103(Instruction[M]):
    f16: Set_58[M]
    f32: Set_59[M]
    f64: Set_60[M]

class Set_104(Instruction[M]):
    f32: Set_72[M]
    f64: Set_73[M]

class Set_105(Instruction[M]):
    bf16: Set_82[M]
    bf16x2: Set_83[M]
    f16: Set_82[M]
    f16x2: Set_83[M]
    f32: Set_84[M]
    f64: Set_91[M]

class Set_111(Instruction[M]):
    bf16: Set_107[M]
    bf16x2: Set_11[M]
    f16: Set_108[M]
    f16x2: Set_23[M]
    f32: Set_109[M]
    ftz: Set_41[M]
    s16: Set_43[M]
    s32: Set_110[M]
    u16: Set_43[M]
    u32: Set_110[M]

class Set_112(Instruction[M]):
    bf16: Set_58[M]
    f16: Set_58[M]
    f32: Set_59[M]
    f64: Set_60[M]
    s16: Set_61[M]
    s32: Set_62[M]
    s64: Set_63[M]
    u16: Set_61[M]
    u32: Set_62[M]
    u64: Set_63[M]

class Set_113(Instruction[M]):
    f16: Set_58[M]
    f32: Set_59[M]
    f64: Set_60[M]
    s16: Set_61[M]
    s32: Set_62[M]
    s64: Set_63[M]
    u16: Set_61[M]
    u32: Set_62[M]
    u64: Set_63[M]

class Set_114(Instruction[M]):
    f32: Set_72[M]
    f64: Set_73[M]
    s16: Set_74[M]
    s32: Set_75[M]
    s64: Set_76[M]
    u16: Set_74[M]
    u32: Set_75[M]
    u64: Set_76[M]

class Set_115(Instruction[M]):
    bf16: Set_82[M]
    bf16x2: Set_83[M]
    f16: Set_82[M]
    f16x2: Set_83[M]
    f32: Set_84[M]
    f64: Set_91[M]
    s16: Set_92[M]
    s32: Set_93[M]
    s64: Set_94[M]
    u16: Set_92[M]
    u32: Set_93[M]
    u64: Set_94[M]

class Set_121(Instruction[M]):
    bf16: Set_117[M]
    f16: Set_118[M]
    f32: Set_119[M]
    s32: Set_120[M]
    u32: Set_120[M]

class Set_122(Instruction[M]):
    u16: Set_61[M]
    u32: Set_62[M]
    u64: Set_63[M]

class Set_123(Instruction[M]):
    u16: Set_74[M]
    u32: Set_75[M]
    u64: Set_76[M]

class Set_124(Instruction[M]):
    u16: Set_92[M]
    u32: Set_93[M]
    u64: Set_94[M]

class Set_9(Instruction[M]):
    b16: Set_0[M]
    b32: Set_1[M]
    b64: Set_2[M]
    bf16: Set_3[M]
    f16: Set_3[M]
    f32: Set_4[M]
    f64: Set_5[M]
    s16: Set_6[M]
    s32: Set_7[M]
    s64: Set_8[M]
    u16: Set_6[M]
    u32: Set_7[M]
    u64: Set_8[M]

class Set_11(Instruction[M]):
    bf16x2: Set_10[M]

class Set_21(Instruction[M]):
    b16: Set_12[M]
    b32: Set_13[M]
    b64: Set_14[M]
    f16: Set_15[M]
    f32: Set_16[M]
    f64: Set_17[M]
    s16: Set_18[M]
    s32: Set_19[M]
    s64: Set_20[M]
    u16: Set_18[M]
    u32: Set_19[M]
    u64: Set_20[M]

class Set_23(Instruction[M]):
    f16x2: Set_22[M]

class Set_32(Instruction[M]):
    b16: Set_24[M]
    b32: Set_25[M]
    b64: Set_26[M]
    f32: Set_27[M]
    f64: Set_28[M]
    s16: Set_29[M]
    s32: Set_30[M]
    s64: Set_31[M]
    u16: Set_29[M]
    u32: Set_30[M]
    u64: Set_31[M]

class Set_41(Instruction[M]):
    f16: Set_33[M]
    f16x2: Set_23[M]
    f32: Set_34[M]
    s16: Set_36[M]
    s32: Set_40[M]
    u16: Set_36[M]
    u32: Set_40[M]

class Set_43(Instruction[M]):
    bf16: Set_42[M]
    f16: Set_35[M]

class Set_53(Instruction[M]):
    b16: Set_44[M]
    b32: Set_45[M]
    b64: Set_46[M]
    bf16: Set_47[M]
    bf16x2: Set_48[M]
    f16: Set_37[M]
    f16x2: Set_38[M]
    f32: Set_39[M]
    f64: Set_49[M]
    s16: Set_50[M]
    s32: Set_51[M]
    s64: Set_52[M]
    u16: Set_50[M]
    u32: Set_51[M]
    u64: Set_52[M]

class Set_55(Instruction[M]):
    @overload
    def __call__(self: Set_55[Returning], a: B16, b: B16, /, **options: Unpack[Options]) -> Number16:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_55[InFull], d: F16, a: B16, b: B16, /, **options: Unpack[Options]) -> Emitted: ...

class Set_56(Instruction[M]):
    @overload
    def __call__(self: Set_56[Returning], a: B32, b: B32, /, **options: Unpack[Options]) -> Number16:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_56[InFull], d: F16, a: B32, b: B32, /, **options: Unpack[Options]) -> Emitted: ...

class Set_57(Instruction[M]):
    @overload
    def __call__(self: Set_57[Returning], a: B64, b: B64, /, **options: Unpack[Options]) -> Number16:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_57[InFull], d: F16, a: B64, b: B64, /, **options: Unpack[Options]) -> Emitted: ...

class Set_58(Instruction[M]):
    @overload
    def __call__(self: Set_58[Returning], a: F16, b: F16, /, **options: Unpack[Options]) -> Number16:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_58[InFull], d: F16, a: F16, b: F16, /, **options: Unpack[Options]) -> Emitted: ...

class Set_59(Instruction[M]):
    @overload
    def __call__(self: Set_59[Returning], a: F32, b: F32, /, **options: Unpack[Options]) -> Number16:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_59[InFull], d: F16, a: F32, b: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Set_60(Instruction[M]):
    @overload
    def __call__(self: Set_60[Returning], a: F64, b: F64, /, **options: Unpack[Options]) -> Number16:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_60[InFull], d: F16, a: F64, b: F64, /, **options: Unpack[Options]) -> Emitted: ...

class Set_61(Instruction[M]):
    @overload
    def __call__(self: Set_61[Returning], a: I16, b: I16, /, **options: Unpack[Options]) -> Number16:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_61[InFull], d: F16, a: I16, b: I16, /, **options: Unpack[Options]) -> Emitted: ...

class Set_62(Instruction[M]):
    @overload
    def __call__(self: Set_62[Returning], a: I32, b: I32, /, **options: Unpack[Options]) -> Number16:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_62[InFull], d: F16, a: I32, b: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Set_63(Instruction[M]):
    @overload
    def __call__(self: Set_63[Returning], a: I64, b: I64, /, **options: Unpack[Options]) -> Number16:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_63[InFull], d: F16, a: I64, b: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Set_65(Instruction[M]):
    @overload
    def __call__(self: Set_65[Returning], a: E32, b: E32, /, **options: Unpack[Options]) -> Number32:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_65[InFull], d: E32, a: E32, b: E32, /, **options: Unpack[Options]) -> Emitted: ...

class Set_69(Instruction[M]):
    @overload
    def __call__(self: Set_69[Returning], a: B16, b: B16, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_69[InFull], d: F32, a: B16, b: B16, /, **options: Unpack[Options]) -> Emitted: ...

class Set_70(Instruction[M]):
    @overload
    def __call__(self: Set_70[Returning], a: B32, b: B32, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_70[InFull], d: F32, a: B32, b: B32, /, **options: Unpack[Options]) -> Emitted: ...

class Set_71(Instruction[M]):
    @overload
    def __call__(self: Set_71[Returning], a: B64, b: B64, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_71[InFull], d: F32, a: B64, b: B64, /, **options: Unpack[Options]) -> Emitted: ...

class Set_72(Instruction[M]):
    @overload
    def __call__(self: Set_72[Returning], a: F32, b: F32, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_72[InFull], d: F32, a: F32, b: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Set_73(Instruction[M]):
    @overload
    def __call__(self: Set_73[Returning], a: F64, b: F64, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_73[InFull], d: F32, a: F64, b: F64, /, **options: Unpack[Options]) -> Emitted: ...

class Set_74(Instruction[M]):
    @overload
    def __call__(self: Set_74[Returning], a: I16, b: I16, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_74[InFull], d: F32, a: I16, b: I16, /, **options: Unpack[Options]) -> Emitted: ...

class Set_75(Instruction[M]):
    @overload
    def __call__(self: Set_75[Returning], a: I32, b: I32, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_75[InFull], d: F32, a: I32, b: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Set_76(Instruction[M]):
    @overload
    def __call__(self: Set_76[Returning], a: I64, b: I64, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_76[InFull], d: F32, a: I64, b: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Set_78(Instruction[M]):
    f16: Set_58[M]
    f32: Set_59[M]

class Set_79(Instruction[M]):
    f32: Set_72[M]

class Set_81(Instruction[M]):
    f16: Set_80[M]

class Set_85(Instruction[M]):
    f16: Set_82[M]
    f16x2: Set_83[M]
    f32: Set_84[M]

class Set_80(Instruction[M]):
    @overload
    def __call__(self: Set_80[Returning], a: F16, b: F16, /, **options: Unpack[Options]) -> Number16:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_80[InFull], d: I16, a: F16, b: F16, /, **options: Unpack[Options]) -> Emitted: ...

class Set_88(Instruction[M]):
    @overload
    def __call__(self: Set_88[Returning], a: B16, b: B16, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_88[InFull], d: I32, a: B16, b: B16, /, **options: Unpack[Options]) -> Emitted: ...

class Set_89(Instruction[M]):
    @overload
    def __call__(self: Set_89[Returning], a: B32, b: B32, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_89[InFull], d: I32, a: B32, b: B32, /, **options: Unpack[Options]) -> Emitted: ...

class Set_90(Instruction[M]):
    @overload
    def __call__(self: Set_90[Returning], a: B64, b: B64, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_90[InFull], d: I32, a: B64, b: B64, /, **options: Unpack[Options]) -> Emitted: ...

class Set_82(Instruction[M]):
    @overload
    def __call__(self: Set_82[Returning], a: F16, b: F16, /, **options: Unpack[Options]) -> Number32:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_82[InFull], d: I32, a: F16, b: F16, /, **options: Unpack[Options]) -> Emitted: ...

class Set_83(Instruction[M]):
    @overload
    def __call__(self: Set_83[Returning], a: E32, b: E32, /, **options: Unpack[Options]) -> Number32:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_83[InFull], d: I32, a: E32, b: E32, /, **options: Unpack[Options]) -> Emitted: ...

class Set_84(Instruction[M]):
    @overload
    def __call__(self: Set_84[Returning], a: F32, b: F32, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_84[InFull], d: I32, a: F32, b: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Set_91(Instruction[M]):
    @overload
    def __call__(self: Set_91[Returning], a: F64, b: F64, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_91[InFull], d: I32, a: F64, b: F64, /, **options: Unpack[Options]) -> Emitted: ...

class Set_92(Instruction[M]):
    @overload
    def __call__(self: Set_92[Returning], a: I16, b: I16, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_92[InFull], d: I32, a: I16, b: I16, /, **options: Unpack[Options]) -> Emitted: ...

class Set_93(Instruction[M]):
    @overload
    def __call__(self: Set_93[Returning], a: I32, b: I32, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_93[InFull], d: I32, a: I32, b: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Set_94(Instruction[M]):
    @overload
    def __call__(self: Set_94[Returning], a: I64, b: I64, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_94[InFull], d: I32, a: I64, b: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Set_97(Instruction[M]):
    bf16: Set_3[M]
    f16: Set_3[M]
    f32: Set_4[M]
    f64: Set_5[M]

class Set_98(Instruction[M]):
    f16: Set_15[M]
    f32: Set_16[M]
    f64: Set_17[M]

class Set_99(Instruction[M]):
    f32: Set_27[M]
    f64: Set_28[M]

class Set_100(Instruction[M]):
    bf16: Set_47[M]
    bf16x2: Set_48[M]
    f16: Set_37[M]
    f16x2: Set_38[M]
    f32: Set_39[M]
    f64: Set_49[M]

class Set_107(Instruction[M]):
    bf16: Set_3[M]
    f16: Set_3[M]
    f32: Set_4[M]
    f64: Set_5[M]
    s16: Set_6[M]
    s32: Set_7[M]
    s64: Set_8[M]
    u16: Set_6[M]
    u32: Set_7[M]
    u64: Set_8[M]

class Set_108(Instruction[M]):
    f16: Set_15[M]
    f32: Set_16[M]
    f64: Set_17[M]
    s16: Set_18[M]
    s32: Set_19[M]
    s64: Set_20[M]
    u16: Set_18[M]
    u32: Set_19[M]
    u64: Set_20[M]

class Set_109(Instruction[M]):
    f32: Set_27[M]
    f64: Set_28[M]
    s16: Set_29[M]
    s32: Set_30[M]
    s64: Set_31[M]
    u16: Set_29[M]
    u32: Set_30[M]
    u64: Set_31[M]

class Set_110(Instruction[M]):
    bf16: Set_47[M]
    bf16x2: Set_48[M]
    f16: Set_37[M]
    f16x2: Set_38[M]
    f32: Set_39[M]
    f64: Set_49[M]
    s16: Set_50[M]
    s32: Set_51[M]
    s64: Set_52[M]
    u16: Set_50[M]
    u32: Set_51[M]
    u64: Set_52[M]

class Set_117(Instruction[M]):
    u16: Set_6[M]
    u32: Set_7[M]
    u64: Set_8[M]

class Set_118(Instruction[M]):
    u16: Set_18[M]
    u32: Set_19[M]
    u64: Set_20[M]

class Set_119(Instruction[M]):
    u16: Set_29[M]
    u32: Set_30[M]
    u64: Set_31[M]

class Set_120(Instruction[M]):
    u16: Set_50[M]
    u32: Set_51[M]
    u64: Set_52[M]

class Set_0(Instruction[M]):
    @overload
    def __call__(self: Set_0[Returning], a: B16, b: B16, c: P, /, **options: Unpack[Options]) -> Number16:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_0[InFull], d: F16, a: B16, b: B16, c: P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_1(Instruction[M]):
    @overload
    def __call__(self: Set_1[Returning], a: B32, b: B32, c: P, /, **options: Unpack[Options]) -> Number16:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_1[InFull], d: F16, a: B32, b: B32, c: P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_2(Instruction[M]):
    @overload
    def __call__(self: Set_2[Returning], a: B64, b: B64, c: P, /, **options: Unpack[Options]) -> Number16:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_2[InFull], d: F16, a: B64, b: B64, c: P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_3(Instruction[M]):
    @overload
    def __call__(self: Set_3[Returning], a: F16, b: F16, c: P, /, **options: Unpack[Options]) -> Number16:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_3[InFull], d: F16, a: F16, b: F16, c: P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_4(Instruction[M]):
    @overload
    def __call__(self: Set_4[Returning], a: F32, b: F32, c: P, /, **options: Unpack[Options]) -> Number16:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_4[InFull], d: F16, a: F32, b: F32, c: P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_5(Instruction[M]):
    @overload
    def __call__(self: Set_5[Returning], a: F64, b: F64, c: P, /, **options: Unpack[Options]) -> Number16:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_5[InFull], d: F16, a: F64, b: F64, c: P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_6(Instruction[M]):
    @overload
    def __call__(self: Set_6[Returning], a: I16, b: I16, c: P, /, **options: Unpack[Options]) -> Number16:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_6[InFull], d: F16, a: I16, b: I16, c: P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_7(Instruction[M]):
    @overload
    def __call__(self: Set_7[Returning], a: I32, b: I32, c: P, /, **options: Unpack[Options]) -> Number16:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_7[InFull], d: F16, a: I32, b: I32, c: P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_8(Instruction[M]):
    @overload
    def __call__(self: Set_8[Returning], a: I64, b: I64, c: P, /, **options: Unpack[Options]) -> Number16:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_8[InFull], d: F16, a: I64, b: I64, c: P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_10(Instruction[M]):
    @overload
    def __call__(self: Set_10[Returning], a: E32, b: E32, c: P, /, **options: Unpack[Options]) -> Number32:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_10[InFull], d: E32, a: E32, b: E32, c: P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_12(Instruction[M]):
    @overload
    def __call__(self: Set_12[Returning], a: B16, b: B16, c: C | P, /, **options: Unpack[Options]) -> Number16:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_12[InFull], d: F16, a: B16, b: B16, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_13(Instruction[M]):
    @overload
    def __call__(self: Set_13[Returning], a: B32, b: B32, c: C | P, /, **options: Unpack[Options]) -> Number16:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_13[InFull], d: F16, a: B32, b: B32, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_14(Instruction[M]):
    @overload
    def __call__(self: Set_14[Returning], a: B64, b: B64, c: C | P, /, **options: Unpack[Options]) -> Number16:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_14[InFull], d: F16, a: B64, b: B64, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_15(Instruction[M]):
    @overload
    def __call__(self: Set_15[Returning], a: F16, b: F16, c: C | P, /, **options: Unpack[Options]) -> Number16:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_15[InFull], d: F16, a: F16, b: F16, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_16(Instruction[M]):
    @overload
    def __call__(self: Set_16[Returning], a: F32, b: F32, c: C | P, /, **options: Unpack[Options]) -> Number16:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_16[InFull], d: F16, a: F32, b: F32, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_17(Instruction[M]):
    @overload
    def __call__(self: Set_17[Returning], a: F64, b: F64, c: C | P, /, **options: Unpack[Options]) -> Number16:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_17[InFull], d: F16, a: F64, b: F64, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_18(Instruction[M]):
    @overload
    def __call__(self: Set_18[Returning], a: I16, b: I16, c: C | P, /, **options: Unpack[Options]) -> Number16:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_18[InFull], d: F16, a: I16, b: I16, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_19(Instruction[M]):
    @overload
    def __call__(self: Set_19[Returning], a: I32, b: I32, c: C | P, /, **options: Unpack[Options]) -> Number16:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_19[InFull], d: F16, a: I32, b: I32, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_20(Instruction[M]):
    @overload
    def __call__(self: Set_20[Returning], a: I64, b: I64, c: C | P, /, **options: Unpack[Options]) -> Number16:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_20[InFull], d: F16, a: I64, b: I64, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_22(Instruction[M]):
    @overload
    def __call__(self: Set_22[Returning], a: E32, b: E32, c: C | P, /, **options: Unpack[Options]) -> Number32:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_22[InFull], d: E32, a: E32, b: E32, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_24(Instruction[M]):
    @overload
    def __call__(self: Set_24[Returning], a: B16, b: B16, c: C | P, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_24[InFull], d: F32, a: B16, b: B16, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_25(Instruction[M]):
    @overload
    def __call__(self: Set_25[Returning], a: B32, b: B32, c: C | P, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_25[InFull], d: F32, a: B32, b: B32, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_26(Instruction[M]):
    @overload
    def __call__(self: Set_26[Returning], a: B64, b: B64, c: C | P, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_26[InFull], d: F32, a: B64, b: B64, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_27(Instruction[M]):
    @overload
    def __call__(self: Set_27[Returning], a: F32, b: F32, c: C | P, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_27[InFull], d: F32, a: F32, b: F32, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_28(Instruction[M]):
    @overload
    def __call__(self: Set_28[Returning], a: F64, b: F64, c: C | P, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_28[InFull], d: F32, a: F64, b: F64, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_29(Instruction[M]):
    @overload
    def __call__(self: Set_29[Returning], a: I16, b: I16, c: C | P, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_29[InFull], d: F32, a: I16, b: I16, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_30(Instruction[M]):
    @overload
    def __call__(self: Set_30[Returning], a: I32, b: I32, c: C | P, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_30[InFull], d: F32, a: I32, b: I32, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_31(Instruction[M]):
    @overload
    def __call__(self: Set_31[Returning], a: I64, b: I64, c: C | P, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_31[InFull], d: F32, a: I64, b: I64, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_33(Instruction[M]):
    f16: Set_15[M]
    f32: Set_16[M]

class Set_34(Instruction[M]):
    f32: Set_27[M]

class Set_36(Instruction[M]):
    f16: Set_35[M]

class Set_40(Instruction[M]):
    f16: Set_37[M]
    f16x2: Set_38[M]
    f32: Set_39[M]

class Set_42(Instruction[M]):
    @overload
    def __call__(self: Set_42[Returning], a: F16, b: F16, c: P, /, **options: Unpack[Options]) -> Number16:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_42[InFull], d: I16, a: F16, b: F16, c: P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_35(Instruction[M]):
    @overload
    def __call__(self: Set_35[Returning], a: F16, b: F16, c: C | P, /, **options: Unpack[Options]) -> Number16:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_35[InFull], d: I16, a: F16, b: F16, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_44(Instruction[M]):
    @overload
    def __call__(self: Set_44[Returning], a: B16, b: B16, c: C | P, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_44[InFull], d: I32, a: B16, b: B16, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_45(Instruction[M]):
    @overload
    def __call__(self: Set_45[Returning], a: B32, b: B32, c: C | P, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_45[InFull], d: I32, a: B32, b: B32, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_46(Instruction[M]):
    @overload
    def __call__(self: Set_46[Returning], a: B64, b: B64, c: C | P, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_46[InFull], d: I32, a: B64, b: B64, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_47(Instruction[M]):
    @overload
    def __call__(self: Set_47[Returning], a: F16, b: F16, c: P, /, **options: Unpack[Options]) -> Number32:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_47[InFull], d: I32, a: F16, b: F16, c: P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_48(Instruction[M]):
    @overload
    def __call__(self: Set_48[Returning], a: E32, b: E32, c: P, /, **options: Unpack[Options]) -> Number32:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_48[InFull], d: I32, a: E32, b: E32, c: P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_37(Instruction[M]):
    @overload
    def __call__(self: Set_37[Returning], a: F16, b: F16, c: C | P, /, **options: Unpack[Options]) -> Number32:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_37[InFull], d: I32, a: F16, b: F16, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_38(Instruction[M]):
    @overload
    def __call__(self: Set_38[Returning], a: E32, b: E32, c: C | P, /, **options: Unpack[Options]) -> Number32:
        """Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)"""
    @overload
    def __call__(self: Set_38[InFull], d: I32, a: E32, b: E32, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_39(Instruction[M]):
    @overload
    def __call__(self: Set_39[Returning], a: F32, b: F32, c: C | P, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_39[InFull], d: I32, a: F32, b: F32, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_49(Instruction[M]):
    @overload
    def __call__(self: Set_49[Returning], a: F64, b: F64, c: C | P, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_49[InFull], d: I32, a: F64, b: F64, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_50(Instruction[M]):
    @overload
    def __call__(self: Set_50[Returning], a: I16, b: I16, c: C | P, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_50[InFull], d: I32, a: I16, b: I16, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_51(Instruction[M]):
    @overload
    def __call__(self: Set_51[Returning], a: I32, b: I32, c: C | P, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_51[InFull], d: I32, a: I32, b: I32, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Set_52(Instruction[M]):
    @overload
    def __call__(self: Set_52[Returning], a: I64, b: I64, c: C | P, /, **options: Unpack[Options]) -> Number32:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)"""
    @overload
    def __call__(self: Set_52[InFull], d: I32, a: I64, b: I64, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Set(Instruction[M]):
    """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)

        set.CmpOp.dtype.stype d, a, b  # PTX 1.0
        set.CmpOp.BoolOp.dtype.stype d, a, b, {!}c  # PTX 1.0
        set.CmpOp.dtype.stype d, a, b  # PTX 1.0
        set.CmpOp.BoolOp.dtype.stype d, a, b, {!}c  # PTX 1.0
        set.CmpOp.dtype.stype d, a, b  # PTX 1.0
        set.CmpOp.BoolOp.dtype.stype d, a, b, {!}c  # PTX 1.0
        … (8 forms; see ptxpy isa set)

    Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)

        set.CmpOp.dtype.stype d, a, b
        set.CmpOp.BoolOp.dtype.stype d, a, b, {!}c
        set.CmpOp.dtype.stype d, a, b
        set.CmpOp.BoolOp.dtype.stype d, a, b, {!}c
        set.CmpOp.dtype.stype d, a, b
        set.CmpOp.BoolOp.dtype.stype d, a, b, {!}c
        … (18 forms; see ptxpy isa set)
    """

    eq: Set_96[M]
    equ: Set_106[M]
    ge: Set_116[M]
    geu: Set_106[M]
    gt: Set_116[M]
    gtu: Set_106[M]
    hi: Set_125[M]
    hs: Set_125[M]
    le: Set_116[M]
    leu: Set_106[M]
    lo: Set_125[M]
    ls: Set_125[M]
    lt: Set_116[M]
    ltu: Set_106[M]
    nan: Set_106[M]
    ne: Set_96[M]
    neu: Set_106[M]
    num: Set_106[M]

class Setmaxnreg_3(Instruction[M]):
    sync: Setmaxnreg_2[M]

class Setmaxnreg_2(Instruction[M]):
    aligned: Setmaxnreg_1[M]

class Setmaxnreg_1(Instruction[M]):
    s32: Setmaxnreg_0[M]
    u32: Setmaxnreg_0[M]

class Setmaxnreg_0(Instruction[M]):
    def __call__(self, imm_reg_count: C, /, **options: Unpack[Options]) -> Emitted:
        """Ask for more registers a thread of the warp, or give some back. (PTX ISA, 9.7.19.5)"""

class Setmaxnreg(Instruction[M]):
    """Emit `setmaxnreg.inc.sync.aligned.u32 count`, or `.dec` (PTX ISA 9.7.19.5).

    `ValueError` unless `count`, the registers of a thread, is a multiple of 8 from 24 to 256.

    Ask for more registers a thread of the warp, or give some back. (PTX ISA, 9.7.19.5)

        setmaxnreg.action.sync.aligned.type imm-reg-count  # PTX 8.0, sm_90a or sm_100f or sm_110f or sm_120f
    """

    def __call__(self: Setmaxnreg[Returning], count: int, *, inc: bool = True, pred: Any = None) -> None: ...
    dec: Setmaxnreg_3[M]
    inc: Setmaxnreg_3[M]

class Setp_25(Instruction[M]):
    and_: Setp_13[M]
    b16: Setp_14[M]
    b32: Setp_15[M]
    b64: Setp_16[M]
    bf16: Setp_17[M]
    bf16x2: Setp_18[M]
    f16: Setp_17[M]
    f16x2: Setp_18[M]
    f32: Setp_19[M]
    f64: Setp_20[M]
    ftz: Setp_21[M]
    or_: Setp_13[M]
    s16: Setp_22[M]
    s32: Setp_23[M]
    s64: Setp_24[M]
    u16: Setp_22[M]
    u32: Setp_23[M]
    u64: Setp_24[M]
    xor: Setp_13[M]

class Setp_27(Instruction[M]):
    and_: Setp_26[M]
    bf16: Setp_17[M]
    bf16x2: Setp_18[M]
    f16: Setp_17[M]
    f16x2: Setp_18[M]
    f32: Setp_19[M]
    f64: Setp_20[M]
    ftz: Setp_21[M]
    or_: Setp_26[M]
    xor: Setp_26[M]

class Setp_29(Instruction[M]):
    and_: Setp_28[M]
    bf16: Setp_17[M]
    bf16x2: Setp_18[M]
    f16: Setp_17[M]
    f16x2: Setp_18[M]
    f32: Setp_19[M]
    f64: Setp_20[M]
    ftz: Setp_21[M]
    or_: Setp_28[M]
    s16: Setp_22[M]
    s32: Setp_23[M]
    s64: Setp_24[M]
    u16: Setp_22[M]
    u32: Setp_23[M]
    u64: Setp_24[M]
    xor: Setp_28[M]

class Setp_31(Instruction[M]):
    and_: Setp_30[M]
    or_: Setp_30[M]
    u16: Setp_22[M]
    u32: Setp_23[M]
    u64: Setp_24[M]
    xor: Setp_30[M]

class Setp_13(Instruction[M]):
    b16: Setp_0[M]
    b32: Setp_1[M]
    b64: Setp_2[M]
    bf16: Setp_3[M]
    bf16x2: Setp_4[M]
    f16: Setp_5[M]
    f16x2: Setp_6[M]
    f32: Setp_7[M]
    f64: Setp_8[M]
    ftz: Setp_9[M]
    s16: Setp_10[M]
    s32: Setp_11[M]
    s64: Setp_12[M]
    u16: Setp_10[M]
    u32: Setp_11[M]
    u64: Setp_12[M]

class Setp_14(Instruction[M]):
    @overload
    def __call__(self: Setp_14[Returning], a: B16, b: B16, /, **options: Unpack[Options]) -> Predicate:
        """Compare two values, join a predicate, and write the result and its complement. (PTX ISA, 9.7.6.2)"""
    @overload
    def __call__(self: Setp_14[InFull], p: Any, a: B16, b: B16, /, **options: Unpack[Options]) -> Emitted: ...

class Setp_15(Instruction[M]):
    @overload
    def __call__(self: Setp_15[Returning], a: B32, b: B32, /, **options: Unpack[Options]) -> Predicate:
        """Compare two values, join a predicate, and write the result and its complement. (PTX ISA, 9.7.6.2)"""
    @overload
    def __call__(self: Setp_15[InFull], p: Any, a: B32, b: B32, /, **options: Unpack[Options]) -> Emitted: ...

class Setp_16(Instruction[M]):
    @overload
    def __call__(self: Setp_16[Returning], a: B64, b: B64, /, **options: Unpack[Options]) -> Predicate:
        """Compare two values, join a predicate, and write the result and its complement. (PTX ISA, 9.7.6.2)"""
    @overload
    def __call__(self: Setp_16[InFull], p: Any, a: B64, b: B64, /, **options: Unpack[Options]) -> Emitted: ...

class Setp_17(Instruction[M]):
    @overload
    def __call__(self: Setp_17[Returning], a: F16, b: F16, /, **options: Unpack[Options]) -> Predicate:
        """Compare two half-precision values, join a predicate, and write one of each result. (PTX ISA, 9.7.7.2)"""
    @overload
    def __call__(self: Setp_17[InFull], p: P, a: F16, b: F16, /, **options: Unpack[Options]) -> Emitted: ...

class Setp_18(Instruction[M]):
    @overload
    def __call__(self: Setp_18[Returning], a: E32, b: E32, /, **options: Unpack[Options]) -> Predicate:
        """Compare two half-precision values, join a predicate, and write one of each result. (PTX ISA, 9.7.7.2)"""
    @overload
    def __call__(self: Setp_18[InFull], p: Any, a: E32, b: E32, /, **options: Unpack[Options]) -> Emitted: ...

class Setp_19(Instruction[M]):
    @overload
    def __call__(self: Setp_19[Returning], a: F32, b: F32, /, **options: Unpack[Options]) -> Predicate:
        """Compare two values, join a predicate, and write the result and its complement. (PTX ISA, 9.7.6.2)"""
    @overload
    def __call__(self: Setp_19[InFull], p: Any, a: F32, b: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Setp_20(Instruction[M]):
    @overload
    def __call__(self: Setp_20[Returning], a: F64, b: F64, /, **options: Unpack[Options]) -> Predicate:
        """Compare two values, join a predicate, and write the result and its complement. (PTX ISA, 9.7.6.2)"""
    @overload
    def __call__(self: Setp_20[InFull], p: Any, a: F64, b: F64, /, **options: Unpack[Options]) -> Emitted: ...

class Setp_21(Instruction[M]):
    f16: Setp_17[M]
    f16x2: Setp_18[M]
    f32: Setp_19[M]

class Setp_22(Instruction[M]):
    @overload
    def __call__(self: Setp_22[Returning], a: I16, b: I16, /, **options: Unpack[Options]) -> Predicate:
        """Compare two values, join a predicate, and write the result and its complement. (PTX ISA, 9.7.6.2)"""
    @overload
    def __call__(self: Setp_22[InFull], p: Any, a: I16, b: I16, /, **options: Unpack[Options]) -> Emitted: ...

class Setp_23(Instruction[M]):
    @overload
    def __call__(self: Setp_23[Returning], a: I32, b: I32, /, **options: Unpack[Options]) -> Predicate:
        """Compare two values, join a predicate, and write the result and its complement. (PTX ISA, 9.7.6.2)"""
    @overload
    def __call__(self: Setp_23[InFull], p: Any, a: I32, b: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Setp_24(Instruction[M]):
    @overload
    def __call__(self: Setp_24[Returning], a: I64, b: I64, /, **options: Unpack[Options]) -> Predicate:
        """Compare two values, join a predicate, and write the result and its complement. (PTX ISA, 9.7.6.2)"""
    @overload
    def __call__(self: Setp_24[InFull], p: Any, a: I64, b: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Setp_26(Instruction[M]):
    bf16: Setp_3[M]
    bf16x2: Setp_4[M]
    f16: Setp_5[M]
    f16x2: Setp_6[M]
    f32: Setp_7[M]
    f64: Setp_8[M]
    ftz: Setp_9[M]

class Setp_28(Instruction[M]):
    bf16: Setp_3[M]
    bf16x2: Setp_4[M]
    f16: Setp_5[M]
    f16x2: Setp_6[M]
    f32: Setp_7[M]
    f64: Setp_8[M]
    ftz: Setp_9[M]
    s16: Setp_10[M]
    s32: Setp_11[M]
    s64: Setp_12[M]
    u16: Setp_10[M]
    u32: Setp_11[M]
    u64: Setp_12[M]

class Setp_30(Instruction[M]):
    u16: Setp_10[M]
    u32: Setp_11[M]
    u64: Setp_12[M]

class Setp_0(Instruction[M]):
    @overload
    def __call__(self: Setp_0[Returning], a: B16, b: B16, c: C | P, /, **options: Unpack[Options]) -> Predicate:
        """Compare two values, join a predicate, and write the result and its complement. (PTX ISA, 9.7.6.2)"""
    @overload
    def __call__(self: Setp_0[InFull], p: Any, a: B16, b: B16, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Setp_1(Instruction[M]):
    @overload
    def __call__(self: Setp_1[Returning], a: B32, b: B32, c: C | P, /, **options: Unpack[Options]) -> Predicate:
        """Compare two values, join a predicate, and write the result and its complement. (PTX ISA, 9.7.6.2)"""
    @overload
    def __call__(self: Setp_1[InFull], p: Any, a: B32, b: B32, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Setp_2(Instruction[M]):
    @overload
    def __call__(self: Setp_2[Returning], a: B64, b: B64, c: C | P, /, **options: Unpack[Options]) -> Predicate:
        """Compare two values, join a predicate, and write the result and its complement. (PTX ISA, 9.7.6.2)"""
    @overload
    def __call__(self: Setp_2[InFull], p: Any, a: B64, b: B64, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Setp_3(Instruction[M]):
    @overload
    def __call__(self: Setp_3[Returning], a: F16, b: F16, c: P, /, **options: Unpack[Options]) -> Predicate:
        """Compare two half-precision values, join a predicate, and write one of each result. (PTX ISA, 9.7.7.2)"""
    @overload
    def __call__(self: Setp_3[InFull], p: P, a: F16, b: F16, c: P, /, **options: Unpack[Options]) -> Emitted: ...

class Setp_4(Instruction[M]):
    @overload
    def __call__(self: Setp_4[Returning], a: E32, b: E32, c: P, /, **options: Unpack[Options]) -> Predicate:
        """Compare two half-precision values, join a predicate, and write one of each result. (PTX ISA, 9.7.7.2)"""
    @overload
    def __call__(self: Setp_4[InFull], p: Any, a: E32, b: E32, c: P, /, **options: Unpack[Options]) -> Emitted: ...

class Setp_5(Instruction[M]):
    @overload
    def __call__(self: Setp_5[Returning], a: F16, b: F16, c: C | P, /, **options: Unpack[Options]) -> Predicate:
        """Compare two half-precision values, join a predicate, and write one of each result. (PTX ISA, 9.7.7.2)"""
    @overload
    def __call__(self: Setp_5[InFull], p: P, a: F16, b: F16, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Setp_6(Instruction[M]):
    @overload
    def __call__(self: Setp_6[Returning], a: E32, b: E32, c: C | P, /, **options: Unpack[Options]) -> Predicate:
        """Compare two half-precision values, join a predicate, and write one of each result. (PTX ISA, 9.7.7.2)"""
    @overload
    def __call__(self: Setp_6[InFull], p: Any, a: E32, b: E32, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Setp_7(Instruction[M]):
    @overload
    def __call__(self: Setp_7[Returning], a: F32, b: F32, c: C | P, /, **options: Unpack[Options]) -> Predicate:
        """Compare two values, join a predicate, and write the result and its complement. (PTX ISA, 9.7.6.2)"""
    @overload
    def __call__(self: Setp_7[InFull], p: Any, a: F32, b: F32, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Setp_8(Instruction[M]):
    @overload
    def __call__(self: Setp_8[Returning], a: F64, b: F64, c: C | P, /, **options: Unpack[Options]) -> Predicate:
        """Compare two values, join a predicate, and write the result and its complement. (PTX ISA, 9.7.6.2)"""
    @overload
    def __call__(self: Setp_8[InFull], p: Any, a: F64, b: F64, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Setp_9(Instruction[M]):
    f16: Setp_5[M]
    f16x2: Setp_6[M]
    f32: Setp_7[M]

class Setp_10(Instruction[M]):
    @overload
    def __call__(self: Setp_10[Returning], a: I16, b: I16, c: C | P, /, **options: Unpack[Options]) -> Predicate:
        """Compare two values, join a predicate, and write the result and its complement. (PTX ISA, 9.7.6.2)"""
    @overload
    def __call__(self: Setp_10[InFull], p: Any, a: I16, b: I16, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Setp_11(Instruction[M]):
    @overload
    def __call__(self: Setp_11[Returning], a: I32, b: I32, c: C | P, /, **options: Unpack[Options]) -> Predicate:
        """Compare two values, join a predicate, and write the result and its complement. (PTX ISA, 9.7.6.2)"""
    @overload
    def __call__(self: Setp_11[InFull], p: Any, a: I32, b: I32, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Setp_12(Instruction[M]):
    @overload
    def __call__(self: Setp_12[Returning], a: I64, b: I64, c: C | P, /, **options: Unpack[Options]) -> Predicate:
        """Compare two values, join a predicate, and write the result and its complement. (PTX ISA, 9.7.6.2)"""
    @overload
    def __call__(self: Setp_12[InFull], p: Any, a: I64, b: I64, c: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Setp(Instruction[M]):
    """Emit `setp.cmp_op.dtype pred_out, a, b`; `pred_negate` is the guard, as `pred=` elsewhere.

    Untyped bits are compared for `eq` and `ne` alone, except under a compiler's style, which counts
    them as signed numbers.

    Compare two values, join a predicate, and write the result and its complement. (PTX ISA, 9.7.6.2)

        setp.CmpOp.type p{|q}, a, b  # PTX 1.0
        setp.CmpOp.BoolOp.type p{|q}, a, b, {!}c  # PTX 1.0
        setp.CmpOp.type p{|q}, a, b  # PTX 1.0
        setp.CmpOp.BoolOp.type p{|q}, a, b, {!}c  # PTX 1.0
        setp.CmpOp.type p{|q}, a, b  # PTX 1.0
        setp.CmpOp.BoolOp.type p{|q}, a, b, {!}c  # PTX 1.0
        … (8 forms; see ptxpy isa setp)

    Compare two half-precision values, join a predicate, and write one of each result. (PTX ISA, 9.7.7.2)

        setp.CmpOp{.ftz}.f16 p, a, b  # PTX 4.2, sm_53
        setp.CmpOp.BoolOp{.ftz}.f16 p, a, b, {!}c  # PTX 4.2, sm_53
        setp.CmpOp{.ftz}.f16x2 p{|q}, a, b  # PTX 4.2, sm_53
        setp.CmpOp.BoolOp{.ftz}.f16x2 p{|q}, a, b, {!}c  # PTX 4.2, sm_53
        setp.CmpOp.bf16 p, a, b  # PTX 7.8, sm_90
        setp.CmpOp.BoolOp.bf16 p, a, b, {!}c  # PTX 7.8, sm_90
        … (8 forms; see ptxpy isa setp)
    """

    def __call__(self: Setp[Returning], cmp_op: str, dtype: Any, pred_out: Any, a: Any, b: Any, *, pred_negate: Any = None) -> None: ...
    eq: Setp_25[M]
    equ: Setp_27[M]
    ge: Setp_29[M]
    geu: Setp_27[M]
    gt: Setp_29[M]
    gtu: Setp_27[M]
    hi: Setp_31[M]
    hs: Setp_31[M]
    le: Setp_29[M]
    leu: Setp_27[M]
    lo: Setp_31[M]
    ls: Setp_31[M]
    lt: Setp_29[M]
    ltu: Setp_27[M]
    nan: Setp_27[M]
    ne: Setp_25[M]
    neu: Setp_27[M]
    num: Setp_27[M]

class Shf_2(Instruction[M]):
    clamp: Shf_1[M]
    wrap: Shf_1[M]

class Shf_1(Instruction[M]):
    b32: Shf_0[M]

class Shf_0(Instruction[M]):
    @overload
    def __call__(self: Shf_0[Returning], a: B32, b: B32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Funnel shift: shift the 64 bits of two registers and keep 32 of them. (PTX ISA, 9.7.8.7)"""
    @overload
    def __call__(self: Shf_0[InFull], d: B32, a: B32, b: B32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Shf(Instruction[M]):
    """Funnel shift: shift the 64 bits of two registers and keep 32 of them. (PTX ISA, 9.7.8.7)

        shf.l.mode.b32 d, a, b, c  # PTX 3.1, sm_32
        shf.r.mode.b32 d, a, b, c  # PTX 3.1, sm_32
    """

    l: Shf_2[M]
    r: Shf_2[M]

class Shfl_3(Instruction[M]):
    b32: Shfl_2[M]

class Shfl_1(Instruction[M]):
    b32: Shfl_0[M]

class Shfl_2(Instruction[M]):
    @overload
    def __call__(self: Shfl_2[Returning], a: B32, b: B32, c: B32, membermask: I32, /, **options: Unpack[Options]) -> NumberOrParts:
        """Exchange a register with another thread of those of the warp that take part. (PTX ISA, 9.7.9.6)"""
    @overload
    def __call__(self: Shfl_2[InFull], d: Any, a: B32, b: B32, c: B32, membermask: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Shfl_0(Instruction[M]):
    @overload
    def __call__(self: Shfl_0[Returning], a: B32, b: B32, c: B32, /, **options: Unpack[Options]) -> NumberOrParts:
        """Exchange a register with another thread of the warp (deprecated: see shfl.sync). (PTX ISA, 9.7.9.5)"""
    @overload
    def __call__(self: Shfl_0[InFull], d: Any, a: B32, b: B32, c: B32, /, **options: Unpack[Options]) -> Emitted: ...

class ShflSync(Instruction[M]):
    """Exchange a register with another thread of those of the warp that take part. (PTX ISA, 9.7.9.6)

        shfl.sync.mode.b32 d{|p}, a, b, c, membermask  # PTX 6.0, sm_30
    """

    bfly: Shfl_3[M]
    down: Shfl_3[M]
    idx: Shfl_3[M]
    up: Shfl_3[M]

class ShflClamp:
    """Return the operand c of `shfl.sync`, with which segments of lanes shuffle apart.

    Args:
        width: Lanes of a segment: 1, 2, 4, 8, 16 or 32.
        up: Whether the mode is `.up`.
    """

    def __call__(self, width: int, *, up: bool = False) -> int: ...

class Shfl(Instruction[M]):
    """Exchange a register with another thread of the warp (deprecated: see shfl.sync). (PTX ISA, 9.7.9.5)

        shfl.mode.b32 d{|p}, a, b, c  # PTX 3.0, sm_30; until PTX 6.4, sm_70
    """

    bfly: Shfl_1[M]
    clamp: ShflClamp
    down: Shfl_1[M]
    idx: Shfl_1[M]
    sync: ShflSync[M]
    up: Shfl_1[M]

class Shl_0(Instruction[M]):
    @overload
    def __call__(self: Shl_0[Returning], a: B16, b: I32, /, **options: Unpack[Options]) -> Number16:
        """Shift left; amounts of the width and more give 0. (PTX ISA, 9.7.8.8)"""
    @overload
    def __call__(self: Shl_0[InFull], d: B16, a: B16, b: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Shl_1(Instruction[M]):
    @overload
    def __call__(self: Shl_1[Returning], a: B32, b: I32, /, **options: Unpack[Options]) -> Number32:
        """Shift left; amounts of the width and more give 0. (PTX ISA, 9.7.8.8)"""
    @overload
    def __call__(self: Shl_1[InFull], d: B32, a: B32, b: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Shl_2(Instruction[M]):
    @overload
    def __call__(self: Shl_2[Returning], a: B64, b: I32, /, **options: Unpack[Options]) -> Number64:
        """Shift left; amounts of the width and more give 0. (PTX ISA, 9.7.8.8)"""
    @overload
    def __call__(self: Shl_2[InFull], d: B64, a: B64, b: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Shl(Instruction[M]):
    """Emit `shl.b32 dst, a, b`, or `.b16` or `.b64`: of the size of `dtype`.

    Shift left; amounts of the width and more give 0. (PTX ISA, 9.7.8.8)

        shl.type d, a, b  # PTX 1.0
    """

    def __call__(self: Shl[Returning], dtype: Any, dst: Any, a: Any, b: Any, *, pred: Any = None) -> None: ...
    b16: Shl_0[M]
    b32: Shl_1[M]
    b64: Shl_2[M]

class Shr_0(Instruction[M]):
    @overload
    def __call__(self: Shr_0[Returning], a: B16, b: I32, /, **options: Unpack[Options]) -> Number16:
        """Shift right, with the sign filled in for signed types. (PTX ISA, 9.7.8.9)"""
    @overload
    def __call__(self: Shr_0[InFull], d: B16, a: B16, b: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Shr_1(Instruction[M]):
    @overload
    def __call__(self: Shr_1[Returning], a: B32, b: I32, /, **options: Unpack[Options]) -> Number32:
        """Shift right, with the sign filled in for signed types. (PTX ISA, 9.7.8.9)"""
    @overload
    def __call__(self: Shr_1[InFull], d: B32, a: B32, b: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Shr_2(Instruction[M]):
    @overload
    def __call__(self: Shr_2[Returning], a: B64, b: I32, /, **options: Unpack[Options]) -> Number64:
        """Shift right, with the sign filled in for signed types. (PTX ISA, 9.7.8.9)"""
    @overload
    def __call__(self: Shr_2[InFull], d: B64, a: B64, b: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Shr_3(Instruction[M]):
    @overload
    def __call__(self: Shr_3[Returning], a: I16, b: I32, /, **options: Unpack[Options]) -> Number16:
        """Shift right, with the sign filled in for signed types. (PTX ISA, 9.7.8.9)"""
    @overload
    def __call__(self: Shr_3[InFull], d: I16, a: I16, b: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Shr_4(Instruction[M]):
    @overload
    def __call__(self: Shr_4[Returning], a: I32, b: I32, /, **options: Unpack[Options]) -> Number32:
        """Shift right, with the sign filled in for signed types. (PTX ISA, 9.7.8.9)"""
    @overload
    def __call__(self: Shr_4[InFull], d: I32, a: I32, b: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Shr_5(Instruction[M]):
    @overload
    def __call__(self: Shr_5[Returning], a: I64, b: I32, /, **options: Unpack[Options]) -> Number64:
        """Shift right, with the sign filled in for signed types. (PTX ISA, 9.7.8.9)"""
    @overload
    def __call__(self: Shr_5[InFull], d: I64, a: I64, b: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Shr(Instruction[M]):
    """Emit `shr.dtype dst, a, b`: of signed integers the sign comes in, of others zeros.

    Shift right, with the sign filled in for signed types. (PTX ISA, 9.7.8.9)

        shr.type d, a, b  # PTX 1.0
    """

    def __call__(self: Shr[Returning], dtype: Any, dst: Any, a: Any, b: Any, *, pred: Any = None) -> None: ...
    b16: Shr_0[M]
    b32: Shr_1[M]
    b64: Shr_2[M]
    s16: Shr_3[M]
    s32: Shr_4[M]
    s64: Shr_5[M]
    u16: Shr_3[M]
    u32: Shr_4[M]
    u64: Shr_5[M]

class Sin_2(Instruction[M]):
    f32: Sin_0[M]
    ftz: Sin_1[M]

class Sin_0(Instruction[M]):
    @overload
    def __call__(self: Sin_0[Returning], a: F32, /, **options: Unpack[Options]) -> Number32:
        """Take the sine of an angle in radians. (PTX ISA, 9.7.3.18)"""
    @overload
    def __call__(self: Sin_0[InFull], d: F32, a: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Sin_1(Instruction[M]):
    f32: Sin_0[M]

class Sin(Instruction[M]):
    """Take the sine of an angle in radians. (PTX ISA, 9.7.3.18)

        sin.approx{.ftz}.f32 d, a  # PTX 1.4
        sin.f32 d, a  # PTX 1.0; until PTX 1.4
    """

    approx: Sin_2[M]
    f32: Sin_0[M]

class Slct_2(Instruction[M]):
    f32: Slct_0[M]
    s32: Slct_1[M]

class Slct_5(Instruction[M]):
    f32: Slct_3[M]
    s32: Slct_4[M]

class Slct_8(Instruction[M]):
    f32: Slct_6[M]
    s32: Slct_7[M]

class Slct_11(Instruction[M]):
    f32: Slct_9[M]
    s32: Slct_10[M]

class Slct_14(Instruction[M]):
    f32: Slct_12[M]
    s32: Slct_13[M]

class Slct_26(Instruction[M]):
    b16: Slct_15[M]
    b32: Slct_16[M]
    b64: Slct_17[M]
    f32: Slct_18[M]
    f64: Slct_19[M]
    s16: Slct_21[M]
    s32: Slct_23[M]
    s64: Slct_25[M]
    u16: Slct_21[M]
    u32: Slct_23[M]
    u64: Slct_25[M]

class Slct_28(Instruction[M]):
    f32: Slct_20[M]
    s32: Slct_27[M]

class Slct_30(Instruction[M]):
    f32: Slct_22[M]
    s32: Slct_29[M]

class Slct_32(Instruction[M]):
    f32: Slct_24[M]
    s32: Slct_31[M]

class Slct_0(Instruction[M]):
    @overload
    def __call__(self: Slct_0[Returning], a: B16, b: B16, c: F32, /, **options: Unpack[Options]) -> Number16:
        """Select the first value if a third is zero or more, else the second. (PTX ISA, 9.7.6.4)"""
    @overload
    def __call__(self: Slct_0[InFull], d: B16, a: B16, b: B16, c: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Slct_1(Instruction[M]):
    @overload
    def __call__(self: Slct_1[Returning], a: B16, b: B16, c: I32, /, **options: Unpack[Options]) -> Number16:
        """Select the first value if a third is zero or more, else the second. (PTX ISA, 9.7.6.4)"""
    @overload
    def __call__(self: Slct_1[InFull], d: B16, a: B16, b: B16, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Slct_3(Instruction[M]):
    @overload
    def __call__(self: Slct_3[Returning], a: B32, b: B32, c: F32, /, **options: Unpack[Options]) -> Number32:
        """Select the first value if a third is zero or more, else the second. (PTX ISA, 9.7.6.4)"""
    @overload
    def __call__(self: Slct_3[InFull], d: B32, a: B32, b: B32, c: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Slct_4(Instruction[M]):
    @overload
    def __call__(self: Slct_4[Returning], a: B32, b: B32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Select the first value if a third is zero or more, else the second. (PTX ISA, 9.7.6.4)"""
    @overload
    def __call__(self: Slct_4[InFull], d: B32, a: B32, b: B32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Slct_6(Instruction[M]):
    @overload
    def __call__(self: Slct_6[Returning], a: B64, b: B64, c: F32, /, **options: Unpack[Options]) -> Number64:
        """Select the first value if a third is zero or more, else the second. (PTX ISA, 9.7.6.4)"""
    @overload
    def __call__(self: Slct_6[InFull], d: B64, a: B64, b: B64, c: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Slct_7(Instruction[M]):
    @overload
    def __call__(self: Slct_7[Returning], a: B64, b: B64, c: I32, /, **options: Unpack[Options]) -> Number64:
        """Select the first value if a third is zero or more, else the second. (PTX ISA, 9.7.6.4)"""
    @overload
    def __call__(self: Slct_7[InFull], d: B64, a: B64, b: B64, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Slct_9(Instruction[M]):
    @overload
    def __call__(self: Slct_9[Returning], a: F32, b: F32, c: F32, /, **options: Unpack[Options]) -> Number32:
        """Select the first value if a third is zero or more, else the second. (PTX ISA, 9.7.6.4)"""
    @overload
    def __call__(self: Slct_9[InFull], d: F32, a: F32, b: F32, c: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Slct_10(Instruction[M]):
    @overload
    def __call__(self: Slct_10[Returning], a: F32, b: F32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Select the first value if a third is zero or more, else the second. (PTX ISA, 9.7.6.4)"""
    @overload
    def __call__(self: Slct_10[InFull], d: F32, a: F32, b: F32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Slct_12(Instruction[M]):
    @overload
    def __call__(self: Slct_12[Returning], a: F64, b: F64, c: F32, /, **options: Unpack[Options]) -> Number64:
        """Select the first value if a third is zero or more, else the second. (PTX ISA, 9.7.6.4)"""
    @overload
    def __call__(self: Slct_12[InFull], d: F64, a: F64, b: F64, c: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Slct_13(Instruction[M]):
    @overload
    def __call__(self: Slct_13[Returning], a: F64, b: F64, c: I32, /, **options: Unpack[Options]) -> Number64:
        """Select the first value if a third is zero or more, else the second. (PTX ISA, 9.7.6.4)"""
    @overload
    def __call__(self: Slct_13[InFull], d: F64, a: F64, b: F64, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Slct_15(Instruction[M]):
    f32: Slct_0[M]

class Slct_16(Instruction[M]):
    f32: Slct_3[M]

class Slct_17(Instruction[M]):
    f32: Slct_6[M]

class Slct_18(Instruction[M]):
    f32: Slct_9[M]

class Slct_19(Instruction[M]):
    f32: Slct_12[M]

class Slct_21(Instruction[M]):
    f32: Slct_20[M]

class Slct_23(Instruction[M]):
    f32: Slct_22[M]

class Slct_25(Instruction[M]):
    f32: Slct_24[M]

class Slct_20(Instruction[M]):
    @overload
    def __call__(self: Slct_20[Returning], a: I16, b: I16, c: F32, /, **options: Unpack[Options]) -> Number16:
        """Select the first value if a third is zero or more, else the second. (PTX ISA, 9.7.6.4)"""
    @overload
    def __call__(self: Slct_20[InFull], d: I16, a: I16, b: I16, c: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Slct_27(Instruction[M]):
    @overload
    def __call__(self: Slct_27[Returning], a: I16, b: I16, c: I32, /, **options: Unpack[Options]) -> Number16:
        """Select the first value if a third is zero or more, else the second. (PTX ISA, 9.7.6.4)"""
    @overload
    def __call__(self: Slct_27[InFull], d: I16, a: I16, b: I16, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Slct_22(Instruction[M]):
    @overload
    def __call__(self: Slct_22[Returning], a: I32, b: I32, c: F32, /, **options: Unpack[Options]) -> Number32:
        """Select the first value if a third is zero or more, else the second. (PTX ISA, 9.7.6.4)"""
    @overload
    def __call__(self: Slct_22[InFull], d: I32, a: I32, b: I32, c: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Slct_29(Instruction[M]):
    @overload
    def __call__(self: Slct_29[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Select the first value if a third is zero or more, else the second. (PTX ISA, 9.7.6.4)"""
    @overload
    def __call__(self: Slct_29[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Slct_24(Instruction[M]):
    @overload
    def __call__(self: Slct_24[Returning], a: I64, b: I64, c: F32, /, **options: Unpack[Options]) -> Number64:
        """Select the first value if a third is zero or more, else the second. (PTX ISA, 9.7.6.4)"""
    @overload
    def __call__(self: Slct_24[InFull], d: I64, a: I64, b: I64, c: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Slct_31(Instruction[M]):
    @overload
    def __call__(self: Slct_31[Returning], a: I64, b: I64, c: I32, /, **options: Unpack[Options]) -> Number64:
        """Select the first value if a third is zero or more, else the second. (PTX ISA, 9.7.6.4)"""
    @overload
    def __call__(self: Slct_31[InFull], d: I64, a: I64, b: I64, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Slct(Instruction[M]):
    """Select the first value if a third is zero or more, else the second. (PTX ISA, 9.7.6.4)

        slct.dtype.s32 d, a, b, c  # PTX 1.0
        slct{.ftz}.dtype.f32 d, a, b, c  # PTX 1.0
    """

    b16: Slct_2[M]
    b32: Slct_5[M]
    b64: Slct_8[M]
    f32: Slct_11[M]
    f64: Slct_14[M]
    ftz: Slct_26[M]
    s16: Slct_28[M]
    s32: Slct_30[M]
    s64: Slct_32[M]
    u16: Slct_28[M]
    u32: Slct_30[M]
    u64: Slct_32[M]

class Spcompress:
    """Keep two of every four elements, and say which (9.4). (PTX ISA, 9.7.9)

        spcompress.elemsize.idxsize.spfactor.num mdata, cdata, data, spdesc  # PTX 9.4, sm_107a
    """


class Spdecompress:
    """Put elements back where they were, with zeros between them (9.4). (PTX ISA, 9.7.9)

        spdecompress.elemsize.idxsize.spfactor.num data, mdata, cdata  # PTX 9.4, sm_107a
        spdecompress.elemsize.idxsize.spfactor.num data, mdata, cdata  # PTX 9.4, sm_107a
        spdecompress.elemsize.b4.spfactor.num data, mdata, cdata  # PTX 9.4, sm_107a
        spdecompress.elemsize.b4.spfactor.num data, mdata, cdata  # PTX 9.4, sm_107a
    """


class Sqrt_2(Instruction[M]):
    f32: Sqrt_0[M]
    ftz: Sqrt_1[M]

class Sqrt_0(Instruction[M]):
    @overload
    def __call__(self: Sqrt_0[Returning], a: F32, /, **options: Unpack[Options]) -> Number32:
        """Take the square root. (PTX ISA, 9.7.3.15)"""
    @overload
    def __call__(self: Sqrt_0[InFull], d: F32, a: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Sqrt_3(Instruction[M]):
    @overload
    def __call__(self: Sqrt_3[Returning], a: F64, /, **options: Unpack[Options]) -> Number64:
        """Take the square root. (PTX ISA, 9.7.3.15)"""
    @overload
    def __call__(self: Sqrt_3[InFull], d: F64, a: F64, /, **options: Unpack[Options]) -> Emitted: ...

class Sqrt_4(Instruction[M]):
    f32: Sqrt_0[M]
    f64: Sqrt_3[M]
    ftz: Sqrt_1[M]

class Sqrt_1(Instruction[M]):
    f32: Sqrt_0[M]

class Sqrt(Instruction[M]):
    """Take the square root. (PTX ISA, 9.7.3.15)

        sqrt.approx{.ftz}.f32 d, a  # PTX 1.4
        sqrt.rnd{.ftz}.f32 d, a  # PTX 1.4, sm_20
        sqrt.rnd.f64 d, a  # PTX 1.0
        sqrt.f32 d, a  # PTX 1.0; until PTX 1.4
        sqrt.f64 d, a  # PTX 1.0; until PTX 1.4
    """

    approx: Sqrt_2[M]
    f32: Sqrt_0[M]
    f64: Sqrt_3[M]
    rm: Sqrt_4[M]
    rn: Sqrt_4[M]
    rp: Sqrt_4[M]
    rz: Sqrt_4[M]

class St_52(Instruction[M]):
    def __call__(self, a: A, size: I32 | I64, initval: C, /, **options: Unpack[Options]) -> Emitted:
        """Fill shared memory with zeros. (PTX ISA, 9.7.9.13)"""

class St_53(Instruction[M]):
    def __call__(self, a: A, size: I32 | I64, initval: C, /, **options: Unpack[Options]) -> Emitted:
        """Fill shared memory with zeros. (PTX ISA, 9.7.9.13)"""
    shared__cta: St_52[M]

class St_20(Instruction[M]):
    def __call__(self, a: A, b: B16, /, **options: Unpack[Options]) -> Emitted:
        """Store to another CTA's shared memory, or to global memory, without waiting. (PTX ISA, 9.7.9.12)"""

class St_21(Instruction[M]):
    def __call__(self, a: A, b: B32, /, **options: Unpack[Options]) -> Emitted:
        """Store to another CTA's shared memory, or to global memory, without waiting. (PTX ISA, 9.7.9.12)"""

class St_22(Instruction[M]):
    def __call__(self, a: A, b: B64, /, **options: Unpack[Options]) -> Emitted:
        """Store to another CTA's shared memory, or to global memory, without waiting. (PTX ISA, 9.7.9.12)"""

class St_23(Instruction[M]):
    def __call__(self, a: A, b: N, /, **options: Unpack[Options]) -> Emitted:
        """Store to another CTA's shared memory, or to global memory, without waiting. (PTX ISA, 9.7.9.12)"""

class St_24(Instruction[M]):
    def __call__(self, a: A, b: F32, /, **options: Unpack[Options]) -> Emitted:
        """Store to another CTA's shared memory, or to global memory, without waiting. (PTX ISA, 9.7.9.12)"""

class St_25(Instruction[M]):
    def __call__(self, a: A, b: F64, /, **options: Unpack[Options]) -> Emitted:
        """Store to another CTA's shared memory, or to global memory, without waiting. (PTX ISA, 9.7.9.12)"""

class St_31(Instruction[M]):
    b16: St_20[M]
    b32: St_21[M]
    b64: St_22[M]
    b8: St_23[M]
    f32: St_24[M]
    f64: St_25[M]
    release: St_30[M]
    s16: St_26[M]
    s32: St_27[M]
    s64: St_28[M]
    s8: St_23[M]
    u16: St_26[M]
    u32: St_27[M]
    u64: St_28[M]
    u8: St_23[M]

class St_32(Instruction[M]):
    b16: St_20[M]
    b32: St_21[M]
    b64: St_22[M]
    b8: St_23[M]
    f32: St_24[M]
    f64: St_25[M]
    global_: St_29[M]
    s16: St_26[M]
    s32: St_27[M]
    s64: St_28[M]
    s8: St_23[M]
    u16: St_26[M]
    u32: St_27[M]
    u64: St_28[M]
    u8: St_23[M]

class St_43(Instruction[M]):
    b128: St_33[M]
    b32: St_34[M]
    b64: St_35[M]
    f32: St_36[M]
    f64: St_37[M]
    s32: St_38[M]
    s64: St_39[M]
    u32: St_38[M]
    u64: St_39[M]
    v2: St_41[M]
    v4: St_42[M]

class St_47(Instruction[M]):
    global_: St_45[M]
    release: St_46[M]

class St_48(Instruction[M]):
    gpu: St_32[M]
    sys: St_32[M]

class St_26(Instruction[M]):
    def __call__(self, a: A, b: I16, /, **options: Unpack[Options]) -> Emitted:
        """Store to another CTA's shared memory, or to global memory, without waiting. (PTX ISA, 9.7.9.12)"""

class St_27(Instruction[M]):
    def __call__(self, a: A, b: I32, /, **options: Unpack[Options]) -> Emitted:
        """Store to another CTA's shared memory, or to global memory, without waiting. (PTX ISA, 9.7.9.12)"""

class St_28(Instruction[M]):
    def __call__(self, a: A, b: I64, /, **options: Unpack[Options]) -> Emitted:
        """Store to another CTA's shared memory, or to global memory, without waiting. (PTX ISA, 9.7.9.12)"""

class St_49(Instruction[M]):
    mbarrier__complete_tx__bytes: St_43[M]

class St_50(Instruction[M]):
    b16: St_20[M]
    b32: St_21[M]
    b64: St_22[M]
    b8: St_23[M]
    f32: St_24[M]
    f64: St_25[M]
    global_: St_29[M]
    mbarrier__complete_tx__bytes: St_43[M]
    s16: St_26[M]
    s32: St_27[M]
    s64: St_28[M]
    s8: St_23[M]
    shared: St_49[M]
    shared__cluster: St_49[M]
    shared__cta: St_49[M]
    u16: St_26[M]
    u32: St_27[M]
    u64: St_28[M]
    u8: St_23[M]

class St_19(Instruction[M]):
    L2__cache_hint: St_7[M]
    L2__evict_first: St_13[M]
    L2__evict_last: St_13[M]
    L2__evict_normal: St_13[M]
    b128: St_14[M]
    b16: St_15[M]
    b32: St_16[M]
    b64: St_17[M]
    b8: St_15[M]
    f32: St_16[M]
    f64: St_17[M]
    s16: St_15[M]
    s32: St_16[M]
    s64: St_17[M]
    s8: St_15[M]
    u16: St_15[M]
    u32: St_16[M]
    u64: St_17[M]
    u8: St_15[M]
    v2: St_18[M]
    v4: St_18[M]
    v8: St_12[M]

class St_7(Instruction[M]):
    b128: St_0[M]
    b16: St_1[M]
    b32: St_2[M]
    b64: St_3[M]
    b8: St_1[M]
    f32: St_2[M]
    f64: St_3[M]
    s16: St_1[M]
    s32: St_2[M]
    s64: St_3[M]
    s8: St_1[M]
    u16: St_1[M]
    u32: St_2[M]
    u64: St_3[M]
    u8: St_1[M]
    v2: St_5[M]
    v4: St_5[M]
    v8: St_6[M]

class St_13(Instruction[M]):
    L2__cache_hint: St_9[M]
    v4: St_11[M]
    v8: St_12[M]

class St_14(Instruction[M]):
    def __call__(self, a: A, b: W128 | V, /, **options: Unpack[Options]) -> Emitted:
        """Store to memory. (PTX ISA, 9.7.9.11)"""

class St_15(Instruction[M]):
    def __call__(self, a: A, b: N | V, /, **options: Unpack[Options]) -> Emitted:
        """Store to memory. (PTX ISA, 9.7.9.11)"""

class St_16(Instruction[M]):
    def __call__(self, a: A, b: W32 | V, /, **options: Unpack[Options]) -> Emitted:
        """Store to memory. (PTX ISA, 9.7.9.11)"""

class St_17(Instruction[M]):
    def __call__(self, a: A, b: W64 | V, /, **options: Unpack[Options]) -> Emitted:
        """Store to memory. (PTX ISA, 9.7.9.11)"""

class St_57(Instruction[M]):
    L1__evict_first: St_19[M]
    L1__evict_last: St_19[M]
    L1__evict_normal: St_19[M]
    L1__evict_unchanged: St_19[M]
    L1__no_allocate: St_19[M]
    L2__cache_hint: St_7[M]
    L2__evict_first: St_13[M]
    L2__evict_last: St_13[M]
    L2__evict_normal: St_13[M]
    b128: St_14[M]
    b16: St_15[M]
    b32: St_16[M]
    b64: St_17[M]
    b8: St_15[M]
    cg: St_19[M]
    cs: St_19[M]
    f32: St_16[M]
    f64: St_17[M]
    relaxed: St_56[M]
    release: St_56[M]
    s16: St_15[M]
    s32: St_16[M]
    s64: St_17[M]
    s8: St_15[M]
    u16: St_15[M]
    u32: St_16[M]
    u64: St_17[M]
    u8: St_15[M]
    v2: St_18[M]
    v4: St_18[M]
    v8: St_12[M]
    wb: St_19[M]
    wt: St_19[M]

class St_60(Instruction[M]):
    b128: St_14[M]
    b16: St_15[M]
    b32: St_16[M]
    b64: St_17[M]
    b8: St_15[M]
    cg: St_59[M]
    cs: St_59[M]
    f32: St_16[M]
    f64: St_17[M]
    s16: St_15[M]
    s32: St_16[M]
    s64: St_17[M]
    s8: St_15[M]
    u16: St_15[M]
    u32: St_16[M]
    u64: St_17[M]
    u8: St_15[M]
    v2: St_18[M]
    v4: St_58[M]
    wb: St_59[M]
    wt: St_59[M]

class St_68(Instruction[M]):
    relaxed: St_67[M]
    release: St_67[M]

class St_70(Instruction[M]):
    cluster: St_69[M]
    cta: St_69[M]
    gpu: St_69[M]
    sys: St_69[M]

class St_72(Instruction[M]):
    b128: St_14[M]
    b16: St_15[M]
    b32: St_16[M]
    b64: St_17[M]
    b8: St_15[M]
    cg: St_59[M]
    cs: St_59[M]
    f32: St_16[M]
    f64: St_17[M]
    relaxed: St_71[M]
    release: St_71[M]
    s16: St_15[M]
    s32: St_16[M]
    s64: St_17[M]
    s8: St_15[M]
    u16: St_15[M]
    u32: St_16[M]
    u64: St_17[M]
    u8: St_15[M]
    v2: St_18[M]
    v4: St_58[M]
    wb: St_59[M]
    wt: St_59[M]

class St_18(Instruction[M]):
    b16: St_10[M]
    b32: St_10[M]
    b64: St_10[M]
    b8: St_10[M]
    f32: St_10[M]
    f64: St_10[M]
    s16: St_10[M]
    s32: St_10[M]
    s64: St_10[M]
    s8: St_10[M]
    u16: St_10[M]
    u32: St_10[M]
    u64: St_10[M]
    u8: St_10[M]

class St_12(Instruction[M]):
    b32: St_10[M]
    f32: St_10[M]
    s32: St_10[M]
    u32: St_10[M]

class St_75(Instruction[M]):
    L2__evict_first: St_73[M]
    L2__evict_last: St_73[M]
    L2__evict_normal: St_73[M]
    b128: St_14[M]
    b16: St_15[M]
    b32: St_16[M]
    b64: St_17[M]
    b8: St_15[M]
    f32: St_16[M]
    f64: St_17[M]
    global_: St_74[M]
    local: St_59[M]
    s16: St_15[M]
    s32: St_16[M]
    s64: St_17[M]
    s8: St_15[M]
    shared: St_59[M]
    shared__cluster: St_59[M]
    shared__cta: St_59[M]
    u16: St_15[M]
    u32: St_16[M]
    u64: St_17[M]
    u8: St_15[M]
    v2: St_18[M]
    v4: St_18[M]
    v8: St_12[M]

class St_77(Instruction[M]):
    L1__evict_first: St_19[M]
    L1__evict_last: St_19[M]
    L1__evict_normal: St_19[M]
    L1__evict_unchanged: St_19[M]
    L1__no_allocate: St_19[M]
    L2__cache_hint: St_7[M]
    L2__evict_first: St_13[M]
    L2__evict_last: St_13[M]
    L2__evict_normal: St_13[M]
    b128: St_14[M]
    b16: St_15[M]
    b32: St_16[M]
    b64: St_17[M]
    b8: St_15[M]
    cg: St_19[M]
    cs: St_19[M]
    f32: St_16[M]
    f64: St_17[M]
    global_: St_76[M]
    local: St_60[M]
    param: St_60[M]
    param__func: St_60[M]
    s16: St_15[M]
    s32: St_16[M]
    s64: St_17[M]
    s8: St_15[M]
    shared: St_60[M]
    shared__cluster: St_60[M]
    shared__cta: St_60[M]
    u16: St_15[M]
    u32: St_16[M]
    u64: St_17[M]
    u8: St_15[M]
    v2: St_18[M]
    v4: St_18[M]
    v8: St_12[M]
    wb: St_19[M]
    wt: St_19[M]

class St_30(Instruction[M]):
    gpu: St_29[M]
    sys: St_29[M]

class St_29(Instruction[M]):
    b16: St_20[M]
    b32: St_21[M]
    b64: St_22[M]
    b8: St_23[M]
    f32: St_24[M]
    f64: St_25[M]
    s16: St_26[M]
    s32: St_27[M]
    s64: St_28[M]
    s8: St_23[M]
    u16: St_26[M]
    u32: St_27[M]
    u64: St_28[M]
    u8: St_23[M]

class St_33(Instruction[M]):
    def __call__(self, a: A, b: B128 | V, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Store to another CTA's shared memory, or to global memory, without waiting. (PTX ISA, 9.7.9.12)"""

class St_34(Instruction[M]):
    def __call__(self, a: A, b: B32 | V, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Store to another CTA's shared memory, or to global memory, without waiting. (PTX ISA, 9.7.9.12)"""

class St_35(Instruction[M]):
    def __call__(self, a: A, b: B64 | V, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Store to another CTA's shared memory, or to global memory, without waiting. (PTX ISA, 9.7.9.12)"""

class St_36(Instruction[M]):
    def __call__(self, a: A, b: F32 | V, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Store to another CTA's shared memory, or to global memory, without waiting. (PTX ISA, 9.7.9.12)"""

class St_37(Instruction[M]):
    def __call__(self, a: A, b: F64 | V, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Store to another CTA's shared memory, or to global memory, without waiting. (PTX ISA, 9.7.9.12)"""

class St_38(Instruction[M]):
    def __call__(self, a: A, b: I32 | V, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Store to another CTA's shared memory, or to global memory, without waiting. (PTX ISA, 9.7.9.12)"""

class St_39(Instruction[M]):
    def __call__(self, a: A, b: I64 | V, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Store to another CTA's shared memory, or to global memory, without waiting. (PTX ISA, 9.7.9.12)"""

class St_41(Instruction[M]):
    b32: St_40[M]
    b64: St_40[M]
    f32: St_40[M]
    f64: St_40[M]
    s32: St_40[M]
    s64: St_40[M]
    u32: St_40[M]
    u64: St_40[M]

class St_42(Instruction[M]):
    b32: St_40[M]
    f32: St_40[M]
    s32: St_40[M]
    u32: St_40[M]

class St_45(Instruction[M]):
    release: St_44[M]

class St_46(Instruction[M]):
    sys: St_32[M]

class St_0(Instruction[M]):
    def __call__(self, a: A, b: W128 | V, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Store to memory. (PTX ISA, 9.7.9.11)"""

class St_1(Instruction[M]):
    def __call__(self, a: A, b: N | V, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Store to memory. (PTX ISA, 9.7.9.11)"""

class St_2(Instruction[M]):
    def __call__(self, a: A, b: W32 | V, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Store to memory. (PTX ISA, 9.7.9.11)"""

class St_3(Instruction[M]):
    def __call__(self, a: A, b: W64 | V, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Store to memory. (PTX ISA, 9.7.9.11)"""

class St_5(Instruction[M]):
    b16: St_4[M]
    b32: St_4[M]
    b64: St_4[M]
    b8: St_4[M]
    f32: St_4[M]
    f64: St_4[M]
    s16: St_4[M]
    s32: St_4[M]
    s64: St_4[M]
    s8: St_4[M]
    u16: St_4[M]
    u32: St_4[M]
    u64: St_4[M]
    u8: St_4[M]

class St_6(Instruction[M]):
    b32: St_4[M]
    f32: St_4[M]
    s32: St_4[M]
    u32: St_4[M]

class St_9(Instruction[M]):
    v4: St_8[M]
    v8: St_6[M]

class St_11(Instruction[M]):
    b64: St_10[M]
    f64: St_10[M]
    s64: St_10[M]
    u64: St_10[M]

class St_56(Instruction[M]):
    cluster: St_55[M]
    cta: St_55[M]
    gpu: St_55[M]
    sys: St_55[M]

class St_59(Instruction[M]):
    b128: St_14[M]
    b16: St_15[M]
    b32: St_16[M]
    b64: St_17[M]
    b8: St_15[M]
    f32: St_16[M]
    f64: St_17[M]
    s16: St_15[M]
    s32: St_16[M]
    s64: St_17[M]
    s8: St_15[M]
    u16: St_15[M]
    u32: St_16[M]
    u64: St_17[M]
    u8: St_15[M]
    v2: St_18[M]
    v4: St_58[M]

class St_58(Instruction[M]):
    b16: St_10[M]
    b32: St_10[M]
    b8: St_10[M]
    f32: St_10[M]
    s16: St_10[M]
    s32: St_10[M]
    s8: St_10[M]
    u16: St_10[M]
    u32: St_10[M]
    u8: St_10[M]

class St_67(Instruction[M]):
    sys: St_66[M]

class St_69(Instruction[M]):
    L1__evict_first: St_19[M]
    L1__evict_last: St_19[M]
    L1__evict_normal: St_19[M]
    L1__evict_unchanged: St_19[M]
    L1__no_allocate: St_19[M]
    L2__cache_hint: St_7[M]
    L2__evict_first: St_13[M]
    L2__evict_last: St_13[M]
    L2__evict_normal: St_13[M]
    b128: St_14[M]
    b16: St_15[M]
    b32: St_16[M]
    b64: St_17[M]
    b8: St_15[M]
    f32: St_16[M]
    f64: St_17[M]
    global_: St_55[M]
    s16: St_15[M]
    s32: St_16[M]
    s64: St_17[M]
    s8: St_15[M]
    shared: St_59[M]
    shared__cluster: St_59[M]
    shared__cta: St_59[M]
    u16: St_15[M]
    u32: St_16[M]
    u64: St_17[M]
    u8: St_15[M]
    v2: St_18[M]
    v4: St_18[M]
    v8: St_12[M]

class St_71(Instruction[M]):
    cluster: St_59[M]
    cta: St_59[M]
    gpu: St_59[M]
    sys: St_59[M]

class St_10(Instruction[M]):
    def __call__(self, a: A, b: V, /, **options: Unpack[Options]) -> Emitted:
        """Store to memory. (PTX ISA, 9.7.9.11)"""

class St_73(Instruction[M]):
    v4: St_11[M]
    v8: St_12[M]

class St_74(Instruction[M]):
    L2__evict_first: St_73[M]
    L2__evict_last: St_73[M]
    L2__evict_normal: St_73[M]
    b128: St_14[M]
    b16: St_15[M]
    b32: St_16[M]
    b64: St_17[M]
    b8: St_15[M]
    f32: St_16[M]
    f64: St_17[M]
    s16: St_15[M]
    s32: St_16[M]
    s64: St_17[M]
    s8: St_15[M]
    u16: St_15[M]
    u32: St_16[M]
    u64: St_17[M]
    u8: St_15[M]
    v2: St_18[M]
    v4: St_18[M]
    v8: St_12[M]

class St_76(Instruction[M]):
    L1__evict_first: St_19[M]
    L1__evict_last: St_19[M]
    L1__evict_normal: St_19[M]
    L1__evict_unchanged: St_19[M]
    L1__no_allocate: St_19[M]
    L2__cache_hint: St_7[M]
    L2__evict_first: St_13[M]
    L2__evict_last: St_13[M]
    L2__evict_normal: St_13[M]
    b128: St_14[M]
    b16: St_15[M]
    b32: St_16[M]
    b64: St_17[M]
    b8: St_15[M]
    cg: St_19[M]
    cs: St_19[M]
    f32: St_16[M]
    f64: St_17[M]
    s16: St_15[M]
    s32: St_16[M]
    s64: St_17[M]
    s8: St_15[M]
    u16: St_15[M]
    u32: St_16[M]
    u64: St_17[M]
    u8: St_15[M]
    v2: St_18[M]
    v4: St_18[M]
    v8: St_12[M]
    wb: St_19[M]
    wt: St_19[M]

class St_40(Instruction[M]):
    def __call__(self, a: A, b: V, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Store to another CTA's shared memory, or to global memory, without waiting. (PTX ISA, 9.7.9.12)"""

class St_44(Instruction[M]):
    sys: St_29[M]

class St_4(Instruction[M]):
    def __call__(self, a: A, b: V, cache_policy: I64, /, **options: Unpack[Options]) -> Emitted:
        """Store to memory. (PTX ISA, 9.7.9.11)"""

class St_8(Instruction[M]):
    b64: St_4[M]
    f64: St_4[M]
    s64: St_4[M]
    u64: St_4[M]

class St_55(Instruction[M]):
    L1__evict_first: St_19[M]
    L1__evict_last: St_19[M]
    L1__evict_normal: St_19[M]
    L1__evict_unchanged: St_19[M]
    L1__no_allocate: St_19[M]
    L2__cache_hint: St_7[M]
    L2__evict_first: St_13[M]
    L2__evict_last: St_13[M]
    L2__evict_normal: St_13[M]
    b128: St_14[M]
    b16: St_15[M]
    b32: St_16[M]
    b64: St_17[M]
    b8: St_15[M]
    f32: St_16[M]
    f64: St_17[M]
    s16: St_15[M]
    s32: St_16[M]
    s64: St_17[M]
    s8: St_15[M]
    u16: St_15[M]
    u32: St_16[M]
    u64: St_17[M]
    u8: St_15[M]
    v2: St_18[M]
    v4: St_18[M]
    v8: St_12[M]

class St_66(Instruction[M]):
    b128: St_61[M]
    b16: St_62[M]
    b32: St_63[M]
    b64: St_64[M]
    b8: St_62[M]
    f32: St_63[M]
    f64: St_64[M]
    global_: St_65[M]
    s16: St_62[M]
    s32: St_63[M]
    s64: St_64[M]
    s8: St_62[M]
    u16: St_62[M]
    u32: St_63[M]
    u64: St_64[M]
    u8: St_62[M]

class St_61(Instruction[M]):
    def __call__(self, a: A, b: W128, /, **options: Unpack[Options]) -> Emitted:
        """Store to memory. (PTX ISA, 9.7.9.11)"""

class St_62(Instruction[M]):
    def __call__(self, a: A, b: N, /, **options: Unpack[Options]) -> Emitted:
        """Store to memory. (PTX ISA, 9.7.9.11)"""

class St_63(Instruction[M]):
    def __call__(self, a: A, b: W32, /, **options: Unpack[Options]) -> Emitted:
        """Store to memory. (PTX ISA, 9.7.9.11)"""

class St_64(Instruction[M]):
    def __call__(self, a: A, b: W64, /, **options: Unpack[Options]) -> Emitted:
        """Store to memory. (PTX ISA, 9.7.9.11)"""

class St_65(Instruction[M]):
    b128: St_61[M]
    b16: St_62[M]
    b32: St_63[M]
    b64: St_64[M]
    b8: St_62[M]
    f32: St_63[M]
    f64: St_64[M]
    s16: St_62[M]
    s32: St_63[M]
    s64: St_64[M]
    s8: St_62[M]
    u16: St_62[M]
    u32: St_63[M]
    u64: St_64[M]
    u8: St_62[M]

class StBulk(Instruction[M]):
    """Fill shared memory with zeros. (PTX ISA, 9.7.9.13)

        st.bulk{.weak}{.shared::cta} [a], size, initval  # PTX 8.6, sm_100
        st.bulk{.weak}{.shared::cta} [a], size, initval  # PTX 9.0, sm_100
    """

    def __call__(self, a: A, size: I32 | I64, initval: C, /, **options: Unpack[Options]) -> Emitted:
        """Fill shared memory with zeros. (PTX ISA, 9.7.9.13)"""
    shared__cta: St_52[M]
    weak: St_53[M]

class StAsync(Instruction[M]):
    """Store to another CTA's shared memory, or to global memory, without waiting. (PTX ISA, 9.7.9.12)

        st.async{.weak}{.ss}.completion_mechanism{.vec}.type [a], b, [mbar]  # PTX 8.1, sm_90
        st.async{.mmio}.release.scope{.ss}.type [a], b  # PTX 8.7, sm_100
        st.async{.weak}{.ss}.type [a], b  # PTX 8.1, sm_90
        st.async.scope{.ss}.type [a], b  # PTX 8.1, sm_100
    """

    b16: St_20[M]
    b32: St_21[M]
    b64: St_22[M]
    b8: St_23[M]
    f32: St_24[M]
    f64: St_25[M]
    global_: St_31[M]
    gpu: St_32[M]
    mbarrier__complete_tx__bytes: St_43[M]
    mmio: St_47[M]
    release: St_48[M]
    s16: St_26[M]
    s32: St_27[M]
    s64: St_28[M]
    s8: St_23[M]
    shared: St_49[M]
    shared__cluster: St_49[M]
    shared__cta: St_49[M]
    sys: St_32[M]
    u16: St_26[M]
    u32: St_27[M]
    u64: St_28[M]
    u8: St_23[M]
    weak: St_50[M]

class St(Instruction[M]):
    """Emit `st.space.cache.dtype [addr], src`; arguments are those of `ld`.

    Store to memory. (PTX ISA, 9.7.9.11)

        st{.weak}{.ss}{.cop}{.level2::eviction_priority}{.level::cache_hint}{.vec}.type [a], b{, cache-policy}  # PTX 1.0
        st{.weak}{.ss}{.level1::eviction_priority}{.level2::eviction_priority}{.level::cache_hint} {.vec}.type [a], b{, cache-policy}  # PTX 1.0
        st.volatile{.ss}{.level2::eviction_priority}{.vec}.type [a], b  # PTX 1.0
        st.relaxed.scope{.ss}{.level1::eviction_priority}{.level2::eviction_priority}{.level::cache_hint} {.vec}.type [a], b{, cache-policy}  # PTX 1.0
        st.release.scope{.ss}{.level1::eviction_priority}{.level2::eviction_priority}{.level::cache_hint} {.vec}.type [a], b{, cache-policy}  # PTX 1.0
        st.mmio.sem.sys{.global}.type [a], b  # PTX 8.2, sm_70
    """

    def __call__(self: St[Returning], dtype: Any, addr: Any, src: Any, *, space: str = 'global', cache: str | None = None, pred: Any = None) -> None: ...
    L1__evict_first: St_19[M]
    L1__evict_last: St_19[M]
    L1__evict_normal: St_19[M]
    L1__evict_unchanged: St_19[M]
    L1__no_allocate: St_19[M]
    L2__cache_hint: St_7[M]
    L2__evict_first: St_13[M]
    L2__evict_last: St_13[M]
    L2__evict_normal: St_13[M]
    async_: StAsync[M]
    b128: St_14[M]
    b16: St_15[M]
    b32: St_16[M]
    b64: St_17[M]
    b8: St_15[M]
    bulk: StBulk[M]
    cg: St_19[M]
    cs: St_19[M]
    f32: St_16[M]
    f64: St_17[M]
    global_: St_57[M]
    local: St_60[M]
    mmio: St_68[M]
    param: St_60[M]
    param__func: St_60[M]
    relaxed: St_70[M]
    release: St_70[M]
    s16: St_15[M]
    s32: St_16[M]
    s64: St_17[M]
    s8: St_15[M]
    shared: St_72[M]
    shared__cluster: St_72[M]
    shared__cta: St_72[M]
    u16: St_15[M]
    u32: St_16[M]
    u64: St_17[M]
    u8: St_15[M]
    v2: St_18[M]
    v4: St_18[M]
    v8: St_12[M]
    volatile: St_75[M]
    wb: St_19[M]
    weak: St_77[M]
    wt: St_19[M]

class Stackrestore_0(Instruction[M]):
    def __call__(self, a: I32, /, **options: Unpack[Options]) -> Emitted:
        """Set the stack pointer from a register. (PTX ISA, 9.7.17.2)"""

class Stackrestore_1(Instruction[M]):
    def __call__(self, a: I64, /, **options: Unpack[Options]) -> Emitted:
        """Set the stack pointer from a register. (PTX ISA, 9.7.17.2)"""

class Stackrestore(Instruction[M]):
    """Set the stack pointer from a register. (PTX ISA, 9.7.17.2)

        stackrestore.type a  # PTX 7.3, sm_52
    """

    u32: Stackrestore_0[M]
    u64: Stackrestore_1[M]

class Stacksave_0(Instruction[M]):
    @overload
    def __call__(self: Stacksave_0[Returning], **options: Unpack[Options]) -> Number32:
        """Copy the stack pointer to a register. (PTX ISA, 9.7.17.1)"""
    @overload
    def __call__(self: Stacksave_0[InFull], d: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Stacksave_1(Instruction[M]):
    @overload
    def __call__(self: Stacksave_1[Returning], **options: Unpack[Options]) -> Number64:
        """Copy the stack pointer to a register. (PTX ISA, 9.7.17.1)"""
    @overload
    def __call__(self: Stacksave_1[InFull], d: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Stacksave(Instruction[M]):
    """Copy the stack pointer to a register. (PTX ISA, 9.7.17.1)

        stacksave.type d  # PTX 7.3, sm_52
    """

    u32: Stacksave_0[M]
    u64: Stacksave_1[M]

class Stmatrix_12(Instruction[M]):
    aligned: Stmatrix_11[M]

class Stmatrix_11(Instruction[M]):
    m16n8: Stmatrix_4[M]
    m8n8: Stmatrix_8[M]
    x1: Stmatrix_10[M]
    x2: Stmatrix_10[M]
    x4: Stmatrix_10[M]

class Stmatrix_4(Instruction[M]):
    x1: Stmatrix_3[M]
    x2: Stmatrix_3[M]
    x4: Stmatrix_3[M]

class Stmatrix_8(Instruction[M]):
    x1: Stmatrix_7[M]
    x2: Stmatrix_7[M]
    x4: Stmatrix_7[M]

class Stmatrix_10(Instruction[M]):
    m16n8: Stmatrix_3[M]
    m8n8: Stmatrix_7[M]
    trans: Stmatrix_9[M]

class Stmatrix_3(Instruction[M]):
    trans: Stmatrix_2[M]

class Stmatrix_7(Instruction[M]):
    b16: Stmatrix_0[M]
    shared: Stmatrix_5[M]
    shared__cta: Stmatrix_5[M]
    trans: Stmatrix_6[M]

class Stmatrix_9(Instruction[M]):
    m16n8: Stmatrix_2[M]
    m8n8: Stmatrix_6[M]

class Stmatrix_2(Instruction[M]):
    b8: Stmatrix_0[M]
    shared: Stmatrix_1[M]
    shared__cta: Stmatrix_1[M]

class Stmatrix_0(Instruction[M]):
    def __call__(self, p: A, r: V, /, **options: Unpack[Options]) -> Emitted:
        """Store fragments of mma as matrices in shared memory. (PTX ISA, 9.7.14.5.16)"""

class Stmatrix_5(Instruction[M]):
    b16: Stmatrix_0[M]

class Stmatrix_6(Instruction[M]):
    b16: Stmatrix_0[M]
    shared: Stmatrix_5[M]
    shared__cta: Stmatrix_5[M]

class Stmatrix_1(Instruction[M]):
    b8: Stmatrix_0[M]

class Stmatrix(Instruction[M]):
    """Store matrices of a warp: `stmatrix.sync.aligned.m8n8.x4{.trans}.shared.b16 [smem], {…}`.

    Lane 8 * i + r gives the address of row r of matrix i, a multiple of 16 (PTX ISA 9.7.14.5.16).

    Args:
        smem: An address in shared memory: a register, `[register, offset]`, an array.
        regs: One register of 32 bits for each matrix.
        layout: `"x1"`, `"x2"` or `"x4"`, with `trans` after if wanted: `"x4.trans"`.
        trans: Whether each matrix is transposed.
        shape: `"m8n8"` of b16, or on sm_100a `"m16n8"` of b8, which is always transposed.
        pred: A guard.

    Store fragments of mma as matrices in shared memory. (PTX ISA, 9.7.14.5.16)

        stmatrix.sync.aligned.m8n8.num{.trans}{.ss}.b16 [p], r  # PTX 7.8, sm_90
        stmatrix.sync.aligned.m16n8.num.trans{.ss}.b8 [p], r  # PTX 8.6, sm_100f or sm_110f or sm_120f
    """

    def __call__(self: Stmatrix[Returning], *, smem: Any, regs: Any, layout: str = 'x4', trans: bool = False, shape: str = 'm8n8', pred: Any = None) -> None: ...
    sync: Stmatrix_12[M]

class Sub_0(Instruction[M]):
    @overload
    def __call__(self: Sub_0[Returning], a: F16, b: F16, /, **options: Unpack[Options]) -> Number16:
        """Subtract the second half or bfloat16 from the first, or so for two pairs. (PTX ISA, 9.7.4.2)"""
    @overload
    def __call__(self: Sub_0[InFull], d: F16, a: F16, b: F16, /, **options: Unpack[Options]) -> Emitted: ...

class Sub_1(Instruction[M]):
    @overload
    def __call__(self: Sub_1[Returning], a: E32, b: E32, /, **options: Unpack[Options]) -> Number32:
        """Subtract the second half or bfloat16 from the first, or so for two pairs. (PTX ISA, 9.7.4.2)"""
    @overload
    def __call__(self: Sub_1[InFull], d: E32, a: E32, b: E32, /, **options: Unpack[Options]) -> Emitted: ...

class Sub_4(Instruction[M]):
    s32: Sub_2[M]
    s64: Sub_3[M]
    u32: Sub_2[M]
    u64: Sub_3[M]

class Sub_7(Instruction[M]):
    e2m1x4: Sub_5[M]
    e4m3x4: Sub_6[M]
    e5m2x4: Sub_6[M]

class Sub_9(Instruction[M]):
    @overload
    def __call__(self: Sub_9[Returning], a: F32, b: F32, /, **options: Unpack[Options]) -> Number32:
        """Subtract the second number from the first, or so for two pairs of them. (PTX ISA, 9.7.3.4)"""
    @overload
    def __call__(self: Sub_9[InFull], d: F32, a: F32, b: F32, /, **options: Unpack[Options]) -> Emitted: ...
    bf16: Sub_8[M]
    f16: Sub_8[M]

class Sub_10(Instruction[M]):
    @overload
    def __call__(self: Sub_10[Returning], a: E64, b: E64, /, **options: Unpack[Options]) -> Number64:
        """Subtract the second number from the first, or so for two pairs of them. (PTX ISA, 9.7.3.4)"""
    @overload
    def __call__(self: Sub_10[InFull], d: E64, a: E64, b: E64, /, **options: Unpack[Options]) -> Emitted: ...

class Sub_11(Instruction[M]):
    @overload
    def __call__(self: Sub_11[Returning], a: F64, b: F64, /, **options: Unpack[Options]) -> Number64:
        """Subtract the second number from the first, or so for two pairs of them. (PTX ISA, 9.7.3.4)"""
    @overload
    def __call__(self: Sub_11[InFull], d: F64, a: F64, b: F64, /, **options: Unpack[Options]) -> Emitted: ...

class Sub_14(Instruction[M]):
    f16: Sub_0[M]
    f16x2: Sub_1[M]
    f32: Sub_12[M]
    f32x2: Sub_10[M]
    sat: Sub_13[M]

class Sub_18(Instruction[M]):
    f32: Sub_9[M]
    f32x2: Sub_10[M]
    f64: Sub_11[M]
    ftz: Sub_16[M]
    sat: Sub_17[M]

class Sub_21(Instruction[M]):
    bf16: Sub_0[M]
    bf16x2: Sub_1[M]
    e4m3x4: Sub_7[M]
    e5m2x4: Sub_7[M]
    f16: Sub_0[M]
    f16x2: Sub_1[M]
    f32: Sub_9[M]
    f32x2: Sub_10[M]
    f64: Sub_11[M]
    ftz: Sub_14[M]
    sat: Sub_19[M]
    satfinite: Sub_20[M]

class Sub_22(Instruction[M]):
    @overload
    def __call__(self: Sub_22[Returning], a: I16, b: I16, /, **options: Unpack[Options]) -> Number16:
        """Subtract an integer from another. (PTX ISA, 9.7.1.2)"""
    @overload
    def __call__(self: Sub_22[InFull], d: I16, a: I16, b: I16, /, **options: Unpack[Options]) -> Emitted: ...

class Sub_23(Instruction[M]):
    @overload
    def __call__(self: Sub_23[Returning], a: I32, b: I32, /, **options: Unpack[Options]) -> Number32:
        """Subtract an integer from another. (PTX ISA, 9.7.1.2)"""
    @overload
    def __call__(self: Sub_23[InFull], d: I32, a: I32, b: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Sub_24(Instruction[M]):
    @overload
    def __call__(self: Sub_24[Returning], a: I64, b: I64, /, **options: Unpack[Options]) -> Number64:
        """Subtract an integer from another. (PTX ISA, 9.7.1.2)"""
    @overload
    def __call__(self: Sub_24[InFull], d: I64, a: I64, b: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Sub_25(Instruction[M]):
    @overload
    def __call__(self: Sub_25[Returning], a: E32, b: E32, /, **options: Unpack[Options]) -> Number32:
        """Subtract an integer from another. (PTX ISA, 9.7.1.2)"""
    @overload
    def __call__(self: Sub_25[InFull], d: E32, a: E32, b: E32, /, **options: Unpack[Options]) -> Emitted: ...

class Sub_26(Instruction[M]):
    f16: Sub_0[M]
    f16x2: Sub_1[M]
    f32: Sub_9[M]
    s32: Sub_23[M]
    s8x4: Sub_25[M]
    u8x4: Sub_25[M]

class Sub_20(Instruction[M]):
    e4m3x4: Sub_7[M]
    e5m2x4: Sub_7[M]

class Sub_2(Instruction[M]):
    @overload
    def __call__(self: Sub_2[Returning], a: I32, b: I32, /, **options: Unpack[Options]) -> Number32:
        """Subtract an integer from another and keep the borrow. (PTX ISA, 9.7.2.3)"""
    @overload
    def __call__(self: Sub_2[InFull], d: I32, a: I32, b: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Sub_3(Instruction[M]):
    @overload
    def __call__(self: Sub_3[Returning], a: I64, b: I64, /, **options: Unpack[Options]) -> Number64:
        """Subtract an integer from another and keep the borrow. (PTX ISA, 9.7.2.3)"""
    @overload
    def __call__(self: Sub_3[InFull], d: I64, a: I64, b: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Sub_5(Instruction[M]):
    @overload
    def __call__(self: Sub_5[Returning], a: E16, c: E32, /, **options: Unpack[Options]) -> Number32:
        """Widen the first number to the type of the second and subtract the second. (PTX ISA, 9.7.5.2)"""
    @overload
    def __call__(self: Sub_5[InFull], d: E32, a: E16, c: E32, /, **options: Unpack[Options]) -> Emitted: ...

class Sub_6(Instruction[M]):
    @overload
    def __call__(self: Sub_6[Returning], a: E32, c: E32, /, **options: Unpack[Options]) -> Number32:
        """Widen the first number to the type of the second and subtract the second. (PTX ISA, 9.7.5.2)"""
    @overload
    def __call__(self: Sub_6[InFull], d: E32, a: E32, c: E32, /, **options: Unpack[Options]) -> Emitted: ...

class Sub_8(Instruction[M]):
    @overload
    def __call__(self: Sub_8[Returning], a: F16, c: F32, /, **options: Unpack[Options]) -> Number32:
        """Widen the first number to the type of the second and subtract the second. (PTX ISA, 9.7.5.2)"""
    @overload
    def __call__(self: Sub_8[InFull], d: F32, a: F16, c: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Sub_12(Instruction[M]):
    @overload
    def __call__(self: Sub_12[Returning], a: F32, b: F32, /, **options: Unpack[Options]) -> Number32:
        """Subtract the second number from the first, or so for two pairs of them. (PTX ISA, 9.7.3.4)"""
    @overload
    def __call__(self: Sub_12[InFull], d: F32, a: F32, b: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Sub_13(Instruction[M]):
    f16: Sub_0[M]
    f16x2: Sub_1[M]
    f32: Sub_12[M]

class Sub_16(Instruction[M]):
    f32: Sub_12[M]
    f32x2: Sub_10[M]
    sat: Sub_15[M]

class Sub_17(Instruction[M]):
    f32: Sub_9[M]

class Sub_19(Instruction[M]):
    f16: Sub_0[M]
    f16x2: Sub_1[M]
    f32: Sub_9[M]

class Sub_15(Instruction[M]):
    f32: Sub_12[M]

class Sub(Instruction[M]):
    """Emit `sub.dtype dst, a, b`; of untyped bits `sub.s32` and so on.

    Subtract the second number from the first, or so for two pairs of them. (PTX ISA, 9.7.3.4)

        sub{.rnd}{.ftz}{.sat}.f32 d, a, b  # PTX 1.0
        sub{.rnd}{.ftz}.f32x2 d, a, b  # PTX 8.6, sm_100
        sub{.rnd}.f64 d, a, b  # PTX 1.0

    Subtract the second half or bfloat16 from the first, or so for two pairs. (PTX ISA, 9.7.4.2)

        sub{.rnd}{.ftz}{.sat}.f16 d, a, b  # PTX 4.2, sm_53
        sub{.rnd}{.ftz}{.sat}.f16x2 d, a, b  # PTX 4.2, sm_53
        sub{.rnd}.bf16 d, a, b  # PTX 7.8, sm_90
        sub{.rnd}.bf16x2 d, a, b  # PTX 7.8, sm_90

    Widen the first number to the type of the second and subtract the second. (PTX ISA, 9.7.5.2)

        sub{.rnd}{.sat}.f32.atype d, a, c  # PTX 8.6, sm_100
        sub{.rnd}{.satfinite}.type.atype d, a, c  # PTX 9.4, sm_100a or sm_103a

    Subtract an integer from another. (PTX ISA, 9.7.1.2)

        sub.type d, a, b  # PTX 1.0
        sub{.sat}.s32 d, a, b  # PTX 1.0
        sub{.sat}.type d, a, b  # PTX 9.2, sm_107f or sm_120f

    Subtract an integer from another and keep the borrow. (PTX ISA, 9.7.2.3)

        sub.cc.type d, a, b  # PTX 1.3
        sub.cc.type d, a, b  # PTX 4.3, sm_20
    """

    def __call__(self: Sub[Returning], dtype: Any, dst: Any, a: Any, b: Any, *, pred: Any = None) -> None: ...
    bf16: Sub_0[M]
    bf16x2: Sub_1[M]
    cc: Sub_4[M]
    e4m3x4: Sub_7[M]
    e5m2x4: Sub_7[M]
    f16: Sub_0[M]
    f16x2: Sub_1[M]
    f32: Sub_9[M]
    f32x2: Sub_10[M]
    f64: Sub_11[M]
    ftz: Sub_14[M]
    rm: Sub_18[M]
    rn: Sub_21[M]
    rp: Sub_18[M]
    rz: Sub_18[M]
    s16: Sub_22[M]
    s32: Sub_23[M]
    s64: Sub_24[M]
    s8x4: Sub_25[M]
    sat: Sub_26[M]
    satfinite: Sub_20[M]
    u16: Sub_22[M]
    u32: Sub_23[M]
    u64: Sub_24[M]
    u8x4: Sub_25[M]

class Subc_2(Instruction[M]):
    s32: Subc_0[M]
    s64: Subc_1[M]
    u32: Subc_0[M]
    u64: Subc_1[M]

class Subc_3(Instruction[M]):
    @overload
    def __call__(self: Subc_3[Returning], a: I16, b: I16, /, **options: Unpack[Options]) -> Number16:
        """Subtract an integer and the borrow from another, and keep the new borrow if told. (PTX ISA, 9.7.2.4)"""
    @overload
    def __call__(self: Subc_3[InFull], d: I16, a: I16, b: I16, /, **options: Unpack[Options]) -> Emitted: ...

class Subc_0(Instruction[M]):
    @overload
    def __call__(self: Subc_0[Returning], a: I32, b: I32, /, **options: Unpack[Options]) -> Number32:
        """Subtract an integer and the borrow from another, and keep the new borrow if told. (PTX ISA, 9.7.2.4)"""
    @overload
    def __call__(self: Subc_0[InFull], d: I32, a: I32, b: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Subc_1(Instruction[M]):
    @overload
    def __call__(self: Subc_1[Returning], a: I64, b: I64, /, **options: Unpack[Options]) -> Number64:
        """Subtract an integer and the borrow from another, and keep the new borrow if told. (PTX ISA, 9.7.2.4)"""
    @overload
    def __call__(self: Subc_1[InFull], d: I64, a: I64, b: I64, /, **options: Unpack[Options]) -> Emitted: ...

class Subc_4(Instruction[M]):
    s32: Subc_0[M]

class Subc(Instruction[M]):
    """Subtract an integer and the borrow from another, and keep the new borrow if told. (PTX ISA, 9.7.2.4)

        subc{.cc}.type d, a, b  # PTX 1.3
        subc.type d, a, b  # PTX 1.3
        subc.sat.s32 d, a, b  # PTX 1.3
    """

    cc: Subc_2[M]
    s16: Subc_3[M]
    s32: Subc_0[M]
    s64: Subc_1[M]
    sat: Subc_4[M]
    u16: Subc_3[M]
    u32: Subc_0[M]
    u64: Subc_1[M]

class Suld_12(Instruction[M]):
    _1d: Suld_11[M]
    _2d: Suld_11[M]
    _3d: Suld_11[M]
    a1d: Suld_11[M]
    a2d: Suld_11[M]

class Suld_11(Instruction[M]):
    b16: Suld_1[M]
    b32: Suld_3[M]
    b64: Suld_5[M]
    b8: Suld_1[M]
    ca: Suld_10[M]
    cg: Suld_10[M]
    cs: Suld_10[M]
    cv: Suld_10[M]
    v2: Suld_8[M]
    v4: Suld_9[M]

class Suld_1(Instruction[M]):
    clamp: Suld_0[M]
    trap: Suld_0[M]
    zero: Suld_0[M]

class Suld_3(Instruction[M]):
    clamp: Suld_2[M]
    trap: Suld_2[M]
    zero: Suld_2[M]

class Suld_5(Instruction[M]):
    clamp: Suld_4[M]
    trap: Suld_4[M]
    zero: Suld_4[M]

class Suld_10(Instruction[M]):
    b16: Suld_1[M]
    b32: Suld_3[M]
    b64: Suld_5[M]
    b8: Suld_1[M]
    v2: Suld_8[M]
    v4: Suld_9[M]

class Suld_8(Instruction[M]):
    b16: Suld_7[M]
    b32: Suld_7[M]
    b64: Suld_7[M]
    b8: Suld_7[M]

class Suld_9(Instruction[M]):
    b16: Suld_7[M]
    b32: Suld_7[M]
    b8: Suld_7[M]

class Suld_0(Instruction[M]):
    @overload
    def __call__(self: Suld_0[Returning], a: A, /, **options: Unpack[Options]) -> NumberOrParts:
        """Load from a surface. (PTX ISA, 9.7.11.1)"""
    @overload
    def __call__(self: Suld_0[InFull], d: N | V, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Suld_2(Instruction[M]):
    @overload
    def __call__(self: Suld_2[Returning], a: A, /, **options: Unpack[Options]) -> NumberOrParts:
        """Load from a surface. (PTX ISA, 9.7.11.1)"""
    @overload
    def __call__(self: Suld_2[InFull], d: W32 | V, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Suld_4(Instruction[M]):
    @overload
    def __call__(self: Suld_4[Returning], a: A, /, **options: Unpack[Options]) -> NumberOrParts:
        """Load from a surface. (PTX ISA, 9.7.11.1)"""
    @overload
    def __call__(self: Suld_4[InFull], d: W64 | V, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Suld_7(Instruction[M]):
    clamp: Suld_6[M]
    trap: Suld_6[M]
    zero: Suld_6[M]

class Suld_6(Instruction[M]):
    @overload
    def __call__(self: Suld_6[Returning], a: A, /, **options: Unpack[Options]) -> Vector:
        """Load from a surface. (PTX ISA, 9.7.11.1)"""
    @overload
    def __call__(self: Suld_6[InFull], d: V, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Suld(Instruction[M]):
    """Load from a surface. (PTX ISA, 9.7.11.1)

        suld.b.geom{.cop}{.vec}.dtype.clamp d, [var-a, b]  # PTX 1.5
        suld.b.geom{.cop}{.vec}.dtype.clamp d, [a, b]  # PTX 1.5
    """

    b: Suld_12[M]

class Suq_1(Instruction[M]):
    b32: Suq_0[M]

class Suq_0(Instruction[M]):
    @overload
    def __call__(self: Suq_0[Returning], a: A, /, **options: Unpack[Options]) -> Number32:
        """Query an attribute of a surface. (PTX ISA, 9.7.11.4)"""
    @overload
    def __call__(self: Suq_0[InFull], d: B32, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Suq(Instruction[M]):
    """Query an attribute of a surface. (PTX ISA, 9.7.11.4)

        suq.query.b32 d, [var-a]  # PTX 1.5
        suq.query.b32 d, [a]  # PTX 1.5
    """

    array_size: Suq_1[M]
    channel_data_type: Suq_1[M]
    channel_order: Suq_1[M]
    depth: Suq_1[M]
    height: Suq_1[M]
    memory_layout: Suq_1[M]
    width: Suq_1[M]

class Sured_10(Instruction[M]):
    add: Sured_5[M]
    and_: Sured_7[M]
    max: Sured_9[M]
    min: Sured_9[M]
    or_: Sured_7[M]

class Sured_13(Instruction[M]):
    add: Sured_7[M]
    and_: Sured_7[M]
    max: Sured_12[M]
    min: Sured_12[M]
    or_: Sured_7[M]

class Sured_5(Instruction[M]):
    _1d: Sured_4[M]
    _2d: Sured_4[M]
    _3d: Sured_4[M]

class Sured_7(Instruction[M]):
    _1d: Sured_6[M]
    _2d: Sured_6[M]
    _3d: Sured_6[M]

class Sured_9(Instruction[M]):
    _1d: Sured_8[M]
    _2d: Sured_8[M]
    _3d: Sured_8[M]

class Sured_12(Instruction[M]):
    _1d: Sured_11[M]
    _2d: Sured_11[M]
    _3d: Sured_11[M]

class Sured_4(Instruction[M]):
    s32: Sured_1[M]
    u32: Sured_1[M]
    u64: Sured_3[M]

class Sured_6(Instruction[M]):
    b32: Sured_1[M]

class Sured_8(Instruction[M]):
    s32: Sured_1[M]
    s64: Sured_3[M]
    u32: Sured_1[M]
    u64: Sured_3[M]

class Sured_11(Instruction[M]):
    b32: Sured_1[M]
    b64: Sured_3[M]

class Sured_1(Instruction[M]):
    clamp: Sured_0[M]
    trap: Sured_0[M]
    zero: Sured_0[M]

class Sured_3(Instruction[M]):
    clamp: Sured_2[M]
    trap: Sured_2[M]
    zero: Sured_2[M]

class Sured_0(Instruction[M]):
    def __call__(self, a: A, c: W32, /, **options: Unpack[Options]) -> Emitted:
        """Reduce into a surface. (PTX ISA, 9.7.11.3)"""

class Sured_2(Instruction[M]):
    def __call__(self, a: A, c: W64, /, **options: Unpack[Options]) -> Emitted:
        """Reduce into a surface. (PTX ISA, 9.7.11.3)"""

class Sured(Instruction[M]):
    """Reduce into a surface. (PTX ISA, 9.7.11.3)

        sured.b.op.geom.ctype.clamp [var-a, b], c  # PTX 2.0, sm_20
        sured.b.op.geom.ctype.clamp [a, b], c  # PTX 2.0, sm_20
        sured.p.op.geom.ctype.clamp [var-a, b], c  # PTX 2.0, sm_20
        sured.p.op.geom.ctype.clamp [a, b], c  # PTX 2.0, sm_20
    """

    b: Sured_10[M]
    p: Sured_13[M]

class Sust_12(Instruction[M]):
    _1d: Sust_11[M]
    _2d: Sust_11[M]
    _3d: Sust_11[M]
    a1d: Sust_11[M]
    a2d: Sust_11[M]

class Sust_16(Instruction[M]):
    _1d: Sust_15[M]
    _2d: Sust_15[M]
    _3d: Sust_15[M]
    a1d: Sust_15[M]
    a2d: Sust_15[M]

class Sust_11(Instruction[M]):
    b16: Sust_1[M]
    b32: Sust_3[M]
    b64: Sust_5[M]
    b8: Sust_1[M]
    cg: Sust_10[M]
    cs: Sust_10[M]
    v2: Sust_8[M]
    v4: Sust_9[M]
    wb: Sust_10[M]
    wt: Sust_10[M]

class Sust_15(Instruction[M]):
    b32: Sust_3[M]
    cg: Sust_14[M]
    cs: Sust_14[M]
    v2: Sust_13[M]
    v4: Sust_13[M]
    wb: Sust_14[M]
    wt: Sust_14[M]

class Sust_1(Instruction[M]):
    clamp: Sust_0[M]
    trap: Sust_0[M]
    zero: Sust_0[M]

class Sust_3(Instruction[M]):
    clamp: Sust_2[M]
    trap: Sust_2[M]
    zero: Sust_2[M]

class Sust_5(Instruction[M]):
    clamp: Sust_4[M]
    trap: Sust_4[M]
    zero: Sust_4[M]

class Sust_10(Instruction[M]):
    b16: Sust_1[M]
    b32: Sust_3[M]
    b64: Sust_5[M]
    b8: Sust_1[M]
    v2: Sust_8[M]
    v4: Sust_9[M]

class Sust_8(Instruction[M]):
    b16: Sust_7[M]
    b32: Sust_7[M]
    b64: Sust_7[M]
    b8: Sust_7[M]

class Sust_9(Instruction[M]):
    b16: Sust_7[M]
    b32: Sust_7[M]
    b8: Sust_7[M]

class Sust_14(Instruction[M]):
    b32: Sust_3[M]
    v2: Sust_13[M]
    v4: Sust_13[M]

class Sust_13(Instruction[M]):
    b32: Sust_7[M]

class Sust_0(Instruction[M]):
    def __call__(self, a: A, c: N | V, /, **options: Unpack[Options]) -> Emitted:
        """Store to a surface. (PTX ISA, 9.7.11.2)"""

class Sust_2(Instruction[M]):
    def __call__(self, a: A, c: W32 | V, /, **options: Unpack[Options]) -> Emitted:
        """Store to a surface. (PTX ISA, 9.7.11.2)"""

class Sust_4(Instruction[M]):
    def __call__(self, a: A, c: W64 | V, /, **options: Unpack[Options]) -> Emitted:
        """Store to a surface. (PTX ISA, 9.7.11.2)"""

class Sust_7(Instruction[M]):
    clamp: Sust_6[M]
    trap: Sust_6[M]
    zero: Sust_6[M]

class Sust_6(Instruction[M]):
    def __call__(self, a: A, c: V, /, **options: Unpack[Options]) -> Emitted:
        """Store to a surface. (PTX ISA, 9.7.11.2)"""

class Sust(Instruction[M]):
    """Store to a surface. (PTX ISA, 9.7.11.2)

        sust.b.geom{.cop}{.vec}.ctype.clamp [var-a, b], c  # PTX 1.5
        sust.b.geom{.cop}{.vec}.ctype.clamp [a, b], c  # PTX 1.5
        sust.p.geom{.cop}{.vec}.b32.clamp [var-a, b], c  # PTX 1.5
        sust.p.geom{.cop}{.vec}.b32.clamp [a, b], c  # PTX 1.5
    """

    b: Sust_12[M]
    p: Sust_16[M]

class Szext_1(Instruction[M]):
    s32: Szext_0[M]
    u32: Szext_0[M]

class Szext_0(Instruction[M]):
    @overload
    def __call__(self: Szext_0[Returning], a: I32, b: I32, /, **options: Unpack[Options]) -> Number32:
        """Extend the low bits of a value, as many as told, by zeros or their sign. (PTX ISA, 9.7.1.21)"""
    @overload
    def __call__(self: Szext_0[InFull], d: I32, a: I32, b: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Szext(Instruction[M]):
    """Extend the low bits of a value, as many as told, by zeros or their sign. (PTX ISA, 9.7.1.21)

        szext.mode.type d, a, b  # PTX 7.6, sm_70
    """

    clamp: Szext_1[M]
    wrap: Szext_1[M]

class Tanh_3(Instruction[M]):
    bf16: Tanh_0[M]
    bf16x2: Tanh_1[M]
    f16: Tanh_0[M]
    f16x2: Tanh_1[M]
    f32: Tanh_2[M]

class Tanh_0(Instruction[M]):
    @overload
    def __call__(self: Tanh_0[Returning], a: F16, /, **options: Unpack[Options]) -> Number16:
        """Take the hyperbolic tangent of a half or bfloat16, or of a pair of them. (PTX ISA, 9.7.4.9)"""
    @overload
    def __call__(self: Tanh_0[InFull], d: F16, a: F16, /, **options: Unpack[Options]) -> Emitted: ...

class Tanh_1(Instruction[M]):
    @overload
    def __call__(self: Tanh_1[Returning], a: E32, /, **options: Unpack[Options]) -> Number32:
        """Take the hyperbolic tangent of a half or bfloat16, or of a pair of them. (PTX ISA, 9.7.4.9)"""
    @overload
    def __call__(self: Tanh_1[InFull], d: E32, a: E32, /, **options: Unpack[Options]) -> Emitted: ...

class Tanh_2(Instruction[M]):
    @overload
    def __call__(self: Tanh_2[Returning], a: F32, /, **options: Unpack[Options]) -> Number32:
        """Take the hyperbolic tangent. (PTX ISA, 9.7.3.22)"""
    @overload
    def __call__(self: Tanh_2[InFull], d: F32, a: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Tanh(Instruction[M]):
    """Take the hyperbolic tangent. (PTX ISA, 9.7.3.22)

        tanh.approx.f32 d, a  # PTX 7.0, sm_75

    Take the hyperbolic tangent of a half or bfloat16, or of a pair of them. (PTX ISA, 9.7.4.9)

        tanh.approx.type d, a  # PTX 7.0, sm_75
    """

    approx: Tanh_3[M]

class Tcgen05_139(Instruction[M]):
    aligned: Tcgen05_138[M]

class Tcgen05_126(Instruction[M]):
    down: Tcgen05_125[M]

class Tcgen05_123(Instruction[M]):
    sync: Tcgen05_122[M]

class Tcgen05_117(Instruction[M]):
    kind__f16: Tcgen05_116[M]
    kind__f8f6f4: Tcgen05_116[M]
    kind__i8: Tcgen05_116[M]
    kind__tf32: Tcgen05_116[M]
    kind__ti16: Tcgen05_116[M]

class Tcgen05_114(Instruction[M]):
    kind__f16: Tcgen05_113[M]
    kind__f8f6f4: Tcgen05_113[M]
    kind__i8: Tcgen05_113[M]
    kind__tf32: Tcgen05_113[M]
    kind__ti16: Tcgen05_113[M]

class Tcgen05_110(Instruction[M]):
    kind__f16: Tcgen05_94[M]
    kind__f8f6f4: Tcgen05_100[M]
    kind__i8: Tcgen05_100[M]
    kind__mxf4: Tcgen05_105[M]
    kind__mxf4nvf4: Tcgen05_107[M]
    kind__mxf8f6f4: Tcgen05_109[M]
    kind__tf32: Tcgen05_94[M]
    kind__ti16: Tcgen05_100[M]

class Tcgen05_88(Instruction[M]):
    kind__f16: Tcgen05_64[M]
    kind__f8f6f4: Tcgen05_73[M]
    kind__i8: Tcgen05_74[M]
    kind__mxf4: Tcgen05_79[M]
    kind__mxf4nvf4: Tcgen05_81[M]
    kind__mxf8f6f4: Tcgen05_87[M]
    kind__tf32: Tcgen05_64[M]
    kind__ti16: Tcgen05_74[M]

class Tcgen05_44(Instruction[M]):
    aligned: Tcgen05_43[M]

class Tcgen05_57(Instruction[M]):
    aligned: Tcgen05_56[M]

class Tcgen05_27(Instruction[M]):
    sync: Tcgen05_26[M]

class Tcgen05_28(Instruction[M]):
    cta_group__1: Tcgen05_27[M]
    cta_group__2: Tcgen05_27[M]

class Tcgen05_22(Instruction[M]):
    _128x128b: Tcgen05_19[M]
    _128x256b: Tcgen05_19[M]
    _32x128b: Tcgen05_20[M]
    _4x256b: Tcgen05_19[M]
    _64x128b: Tcgen05_21[M]

class Tcgen05_15(Instruction[M]):
    mbarrier__arrive__one: Tcgen05_14[M]

class Tcgen05_4(Instruction[M]):
    sync: Tcgen05_3[M]

class Tcgen05_5(Instruction[M]):
    cta_group__1: Tcgen05_4[M]
    cta_group__2: Tcgen05_4[M]

class Tcgen05_30(Instruction[M]):
    def __call__(self, **options: Unpack[Options]) -> Emitted:
        """Order tcgen05 operations with those of other threads around a barrier. (PTX ISA, 9.7.16.11.1)"""

class Tcgen05_143(Instruction[M]):
    sync: Tcgen05_142[M]

class Tcgen05_138(Instruction[M]):
    _16x128b: Tcgen05_131[M]
    _16x256b: Tcgen05_132[M]
    _16x32bx2: Tcgen05_136[M]
    _16x64b: Tcgen05_137[M]
    _32x32b: Tcgen05_137[M]

class Tcgen05_125(Instruction[M]):
    def __call__(self, taddr: A, /, **options: Unpack[Options]) -> Emitted:
        """Start shifting rows of tensor memory down by one. (PTX ISA, 9.7.16.9.3)"""

class Tcgen05_122(Instruction[M]):
    aligned: Tcgen05_121[M]

class Tcgen05_116(Instruction[M]):
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, sp_meta_tmem: A, idesc: I32, enable_input_d: C | P, zero_column_mask_desc: I64 = ..., /, **options: Unpack[Options]) -> Emitted:
        """Start such a product with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.4)"""
    collector__b0__discard: Tcgen05_115[M]
    collector__b0__fill: Tcgen05_115[M]
    collector__b0__lastuse: Tcgen05_115[M]
    collector__b0__use: Tcgen05_115[M]
    collector__b1__discard: Tcgen05_115[M]
    collector__b1__fill: Tcgen05_115[M]
    collector__b1__lastuse: Tcgen05_115[M]
    collector__b1__use: Tcgen05_115[M]
    collector__b2__discard: Tcgen05_115[M]
    collector__b2__fill: Tcgen05_115[M]
    collector__b2__lastuse: Tcgen05_115[M]
    collector__b2__use: Tcgen05_115[M]
    collector__b3__discard: Tcgen05_115[M]
    collector__b3__fill: Tcgen05_115[M]
    collector__b3__lastuse: Tcgen05_115[M]
    collector__b3__use: Tcgen05_115[M]

class Tcgen05_113(Instruction[M]):
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, idesc: I32, enable_input_d: C | P, zero_column_mask_desc: I64 = ..., /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D that keeps B, the weights, in a buffer. (PTX ISA, 9.7.16.10.9.3)"""
    collector__b0__discard: Tcgen05_112[M]
    collector__b0__fill: Tcgen05_112[M]
    collector__b0__lastuse: Tcgen05_112[M]
    collector__b0__use: Tcgen05_112[M]
    collector__b1__discard: Tcgen05_112[M]
    collector__b1__fill: Tcgen05_112[M]
    collector__b1__lastuse: Tcgen05_112[M]
    collector__b1__use: Tcgen05_112[M]
    collector__b2__discard: Tcgen05_112[M]
    collector__b2__fill: Tcgen05_112[M]
    collector__b2__lastuse: Tcgen05_112[M]
    collector__b2__use: Tcgen05_112[M]
    collector__b3__discard: Tcgen05_112[M]
    collector__b3__fill: Tcgen05_112[M]
    collector__b3__lastuse: Tcgen05_112[M]
    collector__b3__use: Tcgen05_112[M]

class Tcgen05_94(Instruction[M]):
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, sp_meta_tmem: A, idesc: I32, enable_input_d: C | P, scale_input_d: C = ..., /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.2)"""
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, sp_meta_tmem: A, idesc: I32, disable_output_lane: V, enable_input_d: C | P, scale_input_d: C = ..., /, **options: Unpack[Options]) -> Emitted: ...
    ashift: Tcgen05_91[M]
    collector__a__discard: Tcgen05_93[M]
    collector__a__fill: Tcgen05_93[M]
    collector__a__lastuse: Tcgen05_93[M]
    collector__a__use: Tcgen05_93[M]
    collector__b__discard: Tcgen05_92[M]
    collector__b__fill: Tcgen05_92[M]
    collector__b__lastuse: Tcgen05_92[M]
    collector__b__use: Tcgen05_92[M]

class Tcgen05_100(Instruction[M]):
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, sp_meta_tmem: A, idesc: I32, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.2)"""
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, sp_meta_tmem: A, idesc: I32, disable_output_lane: V, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted: ...
    ashift: Tcgen05_97[M]
    collector__a__discard: Tcgen05_99[M]
    collector__a__fill: Tcgen05_99[M]
    collector__a__lastuse: Tcgen05_99[M]
    collector__a__use: Tcgen05_99[M]
    collector__b__discard: Tcgen05_98[M]
    collector__b__fill: Tcgen05_98[M]
    collector__b__lastuse: Tcgen05_98[M]
    collector__b__use: Tcgen05_98[M]

class Tcgen05_105(Instruction[M]):
    block_scale: Tcgen05_104[M]

class Tcgen05_107(Instruction[M]):
    block_scale: Tcgen05_106[M]

class Tcgen05_109(Instruction[M]):
    block_scale: Tcgen05_108[M]

class Tcgen05_64(Instruction[M]):
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, idesc: I32, enable_input_d: C | P, scale_input_d: C = ..., /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)"""
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, idesc: I32, disable_output_lane: V, enable_input_d: C | P, scale_input_d: C = ..., /, **options: Unpack[Options]) -> Emitted: ...
    ashift: Tcgen05_61[M]
    collector__a__discard: Tcgen05_63[M]
    collector__a__fill: Tcgen05_63[M]
    collector__a__lastuse: Tcgen05_63[M]
    collector__a__use: Tcgen05_63[M]
    collector__b__discard: Tcgen05_62[M]
    collector__b__fill: Tcgen05_62[M]
    collector__b__lastuse: Tcgen05_62[M]
    collector__b__use: Tcgen05_62[M]

class Tcgen05_73(Instruction[M]):
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, idesc: I32, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)"""
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, idesc: I32, disable_output_lane: V, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted: ...
    ashift: Tcgen05_67[M]
    collector__a__discard: Tcgen05_69[M]
    collector__a__fill: Tcgen05_69[M]
    collector__a__lastuse: Tcgen05_69[M]
    collector__a__use: Tcgen05_69[M]
    collector__b__discard: Tcgen05_68[M]
    collector__b__fill: Tcgen05_68[M]
    collector__b__lastuse: Tcgen05_68[M]
    collector__b__use: Tcgen05_68[M]
    decompress__lut__b: Tcgen05_72[M]

class Tcgen05_74(Instruction[M]):
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, idesc: I32, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)"""
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, idesc: I32, disable_output_lane: V, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted: ...
    ashift: Tcgen05_67[M]
    collector__a__discard: Tcgen05_69[M]
    collector__a__fill: Tcgen05_69[M]
    collector__a__lastuse: Tcgen05_69[M]
    collector__a__use: Tcgen05_69[M]
    collector__b__discard: Tcgen05_68[M]
    collector__b__fill: Tcgen05_68[M]
    collector__b__lastuse: Tcgen05_68[M]
    collector__b__use: Tcgen05_68[M]

class Tcgen05_79(Instruction[M]):
    block_scale: Tcgen05_78[M]

class Tcgen05_81(Instruction[M]):
    block_scale: Tcgen05_80[M]

class Tcgen05_87(Instruction[M]):
    block_scale: Tcgen05_86[M]

class Tcgen05_43(Instruction[M]):
    _16x32bx2: Tcgen05_36[M]
    _32x32b: Tcgen05_42[M]

class Tcgen05_56(Instruction[M]):
    _16x128b: Tcgen05_49[M]
    _16x256b: Tcgen05_50[M]
    _16x32bx2: Tcgen05_54[M]
    _16x64b: Tcgen05_55[M]
    _32x32b: Tcgen05_55[M]

class Tcgen05_26(Instruction[M]):
    aligned: Tcgen05_25[M]

class Tcgen05_19(Instruction[M]):
    def __call__(self, taddr: A, s_desc: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start a copy from shared memory to tensor memory. (PTX ISA, 9.7.16.9.2)"""
    b8x16: Tcgen05_18[M]

class Tcgen05_20(Instruction[M]):
    warpx4: Tcgen05_19[M]

class Tcgen05_21(Instruction[M]):
    warpx2__01_23: Tcgen05_19[M]
    warpx2__02_13: Tcgen05_19[M]

class Tcgen05_14(Instruction[M]):
    b64: Tcgen05_7[M]
    multicast__cluster: Tcgen05_9[M]
    multicast__cluster__16b: Tcgen05_9[M]
    multicast__cluster__32b: Tcgen05_11[M]
    shared__cluster: Tcgen05_12[M]
    sync_restrict__shared__read__mma__a: Tcgen05_13[M]

class Tcgen05_3(Instruction[M]):
    aligned: Tcgen05_2[M]

class Tcgen05_142(Instruction[M]):
    aligned: Tcgen05_141[M]

class Tcgen05_131(Instruction[M]):
    x1: Tcgen05_130[M]
    x16: Tcgen05_130[M]
    x2: Tcgen05_130[M]
    x32: Tcgen05_130[M]
    x4: Tcgen05_130[M]
    x64: Tcgen05_130[M]
    x8: Tcgen05_130[M]

class Tcgen05_132(Instruction[M]):
    x1: Tcgen05_130[M]
    x16: Tcgen05_130[M]
    x2: Tcgen05_130[M]
    x32: Tcgen05_130[M]
    x4: Tcgen05_130[M]
    x8: Tcgen05_130[M]

class Tcgen05_136(Instruction[M]):
    x1: Tcgen05_135[M]
    x128: Tcgen05_135[M]
    x16: Tcgen05_135[M]
    x2: Tcgen05_135[M]
    x32: Tcgen05_135[M]
    x4: Tcgen05_135[M]
    x64: Tcgen05_135[M]
    x8: Tcgen05_135[M]

class Tcgen05_137(Instruction[M]):
    x1: Tcgen05_130[M]
    x128: Tcgen05_130[M]
    x16: Tcgen05_130[M]
    x2: Tcgen05_130[M]
    x32: Tcgen05_130[M]
    x4: Tcgen05_130[M]
    x64: Tcgen05_130[M]
    x8: Tcgen05_130[M]

class Tcgen05_121(Instruction[M]):
    def __call__(self, **options: Unpack[Options]) -> Emitted:
        """Give up a block's right to allocate tensor memory. (PTX ISA, 9.7.16.7.1)"""

class Tcgen05_115(Instruction[M]):
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, sp_meta_tmem: A, idesc: I32, enable_input_d: C | P, zero_column_mask_desc: I64 = ..., /, **options: Unpack[Options]) -> Emitted:
        """Start such a product with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.4)"""

class Tcgen05_112(Instruction[M]):
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, idesc: I32, enable_input_d: C | P, zero_column_mask_desc: I64 = ..., /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D that keeps B, the weights, in a buffer. (PTX ISA, 9.7.16.10.9.3)"""

class Tcgen05_91(Instruction[M]):
    @overload
    def __call__(self, d_tmem: A, a_tmem: A, b_desc: I64, sp_meta_tmem: A, idesc: I32, enable_input_d: C | P, scale_input_d: C = ..., /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.2)"""
    @overload
    def __call__(self, d_tmem: A, a_tmem: A, b_desc: I64, sp_meta_tmem: A, idesc: I32, disable_output_lane: V, enable_input_d: C | P, scale_input_d: C = ..., /, **options: Unpack[Options]) -> Emitted: ...
    collector__a__discard: Tcgen05_90[M]
    collector__a__lastuse: Tcgen05_90[M]
    collector__b__discard: Tcgen05_89[M]
    collector__b__fill: Tcgen05_89[M]
    collector__b__lastuse: Tcgen05_89[M]
    collector__b__use: Tcgen05_89[M]

class Tcgen05_93(Instruction[M]):
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, sp_meta_tmem: A, idesc: I32, enable_input_d: C | P, scale_input_d: C = ..., /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.2)"""
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, sp_meta_tmem: A, idesc: I32, disable_output_lane: V, enable_input_d: C | P, scale_input_d: C = ..., /, **options: Unpack[Options]) -> Emitted: ...
    collector__b__discard: Tcgen05_92[M]
    collector__b__fill: Tcgen05_92[M]
    collector__b__lastuse: Tcgen05_92[M]
    collector__b__use: Tcgen05_92[M]

class Tcgen05_92(Instruction[M]):
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, sp_meta_tmem: A, idesc: I32, enable_input_d: C | P, scale_input_d: C = ..., /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.2)"""
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, sp_meta_tmem: A, idesc: I32, disable_output_lane: V, enable_input_d: C | P, scale_input_d: C = ..., /, **options: Unpack[Options]) -> Emitted: ...

class Tcgen05_97(Instruction[M]):
    @overload
    def __call__(self, d_tmem: A, a_tmem: A, b_desc: I64, sp_meta_tmem: A, idesc: I32, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.2)"""
    @overload
    def __call__(self, d_tmem: A, a_tmem: A, b_desc: I64, sp_meta_tmem: A, idesc: I32, disable_output_lane: V, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted: ...
    collector__a__discard: Tcgen05_96[M]
    collector__a__lastuse: Tcgen05_96[M]
    collector__b__discard: Tcgen05_95[M]
    collector__b__fill: Tcgen05_95[M]
    collector__b__lastuse: Tcgen05_95[M]
    collector__b__use: Tcgen05_95[M]

class Tcgen05_99(Instruction[M]):
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, sp_meta_tmem: A, idesc: I32, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.2)"""
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, sp_meta_tmem: A, idesc: I32, disable_output_lane: V, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted: ...
    collector__b__discard: Tcgen05_98[M]
    collector__b__fill: Tcgen05_98[M]
    collector__b__lastuse: Tcgen05_98[M]
    collector__b__use: Tcgen05_98[M]

class Tcgen05_98(Instruction[M]):
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, sp_meta_tmem: A, idesc: I32, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.2)"""
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, sp_meta_tmem: A, idesc: I32, disable_output_lane: V, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Tcgen05_104(Instruction[M]):
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, sp_meta_tmem: A, idesc: I32, scale_a_tmem: A, scale_b_tmem: A, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.2)"""
    block32: Tcgen05_103[M]
    collector__a__discard: Tcgen05_102[M]
    collector__a__fill: Tcgen05_102[M]
    collector__a__lastuse: Tcgen05_102[M]
    collector__a__use: Tcgen05_102[M]
    collector__b__discard: Tcgen05_101[M]
    collector__b__fill: Tcgen05_101[M]
    collector__b__lastuse: Tcgen05_101[M]
    collector__b__use: Tcgen05_101[M]
    scale_vec__2X: Tcgen05_103[M]

class Tcgen05_106(Instruction[M]):
    block16: Tcgen05_103[M]
    block32: Tcgen05_103[M]
    scale_vec__2X: Tcgen05_103[M]
    scale_vec__4X: Tcgen05_103[M]

class Tcgen05_108(Instruction[M]):
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, sp_meta_tmem: A, idesc: I32, scale_a_tmem: A, scale_b_tmem: A, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.2)"""
    block32: Tcgen05_103[M]
    collector__a__discard: Tcgen05_102[M]
    collector__a__fill: Tcgen05_102[M]
    collector__a__lastuse: Tcgen05_102[M]
    collector__a__use: Tcgen05_102[M]
    collector__b__discard: Tcgen05_101[M]
    collector__b__fill: Tcgen05_101[M]
    collector__b__lastuse: Tcgen05_101[M]
    collector__b__use: Tcgen05_101[M]
    scale_vec__1X: Tcgen05_103[M]

class Tcgen05_61(Instruction[M]):
    @overload
    def __call__(self, d_tmem: A, a_tmem: A, b_desc: I64, idesc: I32, enable_input_d: C | P, scale_input_d: C = ..., /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)"""
    @overload
    def __call__(self, d_tmem: A, a_tmem: A, b_desc: I64, idesc: I32, disable_output_lane: V, enable_input_d: C | P, scale_input_d: C = ..., /, **options: Unpack[Options]) -> Emitted: ...
    collector__a__discard: Tcgen05_60[M]
    collector__a__lastuse: Tcgen05_60[M]
    collector__b__discard: Tcgen05_59[M]
    collector__b__fill: Tcgen05_59[M]
    collector__b__lastuse: Tcgen05_59[M]
    collector__b__use: Tcgen05_59[M]

class Tcgen05_63(Instruction[M]):
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, idesc: I32, enable_input_d: C | P, scale_input_d: C = ..., /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)"""
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, idesc: I32, disable_output_lane: V, enable_input_d: C | P, scale_input_d: C = ..., /, **options: Unpack[Options]) -> Emitted: ...
    collector__b__discard: Tcgen05_62[M]
    collector__b__fill: Tcgen05_62[M]
    collector__b__lastuse: Tcgen05_62[M]
    collector__b__use: Tcgen05_62[M]

class Tcgen05_62(Instruction[M]):
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, idesc: I32, enable_input_d: C | P, scale_input_d: C = ..., /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)"""
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, idesc: I32, disable_output_lane: V, enable_input_d: C | P, scale_input_d: C = ..., /, **options: Unpack[Options]) -> Emitted: ...

class Tcgen05_67(Instruction[M]):
    @overload
    def __call__(self, d_tmem: A, a_tmem: A, b_desc: I64, idesc: I32, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)"""
    @overload
    def __call__(self, d_tmem: A, a_tmem: A, b_desc: I64, idesc: I32, disable_output_lane: V, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted: ...
    collector__a__discard: Tcgen05_66[M]
    collector__a__lastuse: Tcgen05_66[M]
    collector__b__discard: Tcgen05_65[M]
    collector__b__fill: Tcgen05_65[M]
    collector__b__lastuse: Tcgen05_65[M]
    collector__b__use: Tcgen05_65[M]

class Tcgen05_69(Instruction[M]):
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, idesc: I32, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)"""
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, idesc: I32, disable_output_lane: V, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted: ...
    collector__b__discard: Tcgen05_68[M]
    collector__b__fill: Tcgen05_68[M]
    collector__b__lastuse: Tcgen05_68[M]
    collector__b__use: Tcgen05_68[M]

class Tcgen05_68(Instruction[M]):
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, idesc: I32, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)"""
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, idesc: I32, disable_output_lane: V, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Tcgen05_72(Instruction[M]):
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, lut_tmem: A, idesc: I32, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)"""
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, lut_tmem: A, idesc: I32, disable_output_lane: V, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted: ...
    collector__a__discard: Tcgen05_71[M]
    collector__a__fill: Tcgen05_71[M]
    collector__a__lastuse: Tcgen05_71[M]
    collector__a__use: Tcgen05_71[M]
    collector__b__discard: Tcgen05_70[M]
    collector__b__fill: Tcgen05_70[M]
    collector__b__lastuse: Tcgen05_70[M]
    collector__b__use: Tcgen05_70[M]

class Tcgen05_78(Instruction[M]):
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, idesc: I32, scale_a_tmem: A, scale_b_tmem: A, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)"""
    block32: Tcgen05_77[M]
    collector__a__discard: Tcgen05_76[M]
    collector__a__fill: Tcgen05_76[M]
    collector__a__lastuse: Tcgen05_76[M]
    collector__a__use: Tcgen05_76[M]
    collector__b__discard: Tcgen05_75[M]
    collector__b__fill: Tcgen05_75[M]
    collector__b__lastuse: Tcgen05_75[M]
    collector__b__use: Tcgen05_75[M]
    scale_vec__2X: Tcgen05_77[M]

class Tcgen05_80(Instruction[M]):
    block16: Tcgen05_77[M]
    block32: Tcgen05_77[M]
    scale_vec__2X: Tcgen05_77[M]
    scale_vec__4X: Tcgen05_77[M]

class Tcgen05_86(Instruction[M]):
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, idesc: I32, scale_a_tmem: A, scale_b_tmem: A, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)"""
    block32: Tcgen05_77[M]
    collector__a__discard: Tcgen05_76[M]
    collector__a__fill: Tcgen05_76[M]
    collector__a__lastuse: Tcgen05_76[M]
    collector__a__use: Tcgen05_76[M]
    collector__b__discard: Tcgen05_75[M]
    collector__b__fill: Tcgen05_75[M]
    collector__b__lastuse: Tcgen05_75[M]
    collector__b__use: Tcgen05_75[M]
    decompress__lut__b: Tcgen05_85[M]
    scale_vec__1X: Tcgen05_77[M]

class Tcgen05_36(Instruction[M]):
    x128: Tcgen05_35[M]
    x16: Tcgen05_35[M]
    x2: Tcgen05_35[M]
    x32: Tcgen05_35[M]
    x4: Tcgen05_35[M]
    x64: Tcgen05_35[M]
    x8: Tcgen05_35[M]

class Tcgen05_42(Instruction[M]):
    x128: Tcgen05_41[M]
    x16: Tcgen05_41[M]
    x2: Tcgen05_41[M]
    x32: Tcgen05_41[M]
    x4: Tcgen05_41[M]
    x64: Tcgen05_41[M]
    x8: Tcgen05_41[M]

class Tcgen05_49(Instruction[M]):
    x1: Tcgen05_48[M]
    x16: Tcgen05_48[M]
    x2: Tcgen05_48[M]
    x32: Tcgen05_48[M]
    x4: Tcgen05_48[M]
    x64: Tcgen05_48[M]
    x8: Tcgen05_48[M]

class Tcgen05_50(Instruction[M]):
    x1: Tcgen05_48[M]
    x16: Tcgen05_48[M]
    x2: Tcgen05_48[M]
    x32: Tcgen05_48[M]
    x4: Tcgen05_48[M]
    x8: Tcgen05_48[M]

class Tcgen05_54(Instruction[M]):
    x1: Tcgen05_53[M]
    x128: Tcgen05_53[M]
    x16: Tcgen05_53[M]
    x2: Tcgen05_53[M]
    x32: Tcgen05_53[M]
    x4: Tcgen05_53[M]
    x64: Tcgen05_53[M]
    x8: Tcgen05_53[M]

class Tcgen05_55(Instruction[M]):
    x1: Tcgen05_48[M]
    x128: Tcgen05_48[M]
    x16: Tcgen05_48[M]
    x2: Tcgen05_48[M]
    x32: Tcgen05_48[M]
    x4: Tcgen05_48[M]
    x64: Tcgen05_48[M]
    x8: Tcgen05_48[M]

class Tcgen05_25(Instruction[M]):
    b32: Tcgen05_24[M]

class Tcgen05_18(Instruction[M]):
    b4x16_p64: Tcgen05_17[M]
    b6x16_p32: Tcgen05_17[M]

class Tcgen05_7(Instruction[M]):
    def __call__(self, mbar: A, /, **options: Unpack[Options]) -> Emitted:
        """Let a barrier object track the thread's operations so far. (PTX ISA, 9.7.16.12.1)"""

class Tcgen05_9(Instruction[M]):
    b64: Tcgen05_8[M]

class Tcgen05_11(Instruction[M]):
    b64: Tcgen05_10[M]

class Tcgen05_12(Instruction[M]):
    b64: Tcgen05_7[M]
    multicast__cluster: Tcgen05_9[M]
    multicast__cluster__16b: Tcgen05_9[M]
    multicast__cluster__32b: Tcgen05_11[M]

class Tcgen05_13(Instruction[M]):
    b64: Tcgen05_7[M]
    multicast__cluster: Tcgen05_9[M]
    multicast__cluster__16b: Tcgen05_9[M]
    multicast__cluster__32b: Tcgen05_11[M]
    shared__cluster: Tcgen05_12[M]

class Tcgen05_2(Instruction[M]):
    b32: Tcgen05_0[M]
    shared__cta: Tcgen05_1[M]

class Tcgen05_141(Instruction[M]):
    def __call__(self, **options: Unpack[Options]) -> Emitted:
        """Wait until the thread's loads from tensor memory, or its stores, are done. (PTX ISA, 9.7.16.8.5)"""

class Tcgen05_130(Instruction[M]):
    b32: Tcgen05_128[M]
    unpack__16b: Tcgen05_129[M]

class Tcgen05_135(Instruction[M]):
    b32: Tcgen05_133[M]
    unpack__16b: Tcgen05_134[M]

class Tcgen05_90(Instruction[M]):
    @overload
    def __call__(self, d_tmem: A, a_tmem: A, b_desc: I64, sp_meta_tmem: A, idesc: I32, enable_input_d: C | P, scale_input_d: C = ..., /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.2)"""
    @overload
    def __call__(self, d_tmem: A, a_tmem: A, b_desc: I64, sp_meta_tmem: A, idesc: I32, disable_output_lane: V, enable_input_d: C | P, scale_input_d: C = ..., /, **options: Unpack[Options]) -> Emitted: ...
    collector__b__discard: Tcgen05_89[M]
    collector__b__fill: Tcgen05_89[M]
    collector__b__lastuse: Tcgen05_89[M]
    collector__b__use: Tcgen05_89[M]

class Tcgen05_89(Instruction[M]):
    @overload
    def __call__(self, d_tmem: A, a_tmem: A, b_desc: I64, sp_meta_tmem: A, idesc: I32, enable_input_d: C | P, scale_input_d: C = ..., /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.2)"""
    @overload
    def __call__(self, d_tmem: A, a_tmem: A, b_desc: I64, sp_meta_tmem: A, idesc: I32, disable_output_lane: V, enable_input_d: C | P, scale_input_d: C = ..., /, **options: Unpack[Options]) -> Emitted: ...

class Tcgen05_96(Instruction[M]):
    @overload
    def __call__(self, d_tmem: A, a_tmem: A, b_desc: I64, sp_meta_tmem: A, idesc: I32, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.2)"""
    @overload
    def __call__(self, d_tmem: A, a_tmem: A, b_desc: I64, sp_meta_tmem: A, idesc: I32, disable_output_lane: V, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted: ...
    collector__b__discard: Tcgen05_95[M]
    collector__b__fill: Tcgen05_95[M]
    collector__b__lastuse: Tcgen05_95[M]
    collector__b__use: Tcgen05_95[M]

class Tcgen05_95(Instruction[M]):
    @overload
    def __call__(self, d_tmem: A, a_tmem: A, b_desc: I64, sp_meta_tmem: A, idesc: I32, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.2)"""
    @overload
    def __call__(self, d_tmem: A, a_tmem: A, b_desc: I64, sp_meta_tmem: A, idesc: I32, disable_output_lane: V, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Tcgen05_103(Instruction[M]):
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, sp_meta_tmem: A, idesc: I32, scale_a_tmem: A, scale_b_tmem: A, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.2)"""
    collector__a__discard: Tcgen05_102[M]
    collector__a__fill: Tcgen05_102[M]
    collector__a__lastuse: Tcgen05_102[M]
    collector__a__use: Tcgen05_102[M]
    collector__b__discard: Tcgen05_101[M]
    collector__b__fill: Tcgen05_101[M]
    collector__b__lastuse: Tcgen05_101[M]
    collector__b__use: Tcgen05_101[M]

class Tcgen05_102(Instruction[M]):
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, sp_meta_tmem: A, idesc: I32, scale_a_tmem: A, scale_b_tmem: A, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.2)"""
    collector__b__discard: Tcgen05_101[M]
    collector__b__fill: Tcgen05_101[M]
    collector__b__lastuse: Tcgen05_101[M]
    collector__b__use: Tcgen05_101[M]

class Tcgen05_101(Instruction[M]):
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, sp_meta_tmem: A, idesc: I32, scale_a_tmem: A, scale_b_tmem: A, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.2)"""

class Tcgen05_60(Instruction[M]):
    @overload
    def __call__(self, d_tmem: A, a_tmem: A, b_desc: I64, idesc: I32, enable_input_d: C | P, scale_input_d: C = ..., /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)"""
    @overload
    def __call__(self, d_tmem: A, a_tmem: A, b_desc: I64, idesc: I32, disable_output_lane: V, enable_input_d: C | P, scale_input_d: C = ..., /, **options: Unpack[Options]) -> Emitted: ...
    collector__b__discard: Tcgen05_59[M]
    collector__b__fill: Tcgen05_59[M]
    collector__b__lastuse: Tcgen05_59[M]
    collector__b__use: Tcgen05_59[M]

class Tcgen05_59(Instruction[M]):
    @overload
    def __call__(self, d_tmem: A, a_tmem: A, b_desc: I64, idesc: I32, enable_input_d: C | P, scale_input_d: C = ..., /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)"""
    @overload
    def __call__(self, d_tmem: A, a_tmem: A, b_desc: I64, idesc: I32, disable_output_lane: V, enable_input_d: C | P, scale_input_d: C = ..., /, **options: Unpack[Options]) -> Emitted: ...

class Tcgen05_66(Instruction[M]):
    @overload
    def __call__(self, d_tmem: A, a_tmem: A, b_desc: I64, idesc: I32, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)"""
    @overload
    def __call__(self, d_tmem: A, a_tmem: A, b_desc: I64, idesc: I32, disable_output_lane: V, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted: ...
    collector__b__discard: Tcgen05_65[M]
    collector__b__fill: Tcgen05_65[M]
    collector__b__lastuse: Tcgen05_65[M]
    collector__b__use: Tcgen05_65[M]

class Tcgen05_65(Instruction[M]):
    @overload
    def __call__(self, d_tmem: A, a_tmem: A, b_desc: I64, idesc: I32, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)"""
    @overload
    def __call__(self, d_tmem: A, a_tmem: A, b_desc: I64, idesc: I32, disable_output_lane: V, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Tcgen05_71(Instruction[M]):
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, lut_tmem: A, idesc: I32, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)"""
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, lut_tmem: A, idesc: I32, disable_output_lane: V, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted: ...
    collector__b__discard: Tcgen05_70[M]
    collector__b__fill: Tcgen05_70[M]
    collector__b__lastuse: Tcgen05_70[M]
    collector__b__use: Tcgen05_70[M]

class Tcgen05_70(Instruction[M]):
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, lut_tmem: A, idesc: I32, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)"""
    @overload
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, lut_tmem: A, idesc: I32, disable_output_lane: V, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Tcgen05_77(Instruction[M]):
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, idesc: I32, scale_a_tmem: A, scale_b_tmem: A, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)"""
    collector__a__discard: Tcgen05_76[M]
    collector__a__fill: Tcgen05_76[M]
    collector__a__lastuse: Tcgen05_76[M]
    collector__a__use: Tcgen05_76[M]
    collector__b__discard: Tcgen05_75[M]
    collector__b__fill: Tcgen05_75[M]
    collector__b__lastuse: Tcgen05_75[M]
    collector__b__use: Tcgen05_75[M]

class Tcgen05_76(Instruction[M]):
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, idesc: I32, scale_a_tmem: A, scale_b_tmem: A, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)"""
    collector__b__discard: Tcgen05_75[M]
    collector__b__fill: Tcgen05_75[M]
    collector__b__lastuse: Tcgen05_75[M]
    collector__b__use: Tcgen05_75[M]

class Tcgen05_75(Instruction[M]):
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, idesc: I32, scale_a_tmem: A, scale_b_tmem: A, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)"""

class Tcgen05_85(Instruction[M]):
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, lut_tmem: A, idesc: I32, scale_a_tmem: A, scale_b_tmem: A, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)"""
    block32: Tcgen05_84[M]
    collector__a__discard: Tcgen05_83[M]
    collector__a__fill: Tcgen05_83[M]
    collector__a__lastuse: Tcgen05_83[M]
    collector__a__use: Tcgen05_83[M]
    collector__b__discard: Tcgen05_82[M]
    collector__b__fill: Tcgen05_82[M]
    collector__b__lastuse: Tcgen05_82[M]
    collector__b__use: Tcgen05_82[M]
    scale_vec__1X: Tcgen05_84[M]

class Tcgen05_35(Instruction[M]):
    max: Tcgen05_34[M]
    min: Tcgen05_34[M]

class Tcgen05_41(Instruction[M]):
    max: Tcgen05_40[M]
    min: Tcgen05_40[M]

class Tcgen05_48(Instruction[M]):
    b32: Tcgen05_46[M]
    pack__16b: Tcgen05_47[M]

class Tcgen05_53(Instruction[M]):
    b32: Tcgen05_51[M]
    pack__16b: Tcgen05_52[M]

class Tcgen05_24(Instruction[M]):
    def __call__(self, taddr: I32, ncols: I32, /, **options: Unpack[Options]) -> Emitted:
        """Give allocated columns of tensor memory back. (PTX ISA, 9.7.16.7.1)"""

class Tcgen05_17(Instruction[M]):
    def __call__(self, taddr: A, s_desc: I64, /, **options: Unpack[Options]) -> Emitted:
        """Start a copy from shared memory to tensor memory. (PTX ISA, 9.7.16.9.2)"""

class Tcgen05_8(Instruction[M]):
    def __call__(self, mbar: A, ctamask: I16, /, **options: Unpack[Options]) -> Emitted:
        """Let a barrier object track the thread's operations so far. (PTX ISA, 9.7.16.12.1)"""

class Tcgen05_10(Instruction[M]):
    def __call__(self, mbar: A, ctamask: I32, /, **options: Unpack[Options]) -> Emitted:
        """Let a barrier object track the thread's operations so far. (PTX ISA, 9.7.16.12.1)"""

class Tcgen05_0(Instruction[M]):
    def __call__(self, dst: A, ncols: I32, /, **options: Unpack[Options]) -> Emitted:
        """Allocate columns of tensor memory and write their address. (PTX ISA, 9.7.16.7.1)"""

class Tcgen05_1(Instruction[M]):
    b32: Tcgen05_0[M]

class Tcgen05_128(Instruction[M]):
    def __call__(self, taddr: A, r: V, /, **options: Unpack[Options]) -> Emitted:
        """Store registers to tensor memory, asynchronously, as a warp. (PTX ISA, 9.7.16.8.4)"""

class Tcgen05_129(Instruction[M]):
    b32: Tcgen05_128[M]

class Tcgen05_133(Instruction[M]):
    def __call__(self, taddr: A, immhalfsplitoff: C, r: V, /, **options: Unpack[Options]) -> Emitted:
        """Store registers to tensor memory, asynchronously, as a warp. (PTX ISA, 9.7.16.8.4)"""

class Tcgen05_134(Instruction[M]):
    b32: Tcgen05_133[M]

class Tcgen05_84(Instruction[M]):
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, lut_tmem: A, idesc: I32, scale_a_tmem: A, scale_b_tmem: A, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)"""
    collector__a__discard: Tcgen05_83[M]
    collector__a__fill: Tcgen05_83[M]
    collector__a__lastuse: Tcgen05_83[M]
    collector__a__use: Tcgen05_83[M]
    collector__b__discard: Tcgen05_82[M]
    collector__b__fill: Tcgen05_82[M]
    collector__b__lastuse: Tcgen05_82[M]
    collector__b__use: Tcgen05_82[M]

class Tcgen05_83(Instruction[M]):
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, lut_tmem: A, idesc: I32, scale_a_tmem: A, scale_b_tmem: A, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)"""
    collector__b__discard: Tcgen05_82[M]
    collector__b__fill: Tcgen05_82[M]
    collector__b__lastuse: Tcgen05_82[M]
    collector__b__use: Tcgen05_82[M]

class Tcgen05_82(Instruction[M]):
    def __call__(self, d_tmem: A, a_desc: I64 | A, b_desc: I64, lut_tmem: A, idesc: I32, scale_a_tmem: A, scale_b_tmem: A, enable_input_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)"""

class Tcgen05_34(Instruction[M]):
    NaN: Tcgen05_32[M]
    abs: Tcgen05_33[M]
    f32: Tcgen05_31[M]
    s32: Tcgen05_31[M]
    u32: Tcgen05_31[M]

class Tcgen05_40(Instruction[M]):
    NaN: Tcgen05_38[M]
    abs: Tcgen05_39[M]
    f32: Tcgen05_37[M]
    s32: Tcgen05_37[M]
    u32: Tcgen05_37[M]

class Tcgen05_46(Instruction[M]):
    @overload
    def __call__(self: Tcgen05_46[Returning], taddr: A, /, **options: Unpack[Options]) -> Vector:
        """Load from tensor memory into registers, asynchronously, as a warp. (PTX ISA, 9.7.16.8.3)"""
    @overload
    def __call__(self: Tcgen05_46[InFull], r: V, taddr: A, /, **options: Unpack[Options]) -> Emitted: ...

class Tcgen05_47(Instruction[M]):
    b32: Tcgen05_46[M]

class Tcgen05_51(Instruction[M]):
    @overload
    def __call__(self: Tcgen05_51[Returning], taddr: A, immhalfsplitoff: C, /, **options: Unpack[Options]) -> Vector:
        """Load from tensor memory into registers, asynchronously, as a warp. (PTX ISA, 9.7.16.8.3)"""
    @overload
    def __call__(self: Tcgen05_51[InFull], r: V, taddr: A, immhalfsplitoff: C, /, **options: Unpack[Options]) -> Emitted: ...

class Tcgen05_52(Instruction[M]):
    b32: Tcgen05_51[M]

class Tcgen05_32(Instruction[M]):
    f32: Tcgen05_31[M]

class Tcgen05_33(Instruction[M]):
    NaN: Tcgen05_32[M]
    f32: Tcgen05_31[M]

class Tcgen05_31(Instruction[M]):
    def __call__(self, r: V, redval: B32, taddr: A, immhalfsplitoff: C, /, **options: Unpack[Options]) -> Emitted:
        """Load from tensor memory and find the least or greatest of the elements. (PTX ISA, 9.7.16.8.3)"""

class Tcgen05_38(Instruction[M]):
    f32: Tcgen05_37[M]

class Tcgen05_39(Instruction[M]):
    NaN: Tcgen05_38[M]
    f32: Tcgen05_37[M]

class Tcgen05_37(Instruction[M]):
    def __call__(self, r: V, redval: B32, taddr: A, /, **options: Unpack[Options]) -> Emitted:
        """Load from tensor memory and find the least or greatest of the elements. (PTX ISA, 9.7.16.8.3)"""

class Tcgen05Wait_st:
    """Wait for the thread's stores: `tcgen05.wait::st.sync.aligned`."""

    def __call__(self, *, pred: Any = None) -> None: ...

class Tcgen05Wait_ld:
    """Wait for the thread's loads: `tcgen05.wait::ld.sync.aligned`."""

    def __call__(self, *, pred: Any = None) -> None: ...

class Tcgen05Wait:
    """Wait until the thread's loads from tensor memory, or its stores, are done. (PTX ISA, 9.7.16.8.5)

        tcgen05.wait_operation.sync.aligned  # PTX 8.6, sm_100f or sm_110f
    """


class Tcgen05St(Instruction[M]):
    """Store to tensor memory: `tcgen05.st.sync.aligned.16x128b.x1{.unpack::16b}.b32 [taddr], {…}`.

    It is done after `ptx.tcgen05.wait_st`. The arguments are as those of `ptx.tcgen05.ld`;
    `unpack` makes two elements of a register.

    Store registers to tensor memory, asynchronously, as a warp. (PTX ISA, 9.7.16.8.4)

        tcgen05.st.sync.aligned.shape1.num{.unpack}.b32 [taddr], r  # PTX 8.6, sm_100f or sm_110f
        tcgen05.st.sync.aligned.shape2.num{.unpack}.b32 [taddr], immHalfSplitoff, r  # PTX 8.6, sm_100f or sm_110f
    """

    def __call__(self: Tcgen05St[Returning], taddr: Any, src_regs: Any, *, shape: str = '16x128b', count: int = 1, dtype: str = 'b32', unpack: bool = False, pred: Any = None) -> None: ...
    sync: Tcgen05_139[M]

class Tcgen05Shift(Instruction[M]):
    """Move rows of tensor memory down by one: `tcgen05.shift.cta_group::1.down [taddr]`.

    Start shifting rows of tensor memory down by one. (PTX ISA, 9.7.16.9.3)

        tcgen05.shift.cta_group.down [taddr]  # PTX 8.6, sm_100a or sm_103a or sm_107a or sm_110a
    """

    def __call__(self: Tcgen05Shift[Returning], taddr: Any, *, cta_group: int = 1, pred: Any = None) -> None: ...
    cta_group__1: Tcgen05_126[M]
    cta_group__2: Tcgen05_126[M]

class Tcgen05Relinquish_alloc_permit(Instruction[M]):
    """Say that this CTA allocates no more: `tcgen05.relinquish_alloc_permit…sync.aligned`.

    Give up a block's right to allocate tensor memory. (PTX ISA, 9.7.16.7.1)

        tcgen05.relinquish_alloc_permit.cta_group.sync.aligned  # PTX 8.6, sm_100f or sm_110f
    """

    def __call__(self: Tcgen05Relinquish_alloc_permit[Returning], *, cta_group: int = 1, pred: Any = None) -> None: ...
    cta_group__1: Tcgen05_123[M]
    cta_group__2: Tcgen05_123[M]

class Tcgen05Mma_block_scale:
    """Start D = A * B or D += A * B with scale factors of the blocks of A and B.

    Emits `tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.block32 [d], a, b, i, [sa], [sb], p`,
    and before it the instructions that make the descriptor of each matrix that is a tile of shared
    memory, and `mov.b32` for an address in tensor memory that is not of type b32.

    Args:
        d_tmem: A register with the address of D in tensor memory.
        a_desc: A descriptor in a register of 64 bits, or a tile of `smem.wgmma_tile`; with
            `a_is_tmem` a register with an address in tensor memory.
        b_desc: A descriptor, or a tile.
        idesc: The instruction descriptor, a number or a register (`make_block_scale_instr_desc`).
        scale_a_tmem: A register with the address of the scale factors of A in tensor memory;
            `[register, columns]` for an offset to one of type b32.
        scale_b_tmem: The same for B.
        cta_group: 1, or 2 for a pair of CTAs.
        kind: `"mxf8f6f4"`, `"mxf4"` or `"mxf4nvf4"`.
        scale_vec: `"block32"`, or `"block16"` of mxf4nvf4: how many elements along K share a
            factor; or as PTX ISA 8.7 says it, `"scale_vec::1X"`, `"scale_vec::2X"`,
            `"scale_vec::4X"`: how many factors a row has in a product.
        enable_input_d: Whether D is added: a bool, or a predicate register.
        a_is_tmem: Whether A is in tensor memory.
        pred: A guard.
    """

    def __call__(self, d_tmem: Any, a_desc: Any, b_desc: Any, idesc: Any, scale_a_tmem: Any, scale_b_tmem: Any, *, cta_group: int = 1, kind: str = 'mxf8f6f4', scale_vec: str = 'block32', enable_input_d: Any = True, a_is_tmem: bool = False, pred: Any = None) -> None: ...

class Tcgen05MmaWsSp(Instruction[M]):
    """Start such a product with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.4)

        tcgen05.mma.ws.sp.cta_group::1.kind{.collector_usage} [d-tmem], a-desc, b-desc, [sp-meta-tmem], idesc, {!}enable-input-d{, zero-column-mask-desc}  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.ws.sp.cta_group::1.kind{.collector_usage} [d-tmem], [a-tmem], b-desc, [sp-meta-tmem], idesc, {!}enable-input-d{, zero-column-mask-desc}  # PTX 8.6, sm_100f or sm_110f
    """

    cta_group__1: Tcgen05_117[M]

class Tcgen05MmaWs(Instruction[M]):
    """Start a product D = A*B+D that keeps B, the weights, in a buffer. (PTX ISA, 9.7.16.10.9.3)

        tcgen05.mma.ws.cta_group::1.kind{.collector_usage} [d-tmem], a-desc, b-desc, idesc, {!}enable-input-d{, zero-column-mask-desc}  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.ws.cta_group::1.kind{.collector_usage} [d-tmem], [a-tmem], b-desc, idesc, {!}enable-input-d{, zero-column-mask-desc}  # PTX 8.6, sm_100f or sm_110f
    """

    cta_group__1: Tcgen05_114[M]
    sp: Tcgen05MmaWsSp[M]

class Tcgen05MmaSp(Instruction[M]):
    """Start a product D = A*B+D with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.2)

        tcgen05.mma.sp.cta_group.kind{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, [sp-meta-tmem], idesc{, disable-output-lane}, {!}enable-input-d{, scale-input-d}  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.sp.cta_group.kind{.ashift}{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, [sp-meta-tmem], idesc{, disable-output-lane}, {!}enable-input-d{, scale-input-d}  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.sp.cta_group.kind.block_scale{.scale_vectorsize}{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, [sp-meta-tmem], idesc, [scale-A-tmem], [scale-B-tmem], {!}enable-input-d  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.sp.cta_group.kind.block_scale{.scale_vectorsize}{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, [sp-meta-tmem], idesc, [scale-A-tmem], [scale-B-tmem], {!}enable-input-d  # PTX 8.6, sm_100f or sm_110f
    """

    cta_group__1: Tcgen05_110[M]
    cta_group__2: Tcgen05_110[M]

class Tcgen05Mma(Instruction[M]):
    """Start D = A * B, or D += A * B: `tcgen05.mma{.sp}.cta_group::1.kind::f16 [d], a, b, i, p`.

    Before it come the instructions that make the descriptor of each matrix that is a tile of shared
    memory, `mov.b32` for an address in tensor memory that is not of type b32, and `setp.ne.b32` for
    a `scale_d` of 32 bits.

    Args:
        d_tmem: A register with the address of D in tensor memory.
        a_desc: A descriptor in a register of 64 bits, or a tile of `smem.wgmma_tile`; with
            `a_is_tmem` a register with an address in tensor memory.
        b_desc: A descriptor, or a tile.
        idesc: The instruction descriptor, a number or a register (`make_instr_desc`).
        cta_group: 1, or 2 for a pair of CTAs.
        kind: `"f16"`, `"tf32"`, `"f8f6f4"` or `"i8"`.
        enable_input_d: Whether D is added: a bool, or a predicate register.
        scale_d: The same as a number in a register; it takes precedence over `enable_input_d`.
        sparse: Whether A is sparse.
        ashift: Whether the rows of A in tensor memory are shifted by one.
        collector_a: The use of the collector for A: `"fill"`, `"use"`, `"lastuse"` or `"discard"`.
        a_is_tmem: Whether A is in tensor memory.
        sparse_metadata: A register with the address of the metadata in tensor memory.
        pred_operand: A predicate register, in place of `enable_input_d`.
        scale_c: From 0 to 15: D is multiplied by 2 ** -scale_c; of kind f16 and tf32.
        pred: A guard.

    Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)

        tcgen05.mma.cta_group.kind{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, idesc{, disable-output-lane}, {!}enable-input-d{, scale-input-d}  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.cta_group.kind{.ashift}{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, idesc{, disable-output-lane}, {!}enable-input-d{, scale-input-d}  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.cta_group.kind.block_scale{.scale_vectorsize}{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, idesc, [scale-A-tmem], [scale-B-tmem], {!}enable-input-d  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.cta_group.kind.block_scale{.scale_vectorsize}{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, idesc, [scale-A-tmem], [scale-B-tmem], {!}enable-input-d  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.cta_group.kind::f8f6f4.decompress::lut::b{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, [lut-tmem], idesc{, disable-output-lane}, {!}enable-input-d  # PTX 9.4, sm_107f
        tcgen05.mma.cta_group.kind::f8f6f4.decompress::lut::b{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, [lut-tmem], idesc{, disable-output-lane}, {!}enable-input-d  # PTX 9.4, sm_107f
        … (8 forms; see ptxpy isa tcgen05.mma)
    """

    def __call__(self: Tcgen05Mma[Returning], d_tmem: Any, a_desc: Any, b_desc: Any, idesc: Any, *, cta_group: int = 1, kind: str = 'f16', enable_input_d: Any = True, scale_d: Any = None, sparse: bool = False, ashift: bool = False, collector_a: str | None = None, a_is_tmem: bool = False, sparse_metadata: Any = None, pred_operand: Any = None, scale_c: int | None = None, pred: Any = None) -> None: ...
    cta_group__1: Tcgen05_88[M]
    cta_group__2: Tcgen05_88[M]
    sp: Tcgen05MmaSp[M]
    ws: Tcgen05MmaWs[M]

class Tcgen05Masked_descriptor:
    """Return a b64 register: `(smem_addr + byte_offset & mask) >> 4 | const_bits`.

    Emits `and.b32`, `shr.u32`, `cvt.u64.u32`, `or.b64` after the address is computed. The constant
    is that of K-major tiles in stripes of 128 bytes.
    """

    def __call__(self, smem_addr: Any, *, byte_offset: int = 0, mask: int = 262128, const_bits: int = 4611756662049538048) -> _Register: ...

class Tcgen05Make_instr_desc_f16bf16_f32:
    """Return the instruction descriptor of a product of f16 or bf16 with a D of f32.

    The arguments are those of `make_instr_desc`; a product of 128 x 256 in bf16 is 0x8400490.
    """

    def __call__(self, *, m: int = 128, n: int = 256, ab_dtype: str = 'bf16', a_major: str = 'K', b_major: str = 'K', scale_a: int = 1, scale_b: int = 1, saturate: bool = False, sparse: bool = False, max_shift: int = 0) -> int: ...

class Tcgen05Make_instr_desc:
    """Return the instruction descriptor of `tcgen05.mma`, 32 bits; nothing is emitted.

    Args:
        kind: `"f16"` (of f16 and bf16), `"tf32"`, `"f8f6f4"` or `"i8"`.
        m: Rows of D: 64, 128 or 256; 32 for `tcgen05.mma.ws`.
        n: Columns of D: a multiple of 8 up to 256.
        dtype_d: f16, f32 or s32, a type or its name.
        dtype_a: f16, bf16, tf32, e4m3, e5m2, e2m3, e3m2, e2m1, s8 or u8.
        dtype_b: The same; that of A without it.
        a_major: `"K"` or `"MN"`.
        b_major: The same.
        scale_a: 1, or -1 for a negated A; not of integers.
        scale_b: The same for B.
        saturate: Whether sums of integers are kept within s32.
        sparse: Whether A is sparse.
        sparsity_selector: Which of 4 parts of the metadata a sparse A has.
        max_shift: For `tcgen05.mma.ws`, how far B is shifted at most: 0 for none, 1, 2, 3 for 8,
            16, 32 rows.
    """

    def __call__(self, kind: str, *, m: int, n: int, dtype_d: Any, dtype_a: Any, dtype_b: Any = None, a_major: str | int = 'K', b_major: str | int = 'K', scale_a: int = 1, scale_b: int = 1, saturate: bool = False, sparse: bool = False, sparsity_selector: int = 0, max_shift: int = 0) -> int: ...

class Tcgen05Make_block_scale_instr_desc:
    """Return the instruction descriptor of a product with block scaling; nothing is emitted.

    Args:
        kind: `"mxf8f6f4"`, `"mxf4"` or `"mxf4nvf4"`.
        m: Rows of D: 128, or 256 for a pair of CTAs.
        n: Columns of D: a multiple of 8 up to 256.
        dtype_a: e4m3, e5m2, e2m3, e3m2 or e2m1, of which the last alone for mxf4 and mxf4nvf4.
        dtype_b: The same; that of A without it.
        scale_type: `"ue8m0"`, a power of two; `"ue4m3"` for mxf4nvf4.
        a_scale_id: The byte of a word at which the scale factors of A begin for this product: 0 to
            3 for mxf8f6f4 and with a `k` of 96, 0 or 2 for the others.
        b_scale_id: The same for B.
        a_major: `"K"`, or `"MN"` for elements of 8 bits.
        b_major: The same.
        scale_a: 1, or -1 for a negated A.
        scale_b: The same for B.
        sparse: Whether A is sparse.
        k: Elements along K: 96 for the longer products of dense matrices that mxf4 and mxf4nvf4
            have on sm_103; by default 32 for mxf8f6f4 and 64 for the others, twice that if sparse.
    """

    def __call__(self, kind: str = 'mxf8f6f4', *, m: int, n: int, dtype_a: Any, dtype_b: Any = None, scale_type: str = 'ue8m0', a_scale_id: int = 0, b_scale_id: int = 0, a_major: str | int = 'K', b_major: str | int = 'K', scale_a: int = 1, scale_b: int = 1, sparse: bool = False, k: int | None = None) -> int: ...

class Tcgen05LdRed(Instruction[M]):
    """Load from tensor memory and find the least or greatest of the elements. (PTX ISA, 9.7.16.8.3)

        tcgen05.ld.red.sync.aligned.shape3.num.redOp{.abs}{.NaN}.f32 r, redval, [taddr]  # PTX 8.8, sm_103f or sm_110f
        tcgen05.ld.red.sync.aligned.shape4.num.redOp{.abs}{.NaN}.f32 r, redval, [taddr], immHalfSplitoff  # PTX 8.8, sm_103f or sm_110f
        tcgen05.ld.red.sync.aligned.shape3.num.redOp.type r, redval, [taddr]  # PTX 8.8, sm_103f or sm_110f
        tcgen05.ld.red.sync.aligned.shape4.num.redOp.type r, redval, [taddr], immHalfSplitoff  # PTX 8.8, sm_103f or sm_110f
    """

    spcompress: Tcgen05Wait
    sync: Tcgen05_44[M]

class Tcgen05Ld(Instruction[M]):
    """Load from tensor memory: `tcgen05.ld.sync.aligned.16x128b.x1{.pack::16b}.b32 {…}, [taddr]`.

    The registers can be read after `ptx.tcgen05.wait_ld`.

    Args:
        dst_regs: `count` registers of 32 bits, twice as many for 16x128b, four times for 16x256b.
        taddr: A register with the address in tensor memory, `[register, columns]` for an offset.
        shape: `"16x64b"`, `"16x128b"`, `"16x256b"` or `"32x32b"`.
        count: A power of two up to 128; with 16x128b to 64, with 16x256b to 32.
        dtype: `"b32"`.
        pack: Whether two elements of 16 bits come to one register.
        pred: A guard.

    Load from tensor memory into registers, asynchronously, as a warp. (PTX ISA, 9.7.16.8.3)

        tcgen05.ld.sync.aligned.shape1.num{.pack}.b32 r, [taddr]  # PTX 8.6, sm_100f or sm_110f
        tcgen05.ld.sync.aligned.shape2.num{.pack}.b32 r, [taddr], immHalfSplitoff  # PTX 8.6, sm_100f or sm_110f
    """

    def __call__(self: Tcgen05Ld[Returning], dst_regs: Any, taddr: Any, *, shape: str = '16x128b', count: int = 1, dtype: str = 'b32', pack: bool = False, pred: Any = None) -> None: ...
    red: Tcgen05LdRed[M]
    spcompress: Tcgen05Wait
    sync: Tcgen05_57[M]

class Tcgen05Fence_before_thread_sync:
    """Emit `tcgen05.fence::before_thread_sync`: before a barrier that others wait at."""

    def __call__(self, *, pred: Any = None) -> None: ...

class Tcgen05Fence_after_thread_sync:
    """Emit `tcgen05.fence::after_thread_sync`: after a barrier, before its results are used."""

    def __call__(self, *, pred: Any = None) -> None: ...

class Tcgen05Descriptor_bits:
    """Return a descriptor of these fields without its address; nothing is emitted.

    The arguments are those of `descriptor`; the version may be 0, too.
    """

    def __call__(self, *, stride_bytes: int = 0, leading_bytes: int = 0, swizzle: str = 'NONE', base_offset: int = 0, lbo_mode: int = 0, version: int = 1) -> int: ...

class Tcgen05Descriptor:
    """Return a b64 register with a descriptor for `tcgen05` (PTX ISA 9.7.16.4.1).

    Emits `bfe.u32`, `cvt.u64.u32`, `or.b64` after the address has been computed.

    Args:
        smem_addr: An array in shared memory or a stage of one, a name, or a register.
        byte_offset: Bytes that are added to the address.
        stride_bytes: From 8 rows to the next 8, a multiple of 16.
        leading_bytes: Bytes, a multiple of 16.
        swizzle: `"NONE"`, `"32B"`, `"64B"`, `"128B"` or `"128B_BASE32B"`.
        version: 1.
        base_offset: 0 if the swizzle's pattern begins at a multiple of 8 of its rows.
        lbo_mode: 0 if `leading_bytes` is an offset.
    """

    def __call__(self, smem_addr: Any, *, byte_offset: int = 0, stride_bytes: int, leading_bytes: int = 16, swizzle: str = '128B', version: int = 1, base_offset: int = 0, lbo_mode: int = 0) -> _Register: ...

class Tcgen05Dealloc(Instruction[M]):
    """Free an allocation, as a warp: `tcgen05.dealloc.cta_group::1.sync.aligned.b32`.

    `taddr` is a register with the address that `alloc` has written, and `ncols` the number that it
    had; `TraceError` unless an allocation of that size is live.

    Give allocated columns of tensor memory back. (PTX ISA, 9.7.16.7.1)

        tcgen05.dealloc.cta_group.sync.aligned.b32 taddr, nCols  # PTX 8.6, sm_100f or sm_110f
        tcgen05.dealloc.exclusive.cta_group.sync.aligned.b32 taddr, nCols  # PTX 9.4, sm_100f or sm_110f
    """

    def __call__(self: Tcgen05Dealloc[Returning], taddr: Any, ncols: Any, *, cta_group: int = 1, pred: Any = None) -> None: ...
    cta_group__1: Tcgen05_27[M]
    cta_group__2: Tcgen05_27[M]
    exclusive: Tcgen05_28[M]

class Tcgen05Cp(Instruction[M]):
    """Copy from shared to tensor memory: `tcgen05.cp.cta_group::1.128x256b [taddr], src`.

    Args:
        taddr: A register with the address in tensor memory.
        src: A descriptor in a register of 64 bits, or a tile of `smem.wgmma_tile`, whose
            descriptor is made as `ptx.tcgen05.descriptor` does.
        cta_group: 1, or 2 for a pair of CTAs.
        size: `"128x256b"`, `"4x256b"`, `"128x128b"`, `"64x128b.warpx2::02_13"`,
            `"64x128b.warpx2::01_23"` or `"32x128b.warpx4"`; a format may be after it, as in
            `"128x128b.b8x16.b4x16_p64"`.
        src_is_addr: True if `src` must be a tile, False if it must be a descriptor.
        pred: A guard.

    Start a copy from shared memory to tensor memory. (PTX ISA, 9.7.16.9.2)

        tcgen05.cp.cta_group.shape{.multicast}{.dst_fmt.src_fmt} [taddr], s-desc  # PTX 8.6, sm_100f or sm_110f
    """

    def __call__(self: Tcgen05Cp[Returning], taddr: Any, src: Any, *, cta_group: int = 1, size: str = '128x256b', src_is_addr: bool | None = None, pred: Any = None) -> None: ...
    cta_group__1: Tcgen05_22[M]
    cta_group__2: Tcgen05_22[M]

class Tcgen05Commit(Instruction[M]):
    """Let an mbarrier count one arrival once the thread's operations so far are done.

    Emits `tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [mbar]`, and
    with `multicast` `.multicast::cluster` and the mask after it; `mov.b16` before it for a number.

    Args:
        mbar: An mbarrier, or an address.
        cta_group: As that of the operations.
        multicast: Whether the mbarriers at the same place in several CTAs count it.
        multicast_mask: Those CTAs: a bit for each rank in the cluster, a number or a register of
            16 bits.
        space: `"cluster"` for an address in shared memory, `""` for a generic one.
        pred: A guard.

    Let a barrier object track the thread's operations so far. (PTX ISA, 9.7.16.12.1)

        tcgen05.commit.cta_group.completion_mechanism{.sync_restrict}{.shared::cluster}{.multicast}.b64 [mbar]{, ctaMask}  # PTX 8.6, sm_100f or sm_110f
    """

    def __call__(self: Tcgen05Commit[Returning], mbar: Any, *, cta_group: int = 1, multicast: bool = False, multicast_mask: Any = None, space: str = 'cluster', pred: Any = None) -> None: ...
    cta_group__1: Tcgen05_15[M]
    cta_group__2: Tcgen05_15[M]

class Tcgen05Auto_descriptor:
    """Return a b64 register with the descriptor of a tile as `smem.wgmma_tile` lays it out.

    Emits `bfe.u32`, `cvt.u64.u32`, `or.b64` after the address has been computed. The tile has rows
    and columns: of an array with stages it is one stage. For a place within a tile, add a sixteenth
    of the bytes of `ptx.wgmma.k_offset`. `TypeError` for anything but such a tile.
    """

    def __call__(self, tile: Any) -> _Register: ...

class Tcgen05Alloc(Instruction[M]):
    """Allocate columns of tensor memory, as a warp, which blocks until there are enough.

    Emits `tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [tmem_addr], ncols`. Allocations
    are noted in the order of the text: `TraceError` for more than 512 columns, for more than the
    allocation before, and after `relinquish_alloc_permit` (PTX ISA 9.7.16.7.1).

    Args:
        tmem_addr: The place in shared memory that gets the address, 32 bits.
        ncols: 32, 64, 128, 256 or 512, or a register.
        cta_group: 1, or 2 for a pair of CTAs.
        pred: A guard.

    Allocate columns of tensor memory and write their address. (PTX ISA, 9.7.16.7.1)

        tcgen05.alloc.cta_group.sync.aligned{.shared::cta}.b32 [dst], nCols  # PTX 8.6, sm_100f or sm_110f
        tcgen05.alloc.exclusive.cta_group.sync.aligned{.shared::cta}.b32 [dst], nCols  # PTX 9.4, sm_100f or sm_110f
    """

    def __call__(self: Tcgen05Alloc[Returning], tmem_addr: Any, ncols: Any, *, cta_group: int = 1, pred: Any = None) -> None: ...
    cta_group__1: Tcgen05_4[M]
    cta_group__2: Tcgen05_4[M]
    exclusive: Tcgen05_5[M]

class Tcgen05(Instruction[M]):
    """Allocate columns of tensor memory and write their address. (PTX ISA, 9.7.16.7.1)

        tcgen05.alloc.cta_group.sync.aligned{.shared::cta}.b32 [dst], nCols  # PTX 8.6, sm_100f or sm_110f
        tcgen05.alloc.exclusive.cta_group.sync.aligned{.shared::cta}.b32 [dst], nCols  # PTX 9.4, sm_100f or sm_110f

    Give allocated columns of tensor memory back. (PTX ISA, 9.7.16.7.1)

        tcgen05.dealloc.cta_group.sync.aligned.b32 taddr, nCols  # PTX 8.6, sm_100f or sm_110f
        tcgen05.dealloc.exclusive.cta_group.sync.aligned.b32 taddr, nCols  # PTX 9.4, sm_100f or sm_110f

    Give up a block's right to allocate tensor memory. (PTX ISA, 9.7.16.7.1)

        tcgen05.relinquish_alloc_permit.cta_group.sync.aligned  # PTX 8.6, sm_100f or sm_110f

    Load from tensor memory into registers, asynchronously, as a warp. (PTX ISA, 9.7.16.8.3)

        tcgen05.ld.sync.aligned.shape1.num{.pack}.b32 r, [taddr]  # PTX 8.6, sm_100f or sm_110f
        tcgen05.ld.sync.aligned.shape2.num{.pack}.b32 r, [taddr], immHalfSplitoff  # PTX 8.6, sm_100f or sm_110f

    Load from tensor memory and find the least or greatest of the elements. (PTX ISA, 9.7.16.8.3)

        tcgen05.ld.red.sync.aligned.shape3.num.redOp{.abs}{.NaN}.f32 r, redval, [taddr]  # PTX 8.8, sm_103f or sm_110f
        tcgen05.ld.red.sync.aligned.shape4.num.redOp{.abs}{.NaN}.f32 r, redval, [taddr], immHalfSplitoff  # PTX 8.8, sm_103f or sm_110f
        tcgen05.ld.red.sync.aligned.shape3.num.redOp.type r, redval, [taddr]  # PTX 8.8, sm_103f or sm_110f
        tcgen05.ld.red.sync.aligned.shape4.num.redOp.type r, redval, [taddr], immHalfSplitoff  # PTX 8.8, sm_103f or sm_110f

    Load from tensor memory and keep two of each four elements. (PTX ISA, 9.7.16.8.3)

        tcgen05.ld.spcompress.sync.aligned.32x32b.num.op.sp::2:4{.abs}.f32.b2 meta, r, [taddr]  # PTX 9.4, sm_107a

    Load with a reduction and that choice of elements. (PTX ISA, 9.7.16.8.3)

        tcgen05.ld.red.spcompress.sync.aligned.32x32b.num.op.sp::2:4{.abs}{.NaN}.f32.b2 meta, r, redval, [taddr]  # PTX 9.4, sm_107a

    Store registers to tensor memory, asynchronously, as a warp. (PTX ISA, 9.7.16.8.4)

        tcgen05.st.sync.aligned.shape1.num{.unpack}.b32 [taddr], r  # PTX 8.6, sm_100f or sm_110f
        tcgen05.st.sync.aligned.shape2.num{.unpack}.b32 [taddr], immHalfSplitoff, r  # PTX 8.6, sm_100f or sm_110f

    Wait until the thread's loads from tensor memory, or its stores, are done. (PTX ISA, 9.7.16.8.5)

        tcgen05.wait_operation.sync.aligned  # PTX 8.6, sm_100f or sm_110f

    Start a copy from shared memory to tensor memory. (PTX ISA, 9.7.16.9.2)

        tcgen05.cp.cta_group.shape{.multicast}{.dst_fmt.src_fmt} [taddr], s-desc  # PTX 8.6, sm_100f or sm_110f

    Start shifting rows of tensor memory down by one. (PTX ISA, 9.7.16.9.3)

        tcgen05.shift.cta_group.down [taddr]  # PTX 8.6, sm_100a or sm_103a or sm_107a or sm_110a

    Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)

        tcgen05.mma.cta_group.kind{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, idesc{, disable-output-lane}, {!}enable-input-d{, scale-input-d}  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.cta_group.kind{.ashift}{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, idesc{, disable-output-lane}, {!}enable-input-d{, scale-input-d}  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.cta_group.kind.block_scale{.scale_vectorsize}{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, idesc, [scale-A-tmem], [scale-B-tmem], {!}enable-input-d  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.cta_group.kind.block_scale{.scale_vectorsize}{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, idesc, [scale-A-tmem], [scale-B-tmem], {!}enable-input-d  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.cta_group.kind::f8f6f4.decompress::lut::b{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, [lut-tmem], idesc{, disable-output-lane}, {!}enable-input-d  # PTX 9.4, sm_107f
        tcgen05.mma.cta_group.kind::f8f6f4.decompress::lut::b{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, [lut-tmem], idesc{, disable-output-lane}, {!}enable-input-d  # PTX 9.4, sm_107f
        … (8 forms; see ptxpy isa tcgen05.mma)

    Start a product D = A*B+D with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.2)

        tcgen05.mma.sp.cta_group.kind{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, [sp-meta-tmem], idesc{, disable-output-lane}, {!}enable-input-d{, scale-input-d}  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.sp.cta_group.kind{.ashift}{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, [sp-meta-tmem], idesc{, disable-output-lane}, {!}enable-input-d{, scale-input-d}  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.sp.cta_group.kind.block_scale{.scale_vectorsize}{.collector_usage}{.collector_usage_b} [d-tmem], a-desc, b-desc, [sp-meta-tmem], idesc, [scale-A-tmem], [scale-B-tmem], {!}enable-input-d  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.sp.cta_group.kind.block_scale{.scale_vectorsize}{.collector_usage}{.collector_usage_b} [d-tmem], [a-tmem], b-desc, [sp-meta-tmem], idesc, [scale-A-tmem], [scale-B-tmem], {!}enable-input-d  # PTX 8.6, sm_100f or sm_110f

    Start a product D = A*B+D that keeps B, the weights, in a buffer. (PTX ISA, 9.7.16.10.9.3)

        tcgen05.mma.ws.cta_group::1.kind{.collector_usage} [d-tmem], a-desc, b-desc, idesc, {!}enable-input-d{, zero-column-mask-desc}  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.ws.cta_group::1.kind{.collector_usage} [d-tmem], [a-tmem], b-desc, idesc, {!}enable-input-d{, zero-column-mask-desc}  # PTX 8.6, sm_100f or sm_110f

    Start such a product with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.4)

        tcgen05.mma.ws.sp.cta_group::1.kind{.collector_usage} [d-tmem], a-desc, b-desc, [sp-meta-tmem], idesc, {!}enable-input-d{, zero-column-mask-desc}  # PTX 8.6, sm_100f or sm_110f
        tcgen05.mma.ws.sp.cta_group::1.kind{.collector_usage} [d-tmem], [a-tmem], b-desc, [sp-meta-tmem], idesc, {!}enable-input-d{, zero-column-mask-desc}  # PTX 8.6, sm_100f or sm_110f

    Order tcgen05 operations with those of other threads around a barrier. (PTX ISA, 9.7.16.11.1)

        tcgen05.fence_operation  # PTX 8.6, sm_100f or sm_110f

    Let a barrier object track the thread's operations so far. (PTX ISA, 9.7.16.12.1)

        tcgen05.commit.cta_group.completion_mechanism{.sync_restrict}{.shared::cluster}{.multicast}.b64 [mbar]{, ctaMask}  # PTX 8.6, sm_100f or sm_110f
    """

    BLACKWELL_MASKED_DESC_B128: int
    alloc: Tcgen05Alloc[M]
    auto_descriptor: Tcgen05Auto_descriptor
    commit: Tcgen05Commit[M]
    cp: Tcgen05Cp[M]
    dealloc: Tcgen05Dealloc[M]
    descriptor: Tcgen05Descriptor
    descriptor_bits: Tcgen05Descriptor_bits
    fence: Tcgen05Wait
    fence__after_thread_sync: Tcgen05_30[M]
    fence__before_thread_sync: Tcgen05_30[M]
    fence_after_thread_sync: Tcgen05Fence_after_thread_sync
    fence_before_thread_sync: Tcgen05Fence_before_thread_sync
    ld: Tcgen05Ld[M]
    make_block_scale_instr_desc: Tcgen05Make_block_scale_instr_desc
    make_instr_desc: Tcgen05Make_instr_desc
    make_instr_desc_f16bf16_f32: Tcgen05Make_instr_desc_f16bf16_f32
    masked_descriptor: Tcgen05Masked_descriptor
    mma: Tcgen05Mma[M]
    mma_block_scale: Tcgen05Mma_block_scale
    relinquish_alloc_permit: Tcgen05Relinquish_alloc_permit[M]
    shift: Tcgen05Shift[M]
    st: Tcgen05St[M]
    wait: Tcgen05Wait
    wait__ld: Tcgen05_143[M]
    wait__st: Tcgen05_143[M]
    wait_ld: Tcgen05Wait_ld
    wait_st: Tcgen05Wait_st

class Tensormap_28(Instruction[M]):
    box_dim: Tensormap_11[M]
    element_stride: Tensormap_11[M]
    elemtype: Tensormap_15[M]
    fill_mode: Tensormap_15[M]
    global_address: Tensormap_19[M]
    global_dim: Tensormap_11[M]
    global_stride: Tensormap_23[M]
    interleave_layout: Tensormap_15[M]
    rank: Tensormap_27[M]
    swizzle_atomicity: Tensormap_15[M]
    swizzle_mode: Tensormap_15[M]

class Tensormap_6(Instruction[M]):
    shared__cta: Tensormap_5[M]

class Tensormap_11(Instruction[M]):
    b1024: Tensormap_9[M]
    global_: Tensormap_10[M]
    shared__cta: Tensormap_10[M]

class Tensormap_15(Instruction[M]):
    b1024: Tensormap_13[M]
    global_: Tensormap_14[M]
    shared__cta: Tensormap_14[M]

class Tensormap_19(Instruction[M]):
    b1024: Tensormap_17[M]
    global_: Tensormap_18[M]
    shared__cta: Tensormap_18[M]

class Tensormap_23(Instruction[M]):
    b1024: Tensormap_21[M]
    global_: Tensormap_22[M]
    shared__cta: Tensormap_22[M]

class Tensormap_27(Instruction[M]):
    b1024: Tensormap_25[M]
    global_: Tensormap_26[M]
    shared__cta: Tensormap_26[M]

class Tensormap_5(Instruction[M]):
    tensormap__generic: Tensormap_4[M]

class Tensormap_9(Instruction[M]):
    b32: Tensormap_8[M]

class Tensormap_10(Instruction[M]):
    b1024: Tensormap_9[M]

class Tensormap_13(Instruction[M]):
    b32: Tensormap_12[M]

class Tensormap_14(Instruction[M]):
    b1024: Tensormap_13[M]

class Tensormap_17(Instruction[M]):
    b64: Tensormap_16[M]

class Tensormap_18(Instruction[M]):
    b1024: Tensormap_17[M]

class Tensormap_21(Instruction[M]):
    b64: Tensormap_20[M]

class Tensormap_22(Instruction[M]):
    b1024: Tensormap_21[M]

class Tensormap_25(Instruction[M]):
    b32: Tensormap_24[M]

class Tensormap_26(Instruction[M]):
    b1024: Tensormap_25[M]

class Tensormap_4(Instruction[M]):
    release: Tensormap_3[M]

class Tensormap_8(Instruction[M]):
    def __call__(self, addr: A, ord: C, new_val: I32, /, **options: Unpack[Options]) -> Emitted:
        """Replace a field of a tensor-map object in memory. (PTX ISA, 9.7.9.26)"""

class Tensormap_12(Instruction[M]):
    def __call__(self, addr: A, new_val: C, /, **options: Unpack[Options]) -> Emitted:
        """Replace a field of a tensor-map object in memory. (PTX ISA, 9.7.9.26)"""

class Tensormap_16(Instruction[M]):
    def __call__(self, addr: A, new_val: B64, /, **options: Unpack[Options]) -> Emitted:
        """Replace a field of a tensor-map object in memory. (PTX ISA, 9.7.9.26)"""

class Tensormap_20(Instruction[M]):
    def __call__(self, addr: A, ord: C, new_val: B64, /, **options: Unpack[Options]) -> Emitted:
        """Replace a field of a tensor-map object in memory. (PTX ISA, 9.7.9.26)"""

class Tensormap_24(Instruction[M]):
    def __call__(self, addr: A, new_val: B32, /, **options: Unpack[Options]) -> Emitted:
        """Replace a field of a tensor-map object in memory. (PTX ISA, 9.7.9.26)"""

class Tensormap_3(Instruction[M]):
    cluster: Tensormap_2[M]
    cta: Tensormap_2[M]
    gpu: Tensormap_2[M]
    sys: Tensormap_2[M]

class Tensormap_2(Instruction[M]):
    sync: Tensormap_1[M]

class Tensormap_1(Instruction[M]):
    aligned: Tensormap_0[M]

class Tensormap_0(Instruction[M]):
    def __call__(self, dst: A, src: A, size: C, /, **options: Unpack[Options]) -> Emitted:
        """Copy a tensor-map object and make the copy visible to its proxy. (PTX ISA, 9.7.13.16)"""

class TensormapReplace(Instruction[M]):
    """Replace a field of a tensor-map object in memory. (PTX ISA, 9.7.9.26)

        tensormap.replace.mode.global_address{.ss}.b1024.b64 [addr], new_val  # PTX 8.3, sm_90a or sm_100f or sm_110f or sm_120f
        tensormap.replace.mode.rank{.ss}.b1024.b32 [addr], new_val  # PTX 8.3, sm_90a or sm_100f or sm_110f or sm_120f
        tensormap.replace.mode.field2{.ss}.b1024.b32 [addr], ord, new_val  # PTX 8.3, sm_90a or sm_100f or sm_110f or sm_120f
        tensormap.replace.mode.global_stride{.ss}.b1024.b64 [addr], ord, new_val  # PTX 8.3, sm_90a or sm_100f or sm_110f or sm_120f
        tensormap.replace.mode.field3{.ss}.b1024.b32 [addr], new_val  # PTX 8.3, sm_90a or sm_100f or sm_110f or sm_120f
        tensormap.replace.mode.elemtype{.ss}.b1024.b32 [addr], new_val  # PTX 8.7, sm_100f or sm_110f or sm_120f
        … (7 forms; see ptxpy isa tensormap.replace)
    """

    tile: Tensormap_28[M]

class TensormapCp_fenceproxy(Instruction[M]):
    """Copy a tensor-map object and make the copy visible to its proxy. (PTX ISA, 9.7.13.16)

        tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.scope.sync.aligned [dst], [src], size  # PTX 8.3, sm_90
    """

    global_: Tensormap_6[M]

class TensormapCode:
    """Return the number of a value that `tensormap.replace` takes.

    Args:
        field: `"elemtype"`, `"interleave_layout"`, `"swizzle_mode"`, `"swizzle_atomicity"` or
            `"fill_mode"`.
        name: The value: `"bf16"` of an elemtype, `"128B"` of a swizzle_mode.
    """

    def __call__(self, field: str, name: str) -> int: ...

class Tensormap(Instruction[M]):
    """Replace a field of a tensor-map object in memory. (PTX ISA, 9.7.9.26)

        tensormap.replace.mode.global_address{.ss}.b1024.b64 [addr], new_val  # PTX 8.3, sm_90a or sm_100f or sm_110f or sm_120f
        tensormap.replace.mode.rank{.ss}.b1024.b32 [addr], new_val  # PTX 8.3, sm_90a or sm_100f or sm_110f or sm_120f
        tensormap.replace.mode.field2{.ss}.b1024.b32 [addr], ord, new_val  # PTX 8.3, sm_90a or sm_100f or sm_110f or sm_120f
        tensormap.replace.mode.global_stride{.ss}.b1024.b64 [addr], ord, new_val  # PTX 8.3, sm_90a or sm_100f or sm_110f or sm_120f
        tensormap.replace.mode.field3{.ss}.b1024.b32 [addr], new_val  # PTX 8.3, sm_90a or sm_100f or sm_110f or sm_120f
        tensormap.replace.mode.elemtype{.ss}.b1024.b32 [addr], new_val  # PTX 8.7, sm_100f or sm_110f or sm_120f
        … (7 forms; see ptxpy isa tensormap.replace)

    Copy a tensor-map object and make the copy visible to its proxy. (PTX ISA, 9.7.13.16)

        tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.scope.sync.aligned [dst], [src], size  # PTX 8.3, sm_90
    """

    code: TensormapCode
    cp_fenceproxy: TensormapCp_fenceproxy[M]
    replace: TensormapReplace[M]

class Testp_0(Instruction[M]):
    @overload
    def __call__(self: Testp_0[Returning], a: F32, /, **options: Unpack[Options]) -> Predicate:
        """Test whether a number is finite, infinite, a number, a NaN, normal or subnormal. (PTX ISA, 9.7.3.1)"""
    @overload
    def __call__(self: Testp_0[InFull], p: P, a: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Testp_1(Instruction[M]):
    @overload
    def __call__(self: Testp_1[Returning], a: F64, /, **options: Unpack[Options]) -> Predicate:
        """Test whether a number is finite, infinite, a number, a NaN, normal or subnormal. (PTX ISA, 9.7.3.1)"""
    @overload
    def __call__(self: Testp_1[InFull], p: P, a: F64, /, **options: Unpack[Options]) -> Emitted: ...

class Testp_2(Instruction[M]):
    f32: Testp_0[M]
    f64: Testp_1[M]

class Testp(Instruction[M]):
    """Test whether a number is finite, infinite, a number, a NaN, normal or subnormal. (PTX ISA, 9.7.3.1)

        testp{.op}.type p, a  # PTX 2.0, sm_20
    """

    f32: Testp_0[M]
    f64: Testp_1[M]
    finite: Testp_2[M]
    infinite: Testp_2[M]
    normal: Testp_2[M]
    notanumber: Testp_2[M]
    number: Testp_2[M]
    subnormal: Testp_2[M]

class Tex_5(Instruction[M]):
    v2: Tex_3[M]
    v4: Tex_4[M]

class Tex_9(Instruction[M]):
    v2: Tex_7[M]
    v4: Tex_8[M]

class Tex_14(Instruction[M]):
    v2: Tex_12[M]
    v4: Tex_13[M]

class Tex_19(Instruction[M]):
    v2: Tex_17[M]
    v4: Tex_18[M]

class Tex_20(Instruction[M]):
    _1d: Tex_5[M]
    _2d: Tex_5[M]
    _2dms: Tex_9[M]
    _3d: Tex_14[M]
    a1d: Tex_5[M]
    a2d: Tex_5[M]
    a2dms: Tex_9[M]
    acube: Tex_19[M]
    cube: Tex_19[M]

class Tex_37(Instruction[M]):
    _1d: Tex_26[M]
    _2d: Tex_26[M]
    _3d: Tex_31[M]
    a1d: Tex_26[M]
    a2d: Tex_26[M]
    acube: Tex_36[M]
    cube: Tex_36[M]

class Tex_55(Instruction[M]):
    _1d: Tex_43[M]
    _2d: Tex_43[M]
    _3d: Tex_49[M]
    a1d: Tex_43[M]
    a2d: Tex_43[M]
    acube: Tex_54[M]
    cube: Tex_54[M]

class Tex_3(Instruction[M]):
    f16x2: Tex_2[M]

class Tex_4(Instruction[M]):
    f16: Tex_2[M]
    f32: Tex_2[M]
    s32: Tex_2[M]
    u32: Tex_2[M]

class Tex_7(Instruction[M]):
    f16x2: Tex_6[M]

class Tex_8(Instruction[M]):
    f16: Tex_6[M]
    f32: Tex_6[M]
    s32: Tex_6[M]
    u32: Tex_6[M]

class Tex_12(Instruction[M]):
    f16x2: Tex_11[M]

class Tex_13(Instruction[M]):
    f16: Tex_11[M]
    f32: Tex_11[M]
    s32: Tex_11[M]
    u32: Tex_11[M]

class Tex_17(Instruction[M]):
    f16x2: Tex_16[M]

class Tex_18(Instruction[M]):
    f16: Tex_16[M]
    f32: Tex_16[M]
    s32: Tex_16[M]
    u32: Tex_16[M]

class Tex_26(Instruction[M]):
    v2: Tex_24[M]
    v4: Tex_25[M]

class Tex_31(Instruction[M]):
    v2: Tex_29[M]
    v4: Tex_30[M]

class Tex_36(Instruction[M]):
    v2: Tex_34[M]
    v4: Tex_35[M]

class Tex_43(Instruction[M]):
    v2: Tex_41[M]
    v4: Tex_42[M]

class Tex_49(Instruction[M]):
    v2: Tex_47[M]
    v4: Tex_48[M]

class Tex_54(Instruction[M]):
    v2: Tex_52[M]
    v4: Tex_53[M]

class Tex_2(Instruction[M]):
    f32: Tex_0[M]
    s32: Tex_1[M]

class Tex_6(Instruction[M]):
    s32: Tex_1[M]

class Tex_11(Instruction[M]):
    f32: Tex_10[M]
    s32: Tex_10[M]

class Tex_16(Instruction[M]):
    f32: Tex_15[M]

class Tex_24(Instruction[M]):
    f16x2: Tex_23[M]

class Tex_25(Instruction[M]):
    f16: Tex_23[M]
    f32: Tex_23[M]
    s32: Tex_23[M]
    u32: Tex_23[M]

class Tex_29(Instruction[M]):
    f16x2: Tex_28[M]

class Tex_30(Instruction[M]):
    f16: Tex_28[M]
    f32: Tex_28[M]
    s32: Tex_28[M]
    u32: Tex_28[M]

class Tex_34(Instruction[M]):
    f16x2: Tex_33[M]

class Tex_35(Instruction[M]):
    f16: Tex_33[M]
    f32: Tex_33[M]
    s32: Tex_33[M]
    u32: Tex_33[M]

class Tex_41(Instruction[M]):
    f16x2: Tex_40[M]

class Tex_42(Instruction[M]):
    f16: Tex_40[M]
    f32: Tex_40[M]
    s32: Tex_40[M]
    u32: Tex_40[M]

class Tex_47(Instruction[M]):
    f16x2: Tex_46[M]

class Tex_48(Instruction[M]):
    f16: Tex_46[M]
    f32: Tex_46[M]
    s32: Tex_46[M]
    u32: Tex_46[M]

class Tex_52(Instruction[M]):
    f16x2: Tex_51[M]

class Tex_53(Instruction[M]):
    f16: Tex_51[M]
    f32: Tex_51[M]
    s32: Tex_51[M]
    u32: Tex_51[M]

class Tex_0(Instruction[M]):
    @overload
    def __call__(self: Tex_0[Returning], a: A, e: I32 | F32 | V = ..., /, **options: Unpack[Options]) -> Parts:
        """Fetch from a texture. (PTX ISA, 9.7.10.3)"""
    @overload
    def __call__(self: Tex_0[Returning], a: A, e: I32 | V, f: F32, /, **options: Unpack[Options]) -> Parts: ...
    @overload
    def __call__(self: Tex_0[InFull], d: Any, a: A, e: I32 | F32 | V = ..., /, **options: Unpack[Options]) -> Emitted: ...
    @overload
    def __call__(self: Tex_0[InFull], d: Any, a: A, e: I32 | V, f: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Tex_1(Instruction[M]):
    @overload
    def __call__(self: Tex_1[Returning], a: A, e: I32 | V = ..., /, **options: Unpack[Options]) -> Parts:
        """Fetch from a texture. (PTX ISA, 9.7.10.3)"""
    @overload
    def __call__(self: Tex_1[InFull], d: Any, a: A, e: I32 | V = ..., /, **options: Unpack[Options]) -> Emitted: ...

class Tex_10(Instruction[M]):
    @overload
    def __call__(self: Tex_10[Returning], a: A, e: V = ..., /, **options: Unpack[Options]) -> Parts:
        """Fetch from a texture. (PTX ISA, 9.7.10.3)"""
    @overload
    def __call__(self: Tex_10[InFull], d: Any, a: A, e: V = ..., /, **options: Unpack[Options]) -> Emitted: ...

class Tex_15(Instruction[M]):
    @overload
    def __call__(self: Tex_15[Returning], a: A, f: F32 = ..., /, **options: Unpack[Options]) -> Parts:
        """Fetch from a texture. (PTX ISA, 9.7.10.3)"""
    @overload
    def __call__(self: Tex_15[InFull], d: Any, a: A, f: F32 = ..., /, **options: Unpack[Options]) -> Emitted: ...

class Tex_23(Instruction[M]):
    f32: Tex_21[M]
    s32: Tex_22[M]

class Tex_28(Instruction[M]):
    f32: Tex_27[M]
    s32: Tex_27[M]

class Tex_33(Instruction[M]):
    f32: Tex_32[M]

class Tex_40(Instruction[M]):
    f32: Tex_38[M]
    s32: Tex_39[M]

class Tex_46(Instruction[M]):
    f32: Tex_44[M]
    s32: Tex_45[M]

class Tex_51(Instruction[M]):
    f32: Tex_50[M]

class Tex_21(Instruction[M]):
    @overload
    def __call__(self: Tex_21[Returning], a: A, dpdx: V, dpdy: V, e: I32 | F32 | V = ..., /, **options: Unpack[Options]) -> Parts:
        """Fetch from a texture. (PTX ISA, 9.7.10.3)"""
    @overload
    def __call__(self: Tex_21[Returning], a: A, dpdx: V, dpdy: V, e: I32 | V, f: F32, /, **options: Unpack[Options]) -> Parts: ...
    @overload
    def __call__(self: Tex_21[InFull], d: Any, a: A, dpdx: V, dpdy: V, e: I32 | F32 | V = ..., /, **options: Unpack[Options]) -> Emitted: ...
    @overload
    def __call__(self: Tex_21[InFull], d: Any, a: A, dpdx: V, dpdy: V, e: I32 | V, f: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Tex_22(Instruction[M]):
    @overload
    def __call__(self: Tex_22[Returning], a: A, dpdx: V, dpdy: V, e: I32 | V = ..., /, **options: Unpack[Options]) -> Parts:
        """Fetch from a texture. (PTX ISA, 9.7.10.3)"""
    @overload
    def __call__(self: Tex_22[InFull], d: Any, a: A, dpdx: V, dpdy: V, e: I32 | V = ..., /, **options: Unpack[Options]) -> Emitted: ...

class Tex_27(Instruction[M]):
    @overload
    def __call__(self: Tex_27[Returning], a: A, dpdx: V, dpdy: V, e: V = ..., /, **options: Unpack[Options]) -> Parts:
        """Fetch from a texture. (PTX ISA, 9.7.10.3)"""
    @overload
    def __call__(self: Tex_27[InFull], d: Any, a: A, dpdx: V, dpdy: V, e: V = ..., /, **options: Unpack[Options]) -> Emitted: ...

class Tex_32(Instruction[M]):
    @overload
    def __call__(self: Tex_32[Returning], a: A, dpdx: V, dpdy: V, f: F32 = ..., /, **options: Unpack[Options]) -> Parts:
        """Fetch from a texture. (PTX ISA, 9.7.10.3)"""
    @overload
    def __call__(self: Tex_32[InFull], d: Any, a: A, dpdx: V, dpdy: V, f: F32 = ..., /, **options: Unpack[Options]) -> Emitted: ...

class Tex_38(Instruction[M]):
    @overload
    def __call__(self: Tex_38[Returning], a: A, lod: F32, e: I32 | F32 | V = ..., /, **options: Unpack[Options]) -> Parts:
        """Fetch from a texture. (PTX ISA, 9.7.10.3)"""
    @overload
    def __call__(self: Tex_38[Returning], a: A, lod: F32, e: I32 | V, f: F32, /, **options: Unpack[Options]) -> Parts: ...
    @overload
    def __call__(self: Tex_38[InFull], d: Any, a: A, lod: F32, e: I32 | F32 | V = ..., /, **options: Unpack[Options]) -> Emitted: ...
    @overload
    def __call__(self: Tex_38[InFull], d: Any, a: A, lod: F32, e: I32 | V, f: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Tex_39(Instruction[M]):
    @overload
    def __call__(self: Tex_39[Returning], a: A, lod: I32, e: I32 | V = ..., /, **options: Unpack[Options]) -> Parts:
        """Fetch from a texture. (PTX ISA, 9.7.10.3)"""
    @overload
    def __call__(self: Tex_39[InFull], d: Any, a: A, lod: I32, e: I32 | V = ..., /, **options: Unpack[Options]) -> Emitted: ...

class Tex_44(Instruction[M]):
    @overload
    def __call__(self: Tex_44[Returning], a: A, lod: F32, e: V = ..., /, **options: Unpack[Options]) -> Parts:
        """Fetch from a texture. (PTX ISA, 9.7.10.3)"""
    @overload
    def __call__(self: Tex_44[InFull], d: Any, a: A, lod: F32, e: V = ..., /, **options: Unpack[Options]) -> Emitted: ...

class Tex_45(Instruction[M]):
    @overload
    def __call__(self: Tex_45[Returning], a: A, lod: I32, e: V = ..., /, **options: Unpack[Options]) -> Parts:
        """Fetch from a texture. (PTX ISA, 9.7.10.3)"""
    @overload
    def __call__(self: Tex_45[InFull], d: Any, a: A, lod: I32, e: V = ..., /, **options: Unpack[Options]) -> Emitted: ...

class Tex_50(Instruction[M]):
    @overload
    def __call__(self: Tex_50[Returning], a: A, lod: F32, f: F32 = ..., /, **options: Unpack[Options]) -> Parts:
        """Fetch from a texture. (PTX ISA, 9.7.10.3)"""
    @overload
    def __call__(self: Tex_50[InFull], d: Any, a: A, lod: F32, f: F32 = ..., /, **options: Unpack[Options]) -> Emitted: ...

class Tex(Instruction[M]):
    """Fetch from a texture. (PTX ISA, 9.7.10.3)

        tex.geom.v4.dtype.ctype d{|p}, [var-a, c]{, e}{, f}  # PTX 1.0
        tex.geom.v4.dtype.ctype d{|p}, [a, c]{, e}{, f}  # PTX 1.0
        tex.geom.v4.dtype.ctype d{|p}, [var-a, var-b, c]{, e}{, f}  # PTX 1.0
        tex.geom.v4.dtype.ctype d{|p}, [a, b, c]{, e}{, f}  # PTX 1.0
        tex.geom.v2.f16x2.ctype d{|p}, [var-a, c]{, e}{, f}  # PTX 1.0
        tex.geom.v2.f16x2.ctype d{|p}, [a, c]{, e}{, f}  # PTX 1.0
        … (32 forms; see ptxpy isa tex)
    """

    _1d: Tex_5[M]
    _2d: Tex_5[M]
    _2dms: Tex_9[M]
    _3d: Tex_14[M]
    a1d: Tex_5[M]
    a2d: Tex_5[M]
    a2dms: Tex_9[M]
    acube: Tex_19[M]
    base: Tex_20[M]
    cube: Tex_19[M]
    grad: Tex_37[M]
    level: Tex_55[M]

class Tld4_8(Instruction[M]):
    _2d: Tld4_3[M]
    a2d: Tld4_3[M]
    acube: Tld4_7[M]
    cube: Tld4_7[M]

class Tld4_3(Instruction[M]):
    v4: Tld4_2[M]

class Tld4_7(Instruction[M]):
    v4: Tld4_6[M]

class Tld4_2(Instruction[M]):
    f32: Tld4_1[M]
    s32: Tld4_1[M]
    u32: Tld4_1[M]

class Tld4_6(Instruction[M]):
    f32: Tld4_5[M]
    s32: Tld4_5[M]
    u32: Tld4_5[M]

class Tld4_1(Instruction[M]):
    f32: Tld4_0[M]

class Tld4_5(Instruction[M]):
    f32: Tld4_4[M]

class Tld4_0(Instruction[M]):
    @overload
    def __call__(self: Tld4_0[Returning], a: A, e: I32 | F32 | V = ..., /, **options: Unpack[Options]) -> Parts:
        """Fetch one component of the four texels around a point of a texture. (PTX ISA, 9.7.10.4)"""
    @overload
    def __call__(self: Tld4_0[Returning], a: A, e: I32 | V, f: F32, /, **options: Unpack[Options]) -> Parts: ...
    @overload
    def __call__(self: Tld4_0[InFull], d: Any, a: A, e: I32 | F32 | V = ..., /, **options: Unpack[Options]) -> Emitted: ...
    @overload
    def __call__(self: Tld4_0[InFull], d: Any, a: A, e: I32 | V, f: F32, /, **options: Unpack[Options]) -> Emitted: ...

class Tld4_4(Instruction[M]):
    @overload
    def __call__(self: Tld4_4[Returning], a: A, f: F32 = ..., /, **options: Unpack[Options]) -> Parts:
        """Fetch one component of the four texels around a point of a texture. (PTX ISA, 9.7.10.4)"""
    @overload
    def __call__(self: Tld4_4[InFull], d: Any, a: A, f: F32 = ..., /, **options: Unpack[Options]) -> Emitted: ...

class Tld4(Instruction[M]):
    """Fetch one component of the four texels around a point of a texture. (PTX ISA, 9.7.10.4)

        tld4.comp.geom.v4.dtype.f32 d{|p}, [var-a, c]{, e}{, f}  # PTX 2.2, sm_20
        tld4.comp.geom.v4.dtype.f32 d{|p}, [a, c]{, e}{, f}  # PTX 2.2, sm_20
        tld4.comp.geom.v4.dtype.f32 d{|p}, [var-a, var-b, c]{, e}{, f}  # PTX 2.2, sm_20
        tld4.comp.geom.v4.dtype.f32 d{|p}, [a, b, c]{, e}{, f}  # PTX 2.2, sm_20
    """

    a: Tld4_8[M]
    b: Tld4_8[M]
    g: Tld4_8[M]
    r: Tld4_8[M]

class Trap(Instruction[M]):
    """Abort execution and raise an interrupt. (PTX ISA, 9.7.19.4)

        trap  # PTX 1.0
    """

    def __call__(self, **options: Unpack[Options]) -> Emitted:
        """Abort execution and raise an interrupt. (PTX ISA, 9.7.19.4)"""

class Txq_1(Instruction[M]):
    b32: Txq_0[M]

class Txq_3(Instruction[M]):
    b32: Txq_2[M]

class Txq_5(Instruction[M]):
    b32: Txq_4[M]

class Txq_8(Instruction[M]):
    depth: Txq_7[M]
    height: Txq_7[M]
    width: Txq_7[M]

class Txq_0(Instruction[M]):
    @overload
    def __call__(self: Txq_0[Returning], a: A, /, **options: Unpack[Options]) -> Number32:
        """Query an attribute of a texture or sampler. (PTX ISA, 9.7.10.5)"""
    @overload
    def __call__(self: Txq_0[InFull], d: B32, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Txq_2(Instruction[M]):
    @overload
    def __call__(self: Txq_2[Returning], a: A, /, **options: Unpack[Options]) -> Number32:
        """Query an attribute of a texture or sampler. (PTX ISA, 9.7.10.5)"""
    @overload
    def __call__(self: Txq_2[InFull], d: B32, a: A, /, **options: Unpack[Options]) -> Emitted: ...

class Txq_4(Instruction[M]):
    @overload
    def __call__(self: Txq_4[Returning], b: A, /, **options: Unpack[Options]) -> Number32:
        """Query an attribute of a texture or sampler. (PTX ISA, 9.7.10.5)"""
    @overload
    def __call__(self: Txq_4[InFull], d: B32, b: A, /, **options: Unpack[Options]) -> Emitted: ...

class Txq_7(Instruction[M]):
    b32: Txq_6[M]

class Txq_6(Instruction[M]):
    @overload
    def __call__(self: Txq_6[Returning], a: A, lod: I32, /, **options: Unpack[Options]) -> Number32:
        """Query an attribute of a texture or sampler. (PTX ISA, 9.7.10.5)"""
    @overload
    def __call__(self: Txq_6[InFull], d: B32, a: A, lod: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Txq(Instruction[M]):
    """Query an attribute of a texture or sampler. (PTX ISA, 9.7.10.5)

        txq.tquery.b32 d, [var-a]  # PTX 1.5
        txq.tquery.b32 d, [a]  # PTX 1.5
        txq.level.tlquery.b32 d, [a], lod  # PTX 4.3, sm_30
        txq.squery.b32 d, [a]  # PTX 1.5
        txq.squery.b32 d, [b]  # PTX 1.5
        txq.force_unnormalized_coords.b32 d, [b]  # PTX 2.2
    """

    addr_mode_0: Txq_1[M]
    addr_mode_1: Txq_1[M]
    addr_mode_2: Txq_1[M]
    array_size: Txq_3[M]
    channel_data_type: Txq_3[M]
    channel_order: Txq_3[M]
    depth: Txq_3[M]
    filter_mode: Txq_1[M]
    force_unnormalized_coords: Txq_5[M]
    height: Txq_3[M]
    level: Txq_8[M]
    normalized_coords: Txq_3[M]
    num_mipmap_levels: Txq_3[M]
    num_samples: Txq_3[M]
    width: Txq_3[M]

class Vabsdiff_4(Instruction[M]):
    s32: Vabsdiff_3[M]
    u32: Vabsdiff_3[M]

class Vabsdiff_3(Instruction[M]):
    s32: Vabsdiff_2[M]
    u32: Vabsdiff_2[M]

class Vabsdiff_2(Instruction[M]):
    @overload
    def __call__(self: Vabsdiff_2[Returning], a: I32, b: I32, c: I32 = ..., /, **options: Unpack[Options]) -> Number32:
        """Take the absolute difference of two values or parts of registers. (PTX ISA, 9.7.18.1.1)"""
    @overload
    def __call__(self: Vabsdiff_2[InFull], d: I32, a: I32, b: I32, c: I32 = ..., /, **options: Unpack[Options]) -> Emitted: ...
    add: Vabsdiff_0[M]
    max: Vabsdiff_0[M]
    min: Vabsdiff_0[M]
    sat: Vabsdiff_1[M]

class Vabsdiff_0(Instruction[M]):
    @overload
    def __call__(self: Vabsdiff_0[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Take the absolute difference of two values or parts of registers. (PTX ISA, 9.7.18.1.1)"""
    @overload
    def __call__(self: Vabsdiff_0[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Vabsdiff_1(Instruction[M]):
    @overload
    def __call__(self: Vabsdiff_1[Returning], a: I32, b: I32, c: I32 = ..., /, **options: Unpack[Options]) -> Number32:
        """Take the absolute difference of two values or parts of registers. (PTX ISA, 9.7.18.1.1)"""
    @overload
    def __call__(self: Vabsdiff_1[InFull], d: I32, a: I32, b: I32, c: I32 = ..., /, **options: Unpack[Options]) -> Emitted: ...
    add: Vabsdiff_0[M]
    max: Vabsdiff_0[M]
    min: Vabsdiff_0[M]

class Vabsdiff(Instruction[M]):
    """Take the absolute difference of two values or parts of registers. (PTX ISA, 9.7.18.1.1)

        vabsdiff.dtype.atype.btype{.sat} d, a{.asel}, b{.bsel}  # PTX 2.0, sm_20
        vabsdiff.dtype.atype.btype{.sat}.op2 d, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
        vabsdiff.dtype.atype.btype{.sat} d{.dsel}, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
    """

    s32: Vabsdiff_4[M]
    u32: Vabsdiff_4[M]

class Vabsdiff2_3(Instruction[M]):
    s32: Vabsdiff2_2[M]
    u32: Vabsdiff2_2[M]

class Vabsdiff2_2(Instruction[M]):
    s32: Vabsdiff2_1[M]
    u32: Vabsdiff2_1[M]

class Vabsdiff2_1(Instruction[M]):
    @overload
    def __call__(self: Vabsdiff2_1[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Take the absolute differences of two pairs of halves. (PTX ISA, 9.7.18.2.1)"""
    @overload
    def __call__(self: Vabsdiff2_1[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...
    add: Vabsdiff2_0[M]
    sat: Vabsdiff2_0[M]

class Vabsdiff2_0(Instruction[M]):
    @overload
    def __call__(self: Vabsdiff2_0[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Take the absolute differences of two pairs of halves. (PTX ISA, 9.7.18.2.1)"""
    @overload
    def __call__(self: Vabsdiff2_0[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Vabsdiff2(Instruction[M]):
    """Take the absolute differences of two pairs of halves. (PTX ISA, 9.7.18.2.1)

        vabsdiff2.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        vabsdiff2.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
    """

    s32: Vabsdiff2_3[M]
    u32: Vabsdiff2_3[M]

class Vabsdiff4_3(Instruction[M]):
    s32: Vabsdiff4_2[M]
    u32: Vabsdiff4_2[M]

class Vabsdiff4_2(Instruction[M]):
    s32: Vabsdiff4_1[M]
    u32: Vabsdiff4_1[M]

class Vabsdiff4_1(Instruction[M]):
    @overload
    def __call__(self: Vabsdiff4_1[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Take the absolute differences of four pairs of bytes. (PTX ISA, 9.7.18.2.3)"""
    @overload
    def __call__(self: Vabsdiff4_1[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...
    add: Vabsdiff4_0[M]
    sat: Vabsdiff4_0[M]

class Vabsdiff4_0(Instruction[M]):
    @overload
    def __call__(self: Vabsdiff4_0[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Take the absolute differences of four pairs of bytes. (PTX ISA, 9.7.18.2.3)"""
    @overload
    def __call__(self: Vabsdiff4_0[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Vabsdiff4(Instruction[M]):
    """Take the absolute differences of four pairs of bytes. (PTX ISA, 9.7.18.2.3)

        vabsdiff4.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        vabsdiff4.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
    """

    s32: Vabsdiff4_3[M]
    u32: Vabsdiff4_3[M]

class Vadd_4(Instruction[M]):
    s32: Vadd_3[M]
    u32: Vadd_3[M]

class Vadd_3(Instruction[M]):
    s32: Vadd_2[M]
    u32: Vadd_2[M]

class Vadd_2(Instruction[M]):
    @overload
    def __call__(self: Vadd_2[Returning], a: I32, b: I32, c: I32 = ..., /, **options: Unpack[Options]) -> Number32:
        """Add two values or parts of registers. (PTX ISA, 9.7.18.1.1)"""
    @overload
    def __call__(self: Vadd_2[InFull], d: I32, a: I32, b: I32, c: I32 = ..., /, **options: Unpack[Options]) -> Emitted: ...
    add: Vadd_0[M]
    max: Vadd_0[M]
    min: Vadd_0[M]
    sat: Vadd_1[M]

class Vadd_0(Instruction[M]):
    @overload
    def __call__(self: Vadd_0[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Add two values or parts of registers. (PTX ISA, 9.7.18.1.1)"""
    @overload
    def __call__(self: Vadd_0[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Vadd_1(Instruction[M]):
    @overload
    def __call__(self: Vadd_1[Returning], a: I32, b: I32, c: I32 = ..., /, **options: Unpack[Options]) -> Number32:
        """Add two values or parts of registers. (PTX ISA, 9.7.18.1.1)"""
    @overload
    def __call__(self: Vadd_1[InFull], d: I32, a: I32, b: I32, c: I32 = ..., /, **options: Unpack[Options]) -> Emitted: ...
    add: Vadd_0[M]
    max: Vadd_0[M]
    min: Vadd_0[M]

class Vadd(Instruction[M]):
    """Add two values or parts of registers. (PTX ISA, 9.7.18.1.1)

        vadd.dtype.atype.btype{.sat} d, a{.asel}, b{.bsel}  # PTX 2.0, sm_20
        vadd.dtype.atype.btype{.sat}.op2 d, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
        vadd.dtype.atype.btype{.sat} d{.dsel}, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
    """

    s32: Vadd_4[M]
    u32: Vadd_4[M]

class Vadd2_3(Instruction[M]):
    s32: Vadd2_2[M]
    u32: Vadd2_2[M]

class Vadd2_2(Instruction[M]):
    s32: Vadd2_1[M]
    u32: Vadd2_1[M]

class Vadd2_1(Instruction[M]):
    @overload
    def __call__(self: Vadd2_1[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Add two pairs of halves. (PTX ISA, 9.7.18.2.1)"""
    @overload
    def __call__(self: Vadd2_1[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...
    add: Vadd2_0[M]
    sat: Vadd2_0[M]

class Vadd2_0(Instruction[M]):
    @overload
    def __call__(self: Vadd2_0[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Add two pairs of halves. (PTX ISA, 9.7.18.2.1)"""
    @overload
    def __call__(self: Vadd2_0[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Vadd2(Instruction[M]):
    """Add two pairs of halves. (PTX ISA, 9.7.18.2.1)

        vadd2.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        vadd2.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
    """

    s32: Vadd2_3[M]
    u32: Vadd2_3[M]

class Vadd4_3(Instruction[M]):
    s32: Vadd4_2[M]
    u32: Vadd4_2[M]

class Vadd4_2(Instruction[M]):
    s32: Vadd4_1[M]
    u32: Vadd4_1[M]

class Vadd4_1(Instruction[M]):
    @overload
    def __call__(self: Vadd4_1[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Add four pairs of bytes. (PTX ISA, 9.7.18.2.3)"""
    @overload
    def __call__(self: Vadd4_1[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...
    add: Vadd4_0[M]
    sat: Vadd4_0[M]

class Vadd4_0(Instruction[M]):
    @overload
    def __call__(self: Vadd4_0[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Add four pairs of bytes. (PTX ISA, 9.7.18.2.3)"""
    @overload
    def __call__(self: Vadd4_0[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Vadd4(Instruction[M]):
    """Add four pairs of bytes. (PTX ISA, 9.7.18.2.3)

        vadd4.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        vadd4.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
    """

    s32: Vadd4_3[M]
    u32: Vadd4_3[M]

class Vavrg2_3(Instruction[M]):
    s32: Vavrg2_2[M]
    u32: Vavrg2_2[M]

class Vavrg2_2(Instruction[M]):
    s32: Vavrg2_1[M]
    u32: Vavrg2_1[M]

class Vavrg2_1(Instruction[M]):
    @overload
    def __call__(self: Vavrg2_1[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Average two pairs of halves. (PTX ISA, 9.7.18.2.1)"""
    @overload
    def __call__(self: Vavrg2_1[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...
    add: Vavrg2_0[M]
    sat: Vavrg2_0[M]

class Vavrg2_0(Instruction[M]):
    @overload
    def __call__(self: Vavrg2_0[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Average two pairs of halves. (PTX ISA, 9.7.18.2.1)"""
    @overload
    def __call__(self: Vavrg2_0[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Vavrg2(Instruction[M]):
    """Average two pairs of halves. (PTX ISA, 9.7.18.2.1)

        vavrg2.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        vavrg2.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
    """

    s32: Vavrg2_3[M]
    u32: Vavrg2_3[M]

class Vavrg4_3(Instruction[M]):
    s32: Vavrg4_2[M]
    u32: Vavrg4_2[M]

class Vavrg4_2(Instruction[M]):
    s32: Vavrg4_1[M]
    u32: Vavrg4_1[M]

class Vavrg4_1(Instruction[M]):
    @overload
    def __call__(self: Vavrg4_1[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Average four pairs of bytes. (PTX ISA, 9.7.18.2.3)"""
    @overload
    def __call__(self: Vavrg4_1[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...
    add: Vavrg4_0[M]
    sat: Vavrg4_0[M]

class Vavrg4_0(Instruction[M]):
    @overload
    def __call__(self: Vavrg4_0[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Average four pairs of bytes. (PTX ISA, 9.7.18.2.3)"""
    @overload
    def __call__(self: Vavrg4_0[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Vavrg4(Instruction[M]):
    """Average four pairs of bytes. (PTX ISA, 9.7.18.2.3)

        vavrg4.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        vavrg4.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
    """

    s32: Vavrg4_3[M]
    u32: Vavrg4_3[M]

class Vmad_5(Instruction[M]):
    s32: Vmad_4[M]
    u32: Vmad_4[M]

class Vmad_4(Instruction[M]):
    s32: Vmad_3[M]
    u32: Vmad_3[M]

class Vmad_3(Instruction[M]):
    @overload
    def __call__(self: Vmad_3[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Multiply two values or parts of registers, add a third, and scale the sum. (PTX ISA, 9.7.18.1.3)"""
    @overload
    def __call__(self: Vmad_3[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...
    po: Vmad_2[M]
    sat: Vmad_1[M]
    shr15: Vmad_0[M]
    shr7: Vmad_0[M]

class Vmad_2(Instruction[M]):
    @overload
    def __call__(self: Vmad_2[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Multiply two values or parts of registers, add a third, and scale the sum. (PTX ISA, 9.7.18.1.3)"""
    @overload
    def __call__(self: Vmad_2[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...
    sat: Vmad_1[M]
    shr15: Vmad_0[M]
    shr7: Vmad_0[M]

class Vmad_1(Instruction[M]):
    @overload
    def __call__(self: Vmad_1[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Multiply two values or parts of registers, add a third, and scale the sum. (PTX ISA, 9.7.18.1.3)"""
    @overload
    def __call__(self: Vmad_1[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...
    shr15: Vmad_0[M]
    shr7: Vmad_0[M]

class Vmad_0(Instruction[M]):
    @overload
    def __call__(self: Vmad_0[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Multiply two values or parts of registers, add a third, and scale the sum. (PTX ISA, 9.7.18.1.3)"""
    @overload
    def __call__(self: Vmad_0[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Vmad(Instruction[M]):
    """Multiply two values or parts of registers, add a third, and scale the sum. (PTX ISA, 9.7.18.1.3)

        vmad.dtype.atype.btype{.sat}{.scale} d, {-}a{.asel}, {-}b{.bsel}, {-}c  # PTX 2.0, sm_20
        vmad.dtype.atype.btype.po{.sat}{.scale} d, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
    """

    s32: Vmad_5[M]
    u32: Vmad_5[M]

class Vmax_4(Instruction[M]):
    s32: Vmax_3[M]
    u32: Vmax_3[M]

class Vmax_3(Instruction[M]):
    s32: Vmax_2[M]
    u32: Vmax_2[M]

class Vmax_2(Instruction[M]):
    @overload
    def __call__(self: Vmax_2[Returning], a: I32, b: I32, c: I32 = ..., /, **options: Unpack[Options]) -> Number32:
        """Take the larger of two values or parts of registers. (PTX ISA, 9.7.18.1.1)"""
    @overload
    def __call__(self: Vmax_2[InFull], d: I32, a: I32, b: I32, c: I32 = ..., /, **options: Unpack[Options]) -> Emitted: ...
    add: Vmax_0[M]
    max: Vmax_0[M]
    min: Vmax_0[M]
    sat: Vmax_1[M]

class Vmax_0(Instruction[M]):
    @overload
    def __call__(self: Vmax_0[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Take the larger of two values or parts of registers. (PTX ISA, 9.7.18.1.1)"""
    @overload
    def __call__(self: Vmax_0[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Vmax_1(Instruction[M]):
    @overload
    def __call__(self: Vmax_1[Returning], a: I32, b: I32, c: I32 = ..., /, **options: Unpack[Options]) -> Number32:
        """Take the larger of two values or parts of registers. (PTX ISA, 9.7.18.1.1)"""
    @overload
    def __call__(self: Vmax_1[InFull], d: I32, a: I32, b: I32, c: I32 = ..., /, **options: Unpack[Options]) -> Emitted: ...
    add: Vmax_0[M]
    max: Vmax_0[M]
    min: Vmax_0[M]

class Vmax(Instruction[M]):
    """Take the larger of two values or parts of registers. (PTX ISA, 9.7.18.1.1)

        vmax.dtype.atype.btype{.sat} d, a{.asel}, b{.bsel}  # PTX 2.0, sm_20
        vmax.dtype.atype.btype{.sat}.op2 d, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
        vmax.dtype.atype.btype{.sat} d{.dsel}, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
    """

    s32: Vmax_4[M]
    u32: Vmax_4[M]

class Vmax2_3(Instruction[M]):
    s32: Vmax2_2[M]
    u32: Vmax2_2[M]

class Vmax2_2(Instruction[M]):
    s32: Vmax2_1[M]
    u32: Vmax2_1[M]

class Vmax2_1(Instruction[M]):
    @overload
    def __call__(self: Vmax2_1[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Take the larger of two pairs of halves. (PTX ISA, 9.7.18.2.1)"""
    @overload
    def __call__(self: Vmax2_1[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...
    add: Vmax2_0[M]
    sat: Vmax2_0[M]

class Vmax2_0(Instruction[M]):
    @overload
    def __call__(self: Vmax2_0[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Take the larger of two pairs of halves. (PTX ISA, 9.7.18.2.1)"""
    @overload
    def __call__(self: Vmax2_0[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Vmax2(Instruction[M]):
    """Take the larger of two pairs of halves. (PTX ISA, 9.7.18.2.1)

        vmax2.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        vmax2.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
    """

    s32: Vmax2_3[M]
    u32: Vmax2_3[M]

class Vmax4_3(Instruction[M]):
    s32: Vmax4_2[M]
    u32: Vmax4_2[M]

class Vmax4_2(Instruction[M]):
    s32: Vmax4_1[M]
    u32: Vmax4_1[M]

class Vmax4_1(Instruction[M]):
    @overload
    def __call__(self: Vmax4_1[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Take the larger of four pairs of bytes. (PTX ISA, 9.7.18.2.3)"""
    @overload
    def __call__(self: Vmax4_1[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...
    add: Vmax4_0[M]
    sat: Vmax4_0[M]

class Vmax4_0(Instruction[M]):
    @overload
    def __call__(self: Vmax4_0[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Take the larger of four pairs of bytes. (PTX ISA, 9.7.18.2.3)"""
    @overload
    def __call__(self: Vmax4_0[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Vmax4(Instruction[M]):
    """Take the larger of four pairs of bytes. (PTX ISA, 9.7.18.2.3)

        vmax4.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        vmax4.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
    """

    s32: Vmax4_3[M]
    u32: Vmax4_3[M]

class Vmin_4(Instruction[M]):
    s32: Vmin_3[M]
    u32: Vmin_3[M]

class Vmin_3(Instruction[M]):
    s32: Vmin_2[M]
    u32: Vmin_2[M]

class Vmin_2(Instruction[M]):
    @overload
    def __call__(self: Vmin_2[Returning], a: I32, b: I32, c: I32 = ..., /, **options: Unpack[Options]) -> Number32:
        """Take the smaller of two values or parts of registers. (PTX ISA, 9.7.18.1.1)"""
    @overload
    def __call__(self: Vmin_2[InFull], d: I32, a: I32, b: I32, c: I32 = ..., /, **options: Unpack[Options]) -> Emitted: ...
    add: Vmin_0[M]
    max: Vmin_0[M]
    min: Vmin_0[M]
    sat: Vmin_1[M]

class Vmin_0(Instruction[M]):
    @overload
    def __call__(self: Vmin_0[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Take the smaller of two values or parts of registers. (PTX ISA, 9.7.18.1.1)"""
    @overload
    def __call__(self: Vmin_0[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Vmin_1(Instruction[M]):
    @overload
    def __call__(self: Vmin_1[Returning], a: I32, b: I32, c: I32 = ..., /, **options: Unpack[Options]) -> Number32:
        """Take the smaller of two values or parts of registers. (PTX ISA, 9.7.18.1.1)"""
    @overload
    def __call__(self: Vmin_1[InFull], d: I32, a: I32, b: I32, c: I32 = ..., /, **options: Unpack[Options]) -> Emitted: ...
    add: Vmin_0[M]
    max: Vmin_0[M]
    min: Vmin_0[M]

class Vmin(Instruction[M]):
    """Take the smaller of two values or parts of registers. (PTX ISA, 9.7.18.1.1)

        vmin.dtype.atype.btype{.sat} d, a{.asel}, b{.bsel}  # PTX 2.0, sm_20
        vmin.dtype.atype.btype{.sat}.op2 d, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
        vmin.dtype.atype.btype{.sat} d{.dsel}, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
    """

    s32: Vmin_4[M]
    u32: Vmin_4[M]

class Vmin2_3(Instruction[M]):
    s32: Vmin2_2[M]
    u32: Vmin2_2[M]

class Vmin2_2(Instruction[M]):
    s32: Vmin2_1[M]
    u32: Vmin2_1[M]

class Vmin2_1(Instruction[M]):
    @overload
    def __call__(self: Vmin2_1[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Take the smaller of two pairs of halves. (PTX ISA, 9.7.18.2.1)"""
    @overload
    def __call__(self: Vmin2_1[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...
    add: Vmin2_0[M]
    sat: Vmin2_0[M]

class Vmin2_0(Instruction[M]):
    @overload
    def __call__(self: Vmin2_0[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Take the smaller of two pairs of halves. (PTX ISA, 9.7.18.2.1)"""
    @overload
    def __call__(self: Vmin2_0[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Vmin2(Instruction[M]):
    """Take the smaller of two pairs of halves. (PTX ISA, 9.7.18.2.1)

        vmin2.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        vmin2.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
    """

    s32: Vmin2_3[M]
    u32: Vmin2_3[M]

class Vmin4_3(Instruction[M]):
    s32: Vmin4_2[M]
    u32: Vmin4_2[M]

class Vmin4_2(Instruction[M]):
    s32: Vmin4_1[M]
    u32: Vmin4_1[M]

class Vmin4_1(Instruction[M]):
    @overload
    def __call__(self: Vmin4_1[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Take the smaller of four pairs of bytes. (PTX ISA, 9.7.18.2.3)"""
    @overload
    def __call__(self: Vmin4_1[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...
    add: Vmin4_0[M]
    sat: Vmin4_0[M]

class Vmin4_0(Instruction[M]):
    @overload
    def __call__(self: Vmin4_0[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Take the smaller of four pairs of bytes. (PTX ISA, 9.7.18.2.3)"""
    @overload
    def __call__(self: Vmin4_0[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Vmin4(Instruction[M]):
    """Take the smaller of four pairs of bytes. (PTX ISA, 9.7.18.2.3)

        vmin4.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        vmin4.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
    """

    s32: Vmin4_3[M]
    u32: Vmin4_3[M]

class Vote_5(Instruction[M]):
    pred: Vote_4[M]

class Vote_7(Instruction[M]):
    b32: Vote_6[M]

class Vote_1(Instruction[M]):
    pred: Vote_0[M]

class Vote_3(Instruction[M]):
    b32: Vote_2[M]

class Vote_4(Instruction[M]):
    @overload
    def __call__(self: Vote_4[Returning], a: C | P, membermask: I32, /, **options: Unpack[Options]) -> Predicate:
        """Combine a predicate of the threads of the warp that a mask names. (PTX ISA, 9.7.13.9)"""
    @overload
    def __call__(self: Vote_4[InFull], d: P, a: C | P, membermask: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Vote_6(Instruction[M]):
    @overload
    def __call__(self: Vote_6[Returning], a: C | P, membermask: I32, /, **options: Unpack[Options]) -> Number32:
        """Combine a predicate of the threads of the warp that a mask names. (PTX ISA, 9.7.13.9)"""
    @overload
    def __call__(self: Vote_6[InFull], d: B32, a: C | P, membermask: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Vote_0(Instruction[M]):
    @overload
    def __call__(self: Vote_0[Returning], a: C | P, /, **options: Unpack[Options]) -> Predicate:
        """Combine a predicate of all active threads of the warp. (PTX ISA, 9.7.13.8)"""
    @overload
    def __call__(self: Vote_0[InFull], d: P, a: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Vote_2(Instruction[M]):
    @overload
    def __call__(self: Vote_2[Returning], a: C | P, /, **options: Unpack[Options]) -> Number32:
        """Combine a predicate of all active threads of the warp. (PTX ISA, 9.7.13.8)"""
    @overload
    def __call__(self: Vote_2[InFull], d: B32, a: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class VoteSync(Instruction[M]):
    """Combine a predicate of the threads of the warp that a mask names. (PTX ISA, 9.7.13.9)

        vote.sync.mode.pred d, {!}a, membermask  # PTX 6.0, sm_30
        vote.sync.ballot.b32 d, {!}a, membermask  # PTX 6.0, sm_30
    """

    all: Vote_5[M]
    any: Vote_5[M]
    ballot: Vote_7[M]
    uni: Vote_5[M]

class Vote(Instruction[M]):
    """Combine a predicate of all active threads of the warp. (PTX ISA, 9.7.13.8)

        vote.mode.pred d, {!}a  # PTX 1.2, sm_12; until PTX 6.4, sm_70
        vote.ballot.b32 d, {!}a  # PTX 2.0, sm_20; until PTX 6.4, sm_70
    """

    all: Vote_1[M]
    any: Vote_1[M]
    ballot: Vote_3[M]
    sync: VoteSync[M]
    uni: Vote_1[M]

class Vset_3(Instruction[M]):
    s32: Vset_2[M]
    u32: Vset_2[M]

class Vset_2(Instruction[M]):
    eq: Vset_1[M]
    ge: Vset_1[M]
    gt: Vset_1[M]
    le: Vset_1[M]
    lt: Vset_1[M]
    ne: Vset_1[M]

class Vset_1(Instruction[M]):
    @overload
    def __call__(self: Vset_1[Returning], a: I32, b: I32, c: I32 = ..., /, **options: Unpack[Options]) -> Number32:
        """Compare two values or parts of registers. (PTX ISA, 9.7.18.1.4)"""
    @overload
    def __call__(self: Vset_1[InFull], d: I32, a: I32, b: I32, c: I32 = ..., /, **options: Unpack[Options]) -> Emitted: ...
    add: Vset_0[M]
    max: Vset_0[M]
    min: Vset_0[M]

class Vset_0(Instruction[M]):
    @overload
    def __call__(self: Vset_0[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Compare two values or parts of registers. (PTX ISA, 9.7.18.1.4)"""
    @overload
    def __call__(self: Vset_0[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Vset(Instruction[M]):
    """Compare two values or parts of registers. (PTX ISA, 9.7.18.1.4)

        vset.atype.btype.cmp d, a{.asel}, b{.bsel}  # PTX 2.0, sm_20
        vset.atype.btype.cmp.op2 d, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
        vset.atype.btype.cmp d{.dsel}, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
    """

    s32: Vset_3[M]
    u32: Vset_3[M]

class Vset2_3(Instruction[M]):
    s32: Vset2_2[M]
    u32: Vset2_2[M]

class Vset2_2(Instruction[M]):
    eq: Vset2_1[M]
    ge: Vset2_1[M]
    gt: Vset2_1[M]
    le: Vset2_1[M]
    lt: Vset2_1[M]
    ne: Vset2_1[M]

class Vset2_1(Instruction[M]):
    @overload
    def __call__(self: Vset2_1[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Compare two pairs of halves. (PTX ISA, 9.7.18.2.2)"""
    @overload
    def __call__(self: Vset2_1[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...
    add: Vset2_0[M]

class Vset2_0(Instruction[M]):
    @overload
    def __call__(self: Vset2_0[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Compare two pairs of halves. (PTX ISA, 9.7.18.2.2)"""
    @overload
    def __call__(self: Vset2_0[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Vset2(Instruction[M]):
    """Compare two pairs of halves. (PTX ISA, 9.7.18.2.2)

        vset2.atype.btype.cmp d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        vset2.atype.btype.cmp.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
    """

    s32: Vset2_3[M]
    u32: Vset2_3[M]

class Vset4_3(Instruction[M]):
    s32: Vset4_2[M]
    u32: Vset4_2[M]

class Vset4_2(Instruction[M]):
    eq: Vset4_1[M]
    ge: Vset4_1[M]
    gt: Vset4_1[M]
    le: Vset4_1[M]
    lt: Vset4_1[M]
    ne: Vset4_1[M]

class Vset4_1(Instruction[M]):
    @overload
    def __call__(self: Vset4_1[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Compare four pairs of bytes. (PTX ISA, 9.7.18.2.4)"""
    @overload
    def __call__(self: Vset4_1[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...
    add: Vset4_0[M]

class Vset4_0(Instruction[M]):
    @overload
    def __call__(self: Vset4_0[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Compare four pairs of bytes. (PTX ISA, 9.7.18.2.4)"""
    @overload
    def __call__(self: Vset4_0[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Vset4(Instruction[M]):
    """Compare four pairs of bytes. (PTX ISA, 9.7.18.2.4)

        vset4.atype.btype.cmp d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        vset4.atype.btype.cmp.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
    """

    s32: Vset4_3[M]
    u32: Vset4_3[M]

class Vshl_5(Instruction[M]):
    s32: Vshl_4[M]
    u32: Vshl_4[M]

class Vshl_4(Instruction[M]):
    u32: Vshl_3[M]

class Vshl_3(Instruction[M]):
    clamp: Vshl_1[M]
    sat: Vshl_2[M]
    wrap: Vshl_1[M]

class Vshl_1(Instruction[M]):
    @overload
    def __call__(self: Vshl_1[Returning], a: I32, b: I32, c: I32 = ..., /, **options: Unpack[Options]) -> Number32:
        """Shift a value or part of a register left. (PTX ISA, 9.7.18.1.2)"""
    @overload
    def __call__(self: Vshl_1[InFull], d: I32, a: I32, b: I32, c: I32 = ..., /, **options: Unpack[Options]) -> Emitted: ...
    add: Vshl_0[M]
    max: Vshl_0[M]
    min: Vshl_0[M]

class Vshl_2(Instruction[M]):
    clamp: Vshl_1[M]
    wrap: Vshl_1[M]

class Vshl_0(Instruction[M]):
    @overload
    def __call__(self: Vshl_0[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Shift a value or part of a register left. (PTX ISA, 9.7.18.1.2)"""
    @overload
    def __call__(self: Vshl_0[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Vshl(Instruction[M]):
    """Shift a value or part of a register left. (PTX ISA, 9.7.18.1.2)

        vshl.dtype.atype.u32{.sat}.mode d, a{.asel}, b{.bsel}  # PTX 2.0, sm_20
        vshl.dtype.atype.u32{.sat}.mode.op2 d, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
        vshl.dtype.atype.u32{.sat}.mode d{.dsel}, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
    """

    s32: Vshl_5[M]
    u32: Vshl_5[M]

class Vshr_5(Instruction[M]):
    s32: Vshr_4[M]
    u32: Vshr_4[M]

class Vshr_4(Instruction[M]):
    u32: Vshr_3[M]

class Vshr_3(Instruction[M]):
    clamp: Vshr_1[M]
    sat: Vshr_2[M]
    wrap: Vshr_1[M]

class Vshr_1(Instruction[M]):
    @overload
    def __call__(self: Vshr_1[Returning], a: I32, b: I32, c: I32 = ..., /, **options: Unpack[Options]) -> Number32:
        """Shift a value or part of a register right. (PTX ISA, 9.7.18.1.2)"""
    @overload
    def __call__(self: Vshr_1[InFull], d: I32, a: I32, b: I32, c: I32 = ..., /, **options: Unpack[Options]) -> Emitted: ...
    add: Vshr_0[M]
    max: Vshr_0[M]
    min: Vshr_0[M]

class Vshr_2(Instruction[M]):
    clamp: Vshr_1[M]
    wrap: Vshr_1[M]

class Vshr_0(Instruction[M]):
    @overload
    def __call__(self: Vshr_0[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Shift a value or part of a register right. (PTX ISA, 9.7.18.1.2)"""
    @overload
    def __call__(self: Vshr_0[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Vshr(Instruction[M]):
    """Shift a value or part of a register right. (PTX ISA, 9.7.18.1.2)

        vshr.dtype.atype.u32{.sat}.mode d, a{.asel}, b{.bsel}  # PTX 2.0, sm_20
        vshr.dtype.atype.u32{.sat}.mode.op2 d, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
        vshr.dtype.atype.u32{.sat}.mode d{.dsel}, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
    """

    s32: Vshr_5[M]
    u32: Vshr_5[M]

class Vsub_4(Instruction[M]):
    s32: Vsub_3[M]
    u32: Vsub_3[M]

class Vsub_3(Instruction[M]):
    s32: Vsub_2[M]
    u32: Vsub_2[M]

class Vsub_2(Instruction[M]):
    @overload
    def __call__(self: Vsub_2[Returning], a: I32, b: I32, c: I32 = ..., /, **options: Unpack[Options]) -> Number32:
        """Subtract a value or part of a register from another. (PTX ISA, 9.7.18.1.1)"""
    @overload
    def __call__(self: Vsub_2[InFull], d: I32, a: I32, b: I32, c: I32 = ..., /, **options: Unpack[Options]) -> Emitted: ...
    add: Vsub_0[M]
    max: Vsub_0[M]
    min: Vsub_0[M]
    sat: Vsub_1[M]

class Vsub_0(Instruction[M]):
    @overload
    def __call__(self: Vsub_0[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Subtract a value or part of a register from another. (PTX ISA, 9.7.18.1.1)"""
    @overload
    def __call__(self: Vsub_0[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Vsub_1(Instruction[M]):
    @overload
    def __call__(self: Vsub_1[Returning], a: I32, b: I32, c: I32 = ..., /, **options: Unpack[Options]) -> Number32:
        """Subtract a value or part of a register from another. (PTX ISA, 9.7.18.1.1)"""
    @overload
    def __call__(self: Vsub_1[InFull], d: I32, a: I32, b: I32, c: I32 = ..., /, **options: Unpack[Options]) -> Emitted: ...
    add: Vsub_0[M]
    max: Vsub_0[M]
    min: Vsub_0[M]

class Vsub(Instruction[M]):
    """Subtract a value or part of a register from another. (PTX ISA, 9.7.18.1.1)

        vsub.dtype.atype.btype{.sat} d, a{.asel}, b{.bsel}  # PTX 2.0, sm_20
        vsub.dtype.atype.btype{.sat}.op2 d, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
        vsub.dtype.atype.btype{.sat} d{.dsel}, a{.asel}, b{.bsel}, c  # PTX 2.0, sm_20
    """

    s32: Vsub_4[M]
    u32: Vsub_4[M]

class Vsub2_3(Instruction[M]):
    s32: Vsub2_2[M]
    u32: Vsub2_2[M]

class Vsub2_2(Instruction[M]):
    s32: Vsub2_1[M]
    u32: Vsub2_1[M]

class Vsub2_1(Instruction[M]):
    @overload
    def __call__(self: Vsub2_1[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Subtract two pairs of halves. (PTX ISA, 9.7.18.2.1)"""
    @overload
    def __call__(self: Vsub2_1[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...
    add: Vsub2_0[M]
    sat: Vsub2_0[M]

class Vsub2_0(Instruction[M]):
    @overload
    def __call__(self: Vsub2_0[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Subtract two pairs of halves. (PTX ISA, 9.7.18.2.1)"""
    @overload
    def __call__(self: Vsub2_0[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Vsub2(Instruction[M]):
    """Subtract two pairs of halves. (PTX ISA, 9.7.18.2.1)

        vsub2.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        vsub2.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
    """

    s32: Vsub2_3[M]
    u32: Vsub2_3[M]

class Vsub4_3(Instruction[M]):
    s32: Vsub4_2[M]
    u32: Vsub4_2[M]

class Vsub4_2(Instruction[M]):
    s32: Vsub4_1[M]
    u32: Vsub4_1[M]

class Vsub4_1(Instruction[M]):
    @overload
    def __call__(self: Vsub4_1[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Subtract four pairs of bytes. (PTX ISA, 9.7.18.2.3)"""
    @overload
    def __call__(self: Vsub4_1[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...
    add: Vsub4_0[M]
    sat: Vsub4_0[M]

class Vsub4_0(Instruction[M]):
    @overload
    def __call__(self: Vsub4_0[Returning], a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Number32:
        """Subtract four pairs of bytes. (PTX ISA, 9.7.18.2.3)"""
    @overload
    def __call__(self: Vsub4_0[InFull], d: I32, a: I32, b: I32, c: I32, /, **options: Unpack[Options]) -> Emitted: ...

class Vsub4(Instruction[M]):
    """Subtract four pairs of bytes. (PTX ISA, 9.7.18.2.3)

        vsub4.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
        vsub4.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c  # PTX 3.0, sm_30
    """

    s32: Vsub4_3[M]
    u32: Vsub4_3[M]

class Wgmma_54(Instruction[M]):
    def __call__(self, n: C, /, **options: Unpack[Options]) -> Emitted:
        """Wait until at most N of the latest groups are pending. (PTX ISA, 9.7.15.7.3)"""
    aligned: Wgmma_53[M]

class Wgmma_25(Instruction[M]):
    aligned: Wgmma_24[M]
    m64n104k16: Wgmma_9[M]
    m64n104k32: Wgmma_15[M]
    m64n104k64: Wgmma_18[M]
    m64n112k16: Wgmma_9[M]
    m64n112k32: Wgmma_15[M]
    m64n112k64: Wgmma_23[M]
    m64n120k16: Wgmma_9[M]
    m64n120k32: Wgmma_15[M]
    m64n120k64: Wgmma_18[M]
    m64n128k16: Wgmma_9[M]
    m64n128k32: Wgmma_15[M]
    m64n128k64: Wgmma_23[M]
    m64n136k16: Wgmma_9[M]
    m64n136k32: Wgmma_15[M]
    m64n136k64: Wgmma_18[M]
    m64n144k16: Wgmma_9[M]
    m64n144k32: Wgmma_15[M]
    m64n144k64: Wgmma_23[M]
    m64n152k16: Wgmma_9[M]
    m64n152k32: Wgmma_15[M]
    m64n152k64: Wgmma_18[M]
    m64n160k16: Wgmma_9[M]
    m64n160k32: Wgmma_15[M]
    m64n160k64: Wgmma_23[M]
    m64n168k16: Wgmma_9[M]
    m64n168k32: Wgmma_15[M]
    m64n168k64: Wgmma_18[M]
    m64n16k16: Wgmma_9[M]
    m64n16k32: Wgmma_15[M]
    m64n16k64: Wgmma_23[M]
    m64n176k16: Wgmma_9[M]
    m64n176k32: Wgmma_15[M]
    m64n176k64: Wgmma_23[M]
    m64n184k16: Wgmma_9[M]
    m64n184k32: Wgmma_15[M]
    m64n184k64: Wgmma_18[M]
    m64n192k16: Wgmma_9[M]
    m64n192k32: Wgmma_15[M]
    m64n192k64: Wgmma_23[M]
    m64n200k16: Wgmma_9[M]
    m64n200k32: Wgmma_15[M]
    m64n200k64: Wgmma_18[M]
    m64n208k16: Wgmma_9[M]
    m64n208k32: Wgmma_15[M]
    m64n208k64: Wgmma_23[M]
    m64n216k16: Wgmma_9[M]
    m64n216k32: Wgmma_15[M]
    m64n216k64: Wgmma_18[M]
    m64n224k16: Wgmma_9[M]
    m64n224k32: Wgmma_15[M]
    m64n224k64: Wgmma_23[M]
    m64n232k16: Wgmma_9[M]
    m64n232k32: Wgmma_15[M]
    m64n232k64: Wgmma_18[M]
    m64n240k16: Wgmma_9[M]
    m64n240k32: Wgmma_15[M]
    m64n240k64: Wgmma_23[M]
    m64n248k16: Wgmma_9[M]
    m64n248k32: Wgmma_15[M]
    m64n248k64: Wgmma_18[M]
    m64n24k16: Wgmma_9[M]
    m64n24k32: Wgmma_15[M]
    m64n24k64: Wgmma_23[M]
    m64n256k16: Wgmma_9[M]
    m64n256k32: Wgmma_15[M]
    m64n256k64: Wgmma_23[M]
    m64n32k16: Wgmma_9[M]
    m64n32k32: Wgmma_15[M]
    m64n32k64: Wgmma_23[M]
    m64n40k16: Wgmma_9[M]
    m64n40k32: Wgmma_15[M]
    m64n40k64: Wgmma_18[M]
    m64n48k16: Wgmma_9[M]
    m64n48k32: Wgmma_15[M]
    m64n48k64: Wgmma_23[M]
    m64n56k16: Wgmma_9[M]
    m64n56k32: Wgmma_15[M]
    m64n56k64: Wgmma_18[M]
    m64n64k16: Wgmma_9[M]
    m64n64k32: Wgmma_15[M]
    m64n64k64: Wgmma_23[M]
    m64n72k16: Wgmma_9[M]
    m64n72k32: Wgmma_15[M]
    m64n72k64: Wgmma_18[M]
    m64n80k16: Wgmma_9[M]
    m64n80k32: Wgmma_15[M]
    m64n80k64: Wgmma_23[M]
    m64n88k16: Wgmma_9[M]
    m64n88k32: Wgmma_15[M]
    m64n88k64: Wgmma_18[M]
    m64n8k16: Wgmma_9[M]
    m64n8k32: Wgmma_15[M]
    m64n8k64: Wgmma_23[M]
    m64n96k16: Wgmma_9[M]
    m64n96k32: Wgmma_15[M]
    m64n96k64: Wgmma_23[M]

class Wgmma_51(Instruction[M]):
    aligned: Wgmma_50[M]
    m64n104k16: Wgmma_32[M]
    m64n104k32: Wgmma_36[M]
    m64n104k8: Wgmma_39[M]
    m64n112k16: Wgmma_32[M]
    m64n112k256: Wgmma_45[M]
    m64n112k32: Wgmma_49[M]
    m64n112k8: Wgmma_39[M]
    m64n120k16: Wgmma_32[M]
    m64n120k32: Wgmma_36[M]
    m64n120k8: Wgmma_39[M]
    m64n128k16: Wgmma_32[M]
    m64n128k256: Wgmma_45[M]
    m64n128k32: Wgmma_49[M]
    m64n128k8: Wgmma_39[M]
    m64n136k16: Wgmma_32[M]
    m64n136k32: Wgmma_36[M]
    m64n136k8: Wgmma_39[M]
    m64n144k16: Wgmma_32[M]
    m64n144k256: Wgmma_45[M]
    m64n144k32: Wgmma_49[M]
    m64n144k8: Wgmma_39[M]
    m64n152k16: Wgmma_32[M]
    m64n152k32: Wgmma_36[M]
    m64n152k8: Wgmma_39[M]
    m64n160k16: Wgmma_32[M]
    m64n160k256: Wgmma_45[M]
    m64n160k32: Wgmma_49[M]
    m64n160k8: Wgmma_39[M]
    m64n168k16: Wgmma_32[M]
    m64n168k32: Wgmma_36[M]
    m64n168k8: Wgmma_39[M]
    m64n16k16: Wgmma_32[M]
    m64n16k256: Wgmma_45[M]
    m64n16k32: Wgmma_49[M]
    m64n16k8: Wgmma_39[M]
    m64n176k16: Wgmma_32[M]
    m64n176k256: Wgmma_45[M]
    m64n176k32: Wgmma_49[M]
    m64n176k8: Wgmma_39[M]
    m64n184k16: Wgmma_32[M]
    m64n184k32: Wgmma_36[M]
    m64n184k8: Wgmma_39[M]
    m64n192k16: Wgmma_32[M]
    m64n192k256: Wgmma_45[M]
    m64n192k32: Wgmma_49[M]
    m64n192k8: Wgmma_39[M]
    m64n200k16: Wgmma_32[M]
    m64n200k32: Wgmma_36[M]
    m64n200k8: Wgmma_39[M]
    m64n208k16: Wgmma_32[M]
    m64n208k256: Wgmma_45[M]
    m64n208k32: Wgmma_49[M]
    m64n208k8: Wgmma_39[M]
    m64n216k16: Wgmma_32[M]
    m64n216k32: Wgmma_36[M]
    m64n216k8: Wgmma_39[M]
    m64n224k16: Wgmma_32[M]
    m64n224k256: Wgmma_45[M]
    m64n224k32: Wgmma_49[M]
    m64n224k8: Wgmma_39[M]
    m64n232k16: Wgmma_32[M]
    m64n232k32: Wgmma_36[M]
    m64n232k8: Wgmma_39[M]
    m64n240k16: Wgmma_32[M]
    m64n240k256: Wgmma_45[M]
    m64n240k32: Wgmma_49[M]
    m64n240k8: Wgmma_39[M]
    m64n248k16: Wgmma_32[M]
    m64n248k32: Wgmma_36[M]
    m64n248k8: Wgmma_39[M]
    m64n24k16: Wgmma_32[M]
    m64n24k256: Wgmma_45[M]
    m64n24k32: Wgmma_49[M]
    m64n24k8: Wgmma_39[M]
    m64n256k16: Wgmma_32[M]
    m64n256k256: Wgmma_45[M]
    m64n256k32: Wgmma_49[M]
    m64n256k8: Wgmma_39[M]
    m64n32k16: Wgmma_32[M]
    m64n32k256: Wgmma_45[M]
    m64n32k32: Wgmma_49[M]
    m64n32k8: Wgmma_39[M]
    m64n40k16: Wgmma_32[M]
    m64n40k32: Wgmma_36[M]
    m64n40k8: Wgmma_39[M]
    m64n48k16: Wgmma_32[M]
    m64n48k256: Wgmma_45[M]
    m64n48k32: Wgmma_49[M]
    m64n48k8: Wgmma_39[M]
    m64n56k16: Wgmma_32[M]
    m64n56k32: Wgmma_36[M]
    m64n56k8: Wgmma_39[M]
    m64n64k16: Wgmma_32[M]
    m64n64k256: Wgmma_45[M]
    m64n64k32: Wgmma_49[M]
    m64n64k8: Wgmma_39[M]
    m64n72k16: Wgmma_32[M]
    m64n72k32: Wgmma_36[M]
    m64n72k8: Wgmma_39[M]
    m64n80k16: Wgmma_32[M]
    m64n80k256: Wgmma_45[M]
    m64n80k32: Wgmma_49[M]
    m64n80k8: Wgmma_39[M]
    m64n88k16: Wgmma_32[M]
    m64n88k32: Wgmma_36[M]
    m64n88k8: Wgmma_39[M]
    m64n8k16: Wgmma_32[M]
    m64n8k256: Wgmma_45[M]
    m64n8k32: Wgmma_49[M]
    m64n8k8: Wgmma_39[M]
    m64n96k16: Wgmma_32[M]
    m64n96k256: Wgmma_45[M]
    m64n96k32: Wgmma_49[M]
    m64n96k8: Wgmma_39[M]

class Wgmma_4(Instruction[M]):
    def __call__(self, **options: Unpack[Options]) -> Emitted:
        """Order a warpgroup's accesses to registers before its products. (PTX ISA, 9.7.15.7.1)"""
    aligned: Wgmma_3[M]

class Wgmma_1(Instruction[M]):
    def __call__(self, **options: Unpack[Options]) -> Emitted:
        """Put all products started so far into a group of their own. (PTX ISA, 9.7.15.7.2)"""
    aligned: Wgmma_0[M]

class Wgmma_53(Instruction[M]):
    def __call__(self, n: C, /, **options: Unpack[Options]) -> Emitted:
        """Wait until at most N of the latest groups are pending. (PTX ISA, 9.7.15.7.3)"""

class Wgmma_24(Instruction[M]):
    m64n104k16: Wgmma_9[M]
    m64n104k32: Wgmma_15[M]
    m64n104k64: Wgmma_18[M]
    m64n112k16: Wgmma_9[M]
    m64n112k32: Wgmma_15[M]
    m64n112k64: Wgmma_23[M]
    m64n120k16: Wgmma_9[M]
    m64n120k32: Wgmma_15[M]
    m64n120k64: Wgmma_18[M]
    m64n128k16: Wgmma_9[M]
    m64n128k32: Wgmma_15[M]
    m64n128k64: Wgmma_23[M]
    m64n136k16: Wgmma_9[M]
    m64n136k32: Wgmma_15[M]
    m64n136k64: Wgmma_18[M]
    m64n144k16: Wgmma_9[M]
    m64n144k32: Wgmma_15[M]
    m64n144k64: Wgmma_23[M]
    m64n152k16: Wgmma_9[M]
    m64n152k32: Wgmma_15[M]
    m64n152k64: Wgmma_18[M]
    m64n160k16: Wgmma_9[M]
    m64n160k32: Wgmma_15[M]
    m64n160k64: Wgmma_23[M]
    m64n168k16: Wgmma_9[M]
    m64n168k32: Wgmma_15[M]
    m64n168k64: Wgmma_18[M]
    m64n16k16: Wgmma_9[M]
    m64n16k32: Wgmma_15[M]
    m64n16k64: Wgmma_23[M]
    m64n176k16: Wgmma_9[M]
    m64n176k32: Wgmma_15[M]
    m64n176k64: Wgmma_23[M]
    m64n184k16: Wgmma_9[M]
    m64n184k32: Wgmma_15[M]
    m64n184k64: Wgmma_18[M]
    m64n192k16: Wgmma_9[M]
    m64n192k32: Wgmma_15[M]
    m64n192k64: Wgmma_23[M]
    m64n200k16: Wgmma_9[M]
    m64n200k32: Wgmma_15[M]
    m64n200k64: Wgmma_18[M]
    m64n208k16: Wgmma_9[M]
    m64n208k32: Wgmma_15[M]
    m64n208k64: Wgmma_23[M]
    m64n216k16: Wgmma_9[M]
    m64n216k32: Wgmma_15[M]
    m64n216k64: Wgmma_18[M]
    m64n224k16: Wgmma_9[M]
    m64n224k32: Wgmma_15[M]
    m64n224k64: Wgmma_23[M]
    m64n232k16: Wgmma_9[M]
    m64n232k32: Wgmma_15[M]
    m64n232k64: Wgmma_18[M]
    m64n240k16: Wgmma_9[M]
    m64n240k32: Wgmma_15[M]
    m64n240k64: Wgmma_23[M]
    m64n248k16: Wgmma_9[M]
    m64n248k32: Wgmma_15[M]
    m64n248k64: Wgmma_18[M]
    m64n24k16: Wgmma_9[M]
    m64n24k32: Wgmma_15[M]
    m64n24k64: Wgmma_23[M]
    m64n256k16: Wgmma_9[M]
    m64n256k32: Wgmma_15[M]
    m64n256k64: Wgmma_23[M]
    m64n32k16: Wgmma_9[M]
    m64n32k32: Wgmma_15[M]
    m64n32k64: Wgmma_23[M]
    m64n40k16: Wgmma_9[M]
    m64n40k32: Wgmma_15[M]
    m64n40k64: Wgmma_18[M]
    m64n48k16: Wgmma_9[M]
    m64n48k32: Wgmma_15[M]
    m64n48k64: Wgmma_23[M]
    m64n56k16: Wgmma_9[M]
    m64n56k32: Wgmma_15[M]
    m64n56k64: Wgmma_18[M]
    m64n64k16: Wgmma_9[M]
    m64n64k32: Wgmma_15[M]
    m64n64k64: Wgmma_23[M]
    m64n72k16: Wgmma_9[M]
    m64n72k32: Wgmma_15[M]
    m64n72k64: Wgmma_18[M]
    m64n80k16: Wgmma_9[M]
    m64n80k32: Wgmma_15[M]
    m64n80k64: Wgmma_23[M]
    m64n88k16: Wgmma_9[M]
    m64n88k32: Wgmma_15[M]
    m64n88k64: Wgmma_18[M]
    m64n8k16: Wgmma_9[M]
    m64n8k32: Wgmma_15[M]
    m64n8k64: Wgmma_23[M]
    m64n96k16: Wgmma_9[M]
    m64n96k32: Wgmma_15[M]
    m64n96k64: Wgmma_23[M]

class Wgmma_9(Instruction[M]):
    f32: Wgmma_8[M]

class Wgmma_15(Instruction[M]):
    f16: Wgmma_12[M]
    f32: Wgmma_14[M]

class Wgmma_18(Instruction[M]):
    f16: Wgmma_17[M]
    f32: Wgmma_17[M]

class Wgmma_23(Instruction[M]):
    f16: Wgmma_17[M]
    f32: Wgmma_17[M]
    s32: Wgmma_21[M]
    satfinite: Wgmma_22[M]

class Wgmma_50(Instruction[M]):
    m64n104k16: Wgmma_32[M]
    m64n104k32: Wgmma_36[M]
    m64n104k8: Wgmma_39[M]
    m64n112k16: Wgmma_32[M]
    m64n112k256: Wgmma_45[M]
    m64n112k32: Wgmma_49[M]
    m64n112k8: Wgmma_39[M]
    m64n120k16: Wgmma_32[M]
    m64n120k32: Wgmma_36[M]
    m64n120k8: Wgmma_39[M]
    m64n128k16: Wgmma_32[M]
    m64n128k256: Wgmma_45[M]
    m64n128k32: Wgmma_49[M]
    m64n128k8: Wgmma_39[M]
    m64n136k16: Wgmma_32[M]
    m64n136k32: Wgmma_36[M]
    m64n136k8: Wgmma_39[M]
    m64n144k16: Wgmma_32[M]
    m64n144k256: Wgmma_45[M]
    m64n144k32: Wgmma_49[M]
    m64n144k8: Wgmma_39[M]
    m64n152k16: Wgmma_32[M]
    m64n152k32: Wgmma_36[M]
    m64n152k8: Wgmma_39[M]
    m64n160k16: Wgmma_32[M]
    m64n160k256: Wgmma_45[M]
    m64n160k32: Wgmma_49[M]
    m64n160k8: Wgmma_39[M]
    m64n168k16: Wgmma_32[M]
    m64n168k32: Wgmma_36[M]
    m64n168k8: Wgmma_39[M]
    m64n16k16: Wgmma_32[M]
    m64n16k256: Wgmma_45[M]
    m64n16k32: Wgmma_49[M]
    m64n16k8: Wgmma_39[M]
    m64n176k16: Wgmma_32[M]
    m64n176k256: Wgmma_45[M]
    m64n176k32: Wgmma_49[M]
    m64n176k8: Wgmma_39[M]
    m64n184k16: Wgmma_32[M]
    m64n184k32: Wgmma_36[M]
    m64n184k8: Wgmma_39[M]
    m64n192k16: Wgmma_32[M]
    m64n192k256: Wgmma_45[M]
    m64n192k32: Wgmma_49[M]
    m64n192k8: Wgmma_39[M]
    m64n200k16: Wgmma_32[M]
    m64n200k32: Wgmma_36[M]
    m64n200k8: Wgmma_39[M]
    m64n208k16: Wgmma_32[M]
    m64n208k256: Wgmma_45[M]
    m64n208k32: Wgmma_49[M]
    m64n208k8: Wgmma_39[M]
    m64n216k16: Wgmma_32[M]
    m64n216k32: Wgmma_36[M]
    m64n216k8: Wgmma_39[M]
    m64n224k16: Wgmma_32[M]
    m64n224k256: Wgmma_45[M]
    m64n224k32: Wgmma_49[M]
    m64n224k8: Wgmma_39[M]
    m64n232k16: Wgmma_32[M]
    m64n232k32: Wgmma_36[M]
    m64n232k8: Wgmma_39[M]
    m64n240k16: Wgmma_32[M]
    m64n240k256: Wgmma_45[M]
    m64n240k32: Wgmma_49[M]
    m64n240k8: Wgmma_39[M]
    m64n248k16: Wgmma_32[M]
    m64n248k32: Wgmma_36[M]
    m64n248k8: Wgmma_39[M]
    m64n24k16: Wgmma_32[M]
    m64n24k256: Wgmma_45[M]
    m64n24k32: Wgmma_49[M]
    m64n24k8: Wgmma_39[M]
    m64n256k16: Wgmma_32[M]
    m64n256k256: Wgmma_45[M]
    m64n256k32: Wgmma_49[M]
    m64n256k8: Wgmma_39[M]
    m64n32k16: Wgmma_32[M]
    m64n32k256: Wgmma_45[M]
    m64n32k32: Wgmma_49[M]
    m64n32k8: Wgmma_39[M]
    m64n40k16: Wgmma_32[M]
    m64n40k32: Wgmma_36[M]
    m64n40k8: Wgmma_39[M]
    m64n48k16: Wgmma_32[M]
    m64n48k256: Wgmma_45[M]
    m64n48k32: Wgmma_49[M]
    m64n48k8: Wgmma_39[M]
    m64n56k16: Wgmma_32[M]
    m64n56k32: Wgmma_36[M]
    m64n56k8: Wgmma_39[M]
    m64n64k16: Wgmma_32[M]
    m64n64k256: Wgmma_45[M]
    m64n64k32: Wgmma_49[M]
    m64n64k8: Wgmma_39[M]
    m64n72k16: Wgmma_32[M]
    m64n72k32: Wgmma_36[M]
    m64n72k8: Wgmma_39[M]
    m64n80k16: Wgmma_32[M]
    m64n80k256: Wgmma_45[M]
    m64n80k32: Wgmma_49[M]
    m64n80k8: Wgmma_39[M]
    m64n88k16: Wgmma_32[M]
    m64n88k32: Wgmma_36[M]
    m64n88k8: Wgmma_39[M]
    m64n8k16: Wgmma_32[M]
    m64n8k256: Wgmma_45[M]
    m64n8k32: Wgmma_49[M]
    m64n8k8: Wgmma_39[M]
    m64n96k16: Wgmma_32[M]
    m64n96k256: Wgmma_45[M]
    m64n96k32: Wgmma_49[M]
    m64n96k8: Wgmma_39[M]

class Wgmma_32(Instruction[M]):
    f16: Wgmma_29[M]
    f32: Wgmma_31[M]

class Wgmma_36(Instruction[M]):
    f16: Wgmma_35[M]
    f32: Wgmma_35[M]

class Wgmma_39(Instruction[M]):
    f32: Wgmma_38[M]

class Wgmma_45(Instruction[M]):
    s32: Wgmma_44[M]

class Wgmma_49(Instruction[M]):
    f16: Wgmma_35[M]
    f32: Wgmma_35[M]
    s32: Wgmma_47[M]
    satfinite: Wgmma_48[M]

class Wgmma_3(Instruction[M]):
    def __call__(self, **options: Unpack[Options]) -> Emitted:
        """Order a warpgroup's accesses to registers before its products. (PTX ISA, 9.7.15.7.1)"""

class Wgmma_0(Instruction[M]):
    def __call__(self, **options: Unpack[Options]) -> Emitted:
        """Put all products started so far into a group of their own. (PTX ISA, 9.7.15.7.2)"""

class Wgmma_8(Instruction[M]):
    tf32: Wgmma_7[M]

class Wgmma_12(Instruction[M]):
    f16: Wgmma_11[M]

class Wgmma_14(Instruction[M]):
    bf16: Wgmma_13[M]
    f16: Wgmma_11[M]

class Wgmma_17(Instruction[M]):
    e4m3: Wgmma_16[M]
    e5m2: Wgmma_16[M]

class Wgmma_21(Instruction[M]):
    s8: Wgmma_20[M]
    u8: Wgmma_20[M]

class Wgmma_22(Instruction[M]):
    s32: Wgmma_21[M]

class Wgmma_29(Instruction[M]):
    f16: Wgmma_28[M]

class Wgmma_31(Instruction[M]):
    bf16: Wgmma_30[M]
    f16: Wgmma_28[M]

class Wgmma_35(Instruction[M]):
    e4m3: Wgmma_34[M]
    e5m2: Wgmma_34[M]

class Wgmma_38(Instruction[M]):
    tf32: Wgmma_37[M]

class Wgmma_44(Instruction[M]):
    b1: Wgmma_43[M]

class Wgmma_47(Instruction[M]):
    s8: Wgmma_46[M]
    u8: Wgmma_46[M]

class Wgmma_48(Instruction[M]):
    s32: Wgmma_47[M]

class Wgmma_7(Instruction[M]):
    tf32: Wgmma_6[M]

class Wgmma_11(Instruction[M]):
    f16: Wgmma_10[M]

class Wgmma_13(Instruction[M]):
    bf16: Wgmma_10[M]

class Wgmma_16(Instruction[M]):
    e4m3: Wgmma_6[M]
    e5m2: Wgmma_6[M]

class Wgmma_20(Instruction[M]):
    s8: Wgmma_19[M]
    u8: Wgmma_19[M]

class Wgmma_28(Instruction[M]):
    f16: Wgmma_27[M]

class Wgmma_30(Instruction[M]):
    bf16: Wgmma_27[M]

class Wgmma_34(Instruction[M]):
    e4m3: Wgmma_33[M]
    e5m2: Wgmma_33[M]

class Wgmma_37(Instruction[M]):
    tf32: Wgmma_33[M]

class Wgmma_43(Instruction[M]):
    b1: Wgmma_42[M]

class Wgmma_46(Instruction[M]):
    s8: Wgmma_40[M]
    u8: Wgmma_40[M]

class Wgmma_6(Instruction[M]):
    def __call__(self, d: V, a: I64 | V, b_desc: I64, sp_meta: B32, sp_sel: C, scale_d: C | P, imm_scale_a: C, imm_scale_b: C, /, **options: Unpack[Options]) -> Emitted:
        """Start such a product with a sparse matrix A and its metadata. (PTX ISA, 9.7.15.6.3)"""

class Wgmma_10(Instruction[M]):
    @overload
    def __call__(self, d: V, a: V, b_desc: I64, sp_meta: B32, sp_sel: C, scale_d: C | P, imm_scale_a: C, imm_scale_b: C, imm_trans_b: C, /, **options: Unpack[Options]) -> Emitted:
        """Start such a product with a sparse matrix A and its metadata. (PTX ISA, 9.7.15.6.3)"""
    @overload
    def __call__(self, d: V, a_desc: I64, b_desc: I64, sp_meta: B32, sp_sel: C, scale_d: C | P, imm_scale_a: C, imm_scale_b: C, imm_trans_a: C, imm_trans_b: C, /, **options: Unpack[Options]) -> Emitted: ...

class Wgmma_19(Instruction[M]):
    def __call__(self, d: V, a: I64 | V, b_desc: I64, sp_meta: B32, sp_sel: C, scale_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start such a product with a sparse matrix A and its metadata. (PTX ISA, 9.7.15.6.3)"""

class Wgmma_27(Instruction[M]):
    @overload
    def __call__(self, d: V, a: V, b_desc: I64, scale_d: C | P, imm_scale_a: C, imm_scale_b: C, imm_trans_b: C, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D of matrices that a warpgroup waits for later. (PTX ISA, 9.7.15.5.2)"""
    @overload
    def __call__(self, d: V, a_desc: I64, b_desc: I64, scale_d: C | P, imm_scale_a: C, imm_scale_b: C, imm_trans_a: C, imm_trans_b: C, /, **options: Unpack[Options]) -> Emitted: ...

class Wgmma_33(Instruction[M]):
    def __call__(self, d: V, a: I64 | V, b_desc: I64, scale_d: C | P, imm_scale_a: C, imm_scale_b: C, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D of matrices that a warpgroup waits for later. (PTX ISA, 9.7.15.5.2)"""

class Wgmma_42(Instruction[M]):
    and_: Wgmma_41[M]

class Wgmma_40(Instruction[M]):
    def __call__(self, d: V, a: I64 | V, b_desc: I64, scale_d: C | P, /, **options: Unpack[Options]) -> Emitted:
        """Start a product D = A*B+D of matrices that a warpgroup waits for later. (PTX ISA, 9.7.15.5.2)"""

class Wgmma_41(Instruction[M]):
    popc: Wgmma_40[M]

class WgmmaWait_group(Instruction[M]):
    """Emit `wgmma.wait_group.sync.aligned n`: wait until at most `n` groups are pending.

    Wait until at most N of the latest groups are pending. (PTX ISA, 9.7.15.7.3)

        wgmma.wait_group.sync{.aligned} N  # PTX 8.0, sm_90a
    """

    def __call__(self: WgmmaWait_group[Returning], n: int, *, pred: Any = None) -> None: ...
    sync: Wgmma_54[M]

class WgmmaMma_asyncSp(Instruction[M]):
    """Start such a product with a sparse matrix A and its metadata. (PTX ISA, 9.7.15.6.3)

        wgmma.mma_async.sp.sync{.aligned}.shape.dtype.f16.f16 d, a-desc, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b  # PTX 8.2, sm_90a
        wgmma.mma_async.sp.sync{.aligned}.shape.dtype.f16.f16 d, a, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-b  # PTX 8.2, sm_90a
        wgmma.mma_async.sp.sync{.aligned}.shape.f32.bf16.bf16 d, a-desc, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b  # PTX 8.2, sm_90a
        wgmma.mma_async.sp.sync{.aligned}.shape.f32.bf16.bf16 d, a, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-b  # PTX 8.2, sm_90a
        wgmma.mma_async.sp.sync{.aligned}.shape.f32.tf32.tf32 d, a-desc, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b  # PTX 8.2, sm_90a
        wgmma.mma_async.sp.sync{.aligned}.shape.f32.tf32.tf32 d, a, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b  # PTX 8.2, sm_90a
        … (10 forms; see ptxpy isa wgmma.mma_async.sp)
    """

    sync: Wgmma_25[M]

class WgmmaMma_async(Instruction[M]):
    """Start D = A * B, or D += A * B, of a warpgroup's matrices: `wgmma.mma_async.sync.aligned…`.

    Before it come the instructions that make the descriptor of an `a` or `b` that is an array:
    `mov.u32`, `bfe.u32`, `cvt.u64.u32`, `or.b64`.

    Args:
        shape: `(64, n, k)`: n is a multiple of 8 up to 256, k as many elements as have 32 bytes.
        dtype_d: f32, f16 or s32.
        dtype_a: f16, bf16, tf32, e4m3, e5m2, s8 or u8.
        dtype_b: The same; only of e4m3 and e5m2, and of s8 and u8, can it differ from `dtype_a`.
        d: The accumulator as `reg.wgmma_frag` declares it: n / 2 registers, of f16 n / 4. Register
            i of thread t of the warpgroup is row 16 * (t // 32) + t % 32 // 4 + 8 * (i // 2 % 2)
            and column 8 * (i // 4) + 2 * (t % 4) + i % 2 (PTX ISA 9.7.15.5.1).
        a: An array in shared memory or a stage of one (`smem.wgmma_tile`, or `smem.alloc` with a
            swizzle), a descriptor in a register of 64 bits, or four registers with A itself.
        b: The same without the four registers.
        scale_d: Whether D is added: a bool, 0 or 1 are an immediate, else a predicate register.
        scale_a: 1, or -1 for a negated A; not of integers.
        scale_b: The same for B.
        trans_a: 1 if A is MN-major; of f16 and bf16 alone.
        trans_b: The same for B: 1 for rows of (K, N), 0 for rows of (N, K).
        a_k_offset: Bytes from the start of A to the part for this product. `ptx.wgmma.k_offset`
            returns their number for an index along K.
        b_k_offset: The same for B.
        pred: A guard.

    Raises `ValueError` or `TypeError` for a tile, an offset or a register that the product cannot
    take.

    Start a product D = A*B+D of matrices that a warpgroup waits for later. (PTX ISA, 9.7.15.5.2)

        wgmma.mma_async.sync{.aligned}.shape.dtype.f16.f16 d, a-desc, b-desc, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b  # PTX 8.0, sm_90a
        wgmma.mma_async.sync{.aligned}.shape.dtype.f16.f16 d, a, b-desc, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-b  # PTX 8.0, sm_90a
        wgmma.mma_async.sync{.aligned}.shape.f32.bf16.bf16 d, a-desc, b-desc, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b  # PTX 8.0, sm_90a
        wgmma.mma_async.sync{.aligned}.shape.f32.bf16.bf16 d, a, b-desc, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-b  # PTX 8.0, sm_90a
        wgmma.mma_async.sync{.aligned}.shape.f32.tf32.tf32 d, a-desc, b-desc, {!}scale-d, imm-scale-a, imm-scale-b  # PTX 8.0, sm_90a
        wgmma.mma_async.sync{.aligned}.shape.f32.tf32.tf32 d, a, b-desc, {!}scale-d, imm-scale-a, imm-scale-b  # PTX 8.0, sm_90a
        … (12 forms; see ptxpy isa wgmma.mma_async)
    """

    def __call__(self: WgmmaMma_async[Returning], *, shape: tuple[int, int, int], dtype_d: Any, dtype_a: Any, dtype_b: Any, d: Any, a: Any, b: Any, scale_d: Any = False, scale_a: int = 1, scale_b: int = 1, trans_a: int = 0, trans_b: int = 0, a_k_offset: int = 0, b_k_offset: int = 0, pred: Any = None) -> None: ...
    sp: WgmmaMma_asyncSp[M]
    sync: Wgmma_51[M]

class WgmmaMasked_descriptor:
    """Return a b64 register: `(smem_addr + byte_offset & mask) >> 4 | const_bits`.

    Emits `and.b32`, `shr.u32`, `cvt.u64.u32`, `or.b64` after the address is computed. The constant
    is that of K-major tiles in stripes of 128 bytes. The mask keeps addresses of whole lines of
    128 bytes: for a step within a line give 0x3FFF0.
    """

    def __call__(self, smem_addr: Any, *, byte_offset: int = 0, mask: int = 262016, const_bits: int = 4611686293305360384) -> _Register: ...

class WgmmaMake_descriptor:
    """Return a b64 register with a descriptor of these fields (PTX ISA 9.7.15.5.1.2).

    Emits `bfe.u32`, `cvt.u64.u32`, `or.b64` after the address has been computed.

    Args:
        smem_base: An array in shared memory or a stage of one, a name, or a register.
        leading_byte_offset: Bytes, a multiple of 16.
        stride_byte_offset: Bytes, a multiple of 16.
        swizzle: 0 or `"NONE"`, 1 or `"128B"`, 2 or `"64B"`, 3 or `"32B"`.
        base_offset: 0 if the swizzle's pattern begins at a multiple of 8 of its rows, else
            bits 7 to 9 of the address of its start.
        addr_byte_offset: Bytes that are added to the address.
    """

    def __call__(self, smem_base: Any, *, leading_byte_offset: int, stride_byte_offset: int, swizzle: int | str = 0, base_offset: int = 0, addr_byte_offset: int = 0) -> _Register: ...

class WgmmaK_offset:
    """Return the bytes from a tile's start to an element; nothing is emitted.

    It is the `a_k_offset` or `b_k_offset` of a product that begins at index `k` along K, and at row
    `m_or_n` of A or column of B. `major` is for arrays that are not of `smem.wgmma_tile`.
    """

    def __call__(self, tile: Any, k: int, m_or_n: int = 0, *, major: str | int | None = None) -> int: ...

class WgmmaFence(Instruction[M]):
    """Emit `wgmma.fence.sync.aligned`: before the first product that reads written registers.

    Order a warpgroup's accesses to registers before its products. (PTX ISA, 9.7.15.7.1)

        wgmma.fence.sync{.aligned}  # PTX 8.0, sm_90a
    """

    def __call__(self: WgmmaFence[Returning], *, pred: Any = None) -> None: ...
    sync: Wgmma_4[M]

class WgmmaDescriptor_bits:
    """Return a descriptor of these fields without its address; nothing is emitted.

    Args:
        leading_byte_offset: Bytes, a multiple of 16.
        stride_byte_offset: Bytes, a multiple of 16.
        swizzle: 0 or `"NONE"`, 1 or `"128B"`, 2 or `"64B"`, 3 or `"32B"`.
        base_offset: As for `make_descriptor`.
    """

    def __call__(self, *, leading_byte_offset: int = 0, stride_byte_offset: int = 0, swizzle: int | str = 0, base_offset: int = 0) -> int: ...

class WgmmaCommit_group(Instruction[M]):
    """Emit `wgmma.commit_group.sync.aligned`: the products started so far are a group.

    Put all products started so far into a group of their own. (PTX ISA, 9.7.15.7.2)

        wgmma.commit_group.sync{.aligned}  # PTX 8.0, sm_90a
    """

    def __call__(self: WgmmaCommit_group[Returning], *, pred: Any = None) -> None: ...
    sync: Wgmma_1[M]

class WgmmaAuto_descriptor:
    """Return a b64 register with the descriptor of a tile as `smem.wgmma_tile` lays it out.

    Emits `bfe.u32`, `cvt.u64.u32`, `or.b64` after the address has been computed.

    Args:
        smem_base: The start of the tile: an array or a stage of one, or a register.
        dtype: The type of the elements.
        shape: Rows, and elements of a row, as `smem.wgmma_tile` takes them.
        major: `"K"` or 0, `"MN"` or 1: as trans_a or trans_b of the product.

    `ValueError` for a shape without a layout, or an array with another swizzle.
    """

    def __call__(self, smem_base: Any, *, dtype: Any, shape: tuple[int, int], major: str | int) -> _Register: ...

class Wgmma(Instruction[M]):
    """Start a product D = A*B+D of matrices that a warpgroup waits for later. (PTX ISA, 9.7.15.5.2)

        wgmma.mma_async.sync{.aligned}.shape.dtype.f16.f16 d, a-desc, b-desc, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b  # PTX 8.0, sm_90a
        wgmma.mma_async.sync{.aligned}.shape.dtype.f16.f16 d, a, b-desc, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-b  # PTX 8.0, sm_90a
        wgmma.mma_async.sync{.aligned}.shape.f32.bf16.bf16 d, a-desc, b-desc, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b  # PTX 8.0, sm_90a
        wgmma.mma_async.sync{.aligned}.shape.f32.bf16.bf16 d, a, b-desc, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-b  # PTX 8.0, sm_90a
        wgmma.mma_async.sync{.aligned}.shape.f32.tf32.tf32 d, a-desc, b-desc, {!}scale-d, imm-scale-a, imm-scale-b  # PTX 8.0, sm_90a
        wgmma.mma_async.sync{.aligned}.shape.f32.tf32.tf32 d, a, b-desc, {!}scale-d, imm-scale-a, imm-scale-b  # PTX 8.0, sm_90a
        … (12 forms; see ptxpy isa wgmma.mma_async)

    Start such a product with a sparse matrix A and its metadata. (PTX ISA, 9.7.15.6.3)

        wgmma.mma_async.sp.sync{.aligned}.shape.dtype.f16.f16 d, a-desc, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b  # PTX 8.2, sm_90a
        wgmma.mma_async.sp.sync{.aligned}.shape.dtype.f16.f16 d, a, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-b  # PTX 8.2, sm_90a
        wgmma.mma_async.sp.sync{.aligned}.shape.f32.bf16.bf16 d, a-desc, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b  # PTX 8.2, sm_90a
        wgmma.mma_async.sp.sync{.aligned}.shape.f32.bf16.bf16 d, a, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b, imm-trans-b  # PTX 8.2, sm_90a
        wgmma.mma_async.sp.sync{.aligned}.shape.f32.tf32.tf32 d, a-desc, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b  # PTX 8.2, sm_90a
        wgmma.mma_async.sp.sync{.aligned}.shape.f32.tf32.tf32 d, a, b-desc, sp-meta, sp-sel, {!}scale-d, imm-scale-a, imm-scale-b  # PTX 8.2, sm_90a
        … (10 forms; see ptxpy isa wgmma.mma_async.sp)

    Order a warpgroup's accesses to registers before its products. (PTX ISA, 9.7.15.7.1)

        wgmma.fence.sync{.aligned}  # PTX 8.0, sm_90a

    Put all products started so far into a group of their own. (PTX ISA, 9.7.15.7.2)

        wgmma.commit_group.sync{.aligned}  # PTX 8.0, sm_90a

    Wait until at most N of the latest groups are pending. (PTX ISA, 9.7.15.7.3)

        wgmma.wait_group.sync{.aligned} N  # PTX 8.0, sm_90a
    """

    MASKED_DESC_B128: int
    SWIZZLE_128B: int
    SWIZZLE_32B: int
    SWIZZLE_64B: int
    SWIZZLE_NONE: int
    auto_descriptor: WgmmaAuto_descriptor
    commit_group: WgmmaCommit_group[M]
    descriptor_bits: WgmmaDescriptor_bits
    fence: WgmmaFence[M]
    k_offset: WgmmaK_offset
    make_descriptor: WgmmaMake_descriptor
    masked_descriptor: WgmmaMasked_descriptor
    mma_async: WgmmaMma_async[M]
    wait_group: WgmmaWait_group[M]

class Wmma_95(Instruction[M]):
    sync: Wmma_94[M]

class Wmma_46(Instruction[M]):
    popc: Wmma_45[M]

class Wmma_78(Instruction[M]):
    aligned: Wmma_74[M]
    col: Wmma_77[M]
    row: Wmma_77[M]

class Wmma_18(Instruction[M]):
    sync: Wmma_17[M]

class Wmma_21(Instruction[M]):
    sync: Wmma_20[M]

class Wmma_34(Instruction[M]):
    sync: Wmma_33[M]

class Wmma_94(Instruction[M]):
    aligned: Wmma_90[M]
    col: Wmma_93[M]
    row: Wmma_93[M]

class Wmma_45(Instruction[M]):
    sync: Wmma_44[M]

class Wmma_74(Instruction[M]):
    col: Wmma_67[M]
    row: Wmma_73[M]

class Wmma_77(Instruction[M]):
    col: Wmma_76[M]
    row: Wmma_76[M]

class Wmma_17(Instruction[M]):
    aligned: Wmma_13[M]
    col: Wmma_16[M]
    row: Wmma_16[M]

class Wmma_20(Instruction[M]):
    aligned: Wmma_19[M]
    col: Wmma_16[M]
    row: Wmma_16[M]

class Wmma_33(Instruction[M]):
    aligned: Wmma_29[M]
    col: Wmma_32[M]
    row: Wmma_32[M]

class Wmma_90(Instruction[M]):
    col: Wmma_89[M]
    row: Wmma_89[M]

class Wmma_93(Instruction[M]):
    m16n16k16: Wmma_92[M]
    m32n8k16: Wmma_92[M]
    m8n32k16: Wmma_92[M]

class Wmma_44(Instruction[M]):
    aligned: Wmma_43[M]

class Wmma_67(Instruction[M]):
    col: Wmma_66[M]
    row: Wmma_66[M]

class Wmma_73(Instruction[M]):
    col: Wmma_72[M]
    row: Wmma_66[M]

class Wmma_76(Instruction[M]):
    m16n16k16: Wmma_75[M]
    m32n8k16: Wmma_75[M]
    m8n32k16: Wmma_75[M]

class Wmma_13(Instruction[M]):
    col: Wmma_7[M]
    row: Wmma_12[M]

class Wmma_16(Instruction[M]):
    m16n16k16: Wmma_15[M]
    m32n8k16: Wmma_15[M]
    m8n32k16: Wmma_15[M]

class Wmma_19(Instruction[M]):
    col: Wmma_12[M]
    row: Wmma_7[M]

class Wmma_29(Instruction[M]):
    col: Wmma_28[M]
    row: Wmma_28[M]

class Wmma_32(Instruction[M]):
    m16n16k16: Wmma_31[M]
    m32n8k16: Wmma_31[M]
    m8n32k16: Wmma_31[M]

class Wmma_89(Instruction[M]):
    m16n16k16: Wmma_82[M]
    m16n16k8: Wmma_84[M]
    m32n8k16: Wmma_82[M]
    m8n32k16: Wmma_82[M]
    m8n8k128: Wmma_86[M]
    m8n8k32: Wmma_86[M]
    m8n8k4: Wmma_88[M]

class Wmma_92(Instruction[M]):
    f16: Wmma_80[M]
    f32: Wmma_80[M]
    global_: Wmma_91[M]
    shared: Wmma_91[M]
    shared__cta: Wmma_91[M]

class Wmma_43(Instruction[M]):
    row: Wmma_42[M]

class Wmma_66(Instruction[M]):
    m16n16k16: Wmma_60[M]
    m16n16k8: Wmma_63[M]
    m32n8k16: Wmma_64[M]
    m8n32k16: Wmma_64[M]
    m8n8k4: Wmma_65[M]

class Wmma_72(Instruction[M]):
    m16n16k16: Wmma_60[M]
    m16n16k8: Wmma_63[M]
    m32n8k16: Wmma_64[M]
    m8n32k16: Wmma_64[M]
    m8n8k32: Wmma_71[M]
    m8n8k4: Wmma_65[M]

class Wmma_75(Instruction[M]):
    f16: Wmma_48[M]
    f32: Wmma_48[M]

class Wmma_7(Instruction[M]):
    m16n16k16: Wmma_2[M]
    m16n16k8: Wmma_4[M]
    m32n8k16: Wmma_2[M]
    m8n32k16: Wmma_2[M]
    m8n8k4: Wmma_6[M]

class Wmma_12(Instruction[M]):
    m16n16k16: Wmma_2[M]
    m16n16k8: Wmma_4[M]
    m32n8k16: Wmma_2[M]
    m8n32k16: Wmma_2[M]
    m8n8k128: Wmma_9[M]
    m8n8k32: Wmma_11[M]
    m8n8k4: Wmma_6[M]

class Wmma_15(Instruction[M]):
    f16: Wmma_0[M]
    global_: Wmma_14[M]
    shared: Wmma_14[M]
    shared__cta: Wmma_14[M]

class Wmma_28(Instruction[M]):
    m16n16k16: Wmma_23[M]
    m16n16k8: Wmma_25[M]
    m32n8k16: Wmma_23[M]
    m8n32k16: Wmma_23[M]
    m8n8k128: Wmma_27[M]
    m8n8k32: Wmma_27[M]
    m8n8k4: Wmma_6[M]

class Wmma_31(Instruction[M]):
    f16: Wmma_0[M]
    f32: Wmma_0[M]
    global_: Wmma_30[M]
    shared: Wmma_30[M]
    shared__cta: Wmma_30[M]

class Wmma_82(Instruction[M]):
    f16: Wmma_80[M]
    f32: Wmma_80[M]
    global_: Wmma_81[M]
    s32: Wmma_80[M]
    shared: Wmma_81[M]
    shared__cta: Wmma_81[M]

class Wmma_84(Instruction[M]):
    f32: Wmma_80[M]
    global_: Wmma_83[M]
    shared: Wmma_83[M]
    shared__cta: Wmma_83[M]

class Wmma_86(Instruction[M]):
    f32: Wmma_80[M]
    global_: Wmma_85[M]
    s32: Wmma_80[M]
    shared: Wmma_85[M]
    shared__cta: Wmma_85[M]

class Wmma_88(Instruction[M]):
    f64: Wmma_80[M]
    global_: Wmma_87[M]
    shared: Wmma_87[M]
    shared__cta: Wmma_87[M]

class Wmma_80(Instruction[M]):
    def __call__(self, p: A, r: V, stride: I32 = ..., /, **options: Unpack[Options]) -> Emitted:
        """Store the fragments of a warp's threads as a matrix in memory. (PTX ISA, 9.7.14.4.4)"""

class Wmma_91(Instruction[M]):
    f16: Wmma_80[M]
    f32: Wmma_80[M]

class Wmma_42(Instruction[M]):
    col: Wmma_41[M]

class Wmma_60(Instruction[M]):
    f16: Wmma_48[M]
    f32: Wmma_51[M]
    f64: Wmma_55[M]
    s32: Wmma_59[M]

class Wmma_63(Instruction[M]):
    f32: Wmma_62[M]
    f64: Wmma_55[M]

class Wmma_64(Instruction[M]):
    f16: Wmma_48[M]
    f32: Wmma_51[M]
    s32: Wmma_59[M]

class Wmma_65(Instruction[M]):
    f64: Wmma_55[M]

class Wmma_71(Instruction[M]):
    s32: Wmma_70[M]

class Wmma_48(Instruction[M]):
    f16: Wmma_47[M]
    f32: Wmma_47[M]

class Wmma_2(Instruction[M]):
    bf16: Wmma_0[M]
    f16: Wmma_0[M]
    global_: Wmma_1[M]
    s8: Wmma_0[M]
    shared: Wmma_1[M]
    shared__cta: Wmma_1[M]
    u8: Wmma_0[M]

class Wmma_4(Instruction[M]):
    global_: Wmma_3[M]
    shared: Wmma_3[M]
    shared__cta: Wmma_3[M]
    tf32: Wmma_0[M]

class Wmma_6(Instruction[M]):
    f64: Wmma_0[M]
    global_: Wmma_5[M]
    shared: Wmma_5[M]
    shared__cta: Wmma_5[M]

class Wmma_9(Instruction[M]):
    b1: Wmma_0[M]
    global_: Wmma_8[M]
    shared: Wmma_8[M]
    shared__cta: Wmma_8[M]

class Wmma_11(Instruction[M]):
    global_: Wmma_10[M]
    s4: Wmma_0[M]
    shared: Wmma_10[M]
    shared__cta: Wmma_10[M]
    u4: Wmma_0[M]

class Wmma_0(Instruction[M]):
    @overload
    def __call__(self: Wmma_0[Returning], p: A, stride: I32 = ..., /, **options: Unpack[Options]) -> Vector:
        """Load a matrix from memory into the fragments of a warp's threads. (PTX ISA, 9.7.14.4.3)"""
    @overload
    def __call__(self: Wmma_0[InFull], r: V, p: A, stride: I32 = ..., /, **options: Unpack[Options]) -> Emitted: ...

class Wmma_14(Instruction[M]):
    f16: Wmma_0[M]

class Wmma_23(Instruction[M]):
    f16: Wmma_0[M]
    f32: Wmma_0[M]
    global_: Wmma_22[M]
    s32: Wmma_0[M]
    shared: Wmma_22[M]
    shared__cta: Wmma_22[M]

class Wmma_25(Instruction[M]):
    f32: Wmma_0[M]
    global_: Wmma_24[M]
    shared: Wmma_24[M]
    shared__cta: Wmma_24[M]

class Wmma_27(Instruction[M]):
    f32: Wmma_0[M]
    global_: Wmma_26[M]
    s32: Wmma_0[M]
    shared: Wmma_26[M]
    shared__cta: Wmma_26[M]

class Wmma_30(Instruction[M]):
    f16: Wmma_0[M]
    f32: Wmma_0[M]

class Wmma_81(Instruction[M]):
    f16: Wmma_80[M]
    f32: Wmma_80[M]
    s32: Wmma_80[M]

class Wmma_83(Instruction[M]):
    f32: Wmma_80[M]

class Wmma_85(Instruction[M]):
    f32: Wmma_80[M]
    s32: Wmma_80[M]

class Wmma_87(Instruction[M]):
    f64: Wmma_80[M]

class Wmma_41(Instruction[M]):
    m8n8k128: Wmma_40[M]

class Wmma_51(Instruction[M]):
    bf16: Wmma_50[M]
    f16: Wmma_47[M]
    f32: Wmma_47[M]

class Wmma_55(Instruction[M]):
    f64: Wmma_54[M]

class Wmma_59(Instruction[M]):
    s8: Wmma_57[M]
    u8: Wmma_58[M]

class Wmma_62(Instruction[M]):
    tf32: Wmma_61[M]

class Wmma_70(Instruction[M]):
    s4: Wmma_68[M]
    u4: Wmma_69[M]

class Wmma_47(Instruction[M]):
    @overload
    def __call__(self: Wmma_47[Returning], a: V, b: V, c: V, /, **options: Unpack[Options]) -> Vector:
        """Multiply two matrices and add a third, all of them in a warp's fragments. (PTX ISA, 9.7.14.4.5)"""
    @overload
    def __call__(self: Wmma_47[InFull], d: V, a: V, b: V, c: V, /, **options: Unpack[Options]) -> Emitted: ...
    satfinite: Wmma_36[M]

class Wmma_1(Instruction[M]):
    bf16: Wmma_0[M]
    f16: Wmma_0[M]
    s8: Wmma_0[M]
    u8: Wmma_0[M]

class Wmma_3(Instruction[M]):
    tf32: Wmma_0[M]

class Wmma_5(Instruction[M]):
    f64: Wmma_0[M]

class Wmma_8(Instruction[M]):
    b1: Wmma_0[M]

class Wmma_10(Instruction[M]):
    s4: Wmma_0[M]
    u4: Wmma_0[M]

class Wmma_22(Instruction[M]):
    f16: Wmma_0[M]
    f32: Wmma_0[M]
    s32: Wmma_0[M]

class Wmma_24(Instruction[M]):
    f32: Wmma_0[M]

class Wmma_26(Instruction[M]):
    f32: Wmma_0[M]
    s32: Wmma_0[M]

class Wmma_40(Instruction[M]):
    s32: Wmma_39[M]

class Wmma_50(Instruction[M]):
    bf16: Wmma_49[M]

class Wmma_54(Instruction[M]):
    f64: Wmma_53[M]

class Wmma_57(Instruction[M]):
    s8: Wmma_56[M]

class Wmma_58(Instruction[M]):
    u8: Wmma_56[M]

class Wmma_61(Instruction[M]):
    tf32: Wmma_49[M]

class Wmma_68(Instruction[M]):
    s4: Wmma_56[M]

class Wmma_69(Instruction[M]):
    u4: Wmma_56[M]

class Wmma_36(Instruction[M]):
    @overload
    def __call__(self: Wmma_36[Returning], a: V, b: V, c: V, /, **options: Unpack[Options]) -> Vector:
        """Multiply two matrices and add a third, all of them in a warp's fragments. (PTX ISA, 9.7.14.4.5)"""
    @overload
    def __call__(self: Wmma_36[InFull], d: V, a: V, b: V, c: V, /, **options: Unpack[Options]) -> Emitted: ...

class Wmma_39(Instruction[M]):
    b1: Wmma_38[M]

class Wmma_49(Instruction[M]):
    f32: Wmma_36[M]

class Wmma_53(Instruction[M]):
    f64: Wmma_52[M]

class Wmma_56(Instruction[M]):
    s32: Wmma_47[M]

class Wmma_38(Instruction[M]):
    b1: Wmma_37[M]

class Wmma_52(Instruction[M]):
    @overload
    def __call__(self: Wmma_52[Returning], a: V, b: V, c: V, /, **options: Unpack[Options]) -> Vector:
        """Multiply two matrices and add a third, all of them in a warp's fragments. (PTX ISA, 9.7.14.4.5)"""
    @overload
    def __call__(self: Wmma_52[InFull], d: V, a: V, b: V, c: V, /, **options: Unpack[Options]) -> Emitted: ...
    rm: Wmma_36[M]
    rn: Wmma_36[M]
    rp: Wmma_36[M]
    rz: Wmma_36[M]

class Wmma_37(Instruction[M]):
    s32: Wmma_36[M]

class WmmaStore(Instruction[M]):
    """Store the fragments of a warp's threads as a matrix in memory. (PTX ISA, 9.7.14.4.4)

        wmma.store.d.sync{.aligned}.layout.shape{.ss}.type [p], r{, stride}  # PTX 6.0, sm_70
        wmma.store.d.sync.aligned.layout.shape{.ss}.s32 [p], r{, stride}  # PTX 6.3, sm_72
        wmma.store.d.sync.aligned.layout.shape{.ss}.type [p], r{, stride}  # PTX 6.3, sm_75
        wmma.store.d.sync.aligned.layout.m16n16k8{.ss}.f32 [p], r{, stride}  # PTX 7.0, sm_80
        wmma.store.d.sync.aligned.layout.m8n8k4{.ss}.f64 [p], r{, stride}  # PTX 7.0, sm_80
    """

    d: Wmma_95[M]

class WmmaMma(Instruction[M]):
    """Multiply two matrices and add a third, all of them in a warp's fragments. (PTX ISA, 9.7.14.4.5)

        wmma.mma.sync{.aligned}.alayout.blayout.shape.dtype.ctype{.satfinite} d, a, b, c  # PTX 6.0, sm_70
        wmma.mma.sync.aligned.alayout.blayout.shape.s32.atype.atype.s32{.satfinite} d, a, b, c  # PTX 6.3, sm_72
        wmma.mma.sync.aligned.alayout.blayout.shape.f32.bf16.bf16.f32 d, a, b, c  # PTX 7.0, sm_80
        wmma.mma.sync.aligned.alayout.blayout.m16n16k8.f32.tf32.tf32.f32 d, a, b, c  # PTX 7.0, sm_80
        wmma.mma.sync.aligned.alayout.blayout.shape.f64.f64.f64.f64{.rnd} d, a, b, c  # PTX 7.0, sm_80
        wmma.mma.sync.aligned.row.col.m8n8k32.s32.atype.atype.s32{.satfinite} d, a, b, c  # PTX 6.3, sm_75
        … (7 forms; see ptxpy isa wmma.mma)
    """

    and_: Wmma_46[M]
    sync: Wmma_78[M]
    xor: Wmma_46[M]

class WmmaLoad(Instruction[M]):
    """Load a matrix from memory into the fragments of a warp's threads. (PTX ISA, 9.7.14.4.3)

        wmma.load.a.sync{.aligned}.layout.shape{.ss}.f16 r, [p]{, stride}  # PTX 6.0, sm_70
        wmma.load.b.sync{.aligned}.layout.shape{.ss}.f16 r, [p]{, stride}  # PTX 6.0, sm_70
        wmma.load.c.sync{.aligned}.layout.shape{.ss}.ctype r, [p]{, stride}  # PTX 6.0, sm_70
        wmma.load.a.sync.aligned.layout.shape{.ss}.atype r, [p]{, stride}  # PTX 6.3, sm_72
        wmma.load.b.sync.aligned.layout.shape{.ss}.btype r, [p]{, stride}  # PTX 6.3, sm_72
        wmma.load.c.sync.aligned.layout.shape{.ss}.s32 r, [p]{, stride}  # PTX 6.3, sm_72
        … (19 forms; see ptxpy isa wmma.load)
    """

    a: Wmma_18[M]
    b: Wmma_21[M]
    c: Wmma_34[M]

class Wmma(Instruction[M]):
    """Load a matrix from memory into the fragments of a warp's threads. (PTX ISA, 9.7.14.4.3)

        wmma.load.a.sync{.aligned}.layout.shape{.ss}.f16 r, [p]{, stride}  # PTX 6.0, sm_70
        wmma.load.b.sync{.aligned}.layout.shape{.ss}.f16 r, [p]{, stride}  # PTX 6.0, sm_70
        wmma.load.c.sync{.aligned}.layout.shape{.ss}.ctype r, [p]{, stride}  # PTX 6.0, sm_70
        wmma.load.a.sync.aligned.layout.shape{.ss}.atype r, [p]{, stride}  # PTX 6.3, sm_72
        wmma.load.b.sync.aligned.layout.shape{.ss}.btype r, [p]{, stride}  # PTX 6.3, sm_72
        wmma.load.c.sync.aligned.layout.shape{.ss}.s32 r, [p]{, stride}  # PTX 6.3, sm_72
        … (19 forms; see ptxpy isa wmma.load)

    Store the fragments of a warp's threads as a matrix in memory. (PTX ISA, 9.7.14.4.4)

        wmma.store.d.sync{.aligned}.layout.shape{.ss}.type [p], r{, stride}  # PTX 6.0, sm_70
        wmma.store.d.sync.aligned.layout.shape{.ss}.s32 [p], r{, stride}  # PTX 6.3, sm_72
        wmma.store.d.sync.aligned.layout.shape{.ss}.type [p], r{, stride}  # PTX 6.3, sm_75
        wmma.store.d.sync.aligned.layout.m16n16k8{.ss}.f32 [p], r{, stride}  # PTX 7.0, sm_80
        wmma.store.d.sync.aligned.layout.m8n8k4{.ss}.f64 [p], r{, stride}  # PTX 7.0, sm_80

    Multiply two matrices and add a third, all of them in a warp's fragments. (PTX ISA, 9.7.14.4.5)

        wmma.mma.sync{.aligned}.alayout.blayout.shape.dtype.ctype{.satfinite} d, a, b, c  # PTX 6.0, sm_70
        wmma.mma.sync.aligned.alayout.blayout.shape.s32.atype.atype.s32{.satfinite} d, a, b, c  # PTX 6.3, sm_72
        wmma.mma.sync.aligned.alayout.blayout.shape.f32.bf16.bf16.f32 d, a, b, c  # PTX 7.0, sm_80
        wmma.mma.sync.aligned.alayout.blayout.m16n16k8.f32.tf32.tf32.f32 d, a, b, c  # PTX 7.0, sm_80
        wmma.mma.sync.aligned.alayout.blayout.shape.f64.f64.f64.f64{.rnd} d, a, b, c  # PTX 7.0, sm_80
        wmma.mma.sync.aligned.row.col.m8n8k32.s32.atype.atype.s32{.satfinite} d, a, b, c  # PTX 6.3, sm_75
        … (7 forms; see ptxpy isa wmma.mma)
    """

    load: WmmaLoad[M]
    mma: WmmaMma[M]
    store: WmmaStore[M]

class Xor_0(Instruction[M]):
    @overload
    def __call__(self: Xor_0[Returning], a: B16, b: B16, /, **options: Unpack[Options]) -> Number16:
        """Bitwise exclusive or. (PTX ISA, 9.7.8.3)"""
    @overload
    def __call__(self: Xor_0[InFull], d: B16, a: B16, b: B16, /, **options: Unpack[Options]) -> Emitted: ...

class Xor_1(Instruction[M]):
    @overload
    def __call__(self: Xor_1[Returning], a: B32, b: B32, /, **options: Unpack[Options]) -> Number32:
        """Bitwise exclusive or. (PTX ISA, 9.7.8.3)"""
    @overload
    def __call__(self: Xor_1[InFull], d: B32, a: B32, b: B32, /, **options: Unpack[Options]) -> Emitted: ...

class Xor_2(Instruction[M]):
    @overload
    def __call__(self: Xor_2[Returning], a: B64, b: B64, /, **options: Unpack[Options]) -> Number64:
        """Bitwise exclusive or. (PTX ISA, 9.7.8.3)"""
    @overload
    def __call__(self: Xor_2[InFull], d: B64, a: B64, b: B64, /, **options: Unpack[Options]) -> Emitted: ...

class Xor_3(Instruction[M]):
    @overload
    def __call__(self: Xor_3[Returning], a: C | P, b: C | P, /, **options: Unpack[Options]) -> Predicate:
        """Bitwise exclusive or. (PTX ISA, 9.7.8.3)"""
    @overload
    def __call__(self: Xor_3[InFull], d: P, a: C | P, b: C | P, /, **options: Unpack[Options]) -> Emitted: ...

class Xor(Instruction[M]):
    """Emit `xor.b32 dst, a, b`, or `.b16`, `.b64`, `.pred`: of the size of `dtype`.

    Bitwise exclusive or. (PTX ISA, 9.7.8.3)

        xor.type d, a, b  # PTX 1.0
        xor.pred d, {!}a, {!}b  # PTX 1.0
    """

    def __call__(self: Xor[Returning], dtype: Any, dst: Any, a: Any, b: Any, *, pred: Any = None) -> None: ...
    b16: Xor_0[M]
    b32: Xor_1[M]
    b64: Xor_2[M]
    pred: Xor_3[M]

class Addr:
    """Return the operand `[base]` or `[base+offset]`; nothing is emitted.

    `base` is a register, a name, a variable, or an object in shared memory; `offset` a number of
    bytes. `TypeError` for an offset in a register: PTX adds none.
    """

    def __call__(self, base: Any, offset: Any = None) -> Any: ...

class Advance:
    """Let a stage go on to the next one of a ring, and its phase change after the last one.

    Emits as `ptx.wrap`, with the registers of `stage` and `phase` in the places of the results:
    `ptx.advance(stage, 4, phase)`. Both are registers that are declared to change, as
    `stage = reg.scalar(u32, 0)`; `TypeError` for a value.
    """

    def __call__(self, stage: Any, stages: Any, phase: Any = None) -> None: ...

class Cdiv:
    """Return the quotient of a number that is not negative and a constant, rounded up.

    That is the number of blocks of `divisor` elements which hold `x` elements. Emits
    `add.s32 a, x, divisor - 1` and `sdiv` of the sum; for an unsigned number, `add.u32` and `udiv`.
    The sum must not overflow.
    """

    def __call__(self, x: Any, divisor: int) -> _PendingResult: ...

class ClusterWait:
    """Wait until all threads of the cluster have arrived, and acquire their released writes.

    Emits `barrier.cluster.wait;`, or with `.aligned`, if all threads of the warp execute it.
    """

    def __call__(self, *, aligned: bool = False, pred: Any = None) -> None: ...

class ClusterSync:
    """Arrive at the barrier of the cluster and wait: `arrive` and `wait`."""

    def __call__(self, *, aligned: bool = False, pred: Any = None) -> None: ...

class ClusterRank:
    """Return a predicate that is true in the CTA with the rank `cta_rank` in its cluster.

    Emits `mov.u32 r, %cluster_ctarank;` and `setp.eq.u32 p, r, cta_rank;`.
    """

    def __call__(self, cta_rank: Any) -> _PendingResult: ...

class ClusterMap_shared_u32:
    """Return the address that the same place has in the shared memory of CTA `cta_id`.

    Emits `mapa.shared::cluster.u32 d, bar_addr, cta_id;`. `bar_addr` is anything in shared memory;
    a `mov` or `add` comes before unless it is a register.
    """

    def __call__(self, bar_addr: Any, cta_id: Any, *, pred: Any = None) -> _PendingResult: ...

class ClusterArrive_remote:
    """Arrive at the mbarrier at the same place in another CTA of the cluster.

    Emits

        mapa.shared::cluster.u32 remote, bar_addr, cta_id;
        mbarrier.arrive.release.cluster.shared::cluster.b64 _, [remote], count;

    The earlier writes of this thread are released to the cluster. A thread that waits there must
    use `mbarrier.try_wait.parity.acquire.cluster`, unless it only fills the memory again by TMA.
    """

    def __call__(self, bar_addr: Any, cta_id: Any, count: Any = 1, *, pred: Any = None) -> None: ...

class ClusterArrive_multicast:
    """Arrive at the mbarriers at the same place in the CTAs whose ranks are bits of `mask`.

    Up to PTX 9.3 no instruction does this. For a number as the mask, the instructions of
    `arrive_remote` are emitted for each of its bits, in order; for a register, once, in a loop over
    the bits that are set (`brev`, `clz`).
    """

    def __call__(self, bar_addr: Any, mask: Any, count: Any = 1, *, pred: Any = None) -> None: ...

class ClusterArrive:
    """Arrive at the barrier of the cluster; the earlier writes of this thread are released.

    Emits `barrier.cluster.arrive;`, or with `.aligned`, if all threads of the warp execute it.
    """

    def __call__(self, *, aligned: bool = False, pred: Any = None) -> None: ...

class Cluster:
    """Helpers: cluster.arrive, cluster.arrive_multicast, cluster.arrive_remote, cluster.map_shared_u32, cluster.rank, cluster.sync, cluster.wait."""

    arrive: ClusterArrive
    arrive_multicast: ClusterArrive_multicast
    arrive_remote: ClusterArrive_remote
    map_shared_u32: ClusterMap_shared_u32
    rank: ClusterRank
    sync: ClusterSync
    wait: ClusterWait

class Ctaid_x:
    """Emit `mov.u32` of `%ctaid.x`; the destination is open."""

    def __call__(self) -> _PendingResult: ...

class Ctaid_y:
    """Emit `mov.u32` of `%ctaid.y`; the destination is open."""

    def __call__(self) -> _PendingResult: ...

class Elect_sync:
    """Emit `elect.sync dst|pred_out, membermask` (PTX ISA 9.7.13.14).

    One of the lanes in `membermask` gets a true `pred_out`, and all get its number in `dst`, which
    may be `"_"`.
    """

    def __call__(self, dst: Any, pred_out: Any, membermask: Any) -> None: ...

class Expr:
    """Show that the instructions of a block belong together; nothing is added to the PTX."""

    def __call__(self) -> AbstractContextManager[None]: ...

class File_:
    """Emit `.file file_idx "filename"` in the module, also from inside a kernel."""

    def __call__(self, file_idx: int, filename: str) -> None: ...

class Global_ptrs:
    """Return the global addresses of tensors, or of parameters with addresses.

    Emits for each `ld.param.u64` and `cvta.to.global.u64`; the registers are 64 bits wide.
    """

    def __call__(self, *params: Any) -> tuple[_Register, ...]: ...

class Kloop:
    """Run `body()` `total` times on the device, `unroll` copies of it per iteration.

    `total` is a Python integer or a register of 32 or 64 bits, `unroll` at least 1. `body` takes
    no arguments and is traced `unroll` times for the loop, and for the remaining iterations: once
    more, in a loop of its own, for a register; `total % unroll` times for a Python integer. With a
    register, in which a negative number means no iteration:

    ```
    mov.u32 left, total;
    setp.lt.u32 %p, left, unroll;
    @%p bra REST;
    kloop: …                            // the body, unroll times
    sub.u32 left, left, unroll;
    setp.ge.u32 %q, left, unroll;
    @%q bra kloop;
    REST: setp.lt.u32 %p, left, 1;
    @%p bra END;
    ONE: …                              // the body
    sub.u32 left, left, 1;
    setp.ge.u32 %q, left, 1;
    @%q bra ONE;
    END:
    ```

    With an integer, only the part from `kloop` to its branch is emitted, after
    `mov.u32 left, total - total % unroll`, and no loop at all if it would run once. `loop_label` is
    the label; a second loop of the name has `kloop_2`.
    """

    def __call__(self, total: Any, *, unroll: int, body: Any, loop_label: str = 'kloop') -> None: ...

class Lut:
    """Return the table of truth that `lop3` takes: `ptx.lut(lambda a, b, c: a & b | c)` is 0xEA."""

    def __call__(self, function: Any) -> int: ...

class Named_barrier:
    """Return one of the 16 barriers of the CTA; nothing is emitted."""

    def __call__(self, barrier_id: Any, *, count: Any = None) -> _NamedBarrier: ...

class Param:
    """Read a parameter of the kernel by its name; return the register.

    `ValueError` for a name that no parameter has.

    Emits `ld.param` of the type; for an array, such as a tensor map, `mov` of its address. `dst` is
    the register that it is written to, a fresh one without it. Raises `TypeError` for a type of
    another size than the parameter's.
    """

    def __call__(self, dtype: Any, name: Any = None, dst: Any = None) -> Any: ...

class Pipe:
    """Begin a chain, in which each instruction reads first the result of the one before it.

    `ptx.pipe(r[1]).add.s32(r[2], -8).and_.b32(r[3], 7)` is `add.s32 %r2, %r1, -8` and
    `and.b32 %r3, %r2, 7`: one instruction a call, in order.
    """

    def __call__(self, src: Any) -> _Pipe: ...

class Pipeline:
    """Return the state of a pipeline; without registers, two are set to 0 by `mov.u32`."""

    def __call__(self, n_stages: int, *, cursor: Any = None, phase: Any = None) -> _PipelineState: ...

class Printf:
    """Print from a kernel: `ptx.printf("thread %u has %f\\n", tid, x)`.

    `text` is that of C's `printf`, and each value a register or a number: 32 bits for `%d`, `%i`,
    `%u`, `%x`, `%o`, `%c`, and 64 for `%lld`, `%llu`, `%llx`; `.f32` or `.f64` for `%f`, `%e`,
    `%g`, `%a`; 64 bits for `%p`; a Python string, or the generic address of one, for `%s`. Floats
    are widened to `.f64`, halves too, 16-bit integers to 32 bits, and a predicate is 0 or 1, as C
    does it. Declares the text and `vprintf` before the functions, and emits:

    ```
    .local .align 8 .b8 printf_values[16];
    st.local.b32 [printf_values], tid;
    cvt.f64.f32 t, x;
    st.local.f64 [printf_values+8], t;
    cvta.global.u64 a, printf_text_0;
    cvta.local.u64 b, printf_values;
    call.uni (retval0), vprintf, (a, b);
    ```

    `TypeError` for a value that its conversion does not take, or another number of values;
    `ValueError` for a conversion that the device's `printf` does not have.
    """

    def __call__(self, text: str, *values: Any, pred: Any = None) -> None: ...

class Range_:
    """Count in a register on the device: `for k in ptx.range_(0, n, 64): …` traces its body once.

    ```
    mov.s32 k, start;
    TOP: setp.ge.s32 %p, k, stop;     // setp.le for a negative step
    @%p bra END;
    …                                  // the body
    add.s32 k, k, step;
    bra.uni TOP;
    END:
    ```

    `ptx.range_(n)` is `ptx.range_(0, n)`. Each of the three is a Python integer or a register. The
    counter has the type of the registers `stop` and `start`, else of `step`, and is an s32 where
    all are integers; of untyped registers a view says the sign, except under a compiler's style,
    which counts them as signed. A step in a signed register may be negative when the kernel runs:
    two more instructions, `setp.lt.s32 %q, step, 0` before the loop and
    `@%q setp.le.s32 %p, k, stop` in it. One that is not negative is a `.u32`, also with bounds of
    `.s32`. A step in a register must not be 0, and `stop + step` must be a number of the type.

    The counter belongs to the loop: `TraceError` if it is read after the loop, or written in it,
    and if the body writes the register of the stop or the step, or the stop is `n - 8` of an
    unsigned n that nothing has compared before: `n.max(8) - 8` is none below 0. `ValueError` for a
    step of 0, or one that leads out of the type; `TypeError` for values that cannot count, and for
    numbers that are asked for otherwise than by `for`.

    `break` and `return` end Python's loop, not the device's, and leave it half written, which the
    tracer refuses: branch out of a `ptx.block` with `leave`.
    """

    def __call__(self, start: Any, stop: Any = None, step: Any = 1) -> Iterable[_Register]: ...

class Sdiv:
    """Return the quotient of a signed number and a constant, rounded towards zero as in C.

    Emits for 2**k, here 4 (for 2 without the first line), and for another divisor, here 10:

    ```
    shr.s32 a, x, 31;    mul.hi.s32 a, x, 1717986919;
    shr.u32 b, a, 30;    shr.u32 b, a, 31;
    add.s32 c, x, b;     shr.s32 c, a, 2;
    shr.s32 d, c, 2;     add.s32 d, c, b;
    ```

    By 7 it needs an `add.s32` more, and by -4 a `neg.s32`. `x` is a register of 32 or 64 bits;
    `TypeError` for an unsigned one. `ValueError` for a divisor of 0, 1 or -1, or out of the range.
    """

    def __call__(self, x: Any, divisor: int) -> _PendingResult: ...

class Sdivrem:
    """Return quotient and remainder of a signed number and 2**k: `q, r = ptx.sdivrem(x, 4)`.

    Emits the instructions of `sdiv` and, with its sum, the `and` and the `sub` of `srem`.
    `ValueError` for another divisor: its remainder is `x - q * divisor`.
    """

    def __call__(self, x: Any, divisor: int) -> tuple[_PendingResult, _PendingResult]: ...

class Setmaxnreg_dec:
    """Emit `setmaxnreg.dec.sync.aligned.u32 reg_count`: give registers back."""

    def __call__(self, reg_count: int, *, pred: Any = None) -> None: ...

class Setmaxnreg_inc:
    """Emit `setmaxnreg.inc.sync.aligned.u32 reg_count`: ask for registers."""

    def __call__(self, reg_count: int, *, pred: Any = None) -> None: ...

class Sreg:
    """Emit `mov.u32` of a special register, `.u64` or `.pred` of those that are so wide.

    `ptx.sreg("%clusterid.x")`, with or without the percent sign; the destination is open. Other
    instructions than `mov` cannot read a special register (PTX ISA 10). `ValueError` for a name
    that PTX does not have.
    """

    def __call__(self, name: str) -> _PendingResult: ...

class Srem:
    """Return the remainder of a signed number and a constant, with the sign of the number.

    Emits as `sdiv`, and `mul.lo.s32 e, d, 10; sub.s32 f, x, e` after it; for 2**k an `and.b32` in
    the place of the last shift and the product:

    ```
    shr.s32 a, x, 31;
    shr.u32 b, a, 30;
    add.s32 c, x, b;
    and.b32 d, c, -4;
    sub.s32 e, x, d;
    ```
    """

    def __call__(self, x: Any, divisor: int) -> _PendingResult: ...

class Stmatrix_x4_trans_f32_bf16:
    """Round the accumulator of a warpgroup to bf16 and store it transposed in shared memory.

    Element (m, n) of D comes to byte `2 * (n * row_stride + m)` after `smem_base`: a column of D
    is a row there. For each 16 columns it emits four `cvt.rn.bf16x2.f32` and
    `stmatrix.sync.aligned.m8n8.x4.trans.shared.b16`, after ten instructions for the address.

    Args:
        frag: A thread's part of D in f32: 8 registers for each 16 columns.
        smem_base: An array or an address, a multiple of 16.
        lane: The thread's number in its warpgroup, a register; in a warp that has 16 rows alone,
            that in the warp.
        row_stride: Elements of bf16 from a row in shared memory to the next: a multiple of 8, of
            which 8 more than a multiple of 64 (72 for 64 rows of D) has no bank conflicts.
        tmp_bf16: Not needed, since one instruction rounds two elements; nothing is written there.
        tmp_pack: Four registers of 32 bits for the elements; fresh ones without it.
    """

    def __call__(self, *, frag: Any, smem_base: Any, lane: Any, row_stride: int, tmp_bf16: list[Any] | None = None, tmp_pack: list[Any] | None = None) -> None: ...

class Strunc:
    """Return a signed number without its remainder by 2**k: the multiple that is next towards zero.

    Emits the instructions of `srem` but for the last one. `ValueError` for another multiple.
    """

    def __call__(self, x: Any, multiple: int) -> _PendingResult: ...

class TmaStore_5d:
    """Store a box to a tensor of rank 5, as `ptx.tma.store` does."""

    def __call__(self, dst: Any, src: Any, coords: tuple[Any, ...], *, cache_hint: Any = None, pred: Any = None) -> None: ...

class TmaStore_4d:
    """Store a box to a tensor of rank 4, as `ptx.tma.store` does."""

    def __call__(self, dst: Any, src: Any, coords: tuple[Any, ...], *, cache_hint: Any = None, pred: Any = None) -> None: ...

class TmaStore_3d:
    """Store a box by a map of rank 3, at `row` and `col`, or at three coordinates.

    Emits what `ptx.tma.store` does, and before it `shr.s32 c, col, 6;` where `col` is a register.
    """

    def __call__(self, dst: Any, src: Any, row: Any = None, col: Any = None, coords: tuple[Any, ...] | None = None, *, pred: Any = None) -> None: ...

class TmaStore_2d:
    """Store a box to a tensor of rank 2, as `ptx.tma.store` does."""

    def __call__(self, dst: Any, src: Any, coords: tuple[Any, ...], *, cache_hint: Any = None, pred: Any = None) -> None: ...

class TmaStore_1d:
    """Store a box to a tensor of rank 1, as `ptx.tma.store` does."""

    def __call__(self, dst: Any, src: Any, coords: tuple[Any, ...], *, cache_hint: Any = None, pred: Any = None) -> None: ...

class TmaStore:
    """Store a box of shared memory; the rank is the number of coordinates, innermost first.

    Emits `cp.async.bulk.tensor.Nd.global.shared::cta.bulk_group [dst, {coords}], [src];`.
    """

    def __call__(self, dst: Any, src: Any, coords: tuple[Any, ...], *, cache_hint: Any = None, pred: Any = None) -> None: ...

class TmaReduce_add:
    """Add a box of shared memory to a tensor, each element atomically.

    Emits `cp.reduce.async.bulk.tensor.Nd.global.shared::cta.add.bulk_group
    [dst, {coords}], [src];`.
    """

    def __call__(self, dst: Any, src: Any, coords: tuple[Any, ...], *, cache_hint: Any = None, pred: Any = None) -> None: ...

class TmaPrefetch:
    """Bring a tensor map near, before the first copy: `prefetch.tensormap [desc];`."""

    def __call__(self, desc: Any, *, pred: Any = None) -> None: ...

class TmaLoad_5d:
    """Load a box of a tensor of rank 5, as `ptx.tma.load` does."""

    def __call__(self, dst: Any, src: Any, coords: tuple[Any, ...], mbar: Any, *, multicast: Any = None, cta_group: int = 1, cache_hint: Any = None, pred: Any = None) -> None: ...

class TmaLoad_4d:
    """Load a box of a tensor of rank 4, as `ptx.tma.load` does."""

    def __call__(self, dst: Any, src: Any, coords: tuple[Any, ...], mbar: Any, *, multicast: Any = None, cta_group: int = 1, cache_hint: Any = None, pred: Any = None) -> None: ...

class TmaLoad_3d_multicast:
    """Load a box by a map of rank 3 into all CTAs of the cluster whose ranks are bits of `mask`.

    Emits what `ptx.tma.load` with `multicast` does. `issuer` is the rank of the CTA that does it,
    a number or a register, or a predicate that is true there; `ptx.cluster.rank` is emitted for a
    rank, and `and.pred` where `pred` is given too.
    """

    def __call__(self, dst: Any, src: Any, row: Any = None, col: Any = None, mbar: Any = None, mask: Any = None, coords: tuple[Any, ...] | None = None, *, issuer: Any = None, pred: Any = None) -> None: ...

class TmaLoad_3d:
    """Load a box by a map of rank 3, at `row` and `col`, or at three coordinates.

    Emits what `ptx.tma.load` does, and before it `shr.s32 c, col, 6;` where `col` is a register.
    """

    def __call__(self, dst: Any, src: Any, row: Any = None, col: Any = None, mbar: Any = None, coords: tuple[Any, ...] | None = None, *, pred: Any = None) -> None: ...

class TmaLoad_2d:
    """Load a box of a tensor of rank 2, as `ptx.tma.load` does."""

    def __call__(self, dst: Any, src: Any, coords: tuple[Any, ...], mbar: Any, *, multicast: Any = None, cta_group: int = 1, cache_hint: Any = None, pred: Any = None) -> None: ...

class TmaLoad_1d:
    """Load a box of a tensor of rank 1, as `ptx.tma.load` does."""

    def __call__(self, dst: Any, src: Any, coords: tuple[Any, ...], mbar: Any, *, multicast: Any = None, cta_group: int = 1, cache_hint: Any = None, pred: Any = None) -> None: ...

class TmaLoad:
    """Load a box into shared memory; the rank is the number of coordinates, innermost first.

    Emits `cp.async.bulk.tensor.Nd.shared::cluster.global.mbarrier::complete_tx::bytes
    [dst], [src, {coords}], [mbar];`, with `.multicast::cluster` for a mask of CTAs in `multicast`,
    `.cta_group::2` for a `cta_group` of 2, and `.L2::cache_hint` for a cache policy of 64 bits.
    With `.cta_group::2` the mbarrier may be that of the other CTA of the pair.
    """

    def __call__(self, dst: Any, src: Any, coords: tuple[Any, ...], mbar: Any, *, multicast: Any = None, cta_group: int = 1, cache_hint: Any = None, pred: Any = None) -> None: ...

class Tma:
    """Helpers: tma.load, tma.load_1d, tma.load_2d, tma.load_3d, tma.load_3d_multicast, tma.load_4d, tma.load_5d, tma.prefetch, tma.reduce_add, tma.store, tma.store_1d, tma.store_2d, tma.store_3d, tma.store_4d, tma.store_5d."""

    load: TmaLoad
    load_1d: TmaLoad_1d
    load_2d: TmaLoad_2d
    load_3d: TmaLoad_3d
    load_3d_multicast: TmaLoad_3d_multicast
    load_4d: TmaLoad_4d
    load_5d: TmaLoad_5d
    prefetch: TmaPrefetch
    reduce_add: TmaReduce_add
    store: TmaStore
    store_1d: TmaStore_1d
    store_2d: TmaStore_2d
    store_3d: TmaStore_3d
    store_4d: TmaStore_4d
    store_5d: TmaStore_5d

class Udiv:
    """Return the quotient of an unsigned number and a constant.

    Emits for 10, and with `wide=False`:

    ```
    mul.wide.u32 a, x, -858993459;    mul.hi.u32 a, x, -858993459;
    shr.u64 b, a, 35;                 shr.u32 b, a, 3;
    cvt.u32.u64 c, b;
    ```

    By 7 and its like an addition makes up for a bit that the multiplier lacks. Numbers of 16 and of
    64 bits have no wide product. `x` is a register; `TypeError` for a signed one. `ValueError` for
    a divisor of 0 or 1, or out of the range.
    """

    def __call__(self, x: Any, divisor: int, *, wide: bool = True) -> _PendingResult: ...

class Urem:
    """Return the remainder of an unsigned number and a constant.

    Emits as `udiv`, and `mul.lo.s32 d, c, 10; sub.s32 e, x, d` after it; for 2**k one `and.b32`.
    """

    def __call__(self, x: Any, divisor: int, *, wide: bool = True) -> _PendingResult: ...

class Var:
    """Declare a variable in the open scope: `ptx.var("shared", b8, "tile", size=1024, align=128)`.

    `size` is the number of elements of an array. Returns the variable, which is an operand:
    `[v]` or `ptx.addr(v)` is its address. `linking` (`visible`, `extern`, …) is for variables of
    the module: `TraceError` inside a function (PTX ISA 11.6).
    """

    def __call__(self, state_space: str, dtype: Any, name: str, *, size: int | None = None, align: int | None = None, linking: str | None = None) -> _Symbol: ...

class WarpReduce_sum:
    """Add up a register over groups of `width` lanes, and return the register with the sum.

    That is `val` itself if it is declared to change, or if the call is a statement of its own; the
    result of a call with a value is a fresh register, and the value stays as it is. Emits for each
    distance from `width / 2` down to 1, with a fresh register `t`:

    ```
    shfl.sync.bfly.b32 t, val, distance, 31, -1;
    add.f32 val, val, t;
    ```

    With a fresh register for the sum, the first `add` writes it, and the next lines read it.
    64 bits go in two halves, with `mov.b64 {lo, hi}, val` before and `mov.b64 t, {lo, hi}` after.
    All 32 lanes must take part. Untyped registers count as signed;
    `r[1].f32` says otherwise.
    `width` is a power of two from 2 to 32 (`ValueError`), `val` a register of 32 or 64 bits
    (`TypeError`).
    """

    def __call__(self, val: Any, *, width: int = 32) -> Any: ...

class WarpReduce_min:
    """Return the minimum over groups of `width` lanes: as `reduce_sum`, with `min`."""

    def __call__(self, val: Any, *, width: int = 32) -> Any: ...

class WarpReduce_max:
    """Return the maximum over groups of `width` lanes: as `reduce_sum`, with `max`."""

    def __call__(self, val: Any, *, width: int = 32) -> Any: ...

class Warp:
    """Helpers: warp.reduce_max, warp.reduce_min, warp.reduce_sum."""

    reduce_max: WarpReduce_max
    reduce_min: WarpReduce_min
    reduce_sum: WarpReduce_sum

class Wrap:
    """Return the stage after one of a ring, and the phase if one is given.

    `stage, phase = ptx.wrap(stage, 4, phase)`, or `stage = ptx.wrap(stage, 4)`. Emits, the last
    two for a phase:

    ```
    add.s32 a, stage, 1;
    setp.eq.s32 p, a, 4;
    selp.b32 next_stage, 0, a, p;
    selp.u32 b, 1, 0, p;
    xor.b32 next_phase, phase, b;
    ```

    `stages` is a number or a register. Stage and phase are registers of 32 bits, which stay as they
    are: in a loop of the device use `ptx.advance`. `TypeError` for anything else.
    """

    def __call__(self, stage: Any, stages: Any, phase: Any = None) -> Any: ...

class Xor_:
    """Emit `xor.b32 dst, a, b`, or `.b16`, `.b64`, `.pred`: of the size of `dtype`."""

    def __call__(self, dtype: Any, dst: Any, a: Any, b: Any, *, pred: Any = None) -> None: ...

class InstructionStubs:
    """The instructions by opcode, and the helpers."""

    @property
    def abs(self) -> Abs[Returning]:
        """Take the absolute value. (PTX ISA, 9.7.3.9)

        Take the absolute value of a half or bfloat16, or of a pair of them. (PTX ISA, 9.7.4.6)

        Take the absolute value of an integer. (PTX ISA, 9.7.1.10)
        """
    @property
    def activemask(self) -> Activemask[Returning]:
        """Get a mask of the active threads of the warp. (PTX ISA, 9.7.13.11)"""
    @property
    def add(self) -> Add[Returning]:
        """Emit `add.dtype dst, a, b`; of untyped bits `add.s32` and so on.

        Add two numbers, or two pairs of them. (PTX ISA, 9.7.3.3)

        Add two halves or bfloat16s, or two pairs of them. (PTX ISA, 9.7.4.1)

        Widen the first number to the type of the second and add them. (PTX ISA, 9.7.5.1)

        Add two integers. (PTX ISA, 9.7.1.1)

        Add two integers and keep the carry. (PTX ISA, 9.7.2.1)
        """
    @property
    def addc(self) -> Addc[Returning]:
        """Add two integers and the carry, and keep the new carry if told. (PTX ISA, 9.7.2.2)"""
    @property
    def alloca(self) -> Alloca[Returning]:
        """Allocate memory on the stack. (PTX ISA, 9.7.17.3)"""
    @property
    def and_(self) -> And[Returning]:
        """Emit `and.b32 dst, a, b`, or `.b16`, `.b64`, `.pred`: of the size of `dtype`.

        Bitwise and. (PTX ISA, 9.7.8.1)
        """
    @property
    def applypriority(self) -> Applypriority[Returning]:
        """Give a stretch of memory another priority in a cache. (PTX ISA, 9.7.9.16)"""
    @property
    def atom(self) -> Atom[Returning]:
        """Read, change and write memory as one, and return what was there. (PTX ISA, 9.7.13.5)"""
    @property
    def bar(self) -> Bar[Returning]:
        """The same as barrier.aligned, which all threads of a warp execute together. (PTX ISA, 9.7.13.1)"""
    @property
    def barrier(self) -> Barrier[Returning]:
        """Wait or arrive at one of the sixteen barriers of the block, or reduce across it. (PTX ISA, 9.7.13.1)"""
    @property
    def bfe(self) -> Bfe[Returning]:
        """Extract a field of bits, with zeros or its sign above it. (PTX ISA, 9.7.1.19)"""
    @property
    def bfi(self) -> Bfi[Returning]:
        """Insert a field of bits into another value. (PTX ISA, 9.7.1.20)"""
    @property
    def bfind(self) -> Bfind[Returning]:
        """Find the highest bit that is not like the sign. (PTX ISA, 9.7.1.16)"""
    @property
    def bmsk(self) -> Bmsk[Returning]:
        """Make a mask of ones from a bit position and a width. (PTX ISA, 9.7.1.22)"""
    @property
    def bra(self) -> Bra[Returning]:
        """Branch to a label: `bra label;`. `options` are those of any instruction.

        Branch to a label. (PTX ISA, 9.7.12.3)
        """
    @property
    def brev(self) -> Brev[Returning]:
        """Reverse the order of the bits. (PTX ISA, 9.7.1.18)"""
    @property
    def brkpt(self) -> Brkpt[Returning]:
        """Suspend execution at a breakpoint. (PTX ISA, 9.7.19.1)"""
    @property
    def brx(self) -> Brx[Returning]:
        """Branch to a label of a list, by an index. (PTX ISA, 9.7.12.4)"""
    @property
    def clmad(self) -> Clmad[Returning]:
        """Multiply without carries, keeping half of the product, and add without carries. (PTX ISA, 9.7.1)"""
    @property
    def clusterlaunchcontrol(self) -> Clusterlaunchcontrol[Returning]:
        """Ask that a cluster which has not started be cancelled. (PTX ISA, 9.7.13.17)

        Decode the response of such a request. (PTX ISA, 9.7.13.18)
        """
    @property
    def clz(self) -> Clz[Returning]:
        """Count the zeros above the highest bit that is one. (PTX ISA, 9.7.1.15)"""
    @property
    def cnot(self) -> Cnot[Returning]:
        """Logical negation as in C: 1 for zero, else 0. (PTX ISA, 9.7.8.5)"""
    @property
    def copysign(self) -> Copysign[Returning]:
        """Give the second number the sign of the first. (PTX ISA, 9.7.3.2)"""
    @property
    def cos(self) -> Cos[Returning]:
        """Take the cosine of an angle in radians. (PTX ISA, 9.7.3.19)"""
    @property
    def cp(self) -> Cp[Returning]:
        """Start an asynchronous copy of 4, 8 or 16 bytes from global to shared memory. (PTX ISA, 9.7.9.25.3.1)

        Make a group of the copies started so far by cp.async. (PTX ISA, 9.7.9.25.3.2)

        Wait until at most N groups of cp.async are pending. (PTX ISA, 9.7.9.25.3.3)

        Wait for all copies started by cp.async. (PTX ISA, 9.7.9.25.3.3)

        Arrive on an mbarrier when all started copies are done. (PTX ISA, 9.7.13.15.15)

        Start an asynchronous copy of many bytes between state spaces. (PTX ISA, 9.7.9.25.4.1)

        Start an asynchronous element-wise reduction into memory. (PTX ISA, 9.7.9.25.4.2)

        Hint that many bytes be fetched into a cache. (PTX ISA, 9.7.9.25.4.3)

        Start an asynchronous copy of a box of a tensor. (PTX ISA, 9.7.9.25.5.2)

        Start an asynchronous reduction into a box of a tensor. (PTX ISA, 9.7.9.25.5.3)

        Hint that a box of a tensor be fetched into a cache. (PTX ISA, 9.7.9.25.5.4)

        Make a group of the bulk operations started so far. (PTX ISA, 9.7.9.25.6.1)

        Wait until at most N groups of bulk operations are pending. (PTX ISA, 9.7.9.25.6.2)
        """
    @property
    def createpolicy(self) -> Createpolicy[Returning]:
        """Make a cache policy for a range of addresses. (PTX ISA, 9.7.9.18)

        Make a cache policy for a share of all addresses. (PTX ISA, 9.7.9.18)

        Make a cache policy of an access property of the CUDA runtime. (PTX ISA, 9.7.9.18)
        """
    @property
    def cvt(self) -> Cvt[Returning]:
        """Emit `cvt.rounding.ftz.sat.dst_type.src_type dst, src`.

        If a value may not fit, PTX wants a rounding (PTX ISA 9.7.9.21): integers to floats and
        floats to narrower ones `rn`, `rz`, `rm` or `rp`; floats to integers `rni`, `rzi`, `rmi` or
        `rpi`; `ValueError` without one. Untyped bits are no numbers: `TypeError`.

        Convert a value from one type to another, and round it or pack it with others. (PTX ISA, 9.7.9.21)
        """
    @property
    def cvta(self) -> Cvta[Returning]:
        """Convert an address in a state space to a generic address, or back. (PTX ISA, 9.7.9.20)"""
    @property
    def discard(self) -> Discard[Returning]:
        """Drop a stretch of memory from a cache without writing it back. (PTX ISA, 9.7.9.17)"""
    @property
    def div(self) -> Div[Returning]:
        """Divide the first number by the second. (PTX ISA, 9.7.3.8)

        Divide an integer by another. (PTX ISA, 9.7.1.8)
        """
    @property
    def dp2a(self) -> Dp2a[Returning]:
        """Add the dot product of two halves and two bytes to an integer. (PTX ISA, 9.7.1.24)"""
    @property
    def dp4a(self) -> Dp4a[Returning]:
        """Add the dot product of four pairs of bytes to an integer. (PTX ISA, 9.7.1.23)"""
    @property
    def elect(self) -> Elect[Returning]:
        """Choose one of the threads of the warp that a mask names. (PTX ISA, 9.7.13.14)"""
    @property
    def ex2(self) -> Ex2[Returning]:
        """Raise 2 to a power. (PTX ISA, 9.7.3.21)

        Raise 2 to a power, in half precision or bfloat16, or so for a pair. (PTX ISA, 9.7.4.10)
        """
    @property
    def exit(self) -> Exit[Returning]:
        """End the thread. (PTX ISA, 9.7.12.7)"""
    @property
    def fabric(self) -> Fabric[Returning]:
        """Copy from a fabric handle to shared memory, asynchronously (9.3). (PTX ISA, 9.7.10.5.1)

        Copy from shared memory to a fabric handle, asynchronously (9.3). (PTX ISA, 9.7.10.5.2)

        Reduce from shared memory into a fabric handle, asynchronously (9.3). (PTX ISA, 9.7.10.5.3)

        Reduce from all places of a handle to shared memory (9.3). (PTX ISA, 9.7.10.5.4)

        Have the fabric operations of the thread carried out (9.3). (PTX ISA, 9.7.10.5.5)

        Wait until submitted operations have read shared memory (9.3). (PTX ISA, 9.7.10.5.6)

        Do an atomic operation on a fabric handle, asynchronously (9.4). (PTX ISA, 9.7.11.5.10)
        """
    @property
    def fence(self) -> Fence[Returning]:
        """Order memory accesses: those before the fence happen before those behind it. (PTX ISA, 9.7.13.4)"""
    @property
    def fma(self) -> Fma[Returning]:
        """Multiply two numbers and add a third, rounding once. (PTX ISA, 9.7.3.6)

        Multiply two halves or bfloat16s and add a third, rounding once. (PTX ISA, 9.7.4.4)

        Widen two numbers to the type of the third, multiply them and add the third. (PTX ISA, 9.7.5.3)
        """
    @property
    def fns(self) -> Fns[Returning]:
        """Find the n-th bit that is one, above or below a given bit. (PTX ISA, 9.7.1.17)"""
    @property
    def getctarank(self) -> Getctarank[Returning]:
        """Get the rank of the CTA that an address in shared memory belongs to. (PTX ISA, 9.7.9.24)"""
    @property
    def griddepcontrol(self) -> Griddepcontrol[Returning]:
        """Let dependent grids start, or wait for those that this one depends on. (PTX ISA, 9.7.13.13)"""
    @property
    def isspacep(self) -> Isspacep[Returning]:
        """Ask whether a generic address is in a state space. (PTX ISA, 9.7.9.19)"""
    @property
    def istypep(self) -> Istypep[Returning]:
        """Test whether an address is that of an opaque variable of a type. (PTX ISA, 9.7.10.6)"""
    @property
    def ld(self) -> Ld[Returning]:
        """Emit `ld.space.cache.dtype dst, [addr]`.

        `addr` is a register, a name, an object in shared memory, `[x, 16]`, or a result of `ptx.addr`.
        `space` is a state space (`generic` for none), `cache` a cache operator with its qualifiers,
        `"ca"` or `"nc.L2::128B"`. Halves are read as `.b16`. With a vector type (`f32.v4`), `dst` is a
        tuple of registers.

        Load from memory. (PTX ISA, 9.7.9.8)
        """
    @property
    def ldmatrix(self) -> Ldmatrix[Returning]:
        """Load matrices of a warp: `ldmatrix.sync.aligned.m8n8.x4{.trans}.shared.b16 {…}, [src]`.

        Lane 8 * i + r gives the address of row r of matrix i, a multiple of 16 (PTX ISA 9.7.14.5.15).

        Args:
            dst: One register of 32 bits for each matrix.
            src: An address in shared memory: a register, `[register, offset]`, an array.
            layout: `"x1"`, `"x2"` or `"x4"`, with a shape before and `trans` after if wanted:
                `"m8n8.x4.trans"`, `"m16n16.x2.trans"`.
            trans: Whether each matrix is transposed.
            pred: A guard.

        Load matrices from shared memory, as fragments for mma. (PTX ISA, 9.7.14.5.15)
        """
    @property
    def ldu(self) -> Ldu[Returning]:
        """Load from an address in global memory that is the same for the whole warp. (PTX ISA, 9.7.9.10)"""
    @property
    def lg2(self) -> Lg2[Returning]:
        """Take the logarithm to base 2. (PTX ISA, 9.7.3.20)"""
    @property
    def lop3(self) -> Lop3[Returning]:
        """Any logical operation on three inputs, given by its table of truth. (PTX ISA, 9.7.8.6)"""
    @property
    def mad(self) -> Mad[Returning]:
        """Emit `mad.mode.dtype dst, a, b, c`: `ptx.mad(s32, dst, a, b, c)`, or `d = ptx.mad(a, b, c)`.

        Without a type, the first register says it, and the destination is returned: open, as that of
        an instruction. Untyped bits count as signed; of floats it is `mad.rn`, of halves `fma.rn`.

        Multiply two numbers and add a third, for sm_20 and higher rounding once as fma does. (PTX ISA, 9.7.3.7)

        Multiply two integers and add a third, keeping the low or high half or all of it. (PTX ISA, 9.7.1.4)

        Multiply two integers, add a third to half of the product, and keep the carry. (PTX ISA, 9.7.2.5)
        """
    @property
    def mad24(self) -> Mad24[Returning]:
        """Multiply the low 24 bits of two integers and add a third to 32 bits of it. (PTX ISA, 9.7.1.6)"""
    @property
    def madc(self) -> Madc[Returning]:
        """Multiply two integers, add a third and the carry, and keep the new carry if told. (PTX ISA, 9.7.2.6)"""
    @property
    def mapa(self) -> Mapa[Returning]:
        """Map an address in shared memory to that of the same variable in another CTA. (PTX ISA, 9.7.9.23)"""
    @property
    def match(self) -> Match[Returning]:
        """Find the threads of a warp that have the same value. (PTX ISA, 9.7.13.10)"""
    @property
    def max(self) -> Max[Returning]:
        """Take the largest of two or three numbers. (PTX ISA, 9.7.3.12)

        Take the larger of two halves or bfloat16s, or so for two pairs. (PTX ISA, 9.7.4.8)

        Take the larger of two integers. (PTX ISA, 9.7.1.13)
        """
    @property
    def mbarrier(self) -> Mbarrier[Returning]:
        """Make a barrier object in shared memory that awaits a number of arrivals. (PTX ISA, 9.7.13.15.9)

        End a barrier object, so that its memory may serve another purpose. (PTX ISA, 9.7.13.15.10)

        Raise the count of bytes that the current phase waits for. (PTX ISA, 9.7.13.15.11)

        Count bytes as done, as the end of an asynchronous copy would. (PTX ISA, 9.7.13.15.12)

        Arrive at a barrier object and return the state of its phase. (PTX ISA, 9.7.13.15.13)

        Arrive at a barrier object and leave it for all later phases. (PTX ISA, 9.7.13.15.14)

        Test whether a phase of a barrier object is complete. (PTX ISA, 9.7.13.15.16)

        Wait for some time until a phase of a barrier object is complete. (PTX ISA, 9.7.13.15.16)

        Get the count of pending arrivals out of a state. (PTX ISA, 9.7.13.15.17)

        Test which layout a barrier object has. (PTX ISA, 9.7.14.16.21)
        """
    @property
    def membar(self) -> Membar[Returning]:
        """Order memory accesses, in the words of old: a sequentially consistent fence. (PTX ISA, 9.7.13.4)"""
    @property
    def min(self) -> Min[Returning]:
        """Take the smallest of two or three numbers. (PTX ISA, 9.7.3.11)

        Take the smaller of two halves or bfloat16s, or so for two pairs. (PTX ISA, 9.7.4.7)

        Take the smaller of two integers. (PTX ISA, 9.7.1.12)
        """
    @property
    def mma(self) -> Mma[Returning]:
        """Multiply two matrices and add a third, all of them in a warp's registers. (PTX ISA, 9.7.14.5.14)"""
    @property
    def mov(self) -> Mov[Returning]:
        """Emit `mov.dtype dst, src`; halves, constants too, are moved as bits.

        Set a register to a value, or to the address of a variable or function. (PTX ISA, 9.7.9.3)

        Pack a vector of registers into a wider one, or unpack it. (PTX ISA, 9.7.9.4)
        """
    @property
    def movmatrix(self) -> Movmatrix[Returning]:
        """Transpose a matrix in the registers of a warp. (PTX ISA, 9.7.14.5.17)"""
    @property
    def mul(self) -> Mul[Returning]:
        """Emit `mul.mode.dtype dst, a, b` of integers, `mul.dtype` of floats.

        `mode` is `lo`, which is meant without one, `hi` or `wide`; with `wide`, `dst` has twice the
        bits of `dtype`.

        Multiply two numbers, or two pairs of them. (PTX ISA, 9.7.3.5)

        Multiply two halves or bfloat16s, or two pairs of them. (PTX ISA, 9.7.4.3)

        Multiply two integers, keeping the low or high half of the product or all of it. (PTX ISA, 9.7.1.3)
        """
    @property
    def mul24(self) -> Mul24[Returning]:
        """Multiply the low 24 bits of two integers, keeping the low or high 32 bits. (PTX ISA, 9.7.1.5)"""
    @property
    def multimem(self) -> Multimem[Returning]:
        """Start a copy of many bytes to memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.4)

        Start a reduction into memory of several GPUs (9.1). (PTX ISA, 9.7.9.25.4.5)

        Load from all places of a multimem address, and reduce. (PTX ISA, 9.7.9.14)

        Store to all places of a multimem address. (PTX ISA, 9.7.9.14)

        Reduce a value into all places of a multimem address. (PTX ISA, 9.7.9.14)

        Store to all places of a multimem address without waiting. (PTX ISA, 9.7.9.12)

        Reduce a value into all places of a multimem address, not waiting. (PTX ISA, 9.7.13.9)
        """
    @property
    def nanosleep(self) -> Nanosleep[Returning]:
        """Suspend the thread for about so many nanoseconds. (PTX ISA, 9.7.19.2)"""
    @property
    def neg(self) -> Neg[Returning]:
        """Change the sign. (PTX ISA, 9.7.3.10)

        Change the sign of a half or bfloat16, or of a pair of them. (PTX ISA, 9.7.4.5)

        Negate an integer. (PTX ISA, 9.7.1.11)
        """
    @property
    def not_(self) -> Not[Returning]:
        """Emit `not.b32 dst, src`, or `.b16`, `.b64`, `.pred`: of the size of `dtype`.

        Bitwise negation: one's complement. (PTX ISA, 9.7.8.4)
        """
    @property
    def or_(self) -> Or[Returning]:
        """Emit `or.b32 dst, a, b`, or `.b16`, `.b64`, `.pred`: of the size of `dtype`.

        Bitwise or. (PTX ISA, 9.7.8.2)
        """
    @property
    def pmevent(self) -> Pmevent[Returning]:
        """Trigger performance monitor events, one by its number or several by a mask. (PTX ISA, 9.7.19.3)"""
    @property
    def popc(self) -> Popc[Returning]:
        """Count the bits that are one. (PTX ISA, 9.7.1.14)"""
    @property
    def prefetch(self) -> Prefetch[Returning]:
        """Bring memory near into a cache. (PTX ISA, 9.7.9.15)"""
    @property
    def prefetchu(self) -> Prefetchu[Returning]:
        """Bring memory near into the uniform cache. (PTX ISA, 9.7.9.15)"""
    @property
    def prmt(self) -> Prmt[Returning]:
        """Pick four bytes out of two registers. (PTX ISA, 9.7.9.7)"""
    @property
    def rcp(self) -> Rcp[Returning]:
        """Take the reciprocal. (PTX ISA, 9.7.3.13)"""
    @property
    def red(self) -> Red[Returning]:
        """Read, change and write memory as one, without a result. (PTX ISA, 9.7.13.6)"""
    @property
    def redux(self) -> Redux[Returning]:
        """Reduce values of the threads of the warp that a mask names. (PTX ISA, 9.7.13.12)"""
    @property
    def rem(self) -> Rem[Returning]:
        """Take the remainder of an integer division. (PTX ISA, 9.7.1.9)"""
    @property
    def ret(self) -> Ret[Returning]:
        """Return from a function. (PTX ISA, 9.7.12.6)"""
    @property
    def rsqrt(self) -> Rsqrt[Returning]:
        """Take the reciprocal of the square root. (PTX ISA, 9.7.3.16)"""
    @property
    def sad(self) -> Sad[Returning]:
        """Add the absolute difference of two integers to a third. (PTX ISA, 9.7.1.7)"""
    @property
    def selp(self) -> Selp[Returning]:
        """Emit `selp.dtype dst, true_val, false_val, pred_reg`; halves are selected as bits.

        Select one of two values by a predicate. (PTX ISA, 9.7.6.3)
        """
    @property
    def set(self) -> Set[Returning]:
        """Compare two values, join a predicate, and write all ones or 1.0 if true, else 0. (PTX ISA, 9.7.6.1)

        Compare two values into a half-precision result, or two half-precision values. (PTX ISA, 9.7.7.1)
        """
    @property
    def setmaxnreg(self) -> Setmaxnreg[Returning]:
        """Emit `setmaxnreg.inc.sync.aligned.u32 count`, or `.dec` (PTX ISA 9.7.19.5).

        `ValueError` unless `count`, the registers of a thread, is a multiple of 8 from 24 to 256.

        Ask for more registers a thread of the warp, or give some back. (PTX ISA, 9.7.19.5)
        """
    @property
    def setp(self) -> Setp[Returning]:
        """Emit `setp.cmp_op.dtype pred_out, a, b`; `pred_negate` is the guard, as `pred=` elsewhere.

        Untyped bits are compared for `eq` and `ne` alone, except under a compiler's style, which counts
        them as signed numbers.

        Compare two values, join a predicate, and write the result and its complement. (PTX ISA, 9.7.6.2)

        Compare two half-precision values, join a predicate, and write one of each result. (PTX ISA, 9.7.7.2)
        """
    @property
    def shf(self) -> Shf[Returning]:
        """Funnel shift: shift the 64 bits of two registers and keep 32 of them. (PTX ISA, 9.7.8.7)"""
    @property
    def shfl(self) -> Shfl[Returning]:
        """Exchange a register with another thread of the warp (deprecated: see shfl.sync). (PTX ISA, 9.7.9.5)"""
    @property
    def shl(self) -> Shl[Returning]:
        """Emit `shl.b32 dst, a, b`, or `.b16` or `.b64`: of the size of `dtype`.

        Shift left; amounts of the width and more give 0. (PTX ISA, 9.7.8.8)
        """
    @property
    def shr(self) -> Shr[Returning]:
        """Emit `shr.dtype dst, a, b`: of signed integers the sign comes in, of others zeros.

        Shift right, with the sign filled in for signed types. (PTX ISA, 9.7.8.9)
        """
    @property
    def sin(self) -> Sin[Returning]:
        """Take the sine of an angle in radians. (PTX ISA, 9.7.3.18)"""
    @property
    def slct(self) -> Slct[Returning]:
        """Select the first value if a third is zero or more, else the second. (PTX ISA, 9.7.6.4)"""
    @property
    def spcompress(self) -> Spcompress:
        """Keep two of every four elements, and say which (9.4). (PTX ISA, 9.7.9)"""
    @property
    def spdecompress(self) -> Spdecompress:
        """Put elements back where they were, with zeros between them (9.4). (PTX ISA, 9.7.9)"""
    @property
    def sqrt(self) -> Sqrt[Returning]:
        """Take the square root. (PTX ISA, 9.7.3.15)"""
    @property
    def st(self) -> St[Returning]:
        """Emit `st.space.cache.dtype [addr], src`; arguments are those of `ld`.

        Store to memory. (PTX ISA, 9.7.9.11)
        """
    @property
    def stackrestore(self) -> Stackrestore[Returning]:
        """Set the stack pointer from a register. (PTX ISA, 9.7.17.2)"""
    @property
    def stacksave(self) -> Stacksave[Returning]:
        """Copy the stack pointer to a register. (PTX ISA, 9.7.17.1)"""
    @property
    def stmatrix(self) -> Stmatrix[Returning]:
        """Store matrices of a warp: `stmatrix.sync.aligned.m8n8.x4{.trans}.shared.b16 [smem], {…}`.

        Lane 8 * i + r gives the address of row r of matrix i, a multiple of 16 (PTX ISA 9.7.14.5.16).

        Args:
            smem: An address in shared memory: a register, `[register, offset]`, an array.
            regs: One register of 32 bits for each matrix.
            layout: `"x1"`, `"x2"` or `"x4"`, with `trans` after if wanted: `"x4.trans"`.
            trans: Whether each matrix is transposed.
            shape: `"m8n8"` of b16, or on sm_100a `"m16n8"` of b8, which is always transposed.
            pred: A guard.

        Store fragments of mma as matrices in shared memory. (PTX ISA, 9.7.14.5.16)
        """
    @property
    def sub(self) -> Sub[Returning]:
        """Emit `sub.dtype dst, a, b`; of untyped bits `sub.s32` and so on.

        Subtract the second number from the first, or so for two pairs of them. (PTX ISA, 9.7.3.4)

        Subtract the second half or bfloat16 from the first, or so for two pairs. (PTX ISA, 9.7.4.2)

        Widen the first number to the type of the second and subtract the second. (PTX ISA, 9.7.5.2)

        Subtract an integer from another. (PTX ISA, 9.7.1.2)

        Subtract an integer from another and keep the borrow. (PTX ISA, 9.7.2.3)
        """
    @property
    def subc(self) -> Subc[Returning]:
        """Subtract an integer and the borrow from another, and keep the new borrow if told. (PTX ISA, 9.7.2.4)"""
    @property
    def suld(self) -> Suld[Returning]:
        """Load from a surface. (PTX ISA, 9.7.11.1)"""
    @property
    def suq(self) -> Suq[Returning]:
        """Query an attribute of a surface. (PTX ISA, 9.7.11.4)"""
    @property
    def sured(self) -> Sured[Returning]:
        """Reduce into a surface. (PTX ISA, 9.7.11.3)"""
    @property
    def sust(self) -> Sust[Returning]:
        """Store to a surface. (PTX ISA, 9.7.11.2)"""
    @property
    def szext(self) -> Szext[Returning]:
        """Extend the low bits of a value, as many as told, by zeros or their sign. (PTX ISA, 9.7.1.21)"""
    @property
    def tanh(self) -> Tanh[Returning]:
        """Take the hyperbolic tangent. (PTX ISA, 9.7.3.22)

        Take the hyperbolic tangent of a half or bfloat16, or of a pair of them. (PTX ISA, 9.7.4.9)
        """
    @property
    def tcgen05(self) -> Tcgen05[Returning]:
        """Allocate columns of tensor memory and write their address. (PTX ISA, 9.7.16.7.1)

        Give allocated columns of tensor memory back. (PTX ISA, 9.7.16.7.1)

        Give up a block's right to allocate tensor memory. (PTX ISA, 9.7.16.7.1)

        Load from tensor memory into registers, asynchronously, as a warp. (PTX ISA, 9.7.16.8.3)

        Load from tensor memory and find the least or greatest of the elements. (PTX ISA, 9.7.16.8.3)

        Load from tensor memory and keep two of each four elements. (PTX ISA, 9.7.16.8.3)

        Load with a reduction and that choice of elements. (PTX ISA, 9.7.16.8.3)

        Store registers to tensor memory, asynchronously, as a warp. (PTX ISA, 9.7.16.8.4)

        Wait until the thread's loads from tensor memory, or its stores, are done. (PTX ISA, 9.7.16.8.5)

        Start a copy from shared memory to tensor memory. (PTX ISA, 9.7.16.9.2)

        Start shifting rows of tensor memory down by one. (PTX ISA, 9.7.16.9.3)

        Start a product D = A*B+D of matrices in shared and tensor memory. (PTX ISA, 9.7.16.10.9.1)

        Start a product D = A*B+D with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.2)

        Start a product D = A*B+D that keeps B, the weights, in a buffer. (PTX ISA, 9.7.16.10.9.3)

        Start such a product with a sparse matrix A and its metadata. (PTX ISA, 9.7.16.10.9.4)

        Order tcgen05 operations with those of other threads around a barrier. (PTX ISA, 9.7.16.11.1)

        Let a barrier object track the thread's operations so far. (PTX ISA, 9.7.16.12.1)
        """
    @property
    def tensormap(self) -> Tensormap[Returning]:
        """Replace a field of a tensor-map object in memory. (PTX ISA, 9.7.9.26)

        Copy a tensor-map object and make the copy visible to its proxy. (PTX ISA, 9.7.13.16)
        """
    @property
    def testp(self) -> Testp[Returning]:
        """Test whether a number is finite, infinite, a number, a NaN, normal or subnormal. (PTX ISA, 9.7.3.1)"""
    @property
    def tex(self) -> Tex[Returning]:
        """Fetch from a texture. (PTX ISA, 9.7.10.3)"""
    @property
    def tld4(self) -> Tld4[Returning]:
        """Fetch one component of the four texels around a point of a texture. (PTX ISA, 9.7.10.4)"""
    @property
    def trap(self) -> Trap[Returning]:
        """Abort execution and raise an interrupt. (PTX ISA, 9.7.19.4)"""
    @property
    def txq(self) -> Txq[Returning]:
        """Query an attribute of a texture or sampler. (PTX ISA, 9.7.10.5)"""
    @property
    def vabsdiff(self) -> Vabsdiff[Returning]:
        """Take the absolute difference of two values or parts of registers. (PTX ISA, 9.7.18.1.1)"""
    @property
    def vabsdiff2(self) -> Vabsdiff2[Returning]:
        """Take the absolute differences of two pairs of halves. (PTX ISA, 9.7.18.2.1)"""
    @property
    def vabsdiff4(self) -> Vabsdiff4[Returning]:
        """Take the absolute differences of four pairs of bytes. (PTX ISA, 9.7.18.2.3)"""
    @property
    def vadd(self) -> Vadd[Returning]:
        """Add two values or parts of registers. (PTX ISA, 9.7.18.1.1)"""
    @property
    def vadd2(self) -> Vadd2[Returning]:
        """Add two pairs of halves. (PTX ISA, 9.7.18.2.1)"""
    @property
    def vadd4(self) -> Vadd4[Returning]:
        """Add four pairs of bytes. (PTX ISA, 9.7.18.2.3)"""
    @property
    def vavrg2(self) -> Vavrg2[Returning]:
        """Average two pairs of halves. (PTX ISA, 9.7.18.2.1)"""
    @property
    def vavrg4(self) -> Vavrg4[Returning]:
        """Average four pairs of bytes. (PTX ISA, 9.7.18.2.3)"""
    @property
    def vmad(self) -> Vmad[Returning]:
        """Multiply two values or parts of registers, add a third, and scale the sum. (PTX ISA, 9.7.18.1.3)"""
    @property
    def vmax(self) -> Vmax[Returning]:
        """Take the larger of two values or parts of registers. (PTX ISA, 9.7.18.1.1)"""
    @property
    def vmax2(self) -> Vmax2[Returning]:
        """Take the larger of two pairs of halves. (PTX ISA, 9.7.18.2.1)"""
    @property
    def vmax4(self) -> Vmax4[Returning]:
        """Take the larger of four pairs of bytes. (PTX ISA, 9.7.18.2.3)"""
    @property
    def vmin(self) -> Vmin[Returning]:
        """Take the smaller of two values or parts of registers. (PTX ISA, 9.7.18.1.1)"""
    @property
    def vmin2(self) -> Vmin2[Returning]:
        """Take the smaller of two pairs of halves. (PTX ISA, 9.7.18.2.1)"""
    @property
    def vmin4(self) -> Vmin4[Returning]:
        """Take the smaller of four pairs of bytes. (PTX ISA, 9.7.18.2.3)"""
    @property
    def vote(self) -> Vote[Returning]:
        """Combine a predicate of all active threads of the warp. (PTX ISA, 9.7.13.8)"""
    @property
    def vset(self) -> Vset[Returning]:
        """Compare two values or parts of registers. (PTX ISA, 9.7.18.1.4)"""
    @property
    def vset2(self) -> Vset2[Returning]:
        """Compare two pairs of halves. (PTX ISA, 9.7.18.2.2)"""
    @property
    def vset4(self) -> Vset4[Returning]:
        """Compare four pairs of bytes. (PTX ISA, 9.7.18.2.4)"""
    @property
    def vshl(self) -> Vshl[Returning]:
        """Shift a value or part of a register left. (PTX ISA, 9.7.18.1.2)"""
    @property
    def vshr(self) -> Vshr[Returning]:
        """Shift a value or part of a register right. (PTX ISA, 9.7.18.1.2)"""
    @property
    def vsub(self) -> Vsub[Returning]:
        """Subtract a value or part of a register from another. (PTX ISA, 9.7.18.1.1)"""
    @property
    def vsub2(self) -> Vsub2[Returning]:
        """Subtract two pairs of halves. (PTX ISA, 9.7.18.2.1)"""
    @property
    def vsub4(self) -> Vsub4[Returning]:
        """Subtract four pairs of bytes. (PTX ISA, 9.7.18.2.3)"""
    @property
    def wgmma(self) -> Wgmma[Returning]:
        """Start a product D = A*B+D of matrices that a warpgroup waits for later. (PTX ISA, 9.7.15.5.2)

        Start such a product with a sparse matrix A and its metadata. (PTX ISA, 9.7.15.6.3)

        Order a warpgroup's accesses to registers before its products. (PTX ISA, 9.7.15.7.1)

        Put all products started so far into a group of their own. (PTX ISA, 9.7.15.7.2)

        Wait until at most N of the latest groups are pending. (PTX ISA, 9.7.15.7.3)
        """
    @property
    def wmma(self) -> Wmma[Returning]:
        """Load a matrix from memory into the fragments of a warp's threads. (PTX ISA, 9.7.14.4.3)

        Store the fragments of a warp's threads as a matrix in memory. (PTX ISA, 9.7.14.4.4)

        Multiply two matrices and add a third, all of them in a warp's fragments. (PTX ISA, 9.7.14.4.5)
        """
    @property
    def xor(self) -> Xor[Returning]:
        """Emit `xor.b32 dst, a, b`, or `.b16`, `.b64`, `.pred`: of the size of `dtype`.

        Bitwise exclusive or. (PTX ISA, 9.7.8.3)
        """
    @property
    def addr(self) -> Addr:
        """Return the operand `[base]` or `[base+offset]`; nothing is emitted.

        `base` is a register, a name, a variable, or an object in shared memory; `offset` a number of
        bytes. `TypeError` for an offset in a register: PTX adds none.
        """
    @property
    def advance(self) -> Advance:
        """Let a stage go on to the next one of a ring, and its phase change after the last one.

        Emits as `ptx.wrap`, with the registers of `stage` and `phase` in the places of the results:
        `ptx.advance(stage, 4, phase)`. Both are registers that are declared to change, as
        `stage = reg.scalar(u32, 0)`; `TypeError` for a value.
        """
    @property
    def cdiv(self) -> Cdiv:
        """Return the quotient of a number that is not negative and a constant, rounded up.

        That is the number of blocks of `divisor` elements which hold `x` elements. Emits
        `add.s32 a, x, divisor - 1` and `sdiv` of the sum; for an unsigned number, `add.u32` and `udiv`.
        The sum must not overflow.
        """
    @property
    def cluster(self) -> Cluster:
        """Helpers: cluster.arrive, cluster.arrive_multicast, cluster.arrive_remote, cluster.map_shared_u32, cluster.rank, cluster.sync, cluster.wait."""
    @property
    def ctaid_x(self) -> Ctaid_x:
        """Emit `mov.u32` of `%ctaid.x`; the destination is open."""
    @property
    def ctaid_y(self) -> Ctaid_y:
        """Emit `mov.u32` of `%ctaid.y`; the destination is open."""
    @property
    def elect_sync(self) -> Elect_sync:
        """Emit `elect.sync dst|pred_out, membermask` (PTX ISA 9.7.13.14).

        One of the lanes in `membermask` gets a true `pred_out`, and all get its number in `dst`, which
        may be `"_"`.
        """
    @property
    def expr(self) -> Expr:
        """Show that the instructions of a block belong together; nothing is added to the PTX."""
    @property
    def file_(self) -> File_:
        """Emit `.file file_idx "filename"` in the module, also from inside a kernel."""
    @property
    def global_ptrs(self) -> Global_ptrs:
        """Return the global addresses of tensors, or of parameters with addresses.

        Emits for each `ld.param.u64` and `cvta.to.global.u64`; the registers are 64 bits wide.
        """
    @property
    def kloop(self) -> Kloop:
        """Run `body()` `total` times on the device, `unroll` copies of it per iteration.

        `total` is a Python integer or a register of 32 or 64 bits, `unroll` at least 1. `body` takes
        no arguments and is traced `unroll` times for the loop, and for the remaining iterations: once
        more, in a loop of its own, for a register; `total % unroll` times for a Python integer. With a
        register, in which a negative number means no iteration:

        ```
        mov.u32 left, total;
        setp.lt.u32 %p, left, unroll;
        @%p bra REST;
        kloop: …                            // the body, unroll times
        sub.u32 left, left, unroll;
        setp.ge.u32 %q, left, unroll;
        @%q bra kloop;
        REST: setp.lt.u32 %p, left, 1;
        @%p bra END;
        ONE: …                              // the body
        sub.u32 left, left, 1;
        setp.ge.u32 %q, left, 1;
        @%q bra ONE;
        END:
        ```

        With an integer, only the part from `kloop` to its branch is emitted, after
        `mov.u32 left, total - total % unroll`, and no loop at all if it would run once. `loop_label` is
        the label; a second loop of the name has `kloop_2`.
        """
    @property
    def lut(self) -> Lut:
        """Return the table of truth that `lop3` takes: `ptx.lut(lambda a, b, c: a & b | c)` is 0xEA."""
    @property
    def named_barrier(self) -> Named_barrier:
        """Return one of the 16 barriers of the CTA; nothing is emitted."""
    @property
    def param(self) -> Param:
        """Read a parameter of the kernel by its name; return the register.

        `ValueError` for a name that no parameter has.

        Emits `ld.param` of the type; for an array, such as a tensor map, `mov` of its address. `dst` is
        the register that it is written to, a fresh one without it. Raises `TypeError` for a type of
        another size than the parameter's.
        """
    @property
    def pipe(self) -> Pipe:
        """Begin a chain, in which each instruction reads first the result of the one before it.

        `ptx.pipe(r[1]).add.s32(r[2], -8).and_.b32(r[3], 7)` is `add.s32 %r2, %r1, -8` and
        `and.b32 %r3, %r2, 7`: one instruction a call, in order.
        """
    @property
    def pipeline(self) -> Pipeline:
        """Return the state of a pipeline; without registers, two are set to 0 by `mov.u32`."""
    @property
    def printf(self) -> Printf:
        """Print from a kernel: `ptx.printf("thread %u has %f\\n", tid, x)`.

        `text` is that of C's `printf`, and each value a register or a number: 32 bits for `%d`, `%i`,
        `%u`, `%x`, `%o`, `%c`, and 64 for `%lld`, `%llu`, `%llx`; `.f32` or `.f64` for `%f`, `%e`,
        `%g`, `%a`; 64 bits for `%p`; a Python string, or the generic address of one, for `%s`. Floats
        are widened to `.f64`, halves too, 16-bit integers to 32 bits, and a predicate is 0 or 1, as C
        does it. Declares the text and `vprintf` before the functions, and emits:

        ```
        .local .align 8 .b8 printf_values[16];
        st.local.b32 [printf_values], tid;
        cvt.f64.f32 t, x;
        st.local.f64 [printf_values+8], t;
        cvta.global.u64 a, printf_text_0;
        cvta.local.u64 b, printf_values;
        call.uni (retval0), vprintf, (a, b);
        ```

        `TypeError` for a value that its conversion does not take, or another number of values;
        `ValueError` for a conversion that the device's `printf` does not have.
        """
    @property
    def range_(self) -> Range_:
        """Count in a register on the device: `for k in ptx.range_(0, n, 64): …` traces its body once.

        ```
        mov.s32 k, start;
        TOP: setp.ge.s32 %p, k, stop;     // setp.le for a negative step
        @%p bra END;
        …                                  // the body
        add.s32 k, k, step;
        bra.uni TOP;
        END:
        ```

        `ptx.range_(n)` is `ptx.range_(0, n)`. Each of the three is a Python integer or a register. The
        counter has the type of the registers `stop` and `start`, else of `step`, and is an s32 where
        all are integers; of untyped registers a view says the sign, except under a compiler's style,
        which counts them as signed. A step in a signed register may be negative when the kernel runs:
        two more instructions, `setp.lt.s32 %q, step, 0` before the loop and
        `@%q setp.le.s32 %p, k, stop` in it. One that is not negative is a `.u32`, also with bounds of
        `.s32`. A step in a register must not be 0, and `stop + step` must be a number of the type.

        The counter belongs to the loop: `TraceError` if it is read after the loop, or written in it,
        and if the body writes the register of the stop or the step, or the stop is `n - 8` of an
        unsigned n that nothing has compared before: `n.max(8) - 8` is none below 0. `ValueError` for a
        step of 0, or one that leads out of the type; `TypeError` for values that cannot count, and for
        numbers that are asked for otherwise than by `for`.

        `break` and `return` end Python's loop, not the device's, and leave it half written, which the
        tracer refuses: branch out of a `ptx.block` with `leave`.
        """
    @property
    def sdiv(self) -> Sdiv:
        """Return the quotient of a signed number and a constant, rounded towards zero as in C.

        Emits for 2**k, here 4 (for 2 without the first line), and for another divisor, here 10:

        ```
        shr.s32 a, x, 31;    mul.hi.s32 a, x, 1717986919;
        shr.u32 b, a, 30;    shr.u32 b, a, 31;
        add.s32 c, x, b;     shr.s32 c, a, 2;
        shr.s32 d, c, 2;     add.s32 d, c, b;
        ```

        By 7 it needs an `add.s32` more, and by -4 a `neg.s32`. `x` is a register of 32 or 64 bits;
        `TypeError` for an unsigned one. `ValueError` for a divisor of 0, 1 or -1, or out of the range.
        """
    @property
    def sdivrem(self) -> Sdivrem:
        """Return quotient and remainder of a signed number and 2**k: `q, r = ptx.sdivrem(x, 4)`.

        Emits the instructions of `sdiv` and, with its sum, the `and` and the `sub` of `srem`.
        `ValueError` for another divisor: its remainder is `x - q * divisor`.
        """
    @property
    def setmaxnreg_dec(self) -> Setmaxnreg_dec:
        """Emit `setmaxnreg.dec.sync.aligned.u32 reg_count`: give registers back."""
    @property
    def setmaxnreg_inc(self) -> Setmaxnreg_inc:
        """Emit `setmaxnreg.inc.sync.aligned.u32 reg_count`: ask for registers."""
    @property
    def sreg(self) -> Sreg:
        """Emit `mov.u32` of a special register, `.u64` or `.pred` of those that are so wide.

        `ptx.sreg("%clusterid.x")`, with or without the percent sign; the destination is open. Other
        instructions than `mov` cannot read a special register (PTX ISA 10). `ValueError` for a name
        that PTX does not have.
        """
    @property
    def srem(self) -> Srem:
        """Return the remainder of a signed number and a constant, with the sign of the number.

        Emits as `sdiv`, and `mul.lo.s32 e, d, 10; sub.s32 f, x, e` after it; for 2**k an `and.b32` in
        the place of the last shift and the product:

        ```
        shr.s32 a, x, 31;
        shr.u32 b, a, 30;
        add.s32 c, x, b;
        and.b32 d, c, -4;
        sub.s32 e, x, d;
        ```
        """
    @property
    def stmatrix_x4_trans_f32_bf16(self) -> Stmatrix_x4_trans_f32_bf16:
        """Round the accumulator of a warpgroup to bf16 and store it transposed in shared memory.

        Element (m, n) of D comes to byte `2 * (n * row_stride + m)` after `smem_base`: a column of D
        is a row there. For each 16 columns it emits four `cvt.rn.bf16x2.f32` and
        `stmatrix.sync.aligned.m8n8.x4.trans.shared.b16`, after ten instructions for the address.

        Args:
            frag: A thread's part of D in f32: 8 registers for each 16 columns.
            smem_base: An array or an address, a multiple of 16.
            lane: The thread's number in its warpgroup, a register; in a warp that has 16 rows alone,
                that in the warp.
            row_stride: Elements of bf16 from a row in shared memory to the next: a multiple of 8, of
                which 8 more than a multiple of 64 (72 for 64 rows of D) has no bank conflicts.
            tmp_bf16: Not needed, since one instruction rounds two elements; nothing is written there.
            tmp_pack: Four registers of 32 bits for the elements; fresh ones without it.
        """
    @property
    def strunc(self) -> Strunc:
        """Return a signed number without its remainder by 2**k: the multiple that is next towards zero.

        Emits the instructions of `srem` but for the last one. `ValueError` for another multiple.
        """
    @property
    def tma(self) -> Tma:
        """Helpers: tma.load, tma.load_1d, tma.load_2d, tma.load_3d, tma.load_3d_multicast, tma.load_4d, tma.load_5d, tma.prefetch, tma.reduce_add, tma.store, tma.store_1d, tma.store_2d, tma.store_3d, tma.store_4d, tma.store_5d."""
    @property
    def udiv(self) -> Udiv:
        """Return the quotient of an unsigned number and a constant.

        Emits for 10, and with `wide=False`:

        ```
        mul.wide.u32 a, x, -858993459;    mul.hi.u32 a, x, -858993459;
        shr.u64 b, a, 35;                 shr.u32 b, a, 3;
        cvt.u32.u64 c, b;
        ```

        By 7 and its like an addition makes up for a bit that the multiplier lacks. Numbers of 16 and of
        64 bits have no wide product. `x` is a register; `TypeError` for a signed one. `ValueError` for
        a divisor of 0 or 1, or out of the range.
        """
    @property
    def urem(self) -> Urem:
        """Return the remainder of an unsigned number and a constant.

        Emits as `udiv`, and `mul.lo.s32 d, c, 10; sub.s32 e, x, d` after it; for 2**k one `and.b32`.
        """
    @property
    def var(self) -> Var:
        """Declare a variable in the open scope: `ptx.var("shared", b8, "tile", size=1024, align=128)`.

        `size` is the number of elements of an array. Returns the variable, which is an operand:
        `[v]` or `ptx.addr(v)` is its address. `linking` (`visible`, `extern`, …) is for variables of
        the module: `TraceError` inside a function (PTX ISA 11.6).
        """
    @property
    def warp(self) -> Warp:
        """Helpers: warp.reduce_max, warp.reduce_min, warp.reduce_sum."""
    @property
    def wrap(self) -> Wrap:
        """Return the stage after one of a ring, and the phase if one is given.

        `stage, phase = ptx.wrap(stage, 4, phase)`, or `stage = ptx.wrap(stage, 4)`. Emits, the last
        two for a phase:

        ```
        add.s32 a, stage, 1;
        setp.eq.s32 p, a, 4;
        selp.b32 next_stage, 0, a, p;
        selp.u32 b, 1, 0, p;
        xor.b32 next_phase, phase, b;
        ```

        `stages` is a number or a register. Stage and phase are registers of 32 bits, which stay as they
        are: in a loop of the device use `ptx.advance`. `TypeError` for anything else.
        """
    @property
    def xor_(self) -> Xor_:
        """Emit `xor.b32 dst, a, b`, or `.b16`, `.b64`, `.pred`: of the size of `dtype`."""
    def __getitem__(self, text: str) -> Operation: ...

class ExplicitStubs:
    """The instructions with all operands in PTX order."""

    abs: Abs[InFull]
    activemask: Activemask[InFull]
    add: Add[InFull]
    addc: Addc[InFull]
    alloca: Alloca[InFull]
    and_: And[InFull]
    applypriority: Applypriority[InFull]
    atom: Atom[InFull]
    bar: Bar[InFull]
    barrier: Barrier[InFull]
    bfe: Bfe[InFull]
    bfi: Bfi[InFull]
    bfind: Bfind[InFull]
    bmsk: Bmsk[InFull]
    bra: Bra[InFull]
    brev: Brev[InFull]
    brkpt: Brkpt[InFull]
    brx: Brx[InFull]
    call: Call[InFull]
    clmad: Clmad[InFull]
    clusterlaunchcontrol: Clusterlaunchcontrol[InFull]
    clz: Clz[InFull]
    cnot: Cnot[InFull]
    copysign: Copysign[InFull]
    cos: Cos[InFull]
    cp: Cp[InFull]
    createpolicy: Createpolicy[InFull]
    cvt: Cvt[InFull]
    cvta: Cvta[InFull]
    discard: Discard[InFull]
    div: Div[InFull]
    dp2a: Dp2a[InFull]
    dp4a: Dp4a[InFull]
    elect: Elect[InFull]
    ex2: Ex2[InFull]
    exit: Exit[InFull]
    fabric: Fabric[InFull]
    fence: Fence[InFull]
    fma: Fma[InFull]
    fns: Fns[InFull]
    getctarank: Getctarank[InFull]
    griddepcontrol: Griddepcontrol[InFull]
    isspacep: Isspacep[InFull]
    istypep: Istypep[InFull]
    ld: Ld[InFull]
    ldmatrix: Ldmatrix[InFull]
    ldu: Ldu[InFull]
    lg2: Lg2[InFull]
    lop3: Lop3[InFull]
    mad: Mad[InFull]
    mad24: Mad24[InFull]
    madc: Madc[InFull]
    mapa: Mapa[InFull]
    match: Match[InFull]
    max: Max[InFull]
    mbarrier: Mbarrier[InFull]
    membar: Membar[InFull]
    min: Min[InFull]
    mma: Mma[InFull]
    mov: Mov[InFull]
    movmatrix: Movmatrix[InFull]
    mul: Mul[InFull]
    mul24: Mul24[InFull]
    multimem: Multimem[InFull]
    nanosleep: Nanosleep[InFull]
    neg: Neg[InFull]
    not_: Not[InFull]
    or_: Or[InFull]
    pmevent: Pmevent[InFull]
    popc: Popc[InFull]
    prefetch: Prefetch[InFull]
    prefetchu: Prefetchu[InFull]
    prmt: Prmt[InFull]
    rcp: Rcp[InFull]
    red: Red[InFull]
    redux: Redux[InFull]
    rem: Rem[InFull]
    ret: Ret[InFull]
    rsqrt: Rsqrt[InFull]
    sad: Sad[InFull]
    selp: Selp[InFull]
    set: Set[InFull]
    setmaxnreg: Setmaxnreg[InFull]
    setp: Setp[InFull]
    shf: Shf[InFull]
    shfl: Shfl[InFull]
    shl: Shl[InFull]
    shr: Shr[InFull]
    sin: Sin[InFull]
    slct: Slct[InFull]
    spcompress: Spcompress
    spdecompress: Spdecompress
    sqrt: Sqrt[InFull]
    st: St[InFull]
    stackrestore: Stackrestore[InFull]
    stacksave: Stacksave[InFull]
    stmatrix: Stmatrix[InFull]
    sub: Sub[InFull]
    subc: Subc[InFull]
    suld: Suld[InFull]
    suq: Suq[InFull]
    sured: Sured[InFull]
    sust: Sust[InFull]
    szext: Szext[InFull]
    tanh: Tanh[InFull]
    tcgen05: Tcgen05[InFull]
    tensormap: Tensormap[InFull]
    testp: Testp[InFull]
    tex: Tex[InFull]
    tld4: Tld4[InFull]
    trap: Trap[InFull]
    txq: Txq[InFull]
    vabsdiff: Vabsdiff[InFull]
    vabsdiff2: Vabsdiff2[InFull]
    vabsdiff4: Vabsdiff4[InFull]
    vadd: Vadd[InFull]
    vadd2: Vadd2[InFull]
    vadd4: Vadd4[InFull]
    vavrg2: Vavrg2[InFull]
    vavrg4: Vavrg4[InFull]
    vmad: Vmad[InFull]
    vmax: Vmax[InFull]
    vmax2: Vmax2[InFull]
    vmax4: Vmax4[InFull]
    vmin: Vmin[InFull]
    vmin2: Vmin2[InFull]
    vmin4: Vmin4[InFull]
    vote: Vote[InFull]
    vset: Vset[InFull]
    vset2: Vset2[InFull]
    vset4: Vset4[InFull]
    vshl: Vshl[InFull]
    vshr: Vshr[InFull]
    vsub: Vsub[InFull]
    vsub2: Vsub2[InFull]
    vsub4: Vsub4[InFull]
    wgmma: Wgmma[InFull]
    wmma: Wmma[InFull]
    xor: Xor[InFull]
    def __getitem__(self, text: str) -> Operation: ...

class VectorRegister(SpecialRegister):
    """Four components."""

    x: SpecialRegister
    y: SpecialRegister
    z: SpecialRegister
    w: SpecialRegister

class SpecialStubs:
    """The special registers."""

    @property
    def tid(self) -> VectorRegister:
        """thread in the CTA (PTX ISA, 10.1)"""
    @property
    def ntid(self) -> VectorRegister:
        """threads of a CTA (PTX ISA, 10.2)"""
    @property
    def laneid(self) -> SpecialRegister:
        """lane in the warp (PTX ISA, 10.3)"""
    @property
    def warpid(self) -> SpecialRegister:
        """warp in the CTA; may change (PTX ISA, 10.4)"""
    @property
    def nwarpid(self) -> SpecialRegister:
        """most warps of a CTA (PTX ISA, 10.5)"""
    @property
    def ctaid(self) -> VectorRegister:
        """CTA in the grid (PTX ISA, 10.6)"""
    @property
    def nctaid(self) -> VectorRegister:
        """CTAs of the grid (PTX ISA, 10.7)"""
    @property
    def smid(self) -> SpecialRegister:
        """multiprocessor; may change (PTX ISA, 10.8)"""
    @property
    def nsmid(self) -> SpecialRegister:
        """most multiprocessor numbers (PTX ISA, 10.9)"""
    @property
    def gridid(self) -> SpecialRegister:
        """launch of the grid (PTX ISA, 10.10)"""
    @property
    def is_explicit_cluster(self) -> SpecialRegister:
        """launched with clusters (PTX ISA, 10.11)"""
    @property
    def clusterid(self) -> VectorRegister:
        """cluster in the grid (PTX ISA, 10.12)"""
    @property
    def nclusterid(self) -> VectorRegister:
        """clusters of the grid (PTX ISA, 10.13)"""
    @property
    def cluster_ctaid(self) -> VectorRegister:
        """CTA in the cluster (PTX ISA, 10.14)"""
    @property
    def cluster_nctaid(self) -> VectorRegister:
        """CTAs of the cluster (PTX ISA, 10.15)"""
    @property
    def cluster_ctarank(self) -> SpecialRegister:
        """CTA in the cluster, as one number (PTX ISA, 10.16)"""
    @property
    def cluster_nctarank(self) -> SpecialRegister:
        """CTAs of the cluster in all (PTX ISA, 10.17)"""
    @property
    def lanemask_eq(self) -> SpecialRegister:
        """bit of the own lane (PTX ISA, 10.18)"""
    @property
    def lanemask_le(self) -> SpecialRegister:
        """bits up to the own lane (PTX ISA, 10.19)"""
    @property
    def lanemask_lt(self) -> SpecialRegister:
        """bits below the own lane (PTX ISA, 10.20)"""
    @property
    def lanemask_ge(self) -> SpecialRegister:
        """bits from the own lane (PTX ISA, 10.21)"""
    @property
    def lanemask_gt(self) -> SpecialRegister:
        """bits above the own lane (PTX ISA, 10.22)"""
    @property
    def clock(self) -> SpecialRegister:
        """cycles, lower half (PTX ISA, 10.23)"""
    @property
    def clock_hi(self) -> SpecialRegister:
        """cycles, upper half (PTX ISA, 10.23)"""
    @property
    def clock64(self) -> SpecialRegister:
        """cycles (PTX ISA, 10.24)"""
    @property
    def pm0(self) -> SpecialRegister:
        """performance counter (PTX ISA, 10.25)"""
    @property
    def pm1(self) -> SpecialRegister:
        """performance counter (PTX ISA, 10.25)"""
    @property
    def pm2(self) -> SpecialRegister:
        """performance counter (PTX ISA, 10.25)"""
    @property
    def pm3(self) -> SpecialRegister:
        """performance counter (PTX ISA, 10.25)"""
    @property
    def pm4(self) -> SpecialRegister:
        """performance counter (PTX ISA, 10.25)"""
    @property
    def pm5(self) -> SpecialRegister:
        """performance counter (PTX ISA, 10.25)"""
    @property
    def pm6(self) -> SpecialRegister:
        """performance counter (PTX ISA, 10.25)"""
    @property
    def pm7(self) -> SpecialRegister:
        """performance counter (PTX ISA, 10.25)"""
    @property
    def pm0_64(self) -> SpecialRegister:
        """performance counter (PTX ISA, 10.26)"""
    @property
    def pm1_64(self) -> SpecialRegister:
        """performance counter (PTX ISA, 10.26)"""
    @property
    def pm2_64(self) -> SpecialRegister:
        """performance counter (PTX ISA, 10.26)"""
    @property
    def pm3_64(self) -> SpecialRegister:
        """performance counter (PTX ISA, 10.26)"""
    @property
    def pm4_64(self) -> SpecialRegister:
        """performance counter (PTX ISA, 10.26)"""
    @property
    def pm5_64(self) -> SpecialRegister:
        """performance counter (PTX ISA, 10.26)"""
    @property
    def pm6_64(self) -> SpecialRegister:
        """performance counter (PTX ISA, 10.26)"""
    @property
    def pm7_64(self) -> SpecialRegister:
        """performance counter (PTX ISA, 10.26)"""
    @property
    def envreg0(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def envreg1(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def envreg2(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def envreg3(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def envreg4(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def envreg5(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def envreg6(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def envreg7(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def envreg8(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def envreg9(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def envreg10(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def envreg11(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def envreg12(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def envreg13(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def envreg14(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def envreg15(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def envreg16(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def envreg17(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def envreg18(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def envreg19(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def envreg20(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def envreg21(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def envreg22(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def envreg23(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def envreg24(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def envreg25(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def envreg26(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def envreg27(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def envreg28(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def envreg29(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def envreg30(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def envreg31(self) -> SpecialRegister:
        """set by the driver (PTX ISA, 10.27)"""
    @property
    def globaltimer(self) -> SpecialRegister:
        """nanoseconds (PTX ISA, 10.28)"""
    @property
    def globaltimer_lo(self) -> SpecialRegister:
        """nanoseconds, lower half (PTX ISA, 10.28)"""
    @property
    def globaltimer_hi(self) -> SpecialRegister:
        """nanoseconds, upper half (PTX ISA, 10.28)"""
    @property
    def reserved_smem_offset_begin(self) -> SpecialRegister:
        """first reserved byte (PTX ISA, 10.29)"""
    @property
    def reserved_smem_offset_end(self) -> SpecialRegister:
        """end of the reserved bytes (PTX ISA, 10.29)"""
    @property
    def reserved_smem_offset_cap(self) -> SpecialRegister:
        """number of reserved bytes (PTX ISA, 10.29)"""
    @property
    def reserved_smem_offset_0(self) -> SpecialRegister:
        """into the reserved bytes (PTX ISA, 10.29)"""
    @property
    def reserved_smem_offset_1(self) -> SpecialRegister:
        """into the reserved bytes (PTX ISA, 10.29)"""
    @property
    def total_smem_size(self) -> SpecialRegister:
        """shared bytes of the CTA (PTX ISA, 10.30)"""
    @property
    def aggr_smem_size(self) -> SpecialRegister:
        """the same and the reserved bytes (PTX ISA, 10.31)"""
    @property
    def dynamic_smem_size(self) -> SpecialRegister:
        """shared bytes given at launch (PTX ISA, 10.32)"""
    @property
    def current_graph_exec(self) -> SpecialRegister:
        """CUDA graph that runs, or 0 (PTX ISA, 10.33)"""
