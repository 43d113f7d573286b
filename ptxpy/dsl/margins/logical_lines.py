"""The logical lines of a Python text: where statements and their heads begin and end.

Most lines of a kernel are a statement each, which a look at their brackets and quotes shows; only
the others are taken apart by Python's tokenizer, which is ten times as slow.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

__all__ = ["LogicalLine", "logical_lines", "split_lines"]

_QUOTED: Final = re.compile(r"""["'\\]""")
_BRACKETS: Final = ("()", "[]", "{}")


class LogicalLine(NamedTuple):
    """A statement that is not compound, or the head of one that is; or a line without any."""

    first: int
    """The number of its first line, from 1 on."""
    last: int
    code: str
    """The text of its first line as far as the comment."""
    comment: str
    """The comment behind its end, or "" if there is none."""
    inner: tuple[tuple[int, str], ...] = ()
    """Comments within it: the lines, and the texts."""
    has_separator: bool = False
    """Whether a semicolon separates several statements."""
    ends_in_colon: bool = False
    """Whether its last token is a colon, as in the head of a compound statement."""

    @property
    def indent(self) -> int:
        """The columns before its text."""
        spaces = self.code[: len(self.code) - len(self.code.lstrip())]
        return len(spaces.expandtabs())


def split_lines(text: str) -> list[str]:
    """Return the lines of a text as Python counts them, each with its end."""
    return [*io.StringIO(text, newline=None)]


def logical_lines(lines: Sequence[str], first: int) -> Iterator[LogicalLine]:
    """Yield the logical lines from a line on that begins one; blank lines are left out.

    Stops without an error where the text ends within a statement, or cannot be taken apart.
    """
    number = first
    while number <= len(lines):
        line = lines[number - 1]
        found = _plain_line(line, number)
        if found is None:
            found = _tokenized(lines, number)
            if found is None:
                return
        number = found.last + 1
        if found.code.strip() or found.comment:
            yield found


def _plain_line(line: str, number: int) -> LogicalLine | None:
    """Return a logical line on a line of its own without strings; None for any other."""
    code, mark, comment = line.partition("#")
    if _QUOTED.search(code):
        return None
    for opening, closing in _BRACKETS:
        if code.count(opening) != code.count(closing):
            return None
    return LogicalLine(
        number,
        number,
        code,
        (mark + comment).rstrip(),
        (),
        ";" in code,
        code.rstrip().endswith(":"),
    )


def _tokenized(lines: Sequence[str], first: int) -> LogicalLine | None:
    """Return the logical line that begins on a line, by its tokens."""
    rest = islice(lines, first - 1, None)
    row = lines[first - 1]
    comments: list[tuple[int, int, str]] = []
    previous: tokenize.TokenInfo | None = None
    has_separator = False
    end = len(row)
    try:
        for token in tokenize.generate_tokens(lambda: next(rest, "")):
            if token.type == tokenize.COMMENT:
                comments.append((token.start[0], token.start[1], token.string))
                if token.start[0] == 1:
                    end = min(end, token.start[1])
            elif token.type == tokenize.NEWLINE:
                last = token.start[0]
                behind = [text for at, _, text in comments if at == last]
                within = tuple((first - 1 + at, text) for at, _, text in comments if at != last)
                return LogicalLine(
                    first,
                    first - 1 + last,
                    row[:end],
                    behind[-1] if behind else "",
                    within,
                    has_separator,
                    previous is not None and previous.string == ":",
                )
            elif token.type not in (tokenize.INDENT, tokenize.DEDENT, tokenize.NL):
                has_separator = has_separator or token.string == ";"
                previous = token
    except (tokenize.TokenError, SyntaxError):
        return None
    return None
