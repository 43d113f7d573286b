"""The axiom "No Thin Air" (PTX ISA 8.10.4): no value justifies itself.

The manual forbids that a speculation satisfies itself through chains of dependencies between
instructions and of communication between threads. Here dependencies are not read from the text of a
program but from its behaviours: a write depends on the reads without whose values it would not be
certain. So operations are justified one after the other. A read is justified when the write is from
which it takes its value. A write is justified when all that its threads may do, given the values of
the justified reads, has a write of the same value to the same location. An execution in which some
operation is never justified is out of thin air. A register that is combined with itself to zero
makes no dependency, as a compiler may compute the zero.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from ptxpy.sim.memory_model.events import INITIAL

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ptxpy.sim.memory_model.events import Event

__all__ = ["Behaviour", "is_justified"]


class Behaviour:
    """One way in which some threads may run together, as the operations that they perform."""

    def __init__(self, events: Iterable[Event]) -> None:
        """Number the reads of each location, and the writes of each value, of each thread."""
        self.reads: dict[Any, int | None] = {}
        self.writes: set[Any] = set()
        self.keys: dict[Event, tuple[Any, Any]] = {}
        counts: Counter[Any] = Counter()
        for event in events:
            read = write = None
            if event.reads:
                key = event.thread, event.location
                read = (*key, counts[key])
                counts[key] += 1
                self.reads[read] = event.read
            if event.writes:
                name = event.thread, event.location, event.written
                write = (*name, counts[name])
                counts[name] += 1
                self.writes.add(write)
            self.keys[event] = read, write


def is_justified(
    events: Sequence[Event],
    sources: Mapping[int, int],
    chosen: Sequence[Behaviour],
    possible: Sequence[Sequence[Behaviour]],
) -> bool:
    """Return whether all operations of an execution are justified.

    Args:
        events: The operations.
        sources: For each read the write that it takes its value from.
        chosen: The behaviour of each group of threads in the execution.
        possible: All behaviours of each group of threads.
    """
    done: set[int] = {k for k, event in enumerate(events) if event.thread == INITIAL}
    resolved: list[dict[Any, int | None]] = [{} for _ in chosen]
    group = {event: number for number, behaviour in enumerate(chosen) for event in behaviour.keys}
    left_reads = set(sources)
    left_writes = {k for k, event in enumerate(events) if event.writes} - done
    while left_reads or left_writes:
        before = len(left_reads) + len(left_writes)
        for read in sorted(left_reads):
            if sources[read] in done:
                number = group[events[read]]
                key, _ = chosen[number].keys[events[read]]
                resolved[number][key] = events[read].read
                left_reads.discard(read)
        for write in sorted(left_writes):
            number = group[events[write]]
            _, key = chosen[number].keys[events[write]]
            if all(
                key in other.writes
                for other in possible[number]
                if all(
                    other.reads.get(name, value) == value
                    for name, value in resolved[number].items()
                )
            ):
                done.add(write)
                left_writes.discard(write)
        if len(left_reads) + len(left_writes) == before:
            return False
    return True
