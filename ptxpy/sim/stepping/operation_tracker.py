"""The mbarriers of a batch, and the asynchronous operations that its threads have in flight.

The simulator completes copies and products at once, and a program may rely on that only behind its
wait. In flight are here the operations that no group has yet, and the groups that have been
committed and not been waited for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.isa import traits
from ptxpy.sim.compile.operand_values import value_of
from ptxpy.sim.compile.piece_compiler import PieceCompiler
from ptxpy.sim.compile.site import Site
from ptxpy.sim.machine.address_space import SHARED_WINDOW
from ptxpy.sim.machine.geometry import WARP

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.compile.compiled_pieces import CompiledPieces
    from ptxpy.sim.machine.machine import Machine

__all__ = ["GROUP_KINDS", "InFlight", "OperationTracker"]

GROUP_KINDS: Final = {
    "async-group": "cp.async",
    "bulk-async-group": "cp.async.bulk",
    "wgmma-group": "wgmma.mma_async",
}
"""The names of the kinds of groups, by the mechanism of completion."""


class InFlight(NamedTuple):
    """The operations of one kind that a thread has in flight."""

    kind: str
    """`cp.async`, `cp.async.bulk` or `wgmma.mma_async`."""
    operations: int
    """Operations that no group has yet."""
    groups: int
    """Groups that have been committed and not been waited for."""


class _Event(NamedTuple):
    """The effect of an instruction on mbarriers or groups."""

    kind: str
    """The mechanism of completion, or `object` for an mbarrier object."""
    role: str
    """`operation`, `commit` or `wait`; `init` or `inval` of an mbarrier."""
    pending: int
    """How many groups may be left after a wait."""
    operands: Callable[[Machine, Any, Any], tuple[Any, Any]]
    """Returns guard and address, given machine, frame and lanes; None for those without."""


class OperationTracker:
    """Follows the threads of a batch, from its begin on."""

    def __init__(self, machine: Machine, pieces: CompiledPieces) -> None:
        """Begin with nothing under way."""
        self._machine = machine
        self._pieces = pieces
        self._events: dict[int, _Event | None] = {}
        """The events of pieces that have run."""
        self._operations = {kind: np.zeros(machine.count, np.int32) for kind in GROUP_KINDS}
        self._groups = {kind: np.zeros(machine.count, np.int32) for kind in GROUP_KINDS}
        self.mbarriers: set[tuple[int, int]] = set()
        """The mbarriers that are initialised: index of the CTA in the batch, offset in its
        shared memory."""

    def in_flight(self, lane: int) -> list[InFlight]:
        """Return the operations that a thread has in flight, by kind."""
        found = [
            InFlight(name, int(self._operations[kind][lane]), int(self._groups[kind][lane]))
            for kind, name in GROUP_KINDS.items()
        ]
        return [each for each in found if each.operations or each.groups]

    def before(self, frame: Any, piece: int, lanes: Any) -> None:
        """Follow lanes that are about to run an instruction."""
        try:
            event = self._events[piece]
        except KeyError:
            event = self._events[piece] = self._event_of(piece)
        if event is None:
            return
        machine = self._machine
        guard, address = event.operands(machine, frame, lanes)
        chosen = machine.lanes if lanes is None else lanes
        if guard is not None:
            chosen = chosen[np.broadcast_to(guard, chosen.shape)]
        if event.kind == "object":
            self._follow_mbarriers(event.role, address, guard, lanes, chosen)
            return
        if event.kind == "wgmma-group":
            # Warps that have not all come wait here, and run the instruction once more.
            _, inverse, counts = np.unique(chosen // WARP, return_inverse=True, return_counts=True)
            chosen = chosen[counts[inverse] == WARP]
        operations, groups = self._operations[event.kind], self._groups[event.kind]
        if event.role == "operation":
            operations[chosen] += 1
        elif event.role == "commit":
            groups[chosen] += 1
            operations[chosen] = 0
        else:
            groups[chosen] = np.minimum(groups[chosen], event.pending)

    def _follow_mbarriers(
        self, role: str, address: Any, guard: Any, lanes: Any, chosen: Any
    ) -> None:
        machine = self._machine
        count = machine.count if lanes is None else len(lanes)
        places = np.broadcast_to(machine.flat(address), (count,))
        if guard is not None:
            places = places[np.broadcast_to(guard, (count,))]
        for lane, place in zip(chosen.tolist(), places.tolist(), strict=True):
            # One thread of a CTA, nearly always, initialises each of them.
            key = (int(machine.cta_of[lane]), place % SHARED_WINDOW & 0xFFFFFF)
            if role == "init":
                self.mbarriers.add(key)
            else:
                self.mbarriers.discard(key)

    def _event_of(self, number: int) -> _Event | None:
        """Return the event of a piece of a stepped program; None for most."""
        routine = self._pieces.program.owners[number]
        piece = routine.pieces[number - routine.first]
        index, statement = next(
            (
                (index, each)
                for index in range(piece.start, piece.stop)
                for each in (routine.code.statements[index],)
                if type(each) is n.Instruction
            ),
            (0, None),
        )
        if statement is None:
            return None
        found = traits(statement.opcode, statement.modifiers)
        operand = -1
        kind, role, pending = "", "", 0
        if found.mbarrier & {"init", "inval"}:
            kind, role = "object", "init" if "init" in found.mbarrier else "inval"
            operand = found.mbarrier_position
        for mechanism in GROUP_KINDS:
            if mechanism in found.completion:
                kind, role = mechanism, "operation"
            elif mechanism in found.commits:
                kind, role = mechanism, "commit"
            elif mechanism in found.waits:
                kind, role = mechanism, "wait"
                literal = statement.operands[0] if statement.operands else None
                if mechanism not in found.waits_all and type(literal) is n.Literal:
                    pending = int(literal.value)
        if not kind:
            return None
        return _Event(kind, role, pending, self._reader(number, index, statement, operand))

    def _reader(
        self, number: int, index: int, statement: n.Instruction, operand: int
    ) -> Callable[[Machine, Any, Any], tuple[Any, Any]]:
        """Return a function that reads the guard and the address of an instruction."""
        routine = self._pieces.program.owners[number]
        level = routine.code.scopes[index]
        return operand_reader(self._pieces, number, index, statement, level, operand)


def operand_reader(
    pieces: CompiledPieces,
    number: int,
    index: int,
    statement: n.Instruction,
    level: int,
    operand: int,
) -> Callable[[Machine, Any, Any], tuple[Any, Any]]:
    """Return a function that reads the guard, and the address in an operand, of an instruction.

    Args:
        pieces: The compiled program.
        number: The piece.
        index: The index of the instruction in its function.
        statement: The instruction.
        level: Its scope.
        operand: The index of the operand in brackets; -1 for none.
    """
    routine = pieces.program.owners[number]
    writer = PieceCompiler(pieces.program, routine, pieces.slots(routine), number, all_lanes=False)
    writer.at = index
    guard = writer.guard(statement.guard, level) or "None"
    address = "None"
    if operand >= 0:
        inner: Any = statement.operands[operand]
        if isinstance(inner, n.Component):
            inner = inner.base
        if isinstance(inner, n.Address | n.Subscript):
            site = Site(statement, level, index, None)
            address = writer.address(site, statement.operands[operand])
        else:
            address = value_of(writer, inner, "u8", level)
    writer.emit(f"return {guard}, {address}")
    source = "def piece(M, F, I):\n" + "\n".join(writer.lines) + "\n"
    exec(source, writer.namespace)  # noqa: S102 - made of names made here
    function: Callable[[Machine, Any, Any], tuple[Any, Any]] = writer.namespace["piece"]

    def read(machine: Machine, frame: Any, lanes: Any) -> tuple[Any, Any]:
        return function(machine, frame, machine.lanes if lanes is None else lanes)

    return read
