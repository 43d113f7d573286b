"""The state of a launch in strict mode."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from ptxpy.ir import nodes as n
from ptxpy.sim.fault_messages import thread
from ptxpy.sim.machine.global_memory import FIRST
from ptxpy.sim.races import loads, member_masks, stores
from ptxpy.sim.races.access_kinds import Accesses
from ptxpy.sim.races.copies_in_flight import Flights
from ptxpy.sim.races.cp_async import WordCopies
from ptxpy.sim.races.epochs import LANE_SHIFT, OBJECT, UNSET, Journal
from ptxpy.sim.races.local_memory import Local
from ptxpy.sim.races.release_acquire import Messages
from ptxpy.sim.races.shadow_memory import WORD, Shadow
from ptxpy.sim.races.synchronization import Synchronising
from ptxpy.sim.races.vector_clocks import Clocks
from ptxpy.sim.races.wgmma_in_flight import Products
from ptxpy.sim.races.wgmma_tiles import Tiles
from ptxpy.sim.races.word_spans import BYTES

if TYPE_CHECKING:
    from ptxpy.sim.errors import Fault
    from ptxpy.sim.machine.global_memory import Memory
    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.pieces import Program
    from ptxpy.sim.races.findings import Findings
    from ptxpy.sim.races.word_spans import Span
    from ptxpy.sim.semantics.memory.address_sums import Addresses

__all__ = ["Strict"]

_ANY: Final = (1 << 32) - 1
_LOCKSTEP: Final = 70
"""Below this target the lanes of a warp run in lockstep."""


class Unset(NamedTuple):
    """A read of what nothing has been written to, the first one of a statement."""

    where: str
    thread: str


class Strict:
    """What is known of all accesses of a launch, batch by batch."""

    machine: Machine
    clocks: Clocks
    local: Local
    synchronising: Synchronising
    flights: Flights
    words: WordCopies
    products: Products

    def __init__(self, program: Program, memory: Memory, findings: Findings | None = None) -> None:
        """Begin a launch; one that gathers faults goes on behind them."""
        self.findings = findings
        self.at = 0
        """The statement that runs, by its ordinal."""
        self.program = program
        self.journal = Journal()
        self.accesses = Accesses(program)
        """The accesses that are no plain ones."""
        self.lockstep = target_of(program.module) < _LOCKSTEP
        self.everywhere = Shadow("global", FIRST, memory.used(), unset=False)
        """Of global memory."""
        self.messages = Messages(self)
        self.shared = Shadow("shared", 0, 0, unset=True)
        """Of the shared memory of the batch."""
        self.tiles = Tiles(self)
        self.addresses: Addresses | None = None
        """The array that the addresses of a store to global memory are sums with, if known."""
        self.reads_unset: dict[int, Unset] = {}
        """The statements that have read what nothing has been written to."""

    def begin(self, machine: Machine) -> None:
        """Begin with a batch of CTAs."""
        self.machine = machine
        self.journal.batch(machine.first)
        self.clocks = Clocks(machine, self.journal.now, fences=bool(self.accesses.relaxed))
        self.messages.batch()
        self.addresses = None
        self._hurried: set[int] = set()
        """The waits for mbarriers that have been made, by their ordinals."""
        self.own = machine.lanes.astype(np.uint64) << LANE_SHIFT
        """The lanes as they are in records."""
        if len(self.shared.written) == machine.shared.nbytes // WORD:
            self.shared.clear()
        else:
            self.shared = Shadow("shared", 0, machine.shared.nbytes, unset=True)
            self.tiles = Tiles(self)
        self.local = Local(machine)
        self.synchronising = Synchronising(self)
        self.flights = Flights(self)
        self.words = WordCopies(self)
        self.products = Products(self)

    def end(self) -> None:
        """All threads of the batch have ended."""
        self.products.end()
        self.flights.end()
        self.synchronising.end()

    def left(self, lanes: Any) -> None:
        """Take note that threads end."""
        self.words.left(lanes)
        self.flights.left(lanes)

    def chosen(self, guard: Any, lanes: Any) -> Any:
        """Return the numbers of the lanes that run an instruction."""
        every = self.machine.lanes if lanes is None else lanes
        if guard is None:
            return every
        return every[np.broadcast_to(self.machine.flat(guard), every.shape)]

    def report(self, fault: Fault) -> None:
        """Raise a fault, or gather it where the launch goes on."""
        if self.findings is None:
            raise fault
        self.findings.add(fault, self.machine.scheduler)

    def unset(self, where: str, lane: int) -> None:
        """Take note of a read of what nothing has been written to."""
        if self.at not in self.reads_unset:
            self.reads_unset[self.at] = Unset(where, thread(self.machine.scheduler, lane))

    def floor(self, shadow: Shadow) -> int:
        """Return the greatest record that every lane that may access a memory knows of."""
        if shadow.space == "global" or self.machine.clustered:
            return _ANY
        return self.clocks.floor << 32 | _ANY

    def distinct(self, span: Span) -> bool:
        """Return whether all lanes surely access different words."""
        found, self.addresses = self.addresses, None
        if span.bytes is not BYTES:
            return False
        first = span.first
        if found is not None and found.array.size == len(first):
            return found.gap >= WORD * span.words
        if first[-1] - first[0] < len(first) - 1:
            return False
        return bool((first[1:] - first[:-1] >= span.words).all())

    def reach(self, size: int) -> None:
        """Make room for records of so many bytes of global memory."""
        self.everywhere.reach(size)

    def allocated(self, start: int, size: int) -> None:
        """Take note of memory from `malloc`: nothing has been written to it."""
        shadow = self.everywhere
        first = start // 4 - shadow.first
        self.reach((first + size // 4 + 1) * 4)
        shadow.written[first : first + -(-size // 4)] = UNSET
        shadow.note(slice(first // 4096, (first + size // 4) // 4096 + 1), write=True)
        shadow.read[first : first + -(-size // 4)] = 0

    # ---------------------------------------------------------------- accesses

    def load(self, space: str, kind: str, count: int, index: Any, lanes: Any) -> None:
        """See `loads.load`."""
        loads.load(self, space, kind, count, index, lanes)

    def store(
        self, space: str, kind: str, elements: Any, index: Any, values: tuple[Any, ...], lanes: Any
    ) -> None:
        """See `stores.store`."""
        stores.store(self, space, kind, elements, index, values, lanes)

    def atomic(
        self, space: str, kind: str, index: Any, lanes: Any, wanted: bool  # noqa: FBT001
    ) -> None:
        """See `loads.atomic`."""
        loads.atomic(self, space, kind, index, lanes, wanted)

    def rows(self, space: str, index: Any, lanes: Any, *, write: bool) -> None:
        """Look at rows of 16 bytes that are loaded or stored, before that is done."""
        del space
        if write:
            stores.overwrite(self, "c16", index, lanes)
        else:
            loads.load(self, "shared", "c16", 1, index, lanes)

    def looked_at(self, words: Any, lanes: Any) -> bool:
        """Take note that lanes look at mbarriers, before they do.

        Return whether they hear at once that a phase is not complete: each wait does so once, as
        it may on a device, so that one that is in no loop shows.
        """
        self.synchronising.known(words, lanes, "a look at")
        if self.at not in self._hurried:
            self._hurried.add(self.at)
            return True
        self.flights.looked_at(words)
        return False

    def collective(self, mask: Any, guard: Any, lanes: Any) -> None:
        """See `collectives.check`."""
        member_masks.check(self, mask, guard, lanes)

    def filled(self, lane: int, begin: int, size: int) -> None:
        """Look at shared memory that a thread fills, before it does."""
        stores.overwrite_bytes(self, lane, begin, size)

    def objects(self, words: Any, lanes: Any, *, live: bool) -> None:
        """Take note that mbarriers are initialised or invalidated, given their 64-bit words."""
        if live:
            self.synchronising.renewed(words, lanes)
        self.synchronising.forget(words)
        number = self.journal.note(self.at) << 32
        records = lanes.astype(np.uint64) << LANE_SHIFT
        records |= np.uint64(number | OBJECT | 0xF if live else UNSET)
        for half in range(2):
            self.shared.written[2 * words + half] = records


def target_of(module: n.Module) -> int:
    """Return the number of the target of a module: 90 for `sm_90a`."""
    for item in module.body:
        for target in item.names if type(item) is n.Target else ():
            digits = "".join(c for c in target.partition("_")[2] if c.isdigit())
            if target.startswith("sm_") and digits:
                return int(digits)
    return _LOCKSTEP
