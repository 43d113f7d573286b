"""Parameters and variables: their values, their addresses, and the values loaded through those."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy.ir import nodes as n
from ptxpy.naming.addresses import Root, is_compared
from ptxpy.naming.rule import Element, Name, RunName, is_allowed, together
from ptxpy.naming.rules.operations import are_numbers, coefficient_of
from ptxpy.naming.values import constant, operator_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ptxpy.naming.facts import Facts

_MIN_RUN: Final = 3
"""A run has at least this many values, unless one instruction loads them as a vector."""
_START: Final = "?"
"""The word for a beginning or a copy, which says nothing of the value."""
_SYMBOLS: Final = {"+": "sums", "*+": "sums", "-": "differences", "*": "products", "/": "quotients"}
_NAMES: Final = {
    "max": "maxima",
    "min": "minima",
    "selp": "chosen",
    "shfl.sync": "exchanged",
    "neg": "negated",
    "abs": "magnitudes",
    "ex2": "powers",
    "ld": "loaded",
    "ldmatrix": "loaded",
}
_NUMBERED: Final = re.compile(r"param_[0-9]+\Z", re.ASCII)
"""The name of a parameter that has no name of its own."""
_BOUND: Final = "bound"
_STRIDE: Final = "stride"
_SIZE: Final = "size"
"""The size of a dimension, which bounds an index, and by which other indices are multiplied."""
_ABOVE: Final = {"<": 1, ">=": 1, ">": 0, "<=": 0}
"""The place of the operand that is above an index, by the comparison that says whether it is."""
_ADDED: Final = 2
"""The place of the summand of a multiplication and sum, behind the factors."""
_CHANGING: Final = {"sums": "totals", "maxima": "largest", "minima": "smallest"}
"""Names of results that have had other values before."""
_PARTS: Final = {"offset": "offsets", "index": "indices", "stride": "strides"}


def name_source_variables(facts: Facts) -> Iterator[Name]:
    """A register that a variable lives in for the whole of its scope has the variable's name.

    Debug information says so: `tests/debug_info` has modules with it.
    """
    debug = facts.context.debug
    if debug is None:
        return
    for register, name in enumerate(facts.table.names):
        if name in debug.registers:
            yield Name(register, debug.registers[name])


def name_parameters(facts: Facts) -> Iterator[Name]:
    """A register that holds a parameter is called like it.

    A field of a structure has a name if debug information has it, `params_width`. An address in
    the global window has an ending, which tells it from the generic one. A parameter that has only
    a number is called by the purpose of its value.

    >>> from ptxpy.naming.rule import named
    >>> body = "ld.param.u64 %rd1, [x]; cvta.to.global.u64 %rd2, %rd1;"
    >>> named(name_parameters, body, ".param .u64 x")
    {'%rd1': 'x', '%rd2': 'x_global'}
    >>> named(name_parameters, "ld.param.u32 %r1, [param_0]; setp.ge.s32 %p1, %r2, %r1;",
    ...     ".param .u32 param_0")
    {'%r1': 'bound'}
    """
    found: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for register, _, statement in facts.singles():
        value = facts.values[register]
        if value.kind != "parameter" or value.offset:
            continue
        is_whole = value.name in facts.scalars and not value.place
        name = (
            facts.python_name(value.name) if is_whole else facts.field_name(value.name, value.place)
        )
        if name:
            found[name].append((register, "_global" if ".global" in statement.modifiers else ""))
    for name, registers in found.items():
        is_numbered = _NUMBERED.fullmatch(name) is not None
        role = _role(facts, [register for register, _ in registers]) if is_numbered else ""
        for register, ending in registers:
            if is_numbered and not ending and register in facts.pointers:
                yield Name(register, f"{name}_{_kind_of_pointer(facts, register)}")
            if role:
                yield Name(register, role)
            yield Name(register, name + ending)


def _kind_of_pointer(facts: Facts, register: int) -> str:
    """Return the kind of a pointer: `generic`, if it makes an address in a window, else `base`."""
    readers = [facts.code.statements[index] for index in facts.uses[register]]
    is_generic = all(
        type(each) is n.Instruction and each.opcode == "cvta" and ".to" in each.modifiers
        for each in readers
    )
    return "generic" if is_generic else "base"


def _role(facts: Facts, registers: Sequence[int]) -> str:
    """Return the purpose of the value of a parameter, by all uses of the registers that hold it."""
    found: dict[str, None] = {}
    for register in registers:
        for index in facts.uses[register]:
            statement = facts.code.statements[index]
            if type(statement) is not n.Instruction or facts.in_assembly(index):
                return ""
            # A copy in a larger register is one of those that hold the value.
            if registers != [register] and not {*registers}.isdisjoint(
                facts.accesses[index].writes
            ):
                continue
            found[_use_role(facts, register, statement, index)] = None
    # What bounds an index may be a stride, too, or tell the last index.
    if _BOUND in found:
        return _SIZE if any(_is_multiplied(facts, each) for each in registers) else _BOUND
    if all(word.endswith(_STRIDE) for word in found):
        return next(iter(found)) if len(found) == 1 else _STRIDE if found else ""
    return next(iter(found)) if len(found) == 1 else ""


def _is_multiplied(facts: Facts, register: int) -> bool:
    """Return whether anything but a number is multiplied with the value of a register."""
    for index in facts.uses[register]:
        statement = facts.code.statements[index]
        if type(statement) is n.Instruction and not facts.in_assembly(index):
            factors = statement.operands[1:3]
            if (
                operator_of(statement.opcode, statement.modifiers) in ("*", "*+")
                and register in facts.numbers(factors, index)
                and not any(constant(each) is not None for each in factors)
            ):
                return True
    return False


def _use_role(facts: Facts, register: int, statement: n.Instruction, index: int) -> str:
    """Return the purpose of a value in one statement, "" if that is not known."""
    operands = statement.operands[1:]
    symbol = operator_of(statement.opcode, statement.modifiers)
    places = [at for at, each in enumerate(operands) if facts.number(each, index) == register]
    if len(places) != 1:
        return ""
    [place] = places
    types = [isa.TYPES[word[1:]].kind for word in statement.modifiers if word[1:] in isa.TYPES]
    is_float = "float" in types
    if symbol in _ABOVE and not is_float:
        # `i < n` and `n > i`, in which `i` is no constant.
        is_above = place == _ABOVE[symbol] and constant(operands[1 - place]) is None
        return _BOUND if is_above else ""
    if is_float and symbol in ("*", "*+"):
        return "factor" if place < _ADDED else "addend"
    if symbol in ("*", "*+", "<<") and place < _ADDED and statement.guard is None:
        part = facts.offsets.get(facts.number(statement.operands[0], index))
        if part is None or (symbol == "<<" and place):
            return ""
        stem = _stem(facts, part.root) if part.root is not None else ""
        return f"{stem}_{_STRIDE}" if stem else _STRIDE
    if symbol in ("/", "%") and place == 1:
        return "divisor"
    return "shift" if symbol in ("<<", ">>") and place == 1 else ""


def name_variables(facts: Facts) -> Iterator[Name]:
    """The address of a variable is called after the variable.

    >>> from ptxpy.naming.rule import named
    >>> named(name_variables, ".shared .b32 tile[32]; mov.u32 %r1, tile;")
    {'%r1': 'tile_addr'}
    """
    for register, _, _ in facts.singles():
        value = facts.values[register]
        if value.kind == "address" and not value.offset and (name := facts.python_name(value.name)):
            yield Name(register, f"{name}_addr")


def name_pointers(facts: Facts) -> Iterator[Name]:
    """A register that only ever holds pointers into one thing is called after that thing.

    >>> from ptxpy.naming.rule import named
    >>> body = "ld.param.u64 %rd1, [x]; add.s64 %rd2, %rd1, %rd3; ld.global.f32 %f1, [%rd2];"
    >>> named(name_pointers, body, ".param .u64 x")
    {'%rd1': 'x_ptr', '%rd2': 'x_ptr'}
    """
    for register, root in facts.pointers.items():
        name = facts.root_name(root)
        if name:
            yield Name(register, _pointer_name(name))


def _pointer_name(name: str) -> str:
    """Return the name for a pointer into the memory whose address is called `name`.

    >>> _pointer_name("x"), _pointer_name("x_ptr")
    ('x_ptr', 'x_at')
    """
    stem = name.removesuffix("_ptr")
    return f"{stem}_at" if stem != name and stem else f"{name}_ptr"


def name_offsets(facts: Facts) -> Iterator[Name]:
    """A value that is only ever added to pointers is an offset; one scaled to it, an index.

    A part of such a sum is called like the sum.

    >>> from ptxpy.naming.rule import named
    >>> body = "shl.b64 %rd3, %rd4, 2; add.s64 %rd2, %rd1, %rd3; ld.global.f32 %f1, [%rd2];"
    >>> named(name_offsets, f"ld.param.u64 %rd1, [x]; {body}", ".param .u64 x")
    {'%rd3': 'x_offset', '%rd4': 'x_index'}
    """
    for register, (word, root) in facts.offsets.items():
        # What is compared, too, is better told by what it is made of.
        if any(is_compared(facts, index) for index in facts.uses[register]):
            continue
        stem = _stem(facts, root) if root is not None else ""
        if stem and is_allowed(f"{stem}_{word}"):
            yield Name(register, f"{stem}_{word}")
        yield from (Name(register, name) for name in (word, f"{word}_b"))


def name_loads(facts: Facts) -> Iterator[Name | RunName]:
    """A value that is loaded through a pointer into one thing is a value of that thing.

    A place in the stack may have anything, so values from there have no name. Values that are
    loaded in one block before the first is read are a run.

    >>> from ptxpy.naming.rule import named
    >>> body = "ld.param.u64 %rd1, [x]; ld.global.f32 %f1, [%rd1];"
    >>> named(name_loads, body, ".param .u64 x")
    {'%f1': 'x_val'}
    """
    loaded: dict[Root, list[int]] = defaultdict(list)
    for index, statement in facts.instructions:
        root = _source(facts, statement, index)
        if root is None or not _stem(facts, root):
            continue
        names = facts.code.levels[0].names
        declared = names.find(root.name) if root.kind == "address" else None
        if declared is not None and declared.space == ".local":
            continue
        loaded[root] += [
            register
            for register in facts.accesses[index].writes
            if _is_loaded_only(facts, register, index)
        ]
    for root, registers in loaded.items():
        for group in together(facts, registers):
            is_vector = len({facts.definitions[each][-1] for each in group}) == 1 < len(group)
            if len(group) >= _MIN_RUN or is_vector:
                yield RunName(tuple(group), f"{_stem(facts, root)}_vals")
        for register in registers:
            yield Name(register, f"{_stem(facts, root)}_val")


def _stem(facts: Facts, root: Root) -> str:
    return facts.root_name(root).removesuffix("_ptr")


def _source(facts: Facts, statement: n.Instruction, index: int) -> Root | None:
    """Return the memory that an instruction loads from, if it only loads."""
    traits = isa.traits(statement.opcode, statement.modifiers)
    # An atomic operation writes as well: its result is what the memory held before.
    if [access.kind for access in traits.accesses] != ["read"] or traits.collective:
        return None
    if traits.accesses[0].space == "param" or traits.completion:
        return None
    address = next((each for each in statement.operands if type(each) is n.Address), None)
    if address is None:
        return None
    base = facts.number(address.base, index)
    if base >= 0:
        return facts.pointers.get(base)
    return Root("address", address.base.name) if type(address.base) is n.Symbol else None


def _is_loaded_only(facts: Facts, register: int, index: int) -> bool:
    """Return whether a register is loaded once; a guarded load may have a default before it."""
    definitions = facts.definitions[register]
    if definitions == [index]:
        return True
    if definitions[-1] != index or not facts.accesses[index].guarded:
        return False
    # `mov.f32 %f1, 0f00000000; @%p1 ld.global.f32 %f1, [%rd1];` loads with a default.
    block = facts.blocks[index]
    return block >= 0 and all(facts.blocks[each] == block for each in definitions)


def name_arrays(facts: Facts) -> Iterator[Element]:
    """Values that one operation makes are elements of an array, if a loop makes or reads them.

    >>> from ptxpy.naming.rule import named
    >>> named(name_arrays, "mul.f32 %f1, %f2, %f3;")
    {'%f1': 'products'}
    """
    for register, definitions in enumerate(facts.definitions):
        if not definitions:
            continue
        name = _place_name(facts, register)
        if name:
            yield Element(register, name)
            continue
        role = coefficient_of(facts, register) if are_numbers(facts, register) else ""
        if role:
            yield Element(register, f"{role}s")
            continue
        # The copy of a value to begin with says nothing of what the array holds.
        words = {_word(facts, index) for index in definitions} - {_START}
        if len(words) == 1 and (word := words.pop()):
            yield Element(register, word if len(definitions) == 1 else _CHANGING.get(word, word))


def _place_name(facts: Facts, register: int) -> str:
    """Return the name of an array of pointers or offsets, "" for anything else."""
    if register in facts.pointers:
        root = facts.root_name(facts.pointers[register])
        name = f"{_pointer_name(root)}s" if root else ""
        return name if is_allowed(name) else ""
    if register not in facts.offsets:
        return ""
    word, whole = facts.offsets[register]
    stem = _stem(facts, whole) if whole is not None else ""
    name = f"{stem}_{_PARTS[word]}"
    return name if stem and is_allowed(name) else _PARTS[word]


def _word(facts: Facts, index: int) -> str:
    """Return the word for the results of a statement."""
    statement = facts.code.statements[index]
    if type(statement) is not n.Instruction:
        return ""
    opcode, modifiers = statement.opcode, statement.modifiers
    traits = isa.traits(opcode, modifiers)
    if traits.copies:
        return _START
    found = _NAMES.get(traits.name) or _NAMES.get(traits.name.partition(".")[0], "")
    if found:
        return found
    if opcode == "cvt":
        types = [isa.TYPES[word[1:]] for word in modifiers if word[1:] in isa.TYPES]
        if len(types) != 2:  # noqa: PLR2004
            return ""
        # `cvt.rn.f16x2.f32 d, a, b` puts two values into one register.
        if any(word.endswith("x2") for word in modifiers):
            return "packed"
        if types[0] == types[1]:
            return "saturated" if ".sat" in modifiers else "rounded"
        return "widened" if types[0].bits > types[1].bits else "narrowed"
    result = isa.result_type(opcode, modifiers) or ""
    is_float = result in isa.TYPES and isa.TYPES[result].kind == "float"
    return _SYMBOLS.get(operator_of(opcode, modifiers), "") if is_float else ""
