"""Runs of a launch in which each read of memory that others write gets a chosen value.

The simulator itself runs the threads, so a thread acts on a value as it does in any
launch. Its schedule does not matter: threads influence each other through memory only by the values
that are chosen, and else by barriers and collective instructions, which wait for each other as
usual.

A value is chosen by writing it to memory just before the thread reads it. For that, pieces begin
and end at each access, and a piece with an access runs for one thread after the other.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any, ClassVar, Final

import numpy as np

from ptxpy.isa import traits
from ptxpy.sim.launch_hooks import LaunchHooks
from ptxpy.sim.memory_model.events import Event
from ptxpy.sim.memory_model.forced_pieces import (
    ForcedPieces,
    ForcedScheduler,
    SplitError,
    StuckError,
)
from ptxpy.sim.memory_model.limits import TooLargeError

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.isa import Traits
    from ptxpy.sim.compile.compiled_pieces import CompiledPieces
    from ptxpy.sim.errors import FaultError
    from ptxpy.sim.machine.ready_groups import Group
    from ptxpy.sim.machine.scheduler import Scheduler
    from ptxpy.sim.memory_model.events import Location
    from ptxpy.sim.pieces import Program

__all__ = ["ForcedRun"]

_MAX_OPERATIONS: Final = 64
"""The most operations of a thread on memory that others access."""
_SEVERAL_PHASES: Final = (
    "the order of arrivals decides for which phase of an mbarrier, or for which generation of a "
    "barrier, each counts, and only one order is run"
)
_MAX_ACCESSES: Final = 20_000
"""The most accesses of a run."""


def _memory(space: str) -> str:
    """Return the memory of a state space: that of all CTAs is one."""
    return space if space == "global" else "shared"


class ForcedRun(LaunchHooks):
    """The hooks of a run: they choose the values of reads, and record the operations of threads."""

    watches_accesses = True
    scheduler_class: ClassVar[type[Scheduler]] = ForcedScheduler

    def __init__(
        self,
        shared: frozenset[Location],
        choose: Callable[[int, Location, int, int | None], int],
        *,
        guesses: frozenset[int] = frozenset(),
    ) -> None:
        """Create the hooks of a run.

        Args:
            shared: The locations that several threads access, one of which writes.
            choose: Returns the value that a thread reads at a location, given the initial value and
                the one that the thread itself has written there last, if it has.
            guesses: The statements whose reads may race (`Event.is_guess`).
        """
        self.shared = shared
        self._choose = choose
        self._guesses = guesses
        self.events: dict[int, list[Event]] = defaultdict(list)
        """The operations of each thread, by lane."""
        self.ends: dict[int, str] = {}
        """For each thread that has not ended, why: `polls`, `blocked`, or a message."""
        self.readers: dict[Location, set[int]] = defaultdict(set)
        """The threads that access each location."""
        self.writers: dict[Location, set[int]] = defaultdict(set)
        """The threads that write to each location."""
        self.initial: dict[Location, int] = {}
        """The initial values of `shared`."""
        self.at = -1
        self.ctas = 0
        """How many CTAs have run."""
        self.faults: dict[int, int] = {}
        """For each thread that has faulted, the statement."""
        self.rounds: dict[int, int] = {}
        """For each thread that polls, at which of its operations the last round begins."""
        self.synchronizes: list[tuple[Any, Any]] = []
        """Pairs of arrivals and departures of barriers: each a thread and an index in `events`."""
        self.observes: list[tuple[Any, Any]] = []
        """Pairs of arrivals and departures of mbarriers and of barriers of clusters."""
        self._instructions: Counter[int] = Counter()
        self._effects: Counter[int] = Counter()
        """How often each thread has had an effect on memory or a barrier."""
        self._states: dict[Any, list[int]] = {}
        """The states in which threads began accesses, and how many operations each had done."""
        self._accesses = 0
        self._reached: dict[int, int] = {}
        """For each thread the barrier that it has reached last."""
        self._pending: list[tuple[int, int]] = []
        """Atomic operations under way: the thread, and the index of the event."""
        self._at_barrier: dict[int, list[tuple[int, int]]] = defaultdict(list)
        self._members: dict[int, frozenset[int]] = {}
        """For each barrier that has been complete the threads that had arrived."""
        self._ended: set[tuple[str, int]] = set()
        """The mbarriers of which a phase has ended."""
        self._in_phase: dict[Any, list[tuple[int, int]]] = defaultdict(list)
        self._complete: dict[Any, list[tuple[int, int]]] = defaultdict(list)
        self._traits: dict[int, Traits] = {}

    @property
    def compiler(self) -> Callable[[Program], CompiledPieces]:
        """Compiles a program for these hooks."""
        return ForcedPieces

    # ------------------------------------------------------------------ the run

    def begin(self, scheduler: Scheduler) -> None:
        """Note the initial values."""
        self.machine = scheduler.machine
        self._pieces: Any = scheduler.pieces
        self.ctas += self.machine.ctas
        for location in self.shared:
            space, first, size = location
            view = self.machine.view(space, f"u{size}")
            self.initial[location] = int(view[first // size])

    def access_begins(self, group: Group) -> None:
        """Called before threads run a piece with an access.

        Raises:
            StuckError: They have been in the same state since they last had an effect, so that they
                poll memory for ever, with these values.
        """
        frame, piece, lanes = group
        self._accesses += 1
        if self._accesses > _MAX_ACCESSES:
            message = f"threads have more than {_MAX_ACCESSES:,} accesses"
            raise TooLargeError(message)
        if not self._pieces.reads[piece]:
            return
        part = self.machine.part
        registers = b"".join(
            np.asarray(part(value, lanes)).tobytes()
            for value in frame
            if isinstance(value, np.ndarray | np.generic)
        )
        threads = lanes.tolist()
        effects = sum(self._effects[lane] for lane in threads)
        state = frame, piece, lanes.tobytes(), effects, registers
        before = self._states.get(state)
        if before is not None:
            self.rounds.update(zip(threads, before, strict=True))
            raise StuckError
        self._states[state] = [len(self.events[lane]) for lane in threads]

    def access_ends(self) -> None:
        """Called behind the piece: atomic operations have written their values."""
        for lane, index in self._pending:
            event = self.events[lane][index]
            assert event.location is not None  # noqa: S101 - an atomic operation has one
            space, first, size = event.location
            value = int(self.machine.view(space, f"u{size}")[first // size])
            # A compare-and-swap that fails writes nothing. One that writes the value that is there
            # already is taken for it: that allows more.
            if value == event.read and ".cas" in self._pieces.statements[event.at].modifiers:
                self.events[lane][index] = event._replace(kind="read")
            else:
                self.events[lane][index] = event._replace(written=value)
                self._effects[lane] += 1
        self._pending = []

    def threads_stick(self, lanes: Any) -> None:
        """Called when threads poll for ever: they read the same values again."""
        self.ends.update(dict.fromkeys(lanes.tolist(), "polls"))

    def thread_faults(self, lane: int, fault: FaultError) -> None:
        """Called when a thread faults; the others go on."""
        self._pending = []
        self.ends[lane] = fault.message
        self.faults[lane] = self.at

    def threads_blocked(self) -> None:
        """Called when no thread can go on."""
        left = {**self._at_barrier, **self._in_phase}
        if any(left[key] and (key in self._members or key in self._ended) for key in left):
            raise TooLargeError(_SEVERAL_PHASES)
        for lane in np.flatnonzero(~self.machine.ended).tolist():
            self.ends.setdefault(lane, "blocked")

    def _kind(self) -> Traits:
        found = self._traits.get(self.at)
        if found is None:
            statement = self._pieces.statements[self.at]
            found = self._traits[self.at] = traits(statement.opcode, statement.modifiers)
        return found

    def _add(self, lane: int, **fields: Any) -> tuple[int, int]:
        """Record an operation of the statement that runs."""
        events = self.events[lane]
        found = self._kind()
        # A volatile operation is a relaxed one of system scope (PTX ISA 8.4.2).
        order = "relaxed" if found.order == "volatile" else found.order or "weak"
        scope = "" if order == "weak" else found.scope
        defaults: dict[str, Any] = {"order": order, "scope": scope, "at": self.at}
        number = self._instructions[lane]
        events.append(Event(lane, number, **{**defaults, **fields}))
        if len(events) > _MAX_OPERATIONS:
            message = f"a thread has more than {_MAX_OPERATIONS} operations"
            raise TooLargeError(message)
        return lane, len(events) - 1

    # ----------------------------------------------------------------- accesses

    def _locations(
        self, space: str, kind: str, index: Any, count: int, lanes: Any
    ) -> list[tuple[int, list[Location]]]:
        """Return the locations that each thread accesses: one for each element of a vector."""
        space, size = _memory(space), int(kind[1:])
        first = np.broadcast_to(np.asarray(index).reshape(-1), lanes.shape).tolist()
        found = [
            (lane, [(space, (element + k) * size, size) for k in range(count)])
            for lane, element in zip(lanes.tolist(), first, strict=True)
        ]
        for lane, locations in found:
            if len(lanes) > 1 and not self.shared.isdisjoint(locations):
                raise SplitError
            self._instructions[lane] += 1
        return found

    def load(self, space: str, kind: str, count: int, index: Any, lanes: Any) -> None:
        """Choose the values of a load."""
        if space == "local":
            return
        for lane, locations in self._locations(space, kind, index, count, lanes):
            for location in locations:
                self.readers[location].add(lane)
                if location in self.shared:
                    value = self._force(lane, location)
                    is_guess = self.at in self._guesses
                    self._add(lane, kind="read", location=location, read=value, is_guess=is_guess)

    def _force(self, lane: int, location: Location) -> int:
        """Write the value to memory that a thread is about to read, and return it."""
        space, first, size = location
        own = next(
            (e.written for e in reversed(self.events[lane]) if e.writes and e.location == location),
            None,
        )
        value = self._choose(lane, location, self.initial[location], own)
        self.machine.view(space, f"u{size}")[first // size] = value
        return value

    def store(
        self, space: str, kind: str, elements: Any, index: Any, values: tuple[Any, ...], lanes: Any
    ) -> bool:
        """Record a store."""
        if space == "local":
            self._effects.update(lanes.tolist())
            return False
        size = int(kind[1:])
        for lane, locations in self._locations(space, kind, index, len(values), lanes):
            self._effects[lane] += 1
            for location, value in zip(locations, values, strict=True):
                self.readers[location].add(lane)
                self.writers[location].add(lane)
                if location in self.shared:
                    held = np.asarray(value).reshape(-1)[:1].astype(elements.dtype)
                    written = int(held.view(f"u{size}")[0])
                    self._add(lane, kind="write", location=location, written=written)
        return False

    def atomic(
        self, space: str, kind: str, index: Any, lanes: Any, returns: bool  # noqa: FBT001
    ) -> None:
        """Choose the value that an atomic operation reads."""
        del returns
        if space == "local":
            return
        for lane, (location,) in self._locations(space, kind, index, 1, lanes):
            self.readers[location].add(lane)
            self.writers[location].add(lane)
            if location not in self.shared:
                self._effects[lane] += 1
                continue
            value = self._force(lane, location)
            # An `atom` whose result nothing uses returns none either.
            is_reduction = self._pieces.statements[self.at].opcode == "red"
            self._pending.append(
                self._add(
                    lane, kind="update", location=location, read=value, is_reduction=is_reduction
                )
            )

    def fence(self, guard: Any, lanes: Any) -> None:
        """Record a fence."""
        if guard is not None and not np.broadcast_to(guard, (len(lanes),))[0]:
            return
        lane = int(lanes[0])
        fences = self._kind().fences
        self._instructions[lane] += 1
        if "memory" in fences:
            self._add(lane, kind="fence")
        for fence in fences:
            if fence.startswith("proxy."):
                self._add(lane, kind="proxy fence", proxy=fence.removeprefix("proxy."))

    # ----------------------------------------------------------------- barriers

    def barrier_arrivals(self, keys: Any, lanes: Any) -> None:
        """Record arrivals at barriers of CTAs."""
        for key, lane in zip(keys.tolist(), lanes.tolist(), strict=True):
            self._at_barrier[key].append(self._meet(lane, "arrive", ("barrier", key, 0)))

    def barrier_departures(self, keys: Any, lanes: Any, following: int) -> None:
        """Record that lanes leave complete barriers."""
        del following
        for key, lane in zip(keys.tolist(), lanes.tolist(), strict=True):
            departure = self._meet(lane, "wait", ("barrier", key, 0))
            self.synchronizes += [(arrival, departure) for arrival in self._at_barrier[key]]

    def barriers_complete(self, complete: Any) -> None:
        """Begin the next generation of barriers."""
        for key in np.flatnonzero(complete).tolist():
            arrived = self._at_barrier.pop(key)
            members = frozenset(lane for lane, _ in arrived)
            if key in self._members and self._counts_threads(arrived, members, key):
                raise TooLargeError(_SEVERAL_PHASES)
            self._members[key] = members

    def _counts_threads(
        self, arrived: list[tuple[int, int]], members: frozenset[int], key: int
    ) -> bool:
        """Return whether the order of arrivals decides for which generation each one counts.

        It does if a barrier awaits a number of threads, and they are not the same each time, or
        some threads do not wait there.
        """
        statements = [
            self._pieces.statements[self.events[lane][number].at] for lane, number in arrived
        ]
        counted = any(len(each.operands) > 1 for each in statements)
        return counted and (
            members != self._members[key] or any(".arrive" in each.modifiers for each in statements)
        )

    def warps_converge(self, guard: Any, lanes: Any) -> None:
        """Record that lanes of warps meet at a `bar.warp.sync`, which orders their accesses."""
        if guard is not None:
            lanes = lanes[np.broadcast_to(guard, lanes.shape)]
        arrivals = [self._meet(lane, "arrive", ("warp", lane >> 5, 0)) for lane in lanes.tolist()]
        for lane in lanes.tolist():
            departure = self._meet(lane, "wait", ("warp", lane >> 5, 0))
            self.synchronizes += [
                (arrival, departure) for arrival in arrivals if arrival[0] >> 5 == lane >> 5
            ]

    def _meet(self, lane: int, kind: str, location: Location) -> tuple[int, int]:
        """Record an operation at a barrier that synchronises by itself."""
        self._instructions[lane] += 1
        self._effects[lane] += 1
        return self._add(lane, kind=kind, location=location, order="", scope="")

    def barrier_reached(self, lanes: Any, barrier: Any) -> None:
        """Note at which statement lanes reach a barrier: others may let them leave it."""
        del barrier
        self._reached.update(dict.fromkeys(lanes.tolist(), self.at))

    def cluster_arrivals(self, clusters: Any, lanes: Any) -> None:
        """Record arrivals at the barriers of clusters."""
        self._arrive("cluster", clusters, lanes)

    def clusters_complete(self, complete: Any) -> None:
        """Record that barriers of clusters are complete."""
        for cluster in np.flatnonzero(complete).tolist():
            self._complete["cluster", cluster] = self._in_phase.pop(("cluster", cluster), [])

    def cluster_departures(self, clusters: Any, lanes: Any) -> None:
        """Record that lanes leave the barriers of their clusters."""
        now = self.at
        for cluster, lane in zip(clusters, lanes, strict=True):
            self.at = self._reached[int(lane)]
            self._wait("cluster", np.array([cluster]), np.array([lane]))
        self.at = now

    def mbarrier_arrivals(self, words: Any, lanes: Any) -> None:
        """Record arrivals at mbarriers."""
        if "arrive" in self._kind().mbarrier:
            self._arrive("mbarrier", words, lanes)

    def mbarrier_phases(self, words: Any) -> None:
        """Record that phases are complete."""
        for word in np.asarray(words).reshape(-1).tolist():
            key = "mbarrier", word
            if key in self._ended:
                raise TooLargeError(_SEVERAL_PHASES)
            self._ended.add(key)
            self._complete[key] = self._in_phase.pop(key, [])

    def mbarriers_passed(self, words: Any, lanes: Any) -> None:
        """Record that lanes have seen the end of phases."""
        self._wait("mbarrier", words, lanes)

    def _arrive(self, what: str, numbers: Any, lanes: Any) -> None:
        for number, lane in zip(np.asarray(numbers).tolist(), lanes.tolist(), strict=True):
            self._instructions[lane] += 1
            self._effects[lane] += 1
            location = (what, number, 0)
            self._in_phase[what, number].append(self._add(lane, kind="arrive", location=location))

    def _wait(self, what: str, numbers: Any, lanes: Any) -> None:
        for number, lane in zip(np.asarray(numbers).tolist(), lanes.tolist(), strict=True):
            self._instructions[lane] += 1
            self._effects[lane] += 1
            seen = self._add(lane, kind="wait", location=(what, number, 0))
            self.observes += [(arrival, seen) for arrival in self._complete[what, number]]
