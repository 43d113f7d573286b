"""Where a thread comes to a line of a source: the instructions at which a breakpoint is."""

from __future__ import annotations

import pytest

from ptxpy import parse
from ptxpy.debugger.source_map import SourceMap
from ptxpy.launch_request import ModuleSource

HEAD = """.version 8.0
.target sm_80
.address_size 64
.visible .entry k()
{
.reg .pred %p<3>;
.reg .b32 %r<9>;
"""

CASES = {
    # Each row is an instruction, behind its line; the marked ones are those that line 1 stops at.
    "a run of a line": "1> mov.u32 %r1, 1; | 1 mov.u32 %r1, 2; | 2 ret;",
    "a piece comes back in the block": (
        "1> mov.u32 %r1, 1; | 2 mov.u32 %r1, 2; | 1 mov.u32 %r1, 3; | 3 ret;"
    ),
    "another block": "1> mov.u32 %r1, 1; | 2 mov.u32 %r1, 2; | L: | 1 mov.u32 %r1, 3; | 3 ret;",
    "a jump to the line": (
        "1> setp.eq.u32 %p1, %r1, 0; | 2 @%p1 bra L; | 2 mov.u32 %r1, 2; | L: | "
        "1> mov.u32 %r1, 3; | 3 ret;"
    ),
    "a line of several blocks": (
        "1> setp.eq.u32 %p1, %r1, 0; | 1 @%p1 bra L; | 1 mov.u32 %r1, 2; | L: | "
        "1 mov.u32 %r1, 3; | 3 ret;"
    ),
    "a round of a loop": (
        "2 mov.u32 %r1, 1; | L: | 1> add.u32 %r1, %r1, 1; | 2 setp.lt.u32 %p1, %r1, 9; | "
        "2 @%p1 bra L; | 3 ret;"
    ),
    "a loop in one line": (
        "1> mov.u32 %r1, 1; | L: | 1 add.u32 %r1, %r1, 1; | 1 setp.lt.u32 %p1, %r1, 9; | "
        "1 @%p1 bra L; | 3 ret;"
    ),
    "a loop in one line behind another line": (
        "2 mov.u32 %r1, 1; | L: | 1> add.u32 %r1, %r1, 1; | 1 setp.lt.u32 %p1, %r1, 9; | "
        "1 @%p1 bra L; | 3 ret;"
    ),
    "the line without instructions": "1 | 2> mov.u32 %r1, 1; | 2 ret;",
    "functions that are inlined in the line": (
        "1 | 7@1> mov.u32 %r1, 1; | 2 mov.u32 %r1, 2; | 7@1 mov.u32 %r1, 3; | "
        "8@2 mov.u32 %r1, 4; | 3 ret;"
    ),
    "a function that is inlined twice": "1@4> mov.u32 %r1, 1; | 1@5> mov.u32 %r1, 1; | 3 ret;",
}


@pytest.mark.parametrize("case", CASES)
def test_breakpoints(case: str) -> None:
    """In each basic block the first instruction of the line that is entered from another line."""
    rows = []
    expected = []
    for row in CASES[case].split(" | "):
        where, _, instruction = row.partition(" ")
        if where == "L:":
            rows.append(where)
            continue
        line, _, caller = where.removesuffix(">").partition("@")
        inlined = f", function_name $L__info, inlined_at 1 {caller} 3" if caller else ""
        rows += [f".loc 1 {line} 3{inlined}", *[instruction] * bool(instruction)]
        if where.endswith(">"):
            expected.append(len(rows) + HEAD.count("\n"))
    names = "} .section .debug_str { $L__info: .b8 102, 0 }"
    text = "\n".join([HEAD + rows[0], *rows[1:], names, '.file 1 "k.cu"'])
    lines = SourceMap(ModuleSource(parse(text), "k.ptx", text.encode()))
    place, ordinals = lines.find("k.cu", 1)
    assert place == ("k.cu", 1)
    assert [lines.ptx(ordinal).line for ordinal in ordinals] == expected
