"""The hooks of a launch, with a compiler of their own; they are notified of its batches."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ptxpy.sim.compile.compiled_pieces import CompiledPieces
from ptxpy.sim.hooks import Hooks
from ptxpy.sim.machine.scheduler import Scheduler

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.pieces import Program

__all__ = ["LaunchHooks"]


class LaunchHooks(Hooks):
    """The hooks of a launch, batch by batch; these ignore everything."""

    max_lanes: int | None = None
    """The most lanes of a batch; None for the limit of the launch alone."""
    scheduler_class: ClassVar[type[Scheduler]] = Scheduler
    """The scheduler of the batches."""
    exposes_synchronisation: ClassVar[bool] = False
    """Whether the launch runs an exposed program (see `Program`)."""

    @property
    def compiler(self) -> Callable[[Program], CompiledPieces]:
        """Compiles a program for these hooks. It must compare equal, to run once per module."""
        return CompiledPieces

    def begin(self, scheduler: Scheduler) -> None:
        """Called before a batch runs."""

    def faulted(self, message: str, ordinal: int | None, lane: int | None) -> None:
        """Called when a fault has stopped a batch, before it is raised.

        Args:
            message: The message, with line and thread.
            ordinal: The ordinal of the statement; None if it is not known, as of a deadlock.
            lane: The index of the faulting lane; None if it is not known.
        """

    def batch_ended(self) -> None:
        """Called when all threads of a batch have ended without a fault; may raise `FaultError`."""

    def close(self) -> None:
        """Called after a batch, whether it has ended or a fault has stopped it."""
