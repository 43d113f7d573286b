"""The diff of two functions: hunks of lines, moved blocks and counts.

Registers and labels of B have the names of A there; symbols keep their own.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.compare.correspondence import Correspondence, correspond
from ptxpy.compare.normal_form import LABEL
from ptxpy.compare.results import FunctionDiff, FunctionName, Line, Move
from ptxpy.compare.statement_lines import format_line
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ptxpy.compare.normal_form import NormalForm, Row
from typing import TYPE_CHECKING

from ptxpy.compare.results import Hunk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ptxpy.compare.correspondence import Correspondence
    from ptxpy.compare.normal_form import NormalForm

__all__ = [
    "Entry",
    "HunkWriter",
    "Naming",
    "Side",
    "compare_functions",
    "windows",
]

_FOREIGN: Final = "'"
"""The mark of a name in B that stands for another entity in A."""


class Side(NamedTuple):
    """A function of one of the two files."""

    named: FunctionName
    form: NormalForm
    line: Callable[[int], int]
    """Returns the line of a statement, by its ordinal."""
    symbol_map: Mapping[str, str]
    """For symbols of the module, their names in A if they differ."""


def compare_functions(a: Side, b: Side, context: int = 3) -> tuple[FunctionDiff, Correspondence]:
    """Compare two functions; hunks have `context` lines around the differences."""
    found = correspond(a.form, b.form)
    naming = Naming(a, b, found)
    equal = len(found.equal) == len(a.form.rows) == len(b.form.rows)
    hunks = () if equal else tuple(HunkWriter(a.form, b.form, found, naming.line).hunks(context))
    signs = Counter(line.sign for hunk in hunks for line in hunk.lines)
    diff = FunctionDiff(
        a.named,
        b.named,
        equal,
        hunks,
        tuple(naming.moves()),
        tuple(_notes(a.form, b.form)),
        signs["-"],
        signs["+"],
    )
    return diff, found


class Naming:
    """Formats the rows of two functions.

    Registers and labels of B have the names of A, so that a line differs only where the functions
    do. Symbols have their own names on both sides: the functions, parameters, variables, and
    labels that carry the name of one of two functions whose names differ.
    """

    def __init__(self, a: Side, b: Side, found: Correspondence) -> None:
        """Create the naming from the correspondence of two functions."""
        self._a = a
        self._b = b
        self._found = found
        self._back = {other: one for one, other in found.names.items()}
        self._names_a, self._names_b = (
            _Names(side.form.entities.names, side.named.name) for side in (a, b)
        )
        self._used = frozenset(map(self._names_a.shown, range(len(a.form.entities.names))))

    def line(self, entry: Entry) -> Line:
        """Return the line of an entry of a diff; one that is equal is written as in A."""
        rows_a, rows_b = self._a.form.rows, self._b.form.rows
        row = rows_a[entry.a] if entry.a is not None else None
        other = rows_b[entry.b] if entry.b is not None else None
        if entry.sign == " " and row is not None and other is not None:
            text = self._text_a(row) if row.node is not None else self._text_b(other, None)
            return Line(" ", text, self._a.line(row.ordinal), self._b.line(other.ordinal))
        if entry.sign == "-" and row is not None:
            return Line("-", self._text_a(row), self._a.line(row.ordinal), None)
        assert other is not None  # noqa: S101 - what B adds has a row of B
        return Line("+", self._text_b(other, row), None, self._b.line(other.ordinal))

    def line_of_b(self, entry: Entry) -> Line:
        """Return the line of an equal entry as it is written in B; as in A if B only implies it."""
        line = self.line(entry)
        row = self._b.form.rows[entry.b] if entry.b is not None else None
        if row is None or row.node is None:
            return line
        # In a line that is equal, no name can be taken for that of another thing.
        return line._replace(text=self._text(row, self._b, self._equal_name))

    def _text_a(self, row: Row) -> str:
        return self._text(row, self._a, self._names_a.shown)

    def _text_b(self, row: Row, one: Row | None) -> str:
        """Return the text of a row of B.

        If that is also the text of `one`, a row of A that is not equal, the names in which the two
        differ stand for different things and are marked.
        """
        text = self._text(row, self._b, self.name, self._symbol)
        if one is None or text != self._text_a(one):
            return text
        same = dict(zip(row.entities, one.entities, strict=False))

        def marked(number: int) -> str:
            mark = "" if self._back.get(number) == same.get(number) else _FOREIGN
            return self.name(number) + mark

        return self._text(row, self._b, marked, self._symbol)

    def name(self, number: int) -> str:
        """Return the name by which an entity of B is shown among lines of A.

        That is its own name if it is a symbol or if A has no such entity, else its name in A.
        """
        name, one = self._equal_name(number), self._back.get(number)
        if one is not None and name == self._names_a.shown(one):
            return name
        # A name of B that means something else in A would mislead a reader: it gets a mark.
        return name + _FOREIGN if name and name in self._used else name

    def _equal_name(self, number: int) -> str:
        """Return the name of an entity of B without a mark."""
        one = self._back.get(number)
        found = "" if one is None else self._names_a.shown(one)
        return found if found and not self._is_symbol(number, one) else self._names_b.shown(number)

    def _symbol(self, name: str) -> str:
        """Return the name of a symbol of B's module, with a mark if A has another such symbol."""
        other = self._b.symbol_map.get(name, name) != name
        is_used = self._a.form.code.levels[0].names.find(name) is not None
        return name + _FOREIGN if other and is_used else name

    def _is_symbol(self, number: int, one: int | None) -> bool:
        """Whether an entity of B, which is `one` in A, keeps its own name."""
        kind = self._b.form.entities.classes[number]
        if kind == LABEL and self._a.named.name != self._b.named.name:
            return self._names_b.carries(number) or (one is not None and self._names_a.carries(one))
        return kind.startswith("variable")

    def _text(
        self,
        row: Row,
        side: Side,
        name_of: Callable[[int], str],
        symbol: Callable[[str], str] = str,
    ) -> str:
        form = side.form

        def name(text: str) -> str:
            number = form.entities.find(text, row.level)
            if number < 0:
                return symbol(text)
            # A label may be one of several of a block: the first is the entity.
            return name_of(form.label_aliases.get(number, number))

        if row.node is not None:
            return format_line(row.node, name)
        if not row.entities:
            return "    // returns"
        return f"    // goes on at {name_of(row.entities[0]) or 'the next block'}"

    def moves(self) -> Iterable[Move]:
        """Yield the moved blocks; blocks that are adjacent in A and in B count as one move."""
        group: list[tuple[range, range]] = []
        for move in self._found.moved:
            if group and (group[-1][0].stop, group[-1][1].stop) != (move.a.start, move.b.start):
                yield self._move(group)
                group = []
            group.append((move.a, move.b))
        if group:
            yield self._move(group)

    def _move(self, group: list[tuple[range, range]]) -> Move:
        rows_a = self._a.form.rows[group[0][0].start : group[-1][0].stop]
        start, other = rows_a[0], self._b.form.rows[group[0][1].start]
        written = next((row for row in rows_a if row.node is not None), None)
        is_label = written is not None and type(written.node) is n.Label
        name = "" if written is None else self._text_a(written).strip()
        return Move(
            name.removesuffix(":") if is_label else name,
            len(group),
            self._a.line(start.ordinal),
            self._b.line(other.ordinal),
        )


class _Names:
    """The names of the entities of a function."""

    def __init__(self, names: Sequence[str], function: str) -> None:
        self._names = names
        self._function = function
        self._word = re.compile(rf"(?<![A-Za-z0-9]){re.escape(function)}(?![A-Za-z0-9])")

    def shown(self, number: int) -> str:
        """Return the name; that of a parameter is abbreviated if it begins with the function's."""
        name = self._names[number]
        if name.startswith(f"{self._function}_param_"):
            return f"…{name[len(self._function):]}"
        return name

    def carries(self, number: int) -> bool:
        """Whether the name of the function is a part of the name."""
        return self._word.search(self._names[number]) is not None


def _notes(a: NormalForm, b: NormalForm) -> Iterable[str]:
    """Yield the differences in the numbers of registers used, by type."""
    before, after = _registers(a), _registers(b)
    for kind in dict.fromkeys([*before, *after]):
        if before[kind] != after[kind]:
            yield f"{kind} {before[kind]} -> {after[kind]}"


def _registers(form: NormalForm) -> Counter[str]:
    found: Counter[str] = Counter()
    for number, kind in enumerate(form.entities.classes):
        if kind.startswith(("register", "vector")):
            found[f".{form.entities.types[number]}"] += 1
    return found


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
        # The range of a moved block may span rows that have stayed in place.
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
        """Return rows in order; at a difference, first the rows of A and then those of B."""
        entries: list[Entry] = []
        minus: list[Entry] = []
        plus: list[Entry] = []
        partner = dict(pairs)
        # Pairs increase on both sides, so that one pass over the rows of B serves them all.
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
        # Two differences are one hunk if the lines around them meet.
        while at < len(changed) and changed[at] - last <= 2 * context + 1:
            last = changed[at]
            at += 1
        yield max(0, first - context), min(size, last + context + 1)
