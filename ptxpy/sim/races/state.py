"""The state of a launch in which races are detected."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.sim.machine.address_space import FIRST_ADDRESS
from ptxpy.sim.races.access_kinds import AccessKinds
from ptxpy.sim.races.epochs import LANE_SHIFT, AccessLog
from ptxpy.sim.races.grid_accesses import DependentGrid
from ptxpy.sim.races.in_flight import InFlight, ProductGroups
from ptxpy.sim.races.local_memory import LocalMemory
from ptxpy.sim.races.release_acquire import WordClocks
from ptxpy.sim.races.shadow_memory import WORD, Shadow
from ptxpy.sim.races.synchronization_uses import SynchronizationUses
from ptxpy.sim.races.vector_clocks import VectorClocks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.sim.errors import FaultError
    from ptxpy.sim.hooks import SharedAddresses
    from ptxpy.sim.machine.global_memory import Memory
    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.machine.scheduler import Scheduler
    from ptxpy.sim.pieces import Program
    from ptxpy.sim.races.findings import Findings
    from ptxpy.sim.races.grid_accesses import GridAccesses

__all__ = ["RaceState", "UninitialisedRead"]

_LOW_BITS: Final = (1 << 32) - 1
_LOCKSTEP: Final = 70
"""The lanes of a warp run in lockstep below this target."""


class UninitialisedRead(NamedTuple):
    """The first read of uninitialised memory by a statement."""

    where: str
    thread: str
    lane: int
    """The thread's index in the batch."""


class RaceState:
    """The records and clocks of a launch, batch by batch."""

    scheduler: Scheduler
    machine: Machine
    clocks: VectorClocks
    local: LocalMemory
    in_flight: InFlight
    uses: SynchronizationUses
    wgmmas: ProductGroups
    swizzled_copies: dict[int, int]
    """The bytes of a row of the swizzle of copies that have been performed, by their times."""
    own: Any
    """The lanes, in the format of records."""

    def __init__(
        self,
        program: Program,
        memory: Memory,
        findings: Findings | None = None,
        *,
        asks_fences: bool = False,
        primary: GridAccesses | None = None,
    ) -> None:
        """Create the state of a launch; with `findings`, it continues after a fault."""
        self.grids = DependentGrid(primary)
        self.asks_fences = asks_fences
        """Whether a missing `tcgen05.fence` is a fault."""
        self.findings = findings
        self.at = 0
        """The ordinal of the current statement."""
        self.program = program
        self.log = AccessLog()
        self.accesses = AccessKinds(program)
        """The accesses that are not plain."""
        self.lockstep = (program.architecture or _LOCKSTEP) < _LOCKSTEP
        self.global_shadow = Shadow("global", FIRST_ADDRESS, memory.used(), unset=False)
        """The shadow of global memory."""
        self.word_clocks = WordClocks(self.log)
        self.shared_shadow = Shadow("shared", 0, 0, unset=True)
        """The shadow of the shared memory of the batch."""
        self.addresses: SharedAddresses | None = None
        """The array to which a store to global memory adds displacements, if it is known."""
        self.reads_unset: dict[int, UninitialisedRead] = {}
        """The first read of uninitialised memory of each statement, by ordinal."""
        self.uses_partial_words = False
        """Whether a load uses a word of which only some bytes have been written."""

    def begin_batch(self, scheduler: Scheduler) -> bool:
        """Begin a batch of CTAs; return whether its shared memory has another size."""
        machine = scheduler.machine
        self.scheduler, self.machine = scheduler, machine
        self.log.begin_batch(machine.first)
        kinds = self.accesses
        # Narrow scopes can be in the way of an order between CTAs: in a cluster those of any
        # barrier or fence, in a grid those of fences of relaxed accesses.
        scopes = bool(kinds.order_scopes)
        if machine.geometry.cluster_size == 1:
            # Without clusters only global memory is shared, where a narrow fence matters beside a
            # relaxed access.
            is_fenced = bool(kinds.relaxed or kinds.relaxed_reads)
            scopes = machine.ctas > 1 and kinds.has_narrow_fences and is_fenced
        self.clocks = VectorClocks(
            machine,
            self.log.now,
            fences=bool(kinds.relaxed),
            tensor_fences=self.asks_fences or kinds.has_tensor_fences,
            causal=kinds.has_phase_waits or machine.clustered,
            scopes=scopes,
        )
        self.word_clocks.begin_batch(self.clocks)
        self.addresses = None
        self.own = machine.lanes.astype(np.uint64) << LANE_SHIFT
        self.in_flight = InFlight(self.clocks.warps)
        self.swizzled_copies = {}
        self.uses = SynchronizationUses()
        self.local = LocalMemory(machine)
        # Most batches of a grid have the same number of CTAs: reusing the arrays saves their
        # allocation.
        if len(self.shared_shadow.written) == machine.shared.nbytes // WORD:
            self.shared_shadow.clear()
            return False
        self.shared_shadow = Shadow("shared", 0, machine.shared.nbytes, unset=True)
        return True

    @property
    def releases(self) -> bool:
        """Whether the current statement releases; a relaxed access does not."""
        return self.at not in self.accesses.relaxed

    @property
    def is_narrow(self) -> bool:
        """Whether the current fence, arrival or wait orders nothing between CTAs."""
        scope = self.accesses.order_scopes.get(self.at)
        # A cluster of one CTA reaches no other CTA.
        return scope == "cta" or (scope == "cluster" and self.machine.geometry.cluster_size == 1)

    def select_lanes(self, guard: Any, lanes: Any) -> Any:
        """Return the indices of the lanes that execute an instruction."""
        every = self.machine.lanes if lanes is None else lanes
        if guard is None:
            return every
        return every[np.broadcast_to(self.machine.flat(guard), every.shape)]

    def report(self, fault: FaultError) -> None:
        """Raise a fault; with `findings`, add it to them."""
        if self.findings is None:
            raise fault
        self.findings.add(fault, self.scheduler)

    def operation_completes(self, values: tuple[Any, ...], words: Sequence[int]) -> None:
        """Called before an operation that was deferred completes at mbarriers.

        Args:
            values: The arguments of its effect, the same object as in `operation_started`.
            words: The 64-bit words of the mbarriers.
        """

    def record_unset_read(self, where: str, lane: int) -> None:
        """Record a read of uninitialised memory."""
        if self.at not in self.reads_unset:
            thread = self.machine.describe_thread(lane)
            self.reads_unset[self.at] = UninitialisedRead(where, thread, lane)

    def floor(self, shadow: Shadow) -> int:
        """Return the largest record that happens before the next access of every lane."""
        # The floor is known for barriers of a CTA: global memory and that of a cluster are accessed
        # by other CTAs, too.
        if shadow.space == "global" or self.machine.clustered:
            return _LOW_BITS
        return self.clocks.floor << 32 | _LOW_BITS

    def grow(self, size: int) -> None:
        """Grow the shadow of global memory to at least `size` bytes."""
        self.global_shadow.grow(size)
