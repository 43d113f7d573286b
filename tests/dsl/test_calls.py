"""Calls of device functions emit the call sequence of the module's style."""

from __future__ import annotations

import textwrap

import pytest

import ptxpy

HEAD = """\
from ptxpy import *

module("{style}", version="8.0", target="sm_80")
mix = extern("mix", b32, b64, returns=b32)
real = extern("real", f64, b64, f32, returns=f64)
note = extern("note", b32)
stop = extern("stop")
pair = extern("pair", b32, returns=b8.align(8)[16])
table = extern("table", b8.align(8)[16])


@func(returns=b32)
def twice(value: b32):
    r = reg.bulk(r=3)
    r[1] = ptx.ld.param.b32([value])
    ptx.st.param.b32(["func_retval0"], r[1])
    ptx.ret()


@kernel
def other(out: u64):
    ptx.ret()


@kernel
def k(out: u64):
    p, r, rd, f, fd = reg.bulk(p=4, r=4, rd=4, f=4, fd=4)
"""


def emitted(body: str, style: str = "llvm-quiet") -> list[str]:
    """Return the statements that the body of the last kernel emits, with single spaces."""
    program = HEAD.format(style=style) + textwrap.indent(body, "    ") + "\n"
    text = ptxpy.emit(ptxpy.from_python(program))
    kernel = text[text.index(".entry k") :]
    lines = [" ".join(line.split()) for line in kernel.splitlines()]
    start = max(index for index, line in enumerate(lines) if line.startswith(".reg .f64"))
    return [line for line in lines[start + 1 : lines.index("}")] if line and "-- End" not in line]


CASES = {
    ("r[1] = mix(r[2], rd[3])", "nvcc-13.0"): """
        { // callseq 0, 0
        .reg .b32 temp_param_reg;
        .param .b32 param0;
        st.param.b32 [param0+0], %r2;
        .param .b64 param1;
        st.param.b64 [param1+0], %rd3;
        .param .b32 retval0;
        call.uni (retval0),
        mix,
        (
        param0,
        param1
        );
        ld.param.b32 %r1, [retval0+0];
        } // callseq 0""",
    ("r[1] = mix(r[2], rd[3])", "nvcc-13.0-blackwell"): """
        { // callseq 0, 0
        .param .b32 param0;
        st.param.b32 [param0], %r2;
        .param .b64 param1;
        st.param.b64 [param1], %rd3;
        .param .b32 retval0;
        call.uni (retval0),
        mix,
        (
        param0,
        param1
        );
        ld.param.b32 %r1, [retval0];
        } // callseq 0""",
    ("r[1] = mix(r[2], rd[3])", "llvm"): """
        // %bb.0:
        { // callseq 0, 0
        .param .b32 param0;
        .param .b64 param1;
        .param .b32 retval0;
        st.param.b32 [param0], %r2;
        st.param.b64 [param1], %rd3;
        call.uni (retval0), mix, (param0, param1);
        ld.param.b32 %r1, [retval0];
        } // callseq 0""",
    ("f[1] = mix(f[2], fd[3])", "llvm-quiet"): """
        { // callseq 0, 0
        .param .b32 param0;
        .param .b64 param1;
        .param .b32 retval0;
        st.param.f32 [param0], %f2;
        st.param.f64 [param1], %fd3;
        call.uni (retval0), mix, (param0, param1);
        ld.param.f32 %f1, [retval0];
        } // callseq 0""",
    ("fd[1] = real(1.0, 2.0, 0.5)", "llvm-quiet"): """
        { // callseq 0, 0
        .param .f64 param0;
        .param .b64 param1;
        .param .f32 param2;
        .param .f64 retval0;
        st.param.f64 [param0], 0d3FF0000000000000;
        st.param.b64 [param1], 0d4000000000000000;
        st.param.f32 [param2], 0f3F000000;
        call.uni (retval0), real, (param0, param1, param2);
        ld.param.f64 %fd1, [retval0];
        } // callseq 0""",
    ("note(-1)\nnote(r[1], sequence=7)\nnote(r[1])", "llvm-quiet"): """
        { // callseq 0, 0
        .param .b32 param0;
        st.param.b32 [param0], -1;
        call.uni note, (param0);
        } // callseq 0
        { // callseq 7, 0
        .param .b32 param0;
        st.param.b32 [param0], %r1;
        call.uni note, (param0);
        } // callseq 7
        { // callseq 8, 0
        .param .b32 param0;
        st.param.b32 [param0], %r1;
        call.uni note, (param0);
        } // callseq 8""",
    ("r[1] = twice(r[2] + 1)", "llvm-quiet"): """
        add.s32 %new_b32_0, %r2, 1;
        { // callseq 0, 0
        .param .b32 param0;
        .param .b32 retval0;
        st.param.b32 [param0], %new_b32_0;
        call.uni (retval0), twice, (param0);
        ld.param.b32 %r1, [retval0];
        } // callseq 0""",
    ("x = r[1] = twice(5)\nr[2] = x + 1", "llvm-quiet"): """
        { // callseq 0, 0
        .param .b32 param0;
        .param .b32 retval0;
        st.param.b32 [param0], 5;
        call.uni (retval0), twice, (param0);
        ld.param.b32 %r1, [retval0];
        } // callseq 0
        add.s32 %r2, %r1, 1;""",
}
"""Statements by what is written, and the style."""


@pytest.mark.parametrize(("body", "style"), CASES)
def test_call(body: str, style: str) -> None:
    """Parameters are stored and the result is loaded as compilers do."""
    wanted = [line.strip() for line in CASES[body, style].strip().splitlines()]
    assert [line for line in emitted(body, style) if ".reg .b32 %new" not in line] == wanted


def test_a_result_that_nobody_binds_is_written_to_a_fresh_register() -> None:
    """As that of any value call."""
    assert "ld.param.b32 %new_b32_0, [retval0];" in emitted("twice(5)")


REFUSED = {
    "mix(r[1])": (TypeError, "mix takes 2 arguments, not 1"),
    "note()": (TypeError, "note takes 1 argument, not 0"),
    "note(r[1], r[2])": (TypeError, "note takes 1 argument, not 2"),
    "stop(r[1])": (TypeError, "stop takes 0 arguments, not 1"),
    "other(rd[1])": (TypeError, "other is a kernel: it must be launched"),
    "pair(r[1])": (TypeError, "pair: only functions with scalar parameters and results"),
    "table(rd[1])": (TypeError, "table: only functions with scalar parameters and results"),
    "r[1] = note(r[2])": (TypeError, "not by None"),
    "note(True)": (TypeError, "write 0 or 1"),
    "note(object())": (TypeError, "not an operand"),
    "note(rd[2])": (TypeError, "1 of note is a .b32, and the value here has 64 bits: convert it"),
}


@pytest.mark.parametrize("body", REFUSED)
def test_refused(body: str) -> None:
    """What no call sequence can say raises an error where it is written."""
    error, message = REFUSED[body]
    with pytest.raises(error, match=message):
        emitted(body)


def test_calls_stand_in_functions() -> None:
    """Neither outside a module nor at its level."""
    with pytest.raises(ptxpy.TraceError, match="module level"):
        ptxpy.from_python(HEAD.format(style="ptxpy").partition("@func")[0] + "note(5)\n")


@pytest.mark.parametrize("body", ["r[1] = mix(f[2], r[1])", "r[1] = mix(r[2], r[1])"])
def test_a_register_of_another_size_is_refused(body: str) -> None:
    """As by the store that the call sequence has."""
    with pytest.raises(ptxpy.InstructionError):
        emitted(body)


VALUES = {
    "ptx.ret()\nreturn r[1]": "k cannot return a value",
    "return 5": "k cannot return a value",
    "return ptx.mov.u32(5)": "k cannot return a value",
}


@pytest.mark.parametrize("body", VALUES)
def test_functions_return_nothing_to_python(body: str) -> None:
    """A value would be lost: the result is stored."""
    with pytest.raises(ptxpy.TraceError, match=VALUES[body]):
        emitted(body)
