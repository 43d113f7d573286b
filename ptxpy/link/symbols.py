"""The declarations of the items of a unit: names, linkage, definitions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.analysis import count_statements, variables_of
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "Item",
    "Unit",
    "is_definition",
    "is_dynamic_shared",
    "is_shared_name",
    "items_of",
    "linkage_of",
    "name_of",
    "strength_of",
]


class Unit(NamedTuple):
    """A unit of PTX, and its name for messages."""

    module: n.Module
    name: str


class Item(NamedTuple):
    """An item of a unit; a declaration of several variables is an item for each."""

    unit: int
    ordinal: int
    """The index of the item among `ptxpy.ir.statements` of its unit."""
    node: Any


_MERGED: Final = (".weak", ".common")
_LINKAGES: Final = frozenset({".visible", ".extern", *_MERGED})

STRONG: Final = (2, 0)
"""The strength of a definition of which there may be one."""


def items_of(number: int, unit: Unit) -> Iterator[Item]:
    """Yield the items of a unit in order."""
    ordinal = 0
    for node in unit.module.body:
        if type(node) is n.Variable and len(node.declarators) > 1:
            for place, declarator in enumerate(node.declarators):
                before = {} if place == 0 else {"before": None}
                yield Item(
                    number, ordinal, node.replace(declarators=(declarator,), within=None, **before)
                )
        else:
            yield Item(number, ordinal, node)
        ordinal += count_statements(node)


def name_of(node: object) -> str:
    """Return the name that an item of a module declares; empty for other items."""
    if type(node) is n.Variable:
        return node.declarators[0].name.name
    return node.name.name if isinstance(node, n.Function | n.Alias) else ""


def linkage_of(node: object) -> tuple[str, ...]:
    """Return the words of linkage of an item."""
    return node.linkage if isinstance(node, n.Function | n.Variable) else ()


def is_definition(node: object) -> bool:
    """Return whether an item is a definition, and not only a declaration."""
    if type(node) is n.Function:
        return node.body is not None
    if type(node) is n.Variable:
        return ".extern" not in node.linkage
    return type(node) is n.Alias


def is_shared_name(node: object) -> bool:
    """Return whether a declaration is about a name that all units share."""
    if type(node) is n.Function and node.kind == ".entry":
        return True
    return bool(_LINKAGES.intersection(linkage_of(node))) or type(node) is n.Alias


def is_dynamic_shared(node: object) -> bool:
    """Return whether an item declares dynamic shared memory, which nothing defines."""
    return type(node) is n.Variable and ".extern" in node.linkage and node.space == ".shared"


def strength_of(node: object) -> tuple[int, int]:
    """Return how strong a definition is; of common variables, larger ones are stronger."""
    linkage = linkage_of(node)
    if ".common" in linkage and type(node) is n.Variable:
        return 1, variables_of(node)[0].size or 0
    return (0, 0) if ".weak" in linkage else STRONG
