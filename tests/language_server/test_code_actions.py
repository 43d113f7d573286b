"""Corrections that an editor offers: those of `ptxpy check --fix`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.language_server.conftest import Editor, lsp
from tests.language_server.test_server import applied

BROKEN = """\
.version 7.0
.target sm_90a
.address_size 64
.entry k()
{
	.reg .b32 %r<2>;
	bar.sync 0
	movv.u32 %r1, %clusterid.x;
	mov.u32 %r1, %clusterid.x;
	ret
}
"""


def actions(editor: Editor, uri: str, line: int, only: list[str] | None = None) -> list[Any]:
    """Return the actions for a line, from 1."""
    where = lsp.Range(lsp.Position(line - 1, 0), lsp.Position(line - 1, 5))
    context = lsp.CodeActionContext(diagnostics=[], only=only)
    return list(editor.ask("code_action", uri, range=where, context=context))


def test_quick_fixes(editor: Editor) -> None:
    """Each is an edit; those that are certain are preferred."""
    uri, _ = editor.open(BROKEN)
    editor.checked(uri)
    (semicolon,) = actions(editor, uri, 7)
    assert (semicolon.title, semicolon.is_preferred) == ("write a semicolon", True)
    text = applied(BROKEN, semicolon.edit.changes[uri])
    assert text == BROKEN.replace("bar.sync 0", "bar.sync 0;")
    (opcode,) = actions(editor, uri, 8)
    assert not opcode.is_preferred
    assert applied(BROKEN, opcode.edit.changes[uri]) == BROKEN.replace("movv", "mov")
    assert actions(editor, uri, 3) == []


def test_each_meaning_is_offered(editor: Editor) -> None:
    """The likeliest first: an opcode that takes the modifiers, the product of C, a near label."""
    body = "\tad.s32 %r1, %r1, 1;\n\tmul.s32 %r1, %r1, 3;\n\tbra DONE;\nDON:\n"
    text = BROKEN.replace("\tbar.sync 0\n\tmovv.u32 %r1, %clusterid.x;\n", body)
    uri, _ = editor.open(text)
    editor.checked(uri)
    titles = [[each.title for each in actions(editor, uri, line)] for line in (7, 8, 9)]
    assert titles[0][:2] == ["write add", "write sad"]
    assert titles[1:] == [["write .lo.s32", "write .hi.s32", "write .wide.s32"], ["write DON"]]
    wide = actions(editor, uri, 8)[2]
    assert applied(text, wide.edit.changes[uri]) == text.replace("mul.s32", "mul.wide.s32")


def test_a_declaration_is_widened(editor: Editor) -> None:
    """The widened declaration reaches to the highest register that is used."""
    text = BROKEN.replace("\tbar.sync 0\n\tmovv.u32 %r1", "\tmov.u32 %r9, 0;\n\tmov.u32 %r7")
    text = text.replace(".reg .b32 %r<2>", ".reg .b32 %a<2>, %r < 2 >")
    uri, _ = editor.open(text)
    editor.checked(uri)
    (widen,) = (each for each in actions(editor, uri, 7) if "registers" in each.title)
    assert (widen.title, widen.is_preferred) == ("declare 10 registers", False)
    assert applied(text, widen.edit.changes[uri]) == text.replace("%r < 2 >", "%r < 10 >")


def test_all_at_once(editor: Editor) -> None:
    """What `ptxpy check --fix` would write, when the editor asks for this kind alone."""
    uri, _ = editor.open(BROKEN.replace("\n", "\r\n"))
    editor.checked(uri)
    assert [each.kind for each in actions(editor, uri, 1)] == []
    (every,) = actions(editor, uri, 1, ["source.fixAll"])
    text = applied(BROKEN.replace("\n", "\r\n"), every.edit.changes[uri])
    expected = BROKEN.replace("7.0", "8.0").replace("0\n\tmovv", "0;\n\tmovv")
    assert text == expected.replace("ret\n", "ret;\n").replace("\n", "\r\n")


def test_related_information(editor: Editor) -> None:
    """A wrong operand shows where its register is declared, also in inline PTX."""
    uri, _ = editor.open(BROKEN.replace("movv.u32 %r1, %clusterid.x", "mov.u16 %r1, 7"))
    (found,) = [each for each in editor.checked(uri) if each.code == "PTX014"]
    (note,) = found.related_information
    assert note.message == "%r1 is declared here"
    assert (note.location.uri, note.location.range.start.line) == (uri, 5)
    text = '__device__ void f() { asm("{ .reg .f32 f;\\n"\n"add.s32 f, 1, 2; }" :: ); }\n'
    uri, _ = editor.open(text, ".cu")
    (found,) = [each for each in editor.checked(uri) if each.code == "PTX014"]
    (note,) = found.related_information
    assert note.location.range.start == lsp.Position(0, text.index("f;"))


def test_nothing_is_offered_for_an_older_text(editor: Editor) -> None:
    """Places of the last check are wrong after an edit."""
    uri, place = editor.open(BROKEN)
    editor.checked(uri)
    editor.change(uri, place, place, "\n")
    assert actions(editor, uri, 8) == []
    editor.checked(uri)
    assert [each.title for each in actions(editor, uri, 8)] == ["write a semicolon"]


def test_inline_ptx(editor: Editor) -> None:
    """The edit is in the source."""
    text = '__device__ void f() { asm volatile("bar.sync 0;"); }\n'
    uri, _ = editor.open(text, ".cu")
    editor.checked(uri)
    (memory,) = actions(editor, uri, 1)
    assert applied(text, memory.edit.changes[uri]) == text.replace('0;")', '0;" ::: "memory")')


def test_settings_of_the_project(editor: Editor, tmp_path: Path) -> None:
    """Those of `[tool.ptxpy]` hold, and a mistake in them is told."""
    settings = tmp_path / "pyproject.toml"
    settings.write_text('[tool.ptxpy]\nignore = ["PTX001", "PTX01", "PTX024"]\n')
    uri, place = editor.open(BROKEN, folder=tmp_path)
    assert {each.code for each in editor.checked(uri)} == {"PTX030"}
    settings.write_text("[tool.ptxpy]\nignored = []\n")
    editor.change(uri, place, place, "\n")
    (found,) = editor.checked(uri)
    assert "pyproject.toml: [tool.ptxpy]: no key ignored, so" in found.message
    assert "did you mean ignore?" in found.message
    (there,) = editor.diagnostics[settings.as_uri(), 0]
    assert there.range == lsp.Range(lsp.Position(1, 0), lsp.Position(1, 7))
    settings.write_text("[tool.ptxpy]\n")
    editor.change(uri, place, place, "\n")
    assert len(editor.checked(uri)) > 1
    assert editor.diagnostics[settings.as_uri(), 0] == []
