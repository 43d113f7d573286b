"""Offsets of addresses that are not constants, or are not added."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.check.context import ModuleContext
    from ptxpy.check.diagnostic import Diagnostic

__all__ = ["check_address_offsets"]

_CODE: Final = "PTX039"
_CONSTANTS: Final = frozenset({"WARP_SZ"})


def check_address_offsets(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report addresses whose offset is subtracted, is a name, or is before the base."""
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
                if message:
                    yield function.report(_CODE, index, message, ("operand", position), help_)


def _of_address(address: n.Address) -> tuple[str, str]:
    base, offset = address.base, address.offset
    if type(base) is n.Subscript:
        return "an address cannot have an index", "write [name+n], with n in bytes"
    if offset is not None and (name := _name(offset)):
        return f"an offset must be a constant, not {name}", "add it to a register before"
    return _subtracted(base, "[{}]") if type(base) is n.Binary else ("", "")


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
