"""The state of a launch in strict mode."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.ir import nodes as n
from ptxpy.sim.memory import FIRST
from ptxpy.sim.strict import accesses
from ptxpy.sim.strict.clocks import Clocks
from ptxpy.sim.strict.flights import Flights
from ptxpy.sim.strict.local import Local
from ptxpy.sim.strict.messages import Messages
from ptxpy.sim.strict.records import LANE_SHIFT, OBJECT, UNSET, Journal
from ptxpy.sim.strict.shadow import Shadow
from ptxpy.sim.strict.synchronising import Synchronising

if TYPE_CHECKING:
    from ptxpy.sim.machine import Machine
    from ptxpy.sim.memory import Memory
    from ptxpy.sim.program import Program

__all__ = ["Strict"]

_ANY: Final = (1 << 32) - 1
_STRONG: Final = (".volatile", ".relaxed", ".acquire", ".release", ".mmio")
_LOCKSTEP: Final = 70
"""Below this target the lanes of a warp run in lockstep."""


class Strict:
    """What is known of all accesses of a launch, batch by batch."""

    machine: Machine
    clocks: Clocks
    local: Local
    shared: Shadow
    synchronising: Synchronising
    flights: Flights

    def __init__(self, program: Program, memory: Memory) -> None:
        """Begin a launch."""
        self.at = 0
        """The statement that runs, by its ordinal."""
        self.journal = Journal()
        self.strong = strong_statements(program)
        """The loads and stores with an order, by their ordinals."""
        self.lockstep = target_of(program.module) < _LOCKSTEP
        self.everywhere = Shadow("global", FIRST, memory.used(), unset=False)
        """Of global memory."""
        self.messages = Messages(self)

    def begin(self, machine: Machine) -> None:
        """Begin with a batch of CTAs."""
        self.machine = machine
        self.journal.batch(machine.first)
        self.clocks = Clocks(machine, self.journal.now)
        self.messages.batch()
        self.own = machine.lanes.astype(np.uint64) << LANE_SHIFT
        """The lanes as they are in records."""
        self.shared = Shadow("shared", 0, machine.shared.nbytes, unset=True)
        self.local = Local(machine)
        self.synchronising = Synchronising(self)
        self.flights = Flights(self)

    def end(self) -> None:
        """All threads of the batch have ended."""
        self.flights.end()
        self.synchronising.end()

    def floor(self, shadow: Shadow) -> int:
        """Return the greatest record that every lane that may access a memory knows of."""
        if shadow.space == "global" or self.machine.clustered:
            return _ANY
        return self.clocks.floor << 32 | _ANY

    def reach(self, size: int) -> None:
        """Make room for records of so many bytes of global memory."""
        self.everywhere.reach(size)

    def allocated(self, start: int, size: int) -> None:
        """Take note of memory from `malloc`: nothing has been written to it."""
        shadow = self.everywhere
        first = start // 4 - shadow.first
        self.reach((first + size // 4 + 1) * 4)
        shadow.written[first : first + -(-size // 4)] = UNSET
        shadow.read[first : first + -(-size // 4)] = 0

    # ---------------------------------------------------------------- accesses

    def load(self, space: str, kind: str, count: int, index: Any, lanes: Any) -> None:
        """See `accesses.load`."""
        accesses.load(self, space, kind, count, index, lanes)

    def store(
        self, space: str, kind: str, elements: Any, index: Any, values: tuple[Any, ...], lanes: Any
    ) -> None:
        """See `accesses.store`."""
        accesses.store(self, space, kind, elements, index, values, lanes)

    def atomic(
        self, space: str, kind: str, index: Any, lanes: Any, wanted: bool  # noqa: FBT001
    ) -> None:
        """See `accesses.atomic`."""
        accesses.atomic(self, space, kind, index, lanes, wanted)

    def objects(self, words: Any, lanes: Any, *, live: bool) -> None:
        """Take note that mbarriers are initialised or invalidated, given their 64-bit words."""
        number = self.journal.note(self.at) << 32
        records = lanes.astype(np.uint64) << LANE_SHIFT
        records |= np.uint64(number | OBJECT | 0xF if live else UNSET)
        for half in range(2):
            self.shared.written[2 * words + half] = records


def strong_statements(program: Program) -> frozenset[int]:
    """Return the ordinals of loads and stores that are volatile, relaxed, or have an order."""
    found = set()
    for routine in program.routines.values():
        code = routine.code
        for statement, ordinal in zip(code.statements, code.ordinals, strict=True):
            if type(statement) is n.Instruction and any(
                word in _STRONG for word in statement.modifiers
            ):
                found.add(ordinal)
    return frozenset(found)


def target_of(module: n.Module) -> int:
    """Return the number of the target of a module: 90 for `sm_90a`."""
    for target in module.targets:
        digits = "".join(c for c in target.partition("_")[2] if c.isdigit())
        if target.startswith("sm_") and digits:
            return int(digits)
    return _LOCKSTEP
