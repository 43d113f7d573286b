"""Guards by `~p`: `@!p` where that means the same, a `not.pred` elsewhere."""

from __future__ import annotations

import pytest

from ptxpy import emit, from_python

HEAD = """from ptxpy import *
module("ptxpy", version="8.0", target="sm_90a")
@kernel
def k(n: u32):
    a = reg.scalar(u32, "%a")
    p, q = reg.scalar(pred, "%p", "%q")
"""
LAST = "%q;\n"

CASES = {
    "ptx.inst.add.u32(a, a, 1, pred=~p)": "@!%p add.u32 %a, %a, 1;",
    "ptx.inst.add.u32(a, a, 1, unless=~p)": "@%p add.u32 %a, %a, 1;",
    "ptx.bra('END', when=~p); ptx.label('END')": "@!%p bra END; END:",
    "x = ~p; ptx.exit(pred=x); ptx.exit(unless=x)": "@!%p exit; @%p exit;",
    "x = ~p; y = ~q; ptx.exit(pred=y); ptx.exit(pred=x)": "@!%q exit; @!%p exit;",
    "ptx.inst.setp.lt.u32(p, a, 4); x = ~p; ptx.inst.setp.eq.u32(p, a, 0); ptx.exit(pred=x)": (
        "setp.lt.u32 %p, %a, 4; not.pred %new_pred_0, %p; setp.eq.u32 %p, %a, 0; @%new_pred_0 exit;"
    ),
    (
        "ptx.inst.setp.lt.u32(p, a, 4); "
        "x = ~p; ptx.exit(pred=x); ptx.inst.setp.eq.u32(p, a, 0); ptx.exit(pred=x)"
    ): (
        "setp.lt.u32 %p, %a, 4; not.pred %new_pred_0, %p; "
        "@%new_pred_0 exit; setp.eq.u32 %p, %a, 0; @%new_pred_0 exit;"
    ),
    "x = ~p; ptx.label('TOP'); ptx.exit(pred=x); ptx.bra('TOP')": (
        "not.pred %new_pred_0, %p; TOP: @%new_pred_0 exit; bra TOP;"
    ),
    "x = ~p; q.set(x); ptx.exit(pred=x)": ("not.pred %q, %p; @%q exit;"),
    "x = ~p; ptx.exit(pred=x); y = x & q; ptx.exit(pred=y)": (
        "not.pred %new_pred_0, %p; @%new_pred_0 exit;"
        " and.pred %new_pred_1, %new_pred_0, %q; @%new_pred_1 exit;"
    ),
    "ptx.exit(pred=ptx.not_.pred(p))": "not.pred %new_pred_0, %p; @%new_pred_0 exit;",
    "ptx.comment('why'); x = ~p; ptx.exit(pred=x)": "// why @!%p exit;",
}


@pytest.mark.parametrize("line", CASES)
def test_a_guard(line: str) -> None:
    """What is emitted."""
    text = emit(from_python(f"{HEAD}    {line}\n    ptx.ret()\n"))
    inner = text.partition(LAST)[2].rpartition("    ret;\n}")[0]
    found = [" ".join(row.split()) for row in inner.splitlines()]
    assert " ".join(row for row in found if not row.startswith(".reg")) == CASES[line]


def test_the_style_of_a_compiler() -> None:
    """There a line is an instruction."""
    head = HEAD.replace('"ptxpy"', '"nvcc-13.0"')
    text = emit(from_python(f"{head}    ptx.inst.add.u32(a, a, 1, pred=~p)\n    ptx.ret()\n"))
    assert "not.pred" in text
