"""Pairs of steps of a run that may come the other way round, and the schedules that try it.

The search is dynamic partial-order reduction by reversing races (Flanagan and Godefroid, POPL
2005; Abdulla, Aronis, Jonsson and Sagonas, "Optimal dynamic partial order reduction", POPL 2014):
two runs that differ only in the order of independent steps are one. Steps depend on each other

- at a word of memory that both access, unless both only read, or both are reductions;
- at an mbarrier, if an arrival counts for another phase than it did, or if a phase ends a second
  time before a wait has seen the first end: arrivals at one phase are independent of each other,
  and a wait is independent of arrivals at the next phase as long as that does not end;
- at a barrier of a CTA, if an arrival counts for another generation.

So a pipeline in which each of these is ordered has one run, which stands for all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.sim.schedules.record import Arrival, Record

__all__ = ["EarlyArrival", "early_arrivals", "poll_reversals", "reversals"]

_MAX_STEPS_COMPARED: Final = 64
"""The most arrivals at one phase that an arrival at the next one is compared with."""


class EarlyArrival(NamedTuple):
    """An arrival that may come before the phase before has ended, as a copy may last longer."""

    word: int
    at: int
    """The statement that arrives."""
    copy: int
    """The statement that has started the copy."""
    warp: int


def reversals(record: Record) -> Iterator[tuple[int, ...]]:
    """Yield schedules that reverse a pair of steps which nothing orders.

    A schedule is a sequence of warps, a step each; -1 - w completes the operations that signal the
    mbarrier of the 64-bit word w.
    """
    yield from poll_reversals(record)
    for first, second in record.conflicts:
        yield _reversed(record, first, second)
    for word, arrivals in record.arrivals.items():
        yield from _early(record, word, arrivals)
    by_phase = _by_phase(record)
    for each in record.passes:
        arrivals = by_phase.get((each.word, each.phase + 1), [])
        # A phase that has not ended cannot overtake the wait.
        if record.ended[each.word] < each.phase + 2 or not arrivals:
            continue
        if any(_follows(record, each.step, arrival) for arrival in arrivals):
            continue
        last = max(arrival.step for arrival in arrivals)
        forced = -1 - each.word if any(arrival.is_asynchronous for arrival in arrivals) else None
        yield _reversed(record, each.step, last, forced)
    for key, found in record.barrier_arrivals.items():
        del key
        for position, (step, generation) in enumerate(found):
            clock = record.steps[step].clock
            for other, before in reversed(found[:position]):
                if before == generation - 1 and not record.is_before(other, clock):
                    yield _reversed(record, other, step)
                    break


def poll_reversals(record: Record) -> Iterator[tuple[int, ...]]:
    """Yield those in which a warp that polled in vain comes before the write that kept it waiting.

    Runs that are equal but for such polls lead to different schedules of this kind.
    """
    for first, second in record.poll_conflicts:
        yield _reversed(record, first, second)


def early_arrivals(record: Record) -> Iterator[EarlyArrival]:
    """Yield arrivals that may find no arrival pending: a copy of the phase before is under way.

    All arrivals of threads at that phase come before them, so the phase only lacks the copy.
    """
    by_phase = _by_phase(record)
    for word, arrivals in record.arrivals.items():
        for each in arrivals:
            if each.is_asynchronous or not each.counts or not each.phase:
                continue
            if record.knows(each.clock, word) >= each.phase:
                continue
            before = by_phase.get((word, each.phase - 1), [])
            flight = next((other for other in before if other.is_asynchronous), None)
            threads = [other for other in before if not other.is_asynchronous]
            if flight is not None and all(
                record.is_before(other.step, each.clock) for other in threads
            ):
                step = record.steps[each.step]
                yield EarlyArrival(word, step.at, record.steps[flight.step].at, step.warp)


def _by_phase(record: Record) -> dict[tuple[int, int], list[Arrival]]:
    found: dict[tuple[int, int], list[Arrival]] = {}
    for word, arrivals in record.arrivals.items():
        for each in arrivals:
            found.setdefault((word, each.phase), []).append(each)
    return found


def _early(record: Record, word: int, arrivals: list[Arrival]) -> Iterator[tuple[int, ...]]:
    """Yield schedules in which an arrival counts for the phase before its own."""
    for position, each in enumerate(arrivals):
        if not each.phase or record.knows(each.clock, word) >= each.phase:
            continue
        for other in reversed(arrivals[max(0, position - _MAX_STEPS_COMPARED) : position]):
            if other.phase == each.phase - 1 and not record.is_before(other.step, each.clock):
                yield _reversed(record, other.step, each.step)
                break


def _follows(record: Record, step: int, arrival: Arrival) -> bool:
    return arrival.step == step or record.is_before(step, arrival.clock)


def _reversed(
    record: Record, first: int, second: int, forced: int | None = None
) -> tuple[int, ...]:
    """Return the schedule of a run up to a step, without an earlier one and its successors."""
    steps = record.steps
    order: list[Any] = [step.warp for step in steps[:first]]
    order += [
        steps[number].warp
        for number in range(first + 1, second)
        if not record.is_before(first, steps[number].clock)
    ]
    order.append(steps[second].warp)
    if forced is not None:
        order.append(forced)
    return tuple(order)
