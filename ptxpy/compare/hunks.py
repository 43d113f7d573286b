"""From rows that correspond to what is shown: entries in order, cut into hunks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ptxpy.compare.results import Hunk, Line
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ptxpy.compare.correspondence import Correspondence
    from ptxpy.compare.normal_form import NormalForm

__all__ = ["Entry", "Writer", "windows"]

Pair = tuple[int, int]


class Entry(NamedTuple):
    """A line to be: a sign, a row of A and a row of B.

    What B adds names the row of A in whose place it stands, if there is one.
    """

    sign: str
    a: int | None
    b: int | None


class Writer:
    """Lays out the differences of two functions."""

    def __init__(
        self,
        a: NormalForm,
        b: NormalForm,
        found: Correspondence,
        line: Callable[[Entry], Line],
    ) -> None:
        """Take up what corresponds, and how an entry is written."""
        self._a = a
        self._b = b
        self._found = found
        self._line = line
        # Going on at another block needs no line where that block is new, or the old one gone.
        self._kept_a = _starts(a, [i for i, _ in found.equal])
        self._kept_b = _starts(b, [j for _, j in found.equal])
        self._all = False

    def hunks(self, context: int) -> list[Hunk]:
        """Return the hunks of the function, and then those of each moved block that differs."""
        tracks = self._tracks()
        if not any(entry.sign != " " for track in tracks for entry in track):
            # All that differs is where blocks go on that end without a jump.
            self._all = True
            tracks = self._tracks()
        return [hunk for track in tracks for hunk in self._cut(track, context)]

    def _tracks(self) -> list[list[Entry]]:
        found = self._found
        fixed_a = {i for i, _ in found.fixed}
        fixed_b = {j for _, j in found.fixed}
        away_a = {row for move in found.moved for row in move.a} - fixed_a
        away_b = {row for move in found.moved for row in move.b} - fixed_b
        tracks = [
            self._track(
                [row for row in range(len(self._a.rows)) if row not in away_a],
                [row for row in range(len(self._b.rows)) if row not in away_b],
                found.fixed,
            )
        ]
        tracks += [
            self._track(
                [row for row in move.a if row not in fixed_a],
                [row for row in move.b if row not in fixed_b],
                move.pairs,
            )
            for move in found.moved
        ]
        return tracks

    def _track(
        self, rows_a: Sequence[int], rows_b: Sequence[int], pairs: Sequence[Pair]
    ) -> list[Entry]:
        """Return rows in their order; of what differs first all of A and then all of B."""
        entries: list[Entry] = []
        minus: list[Entry] = []
        plus: list[Entry] = []
        partner = dict(pairs)
        waiting = iter(rows_b)
        for i in rows_a:
            j = partner.get(i)
            if j is None:
                minus += self._one("-", i, None)
                continue
            for other in waiting:
                if other == j:
                    break
                plus += self._one("+", None, other)
            if (i, j) not in self._found.equal:
                differs = self._changed(i, j)
                minus += differs[0]
                plus += differs[1]
            elif self._a.rows[i].node is not None or self._b.rows[j].node is not None:
                entries += [*minus, *plus, Entry(" ", i, j)]
                minus, plus = [], []
        for other in waiting:
            plus += self._one("+", None, other)
        return [*entries, *minus, *plus]

    def _one(self, sign: str, i: int | None, j: int | None) -> list[Entry]:
        """Return the entry of a row that has no equal, if it is to be seen."""
        row = self._b.rows[j] if sign == "+" and j is not None else self._a.rows[i or 0]
        return [Entry(sign, i, j)] if row.node is not None or self._all else []

    def _changed(self, i: int, j: int) -> tuple[list[Entry], list[Entry]]:
        row, other = self._a.rows[i], self._b.rows[j]
        if (
            row.node is None
            and other.node is None
            and row.entities[0] in self._kept_a
            and other.entities[0] in self._kept_b
        ):
            return [Entry("-", i, None)], [Entry("+", i, j)]
        return self._one("-", i, None), self._one("+", i, j)

    # ------------------------------------------------------------------------------ hunks

    def _cut(self, track: Sequence[Entry], context: int) -> Iterator[Hunk]:
        changed = [index for index, entry in enumerate(track) if entry.sign != " "]
        for start, stop in windows(changed, len(track), context):
            lines = tuple(map(self._line, track[start:stop]))
            yield Hunk(
                self._number(track, lines, start, "a"),
                self._number(track, lines, start, "b"),
                self._section(track, start),
                lines,
            )

    def _number(self, track: Sequence[Entry], lines: Sequence[Line], start: int, side: str) -> int:
        """Return the first number of a side in lines, or else the last before them."""
        for line in lines:
            if (number := getattr(line, side)) is not None:
                return int(number)
        for index in range(start - 1, -1, -1):
            if track[index].sign == " ":
                return int(getattr(self._line(track[index]), side))
        return 0

    def _section(self, track: Sequence[Entry], start: int) -> str:
        """Return the last label before an entry."""
        for entry in reversed(track[:start]):
            row = self._a.rows[entry.a] if entry.a is not None else None
            if row is not None and type(row.node) is n.Label:
                return self._line(Entry("-", entry.a, None)).text.removesuffix(":")
        return ""


def _starts(form: NormalForm, rows: Iterable[int]) -> frozenset[int]:
    """Return the entities of the blocks whose first rows are among some."""
    starts = {block.start for block in form.blocks}
    return frozenset(form.rows[row].entities[0] for row in rows if row in starts)


def windows(changed: Sequence[int], size: int, context: int) -> Iterator[Pair]:
    """Yield (start, stop) around the changed ones of so many lines, near ones together."""
    at = 0
    while at < len(changed):
        first = last = changed[at]
        while at < len(changed) and changed[at] - last <= 2 * context + 1:
            last = changed[at]
            at += 1
        yield max(0, first - context), min(size, last + context + 1)
