"""Operations for the axioms to judge, and their relations before reads have sources."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._records import NamedTuple
from ptxpy.sim.memory_model.events import INITIAL, morally_strong
from ptxpy.sim.memory_model.relations import bits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ptxpy.sim.memory_model.events import Event, Location, Place
    from ptxpy.sim.memory_model.relations import Relation

__all__ = ["Candidate", "Structure"]


class Candidate(NamedTuple):
    """Operations with the values that they read and write, of which the axioms decide."""

    events: Sequence[Event]
    """The events, initial writes first; the events of a thread are in program order."""
    places: Sequence[Place]
    """The place of each thread."""
    synchronizes: Sequence[tuple[int, int]] = ()
    """Pairs of events that synchronise as they are: at barriers (PTX ISA 8.9.4)."""
    observes: Sequence[tuple[int, int]] = ()
    """Pairs of an arrival and a wait that has seen it, in observation order."""


class Structure:
    """The relations of a candidate before reads have sources."""

    def __init__(self, candidate: Candidate) -> None:
        """Compute program order, moral strength and patterns."""
        events, places = candidate.events, candidate.places
        self.events = events
        self.places = places
        count = len(events)
        self.initial = sum(1 << k for k in range(count) if events[k].thread == INITIAL)
        self.program_order: Relation = [
            sum(
                1 << b
                for b in range(count)
                if events[b].thread == events[a].thread != INITIAL
                and events[b].instruction > events[a].instruction
            )
            for a in range(count)
        ]
        self.strong: Relation = [
            sum(
                1 << b
                for b in range(count)
                if a != b and morally_strong(events[a], events[b], places)
            )
            for a in range(count)
        ]
        """For each event those to which it is morally strong."""
        self.overlaps: Relation = [
            sum(
                1 << b
                for b in range(count)
                if a != b
                and events[a].location == events[b].location
                and _accesses(events[a])
                and _accesses(events[b])
            )
            for a in range(count)
        ]
        self.writes: dict[Location, list[int]] = {}
        for k, event in enumerate(events):
            if event.writes and event.location is not None:
                self.writes.setdefault(event.location, []).append(k)
        self.reads = [k for k, event in enumerate(events) if event.reads]
        self.fences = [
            k for k, each in enumerate(events) if each.kind == "fence" and each.order == "sc"
        ]
        self.release_patterns = [*self._release_patterns()]
        self.acquire_patterns = [*self._acquire_patterns()]
        after = sum(1 << k for k in range(count)) & ~self.initial
        # The start of a kernel synchronises with the start of its threads (PTX ISA 8.9.4).
        self.synchronizes: Relation = [after if self.initial >> k & 1 else 0 for k in range(count)]
        for a, b in candidate.synchronizes:
            self.synchronizes[a] |= 1 << b
        self.observes: Relation = [0] * count
        for a, b in candidate.observes:
            self.observes[a] |= 1 << b

    def _release_patterns(self) -> Iterator[tuple[int, int]]:
        """Yield the first operation and the write of each release pattern (PTX ISA 8.8)."""
        events = self.events
        for k, event in enumerate(events):
            if not event.releases:
                continue
            if event.kind != "fence":
                if event.writes or event.kind == "arrive":
                    yield k, k
                elif not event.reads:
                    continue
            for later in bits(self.program_order[k]):
                other = events[later]
                is_write = other.writes and other.is_strong
                if event.kind == "fence":
                    if is_write or (other.kind == "arrive" and other.is_strong):
                        yield k, later
                elif is_write and other.location == event.location:
                    yield k, later

    def _acquire_patterns(self) -> Iterator[tuple[int, int]]:
        """Yield the read and the last operation of each acquire pattern (PTX ISA 8.8)."""
        events = self.events
        for k, event in enumerate(events):
            is_read = (event.reads and not event.is_reduction) or event.kind == "wait"
            if not is_read or not event.is_strong:
                continue
            if event.acquires:
                yield k, k
            for later in bits(self.program_order[k]):
                other = events[later]
                if other.acquires and (
                    other.kind == "fence"
                    or (other.reads and event.reads and other.location == event.location)
                ):
                    yield k, later


def _accesses(event: Event) -> bool:
    return event.reads or event.writes
