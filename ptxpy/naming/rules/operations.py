"""Results of single operations that have a word of their own, constants, and shuffles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy.ir import nodes as n
from ptxpy.naming.helper_names import LANE_OPERANDS
from ptxpy.naming.rule import Name, RunName, run_names
from ptxpy.naming.rules.reductions import partial_of, reductions_of
from ptxpy.naming.values import number_of, operator_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.naming.facts import Facts

_FUNCTIONS: Final = {
    "rcp": "inv",
    "rsqrt": "inv_root",
    "sqrt": "root",
    "ex2": "exp2",
    "lg2": "log2",
    "sin": "sine",
    "cos": "cosine",
}
_RESULTS: Final = {
    "abs": "magnitude",
    "popc": "bit_count",
    "clz": "leading_zeros",
    "bfind": "highest_bit",
    "brev": "reversed_bits",
    "rem": "remainder",
    "atom": "old",
    "match.sync": "peers",
    "activemask": "active_lanes",
    "copysign": "signed",
}
"""Words for results, by the instruction's name in the manual; so are `_FUNCTIONS`."""
_ROUNDED: Final = {".rni": "rounded", ".rmi": "floor", ".rpi": "ceiling", ".rzi": "truncated"}
_PACKED: Final = ("f16x2", "bf16x2", "e4m3x2", "e5m2x2")
_INTEGERS: Final = {0: "zero", 1: "one"}
_FLOATS: Final = {0.0: "zero", 0.5: "half", 1.0: "one", 2.0: "two"}
_SHUFFLE: Final = "shfl"
_LANES: Final = 32
_FROM: Final = {
    ".bfly": "from_partner",
    ".up": "from_lower",
    ".down": "from_higher",
    ".idx": "from_lane",
}
"""Names for the result of a shuffle, by mode."""


def name_functions(facts: Facts) -> Iterator[Name | RunName]:
    """The result of a function of mathematics has its word; results made together are a run.

    >>> from ptxpy.naming.rule import named
    >>> named(name_functions, "rcp.approx.f32 %f1, %f2; div.rn.f32 %f3, 0f3F800000, %f2;")
    {'%f1': 'inv', '%f3': 'inv'}
    """
    found: list[Name] = []
    for register, _, statement in facts.singles():
        word = isa.traits(statement.opcode, statement.modifiers).name.partition(".")[0]
        name = _FUNCTIONS.get(word, "")
        # `div.rn.f32 %f3, 0f3F800000, %f2` is a reciprocal as `rcp` is.
        if not name and operator_of(statement.opcode, statement.modifiers) == "/":
            value = number_of(statement.operands[1])
            name = "inv" if isinstance(value, float) and value == 1.0 else ""
        if name:
            found.append(Name(register, name))
    yield from run_names(facts, found)
    yield from found


def name_shuffles(facts: Facts) -> Iterator[Name]:
    """The result of a shuffle comes from another lane; its operands have roles.

    >>> from ptxpy.naming.rule import named
    >>> named(name_shuffles, "shfl.sync.bfly.b32 %r1, %r2, 16, 31, -1;")
    {'%r1': 'from_partner'}
    """
    roles: dict[int, set[str]] = {}
    for index, statement in facts.instructions:
        if statement.opcode != _SHUFFLE:
            continue
        mode = next((word for word in statement.modifiers if word in _FROM), "")
        result, lane = _FROM.get(mode, ""), LANE_OPERANDS.get(mode, "lane_delta")
        target, *sources = statement.operands
        # `shfl.sync.idx.b32 d|p, …` has a predicate besides its result.
        target = target.first if isinstance(target, n.Pair) else target
        register = facts.number(target, index)
        if result and register >= 0 and facts.definitions[register] == [index]:
            yield Name(register, result)
        names = ("", lane, "segment_mask", "member_mask")
        for name, number in zip(names, facts.numbers(sources, index), strict=False):
            if number >= 0:
                value = facts.values[number]
                # The operand holds two values: bits 0 to 4 clamp the lane, bits 8 to 12 split the
                # warp into segments (PTX ISA 9.7.9.6).
                is_clamp = value.kind == "constant" and 0 <= value.offset < _LANES
                role = "clamp" if name == "segment_mask" and is_clamp else name
                roles.setdefault(number, set()).add(role)
    for register, own in roles.items():
        if len(own) == 1 and (name := own.pop()) and len(facts.definitions[register]) == 1:
            # A name must be true wherever the register is read.
            readers = [facts.code.statements[index] for index in facts.uses[register]]
            if all(type(each) is n.Instruction and each.opcode == _SHUFFLE for each in readers):
                yield Name(register, name)


def name_results(facts: Facts) -> Iterator[Name]:
    """The result of an operation has its word; an atomic operation gives the old value of memory.

    >>> from ptxpy.naming.rule import named
    >>> named(name_results, "popc.b32 %r1, %r2; max.s32 %r3, %r1, 0; max.s32 %r4, %r3, %r5;")
    {'%r1': 'bit_count', '%r3': 'clamped', '%r4': 'larger'}
    """
    whole = facts.once(reductions_of)
    for register, index, statement in facts.singles():
        partial = "" if register in whole else partial_of(facts, register)
        name = partial or _word(facts, statement, index)
        if name:
            yield Name(register, name)


def _word(facts: Facts, statement: n.Instruction, index: int) -> str:
    opcode, modifiers = statement.opcode, statement.modifiers
    name = isa.traits(opcode, modifiers).name
    found = _RESULTS.get(name, "") or _RESULTS.get(name.partition(".")[0], "")
    if found:
        return found
    if name.startswith("vote") and ".ballot" in modifiers:
        return "ballot"
    if opcode in ("min", "max"):
        is_bounded = any(_is_constant(facts, each, index) for each in statement.operands[1:])
        return "clamped" if is_bounded else "larger" if opcode == "max" else "smaller"
    if opcode == "cvt":
        types = [word[1:] for word in modifiers if word[1:] in isa.TYPES]
        if types and types[0] in _PACKED:
            return "packed"
        # To its own type a conversion only rounds.
        is_rounding = len(types) == 2 and types[0] == types[1]  # noqa: PLR2004
        rounded = [_ROUNDED[word] for word in modifiers if word in _ROUNDED]
        return rounded[0] if is_rounding and rounded else ""
    return "quotient" if operator_of(opcode, modifiers) == "/" else ""


def _is_constant(facts: Facts, operand: n.Operand, index: int) -> bool:
    if type(operand) is n.Literal:
        return True
    made = facts.single(number) if (number := facts.number(operand, index)) >= 0 else None
    return made is not None and made.opcode == "mov" and type(made.operands[-1]) is n.Literal


def name_constants(facts: Facts) -> Iterator[Name]:
    """A register that holds a small number throughout is called like it.

    Any number that only multiplications with sums of floats read is a coefficient.

    >>> from ptxpy.naming.rule import named
    >>> named(name_constants, "mov.u32 %r1, 0; mov.f32 %f1, 0f3F000000; st.f32 [%rd1], %f1;")
    {'%r1': 'zero', '%f1': 'half'}
    """
    for register, definitions in enumerate(facts.definitions):
        numbers = [_copied_numbers(facts.code.statements[index]) for index in definitions]
        if not numbers or [] in numbers:
            continue
        word = ""
        if len(numbers) == len(numbers[0]) == 1:
            [[value]] = numbers
            word = _INTEGERS.get(value, "") if isinstance(value, int) else _FLOATS.get(value, "")
        word = word or coefficient_of(facts, register)
        if word:
            yield Name(register, word)


def _copied_numbers(statement: n.Statement) -> list[float]:
    """Return the numbers that a statement may write as they are, none for anything else."""
    if type(statement) is not n.Instruction or statement.guard is not None:
        return []
    traits = isa.traits(statement.opcode, statement.modifiers)
    places = () if traits.collective else traits.copies or traits.passes
    numbers = [number_of(statement.operands[place]) for place in places]
    return [] if None in numbers else numbers  # type: ignore[return-value]


def coefficient_of(facts: Facts, register: int) -> str:
    """Return the word for a value that only sums of products read, as for a number.

    That is a `coefficient`, which multiplies, or an `addend`.
    """
    added: list[bool] = []
    for index in facts.uses[register]:
        reader = facts.code.statements[index]
        if (
            type(reader) is not n.Instruction
            or reader.opcode != "fma"
            or not (isa.result_type(reader.opcode, reader.modifiers) or "").startswith("f")
        ):
            return ""
        added.append(register in facts.numbers(reader.operands[3:], index))
    if not any(added):
        return "coefficient"
    return "addend" if all(added) else ""


def are_numbers(facts: Facts, register: int) -> bool:
    """Return whether all that is written to a register are numbers of the text."""
    definitions = facts.definitions[register]
    return all(_copied_numbers(facts.code.statements[index]) for index in definitions)


def name_uses(facts: Facts) -> Iterator[Name]:
    """A value that all statements use for the same thing is called after its use.

    A value that only divides is a divisor, a number of bits to move is a shift. A value that is
    only written to the memory of a name is the new value there; one that a function returns is the
    result.

    >>> from ptxpy.naming.rule import named
    >>> body = "add.s64 %rd1, %rd2, %rd3; ld.global.u32 %r1, [%rd1]; div.u32 %r3, %r4, %r1;"
    >>> named(name_uses, body)
    {'%rd1': 'global_ptr', '%r1': 'divisor'}
    """
    for register, uses in enumerate(facts.uses):
        if not uses or not facts.definitions[register] or facts.table.types[register] == "pred":
            continue
        found = ""
        for index in uses:
            word = _use(facts, register, index)
            if not word or word != (found or word):
                found = ""
                break
            found = word
        if found:
            yield Name(register, found)


def _use(facts: Facts, register: int, index: int) -> str:
    """Return the purpose of a value in one statement, "" if that is not known."""
    statement = facts.code.statements[index]
    if type(statement) is not n.Instruction or facts.in_assembly(index):
        return ""
    operands = statement.operands
    if any(type(each) is n.Address for each in operands):
        return _use_in_memory(facts, register, statement, index)
    places = [at for at, each in enumerate(operands) if facts.number(each, index) == register]
    if len(places) != 1:
        return ""
    # `cvta.to.global` takes an address in generic space.
    traits = isa.traits(statement.opcode, statement.modifiers)
    if traits.converts_address and ".to" in statement.modifiers:
        return _GENERIC
    return _PLACES.get((statement.opcode, places[0]), "")


_GENERIC: Final = "generic_ptr"
_PLACES: Final = {
    ("div", 2): "divisor",
    ("rem", 2): "divisor",
    ("shl", 2): "shift",
    ("shr", 2): "shift",
}
"""Words for operands, by opcode and place."""


def _use_in_memory(facts: Facts, register: int, statement: n.Instruction, index: int) -> str:
    """Return the purpose of a value in an access to memory: its address, or the value written."""
    address = next((each for each in statement.operands if type(each) is n.Address), None)
    if address is None:
        return ""
    value = statement.operands[-1]
    if facts.number(address.base, index) == register:
        space = next((word for word in statement.modifiers if word in POINTERS_INTO), "")
        is_both = any(
            facts.number(each, index) == register for each in getattr(value, "elements", (value,))
        )
        return POINTERS_INTO[space] if space and not is_both else ""
    if statement.opcode != "st":
        return ""
    if ".param" in statement.modifiers:
        names = [each.declarator.name.name for each in facts.function.returns or ()]
        is_returned = type(address.base) is n.Symbol and address.base.name in names
        return "result" if is_returned and address.offset is None else ""
    root = facts.pointers.get(facts.number(address.base, index))
    stem = facts.root_name(root).removesuffix("_ptr") if root is not None else ""
    return stem + STORED if stem else ""


STORED: Final = "_new"
"""The ending of the name of a value that is stored: `x_new` is written to the memory of `x`."""
POINTERS_INTO: Final = {
    f".{space}": f"{space}_ptr" for space in ("global", "shared", "local", "const")
}
"""Names for addresses, of which only the state space is known."""
