"""Loads or stores of tensor memory that are not complete: `tcgen05.ld` and `tcgen05.st`.

Such an access takes place at the latest legal time: when its warp waits for it, or uses a register
of the load. So its record gets the time of that, and what its warp has released before does not
include it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from ptxpy.sim.races.epochs import ASYNC, NUMBER_SHIFT, lanes_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ptxpy.sim.races.epochs import AccessLog
    from ptxpy.sim.races.tensor_memory_shadow import Region, TransferShadow

__all__ = ["UnfinishedTransfers"]

_ASYNC: Final = np.uint64(ASYNC)
_LOW: Final = np.uint64((1 << 32) - 1)


class UnfinishedTransfers:
    """The loads, or the stores, of warps that are not complete."""

    def __init__(self, log: AccessLog) -> None:
        """Begin without any."""
        self._log = log
        self.of_warps: dict[int, dict[int, list[Region]]] = {}
        """The regions of each warp, by the statement."""

    def begin(self, shadow: TransferShadow, region: Region, warp: int, number: int) -> None:
        """Begin a transfer of a warp, whose access is recorded already, with its time."""
        statement = self._log.statement(number)
        self.of_warps.setdefault(warp, {}).setdefault(statement, []).append(region)
        shadow.warps[region.index] = warp + 1
        shadow.issued[region.index] = number

    def complete(
        self, shadow: TransferShadow, warps: Iterable[int], statements: Iterable[int] | None = None
    ) -> None:
        """Complete the transfers of warps, those of some statements or all."""
        for warp in warps:
            transfers = self.of_warps.get(warp, {})
            for statement in [*transfers] if statements is None else statements:
                regions = transfers.pop(statement, ())
                if regions:
                    self._complete(shadow, regions, warp, self._log.add(statement))
            if not transfers:
                self.of_warps.pop(warp, None)

    @staticmethod
    def _complete(
        shadow: TransferShadow, regions: Iterable[Region], warp: int, number: int
    ) -> None:
        """Record that a warp accesses regions at a time."""
        for region in regions:
            marks, records = shadow.warps[region.index], shadow.records[region.index]
            mine = marks == warp + 1
            marks[mine] = 0
            shadow.warps[region.index] = marks
            mine &= (lanes_of(records) >> 5 == warp) & (records & _ASYNC == 0)
            records[mine] = records[mine] & _LOW | np.uint64(number) << NUMBER_SHIFT
            shadow.records[region.index] = records

    def statement_of(self, warp: int, region: Region) -> int | None:
        """Return the statement of a transfer of a warp that meets a region; None for none."""
        for statement, regions in self.of_warps.get(warp, {}).items():
            if any(region.meeting(each) for each in regions):
                return statement
        return None
