"""The PTX that each allocator emits, to the letter, and what each refuses."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from ptxpy import Register, TraceError, allocate, f16, f32, kernel, ptx, reg, tf32, u32, u64
from ptxpy.assemble import assemble
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.pending_results import PendingResult

loose: Any = allocate
"""The same, to be called in ways that its annotations forbid."""

INDEX = [
    "mov.u32 %r0, %tid.z;",
    "mov.u32 %r1, %tid.y;",
    "mov.u32 %r2, %tid.x;",
    "mov.u32 %r3, %ntid.y;",
    "mov.u32 %r4, %ntid.x;",
    "mad.lo.u32 %r5, %r0, %r3, %r1;",
    "mad.lo.u32 %r6, %r5, %r4, %r2;",
]
"""The index of the thread in its CTA, `%r6`."""


def written(emit: Callable[[], Any], arch: str = "sm_90a", version: str = "8.0") -> list[str]:
    """Return the statements that a function emits; the whole assembles."""

    @kernel(arch=arch, version=version)
    def k() -> None:
        emit()
        ptx.ret()

    text = k.ptx()
    assert text == k.ptx()
    assemble(text, assembler="nvjitlink")
    lines = [line.strip() for line in text.partition("{\n")[2].splitlines()]
    return [line for line in lines[: lines.index("ret;")] if line]


def shared(scope: str, dtype: Any = "float16") -> None:
    """Allocate two arrays, and use the second."""
    allocate.alloc_shared((4, 8), "int32", scope)
    second = allocate.alloc_shared([16], dtype, scope)
    ptx.st.shared.b16([second[3]], 1)


def test_shared() -> None:
    """Declared memory is a variable for each array, which are aligned to 128 bytes."""
    assert written(lambda: shared("shared")) == [
        ".shared .align 128 .b8 smem_0[128];",
        ".shared .align 128 .b8 smem_1[32];",
        "st.shared.b16 [smem_1+6], 1;",
    ]


def test_shared_of_the_launch() -> None:
    """Of a block that the launch gives it is an offset, but for truth values."""

    @kernel(arch="sm_90a", version="8.0")
    def k() -> None:
        shared("shared.dyn")
        flags = allocate.alloc_shared(5, "bool")
        ptx.mov.u32(flags)
        ptx.ret()

    text = k.ptx()
    assert ".extern .shared .align 128 .b8 dyn_smem[];\n" in text
    assert "st.shared.b16 [dyn_smem+134], 1;\n" in text
    assert ".shared .align 16 .b8 smem_2[5];\n    mov.u32 %r0, smem_2;\n" in text
    assemble(text, assembler="nvjitlink")


def test_local() -> None:
    """A register for each element; results go there at once."""

    def emit() -> None:
        b = allocate.alloc_local((2, 2), "float32")
        b[0, 0] = 1
        b[0, 1] = ptx.add.f32(b[0, 0], 2.0)
        b[1, 0] = b[0, 1]
        b[1, 0] += b[0, 0]
        assert isinstance(b[1, 1], Register)
        assert len(b) == 2

    assert written(emit) == [
        ".reg .f32 %f<4>;",
        "mov.f32 %f0, 0f3F800000;",
        "add.f32 %f1, %f0, 0f40000000;",
        "mov.f32 %f2, %f1;",
        "add.f32 %f2, %f2, %f0;",
    ]


def test_local_memory() -> None:
    """Indices that are registers need memory; those that are numbers are an offset in it."""

    def emit() -> None:
        b = allocate.alloc_local((4, 8), f16, dynamic=True)
        i = reg.from_(ptx.special.tid.x(), u32)
        b[i, 3] = 1.0
        b[3, 7] = b[i, 0]

    assert written(emit) == [
        ".local .align 16 .b8 local_1[64];",
        ".reg .b32 %r<1>;",
        ".reg .b64 %rd<4>;",
        ".reg .b16 %rs<1>;",
        "mov.u32 %r0, %tid.x;",
        "mov.u64 %rd0, local_1;",
        "mad.wide.u32 %rd1, %r0, 16, %rd0;",
        "st.local.b16 [%rd1+6], 15360;",
        "mov.u64 %rd2, local_1;",
        "mad.wide.u32 %rd3, %r0, 16, %rd2;",
        "ld.local.b16 %rs0, [%rd3];",
        "st.local.b16 [local_1+62], %rs0;",
    ]


@pytest.mark.parametrize(
    ("dtype", "arguments", "named", "expected"),
    [
        ("int32", (1,), {}, "mov.s32 %r0, 1;"),
        ("int32", ("local.var",), {}, "mov.s32 %r0, 0;"),
        ("int32", (1, "local.var"), {}, "mov.s32 %r0, 1;"),
        ("int32", ("local.var",), {"init": 1}, "mov.s32 %r0, 1;"),
        ("int32", (), {"init": -1}, "mov.s32 %r0, -1;"),
        ("int32", (), {"init": 1, "scope": "local.var"}, "mov.s32 %r0, 1;"),
        ("uint8", (255,), {}, "mov.u16 %rs0, 255;"),
        ("float32", (2,), {}, "mov.f32 %f0, 0f40000000;"),
        ("float64", (0.5,), {}, "mov.f64 %fd0, 0d3FE0000000000000;"),
        ("float16", (1.0,), {}, "mov.b16 %rs0, 15360;"),
        ("bfloat16", (1.01,), {}, "mov.b16 %rs0, 16257;"),
        ("bfloat16", (float("-inf"),), {}, "mov.b16 %rs0, 65408;"),
        ("float8_e4m3", (), {}, "mov.b16 %rs0, 0;"),
        ("uint64", (2**63,), {}, "mov.u64 %rd0, 9223372036854775808;"),
        ("bool", (True,), {}, "setp.ne.b32 %p0, 1, 0;"),
        (f32, (1.0,), {}, "mov.f32 %f0, 0f3F800000;"),
    ],
)
def test_var(dtype: Any, arguments: tuple[Any, ...], named: dict[str, Any], expected: str) -> None:
    """One register, with a value as its type has it."""
    lines = written(lambda: allocate.alloc_var(dtype, *arguments, **named))
    assert lines[1:] == [expected]


def test_var_of_a_register() -> None:
    """A register is moved."""

    def emit() -> None:
        a = allocate.alloc_var("bool", init=False)
        b = allocate.alloc_var("bool", a)
        assert b.declared == "pred"
        allocate.alloc_var("uint32", ptx.special.tid.x())

    assert written(emit)[2:] == [
        "setp.ne.b32 %p0, 0, 0;",
        "mov.pred %p1, %p0;",
        "mov.u32 %r0, %tid.x;",
    ]


def test_barrier() -> None:
    """One thread makes it ready, and all wait for that."""
    assert written(lambda: allocate.alloc_barrier(128)) == [
        ".reg .b32 %r<7>;",
        ".reg .pred %p<1>;",
        ".shared .align 8 .b64 mbar_0[1];",
        *INDEX,
        "setp.eq.u32 %p0, %r6, 0;",
        "@%p0 mbarrier.init.shared::cta.b64 [mbar_0], 128;",
        "@%p0 fence.mbarrier_init.release.cluster;",
        "bar.sync 0;",
    ]


def test_barriers() -> None:
    """A list of counts is an array of mbarriers."""

    def emit() -> None:
        bars = allocate.alloc_barrier([1, 32])
        assert len(bars) == 2

    lines = written(emit)
    assert ".shared .align 8 .b64 mbar_0[2];" in lines
    assert "@%p0 mbarrier.init.shared::cta.b64 [mbar_0], 1;" in lines
    assert "@%p0 mbarrier.init.shared::cta.b64 [mbar_0+8], 32;" in lines


def test_tensor_memory() -> None:
    """The first warp allocates; all read the address; the first warp gives the columns back."""

    def emit() -> None:
        d = allocate.alloc_tmem((128, 64), "float32")
        half = allocate.alloc_tmem([128, 64], "bfloat16")
        assert (d.columns, half.columns) == (64, 32)
        ptx["tcgen05.st.sync.aligned.32x32b.x1.b32"]([d, 16], (d,))
        ptx["tcgen05.wait::st.sync.aligned"]()
        assert isinstance(d + 1, PendingResult)
        half.dealloc()
        d.dealloc()

    lines = written(emit, "sm_100a", "8.6")
    assert lines[2:] == [
        ".shared .align 4 .b32 tmem_0[1];",
        *INDEX,
        "setp.lt.u32 %p0, %r6, 32;",
        "@%p0 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [tmem_0], 64;",
        "bar.sync 0;",
        "ld.shared.u32 %r7, [tmem_0];",
        ".shared .align 4 .b32 tmem_1[1];",
        *_later(INDEX, 8),
        "setp.lt.u32 %p1, %r14, 32;",
        "@%p1 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [tmem_1], 32;",
        "bar.sync 0;",
        "ld.shared.u32 %r15, [tmem_1];",
        "tcgen05.st.sync.aligned.32x32b.x1.b32 [%r7+16], {%r7};",
        "tcgen05.wait::st.sync.aligned;",
        "add.u32 %r16, %r7, 1;",
        "bar.sync 0;",
        "@%p1 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r15, 32;",
        "bar.sync 0;",
        "@%p0 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r7, 64;",
    ]


def _later(lines: list[str], by: int) -> list[str]:
    """Return lines with the numbers of their registers raised."""
    return [re.sub(r"%r(\d)", lambda found: f"%r{int(found[1]) + by}", line) for line in lines]


@pytest.mark.parametrize(
    ("make", "declared"),
    [
        (allocate.alloc_descriptor, "b64"),
        (lambda: allocate.alloc_descriptor("tcgen05"), "b64"),
        (lambda: allocate.alloc_descriptor("utcmma", "uint32"), "b32"),
        (allocate.alloc_wgmma_desc, "b64"),
        (allocate.alloc_tcgen05_smem_desc, "b64"),
        (allocate.alloc_tcgen05_instruction_desc, "b32"),
        (allocate.alloc_tcgen05_instr_desc, "b32"),
    ],
)
def test_descriptors(make: Callable[[], Any], declared: str) -> None:
    """A register, which is written like any other."""

    def emit() -> None:
        ptx.inst[f"mov.{declared}"](make(), 5)

    name = {"b64": "%rd", "b32": "%r"}[declared]
    expected = [f".reg .{declared} {name}<1>;", f"mov.{declared} {name}0, 5;"]
    assert written(emit) == expected


def test_fragment() -> None:
    """Its registers, where they lie, and what computes that on the device."""

    def emit() -> None:
        f = allocate.alloc_fragment((4, 32), "float32", threads=32)
        assert (len(f), f.shape, f.threads, f.layout.vector) == (4, (4, 32), 32, 4)
        assert f.layout.owner(1, 6) == (9, 2)
        assert f.layout.element(9, 2) == (1, 6)
        assert [f[k] for k in range(4)] == [*f.registers]
        f.coordinates(1)

    assert written(emit)[2:] == [
        *INDEX,
        "mad.lo.u32 %r7, %r6, 4, 1;",
        "div.u32 %r8, %r7, 32;",
        "rem.u32 %r9, %r7, 32;",
    ]


REFUSED: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "dtype": (lambda: allocate.alloc_local(1, "float"), ValueError, "'float' is not a dtype"),
    "type": (lambda: allocate.alloc_local(1, tf32), ValueError, "there are bool, int8"),
    "shape": (lambda: allocate.alloc_local((4, 0), "int8"), ValueError, "integers of at least 1"),
    "shared scope": (
        lambda: allocate.alloc_shared(1, "int8", "global"),
        ValueError,
        "'shared.dyn' or 'shared', got 'global'",
    ),
    "local scope": (lambda: allocate.alloc_local(1, "int8", "shared"), ValueError, "be 'local'"),
    "var scope": (lambda: allocate.alloc_var("int8", "local"), ValueError, "be 'local.var'"),
    "scope behind": (lambda: allocate.alloc_var("int8", 1, "x"), ValueError, "be 'local.var'"),
    "two initializers": (
        lambda: loose.alloc_var("int8", 1, init=2),
        TypeError,
        "two initializers: 1 and init=2",
    ),
    "three arguments": (
        lambda: loose.alloc_var("int8", 1, "local.var", 3),
        TypeError,
        "got 3 after them",
    ),
    "fraction": (lambda: allocate.alloc_var("int32", 0.5), TypeError, "must be an integer"),
    "never written": (
        lambda: ptx.add.s32(allocate.alloc_local(4, "int32")[1], 1),
        TraceError,
        "written nowhere",
    ),
    "index on the device": (
        lambda: allocate.alloc_local(4, "int32")[ptx.special.tid.x()],
        TraceError,
        "dynamic=True",
    ),
    "index": (lambda: allocate.alloc_local(4, "int32")[4], IndexError, "from 0 to 3"),
    "indices": (lambda: allocate.alloc_local(4, "int32")[0, 0], IndexError, "1 dimension, and 2"),
    "index type": (lambda: allocate.alloc_local(4, "int32")["a"], TypeError, "got 'a'"),
    "fragment threads": (
        lambda: allocate.alloc_fragment((4, 4), "int32"),
        TraceError,
        "give threads=",
    ),
    "fragment shape": (
        lambda: allocate.alloc_fragment((5, 5), "int32", threads=32),
        ValueError,
        "25 elements are not shared evenly by 32 threads",
    ),
    "fragment register": (
        lambda: allocate.alloc_fragment(64, "int32", threads=32)[2],
        IndexError,
        "must be a number from 0 to 1, got 2",
    ),
    "fragment and shared": (
        lambda: allocate.alloc_fragment(64, "int32", threads=32).load(
            allocate.alloc_shared(32, "int32", "shared")
        ),
        ValueError,
        "another number",
    ),
    "threads": (
        lambda: allocate.alloc_fragment(64, "int32", threads=2048),
        ValueError,
        "1 to 1024, got 2048",
    ),
    "arrivals": (lambda: allocate.alloc_barrier(0), ValueError, "1 to 1048575, got 0"),
    "no arrivals": (lambda: allocate.alloc_barrier([]), ValueError, "one for each mbarrier"),
    "rows": (lambda: allocate.alloc_tmem((256, 32), "float32"), ValueError, "at most 128"),
    "columns": (lambda: allocate.alloc_tmem((128, 513), "float32"), ValueError, "over 512"),
    "a number of columns": (
        lambda: allocate.alloc_tmem((128, 48), "float32"),
        ValueError,
        r"48 of .f32 are 48: write \(128, 64\), and use the first 48",
    ),
    "few columns": (
        lambda: allocate.alloc_tmem((128, 16), "bfloat16"),
        ValueError,
        r"16 of .bf16 are 8: write \(128, 64\)",
    ),
    "cells": (lambda: allocate.alloc_tmem((128, 32), "float64"), ValueError, "32 bits"),
    "op": (lambda: allocate.alloc_reducer(1, "int32", "mul"), ValueError, "got 'mul'"),
    "replication": (
        lambda: allocate.alloc_reducer(1, "int32", replication="some"),
        ValueError,
        "'all' or 'none'",
    ),
    "reduced type": (lambda: allocate.alloc_reducer(1, "int8"), ValueError, "s8 are not reduced"),
    "reduced threads": (
        lambda: allocate.alloc_reducer(1, "int32", threads=48),
        ValueError,
        "multiple of 32, got 48",
    ),
    "reduced index": (
        lambda: allocate.alloc_reducer(2, "int32", threads=32).update(2, 1),
        IndexError,
        "no value 2",
    ),
    "descriptor": (
        lambda: loose.alloc_descriptor("mma"),
        ValueError,
        "'wgmma', 'tcgen05', 'utcmma', got 'mma'",
    ),
    "descriptor's bits": (
        lambda: allocate.alloc_descriptor("wgmma", "uint32"),
        ValueError,
        "must have 64 bits",
    ),
    "matrix descriptor": (
        lambda: allocate.alloc_tcgen05_smem_desc("uint32"),
        ValueError,
        "must have 64 bits",
    ),
    "instruction descriptor": (
        lambda: allocate.alloc_tcgen05_instr_desc("uint64"),
        ValueError,
        "must have 32 bits",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    """An error where the allocator is called, which says what would be right."""
    emit, error, message = REFUSED[name]
    with pytest.raises(error, match=message):
        written(emit)


def _grow() -> None:
    allocate.alloc_tmem((128, 32), "float32")
    allocate.alloc_tmem((128, 64), "float32")


def _too_much() -> None:
    for _ in range(3):
        allocate.alloc_tmem((128, 256), "float32")


def _twice() -> None:
    memory = allocate.alloc_tmem((128, 32), "float32")
    memory.dealloc()
    memory.dealloc()


@pytest.mark.parametrize(
    ("emit", "message"),
    [
        (_grow, "64 columns .* after 32"),
        (_too_much, "more than the 512"),
        (_twice, "given back already"),
    ],
)
def test_orders_that_tensor_memory_forbids(emit: Callable[[], None], message: str) -> None:
    """A CTA allocates no more columns than the last time, and gives them back once."""
    with pytest.raises(TraceError, match=message):
        written(emit, "sm_100a", "8.6")


def test_reducer() -> None:
    """Integers are reduced by one instruction in a warp, then over shared memory."""

    def emit() -> None:
        r = allocate.alloc_reducer(1, "int32", "max", threads=64)
        r.update(0, 5)
        r.finalize()

    assert written(emit)[2:] == [
        "mov.s32 %r0, -2147483648;",
        "max.s32 %r0, %r0, 5;",
        "redux.sync.max.s32 %r0, %r0, 4294967295;",
        ".shared .align 16 .b8 smem_0[8];",
        *_later(INDEX, 1),
        "and.b32 %r10, %r7, 31;",
        "shr.u32 %r8, %r7, 5;",
        "mov.u32 %r9, smem_0;",
        "mad.lo.u32 %r11, %r8, 4, %r9;",
        "setp.eq.u32 %p0, %r10, 0;",
        "@!%p0 bra $L__BB0_2;",
        "st.shared.s32 [%r11], %r0;",
        "$L__BB0_2:",
        "bar.sync 0;",
        "mov.s32 %r0, -2147483648;",
        "mov.u32 %r12, smem_0;",
        "mad.lo.u32 %r13, %r10, 4, %r12;",
        "setp.lt.u32 %p1, %r10, 2;",
        "@!%p1 bra $L__BB0_4;",
        "ld.shared.s32 %r0, [%r13];",
        "$L__BB0_4:",
        "bar.sync 0;",
        "redux.sync.max.s32 %r0, %r0, 4294967295;",
    ]


SHUFFLES = {
    "float32": ["shfl.sync.bfly.b32 %f1, %f0, 16, 31, 4294967295;", "min.f32 %f0, %f0, %f1;"],
    "bfloat16": [
        "mov.b32 %r1, {%rs0, %rs0};",
        "shfl.sync.bfly.b32 %r0, %r1, 16, 31, 4294967295;",
        "mov.b32 {%rs1, _}, %r0;",
        "min.bf16 %rs0, %rs0, %rs1;",
    ],
    "uint64": [
        "mov.b64 {%r0, %r1}, %rd0;",
        "shfl.sync.bfly.b32 %r2, %r0, 16, 31, 4294967295;",
        "shfl.sync.bfly.b32 %r3, %r1, 16, 31, 4294967295;",
        "mov.b64 %rd1, {%r2, %r3};",
        "min.u64 %rd0, %rd0, %rd1;",
    ],
}
"""The first of five steps."""


@pytest.mark.parametrize("dtype", SHUFFLES)
def test_reducers_by_shuffles(dtype: str) -> None:
    """Values of 16 and 64 bits are packed and taken apart, as a shuffle moves 32."""
    first = {"float32": "0f7F800000", "bfloat16": "32640", "uint64": "18446744073709551615"}
    lines = written(lambda: allocate.alloc_reducer(1, dtype, "min", threads=32).finalize())
    begin = next(index for index, line in enumerate(lines) if first[dtype] in line)
    step = SHUFFLES[dtype]
    assert lines[begin + 1 :][: len(step)] == step
    assert len(lines[begin + 1 :]) == 5 * len(step)


def test_fragments_in_memory() -> None:
    """A thread's part is loaded and stored in vectors, one for each round of the threads."""

    @kernel(arch="sm_90a", version="8.0")
    def k(x: u64) -> None:
        f = allocate.alloc_fragment((8, 32), "float16", threads=32)
        f.load(ptx.ld.param.u64([x]))
        f.store(allocate.alloc_shared((8, 32), "float16", "shared"))
        ptx.ret()

    text = k.ptx()
    assert "mad.wide.u32 %rd1, %r6, 8, %rd0;\n    ld.global.v4.b16 {%rs0, %rs1," in text
    assert "ld.global.v4.b16 {%rs4, %rs5, %rs6, %rs7}, [%rd1+256];" in text
    assert "mad.lo.u32 %r8, %r6, 8, %r7;\n    st.shared.v4.b16 [%r8], {%rs0, %rs1," in text
    assemble(text, assembler="nvjitlink")


@pytest.mark.parametrize(("block", "registers"), [(32, 8), ((8, 4, 2), 4)])
def test_threads_of_the_block(block: Any, registers: int) -> None:
    """What the kernel says of its block need not be said again."""

    def emit() -> None:
        trace.function_body().function.entry.block = block
        assert len(allocate.alloc_fragment(256, "float32")) == registers
        allocate.alloc_reducer(1, "int32").finalize()

    assert written(emit)


def test_a_barrier_of_ampere() -> None:
    """On sm_80 there is no cluster to release to, and no `try_wait`."""

    def emit() -> None:
        bar = allocate.alloc_barrier(1)
        ptx.mbarrier.arrive(bar)
        ptx.mbarrier.wait(bar, 0)

    text = "\n".join(written(emit, "sm_80"))
    assert "mbarrier.test_wait.parity.shared::cta.b64" in text
    assert "try_wait" not in text
    assert "fence" not in text
    assert "fence.mbarrier_init.release.cluster" in "\n".join(written(emit, "sm_90"))


def test_parts_of_a_value_may_be_written() -> None:
    """What reads a register of a reducer and writes it takes a value in."""

    def emit() -> None:
        most = allocate.alloc_reducer(2, "float32", "max", threads=32)
        most[0] = most[0].max(1.0)
        most.finalize()
        ptx.mov.f32(most[0])
        own = allocate.alloc_reducer(1, "float32", "sum", "none")
        ptx.mov.f32(own[0])

    assert "max.f32 %f0, %f0, 0f3F800000;" in written(emit)
