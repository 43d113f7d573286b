"""What looks at a launch: it hears of each instruction, and of threads at barriers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import numpy as np

from ptxpy.sim.machine.scheduler import Scheduler
from ptxpy.sim.machine.terminators import Barrier, ClusterBarrier

if TYPE_CHECKING:
    from ptxpy.sim.compile.compiled_pieces import Pieces
    from ptxpy.sim.machine.frame import Frame
    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.machine.scheduler import Group, Steps
    from ptxpy.sim.observe.instruction_sites import Spot
    from ptxpy.sim.observe.instrumentation import ObservedPieces

__all__ = ["Lanes", "ObservedScheduler", "Observer"]

WARP: Final = 32


class Lanes(NamedTuple):
    """The lanes that run an instruction together."""

    numbers: Any
    """In order."""
    warps: Any
    """The warps that they are of, in order."""
    warp_of: Any
    """For each lane the index of its warp among those."""


class Observer:
    """Hears what happens in a launch, batch by batch. This one forgets it."""

    values = False
    """Whether it is told what registers hold."""

    def __init__(self) -> None:
        """Begin before the launch."""
        self.machine: Machine
        """The batch that runs."""
        self.pieces: ObservedPieces
        self._last: tuple[Any, Lanes] | None = None

    def scheduler(
        self, machine: Machine, pieces: Pieces, frame: Frame, start: int, steps: Steps
    ) -> Scheduler:
        """Return who runs a batch; what happens in it is heard here from now on."""
        self.begin(machine, cast("ObservedPieces", pieces))
        machine.observer = self
        return ObservedScheduler(self, machine, pieces, frame, start, steps)

    def begin(self, machine: Machine, pieces: ObservedPieces) -> None:
        """Begin with a batch."""
        self.machine = machine
        self.pieces = pieces
        self._last = None

    def end(self) -> None:
        """Hear that a batch has ended."""

    def step(
        self,
        spot: Spot,
        lanes: Any,
        guard: Any,
        addresses: tuple[Any, ...],
        more: tuple[Any, ...],
        written: tuple[Any, ...],
        read: tuple[Any, ...],
    ) -> None:
        """Hear of an instruction that lanes run; arrays have an element for each of them.

        Args:
            spot: The instruction.
            lanes: The numbers of the lanes; None for all of the batch.
            guard: For which lanes it is not predicated off; None for all.
            addresses: Those that `spot.addressed` says.
            more: Of a copy, the size and the CTAs; of a wait, whether the phase is complete.
            written: What the registers of `spot.writes` hold behind it, slot by slot.
            read: What those of `spot.reads` held before.
        """

    def comes(self, group: Group, step: Barrier | ClusterBarrier) -> None:
        """Hear that lanes come to a barrier."""

    def has_come(self, group: Group, step: Barrier | ClusterBarrier) -> None:
        """Hear that all has been done that this led to."""

    def released(self, lanes: Any) -> None:
        """Hear that lanes, None for all, may go on, whatever they waited for, if they did."""

    def lanes_of(self, lanes: Any) -> Lanes:
        """Return lanes with their warps; None are all of the batch."""
        if self._last is not None and self._last[0] is lanes:
            return self._last[1]
        numbers = self.machine.lanes if lanes is None else lanes
        warps, warp_of = np.unique(numbers // WARP, return_inverse=True)
        found = Lanes(numbers, warps, warp_of)
        self._last = lanes, found
        return found


class ObservedScheduler(Scheduler):
    """Runs the lanes of one batch, and tells who comes to barriers and who goes on."""

    observer = Observer()

    def __init__(self, observer: Observer, *arguments: Any) -> None:
        """Begin as a `Scheduler` does."""
        self.observer = observer
        super().__init__(*arguments)

    def add(self, frame: Frame, piece: int, lanes: Any) -> None:
        """Let lanes run a piece when it is its turn."""
        self.observer.released(lanes)
        super().add(frame, piece, lanes)

    def _act(self, group: Group, step: Any) -> None:
        if type(step) is Barrier or type(step) is ClusterBarrier:
            self.observer.comes(group, step)
            super()._act(group, step)
            self.observer.has_come(group, step)
        else:
            super()._act(group, step)
