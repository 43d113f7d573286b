"""The race detector: the hooks of a launch in strict mode."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from ptxpy.sim.launch_hooks import LaunchHooks
from ptxpy.sim.races import dependent_grids, loads, member_masks, stores
from ptxpy.sim.races.cluster_ends import check_ends
from ptxpy.sim.races.copies_in_flight import CopiesInFlight
from ptxpy.sim.races.cp_async import WordCopiesInFlight
from ptxpy.sim.races.epochs import LANE_SHIFT, OBJECT, UNSET
from ptxpy.sim.races.instrumentation import CheckedPieces
from ptxpy.sim.races.register_counts import RegisterCounts
from ptxpy.sim.races.state import RaceState
from ptxpy.sim.races.synchronization import Synchronization
from ptxpy.sim.races.tcgen05_in_flight import TensorOperations
from ptxpy.sim.races.tensor_accesses import TensorAccesses
from ptxpy.sim.races.wgmma_in_flight import WgmmasInFlight
from ptxpy.sim.races.wgmma_tiles import Tiles
from ptxpy.sim.semantics.matrices.wgmma import perform

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from ptxpy.sim.hooks import SharedAddresses
    from ptxpy.sim.machine.global_memory import Memory
    from ptxpy.sim.machine.scheduler import Scheduler
    from ptxpy.sim.pieces import Program
    from ptxpy.sim.races.findings import Findings
    from ptxpy.sim.races.grid_accesses import GridAccesses

__all__ = ["RaceDetector"]

MAX_LANES_PER_BATCH: Final = 8192
"""The most lanes of a batch: the memory of vector clocks is quadratic in the number of warps."""


class RaceDetector(RaceState, LaunchHooks):
    """Watches a launch for races, missing waits and fences, and uninitialised memory."""

    watches_accesses = True
    max_lanes = MAX_LANES_PER_BATCH

    synchronization: Synchronization
    copies: CopiesInFlight
    word_copies: WordCopiesInFlight
    wgmmas: WgmmasInFlight
    registers: RegisterCounts
    tensor_accesses: TensorAccesses
    tensor_operations: TensorOperations

    def __init__(
        self,
        program: Program,
        memory: Memory,
        findings: Findings | None = None,
        *,
        asks_fences: bool = False,
        primary: GridAccesses | None = None,
    ) -> None:
        """Create a detector.

        Args:
            program: The program.
            memory: The global memory.
            findings: The collection of faults; None to end the launch at the first fault.
            asks_fences: Whether a missing `tcgen05.fence` is a fault.
            primary: The accesses of the grid that this one depends on, and may run beside.
        """
        super().__init__(program, memory, findings, asks_fences=asks_fences, primary=primary)
        self.is_dependent = primary is not None
        self._tiles = Tiles(self)
        self._failed_tests: set[int] = set()
        """The tests of mbarriers that have failed once, by ordinal."""

    # ------------------------------------------------------------------ batches

    @property
    def compiler(self) -> Callable[[Program], CheckedPieces]:
        """The compiler of pieces that record the current statement."""
        return CheckedPieces

    def begin(self, scheduler: Scheduler) -> None:
        """Begin a batch of CTAs."""
        if self.begin_batch(scheduler):
            self._tiles = Tiles(self)
        # The batch before does not excuse a test outside of a loop: another CTA executes it.
        self._failed_tests = set()
        self.synchronization = Synchronization(self)
        self.copies = CopiesInFlight(self, self.synchronization)
        self.word_copies = WordCopiesInFlight(self)
        fragments = cast("CheckedPieces", scheduler.pieces).fragments
        self.wgmmas = WgmmasInFlight(self, self._tiles, fragments)
        self.registers = RegisterCounts(self, scheduler.kernel.routine)
        self.tensor_accesses = TensorAccesses(self)
        self.tensor_operations = TensorOperations(self, self.synchronization, self.tensor_accesses)

    def batch_ended(self) -> None:
        """Check that all operations are complete when all threads of the batch have ended."""
        self.wgmmas.end()
        self.registers.end()
        self.tensor_operations.end()
        self.copies.end()
        self.synchronization.end()
        if self.machine.clustered:
            check_ends(self)

    def threads_end(self, lanes: Any) -> None:
        """Perform the operations of ending threads, and report operations that lack a wait."""
        self.word_copies.end_threads(lanes)
        self.copies.end_threads(lanes)

    # ----------------------------------------------------------------- barriers

    def batch_converges(self) -> None:
        """Order all accesses of the batch before the next ones."""
        self.synchronization.batch_converges()

    def barrier_arrivals(self, keys: Any, lanes: Any) -> None:
        """Release the clocks of lanes at barriers."""
        self.synchronization.barrier_arrivals(keys, lanes)

    def barrier_overfilled(self, key: int, lane: int, arrived: int, expected: int) -> None:
        """Report that more threads are at a barrier than it awaits."""
        self.synchronization.barrier_overfilled(key, lane, arrived, expected)

    def barrier_departures(self, keys: Any, lanes: Any, following: int) -> None:
        """Acquire the clocks that have been released at barriers."""
        self.synchronization.barrier_departures(keys, lanes, following)

    def barriers_complete(self, complete: Any) -> None:
        """Reset the clocks of barriers."""
        self.synchronization.barriers_complete(complete)

    def warps_converge(self, guard: Any, lanes: Any) -> None:
        """Order the lanes of warps."""
        self.synchronization.warps_converge(guard, lanes)

    def cluster_arrivals(self, clusters: Any, lanes: Any) -> None:
        """Release the clocks of lanes at the barriers of clusters."""
        self.synchronization.cluster_arrivals(clusters, lanes)

    def clusters_complete(self, complete: Any) -> None:
        """Reset the clocks of the barriers of clusters."""
        self.synchronization.clusters_complete(complete)

    def cluster_departures(self, clusters: Any, lanes: Any) -> None:
        """Acquire the clocks that have been released at the barriers of clusters."""
        self.synchronization.cluster_departures(clusters, lanes)

    # ---------------------------------------------------------------- mbarriers

    def mbarriers_initialized(self, words: Any, lanes: Any) -> None:
        """Record that words are mbarriers; report words that already are."""
        self.synchronization.check_initialised_once(words, lanes)
        self._record_objects(words, lanes, live=True)

    def mbarriers_invalidated(self, words: Any, lanes: Any) -> None:
        """Record that words are no longer mbarriers."""
        self._record_objects(words, lanes, live=False)

    def _record_objects(self, words: Any, lanes: Any, *, live: bool) -> None:
        self.synchronization.reset_objects(words)
        number = self.log.add(self.at) << 32
        records = lanes.astype(np.uint64) << LANE_SHIFT
        # After `mbarrier.inval` the word holds nothing that a kernel may rely on, so it counts as
        # uninitialised.
        records |= np.uint64(number | OBJECT | 0xF if live else UNSET)
        for half in range(2):
            self.shared_shadow.written[2 * words + half] = records

    def mbarrier_arrivals(self, words: Any, lanes: Any) -> None:
        """Release the clocks of lanes at mbarriers."""
        self.synchronization.mbarrier_arrivals(words, lanes)

    def mbarrier_overflow(self, words: Any) -> None:
        """Perform the copies that complete the phases, if there are any."""
        self.copies.perform_for(words)
        self.tensor_operations.perform_for(words)

    def mbarrier_phases(self, words: Any) -> None:
        """Make the clocks released in the phases available to lanes that wait."""
        self.synchronization.mbarrier_phases(words)

    def mbarrier_tests(self, words: Any, lanes: Any, passed: Any) -> bool:
        """Check a test of mbarriers; return whether it fails immediately.

        Each test fails once, as it may on a device, so that a test outside a loop is found.
        Operations that complete on an mbarrier are performed when the test would fail otherwise.
        """
        self.synchronization.mbarriers_tested(words, lanes, passed)
        if self.at not in self._failed_tests and not passed.all():
            self._failed_tests.add(self.at)
            return True
        waited = words[~passed]
        self.copies.perform_for(waited)
        self.tensor_operations.perform_for(waited)
        return False

    def mbarriers_passed(self, words: Any, lanes: Any) -> None:
        """Acquire the clocks that have been released in a complete phase."""
        self.synchronization.mbarriers_passed(words, lanes)

    def mbarrier_missed(self, word: int, lane: int) -> None:
        """Report that a lane may wait forever."""
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
        """Record the array of addresses of the next store."""
        self.addresses = addresses

    def atomic(
        self, space: str, kind: str, index: Any, lanes: Any, returns: bool  # noqa: FBT001
    ) -> None:
        """Check an atomic operation; see `loads.atomic`."""
        loads.atomic(self, space, kind, index, lanes, returns)

    def matrix_rows(self, index: Any, lanes: Any, *, write: bool) -> None:
        """Check loads or stores of rows of 16 bytes."""
        if write:
            stores.record_store(self, "c16", index, lanes)
        else:
            loads.load(self, "shared", "c16", 1, index, lanes)

    def shared_filled(self, lane: int, begin: int, size: int) -> None:
        """Check a store of one lane to many bytes."""
        stores.record_fill(self, lane, begin, size)

    def local_written(self, lanes: Any, begin: int, size: int) -> None:
        """Record that bytes of local memory are initialised."""
        self.local.rows()[lanes, begin : begin + size] = 0

    def block_allocated(self, start: int, size: int) -> None:
        """Record that a block from `malloc` is uninitialised."""
        shadow = self.global_shadow
        first = start // 4 - shadow.first
        self.grow((first + size // 4 + 1) * 4)
        shadow.written[first : first + -(-size // 4)] = UNSET
        shadow.mark(slice(first // 4096, (first + size // 4) // 4096 + 1), write=True)
        # Reads of a block that was there before and has been freed need no order.
        shadow.read[first : first + -(-size // 4)] = 0
        shadow.read_before[first : first + -(-size // 4)] = 0

    def accumulator_accessed(
        self, frame: Hashable, slots: tuple[int, int], lanes: Any, *, write: bool
    ) -> None:
        """Check an access to an accumulator of `wgmma`."""
        self.wgmmas.check_accumulator(frame, slots, lanes, write=write)

    def collective(self, mask: Any, guard: Any, lanes: Any) -> None:
        """Check a member mask; see `member_masks.check`."""
        member_masks.check(self, mask, guard, lanes)

    def wait_for_primary(self, guard: Any, lanes: Any) -> None:
        """Execute `griddepcontrol.wait`."""
        dependent_grids.wait(self, guard, lanes)

    def launch_dependents(self, guard: Any, lanes: Any) -> None:
        """Execute `griddepcontrol.launch_dependents`."""
        dependent_grids.launch_dependents(self, guard, lanes)

    # ----------------------------------------------------------- tensor memory

    def tensor_memory_allocated(self, lanes: Any) -> None:
        """Count the stores of addresses as ordered before the async proxy.

        Triton's kernels copy over the address without a fence, which the manual does not ask for.
        """
        self.in_flight.fences[lanes >> 5] = self.log.now

    def tensor_memory_freed(self, cta: int, start: int, columns: int, lane: int) -> None:
        """Check that nothing uses the columns."""
        self.tensor_accesses.free(cta, start, columns, lane)

    def tensor_memory_accessed(
        self, first: Any, offsets: Any, lanes: Any, *, packed: bool, write: bool
    ) -> None:
        """Check a load or a store of tensor memory."""
        self.tensor_accesses.transfer(first, offsets, lanes, packed=packed, write=write)

    def tensor_memory_waited(self, kind: str, guard: Any, lanes: Any) -> None:
        """Complete the stores to tensor memory of warps."""
        self.tensor_accesses.wait(kind, guard, lanes)

    def tensor_operation_issued(self, lanes: Any) -> None:
        """Report that several threads of a warp issue an operation."""
        self.tensor_operations.issued(lanes)

    # --------------------------------------------------- asynchronous operations

    def operation_started(self, effect: Callable[..., None], values: tuple[Any, ...]) -> bool:
        """Defer a copy or a `wgmma` to the wait that completes it."""
        if effect is perform:
            self.wgmmas.start(*values)
            return True
        return self.copies.start(effect, values) or self.tensor_operations.start(effect, values)

    def word_copies_started(
        self, effect: Callable[..., None], operands: tuple[Any, Any, int, Any], guard: Any,
        lanes: Any,
    ) -> bool:  # fmt: skip
        """Defer the copies of a `cp.async` to the wait that completes them."""
        self.word_copies.start(effect, operands, guard, lanes)
        return True
