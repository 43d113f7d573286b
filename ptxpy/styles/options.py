r"""Style options: the consistent deviations of one file from its style.

A file may have the layout of a compiler with other line ends, with spaces for tabs or without
blank lines, or it may come from an unknown producer. Deviations that occur throughout the file are
stored once, in `StyleOptions`. Options are inferred from a file (`ptxpy.styles.option_inference`)
or given by an author in `module(…)`.

- `newline` and `blank_line` are the ends of lines with and without text: `ptxpy.styles.line_ends`.
- `indent`, `tab` and `most_blank_lines` change every gap that the style predicts.
- `before` and `within` replace the usual gap of the style before statements of a kind, or before
  tokens of a role. Exceptions that the style makes from the usual gap stay.
- `function_comments` is false in a file without the comments by which its producer names functions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from ptxpy.ir import JOINED, NO_OPTIONS, SEPARATED, StyleOptions
from ptxpy.styles.kinds import StatementKind

__all__ = [
    "STATEMENT_KINDS",
    "check_options",
    "expand_tabs",
    "explicit_options",
    "gap_rewriter",
    "kind_name",
    "measure_column",
]

MAX_TAB_WIDTH: Final = 16
MAX_BLANK_LINES: Final = 9
_LINE_END = re.compile(r"[ \t\f]{0,64}\r?\n\Z")
_SPACES = re.compile(r"[ \t]{0,64}\Z")
_BEFORE = re.compile(r"[ \t]{0,64}\n[ \t\n]{0,64}\Z")
_WITHIN = re.compile(r"[ \t\n]{0,64}\Z")


def kind_name(kind: StatementKind) -> str:
    """Return the name of a kind of statements in options."""
    return kind.name.lower().replace("_", " ")


STATEMENT_KINDS: Final[Mapping[str, StatementKind]] = {
    kind_name(kind): kind
    for kind in StatementKind
    if kind not in (StatementKind.VERSION, StatementKind.END)
}
"""The kinds of statements that `before` accepts, by name."""


# ----------------------------------------------------------------------- from authors


def check_options(**given: Any) -> StyleOptions:  # noqa: ANN401 - whatever an author has given
    """Return options given by an author. Options that are absent or `None` follow the style.

    Raises `ValueError` or `TypeError` for a value that is not valid layout, with the expected form.
    """
    values = {name: value for name, value in given.items() if value is not None}
    for name, value in values.items():
        values[name] = _CHECKS[name](name, value)
    return NO_OPTIONS._replace(**values)


def _text(name: str, value: object, pattern: re.Pattern[str], wanted: str) -> str:
    if not isinstance(value, str):
        msg = f"{name} must be {wanted}, not {value!r}"
        raise TypeError(msg)
    if not pattern.match(value):
        msg = f"{name} must be {wanted}, not {value!r}"
        raise ValueError(msg)
    return value


def _line_end(name: str, value: object) -> str:
    return _text(name, value, _LINE_END, r'white space that ends in "\n" or "\r\n"')


def _indent(name: str, value: object) -> str:
    return _text(name, value, _SPACES, "up to 64 spaces and tabs")


def _tab(name: str, value: object) -> str | int:
    if isinstance(value, str):
        return _indent(name, value)
    return _count(name, value, 1, MAX_TAB_WIDTH)


def _most(name: str, value: object) -> int:
    return _count(name, value, 0, MAX_BLANK_LINES)


def _count(name: str, value: object, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        msg = f"{name} must be a number from {least} to {most}, not {value!r}"
        raise TypeError(msg)
    if not least <= value <= most:
        msg = f"{name} must be a number from {least} to {most}, not {value!r}"
        raise ValueError(msg)
    return value


def _flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        msg = f"{name} must be True or False, not {value!r}"
        raise TypeError(msg)
    return value


def _table(name: str, value: object) -> list[tuple[str, object]]:
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        msg = f"{name} must be a dictionary of gaps by name, not {value!r}"
        raise TypeError(msg)
    return sorted(value.items())


def _before(name: str, value: object) -> tuple[tuple[str, str], ...]:
    gaps = []
    for kind, gap in _table(name, value):
        if kind not in STATEMENT_KINDS:
            known = ", ".join(sorted(STATEMENT_KINDS))
            msg = f"{name}: unknown kind of statement {kind!r}; write one of {known}"
            raise ValueError(msg)
        wanted = r'white space with a "\n"'
        gaps.append((kind, _text(f"{name}[{kind!r}]", gap, _BEFORE, wanted)))
    return tuple(gaps)


def _within(name: str, value: object) -> tuple[tuple[str, str], ...]:
    gaps = []
    for role, gap in _table(name, value):
        if role not in SEPARATED | JOINED:
            known = ", ".join(sorted(SEPARATED | JOINED))
            msg = f"{name}: unknown role of a token {role!r}; write one of {known}"
            raise ValueError(msg)
        what = f"{name}[{role!r}]"
        _text(what, gap, _WITHIN, "white space")
        if not gap and role in SEPARATED:
            msg = f"{what} must not be empty: it separates two words"
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
    "function_comments": _flag,
}


def explicit_options(options: StyleOptions) -> list[tuple[str, Any]]:
    """Return the options that differ from the defaults, as arguments of `module(…)`."""
    found: list[tuple[str, Any]] = []
    for name, value in options._asdict().items():
        if value != getattr(NO_OPTIONS, name):
            found.append((name, dict(value) if isinstance(value, tuple) else value))
    return found


# ----------------------------------------------------------------------- applying options


def gap_rewriter(options: StyleOptions, unit: str) -> Callable[[str], str]:
    """Return a function that applies options to a gap of a style; `unit` is its indentation.

    The gap may contain comments of the style. Tabs that align columns stay.
    """
    most = options.most_blank_lines
    indent = options.indent
    tab = options.tab if isinstance(options.tab, str) else "\t"
    # `most` blank lines are `most + 1` line feeds, so any longer run is cut to that.
    blank = None if most is None else re.compile(rf"\n{{{most + 2},}}")
    lines = "" if most is None else "\n" * (most + 1)
    # An indentation of nothing takes whatever margin there is. A style without one has none.
    margin = r"[ \t]+" if indent == "" else f"(?:{unit})+" if unit else r"(?!)"
    spaces = re.compile(rf"(?<=\n)({margin})|\t")
    respaced = indent is not None or tab != "\t"

    def space(match: re.Match[str]) -> str:
        begin = match[1]
        if begin is None:
            # Without its tab, two words would become one.
            front, back = match.string[: match.start()][-1:], match.string[match.end() :][:1]
            return tab or (" " if front.strip() and back.strip() else "")
        return begin if indent is None else indent * (len(begin) // len(unit))

    def rewrite(gap: str) -> str:
        if blank is not None:
            gap = blank.sub(lines, gap)
        return spaces.sub(space, gap) if respaced else gap

    return rewrite


def measure_column(text: str, stop: int) -> int:
    """Return the width of the last line of a text in columns, with a tab width of `stop`."""
    return len(text.rpartition("\n")[2].expandtabs(stop))


def expand_tabs(texts: list[str], gaps: tuple[str, ...], start: int, stop: int) -> tuple[str, ...]:
    """Expand the tabs in the gaps between tokens; the first token begins at column `start`."""
    at = start
    found = []
    for text, gap in zip(texts, gaps, strict=False):
        at += len(text)
        new = gap
        if "\t" in gap:
            # Tab stops count from the beginning of the line, where the text before the gap begins.
            lead = at % stop
            new = (" " * lead + gap).expandtabs(stop)[lead:]
        at = measure_column(new, stop) if "\n" in new else at + len(new)
        found.append(new)
    return tuple(found)
