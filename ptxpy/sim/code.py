"""The generated functions of a program: text when it is looked through, code when it first runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ptxpy.ir import nodes as n
from ptxpy.sim.errors import Unsupported
from ptxpy.sim.generate.piece import PieceWriter
from ptxpy.sim.generate.slots import Slots
from ptxpy.sim.generate.writer import Missing

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.program import Program, Routine

__all__ = ["Pieces"]

CODE: Final = 16
"""Functions have addresses that are multiples of it."""


class Text(NamedTuple):
    """The text of a piece's function before it is compiled."""

    source: str
    namespace: dict[str, Any]
    places: tuple[int, ...]
    """For each line of its body the statement that it belongs to."""


class Pieces:
    """The functions of all pieces of a program."""

    def __init__(self, program: Program) -> None:
        """Begin without any."""
        self.program = program
        count = len(program.owners)
        self.whole: list[Callable[..., Any] | None] = [None] * count
        """For all lanes of a batch."""
        self.partial: list[Callable[..., Any] | None] = [None] * count
        """For some lanes."""
        self.sizes = [_size(program, number) for number in range(count)]
        """Instructions of each piece."""
        self._places: dict[tuple[int, bool], tuple[int, ...]] = {}
        self._texts: dict[tuple[int, bool], Text] = {}
        self._slots: dict[str, Slots] = {}
        self._routines = [*program.routines.values()]

    def slots(self, routine: Routine) -> Slots:
        """Return the registers of a routine."""
        found = self._slots.get(routine.name)
        if found is None:
            found = self._slots[routine.name] = Slots(self.program, routine)
            for number in range(routine.first, routine.first + len(routine.pieces)):
                self._write(number, whole=True)
        return found

    def kinds(self, routine: Routine) -> list[str]:
        """Return the NumPy types of the slots of a routine; it has been written by then."""
        return self.slots(routine).kinds

    def missing(self, routine: Routine) -> list[Unsupported]:
        """Return what a routine has that cannot be run."""
        found = []
        code = routine.code
        slots = self._slots.setdefault(routine.name, Slots(self.program, routine))
        for number in range(routine.first, routine.first + len(routine.pieces)):
            piece = routine.pieces[number - routine.first]
            for index in range(piece.start, piece.stop):
                statement = code.statements[index]
                if type(statement) not in (n.Instruction, n.Call):
                    continue
                writer = PieceWriter(self.program, routine, slots, number, whole=True)
                try:
                    writer.statement(statement, code.scopes[index], index)
                except Missing as error:
                    found.append(Unsupported(code.ordinals[index], str(error)))
        return found

    def _write(self, number: int, *, whole: bool) -> Text:
        found = self._texts.get((number, whole))
        if found is None:
            routine = self.program.owners[number]
            slots = self._slots[routine.name]
            writer = PieceWriter(self.program, routine, slots, number, whole=whole)
            source = writer.write_all()
            found = Text(source, writer.namespace, tuple(writer.places))
            self._texts[number, whole] = found
        return found

    def make(self, number: int, *, whole: bool) -> Callable[..., Any]:
        """Compile the function of a piece."""
        self.slots(self.program.owners[number])
        text = self._write(number, whole=whole)
        namespace = dict(text.namespace)
        name = f"<piece {number}{'' if whole else ' of some'}>"
        exec(compile(text.source, name, "exec"), namespace)  # noqa: S102 - made of names made here
        function: Callable[..., Any] = namespace["piece"]
        self._places[number, whole] = text.places
        del self._texts[number, whole]
        (self.whole if whole else self.partial)[number] = function
        return function

    def statement_at(self, number: int, line: int, *, whole: bool) -> int | None:
        """Return the index of the statement that a line of a piece's function belongs to."""
        places = self._places.get((number, whole), ())
        at = line - 2  # the first line is the `def`
        return places[at] if 0 <= at < len(places) else None

    # --------------------------------------------------------------- functions

    def address_of(self, routine: Routine) -> int:
        """Return the address of a function: no memory is there."""
        return CODE * (routine.number + 1)

    def routine_at(self, address: int) -> Routine | None:
        """Return the function at an address."""
        number, rest = divmod(address, CODE)
        if rest:
            return None
        return next((each for each in self._routines if each.number == number - 1), None)

    def formals(self, routine: Routine) -> list[tuple[str, int, int]]:
        """Return where a function finds its arguments: `("local", offset, size)` or a slot."""
        return [self._formal(routine, storage) for storage in routine.parameters]

    def results(self, routine: Routine) -> list[tuple[str, int, int]]:
        """Return where a function leaves what it returns."""
        return [self._formal(routine, storage) for storage in routine.returns]

    def _formal(self, routine: Routine, storage: Any) -> tuple[str, int, int]:
        found = routine.locals.get((0, storage.name))
        if found is not None:
            return "local", found.offset, storage.size or 0
        held = self.slots(routine).find(storage.name, 0)
        assert held is not None  # noqa: S101 - a parameter is a variable or a register
        return "slot", held.slots[0], 0


def _size(program: Program, number: int) -> int:
    routine = program.owners[number]
    piece = routine.pieces[number - routine.first]
    return sum(
        type(statement) in (n.Instruction, n.Call)
        for statement in routine.code.statements[piece.start : piece.stop]
    )
