"""Linking: several relocatable units of PTX become one module, as `nvlink` makes one program.

A definition with `.visible` is meant by all units that declare its name; of several with `.weak`,
the first is taken, and of several with `.common` the largest. Other names are a unit's own: where
two units have the same one, it gets a suffix.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.analysis import SymbolTable, count_statements, variables_of
from ptxpy.emulation.device_library import DEVICE_LIBRARY, DEVICE_LIBRARY_NAMES
from ptxpy.emulation.statuses import DeviceError, Status
from ptxpy.ir import Transformer
from ptxpy.ir import nodes as n
from ptxpy.syntax import parse

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

__all__ = ["Segment", "Unit", "link", "with_device_library"]


class Unit(NamedTuple):
    """A unit of PTX, and its name for messages."""

    module: n.Module
    name: str


class Segment(NamedTuple):
    """An item of a unit in the linked module."""

    ordinal: int
    """The ordinal of its first statement in the linked module."""
    unit: int
    unit_ordinal: int
    """The ordinal of the same statement in its unit."""


_MERGED: Final = (".weak", ".common")
_STRONG: Final = (2, 0)


class _Definition(NamedTuple):
    """A definition of a name that all units share."""

    unit: int
    item: object
    strength: tuple[int, int]


def with_device_library(units: Sequence[Unit]) -> Sequence[Unit]:
    """Return units with that of the device library behind them, if they need it."""
    wanted = {name for unit in units for name in _all_names(unit)} & DEVICE_LIBRARY_NAMES
    if not wanted - set(_definitions(units)):
        return units
    return [*units, Unit(parse(DEVICE_LIBRARY, "<device library>"), "<device library>")]


def link(units: Sequence[Unit]) -> tuple[n.Module, list[Segment]]:
    """Link units; raise `DeviceError` for a name that is defined twice, or a variable that is not.

    Functions without a body in any unit stay declared: a kernel that calls one cannot be launched.

    Returns the module, and the origin of each of its items.
    """
    definitions = _definitions(units)
    _check_variables(units, definitions)
    # A module of one unit stays as it is, text and line numbers included.
    if len(units) == 1:
        return units[0].module, []
    counts = Counter(name for unit in units for name in _all_names(unit))
    body: list[Any] = []
    segments: list[Segment] = []
    declared: set[str] = set()
    ordinal = 0
    for number, unit in enumerate(units):
        # A file-local `.global .u32 table[4];` in two units is two variables.
        renamer = _Renamer({name: _fresh(name, number, counts) for name in _own(unit, counts)})
        unit_ordinal = 0
        for item in unit.module.body:
            size = count_statements(item)
            if _is_kept(number, item, definitions, declared):
                segments.append(Segment(ordinal, number, unit_ordinal))
                body.append(renamer.visit(item) if renamer.names else item)
                ordinal += size
            unit_ordinal += size
    return units[0].module.replace(body=tuple(_with_head(units, body))), segments


def _names(item: object) -> list[str]:
    """Return the names that an item of a module declares."""
    if type(item) is n.Variable:
        return [storage.name for storage in variables_of(item)]
    return [item.name.name] if isinstance(item, n.Function | n.Alias) else []


def _linkage(item: object) -> tuple[str, ...]:
    return item.linkage if isinstance(item, n.Function | n.Variable) else ()


def _is_definition(item: object) -> bool:
    """Return whether an item is a definition, and not only a declaration."""
    if type(item) is n.Function:
        return item.body is not None
    if type(item) is n.Variable:
        return ".extern" not in item.linkage
    return type(item) is n.Alias


def _is_shared_name(item: object) -> bool:
    """Return whether a declaration is about a name that all units share."""
    if type(item) is n.Function and item.kind == ".entry":
        return True
    return bool({".visible", ".extern", *_MERGED} & {*_linkage(item)}) or type(item) is n.Alias


def _definitions(units: Sequence[Unit]) -> dict[str, _Definition]:
    """Return the definition of each name that units share."""
    found: dict[str, _Definition] = {}
    for number, unit in enumerate(units):
        for item in unit.module.body:
            if not _is_definition(item) or not _is_shared_name(item):
                continue
            strength = _strength(item)
            for name in _names(item):
                held = found.get(name)
                if held is None or strength > held.strength:
                    found[name] = _Definition(number, item, strength)
                elif held.strength == strength == _STRONG:
                    text = f"{name} is defined in {units[held.unit].name} and in {unit.name}"
                    raise DeviceError(Status.INVALID_PTX, text)
    return found


def _strength(item: object) -> tuple[int, int]:
    """Return how strong a definition is; of common variables, larger ones are stronger."""
    linkage = _linkage(item)
    if ".common" in linkage and type(item) is n.Variable:
        return 1, variables_of(item)[0].size or 0
    return (0, 0) if ".weak" in linkage else _STRONG


def _check_variables(units: Sequence[Unit], definitions: Mapping[str, _Definition]) -> None:
    """Raise `DeviceError` for variables that units declare, but none defines."""
    missing = [
        f"the variable {name} is declared in {unit.name}, and defined in no unit"
        for unit in units
        for item in unit.module.body
        # `.extern .shared` is dynamic shared memory, which nothing defines.
        if type(item) is n.Variable and ".extern" in item.linkage and item.space != ".shared"
        for name in _names(item)
        if name not in definitions
    ]
    if missing:
        raise DeviceError(Status.INVALID_PTX, "\n".join(missing))


def _all_names(unit: Unit) -> dict[str, None]:
    """Return the names that a unit declares, in order."""
    return {name: None for item in unit.module.body for name in _names(item)}


def _own(unit: Unit, counts: Mapping[str, int]) -> list[str]:
    """Return the names of a unit that are its own, and that other units have as well."""
    shared = {name for item in unit.module.body if _is_shared_name(item) for name in _names(item)}
    return [name for name in _all_names(unit) if counts[name] > 1 and name not in shared]


def _fresh(name: str, number: int, taken: Container[str]) -> str:
    made = f"{name}$unit{number}"
    while made in taken:
        made += "_"
    return made


_ONCE: Final = (n.Version, n.Target, n.AddressSize)
"""Items that a module has once, at its beginning."""


def _is_kept(
    number: int, item: object, definitions: Mapping[str, _Definition], declared: set[str]
) -> bool:
    """Return whether an item of a unit is in the linked module."""
    if type(item) in _ONCE:
        return number == 0
    # Places are read from the units themselves (`LinkedPlaces`); here the numbers of files would
    # clash.
    if type(item) in (n.Section, n.File):
        return False
    names = _names(item)
    if not names:
        return True
    if not _is_shared_name(item):
        return _is_definition(item)
    if _is_definition(item):
        return definitions[names[0]].item is item and definitions[names[0]].unit == number
    is_first = names[0] not in definitions and names[0] not in declared
    declared.update(names)
    return is_first


def _with_head(units: Sequence[Unit], body: Iterable[Any]) -> Iterable[Any]:
    """Yield the items of a linked module, with the highest version and target of its units."""
    # Code of an older version or target is valid in a newer one, not the other way round.
    heads = [item for unit in units for item in unit.module.body if type(item) in _ONCE]
    versions = [item for item in heads if type(item) is n.Version]
    targets = [item for item in heads if type(item) is n.Target]
    for item in body:
        if type(item) is n.Version:
            yield max(versions, key=lambda each: [int(part) for part in each.number.split(".")])
        elif type(item) is n.Target:
            yield max(targets, key=_architecture)
        else:
            yield item


def _architecture(target: n.Target) -> tuple[int, str]:
    name = target.names[0] if target.names else ""
    digits = "".join(each for each in name if each.isdigit())
    return int(digits or 0), name


class _Renamer(Transformer):
    """Renames names of a module where no declaration of a function hides them."""

    def __init__(self, names: dict[str, str]) -> None:
        super().__init__()
        self.names = names

    def visit_Symbol(self, node: n.Symbol) -> n.Symbol:  # noqa: N802 - named after its class
        """Rename a symbol."""
        return n.Symbol(self.names[node.name]) if node.name in self.names else node

    def visit_Register(self, node: n.Register) -> n.Register:  # noqa: N802 - named after its class
        """Rename a name that the parser takes for a register."""
        return n.Register(self.names[node.name]) if node.name in self.names else node

    def visit_Function(self, node: n.Function) -> n.Function:  # noqa: N802 - named after its class
        """Rename in a function, without the names that it declares."""
        name = self.visit_Symbol(node.name)
        formals = [*(node.returns or ()), *(node.parameters or ())]
        variables = [n.Variable((), each.specifiers, (each.declarator,)) for each in formals]
        outer = self._hide([*variables, *(node.body or ())])
        made: n.Function = self.generic_visit(node)
        self.names = outer
        return made.replace(name=name)

    def visit_Scope(self, node: n.Scope) -> n.Scope:  # noqa: N802 - named after its class
        """Rename in a block, without the names that it declares."""
        outer = self._hide(node.body)
        made: n.Scope = self.generic_visit(node)
        self.names = outer
        return made

    def _hide(self, declared: Iterable[n.Node]) -> dict[str, str]:
        """Leave out the names that statements declare; return those from before."""
        table = SymbolTable()
        table.declare(declared)
        outer = self.names
        self.names = {name: new for name, new in outer.items() if table.own(name) is None}
        return outer
