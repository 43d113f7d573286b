"""Module linking: combine standalone kernels into one module."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ptxpy._records import NamedTuple
from ptxpy.analysis import items
from ptxpy.dsl.shared_memory.segment import alignment_of
from ptxpy.dsl.tracing.source_lines import attach_declaration
from ptxpy.dsl.tracing.trace import TraceError
from ptxpy.ir import nodes as n
from ptxpy.isa import parse_version

if TYPE_CHECKING:
    from ptxpy.dsl.tracing.module_trace import ModuleTrace

_HEAD: Final = (n.Version, n.Target, n.AddressSize)


class RecordedModule(NamedTuple):
    """A recorded module and its IR."""

    recorded: ModuleTrace
    lowered: n.Module


_Place = TypeVar("_Place")
"""The type of the places of statements, which are handed on as they are."""


class _Item(NamedTuple):
    """An item of the linked module, and its origin."""

    part_index: int
    """The index of the module it is from."""
    item_index: int
    """Its index in the body of that module."""
    node: Any


def link_modules(parts: Sequence[RecordedModule]) -> n.Module:
    """Return one module with the functions and variables of several.

    Variables precede the functions. Variables of one name are declared once, with the largest
    alignment, and a device function that several kernels call is defined once. The version is the
    highest. `TraceError` for kernels of different targets, and for different functions of one name.
    """
    first = parts[0].lowered
    if len(parts) == 1:
        return first
    targets = {
        item.names: None for part in parts for item in part.lowered.body if type(item) is n.Target
    }
    if len(targets) > 1:
        named = " and ".join(", ".join(names) for names in targets)
        msg = (
            "the kernels of a file without module(…) become one module and must have one target; "
            f"found {named}"
        )
        raise TraceError(msg)
    return first.replace(body=tuple(item.node for item in _linked_items(parts)))


def link_places(
    parts: Sequence[RecordedModule], places: Sequence[tuple[_Place, ...]]
) -> tuple[_Place, ...]:
    """Return the places of the linked module's statements, from those of each module."""
    if len(parts) == 1:
        return places[0]
    bounds = []
    for part, numbers in zip(parts, places, strict=True):
        # Lines are counted by statement, those within functions included: an item's begin at its
        # ordinal.
        starts = [ordinal for ordinal, _ in items(part.lowered)]
        bounds.append([*starts, len(numbers)])
    linked: list[_Place] = []
    for item in _linked_items(parts):
        start, end = bounds[item.part_index][item.item_index : item.item_index + 2]
        linked += places[item.part_index][start:end]
    return tuple(linked)


def _linked_items(parts: Sequence[RecordedModule]) -> list[_Item]:
    """Return the items of the linked module: its head, its variables, its functions."""
    everything = [
        _Item(part_index, item_index, node)
        for part_index, part in enumerate(parts)
        for item_index, node in enumerate(part.lowered.body)
    ]
    highest = max(
        (item.node for item in everything if type(item.node) is n.Version),
        key=lambda node: parse_version(node.number),
    )
    head = [
        item._replace(node=highest) if type(item.node) is n.Version else item
        for item in everything
        if type(item.node) in _HEAD and item.part_index == 0
    ]
    variables: dict[str, _Item] = {}
    for item in everything:
        if type(item.node) is n.Variable:
            name = item.node.declarators[0].name.name
            known = variables.setdefault(name, item)
            if alignment_of(item.node) > alignment_of(known.node):
                variables[name] = item
    others = [item for item in everything if type(item.node) not in (*_HEAD, n.Variable)]
    return [*head, *variables.values(), *_unique_functions(parts, others)]


def _unique_functions(parts: Sequence[RecordedModule], linked: Sequence[_Item]) -> Iterator[_Item]:
    """Yield items, each function once; `TraceError` for different functions of one name."""
    declared: set[str] = set()
    bodies: dict[str, Callable[..., Any]] = {}
    for item in linked:
        if type(item.node) is n.Function and item.node.body is None:
            name = item.node.name.name
            if name in declared or name in bodies:
                continue
            declared.add(name)
        elif type(item.node) is n.Function:
            recorded = parts[item.part_index].recorded
            statement = recorded.body.statements[item.item_index]
            traced: Callable[..., Any] = next(
                function.body
                for function, recorded_as in recorded.functions
                if recorded_as is statement
            )
            body = traced
            name = item.node.name.name
            if name in bodies:
                # Two kernels that call one function of Python have its definition in the module of
                # each.
                if bodies[name] is body:
                    continue
                msg = (
                    f"two functions of this file are called {name}: rename one of them with symbol="
                )
                raise attach_declaration(body, TraceError(msg))
            bodies[name] = body
        yield item
