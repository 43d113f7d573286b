"""The hooks of a launch that runs in a given order: strict mode, and a record of the steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

import numpy as np

from ptxpy.isa import traits
from ptxpy.sim.machine.barriers import BARRIERS_PER_CTA
from ptxpy.sim.machine.deadlocks import first_instruction
from ptxpy.sim.races.detector import RaceDetector
from ptxpy.sim.schedules.communication import unused_results
from ptxpy.sim.schedules.ordered_scheduler import OrderedScheduler
from ptxpy.sim.schedules.record import Issue, Record

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ptxpy.sim.errors import FaultError
    from ptxpy.sim.machine.global_memory import Memory
    from ptxpy.sim.machine.ready_groups import Group
    from ptxpy.sim.machine.scheduler import Scheduler
    from ptxpy.sim.pieces import Program
    from ptxpy.sim.races.findings import Findings
    from ptxpy.sim.schedules.record import Step

__all__ = ["BatchExploredError", "ScheduleDetector"]

_GRANULE: Final = 4
"""Bytes of a word by which accesses are compared."""
_COMMUTATIVE: Final = frozenset({".add", ".and", ".or", ".xor", ".min", ".max"})
"""Atomic operations whose order makes no difference, as long as all are of one kind."""
_MAX_POLLS: Final = 64
"""How often a warp may poll in a row, with registers that change, before another one runs."""


class BatchExploredError(BaseException):
    """Raised when the first batch has ended: only its orders are explored.

    It is no `Exception`, so that nothing in between takes it for an error of the kernel.
    """


class _Poll:
    """The state of a warp at the beginning of a step that may poll."""

    def __init__(self, step: int, clock: Any, place: tuple[Any, int], registers: bytes) -> None:
        self.step = step
        self.clock = clock
        self.place = place
        self.registers = registers


class ScheduleDetector(RaceDetector):
    """Runs a batch in a given order, looks for faults as strict mode does, and records the steps.

    When the given order is at an end, the warp that has run goes on until it waits, and then the
    first one that is ready.
    """

    scheduler_class: ClassVar[type[Scheduler]] = OrderedScheduler
    exposes_synchronisation = True
    max_lanes = 2048
    record: Record

    def __init__(
        self,
        program: Program,
        memory: Memory,
        findings: Findings | None,
        order: Sequence[int],
        *,
        asks_fences: bool = False,
        only_first_batch: bool = True,
    ) -> None:
        """Create the hooks of a launch.

        Args:
            program: The exposed program.
            memory: The global memory.
            findings: The collection of faults; None to end the launch at the first one.
            order: The warps of the first steps, one each; -1 - w for the completion of the
                operations that signal the mbarrier of the word w.
            asks_fences: Whether fences are asked for that compilers leave out.
            only_first_batch: Whether the launch ends with the first batch.
        """
        super().__init__(program, memory, findings, asks_fences=asks_fences)
        self.given = order
        self.taken: list[int] = []
        """The order so far, in the form of `given`."""
        self.ctas = 0
        """How many CTAs have been run side by side."""
        self.expired = False
        """Whether waits have timed out."""
        self.quiet_since: int | None = None
        """How many steps had been taken when waits timed out, without an effect since."""
        self.found_at: int | None = None
        """How many steps had been taken when the first fault was found."""
        self.polls = False
        """Whether a warp has polled with registers that change from time to time."""
        self.has_diverged = False
        """Whether a warp of the given order was not ready when its turn came."""
        self.unused = unused_results(program)
        """The loads and atomic operations whose values no statement uses."""
        self._only_first_batch = only_first_batch
        self._position = 0
        self._issued: dict[int, tuple[tuple[Any, ...], Issue]] = {}
        self._polling: dict[int, list[_Poll]] = {}
        self._spinning: dict[int, list[tuple[str, str, Any, Any]]] = {}
        """For each warp that polls in vain the values that it reads, until they change."""
        self._poll_count: dict[int, int] = {}
        self._last = 0
        self._in_step = False
        self._alive: list[int] = []
        self._nodes: dict[int, Any] = {}

    def begin(self, scheduler: Scheduler) -> None:
        """Begin a batch of CTAs."""
        super().begin(scheduler)
        machine = scheduler.machine
        self.ctas = machine.ctas
        self.record = Record(machine.count >> 5)
        self._issued, self._polling, self._spinning = {}, {}, {}
        self._in_step = False
        self._alive = np.bincount(machine.cta_of[~machine.ended], minlength=machine.ctas).tolist()
        machine.clock = lambda: len(self.taken)

    def batch_ended(self) -> None:
        """Check that all operations are complete; end the launch."""
        super().batch_ended()
        if self._only_first_batch:
            raise BatchExploredError

    # -------------------------------------------------------------------- order

    def is_exposed(self, piece: int) -> bool:
        """Return whether a piece begins with an instruction that other warps may notice."""
        return self.program.exposed[piece]

    def before_waiting(self, scheduler: OrderedScheduler) -> None:
        """Complete the operations for which parked threads wait."""
        words = [word for word in scheduler.waits.parked if word >= 0]
        if words:
            self._complete(np.array(words))

    def _complete(self, words: Any) -> None:
        self.copies.perform_for(words)
        self.tensor_operations.perform_for(words)

    def choose(self, scheduler: OrderedScheduler) -> int | None:
        """Return the warp that runs next; None if all poll in vain."""
        ready = [warp for warp in sorted(scheduler.ready.by_warp) if not self._spins(warp)]
        while self._position < len(self.given):
            entry = self.given[self._position]
            self._position += 1
            if entry < 0:
                self.taken.append(entry)
                self._complete(np.array([-1 - entry]))
                ready = [warp for warp in sorted(scheduler.ready.by_warp) if not self._spins(warp)]
            elif entry in ready:
                self._last = entry
                return entry
            else:
                self.has_diverged = True
        if not ready:
            return None
        # A warp that polls, with a counter that changes, must not keep the others from running.
        quiet = [warp for warp in ready if self._poll_count.get(warp, 0) < _MAX_POLLS]
        if not quiet:
            self._poll_count, quiet = {}, ready
        if self._last not in quiet:
            self._last = quiet[0]
        return self._last

    def step_begins(self, warp: int, group: Group) -> None:
        """Record the beginning of a step."""
        self.taken.append(warp)
        owner = self.program.owners[group.piece]
        code = owner.code
        start = first_instruction(group.frame, group.piece)
        at = code.ordinals[min(start, len(code.ordinals) - 1)]
        if self.is_exposed(group.piece) and self._may_poll(code.statements[start]):
            clock = self.record.clocks[warp].copy()
            place = group.frame, group.piece
            poll = _Poll(len(self.record.steps), clock, place, self._registers(group))
            before = self._polling.setdefault(warp, [])
            before.append(poll)
            # A loop has few accesses: the states before these are not come back to.
            del before[:-_MAX_POLLS]
        self.record.begin(warp, at)
        self._in_step = True

    def step_ends(self, warp: int, scheduler: OrderedScheduler) -> None:
        """Record the end of a step."""
        self._in_step = False
        step = self.record.step
        self.record.end()
        if self._has_effect(step):
            self.quiet_since = None
            self._polling.pop(warp, None)
            self._poll_count.pop(warp, None)
        elif step.reads and warp in scheduler.ready.by_warp:
            self._notice_poll(warp, scheduler)
            self._poll_count[warp] = self._poll_count.get(warp, 0) + 1
            self.polls |= self._poll_count[warp] >= _MAX_POLLS

    def warps_meet(self, warps: Any) -> None:
        """Record that warps run a piece together."""
        self.record.meet(warps)

    def report(self, fault: FaultError) -> None:
        """Raise a fault or add it to the findings, and note when the first one was found."""
        if self.found_at is None:
            self.found_at = len(self.taken)
        super().report(fault)

    def waits_expire(self) -> None:
        """Record that waits have timed out."""
        self.expired = True
        if self.quiet_since is None:
            self.quiet_since = len(self.taken)

    def _has_effect(self, step: Step) -> bool:
        """Return whether a step changed anything that other warps may see."""
        # An `atom.cas` that fails, as in a loop that waits for a lock, leaves memory as it was.
        return any(event[1] not in ("read", "write") for event in step.events) or any(
            not np.array_equal(self.machine.view(space, kind)[index], values)
            for space, kind, index, values in step.reads
        )

    # ------------------------------------------------------------------ polling

    def _may_poll(self, statement: Any) -> bool:
        """Return whether an instruction reads memory that others may write at the same time."""
        found = traits(statement.opcode, statement.modifiers)
        return bool(found.accesses) and not found.mbarrier and not found.completion

    def _registers(self, group: Group) -> bytes:
        """Return the registers of the lanes of a group."""
        part = self.machine.part
        return b"".join(
            part(value, group.lanes).tobytes()
            for value in group.frame
            if isinstance(value, np.ndarray | np.generic)
        )

    def _notice_poll(self, warp: int, scheduler: OrderedScheduler) -> None:
        """Find out whether a warp has come back to a state that it was in, and has only read."""
        group = scheduler.ready.peek(warp)
        place, registers = (group.frame, group.piece), self._registers(group)
        for each in self._polling.get(warp, ()):
            if each.place != place or each.registers != registers:
                continue
            self._spinning[warp] = [
                read
                for step in self.record.steps[each.step :]
                if step.warp == warp
                for read in step.reads
            ]
            self.record.forget(each.step, warp)
            local = self.record.clocks[warp, warp]
            self.record.clocks[warp] = 0
            self.record.clocks[warp, : len(each.clock)] = each.clock
            self.record.clocks[warp, warp] = local
            self._polling[warp] = []
            self._poll_count.pop(warp, None)
            return

    def _spins(self, warp: int) -> bool:
        """Return whether the values that a warp polls are as they were when it last looked."""
        reads = self._spinning.get(warp)
        if reads is None:
            return False
        for space, kind, index, values in reads:
            if not np.array_equal(self.machine.view(space, kind)[index], values):
                del self._spinning[warp]
                return False
        return True

    # ------------------------------------------------------------------- events

    def threads_end(self, lanes: Any) -> None:
        """Record that threads end."""
        super().threads_end(lanes)
        if not self._in_step:
            return
        ctas = self.machine.cta_of[lanes]
        for cta in np.unique(ctas).tolist():
            first = cta * BARRIERS_PER_CTA
            self.record.end_threads(range(first, first + BARRIERS_PER_CTA))
            self._alive[cta] -= int((ctas == cta).sum())
            if not self._alive[cta] and self.machine.clustered:
                self.record.access(("cta", cta), "write")

    def _touch_others(self, ctas: Any, lanes: Any) -> None:
        """Record accesses to the shared memory of other CTAs, which must not have ended."""
        if self.machine.clustered and self._in_step:
            for cta in np.unique(ctas[ctas != self.machine.cta_of[lanes]]).tolist():
                self.record.access(("cta", cta), "read")

    def barrier_arrivals(self, keys: Any, lanes: Any) -> None:
        """Record arrivals at barriers."""
        super().barrier_arrivals(keys, lanes)
        for key in np.unique(keys).tolist():
            self.record.arrive_at_barrier(key)

    def barrier_departures(self, keys: Any, lanes: Any, following: int) -> None:
        """Record that lanes leave barriers."""
        super().barrier_departures(keys, lanes, following)
        for key, warp in {*zip(keys.tolist(), (lanes >> 5).tolist(), strict=True)}:
            self.record.leave_barrier(key, warp)

    def barriers_complete(self, complete: Any) -> None:
        """Record that barriers are complete."""
        super().barriers_complete(complete)
        for key in np.flatnonzero(complete).tolist():
            self.record.complete_barrier(key)

    def cluster_arrivals(self, clusters: Any, lanes: Any) -> None:
        """Record arrivals at the barriers of clusters."""
        super().cluster_arrivals(clusters, lanes)
        for cluster in np.unique(clusters).tolist():
            self.record.arrive_in_cluster(cluster)

    def clusters_complete(self, complete: Any) -> None:
        """Record that the barriers of clusters are complete."""
        super().clusters_complete(complete)
        for cluster in np.flatnonzero(complete).tolist():
            self.record.complete_cluster(cluster)

    def cluster_departures(self, clusters: Any, lanes: Any) -> None:
        """Record that lanes leave the barriers of clusters."""
        super().cluster_departures(clusters, lanes)
        for cluster, warp in {*zip(clusters.tolist(), (lanes >> 5).tolist(), strict=True)}:
            self.record.leave_cluster(cluster, warp)

    def mbarrier_arrivals(self, words: Any, lanes: Any) -> None:
        """Record arrivals at mbarriers, and changes of their tx-counts."""
        super().mbarrier_arrivals(words, lanes)
        if self.synchronization.is_completing:
            return
        self._touch_others(8 * words // self.machine.shared_stride, lanes)
        counts = "arrive" in self._traits().mbarrier
        for word in np.unique(words).tolist():
            self.record.arrive(word, counts=counts)

    def _modifiers(self) -> frozenset[str]:
        """Return the modifiers of the statement that runs."""
        self._traits()
        return frozenset(self._nodes[self.at].modifiers)

    def _traits(self) -> Any:
        node = self._nodes.get(self.at)
        if node is None:
            node = next(
                statement
                for routine in self.program.routines.values()
                for statement, ordinal in zip(
                    routine.code.statements, routine.code.ordinals, strict=True
                )
                if ordinal == self.at
            )
            self._nodes[self.at] = node
        return traits(node.opcode, node.modifiers)

    def operation_started(self, effect: Callable[..., None], values: tuple[Any, ...]) -> bool:
        """Record the step that starts an operation which is deferred."""
        deferred = super().operation_started(effect, values)
        if deferred:
            self._issued[id(values)] = values, self.record.issue()
        return deferred

    def operation_completes(self, values: tuple[Any, ...], words: Sequence[int]) -> None:
        """Record that an operation completes at mbarriers."""
        _, issue = self._issued.pop(id(values), (values, None))
        for word in dict.fromkeys(words):
            if issue is not None:
                self.record.complete(word, issue)

    def mbarrier_phases(self, words: Any) -> None:
        """Record that phases end."""
        super().mbarrier_phases(words)
        for word in np.asarray(words).tolist():
            self.record.end_phase(word)

    def mbarriers_passed(self, words: Any, lanes: Any) -> None:
        """Record that lanes have seen phases end."""
        super().mbarriers_passed(words, lanes)
        for word in np.unique(words).tolist():
            self.record.pass_phase(word)

    def load(self, space: str, kind: str, count: int, index: Any, lanes: Any) -> None:
        """Check a load; record it if it is a strong one."""
        super().load(space, kind, count, index, lanes)
        if space == "shared":
            self._touch_shared(kind, index, lanes)
        if self.at in self.accesses.strong:
            self._access(space, kind, index, count, "read", observes=self.at not in self.unused)

    def store(
        self, space: str, kind: str, elements: Any, index: Any, values: tuple[Any, ...], lanes: Any
    ) -> bool:
        """Check a store, and perform it; record it if it is a strong one."""
        if space == "shared":
            self._touch_shared(kind, index, lanes)
        if self.at in self.accesses.strong:
            self._access(space, kind, index, len(values), "write", observes=False)
        return super().store(space, kind, elements, index, values, lanes)

    def atomic(
        self, space: str, kind: str, index: Any, lanes: Any, returns: bool  # noqa: FBT001
    ) -> None:
        """Check an atomic operation, and record it."""
        super().atomic(space, kind, index, lanes, returns)
        observes = returns and self.at not in self.unused
        # Nothing may use the value that an exchange returns, and yet their order matters.
        words = self._modifiers().intersection(_COMMUTATIVE) if not returns else ()
        what = "add" if words else "write"
        operation = "".join((*words, kind))
        self._access(space, kind, index, 1, what, operation, observes=observes)

    def _touch_shared(self, kind: str, index: Any, lanes: Any) -> None:
        if self.machine.clustered:
            where = np.atleast_1d(index) * np.dtype(kind).itemsize // self.machine.shared_stride
            every = self.machine.lanes if lanes is None else lanes
            self._touch_others(np.broadcast_to(where.reshape(-1), every.shape), every)

    def _access(
        self,
        space: str,
        kind: str,
        index: Any,
        count: int,
        what: str,
        operation: str = "",
        *,
        observes: bool,
    ) -> None:
        if space == "local" or not self._in_step:
            return
        flat = np.atleast_1d(np.asarray(index)).reshape(-1).astype(np.int64)
        size = np.dtype(kind).itemsize
        if what != "add":
            every = (flat[:, None] + np.arange(count)).reshape(-1)
            self.record.step.reads.append(
                (space, kind, every, self.machine.view(space, kind)[every].copy())
            )
        words = (flat * size // _GRANULE)[:, None] + np.arange(-(-size * count // _GRANULE))
        for word in np.unique(words).tolist():
            self.record.access((space, word), what, operation)
        # The elements of a vector are accessed one by one, in any order (PTX ISA 8.2.4).
        elements = np.unique(flat[:, None] + np.arange(count)).tolist()
        for element in elements:
            self.record.meet_in_memory(
                (space, element * size, size), at=self.at, observes=observes, writes=what != "read"
            )

    def tensor_memory_allocated(self, lanes: Any) -> None:
        """Record that columns are allocated, in the order of the warps."""
        super().tensor_memory_allocated(lanes)
        for cta in np.unique(self.machine.cta_of[lanes]).tolist():
            self.record.access(("columns", cta), "write")

    def tensor_memory_freed(self, cta: int, start: int, columns: int, lane: int) -> None:
        """Record that columns are freed."""
        super().tensor_memory_freed(cta, start, columns, lane)
        self.record.access(("columns", cta), "write")
