"""Operators emit one instruction each, as the style and the declared type say."""

from __future__ import annotations

import pytest

import ptxpy

PROGRAM = """\
from ptxpy import *

module("{style}", version="8.0", target="sm_80")


@kernel
def k(out: u64):
    p, rs, r, rd, f, fd = reg.bulk(p=4, rs=4, r=4, rd=4, f=4, fd=4)
    {line}
"""


def emitted(line: str, style: str = "nvcc-13.0") -> str:
    """Return the instruction that a line of Python emits, with single spaces."""
    text = ptxpy.emit(ptxpy.from_python(PROGRAM.format(line=line, style=style)))
    lines = [" ".join(part.split()) for part in text.splitlines() if part.startswith("\t")]
    return [part for part in lines if not part.startswith((".", "//"))][-1]


@pytest.mark.parametrize(
    ("line", "instruction"),
    [
        ("r[1] = r[2] + r[3]", "add.s32 %r1, %r2, %r3;"),
        ("r[1] = r[2] + 5", "add.s32 %r1, %r2, 5;"),
        ("r[1] = r[2] - 5", "add.s32 %r1, %r2, -5;"),
        ("r[1] = 5 - r[2]", "sub.s32 %r1, 5, %r2;"),
        ("r[1] = r[2] - r[3]", "sub.s32 %r1, %r2, %r3;"),
        ("r[1] = r[2] * r[3]", "mul.lo.s32 %r1, %r2, %r3;"),
        ("r[1] = r[2].u32 / r[3]", "div.u32 %r1, %r2, %r3;"),
        ("r[1] = r[2] % 3", "rem.s32 %r1, %r2, 3;"),
        ("r[1] = r[2] & ptx.hex(0xFF)", "and.b32 %r1, %r2, 0xFF;"),
        ("r[1] = r[2] << 3", "shl.b32 %r1, %r2, 3;"),
        ("r[1] = 1 << r[2]", "shl.b32 %r1, 1, %r2;"),
        ("r[1] = r[2] >> 3", "shr.u32 %r1, %r2, 3;"),
        ("r[1] = r[2].s32 >> 3", "shr.s32 %r1, %r2, 3;"),
        ("r[1] = ~r[2]", "not.b32 %r1, %r2;"),
        ("r[1] = -r[2]", "neg.s32 %r1, %r2;"),
        ("rd[1] = rd[2] + rd[3]", "add.s64 %rd1, %rd2, %rd3;"),
        ("rs[1] = rs[2] + 1", "add.s16 %rs1, %rs2, 1;"),
        ("f[1] = f[2] * 0.5", "mul.f32 %f1, %f2, 0f3F000000;"),
        ("f[1] = f[2] - 1.0", "sub.f32 %f1, %f2, 0f3F800000;"),
        ("f[1] = f[2] / f[3]", "div.rn.f32 %f1, %f2, %f3;"),
        ("fd[1] = fd[2] + 1.0", "add.f64 %fd1, %fd2, 0d3FF0000000000000;"),
        ("f[1] = -f[2]", "neg.f32 %f1, %f2;"),
        ("p[1] = r[2] < r[3]", "setp.lt.s32 %p1, %r2, %r3;"),
        ("p[1] = r[2].u32 < 5", "setp.lt.u32 %p1, %r2, 5;"),
        ("p[1] = r[2] == 0", "setp.eq.s32 %p1, %r2, 0;"),
        ("p[1] = f[2] >= 0.0", "setp.ge.f32 %p1, %f2, 0f00000000;"),
        ("p[1] = p[2] & p[3]", "and.pred %p1, %p2, %p3;"),
        ("p[1] = ~p[2]", "not.pred %p1, %p2;"),
        ("r[1] = 7", "mov.u32 %r1, 7;"),
        ("r[1] = r[2]", "mov.u32 %r1, %r2;"),
        ("r[1] = r[2].b32", "mov.b32 %r1, %r2;"),
        ("f[1] = 1.5", "mov.f32 %f1, 0f3FC00000;"),
        ("r[1] = ptx.special.tid.x()", "mov.u32 %r1, %tid.x;"),
        ("x = r[1] = ptx.clz.b32(r[2]); r[3] = x + 1", "add.s32 %r3, %r1, 1;"),
        ("x = r[1] = ptx.clz.b32(r[2]); r[3] = x", "mov.u32 %r3, %r1;"),
    ],
)
def test_operator(line: str, instruction: str) -> None:
    """One line is one instruction."""
    assert emitted(line) == instruction


@pytest.mark.parametrize(
    ("line", "style", "instruction"),
    [
        ("p[1] = r[2] == 0", "llvm", "setp.eq.b32 %p1, %r2, 0;"),
        ("p[1] = r[2].s32 == 0", "llvm", "setp.eq.s32 %p1, %r2, 0;"),
        ("r[1] = 7", "llvm", "mov.b32 %r1, 7;"),
        ("f[1] = f[2] + f[3]", "llvm", "add.f32 %f1, %f2, %f3;"),
        ("f[1] = f[2] + f[3]", "llvm-quiet", "add.rn.f32 %f1, %f2, %f3;"),
        ("f[1] = r[2].f32 + f[3]", "llvm-quiet", "add.rn.f32 %f1, %r2, %f3;"),
    ],
)
def test_styles_differ(line: str, style: str, instruction: str) -> None:
    """What producers write differently follows from the style."""
    assert emitted(line, style) == instruction
