"""Arithmetic, logic and bits of integers (PTX ISA 9.7.1, 9.7.2 and 9.7.8)."""

from __future__ import annotations

from typing import Final

from ptxpy.ir import nodes as n
from ptxpy.sim.compile.site import Site, types_of
from ptxpy.sim.native.vector_builder import BITS, Value
from ptxpy.sim.native.warp_translator import WarpTranslator, lowers
from ptxpy.sim.numpy_types import KINDS

_PLAIN: Final = frozenset({f"{sign}{bits}" for sign in "usb" for bits in (16, 32, 64)} | {"pred"})


def _only_type(site: Site, *words: str) -> str:
    """Return the one type of an instruction with no other modifiers but these."""
    types = types_of(site)
    others = [word for word in site.modifiers if word[1:] not in types and word not in words]
    if len(types) != 1 or types[0] not in _PLAIN or others:
        raise site.unsupported()
    return types[0]


@lowers("add", "sub", "and", "or", "xor")
def _binary(writer: WarpTranslator, site: Site) -> None:
    if site.has(".cc"):
        _carried(writer, site)
        return
    kind = KINDS[_only_type(site)]
    target, a, b = site.operands
    value = writer.binary(
        site.node.opcode, writer.source(site, a, kind), writer.source(site, b, kind)
    )
    writer.assign(site, target, value, kind, writer.guard(site))


@lowers("addc", "subc")
def _carried(writer: WarpTranslator, site: Site) -> None:
    """Write a sum or difference that takes the carry or gives one (PTX ISA 9.7.2).

    A difference is the sum with the complement: its carry is true if it borrows nothing.
    """
    kind = KINDS[_only_type(site, ".cc")]
    target, a, b = site.operands
    first, second = writer.source(site, a, kind), writer.source(site, b, kind)
    opcode, guard = site.node.opcode, writer.guard(site)
    if opcode.startswith("sub"):
        second = writer.invert(second)
    if opcode.endswith("c"):
        carry = writer.read(writer.slots.carry, "?")
    else:
        carry = writer.constant(opcode == "sub", "i1")
    _add_with_carry(writer, site, target, kind, guard, first, second, carry)


def _add_with_carry(
    writer: WarpTranslator,
    site: Site,
    target: n.Operand,
    kind: str,
    guard: Value | None,
    first: Value,
    second: Value,
    carry: Value,
) -> None:
    partial = writer.binary("add", first, second)
    total = writer.binary("add", partial, writer.resize(carry, partial.type))
    # A sum that wraps around is less than each addend.
    gives = writer.binary(
        "or", writer.compare("ult", partial, first), writer.compare("ult", total, partial)
    )
    writer.assign(site, target, total, kind, guard)
    if site.has(".cc"):
        writer.write(writer.slots.carry, gives, "?", guard)


def _product(writer: WarpTranslator, site: Site) -> tuple[Value, str]:
    """Return the product of `mul` and `mad`, and its NumPy type."""
    kind = KINDS[_only_type(site, ".lo", ".hi", ".wide", ".cc")]
    a, b = (writer.source(site, operand, kind) for operand in site.operands[1:3])
    if site.has(".lo"):
        return writer.binary("mul", a, b), kind
    size = BITS[a.type]
    wide = f"i{2 * size}"
    extend = "sext" if kind[0] == "i" else "zext"
    whole = writer.binary("mul", writer.cast(extend, a, wide), writer.cast(extend, b, wide))
    if site.has(".wide"):
        return whole, f"{kind[0]}{size // 4}"
    upper = writer.binary("lshr", whole, writer.constant(size, wide))
    return writer.cast("trunc", upper, a.type), kind


@lowers("mul")
def _mul(writer: WarpTranslator, site: Site) -> None:
    value, kind = _product(writer, site)
    writer.assign(site, site.operands[0], value, kind, writer.guard(site))


@lowers("mad", "madc")
def _mad(writer: WarpTranslator, site: Site) -> None:
    value, kind = _product(writer, site)
    takes = site.node.opcode == "madc"
    if takes or site.has(".cc"):
        carry = writer.read(writer.slots.carry, "?") if takes else writer.constant(0, "i1")
        addend = writer.source(site, site.operands[3], kind)
        guard = writer.guard(site)
        _add_with_carry(writer, site, site.operands[0], kind, guard, value, addend, carry)
        return
    value = writer.binary("add", value, writer.source(site, site.operands[3], kind))
    writer.assign(site, site.operands[0], value, kind, writer.guard(site))


@lowers("dp4a", "dp2a")
def _dot_product(writer: WarpTranslator, site: Site) -> None:
    """Write the sum of products of four bytes, or of two halves and two bytes, and c."""
    a_type, b_type = types_of(site)
    target, *operands = site.operands
    a, b, total = (writer.source(site, each, "u4") for each in operands)
    if site.node.opcode == "dp4a":
        parts = [((low, 8), (low, 8)) for low in (0, 8, 16, 24)]
    else:
        first = 16 if site.has(".hi") else 0
        parts = [((0, 16), (first, 8)), ((16, 16), (first + 8, 8))]
    for of_a, of_b in parts:
        left = _part(writer, a, *of_a, signed=a_type[0] == "s")
        right = _part(writer, b, *of_b, signed=b_type[0] == "s")
        total = writer.binary("add", total, writer.binary("mul", left, right))
    writer.assign(site, target, total, "u4", writer.guard(site))


def _part(writer: WarpTranslator, value: Value, low: int, size: int, *, signed: bool) -> Value:
    """Return some bits of a word, extended to a word."""
    top = writer.binary("shl", value, writer.constant(32 - low - size, "i32"))
    return writer.binary("ashr" if signed else "lshr", top, writer.constant(32 - size, "i32"))


@lowers("div", "rem")
def _divide(writer: WarpTranslator, site: Site) -> None:
    kind = KINDS[_only_type(site)]
    target, a, b = site.operands
    dividend, divisor = writer.source(site, a, kind), writer.source(site, b, kind)
    zero, one, ones = (writer.constant(each, divisor.type) for each in (0, 1, -1))
    none = writer.compare("eq", divisor, zero)
    is_quotient, signed = site.node.opcode == "div", kind[0] == "i"
    if BITS[divisor.type] < BITS["i64"]:
        value = _quotient_by_floats(writer, dividend, divisor, signed=signed)
        if not is_quotient:
            value = writer.binary("sub", dividend, writer.binary("mul", value, divisor))
        writer.assign(site, target, writer.select(none, ones, value), kind, writer.guard(site))
        return
    # LLVM leaves a division by zero undefined, also in lanes that do not run, and the quotient of
    # the least number and -1.
    unsafe = writer.binary("or", none, writer.invert(writer.running(None)))
    safe = writer.select(unsafe, one, divisor)
    word = ("s" if signed else "u") + ("div" if is_quotient else "rem")
    if signed:
        negates = writer.compare("eq", safe, ones)
        safe = writer.select(negates, one, safe)
        value = writer.binary(word, dividend, safe)
        other = writer.binary("sub", zero, dividend) if is_quotient else zero
        value = writer.select(negates, other, value)
    else:
        value = writer.binary(word, dividend, safe)
    writer.assign(site, target, writer.select(none, ones, value), kind, writer.guard(site))


_INTEGERS_FROM: Final = {False: 0x4330000000000000, True: 0x4338000000000000}
"""The bits of 2^52, and of 2^52 + 2^51 for signed numbers: the lower bits of a float from there on
are those of an integer that is added."""


def _quotient_by_floats(writer: WarpTranslator, a: Value, b: Value, *, signed: bool) -> Value:
    """Return the quotient of integers of up to 32 bits; anything where the divisor is 0.

    Processors have no division of vectors of integers. A quotient that is no integer is 2^-32 of
    it away from one at least, which the 53 bits of a double tell apart: rounding reaches none.
    """
    word = "sitofp" if signed else "uitofp"
    ratio = writer.binary("fdiv", writer.cast(word, a, "double"), writer.cast(word, b, "double"))
    whole = writer.intrinsic("trunc", ratio)
    placed = writer.binary("fadd", whole, writer.constant(_INTEGERS_FROM[signed], "double"))
    return writer.resize(writer.bitcast(placed, "i64"), a.type)


@lowers("min", "max")
def _extremum(writer: WarpTranslator, site: Site) -> None:
    kind = KINDS[_only_type(site)]
    target, a, b = site.operands
    left, right = writer.source(site, a, kind), writer.source(site, b, kind)
    word = ("s" if kind[0] == "i" else "u") + ("lt" if site.node.opcode == "min" else "gt")
    value = writer.select(writer.compare(word, left, right), left, right)
    writer.assign(site, target, value, kind, writer.guard(site))


@lowers("abs", "neg")
def _sign(writer: WarpTranslator, site: Site) -> None:
    kind = KINDS[_only_type(site)]
    value = writer.source(site, site.operands[1], kind)
    zero = writer.constant(0, value.type)
    negated = writer.binary("sub", zero, value)
    if site.node.opcode == "abs":
        negated = writer.select(writer.compare("slt", value, zero), negated, value)
    writer.assign(site, site.operands[0], negated, kind, writer.guard(site))


@lowers("not")
def _not(writer: WarpTranslator, site: Site) -> None:
    kind = KINDS[_only_type(site)]
    value = writer.invert(writer.source(site, site.operands[1], kind))
    writer.assign(site, site.operands[0], value, kind, writer.guard(site))


@lowers("cnot")
def _cnot(writer: WarpTranslator, site: Site) -> None:
    kind = KINDS[_only_type(site)]
    value = writer.source(site, site.operands[1], kind)
    none = writer.compare("eq", value, writer.constant(0, value.type))
    writer.assign(site, site.operands[0], writer.resize(none, value.type), kind, writer.guard(site))


@lowers("shl", "shr")
def _shift(writer: WarpTranslator, site: Site) -> None:
    kind = KINDS[_only_type(site)]
    target, a, amount = site.operands
    value = writer.source(site, a, kind)
    size = BITS[value.type]
    word = "shl" if site.node.opcode == "shl" else "ashr" if kind[0] == "i" else "lshr"
    if isinstance(amount, n.Literal) and isinstance(amount.value, int) and 0 <= amount.value < size:
        found = writer.binary(word, value, writer.constant(amount.value, value.type))
    else:
        found = _shifted(writer, word, value, writer.source(site, amount, "u4"))
    writer.assign(site, target, found, kind, writer.guard(site))


def _shifted(writer: WarpTranslator, word: str, value: Value, amount: Value) -> Value:
    """Return a shift by any amount; those beyond the size give zeros, or the sign."""
    size = BITS[value.type]
    inside = writer.compare("ult", amount, writer.constant(size, "i32"))
    limited = writer.select(inside, amount, writer.constant(size - 1, "i32"))
    found = writer.binary(word, value, writer.resize(limited, value.type))
    if word == "ashr":
        return found
    return writer.select(inside, found, writer.constant(0, value.type))


@lowers("shf")
def _funnel(writer: WarpTranslator, site: Site) -> None:
    target, low, high, amount = site.operands
    a, b, c = (writer.source(site, each, "u4") for each in (low, high, amount))
    if site.has(".wrap"):
        c = writer.binary("and", c, writer.constant(31, "i32"))
    else:
        few = writer.compare("ult", c, writer.constant(32, "i32"))
        c = writer.select(few, c, writer.constant(32, "i32"))
    wide = writer.binary(
        "or",
        writer.resize(a, "i64"),
        writer.binary("shl", writer.resize(b, "i64"), writer.constant(32, "i64")),
    )
    by = writer.resize(c, "i64")
    if site.has(".l"):
        shifted = writer.binary("shl", wide, by)
        shifted = writer.binary("lshr", shifted, writer.constant(32, "i64"))
    else:
        shifted = writer.binary("lshr", wide, by)
    writer.assign(site, target, writer.resize(shifted, "i32"), "u4", writer.guard(site))


@lowers("popc", "clz", "brev")
def _bits(writer: WarpTranslator, site: Site) -> None:
    kind = KINDS[_only_type(site)]
    value = writer.source(site, site.operands[1], kind)
    opcode = site.node.opcode
    if opcode == "brev":
        found = writer.intrinsic("bitreverse", value)
    elif opcode == "popc":
        found = writer.resize(writer.intrinsic("ctpop", value), "i32")
    else:
        found = writer.resize(writer.intrinsic("ctlz", value, extra="i1 false"), "i32")
    writer.assign(site, site.operands[0], found, f"u{BITS[found.type] // 8}", writer.guard(site))


@lowers("bfind")
def _find(writer: WarpTranslator, site: Site) -> None:
    kind = KINDS[_only_type(site, ".shiftamt")]
    value = writer.source(site, site.operands[1], kind)
    size = BITS[value.type]
    if kind[0] == "i":
        # The highest bit that is not like the sign.
        signs = writer.binary("ashr", value, writer.constant(size - 1, value.type))
        value = writer.binary("xor", value, signs)
    above = writer.resize(writer.intrinsic("ctlz", value, extra="i1 false"), "i32")
    found = above
    if not site.has(".shiftamt"):
        found = writer.binary("sub", writer.constant(size - 1, "i32"), above)
    none = writer.compare("eq", above, writer.constant(size, "i32"))
    found = writer.select(none, writer.constant(-1, "i32"), found)
    writer.assign(site, site.operands[0], found, "u4", writer.guard(site))


@lowers("bfe")
def _extract(writer: WarpTranslator, site: Site) -> None:
    kind = KINDS[_only_type(site)]
    target, a, b, c = site.operands
    value = writer.source(site, a, kind)
    size = BITS[value.type]
    byte = writer.constant(0xFF, "i32")
    start = writer.binary("and", writer.source(site, b, "u4"), byte)
    length = writer.binary("and", writer.source(site, c, "u4"), byte)
    signed = kind[0] == "i"
    shifted = _shifted(writer, "ashr" if signed else "lshr", value, start)
    limit = writer.constant(size, "i32")
    short = writer.compare("ult", length, limit)
    above = writer.select(short, writer.binary("sub", limit, length), writer.constant(0, "i32"))
    # With a length of 0 all bits go.
    word = "ashr" if signed else "lshr"
    found = _shifted(writer, word, _shifted(writer, "shl", shifted, above), above)
    none = writer.compare("eq", length, writer.constant(0, "i32"))
    found = writer.select(none, writer.constant(0, value.type), found)
    writer.assign(site, target, found, kind, writer.guard(site))


@lowers("bfi")
def _insert(writer: WarpTranslator, site: Site) -> None:
    kind = KINDS[_only_type(site)]
    target, a, b, c, d = site.operands
    inserted, held = writer.source(site, a, kind), writer.source(site, b, kind)
    byte = writer.constant(0xFF, "i32")
    start = writer.binary("and", writer.source(site, c, "u4"), byte)
    length = writer.binary("and", writer.source(site, d, "u4"), byte)
    ones = writer.constant(-1, held.type)
    mask = writer.invert(_shifted(writer, "shl", ones, length))
    mask = _shifted(writer, "shl", mask, start)
    new = writer.binary("and", _shifted(writer, "shl", inserted, start), mask)
    value = writer.binary("or", writer.binary("and", held, writer.invert(mask)), new)
    writer.assign(site, target, value, kind, writer.guard(site))


@lowers("lop3")
def _lop3(writer: WarpTranslator, site: Site) -> None:
    joins = len(site.modifiers) > 1
    target, *inputs, table = site.operands[:5] if joins else site.operands
    if not isinstance(table, n.Literal):
        raise site.unsupported()
    a, b, c = (writer.source(site, each, "u4") for each in inputs)
    truth = int(table.value) & 0xFF
    total = writer.constant(0, "i32")
    # A term for each line of the table of truth that holds; LLVM makes the fewest steps of them.
    for line in range(8):
        if truth >> line & 1:
            term = writer.constant(-1, "i32")
            for place, value in ((4, a), (2, b), (1, c)):
                term = writer.binary("and", term, value if line & place else writer.invert(value))
            total = writer.binary("or", total, term)
    guard = writer.guard(site)
    first = target.first if isinstance(target, n.Pair) else target
    holds = None
    if joins:
        # The result is true where it is not zero, joined with a predicate.
        predicate = writer.source(site, site.operands[5], "?")
        some = writer.compare("ne", total, writer.constant(0, "i32"))
        holds = writer.binary("and" if site.has(".and") else "or", some, predicate)
    writer.assign(site, first, total, "u4", guard)
    if holds is not None and isinstance(target, n.Pair):
        writer.assign(site, target.second, holds, "?", guard)


@lowers("prmt")
def _permute(writer: WarpTranslator, site: Site) -> None:
    if len(site.modifiers) != 1:
        raise site.unsupported()
    target, low, high, control = site.operands
    a, b, c = (writer.source(site, each, "u4") for each in (low, high, control))
    wide = writer.binary(
        "or",
        writer.resize(a, "i64"),
        writer.binary("shl", writer.resize(b, "i64"), writer.constant(32, "i64")),
    )
    total = writer.constant(0, "i32")
    for place in range(4):
        nibble = writer.binary("lshr", c, writer.constant(4 * place, "i32"))
        number = writer.binary("and", nibble, writer.constant(7, "i32"))
        by = writer.resize(writer.binary("shl", number, writer.constant(3, "i32")), "i64")
        byte = writer.resize(writer.binary("lshr", wide, by), "i8")
        signs = writer.binary("ashr", byte, writer.constant(7, "i8"))
        bit = writer.binary("and", nibble, writer.constant(8, "i32"))
        is_sign = writer.compare("ne", bit, writer.constant(0, "i32"))
        byte = writer.resize(writer.select(is_sign, signs, byte), "i32")
        total = writer.binary(
            "or", total, writer.binary("shl", byte, writer.constant(8 * place, "i32"))
        )
    writer.assign(site, target, total, "u4", writer.guard(site))
