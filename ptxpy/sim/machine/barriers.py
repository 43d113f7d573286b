"""The barriers of CTAs: arrivals, waits and completion (PTX ISA 9.7.13.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.frame import scatter_lanes

if TYPE_CHECKING:
    from ptxpy.sim.machine.frame import Frame
    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.machine.ready_groups import Group, ReadyGroups
    from ptxpy.sim.pieces import Barrier

__all__ = ["Barriers"]

BARRIERS_PER_CTA: Final = 16
WARP_SIZE: Final = 32


class _Waiting(NamedTuple):
    """Lanes that wait at a barrier."""

    frame: Frame
    lanes: Any
    keys: Any
    """For each lane, the index of its barrier among all barriers of the batch."""
    step: Barrier
    predicate: Any


class Barriers:
    """The barriers of a batch: the threads that have arrived, and those that wait."""

    def __init__(self, machine: Machine, ready: ReadyGroups) -> None:
        """Create barriers at which no thread has arrived."""
        self._machine = machine
        self._ready = ready
        self._hooks = machine.hooks
        self._waiting: list[_Waiting] = []
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
        if self._is_all(group, step) and not step.reduction:
            if self._hooks is not None:
                self._hooks.batch_converges()
            self._ready.add(group.frame, step.following, None)
            return
        if step.guard is not None:
            number = machine.count if lanes is None else len(lanes)
            guard = np.broadcast_to(step.guard, (number,))
            if not guard.all():
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
        if partial.any():
            text = f"a barrier for {int(threads[partial != 0][0])} threads, not whole warps"
            raise FaultError(text, int(lanes[0]))
        keys = machine.cta_of[lanes] * BARRIERS_PER_CTA + numbers
        predicate = None
        if step.reduction:
            predicate = np.broadcast_to(of_arriving(step.predicate), lanes.shape)
        self._arrive(_Waiting(group.frame, lanes, keys, step, predicate), threads)

    def _arrive(self, waiting: _Waiting, threads: Any) -> None:
        """Count lanes at their barriers; warp by warp if more arrive than a barrier awaits."""
        frame, lanes, keys, step, predicate = waiting
        arrived = self._arrived + np.bincount(keys, minlength=len(self._arrived))
        expected = self._expected.copy()
        np.maximum.at(expected, keys, threads)
        over = (arrived > expected) & (expected > 0)
        if over.any() and lanes[0] // WARP_SIZE != lanes[-1] // WARP_SIZE:
            if self._hooks is not None:
                key = int(over.argmax())
                lane = int(lanes[keys == key][-1])
                self._hooks.barrier_overfilled(key, lane, int(arrived[key]), int(expected[key]))
            for warp in np.unique(lanes // WARP_SIZE):
                here = lanes // WARP_SIZE == warp
                values = None if predicate is None else predicate[here]
                self._arrive(_Waiting(frame, lanes[here], keys[here], step, values), threads[here])
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
        results = self._reduce(complete)
        hooks = self._hooks
        remaining: list[_Waiting] = []
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
                weights = waiting.predicate
                sums = np.bincount(waiting.keys, weights=weights, minlength=size)
                true_count += sums.astype(np.int64)
                count += np.bincount(waiting.keys, minlength=size)
        return {
            "popc": true_count.astype(np.uint32),
            "or": true_count > 0,
            "and": true_count == count,
        }

    def waiting(self) -> list[tuple[Frame, Any, Any, int]]:
        """Return the waiting lanes: frame, lanes, barriers (see `state`), the piece after."""
        return [(each.frame, each.lanes, each.keys, each.step.following) for each in self._waiting]

    def state(self, key: int) -> tuple[int, int, int]:
        """Return a barrier's index in its CTA, how many threads have arrived, and are awaited."""
        cta, number = divmod(key, BARRIERS_PER_CTA)
        awaited = int(self._expected[key]) or int(self._alive[cta])
        return number, int(self._arrived[key]), awaited
