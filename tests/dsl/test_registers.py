"""Register files, views and the stack."""

from __future__ import annotations

import textwrap

import pytest

import ptxpy

HEAD = """\
from ptxpy import *

module("nvcc-13.0", version="8.0", target="sm_80")


@kernel
def first(out: u64):
    ptx.ret()


@kernel
def k(out: u64):
"""


def emitted(body: str) -> list[str]:
    """Return the statements that the body of the second kernel emits, with single spaces."""
    text = ptxpy.emit(ptxpy.from_python(HEAD + textwrap.indent(body, "    ") + "\n"))
    inside = text[text.index(".entry k") :].partition("{\n")[2].rpartition("\n}")[0]
    return [" ".join(line.split()) for line in inside.splitlines() if line.strip()]


BULK = "p, r, rd, f = reg.bulk(p=2, r=4, rd=4, f=8)\n"

BOUNDS = {
    "r[4] = 5": "%r4 is not declared: %r<4> are %r0 to %r3",
    "r[1] = r[9]": "%r9 is not declared: %r<4> are %r0 to %r3",
    "p[2] = p[1]": "%p2 is not declared: %p<2> are %p0 to %p1",
    "r[-1] = 5": "%r-1: the index of a register must be at least 0",
    "f[5:9] = ptx.ld.v4.f32(['out'])": "%f8 is not declared: %f<8> are %f0 to %f7",
    "x, = reg.declare(f32, declarator('%x', count=4))\nx[1:] = 0.5": "a slice names both ends",
    "x = reg.array(f16, 3, '%x')\nx[3] = x[0]": "%x3 is not declared: %x<3> are %x0 to %x2",
}


@pytest.mark.parametrize("body", BOUNDS)
def test_bounds(body: str) -> None:
    """A register that is not declared is an error that says which are."""
    with pytest.raises(IndexError, match=BOUNDS[body]):
        emitted(BULK + body)


def test_the_last_register_can_be_used() -> None:
    """The bound is what is declared."""
    assert "mov.u32 %r3, %r0;" in emitted(BULK + "r[3] = r[0]")
    vector = emitted(BULK + "f[4:8] = ptx.ld.v4.f32(['out'])")
    assert vector[-1].endswith("{%f4, %f5, %f6, %f7}, [out];")
    backward = emitted(BULK + "f[3:1:-1] = ptx.ld.v2.f32(['out'])")
    assert backward[-1].endswith("{%f3, %f2}, [out];")
    down = emitted(BULK + "f[1::-1] = ptx.ld.v2.f32(['out'])")
    assert down[-1].endswith("{%f1, %f0}, [out];")


def test_a_slice_takes_the_parts_of_a_tuple() -> None:
    """Each register gets its part, as in an assignment to several; both have one length."""
    function = "def halves(x):\n    return x + 1.0, x + 2.0\n\n"
    assert emitted(BULK + function + "f[2:4] = halves(f[1])")[-2:] == [
        "add.f32 %f2, %f1, 0f3F800000;",
        "add.f32 %f3, %f1, 0f40000000;",
    ]
    assert emitted(BULK + "r[1:3] = (5, r[0])")[-2:] == ["mov.u32 %r1, 5;", "mov.u32 %r2, %r0;"]
    with pytest.raises(ValueError, match="3 registers are given 2 values"):
        emitted(BULK + function + "f[2:5] = halves(f[1])")
    with pytest.raises(ptxpy.TraceError, match="%r1 has been written before it is moved"):
        emitted(BULK + "r[1:3] = (r[2], r[1])")


def test_a_register_file_is_a_sequence() -> None:
    """It has as many registers as its declaration says, if that is a number."""
    many = emitted("r = reg.bulk(r=3)\na, b, c = r\nptx.inst.mov.b32(c, len(r))")
    assert many[-1].endswith("mov.b32 %r2, 3;")
    with pytest.raises(TypeError, match="use a slice"):
        emitted("r = reg.bulk(r='COUNT')\na, b, c, d = r")


VIEWS = {
    "p[1] = r[1] < r[2].u32": "setp.lt.u32 %p1, %r1, %r2;",
    "p[1] = r[1].u32 < r[2].u32": "setp.lt.u32 %p1, %r1, %r2;",
    "p[1] = 5 < r[2].u32": "setp.gt.u32 %p1, %r2, 5;",
    "r[1] = r[2] / r[3].u32": "div.u32 %r1, %r2, %r3;",
    "r[1] = 100 / r[3].u32": "div.u32 %r1, 100, %r3;",
    "r[1] = 5 - r[3].u32": "sub.u32 %r1, 5, %r3;",
    "r[1] = r[2] >> r[3].s32": "shr.s32 %r1, %r2, %r3;",
    "r[1] = 1.0 + r[3].f32": "add.f32 %r1, 0f3F800000, %r3;",
    "f[1] = f[2].b32": "mov.b32 %f1, %f2;",
    "r[1] = -r[2].f32": "neg.f32 %r1, %r2;",
    "r[1] = (r[2] + 1).u32 / 3": "div.u32 %r1, %new_b32_0, 3;",
}


@pytest.mark.parametrize("line", VIEWS)
def test_views(line: str) -> None:
    """A view of either operand says the type of the instruction."""
    assert emitted(BULK + line)[-1] == VIEWS[line]


REFUSED_VIEWS = {
    "r[1] = r[2].u32 + r[3].s32": r"\+ of .u32 and .s32: two views .* must agree",
    "p[1] = r[2].s32 < r[3].u32": "< of .s32 and .u32: two views",
    "r[1] = r[2] & r[3].u32": "& is not an instruction of .u32",
    "r[1] = r[2].f32 % r[3]": "% is not an instruction of .f32",
}


@pytest.mark.parametrize("line", REFUSED_VIEWS)
def test_refused_views(line: str) -> None:
    """Views that disagree, and operators that a type has not."""
    with pytest.raises(TypeError, match=REFUSED_VIEWS[line]):
        emitted(BULK + line)


def test_a_view_has_the_size_of_its_register() -> None:
    """The instruction table refuses any other."""
    with pytest.raises(ptxpy.InstructionError):
        emitted(BULK + "r[1] = rd[2].u32 + r[1]")


STACKS = {
    "stack = reg.stack(16, align=8)": "__local_depot1",
    "stack = reg.stack(16, align=8, depot=0)": "__local_depot0",
    "stack = reg.stack(16, align=8, depot=7)": "__local_depot7",
}


@pytest.mark.parametrize("line", STACKS)
def test_stack(line: str) -> None:
    """Memory and two registers; the number is that of the function."""
    depot = STACKS[line]
    body = (
        f"{line}\nrd = reg.bulk(rd=2)\nstack.SPL = ptx.mov.u64(stack.depot)\n"
        "stack.SP = ptx.cvta.local.u64(stack.SPL)\nrd[1] = stack.SP.u64 + 8\nstack.SP = rd[1]"
    )
    assert emitted(body) == [
        f".local .align 8 .b8 {depot}[16];",
        ".reg .b64 %SP;",
        ".reg .b64 %SPL;",
        ".reg .b64 %rd<2>;",
        f"mov.u64 %SPL, {depot};",
        "cvta.local.u64 %SP, %SPL;",
        "add.u64 %rd1, %SP, 8;",
        "mov.u64 %SP, %rd1;",
    ]


def test_the_stack_has_no_other_parts() -> None:
    """Only its registers are written."""
    for name in ("depot", "size"):
        with pytest.raises(AttributeError, match=name):
            emitted(f"stack = reg.stack(16, align=8)\nstack.{name} = 5")
    with pytest.raises(ptxpy.TraceError):
        ptxpy.from_python(HEAD.partition("@kernel")[0] + "reg.stack(16, align=8)\n")


def test_an_array_with_a_view() -> None:
    """Its registers are declared with one type and computed on with another."""
    body = "x = reg.array(b32, 4, '%x', view=f32)\nx[1] = x[2] * x[3]"
    assert emitted(body) == [".reg .b32 %x<4>;", "mul.f32 %x1, %x2, %x3;"]


def test_fresh_registers_of_a_second_edit() -> None:
    """What an edit has declared, an edit of the file that it gave declares no second time."""
    python = (
        "from ptxpy import *\n\nmodule('nvcc-13.0', version='8.0', target='sm_80')\n\n\n"
        "@kernel\ndef k():\n    r = reg.bulk(r=4)\n    ptx.ret()\n"
    )
    for number in (3, 5, 7):
        edited = python.replace(
            "ptx.ret()",
            f"reg.scalar(ptxpy.b32)\n    r[1] = (r[2] + r[3]) * {number}\n    ptx.ret()",
        )
        text = ptxpy.emit(ptxpy.from_python(f"import ptxpy\n{edited}"))
        python = ptxpy.to_python(ptxpy.parse(text))
    names = [line.split()[-1].rstrip(";") for line in text.split("\n") if ".reg" in line]
    assert sorted(names) == ["%new2_b32_<2>", "%new3_b32_<2>", "%new_b32_<2>", "%r<4>"]


def test_arrays_without_a_name() -> None:
    """They are numbered with the other fresh registers, and may be written on some paths only."""
    program = """from ptxpy import *
module("ptxpy", version="8.0", target="sm_90a")
@kernel
def k(n: u32):
    more = ptx.param(u32, "n") > 4
    first, second = reg.array(f32, 2), reg.array(f32, 2)
    one = reg.scalar(f32, 1.0)
    words, halves, flags = reg.array(s32, 2), reg.array(f16, 2), reg.array(pred, 2)
    with ptx.if_(more):
        first[1] = one + 1.0
        second[0] = first[1] * one
    assert (first.base, first.count, first.dtype, len(words)) == ("%f", 2, f32, 2)
    assert [each.name for each in first] == ["%f0", "%f1"]
    assert words[1].dtype == s32
    words[0] = 3
    flags[1] = words[0] < 4
    ptx.ret()
"""
    text = ptxpy.emit(ptxpy.from_python(program))
    for line in (
        "add.f32 %f1, %f4, 0f3F800000;",
        "mul.f32 %f2, %f1, %f4;",
        ".reg .f32 %f<5>;",
        "setp.lt.s32 %p1, %r1, 4;",
    ):
        assert line in text


def test_an_array_beside_a_register_of_that_name() -> None:
    """Where the kernel has declared `%f`, fresh registers have another name."""
    program = """from ptxpy import *
module("ptxpy", version="8.0", target="sm_90a")
@kernel
def k():
    f = reg.array(f32, 4, "%f")
    other = reg.array(f32, 4)
    other[3] = f[0] = ptx.mov.f32(1.0)
    other[2] = 1.0
    ptx.ret()
"""
    text = ptxpy.emit(ptxpy.from_python(program))
    assert "mov.f32 %new_f32_2, 0f3F800000;" in text


def test_an_array_is_filled_and_counted_from_its_end() -> None:
    """A number or a register goes to all registers of a slice; `-1` is the last of an array."""
    lines = [
        "acc = reg.array(f32, 4, '%acc'); acc[:] = 0.0",
        "fresh = reg.array(f32, 2); fresh[-1] = acc[-2]; fresh[:1] = acc[-1]",
        "run = reg.run(u32, 3); run[:] = 7; run[::-2] = run[-2]",
        "d = reg.scalar(u64, 256); acc[2:] = ptx.ld.global_.v2.f32([d])",
        "ptx.st.global_.v2.f32([d], acc[:-2]); ptx.st.global_.v2.f32([d], acc[::-3])",
    ]
    body = "\n    ".join(lines)
    program = f"from ptxpy import *\n@kernel(arch='sm_80')\ndef k():\n    {body}\n    ptx.ret()\n"
    text = ptxpy.emit(ptxpy.from_python(program))
    inside = [line.strip() for line in text.splitlines() if line.startswith("    ")]
    assert [line for line in inside if ".reg" not in line] == [
        *(f"mov.f32 %acc{i}, 0f00000000;" for i in range(4)),
        "mov.f32 %f1, %acc2;",
        "mov.f32 %f0, %acc3;",
        *(f"mov.u32 %r{i}, 7;" for i in range(3)),
        "mov.u32 %r2, %r1;",
        "mov.u32 %r0, %r1;",
        "mov.u64 %rd0, 256;",
        "ld.global.v2.f32 {%acc2, %acc3}, [%rd0];",
        "st.global.v2.f32 [%rd0], {%acc0, %acc1};",
        "st.global.v2.f32 [%rd0], {%acc3, %acc0};",
        "ret;",
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("acc = reg.array(f32, 4); acc[-5] = 0.0", "no register -5"),
        ("acc = reg.array(f32, 4); acc[0:5] = 0.0", "no register 4"),
        ("r = reg.bulk(r=4); r[-1] = 0", "the index of a register must be at least 0"),
        ("r = reg.bulk(r=4); r[-2:] = 0", "the index of a register must be at least 0"),
    ],
)
def test_registers_that_there_are_not(line: str, message: str) -> None:
    """An index beyond the ends is refused, and a negative one where it is a number of PTX."""
    program = f"from ptxpy import *\n@kernel(arch='sm_80')\ndef k():\n    {line}\n    ptx.ret()\n"
    with pytest.raises(IndexError, match=message):
        ptxpy.from_python(program)


CASTS = {
    "x = r[1].as_f32  #: f3": ["mov.b32 %f3, %r1;"],
    "f[2] = f[1] + r[1].as_f32  #: f3": ["mov.b32 %f3, %r1;", "add.f32 %f2, %f1, %f3;"],
    "x = ptx.ld.u8([rd[1]]).as_b32  #: r2": ["ld.u8 %r2, [%rd1];"],
    "r[3] = ptx.ld.s16([rd[1]]).as_b32 + 1  #: r2": [
        "ld.s16 %r2, [%rd1];",
        "add.s32 %r3, %r2, 1;",
    ],
    "x = ptx.ld.s32([rd[1]]).as_b64  #: rd2": ["ld.s32 %rd2, [%rd1];"],
}


@pytest.mark.parametrize("body", CASTS)
def test_casts(body: str) -> None:
    """A load of fewer bits writes a register of the class that is named, a mov casts others."""
    assert emitted(BULK + body)[-len(CASTS[body]) :] == CASTS[body]


BAD_CASTS = {
    "x = r[1].as_f64": "takes the 64 bits of a value, and here is a .b32",
    "x = ptx.ld.u8([rd[1]])\nr[1] = 5\nr[2] = x.as_b32": "write .as_b32 behind the load itself",
    "x = ptx.ld.f32([rd[1]]).as_b64": "takes the 64 bits of a value, and here is a .f32",
    "x = ptx.ld.f32([rd[1]]).as_f64": "and here is a .f32: convert it, ptx.cvt.f64.f32",
}


@pytest.mark.parametrize("body", BAD_CASTS)
def test_casts_of_other_widths(body: str) -> None:
    """Bits of another number are no cast, and a register keeps its class."""
    with pytest.raises(TypeError, match=BAD_CASTS[body]):
        emitted(BULK + body)


STATE = """
from ptxpy import b32, kernel, module, ptx, reg, u32

module("nvcc-13.0", version="9.0", target="sm_90a", dialect=2)


def step(stage, stages, phase):
    following = stage + 1
    matches = following == stages
    return ptx.selp.b32(0, following, matches), phase ^ ptx.selp.b32(1, 0, matches)


def halve(x):
    half, rest = reg.run(b32, 2)
    half.set(x >> 1)
    with ptx.if_(x == 0):
        half.set(7)
    rest.set(x & 1)
    return x + 2, half, rest


@kernel
def f():
    _, r, _ = reg.bulk(p=9, r=29, rd=3)
    stage = reg.from_(u32(r[1]), b32)  #: r3
    phase = reg.from_(u32(r[2]), b32)  #: r4
    stage.value, phase.value = step(stage, 6, phase)  #: r5 p1 r6
    stage.value += 1
    r[9], half, rest = halve(stage)  #: r20 r21 p2
    r[10] = half + rest
    s = r[10] + 1  #: r12
"""
STATE_PTX = [
    "mov.u32  %r3, %r1;",
    "mov.u32  %r4, %r2;",
    "add.s32  %r5, %r3, 1;",
    "setp.eq.s32  %p1, %r5, 6;",
    "selp.b32  %r3, 0, %r5, %p1;",
    "selp.b32  %r6, 1, 0, %p1;",
    "xor.b32   %r4, %r4, %r6;",
    "add.s32  %r3, %r3, 1;",
    "shr.u32  %r20, %r3, 1;",
    "setp.ne.s32  %p2, %r3, 0;",
    "@%p2 bra  $L__BB0_2;",
    "mov.u32  %r20, 7;",
    "$L__BB0_2:",
    "and.b32   %r21, %r3, 1;",
    "add.s32  %r9, %r3, 2;",
    "add.s32  %r10, %r20, %r21;",
    "add.s32  %r12, %r10, 1;",
    "ret;",
]


def test_results_go_into_variables() -> None:
    """`x.value, y.value = f(…)` writes registers that change, also those that `f` declares."""
    said = ptxpy.emit(ptxpy.from_python(STATE + "    ptx.ret()\n"))
    lines = [line.strip().replace("\t", " ") for line in said.splitlines() if line.strip()]
    assert lines[lines.index(STATE_PTX[0]) : -1] == STATE_PTX


def test_a_value_does_not_change() -> None:
    """A value has no register that may be written again."""
    with pytest.raises(ptxpy.TraceError, match="cannot be changed, as it is a value: begin with"):
        ptxpy.from_python(STATE + "    s = r[10] + 1  #: r12\n    s.value = 4\n")


BEHIND = {
    # The value goes into a register of its own, so that the names are those of the variables.
    "first = x + 2": "add.s32 %r9, %r3, 2;",
    # A value that an edit puts in has another class, and a fresh register.
    "first = x + 2\n    ptx.cvt.u64.u32(x)": "cvt.u64.u32 %new_b64_0, %r3;",
}


@pytest.mark.parametrize("before", BEHIND)
def test_variables_behind_a_value(before: str) -> None:
    """A function may declare registers when it has made a value: they keep their names."""
    text = STATE.replace("    half, rest = reg", f"    {before}\n    half, rest = reg")
    text = text.replace("return x + 2,", "return first,")
    said = ptxpy.emit(ptxpy.from_python(text + "    ptx.ret()\n"))
    lines = [" ".join(line.split()) for line in said.splitlines()]
    assert BEHIND[before] in lines
    for each in ("shr.u32 %r20, %r3, 1;", "and.b32 %r21, %r3, 1;", "setp.ne.s32 %p2, %r3, 0;"):
        assert each in lines
