"""Values of registers and memory as numbers and as text, by PTX type."""

from __future__ import annotations

import math
import struct
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from ptxpy.isa import TYPES, matches

if TYPE_CHECKING:
    from ptxpy.isa import Match, Slot

__all__ = ["Number", "decode", "format_bits", "operand_types", "type_of"]

Number: TypeAlias = "bool | int | float | tuple[int | float, ...]"

_FLOATS: Final = {
    "f16": ("<H", "<e"),
    "f32": ("<I", "<f"),
    "tf32": ("<I", "<f"),
    "f64": ("<Q", "<d"),
}
_ADDRESS: Final = 1 << 32
"""Integers of 64 bits are formatted as addresses from this value on."""
_PLAIN: Final = 1 << 16
"""Bits are formatted as decimal numbers below this value."""


@lru_cache(maxsize=4096)
def operand_types(opcode: str, modifiers: tuple[str, ...]) -> tuple[str, ...]:
    """Return the type of each operand of an instruction; empty for an operand without a type."""
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


def type_of(operand_type: str, declared: str) -> str:
    """Return the type in which a register is displayed.

    That is the type of the operand, unless it only specifies a size, or exceeds the register.
    """
    if declared == "pred" or operand_type not in TYPES or declared not in TYPES:
        return declared
    operand, register = TYPES[operand_type], TYPES[declared]
    # `mov.b32 %f1, …` says nothing of the type, but a register declared as `.f32` does.
    if operand.kind in ("bits", "pred", "opaque") or operand.bits > register.bits:
        return declared
    return operand_type


def decode(type_: str, bits: int) -> Number:
    """Return the value of bits in a type: packed types are tuples, the lowest element first.

    Values of untyped bits, and of floating-point formats of at most 8 bits, are integers.
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
        # A `bf16` is the upper half of an `f32`.
        name, bits = "f32", bits << 16
    if name in _FLOATS:
        whole, real = _FLOATS[name]
        value: float = struct.unpack(real, struct.pack(whole, bits))[0]
        return value
    return bits


def format_bits(type_: str, bits: int) -> str:
    """Return the text of a value, given its bits."""
    kind, value = TYPES[type_], decode(type_, bits)
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
        # Rounded up, the largest number would be out of range, which `struct.pack` refuses.
        if abs(float(text)) < 3.5e38 and struct.pack("<f", float(text)) == packed:  # noqa: PLR2004
            return text
    return repr(value)
