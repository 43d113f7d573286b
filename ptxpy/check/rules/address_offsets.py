"""Offsets of addresses that are not constants, or are not added, and indices of elements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.check.operand_lookup import operand_of
from ptxpy.ir import nodes as n
from ptxpy.isa.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.analysis import SymbolTable
    from ptxpy.check.context import FunctionContext, ModuleContext
    from ptxpy.check.diagnostic import Diagnostic

__all__ = ["check_address_offsets"]

_CODE: Final = "PTX039"
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
                    yield function.report(_CODE, index, message, ("operand", position), help_)


def _of_address(address: n.Address) -> tuple[str, str]:
    base, offset = address.base, address.offset
    if type(base) is n.Subscript:
        return "an address cannot have an index", "write [name+n], with n in bytes"
    if offset is not None and (name := _name(offset)):
        return f"an offset must be a constant, not {name}", "add it to a register before"
    return _subtracted(base, "[{}]") if type(base) is n.Binary else ("", "")


def _of_code(function: FunctionContext, at: int, operand: n.Operand) -> str:
    """Return what is wrong with a number that is added to a function."""
    while type(operand) is n.Binary and operand.operator == "+":
        operand = operand.left
    declared = function.declared.find(_name(operand), function.code.scopes[at], at)
    is_function = declared is not None and declared.kind == "function"
    return f"nothing can be added to a function, {_name(operand)}" if is_function else ""


def _of_element(function: FunctionContext, at: int, element: n.Subscript) -> tuple[str, str]:
    base, index = element.base, element.index
    level = function.code.scopes[at]
    name = _name(base)
    declared = function.declared.find(name, level, at)
    if declared is not None and not (declared.declarator and declared.declarator.dimensions):
        return f"{name} is no array, and has no elements", f"write [{name}+n], with n in bytes"
    if type(base) is n.Symbol and base.name in _CONSTANTS:
        return f"{base.name} is a number, and has no elements", ""
    names = function.code.levels[level].names
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
    if operand.operator == "+" and (name := _name(right)):
        message = f"the operand after + must be a constant, not {name}"
        return message, "write the name first" if type(left) is n.Literal else ""
    if operand.operator != "-" or not _name(left):
        return "", ""
    number = right.text if type(right) is n.Literal else "n"
    return (
        "an offset must be added, not subtracted",
        f"write {form.format(f'{_name(left)}+-{number}')}",
    )


def _name(operand: n.Operand) -> str:
    """Return the name of a register or symbol operand; "" for other operands."""
    kind = type(operand)
    if kind is n.Component:
        return f"{_name(operand.base)}.{operand.component}"  # type: ignore[union-attr]
    if kind is not n.Register and kind is not n.Symbol:
        return ""
    return "" if operand[0] in _CONSTANTS else operand[0]
