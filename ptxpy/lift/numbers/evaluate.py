"""Evaluation of spellings: the text of the literal that an expression gives.

An expression is taken only if this is the very text of the literal. The evaluated trees are those
that the rules make, and no text of a program.
"""

from __future__ import annotations

import operator
import re
import struct
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ptxpy.dialect import vocabulary
from ptxpy.isa import (
    CACHE_POLICIES,
    CONSTANTS,
    FULL_MASK,
    GENERATORS,
    BlockScaleFields,
    InstructionFields,
    MatrixFields,
    block_scale_descriptor,
    instruction_descriptor,
    segment_clamp,
    table_expression,
    tcgen05_bits,
    tensor_map_code,
    wgmma_descriptor,
)
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["FUNCTIONS", "literal_text", "value_of"]

_Value: TypeAlias = Any
"""The value of an argument: an integer, a float, a text or a truth value."""

_NAMES: Final[dict[str, int | float]] = {
    f"ptx.{name}": number
    for table in (CONSTANTS, CACHE_POLICIES, GENERATORS, {"FULL_MASK": FULL_MASK})
    for name, number in table.items()
}
_POWER: Final = re.compile(r"([0-9]+(?:\.[0-9]+)?)\*\*(-?[0-9]+(?:\.[0-9]+)?)\Z")
_NUMBER: Final = re.compile(r"[0-9]+(?:\.[0-9]+|(?:_[0-9]{3})+)\Z")
_TABLE: Final = "lambda a, b, c: "


def literal_text(expression: t.Expression, *, double: bool) -> str | None:
    """Return the text that an expression has as an operand.

    Args:
        expression: A spelling.
        double: Whether floats have 64 bits.
    """
    if type(expression) is t.Call and expression.function == vocabulary.HEX:
        return _hexadecimal(expression)
    value = value_of(expression)
    if type(value) is float:
        if double:
            return f"0d{struct.pack('>d', value).hex().upper()}"
        try:
            return f"0f{struct.pack('>f', value).hex().upper()}"
        except OverflowError:
            return None
    return str(value)


def value_of(expression: t.Expression) -> _Value:
    """Return the value of an expression; `ValueError` for one that no rule makes."""
    evaluate = _EVALUATORS.get(type(expression))
    if evaluate is None:
        msg = f"not the expression of a number: {expression!r}"
        raise ValueError(msg)
    return evaluate(expression)


def _hexadecimal(call: t.Call) -> str:
    value = value_of(call.arguments[0])
    options = {each.name: each.value for each in call.arguments[1:]}  # type: ignore[union-attr]
    form = "x" if options.get("upper") == "False" else "X"
    digits = f"{abs(value):0{options.get('digits', 1)}{form}}"
    suffix = "U" if options.get("unsigned") == "True" else ""
    return f"{'-' if value < 0 else ''}0x{digits}{suffix}"


def _atom(text: str) -> _Value:
    """Return the value of a name, a power, a float or a string in quotes."""
    if text in _NAMES:
        return _NAMES[text]
    # `negated` makes one atom of a power with its sign and parentheses.
    if text.startswith("-("):
        return -_atom(text[2:-1])
    power = _POWER.match(text)
    if power is not None:
        base, exponent = map(_number, power.groups())
        return base**exponent
    if _NUMBER.match(text):
        return _number(text)
    if text[:1] == '"':
        return text[1:-1]
    msg = f"not the name of a number: {text!r}"
    raise ValueError(msg)


def _number(text: str) -> int | float:
    return float(text) if "." in text else int(text)


_OPERATORS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    ">>": operator.rshift,
    "&": operator.and_,
}


def _call(call: t.Call) -> _Value:
    function = FUNCTIONS.get(call.function if type(call.function) is str else "")
    if function is None:
        msg = f"not a function of numbers: {call.function!r}"
        raise ValueError(msg)
    arguments = [each for each in call.arguments if type(each) is not t.Keyword]
    options = {
        each.name: value_of(each.value) for each in call.arguments if type(each) is t.Keyword
    }
    if function is _lut:
        return _lut(str(arguments[0]))
    return function(*map(value_of, arguments), **options)


def _lut(text: str) -> int:
    """Return the table of an expression that `table_expression` gives."""
    wanted = text.removeprefix(_TABLE)
    # A table has eight bits, so that all can be tried.
    return next(table for table in range(256) if table_expression(table) == wanted)


def _wgmma(
    leading_byte_offset: int = 0,
    stride_byte_offset: int = 0,
    swizzle: str = "NONE",
    base_offset: int = 0,
) -> int:
    return wgmma_descriptor(leading_byte_offset, stride_byte_offset, swizzle, base_offset)


def _tcgen05(
    *, leading_bytes: int = 0, stride_bytes: int = 0, swizzle: str = "NONE", **others: int
) -> int:
    return tcgen05_bits(MatrixFields(leading_bytes, stride_bytes, swizzle, **others))


_MAJORS: Final = {"K": 0, "MN": 1}


def _instruction(kind: str, **options: _Value) -> int:
    return instruction_descriptor(kind, InstructionFields(**_as_fields(options)))


def _block_scale_instruction(kind: str, **options: _Value) -> int:
    return block_scale_descriptor(kind, BlockScaleFields(**_as_fields(options)))


def _as_fields(options: dict[str, _Value]) -> dict[str, _Value]:
    """Return the arguments of an instruction descriptor as its fields."""
    # Both matrices have the type of the first unless the second says another.
    fields = {"dtype_b": options["dtype_a"], **options}
    for name in ("a_major", "b_major"):
        if name in fields:
            fields[name] = _MAJORS[fields[name]]
    return fields


FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    vocabulary.LUT: _lut,
    vocabulary.SHUFFLE_CLAMP: segment_clamp,
    vocabulary.TENSOR_MAP_CODE: tensor_map_code,
    vocabulary.WGMMA_DESCRIPTOR: _wgmma,
    vocabulary.TCGEN05_DESCRIPTOR: _tcgen05,
    vocabulary.INSTRUCTION_DESCRIPTOR: _instruction,
    vocabulary.BLOCK_SCALE_INSTRUCTION_DESCRIPTOR: _block_scale_instruction,
}
_CONSTANT_ATOMS: Final = {"True": True, "False": False}

_EVALUATORS: Final[dict[type, Callable[[Any], Any]]] = {
    int: int,
    str: lambda text: _CONSTANT_ATOMS[text] if text in _CONSTANT_ATOMS else _atom(text),
    t.Hexadecimal: lambda e: e.value,
    t.Unary: lambda e: -value_of(e.operand),
    t.Binary: lambda e: _OPERATORS[e.operator](value_of(e.left), value_of(e.right)),
    t.Call: _call,
}
