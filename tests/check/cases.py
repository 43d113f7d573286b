"""Cases of the rules: PTX with marks where diagnostics are expected.

A file `cases/*.txt` has comments, which are lines that begin with `#`, and cases. A case begins
with a line `-- title`, followed by the body of a kernel, which `ptxpy.check.diagnostic.whole`
completes, or by a whole file that begins with `.version`. A mark is a trailing PTX comment on the
first line of a statement, `//^ PTX020 part of the message`; a line may have several marks. A case
without marks has no diagnostics.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from textwrap import dedent
from typing import Final, NamedTuple

import ptxpy
from ptxpy.check.diagnose import diagnose_module
from ptxpy.check.diagnostic import catalog, whole
from ptxpy.syntax.printer import positions

__all__ = ["OF_WHOLE_FUNCTIONS", "PTXAS", "Case", "Mark", "brought", "cases", "refusal"]

PTXAS: Final = shutil.which("ptxas")
"""The assembler, where there is one."""

OF_WHOLE_FUNCTIONS: Final = frozenset({"PTX040", "PTX042", "PTX045"})
"""Codes that are ignored for the body of a kernel, as other code may write and read its
registers."""

_FRAME: Final = whole("").partition("{")[0]
_MARK: Final = re.compile(r"//\^ (PTX\d{3}) ?([^\n]*?)(?=\s*//\^|$)", re.MULTILINE)
_TARGET: Final = re.compile(r"^\s*\.target\s+(sm_\w+)", re.MULTILINE)


class Mark(NamedTuple):
    """An expected diagnostic: its line, its code, and its message or a part of it."""

    line: int
    """The line of the file, from 1."""
    code: str
    message: str


class Case(NamedTuple):
    """A file with marks."""

    name: str
    """The file of cases and the title of the case."""
    source: str
    """The whole file."""
    marks: tuple[Mark, ...]

    @property
    def is_refused(self) -> bool:
        """Whether one of the marks is an error, which ptxas must refuse too."""
        return any(catalog()[mark.code].severity == "error" for mark in self.marks)


def cases(stem: str = "*") -> list[Case]:
    """Return the cases of the file with a stem, or of all files."""
    found = []
    for path in sorted(Path(__file__).with_name("cases").glob(f"{stem}.txt")):
        text = "".join(
            line
            for line in path.read_text(encoding="utf-8").splitlines(keepends=True)
            if not line.startswith("#")
        )
        for part in re.split(r"^-- ", text, flags=re.MULTILINE)[1:]:
            name, _, body = part.partition("\n")
            source = whole(dedent(body).strip("\n") + "\n")
            found.append(Case(f"{path.stem}: {name}", source, tuple(_marks(source))))
    return found


def _marks(source: str) -> list[Mark]:
    return [
        Mark(number, code, message)
        for number, line in enumerate(source.splitlines(), 1)
        for code, message in _MARK.findall(line)
    ]


def brought(source: str) -> list[Mark]:
    """Return the diagnostics of a file from all rules."""
    module = ptxpy.parse(source)
    places = positions(module)
    passed = OF_WHOLE_FUNCTIONS if source.startswith(_FRAME) else frozenset()
    return [
        Mark(places.place(found.ordinal).line, found.code, found.message)
        for found in diagnose_module(module)
        if found.code not in passed
    ]


def refusal(source: str) -> str | None:
    """Return the message of ptxas if it refuses a file, else None."""
    target = _TARGET.search(source)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "case.ptx"
        path.write_text(source, encoding="utf-8")
        run = subprocess.run(
            [
                PTXAS or "ptxas",
                f"-arch={target[1] if target else 'sm_90a'}",
                "-o",
                "/dev/null",
                path,
            ],
            capture_output=True,
            text=True,
            check=False,
        )
    return (run.stderr or run.stdout) if run.returncode else None
