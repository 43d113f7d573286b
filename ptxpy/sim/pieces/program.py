"""A module made ready to run: functions cut into pieces that run without interruption."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ptxpy.analysis import SymbolTable, bodies, control_flow, flatten
from ptxpy.analysis.storage import parameters_of, returns_of, variables_of
from ptxpy.ir import nodes as n
from ptxpy.isa import traits
from ptxpy.launch.arguments.signature import has_short_pointers

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ptxpy.analysis import Code
    from ptxpy.analysis.control_flow import ControlFlowGraph
    from ptxpy.analysis.storage import Storage

__all__ = ["Piece", "Program", "Routine"]


class Piece(NamedTuple):
    """Statements that run one after the other without interruption."""

    start: int
    """The index of the first in `Routine.code.statements`."""
    stop: int
    labels: tuple[str, ...]


class LocalVariable(NamedTuple):
    """Where a variable of a function lies in the memory of each of its threads."""

    offset: int
    """Bytes from the beginning of the function's part."""
    storage: Storage


class Routine:
    """A function of a program."""

    def __init__(self, code: Code, number: int, first: int) -> None:
        """Cut a function into pieces.

        Args:
            code: Its statements.
            number: Its number in the program.
            first: The number of its first piece in the program.
        """
        self.code = code
        self.function = code.function
        self.name = code.function.name.name
        self.number = number
        self.first = first
        graph = control_flow(code)
        self.pieces, self._starts = _pieces(code, graph)
        self.successors = self._follow(graph)
        """For each piece those that may run next."""
        self.labels = {
            (code.scopes[index], statement.name): index
            for index, statement in enumerate(code.statements)
            if type(statement) is n.Label
        }
        self.target_lists = {
            (code.scopes[index], statement.name): statement
            for index, statement in enumerate(code.statements)
            if type(statement) is n.TargetList
        }
        self.parameters = parameters_of(code.function)
        self.returns = returns_of(code.function)
        self.locals, self.local_bytes = _locals(code, self.parameters, self.returns)

    def _follow(self, graph: ControlFlowGraph) -> list[tuple[int, ...]]:
        """Return for each piece of the function those that may run next, by their index."""
        ends = {block.stop: block.successors for block in graph.blocks}
        found: list[tuple[int, ...]] = []
        for number, piece in enumerate(self.pieces):
            blocks = ends.get(piece.stop)
            if blocks is None:
                found.append((number + 1,))
            else:
                found.append(tuple(self._starts[graph.blocks[each].start] for each in blocks))
        return found

    @property
    def is_kernel(self) -> bool:
        """Whether it is an `.entry`."""
        return self.function.kind == ".entry"

    def piece_at(self, index: int) -> int:
        """Return the number in the program of the piece that begins at or after a statement."""
        return self.first + self._starts[index]

    def place(self, name: str, level: int) -> tuple[int, LocalVariable] | None:
        """Return the variable of the function that a name means in a scope, with its scope."""
        while level >= 0:
            found = self.locals.get((level, name))
            if found is not None:
                return level, found
            if self.code.levels[level].names.own(name) is not None:
                return None
            level = self.code.levels[level].outer
        return None


class Program:
    """A module that is ready to run."""

    def __init__(self, module: n.Module) -> None:
        """Cut all functions into pieces; nothing is generated yet."""
        self.module = module
        self.narrow = has_short_pointers(module)
        """Whether addresses have 32 bits."""
        self.names = SymbolTable()
        self.names.declare(module.body)
        self.routines: dict[str, Routine] = {}
        self.owners: list[Routine] = []
        """The routine of each piece, by its number."""
        for number, body in enumerate(bodies(module)):
            code = flatten(body.function, body.ordinal, self.names)
            routine = Routine(code, number, len(self.owners))
            self.routines.setdefault(routine.name, routine)
            self.owners += [routine] * len(routine.pieces)
        self.aliases = {
            item.name.name: item.target.name for item in module.body if type(item) is n.Alias
        }
        self.variables: dict[str, tuple[n.Variable, n.Declarator, Storage]] = {}
        for item in module.body:
            if type(item) is n.Variable:
                for declarator, storage in zip(item.declarators, variables_of(item), strict=True):
                    self.variables[storage.name] = (item, declarator, storage)

    def routine(self, name: str) -> Routine | None:
        """Return the function of a name or alias, if it has a body."""
        return self.routines.get(self.aliases.get(name, name))


def _pieces(code: Code, graph: ControlFlowGraph) -> tuple[list[Piece], list[int]]:
    """Return the pieces of a function, and for each statement the piece that begins at it.

    A piece ends where a basic block does, after a barrier or a call, before a wait at an
    mbarrier, and before the first instruction of a block for which threads come together. A later
    one of the same block needs that only if it names other threads: no thread can have gone
    elsewhere. Those that a guard keeps from an instruction have not come for it.
    """
    cuts = {block.start for block in graph.blocks}
    awaited: Any = None
    for index, statement in enumerate(code.statements):
        if index in cuts:
            awaited = None
        if type(statement) is n.Call:
            cuts.add(index + 1)
            awaited = None
        if type(statement) is not n.Instruction:
            continue
        found = traits(statement.opcode, statement.modifiers)
        if found.barrier or "wait" in found.mbarrier:
            cuts.add(index + 1 if found.barrier else index)
            awaited = None
        elif found.collective == "warp" and ".sync" in statement.modifiers:
            mask = _mask(statement, named=found.has_member_mask)
            if awaited is None or mask != awaited or mask == "register":
                cuts.add(index)
                awaited = None if statement.guard is not None else mask
    ends = sorted(cut for cut in cuts if cut < len(code.statements)) or [0]
    starts = [0] * (len(code.statements) + 1)
    pieces = []
    for number, (start, stop) in enumerate(
        zip(ends, [*ends[1:], len(code.statements)], strict=True)
    ):
        for index in range(start, stop):
            starts[index] = number
        pieces.append(Piece(start, stop, tuple(_labels(code, start, stop))))
    starts[len(code.statements)] = len(pieces)
    return pieces, starts


def _mask(statement: n.Instruction, *, named: bool) -> str:
    """Return the mask of the threads that come together, or `register` if it is no constant."""
    if not named:
        return str(0xFFFFFFFF)
    operand = statement.operands[-1] if statement.operands else None
    if type(operand) is not n.Literal:
        return "register"
    return str(int(operand.value) & 0xFFFFFFFF)


def _labels(code: Code, start: int, stop: int) -> Iterator[str]:
    for statement in code.statements[start:stop]:
        if type(statement) is n.Label:
            yield statement.name
        elif type(statement) in (n.Instruction, n.Call):
            return


def _locals(
    code: Code, parameters: tuple[Storage, ...], returns: tuple[Storage, ...]
) -> tuple[Mapping[tuple[int, str], LocalVariable], int]:
    """Return where the variables of a function lie that every thread has: `.local` and `.param`.

    The parameters of a device function are among them; those of a kernel are not.
    """
    places: dict[tuple[int, str], LocalVariable] = {}
    offset = 0

    def add(level: int, storage: Storage) -> None:
        nonlocal offset
        offset += -offset % max(1, storage.alignment)
        places[level, storage.name] = LocalVariable(offset, storage)
        offset += storage.size or 0

    if code.function.kind != ".entry":
        for storage in (*returns, *parameters):
            if storage.space == "param":
                add(0, storage)
    for statement, level in zip(code.statements, code.scopes, strict=True):
        if type(statement) is n.Variable and statement.space in (".local", ".param"):
            for storage in variables_of(statement):
                add(level, storage)
    return places, offset + -offset % 16
