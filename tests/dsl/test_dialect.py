"""The versions of the notation: what `dialect=2` changes, and what it leaves."""

from __future__ import annotations

import textwrap

import pytest

import ptxpy

HEAD = """\
from ptxpy import *

module("nvcc-13.0", version="8.0", target="sm_80", dialect={})


@kernel
def k(out: u64, n: u32):
    p, r, rd, f = reg.bulk(p=3, r=9, rd=4, f=4)
"""


def emitted(body: str, dialect: object = 2) -> list[str]:
    """Return the statements of a body, with single blanks, its declarations left out."""
    program = HEAD.format(dialect) + textwrap.indent(body, "    ") + "\n    ptx.ret()\n"
    text = ptxpy.emit(ptxpy.from_python(program))
    inside = text[text.index(".entry k") :].partition("{\n")[2].rpartition("\n}")[0]
    lines = [" ".join(line.split()) for line in inside.splitlines() if line.strip()]
    return [line for line in lines if not line.startswith(".reg")]


STORE = "\n    ptx.st.global_.u32([rd[1]], 1)"
CASES = {
    "r[1] = ptx.ld.global_.u32([rd[1], 0])": (
        ["ld.global.u32 %r1, [%rd1];"],
        ["ld.global.u32 %r1, [%rd1+0];"],
    ),
    "for i in range(2):\n    r[i] = ptx.ld.global_.u32([rd[1], 4 * i])": (
        ["ld.global.u32 %r0, [%rd1];", "ld.global.u32 %r1, [%rd1+4];"],
        ["ld.global.u32 %r0, [%rd1+0];", "ld.global.u32 %r1, [%rd1+4];"],
    ),
    f"with ptx.if_(r[1] < r[2]):  #: p1{STORE}": (
        ["setp.ge.s32 %p1, %r1, %r2;", "@%p1 bra $L__BB0_2;"],
        ["setp.lt.s32 %p1, %r1, %r2;", "@!%p1 bra $L__BB0_2;"],
    ),
    f"with ptx.if_(r[1].u32 <= 7):  #: p1{STORE}": (
        ["setp.gt.u32 %p1, %r1, 7;", "@%p1 bra $L__BB0_2;"],
        ["setp.le.u32 %p1, %r1, 7;", "@!%p1 bra $L__BB0_2;"],
    ),
}
"""Lines of a kernel, and what they emit in version 2 and in version 1."""


@pytest.mark.parametrize("body", CASES)
def test_what_differs(body: str) -> None:
    """An offset of 0, and a comparison of integers in the call of a block."""
    second, first = CASES[body]
    assert emitted(body)[: len(second)] == second
    assert emitted(body, 1)[: len(first)] == first


SAME = (
    f"more = r[1] < r[2]  #: p1\nwith ptx.if_(more):{STORE}",
    f"p[1] = r[1] < r[2]\nwith ptx.if_(p[1]):{STORE}",
    f"with ptx.if_(f[1] < f[2]):  #: p1{STORE}",
    f"with ptx.unless(r[1] < r[2]):  #: p1{STORE}",
    f"with ptx.if_(r[1] < r[2], over=True):  #: p1{STORE}",
    "r[1] = ptx.ld.global_.u32([rd[1]])",
)


@pytest.mark.parametrize("body", SAME)
def test_what_is_the_same(body: str) -> None:
    """A predicate with a name, floats, a branch of two: each is what it was."""
    assert emitted(body) == emitted(body, 1)


@pytest.mark.parametrize("dialect", [0, 3, True, "'2'", 2.0])
def test_other_versions(dialect: object) -> None:
    """A version that is not known is refused."""
    with pytest.raises(ptxpy.dsl.TraceError, match="a later version needs a later ptxpy"):
        emitted("pass", dialect)


def test_zero_offsets_are_apart_from_conditions() -> None:
    """The module says that `[x, 0]` is `[x+0]`, and conditions stay those of version 2."""
    body = f"with ptx.if_(r[1] < r[2]):  #: p1{STORE.replace('[rd[1]]', '[rd[1], 0]')}"
    found = emitted(body, "2, zero_offsets=True")
    assert found[:2] == ["setp.ge.s32 %p1, %r1, %r2;", "@%p1 bra $L__BB0_2;"]
    assert "st.global.u32 [%rd1+0], 1;" in found
