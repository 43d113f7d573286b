"""Coordinates of tensors: where copies of tiles begin, and the indices of tiles."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING, Final

from ptxpy.ir import nodes as n
from ptxpy.naming.identifiers import is_allowed
from ptxpy.naming.rule import Name, Rule
from ptxpy.naming.values import constant, operator_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_AXES: Final = "xyz"
_SCALES: Final = ("<<", "*")
_OTHER_COORDINATES: Final = ("gather4", "scatter4", "im2col")
"""Parts of modifiers with which coordinates are no corner of a tile."""


class Coordinates(Rule):
    """What copies of tensors are given for one axis is the coordinate of a tile.

    What goes on from turn to turn and is scaled to that is the index of the tile. Where several
    have coordinates of one axis, one that only one tensor is given may be called after its map.
    """

    name = "coordinates"
    help = "what copies of tensors are given: x, y, a_y, and the index of a tile: tile_x"
    is_weak = True

    def names(self) -> Iterator[Name]:
        """Yield names for coordinates, and for what they are made of."""
        facts = self.facts
        maps = {each for _, own in self._axes.values() for each in own}
        for register, (axis, own) in self._axes.items():
            if facts.definitions[register][1:] and self._is_shared(register):
                continue
            yield Name(register, axis)
            [name] = own if len(own) == 1 and len(maps) > 1 else [""]
            if name and is_allowed(f"{name}_{axis}"):
                yield Name(register, f"{name}_{axis}")
        tiles: dict[int, set[str]] = defaultdict(set)
        for register, (axis, _) in self._axes.items():
            for source in self._scaled(register):
                tiles[source].add(axis)
        for register, axes in tiles.items():
            goes_on = register not in self._axes and facts.definitions[register][1:]
            if len(axes) == 1 and goes_on and not self._is_shared(register):
                yield Name(register, f"tile_{axes.pop()}")

    @cached_property
    def _axes(self) -> dict[int, tuple[str, frozenset[str]]]:
        """For each register that is a coordinate of one axis, that and the maps of the tensors."""
        facts = self.facts
        axes: dict[int, set[int]] = defaultdict(set)
        maps: dict[int, set[str]] = defaultdict(set)
        for index, statement in enumerate(facts.code.statements):
            if type(statement) is not n.Instruction or any(
                part in word for part in _OTHER_COORDINATES for word in statement.modifiers
            ):
                continue
            for operand in statement.operands:
                if type(operand) is not n.Address or not operand.coordinates:
                    continue
                name = self._map(operand.base, index)
                for axis, each in enumerate(_corner(operand)):
                    register = facts.number(each, index)
                    if register >= 0 and facts.values[register].kind == "register":
                        axes[register].add(axis)
                        maps[register].add(name)
        return {
            register: (_AXES[axis], frozenset(maps[register]))
            for register, found in axes.items()
            if len(found) == 1 and (axis := next(iter(found))) < len(_AXES)
        }

    def _map(self, base: n.Node, index: int) -> str:
        """Return the name of the parameter or variable that a tensor map is, "" if not known."""
        facts = self.facts
        register = facts.number(base, index)
        if register < 0:
            return ""
        value = facts.values[register]
        return facts.python_name(value.name) if value.kind == "address" and not value.offset else ""

    def _is_shared(self, register: int) -> bool:
        """Return whether a changing register is copied: its number may stand for another thing."""
        facts = self.facts
        return any(
            type(statement := facts.code.statements[index]) is n.Instruction
            and statement.opcode == "mov"
            for index in facts.uses[register]
        )

    def _scaled(self, register: int) -> Iterator[int]:
        """Yield what is scaled to a coordinate, or to a part of one."""
        facts = self.facts
        # A loop may add to what it started from, so a sum can have itself as a part.
        seen, waiting = {register}, [register]
        while waiting:
            register = waiting.pop()
            statement = facts.single(register)
            if statement is None:
                continue
            index = facts.definitions[register][0]
            symbol = operator_of(statement.opcode, statement.modifiers)
            numbers = [facts.number(each, index) for each in statement.operands[1:]]
            if symbol == "+":
                parts = [each for each in numbers if each >= 0 and each not in self._axes]
                parts = [each for each in parts if each not in seen]
                seen.update(parts)
                waiting += reversed(parts)
            elif symbol not in _SCALES or constant(statement.operands[-1]) is None:
                continue
            elif numbers[0] >= 0:
                yield numbers[0]


def _corner(address: n.Address) -> tuple[n.Operand, ...]:
    """Return the coordinates of the first element of a tile."""
    first = address.coordinates[0]
    return first.elements if type(first) is n.Vector else address.coordinates
