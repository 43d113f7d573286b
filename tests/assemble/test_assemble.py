"""Assembling, with the real assemblers: what holds for each of them."""

from __future__ import annotations

import re

import pytest

from ptxpy.assemble import AssembleError, AssemblerName, Limits, Message, assemble
from ptxpy.assemble.assembly import read_sections
from tests.assemble.cases import HEADER, SMALL, Case, cases
from tests.assemble.real import needs_nvjitlink, needs_ptxas

BOTH = [
    pytest.param("ptxas", marks=needs_ptxas),
    pytest.param("nvjitlink", marks=needs_nvjitlink),
]
by_each = pytest.mark.parametrize("assembler", BOTH)

REFUSED = cases("refused.txt")

NAMES = {"ptxas": "ptxas", "nvjitlink": "nvJitLink"}


@by_each
def test_a_small_kernel(assembler: AssemblerName) -> None:
    """The cubin holds its code, and nothing is said about it."""
    assembly = assemble(SMALL, assembler=assembler)
    assert ".text.k" in {section.name for section in read_sections(assembly.cubin)}
    assert assembly.arch == "sm_80"
    assert assembly.messages == ()
    assert re.fullmatch(NAMES[assembler] + r" \d+\.\d+", assembly.assembler)
    assert assembly.kernels[0].constant == 360


@by_each
def test_the_architecture_that_is_asked_for(assembler: AssemblerName) -> None:
    """It is used instead of that of the file."""
    assembly = assemble(SMALL, arch="sm_90a", assembler=assembler)
    assert assembly.arch == "sm_90a"
    assert assembly.kernels[0].constant == 536
    assert assembly.cubin != assemble(SMALL, assembler=assembler).cubin


@by_each
@pytest.mark.parametrize(
    "source",
    [
        SMALL.encode(),
        SMALL + "\0",
        SMALL.encode() + b"\0\0",
        SMALL.replace("\n", "\r\n"),
        "/* .target sm_999 */\n" + SMALL,
        SMALL.replace(".target ", ".target /* c */\t"),
    ],
)
def test_forms_of_a_source(source: str | bytes, assembler: AssemblerName) -> None:
    """NUL may stand at the end, and comments anywhere."""
    assert assemble(source, assembler=assembler).arch == "sm_80"


@needs_nvjitlink
def test_bytes_that_are_not_utf_8() -> None:
    """They may stand in comments, from version 13.1 of the assemblers on."""
    assert assemble(SMALL + "// caf\udce9", assembler="nvjitlink").arch == "sm_80"


def refused() -> list[object]:
    """Return each case with the assemblers whose words are in it."""
    return [
        pytest.param(case, *mark.values, id=f"{case.title}, {mark.values[0]}", marks=mark.marks)
        for case in REFUSED
        for mark in BOTH
        if not case.title.endswith("]") or case.title.endswith(f"[{mark.values[0]}]")
    ]


@pytest.mark.parametrize(("case", "assembler"), refused())
def test_what_is_refused(case: Case, assembler: AssemblerName) -> None:
    """The lines of the data file are in the message, in their order."""
    body = case.text.rstrip("\n")
    source = body[1:] if body.startswith("!") else f"{HEADER}{body}\nret;\n}}\n"
    with pytest.raises(AssembleError) as caught:
        assemble(source, assembler=assembler)
    pattern = ".*".join(map(re.escape, case.expected))
    assert re.search(pattern, str(caught.value), re.DOTALL), str(caught.value)
    assert "aborted" not in str(caught.value)


def test_enough_is_refused() -> None:
    """The cases did not vanish."""
    assert len(REFUSED) >= 16


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("", Message("error", "the source is empty")),
        (b" \n\0", Message("error", "the source is empty")),
        (
            HEADER + "mov.u32 %r1, \0 1;",
            Message("error", "a NUL byte in the source, at which assemblers stop", 7),
        ),
        ("\n\n\ud800", Message("error", "the source contains '\\ud800', which has no encoding", 3)),
        ("/*" * 100_000, Message("error", "no .target directive names an architecture")),
    ],
)
def test_what_does_not_reach_the_assembler(source: str | bytes, expected: Message) -> None:
    """What has no chance is refused here."""
    with pytest.raises(AssembleError) as caught:
        assemble(source)
    assert caught.value.messages == (expected,)


@pytest.mark.parametrize("arch", ["", "sm_80 -x", "compute_80", "SM_80", "sm_80\n", "sm_٨٠"])
def test_what_is_no_architecture(arch: str) -> None:
    """It does not become an option."""
    with pytest.raises(AssembleError, match="not an architecture"):
        assemble(SMALL, arch=arch)


def test_arguments_that_make_no_sense() -> None:
    """Options are those of one assembler."""
    with pytest.raises(ValueError, match=r"^options need assembler='ptxas' or 'nvjitlink'"):
        assemble(SMALL, options=["-O0"])
    with pytest.raises(ValueError, match=r"^no assembler 'nvcc'"):
        assemble(SMALL, assembler="nvcc")  # type: ignore[arg-type]


@by_each
def test_deep_nesting(assembler: AssemblerName) -> None:
    """It is an error as any other."""
    with pytest.raises(AssembleError, match="line 7: error: Parsing error"):
        assemble(HEADER + "{" * 100_000 + "}" * 100_000 + "}", assembler=assembler)


@by_each
def test_a_division_that_overflows(assembler: AssemblerName) -> None:
    """It ends the process: the error names the assembler."""
    hostile = ".version 8.0\n.target sm_80\n.global .s64 a = (-9223372036854775807-1) / -1;\n"
    with pytest.raises(AssembleError, match=rf"^error: {NAMES[assembler]} \S+ crashed \(\w+"):
        assemble(hostile, assembler=assembler)


@by_each
def test_a_limit_of_memory(assembler: AssemblerName) -> None:
    """What needs more than it may is refused, and this process lives."""
    hostile = ".version 8.0\n.target sm_80\n.visible .global .b8 s[3999999999] = {1};\n"
    limits = Limits(memory=1 << 30)
    with pytest.raises(AssembleError):
        assemble(hostile, limits=limits, assembler=assembler)
    assert assemble(SMALL, limits=limits, assembler=assembler).kernels
