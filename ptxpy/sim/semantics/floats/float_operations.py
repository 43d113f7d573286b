"""The function that computes a floating-point instruction on f32, f64 or four-element values.

PTX ISA 9.7.3 (floating point), 9.7.5 (mixed precision) and 9.7.6 (comparison). `add` and `sub` of
four elements of 8 bits, the first ones also of 4 bits, round exact sums once, to nearest even, to
the type of the second numbers (PTX ISA 9.7.5).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np

from ptxpy.sim.number_formats import BY_NAME, element
from ptxpy.sim.semantics.conversions.narrowing import narrower, single
from ptxpy.sim.semantics.conversions.widening import widener
from ptxpy.sim.semantics.floats import approximations, division, float_comparisons, floats
from ptxpy.sim.semantics.floats.rounding import F32, ROUNDINGS
from ptxpy.sim.semantics.lanewise import Array, Operation, Value, lanewise

__all__ = ["QUADS", "operation", "quad_operation"]

_FLAGS: Final = frozenset(["ftz", "sat", "NaN", "abs", "xorsign", "approx", "full"])

_ARITHMETIC: Final[dict[str, Operation]] = {
    "add": floats.add,
    "sub": floats.sub,
    "mul": floats.mul,
    "fma": floats.fma,
    "mad": floats.fma,
}

_PLAIN: Final[dict[tuple[str, str], Operation]] = {
    ("abs", "f32"): floats.magnitude_f32,
    ("abs", "f64"): floats.magnitude_f64,
    ("add", "f32"): floats.add_f32,
    ("add", "f64"): floats.add_f64,
    ("copysign", "f32"): floats.copysign,
    ("copysign", "f64"): floats.copysign,
    ("fma", "f32"): floats.fma_f32,
    ("fma", "f64"): floats.fma_f64,
    ("mad", "f32"): floats.fma_f32,
    ("mad", "f64"): floats.fma_f64,
    ("max", "f64"): float_comparisons.maximum_f64,
    ("min", "f64"): float_comparisons.minimum_f64,
    ("mul", "f32"): floats.mul_f32,
    ("mul", "f64"): floats.mul_f64,
    ("neg", "f32"): floats.neg_f32,
    ("neg", "f64"): floats.neg_f64,
    ("sub", "f32"): floats.sub_f32,
    ("sub", "f64"): floats.sub_f64,
}
"""Functions of instructions without modifiers, `.rn` aside."""

_EXTREMA: Final[dict[str, Operation]] = {
    "min": float_comparisons.minimum,
    "max": float_comparisons.maximum,
}

_ROUNDED: Final[dict[str, Operation]] = {
    "div": division.divide,
    "rcp": division.reciprocal,
    "sqrt": division.square_root,
}

_APPROXIMATE: Final[dict[str, Operation]] = {
    "cos": approximations.cos,
    "div": approximations.divide,
    "ex2": approximations.ex2,
    "lg2": approximations.lg2,
    "rcp": approximations.reciprocal,
    "rsqrt": approximations.reciprocal_square_root,
    "sin": approximations.sin,
    "sqrt": approximations.square_root,
    "tanh": approximations.tanh,
}

QUADS: Final = frozenset({".e4m3x4", ".e5m2x4", ".e2m1x4"})
"""The types of four elements."""

_QUAD_FLAGS: Final = frozenset({".rn", ".satfinite"})
_SIGNS: Final = {"add": 1.0, "sub": -1.0}
_QUAD: Final = 4
_BYTE: Final = 8
_MAGNITUDE: Final = np.uint8(0x7F)


def operation(opcode: str, modifiers: tuple[str, ...]) -> Operation | None:
    """Return the function from the sources of an instruction to its result.

    It takes NumPy arrays and scalars: float32, float64, and the bits of f16, bf16 and f32x2 as
    uint16 and uint64. For `setp` and `set` it is the comparison alone, of two sources to booleans.
    `mul.rn.ftz.f32` is `operation("mul", (".rn", ".ftz", ".f32"))`.

    Returns:
        The function, or None if this is no instruction on f32 or f64 values.
    """
    names = [modifier.removeprefix(".") for modifier in modifiers]
    if opcode in ("set", "setp", "slct", "testp"):
        return _comparison(opcode, modifiers) if names else None
    # `add.f32.f16 d, a, c` adds a half to an `.f32`.
    if len(names) > 1 and names[-2] == "f32" and names[-1] in _WIDEN:
        return _mixed_operation(opcode, names)
    if not names or names[-1] not in ("f32", "f64", "f32x2"):
        return None
    flags = _FLAGS.intersection(names)
    rounding = next((name for name in names if name in ROUNDINGS), "")
    if names[-1] == "f32x2":
        function = _arithmetic(opcode, "f32", flags, rounding)
        return None if function is None else _on_pairs(function)
    return _arithmetic(opcode, names[-1], flags, rounding)


def _comparison(opcode: str, modifiers: tuple[str, ...]) -> Operation | None:
    """Return the function of an instruction that compares floating-point values or tests one."""
    ftz = ".ftz" in modifiers
    kind = modifiers[-1]
    if opcode == "slct":
        known = len(modifiers) > 1 and kind == ".f32"
        return partial(float_comparisons.select_by_sign, ftz=ftz) if known else None
    if kind not in (".f32", ".f64"):
        return None
    if opcode == "testp":
        return float_comparisons.PROPERTIES.get(modifiers[0])
    compare = next((name for name in modifiers if name in float_comparisons.COMPARISONS), "")
    return float_comparisons.comparison(compare, ftz=ftz)


def _arithmetic(opcode: str, kind: str, flags: frozenset[str], rounding: str) -> Operation | None:
    """Return the function of an instruction whose sources are all of one type, f32 or f64."""
    if not flags and rounding in ("", "rn") and (opcode, kind) in _PLAIN:
        return _PLAIN[opcode, kind]
    options: dict[str, Any] = {"ftz": True} if "ftz" in flags else {}
    if opcode in ("neg", "abs"):
        return partial(floats.neg if opcode == "neg" else floats.magnitude, **options)
    if opcode in _ARITHMETIC:
        options |= {"sat": True} if "sat" in flags else {}
        return partial(_ARITHMETIC[opcode], rounding=rounding or "rn", **options)
    if opcode in _EXTREMA:
        for flag, name in (("NaN", "nan"), ("abs", "magnitudes"), ("xorsign", "xorsign")):
            options |= {name: True} if flag in flags else {}
        return partial(_EXTREMA[opcode], **options)
    if rounding or (kind == "f64" and opcode in _ROUNDED and "approx" not in flags):
        function = _ROUNDED.get(opcode)
        return function and partial(
            function, rounding=rounding or "rn", ftz="ftz" in flags and kind == "f32"
        )
    if kind == "f64":
        # What is left of `.f64` are approximations, such as `rcp.approx.ftz.f64`.
        if opcode == "rcp":
            return approximations.reciprocal_upper
        if opcode != "rsqrt":
            return None
        if "ftz" in flags:
            return approximations.reciprocal_square_root_upper
        return approximations.reciprocal_square_root_f64
    function = approximations.divide_full if "full" in flags else _APPROXIMATE.get(opcode)
    # `sqrt.f32` without a modifier, of PTX ISA 1.x, is `sqrt.approx.ftz.f32`.
    ftz = "ftz" in flags or not flags
    return function and partial(function, ftz=ftz)


def _on_pairs(function: Operation) -> Operation:
    """Return a function on pairs of f32 values in registers of 64 bits (`.f32x2`)."""

    def on_pairs(*registers: Value) -> Value:
        lanes = max(register.size for register in registers)
        # A register of 64 bits for all lanes is repeated, so that views as pairs have one shape.
        pairs = (
            np.ascontiguousarray(np.broadcast_to(register, lanes)).view(F32)
            for register in registers
        )
        result = function(*pairs).view(np.uint64)
        return result if any(register.ndim for register in registers) else result[0]

    return on_pairs


def _widen_f16(bits: Value) -> Value:
    return bits.view(np.float16).astype(F32)


def _widen_bf16(bits: Value) -> Value:
    return (bits.astype(np.uint32) << np.uint32(16)).view(F32)


_WIDEN: Final[dict[str, Callable[[Value], Value]]] = {"f16": _widen_f16, "bf16": _widen_bf16}


def _mixed_operation(opcode: str, names: list[str]) -> Operation | None:
    """Return an addition, subtraction or fused multiply-add of f16 or bf16 values to an f32."""
    if opcode not in ("add", "sub", "fma"):
        return None
    widen = _WIDEN[names[-1]]
    flags = _FLAGS.intersection(names)
    rounding = next((name for name in names if name in ROUNDINGS), "")
    function = _arithmetic(opcode, "f32", flags, rounding)
    if function is None:
        return None

    def mixed(*sources: Value) -> Value:
        return function(*(widen(source) for source in sources[:-1]), sources[-1])

    return mixed


def quad_operation(opcode: str, modifiers: tuple[str, ...]) -> Operation | None:
    """Return the function of an instruction on four elements; None if there is none."""
    *flags, target, source = modifiers
    if opcode not in _SIGNS or not _QUAD_FLAGS.issuperset(flags):
        return None
    sign = _SIGNS[opcode]
    name, (first, _) = element(target[1:])[0], element(source[1:])
    layout = BY_NAME[name]
    narrow = narrower(layout, "rn", satfinite=".satfinite" in flags, relu=False)

    @lanewise
    def combine(a: Array, c: Array) -> Array:
        total: Array = np.zeros(np.broadcast_shapes(a.shape, c.shape), np.uint32)
        for place in range(_QUAD):
            left, right = _element(a, first, place), _element(c, name, place)
            # The sum is exact in `.f64`, and rounded to odd on its way, so that one rounding
            # counts.
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
