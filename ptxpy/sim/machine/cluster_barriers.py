"""The barriers of clusters: `barrier.cluster` (PTX ISA 9.7.13.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ptxpy.sim.errors import FaultError

if TYPE_CHECKING:
    from ptxpy.sim.machine.frame import Frame
    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.machine.ready_groups import Group, ReadyGroups
    from ptxpy.sim.pieces.terminators import ClusterBarrier

__all__ = ["ClusterBarriers"]


class Waiting(NamedTuple):
    """Lanes that wait at the barrier of their cluster."""

    frame: Frame
    lanes: Any
    following: int


class ClusterBarriers:
    """Who has come to the barriers of the clusters of a batch."""

    def __init__(self, machine: Machine, ready: ReadyGroups) -> None:
        """Begin with nobody there; threads may have ended."""
        self._machine = machine
        self._ready = ready
        self._hooks = machine.hooks
        size = machine.geometry.cluster_size
        self.number = -(-machine.ctas // size)
        self._cluster_of = machine.cta_of // size
        self.alive = self._count(np.flatnonzero(~machine.ended))
        """Threads of each cluster that have not ended."""
        self.arrived = np.zeros(self.number, np.int64)
        """Those of them that have arrived in the current phase."""
        self._phase = np.zeros(self.number, np.int64)
        self._came = np.full(machine.count, -1, np.int64)
        """For each lane the phase in which it has arrived, until it has waited; else -1."""
        self.waiting: list[Waiting] = []

    def _count(self, lanes: Any) -> Any:
        return np.bincount(self._cluster_of[lanes], minlength=self.number)

    def cluster_of(self, lane: int) -> int:
        """Return the number of a lane's cluster in the batch."""
        return int(self._cluster_of[lane])

    def arrive(self, group: Group, step: ClusterBarrier) -> None:
        """Let lanes arrive or wait, and all go on that then can."""
        lanes = self._machine.lanes if group.lanes is None else group.lanes
        if step.guard is not None:
            guard = np.broadcast_to(step.guard, lanes.shape)
            self._ready.add(group.frame, step.following, lanes[~guard])
            lanes = lanes[guard]
        if not len(lanes):
            return
        came = self._came[lanes]
        if step.waits:
            self._wait(group.frame, lanes, came, step.following)
            return
        again = came >= 0
        if again.any():
            text = "a second barrier.cluster.arrive, without a barrier.cluster.wait in between"
            raise FaultError(text, int(lanes[int(again.argmax())]))
        self._came[lanes] = self._phase[self._cluster_of[lanes]]
        self.arrived += self._count(lanes)
        if self._hooks is not None:
            self._hooks.cluster_arrivals(self._cluster_of[lanes], lanes)
        self._ready.add(group.frame, step.following, lanes)
        self._complete()

    def _wait(self, frame: Frame, lanes: Any, came: Any, following: int) -> None:
        early = came < 0
        if early.any():
            text = "a barrier.cluster.wait without a barrier.cluster.arrive before it"
            raise FaultError(text, int(lanes[int(early.argmax())]))
        over = came < self._phase[self._cluster_of[lanes]]
        self._came[lanes[over]] = -1
        if self._hooks is not None and over.any():
            self._hooks.cluster_departures(self._cluster_of[lanes[over]], lanes[over])
        self._ready.add(frame, following, lanes[over])
        if not over.all():
            self.waiting.append(Waiting(frame, lanes[~over], following))

    def end(self, lanes: Any) -> None:
        """Await no longer the threads that have ended."""
        self.alive -= self._count(lanes)
        now = self._came[lanes] == self._phase[self._cluster_of[lanes]]
        self.arrived -= self._count(lanes[now])
        self._complete()

    def _complete(self) -> None:
        """Begin the next phase of clusters of which all threads have arrived."""
        done = (self.arrived > 0) & (self.arrived >= self.alive)
        if not done.any():
            return
        if self._hooks is not None:
            self._hooks.clusters_complete(done)
        self._phase[done] += 1
        self.arrived[done] = 0
        waiting, self.waiting = self.waiting, []
        for frame, lanes, following in waiting:
            self._wait(frame, lanes, self._came[lanes], following)
