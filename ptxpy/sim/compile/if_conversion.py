"""If-conversion: run both arms of a short branch for all lanes, and select each result.

Splitting a group, running its halves and merging them costs more than a few instructions whose
results are then selected by the predicate. The arms (of a triangle or diamond, also called a
hammock) must do nothing but compute, and reconverge immediately.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ptxpy.ir import nodes as n
from ptxpy.isa import DIRECT_BRANCHES, traits
from ptxpy.sim.compile.registry import LANEWISE

if TYPE_CHECKING:
    from ptxpy.sim.pieces.program import Routine

__all__ = ["Sides", "sides_of"]

_MAX_ARM_STATEMENTS: Final = 12
"""Statements of an arm, at most."""


class Sides(NamedTuple):
    """The pieces between a branch and where its sides meet, by their numbers in the program."""

    taken: int | None
    """Those for which the predicate holds; None when there is nothing to do for them."""
    other: int | None
    join: int


def sides_of(routine: Routine, taken: int, other: int) -> Sides | None:
    """Return the arms of a branch to two pieces, if they are short and reconverge immediately."""
    ends = [_end(routine, piece) for piece in (taken, other)]
    if ends[0] == ends[1] and ends[0] is not None:
        return Sides(taken, other, ends[0])
    if ends[0] == other:
        return Sides(taken, None, other)
    if ends[1] == taken:
        return Sides(None, other, taken)
    return None


def _end(routine: Routine, piece: int) -> int | None:
    """Return the piece that follows a side; None if the piece is no side."""
    index = piece - routine.first
    if index >= len(routine.pieces):
        return None
    part = routine.pieces[index]
    following = routine.successors[index]
    if len(following) != 1 or following[0] in (index, len(routine.pieces)):
        return None
    if part.stop - part.start > _MAX_ARM_STATEMENTS:
        return None
    if not all(_is_plain(each) for each in routine.code.statements[part.start : part.stop]):
        return None
    return routine.first + following[0]


def _is_plain(statement: Any) -> bool:
    """Return whether a statement only computes, lane by lane, or ends a side."""
    if type(statement) is n.Call:
        return False
    if type(statement) is not n.Instruction:
        return True
    if statement.opcode in DIRECT_BRANCHES:
        return statement.guard is None
    accesses = traits(statement.opcode, statement.modifiers).accesses
    return statement.opcode in LANEWISE and not accesses
