"""The base class of observers, and the compiled code that notifies them of instructions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.sim.compile.compiled_pieces import CompiledPieces
from ptxpy.sim.compile.operand_values import value_of
from ptxpy.sim.compile.piece_compiler import PieceCompiler
from ptxpy.sim.launch_hooks import LaunchHooks
from ptxpy.sim.observe.instruction_sites import InstructionSite, describe
from ptxpy.sim.observe.regions import regions_of
from ptxpy.sim.semantics.memory.address_sums import total

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.compile.function_writer import Uses
    from ptxpy.sim.compile.register_slots import Slots
    from ptxpy.sim.compile.site import Site
    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.machine.scheduler import Scheduler
    from ptxpy.sim.observe.instruction_sites import RegisterOperand
    from ptxpy.sim.observe.regions import Region
    from ptxpy.sim.pieces import Program, Routine

__all__ = [
    "Lanes",
    "ObservedPieces",
    "Observer",
    "compile_observed",
    "compile_observed_with_values",
]

WARP: Final = 32


class Lanes(NamedTuple):
    """The lanes that execute an instruction together."""

    numbers: Any
    """Their indices, in order."""
    warps: Any
    """The warps that contain them, in order."""
    warp_of: Any
    """For each lane, the position of its warp in `warps`."""


class Observer(LaunchHooks):
    """An observer of a launch, batch by batch, that ignores all events."""

    values = False
    """Whether values of registers are reported."""

    def __init__(self) -> None:
        """Create an observer for one launch."""
        self.scheduler: Scheduler
        self.machine: Machine
        """The state of the current batch."""
        self.pieces: ObservedPieces
        self._last: tuple[Any, Lanes] | None = None

    @property
    def compiler(self) -> Callable[[Program], ObservedPieces]:
        """The compiler of pieces that report instructions, with the values of registers or not."""
        return compile_observed_with_values if self.values else compile_observed

    def begin(self, scheduler: Scheduler) -> None:
        """Begin a batch."""
        self.scheduler = scheduler
        self.machine = scheduler.machine
        self.pieces = cast("ObservedPieces", scheduler.pieces)
        self._last = None

    def step(
        self,
        site: InstructionSite,
        lanes: Any,
        guard: Any,
        addresses: tuple[Any, ...],
        more: tuple[Any, ...],
        written: tuple[Any, ...],
        read: tuple[Any, ...],
    ) -> None:
        """Called when lanes execute an instruction; arrays have one element per lane.

        Args:
            site: The instruction.
            lanes: The indices of the lanes; None for all lanes of the batch.
            guard: For which lanes the guard holds; None for all.
            addresses: The addresses of `site.address_operands`.
            more: For a copy, the size and the mask of CTAs; for an arrival in several CTAs, their
                mask; for a wait, whether the phase is complete.
            written: The values of `site.writes` after the instruction, slot by slot.
            read: The values of `site.reads` before the instruction.
        """

    def lanes_of(self, lanes: Any) -> Lanes:
        """Return lanes with their warps; None stands for all lanes of the batch."""
        # A piece reports each instruction with the same array of lanes.
        if self._last is not None and self._last[0] is lanes:
            return self._last[1]
        numbers = self.machine.lanes if lanes is None else lanes
        warps, warp_of = np.unique(numbers // WARP, return_inverse=True)
        group = Lanes(numbers, warps, warp_of)
        self._last = lanes, group
        return group


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
        """The regions, by the ordinal of the statement with which they begin."""
        self._of_pieces: dict[str, list[Region]] = {}

    def _writer(self, number: int, *, all_lanes: bool) -> PieceCompiler:
        routine = self.program.owners[number]
        # Without uses all registers are written back, so that values can be read behind each
        # instruction.
        uses = None if self.values else self._uses.get(number)
        slots = self._slots[routine.name]
        return ObservedPieceCompiler(self, routine, slots, number, all_lanes=all_lanes, uses=uses)

    def region(self, routine: Routine, number: int) -> int:
        """Return the ordinal of the statement with which the region of a piece begins."""
        found = self._of_pieces.get(routine.name)
        if found is None:
            found = self._of_pieces[routine.name] = regions_of(routine)
        region = found[number - routine.first]
        ordinal = routine.code.ordinals[region.head]
        self.regions[ordinal] = region
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
        ordinal = self.routine.code.ordinals[index]
        site = self.pieces.sites.get(ordinal)
        if site is None:
            site = self.pieces.sites[ordinal] = InstructionSite(ordinal, self._region, statement)
            if type(statement) is n.Instruction:
                describe(self, site, statement, level)
        self._address_variables = {}
        self.pure = self.lanewise = False
        guard = self.guard(statement.guard, level) or "None"
        values = self.pieces.values
        read = self._values(site.reads) if values else "()"
        extra = self._copy_operands(site, statement, level)
        result = super().statement(statement, level, index)
        self.pure = self.lanewise = False
        if site.role == "wait":
            # The result of a `try_wait` is known only after it.
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
