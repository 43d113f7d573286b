"""`cvt` to and from packed types of 4 to 16 bits an element (PTX ISA 9.4, section 9.7.9.21).

The first of several operands goes into the upper bits of the result. Fixed-point numbers `.s2f6`
are 64ths, in 8 bits of two's complement (PTX ISA 9.1, 5.2.4). Stochastic rounding, `cvt.rs`, takes
random bits as an operand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from ptxpy.sim.number_formats import BY_NAME, element
from ptxpy.sim.semantics.conversions.narrowing import narrower
from ptxpy.sim.semantics.conversions.widening import scale_bf16, scales, to_scale, widener
from ptxpy.sim.semantics.lanewise import Array, Function, lanewise, tabulated

__all__ = ["packed_conversion"]

_ONE: Final = 64
_LOWEST: Final = -128.0
_HIGHEST: Final = 127.0

_HALVES: Final = frozenset({"f16x2", "bf16x2"})
_OPTIONS: Final = frozenset({"satfinite", "relu"})
_SCALED: Final = "scaled::n2::ue8m0"
_LOW_HALF: Final = np.uint32(0xFFFF)
_UPPER_HALF: Final = np.uint32(16)
_BYTE: Final = 8
_TWO: Final = 2
_FOUR: Final = 4
_HALF: Final = 16
_F16_RANDOM: Final = 13
_RANDOM: Final = 16
_LOW_BYTE: Final = np.uint32(0xFF)
_HIGH_BYTE: Final = np.uint32(0xFF00)
_F16_MASK: Final = np.uint32((1 << _F16_RANDOM) - 1)


def _fixed_values(code: Array) -> Array:
    """Return the `.f32` values of codes below 256."""
    return code.astype(np.uint8).view(np.int8).astype(np.float32) / np.float32(_ONE)


def _fixed_codes(value: Array, scale: Array, rounding: str, *, relu: bool) -> Array:
    """Divide `.f32` by `.f64` powers of two and round to codes; NaN gives the largest number.

    Args:
        value: The numbers.
        scale: What to divide by.
        rounding: `rn` or `rz`.
        relu: Whether negative numbers become 0.
    """
    # Powers of two scale exactly in double precision, so that rounding comes last.
    scaled = value.astype(np.float64) / scale * _ONE
    whole = np.rint(scaled) if rounding == "rn" else np.trunc(scaled)
    # `fmin` prefers a number to a NaN, which thus becomes the largest.
    whole = np.fmin(whole, _HIGHEST)
    whole = np.maximum(whole, 0.0 if relu else _LOWEST)
    return whole.astype(np.int8).view(np.uint8).astype(np.uint32)


def packed_conversion(flags: frozenset[str], target: str, source: str) -> Function | None:
    """Return the function of a `cvt` with a packed type, or None if there is none.

    Args:
        flags: The modifiers before the two types, without dots.
        target: The type of the result.
        source: The type of the operands.
    """
    rest = flags - _OPTIONS - {_SCALED}
    # What is left must be the rounding alone.
    if len(rest) != 1:
        return None
    rounding = next(iter(rest))
    satfinite, relu, scaled = "satfinite" in flags, "relu" in flags, _SCALED in flags
    if target == "s2f6x2":
        return _to_fixed(source, rounding, relu=relu, scaled=scaled)
    if target == "bf16x2" and source not in {"f32", "f16x2", "ue8m0x2"}:
        name, count = element(source)
        fixed = source == "s2f6x2"
        small = name in BY_NAME and count == _TWO and source not in _HALVES
        if rounding != "rn" or not (fixed or small):
            return None
        narrow = narrower(BY_NAME["bf16"], "rn", satfinite=satfinite, relu=relu)
        widen = _fixed_values if fixed else widener(name)
        size = _BYTE if fixed else _size(name)
        mask = np.uint32((1 << (_BYTE if fixed else BY_NAME[name].bits)) - 1)
        if not scaled:
            return _pairs(lambda code: narrow(widen(code & mask)), size, _HALF)
        shift = np.uint32(size)

        def part(code: Array, scale: Array) -> Array:
            product = widen(code & mask).astype(np.float64) * scale
            result: Array = narrow(product.astype(np.float32))
            return result

        @lanewise
        def convert(pair: Array, factors: Array) -> Array:
            upper, lower = scales(factors)
            code = pair.astype(np.uint32)
            result: Array = _pack((part(code >> shift, upper), part(code, lower)), _HALF)
            return result

        return convert
    return (
        None
        if scaled
        else _unscaled_function(target, source, rounding, satfinite=satfinite, relu=relu)
    )


def _unscaled_function(
    target: str, source: str, rounding: str, *, satfinite: bool, relu: bool
) -> Function | None:
    """Return the function of a `cvt` that takes no scale factors."""
    if "ue8m0x2" in {target, source}:
        if source == "ue8m0x2":
            exact = target == "bf16x2" and rounding == "rn"
            return _pairs(scale_bf16, _BYTE, _HALF) if exact else None
        if rounding not in {"rz", "rp"} or source not in {"f32", "bf16x2"}:
            return None
        return _two(lambda value: to_scale(value, rounding, satfinite=satfinite), source, _BYTE)
    if target == "f16x2" and source != "f32":
        name, count = element(source)
        if name not in BY_NAME or count != _TWO or rounding != "rn" or source in _HALVES:
            return None
        layout = BY_NAME[name]
        widen = widener(name)
        narrow = narrower(BY_NAME["f16"], "rn", satfinite=False, relu=relu)
        mask = np.uint32((1 << layout.bits) - 1)
        return _pairs(lambda code: narrow(widen(code & mask)), _size(name), _HALF)
    make = _stochastic if rounding == "rs" else _nearest
    return make(target, source, rounding, satfinite=satfinite, relu=relu)


def _size(name: str) -> int:
    """Return how many bits an element takes in a packed type: those of 6 bits have 2 unused."""
    bits = BY_NAME[name].bits
    return bits if bits in {_FOUR, _HALF} else _BYTE


def _pack(codes: Sequence[Array], size: int) -> Any:
    """Pack elements of the given bits, the first above the others, into the smallest integer."""
    result: Any = codes[0].astype(np.uint32)
    for code in codes[1:]:
        result = result << np.uint32(size) | code
    bits = size * len(codes)
    return result if bits > _HALF else result.astype(np.uint16 if bits > _BYTE else np.uint8)


def _pairs(function: Function, of: int, to: int) -> Function:
    """Return a function of pairs of elements, from one of arrays of one element.

    Args:
        function: The function of an array of elements.
        of: Size of the elements in bits: a table is made, for both of a pair if they are small.
        to: Size of the elements of the result.
    """
    # A table of all pairs of small elements saves a second look-up.
    if of <= _BYTE:
        shift, mask = np.uint32(of), np.uint32((1 << of) - 1)

        def both(pair: Array) -> Array:
            code = pair.astype(np.uint32)
            result: Array = _pack((function(code >> shift), function(code & mask)), to)
            return result

        return tabulated(both, 1 << 2 * of)
    # A table of all pairs of 16 bits would have 2 to the 32 entries.
    one = tabulated(function, 1 << of)

    def convert(pair: Any) -> Any:
        return _pack((one(pair >> _UPPER_HALF), one(pair & _LOW_HALF)), to)

    return convert


def _two(function: Function, source: str, size: int) -> Function | None:
    """Return the function of two `.f32` or of a pair of 16 bits, from one of arrays of `.f32`."""
    if source in _HALVES:
        widen = widener(element(source)[0])
        return _pairs(lambda code: function(widen(code)), _HALF, size)
    if source != "f32":
        return None

    @lanewise
    def convert(a: Array, b: Array) -> Array:
        result: Array = _pack((function(a), function(b)), size)
        return result

    return convert


def _nearest(
    target: str, source: str, rounding: str, *, satfinite: bool, relu: bool
) -> Function | None:
    """Return the conversion to a pair of a format, rounding to nearest or toward zero."""
    name, count = element(target)
    if name not in BY_NAME or count != _TWO or rounding not in {"rn", "rz"}:
        return None
    if target in _HALVES and source != "f32":
        return None
    narrow = narrower(BY_NAME[name], rounding, satfinite=satfinite, relu=relu)
    return _two(narrow, source, _size(name))


def _stochastic(
    target: str, source: str, rounding: str, *, satfinite: bool, relu: bool
) -> Function | None:
    """Return the conversion to two or four elements that rounds stochastically."""
    name, count = element(target)
    # `cvt.rs` makes a `.f16x2` of two `.f32`, and an `.e4m3x4` of four.
    wanted = _TWO if target in _HALVES else _FOUR
    if source != "f32" or name not in BY_NAME or count != wanted:
        return None
    width, parts = _random_bits(name)
    layout, size = BY_NAME[name], _size(name)
    narrow = narrower(layout, rounding, satfinite=satfinite, relu=relu, random_bits=width)

    @lanewise
    def convert(*operands: Array) -> Array:
        *values, bits = operands
        codes = [narrow(*pair) for pair in zip(values, parts(bits), strict=True)]
        result: Array = _pack(codes, size)
        return result

    return convert


def _to_fixed(source: str, rounding: str, *, relu: bool, scaled: bool) -> Function | None:
    """Return the conversion of two `.f32` or a `.bf16x2` to `.s2f6x2`, over scale factors."""
    if rounding not in {"rn", "rz"} or source not in {"f32", "bf16x2"}:
        return None
    if not scaled:
        return _two(
            lambda value: _fixed_codes(value, np.ones(1), rounding, relu=relu), source, _BYTE
        )
    widen = widener("bf16")

    @lanewise
    def convert(*operands: Array) -> Array:
        *values, factors = operands
        if source == "bf16x2":
            values = [widen(values[0] >> _UPPER_HALF), widen(values[0] & _LOW_HALF)]
        codes = [
            _fixed_codes(value, scale, rounding, relu=relu)
            for value, scale in zip(values, scales(factors), strict=True)
        ]
        result: Array = _pack(codes, _BYTE)
        return result

    return convert


def _reverse(half: Array) -> Array:
    """Reverse the order of 16 bits."""
    result = half.astype(np.uint32)
    # Neighbouring bits change places, then pairs, nibbles and bytes.
    for width, mask in ((1, 0x5555), (2, 0x3333), (4, 0x0F0F), (8, 0x00FF)):
        low, shift = np.uint32(mask), np.uint32(width)
        result = (result >> shift & low) | (result & low) << shift
    return result


_REVERSED: Final = tabulated(_reverse)


def _f16(bits: Array) -> list[Array]:
    return [bits >> _UPPER_HALF & _F16_MASK, bits & _F16_MASK]


def _bf16(bits: Array) -> list[Array]:
    return [bits >> _UPPER_HALF, bits & _LOW_HALF]


def _four(upper: Array, lower: Array) -> list[Array]:
    """Return the random bits of four elements: the first of two that share them has them reversed.

    The manual only says which are shared; that hardware reverses them has been measured.
    """
    return [_REVERSED(upper), upper, _REVERSED(lower), lower]


def _bytes(bits: Array) -> list[Array]:
    return _four(bits >> _UPPER_HALF, bits & _LOW_HALF)


def _nibbles(bits: Array) -> list[Array]:
    # The 16 bits of two elements are a byte of either half of `rbits`.
    upper = (bits >> _UPPER_HALF & _HIGH_BYTE) | (bits >> np.uint32(8) & _LOW_BYTE)
    lower = (bits >> np.uint32(8) & _HIGH_BYTE) | (bits & _LOW_BYTE)
    return _four(upper, lower)


def _random_bits(name: str) -> tuple[int, Callable[[Array], list[Array]]]:
    """Return how many random bits an element of a format takes, and which ones.

    They are added to the upper ones of the bits that are cut off.

    Args:
        name: The format of one element.

    Returns:
        Their number, and the function from the operand `rbits` to those of each element, the
        first operand's first.
    """
    if name == "f16":
        return _F16_RANDOM, _f16
    if name == "bf16":
        return _RANDOM, _bf16
    return _RANDOM, _nibbles if name == "e2m1" else _bytes
