"""Selections that grow, and links to sources."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.language_server.conftest import Editor, position
from tests.language_server.test_inline_ptx import CUDA, TRITON
from tests.language_server.test_server import KERNEL, at

SCOPED = KERNEL.replace(
    "\tmul.f32 %f3, %f2, %f1;\n", "\t{\n\t\t@%p1 mul.f32 %f3, [%f2+4], {%f1, %f2};\n\t}\n"
)
HEAD = ".visible .entry scale(.param .u64 data, .param .f32 factor)"


def selected(editor: Editor, text: str, suffix: str = ".ptx") -> list[str]:
    """Open a text and return the pieces that are selected one after another at `^`."""
    uri, place = editor.open(text, suffix)
    if suffix != ".ptx":
        editor.checked(uri)
    text = text.replace("^", "", 1)
    rows = text.split("\n")
    starts = [sum(len(row) + 1 for row in rows[:line]) for line in range(len(rows) + 1)]
    (each,) = editor.ask("selection_range", uri, positions=[place])
    found = []
    while each is not None:
        start, end = each.range.start, each.range.end
        found.append(text[starts[start.line] + start.character : starts[end.line] + end.character])
        each = each.parent
    return found


def test_selections_grow(editor: Editor) -> None:
    """From the word by operand, statement, scope and function to the text."""
    found = selected(editor, at("%f2+4", SCOPED, 1))
    statement = "@%p1 mul.f32 %f3, [%f2+4], {%f1, %f2}"
    assert found[:4] == ["%f2", "[%f2+4]", statement, f"{statement};"]
    assert [each.strip() for each in found[4:6]] == [f"{statement};", f"{{\n\t\t{statement};\n\t}}"]
    assert found[6].startswith("\n\t.reg .pred")
    assert found[7] == f"{{{found[6]}}}"
    assert found[8].startswith(".visible .entry scale(")
    assert found[9:] == [SCOPED]


@pytest.mark.parametrize(
    ("text", "suffix", "mark", "expected"),
    [
        (KERNEL, ".ptx", "factor)", ["factor", ".param .f32 factor", HEAD, "FUNCTION", "TEXT"]),
        (KERNEL, ".ptx", "\n.visible", ["TEXT"]),
        (CUDA, ".cu", "%1, 0", ["%1", "setp.ne.u32 p, %1, 0", "setp.ne.u32 p, %1, 0;"]),
        (TRITON, ".py", "$1", ["$1", "mad.lo.s32 $0, $1, $2, 7", "mad.lo.s32 $0, $1, $2, 7;"]),
        ("add.s32 %r1, (", ".ptx", "%r1", ["%r1", "TEXT"]),
        ("", ".ptx", "", [""]),
    ],
)
def test_selections_elsewhere(
    editor: Editor, text: str, suffix: str, mark: str, expected: list[str]
) -> None:
    """In heads, between functions, in strings of sources, in broken text."""
    found = selected(editor, at(mark, text), suffix)
    whole = {text: "TEXT", text[text.find(".visible .entry") : -1]: "FUNCTION"}
    assert [whole.get(each, each) if each else each for each in found][: len(expected)] == expected


def test_links(editor: Editor, tmp_path: Path) -> None:
    """A `.file` opens its source, a `.loc` its line and column; others are no links."""
    source = tmp_path / "scale.cu"
    source.write_text("// one\n")
    text = KERNEL.replace("\tmul.f32", "\t.loc 1 12 3\n\t.loc 2 12 3\n\tmul.f32")
    text += '.file 1 "scale.cu"\n.file 2 "lost.cu"\n'
    uri, _ = editor.open(text, folder=tmp_path)
    found = {each.target: each.range for each in editor.ask("document_link", uri)}
    assert {*found} == {source.as_uri(), f"{source.as_uri()}#L12,3"}
    assert found[source.as_uri()].start == position(text, text.index("scale.cu"))
    assert found[f"{source.as_uri()}#L12,3"].start == position(text, text.index("1 12 3"))


def test_outline_of_sources(editor: Editor) -> None:
    """Blocks of inline PTX, named by their instructions, with what they declare; they fold."""
    uri, _ = editor.open(CUDA, ".cu")
    editor.checked(uri)
    (block,) = editor.ask("document_symbol", uri)
    assert block.name == "asm: setp.ne.u32, add.u32, mov.u32"
    assert block.detail == "3 instructions"
    assert [each.name for each in block.children] == ["p"]
    assert block.selection_range.start == position(CUDA, CUDA.index("{\\n"))
    (fold,) = editor.ask("folding_range", uri)
    assert (fold.start_line, fold.end_line) == (4, 9)
    uri, _ = editor.open(TRITON, ".py")
    editor.checked(uri)
    assert [each.name for each in editor.ask("document_symbol", uri)] == ["asm: mad.lo.s32"]
