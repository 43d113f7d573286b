"""Comments that ignore diagnostics, and those that ignore nothing."""

from __future__ import annotations

import pytest

from ptxpy.check import check_text
from ptxpy.check.ignoring import find_ignores
from ptxpy.inline_ptx import check_source

HEAD = ".version 8.0\n.target sm_90\n.address_size 64\n.entry k()\n{\n\t.reg .b32 %r<3>;\n"


def codes(body: str) -> list[tuple[str, int]]:
    """Return the code and the line in the body of each diagnostic of a kernel."""
    found = check_text(f"{HEAD}{body}\tret;\n}}\n").found
    return [(each.code, each.line - HEAD.count("\n")) for each in found]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("\tmov.u32 %r1, %q;\n", [("PTX020", 1)]),
        ("\tmov.u32 %r1, %q; // ptxpy: ignore[PTX020]\n", []),
        ("\tmov.u32 %r1, %q; // as nvcc does  ptxpy: ignore[PTX040, PTX020]\n", [("PTX060", 1)]),
        ("\t// ptxpy: ignore[PTX020]\n\t// more\n\n\tmov.u32 %r1, %q;\n", []),
        ("\tmov.u32 %r1, %q; // ptxpy: ignore[PTX050]\n", [("PTX020", 1), ("PTX060", 1)]),
        ("\tmov.u32 %r1, %q; // ptxpy: ignore\n", [("PTX020", 1), ("PTX060", 1)]),
        ("\tmov.u32 %r1, %q; // ptxpy: ignore[PTX999]\n", [("PTX020", 1), ("PTX060", 1)]),
        ("\tbar.sync 0; // ptxpy: ignore[PTX091]\n", []),
        ('\t.pragma "// ptxpy: ignore[PTX020]"; mov.u32 %r1, %q;\n', [("PTX020", 1)]),
        ("\tmov.u32 %r9, %q; // ptxpy: ignore[PTX022,PTX020]\n", []),
    ],
)
def test_ptx(body: str, expected: list[tuple[str, int]]) -> None:
    """Codes are ignored in their line, or in the next line of code."""
    assert codes(body) == expected


def test_a_file_with_errors_of_syntax_has_no_idle_comments() -> None:
    """Rules that need the part which does not parse are silent there."""
    assert codes("\tbar.sync 0; // ptxpy: ignore[PTX053]\n\tadd.s32 (;\n") == [("PTX001", 2)]


CUDA = '__device__ void f() { asm volatile("bar.sync 0;"); }'
TRITON = """from triton.language import inline_asm_elementwise
y = inline_asm_elementwise("bad.s32 $0, $1;", "=r,r", [x], dtype=tl.int32, is_pure=True, pack=1)"""


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        (CUDA, "x.cu", ["INL011"]),
        (f"{CUDA} // ptxpy: ignore[INL011]\n", "x.cu", []),
        (f"// ptxpy: ignore[INL011]\n{CUDA}\n", "x.cu", []),
        ("int x; // ptxpy: ignore[INL011]\n", "x.cu", ["PTX060"]),
        (TRITON, "x.py", ["PTX010"]),
        (f"{TRITON}  # ptxpy: ignore[PTX010]\n", "x.py", []),
        (f"{TRITON}  # ptxpy: ignore[PTX010, INL001]\n", "x.py", ["PTX060"]),
    ],
)
def test_sources(text: str, name: str, expected: list[str]) -> None:
    """C++ and Python have their own comments."""
    assert [each.code for each in check_source(text.encode(), filename=name).found] == expected


def test_comments_in_strings_are_none() -> None:
    """Python's strings of several lines, and characters of C++."""
    assert find_ignores('x = """\n# ptxpy: ignore[PTX010]\n"""\n', "#") == []
    assert find_ignores("char c = '\"'; // ptxpy: ignore[PTX010]\n", "//")[0].line == 1
