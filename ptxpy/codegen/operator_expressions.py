"""Instructions as Python operators and assignments, where these emit the very same instruction."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy.codegen.operand_expressions import expression
from ptxpy.ir import nodes as n
from ptxpy.isa.types import TYPES
from ptxpy.lift.operators import COMPARISONS, UNARY, moved_by, operator_of

if TYPE_CHECKING:
    from ptxpy.codegen.operand_expressions import Scope
    from ptxpy.lift.operators import Operator

_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:e-?[0-9]+)?\Z|-?[1-9]e-?[0-9]+\Z")
"""Expressions that are numbers of Python."""


def operator_line(node: n.Instruction, scope: Scope) -> str | None:
    """Return the assignment that emits an instruction, or None where there is none."""
    _, opcode, modifiers, operands, _, _ = node
    if not operands or type(operands[0]) is not n.Register:
        return None
    target = operands[0].name
    place = scope.indexed(target)
    if place is None or target in scope.registers:
        return None
    if opcode == "mov":
        value = _moved(modifiers, target, operands[1:], scope)
    elif len(operands) == 3:  # noqa: PLR2004 - the destination and two sources
        value = _binary(opcode, modifiers, operands[1], operands[2], scope)
    elif len(operands) == 2:  # noqa: PLR2004
        value = _unary(opcode, modifiers, operands[1], scope)
    else:
        return None
    return None if value is None else f"{place[0]}[{place[1]}] = {value}"


def _moved(
    modifiers: tuple[str, ...], target: str, sources: tuple[n.Operand, ...], scope: Scope
) -> str | None:
    if len(sources) != 1 or len(modifiers) != 1:
        return None
    (source,) = sources
    declared = scope.declared(target)
    if declared is None or scope.style is None:
        return None
    view = moved_by(modifiers, declared, scope.style)
    text = expression(source, scope, double=modifiers == (".f64",))
    if type(source) is n.Register and scope.declared(source.name) is not None:
        return f"{text}.{view}" if view else text if view is not None else None
    if view == "" and _NUMBER.match(text):
        return _as_mask(text) if len(text) >= _LONG else text
    if text.startswith("ptx.special.") and modifiers == (_special_type(source),):
        return f"{text}()"
    return None


def _special_type(source: n.Operand) -> str:
    """Return the type of a special register with its dot, "." where a call does not move it."""
    base = source.base if type(source) is n.Component else source
    known = isa.lookup(base.name) if type(base) is n.Register else None
    if known is None or bool(known.components) is not (base is not source):
        return "."
    return f".{known.type}"


def _binary(
    opcode: str,
    modifiers: tuple[str, ...],
    left: n.Operand,
    right: n.Operand,
    scope: Scope,
) -> str | None:
    first = _operator(opcode, modifiers, left, scope)
    if first is not None:
        return _on_register(first, modifiers, left, right, scope)
    second = _operator(opcode, modifiers, right, scope)
    if second is None or second.symbol in COMPARISONS or second.symbol in UNARY:
        return None
    text = expression(left, scope, double=".f64" in modifiers)
    if type(left) is not n.Literal or not _NUMBER.match(text):
        return None
    return f"{text} {second.symbol} {_viewed(right, second, scope)}"


def _on_register(
    operator: Operator,
    modifiers: tuple[str, ...],
    left: n.Operand,
    right: n.Operand,
    scope: Scope,
) -> str | None:
    """Return what an operator makes of a register and another operand."""
    if operator.symbol in UNARY or not _is_plain(right, scope):
        return None
    text = expression(right, scope, double=".f64" in modifiers)
    shown = _viewed(left, operator, scope)
    if _NUMBER.match(text) and "." not in text and "e" not in text:
        integer = TYPES[modifiers[-1][1:]].kind in ("signed", "unsigned", "bits")
        if operator.symbol == "-" and integer:
            return None  # Python's minus of a number is a sum
        if operator.symbol == "+" and integer and text.startswith("-"):
            return f"{shown} - {text[1:]}"
    if operator.symbol in _LOGIC:
        text = _as_mask(text)
    return f"{shown} {operator.symbol} {text}"


_LOGIC = ("&", "|", "^")
_MASK = 1024
_LONG = 12
"""An integer with so many digits is no count."""


def _as_mask(text: str) -> str:
    """Return an integer as a reader wants to see bits; it is decimal in PTX all the same."""
    digits = text.removeprefix("-")
    if not digits.isdecimal() or int(digits) < _MASK:
        return text
    return f"{text[: -len(digits)]}0x{int(digits):X}"


def _unary(opcode: str, modifiers: tuple[str, ...], only: n.Operand, scope: Scope) -> str | None:
    found = _operator(opcode, modifiers, only, scope)
    if found is None or found.symbol not in UNARY:
        return None
    return f"{'-' if found.symbol == 'neg' else found.symbol}{_viewed(only, found, scope)}"


def _operator(
    opcode: str, modifiers: tuple[str, ...], operand: n.Operand, scope: Scope
) -> Operator | None:
    if type(operand) is not n.Register or scope.style is None:
        return None
    declared = scope.declared(operand.name)
    return None if declared is None else operator_of(opcode, modifiers, declared, scope.style)


def _viewed(operand: n.Operand, operator: Operator, scope: Scope) -> str:
    text = expression(operand, scope)
    return f"{text}.{operator.view}" if operator.view else text


def _is_plain(operand: n.Operand, scope: Scope) -> bool:
    if type(operand) is n.Register:
        return scope.declared(operand.name) is not None
    return type(operand) is n.Literal
