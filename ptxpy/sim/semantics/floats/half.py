"""Arithmetic of `.f16`, `.bf16`, `.f16x2` and `.bf16x2` (PTX ISA 9.0, 9.7.4 and 9.7.7).

Values are bits. Results are computed exactly and rounded once; NaN results are 0x7FFF. Operations
on the sign alone, `neg` and `abs`, keep the payload of a NaN, which PTX leaves open.

An `.f32` has more than twice the bits of either format, so that a sum rounds to `.f32` first
without harm to rounding it to nearest; a product is exact in `.f32`, except for small ones of
`.bf16`. Where this is not enough, the `.f32` is rounded to odd.

Approximations of functions are the number nearest to the exact value. PTX asks for less: a relative
error of `ex2.approx` of at most 2**-9.9 for `.f16` and 2**-7 for `.bf16`, an absolute error of
`tanh.approx` of at most 2**-10.987 and 2**-8 (PTX ISA 9.0, sections 9.7.4.9 and 9.7.4.10).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np

from ptxpy.sim.number_formats import BY_NAME, OOB_NAN, Format, element
from ptxpy.sim.semantics.conversions.narrowing import narrower, single, toward_odd
from ptxpy.sim.semantics.conversions.widening import TINY, flushed, widener
from ptxpy.sim.semantics.floats.elementary import ARRAYS, FUNCTIONS
from ptxpy.sim.semantics.lanewise import Array, Function, halves, lanewise, tabulated

__all__ = ["half_comparison", "half_operation"]

_NAN: Final = np.uint16(0x7FFF)
_LOW_HALF: Final = np.uint32(0xFFFF)
_UPPER_HALF: Final = np.uint32(16)

Operation = Callable[..., Array]
_TYPES: Final = frozenset({"f16", "bf16", "f16x2", "bf16x2"})
_SIGN: Final = np.uint16(0x8000)
_MAGNITUDE: Final = np.uint16(0x7FFF)
_ROUNDINGS: Final = frozenset({"rn", "rz", "rm", "rp"})
_ALLOWED: Final[dict[str, frozenset[str]]] = {
    "add": frozenset({"rn", "ftz", "sat"}),
    "sub": frozenset({"rn", "ftz", "sat"}),
    "mul": frozenset({"rn", "ftz", "sat"}),
    "fma": _ROUNDINGS | {"ftz", "sat", "relu", "oob"},
    "neg": frozenset({"ftz"}),
    "abs": frozenset({"ftz"}),
    "min": frozenset({"ftz", "NaN", "xorsign", "abs"}),
    "max": frozenset({"ftz", "NaN", "xorsign", "abs"}),
    "ex2": frozenset({"approx", "ftz"}),
    "tanh": frozenset({"approx"}),
}

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
    "num": lambda a, b: ~(np.isnan(a) | np.isnan(b)),
    "nan": lambda a, b: np.isnan(a) | np.isnan(b),
}


@cache
def half_operation(opcode: str, modifiers: tuple[str, ...]) -> Function | None:
    """Return the function of an instruction on halves, or None if there is none.

    It takes and gives `uint16`, or `uint32` for pairs.

    Args:
        opcode: The instruction: `add`, `fma`, `tanh` and so on.
        modifiers: Its modifiers with their dots, as `(".rn", ".ftz", ".f16x2")`.
    """
    names = [part for name in modifiers for part in name.removeprefix(".").split(".")]
    if opcode not in _ALLOWED or not names or names[-1] not in _TYPES:
        return None
    *flags, kind = names
    name, count = element(kind)
    if not _ALLOWED[opcode].issuperset(flags) or (
        name == "f16" and {"rz", "rm", "rp"} & set(flags)
    ):
        return None
    function = _function(opcode, BY_NAME[name], frozenset(flags))
    return lanewise(function) if count == 1 else halves(function)


def _function(opcode: str, layout: Format, flags: frozenset[str]) -> Callable[..., Array]:
    """Return the function of an instruction on arrays of codes."""
    ftz = "ftz" in flags
    if opcode in {"neg", "abs"}:
        return _sign(layout, opcode, ftz=ftz)
    if opcode in {"min", "max"}:
        return _extremum(opcode, layout, ftz=ftz, nan="NaN" in flags, xorsign="xorsign" in flags)
    if opcode in {"ex2", "tanh"}:
        compute = _exponential if opcode == "ex2" else _hyperbolic_tangent
        return tabulated(lambda code: compute(layout, code, ftz=ftz))
    return _arithmetic(opcode, layout, flags)


def _sign(layout: Format, opcode: str, *, ftz: bool) -> Callable[..., Array]:
    """Return the function of `neg` or `abs`."""

    def change(code: Array) -> Array:
        if ftz:
            code = _flushed_codes(layout, code)
        return code ^ _SIGN if opcode == "neg" else code & _MAGNITUDE

    return change


def _arithmetic(opcode: str, layout: Format, flags: frozenset[str]) -> Callable[..., Array]:
    """Return the function of `add`, `sub`, `mul` or `fma`, limited as its modifiers say."""
    ftz = "ftz" in flags
    rounding = next(iter(flags & _ROUNDINGS), "rn")
    compute: Callable[..., Array]
    if opcode == "fma":
        compute = _fused(layout, rounding, ftz=ftz, relu="relu" in flags)
    else:
        compute = (_product if opcode == "mul" else _total)(layout, ftz=ftz)
    infinity = np.uint16(layout.maximum + 1)
    one = np.uint16(layout.one)
    oob = np.uint16(OOB_NAN)

    def operate(*codes: Array) -> Array:
        if opcode == "sub":
            # Changing the sign is exact, also that of a zero.
            codes = (codes[0], codes[1] ^ _SIGN)
        result: Array = compute(*codes)
        if ftz:
            result = _flushed_codes(layout, result)
        if "sat" in flags:
            # Codes above that of infinity are negative numbers and NaNs, which become 0.
            result = np.minimum(result, one) * (result <= infinity)
        if "oob" in flags:
            # `fma.oob` gives 0 where a or b is the NaN that marks an element out of bounds.
            result *= (codes[0] != oob) & (codes[1] != oob)
        return result

    return operate


def _total(layout: Format, *, ftz: bool) -> Operation:
    """Return the sum of two codes, rounded to nearest.

    Args:
        layout: Their format.
        ftz: Whether subnormal operands of `.f16` count as zero.
    """
    return _round_results(layout, "rn", np.add, ftz=ftz, relu=False)


def _product(layout: Format, *, ftz: bool) -> Operation:
    """Return the product of two codes, rounded to nearest; the arguments are those of `_total`."""

    def rounded(a: Array, b: Array) -> Array:
        result: Array = a * b
        # Only products below the smallest normal `.f32` are not exact. They are rounded to odd from
        # double precision, so that the second rounding is the only one that counts.
        lanes = np.flatnonzero(np.abs(result) < TINY)
        if lanes.size:
            size = result.size
            exact = _at(a, lanes, size).astype(np.float64) * _at(b, lanes, size)
            result[lanes] = single(exact, "odd")
        return result

    compute = rounded if layout.has_f32_exponent else np.multiply
    return _round_results(layout, "rn", compute, ftz=ftz, relu=False)


def _fused(layout: Format, rounding: str, *, ftz: bool, relu: bool) -> Operation:
    """Return the product of two codes plus a third.

    Args:
        layout: Their format.
        rounding: `rn`, and for `.bf16` also `rz`, `rm` or `rp`.
        ftz: Whether subnormal operands of `.f16` count as zero.
        relu: Whether negative results become +0.
    """
    compute = _fused_wide(rounding) if layout.has_f32_exponent else _fused_narrow(layout)
    return _round_results(layout, rounding, compute, ftz=ftz, relu=relu)


def _fused_narrow(layout: Format) -> Operation:
    """Return `a * b + c` for numbers whose products are exact in `.f32`."""
    cut = np.uint32((1 << (23 - layout.fraction_bits)) - 1)
    half = np.uint32(1 << (22 - layout.fraction_bits))
    small = np.float32(2.0 ** (1 - layout.bias))

    def compute(a: Array, b: Array, c: Array) -> Array:
        exact = a * b
        result: Array = exact + c
        # The `.f32` is a tie of the narrow format, or subnormal there: its own rounding may have
        # made it so.
        doubtful = (result.view(np.uint32) & cut) == half
        doubtful |= np.abs(result) < small
        lanes = np.flatnonzero(doubtful)
        if lanes.size:
            part = result[lanes]
            size = result.size
            result[lanes] = toward_odd(
                part, _error(_at(exact, lanes, size), _at(c, lanes, size), part)
            )
        return result

    return compute


def _fused_wide(rounding: str) -> Operation:
    """Return `a * b + c` for `.bf16`, whose products are exact in `.f64` only."""

    def compute(a: Array, b: Array, c: Array) -> Array:
        exact = a.astype(np.float64) * b
        # The sum in double precision is rounded, too: its error counts if `.f32` holds the sum.
        wide_sum = exact + c
        result = single(wide_sum, "rn")
        bits = result.view(np.uint32)
        if rounding == "rn":
            lanes = np.flatnonzero((bits & np.uint32(0xFFFF)) == np.uint32(0x8000))
        else:
            lanes = np.arange(result.size)
        if lanes.size:
            size = result.size
            part, wide = result[lanes], wide_sum[lanes]
            rest = wide - part
            lost = _error(_at(exact, lanes, size), _at(c, lanes, size).astype(np.float64), wide)
            result[lanes] = toward_odd(part, np.where(rest == 0, lost, rest))
        if rounding == "rm":
            result[(wide_sum == 0) & (np.signbit(exact) | np.signbit(c))] = -0.0
        return result

    return compute


def _round_results(
    layout: Format, rounding: str, compute: Operation, *, ftz: bool, relu: bool
) -> Operation:
    """Return an operation on codes, from one on `.f32` that rounds to the format can follow."""
    widen = widener(layout.name, ftz=ftz)
    narrow = narrower(layout, rounding, satfinite=False, relu=relu)

    def operate(*codes: Array) -> Array:
        result: Array = narrow(compute(*(widen(code) for code in codes)))
        return result.astype(np.uint16)

    return operate


def _error(a: Array, b: Array, result: Array) -> Array:
    """Return the exact error of a sum rounded to nearest (Knuth's TwoSum)."""
    of_b = result - a
    error: Array = (a - (result - of_b)) + (b - of_b)
    return error


def _at(values: Array, lanes: Array, size: int) -> Array:
    """Return the values of some lanes, of an array that may hold one value for all."""
    result: Array = values[lanes] if values.size == size else values
    return result


def _exponential(layout: Format, code: Array, *, ftz: bool) -> Array:
    """Raise 2 to the power of codes of a format, with `ftz` (of `.bf16`) without subnormals."""
    value: Array = widener(layout.name)(code)
    if ftz:
        value = flushed(value)
    result = FUNCTIONS["ex2"](ARRAYS, value.astype(np.float64))
    if ftz:
        result *= result >= 2.0 ** (1 - layout.bias)
    return _round(layout, result)


def _hyperbolic_tangent(layout: Format, code: Array, *, ftz: bool) -> Array:
    """Return the hyperbolic tangent of codes of a format; there is no `ftz`."""
    del ftz
    value: Array = widener(layout.name)(code)
    return _round(layout, FUNCTIONS["tanh"](ARRAYS, value.astype(np.float64)))


def _round(layout: Format, value: Array) -> Array:
    """Round `.f64` to a format."""
    narrow = narrower(layout, "rn", satfinite=False, relu=False)
    codes: Array = narrow(single(value, "odd"))
    return codes.astype(np.uint16)


def _extremum(
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
            a, b = _flushed_codes(layout, a), _flushed_codes(layout, b)
        signs = (a ^ b) & _SIGN
        of_a, of_b = a & _MAGNITUDE, b & _MAGNITUDE
        nan_a, nan_b = of_a > infinity, of_b > infinity
        if xorsign:
            a, b = of_a, of_b
        result = _keys(choose(_keys(a), _keys(b)).view(np.uint16)).view(np.uint16)
        some = nan_a | nan_b
        if some.any():
            both = nan_a & nan_b
            # Without `.NaN` a number wins over a NaN.
            result = np.where(nan_a, b, np.where(nan_b, a, result))
            result = np.where(some if nan else both, _NAN, result)
            some = some if nan else both
            return np.where(some, result, result | signs) if xorsign else result
        return result | signs if xorsign else result

    return compute


def _keys(code: Array) -> Array:
    """Return signed integers in the order of the numbers, -0 below +0."""
    # Negative codes are ordered backwards: all bits but the sign are complemented.
    signed = code.view(np.int16)
    return signed ^ ((signed >> np.int16(15)) & np.int16(0x7FFF))


def _flushed_codes(layout: Format, code: Array) -> Array:
    """Turn subnormal codes into zeros of the same sign."""
    normal = (code & _MAGNITUDE) >= np.uint16(layout.smallest_normal)
    result: Array = code & (normal * _MAGNITUDE | _SIGN)
    return result


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
