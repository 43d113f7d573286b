"""Calls in compiled kernels: arguments, results, divergence, recursion, addresses of functions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy.sim import SimulationError

pytest.importorskip("llvmlite")

FUNCTIONS = """\
.version 8.6
.target sm_90
.address_size 64

.func (.reg .u32 result) registers(.reg .u32 a, .reg .u64 b)
{
    .reg .u32 %r<3>;
    cvt.u32.u64 %r1, b;
    mad.lo.u32 result, a, 7, %r1;
    ret;
}

.func (.param .b32 result) half_way(.param .b32 a)
{
    .reg .u32 %r<4>;
    .reg .pred %p;
    ld.param.u32 %r1, [a];
    and.b32 %r2, %r1, 1;
    setp.eq.u32 %p, %r2, 0;
    st.param.b32 [result], %r1;
    @%p ret;
    add.u32 %r3, %r1, 1000;
    st.param.b32 [result], %r3;
}

.func (.param .align 16 .b8 result[28]) swap(.param .align 16 .b8 a[28], .param .b8 tag)
{
    .reg .u64 %rd<5>;
    .reg .u32 %r<5>;
    .reg .b16 %h;
    ld.param.v2.u64 {%rd1, %rd2}, [a];
    ld.param.u64 %rd3, [a+16];
    ld.param.u32 %r1, [a+24];
    ld.param.u8 %h, [tag];
    cvt.u32.u16 %r2, %h;
    add.u32 %r1, %r1, %r2;
    st.param.v2.u64 [result], {%rd2, %rd1};
    st.param.u64 [result+16], %rd3;
    st.param.u32 [result+24], %r1;
    ret;
}

.func (.param .b64 result) fibonacci(.param .b32 n)
{
    .reg .u32 %r<4>;
    .reg .u64 %rd<4>;
    .reg .pred %p;
    ld.param.u32 %r1, [n];
    cvt.u64.u32 %rd1, %r1;
    setp.lt.u32 %p, %r1, 2;
    @%p bra done;
    sub.u32 %r2, %r1, 1;
    {
        .param .b32 a;
        .param .b64 x;
        st.param.b32 [a], %r2;
        call.uni (x), fibonacci, (a);
        ld.param.b64 %rd2, [x];
    }
    sub.u32 %r3, %r1, 2;
    {
        .param .b32 a;
        .param .b64 x;
        st.param.b32 [a], %r3;
        call.uni (x), fibonacci, (a);
        ld.param.b64 %rd3, [x];
    }
    add.u64 %rd1, %rd2, %rd3;
done:
    st.param.b64 [result], %rd1;
    ret;
}

.func (.reg .u32 result) odd(.reg .u32 n);
.func (.reg .u32 result) even(.reg .u32 n)
{
    .reg .u32 %r<3>;
    .reg .pred %p;
    mov.u32 result, 1;
    setp.eq.u32 %p, n, 0;
    @%p ret;
    sub.u32 %r1, n, 1;
    call (%r2), odd, (%r1);
    mov.u32 result, %r2;
    ret;
}
.func (.reg .u32 result) odd(.reg .u32 n)
{
    .reg .u32 %r<3>;
    .reg .pred %p;
    mov.u32 result, 0;
    setp.eq.u32 %p, n, 0;
    @%p ret;
    sub.u32 %r1, n, 1;
    call (%r2), even, (%r1);
    mov.u32 result, %r2;
    ret;
}

.func (.reg .u32 result) sum_of_own(.reg .u64 pointer, .reg .u32 n)
{
    .local .align 8 .b8 depot[32];
    .reg .u64 %rd<5>;
    .reg .u32 %r<5>;
    .reg .pred %p;
    mov.u64 %rd1, depot;
    cvta.local.u64 %rd1, %rd1;
    mov.u32 %r1, 0;
    mov.u32 result, 0;
turn:
    mul.wide.u32 %rd2, %r1, 4;
    add.u64 %rd3, %rd1, %rd2;
    add.u64 %rd4, pointer, %rd2;
    ld.u32 %r2, [%rd4];
    mad.lo.u32 %r2, %r2, 3, n;
    st.u32 [%rd3], %r2;
    ld.local.u32 %r3, [depot];
    add.u32 %r2, %r2, %r3;
    add.u32 result, result, %r2;
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p, %r1, 8;
    @%p bra turn;
    ret;
}

.func (.reg .u32 result) twice(.reg .u32 a) { add.u32 result, a, a; ret; }
.func (.reg .u32 result) square(.reg .u32 a) { mul.lo.u32 result, a, a; ret; }
.func (.reg .u32 result) ends(.reg .u32 a)
{
    .reg .pred %p;
    setp.gt.u32 %p, a, 40;
    @%p exit;
    add.u32 result, a, 5;
    ret;
}
.global .u64 table[3] = {twice, square, ends};

.func (.reg .u32 result) meets(.reg .u32 a)
{
    .reg .u32 %r<4>;
    .shared .align 4 .b8 between[512];
    .reg .u64 %rd<4>;
    mov.u32 %r1, %tid.x;
    mul.lo.u32 %r1, %r1, 4;
    mov.u32 %r2, between;
    add.u32 %r1, %r1, %r2;
    st.shared.u32 [%r1], a;
    bar.sync 0;
    xor.b32 %r1, %r1, 64;
    ld.shared.u32 result, [%r1];
    ret;
}

.func nothing() { ret; }
.func (.reg .u32 result) waits(.reg .u32 a) { add.u32 result, a, 2; bar.sync 0; ret; }
.func (.reg .u32 result) again(.reg .u32 n)
{
    .reg .u32 %r<4>;
    .reg .pred %p;
    mov.u32 result, 1;
    setp.lt.u32 %p, n, 2;
    @%p ret;
    sub.u32 %r1, n, 2;
    call (%r2), again, (%r1);
    sub.u32 %r3, n, 1;
    mad.lo.u32 result, %r2, 3, n;
    call (%r2), again, (%r1);
    ret;
}
.global .align 1 .b8 text[3] = {98, 117, 0};
.func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);
.func fails()
{
    .param .b64 a;
    .param .b32 c;
    .param .b64 d;
    .reg .u64 %rd;
    mov.u64 %rd, text;
    cvta.global.u64 %rd, %rd;
    st.param.b64 [a], %rd;
    st.param.b32 [c], 7;
    st.param.b64 [d], 1;
    call.uni __assertfail, (a, a, c, a, d);
    ret;
}
.func deep(.reg .u32 n)
{
    .reg .u32 %r<3>;
    .reg .pred %p;
    setp.eq.u32 %p, n, 0;
    @%p ret;
    sub.u32 %r1, n, 1;
    call deep, (%r1);
    ret;
}

.visible .entry k(.param .u64 out, .param .u64 in, .param .u32 n)
{
    .reg .pred %p<9>;
    .reg .b32 %r<30>;
    .reg .b64 %rd<20>;
    .reg .b16 %h<4>;
    .local .align 16 .b8 own[64];
    ld.param.u64 %rd1, [out];
    ld.param.u64 %rd2, [in];
    ld.param.u32 %r9, [n];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mad.lo.u32 %r0, %r2, %r3, %r1;
    mul.wide.u32 %rd3, %r0, 4;
    add.u64 %rd1, %rd1, %rd3;
    add.u64 %rd4, %rd2, %rd3;
    ld.global.u32 %r10, [%rd4];
    and.b32 %r11, %r10, 7;
    mov.u32 %r4, 0;
"""

BODIES = {
    "registers": """
    cvt.u64.u32 %rd5, %r10;
    call.uni (%r4), registers, (%r0, %rd5);
    call.uni (%r5), registers, (%r4, 12);
    add.u32 %r4, %r4, %r5;
""",
    "under a guard": """
    setp.lt.u32 %p1, %r11, 4;
    mov.u32 %r4, 77;
    @%p1 call (%r4), registers, (%r0, 5);
    add.u32 %r4, %r4, 1;
""",
    "returns at several places": """
    {
        .param .b32 a;
        .param .b32 x;
        st.param.b32 [a], %r10;
        call.uni (x), half_way, (a);
        ld.param.b32 %r4, [x];
    }
""",
    "structures": """
    {
        .param .align 16 .b8 a[28];
        .param .b8 tag;
        .param .align 16 .b8 x[28];
        cvt.u64.u32 %rd5, %r0;
        cvt.u64.u32 %rd6, %r10;
        st.param.v2.u64 [a], {%rd5, %rd6};
        st.param.u64 [a+16], %rd6;
        st.param.u32 [a+24], %r11;
        cvt.u16.u32 %h1, %r10;
        st.param.b8 [tag], %h1;
        call.uni (x), swap, (a, tag);
        ld.param.u32 %r4, [x];
        ld.param.u32 %r5, [x+8];
        ld.param.u32 %r6, [x+16];
        ld.param.u32 %r7, [x+24];
    }
    mad.lo.u32 %r4, %r4, 3, %r5;
    mad.lo.u32 %r4, %r4, 3, %r6;
    mad.lo.u32 %r4, %r4, 3, %r7;
""",
    "in a loop that lanes leave one by one": """
turn:
    call (%r5), registers, (%r4, 1);
    xor.b32 %r4, %r5, %r11;
    sub.u32 %r11, %r11, 1;
    setp.lt.s32 %p1, %r11, 0;
    @!%p1 bra turn;
""",
    "a recursion": """
    {
        .param .b32 a;
        .param .b64 x;
        st.param.b32 [a], %r11;
        call.uni (x), fibonacci, (a);
        ld.param.b64 %rd5, [x];
    }
    cvt.u32.u64 %r4, %rd5;
    mad.lo.u32 %r4, %r4, 100, %r10;
""",
    "functions that end with a barrier or a call": """
    call (%r4), waits, (%r10);
    call (%r5), again, (%r11);
    mad.lo.u32 %r4, %r4, 1000, %r5;
    call (%r5), waits, (%r4);
    add.u32 %r4, %r4, %r5;
""",
    "a recursion of two functions": """
    call (%r4), even, (%r11);
    call (%r5), odd, (%r10);
    mad.lo.u32 %r4, %r4, 10, %r5;
""",
    "local memory of both": """
    mov.u32 %r5, 0;
fill:
    mul.wide.u32 %rd5, %r5, 4;
    mov.u64 %rd6, own;
    add.u64 %rd6, %rd6, %rd5;
    mad.lo.u32 %r6, %r5, %r10, 3;
    st.local.u32 [%rd6], %r6;
    add.u32 %r5, %r5, 1;
    setp.lt.u32 %p1, %r5, 16;
    @%p1 bra fill;
    mov.u64 %rd7, own;
    cvta.local.u64 %rd7, %rd7;
    call (%r4), sum_of_own, (%rd7, %r0);
    ld.local.u32 %r6, [own+28];
    add.u32 %r4, %r4, %r6;
""",
    "by address": """
    rem.u32 %r5, %r10, 3;
    mul.wide.u32 %rd5, %r5, 8;
    mov.u64 %rd6, table;
    add.u64 %rd6, %rd6, %rd5;
    ld.global.u64 %rd7, [%rd6];
prototype: .callprototype (.reg .u32 _) _ (.reg .u32 _);
    call (%r4), %rd7, (%r11), prototype;
    mov.u64 %rd8, square;
    call (%r5), %rd8, (%r4), prototype;
    add.u32 %r4, %r4, %r5;
""",
    "a thread that ends in a function": """
    and.b32 %r5, %r0, 63;
    st.global.u32 [%rd1], 3;
    call (%r4), ends, (%r5);
""",
    "a barrier in a function": """
    call (%r4), meets, (%r10);
    call (%r5), meets, (%r4);
    mad.lo.u32 %r4, %r4, 5, %r5;
""",
    "a function in a function's place": """
    call nothing;
    call (_), registers, (%r0, 5);
    setp.eq.u32 %p1, %r11, 9;
    @%p1 call fails;
    mov.u32 %r4, 12;
""",
    "a recursion of some depth": """
    add.u32 %r5, %r11, 90;
    call deep, (%r5);
    mov.u32 %r4, %r5;
""",
}


def launch(body: str, engine: str, block: int = 96) -> tuple[Any, Any]:
    """Return what a kernel stores, and the report."""
    text = f"{FUNCTIONS}{body}    st.global.u32 [%rd1], %r4;\n    ret;\n}}\n"
    source = np.random.default_rng(5).integers(0, 40, 3 * block, np.uint32)
    out = np.zeros(3 * block, np.uint32)
    kernel = ptxpy.load(ptxpy.parse(text), "k")
    with ptxpy.sim.engine(engine) as report:
        kernel.launch(out, source, 0, grid=3, block=block, device="cpu")
    return out, report


@pytest.mark.parametrize("block", [96, 50])
@pytest.mark.parametrize("name", BODIES)
def test_results_are_those_of_the_interpreter(name: str, block: int) -> None:
    """All lanes of three CTAs; all of it compiled."""
    wanted, _ = launch(BODIES[name], "interpreted", block)
    found, report = launch(BODIES[name], "compiled", block)
    assert not report.interpreted
    assert found.tolist() == wanted.tolist()
    assert wanted.any()


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("mov.u32 %r5, 3000; call deep, (%r5);", "a trap"),
        ("setp.ge.u32 %p1, %r0, 3; @%p1 call fails;", "a trap"),
    ],
    ids=["a deeper recursion", "a function of the library"],
)
def test_the_interpreter_goes_further(body: str, reason: str) -> None:
    """Launches that compiled code cannot finish have the interpreter's results, or its error."""
    text = f"{FUNCTIONS}{body}    st.global.u32 [%rd1], 7;\n    ret;\n}}\n"
    out, source = np.zeros(64, np.uint32), np.zeros(64, np.uint32)
    kernel = ptxpy.load(ptxpy.parse(text), "k")
    error = ""
    with ptxpy.sim.engine("compiled") as report:
        try:
            kernel.launch(out, source, 0, grid=1, block=64, device="cpu")
        except SimulationError as found:
            error = str(found)
    assert report.interpreted["k"].startswith(reason)
    assert error or (out == 7).all()
