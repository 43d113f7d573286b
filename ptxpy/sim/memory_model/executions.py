"""The executions of given operations that the axioms allow (PTX ISA 8.9 and 8.10).

An execution says which write each read takes its value from, in which order the `fence.sc`
operations are, and which coherence order the writes of each location have. All other relations
follow from these. Everything that involves coherence order concerns one location alone, once
causality order is known, so each location is decided by itself.

The model is that of the manual, in the form that D. Lustig, S. Sahasrabuddhe and O. Giroux give it
("A Formal Analysis of the NVIDIA PTX Memory Consistency Model", ASPLOS 2019), with program order in
base causality order and with proxies, as later editions of the manual have it.
"""

from __future__ import annotations

from itertools import permutations, product
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.sim.memory_model.events import INITIAL
from ptxpy.sim.memory_model.limits import Effort
from ptxpy.sim.memory_model.relations import bits, compose, is_acyclic, transitive_closure
from ptxpy.sim.memory_model.structure import Structure

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.sim.memory_model.events import Location
    from ptxpy.sim.memory_model.relations import Relation
    from ptxpy.sim.memory_model.structure import Candidate

__all__ = ["AXIOMS", "Execution", "Rules", "executions"]

AXIOMS: Final = frozenset(
    {"Coherence", "FenceSC", "Atomicity", "SC per location", "Causality", "No thin air"}
)
"""The axioms, PTX ISA 8.10.1 to 8.10.6."""


class Rules(NamedTuple):
    """Which rules hold: those of the manual, unless the effect of a rule is to be shown."""

    axioms: frozenset[str] = AXIOMS
    has_program_order: bool = True
    """Whether base causality order contains program order. As ASPLOS 2019 has the model, it does
    not; then the axiom "Sequential Consistency Per Location" has that effect."""


class Execution(NamedTuple):
    """An execution that the axioms allow, with all coherence orders that each location may have."""

    sources: dict[int, int]
    """For each read the write that it takes its value from."""
    fence_order: tuple[int, ...]
    """The `fence.sc` operations. Fence-SC order relates those that are morally strong."""
    causality: Relation
    """Causality order, of overlapping memory operations."""
    coherence: dict[Location, tuple[Relation, ...]]
    """For each location the coherence orders that are consistent with the rest."""
    races: tuple[tuple[int, int], ...]
    """Pairs of operations that are in a data race (PTX ISA 8.7.1)."""


def executions(
    candidate: Candidate,
    rules: Rules = Rules(),  # noqa: B008
    effort: Effort | None = None,
) -> Iterator[Execution]:
    """Yield the executions of a candidate that the axioms but "No Thin Air" allow.

    That axiom is about other behaviours of the threads; see `is_justified`.

    Args:
        candidate: The operations.
        rules: The rules that hold.
        effort: Counts the choices that are tried; by default those of this candidate alone.

    Raises:
        TooLargeError: Too much would have to be tried.
    """
    effort = effort or Effort()
    events = candidate.events
    written: dict[tuple[Location | None, int | None], list[int]] = {}
    for k, event in enumerate(events):
        if event.writes:
            written.setdefault((event.location, event.written), []).append(k)
    choices = [
        [write for write in written.get((event.location, event.read), ()) if write != read]
        for read, event in enumerate(events)
        if event.reads
    ]
    if not all(choices):
        return
    known = Structure(candidate)
    if rules == Rules():
        choices = [
            [write for write in writes if not _is_overwritten(known, write, read)]
            for read, writes in zip(known.reads, choices, strict=True)
        ]
    orders = [*_fence_orders(known, effort)]
    for chosen in product(*choices):
        effort.spend()
        sources = dict(zip(known.reads, chosen, strict=True))
        if rules == Rules() and not _is_atomic(known, sources):
            continue
        observation = _observation(known, sources)
        released = _released(known, observation)
        for fence_order in orders:
            effort.spend()
            execution = _execution(
                known, rules, sources, observation, released, fence_order, effort
            )
            if execution is not None:
                yield execution


def _is_overwritten(known: Structure, write: int, read: int) -> bool:
    """Return whether program order alone keeps a read from taking its value from a write.

    The write comes behind the read, or another write comes between both; then causality order has
    the same, and the axioms "Coherence" and "Causality" forbid it. Such sources are many.
    """
    order, before = known.program_order, known.initial >> write & 1
    if order[read] >> write & 1:
        return True
    return any(
        (before or order[write] >> other & 1) and order[other] >> read & 1
        for other in bits(known.overlaps[read])
        if known.events[other].writes
        and other != write
        and known.events[other].proxy == known.events[read].proxy == "generic"
        and (before or known.events[write].proxy == "generic")
    )


def _is_atomic(known: Structure, sources: dict[int, int]) -> bool:
    """Return whether no two morally strong atomic operations read from the same write.

    One operation would come between the other one and the write (8.10.3), which precedes both in
    coherence order unless it races with them.
    """
    updates = [read for read in sources if known.events[read].writes]
    return not any(
        sources[a] == sources[b]
        and known.strong[a] >> b & 1
        and (known.initial >> sources[a] & 1 or known.strong[sources[a]] >> a & 1)
        and (known.initial >> sources[b] & 1 or known.strong[sources[b]] >> b & 1)
        for position, a in enumerate(updates)
        for b in updates[position + 1 :]
    )


def _fence_orders(known: Structure, effort: Effort) -> Iterator[tuple[int, ...]]:
    """Yield orders of the `fence.sc` operations that differ for some morally strong pair."""
    seen: set[tuple[tuple[int, int], ...]] = set()
    for order in permutations(known.fences):
        effort.spend()
        positions = {fence: position for position, fence in enumerate(order)}
        # Fences of one thread synchronise by program order already.
        if any(
            positions[a] > positions[b]
            for a in order
            for b in order
            if known.program_order[a] >> b & 1
        ):
            continue
        pairs = _fence_pairs(known, order)
        if pairs not in seen:
            seen.add(pairs)
            yield order


def _fence_pairs(known: Structure, order: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    return tuple(
        sorted(
            (a, b)
            for position, a in enumerate(order)
            for b in order[position + 1 :]
            if known.strong[a] >> b & 1
        )
    )


def _observation(known: Structure, sources: dict[int, int]) -> Relation:
    """Return observation order: from writes to reads, through atomic operations (8.9.2)."""
    direct = list(known.observes)
    for read, write in sources.items():
        if known.strong[write] >> read & 1:
            direct[write] |= 1 << read
    updates = sum(1 << k for k, event in enumerate(known.events) if event.kind == "update")
    found = direct
    while True:
        through = compose([row & updates for row in found], direct)
        grown = [a | b for a, b in zip(found, through, strict=True)]
        if grown == found:
            return found
        found = grown


def _released(known: Structure, observation: Relation) -> Relation:
    """Return which operations synchronise by release and acquire patterns, and at barriers."""
    found = list(known.synchronizes)
    for first, write in known.release_patterns:
        for read, last in known.acquire_patterns:
            if observation[write] >> read & 1 and known.strong[first] >> last & 1:
                found[first] |= 1 << last
    return found


def _execution(
    known: Structure,
    rules: Rules,
    sources: dict[int, int],
    observation: Relation,
    released: Relation,
    fence_order: tuple[int, ...],
    effort: Effort,
) -> Execution | None:
    """Return an execution with its coherence orders; None if the axioms forbid it."""
    synchronizes = list(released)
    pairs = _fence_pairs(known, fence_order)
    for a, b in pairs:
        synchronizes[a] |= 1 << b
    base = transitive_closure(
        [a | b for a, b in zip(known.program_order, synchronizes, strict=True)]
    )
    if "FenceSC" in rules.axioms and any(base[b] >> a & 1 for a, b in pairs):
        return None
    causality = _causality(known, rules, base, synchronizes, observation)
    # A read that precedes a write in causality order does not read from it (8.10.6, clause 1).
    if "Causality" in rules.axioms and any(
        causality[read] >> write & 1 for read, write in sources.items()
    ):
        return None
    coherence = {}
    for location, writes in known.writes.items():
        found = tuple(
            order
            for order in _coherence_orders(known, rules, writes, causality, effort)
            if _is_consistent(known, rules, sources, causality, order, location)
        )
        if not found:
            return None
        coherence[location] = found
    return Execution(sources, fence_order, causality, coherence, _races(known, causality))


def _causality(
    known: Structure, rules: Rules, base: Relation, synchronizes: Relation, observation: Relation
) -> Relation:
    """Return causality order, of overlapping memory operations (8.9.5)."""
    if not rules.has_program_order:
        # At least one pair that synchronises, and program order around it.
        identity = [1 << k for k in range(len(base))]
        before = [a | b for a, b in zip(known.program_order, identity, strict=True)]
        behind = [a | b for a, b in zip(base, identity, strict=True)]
        base = compose(compose(before, synchronizes), behind)
    events, places = known.events, known.places
    preserved = []
    for k, row in enumerate(base):
        mask = 0
        for other in bits(row & known.overlaps[k]):
            one, two = events[k].proxy, events[other].proxy
            if one == two:
                is_same_cta = (
                    INITIAL in (events[k].thread, events[other].thread)
                    or places[events[k].thread] == places[events[other].thread]
                )
                is_preserved = one == "generic" or is_same_cta
            else:
                is_preserved = INITIAL in (events[k].thread, events[other].thread) or any(
                    base[fence] >> other & 1 and events[fence].proxy in (one, two)
                    for fence in bits(row)
                    if events[fence].kind == "proxy fence"
                )
            if is_preserved:
                mask |= 1 << other
        preserved.append(mask)
    through = compose(observation, preserved)
    return [a | b for a, b in zip(preserved, through, strict=True)]


def _coherence_orders(
    known: Structure, rules: Rules, writes: list[int], causality: Relation, effort: Effort
) -> Iterator[Relation]:
    """Yield the coherence orders that the writes of a location may have (8.9.6, 8.10.1).

    Writes are related if they are morally strong or related in causality order; others race.
    """
    holds = "Coherence" in rules.axioms
    inside = sum(1 << write for write in writes)
    related = {
        a: sum(
            1 << b
            for b in writes
            if a != b and ((known.strong[a] | causality[a]) >> b & 1 or causality[b] >> a & 1)
        )
        for a in writes
    }
    if holds and any(causality[write] >> write & 1 for write in writes):
        return
    seen: set[tuple[int, ...]] = set()

    def extend(order: tuple[int, ...], left: int) -> Iterator[tuple[int, ...]]:
        if not left:
            yield order
        for write in bits(left):
            earlier_left = any(
                causality[other] >> write & 1 for other in bits(left & ~(1 << write))
            )
            # Initial values come first, whatever else holds.
            is_early = not known.initial >> write & 1 and bool(left & known.initial)
            if not ((holds and earlier_left) or is_early):
                yield from extend((*order, write), left & ~(1 << write))

    for order in extend((), inside):
        effort.spend()
        rows = [0] * len(known.events)
        later = inside
        for write in order:
            later &= ~(1 << write)
            rows[write] = related[write] & later
        closed = transitive_closure(rows)
        if tuple(closed) not in seen:
            seen.add(tuple(closed))
            yield closed


def _is_consistent(
    known: Structure,
    rules: Rules,
    sources: dict[int, int],
    causality: Relation,
    coherence: Relation,
    location: Location,
) -> bool:
    """Return whether a coherence order of a location contradicts no axiom."""
    events, strong = known.events, known.strong
    reads = [read for read in known.reads if events[read].location == location]
    # The writes that overwrite what a read has read; an atomic operation does not precede itself.
    from_reads = {read: coherence[sources[read]] & ~(1 << read) for read in reads}
    if "Causality" in rules.axioms:
        for read in reads:
            for write in bits(from_reads[read]):
                if causality[write] >> read & 1:
                    return False
    if "Atomicity" in rules.axioms:
        for read in reads:
            if events[read].writes:
                for write in bits(from_reads[read] & strong[read]):
                    if coherence[write] >> read & 1:
                        return False
    return "SC per location" not in rules.axioms or is_acyclic(
        _location_order(known, sources, coherence, from_reads, location)
    )


def _location_order(
    known: Structure,
    sources: dict[int, int],
    coherence: Relation,
    from_reads: dict[int, int],
    location: Location,
) -> Relation:
    """Return program order and the morally strong part of communication order, of a location.

    An atomic operation is two there, a read and then a write: of operations between both, the axiom
    "Atomicity" decides.
    """
    events, strong = known.events, known.strong
    count = len(events)
    graph = [0] * (2 * count)
    write_of = [k + count if event.kind == "update" else k for k, event in enumerate(events)]
    for k, event in enumerate(events):
        if event.location == location:
            graph[write_of[k]] |= known.program_order[k] & known.overlaps[k]
            if event.kind == "update":
                graph[k] |= 1 << write_of[k]
    for write in known.writes[location]:
        for later in bits(coherence[write] & strong[write]):
            graph[write_of[write]] |= 1 << write_of[later]
    for read, mask in from_reads.items():
        source = sources[read]
        if strong[source] >> read & 1:
            graph[write_of[source]] |= 1 << read
        for later in bits(mask & strong[read]):
            graph[read] |= 1 << write_of[later]
    return graph


def _races(known: Structure, causality: Relation) -> tuple[tuple[int, int], ...]:
    """Return the pairs of operations that are in a data race (8.7.1)."""
    events = known.events
    return tuple(
        (a, b)
        for a, event in enumerate(events)
        for b in bits(known.overlaps[a] & ~known.strong[a])
        if a < b
        and INITIAL not in (event.thread, events[b].thread)
        and event.thread != events[b].thread
        and (event.writes or events[b].writes)
        and not (causality[a] >> b & 1 or causality[b] >> a & 1)
    )
