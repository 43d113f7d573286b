"""Matching of an instruction's modifiers against the forms of the table."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.isa.conditions import Binding
from ptxpy.isa.table import entries
from ptxpy.isa.types import STATE_SPACES, TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.isa.notation import Element, Form

__all__ = ["Match", "Reach", "beginning", "matches", "reach"]

_CACHE_SIZE: Final = 1 << 14


class Match(NamedTuple):
    """A form that the modifiers of an instruction fit, and the values of its modifier classes."""

    form: Form
    modifiers: tuple[str, ...]
    binding: Binding


class Reach(NamedTuple):
    """The longest prefix of the modifiers that some form of the opcode accepts."""

    fitting: int
    """How many modifiers the prefix has."""
    expected: tuple[str, ...]
    """The modifiers that may follow the prefix, in the order of the table."""
    is_complete: bool
    """Whether the instruction may also end after the prefix."""


@lru_cache(maxsize=_CACHE_SIZE)
def matches(opcode: str, modifiers: tuple[str, ...]) -> tuple[Match, ...]:
    """Return all forms that the modifiers fit; the rules among modifiers are not checked.

    The manual gives modifiers an order. ptxas checks only the order of types, of state spaces and
    of layouts, and allows some flags twice. If no form fits in the manual's order, the forms that
    ptxas accepts are returned.
    """
    found = [
        Match(form, modifiers, Binding(frozenset(modifiers), classes))
        for form in _forms(opcode)
        # A form may fit in several ways that differ in optional parts: the first is the manual's.
        for classes in islice(_bindings(form, form.elements, modifiers, 0), 1)
    ]
    if not found:
        # ptxas takes some flags twice, so a repeated one is dropped before the forms are tried in
        # any order.
        single = tuple(
            (
                modifier
                for index, modifier in enumerate(modifiers)
                if modifier not in _REPEATABLE or modifier not in modifiers[:index]
            )
        )
        found = [
            Match(form, modifiers, Binding(frozenset(modifiers), classes))
            for form in _forms(opcode)
            for classes in islice(_match_unordered(form, single), 1)
        ]
    return tuple(found)


def _forms(opcode: str) -> Iterator[Form]:
    for entry in entries(opcode):
        yield from entry.forms


_REPEATABLE: Final = frozenset(
    {".NaN", ".approx", ".shiftamt", ".cc", ".relu", ".sat", ".satfinite", ".sync", ".uni"}
)
_ORDER_GROUPS: Final = {
    **dict.fromkeys((f".{name}" for name in TYPES), "type"),
    **dict.fromkeys((".row", ".col"), "layout"),
    **dict.fromkeys((f".{name}" for name in STATE_SPACES), "space"),
}
"""The modifiers whose order matters to ptxas, each with the group within which it matters."""


def _match_unordered(form: Form, modifiers: tuple[str, ...]) -> Iterator[dict[str, str]]:
    """Yield the values of the classes for each permutation of the modifiers that fits.

    The modifiers that are part of the instruction's name keep their positions.
    """
    lead = form.lead
    for count in range(lead, -1, -1):  # fewer where some of them are optional
        for classes in _bindings(form, form.elements[:lead], modifiers[:count], 0):
            for others in _match_any_order(form, form.elements[lead:], modifiers[count:]):
                yield {**classes, **others}


def _match_any_order(
    form: Form, elements: tuple[Element, ...], rest: tuple[str, ...]
) -> Iterator[dict[str, str]]:
    if not elements:
        if not rest:
            yield {}
        return
    element, others = elements[0], tuple(elements[1:])
    if isinstance(element, tuple):
        # An optional group is tried first as present, then as absent.
        yield from _match_any_order(form, (*element, *others), rest)
        yield from _match_any_order(form, others, rest)
        return
    allowed = form.classes.get(element, (element,))
    for index, modifier in enumerate(rest):
        if modifier in allowed:
            for classes in _match_any_order(form, others, rest[:index] + rest[index + 1 :]):
                yield {element: modifier, **classes} if element in form.classes else classes
        group = _ORDER_GROUPS.get(modifier)
        # A modifier of the same group must not be passed over: among types, order has a meaning.
        if group and any(_ORDER_GROUPS.get(value) == group for value in allowed):
            break


def _bindings(
    form: Form, elements: tuple[Element, ...], modifiers: tuple[str, ...], position: int
) -> Iterator[dict[str, str]]:
    """Yield the values of the classes in each way in which the modifiers fit the elements."""
    if not elements:
        if position == len(modifiers):
            yield {}
        return
    element, *others = elements
    rest = tuple(others)
    if isinstance(element, tuple):
        yield from _bindings(form, (*element, *rest), modifiers, position)
        yield from _bindings(form, rest, modifiers, position)
    elif position < len(modifiers):
        modifier = modifiers[position]
        if element in form.classes:
            if modifier in form.classes[element]:
                for classes in _bindings(form, rest, modifiers, position + 1):
                    yield {element: modifier, **classes}
        elif element == modifier:
            yield from _bindings(form, rest, modifiers, position + 1)


def reach(opcode: str, modifiers: tuple[str, ...]) -> Reach:
    """Return the longest prefix of the modifiers that fits a form, and the possible next ones."""
    fitting = 0
    expected: dict[str, None] = {}
    is_complete = False
    for entry in entries(opcode):
        for form in entry.forms:
            for position, element in _frontier(form, form.elements, modifiers, 0):
                # A longer prefix makes what followed shorter ones irrelevant.
                if position > fitting:
                    fitting, expected, is_complete = position, {}, False
                if position == fitting:
                    if element is None:
                        is_complete = True
                    else:
                        expected.update(dict.fromkeys(form.classes.get(element, (element,))))
    return Reach(fitting, tuple(expected), is_complete)


def beginning(opcode: str, modifiers: tuple[str, ...]) -> tuple[Form, ...]:
    """Return the forms of which an instruction can begin with these modifiers, in this order."""
    return tuple(
        form
        for entry in entries(opcode)
        for form in entry.forms
        if any(
            position == len(modifiers)
            for position, _ in _frontier(form, form.elements, modifiers, 0)
        )
    )


def _frontier(
    form: Form, elements: tuple[Element, ...], modifiers: tuple[str, ...], position: int
) -> Iterator[tuple[int, str | None]]:
    """Yield each prefix length at which a form can be followed, and the form's next element."""
    if not elements:
        yield position, None
        return
    element, *others = elements
    rest = tuple(others)
    if isinstance(element, tuple):
        yield from _frontier(form, (*element, *rest), modifiers, position)
        yield from _frontier(form, rest, modifiers, position)
        return
    # The element may follow here whether the next modifier fits or not: it is what could be
    # written.
    yield position, element
    if position < len(modifiers) and modifiers[position] in form.classes.get(element, (element,)):
        yield from _frontier(form, rest, modifiers, position + 1)
