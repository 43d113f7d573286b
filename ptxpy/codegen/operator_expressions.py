"""Instructions as Python operators and assignments that emit the very same instruction."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy.codegen.operand_expressions import expression
from ptxpy.dialect import (
    COMPARISONS,
    UNARY,
    FloatValues,
    float_parameters,
    moved_by,
    opcode_of,
    operator_of,
    reads_integers,
)
from ptxpy.ir import nodes as n
from ptxpy.ir import statements
from ptxpy.isa import TYPES
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from ptxpy.codegen.operand_expressions import Scope
    from ptxpy.dialect import Operator

_FLOAT: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:e-?[0-9]+)?\Z|-?[1-9]e-?[0-9]+\Z")
"""Atoms that are floats of Python."""


def _is_number(expression: t.Expression) -> bool:
    """Return whether an expression is a number of Python."""
    expression = t.number_of(expression)
    kind = type(expression)
    return kind is int or (kind is str and _FLOAT.match(expression) is not None)  # type: ignore[arg-type]


def operator_line(node: n.Instruction, scope: Scope, result: str | None = None) -> t.Assign | None:
    """Return the assignment that emits an instruction, or None if there is none.

    `result` is the name of a value without a register of its own.
    """
    _, opcode, modifiers, operands, _, _ = node
    if not operands or type(operands[0]) is not n.Register:
        return None
    target = operands[0].name
    place = scope.indexed(target)
    made: t.Expression
    if result is not None:
        made = result
    elif place is not None and target not in scope.registers:
        made = t.Register(*place)
    else:
        return None
    if opcode == "mov":
        value = _moved(modifiers, target, operands[1:], scope)
        if result is not None and type(value) is not t.Call:
            return None  # a name is given to a value, which only an instruction makes
    elif len(operands) in (2, 3):  # the destination and one or two sources
        scope.takes_bits = id(node) in scope.float_readers
        value = (
            _unary(opcode, modifiers, operands[1], scope)
            if len(operands) == 2  # noqa: PLR2004
            else _binary(opcode, modifiers, operands[1], operands[2], scope)
        )
    else:
        return None
    return None if value is None else t.Assign([made], value, node)


def _moved(
    modifiers: tuple[str, ...], target: str, sources: tuple[n.Operand, ...], scope: Scope
) -> t.Expression | None:
    if len(sources) != 1 or len(modifiers) != 1:
        return None
    (source,) = sources
    declared = scope.declared(target)
    if declared is None or scope.style is None:
        return None
    view = moved_by(modifiers, declared, scope.style)
    value = expression(source, scope, double=modifiers == (".f64",))
    if type(source) is n.Register and scope.declared(source.name) is not None:
        if view is None:
            return None
        return t.View(value, view) if view else value
    if view == "" and _is_number(value):
        return _as_mask(value) if type(value) is int and len(str(value)) >= _LONG else value
    # `ptx.special.tid.x()` moves the register with its own type.
    if (
        type(value) is str
        and value.startswith("ptx.special.")
        and modifiers == (_special_type(source),)
    ):
        return t.Call(value)
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
) -> t.Expression | None:
    first = _operator(opcode, modifiers, left, scope)
    if first is not None:
        return _on_register(first, modifiers, left, right, scope)
    # In `1 - r[2]` the register on the right decides.
    second = _operator(opcode, modifiers, right, scope)
    # Python turns `3 < x` into `x > 3`, which is another instruction.
    if second is None or second.symbol in COMPARISONS or second.symbol in UNARY:
        return None
    number = expression(left, scope, double=".f64" in modifiers)
    if type(left) is not n.Literal or not _is_number(number):
        return None
    return t.Binary(number, second.symbol, _viewed(right, second, scope))


def _on_register(
    operator: Operator,
    modifiers: tuple[str, ...],
    left: n.Operand,
    right: n.Operand,
    scope: Scope,
) -> t.Expression | None:
    """Return the expression for an operator with a register and another operand."""
    if operator.symbol in UNARY or not _is_plain(right, scope):
        return None
    value = expression(right, scope, double=".f64" in modifiers)
    shown = _viewed(left, operator, scope)
    number = t.number_of(value)
    if type(number) is int:
        integer = TYPES[modifiers[-1][1:]].kind in ("signed", "unsigned", "bits")
        if operator.symbol == "-" and integer:
            return None  # Python's minus of a number is a sum
        # `x - 1` emits the same addition, and reads better than `x + -1`.
        if operator.symbol == "+" and integer and number < 0:
            return t.Binary(shown, "-", _negated(value))
    if operator.symbol in _LOGIC and type(value) is int:
        value = _as_mask(value)
    return t.Binary(shown, operator.symbol, value)


def _negated(value: t.Expression) -> t.Expression:
    """Return the negation of a negative number, in its spelling if that is a negation."""
    if type(value) is not t.Spelled:
        return -value  # type: ignore[operator]
    spelling = value.spelling
    number = -value.number  # type: ignore[operator]
    if type(spelling) is t.Unary:
        return t.Spelled(number, spelling.operand)
    # `negated` writes a power in parentheses: `-(2**31)`.
    if type(spelling) is str and spelling.startswith("-("):
        return t.Spelled(number, spelling[2:-1])
    return number


_LOGIC = ("&", "|", "^")
_MASK = 1024
_LONG = 12
"""An integer of this length in decimal digits, sign included, is no count but bits."""


def _as_mask(value: int) -> t.Expression:
    """Return an integer as a reader wants to see bits; it is decimal in PTX all the same."""
    return value if abs(value) < _MASK else t.Spelled(value, t.Hexadecimal(value))


def _unary(
    opcode: str, modifiers: tuple[str, ...], only: n.Operand, scope: Scope
) -> t.Expression | None:
    found = _operator(opcode, modifiers, only, scope)
    if found is None or found.symbol not in UNARY:
        return None
    return t.Unary("-" if found.symbol == "neg" else found.symbol, _viewed(only, found, scope))


def _operator(
    opcode: str, modifiers: tuple[str, ...], operand: n.Operand, scope: Scope
) -> Operator | None:
    if type(operand) is not n.Register or scope.style is None:
        return None
    declared = scope.declared(operand.name)
    if declared is None:
        return None
    found = operator_of(opcode, modifiers, declared, scope.style)
    # Without a view, an operator on a float that is to be taken for an integer is refused.
    takes_bits = scope.takes_bits and not scope.style.is_typed and TYPES[declared].kind == "bits"
    if found is not None and takes_bits and not found.view:
        view = modifiers[-1][1:]
        wanted = opcode_of(found.symbol, declared, view, scope.style)
        return found._replace(view=view) if wanted == opcode + "".join(modifiers) else None
    return found


def find_float_readers(function: n.Function) -> frozenset[int]:
    """Return the identities of instructions on integers that read a float, in registers of bits.

    Their operators say by a view that its bits are meant, ``x.s32 + y``.
    """
    floats = FloatValues(float_parameters(function))
    found = set()
    for node in statements(function):
        if type(node) is n.Instruction:
            opcode, modifiers, operands = node.opcode, node.modifiers, node.operands
            if floats.types and reads_integers(opcode, modifiers) and floats.among(operands[1:]):
                found.add(id(node))
            floats.take(opcode, modifiers, operands)
        else:
            floats.take_statement(node)
    return frozenset(found)


def _viewed(operand: n.Operand, operator: Operator, scope: Scope) -> t.Expression:
    value = expression(operand, scope)
    return t.View(value, operator.view) if operator.view else value


def _is_plain(operand: n.Operand, scope: Scope) -> bool:
    if type(operand) is n.Register:
        return scope.declared(operand.name) is not None
    return type(operand) is n.Literal
