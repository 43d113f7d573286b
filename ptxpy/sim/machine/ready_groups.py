"""Groups of lanes that are ready to run, and those that wait for others of their warps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from ptxpy.sim.hooks import Hooks
    from ptxpy.sim.machine.frame import Frame

__all__ = ["MAX_BACK_EDGES_PER_TURN", "Group", "NotifyingReadyGroups", "ReadyGroups"]

MAX_BACK_EDGES_PER_TURN: Final = 256
"""Back edges that a group may take before another group is scheduled. Keeps a spinning group from
starving others."""


class Group(NamedTuple):
    """A convergent group: lanes at the same piece of the same frame."""

    frame: Frame
    piece: int
    lanes: Any
    """Their numbers, in order; None for all of the batch."""


class ReadyGroups:
    """The lanes of a batch that are ready to run, by frame and piece."""

    def __init__(self) -> None:
        """Begin without any."""
        self.by_frame: dict[Frame, dict[int, list[Any]]] = {}
        """The parts of the group at each piece of each frame."""
        self.parked: dict[tuple[Frame, int], list[Any]] = {}
        """Lanes that wait for others of their warps, or with others of their batch."""
        self.complete: dict[tuple[Frame, int], Any] = {}
        """Those of them whose warps are complete, if there are any."""
        self.back_edges = 0
        """Back edges that have been taken since another group had its turn."""

    def add(self, frame: Frame, piece: int, lanes: Any) -> None:
        """Let lanes run a piece when it is its turn."""
        if lanes is not None and not len(lanes):
            return
        waiting = None
        if self.parked:
            waiting = self.parked.pop((frame, piece), None)
            self.complete.pop((frame, piece), None)
        here = self.by_frame.setdefault(frame, {}).setdefault(piece, [])
        here.append(lanes)
        if waiting:
            here += waiting

    def park(self, frame: Frame, piece: int, lanes: Any, ready: Any) -> None:
        """Let lanes wait for others of their warps at a piece, or run it with those that wait.

        Args:
            frame: The frame of their function.
            piece: The piece.
            lanes: The lanes.
            ready: Which of them wait for nobody of their warps.
        """
        key = (frame, piece)
        if key in self.parked:
            self.add(frame, piece, lanes)
            return
        self.parked[key] = [lanes]
        if ready.any():
            self.complete[key] = lanes[ready]

    def release_complete(self) -> bool:
        """Let lanes run without the rest of their batch if their warps are complete.

        Return whether there were any. They wait as long as others may yet reach them: what many
        lanes do together is quick.
        """
        complete, self.complete = self.complete, {}
        for (frame, piece), lanes in complete.items():
            (parked,) = self.parked.pop((frame, piece))
            rest = np.setdiff1d(parked, lanes, assume_unique=True)
            self.add(frame, piece, lanes)
            if len(rest):
                self.parked[frame, piece] = [rest]
        return bool(complete)

    def release_all(self) -> None:
        """Let all parked lanes run their pieces again: a thread that they waited for has ended."""
        if self.parked:
            parked, self.parked = self.parked, {}
            self.complete = {}
            for (frame, piece), parts in parked.items():
                for part in parts:
                    self.add(frame, piece, part)

    def yield_turn(self) -> None:
        """Let other groups have their turn when this one takes a back edge: it waits for them."""
        self.back_edges = max(self.back_edges, MAX_BACK_EDGES_PER_TURN) + 1


class NotifyingReadyGroups(ReadyGroups):
    """Ready groups of a batch that somebody watches."""

    def __init__(self, hooks: Hooks) -> None:
        """Begin without any; hooks are notified of lanes that become ready."""
        super().__init__()
        self._hooks = hooks

    def add(self, frame: Frame, piece: int, lanes: Any) -> None:
        """Let lanes run a piece when it is its turn."""
        self._hooks.lanes_ready(lanes)
        super().add(frame, piece, lanes)
