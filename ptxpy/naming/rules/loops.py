"""Loops: the registers that they carry from turn to turn, counters and accumulators."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES
from ptxpy.naming.addresses import OFFSET
from ptxpy.naming.rule import Name, RunName
from ptxpy.naming.rules.operations import POINTERS_INTO
from ptxpy.naming.values import Value, constant, operator_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.naming.facts import Facts

_MAX_CHAIN: Final = 64
"""How many instructions of one kind an unrolled loop has between two values that it carries."""
_FLOATS: Final = {"+": "total", "max": "largest", "min": "smallest"}
_LETTERS: Final = ("i", "j", "counter")
_WORD: Final = 32
_INDICES: Final = ("i", "j", "index")
"""Names of what does not count from a number on by one."""
_AXES: Final = {"x": "i", "y": "j", "z": "k"}


class Updates(NamedTuple):
    """The common form of the statements that make a register's value from its last one."""

    kind: str
    """`step`, `stage`, `phase`, `+`, `*+`, `max`, `min`."""
    step: int
    """The number that a counter counts by, 0 if it is no constant."""
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
        types = [word[1:] for word in statement.modifiers if word[1:] in TYPES]
        is_float = bool(types) and TYPES[types[-1]].kind == "float"
        if is_float or facts.table.types[register] in ("f32", "f64"):
            kind, step = _float_update(facts, register, statement, index), 0
        else:
            kind, step = _integer_update(facts, register, statement, index)
        if not kind:
            if register in facts.accesses[index].reads:
                return None
            starts.append(index)
            continue
        updates.append(index)
        kinds.add(kind)
        steps.add(step)
    if len(kinds) != 1 or not starts:
        return None
    # Outside of all loops `add.s32 %r1, %r1, 1` counts nothing.
    if min(facts.loops.depths[facts.block_of(index)] for index in updates) == 0:
        return None
    # A write in the innermost loop of an update is no start: it clobbers the value each turn.
    loops = {facts.loop_of(index) for index in updates}
    if not all(loops.isdisjoint(facts.loops_of(index)) for index in starts):
        return None
    step = steps.pop() if len(steps) == 1 else 0
    return Updates(kinds.pop(), step, updates[-1], tuple(starts), tuple(updates))


def _integer_update(
    facts: Facts, register: int, statement: n.Instruction, index: int
) -> tuple[str, int]:
    """Return in which way a statement makes a register from its last value, and the step."""
    operands = statement.operands[1:]
    symbol = operator_of(statement.opcode, statement.modifiers)
    numbers = facts.numbers(operands, index)
    if symbol in ("+", "-") and len(operands) == 2 and register in numbers:  # noqa: PLR2004
        if symbol == "-" and numbers[0] != register:
            return "", 0
        step = constant(operands[1 - numbers.index(register)])
        return "step", (step or 0) * (1 if symbol == "+" else -1)
    if symbol == "^" and register in numbers:
        other = 1 - numbers.index(register)
        # A phase may turn by 1, or by a flag that is 0 or 1.
        made = facts.single(numbers[other]) if numbers[other] >= 0 else None
        is_bit = constant(operands[other]) == 1 or (
            made is not None
            and {constant(operand) for operand in made.operands[1:3]} == {0, 1}
            and bool(isa.traits(made.opcode, made.modifiers).passes)
        )
        return ("phase", 0) if is_bit else ("", 0)
    traits = isa.traits(statement.opcode, statement.modifiers)
    # `add.s32 %r2, %r1, 1; … mov.u32 %r1, %r2;` counts as well.
    if traits.copies and len(numbers) == 1 and numbers[0] >= 0:
        value = facts.values[numbers[0]]
        if value.kind == "register" and value.register == register and value.offset:
            return "step", value.offset
    if traits.passes and not traits.collective and 0 in map(constant, operands[:2]):
        # One of two values is 0, and the other the next after the register's: it wraps around.
        following = Value("register", register=register, offset=1)
        if following in [facts.values[number] for number in numbers[:2] if number >= 0]:
            return "stage", 1
    return "", 0


def _float_update(facts: Facts, register: int, statement: n.Instruction, index: int) -> str:
    """Return the operation that, perhaps several times, makes a register from its last value."""
    symbol = _operation(statement)
    seen: n.Instruction | None = statement if symbol else None
    for _ in range(_MAX_CHAIN):
        if seen is None or _operation(seen) != symbol:
            return ""
        # The chain runs through the summand of an `fma`: its factors are other values.
        operands = seen.operands[3:4] if symbol == "*+" else seen.operands[1:3]
        numbers = facts.numbers(operands, index)
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
    return name if name in _FLOATS else ""


def name_accumulators(facts: Facts) -> Iterator[Name | RunName]:
    """A float that each turn of a loop adds to is a total, one that products are added to, `acc`.

    Several accumulators of products that one loop has are a run. A float that is compared with
    others is the largest or the smallest.

    >>> from ptxpy.naming.rule import named
    >>> named(name_accumulators, "mov.f32 %f1, 0f00000000; LOOP: fma.rn.f32 %f1, %f2, %f3, %f1; "
    ...     "@%p1 bra LOOP;")
    {'%f1': 'acc'}
    """
    floats = [
        (register, found)
        for register, definitions in enumerate(facts.definitions)
        if len(definitions) > 1 and (found := updates_of(facts, register)) is not None
    ]
    products: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for register, found in floats:
        if found.kind == "*+":
            products[facts.block_of(found.last)].append((found.last, register))
    for group in products.values():
        registers = tuple([register for _, register in sorted(group)])
        yield RunName(registers, "acc") if len(registers) > 1 else Name(registers[0], "acc")
    for register, found in floats:
        if found.kind in _FLOATS:
            yield Name(register, _FLOATS[found.kind])


def name_counters(facts: Facts) -> Iterator[Name]:
    """A register that each turn of a loop adds to counts; one that wraps at its end is a stage.

    An address that each turn moves is a pointer, bytes that are only added to addresses are an
    offset, and data to which a turn adds other values is a total.

    Counters that are in use at one place have different names: the outermost loop's is first.

    >>> from ptxpy.naming.rule import named
    >>> named(name_counters, "mov.u32 %r1, 0; LOOP: add.s32 %r1, %r1, 1; "
    ...     "setp.lt.s32 %p1, %r1, %r9; @%p1 bra LOOP;")
    {'%r1': 'i'}
    >>> named(name_counters, "cvta.const.u64 %rd1, x; LOOP: add.s64 %rd1, %rd1, 8; "
    ...     "setp.ne.s64 %p1, %rd1, %rd2; @%p1 bra LOOP;")
    {'%rd1': 'ptr'}
    """
    counters: list[int] = []
    indices: set[int] = set()
    for register, definitions in enumerate(facts.definitions):
        is_float = facts.table.types[register] in ("f16", "f32", "f64", "pred")
        if register in facts.pointers or is_float or not definitions[1:]:
            continue
        found = updates_of(facts, register)
        if found is None:
            continue
        if found.kind == "step" and _begins_as_address(facts, found):
            yield Name(register, "ptr")
        elif found.kind == "step":
            if found.step == 0 and _begins_as_data(facts, found):
                yield Name(register, "total")
            # A counter that falls, and only ends its loop, says how many turns are left.
            elif found.step < 0 and not _computes(facts, register, found):
                yield from (Name(register, name) for name in ("remaining", "remaining_b"))
            elif base := _address(facts, register):
                yield Name(register, base)
            # Bytes that are only added to addresses are an offset: `name_offsets` has its memory.
            elif abs(found.step) > 1 and _is_offset(facts, register):
                # What is loaded and then added to is the beginning of the sum: an address.
                is_loaded = any(
                    type(statement := facts.code.statements[index]) is n.Instruction
                    and bool(isa.traits(statement.opcode, statement.modifiers).accesses)
                    for index in found.starts
                )
                names = ("ptr",) if is_loaded else _offset_names(facts, register)
                yield from (Name(register, name) for name in names)
            elif abs(found.step) == 1 or not _begins_as_parameter(facts, found):
                counters.append(register)
                is_count = abs(found.step) == 1 or _begins_as_number(facts, found)
                if not is_count and _computes(facts, register, found):
                    indices.add(register)
        elif facts.has_ring and found.kind in ("stage", "phase"):
            yield Name(register, found.kind)
    # The letter comes first that no other register has at a place; indices of threads have theirs.
    last: dict[str, int] = {}
    named = [(facts.spans[register], register, "") for register in counters]
    named += [
        (facts.spans[register], register, _AXES[value.name])
        for register, value in enumerate(facts.values)
        if value.kind == "index"
    ]
    for span, register, own in sorted(named):
        letters = _INDICES if register in indices else _LETTERS
        free = [letter for letter in letters if last.get(letter, -1) < span.first]
        letter = own or next(iter(free), "")
        if letter:
            last[letter] = max(span.last, last.get(letter, -1))
        if letter and not own:
            yield Name(register, letter)
    for register in counters:
        letters = _INDICES if register in indices else _LETTERS
        yield from (Name(register, letter) for letter in (*letters, "k"))


def _begins_as_address(facts: Facts, found: Updates) -> bool:
    """Return whether the first value of a register is an address, which a step moves."""
    for index in found.starts:
        statement = facts.code.statements[index]
        if type(statement) is not n.Instruction:
            continue
        if statement.opcode in _OF_ADDRESSES:
            return True
        for operand in statement.operands[1:]:
            source = facts.number(operand, index)
            made = facts.single(source) if source >= 0 else None
            if source in facts.pointers or (made is not None and made.opcode in _OF_ADDRESSES):
                return True
    return False


def _bases(facts: Facts) -> dict[int, set[str]]:
    """Return the registers that addresses begin with, each with the state spaces of these."""
    found: dict[int, set[str]] = {}
    for index, statement in facts.instructions:
        for operand in statement.operands:
            base = facts.number(operand.base, index) if type(operand) is n.Address else -1
            if base >= 0:
                spaces = [word for word in statement.modifiers if word in POINTERS_INTO]
                found.setdefault(base, set()).add(spaces[0] if spaces else "")
    return found


def _address(facts: Facts, register: int) -> str:
    """Return the word for an address, "" for a value that no access to memory begins with."""
    spaces = facts.once(_bases).get(register, ())
    return (
        POINTERS_INTO.get(next(iter(spaces)), "ptr")
        if len(spaces) == 1
        else "ptr" if spaces else ""
    )


def _is_offset(facts: Facts, register: int) -> bool:
    """Return whether sums with a value, and nothing else but comparisons, are addresses."""
    if register in facts.offsets:
        return facts.offsets[register].word == OFFSET
    is_added = False
    for index in facts.uses[register]:
        statement = facts.code.statements[index]
        if facts.is_update(register, index) or type(statement) is not n.Instruction:
            continue
        if isa.result_type(statement.opcode, statement.modifiers) == "pred":
            continue
        numbers = facts.numbers(statement.operands, index)
        is_sum = operator_of(statement.opcode, statement.modifiers) == "+"
        if not is_sum or numbers[0] not in facts.once(_bases):
            return False
        is_added = True
    return is_added


def _offset_names(facts: Facts, register: int) -> Iterator[str]:
    """Yield the names of an offset, that with its memory first."""
    part = facts.offsets.get(register)
    stem = "" if part is None or part.root is None else facts.root_name(part.root)
    if stem:
        yield f"{stem.removesuffix('_ptr')}_{OFFSET}"
    yield OFFSET


def _begins_as_parameter(facts: Facts, found: Updates) -> bool:
    """Return whether the first value of a register is a parameter of 64 bits and what is added.

    That may be an address or a descriptor, of which a step makes the next one.
    """
    for index in found.starts:
        for number in facts.accesses[index].reads:
            parts = [number]
            made = facts.single(number)
            if made is not None and operator_of(made.opcode, made.modifiers) == "+":
                parts += facts.numbers(made.operands[1:], facts.definitions[number][0])
            for each in parts:
                if (
                    each >= 0
                    and facts.values[each].kind == "parameter"
                    and facts.table.bits(each) > _WORD
                ):
                    return True
    return False


def _begins_as_number(facts: Facts, found: Updates) -> bool:
    """Return whether the first value of a register is a number."""
    for index in found.starts:
        statement = facts.code.statements[index]
        if type(statement) is not n.Instruction:
            return False
        if not isa.traits(statement.opcode, statement.modifiers).copies:
            return False
        operand = statement.operands[1]
        source = facts.number(operand, index)
        if constant(operand) is None and (source < 0 or facts.values[source].kind != "constant"):
            return False
    return True


def _begins_as_data(facts: Facts, found: Updates) -> bool:
    """Return whether the first value of a register is loaded from memory that kernels write."""
    return any(
        type(statement := facts.code.statements[index]) is n.Instruction
        and statement.opcode == "ld"
        and ".param" not in statement.modifiers
        for index in found.starts
    )


_OF_ADDRESSES: Final = frozenset({"cvta", "mapa"})
"""Instructions whose results are addresses."""


def _computes(facts: Facts, register: int, found: Updates) -> bool:
    """Return whether its loop computes more of a register than its next value and comparisons."""
    loops = {facts.loop_of(index) for index in found.updates}
    return any(
        type(statement := facts.code.statements[index]) is not n.Instruction
        or isa.result_type(statement.opcode, statement.modifiers) != "pred"
        for index in facts.uses[register]
        if index not in found.updates and not loops.isdisjoint(facts.loops_of(index))
    )
