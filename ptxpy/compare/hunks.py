"""Hunks of a diff: the entries of two functions in order, split where nothing differs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ptxpy.compare.results import Hunk, Line
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ptxpy.compare.correspondence import Correspondence
    from ptxpy.compare.normal_form import NormalForm

__all__ = ["Entry", "HunkWriter", "windows"]

Pair = tuple[int, int]


class Entry(NamedTuple):
    """A line of the diff: a sign, a row of A and a row of B.

    An added line has the row of A that it replaces, if there is one.
    """

    sign: str
    a: int | None
    b: int | None


class HunkWriter:
    """Arranges the differences of two functions in hunks."""

    def __init__(
        self,
        a: NormalForm,
        b: NormalForm,
        found: Correspondence,
        line: Callable[[Entry], Line],
    ) -> None:
        """Create the writer from a correspondence; `line` formats an entry."""
        self._a = a
        self._b = b
        self._found = found
        self._line = line
        # An implicit successor that differs needs no line if its block was added or removed.
        self._kept_a = _starts(a, [i for i, _ in found.equal])
        self._kept_b = _starts(b, [j for _, j in found.equal])
        self._all = False

    def hunks(self, context: int) -> list[Hunk]:
        """Return the hunks of the function, and then those of each moved block that differs."""
        return [hunk for track in self.tracks() for hunk in self._cut(track, context)]

    def tracks(self) -> list[list[Entry]]:
        """Return all entries of the function, and then those of each moved block."""
        tracks = self._tracks()
        if not any(entry.sign != " " for track in tracks for entry in track):
            # Only implicit successors differ, so that they must be shown.
            self._all = True
            tracks = self._tracks()
        return tracks

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
        """Return rows in order; where they differ, first the rows of A and then those of B."""
        entries: list[Entry] = []
        minus: list[Entry] = []
        plus: list[Entry] = []
        partner = dict(pairs)
        worklist = iter(rows_b)
        for i in rows_a:
            j = partner.get(i)
            if j is None:
                minus += self._one("-", i, None)
                continue
            for other in worklist:
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
        for other in worklist:
            plus += self._one("+", None, other)
        return [*entries, *minus, *plus]

    def _one(self, sign: str, i: int | None, j: int | None) -> list[Entry]:
        """Return the entry of a row without an equal, or nothing if the row is not shown."""
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
        """Return the first line number of a side in `lines`, or else the last one before them."""
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
    """Return the entities of the blocks whose first rows are among `rows`."""
    starts = {block.start for block in form.blocks}
    return frozenset(form.rows[row].entities[0] for row in rows if row in starts)


def windows(changed: Sequence[int], size: int, context: int) -> Iterator[Pair]:
    """Yield (start, stop) around the changed ones of `size` lines; overlapping windows merge."""
    at = 0
    while at < len(changed):
        first = last = changed[at]
        while at < len(changed) and changed[at] - last <= 2 * context + 1:
            last = changed[at]
            at += 1
        yield max(0, first - context), min(size, last + context + 1)
