"""Operands as a program has them, and the operand types that they suit (PTX ISA 9.4)."""

from __future__ import annotations

from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.isa.types import TYPES

__all__ = [
    "UNKNOWN",
    "Actual",
    "constant_fits",
    "elements_agree",
    "is_float",
    "is_integer",
    "register_fits",
    "value_fits",
    "vector_type",
]


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


def register_fits(declared: str, required: str, *, relaxed: bool, strict: bool = False) -> bool:
    """Return whether a register of a declared type can be an operand of a required type.

    Section 9.4, table 26: the sizes must be equal, and the kinds must be equal or one
    untyped. A packed or alternate floating-point type (section 5.2.3) requires an untyped register.
    A register declared ``.f16x2`` counts as untyped, unless the constraint is strict or a
    floating-point type is required. If the rule is relaxed (9.4.1), a register may be larger.
    """
    # Equal types fit even where the rules below would refuse them, as for packed types.
    if declared == required:
        return True
    have, want = TYPES.get(declared), TYPES.get(required)
    if have is None or want is None:
        return True
    if "pred" in (declared, required):
        return False
    # A pair of halves is untyped to ptxas, unless the operand is a float.
    if declared == "f16x2" and (want.kind == "float" or strict):
        return False
    have_kind = "bits" if declared == "f16x2" else have.kind
    if have.bits != want.bits and not (relaxed and have.bits > want.bits):
        return False
    # No register is declared with such a type, so an untyped one holds its values.
    if not want.fundamental or want.lanes > 1:
        return have_kind == "bits"
    # A float register may not be wider: its format would be another.
    if have.bits != want.bits and have_kind == want.kind == "float":
        return False
    if "bits" in (have_kind, want.kind):
        return True
    return (have_kind == "float") == (want.kind == "float")


def value_fits(held: str, required: str) -> bool:
    """Return whether a value of type `held`, "" for any, suits a required type.

    An untyped value or requirement suits any type, and signed and unsigned integers suit each
    other. A float suits its own format only, except that ``.tf32`` and ``.f32`` suit each other.
    """
    have, want = TYPES.get(held), TYPES.get(required)
    if have is None or want is None or held == required or "bits" in (have.kind, want.kind):
        return True
    # tf32 is f32 with fewer bits of mantissa, in the same places.
    if have.kind == want.kind == "float":
        return {held, required} == {"f32", "tf32"}
    return "float" not in (have.kind, want.kind)


def elements_agree(parts: tuple[Actual, ...]) -> bool:
    """Return whether each element of a vector agrees with the element before it.

    The rule was determined with ptxas: the sizes are equal, and the kinds are equal or one of the
    two is untyped; ``_`` agrees with any element.
    """
    before: tuple[str, int] | None = None
    for part in parts:
        found = _kind_and_size(part)
        if found is None:
            continue
        if before is not None:
            if found[1] and before[1] and found[1] != before[1]:
                return False
            if found[0] != before[0] and "bits" not in (found[0], before[0]):
                return False
        before = found
    return True


def _kind_and_size(part: Actual) -> tuple[str, int] | None:
    """Return the kind and size of an element; size 0 for a constant, None if neither is known."""
    if part.kind in ("integer", "float"):
        return part.kind, 0
    kind = TYPES.get(part.type)
    if part.kind != "register" or kind is None:
        return None
    if part.type == "f16x2":
        return "f16x2", 32
    return ("integer" if kind.kind in ("signed", "unsigned") else kind.kind), kind.bits


def vector_type(registers: list[str]) -> str:
    """Return the type of a vector for ptxas: untyped if one of its registers is."""
    return next((name for name in registers if name.startswith("b")), registers[0])


def is_integer(name: str) -> bool:
    """Return whether a type is a signed or unsigned integer."""
    kind = TYPES.get(name)
    return kind is not None and kind.kind in ("signed", "unsigned")


def is_float(name: str, like: str) -> bool:
    """Return whether a type is a floating-point type of the same size as another."""
    return name in TYPES and TYPES[name].kind == "float" and TYPES[name].bits == TYPES[like].bits


def constant_fits(actual: Actual, required: str) -> bool:
    """Return whether a constant can be an operand of a required type."""
    kind = TYPES.get(required)
    if kind is None or required == "pred" or kind.lanes > 1:
        return kind is None
    if actual.kind == "integer":
        # A constant may be written as signed or unsigned: both ranges are allowed.
        inside = -1 << kind.bits - 1 <= actual.value < 1 << kind.bits
        return kind.kind != "float" and (inside or not actual.value_type)
    if actual.kind == "float":
        if kind.kind == "bits":
            return kind.bits == (32 if actual.type == "f32" else 64)
        return required in ("f32", "f64")
    if actual.kind == "symbol" and actual.value:  # ptxas takes `x+4` for an integer, but not `x`
        return kind.kind in ("bits", "signed", "unsigned")
    return False
