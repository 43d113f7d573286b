"""Slips in edited imported kernels are refused at their line, and the advice works."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

import ptxpy
from ptxpy.dsl.programs.exception_locations import raising_line

HEAD = """from ptxpy import *

module("llvm", version="8.8", target="sm_90a", dialect=2)


@kernel
def k(scale: f32, count: u32, ptr: u64):
    rd = ptx.ld.param.b64([ptr])
    scale = ptx.ld.param.b32([scale])
    n = ptx.ld.param.b32([count])
    v = ptx.ld.global_.f32([rd])
    d = ptx.ld.global_.f64([rd])
    w = v.f32 + v
    h = ptx.cvt.rn.f16.f32(w)
    bits, _ = ptx.shfl.sync.bfly.b32(w, 1, 31, -1)
    z = reg.from_(b32(0), b32)
    acc = reg.run(b32, 4)
    rows = reg.run(b32, 2)
"""
FIRST = HEAD.count("\n") + 1
FILE = "imported_slips.py"


class Case(NamedTuple):
    """A slip, its message, and the lines that follow the advice."""

    name: str
    line: int
    """The line to blame, counted from the first of the case; 0 where nothing is wrong."""
    fragments: list[str]
    wrong: str
    right: str
    emitted: list[str]
    """The instructions that the right lines emit."""


def cases() -> list[Case]:
    """Return the cases of the file."""
    text = Path(__file__).with_name("imported_slips.txt").read_text(encoding="utf-8")
    found = []
    for part in text.split("\n=== ")[1:]:
        head, _, rest = part.partition("\n")
        name, line, *fragments = head.split(" | ")
        lines, _, emitted = rest.partition("\n=> ")
        wrong, _, right = lines.partition("\n--->\n")
        assert (line == "accepted") is not bool(fragments and right)
        number = 0 if line == "accepted" else int(line)
        found.append(Case(name, number, fragments, wrong, right or wrong, emitted.split()))
    return found


CASES = cases()


def program(body: str) -> str:
    """Return the program with the lines of a case."""
    lines = [*body.splitlines(), "ptx.ret()"]
    return HEAD + "".join(f"    {line}\n" for line in lines)


def opcodes(body: str) -> list[str]:
    """Return the instructions of the program with the lines of a case."""
    text = ptxpy.emit(ptxpy.from_python(program(body)))
    return re.findall(r"^\t([a-z][\w.:]*)[ \t]", text, re.MULTILINE)


BEFORE = opcodes("pass")


def test_there_are_cases() -> None:
    """A file that is not read would pass."""
    assert len(CASES) > 30


@pytest.mark.parametrize("case", [each for each in CASES if each.line], ids=lambda case: case.name)
def test_a_slip_is_refused(case: Case) -> None:
    """The message says what is wrong, at its line."""
    with pytest.raises((ptxpy.TraceError, TypeError, IndexError, AttributeError)) as caught:
        ptxpy.from_python(program(case.wrong), filename=FILE)
    for fragment in case.fragments:
        assert fragment in str(caught.value)
    assert raising_line(caught.value, FILE) - FIRST + 1 == case.line


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_advice_works(case: Case) -> None:
    """The lines that follow the advice emit what was meant."""
    found = opcodes(case.right)
    assert found[: len(BEFORE)] == BEFORE
    assert found[len(BEFORE) :] == case.emitted
