"""Arithmetic of f16, bf16, f16x2 and bf16x2 (PTX ISA 9.7.4), with the bits of the interpreter.

Values are codes in integers of 32 bits. Results are computed exactly and rounded once; NaN results
are 0x7fff; see `ptxpy.sim.semantics.floats.half`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ptxpy.sim.compile.site import Site
from ptxpy.sim.compile.table_operations import operation_of
from ptxpy.sim.native.elementary import elementary_name
from ptxpy.sim.native.formats import narrow, widen
from ptxpy.sim.native.lowering.floats import library
from ptxpy.sim.native.rounding import flush, number, single, toward_odd, two_sum
from ptxpy.sim.native.vector_builder import Value, VectorBuilder
from ptxpy.sim.native.warp_translator import WarpTranslator, lowers
from ptxpy.sim.number_formats import BY_NAME, OOB_NAN, Format, element

__all__ = ["comparison", "flushed_code", "parts_of", "saturated_code"]

_NAN: Final = 0x7FFF
_SIGN: Final = 0x8000
_MAGNITUDE: Final = 0x7FFF


class Form:
    """A format, the parts of a register and the flags of an instruction."""

    def __init__(self, site: Site) -> None:
        """Take the modifiers of an instruction."""
        names = [part for word in site.modifiers for part in word[1:].split(".")]
        *flags, kind = names
        name, self.count = element(kind)
        self.layout: Format = BY_NAME[name]
        self.flags = frozenset(flags)
        self.rounding = next((each for each in flags if each in ("rz", "rm", "rp")), "rn")


def parts_of(writer: VectorBuilder, value: Value, count: int) -> list[Value]:
    """Return the codes of a register: of one number, or of two, the lower one first."""
    wide = writer.resize(value, "i32")
    if count == 1:
        return [wide]
    low = writer.binary("and", wide, writer.constant(0xFFFF, "i32"))
    return [low, writer.binary("lshr", wide, writer.constant(16, "i32"))]


@lowers("add", "sub", "mul", "fma", "neg", "abs", "min", "max", "ex2", "tanh", of="halves")
def _halves(writer: WarpTranslator, site: Site) -> None:
    operation = operation_of(site.node.opcode, site.modifiers, len(site.operands) - 1)
    if operation is None or len(operation.sources) != len(site.operands) - 1:
        raise site.unsupported()
    form = Form(site)
    compute = _FUNCTIONS[site.node.opcode]
    sources = [
        parts_of(writer, writer.source(site, each, kind), form.count)
        for each, kind in zip(site.operands[1:], operation.sources, strict=True)
    ]
    low, *high = (compute(writer, form, *codes) for codes in zip(*sources, strict=True))
    if high:
        upper = writer.binary("shl", high[0], writer.constant(16, "i32"))
        low = writer.binary("or", low, upper)
    result = writer.resize(low, f"i{8 * int(operation.result[1:])}")
    writer.assign(site, site.operands[0], result, operation.result, writer.guard(site))


def flushed_code(writer: VectorBuilder, layout: Format, code: Value) -> Value:
    """Return a code with zeros of the same sign in the place of subnormal numbers."""
    magnitude = writer.binary("and", code, writer.constant(_MAGNITUDE, "i32"))
    smallest = writer.constant(layout.smallest_normal, "i32")
    zero = writer.binary("and", code, writer.constant(_SIGN, "i32"))
    return writer.select(writer.compare("ult", magnitude, smallest), zero, code)


def saturated_code(writer: VectorBuilder, layout: Format, code: Value) -> Value:
    """Return a code limited to 0 and 1; NaNs and -0 become +0."""
    one = writer.constant(layout.one, "i32")
    limited = writer.select(writer.compare("ult", code, one), code, one)
    # Codes above that of infinity are negative numbers and NaNs.
    beyond = writer.compare("ugt", code, writer.constant(layout.maximum + 1, "i32"))
    return writer.select(beyond, writer.constant(0, "i32"), limited)


def _widened(writer: VectorBuilder, form: Form, code: Value) -> Value:
    """Return the f32 of an operand; `.ftz` takes subnormal f16 for zeros."""
    if "ftz" in form.flags and form.layout.name == "f16":
        code = flushed_code(writer, form.layout, code)
    return widen(writer, form.layout, code)


def _finished(writer: VectorBuilder, form: Form, value: Value, *codes: Value) -> Value:
    """Round an f32 to the code of the result, limited as the modifiers say."""
    code = narrow(writer, form.layout, value, form.rounding, relu="relu" in form.flags)
    if "ftz" in form.flags:
        code = flushed_code(writer, form.layout, code)
    if "sat" in form.flags:
        code = saturated_code(writer, form.layout, code)
    if "oob" in form.flags:
        # The NaN that marks an element out of bounds makes a zero of the result.
        marked = [writer.compare("eq", each, writer.constant(OOB_NAN, "i32")) for each in codes[:2]]
        outside = writer.binary("or", *marked)
        code = writer.select(outside, writer.constant(0, "i32"), code)
    return code


def _sum(writer: VectorBuilder, form: Form, a: Value, b: Value) -> Value:
    # An f32 has more than twice the bits: rounding the sum to it first does no harm.
    total = writer.binary("fadd", _widened(writer, form, a), _widened(writer, form, b))
    return _finished(writer, form, total)


def _difference(writer: VectorBuilder, form: Form, a: Value, b: Value) -> Value:
    return _sum(writer, form, a, writer.binary("xor", b, writer.constant(_SIGN, "i32")))


def _product(writer: VectorBuilder, form: Form, a: Value, b: Value) -> Value:
    left, right = _widened(writer, form, a), _widened(writer, form, b)
    if not form.layout.has_f32_exponent:
        return _finished(writer, form, writer.binary("fmul", left, right))
    # Small products of bf16 are exact in double precision alone.
    wide = [writer.cast("fpext", each, "double") for each in (left, right)]
    return _finished(writer, form, single(writer, writer.binary("fmul", *wide), "odd"))


def _fused(writer: VectorBuilder, form: Form, a: Value, b: Value, c: Value) -> Value:
    x, y, z = (_widened(writer, form, each) for each in (a, b, c))
    if not form.layout.has_f32_exponent:
        # The product is exact; the sum is rounded to odd, so that one rounding alone counts.
        total, error = two_sum(writer, writer.binary("fmul", x, y), z)
        return _finished(writer, form, toward_odd(writer, total, error), a, b)
    x, y, z = (writer.cast("fpext", each, "double") for each in (x, y, z))
    product = writer.binary("fmul", x, y)
    total, error = two_sum(writer, product, z)
    if form.rounding == "rm":
        zero = writer.compare("oeq", total, writer.constant(0, "double"))
        signs = writer.binary("or", writer.bitcast(product, "i64"), writer.bitcast(z, "i64"))
        some = writer.compare("slt", signs, writer.constant(0, "i64"))
        minus = writer.constant(1 << 63, "double")
        total = writer.select(writer.binary("and", zero, some), minus, total)
    total = toward_odd(writer, total, error)
    return _finished(writer, form, single(writer, total, "odd"), a, b)


def _negated(writer: VectorBuilder, form: Form, code: Value) -> Value:
    if "ftz" in form.flags:
        code = flushed_code(writer, form.layout, code)
    return writer.binary("xor", code, writer.constant(_SIGN, "i32"))


def _magnitude(writer: VectorBuilder, form: Form, code: Value) -> Value:
    if "ftz" in form.flags:
        code = flushed_code(writer, form.layout, code)
    return writer.binary("and", code, writer.constant(_MAGNITUDE, "i32"))


def _elementary(opcode: str) -> Callable[..., Value]:
    def compute(writer: WarpTranslator, form: Form, code: Value) -> Value:
        value = widen(writer, form.layout, code)
        if "ftz" in form.flags:
            value = flush(writer, value)
        result = library(writer, elementary_name(opcode, "odd"), value)
        if "ftz" in form.flags:
            # The results are positive; those below the smallest normal number are zeros.
            smallest = number(writer, 2.0 ** (1 - form.layout.bias), "float")
            small = writer.compare("olt", result, smallest)
            result = writer.select(small, number(writer, 0.0, "float"), result)
        return narrow(writer, form.layout, result, "rn")

    return compute


def _extremum(word: str) -> Callable[..., Value]:
    def compute(writer: VectorBuilder, form: Form, first: Value, *others: Value) -> Value:
        for each in others:
            first = _extreme(writer, form, word, first, each)
        return first

    return compute


def _extreme(writer: VectorBuilder, form: Form, word: str, a: Value, b: Value) -> Value:
    """Return the lesser or greater of two numbers; -0 is less than +0."""
    if "ftz" in form.flags:
        a, b = (flushed_code(writer, form.layout, each) for each in (a, b))
    magnitude, infinity = (
        writer.constant(each, "i32") for each in (_MAGNITUDE, form.layout.maximum + 1)
    )
    signs = writer.binary("xor", a, b)
    signs = writer.binary("and", signs, writer.constant(_SIGN, "i32"))
    of_a, of_b = (writer.binary("and", each, magnitude) for each in (a, b))
    nan_a, nan_b = (writer.compare("ugt", each, infinity) for each in (of_a, of_b))
    if "xorsign" in form.flags:
        a, b = of_a, of_b
    test = writer.compare(word, _key(writer, a), _key(writer, b))
    result = writer.select(test, a, b)
    some, both = writer.binary("or", nan_a, nan_b), writer.binary("and", nan_a, nan_b)
    nan = some if "NaN" in form.flags else both
    # Without `.NaN` a number wins over a NaN.
    result = writer.select(nan_a, b, writer.select(nan_b, a, result))
    if "xorsign" in form.flags:
        result = writer.binary("or", result, signs)
    return writer.select(nan, writer.constant(_NAN, "i32"), result)


def _key(writer: VectorBuilder, code: Value) -> Value:
    """Return signed integers in the order of the numbers."""
    signed = writer.cast("sext", writer.cast("trunc", code, "i16"), "i32")
    signs = writer.binary("ashr", signed, writer.constant(31, "i32"))
    # Negative codes are ordered backwards: all bits but the sign are complemented.
    return writer.binary(
        "xor", signed, writer.binary("and", signs, writer.constant(_MAGNITUDE, "i32"))
    )


_FUNCTIONS: Final[dict[str, Callable[..., Value]]] = {
    "add": _sum,
    "sub": _difference,
    "mul": _product,
    "fma": _fused,
    "neg": _negated,
    "abs": _magnitude,
    "ex2": _elementary("ex2"),
    "tanh": _elementary("tanh"),
    "min": _extremum("slt"),
    "max": _extremum("sgt"),
}


def comparison(
    writer: VectorBuilder, predicate: str, kind: str, a: Value, b: Value, *, ftz: bool
) -> list[Value]:
    """Return whether a comparison of LLVM holds, of each part of two registers, the lower first."""
    name, count = element(kind)
    layout = BY_NAME[name]
    found = []
    for codes in zip(*(parts_of(writer, each, count) for each in (a, b)), strict=True):
        values = []
        for code in codes:
            flushed = flushed_code(writer, layout, code) if ftz and name == "f16" else code
            value = widen(writer, layout, flushed)
            values.append(flush(writer, value) if ftz and name == "bf16" else value)
        found.append(writer.compare(predicate, *values))
    return found
