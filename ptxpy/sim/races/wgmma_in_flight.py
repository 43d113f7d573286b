"""Products of `wgmma` in flight: each is performed when its warpgroup waits for its group."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from ptxpy.sim.errors import FaultError
from ptxpy.sim.races.advice import missing_between
from ptxpy.sim.races.faults import make_fault
from ptxpy.sim.races.vector_clocks import CLASSES
from ptxpy.sim.semantics.matrices.warpgroups import WARPGROUP, numbers_of
from ptxpy.sim.semantics.matrices.wgmma import Gathered, perform

if TYPE_CHECKING:
    from collections.abc import Hashable

    from ptxpy.sim.machine.frame import Frame
    from ptxpy.sim.races.state import RaceState
    from ptxpy.sim.races.wgmma_tiles import Tile, Tiles

__all__ = ["ProductsInFlight"]

WARP: Final = 32
_WARPS: Final = 4
"""Warps of a warpgroup."""
NAME: Final = "a wgmma.mma_async"
_FENCE: Final = "wgmma.fence.sync.aligned;"


class _ProductInFlight:
    """What warpgroups multiply with one instruction, or several that follow each other."""

    name = NAME
    wait = "wgmma.wait_group"

    def __init__(
        self,
        owner: ProductsInFlight,
        frame: Frame,
        work: Gathered,
        statement: int,
        groups: Any,
        tiles: list[Tile],
    ) -> None:
        self._owner = owner
        self.frame = frame
        self.work = work
        self.statement = statement
        self.groups = groups
        """The number of each one's group of products in its warpgroup."""
        self.tiles = tiles
        """What it reads."""

    def touches(self, word: int, *, write: bool) -> bool:
        """Return whether it reads a word of shared memory."""
        return not write and any(tile.covers(word) for tile in self.tiles)

    def complete(self) -> None:
        """Perform it, though its warpgroups have not waited."""
        self._owner.settle(self)


class _Counts(NamedTuple):
    """What is counted for each warpgroup."""

    groups: Any
    """Groups that have been closed."""
    fenced: Any
    """When it had its last fence; 0 for never."""


class _Written(NamedTuple):
    """Registers of products that other instructions have written."""

    times: Any
    """When, for each warpgroup."""
    statements: Any


class ProductsInFlight:
    """The products of a batch that are in flight."""

    def __init__(
        self, state: RaceState, tiles: Tiles, fragments: dict[int, tuple[int, ...]]
    ) -> None:
        """Begin without any.

        Args:
            state: The state.
            tiles: The matrices that products read from shared memory.
            fragments: The registers of A of each instruction that has them, by its ordinal.
        """
        self._state = state
        self._fragments = fragments
        machine = state.machine
        count = machine.ctas * -(-machine.geometry.padded // WARPGROUP)
        self._counts = _Counts(np.zeros(count, np.int64), np.zeros(count, np.int64))
        self._time = 0
        self._written: dict[tuple[Hashable, int], _Written] = {}
        """By frame and register, an accumulator by the first one of its list."""
        self._under_way: list[_ProductInFlight] = []
        self._setting: dict[int, Any] = {}
        """How often each warp has executed a `setmaxnreg`, by its ordinal."""
        self._tiles = tiles

    # ------------------------------------------------------------------- start

    def start(self, frame: Frame, work: Gathered) -> None:
        """Start products."""
        state = self._state
        ordinals = frame.routine.code.ordinals
        state.at = statement = ordinals[work.at[0]]
        state.log.add(statement)
        self._check_fence(frame, work, statement)
        tiles = self._tiles.of(work)
        for tile in tiles:
            tile.check(state, NAME)
        groups = self._counts.groups[work.groups.numbers]
        self._launch(_ProductInFlight(self, frame, work, statement, groups, tiles))

    def _fragment(self, statement: int) -> tuple[int, ...]:
        """Return the registers of A of an instruction; none where A is in memory."""
        return self._fragments.get(statement, ())

    def _check_fence(self, frame: Frame, work: Gathered, statement: int) -> None:
        """Report where registers have been written since the last fence."""
        numbers = work.groups.numbers
        fenced = self._counts.fenced[numbers]
        if not fenced.all():
            lane = int(work.groups.first[int(fenced.argmin())])
            text = "the first wgmma.mma_async of a warpgroup, without a wgmma.fence before it"
            missing = f"{_FENCE} before {{}}", (statement,)
            self._state.report(
                make_fault(self._state, "missing fence", text, lane, missing=missing)
            )
            return
        for slot in (work.issue.slots[0], *self._fragment(statement)):
            written = self._written.get((frame, slot))
            if written is None:
                continue
            late = written.times[numbers] > fenced
            if late.any():
                which = int(late.argmax())
                at = int(written.statements[numbers[which]])
                text = (
                    "wgmma.mma_async without a wgmma.fence before it, though another instruction "
                    "has written registers that it uses"
                )
                earlier = (("the write was", at),) if at != statement else ()
                lane = int(work.groups.first[which])
                made = make_fault(
                    self._state, "missing fence", text, lane, earlier,
                    missing_between(self._state, _FENCE, at),
                )  # fmt: skip
                self._state.report(made)
                return

    def _launch(self, product: _ProductInFlight) -> None:
        state = self._state
        for tile in product.tiles:
            tile.mark(state, 1)
        self._under_way.append(product)
        state.in_flight.add(product)

    # ------------------------------------------------------------- instructions

    def classes(self, lanes: Any) -> Any:
        """Return the classes of the warpgroups of lanes."""
        return numbers_of(self._state.machine, lanes) % CLASSES

    def _numbers(self, guard: Any, lanes: Any) -> Any:
        state = self._state
        return numbers_of(state.machine, state.select_lanes(guard, lanes))

    def fence(self, guard: Any, lanes: Any) -> None:
        """Record a `wgmma.fence`."""
        self._time += 1
        self._counts.fenced[self._numbers(guard, lanes)] = self._time

    def commit(self, guard: Any, lanes: Any) -> None:
        """Close the groups of warpgroups."""
        self._counts.groups[np.unique(self._numbers(guard, lanes))] += 1

    def wait(self, most: int, guard: Any, lanes: Any) -> None:
        """Make the products of all groups of warpgroups but the last ones."""
        if not self._under_way:
            return
        counts = self._counts.groups
        last = np.full(len(counts), -1, np.int64)
        numbers = self._numbers(guard, lanes)
        last[numbers] = counts[numbers] - most - 1
        under_way, self._under_way = self._under_way, []
        for product in under_way:
            done = product.groups <= last[product.work.groups.numbers]
            if not done.any():
                self._under_way.append(product)
                continue
            self._state.in_flight.remove(product)
            if done.all():
                self._make(product)
                continue
            for tile in product.tiles:
                tile.mark(self._state, -1)
            rest, now = (self._part(product, some) for some in (~done, done))
            self._launch(rest)
            for tile in now.tiles:
                tile.mark(self._state, 1)
            self._make(now)

    def _part(self, product: _ProductInFlight, chosen: Any) -> _ProductInFlight:
        """Return the products of some warpgroups."""
        work = product.work
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
        return _ProductInFlight(
            self, product.frame, some, product.statement, product.groups[chosen], tiles
        )

    def _make(self, product: _ProductInFlight) -> None:
        state = self._state
        state.log.add(product.statement)
        for tile in product.tiles:
            tile.mark(state, -1)
            tile.stamp(state)
        lanes = product.work.groups.first
        for warp in range(WARPGROUP // WARP):
            classes = self.classes(lanes)
            state.clocks.complete_products((lanes >> 5) + warp, classes, state.log.now)
        try:
            perform(state.machine, product.frame, product.work)
        except FaultError as wrong:
            wrong.ordinal = product.statement
            raise

    def end(self) -> None:
        """Make all products that nobody has waited for."""
        under_way, self._under_way = self._under_way, []
        for product in under_way:
            self._state.in_flight.remove(product)
            self._make(product)
        self._check_setting()

    def _check_setting(self) -> None:
        """Report where only some warps of a warpgroup have executed a `setmaxnreg`."""
        state = self._state
        for at, counts in self._setting.items():
            by_cta = counts.reshape(state.machine.ctas, -1)
            whole = by_cta.shape[1] // _WARPS * _WARPS
            groups = by_cta[:, :whole].reshape(state.machine.ctas, -1, _WARPS)
            uneven = (groups.min(axis=-1) != groups.max(axis=-1)).nonzero()
            if len(uneven[0]):
                cta, group = int(uneven[0][0]), int(uneven[1][0])
                some = by_cta[cta, _WARPS * group : _WARPS * group + _WARPS]
                warp = _WARPS * group + int(some.argmax())
                lane = (cta * by_cta.shape[1] + warp) * WARP
                text = (
                    "setmaxnreg is for all warps of a warpgroup, and of the four of this one "
                    f"{int((some == some.max()).sum())} have executed it more often than others"
                )
                state.at = at
                state.report(make_fault(state, "part of a warpgroup", text, lane))

    # --------------------------------------------------------------- registers

    def check_accumulator(
        self, frame: Hashable, slots: tuple[int, int], lanes: Any, *, write: bool
    ) -> None:
        """Record that another instruction reads or writes an accumulator."""
        slot, first = slots
        every = self._state.machine.lanes if lanes is None else lanes
        if write:
            self._note(frame, first, every)
        for product in [*self._under_way]:
            if product.frame is frame and slot in product.work.issue.slots:
                self._report(product, every, "an accumulator", write=write)

    def check_fragment(self, frame: Frame, slot: int, lanes: Any) -> None:
        """Record that an instruction writes a register that products have as A."""
        every = self._state.machine.lanes if lanes is None else lanes
        self._note(frame, slot, every)
        for product in [*self._under_way]:
            if product.frame is frame and slot in self._fragment(product.statement):
                self._report(product, every, "a register of A", write=True)

    def _note(self, frame: Hashable, slot: int, lanes: Any) -> None:
        count = len(self._counts.groups)
        written = self._written.get((frame, slot))
        if written is None:
            made = _Written(np.zeros(count, np.int64), np.zeros(count, np.int64))
            written = self._written[frame, slot] = made
        self._time += 1
        numbers = numbers_of(self._state.machine, lanes[::WARP])
        written.times[numbers] = self._time
        written.statements[numbers] = self._state.at

    def _report(self, product: _ProductInFlight, every: Any, what: str, *, write: bool) -> None:
        """Report if lanes are of the warpgroups of a product."""
        state = self._state
        numbers = numbers_of(state.machine, every)
        here = np.isin(numbers, product.work.groups.numbers)
        if not here.any():
            return
        side = "written to" if write else "read"
        text = f"{what} of {NAME} is {side} while that is under way; {product.wait} is missing"
        lane = int(every[int(here.argmax())])
        earlier = ((f"{NAME} began", product.statement),)
        missing = f"{product.wait}.sync.aligned 0; behind {{}}", (product.statement,)
        made = make_fault(state, "missing wait", text, lane, earlier, missing)
        made.ordinal = None
        state.report(made)
        self.settle(product)

    def settle(self, product: _ProductInFlight) -> None:
        """Make a product, and those before it, as if they had been waited for."""
        while product in self._under_way:
            first = self._under_way.pop(0)
            self._state.in_flight.remove(first)
            self._make(first)

    def check_whole_warps(self, guard: Any, lanes: Any) -> None:
        """Report where only a part of a warp executes an instruction."""
        state = self._state
        machine = state.machine
        counts = self._setting.setdefault(state.at, np.zeros(state.clocks.warps, np.int64))
        counts[np.unique(state.select_lanes(guard, lanes) >> 5)] += 1
        here = np.zeros(machine.count, bool)
        here[state.select_lanes(guard, lanes)] = True
        absent = ~(here | machine.ended).reshape(-1, WARP)
        broken = absent.any(axis=1) & here.reshape(-1, WARP).any(axis=1)
        if broken.any():
            warp = int(broken.argmax())
            lane = WARP * warp + int(here.reshape(-1, WARP)[warp].argmax())
            number = int(absent[warp].sum())
            text = f"an instruction for whole warps, and {number} threads of this one are elsewhere"
            state.report(make_fault(state, "part of a warp", text, lane))
