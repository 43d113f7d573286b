"""Compilation for observers: each instruction notifies the hooks of the launch."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Any, NamedTuple

from ptxpy.ir import nodes as n
from ptxpy.sim.compile.compiled_pieces import CompiledPieces
from ptxpy.sim.compile.operand_values import value_of
from ptxpy.sim.compile.piece_compiler import PieceCompiler
from ptxpy.sim.observe.instruction_sites import InstructionSite, describe
from ptxpy.sim.semantics.memory.address_sums import total

if TYPE_CHECKING:
    from ptxpy.sim.compile.function_writer import Uses
    from ptxpy.sim.compile.register_slots import Slots
    from ptxpy.sim.compile.site import Site
    from ptxpy.sim.observe.instruction_sites import RegisterOperand
    from ptxpy.sim.pieces import Program, Routine

__all__ = ["ObservedPieces", "Region", "compile_observed", "compile_observed_with_values"]


class Region(NamedTuple):
    """A labelled region: pieces from one that has a label up to the next such piece."""

    routine: Routine
    label: str
    """The label; empty for the region before the first label."""
    start: int
    """The index of the first statement."""
    stop: int


class ObservedPieces(CompiledPieces):
    """The functions of all pieces of a program, which report instructions to `machine.hooks`.

    An instruction is reported after its effect, a terminator before its effect.
    """

    converts_branches = False

    def __init__(self, program: Program, *, values: bool) -> None:
        """Prepare the compilation of a program.

        Args:
            program: The program.
            values: Whether values of registers are reported.
        """
        super().__init__(program)
        self.values = values
        self.sites: dict[int, InstructionSite] = {}
        """The instructions, by ordinal."""
        self.regions: dict[int, Region] = {}
        """The labelled regions, by the ordinal of their first statement."""
        self._starts: dict[str, list[int]] = {}

    def _writer(self, number: int, *, all_lanes: bool) -> PieceCompiler:
        routine = self.program.owners[number]
        uses = None if self.values else self._uses.get(number)
        slots = self._slots[routine.name]
        return ObservedPieceCompiler(self, routine, slots, number, all_lanes=all_lanes, uses=uses)

    def region(self, routine: Routine, number: int) -> int:
        """Return the ordinal of the statement with which the region of a piece begins."""
        starts = self._starts.get(routine.name)
        if starts is None:
            starts = [k for k, piece in enumerate(routine.pieces) if piece.labels or not k]
            self._starts[routine.name] = starts
        at = bisect_right(starts, number - routine.first) - 1
        first = routine.pieces[starts[at]]
        last = routine.pieces[starts[at + 1] - 1 if at + 1 < len(starts) else -1]
        ordinal = routine.code.ordinals[first.start]
        if ordinal not in self.regions:
            label = first.labels[0] if first.labels else ""
            self.regions[ordinal] = Region(routine, label, first.start, last.stop)
        return ordinal


def compile_observed(program: Program) -> ObservedPieces:
    """Return code that reports instructions without the values of registers."""
    return ObservedPieces(program, values=False)


def compile_observed_with_values(program: Program) -> ObservedPieces:
    """Return code that reports instructions with the values of registers."""
    return ObservedPieces(program, values=True)


class ObservedPieceCompiler(PieceCompiler):
    """Writes the function of one piece."""

    def __init__(
        self,
        pieces: ObservedPieces,
        routine: Routine,
        slots: Slots,
        number: int,
        *,
        all_lanes: bool,
        uses: Uses | None,
    ) -> None:
        """Begin the function of a piece, given its index in the program."""
        super().__init__(pieces.program, routine, slots, number, all_lanes=all_lanes, uses=uses)
        self.pieces = pieces
        self._address_variables: dict[int, str] = {}
        """The variables with the addresses of an instruction, by index of the operand."""
        self._region = pieces.region(routine, number)

    def write_all(self) -> str:
        """Write all statements; return the text."""
        self.at = self.piece.start
        self.emit("O = M.hooks")
        return super().write_all()

    def statement(self, statement: Any, level: int, index: int) -> str | None:
        """Write an instruction or a call, and a call of the hook that reports it."""
        site = self._find_site(statement, level, index)
        self._address_variables = {}
        self.pure = self.lanewise = False
        guard = self.guard(statement.guard, level) or "None"
        values = self.pieces.values
        read = self._values(site.reads) if values else "()"
        extra = self._copy_operands(site, statement, level)
        result = super().statement(statement, level, index)
        self.pure = self.lanewise = False
        if site.role == "wait":
            held = self.slots.register(statement.operands[0], level)
            extra = "()" if held is None else f"({self.read(held.slots[0], '?')},)"
        written = self._values(site.writes) if values and result is None else "()"
        site.address_operands = tuple(self._address_variables)
        addresses = "".join(
            f"{self.in_current_form(name)}, " for name in self._address_variables.values()
        )
        name = self.bind(site, ("site", site.ordinal))
        self.emit(f"O.step({name}, I, {guard}, ({addresses}), {extra}, {written}, {read})")
        return result

    def _find_site(self, statement: Any, level: int, index: int) -> InstructionSite:
        ordinal = self.routine.code.ordinals[index]
        found = self.pieces.sites.get(ordinal)
        if found is None:
            found = self.pieces.sites[ordinal] = InstructionSite(ordinal, self._region, statement)
            if type(statement) is n.Instruction:
                describe(self, found, statement, level)
        return found

    def _values(self, names: tuple[RegisterOperand, ...]) -> str:
        """Return a tuple of the values of registers, slot by slot."""
        slots = [slot for each in names for slot in each.slots]
        held = [f"{self.read(slot, self.slots.kinds[slot])}, " for slot in slots]
        return f"({''.join(held)})"

    def _copy_operands(self, site: InstructionSite, statement: Any, level: int) -> str:
        """Return a tuple: size and mask of CTAs of a copy, the mask of an arrival, or empty."""
        if site.mask >= 0:
            return f"({value_of(self, statement.operands[site.mask], 'u2', level)},)"
        if site.copy is None:
            return "()"
        held = []
        for operand, kind in ((site.copy.size, "u4"), (site.copy.mask, "u2")):
            if operand >= 0:
                held.append(f"{value_of(self, statement.operands[operand], kind, level)}, ")
            else:
                held.append("None, ")
        return f"({''.join(held)})"

    def address(self, site: Site, operand: n.Operand) -> str:
        """Return a variable with the address of an operand in brackets."""
        name = super().address(site, operand)
        self._record_address(site, operand, name)
        return name

    def place(self, site: Site, operand: n.Operand) -> str:
        """Return the terms and the offset of an address in brackets, as two arguments."""
        text = super().place(site, operand)
        terms, _, offset = text.rpartition(", ")
        constant = self.constant(int(offset), "u8")
        listed = f"{terms.removeprefix('(').removesuffix(')')}{constant}"
        self._record_address(site, operand, self.let(self.call(total, listed)))
        return text

    def _record_address(self, site: Site, operand: n.Operand, name: str) -> None:
        inner = operand.base if isinstance(operand, n.Component) else operand
        for position, each in enumerate(site.operands):
            other = each.base if isinstance(each, n.Component) else each
            if (isinstance(inner, n.Subscript) and other is inner) or (
                isinstance(inner, n.Address)
                and isinstance(other, n.Address)
                and other.base is inner.base
                and other.offset is inner.offset
            ):
                self._address_variables.setdefault(position, name)
