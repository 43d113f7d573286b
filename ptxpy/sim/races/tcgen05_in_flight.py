"""`tcgen05` operations in flight: performed when a commit of their thread is awaited.

The operations of one thread are performed in order, at the latest legal time: when the mbarrier is
tested at which a later `tcgen05.commit` of the thread arrives (PTX ISA 9.7.16.6). Until then only
operations of the same thread, which follow in order, may access memory that they read or write.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.mbarrier_words import describe_mbarrier
from ptxpy.sim.races.advice import missing_between
from ptxpy.sim.races.collector_buffers import CollectorBuffers
from ptxpy.sim.races.epochs import ALL_BYTES, ASYNC, LANE_SHIFT
from ptxpy.sim.races.faults import make_fault
from ptxpy.sim.races.in_flight import Lack
from ptxpy.sim.races.tcgen05_footprints import TensorFootprint, tensor_footprint
from ptxpy.sim.races.vector_clocks import ASYNC_CLASSES
from ptxpy.sim.races.wgmma_tiles import Tile
from ptxpy.sim.semantics.matrices.descriptors import UNIT
from ptxpy.sim.semantics.tensor_memory import products
from ptxpy.sim.semantics.tensor_memory.issue_queue import run_products
from ptxpy.sim.semantics.tensor_memory.operand_tiles import units_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.races.state import RaceState
    from ptxpy.sim.races.synchronization import Synchronization
    from ptxpy.sim.races.tensor_accesses import TensorAccesses
    from ptxpy.sim.races.tensor_memory_shadow import Region

__all__ = ["TensorOperations"]

_WORDS_PER_UNIT: Final = UNIT // 4
_MAX_CACHED_TILES: Final = 4096


class _IssuedTile(Tile):
    """A tile that an operation of one thread reads."""

    warps: ClassVar[int] = 1

    def classes(self, state: RaceState) -> Any:
        """Return the class of the warp of the thread."""
        del state
        return (self._lanes >> 5) % ASYNC_CLASSES


class TensorOperation(NamedTuple):
    """An operation in flight."""

    effect: Callable[..., None]
    values: tuple[Any, ...]
    statement: int
    footprint: TensorFootprint
    tiles: tuple[Tile, ...]
    causal: Any
    """The causal clock of its thread when it has begun, if it is a commit."""
    owner: TensorOperations

    @property
    def name(self) -> str:
        """Its name in messages, with its article."""
        return self.footprint.name

    def touches(self, word: int, *, write: bool) -> bool:
        """Return whether it reads a word of shared memory; it writes none."""
        return not write and any(tile.covers(word) for tile in self.tiles)

    def lack(self, word: int, lane: int) -> Lack:
        """Return the missing wait before a use of memory that it touches."""
        del word, lane
        return self.owner.lack(self)

    def complete(self) -> None:
        """Perform it, though no thread has waited for it."""
        self.owner.complete(self)


class TensorOperations:
    """The `tcgen05` operations of a batch that are in flight."""

    def __init__(
        self, state: RaceState, synchronization: Synchronization, accesses: TensorAccesses
    ) -> None:
        """Create an empty set."""
        self._state = state
        self._synchronization = synchronization
        self._accesses = accesses
        self._queues: dict[int, list[TensorOperation]] = {}
        """The operations of each thread, in order."""
        self._waiting: dict[int, list[int]] = {}
        """The threads with a commit that arrives at an mbarrier, by its word, in order."""
        self._tiles: dict[tuple[Any, ...], Tile] = {}
        self._collectors = CollectorBuffers(state)
        state.in_flight.add_source(self._all)
        accesses.find_user = self.user_of

    def _all(self) -> list[TensorOperation]:
        return [each for queue in self._queues.values() for each in queue]

    def lack(self, operation: TensorOperation) -> Lack:
        """Return the missing wait before a use of memory that an operation touches."""
        queue = self._queues.get(operation.footprint.lane, [])
        at = next((k for k, each in enumerate(queue) if each is operation), 0)
        name = "a wait for the mbarrier of a later tcgen05.commit of the same thread"
        # A commit covers what its thread has issued before it, so only a later one helps.
        if not any(each.footprint.barriers for each in queue[at:]):
            name = "a tcgen05.commit of the same thread, with a wait for its mbarrier,"
        return Lack(name, missing_between(self._state, name.rstrip(","), operation.statement))

    def user_of(
        self, region: Region, besides: int | None, *, write: bool
    ) -> tuple[TensorOperation, tuple[int, int]] | None:
        """Return an operation that writes, or reads, a region of tensor memory, and where.

        Args:
            region: The region.
            besides: The thread whose operations do not count; None if all do.
            write: Whether it must write the region.

        Returns:
            The operation, and the column and the unit in the region; None for none.
        """
        for lane, queue in self._queues.items():
            if lane == besides:
                continue
            for each in queue:
                for other in each.footprint.writes if write else each.footprint.reads:
                    place = region.meeting(other)
                    if place is not None:
                        return each, place
        return None

    # ------------------------------------------------------------------- start

    def start(self, effect: Callable[..., None], values: tuple[Any, ...]) -> bool:
        """Start an operation if it is one of `tcgen05`; return whether it is."""
        state = self._state
        footprint = tensor_footprint(state.machine, effect, values)
        if footprint is None:
            return False
        began = state.log.add(state.at)
        lane = footprint.lane
        state.uses.active.add(lane >> 5)
        tiles = tuple(self._tile(lane, *each) for each in footprint.tiles)
        for tile in tiles:
            tile.check(state, footprint.name)
        self._accesses.check_operation(footprint)
        if effect is products.perform:
            self._collectors.issue(values[0][0])
        for word in footprint.barriers:
            self._synchronization.check_lane_initialised(word, lane, "a tcgen05.commit to")
            self._waiting.setdefault(word, []).append(lane)
        causal = state.clocks.causal_of(lane >> 5, began) if footprint.barriers else None
        operation = TensorOperation(effect, values, state.at, footprint, tiles, causal, self)
        self._mark(operation, 1)
        self._queues.setdefault(lane, []).append(operation)
        return True

    def _tile(self, lane: int, cta: int, block: Any, descriptor: int) -> Tile:
        # A loop over K issues products with few different descriptors again and again.
        key = (lane >> 5, cta, block, descriptor)
        found = self._tiles.get(key)
        if found is None:
            try:
                units = np.unique(units_of(block, descriptor))
            except ValueError as error:
                text = f"the matrix descriptor {descriptor:#018x} of {block.name}: {error}"
                raise FaultError(text, lane) from None
            words = (units[:, None] * _WORDS_PER_UNIT + np.arange(_WORDS_PER_UNIT)).reshape(-1)
            if 4 * (int(words[-1]) + 1) > self._state.machine.shared_bytes:
                text = (
                    f"the matrix descriptor {descriptor:#018x} of {block.name}: the tile reaches "
                    "outside of shared memory"
                )
                raise FaultError(text, lane)
            # Descriptors that are never repeated must not fill the memory.
            if len(self._tiles) >= _MAX_CACHED_TILES:
                self._tiles.clear()
            found = self._tiles[key] = _IssuedTile(words, np.array([cta]), np.array([lane]))
        return found

    def _mark(self, operation: TensorOperation, change: int) -> None:
        for tile in operation.tiles:
            tile.mark(self._state, change)
        self._accesses.mark(operation.footprint, change)

    # ---------------------------------------------------------------- complete

    def perform_for(self, words: Any) -> None:
        """Perform the operations whose commits arrive at mbarriers that are tested."""
        if not self._waiting:
            return
        for word in dict.fromkeys(words.tolist()):
            for lane in self._waiting.pop(word, ()):
                # The operations of a thread complete in order, up to its first commit there.
                queue = self._queues.get(lane, [])
                commits = (word in each.footprint.barriers for each in queue)
                first = next((k for k, is_commit in enumerate(commits) if is_commit), None)
                if first is not None:
                    self._run(lane, first + 1)

    def complete(self, operation: TensorOperation) -> None:
        """Perform an operation and those before it, as if they had been waited for."""
        lane = operation.footprint.lane
        queue = self._queues.get(lane, [])
        position = next((at for at, each in enumerate(queue) if each is operation), None)
        if position is not None:
            self._run(lane, position + 1)

    def _run(self, lane: int, count: int) -> None:
        """Perform the first operations of a thread."""
        queue = self._queues[lane]
        now, rest = queue[:count], queue[count:]
        if rest:
            self._queues[lane] = rest
        else:
            del self._queues[lane]
        # Adjacent products are computed together by `run_products`, and the others in their order.
        together: list[TensorOperation] = []
        for operation in now:
            self._mark(operation, -1)
            lane = operation.footprint.lane
            for word in operation.footprint.barriers:
                lanes = self._waiting.get(word, [])
                if lane in lanes:
                    lanes.remove(lane)
            if operation.effect is products.perform:
                together.append(operation)
                continue
            self._perform_products(together)
            together = []
            self._perform(operation)
        self._perform_products(together)

    def _perform_products(self, operations: list[TensorOperation]) -> None:
        if operations:
            for each in operations:
                self._record(each)
            # A fault of a product is at its own statement, not at the test of the mbarrier.
            held, self._state.at = self._state.at, operations[-1].statement
            run_products(self._state.machine, [each.values[0][0] for each in operations])
            self._state.at = held

    def _perform(self, operation: TensorOperation) -> None:
        state = self._state
        self._record(operation)
        held, state.at = state.at, operation.statement
        self._check_arrivals(operation, state.machine.ended_ctas)
        words, lane = operation.footprint.barriers, operation.footprint.lane
        # The classes of warpgroups serve here: a kernel has `wgmma` or `tcgen05`, never both.
        column = state.clocks.first_warpgroup_column + (lane >> 5) % ASYNC_CLASSES
        columns, completing = [column] * len(words), self._synchronization.completing
        state.operation_completes(operation.values, words)
        try:
            with completing(words, columns, lane, operation.causal):
                operation.effect(state.machine, *operation.values)
        except FaultError as wrong:
            if wrong.ordinal is None:
                wrong.ordinal = operation.statement
            raise
        state.at = held

    def _check_arrivals(self, operation: TensorOperation, ended: Any) -> None:
        """Report an arrival in another CTA that has ended; `ended` is None while none has."""
        state = self._state
        machine, lane = state.machine, operation.footprint.lane
        for word in operation.footprint.barriers:
            cta = 8 * word // machine.shared_stride
            # The shared memory of another CTA is gone when that CTA has ended (`tcgen05.commit`
            # with `.shared::cluster`).
            if ended is None or not ended[cta] or cta == int(machine.cta_of[lane]):
                continue
            name = describe_mbarrier(machine, word)
            text = (
                f"a tcgen05.commit arrives at the mbarrier {name}, and all threads of that CTA "
                "may have ended: none of them has waited for it"
            )
            wait = f"a wait for the mbarrier {name}, by a thread of that CTA, after {{}}"
            missing = wait, (state.at,)
            state.report(make_fault(state, "missing wait", text, lane, missing=missing))
            return

    def _record(self, operation: TensorOperation) -> None:
        """Record the accesses of an operation."""
        state = self._state
        number = state.log.add(operation.statement)
        for tile in operation.tiles:
            tile.record_read(state)
        lane = operation.footprint.lane
        class_ = ASYNC_CLASSES + (lane >> 5) % ASYNC_CLASSES
        record = number << 32 | lane << int(LANE_SHIFT) | ASYNC | class_ & ALL_BYTES
        self._accesses.record_operation(operation.footprint, record)

    def issued(self, lanes: Any) -> None:
        """Report several threads of a warp that start an operation together."""
        state = self._state
        warps = lanes >> 5
        again = (warps[1:] == warps[:-1]).nonzero()[0]
        if len(again):
            lane = int(lanes[int(again[0]) + 1])
            number = int((warps == lane >> 5).sum())
            text = (
                f"{number} threads of a warp start this operation, each one of its own; one thread "
                "is to issue it"
            )
            missing = "elect.sync, or a comparison of %tid, that leaves one thread at {}", (
                state.at,
            )
            state.report(make_fault(state, "several issuers", text, lane, missing=missing))

    def end(self) -> None:
        """Perform all operations for which no thread has waited."""
        machine = self._state.machine
        for each in self._all():
            self._state.at = each.statement
            self._check_arrivals(each, np.ones(machine.ctas, bool))
        machine.ended_ctas = None
        for lane in list(self._queues):
            if lane in self._queues:
                self._run(lane, len(self._queues[lane]))
