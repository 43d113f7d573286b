"""32-bit addresses in a file whose addresses have 64 bits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.ir import nodes as n
from ptxpy.isa import traits
from ptxpy.isa.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.analysis import SymbolTable
    from ptxpy.check.context import FunctionContext, ModuleContext
    from ptxpy.check.diagnostic import Diagnostic

__all__ = ["check_address_sizes", "is_wide"]

_CODE: Final = "PTX026"
_MIN_TARGET: Final = 75
"""The first target without 32-bit addresses in global memory."""
_BITS: Final = 32
_SHORT: Final = frozenset({".shared", ".local", ".const", ".param"})
"""State spaces with addresses that fit into 32 bits."""
_GONE: Final = (9, 0)
"""The version from which the table has no `cvta.u32`."""
_TYPES: Final = frozenset({".u32", ".s32", ".b32"})


def check_address_sizes(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report 32-bit addresses in global memory and 32-bit generic addresses."""
    if context.target is not None and context.target.number < _MIN_TARGET:
        return
    sizes = [item.bits.text for item in context.module.body if type(item) is n.AddressSize]
    if sizes[:1] != ["64"]:
        return
    for function in context.functions:
        yield from _function(function)


def _function(function: FunctionContext) -> Iterator[Diagnostic]:
    code = function.code
    converts = (function.module.version or _GONE) < _GONE
    for index, statement in enumerate(code.statements):
        if type(statement) is not n.Instruction:
            continue
        _, opcode, modifiers, operands, _, _ = statement
        known = traits(opcode, modifiers)
        names = code.levels[code.scopes[index]].names
        found = None
        if known.copies:
            found = _moved(modifiers, operands, names)
        elif known.converts_address:
            found = _converted(modifiers) if converts else None
        elif known.wide_addresses and is_wide(modifiers):
            found = _accessed(operands, names)
        if found is not None:
            message, name, help_ = found
            yield function.report(_CODE, index, message, ("name", name), help_)


def is_wide(modifiers: tuple[str, ...]) -> bool:
    """Return whether an access is to global memory or through a generic address."""
    return not any(word.partition("::")[0] in _SHORT for word in modifiers)


def _accessed(operands: tuple[n.Operand, ...], names: SymbolTable) -> tuple[str, str, str] | None:
    for operand in operands:
        if type(operand) is not n.Address or operand.coordinates:
            continue
        base = operand.base
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


def _moved(
    modifiers: tuple[str, ...], operands: tuple[n.Operand, ...], names: SymbolTable
) -> tuple[str, str, str] | None:
    if len(operands) != 2 or not _TYPES.intersection(modifiers):  # noqa: PLR2004 - mov d, a
        return None
    source = operands[1].base if type(operands[1]) is n.Subscript else operands[1]
    if type(source) is not n.Symbol:
        return None
    known = names.find(source.name)
    if known is None or known.kind != "symbol" or known.space != ".global":
        return None
    message = f"{source.name} is in .global, whose addresses have 64 bits"
    return message, source.name, "write mov.u64, and a .b64 register"


def _converted(modifiers: tuple[str, ...]) -> tuple[str, str, str] | None:
    if ".u32" not in modifiers:
        return None
    return "generic addresses have 64 bits", ".u32", "write .u64, and .b64 registers"
