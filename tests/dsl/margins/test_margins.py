"""Statements with margins: the registers of their values, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

import ptxpy
from ptxpy.compare import compare
from ptxpy.dsl.margins.logical_lines import strip_margins
from ptxpy.dsl.programs.exception_locations import raising_line

HEAD = """from ptxpy import b32, f32, kernel, module, pred, ptx, reg, s32, u32, u64

module("{style}", version="8.0", target="sm_90a")


def group(x):
    t = x + 1
    u = t * 3
    v = u ^ t
    return u


def last_is_predicate(x):
    t = x + 1
    t < 3
    return t


def unused_result(x):
    t = x + 1
    x * 3
    return t


def three(x):
    t = x + 1
    u = t * 3
    v = u ^ t
    w = v + 4
    return t, v, w - v


def declares(x):
    first, last = reg.run(b32, 2)
    test = x < 3
    first.set(x + 1)
    last.set(first * 3)
    return test, last


@kernel
def k(n: u32, x: u64):
    p, r, f, rd = reg.bulk(p=9, r=40, f=70, rd=9)
"""
FIRST = HEAD.count("\n") + 1
FILE = "margins.py"


class Case(NamedTuple):
    """Statements, and what they make or why they are refused."""

    name: str
    line: int
    """The line to blame, counted from the first of the body; 0 where it is accepted."""
    expected: str
    body: str


def cases() -> list[Case]:
    """Return the cases of the file."""
    text = Path(__file__).with_name("margins.txt").read_text(encoding="utf-8")
    found = []
    for part in text.split("\n=== ")[1:]:
        head, _, body = part.partition("\n")
        name, *rest = head.split(" | ")
        body, mark, made = body.partition(">>>\n")
        assert bool(mark) != bool(rest)
        line, expected = (int(rest[0]), rest[1]) if rest else (0, made.strip("\n"))
        found.append(Case(name, line, expected, body.strip("\n")))
    return found


CASES = cases()


def program(body: str, style: str = "nvcc-13.0") -> str:
    """Return a program with a body."""
    lines = [*body.splitlines(), "ptx.ret()"]
    return HEAD.format(style=style) + "".join(f"    {line}\n" for line in lines)


def instructions(text: str) -> str:
    """Return the instructions of a program, as lines with one blank between words."""
    written = ptxpy.emit(ptxpy.from_python(text, filename=FILE))
    lines = [" ".join(line.split()) for line in written.partition("{\n")[2].splitlines()]
    return "\n".join(
        line for line in lines if line and not line.startswith((".reg", "//", "}", "ret;"))
    )


def test_there_are_cases() -> None:
    """A file that is not read would pass."""
    assert len(CASES) > 30
    assert sum(case.line > 0 for case in CASES) > 10


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_margins(case: Case) -> None:
    """Statements make these instructions, or are refused at their line."""
    text = program(case.body)
    if not case.line:
        assert instructions(text) == case.expected
        return
    with pytest.raises(ptxpy.TraceError) as caught:
        ptxpy.from_python(text, filename=FILE)
    assert case.expected in str(caught.value)
    assert raising_line(caught.value, FILE) - FIRST + 1 == case.line


@pytest.mark.parametrize(
    ("helper", "line"),
    [
        ("def twice(x):\n    y = x + x  #: r2\n    return y\n", 2),
        ("def twice(x):\n    return ptx.add.u32(\n        x,  #: r2\n        x,\n    )\n", 3),
        ("STAGES = 3  #: r2\n", 1),
        ("STAGES = 3  #: how many there are\n", 0),
        ('TEXT = """\nx = 3  #: r2\n"""\n', 0),
        ("#: r2 is the number of stages\nSTAGES = 3\n", 0),
    ],
)
@pytest.mark.parametrize("body", ["r[11] = r[1] + 3", "bar = r[1] + 24  #: r19\nr[11] = bar"])
@pytest.mark.parametrize("is_last", [False, True])
def test_a_margin_outside(helper: str, line: int, body: str, is_last: bool) -> None:
    """A margin that no kernel's statement has is refused, and a comment that is none is not."""
    before = HEAD.format(style="nvcc-13.0").partition("@kernel")[0]
    text = program(body)
    first = text.count("\n") + 1 if is_last else before.count("\n") + 1
    text = text + helper if is_last else text.replace(before, before + helper, 1)
    if not line:
        assert "add.s32 %r11, %r1, 3" in instructions(text) or "%r19" in instructions(text)
        return
    with pytest.raises(ptxpy.TraceError, match="is none: write it behind the statement") as caught:
        ptxpy.from_python(text, filename=FILE)
    assert raising_line(caught.value, FILE) == first + line - 1


SHARED = {
    "a value is read by the name of its register alone",
    "a register of two values of which one is used no more",
    "a register of a value and of an element that is written before it is read",
    "a register of a value and of one that changes, on two sides of a branch",
}
"""Without margins, each value has a register of its own."""


@pytest.mark.parametrize("style", ["nvcc-13.0", "llvm", "plain"])
@pytest.mark.parametrize(
    "case",
    [case for case in CASES if not case.line and case.name not in SHARED],
    ids=lambda case: case.name,
)
def test_stripped(case: Case, style: str) -> None:
    """Without its margins a program is the same up to the names of registers."""
    text = program(case.body, style)
    with_margins = ptxpy.from_python(text)
    without = ptxpy.from_python(strip_margins(text))
    found = compare(with_margins, without, debug=True)
    assert found.equal, found


POSITIONED = [case for case in CASES if not case.line and "@" in strip_margins(case.body)]


@pytest.mark.parametrize("case", POSITIONED, ids=lambda case: case.name)
def test_without_positions(case: Case) -> None:
    """Without its positions a program emits the same lines but for these."""
    assert len(POSITIONED) > 4
    bare = "\n".join(
        re.sub(r"(?:  #:)? [@!]\S*(?: [@!]\S*)*$", "", line) for line in case.body.splitlines()
    )
    expected = [line for line in case.expected.splitlines() if not _is_position(line)]
    assert instructions(program(bare)).splitlines() == expected


def _is_position(line: str) -> bool:
    return line.startswith((".loc", "$L__tmp", "$L__func_begin"))
