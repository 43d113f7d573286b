"""Conditions of the instruction table: ``with .f16 & .rn, no .ftz``.

A condition is a comma-separated list of alternatives; an alternative is a list of facts joined by
``&``, each of which may be denied by ``no``. A fact is

- ``.f16``: the instruction has this modifier anywhere;
- ``.dtype=.f16``: the modifier class ``.dtype`` has this value;
- ``.vec``: the modifier class has a value (it is optional and present);
- ``cache-policy``: the optional operand of this name is present.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

__all__ = ["Binding", "Condition", "parse_condition"]


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
