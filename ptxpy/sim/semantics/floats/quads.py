"""`add` and `sub` of four elements of 8 bits, the first ones also of 4 bits (PTX ISA 9.7.5).

Exact sums are rounded once, to nearest even, to the type of the second numbers.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ptxpy.sim.number_formats import BY_NAME, element
from ptxpy.sim.semantics.conversions.narrowing import narrower, single
from ptxpy.sim.semantics.conversions.widening import widener
from ptxpy.sim.semantics.lanewise import Array, lanewise
from ptxpy.sim.semantics.operations import Operation

__all__ = ["QUADS", "quad_operation"]

QUADS: Final = frozenset({".e4m3x4", ".e5m2x4", ".e2m1x4"})
"""The types of four elements."""

_FLAGS: Final = frozenset({".rn", ".satfinite"})
_SIGNS: Final = {"add": 1.0, "sub": -1.0}
_COUNT: Final = 4
_BYTE: Final = 8
_MAGNITUDE: Final = np.uint8(0x7F)


def quad_operation(opcode: str, modifiers: tuple[str, ...]) -> Operation | None:
    """Return the function of an instruction on four elements; None if there is none."""
    *flags, target, source = modifiers
    if opcode not in _SIGNS or not _FLAGS.issuperset(flags):
        return None
    sign = _SIGNS[opcode]
    name, (first, _) = element(target[1:])[0], element(source[1:])
    layout = BY_NAME[name]
    narrow = narrower(layout, "rn", satfinite=".satfinite" in flags, relu=False)

    @lanewise
    def combine(a: Array, c: Array) -> Array:
        total: Array = np.zeros(np.broadcast_shapes(a.shape, c.shape), np.uint32)
        for place in range(_COUNT):
            left, right = _element(a, first, place), _element(c, name, place)
            code = narrow(single(left + sign * right, "odd"))
            if layout.infinity is None:  # what overflows is the canonical NaN
                code = np.where(code & _MAGNITUDE == layout.nan, layout.nan, code)
            total |= code.astype(np.uint32) << np.uint32(place * _BYTE)
        return total

    return combine


def _element(words: Array, name: str, place: int) -> Array:
    """Return the values of one of the four elements, counted from the lowest, as `.f64`."""
    bits = BY_NAME[name].bits
    code = words.astype(np.uint32) >> np.uint32(place * bits) & np.uint32((1 << bits) - 1)
    value: Array = widener(name)(code).astype(np.float64)
    return value
