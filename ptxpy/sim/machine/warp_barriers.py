"""The barriers of warps, `bar.warp.sync`: who waits at which (PTX ISA 9.7.13.2).

Threads that name the same members meet, wherever in the text each of them has come to its barrier.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from ptxpy.sim.machine.frame import Frame
    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.machine.ready_groups import Group, ReadyGroups
    from ptxpy.sim.pieces.terminators import WarpBarrier

__all__ = ["WarpBarriers"]

WARP: Final = 32


class _Waiting(NamedTuple):
    """Lanes that have come to a barrier of their warps."""

    frame: Frame
    following: int
    lanes: Any
    masks: Any
    """For each lane the members that it names."""


class WarpBarriers:
    """Who has come to the barriers of the warps of a batch."""

    def __init__(self, machine: Machine, ready: ReadyGroups) -> None:
        """Begin with nobody there."""
        self._machine = machine
        self._ready = ready
        self.waiting: list[_Waiting] = []

    def arrive(self, group: Group, step: WarpBarrier) -> None:
        """Let lanes come; all go on when nobody waits for anybody any more."""
        machine = self._machine
        lanes = machine.lanes if group.lanes is None else group.lanes
        masks = np.broadcast_to(step.mask, lanes.shape).astype(np.uint32)
        if step.guard is not None:
            guard = np.broadcast_to(step.guard, lanes.shape)
            self._ready.add(group.frame, step.following, lanes[~guard])
            lanes, masks = lanes[guard], masks[guard]
        if len(lanes):
            self.waiting.append(_Waiting(group.frame, step.following, lanes, masks))
            machine.waits_at_warp_barriers = True
            self._settle(only_all=True)

    def end(self) -> None:
        """Await no longer the threads that have ended."""
        if self.waiting:
            self._settle(only_all=True)

    def release(self) -> bool:
        """Let those go on whose warps are complete; return whether there were any."""
        return bool(self.waiting) and self._settle(only_all=False)

    def _settle(self, *, only_all: bool) -> bool:
        """Let lanes go on that wait for nobody: all that are here, or those of some warps."""
        lanes = np.concatenate([each.lanes for each in self.waiting])
        masks = np.concatenate([each.masks for each in self.waiting])
        ready = self._are_ready(lanes, masks)
        if not (ready.all() if only_all else ready.any()):
            return False
        hooks = self._machine.hooks
        if hooks is not None:
            hooks.warps_meet(None, lanes[ready])
        waiting, self.waiting = self.waiting, []
        start = 0
        for each in waiting:
            goes = ready[start : start + len(each.lanes)]
            start += len(each.lanes)
            self._ready.add(each.frame, each.following, each.lanes[goes])
            if not goes.all():
                self.waiting.append(each._replace(lanes=each.lanes[~goes], masks=each.masks[~goes]))
        self._machine.waits_at_warp_barriers = bool(self.waiting)
        return True

    def _are_ready(self, lanes: Any, masks: Any) -> Any:
        """Return for each lane whether all that it names wait with it, or have ended."""
        ended = self._machine.ended.reshape(-1, WARP)
        gone = np.packbits(ended, axis=1, bitorder="little").view(np.uint32)
        warps = lanes // WARP
        keys = warps.astype(np.uint64) << np.uint64(WARP) | masks
        groups, number = np.unique(keys, return_inverse=True)
        present = np.zeros(len(groups), np.uint32)
        np.bitwise_or.at(present, number, np.uint32(1) << (lanes % WARP).astype(np.uint32))
        return masks & ~(present[number] | gone[:, 0][warps]) == 0
