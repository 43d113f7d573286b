"""Diagnostics with their positions in a file of PTX, or in the Python it was traced from."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final, TypeVar

from ptxpy._hooks import repr_html
from ptxpy._records import NamedTuple
from ptxpy.check.diagnose import diagnose_module
from ptxpy.check.diagnostic import catalog
from ptxpy.check.diagnostic_places import Located, RelatedPlace
from ptxpy.check.fixes import Edit, Fix
from ptxpy.check.ignoring import apply_ignores
from ptxpy.ir import nodes as n
from ptxpy.ir import statements
from ptxpy.syntax import listed, parse_tolerant, positions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ptxpy.check.diagnostic import Diagnostic
    from ptxpy.isa import Target, Version
    from ptxpy.syntax import Positions, Problem

__all__ = [
    "MAX_DIAGNOSTICS_SHOWN",
    "HiddenCounts",
    "Located",
    "called_from",
    "check_text",
    "limit_diagnostics",
    "locate",
    "locate_in_python",
]

MAX_DIAGNOSTICS_SHOWN: Final = 1000
"""Diagnostics of the rules that are reported for one file; further ones are only counted."""


class HiddenCounts(NamedTuple):
    """The numbers of diagnostics of a file beyond `MAX_DIAGNOSTICS_SHOWN`."""

    errors: int = 0
    warnings: int = 0
    codes: tuple[tuple[str, int], ...] = ()
    """The number of each code."""


_COUNT: Final = re.compile(r"\s*<\s*(\d+)\s*>", re.ASCII)
"""Behind the prefix of registers, how many there are."""

_Found = TypeVar("_Found", "Diagnostic", Located)


def limit_diagnostics(found: Sequence[_Found]) -> tuple[Sequence[_Found], HiddenCounts]:
    """Return the first `MAX_DIAGNOSTICS_SHOWN` diagnostics, and the numbers of further ones."""
    rest = found[MAX_DIAGNOSTICS_SHOWN:]
    errors = sum(one.severity == "error" for one in rest)
    codes = tuple(Counter(one.code for one in rest).items())
    return found[:MAX_DIAGNOSTICS_SHOWN], HiddenCounts(errors, len(rest) - errors, codes)


class Checked(NamedTuple):
    """The result of checking a file of PTX."""

    found: tuple[Located, ...]
    """The diagnostics, in the order of lines."""
    module: n.Module | None
    """The module, without statements that failed to parse; None if there is none."""
    rest: HiddenCounts = HiddenCounts()
    """The numbers of further diagnostics."""

    def _repr_html_(self) -> str | None:
        """Return it as HTML, for notebooks."""
        return repr_html(self)


def check_text(
    source: str | bytes,
    *,
    filename: str = "<ptx>",
    version: Version | None = None,
    target: Target | None = None,
    pause: Callable[[], object] | None = None,
) -> Checked:
    """Check PTX text: its syntax, and the statements that could be parsed by all rules.

    Args:
        source: The text.
        filename: The name of the file in messages.
        version: The version of PTX to check against; None for that of the file.
        target: The target to check against; None for that of the file.
        pause: Called before each rule; an error that it raises ends the check.
    """
    read = parse_tolerant(source, filename=filename)
    found = [] if read.error is None else [_of_syntax(problem) for problem in read.error.problems]
    # A file with errors of syntax is checked as well: the rules see the statements that could be
    # read, so that one run reports both.
    rest = HiddenCounts()
    if read.module is not None:
        diagnostics = diagnose_module(
            read.module,
            version=version,
            target=target,
            unparsed_names=read.dropped,
            pause=pause,
        )
        if diagnostics:
            first, rest = limit_diagnostics(diagnostics)
            found += locate(first, positions(read.module))
    text = source if isinstance(source, str) else source.decode("utf-8", "surrogateescape")
    kept = apply_ignores(sorted(found, key=_place), text, "//", is_whole=not any(rest))
    return Checked(kept, read.module, rest)


def locate(diagnostics: Iterable[Diagnostic], where: Positions) -> list[Located]:
    """Return diagnostics of a module with their positions in its text."""
    found = []
    for diagnostic in diagnostics:
        line, column, _, length = where.place(diagnostic.ordinal, diagnostic.focus)
        located = _of_rule(diagnostic, line, column, length, where.line_text(line))
        if diagnostic.related:
            located = located._replace(related=_related(diagnostic, where))
        if diagnostic.suggestion is not None:
            located = located._replace(fix=_fix_of(diagnostic, located, where))
        found.append(located)
    return found


def _related(diagnostic: Diagnostic, where: Positions) -> tuple[RelatedPlace, ...]:
    found = []
    for note in diagnostic.related:
        line, column, _, length = where.place(note.ordinal, note.focus)
        found.append(
            RelatedPlace(
                _short(note.message),
                line,
                column,
                length,
                where.line_text(line)[:MAX_EXCERPT_CHARACTERS],
            )
        )
    return tuple(found)


def _fix_of(diagnostic: Diagnostic, located: Located, where: Positions) -> Fix | None:
    """Return a suggestion as edits of the text of its module."""
    suggestion = diagnostic.suggestion
    if suggestion is None:
        return None
    text = suggestion.text
    if suggestion.action == "replace":
        fixes = [
            Fix(
                f"write {each}",
                (Edit(located.line, located.column, located.length, each),),
                suggestion.is_certain,
            )
            for each in (text, *suggestion.alternatives)
        ]
        return fixes[0]._replace(alternatives=tuple(fixes[1:]))
    if suggestion.action == "insert":
        edit = Edit(located.line, located.column, 0, text)
        return Fix(f"write {text}", (edit,), suggestion.is_certain)
    if suggestion.action == "widen":
        (note,) = diagnostic.related
        line, column, _, length = where.place(note.ordinal, note.focus)
        count = _COUNT.match(where.line_text(line), column - 1 + length)
        if count is None:
            return None
        edit = Edit(line, count.start(1) + 1, len(count[1]), text)
        return Fix(f"declare {text} registers", (edit,), suggestion.is_certain)
    if suggestion.action == "before":
        line, column, _, _ = where.place(diagnostic.ordinal)
        margin = where.line_text(line)[: column - 1]
        gap = " " if margin.strip() else f"\n{margin}"
        title = f"put {text.rstrip(';')} before this"
        edit = Edit(line, column, 0, f"{text}{gap}")
    else:
        version = next(
            (
                (ordinal, item)
                for ordinal, item in enumerate(statements(where.module))
                if type(item) is n.Version
            ),
            None,
        )
        if version is None:
            return None
        line, column, _, length = where.place(version[0], ("name", version[1].number))
        title = f"write .version {text}"
        edit = Edit(line, column, length, text)
    return Fix(title, (edit,), suggestion.is_certain)


def locate_in_python(
    diagnostics: Iterable[Diagnostic],
    lines: Sequence[int],
    text: str,
    *,
    calls: Sequence[Sequence[int]] = (),
    columns: Callable[[int, str], tuple[int, int]] | None = None,
) -> list[Located]:
    """Return diagnostics of a traced module with their positions in the Python text.

    Equal diagnostics of several statements of one line, such as those of a rolled loop or of
    several calls of a function, are merged: the places of the first one are named.

    Args:
        diagnostics: The diagnostics of the module.
        lines: For each statement of the module, the line of Python that recorded it, or 0.
        text: The Python.
        calls: For each statement the lines of the calls that led to its line, the innermost first.
        columns: The first character of the part of a line that recorded a statement, counted from
            0, and its length, by the ordinal of the statement and the line. Without it, the whole
            line is underlined.
    """
    rows = text.splitlines()
    found: dict[Located, Located] = {}
    for diagnostic in diagnostics:
        ordinal = diagnostic.ordinal
        line = lines[ordinal]
        row = rows[line - 1] if 0 < line <= len(rows) else ""
        first, length = len(row) - len(row.lstrip()), max(1, len(row.strip()))
        if row and columns is not None:
            first, length = columns(ordinal, row)
        located = _of_rule(diagnostic, line, first + 1, length, row)
        if located not in found:
            led = called_from(calls[ordinal] if line and calls else (), rows)
            related = _related_in_python(diagnostic, lines, rows)
            found[located] = located._replace(related=(*related, *led))
    return sorted(found.values(), key=_place)


def called_from(lines: Iterable[int], rows: Sequence[str]) -> tuple[RelatedPlace, ...]:
    """Return the calls on some lines that led to a line of Python, as notes.

    `rows` are the lines of the file.
    """
    return tuple([_line_of_python("called from here", line, rows) for line in lines])


def _line_of_python(message: str, line: int, rows: Sequence[str]) -> RelatedPlace:
    row = rows[line - 1] if 0 < line <= len(rows) else ""
    column = len(row) - len(row.lstrip()) + 1
    return RelatedPlace(message, line, column, max(1, len(row.strip())), row)


def _related_in_python(
    diagnostic: Diagnostic, lines: Sequence[int], rows: Sequence[str]
) -> tuple[RelatedPlace, ...]:
    found: dict[RelatedPlace, None] = {}
    for note in diagnostic.related:
        line = lines[note.ordinal]
        # Registers that the tracer has declared have no line, and a line is not related to itself.
        if 0 < line <= len(rows) and line != lines[diagnostic.ordinal]:
            found[_line_of_python(_short(note.message), line, rows)] = None
    return tuple(found)


MAX_EXCERPT_CHARACTERS = 200
MAX_NAME_CHARACTERS: Final = 80
_LONG_NAME: Final = re.compile(rf"[\w.$%]{{{MAX_NAME_CHARACTERS + 1},}}+")


# A mangled name of C++ may have thousands of characters.
def _short(text: str) -> str:
    """Return a message in which very long names are truncated."""
    return _LONG_NAME.sub(
        lambda name: name[0][: MAX_NAME_CHARACTERS - 1] + "\N{HORIZONTAL ELLIPSIS}", text
    )


def _of_rule(diagnostic: Diagnostic, line: int, column: int, length: int, source: str) -> Located:
    skipped = max(0, column - 1 - MAX_EXCERPT_CHARACTERS)
    return Located(
        diagnostic.code,
        diagnostic.severity,
        line,
        column,
        length,
        _short(diagnostic.message),
        _short(diagnostic.help),
        source[skipped : column - 1 + MAX_EXCERPT_CHARACTERS],
        skipped,
    )


def _of_syntax(problem: Problem) -> Located:
    expected = f"; expected {listed(problem.expected)}" if problem.expected else ""
    fix = None
    # The end of a statement is missing, and no more: the place is behind its last token.
    if problem.expected == ("';'",):
        fix = Fix(
            "write a semicolon", (Edit(problem.line, problem.column, 0, ";"),), is_certain=True
        )
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
        fix,
    )


def _place(found: Located) -> tuple[int, int, str, str]:
    return found.line, found.column, found.code, found.message


located = locate
"""The former name of `locate`."""
located_in_python = locate_in_python
"""The former name of `locate_in_python`."""
