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
    """What an instruction's modifiers and operands are, seen through a form of the table."""

    modifiers: frozenset[str]
    """All modifiers, those that belong to the instruction's name included."""
    classes: dict[str, str]
    """The value of each modifier class that is present: ``{".type": ".s32"}``."""
    operands: frozenset[str] = frozenset()
    """The names of the optional operands that are present."""


class Fact(NamedTuple):
    """One fact, or its denial."""

    name: str
    value: str
    denied: bool

    def holds(self, binding: Binding) -> bool:
        """Return whether the fact holds for an instruction."""
        if self.value:
            found = binding.classes.get(self.name) == self.value
        else:
            found = (
                self.name in binding.modifiers
                or self.name in binding.classes
                or self.name in binding.operands
            )
        return found is not self.denied

    def __str__(self) -> str:
        """Return the fact as the table writes it."""
        text = f"{self.name}={self.value}" if self.value else self.name
        return f"no {text}" if self.denied else text


class Condition(NamedTuple):
    """Alternatives, each of facts that must all hold; without alternatives, always true."""

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
    """Return the condition that a line of the table writes; empty text is always true."""
    if not text.strip():
        return Condition()
    return Condition(
        tuple(
            tuple(_fact(fact.strip()) for fact in alternative.split("&"))
            for alternative in text.split(",")
        )
    )


def _fact(text: str) -> Fact:
    denied = text.startswith("no ")
    name, _, value = text.removeprefix("no ").strip().partition("=")
    if not name or " " in name or " " in value:
        msg = f"not a fact: {text!r}"
        raise ValueError(msg)
    return Fact(name, value, denied)
