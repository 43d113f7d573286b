"""Diagnostics with their places in a file, of PTX or of the Python that made it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from ptxpy.check.catalog import catalog
from ptxpy.check.diagnose import diagnose_module
from ptxpy.syntax import parse_tolerant
from ptxpy.syntax.errors import excerpt, listed
from ptxpy.syntax.printer import positions

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ptxpy.check.diagnostic import Diagnostic
    from ptxpy.ir import nodes as n
    from ptxpy.isa.targets import Target, Version
    from ptxpy.syntax.errors import Problem
    from ptxpy.syntax.printer import Positions

__all__ = ["MOST", "Located", "Rest", "check_text", "limited", "located", "located_in_python"]

MOST: Final = 1000
"""So many diagnostics of the rules are told of a file; of the others, how many there are."""


class Located(NamedTuple):
    """A diagnostic, and where it stands in a file."""

    code: str
    """Its code in the catalog: `PTX014`."""
    severity: str
    """`error` or `warning`."""
    line: int
    """Line, from 1; 0 where no line of the file is to blame."""
    column: int
    """Column in characters, from 1."""
    length: int
    """How many characters are pointed at."""
    message: str
    """What is wrong, in one line."""
    help: str = ""
    """What would be right, in one line."""
    source: str = ""
    """The line of the file, or of a very long one the part around the column."""
    skipped: int = 0
    """How many characters of the line are left out before that part."""

    def render(self, filename: str) -> str:
        """Return the message with its place, the line with a caret, and the help."""
        place = f"{filename}:{self.line}:{self.column}" if self.line else filename
        lines = [f"{place}: {self.severity}: {self.message} [{self.code}]"]
        if self.source:
            lines += excerpt(self.source, self.column - 1 - self.skipped, self.length)
        if self.help:
            lines.append(f"    help: {self.help}")
        return "\n".join(lines)


class Rest(NamedTuple):
    """How many diagnostics of a file are not told one by one."""

    errors: int = 0
    warnings: int = 0


_Found = TypeVar("_Found", "Diagnostic", Located)


def limited(found: Sequence[_Found]) -> tuple[Sequence[_Found], Rest]:
    """Return the first `MOST` diagnostics, and how many more there are."""
    rest = found[MOST:]
    errors = sum(one.severity == "error" for one in rest)
    return found[:MOST], Rest(errors, len(rest) - errors)


class Checked(NamedTuple):
    """A file of PTX that has been looked through."""

    found: tuple[Located, ...]
    """What is to be said of it, in the order of lines."""
    module: n.Module | None
    """What could be read of it."""
    rest: Rest = Rest()
    """What else there is to be said of it."""


def check_text(
    source: str | bytes,
    *,
    filename: str = "<ptx>",
    version: Version | None = None,
    target: Target | None = None,
) -> Checked:
    """Look PTX text through: its syntax, and all rules over what of it can be read.

    Args:
        source: The text.
        filename: What it is called in messages.
        version: The version of PTX to judge by; None for the file's own.
        target: The target to judge by; None for the file's own.
    """
    read = parse_tolerant(source, filename=filename)
    found = [] if read.error is None else [_of_syntax(problem) for problem in read.error.problems]
    rest = Rest()
    if read.module is not None:
        diagnostics = diagnose_module(
            read.module, version=version, target=target, dropped=read.dropped
        )
        if diagnostics:
            first, rest = limited(diagnostics)
            found += located(first, positions(read.module))
    return Checked(tuple(sorted(found, key=_place)), read.module, rest)


def located(diagnostics: Iterable[Diagnostic], where: Positions) -> list[Located]:
    """Return diagnostics of a module with their places in its text."""
    found = []
    for diagnostic in diagnostics:
        line, column, _, length = where.place(diagnostic.ordinal, diagnostic.focus)
        found.append(_of_rule(diagnostic, line, column, length, where.line_text(line)))
    return found


def located_in_python(
    diagnostics: Iterable[Diagnostic], lines: Sequence[int], text: str
) -> list[Located]:
    """Return diagnostics of a traced module with their places in the Python text.

    Args:
        diagnostics: What is to be said of the module.
        lines: The line of the text that made each statement of the module, 0 for none.
        text: The Python.

    What several statements of one line have in common is said once: those of a rolled loop.
    """
    rows = text.splitlines()
    found: dict[Located, None] = {}
    for diagnostic in diagnostics:
        line = lines[diagnostic.ordinal]
        row = rows[line - 1] if 0 < line <= len(rows) else ""
        column = len(row) - len(row.lstrip()) + 1
        found[_of_rule(diagnostic, line, column, max(1, len(row.strip())), row)] = None
    return sorted(found, key=_place)


_KEPT = 200
_LONGEST_NAME: Final = 80
_LONG_NAME: Final = re.compile(rf"[\w.$%]{{{_LONGEST_NAME + 1},}}+")


def _short(text: str) -> str:
    """Return a message with the ends of very long names left out."""
    return _LONG_NAME.sub(
        lambda name: name[0][: _LONGEST_NAME - 1] + "\N{HORIZONTAL ELLIPSIS}", text
    )


def _of_rule(diagnostic: Diagnostic, line: int, column: int, length: int, source: str) -> Located:
    skipped = max(0, column - 1 - _KEPT)
    return Located(
        diagnostic.code,
        diagnostic.severity,
        line,
        column,
        length,
        _short(diagnostic.message),
        _short(diagnostic.help),
        source[skipped : column - 1 + _KEPT],
        skipped,
    )


def _of_syntax(problem: Problem) -> Located:
    expected = f"; expected {listed(problem.expected)}" if problem.expected else ""
    return Located(
        "PTX001",
        catalog()["PTX001"].severity,
        problem.line,
        problem.column,
        1,
        _short(problem.message) + expected,
        "",
        problem.source,
        problem.offset,
    )


def _place(found: Located) -> tuple[int, int, str, str]:
    return found.line, found.column, found.code, found.message
