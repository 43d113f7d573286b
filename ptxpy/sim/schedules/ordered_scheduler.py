"""A scheduler that runs one warp at a time, in an order that is chosen from outside.

A step of a warp is one instruction that other warps may notice, and all that follows up to the next
one. Groups of a warp that a branch has split run the lowest piece first, as in the usual scheduler.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from ptxpy.sim.machine.ready_groups import Group, NotifyingReadyGroups
from ptxpy.sim.machine.scheduler import DeadlockError, Scheduler
from ptxpy.sim.pieces import Branch

if TYPE_CHECKING:
    from ptxpy.sim.hooks import Hooks
    from ptxpy.sim.machine.frame import Frame
    from ptxpy.sim.machine.machine import Machine

__all__ = ["OrderedScheduler", "StepOrder", "WarpGroups"]

WARPGROUP = 128
"""The threads of a warpgroup."""

_Place = tuple[Any, int]
"""A frame and a piece."""


class StepOrder(Protocol):
    """Chooses which warp runs next, and is told of its step."""

    def is_exposed(self, piece: int) -> bool:
        """Return whether a piece begins with an instruction that other warps may notice."""

    def choose(self, scheduler: OrderedScheduler) -> int | None:
        """Return a warp that is ready; None if those that are ready only poll."""

    def step_begins(self, warp: int, group: Group) -> None:
        """Called before a warp runs a step, with the group of its lanes that begins it."""

    def step_ends(self, warp: int, scheduler: OrderedScheduler) -> None:
        """Called when a step has ended."""

    def warps_meet(self, warps: Any) -> None:
        """Called before several warps run a piece together, as `wgmma` asks."""

    def before_waiting(self, scheduler: OrderedScheduler) -> None:
        """Called before the next warp is chosen, and before waits time out."""

    def waits_expire(self) -> None:
        """Called when no warp can run, and waits at mbarriers time out."""


class WarpGroups(NotifyingReadyGroups):
    """The lanes that are ready to run, by warp."""

    def __init__(self, hooks: Hooks, machine: Machine) -> None:
        """Create an empty set."""
        super().__init__(hooks)
        self.by_warp: dict[int, dict[_Place, list[Any]]] = {}
        """For each warp with lanes that are ready: these lanes, by frame and piece."""
        self._lanes = machine.lanes
        # Warps of a warpgroup wait for each other before `wgmma`.
        self._warpgroup = machine.cta_of * (1 << 20) + machine.thread_of // WARPGROUP
        self.waiting: dict[tuple[Frame, int, int], Any] = {}
        """The lanes that wait for others, by frame, piece and warpgroup."""

    def add(self, frame: Frame, piece: int, lanes: Any) -> None:
        """Make lanes ready to run a piece, each with its own warp."""
        lanes = self._lanes if lanes is None else lanes
        if not len(lanes):
            return
        self._hooks.lanes_ready(lanes)
        warps = lanes >> 5
        if warps[0] == warps[-1]:
            self._insert(int(warps[0]), frame, piece, lanes)
            return
        for warp in np.unique(warps).tolist():
            self._insert(warp, frame, piece, lanes[warps == warp])

    def _insert(self, warp: int, frame: Frame, piece: int, lanes: Any) -> None:
        self.by_warp.setdefault(warp, {}).setdefault((frame, piece), []).append(lanes)

    def park(self, frame: Frame, piece: int, lanes: Any, ready: Any) -> None:
        """Park lanes for others, or run the piece with those that have been parked there.

        Lanes that are parked run with the warp that comes last.
        """
        if ready.any():
            self.add(frame, piece, lanes[ready])
            lanes = lanes[~ready]
            if not len(lanes):
                return
        key = (frame, piece, int(self._warpgroup[lanes[0]]))
        before = self.waiting.pop(key, None)
        if before is None:
            self.waiting[key] = lanes
            return
        self._hooks.lanes_ready(lanes)
        self._insert(int(lanes[0]) >> 5, frame, piece, np.sort(np.concatenate([before, lanes])))

    def release_complete(self) -> bool:
        """Return False: lanes never wait for other warps only to run with them."""
        return False

    def release_all(self) -> None:
        """Let all parked lanes run their pieces again: a thread has ended."""
        waiting, self.waiting = self.waiting, {}
        for (frame, piece, _), lanes in waiting.items():
            self._hooks.lanes_ready(lanes)
            self._insert(int(lanes[0]) >> 5, frame, piece, lanes)

    def first(self, warp: int) -> _Place:
        """Return the frame and the piece that a warp runs next."""
        return min(self.by_warp[warp], key=lambda place: (*place[0].order, place[1]))

    def peek(self, warp: int) -> Group:
        """Return the group that a warp runs next."""
        frame, piece = self.first(warp)
        sets = self.by_warp[warp][frame, piece]
        lanes = sets[0] if len(sets) == 1 else np.sort(np.concatenate(sets))
        return Group(frame, piece, lanes)

    def take(self, warp: int) -> Group:
        """Remove the group that a warp runs next."""
        group = self.peek(warp)
        groups = self.by_warp[warp]
        del groups[group.frame, group.piece]
        if not groups:
            del self.by_warp[warp]
        return group


class OrderedScheduler(Scheduler):
    """Runs the lanes of one batch, a warp at a time."""

    ready: WarpGroups

    def _make_groups(self) -> WarpGroups:
        hooks = self.machine.hooks
        assert hooks is not None  # noqa: S101 - hooks have chosen this scheduler
        return WarpGroups(hooks, self.machine)

    @property
    def order(self) -> StepOrder:
        """The hooks of the launch, which choose the next warp."""
        order: Any = self.machine.hooks
        return order  # type: ignore[no-any-return]

    def _run_all(self) -> None:
        ready, order = self.ready, self.order
        while True:
            self.warp_barriers.release()
            if not ready.by_warp and not self.running:
                return
            order.before_waiting(self)
            warp = order.choose(self) if ready.by_warp else None
            if warp is not None:
                self._step(warp)
                order.step_ends(warp, self)
            elif self.waits.try_again(self.running):
                order.waits_expire()
            else:
                self.running_group = None
                text = "deadlock: no thread can make progress"
                if ready.by_warp:
                    text += ", and some only poll what no other thread changes any more"
                raise DeadlockError(text)

    def _step(self, warp: int) -> None:
        """Run a warp until it is about to run an instruction that other warps may notice."""
        ready = self.ready
        group = ready.take(warp)
        self.order.step_begins(warp, group)
        while True:
            self._run_once(group)
            self.warp_barriers.release()
            if warp not in ready.by_warp or self.order.is_exposed(ready.first(warp)[1]):
                return
            group = ready.take(warp)

    def _run_once(self, group: Group) -> None:
        """Run one piece."""
        frame, piece, lanes = group
        machine, pieces, steps = self.machine, self.pieces, self.steps
        if lanes[0] >> 5 != lanes[-1] >> 5:
            self.order.warps_meet(np.unique(lanes >> 5))
        function = pieces.partial_functions[piece] or pieces.make(piece, all_lanes=False)
        self.running_group = group
        steps.remaining -= 1
        if steps.remaining < 0:
            steps.refill()
        machine.executed += pieces.sizes[piece] * len(lanes)
        result = function(machine, frame, lanes)
        following = result
        if type(result) is Branch:
            following = self._branch(group, result)
            if following is None:
                return
        elif type(result) is not int:
            self._actions[type(result)](group, result)
            return
        self.ready.add(frame, following, lanes)

    def parked(self) -> list[tuple[Frame, int, Any]]:
        """Return the groups that wait for other lanes of their warps: frame, piece, lanes."""
        return [(frame, piece, lanes) for (frame, piece, _), lanes in self.ready.waiting.items()]
