"""The rows of a comparison as HTML: two lines side by side, with the tokens that differ marked."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.compare import SideRow
from ptxpy.demangle import abridged
from ptxpy.view.markup import Html, join, tag

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ptxpy.compare import FunctionDiff, Line

__all__ = ["NOTHING", "SideNotes", "folded_rows", "row_markup", "with_moved_lines"]


class SideNotes(NamedTuple):
    """The facts about the lines of A and of B, by their numbers."""

    ran: tuple[Mapping[int, Sequence[int]], Mapping[int, Sequence[int]]] | None = None
    """The counts of a run: how often warps ran them, and others; None without runs."""
    places: tuple[Mapping[int, str], Mapping[int, str]] | None = None
    """Their places in the source, `file:line` with the number of the file; None without sources."""

    labels: tuple[Mapping[int, str], Mapping[int, str]] | None = None
    """Addresses of machine code in the place of line numbers; None for the numbers."""


NOTHING: Final = SideNotes()
_MAX_NAME_CHARACTERS: Final = 100
_MAX_TOKENS: Final = 400
"""Tokens of a line in which differences are marked."""
_MIN_SIMILARITY: Final = 0.5
"""The similarity of two lines that are not matched, below which no tokens are marked."""
_TOKEN: Final = re.compile(r"\.L_x_\d+|\.reuse\b|[\w%$]+|\s+|.")
"""A token of any language; of machine code, what `comparable` leaves out is one."""
_INDENT: Final = re.compile(r"\s*")


_MIN_MOVED: Final = 3
"""The lines in a row that must be equal elsewhere to be called moved: one alone is everywhere."""


def with_moved_lines(rows: Sequence[SideRow], key: Callable[[str], str]) -> list[SideRow]:
    """Return rows, those of `moved` kind whose lines are on the other side, too, in another place.

    >>> from ptxpy.compare import rows_of_texts
    >>> rows = [*rows_of_texts([*"abcvwxyz"], [*"vwxyzabc"])]
    >>> [row.kind for row in with_moved_lines(rows, str)].count("moved")
    6
    """
    # Lines of one side alone, in order; the end of a run of them parts what is not adjacent.
    sides: tuple[list[tuple[int, str]], list[tuple[int, str]]] = ([], [])
    for index, row in enumerate(rows):
        for side, line in zip(sides, (row.a, row.b), strict=True):
            if line is not None and row.kind != "equal":
                side.append((index, key(line.text)))
            elif row.kind == "equal" and side and side[-1][1]:
                side.append((index, ""))
    one, other = sides
    texts = tuple([text for _, text in side] for side in sides)
    starts: dict[tuple[str, ...], list[int]] = {}
    for at in range(len(other) - _MIN_MOVED + 1):
        run = tuple(texts[1][at : at + _MIN_MOVED])
        if all(run):
            starts.setdefault(run, []).append(at)
    moved: tuple[set[int], set[int]] = (set(), set())
    taken: set[int] = set()
    at = 0
    while at <= len(one) - _MIN_MOVED:
        best, length = 0, 0
        for start in starts.get(tuple(texts[0][at : at + _MIN_MOVED]), ()):
            end = 0
            while (
                at + end < len(one)
                and start + end < len(other)
                and texts[0][at + end]
                and texts[0][at + end] == texts[1][start + end]
                and start + end not in taken
            ):
                end += 1
            if end > length:
                best, length = start, end
        if length < _MIN_MOVED:
            at += 1
            continue
        taken.update(range(best, best + length))
        moved[0].update(one[k][0] for k in range(at, at + length))
        moved[1].update(other[k][0] for k in range(best, best + length))
        at += length
    found: list[SideRow] = []
    for index, row in enumerate(rows):
        if index not in moved[0] and index not in moved[1]:
            found.append(row)
            continue
        # A row whose other line is not moved is parted, so that each has its colour.
        for line, is_a, held in ((row.a, True, moved[0]), (row.b, False, moved[1])):
            if line is not None:
                kind = "moved" if index in held else "replaced"
                found.append(SideRow(kind, line if is_a else None, None if is_a else line))
    return found


def folded_rows(
    rows: Sequence[SideRow],
    context: int,
    function: FunctionDiff | None = None,
    place: str = "",
    notes: SideNotes = NOTHING,
    key: Callable[[str], str] = str,
) -> Iterator[Html]:
    """Yield rows; equal ones that are far from a difference are in an element to open.

    Tokens are marked if their keys differ.
    """
    near = [False] * len(rows)
    # A pass in each direction sees the differences before a row and those after it.
    for order in (range(len(rows)), range(len(rows) - 1, -1, -1)):
        left = -1
        for index in order:
            left = context if rows[index].kind != "equal" else left - 1
            near[index] |= left >= 0
    labels = {
        number: f"{abridged(move.name, _MAX_NAME_CHARACTERS)}"
        for number, move in enumerate(function.moves if function is not None else ())
    }
    at = 0
    while at < len(rows):
        end = at
        while end < len(rows) and near[end] == near[at]:
            end += 1
        shown = [row_markup(row, labels, place, notes, key) for row in rows[at:end]]
        if near[at]:
            yield from shown
        else:
            count = f"{end - at:,} equal line{'' if end - at == 1 else 's'}"
            yield tag("details", tag("summary", f"⋯ {count}"), *shown)
        at = end


def row_markup(
    row: SideRow,
    labels: Mapping[int, str] | None = None,
    place: str = "",
    notes: SideNotes = NOTHING,
    key: Callable[[str], str] = str,
) -> Html:
    """Return a row; tokens of its two lines are marked if their keys differ."""
    if row.move is not None:
        away = row.kind == "moved away"
        words = f"{(labels or {}).get(row.move, '')} {'moved away' if away else 'moved here'}"
        link = tag("a", words, href=f"#{place}m{row.move}")
        empty = join(tag("i"), tag("code"))
        filled = join(tag("i", "↷"), tag("code", link))
        return tag("div", filled if away else empty, empty if away else filled, class_="row move")
    one, other = ("" if line is None else line.text for line in (row.a, row.b))
    if row.kind != "equal" and row.a is not None and row.b is not None:
        marked = _marked(one, other, 0.0 if row.kind == "changed" else _MIN_SIMILARITY, key)
    else:
        marked = join(one), join(other)
    counts = _counts_of(row, notes)
    cells = []
    for at, (line, name) in enumerate(((row.a, "minus"), (row.b, "plus"))):
        number = line and (line.a, line.b)[at]
        source = notes.places[at].get(number or 0) if notes.places is not None else None
        label = str(number or "") if notes.labels is None else notes.labels[at].get(number or 0, "")
        classes = _side_class(row, line, name)
        cells += [
            tag("i", label),
            tag("code", marked[at], class_=classes, data_at=source, **_shown_counts(counts[at])),
        ]
    return tag("div", *cells, class_=f"row {row.kind}")


def _counts_of(row: SideRow, notes: SideNotes) -> tuple[str | None, str | None]:
    """Return the counts of the two lines, parted by `|`; those of B say whether it has more."""
    if notes.ran is None:
        return None, None
    numbers = (row.a and row.a.a, row.b and row.b.b)
    one, other = (held.get(number or 0) for held, number in zip(notes.ran, numbers, strict=True))
    signs = [""] * len(other or ())
    if one is not None and other is not None:
        pairs = zip(one, other, strict=True)
        signs = ["" if a == b else _FEWER if b < a else _MORE for a, b in pairs]
    shown = None if other is None else "|".join(map(_count, other, signs))
    return None if one is None else "|".join(map(_count, one, [""] * len(one))), shown


_MORE: Final = " \N{BLACK UP-POINTING TRIANGLE}"
_FEWER: Final = " \N{BLACK DOWN-POINTING TRIANGLE}"


def _count(count: int, sign: str) -> str:
    return f"{count:,}{sign}" if count or sign else ""


def _shown_counts(counts: str | None) -> dict[str, str | None]:
    """Return the attributes of a line for its counts: the one that is shown, and all of several."""
    if counts is None:
        return {}
    first, *others = counts.split("|")
    return {"data_ran": first, "data_counts": counts if others else None}


def _side_class(row: SideRow, line: Line | None, name: str) -> str | None:
    if row.kind == "equal":
        return None
    if row.kind == "moved" and line is not None:
        return "moved"
    return name if line is not None else "none"


def _marked(one: str, other: str, least: float, key: Callable[[str], str]) -> tuple[Html, Html]:
    """Return two lines with the tokens marked in which they differ, but for their indents."""
    starts = [_INDENT.match(line) for line in (one, other)]
    indents = [found[0] if found else "" for found in starts]
    first, second = (
        _TOKEN.findall(line[len(indent) :])
        for line, indent in zip((one, other), indents, strict=True)
    )
    if len(first) + len(second) > _MAX_TOKENS:
        return join(one), join(other)
    # Commas and spaces are frequent, and must not count as junk.
    matcher = SequenceMatcher(None, [*map(key, first)], [*map(key, second)], autojunk=False)
    if matcher.ratio() < least:
        return join(one), join(other)
    left, right = [join(indents[0])], [join(indents[1])]
    for kind, i, i_end, j, j_end in matcher.get_opcodes():
        # What has no key is not compared, and stays unmarked.
        for made, name, tokens in (
            (left, "del", first[i:i_end]),
            (right, "ins", second[j:j_end]),
        ):
            is_marked = kind != "equal" and any(map(key, tokens))
            text = "".join(tokens)
            made.append(tag(name, text) if is_marked else join(text))
    return join(*left), join(*right)
