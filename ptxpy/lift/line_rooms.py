"""How many columns names may take: the room that each statement has on its line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.dialect import format_names
from ptxpy.lift.mentions import Loop
from ptxpy.lift.slices import MIN_SLICED
from ptxpy.lift.values import is_position, is_value
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


class Rooms:
    """By how much each statement can grow on its line, by its position.

    A statement whose arguments take a line each has no limit.
    """

    def __init__(
        self,
        given: GivenNames,
        chosen: Mapping[Key, str],
        values: Collection[t.Expression],
        declared: Collection[Key],
    ) -> None:
        """Read a function.

        Args:
            given: The names that its registers have.
            chosen: Those that they will have.
            values: The values that have the name of their register without another one: `r17`.
            declared: The variables that are declared.
        """
        self._given = given
        self._values = values
        self._declared = declared
        self._named: dict[t.Expression, str] = {key[0]: name for key, name in chosen.items()}
        self.columns = [LINE] * (len(given.mentions.statements) + 1)
        self.margined: set[int] = set()
        """The statements that have a margin."""
        self.several: set[int] = set()
        """The statements that take several lines."""
        self._read(given.tree.block, Loop((), 0), INDENT)

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

    def _is_named(self, part: t.Expression) -> bool:
        """Return whether a target has a name, which may be that of its register."""
        return part in self._named or part in self._values

    def _grow(self, part: t.Expression, loop: Loop) -> tuple[int, int]:
        """Return by how much names make an expression longer, and the margin of its values."""
        kind = type(part)
        if kind is t.Register or kind is t.Slice:
            runs = self._given.runs
            shown = self._named.get(part) or (runs and runs.place(part, loop))
            if shown:
                return len(expression_text(shown)) - len(expression_text(part)), 0
            return -len("[]") if part in self._values else 0, 0
        if (
            isinstance(part, t.Tuple)
            and len(part.elements) >= MIN_SLICED
            and all(type(each) is t.Register for each in part.elements)
        ):
            return _SLICE - len(expression_text(part)), 0
        surplus = margin = 0
        for inner in t.children(part):
            if type(inner) is not str and type(inner) is not int:
                more, further = self._grow(inner, loop)
                surplus += more
                margin += further
        if isinstance(part, t.Value):
            margin += len(expression_text(part.register))
        return surplus, margin

    def _read(self, block: Sequence[t.Statement], loop: Loop, indent: int) -> None:
        """Note the room of the statements of a block."""
        position = 0
        for statement in block:
            # The position before a statement will be written in it: `at(28, 18)(a + b)`.
            surplus, position, margin = position, 0, 0
            for head in t.head_expressions(statement):
                more, further = self._grow(head, loop)
                surplus += more
                margin += further
            if statement.emits and type(statement.emits[0].number) is int:
                # An element of a file tells its register itself.
                told = {part for part in _targets(statement) if not self._is_named(part)}
                emits = [each for each in statement.emits if each not in told]
                margin += len(format_names([f"{each.file}{each.number}" for each in emits]))
            elif isinstance(statement, t.Assign):
                margin += sum(
                    len(expression_text(part))
                    for part in _targets(statement)
                    if self._is_named(part)
                )
            # The beginnings of runs have been put in since statements were numbered.
            place = self._given.mentions.positions.get(id(statement))
            number = 0 if place is None else place.position
            if margin:
                self.margined.add(number)
                margin += len("  #:")
            text = statement_text(statement)
            if is_position(statement):
                position = len(text) + len("()")
            width = indent + len(text) + surplus
            room = LINE - width - margin
            if room < 0:
                self.several.add(number)
                # The arguments have a line of their own, until that is full, too.
                room = LINE - INDENT - width + text.find("(") + len("()")
            self.columns[number] = room if room >= 0 else LINE
            body = t.statement_bodies(statement)
            if body is not None:
                inner = Loop((), id(statement)) if isinstance(statement, t.For) else loop
                self._read(body, inner, indent + INDENT)


def _targets(statement: t.Statement) -> Iterator[t.Expression]:
    """Yield the targets of an assignment, the parts of a tuple one by one."""
    for target in statement.targets if isinstance(statement, t.Assign) else ():
        yield from target.elements if isinstance(target, t.Tuple) else (target,)
