"""Comparisons, minima and maxima of `.f16` and `.bf16` (PTX ISA 9.0, sections 9.7.4 and 9.7.7)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np

from ptxpy.sim.number_formats import Format, element
from ptxpy.sim.semantics.conversions.widening import flushed, widener
from ptxpy.sim.semantics.lanewise import Array, Function, lanewise

__all__ = ["extremum", "flushed_codes", "half_comparison"]

_SIGN: Final = np.uint16(0x8000)
_MAGNITUDE: Final = np.uint16(0x7FFF)
_NAN: Final = np.uint16(0x7FFF)
_LOW_HALF: Final = np.uint32(0xFFFF)
_UPPER_HALF: Final = np.uint32(16)


def _is_unordered(a: Array, b: Array) -> Array:
    """Return where either of two numbers is a NaN."""
    result: Array = np.isnan(a) | np.isnan(b)
    return result


_COMPARISONS: Final[dict[str, Callable[[Array, Array], Array]]] = {
    "eq": np.equal,
    "ne": lambda a, b: (a < b) | (a > b),
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
    "equ": lambda a, b: ~((a < b) | (a > b)),
    "neu": np.not_equal,
    "ltu": lambda a, b: ~(a >= b),
    "leu": lambda a, b: ~(a > b),
    "gtu": lambda a, b: ~(a <= b),
    "geu": lambda a, b: ~(a < b),
    "num": lambda a, b: ~_is_unordered(a, b),
    "nan": _is_unordered,
}


@cache
def half_comparison(operator: str, kind: str, *, ftz: bool) -> Function | None:
    """Return the comparison of two values, or None if there is none.

    It gives `bool_`; for a pair the results of the lower and of the upper halves, in this order.

    Args:
        operator: `eq`, `ltu`, `nan` and so on.
        kind: `f16`, `bf16`, `f16x2` or `bf16x2`.
        ftz: Whether subnormal numbers count as zero.
    """
    name, count = element(kind)
    if operator not in _COMPARISONS or name not in {"f16", "bf16"}:
        return None
    relation = _COMPARISONS[operator]
    widen = widener(name, ftz=ftz)

    @lanewise
    def compare(a: Array, b: Array) -> Array:
        first, second = widen(a), widen(b)
        if ftz and name == "bf16":
            first, second = flushed(first), flushed(second)
        return relation(first, second)

    if count == 1:
        return compare

    def both(a: Any, b: Any) -> tuple[Any, Any]:
        return (
            compare(a & _LOW_HALF, b & _LOW_HALF),
            compare(a >> _UPPER_HALF, b >> _UPPER_HALF),
        )

    return both


def flushed_codes(layout: Format, code: Array) -> Array:
    """Turn subnormal codes into zeros of the same sign."""
    normal = (code & _MAGNITUDE) >= np.uint16(layout.smallest_normal)
    result: Array = code & (normal * _MAGNITUDE | _SIGN)
    return result


def _keys(code: Array) -> Array:
    """Return signed integers in the order of the numbers, -0 below +0."""
    signed = code.view(np.int16)
    return signed ^ ((signed >> np.int16(15)) & np.int16(0x7FFF))


def extremum(
    opcode: str, layout: Format, *, ftz: bool, nan: bool, xorsign: bool
) -> Callable[[Array, Array], Array]:
    """Return the `min` or `max` of codes.

    Args:
        opcode: `min` or `max`.
        layout: The format of the codes.
        ftz: Whether subnormal numbers become zeros of the same sign.
        nan: Whether one NaN is enough for a NaN, which otherwise takes two.
        xorsign: Whether to compare magnitudes, and give the result the product of the signs.
    """
    choose = np.minimum if opcode == "min" else np.maximum
    infinity = np.uint16(layout.maximum + 1)

    def compute(a: Array, b: Array) -> Array:
        if ftz:
            a, b = flushed_codes(layout, a), flushed_codes(layout, b)
        signs = (a ^ b) & _SIGN
        of_a, of_b = a & _MAGNITUDE, b & _MAGNITUDE
        nan_a, nan_b = of_a > infinity, of_b > infinity
        if xorsign:
            a, b = of_a, of_b
        result = _keys(choose(_keys(a), _keys(b)).view(np.uint16)).view(np.uint16)
        some = nan_a | nan_b
        if some.any():
            both = nan_a & nan_b
            result = np.where(nan_a, b, np.where(nan_b, a, result))
            result = np.where(some if nan else both, _NAN, result)
            some = some if nan else both
            return np.where(some, result, result | signs) if xorsign else result
        return result | signs if xorsign else result

    return compute
