"""How loops update the registers that they carry from turn to turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy import isa
from ptxpy.ir import nodes as n
from ptxpy.isa.types import TYPES
from ptxpy.naming.values import constant, operator_of

if TYPE_CHECKING:
    from ptxpy.naming.facts import Facts

__all__ = ["Updates", "updates_of"]

_MAX_CHAIN: Final = 64
"""How many instructions of one kind an unrolled loop has between two values that it carries."""

_COMPARED: Final = frozenset({"max", "min"})


class Updates(NamedTuple):
    """What the statements have in common that make a register's value from its last one."""

    kind: str
    """`step`, `stage`, `phase`, `+`, `*+`, `max`, `min`."""
    step: int
    """What a counter counts by, 0 if it is no constant."""
    last: int
    """The last statement that updates it."""
    starts: tuple[int, ...]
    """The other statements that write it."""
    updates: tuple[int, ...]


def updates_of(facts: Facts, register: int) -> Updates | None:
    """Return how a register is updated in loops, if all updates are of one kind."""
    kinds: set[str] = set()
    steps: set[int] = set()
    starts: list[int] = []
    updates: list[int] = []
    for index in facts.definitions[register]:
        statement = facts.code.statements[index]
        if type(statement) is not n.Instruction or facts.in_assembly(index):
            return None
        kind, step = _update(facts, register, statement, index)
        if not kind:
            if _reads(facts, register, index):
                return None
            starts.append(index)
            continue
        updates.append(index)
        kinds.add(kind)
        steps.add(step)
    if len(kinds) != 1 or not starts:
        return None
    depths = [facts.loops.depths[facts.block_of(index)] for index in updates]
    if min(depths) == 0 or any(_may_clobber(facts, index, updates) for index in starts):
        return None
    step = steps.pop() if len(steps) == 1 else 0
    return Updates(kinds.pop(), step, updates[-1], tuple(starts), tuple(updates))


def _may_clobber(facts: Facts, start: int, updates: list[int]) -> bool:
    """Return whether a start is in the innermost loop of an update: it is then no start."""
    return not {facts.loop_of(index) for index in updates}.isdisjoint(facts.loops_of(start))


def _reads(facts: Facts, register: int, index: int) -> bool:
    return register in facts.accesses[index].reads


def _update(facts: Facts, register: int, statement: n.Instruction, index: int) -> tuple[str, int]:
    """Return in which way a statement makes a register from its last value, and the step."""
    kind, modifiers = facts.table.types[register], statement.modifiers
    types = [word[1:] for word in modifiers if word[1:] in TYPES]
    if (types and TYPES[types[-1]].kind == "float") or kind in ("f32", "f64"):
        return _float_update(facts, register, statement, index), 0
    return _integer_update(facts, register, statement, index)


def _integer_update(
    facts: Facts, register: int, statement: n.Instruction, index: int
) -> tuple[str, int]:
    operands = statement.operands[1:]
    symbol = operator_of(statement.opcode, statement.modifiers)
    numbers = [facts.number(operand, index) for operand in operands]
    if symbol in ("+", "-") and len(operands) == 2 and register in numbers:  # noqa: PLR2004
        if symbol == "-" and numbers[0] != register:
            return "", 0
        step = constant(operands[1 - numbers.index(register)])
        return "step", (step or 0) * (1 if symbol == "+" else -1)
    if symbol == "^" and register in numbers:
        return ("phase", 0) if _is_one_bit(facts, register, operands, numbers) else ("", 0)
    traits = isa.traits(statement.opcode, statement.modifiers)
    if traits.copies and len(numbers) == 1 and numbers[0] >= 0:
        value = facts.values[numbers[0]]
        if value.kind == "register" and value.register == register and value.offset:
            return "step", value.offset
    if traits.passes and not traits.collective and _wraps(facts, register, operands, numbers):
        return "stage", 1
    return "", 0


def _is_one_bit(
    facts: Facts, register: int, operands: tuple[n.Operand, ...], numbers: list[int]
) -> bool:
    """Return whether the other operand of an exclusive or is 0 or 1."""
    other = 1 - numbers.index(register)
    if constant(operands[other]) == 1:
        return True
    statement = facts.single(numbers[other]) if numbers[other] >= 0 else None
    if statement is None:
        return False
    constants = {constant(operand) for operand in statement.operands[1:3]}
    return constants == {0, 1} and bool(isa.traits(statement.opcode, statement.modifiers).passes)


def _wraps(
    facts: Facts, register: int, operands: tuple[n.Operand, ...], numbers: list[int]
) -> bool:
    """Return whether one of two values is 0, and the other the next after the register's."""
    if 0 not in [constant(operand) for operand in operands[:2]]:
        return False
    values = [facts.values[number] for number in numbers[:2] if number >= 0]
    return any(
        value.kind == "register" and value.register == register and value.offset == 1
        for value in values
    )


def _float_update(facts: Facts, register: int, statement: n.Instruction, index: int) -> str:
    """Return the operation that, perhaps several times, makes a register from its last value."""
    symbol = _operation(statement)
    if not symbol:
        return ""
    seen: n.Instruction | None = statement
    for _ in range(_MAX_CHAIN):
        if seen is None or _operation(seen) != symbol:
            return ""
        operands = seen.operands[3:4] if symbol == "*+" else seen.operands[1:3]
        numbers = [facts.number(operand, index) for operand in operands]
        if register in numbers:
            return symbol
        earlier = [
            each
            for number in numbers
            if number >= 0 and (each := facts.single(number)) and _operation(each) == symbol
        ]
        seen = earlier[0] if earlier else None
    return ""


def _operation(statement: n.Instruction) -> str:
    symbol = operator_of(statement.opcode, statement.modifiers)
    if symbol in ("+", "*+"):
        return symbol
    name = isa.traits(statement.opcode, statement.modifiers).name
    return name if name in _COMPARED else ""
