"""Actual operands: the operands of an instruction in a program, with their declarations."""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["UNKNOWN", "Actual"]


class Actual(NamedTuple):
    """An operand of a program."""

    kind: str
    """``register``, ``special``, ``integer``, ``float``, ``symbol``, ``label``, ``function``,
    ``address``, ``vector``, ``pair``, ``not`` and ``minus`` (negated), ``sink`` or ``unknown``."""
    type: str = ""
    """The declared type, without its dot; for a float constant ``f32``, ``f64`` or empty (either).
    """
    space: str = ""
    """The state space of a symbol or address, with its dot; empty if unknown."""
    value: int = 0
    """The value of an integer; for an address or a symbol 1 if it has an offset, else 0."""
    parts: tuple[Actual, ...] = ()
    """The parts of a vector, pair, address or negation; the index of an element, `x[4]`; the
    narrower register that a special register may be read as."""
    suffix: str = ""
    """The suffix of an address (``.unified``) or of a register (``.b0``)."""
    value_type: str = ""
    """The type of the value in a register, if it is more specific than the declared type; for an
    integer ``constant`` if it must be in the range of the type, signed or unsigned."""

    def describe(self) -> str:
        """Return the operand in words."""
        if self.kind == "register":
            if self.value_type not in ("", self.type):
                return f"a .{self.value_type} value"
            return f"a .{self.type} register" if self.type else "a register"
        if self.kind == "integer":
            return f"the constant {self.value}"
        if self.kind == "vector":
            return f"a vector of {len(self.parts)} elements"
        if self.kind == "symbol":
            found = f"a {self.space} variable" if self.space else "a symbol"
            return f"an element of {found}" if self.parts else found
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
"""An operand about which nothing is known; it meets every constraint."""
