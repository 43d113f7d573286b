"""Running a batch: which lanes run which piece next, until all threads have ended.

Lanes that are at the same piece of the same frame run together. Of several groups the one runs that
is furthest behind in the text, so that groups that a branch has parted meet again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from ptxpy.sim.errors import Fault
from ptxpy.sim.machine.barriers import Barriers
from ptxpy.sim.machine.calls import Calls
from ptxpy.sim.machine.cluster_barriers import ClusterBarriers
from ptxpy.sim.machine.mbarrier_waits import Waits
from ptxpy.sim.machine.reconvergence import Partings
from ptxpy.sim.machine.terminators import (
    Await,
    Barrier,
    Branch,
    Call,
    ClusterBarrier,
    Leave,
    Switch,
    Together,
    WarpBarrier,
)
from ptxpy.sim.machine.warp_barriers import WarpBarriers

if TYPE_CHECKING:
    from ptxpy.sim.compile.compiled_pieces import Pieces
    from ptxpy.sim.machine.frame import Frame
    from ptxpy.sim.machine.machine import Machine

__all__ = ["Deadlock", "Endless", "Scheduler", "Steps"]

_PATIENCE: Final = 256
"""So many steps back in the text a group may make before others have their turn."""
_TURNS: Final = 256
"""So many turns may groups have that go back before those that wait at mbarriers have one."""
_CIRCLES: Final = 1 << 16
"""Likewise the steps back of a group that is alone."""


class Group(NamedTuple):
    """Lanes at the same piece of the same frame."""

    frame: Frame
    piece: int
    lanes: Any
    """Their numbers, in order; None for all of the batch."""


class Deadlock(Fault):
    """No lane can go on."""


class Endless(Fault):
    """A kernel that has run for longer than it may."""


class Steps:
    """How many pieces may run in a launch."""

    def __init__(self, most: int | None) -> None:
        """Allow so many; None for any number."""
        self.most = self.left = most if most is not None else 1 << 62


class Scheduler:
    """Runs the lanes of one batch."""

    def __init__(
        self, machine: Machine, pieces: Pieces, kernel: Frame, start: int, steps: Steps
    ) -> None:
        """Begin with all threads at the kernel's first piece.

        Args:
            machine: The batch.
            pieces: The functions of the pieces.
            kernel: The frame of the kernel.
            start: The number of its first piece.
            steps: Counts the pieces that run, over all batches of a launch.
        """
        self.machine = machine
        machine.scheduler = self
        self.pieces = pieces
        self.calls = Calls(self)
        self.barriers = Barriers(self)
        whole = machine.geometry.padded == machine.geometry.threads
        self.ended = (
            np.zeros(machine.count, bool)
            if whole
            else machine.thread_of >= machine.geometry.threads
        )
        """For each lane whether its thread has ended, or never was."""
        self.running = machine.ctas * machine.geometry.threads
        self.waits = Waits(self)
        self.cluster_barriers: ClusterBarriers | None = None
        """Made when a thread first comes to one."""
        self._ready: dict[Frame, dict[int, list[Any]]] = {}
        self.warp_barriers = WarpBarriers(self)
        self._parked: dict[tuple[Frame, int], list[Any]] = {}
        """Lanes that wait for others of their warps, or with others of their batch."""
        self._complete: dict[tuple[Frame, int], Any] = {}
        """Those of them that wait for nobody of their warps, where there are any."""
        self._partings = Partings(machine.lanes)
        self._steps = steps
        self._back = 0
        self._turns = 0
        self._turn: tuple[int, ...] = ()
        """The place of the group that had its turn last."""
        self.now: Group | None = None
        """The group that runs."""
        self.add(kernel, start, None if whole else np.flatnonzero(~self.ended))

    # ------------------------------------------------------------------ groups

    def add(self, frame: Frame, piece: int, lanes: Any) -> None:
        """Let lanes run a piece when it is its turn."""
        if lanes is not None and not len(lanes):
            return
        waiting = None
        if self._parked:
            waiting = self._parked.pop((frame, piece), None)
            self._complete.pop((frame, piece), None)
        here = self._ready.setdefault(frame, {}).setdefault(piece, [])
        here.append(lanes)
        if waiting:
            here += waiting

    def chosen(self, group: Group, mask: Any) -> Any:
        """Return the numbers of those lanes of a group for which a mask holds."""
        found = self.machine.flat(mask).nonzero()[0]
        return found if group.lanes is None else group.lanes[found]

    def _next(self) -> Group | None:
        """Take the group that is furthest behind; after many steps back, another one."""
        ready = self._ready
        if not ready:
            return None
        if len(ready) == 1:
            ((frame, pieces),) = ready.items()
            piece = min(pieces)
            if self._back > _PATIENCE and len(pieces) > 1:
                piece = self._other([(*frame.order, each) for each in sorted(pieces)])[-1]
        else:
            keys = sorted((*frame.order, piece) for frame in ready for piece in ready[frame])
            key = self._other(keys) if self._back > _PATIENCE else keys[0]
            frame, piece = next(
                (frame, piece)
                for frame in ready
                for piece in ready[frame]
                if (*frame.order, piece) == key
            )
            pieces = ready[frame]
        parts = pieces.pop(piece)
        if not pieces:
            del ready[frame]
        lanes = self._partings.join(parts)
        if lanes is not None and len(lanes) == self.machine.count:
            lanes = None
        return Group(frame, piece, lanes)

    def _other(self, keys: list[tuple[int, ...]]) -> tuple[int, ...]:
        """Return the key of the group whose turn it is; each has one, in their order."""
        self._back = 0
        self._turns += 1
        self._release()
        if self._turns > _TURNS:
            self._turns = 0
            self.waits.expire()
        self._turn = next((key for key in keys if key > self._turn), keys[0])
        return self._turn

    def give_way(self) -> None:
        """Let other groups have their turn when this one goes back: it waits for them."""
        self._back = max(self._back, _PATIENCE) + 1

    def _is_behind(self, frame: Frame, piece: int) -> bool:
        """Return whether a ready group is further behind than a piece, or at it."""
        ready = self._ready
        if len(ready) == 1 and frame in ready:
            return min(ready[frame]) <= piece
        key = (*frame.order, piece)
        return any(
            (*other.order, first) <= key for other in ready for first in (min(ready[other]),)
        )

    # --------------------------------------------------------------------- run

    def run(self) -> None:
        """Run until all threads have ended; `Fault` when one does what it must not."""
        while True:
            group = self._next()
            if group is not None:
                self._run(group)
            elif not self.running:
                return
            elif not self._release() and not self.waits.try_again():
                self.now = None
                text = "deadlock: no thread can go on"
                raise Deadlock(text)

    def _release(self) -> bool:
        """Let lanes go on without the rest of their batch whose warps are complete.

        Return whether there were any. They wait as long as others may yet come to them: what many
        do together is quick.
        """
        complete, self._complete = self._complete, {}
        for (frame, piece), lanes in complete.items():
            (parked,) = self._parked.pop((frame, piece))
            rest = np.setdiff1d(parked, lanes, assume_unique=True)
            self.add(frame, piece, lanes)
            if len(rest):
                self._parked[frame, piece] = [rest]
        return self.warp_barriers.release() or bool(complete)

    def _run(self, group: Group) -> None:
        """Run a group until it parts, waits, ends, or another one is further behind."""
        machine = self.machine
        frame, piece, lanes = group
        pieces = self.pieces
        functions = pieces.whole if lanes is None else pieces.partial
        number = machine.count if lanes is None else len(lanes)
        steps = self._steps
        while True:
            function = functions[piece] or pieces.make(piece, whole=lanes is None)
            self.now = Group(frame, piece, lanes)
            steps.left -= 1
            if steps.left < 0:
                text = (
                    f"the kernel has not ended after {steps.most:,} steps (a step is a piece of "
                    "code without a branch, for all threads that run it together)"
                )
                raise Endless(text)
            machine.executed += pieces.sizes[piece] * number
            result = function(machine, frame, lanes)
            if type(result) is Branch:
                following = self._branch(self.now, result)
                if following is None:
                    return
            elif type(result) is int:
                following = result
            else:
                self._act(self.now, result)
                return
            if following <= piece:
                self._back += 1
                if self._back % _PATIENCE == 0:
                    self._release()
                if self._back > _CIRCLES:
                    self._back = _PATIENCE
                    self.waits.expire()
            piece = following
            if self._ready and (self._back > _PATIENCE or self._is_behind(frame, piece)):
                self.add(frame, piece, lanes)
                return

    def _branch(self, group: Group, step: Branch) -> int | None:
        """Return where a whole group goes; None when it parts."""
        machine, predicate = self.machine, step.predicate
        if not predicate.ndim:
            return step.taken if predicate else step.other
        taken = int(np.count_nonzero(predicate))
        if taken == predicate.size:
            return step.taken
        if not taken:
            return step.other
        whole = group.lanes is None
        hammock = self.pieces.hammock(group.piece, step, whole=whole)
        if hammock is not None:
            number = machine.count if whole else len(group.lanes)
            taken = taken * number // predicate.size
            machine.executed += taken * hammock.taken + (number - taken) * hammock.other
            hammock.function(machine, group.frame, group.lanes, predicate)
            return hammock.join
        chosen, rest = self._partings.part(group.lanes, machine.flat(predicate))
        self.add(group.frame, step.taken, chosen)
        self.add(group.frame, step.other, rest)
        return None

    def _act(self, group: Group, step: Any) -> None:
        if type(step) is Leave:
            self._leave(group, step)
        elif type(step) is Barrier:
            self.barriers.come(group, step)
        elif type(step) is Call:
            self.calls.enter(group, step)
        elif type(step) is Await:
            self.waits.come(group, step)
        elif type(step) is ClusterBarrier:
            if self.cluster_barriers is None:
                self.cluster_barriers = ClusterBarriers(self)
            self.cluster_barriers.come(group, step)
        elif type(step) is Switch:
            self._switch(group, step)
        elif type(step) is Together:
            self._park(group, step)
        elif type(step) is WarpBarrier:
            self.warp_barriers.come(group, step)
        else:
            msg = f"a piece answered {step!r}"
            raise TypeError(msg)

    def _park(self, group: Group, step: Together) -> None:
        """Let lanes wait at a piece, or run it again with those that already do."""
        key, lanes = (group.frame, step.piece), group.lanes
        self.machine.executed -= self.pieces.sizes[step.piece] * len(lanes)
        if key in self._parked:
            self.add(*key, lanes)
            return
        self._parked[key] = [lanes]
        if step.ready.any():
            self._complete[key] = lanes[step.ready]

    def _switch(self, group: Group, step: Switch) -> None:
        number = self.machine.count if group.lanes is None else len(group.lanes)
        index = np.broadcast_to(step.index, (number,))
        here = np.ones(number, bool) if step.guard is None else np.broadcast_to(step.guard, number)
        if not here.all():
            self.add(group.frame, step.following, self.chosen(group, ~here))
        for value in np.unique(index[here]):
            if value >= len(step.targets):
                lane = int(self.chosen(group, here & (index == value))[0])
                text = f"brx.idx with the index {value} into {len(step.targets)} targets"
                raise Fault(text, lane)
            chosen = self.chosen(group, here & (index == value))
            self.add(group.frame, step.targets[int(value)], chosen)

    def _leave(self, group: Group, step: Leave) -> None:
        lanes = group.lanes
        if step.guard is not None:
            guard = np.broadcast_to(
                step.guard, (self.machine.count if lanes is None else len(lanes),)
            )
            self.add(group.frame, step.following, self.chosen(group, ~guard))
            lanes = self.chosen(group, guard)
            if not len(lanes):
                return
        if group.frame.outer is not None and not step.ends:
            self.calls.leave(group.frame, lanes)
            return
        self.calls.end(group.frame, lanes)
        gone = self.machine.lanes if lanes is None else lanes
        if self.machine.strict is not None:
            self.machine.strict.left(gone)
        self.ended[gone] = True
        self.running -= len(gone)
        self.barriers.end(gone)
        if self.cluster_barriers is not None:
            self.cluster_barriers.end(gone)
        self.warp_barriers.end()
        if self._parked:
            parked, self._parked = self._parked, {}
            self._complete = {}
            for (frame, piece), parts in parked.items():
                for part in parts:
                    self.add(frame, piece, part)

    # ----------------------------------------------------------------- warps

    def parked(self) -> list[tuple[Frame, int, Any]]:
        """Return what waits for other lanes of its warps."""
        return [
            (frame, piece, np.concatenate(parts)) for (frame, piece), parts in self._parked.items()
        ]
