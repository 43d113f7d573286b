"""Conditions and counts in the instruction table: ``with .f16 & .rn, no .ftz``, ``m*k/1024``.

A condition is a comma-separated list of alternatives; an alternative is a list of facts joined by
``&``, each of which may be denied by ``no``. A fact is

- ``.f16``: the instruction has this modifier anywhere;
- ``.dtype=.f16``: the modifier class ``.dtype`` has this value;
- ``.vec``: the modifier class has a value (it is optional and present);
- ``cache-policy``: the optional operand of this name is present.

A count of registers is ``4``, ``.num`` or ``m*k*bits(.atype)/1024``. Names are ``m``, ``n`` and
``k``, the extents of the instruction's shape (``.m16n8k16``); a modifier class is the number in its
value (4 for ``.x4`` and ``.v4``, 1 when it is absent); ``bits(.class)`` is the size of the type
that the class has; ``ceil(…)`` rounds up. All arithmetic is exact.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, TypeAlias

from ptxpy._records import NamedTuple
from ptxpy.isa.types import TYPES

__all__ = ["Binding", "Condition", "count", "parse_condition", "tokenize"]


class Binding(NamedTuple):
    """The modifiers and operands of an instruction, assigned to the classes of a form."""

    modifiers: frozenset[str]
    """All modifiers, including those in the instruction's name."""
    classes: dict[str, str]
    """The value of each modifier class that is present: ``{".type": ".s32"}``."""
    operands: frozenset[str] = frozenset()
    """The names of the optional operands that are present."""


class Fact(NamedTuple):
    """One fact, or its denial."""

    name: str
    """A modifier, a modifier class or an optional operand."""
    value: str
    """The value that the modifier class must have; empty if any."""
    is_denied: bool
    """Whether the fact is negated by ``no``."""

    def holds(self, binding: Binding) -> bool:
        """Return whether the fact holds for an instruction."""
        if self.value:
            is_present = binding.classes.get(self.name) == self.value
        else:
            is_present = (
                self.name in binding.modifiers
                or self.name in binding.classes
                or self.name in binding.operands
            )
        return is_present is not self.is_denied

    def __str__(self) -> str:
        """Return the fact as the table writes it."""
        text = f"{self.name}={self.value}" if self.value else self.name
        return f"no {text}" if self.is_denied else text


class Condition(NamedTuple):
    """A disjunction of conjunctions of facts; without alternatives it is always true."""

    alternatives: tuple[tuple[Fact, ...], ...] = ()

    def holds(self, binding: Binding) -> bool:
        """Return whether the condition holds for an instruction."""
        if not self.alternatives:
            return True
        return any(all(fact.holds(binding) for fact in facts) for facts in self.alternatives)

    # An alternative is a conjunction, so any of them suffices.
    def __str__(self) -> str:
        """Return the condition as the table writes it."""
        return ", ".join(" & ".join(map(str, facts)) for facts in self.alternatives)


Conditional: TypeAlias = tuple[str, Condition]


@lru_cache(maxsize=4096)
def parse_condition(text: str) -> Condition:
    """Parse a condition of the table; empty text is always true."""
    if not text.strip():
        return Condition()
    return Condition(
        tuple(
            tuple(_fact(fact.strip()) for fact in alternative.split("&"))
            for alternative in text.split(",")
        )
    )


def _fact(text: str) -> Fact:
    is_denied = text.startswith("no ")
    name, _, value = text.removeprefix("no ").strip().partition("=")
    if not name or " " in name or " " in value:
        msg = f"not a fact: {text!r}"
        raise ValueError(msg)
    return Fact(name, value, is_denied)


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
    # Fractions stay exact until the end: `m*k/1024` may be whole although `k/1024` is not.
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
        # Dividing by a fraction is multiplying by its inverse.
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
        # A class that is absent counts as 1, as for a load without `.v2`.
        return int(match[0]) if match else 1, 1
    return _extent(token, binding), 1


def _extent(name: str, binding: Binding) -> int:
    # The shape may be any of the modifiers, such as `.m16n8k16`.
    for modifier in binding.modifiers:
        match = re.fullmatch(_SHAPE, modifier)
        if match and match["mnk".index(name) + 1]:
            return int(match["mnk".index(name) + 1])
    msg = f"no modifier is a shape that gives {name}"
    raise ValueError(msg)
