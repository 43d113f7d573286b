"""Structured control flow emits branches and labels, numbered by basic block."""

from __future__ import annotations

import pytest

import ptxpy

HEAD = """\
from ptxpy import *

module("ptxpy", version="8.0", target="sm_80")


@kernel
def k(out: u64):
    p, r = reg.bulk(p=4, r=4)
"""


def emitted(body: str) -> list[str]:
    """Return labels and branches of the PTX that a body emits."""
    lines = [f"    {line}\n" for line in body.splitlines()]
    text = ptxpy.emit(ptxpy.from_python(HEAD + "".join(lines)))
    return [line.strip() for line in text.splitlines() if "BB" in line or "done" in line]


CASES = {
    "with ptx.unless(p[1]):\n    r[1] = 5": ["@%p1 bra $L__BB0_2;", "$L__BB0_2:"],
    "with ptx.if_(p[1]):\n    r[1] = 5": ["@!%p1 bra $L__BB0_2;", "$L__BB0_2:"],
    "with ptx.unless(p[1], end='done'):\n    r[1] = 5": ["@%p1 bra done;", "done:"],
    "with ptx.unless(p[1], end=7):\n    r[1] = 5": ["@%p1 bra $L__BB0_7;", "$L__BB0_7:"],
    "with ptx.loop() as l:\n    r[1] = 5\n    l.again(when=p[1])": [
        "$L__BB0_1:",
        "@%p1 bra $L__BB0_1;",
    ],
    "with ptx.loop() as l:\n    l.again()": ["$L__BB0_1:", "bra.uni $L__BB0_1;"],
    "with ptx.loop() as l:\n    l.again(uni=False)": ["$L__BB0_1:", "bra $L__BB0_1;"],
    "with ptx.block() as b:\n    r[1] = 5\n    b.leave(unless=p[1])\n    r[1] = 6": [
        "@!%p1 bra $L__BB0_2;",
        "$L__BB0_2:",
    ],
    (
        "with ptx.block() as b:\n    b.leave(when=p[1])\n"
        "with ptx.loop(b) as l:\n    l.again(when=p[2])"
    ): [
        "@%p1 bra $L__BB0_1;",
        "$L__BB0_1:",
        "@%p2 bra $L__BB0_1;",
    ],
}


@pytest.mark.parametrize("body", CASES)
def test_structure(body: str) -> None:
    """Each form emits what the table says."""
    assert emitted(body) == CASES[body]


def test_nested_loops_are_numbered_in_order() -> None:
    """By basic block: one begins at each label, and behind each branch."""
    body = """\
with ptx.loop() as outer:
    with ptx.loop() as inner:
        r[1] = 5
        inner.again(when=p[1])
    r[2] = 6
    outer.again(when=p[2])
with ptx.unless(p[3]):
    r[3] = 7"""
    assert emitted(body) == [
        "$L__BB0_1:",
        "$L__BB0_2:",
        "@%p1 bra $L__BB0_2;",
        "@%p2 bra $L__BB0_1;",
        "@%p3 bra $L__BB0_6;",
        "$L__BB0_6:",
    ]


def test_a_block_ends_in_its_own_scope() -> None:
    """It cannot be left open across a brace."""
    with pytest.raises(ptxpy.TraceError, match="another scope"):
        emitted("with ptx.unless(p[1]):\n    ptx.scope_open()")
