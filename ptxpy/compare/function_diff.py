"""The diff of two functions: hunks of lines, moved blocks and counts."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy.compare.correspondence import Correspondence, correspond
from ptxpy.compare.hunks import Entry, HunkWriter
from ptxpy.compare.results import FunctionDiff, FunctionName, Line, Move
from ptxpy.compare.text import format_line
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ptxpy.compare.normal_form import NormalForm, Row

__all__ = ["Naming", "Side", "compare_functions"]

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
    """Formats the rows of two functions with the names of the first."""

    def __init__(self, a: Side, b: Side, found: Correspondence) -> None:
        """Create the naming from the correspondence of two functions."""
        self._a = a
        self._b = b
        self._found = found
        self._back = {other: one for one, other in found.names.items()}
        self._used = frozenset(a.form.entities.names)

    def line(self, entry: Entry) -> Line:
        """Return the line of an entry of a diff."""
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

    def _text_a(self, row: Row) -> str:
        return self._text(row, self._a, self._a.form.entities.names.__getitem__)

    def _text_b(self, row: Row, one: Row | None) -> str:
        """Return the text of a row of B with the names of A.

        If that is also the text of `one`, a row of A that is not equal, the names in which the two
        differ belong to different scopes and are marked.
        """
        text = self._text(row, self._b, self.name)
        if one is None or text != self._text_a(one):
            return text
        same = dict(zip(row.entities, one.entities, strict=False))

        def marked(number: int) -> str:
            mark = "" if self._back.get(number) == same.get(number) else _FOREIGN
            return self.name(number) + mark

        return self._text(row, self._b, marked)

    def name(self, number: int) -> str:
        """Return the name in A of an entity of B; its own name if A has no such entity."""
        names = self._a.form.entities.names
        one = self._back.get(number)
        if one is not None and names[one]:
            return names[one]
        own = self._b.form.entities.names[number]
        return own + _FOREIGN if own in self._used else own

    def _text(self, row: Row, side: Side, name_of: Callable[[int], str]) -> str:
        form = side.form
        function = form.code.function.name.name

        def name(text: str) -> str:
            number = form.entities.find(text, row.level)
            if number < 0:
                return side.symbol_map.get(text, text)
            # A label may be one of several of a block: the first is the entity.
            return _short(
                name_of(form.label_aliases.get(number, number)), function, self._a.named.name
            )

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


def _short(name: str, *functions: str) -> str:
    """Abbreviate the name of a parameter that begins with the name of its function."""
    for function in functions:
        if name.startswith(f"{function}_param_"):
            return f"…{name[len(function):]}"
    return name


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
