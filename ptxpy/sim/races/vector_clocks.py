"""Vector clocks: for each warp, up to what time accesses of other warps happen before its next one.

A warp knows of another one that all it did up to some time is ordered before. It learns that at
barriers, from mbarriers, and from atomic operations. Time is the number of the last access of the
launch (`AccessLog`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine

__all__ = ["CLASSES", "VectorClocks"]

CLASSES: Final = 8
"""Classes of mbarriers: what copies have written is known by the class of theirs. Likewise of
warpgroups: what `wgmma` has read is known by the class of the warpgroup."""
WARP: Final = 32


class VectorClocks:
    """The vector clocks of the warps of a batch: rows of times.

    A row has a column for each warp, for each class of mbarriers and of warpgroups, and one for all
    batches before.
    The column of its own warp is the time at which its lanes have last come together.

    Where a program synchronises by accesses that do not release, a row has as many columns
    again: what a warp knew at its last fence, and what it has heard that others knew at theirs.
    """

    def __init__(self, machine: Machine, now: int, *, fences: bool) -> None:
        """Begin with nothing known of this batch or those before."""
        self.warps = machine.count // WARP
        self.ctas = machine.ctas
        self.products = self.warps + CLASSES
        """The first column of classes of warpgroups."""
        self.earlier = self.products + CLASSES
        """The column of the batches before."""
        self.width = self.earlier + 1
        """The columns of the clock; those after them are of fences."""
        self.times = np.full((self.warps, self.width * (2 if fences else 1)), now, np.int64)
        self.times[:, self.earlier :: self.width] = 0
        each = self.warps // self.ctas
        self.by_cta = self.times.reshape(self.ctas, each, -1)
        blocks = self.times[:, : self.warps].reshape(self.ctas, each, self.ctas, each)
        self._own = np.einsum("awav->awv", blocks)
        """Of each warp what it knows of those of its CTA."""
        self._own[...] = now
        self.floor = now
        """Up to here all warps of each CTA know all of their CTA's."""
        self.wide = False
        """Whether any warp knows more than of its own CTA."""

    def synchronise_ctas(self, now: int) -> None:
        """All warps of each CTA have come to a barrier."""
        if self.wide:
            self.by_cta[...] = self.by_cta.max(axis=1, keepdims=True)
        self._own[...] = now
        self.floor = now

    def complete_products(self, warpgroup_warps: Any, classes: Any, now: int) -> None:
        """Warps know that products of warpgroups are complete, given the class for each."""
        self.times[warpgroup_warps, self.products + classes] = now
        self.wide = True

    def update_floor(self) -> None:
        """Find out again what all warps of each CTA know."""
        self.floor = max(self.floor, int(self._own.min()))

    def released(self, warps: Any, now: int, *, releases: bool) -> Any:
        """Return the clock that warps release together, or that of their last fences."""
        row = self.times[warps].max(axis=0)
        if releases:
            row[warps] = now
        else:
            row[: self.width] = row[self.width :]
        return row

    def fence(self, warps: Any, now: int) -> None:
        """Record a fence of warps: later accesses that do not release pass on the clock of now."""
        if self.times.shape[1] == self.width:
            return
        self.times[warps, self.width :] = self.times[warps, : self.width]
        self.times[warps, self.width + warps] = now
        self.wide = True

    def empty(self) -> Any:
        """Return a row of nothing."""
        return np.zeros(self.times.shape[1], np.int64)

    def acquire(self, warps: Any, row: Any) -> None:
        """Let warps acquire a clock."""
        self.times[warps] = np.maximum(self.times[warps], row)
        self.wide = True

    def synchronise_warps(self, warps: Any, now: int) -> None:
        """Lanes of each of some warps have come together."""
        self.times[warps, warps] = now
