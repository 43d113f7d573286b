"""The shape of a launch, and the coordinates of CTAs and threads in it."""

from __future__ import annotations

from typing import Final

from ptxpy._records import NamedTuple

__all__ = ["WARP", "Geometry", "coordinates"]

WARP: Final = 32
"""How many threads a warp has."""


def coordinates(index: int, shape: tuple[int, int, int]) -> tuple[int, int, int]:
    """Return the coordinates of a linear index in a shape; x runs fastest."""
    rest, x = divmod(index, shape[0])
    z, y = divmod(rest, shape[1])
    return x, y, z


class Geometry(NamedTuple):
    """The shape of a launch."""

    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    cluster: tuple[int, int, int]
    explicit_cluster: bool = False
    """Whether the launch has clusters even if each is one CTA."""
    cooperative: bool = False
    """Whether all CTAs are resident at the same time."""

    @property
    def threads(self) -> int:
        """How many threads a CTA has."""
        return self.block[0] * self.block[1] * self.block[2]

    @property
    def padded(self) -> int:
        """How many lanes a CTA has: its last warp is padded."""
        return -(-self.threads // WARP) * WARP

    @property
    def ctas(self) -> int:
        """How many CTAs the grid has."""
        return self.grid[0] * self.grid[1] * self.grid[2]

    @property
    def cluster_size(self) -> int:
        """How many CTAs a cluster has."""
        return self.cluster[0] * self.cluster[1] * self.cluster[2]

    @property
    def clusters(self) -> tuple[int, int, int]:
        """How many clusters the grid has in each direction."""
        (x, y, z), (a, b, c) = self.grid, self.cluster
        return x // a, y // b, z // c

    def cta_coordinates(self, cta: int) -> tuple[int, int, int]:
        """Return the coordinates of a CTA in the grid, given its index.

        The CTAs of a cluster have consecutive indices, by rank.
        """
        # Cluster by cluster, so that a batch of consecutive CTAs has whole clusters.
        index, rank = divmod(cta, self.cluster_size)
        a, b, c = self.cluster
        x, y, z = coordinates(index, self.clusters)
        i, j, k = coordinates(rank, self.cluster)
        return x * a + i, y * b + j, z * c + k
