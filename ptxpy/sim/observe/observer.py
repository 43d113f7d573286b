"""Observers of a launch: they are notified of instructions, and of threads at barriers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import numpy as np

from ptxpy.sim.launch_hooks import LaunchHooks
from ptxpy.sim.observe.instrumentation import observed, observed_with_values

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.machine.scheduler import Scheduler
    from ptxpy.sim.observe.instruction_sites import InstructionSite
    from ptxpy.sim.observe.instrumentation import ObservedPieces
    from ptxpy.sim.pieces.program import Program

__all__ = ["Lanes", "Observer"]

WARP: Final = 32


class Lanes(NamedTuple):
    """The lanes that run an instruction together."""

    numbers: Any
    """In order."""
    warps: Any
    """The warps that they are of, in order."""
    warp_of: Any
    """For each lane the index of its warp among those."""


class Observer(LaunchHooks):
    """Hears what happens in a launch, batch by batch. This one forgets it."""

    values = False
    """Whether values of registers are reported."""

    def __init__(self) -> None:
        """Begin before the launch."""
        self.scheduler: Scheduler
        self.machine: Machine
        """The batch that runs."""
        self.pieces: ObservedPieces
        self._last: tuple[Any, Lanes] | None = None

    @property
    def compiler(self) -> Callable[[Program], ObservedPieces]:
        """Compiles a program so that instructions are reported, with values of registers or not."""
        return observed_with_values if self.values else observed

    def begin(self, scheduler: Scheduler) -> None:
        """Begin with a batch."""
        self.scheduler = scheduler
        self.machine = scheduler.machine
        self.pieces = cast("ObservedPieces", scheduler.pieces)
        self._last = None

    def step(
        self,
        spot: InstructionSite,
        lanes: Any,
        guard: Any,
        addresses: tuple[Any, ...],
        more: tuple[Any, ...],
        written: tuple[Any, ...],
        read: tuple[Any, ...],
    ) -> None:
        """Called when lanes run an instruction; arrays have an element for each of them.

        Args:
            spot: The instruction.
            lanes: The numbers of the lanes; None for all of the batch.
            guard: For which lanes it is not predicated off; None for all.
            addresses: Those that `spot.addressed` says.
            more: Of a copy, the size and the CTAs; of a wait, whether the phase is complete.
            written: What the registers of `spot.writes` hold after it, slot by slot.
            read: What those of `spot.reads` held before.
        """

    def lanes_of(self, lanes: Any) -> Lanes:
        """Return lanes with their warps; None are all of the batch."""
        if self._last is not None and self._last[0] is lanes:
            return self._last[1]
        numbers = self.machine.lanes if lanes is None else lanes
        warps, warp_of = np.unique(numbers // WARP, return_inverse=True)
        found = Lanes(numbers, warps, warp_of)
        self._last = lanes, found
        return found
