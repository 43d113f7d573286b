"""Comments that ignore diagnostics of their line: `// ptxpy: ignore[PTX050]`, in Python `# …`.

A comment that has a line for itself is for the next line of code. One that ignores nothing is told,
so that none stays behind when its reason is gone.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.check.diagnostic import catalog
from ptxpy.check.diagnostic_places import Located

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


__all__ = ["CODE", "Ignore", "apply_ignores", "find_ignores"]

CODE: Final = "PTX060"
"""The code of a comment that ignores nothing."""

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
        codes = tuple(code.strip() for code in (found[1] or "").split(",") if code.strip())
        target = line
        if not rows[line - 1][: column - 1].strip():
            target += 1
            while target < len(rows) and rows[target - 1].strip()[: len(mark)] in (*_BLANK, mark):
                target += 1
        yield Ignore(target, codes, (line, column + found.start(), len(found[0])))


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
        message = _wrong(ignore) or (_useless(ignore, used) if parses else "")
        if message:
            kept.append(_located(ignore, message, text))
    return tuple(sorted(kept, key=lambda each: (each.line, each.column, each.code, each.message)))


def _wrong(ignore: Ignore) -> str:
    """Return the mistake of a comment whatever there is in its line; empty for none."""
    if not ignore.codes:
        return "this comment names no code"
    unknown = [code for code in ignore.codes if code not in catalog()]
    return f"there is no code {unknown[0]}" if unknown else ""


def _useless(ignore: Ignore, used: set[tuple[int, str]]) -> str:
    """Return which codes a comment ignores in vain; empty for none."""
    idle = [
        code
        for code in ignore.codes
        if (ignore.line, code) not in used and code not in _OF_THE_ASSEMBLER
    ]
    if not idle:
        return ""
    return f"line {ignore.line} has no {' or '.join(idle)} to ignore"


def _located(ignore: Ignore, message: str, text: str) -> Located:
    line, column, length = ignore.place
    row = text.split("\n")[line - 1].removesuffix("\r")
    help_ = "remove it" if ignore.codes else "write ignore[PTX050], with the code to ignore"
    severity = catalog()[CODE].severity
    return Located(CODE, severity, line, column, length, message, help_, row[:400])
