"""`cvt` and `cvt.pack` (PTX ISA 9.7.9.21 and 9.7.9.22), in the steps of the interpreter."""

from __future__ import annotations

from typing import Final

from ptxpy.sim.compile.site import Site
from ptxpy.sim.compile.table_operations import conversion_of
from ptxpy.sim.native.formats import narrow, widen
from ptxpy.sim.native.lowering.halves import saturated_code
from ptxpy.sim.native.rounding import canonical, flush, number, saturated, single, stepped
from ptxpy.sim.native.vector_builder import BITS, Value, type_of_kind
from ptxpy.sim.native.warp_translator import WarpTranslator, lowers
from ptxpy.sim.number_formats import BY_NAME, Format, element
from ptxpy.sim.numpy_types import KINDS

_INTEGRAL: Final = {"rni": "roundeven", "rzi": "trunc", "rmi": "floor", "rpi": "ceil"}
_ROUNDINGS: Final = frozenset({"rn", "rz", "rm", "rp", "rna"})
_INTEGERS: Final = frozenset(f"{sign}{bits}" for sign in "us" for bits in (8, 16, 32, 64))
_FLOATS: Final = frozenset({"f16", "bf16", "tf32", "f32", "f64"})


@lowers("cvt")
def _cvt(writer: WarpTranslator, site: Site) -> None:
    operation = conversion_of(site.modifiers)
    if operation is None:
        raise site.unsupported()
    if site.has(".pack"):
        value = _packed_integers(writer, site)
    else:
        *flags, target, source = (word[1:] for word in site.modifiers)
        known = _INTEGERS | _FLOATS
        if target in known and source in known:
            value = writer.source(site, site.operands[1], KINDS[source])
            value = _converted(writer, site, value, target, source, frozenset(flags))
        else:
            value = _packed(writer, site, target, source, frozenset(flags))
    kind = operation.result
    if value.type not in ("float", "double"):
        # A code of 32 bits goes to a register of the size of its type.
        value = writer.resize(value, type_of_kind(f"u{kind[1:]}"))
    writer.assign(site, site.operands[0], value, kind, writer.guard(site))


def _converted(
    writer: WarpTranslator,
    site: Site,
    value: Value,
    target: str,
    source: str,
    flags: frozenset[str],
) -> Value:
    """Return the conversion of one number; a format narrower than f32 is a code of 32 bits."""
    rounding = next(iter(flags & _ROUNDINGS), "")
    integral = next(iter(flags & _INTEGRAL.keys()), "")
    if "sat" in flags and target in ("bf16", "tf32"):
        raise site.unsupported()
    if target in _INTEGERS and source in _INTEGERS:
        return _integer(writer, value, target, source, saturates="sat" in flags)
    if source in _INTEGERS:
        if target in ("f32", "f64"):
            result = _number(writer, value, source, target, rounding)
        else:
            # Rounding to odd first, so that the second rounding is that of the integer.
            odd = _number(writer, value, source, "f32", "odd")
            result = narrow(writer, BY_NAME[target], odd, rounding)
    elif target in _INTEGERS:
        value = _widened(writer, value, source, flags)
        return _truncated(writer, value, target, source, integral)
    else:
        result = _between_floats(writer, value, target, source, flags, rounding, integral)
    if "sat" not in flags:
        return result
    if target == "f16":
        return saturated_code(writer, BY_NAME[target], result)
    return saturated(writer, result)


def _integer(
    writer: WarpTranslator, value: Value, target: str, source: str, *, saturates: bool
) -> Value:
    bits, wanted = int(source[1:]), int(target[1:])
    signed, to_signed = source[0] == "s", target[0] == "s"
    if saturates:
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
    writer: WarpTranslator, value: Value, target: str, source: str, rounding: str
) -> Value:
    """Return the integer of an f32 or f64, clamped to the range of its type."""
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


def _number(writer: WarpTranslator, value: Value, source: str, target: str, rounding: str) -> Value:
    """Return the f32 or f64 of an integer; the rounding may be `odd`."""
    type_ = type_of_kind(KINDS[target])
    signed = source[0] == "s"
    result = writer.cast("sitofp" if signed else "uitofp", value, type_)
    if rounding == "rn" or int(source[1:]) <= (16 if target == "f32" else 32):
        return result
    # The integer of the nearest number tells on which side it is; one too large is limited, and so
    # is no less than the source.
    word, sign = ("fptosi", "s") if signed else ("fptoui", "u")
    size = f"v32{value.type}.v32{'f32' if type_ == 'float' else 'f64'}"
    back = writer.call(f"llvm.{word}.sat.{size}", value.type, result)
    over = number(writer, 2.0 ** (BITS[value.type] - signed), type_)
    beyond = writer.compare("oeq", result, over)
    above = writer.binary("or", beyond, writer.compare(f"{sign}gt", back, value))
    below = writer.compare(f"{sign}lt", back, value)
    zero, none = writer.constant(0, type_), writer.constant(0, "i1")
    if rounding == "odd":
        bits = writer.as_bits(result)
        last = writer.binary("and", bits, writer.constant(1, bits.type))
        even = writer.compare("eq", last, writer.constant(0, bits.type))
        return stepped(
            writer, result, writer.binary("and", below, even), writer.binary("and", above, even)
        )
    if rounding == "rz":
        below = writer.binary("and", below, writer.compare("olt", result, zero))
        above = writer.binary("and", above, writer.compare("ogt", result, zero))
    up = none if rounding == "rm" else below
    down = none if rounding == "rp" else above
    return stepped(writer, result, up, down)


def _widened(writer: WarpTranslator, value: Value, source: str, flags: frozenset[str]) -> Value:
    """Return a floating-point number as f32 or f64."""
    if source == "f64":
        return value
    if source == "f32":
        return flush(writer, value) if "ftz" in flags else value
    return widen(writer, BY_NAME[source], writer.resize(value, "i32"))


def _between_floats(
    writer: WarpTranslator,
    value: Value,
    target: str,
    source: str,
    flags: frozenset[str],
    rounding: str,
    integral: str,
) -> Value:
    # `cvt.f16.f16` moves the bits, unless it rounds to an integral value.
    if target == source and target not in ("f32", "f64") and not integral:
        return writer.resize(value, "i32")
    value = _widened(writer, value, source, flags)
    if integral:
        value = writer.intrinsic(_INTEGRAL[integral], value)
    if target == "f64":
        return value if source == "f64" else writer.cast("fpext", value, "double")
    if target == "f32":
        if source == "f64":
            value = single(writer, value, rounding)
        elif integral or "ftz" in flags:
            value = canonical(writer, value)
        return flush(writer, value) if "ftz" in flags else value
    # Rounding to odd first, so that the second rounding is that of the f64.
    if source == "f64":
        value = single(writer, value, "odd")
    satfinite, relu = "satfinite" in flags, "relu" in flags
    layout = BY_NAME[target]
    return narrow(writer, layout, value, rounding or "rn", satfinite=satfinite, relu=relu)


def _packed_integers(writer: WarpTranslator, site: Site) -> Value:
    """Return `cvt.pack`: two integers, limited, the first above the second, below a third."""
    names = [word[1:] for word in site.modifiers if word != ".pack"]
    signed, bits = names[1][0] == "s", int(names[1][1:])
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    least, most = writer.constant(low, "i32"), writer.constant(high, "i32")
    mask = writer.constant((1 << bits) - 1, "i32")
    parts = []
    for operand in site.operands[1:3]:
        value = writer.source(site, operand, "i4")
        value = writer.select(writer.compare("sgt", value, least), value, least)
        value = writer.select(writer.compare("slt", value, most), value, most)
        parts.append(writer.binary("and", value, mask))
    result = _joined(writer, parts, bits)
    if len(site.operands) > 3:  # noqa: PLR2004 - the third one
        above = writer.source(site, site.operands[3], "u4")
        above = writer.binary("shl", above, writer.constant(2 * bits, "i32"))
        result = writer.binary("or", result, above)
    return result


def _joined(writer: WarpTranslator, codes: list[Value], size: int) -> Value:
    """Return elements in one integer of 32 bits, the first above the others."""
    total, *others = codes
    for code in others:
        total = writer.binary("shl", total, writer.constant(size, "i32"))
        total = writer.binary("or", total, code)
    return total


def _size(layout: Format) -> int:
    """Return how many bits an element takes in a packed type: those of 6 bits have 2 unused."""
    return layout.bits if layout.bits in (4, 16) else 8


def _packed(
    writer: WarpTranslator, site: Site, target: str, source: str, flags: frozenset[str]
) -> Value:
    """Return the conversion from or to two or four elements of 16 bits and fewer."""
    name, count = element(target)
    rounding = next(iter(flags & (_ROUNDINGS | {"rs"})), "")
    if name not in BY_NAME or not rounding or flags - {rounding, "satfinite", "relu"}:
        raise site.unsupported()
    layout = BY_NAME[name]
    satfinite, relu = "satfinite" in flags, "relu" in flags
    if source == "f32":
        elements = [
            part
            for operand in site.operands[1 : 2 if count == 4 else 3]  # noqa: PLR2004 - elements
            for part in writer.slots.elements(operand, site.level)
        ]
        values = [writer.source(site, each, "f4") for each in elements]
        random: list[tuple[Value, int] | None] = [None] * count
        if rounding == "rs":
            bits = writer.source(site, site.operands[-1], "u4")
            random = [*_random_bits(writer, name, bits)]
        codes = [
            narrow(writer, layout, value, rounding, satfinite=satfinite, relu=relu, random=each)
            for value, each in zip(values, random, strict=True)
        ]
        return _joined(writer, codes, _size(layout))
    of, of_count = element(source)
    if of not in BY_NAME or of_count != count or rounding == "rs":
        raise site.unsupported()
    codes = [
        narrow(writer, layout, widened, rounding, satfinite=satfinite, relu=relu)
        for widened in _elements(writer, site, BY_NAME[of], KINDS[source])
    ]
    return _joined(writer, codes, _size(layout))


def _elements(writer: WarpTranslator, site: Site, layout: Format, kind: str) -> list[Value]:
    """Return the numbers of a pair as f32, the upper one first."""
    pair = writer.resize(writer.source(site, site.operands[1], kind), "i32")
    mask = writer.constant((1 << layout.bits) - 1, "i32")
    upper = writer.binary("lshr", pair, writer.constant(_size(layout), "i32"))
    return [widen(writer, layout, writer.binary("and", each, mask)) for each in (upper, pair)]


def _random_bits(writer: WarpTranslator, name: str, bits: Value) -> list[tuple[Value, int]]:
    """Return the random bits of each element, and their number."""

    def field(shift: int, mask: int) -> Value:
        moved = writer.binary("lshr", bits, writer.constant(shift, "i32"))
        return writer.binary("and", moved, writer.constant(mask, "i32"))

    if name in ("f16", "bf16"):
        width = 13 if name == "f16" else 16
        return [(field(shift, (1 << width) - 1), width) for shift in (16, 0)]
    if name == "e2m1":
        # The 16 bits of two elements are a byte of either half.
        upper = writer.binary("or", field(16, 0xFF00), field(8, 0xFF))
        lower = writer.binary("or", field(8, 0xFF00), field(0, 0xFF))
    else:
        upper, lower = field(16, 0xFFFF), field(0, 0xFFFF)
    return [(each, 16) for half in (upper, lower) for each in (_reversed(writer, half), half)]


def _reversed(writer: WarpTranslator, half: Value) -> Value:
    whole = writer.intrinsic("bitreverse", half)
    return writer.binary("lshr", whole, writer.constant(16, "i32"))
