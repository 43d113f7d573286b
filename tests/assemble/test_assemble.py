"""Assembling, with the real assembler."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

import pytest

from ptxpy.assemble import AssembleError, Limits, Message, Resources, assemble
from ptxpy.assemble.elf import sections
from tests.assemble.cases import FOLDER, ROOT, Case, cases

pytestmark = pytest.mark.skipif(sys.platform == "darwin", reason="nvJitLink is not for macOS")

HEADER = """\
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p)
{
.reg .b32 %r<4>; .reg .b64 %rd<4>;
"""
SMALL = f"{HEADER}ret;\n}}\n"

REFUSED = cases("refused.txt")


def needs() -> Iterator[tuple[str, list[list[str]]]]:
    """Yield a file of the corpus, and the rows of what its kernels need."""
    text = (FOLDER / "resources.txt").read_text(encoding="utf-8")
    for block in re.split(r"\n(?=corpus/)", text)[1:]:
        name, *rows = block.strip().split("\n")
        yield name, [row.split() for row in rows]


def row(resources: Resources) -> list[str]:
    """Return the row of the data file for a kernel."""
    name, kernel, *numbers = resources
    return [
        "kernel" if kernel else "function",
        *("-" if number is None else str(number) for number in numbers),
        name,
    ]


@pytest.mark.parametrize(("name", "rows"), list(needs()))
def test_what_kernels_need(name: str, rows: list[list[str]]) -> None:
    """Each row of the data file, but for the numbers that it leaves open."""
    found = {
        row(kernel)[-1]: row(kernel) for kernel in assemble((ROOT / name).read_bytes()).kernels
    }
    assert found.keys() == {expected[-1] for expected in rows}
    for expected in rows:
        cells = zip(expected, found[expected[-1]], strict=True)
        assert expected == ["*" if want == "*" else have for want, have in cells]


def test_a_small_kernel() -> None:
    """The cubin holds its code, and nothing is said about it."""
    assembly = assemble(SMALL)
    assert ".text.k" in {section.name for section in sections(assembly.cubin)}
    assert assembly.arch == "sm_80"
    assert assembly.messages == ()
    assert re.fullmatch(r"nvJitLink \d+\.\d+", assembly.assembler)
    assert assembly.kernels[0].constant == 360


def test_the_architecture_that_is_asked_for() -> None:
    """It is used instead of that of the file."""
    assembly = assemble(SMALL, arch="sm_90a")
    assert assembly.arch == "sm_90a"
    assert assembly.kernels[0].constant == 536
    assert assembly.cubin != assemble(SMALL).cubin


def test_options_and_spills() -> None:
    """Options reach the assembler: with few registers, 64 values alive at once are spilled."""
    body = [".reg .b32 %v<64>;", "ld.param.u64 %rd1, [p];"]
    body += [f"ld.volatile.global.u32 %v{i}, [%rd1+{4 * i}];" for i in range(64)]
    body += [f"st.volatile.global.u32 [%rd1+{4 * i}], %v{i};" for i in range(64)]
    source = "\n".join([HEADER.rstrip(), *body, "ret;", "}"])
    (roomy,) = assemble(source).kernels
    assert roomy.registers is not None
    assert roomy.registers > 64
    assert (roomy.stack, roomy.spill_stores, roomy.spill_loads) == (0, 0, 0)
    assembly = assemble(source, options=["-maxrregcount=32", "-Xptxas=--warn-on-spills"])
    (tight,) = assembly.kernels
    assert tight.registers is not None
    assert tight.registers <= 32
    assert tight.stack >= 4 * 32
    assert tight.spill_stores >= 4 * 32
    assert tight.spill_loads >= 4 * 32
    (warning,) = [said for said in assembly.messages if said.severity == "warning"]
    assert (warning.kernel, warning.line) == ("k", None)


def test_setmaxnreg_is_reported() -> None:
    """That nvJitLink ignores it is a message, which names no line."""
    source = (ROOT / "corpus/cutedsl/matmul_hopper_sm_90a.ptx").read_bytes()
    (message,) = assemble(source).messages
    assert message.severity == "info"
    assert "'setmaxnreg' ignored" in message.text


def test_advice_with_its_line() -> None:
    """A message on an instruction has the line of the PTX."""
    source = (ROOT / "corpus/handwritten/mma.ptx").read_bytes()
    (message,) = assemble(source).messages
    assert message.line is not None
    assert b"mma.sp" in source.split(b"\n")[message.line - 1]


@pytest.mark.parametrize(
    "source",
    [
        SMALL.encode(),
        SMALL + "\0",
        SMALL.encode() + b"\0\0",
        SMALL.replace("\n", "\r\n"),
        SMALL + "// caf\udce9",
        "/* .target sm_999 */\n" + SMALL,
        SMALL.replace(".target ", ".target /* c */\t"),
    ],
)
def test_forms_of_a_source(source: str | bytes) -> None:
    """Bytes that are not UTF-8 may stand in comments, and NUL at the end."""
    assert assemble(source).arch == "sm_80"


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case.title)
def test_what_is_refused(case: Case) -> None:
    """The lines of the data file are in the message, in their order."""
    body = case.text.rstrip("\n")
    source = body[1:] if body.startswith("!") else f"{HEADER}{body}\nret;\n}}\n"
    with pytest.raises(AssembleError) as caught:
        assemble(source)
    pattern = ".*".join(map(re.escape, case.expected))
    assert re.search(pattern, str(caught.value), re.DOTALL), str(caught.value)
    assert "aborted" not in str(caught.value)


def test_enough_is_refused() -> None:
    """The cases did not vanish."""
    assert len(REFUSED) >= 13


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("", Message("error", "the source is empty")),
        (b" \n\0", Message("error", "the source is empty")),
        (
            HEADER + "mov.u32 %r1, \0 1;",
            Message("error", "a NUL byte, at which nvJitLink would stop reading", 7),
        ),
        ("\n\n\ud800", Message("error", "the source holds '\\ud800', which has no bytes", 3)),
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


def test_an_unknown_option() -> None:
    """It is an error that says so."""
    with pytest.raises(AssembleError, match="does not know one of the options"):
        assemble(SMALL, options=["-frobnicate"])


def test_deep_nesting_and_a_division_that_overflows() -> None:
    """Near-misses, of which the second ends the process: both are errors."""
    with pytest.raises(AssembleError, match="line 7: error: Parsing error"):
        assemble(HEADER + "{" * 100_000 + "}" * 100_000 + "}")
    hostile = ".version 8.0\n.target sm_80\n.global .s64 a = (-9223372036854775807-1) / -1;\n"
    with pytest.raises(AssembleError):
        assemble(hostile)


def test_a_limit_of_memory() -> None:
    """What needs more than it may is refused, and this process lives."""
    hostile = ".version 8.0\n.target sm_80\n.visible .global .b8 s[3999999999] = {1};\n"
    with pytest.raises(AssembleError):
        assemble(hostile, limits=Limits(memory=1 << 30))
    assert assemble(SMALL, limits=Limits(memory=1 << 30)).kernels
