"""Instructions are checked where they are written, against the instruction table."""

from __future__ import annotations

import re

import pytest

import ptxpy

PROGRAM = """\
from ptxpy import *

module(version="{version}", target="{target}"{options})


@kernel
def k(out: u64):
    p, r, rd, f = reg.bulk(p=3, r=10, rd=10, f=3)
    {line}
    ptx.ret()
"""


def run(line: str, *, version: str = "8.0", target: str = "sm_80", options: str = "") -> str:
    """Return the PTX of a kernel with a line of Python in it."""
    program = PROGRAM.format(line=line, version=version, target=target, options=options)
    return ptxpy.emit(ptxpy.from_python(program))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("r[1] = ptx.add.s33(r[2], 5)", r"add has no .s33 \(did you mean .s32"),
        ("r[1] = ptx.add.s33(r[2], 5)", r"one of .* .u16 .u32 .u64 .s16 .s32 .s64"),
        ("r[1] = ptx.addd.s32(r[2], 5)", r"unknown opcode addd \(did you mean add\b"),
        ("r[1] = ptx.add.s32(r[2])", "takes 2 operands besides its destination, not 1"),
        ("r[1] = ptx.add.s32(r[2], f[1])", "b must be a .s32 value, not a .f32 register"),
        ("f[1] = ptx.add.s32(r[2], 1)", "d must be a .s32 register, not a .f32 register"),
        ("ptx.inst.add.s32(f[1], r[2], 1)", "d must be a .s32 register, not a .f32 register"),
        ("r[1] = ptx.mad.lo(r[2], 1, 2)", "mad.lo is incomplete; it continues with .u16"),
        (
            "r[1] = ptx.add.u16x2(r[2], r[3])",
            r"ptx.add.u16x2 needs sm_90 \(this module targets sm_80\)",
        ),
        ("ptx.wgmma.fence.sync.aligned()", r"needs sm_90a \(this module targets sm_80\)"),
        ("ptx.tcgen05.wait__ld.sync.aligned()", r"needs sm_100f .*\(this module targets sm_80\)"),
        ("ptx.bar.sync(16)", "a must be .* constant from 0 to 15.* not the constant 16"),
        ("r[1] = ptx.ld.global_.b32(rd[1])", "address in brackets, not a .b64 register"),
        ("r[1:3] = ptx.ld.global_.v4.b32([rd[1]])", "a vector {…} of 4 elements, each"),
        ("f[1:3] = ptx.mul.rn.f32(f[1], f[2])", "not a vector of 2 elements"),
    ],
)
def test_a_wrong_call_says_what_is_allowed(line: str, message: str) -> None:
    """The error is raised by the line that is wrong."""
    with pytest.raises(ptxpy.InstructionError, match=message) as caught:
        run(line)
    lines = [entry.lineno + 1 for entry in caught.traceback if str(entry.path) == "<python>"]
    assert PROGRAM.splitlines()[lines[-1] - 1].strip() == "{line}"


def test_a_version_that_is_too_old() -> None:
    """The table knows since when an instruction exists."""
    with pytest.raises(ptxpy.InstructionError, match=r"needs PTX 7.8 \(this module is PTX 7.0\)"):
        run("ptx.barrier.cluster.arrive()", version="7.0", target="sm_90")


@pytest.mark.parametrize(
    ("version", "target", "message"),
    [
        ("8.9", "sm_80", "no PTX version '8.9'; there are 1.0 .* 8.8 9.0"),
        ("8.0", "sm_81", "no target 'sm_81'; did you mean sm_8"),
    ],
)
def test_versions_and_targets_that_do_not_exist(version: str, target: str, message: str) -> None:
    """They are errors with the list of those that do."""
    with pytest.raises(ptxpy.InstructionError, match=re.compile(message, re.DOTALL)):
        run("pass", version=version, target=target)
    assert f".target {target}" in run(
        "pass", version=version, target=target, options=", checks=False"
    )


def test_unknown_opcodes_work_with_all_operands() -> None:
    """`ptx.inst` warns; the bracket form asks nobody."""
    with pytest.warns(ptxpy.UnknownInstructionWarning, match="unknown opcode frob"):
        assert "frob.u32 %r1, 5;" in run("ptx.inst.frob.u32(r[1], 5)")
    assert "frob.u32 %r1, 5;" in run("ptx.inst['frob.u32'](r[1], 5)")
    assert "add.s33 %r1, 5;" in run("ptx.inst['add.s33'](r[1], 5)")


def test_checks_can_be_switched_off() -> None:
    """For a module, for a call of `from_python`, or for a block."""
    line = "r[1] = ptx.add.s33(r[2], 5)"
    assert "add.s33 %r1, %r2, 5;" in run(line, options=", checks=False")
    program = PROGRAM.format(line=line, version="8.0", target="sm_80", options="")
    assert "add.s33" in ptxpy.emit(ptxpy.from_python(program, check=False))


def test_names_have_the_scope_of_their_declaration() -> None:
    """A register that a block declares hides one of the same name outside."""
    line = """\
with ptx.scope():
        a = reg.scalar(f32, "%a")
        ptx.inst.add.f32(a, a, 1.0)
    b = reg.scalar(s32, "%a")
    ptx.inst.add.s32(b, b, 1)"""
    assert run(line).count("%a, %a") == 2


RAW = "    ptx.raw('@!%p1 mad.lo.s32 %r1, %r2, 4, %r3;')"


def test_raw_text_becomes_statements() -> None:
    """`ptx.raw` parses PTX into IR; what does not parse is an error."""
    assert "@!%p1 mad.lo.s32 %r1, %r2, 4, %r3;" in run(RAW.strip())
    assert "{" in run("ptx.raw('{ .reg .b32 x; mov.b32 x, 5; }')")
    with pytest.raises(ptxpy.PtxSyntaxError):
        run("ptx.raw('add.s32 %r1,')")
    with pytest.raises(ptxpy.InstructionError, match=r"add has no \.s33"):
        run("ptx.raw('add.s33 %r1, %r2, 5;')")
