"""Whether some execution that the model allows is at fault: a trap, a race, or a deadlock."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ptxpy._records import NamedTuple
from ptxpy.sim.memory_model.behaviours import explore_behaviours
from ptxpy.sim.memory_model.explanations import Explanation
from ptxpy.sim.memory_model.outcomes import allowed_executions

if TYPE_CHECKING:
    from ptxpy.sim.fault_messages import Reporter
    from ptxpy.sim.loaded_module import Launch, LoadedModule
    from ptxpy.sim.machine.snapshots import Snapshot
    from ptxpy.sim.memory_model.behaviours import Behaviours, Path
    from ptxpy.sim.memory_model.events import Event
    from ptxpy.sim.memory_model.executions import Execution
    from ptxpy.sim.memory_model.structure import Candidate

__all__ = ["Decision", "Problem", "decide", "find_problem"]


class Problem(NamedTuple):
    """A fault, a race or a deadlock of an execution."""

    thread: int
    """The lane of a thread at fault."""
    at: int
    """The statement of that thread, by ordinal; -1 if it is not known."""
    text: str
    pair: tuple[int, int] | None = None
    """The operations of a race; the thread at fault has performed the second one."""


class Decision(NamedTuple):
    """The verdict of the model on a launch."""

    message: str
    """The message of the problem; empty if no execution has one."""
    steps: tuple[str, ...]
    """The execution in which it is wrong, a line for each operation."""
    executions: int
    """How many executions the axioms allow, up to the one in which something is wrong."""


def decide(loaded: LoadedModule, launch: Launch, before: Snapshot, reporter: Reporter) -> Decision:
    """Decide whether a small launch is at fault in some execution that the model allows.

    Args:
        loaded: The module.
        launch: The launch, which has been set up.
        before: The memory before it, which is restored.
        reporter: Describes statements of the module.

    Raises:
        TooLargeError: The launch is too large, or has operations that the model does not cover.
    """
    behaviours = explore_behaviours(loaded, launch, before)
    count = 0
    for candidate, chosen, execution in allowed_executions(behaviours):
        count += 1
        problem = find_problem(behaviours, candidate, chosen, execution)
        if problem is not None:
            explanation = Explanation(behaviours.machine, reporter, candidate, execution)
            advice = explanation.advice(partial(_is_wrong, behaviours, chosen))
            lines = [
                explanation.race(*problem.pair) if problem.pair is not None else problem.text,
                f"at {reporter.describe_statement(problem.at)}" if problem.at >= 0 else "",
                f"in {behaviours.machine.describe_thread(problem.thread)}",
                explanation.other(problem.pair[0]) if problem.pair is not None else "",
                advice,
            ]
            message = "\n    ".join(line for line in lines if line)
            return Decision(message, tuple(explanation.steps()), count)
    return Decision("", (), count)


def _is_wrong(
    behaviours: Behaviours, chosen: tuple[int, ...], candidate: Candidate, execution: Execution
) -> bool:
    return find_problem(behaviours, candidate, chosen, execution) is not None


def find_problem(
    behaviours: Behaviours, candidate: Candidate, chosen: tuple[int, ...], execution: Execution
) -> Problem | None:
    """Return the problem of an execution; None if it has none."""
    events = candidate.events
    paths = [behaviours.paths[group][number] for group, number in enumerate(chosen)]
    for path in paths:
        for lane, at in path.faults.items():
            return Problem(lane, at, path.ends[lane])
    for a, b in execution.races:
        if not _is_harmless(events[a], events[b]):
            return Problem(events[b].thread, events[b].at, "data race", (a, b))
    return _deadlock(paths, candidate, execution)


def _is_harmless(one: Event, other: Event) -> bool:
    """Return whether a race is none for strict mode: guesses, and writes of the same value."""
    if one.is_guess or other.is_guess:
        return True
    return one.kind == other.kind == "write" and one.written == other.written


def _deadlock(paths: list[Path], candidate: Candidate, execution: Execution) -> Problem | None:
    """Return the deadlock of threads that poll the last values that memory will have, or wait."""
    ends = {lane: end for path in paths for lane, end in path.ends.items()}
    if not ends:
        return None
    events = candidate.events
    numbers: dict[int, list[int]] = {}
    for k, event in enumerate(events):
        numbers.setdefault(event.thread, []).append(k)
    # A thread that polls for ever reads the last writes in coherence order in the end.
    polled = [
        k
        for path in paths
        for lane, first in path.rounds.items()
        for k in numbers.get(lane, [])[first:]
        if events[k].reads
    ]
    for location, orders in execution.coherence.items():
        reads = [k for k in polled if events[k].location == location]
        if not any(all(not order[execution.sources[k]] for k in reads) for order in orders):
            return None
    lane = min(ends, key=lambda each: ends[each] != "polls")
    text = "deadlock: no thread can make progress"
    if ends[lane] == "polls":
        text += ", and this one polls what no other thread changes any more"
    at = next((events[k].at for k in reversed(polled) if events[k].thread == lane), -1)
    return Problem(lane, at, text)
