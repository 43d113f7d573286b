"""Shadow words of tensor memory: for 16 lanes of a column, the last accesses and those in flight.

A warp loads and stores 16 or 32 lanes at once, and a product 16 of every 32 or all, so that more
need not be told apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.sim.machine.tensor_memory import COLUMNS, LANES
from ptxpy.sim.races.epochs import ASYNC, NUMBER_SHIFT, lanes_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.races.epochs import AccessLog

__all__ = [
    "UNIT_LANES",
    "Region",
    "TensorShadow",
    "TransferShadow",
    "UnfinishedTransfers",
    "describe_region",
]

UNIT_LANES: Final = 16
_UNITS: Final = LANES // UNIT_LANES


class Region(NamedTuple):
    """Columns of some lanes of the tensor memory of a CTA."""

    cta: int
    column: int
    """The first column."""
    columns: int
    units: tuple[int, ...] = tuple(range(_UNITS))
    """The units of 16 lanes; all by default."""

    @property
    def index(self) -> Any:
        """The index of its part of an array [CTA, column, unit]."""
        first, last = self.units[0], self.units[-1]
        units: Any = list(self.units)
        # A slice gives a view, a list of indices a copy.
        if len(self.units) == last - first + 1:
            units = slice(first, last + 1)
        return self.cta, slice(self.column, self.column + self.columns), units

    def meeting(self, other: Region) -> tuple[int, int] | None:
        """Return the first column and unit of this region that another one has; None for none."""
        column = max(self.column, other.column)
        if self.cta != other.cta or column >= min(
            self.column + self.columns, other.column + other.columns
        ):
            return None
        units = [at for at, unit in enumerate(self.units) if unit in other.units]
        return (column - self.column, units[0]) if units else None


class TransferShadow:
    """The state of accesses by `tcgen05.ld` or `tcgen05.st`: whether each is complete."""

    def __init__(self, records: Any) -> None:
        """Create it for the records of reads or of writes."""
        self.records = records
        self.warps: Any = np.zeros(records.shape, np.int32)
        """For each unit the warp whose transfer is not complete, plus 1; 0 for none."""
        self.issued: Any = np.zeros(records.shape, np.uint64)
        """When the last transfer was issued; its record has the time when it is complete."""


class TensorShadow:
    """The shadow memory of the tensor memory of a batch."""

    def __init__(self, ctas: int) -> None:
        """Create a shadow memory without accesses."""
        shape = (ctas, COLUMNS, _UNITS)
        self.written: Any = np.zeros(shape, np.uint64)
        """The records of the last writes (`ptxpy.sim.races.epochs`)."""
        self.read: Any = np.zeros(shape, np.uint64)
        self.being_written: Any = np.zeros(shape, np.uint16)
        """How many operations in flight write to each unit."""
        self.being_read: Any = np.zeros(shape, np.uint16)
        self.stores = TransferShadow(self.written)
        self.loads = TransferShadow(self.read)


def describe_region(machine: Machine, region: Region, at: tuple[int, int]) -> str:
    """Describe a place in a region, given by its column and its unit there."""
    column, unit = region.column + at[0], region.units[at[1]]
    cta = machine.geometry.cta_coordinates(machine.first + region.cta)
    lanes = f"lanes {unit * UNIT_LANES} to {unit * UNIT_LANES + UNIT_LANES - 1}"
    return f"tensor memory of CTA {cta}, column {column}, {lanes}"


_ASYNC: Final = np.uint64(ASYNC)
_LOW: Final = np.uint64((1 << 32) - 1)


class UnfinishedTransfers:
    """The loads, or the stores, of warps that are not complete: `tcgen05.ld`, or `tcgen05.st`.

    Such an access takes place at the latest legal time: when its warp waits for it, or uses a
    register of the load. So its record gets the time of that, and earlier releases of its warp do
    not include it.
    """

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
            # With a list of units the arrays above are copies, so they are written back.
            shadow.warps[region.index] = marks
            mine &= (lanes_of(records) >> 5 == warp) & (records & _ASYNC == 0)
            # The record keeps lane and kind, and gets the time of the completion.
            records[mine] = records[mine] & _LOW | np.uint64(number) << NUMBER_SHIFT
            shadow.records[region.index] = records

    def statement_of(self, warp: int, region: Region) -> int | None:
        """Return the statement of a transfer of a warp that meets a region; None for none."""
        for statement, regions in self.of_warps.get(warp, {}).items():
            if any(region.meeting(each) for each in regions):
                return statement
        return None
