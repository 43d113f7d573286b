"""What is left of files with syntax errors, and what is said to be missing.

A case of recovered.ptx is a module, below a line with its head. «…» marks what is dropped; the
lines behind `===` are the errors, and the words that are dropped.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ptxpy
from ptxpy.syntax import Tolerant, parse_tolerant
from ptxpy.syntax.diagnose import MAX_PROBLEMS
from ptxpy.syntax.printer import positions
from tests.syntax.cases import Case as FragmentCase
from tests.syntax.cases import read_cases

HEADER = ".version 9.0 .target sm_90 .address_size 64\n"
CORPUS = Path(__file__).parents[2] / "corpus"
SMALL = 8_000
FILES = sorted(path for path in CORPUS.rglob("*.ptx") if path.stat().st_size < SMALL)


class Case(NamedTuple):
    """A file with errors."""

    name: str
    source: str
    blanked: str
    errors: list[str]
    dropped: set[str]


def recovered_cases() -> Iterator[Case]:
    """Read recovered.ptx."""
    text = Path(__file__).with_name("recovered.ptx").read_text(encoding="utf-8")
    for group in text.split("### ")[1:]:
        name, _, rest = group.partition("\n")
        marked, *notes = rest.split("=== ")
        marked = HEADER + marked
        blanked = re.sub("«([^»]*)»", lambda m: re.sub(r"[^\t\n]", " ", m[1]), marked)
        errors = [note.rstrip("\n") for note in notes[:-1]]
        words = set(notes[-1].removeprefix("dropped").split())
        yield Case(name, re.sub("[«»]", "", marked), blanked, errors, words)


CASES = list(recovered_cases())
REJECTED = list(read_cases(Path(__file__).with_name("rejected.ptx")))


def check(source: str) -> Tolerant:
    """Check what holds for any text; return what is left of it."""
    found = parse_tolerant(source)
    if found.module is None:
        assert found.error is not None
        assert not found.dropped
        assert found.text == source
        return found
    assert ptxpy.emit(found.module) == found.text
    assert [len(line) for line in found.text.split("\n")] == [
        len(line) for line in source.split("\n")
    ]
    pairs = zip(found.text, source, strict=True)
    assert all(kept in (was, " ") for kept, was in pairs)
    assert (found.error is None) == (found.text == source)
    if found.error is not None:
        with pytest.raises(ptxpy.PtxSyntaxError) as raised:
            ptxpy.parse(source)
        assert raised.value.problems == found.error.problems
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_recovered(case: Case) -> None:
    """Of a file with errors all statements are left but the wrong ones."""
    found = check(case.source)
    assert found.error is not None
    shown = [f"{p.line}:{p.column} {p.message}" for p in found.error.problems]
    assert shown == case.errors
    assert found.text == case.blanked
    assert found.dropped == case.dropped


def test_positions_are_those_of_the_file() -> None:
    """A statement behind an error has the offset that it has in the file."""
    case = CASES[0]
    module = parse_tolerant(case.source).module
    assert module is not None
    found = positions(module)
    statement = [i for i, node in enumerate(ptxpy.ir.statements(module)) if "sub" in node[:2]]
    assert [found.offsets[i] for i in statement] == [case.source.index("sub.s32")]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_right_files(path: Path) -> None:
    """A file without errors is read as `parse` reads it."""
    data = path.read_bytes()
    expected = Tolerant(
        ptxpy.parse(data), None, frozenset(), data.decode("utf-8", "surrogateescape")
    )
    assert parse_tolerant(data) == expected


@pytest.mark.parametrize("case", REJECTED, ids=lambda case: case.name)
def test_rejected(case: FragmentCase) -> None:
    """Whatever is wrong with a fragment, the head of its module is left."""
    source = case.module()
    found = check(source)
    assert found.error is not None
    if ".version 9.0\n.target sm_100a\n" in source and "\x00" not in source:
        assert found.module is not None
        assert found.module.body[1] == ptxpy.ir.Target(("sm_100a",))


@pytest.mark.parametrize(
    "source", ["", " \n", "\ufeff", "hello (((", ";", "{", "}", '"', "/*", "\x00x", "@@@", "\x0b"]
)
def test_nothing_left(source: str) -> None:
    """A text without a single statement has no module."""
    found = check(source)
    assert found.module is None
    assert found.error is not None
    assert len(found.error.problems) >= 1


def test_bytes() -> None:
    """Bytes that are not UTF-8, a byte-order mark and a file name are as in `parse`."""
    data = b"\xef\xbb\xbf.version 9.0\r\n.target sm_90 // \xff\r\n.global .u32 \xff;\r\n"
    found = parse_tolerant(data, filename="kernel.ptx")
    assert found.module is not None
    assert found.error is not None
    assert str(found.error).startswith("kernel.ptx:3:14: error: unexpected byte 0xff")
    emitted = ptxpy.emit_bytes(found.module)
    assert emitted == data.replace(b".global .u32 \xff;", b" " * 15)


TOKEN = re.compile(r'\s+|//[^\n]*|"[^"\n]*"|[%.]?[\w$]+|.', re.DOTALL)
INSERTED = [
    *"{}()[];:,.@%\"'#/+-|<>=\\\n\x00\x0b", "/*", "*/", "//", "ret", ".reg", ".entry", ".func",
    "%r1", "0x", "1.5", "call", ".section", ".b8", "L:", "\n;", "}\n}", ".visible .entry x() {",
]  # fmt: skip
EDITS = st.lists(
    st.tuples(st.floats(0, 1, exclude_max=True), st.sampled_from(["", *INSERTED])),
    min_size=1,
    max_size=5,
)


@given(st.sampled_from(FILES), EDITS)
def test_damaged_files(path: Path, edits: list[tuple[float, str]]) -> None:
    """Tokens that are deleted from files of the corpus, or put into them."""
    pieces = TOKEN.findall(path.read_text(encoding="utf-8", errors="surrogateescape"))
    for where, inserted in edits:
        at = int(where * len(pieces))
        pieces[at : at + (not inserted)] = [inserted]
    check("".join(pieces))


BODY = f"{HEADER}.entry a() {{\n"
MASSES: dict[str, Callable[[int], str]] = {
    "no semicolons": lambda n: BODY + "add.s32 %r1, %r2, %r3\n" * (n // 22),
    "no semicolons, comments": lambda n: BODY + "add /* */\n" * (n // 10),
    "deep vectors": lambda n: BODY + "add {{{{{a}}}}}\n" * (n // 16),
    "outside": lambda n: HEADER + "add %r1;\n" * (n // 9),
    "labels outside": lambda n: HEADER + "L:\n" * (n // 3),
    "open functions": lambda n: HEADER + ".entry a() {\n" * (n // 13),
    "wrong heads": lambda n: HEADER + ".entry a(,) {\n" * (n // 14),
    "heads": lambda n: HEADER + ".entry a()\n" * (n // 11),
    "linkage": lambda n: HEADER + ".visible " * (n // 9),
    "directives": lambda n: HEADER + ".entry a()\n" + "\n.reg" * (n // 5),
    "open braces": lambda n: BODY + "{" * n,
    "deep braces": lambda n: BODY + ("{" * 200 + "}" * 200) * (n // 400) + "}",
    "wrong data": lambda n: f"{HEADER}.section .debug_x {{\n" + ".b8 1,,2\n" * (n // 9) + "}",
    "closing braces": lambda n: HEADER + "}" * n,
    "dropped function": lambda n: HEADER + ".entry a(,) {" + "ret;" * (n // 4) + "}",
    "spaces": lambda n: HEADER + "}" + " " * n,
}


SIZE = 12_500
FACTOR = 4
WORST = 3.0
"""How far above linear a time may lie: quadratic growth would be a factor of four above."""

NEGLIGIBLE = 0.1
"""Seconds."""


def seconds(source: str) -> float:
    """Return the time to read what is left of a text."""
    started = time.process_time()
    found = parse_tolerant(source)
    taken = time.process_time() - started
    assert found.error is not None
    assert found.module is not None
    return taken


@pytest.mark.parametrize("name", MASSES)
def test_time_is_linear(name: str) -> None:
    """Four times the text takes about four times the time."""
    small, large = MASSES[name](SIZE), MASSES[name](SIZE * FACTOR)
    seconds(small)
    for _ in range(4):  # the machine may be busy: one good measurement is enough
        slow = seconds(large)
        if slow < NEGLIGIBLE or slow <= WORST * FACTOR * seconds(small):
            return
    pytest.fail(f"{slow:.2f} s for {len(large):,} characters")


def test_many_errors() -> None:
    """Behind the last error that is looked for, everything is dropped."""
    wrong = "mov.u32 %r1 2;\n" * (MAX_PROBLEMS + 5)
    source = f"{HEADER}.func a() {{ ret; }}\n.func b() {{\n{wrong}}}\n.func c() {{ ret; }}\n"
    found = check(source)
    assert found.module is not None
    assert found.error is not None
    assert len(found.error.problems) == MAX_PROBLEMS
    assert [function.name.name for function in found.module.functions] == ["a"]
    assert {"b", "c", "%r1"} <= found.dropped
