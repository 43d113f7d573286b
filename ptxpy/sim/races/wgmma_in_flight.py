"""`wgmma` operations in flight: each is performed when the first warp waits for its group.

`wgmma.wait_group` lets the executing threads wait (PTX ISA 9.7.15.7.4): when it returns in a warp,
the products of the whole warpgroup are complete, and that warp knows it. The other three warps know
it from their own waits, or from a synchronisation with that one; and each has to wait by itself
before it accesses its part of the accumulators.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.sim.errors import FaultError
from ptxpy.sim.races.advice import missing_between
from ptxpy.sim.races.faults import make_fault
from ptxpy.sim.races.operation_groups import OperationGroups
from ptxpy.sim.races.vector_clocks import ASYNC_CLASSES
from ptxpy.sim.semantics.matrices.descriptors import DescriptorError
from ptxpy.sim.semantics.matrices.wgmma import Gathered, perform
from ptxpy.sim.semantics.matrices.whole_warps import WARPGROUP, numbers_of

if TYPE_CHECKING:
    from collections.abc import Hashable

    from ptxpy.sim.machine.frame import Frame
    from ptxpy.sim.races.in_flight import Lack
    from ptxpy.sim.races.state import RaceState
    from ptxpy.sim.races.wgmma_tiles import Tile, Tiles

__all__ = ["WgmmasInFlight"]

WARP_SIZE: Final = 32
MAX_PERFORMED: Final = 256
"""Operations of which it is known, after they have been performed, in which group they were."""
_NAME: Final = "a wgmma.mma_async"
_FENCE: Final = "wgmma.fence.sync.aligned;"


class _WgmmaInFlight:
    """The `wgmma` operations of warpgroups by one instruction, or several consecutive ones."""

    name = _NAME

    def __init__(
        self,
        owner: WgmmasInFlight,
        frame: Frame,
        work: Gathered,
        statement: int,
        groups: Any,
        began: int,
        causal: Any,
        tiles: list[Tile],
    ) -> None:
        self._owner = owner
        self.frame = frame
        self.work = work
        self.statement = statement
        self.warps = _warps(work.groups.first)
        """The warps, [warpgroup, warp]."""
        self.groups = groups
        """For each warpgroup and warp, the index of the wgmma-group of the operation."""
        self.waited = np.zeros(groups.shape, bool)
        """For each warpgroup and warp, whether it has waited for the operation."""
        self.performed = 0
        """The time at which it has been performed; 0 while it is in flight for all warps."""
        self.began = began
        """The time at which it has begun."""
        self.causal = causal
        """For each warpgroup and warp, its causal clock then: all four must have come to it."""
        self.tiles = tiles
        """The matrices that it reads from shared memory."""

    def touches(self, word: int, *, write: bool) -> bool:
        """Return whether it reads a word of shared memory."""
        return not write and any(tile.covers(word) for tile in self.tiles)

    def lack(self, word: int, lane: int) -> Lack:
        """Return the missing wait before a use of a word that it reads."""
        del word, lane
        return self._owner.lack(self, int(self.warps[0, 0]))

    def complete(self) -> None:
        """Perform it, though its warpgroups have not waited."""
        self._owner.complete(self)


class _LastWrite(NamedTuple):
    """The last write to a register of `wgmma` by another instruction, for each warp."""

    times: Any
    statements: Any


def _warps(first: Any) -> Any:
    """Return the four warps of each warpgroup, given its first lane."""
    return (first >> 5)[:, None] + np.arange(WARPGROUP // WARP_SIZE)


class WgmmasInFlight:
    """The `wgmma` operations of a batch that are in flight."""

    def __init__(
        self, state: RaceState, tiles: Tiles, fragments: dict[int, tuple[int, ...]]
    ) -> None:
        """Create an empty set.

        Args:
            state: The state.
            tiles: The matrices that operations read from shared memory.
            fragments: For each instruction with A in registers, these registers, by ordinal.
        """
        self._state = state
        self._fragments = fragments
        count = state.clocks.warps
        self._groups = OperationGroups(state, count, "wgmma", ".sync.aligned")
        """The wgmma-groups of each warp: it executes the commits and waits of its warpgroup."""
        self._fenced = np.zeros(count, np.int64)
        """The time of the last `wgmma.fence` of each warp; 0 for none."""
        self._time = 0
        self._written: dict[tuple[Hashable, int], _LastWrite] = {}
        """By frame and register; an accumulator by the first register of its list."""
        self._given: dict[tuple[Hashable, int], Any] = {}
        """For each register of an accumulator the warps in which something has written it."""
        self._sums: dict[tuple[Hashable, tuple[int, ...]], Any] = {}
        """For each accumulator the warps in which a product has written all its registers."""
        self._in_flight: list[_WgmmaInFlight] = []
        """The operations for which some warp of theirs has not waited, in order."""
        self._performed: deque[tuple[int, Any, Any]] = deque(maxlen=MAX_PERFORMED)
        """The last operations that have been performed: the time, the warps, and the indices of
        their groups."""
        self._tiles = tiles

    # ------------------------------------------------------------------- start

    def start(self, frame: Frame, work: Gathered) -> None:
        """Start operations."""
        state = self._state
        ordinals = frame.routine.code.ordinals
        held, state.at = state.at, ordinals[work.at[0]]
        statement = state.at
        began = state.log.add(statement)
        self._check_fence(frame, work, statement)
        self._check_sums(frame, work)
        try:
            tiles = self._tiles.of(work)
        except DescriptorError as wrong:
            wrong.ordinal = ordinals[work.at[wrong.step]]
            raise
        for tile in tiles:
            tile.check(state, _NAME)
        warps = _warps(work.groups.first)
        groups = self._groups.committed[warps]
        causal = state.clocks.causal_of(warps, began)
        self._begin(_WgmmaInFlight(self, frame, work, statement, groups, began, causal, tiles))
        state.at = held

    def pending(self, performed: int, warp: int) -> int:
        """Return how many groups a wait may leave in flight, as `ProductGroups` has it."""
        for time_of, warps, groups in self._performed:
            if time_of == performed and (warps == warp).any():
                return self._groups.pending(warp, int(groups[warps == warp][0]))
        return 0

    def lack(self, operation: _WgmmaInFlight, warp: int) -> Lack:
        """Return the wait or commit that an operation in flight lacks, by one of its warps."""
        group = int(operation.groups[operation.warps == warp][0])
        return self._groups.lack(warp, group, operation.began)

    def _fragment(self, statement: int) -> tuple[int, ...]:
        """Return the registers of A of an instruction; empty if A is in memory."""
        return self._fragments.get(statement, ())

    def _check_fence(self, frame: Frame, work: Gathered, statement: int) -> None:
        """Report registers that have been written since the last fence."""
        warps = _warps(work.groups.first).reshape(-1)
        fenced = self._fenced[warps]
        # The first `wgmma` always needs a fence, even if nothing has written its registers since
        # (PTX ISA 9.7.15.7.1).
        if not fenced.all():
            lane = WARP_SIZE * int(warps[fenced.argmin()])
            text = "the first wgmma.mma_async of a warpgroup, without a wgmma.fence before it"
            missing = f"{_FENCE} before {{}}", (statement,)
            self._state.report(
                make_fault(self._state, "missing fence", text, lane, missing=missing)
            )
            return
        # An accumulator is a list of registers, and its first one stands for it.
        for slot in (work.issue.slots[0], *self._fragment(statement)):
            written = self._written.get((frame, slot))
            if written is None:
                continue
            late = written.times[warps] > fenced
            if late.any():
                warp = int(warps[late.argmax()])
                at = int(written.statements[warp])
                text = (
                    "wgmma.mma_async without a wgmma.fence before it, though another instruction "
                    "has written registers that it uses"
                )
                earlier = (("the write was", at),) if at != statement else ()
                fault = make_fault(
                    self._state, "missing fence", text, WARP_SIZE * warp, earlier,
                    missing_between(self._state, _FENCE, at),
                )  # fmt: skip
                self._state.report(fault)
                return

    def _check_sums(self, frame: Frame, work: Gathered) -> None:
        """Report a product that is added to registers that nothing has written."""
        slots, warps = work.issue.slots, _warps(work.groups.first)
        none = np.zeros(len(self._fenced), bool)
        held = self._sums.setdefault((frame, slots), none.copy())
        # `scale-d` is the same for the whole warpgroup. A function may get its accumulator from
        # its caller.
        unset = warps[work.scale[:, 0].astype(bool)].reshape(-1)
        unset = unset[~held[unset]] if frame.outer is None else unset[:0]
        for slot in slots if len(unset) else ():
            late = unset[~self._given.get((frame, slot), none)[unset]]
            if len(late):
                text = (
                    "a wgmma.mma_async with a true scale-d is added to registers that nothing has "
                    f"written: register {slots.index(slot)} of the {len(slots)} of its accumulator"
                )
                missing = "a false scale-d, or a write of 0 to the registers before, at {}", (
                    self._state.at,
                )
                lane = WARP_SIZE * int(late[0])
                self._state.report(
                    make_fault(self._state, "unset register", text, lane, missing=missing)
                )
                break
        held[warps] = True

    def _begin(self, operation: _WgmmaInFlight) -> None:
        for tile in operation.tiles:
            tile.mark(self._state, 1)
        self._in_flight.append(operation)
        self._state.in_flight.add(operation)

    # ------------------------------------------------------------- instructions

    def classes(self, lanes: Any) -> Any:
        """Return the classes of the warpgroups of lanes."""
        return numbers_of(self._state.machine, lanes) % ASYNC_CLASSES

    def _warps_of(self, guard: Any, lanes: Any) -> Any:
        return np.unique(self._state.select_lanes(guard, lanes) >> 5)

    def fence(self, guard: Any, lanes: Any) -> None:
        """Record a `wgmma.fence`."""
        self._time += 1
        self._fenced[self._warps_of(guard, lanes)] = self._time

    def commit(self, guard: Any, lanes: Any) -> None:
        """Commit the groups of warps."""
        self._groups.commit(self._warps_of(guard, lanes))

    def wait(self, pending: int, guard: Any, lanes: Any) -> None:
        """Let warps wait for all groups but the last `pending` ones, and perform their products."""
        if not self._in_flight:
            return
        counts = self._groups.committed
        last = np.full(len(counts), -1, np.int64)
        warps = self._warps_of(guard, lanes)
        self._groups.wait(warps, pending)
        # Groups complete in order, so the last one that is complete is enough.
        last[warps] = counts[warps] - pending - 1
        in_flight, self._in_flight = self._in_flight, []
        for each in in_flight:
            operation, waits = each, each.groups <= last[each.warps]
            done = waits.any(axis=1)
            if not done.any():
                self._in_flight.append(operation)
                continue
            if not operation.performed:
                self._state.in_flight.remove(operation)
                # Mostly all warpgroups wait together; else the operation is split.
                if not done.all():
                    for tile in operation.tiles:
                        tile.mark(self._state, -1)
                    rest, operation = (
                        self._of_warpgroups(operation, mask) for mask in (~done, done)
                    )
                    waits = waits[done]
                    self._begin(rest)
                    for tile in operation.tiles:
                        tile.mark(self._state, 1)
                self._perform(operation)
            self._credit(operation, waits)
            if not operation.waited.all():
                self._in_flight.append(operation)

    def _of_warpgroups(self, operation: _WgmmaInFlight, chosen: Any) -> _WgmmaInFlight:
        """Return the part of an operation that some warpgroups execute."""
        work = operation.work
        groups = type(work.groups)(*(each[chosen] for each in work.groups))
        some = work._replace(
            groups=groups,
            left=None if work.left is None else work.left[chosen],
            registers=tuple(each[chosen] for each in work.registers),
            right=work.right[chosen],
            scale=work.scale[chosen],
            metadata=tuple(
                each.reshape(-1, WARPGROUP)[chosen].reshape(-1) for each in work.metadata
            ),
        )
        tiles = self._tiles.of(some)
        indices, began = operation.groups[chosen], operation.began
        causal = None if operation.causal is None else operation.causal[chosen]
        return _WgmmaInFlight(
            self, operation.frame, some, operation.statement, indices, began, causal, tiles
        )

    def _perform(self, operation: _WgmmaInFlight) -> None:
        state = self._state
        state.log.add(operation.statement)
        for tile in operation.tiles:
            tile.mark(state, -1)
            # The matrices are read until now: a later write must come after this wait.
            tile.record_read(state)
        operation.performed = state.log.now
        self._performed.append((operation.performed, operation.warps, operation.groups))
        try:
            perform(state.machine, operation.frame, operation.work)
        except FaultError as wrong:
            at = wrong.statement
            ordinals = operation.frame.routine.code.ordinals
            wrong.ordinal = operation.statement if at is None else ordinals[at]
            raise

    def _credit(self, operation: _WgmmaInFlight, waits: Any) -> None:
        """Order an operation that has been performed before the next accesses of warps that wait.

        Args:
            operation: The operation.
            waits: For each warpgroup and warp, whether it waits.
        """
        clocks = self._state.clocks
        operation.waited |= waits
        warps = operation.warps[waits]
        clocks.complete_wgmmas(warps, self.classes(warps * WARP_SIZE), operation.performed)
        if operation.causal is not None:
            # All four warps of the warpgroup must have come to the instruction, so each one that
            # waits knows of the others.
            clocks.acquire_causal(warps, operation.causal.max(axis=1)[waits.nonzero()[0]])

    def end(self) -> None:
        """Perform all operations that no warp has waited for."""
        in_flight, self._in_flight = self._in_flight, []
        for operation in in_flight:
            if not operation.performed:
                self._state.in_flight.remove(operation)
                self._perform(operation)

    # --------------------------------------------------------------- registers

    def check_accumulator(
        self, frame: Hashable, slots: tuple[int, int], lanes: Any, *, write: bool
    ) -> None:
        """Record that another instruction reads or writes an accumulator."""
        slot, first = slots
        all_lanes = self._state.machine.lanes if lanes is None else lanes
        if write:
            self._record_write(frame, first, all_lanes)
            given = self._given.get((frame, slot))
            if given is None:
                given = self._given[frame, slot] = np.zeros(len(self._fenced), bool)
            given[all_lanes >> 5] = True
        for operation in [*self._in_flight]:
            # Registers are those of a call: the same slot in another frame is another register.
            if operation.frame is frame and slot in operation.work.issue.slots:
                self._report(operation, all_lanes, "an accumulator", write=write)

    def check_fragment(self, frame: Frame, slot: int, lanes: Any) -> None:
        """Record that an instruction writes a register that is A of an operation."""
        all_lanes = self._state.machine.lanes if lanes is None else lanes
        self._record_write(frame, slot, all_lanes)
        for operation in [*self._in_flight]:
            if operation.frame is frame and slot in self._fragment(operation.statement):
                self._report(operation, all_lanes, "a register of A", write=True)

    def _record_write(self, frame: Hashable, slot: int, lanes: Any) -> None:
        count = len(self._fenced)
        written = self._written.get((frame, slot))
        if written is None:
            written = _LastWrite(np.zeros(count, np.int64), np.zeros(count, np.int64))
            self._written[frame, slot] = written
        self._time += 1
        warps = lanes >> 5
        written.times[warps] = self._time
        written.statements[warps] = self._state.at

    def _report(self, operation: _WgmmaInFlight, all_lanes: Any, what: str, *, write: bool) -> None:
        """Report an access to a register of an operation by lanes that have not waited for it."""
        state = self._state
        here = np.isin(all_lanes >> 5, operation.warps[~operation.waited])
        if not here.any():
            return
        side = "written to" if write else "read"
        lane = int(all_lanes[here.argmax()])
        lack = self.lack(operation, lane >> 5)
        text = f"{what} of {_NAME} is {side} while that is in flight; {lack.name} is missing"
        if operation.performed:
            text += " in this warp: only others of its warpgroup have waited"
        earlier = ((f"{_NAME} began", operation.statement),)
        fault = make_fault(state, "missing wait", text, lane, earlier, lack.missing)
        # Accumulators are accessed where they are loaded into variables, which records no
        # statement: the scheduler finds the one that runs.
        fault.ordinal = None
        state.report(fault)
        self.complete(operation)

    def complete(self, operation: _WgmmaInFlight) -> None:
        """Perform an operation and the earlier ones, as if they had been waited for."""
        # Earlier operations may write the same accumulator, so the order of all is kept.
        while operation in self._in_flight:
            first = self._in_flight.pop(0)
            if not first.performed:
                self._state.in_flight.remove(first)
                self._perform(first)
            self._credit(first, ~first.waited)
