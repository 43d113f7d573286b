"""Arithmetic of `.f16` and `.bf16` on bits, as the manual describes it (PTX ISA 9.0, 9.7.4)."""

from __future__ import annotations

from fractions import Fraction

from mpmath import mp, mpf  # type: ignore[import-untyped]

from tests.sim.reference.formats import FORMATS, Value, decode, encode

__all__ = ["compare", "operate"]

_NAN = Value(negative=False, magnitude="nan")
_OOB_NAN = 0x7FF7


def _flushed(name: str, code: int) -> int:
    return code if code & 0x7FFF >= 2 ** FORMATS[name].fraction else code & 0x8000


def _product(a: Value, b: Value) -> Value:
    negative = a.negative != b.negative
    if "nan" in {a.magnitude, b.magnitude}:
        return _NAN
    if "inf" in {a.magnitude, b.magnitude}:
        return _NAN if 0 in {a.magnitude, b.magnitude} else Value(negative, "inf")
    return Value(negative, abs(a.number * b.number))


def _sum(a: Value, b: Value, rounding: str) -> Value:
    if "nan" in {a.magnitude, b.magnitude}:
        return _NAN
    if a.magnitude == b.magnitude == "inf":
        return a if a.negative == b.negative else _NAN
    if "inf" in {a.magnitude, b.magnitude}:
        return a if a.magnitude == "inf" else b
    number = a.number + b.number
    if number:
        return Value(number < 0, abs(number))
    same = a.negative == b.negative
    return Value(a.negative if same else rounding == "rm", Fraction(0))


def _arithmetic(opcode: str, name: str, flags: set[str], codes: list[int]) -> int:
    rounding = next(iter(flags & {"rz", "rm", "rp"}), "rn")
    values = [decode(name, _flushed(name, x) if "ftz" in flags else x) for x in codes]
    if opcode == "sub":
        values[1] = Value(not values[1].negative, values[1].magnitude)
    if opcode == "mul":
        value = _product(values[0], values[1])
    elif opcode == "fma":
        value = _sum(_product(values[0], values[1]), values[2], rounding)
    else:
        value = _sum(values[0], values[1], rounding)
    code = encode(name, value, rounding, relu="relu" in flags)
    if "ftz" in flags:
        code = _flushed(name, code)
    if "sat" in flags:
        value = decode(name, code)
        one = encode(name, Value(negative=False, magnitude=Fraction(1)))
        code = 0 if value.negative or value.magnitude == "nan" else min(code, one)
    return 0 if "oob" in flags and _OOB_NAN in codes[:2] else code


def _extremum(opcode: str, name: str, flags: set[str], codes: list[int]) -> int:
    if "ftz" in flags:
        codes = [_flushed(name, code) for code in codes]
    sign = (codes[0] ^ codes[1]) & 0x8000
    if "xorsign" in flags:
        codes = [code & 0x7FFF for code in codes]
    numbers = [code for code in codes if code & 0x7FFF <= (FORMATS[name].infinity or 0)]
    if not numbers or ("NaN" in flags and len(numbers) == 1):
        return 0x7FFF
    ordered = sorted(numbers, key=lambda code: -code if code & 0x8000 else code + 1)
    result = ordered[0 if opcode == "min" else -1]
    return result | sign if "xorsign" in flags else result


def _function(opcode: str, name: str, flags: set[str], code: int) -> int:
    """Return the number nearest to a function."""
    value = decode(name, _flushed(name, code) if "ftz" in flags else code)
    if value.magnitude == "nan":
        return encode(name, value)
    if value.magnitude == "inf":
        if opcode == "tanh":
            return encode(name, Value(value.negative, Fraction(1)))
        return 0 if value.negative else encode(name, value)
    if opcode == "tanh" and not value.number:
        return encode(name, value)
    with mp.workprec(2000):
        x = mpf(value.number.numerator) / value.number.denominator
        far = abs(value.number) > 400
        if far and opcode == "ex2":
            exact = Fraction(2) ** (-400 if value.negative else 400)
        elif far:
            exact = 1 - Fraction(2) ** -400
        else:
            result = abs(mp.tanh(x)) if opcode == "tanh" else mpf(2) ** x
            exact = Fraction(int(mp.floor(result * mpf(2) ** 1000)), 2**1000)
    code = encode(name, Value(opcode == "tanh" and value.negative, exact))
    return _flushed(name, code) if "ftz" in flags else code


def operate(opcode: str, modifiers: tuple[str, ...], operands: tuple[int, ...]) -> int:
    """Return the bits that an instruction makes of the bits of its operands."""
    *names, kind = (part for name in modifiers for part in name.removeprefix(".").split("."))
    flags, name = set(names), kind.removesuffix("x2")
    if kind != name:
        halves = [operate(opcode, (*modifiers[:-1], f".{name}"), part) for part in _parts(operands)]
        return halves[0] * 2**16 + halves[1]
    codes = list(operands)
    if opcode == "neg" or opcode == "abs":  # noqa: PLR1714 - two instructions
        code = _flushed(name, codes[0]) if "ftz" in flags else codes[0]
        return code ^ 0x8000 if opcode == "neg" else code & 0x7FFF
    if opcode in {"min", "max"}:
        return _extremum(opcode, name, flags, codes)
    if opcode in {"ex2", "tanh"}:
        return _function(opcode, name, flags, codes[0])
    return _arithmetic(opcode, name, flags, codes)


def _parts(operands: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the upper and the lower halves."""
    return tuple(x >> 16 for x in operands), tuple(x & 0xFFFF for x in operands)


def compare(operator: str, name: str, a: int, b: int, *, ftz: bool) -> bool:
    """Compare two codes."""
    first, second = (decode(name, _flushed(name, x) if ftz else x) for x in (a, b))
    if "nan" in {first.magnitude, second.magnitude}:
        return operator.endswith("u") or operator == "nan"
    if operator in {"num", "nan"}:
        return operator == "num"
    huge = Fraction(2) ** 200
    x, y = (
        v.number if isinstance(v.magnitude, Fraction) else (-huge if v.negative else huge)
        for v in (first, second)
    )
    return {
        "eq": x == y, "ne": x != y, "lt": x < y, "le": x <= y, "gt": x > y, "ge": x >= y,
    }[operator[:2]]  # fmt: skip
