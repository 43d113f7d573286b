"""The trait `signed`: the simulator computes another result if an operand has the other sign."""

from __future__ import annotations

import numpy as np
import pytest

import ptxpy
from ptxpy.isa.traits import traits

INSTRUCTIONS = {
    "add.T": 2,
    "sub.T": 2,
    "mul.lo.T": 2,
    "mul.hi.T": 2,
    "mul.wide.T": 2,
    "mad.lo.T": 3,
    "mad.hi.T": 3,
    "mad.wide.T": 3,
    "mul24.lo.T": 2,
    "mul24.hi.T": 2,
    "mad24.lo.T": 3,
    "mad24.hi.T": 3,
    "sad.T": 3,
    "div.T": 2,
    "rem.T": 2,
    "min.T": 2,
    "max.T": 2,
    "cvt.u64.T": 1,
    "cvt.s64.T": 1,
    "cvt.u32.T": 1,
    "cvt.s32.T": 1,
    "cvt.u16.T": 1,
    "cvt.s8.T": 1,
    "cvt.sat.u16.T": 1,
    "cvt.sat.s8.T": 1,
    "cvt.rn.f32.T": 1,
    "cvt.rz.f64.T": 1,
    "cvt.rn.f16.T": 1,
    "set.eq.u32.T": 2,
    "set.ne.u32.T": 2,
    "set.lt.u32.T": 2,
    "set.le.u32.T": 2,
    "set.gt.f32.T": 2,
    "set.ge.s32.T": 2,
}
"""Instructions of 32-bit integers, and how many operands they read; T is the type."""

WIDE = {"mul.wide.T", "mad.wide.T", "cvt.u64.T", "cvt.s64.T", "cvt.rz.f64.T"}
NARROW = {"cvt.u16.T", "cvt.s8.T", "cvt.sat.u16.T", "cvt.sat.s8.T", "cvt.rn.f16.T"}
FLOATS = {"cvt.rn.f32.T": "f32", "cvt.rz.f64.T": "f64", "set.gt.f32.T": "f32"}


def results(name: str, kind: str) -> list[int]:
    """Return what the simulator computes from numbers with and without their highest bits."""
    bits = 64 if name in WIDE else 16 if name in NARROW else 32
    held = FLOATS.get(name, f"b{bits}")
    third = "%rd1" if name.startswith("mad.wide") else "%r2"
    sources = ", ".join(["%r0", "%r1", third][: INSTRUCTIONS[name]])
    text = f""".version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 a, .param .u32 b) {{
    .reg .b32 %r<3>; .reg .b64 %rd<2>; .reg .{held} %out;
    ld.param.u64 %rd0, [p]; ld.param.u32 %r0, [a]; ld.param.u32 %r1, [b];
    mov.b32 %r2, -7; mov.b64 %rd1, 9;
    {name.replace("T", kind)} %out, {sources};
    st.global.{held if held != "f16" else "b16"} [%rd0], %out;
    ret;
}}
"""
    kernel = ptxpy.load(text)
    found = []
    for a, b in (
        (0xFFFFFFF3, 3),
        (3, 0xFFFFFFF3),
        (0x80000000, 0x7FFFFFFF),
        (0x00FFFFF0, 0xFFFFF1),
    ):
        out = np.zeros(1, np.uint64)
        kernel.launch(out, a, b, grid=1, block=1, device="cpu")
        found.append(int(out[0]))
    return found


@pytest.mark.parametrize("name", INSTRUCTIONS)
def test_signs_matter_where_the_table_says_so(name: str) -> None:
    """Both ways: an instruction without the trait computes the same bits."""
    for kind in ("u32", "s32"):
        opcode, *words = name.replace("T", kind).split(".")
        has_trait = bool(traits(opcode, tuple(f".{word}" for word in words)).signed)
        assert has_trait == (results(name, "u32") != results(name, "s32"))


def test_shifts_have_the_sign_filled_in() -> None:
    """Of a shift to the right alone the sign of the first operand matters."""
    assert traits("shr", (".s32",)).signed == (1,)
    assert [traits(name, (".b32",)).shift for name in ("shl", "shr")] == [(2,), (2,)]
    assert traits("shf", (".l", ".wrap", ".b32")).shift == (3,)
    assert not traits("shl", (".b32",)).signed
