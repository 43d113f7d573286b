"""The timekeeper: an observer that records when warps run and wait, and copies in flight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ptxpy.sim.machine.deadlocks import blocked_threads
from ptxpy.sim.machine.mbarrier_words import describe_mbarrier
from ptxpy.sim.observe.logical_clock import LogicalClock, select_values
from ptxpy.sim.observe.observer import WARP
from ptxpy.sim.observe.region_names import RegionNames
from ptxpy.sim.observe.shared_spans import SharedSpans
from ptxpy.sim.observe.timeline import Flow, Mark, Slice, Timeline, Track

if TYPE_CHECKING:
    from ptxpy.sim.machine.scheduler import Scheduler
    from ptxpy.sim.observe.instruction_sites import InstructionSite
    from ptxpy.sim.observe.observer import Lanes
    from ptxpy.sim.observe.regions import Region
    from ptxpy.sim.observe.source_lines import Source

__all__ = ["Timekeeper"]


@dataclass(slots=True)
class _Flight:
    """A copy, or a group of copies or `wgmma` operations."""

    name: str
    kind: str
    """`async`, `bulk` or `wgmma` for a group; empty for a copy that completes on an mbarrier."""
    warp: int
    """The index in the batch of the warp that has issued it."""
    cta: int
    """The index in the batch of its CTA."""
    line: int
    """The PTX line of the instruction that has issued it."""
    start: int
    """The time at which it was issued."""
    last: int
    """The time at which the last operation of the group was issued."""
    size: int
    """How many bytes it copies."""
    count: int = 1
    """How many operations it consists of."""

    @classmethod
    def empty(cls, warp: int) -> _Flight:
        """Return an empty group."""
        return cls("", "", warp, -1, 0, 0, 0, 0, 0)


@dataclass(slots=True)
class _Loop:
    """A loop that a warp is in."""

    start: int
    """The time at which the warp came to it."""
    slices: list[dict[str, Any]]
    """The arguments of its slices: waits and loops in it part them."""
    trips: int = 0
    mark: int = -1
    """The index of the mark of the last trip; -1 for none."""

    def tell(self, time: int) -> None:
        """Give all its slices the number of trips, and the time from its begin to now."""
        for each in self.slices:
            each.update({"trips": self.trips, "whole loop": f"{self.start} to {time}"})


class _Rows:
    """Assigns overlapping operations to rows: each gets the first row that is free."""

    def __init__(self) -> None:
        """Create an assignment whose rows are all free."""
        self._ends: dict[tuple[int, str, int], list[int]] = {}

    def assign(self, key: tuple[int, str, int], start: int, end: int) -> int:
        """Return the index of a row of a key that is free from start to end, and occupy it."""
        ends = self._ends.setdefault(key, [])
        for number, last in enumerate(ends):
            if last <= start:
                ends[number] = end
                return number
        ends.append(end)
        return len(ends) - 1


_GROUPS = {"async": "cp.async", "bulk": "bulk stores", "wgmma": "wgmma", "tensor": "tensor memory"}
_COPIES = ("async", "bulk")
"""The kinds of groups that are copies."""
_WARPS_PER_WARPGROUP = 4


class Timekeeper(LogicalClock):
    """Records slices of warps, copies, and operations of `wgmma` and `tcgen05`."""

    def __init__(self, source: Source, ctas: list[int], limit: int) -> None:
        """Create a timekeeper without slices.

        Args:
            source: The source locations of instructions.
            ctas: The indices of the CTAs that are recorded, as in `Geometry.cta_coordinates`.
            limit: The most slices.
        """
        super().__init__()
        self.source = source
        self.ctas = sorted(set(ctas))
        self.limit = limit
        self.reached = False
        self.slices: list[Slice] = []
        self.flows: list[Flow] = []
        self.shared = SharedSpans(source)
        self._places: list[tuple[int, int, int]] = []
        self.marks: list[Mark] = []
        self._no_trips: set[int] = set()
        """The marks where a loop was tested for the last time."""
        self._regions = RegionNames(source)

    def result(self, name: str, error: RuntimeError | None) -> Timeline:
        """Return the timeline."""
        return Timeline(
            name,
            self._places,
            self.slices,
            self.flows,
            limit=self.limit,
            reached=self.reached,
            error=error,
            shared=self.shared.found,
            shared_reached=self.shared.reached,
            marks=[mark for at, mark in enumerate(self.marks) if at not in self._no_trips],
        )

    def begin(self, scheduler: Scheduler) -> None:
        """Begin a batch at time 0."""
        super().begin(scheduler)
        machine = self.machine
        self._places = [machine.geometry.cta_coordinates(cta) for cta in self.ctas]
        self._size = machine.geometry.padded // WARP
        shown = [k for k, cta in enumerate(self.ctas) if 0 <= cta - machine.first < machine.ctas]
        self._index = {self.ctas[k] - machine.first: k for k in shown}
        """The recorded CTAs of the batch: their index in the timeline, by index in the batch."""
        first = self.ctas[0] - machine.first if self.ctas else -1
        self.shared.begin(machine, first if 0 <= first < machine.ctas else -1)
        count = len(self.now)
        self._is_recorded = np.isin(np.arange(count) // self._size, list(self._index))
        self._region = np.full(count, -1, np.int64)
        self._started = np.zeros(count, np.int64)
        self._was = np.full(count, -1, np.int64)
        """The region that each warp was in last, also while it waits."""
        self._loops: dict[tuple[int, int], _Loop] = {}
        """The loops that each warp is in, by the ordinals of their heads."""
        self._rows = _Rows()
        self._uncompleted: dict[int, list[_Flight]] = {}
        self._completed: dict[int, tuple[int, list[_Flight]]] = {}
        self._uncommitted: dict[tuple[str, int], _Flight] = {}
        self._committed: dict[tuple[str, int], list[_Flight]] = {}

    def close(self) -> None:
        """End all open slices; copies that no warp has waited for end when they are complete.

        If the kernel has ended with an error, waits of blocked warps last until all others end.
        """
        horizon = int(self.now.max()) + 1
        for each in blocked_threads(self.scheduler):
            ordinal = each.frame.routine.code.ordinals[each.statement]
            for warp in np.unique(each.lanes // WARP).tolist():
                self._wait(ordinal, warp, (int(self.now[warp]), horizon), {"ended": False})
        for warp in np.flatnonzero(self._region >= 0).tolist():
            self._end_run(warp, int(self.now[warp]))
        for word in [*self._completed]:
            self._end_unawaited(word)
        for flights in (
            *self._uncompleted.values(),
            *self._committed.values(),
            [*self._uncommitted.values()],
        ):
            for flight in flights:
                self._end_flight(flight, max(flight.last, int(self.now[flight.warp])))

    # ----------------------------------------------------------------------- runs

    def track(self, warp: int) -> Track | None:
        """Return the row of a warp; None if it is not recorded."""
        cta, number = divmod(warp, self._size)
        index = self._index.get(cta)
        return None if index is None else Track(index, 0, f"warp {number}", number)

    def _add(
        self, track: Track, name: str, kind: str, times: tuple[int, int], arguments: dict[str, Any]
    ) -> int:
        """Add a slice; return its index, or -1 if the limit is reached."""
        if len(self.slices) >= self.limit:
            self.reached = True
            return -1
        self.slices.append(Slice(track, name, kind, *times, arguments))
        return len(self.slices) - 1

    def _end_run(self, warp: int, time: int) -> None:
        """End the slice of the region that a warp runs."""
        region, start = int(self._region[warp]), int(self._started[warp])
        self._region[warp] = -1
        track = self.track(warp)
        if region >= 0 and time > start and track is not None:
            named = self._regions.of(region, self.pieces.regions[region])
            found = {**named.arguments}
            loop = self._loops.get((warp, region))
            if loop is not None:
                # How often the loop turns is known when the warp leaves it.
                loop.slices.append(found)
                loop.tell(time)
            self._add(track, named.name, "run", (start, time), found)

    def _enter(self, site: InstructionSite, warp: int) -> None:
        """Record that a warp has come to another region: it leaves loops, and enters others."""
        region = self.pieces.regions[site.region]
        heads = {region.routine.code.ordinals[head] for head in region.loops}
        now = int(self.now[warp])
        for key in [key for key in self._loops if key[0] == warp and key[1] not in heads]:
            # A function that is called from a loop is in it.
            if self._is_of(region, key[1]):
                loop = self._loops.pop(key)
                if self.pieces.regions[key[1]].ends_at_head:
                    loop.trips -= 1
                    self._no_trips.add(loop.mark)
                loop.tell(now)
        for head in heads:
            self._loops.setdefault((warp, head), _Loop(now, []))

    def _is_of(self, region: Region, head: int) -> bool:
        held = self.pieces.regions.get(head)
        return held is not None and held.routine is region.routine

    def _begin_trips(self, site: InstructionSite, warps: Any) -> None:
        """Record that warps begin a loop, or another trip of a loop."""
        region = self.pieces.regions[site.region]
        if site.ordinal != site.region or not region.is_loop:
            return
        line = self.source.line(site.ordinal)
        for warp in warps[self._is_recorded[warps]].tolist():
            loop = self._loops[warp, site.region]
            loop.trips += 1
            if loop.trips > 1:
                named = self._regions.of(site.region, region)
                name = f"trip {loop.trips} of {named.name}"
                if self._mark(warp, name, "trip", int(self.now[warp]), {"line": line}):
                    loop.mark = len(self.marks) - 1

    def _mark(self, warp: int, name: str, kind: str, time: int, arguments: dict[str, Any]) -> bool:
        """Record an instant of a warp, if it is recorded and the limit is not reached."""
        track = self.track(warp)
        if track is None or len(self.marks) >= self.limit:
            return False
        self.marks.append(Mark(track, name, kind, time, arguments))
        return True

    def on_wait(self, ordinal: int, warp: int, start: int, end: int) -> None:
        """Record a wait at a barrier, and that the warp leaves it."""
        self._wait(ordinal, warp, (start, end), {})
        place = self.source.location(ordinal)
        self._mark(warp, place.text.rstrip(";"), "barrier", end, {"line": place.line})

    def _wait(
        self, ordinal: int, warp: int, times: tuple[int, int], arguments: dict[str, Any]
    ) -> None:
        if times[0] == times[1] or not self._is_recorded[warp]:
            return
        self._end_run(warp, times[0])
        track = self.track(warp)
        if track is not None:
            place = self.source.location(ordinal)
            name = f"wait: {place.text.rstrip(';')}"
            self._add(track, name, "wait", times, {"line": place.line, **arguments})

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
        """Record an instruction."""
        group = self.lanes_of(lanes)
        warps = group.warps
        # Warps that stay in their region need no new slice, and most do.
        others = warps[(self._region[warps] != site.region) & self._is_recorded[warps]]
        for warp in others.tolist():
            now = int(self.now[warp])
            self._end_run(warp, now)
            self._region[warp], self._started[warp] = site.region, now
            if self._was[warp] != site.region:
                self._was[warp] = site.region
                self._enter(site, warp)
        self._begin_trips(site, warps)
        if site.tracks:
            address = site.address(addresses, site.barrier)
            self._track(site.tracks, *self.select_words(site, group, guard, address, more))
        # Before the clock advances: a copy is reported from within the step.
        self.shared.step(site, group, guard, addresses, self.now)
        super().step(site, lanes, guard, addresses, more, written, read)
        kind, _, action = site.role.partition(" ")
        if kind in _GROUPS and site.copy is None:
            self._record_group_action(site, group, guard, kind, action)

    # --------------------------------------------------------------------- copies

    def on_copy(
        self, site: InstructionSite, lane: int, size: int, signalled: dict[int, int]
    ) -> None:
        """Record that a bulk copy was issued."""
        warp = lane // WARP
        time = int(self.now[warp])
        assert site.copy is not None  # noqa: S101 - there is a copy
        name = f"{'tensor' if site.copy.tensor >= 0 else 'bulk'} {site.copy.kind}"
        self.shared.copy(site, lane, size, time)
        line = self.source.line(site.ordinal)
        if not signalled:
            self._add_to_group("bulk", warp, name, line, size, 1)
            return
        for cta, word in signalled.items():
            # The clock has counted the instruction already: the copy begins with it.
            flight = _Flight(name, "", warp, cta, line, time - 1, time, size)
            self._uncompleted.setdefault(word, []).append(flight)

    def _add_to_group(
        self, kind: str, warp: int, name: str, line: int, size: int, count: int
    ) -> None:
        """Add operations to the uncommitted group of a warp."""
        time = int(self.now[warp])
        flight = self._uncommitted.get((kind, warp))
        if flight is None:
            cta = warp // self._size
            flight = _Flight(name, kind, warp, cta, line, time - 1, time, 0, 0)
            self._uncommitted[kind, warp] = flight
        flight.last = time
        flight.size += size
        flight.count += count

    def _record_group_action(
        self, site: InstructionSite, group: Lanes, guard: Any, kind: str, action: str
    ) -> None:
        """Record an operation of an async-group, a commit, or a wait for groups."""
        (numbers,) = select_values(group, guard)
        warps, threads = np.unique(numbers // WARP, return_counts=True)
        if action and action != "commit":
            # Each warp of a warpgroup waits.
            place = self.source.location(site.ordinal)
            for warp in warps.tolist():
                time = int(self.now[warp])
                self._mark(warp, place.text.rstrip(";"), "groups", time, {"line": place.line})
        if kind == "wgmma":
            # The four warps of a warpgroup execute one operation, which the first of them stands
            # for.
            first = warps % self._size % _WARPS_PER_WARPGROUP == 0
            warps, threads = warps[first], threads[first]
        for warp, count in zip(warps.tolist(), threads.tolist(), strict=True):
            if not action:
                size = count * site.accesses[0].size if site.accesses else 0
                name, line = self._operation(site, kind), self.source.line(site.ordinal)
                self._add_to_group(kind, warp, name, line, size, count if kind in _COPIES else 1)
            elif action == "commit":
                flight = self._uncommitted.pop((kind, warp), None)
                if flight is not None:
                    self._committed.setdefault((kind, warp), []).append(flight)
                else:
                    # An empty group counts for `wait_group N`, too.
                    self._committed.setdefault((kind, warp), []).append(_Flight.empty(warp))
            else:
                groups = self._committed.get((kind, warp), [])
                pending = site.pending_groups
                # Groups complete in order, so the oldest ones are done.
                done = groups[: len(groups) - pending] if pending else groups[:]
                del groups[: len(done)]
                # `cp.async.wait_all` waits for operations that no group has, too.
                if ".wait_all" in site.node.modifiers and (kind, warp) in self._uncommitted:
                    done.append(self._uncommitted.pop((kind, warp)))
                time = int(self.now[warp])
                for flight in done:
                    self._end_flight(flight, time, warp, time - 1)

    @staticmethod
    def _operation(site: InstructionSite, kind: str) -> str:
        words = site.node.modifiers
        if kind in _COPIES:
            return _GROUPS[kind]
        if kind == "tensor":
            return f"{site.opcode}{words[0]}"
        return f"wgmma {next((word[1:] for word in words if word.startswith('.m64n')), '')}"

    def _track(self, kind: str, numbers: Any, words: Any) -> None:
        """Let mbarriers track the uncommitted operations of warps, of several the first one."""
        warps, first = np.unique(numbers // WARP, return_index=True)
        for warp, word in zip(warps.tolist(), words[first].tolist(), strict=True):
            flight = self._uncommitted.pop((kind, warp), None)
            if flight is not None:
                self._uncompleted.setdefault(word, []).append(flight)

    def on_phase_complete(self, word: int, parity: int) -> None:
        """Record that the copies of a phase are complete."""
        del parity
        self._end_unawaited(word)
        flights = self._uncompleted.pop(word, None)
        if flights:
            self._completed[word] = self.word(word).completed, flights

    def _end_unawaited(self, word: int) -> None:
        """End complete copies that no warp has waited for."""
        time, flights = self._completed.pop(word, (0, []))
        for flight in flights:
            self._end_flight(flight, time)

    def on_phase_test(
        self, site: InstructionSite, warp: int, word: int, start: int, end: int
    ) -> None:
        """Record a wait at an mbarrier, and end the copies that it has waited for."""
        name = describe_mbarrier(self.machine, word)
        self._wait(site.ordinal, warp, (start, end), {"mbarrier": name})
        _, flights = self._completed.pop(word, (0, []))
        for flight in flights:
            # An arrow has to end in the slice of the wait, or in the test if nothing was waited
            # for.
            time = max(flight.start, start if end > start else start - 1)
            self._end_flight(flight, end, warp, time)

    def _end_flight(self, flight: _Flight, end: int, waiter: int = -1, time: int = 0) -> None:
        """Record a copy or a group, and an arrow to the wait that it satisfies."""
        index = self._index.get(flight.cta)
        if index is None or not flight.count:
            return
        end = max(end, flight.last)
        warp = flight.warp % self._size if flight.kind else -1
        row = self._rows.assign((flight.cta, flight.kind, warp), flight.start, end)
        # A product is one of all warps of a warpgroup, the first of which stands for them.
        is_of_group = flight.kind == "wgmma"
        last = warp + _WARPS_PER_WARPGROUP - 1
        issuer = f"{warp} to {last}" if is_of_group else flight.warp % self._size
        title = f"warp{'s' if is_of_group else ''} {issuer}"
        name = f"{title}: {_GROUPS[flight.kind]}" if flight.kind else "copies"
        order = [*_GROUPS].index(flight.kind) + 2 if flight.kind else 1
        track = Track(index, order, name if not row else f"{name} {row + 1}", warp)
        kind = flight.kind if flight.kind and flight.kind not in _COPIES else "copy"
        by = "issued by warps" if is_of_group else "issued by warp"
        arguments: dict[str, Any] = {"line": flight.line, by: issuer}
        if flight.size:
            arguments["bytes"] = flight.size
        title = flight.name if flight.count == 1 else f"{flight.count} {flight.name}"
        number = self._add(track, title, kind, (flight.start, end), arguments)
        target = self.track(waiter) if waiter >= 0 else None
        if number >= 0 and target is not None:
            self.flows.append(Flow(number, target, time))
