"""The targets that have all instructions of a block, and those that it is compiled for."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from ptxpy.isa.legality import check_legality
from ptxpy.isa.table import entries
from ptxpy.isa.targets import TARGETS, parse_target

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ptxpy.inline_ptx.blocks import Guard
    from ptxpy.ir import nodes as n
    from ptxpy.isa.targets import Target

__all__ = ["allows", "guarded_targets", "supporting_targets"]


@cache
def _targets() -> tuple[Target, ...]:
    return tuple(sorted(map(parse_target, TARGETS)))


@lru_cache(maxsize=1 << 14)
def _supporting(opcode: str, modifiers: tuple[str, ...]) -> frozenset[Target]:
    """Return the targets that have an instruction; all for one that the table does not have."""
    if not entries(opcode) or check_legality(opcode, modifiers, None) is not None:
        return frozenset(_targets())
    return frozenset(
        target
        for target in _targets()
        if check_legality(opcode, modifiers, None, None, target) is None
    )


def supporting_targets(instructions: Iterable[n.Instruction]) -> frozenset[Target]:
    """Return the targets that have all of some instructions."""
    found = frozenset(_targets())
    for instruction in instructions:
        found &= _supporting(instruction.opcode, instruction.modifiers)
    return found


def guarded_targets(guard: Guard) -> tuple[Target, ...]:
    """Return the targets that a guard lets through, lowest first."""
    return tuple(target for target in _targets() if allows(guard, target))


def allows(guard: Guard, target: Target) -> bool:
    """Return whether a guard lets a target through.

    A condition on features of an architecture lets its variants with an `a` or `f` through.
    """
    arch = target.number * 10
    if arch < guard.lowest or (guard.highest and arch > guard.highest):
        return False
    return not guard.feature or bool(target.variant)
