"""Reads the case files of this folder: one PTX fragment a line, in groups with a context."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_GROUP = re.compile(r"### (module|body|section): (.+)")
_ESCAPE = re.compile(r"\\([ntrf\\])")
_CHARACTERS = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "\\": "\\"}
_HEADER = ".version 9.0\n.target sm_100a\n.address_size 64\n"


class Case(NamedTuple):
    """One fragment of PTX, and where it stands in its file."""

    context: str
    group: str
    line: int
    text: str

    @property
    def name(self) -> str:
        """A name for test reports."""
        return f"{self.line}: {self.text[:60]}"

    def module(self) -> str:
        """Return a whole module that holds the fragment."""
        if self.context == "body":
            return f"{_HEADER}.visible .entry case()\n{{\n{self.text}\n}}\n"
        if self.context == "section":
            return f"{_HEADER}.section .debug_case\n{{\n{self.text}\n}}\n"
        if self.group == "file head":
            return self.text
        return f"{_HEADER}{self.text}\n"


def read_cases(path: Path) -> Iterator[Case]:
    """Read a case file."""
    context = group = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        found = _GROUP.fullmatch(line)
        if found:
            context, group = found.groups()
        elif line:
            text = _ESCAPE.sub(lambda match: _CHARACTERS[match[1]], line)
            yield Case(context, group, number, text)
