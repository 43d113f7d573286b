"""Corrections of diagnostics as edits of a text: for `ptxpy check --fix`, and for editors.

A rule suggests a correction in terms of its statement. A fix is the same as edits of lines. It is
certain if nothing else can be meant: only those are applied without a question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Edit", "Fix", "Suggestion", "apply_edits", "certain_edits"]


class Suggestion(NamedTuple):
    """A correction in terms of the statement of a diagnostic."""

    action: str
    """`replace`: of the token that the diagnostic points at; `insert`: at that place; `before`: a
    statement before this one; `version`: of the number in `.version`; `widen`: of the number of
    registers in the declaration that is related."""
    text: str
    is_certain: bool = True
    alternatives: tuple[str, ...] = ()
    """Other texts that may be meant, the likeliest first."""


class Edit(NamedTuple):
    """The replacement of characters of one line."""

    line: int
    """Line, from 1."""
    column: int
    """Column in characters, from 1."""
    length: int
    """The number of characters that are replaced; 0 for an insertion."""
    text: str
    """The new text; `\\n` is the line end of the file."""


class Fix(NamedTuple):
    """A correction of a text."""

    title: str
    """The correction in words: `write "=&r"`."""
    edits: tuple[Edit, ...]
    is_certain: bool
    alternatives: tuple[Fix, ...] = ()
    """Other corrections of the same mistake, which editors offer behind this one."""


def certain_edits(fixes: Iterable[Fix | None]) -> list[Edit]:
    """Return the edits of the certain ones among fixes, those that overlap others left out.

    Of several numbers for one `.version` the last in order, the highest, is taken.
    """
    found: dict[tuple[int, int, int], Edit] = {}
    for fix in fixes:
        if fix is None or not fix.is_certain:
            continue
        for edit in fix.edits:
            place = edit.line, edit.column, edit.length
            known = found.get(place)
            if known is None or (edit.length and _number(edit.text) > _number(known.text)):
                found[place] = edit
    edits: list[Edit] = []
    for edit in sorted(found.values()):
        last = edits[-1] if edits else None
        if last is None or edit.line > last.line or edit.column >= last.column + last.length:
            edits.append(edit)
    return edits


def _number(text: str) -> tuple[int, ...]:
    parts = text.split(".")
    return tuple(map(int, parts)) if all(part.isdecimal() for part in parts) else ()


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    r"""Return a text after edits, which do not overlap.

    >>> apply_edits("add.s32 r, r, 1\\n", [Edit(1, 16, 0, ";"), Edit(1, 5, 3, "u32")])
    'add.u32 r, r, 1;\\n'
    """
    rows = text.split("\n")
    newline = "\r\n" if rows[0].endswith("\r") else "\n"
    # From the end of the text, so that earlier places stay as they are.
    for line, column, length, new in sorted(edits, reverse=True):
        row = rows[line - 1]
        start = column - 1
        rows[line - 1] = row[:start] + new.replace("\n", newline) + row[start + length :]
    return "\n".join(rows)
