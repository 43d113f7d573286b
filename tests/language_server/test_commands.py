"""The commands above kernels: import to Python, run, view."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

import pytest

from tests.language_server.conftest import ROOT, Editor, lsp
from tests.language_server.test_inline_ptx import CUDA

SAXPY = (ROOT / "corpus" / "nvcc" / "saxpy.sm_90a.ptx").read_text()


def lenses(editor: Editor, uri: str) -> list[tuple[str, str, list[Any]]]:
    """Return the title, the command and the arguments of each lens."""
    return [
        (each.command.title, each.command.command, [*each.command.arguments])
        for each in editor.ask("code_lens", uri)
    ]


def carry_out(editor: Editor, command: str, arguments: list[Any]) -> Any:
    """Execute a command as an editor does when a lens is chosen."""
    asked = lsp.ExecuteCommandParams(command=command, arguments=arguments)
    return editor.wait(editor.client.workspace_execute_command_async(asked))


def test_lenses(editor: Editor, tmp_path: Path) -> None:
    """Above the first function those of the file, above each kernel its run."""
    uri, _ = editor.open(SAXPY, folder=tmp_path)
    assert lenses(editor, uri) == [
        ("import to Python", "ptxpy.import", [uri]),
        ("view", "ptxpy.view", [uri]),
        ("run", "ptxpy.run", [uri, "_Z5saxpyifPKfPf"]),
    ]
    uri, _ = editor.open(".version 8.0\n.target sm_90\n.entry half(", folder=tmp_path)
    assert lenses(editor, uri) == []


def test_explain(editor: Editor, tmp_path: Path) -> None:
    """A block of inline PTX says what it needs, and each of its instructions what it does."""
    text = CUDA.replace("add.u32", "add.bf16") + CUDA.replace("a + 1", "`a`") + "// add\n"
    uri, _ = editor.open(text, ".cu", tmp_path)
    editor.checked(uri)
    first, second = lenses(editor, uri)
    assert first == ("explain (needs PTX 7.8, sm_90)", "ptxpy.explain", [uri, 4, 7])
    assert second[0] == "explain (needs PTX 1.0, any target)"
    assert carry_out(editor, first[1], first[2])["done"]
    shown = Path(unquote(urlparse(editor.shown[-1]).path)).read_text()
    assert "- `%2` is `b + 1`, of constraint `r`" in shown
    assert "- line 7: `setp.ne.u32 p, %1, 0;`  \n  Compare two values" in shown
    assert not carry_out(editor, "ptxpy.explain", [uri, 0, 0])["done"]
    assert not carry_out(editor, "ptxpy.explain", [uri, "x"])["done"]


def test_import(editor: Editor, tmp_path: Path) -> None:
    """Python is written beside the document, and never over another file."""
    uri, _ = editor.open(SAXPY, folder=tmp_path)
    found = carry_out(editor, "ptxpy.import", [uri])
    written = Path(unquote(urlparse(uri).path)).with_suffix(".py")
    assert found["done"]
    assert found["uri"] == written.as_uri() == editor.shown[-1]
    assert "identical" in found["message"]
    text = written.read_text()
    assert "\nfrom ptxpy import" in text
    again = carry_out(editor, "ptxpy.import", [uri])
    assert (again["done"], again["message"]) == (False, f"{written} exists already")
    assert written.read_text() == text


def test_run(editor: Editor, tmp_path: Path) -> None:
    """A kernel runs with the arguments of its example, or with those of the client."""
    uri, _ = editor.open(SAXPY, folder=tmp_path)
    *_, (_, command, arguments) = lenses(editor, uri)
    found = carry_out(editor, command, arguments)
    assert found["done"], found
    shown = Path(unquote(urlparse(editor.shown[-1]).path)).read_text()
    assert shown.startswith("$ ptxpy run ")
    own = ["--grid", "1", "--block", "32", "--arg", "4", "--arg", "2.0"]
    own += ["--arg", "float32[4]:arange", "--arg", "float32[4]:ones", "--print", "param_3"]
    found = carry_out(editor, command, [*arguments, own])
    assert "[1., 3., 5., 7.]" in found["message"]


def test_view(editor: Editor, tmp_path: Path) -> None:
    """The page is opened in a browser, from a folder of the server."""
    uri, _ = editor.open(SAXPY, folder=tmp_path)
    found = carry_out(editor, "ptxpy.view", [uri])
    assert found["done"], found
    page = Path(unquote(urlparse(editor.shown[-1]).path))
    assert page.suffix == ".html"
    assert "saxpy" in page.read_text()
    assert [*tmp_path.iterdir()] == []


def test_what_cannot_be_done_is_told(editor: Editor, tmp_path: Path) -> None:
    """Broken PTX, Python and unknown documents have a reason."""
    uri, _ = editor.open(SAXPY.replace("ret;", "rett;"), folder=tmp_path)
    found = carry_out(editor, "ptxpy.run", [uri])
    assert not found["done"]
    assert "rett" in found["message"]
    uri, _ = editor.open("from ptxpy import ptx\n", ".py", tmp_path)
    assert "no Python is executed" in carry_out(editor, "ptxpy.run", [uri])["message"]
    assert not carry_out(editor, "ptxpy.view", ["file:///nowhere.ptx"])["done"]
    assert not carry_out(editor, "ptxpy.view", [])["done"]


@pytest.mark.parametrize("name", ["json.py", "sitecustomize.py", "lark.py", "ptxpy.py", "ast.py"])
def test_modules_in_the_folder_are_not_imported(name: str, tmp_path: Path) -> None:
    """A stranger's folder may have files that are named as modules are."""
    trap = tmp_path / "trap"
    (tmp_path / name).write_text(f"open({str(trap)!r}, 'w').close()\nraise SystemExit(3)\n")
    loop = asyncio.new_event_loop()
    editor = Editor(loop, tmp_path)
    try:
        uri, _ = editor.open(SAXPY, folder=tmp_path)
        assert editor.checked(uri) == []
        assert carry_out(editor, "ptxpy.import", [uri])["done"]
    finally:
        assert editor.end() == 0
        loop.run_until_complete(asyncio.sleep(0.05))
        loop.close()
    assert not trap.exists()
