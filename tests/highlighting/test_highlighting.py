"""Pygments and TextMate colour the lines of `lines.txt` as it says, and all of the table."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from ptxpy.highlighting import KINDS, rules, textmate_grammar
from ptxpy.highlighting.textmate import SCOPES
from ptxpy.isa import all_opcodes

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
VSCODE = ROOT / "tools" / "vscode"
GRAMMAR = VSCODE / "syntaxes" / "ptx.tmLanguage.json"
NODE = shutil.which("node")


def cases() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return each line with its parts and their kinds."""
    blocks = (HERE / "lines.txt").read_text(encoding="utf-8").strip().split("\n\n")[1:]
    found = []
    for block in blocks:
        line, parts = block.split("\n")
        pairs = [part.rpartition("=") for part in parts.split(" ")]
        found.append((line, [(text.replace("␣", " "), kind) for text, _, kind in pairs]))
    return found


CASES = cases()


def merged(parts: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return parts without white space, which may be a part of its own or of another."""
    return [(text.strip(), kind) for text, kind in parts if text.strip()]


def test_the_lines_have_every_kind() -> None:
    """None is untested."""
    assert {kind for _, parts in CASES for _, kind in parts} == {*KINDS} == {*SCOPES}
    assert {rule.kind for rule in rules()} == {*KINDS}


@pytest.mark.parametrize(("line", "parts"), CASES, ids=[line for line, _ in CASES])
def test_rules(line: str, parts: list[tuple[str, str]]) -> None:
    """The first rule that matches counts, and one matches everywhere."""
    patterns = [(rule.kind, re.compile(rule.pattern)) for rule in rules()]
    found, at = [], 0
    while at < len(line):
        if line[at].isspace():
            at += 1
            continue
        kind, match = next((k, m) for k, p in patterns if (m := p.match(line, at)))
        found.append((match[0], kind))
        at = match.end()
    assert found == parts


@pytest.mark.parametrize(("line", "parts"), CASES, ids=[line for line, _ in CASES])
def test_pygments(line: str, parts: list[tuple[str, str]]) -> None:
    """The lexer has the same parts."""
    lexers = pytest.importorskip("ptxpy.highlighting.pygments_lexer")
    kinds = {str(token): kind for kind, token in lexers._TOKENS.items()}  # noqa: SLF001
    found = [
        (text, kinds.get(str(token), "")) for token, text in lexers.PtxLexer().get_tokens(line)
    ]
    assert merged(found) == parts


def test_the_entry_point() -> None:
    """It is that of Pygments' plugins, and leads to the lexer."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (place,) = project["entry-points"]["pygments.lexers"].values()
    module, _, name = place.partition(":")
    assert getattr(pytest.importorskip(module), name).aliases == ["ptxpy"]


@pytest.mark.skipif(
    not [*entry_points(group="pygments.lexers", name="ptxpy")],
    reason="needs an installation since the lexer has its entry point",
)
def test_pygments_finds_the_lexer() -> None:
    """By its alias, and for files of PTX."""
    lexers = pytest.importorskip("pygments.lexers")
    assert lexers.get_lexer_by_name("ptxpy").name == "PTX (ptxpy)"
    assert lexers.get_lexer_for_filename("kernel.ptx").name == "PTX (ptxpy)"


def test_the_corpus_has_no_error() -> None:
    """Each character of real PTX is of a kind."""
    lexers = pytest.importorskip("ptxpy.highlighting.pygments_lexer")
    for path in sorted((ROOT / "corpus").glob("*/*.ptx"))[::40]:
        text = path.read_text(encoding="utf-8", errors="replace")[:20_000]
        wrong = [
            value for token, value in lexers.PtxLexer().get_tokens(text) if "Error" in str(token)
        ]
        assert not wrong, path


def test_importing_ptxpy_imports_no_pygments() -> None:
    """Nor does the grammar need it."""
    program = (
        "import sys, ptxpy.highlighting as h; h.textmate_grammar();"
        "print('pygments' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"


def test_opcodes_come_from_the_table() -> None:
    """Each is coloured as one."""
    (rule,) = [rule for rule in rules() if rule.kind == "opcode"]
    pattern = re.compile(rule.pattern)
    for opcode in all_opcodes():
        found = pattern.match(f"{opcode}.x")
        assert found is not None
        assert found[0] == opcode


def test_the_grammar_is_fresh() -> None:
    """`tools/generate_textmate` writes it."""
    text = GRAMMAR.read_text(encoding="utf-8")
    assert text == json.dumps(textmate_grammar(), indent=2) + "\n", "run tools/generate_textmate"


@pytest.mark.skipif(
    NODE is None or not (VSCODE / "node_modules" / "vscode-textmate").is_dir(),
    reason="needs node, and `npm ci` in tools/vscode",
)
def test_vscode_textmate() -> None:
    """The engine of VS Code finds the same parts."""
    lines = [line for line, _ in CASES]
    done = subprocess.run(
        [str(NODE), "tokenize.js"],
        cwd=VSCODE,
        input=json.dumps(lines),
        capture_output=True,
        text=True,
        check=True,
    )
    kinds = {scope: kind for kind, scope in SCOPES.items()}
    kinds["comment.block.ptx"] = "comment"
    for (line, parts), tokens in zip(CASES, json.loads(done.stdout), strict=True):
        found: list[tuple[str, str]] = []
        for text, scope in tokens:
            kind = kinds.get(scope, "")
            # A block comment comes as its begin, its text and its end.
            if found and kind == "comment" == found[-1][1]:
                found[-1] = (found[-1][0] + text, kind)
            else:
                found.append((text, kind))
        assert merged(found) == parts, line
