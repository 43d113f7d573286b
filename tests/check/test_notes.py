"""Other statements that a diagnostic shows: declarations, writes, branches."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ptxpy.check import check_text

HEAD = """\
.version 8.0
.target sm_90a
.address_size 64
.func (.reg .b32 r) half(.reg .b32 x) { shr.u32 r, x, 1; ret; }
.shared .align 128 .b8 tile[1024];
.entry k(.param .u64 data)
{
.reg .pred %p<4>; .reg .b32 %r<8>; .reg .f32 %f<8>; .reg .b64 %rd<4>;
mov.b32 %r1, 0; mov.f32 %f1, 0f00000000; mov.f32 %f2, %f1; mov.f32 %f3, %f1; mov.f32 %f4, %f1;
mov.b64 %rd1, 0; mov.b32 %r2, %r1; setp.eq.s32 %p1, %r1, 0;
"""
MMA = (
    "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1,%f2,%f3,%f4}, %rd1, %rd1, "
    "1, 1, 1, 0, 0;"
)
CASES = Path(__file__).with_name("notes.txt").read_text().split("\n\n")[1:]


@pytest.mark.parametrize("case", CASES, ids=lambda case: re.findall("PTX...", case)[0])
def test_notes(case: str) -> None:
    """Each is at its line, and a diagnostic without another statement has none."""
    text = f"{HEAD}{case}\nret;\n}}\n"
    expected: dict[tuple[int, str], list[tuple[int, str]]] = {}
    inside = []
    for line, row in enumerate(text.split("\n"), 1):
        if mark := re.search(r"//! (\w+)(.*)", row):
            before = re.findall(r"(\d+): ([^;]+)", mark[2])
            expected[line, mark[1]] = [(int(number), message) for number, message in before]
        elif note := re.search(r"//\^ (.+)", row):
            inside.append((line, note[1]))
    (only,) = expected
    expected[only] += inside
    found = {
        (each.line, each.code): [(note.line, note.message) for note in each.related]
        for each in check_text(text.replace("MMA", MMA)).found
        if each.code == only[1]
    }
    assert found == expected


def test_rendering() -> None:
    """A note has the text of its line, without what would change the terminal."""
    text = f"{HEAD}add.s32 %r1, %f1, %r2;\nret;\n}}\n"
    text = text.replace(".reg .pred", "/*\x1b*/ .reg .pred")
    found = check_text(text).found[-1]
    assert found.render("k.ptx").split("\n")[-2] == (
        "    note: line 8: %f1 is declared here: /* */ .reg .pred %p<4>; .reg .b32 %r<8>; "
        ".reg .f32 %f<8>; .reg .b64 %rd<4>;"
    )


def test_many_notes_take_bounded_time() -> None:
    """Of a file with thousands of mistakes, the first have notes."""
    body = f"{MMA}\nwgmma.commit_group.sync.aligned;\nadd.f32 %f2, %f2, %f1;\n" * 200
    found = check_text(f"{HEAD}wgmma.fence.sync.aligned;\n{body}ret;\n}}\n").found
    noted = [bool(each.related) for each in found if each.code == "PTX058"]
    assert noted[0]
    assert len(noted) > sum(noted) <= 100
