"""The clusters of a grid that have not started, which `clusterlaunchcontrol` hands out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from ptxpy.sim.machine.geometry import Geometry

__all__ = ["ClusterLaunches", "PendingClusters"]

_SHARE = 4


class ClusterLaunches(NamedTuple):
    """How the clusters of a kernel with `clusterlaunchcontrol.try_cancel` start."""

    started: int | None = None
    """The most clusters that start at the same time; None for a quarter of the grid."""
    handed_out: int | None = None
    """The most clusters that requests get in a launch; None for all that have not started."""


class PendingClusters:
    """The clusters of a grid that have not started: those from the CTA `first` on."""

    def __init__(self, geometry: Geometry, launches: ClusterLaunches) -> None:
        """Begin a launch."""
        self.first = 0
        """The index of the first CTA that has not started."""
        self.refused: set[int] = set()
        """The CTAs of the running batch that have seen that a request failed."""
        self._ctas = geometry.ctas
        self._cluster = geometry.cluster_size
        self._launches = launches
        self._handed_out = 0

    @property
    def started_ctas(self) -> int:
        """The most CTAs that start at the same time."""
        clusters = self._ctas // self._cluster
        count = self._launches.started
        # On a device as many clusters start as fit. A part of the grid must be left, or requests
        # would never succeed.
        return (-(-clusters // _SHARE) if count is None else max(1, count)) * self._cluster

    def start(self, most: int) -> tuple[int, int]:
        """Start the next CTAs, at most `most`; return the index of the first one and their count.

        The count is 0 if none is left.
        """
        first = self.first
        count = min(most, self._ctas - first)
        self.first += count
        self.refused.clear()
        return first, count

    def take(self) -> int | None:
        """Hand out the next cluster; return the index of its first CTA, None if none is left."""
        limit = self._launches.handed_out
        if self.first >= self._ctas or (limit is not None and self._handed_out >= limit):
            return None
        first = self.first
        self.first += self._cluster
        self._handed_out += 1
        return first
