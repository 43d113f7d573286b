"""Which registers, values and constants hold an operand of a type (PTX ISA 9.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.isa.types import TYPES

if TYPE_CHECKING:
    from ptxpy.isa.actual_operands import Actual

__all__ = [
    "constant_fits",
    "elements_agree",
    "is_float",
    "is_integer",
    "register_fits",
    "value_fits",
    "vector_type",
]


def register_fits(  # noqa: PLR0911 - one for each clause of the rule
    declared: str, wanted: str, *, relaxed: bool, strict: bool = False
) -> bool:
    """Return whether a register of a declared type holds an operand of a wanted type.

    Section 9.4, table 26: of the same size, and of the same kind or one of them untyped. A packed
    or alternate floating-point type (section 5.2.3) lives in untyped registers alone, and a
    register declared ``.f16x2`` counts as untyped, unless that is strict or a floating-point type
    is wanted. Where the rule is relaxed (9.4.1), a register may be larger.
    """
    if declared == wanted:
        return True
    have, want = TYPES.get(declared), TYPES.get(wanted)
    if have is None or want is None:
        return True
    if "pred" in (declared, wanted):
        return False
    if declared == "f16x2" and (want.kind == "float" or strict):
        return False
    have_kind = "bits" if declared == "f16x2" else have.kind
    if have.bits != want.bits and not (relaxed and have.bits > want.bits):
        return False
    if not want.fundamental or want.lanes > 1:
        return have_kind == "bits"
    if have.bits != want.bits and have_kind == want.kind == "float":
        return False
    if "bits" in (have_kind, want.kind):
        return True
    return (have_kind == "float") == (want.kind == "float")


def value_fits(held: str, wanted: str) -> bool:
    """Return whether a value of a type, "" for any, is meant where an instruction wants a type.

    Bits may be anything, and integers of either sign are integers; a float is a float of its own
    format alone, but for ``.tf32``, which is an ``.f32`` of less precision.
    """
    have, want = TYPES.get(held), TYPES.get(wanted)
    if have is None or want is None or held == wanted or "bits" in (have.kind, want.kind):
        return True
    if have.kind == want.kind == "float":
        return {held, wanted} == {"f32", "tf32"}
    return "float" not in (have.kind, want.kind)


def elements_agree(parts: tuple[Actual, ...]) -> bool:
    """Return whether the elements of a vector go together: each with the one before it.

    Found by asking ptxas: sizes are equal, and kinds are, or one of the two is untyped; ``_``
    goes with anything.
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
    """Return kind and size of an element; no size for a constant, nothing for others."""
    if part.kind in ("integer", "float"):
        return part.kind, 0
    kind = TYPES.get(part.type)
    if part.kind != "register" or kind is None:
        return None
    if part.type == "f16x2":
        return "f16x2", 32
    return ("integer" if kind.kind in ("signed", "unsigned") else kind.kind), kind.bits


def vector_type(registers: list[str]) -> str:
    """Return the type by which ptxas judges a vector: untyped where one of its registers is."""
    return next((name for name in registers if name.startswith("b")), registers[0])


def is_integer(name: str) -> bool:
    """Return whether a type is a signed or unsigned integer."""
    kind = TYPES.get(name)
    return kind is not None and kind.kind in ("signed", "unsigned")


def is_float(name: str, like: str) -> bool:
    """Return whether a type is a floating-point type of the same size as another."""
    return name in TYPES and TYPES[name].kind == "float" and TYPES[name].bits == TYPES[like].bits


def constant_fits(actual: Actual, wanted: str) -> bool:
    """Return whether a constant may stand where an instruction takes a type."""
    kind = TYPES.get(wanted)
    if kind is None or wanted == "pred" or kind.lanes > 1:
        return kind is None
    if actual.kind == "integer":
        inside = -1 << kind.bits - 1 <= actual.value < 1 << kind.bits
        return kind.kind != "float" and (inside or not actual.value_type)
    if actual.kind == "float":
        if kind.kind == "bits":
            return kind.bits == (32 if actual.type == "f32" else 64)
        return wanted in ("f32", "f64")
    return False
