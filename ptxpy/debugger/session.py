"""A session: a launch that is held at breakpoints, is looked at, and goes on or back.

The launch runs in a thread of its own, which waits while it is held, so that its state does not
change while it is looked at. The simulator is deterministic: to go back is to run the launch again
up to an earlier position.
"""

from __future__ import annotations

import contextvars
import threading
from typing import TYPE_CHECKING, Any, Final, NoReturn

from ptxpy.debugger.batch import Batch, Focus, Issue, ProgramFacts
from ptxpy.debugger.breakpoints import Breakpoint, Breakpoints
from ptxpy.debugger.going_back import Checkpoints, Record
from ptxpy.debugger.stack import Frame, frames_of
from ptxpy.debugger.stops import ENTRY, Found, Goal, SessionError, Stop
from ptxpy.debugger.thread_names import ThreadNames
from ptxpy.debugger.uninitialised import UninitialisedReads
from ptxpy.debugger.watches import bytes_of
from ptxpy.sim import (
    LaunchStepper,
    RestartError,
    RewindError,
    SimulationError,
    run_stepped,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.debugger.source_map import SourceMap
    from ptxpy.debugger.targets import Target
    from ptxpy.debugger.watches import Watch, Write
    from ptxpy.sim import BatchState, Geometry, LanesAt, OperationTracker, Outcome

__all__ = ["Session"]

_MAX_SECONDS_TO_END: Final = 5
_DEEP: Final = 1 << 30
"""A depth that no call reaches."""


class _AbandonedError(BaseException):
    """Ends the thread of a launch that nobody looks at any more."""


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
            strict: Whether strict mode watches, and holds the launch at its first fault, and at
                reads of registers and memory that nothing has written.
            stop_on_entry: Whether the launch is held before its first instruction.
            stopped: Called with each stop, in the thread of the launch.
            printed: Called with the output of `printf`.
            logged: Called with the messages of breakpoints that do not stop.
        """
        self.target = target
        self.map: SourceMap = target.map
        self.strict = strict
        self.focus = Focus(0, 0)
        self.watches: dict[int, Watch] = {}
        self.stop: Stop | None = None
        """The present stop; None while the launch runs."""
        self.error: BaseException | None = None
        """Why the launch could not run to its end, or at all."""
        self.has_faulted = False
        """Whether the launch has ended with a fault."""
        self.holds_uninitialised = strict
        """Whether a read of an unwritten register or word holds the launch; in strict mode only."""
        self.names = ThreadNames(target.source, lambda: self.state)
        self._breakpoints = Breakpoints(self.names)
        self._stop_on_entry = stop_on_entry
        self._stopped = stopped or (lambda _: None)
        self._printed = printed or (lambda _: None)
        self._logged = logged or (lambda _: None)
        self._numbers = 0
        self.frame_number = 0
        """The index in `frames` of the frame that is looked at."""
        self._hidden = 0
        """How many inlined functions begin here that the thread is not yet shown in."""
        self._goal = Goal()
        self._record: Record | None = None
        self._wanted: str | None = None
        """The command for the thread of the launch: `go`, `restart`, `rewind` or `quit`."""
        self._pauses = False
        self._is_quiet = False
        """Whether stops are not told, as the launch only runs up to its former position."""
        self._condition = threading.Condition()
        self._thread: threading.Thread | None = None
        self._batch: Batch | None = None
        self._facts: ProgramFacts | None = None
        self._reads = UninitialisedReads(self.map)
        self._shown_bytes = 0
        self._printed_bytes = 0
        self._is_first = True
        self._jump = 0
        """The position to which a launch that has begun again returns; 0 for none."""
        self._checkpoints = Checkpoints(are_allowed=not strict)

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
        self._go(Goal())

    def step(self, kind: str, *, by_line: bool) -> None:
        """Let the focus run one step: `in`, `over` calls, or `out` of the frame looked at."""
        if kind == "in" and by_line and self._hidden and self._held().reason != "finished":
            # An inlined function begins here: to step into it is to look at it.
            self._hidden -= 1
            self.frame_number = 0
            self._report(Stop("step", self.count))
            return
        # A thread that has ended goes on to the next stop.
        self._go(self._step_goal(kind, by_line=by_line) or Goal())

    def step_back(self, kind: str, *, by_line: bool) -> None:
        """Go back one step of the focus: `in`, `over` calls, or `out` to the call of the frame."""
        goal = self._step_goal(kind, by_line=by_line)
        goal = goal or Goal(kind, by_line, depth=_DEEP, inlined=_DEEP)
        self._replay(Record("step", goal, self._position(), is_partial=True))

    def resume_back(self) -> None:
        """Go back to the last breakpoint or watch that was hit, or to the start of the launch."""
        self._replay(Record("continue", Goal(), self._position()))

    def restart(self, *, stop_on_entry: bool = True) -> None:
        """Begin the launch again, and hold it before its first instruction, or run on."""
        self._refuse_finished()
        self._goal, self._record = ENTRY if stop_on_entry else Goal(), None
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
        record = Record("writes", Goal(), self._position())
        saved, self.watches = self.watches, {0: watch}
        focus, frame, hidden = self.focus, self.frame_number, self._hidden
        self._is_quiet = True
        try:
            self._replay(record)
            self.wait()
        finally:
            self.watches, self._is_quiet = saved, False
        for each in saved.values():
            each.held = bytes_of(each, self._batch)
        self.focus, self.frame_number, self._hidden = focus, frame, hidden
        with self._condition:
            self.stop = stop
        return record.write

    def _step_goal(self, kind: str, *, by_line: bool) -> Goal | None:
        """Return the goal of a step; None if the thread has ended."""
        frame = self.frame()
        if frame is None:
            return None
        if kind == "out" and frame.inlined:
            # An inlined function is left where a line of its caller begins, as by a step over calls
            # from there.
            chain = frame.chain[1:]
            return Goal("over", by_line=True, chain=chain, inlined=len(chain) + 1,
                        depth=frame.depth)  # fmt: skip
        if kind != "out":
            frame = self.frames()[0]
        return Goal(kind, by_line, frame.chain, len(frame.chain), frame.depth)

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

    def _go(self, goal: Goal) -> None:
        self._refuse_finished()
        self._goal, self._record = goal, None
        self._order("go")

    def _replay(self, record: Record) -> None:
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

    @property
    def breakpoints(self) -> dict[int, Breakpoint]:
        """The breakpoints, by number."""
        return self._breakpoints.by_number

    def new_number(self) -> int:
        """Return a number for a new breakpoint or watch."""
        self._numbers += 1
        return self._numbers

    def add(self, breakpoint_: Breakpoint) -> None:
        """Add a breakpoint."""
        self._breakpoints.add(breakpoint_)

    def remove(self, number: int) -> None:
        """Remove a breakpoint or a watch; raises `SessionError` if there is none."""
        if not self._breakpoints.remove(number) and not self.watches.pop(number, None):
            message = f"no breakpoint or watch {number}"
            raise SessionError(message)

    def watch(self, watch: Watch) -> None:
        """Add a watch; the launch is held when its bytes change."""
        watch.held = bytes_of(watch, self._batch)
        self.watches[watch.number] = watch

    # ----------------------------------------------------------------- looking

    @property
    def batch(self) -> Batch:
        """The batch that runs; raises `SessionError` if there is none."""
        if self._batch is None:
            message = "the launch has ended: run begins it again, reverse-step goes back"
            raise SessionError(message)
        return self._batch

    @property
    def state(self) -> BatchState:
        """The state of the batch that runs."""
        return self.batch.state

    @property
    def tracker(self) -> OperationTracker:
        """The mbarriers and the asynchronous operations of the batch that runs."""
        return self.batch.tracker

    @property
    def geometry(self) -> Geometry:
        """The shape of the launch."""
        return self.state.machine.geometry

    def lane(self, focus: Focus | None = None) -> int | None:
        """Return the lane of a thread; None if its CTA does not run now."""
        return self.batch.lane(self.focus if focus is None else focus)

    def warp_lanes(self, focus: Focus | None = None) -> range:
        """Return the lanes of the warp of a thread; empty if its CTA does not run now."""
        return self.batch.warp_lanes(self.focus if focus is None else focus)

    def frames(self, focus: Focus | None = None) -> list[Frame]:
        """Return the stack of a thread, the innermost first; empty if it has ended."""
        if self._batch is None:
            return []
        focus = self.focus if focus is None else focus
        place = self._batch.place(focus)
        hidden = self._hidden if focus == self.focus else 0
        return [] if place is None else frames_of(self.map, place)[hidden:]

    def frame(self) -> Frame | None:
        """Return the frame that is looked at; None if the thread has ended."""
        frames = self.frames()
        return frames[min(self.frame_number, len(frames) - 1)] if frames else None

    def place(self) -> LanesAt | None:
        """Return where the frame is that is looked at; None if the thread has ended."""
        frame = self.frame()
        return None if frame is None else frame.at

    def select(self, number: int) -> None:
        """Look at another frame of the thread; raises `SessionError` if there is none."""
        count = len(self.frames())
        if not 0 <= number < count:
            message = f"no frame {number}: there are {count}, from 0 on; backtrace shows them"
            raise SessionError(message)
        self.frame_number = number

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
        if focus != self.focus:
            self.focus, self.frame_number, self._hidden = focus, 0, 0

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
        self._reads = UninitialisedReads(self.map)
        self.has_faulted = False
        self._batch = None
        for each in self.breakpoints.values():
            each.hits = 0
        for watch in self.watches.values():
            watch.held, watch.hits = None, 0
        if self._is_first and self._stop_on_entry:
            self._goal = ENTRY
        self._is_first = False

    def batch_begins(self, scheduler: Any) -> None:
        """Begin a batch of CTAs."""
        if self._facts is None or self._facts.pieces is not scheduler.pieces:
            self._facts = ProgramFacts(scheduler.pieces)
        self._batch = Batch(scheduler, self._facts)

    def before(self, frame: Any, piece: int, lanes: Any) -> None:
        """Hold the launch before an instruction, if it is to be held there."""
        batch = self.batch
        issue = Issue(frame, piece, lanes, batch.facts.ordinals[piece])
        self.count += 1
        if self._wanted == "quit":
            raise _AbandonedError
        if self._jump and batch.previous is None:
            self._jump_ahead()
        checkpoints = self._checkpoints
        if checkpoints.are_allowed and self.count % checkpoints.interval == 0:
            hits = {number: each.hits for number, each in self.breakpoints.items()}
            more = self._printed_bytes, hits
            checkpoints.take(batch, self.memory, issue, self.count - 1, more)
        if self.watches:
            for found in self._changes(batch):
                self._hold_for(found)
        if self.strict:
            for found in self._uninitialised_reads(batch, issue):
                self._hold_for(found)
        if issue.ordinal >= 0:
            reason = self._stop_at(batch, issue)
            if reason is not None:
                self._hold_for(reason)
        batch.ran(issue)

    def _hold_for(self, found: Found) -> None:
        self.focus = found.focus or self.focus
        self._hold(found.at(self.count), hidden=found.hidden)

    def _stop_at(self, batch: Batch, issue: Issue) -> Found | None:
        """Return why the launch is held at an instruction; None if it is not."""
        is_new = self._record is None and self._goal.kind != "to"
        hit = self._breakpoints.hit(batch, issue, self.focus, self._logged if is_new else None)
        record, goal = self._record, self._goal
        if self._pauses:
            self._pauses, self._record = False, None
            return Found("pause", focus=batch.nearest(self.focus, issue.lanes))
        if record is not None:
            if self.count < record.until:
                record.note_hit(self.count, hit)
                if record.kind == "step" and self._is_next_of_focus(batch, issue):
                    record.note(self.count, self.map, issue)
                return None
            return self._turn(record)
        if goal.kind == "to":
            # On its way to a position nothing else holds it.
            return goal.found if self.count >= goal.position else None
        if hit is not None:
            places = {self.breakpoints[number].place for number in hit.numbers}
            for number in hit.numbers:
                if self.breakpoints[number].is_temporary:
                    self.remove(number)
            chain = self.map.chain(issue.ordinal)
            # A breakpoint at the line of a call holds the thread before it is in the function.
            return hit._replace(
                hidden=next((k for k, each in enumerate(chain) if each in places), 0)
            )
        if goal.kind == "continue":
            return None
        lane = batch.lane(self.focus)
        if lane is None or batch.state.has_ended(lane):
            # The thread has ended: another one takes its place.
            return Found("step", focus=batch.nearest(self.focus, issue.lanes))
        is_next = self._is_next_of_focus(batch, issue)
        if not is_next or not goal.is_reached(self.map, issue):
            return None
        is_line = goal.by_line and issue.depth == goal.depth
        return Found("step", hidden=max(0, self.map.begun(issue.ordinal) - 1) if is_line else 0)

    def _is_next_of_focus(self, batch: Batch, issue: Issue) -> bool:
        """Return whether the focus runs an instruction, and has not only waited at it."""
        return batch.is_run_by(issue, self.focus) and not batch.waits_again(issue)

    def _changes(self, batch: Batch) -> list[Found]:
        """Return the watches whose memory has changed; on the way back they are only noted."""
        found = []
        for each in [*self.watches.values()]:
            write = each.changed(batch)
            if write is None:
                continue
            record = self._record
            reason = Found("watch", "", (each.number,), write, write.threads[0])
            if record is not None and self.count <= record.until:
                record.write = write
                if self.count < record.until:
                    record.note_hit(self.count, reason)
            elif self._goal.kind != "to":
                found.append(reason)
        return found

    def _uninitialised_reads(self, batch: Batch, issue: Issue) -> list[Found]:
        """Return the reads of unwritten values; on the way back they are only noted."""
        found = self._reads.found(batch, issue, self.unset_reads)
        record = self._record
        if record is not None:
            for each in found if self.count < record.until else ():
                record.note_hit(self.count, each)
            return []
        return found if self.holds_uninitialised and self._goal.kind != "to" else []

    # ------------------------------------------------------------------------ going back

    def _turn(self, record: Record) -> Found | None:
        """Go to the position that the record tells; the launch has reached its former position.

        Returns why the launch is held here, if it is that position.
        """
        self._record = None
        if record.kind == "writes":
            self._goal = Goal()
            return Found("step")
        # What is before the checkpoint is not known: of a line there may be more.
        if record.is_too_short:
            self._record = Record(record.kind, record.goal, record.until)
            raise RestartError
        position, found = record.result()
        self._goal = Goal("to", position=position, found=found)
        return self._return_to(position)

    def _return_to(self, position: int) -> NoReturn:
        """Leave the present instruction, and go on from the last checkpoint before a position."""
        if self._batch is not None and self._batch.is_running and self._put_back(position):
            raise RewindError
        # From another batch, or behind the end, the launch has to begin again first.
        self._jump = position
        raise RestartError

    def _jump_ahead(self) -> None:
        """Go on from the last checkpoint before the position to which the launch returns."""
        if self._put_back(self._jump, after=self.count):
            self._jump = 0
            raise RewindError

    def _put_back(self, before: int, *, after: int = -1) -> bool:
        """Put back the last checkpoint of this batch between two positions, if there is one."""
        found = self._checkpoints.put_back(self.batch, self.memory, before, after=after)
        if found is None:
            return False
        self.count, (self._printed_bytes, hits) = found
        for number, breakpoint_ in self.breakpoints.items():
            breakpoint_.hits = hits.get(number, 0)
        for watch in self.watches.values():
            watch.held = bytes_of(watch, self._batch)
        return True

    # ------------------------------------------------------------------------ holding

    def faulted(self, message: str, ordinal: int | None, lane: int | None) -> None:
        """Hold the launch at a fault."""
        del ordinal
        batch = self.batch
        self.has_faulted, batch.is_running = True, False
        if self._record is not None:
            self._turn(self._record)
        if lane is not None:
            self.focus = batch.focus_of(lane)
        elif self.scheduler.running_group is not None:
            running = self.scheduler.running_group.lanes
            self.focus = batch.nearest(self.focus, running) or self.focus
        self._hold(Stop("fault", self.count, message))

    def launch_ended(self, error: SimulationError | None) -> None:
        """Hold the launch at its end: it may still go back."""
        if self._batch is not None:
            self._batch.is_running = False
        if self._record is not None:
            self._turn(self._record)
        # The simulator uses the state of a launch that has ended for the next one.
        self._batch = None
        # A fault has been told, and held the launch, where it was.
        if not self.has_faulted:
            self._hold(Stop("ended", self.count, "" if error is None else str(error)))

    def _hold(self, stop: Stop, *, hidden: int = 0) -> None:
        """Hold the launch until it is told to go on."""
        if self._batch is not None:
            self._batch.machine.output.flush()
        self._jump = self.frame_number = 0
        self._hidden = hidden
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
