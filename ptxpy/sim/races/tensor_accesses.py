"""Accesses to tensor memory: each is compared with the last ones, and with those in flight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np

from ptxpy.sim.machine.tensor_memory import COLUMNS, LANES
from ptxpy.sim.races.advice import COMMIT_WAIT, missing_between
from ptxpy.sim.races.epochs import ALL_BYTES, ASYNC, LANE_SHIFT, lane_of
from ptxpy.sim.races.faults import RACE, make_fault
from ptxpy.sim.races.in_flight import Operation
from ptxpy.sim.races.tensor_memory_shadow import (
    UNIT_LANES,
    Region,
    TensorShadow,
    describe_region,
)

if TYPE_CHECKING:
    from ptxpy.sim.races.state import RaceState
    from ptxpy.sim.races.tcgen05_footprints import TensorFootprint

__all__ = ["TensorAccesses"]

_STORE_WAIT: Final = "tcgen05.wait::st.sync.aligned; by the warp that stores"
_BARRIER: Final = "bar.sync 0;"


class _User(Operation, Protocol):
    """An operation on tensor memory."""

    @property
    def footprint(self) -> TensorFootprint:
        """What it accesses."""


class _FindUser(Protocol):
    """Returns the operation in flight that uses a unit of tensor memory."""

    def __call__(self, place: tuple[int, int, int], *, write: bool) -> _User | None:
        """Return the operation; None for none."""


class TensorAccesses:
    """The accesses to the tensor memory of a batch."""

    find_user: _FindUser

    def __init__(self, state: RaceState) -> None:
        """Begin without accesses."""
        self._state = state
        self._held: TensorShadow | None = None
        self._stored: dict[int, list[Region]] = {}
        """What each warp has stored to and not waited for."""

    @property
    def shadow(self) -> TensorShadow:
        """The shadow memory, which is created at the first access."""
        if self._held is None:
            self._held = TensorShadow(self._state.machine.ctas)
        return self._held

    # -------------------------------------------------------- loads and stores

    def transfer(self, first: Any, offsets: Any, lanes: Any, *, packed: bool, write: bool) -> None:
        """Check a load or store of warps; the arguments are those of the hook."""
        state = self._state
        number = state.log.add(state.at)
        columns = np.unique(offsets // LANES)
        if packed:
            columns = np.unique(np.concatenate([columns, columns + 1]))
        runs = np.split(columns, (np.diff(columns) != 1).nonzero()[0] + 1)
        rows = int((offsets % LANES).max()) + 1
        for cell, lane in zip(first.tolist(), lanes.tolist(), strict=True):
            cta, rest = divmod(cell, COLUMNS * LANES)
            column, row = divmod(rest, LANES)
            units = tuple(range(row // UNIT_LANES, (row + rows - 1) // UNIT_LANES + 1))
            for run in runs:
                region = Region(cta, column + int(run[0]), len(run), units)
                self._transfer(region, lane, number, write=write)

    def _transfer(self, region: Region, lane: int, number: int, *, write: bool) -> None:
        shadow = self.shadow
        what = "written by tcgen05.st" if write else "read by tcgen05.ld"
        self._check_in_flight(region, lane, what, write=write)
        self._check_stored(region, lane, what)
        self._check_order(region, lane, what, shadow.written, "write")
        record = np.uint64(number << 32 | lane << int(LANE_SHIFT) | ALL_BYTES)
        if write:
            self._check_order(region, lane, what, shadow.read, "read")
            shadow.written[region.index] = record
            shadow.storing[region.index] = (lane >> 5) + 1
            self._stored.setdefault(lane >> 5, []).append(region)
            return
        if not shadow.written[region.index].all():
            self._record_unset(region, lane)
        shadow.read[region.index] = record

    def _record_unset(self, region: Region, lane: int) -> None:
        at = np.argwhere(self.shadow.written[region.index] == 0)[0]
        where = describe_region(self._state.machine, region, (int(at[0]), int(at[1])))
        self._state.record_unset_read(where, lane)

    def wait(self, kind: str, guard: Any, lanes: Any) -> None:
        """Complete the stores of warps."""
        if kind != "stores" or not self._stored:
            return
        for warp in np.unique(self._state.select_lanes(guard, lanes) >> 5).tolist():
            for region in self._stored.pop(warp, ()):
                held = self.shadow.storing[region.index]
                held[held == warp + 1] = 0
                self.shadow.storing[region.index] = held

    def free(self, cta: int, start: int, columns: int, lane: int) -> None:
        """Check that nothing still uses columns that are freed."""
        region = Region(cta, start, columns)
        what = "freed by tcgen05.dealloc"
        self._check_in_flight(region, lane, what, write=True)
        self._check_order(region, lane, what, self.shadow.written, "write")
        self._check_order(region, lane, what, self.shadow.read, "read")
        for records in (self.shadow.written, self.shadow.read, self.shadow.storing):
            records[region.index] = 0

    # ---------------------------------------------------------------- operations

    def check_operation(self, footprint: TensorFootprint) -> None:
        """Check what an operation reads and writes, when it starts."""
        lane, name, shadow = footprint.lane, footprint.name, self.shadow
        for region in footprint.reads:
            what = f"read by {name}"
            self._check_in_flight(region, lane, what, write=False)
            self._check_stored(region, lane, what)
            self._check_order(region, lane, what, shadow.written, "write")
            mine = self._written_by(lane, region)
            if not (shadow.written[region.index].astype(bool) | mine).all():
                self._record_unset(region, lane)
        for region in footprint.writes:
            what = f"written by {name}"
            self._check_in_flight(region, lane, what, write=True)
            self._check_stored(region, lane, what)
            self._check_order(region, lane, what, shadow.written, "write")
            self._check_order(region, lane, what, shadow.read, "read")

    def _written_by(self, lane: int, region: Region) -> Any:
        """Return which units of a region operations in flight of a thread write to."""
        del lane
        return self.shadow.being_written[region.index] != 0

    def mark(self, footprint: TensorFootprint, change: int) -> None:
        """Add `change` to the number of operations in flight that use units."""
        step = np.uint16(change & 0xFFFF)
        for region in footprint.writes:
            self.shadow.being_written[region.index] += step
        for region in footprint.reads:
            self.shadow.being_read[region.index] += step

    def record_operation(self, footprint: TensorFootprint, record: int) -> None:
        """Record what an operation has read and written, when it is performed."""
        for region in footprint.reads:
            self.shadow.read[region.index] = record
        for region in footprint.writes:
            self.shadow.written[region.index] = record

    # -------------------------------------------------------------------- checks

    def _check_in_flight(self, region: Region, lane: int, what: str, *, write: bool) -> None:
        """Report an access to what an operation of another thread, in flight, uses.

        What is in flight of the thread itself comes first, if the access is an operation, too.
        """
        state, shadow = self._state, self.shadow
        counts = [(shadow.being_written, True)]
        if write:
            counts.append((shadow.being_read, False))
        for held, writes in counts:
            for column, unit in np.argwhere(held[region.index]).tolist():
                place = region.cta, region.column + column, region.units[unit]
                operation = self.find_user(place, write=writes)
                in_order = "tcgen05.mma" in what or "tcgen05.cp" in what or "shift" in what
                if operation is None or (in_order and operation.footprint.lane == lane):
                    continue
                side = "writes to" if writes else "reads"
                where = describe_region(state.machine, region, (column, unit))
                text = (
                    f"{where} is {what} while {operation.name} {side} it; {operation.wait} is "
                    "missing"
                )
                earlier = ((f"{operation.name} began", operation.statement),)
                missing = missing_between(state, operation.wait, operation.statement)
                state.report(make_fault(state, "missing wait", text, lane, earlier, missing))
                operation.complete()
                break

    def _check_stored(self, region: Region, lane: int, what: str) -> None:
        """Report an access to what another warp has stored to and not waited for.

        Of the own warp, too, if the access is by an operation.
        """
        state = self._state
        storing = self.shadow.storing[region.index]
        late = storing != 0
        if "tcgen05.ld" in what or "tcgen05.st" in what:
            late &= storing != (lane >> 5) + 1
        if not late.any():
            return
        column, unit = (int(each) for each in np.argwhere(late)[0])
        record = int(self.shadow.written[region.index][column, unit])
        where = describe_region(state.machine, region, (column, unit))
        text = (
            f"{where} is {what} before a tcgen05.st to it is complete; tcgen05.wait::st is missing"
        )
        earlier: tuple[tuple[str, int], ...] = ()
        missing = None
        if record:
            statement = state.log.statement(record >> 32)
            earlier = (("the store was", statement),)
            missing = missing_between(state, _STORE_WAIT, statement)
        state.report(make_fault(state, "missing wait", text, lane, earlier, missing))
        self.shadow.storing[region.index] = 0

    def _check_order(self, region: Region, lane: int, what: str, records: Any, former: str) -> None:
        """Report an access that does not happen after an earlier one."""
        state = self._state
        found = records[region.index]
        for record in np.unique(found).tolist():
            if not record or self._is_ordered(record, lane, what):
                continue
            column, unit = (int(each) for each in np.argwhere(found == np.uint64(record))[0])
            where = describe_region(state.machine, region, (column, unit))
            access = state.log.access(state.machine, record)
            text = f"data race in {where}: it is {what}, and nothing orders that after the {former}"
            text += f" by {access.thread}"
            earlier = ((f"the {former} was", access.statement),)
            wait = COMMIT_WAIT if record & ASYNC else _BARRIER
            missing = missing_between(state, wait, access.statement)
            state.report(make_fault(state, RACE, text, lane, earlier, missing))
            return

    def _is_ordered(self, record: int, lane: int, what: str) -> bool:
        """Return whether the access of a record happens before one of a lane now."""
        state = self._state
        clocks, number, other = state.clocks, record >> 32, lane_of(record)
        if number <= state.log.began:
            return True
        if record & ASYNC:
            if other == lane and "tcgen05.ld" not in what and "tcgen05.st" not in what:
                return True
            column = (record & ALL_BYTES) + clocks.warps
        elif other >> 5 == lane >> 5:
            return True
        else:
            column = other >> 5
        return bool(clocks.times[lane >> 5, column] >= number)
