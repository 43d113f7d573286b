"""Symbols of the files in the folders of the editor."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ptxpy.language_server.listing import Listing
from ptxpy.language_server.source_text import SourceText
from ptxpy.language_server.workspace_symbols import WorkspaceIndex, symbols_of
from tests.language_server.conftest import Editor, lsp
from tests.language_server.test_calls import CALLS

HANDWRITTEN = Path(__file__).parents[2] / "corpus" / "handwritten"


@pytest.mark.parametrize("path", sorted(HANDWRITTEN.glob("*.ptx")), ids=lambda path: path.stem)
def test_symbols_are_those_of_the_listing(path: Path) -> None:
    """Text in braces is left out before it is read, and nothing outside of them is lost."""
    text = path.read_bytes().decode("utf-8", "replace")
    listing = Listing.of(SourceText(text))
    names = {each.name_start for each in listing.functions if each.scope is not None}
    names |= {
        each.start
        for each in listing.module.declared.values()
        if each.kind == "variable" and ".extern" not in each.statement.words()
    }
    assert [offset for _, _, offset in symbols_of(text)] == sorted(names)


@pytest.mark.parametrize("text", ["{", "}", ".func f(", '.entry k() { "', "/*{", ".entry a(){{{}"])
def test_broken_text(text: str) -> None:
    """Text of any kind has symbols, or none."""
    assert len([*symbols_of(text)]) <= 1


def test_index_follows_files(tmp_path: Path) -> None:
    """New, changed and removed files are seen, and neither hidden folders nor circles of links."""
    (tmp_path / "in" / "deep").mkdir(parents=True)
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "hidden.ptx").write_text(".entry hidden() { ret; }")
    (tmp_path / "in" / "circle").symlink_to(tmp_path)
    first = tmp_path / "in" / "deep" / "first.ptx"
    first.write_text(".entry one() { ret; }\n.global .b32 table[4];")
    index = WorkspaceIndex()

    def found(query: str = "") -> list[str]:
        index.refresh([tmp_path])
        return [each.name for each in index.search(query)]

    assert found() == ["one", "table"]
    assert found("TBL") == ["table"]
    first.write_text(".entry another_one() { ret; }")
    os.utime(first, (1, 1))
    (tmp_path / "second.ptx").write_text(".entry _Z5saxpyifPKfPf() { ret; }")
    assert found("one") == ["another_one"]
    assert found("float const*") == ["_Z5saxpyifPKfPf"]
    first.unlink()
    assert found() == ["_Z5saxpyifPKfPf"]


def test_workspace_symbols(editor: Editor, tmp_path: Path) -> None:
    """Those of files, and of an open document as the editor has it."""
    (tmp_path / "kernels.ptx").write_text("// one\n.entry indexed_kernel() { ret; }\n")
    folder = lsp.WorkspaceFolder(tmp_path.as_uri(), "kernels")
    event = lsp.WorkspaceFoldersChangeEvent(added=[folder], removed=[])
    editor.client.workspace_did_change_workspace_folders(lsp.DidChangeWorkspaceFoldersParams(event))
    uri, _ = editor.open(CALLS.replace("twice", "indexed_twice"))

    def search(query: str) -> list[tuple[str, str, int]]:
        asked = lsp.WorkspaceSymbolParams(query)
        found = editor.wait(editor.client.workspace_symbol_async(asked))
        return [(each.name, each.location.uri, each.location.range.start.line) for each in found]

    assert search("indexed") == [
        ("indexed_twice", uri, 8),
        ("indexed_kernel", (tmp_path / "kernels.ptx").as_uri(), 1),
    ]
    editor.client.workspace_did_change_workspace_folders(
        lsp.DidChangeWorkspaceFoldersParams(lsp.WorkspaceFoldersChangeEvent([], [folder]))
    )
    assert [name for name, *_ in search("indexed")] == ["indexed_twice"]
