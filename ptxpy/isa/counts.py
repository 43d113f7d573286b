"""Counts of registers in the instruction table: ``4``, ``.num``, ``m*k*bits(.atype)/1024``.

Names are ``m``, ``n`` and ``k``, the extents of the instruction's shape (``.m16n8k16``); a
modifier class stands for the number in its value (4 for ``.x4`` and ``.v4``, 1 when it is
absent); ``bits(.class)`` is the size of the type that the class has; ``ceil(…)`` rounds up. All
arithmetic is exact.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING, Final

from ptxpy.isa.types import TYPES

if TYPE_CHECKING:
    from ptxpy.isa.conditions import Binding

__all__ = ["count", "numbers"]

_TOKEN: Final = re.compile(r"\s*(bits\(\.\w+\)|ceil\(|\.\w+|\d+|[mnk]|[*/()])")
_SHAPE: Final = re.compile(r"\.m(\d+)n(\d+)(?:k(\d+))?")
_NUMBER: Final = re.compile(r"\d+")


@lru_cache(maxsize=256)
def numbers(text: str) -> tuple[str, ...]:
    """Return the tokens of a count; `ValueError` when it is not one."""
    tokens: list[str] = []
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            msg = f"not a count: {text!r}"
            raise ValueError(msg)
        tokens.append(match[1])
        position = match.end()
    return tuple(tokens)


def count(text: str, binding: Binding) -> int:
    """Return what a count comes to for an instruction; `ValueError` when it is no whole number."""
    tokens = [*numbers(text)]
    value = _product(tokens, binding)
    if tokens or value.denominator != 1:
        msg = f"{text!r} is no whole number here: {value}"
        raise ValueError(msg)
    return int(value)


def _product(tokens: list[str], binding: Binding) -> Fraction:
    value = _factor(tokens, binding)
    while tokens and tokens[0] in "*/":
        operator = tokens.pop(0)
        factor = _factor(tokens, binding)
        value = value * factor if operator == "*" else value / factor
    return value


def _factor(tokens: list[str], binding: Binding) -> Fraction:
    token = tokens.pop(0)
    if token in ("(", "ceil("):
        value = _product(tokens, binding)
        tokens.pop(0)
        return value if token == "(" else Fraction(ceil(value))  # noqa: S105 - no password
    if token.isdecimal():
        return Fraction(token)
    if token.startswith("bits("):
        return Fraction(TYPES[binding.classes[token[5:-1]].removeprefix(".")].bits)
    if token.startswith("."):
        match = _NUMBER.search(binding.classes.get(token, ""))
        return Fraction(match[0]) if match else Fraction(1)
    return Fraction(_extent(token, binding))


def _extent(name: str, binding: Binding) -> int:
    for modifier in binding.modifiers:
        match = _SHAPE.fullmatch(modifier)
        if match and match["mnk".index(name) + 1]:
            return int(match["mnk".index(name) + 1])
    msg = f"no shape says {name}"
    raise ValueError(msg)
