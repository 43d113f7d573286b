"""A module made ready to run: functions cut into pieces that run without interruption.

A piece returns the number of the next piece, or a terminator (`Branch` to `Await`), which the
scheduler handles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.analysis import (
    SymbolTable,
    bodies,
    control_flow,
    flatten,
    parameters_of,
    returns_of,
    variables_of,
)
from ptxpy.ir import nodes as n
from ptxpy.isa import traits
from ptxpy.launch_request import has_short_pointers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ptxpy.analysis import Code, ControlFlowGraph, Storage

    FurtherCuts = Callable[[Code, set[int]], set[int]]

__all__ = [
    "Await",
    "Barrier",
    "Branch",
    "Call",
    "ClusterBarrier",
    "Copy",
    "IndexedBranch",
    "Piece",
    "Program",
    "Reconverge",
    "ReturnOrExit",
    "Routine",
    "WarpBarrier",
]


class Piece(NamedTuple):
    """Statements that run one after the other without interruption."""

    start: int
    """The index of its first statement in `Routine.code.statements`."""
    stop: int
    labels: tuple[str, ...]


class LocalVariable(NamedTuple):
    """The place of a variable of a function in the local memory of a thread."""

    offset: int
    """Bytes from the start of the function's frame."""
    storage: Storage


class Routine:
    """A function of a program."""

    def __init__(
        self,
        code: Code,
        number: int,
        first: int,
        *,
        stepped: bool = False,
        exposed: bool = False,
        further_cuts: FurtherCuts | None = None,
    ) -> None:
        """Cut a function into pieces.

        Args:
            code: Its statements.
            number: Its index in the program.
            first: The index of its first piece in the program.
            stepped: Whether each instruction has a piece of its own.
            exposed: Whether pieces begin before each instruction that other warps may notice.
            further_cuts: Returns the statements at which pieces begin besides, given the others.
        """
        self.code = code
        self.function = code.function
        self.name = code.function.name.name
        self.number = number
        self.first = first
        graph = control_flow(code)
        exposed_at = _exposed(code) if exposed else set()
        cuts = _cuts(code, graph) | exposed_at
        if exposed:
            cuts |= _meetings(code, cuts)
        if further_cuts is not None:
            cuts |= further_cuts(code, cuts)
        self.pieces, self._starts = _pieces(code, _steps(code, graph) if stepped else cuts)
        self.turns = {self._starts[cut] for cut in cuts}
        """The pieces, by index in the function, before which other lanes may have their turn."""
        self.exposed = {self._starts[index] for index in exposed_at}
        """The pieces, by index in the function, that begin with an instruction of that kind."""
        # A piece that ends inside a basic block leads to the next piece alone.
        ends = {block.stop: block.successors for block in graph.blocks}
        self.successors = [
            (
                (number + 1,)
                if piece.stop not in ends
                else tuple(self._starts[graph.blocks[each].start] for each in ends[piece.stop])
            )
            for number, piece in enumerate(self.pieces)
        ]
        """For each piece, the pieces that may run next, by index in the function."""
        if len(self.pieces) > 1 and _may_reach_end(code):
            self.successors[-2:] = [(*self.successors[-2], len(self.pieces) - 1), ()]
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

    @property
    def is_kernel(self) -> bool:
        """Whether it is an `.entry`."""
        return self.function.kind == ".entry"

    def piece_at(self, index: int) -> int:
        """Return the index in the program of the piece that begins at or after a statement."""
        return self.first + self._starts[index]

    def local_variable(self, name: str, level: int) -> tuple[int, LocalVariable] | None:
        """Return the scope and the place of the local variable that a name means in a scope."""
        declared = self.code.levels[level].names.local(name)
        if declared is None:
            return None
        # A register or a shared variable of an inner scope hides the local variable of an outer
        # one.
        found = self.locals.get((declared.level, name))
        return None if found is None else (declared.level, found)


class Program:
    """A module that is ready to run."""

    def __init__(
        self,
        module: n.Module,
        *,
        stepped: bool = False,
        exposed: bool = False,
        further_cuts: FurtherCuts | None = None,
    ) -> None:
        """Cut all functions into pieces, without compiling them.

        In a stepped program each instruction has a piece of its own: between two instructions the
        whole state of a batch is in its machine and its scheduler, which can be looked at. In an
        exposed program a piece begins before each instruction whose order among those of other
        warps may matter, so that warps can be run in any order. `further_cuts` adds the
        statements at which pieces begin besides.
        """
        self.module = module
        self.stepped = stepped
        self.architecture = _architecture(module)
        """The compute capability of the target, 90 for `sm_90a`; 0 for no target of that kind."""
        self.has_short_pointers = has_short_pointers(module)
        """Whether addresses have 32 bits."""
        self.names = SymbolTable()
        self.names.declare(module.body)
        self.routines: dict[str, Routine] = {}
        self.turns: list[bool] = []
        """For each piece, whether other lanes may have their turn before it: a stepped program
        runs its lanes in the order of the other one."""
        self.exposed: list[bool] = []
        """For each piece, whether it begins with an instruction that other warps may notice; none
        does unless the program is exposed."""
        self.owners: list[Routine] = []
        """The routine of each piece, by the index of the piece."""
        for number, body in enumerate(bodies(module)):
            code = flatten(body.function, body.ordinal, self.names)
            routine = Routine(
                code,
                number,
                len(self.owners),
                stepped=stepped,
                exposed=exposed,
                further_cuts=further_cuts,
            )
            self.routines.setdefault(routine.name, routine)
            self.owners += [routine] * len(routine.pieces)
            self.turns += [k in routine.turns for k in range(len(routine.pieces))]
            self.exposed += [k in routine.exposed for k in range(len(routine.pieces))]
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


def _architecture(module: n.Module) -> int:
    for item in module.body:
        for target in item.names if type(item) is n.Target else ():
            # `sm_90a` and `sm_100f` have a letter behind the number.
            digits = "".join(c for c in target.partition("_")[2] if c.isdigit())
            if target.startswith("sm_") and digits:
                return int(digits)
    return 0


def _steps(code: Code, graph: ControlFlowGraph) -> set[int]:
    """Return where the pieces of a stepped function begin: behind each instruction and call."""
    return {block.start for block in graph.blocks} | {
        index + 1
        for index, statement in enumerate(code.statements)
        if type(statement) in (n.Instruction, n.Call)
    }


def _cuts(code: Code, graph: ControlFlowGraph) -> set[int]:
    """Return where the pieces of a function begin.

    A piece ends at the end of a basic block, after a barrier or a call, before an instruction that
    may block, such as a wait at an mbarrier, and before the first instruction of a block at which
    threads must converge.
    """
    cuts = {block.start for block in graph.blocks}
    converged: Any = None
    for index, statement in enumerate(code.statements):
        if index in cuts:
            converged = None
        if type(statement) is n.Call:
            cuts.add(index + 1)
            converged = None
        if type(statement) is not n.Instruction:
            continue
        found = traits(statement.opcode, statement.modifiers)
        if found.barrier or found.is_blocking or "wait" in found.mbarrier:
            # Lanes leave a barrier for the piece after it, but run the piece of a wait once more,
            # so that a barrier ends its piece and a wait begins one.
            cuts.add(index + 1 if found.barrier else index)
            converged = None
        elif found.collective == "warp" and ".sync" in statement.modifiers:
            # Without a member mask, as in `mma`, all threads of the warp take part.
            mask = str(0xFFFFFFFF)
            if found.has_member_mask:
                operand = statement.operands[-1] if statement.operands else None
                mask = "register"
                if type(operand) is n.Literal:
                    mask = str(int(operand.value) & 0xFFFFFFFF)
            # No thread can have left the block since the last such instruction with the same mask.
            if converged is None or mask != converged or mask == "register":
                cuts.add(index)
                # Threads whose guard is false have not converged here.
                converged = None if statement.guard is not None else mask
    return cuts


_STRONG: Final = frozenset({".volatile", ".relaxed", ".acquire", ".release", ".mmio"})


def _exposed(code: Code) -> set[int]:
    """Return the indices of the instructions whose order among those of other warps may matter.

    They synchronise, or access memory that others may access at the same time without a race. The
    order of all other accesses is that of the synchronisation, or they race.
    """
    found = set()
    for index, statement in enumerate(code.statements):
        if type(statement) is not n.Instruction:
            continue
        effects = traits(statement.opcode, statement.modifiers)
        if (
            effects.mbarrier
            or (effects.barrier and effects.collective != "warp")
            or effects.is_blocking
            or effects.tracks
            or "complete-tx" in effects.completion
            or (
                statement.opcode == "tcgen05"
                and not {".alloc", ".dealloc", ".commit"}.isdisjoint(statement.modifiers)
            )
            or any(access.kind == "atomic" for access in effects.accesses)
            or (effects.accesses and not _STRONG.isdisjoint(statement.modifiers))
        ):
            found.add(index)
    return found


def _meetings(code: Code, cuts: set[int]) -> set[int]:
    """Return where the warps of a warpgroup meet: before the first `wgmma` of a piece."""
    found = set()
    have_met = False
    for index, statement in enumerate(code.statements):
        have_met &= index not in cuts
        if type(statement) is n.Instruction and not have_met:
            completion = traits(statement.opcode, statement.modifiers).completion
            if "wgmma-group" in completion:
                found.add(index)
                have_met = True
    return found


def _pieces(code: Code, cuts: set[int]) -> tuple[list[Piece], list[int]]:
    """Return the pieces of a function, and for each statement the index of its piece."""
    # A function without statements still needs a piece, from which it returns.
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
    if _may_reach_end(code):
        # Threads go on with a piece of their own function, from which they return.
        pieces.append(Piece(len(code.statements), len(code.statements), ()))
    return pieces, starts


def _may_reach_end(code: Code) -> bool:
    """Return whether the last statement ends a piece, and threads may go on behind it."""
    last = code.statements[-1] if code.statements else None
    if type(last) is n.Instruction:
        return last.guard is not None or bool(traits(last.opcode, last.modifiers).barrier)
    return type(last) is n.Call


def _labels(code: Code, start: int, stop: int) -> Iterator[str]:
    for statement in code.statements[start:stop]:
        if type(statement) is n.Label:
            yield statement.name
        elif type(statement) in (n.Instruction, n.Call):
            return


def _locals(
    code: Code, parameters: tuple[Storage, ...], returns: tuple[Storage, ...]
) -> tuple[Mapping[tuple[int, str], LocalVariable], int]:
    """Return the variables of a function that every thread has, `.local` and `.param`, by name.

    They include the parameters of a device function, but not of a kernel. The second value is their
    size.
    """
    places: dict[tuple[int, str], LocalVariable] = {}
    offset = 0

    def add(level: int, storage: Storage) -> None:
        nonlocal offset
        offset += -offset % max(1, storage.alignment)
        places[level, storage.name] = LocalVariable(offset, storage)
        offset += storage.size or 0

    # The parameters of a kernel are in memory that all threads share, so they have no place here.
    if code.function.kind != ".entry":
        for storage in (*returns, *parameters):
            if storage.space == "param":
                add(0, storage)
    for statement, level in zip(code.statements, code.scopes, strict=True):
        if type(statement) is n.Variable and statement.space in (".local", ".param"):
            for storage in variables_of(statement):
                add(level, storage)
    # The frame of a callee begins where this one ends.
    return places, offset + -offset % 16


class Branch(NamedTuple):
    """A branch by a predicate, on which lanes may diverge."""

    predicate: Any
    taken: int
    """The piece of the lanes for which it holds."""
    other: int
    """The piece of the other lanes."""


class IndexedBranch(NamedTuple):
    """A branch by an index into a list of targets: `brx.idx`."""

    index: Any
    targets: tuple[int, ...]
    """The pieces, by index."""
    guard: Any
    """Which lanes branch; None for all."""
    following: int
    """The piece of the others."""


class ReturnOrExit(NamedTuple):
    """Lanes that return to the caller, or exit."""

    guard: Any
    """Which lanes return or exit; None for all."""
    following: int
    """The piece of the others."""
    exits: bool
    """Whether the thread ends even in a function that has been called: `exit`."""


class Copy(NamedTuple):
    """Bytes in the local memory of a lane that a call copies from one function to another."""

    source: int
    """The offset in the local memory of the function that they are copied from."""
    target: int
    size: int


class Call(NamedTuple):
    """Lanes that call a function with a body."""

    function: Any
    """Its address: a scalar, or an array with an element for each lane that runs."""
    guard: Any
    """Which lanes call; None for all."""
    arguments: tuple[tuple[str, Any, int], ...]
    """For each parameter `("local", offset, size)` or `("value", values, 0)`; a vector has
    several values."""
    returns: tuple[tuple[str, Any, int], ...]
    """For each return value `("local", offset, size)`, `("slot", numbers, 0)`, `("none", 0, 0)`."""
    following: int
    """The piece after the call."""


class Barrier(NamedTuple):
    """Lanes that arrive at a barrier of their CTA."""

    number: Any
    threads: Any
    """How many threads it awaits; 0 for all of the CTA."""
    waits: bool
    """Whether they wait there, or only arrive."""
    following: int
    guard: Any
    """Which lanes arrive; None for all."""
    reduction: str
    """`and`, `or` or `popc`; empty for none."""
    predicate: Any
    """The predicate that each lane contributes to the reduction."""
    slot: int
    """The slot of the register that receives the result."""


class Reconverge(NamedTuple):
    """Lanes that run the piece again, some after a wait for other lanes of their warps."""

    piece: int
    ready: Any
    """Which of the lanes need not wait."""


class WarpBarrier(NamedTuple):
    """Lanes that arrive at a `bar.warp.sync`."""

    mask: Any
    """For each lane, the mask of the lanes of its warp that it waits for."""
    following: int
    guard: Any
    """Which lanes arrive; None for all."""


class ClusterBarrier(NamedTuple):
    """Lanes that arrive at the barrier of their cluster."""

    waits: bool
    """Whether they wait there, or only arrive."""
    following: int
    guard: Any
    """Which lanes arrive; None for all."""


class Await(NamedTuple):
    """Lanes that wait for phases of mbarriers and then run the piece again."""

    blocked: Any
    """Which of the lanes of the group wait."""
    words: Any
    """For each of these lanes, the index of its mbarrier among 64-bit words of shared memory."""
