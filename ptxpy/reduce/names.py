"""The names that statements use, and shorter names."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Final

from ptxpy.ir import Transformer, children, statements, walk
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from collections.abc import Set as AbstractSet

__all__ = ["Renamed", "shorter_names", "used_in_module", "uses"]

_DECLARING = (n.Variable, n.Label, n.Function, n.Scope, n.Section)


def uses(body: Iterable[n.Node]) -> set[str]:
    """Return the names that statements refer to, without those that they declare.

    `L<4>` refers to `L0` to `L3`, of which the stem is among the names.
    """
    found: set[str] = set()
    for statement in body:
        if isinstance(statement, n.Function | n.Section):
            continue  # their bodies come by themselves
        if isinstance(statement, n.Variable):
            # Extents, initial values and alignments.
            for declarator in statement.declarators:
                for part in (*declarator.dimensions, declarator.initializer, declarator.range):
                    if part is not None:
                        _add(part, found)
        elif isinstance(statement, n.Alias):
            found.add(statement.target.name)
        elif not isinstance(statement, _DECLARING):
            for child in children(statement):
                _add(child, found)
    return found


def _add(node: n.Node, found: set[str]) -> None:
    found.update(each.name for each in walk(node) if isinstance(each, n.Symbol | n.Register))


def used_in_module(module: n.Module) -> set[str]:
    """Return the names that the statements of a module refer to."""
    return uses(statements(module))


def shorter_names(module: n.Module, kept: AbstractSet[str]) -> n.Module:
    """Return a module whose functions and variables have short names, but for those that stay."""
    taken = {
        each.name for each in walk(module) if isinstance(each, n.Symbol | n.Register | n.Label)
    }
    labels = {each.name for each in walk(module) if isinstance(each, n.Label)}
    numbers = count()
    new: dict[str, str] = {}
    for item in module.body:
        if isinstance(item, n.Function):
            name, letter = item.name.name, "k" if item.kind == ".entry" else "f"
        elif isinstance(item, n.Variable) and len(item.declarators) == 1:
            name, letter = item.declarators[0].name.name, "v"
        else:
            continue
        # A label of the name would not be renamed with the branches to it.
        if len(name) > _SHORT and name not in {*kept, *labels, *new}:
            new[name] = next(
                made for number in numbers if (made := f"{letter}{number}") not in taken
            )
    return Renamed(new).visit(module) if new else module


_SHORT: Final = 3
"""The characters of a name that needs no shorter one."""


class Renamed(Transformer):
    """Puts other names in the place of some, in whatever it visits."""

    def __init__(self, names: Mapping[str, str]) -> None:
        """Take the new names by the old ones."""
        super().__init__()
        self._names = names

    def visit_Symbol(self, node: n.Symbol) -> n.Symbol:  # noqa: N802 - named after its class
        """Rename a symbol."""
        return n.Symbol(self._names.get(node.name, node.name))

    def visit_Register(self, node: n.Register) -> n.Register:  # noqa: N802 - named after its class
        """Rename a name that the parser takes for a register."""
        return n.Register(self._names.get(node.name, node.name))
