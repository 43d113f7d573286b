"""The barriers of CTAs, clusters and warps (PTX ISA 9.7.13.1 to 9.7.13.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.frame import scatter_lanes

if TYPE_CHECKING:
    from ptxpy.sim.machine.frame import Frame
    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.machine.ready_groups import Group, ReadyGroups
    from ptxpy.sim.pieces import Barrier, ClusterBarrier, WarpBarrier

__all__ = ["BARRIERS_PER_CTA", "WARP_SIZE", "Barriers", "ClusterBarriers", "WarpBarriers"]

BARRIERS_PER_CTA: Final = 16
WARP_SIZE: Final = 32


class _WaitingInCtas(NamedTuple):
    """Lanes that wait at a barrier."""

    frame: Frame
    lanes: Any
    keys: Any
    """For each lane, the index of its barrier among all barriers of the batch."""
    step: Barrier
    predicate: Any


class Barriers:
    """The barriers of the CTAs of a batch: the threads that have arrived, and those that wait."""

    def __init__(self, machine: Machine, ready: ReadyGroups) -> None:
        """Create barriers at which no thread has arrived."""
        self._machine = machine
        self._ready = ready
        self._hooks = machine.hooks
        self._waiting: list[_WaitingInCtas] = []
        self._arrived = np.zeros(machine.ctas * BARRIERS_PER_CTA, np.int64)
        """For each barrier, how many threads have arrived in the current phase."""
        self._expected = np.zeros(machine.ctas * BARRIERS_PER_CTA, np.int64)
        """For each barrier, how many threads it awaits; 0 for all that have not ended."""
        self._alive = np.full(machine.ctas, machine.geometry.threads, np.int64)
        """For each CTA, how many threads have not ended."""

    def arrive(self, group: Group, step: Barrier) -> None:
        """Let lanes arrive at barriers, and release all lanes whose barriers are then complete."""
        machine = self._machine
        lanes = group.lanes
        # Nearly every barrier is reached by all threads at once, and then has nothing to count.
        if self._is_all(group, step) and not step.reduction:
            if self._hooks is not None:
                self._hooks.batch_converges()
            self._ready.add(group.frame, step.following, None)
            return
        if step.guard is not None:
            number = machine.count if lanes is None else len(lanes)
            guard = np.broadcast_to(step.guard, (number,))
            if not guard.all():
                # Threads whose guard is false go on, as for any instruction: `@%p bar.sync 0;`.
                skipped = machine.select_lanes(group.lanes, ~guard)
                self._ready.add(group.frame, step.following, skipped)
            lanes = machine.select_lanes(group.lanes, guard)
            if not len(lanes):
                return
            chosen = guard.nonzero()[0]
        else:
            chosen = None
            lanes = machine.lanes if lanes is None else lanes

        def of_arriving(value: Any) -> Any:
            return value[chosen] if chosen is not None and value.ndim else value

        numbers = np.broadcast_to(of_arriving(step.number), lanes.shape).astype(np.int64)
        threads = np.broadcast_to(of_arriving(step.threads), lanes.shape).astype(np.int64)
        if (numbers >= BARRIERS_PER_CTA).any():
            text = f"barrier {int(numbers.max())}: a CTA has {BARRIERS_PER_CTA}, from 0 on"
            raise FaultError(text, int(lanes[int(np.argmax(numbers))]))
        partial = threads % WARP_SIZE
        # The number of threads has to be a multiple of the warp size (PTX ISA 9.7.13.1).
        if partial.any():
            text = f"a barrier for {int(threads[partial != 0][0])} threads, not whole warps"
            raise FaultError(text, int(lanes[0]))
        keys = machine.cta_of[lanes] * BARRIERS_PER_CTA + numbers
        predicate = None
        if step.reduction:
            predicate = np.broadcast_to(of_arriving(step.predicate), lanes.shape)
        self._arrive(_WaitingInCtas(group.frame, lanes, keys, step, predicate), threads)

    def _arrive(self, waiting: _WaitingInCtas, threads: Any) -> None:
        """Count lanes at their barriers; warp by warp if more arrive than a barrier awaits."""
        frame, lanes, keys, step, predicate = waiting
        arrived = self._arrived + np.bincount(keys, minlength=len(self._arrived))
        expected = self._expected.copy()
        np.maximum.at(expected, keys, threads)
        over = (arrived > expected) & (expected > 0)
        # A device counts warp by warp: the first warps that fill the barrier leave it, and the
        # others begin the next phase.
        if over.any() and lanes[0] // WARP_SIZE != lanes[-1] // WARP_SIZE:
            if self._hooks is not None:
                key = int(over.argmax())
                lane = int(lanes[keys == key][-1])
                self._hooks.barrier_overfilled(key, lane, int(arrived[key]), int(expected[key]))
            for warp in np.unique(lanes // WARP_SIZE):
                here = lanes // WARP_SIZE == warp
                values = None if predicate is None else predicate[here]
                self._arrive(
                    _WaitingInCtas(frame, lanes[here], keys[here], step, values), threads[here]
                )
            return
        self._arrived, self._expected = arrived, expected
        if self._hooks is not None:
            self._hooks.barrier_arrivals(keys, lanes)
        if step.waits or step.reduction:
            self._waiting.append(waiting)
        else:
            self._ready.add(frame, step.following, lanes)
        self._release()

    def _is_all(self, group: Group, step: Barrier) -> bool:
        """Return whether the whole batch arrives at one barrier at which no thread waits."""
        threads = self._machine.geometry.threads
        return (
            group.lanes is None
            and step.guard is None
            and step.waits
            and not self._waiting
            and not step.number.ndim
            and step.number < BARRIERS_PER_CTA
            and not step.threads.ndim
            and int(step.threads) in (0, threads)
            and not self._arrived.any()
        )

    def end(self, lanes: Any) -> None:
        """Exclude threads that have ended from the threads that barriers await."""
        machine = self._machine
        if lanes is machine.lanes:
            self._alive[:] = 0
        else:
            self._alive -= np.bincount(machine.cta_of[lanes], minlength=machine.ctas)
            ended = self._alive == 0
            if ended.any():
                machine.ended_ctas = ended
        if self._waiting:
            self._release()

    def _release(self) -> None:
        """Release the lanes whose barriers are complete."""
        alive = np.repeat(self._alive, BARRIERS_PER_CTA)
        expected = np.where(self._expected == 0, alive, self._expected)
        complete = (self._arrived > 0) & (self._arrived >= expected)
        if not complete.any():
            return
        # All waiting lanes contribute, so the results are computed before any of them leaves.
        results = self._reduce(complete)
        hooks = self._hooks
        remaining: list[_WaitingInCtas] = []
        for waiting in self._waiting:
            released = complete[waiting.keys]
            if released.any():
                lanes = waiting.lanes[released]
                if hooks is not None:
                    hooks.barrier_departures(waiting.keys[released], lanes, waiting.step.following)
                if waiting.step.reduction:
                    value = results[waiting.step.reduction][waiting.keys[released]]
                    scatter_lanes(waiting.frame, waiting.step.slot, value, lanes)
                self._ready.add(waiting.frame, waiting.step.following, lanes)
            if not released.all():
                stays = ~released
                predicate = waiting.predicate
                if predicate is not None:
                    predicate = predicate[stays]
                remaining.append(
                    waiting._replace(
                        lanes=waiting.lanes[stays], keys=waiting.keys[stays], predicate=predicate
                    )
                )
        self._waiting = remaining
        if hooks is not None:
            hooks.barriers_complete(complete)
        self._arrived[complete] = 0
        self._expected[complete] = 0

    def _reduce(self, complete: Any) -> dict[str, Any]:
        """Return the results of the reductions of complete barriers, by operation and barrier."""
        operations = {waiting.step.reduction for waiting in self._waiting if waiting.step.reduction}
        if not operations:
            return {}
        size = len(complete)
        true_count = np.zeros(size, np.int64)
        count = np.zeros(size, np.int64)
        for waiting in self._waiting:
            if waiting.step.reduction:
                # `bincount` sums the weights of each key: the number of true predicates at each
                # barrier.
                weights = waiting.predicate
                sums = np.bincount(waiting.keys, weights=weights, minlength=size)
                true_count += sums.astype(np.int64)
                count += np.bincount(waiting.keys, minlength=size)
        return {
            # `barrier.red.popc.u32 d, a, p;` counts the threads whose predicate holds.
            "popc": true_count.astype(np.uint32),
            "or": true_count > 0,
            "and": true_count == count,
        }

    def waiting(self) -> list[tuple[Frame, Any, Any, int]]:
        """Return the waiting lanes: frame, lanes, barriers (see `state`), the piece after."""
        return [(each.frame, each.lanes, each.keys, each.step.following) for each in self._waiting]

    def threads(self, key: int) -> int:
        """Return how many threads a barrier awaits in this phase; 0 for all of its CTA."""
        return int(self._expected[key])

    def state(self, key: int) -> tuple[int, int, int]:
        """Return a barrier's index in its CTA, how many threads have arrived, and are awaited."""
        cta, number = divmod(key, BARRIERS_PER_CTA)
        awaited = int(self._expected[key]) or int(self._alive[cta])
        return number, int(self._arrived[key]), awaited


class _WaitingInClusters(NamedTuple):
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
        self.waiting: list[_WaitingInClusters] = []

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
        # A thread may arrive once in a phase: the second arrival is undefined (PTX ISA 9.7.13.3).
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
        # A phase is complete when a later one has begun.
        complete = phases < self._phase[self._cluster_of[lanes]]
        self._arrival_phase[lanes[complete]] = -1
        if self._hooks is not None and complete.any():
            self._hooks.cluster_departures(self._cluster_of[lanes[complete]], lanes[complete])
        self._ready.add(frame, following, lanes[complete])
        if not complete.all():
            self.waiting.append(_WaitingInClusters(frame, lanes[~complete], following))

    def end(self, lanes: Any) -> None:
        """Exclude threads that have ended from the threads that barriers await."""
        self.alive -= self._count_by_cluster(lanes)
        # Threads that arrived in this phase and then ended are counted on both sides, so both
        # numbers fall.
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


class _WaitingInWarps(NamedTuple):
    """Lanes that wait at a barrier of their warps."""

    frame: Frame
    following: int
    lanes: Any
    masks: Any
    """For each lane, its member mask."""


class WarpBarriers:
    """The lanes of a batch that wait at barriers of their warps, `bar.warp.sync`.

    Threads with the same member mask synchronise, even if they wait at different instructions.
    """

    def __init__(self, machine: Machine, ready: ReadyGroups) -> None:
        """Create barriers at which no thread waits."""
        self._machine = machine
        self._ready = ready
        self.waiting: list[_WaitingInWarps] = []

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
            self.waiting.append(_WaitingInWarps(group.frame, step.following, lanes, masks))
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
        ended = self._machine.ended.reshape(-1, WARP_SIZE)
        ended_masks = np.packbits(ended, axis=1, bitorder="little").view(np.uint32)
        warps = lanes // WARP_SIZE
        keys = warps.astype(np.uint64) << np.uint64(WARP_SIZE) | masks
        groups, group_of = np.unique(keys, return_inverse=True)
        present = np.zeros(len(groups), np.uint32)
        np.bitwise_or.at(present, group_of, np.uint32(1) << (lanes % WARP_SIZE).astype(np.uint32))
        # A lane is ready if all members of its mask wait with the same mask, or have ended.
        ready = masks & ~(present[group_of] | ended_masks[:, 0][warps]) == 0
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
