"""The types of constants among the operands of an instruction."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ptxpy.isa.matching import matches
from ptxpy.isa.traits import traits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.isa.matching import Match
    from ptxpy.isa.operand_constraints import OperandConstraint

__all__ = ["constant_types"]

_CACHE_SIZE: Final = 1 << 12


@lru_cache(maxsize=_CACHE_SIZE)
def constant_types(opcode: str, modifiers: tuple[str, ...]) -> frozenset[str]:
    """Return the types of the constants that an instruction accepts as operands, without dots.

    Offsets of addresses and constants with their own range, such as barrier numbers, do not count.
    If the modifiers fit no form, the types are unknown and the result is one empty name.
    """
    found = matches(opcode, modifiers)
    if not found:
        return frozenset({""})
    packs = bool(traits(opcode, modifiers).copies)
    return frozenset(
        name
        for match in found
        for constraint in _constraints(match)
        # A copy packs the elements of a vector, which are narrower.
        if not (packs and constraint.base == "vec")
        for name in constraint.constant_types(match.binding)
    )


def _constraints(match: Match) -> Iterator[OperandConstraint]:
    """Yield the constraints on the operands that may be present and are not addresses."""
    absent = {
        fact.name
        for rule in match.form.rules
        if not rule.is_required and rule.condition.holds(match.binding)
        for facts in rule.fact.alternatives
        for fact in facts
    }
    for slot in match.form.slots:
        # An address has an offset, which is no constant of a type.
        if slot.shape == "address" or slot.name in absent:
            continue
        for part in slot.parts or (slot,):
            constraint = match.form.constraint_of(part.name, match.binding)
            yield from constraint.parts if constraint.base == "or" else (constraint,)
