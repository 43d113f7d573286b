"""If-conversion: run both arms of a short branch for all lanes, and select each result.

Splitting a group of lanes, running its halves and merging them costs more than a few instructions
whose results are then selected by the predicate. The arms (of a triangle or diamond, also called a
hammock) may only hold lane-wise arithmetic, no memory access and no call, and must reconverge
immediately.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.isa import DIRECT_BRANCHES, traits
from ptxpy.sim.compile.registry import LANEWISE

if TYPE_CHECKING:
    from ptxpy.sim.pieces import Routine

__all__ = ["Arms", "arms_of"]

_MAX_ARM_STATEMENTS: Final = 12
"""The most statements that an arm may hold."""


class Arms(NamedTuple):
    """The pieces between a branch and its reconvergence, by index in the program."""

    taken: int | None
    """The piece that runs where the predicate holds; None if that arm is empty."""
    other: int | None
    """The piece that runs where the predicate does not hold; None if that arm is empty."""
    join: int
    """The piece at which the arms reconverge."""


def arms_of(routine: Routine, taken: int, other: int) -> Arms | None:
    """Return the arms of a branch to two pieces, if they are short and reconverge immediately."""
    joins = [_join_of(routine, piece) for piece in (taken, other)]
    # A diamond: both pieces lead to the same one.
    if joins[0] == joins[1] and joins[0] is not None:
        return Arms(taken, other, joins[0])
    # A triangle, `@!%p1 bra JOIN;`: one arm is empty, as the branch leads to the join itself.
    if joins[0] == other:
        return Arms(taken, None, other)
    if joins[1] == taken:
        return Arms(None, other, taken)
    return None


def _join_of(routine: Routine, index_in_program: int) -> int | None:
    """Return the piece that follows an arm; None if this piece cannot be an arm."""
    index = index_in_program - routine.first
    if index >= len(routine.pieces):
        return None
    piece = routine.pieces[index]
    following = routine.successors[index]
    # An arm must not be a loop, nor the end of the function.
    if len(following) != 1 or following[0] in (index, len(routine.pieces)):
        return None
    if piece.stop - piece.start > _MAX_ARM_STATEMENTS:
        return None
    if not all(_is_lanewise(each) for each in routine.code.statements[piece.start : piece.stop]):
        return None
    return routine.first + following[0]


def _is_lanewise(statement: Any) -> bool:
    """Return whether a statement only computes, lane by lane, or ends an arm."""
    if type(statement) is n.Call:
        return False
    if type(statement) is not n.Instruction:
        return True
    # A branch with a guard would part the lanes of the arm once more.
    if statement.opcode in DIRECT_BRANCHES:
        return statement.guard is None
    accesses = traits(statement.opcode, statement.modifiers).accesses
    return statement.opcode in LANEWISE and not accesses
