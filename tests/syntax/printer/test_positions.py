"""Statements and their tokens stand where `positions` says, in the text as it was read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ptxpy
from ptxpy.ir import nodes as n
from ptxpy.ir.tokens import operand_tokens, tokens
from ptxpy.syntax.printer import Place, Positions, positions
from ptxpy.syntax.printer.source_map import Focus

CORPUS = Path(__file__).parents[3] / "corpus"
SMALL = 40_000
FILES = sorted(path for path in CORPUS.rglob("*.ptx") if path.stat().st_size < SMALL)
CASES = Path(__file__).parents[1]

SPACES = re.compile(r"(?:[ \t\r\n\f\x1a\x00\ufeff]|//[^\n]*|/\*.*?\*/|#[^\n]*\n)+", re.DOTALL)


def spelled(found: Positions, place: Place) -> str:
    """Return the text at a place, without white space and comments; check line and column."""
    before = found.text[: place.offset]
    assert place.line == before.count("\n") + 1
    assert place.column == place.offset - before.rfind("\n")
    if "\n" not in found.text[place.offset : place.offset + place.length]:
        line = found.line_text(place.line)
        start = place.column - 1
        assert line[start : start + place.length] == found.text[place.offset :][: place.length]
    return SPACES.sub("", found.text[place.offset : place.offset + place.length])


def check_instruction(found: Positions, ordinal: int, node: n.Instruction) -> None:
    """Check opcode, modifiers and operands of an instruction."""
    opcode = found.place(ordinal, ("opcode",))
    assert spelled(found, opcode) == node.opcode
    behind = opcode.offset
    for k, modifier in enumerate(node.modifiers):
        place = found.place(ordinal, ("modifier", k))
        assert spelled(found, place) == modifier
        assert place.offset > behind
        behind = place.offset
    for k, operand in enumerate(node.operands):
        place = found.place(ordinal, ("operand", k))
        assert spelled(found, place) == "".join(text for _, text in operand_tokens(operand))
        assert place.offset > behind
        behind = place.offset


def check(data: bytes) -> None:
    """Check every statement of a module, and every focus of each."""
    module = ptxpy.parse(data)
    found = positions(module)
    assert found.text == data.decode("utf-8", "surrogateescape")
    nodes = list(ptxpy.ir.statements(module))
    assert len(found) == len(nodes)
    assert found.offsets == sorted(set(found.offsets))
    end = 0
    for ordinal, node in enumerate(nodes):
        texts = [text for _, text in tokens(node)]
        start = found.place(ordinal)
        assert start.offset == found.offsets[ordinal] >= end
        assert spelled(found, start) == texts[0]
        for text in dict.fromkeys(texts):
            place = found.place(ordinal, ("name", text))
            assert spelled(found, place) == SPACES.sub("", text)
            assert start.offset <= place.offset
            end = max(end, place.offset + place.length)
        if isinstance(node, n.Instruction):
            check_instruction(found, ordinal, node)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_corpus(path: Path) -> None:
    """Statements of real files and their tokens."""
    check(path.read_bytes())


SOURCE = """\
.version 9.0
.target\tsm_90\t// a comment; with a semicolon
.visible .entry k( .param .u64 p )
{
\t.reg .pred %p<2>; .reg .b32 %r<4>;
\t/* one
\t two */ @!%p1  mad  .lo /* a */ .s32 %r1, %r2 , // c
\t\t  7, [%r3+ 4];
L:\tret;
\tcall (%r1), f, (%r2);
// begin inline asm
\tadd.s32 \t%r1, -1, %r1|%p1;
// end inline asm
}
.section .debug_x { .b8 1, 2
L2: .b16 3 }
"""

FOCUSES: list[tuple[int, Focus | None, tuple[int, int, str]]] = [
    (1, None, (2, 1, ".target")),
    (1, ("name", "sm_90"), (2, 9, "sm_90")),
    (1, ("opcode",), (2, 1, ".target")),
    (2, ("name", "p"), (3, 32, "p")),
    (2, ("name", "k"), (3, 17, "k")),
    (4, None, (5, 20, ".reg")),
    (4, ("name", "%r"), (5, 30, "%r")),
    (5, None, (7, 10, "@")),
    (5, ("opcode",), (7, 17, "mad")),
    (5, ("modifier", 0), (7, 22, ".lo")),
    (5, ("modifier", 1), (7, 34, ".s32")),
    (5, ("modifier", 2), (7, 10, "@")),
    (5, ("operand", 0), (7, 39, "%r1")),
    (5, ("operand", 2), (8, 5, "7")),
    (5, ("operand", 3), (8, 8, "[%r3+ 4]")),
    (5, ("operand", 4), (7, 10, "@")),
    (5, ("name", "%r3"), (8, 9, "%r3")),
    (5, ("name", "%p1"), (7, 12, "%p1")),
    (5, ("name", "%r"), (7, 10, "@")),
    (7, None, (9, 4, "ret")),
    (8, ("opcode",), (10, 2, "call")),
    (8, ("operand", 0), (10, 2, "call")),
    (8, ("name", "f"), (10, 14, "f")),
    (9, ("operand", 1), (12, 16, "-1")),
    (9, ("operand", 2), (12, 20, "%r1|%p1")),
    (10, ("name", ".debug_x"), (15, 10, ".debug_x")),
    (11, None, (15, 21, ".b8")),
    (13, ("name", "3"), (16, 10, "3")),
]


@pytest.mark.parametrize(("ordinal", "focus", "expected"), FOCUSES)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_focus(
    ordinal: int, focus: Focus | None, expected: tuple[int, int, str], end: str, mark: str
) -> None:
    """Lines and columns count characters; what a statement does not have is its beginning."""
    module = ptxpy.parse(mark + SOURCE.replace("\n", end))
    found = positions(module)
    place = found.place(ordinal, focus)
    text = found.text[place.offset : place.offset + place.length]
    assert (place.line, place.column, text) == expected
    lines = (mark + SOURCE).split("\n")
    assert found.line_text(place.line) == lines[place.line - 1]


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_byte_order_marks(end: bytes, mark: bytes) -> None:
    """All focuses of a file with other line ends, and behind a byte-order mark."""
    check(mark + SOURCE.encode().replace(b"\n", end))


def test_identity_cases() -> None:
    """Every kind of statement and operand, laid out in every way."""
    from tests.syntax.cases import read_cases  # noqa: PLC0415 - a helper of another folder

    for case in read_cases(CASES / "identity.ptx"):
        check(case.module().encode("utf-8", "surrogateescape"))


def test_changed_module() -> None:
    """The places of a module that was never a file are those in its own text."""
    module = ptxpy.parse(SOURCE)
    body = (*module.body[:2], n.Variable((), (n.Specifier(".global"), n.Specifier(".u32")), ()))
    changed = module.replace(body=(*body, *module.body[2:]))
    check(ptxpy.emit(changed).encode())
    found = positions(changed)
    assert found.text == ptxpy.emit(changed)
    assert found.place(2).offset == found.text.index(".global")


def test_no_such_thing() -> None:
    """Statements and lines that do not exist, and a focus that means nothing."""
    found = positions(ptxpy.parse(".version 9.0\n"))
    assert found.line_text(2) == ""
    for line in (0, 3):
        with pytest.raises(IndexError):
            found.line_text(line)
    with pytest.raises(IndexError):
        found.place(1)
    with pytest.raises(ValueError, match="not a focus"):
        found.place(0, ("type", 1))
