"""Compilation for strict mode: the functions record the current statement and call hooks."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from ptxpy.ir import nodes as n
from ptxpy.ir import walk
from ptxpy.isa import Traits, traits
from ptxpy.sim.compile.compiled_pieces import CompiledPieces
from ptxpy.sim.compile.piece_compiler import PieceCompiler
from ptxpy.sim.compile.register_slots import slots_of
from ptxpy.sim.compile.registry import LANEWISE
from ptxpy.sim.races.access_kinds import TENSOR_FENCE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.sim.compile.register_slots import Slots
    from ptxpy.sim.pieces import Program, Routine

__all__ = ["CheckedPieces"]


class CheckedPieces(CompiledPieces):
    """The functions of all pieces of a program, for machines with `Machine.hooks`."""

    converts_branches = False

    def __init__(self, program: Program) -> None:
        """Prepare the compilation of a program."""
        super().__init__(program)
        self.fragments: dict[int, tuple[int, ...]] = {}
        """For each `wgmma` with A in registers, these registers, by ordinal."""
        self._slots_of_a: dict[str, frozenset[int]] = {}
        self._loaded: dict[str, Mapping[int, tuple[int, ...]]] = {}
        """For each routine, its registers that `tcgen05.ld` loads."""

    def slots_of_a(self, routine: Routine, slots: Slots) -> frozenset[int]:
        """Return the registers of a routine that are A of a `wgmma`."""
        found = self._slots_of_a.get(routine.name)
        if found is None:
            every: set[int] = set()
            code = routine.code
            for index, statement in enumerate(code.statements):
                if type(statement) is not n.Instruction:
                    continue
                completion = traits(statement.opcode, statement.modifiers).completion
                # A in registers is a vector, `{%r1, %r2, %r3, %r4}`; a descriptor in shared memory
                # is a scalar.
                if "wgmma-group" in completion and type(statement.operands[1]) is n.Vector:
                    some = slots_of(slots, statement.operands[1], code.scopes[index]) or ()
                    self.fragments[code.ordinals[index]] = some
                    every.update(some)
            found = self._slots_of_a[routine.name] = frozenset(every)
        return found

    def _writer(self, number: int, *, all_lanes: bool) -> PieceCompiler:
        routine = self.program.owners[number]
        uses = self._uses.get(number)
        slots = self._slots[routine.name]
        writer = CheckedPieceCompiler(
            self.program, routine, slots, number, all_lanes=all_lanes, uses=uses
        )
        writer.slots_of_a = self.slots_of_a(routine, slots)
        if routine.name not in self._loaded:
            self._loaded[routine.name] = _loaded_registers(slots)
        writer.loads_of = self._loaded[routine.name]
        return writer


class CheckedPieceCompiler(PieceCompiler):
    """Writes the function of one piece."""

    slots_of_a: frozenset[int] = frozenset()
    """The registers that are A of a `wgmma`."""
    loads_of: Mapping[int, tuple[int, ...]] = MappingProxyType({})
    """The registers that `tcgen05.ld` loads, with the ordinals of the loads."""

    def write_all(self) -> str:
        """Write all statements; return the text."""
        self.at = self.piece.start
        self.emit("S = M.hooks")
        return super().write_all()

    def statement(self, statement: Any, level: int, index: int) -> str | None:
        """Write an instruction or a call."""
        opcode, found = "", Traits()
        if type(statement) is n.Instruction:
            opcode = statement.opcode
            found = traits(opcode, statement.modifiers)
        # Instructions that only compute cannot be at fault: recording the statement would only slow
        # them down.
        if opcode not in LANEWISE or found.accesses:
            self.emit(f"S.at = {self.routine.code.ordinals[index]}")
        # Writes to accumulators that are still in local variables come before the fence: they must
        # not be recorded behind it.
        if "wgmma-registers" in found.fences:
            self.write_back([slot for slot in self.written if slot in self.slots.accumulators])
        # Groups that an instruction tracks by itself are waited for before it runs; other hooks
        # follow it.
        before, after = _calls(found, statement)
        if before:
            self._write_call(before, statement, level)
        result = super().statement(statement, level, index)
        if after and result is None:
            self._write_call(after, statement, level)
        return result

    def write(self, slot: int, expression: str, kind: str, guard: str | None = None) -> None:
        """Assign an expression to a register, and call a hook if the register is part of A."""
        super().write(slot, expression, kind, guard)
        if slot in self.slots_of_a:
            self.emit(f"S.at = {self.routine.code.ordinals[self.at]}")
            self.emit(f"S.wgmmas.check_fragment(F, {slot}, I)")

    def read(self, slot: int, kind: str) -> str:
        """Return a variable of a register, which is loaded then."""
        self._use(slot)
        return super().read(slot, kind)

    def peek(self, slot: int, kind: str) -> str:
        """Return the same variable, whose text may be deferred."""
        self._use(slot)
        return super().peek(slot, kind)

    def _use(self, slot: int) -> None:
        """Call a hook if the current instruction uses a register that `tcgen05.ld` loads."""
        loads = self.loads_of.get(slot)
        statement = self.routine.code.statements[self.at]
        # Moves and other loads do not use a register: assemblers rename registers.
        if loads and not (
            type(statement) is n.Instruction and (_is_move(statement) or _is_load(statement))
        ):
            self.emit(f"if S.tensor_accesses.loading: S.tensor_accesses.used({loads}, I)")

    def collective(self, mask: str, guard: str | None) -> None:
        """Write a call that checks the member masks of a collective instruction."""
        self.emit(f"S.collective({mask}, {guard or 'None'}, I)")

    def _write_call(self, call: str, statement: n.Instruction, level: int) -> None:
        """Write a call of a hook with the guard and the lanes of a statement."""
        self.pure = self.lanewise = False
        guard = self.guard(statement.guard, level) or "None"
        self.emit(f"S.{call}{guard}, I)")


def _number(operand: n.Operand) -> int:
    return int(operand.value) if isinstance(operand, n.Literal) else 0


_GROUPS: Final = {
    "async-group": "word_copies",
    "bulk-async-group": "copies",
    "wgmma-group": "wgmmas",
}
"""The attributes of `Machine.hooks` that track groups of asynchronous operations, by mechanism."""


def _calls(found: Traits, statement: n.Instruction) -> tuple[str, str]:
    """Return the calls of `Machine.hooks` before and after an instruction."""
    if "prerequisite-grids" in found.waits | found.commits:
        return "", "wait_for_primary(" if found.waits else "launch_dependents("
    for group, attribute in _GROUPS.items():
        # `cp.async.mbarrier.arrive` arrives when all earlier copies of its thread are complete:
        # they are performed first.
        if group in found.tracks:
            return f"{attribute}.wait(-1, ", ""
        if group in found.commits:
            return "", f"{attribute}.commit("
        if group in found.waits:
            pending = -1 if group in found.waits_all else _number(statement.operands[0])
            return "", f"{attribute}.wait({pending}, "
    if TENSOR_FENCE in found.fences:
        before = ".fence::before_thread_sync" in statement.modifiers
        return "", f"tensor_accesses.{'fence_before' if before else 'fence_after'}("
    if "wgmma-registers" in found.fences:
        return "", "wgmmas.fence("
    if "proxy.async" in found.fences or ("proxy.tensormap" in found.fences and found.accesses):
        # Kernels reuse shared memory from which they have copied a tensor map without a fence.
        releases = {".async::generic", ".release"} <= set(statement.modifiers)
        return "", "copies.fence_releasing(" if releases else "copies.fence("
    if "mbarrier-init" in found.fences:
        return "", "synchronization.fence_initialisations("
    if "memory" in found.fences:
        return "", "synchronization.fence("
    if found.barrier and found.collective == "warp":
        return "", "synchronization.warps_converge("
    if "register-count" in found.implicit_writes:
        return "", f"registers.set({_number(statement.operands[0])}, "
    return "", ""


_LOAD = "tcgen05.ld"


def _loaded_registers(slots: Slots) -> Mapping[int, tuple[int, ...]]:
    """Return for each register of a routine the loads that it may hold, by their ordinals."""
    found: dict[int, set[int]] = {}
    moves: list[tuple[set[int], set[int]]] = []
    code = slots.routine.code
    for index, statement in enumerate(code.statements):
        if type(statement) is not n.Instruction:
            continue
        level = code.scopes[index]
        if _is_load(statement):
            # `tcgen05.ld.red` has a second result, the reduced value.
            results = statement.operands[: 2 if ".red" in statement.modifiers else 1]
            for slot in _slots_of(slots, results, level):
                found.setdefault(slot, set()).add(code.ordinals[index])
        elif _is_move(statement):
            target, *sources = statement.operands
            moves.append((_slots_of(slots, (target,), level), _slots_of(slots, sources, level)))
    # Moves add the loads of their sources to their targets, until nothing changes.
    grows = bool(found)
    while grows:
        grows = False
        for targets, origins in moves:
            loads = set().union(*(found.get(slot, ()) for slot in origins))
            for slot in targets if loads else ():
                held = found.setdefault(slot, set())
                grows |= not loads <= held
                held |= loads
    return {slot: tuple(sorted(loads)) for slot, loads in found.items()}


def _is_move(statement: n.Instruction) -> bool:
    return bool(traits(statement.opcode, statement.modifiers).copies)


def _is_load(statement: n.Instruction) -> bool:
    return _LOAD in traits(statement.opcode, statement.modifiers).completion


def _slots_of(
    slots: Slots, operands: tuple[n.Operand, ...] | list[n.Operand], level: int
) -> set[int]:
    """Return the registers of operands."""
    found: set[int] = set()
    for operand in operands:
        for node in walk(operand):
            location = (
                slots.register(node, level)
                if isinstance(node, n.Register | n.Symbol | n.Component)
                else None
            )
            found.update(location.slots if location is not None else ())
    return found
