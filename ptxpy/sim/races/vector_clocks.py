"""Vector clocks of warps: for each warp, the accesses that happen before its next access.

The clock of a warp holds, for each other warp, the time up to which accesses of that warp happen
before. Barriers, mbarriers and atomic operations update it. Time counts the accesses of the launch
(`AccessLog`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine

__all__ = ["ASYNC_CLASSES", "VectorClocks"]

ASYNC_CLASSES: Final = 8
"""Classes of mbarriers, and of warpgroups. All copies whose mbarriers are in one class share one
component of a clock, and so do the `wgmma` operations of all warpgroups in one class."""
WARP_SIZE: Final = 32


class VectorClocks:
    """The vector clocks of the warps of a batch, one row each.

    A clock has a component for each warp, for each class of mbarriers and of warpgroups, and one
    for all earlier batches. The component of the warp itself is the time at which its lanes last
    converged at a synchronisation.

    If the program synchronises by relaxed accesses with fences, a row has a second half of the same
    layout: the clock of the warp at its last fence, joined with the fence clocks it has acquired.

    If the program waits for mbarriers or CTAs are in clusters, another part of that layout follows,
    the causal one: the instructions that must have been executed before the next one of the warp.
    Every synchronisation of threads passes it on, relaxed or not.

    If fences, arrivals or waits have a narrow scope, a part for the order between CTAs follows,
    with that for fences if there is one: a synchronisation with the scope of a CTA passes it on
    only within the CTA.

    If the program has `tcgen05.fence`, a last part follows, of that layout too: the `tcgen05`
    operations before the last `tcgen05.fence::before_thread_sync` of each warp. Every
    synchronisation of threads passes them on, relaxed or not (PTX ISA 9.7.16.6), and they count for
    operations of a warp after its next `tcgen05.fence::after_thread_sync`: `fenced`.
    """

    def __init__(
        self,
        machine: Machine,
        now: int,
        *,
        fences: bool,
        tensor_fences: bool = False,
        causal: bool = False,
        scopes: bool = False,
    ) -> None:
        """Initialise the clocks: no access of this batch or earlier ones happens before."""
        self.warps = machine.count // WARP_SIZE
        self.ctas = machine.ctas
        self.first_warpgroup_column = self.warps + ASYNC_CLASSES
        """The first column of classes of warpgroups."""
        self.earlier_batches_column = self.first_warpgroup_column + ASYNC_CLASSES
        """The column of the earlier batches."""
        self.primary_column = self.earlier_batches_column + 1
        """The column of the grid that this one depends on: 0 until it has been waited for."""
        self.width = self.primary_column + 1
        """How many columns the clock itself has; the fence clock follows."""
        self._has_fence_clocks = fences
        wide = 1 + fences + causal
        parts = wide + scopes * (1 + fences) + tensor_fences
        self.wide_column = wide * self.width if scopes else None
        """The first column of the part for order between CTAs; None if there is none."""
        self.causal_column = (1 + fences) * self.width if causal else None
        """The first column of the causal part; None if there is none."""
        self.tensor_column = (parts - 1) * self.width if tensor_fences else None
        """The first column of the part for `tcgen05` operations; None if there is none."""
        self.times = np.full((self.warps, self.width * parts), now, np.int64)
        # The components for earlier batches and the primary are 0 in each part of the row: only
        # synchronisation raises them.
        self.times[:, self.earlier_batches_column :: self.width] = 0
        self.times[:, self.primary_column :: self.width] = 0
        warps_per_cta = self.warps // self.ctas
        self.by_cta = self.times.reshape(self.ctas, warps_per_cta, -1)
        shape = (self.ctas, warps_per_cta, self.ctas, warps_per_cta)
        views = []
        for first in (0, self.causal_column or 0, self.wide_column or 0):
            blocks = self.times[:, first : first + self.warps].reshape(shape)
            # The diagonal blocks: `einsum` with a repeated index gives a writable view.
            views.append(np.einsum("awav->awv", blocks))
        self._own, self._own_causal, self._own_wide = views
        """For each warp, its components for the warps of its CTA: views."""
        self._own[...] = now
        self.floor = now
        """The time up to which accesses of a CTA happen before, for all warps of that CTA."""
        self.fenced: Any = None
        """For each warp, the `tcgen05` operations that happen before its next one; None if the
        program has no `tcgen05.fence`."""
        if self.tensor_column is not None:
            self.fenced = self.times[:, self.tensor_column :].copy()
        self._unfenced: dict[int, Any] = {}
        """By warp: the order between CTAs before relaxed loads of words that other CTAs have
        released, which a fence has to follow."""
        self._withheld: dict[int, Any] = {}
        """By warp: the clocks that such loads have acquired, for which the fence behind them was
        too narrow."""
        self.has_inter_cta_order = False
        """Whether any clock has been joined with a clock of another CTA or operation."""

    def synchronise_ctas(self, now: int) -> None:
        """Order all warps of each CTA: they have all arrived at a barrier."""
        # Before any other order the components for one's own CTA are all that differs, and these
        # are set below.
        if self.has_inter_cta_order:
            self.by_cta[...] = self.by_cta.max(axis=1, keepdims=True)
        self._own[...] = now
        self._own_causal[...] = now
        self._own_wide[...] = now
        self._unfenced.clear()
        self.floor = now

    def causal(self, warp: int) -> Any:
        """Return the causal part of the clock of a warp."""
        first = self.causal_column or 0
        return self.times[warp, first : first + self.width]

    def causal_of(self, warps: Any, now: int) -> Any:
        """Return the causal clocks of some warps at this point; None without them."""
        first = self.causal_column
        if first is None:
            return None
        # The operation keeps the clock while the warp goes on.
        rows = self.times[warps, first : first + self.width].copy()
        np.put_along_axis(rows, np.asarray(warps)[..., None], now, axis=-1)
        return rows

    def acquire_causal(self, warps: Any, rows: Any) -> None:
        """Join causal clocks into those of warps."""
        first = self.causal_column
        if first is not None:
            part = self.times[warps, first : first + self.width]
            self.times[warps, first : first + self.width] = np.maximum(part, rows)
            self.has_inter_cta_order = True

    def complete_wgmmas(self, warps: Any, classes: Any, time: int) -> None:
        """Order `wgmma` operations of some classes before the next accesses of warps.

        Args:
            warps: The warps that have waited for them.
            classes: The class of the warpgroup of each.
            time: The time at which they have been performed.
        """
        # A warp may wait for an older operation than another one has told it of.
        columns = self.first_warpgroup_column + classes
        self.times[warps, columns] = np.maximum(self.times[warps, columns], time)
        self.has_inter_cta_order = True

    def wait_for_primary(self, warps: Any) -> None:
        """Order the accesses of the grid that this one depends on before the next accesses."""
        self.times[warps, self.primary_column] = 1
        self.has_inter_cta_order = True

    def is_before_primary(self, warps: Any) -> Any:
        """Return for which warps nothing orders that grid before their next accesses."""
        return self.times[warps, self.primary_column] == 0

    def is_wide(self, warps: Any, columns: Any, times: Any) -> Any:
        """Return which accesses of warps of other CTAs are ordered before the next ones of some."""
        return self.times[warps, (self.wide_column or 0) + columns] >= times

    def acquire_wide(self, warps: Any, rows: Any) -> None:
        """Join clocks into the order between CTAs."""
        first = self.wide_column
        if first is not None:
            part = self.times[warps, first : first + self.width]
            self.times[warps, first : first + self.width] = np.maximum(part, rows)
            self._forget_loads(warps)

    def expect_fence(self, warps: Any) -> None:
        """Begin relaxed loads of words that other CTAs have released: a fence is to follow.

        Without one they count, too; only a fence whose scope is too narrow takes back the acquired
        clocks. Nothing is taken back once the warp has acquired something in another way.
        """
        first = self.wide_column
        if first is not None:
            for warp in warps.tolist():
                # The first load of a series counts: one fence behind all of them orders them all.
                if warp not in self._unfenced:
                    self._unfenced[warp] = self.times[warp, first : first + self.width].copy()

    def _forget_loads(self, warps: Any) -> None:
        if self._unfenced:
            for warp in warps.tolist():
                self._unfenced.pop(warp, None)

    def fence_loads(self, warps: Any, *, narrow: bool) -> list[int]:
        """Execute a fence behind relaxed loads; return the warps for which it is too narrow."""
        first = self.wide_column
        if first is None or not (self._unfenced or self._withheld):
            return []
        late = []
        for warp in warps.tolist():
            row = self.times[warp, first : first + self.width]
            before = self._unfenced.pop(warp, None)
            if not narrow:
                np.maximum(row, self._withheld.pop(warp, 0), out=row)
            elif before is not None:
                self._withheld[warp] = np.maximum(row, self._withheld.get(warp, 0))
                # The fence took only its own CTA along: what the loads had acquired between CTAs is
                # taken back, until a wider fence.
                row[:] = before
                late.append(warp)
        return late

    def update_floor(self) -> None:
        """Recompute the floor."""
        self.floor = max(self.floor, int(self._own.min()))

    def clock_to_release(self, warps: Any, now: int, *, releases: bool) -> Any:
        """Return the clock that warps release: the join of their clocks or fence clocks."""
        row = self.times[warps].max(axis=0)
        if releases:
            row[warps] = now
        else:
            # Without a release only what came before the last fence is passed on.
            row[: self.width] = row[self.width : 2 * self.width]
        if self.causal_column is not None:
            row[self.causal_column + warps] = now
        if self.wide_column is not None:
            wide = self.wide_column
            if releases:
                row[wide + warps] = now
            else:
                row[wide : wide + self.width] = row[wide + self.width : wide + 2 * self.width]
        return row

    def fence(self, warps: Any, now: int, *, narrow: bool = False) -> None:
        """Execute a fence: copy the clocks to the fence clocks, which relaxed accesses release."""
        if not self._has_fence_clocks:
            return
        if self.wide_column is not None and not narrow:
            first = self.wide_column
            second, third = first + self.width, first + 2 * self.width
            self.times[warps, second:third] = self.times[warps, first:second]
            self.times[warps, second + warps] = now
        # What the warp has acquired comes before its fence, and so is passed on with it.
        self.times[warps, self.width : 2 * self.width] = self.times[warps, : self.width]
        self.times[warps, self.width + warps] = now
        self.has_inter_cta_order = True

    def fence_tensor_before(self, warps: Any, now: int) -> None:
        """Execute `tcgen05.fence::before_thread_sync`: operations so far are passed on."""
        if self.tensor_column is not None:
            self.times[warps, self.tensor_column + warps] = now
            self.has_inter_cta_order = True

    def fence_tensor_after(self, warps: Any) -> None:
        """Execute `tcgen05.fence::after_thread_sync`: operations that were passed on come first."""
        if self.tensor_column is not None:
            self.fenced[warps] = self.times[warps, self.tensor_column :]

    def is_passed_on(self, warp: int, column: int, time: int) -> bool:
        """Return whether the `tcgen05` operations of a component have been passed on to a warp."""
        first = self.tensor_column
        return first is not None and bool(self.times[warp, first + column] >= time)

    def is_fenced(self, warp: int, column: int, time: int) -> bool:
        """Return whether fences order such operations before the next ones of a warp."""
        return self.fenced is not None and bool(self.fenced[warp, column] >= time)

    def empty(self) -> Any:
        """Return a clock of zeros."""
        return np.zeros(self.times.shape[1], np.int64)

    def acquire(self, warps: Any, row: Any, *, is_relaxed: bool = False) -> None:
        """Join a clock into the clocks of warps; `is_relaxed` if a fence follows to order it."""
        if not is_relaxed:
            self._forget_loads(warps)
        first, last = int(warps[0]), int(warps[-1])
        # Consecutive warps are a slice, which is joined in place without a copy.
        if len(warps) == last - first + 1 and (warps[1:] > warps[:-1]).all():
            part = self.times[first : last + 1]
            np.maximum(part, row, out=part)
        else:
            self.times[warps] = np.maximum(self.times[warps], row)
        self.has_inter_cta_order = True

    def synchronise_warps(self, warps: Any, now: int) -> None:
        """Order the lanes of each of the given warps: they have converged."""
        self.times[warps, warps] = now
