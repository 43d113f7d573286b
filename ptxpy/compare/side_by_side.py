"""Two functions side by side: rows with a line of A, a line of B, or both."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from ptxpy._records import NamedTuple
from ptxpy.compare.function_diff import Entry, HunkWriter, Naming
from ptxpy.compare.results import Line
from ptxpy.compare.sequences import common_subsequence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ptxpy.compare.module_diff import Compared
    from ptxpy.compare.results import Move

__all__ = ["SideBySide", "SideRow", "rows_of_lines", "rows_of_texts", "side_by_side"]


class SideRow(NamedTuple):
    """A line of A beside a line of B."""

    kind: str
    """`equal`; `changed` for two matched lines that differ; `replaced` for lines at the same place
    that are not matched; `moved away` and `moved here` for the places of a moved block."""
    a: Line | None
    """The line of A; None without one."""
    b: Line | None
    """The line of B, whose registers and labels have the names of A; None without one."""
    move: int | None = None
    """The index in `FunctionDiff.moves` of the block that has moved; None for other rows."""


class SideBySide(NamedTuple):
    """The rows of two functions."""

    rows: tuple[SideRow, ...]
    """All lines of the two functions, with a mark in the place of each moved block."""
    moved: tuple[tuple[SideRow, ...], ...]
    """The lines of each of `FunctionDiff.moves`."""


def side_by_side(compared: Compared, moves: Sequence[Move]) -> SideBySide:
    """Return all lines of two functions, as `compare_in_detail` has matched them.

    Args:
        compared: The two functions.
        moves: Their `FunctionDiff.moves`.
    """
    a, b, found = compared
    naming = Naming(a, b, found)
    main, *tracks = [
        [*_rows([(entry, naming.line(entry)) for entry in track], naming.line_of_b)]
        for track in HunkWriter(a.form, b.form, found, naming.line).tracks()
    ]
    moved: list[tuple[SideRow, ...]] = []
    # The tracks of moved blocks come after that of the function, in the order of the moves.
    for number, move in enumerate(moves):
        parts, tracks = tracks[: move.blocks], tracks[move.blocks :]
        moved.append(tuple([row for part in parts for row in part]))
        # The mark of a move goes before the first line behind the block's place.
        away = next((k for k, row in enumerate(main) if row.a and (row.a.a or 0) > move.a), None)
        main.insert(len(main) if away is None else away, SideRow("moved away", None, None, number))
        here = next((k for k, row in enumerate(main) if row.b and (row.b.b or 0) > move.b), None)
        main.insert(len(main) if here is None else here, SideRow("moved here", None, None, number))
    return SideBySide(tuple(main), tuple(moved))


def rows_of_lines(lines: Sequence[Line]) -> Iterator[SideRow]:
    """Yield the rows of the lines of a diff; of lines that differ, none are matched."""
    return _rows([(Entry(line.sign, None, None), line) for line in lines])


def rows_of_texts(
    a: Sequence[str], b: Sequence[str], key: Callable[[str], str] = str
) -> Iterator[SideRow]:
    """Yield the rows of two texts, whose lines are equal if their keys are.

    >>> from ptxpy.compare import rows_of_texts
    >>> [row.kind for row in rows_of_texts(["x = 1", "y = 2"], ["x = 1", "y = 3"])]
    ['equal', 'replaced']
    """
    numbers: dict[str, int] = {}
    first, second = (
        [numbers.setdefault(key(line), len(numbers)) for line in side] for side in (a, b)
    )
    i = j = 0
    for i_next, j_next in [*common_subsequence(first, second), (len(a), len(b))]:
        minus = [Line("-", a[k], k + 1, None) for k in range(i, i_next)]
        plus = [Line("+", b[k], None, k + 1) for k in range(j, j_next)]
        entry = Entry("-", None, None)
        yield from _facing([(entry, line) for line in minus], [(entry, line) for line in plus])
        if i_next < len(a):
            one = Line(" ", a[i_next], i_next + 1, j_next + 1)
            yield SideRow("equal", one, one._replace(text=b[j_next]))
        i, j = i_next + 1, j_next + 1


def _rows(
    lines: Sequence[tuple[Entry, Line]], line_of_b: Callable[[Entry], Line] | None = None
) -> Iterator[SideRow]:
    """Yield the rows of lines; an equal line is the same on both sides without `line_of_b`."""
    minus: list[tuple[Entry, Line]] = []
    plus: list[tuple[Entry, Line]] = []
    for entry, line in lines:
        if entry.sign != " ":
            (minus if entry.sign == "-" else plus).append((entry, line))
            continue
        yield from _differing(minus, plus)
        minus, plus = [], []
        yield SideRow("equal", line, line if line_of_b is None else line_of_b(entry))
    yield from _differing(minus, plus)


def _differing(
    minus: Sequence[tuple[Entry, Line]], plus: Sequence[tuple[Entry, Line]]
) -> Iterator[SideRow]:
    """Yield the rows of lines that differ: matched ones face each other."""
    at = {entry.a: index for index, (entry, _) in enumerate(minus) if entry.a is not None}
    start_a = start_b = 0
    for index, (entry, line) in enumerate(plus):
        partner = at.get(entry.a, -1) if entry.a is not None else -1
        # A partner that has been passed cannot face this line any more.
        if partner < start_a:
            continue
        yield from _facing(minus[start_a:partner], plus[start_b:index])
        yield SideRow("changed", minus[partner][1], line)
        start_a, start_b = partner + 1, index + 1
    yield from _facing(minus[start_a:], plus[start_b:])


def _facing(
    minus: Sequence[tuple[Entry, Line]], plus: Sequence[tuple[Entry, Line]]
) -> Iterator[SideRow]:
    """Yield the rows of lines that are not matched: those with one opcode face each other."""
    numbers: dict[str, int] = {}
    first, second = (
        [numbers.setdefault(_opcode(line), len(numbers)) for _, line in side]
        for side in (minus, plus)
    )
    start_a = start_b = 0
    for i, j in [*common_subsequence(first, second), (len(minus), len(plus))]:
        for one, other in zip_longest(minus[start_a:i], plus[start_b:j]):
            yield SideRow("replaced", one and one[1], other and other[1])
        if i < len(minus):
            yield SideRow("replaced", minus[i][1], plus[j][1])
        start_a, start_b = i + 1, j + 1


def _opcode(line: Line) -> str:
    """Return the first word of a line after its guard."""
    words = line.text.split(maxsplit=2)
    return words[1] if len(words) > 1 and words[0].startswith("@") else "".join(words[:1])
