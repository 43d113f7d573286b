"""Launches whose CTAs wait for each other: those of a cluster, or of a cooperative grid.

The CTAs of whole clusters, or of the whole grid, run side by side, each for a few rounds in turn.
A CTA whose warps all wait gives way to the others; an event in one CTA lets the warps of all try
once more. The barriers of clusters are completed here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.machine.geometry import WARP
from ptxpy.sim.native.barriers import BARRIERS_EACH, CLUSTER_BARRIER, NUMBER_BITS, THREADS_AT
from ptxpy.sim.native.layout import CLUSTER_TICKETS, CONTEXT, EXITED, PCS, STATE
from ptxpy.sim.native.scheduler import (
    ASKS,
    DONE,
    ENDED,
    GAVE_UP,
    LOST_PATIENCE,
    MAX_EXPIRIES,
    SERVES,
    STUCK,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.machine.geometry import Geometry
    from ptxpy.sim.native.served_pieces import Server
    from ptxpy.sim.native.workspaces import Workspace

__all__ = ["are_joint", "joint_ctas", "run_jointly"]

_ROUNDS: Final = 8
"""The rounds that a CTA runs before the next one has its turn."""
_MAX_LANES: Final = 8192
"""The most lanes of clusters that run side by side; one cluster may have more."""
_MAX_BYTES: Final = 1 << 31
"""The most bytes of the registers and memories of CTAs that wait for each other."""


def are_joint(geometry: Geometry) -> bool:
    """Return whether CTAs of a launch may wait for each other."""
    return geometry.cooperative or geometry.cluster_size > 1


def joint_ctas(geometry: Geometry, cta_bytes: int) -> int:
    """Return how many CTAs run side by side, whole clusters; 0 if they take too much memory."""
    size = geometry.cluster_size
    count = geometry.ctas
    if not geometry.cooperative:
        clusters = max(1, _MAX_LANES // (geometry.padded * size))
        count = min(count, clusters * size)
    return count if count * cta_bytes <= _MAX_BYTES else 0


def run_jointly(
    space: Workspace,
    geometry: Geometry,
    server: Server | None,
    patience: int,
    run: Callable[[Any, int], int],
) -> int:
    """Run all CTAs, as many side by side as there are contexts; return the status at the end.

    Args:
        space: The contexts and memories.
        geometry: The shape of the launch.
        server: Runs the pieces of the interpreter, if there are any.
        patience: For how many turns of all CTAs these may only use up their turns of loops.
        run: Runs a CTA for some rounds, given its context and the number behind its own.
    """
    for first in range(0, geometry.ctas, len(space.contexts)):
        count = min(len(space.contexts), geometry.ctas - first)
        status = _Batch(space, geometry, server, first, count).run(patience, run)
        if status != DONE:
            return status
    return DONE


class _Batch:
    """CTAs that run side by side."""

    def __init__(
        self, space: Workspace, geometry: Geometry, server: Server | None, first: int, count: int
    ) -> None:
        """Begin with the CTAs from `first` on."""
        self._contexts = space.contexts[:count]
        self._memories = space.shared_memories
        self._memories[:count, 0] = self._column("shared")
        self._memories[:count, 1] = 0
        self._barriers = space.barriers[:count].view(np.int32)
        self._frames = space.frames[:count].reshape(count, geometry.padded // WARP, -1)
        self._size = geometry.cluster_size
        self._server = server
        self._first = first
        self._running = [*range(count)]

    def _column(self, word: str) -> Any:
        """Return a word of all contexts."""
        return self._contexts[:, CONTEXT[word] // 8]

    def run(self, patience: int, run: Callable[[Any, int], int]) -> int:
        """Run to the end; return the status."""
        self._column("cta")[:] = self._first + np.arange(len(self._contexts))
        self._column("resumes")[:] = 0
        if self._server is not None:
            self._server.begin(self._first)
        # All memories are as they are at the start before a thread accesses that of another CTA.
        self._column("begins")[:] = 1
        for number in self._running:
            run(self._contexts[number], self._first + number + 1)
        idle = expiries = 0
        while self._running:
            events, yields = self._column("events").copy(), self._column("yields").copy()
            running = len(self._running)
            stuck = 0
            for number in [*self._running]:
                self._column("quantum")[number] = _ROUNDS
                status = run(self._contexts[number], self._first + number + 1)
                if status == DONE:
                    # Whether it has ended before another CTA accesses its memory is open, unless
                    # that one arrives at a barrier of the cluster, or at one of this CTA.
                    if self._memories[number, 1]:
                        return GAVE_UP
                    self._end(number)
                elif status in (STUCK, SERVES):
                    stuck += 1
                elif status != ASKS:
                    return status
            happened = (self._column("events") != events).any() or len(self._running) < running
            happened |= self._serve()
            happened |= self._complete_cluster_barriers()
            if happened:
                self._column("events")[:] += 1
                idle = expiries = 0
            elif stuck == running:
                expiries += 1
                self._column("expired")[:] = 1
                if expiries > MAX_EXPIRIES:
                    return LOST_PATIENCE
            else:
                # A CTA that has got on has begun to count its turns anew.
                idle = 0 if (self._column("yields") < yields).any() else idle + 1
                if idle > patience:
                    return LOST_PATIENCE
        return DONE

    def _end(self, number: int) -> None:
        """Note that a CTA has ended: nobody may access its memory, or wait for it."""
        self._running.remove(number)
        self._memories[number, 0] = 0
        self._barriers[number, CLUSTER_BARRIER] = 0
        if self._server is not None:
            self._server.end(number)

    def _serve(self) -> bool:
        """Let the interpreter run the pieces that wait for it; return whether a CTA went on."""
        if self._server is None or not self._column("served").any():
            return False
        self._column("served")[:] = 0
        return bool(self._server.serve())

    def _complete_cluster_barriers(self) -> bool:
        """Complete the barriers of clusters at which all threads have arrived; say if any are."""
        if self._size == 1:
            return False
        arrived, alive = (
            self._barriers[:, at].reshape(-1, self._size).sum(axis=1)
            for at in (CLUSTER_BARRIER, THREADS_AT // 4)
        )
        is_complete = False
        for cluster in np.flatnonzero((arrived > 0) & (arrived >= alive)).tolist():
            here = slice(cluster * self._size, (cluster + 1) * self._size)
            gone = self._ended_arrivals(here)
            if arrived[cluster] - gone > 0 and arrived[cluster] - gone >= alive[cluster]:
                self._barriers[here, CLUSTER_BARRIER] = 0
                self._barriers[here, 2 * BARRIERS_EACH + CLUSTER_BARRIER] += 1
                self._memories[here, 1] = 0
                is_complete = True
        return is_complete

    def _ended_arrivals(self, here: slice) -> int:
        """Return how many threads of a cluster have arrived in this phase, and then ended."""
        generation = self._barriers[here, 2 * BARRIERS_EACH + CLUSTER_BARRIER]
        frames = self._frames[here]
        tickets, pcs = (
            np.ascontiguousarray(frames[:, :, at : at + 4 * WARP]).view(np.uint32)
            for at in (CLUSTER_TICKETS, PCS)
        )
        states = np.ascontiguousarray(frames[:, :, STATE : STATE + 4]).view(np.int32)
        now = (generation.astype(np.uint32) << NUMBER_BITS | CLUSTER_BARRIER)[:, None, None]
        # The numbers of pieces are those of when the warp stopped: one that has ended has none.
        return int(((tickets == now) & ((pcs == EXITED) | (states == ENDED))).sum())
