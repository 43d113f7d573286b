"""What the simulator says when a kernel cannot run, or does what it must not."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["EndlessError", "Fault", "SimulationError", "Unsupported", "UnsupportedError"]


class Unsupported(NamedTuple):
    """A statement that the simulator cannot run."""

    ordinal: int
    """Its number among `ptxpy.ir.statements` of the module."""
    reason: str


class UnsupportedError(NotImplementedError):
    """A kernel with statements that the simulator cannot run; it has not begun to run."""

    __module__ = "ptxpy"

    def __init__(self, kernel: str, statements: Sequence[Unsupported], text: str) -> None:
        """Keep what is missing; `text` tells of it, line by line."""
        self.kernel = kernel
        self.statements = tuple(statements)
        super().__init__(text)


class SimulationError(RuntimeError):
    """A kernel that did what it must not: the message says where, which thread, and what."""

    __module__ = "ptxpy"


class EndlessError(SimulationError):
    """A kernel that has not ended after as many steps as it may make."""


class Fault(Exception):  # noqa: N818 - becomes a SimulationError once its place is known
    """What a statement must not do, before it is known which statement that was."""

    def __init__(self, message: str, lane: int | None = None) -> None:
        """Keep the message and the lane that is to blame: its number in the batch."""
        self.message = message
        self.lane = lane
        self.statement: int | None = None
        """Which one it was, by its index in its function, if it is not the one that ran."""
        self.ordinal: int | None = None
        """Likewise by its ordinal in the module."""
        self.earlier: tuple[tuple[str, int], ...] = ()
        """Other statements that belong to it: in words, and the ordinal."""
        super().__init__(message)
