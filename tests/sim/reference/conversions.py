"""`cvt` and `cvt.pack` on bits, as the manual describes them (PTX ISA 9.4, 9.7.9.21, 9.7.9.22)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor, trunc

from tests.sim.reference.formats import FORMATS, Value, decode, encode

__all__ = ["convert", "pack", "split"]

_ROUNDINGS = {"rn", "rz", "rm", "rp", "rna", "rs"}
_INTEGRAL: dict[str, Callable[[Fraction], int]] = {
    "rni": round,
    "rzi": trunc,
    "rmi": floor,
    "rpi": ceil,
}


def split(name: str) -> tuple[str, int]:
    """Return the element of a type and how many there are."""
    return (name[:-2], int(name[-1])) if name[-2:] in {"x2", "x4"} else (name, 1)


def element_bits(name: str) -> int:
    """Return the size of an element within a packed type."""
    if name in {"ue8m0", "s2f6"}:
        return 8
    bits = FORMATS[name].bits
    return 8 if bits == 6 else bits


def _signed(code: int, bits: int) -> int:
    return code - (1 << bits) if code >= (1 << (bits - 1)) else code


def _integer(name: str, code: int) -> int:
    bits = int(name[1:])
    return _signed(code, bits) if name[0] == "s" else code


def _limits(name: str) -> tuple[int, int]:
    bits = int(name[1:])
    return (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if name[0] == "s" else (0, (1 << bits) - 1)


def _is_integer(name: str) -> bool:
    return name[0] in "us" and name[1:].isdigit()


def _flushed(value: Value) -> Value:
    small = isinstance(value.magnitude, Fraction) and value.magnitude < Fraction(2) ** -126
    return Value(value.negative, Fraction(0)) if small else value


def _to_integral(value: Value, rounding: str) -> Value:
    if not isinstance(value.magnitude, Fraction):
        return value
    return Value(value.negative, Fraction(abs(_INTEGRAL[rounding](value.number))))


def _to_integer(target: str, source: str, value: Value) -> int:
    low, high = _limits(target)
    bits = int(target[1:])
    if value.magnitude == "nan":
        return (1 << (bits - 1)) if source == "f64" or bits == 64 else 0
    if value.magnitude == "inf":
        return (low if value.negative else high) % (1 << bits)
    return min(max(int(value.number), low), high) % (1 << bits)


def _saturated(value: Value) -> Value:
    if value.magnitude == "nan" or value.negative:
        return Value(negative=False, magnitude=Fraction(0))
    if value.magnitude == "inf" or value.magnitude > 1:  # type: ignore[operator]
        return Value(negative=False, magnitude=Fraction(1))
    return value


def _scalar(flags: set[str], target: str, source: str, code: int) -> int:
    """Convert one number."""
    rounding = next(iter(flags & _ROUNDINGS), "rn")
    if _is_integer(source):
        number = _integer(source, code)
        if _is_integer(target):
            low, high = _limits(target)
            if "sat" in flags:
                number = min(max(number, low), high)
            return number % (1 << int(target[1:]))
        value = Value(number < 0, Fraction(abs(number)))
    else:
        value = decode(source, code)
    if "ftz" in flags and source == "f32":
        value = _flushed(value)
    for name in flags & _INTEGRAL.keys():
        value = _to_integral(value, name)
    if _is_integer(target):
        return _to_integer(target, source, value)
    satfinite, relu = "satfinite" in flags, "relu" in flags
    value = decode(target, encode(target, value, rounding, satfinite=satfinite, relu=relu))
    if "ftz" in flags and target == "f32":
        value = _flushed(value)
    if "sat" in flags:
        value = _saturated(value)
    code = encode(target, value)
    if target == "tf32":
        return 0x7FFFFFFF if value.magnitude == "nan" else code * 2**13
    return code


def _scale(code: int) -> Value:
    return Value(negative=False, magnitude="nan" if code == 0xFF else Fraction(2) ** (code - 127))


def _times(value: Value, factor: Value) -> Value:
    if "nan" in {value.magnitude, factor.magnitude}:
        return Value(negative=False, magnitude="nan")
    if value.magnitude == "inf":
        return value
    assert isinstance(value.magnitude, Fraction)
    return Value(value.negative, value.magnitude * factor.number)


def _over(value: Value, factor: Value) -> Value:
    if factor.magnitude == "nan":
        return factor
    return _times(value, Value(negative=False, magnitude=1 / factor.number))


def _open(name: str, code: int) -> Value:
    """Return the value of an element of any packed type."""
    if name == "ue8m0":
        return _scale(code)
    if name == "s2f6":
        number = Fraction(_signed(code, 8), 64)
        return Value(number < 0, abs(number))
    return decode(name, code % (1 << FORMATS[name].bits))


def _to_fixed(value: Value, rounding: str, *, relu: bool) -> int:
    if value.magnitude == "nan":
        return 127
    if not isinstance(value.magnitude, Fraction):
        whole = -128 if value.negative else 127
    else:
        scaled = value.number * 64
        whole = min(max(round(scaled) if rounding == "rn" else trunc(scaled), -128), 127)
    return max(whole, 0) if relu else whole % 256


def _to_scale(value: Value, rounding: str, *, satfinite: bool) -> int:
    if value.magnitude == "nan":
        return 0xFF
    if not isinstance(value.magnitude, Fraction):
        return 0xFE if satfinite else 0xFF
    code = 0
    while code < 0xFF and Fraction(2) ** (code - 127) < value.magnitude:
        code += 1
    if rounding == "rz" and code and Fraction(2) ** (code - 127) > value.magnitude:
        code -= 1
    return min(code, 0xFE) if satfinite else code


def _reversed(bits: int) -> int:
    return int(f"{bits:016b}"[::-1], 2)


def _random(name: str, index: int, rbits: int) -> tuple[int, int]:
    """Return the random bits of an element, the first operand having the index 0."""
    upper, lower = divmod(rbits, 2**16)
    if name == "f16":
        return (lower if index else upper) % 2**13, 13
    if name == "bf16":
        return (lower if index else upper), 16
    if name == "e2m1":
        upper, lower = (
            upper // 256 * 256 + lower // 256,
            upper % 256 * 256 + lower % 256,
        )
    half = upper if index < 2 else lower
    return (half if index % 2 else _reversed(half)), 16


def _element(
    flags: set[str], target: str, value: Value, scale: Value | None, random: tuple[int, int]
) -> int:
    """Convert one element."""
    rounding = next(iter(flags & _ROUNDINGS))
    satfinite, relu = "satfinite" in flags, "relu" in flags
    if target == "ue8m0":
        return _to_scale(value, rounding, satfinite=satfinite)
    if target == "s2f6":
        value = value if scale is None else _over(value, scale)
        return _to_fixed(value, rounding, relu=relu)
    if scale is not None:
        value = _times(value, scale)
    return encode(target, value, rounding, satfinite=satfinite, relu=relu, random=random)


def convert(modifiers: tuple[str, ...], operands: tuple[int, ...]) -> int:
    """Return the bits that a `cvt` with these modifiers makes of the bits of its operands."""
    *names, target, source = (name.removeprefix(".") for name in modifiers)
    flags = set(names)
    to, count = split(target)
    of, of_count = split(source)
    if count == 1:
        return _scalar(flags, to, of, *operands)
    scales: list[Value | None] = [None] * count
    if "scaled::n2::ue8m0" in flags:
        *operands_, factors = operands
        operands = tuple(operands_)
        scales = [_scale(factors >> 8), _scale(factors & 0xFF)]
    rbits = 0
    if "rs" in flags:
        *operands_, rbits = operands
        operands = tuple(operands_)
    if of_count > 1:
        bits = element_bits(of)
        operands = tuple(operands[0] >> bits * place & ((1 << bits) - 1) for place in (1, 0))
    result = 0
    for index, (code, scale) in enumerate(zip(operands, scales, strict=True)):
        random = _random(to, index, rbits) if "rs" in flags else (0, 0)
        part = _element(flags, to, _open(of, code), scale, random)
        result = (result << element_bits(to)) + part
    return result


def pack(modifiers: tuple[str, ...], a: int, b: int, c: int = 0) -> int:
    """Return the bits that a `cvt.pack` makes of signed `a` and `b` and unsigned `c`."""
    name = next(name for name in modifiers if name[1] in "us" and name not in {".s32", ".sat"})
    kind = name.removeprefix(".")
    low, high = _limits(kind)
    size = int(kind[1:])
    parts = [min(max(x, low), high) % (1 << size) for x in (a, b)]
    return (c * (1 << 2 * size) + parts[0] * (1 << size) + parts[1]) % 2**32
