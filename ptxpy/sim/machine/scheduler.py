"""The scheduler of a batch: which lanes run which piece next, until all threads have ended.

Lanes at the same piece of the same frame run together. When several groups are ready, the one at
the lowest piece runs first, so that the groups that a branch has split reconverge.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.barriers import Barriers, ClusterBarriers, WarpBarriers
from ptxpy.sim.machine.calls import Calls
from ptxpy.sim.machine.mbarrier_waits import MbarrierWaits
from ptxpy.sim.machine.ready_groups import (
    MAX_BACK_EDGES_PER_TURN,
    Group,
    NotifyingReadyGroups,
    ReadyGroups,
    ReconvergenceTracker,
)
from ptxpy.sim.pieces import (
    Await,
    Barrier,
    Branch,
    Call,
    ClusterBarrier,
    IndexedBranch,
    Reconverge,
    ReturnOrExit,
    WarpBarrier,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.machine.compiled_code import CompiledCode
    from ptxpy.sim.machine.frame import Frame
    from ptxpy.sim.machine.machine import Machine

__all__ = ["DeadlockError", "Scheduler", "StepBudget", "StepLimitError"]

_MAX_TURNS: Final = 256
"""How many times groups may take turns before waits on mbarriers time out."""
_MAX_WATCHED_STEPS: Final = 256
"""The most steps after which a launch that is watched calls its watch."""
_WATCHED_SECONDS: Final = 0.005
"""The time after which it does, as nearly as the last steps tell: one takes 10 µs, or 100 ms."""
_MAX_BACK_EDGES_ALONE: Final = 1 << 16
"""How many back edges the only ready group may take before waits on mbarriers time out."""


class DeadlockError(FaultError):
    """No thread can make progress."""

    cause = "deadlock"


class StepLimitError(FaultError):
    """The kernel has exceeded its step limit."""

    cause = "steps"


class StepBudget:
    """The steps that a launch may still run: a step is one piece, run by one group."""

    def __init__(self, limit: int | None, watch: Callable[[], None] | None = None) -> None:
        """Allow `limit` steps; None for any number. `watch` is called every few milliseconds."""
        self.limit = limit if limit is not None else 1 << 62
        self._watch = watch
        self._watched_steps = 1
        self._watched_at = perf_counter()
        self._left = self.limit
        self.remaining = 0
        """The steps until `refill` is called."""
        self.refill()

    def refill(self) -> None:
        """Allow further steps; raises `StepLimitError` if there are none."""
        if not self._left and self.remaining < 0:
            text = (
                f"the kernel has not ended after {self.limit:,} steps (a step is one piece of "
                "code without a branch, run by a group of threads)"
            )
            raise StepLimitError(text)
        allowed = self._left
        if self._watch is not None:
            if self.remaining < 0:
                self._watch()
                self._adapt()
            allowed = min(allowed, self._watched_steps)
        self._left -= allowed
        # A step that was begun when none remained is one of these.
        self.remaining += allowed

    def _adapt(self) -> None:
        """Choose after how many steps the watch is called next."""
        now = perf_counter()
        seconds, self._watched_at = now - self._watched_at, now
        if seconds < _WATCHED_SECONDS / 2:
            self._watched_steps = min(_MAX_WATCHED_STEPS, 2 * self._watched_steps)
        elif seconds > _WATCHED_SECONDS:
            self._watched_steps = max(1, self._watched_steps // 2)


class Scheduler:
    """Runs the lanes of one batch."""

    def __init__(
        self, machine: Machine, pieces: CompiledCode, kernel: Frame, start: int, steps: StepBudget
    ) -> None:
        """Create a scheduler with all threads at the kernel's first piece.

        Args:
            machine: The state of one batch of CTAs.
            pieces: The compiled functions of the pieces.
            kernel: The frame of the kernel.
            start: The index of its first piece.
            steps: The step budget, shared by all batches of a launch.
        """
        self.machine = machine
        self.pieces = pieces
        hooks = machine.hooks
        self._hooks = hooks
        self._stepper = None if hooks is None else hooks.stepper
        ready = self.ready = machine.ready = self._make_groups()
        self._groups = ready.by_frame
        self.calls = Calls(machine, pieces, ready)
        self.barriers = Barriers(machine, ready)
        self.running = machine.ctas * machine.geometry.threads
        self.waits = machine.waits = MbarrierWaits(machine.count, ready, hooks)
        self.cluster_barriers: ClusterBarriers | None = None
        """Created when a thread first reaches a cluster barrier."""
        self.warp_barriers = WarpBarriers(machine, ready)
        self._reconvergence = ReconvergenceTracker(machine.lanes)
        self.steps = steps
        """The step budget, shared by all batches of a launch."""
        self._turns = 0
        self._last_key: tuple[int, ...] = ()
        """The key (frame order, piece) of the group that last ran in round-robin order."""
        self.running_group: Group | None = None
        """The group that is running."""
        self.kernel = kernel
        """The frame of the kernel."""
        self._start = start
        self._actions: dict[type, Callable[[Group, Any], None]] = {
            Barrier: self.barriers.arrive if hooks is None else self._reach_barrier,
            Call: self.calls.enter,
            Await: self._wait_for_phase,
            ClusterBarrier: self._reach_cluster_barrier,
            IndexedBranch: self._branch_by_index,
            Reconverge: self._wait_for_warp,
            ReturnOrExit: self._return_or_exit,
            WarpBarrier: self.warp_barriers.arrive,
        }
        """The handler of each terminator except a branch."""

    # ------------------------------------------------------------------ groups

    def _make_groups(self) -> ReadyGroups:
        """Return the empty set of groups that are ready to run."""
        hooks = self.machine.hooks
        return ReadyGroups() if hooks is None else NotifyingReadyGroups(hooks)

    def _next(self) -> Group | None:
        """Take the group at the lowest piece; after many back edges, the next in turn."""
        groups = self._groups
        if not groups:
            return None
        is_within_turn = self.ready.back_edges <= MAX_BACK_EDGES_PER_TURN
        if len(groups) == 1:
            ((frame, pieces),) = groups.items()
            piece = self.ready.first_piece(frame)
            if piece not in pieces or (not is_within_turn and len(pieces) > 1):
                keys = [(*frame.order, piece) for piece in sorted(pieces)]
                piece = self._next_in_turn(keys)[-1]
        else:
            # A call sorts behind its caller's pieces before the call, and before those behind it.
            places = {(*frame.order, at): (frame, at) for frame in groups for at in groups[frame]}
            keys = sorted(places)
            active = [key for key in keys if places[key] not in self.ready.last]
            key = active[0] if is_within_turn and active else self._next_in_turn(keys)
            frame, piece = places[key]
            pieces = groups[frame]
        self.ready.last.discard((frame, piece))
        lane_sets = pieces.pop(piece)
        if not pieces:
            del groups[frame]
        lanes = self._reconvergence.merge(lane_sets)
        if lanes is not None and len(lanes) == self.machine.count:
            lanes = None
        return Group(frame, piece, lanes)

    def _next_in_turn(self, keys: list[tuple[int, ...]]) -> tuple[int, ...]:
        """Return the key of the next group in round-robin order."""
        self.ready.back_edges = 0
        self._turns += 1
        self._release()
        if self._turns > _MAX_TURNS:
            self._turns = 0
            self.waits.expire()
        # Round robin: the first group behind the last one, or the first of all.
        self._last_key = next((key for key in keys if key > self._last_key), keys[0])
        return self._last_key

    def _is_another_first(self, frame: Frame, piece: int) -> bool:
        """Return whether another ready group is at this piece or a lower one."""
        groups, first_piece = self._groups, self.ready.first_piece
        if len(groups) == 1 and frame in groups:
            return first_piece(frame) <= piece
        key = (*frame.order, piece)
        return any((*other.order, first_piece(other)) <= key for other in groups)

    # --------------------------------------------------------------------- run

    def run(self) -> None:
        """Run until all threads have ended; raises `FaultError` if one faults."""
        machine = self.machine
        # None stands for all lanes, for which pieces have functions without indices.
        lanes = None if machine.fills_warps else np.flatnonzero(~machine.ended)
        self.ready.add(self.kernel, self._start, lanes)
        self._run_all()

    def resume(self) -> None:
        """Run on from the state of a checkpoint, in which a group was about to run."""
        group = self.running_group
        if group is not None:
            self._run(group)
        self._run_all()

    def forget_splits(self) -> None:
        """Forget how groups were split, so that the state can be copied."""
        self._reconvergence.forget()

    def _run_all(self) -> None:
        while True:
            group = self._next()
            if group is not None:
                self._run(group)
            elif not self.running:
                return
            # Only time is left to help: on a device, too, a `try_wait` returns after a while.
            elif not self._release() and not self.waits.try_again(self.running):
                self.running_group = None
                text = "deadlock: no thread can make progress"
                raise DeadlockError(text)

    def _release(self) -> bool:
        """Release the parked warps whose lanes have all arrived; return whether there were any."""
        complete = self.ready.release_complete()
        return self.warp_barriers.release() or complete

    def _run(self, group: Group) -> None:
        """Run a group until it diverges, waits, exits, or another group is to run first."""
        machine = self.machine
        frame, piece, lanes = group
        pieces = self.pieces
        functions = pieces.all_lane_functions if lanes is None else pieces.partial_functions
        number = machine.count if lanes is None else len(lanes)
        steps, ready, groups, stepper = self.steps, self.ready, self._groups, self._stepper
        turns = None if stepper is None else pieces.turns
        waits = False
        while True:
            function = functions[piece] or pieces.make(piece, all_lanes=lanes is None)
            self.running_group = Group(frame, piece, lanes)
            if stepper is not None:
                stepper.before(frame, piece, lanes)
            steps.remaining -= 1
            if steps.remaining < 0:
                steps.refill()
            machine.executed += pieces.sizes[piece] * number
            result = function(machine, frame, lanes)
            if type(result) is Branch:
                following = self._branch(self.running_group, result)
                if following is None:
                    return
            elif type(result) is int:
                following = result
            else:
                self._actions[type(result)](self.running_group, result)
                return
            # A loop may wait for what other lanes do: after some back edges they get a turn, and
            # the waits of parked lanes time out.
            if following <= piece:
                ready.back_edges += 1
                # Lanes that wait for other lanes let them run at once.
                waits = bool(groups) and pieces.is_wait(piece, following)
                if waits:
                    ready.yield_turn()
                if ready.back_edges % MAX_BACK_EDGES_PER_TURN == 0:
                    self._release()
                if ready.back_edges > _MAX_BACK_EDGES_ALONE:
                    ready.back_edges = MAX_BACK_EDGES_PER_TURN
                    self.waits.expire()
            piece = following
            # The group at the lowest piece runs first, so that the groups of a branch meet again.
            if (
                groups
                and (turns is None or turns[piece])
                and (
                    ready.back_edges > MAX_BACK_EDGES_PER_TURN
                    or self._is_another_first(frame, piece)
                )
            ):
                ready.add(frame, piece, lanes)
                if waits:
                    ready.last.add((frame, piece))
                return

    def _branch(self, group: Group, step: Branch) -> int | None:
        """Return the piece to which the whole group branches; None if it diverges."""
        machine, predicate = self.machine, step.predicate
        if not predicate.ndim:
            return step.taken if predicate else step.other
        taken = int(np.count_nonzero(predicate))
        if taken == predicate.size:
            return step.taken
        if not taken:
            return step.other
        all_lanes = group.lanes is None
        # Two short arms cost less as one function under masks than as two groups.
        converted = self.pieces.if_converted(group.piece, step, all_lanes=all_lanes)
        if converted is not None:
            number = machine.count if all_lanes else len(group.lanes)
            # The predicate may be shaped, with fewer elements than lanes.
            taken = taken * number // predicate.size
            machine.executed += taken * converted.taken + (number - taken) * converted.other
            converted.function(machine, group.frame, group.lanes, predicate)
            return converted.join
        chosen, rest = self._reconvergence.split(group.lanes, machine.flat(predicate))
        self.ready.add(group.frame, step.taken, chosen)
        self.ready.add(group.frame, step.other, rest)
        return None

    def _reach_barrier(self, group: Group, step: Barrier) -> None:
        """Let lanes reach a barrier of their CTA, in a launch with hooks."""
        assert self._hooks is not None  # noqa: S101 - chosen so in `__init__`
        self._hooks.barrier_reached(group.lanes, step)
        self.barriers.arrive(group, step)
        self._hooks.barrier_handled(step)

    def _reach_cluster_barrier(self, group: Group, step: ClusterBarrier) -> None:
        barriers = self.cluster_barriers
        if barriers is None:
            barriers = self.cluster_barriers = ClusterBarriers(self.machine, self.ready)
        if self._hooks is not None:
            self._hooks.barrier_reached(group.lanes, step)
        barriers.arrive(group, step)
        if self._hooks is not None:
            self._hooks.barrier_handled(step)

    def _wait_for_warp(self, group: Group, step: Reconverge) -> None:
        """Park lanes until the other lanes of their warps arrive."""
        # The piece will be counted when it runs with all lanes.
        self.machine.executed -= self.pieces.sizes[step.piece] * len(group.lanes)
        self.ready.park(group.frame, step.piece, group.lanes, step.ready)

    def _wait_for_phase(self, group: Group, step: Await) -> None:
        """Suspend lanes until phases of mbarriers complete; the others of the group run on."""
        machine = self.machine
        frame, piece, lanes = group
        # The wait is executed again when the lanes are woken: it counts once.
        machine.executed -= self.pieces.sizes[piece] * len(step.blocked)
        self.ready.add(frame, piece, machine.select_lanes(lanes, ~step.blocked))
        self.waits.suspend(frame, piece, machine.select_lanes(lanes, step.blocked), step.words)

    def _branch_by_index(self, group: Group, step: IndexedBranch) -> None:
        number = self.machine.count if group.lanes is None else len(group.lanes)
        index = np.broadcast_to(step.index, (number,))
        here = np.ones(number, bool) if step.guard is None else np.broadcast_to(step.guard, number)
        if not here.all():
            self.ready.add(
                group.frame, step.following, self.machine.select_lanes(group.lanes, ~here)
            )
        for value in np.unique(index[here]):
            if value >= len(step.targets):
                lane = int(self.machine.select_lanes(group.lanes, here & (index == value))[0])
                text = f"brx.idx with the index {value} into {len(step.targets)} targets"
                raise FaultError(text, lane)
            chosen = self.machine.select_lanes(group.lanes, here & (index == value))
            self.ready.add(group.frame, step.targets[int(value)], chosen)

    def _return_or_exit(self, group: Group, step: ReturnOrExit) -> None:
        lanes = group.lanes
        if step.guard is not None:
            guard = np.broadcast_to(
                step.guard, (self.machine.count if lanes is None else len(lanes),)
            )
            self.ready.add(
                group.frame, step.following, self.machine.select_lanes(group.lanes, ~guard)
            )
            lanes = self.machine.select_lanes(group.lanes, guard)
            if not len(lanes):
                return
        if group.frame.outer is not None and not step.exits:
            self.calls.return_lanes(group.frame, lanes)
            return
        # Threads that have ended are no longer awaited: barriers may be complete now, and parked
        # lanes of their warps go on without them.
        self.calls.end(group.frame, lanes)
        machine = self.machine
        gone = machine.lanes if lanes is None else lanes
        if self._hooks is not None:
            self._hooks.threads_end(gone)
        machine.ended[gone] = True
        self.running -= len(gone)
        self.barriers.end(gone)
        if self.cluster_barriers is not None:
            self.cluster_barriers.end(gone)
        self.warp_barriers.end()
        self.ready.release_all()

    # ----------------------------------------------------------------- warps

    def parked(self) -> list[tuple[Frame, int, Any]]:
        """Return the groups that wait for other lanes of their warps: frame, piece, lanes."""
        return [
            (frame, piece, np.concatenate(lane_sets))
            for (frame, piece), lane_sets in self.ready.parked.items()
        ]
