"""Floating-point formats as exact numbers: what their codes stand for, and rounding to them."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

__all__ = ["FORMATS", "Format", "Value", "decode", "encode", "is_nan", "neighbours"]


class Value(NamedTuple):
    """What a code stands for."""

    negative: bool
    magnitude: Fraction | str
    """A number, `inf` or `nan`."""

    @property
    def number(self) -> Fraction:
        """The number, if it is finite."""
        assert isinstance(self.magnitude, Fraction)
        return -self.magnitude if self.negative else self.magnitude


class Format(NamedTuple):
    """A format by its fields; codes from `infinity` on, or `nan` alone, are no numbers."""

    exponent: int
    fraction: int
    infinity: int | None
    nan: int | None

    @property
    def bits(self) -> int:
        """Size of a code."""
        return 1 + self.exponent + self.fraction

    @property
    def bias(self) -> int:
        """What is added to exponents."""
        return (1 << (self.exponent - 1)) - 1

    @property
    def maximum(self) -> int:
        """Code of the largest number."""
        if self.infinity is not None:
            return self.infinity - 1
        return (1 << (self.bits - 1)) - (1 if self.nan is None else 2)


FORMATS = {
    "f16": Format(5, 10, 0x7C00, 0x7FFF),
    "bf16": Format(8, 7, 0x7F80, 0x7FFF),
    "tf32": Format(8, 10, 0xFF << 10, 0x3FFFF),
    "f32": Format(8, 23, 0x7F800000, 0x7FFFFFFF),
    "f64": Format(11, 52, 0x7FF << 52, 0x7FF8 << 48),
    "e4m3": Format(4, 3, None, 0x7F),
    "e5m2": Format(5, 2, 0x7C, 0x7F),
    "e2m3": Format(2, 3, None, None),
    "e3m2": Format(3, 2, None, None),
    "e2m1": Format(2, 1, None, None),
}


@lru_cache(1 << 16)
def decode(name: str, code: int) -> Value:
    """Return what a code of a format stands for."""
    layout = FORMATS[name]
    sign, rest = divmod(code, (1 << (layout.bits - 1)))
    if layout.infinity is not None and rest >= layout.infinity:
        return Value(bool(sign), "inf" if rest == layout.infinity else "nan")
    if layout.infinity is None and layout.nan == rest:
        return Value(bool(sign), "nan")
    exponent, fraction = divmod(rest, (1 << layout.fraction))
    if exponent:
        fraction += 1 << layout.fraction
    scale = Fraction(2) ** (max(exponent, 1) - layout.bias - layout.fraction)
    return Value(bool(sign), fraction * scale)


def is_nan(name: str, code: int) -> bool:
    """Tell whether a code stands for a NaN."""
    return decode(name, code).magnitude == "nan"


def _exponent(magnitude: Fraction) -> int:
    """Return the exponent of the power of two at or below a positive number."""
    guess = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    return guess if Fraction(2) ** guess <= magnitude else guess - 1


def _rounds_up(
    rounding: str, count: int, rest: Fraction, *, negative: bool, random: tuple[int, int]
) -> bool:
    """Tell whether a magnitude is rounded to the next number above."""
    if not rest:
        return False
    if rounding == "rs":
        bits, width = random
        return rest + Fraction(bits, 2**width) >= 1
    half = Fraction(1, 2)
    return {
        "rn": rest > half or (rest == half and count % 2 == 1),
        "rna": rest >= half,
        "rz": False,
        "rm": negative,
        "rp": not negative,
    }[rounding]


def encode(
    name: str,
    value: Value,
    rounding: str = "rn",
    *,
    satfinite: bool = False,
    relu: bool = False,
    random: tuple[int, int] = (0, 0),
) -> int:
    """Round a value to a format; `random` are random bits and how many they are, for `rs`."""
    layout = FORMATS[name]
    if value.magnitude == "nan":
        return layout.maximum if layout.nan is None else layout.nan
    if relu and value.negative:
        return 0
    sign = value.negative * (1 << (layout.bits - 1))
    beyond = layout.maximum if satfinite else layout.maximum + 1
    if not isinstance(value.magnitude, Fraction):
        return sign + beyond
    if not value.magnitude:
        return sign
    lowest = 1 - layout.bias
    exponent = max(_exponent(value.magnitude), lowest)
    quantum = Fraction(2) ** (exponent - layout.fraction)
    count = int(value.magnitude / quantum)
    rest = value.magnitude / quantum - count
    up = _rounds_up(rounding, count, rest, negative=value.negative, random=random)
    count += up
    code = count + (exponent - lowest) * (1 << layout.fraction)
    if code <= layout.maximum:
        return sign + code
    directed = rounding == "rz" or (rounding == "rm" and not value.negative)
    directed |= rounding == "rp" and value.negative
    return sign + (layout.maximum if directed else beyond)


def neighbours(name: str, code: int) -> list[Fraction]:
    """Return a finite number, the middle to the next one above, and what is close to both."""
    low = decode(name, code).magnitude
    assert isinstance(low, Fraction)
    high = decode(name, code + 1).magnitude
    if not isinstance(high, Fraction):
        high = low + Fraction(2) ** (_exponent(low) - FORMATS[name].fraction)
    middle = (low + high) / 2
    near = (high - low) / 2**9
    return [low, low + near, middle - near, middle, middle + near, high - near, high]
