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
from ptxpy.isa.predicates import order
from ptxpy.isa.types import TYPES

_MIRRORED: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}

_OUTCOMES: Final = {
    ("<", False): "is always false",
    (">=", False): "is always true",
    (">", True): "is always false",
    ("<=", True): "is always true",
}
"""What is known of a comparison with the least number of a type, or with the largest (True)."""

_SELECTED: Final = {
    (">", False): "is x",
    ("<", False): "is always that number",
    (">", True): "is always that number",
    ("<", True): "is x",
}
"""What is known of the larger (`>`) or the smaller of a value and such a number."""


def has_one_outcome(operation: QualifiedOpcode, values: tuple[Any, ...]) -> bool:
    """Return whether the result of an instruction follows from the constant that it is given.

    Raises `TypeError` if the constant stands in the text of the kernel.
    """
    opcode, modifiers = operation.opcode, operation.modifiers
    found = order(opcode, modifiers)
    kind = modifiers[-1][1:] if modifiers else ""
    if found is None or TYPES[kind].kind not in ("signed", "unsigned"):
        return False
    first = isa.destinations(opcode, modifiers) if operation.explicit else 0
    compared = values[first : first + 2]
    constant = next((each for each in compared if type(each) is int), None)
    if constant is None:
        return False
    bits, is_signed = TYPES[kind].bits, TYPES[kind].kind == "signed"
    least = -1 << bits - 1 if is_signed else 0
    largest = least + (1 << bits) - 1
    is_mirrored = compared[0] is constant and not found.selects
    symbol = _MIRRORED[found.symbol] if is_mirrored else found.symbol
    named = opcode if found.selects else symbol
    if not least <= constant <= largest:
        taken = (constant - least) % (1 << bits) + least
        msg = (
            f"{named} of {constant} and a .{kind}, which does not have that number: it would be "
            f"taken for {taken}"
        )
        raise TypeError(f"{msg}; {_signed(named, bits, constant)}" if constant < 0 else msg)
    outcomes = _SELECTED if found.selects else _OUTCOMES
    outcome = outcomes.get((symbol, constant == largest)) if constant in (least, largest) else None
    if outcome is None:
        return False
    if is_written(constant):
        shown = f"{named} of x and {constant}" if found.selects else f"x {symbol} {constant}"
        msg = f"{shown} {outcome}, as x is a .{kind}"
        if constant == 0:
            msg += (
                f", which is never negative: 0 - 1 is {largest}; {_signed(named, bits, 0)}, or "
                "compare before the subtraction, as x >= 1"
            )
        else:
            msg += f", of which {constant} is the {'largest' if constant == largest else 'least'}"
        raise TypeError(msg)
    return True


def _signed(name: str, bits: int, constant: int) -> str:
    call = name not in _MIRRORED
    wanted = f"x.s{bits}.{name}({constant})" if call else f"x.s{bits} {name} {constant}"
    return f"for a number that may be negative write {wanted}, with a view"
