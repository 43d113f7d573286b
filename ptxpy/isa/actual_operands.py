"""Actual operands: those that a program gives to an instruction, with their declarations."""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["UNKNOWN", "Actual"]


class Actual(NamedTuple):
    """An operand of a program."""

    kind: str
    """``register``, ``special``, ``integer``, ``float``, ``symbol``, ``label``, ``function``,
    ``address``, ``vector``, ``pair``, ``not`` and ``minus`` (negated), ``sink`` or ``unknown``."""
    type: str = ""
    """The declared type, without its dot; of a float ``f32``, ``f64`` or nothing (either)."""
    space: str = ""
    """The state space of a symbol or address, with its dot, where it is known."""
    value: int = 0
    """The value of an integer; of an address, whether it has an offset."""
    parts: tuple[Actual, ...] = ()
    """The parts of a vector, pair, address or negation."""
    suffix: str = ""
    """The suffix of an address (``.unified``) or of a register (``.b0``)."""
    value_type: str = ""
    """The type of what a register holds, where more is known than how it is declared; of an
    integer ``constant``, where it has to be a number of the type, signed or not."""

    def describe(self) -> str:
        """Return the operand in words."""
        if self.kind == "register":
            if self.value_type not in ("", self.type):
                return f"a .{self.value_type} value"
            return f"a .{self.type} register" if self.type else "a register"
        if self.kind == "integer":
            return f"the constant {self.value}"
        if self.kind == "vector":
            return f"a vector of {len(self.parts)}"
        if self.kind == "symbol":
            return f"a {self.space} variable" if self.space else "a symbol"
        return _WORDS.get(self.kind, self.kind)


_WORDS: Final = {
    "special": "a special register",
    "float": "a floating-point constant",
    "label": "a label",
    "function": "a function",
    "address": "an address in brackets",
    "pair": "a pair a|b",
    "not": "a negated operand",
    "minus": "a negated operand",
    "sink": "the sink _",
    "unknown": "an unknown name",
}

UNKNOWN: Final = Actual("unknown")
"""An operand of which nothing is known; it fits everywhere."""
