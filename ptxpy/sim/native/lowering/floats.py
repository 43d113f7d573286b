"""Arithmetic of f32, f64 and f32x2 (PTX ISA 9.7.3), with the bits of the interpreter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ptxpy.sim.compile.site import Site, types_of
from ptxpy.sim.compile.table_operations import operation_of
from ptxpy.sim.native.directed import directed_name
from ptxpy.sim.native.elementary import elementary_name
from ptxpy.sim.native.formats import widen
from ptxpy.sim.native.rounding import (
    NAN_F32,
    NAN_F64,
    canonical,
    flush,
    magnitude_bits,
    nan_where,
    number,
    quieted,
    saturated,
    settled,
    sign_bits,
)
from ptxpy.sim.native.vector_builder import BITS, Value, VectorBuilder, vector
from ptxpy.sim.native.warp_translator import WarpTranslator, lowers
from ptxpy.sim.number_formats import BY_NAME

__all__ = ["library"]

_INFINITY_F32: Final = 0x7F800000
_SMALLEST_F32: Final = 0x00800000
_APPROXIMATE: Final = frozenset({"cos", "div", "ex2", "lg2", "rcp", "rsqrt", "sin", "sqrt", "tanh"})


class Form:
    """The flags and the rounding of an instruction."""

    def __init__(self, site: Site) -> None:
        """Take the modifiers of an instruction."""
        names = [word[1:] for word in site.modifiers]
        self.opcode = site.node.opcode
        self.flags = frozenset(names)
        self.ftz = "ftz" in self.flags and names[-1] != "f64"
        self.rounding = next((each for each in names if each in ("rz", "rm", "rp")), "rn")
        # `sqrt.f32` without a modifier, of PTX ISA 1.x, is `sqrt.approx.ftz.f32`.
        self.ftz |= self.opcode in _APPROXIMATE and names == ["f32"]
        self.is_exact = bool({"rn", "rz", "rm", "rp"} & self.flags)
        """Whether the result is the exact one, rounded."""


@lowers(
    "abs", "add", "copysign", "cos", "div", "ex2", "fma", "lg2", "mad", "max", "min", "mul", "neg",
    "rcp", "rsqrt", "sin", "sqrt", "sub", "tanh", "testp",
    of="floats",
)  # fmt: skip
def _floats(writer: WarpTranslator, site: Site) -> None:
    operands = site.operands[1:]
    operation = operation_of(site.node.opcode, site.modifiers, len(operands))
    if operation is None or len(operation.sources) != len(operands):
        raise site.unsupported()
    form = Form(site)
    types = types_of(site)
    if types[-1] == "f32x2":
        result = _pairs(writer, site, form)
        writer.assign(site, site.operands[0], result, operation.result, writer.guard(site))
        return
    # The NaN of a chain of sums and products is a canonical one behind the last of them.
    is_chained = types == ["f32"] and site.node.opcode in _CHAINED and not form.flags & _BIT_FLAGS
    values = [
        (writer.plain_number(site, each) if is_chained else None) or writer.source(site, each, kind)
        for each, kind in zip(operands, operation.sources, strict=True)
    ]
    if len(types) > 1:
        # `fma.rn.f32.f16 d, a, b, c`: all but the last source are halves.
        layout = BY_NAME[types[-1]]
        values[:-1] = [widen(writer, layout, writer.resize(each, "i32")) for each in values[:-1]]
    result = _computed(writer, site, form, values)
    guard = writer.guard(site)
    writer.assign(site, site.operands[0], result, operation.result, guard)
    if is_chained and guard is None and form.rounding == "rn":
        writer.note_plain_number(site, site.operands[0], _uncorrected(writer, form, values))


_CHAINED: Final = frozenset({"add", "sub", "mul", "fma", "mad"})
_BIT_FLAGS: Final = frozenset({"ftz", "sat"})


def _uncorrected(writer: WarpTranslator, form: Form, values: list[Value]) -> Value:
    """Return a sum or product whose NaNs have any bits; LLVM knows that it is computed already."""
    operation = {"add": "fadd", "sub": "fsub", "mul": "fmul"}.get(form.opcode)
    if operation is None:
        return writer.intrinsic("fma", *values)
    return writer.binary(operation, *values)


def _pairs(writer: WarpTranslator, site: Site, form: Form) -> Value:
    """Return the result of an instruction on two f32 in each register of 64 bits."""
    registers = [writer.source(site, each, "u8") for each in site.operands[1:]]
    shift = writer.constant(32, "i64")
    parts = []
    for upper in (False, True):
        words = [writer.binary("lshr", each, shift) if upper else each for each in registers]
        values = [writer.bitcast(writer.resize(each, "i32"), "float") for each in words]
        value = writer.bitcast(_computed(writer, site, form, values), "i32")
        parts.append(writer.resize(value, "i64"))
    return writer.binary("or", parts[0], writer.binary("shl", parts[1], shift))


def _computed(writer: WarpTranslator, site: Site, form: Form, values: list[Value]) -> Value:
    """Return the result of an instruction; `.ftz` and `.sat` are the same for all."""
    compute = _FUNCTIONS[form.opcode]
    if form.opcode in ("copysign", "testp"):
        return compute(writer, form, *values)
    if values[0].type == "double" and "approx" in form.flags and "ftz" in form.flags:
        return _of_upper_half(writer, site, *values)
    if form.ftz:
        values = [flush(writer, each) for each in values]
    result = compute(writer, form, *values)
    if form.ftz and form.opcode in _FLUSHED:
        result = flush(writer, result)
    return saturated(writer, result) if "sat" in form.flags else result


_FLUSHED: Final = frozenset(
    {"add", "sub", "mul", "fma", "mad", "div", "rcp", "rsqrt", "sin", "cos", "lg2", "ex2"}
)
"""Opcodes whose results `.ftz` flushes; those of others are no smaller than their sources."""


def _rounded(writer: WarpTranslator, form: Form, operation: str, *values: Value) -> Value:
    """Return the result of an operation of LLVM, with the rounding of an instruction."""
    type_ = values[0].type
    if form.rounding != "rn":
        name = directed_name(operation, form.rounding, type_)
        result = library(writer, name, *values)
    elif operation in ("fma", "sqrt"):
        result = writer.intrinsic(operation, *values)
    else:
        result = writer.binary(operation, *values)
    return settled(writer, result, *values)


def library(writer: WarpTranslator, name: str, *values: Value) -> Value:
    """Return the result of a function of the run-time on vectors of one type."""
    kind = vector(values[0].type)
    writer.helpers[name] = None
    writer.declare(f'declare {kind} @"{name}"({", ".join([kind] * len(values))})')
    listed = ", ".join(f"{kind} {each.text}" for each in values)
    return Value(writer.let(f'call {kind} @"{name}"({listed})'), values[0].type)


def _sum(writer: WarpTranslator, form: Form, a: Value, b: Value) -> Value:
    return _rounded(writer, form, "fadd", a, b)


def _difference(writer: WarpTranslator, form: Form, a: Value, b: Value) -> Value:
    return _rounded(writer, form, "fsub", a, b)


def _product(writer: WarpTranslator, form: Form, a: Value, b: Value) -> Value:
    return _rounded(writer, form, "fmul", a, b)


def _fused(writer: WarpTranslator, form: Form, a: Value, b: Value, c: Value) -> Value:
    return _rounded(writer, form, "fma", a, b, c)


def _quotient(writer: WarpTranslator, form: Form, a: Value, b: Value) -> Value:
    quotient = _rounded(writer, form, "fdiv", a, b)
    if form.is_exact or a.type == "double" or "full" in form.flags:
        return quotient
    # If |b| exceeds 2^126, the result is a zero, or NaN for infinite `a`.
    size = magnitude_bits(writer, b)
    beyond = writer.compare("ugt", size, writer.constant(0x7E800000, "i32"))
    infinity = writer.constant(_INFINITY_F32, "i32")
    large = writer.binary("and", beyond, writer.compare("ult", size, infinity))
    signs = writer.binary("xor", sign_bits(writer, a), sign_bits(writer, b))
    finite = writer.compare("ult", magnitude_bits(writer, a), infinity)
    other = writer.select(finite, signs, writer.constant(NAN_F32, "i32"))
    return writer.select(large, writer.bitcast(other, "float"), quotient)


def _reciprocal(writer: WarpTranslator, form: Form, a: Value) -> Value:
    return _rounded(writer, form, "fdiv", number(writer, 1.0, a.type), a)


def _square_root(writer: WarpTranslator, form: Form, a: Value) -> Value:
    root = _rounded(writer, form, "sqrt", a)
    # LLVM takes a root for a NaN only where its operand is one.
    negative = writer.compare("olt", a, writer.constant(0, a.type))
    nan = writer.constant(NAN_F32, "i32") if a.type == "float" else writer.constant(NAN_F64, "i64")
    return nan_where(writer, negative, nan, root)


def _reciprocal_square_root(writer: WarpTranslator, form: Form, a: Value) -> Value:
    del form
    wide = writer.cast("fpext", a, "double")
    one = number(writer, 1.0, "double")
    root = writer.binary("fdiv", one, writer.intrinsic("sqrt", wide))
    if a.type == "float":
        return canonical(writer, writer.cast("fptrunc", root, "float"))
    negative = writer.compare("olt", a, writer.constant(0, "double"))
    root = quieted(writer, root, a)
    return nan_where(writer, negative, writer.constant(NAN_F64, "i64"), root)


def _elementary(writer: WarpTranslator, form: Form, a: Value) -> Value:
    return library(writer, elementary_name(form.opcode, "rn"), a)


def _of_upper_half(writer: WarpTranslator, site: Site, a: Value) -> Value:
    """Return `rcp.approx.ftz.f64` and `rsqrt.approx.ftz.f64`, which know the upper 32 bits."""
    value = _upper(writer, writer.bitcast(a, "i64"))
    one = number(writer, 1.0, "double")
    if site.node.opcode == "rsqrt":
        value = writer.intrinsic("sqrt", value)
    value = writer.binary("fdiv", one, value)
    # Just below a half, and the last bit that stays, make ties go to even.
    bits = writer.bitcast(value, "i64")
    last = writer.binary("lshr", bits, writer.constant(32, "i64"))
    last = writer.binary("and", last, writer.constant(1, "i64"))
    more = writer.binary("add", last, writer.constant(0x7FFFFFFF, "i64"))
    rounded = writer.binary("add", bits, more)
    nan = writer.compare("uno", value, value)
    return _upper(writer, writer.select(nan, bits, rounded))


def _upper(writer: WarpTranslator, bits: Value) -> Value:
    """Return an f64 without its lower 32 bits, its subnormals flushed, its NaNs canonical."""
    bits = writer.binary("and", bits, writer.constant(0xFFFFFFFF << 32, "i64"))
    value = writer.bitcast(bits, "double")
    exponent = writer.binary("and", bits, writer.constant(0x7FF << 52, "i64"))
    small = writer.compare("eq", exponent, writer.constant(0, "i64"))
    zero = writer.bitcast(sign_bits(writer, value), "double")
    nan = writer.compare("uno", value, value)
    found = writer.select(small, zero, value)
    return writer.select(nan, writer.constant(NAN_F32 << 32, "double"), found)


def _sign(writer: WarpTranslator, form: Form, value: Value) -> Value:
    """Return the result of `abs` or `neg`."""
    bits = writer.as_bits(value)
    upper = 1 << (BITS[value.type] - 1)
    negates = form.opcode == "neg"
    mask = writer.constant(upper if negates else ~upper, bits.type)
    changed = writer.bitcast(writer.binary("xor" if negates else "and", bits, mask), value.type)
    if value.type == "float":
        return canonical(writer, changed)
    if negates:
        return changed
    return writer.select(writer.compare("uno", value, value), value, changed)


def _copysign(writer: WarpTranslator, form: Form, a: Value, b: Value) -> Value:
    del form
    bits = writer.binary("or", sign_bits(writer, a), magnitude_bits(writer, b))
    return writer.bitcast(bits, b.type)


def _property(writer: WarpTranslator, form: Form, value: Value) -> Value:
    """Return whether a number has the property that `testp` names."""
    size = magnitude_bits(writer, value)
    single = value.type == "float"
    infinity = writer.constant(_INFINITY_F32 if single else 0x7FF << 52, size.type)
    smallest = writer.constant(_SMALLEST_F32 if single else 1 << 52, size.type)
    if "number" in form.flags:
        return writer.compare("ule", size, infinity)
    if "notanumber" in form.flags:
        return writer.compare("ugt", size, infinity)
    if "infinite" in form.flags:
        return writer.compare("eq", size, infinity)
    finite = writer.compare("ult", size, infinity)
    if "finite" in form.flags:
        return finite
    small = writer.compare("ult", size, smallest)
    some = writer.compare("ne", size, writer.constant(0, size.type))
    subnormal = writer.binary("and", small, some)
    if "subnormal" in form.flags:
        return subnormal
    return writer.binary("and", finite, writer.invert(subnormal))


def _extremum(writer: WarpTranslator, form: Form, *values: Value) -> Value:
    """Return the result of `min` and `max` of two or three numbers; -0 is less than +0."""
    sizes = values
    if "abs" in form.flags:
        sizes = tuple(writer.bitcast(magnitude_bits(writer, each), each.type) for each in values)
    found, *others = sizes
    for each in others:
        found = _extreme(writer, form, found, each)
    if "xorsign" not in form.flags:
        return found
    signs = writer.binary("xor", sign_bits(writer, values[0]), sign_bits(writer, values[1]))
    signed = writer.bitcast(writer.binary("or", writer.as_bits(found), signs), found.type)
    # The canonical NaN has no sign.
    return writer.select(writer.compare("uno", found, found), found, signed)


def _extreme(writer: VectorBuilder, form: Form, a: Value, b: Value) -> Value:
    least = form.opcode == "min"
    chosen = writer.select(writer.compare("olt" if least else "ogt", a, b), a, b)
    # The lesser of two zeros has a sign if either has, the greater one only if both have.
    word = "i32" if a.type == "float" else "i64"
    signs = writer.binary(
        "or" if least else "and", writer.bitcast(a, word), writer.bitcast(b, word)
    )
    equal = writer.compare("oeq", a, b)
    chosen = writer.select(equal, writer.bitcast(signs, a.type), chosen)
    a_nan, b_nan = writer.compare("uno", a, a), writer.compare("uno", b, b)
    if "NaN" in form.flags:
        chosen = writer.select(a_nan, a, writer.select(b_nan, b, chosen))
    else:
        chosen = writer.select(a_nan, b, writer.select(b_nan, a, chosen))
    return settled(writer, chosen, a, b)


_FUNCTIONS: Final[dict[str, Callable[..., Value]]] = {
    "abs": _sign,
    "add": _sum,
    "copysign": _copysign,
    "cos": _elementary,
    "div": _quotient,
    "ex2": _elementary,
    "fma": _fused,
    "lg2": _elementary,
    "mad": _fused,
    "max": _extremum,
    "min": _extremum,
    "mul": _product,
    "neg": _sign,
    "rcp": _reciprocal,
    "rsqrt": _reciprocal_square_root,
    "sin": _elementary,
    "sqrt": _square_root,
    "sub": _difference,
    "tanh": _elementary,
    "testp": _property,
}
