"""Compilation for strict mode: the functions record the current statement and call hooks."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from ptxpy.ir import nodes as n
from ptxpy.isa import Traits, traits
from ptxpy.sim.compile.compiled_pieces import CompiledPieces
from ptxpy.sim.compile.piece_compiler import PieceCompiler
from ptxpy.sim.compile.register_slots import slots_of
from ptxpy.sim.compile.registry import LANEWISE
from ptxpy.sim.races.access_kinds import TENSOR_FENCE
from ptxpy.sim.races.loaded_registers import is_use, loaded_registers

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
            self._loaded[routine.name] = loaded_registers(slots)
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
        if opcode not in LANEWISE or found.accesses:
            self.emit(f"S.at = {self.routine.code.ordinals[index]}")
        if "wgmma-registers" in found.fences:
            self.write_back([slot for slot in self.written if slot in self.slots.accumulators])
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
        if loads and is_use(self.routine.code.statements[self.at]):
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
    return "", _ordering(found, statement)


def _ordering(found: Traits, statement: n.Instruction) -> str:
    """Return the call after an instruction that orders others, or changes registers."""
    if "wgmma-registers" in found.fences:
        return "wgmmas.fence("
    if "proxy.async" in found.fences or ("proxy.tensormap" in found.fences and found.accesses):
        # Kernels reuse shared memory from which they have copied a tensor map without a fence.
        releases = {".async::generic", ".release"} <= set(statement.modifiers)
        return "copies.fence_releasing(" if releases else "copies.fence("
    if found.fences & {"memory", "mbarrier-init"}:
        return "synchronization.fence("
    if found.barrier and found.collective == "warp":
        return "synchronization.warps_converge("
    if "register-count" in found.implicit_writes:
        return "wgmmas.check_whole_warps("
    return ""
