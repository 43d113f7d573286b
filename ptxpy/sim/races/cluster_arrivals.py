"""What threads do before they arrive at the barrier of their cluster, relaxed or not.

A relaxed arrival orders nothing without a fence before it. But compilers and libraries initialise
mbarriers behind their last `fence.mbarrier_init`, and arrive with `.relaxed`: CUTLASS does so in
each of its kernels for pairs of CTAs. So such an arrival orders initialisations here, unless strict
mode is asked for fences.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ptxpy.sim.races.epochs import NUMBER_SHIFT, lane_of

__all__ = ["ClusterArrivals"]


class ClusterArrivals:
    """For each warp, when the warps of its cluster arrived at the last barrier that it has left."""

    def __init__(self, warps: int) -> None:
        """Begin without arrivals."""
        self._arrived = np.zeros(warps, np.int64)
        """The time at which each warp has arrived last."""
        self._complete: dict[int, Any] = {}
        """The arrivals of the last complete phase of each cluster."""
        self._left: dict[int, Any] = {}
        """The same for each warp that has left a phase."""

    def arrive(self, lanes: Any, now: int) -> None:
        """Record that lanes arrive."""
        self._arrived[np.unique(lanes >> 5)] = now

    def complete(self, done: Any) -> None:
        """Record that all threads of clusters have arrived."""
        for cluster in np.atleast_1d(done).nonzero()[0].tolist():
            self._complete[cluster] = self._arrived.copy()

    def leave(self, clusters: Any, lanes: Any) -> None:
        """Record that lanes have waited for all threads of their clusters."""
        for cluster, warp in {*zip(clusters.tolist(), (lanes >> 5).tolist(), strict=True)}:
            self._left[warp] = self._complete[cluster]

    def is_before(self, record: int, lane: int) -> bool:
        """Return whether the thread of a record has arrived after it where a lane has waited."""
        arrived = self._left.get(lane >> 5)
        time = record >> int(NUMBER_SHIFT)
        return arrived is not None and bool(time <= arrived[lane_of(record) >> 5])
