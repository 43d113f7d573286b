"""`link`: several relocatable units of PTX become one module, as `nvlink` makes one program.

A definition with `.visible` is meant by all units that declare its name; of several with `.weak`,
the first is taken, and of several with `.common` the largest. Other names are a unit's own: where
two units have the same one, that of the later gets a suffix.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from ptxpy._records import NamedTuple
from ptxpy.analysis import constant, count_statements
from ptxpy.ir import nodes as n
from ptxpy.ir import walk
from ptxpy.link.debug_information import debug_information, section_labels
from ptxpy.link.header import HEADER, header_of, header_problems
from ptxpy.link.problems import LinkError, LinkProblem, located, place_of
from ptxpy.link.renaming import Renamer
from ptxpy.link.signatures import disagreement
from ptxpy.link.symbols import (
    STRONG,
    Item,
    Unit,
    is_definition,
    is_dynamic_shared,
    is_shared_name,
    items_of,
    linkage_of,
    name_of,
    strength_of,
)

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

__all__ = ["Linked", "Segment", "link"]


class Segment(NamedTuple):
    """An item of a unit in the linked module."""

    ordinal: int
    """The ordinal of its first statement in the linked module."""
    unit: int
    unit_ordinal: int
    """The ordinal of the same statement in its unit."""


class Linked(NamedTuple):
    """A linked module."""

    module: n.Module
    segments: tuple[Segment, ...]
    """The origin of each of its items; empty for a module of one unit, which stays as it is."""
    unresolved: tuple[Item, ...] = ()
    """The first declaration of each name that no unit defines, dynamic shared memory apart."""
    without_debug_sections: tuple[int, ...] = ()
    """The units whose debug sections are left out."""
    renamed: tuple[tuple[int, str, str], ...] = ()
    """Units, names that are their own, and the new names of these."""


def link(units: Sequence[Unit]) -> Linked:
    """Link units to one module.

    Items stay in their order. PTX wants a declaration before each use, so an `.extern` declaration
    before the definition stays: of a function as a prototype with the linkage of its definition.
    A name that no unit defines stays declared once.

    Raises `LinkError` with all reasons against it: two definitions of a name, declarations that
    differ from the definition, targets without a common one, different address sizes.
    """
    by_unit = [[*items_of(number, unit)] for number, unit in enumerate(units)]
    items = [item for own in by_unit for item in own]
    shared = [{name_of(item.node) for item in own if is_shared_name(item.node)} for own in by_unit]
    definitions = _definitions(items, shared)
    problems = [*_repeated(units, items, shared, definitions)]
    if len(units) > 1:
        problems += header_problems(units, items)
        problems += _disagreements(units, items, shared, definitions)
    if problems:
        raise LinkError(_in_order(units, problems))
    if len(units) == 1:
        return Linked(units[0].module, (), _unresolved(items, shared, definitions))
    debug = debug_information(items, len(units))
    names = _new_names(units, by_unit, shared)
    linkage = {name: _linkage_of(name, items, held) for name, held in definitions.items()}
    declared = [
        {names[number].get(name, name) for item in own if (name := name_of(item.node))}
        for number, own in enumerate(by_unit)
    ]
    every = frozenset().union(*declared)
    renamers = [
        Renamer(new, numbers, linkage, own, every)
        for new, numbers, own in zip(names, debug.numbers, declared, strict=True)
    ]
    alignments = _dynamic_alignments(items)
    body: list[Any] = header_of(items, debug=debug.kept is not None)
    segments = [*_header_segments(items, body)]
    ordinal = len(body)
    emitted: set[str] = set()
    files: set[str] = set()
    for item in items:
        node = item.node
        if type(node) in HEADER or (type(node) is n.Section and not debug.keeps(item)):
            continue
        name = name_of(node)
        if type(node) is n.File:
            number = debug.numbers[item.unit].get(node.number.text, node.number.text)
            if number in files:
                continue
            files.add(number)
        elif name and name in shared[item.unit]:
            node = _resolved(item, definitions.get(name), emitted, linkage)
            if node is None:
                continue
            emitted.add(name)
            if name in alignments and is_dynamic_shared(node):
                node = _with_alignment(node, alignments[name])
        if renamers[item.unit].changes(node):
            node = renamers[item.unit].visit(node)
        segments.append(Segment(ordinal, item.unit, item.ordinal))
        body.append(node)
        ordinal += count_statements(node)
    return Linked(
        units[0].module.replace(body=tuple(body)),
        tuple(segments),
        _unresolved(items, shared, definitions),
        debug.left_out,
        tuple((number, old, new) for number, each in enumerate(names) for old, new in each.items()),
    )


def _in_order(units: Sequence[Unit], problems: Sequence[LinkProblem]) -> list[LinkProblem]:
    order = {unit.name: number for number, unit in reversed([*enumerate(units)])}
    return sorted(
        problems, key=lambda each: (order[each.place.name], each.place.line, each.place.column)
    )


def _definitions(items: Sequence[Item], shared: Sequence[set[str]]) -> dict[str, Item]:
    """Return the definition of each name that units share."""
    found: dict[str, Item] = {}
    for item in items:
        name = name_of(item.node)
        if not name or name not in shared[item.unit] or not is_definition(item.node):
            continue
        held = found.get(name)
        if held is None or strength_of(item.node) > strength_of(held.node):
            found[name] = item
    return found


def _unresolved(
    items: Sequence[Item], shared: Sequence[set[str]], definitions: Mapping[str, Item]
) -> tuple[Item, ...]:
    found: dict[str, Item] = {}
    for item in items:
        name = name_of(item.node)
        is_open = name in shared[item.unit] and name not in definitions
        if is_open and not is_dynamic_shared(item.node):
            found.setdefault(name, item)
    return tuple(found.values())


def _repeated(
    units: Sequence[Unit],
    items: Sequence[Item],
    shared: Sequence[set[str]],
    definitions: Mapping[str, Item],
) -> Iterator[LinkProblem]:
    """Yield names with more than one definition that is neither weak nor common."""
    for item in items:
        name = name_of(item.node)
        if not name or name not in shared[item.unit] or not is_definition(item.node):
            continue
        held = definitions[name]
        if held is not item and strength_of(item.node) == strength_of(held.node) == STRONG:
            first = place_of(units, held.unit, held.ordinal, ("name", name))
            message = (
                f"{name} is defined here and in {first}; make one of the two an .extern "
                "declaration, or .weak"
            )
            yield located(units, item.unit, item.ordinal, ("name", name), message)


def _disagreements(
    units: Sequence[Unit],
    items: Sequence[Item],
    shared: Sequence[set[str]],
    definitions: Mapping[str, Item],
) -> Iterator[LinkProblem]:
    """Yield declarations that differ from the definition, or from the first declaration."""
    first: dict[str, Item] = dict(definitions)
    for item in items:
        name = name_of(item.node)
        if not name or name not in shared[item.unit]:
            continue
        held = first.setdefault(name, item)
        # Dynamic shared memory has no type, and common variables may have several sizes.
        if held is item or (is_dynamic_shared(item.node) and is_dynamic_shared(held.node)):
            continue
        if ".common" in (*linkage_of(item.node), *linkage_of(held.node)):
            continue
        found = disagreement(item.node, held.node)
        if found:
            here, _, there = found.partition("|")
            place = place_of(units, held.unit, held.ordinal, ("name", name))
            what = "its definition" if name in definitions else "another declaration"
            message = f"{name} {here} here, and {there} in {what}, {place}; make them alike"
            yield located(units, item.unit, item.ordinal, ("name", name), message)


def _linkage_of(name: str, items: Sequence[Item], held: Item) -> tuple[str, ...]:
    """Return the linkage of prototypes of a definition."""
    if type(held.node) is not n.Alias:
        return linkage_of(held.node)
    # An alias has no linkage of its own, but its unit declares it as a function.
    declared = [
        linkage_of(each.node)
        for each in items
        if each.unit == held.unit and type(each.node) is n.Function and name_of(each.node) == name
    ]
    return declared[0] if declared else (".visible",)


def _resolved(
    item: Item,
    held: Item | None,
    emitted: Container[str],
    linkage: Mapping[str, tuple[str, ...]],
) -> Any:  # noqa: ANN401 - an item of a module
    """Return the item that stays for an item about a name that units share; None if none does."""
    node = item.node
    name = name_of(node)
    if held is not None and held.node is node:
        return node
    # The definition of an alias comes after its prototype, which stays.
    if name in emitted:
        return None
    if held is None:
        return node
    if type(node) is n.Variable:
        made: n.Variable = held.node
        first = made.declarators[0].replace(initializer=None)
        return made.replace(
            linkage=(".extern",), declarators=(first,), before=node.before, within=None
        )
    if type(node) is n.Function and node.body is None:
        same = type(held.node) is n.Alias or _head(node) == _head(held.node)
        if same:
            return node if node.linkage == linkage[name] else node.replace(linkage=linkage[name])
    prototype: n.Function = held.node if type(held.node) is n.Function else node
    return prototype.replace(
        body=None,
        semicolon=True,
        linkage=linkage[name],
        before=node.before,
        within=None,
        closing=None,
    )


def _head(function: n.Function) -> tuple[object, ...]:
    """Return the parts of a function that ptxas compares between prototype and definition."""
    formals = (function.returns or (), function.parameters or ())
    return (
        tuple(tuple(each.specifiers for each in part) for part in formals),
        frozenset(each for each in function.directives if type(each) is n.TuningDirective),
    )


def _new_names(
    units: Sequence[Unit], by_unit: Sequence[Sequence[Item]], shared: Sequence[set[str]]
) -> list[dict[str, str]]:
    """Return, for each unit, new names for those of its own names that another unit has, too."""
    own: list[dict[str, None]] = []
    for of_unit in by_unit:
        names = [name for each in of_unit if (name := name_of(each.node))]
        own.append(dict.fromkeys([*names, *section_labels(of_unit)]))
    counts = Counter(name for each in own for name in each)
    taken = {name for each in shared for name in each}
    clash = [
        [name for name in mine if counts[name] > 1 and name not in shared[number]]
        for number, mine in enumerate(own)
    ]
    if not any(clash):
        return [{} for _ in units]
    used = {
        node.name
        for unit in units
        for node in walk(unit.module)
        if isinstance(node, n.Symbol | n.Register | n.Label)
    }
    found: list[dict[str, str]] = []
    for number, clashing in enumerate(clash):
        new: dict[str, str] = {}
        for name in clashing:
            if name not in taken:
                taken.add(name)
                continue
            new[name] = _fresh(name, number, used)
            used.add(new[name])
        found.append(new)
    return found


def _fresh(name: str, number: int, taken: Container[str]) -> str:
    made = f"{name}$unit{number}"
    while made in taken:
        made += "_"
    return made


def _dynamic_alignments(items: Sequence[Item]) -> dict[str, int]:
    """Return the largest alignment of each name of dynamic shared memory, if units differ."""
    found: dict[str, set[int]] = {}
    for item in items:
        if is_dynamic_shared(item.node):
            values = [constant(w.bytes) for w in item.node.specifiers if type(w) is n.Align]
            found.setdefault(name_of(item.node), set()).add(values[0] or 1 if values else 1)
    return {name: max(values) for name, values in found.items() if len(values) > 1}


def _with_alignment(node: n.Variable, alignment: int) -> n.Variable:
    words = [word for word in node.specifiers if type(word) is not n.Align]
    words.insert(1, n.Align(n.Literal(str(alignment))))
    return node.replace(specifiers=tuple(words), within=None)


def _header_segments(items: Sequence[Item], header: Sequence[Any]) -> Iterator[Segment]:
    for ordinal, node in enumerate(header):
        item = next(each for each in items if type(each.node) is type(node))
        yield Segment(ordinal, item.unit, item.ordinal)
