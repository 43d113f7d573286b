"""Corrections as edits: each makes its diagnostic disappear and adds none."""

from __future__ import annotations

import pytest

from ptxpy.check import Edit, Fix, apply_edits, catalog, certain_edits, check_text
from ptxpy.check.diagnostic import whole
from ptxpy.inline_ptx import check_source

FIXED = {"PTX017", "PTX030", "PTX050", "INL001", "INL010", "INL011", "INL012", "INL017", "INL020"}
FIXED |= {"INL021"}
"""The codes whose example in the catalog has a certain correction."""


def found_in(code: str, text: str) -> list[tuple[str, Fix | None]]:
    """Return the code and the correction of each diagnostic of an example."""
    if code.startswith("INL"):
        found = check_source(text.encode(), filename="example.cu").found
    else:
        found = check_text(text).found
    return [(each.code, each.fix) for each in found]


@pytest.mark.parametrize("code", sorted(catalog()))
def test_examples_of_the_catalog(code: str) -> None:
    """The examples of which the corrections are certain are clean after them."""
    entry = catalog()[code]
    text = entry.wrong if code.startswith("INL") else whole(entry.wrong)
    if code in ("PTX002", "PTX004", "PTX090", "PTX091"):
        pytest.skip("not found in a text")
    found = found_in(code, text)
    before = {each for each, _ in found}
    edits = certain_edits(fix for _, fix in found)
    assert bool(edits) == (code in FIXED), (edits, found)
    if not edits:
        return
    for _ in range(3):
        text = apply_edits(text, edits)
        found = found_in(code, text)
        edits = certain_edits(fix for _, fix in found)
    assert {each for each, _ in found} == before - {code}, text


HEAD = ".version 7.0\n.target sm_90a\n.address_size 64\n.entry k()\n{\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            f"{HEAD}\tfence.sc.sys\n\texit;\n}}\n",
            f"{HEAD}\tfence.sc.sys;\n\texit;\n}}\n".replace("7.0", "8.0"),
        ),
        (
            f"{HEAD}\tbar.sync 0\n\tret\n}}\n",
            f"{HEAD}\tbar.sync 0;\n\tret;\n}}\n".replace("7.0", "8.0"),
        ),
        (
            f"{HEAD}\tret\n}}\n".replace("\n", "\r\n"),
            f"{HEAD}\tret;\n}}\n".replace("7.0", "8.0").replace("\n", "\r\n"),
        ),
        (
            f"{HEAD}\t.reg .b32 %r<2>; mov.u32 %r1, %clusterid.x; ret;\n}}\n",
            None,
        ),
    ],
)
def test_files(before: str, after: str | None) -> None:
    """Semicolons and versions, with the line ends of the file."""
    text = before
    for _ in range(3):
        edits = certain_edits(each.fix for each in check_text(text).found)
        text = apply_edits(text, edits)
    assert text == (after or before.replace("7.0", "8.0"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('asm volatile("bar.sync 0;");', 'asm volatile("bar.sync 0;" ::: "memory");'),
        (
            'asm volatile("bar.sync %0;" :: "r"(a));',
            'asm volatile("bar.sync %0;" :: "r"(a) : "memory");',
        ),
        ('asm volatile("ld.acquire.gpu.b32 %0, [%1];" : "=r"(b) : "l"(p));', None),
        ('asm volatile("bar.sync 0;" :::);', 'asm volatile("bar.sync 0;" ::: "memory");'),
        (
            'asm volatile("bar.sync 0;"  // ) wait\n    :\n    : "r"(f(a))  // (\n  );',
            "",
        ),
        (
            '__asm__("mov.u32 %0, %clock;" : "=r"(b));',
            '__asm__ volatile("mov.u32 %0, %%clock;" : "=r"(b));',
        ),
        ('asm volatile("st.global.b32 [%0], %1;" :: "l"(p), "r"(a) : "cc");', None),
    ],
)
def test_inline(before: str, after: str | None) -> None:
    """Clobbers are added wherever the statement has its colons."""
    text = f"__device__ void g(int *p, int a) {{ int b; {before} }}\n"
    for _ in range(3):
        found = check_source(text.encode(), filename="x.cu").found
        text = apply_edits(text, certain_edits(each.fix for each in found))
    if after:
        assert text == f"__device__ void g(int *p, int a) {{ int b; {after} }}\n"
    elif after is None:
        assert '"memory"' in text
    codes = {each.code for each in check_source(text.encode(), filename="x.cu").found}
    assert "INL011" not in codes or after == ""


def test_of_several_versions_the_highest_is_written() -> None:
    """Also where the order of numbers is not that of their texts."""
    fixes = [Fix("", (Edit(1, 10, 3, text),), is_certain=True) for text in ("8.6", "10.0", "9.0")]
    assert apply_edits(".version 7.0\n", certain_edits(fixes)) == ".version 10.0\n"
