"""Answers about inline PTX in C++ and Python."""

from __future__ import annotations

import pytest

from tests.language_server.conftest import Editor, lsp
from tests.language_server.test_server import applied, at, decoded, lines, renamed

CUDA = r"""
__device__ unsigned add(unsigned a, unsigned b) {
  unsigned sum;
  asm volatile(
      "{\n\t"
      ".reg .pred p;\n\t"
      "setp.ne.u32 p, %1, 0;\n\t"
      "@p add.u32 %0, %1, %2;\n\t"
      "@!p mov.u32 %0, 0;\n"
      "}"
      : "=&r"(sum) : "r"(a), "r"(b + 1));
  return sum;
}
"""

TRITON = '''
import triton.language as tl


def kernel(x, y):
    """Add.s32 is no instruction here."""
    return tl.inline_asm_elementwise(
        "mad.lo.s32 $0, $1, $2, 7;",
        constraints="=r,r,r",
        args=[x, y],
        dtype=tl.int32,
        is_pure=True,
        pack=1,
    )
'''


@pytest.mark.parametrize(
    ("text", "suffix", "mark", "parts"),
    [
        (CUDA, ".cu", "setp.ne", ["setp", "9.7.6.2"]),
        (CUDA, ".cu", "%2;", ['"r"', "`b + 1`"]),
        (CUDA, ".cu", "%0, 0", ['"=&r"', "`sum`"]),
        (
            CUDA,
            ".cu",
            "p, %1",
            ["declared in line 6; written in line 7; read 2 times", "live before lines 8 to 9"],
        ),
        (TRITON, ".py", "mad.lo", ["mad.mode.type d, a, b, c"]),
        (TRITON, ".py", "$1", ['"r"']),
    ],
)
def test_hover(editor: Editor, text: str, suffix: str, mark: str, parts: list[str]) -> None:
    """Instructions, operands with their expressions, and registers of the code."""
    shown = editor.hover(at(mark, text, 1), suffix)
    assert [part for part in parts if part not in shown] == []


def test_nothing_is_shown_outside(editor: Editor) -> None:
    """Words of the language around it are left to other servers."""
    assert editor.hover(at("unsigned sum", CUDA, 2), ".cu") == ""
    assert editor.hover(at("Add.s32", TRITON, 1), ".py") == ""


def test_names(editor: Editor) -> None:
    """A register of the code is found and changed in the strings; an operand leads to itself."""
    uri, place = editor.open(at("p, %1", CUDA), ".cu")
    editor.checked(uri)
    context = lsp.ReferenceContext(include_declaration=True)
    assert lines(editor.ask("references", uri, place, context=context)) == [6, 7, 8, 9]
    expected = CUDA.replace(".pred p;", ".pred ok;").replace("u32 p,", "u32 ok,")
    expected = expected.replace("@p ", "@ok ").replace("@!p ", "@!ok ")
    assert renamed(editor, at("p, %1", CUDA), "ok", ".cu") == expected
    uri, place = editor.open(at("%2;", CUDA, 1), ".cu")
    editor.checked(uri)
    assert lines(editor.ask("definition", uri, place)) == [11]


def test_typing_in_a_string(editor: Editor) -> None:
    """A block follows edits before it is found anew by the check."""
    uri, place = editor.open(at('"@p add', CUDA), ".cu")
    editor.checked(uri)
    editor.change(uri, place, place, '\n      "mad.^"\n      '.replace("^", ""))
    editor.checked(uri)
    here = lsp.Position(place.line + 1, 7)
    editor.change(uri, here, lsp.Position(here.line, here.character + 4), "add.cc.")
    words = editor.ask("completion", uri, lsp.Position(here.line, 14)).items
    assert ".u32" in [each.label for each in words]
    assert words[0].text_edit.range.start == lsp.Position(here.line, 13)


def test_diagnostics_and_colours(editor: Editor) -> None:
    """Both are at their places in the source."""
    uri, _ = editor.open(CUDA.replace("setp.ne", "setp.nee"), ".cu")
    found = editor.checked(uri)
    assert (found[0].code, found[0].range.start.line) == ("PTX011", 6)
    legend = editor.capabilities.semantic_tokens_provider.legend.token_types
    asked = lsp.SemanticTokensParams(lsp.TextDocumentIdentifier(uri))
    data = editor.wait(editor.client.text_document_semantic_tokens_full_async(asked)).data
    assert (6, 7, 4, "keyword") in decoded(data, legend)
    assert applied("ab", []) == "ab"
