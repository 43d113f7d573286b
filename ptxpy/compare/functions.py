"""Two functions side by side, as lines."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy.compare.correspondence import Correspondence, correspond
from ptxpy.compare.hunks import Entry, Writer
from ptxpy.compare.results import FunctionDiff, Line, Move, Named
from ptxpy.compare.text import line_of
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ptxpy.compare.normal_form import NormalForm, Row

__all__ = ["Naming", "Side", "compare_functions"]

_FOREIGN: Final = "'"
"""What marks a name of B that in A means something else."""


class Side(NamedTuple):
    """A function of one file."""

    named: Named
    form: NormalForm
    line: Callable[[int], int]
    """The line of a statement, by its ordinal."""
    outside: Mapping[str, str]
    """What names of the module are called in A, where they differ."""


def compare_functions(a: Side, b: Side, context: int = 3) -> tuple[FunctionDiff, Correspondence]:
    """Compare two functions; `context` lines are shown around what differs."""
    found = correspond(a.form, b.form)
    naming = Naming(a, b, found)
    equal = len(found.equal) == len(a.form.rows) == len(b.form.rows)
    hunks = () if equal else tuple(Writer(a.form, b.form, found, naming.line).hunks(context))
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
    """Writes the rows of two functions in the names of the first."""

    def __init__(self, a: Side, b: Side, found: Correspondence) -> None:
        """Take up what corresponds."""
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
        """Return what a row of B says in the names of A.

        Where that is the text of a row of A that is not equal, what it refers to has the same name
        in another scope, and gets a mark.
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
        """Return what an entity of B is called in A; its own name where A has none."""
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
                return side.outside.get(text, text)
            # A label may be one of several of a block: the first is the entity.
            return _short(name_of(form.same.get(number, number)), function, self._a.named.name)

        if row.node is not None:
            return line_of(row.node, name)
        if not row.entities:
            return "    // returns"
        return f"    // goes on at {name_of(row.entities[0]) or 'the next block'}"

    def moves(self) -> Iterable[Move]:
        """Yield the moved blocks, neighbours on both sides as one."""
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
    """Leave the name of a function out of those of its parameters."""
    for function in functions:
        if name.startswith(f"{function}_param_"):
            return f"…{name[len(function):]}"
    return name


def _notes(a: NormalForm, b: NormalForm) -> Iterable[str]:
    """Say how the numbers of registers differ that the functions use."""
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
