"""Logical time: how far each warp has come, and until when it waits for others.

An instruction takes its warp one unit. Who waits at a barrier waits until the last warp has come
that the barrier awaited; who waits for a phase of an mbarrier until the last arrival or copy of
that phase was issued. Nothing else takes time: this is no model of cycles. It does not depend on
the order in which the simulator runs warps, other than where the kernel itself does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.machine.address_space import SHARED_WINDOW
from ptxpy.sim.machine.barriers import BARRIERS_PER_CTA
from ptxpy.sim.machine.mbarrier_words import PARITY
from ptxpy.sim.observe.observer import WARP, Observer
from ptxpy.sim.pieces.terminators import ClusterBarrier
from ptxpy.sim.semantics.asynchronous.copies import issuing, shared_bytes, signals
from ptxpy.sim.semantics.asynchronous.tensor_maps import boxes_at

if TYPE_CHECKING:
    from ptxpy.sim.machine.scheduler import Scheduler
    from ptxpy.sim.observe.instruction_sites import InstructionSite
    from ptxpy.sim.observe.observer import Lanes
    from ptxpy.sim.pieces.terminators import Barrier

__all__ = ["LogicalClock", "Word", "selected"]

_WORD: Final = 8


class Word:
    """What is known of the time of an mbarrier."""

    __slots__ = ("completed", "parity", "pending")

    def __init__(self) -> None:
        """Begin with the first phase, after one that is complete."""
        self.parity = 0
        """That of the current phase."""
        self.pending = 0
        """When the last arrival or copy of the current phase was issued."""
        self.completed = 0
        """When the phase before was complete."""


def selected(lanes: Lanes, guard: Any, *values: Any) -> tuple[Any, ...]:
    """Return the numbers of the lanes for which a guard holds, and what values hold for them."""
    numbers = lanes.numbers
    count = len(numbers)
    full = [np.broadcast_to(value, (count,)) if not value.ndim else value for value in values]
    if guard is None or (not guard.ndim and guard):
        return numbers, *full
    mask = np.broadcast_to(guard, (count,))
    return numbers[mask], *[value[mask] for value in full]


class LogicalClock(Observer):
    """Keeps the time of each warp of a batch."""

    def begin(self, scheduler: Scheduler) -> None:
        """Begin with a batch, at 0."""
        super().begin(scheduler)
        count = self.machine.count
        self.now = np.zeros(count // WARP, np.int64)
        """The time of each warp."""
        self.words: dict[int, Word] = {}
        """The mbarriers, by their index among the 64-bit words of shared memory."""
        self._step: InstructionSite | None = None
        self._phases: dict[int, int] = {}
        self._times: dict[tuple[int, int], int] = {}
        self._coming: dict[int, int] = {}
        self._key = np.full(count, -1, np.int64)
        self._phase = np.zeros(count, np.int64)
        self._cluster_phase = np.zeros(count, np.int64)
        self._ordinal = np.zeros(count, np.int64)
        self._waiting = 0

    # -------------------------------------------------------------- what is heard

    def waited(self, ordinal: int, warp: int, start: int, end: int) -> None:
        """Called when a warp has waited at a barrier or mbarrier; not at all where end is start."""

    def passed(self, spot: InstructionSite, warp: int, word: int, start: int, end: int) -> None:
        """Called when a warp knows of a complete phase of an mbarrier: `waited` at one."""
        del word
        self.waited(spot.ordinal, warp, start, end)

    def completed(self, word: int, parity: int) -> None:
        """Called when a phase of an mbarrier is complete, which had a parity."""

    def copied(self, spot: InstructionSite, lane: int, size: int, words: tuple[int, ...]) -> None:
        """Called when a bulk copy of `size` bytes is issued, before it signals its mbarriers."""

    # --------------------------------------------------------------- instructions

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
        """Let time go on for the warps that run an instruction."""
        del written, read
        group = self.lanes_of(lanes)
        self.now[group.warps] += 1
        self._step = spot
        if spot.copy is not None:
            self._copy(spot, lanes, guard, addresses, more)
        elif spot.barrier >= 0 and spot.role:
            address = spot.address(addresses, spot.barrier)
            if address is not None:
                self._object(spot, group, guard, address, more)

    def _object(
        self, spot: InstructionSite, group: Lanes, guard: Any, address: Any, more: tuple[Any, ...]
    ) -> None:
        """Record an operation on mbarriers."""
        asked = more if spot.role == "wait" else ()
        numbers, each, *passed = selected(group, guard, address, *asked)
        if passed:
            numbers, each = numbers[passed[0]], each[passed[0]]
        if not len(numbers):
            return
        if (each >= SHARED_WINDOW).any():
            each = each - np.uint64(SHARED_WINDOW)
        words = self.machine.shared_index(each, numbers).astype(np.int64) // _WORD
        if spot.role == "wait":
            warps, first = np.unique(numbers // WARP, return_index=True)
            for warp, word in zip(warps.tolist(), words[first].tolist(), strict=True):
                start = int(self.now[warp])
                end = max(start, self.word(word).completed)
                self.now[warp] = end
                self.passed(spot, warp, word, start, end)
            return
        found, where = np.unique(words, return_inverse=True)
        times = np.zeros(len(found), np.int64)
        np.maximum.at(times, where, self.now[numbers // WARP])
        for word, time in zip(found.tolist(), times.tolist(), strict=True):
            if spot.role == "init":
                self.words.pop(word, None)
                self.word(word).completed = 0
            else:
                self._arrive(word, time)

    def word(self, index: int) -> Word:
        """Return what is known of an mbarrier."""
        found = self.words.get(index)
        if found is None:
            found = self.words[index] = Word()
        return found

    def _arrive(self, index: int, time: int) -> None:
        """Record something that a phase awaited, which may be complete now."""
        word = self.word(index)
        word.pending = max(word.pending, time)
        parity = int(self.machine.view("shared", "u8")[index]) >> int(PARITY) & 1
        if parity != word.parity:
            before, word.parity = word.parity, parity
            word.completed, word.pending = word.pending, 0
            self.completed(index, before)

    def _copy(
        self,
        spot: InstructionSite,
        lanes: Any,
        guard: Any,
        addresses: tuple[Any, ...],
        more: tuple[Any, ...],
    ) -> None:
        """Record bulk copies, lane by lane."""
        copy, machine = spot.copy, self.machine
        assert copy is not None  # noqa: S101 - asked by the caller
        operands = [spot.address(addresses, at) for at in (copy.tensor, copy.target, copy.barrier)]
        given = [*operands, *more]
        there = [value is not None for value in given]
        for lane, held in issuing(machine, guard, lanes, *[v for v in given if v is not None]):
            values = iter(held)
            tensor, target, barrier, size, mask = [next(values) if is_ else None for is_ in there]
            if tensor is not None:
                size = boxes_at(machine, lane, tensor).bytes * copy.boxes
            words: tuple[int, ...] = ()
            if barrier is not None and target is not None:
                told = signals(machine, lane, target, barrier, mask, own=copy.own)
                starts = [
                    shared_bytes(machine, lane, each.barrier_cta, each.barrier, _WORD, _WORD)
                    for each in told
                ]
                words = tuple([start // _WORD for start in starts])
            self.copied(spot, lane, size or 0, words)
            for word in words:
                self._arrive(word, int(self.now[lane // WARP]))

    # ------------------------------------------------------------------- barriers

    def barrier_reached(self, lanes: Any, barrier: Barrier | ClusterBarrier) -> None:
        """Record lanes that come to a barrier."""
        machine, step = self.machine, barrier
        lanes = self.lanes_of(lanes)
        self._coming = {}
        if isinstance(step, ClusterBarrier):
            (numbers,) = selected(lanes, step.guard)
            clusters = machine.cta_of[numbers] // machine.geometry.cluster_size
            keys = machine.ctas * BARRIERS_PER_CTA + clusters
            if step.waits:
                self._stay(numbers, keys, self._cluster_phase[numbers])
            else:
                self._cluster_phase[numbers] = self._gather(numbers, keys)
            return
        numbers, barriers = selected(lanes, step.guard, step.number)
        keys = machine.cta_of[numbers] * BARRIERS_PER_CTA + barriers.astype(np.int64)
        phases = self._gather(numbers, keys)
        if step.waits or step.reduction:
            self._stay(numbers, keys, phases)

    def _gather(self, numbers: Any, keys: Any) -> Any:
        """Record arrivals; return for each lane the phase that it arrives in."""
        found, where = np.unique(keys, return_inverse=True)
        times = np.zeros(len(found), np.int64)
        np.maximum.at(times, where, self.now[numbers // WARP])
        for key, time in zip(found.tolist(), times.tolist(), strict=True):
            phase = self._coming[key] = self._phases.setdefault(key, 0)
            self._times[key, phase] = max(self._times.get((key, phase), 0), time)
        return np.array([self._phases[key] for key in found.tolist()], np.int64)[where]

    def _stay(self, numbers: Any, keys: Any, phases: Any) -> None:
        self._key[numbers] = keys
        self._phase[numbers] = phases
        self._ordinal[numbers] = -1 if self._step is None else self._step.ordinal
        self._waiting += len(numbers)

    def lanes_ready(self, lanes: Any) -> None:
        """Let the time go on of those that have waited at a barrier."""
        if not self._waiting:
            return
        numbers = self.machine.lanes if lanes is None else lanes
        here = numbers[self._key[numbers] >= 0]
        self._waiting -= len(here)
        warps, first = np.unique(here // WARP, return_index=True)
        for warp, lane in zip(warps.tolist(), here[first].tolist(), strict=True):
            key, phase = int(self._key[lane]), int(self._phase[lane])
            self._complete(key, phase)
            start = int(self.now[warp])
            end = max(start, self._times.get((key, phase), 0))
            self.now[warp] = end
            self.waited(int(self._ordinal[lane]), warp, start, end)
        self._key[here] = -1

    def barrier_handled(self, barrier: Barrier | ClusterBarrier) -> None:
        """Begin the next phase of barriers that are complete."""
        first = self.machine.ctas * BARRIERS_PER_CTA
        for key, phase in self._coming.items():
            if isinstance(barrier, ClusterBarrier):
                barriers = self.scheduler.cluster_barriers
                left = 0 if barriers is None else int(barriers.arrived[key - first])
            else:
                left = self.scheduler.barriers.state(key)[1]
            if not left:
                self._complete(key, phase)

    def _complete(self, key: int, phase: int) -> None:
        self._phases[key] = max(self._phases.get(key, 0), phase + 1)
        self._times.pop((key, phase - 2), None)
