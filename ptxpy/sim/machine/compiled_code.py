"""The interface of compiled code: functions of pieces, registers, addresses of functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.pieces import Branch, Routine

__all__ = ["CompiledCode", "IfConverted"]


class IfConverted(NamedTuple):
    """Both arms of a branch as one function, in which lanes select their results."""

    function: Callable[..., Any]
    """Its parameters are the machine, the frame, the lanes and the predicate."""
    taken: int
    """How many instructions the arm has for which the predicate holds."""
    other: int
    """How many instructions the other arm has."""
    join: int
    """The piece at which the arms reconverge."""


class CompiledCode(Protocol):
    """The functions of the pieces of a program; each is compiled when it first runs."""

    all_lane_functions: list[Callable[..., Any] | None]
    """For each piece, the function for all lanes of a batch; None if not compiled yet."""
    partial_functions: list[Callable[..., Any] | None]
    """For each piece, the function for some of the lanes; None if not compiled yet."""
    sizes: list[int]
    """How many instructions each piece has."""

    @property
    def turns(self) -> list[bool]:
        """For each piece, whether other lanes may have their turn before it."""

    def make(self, number: int, *, all_lanes: bool) -> Callable[..., Any]:
        """Compile the function of a piece."""

    def if_converted(self, number: int, step: Branch, *, all_lanes: bool) -> IfConverted | None:
        """Return both arms of the branch that ends a piece as one function, if they are short."""

    def is_wait(self, last: int, first: int) -> bool:
        """Return whether the back edge between two pieces ends a turn of a loop that waits."""

    def kinds(self, routine: Routine) -> list[str]:
        """Return the NumPy types of the registers of a function."""

    def statement_at(self, number: int, line: int, *, all_lanes: bool) -> int | None:
        """Return the index of the statement that a line of a piece's function belongs to."""

    def routine_at(self, address: int) -> Routine | None:
        """Return the function at an address."""

    def formals(self, routine: Routine) -> list[tuple[str, Any, int]]:
        """Return the locations of a function's parameters: `("local", offset, size)` or slots."""

    def results(self, routine: Routine) -> list[tuple[str, Any, int]]:
        """Return the locations of the return values of a function."""
