"""The barriers of CTAs: who waits at which, and when they go on (PTX ISA 9.7.13.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.frame import scatter_lanes

if TYPE_CHECKING:
    from ptxpy.sim.machine.frame import Frame
    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.machine.ready_groups import Group, ReadyGroups
    from ptxpy.sim.pieces.terminators import Barrier

__all__ = ["Barriers"]

NUMBER: Final = 16
"""Barriers of a CTA."""
WARP: Final = 32


class _Waiting(NamedTuple):
    """Lanes that have come to a barrier."""

    frame: Frame
    lanes: Any
    keys: Any
    """For each lane the number of the CTA's barrier among all of the batch."""
    step: Barrier
    predicate: Any


class Barriers:
    """Who has come to the barriers of a batch."""

    def __init__(self, machine: Machine, ready: ReadyGroups) -> None:
        """Begin with nobody there."""
        self._machine = machine
        self._ready = ready
        self._hooks = machine.hooks
        self._waiting: list[_Waiting] = []
        self._came = np.zeros(machine.ctas * NUMBER, np.int64)
        """Threads that have come, for each barrier."""
        self._needed = np.zeros(machine.ctas * NUMBER, np.int64)
        """Threads that it awaits; 0 for all that have not ended."""
        self._alive = np.full(machine.ctas, machine.geometry.threads, np.int64)

    def arrive(self, group: Group, step: Barrier) -> None:
        """Let lanes come to barriers, and all go on that then can."""
        machine = self._machine
        lanes = group.lanes
        if self._is_all(group, step) and not step.reduction:
            if self._hooks is not None:
                self._hooks.batch_meets()
            self._ready.add(group.frame, step.following, None)
            return
        if step.guard is not None:
            number = machine.count if lanes is None else len(lanes)
            guard = np.broadcast_to(step.guard, (number,))
            if not guard.all():
                skipped = machine.chosen(group.lanes, ~guard)
                self._ready.add(group.frame, step.following, skipped)
            lanes = machine.chosen(group.lanes, guard)
            if not len(lanes):
                return
            chosen = guard.nonzero()[0]
        else:
            chosen = None
            lanes = machine.lanes if lanes is None else lanes

        def part(value: Any) -> Any:
            return value[chosen] if chosen is not None and value.ndim else value

        numbers = np.broadcast_to(part(step.number), lanes.shape).astype(np.int64)
        threads = np.broadcast_to(part(step.threads), lanes.shape).astype(np.int64)
        if (numbers >= NUMBER).any():
            text = f"barrier {int(numbers.max())}: a CTA has {NUMBER}, from 0 on"
            raise FaultError(text, int(lanes[int(np.argmax(numbers))]))
        if (threads % WARP).any():
            text = f"a barrier for {int(threads[threads % WARP != 0][0])} threads, not whole warps"
            raise FaultError(text, int(lanes[0]))
        keys = machine.cta_of[lanes] * NUMBER + numbers
        predicate = None
        if step.reduction:
            predicate = np.broadcast_to(part(step.predicate), lanes.shape)
        self._arrive(_Waiting(group.frame, lanes, keys, step, predicate), threads)

    def _arrive(self, waiting: _Waiting, threads: Any) -> None:
        """Count lanes at their barriers: warp by warp where more come than are awaited."""
        frame, lanes, keys, step, predicate = waiting
        came = self._came + np.bincount(keys, minlength=len(self._came))
        needed = self._needed.copy()
        np.maximum.at(needed, keys, threads)
        over = (came > needed) & (needed > 0)
        if over.any() and lanes[0] // WARP != lanes[-1] // WARP:
            if self._hooks is not None:
                key = int(over.argmax())
                lane = int(lanes[keys == key][-1])
                self._hooks.barrier_overfilled(key, lane, int(came[key]), int(needed[key]))
            for warp in np.unique(lanes // WARP):
                here = lanes // WARP == warp
                part = None if predicate is None else predicate[here]
                self._arrive(_Waiting(frame, lanes[here], keys[here], step, part), threads[here])
            return
        self._came, self._needed = came, needed
        if self._hooks is not None:
            self._hooks.barrier_arrivals(keys, lanes)
        if step.waits or step.reduction:
            self._waiting.append(waiting)
        else:
            self._ready.add(frame, step.following, lanes)
        self._release()

    def _is_all(self, group: Group, step: Barrier) -> bool:
        """Return whether the whole batch is at one barrier at which nobody waits."""
        threads = self._machine.geometry.threads
        return (
            group.lanes is None
            and step.guard is None
            and step.waits
            and not self._waiting
            and not step.number.ndim
            and step.number < NUMBER
            and not step.threads.ndim
            and int(step.threads) in (0, threads)
            and not self._came.any()
        )

    def end(self, lanes: Any) -> None:
        """Await no longer the threads that have ended."""
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
        """Let those go on whose barriers are complete."""
        alive = np.repeat(self._alive, NUMBER)
        needed = np.where(self._needed == 0, alive, self._needed)
        complete = (self._came > 0) & (self._came >= needed)
        if not complete.any():
            return
        results = self._reduced(complete)
        hooks = self._hooks
        left: list[_Waiting] = []
        for waiting in self._waiting:
            goes = complete[waiting.keys]
            if goes.any():
                lanes = waiting.lanes[goes]
                if hooks is not None:
                    hooks.barrier_departures(waiting.keys[goes], lanes, waiting.step.following)
                if waiting.step.reduction:
                    value = results[waiting.step.reduction][waiting.keys[goes]]
                    scatter_lanes(waiting.frame, waiting.step.slot, value, lanes)
                self._ready.add(waiting.frame, waiting.step.following, lanes)
            if not goes.all():
                stays = ~goes
                predicate = waiting.predicate
                if predicate is not None:
                    predicate = predicate[stays]
                left.append(
                    waiting._replace(
                        lanes=waiting.lanes[stays], keys=waiting.keys[stays], predicate=predicate
                    )
                )
        self._waiting = left
        if hooks is not None:
            hooks.barriers_complete(complete)
        self._came[complete] = 0
        self._needed[complete] = 0

    def _reduced(self, complete: Any) -> dict[str, Any]:
        """Return what the reductions of complete barriers give, by operation and barrier."""
        asked = {waiting.step.reduction for waiting in self._waiting if waiting.step.reduction}
        if not asked:
            return {}
        size = len(complete)
        held = np.zeros(size, np.int64)
        came = np.zeros(size, np.int64)
        for waiting in self._waiting:
            if waiting.step.reduction:
                weights = waiting.predicate
                held += np.bincount(waiting.keys, weights=weights, minlength=size).astype(np.int64)
                came += np.bincount(waiting.keys, minlength=size)
        return {
            "popc": held.astype(np.uint32),
            "or": held > 0,
            "and": held == came,
        }

    def waiting(self) -> list[tuple[Frame, Any, Any, int]]:
        """Return who waits: frame, lanes, barriers (see `state`), and the piece after them."""
        return [(each.frame, each.lanes, each.keys, each.step.following) for each in self._waiting]

    def state(self, key: int) -> tuple[int, int, int]:
        """Return the number of a barrier in its CTA, who has come, and how many it awaits."""
        cta, number = divmod(key, NUMBER)
        awaited = int(self._needed[key]) or int(self._alive[cta])
        return number, int(self._came[key]), awaited
