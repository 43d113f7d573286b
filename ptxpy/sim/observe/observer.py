"""The base class of observers, which are notified of the events of a launch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import numpy as np

from ptxpy.sim.launch_hooks import LaunchHooks
from ptxpy.sim.observe.instrumentation import compile_observed, compile_observed_with_values

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.machine.scheduler import Scheduler
    from ptxpy.sim.observe.instruction_sites import InstructionSite
    from ptxpy.sim.observe.instrumentation import ObservedPieces
    from ptxpy.sim.pieces import Program

__all__ = ["Lanes", "Observer"]

WARP: Final = 32


class Lanes(NamedTuple):
    """The lanes that execute an instruction together."""

    numbers: Any
    """Their indices, in order."""
    warps: Any
    """The warps that contain them, in order."""
    warp_of: Any
    """For each lane, the position of its warp in `warps`."""


class Observer(LaunchHooks):
    """An observer of a launch, batch by batch, that ignores all events."""

    values = False
    """Whether values of registers are reported."""

    def __init__(self) -> None:
        """Create an observer for one launch."""
        self.scheduler: Scheduler
        self.machine: Machine
        """The state of the current batch."""
        self.pieces: ObservedPieces
        self._last: tuple[Any, Lanes] | None = None

    @property
    def compiler(self) -> Callable[[Program], ObservedPieces]:
        """The compiler of pieces that report instructions, with the values of registers or not."""
        return compile_observed_with_values if self.values else compile_observed

    def begin(self, scheduler: Scheduler) -> None:
        """Begin a batch."""
        self.scheduler = scheduler
        self.machine = scheduler.machine
        self.pieces = cast("ObservedPieces", scheduler.pieces)
        self._last = None

    def step(
        self,
        site: InstructionSite,
        lanes: Any,
        guard: Any,
        addresses: tuple[Any, ...],
        more: tuple[Any, ...],
        written: tuple[Any, ...],
        read: tuple[Any, ...],
    ) -> None:
        """Called when lanes execute an instruction; arrays have one element per lane.

        Args:
            site: The instruction.
            lanes: The indices of the lanes; None for all lanes of the batch.
            guard: For which lanes the guard holds; None for all.
            addresses: The addresses of `site.address_operands`.
            more: For a copy, the size and the mask of CTAs; for an arrival in several CTAs, their
                mask; for a wait, whether the phase is complete.
            written: The values of `site.writes` after the instruction, slot by slot.
            read: The values of `site.reads` before the instruction.
        """

    def lanes_of(self, lanes: Any) -> Lanes:
        """Return lanes with their warps; None stands for all lanes of the batch."""
        if self._last is not None and self._last[0] is lanes:
            return self._last[1]
        numbers = self.machine.lanes if lanes is None else lanes
        warps, warp_of = np.unique(numbers // WARP, return_inverse=True)
        group = Lanes(numbers, warps, warp_of)
        self._last = lanes, group
        return group
