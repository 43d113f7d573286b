"""The generated functions of a program, each compiled when its piece first runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from ptxpy.ir import nodes as n
from ptxpy.isa import UNKNOWN, check_legality, traits
from ptxpy.sim.compile.function_writer import Uses
from ptxpy.sim.compile.if_conversion import arms_of
from ptxpy.sim.compile.piece_compiler import PieceCompiler
from ptxpy.sim.compile.register_slots import Slots, allocate_slots
from ptxpy.sim.compile.site import UnsupportedInstructionError
from ptxpy.sim.errors import Unsupported
from ptxpy.sim.machine.compiled_code import IfConverted

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from ptxpy.sim.pieces import Branch, Program, Routine

__all__ = ["CompiledPieces"]

FUNCTION_ALIGNMENT: Final = 16
"""The address of each function is a multiple of this number."""


class CompiledPieces:
    """The functions of all pieces of a program."""

    converts_branches: ClassVar[bool] = True
    """Whether branches with short arms are if-converted."""

    def __init__(self, program: Program) -> None:
        """Create it without functions."""
        self.program = program
        count = len(program.owners)
        self.all_lane_functions: list[Callable[..., Any] | None] = [None] * count
        """For all lanes of a batch."""
        self.partial_functions: list[Callable[..., Any] | None] = [None] * count
        """For some lanes."""
        self.sizes = [
            sum(
                type(statement) in (n.Instruction, n.Call)
                for statement in routine.code.statements[piece.start : piece.stop]
            )
            for number, routine in enumerate(program.owners)
            for piece in (routine.pieces[number - routine.first],)
        ]
        """Instructions of each piece."""
        self.turns = program.turns
        self._if_converted: dict[tuple[int, bool], IfConverted | None] = {}
        self._line_statements: dict[tuple[int, bool], tuple[int, ...]] = {}
        self._uses: dict[int, Uses] = {}
        self._live_in: dict[int, int] = {}
        """For each piece of an analysed routine, the registers that are live into it, as bits."""
        self._written: dict[int, int] = {}
        """For each piece of an analysed routine, the registers that it writes, as bits."""
        self._waits: dict[tuple[int, int], bool] = {}
        self._analysed: set[str] = set()
        """The routines whose registers have all been found, with their uses."""
        self._slots: dict[str, Slots] = {}
        self._routines = [*program.routines.values()]

    def slots(self, routine: Routine) -> Slots:
        """Return the registers of a routine."""
        found = self._slots.get(routine.name)
        if found is None or routine.name not in self._analysed:
            # `find_unsupported` may have allocated the slots already, without the uses.
            found = self._slots.setdefault(routine.name, allocate_slots(self.program, routine))
            self._analysed.add(routine.name)
            # Which registers are read after a piece is known when all pieces have been written:
            # drafts allocate the slots and find the uses, and `make` writes without dead stores.
            # In a stepped program all are written: they may be looked at after each instruction.
            numbers = range(routine.first, routine.first + len(routine.pieces))
            drafts = [self._writer(number, all_lanes=True) for number in numbers]
            for draft in drafts:
                draft.write_all()
            if self.program.stepped:
                return found
            left = [places for where, places, _ in self.results(routine) if where == "slot"]
            results = {slot for slots in left for slot in slots}
            written = [_bit_mask(draft.written) for draft in drafts]
            live_in, live_out = _liveness(
                [_bit_mask(draft.loaded) for draft in drafts],
                written,
                routine.successors,
                _bit_mask(results | {found.carry}),
            )
            self._live_in.update(zip(numbers, live_in, strict=True))
            self._written.update(zip(numbers, written, strict=True))
            for number, draft, live in zip(numbers, drafts, live_out, strict=True):
                self._uses[number] = Uses(draft.reads, live)
        return found

    def _writer(self, number: int, *, all_lanes: bool) -> PieceCompiler:
        routine = self.program.owners[number]
        uses = self._uses.get(number)
        slots = self._slots[routine.name]
        return PieceCompiler(self.program, routine, slots, number, all_lanes=all_lanes, uses=uses)

    def kinds(self, routine: Routine) -> list[str]:
        """Return the NumPy types of the slots of a routine."""
        return self.slots(routine).kinds

    def registers_of(self, number: int) -> tuple[set[int], set[int]]:
        """Return the registers that a piece reads, and those that it writes."""
        self.slots(self.program.owners[number])
        draft = self._writer(number, all_lanes=False)
        draft.write_all()
        return set(draft.loaded), set(draft.written)

    def find_unsupported(self, routine: Routine) -> list[Unsupported]:
        """Return the statements of a routine that cannot be run."""
        found = []
        code = routine.code
        slots = self._slots.setdefault(routine.name, allocate_slots(self.program, routine))
        for number in range(routine.first, routine.first + len(routine.pieces)):
            piece = routine.pieces[number - routine.first]
            for index in range(piece.start, piece.stop):
                statement = code.statements[index]
                if type(statement) not in (n.Instruction, n.Call):
                    continue
                # A statement that fails must not hide the next one: each has a writer of its own.
                writer = PieceCompiler(self.program, routine, slots, number, all_lanes=True)
                try:
                    writer.statement(statement, code.scopes[index], index)
                except UnsupportedInstructionError as error:
                    found.append(Unsupported(code.ordinals[index], str(error)))
                except (ValueError, IndexError):
                    # A launch does not check the instructions of a module: their operands may be
                    # too few or too many.
                    wrong = _wrong_count(statement)
                    if wrong is None:
                        raise
                    found.append(Unsupported(code.ordinals[index], wrong))
        return found

    def make(self, number: int, *, all_lanes: bool) -> Callable[..., Any]:
        """Compile the function of a piece."""
        self.slots(self.program.owners[number])
        writer = self._writer(number, all_lanes=all_lanes)
        source = writer.write_all()
        name = f"<piece {number}{'' if all_lanes else ' of some'}>"
        function = _compile(source, name, writer.namespace)
        self._line_statements[number, all_lanes] = tuple(writer.line_statements)
        (self.all_lane_functions if all_lanes else self.partial_functions)[number] = function
        return function

    def if_converted(self, number: int, step: Branch, *, all_lanes: bool) -> IfConverted | None:
        """Return both arms of the branch that ends a piece as one function, if they are short."""
        if not self.converts_branches or self.program.stepped:
            return None
        key = (number, all_lanes)
        if key in self._if_converted:
            return self._if_converted[key]
        routine = self.program.owners[number]
        arms = arms_of(routine, step.taken, step.other)
        if arms is None:
            self._if_converted[key] = None
            return None
        inner = [piece for piece in (arms.taken, arms.other) if piece is not None]
        # The arms are one function, which reads a register where either of them reads it last.
        reads: dict[int, int] = {}
        live = 0
        for piece in inner:
            uses = self._uses[piece]
            live |= uses.live
            for slot, at in uses.reads.items():
                reads[slot] = max(at, reads.get(slot, -1))
        slots = self._slots[routine.name]
        uses = Uses(reads, live)
        writer = PieceCompiler(self.program, routine, slots, number, all_lanes=all_lanes, uses=uses)
        source = writer.write_arms(arms)
        name = f"<arms of {number}{'' if all_lanes else ' of some'}>"
        function = _compile(source, name, writer.namespace)
        taken, other = (
            0 if piece is None else self.sizes[piece] for piece in (arms.taken, arms.other)
        )
        found = self._if_converted[key] = IfConverted(function, taken, other, arms.join)
        return found

    def is_wait(self, last: int, first: int) -> bool:
        """Return whether the back edge from one piece to another ends a turn of a loop that waits.

        No register carries a value from a turn of such a loop to the next, so that only
        the writes of others to memory end it.
        """
        key = (last, first)
        if key not in self._waits:
            self._waits[key] = self._carries_nothing(last, first)
        return self._waits[key]

    def _carries_nothing(self, last: int, first: int) -> bool:
        routine = self.program.owners[first]
        statements = routine.code.statements
        if last not in self._live_in or self.program.owners[last] is not routine:
            return False
        sources = _predecessors(routine.successors)
        inside, waiting = {first - routine.first}, [last - routine.first]
        while waiting:
            number = waiting.pop()
            if number not in inside:
                inside.add(number)
                waiting += sources[number]
        written = 0
        for number in inside:
            piece = routine.pieces[number]
            for statement in statements[piece.start : piece.stop]:
                # A thread that waits at an mbarrier is parked, so that its loop does not spin.
                if type(statement) is n.Instruction and (
                    "wait" in traits(statement.opcode, statement.modifiers).mbarrier
                ):
                    return False
                # Its results are not among the registers that a piece writes.
                if isinstance(statement, n.Call):
                    return False
            written |= self._written[routine.first + number]
        return not written & self._live_in[first]

    def statement_at(self, number: int, line: int, *, all_lanes: bool) -> int | None:
        """Return the index of the statement for which a line of a piece's function is written."""
        places = self._line_statements.get((number, all_lanes), ())
        at = line - 2  # the first line is the `def`
        return places[at] if 0 <= at < len(places) else None

    # --------------------------------------------------------------- functions

    def address_of(self, routine: Routine) -> int:
        """Return the address of a function; it is below all memory."""
        return FUNCTION_ALIGNMENT * (routine.number + 1)

    def routine_at(self, address: int) -> Routine | None:
        """Return the function at an address."""
        number, rest = divmod(address, FUNCTION_ALIGNMENT)
        if rest:
            return None
        return next((each for each in self._routines if each.number == number - 1), None)

    def formals(self, routine: Routine) -> list[tuple[str, Any, int]]:
        """Return where a function finds its arguments: `("local", offset, size)` or slots."""
        return [self._formal(routine, storage) for storage in routine.parameters]

    def results(self, routine: Routine) -> list[tuple[str, Any, int]]:
        """Return where a function leaves its return values."""
        return [self._formal(routine, storage) for storage in routine.returns]

    def _formal(self, routine: Routine, storage: Any) -> tuple[str, Any, int]:
        found = routine.locals.get((0, storage.name))
        if found is not None:
            return "local", found.offset, storage.size or 0
        location = self.slots(routine).find(storage.name, 0)
        assert location is not None  # noqa: S101 - a parameter is a variable or a register
        return "slot", location.slots, 0


def _compile(source: str, name: str, namespace: dict[str, Any]) -> Callable[..., Any]:
    exec(compile(source, name, "exec"), namespace)  # noqa: S102 - made of names made here
    function: Callable[..., Any] = namespace["piece"]
    return function


def _liveness(
    loaded: list[int], written: list[int], successors: list[tuple[int, ...]], results: int
) -> tuple[list[int], list[int]]:
    """Return the registers that are live into, and out of, each piece of a routine, as bits.

    Args:
        loaded: The registers that each piece reads before it writes them, as bits.
        written: The registers that each piece writes.
        successors: For each piece, the pieces that may run next.
        results: The registers that are read after the routine.
    """
    # Sets of registers are integers, whose union and difference take one operation each.
    live_in = [*loaded]
    live_out = [results] * len(loaded)
    sources = _predecessors(successors)
    waiting = [*range(len(loaded))]
    # A piece that needs more registers than before makes its predecessors need more, too.
    while waiting:
        number = waiting.pop()
        for source in sources[number]:
            found = live_out[source] | live_in[number]
            if found != live_out[source]:
                live_out[source] = found
                earlier = live_in[source] | found & ~written[source]
                if earlier != live_in[source]:
                    live_in[source] = earlier
                    waiting.append(source)
    return live_in, live_out


def _predecessors(successors: list[tuple[int, ...]]) -> list[list[int]]:
    """Return, for each piece, the pieces that it may run after."""
    found: list[list[int]] = [[] for _ in successors]
    for number, following in enumerate(successors):
        for each in following:
            if each < len(successors):
                found[each].append(number)
    return found


def _bit_mask(numbers: Collection[int]) -> int:
    """Return a bit mask with the bits of some numbers set."""
    # An integer of many bits is copied by each change, so the bits are set in digits first.
    digits = bytearray(b"0" * (max(numbers, default=0) + 1))
    for number in numbers:
        digits[-1 - number] = ord("1")
    return int(digits, 2)


def _wrong_count(statement: n.Instruction | n.Call) -> str | None:
    """Return a sentence on a wrong number of operands of an instruction; None if it is right."""
    if isinstance(statement, n.Call):
        return None
    given = (UNKNOWN,) * len(statement.operands)
    problem = check_legality(statement.opcode, statement.modifiers, given)
    return None if problem is None else problem.message
