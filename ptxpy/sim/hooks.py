"""The events of a launch, for the race detector, traces, profiles and timelines.

The machine, the semantics and the compiler depend only on this protocol. A launch without an
observer has no hooks (`Machine.hooks` is None), and costs one comparison for each event. The race
detector (`ptxpy.sim.races`) and the observers (`ptxpy.sim.observe`) override methods of `Hooks`.
Accesses to memory, asynchronous operations and mbarriers are reported only to hooks that set
`watches_accesses`, as reporting them disables fast paths (`Machine.access_hooks`).

Lanes are indices in the batch, in order; None stands for all lanes. A guard is the predicate of
each lane; None stands for true.

To add an event, add a method that ignores it, call it at the event if the machine has hooks, and
override it in the observers that need it. A method that returns `bool` says whether the hooks have
performed or deferred the effect.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from ptxpy.sim.pieces import Barrier, ClusterBarrier

__all__ = ["Hooks", "RewindError", "SharedAddresses", "Stepper"]


class SharedAddresses(Protocol):
    """An array of addresses that several accesses share, each with its own displacement."""

    array: Any
    """The addresses."""

    @property
    def gap(self) -> int:
        """The smallest difference of two addresses; 0 if two are equal."""


class Stepper(Protocol):
    """Told of each instruction of a launch before it runs, and may hold the launch there."""

    def before(self, frame: Any, piece: int, lanes: Any) -> None:
        """Called before lanes run a piece, which is one instruction in a stepped program."""


class RewindError(BaseException):
    """Raised by a stepper that has given the batch an earlier state, from which it goes on.

    It is no `Exception`, so that nothing in between takes it for an error of the kernel.
    """


class Hooks:
    """Notified of the events of a launch; every method here ignores its event."""

    watches_accesses: ClassVar[bool] = False
    """Whether accesses, asynchronous operations and mbarriers are reported, too."""
    stepper: Stepper | None = None
    """The stepper of the launch, which then runs a stepped program (see `Program`)."""
    is_dependent: bool = False
    """Whether the grid may run while another one does on which it depends."""

    # -------------------------------------------------------------- scheduling

    def lanes_ready(self, lanes: Any) -> None:
        """Called before lanes become ready to run, whether or not they waited."""

    def threads_end(self, lanes: Any) -> None:
        """Called when threads end, before barriers stop waiting for them."""

    def barrier_reached(self, lanes: Any, barrier: Barrier | ClusterBarrier) -> None:
        """Called when lanes reach a barrier, before anything else happens there."""

    def barrier_handled(self, barrier: Barrier | ClusterBarrier) -> None:
        """Called after a barrier has handled the lanes that reached it."""

    # ---------------------------------------------------------------- barriers

    def batch_converges(self) -> None:
        """Called when all lanes of the batch are at the barrier of their CTA."""

    def barrier_arrivals(self, keys: Any, lanes: Any) -> None:
        """Called when lanes arrive at barriers.

        Args:
            keys: The index of each lane's barrier: the barriers of CTA 0, then of CTA 1, and so on.
            lanes: The lanes.
        """

    def barrier_overfilled(self, key: int, lane: int, arrived: int, expected: int) -> None:
        """Called when more threads are at a barrier than it awaits."""

    def barrier_departures(self, keys: Any, lanes: Any, following: int) -> None:
        """Called when lanes leave completed barriers, to the piece after their instruction."""

    def barriers_complete(self, complete: Any) -> None:
        """Called when all lanes have left completed barriers: a flag for each key."""

    def warps_converge(self, guard: Any, lanes: Any) -> None:
        """Called when the lanes of warps have reconverged at a `bar.warp.sync`."""

    def cluster_arrivals(self, clusters: Any, lanes: Any) -> None:
        """Called when lanes arrive at the barriers of their clusters."""

    def clusters_complete(self, complete: Any) -> None:
        """Called when all threads of clusters have arrived: a flag for each cluster."""

    def cluster_departures(self, clusters: Any, lanes: Any) -> None:
        """Called when lanes leave the barriers of their clusters."""

    # --------------------------------------------------------------- mbarriers

    def mbarriers_initialized(self, words: Any, lanes: Any) -> None:
        """Called when lanes have initialised mbarriers.

        Args:
            words: The index of each lane's mbarrier among the 64-bit words of shared memory.
            lanes: The lanes.
        """

    def mbarriers_invalidated(self, words: Any, lanes: Any) -> None:
        """Called when lanes have invalidated mbarriers."""

    def mbarrier_arrivals(self, words: Any, lanes: Any) -> None:
        """Called before lanes arrive at mbarriers, or change their tx-counts."""

    def mbarrier_overflow(self, words: Any) -> None:
        """Called when too many threads arrive at mbarriers, before that is an error."""

    def mbarrier_phases(self, words: Any) -> None:
        """Called when the current phases of mbarriers complete."""

    def mbarrier_tests(self, words: Any, lanes: Any, passed: Any) -> bool:
        """Called before lanes test mbarriers; return whether a test fails immediately.

        Otherwise the thread is suspended until the phase completes or its wait times out. `passed`
        says for each lane whether the phase is complete already.
        """
        del words, lanes, passed
        return False

    def mbarriers_passed(self, words: Any, lanes: Any) -> None:
        """Called when lanes have seen that a phase is complete."""

    def mbarrier_missed(self, word: int, lane: int) -> None:
        """Called when two phases have completed before a waiting lane has tested the first."""

    # ---------------------------------------------------------------- accesses

    def load(self, space: str, kind: str, count: int, index: Any, lanes: Any) -> None:
        """Called before a load.

        Args:
            space: `global`, `shared` or `local`.
            kind: The NumPy type of an element.
            count: How many consecutive elements each lane loads.
            index: The index of the first element in the whole memory, for each lane.
            lanes: The lanes.
        """

    def store(
        self, space: str, kind: str, elements: Any, index: Any, values: tuple[Any, ...], lanes: Any
    ) -> bool:
        """Called before a store; return whether the hook has performed it.

        Args:
            space: `global`, `shared` or `local`.
            kind: The NumPy type of an element.
            elements: The memory.
            index: The index of the first element that each lane stores to.
            values: The values that each lane stores to consecutive elements.
            lanes: The lanes.
        """
        del space, kind, elements, index, values, lanes
        return False

    def store_addresses(self, addresses: SharedAddresses | None) -> None:
        """Called before `store`, with the array to which it adds displacements, if known."""

    def atomic(
        self, space: str, kind: str, index: Any, lanes: Any, returns: bool  # noqa: FBT001
    ) -> None:
        """Called before an atomic operation; `returns` if it returns the old value."""

    def matrix_rows(self, index: Any, lanes: Any, *, write: bool) -> None:
        """Called before rows of 16 bytes of shared memory are loaded or stored by their index."""

    def shared_filled(self, lane: int, begin: int, size: int) -> None:
        """Called before a lane fills bytes of shared memory."""

    def local_written(self, lanes: Any, begin: int, size: int) -> None:
        """Called when a call has written bytes of the local memory of lanes."""

    def block_allocated(self, start: int, size: int) -> None:
        """Called when `malloc` has allocated a block of global memory."""

    def accumulator_accessed(
        self, frame: Hashable, slots: tuple[int, int], lanes: Any, *, write: bool
    ) -> None:
        """Called before an instruction other than `wgmma` accesses an accumulator of a `wgmma`.

        Args:
            frame: Identifies the frame of the function.
            slots: The register, and the first register of its list of accumulators.
            lanes: The lanes.
            write: Whether the register is written.
        """

    # ----------------------------------------------------------- tensor memory

    def tensor_memory_accessed(
        self, first: Any, offsets: Any, lanes: Any, *, packed: bool, write: bool
    ) -> None:
        """Called before warps load or store tensor memory.

        Args:
            first: For each warp the index of the cell of its address, among [CTA, column, lane].
            offsets: [register, thread]: how far from there the cell of each register is.
            lanes: The first lane of each warp.
            packed: Whether a register takes the cell of the next column, too.
            write: Whether it is a store.
        """

    def tensor_memory_allocated(self, lanes: Any) -> None:
        """Called when warps have allocated columns, and stored the address to shared memory.

        Args:
            lanes: The first lane of each warp.
        """

    def tensor_memory_freed(self, cta: int, start: int, columns: int, lane: int) -> None:
        """Called before a warp frees columns of the tensor memory of a CTA."""

    def tensor_operation_issued(self, lanes: Any) -> None:
        """Called before lanes start an asynchronous operation on tensor memory, or commit."""

    def tensor_memory_waited(self, kind: str, guard: Any, lanes: Any) -> None:
        """Called when lanes wait for their `loads` or `stores` of tensor memory."""

    # --------------------------------------------------- asynchronous operations

    def operation_started(self, effect: Callable[..., None], values: tuple[Any, ...]) -> bool:
        """Called before an asynchronous operation takes effect; return whether it is deferred.

        Args:
            effect: Performs the operation, given the machine and the values.
            values: The further arguments of `effect`.
        """
        del effect, values
        return False

    def word_copies_started(
        self, effect: Callable[..., None], operands: tuple[Any, Any, int, Any], guard: Any,
        lanes: Any,
    ) -> bool:  # fmt: skip
        """Called before the copies of a `cp.async` take effect; return whether they are deferred.

        Args:
            effect: Performs them, given the machine, target, space, source, size, valid bytes,
                guard and lanes.
            operands: The target and source addresses, the bytes of a copy, and the valid bytes.
            guard: Which lanes copy.
            lanes: The lanes.
        """
        del effect, operands, guard, lanes
        return False
