"""The executions and outcomes of a launch that the memory consistency model allows."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from ptxpy._records import NamedTuple
from ptxpy.sim.backend import run
from ptxpy.sim.loaded_module import Outcome as RunOutcome
from ptxpy.sim.loaded_module import RunOptions
from ptxpy.sim.machine.snapshots import Snapshot
from ptxpy.sim.memory_model.behaviours import explore_behaviours
from ptxpy.sim.memory_model.executions import Rules, executions
from ptxpy.sim.memory_model.limits import Effort
from ptxpy.sim.memory_model.thin_air import is_justified

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.launch_request import LaunchRequest
    from ptxpy.sim.loaded_module import LoadedModule
    from ptxpy.sim.machine.geometry import Geometry
    from ptxpy.sim.memory_model.behaviours import Behaviours
    from ptxpy.sim.memory_model.events import Location
    from ptxpy.sim.memory_model.executions import Execution
    from ptxpy.sim.memory_model.structure import Candidate

__all__ = ["Observed", "Outcome", "allowed_executions", "outcomes", "outcomes_of"]


class Observed(NamedTuple):
    """A read of a location that several threads access."""

    thread: int
    """The lane of the thread: threads are numbered CTA by CTA, each padded to whole warps."""
    at: int
    """The statement, by ordinal."""
    value: int
    """The value, as unsigned bits."""


class Outcome(NamedTuple):
    """The result of an execution: the values that were read, and the last ones in memory."""

    reads: tuple[Observed, ...]
    """All reads, thread by thread in program order."""
    memory: tuple[tuple[Location, int], ...]
    """The last value of each location that several threads access."""
    ends: tuple[tuple[int, str], ...]
    """Threads that do not end, and why: `polls`, `blocked`, or the message of a fault."""
    is_racy: bool
    """Whether operations are in a data race."""


def allowed_executions(
    behaviours: Behaviours, rules: Rules = Rules()  # noqa: B008
) -> Iterator[tuple[Candidate, tuple[int, ...], Execution]]:
    """Yield all executions that the axioms allow, with the number of the path of each group."""
    effort = Effort()
    for candidate, chosen in behaviours.candidates():
        for execution in executions(candidate, rules, effort):
            if "No thin air" in rules.axioms and not is_justified(
                candidate.events,
                execution.sources,
                [behaviours.possible[group][number] for group, number in enumerate(chosen)],
                behaviours.possible,
            ):
                continue
            yield candidate, chosen, execution


def outcomes_of(behaviours: Behaviours, rules: Rules = Rules()) -> set[Outcome]:  # noqa: B008
    """Return all outcomes of a launch that has been explored."""
    found: set[Outcome] = set()
    for candidate, chosen, execution in allowed_executions(behaviours, rules):
        events = candidate.events
        ends = {
            lane: end
            for group, number in enumerate(chosen)
            for lane, end in behaviours.paths[group][number].ends.items()
        }
        reads = tuple(
            Observed(event.thread, event.at, event.read)
            for event in events
            if event.reads and event.read is not None
        )
        last: list[set[tuple[Location, int]]] = []
        for location, orders in execution.coherence.items():
            writes = [
                k for k, event in enumerate(events) if event.writes and event.location == location
            ]
            values = {events[k].written for order in orders for k in writes if not order[k]}
            last.append({(location, value) for value in values if value is not None})
        for memory in product(*last):
            found.add(
                Outcome(
                    reads, tuple(sorted(memory)), tuple(sorted(ends.items())), bool(execution.races)
                )
            )
    return found


def outcomes(request: LaunchRequest, rules: Rules = Rules()) -> set[Outcome]:  # noqa: B008
    """Return all outcomes of a small launch that the memory consistency model of PTX allows.

    Arrays are as they were.

    Args:
        request: The launch.
        rules: The rules of the model.

    Raises:
        TooLargeError: The launch is too large, or has operations that the model does not cover.
    """
    found: list[set[Outcome]] = []

    def execute(
        loaded: LoadedModule, kernel: str, parameters: bytes, geometry: Geometry, **options: Any
    ) -> RunOutcome:
        for name in ("strict", "sink"):
            options.pop(name, None)
        launch = loaded.set_up(kernel, parameters, geometry, RunOptions(**options))
        before = Snapshot(loaded.memory)
        try:
            found.append(outcomes_of(explore_behaviours(loaded, launch, before, rules), rules))
            before.restore()
        finally:
            before.close()
            loaded.tear_down(launch)
        return RunOutcome(0, b"")

    run(request, execute=execute)
    return found[0]
