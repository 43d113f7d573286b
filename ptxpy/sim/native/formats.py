"""Numbers of 19 bits and fewer, from f32 and to it: f16, bf16, tf32, and formats of 4 to 8 bits.

The steps are those of `ptxpy.sim.semantics.conversions`. Codes are integers of 32 bits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.sim.native.rounding import NAN_F32, number
from ptxpy.sim.native.vector_builder import Value

if TYPE_CHECKING:
    from ptxpy.sim.native.vector_builder import VectorBuilder
    from ptxpy.sim.number_formats import Format

__all__ = ["narrow", "widen"]

_INFINITY: Final = 0x7F800000
_MAGNITUDE: Final = 0x7FFFFFFF


def widen(writer: VectorBuilder, layout: Format, code: Value) -> Value:
    """Return the f32 of a code; its NaNs are canonical, but those of bf16 keep their payload."""
    if layout.name == "bf16":
        return writer.bitcast(writer.binary("shl", code, writer.constant(16, "i32")), "float")
    nan = writer.constant(NAN_F32, "float")
    if layout.name == "f16":
        half = writer.bitcast(writer.cast("trunc", code, "i16"), "half")
        value = writer.cast("fpext", half, "float")
        return writer.select(writer.compare("uno", value, value), nan, value)
    magnitude = writer.binary("and", code, writer.constant(layout.sign - 1, "i32"))
    by = writer.constant(23 - layout.fraction_bits, "i32")
    value = writer.bitcast(writer.binary("shl", magnitude, by), "float")
    # The bits are in place, with the exponent of another bias: a product corrects it.
    value = writer.binary("fmul", value, number(writer, 2.0 ** (127 - layout.bias), "float"))
    if layout.infinity is not None:
        is_infinite = writer.compare("eq", magnitude, writer.constant(layout.infinity, "i32"))
        value = writer.select(is_infinite, writer.constant(_INFINITY, "float"), value)
    sign = writer.binary("and", code, writer.constant(layout.sign, "i32"))
    sign = writer.binary("shl", sign, writer.constant(32 - layout.bits, "i32"))
    value = writer.bitcast(writer.binary("or", writer.bitcast(value, "i32"), sign), "float")
    if layout.infinity is not None:
        is_nan = writer.compare("ugt", magnitude, writer.constant(layout.infinity, "i32"))
    elif layout.nan is not None:
        is_nan = writer.compare("eq", magnitude, writer.constant(layout.nan, "i32"))
    else:
        return value
    return writer.select(is_nan, nan, value)


def narrow(
    writer: VectorBuilder,
    layout: Format,
    value: Value,
    rounding: str,
    *,
    satfinite: bool = False,
    relu: bool = False,
    random: tuple[Value, int] | None = None,
) -> Value:
    """Return the code of an f32, rounded: `rn`, `rna`, `rz`, `rm`, `rp`, or `rs` with random bits.

    `ptxpy.sim.semantics.conversions.narrowing` says how numbers too large are rounded.
    """
    bits = writer.bitcast(value, "i32")
    magnitude = writer.binary("and", bits, writer.constant(_MAGNITUDE, "i32"))
    if layout.name == "f16" and rounding == "rn":
        half = writer.bitcast(writer.cast("fptrunc", value, "half"), "i16")
        code = writer.binary("and", writer.resize(half, "i32"), writer.constant(0x7FFF, "i32"))
    else:
        code = _rounded(writer, layout, bits, magnitude, rounding, random)
    if satfinite or not layout.has_f32_exponent:
        limit = _limit(writer, layout, bits, magnitude, rounding, satfinite=satfinite)
        code = _least(writer, code, limit)
    if relu:
        negative = writer.compare("slt", bits, writer.constant(0, "i32"))
        code = writer.select(negative, writer.constant(0, "i32"), code)
    else:
        sign = writer.binary("lshr", bits, writer.constant(31, "i32"))
        sign = writer.binary("shl", sign, writer.constant(layout.bits - 1, "i32"))
        code = writer.binary("or", code, sign)
    nan = layout.maximum if layout.nan is None else layout.nan
    if layout.padding:
        code = writer.binary("shl", code, writer.constant(layout.padding, "i32"))
        nan = (nan + 1 << layout.padding) - 1
    is_nan = writer.compare("ugt", magnitude, writer.constant(_INFINITY, "i32"))
    return writer.select(is_nan, writer.constant(nan, "i32"), code)


def _least(writer: VectorBuilder, a: Value, b: Value) -> Value:
    return writer.select(writer.compare("ult", a, b), a, b)


def _away(writer: VectorBuilder, bits: Value, rounding: str) -> Value:
    """Return the lanes that `rm` or `rp` rounds away from zero."""
    word = "slt" if rounding == "rm" else "sge"
    return writer.compare(word, bits, writer.constant(0, "i32"))


def _rounded(
    writer: VectorBuilder,
    layout: Format,
    bits: Value,
    magnitude: Value,
    rounding: str,
    random: tuple[Value, int] | None,
) -> Value:
    """Return the code of a magnitude, not limited."""
    shift = 23 - layout.fraction_bits
    increment = _increment(writer, bits, shift, rounding, random)
    by = writer.constant(shift, "i32")
    if layout.has_f32_exponent:
        return writer.binary("lshr", writer.binary("add", magnitude, increment), by)
    smallest = writer.constant((128 - layout.bias) << 23, "i32")
    code = writer.select(writer.compare("ugt", magnitude, smallest), magnitude, smallest)
    code = writer.binary("sub", code, writer.constant((127 - layout.bias) << 23, "i32"))
    code = writer.binary("lshr", writer.binary("add", code, increment), by)
    # Below the smallest normal number the first formula gives too large a code, and above it the
    # second one: the lesser one is right.
    return _least(writer, code, _small(writer, layout, bits, magnitude, rounding, random))


def _increment(
    writer: VectorBuilder,
    bits: Value,
    shift: int,
    rounding: str,
    random: tuple[Value, int] | None,
) -> Value:
    """Return what to add below the last bit that is kept, so that cutting off rounds."""
    if random is not None:
        numbers, width = random
        return writer.binary("shl", numbers, writer.constant(shift - width, "i32"))
    if rounding == "rn":
        last = writer.binary("lshr", bits, writer.constant(shift, "i32"))
        last = writer.binary("and", last, writer.constant(1, "i32"))
        return writer.binary("add", last, writer.constant((1 << shift - 1) - 1, "i32"))
    if rounding == "rna":
        return writer.constant(1 << shift - 1, "i32")
    if rounding == "rz":
        return writer.constant(0, "i32")
    every = writer.constant((1 << shift) - 1, "i32")
    return writer.select(_away(writer, bits, rounding), every, writer.constant(0, "i32"))


def _small(
    writer: VectorBuilder,
    layout: Format,
    bits: Value,
    magnitude: Value,
    rounding: str,
    random: tuple[Value, int] | None,
) -> Value:
    """Return magnitudes as multiples of the smallest subnormal number, rounded."""
    value = writer.bitcast(magnitude, "float")
    exponent = layout.bias - 1 + layout.fraction_bits
    if rounding == "rn":
        # The last bit of the anchor is one smallest subnormal: the bits of the sum count them.
        anchor = number(writer, 2.0 ** (23 - exponent), "float")
        total = writer.bitcast(writer.binary("fadd", value, anchor), "i32")
        return writer.binary("sub", total, writer.bitcast(anchor, "i32"))
    extra = 0 if random is None else random[1]
    limit = number(writer, 2.0 ** (1 - layout.bias + layout.exponent_bits), "float")
    value = writer.select(writer.compare("olt", value, limit), value, limit)
    value = writer.binary("fmul", value, number(writer, 2.0 ** (exponent + extra), "float"))
    count = writer.cast("fptoui", value, "i32")
    if random is not None:
        count = writer.binary("add", count, random[0])
        return writer.binary("lshr", count, writer.constant(extra, "i32"))
    if rounding in ("rm", "rp"):
        cut = writer.compare("one", writer.cast("uitofp", count, "float"), value)
        more = writer.binary("and", cut, _away(writer, bits, rounding))
        count = writer.binary("add", count, writer.resize(more, "i32"))
    return count


def _limit(
    writer: VectorBuilder,
    layout: Format,
    bits: Value,
    magnitude: Value,
    rounding: str,
    *,
    satfinite: bool,
) -> Value:
    """Return the largest code that each number may become."""
    largest, beyond = (writer.constant(layout.maximum + more, "i32") for more in (0, 1))
    if satfinite:
        return largest
    if rounding in ("rn", "rna", "rs"):
        return beyond
    is_beyond = writer.compare("uge", magnitude, writer.constant(_INFINITY, "i32"))
    if rounding != "rz":
        is_beyond = writer.binary("or", is_beyond, _away(writer, bits, rounding))
    return writer.select(is_beyond, beyond, largest)
