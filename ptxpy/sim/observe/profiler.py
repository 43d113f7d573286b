"""Counting what a launch does, instruction by instruction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ptxpy.sim.machine.address_space import LOCAL_WINDOW, SHARED_WINDOW
from ptxpy.sim.observe.bank_conflicts import distinct_bytes, requests, sectors, wavefronts
from ptxpy.sim.observe.logical_clock import LogicalClock, selected
from ptxpy.sim.observe.profile import Counts, Moved, Profile

if TYPE_CHECKING:
    from ptxpy.sim.observe.instruction_sites import Access, InstructionSite
    from ptxpy.sim.observe.source_lines import Source

__all__ = ["Profiler"]

_OFFSET = np.uint64((1 << 24) - 1)
"""The bits of an address in the shared memory of a cluster that are the offset in that of a CTA."""


class Profiler(LogicalClock):
    """Counts instructions, their accesses, and how long warps wait."""

    def __init__(self, source: Source) -> None:
        """Begin with nothing counted."""
        super().__init__()
        self.source = source
        self._counts: dict[int, Counts] = {}

    def result(self, name: str) -> Profile:
        """Return what was counted, line by line."""
        return Profile.of(name, self._counts, self.source)

    def _of(self, ordinal: int) -> Counts:
        found = self._counts.get(ordinal)
        if found is None:
            found = self._counts[ordinal] = Counts()
        return found

    def step(
        self,
        spot: InstructionSite,
        lanes: Any,
        guard: Any,
        addresses: tuple[Any, ...],
        more: tuple[Any, ...],
        written: tuple[Any, ...],
        read: tuple[Any, ...],
    ) -> None:
        """Count an instruction."""
        super().step(spot, lanes, guard, addresses, more, written, read)
        group = self.lanes_of(lanes)
        counts = self._of(spot.ordinal)
        threads = len(group.numbers)
        counts.warps += len(group.warps)
        counts.threads += threads
        if guard is None:
            counts.enabled += threads
        else:
            counts.enabled += int(np.count_nonzero(guard)) if guard.ndim else threads * int(guard)
        for access in spot.accesses:
            address = spot.address(addresses, access.operand)
            if address is not None:
                numbers, at = selected(group, guard, address)
                self._access(counts, access, numbers, at)

    def _access(self, counts: Counts, access: Access, numbers: Any, address: Any) -> None:
        """Count what lanes access, space by space."""
        if 0 < access.lanes < 32:  # noqa: PLR2004 - lanes of a warp
            given = numbers % 32 < access.lanes
            numbers, address = numbers[given], address[given]
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
        moved = counts.moved(space, access.what)
        moved.requests += requests(numbers)
        moved.bytes += len(numbers) * access.size
        if not access.lanes or not access.size:
            return
        if space == "global":
            moved.sectors += sectors(numbers, address, access.size)
            moved.wanted += distinct_bytes(numbers, address, access.size)
        elif space == "shared" and access.what != "atomic":
            found, least = wavefronts(numbers, address & _OFFSET, access.size)
            moved.wavefronts += found
            moved.least += least

    def copied(self, spot: InstructionSite, lane: int, size: int, words: tuple[int, ...]) -> None:
        """Count a bulk copy."""
        del lane, words
        assert spot.copy is not None  # noqa: S101 - there is a copy
        moved: Moved = self._of(spot.ordinal).moved("bulk", spot.copy.what)
        moved.requests += 1
        moved.bytes += size

    def waited(self, ordinal: int, warp: int, start: int, end: int) -> None:
        """Count a wait."""
        del warp
        counts = self._of(ordinal)
        counts.waits += int(end > start)
        counts.waited += end - start
