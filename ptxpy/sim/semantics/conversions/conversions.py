"""`cvt` and `cvt.pack`: the function of each conversion (PTX ISA 9.0, 9.7.9.21 and 9.7.9.22)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np

from ptxpy.sim.number_formats import BY_NAME
from ptxpy.sim.semantics.conversions.narrowing import narrower, single
from ptxpy.sim.semantics.conversions.packed_conversions import packed_conversion
from ptxpy.sim.semantics.conversions.widening import NAN, flushed, widener
from ptxpy.sim.semantics.lanewise import Array, Function, lanewise

__all__ = ["conversion", "packing"]

_INTEGERS: Final[dict[str, np.dtype[Any]]] = {
    f"{letter}{bits}": np.dtype(f"{kind}{bits // 8}")
    for letter, kind in (("u", "u"), ("s", "i"))
    for bits in (8, 16, 32, 64)
}
"""The types of integers."""

_INTEGRAL_ROUNDINGS: Final[dict[str, Function]] = {
    "rni": np.rint,
    "rzi": np.trunc,
    "rmi": np.floor,
    "rpi": np.ceil,
}
"""The roundings to an integral value."""

_LOW: Final = 11  # of 64 bits, those that do not fit into the 53 of an .f64 with the others

_FLOATS: Final = frozenset({"f16", "bf16", "f32", "f64", "tf32"})
_ROUNDINGS: Final = frozenset({"rn", "rz", "rm", "rp", "rna"})
_ROUNDED: Final = frozenset(
    {("f64", "f32"), *((wide, half) for wide in ("f64", "f32") for half in ("f16", "bf16", "tf32"))}
)
"""Sources and targets that must have a rounding."""

_FLAGS: Final = frozenset({"ftz", "sat", "satfinite", "relu"})
Step = Callable[[Array], Array]


@cache
def conversion(modifiers: tuple[str, ...]) -> Function | None:
    """Return the function of a `cvt` instruction, or None if there is none with these modifiers.

    It takes the source operands in their order: a vector of four `.f32` as four operands, then the
    random bits or scale factors, if the instruction has any. Combinations of modifiers that the
    table forbids are not refused if each has a meaning.

    Args:
        modifiers: The modifiers with their dots, as `(".rn", ".satfinite", ".e4m3x2", ".f32")`.
    """
    names = [name.removeprefix(".") for name in modifiers]
    if len(names) < 2:  # noqa: PLR2004 - the two types
        return None
    *flags, target, source = names
    known = _INTEGERS.keys() | _FLOATS
    if target in known and source in known:
        steps = _steps(frozenset(flags), target, source)
        return None if steps is None else lanewise(_chain(steps))
    return packed_conversion(frozenset(flags), target, source)


def _chain(steps: list[Step]) -> Step:
    """Return the function that takes these steps one after another."""
    if len(steps) == 1:
        return steps[0]

    def convert(value: Array) -> Array:
        for step in steps:
            value = step(value)
        return value

    return convert


def _steps(flags: frozenset[str], target: str, source: str) -> list[Step] | None:
    """Return the steps of a conversion of one number."""
    rounding = next(iter(flags & _ROUNDINGS), "")
    integral = next(iter(flags & _INTEGRAL_ROUNDINGS.keys()), "")
    if flags - _FLAGS - {rounding, integral} or source == "tf32":
        return None
    saturate = "sat" in flags
    if source in _INTEGERS and target in _INTEGERS:
        return [_integer_from_integer(target, source, saturate=saturate)]
    steps: list[Step] | None
    if source in _INTEGERS:
        if not rounding:
            return None
        if target in ("f32", "f64"):
            convert = _double_from_integer if target == "f64" else _single_from_integer
            steps = [convert(source, rounding)]
        else:
            # Rounding to odd first, so that the second rounding is that of the integer.
            steps = [_single_from_integer(source, "odd"), _narrowing_step(target, rounding)]
    elif target not in _INTEGERS:
        steps = _between_floats(flags, target, source)
    elif integral:
        return [
            *_widening_steps(source, ftz="ftz" in flags),
            _integer_from_float(target, source, integral),
        ]
    else:
        steps = None
    if steps is None:
        return None
    if saturate:
        steps = [*steps, _saturated_half if target == "f16" else _saturate]
    return steps or [np.copy]


def _between_floats(flags: frozenset[str], target: str, source: str) -> list[Step] | None:
    """Return the steps from one floating-point type to another."""
    rounding = next(iter(flags & _ROUNDINGS), "")
    integral = next(iter(flags & _INTEGRAL_ROUNDINGS.keys()), "")
    if integral and target != source:
        return None
    # `cvt.f16.f16` moves the bits, unless it rounds to an integral value.
    if target == source and target not in {"f32", "f64"} and not integral:
        return []
    if not rounding and (source, target) in _ROUNDED:
        return None
    steps = _widening_steps(source, ftz="ftz" in flags)
    if integral:
        steps.append(_INTEGRAL_ROUNDINGS[integral])
    if target == "f64":
        if source != "f64":
            steps.append(lambda value: value.astype(np.float64))
        return steps
    if target == "f32":
        if source == "f64":
            steps.append(lambda value: single(value, rounding))
        elif integral or "ftz" in flags:
            steps.append(_quiet)
        return [*steps, flushed] if "ftz" in flags else steps
    # Rounding to odd first, so that the second rounding is that of the `.f64`.
    if source == "f64":
        steps.append(lambda value: single(value, "odd"))
    satfinite, relu = "satfinite" in flags, "relu" in flags
    return [*steps, _narrowing_step(target, rounding or "rn", satfinite=satfinite, relu=relu)]


def _widening_steps(source: str, *, ftz: bool) -> list[Step]:
    """Return the steps from a floating-point type to `.f32` or `.f64`."""
    if source == "f64":
        return []
    if source == "f32":
        return [flushed] if ftz else []
    return [widener(source)]


def _narrowing_step(
    target: str, rounding: str, *, satfinite: bool = False, relu: bool = False
) -> Step:
    """Return the step from `.f32` to the bits of a narrower type."""
    layout = BY_NAME[target]
    narrow = narrower(layout, rounding, satfinite=satfinite, relu=relu)
    if layout.padding:
        return narrow

    def convert(value: Array) -> Array:
        codes: Array = narrow(value)
        return codes.astype(np.uint16)

    return convert


def _saturate(value: Array) -> Array:
    """Limit `.f32` or `.f64` to 0 and 1."""
    zero = value.dtype.type(0)
    value = value + zero  # -0 becomes +0, and a signalling NaN one that fmax can replace
    np.fmax(value, zero, out=value)
    np.minimum(value, value.dtype.type(1), out=value)
    return value


def _saturated_half(code: Array) -> Array:
    """Limit `.f16` to 0 and 1."""
    layout = BY_NAME["f16"]
    # Codes above that of infinity are NaNs and negative numbers, which become 0.
    return np.minimum(code, np.uint16(layout.one)) * (code <= np.uint16(0x7C00))


def _quiet(value: Array) -> Array:
    """Replace NaN of `.f32` by the canonical one."""
    nan = np.isnan(value)
    return np.where(nan, NAN, value) if nan.any() else value


def _integer_from_integer(target: str, source: str, *, saturate: bool) -> Function:
    """Return the conversion between two types of integers, cutting off upper bits or saturating."""
    to, of = np.iinfo(_INTEGERS[target]), np.iinfo(_INTEGERS[source])
    kind = of.dtype.type
    low = kind(to.min) if saturate and to.min > of.min else None
    high = kind(to.max) if saturate and to.max < of.max else None
    dtype = to.dtype

    def convert(value: Array) -> Array:
        if low is not None:
            value = np.maximum(value, low)
        if high is not None:
            value = np.minimum(value, high)
        return value.astype(dtype)

    return convert


def _integer_from_float(target: str, source: str, rounding: str) -> Function:
    """Return the conversion of `.f32` or `.f64` to an integer, clamped to its range.

    Args:
        target: The integer type.
        source: The floating-point type the program converts from; only `.f64` stays one here.
        rounding: `rni`, `rzi`, `rmi` or `rpi`.

    NaN gives 0, or the integer whose upper bit alone is set if either type is of 64 bits.
    """
    limits = np.iinfo(_INTEGERS[target])
    dtype = limits.dtype
    float_type = np.float64 if source == "f64" else np.float32
    low = float_type(limits.min)
    high = float_type(limits.max)
    # The limit of a wide integer may round up to a number that is not one: the one below it is the
    # largest.
    if int(high) > limits.max:
        high = np.nextafter(high, float_type(0))
    wide = source == "f64" or limits.bits == 64  # noqa: PLR2004 - bits of .s64
    of_nan = 0
    if wide:
        of_nan = limits.min or 1 << (limits.bits - 1)
    integral = _INTEGRAL_ROUNDINGS[rounding]

    def convert(value: Array) -> Array:
        value = integral(value)
        if value.min(initial=0) >= low and value.max(initial=0) <= high:
            result: Array = value.astype(dtype)
            return result
        below, above, nan = value < low, value > high, np.isnan(value)
        # NumPy leaves conversions of numbers that do not fit undefined.
        value[below | above | nan] = 0
        result = value.astype(dtype)
        result[below] = limits.min
        result[above] = limits.max
        result[nan] = of_nan
        return result

    return convert


def _double_from_integer(source: str, rounding: str) -> Function:
    """Return the conversion of integers to `.f64`; its rounding may be `odd`."""
    exact = _INTEGERS[source].itemsize < 8  # noqa: PLR2004 - bytes

    def convert(value: Array) -> Array:
        if exact or rounding == "rn":
            return value.astype(np.float64)
        # Both parts of an integer of 64 bits are exact, and so is what their sum has lost by
        # rounding: its sign tells in which direction that was.
        low = value & value.dtype.type((1 << _LOW) - 1)
        upper, lower = (value - low).astype(np.float64), low.astype(np.float64)
        result: Array = upper + lower
        rest = lower - (result - upper)
        bits = result.view(np.int64)
        up = rest > 0
        down = rest < 0
        if rounding == "odd":
            even = (bits & 1) == 0
            up &= even
            down &= even
        elif rounding == "rz":
            up &= result < 0
            down &= result > 0
        # The bits of a float less or plus one are its neighbours, by the sign towards or away from
        # zero.
        step = np.zeros(1, np.int8)
        if rounding != "rm":
            step = step + up
        if rounding != "rp":
            step = step - down.astype(np.int8)
        bits += step * ((bits >> 63) | 1)
        return result

    return convert


def _single_from_integer(source: str, rounding: str) -> Function:
    """Return the conversion of integers to `.f32`; its rounding may be `odd`."""
    size = _INTEGERS[source].itemsize
    double = _double_from_integer(source, "odd")

    def convert(value: Array) -> Array:
        if size <= 2 or rounding == "rn":  # noqa: PLR2004 - bytes that fit into an .f32
            return value.astype(np.float32)
        return single(double(value), rounding)

    return convert


@cache
def packing(modifiers: tuple[str, ...]) -> Function | None:
    """Return the function of a `cvt.pack` instruction, or None if there is none.

    It takes two `int32`, of which the first goes above the second, and for types of 8 bits and
    less a `uint32` that goes above both. It gives `uint32`.

    Args:
        modifiers: The modifiers with their dots; `.pack` may be among them.
    """
    names = [name.removeprefix(".") for name in modifiers if name != ".pack"]
    if names[:1] != ["sat"] or names[2:3] != ["s32"] or names[3:] not in ([], ["b32"]):
        return None
    kind, bits = names[1][:1], int(names[1][1:] or 0)
    merges = len(names) == 4  # noqa: PLR2004 - with the type of the third operand
    if kind not in {"u", "s"} or bits not in ({2, 4, 8} if merges else {16}):
        return None
    low, high = (0, (1 << bits) - 1) if kind == "u" else (-(1 << bits - 1), (1 << bits - 1) - 1)
    mask = np.uint32((1 << bits) - 1)
    shift = np.uint32(bits)
    twice = np.uint32(2 * bits)

    def saturated(value: Array) -> Array:
        return np.clip(value, np.int32(low), np.int32(high)).view(np.uint32) & mask

    @lanewise
    def pack(a: Array, b: Array, c: Array | None = None) -> Array:
        result = saturated(a) << shift | saturated(b)
        return result if c is None else result | c << twice

    return pack
