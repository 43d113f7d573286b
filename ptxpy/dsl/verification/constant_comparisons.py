"""Comparisons with a constant that every number of their type passes, or none.

`tid - 1 >= 0` of a `.u32` is always true: below 0 an unsigned number goes on from the largest one.
So are `max` and `min` with such a bound. A constant that the text of the kernel has is a mistake; a
name may stand for another number in another trace.
"""

from __future__ import annotations

from typing import Any, Final

from ptxpy import isa
from ptxpy.dsl.tracing.qualified_opcode import QualifiedOpcode
from ptxpy.dsl.verification.call_sites import is_written
from ptxpy.isa.types import TYPES

_SYMBOLS: Final = {
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
    "lo": "<",
    "ls": "<=",
    "hi": ">",
    "hs": ">=",
}
"""The comparisons of `setp` and `set` by order; the last four are those of unsigned integers."""

_MIRRORED: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "max": "max", "min": "min"}

_OUTCOMES: Final = {
    ("<", False): "is always false",
    (">=", False): "is always true",
    (">", True): "is always false",
    ("<=", True): "is always true",
    ("max", False): "is x",
    ("min", False): "is always that number",
    ("max", True): "is always that number",
    ("min", True): "is x",
}
"""What is known of a comparison with the least number of a type, or with the largest (True)."""


def has_one_outcome(operation: QualifiedOpcode, values: tuple[Any, ...]) -> bool:
    """Return whether the result of an instruction follows from the constant that it is given.

    Raises `TypeError` if the constant stands in the text of the kernel.
    """
    opcode, modifiers = operation.opcode, operation.modifiers
    if opcode in ("setp", "set"):
        symbol = next((_SYMBOLS[each[1:]] for each in modifiers if each[1:] in _SYMBOLS), None)
    else:
        symbol = opcode if opcode in ("max", "min") else None
    kind = modifiers[-1][1:] if modifiers else ""
    if symbol is None or TYPES[kind].kind not in ("signed", "unsigned"):
        return False
    first = isa.destinations(opcode, modifiers) if operation.explicit else 0
    compared = values[first : first + 2]
    constant = next((each for each in compared if type(each) is int), None)
    if constant is None:
        return False
    bits, is_signed = TYPES[kind].bits, TYPES[kind].kind == "signed"
    least = -1 << bits - 1 if is_signed else 0
    largest = least + (1 << bits) - 1
    if compared[0] is constant:
        symbol = _MIRRORED[symbol]
    if not least <= constant <= largest:
        taken = (constant - least) % (1 << bits) + least
        msg = (
            f"{symbol} of {constant} and a .{kind}, which does not have that number: it would be "
            f"taken for {taken}"
        )
        raise TypeError(f"{msg}; {_signed(symbol, bits, constant)}" if constant < 0 else msg)
    outcome = _OUTCOMES.get((symbol, constant == largest)) if constant in (least, largest) else None
    if outcome is None:
        return False
    if is_written(constant):
        shown = f"{symbol} of x and {constant}" if symbol in ("max", "min") else ""
        msg = f"{shown or f'x {symbol} {constant}'} {outcome}, as x is a .{kind}"
        if constant == 0:
            msg += (
                f", which is never negative: 0 - 1 is {largest}; {_signed(symbol, bits, 0)}, or "
                "compare before the subtraction, as x >= 1"
            )
        else:
            msg += f", of which {constant} is the {'largest' if constant == largest else 'least'}"
        raise TypeError(msg)
    return True


def _signed(symbol: str, bits: int, constant: int) -> str:
    call = symbol in ("max", "min")
    wanted = f"x.s{bits}.{symbol}({constant})" if call else f"x.s{bits} {symbol} {constant}"
    return f"for a number that may be negative write {wanted}, with a view"
