"""Hooks that a launch can have: they bring their own code, and are notified of its batches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.sim.compile.compiled_pieces import CompiledPieces
from ptxpy.sim.hooks import Hooks

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.machine.scheduler import Scheduler
    from ptxpy.sim.pieces.program import Program

__all__ = ["LaunchHooks"]


class LaunchHooks(Hooks):
    """The hooks of a launch, batch by batch; these ignore everything."""

    max_lanes: int | None = None
    """The lanes of a batch, at most; None for no limit but that of the launch."""

    @property
    def compiler(self) -> Callable[[Program], CompiledPieces]:
        """Compiles a program for these hooks; once for each module, so it compares equal."""
        return CompiledPieces

    def begin(self, scheduler: Scheduler) -> None:
        """Called before a batch runs."""

    def batch_ended(self) -> None:
        """Called when all threads of a batch have ended without a fault; may raise `FaultError`."""

    def close(self) -> None:
        """Called after a batch, whether it has ended or a fault has stopped it."""
