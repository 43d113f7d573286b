"""What registers are to rings of buffers: stages and phases, and whether they fill or read.

A stage is what is scaled to the address of a barrier; a phase is what a wait is given. Who waits
for a full barrier reads its buffer; who waits for an empty one, or expects bytes, fills it; who
only arrives at an empty one releases it. What such a register begins with is the same, if it goes
on from loop to loop.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import starmap
from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy.ir import nodes as n
from ptxpy.isa.traits import traits
from ptxpy.naming.barriers import EMPTY, FULL
from ptxpy.naming.helper_names import operand_roles
from ptxpy.naming.values import constant, operator_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ptxpy.naming.barriers import BarrierOperation
    from ptxpy.naming.facts import Facts

__all__ = ["accessed_side", "has_ring", "phases_of", "stages_of"]

FILL: Final = "fill"
READ: Final = "read"
RELEASE: Final = "release"
_SCALES: Final = {"<<": 3, "*": 8}
"""What makes the offset of a barrier of its index."""
_MAX_REACHED: Final = 256
"""How many values that are made of a stage are looked at for what they address."""


def has_ring(facts: Facts) -> bool:
    """Return whether a function waits for asynchronous copies, so that it may have stages."""
    forms = {
        (statement.opcode, statement.modifiers)
        for statement in facts.code.statements
        if type(statement) is n.Instruction
    }
    return any(traits.mbarrier or traits.completion for traits in starmap(isa.traits, forms))


def stages_of(facts: Facts) -> dict[int, str]:
    """Return what is done with the buffers of each stage, `fill`, `read`, `release`, or ""."""
    sides: dict[int, set[str]] = defaultdict(set)
    for operation in facts.barriers.operations:
        side = _side(facts, operation)
        stage = _unscaled(facts, operation.added) if side and operation.added >= 0 else -1
        if stage >= 0 and facts.values[stage].kind == "register":
            sides[stage].add(side)
    return _carried(facts, {stage: _agreed(own) for stage, own in sides.items()})


def phases_of(facts: Facts) -> dict[int, str]:
    """Return for what each changing register waits that is only a phase; "" for both."""
    sides: dict[int, set[str]] = defaultdict(set)
    waits: dict[int, BarrierOperation] = {}
    for operation in facts.barriers.operations:
        statement = facts.code.statements[operation.at]
        if not operation.waits or type(statement) is not n.Instruction:
            continue
        waits[operation.at] = operation
        for name, role in operand_roles(statement):
            number = facts.table.number(name, facts.code.scopes[operation.at])
            if role.name == "phase_parity" and _changes(facts, number):
                sides[number].add(_side(facts, operation))
    found = _carried(facts, {phase: _agreed(own) for phase, own in sides.items()})
    return {
        phase: side
        for phase, side in found.items()
        if all(
            index in waits or _hands_on_phase(facts, phase, index, found)
            for index in facts.uses[phase]
        )
    }


def _agreed(sides: set[str]) -> str:
    """Return the side that several are: who reads a buffer releases it after that."""
    sides = sides - {RELEASE} if READ in sides else sides
    return next(iter(sides)) if len(sides) == 1 else ""


def _side(facts: Facts, operation: BarrierOperation) -> str:
    """Return what is done with the buffer of a barrier at which a thread arrives or waits."""
    kind = facts.barriers.kind(operation.place)
    if operation.waits:
        return {FULL: READ, EMPTY: FILL}.get(kind, "")
    if operation.receives_bytes:
        return FILL
    return RELEASE if operation.arrives and kind == EMPTY else ""


def _unscaled(facts: Facts, register: int) -> int:
    """Return the index that the offset of a barrier is made of, -1 where that is not known."""
    statement = facts.single(register)
    if statement is None:
        return -1
    operands = statement.operands
    symbol = operator_of(statement.opcode, statement.modifiers)
    if symbol not in _SCALES or constant(operands[-1]) != _SCALES[symbol]:
        return -1
    return facts.number(operands[1], facts.definitions[register][0])


def _carried(facts: Facts, sides: Mapping[int, str]) -> dict[int, str]:
    """Return sides, and those of the registers from which a loop takes over the first value."""
    found = dict(sides)
    last: list[int] = [*found]
    while last:
        begun: dict[int, set[str]] = defaultdict(set)
        for register in last:
            for source, index in _copied(facts, register):
                if (
                    source not in found
                    and index >= _first_change(facts, source)
                    and _goes_on(facts, source)
                ):
                    begun[source].add(found[register])
        found.update((source, _agreed(own)) for source, own in begun.items())
        last = [*begun]
    return found


def _copied(facts: Facts, register: int) -> Iterator[tuple[int, int]]:
    """Yield the registers that are copied into a register, and where."""
    for index in facts.definitions[register]:
        statement = facts.code.statements[index]
        if type(statement) is n.Instruction and _is_copy(statement):
            source = facts.number(statement.operands[1], index)
            if source >= 0:
                yield source, index


def _is_copy(statement: n.Instruction) -> bool:
    is_copy = bool(traits(statement.opcode, statement.modifiers).copies)
    return is_copy and len(statement.operands) == 2  # noqa: PLR2004


def _goes_on(facts: Facts, register: int) -> bool:
    """Return whether some value of a register is made of the one before, in a loop."""
    definitions = facts.definitions[register]
    return len(definitions) > 1 and any(
        facts.loop_of(index) >= 0 and register in _made_of(facts, index) for index in definitions
    )


def _made_of(facts: Facts, index: int) -> set[int]:
    """Return the registers that a value is made of, and what those are made of."""
    seen: set[int] = set()
    left = [*facts.accesses[index].reads]
    while left and len(seen) < _MAX_REACHED:
        register = left.pop()
        if register in seen:
            continue
        seen.add(register)
        statement = facts.single(register)
        if statement is not None and isa.is_pure(statement.opcode, statement.modifiers):
            left.extend(facts.accesses[facts.definitions[register][0]].reads)
    return seen


def _changes(facts: Facts, register: int) -> bool:
    """Return whether a register only has copies and turned phases, and one that is turned."""
    turned = False
    for index in facts.definitions[register]:
        statement = facts.code.statements[index]
        if type(statement) is not n.Instruction or statement.guard is not None:
            return False
        if not _is_copy(statement) and not _turns(statement):
            return False
        source = facts.number(statement.operands[1], index)
        made = facts.definitions[source] if source >= 0 else []
        turned |= _turns(statement) or any(_turns(facts.code.statements[each]) for each in made)
    return turned


def _turns(statement: n.Node) -> bool:
    if type(statement) is not n.Instruction:
        return False
    return operator_of(statement.opcode, statement.modifiers) == "^"


def _hands_on_phase(facts: Facts, phase: int, index: int, phases: Mapping[int, str]) -> bool:
    """Return whether a statement that reads a phase makes another one of it, or its next value.

    Before its first change a phase is the number that it begins with: what that is copied to says
    nothing of it.
    """
    if index < _first_change(facts, phase):
        return True
    statement = facts.code.statements[index]
    if type(statement) is not n.Instruction:
        return False
    targets = set(facts.accesses[index].writes)
    is_known = targets <= {phase, *phases} and (_is_copy(statement) or _turns(statement))
    return is_known or facts.is_update(phase, index)


def _first_change(facts: Facts, register: int) -> int:
    """Return the first statement or loop that may read a register which has been changed."""
    changes = [
        index
        for index in facts.definitions[register]
        if (statement := facts.code.statements[index])
        and not (
            type(statement) is n.Instruction
            and _is_copy(statement)
            and constant(statement.operands[1]) is not None
        )
    ]
    starts = [
        facts.graph.blocks[header].start for each in changes for header in facts.loops_of(each)
    ]
    return min([*changes, *starts], default=0)


def accessed_side(facts: Facts, stage: int) -> str:
    """Return what is done with the memory whose address a stage is a part of; "" for both.

    What asynchronous copies write is filled; what a matrix multiplication or a load of shared
    memory takes is read.
    """
    seen: set[int] = set()
    left = [stage]
    sides: set[str] = set()
    while left and len(seen) < _MAX_REACHED:
        register = left.pop()
        seen.add(register)
        for index in facts.uses[register]:
            statement = facts.code.statements[index]
            if type(statement) is not n.Instruction:
                continue
            traits = isa.traits(statement.opcode, statement.modifiers)
            for access in traits.accesses:
                sides.add(_side_of_access(facts, statement, index, access, register))
            if isa.is_pure(statement.opcode, statement.modifiers):
                left += [
                    each
                    for each in facts.accesses[index].writes
                    if each not in seen and facts.single(each) is not None
                ]
    sides.discard("")
    return next(iter(sides)) if len(sides) == 1 and not left else ""


def _side_of_access(
    facts: Facts, statement: n.Instruction, index: int, access: isa.Access, register: int
) -> str:
    """Return what an access does with the memory at an address that a register is of."""
    if not 0 <= access.position < len(statement.operands):
        return ""
    operand = statement.operands[access.position]
    base = operand.base if type(operand) is n.Address else operand
    if facts.number(base, index) != register:
        return ""
    if access.writes:
        return FILL if isa.traits(statement.opcode, statement.modifiers).completion else "?"
    return READ
