"""Two destinations by `|`, as in `ptx.inst.setp.eq.u32(p | q, a, b)`; `or.pred` elsewhere."""

from __future__ import annotations

import pytest

from ptxpy import emit, from_python

HEAD = """from ptxpy import *
module({style!r}, version="8.0", target="sm_90a")
@kernel
def k(n: u32):
    a, b = reg.scalar(b32, "%a", "%b")
    p, q = reg.scalar(pred, "%p", "%q")
"""
LAST = "%q;\n"

CASES = {
    "ptx.inst.setp.eq.u32(p | q, a, b)": "setp.eq.u32 %p|%q, %a, %b;",
    "ptx.inst.setp.eq.and_.u32(p | q, a, 1, p)": "setp.eq.and.u32 %p|%q, %a, 1, %p;",
    "ptx.inst.setp.eq.u32(p | q, a + 1, b)": ("add.s32 %r0, %a, 1; setp.eq.u32 %p|%q, %r0, %b;"),
    "ptx.inst.setp.eq.u32(ptx.pair(p, q), a, b)": "setp.eq.u32 %p|%q, %a, %b;",
    "ptx.inst.elect.sync(a | p, -1)": "elect.sync %a|%p, -1;",
    "ptx.inst.shfl.sync.bfly.b32(a | p, b, 1, 31, -1)": (
        "shfl.sync.bfly.b32 %a|%p, %b, 1, 31, -1;"
    ),
    "ptx.exit(pred=p | q)": "or.pred %new_pred_0, %p, %q; @%new_pred_0 exit;",
    "ptx.inst.mov.b32(a, 1); ptx.inst.mov.b32(a, a | b)": (
        "mov.b32 %a, 1; or.b32 %r0, %a, %b; mov.b32 %a, %r0;"
    ),
    (
        "ptx.inst.setp.eq.u32(p | q, a, b)\n    "
        "with ptx.if_(p | q): ptx.inst.setp.eq.u32(q | p, a, 2)"
    ): (
        "setp.eq.u32 %p|%q, %a, %b; or.pred %new_pred_0, %p, %q; "
        "@!%new_pred_0 bra $L__BB0_2; setp.eq.u32 %q|%p, %a, 2; $L__BB0_2:"
    ),
}

REFUSED = {
    "x = p | q; ptx.exit(pred=x); ptx.inst.setp.eq.u32(x, a, 1)": (
        r"the destinations p \| q are written where the instruction is, or as ptx.pair"
    ),
    "x = p | q\n    with ptx.if_(p): ptx.inst.setp.eq.u32(x, a, 1)": r"ptx.pair\(p, q\)",
    "ptx.inst.add.u32(a | p, a, 1)": "d must be a .u32 register, not a pair",
    "ptx.inst.mov.pred(p, a | p)": "not a pair",
}


def text_of(line: str, style: str = "ptxpy") -> str:
    """Return what a line emits."""
    text = emit(from_python(f"{HEAD.format(style=style)}    {line}\n    ptx.ret()\n"))
    inner = text.partition(LAST)[2].rpartition("    ret;\n}")[0]
    found = [" ".join(row.split()) for row in inner.splitlines()]
    return " ".join(row for row in found if not row.startswith(".reg"))


@pytest.mark.parametrize("line", CASES)
def test_pair(line: str) -> None:
    """What is emitted."""
    assert text_of(line) == CASES[line]


@pytest.mark.parametrize("line", REFUSED)
def test_refused(line: str) -> None:
    """What is no destination is refused."""
    with pytest.raises((TypeError, ValueError), match=REFUSED[line]):
        text_of(line)
