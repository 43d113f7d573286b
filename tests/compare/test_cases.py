"""Pairs of small files and the expected diffs."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

import ptxpy
from ptxpy.compare import ModuleDiff, compare

HEADER = ".version 9.0\n.target sm_90\n.address_size 64\n\n"
KERNEL = (
    ".entry k(.param .u32 a, .param .u32 b)\n{{\n"
    ".reg .b32 %r<9>;\n.reg .pred %p<4>;\n.reg .b64 %rd<9>;\n{}\n}}\n"
)


class Case(NamedTuple):
    """Two files and the expected diff."""

    title: str
    a: str
    b: str
    shown: str


def cases() -> list[Case]:
    """Read the cases beside this file."""
    text = (Path(__file__).parent / "cases.txt").read_text(encoding="utf-8")
    found = []
    for case in text.split("\n=== ")[1:]:
        title, _, rest = case.partition("\n")
        a, b, shown = rest.split("\n---\n")
        found.append(Case(title, _source(a), _source(b), shown.strip("\n")))
    return found


def _source(part: str) -> str:
    if part.startswith("body\n"):
        return HEADER + KERNEL.format(part.removeprefix("body\n"))
    return HEADER + part + "\n"


def shown(diff: ModuleDiff) -> str:
    """Return a diff in the notation of the cases."""
    lines = ["equal"] if diff.equal else []
    lines += [f"{line.sign}{line.text}" for line in diff.declarations]
    lines += [f"only in A {function.name}" for function in diff.only_a]
    lines += [f"only in B {function.name}" for function in diff.only_b]
    for function in diff.functions:
        if function.renamed:
            lines.append(f"renamed {function.a.name} {function.b.name}")
        lines += [f"moved {move.name}" for move in function.moves]
        for hunk in function.hunks:
            lines.append(f"@@ -{hunk.a} +{hunk.b} @@ {hunk.section}".rstrip())
            lines += [f"{line.sign}{line.text}" for line in hunk.lines]
    return "\n".join(lines)


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.title)
def test_case(case: Case) -> None:
    """The diff is the expected one; `different` stands for any difference."""
    diff = compare(ptxpy.parse(case.a), ptxpy.parse(case.b))
    if case.shown == "different":
        assert not diff.equal
        assert any(f.removed or f.added for f in diff.functions), "nothing is shown"
    else:
        assert shown(diff) == case.shown


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.title)
def test_the_other_way_round(case: Case) -> None:
    """Equal files are equal in both directions, and every file is equal to itself."""
    a, b = ptxpy.parse(case.a), ptxpy.parse(case.b)
    assert compare(b, a).equal is compare(a, b).equal
    assert compare(a, a).equal
    assert compare(b, b).equal
