"""Groups of lanes: those that are ready to run, and how they diverge and reconverge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from ptxpy.sim.hooks import Hooks
    from ptxpy.sim.machine.frame import Frame

__all__ = [
    "MAX_BACK_EDGES_PER_TURN",
    "Group",
    "NotifyingReadyGroups",
    "ReadyGroups",
    "ReconvergenceTracker",
]

MAX_BACK_EDGES_PER_TURN: Final = 256
"""How many back edges a group may take before another group is scheduled. Keeps a spinning group
from starving others."""


_NO_PIECE: Final = 1 << 62


class Group(NamedTuple):
    """A convergent group: lanes at the same piece of the same frame."""

    frame: Frame
    piece: int
    lanes: Any
    """The indices of the lanes, in order; None for all lanes of the batch."""


class ReadyGroups:
    """The lanes of a batch that are ready to run, by frame and piece."""

    def __init__(self) -> None:
        """Create an empty set."""
        self.by_frame: dict[Frame, dict[int, list[Any]]] = {}
        """For each frame and piece, the sets of lanes that are ready to run there."""
        self.parked: dict[tuple[Frame, int], list[Any]] = {}
        """Lanes that wait for other lanes of their warps, or with other lanes of their batch."""
        self.complete: dict[tuple[Frame, int], Any] = {}
        """The parked lanes whose warps are complete, if there are any."""
        self.back_edges = 0
        """How many back edges have been taken since another group had its turn."""
        self.last: set[tuple[Frame, int]] = set()
        """The places of groups that wait in a loop for others, which come last."""

    def add(self, frame: Frame, piece: int, lanes: Any) -> None:
        """Make lanes ready to run a piece."""
        if lanes is not None and not len(lanes):
            return
        waiting = None
        if self.last:
            self.last.discard((frame, piece))
        if self.parked:
            waiting = self.parked.pop((frame, piece), None)
            self.complete.pop((frame, piece), None)
        here = self.by_frame.setdefault(frame, {}).setdefault(piece, [])
        here.append(lanes)
        if waiting:
            here += waiting

    def park(self, frame: Frame, piece: int, lanes: Any, ready: Any) -> None:
        """Park lanes for other lanes of their warps at a piece, or run it with lanes parked there.

        Args:
            frame: The frame of their function.
            piece: The piece.
            lanes: The lanes.
            ready: Which of the lanes need not wait for other lanes of their warps.
        """
        key = (frame, piece)
        if key in self.parked:
            self.add(frame, piece, lanes)
            return
        self.parked[key] = [lanes]
        if ready.any():
            self.complete[key] = lanes[ready]

    def first_piece(self, frame: Frame) -> int:
        """Return the lowest piece of a frame at which a group is ready, of such as do not wait.

        Returns a number above all pieces if they all wait.
        """
        pieces = self.by_frame[frame]
        if not self.last:
            return min(pieces)
        return min((each for each in pieces if (frame, each) not in self.last), default=_NO_PIECE)

    def release_complete(self) -> bool:
        """Release lanes without the rest of their batch if their warps are complete.

        Return whether there were any. Until then they wait for other warps, as larger groups run
        faster.
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
        """Let all parked lanes run their pieces again: a thread has ended."""
        if self.parked:
            parked, self.parked = self.parked, {}
            self.complete = {}
            for (frame, piece), lane_sets in parked.items():
                for lanes in lane_sets:
                    self.add(frame, piece, lanes)

    def yield_turn(self) -> None:
        """Let other groups run when this one next takes a back edge, since it waits for them."""
        self.back_edges = max(self.back_edges, MAX_BACK_EDGES_PER_TURN) + 1


class NotifyingReadyGroups(ReadyGroups):
    """The ready groups of a batch with hooks."""

    def __init__(self, hooks: Hooks) -> None:
        """Create an empty set; hooks are notified of lanes that become ready."""
        super().__init__()
        self._hooks = hooks

    def add(self, frame: Frame, piece: int, lanes: Any) -> None:
        """Make lanes ready to run a piece."""
        self._hooks.lanes_ready(lanes)
        super().add(frame, piece, lanes)


_MAX_REMEMBERED_SPLITS: Final = 256
"""How many splits are remembered. Two halves of a remembered split are merged without sorting."""
_SORT_BELOW_FRACTION: Final = 32
"""Groups are merged by sorting lane indices if they hold less than this fraction (1/32) of all
lanes, else by a mask."""


class ReconvergenceTracker:
    """Splits groups, and remembers the splits: usually the two halves of one split reconverge."""

    def __init__(self, lanes: Any) -> None:
        """Create a tracker for the lanes of a batch, given their indices."""
        self._lanes = lanes
        self._splits: dict[tuple[int, int], tuple[Any, Any, Any]] = {}

    def forget(self) -> None:
        """Forget the splits, which are known by the identity of arrays."""
        self._splits.clear()

    def split(self, lanes: Any, mask: Any) -> tuple[Any, Any]:
        """Return the indices of the lanes for which a mask holds, and of the others.

        Args:
            lanes: The indices of the lanes, in order; None for all.
            mask: One Boolean per lane.
        """
        chosen, rest = mask.nonzero()[0], (~mask).nonzero()[0]
        if lanes is not None:
            chosen, rest = lanes[chosen], lanes[rest]
        # Splits whose halves never meet, as when one exits, must not pile up.
        if len(self._splits) >= _MAX_REMEMBERED_SPLITS:
            self._splits.clear()
        self._splits[id(chosen), id(rest)] = chosen, rest, lanes
        return chosen, rest

    def merge(self, groups: list[Any]) -> Any:
        """Return the indices of the lanes of several groups, in order; None for all."""
        if len(groups) == 1:
            return groups[0]
        if len(groups) == 2:  # noqa: PLR2004 - the two halves of one branch
            first, second = groups
            for a, b in ((first, second), (second, first)):
                found = self._splits.pop((id(a), id(b)), None)
                # The identity of an array that is gone may be used again, so the arrays themselves
                # are compared.
                if found is not None and found[0] is a and found[1] is b:
                    return found[2]
        count = len(self._lanes)
        total = sum(map(len, groups))
        if total == count:
            return None
        if total * _SORT_BELOW_FRACTION < count:
            return np.sort(np.concatenate(groups))
        # A mask merges large groups in one pass, and gives the lanes in order.
        mask = np.zeros(count, bool)
        for group in groups:
            mask[group] = True
        return mask.nonzero()[0]
