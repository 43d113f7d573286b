"""How values of PTX types are represented as NumPy values.

A register holds an unsigned integer of its size, a predicate a `bool_`. An instruction reads it as
its type requires: integers, `f32` and `f64` as NumPy's own types, all other floating-point formats
as the unsigned integer of their bits. A value that is the same in all threads is a NumPy scalar.
"""

from __future__ import annotations

from typing import Final

from ptxpy.isa import TYPES

__all__ = ["KINDS", "UNSIGNED", "bits_of", "kind_of"]


def _kind(name: str) -> str:
    kind = TYPES[name]
    if name == "pred":
        return "?"
    size = max(1, kind.bits // 8)
    if name in ("f32", "f64"):
        return f"f{size}"
    # Packed types, `s16x2`, are taken apart by the instructions themselves.
    return f"{'i' if kind.kind == 'signed' and kind.lanes == 1 else 'u'}{size}"


KINDS: Final = {name: _kind(name) for name in TYPES}
"""The NumPy type of each PTX type, in short: `u4`, `i8`, `f4`, `?`."""

UNSIGNED: Final = {1: "?", 8: "u1", 16: "u2", 32: "u4", 64: "u8"}
"""The NumPy type of a register, by its bits; a register of 128 bits is held as two of 64."""


def kind_of(name: str) -> str:
    """Return the NumPy type of a PTX type, given without its dot."""
    return KINDS[name]


def bits_of(name: str) -> int:
    """Return the size of a value of a PTX type, given without its dot; 1 for a predicate."""
    return TYPES[name].bits
