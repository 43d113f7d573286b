"""Rings of buffers: mbarriers, stages and phases, and whether they fill, read or release.

A stage is scaled to the address of a barrier; a phase is the parity that a wait is given. Whoever
waits for a full barrier reads its buffer; whoever waits for an empty one, or expects bytes, fills
it; whoever only arrives at an empty one releases it. A register from which a loop takes over the
first stage or phase has the same name.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy.ir import nodes as n
from ptxpy.naming.barriers import EMPTY, FULL
from ptxpy.naming.helper_names import operand_roles
from ptxpy.naming.rule import Name
from ptxpy.naming.rules.loops import updates_of
from ptxpy.naming.values import constant, operator_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ptxpy.naming.barriers import BarrierOperation
    from ptxpy.naming.facts import Facts

_FILL: Final = "fill"
_READ: Final = "read"
_RELEASE: Final = "release"
_SCALES: Final = {"<<": 3, "*": 8}
"""Operators and constants that make the offset of a barrier from its index."""
_MAX_REACHED: Final = 256
"""How many values that are made of a stage are followed to the addresses they are part of."""


def name_barriers(facts: Facts) -> Iterator[Name]:
    """A barrier that bytes complete is full; one that is waited for before that is empty.

    All uses of the register are the address of a barrier.

    >>> from ptxpy.naming.rule import named
    >>> named(name_barriers, ".shared .b64 bars[2]; mov.u32 %r1, bars; "
    ...     "mbarrier.arrive.expect_tx.shared.b64 %rd1, [%r1], 64;")
    {'%r1': 'full_bar'}
    """
    for register, kind in facts.barriers.registers(facts).items():
        if facts.single(register) is not None:
            yield Name(register, f"{kind}_bar" if kind else "mbar")


def name_rings(facts: Facts) -> Iterator[Name]:
    """The index of a barrier is a stage, the operand of its wait is a phase.

    The one that fills and the one that reads have a name each, since both may be in use at a time.
    `tests/naming/cases.txt` has rings.
    """
    stages = _stages(facts)
    phases = _phases(facts)
    for register, definitions in enumerate(facts.definitions) if facts.has_ring else ():
        if register in stages or register in phases or len(definitions) < 2:  # noqa: PLR2004
            continue
        found = updates_of(facts, register)
        side = _accessed_side(facts, register) if found and found.kind == "stage" else ""
        if side:
            stages[register] = side
    for word, sides in (("stage", stages), ("phase", phases)):
        for register, side in sides.items():
            # A register that is taken for both is neither for sure.
            if register in stages and register in phases:
                continue
            if side:
                yield Name(register, f"{side}_{word}")
            yield Name(register, word)


def _stages(facts: Facts) -> dict[int, str]:
    """Return the use of the buffers of each stage, `fill`, `read`, `release`, or ""."""
    sides: dict[int, set[str]] = defaultdict(set)
    for operation in facts.barriers.operations:
        side = _side(facts, operation)
        scaled = facts.single(operation.added) if side and operation.added >= 0 else None
        if scaled is None:
            continue
        symbol = operator_of(scaled.opcode, scaled.modifiers)
        # A barrier has 8 bytes, by which its index is scaled.
        if symbol in _SCALES and constant(scaled.operands[-1]) == _SCALES[symbol]:
            stage = facts.number(scaled.operands[1], facts.definitions[operation.added][0])
            if stage >= 0 and facts.values[stage].kind == "register":
                sides[stage].add(side)
    return _carried(facts, {stage: _agreed(own) for stage, own in sides.items()})


def _phases(facts: Facts) -> dict[int, str]:
    """Return the side that waits for each changing register that is only a phase; "" for both."""
    sides: dict[int, set[str]] = defaultdict(set)
    waits: set[int] = set()
    for operation in facts.barriers.operations:
        statement = facts.code.statements[operation.at]
        if not operation.waits or type(statement) is not n.Instruction:
            continue
        waits.add(operation.at)
        for name, role in operand_roles(statement):
            number = facts.table.number(name, facts.code.scopes[operation.at])
            if role.name == "phase_parity" and _turns_only(facts, number):
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
    """Return the side that several agree on: who reads a buffer releases it after that."""
    sides = sides - {_RELEASE} if _READ in sides else sides
    return next(iter(sides)) if len(sides) == 1 else ""


def _side(facts: Facts, operation: BarrierOperation) -> str:
    """Return the use of the buffer of a barrier at which a thread arrives or waits."""
    kind = facts.barriers.kind(operation.place)
    if operation.waits:
        return {FULL: _READ, EMPTY: _FILL}.get(kind, "")
    if operation.receives_bytes:
        return _FILL
    return _RELEASE if operation.arrives and kind == EMPTY else ""


def _carried(facts: Facts, sides: Mapping[int, str]) -> dict[int, str]:
    """Return sides, and those of the registers from which a loop takes over the first value."""
    found = dict(sides)
    last: list[int] = [*found]
    while last:
        begun: dict[int, set[str]] = defaultdict(set)
        for register in last:
            for index in facts.definitions[register]:
                statement = facts.code.statements[index]
                is_copy = type(statement) is n.Instruction and _is_copy(statement)
                source = facts.number(statement.operands[1], index) if is_copy else -1
                # Before its first change, the source is no more than a number to begin with.
                if source < 0 or source in found or index < _first_change(facts, source):
                    continue
                definitions = facts.definitions[source]
                # Only a value that a loop makes of the one before is a stage or a phase itself.
                if len(definitions) > 1 and any(
                    facts.loop_of(each) >= 0 and source in _made_of(facts, each)
                    for each in definitions
                ):
                    begun[source].add(found[register])
        found.update((source, _agreed(own)) for source, own in begun.items())
        last = [*begun]
    return found


def _is_copy(statement: n.Instruction) -> bool:
    is_copy = bool(isa.traits(statement.opcode, statement.modifiers).copies)
    return is_copy and len(statement.operands) == 2  # noqa: PLR2004


def _made_of(facts: Facts, index: int) -> set[int]:
    """Return the registers that a value is made of, directly or through others."""
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


def _turns_only(facts: Facts, register: int) -> bool:
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
    """Return whether a statement makes another phase of one that it reads, or its next value.

    Before its first change a phase is the number that it begins with, which may be copied to
    anything.
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


def _accessed_side(facts: Facts, stage: int) -> str:
    """Return the use of the memory whose address a stage is a part of; "" for both uses.

    Asynchronous copies fill it; a matrix multiplication or a load of shared memory reads it.
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
                if not 0 <= access.position < len(statement.operands):
                    continue
                operand = statement.operands[access.position]
                base = operand.base if type(operand) is n.Address else operand
                if facts.number(base, index) == register:
                    # An ordinary store neither fills a stage nor reads it for sure, and agrees with
                    # no other use.
                    written = _FILL if traits.completion else "?"
                    sides.add(written if access.writes else _READ)
            if isa.is_pure(statement.opcode, statement.modifiers):
                left += [
                    each
                    for each in facts.accesses[index].writes
                    if each not in seen and facts.single(each) is not None
                ]
    # What has not been followed may have another use.
    return next(iter(sides)) if len(sides) == 1 and not left else ""
