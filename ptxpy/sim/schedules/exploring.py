"""The search over the orders of warps and completions of a launch, and its verdict."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Final

from ptxpy._counts import format_count
from ptxpy._records import NamedTuple
from ptxpy.launch_request import Surface
from ptxpy.sim.backend import run
from ptxpy.sim.errors import SimulationError
from ptxpy.sim.loaded_module import Outcome, RunOptions, reachable_routines
from ptxpy.sim.machine.mbarrier_words import describe_address, describe_mbarrier
from ptxpy.sim.machine.printf_output import Output
from ptxpy.sim.machine.snapshots import Snapshot
from ptxpy.sim.memory_model import TooLargeError, decide
from ptxpy.sim.races.findings import Findings
from ptxpy.sim.schedules.communication import communications, relaxed_synchronization
from ptxpy.sim.schedules.phase_tests import unproved_statements
from ptxpy.sim.schedules.reversals import early_arrivals, poll_reversals, reversals
from ptxpy.sim.schedules.schedule import format_order, name_of, parse_order, turns
from ptxpy.sim.schedules.schedule_detector import BatchExploredError, ScheduleDetector

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ptxpy.launch_request import LaunchRequest
    from ptxpy.sim.fault_messages import Reporter
    from ptxpy.sim.loaded_module import Launch, LoadedModule
    from ptxpy.sim.machine.geometry import Geometry
    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.schedules.communication import Communication
    from ptxpy.sim.schedules.record import Span

__all__ = ["Exploration", "explore", "replay"]

DEFAULT_LIMIT: Final = 200
"""How many schedules are run at most."""
_MAX_FOR_WITNESS: Final = 20
"""How many schedules are run to turn a fault that may happen into one that does."""
_MIN_LOCATIONS: Final = 2
"""Of how many locations threads may see the writes in different orders."""
_SHOWN_FIRST: Final = 8
_SHOWN_LAST: Final = 24
"""The turns of a schedule that a message has, at its begin and at its end."""
_MAX_DESCRIBED: Final = 4
"""The most locations that a reason names."""


class Exploration(NamedTuple):
    """The verdict of a search over the schedules of a launch."""

    verdict: str
    """`proved`, `not proved` or `broken`."""
    reasons: tuple[str, ...]
    """Why it is not proved, or the message about the fault."""
    schedule: str
    """The schedule that shows the fault, for `replay`; empty unless it is broken, or if no order of
    the accesses explains the fault."""
    steps: tuple[str, ...]
    """That schedule, a line for each turn of a warp, or the execution, one for each operation."""
    runs: int
    """How many schedules have been run."""
    orders: int
    """How many runs differ in more than the order of independent steps."""
    warps: int
    """How many warps were run side by side."""
    length: int
    """How many steps the first run had."""
    phases: tuple[tuple[str, int], ...]
    """For each mbarrier how many of its phases ended in the first run."""
    executions: int = 0
    """How many executions by the memory consistency model have been looked at; 0 if warps do not
    communicate by memory, or the launch is too large for that."""

    def __str__(self) -> str:
        """Return the verdict as text."""
        covered = (
            f"{format_count(self.runs, 'run')} for {format_count(self.orders, 'order')} of "
            f"{format_count(self.length, 'step')} by {format_count(self.warps, 'warp')}"
        )
        if self.phases:
            most = max(count for _, count in self.phases)
            barriers = format_count(len(self.phases), "mbarrier")
            covered += f", with up to {format_count(most, 'phase')} at {barriers}"
        if self.executions:
            covered += f"; {format_count(self.executions, 'execution')} by the memory model"
        if self.verdict == "proved":
            by_model = ", nor in any execution that the memory model allows" * bool(self.executions)
            orders = f"any order of warps and copies{by_model}"
            return f"proved: no deadlock and no race in {orders}; {covered}"
        if self.verdict == "not proved":
            return "\n    ".join((f"not proved: {covered}", *self.reasons))
        if not self.schedule:
            how = (
                f"in this execution, which the memory consistency model of PTX allows ({covered}):"
            )
            return "\n    ".join((f"broken: {self.reasons[0]}\n{how}", *self.steps))
        lines = [f"broken: {self.reasons[0]}", f"in this schedule ({covered}):"]
        lines += [f"    {step}" for step in _folded(self.steps)]
        return "\n".join([*lines, f"replay: --schedule '{self.schedule}'"])


def _folded(steps: Sequence[str]) -> list[str]:
    """Return the first and the last steps of a schedule, and how many are between them."""
    left_out = len(steps) - _SHOWN_FIRST - _SHOWN_LAST
    if left_out <= 1:
        return [*steps]
    between = f"… {left_out:,} turns, which the schedule below has and `steps` describes"
    return [*steps[:_SHOWN_FIRST], between, *steps[-_SHOWN_LAST:]]


class _Run(NamedTuple):
    """The result of one run."""

    detector: ScheduleDetector
    error: SimulationError | None
    """The fault that has ended it."""
    faults: tuple[str, ...]
    """The messages of faults behind which it went on."""


class _Explorer:
    """Runs a launch in one schedule after the other."""

    def __init__(self, loaded: LoadedModule, launch: Launch, limit: int) -> None:
        self._loaded = loaded
        self._launch = launch
        self._limit = limit
        self._reporter: Reporter = loaded.reporter(loaded.exposed_program)
        self._first: _Run | None = None
        self._orders: set[int] = set()
        self._runs = 0
        self._reasons: dict[str, None] = {}
        self._executions = 0
        self._communications: dict[tuple[Span, Span], Communication] = {}

    def explore(self, before: Snapshot) -> Exploration:
        """Run schedules until one breaks, none is left, or there are too many."""
        waiting: deque[tuple[int, ...]] = deque([()])
        known: set[tuple[int, ...]] = {()}
        doubtful: tuple[_Run, str] | None = None
        left = self._limit
        while waiting and left:
            order = waiting.popleft()
            left -= 1
            before.restore()
            run = self._run(order)
            if run.error is not None:
                return self._broken(run, str(run.error))
            digest = run.detector.record.canonical()
            is_new = digest not in self._orders
            self._orders.add(digest)
            faults = (*run.faults, *self._early(run)) if is_new else ()
            if faults and doubtful is None:
                # The fault may happen in this order; another one may show it as a deadlock.
                doubtful, left = (run, faults[0]), min(left, _MAX_FOR_WITNESS)
                waiting.clear()
            for each in (reversals if is_new else poll_reversals)(run.detector.record):
                if each not in known:
                    known.add(each)
                    waiting.append(each)
        if doubtful is not None:
            return self._broken(*doubtful)
        if waiting:
            self._reasons[
                f"{self._limit:,} schedules have been run, and at least {len(waiting):,} are left: "
                "--max-schedules N allows more"
            ] = None
        broken = self._judge_communications(before)
        if broken is not None:
            return broken
        return self._verdict("not proved" if self._reasons else "proved", tuple(self._reasons))

    def _run(self, order: tuple[int, ...]) -> _Run:
        """Run the launch in one schedule."""
        loaded = self._loaded
        findings = Findings(self._reporter)
        detector = ScheduleDetector(loaded.exposed_program, loaded.memory, findings, order)
        error: SimulationError | None = None
        try:
            loaded.execute(self._launch, Output(None), detector)
        except SimulationError as wrong:
            error = wrong
        except BatchExploredError:
            pass
        self._runs += 1
        for each in communications(detector.record):
            self._communications.setdefault((each.read, each.written), each)
        faults = tuple(each.text for each in findings.error().faults)
        run = _Run(detector, error, faults)
        if self._first is None:
            self._first = run
            self._note_conditions(run)
        if detector.polls:
            self._reasons[
                "a loop polls memory with registers that change, so that it may run any number of "
                "times: only some of these are among the orders"
            ] = None
        if detector.expired and error is None:
            self._reasons[
                "threads go on when their wait at an mbarrier times out: only some of these cases "
                "are among the orders"
            ] = None
        return run

    def _note_conditions(self, run: _Run) -> None:
        """Note the conditions under which a search of this launch is no proof."""
        geometry, ctas = self._launch.geometry, run.detector.ctas
        if ctas < geometry.ctas:
            self._reasons[
                f"the first {ctas:,} of {geometry.ctas:,} CTAs were run: a launch of {ctas:,} can "
                "be proved"
            ] = None
        for routine in reachable_routines(self._loaded.exposed_program, self._launch.routine.name):
            for ordinal, text in unproved_statements(routine):
                where = self._reporter.describe_statement(ordinal)
                self._reasons[f"{where}: {text}"] = None

    def _judge_communications(self, before: Snapshot) -> Exploration | None:
        """Let the memory consistency model judge a launch whose warps communicate by memory.

        Return the verdict if some execution is at fault; else note the reason why it is not proved.
        """
        found = list(self._communications.values())
        routines = reachable_routines(self._loaded.exposed_program, self._launch.routine.name)
        relaxed = [at for each in routines for at in relaxed_synchronization(each)]
        if not found:
            return None
        try:
            decision = decide(self._loaded, self._launch, before, self._reporter)
        except TooLargeError as error:
            # All threads see one order of the accesses to one location.
            if len(found) + bool(relaxed) >= _MIN_LOCATIONS:
                self._note_communications(found, relaxed, str(error))
            return None
        self._executions = decision.executions
        if not decision.message:
            return None
        verdict = self._verdict("broken", (decision.message,))
        return verdict._replace(steps=decision.steps)

    def _note_communications(
        self, found: list[Communication], relaxed: list[int], problem: str
    ) -> None:
        """Note that warps communicate by several locations, whose accesses PTX may reorder."""
        assert self._first is not None  # noqa: S101 - a schedule has been run
        describe, machine = self._reporter.describe_statement, self._first.detector.machine
        lines = [
            f"{_describe_span(machine, each.read)}: read by {describe(each.reader)}, "
            f"written by {describe(each.writer)}"
            for each in found[:_MAX_DESCRIBED]
        ]
        if len(found) > _MAX_DESCRIBED:
            lines.append(f"{len(found) - _MAX_DESCRIBED:,} more")
        lines += [f"relaxed: {describe(at)}" for at in relaxed[:_MAX_DESCRIBED]]
        by = f"{len(found)} locations of memory" if len(found) > 1 else "a location of memory"
        by += " and a relaxed arrival or wait" if relaxed else ""
        self._reasons[
            f"warps communicate by {by}, and PTX lets threads see such writes in different orders "
            "(PTX ISA 8.9): only those are explored in which all threads see the same one; "
            "with barriers or mbarriers, or by a single location, there are no others. The memory "
            f"consistency model does not decide it: {problem}"
            + "".join(f"\n        {line}" for line in lines)
        ] = None

    def _early(self, run: _Run) -> list[str]:
        """Return messages about arrivals that a copy of the phase before may still precede."""
        found = []
        for each in early_arrivals(run.detector.record):
            name = describe_mbarrier(run.detector.machine, each.word)
            found.append(
                f"an arrival at the mbarrier {name} may come before its phase has ended, as a copy "
                "may still be under way: then no arrival is pending\n    "
                f"at {self._reporter.describe_statement(each.at)}\n    "
                f"in warp {each.warp}\n    "
                f"the copy began at {self._reporter.describe_statement(each.copy)}\n    "
                f"missing: a wait for the mbarrier {name} before "
                f"{self._reporter.location(each.at)}"
            )
        return found

    def _broken(self, run: _Run, message: str) -> Exploration:
        detector = run.detector
        machine = detector.machine
        warps = machine.geometry.padded >> 5
        # What follows a time-out only tests again what has not changed.
        taken = detector.taken
        if run.error is not None and detector.quiet_since is not None:
            taken = taken[: detector.quiet_since]
        elif run.error is None:
            taken = taken[: detector.found_at]
        steps, number = [], 0
        for turn in turns(taken):
            text = name_of(turn, warps, machine.shared_stride)
            if turn.warp < 0:
                name = describe_mbarrier(machine, -1 - turn.warp)
                steps.append(f"{text}: the operations that signal the mbarrier {name} complete")
                continue
            first, last = detector.record.steps[number], None
            number += turn.steps
            if turn.steps > 1:
                last = detector.record.steps[number - 1]
            places = self._reporter.describe_statement(first.at)
            if last is not None:
                places += f" … {self._reporter.describe_statement(last.at)}"
            steps.append(f"{text}: {places}")
        order = format_order(taken, warps, machine.shared_stride)
        return self._verdict("broken", (message,))._replace(schedule=order, steps=tuple(steps))

    def _verdict(self, verdict: str, reasons: tuple[str, ...]) -> Exploration:
        assert self._first is not None  # noqa: S101 - a schedule has been run
        detector = self._first.detector
        record = detector.record
        phases = tuple(
            (describe_mbarrier(detector.machine, word), count)
            for word, count in sorted(record.ended.items())
        )
        return Exploration(
            verdict, reasons, "", (), self._runs, len(self._orders), record.warps,
            len(record.steps), phases, self._executions,
        )  # fmt: skip


def _describe_span(machine: Machine, span: Span) -> str:
    """Return the place of bytes as text."""
    space, first, size = span
    if space == "global":
        allocation = machine.memory.find(first)
        if allocation is None:
            return f"{size} bytes of global memory at {first:#x}"
        return f"{size} bytes of {allocation.name}, {first - allocation.start:,} bytes in"
    cta, offset = divmod(first, machine.shared_stride)
    of = f" of CTA {cta}" if machine.ctas > 1 else ""
    return f"{size} bytes of shared memory{of}, {describe_address(machine, offset)}"


def explore(request: LaunchRequest, *, limit: int = DEFAULT_LIMIT) -> Exploration:
    """Run a launch in all orders of its warps and of its asynchronous operations.

    Orders that differ only in independent steps count as one. Arrays are as they were.

    Args:
        request: The launch.
        limit: How many schedules are run at most.

    Raises:
        UnsupportedError: Before anything runs.
    """
    found: list[Exploration] = []

    def execute(
        loaded: LoadedModule,
        kernel: str,
        parameters: bytes,
        geometry: Geometry,
        *,
        strict: bool,
        sink: Callable[[bytes], object] | None = None,
        **options: Any,
    ) -> Outcome:
        del strict, sink
        launch = loaded.set_up(kernel, parameters, geometry, RunOptions(**options))
        surfaces = [
            held.levels[0] for held in launch.options.references.values() if type(held) is Surface
        ]
        before = Snapshot(loaded.memory, surfaces)
        try:
            found.append(_Explorer(loaded, launch, limit).explore(before))
            before.restore()
        finally:
            before.close()
            loaded.tear_down(launch)
        return Outcome(0, b"")

    run(request, execute=execute)
    return found[0]


def replay(request: LaunchRequest, schedule: str) -> None:
    """Run a launch in a schedule, in strict mode; arrays hold its results.

    Behind the end of the schedule the warp that has run goes on until it waits, and then the first
    one that is ready.

    Args:
        request: The launch.
        schedule: The schedule; see `ptxpy.sim.schedules.schedule`.

    Raises:
        LaunchError: The text is no schedule.
        SimulationError: The kernel is at fault.
    """

    def execute(
        loaded: LoadedModule,
        kernel: str,
        parameters: bytes,
        geometry: Geometry,
        *,
        strict: bool,
        sink: Callable[[bytes], object] | None = None,
        **options: Any,
    ) -> Outcome:
        del strict
        launch = loaded.set_up(kernel, parameters, geometry, RunOptions(**options))
        size = launch.layout.static + launch.options.dynamic_shared
        stride = -(-max(size, 1) // 1024) * 1024
        output = Output(sink)
        try:
            order = parse_order(schedule, geometry.padded >> 5, stride)
            findings = Findings(loaded.reporter(loaded.exposed_program))
            detector = ScheduleDetector(
                loaded.exposed_program, loaded.memory, findings, order, only_first_batch=False
            )
            outcome = loaded.execute(launch, output, detector)
        finally:
            output.flush()
            loaded.tear_down(launch)
        return outcome._replace(error=findings.error() if findings else None)

    run(request, execute=execute)
