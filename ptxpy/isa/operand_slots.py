"""The place of each operand of an instruction in its form: its name in the manual.

Which form an instruction has follows from its modifiers, the number of its operands and their
shapes. Where several forms remain that call an operand differently, it has no name.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ptxpy.isa.legality import arrangements, present_operands, rule_problem
from ptxpy.isa.matching import matches
from ptxpy.isa.table import entries

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.isa.conditions import Binding
    from ptxpy.isa.notation import Form, Slot

__all__ = ["least_operands", "operand_names"]

_CACHE_SIZE: Final = 1 << 12


@lru_cache(maxsize=_CACHE_SIZE)
def operand_names(
    opcode: str, modifiers: tuple[str, ...], shapes: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the name of each operand in the manual: `b-desc`, `cache-policy`, `membermask`.

    Args:
        opcode: The opcode.
        modifiers: Its modifiers, each with its dot.
        shapes: For each operand `address`, `vector`, `pair`, or `plain` for any other.

    Returns:
        A name for each operand, that of the base for an address and of the first part for a pair;
        "" if it is not known.
    """
    found = [
        tuple([slot.name or (slot.parts[0].name if slot.parts else "") for slot in slots])
        for match in matches(opcode, modifiers)
        for slots in arrangements(match.form.slots, len(shapes))
        if _fits(match.form, slots, shapes, match.binding)
    ]
    if not found:
        return ("",) * len(shapes)
    # Forms that disagree about the name leave it empty.
    return tuple([names[0] if len({*names}) == 1 else "" for names in zip(*found, strict=True)])


@lru_cache(maxsize=_CACHE_SIZE)
def least_operands(opcode: str) -> int:
    """Return how many operands an instruction has at least; 0 for an unknown opcode."""
    forms = [form for entry in entries(opcode) for form in entry.forms]
    return min((sum(not slot.optional for slot in form.slots) for form in forms), default=0)


def _fits(form: Form, slots: tuple[Slot, ...], shapes: tuple[str, ...], binding: Binding) -> bool:
    # A rule may ask for an operand or exclude it, so it is checked with the operands that are
    # there.
    present = binding._replace(operands=present_operands(slots))
    return all(
        shape in _shapes(form, slot, present) for slot, shape in zip(slots, shapes, strict=True)
    ) and not rule_problem(form, present)


def _shapes(form: Form, slot: Slot, binding: Binding) -> Iterator[str]:
    """Yield the shapes that an operand of a slot may have."""
    if slot.shape != "plain":
        yield slot.shape
        # Without its predicate a pair is its first part alone.
        if slot.shape == "pair" and slot.parts[1].optional:
            slot = slot.parts[0]
        else:
            return
    constraint = form.constraint_of(slot.name, binding)
    for alternative in constraint.parts if constraint.base == "or" else (constraint,):
        is_vector = alternative.base in ("vec", "list")
        if is_vector:
            yield "vector"
        if not is_vector or alternative.is_single(binding):
            yield "plain"
