"""`cvt` between integers, f16, f32 and f64 (PTX ISA 9.7.9.21)."""

from __future__ import annotations

from typing import Final

from ptxpy.sim.compile.site import Site
from ptxpy.sim.native.lowering.floats import canonical, flush, saturated
from ptxpy.sim.native.vector_builder import BITS, Value, type_of_kind
from ptxpy.sim.native.warp_translator import WarpTranslator, lowers
from ptxpy.sim.numpy_types import KINDS

_INTEGRAL: Final = {".rni": "roundeven", ".rzi": "trunc", ".rmi": "floor", ".rpi": "ceil"}
_INTEGERS: Final = frozenset(f"{sign}{bits}" for sign in "us" for bits in (8, 16, 32, 64))


@lowers("cvt")
def _cvt(writer: WarpTranslator, site: Site) -> None:
    if site.has(".pack") or len(site.operands[1:]) > 1:
        raise site.unsupported()
    *flags, target, source = (word[1:] for word in site.modifiers)
    if target in _INTEGERS and source in _INTEGERS:
        value = _integer(writer, site, target, source, set(flags))
    elif target in _INTEGERS and source in ("f32", "f64"):
        value = _truncated(writer, site, target, source, set(flags))
    elif target in ("f32", "f64") and source in _INTEGERS:
        value = _number(writer, site, target, source, set(flags))
    elif {target, source} <= {"f32", "f64", "f16"}:
        value = _float(writer, site, target, source, set(flags))
    else:
        raise site.unsupported()
    kind = "u2" if target == "f16" else KINDS[target]
    writer.assign(site, site.operands[0], value, kind, writer.guard(site))


def _integer(
    writer: WarpTranslator, site: Site, target: str, source: str, flags: set[str]
) -> Value:
    if flags - {"sat"}:
        raise site.unsupported()
    value = writer.source(site, site.operands[1], KINDS[source])
    bits, wanted = int(source[1:]), int(target[1:])
    signed, to_signed = source[0] == "s", target[0] == "s"
    if "sat" in flags:
        low = -(1 << wanted - 1) if to_signed else 0
        high = (1 << wanted - 1) - 1 if to_signed else (1 << wanted) - 1
        least = -(1 << bits - 1) if signed else 0
        most = (1 << bits - 1) - 1 if signed else (1 << bits) - 1
        sign = "s" if signed else "u"
        if low > least:
            limit = writer.constant(low, value.type)
            value = writer.select(writer.compare(f"{sign}gt", value, limit), value, limit)
        if high < most:
            limit = writer.constant(high, value.type)
            value = writer.select(writer.compare(f"{sign}lt", value, limit), value, limit)
    return writer.resize(value, type_of_kind(KINDS[target]), signed=signed)


def _truncated(
    writer: WarpTranslator, site: Site, target: str, source: str, flags: set[str]
) -> Value:
    rounding = next((word for word in site.modifiers if word in _INTEGRAL), "")
    if not rounding or flags - {rounding[1:], "ftz", "sat"}:
        raise site.unsupported()
    value = writer.source(site, site.operands[1], KINDS[source])
    if "ftz" in flags and source == "f32":
        value = flush(writer, value)
    integral = writer.intrinsic(_INTEGRAL[rounding], value)
    wanted = type_of_kind(KINDS[target])
    word = "fptosi" if target[0] == "s" else "fptoui"
    size = f"v32{wanted}.v32{'f32' if value.type == 'float' else 'f64'}"
    found = writer.call(f"llvm.{word}.sat.{size}", wanted, integral)
    if source == "f64" or target[1:] == "64":
        # A NaN is the integer whose upper bit alone is set.
        upper = writer.constant(1 << (BITS[wanted] - 1), wanted)
        found = writer.select(writer.compare("uno", value, value), upper, found)
    return found


def _number(writer: WarpTranslator, site: Site, target: str, source: str, flags: set[str]) -> Value:
    if flags - {"rn"} or "rn" not in flags:
        raise site.unsupported()
    value = writer.source(site, site.operands[1], KINDS[source])
    word = "sitofp" if source[0] == "s" else "uitofp"
    return writer.cast(word, value, type_of_kind(KINDS[target]))


def _float(writer: WarpTranslator, site: Site, target: str, source: str, flags: set[str]) -> Value:
    rounding = next((word for word in site.modifiers if word in _INTEGRAL), "")
    if flags - {"rn", "ftz", "sat", rounding[1:]} or (rounding and target != source):
        raise site.unsupported()
    if source == "f16" or target == "f16":
        return _half(writer, site, target, source, flags)
    value = writer.source(site, site.operands[1], KINDS[source])
    if "sat" in flags and target != "f32":
        raise site.unsupported()
    if "ftz" in flags and source == "f32":
        value = flush(writer, value)
    if target == "f64":
        if source == "f32":
            return writer.cast("fpext", value, "double")
        if rounding:
            raise site.unsupported()
        return value
    if rounding:
        value = writer.intrinsic(_INTEGRAL[rounding], value)
    if source == "f64":
        if "rn" not in flags:
            raise site.unsupported()
        value = canonical(writer, writer.cast("fptrunc", value, "float"))
    elif rounding or "ftz" in flags:
        value = canonical(writer, value)
    if "ftz" in flags:
        value = flush(writer, value)
    return saturated(writer, value) if "sat" in flags else value


def _half(writer: WarpTranslator, site: Site, target: str, source: str, flags: set[str]) -> Value:
    """Return a conversion between f16 and f32; its NaNs are 0x7fff and 0x7fffffff."""
    if source == "f16" and target == "f32" and not flags:
        half = writer.bitcast(writer.source(site, site.operands[1], "u2"), "half")
        return canonical(writer, writer.cast("fpext", half, "float"))
    if source == "f32" and target == "f16" and flags == {"rn"}:
        value = writer.source(site, site.operands[1], "f4")
        bits = writer.as_bits(writer.cast("fptrunc", value, "half"))
        nan = writer.compare("uno", value, value)
        return writer.select(nan, writer.constant(0x7FFF, "i16"), bits)
    raise site.unsupported()
