"""The race detector: the hooks of a launch in strict mode."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from ptxpy.sim.launch_hooks import LaunchHooks
from ptxpy.sim.races import loads, member_masks, stores
from ptxpy.sim.races.copies_in_flight import CopiesInFlight
from ptxpy.sim.races.cp_async import WordCopiesInFlight
from ptxpy.sim.races.epochs import LANE_SHIFT, OBJECT, UNSET
from ptxpy.sim.races.instrumentation import CheckedPieces
from ptxpy.sim.races.state import RaceState
from ptxpy.sim.races.synchronization import Synchronization
from ptxpy.sim.races.wgmma_in_flight import ProductsInFlight
from ptxpy.sim.races.wgmma_tiles import Tiles
from ptxpy.sim.semantics.matrices.wgmma import perform

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from ptxpy.sim.hooks import SharedAddresses
    from ptxpy.sim.machine.global_memory import Memory
    from ptxpy.sim.machine.scheduler import Scheduler
    from ptxpy.sim.pieces.program import Program
    from ptxpy.sim.races.findings import Findings

__all__ = ["RaceDetector"]

MAX_LANES_PER_BATCH: Final = 16384
"""Lanes of a batch, at most: the memory of vector clocks is quadratic in the number of warps."""


class RaceDetector(RaceState, LaunchHooks):
    """Watches a launch for races, missing waits and fences, and uninitialised memory."""

    watches_accesses = True
    max_lanes = MAX_LANES_PER_BATCH

    synchronization: Synchronization
    copies: CopiesInFlight
    words: WordCopiesInFlight
    products: ProductsInFlight

    def __init__(self, program: Program, memory: Memory, findings: Findings | None = None) -> None:
        """Begin a launch; one that gathers faults goes on after them."""
        super().__init__(program, memory, findings)
        self._tiles = Tiles(self)
        self._tested: set[int] = set()
        """The tests of mbarriers that have failed once, by their ordinals."""

    # ------------------------------------------------------------------ batches

    @property
    def compiler(self) -> Callable[[Program], CheckedPieces]:
        """Compiles a program so that it names the statement that runs."""
        return CheckedPieces

    def begin(self, scheduler: Scheduler) -> None:
        """Begin with a batch of CTAs."""
        if self.begin_batch(scheduler):
            self._tiles = Tiles(self)
        self._tested = set()
        self.synchronization = Synchronization(self)
        self.copies = CopiesInFlight(self, self.synchronization)
        self.words = WordCopiesInFlight(self)
        fragments = cast("CheckedPieces", scheduler.pieces).fragments
        self.products = ProductsInFlight(self, self._tiles, fragments)

    def batch_ended(self) -> None:
        """Check what must be complete when all threads of the batch have ended."""
        self.products.end()
        self.copies.end()
        self.synchronization.end()

    def threads_end(self, lanes: Any) -> None:
        """Perform what ending threads have started, and report what they had to wait for."""
        self.words.end_threads(lanes)
        self.copies.end_threads(lanes)

    # ----------------------------------------------------------------- barriers

    def batch_converges(self) -> None:
        """Order all that the batch has done."""
        self.synchronization.batch_converges()

    def barrier_arrivals(self, keys: Any, lanes: Any) -> None:
        """Release what lanes have done at barriers."""
        self.synchronization.barrier_arrivals(keys, lanes)

    def barrier_overfilled(self, key: int, lane: int, arrived: int, needed: int) -> None:
        """Report that more threads are at a barrier than it waits for."""
        self.synchronization.barrier_overfilled(key, lane, arrived, needed)

    def barrier_departures(self, keys: Any, lanes: Any, following: int) -> None:
        """Acquire what has been released at barriers."""
        self.synchronization.barrier_departures(keys, lanes, following)

    def barriers_complete(self, complete: Any) -> None:
        """Begin barriers again."""
        self.synchronization.barriers_complete(complete)

    def warps_converge(self, guard: Any, lanes: Any) -> None:
        """Order the lanes of warps."""
        self.synchronization.warps_converge(guard, lanes)

    def cluster_arrivals(self, clusters: Any, lanes: Any) -> None:
        """Release what lanes have done at the barriers of clusters."""
        self.synchronization.cluster_arrivals(clusters, lanes)

    def clusters_complete(self, complete: Any) -> None:
        """Begin barriers of clusters again."""
        self.synchronization.clusters_complete(complete)

    def cluster_departures(self, clusters: Any, lanes: Any) -> None:
        """Acquire what has been released at the barriers of clusters."""
        self.synchronization.cluster_departures(clusters, lanes)

    # ---------------------------------------------------------------- mbarriers

    def mbarriers_initialized(self, words: Any, lanes: Any) -> None:
        """Record that words are mbarriers; report those that have been before."""
        self.synchronization.check_initialised_once(words, lanes)
        self._record_objects(words, lanes, live=True)

    def mbarriers_invalidated(self, words: Any, lanes: Any) -> None:
        """Record that words are mbarriers no longer."""
        self._record_objects(words, lanes, live=False)

    def _record_objects(self, words: Any, lanes: Any, *, live: bool) -> None:
        self.synchronization.forget_objects(words)
        number = self.log.add(self.at) << 32
        records = lanes.astype(np.uint64) << LANE_SHIFT
        records |= np.uint64(number | OBJECT | 0xF if live else UNSET)
        for half in range(2):
            self.shared_shadow.written[2 * words + half] = records

    def mbarrier_arrivals(self, words: Any, lanes: Any) -> None:
        """Release what lanes have done at mbarriers."""
        self.synchronization.mbarrier_arrivals(words, lanes)

    def mbarrier_overflow(self, words: Any) -> None:
        """Perform copies that complete the phases, if there are any."""
        self.copies.perform_for(words)

    def mbarrier_phases(self, words: Any) -> None:
        """Let those who wait acquire what has been released in the phases."""
        self.synchronization.mbarrier_phases(words)

    def mbarrier_tests(self, words: Any, lanes: Any) -> bool:
        """Check a test of mbarriers; return whether it fails at once.

        Each test fails once, as it may on a device, so that one that is in no loop shows.
        """
        self.synchronization.check_initialised(words, lanes, "a look at")
        if self.at not in self._tested:
            self._tested.add(self.at)
            return True
        self.copies.perform_for(words)
        return False

    def mbarriers_passed(self, words: Any, lanes: Any) -> None:
        """Acquire what has been released in a complete phase."""
        self.synchronization.mbarriers_passed(words, lanes)

    def mbarrier_missed(self, word: int, lane: int) -> None:
        """Report that a lane may wait for ever."""
        self.synchronization.mbarrier_missed(word, lane)

    # ----------------------------------------------------------------- accesses

    def load(self, space: str, kind: str, count: int, index: Any, lanes: Any) -> None:
        """Check a load; see `loads.load`."""
        loads.load(self, space, kind, count, index, lanes)

    def store(
        self, space: str, kind: str, elements: Any, index: Any, values: tuple[Any, ...], lanes: Any
    ) -> bool:
        """Check a store, and perform it; see `stores.store`."""
        stores.store(self, space, kind, elements, index, values, lanes)
        return True

    def store_addresses(self, addresses: SharedAddresses | None) -> None:
        """Keep the array of addresses of the store that follows."""
        self.addresses = addresses

    def atomic(
        self, space: str, kind: str, index: Any, lanes: Any, wanted: bool  # noqa: FBT001
    ) -> None:
        """Check an atomic operation; see `loads.atomic`."""
        loads.atomic(self, space, kind, index, lanes, wanted)

    def matrix_rows(self, index: Any, lanes: Any, *, write: bool) -> None:
        """Check loads or stores of rows of 16 bytes."""
        if write:
            stores.overwrite(self, "c16", index, lanes)
        else:
            loads.load(self, "shared", "c16", 1, index, lanes)

    def shared_filled(self, lane: int, begin: int, size: int) -> None:
        """Check a store of a lane to many bytes."""
        stores.overwrite_bytes(self, lane, begin, size)

    def local_written(self, lanes: Any, begin: int, size: int) -> None:
        """Record that bytes of local memory are initialised."""
        self.local.rows()[lanes, begin : begin + size] = 0

    def block_allocated(self, start: int, size: int) -> None:
        """Record that a block from `malloc` is uninitialised."""
        shadow = self.global_shadow
        first = start // 4 - shadow.first
        self.reach((first + size // 4 + 1) * 4)
        shadow.written[first : first + -(-size // 4)] = UNSET
        shadow.note(slice(first // 4096, (first + size // 4) // 4096 + 1), write=True)
        shadow.read[first : first + -(-size // 4)] = 0

    def accumulator_accessed(
        self, frame: Hashable, slots: tuple[int, int], lanes: Any, *, write: bool
    ) -> None:
        """Check an access to an accumulator of `wgmma`."""
        self.products.check_accumulator(frame, slots, lanes, write=write)

    def collective(self, mask: Any, guard: Any, lanes: Any) -> None:
        """Check a member mask; see `member_masks.check`."""
        member_masks.check(self, mask, guard, lanes)

    # --------------------------------------------------- asynchronous operations

    def operation_started(self, effect: Callable[..., None], values: tuple[Any, ...]) -> bool:
        """Defer a copy or a product to the wait that completes it."""
        if effect is perform:
            self.products.start(*values)
            return True
        return self.copies.start(effect, values)

    def word_copies_started(
        self, effect: Callable[..., None], operands: tuple[Any, Any, int, Any], guard: Any,
        lanes: Any,
    ) -> bool:  # fmt: skip
        """Defer the copies of a `cp.async` to the wait that completes them."""
        self.words.start(effect, operands, guard, lanes)
        return True
