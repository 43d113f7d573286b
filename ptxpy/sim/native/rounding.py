"""Rounding, flushing and NaNs of f32 and f64 values; see `ptxpy.sim.semantics.floats.rounding`.

A NaN of single precision is 0x7fffffff, one of double precision the first of the sources, made
quiet.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from ptxpy.sim.native.vector_builder import Value

if TYPE_CHECKING:
    from ptxpy.sim.native.vector_builder import VectorBuilder

__all__ = [
    "NAN_F32", "NAN_F64", "SIGN_F32", "canonical", "flush", "magnitude_bits", "nan_where", "number",
    "quieted", "saturated", "settled", "sign_bits", "single", "stepped", "toward_odd", "two_sum",
]  # fmt: skip

NAN_F32: Final = 0x7FFFFFFF
NAN_F64: Final = 0xFFF8000000000000
SIGN_F32: Final = 0x80000000
_QUIET_F64: Final = 0x0008000000000000
_ONES: Final = {"float": 0x3F800000, "double": 0x3FF0000000000000}
_SIGNS: Final = {"float": SIGN_F32, "double": 1 << 63}
_WORDS: Final = {"float": "i32", "double": "i64"}


def _bits(writer: VectorBuilder, value: Value) -> Value:
    return writer.bitcast(value, _WORDS[value.type])


def sign_bits(writer: VectorBuilder, value: Value) -> Value:
    """Return the bits of a float with all but the sign cleared."""
    word = _WORDS[value.type]
    return writer.binary("and", _bits(writer, value), writer.constant(_SIGNS[value.type], word))


def magnitude_bits(writer: VectorBuilder, value: Value) -> Value:
    """Return the bits of a float with the sign cleared."""
    word = _WORDS[value.type]
    return writer.binary("and", _bits(writer, value), writer.constant(~_SIGNS[value.type], word))


def number(writer: VectorBuilder, value: float, type_: str) -> Value:
    """Return a floating-point constant."""
    size = "f" if type_ == "float" else "d"
    bits = int.from_bytes(struct.pack(f"<{size}", value), "little")
    return writer.constant(bits, type_)


def flush(writer: VectorBuilder, value: Value) -> Value:
    """Return an f32 with zeros of the same sign in the place of subnormal numbers."""
    bits = _bits(writer, value)
    exponent = writer.binary("and", bits, writer.constant(0x7F800000, "i32"))
    small = writer.compare("eq", exponent, writer.constant(0, "i32"))
    return writer.bitcast(writer.select(small, sign_bits(writer, value), bits), "float")


def nan_where(writer: VectorBuilder, condition: Value, nan: Value, value: Value) -> Value:
    """Return a float with the bits of a NaN in lanes of a condition.

    The bits are chosen as integers: LLVM takes all floating-point NaNs for the same.
    """
    bits = writer.select(condition, nan, _bits(writer, value))
    return writer.bitcast(bits, value.type)


def canonical(writer: VectorBuilder, value: Value) -> Value:
    """Return an f32 with its NaNs being 0x7fffffff."""
    nan = writer.compare("uno", value, value)
    return nan_where(writer, nan, writer.constant(NAN_F32, "i32"), value)


def quieted(writer: VectorBuilder, value: Value, *sources: Value) -> Value:
    """Return an f64 whose NaNs are the first one of the sources, made quiet."""
    nan = writer.constant(NAN_F64, "i64")
    for source in reversed(sources):
        quiet = writer.binary("or", _bits(writer, source), writer.constant(_QUIET_F64, "i64"))
        nan = writer.select(writer.compare("uno", source, source), quiet, nan)
    return nan_where(writer, writer.compare("uno", value, value), nan, value)


def settled(writer: VectorBuilder, value: Value, *sources: Value) -> Value:
    """Return a result with its NaNs as PTX has them."""
    if value.type == "double":
        return quieted(writer, value, *sources)
    return canonical(writer, value)


def saturated(writer: VectorBuilder, value: Value) -> Value:
    """Return a float limited to 0 and 1; NaN and -0 become +0."""
    zero, one = writer.constant(0, value.type), writer.constant(_ONES[value.type], value.type)
    value = writer.select(writer.compare("ogt", value, zero), value, zero)
    return writer.select(writer.compare("olt", value, one), value, one)


def stepped(writer: VectorBuilder, value: Value, up: Value, down: Value) -> Value:
    """Return floats moved to the next number above, or below, in lanes of two conditions."""
    bits = _bits(writer, value)
    zero, one = writer.constant(0, bits.type), writer.constant(1, bits.type)
    # The bits of a number plus one are its neighbour away from zero.
    negative = writer.compare("slt", bits, zero)
    away = writer.select(negative, down, up)
    inward = writer.select(negative, up, down)
    bits = writer.binary("add", bits, writer.select(away, one, zero))
    bits = writer.binary("sub", bits, writer.select(inward, one, zero))
    return writer.bitcast(bits, value.type)


def toward_odd(writer: VectorBuilder, value: Value, rest: Value) -> Value:
    """Round `value + rest` to odd, `value` being the nearest number to it."""
    bits = _bits(writer, value)
    last = writer.binary("and", bits, writer.constant(1, bits.type))
    even = writer.compare("eq", last, writer.constant(0, bits.type))
    zero = writer.constant(0, rest.type)
    up = writer.binary("and", even, writer.compare("ogt", rest, zero))
    down = writer.binary("and", even, writer.compare("olt", rest, zero))
    return stepped(writer, value, up, down)


def single(writer: VectorBuilder, value: Value, rounding: str) -> Value:
    """Round an f64 to f32: `rn`, `rz`, `rm`, `rp`, or `odd`. A NaN gives the canonical one."""
    result = writer.cast("fptrunc", value, "float")
    if rounding != "rn":
        back = writer.cast("fpext", result, "double")
        if rounding == "odd":
            result = toward_odd(writer, result, writer.binary("fsub", value, back))
        else:
            none = writer.constant(0, "i1")
            less, more = writer.compare("olt", back, value), writer.compare("ogt", back, value)
            zero = writer.constant(0, "double")
            if rounding == "rz":
                less = writer.binary("and", less, writer.compare("olt", value, zero))
                more = writer.binary("and", more, writer.compare("ogt", value, zero))
            up = less if rounding in ("rp", "rz") else none
            down = more if rounding in ("rm", "rz") else none
            result = stepped(writer, result, up, down)
    return canonical(writer, result)


def two_sum(writer: VectorBuilder, a: Value, b: Value) -> tuple[Value, Value]:
    """Return a sum rounded to nearest, and its error (Knuth's TwoSum)."""
    total = writer.binary("fadd", a, b)
    of_b = writer.binary("fsub", total, a)
    of_a = writer.binary("fsub", a, writer.binary("fsub", total, of_b))
    return total, writer.binary("fadd", of_a, writer.binary("fsub", b, of_b))
