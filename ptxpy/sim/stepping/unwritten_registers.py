"""Registers that a thread reads and has not written.

Only those are followed that some path reads before it writes them: a compiler's code has hardly
any, so that most instructions cost a look into a dictionary.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.analysis import control_flow, liveness, register_table
from ptxpy.ir import nodes as n
from ptxpy.isa import traits
from ptxpy.sim.stepping.operation_tracker import operand_reader

if TYPE_CHECKING:
    from ptxpy.sim.compile.compiled_pieces import CompiledPieces
    from ptxpy.sim.machine.frame import Frame
    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.pieces import Routine

__all__ = ["UnwrittenRegisters"]


class _Event(NamedTuple):
    """The accesses of an instruction to registers that are followed."""

    guard: str
    """The predicate of its guard, if that is followed; else empty."""
    reads: tuple[str, ...]
    writes: tuple[str, ...]
    lanes: Any
    """The function that reads its guard, see `operand_reader`."""


class UnwrittenRegisters:
    """Follows the threads of a batch, from its begin on."""

    def __init__(self, machine: Machine, pieces: CompiledPieces) -> None:
        """Begin with no register written."""
        self._machine = machine
        self._pieces = pieces
        self._events: dict[int, dict[int, _Event]] = {}
        """The events of each function, by number, by the index of the statement."""
        self._by_piece: dict[int, _Event | None] = {}
        self._written: dict[Frame, dict[str, Any]] = {}
        """For each register of a frame the lanes that have written it."""

    def before(self, frame: Frame, piece: int, lanes: Any) -> tuple[str, int] | None:
        """Follow lanes that are about to run an instruction.

        Returns a register that it reads and some lane has not written, and the first such lane. An
        instruction that only copies does not count, as compilers copy undefined values (see PTX040
        of `ptxpy check`), and neither does one that updates an accumulator.
        """
        try:
            event = self._by_piece[piece]
        except KeyError:
            event = self._by_piece[piece] = self._event_of(piece)
        if event is None:
            return None
        machine = self._machine
        chosen = machine.lanes if lanes is None else lanes
        written = self._written.setdefault(frame, {})
        found = self._first(written, (event.guard,), chosen) if event.guard else None
        guard, _ = event.lanes(machine, frame, lanes)
        if guard is not None:
            chosen = chosen[np.broadcast_to(machine.flat(guard), chosen.shape)]
        found = found or self._first(written, event.reads, chosen)
        for name in event.writes:
            written.setdefault(name, np.zeros(machine.count, bool))[chosen] = True
        return found

    def _first(
        self, written: dict[str, Any], names: tuple[str, ...], lanes: Any
    ) -> tuple[str, int] | None:
        for name in names:
            held = written.get(name)
            missing = lanes if held is None else lanes[~held[lanes]]
            if len(missing):
                return name, int(missing[0])
        return None

    def _event_of(self, piece: int) -> _Event | None:
        routine = self._pieces.program.owners[piece]
        events = self._events.get(routine.number)
        if events is None:
            events = self._events[routine.number] = self._events_of(routine)
        start, stop, _ = routine.pieces[piece - routine.first]
        index = next((each for each in range(start, stop) if each in events), -1)
        if index < 0:
            return None
        node: Any = routine.code.statements[index]
        level = routine.code.scopes[index]
        reader = operand_reader(self._pieces, piece, index, node, level, -1)
        return events[index]._replace(lanes=reader)

    def _events_of(self, routine: Routine) -> dict[int, _Event]:
        """Return the accesses to registers that a path reads before it writes them."""
        code = routine.code
        table, accesses = register_table(code)
        graph = control_flow(code)
        if not graph.blocks:
            return {}
        live = liveness(graph, table, accesses).registers(0)[0]
        # The caller writes a parameter that is a register.
        parameters = {each.declarator.name.name for each in code.function.parameters or ()}
        followed = {
            number: name
            for number, name in enumerate(table.names)
            if live >> number & 1 and not (table.levels[number] == 0 and name in parameters)
        }
        found = {}
        for index, (reads, writes, updates, _) in enumerate(accesses if followed else ()):
            statement = code.statements[index]
            if type(statement) is not n.Instruction or not {*reads, *writes} & followed.keys():
                continue
            kind = traits(statement.opcode, statement.modifiers)
            guard = ""
            if statement.guard is not None:
                name = getattr(statement.guard.register, "name", "")
                guard = name if table.number(name, code.scopes[index]) in followed else ""
            is_copy = bool(kind.copies or kind.permutes)
            named = [followed[each] for each in reads if each in followed and each not in updates]
            found[index] = _Event(
                guard,
                tuple([each for each in named if each != guard and not is_copy]),
                tuple([followed[each] for each in writes if each in followed]),
                None,
            )
        return found
