"""Support for the tests of the IR: tokens of PTX, examples of nodes, files of the corpus."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ptxpy import ir
from ptxpy.syntax.parser import read_module
from ptxpy.syntax.terminal_patterns import IGNORED, KEYWORDS, TERMINALS

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT / "corpus"

HEADER = ".version 8.0\n.target sm_90\n.address_size 64\n\n"
PATTERN = re.compile(TERMINALS)
"""A pattern that matches any terminal of the grammar."""

CONTEXTS = {
    "module": HEADER + "{}\n",
    "body": HEADER + ".visible .entry k()\n{{\n\t{}\n\tret;\n}}\n",
    "section": HEADER + ".section .debug_x\n{{\n\t{}\n}}\n",
}


class Token(NamedTuple):
    """A terminal of the grammar and its text."""

    kind: str
    text: str


def tokens_of(text: str) -> list[Token]:
    """Split PTX into terminals of the grammar; fail if none matches."""
    out = []
    position = 0
    for match in PATTERN.finditer(text):
        assert match.start() == position, f"no terminal at {text[position:][:20]!r}"
        position = match.end()
        kind = match.lastgroup
        if kind not in IGNORED:
            value = match.group()
            out.append(Token(KEYWORDS.get(value, str(kind)), value))
    assert position == len(text)
    return out


class Case(NamedTuple):
    """A line of ``cases.txt``: a node class, and PTX in which it occurs."""

    line: int
    cls: type[ir.Node]
    context: str
    ptx: str

    @property
    def text(self) -> str:
        """A whole module."""
        return CONTEXTS[self.context].format(self.ptx)

    @property
    def module(self) -> ir.Module:
        """The module, parsed."""
        return read_module(self.text)

    def __str__(self) -> str:
        """Name the case in pytest's output."""
        return f"{self.line}-{self.cls.__name__}"


@cache
def cases() -> tuple[Case, ...]:
    """Read ``cases.txt``."""
    found = []
    text = Path(__file__).with_name("cases.txt").read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), start=1):
        if line and not line.startswith("#"):
            name, context, ptx = line.split(maxsplit=2)
            ptx = ptx.replace(r"\n", "\n").replace(r"\t", "\t")
            found.append(Case(number, getattr(ir, name), context, ptx))
    return tuple(found)


def text_of(path: Path) -> str:
    """Return the text of a file with any bytes."""
    return path.read_bytes().decode("utf-8", "surrogateescape")


def corpus_files() -> list[Path]:
    """Return the files of the corpus: all small ones, and a sample of the large ones."""
    files = sorted(CORPUS.rglob("*.ptx"))
    small = [file for file in files if file.stat().st_size <= SMALL]
    large = [file for file in files if file.stat().st_size > SMALL]
    return sorted([*small, *large[::8]])


SMALL = 30_000
"""Size in bytes up to which all files are read; a sample is taken of larger ones."""
