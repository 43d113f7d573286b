"""Accesses to tensor memory: each is compared with the last ones, and with those in flight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.sim.machine.tensor_memory import COLUMNS, LANES
from ptxpy.sim.races.advice import COMMIT_WAIT, barrier_between, missing_between
from ptxpy.sim.races.epochs import ALL_BYTES, ASYNC, LANE_SHIFT, lane_of
from ptxpy.sim.races.faults import RACE, make_fault
from ptxpy.sim.races.in_flight import Operation
from ptxpy.sim.races.tensor_memory_shadow import (
    UNIT_LANES,
    Region,
    TensorShadow,
    UnfinishedTransfers,
    describe_region,
)

if TYPE_CHECKING:
    from ptxpy.sim.races.state import RaceState
    from ptxpy.sim.races.tcgen05_footprints import TensorFootprint
    from ptxpy.sim.races.tensor_memory_shadow import TransferShadow

__all__ = ["TensorAccesses"]

_STORE_WAIT: Final = "tcgen05.wait::st.sync.aligned; by the warp that stores"
_LOAD_WAIT: Final = "tcgen05.wait::ld.sync.aligned; by the warp that loads"
_BARRIER: Final = "bar.sync 0;"
_FENCE_BEFORE: Final = (
    "tcgen05.fence::before_thread_sync; by the earlier thread, in front of the synchronisation,"
)
_FENCE_AFTER: Final = (
    "tcgen05.fence::after_thread_sync; by this thread, behind the synchronisation,"
)


class _User(Operation, Protocol):
    """An operation on tensor memory."""

    @property
    def footprint(self) -> TensorFootprint:
        """The columns and lanes that it accesses."""


class _FindUser(Protocol):
    """Returns the operation in flight that uses a region of tensor memory."""

    def __call__(
        self, region: Region, besides: int | None, *, write: bool
    ) -> tuple[_User, tuple[int, int]] | None:
        """Return the operation, and the column and the unit of the region; None for none.

        Args:
            region: The region.
            besides: The thread whose operations do not count; None if all do.
            write: Whether it must write the region.
        """


class _Access(NamedTuple):
    """An access that is checked."""

    lane: int
    what: str
    """The kind of access, as a participle: `read by tcgen05.ld`."""
    issued: bool
    """Whether it is by an asynchronous operation of the thread, which its others come before."""
    asynchronous: bool = True
    """Whether `tcgen05.fence` orders it after the accesses of other threads."""


class TensorAccesses:
    """The accesses to the tensor memory of a batch."""

    find_user: _FindUser

    def __init__(self, state: RaceState) -> None:
        """Begin without accesses."""
        self._state = state
        self._held: TensorShadow | None = None
        self._stores = UnfinishedTransfers(state.log)
        """The stores of warps that have not waited for them."""
        self._loads = UnfinishedTransfers(state.log)
        """The loads of warps that have neither waited for nor used them."""
        self.loading = self._loads.of_warps
        """The warps with such loads."""

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
            # With `.pack::16b` a register takes two columns, of which `offsets` has the first.
            columns = np.unique(np.concatenate([columns, columns + 1]))
        # Shapes as `.16x32bx2` access two separate blocks of columns: a region is contiguous.
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
        access = _Access(lane, what, issued=False)
        self._check_in_flight(region, access, write=write)
        self._check_stored(region, access)
        self._check_order(region, access, shadow.stores, "write")
        record = np.uint64(number << 32 | lane << int(LANE_SHIFT) | ALL_BYTES)
        if write:
            self._check_order(region, access, shadow.loads, "read")
            # The record has the time of the issue until the transfer completes.
            shadow.written[region.index] = record
            self._stores.begin(shadow.stores, region, lane >> 5, number)
            self._check_loading(region, access)
            return
        # Time 0 is no access: the columns hold what an earlier kernel left.
        if not shadow.written[region.index].all():
            self._record_unset(region, lane)
        shadow.read[region.index] = record
        self._loads.begin(shadow.loads, region, lane >> 5, number)

    def _record_unset(self, region: Region, lane: int) -> None:
        at = np.argwhere(self.shadow.written[region.index] == 0)[0]
        where = describe_region(self._state.machine, region, (int(at[0]), int(at[1])))
        self._state.record_unset_read(where, lane)

    def wait(self, kind: str, guard: Any, lanes: Any) -> None:
        """Complete the loads or the stores of warps."""
        warps = np.unique(self._state.select_lanes(guard, lanes) >> 5).tolist()
        if kind == "loads":
            self._loads.complete(self.shadow.loads, warps)
        else:
            self._stores.complete(self.shadow.stores, warps)

    def used(self, statements: tuple[int, ...], lanes: Any) -> None:
        """Complete the loads of statements by warps that use their registers."""
        warps = np.unique(self._state.select_lanes(None, lanes) >> 5).tolist()
        self._loads.complete(self.shadow.loads, warps, statements)

    def fence_before(self, guard: Any, lanes: Any) -> None:
        """Execute `tcgen05.fence::before_thread_sync`."""
        state = self._state
        state.clocks.fence_tensor_before(
            np.unique(state.select_lanes(guard, lanes) >> 5), state.log.now
        )

    def fence_after(self, guard: Any, lanes: Any) -> None:
        """Execute `tcgen05.fence::after_thread_sync`."""
        state = self._state
        state.clocks.fence_tensor_after(np.unique(state.select_lanes(guard, lanes) >> 5))

    def free(self, cta: int, start: int, columns: int, lane: int) -> None:
        """Check that nothing still uses columns that are freed."""
        region = Region(cta, start, columns)
        access = _Access(lane, "freed by tcgen05.dealloc", issued=False, asynchronous=False)
        self._check_in_flight(region, access, write=True)
        self._check_order(region, access, self.shadow.stores, "write")
        self._check_order(region, access, self.shadow.loads, "read")
        self._check_loading(region, access)
        shadow = self.shadow
        for records in (shadow.written, shadow.read, shadow.stores.warps, shadow.loads.warps):
            # The next allocation of the columns starts afresh: its accesses are not compared with
            # these.
            records[region.index] = 0

    # ---------------------------------------------------------------- operations

    def check_operation(self, footprint: TensorFootprint) -> None:
        """Check the accesses of an operation, when it starts."""
        lane, name, shadow = footprint.lane, footprint.name, self.shadow
        for region in footprint.reads:
            access = _Access(lane, f"read by {name}", issued=True)
            self._check_in_flight(region, access, write=False)
            self._check_stored(region, access)
            self._check_order(region, access, shadow.stores, "write")
            begun = shadow.being_written[region.index] != 0
            if not (shadow.written[region.index].astype(bool) | begun).all():
                self._record_unset(region, lane)
        for region in footprint.writes:
            access = _Access(lane, f"written by {name}", issued=True)
            self._check_in_flight(region, access, write=True)
            self._check_stored(region, access)
            self._check_order(region, access, shadow.stores, "write")
            self._check_order(region, access, shadow.loads, "read")
            self._check_loading(region, access)

    def mark(self, footprint: TensorFootprint, change: int) -> None:
        """Add `change` to the number of operations in flight that use units."""
        step = np.uint16(change & 0xFFFF)
        for region in footprint.writes:
            self.shadow.being_written[region.index] += step
        for region in footprint.reads:
            self.shadow.being_read[region.index] += step

    def record_operation(self, footprint: TensorFootprint, record: int) -> None:
        """Record the accesses of an operation, when it is performed."""
        for region in footprint.reads:
            self.shadow.read[region.index] = record
        for region in footprint.writes:
            self.shadow.written[region.index] = record

    # -------------------------------------------------------------------- checks

    def _check_in_flight(self, region: Region, access: _Access, *, write: bool) -> None:
        """Report an access to columns that an operation in flight uses.

        Operations of the own thread come first if the access is by another one.
        """
        state, shadow = self._state, self.shadow
        # Operations of one thread are performed in order, so they need no wait for each other.
        besides = access.lane if access.issued else None
        for held, writes in ((shadow.being_written, True), (shadow.being_read, False)):
            # Two reads do not conflict.
            if not (writes or write) or not held[region.index].any():
                continue
            found = self.find_user(region, besides, write=writes)
            if found is None:
                continue
            operation, at = found
            side, lack = "writes to" if writes else "reads", operation.lack(0, access.lane)
            text = (
                f"{describe_region(state.machine, region, at)} is {access.what} while "
                f"{operation.name} {side} it; {lack.name} is missing"
            )
            earlier = ((f"{operation.name} began", operation.statement),)
            fault = make_fault(state, "missing wait", text, access.lane, earlier, lack.missing)
            state.report(fault)
            # The launch may go on: the message would come again for each later access.
            operation.complete()

    def _check_stored(self, region: Region, access: _Access) -> None:
        """Report an access to columns with a store of another warp that has not waited for it.

        Of the own warp, too, if the access is by an operation.
        """
        state = self._state
        storing = self.shadow.stores.warps[region.index]
        late = storing != 0
        if not access.issued:
            # Loads and stores of one warp are ordered among themselves; asynchronous operations are
            # not.
            late &= storing != (access.lane >> 5) + 1
        if not late.any():
            return
        column, unit = (int(each) for each in np.argwhere(late)[0])
        record = int(self.shadow.written[region.index][column, unit])
        where = describe_region(state.machine, region, (column, unit))
        text = (
            f"{where} is {access.what} before a tcgen05.st to it is complete; tcgen05.wait::st is "
            "missing"
        )
        earlier: tuple[tuple[str, int], ...] = ()
        missing = None
        if record:
            statement = state.log.statement(record >> 32)
            earlier = (("the store was", statement),)
            missing = missing_between(state, _STORE_WAIT, statement)
        state.report(make_fault(state, "missing wait", text, access.lane, earlier, missing))
        # Reported once: later accesses to the columns would repeat it.
        self.shadow.stores.warps[region.index] = 0

    def _check_loading(self, region: Region, access: _Access) -> None:
        """Report a write to columns with a load that its warp has neither waited for nor used."""
        state = self._state
        held = self.shadow.loads.warps[region.index]
        if not held.any():
            return
        column, unit = (int(each) for each in np.argwhere(held)[0])
        statement = self._loads.statement_of(int(held[column, unit]) - 1, region)
        if statement is None:
            return
        text = (
            f"{describe_region(state.machine, region, (column, unit))} is {access.what} before a "
            "tcgen05.ld from it is complete; tcgen05.wait::ld is missing"
        )
        missing = missing_between(state, _LOAD_WAIT, statement)
        earlier = (("the load was", statement),)
        state.report(make_fault(state, "missing wait", text, access.lane, earlier, missing))
        self.shadow.loads.warps[region.index] = 0

    def _check_order(
        self, region: Region, access: _Access, shadow: TransferShadow, former: str
    ) -> None:
        """Report an access that does not happen after an earlier one."""
        state = self._state
        found = shadow.records[region.index]
        if not found.any():
            return
        # A region has few different records, as whole tiles are accessed at once.
        for record in np.unique(found).tolist():
            missing = self._missing_order(record, access) if record else ""
            if not missing:
                continue
            column, unit = (int(each) for each in np.argwhere(found == np.uint64(record))[0])
            where = describe_region(state.machine, region, (column, unit))
            by = state.log.access(state.machine.geometry, record)
            text = (
                f"data race in {where}: it is {access.what}, and nothing orders that after the "
                f"{former} by {by.thread}"
            )
            kind = RACE
            issued = int(shadow.issued[region.index][column, unit])
            # The issue of the load or store happens before this access, but not its completion: a
            # wait is missing, and no barrier.
            if missing == _BARRIER and self._is_known(issued, record, access):
                missing = _LOAD_WAIT if former == "read" else _STORE_WAIT
                kind, instruction = "missing wait", (
                    "tcgen05.ld" if former == "read" else "tcgen05.st"
                )
                text = (
                    f"{where} is {access.what}, and that is ordered after the {instruction} by "
                    f"{by.thread}, but not after its completion; {missing.partition('.sync')[0]} "
                    "comes too late"
                )
            elif missing in (_FENCE_BEFORE, _FENCE_AFTER):
                kind = "missing fence"
                text = (
                    f"{where} is {access.what}, and that is ordered after the {former} by "
                    f"{by.thread} for memory, not for asynchronous tcgen05 operations; "
                    f"{missing.partition(';')[0]} is missing"
                )
            earlier = ((f"the {former} was", by.statement),)
            if missing == _BARRIER:
                missing = barrier_between(
                    state, lane_of(record), access.lane, (by.statement, state.at)
                )
            advice = missing_between(state, missing, by.statement)
            state.report(make_fault(state, kind, text, access.lane, earlier, advice))
            return

    def _is_known(self, issued: int, record: int, access: _Access) -> bool:
        """Return whether the issue of the transfer of a record happens before an access."""
        clocks = self._state.clocks
        warp, column = access.lane >> 5, lane_of(record) >> 5
        return 0 < issued < record >> 32 and bool(clocks.times[warp, column] >= issued)

    def _missing_order(self, record: int, access: _Access) -> str:
        """Return the missing barrier, wait or fence after an earlier access; empty if none is."""
        state = self._state
        clocks, number, other = state.clocks, record >> 32, lane_of(record)
        warp, column = access.lane >> 5, other >> 5
        if record & ASYNC:
            own = other == access.lane and access.issued
            column = (record & ALL_BYTES) + clocks.warps
        else:
            own = column == warp
        if own or number <= state.log.began or clocks.is_fenced(warp, column, number):
            return ""
        # The first question is whether anything orders the accesses; fences matter only where
        # something does.
        if clocks.times[warp, column] < number:
            return COMMIT_WAIT if record & ASYNC else _BARRIER
        if not state.asks_fences or not access.asynchronous or other >> 5 == warp:
            return ""
        return _FENCE_AFTER if clocks.is_passed_on(warp, column, number) else _FENCE_BEFORE
