"""An execution as text, and changes that would forbid it."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from ptxpy.sim.machine.mbarrier_words import describe_address
from ptxpy.sim.memory_model.events import INITIAL, Event
from ptxpy.sim.memory_model.executions import executions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ptxpy.sim.fault_messages import Reporter
    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.memory_model.events import Location
    from ptxpy.sim.memory_model.executions import Execution
    from ptxpy.sim.memory_model.structure import Candidate

__all__ = ["Explanation", "describe_location"]

_MAX_FENCES: Final = 2
"""How many fences are proposed together."""
_WHAT: Final = {"read": "read", "write": "write", "update": "atomic operation"}
_ARTICLE: Final = {"read": "a", "write": "a", "update": "an"}
_Change = dict[int, dict[str, str]]
"""For statements, by ordinal, the fields of their events to change."""


def describe_location(machine: Machine, location: Location) -> str:
    """Return a memory location as text."""
    space, first, size = location
    if space == "global":
        allocation = machine.memory.find(first)
        if allocation is None:
            return f"{size} bytes of global memory at {first:#x}"
        offset = first - allocation.start
        return allocation.name + (f" + {offset:,} bytes" if offset else "")
    cta, offset = divmod(first, machine.shared_stride)
    of = f" of CTA {machine.geometry.cta_coordinates(cta)}" if machine.ctas > 1 else ""
    return f"shared memory{of}, {describe_address(machine, offset)}"


class Explanation:
    """Describes an execution."""

    def __init__(
        self, machine: Machine, reporter: Reporter, candidate: Candidate, execution: Execution
    ) -> None:
        """Keep the execution and its surroundings."""
        self._machine = machine
        self._reporter = reporter
        self._candidate = candidate
        self._execution = execution

    def race(self, first: int, second: int) -> str:
        """Return the headline of a data race, from the side of its second operation."""
        events = self._candidate.events
        mine, article = _WHAT[events[second].kind], _ARTICLE[events[second].kind]
        thread = self._machine.describe_thread(events[first].thread)
        return (
            f"data race in {self._place(events[second])}: {article} {mine}, and nothing orders it "
            f"with the {_WHAT[events[first].kind]} by {thread}"
        )

    def other(self, first: int) -> str:
        """Return where the first operation of a data race is."""
        event = self._candidate.events[first]
        return f"the {_WHAT[event.kind]} was at {self._reporter.describe_statement(event.at)}"

    def steps(self) -> Iterator[str]:
        """Yield a line for each operation, thread by thread."""
        events = self._candidate.events
        thread = INITIAL
        for k, event in enumerate(events):
            if event.thread == INITIAL or event.at < 0:
                continue
            if event.thread != thread:
                thread = event.thread
                yield f"{self._machine.describe_thread(thread)}:"
            text = f"    {self._reporter.describe_statement(event.at)}"
            if event.reads:
                source = self._execution.sources[k]
                text += f"  reads {event.read} from {self._place(event)}, {self._writer(source)}"
            if event.writes:
                text += f"{', and' if event.reads else ' '} writes {event.written}"
                text += "" if event.reads else f" to {self._place(event)}"
            yield text

    def _place(self, event: Event) -> str:
        assert event.location is not None  # noqa: S101 - memory operations have one
        return describe_location(self._machine, event.location)

    def _writer(self, write: int) -> str:
        event = self._candidate.events[write]
        if event.thread == INITIAL:
            return "the initial value"
        where = self._reporter.location(event.at)
        return f"written by {self._machine.describe_thread(event.thread)} at {where}"

    # ------------------------------------------------------------------- advice

    def advice(self, is_wrong: Callable[[Candidate, Execution], bool]) -> str:
        """Return a change that would forbid the execution; empty if that does not follow.

        Args:
            is_wrong: Returns whether a candidate with the same operations is at fault in an
                execution.
        """
        for text, changed in self._changes():
            if not any(
                is_wrong(changed, found)
                for found in executions(changed)
                if all(
                    found.sources[read] == source
                    for read, source in self._execution.sources.items()
                )
            ):
                return f"missing: {text}"
        return ""

    def _changes(self) -> Iterator[tuple[str, Candidate]]:
        """Yield changes of the program, as text and as changed operations, the smallest first."""
        events, location = self._candidate.events, self._reporter.location
        scope = self._scope()
        strong = [event for event in events if event.is_strong and event.location is not None]
        reads = {e.at for e in strong if e.reads and not e.is_reduction and not e.acquires}
        writes = {e.at for e in strong if e.writes and not e.releases}
        acquire: _Change = {}
        release: _Change = {}
        for event in strong:
            both = event.kind == "update" and event.order in ("acquire", "release")
            acquire[event.at] = {"order": "acq_rel" if both else "acquire", "scope": scope}
            release[event.at] = {"order": "acq_rel" if both else "release", "scope": scope}
        narrow = {
            e.at for e in events if e.is_strong and e.scope != scope and e.scope in _NARROWER[scope]
        }
        for at in sorted(reads):
            yield f".acquire.{scope} at {location(at)}", self._with({at: acquire[at]})
        for at in sorted(writes):
            yield f".release.{scope} at {location(at)}", self._with({at: release[at]})
        for write in sorted(writes):
            for read in sorted(reads - {write}):
                text = f".release.{scope} at {location(write)}"
                text += f", and .acquire.{scope} at {location(read)}"
                yield text, self._with({write: release[write], read: acquire[read]})
        if narrow:
            places = ", ".join(location(at) for at in sorted(narrow))
            yield (
                f"the scope .{scope} at {places}",
                self._with({at: {"scope": scope} for at in narrow}),
            )
        behind = sorted(
            {
                event.at
                for event in events
                if event.location is not None
                and event.thread != INITIAL
                and any(
                    other.thread == event.thread and other.instruction < event.instruction
                    for other in events
                    if other.reads or other.writes
                )
            }
        )
        for count in range(1, _MAX_FENCES + 1):
            for chosen in combinations(behind, count):
                places = " and before ".join(location(at) for at in chosen)
                yield f"fence.sc.{scope} before {places}", self._with({}, chosen, scope)

    def _scope(self) -> str:
        """Return the narrowest scope that includes all threads that access memory."""
        places = {
            self._candidate.places[event.thread]
            for event in self._candidate.events
            if event.thread != INITIAL and (event.reads or event.writes)
        }
        if len(places) == 1:
            return "cta"
        is_cluster = self._machine.geometry.cluster_size > 1
        return "cluster" if is_cluster and len({p.cluster for p in places}) == 1 else "gpu"

    def _with(self, change: _Change, fenced: tuple[int, ...] = (), scope: str = "") -> Candidate:
        """Return the operations with changed fields, and fences before some statements."""
        events = []
        for event in self._candidate.events:
            fields: dict[str, Any] = {**change.get(event.at, {})}
            # Odd numbers are left for fences.
            events.append(event._replace(instruction=2 * event.instruction, **fields))
        fences = {
            (event.thread, event.instruction - 1)
            for event in events
            if event.at in fenced and event.thread != INITIAL
        }
        events += [
            Event(thread, number, "fence", order="sc", scope=scope)
            for thread, number in sorted(fences)
        ]
        return self._candidate._replace(events=events)


_NARROWER: Final = {"cta": (), "cluster": ("cta",), "gpu": ("cta", "cluster")}
