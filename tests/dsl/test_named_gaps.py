"""Layout by name: a table at the end of a module, and names where statements have it."""

from __future__ import annotations

import pytest

import ptxpy

HEAD = """\
from ptxpy import *

module("nvcc-13.0", version="8.0", target="sm_80", gaps=GAPS)


@kernel
def k():
    r = reg.bulk(r=9)
    with ptx.asm():
BODY
    ptx.ret()
"""


def emitted(gaps: str, *lines: str) -> str:
    """Return the PTX of a kernel with lines in inline assembly."""
    body = "\n".join(f"        {line}" for line in lines)
    return ptxpy.emit(ptxpy.from_python(HEAD.replace("GAPS", gaps).replace("BODY", body)))


def test_a_name_is_what_it_stands_for() -> None:
    """A pair says both, in `before`; a text is one of them."""
    gaps = '{"fma": ("\\n  ", "|| |||||"), "tight": "| |||||", "next": "\\n\\t  "}'
    named = emitted(
        gaps,
        'r[1] = ptx.add.cc.u32(r[1], r[2], before="fma")',
        'r[3] = ptx.addc.u32(r[1], r[2], before="next", within="tight")',
        'r[4] = ptx.addc.u32(r[1], r[2], before="fma", within="tight")',
        'with ptx.scope(before="next", closing="next"):',
        "    ptx.nanosleep.u32(1)",
    )
    written = emitted(
        "{}",
        'r[1] = ptx.add.cc.u32(r[1], r[2], before="\\n  ", within="|| |||||")',
        'r[3] = ptx.addc.u32(r[1], r[2], before="\\n\\t  ", within="| |||||")',
        'r[4] = ptx.addc.u32(r[1], r[2], before="\\n  ", within="| |||||")',
        'with ptx.scope(before="\\n\\t  ", closing="\\n\\t  "):',
        "    ptx.nanosleep.u32(1)",
    )
    assert named == written
    assert "\n  add.cc.u32 %r1,%r1,%r2;\n\t  addc.u32 %r3,%r1,%r2;" in named


def test_an_edit_moves_no_layout() -> None:
    """A line that is inserted or deleted leaves the layout of the others, and their names."""
    gaps = '{"a": "\\n  ", "b": "\\n    "}'
    lines = [f'r[{i}] = ptx.mov.u32({i}, before="{"ab"[i % 2]}")' for i in range(1, 7)]
    whole = emitted(gaps, *lines).splitlines()
    for at in range(len(lines)):
        fewer = emitted(gaps, *lines[:at], *lines[at + 1 :]).splitlines()
        assert fewer == [line for line in whole if f"%r{at + 1}, {at + 1};" not in line]


@pytest.mark.parametrize(
    ("gaps", "line", "error", "message"),
    [
        (
            '{"a": " "}',
            'ptx.ret(before="b")',
            ptxpy.TraceError,
            "not 'b', and no layout is called so: .* has a",
        ),
        ("{}", 'ptx.ret(within="b")', ptxpy.TraceError, "has none"),
        ('{"a b": " "}', "ptx.ret()", ValueError, "a name must be an identifier"),
        ('{"a": "x"}', "ptx.ret()", ValueError, "white space and comments"),
        ('{"a": ("x", "|")}', "ptx.ret()", ValueError, "white space and comments"),
        ('{"a": (" ", "| x|")}', "ptx.ret()", ValueError, "white space and comments"),
        ('{"a": 3}', "ptx.ret()", TypeError, "a text, or"),
        ('{"a": (" ", "", "")}', "ptx.ret()", TypeError, "a text, or"),
    ],
)
def test_refused(gaps: str, line: str, error: type[Exception], message: str) -> None:
    """Names that there are not, and layout that is none."""
    with pytest.raises(error, match=message):
        emitted(gaps, line)


def test_a_table_may_follow_the_kernels() -> None:
    """`ptx.layout` says what `module(gaps=…)` does, wherever it is, and adds to it."""
    line = 'r[1] = ptx.add.cc.u32(r[1], r[2], before="fma")'
    table = '{"fma": ("\\n  ", "|| |||||")}'
    expected = emitted(table, line)
    behind = HEAD.replace("GAPS", '{"other": " "}').replace("BODY", f"        {line}")
    assert ptxpy.emit(ptxpy.from_python(f"{behind}ptx.layout({table})\n")) == expected
    assert "\n  add.cc.u32 %r1,%r1,%r2;" in expected


@pytest.mark.parametrize(
    ("line", "error", "message"),
    [
        ('ptx.layout({"a": "  "})', ptxpy.TraceError, "the layout 'a' is ' ' already"),
        ('ptx.layout({"b": "x"})', ValueError, "white space and comments"),
        ("    ptx.layout({})", ptxpy.TraceError, "belongs to the module"),
    ],
)
def test_a_table_is_refused(line: str, error: type[Exception], message: str) -> None:
    """A name has one layout, and a table is no part of a function."""
    text = HEAD.replace("GAPS", '{"a": " "}').replace("BODY", "        ptx.nanosleep.u32(1)")
    with pytest.raises(error, match=message):
        ptxpy.from_python(f"{text}{line}\n")
