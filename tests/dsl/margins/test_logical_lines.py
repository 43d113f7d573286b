"""Logical lines are the same however they are found: at a glance, by brackets, by tokens."""

from __future__ import annotations

import tokenize
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ptxpy
from ptxpy.dsl.margins import logical_lines
from ptxpy.dsl.margins.logical_lines import LogicalLine, logical_line, split_lines

ROOT = Path(ptxpy.__file__).parent
FILES = [
    *sorted(ROOT.glob("dsl/*/*.py")),
    *sorted(ROOT.glob("codegen/*.py")),
    *sorted((ROOT.parent / "corpus" / "imported").glob("*.py")),
    *sorted(Path(__file__).parent.glob("*.py")),
]
PIECES = [
    "x",
    " = ",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "'",
    '"',
    "#",
    "#: r3",
    "\\",
    "\n",
    " ",
    ";",
    ":",
]
PIECES += ["f", "r", '"""', ",", "1"]


def without_code(line: LogicalLine | None) -> LogicalLine | None:
    """Return a logical line without its code, which may lack the strings."""
    return None if line is None else line._replace(code="")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_files(path: Path) -> None:
    """The tokens of whole files say the same."""
    lines = split_lines(path.read_text(encoding="utf-8"))
    number = 1
    found = 0
    while number <= len(lines):
        line = logical_line(lines, number)
        assert line is not None
        if line.code.strip():
            assert without_code(line) == without_code(logical_lines.tokenized_line(lines, number))
            found += 1
        number = line.last + 1
    with path.open("rb") as file:
        assert found == sum(t.type == tokenize.NEWLINE for t in tokenize.tokenize(file.readline))


@given(st.lists(st.sampled_from(PIECES), max_size=25))
def test_any_text(pieces: list[str]) -> None:
    """What Python can compile has the logical lines that its tokens say."""
    text = "".join(pieces)
    try:
        compile(text, "text", "exec")
    except (SyntaxError, ValueError):
        return
    lines = split_lines(text + "\n")
    number = 1
    while number <= len(lines):
        line = logical_line(lines, number)
        if line is None or not line.code.strip():
            number += 1 if line is None else line.last - line.first + 1
            continue
        assert without_code(line) == without_code(logical_lines.tokenized_line(lines, number))
        number = line.last + 1
