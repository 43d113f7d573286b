"""The profiler: an observer that counts instructions and their accesses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ptxpy.sim.machine.address_space import LOCAL_WINDOW, SHARED_WINDOW
from ptxpy.sim.observe.bank_conflicts import distinct_bytes, requests, sectors, wavefronts
from ptxpy.sim.observe.logical_clock import LogicalClock, select_values
from ptxpy.sim.observe.profile import Counts, Profile, Traffic

if TYPE_CHECKING:
    from ptxpy.sim.observe.instruction_sites import Access, InstructionSite
    from ptxpy.sim.observe.source_lines import Source

__all__ = ["Profiler"]

_OFFSET = np.uint64((1 << 24) - 1)
"""The bits of a cluster-shared address that are the offset in the memory of its CTA."""


class Profiler(LogicalClock):
    """Counts instructions, their accesses, and the waits of warps."""

    def __init__(self, source: Source) -> None:
        """Create a profiler without counts."""
        super().__init__()
        self.source = source
        self._counts: dict[int, Counts] = {}

    def result(self, name: str) -> Profile:
        """Return the profile, by line."""
        return Profile.of(name, self._counts, self.source)

    def _counts_of(self, ordinal: int) -> Counts:
        found = self._counts.get(ordinal)
        if found is None:
            found = self._counts[ordinal] = Counts()
        return found

    def step(
        self,
        site: InstructionSite,
        lanes: Any,
        guard: Any,
        addresses: tuple[Any, ...],
        more: tuple[Any, ...],
        written: tuple[Any, ...],
        read: tuple[Any, ...],
    ) -> None:
        """Count an instruction."""
        super().step(site, lanes, guard, addresses, more, written, read)
        group = self.lanes_of(lanes)
        counts = self._counts_of(site.ordinal)
        threads = len(group.numbers)
        counts.warps += len(group.warps)
        counts.threads += threads
        if guard is None:
            counts.enabled += threads
        else:
            # A uniform guard is a scalar, which holds for all threads or none.
            counts.enabled += int(np.count_nonzero(guard)) if guard.ndim else threads * int(guard)
        for access in site.accesses:
            address = site.address(addresses, access.operand)
            if address is not None:
                numbers, at = select_values(group, guard, address)
                self._access(counts, access, numbers, at)

    def _access(self, counts: Counts, access: Access, numbers: Any, address: Any) -> None:
        """Count the accesses of lanes, by state space."""
        if 0 < access.lanes < 32:  # noqa: PLR2004 - lanes of a warp
            gives_address = numbers % 32 < access.lanes
            numbers, address = numbers[gives_address], address[gives_address]
        if access.space != "generic":
            space = "shared" if access.space == "cluster" else access.space
            self._count(counts, access, space, numbers, address)
            return
        local, shared = address >= LOCAL_WINDOW, address >= SHARED_WINDOW
        for space, here in (("global", ~shared), ("shared", shared & ~local), ("local", local)):
            if here.any():
                base = np.uint64(SHARED_WINDOW if space == "shared" else 0)
                self._count(counts, access, space, numbers[here], address[here] - base)

    @staticmethod
    def _count(counts: Counts, access: Access, space: str, numbers: Any, address: Any) -> None:
        if not len(numbers):
            return
        moved = counts.traffic(space, access.kind)
        moved.requests += requests(numbers)
        moved.bytes += len(numbers) * access.size
        # Where lanes are not known, as for `wmma.load`, nor are the sectors that they touch.
        if not access.lanes or not access.size:
            return
        if space == "global":
            moved.sectors += sectors(numbers, address, access.size)
            moved.wanted += distinct_bytes(numbers, address, access.size)
        elif space == "shared" and access.kind != "atomic":
            count, least = wavefronts(numbers, address & _OFFSET, access.size)
            moved.wavefronts += count
            moved.least += least

    def on_copy(
        self, site: InstructionSite, lane: int, size: int, signalled: dict[int, int]
    ) -> None:
        """Count a bulk copy."""
        del lane, signalled
        assert site.copy is not None  # noqa: S101 - there is a copy
        moved: Traffic = self._counts_of(site.ordinal).traffic("bulk", site.copy.kind)
        moved.requests += 1
        moved.bytes += size

    def on_wait(self, ordinal: int, warp: int, start: int, end: int) -> None:
        """Count a wait."""
        del warp
        counts = self._counts_of(ordinal)
        counts.waits += int(end > start)
        counts.waited += end - start
