"""Writing the functions of pieces for strict mode: each statement says which one it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy.ir import nodes as n
from ptxpy.sim.compile.accumulator_registers import slots_of
from ptxpy.sim.compile.compiled_pieces import Pieces
from ptxpy.sim.compile.piece_writer import PieceWriter
from ptxpy.sim.compile.registry import LANEWISE

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.compile.register_slots import Slots
    from ptxpy.sim.pieces import Program, Routine

__all__ = ["StrictPieces"]

_ACCESSES: Final = frozenset({"ld", "ldu", "st"})


class StrictPieces(Pieces):
    """The functions of all pieces of a program, for machines with `Machine.strict`."""

    joins_sides = False

    def __init__(self, program: Program) -> None:
        """Begin without any."""
        super().__init__(program)
        self.fragments: dict[int, tuple[int, ...]] = {}
        """For each product of `wgmma` with A in registers those registers, by its ordinal."""
        self._slots_of_a: dict[str, frozenset[int]] = {}

    def slots_of_a(self, routine: Routine, slots: Slots) -> frozenset[int]:
        """Return the registers of a routine that products have as A."""
        found = self._slots_of_a.get(routine.name)
        if found is None:
            every: set[int] = set()
            code = routine.code
            for index, statement in enumerate(code.statements):
                if type(statement) is not n.Instruction or statement.opcode != "wgmma":
                    continue
                if ".mma_async" in statement.modifiers and type(statement.operands[1]) is n.Vector:
                    some = slots_of(slots, statement.operands[1], code.scopes[index]) or ()
                    self.fragments[code.ordinals[index]] = some
                    every.update(some)
            found = self._slots_of_a[routine.name] = frozenset(every)
        return found

    def _writer(self, number: int, *, whole: bool) -> PieceWriter:
        routine = self.program.owners[number]
        uses = self._uses.get(number)
        slots = self._slots[routine.name]
        writer = StrictWriter(self.program, routine, slots, number, whole=whole, uses=uses)
        writer.slots_of_a = self.slots_of_a(routine, slots)
        return writer


class StrictWriter(PieceWriter):
    """Writes the function of one piece."""

    slots_of_a: frozenset[int] = frozenset()
    """The registers that products of `wgmma` have as A."""

    def write_all(self) -> str:
        """Write all statements; return the text."""
        self.at = self.piece.start
        self.emit("S = M.strict")
        return super().write_all()

    def statement(self, statement: Any, level: int, index: int) -> str | None:
        """Write an instruction or a call."""
        opcode = statement.opcode if type(statement) is n.Instruction else ""
        if opcode not in LANEWISE or opcode in _ACCESSES:
            self.emit(f"S.at = {self.routine.code.ordinals[index]}")
        if opcode == "wgmma" and ".fence" in statement.modifiers:
            self.surrender([slot for slot in self.written if slot in self.slots.accumulators])
        told = _TOLD.get(opcode)
        before, after = told(statement) if told is not None else ("", "")
        if before:
            self._tell(before, statement, level)
        result = super().statement(statement, level, index)
        if after and result is None:
            self._tell(after, statement, level)
        return result

    def write(self, slot: int, expression: str, kind: str, guard: str | None = None) -> None:
        """Let a register hold the value of an expression, and tell of it if it is one of A."""
        super().write(slot, expression, kind, guard)
        if slot in self.slots_of_a:
            self.emit(f"S.at = {self.routine.code.ordinals[self.at]}")
            self.emit(f"S.products.written(F, {slot}, I)")

    def collective(self, mask: str, guard: str | None) -> None:
        """Write a call that looks at the member masks of threads that work together."""
        self.emit(f"S.collective({mask}, {guard or 'None'}, I)")

    def _tell(self, call: str, statement: n.Instruction, level: int) -> None:
        """Write a call that tells of a statement and of the lanes that run it."""
        self.pure = self.lanewise = False
        guard = self.guard(statement.guard, level) or "None"
        self.emit(f"S.{call}{guard}, I)")


def _number(operand: n.Operand) -> int:
    return int(operand.value) if isinstance(operand, n.Literal) else 0


def _copies(statement: n.Instruction) -> tuple[str, str]:
    """Return what is told of groups of copies, before and behind."""
    words = statement.modifiers
    what = "flights" if ".bulk" in words else "words"
    if ".commit_group" in words:
        return "", f"{what}.commit("
    if ".wait_group" in words:
        return "", f"{what}.wait({_number(statement.operands[0])}, "
    if ".wait_all" in words:
        return "", f"{what}.wait(-1, "
    if words[:2] == (".async", ".mbarrier"):
        return f"{what}.wait(-1, ", ""
    return "", ""


def _fences(statement: n.Instruction) -> tuple[str, str]:
    words = statement.modifiers
    is_async = any(word.startswith(".async") for word in words)
    if any(word.startswith(".proxy") for word in words):
        return "", "flights.fence(" if is_async else ""
    return "", "synchronising.fence("


def _barriers(statement: n.Instruction) -> tuple[str, str]:
    return "", "synchronising.warps_meet(" if ".warp" in statement.modifiers else ""


def _products(statement: n.Instruction) -> tuple[str, str]:
    words = statement.modifiers
    if ".fence" in words:
        return "", "products.fence("
    if ".commit_group" in words:
        return "", "products.commit("
    if ".wait_group" in words:
        return "", f"products.wait({_number(statement.operands[0])}, "
    return "", ""


def _registers(statement: n.Instruction) -> tuple[str, str]:
    del statement
    return "", "products.whole("


_TOLD: Final[dict[str, Callable[[n.Instruction], tuple[str, str]]]] = {
    "cp": _copies,
    "fence": _fences,
    "membar": _fences,
    "bar": _barriers,
    "barrier": _barriers,
    "wgmma": _products,
    "setmaxnreg": _registers,
}
"""By opcode, what is called of `Machine.strict` before an instruction, and behind it."""
