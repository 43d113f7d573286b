"""Reading the rest of a file that has syntax errors, so that it can be checked in the same run."""

from __future__ import annotations

from collections.abc import Iterable

from ptxpy._records import NamedTuple
from ptxpy.ir import compile_pattern
from ptxpy.ir import nodes as n
from ptxpy.syntax.errors import PtxSyntaxError, ShapeError
from ptxpy.syntax.parser import read_module
from ptxpy.syntax.reader import UnreadableError
from ptxpy.syntax.terminal_patterns import COMMENT, LINE_MARKER

MAX_TRIES = 3
"""Times that a text is examined for errors; if it still has some then, nothing is kept."""


class Tolerant(NamedTuple):
    """The readable part of a file, and the errors of the rest."""

    module: n.Module | None
    """The readable part, or None."""
    error: PtxSyntaxError | None
    """All syntax errors of the file; None for a file that has none."""
    dropped: frozenset[str]
    """The words of the unreadable parts, as they are written: `%r5`, `%r` of `%r<10>`, `.reg`,
    `add`, `$L_1`. Their declarations are unknown."""
    text: str
    """The text of the module: that of the file with spaces for all that could not be read, so that
    offsets, lines and columns are those of the file. Without a module, the text of the file."""


def parse_tolerant(source: str | bytes, *, filename: str = "<ptx>") -> Tolerant:
    """Parse PTX that may have syntax errors; raises none.

    The parts left out are whole: statements, functions whose head or braces are wrong, lines of
    debug sections. Nothing is put in, so a module may lack its `.version`.
    """
    text = source if isinstance(source, str) else source.decode("utf-8", "surrogateescape")
    # Most files are without errors, so they are not examined for any first.
    try:
        return Tolerant(read_module(text), None, frozenset(), text)
    except (UnreadableError, ShapeError):
        from ptxpy.syntax.diagnose import examine  # noqa: PLC0415 - only for files with errors

        first: PtxSyntaxError | None = None
        dropped: set[str] = set()
        rest = text
        for _ in range(MAX_TRIES):
            error, spans = examine(rest, filename)
            first = first or error
            if not spans:
                break
            spans = _merged(spans)
            # Words are collected before they are blanked: what they declared is unknown from here
            # on.
            for start, end in spans:
                dropped.update(_words(rest, start, end))
            # Blanks instead of a cut keep all offsets, so that a later error is at its place in the
            # file.
            rest = _blanked(rest, spans)
            try:
                return Tolerant(read_module(rest), first, frozenset(dropped), rest)
            except (UnreadableError, ShapeError):
                continue
        return Tolerant(None, first, frozenset(), text)


def _merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return spans in order, those that touch or overlap as one."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


_INK = compile_pattern(r"[^ \t\r\n\f]")

_WORD = compile_pattern(
    rf'{COMMENT}|{LINE_MARKER}|"[^"\n]*+"|[0-9][A-Za-z0-9_$]*+|([.%][A-Za-z0-9_$]++|[A-Za-z_$][A-Za-z0-9_$]*+)'
)
"""A comment, a string, a number, or, as its group, a word."""


def _words(text: str, start: int, end: int) -> set[str]:
    """Return the words of a piece of text outside of comments and strings."""
    group = _WORD.groups
    return {word for match in _WORD.finditer(text, start, end) if (word := match.group(group))}


def _blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return a text with spaces in spans; line ends and tabs are kept."""
    parts: list[str] = []
    position = 0
    for start, end in spans:
        parts += (text[position:start], _INK.sub(" ", text[start:end]))
        position = end
    parts.append(text[position:])
    return "".join(parts)
