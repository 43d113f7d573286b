"""Addresses: their sizes, the form of their offsets, and constant offsets out of bounds.

An element, `x[i]`, is an address too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy._counts import format_count
from ptxpy._records import NamedTuple
from ptxpy.analysis import constant, parameters_of, returns_of
from ptxpy.check.operand_lookup import operand_of
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES, traits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.analysis import Storage, SymbolTable
    from ptxpy.check.context import FunctionContext, ModuleContext
    from ptxpy.check.diagnostic import Diagnostic

__all__ = ["check_address_offsets", "check_address_sizes", "is_wide", "static_access"]


_OFFSET_CODE: Final = "PTX039"
_CONSTANTS: Final = frozenset({"WARP_SZ"})
_INTEGERS: Final = frozenset({"bits", "signed", "unsigned"})
_MAX_INDEX_BITS: Final = 64


def check_address_offsets(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report addresses whose offset is subtracted, is a name, or is before the base.

    Elements, `x[i]`, are of arrays, and have an index that is a number, or a name and a number.
    """
    for function in context.functions:
        for index, statement in enumerate(function.code.statements):
            if type(statement) is not n.Instruction:
                continue
            for position, operand in enumerate(statement.operands):
                message = help_ = ""
                if type(operand) is n.Address:
                    message, help_ = _of_address(operand)
                elif type(operand) is n.Binary:
                    message, help_ = _subtracted(operand, "{}")
                    message = message or _of_code(function, index, operand)
                elif type(operand) is n.Subscript:
                    message, help_ = _of_element(function, index, operand)
                if message:
                    yield function.report(
                        _OFFSET_CODE, index, message, ("operand", position), help_
                    )


def _of_address(address: n.Address) -> tuple[str, str]:
    base, offset = address.base, address.offset
    if type(base) is n.Subscript:
        return "an address cannot have an index", "write [name+n], with n in bytes"
    if offset is not None and (name := _name_of(offset)):
        return f"an offset must be a constant, not {name}", "add it to a register before"
    return _subtracted(base, "[{}]") if type(base) is n.Binary else ("", "")


def _of_code(function: FunctionContext, at: int, operand: n.Operand) -> str:
    """Return a message about a number that is added to a function, or an empty string."""
    # In `f+4+4` the name is at the left of all the sums.
    while type(operand) is n.Binary and operand.operator == "+":
        operand = operand.left
    declared = function.declaration(_name_of(operand), function.code.scopes[at], at)
    is_function = declared is not None and declared.kind == "function"
    return f"nothing can be added to a function, {_name_of(operand)}" if is_function else ""


def _of_element(function: FunctionContext, at: int, element: n.Subscript) -> tuple[str, str]:
    base, index = element.base, element.index
    level = function.code.scopes[at]
    name = _name_of(base)
    declared = function.declaration(name, level, at)
    # `x[i]` needs a declaration with dimensions: to ptxas `x` alone is one value.
    if declared is not None and not (declared.declarator and declared.declarator.dimensions):
        return f"{name} is no array, and has no elements", f"write [{name}+n], with n in bytes"
    if type(base) is n.Symbol and base.name in _CONSTANTS:
        return f"{base.name} is a number, and has no elements", ""
    names = function.code.levels[level].names
    # `x[%r1+4]` and `x[4+4]` are allowed: numbers at the right are part of the index.
    while type(index) is n.Binary and index.operator == "+" and _is_integer(index.right, names):
        index = index.left
    if _is_integer(index, names):
        return "", ""
    found = operand_of(index, names)
    if type(index) not in (n.Register, n.Symbol) or found.kind == "sink":
        return "an index must be a number, a register, or a register + a number", ""
    kind = TYPES.get(found.type) if found.kind in ("register", "special") else None
    is_wrong = kind is not None and (kind.kind not in _INTEGERS or kind.bits > _MAX_INDEX_BITS)
    if is_wrong or found.kind == "function":
        return f"an index must be an integer, not {found.describe()}", ""
    return "", ""


def _is_integer(operand: n.Operand, names: SymbolTable) -> bool:
    return operand_of(operand, names).kind == "integer"


def _subtracted(operand: n.Binary, form: str) -> tuple[str, str]:
    left, right = operand.left, operand.right
    # `4+x` is refused even though it means `x+4`.
    if operand.operator == "+" and (name := _name_of(right)):
        message = f"the operand after + must be a constant, not {name}"
        return message, "write the name first" if type(left) is n.Literal else ""
    if operand.operator != "-" or not _name_of(left):
        return "", ""
    number = right.text if type(right) is n.Literal else "n"
    return (
        "an offset must be added, not subtracted",
        f"write {form.format(f'{_name_of(left)}+-{number}')}",
    )


def _name_of(operand: n.Operand) -> str:
    """Return the name of a register or symbol operand; "" for other operands."""
    kind = type(operand)
    if kind is n.Component:
        return f"{_name_of(operand.base)}.{operand.component}"  # type: ignore[union-attr]
    if kind is not n.Register and kind is not n.Symbol:
        return ""
    return "" if operand[0] in _CONSTANTS else operand[0]


_SIZE_CODE: Final = "PTX026"
_MIN_TARGET: Final = 75
"""The first target without 32-bit addresses in global memory."""
_BITS: Final = 32
_SHORT: Final = frozenset({".shared", ".local", ".const", ".param"})
"""State spaces with addresses that fit into 32 bits."""
_CVTA_GONE: Final = (9, 0)
"""The version from which the table has no `cvta.u32`."""
_SHORT_TYPES: Final = frozenset({".u32", ".s32", ".b32"})


def check_address_sizes(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report 32-bit addresses in global memory and 32-bit generic addresses."""
    # Earlier targets may have 32-bit addresses in global memory.
    if context.target is not None and context.target.number < _MIN_TARGET:
        return
    sizes = [item.bits.text for item in context.module.body if type(item) is n.AddressSize]
    # Without `.address_size 64` the file has 32-bit addresses.
    if sizes[:1] != ["64"]:
        return
    for function in context.functions:
        code = function.code
        converts = (function.module.version or _CVTA_GONE) < _CVTA_GONE
        for index, statement in enumerate(code.statements):
            if type(statement) is not n.Instruction:
                continue
            _, opcode, modifiers, operands, _, _ = statement
            known = traits(opcode, modifiers)
            names = code.levels[code.scopes[index]].names
            found = None
            if known.copies:
                found = _moved_address(modifiers, operands, names)
            elif known.converts_address:
                found = _converted_address(modifiers) if converts else None
            elif known.wide_addresses and is_wide(modifiers):
                found = _accessed_address(operands, names)
            if found is not None:
                message, name, help_ = found
                yield function.report(_SIZE_CODE, index, message, ("name", name), help_)


def is_wide(modifiers: tuple[str, ...]) -> bool:
    """Return whether an access is to global memory or through a generic address."""
    return not any(word.partition("::")[0] in _SHORT for word in modifiers)


def _accessed_address(
    operands: tuple[n.Operand, ...], names: SymbolTable
) -> tuple[str, str, str] | None:
    for operand in operands:
        if type(operand) is not n.Address or operand.coordinates:
            continue
        base = operand.base
        # `[%r1+4+4]` has its register at the left.
        while type(base) is n.Binary and base.operator == "+":
            base = base.left
        if type(base) is n.Register or type(base) is n.Symbol:
            known = names.find(base.name)
            if known is None or known.kind != "register" or known.type not in TYPES:
                continue
            if TYPES[known.type].bits == _BITS:
                message = f"{base.name} is .{known.type}; a global or generic address has 64 bits"
                help_ = "use a .b64 register, or write the state space: .shared, .local, .const"
                return message, base.name, help_
    return None


def _moved_address(
    modifiers: tuple[str, ...], operands: tuple[n.Operand, ...], names: SymbolTable
) -> tuple[str, str, str] | None:
    if len(operands) != 2 or not _SHORT_TYPES.intersection(modifiers):  # noqa: PLR2004 - mov d, a
        return None
    source = operands[1].base if type(operands[1]) is n.Subscript else operands[1]
    if type(source) is not n.Symbol:
        return None
    known = names.find(source.name)
    if known is None or known.kind != "symbol" or known.space != ".global":
        return None
    message = f"{source.name} is in .global, whose addresses have 64 bits"
    return message, source.name, "write mov.u64, and a .b64 register"


def _converted_address(modifiers: tuple[str, ...]) -> tuple[str, str, str] | None:
    if ".u32" not in modifiers:
        return None
    return "generic addresses have 64 bits", ".u32", "write .u64, and .b64 registers"


_OUTSIDE, _MISALIGNED = "PTX036", "PTX037"
_VECTORS: Final = {".v2": 2, ".v4": 4, ".v8": 8}


class _Access(NamedTuple):
    """An access at a constant offset to a variable."""

    storage: Storage
    offset: int
    size: int


def static_access(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report accesses beyond their variable, and accesses not aligned to their size."""
    sizes: dict[tuple[str, ...], int] = {}
    for function in context.functions:
        code = function.code
        known: dict[tuple[str, int], Storage | None] = {}
        for index, statement in enumerate(code.statements):
            if type(statement) is not n.Instruction:
                continue
            access = _access(function, index, statement, known, sizes)
            if access is not None:
                # Only names as bases have a known place: a register may point anywhere.
                yield from _problems(function, index, access)


def _access(
    function: FunctionContext,
    index: int,
    statement: n.Instruction,
    known: dict[tuple[str, int], Storage | None],
    sizes: dict[tuple[str, ...], int],
) -> _Access | None:
    found = traits(statement.opcode, statement.modifiers)
    if not found.has_size_of_type:
        return None
    at = found.accesses[0].position
    if not 0 <= at < len(statement.operands):
        return None
    address = statement.operands[at]
    if type(address) is not n.Address or type(address.base) is not n.Symbol:
        return None
    offset = 0 if address.offset is None else _offset(address.offset)
    level, name = function.code.scopes[index], address.base.name
    key = (name, level)
    if key not in known:
        known[key] = _storage(function, index, name, level)
    storage = known[key]
    if offset is None or storage is None or storage.size is None:
        return None
    size = sizes.get(statement.modifiers)
    if size is None:
        # The same modifiers occur thousands of times, so their sizes are kept.
        size = sizes[statement.modifiers] = _size(statement.modifiers)
    return _Access(storage, offset, size) if size else None


def _offset(operand: n.Operand) -> int | None:
    if type(operand) is n.Literal and operand.text.startswith("-"):
        value = constant(n.Literal(operand.text[1:]))
        return None if value is None else -value
    if type(operand) is n.Unary and operand.operator == "-":
        value = constant(operand.operand)
        return None if value is None else -value
    return constant(operand)


def _storage(function: FunctionContext, index: int, name: str, level: int) -> Storage | None:
    """Return the variable or parameter of a name, if this module determines its size."""
    declared = function.declaration(name, level, index)
    if declared is None or declared.kind not in ("variable", "parameter"):
        return None
    node: Any = declared.node
    if type(node) is n.Variable:
        # The linker may replace these variables by larger ones.
        if ".extern" in node.linkage or ".weak" in node.linkage or ".common" in node.linkage:
            return None
        return declared.storage()
    own = function.function
    storages = (*parameters_of(own), *returns_of(own))
    return next((each for each in storages if each.name == declared.name), None)


def _size(modifiers: tuple[str, ...]) -> int:
    """Return the size of an access in bytes, or 0 if it is unknown."""
    kinds = [word[1:] for word in modifiers if word[1:] in TYPES]
    if not kinds:
        return 0
    size = TYPES[kinds[-1]].bits // 8
    for word in modifiers:
        size *= _VECTORS.get(word, 1)
    return size


def _problems(function: FunctionContext, index: int, access: _Access) -> Iterator[Diagnostic]:
    (name, space, *_), offset, size = access
    bytes_ = access.storage.size or 0
    focus = ("name", name)
    last = offset + size
    if offset < 0 or last > bytes_:
        message = f"bytes {offset} to {last - 1} are outside of {name}, which has {bytes_}"
        yield function.report(_OUTSIDE, index, message, focus)
        return
    alignment = min(access.storage.alignment, size)
    if offset % size or (alignment < size and space != "param"):
        message = (
            f"an access of {format_count(size, 'byte')} at {name}+{offset} is not aligned to {size}"
        )
        help_ = ""
        if not offset % size:
            message += f"; {name} is aligned to {access.storage.alignment}"
            help_ = f"declare it with .align {size}"
        yield function.report(_MISALIGNED, index, message, focus, help_)
