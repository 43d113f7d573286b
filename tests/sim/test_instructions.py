"""Instructions of `instructions.txt`, each in a kernel, against an expression of Python."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.sim.harness import kernel, run

FUNCTIONS = """
.shared .align 8 .b64 word[2];
.const .u32 chosen = 1 ? 10 : 20;
.const .u32 both[2] = {(3 > 2 && 1) + (0 || 7), -7 / 2};
.func (.reg .u32 q, .reg .u32 r) divide(.reg .u32 x, .reg .u32 y)
{
    div.u32 q, x, y;
    rem.u32 r, x, y;
    ret;
}
.func nothing() { }
.func (.reg .b32 bits) single(.reg .f32 x)
{
    mov.b32 bits, x;
    ret;
}
.func (.param .b64 bits) double(.param .f64 x)
{
    .reg .b64 %x;
    ld.param.b64 %x, [x];
    st.param.b64 [bits], %x;
}
.const .b32 floats[4] = {1.5, 0f3FC00001, -(1.5+2.0), 1e39};
.const .b64 doubles[2] = {0f3FC00000, 1.5};
.func (.reg .v2 .b32 both, .reg .b32 sum) sums(.reg .v2 .b32 x, .reg .b32 y)
{
    add.u32 both.x, x.x, y;
    add.u32 both.y, x.y, y;
    add.u32 sum, both.x, both.y;
}
.func leaves(.reg .u64 at) .noreturn
{
    .reg .u32 %t;
    mov.u32 %t, 77;
    st.global.u32 [at], %t;
    exit;
}
"""
STORE = """
    mad.wide.u32 %rd19, %r0, 8, %out;
    st.global.u64 [%rd19], %rd1;
"""


def cases() -> list[tuple[str, str, str]]:
    """Return the name, the body and the expression of each case."""
    text = Path(__file__).with_name("instructions.txt").read_text(encoding="utf-8")
    parts = re.split(r"^-- ", text, flags=re.MULTILINE)[1:]
    found = []
    for part in parts:
        name, _, rest = part.partition("\n")
        body, _, expected = rest.partition("\n== ")
        found.append((name, body, expected.strip()))
    return found


def carryless(a: int, b: int) -> int:
    """Return the product of two polynomials of bits."""
    result = 0
    for bit in range(b.bit_length()):
        if b >> bit & 1:
            result ^= a << bit
    return result


@pytest.mark.parametrize(("name", "body", "expected"), cases(), ids=lambda text: text[:30])
def test_instruction(name: str, body: str, expected: str) -> None:
    """`%rd1` of each thread is what the expression says of `t`."""
    out = np.zeros(32, np.uint64)
    run(kernel(body + STORE, declarations=FUNCTIONS), out)
    names: dict[str, Any] = {"carryless": carryless, "M": (1 << 64) - 1}
    wanted = [eval(expected, {**names, "t": t}) & names["M"] for t in range(32)]  # noqa: S307
    assert out.tolist() == wanted, name


def test_a_kernel_without_statements() -> None:
    """It does nothing."""
    run(".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry kernel() { }\n")
