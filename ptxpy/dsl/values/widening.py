"""Widening of a 32-bit operand beside a 64-bit one: `address + index`.

PTX has no instruction that adds 32 bits to 64. In modules whose values have types, the operators
`+ - * & | ^` extend the operand of 32 bits by the sign of its type, with a `cvt` of its own before
the instruction of the operator:

| Index | PTX |
|---|---|
| `.u32` | `cvt.u64.u32 %rd1, %r0; add.u64 %rd2, %rd0, %rd1;` |
| `.s32` | `cvt.s64.s32 %rd1, %r0; add.u64 %rd2, %rd0, %rd1;` |

Bits without a type, `.b32`, have no sign, and are refused.
"""

from __future__ import annotations

from typing import Any, Final

from ptxpy.dsl.tracing.instructions import Operation
from ptxpy.dsl.tracing.pending_results import value_type

_WIDENING_OPERATORS: Final = frozenset("+-*&|^")
"""Operators that extend an operand: the low 64 bits of their result need no common sign."""

_WIDE_TYPES: Final = frozenset({"b64", "u64", "s64"})

_NARROW_TYPES: Final = frozenset({"b32", "u32", "s32"})

_CONVERSIONS: Final = {
    "u32": Operation("cvt", (".u64", ".u32")),
    "s32": Operation("cvt", (".s64", ".s32")),
}
"""The instructions that extend 32 bits to 64, by the type of the operand."""


def narrow_operand(symbol: str, operands: tuple[Any, ...]) -> int | None:
    """Return the index of the operand that an operator extends to 64 bits, or None."""
    if symbol not in _WIDENING_OPERATORS:
        return None
    left, right = operands
    if type(left) in (int, float) or type(right) in (int, float):
        return None
    kinds = value_type(left), value_type(right)
    for index in (1, 0):
        if kinds[index] in _NARROW_TYPES and kinds[1 - index] in _WIDE_TYPES:
            return index
    return None


def widen(symbol: str, operand: Any) -> Any:
    """Emit the `cvt` that extends an operand to 64 bits, and return its result.

    `TypeError` for an operand whose type has no sign.
    """
    kind = value_type(operand)
    conversion = _CONVERSIONS.get(kind)
    if conversion is None:
        msg = (
            f"{symbol} of 64 bits and a .{kind}: a .{kind} has no sign, which says how it is "
            "extended to 64 bits: give it with a view, x.u32 or x.s32, or declare the register as "
            "u32 or s32"
        )
        raise TypeError(msg)
    return conversion(operand)
