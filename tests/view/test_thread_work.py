"""The sentence about a kernel without products of matrices: what is certain, and nothing else."""

from __future__ import annotations

import pytest

import ptxpy
from ptxpy.ir import nodes as n
from ptxpy.naming import Uses
from ptxpy.view.thread_work import thread_work


def said(body: str, kind: str = ".visible .entry") -> str:
    """Return the sentence about a kernel with a body."""
    module = ptxpy.parse(f"""\
.version 8.7
.target sm_90a
.address_size 64
{kind} k(.param .u64 k_param_0, .param .u64 k_param_1, .param .u32 n)
{{
	.reg .pred %p<8>;
	.reg .b32 %r<32>;
	.reg .b64 %rd<32>;
	.reg .f32 %f<32>;
	.reg .f64 %fd<8>;
	.shared .align 4 .b8 held[512];
	ld.param.u64 %rd1, [k_param_0];
	ld.param.u64 %rd2, [k_param_1];
	mov.u32 %r1, %tid.x;
	mul.wide.u32 %rd3, %r1, 4;
	add.s64 %rd4, %rd1, %rd3;
	add.s64 %rd5, %rd2, %rd3;
	mov.u32 %r2, held;
	shl.b32 %r3, %r1, 2;
	add.s32 %r4, %r2, %r3;
	{body}
	ret;
}}
""")
    (kernel,) = (each for each in module.body if type(each) is n.Function)
    return thread_work(Uses(kernel))


LOAD = "ld.global.f32 %f1, [%rd4];\n"
STORE = "st.global.f32 [%rd5], %f2;\n"
ADD = "add.f32 %f2, %f1, %f1;\n"
SHUFFLE = "shfl.sync.down.b32 %f3, %f1, 16, 31, -1;\nadd.f32 %f2, %f1, %f3;\n"
DOWN = " ".join(f"shfl.sync.down.b32 %r{at + 2}, %r{at}, 1, 31, -1;" for at in (10, 11))
MEMORY = "reads f32 through param_0; writes f32 through param_1"
THROUGH = LOAD + "st.shared.f32 [%r4], %f1;\nbar.sync 0;\nld.shared.f32 %f2, [%r4+4];\n"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (LOAD + ADD + STORE, f"Elementwise: {MEMORY}"),
        (ADD + STORE, "Elementwise: writes f32 through param_1"),
        # A number that all elements share is as good as a parameter.
        (LOAD + "ld.global.f32 %f4, [%rd1];\nfma.rn.f32 %f2, %f1, %f4, %f4;\n" + STORE,
         f"Elementwise: {MEMORY}"),
        # Four at a time, and those of two turns.
        ("ld.global.v2.f32 {%f1, %f4}, [%rd4];\nst.global.v2.f32 [%rd5], {%f4, %f4};",
         f"Elementwise: {MEMORY}"),
        # The next element is another one, and so is half of it.
        (LOAD + ADD + "st.global.f32 [%rd5+4], %f2;", f"Independent threads: {MEMORY}"),
        (LOAD + ADD + "st.global.f64 [%rd5], %fd1;",
         "Independent threads: reads f32 through param_0; writes f64 through param_1"),
        ("ld.global.f32 %f4, [%rd4+4];\n" + LOAD + "add.f32 %f2, %f1, %f4;\n" + STORE,
         f"Independent threads: {MEMORY}"),
        # The sum of all turns so far is written in each.
        ("mov.f32 %f2, 0f00000000;\n$L:\n" + LOAD + "add.f32 %f2, %f2, %f1;\n" + STORE
         + "@%p1 bra $L;", f"Independent threads: {MEMORY}"),
        # The element of the turn before is written.
        ("mov.f32 %f2, 0f00000000;\n$L:\n" + LOAD + STORE + "mov.f32 %f2, %f1;\n@%p1 bra $L;",
         f"Independent threads: {MEMORY}"),
        # The index has changed since the load.
        (LOAD + "add.s32 %r1, %r1, 1;\n" + ADD + STORE, f"Independent threads: {MEMORY}"),
        # An address that moves on is still that of its array.
        ("add.s64 %rd4, %rd4, 4;\n" + LOAD, "Independent threads: reads f32 through param_0"),
        # The address may be either; what a function does is not known.
        ("selp.b64 %rd7, %rd1, %rd2, %p1;\nld.global.f32 %f1, [%rd7];",
         "Independent threads: reads f32"),
        ("ld.global.f32 %f1, [%rd4];\ncall f;", "Reads f32 through param_0; calls functions"),
        ("bar.sync 0;\n" + LOAD, "Reads f32 through param_0"),
        # Reductions: the value of another lane is combined with the own one.
        (LOAD + SHUFFLE + STORE, f"Reduction by warp shuffles (add.f32): {MEMORY}"),
        (LOAD + SHUFFLE.replace("down", "up") + STORE,
         f"Scan by warp shuffles (add.f32): {MEMORY}"),
        ("ld.global.f64 %fd1, [%rd4];\nmov.b64 {%r10, %r11}, %fd1;\n" + DOWN
         + "mov.b64 %fd2, {%r12, %r13};\nmax.f64 %fd3, %fd1, %fd2;",
         "Reduction by warp shuffles (max.f64): reads f64 through param_0"),
        ("redux.sync.add.s32 %r5, %r6, -1;\n" + LOAD,
         "Reduction by warp shuffles (add.s32): reads f32 through param_0"),
        # The sums of warps are exchanged; and shared memory that has no sum only transposes.
        (LOAD + SHUFFLE + "st.shared.f32 [%r4], %f2;\nbar.sync 0;\nld.shared.f32 %f4, [%r2];\n",
         "Reduction by warp shuffles (add.f32) and shared memory: reads f32 through param_0"),
        (THROUGH.replace("%f2", "%f4") + SHUFFLE.replace("%f1", "%f4") + STORE,
         f"Reduction by warp shuffles (add.f32): {MEMORY}"),
        # It is compared with both, as in a sort; and it is that of another register.
        (LOAD + SHUFFLE.replace("add", "min") + "max.f32 %f4, %f1, %f3;\n" + STORE, MEMORY),
        (LOAD + SHUFFLE.replace("%f2, %f1, %f3", "%f2, %f4, %f3") + STORE, MEMORY),
        (LOAD + SHUFFLE.replace("down", "idx") + STORE, MEMORY),
        # Shared memory.
        (THROUGH + STORE, f"Copy through shared memory: {MEMORY}"),
        (THROUGH + "add.f32 %f2, %f2, %f2;\n" + STORE, f"Through shared memory: {MEMORY}"),
        (("ld.shared.f32 %f1, [%r4];\nld.shared.f32 %f3, [%r4+64];\nadd.f32 %f2, %f1, %f3;"
         " st.shared.f32 [%r4], %f2;"), "Reduction or scan in shared memory (add.f32)"),
        ("atom.shared.add.u32 %r5, [%r4], 1;\nred.global.max.s32 [%rd4], %r5;",
         "Atomic add.u32 and max.s32 in global and shared memory: updates s32 through param_0"),
        # A loop adds products of what it loads.
        ("mov.f32 %f2, 0f00000000;\n$L:\n" + LOAD
         + "ld.global.f32 %f4, [%rd5];\nfma.rn.f32 %f2, %f1, %f4, %f2;\n@%p1 bra $L;",
         ("Sums of products (fma.f32) of values in global memory: reads f32 through param_0 and "
          "param_1")),
        # A square has one factor.
        ("mov.f32 %f2, 0f00000000;\n$L:\n" + LOAD
         + "fma.rn.f32 %f2, %f1, %f1, %f2;\n@%p1 bra $L;",
         "Sums of products (fma.f32) of values in global memory: reads f32 through param_0"),
        # One of the factors is computed.
        ("mov.f32 %f2, 0f00000000;\n$L:\n" + LOAD
         + "add.f32 %f4, %f1, %f1;\nfma.rn.f32 %f2, %f1, %f4, %f2;\n@%p1 bra $L;",
         "Independent threads: reads f32 through param_0"),
    ],
)  # fmt: skip
def test_what_is_certain_is_said(body: str, expected: str) -> None:
    """And nothing else."""
    assert said(body) == expected[:1].upper() + expected[1:]


def test_a_function_is_told_by_its_memory_alone() -> None:
    """Its threads may exchange values where it is called."""
    assert said(LOAD, ".func") == "Reads f32 through param_0"
