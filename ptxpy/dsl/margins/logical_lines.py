"""The logical lines of a Python text: the beginning and end of statements, heads and margins.

Most lines of a kernel are a statement each, which a look at their brackets and quotes shows; only
the others are taken apart by Python's tokenizer, which is ten times as slow.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Sequence
from itertools import islice
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.dialect import (
    MARGIN_MARK,
    MarginTables,
    expand_margin,
    is_margin_row,
    split_margin,
)

__all__ = [
    "LogicalLine",
    "emptied",
    "is_plain",
    "is_unquoted",
    "logical_line",
    "split_lines",
    "strip_margins",
    "tokenized_line",
]

_QUOTED: Final = re.compile(r"""["'\\]""")

_STRING: Final = re.compile(
    r"""
    \"{3}[^"\\\n]*\"{3}
    |(?P<rare>\"{3}|'{3}|(?<!\w)[fFtT][rR]?["']|(?<!\w)[rR][fFtT]["']|\\\r?\n)
    |(["'])(?:(?!\2)[^\\\n]|\\[^\n])*\2
    """,
    re.VERBOSE,
)
"""A string of one line, or a plain docstring of one.

Rare are the beginning of a string of several lines, or with expressions in it, and a joined line.
"""


class LogicalLine(NamedTuple):
    """A statement that is not compound, or the head of one that is; or a line without any."""

    first: int
    """The number of its first line, from 1 on."""
    last: int
    code: str
    """The text of its first line before the comment."""
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


def logical_line(lines: Sequence[str], number: int) -> LogicalLine | None:
    """Return the logical line, or the line without code, that begins on a line.

    None where the text ends within a statement, or cannot be taken apart.
    """
    line = lines[number - 1]
    code, mark, comment = line.partition("#")
    if not is_plain(code):
        return _joined(lines, number) or tokenized_line(lines, number)
    return LogicalLine(
        number,
        number,
        code,
        (mark + comment).rstrip(),
        (),
        ";" in code,
        code.rstrip().endswith(":"),
    )


def is_plain(code: str) -> bool:
    """Return whether a line without its comment is a logical line by itself, and has no strings."""
    return (
        is_unquoted(code)
        and code.count("(") == code.count(")")
        and code.count("[") == code.count("]")
        and ("{" not in code or code.count("{") == code.count("}"))
    )


def is_unquoted(code: str) -> bool:
    """Return whether code has no strings, and no joined lines."""
    return '"' not in code and "'" not in code and "\\" not in code


def emptied(text: str) -> str | None:
    """Return a line with strings that are empty.

    None for one that begins or ends a string of several lines, has expressions in a string, or is
    joined to the next line.
    """
    if is_unquoted(text):
        return text
    if any(match["rare"] for match in _STRING.finditer(text)):
        return None
    return _STRING.sub("''", text)


def _joined(lines: Sequence[str], first: int) -> LogicalLine | None:
    """Return the logical line that begins on a line, by its brackets.

    None if brackets do not decide: with strings of several lines or with expressions in them, and
    with lines joined by a backslash.
    """
    depth = 0
    head = None
    comments: list[tuple[int, str]] = []
    for number in range(first, len(lines) + 1):
        # Brackets in strings do not count.
        text = emptied(lines[number - 1])
        if text is None:
            return None
        code, mark, comment = text.partition("#")
        # A quotation mark that is left over begins a string which is not understood here.
        if _QUOTED.search(code.replace("''", "")) is not None:
            return None
        head = code if head is None else head
        if mark:
            comments.append((number, (mark + comment).rstrip()))
        depth += code.count("(") + code.count("[") + code.count("{")
        depth -= code.count(")") + code.count("]") + code.count("}")
        if depth == 0:
            within = tuple(each for each in comments if each[0] != number)
            behind = "" if len(within) == len(comments) else comments[-1][1]
            ends_in_colon = code.rstrip().endswith(":")
            return LogicalLine(first, number, head, behind, within, ";" in code, ends_in_colon)
        if depth < 0:
            return None
    return None


def tokenized_line(lines: Sequence[str], first: int) -> LogicalLine | None:
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


def strip_margins(text: str, *, positions: bool = False) -> str:
    r"""Return a Python program without the registers in the margins of its statements.

    Every comment that begins with `#:` on a line with code is left out, with the blanks before it,
    but for positions in the source; with `positions`, these are left out, too. Tables of margins
    are left out in any case. Strings and all other comments stay as they are. Raises `SyntaxError`
    or `tokenize.TokenError` for a text that is no Python.

    >>> strip_margins("x = a + b  #: r3 @28:18\n#: on its own line")
    'x = a + b  #: @28:18\n#: on its own line'
    >>> strip_margins("x = a + b  #: r3 @28:18", positions=True)
    'x = a + b'
    """
    if MARGIN_MARK not in text:
        return text
    # `splitlines` also cuts at form feeds, at which Python's tokenizer begins no line.
    lines = text.splitlines(keepends=True) if "\r" in text else [*io.StringIO(text)]
    source = iter([*lines])
    tables: MarginTables | None = None
    for token in tokenize.generate_tokens(lambda: next(source, "")):
        if token.type != tokenize.COMMENT or not token.string.startswith(MARGIN_MARK):
            continue
        number, column = token.start
        line = lines[number - 1]
        code = line[:column].rstrip()
        if code:
            margin = token.string.removeprefix(MARGIN_MARK)
            if "&" in margin:
                tables = tables or MarginTables(lines)
                margin = expand_margin(margin, tables.behind(number))
            _, kept = split_margin(margin)
            if kept and not positions:
                code += f"  {MARGIN_MARK} {kept}"
            lines[number - 1] = code + line[column + len(token.string) :]
    if tables is not None:
        lines = [line for line in lines if not is_margin_row(line)]
    return "".join(lines)
