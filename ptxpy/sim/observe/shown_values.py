"""Values of registers and memory as numbers and as text, by their PTX types."""

from __future__ import annotations

import math
import struct
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from ptxpy.isa.matching import matches
from ptxpy.isa.types import TYPES

if TYPE_CHECKING:
    from ptxpy.isa.matching import Match
    from ptxpy.isa.notation import Slot

__all__ = ["Number", "decoded", "operand_types", "shown", "type_of"]

Number: TypeAlias = "bool | int | float | tuple[int | float, ...]"

_FLOATS: Final = {
    "f16": ("<H", "<e"),
    "f32": ("<I", "<f"),
    "tf32": ("<I", "<f"),
    "f64": ("<Q", "<d"),
}
_ADDRESS: Final = 1 << 32
"""From here on integers of 64 bits are shown as addresses are."""
_PLAIN: Final = 1 << 16
"""Below this, bits are shown as the number that they most likely are."""


@lru_cache(maxsize=4096)
def operand_types(opcode: str, modifiers: tuple[str, ...]) -> tuple[str, ...]:
    """Return the type of each operand of an instruction; empty where it has none of its own."""
    found = matches(opcode, modifiers)
    return tuple([_type(found[0], slot) for slot in found[0].form.slots]) if found else ()


def _type(match: Match, slot: Slot) -> str:
    if slot.shape == "address":
        return "u64"
    name = slot.parts[0].name if slot.parts else slot.name
    try:
        kind = match.form.constraint_of(name, match.binding)
    except LookupError:
        return ""
    while kind.parts:
        kind = kind.parts[0]
    if kind.base == "pred":
        return "pred"
    return next((each for each in kind.type_names(match.binding) if each in TYPES), "")


def type_of(asked: str, declared: str) -> str:
    """Return the type as which a register is shown.

    That is the instruction's, unless it says nothing but a size, or is wider than the register.
    """
    if declared == "pred" or asked not in TYPES or declared not in TYPES:
        return declared
    wanted, held = TYPES[asked], TYPES[declared]
    if wanted.kind in ("bits", "pred", "opaque") or wanted.bits > held.bits:
        return declared
    return asked


def decoded(type_: str, bits: int) -> Number:
    """Return what bits mean as a type: packed types are tuples, the lowest element first.

    Types without a meaning of their own, and floating-point formats of 8 bits and less, are the
    integer of their bits.
    """
    kind = TYPES[type_]
    bits &= (1 << kind.bits) - 1
    if kind.kind == "pred":
        return bool(bits)
    if kind.lanes > 1:
        size, name = kind.bits // kind.lanes, type_.rpartition("x")[0]
        return tuple([_element(name, kind.kind, bits >> size * k, size) for k in range(kind.lanes)])
    return _element(type_, kind.kind, bits, kind.bits)


def _element(name: str, kind: str, bits: int, size: int) -> int | float:
    bits &= (1 << size) - 1
    if kind == "signed":
        return bits - (bits >> (size - 1) << size)
    if name == "bf16":
        name, bits = "f32", bits << 16
    if name in _FLOATS:
        whole, real = _FLOATS[name]
        value: float = struct.unpack(real, struct.pack(whole, bits))[0]
        return value
    return bits


def shown(type_: str, bits: int) -> str:
    """Return a value as text."""
    kind, value = TYPES[type_], decoded(type_, bits)
    if isinstance(value, tuple):
        size = kind.bits // kind.lanes
        return f"({', '.join([_number(name_of(type_), each, size) for each in value])})"
    return _number(type_, value, kind.bits)


def name_of(type_: str) -> str:
    """Return the type of the elements of a packed type."""
    return type_.rpartition("x")[0]


def _number(type_: str, value: bool | float, size: int) -> str:  # noqa: FBT001 - a value
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:.17g}" if type_ == "f64" else _short(value)
    kind = TYPES[type_].kind if type_ in TYPES else "bits"
    if kind in ("signed", "unsigned") or (kind == "bits" and value < _PLAIN):
        return str(value) if value < _ADDRESS else f"{value:#x}"
    return f"{value:#0{-(-size // 4) + 2}x}"


def _short(value: float) -> str:
    """Return the shortest text that is the same number in single precision."""
    if not math.isfinite(value):
        return str(value)
    packed = struct.pack("<f", value)
    for digits in range(6, 10):
        text = f"{value:.{digits}g}"
        if abs(float(text)) < 3.5e38 and struct.pack("<f", float(text)) == packed:  # noqa: PLR2004
            return text
    return repr(value)
