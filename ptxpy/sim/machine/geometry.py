"""The shape of a launch, and the places of CTAs and threads in it."""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["WARP", "Geometry", "coordinates"]

WARP: Final = 32
"""Threads of a warp."""


def coordinates(number: int, shape: tuple[int, int, int]) -> tuple[int, int, int]:
    """Return where something is in a shape, given its number; x runs fastest."""
    rest, x = divmod(number, shape[0])
    z, y = divmod(rest, shape[1])
    return x, y, z


class Geometry(NamedTuple):
    """The shape of a launch."""

    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    cluster: tuple[int, int, int]
    explicit_cluster: bool = False
    """Whether the launch has clusters even when they are of one CTA."""

    @property
    def threads(self) -> int:
        """Threads of a CTA."""
        return self.block[0] * self.block[1] * self.block[2]

    @property
    def padded(self) -> int:
        """Lanes of a CTA: its last warp is whole."""
        return -(-self.threads // WARP) * WARP

    @property
    def ctas(self) -> int:
        """CTAs of the grid."""
        return self.grid[0] * self.grid[1] * self.grid[2]

    @property
    def cluster_size(self) -> int:
        """CTAs of a cluster."""
        return self.cluster[0] * self.cluster[1] * self.cluster[2]

    @property
    def clusters(self) -> tuple[int, int, int]:
        """Clusters of the grid, in each direction."""
        (x, y, z), (a, b, c) = self.grid, self.cluster
        return x // a, y // b, z // c

    def place(self, cta: int) -> tuple[int, int, int]:
        """Return where a CTA is in the grid, given its number.

        CTAs of a cluster are numbered one after the other, by their ranks.
        """
        number, rank = divmod(cta, self.cluster_size)
        a, b, c = self.cluster
        x, y, z = coordinates(number, self.clusters)
        i, j, k = coordinates(rank, self.cluster)
        return x * a + i, y * b + j, z * c + k
