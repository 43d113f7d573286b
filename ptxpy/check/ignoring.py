"""Comments that ignore diagnostics of their line: `// ptxpy: ignore[PTX050]`, in Python `# …`.

A comment that has a line for itself is for the next line of code. One that ignores nothing is told,
so that none stays behind when its reason is gone.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.check.diagnostic import catalog, hint_of_code, meant_codes
from ptxpy.check.diagnostic_places import Located
from ptxpy.check.fixes import Edit, Fix

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


__all__ = ["CODE", "Ignore", "apply_ignores", "find_ignores"]

CODE: Final = "PTX060"
"""The code of a comment that ignores nothing."""

MAX_SHOWN: Final = 200
"""The most characters of a wrong code, and of a line around it, that are shown."""
_MENTION: Final = "ptxpy:"
_COMMENT: Final = {
    "//": re.compile(
        r'"(?:[^"\\\n]|\\.)*"?|\'(?:[^\'\\\n]|\\.)*\'|/\*.*?(?:\*/|\Z)|(?P<comment>//[^\n]*)',
        re.DOTALL,
    ),
    "#": re.compile(
        r'"""(?:[^\\]|\\.)*?(?:"""|\Z)|\'\'\'(?:[^\\]|\\.)*?(?:\'\'\'|\Z)'
        r'|"(?:[^"\\\n]|\\.)*"?|\'(?:[^\'\\\n]|\\.)*\'?|(?P<comment>#[^\n]*)',
        re.DOTALL,
    ),
}
"""Strings and comments, by the mark of comments that end with their line."""
_IGNORE: Final = re.compile(r"ptxpy:\s*ignore\b(?:\[([^\]]*)\])?")
_CODE: Final = re.compile(r"[^\s,](?:[^,]*[^\s,])?")
_OF_THE_ASSEMBLER: Final = frozenset(("PTX090", "PTX091"))
_BLANK: Final = frozenset(("", "//", "#"))


class Ignore(NamedTuple):
    """A comment that ignores diagnostics."""

    line: int
    """The line whose diagnostics are ignored, from 1."""
    codes: tuple[str, ...]
    """The codes that are ignored."""
    place: tuple[int, int, int]
    """The comment: line and column, from 1, and length."""
    columns: tuple[int, ...] = ()
    """The column of each code, from 1."""


def find_ignores(text: str, mark: str) -> list[Ignore]:
    """Return the comments of a text that ignore diagnostics.

    Args:
        text: The text.
        mark: `//` for PTX and C++, `#` for Python.

    >>> find_ignores("bar.sync 0; // ptxpy: ignore[PTX053]", "//")[0].codes
    ('PTX053',)
    """
    if _MENTION not in text:
        return []
    return list(_ignores(text, mark))


def _ignores(text: str, mark: str) -> Iterator[Ignore]:
    rows = text.split("\n")
    line = 1
    counted = 0
    for match in _COMMENT[mark].finditer(text):
        found = _IGNORE.search(match["comment"] or "")
        if found is None:
            continue
        line += text.count("\n", counted, match.start())
        counted = match.start()
        column = match.start() - text.rfind("\n", 0, match.start())
        words = [*_CODE.finditer(found[1] or "")]
        first = column + found.start(1)
        target = line
        if not rows[line - 1][: column - 1].strip():
            target += 1
            while target < len(rows) and rows[target - 1].strip()[: len(mark)] in (*_BLANK, mark):
                target += 1
        yield Ignore(
            target,
            tuple(word[0] for word in words),
            (line, column + found.start(), len(found[0])),
            tuple(first + word.start() for word in words),
        )


def apply_ignores(
    found: Iterable[Located], text: str, mark: str, *, is_whole: bool = True
) -> tuple[Located, ...]:
    """Return diagnostics without those that comments ignore, and with those of useless comments.

    Args:
        found: The diagnostics of a text.
        text: The text.
        mark: The mark of its comments: `//` or `#`.
        is_whole: Whether the diagnostics are all that there are; else no comment is called useless.
    """
    every = tuple(found)
    ignores = find_ignores(text, mark)
    if not ignores:
        return every
    wanted = {(ignore.line, code) for ignore in ignores for code in ignore.codes}
    kept = [each for each in every if (each.line, each.code) not in wanted]
    used = {(each.line, each.code) for each in every}
    # Of a text that does not parse, most rules see a part alone. The caller of a part of the
    # diagnostics has those of the comments from elsewhere.
    parses = not any(each.code == "PTX001" for each in every)
    for ignore in ignores if is_whole else ():
        wrong = [*_wrong(ignore)]
        if not wrong and parses:
            wrong += _useless(ignore, used)
        kept += [_located(ignore, each, text) for each in wrong]
    return tuple(sorted(kept, key=lambda each: (each.line, each.column, each.code, each.message)))


class _Mistake(NamedTuple):
    """A mistake in a comment."""

    message: str
    help: str
    code: int = -1
    """The number of the code that is wrong; -1 for the whole comment."""


def _wrong(ignore: Ignore) -> Iterator[_Mistake]:
    """Yield the mistakes of a comment whatever there is in its line."""
    if not ignore.codes:
        yield _Mistake(
            "this comment names no code", "write ignore[PTX050], with the code to ignore"
        )
    for number, code in enumerate(ignore.codes):
        if code not in catalog():
            yield _Mistake(f"there is no code {code[:MAX_SHOWN]}", hint_of_code(code), number)


def _useless(ignore: Ignore, used: set[tuple[int, str]]) -> Iterator[_Mistake]:
    """Yield the codes that a comment ignores in vain; the whole comment if there is no other."""
    idle = [
        number
        for number, code in enumerate(ignore.codes)
        if (ignore.line, code) not in used and code not in _OF_THE_ASSEMBLER
    ]
    names = " or ".join(ignore.codes[number] for number in idle)
    message = f"line {ignore.line} has no {names} to ignore"
    if idle and len(idle) == len(ignore.codes):
        yield _Mistake(message, "remove it")
    elif idle:
        yield _Mistake(message, f"remove {names}", idle[0])


def _located(ignore: Ignore, mistake: _Mistake, text: str) -> Located:
    line, column, length = ignore.place
    fix: Fix | None = None
    if mistake.code >= 0:
        code = ignore.codes[mistake.code]
        column, length = ignore.columns[mistake.code], len(code)
        meant = () if code in catalog() else meant_codes(code)
        fixes = [
            Fix(f"write {each}", (Edit(line, column, length, each),), is_certain=False)
            for each in meant
        ]
        if fixes:
            fix = fixes[0]._replace(alternatives=tuple(fixes[1:]))
    row = text.split("\n")[line - 1].removesuffix("\r")
    severity = catalog()[CODE].severity
    skipped = max(0, column - 1 - MAX_SHOWN)
    shown = row[skipped : column - 1 + 2 * MAX_SHOWN]
    return Located(
        CODE, severity, line, column, length, mistake.message, mistake.help, shown, skipped, fix
    )
