"""What the names of a function stand for, as numbers: registers, labels, local variables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.isa.types import TYPES

if TYPE_CHECKING:
    from ptxpy.analysis import Code
    from ptxpy.isa.actual_operands import Actual

__all__ = ["LABEL", "OUTSIDE", "Entities"]

LABEL: Final = "label"
"""The class of labels."""

OUTSIDE: Final = -1
"""The number of a name that the function does not declare."""


class Entities:
    """What a function declares and names, numbered from 0 as it is looked up.

    Each has a class: only entities of one class can correspond to each other. Registers of one size
    are a class: what their bits mean is said by the instructions.
    """

    def __init__(self, code: Code) -> None:
        """Begin without entities."""
        self._levels = code.levels
        self._known: list[dict[str, int]] = [{} for _ in code.levels]
        self._numbers: dict[tuple[int, str], int] = {}
        self.names: list[str] = []
        """The name of each entity; empty for the place of a label that is not there."""
        self.classes: list[str] = []
        self.types: list[str] = []
        """The declared type of each, without its dot; empty where it has none."""
        self.levels: list[int] = []
        """The scope that declares each."""

    def find(self, name: str, level: int) -> int:
        """Return the number of a name used in a scope, or `OUTSIDE`."""
        found = self._known[level].get(name)
        if found is None:
            found = self._known[level][name] = self._find(name, level)
        return found

    def _find(self, name: str, level: int) -> int:
        while level >= 0:
            scope = self._levels[level]
            actual = scope.names.own(name)
            if actual is not None:
                return self.add(name, level, _class(actual), actual.type)
            level = scope.outer
        return OUTSIDE

    def add(self, name: str, level: int, kind: str, type_: str = "") -> int:
        """Return the number of an entity, a new one if it has none; `OUTSIDE` without a class.

        An entity without a name is always new.
        """
        if not kind:
            return OUTSIDE
        number = self._numbers.get((level, name)) if name else None
        if number is None:
            number = len(self.names)
            if name:
                self._numbers[level, name] = number
            self.names.append(name)
            self.classes.append(kind)
            self.types.append(type_)
            self.levels.append(level)
        return number


def _class(actual: Actual) -> str:
    """Return the class of what a declaration declares; empty for a function."""
    kind = actual.kind
    if kind == "register":
        return f"register {_bits(actual.type)}"
    if kind == "vector":
        return f"vector {len(actual.parts)} {_bits(actual.parts[0].type)}"
    if kind == "symbol":
        return f"variable {actual.space}"
    return kind if kind in (LABEL, "targets") else ""


def _bits(name: str) -> int | str:
    return TYPES[name].bits if name in TYPES else name
