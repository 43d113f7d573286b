"""How many columns names may take: the room that each statement has on its line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.dialect import format_names
from ptxpy.lift.mentions import Loop
from ptxpy.lift.slices import MIN_SLICED
from ptxpy.lift.values import is_position, is_value, registers_made
from ptxpy.pytree import expression_text, statement_text
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from ptxpy.lift.given_names import GivenNames
    from ptxpy.lift.mentions import Key, Mention

__all__ = ["INDENT", "LINE", "Rooms"]

LINE: Final = 88
"""The columns of a line, a margin included."""
INDENT: Final = 4

_SLICE: Final = len("acc[8:16]")
"""The columns of a row of elements, which becomes a slice."""
_LOOP_MARGIN: Final = 13
"""The columns of the registers of all turns in a margin: `r305..311/3`."""


class _Line(NamedTuple):
    """The width of a statement and its margin in characters, without the names to choose."""

    number: int
    """The position of the statement."""
    width: int
    margin: int
    parenthesis: int
    """Where the arguments begin in the text; -1 for no call."""
    parts: list[tuple[t.Expression, int, int]]
    """The registers and slices, each with its length and by how much it grows without a name."""
    targets: list[tuple[t.Expression, int]]
    """The registers that are written and want a name, with their lengths."""
    emits: Sequence[t.Register] | None
    """The registers that the margin tells, with those of `targets`; None for `targets` alone."""


class Rooms:
    """By how much each statement can grow on its line, by its position.

    A statement whose arguments take a line each has no limit.
    """

    def __init__(
        self, given: GivenNames, values: Collection[t.Expression], declared: Collection[Key]
    ) -> None:
        """Measure the statements of a function.

        Args:
            given: The names that its registers have.
            values: The values that have the name of their register without another one: `r17`.
            declared: The variables that are declared.
        """
        self._given = given
        self._values = values
        self._declared = declared
        self._margins: dict[tuple[t.Register, ...], int] = {}
        """The columns that registers take in a margin."""
        self._lines = [*self._measured(given.tree.block, Loop((), 0), INDENT)]
        self.columns: list[int] = []
        self.margined: set[int] = set()
        """The statements that have a margin."""
        self.several: set[int] = set()
        """The statements that take several lines."""

    def choose(self, chosen: Mapping[Key, str]) -> None:
        """Find the rooms where registers have some names, beside those that are given."""
        named: dict[t.Expression, int] = {key[0]: len(name) for key, name in chosen.items()}
        self.columns = [LINE] * (len(self._given.mentions.statements) + 1)
        self.margined, self.several = set(), set()
        for line in self._lines:
            width, margin, targets = line.width, line.margin, line.targets
            for part, length, growth in line.parts:
                own = named.get(part)
                width += growth if own is None else own - length
            if line.emits is not None:
                # An element of a file tells its register itself.
                told = [part for part, _ in targets if part not in named]
                margin += self._margin(tuple([each for each in line.emits if each not in told]))
            elif targets:
                margin += sum([length for part, length in targets if part in named])
            if margin:
                self.margined.add(line.number)
                margin += len("  #:")
            room = LINE - width - margin
            if room < 0:
                self.several.add(line.number)
                # The arguments have a line of their own, until that is full, too.
                room = LINE - INDENT - width + line.parenthesis + len("()")
            self.columns[line.number] = room if room >= 0 else LINE

    def costs(self, key: Key, mention: Mention) -> dict[int, int]:
        """Return by how much the statements that mention a register grow, besides its name."""
        register, mentions = mention.register, self._given.mentions
        own = self._length(register)
        margin = own if type(register.number) is int else _LOOP_MARGIN
        costs = dict.fromkeys([place.position for place in mention.places], -own)
        places = [mentions.positions[id(each)].position for each in mention.targets]
        is_state = not is_value(self._given.tree, mentions, key, mention)
        for place in places if is_state else ():
            costs[place] += len(".set()") - len(" = ")
        if key not in self._declared:
            first = places[0]
            # The margin of a value has its register even if that is its name.
            if register not in self._values:
                costs[first] += margin + (0 if first in self.margined else len("  #:"))
            if is_state:
                costs[first] += len("reg.from_(, b32)") - len(".set()")
        return costs

    def _length(self, part: t.Expression) -> int:
        """Return the length of a register without a name: `r17` of a value, else `r[17]`."""
        return len(expression_text(part)) - (len("[]") if part in self._values else 0)

    def _margin(self, emits: tuple[t.Register, ...]) -> int:
        """Return the columns of registers in a margin."""
        found = self._margins.get(emits)
        if found is None:
            text = format_names([f"%{each.file}{each.number}" for each in emits])
            found = self._margins[emits] = len(text) + bool(text)
        return found

    def _measured(self, block: Sequence[t.Statement], loop: Loop, indent: int) -> Iterator[_Line]:
        """Yield the lines of the statements of a block."""
        position = 0
        for statement in block:
            parts: list[tuple[t.Expression, int, int]] = []
            # The position before a statement will be written in it: `at(28, 18)(a + b)`.
            surplus, margin = position, 0
            for head in t.head_expressions(statement):
                more, further = self._measure(head, loop, parts)
                surplus += more
                margin += further
            targets = [(part, len(expression_text(part))) for part in _targets(statement)]
            emits = self._emitted(statement)
            if emits is not None:
                margin = 0
            else:
                margin += sum([length for part, length in targets if part in self._values])
            # The beginnings of runs have been put in since statements were numbered.
            place = self._given.mentions.positions.get(id(statement))
            text = statement_text(statement)
            yield _Line(
                0 if place is None else place.position,
                indent + len(text) + surplus,
                margin,
                text.find("("),
                parts,
                [(part, length) for part, length in targets if part not in self._values],
                emits,
            )
            position = len(text) + len("()") if is_position(statement) else 0
            if statement.body is not None:
                inner = Loop((), id(statement)) if isinstance(statement, t.For) else loop
                yield from self._measured(statement.body, inner, indent + INDENT)

    def _emitted(self, statement: t.Statement) -> Sequence[t.Register] | None:
        """Return the registers of a margin that is measured exactly, with those of all targets."""
        made = registers_made(statement)
        if not statement.emits:
            if not made:
                return None
            made += [each for each in _targets(statement) if type(each) is t.Register]
        return made if all(type(each.number) is int for each in made) else None

    def _measure(
        self, part: t.Expression, loop: Loop, parts: list[tuple[t.Expression, int, int]]
    ) -> tuple[int, int]:
        """Return by how much an expression grows without names, and the margin of its values.

        Its registers and slices are added to `parts`.
        """
        kind = type(part)
        if kind is t.Register or kind is t.Slice:
            runs, length = self._given.runs, len(expression_text(part))
            shown = runs and runs.place(part, loop)
            own = -len("[]") if part in self._values else 0
            parts.append((part, length, len(expression_text(shown)) - length if shown else own))
            return 0, 0
        if (
            kind is t.Tuple
            and len(part.elements) >= MIN_SLICED  # type: ignore[union-attr]
            and {*map(type, part.elements)} == {t.Register}  # type: ignore[union-attr]
        ):
            return _SLICE - len(expression_text(part)), 0
        surplus = margin = 0
        for inner in t.children(part):
            if type(inner) is not str and type(inner) is not int:
                more, further = self._measure(inner, loop, parts)
                surplus += more
                margin += further
        if kind is t.Value:
            margin += len(expression_text(part.register))  # type: ignore[union-attr]
        return surplus, margin


def _targets(statement: t.Statement) -> Iterator[t.Expression]:
    """Yield the targets of an assignment, the parts of a tuple one by one."""
    for target in statement.targets if isinstance(statement, t.Assign) else ():
        yield from target.elements if isinstance(target, t.Tuple) else (target,)
