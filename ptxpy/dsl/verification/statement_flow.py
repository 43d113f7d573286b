"""Control flow, data flow and basic blocks of recorded statements, before they are IR.

A statement is identified by its body and its position there, so that an error can be located at the
line of Python that recorded it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any, Final

from ptxpy import isa
from ptxpy._records import NamedTuple
from ptxpy.dsl.control_flow.blocks import PendingLabel, RecordedBranch, RecordedLabel
from ptxpy.dsl.tracing.pending_results import PendingResult, ResultParts
from ptxpy.dsl.tracing.trace import Body, RecordedStatement, TraceError
from ptxpy.ir import nodes as n
from ptxpy.isa import DIRECT_BRANCHES, EXITS, INDEXED_BRANCHES, TERMINATORS


def located_error(body: Body, index: int, message: str) -> TraceError:
    """Return an error located at a statement of a body."""
    error = TraceError(message)
    if 0 <= index < len(body.statements):
        body.attach_location(index, error)
    return error


class LocatedStatement(NamedTuple):
    """A statement, and the place at which it was recorded."""

    statement: RecordedStatement
    body: Body
    at: int


def located_statements(body: Body) -> Iterator[LocatedStatement]:
    """Yield the statements of a body and of the scopes in it, in the order of the text."""
    for index, statement in enumerate(body.statements):
        yield LocatedStatement(statement, body, index)
        if statement.body is not None:
            yield from located_statements(statement.body)


def control_statements(body: Body) -> Iterator[LocatedStatement]:
    """Yield the statements that are no plain instructions, as `steps` does."""
    for index, statement in enumerate(body.statements):
        if type(statement) is not PendingResult or statement.operation.opcode in TERMINATORS:
            yield LocatedStatement(statement, body, index)
            if statement.body is not None:
                yield from control_statements(statement.body)


def _key(target: PendingLabel, prefix: str) -> Any:
    # Raw text can refer to a label by its name alone. A label that has neither name nor number yet
    # is known by the object.
    if target.name is not None:
        return target.name
    return target if target.number is None else f"{prefix}{target.number}"


class ControlEffect(NamedTuple):
    """The effect of a statement on control flow."""

    label: Any = None
    target: Any = None
    ends: bool = False
    """Whether the next statement does not follow."""
    returns: bool = False
    unknown: bool = False
    """Whether it goes where is not known here."""


class ScopedLabels:
    """Where labels are placed: a label is known in its scope, and in the scopes inside of that.

    Two scopes may have labels of one name, as each copy of a block of inline assembly has.
    """

    __slots__ = ("_indices", "_outer", "_places")

    def __init__(self) -> None:
        """Start without labels."""
        self._places: dict[tuple[int, Any], int] = {}
        self._indices: dict[Any, int] = {}
        self._outer: dict[int, Body] = {}

    def enter(self, step: LocatedStatement) -> None:
        """Learn which scope is in which; steps come in the order of the text."""
        if step.statement.body is not None:
            self._outer[id(step.statement.body)] = step.body

    def place(self, step: LocatedStatement, label: Any, index: int) -> bool:
        """Place a label; return whether neither its scope nor one around has it already."""
        is_first = self._known(step.body, label) is None
        self._places.setdefault((id(step.body), label), index)
        self._indices[label] = index
        return is_first

    def find(self, step: LocatedStatement, label: Any) -> int | None:
        """Return where the label is that a statement means; None if there is none."""
        index = self._known(step.body, label)
        return self._indices.get(label) if index is None else index

    def _known(self, body: Body, label: Any) -> int | None:
        """Return where the innermost scope around a statement that has a label has it."""
        scope: Body | None = body
        while scope is not None:
            index = self._places.get((id(scope), label))
            if index is not None:
                return index
            scope = self._outer.get(id(scope))
        return None


def control_effect(statement: RecordedStatement, prefix: str) -> ControlEffect | None:
    """Return the effect of a statement on control flow; None if it has none."""
    if isinstance(statement, RecordedLabel):
        return ControlEffect(label=_key(statement.target, prefix))
    if isinstance(statement, RecordedBranch):
        return ControlEffect(target=_key(statement.target, prefix), ends=statement.guard is None)
    if isinstance(statement, PendingResult):
        opcode, guard, operands = statement.opcode, statement.guard, statement.sources
    elif type(statement.node) is n.Instruction:
        opcode, guard, operands = (
            statement.node.opcode,
            statement.node.guard,
            statement.node.operands,
        )
    elif type(statement.node) is n.Label:
        return ControlEffect(label=statement.node.name)
    else:
        return None
    if opcode in EXITS:
        return ControlEffect(ends=guard is None, returns=True)
    if opcode in DIRECT_BRANCHES and operands and type(operands[0]) is n.Symbol:
        return ControlEffect(target=operands[0].name, ends=guard is None)
    return ControlEffect(unknown=True) if opcode in INDEXED_BRANCHES else None


def guard_of_statement(statement: RecordedStatement) -> n.Guard | None:
    """Return the guard of a statement, if it has one."""
    guard: n.Guard | None = getattr(statement, "guard", None)
    if guard is not None or type(statement) is PendingResult:
        return guard
    return getattr(statement.node, "guard", None)


@lru_cache(maxsize=4096)
def _destinations(opcode: str, modifiers: tuple[str, ...]) -> int:
    """Return how many of the first operands of an instruction are destinations."""
    return isa.destinations(opcode, modifiers)


@lru_cache(maxsize=4096)
def _other_writes(opcode: str, modifiers: tuple[str, ...]) -> tuple[int, ...]:
    """Return the places of other operands that an instruction writes, or reads and writes."""
    return (*isa.explicit_writes(opcode, modifiers), *isa.read_modify_writes(opcode, modifiers))


def read_operands(statement: RecordedStatement) -> list[Any]:
    """Return the operands that a statement reads, and the register of its guard.

    An accumulator, which is written as well, is left out: whether it is read is a number that the
    instruction is given (`wgmma`'s scale-d).
    """
    guard = guard_of_statement(statement)
    found = [] if guard is None else [guard.register]
    if isinstance(statement, RecordedBranch):
        return found
    opcode, modifiers, operands, skipped = statement_parts(statement)
    others = _other_writes(opcode, modifiers)
    if not others:
        return [*found, *operands[skipped:]]
    return [
        *found,
        *(
            operand
            for at, operand in enumerate(operands[skipped:], skipped)
            # An address is read even where the memory behind it is written.
            if at not in others or type(operand) is n.Address
        ),
    ]


def updated_operands(statement: RecordedStatement) -> Iterator[Any]:
    """Yield the operands that a statement reads and writes, such as an accumulator.

    A `wgmma` whose scale-d is the number 0 does not read it.
    """
    if isinstance(statement, RecordedBranch):
        return
    opcode, modifiers, operands, _ = statement_parts(statement)
    if opcode == "wgmma" and any(
        type(each) is n.Literal and each.text == "0" for each in operands[3:4]
    ):
        return
    for at in isa.read_modify_writes(opcode, modifiers) if opcode else ():
        if at < len(operands) and type(operands[at]) is not n.Address:
            yield operands[at]


def statement_parts(
    statement: RecordedStatement,
) -> tuple[str, tuple[str, ...], tuple[Any, ...], int]:
    """Return opcode, modifiers, all operands, and how many of these are destinations."""
    if isinstance(statement, PendingResult):
        operation, operands = statement.operation, statement.sources
        opcode, modifiers = operation.opcode, operation.modifiers
        count = _destinations(opcode, modifiers)
        if statement.writes:
            destination = statement.destination
            # A destination of several parts is shown as it is now; its open parts stay open.
            if type(destination) is ResultParts:
                destination = destination.lower()
            operands = (destination, *operands)
            # An instruction that the table does not have may be taken to write one register.
            count = max(count, 1)
        return opcode, modifiers, operands, count
    node = statement.node
    if type(node) is n.Instruction:
        count = _destinations(node.opcode, node.modifiers)
        return node.opcode, node.modifiers, node.operands, count
    if type(node) is n.Call:
        # The results of a call come first, as destinations do.
        return "call", (), (*(node.returns or ()), *(node.arguments or ())), len(node.returns or ())
    return "", (), (), 0


class Effect(NamedTuple):
    """The names of the registers that a statement reads, and of those that it writes."""

    read: list[str]
    written: list[str]


_SETTLED: ContextVar[dict[int, Effect] | None] = ContextVar("ptxpy_settled", default=None)


@contextmanager
def settled() -> Iterator[None]:
    """Keep what statements read and write, which no one changes while the block runs.

    A dozen checks of a complete function ask each statement.
    """
    token = _SETTLED.set({})
    try:
        yield
    finally:
        _SETTLED.reset(token)


def effect_of(statement: RecordedStatement) -> Effect:
    """Return the registers that a statement reads and writes."""
    known = _SETTLED.get()
    found = None if known is None else known.get(id(statement))
    if found is None:
        found = Effect(register_names(read_operands(statement)), _written(statement))
        if known is not None:
            known[id(statement)] = found
    return found


def read_registers(statement: RecordedStatement) -> list[str]:
    """Return the names of the registers that a statement reads, as `read_operands` tells."""
    return effect_of(statement).read


def written_registers(statement: RecordedStatement) -> list[str]:
    """Return the names of the registers that a statement writes."""
    return effect_of(statement).written


def _written(statement: RecordedStatement) -> list[str]:
    opcode, modifiers, operands, count = statement_parts(statement)
    found = register_names(operands[:count])
    if opcode:
        found += register_names(
            [
                operands[at]
                for at in _other_writes(opcode, modifiers)
                if at < len(operands) and type(operands[at]) is not n.Address
            ]
        )
    return found


def register_names(operands: Iterable[Any]) -> list[str]:
    """Return the names of the registers in operands."""
    found: list[str] = []
    for item in operands:
        kind = type(item)
        if kind is n.Register:
            found.append(item.name)
        elif kind in _PARTS:
            found += register_names(_PARTS[kind](item))
    return found


_PARTS: Final[dict[type, Callable[[Any], tuple[Any, ...]]]] = {
    n.Address: lambda item: (item.base, *item.coordinates),
    n.Vector: lambda item: item.elements,
    n.Pair: lambda item: (item.first, item.second),
    n.Component: lambda item: (item.base,),
    n.Unary: lambda item: (item.operand,),
}
"""The operands in which there may be registers, and their parts."""


class RecordedBlock:
    """A basic block: its statements, and the numbers of the blocks that may follow."""

    __slots__ = ("guard", "steps", "successors", "targets")

    def __init__(self) -> None:
        self.steps: list[LocatedStatement] = []
        self.successors: list[int] = []
        self.guard: n.Guard | None = None
        """The guard of the branch or the exit at its end."""
        self.targets: list[int] = []
        """The successors to which that branch goes; the others follow if it is not taken."""


def bounds_block(statement: Any) -> bool:
    """Return whether a statement begins or ends a basic block, or may hold one that does."""
    if type(statement) is PendingResult:
        return statement.operation.opcode in TERMINATORS
    return (
        isinstance(statement, RecordedBranch | RecordedLabel)
        or statement.body is not None
        or type(statement.node) in (n.Label, n.Instruction)
    )


def recorded_blocks(body: Body) -> list[RecordedBlock]:
    """Return the basic blocks of a function in the order of the text."""
    prefix = body.function.labels
    blocks = [RecordedBlock()]
    labels = ScopedLabels()
    jumps: list[tuple[int, LocatedStatement, ControlEffect]] = []
    tables: list[str] = []
    for step in located_statements(body):
        statement = step.statement
        labels.enter(step)
        block = blocks[-1]
        block.steps.append(step)
        if type(statement.node) is n.TargetList:
            tables += [each.name for each in statement.node.targets if type(each) is n.Symbol]
        flow = control_effect(statement, prefix) if bounds_block(statement) else None
        if flow is None:
            continue
        if flow.label is not None:
            block.successors.append(len(blocks))
            labels.place(step, flow.label, len(blocks))
        else:
            jumps.append((len(blocks) - 1, step, flow))
            if not flow.ends and not flow.unknown:
                block.successors.append(len(blocks))
        blocks.append(RecordedBlock())
    for at, step, flow in jumps:
        # A `brx.idx` is taken to reach the labels of every table of the function.
        targets = [labels.find(step, each) for each in (tables if flow.unknown else [flow.target])]
        block = blocks[at]
        block.targets = [each for each in targets if each is not None]
        # The targets come last among the successors: `guarded_values` tells by this where a guard
        # holds.
        block.successors += block.targets
        block.guard = None if flow.unknown else guard_of_statement(step.statement)
    return blocks


def with_first_turns(blocks: list[RecordedBlock]) -> list[RecordedBlock]:
    """Return basic blocks among which no path goes round a loop that counts.

    The test at its top is there twice: where the loop begins nothing leaves it.
    """
    found = [*blocks]
    for at, block in enumerate(blocks):
        last = block.steps[-1].statement if block.steps else None
        if not isinstance(last, RecordedBranch) or last.leaves is None:
            continue
        first = RecordedBlock()
        first.steps, first.guard = block.steps, block.guard
        first.successors = [each for each in block.successors if each not in block.targets]
        # The test of `ptx.kloop` is before its label, and no way round the loop comes by it.
        if last.leaves == "before":
            found[at] = first
            continue
        # The block before the loop leads to a copy of the test that leaves nothing; the way round
        # leads to the test itself.
        before = RecordedBlock()
        before.steps = blocks[at - 1].steps
        before.successors = [len(found)]
        found[at - 1] = before
        found.append(first)
    return found
