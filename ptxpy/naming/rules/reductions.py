"""Reductions over the lanes of a warp, over the turns of a loop, and along a chain of values."""

from __future__ import annotations

from collections import defaultdict
from math import prod
from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy._records import NamedTuple
from ptxpy.analysis import constant as value_of
from ptxpy.ir import nodes as n
from ptxpy.naming.rule import Name, RunName
from ptxpy.naming.values import constant, operator_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ptxpy.naming.facts import Facts

_QUAD: Final = "quad"
_GROUPS: Final = {
    (1,): "pair",
    (1, 2): _QUAD,
    (1, 2, 4): "octet",
    (1, 2, 4, 8): "half_warp",
    (1, 2, 4, 8, 16): "warp",
}
"""The lanes over which exchanges with these distances reduce."""
_BLOCK: Final = "block"
_OPERATIONS: Final = {"+": "sum", "max": "max", "min": "min"}
_MAX_STEPS: Final = 5
_MATRIX: Final = frozenset({"mma", "wgmma", "wmma", "tcgen05"})
_SCALED: Final = 4
"""The operands of a multiplication and sum."""
_MIN_CHAIN: Final = 3
_FUSED: Final = "fused"
_EXPONENT: Final = "exponent"
_CHAINS: Final = {"+": "total", "*+": "dot", "poly": "poly", "max": "largest", "min": "smallest"}


def name_warp_results(facts: Facts) -> Iterator[Name]:
    """After exchanges over all distances within a warp, or a quad, every lane has its result.

    >>> from ptxpy.naming.rule import named
    >>> named(name_warp_results, "shfl.sync.bfly.b32 %f2, %f1, 2, 31, -1; add.f32 %f3, %f1, %f2; "
    ...     "shfl.sync.bfly.b32 %f4, %f3, 1, 31, -1; add.f32 %f5, %f3, %f4;")
    {'%f5': 'quad_sum'}
    """
    for register, name in facts.once(reductions_of).items():
        yield Name(register, name)


def reductions_of(facts: Facts) -> dict[int, str]:
    """Return the name for the last value of each chain of exchanges: `quad_max`, `warp_sum`.

    The result over as many lanes as the block has warps is the block's, `block_sum`, if it begins
    with loads from shared memory, and the same result of each warp is stored there.
    """
    steps = facts.once(_steps)
    # Only the last value of a chain has been through all exchanges.
    inner = {step.before for step in steps.values()}
    found: dict[int, str] = {}
    loads: dict[int, int] = {}
    """The registers with which chains begin that reduce a value for each warp of the block."""
    for register, step in steps.items():
        if register in inner:
            continue
        distances = [step.distance]
        chain = step
        while len(distances) < _MAX_STEPS and (earlier := steps.get(chain.before)) is not None:
            if earlier.operation != step.operation:
                break
            distances.append(earlier.distance)
            chain = earlier
        group = _GROUPS.get(tuple(sorted(distances)), "")
        if group:
            found[register] = f"{group}_{_OPERATIONS[step.operation]}"
            if 1 << len(distances) == _warps(facts):
                loads[register] = _uncopied(facts, chain.before)
    stored = _stored_in_shared(facts) if loads else []
    for register, first in loads.items():
        kind = found[register].rpartition("_")[2]
        # The lanes that have a warp load its value, by a guard or a branch.
        made = facts.definitions[first] if first >= 0 else []
        load = facts.code.statements[made[0]] if len(made) == 1 else None
        is_load = (
            type(load) is n.Instruction and load.opcode == "ld" and ".shared" in load.modifiers
        )
        if is_load and f"warp_{kind}" in {found.get(each) for each in stored}:
            found[register] = f"{_BLOCK}_{kind}"
    return found


def _warps(facts: Facts) -> int:
    """Return the number of warps of every block of a kernel, 0 if it does not say so."""
    for directive in facts.function.directives:
        if type(directive) is n.TuningDirective and directive.name == ".reqntid":
            threads = prod(value_of(value) or 0 for value in directive.values)
            return threads // isa.WARP_LANES if threads % isa.WARP_LANES == 0 else 0
    return 0


def _stored_in_shared(facts: Facts) -> list[int]:
    """Return the registers that a function stores in shared memory."""
    return [
        _uncopied(facts, number)
        for index, statement in facts.instructions
        if statement.opcode == "st" and ".shared" in statement.modifiers
        for number in facts.numbers(statement.operands[1:], index)
        if number >= 0
    ]


def partial_of(facts: Facts, register: int) -> str:
    """Return the name of a value that one exchange reduces, "" for other values."""
    step = facts.once(_steps).get(register)
    return f"partial_{_OPERATIONS[step.operation]}" if step is not None else ""


class _Step(NamedTuple):
    """A value that is made of another and of the same in another lane."""

    before: int
    distance: int
    operation: str


def _steps(facts: Facts) -> dict[int, _Step]:
    """Return how each register is reduced from another one, for those that are."""
    # Few functions have exchanges at all.
    if not any(".bfly" in statement.modifiers for _, statement in facts.instructions):
        return {}
    return {
        register: step
        for register, _, _ in facts.singles()
        if (step := _step(facts, register)) is not None
    }


def _step(facts: Facts, register: int) -> _Step | None:
    """Return how a register is reduced from another one, if it is."""
    statement = facts.single(register)
    if statement is None or len(statement.operands) != 3:  # noqa: PLR2004
        return None
    symbol = operator_of(statement.opcode, statement.modifiers)
    name = isa.traits(statement.opcode, statement.modifiers).name
    operation = symbol if symbol in _OPERATIONS else name if name in _OPERATIONS else ""
    if not operation:
        return None
    numbers = facts.numbers(statement.operands[1:], facts.definitions[register][0])
    first, second = (_uncopied(facts, number) for number in numbers)
    # These operations commute, so that either operand may be the exchanged one.
    for before, exchanged in ((first, second), (second, first)):
        distance = _distance(facts, exchanged, before)
        if distance:
            return _Step(before, distance, operation)
    return None


def _distance(facts: Facts, exchanged: int, before: int) -> int:
    """Return the distance to the lane that a value comes from, 0 if it is not the other's."""
    statement = facts.single(exchanged) if exchanged >= 0 and before >= 0 else None
    # Only an exchange in both directions leaves the result in every lane.
    if statement is None or ".bfly" not in statement.modifiers:
        return 0
    index = facts.definitions[exchanged][0]
    source = _uncopied(facts, facts.number(statement.operands[1], index))
    operand = statement.operands[2]
    number = facts.number(operand, index)
    value = facts.values[number] if number >= 0 else None
    distance = value.offset if value and value.kind == "constant" else constant(operand)
    return distance or 0 if source == before else 0


def _uncopied(facts: Facts, register: int) -> int:
    """Follow copies back to the register that they copy."""
    for _ in range(_MAX_STEPS):
        statement = facts.single(register) if register >= 0 else None
        if statement is None or len(statement.operands) != 2:  # noqa: PLR2004
            break
        if not isa.traits(statement.opcode, statement.modifiers).copies:
            break
        source = facts.number(statement.operands[1], facts.definitions[register][0])
        if source < 0:
            break
        register = source
    return register


class _Update(NamedTuple):
    """How a loop computes the next value of a register."""

    register: int
    at: int
    """The statement that computes it."""
    made: int
    """The register that this statement writes: the register, or a value that is copied into it."""
    name: str
    factor: int = -1
    """The register that it is multiplied by before, -1 for none."""
    previous: int = -1
    """The copy of the register from which it is computed, -1 if that is the register itself."""


def name_running_results(facts: Facts) -> Iterator[Name | RunName]:
    """A loop's maximum of results of warps is running, as is a sum that it scales each turn.

    If four lanes have reduced a result of matrix operations, that is a row of the matrix. Several
    results of one loop are a run. The value that becomes the next one is new, and a copy of the
    last one, made in the same turn before it changes, is previous.

    >>> from ptxpy.naming.rule import named
    >>> named(name_running_results, "mov.f32 %f9, 0f00000000; LOOP: "
    ...     "shfl.sync.bfly.b32 %f2, %f1, 2, 31, -1; max.f32 %f3, %f1, %f2; "
    ...     "shfl.sync.bfly.b32 %f4, %f3, 1, 31, -1; max.f32 %f5, %f3, %f4; "
    ...     "max.f32 %f9, %f9, %f5; @%p1 bra LOOP;")
    {'%f9': 'running_max'}
    """
    reduced = facts.once(reductions_of)
    groups: dict[tuple[int, str, bool], list[_Update]] = defaultdict(list)
    for register, definitions in enumerate(facts.definitions):
        if len(definitions) > 1 and reduced:
            update = _update(facts, register, reduced)
            if update is not None:
                # A sum that is scaled each turn is another one than a sum that is not.
                is_scaled = update.factor >= 0
                groups[facts.loop_of(update.at), update.name, is_scaled].append(update)
    found: list[tuple[str, tuple[int, ...]]] = []
    for (_, name, _), updates in groups.items():
        updates.sort(key=lambda each: each.at)
        found.append((name, tuple([each.register for each in updates])))
        new = tuple([each.made for each in updates if each.made != each.register])
        if len(new) == len(updates):
            found.append((f"new_{name.rpartition('_')[2]}", new))
        previous = tuple([each.previous for each in updates])
        if -1 not in previous and len({*previous}) == len(previous):
            found.append((f"previous_{name.rpartition('_')[2]}", previous))
        factors = tuple([each.factor for each in updates])
        # One factor for several sums is no run of factors.
        if len({*factors} - {-1}) == len(updates):
            found.append(("rescale", factors))
    for name, registers in found:
        yield RunName(registers, name) if len(registers) > 1 else Name(registers[0], name)


def _update(facts: Facts, register: int, reduced: dict[int, str]) -> _Update | None:
    """Return how a register is updated by one statement, if all others only begin it."""
    found: list[_Update] = []
    starts: list[int] = []
    for index in facts.definitions[register]:
        made, at = register, index
        statement = facts.code.statements[index]
        # The next value may have a register of its own, and be copied at the end of the loop.
        if type(statement) is n.Instruction and statement.opcode == "mov":
            source = facts.number(statement.operands[1], index)
            if source >= 0 and facts.single(source) is not None:
                made, at = source, facts.definitions[source][0]
        previous = _previous(facts, register, at)
        last = register if previous < 0 else previous
        name = _operation(facts, last, at, reduced) if facts.loop_of(index) >= 0 else ""
        if name:
            factor = _factor(facts, last, at)
            found.append(_Update(register, at, made, name, factor, previous))
        else:
            starts.append(index)
    if len(found) != 1 or not starts:
        return None
    loop = facts.loop_of(found[0].at)
    for index in starts:
        statement = facts.code.statements[index]
        is_copy = type(statement) is n.Instruction and statement.opcode == "mov"
        # A start inside of the loop would discard the result in each turn.
        if not is_copy or statement.guard is not None or loop in facts.loops_of(index):
            return None
    return found[0]


def _previous(facts: Facts, register: int, at: int) -> int:
    """Return the operand of a statement in a loop that is a copy of a register, -1 for none.

    If nothing else in the loop changes the register, the copy has the value with which the turn
    began: it is made before the statement in its block, or in the block that begins each turn.
    """
    statement = facts.code.statements[at]
    loop = facts.loop_of(at)
    if type(statement) is not n.Instruction or loop < 0 or loop in facts.loops.irreducible:
        return -1
    for number in facts.numbers(statement.operands[1:], at):
        copy = facts.single(number) if number >= 0 else None
        if copy is None or copy.opcode != "mov":
            continue
        made = facts.definitions[number][0]
        block = facts.block_of(made)
        is_before = made < at if block == facts.block_of(at) else block == loop
        if (
            is_before
            and facts.loop_of(made) == loop
            and facts.numbers(copy.operands, made) == [number, register]
        ):
            return number
    return -1


def _operation(facts: Facts, register: int, index: int, reduced: dict[int, str]) -> str:
    """Return the name for a result that a statement makes of the last one and a reduced value."""
    statement = facts.code.statements[index]
    if type(statement) is not n.Instruction or facts.accesses[index].guarded:
        return ""
    numbers = facts.numbers(statement.operands[1:], index)
    symbol = operator_of(statement.opcode, statement.modifiers)
    name = isa.traits(statement.opcode, statement.modifiers).name
    word = "sum" if symbol == "*+" else _OPERATIONS.get(symbol) or _OPERATIONS.get(name)
    scaled, added = (numbers[:2], numbers[2:]) if symbol == "*+" else (numbers, numbers)
    others = [each for each in added if each != register and each in reduced]
    if not word or register not in scaled or len(others) != 1:
        return ""
    group, _, kind = reduced[others[0]].rpartition("_")
    if kind != word:
        return ""
    has_matrix = any(each.opcode in _MATRIX for _, each in facts.instructions)
    return f"row_{word}" if group == _QUAD and has_matrix else f"running_{word}"


def _factor(facts: Facts, register: int, index: int) -> int:
    """Return the value that a running sum is multiplied by before a statement adds to it."""
    statement = facts.code.statements[index]
    if type(statement) is not n.Instruction or len(statement.operands) < _SCALED:
        return -1
    numbers = facts.numbers(statement.operands[1:3], index)
    others = [each for each in numbers if each >= 0 and each != register]
    return others[0] if len(others) == 1 and facts.single(others[0]) is not None else -1


def name_chains(facts: Facts) -> Iterator[Name]:
    """Three or more values, each made of the one before, have one name.

    Sums of products are a dot product if the factors come from two places each, and an exponent if
    a power of two is made of them; products with one value, and sums, are a polynomial. Nothing but
    the next value reads the one before.

    >>> from ptxpy.naming.rule import named
    >>> named(name_chains, "add.f32 %f1, %f7, %f8; add.f32 %f2, %f1, %f9; add.f32 %f3, %f2, %f9;")
    {'%f1': 'total', '%f2': 'total', '%f3': 'total'}
    """
    links = dict(_links(facts))
    ends = set(links) - {before for before, _ in links.values()}
    last: dict[str, int] = {}
    """Where the last chain of each name ends: chains that take turns have letters."""
    for end in sorted(ends, key=lambda register: facts.definitions[register][0]):
        chain = [end]
        kinds: list[str] = []
        while chain[-1] in links:
            before, kind = links[chain[-1]]
            # A sum of products may have plain summands, too; other kinds do not mix.
            if kinds and kind != kinds[-1] and {kind, kinds[-1]} != {"+", "*+"}:
                break
            chain.append(before)
            kinds.append(kind)
        if len(chain) >= _MIN_CHAIN:
            kind = "+" if "+" in kinds else kinds[0]
            name = _CHAINS[kind]
            if kind == "*+":
                name = _EXPONENT if _is_exponent(facts, end) else _sum_of_products(facts, chain)
            own = [
                register
                for register in reversed(chain)
                if name != _FUSED or _symbol(facts, register) == "*+"
            ]
            begins, ends_at = facts.spans[chain[-1]].first, facts.spans[end].last
            names = (name, *[f"{name}_{letter}" for letter in "bcd"])
            free = next((each for each in names if last.get(each, -1) < begins), "")
            if free:
                last[free] = ends_at
                yield from (Name(register, free) for register in own)
            yield from (Name(register, name) for register in own)


def _sum_of_products(facts: Facts, chain: Sequence[int]) -> str:
    """Return the name for sums of products: `dot` if they have what is in two places.

    They are only `fused` if a factor is a number or in two of the products.
    """
    sources: set[frozenset[str]] = set()
    seen: set[int] = set()
    for register in chain:
        statement = facts.single(register)
        if statement is None or _symbol(facts, register) not in ("*", "*+"):
            continue
        index = facts.definitions[register][0]
        factors = {*facts.numbers(statement.operands[1:3], index)}
        if not seen.isdisjoint(factors) or any(
            each < 0 or facts.values[each].kind == "constant" for each in factors
        ):
            return _FUSED
        seen |= factors
        sources.add(frozenset([_source(facts, each) for each in factors]))
    return _CHAINS["*+"] if len(sources) == 1 else _CHAINS["+"]


def _source(facts: Facts, register: int) -> str:
    """Return the words for where a value comes from: a memory, or an operation."""
    statement = facts.single(register)
    if statement is None:
        return ""
    index = facts.definitions[register][0]
    address = next((each for each in statement.operands if type(each) is n.Address), None)
    root = None if address is None else facts.pointers.get(facts.number(address.base, index))
    return f"{statement.opcode} {'' if root is None else root.name}"


def _is_exponent(facts: Facts, register: int) -> bool:
    """Return whether a value is nothing but the exponent of powers of two."""
    readers = [facts.code.statements[index] for index in facts.uses[register]]
    return bool(readers) and all(
        type(each) is n.Instruction and each.opcode == "ex2" for each in readers
    )


def _links(facts: Facts) -> Iterator[tuple[int, tuple[int, str]]]:
    """Yield each value that is made of another one alone, with that, and how."""
    factors: dict[int, int] = {}
    for register, index, statement in sorted(facts.singles(), key=lambda each: each[1]):
        opcode, modifiers = statement.opcode, statement.modifiers
        kind = isa.result_type(opcode, modifiers) or ""
        if facts.in_assembly(index) or not kind.startswith(("f", "bf")):
            continue
        numbers = facts.numbers(statement.operands[1:], index)
        own = [each if _is_link(facts, each, index) else -1 for each in numbers]
        symbol = operator_of(opcode, modifiers)
        if symbol == "*+":
            is_power = own[0] >= 0 and _symbol(facts, own[0]) == "*+"
            if own[2] >= 0 and not (is_power and _symbol(facts, own[2]) == ""):
                yield register, (own[2], symbol)
            elif own[0] >= 0 and numbers[1] >= 0 and own[1] < 0:
                # Horner's scheme multiplies by the same value throughout: `fma.rn.f32 r, r, x, c`.
                factor = numbers[1]
                if factors.get(own[0], factor) == factor:
                    factors[register] = factor
                    yield register, (own[0], "poly")
        elif sum(each >= 0 for each in own) == 1:
            name = symbol if symbol == "+" else isa.traits(opcode, modifiers).name
            if name in _OPERATIONS:
                yield register, (max(own), name)


def _is_link(facts: Facts, register: int, index: int) -> bool:
    """Return whether a value is made in the block of a statement, which alone reads it."""
    return (
        register >= 0
        and facts.single(register) is not None
        and facts.uses[register] == [index]
        and facts.block_of(facts.definitions[register][0]) == facts.block_of(index)
        and _symbol(facts, register) in ("+", "*+", "*", "")
    )


def _symbol(facts: Facts, register: int) -> str:
    statement = facts.single(register)
    return "" if statement is None else operator_of(statement.opcode, statement.modifiers)
