"""Entities: the registers, labels and local variables of a function, identified by number.

Two functions are compared up to a renaming of their entities (alpha-equivalence), so that names are
resolved to entities first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.isa.types import TYPES

if TYPE_CHECKING:
    from ptxpy.analysis import Code
    from ptxpy.isa.actual_operands import Actual

__all__ = ["LABEL", "NOT_LOCAL", "Entities"]

LABEL: Final = "label"
"""The class of labels."""

NOT_LOCAL: Final = -1
"""Stands for a name that the function does not declare, in place of the number of an entity."""


class Entities:
    """The entities of a function, numbered from 0 in the order of their first lookup.

    Only entities of the same class can correspond to each other. Registers of one size form a
    class, because the instructions determine the meaning of their bits.
    """

    def __init__(self, code: Code) -> None:
        """Begin without entities."""
        self._levels = code.levels
        self._known: list[dict[str, int]] = [{} for _ in code.levels]
        self._numbers: dict[tuple[int, str], int] = {}
        self.names: list[str] = []
        """The name of each entity; empty for the start of a block without a label."""
        self.classes: list[str] = []
        self.types: list[str] = []
        """The declared type of each entity, without its dot; empty if it has no type."""
        self.levels: list[int] = []
        """The scope that declares each entity."""

    def find(self, name: str, level: int) -> int:
        """Return the entity that a name refers to in a scope, or `NOT_LOCAL`."""
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
        return NOT_LOCAL

    def add(self, name: str, level: int, kind: str, type_: str = "") -> int:
        """Return the number of an entity, which is added if it is new.

        Returns `NOT_LOCAL` if `kind` is empty. An entity without a name is always new.
        """
        if not kind:
            return NOT_LOCAL
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
    """Return the class of a declared name; empty for a function."""
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
