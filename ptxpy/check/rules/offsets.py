"""Offsets of addresses that are no constants, or are not added."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.check.diagnostic import Diagnostic
    from ptxpy.check.subject import ModuleSubject

__all__ = ["offsets"]

_CODE: Final = "PTX039"
_CONSTANTS: Final = frozenset({"WARP_SZ"})


def offsets(subject: ModuleSubject) -> Iterator[Diagnostic]:
    """Yield addresses whose offset is subtracted, is a name, or stands before the base."""
    for function in subject.functions:
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
    if type(base) is n.Binary:
        return _subtracted(base, "[{}]")
    if offset is not None and _is_named(offset):
        return f"an offset is a constant, not {offset[0]}", "add it to a register before"
    return "", ""


def _subtracted(operand: n.Binary, form: str) -> tuple[str, str]:
    left, right = operand.left, operand.right
    if operand.operator != "-" or not _is_named(left):
        return "", ""
    number = right.text if type(right) is n.Literal else "n"
    return "an offset is added, not subtracted", f"write {form.format(f'{left[0]}+-{number}')}"


def _is_named(operand: n.Operand) -> bool:
    kind = type(operand)
    return (kind is n.Register or kind is n.Symbol) and operand[0] not in _CONSTANTS
