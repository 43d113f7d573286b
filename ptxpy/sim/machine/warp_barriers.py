"""The barriers of warps, `bar.warp.sync` (PTX ISA 9.7.13.2).

Threads with the same member mask synchronise, even if they wait at different instructions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from ptxpy.sim.machine.frame import Frame
    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.machine.ready_groups import Group, ReadyGroups
    from ptxpy.sim.pieces import WarpBarrier

__all__ = ["WarpBarriers"]

WARP_SIZE: Final = 32


class _Waiting(NamedTuple):
    """Lanes that wait at a barrier of their warps."""

    frame: Frame
    following: int
    lanes: Any
    masks: Any
    """For each lane, its member mask."""


class WarpBarriers:
    """The lanes of a batch that wait at barriers of their warps."""

    def __init__(self, machine: Machine, ready: ReadyGroups) -> None:
        """Create barriers at which no thread waits."""
        self._machine = machine
        self._ready = ready
        self.waiting: list[_Waiting] = []

    def arrive(self, group: Group, step: WarpBarrier) -> None:
        """Let lanes arrive; all are released when every member mask is complete."""
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
            self._release(only_all=True)

    def end(self) -> None:
        """Release lanes that waited only for threads that have ended."""
        if self.waiting:
            self._release(only_all=True)

    def release(self) -> bool:
        """Release the lanes whose members have all arrived; return whether any were released."""
        return bool(self.waiting) and self._release(only_all=False)

    def _release(self, *, only_all: bool) -> bool:
        """Release lanes whose members have all arrived; with `only_all`, all lanes or none."""
        lanes = np.concatenate([each.lanes for each in self.waiting])
        masks = np.concatenate([each.masks for each in self.waiting])
        ready = self._are_ready(lanes, masks)
        if not (ready.all() if only_all else ready.any()):
            return False
        hooks = self._machine.hooks
        if hooks is not None:
            hooks.warps_converge(None, lanes[ready])
        waiting, self.waiting = self.waiting, []
        start = 0
        for each in waiting:
            released = ready[start : start + len(each.lanes)]
            start += len(each.lanes)
            self._ready.add(each.frame, each.following, each.lanes[released])
            if not released.all():
                self.waiting.append(
                    each._replace(lanes=each.lanes[~released], masks=each.masks[~released])
                )
        self._machine.waits_at_warp_barriers = bool(self.waiting)
        return True

    def _are_ready(self, lanes: Any, masks: Any) -> Any:
        """Return for each lane whether all members of its mask wait with it, or have ended."""
        ended = self._machine.ended.reshape(-1, WARP_SIZE)
        ended_masks = np.packbits(ended, axis=1, bitorder="little").view(np.uint32)
        warps = lanes // WARP_SIZE
        keys = warps.astype(np.uint64) << np.uint64(WARP_SIZE) | masks
        groups, group_of = np.unique(keys, return_inverse=True)
        present = np.zeros(len(groups), np.uint32)
        np.bitwise_or.at(present, group_of, np.uint32(1) << (lanes % WARP_SIZE).astype(np.uint32))
        return masks & ~(present[group_of] | ended_masks[:, 0][warps]) == 0
