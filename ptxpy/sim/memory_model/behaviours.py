"""All that the threads of a launch may do, whatever values they read from memory that others write.

The values that a thread may read at a location are its initial value and those that threads write
there, which depend in turn on their reads: a least fixed point. No value needs a longer chain of
writes that justify each other than there are writes, since none justifies itself (PTX ISA
8.10.4). Of its own writes a thread may read the last one alone, which hides the initial value, too.

Threads that meet at no barrier and in no collective instruction influence each other by memory
alone, so each is explored by itself, all in the same runs; else all threads are explored together.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.isa import traits
from ptxpy.sim.errors import SimulationError
from ptxpy.sim.loaded_module import reachable_routines
from ptxpy.sim.machine.printf_output import Output
from ptxpy.sim.memory_model.events import INITIAL, Event, Place
from ptxpy.sim.memory_model.executions import Rules
from ptxpy.sim.memory_model.forced_pieces import MEMORIES
from ptxpy.sim.memory_model.forced_runs import ForcedRun
from ptxpy.sim.memory_model.limits import TooLargeError
from ptxpy.sim.memory_model.structure import Candidate
from ptxpy.sim.memory_model.thin_air import Behaviour
from ptxpy.sim.races.access_kinds import AccessKinds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.sim.loaded_module import Launch, LoadedModule
    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.machine.snapshots import Snapshot
    from ptxpy.sim.memory_model.events import Location

__all__ = ["MAX_EVENTS", "Behaviours", "Group", "Path", "explore_behaviours"]

MAX_EVENTS: Final = 20
"""The most memory operations of a launch on locations that several threads access."""
MAX_RUNS: Final = 1_000
"""The most runs of a launch."""
MAX_CANDIDATES: Final = 20_000
"""The most combinations of the paths of groups of threads."""
_MAX_ATTEMPTS: Final = 8
"""How often the set of locations that threads share may grow."""
_FIRST_TARGET: Final = 70
"""The first target to which the model applies (PTX ISA 8.1)."""
_ALL: Final = -1
"""The group of all threads."""


class Path(NamedTuple):
    """The course of a group of threads with some values."""

    events: dict[int, tuple[Event, ...]]
    """The operations of each thread."""
    ends: dict[int, str]
    """For each thread that does not end, why: `polls`, `blocked`, or the message of a fault."""
    synchronizes: tuple[tuple[tuple[int, int], tuple[int, int]], ...]
    """Pairs of operations that synchronise at barriers: each a thread and an index in `events`."""
    observes: tuple[tuple[tuple[int, int], tuple[int, int]], ...]
    """Pairs of an arrival and a wait that sees it."""
    faults: dict[int, int]
    """For each thread that has faulted, the statement."""
    rounds: dict[int, int]
    """For each thread that polls, the index in its events at which the last round begins."""

    @property
    def operations(self) -> int:
        """How many memory operations it has."""
        return sum(e.reads or e.writes for events in self.events.values() for e in events)


class _Read(NamedTuple):
    """A read with a value to choose."""

    thread: int
    location: Location
    own: int | None
    """The value that the thread itself has written there last; None if it has not."""


_Domain = dict["Location", dict[int, set[int]]]
"""For each location the values that it may hold, and which threads write them."""


class Group:
    """Threads that influence each other by more than memory."""

    def __init__(self) -> None:
        """Begin without any path."""
        self.nodes: dict[tuple[int, ...], _Read] = {}
        """For values that have been read so far, the read that comes next."""
        self.tried: set[tuple[int, ...]] = set()
        self.waiting: list[tuple[int, ...]] = []
        self.paths: dict[tuple[int, ...], Path] = {}
        """The paths of the threads, by the values that they read."""
        self.current: list[int] = []
        self.position = 0

    def begin(self) -> None:
        """Begin a run, with values that have not been tried if there are any."""
        if self.waiting:
            self.current = list(self.waiting.pop())
        elif self.paths:
            self.current = list(next(iter(self.paths)))
        self.position = 0

    def choose(self, read: _Read, initial: int) -> int:
        """Return the next value that is read, and note by which read."""
        prefix = tuple(self.current[: self.position])
        self.nodes[prefix] = read
        if self.position == len(self.current):
            self.current.append(initial if read.own is None else read.own)
        self.position += 1
        return self.current[self.position - 1]

    def branch(self, domain: _Domain, *, reads_own: bool) -> None:
        """Note all values that have not been tried.

        Args:
            domain: The threads that write each value to each location, `INITIAL` for initial ones.
            reads_own: Whether threads read any write of their own.
        """
        for prefix, read in self.nodes.items():
            for value, writers in domain[read.location].items():
                is_possible = (
                    reads_own
                    or value == read.own
                    or any(
                        writer != read.thread and (writer != INITIAL or read.own is None)
                        for writer in writers
                    )
                )
                each = (*prefix, value)
                if is_possible and each not in self.tried:
                    self.tried.add(each)
                    self.waiting.append(each)

    def end(self, path: Path) -> None:
        """Note the path of the threads."""
        values = tuple(self.current[: self.position])
        self.tried.update(values[: k + 1] for k in range(len(values)))
        self.waiting = [each for each in self.waiting if values[: len(each)] != each]
        self.paths.setdefault(values, path)


class Behaviours:
    """All that the threads of a launch may do."""

    def __init__(
        self,
        groups: list[Group],
        initial: dict[Location, int],
        places: list[Place],
        machine: Machine,
    ) -> None:
        """Keep the groups that have been explored."""
        self.groups = groups
        self.initial = initial
        """The locations that several threads access, one of which writes, and their values."""
        self.places = places
        """The place of each thread, by lane."""
        self.machine = machine
        self.paths = [[*group.paths.values()] for group in groups]
        self.possible = [
            [
                Behaviour(event for events in path.events.values() for event in events)
                for path in paths
            ]
            for paths in self.paths
        ]

    def candidates(self) -> Iterator[tuple[Candidate, tuple[int, ...]]]:
        """Yield all combinations, with the number of the path of each group."""
        count = 1
        for paths in self.paths:
            count *= len(paths)
        if count > MAX_CANDIDATES:
            message = (
                f"{count:,} combinations of the values that threads read, of {MAX_CANDIDATES:,}"
            )
            raise TooLargeError(message)
        for chosen in product(*(range(len(paths)) for paths in self.paths)):
            yield self._candidate(chosen), chosen

    def _candidate(self, chosen: tuple[int, ...]) -> Candidate:
        """Return the operations of a combination, initial writes first."""
        paths = [self.paths[group][number] for group, number in enumerate(chosen)]
        events = [
            Event(INITIAL, 0, "write", location, written=value)
            for location, value in self.initial.items()
        ]
        indices: dict[tuple[int, int], int] = {}
        pairs: tuple[list[tuple[int, int]], list[tuple[int, int]]] = [], []
        for path in paths:
            for lane, operations in path.events.items():
                for number, event in enumerate(operations):
                    indices[lane, number] = len(events)
                    events.append(event)
            for found, given in zip(pairs, (path.synchronizes, path.observes), strict=True):
                found += [
                    (indices[a], indices[b]) for a, b in given if a in indices and b in indices
                ]
        return Candidate(events, self.places, *pairs)


def explore_behaviours(
    loaded: LoadedModule,
    launch: Launch,
    before: Snapshot,
    rules: Rules = Rules(),  # noqa: B008
) -> Behaviours:
    """Run a launch with all values that threads may read from memory that others write.

    Args:
        loaded: The module.
        launch: The launch, which has been set up.
        before: The memory before it, which is restored.
        rules: The rules by which executions will be judged. By those of the manual, threads read of
            their own writes the last one alone.

    Raises:
        TooLargeError: It is too large, or has operations that the model does not cover.
    """
    interacts = _check_program(loaded, launch)
    shared: frozenset[Location] = frozenset()
    for _ in range(_MAX_ATTEMPTS):
        found = _Explorer(
            loaded, launch, before, shared, interacts=interacts, reads_own=rules != Rules()
        )
        larger = found.explore()
        if larger == shared:
            return found.result()
        shared = larger
    message = "the addresses that threads access depend on what they read"
    raise TooLargeError(message)


def _check_program(loaded: LoadedModule, launch: Launch) -> bool:
    """Return whether threads may meet other than by memory; raises `TooLargeError`."""
    if 0 < loaded.program.architecture < _FIRST_TARGET:
        message = f"the model is that of sm_{_FIRST_TARGET} and later targets"
        raise TooLargeError(message)
    meets = False
    for routine in reachable_routines(loaded.program, launch.routine.name):
        for statement in routine.code.statements:
            if type(statement) is not n.Instruction:
                continue
            found = traits(statement.opcode, statement.modifiers)
            if found.completion or found.commits or found.tracks or statement.opcode == "tcgen05":
                message = "the kernel has asynchronous operations, which it does not cover"
                raise TooLargeError(message)
            if not found.has_size_of_type and any(
                access.space in MEMORIES for access in found.accesses
            ):
                name = found.name or statement.opcode
                message = f"the kernel accesses memory by {name}, which it does not cover"
                raise TooLargeError(message)
            meets |= bool(found.barrier or found.mbarrier or found.collective)
    return meets


class _Explorer:
    """Runs a launch for a given set of shared locations."""

    def __init__(
        self,
        loaded: LoadedModule,
        launch: Launch,
        before: Snapshot,
        shared: frozenset[Location],
        *,
        interacts: bool,
        reads_own: bool,
    ) -> None:
        self._loaded = loaded
        self._launch = launch
        self._before = before
        self._shared = shared
        self._interacts = interacts
        self._reads_own = reads_own
        self._groups: dict[int, Group] = {_ALL: Group()} if interacts else {}
        self._domain: _Domain = {}
        self._initial: dict[Location, int] = {}
        self._machine: Any = None
        self._runs = 0
        self._accessed: dict[Location, tuple[set[int], set[int]]] = {}
        kinds = AccessKinds(loaded.program)
        self._guesses = frozenset(kinds.guesses)

    def explore(self) -> frozenset[Location]:
        """Run until nothing new is read, or more locations are shared; return those that are."""
        rounds = 0
        while True:
            while True:
                self._run()
                larger = self._shared_locations()
                if larger != self._shared:
                    return larger
                for group in self._groups.values():
                    group.branch(self._domain, reads_own=self._reads_own)
                if not any(group.waiting for group in self._groups.values()):
                    break
            if not self._grow() or rounds > self._most_writes():
                return self._shared
            rounds += 1
            for group in self._groups.values():
                group.branch(self._domain, reads_own=self._reads_own)

    def result(self) -> Behaviours:
        """Return the behaviours that have been found."""
        machine = self._machine
        size = machine.geometry.cluster_size
        places = [Place(cta // size, cta) for cta in machine.cta_of.tolist()]
        groups = [
            group
            for group in self._groups.values()
            if any(path.events or path.ends for path in group.paths.values())
        ]
        return Behaviours(groups, self._initial, places, machine)

    def _group(self, lane: int) -> Group:
        key = _ALL if self._interacts else lane
        return self._groups.setdefault(key, Group())

    def _choose(self, lane: int, location: Location, initial: int, own: int | None) -> int:
        own = None if self._reads_own else own
        return self._group(lane).choose(_Read(lane, location, own), initial)

    def _run(self) -> None:
        """Run the launch once."""
        self._runs += 1
        if self._runs > MAX_RUNS:
            message = f"it has been run with {MAX_RUNS:,} combinations of values, and more are left"
            raise TooLargeError(message)
        self._before.restore()
        for group in self._groups.values():
            group.begin()
        run = ForcedRun(self._shared, self._choose, guesses=self._guesses)
        try:
            self._loaded.execute(self._launch, Output(None), run)
        except SimulationError as error:
            message = f"a run with chosen values fails: {error}"
            raise TooLargeError(message) from None
        if run.ctas != run.machine.ctas:
            message = "its CTAs do not fit in one batch"
            raise TooLargeError(message)
        self._machine = run.machine
        self._initial.update(run.initial)
        for location, initial in run.initial.items():
            self._domain.setdefault(location, {}).setdefault(initial, set()).add(INITIAL)
        for found, position in ((run.readers, 0), (run.writers, 1)):
            for location, lanes in found.items():
                self._accessed.setdefault(location, (set(), set()))[position].update(lanes)
        lanes = {*run.events, *run.ends}
        for lane in lanes:
            self._group(lane)
        for key, group in self._groups.items():
            members = lanes if key == _ALL else lanes & {key}
            group.end(_path(run, members))

    def _shared_locations(self) -> frozenset[Location]:
        """Return the locations that several threads access, one of which writes."""
        found = {
            location
            for location, (threads, writers) in self._accessed.items()
            if len(threads) > 1 and writers
        }
        ordered = sorted(self._accessed)
        for position, one in enumerate(ordered):
            for other in ordered[position + 1 :]:
                if one[0] != other[0] or one[1] + one[2] <= other[1]:
                    break
                threads = self._accessed[one][0] | self._accessed[other][0]
                if len(threads) > 1 and self._accessed[one][1] | self._accessed[other][1]:
                    message = "threads access the same bytes by operations of different sizes"
                    raise TooLargeError(message)
        most = sum(
            max((path.operations for path in group.paths.values()), default=0)
            for group in self._groups.values()
        )
        if most > MAX_EVENTS or len(found) > MAX_EVENTS:
            message = f"threads have more than {MAX_EVENTS} operations on memory that others access"
            raise TooLargeError(message)
        return self._shared | found

    def _grow(self) -> bool:
        """Add the values that are written to those that may be read; return whether any is new."""
        grows = False
        for group in self._groups.values():
            for path in group.paths.values():
                for events in path.events.values():
                    for event in events:
                        if event.writes and event.location is not None:
                            if event.written is None:
                                continue
                            domain = self._domain[event.location]
                            writers = domain.setdefault(event.written, set())
                            grows |= event.thread not in writers
                            writers.add(event.thread)
        return grows

    def _most_writes(self) -> int:
        return sum(
            max(
                (
                    sum(event.writes for events in path.events.values() for event in events)
                    for path in group.paths.values()
                ),
                default=0,
            )
            for group in self._groups.values()
        )


def _path(run: ForcedRun, lanes: set[int]) -> Path:
    """Return the path of some threads in a run."""
    kept, seen = [], set()
    for lane in sorted(lanes):
        events = run.events.get(lane, [])
        if any(event.reads or event.writes for event in events) or lane in run.ends:
            kept.append(lane)
            continue
        # Of threads that only meet others at barriers, one of each kind is enough.
        kind = tuple(
            event._replace(thread=0, at=-1) for event in events if event.kind in ("arrive", "wait")
        )
        if kind and kind not in seen:
            seen.add(kind)
            kept.append(lane)
    members = set(kept)
    return Path(
        {lane: tuple(run.events[lane]) for lane in kept if run.events.get(lane)},
        {lane: run.ends[lane] for lane in kept if lane in run.ends},
        tuple(pair for pair in run.synchronizes if pair[0][0] in members and pair[1][0] in members),
        tuple(pair for pair in run.observes if pair[0][0] in members and pair[1][0] in members),
        {lane: at for lane, at in run.faults.items() if lane in members},
        {lane: number for lane, number in run.rounds.items() if lane in members},
    )
