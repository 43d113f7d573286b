"""Logical time: a clock per warp, which counts instructions and waits.

An instruction takes one unit. A wait at a barrier lasts until the last warp arrives that the
barrier awaits, a wait for a phase of an mbarrier until the last arrival or copy of that phase is
issued. Nothing else takes time: this is not a model of cycles. Logical time does not depend on the
order in which the simulator runs warps, unless the kernel itself does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.machine.address_space import SHARED_WINDOW
from ptxpy.sim.machine.barriers import BARRIERS_PER_CTA
from ptxpy.sim.machine.mbarrier_words import PARITY
from ptxpy.sim.observe.observer import WARP, Observer
from ptxpy.sim.pieces import ClusterBarrier
from ptxpy.sim.semantics.asynchronous.copies import iterate_lanes, shared_bytes, signals
from ptxpy.sim.semantics.asynchronous.tensor_maps import boxes_at

if TYPE_CHECKING:
    from ptxpy.sim.machine.scheduler import Scheduler
    from ptxpy.sim.observe.instruction_sites import InstructionSite
    from ptxpy.sim.observe.observer import Lanes
    from ptxpy.sim.pieces import Barrier

__all__ = ["LogicalClock", "Word", "select_values"]

_WORD_BYTES: Final = 8


class Word:
    """The times of the phases of an mbarrier."""

    __slots__ = ("completed", "parity", "pending")

    def __init__(self) -> None:
        """Begin the first phase, after a complete one."""
        self.parity = 0
        """The parity of the current phase."""
        self.pending = 0
        """The time at which the last arrival or copy of the current phase was issued."""
        self.completed = 0
        """The time at which the previous phase was complete."""


def select_values(lanes: Lanes, guard: Any, *values: Any) -> tuple[Any, ...]:
    """Return the lanes for which a guard holds, and the elements of values for these lanes."""
    numbers = lanes.numbers
    count = len(numbers)
    full = [np.broadcast_to(value, (count,)) if not value.ndim else value for value in values]
    if guard is None or (not guard.ndim and guard):
        return numbers, *full
    mask = np.broadcast_to(guard, (count,))
    return numbers[mask], *[value[mask] for value in full]


class LogicalClock(Observer):
    """An observer that computes the logical time of each warp of a batch."""

    def begin(self, scheduler: Scheduler) -> None:
        """Begin a batch at time 0."""
        super().begin(scheduler)
        count = self.machine.count
        self.now = np.zeros(count // WARP, np.int64)
        """The time of each warp."""
        self.words: dict[int, Word] = {}
        """The mbarriers, by their index among the 64-bit words of shared memory."""
        self._step: InstructionSite | None = None
        self._phases: dict[int, int] = {}
        self._times: dict[tuple[int, int], int] = {}
        self._arriving: dict[int, int] = {}
        self._key = np.full(count, -1, np.int64)
        self._phase = np.zeros(count, np.int64)
        self._cluster_phase = np.zeros(count, np.int64)
        self._ordinal = np.zeros(count, np.int64)
        self._waiting = 0

    # --------------------------------------------------------------------- events

    def on_wait(self, ordinal: int, warp: int, start: int, end: int) -> None:
        """Called when a warp has waited at a barrier or mbarrier; without a wait, end is start."""

    def on_phase_test(
        self, site: InstructionSite, warp: int, word: int, start: int, end: int
    ) -> None:
        """Called when a warp has tested a complete phase of an mbarrier."""
        del word
        self.on_wait(site.ordinal, warp, start, end)

    def on_phase_complete(self, word: int, parity: int) -> None:
        """Called when a phase of an mbarrier, with the given parity, is complete."""

    def on_copy(
        self, site: InstructionSite, lane: int, size: int, signalled: dict[int, int]
    ) -> None:
        """Called when a bulk copy of `size` bytes is issued, before it signals its mbarriers.

        `signalled` has the mbarrier for each destination CTA; it is empty for a copy without one.
        """

    # --------------------------------------------------------------- instructions

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
        """Advance the time of the warps that execute an instruction."""
        del written, read
        group = self.lanes_of(lanes)
        self.now[group.warps] += 1
        self._step = site
        if site.copy is not None:
            self._record_copies(site, lanes, guard, addresses, more)
        elif site.barrier >= 0 and site.role:
            address = site.address(addresses, site.barrier)
            if address is not None:
                self._record_mbarrier_operation(site, group, guard, address, more)

    def _record_mbarrier_operation(
        self, site: InstructionSite, group: Lanes, guard: Any, address: Any, more: tuple[Any, ...]
    ) -> None:
        """Record an operation on mbarriers."""
        numbers, words = self.select_words(site, group, guard, address, more)
        if not len(numbers):
            return
        if site.role == "wait":
            warps, first = np.unique(numbers // WARP, return_index=True)
            for warp, word in zip(warps.tolist(), words[first].tolist(), strict=True):
                start = int(self.now[warp])
                end = max(start, self.word(word).completed)
                self.now[warp] = end
                self.on_phase_test(site, warp, word, start, end)
            return
        found, where = np.unique(words, return_inverse=True)
        times = np.zeros(len(found), np.int64)
        np.maximum.at(times, where, self.now[numbers // WARP])
        for word, time in zip(found.tolist(), times.tolist(), strict=True):
            if site.role == "init":
                # A kernel may initialise the same word again for another use, whose phases begin
                # anew.
                self.words.pop(word, None)
                self.word(word).completed = 0
            else:
                self._arrive(word, time)

    def select_words(
        self, site: InstructionSite, group: Lanes, guard: Any, address: Any, more: tuple[Any, ...]
    ) -> tuple[Any, Any]:
        """Return the lanes that operate on mbarriers, and the mbarriers, as indices of words.

        A lane that arrives in several CTAs is there once for each CTA.
        """
        numbers, each, *held = select_values(group, guard, address, *more)
        each = np.where(each >= SHARED_WINDOW, each - np.uint64(SHARED_WINDOW), each)
        # Only lanes whose phase is complete have waited: the others try again.
        if site.role == "wait" and held:
            numbers, each = numbers[held[0]], each[held[0]]
        words = self.machine.shared_index(each, numbers).astype(np.int64) // _WORD_BYTES
        if site.mask < 0:
            return numbers, words
        size, per_cta = (
            self.machine.geometry.cluster_size,
            self.machine.shared_stride // _WORD_BYTES,
        )
        first = self.machine.cta_of[numbers] // size * size
        lane, rank = np.nonzero(held[0][:, None] >> np.arange(size) & 1)
        return numbers[lane], (first[lane] + rank) * per_cta + words[lane] % per_cta

    def word(self, index: int) -> Word:
        """Return the times of an mbarrier."""
        found = self.words.get(index)
        if found is None:
            found = self.words[index] = Word()
        return found

    def _arrive(self, index: int, time: int) -> None:
        """Record an arrival or a copy, which may complete the phase."""
        word = self.word(index)
        word.pending = max(word.pending, time)
        # The parity of the object itself tells whether this arrival has ended the phase.
        parity = int(self.machine.view("shared", "u8")[index]) >> int(PARITY) & 1
        if parity != word.parity:
            before, word.parity = word.parity, parity
            word.completed, word.pending = word.pending, 0
            self.on_phase_complete(index, before)

    def _record_copies(
        self,
        site: InstructionSite,
        lanes: Any,
        guard: Any,
        addresses: tuple[Any, ...],
        more: tuple[Any, ...],
    ) -> None:
        """Record bulk copies, lane by lane."""
        copy, machine = site.copy, self.machine
        assert copy is not None  # noqa: S101 - tested by the caller
        operands = [site.address(addresses, at) for at in (copy.tensor, copy.target, copy.barrier)]
        given = [*operands, *more]
        is_given = [value is not None for value in given]
        arrivals: list[tuple[int, int]] = []
        for lane, held in iterate_lanes(
            machine, guard, lanes, *[v for v in given if v is not None]
        ):
            values = iter(held)
            tensor, target, barrier, size, mask = [
                next(values) if present else None for present in is_given
            ]
            if tensor is not None:
                # The size of a tensor copy is in the tensor map, not in its operands.
                size = boxes_at(machine, lane, tensor).bytes * copy.boxes
            signalled: dict[int, int] = {}
            if barrier is not None and target is not None:
                own, group = copy.to_own_cta, copy.cta_group
                receivers = signals(machine, lane, target, barrier, mask, own=own, group=group)
                for each in receivers:
                    place = each.barrier_cta, each.barrier
                    start = shared_bytes(machine, lane, *place, _WORD_BYTES, _WORD_BYTES)
                    signalled[each.cta] = start // _WORD_BYTES
            self.on_copy(site, lane, size or 0, signalled)
            arrivals += [(word, int(self.now[lane // WARP])) for word in signalled.values()]
        for word, time in arrivals:  # the last one of all lanes may have completed the phase
            self._arrive(word, time)

    # ------------------------------------------------------------------- barriers

    def barrier_reached(self, lanes: Any, barrier: Barrier | ClusterBarrier) -> None:
        """Record lanes that reach a barrier."""
        machine, step = self.machine, barrier
        lanes = self.lanes_of(lanes)
        self._arriving = {}
        if isinstance(step, ClusterBarrier):
            (numbers,) = select_values(lanes, step.guard)
            clusters = machine.cta_of[numbers] // machine.geometry.cluster_size
            keys = machine.ctas * BARRIERS_PER_CTA + clusters
            # `barrier.cluster.wait` is an instruction of its own: it waits for the phase of the
            # thread's last arrival.
            if step.waits:
                self._begin_wait(numbers, keys, self._cluster_phase[numbers])
            else:
                self._cluster_phase[numbers] = self._record_arrivals(numbers, keys)
            return
        numbers, barriers = select_values(lanes, step.guard, step.number)
        keys = machine.cta_of[numbers] * BARRIERS_PER_CTA + barriers.astype(np.int64)
        phases = self._record_arrivals(numbers, keys)
        if step.waits or step.reduction:
            self._begin_wait(numbers, keys, phases)

    def _record_arrivals(self, numbers: Any, keys: Any) -> Any:
        """Record arrivals; return for each lane the phase in which it arrives."""
        found, where = np.unique(keys, return_inverse=True)
        times = np.zeros(len(found), np.int64)
        np.maximum.at(times, where, self.now[numbers // WARP])
        for key, time in zip(found.tolist(), times.tolist(), strict=True):
            phase = self._arriving[key] = self._phases.setdefault(key, 0)
            self._times[key, phase] = max(self._times.get((key, phase), 0), time)
        return np.array([self._phases[key] for key in found.tolist()], np.int64)[where]

    def _begin_wait(self, numbers: Any, keys: Any, phases: Any) -> None:
        self._key[numbers] = keys
        self._phase[numbers] = phases
        # A barrier ends its piece, and is reported just before the scheduler handles it.
        self._ordinal[numbers] = -1 if self._step is None else self._step.ordinal
        self._waiting += len(numbers)

    def lanes_ready(self, lanes: Any) -> None:
        """Advance the time of lanes that have waited at a barrier."""
        if not self._waiting:
            return
        numbers = self.machine.lanes if lanes is None else lanes
        # Lanes become ready for other reasons, too, such as a branch.
        here = numbers[self._key[numbers] >= 0]
        self._waiting -= len(here)
        warps, first = np.unique(here // WARP, return_index=True)
        for warp, lane in zip(warps.tolist(), here[first].tolist(), strict=True):
            key, phase = int(self._key[lane]), int(self._phase[lane])
            self._complete(key, phase)
            start = int(self.now[warp])
            end = max(start, self._times.get((key, phase), 0))
            self.now[warp] = end
            self.on_wait(int(self._ordinal[lane]), warp, start, end)
        self._key[here] = -1

    def barrier_handled(self, barrier: Barrier | ClusterBarrier) -> None:
        """Begin the next phase of barriers that are complete."""
        first = self.machine.ctas * BARRIERS_PER_CTA
        for key, phase in self._arriving.items():
            if isinstance(barrier, ClusterBarrier):
                barriers = self.scheduler.cluster_barriers
                arrived = 0 if barriers is None else int(barriers.arrived[key - first])
            else:
                arrived = self.scheduler.barriers.state(key)[1]
            if not arrived:
                self._complete(key, phase)

    def _complete(self, key: int, phase: int) -> None:
        self._phases[key] = max(self._phases.get(key, 0), phase + 1)
        # Lanes of the last phase may not have left yet; older times are no longer read.
        self._times.pop((key, phase - 2), None)
