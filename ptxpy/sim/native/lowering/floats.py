"""Arithmetic of f32 and f64 (PTX ISA 9.7.3), with the bits of the interpreter.

A NaN of single precision is 0x7fffffff, one of double precision the first of the sources, made
quiet. The interpreter does other roundings than that to nearest.
"""

from __future__ import annotations

from typing import Final

from ptxpy.sim.compile.site import Site, types_of
from ptxpy.sim.native.vector_builder import Value
from ptxpy.sim.native.warp_translator import WarpTranslator, lowers
from ptxpy.sim.numpy_types import KINDS

__all__ = [
    "arithmetic", "canonical", "division", "extremum", "flush", "quieted", "saturated", "sign",
]  # fmt: skip

_NAN_F32: Final = 0x7FFFFFFF
_NAN_F64: Final = 0xFFF8000000000000
_QUIET_F64: Final = 0x0008000000000000
_SIGN_F32: Final = 0x80000000


def _flags(site: Site, *allowed: str) -> None:
    """Raise an error for modifiers besides a type and these."""
    types = types_of(site)
    known = {"." + type_ for type_ in types} | set(allowed)
    if not known.issuperset(site.modifiers) or len(types) != 1 or types[0] not in ("f32", "f64"):
        raise site.unsupported()


def flush(writer: WarpTranslator, value: Value) -> Value:
    """Return an f32 with zeros of the same sign in the place of subnormal numbers."""
    bits = writer.as_bits(value)
    exponent = writer.binary("and", bits, writer.constant(0x7F800000, "i32"))
    zero = writer.binary("and", bits, writer.constant(_SIGN_F32, "i32"))
    small = writer.compare("eq", exponent, writer.constant(0, "i32"))
    return writer.bitcast(writer.select(small, zero, bits), "float")


def canonical(writer: WarpTranslator, value: Value) -> Value:
    """Return an f32 with its NaNs being 0x7fffffff."""
    nan = writer.compare("uno", value, value)
    return writer.select(nan, writer.constant(_NAN_F32, "float"), value)


def quieted(writer: WarpTranslator, value: Value, *sources: Value) -> Value:
    """Return an f64 whose NaNs are the first one of the sources, made quiet."""
    nan = writer.constant(_NAN_F64, "i64")
    for source in reversed(sources):
        quiet = writer.binary("or", writer.as_bits(source), writer.constant(_QUIET_F64, "i64"))
        nan = writer.select(writer.compare("uno", source, source), quiet, nan)
    return writer.select(writer.compare("uno", value, value), writer.bitcast(nan, "double"), value)


def _settled(writer: WarpTranslator, value: Value, *sources: Value) -> Value:
    if value.type == "double":
        return quieted(writer, value, *sources)
    return canonical(writer, value)


def saturated(writer: WarpTranslator, value: Value) -> Value:
    """Return an f32 limited to 0 and 1; NaN and -0 become +0."""
    zero, one = writer.constant(0, "float"), writer.constant(0x3F800000, "float")
    value = writer.select(writer.compare("ogt", value, zero), value, zero)
    return writer.select(writer.compare("olt", value, one), value, one)


def _sources(writer: WarpTranslator, site: Site, count: int) -> list[Value]:
    kind = KINDS[types_of(site)[-1]]
    values = [writer.source(site, each, kind) for each in site.operands[1 : count + 1]]
    return [flush(writer, each) for each in values] if site.has(".ftz") else values


def _finish(writer: WarpTranslator, site: Site, value: Value) -> None:
    if site.has(".ftz"):
        value = flush(writer, value)
    if site.has(".sat"):
        value = saturated(writer, value)
    writer.assign(site, site.operands[0], value, KINDS[types_of(site)[-1]], writer.guard(site))


_WORDS: Final = {"add": "fadd", "sub": "fsub", "mul": "fmul"}


def arithmetic(writer: WarpTranslator, site: Site) -> None:
    """Write `add`, `sub`, `mul`, `fma` and `mad`."""
    _flags(site, ".rn", ".ftz", ".sat")
    word = _WORDS.get(site.node.opcode)
    values = _sources(writer, site, 2 if word else 3)
    result = writer.binary(word, *values) if word else writer.intrinsic("fma", *values)
    _finish(writer, site, _settled(writer, result, *values))


@lowers("fma")
def _fma(writer: WarpTranslator, site: Site) -> None:
    arithmetic(writer, site)


def division(writer: WarpTranslator, site: Site) -> None:
    """Write `div`."""
    _flags(site, ".rn", ".ftz", ".full", ".approx")
    values = _sources(writer, site, 2)
    if site.has(".approx"):
        _finish(writer, site, _approximate_quotient(writer, *values))
        return
    _finish(writer, site, _settled(writer, writer.binary("fdiv", *values), *values))


def _approximate_quotient(writer: WarpTranslator, a: Value, b: Value) -> Value:
    """Return `a / b`; if |b| exceeds 2^126, a zero, or NaN for infinite `a`."""
    quotient = writer.binary("fdiv", a, b)
    bits = writer.binary("and", writer.as_bits(b), writer.constant(0x7FFFFFFF, "i32"))
    beyond = writer.compare("ugt", bits, writer.constant(0x7E800000, "i32"))
    finite = writer.compare("ult", bits, writer.constant(0x7F800000, "i32"))
    large = writer.binary("and", beyond, finite)
    signs = writer.binary("xor", writer.as_bits(a), writer.as_bits(b))
    zero = writer.binary("and", signs, writer.constant(_SIGN_F32, "i32"))
    size = writer.binary("and", writer.as_bits(a), writer.constant(0x7FFFFFFF, "i32"))
    is_finite = writer.compare("ult", size, writer.constant(0x7F800000, "i32"))
    other = writer.select(is_finite, zero, writer.constant(_NAN_F32, "i32"))
    return canonical(writer, writer.select(large, writer.bitcast(other, "float"), quotient))


@lowers("rcp")
def _reciprocal(writer: WarpTranslator, site: Site) -> None:
    _flags(site, ".rn", ".ftz", ".approx")
    (value,) = _sources(writer, site, 1)
    if value.type == "double" and not site.has(".rn"):
        raise site.unsupported()
    one = writer.constant(0x3F800000 if value.type == "float" else 0x3FF0000000000000, value.type)
    _finish(writer, site, _settled(writer, writer.binary("fdiv", one, value), value))


@lowers("sqrt")
def _square_root(writer: WarpTranslator, site: Site) -> None:
    _flags(site, ".rn", ".ftz", ".approx")
    (value,) = _sources(writer, site, 1)
    if value.type == "double" and not site.has(".rn"):
        raise site.unsupported()
    root = writer.intrinsic("sqrt", value)
    # LLVM takes a root for a NaN only where its operand is one.
    negative = writer.compare("olt", value, writer.constant(0, value.type))
    nan = _NAN_F32 if value.type == "float" else _NAN_F64
    root = writer.select(negative, writer.constant(nan, value.type), root)
    root = _settled(writer, root, value)
    writer.assign(site, site.operands[0], root, KINDS[types_of(site)[-1]], writer.guard(site))


@lowers("rsqrt")
def _reciprocal_square_root(writer: WarpTranslator, site: Site) -> None:
    _flags(site, ".ftz", ".approx")
    (value,) = _sources(writer, site, 1)
    if value.type == "double":
        raise site.unsupported()
    wide = writer.cast("fpext", value, "double")
    one = writer.constant(0x3FF0000000000000, "double")
    root = writer.binary("fdiv", one, writer.intrinsic("sqrt", wide))
    _finish(writer, site, canonical(writer, writer.cast("fptrunc", root, "float")))


def sign(writer: WarpTranslator, site: Site) -> None:
    """Write `abs` and `neg`."""
    _flags(site, ".ftz")
    (value,) = _sources(writer, site, 1)
    bits = writer.as_bits(value)
    upper = 1 << (31 if value.type == "float" else 63)
    negates = site.node.opcode == "neg"
    mask = writer.constant(upper if negates else ~upper, bits.type)
    changed = writer.bitcast(writer.binary("xor" if negates else "and", bits, mask), value.type)
    if value.type == "float":
        changed = canonical(writer, changed)
    elif not negates:
        changed = writer.select(writer.compare("uno", value, value), value, changed)
    writer.assign(site, site.operands[0], changed, KINDS[types_of(site)[-1]], writer.guard(site))


def extremum(writer: WarpTranslator, site: Site) -> None:
    """Write `min` and `max` of two or three numbers; -0 is less than +0."""
    _flags(site, ".ftz", ".NaN")
    found, *others = _sources(writer, site, len(site.operands) - 1)
    for each in others:
        found = _extreme(writer, site, found, each)
    kind = KINDS[types_of(site)[-1]]
    writer.assign(site, site.operands[0], found, kind, writer.guard(site))


def _extreme(writer: WarpTranslator, site: Site, a: Value, b: Value) -> Value:
    least = site.node.opcode == "min"
    chosen = writer.select(writer.compare("olt" if least else "ogt", a, b), a, b)
    # The lesser of two zeros has a sign if either has, the greater one only if both have.
    signs = writer.binary("or" if least else "and", writer.as_bits(a), writer.as_bits(b))
    equal = writer.compare("oeq", a, b)
    chosen = writer.select(equal, writer.bitcast(signs, a.type), chosen)
    a_nan, b_nan = writer.compare("uno", a, a), writer.compare("uno", b, b)
    if site.has(".NaN"):
        chosen = writer.select(a_nan, a, writer.select(b_nan, b, chosen))
    else:
        chosen = writer.select(a_nan, b, writer.select(b_nan, a, chosen))
    return _settled(writer, chosen, a, b)
