"""Reports of files: nothing in them ends the check, and none is larger than it need be."""

from __future__ import annotations

from collections import Counter

import pytest

from ptxpy.check import check_text
from ptxpy.check.report import MAX_DIAGNOSTICS_SHOWN, HiddenCounts, limit_diagnostics

HEAD = ".version 9.0\n.target sm_90\n.address_size 64\n"
REGISTERS = ".reg .pred %p<4>;\n.reg .b32 %r<4>;\n.reg .b64 %rd<4>;\n"
HUGE = "9" * 5000

BODIES = [
    "ld %r1, [%rd1];",
    "st [%rd1], %r1;",
    "ld;",
    f"mov.u32 %r1, {HUGE};",
    f"mov.u32 %r1, -{HUGE};",
    f"mov.u32 %r1, {HUGE}+1;",
    f"mov.u32 %r1, (1 ? {HUGE} : 2);",
    f"mov.u32 %r1, 0{'7' * 6000};",
    f"mov.u32 %r1, 0x{'7' * 6000};",
    f"mov.u32 %r1, %r{HUGE};",
    f"mov.u32 %r1, {HUGE}.0e{HUGE};",
    f"ld.global.u32 %r1, [%rd1+{HUGE}];",
    f"st.shared.u32 [{HUGE}], 1;",
    f"bar.sync {HUGE};",
    f"cp.async.wait_group {HUGE};",
    f"wgmma.wait_group.sync.aligned {HUGE};",
    f"shfl.sync.idx.b32 %r1, %r2, {HUGE}, {HUGE}, {HUGE};",
    f"T: .branchtargets L<{HUGE}>;\nbrx.idx %r1, T;",
    f".shared .align {HUGE} .b8 t[{HUGE}];",
    f".reg .b32 q<{HUGE}>;\nmov.b32 q1, 0;",
]


@pytest.mark.parametrize("body", BODIES, ids=lambda body: body[:30])
def test_kernels_that_mean_nothing(body: str) -> None:
    """Incomplete instructions and very long numbers raise nothing."""
    source = f"{HEAD}.visible .entry k()\n{{\n{REGISTERS}{body}\nret;\n}}\n"
    checked = check_text(source)
    assert checked.module is not None
    assert all(found.code != "PTX001" for found in checked.found)


@pytest.mark.parametrize("name", [".maxntid", ".reqntid", ".maxnreg", ".minnctapersm"])
def test_directives_that_mean_nothing(name: str) -> None:
    """Very long numbers of threads raise nothing."""
    body = f"{REGISTERS}mov.u32 %r1, %tid.x;\nsetp.lt.u32 %p1, %r1, 4;\n@%p1 bar.sync 0;\nret;\n"
    checked = check_text(f"{HEAD}.visible .entry k() {name} {HUGE}\n{{\n{body}}}\n")
    assert checked.module is not None


@pytest.mark.parametrize(
    ("source", "line", "column"),
    [("// only a comment", 1, 18), ("\n/* a */\n// b\n\n", 3, 5), ("/**/ \n", 1, 5)],
)
def test_comments_alone(source: str, line: int, column: int) -> None:
    """A file without statements has its diagnostic at its end."""
    found = check_text(source).found
    assert [one.code for one in found] == ["PTX030"]
    assert (found[0].line, found[0].column) == (line, column)
    assert found[0].render("f").startswith(f"f:{line}:{column}: error: ")


@pytest.mark.parametrize(
    ("start", "column"), [("\N{ZERO WIDTH NO-BREAK SPACE}//\n\n", 1), ("// ok\n/* \u00e9 */", 4)]
)
def test_the_place_of_a_character(start: str, column: int) -> None:
    """A character that is not ASCII is pointed at, and not the statement behind it."""
    (found,) = check_text(f"{start}.version 9.0\n.target sm_90\n.address_size 64\n").found
    assert (found.code, found.line, found.column) == ("PTX003", 1 + (column > 1), column)


def test_no_more_than_a_thousand() -> None:
    """Diagnostics beyond the limit are counted, separately for errors and warnings."""
    wrong = "".join(f"mov.u32 %q{i}_, 1;\n" for i in range(MAX_DIAGNOSTICS_SHOWN + 234))
    checked = check_text(f"{HEAD}.visible .entry k()\n{{\n{wrong}ret;\n}}\n")
    assert len(checked.found) == MAX_DIAGNOSTICS_SHOWN
    assert checked.rest == HiddenCounts(errors=234, codes=(("PTX020", 234),))
    assert check_text(f"{HEAD}.visible .entry k()\n{{\nret;\n}}\n").rest == HiddenCounts()


def test_the_rest_by_severity() -> None:
    """Further diagnostics are counted by severity."""
    found = check_text(
        f"{HEAD}.visible .entry k()\n{{\n{REGISTERS}mov.u32 %q, 1;\nmov.u32 %r1, %r2;\n"
        "st.global.u32 [%rd1], %r1;\nret;\n}\n"
    ).found
    assert {one.severity for one in found} == {"error", "warning"}
    errors = sum(one.severity == "error" for one in found)
    shown, rest = limit_diagnostics([found[0]] * MAX_DIAGNOSTICS_SHOWN + [*found])
    assert len(shown) == MAX_DIAGNOSTICS_SHOWN
    assert rest[:2] == (errors, len(found) - errors)
    assert dict(rest.codes) == Counter(one.code for one in found)


@pytest.mark.parametrize(
    "statement",
    ["mov.u32 %r1, %{};", "bra {};", "mov.u32.{} %r1, 1;", "{} %r1;", "mov.u32 %r1, a.b.{};"],
)
def test_long_names(statement: str) -> None:
    """A name of a megabyte is truncated in messages."""
    body = statement.format("x" * 1_000_000)
    checked = check_text(f"{HEAD}.visible .entry k()\n{{\n{REGISTERS}{body}\nret;\n}}\n")
    assert checked.found
    assert len("".join(found.render("f") for found in checked.found)) < 3000


@pytest.mark.parametrize(("word", "codes"), [(".cc", ["PTX001"]), ("", ["PTX001", "PTX043"])])
def test_text_that_does_not_parse_may_set_the_carry_flag(word: str, codes: list[str]) -> None:
    """Only if it has the word."""
    body = f"add{word}.u32 %r1 %r2 %r3;\naddc.u32 %r4, %r4, 0;\n"
    checked = check_text(f"{HEAD}.entry k()\n{{\n.reg .u32 %r<9>;\n{body}}}\n")
    assert [found.code for found in checked.found if found.code != "PTX040"] == codes
