"""Binary floating-point arithmetic on bit patterns, in rational numbers.

Numbers are decoded to fractions, computed without error and rounded once. Written from IEEE 754 and
the PTX ISA (section 9.7.3), for clarity; shares nothing with the simulator.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import TypeAlias

__all__ = ["BF16", "F16", "F32", "F64", "Binary", "Datum"]

Datum: TypeAlias = Fraction | str
"""A finite number, or `+inf`, `-inf` or `nan`."""


@dataclass(frozen=True)
class Binary:
    """A binary interchange format; all its methods take and return the bits of numbers."""

    exponent_bits: int
    fraction_bits: int
    nan: int
    """What an invalid operation gives."""
    payloads: bool
    """Whether a NaN among the sources is returned, made quiet; the first of them counts."""

    @property
    def sign(self) -> int:
        """The sign bit."""
        return 1 << (self.exponent_bits + self.fraction_bits)

    @property
    def infinity(self) -> int:
        """Plus infinity."""
        return ((1 << self.exponent_bits) - 1) << self.fraction_bits

    @property
    def bias(self) -> int:
        """What the stored exponent exceeds the exponent by."""
        return (1 << (self.exponent_bits - 1)) - 1

    @property
    def one(self) -> int:
        """The number 1."""
        return self.bias << self.fraction_bits

    def is_negative(self, bits: int) -> bool:
        """Tell whether the sign bit is set."""
        return bool(bits & self.sign)

    def decode(self, bits: int) -> Datum:
        """Return what bits stand for; both zeros are 0."""
        size = bits & ~self.sign
        if size > self.infinity:
            return "nan"
        if size == self.infinity:
            return "-inf" if self.is_negative(bits) else "+inf"
        exponent, fraction = divmod(size, 1 << self.fraction_bits)
        significand = fraction + (1 << self.fraction_bits if exponent else 0)
        value = significand * Fraction(2) ** (max(exponent, 1) - self.bias - self.fraction_bits)
        return -value if self.is_negative(bits) else value

    def encode(self, value: Fraction, rounding: str, *, negative_zero: bool = False) -> int:
        """Round a number; zero itself has the sign that is asked for."""
        if not value:
            return self.sign if negative_zero else 0
        sign = self.sign if value < 0 else 0
        size = abs(value)
        exponent = size.numerator.bit_length() - size.denominator.bit_length()
        if Fraction(2) ** exponent > size:
            exponent -= 1
        exponent = max(exponent, 1 - self.bias)
        units, rest = divmod(size / Fraction(2) ** (exponent - self.fraction_bits), 1)
        if rounding == "rn":
            up = rest > Fraction(1, 2) or (rest == Fraction(1, 2) and units % 2 == 1)
        else:
            up = bool(rest) and rounding == ("rm" if sign else "rp")
        units += up
        # Units of a normal number include the leading one, which adds 1 to the exponent.
        bits = units + ((exponent + self.bias - 1) << self.fraction_bits)
        if bits >= self.infinity:
            away = rounding in {"rn", "rm" if sign else "rp"}
            bits = self.infinity if away else self.infinity - 1
        return sign | bits

    def flush(self, bits: int) -> int:
        """Return zero for a subnormal number."""
        return bits & self.sign if bits & ~self.sign < 1 << self.fraction_bits else bits

    def saturate(self, bits: int) -> int:
        """Clamp to the range from 0 to 1."""
        value = self.decode(bits)
        if isinstance(value, str):
            return self.one if value == "+inf" else 0
        return 0 if value <= 0 else min(bits, self.one)

    def invalid(self, *sources: int) -> int:
        """Return the NaN that an operation gives."""
        if self.payloads:
            for bits in sources:
                if self.decode(bits) == "nan":
                    return bits | 1 << (self.fraction_bits - 1)
        return self.nan

    def fma(self, a: int, b: int, c: int, rounding: str) -> int:
        """Return a * b + c."""
        product, negative = self._product(a, b)
        addend = self.decode(c)
        if "nan" in (product, addend) or {product, addend} == {"+inf", "-inf"}:
            return self.invalid(a, b, c)
        for value in (product, addend):
            if isinstance(value, str):
                return self.infinity | (self.sign if value == "-inf" else 0)
        assert isinstance(product, Fraction)
        assert isinstance(addend, Fraction)
        signs = {negative, self.is_negative(c)}
        negative_zero = signs == {True} or (len(signs) == 2 and rounding == "rm")
        return self.encode(product + addend, rounding, negative_zero=negative_zero)

    def add(self, a: int, b: int, rounding: str) -> int:
        """Return a + b."""
        result = self.fma(a, self.one, b, rounding)
        return self.invalid(a, b) if self.decode(result) == "nan" else result

    def sub(self, a: int, b: int, rounding: str) -> int:
        """Return a - b."""
        result = self.add(a, b ^ self.sign, rounding)
        return self.invalid(a, b) if self.decode(result) == "nan" else result

    def mul(self, a: int, b: int, rounding: str) -> int:
        """Return a * b."""
        product, negative = self._product(a, b)
        if product == "nan":
            return self.invalid(a, b)
        if isinstance(product, str):
            return self.infinity | (self.sign if negative else 0)
        return self.encode(product, rounding, negative_zero=negative)

    def div(self, a: int, b: int, rounding: str) -> int:
        """Return a / b."""
        sign = (a ^ b) & self.sign
        over, under = self.decode(a), self.decode(b)
        infinite = isinstance(over, str), isinstance(under, str)
        if "nan" in (over, under) or infinite == (True, True) or (over == 0 and under == 0):
            return self.invalid(a, b)
        if infinite[0] or under == 0:
            return sign | self.infinity
        if infinite[1]:
            return sign
        assert isinstance(over, Fraction)
        assert isinstance(under, Fraction)
        return self.encode(over / under, rounding, negative_zero=bool(sign))

    def rcp(self, a: int, rounding: str) -> int:
        """Return 1 / a."""
        return self.div(self.one, a, rounding)

    def sqrt(self, a: int, rounding: str) -> int:
        """Return the square root of a."""
        value = self.decode(a)
        if value in {"nan", "-inf"} or (isinstance(value, Fraction) and value < 0):
            return self.invalid(a)
        if isinstance(value, str) or not value:
            return a
        scale = 4 * (self.bias + self.fraction_bits)
        square = value * 4**scale
        assert square.denominator == 1
        root = isqrt(square.numerator)
        # A root that is not an integer lies between two: half way is as good as where it is.
        exact = root * root == square.numerator
        return self.encode(Fraction(2 * root + (not exact), 2 ** (scale + 1)), rounding)

    def order(self, a: int) -> Fraction:
        """Return a key by which numbers are ordered, -0 before +0, and infinities at the ends."""
        size = Fraction(a & ~self.sign)
        return -size - 1 if self.is_negative(a) else size

    def _product(self, a: int, b: int) -> tuple[Datum, bool]:
        negative = self.is_negative(a) != self.is_negative(b)
        left, right = self.decode(a), self.decode(b)
        if "nan" in (left, right):
            return "nan", negative
        if isinstance(left, str) or isinstance(right, str):
            if 0 in (left, right):
                return "nan", negative
            return ("-inf" if negative else "+inf"), negative
        return left * right, negative


F16 = Binary(5, 10, nan=0x7FFF, payloads=False)
BF16 = Binary(8, 7, nan=0x7FFF, payloads=False)
F32 = Binary(8, 23, nan=0x7FFFFFFF, payloads=False)
F64 = Binary(11, 52, nan=0xFFF8000000000000, payloads=True)
