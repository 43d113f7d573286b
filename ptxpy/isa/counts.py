"""Counts of registers in the instruction table: ``4``, ``.num``, ``m*k*bits(.atype)/1024``.

Names are ``m``, ``n`` and ``k``, the extents of the instruction's shape (``.m16n8k16``); a
modifier class stands for the number in its value (4 for ``.x4`` and ``.v4``, 1 when it is
absent); ``bits(.class)`` is the size of the type that the class has; ``ceil(…)`` rounds up. All
arithmetic is exact.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from ptxpy.isa.types import TYPES

if TYPE_CHECKING:
    from ptxpy.isa.conditions import Binding

__all__ = ["count", "tokenize"]

_PART: Final = r"\s*(bits\(\.\w+\)|ceil\(|\.\w+|\d+|[mnk]|[*/()])"
_SHAPE: Final = r"\.m(\d+)n(\d+)(?:k(\d+))?"
_NUMBER: Final = r"\d+"


@lru_cache(maxsize=256)
def tokenize(text: str) -> tuple[str, ...]:
    """Split a count into tokens; `ValueError` if it is not one."""
    pattern = re.compile(_PART)
    tokens: list[str] = []
    position = 0
    while position < len(text):
        match = pattern.match(text, position)
        if match is None:
            msg = f"not a count: {text!r}"
            raise ValueError(msg)
        tokens.append(match[1])
        position = match.end()
    return tuple(tokens)


Ratio: TypeAlias = tuple[int, int]
"""Numerator and denominator."""


def count(text: str, binding: Binding) -> int:
    """Evaluate a count for an instruction; `ValueError` if it is not an integer."""
    if text.isdecimal():
        return int(text)
    tokens = [*tokenize(text)]
    numerator, denominator = _product(tokens, binding)
    if tokens or numerator % denominator:
        msg = f"{text!r} must be an integer, not {numerator}/{denominator}"
        raise ValueError(msg)
    return numerator // denominator


def _product(tokens: list[str], binding: Binding) -> Ratio:
    numerator, denominator = _factor(tokens, binding)
    while tokens and tokens[0] in "*/":
        operator = tokens.pop(0)
        first, second = _factor(tokens, binding)
        if operator == "/":
            first, second = second, first
        numerator, denominator = numerator * first, denominator * second
    return numerator, denominator


def _factor(tokens: list[str], binding: Binding) -> Ratio:
    token = tokens.pop(0)
    if token in ("(", "ceil("):
        numerator, denominator = _product(tokens, binding)
        tokens.pop(0)
        is_ceiling = token != "("  # noqa: S105
        return (-(-numerator // denominator), 1) if is_ceiling else (numerator, denominator)
    if token.isdecimal():
        return int(token), 1
    if token.startswith("bits("):
        return TYPES[binding.classes[token[5:-1]].removeprefix(".")].bits, 1
    if token.startswith("."):
        match = re.search(_NUMBER, binding.classes.get(token, ""))
        return int(match[0]) if match else 1, 1
    return _extent(token, binding), 1


def _extent(name: str, binding: Binding) -> int:
    for modifier in binding.modifiers:
        match = re.fullmatch(_SHAPE, modifier)
        if match and match["mnk".index(name) + 1]:
            return int(match["mnk".index(name) + 1])
    msg = f"no modifier is a shape that gives {name}"
    raise ValueError(msg)
