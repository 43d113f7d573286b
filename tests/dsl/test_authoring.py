"""Modules written by hand: what the tracer makes of them, and what it refuses."""

from __future__ import annotations

import pytest

import ptxpy
from ptxpy import L, TraceError, b32, f32, kernel, pred, ptx, reg, smem, u32, u64

HEAD = 'from ptxpy import *\nmodule("ptxpy", version="8.0", target="sm_90a")\n'


def body(*lines: str) -> str:
    """Return the PTX of a kernel with the given statements, without its frame."""
    text = HEAD + "@kernel\ndef k(n: u32, x: u64):\n" + "".join(f"    {line}\n" for line in lines)
    ptx_text = ptxpy.emit(ptxpy.from_python(text))
    return ptx_text.partition("{\n")[2].rpartition("\n}")[0]


def test_a_kernel_without_a_module() -> None:
    """A kernel outside a module owns one."""

    @kernel(arch="sm_90a", version=(8, 0))
    def scale(n: u32, x: u64) -> None:
        r, f, rd = reg.bulk(r=3, f=2, rd=3)
        p = reg.scalar(pred, "%p")
        r[1] = ptx.mov.u32(ptx.special.tid.x)
        r[2] = ptx.ld.param.u32([n])
        ptx.inst.setp.ge.u32(p, r[1], r[2])
        ptx.bra(L[1], when=p)
        rd[1] = ptx.ld.param.u64([x])
        f[1] = ptx.ld.global_.f32([rd[1], 16])
        ptx.st.global_.f32([rd[1], -4], f[1], unless=p)
        ptx.label(L[1])
        ptx.ret()

    text = scale.ptx()
    assert ".version 8.0\n.target sm_90a\n.address_size 64\n" in text
    assert ".visible .entry scale(\n    .param .u32 n,\n    .param .u64 x\n)" in text
    assert "    ld.global.f32 %f1, [%rd1+16];\n" in text
    assert "    @!%p st.global.f32 [%rd1+-4], %f1;\n" in text
    assert ptxpy.emit(ptxpy.parse(text)) == text
    ptxpy.prove(text.encode())


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("ptx.mov.b32(7)", "mov.b32 %r0, 7;"),
        ("ptx.inst.mov.b32('%a', 7)", "mov.b32 %a, 7;"),
        ("ptx.st.f64(['%a'], 1.0)", "st.f64 [%a], 0d3FF0000000000000;"),
        ("ptx.st.f32(['%a'], 1.0)", "st.f32 [%a], 0f3F800000;"),
        ("ptx.st.v2.b32(['%x', 8], ('%a', '%b'))", "st.v2.b32 [%x+8], {%a, %b};"),
        ("ptx.bar.sync(0)", "bar.sync 0;"),
        ("ptx['odd.mod_x'](1)", "odd.mod_x 1;"),
        ("ptx.st.b32(['%a'], ptx.hex(0x1F, digits=8))", "st.b32 [%a], 0x0000001F;"),
        ("ptx.inst.mov.b32('%a', ptx.special.tid.x)", "mov.b32 %a, %tid.x;"),
        ("ptx.cp.async_.commit_group()", "cp.async.commit_group;"),
        ("ptx.fence.proxy.async_.shared__cta()", "fence.proxy.async.shared::cta;"),
        ("ptx.call.uni('f', (1,), returns=('r',))", "call.uni (r), f, (1);"),
        ("ptx.pragma('nounroll')", '.pragma "nounroll";'),
        ("ptx.comment('why')", "// why"),
    ],
)
def test_one_call_is_one_statement(line: str, expected: str) -> None:
    """A line of Python is a line of PTX."""
    assert expected in body(line, "ptx.ret()")


def test_a_value_without_a_register_gets_a_fresh_one() -> None:
    """What nobody binds is written to a register that is declared on a line of its own."""
    text = body("a = ptx.ld.param.u32([n])", "ptx.st.param.b32(['out'], a)", "ptx.ret()")
    assert ".reg .b32 %r<1>;" in text
    assert "ld.param.u32 %r0, [n];\n    st.param.b32 [out], %r0;" in text
    taken = body("r = reg.bulk(r=2)", "r[1] = ptx.ld.param.u32([n]) + 1", "ptx.ret()")
    assert ".reg .b32 %r<2>;\n    .reg .b32 %new_b32_<1>;" in taken
    assert "ld.param.u32 %new_b32_0, [n];\n    add.u32 %r1, %new_b32_0, 1;" in taken


def test_from_is_one_mov() -> None:
    """`reg.from_` binds an open destination, and moves anything else."""
    text = body("a = reg.from_(ptx.special.tid.x(), u32)", "b = reg.from_(a, u32)", "ptx.ret()")
    assert "mov.u32 %r0, %tid.x;\n    mov.u32 %r1, %r0;" in text


def test_shared_memory() -> None:
    """`smem.alloc` declares an aligned array."""

    @kernel
    def shared() -> None:
        tile = smem.alloc(f32, (8, 4), name="tile")
        a = reg.scalar(b32, "%a")
        ptx.inst.mov.u32(a, tile)
        ptx.ret()

    assert ".shared .align 128 .b8 tile[128];" in shared.ptx()


@pytest.mark.parametrize(
    ("line", "error", "message"),
    [
        ("r = reg.bulk(r=4); r[1] = 'x'", TypeError, "use ptx.mov"),
        ("r = reg.bulk(r=4); r[1] = True", TypeError, "use ptx.mov"),
        ("p = reg.bulk(p=2)\n    if p[1]: pass", TypeError, "is not known while"),
        ("ptx.mov.b32(True)", TypeError, "write 0 or 1"),
        ("r = reg.bulk(r=4); r[1] = ptx.bar.sync(0)", TraceError, "writes no register"),
        ("ptx.st.b32([], 1)", TypeError, "no base"),
        ("ptx.ret(when=1, unless=2)", TypeError, "predicate|one guard"),
        ("ptx.ret(before='x')", TraceError, "white space and comments"),
        ("ptx.ret(within='x')", TraceError, "white space and comments"),
        ("r = reg.bulk(r=4)\n    if r[1] == 5: pass", TypeError, "not known while"),
        ("p = reg.bulk(p=4); p[1] + 1", TypeError, "is not an instruction of .pred"),
        ("r = reg.bulk(r=4); r[1].f32 << 1", TypeError, "is not an instruction of .f32"),
        ("with ptx.loop(1): pass\n    with ptx.loop(1): pass", TraceError, "two labels"),
        ("r = reg.bulk(r=4); r[1] = ptx.madd.s32(1, 2)", TraceError, "unknown opcode madd"),
        ("ptx.comment('a\\nb')", ValueError, "one line"),
        ("ptx.label('not a name')", ValueError, "identifier"),
        ("ptx.pragma('a\"b')", ValueError, "quotation"),
        ("ptx.literal('1; trap')", ValueError, "not a number"),
        ("ptx['add; trap'](1)", ValueError, "not an opcode"),
        ("ptx.mov.b32('%a; trap')", ValueError, "not the name"),
        ("reg.bulk(zz=3)", TypeError, "implies no type"),
        ("module('ptxpy')", TraceError, "one module"),
        ("k2 = object(); ptx.mov.b32(k2)", TypeError, "not an operand"),
    ],
)
def test_refused(line: str, error: type[Exception], message: str) -> None:
    """What cannot be PTX is refused where it is written."""
    with pytest.raises(error, match=message):
        body(line, "ptx.ret()")


def test_instructions_need_a_function() -> None:
    """At module level there are no instructions, and outside a module there is nothing."""
    with pytest.raises(TraceError, match="module level"):
        ptxpy.from_python(HEAD + "ptx.ret()\n")
    with pytest.raises(TraceError, match="must begin a module"):
        ptxpy.from_python("x = 1\n")
    with pytest.raises(TraceError, match="no module or kernel"):
        ptx.ret()


def test_annotations_are_types() -> None:
    """A parameter whose annotation is no type of PTX is refused by name."""
    with pytest.raises(TypeError, match="'n' of k needs a PTX type"):
        ptxpy.from_python(HEAD + "@kernel\ndef k(n: 3):\n    ptx.ret()\n")
    assert u32.fundamental == "u32"
    assert u64.ptr("global", align=16).fundamental == "u64"
