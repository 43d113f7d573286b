r"""What the layout of one file has of its own: options on top of a style.

A file may be laid out as a compiler does but for its line ends, or with spaces for tabs, or
without blank lines; or nobody here may have seen its producer. What such a file does everywhere is
said once, in `StyleOptions`, and is white space. Options are found in a file
(`ptxpy.styles.habits`) or given by an author in `module(…)`.

- `newline` and `blank_line` are about lines, whatever stands in them: `ptxpy.styles.line_ends`.
- `indent`, `tab` and `most_blank_lines` change every gap that the style predicts.
- `before` and `within` replace what the style predicts as a rule before statements of a kind, or
  before tokens of a role. Where it has an exception from the rule, that stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from ptxpy.ir.nodes import NO_OPTIONS, StyleOptions
from ptxpy.ir.tokens import JOINED, SEPARATED
from ptxpy.styles.kinds import Kind

__all__ = ["BEFORE", "checked_options", "column_of", "expanded", "kind_name", "rewriting", "said"]

WIDEST_TAB: Final = 16
MOST_BLANK_LINES: Final = 9
_LINE_END = re.compile(r"[ \t\f]{0,64}\r?\n\Z")
_SPACES = re.compile(r"[ \t]{0,64}\Z")
_BEFORE = re.compile(r"[ \t]{0,64}\n[ \t\n]{0,64}\Z")
_WITHIN = re.compile(r"[ \t\n]{0,64}\Z")


def kind_name(kind: Kind) -> str:
    """Return the name of a kind of statements in options."""
    return kind.name.lower().replace("_", " ")


BEFORE: Final[Mapping[str, Kind]] = {
    kind_name(kind): kind for kind in Kind if kind not in (Kind.VERSION, Kind.END)
}
"""The kinds of statements that `before` can speak of, by name."""


# ----------------------------------------------------------------------- from authors


def checked_options(**given: Any) -> StyleOptions:  # noqa: ANN401 - whatever an author has given
    """Return options that an author has given; `None` and absent ones are those of the style.

    Raises `ValueError` or `TypeError` for what is no layout, and says what is.
    """
    values = {name: value for name, value in given.items() if value is not None}
    for name, value in values.items():
        values[name] = _CHECKS[name](name, value)
    return NO_OPTIONS._replace(**values)


def _text(name: str, value: object, pattern: re.Pattern[str], wanted: str) -> str:
    if not isinstance(value, str):
        msg = f"{name} is {wanted}, not {value!r}"
        raise TypeError(msg)
    if not pattern.match(value):
        msg = f"{name} is {wanted}, not {value!r}"
        raise ValueError(msg)
    return value


def _line_end(name: str, value: object) -> str:
    return _text(name, value, _LINE_END, r'white space that ends in "\n" or "\r\n"')


def _indent(name: str, value: object) -> str:
    return _text(name, value, _SPACES, "up to 64 spaces and tabs")


def _tab(name: str, value: object) -> str | int:
    if isinstance(value, str):
        return _indent(name, value)
    return _count(name, value, 1, WIDEST_TAB)


def _most(name: str, value: object) -> int:
    return _count(name, value, 0, MOST_BLANK_LINES)


def _count(name: str, value: object, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        msg = f"{name} is a number from {least} to {most}, not {value!r}"
        raise TypeError(msg)
    if not least <= value <= most:
        msg = f"{name} is a number from {least} to {most}, not {value!r}"
        raise ValueError(msg)
    return value


def _table(name: str, value: object) -> list[tuple[str, object]]:
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        msg = f"{name} is a dictionary of gaps by name, not {value!r}"
        raise TypeError(msg)
    return sorted(value.items())


def _before(name: str, value: object) -> tuple[tuple[str, str], ...]:
    gaps = []
    for kind, gap in _table(name, value):
        if kind not in BEFORE:
            msg = f"{name}: no kind of statements is {kind!r}; one of {', '.join(sorted(BEFORE))}"
            raise ValueError(msg)
        wanted = r'white space with a "\n"'
        gaps.append((kind, _text(f"{name}[{kind!r}]", gap, _BEFORE, wanted)))
    return tuple(gaps)


def _within(name: str, value: object) -> tuple[tuple[str, str], ...]:
    gaps = []
    for role, gap in _table(name, value):
        if role not in SEPARATED | JOINED:
            known = ", ".join(sorted(SEPARATED | JOINED))
            msg = f"{name}: no role of tokens is {role!r}; one of {known}"
            raise ValueError(msg)
        what = f"{name}[{role!r}]"
        _text(what, gap, _WITHIN, "white space")
        if not gap and role in SEPARATED:
            msg = f"{what} is white space, not nothing: it separates words"
            raise ValueError(msg)
        gaps.append((role, str(gap)))
    return tuple(gaps)


_CHECKS: Final[Mapping[str, Callable[[str, object], object]]] = {
    "newline": _line_end,
    "blank_line": _line_end,
    "indent": _indent,
    "tab": _tab,
    "most_blank_lines": _most,
    "before": _before,
    "within": _within,
}


def said(options: StyleOptions) -> list[tuple[str, Any]]:
    """Return the options that are not those of every style, as arguments of `module(…)`."""
    found: list[tuple[str, Any]] = []
    for name, value in options._asdict().items():
        if value != getattr(NO_OPTIONS, name):
            found.append((name, dict(value) if isinstance(value, tuple) else value))
    return found


# ----------------------------------------------------------------------- what they do


def rewriting(options: StyleOptions, unit: str) -> Callable[[str], str]:
    """Return what options make of a gap that a style predicts; `unit` is its indentation.

    Comments of the style's may be in the gap. Tabs that lead to columns are left.
    """
    most = options.most_blank_lines
    indent = options.indent
    tab = options.tab if isinstance(options.tab, str) else "\t"
    blank = None if most is None else re.compile(rf"\n{{{most + 2},}}")
    lines = "" if most is None else "\n" * (most + 1)
    margin = r"[ \t]+" if indent == "" else f"(?:{unit})+"
    spaces = re.compile(rf"(?<=\n)({margin})|\t")
    respaced = indent is not None or tab != "\t"

    def space(match: re.Match[str]) -> str:
        begin = match[1]
        if begin is None:
            front, back = match.string[: match.start()][-1:], match.string[match.end() :][:1]
            return tab or (" " if front.strip() and back.strip() else "")
        return begin if indent is None else indent * (len(begin) // len(unit))

    def rewrite(gap: str) -> str:
        if blank is not None:
            gap = blank.sub(lines, gap)
        return spaces.sub(space, gap) if respaced else gap

    return rewrite


def column_of(text: str, stop: int) -> int:
    """Return the column that a cursor reaches at the end of a text with tab stops."""
    return len(text.rpartition("\n")[2].expandtabs(stop))


def expanded(texts: list[str], gaps: tuple[str, ...], start: int, stop: int) -> tuple[str, ...]:
    """Return the gaps between tokens with spaces for tabs; the first token begins at a column."""
    at = start
    found = []
    for text, gap in zip(texts, gaps, strict=False):
        at += len(text)
        new = gap
        if "\t" in gap:
            lead = at % stop
            new = (" " * lead + gap).expandtabs(stop)[lead:]
        at = column_of(new, stop) if "\n" in new else at + len(new)
        found.append(new)
    return tuple(found)
