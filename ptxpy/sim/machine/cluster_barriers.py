"""The barriers of clusters: `barrier.cluster` (PTX ISA 9.7.13.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ptxpy.sim.errors import FaultError

if TYPE_CHECKING:
    from ptxpy.sim.machine.frame import Frame
    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.machine.ready_groups import Group, ReadyGroups
    from ptxpy.sim.pieces import ClusterBarrier

__all__ = ["ClusterBarriers"]


class Waiting(NamedTuple):
    """Lanes that wait at the barrier of their cluster."""

    frame: Frame
    lanes: Any
    following: int


class ClusterBarriers:
    """The barriers of the clusters of a batch: arrivals, and lanes that wait."""

    def __init__(self, machine: Machine, ready: ReadyGroups) -> None:
        """Create barriers at which no thread has arrived; threads may have ended before."""
        self._machine = machine
        self._ready = ready
        self._hooks = machine.hooks
        size = machine.geometry.cluster_size
        self.count = -(-machine.ctas // size)
        self._cluster_of = machine.cta_of // size
        self.alive = self._count_by_cluster(np.flatnonzero(~machine.ended))
        """For each cluster, how many threads have not ended."""
        self.arrived = np.zeros(self.count, np.int64)
        """For each cluster, how many of these threads have arrived in the current phase."""
        self._phase = np.zeros(self.count, np.int64)
        self._arrival_phase = np.full(machine.count, -1, np.int64)
        """For each lane, the phase in which it has arrived, until it has waited; else -1."""
        self.waiting: list[Waiting] = []

    def _count_by_cluster(self, lanes: Any) -> Any:
        return np.bincount(self._cluster_of[lanes], minlength=self.count)

    def cluster_index(self, lane: int) -> int:
        """Return the index of a lane's cluster in the batch."""
        return int(self._cluster_of[lane])

    def arrive(self, group: Group, step: ClusterBarrier) -> None:
        """Let lanes arrive or wait, and release all lanes whose barriers are then complete."""
        lanes = self._machine.lanes if group.lanes is None else group.lanes
        if step.guard is not None:
            guard = np.broadcast_to(step.guard, lanes.shape)
            self._ready.add(group.frame, step.following, lanes[~guard])
            lanes = lanes[guard]
        if not len(lanes):
            return
        phases = self._arrival_phase[lanes]
        if step.waits:
            self._wait(group.frame, lanes, phases, step.following)
            return
        is_second = phases >= 0
        if is_second.any():
            text = "a second barrier.cluster.arrive, without a barrier.cluster.wait in between"
            raise FaultError(text, int(lanes[int(is_second.argmax())]))
        self._arrival_phase[lanes] = self._phase[self._cluster_of[lanes]]
        self.arrived += self._count_by_cluster(lanes)
        if self._hooks is not None:
            self._hooks.cluster_arrivals(self._cluster_of[lanes], lanes)
        self._ready.add(group.frame, step.following, lanes)
        self._complete()

    def _wait(self, frame: Frame, lanes: Any, phases: Any, following: int) -> None:
        early = phases < 0
        if early.any():
            text = "a barrier.cluster.wait without a barrier.cluster.arrive before it"
            raise FaultError(text, int(lanes[int(early.argmax())]))
        complete = phases < self._phase[self._cluster_of[lanes]]
        self._arrival_phase[lanes[complete]] = -1
        if self._hooks is not None and complete.any():
            self._hooks.cluster_departures(self._cluster_of[lanes[complete]], lanes[complete])
        self._ready.add(frame, following, lanes[complete])
        if not complete.all():
            self.waiting.append(Waiting(frame, lanes[~complete], following))

    def end(self, lanes: Any) -> None:
        """Exclude threads that have ended from the threads that barriers await."""
        self.alive -= self._count_by_cluster(lanes)
        now = self._arrival_phase[lanes] == self._phase[self._cluster_of[lanes]]
        self.arrived -= self._count_by_cluster(lanes[now])
        self._complete()

    def _complete(self) -> None:
        """Begin the next phase of the clusters in which all threads have arrived."""
        done = (self.arrived > 0) & (self.arrived >= self.alive)
        if not done.any():
            return
        if self._hooks is not None:
            self._hooks.clusters_complete(done)
        self._phase[done] += 1
        self.arrived[done] = 0
        waiting, self.waiting = self.waiting, []
        for frame, lanes, following in waiting:
            self._wait(frame, lanes, self._arrival_phase[lanes], following)
