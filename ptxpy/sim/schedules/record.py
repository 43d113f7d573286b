"""The record of a run: its steps, their events at shared objects, and their order.

A vector clock of a step says which steps of each warp come before it in every order of the warps
that completes the same phases: by the order of its own warp, and by its waits. It has
a component for each mbarrier, too: how many of its phases it knows to have ended.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ptxpy._records import NamedTuple

__all__ = ["Arrival", "Issue", "Record", "Span", "Step"]

_FIRST_OBJECTS: Final = 16
"""For how many mbarriers clocks have room at first."""


Span = tuple[str, int, int]
"""Bytes that one thread accesses at once: state space, first byte, number of bytes."""


class Step:
    """A step of a warp."""

    __slots__ = ("at", "clock", "events", "local", "reads", "warp")

    def __init__(self, warp: int, local: int, at: int) -> None:
        """Begin the `local`-th step of a warp, counted from 1, at a statement."""
        self.warp = warp
        self.local = local
        self.at = at
        self.events: list[tuple[Any, ...]] = []
        """Its events: an object, the kind of the event, and the phase or version it met."""
        self.reads: list[tuple[str, str, Any, Any]] = []
        """Its accesses that others may meet: space, type, indices, and the values before."""
        self.clock: Any = None
        """The vector clock at its end."""


class Issue(NamedTuple):
    """The step that has started an asynchronous operation."""

    step: int
    clock: Any


class Arrival(NamedTuple):
    """An arrival at an mbarrier, or a change of its tx-count."""

    step: int
    """The step that arrives, or has started the operation that does."""
    phase: int
    is_asynchronous: bool
    counts: bool
    """Whether it is an arrival, and not only a change of the tx-count."""
    clock: Any


class Pass(NamedTuple):
    """A wait that has seen the end of a phase."""

    step: int
    word: int
    phase: int
    """The number of the phase; -1 for the one before the first."""


class _Location:
    """The last accesses to a word of memory that warps access at the same time without a race."""

    __slots__ = ("additions", "reads", "version", "write")

    def __init__(self) -> None:
        self.write: tuple[int, Any] | None = None
        self.reads: list[tuple[int, Any]] = []
        self.additions: list[tuple[int, Any, str]] = []
        """Atomic operations whose order does not matter, with the operation."""
        self.version = 0


class Record:
    """The steps of the warps of a batch."""

    def __init__(self, warps: int) -> None:
        """Create the record of a batch with a number of warps."""
        self.warps = warps
        self.steps: list[Step] = []
        self.clocks = np.zeros((warps, warps + _FIRST_OBJECTS), np.int32)
        """The clock of each warp now."""
        self._columns: dict[int, int] = {}
        """The component of clocks of each mbarrier, by its 64-bit word."""
        self._released: dict[Any, Any] = {}
        """The clocks of all arrivals at an object so far."""
        self._acquired: dict[Any, Any] = {}
        """The clock that a wait for an mbarrier or a cluster acquires."""
        self.ended: dict[int, int] = {}
        """How many phases of each mbarrier have ended."""
        self.arrivals: dict[int, list[Arrival]] = {}
        self.passes: list[Pass] = []
        self.generations: dict[int, int] = {}
        """How often each barrier of a CTA has been complete."""
        self.barrier_arrivals: dict[int, list[tuple[int, int]]] = {}
        """For each such barrier the steps that arrive, and in which generation."""
        self.conflicts: list[tuple[int, int]] = []
        """Pairs of steps that access the same word, which nothing else orders."""
        self.poll_conflicts: list[tuple[int, int]] = []
        """The same for steps that have polled in vain, which are no part of `canonical`."""
        self._locations: dict[Any, _Location] = {}
        self.observers: dict[Span, dict[int, int]] = {}
        """For each warp the statement by which it reads bytes that others may write meanwhile."""
        self.writers: dict[Span, dict[int, int]] = {}
        """For each warp the statement by which it writes bytes that others may access meanwhile."""

    # -------------------------------------------------------------------- steps

    @property
    def number(self) -> int:
        """The index of the current step."""
        return len(self.steps) - 1

    @property
    def step(self) -> Step:
        """The current step."""
        return self.steps[-1]

    def begin(self, warp: int, at: int) -> None:
        """Begin a step."""
        self.clocks[warp, warp] += 1
        self.steps.append(Step(warp, int(self.clocks[warp, warp]), at))

    def end(self) -> None:
        """End the current step."""
        step = self.step
        step.clock = self.clocks[step.warp].copy()

    def is_before(self, first: int, clock: Any) -> bool:
        """Return whether a step comes before an event with a clock, in every order."""
        step = self.steps[first]
        return bool(clock[step.warp] >= step.local)

    def meet(self, warps: Any) -> None:
        """Join the clocks of warps that run an instruction together."""
        self.clocks[warps] = self.clocks[warps].max(axis=0)

    def forget(self, first: int, warp: int) -> None:
        """Forget the reads of a warp since a step: it has only polled.

        By these reads it knows nothing but that it polls on.
        """
        for step in self.steps[first:]:
            if step.warp == warp:
                step.events = []
        dropped = {first + k for k, step in enumerate(self.steps[first:]) if step.warp == warp}
        # It might have come before the last write, and then have found something else.
        self.poll_conflicts += [each for each in self.conflicts if each[1] in dropped]
        self.conflicts = [each for each in self.conflicts if each[1] not in dropped]
        for location in self._locations.values():
            location.reads = [each for each in location.reads if each[0] not in dropped]

    def _column(self, word: int) -> int:
        found = self._columns.get(word)
        if found is None:
            found = self._columns[word] = self.warps + len(self._columns)
            if found >= self.clocks.shape[1]:
                # Clocks that were taken before are shorter: what they lack is 0.
                more = np.zeros_like(self.clocks)
                self.clocks = np.concatenate([self.clocks, more], axis=1)
        return found

    def knows(self, clock: Any, word: int) -> int:
        """Return how many phases of an mbarrier have ended before an event with a clock."""
        column = self._column(word)
        return int(clock[column]) if column < len(clock) else 0

    def _release(self, key: Any, clock: Any) -> None:
        held = self._released.get(key)
        self._released[key] = clock.copy() if held is None else _join(held, clock)

    def _acquire(self, warp: int, clock: Any) -> None:
        np.maximum(self.clocks[warp, : len(clock)], clock, out=self.clocks[warp, : len(clock)])

    # ---------------------------------------------------------------- mbarriers

    def arrive(self, word: int, *, counts: bool) -> None:
        """Arrive at an mbarrier, or change its tx-count, in the current step."""
        clock = self.clocks[self.step.warp]
        self._arrive(word, self.number, clock, is_asynchronous=False, counts=counts)

    def issue(self) -> Issue:
        """Return the current step as that of an operation that completes later."""
        return Issue(self.number, self.clocks[self.step.warp].copy())

    def complete(self, word: int, issue: Issue) -> None:
        """Complete an operation at an mbarrier."""
        self._arrive(word, issue.step, issue.clock, is_asynchronous=True, counts=True)

    def _arrive(
        self, word: int, step: int, clock: Any, *, is_asynchronous: bool, counts: bool
    ) -> None:
        phase = self.ended.setdefault(word, 0)
        self._column(word)
        self._release(word, clock)
        held = Arrival(step, phase, is_asynchronous, counts, clock.copy())
        self.arrivals.setdefault(word, []).append(held)
        self.steps[step].events.append((word, "arrive", phase))

    def end_phase(self, word: int) -> None:
        """End a phase of an mbarrier."""
        self.ended[word] = self.ended.get(word, 0) + 1
        column = self._column(word)
        clock = self._released.get(word, self.clocks[0] * 0)
        if column >= len(clock):
            clock = _join(clock, self.clocks[0] * 0)
        clock[column] = self.ended[word]
        self._released[word] = clock
        self._acquired[word] = clock.copy()

    def pass_phase(self, word: int) -> None:
        """See the end of the last phase of an mbarrier, in the current step."""
        phase = self.ended.setdefault(word, 0) - 1
        if word in self._acquired:
            self._acquire(self.step.warp, self._acquired[word])
        self.passes.append(Pass(self.number, word, phase))
        self.step.events.append((word, "pass", phase))

    # ----------------------------------------------------------------- barriers

    def arrive_at_barrier(self, key: int) -> None:
        """Arrive at a barrier of a CTA, in the current step."""
        generation = self.generations.setdefault(key, 0)
        self._release(("barrier", key), self.clocks[self.step.warp])
        self.barrier_arrivals.setdefault(key, []).append((self.number, generation))
        self.step.events.append((("barrier", key), "arrive", generation))

    def leave_barrier(self, key: int, warp: int) -> None:
        """Let a warp leave a complete barrier."""
        self._acquire(warp, self._released["barrier", key])

    def complete_barrier(self, key: int) -> None:
        """Begin the next generation of a barrier."""
        self.generations[key] = self.generations.get(key, 0) + 1

    def end_threads(self, keys: range) -> None:
        """Let threads end, for which the barriers of their CTA wait no longer."""
        for key in keys:
            self._release(("barrier", key), self.clocks[self.step.warp])
        self.step.events.append((("barrier", keys.start), "end", 0))

    def arrive_in_cluster(self, cluster: int) -> None:
        """Arrive at the barrier of a cluster, in the current step."""
        self._release(("cluster", cluster), self.clocks[self.step.warp])

    def complete_cluster(self, cluster: int) -> None:
        """Complete the barrier of a cluster."""
        self._acquired["cluster", cluster] = self._released["cluster", cluster].copy()

    def leave_cluster(self, cluster: int, warp: int) -> None:
        """Let a warp leave the barrier of a cluster."""
        self._acquire(warp, self._acquired["cluster", cluster])

    # ------------------------------------------------------------------- memory

    def access(self, place: Any, kind: str, operation: str = "") -> None:
        """Access a word that others may access at the same time.

        Args:
            place: Identifies the word.
            kind: `read`, `write`, or `add` for atomic operations whose order does not matter.
            operation: For `add` the operation and its type: the order of others does matter.
        """
        number, warp = self.number, self.step.warp
        location = self._locations.get(place)
        if location is None:
            location = self._locations[place] = _Location()
        earlier = [] if location.write is None else [location.write]
        if kind != "read":
            earlier += location.reads
        others = [
            (step, clock)
            for step, clock, other in location.additions
            if kind != "add" or other != operation
        ]
        earlier += others
        mine = self.clocks[warp]
        unordered = [
            step
            for step, _ in earlier
            if self.steps[step].warp != warp and not self.is_before(step, mine)
        ]
        self.conflicts += [(step, number) for step in unordered]
        for _, clock in earlier:
            self._acquire(warp, clock)
        held = number, self.clocks[warp].copy()
        version: Any = location.version
        if kind == "read":
            location.reads.append(held)
        elif kind == "add":
            location.additions.append((*held, operation))
        if others:
            # Which reductions an access sees counts, and not only how many.
            added = [self.steps[step] for step, _ in others]
            version = version, *sorted((step.warp, step.local) for step in added)
        if kind == "write":
            location.write, location.reads, location.additions = held, [], []
            location.version += 1
        self.step.events.append((place, kind, version))

    def meet_in_memory(self, span: Span, *, at: int, observes: bool, writes: bool) -> None:
        """Record that the current step accesses bytes that others may access at the same time.

        Args:
            span: The bytes.
            at: The statement.
            observes: Whether the thread may depend on the value that it reads.
            writes: Whether it writes.
        """
        warp = self.step.warp
        if observes:
            self.observers.setdefault(span, {}).setdefault(warp, at)
        if writes:
            self.writers.setdefault(span, {}).setdefault(warp, at)

    # ------------------------------------------------------------------ results

    def canonical(self) -> int:
        """Return a hash that is equal for runs that differ only in the order of independent steps.

        They are those in which each warp did the same, and met the same phases and versions.
        """
        by_warp: dict[int, list[Any]] = {}
        for step in self.steps:
            # A warp that comes last to a barrier goes on in the same step, so steps do not count.
            by_warp.setdefault(step.warp, []).extend(step.events)
        return hash(tuple((warp, tuple(events)) for warp, events in sorted(by_warp.items())))


def _join(one: Any, other: Any) -> Any:
    """Return the later of two clocks, which may have different lengths."""
    if len(one) < len(other):
        one, other = other, one
    joined = one.copy()
    np.maximum(joined[: len(other)], other, out=joined[: len(other)])
    return joined
