"""All ways of writing the modifiers of an instruction, from the instruction table."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from ptxpy.isa.matching import matches
from ptxpy.isa.table import entries

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ptxpy.isa.notation import Element, Form

__all__ = ["modifiers_of"]


def modifiers_of(opcode: str) -> list[tuple[str, ...]]:
    """Return the modifiers of each form of an opcode, each once."""
    found: dict[tuple[str, ...], None] = {}
    for entry in entries(opcode):
        for form in entry.forms:
            found |= dict.fromkeys(_written(form, form.elements))
    return [modifiers for modifiers in found if matches(opcode, modifiers)]


def _written(form: Form, elements: Iterable[Element]) -> Iterator[tuple[str, ...]]:
    choices = []
    for element in elements:
        if isinstance(element, tuple):
            choices.append([(), *_written(form, element)])
        else:
            choices.append([(value,) for value in form.classes.get(element, (element,))])
    for parts in product(*choices):
        yield tuple(modifier for part in parts for modifier in part)
