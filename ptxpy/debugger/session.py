"""A session: a launch that is held at breakpoints, is looked at, and goes on or back.

The launch runs in a thread of its own, which waits while it is held, so that its state does not
change while it is looked at. The simulator is deterministic: to go back is to run the launch again
up to an earlier position.
"""

from __future__ import annotations

import contextvars
import re
import threading
import time
from typing import TYPE_CHECKING, Any, Final, NoReturn

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.debugger.breakpoints import Breakpoint, Threads, Watch, Write
from ptxpy.debugger.expressions import Expression, ExpressionError
from ptxpy.debugger.source_map import SourcePlace
from ptxpy.debugger.thread_names import ThreadNames
from ptxpy.ir import nodes as n
from ptxpy.isa import CONTROL_FLOW, TYPES, traits
from ptxpy.sim import (
    BatchState,
    LanesAt,
    LaunchStepper,
    OperationTracker,
    RestartError,
    RewindError,
    SimulationError,
    UnmappedAddressError,
    operand_reader,
    put_back,
    run_stepped,
    take_checkpoint,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.debugger.source_map import SourceMap
    from ptxpy.debugger.targets import Target
    from ptxpy.sim import Checkpoint, Geometry, Outcome, Routine

__all__ = ["Focus", "Session", "SessionError", "Stop"]

WARP: Final = 32
FIRST_INTERVAL: Final = 1024
"""How many pieces are before the first checkpoint, and between those at first."""
MAX_CHECKPOINTS: Final = 16
"""The most checkpoints that are kept."""
MAX_CHECKPOINT_BYTES: Final = 1 << 29
"""The most bytes of all checkpoints, unless one is larger."""
_REGISTER_BYTES: Final = 8
_MAX_CHECKPOINT_SECONDS: Final = 0.05
"""If one takes longer, the next ones are further apart."""
_MAX_SECONDS_TO_END: Final = 5
_DEEP: Final = 1 << 30
"""A depth that no call reaches."""
_MAX_WRITERS: Final = 32
"""The most threads that a write names."""


class SessionError(Exception):
    """Something that can't be done where the launch is now."""


class _AbandonedError(BaseException):
    """Ends the thread of a launch that nobody looks at any more."""


class Focus(NamedTuple):
    """The thread that is looked at."""

    cta: int
    """The index of its CTA in the grid."""
    thread: int
    """Its index in the CTA."""

    @property
    def warp(self) -> int:
        """The index of its warp in the CTA."""
        return self.thread // WARP

    @property
    def lane(self) -> int:
        """Its index in its warp."""
        return self.thread % WARP


class Stop(NamedTuple):
    """Where and why a launch is held."""

    reason: str
    """`entry`, `breakpoint`, `step`, `watch`, `fault`, `pause`, `start` (of the launch, going
    back), `ended` (the launch, which may still go back) or `finished` (there is no further one)."""
    position: int
    """How many pieces have begun with the next one."""
    text: str = ""
    """The message of a fault, or of a condition that can't be evaluated."""
    numbers: tuple[int, ...] = ()
    """The breakpoints or watches."""
    write: Write | None = None

    @property
    def is_over(self) -> bool:
        """Whether no instruction of the launch is to come: it has ended or faulted."""
        return self.reason in ("ended", "fault", "finished")


class _Found(NamedTuple):
    """Why a launch is to be held at an instruction."""

    reason: str
    text: str = ""
    numbers: tuple[int, ...] = ()
    write: Write | None = None
    focus: Focus | None = None
    """The thread to look at; None for the same as before."""


class _Goal(NamedTuple):
    """How far the launch is to run."""

    kind: str = "continue"
    """`continue`, `in`, `over`, `out`, or `to` a position."""
    by_line: bool = False
    """Whether a step is one of a line that is shown, or of an instruction."""
    place: SourcePlace | None = None
    """The line from which a step starts."""
    depth: int = 0
    """How many calls deep the focus is."""
    inlined: int = 1
    """How many functions, inlined within each other, the line is in."""
    position: int = 0
    """The position to run to, of `to`."""
    found: _Found = _Found("step")
    """Why it is held there."""


_ENTRY: Final = _Goal("to", position=1, found=_Found("entry"))


class _Past(NamedTuple):
    """An instruction of the focus that ran before."""

    position: int
    place: SourcePlace
    depth: int


class _Record:
    """Notes about a launch while it runs again up to its former position."""

    def __init__(self, kind: str, goal: _Goal, until: int, *, is_partial: bool = False) -> None:
        self.kind = kind
        self.is_partial = is_partial
        """Whether it begins at a checkpoint."""
        self.runs = 0
        """How many runs of instructions of one line there were."""
        self.goal = goal
        self.until = until
        self.last: _Past | None = None
        """The last instruction of the focus that counts."""
        self.run_start = 0
        """Where the present run of instructions of one line began."""
        self.hit: tuple[int, _Found] | None = None
        """The last stop at a breakpoint or watch."""
        self.write: Write | None = None

    def note(self, past: _Past) -> None:
        """Note an instruction of the focus."""
        last = self.last
        if last is None or last.place != past.place or last.depth != past.depth:
            self.run_start = past.position
            self.runs += 1
        self.last = past


class Session(LaunchStepper):
    """Holds a launch at breakpoints and steps; see the module.

    All methods are for the thread of the one who looks, while the launch is held, except `pause`.
    """

    def __init__(
        self,
        target: Target,
        *,
        strict: bool = False,
        stop_on_entry: bool = True,
        stopped: Callable[[Stop], object] | None = None,
        printed: Callable[[bytes], object] | None = None,
        logged: Callable[[str], object] | None = None,
    ) -> None:
        """Prepare a session; `start` begins the launch.

        Args:
            target: The launch.
            strict: Whether strict mode watches, and holds the launch at its first fault.
            stop_on_entry: Whether the launch is held before its first instruction.
            stopped: Called with each stop, in the thread of the launch.
            printed: Called with the output of `printf`.
            logged: Called with the messages of breakpoints that do not stop.
        """
        self.target = target
        self.map: SourceMap = target.map
        self.strict = strict
        self.focus = Focus(0, 0)
        self.breakpoints: dict[int, Breakpoint] = {}
        self.watches: dict[int, Watch] = {}
        self.stop: Stop | None = None
        """The present stop; None while the launch runs."""
        self.error: BaseException | None = None
        """Why the launch could not run to its end, or at all."""
        self.names = ThreadNames(target.source, lambda: self.state)
        self._stop_on_entry = stop_on_entry
        self._stopped = stopped or (lambda _: None)
        self._printed = printed or (lambda _: None)
        self._logged = logged or (lambda _: None)
        self._numbers = 0
        self._by_ordinal: dict[int, list[Breakpoint]] = {}
        self._goal = _Goal()
        self._record: _Record | None = None
        self._wanted: str | None = None
        """The command for the thread of the launch: `go`, `restart` or `quit`."""
        self._pauses = False
        self._condition = threading.Condition()
        self._thread: threading.Thread | None = None
        self._state: BatchState | None = None
        self.tracker: OperationTracker
        self._ordinals: list[int] = []
        self._repeats: list[bool] = []
        """For each piece whether lanes that wait at it run it again."""
        self._begun: Any = None
        """For each lane, the last piece that it began."""
        self._previous: tuple[Any, int, Any] | None = None
        self._shown_bytes = 0
        self._printed_bytes = 0
        self._is_first = True
        self._has_faulted = False
        self._brkpts: dict[int, Any] = {}
        """For each instruction brkpt, by ordinal, the function that reads its guard."""
        self._pieces: Any = None
        self._is_running = False
        """Whether a batch runs, so that it can be given the state of a checkpoint."""
        self._jump = 0
        """The position to which a launch that has begun again returns; 0 for none."""
        self._checkpoints: list[Checkpoint] = []
        self._interval = FIRST_INTERVAL
        """How many pieces are between two checkpoints."""
        self._may_checkpoint = not strict
        self._is_quiet = False
        """Whether stops are not told, as the launch only runs up to its former position."""

    # ----------------------------------------------------------------- running, for fronts

    def start(self) -> Stop:
        """Begin the launch, and return its first stop."""
        self.begin()
        return self.wait()

    def begin(self) -> None:
        """Begin the launch without waiting for its first stop."""
        context = contextvars.copy_context()
        self._thread = threading.Thread(
            target=lambda: context.run(self._run), name="ptxpy debug launch", daemon=True
        )
        self._thread.start()

    def wait(self) -> Stop:
        """Wait until the launch is held."""
        with self._condition:
            while self.stop is None:
                # A wait without an end would not let Ctrl-C through on all systems.
                self._condition.wait(0.2)
            return self.stop

    def resume(self) -> None:
        """Let the launch run to the next breakpoint, watch or fault, or its end."""
        self._go(_Goal())

    def step(self, kind: str, *, by_line: bool) -> None:
        """Let the focus run one step: `in`, `over` calls, or `out` of its function."""
        place = self.place()
        if place is None:
            self._go(_Goal())  # the thread has ended: on to the next stop
            return
        self._go(self._step_goal(kind, place, by_line=by_line))

    def step_back(self, kind: str, *, by_line: bool) -> None:
        """Go back one step of the focus: `in`, `over` calls, or `out` to its caller."""
        place = self.place()
        goal = _Goal(kind, by_line, None, _DEEP)
        if place is not None:
            goal = self._step_goal(kind, place, by_line=by_line)
        self._replay(_Record("step", goal, self._position(), is_partial=True))

    def resume_back(self) -> None:
        """Go back to the last breakpoint or watch that was hit, or to the start of the launch."""
        self._replay(_Record("continue", _Goal(), self._position()))

    def restart(self) -> None:
        """Begin the launch again, and hold it before its first instruction."""
        self._refuse_finished()
        self._goal, self._record = _ENTRY, None
        self._order("restart")

    def pause(self) -> None:
        """Hold the launch as soon as may be; may be called from any thread."""
        self._pauses = True

    def hold_quietly(self) -> None:
        """Hold the launch without telling."""
        self._is_quiet = True
        self.pause()
        self.wait()
        self._is_quiet = False

    @property
    def has_faulted(self) -> bool:
        """Whether the launch has ended with a fault."""
        return self._has_faulted

    def quit(self) -> None:
        """End the launch; one that has run to its end hands its results over."""
        if self._thread is None:
            return
        has_ended = self.stop is not None and self.stop.reason == "ended"
        self._order("go" if has_ended else "quit")
        self._pauses = not has_ended
        self._thread.join(_MAX_SECONDS_TO_END)

    def last_write(self, watch: Watch) -> Write | None:
        """Return the last write to memory before now, by running the launch again up to here."""
        stop = self._held()
        record = _Record("writes", _Goal(), self._position())
        saved, self.watches = self.watches, {0: watch}
        focus, self._is_quiet = self.focus, True
        try:
            self._replay(record)
            self.wait()
        finally:
            self.watches, self._is_quiet = saved, False
        for each in saved.values():
            each.held = self._bytes_of(each)
        self.focus = focus
        with self._condition:
            self.stop = stop
        return record.write

    def _step_goal(self, kind: str, place: LanesAt, *, by_line: bool) -> _Goal:
        chain = self.map.chain(place.ordinal)
        return _Goal(kind, by_line, chain[0], len(place.frame.order), len(chain))

    def _refuse_finished(self) -> None:
        """Refuse an order to a launch whose thread has ended, which would never answer."""
        if self._held().reason == "finished":
            message = "there is no further launch"
            raise SessionError(message)

    def _held(self) -> Stop:
        if self.stop is None:
            message = "the launch runs: pause it first"
            raise SessionError(message)
        return self.stop

    def _position(self) -> int:
        """Return the position up to which a launch that goes back has run."""
        stop = self._held()
        # What has faulted has begun, so the instruction before is the faulting one.
        return stop.position + 1 if stop.is_over else stop.position

    def _go(self, goal: _Goal) -> None:
        self._refuse_finished()
        self._goal, self._record = goal, None
        self._order("go")

    # ------------------------------------------------------------------- checkpoints

    def _take_checkpoint(self, registers: int) -> None:
        """Take a checkpoint before the present instruction, unless there is one behind it.

        `registers` is how many the function has.
        """
        position = self.count - 1
        if any(each.position >= position for each in self._checkpoints):
            return
        begun = time.perf_counter()
        self.state.machine.output.flush()
        more = (
            vars(self.tracker), self._begun, self._printed_bytes,
            {number: each.hits for number, each in self.breakpoints.items()},
        )  # fmt: skip
        try:
            taken = take_checkpoint(self.scheduler, self.memory, position, more)
        except (TypeError, ValueError, MemoryError, RecursionError):
            # Something in the state can't be copied: to go back is to begin again.
            self._may_checkpoint = False
            return
        self._checkpoints.append(taken)
        machine = self.state.machine
        copies = sum(len(data) for _, data in taken.memory.copies.values())
        held = machine.shared.nbytes + machine.local.nbytes + copies
        held += _REGISTER_BYTES * registers * machine.count
        most = min(MAX_CHECKPOINTS, max(1, MAX_CHECKPOINT_BYTES // held))
        if len(self._checkpoints) > most:
            # Every other one is dropped, so that there are as many of a launch of any length.
            self._checkpoints = self._checkpoints[1::2]
            self._interval *= 2
        elif time.perf_counter() - begun > _MAX_CHECKPOINT_SECONDS:
            self._interval *= 4

    def _return_to(self, position: int) -> NoReturn:
        """Leave the present instruction, and go on from the last checkpoint before a position."""
        if self._is_running and self._put_back(position):
            raise RewindError
        # From another batch, or behind the end, the launch has to begin again first.
        self._jump = position
        raise RestartError

    def _jump_ahead(self) -> None:
        """Go on from the last checkpoint before the position to which the launch returns."""
        if self._put_back(self._jump, after=self.count):
            self._jump = 0
            raise RewindError

    def _put_back(self, position: int, *, after: int = -1) -> bool:
        """Put the last checkpoint of this batch before a position back, if there is one.

        It has to be behind the position `after`. Returns whether there was one.
        """
        first = self.state.machine.first
        found = [
            each
            for each in self._checkpoints
            if each.first == first and after < each.position < position
        ]
        if not found:
            return False
        chosen = max(found, key=lambda each: each.position)
        self.state.machine.output.flush()
        more = put_back(chosen, self.scheduler, self.memory)
        tracked, self._begun, self._printed_bytes, hits = more
        vars(self.tracker).update(tracked)
        self.count = chosen.position
        self._previous = None
        for number, breakpoint_ in self.breakpoints.items():
            breakpoint_.hits = hits.get(number, 0)
        for watch in self.watches.values():
            watch.held = self._bytes_of(watch)
        return True

    def _replay(self, record: _Record) -> None:
        self._refuse_finished()
        self._goal, self._record = record.goal, record
        # For a step it is enough to run from the last checkpoint, most times.
        self._order("rewind" if record.is_partial else "restart")

    def _order(self, wanted: str) -> None:
        with self._condition:
            self._wanted = wanted
            self.stop = None
            self._pauses = False
            self._condition.notify_all()

    # --------------------------------------------------------------- their breakpoints

    def new_number(self) -> int:
        """Return a number for a new breakpoint or watch."""
        self._numbers += 1
        return self._numbers

    def add(self, breakpoint_: Breakpoint) -> None:
        """Add a breakpoint."""
        self.breakpoints[breakpoint_.number] = breakpoint_
        self._index()

    def remove(self, number: int) -> None:
        """Remove a breakpoint or a watch; raises `SessionError` if there is none."""
        found = self.breakpoints.pop(number, None) or self.watches.pop(number, None)
        if found is None:
            message = f"no breakpoint or watch {number}"
            raise SessionError(message)
        self._index()

    def _index(self) -> None:
        by_ordinal: dict[int, list[Breakpoint]] = {}
        for each in self.breakpoints.values():
            for ordinal in each.ordinals:
                by_ordinal.setdefault(ordinal, []).append(each)
        self._by_ordinal = by_ordinal

    def watch(self, watch: Watch) -> None:
        """Add a watch; the launch is held when its bytes change."""
        watch.held = self._bytes_of(watch)
        self.watches[watch.number] = watch

    # ----------------------------------------------------------------- looking

    @property
    def state(self) -> BatchState:
        """The state of the batch that runs; raises `SessionError` if there is none."""
        if self._state is None:
            message = "the launch has ended: run begins it again, reverse-step goes back"
            raise SessionError(message)
        return self._state

    @property
    def geometry(self) -> Geometry:
        """The shape of the launch."""
        return self.state.machine.geometry

    def lane(self, focus: Focus | None = None) -> int | None:
        """Return the lane of a thread; None if its CTA does not run now."""
        focus = self.focus if focus is None else focus
        lanes = self.state.lanes_of(focus.cta)
        return lanes[focus.thread] if focus.thread < len(lanes) else None

    def warp_lanes(self, focus: Focus | None = None) -> range:
        """Return the lanes of the warp of a thread; empty if its CTA does not run now."""
        focus = self.focus if focus is None else focus
        lanes = self.state.lanes_of(focus.cta)
        return lanes[focus.warp * WARP : (focus.warp + 1) * WARP]

    def place(self, focus: Focus | None = None) -> LanesAt | None:
        """Return where a thread is; None if it has ended, or its CTA does not run now."""
        if self._state is None:
            return None
        lane = self.lane(focus)
        if lane is None or self.state.has_ended(lane):
            return None
        found = self.state.places(range(lane, lane + 1))
        return found[0] if found else None

    def look_at(self, focus: Focus) -> None:
        """Look at another thread; raises `SessionError` if there is none, or not now."""
        geometry = self.geometry
        if not 0 <= focus.cta < geometry.ctas or not 0 <= focus.thread < geometry.threads:
            message = (
                f"no thread {focus.thread} of CTA {focus.cta}: there are {geometry.ctas:,} CTAs "
                f"of {geometry.threads:,} threads"
            )
            raise SessionError(message)
        if self.lane(focus) is None:
            machine = self.state.machine
            last = machine.first + machine.ctas - 1
            message = (
                f"CTA {focus.cta} does not run now: CTAs {machine.first} to {last} do, "
                f"one batch after the other"
            )
            raise SessionError(message)
        self.focus = focus

    # ------------------------------------------------------- the thread of the launch

    def _run(self) -> None:
        try:
            self.target.run(self._execute)
        except _AbandonedError:
            return
        except SimulationError:
            pass  # told when the launch ended
        except BaseException as error:  # noqa: BLE001 - whatever it is, whoever waits is told
            self.error = error
        self._report(Stop("finished", self.count, "" if self.error is None else str(self.error)))

    def _execute(self, *arguments: Any, **options: Any) -> Outcome:
        """Run the kernel of a request; see `ptxpy.sim.run`."""
        options |= {"strict": self.strict, "sink": self._print, "max_steps": None}
        return run_stepped(*arguments, stepper=self, **options)

    def _print(self, text: bytes) -> None:
        # A launch that runs again prints again: what was shown before is not shown twice.
        self._printed_bytes += len(text)
        new = self._printed_bytes - self._shown_bytes
        if new > 0:
            self._shown_bytes = self._printed_bytes
            self._printed(text[-new:])

    def launch_begins(self) -> None:
        """Begin, for the first time or again."""
        self._printed_bytes = 0
        self._has_faulted = False
        self._state = None
        self._previous = None
        self._is_running = False
        for each in self.breakpoints.values():
            each.hits = 0
        for watch in self.watches.values():
            watch.held, watch.hits = None, 0
        if self._is_first and self._stop_on_entry:
            self._goal = _ENTRY
        self._is_first = False

    def batch_begins(self, scheduler: Any) -> None:
        """Begin a batch of CTAs."""
        self._state = BatchState(scheduler)
        self._is_running = True
        machine, pieces = self._state.machine, self._state.pieces
        self.tracker = OperationTracker(machine, pieces)
        if self._pieces is not pieces:
            self._pieces = pieces
            self._ordinals, self._repeats = _facts_of(pieces.program.owners)
            self._brkpts = {}
            for piece, ordinal in enumerate(self._ordinals):
                routine = pieces.program.owners[piece]
                index = self._statement_of(routine, piece)
                node: Any = routine.code.statements[index] if ordinal >= 0 else None
                if type(node) is n.Instruction and _is_breakpoint(node):
                    level = routine.code.scopes[index]
                    self._brkpts[ordinal] = operand_reader(pieces, piece, index, node, level, -1)
        self._begun = np.full(machine.count, -1, np.int32)
        self._previous = None

    def before(self, frame: Any, piece: int, lanes: Any) -> None:
        """Hold the launch before an instruction, if it is to be held there."""
        self.count += 1
        if self._wanted == "quit":
            raise _AbandonedError
        if self._jump and self._previous is None:
            self._jump_ahead()
        if self._may_checkpoint and self.count % self._interval == 0:
            self._take_checkpoint(len(frame))
        ordinal = self._ordinals[piece]
        if self.watches:
            self._check_watches()
        if ordinal >= 0:
            found = self._stop_at(frame, piece, lanes, ordinal)
            if found is not None:
                self.focus = found.focus or self.focus
                self._hold(Stop(found.reason, self.count, found.text, found.numbers, found.write))
        self._begun[slice(None) if lanes is None else lanes] = piece
        self.tracker.before(frame, piece, lanes)
        self._previous = frame, piece, lanes

    def _stop_at(self, frame: Any, piece: int, lanes: Any, ordinal: int) -> _Found | None:
        """Return why the launch is held here; None if it is not."""
        hit = self._hit(frame, piece, lanes, ordinal)
        record, goal = self._record, self._goal
        if self._pauses:
            self._pauses, self._record = False, None
            return _Found("pause", focus=self._near(lanes))
        if record is not None:
            if self.count < record.until:
                self._note(record, frame, piece, lanes, ordinal, hit)
                return None
            return self._turn(record)
        if goal.kind == "to":
            # On its way to a position nothing else holds it.
            return goal.found if self.count >= goal.position else None
        if hit is not None:
            for number in hit.numbers:
                if self.breakpoints[number].is_temporary:
                    self.remove(number)
            return hit
        if goal.kind != "continue":
            return self._end_of_step(goal, frame, piece, lanes, ordinal)
        return None

    def _hit(self, frame: Any, piece: int, lanes: Any, ordinal: int) -> _Found | None:
        """Return the breakpoints that are hit here; None for none."""
        numbers, focus, text = [], None, ""
        for each in self._by_ordinal.get(ordinal, ()):
            if not each.is_enabled:
                continue
            try:
                chosen = self._lanes_of(each, frame, piece, lanes)
            except ExpressionError as error:
                # A condition that can't be evaluated must not be passed over in silence.
                text = f"the condition of breakpoint {each.number} can't be evaluated: {error}"
                chosen = self.state.machine.lanes if lanes is None else lanes
            if chosen is None:
                continue
            each.hits += 1
            if each.hits <= each.after or each.only_hit not in (0, each.hits):
                continue
            if each.message and not text:
                self._log(each, frame, piece, chosen)
                continue
            numbers.append(each.number)
            focus = self._near(chosen)
        if numbers:
            return _Found("breakpoint", text, tuple(numbers), None, focus)
        if self._brkpts and ordinal in self._brkpts:
            # As on a device, a thread whose guard is false passes.
            guard, _ = self._brkpts[ordinal](self.state.machine, frame, lanes)
            chosen = self.state.machine.lanes if lanes is None else lanes
            if guard is not None:
                chosen = chosen[np.broadcast_to(self.state.machine.flat(guard), chosen.shape)]
            if len(chosen):
                return _Found("breakpoint", "the instruction brkpt", focus=self._near(chosen))
        return None

    def _log(self, each: Breakpoint, frame: Any, piece: int, lanes: Any) -> None:
        """Show the message of a breakpoint, once for all threads, with the values of the first."""
        # A launch that runs again up to an earlier place has told it before.
        if self._record is not None or self._goal.kind == "to":
            return
        names = self.names.at(self._place_here(frame, piece, lanes[:1]), lanes[:1])

        def value(match: re.Match[str]) -> str:
            try:
                return Expression(match[1]).evaluate(names).text(0)
            except ExpressionError as error:
                return f"{{{error.message}}}"

        self._logged(re.sub(r"\{([^{}]*)\}", value, each.message))

    def _waits_again(self, piece: int, lanes: Any) -> bool:
        """Return whether lanes only run a piece again at which they have waited."""
        if not self._repeats[piece]:
            return False
        begun = self._begun if lanes is None else self._begun[lanes]
        return bool((begun == piece).all())

    def _lanes_of(self, each: Breakpoint, frame: Any, piece: int, lanes: Any) -> Any:
        """Return the lanes that a breakpoint stops; None if there are none."""
        if self._waits_again(piece, lanes):
            return None
        state, machine = self.state, self.state.machine
        chosen = machine.lanes if lanes is None else lanes
        threads: Threads = each.threads
        if threads.cta is not None:
            inside = state.lanes_of(threads.cta)
            first, last = np.searchsorted(chosen, (inside.start, inside.stop))
            chosen = chosen[first:last]
        if threads.warp is not None:
            chosen = chosen[machine.thread_of[chosen] // WARP == threads.warp]
        if threads.thread is not None:
            chosen = chosen[machine.thread_of[chosen] == threads.thread]
        if len(chosen) and each.condition is not None:
            place = self._place_here(frame, piece, chosen)
            chosen = chosen[each.condition.holds(self.names.at(place, chosen))]
        return chosen if len(chosen) else None

    def _place_here(self, frame: Any, piece: int, lanes: Any) -> LanesAt:
        return LanesAt(frame, self._statement_of(frame.routine, piece), lanes, "")

    @staticmethod
    def _statement_of(routine: Routine, piece: int) -> int:
        """Return the index of the instruction of a piece in its function."""
        start, stop, _ = routine.pieces[piece - routine.first]
        kinds = (n.Instruction, n.Call)
        statements = routine.code.statements
        return next((k for k in range(start, stop) if type(statements[k]) in kinds), start)

    def _near(self, lanes: Any) -> Focus | None:
        """Return a thread among some lanes: the same as before, else one of its warp or CTA."""
        machine, lane = self.state.machine, self.lane()
        running = machine.lanes[~machine.ended] if lanes is None else lanes
        if not len(running):
            return None
        near = running
        if lane is not None:
            for size in (1, WARP, machine.geometry.padded):
                inside = running[running // size == lane // size]
                if len(inside):
                    near = inside
                    break
        first = int(near[0])
        return Focus(self.state.cta_of(first), int(machine.thread_of[first]))

    def _runs_focus(self, lanes: Any) -> bool:
        """Return whether the focus is among lanes."""
        lane = self.lane()
        if lane is None:
            return False
        if lanes is None:
            return True
        at = int(np.searchsorted(lanes, lane))
        return at < len(lanes) and int(lanes[at]) == lane

    def _end_of_step(
        self, goal: _Goal, frame: Any, piece: int, lanes: Any, ordinal: int
    ) -> _Found | None:
        """Return why a step ends here; None if it goes on."""
        lane = self.lane()
        if lane is None or self.state.has_ended(lane):
            # The thread has ended: another one takes its place.
            return _Found("step", focus=self._near(lanes))
        if not self._runs_focus(lanes) or self._waits_again(piece, lanes):
            return None
        depth = len(frame.order)
        is_over = depth < goal.depth
        if goal.kind == "out":
            return _Found("step") if is_over else None
        if goal.kind == "over" and depth > goal.depth:
            return None
        if goal.by_line and depth == goal.depth and self._is_in_line(goal, ordinal):
            return None
        return _Found("step")

    def _is_in_line(self, goal: _Goal, ordinal: int) -> bool:
        """Return whether an instruction belongs to the line that a step leaves."""
        if self.map.place(ordinal) == goal.place:
            return True
        # A step over calls is one over functions that are inlined in the line, too.
        return goal.kind == "over" and goal.place in self.map.chain(ordinal)

    # ------------------------------------------------------------------------ going back

    def _note(
        self,
        record: _Record,
        frame: Any,
        piece: int,
        lanes: Any,
        ordinal: int,
        hit: _Found | None,
    ) -> None:
        """Note an instruction that ran before, on the way to where the launch was."""
        if record.kind == "continue" and hit is not None:
            record.hit = self.count, hit
        if record.kind != "step" or not self._runs_focus(lanes):
            return
        goal, depth = record.goal, len(frame.order)
        if self._waits_again(piece, lanes) or (goal.kind == "over" and depth > goal.depth):
            return
        if goal.kind == "out" and depth >= goal.depth:
            return
        # By instruction each is a line of its own.
        place = self.map.place(ordinal) if goal.by_line else SourcePlace("", self.count)
        if goal.by_line and goal.kind == "over":
            # A function that is inlined belongs to the line of its call.
            chain = self.map.chain(ordinal)
            place = chain[max(0, len(chain) - goal.inlined)]
        record.note(_Past(self.count, place, depth))

    def _turn(self, record: _Record) -> _Found | None:
        """Go to the position that the record tells; the launch has reached its former position.

        Returns why the launch is held here, if it is that position.
        """
        self._record = None
        if record.kind == "writes":
            self._goal = _Goal()
            return _Found("step")
        # What is before the checkpoint is not known: of a line there may be more.
        if record.is_partial and record.runs < 1 + record.goal.by_line:
            self._record = _Record(record.kind, record.goal, record.until)
            raise RestartError
        count, found = 1, _Found("start")
        if record.kind == "continue" and record.hit is not None:
            count, found = record.hit
        elif record.kind == "step" and record.last is not None:
            # A step back goes to the begin of its line, from there to the begin of the one before.
            is_line = record.goal.by_line and record.goal.kind != "out"
            count = record.run_start if is_line else record.last.position
            found = _Found("step")
        self._goal = _Goal("to", position=count, found=found)
        return self._return_to(count)

    def _check_watches(self) -> None:
        """Compare watched memory with its last value, and hold the launch if it has changed."""
        for each in [*self.watches.values()]:
            now = self._bytes_of(each)
            old, each.held = each.held, now
            if now is None or old is None or now == old or self._previous is None:
                continue
            if not each.is_enabled:
                continue
            each.hits += 1
            write = self._write_of(each, old, now)
            record = self._record
            if record is not None and self.count <= record.until:
                if record.kind == "writes":
                    record.write = write
                elif record.kind == "continue" and self.count < record.until:
                    focus = Focus(*write.threads[0])
                    found = _Found("watch", "", (each.number,), write, focus)
                    record.hit = self.count, found
                continue
            if self._goal.kind == "to":
                continue
            self.focus = Focus(*write.threads[0])
            self._hold(Stop("watch", self.count, "", (each.number,), write))

    def _bytes_of(self, watch: Watch) -> bytes | None:
        """Return watched memory; None if it is not there now."""
        state = self._state
        if state is None:
            return None
        lane = 0
        if watch.space != "global":
            lanes = state.lanes_of(watch.cta)
            if not lanes:
                return None
            lane = lanes[watch.thread]
        try:
            return state.read(watch.space, lane, watch.address, watch.size)
        except UnmappedAddressError:
            return None

    def _write_of(self, watch: Watch, old: bytes, new: bytes) -> Write:
        """Return the write that the instruction before has made."""
        assert self._previous is not None  # noqa: S101 - checked before
        frame, piece, lanes = self._previous
        machine, state = self.state.machine, self.state
        chosen = machine.lanes if lanes is None else lanes
        statement = self._statement_of(frame.routine, piece)
        node = frame.routine.code.statements[statement]
        if type(node) is n.Instruction:
            found = traits(node.opcode, node.modifiers)
            stores = [each for each in found.accesses if each.kind in ("write", "atomic")]
            for access in stores[:1]:
                level = frame.routine.code.scopes[statement]
                reader = operand_reader(
                    self._pieces, piece, statement, node, level, access.position
                )
                guard, address = reader(machine, frame, lanes)
                places = np.broadcast_to(machine.flat(address), chosen.shape)
                if guard is not None:
                    keep = np.broadcast_to(machine.flat(guard), chosen.shape)
                    chosen, places = chosen[keep], places[keep]
                size = _access_bytes(node)
                inside = [
                    lane
                    for lane, place in zip(chosen.tolist(), places.tolist(), strict=True)
                    if self._touches(watch, lane, place, size)
                ]
                chosen = np.array(inside, np.int64) if inside else chosen
        threads = tuple(
            (state.cta_of(lane), int(machine.thread_of[lane]))
            for lane in chosen[:_MAX_WRITERS].tolist()
        )
        return Write(self.count, self._ordinals[piece], threads, old, new)

    def _touches(self, watch: Watch, lane: int, address: int, size: int) -> bool:
        """Return whether an access of some bytes at an address is to watched memory."""
        space, at = self.state.resolve("generic", address)
        if watch.space != "global" and space == "global":
            space, at = watch.space, address
        if watch.space == "shared" and self.state.cta_of(lane) != watch.cta:
            return False
        if watch.space == "global":
            at = address
        return at < watch.address + watch.size and watch.address < at + size

    # ------------------------------------------------------------------------ holding

    def faulted(self, message: str, ordinal: int | None, lane: int | None) -> None:
        """Hold the launch at a fault."""
        del ordinal
        self._has_faulted, self._is_running = True, False
        if self._record is not None:
            self._turn(self._record)
        machine = self.state.machine
        if lane is not None:
            self.focus = Focus(self.state.cta_of(lane), int(machine.thread_of[lane]))
        elif self.scheduler.running_group is not None:
            self.focus = self._near(self.scheduler.running_group.lanes) or self.focus
        self._hold(Stop("fault", self.count, message))

    def launch_ended(self, error: SimulationError | None) -> None:
        """Hold the launch at its end: it may still go back."""
        self._is_running = False
        if self._record is not None:
            self._turn(self._record)
        # The simulator uses the state of a launch that has ended for the next one.
        self._state = None
        # A fault has been told, and held the launch, where it was.
        if not self._has_faulted:
            self._hold(Stop("ended", self.count, "" if error is None else str(error)))

    def _hold(self, stop: Stop) -> None:
        """Hold the launch until it is told to go on."""
        if self._state is not None:
            self._state.machine.output.flush()
        self._jump = 0
        self._report(stop)
        with self._condition:
            while self._wanted is None:
                self._condition.wait()
            wanted, self._wanted = self._wanted, None
        if wanted == "quit":
            raise _AbandonedError
        if wanted == "restart":
            self._jump = 0
            raise RestartError
        if wanted == "rewind" and self._record is not None:
            self._return_to(self._record.until - 1)

    def _report(self, stop: Stop) -> None:
        self.stop = stop
        if not self._is_quiet:
            self._stopped(stop)
        with self._condition:
            self._condition.notify_all()


_MAX_ACCESS_BYTES: Final = 32


def _access_bytes(node: n.Instruction) -> int:
    """Return the bytes of a thread's access, or the most that one may have."""
    types = [word[1:] for word in node.modifiers if word[1:] in TYPES]
    if not types or traits(node.opcode, node.modifiers).collective:
        return _MAX_ACCESS_BYTES
    width = next((int(word[2:]) for word in node.modifiers if word in (".v2", ".v4", ".v8")), 1)
    return width * TYPES[types[-1]].bits // 8


def _is_breakpoint(node: n.Instruction) -> bool:
    return CONTROL_FLOW.get(node.opcode) == "breakpoint"


def _facts_of(owners: list[Routine]) -> tuple[list[int], list[bool]]:
    """Return for each piece the ordinal of its instruction, -1 for none, and whether it waits."""
    ordinals, repeats = [], []
    for number, routine in enumerate(owners):
        start, stop, _ = routine.pieces[number - routine.first]
        ordinal, waits = -1, False
        for index in range(start, stop):
            statement: Any = routine.code.statements[index]
            if type(statement) not in (n.Instruction, n.Call):
                continue
            ordinal = routine.code.ordinals[index]
            if type(statement) is n.Instruction:
                found = traits(statement.opcode, statement.modifiers)
                waits = found.is_blocking or "wait" in found.mbarrier or bool(found.collective)
            break
        ordinals.append(ordinal)
        repeats.append(waits)
    return ordinals, repeats
