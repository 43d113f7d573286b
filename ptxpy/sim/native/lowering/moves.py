"""Moves, selections and comparisons (PTX ISA 9.7.6 and 9.7.9.1)."""

from __future__ import annotations

from typing import Final

from ptxpy.ir import nodes as n
from ptxpy.sim.compile.operand_values import special_name
from ptxpy.sim.compile.site import Site, space_of, types_of
from ptxpy.sim.machine.address_space import FIRST_ADDRESS, LOCAL_WINDOW, SHARED_WINDOW
from ptxpy.sim.native.lowering import halves
from ptxpy.sim.native.operands import Unsupported
from ptxpy.sim.native.rounding import flush
from ptxpy.sim.native.vector_builder import Value
from ptxpy.sim.native.warp_translator import WarpTranslator, lowers
from ptxpy.sim.numpy_types import KINDS, bits_of

_WIDE: Final = 128


@lowers("mov")
def _mov(writer: WarpTranslator, site: Site) -> None:
    types = types_of(site)
    target, source = site.operands
    if not types or types[0] == "b128":
        raise site.unsupported()
    type_, guard = types[0], writer.guard(site)
    targets = writer.slots.elements(target, site.level)
    sources = writer.slots.elements(source, site.level)
    if any(word in (".v2", ".v4") for word in site.modifiers):
        if (
            special_name(source) is not None
            and len(sources) == 1
            and isinstance(source, n.Register)
        ):
            sources = tuple([n.Component(source, axis) for axis in "xyzw"[: len(targets)]])
        elif len(sources) == 1:
            sources *= len(targets)
        if len(sources) != len(targets):
            msg = "mov of vectors of different lengths"
            raise Unsupported(msg)
        values = [writer.source(site, each, KINDS[type_]) for each in sources]
        for each, value in zip(targets, values, strict=True):
            writer.assign(site, each, value, KINDS[type_], guard)
    elif len(sources) > 1 and len(targets) == 1:
        bits = bits_of(type_) // len(sources)
        whole, part = f"u{bits_of(type_) // 8}", f"u{bits // 8}"
        joined: Value | None = None
        for k, each in enumerate(sources):
            value = writer.as_kind(writer.source(site, each, part), whole)
            if k:
                value = writer.binary("shl", value, writer.constant(bits * k, value.type))
            joined = value if joined is None else writer.binary("or", joined, value)
        assert joined is not None  # noqa: S101 - a vector has elements
        writer.assign(site, target, joined, whole, guard)
    elif len(targets) > 1:
        if len(sources) > 1:
            msg = "mov of a vector to a vector without .v2 or .v4"
            raise Unsupported(msg)
        bits = bits_of(type_) // len(targets)
        whole, part = f"u{bits_of(type_) // 8}", f"u{bits // 8}"
        value = writer.source(site, source, whole)
        parts = []
        for k in range(len(targets)):
            shifted = value
            if k:
                shifted = writer.binary("lshr", value, writer.constant(bits * k, value.type))
            parts.append(writer.resize(shifted, f"i{bits}"))
        # All elements are read before the first is written: a target may be the source.
        for each, found in zip(targets, parts, strict=True):
            writer.assign(site, each, found, part, guard)
    else:
        kind = KINDS[type_]
        writer.assign(site, target, writer.source(site, source, kind), kind, guard)


@lowers("cvta")
def _cvta(writer: WarpTranslator, site: Site) -> None:
    kind = KINDS[types_of(site)[0]]
    space = space_of(site)
    if writer.program.has_short_pointers or kind != "u8":
        raise site.unsupported()
    window = {"shared": SHARED_WINDOW, "local": LOCAL_WINDOW}.get(space, 0)
    value = writer.source(site, site.operands[1], "u8")
    if space == "param" and not site.has(".to"):
        value = writer.binary("or", value, writer.constant(FIRST_ADDRESS, "i64"))
    elif window:
        word = "sub" if site.has(".to") else "add"
        value = writer.binary(word, value, writer.constant(window, "i64"))
    writer.assign(site, site.operands[0], value, kind, writer.guard(site))


@lowers("selp")
def _selp(writer: WarpTranslator, site: Site) -> None:
    kind = KINDS[types_of(site)[0]]
    target, a, b, predicate = site.operands
    value = writer.select(
        writer.source(site, predicate, "?"),
        writer.source(site, a, kind),
        writer.source(site, b, kind),
    )
    writer.assign(site, target, value, kind, writer.guard(site))


@lowers("slct")
def _slct(writer: WarpTranslator, site: Site) -> None:
    data, tested = types_of(site)
    kind = KINDS[data]
    target, a, b, c = site.operands
    value = writer.source(site, c, KINDS[tested])
    if site.has(".ftz"):
        value = flush(writer, value)
    zero = writer.constant(0, value.type)
    test = writer.compare("oge" if tested == "f32" else "sge", value, zero)
    chosen = writer.select(test, writer.source(site, a, kind), writer.source(site, b, kind))
    writer.assign(site, target, chosen, kind, writer.guard(site))


_JOINS: Final = {".and": "and", ".or": "or", ".xor": "xor"}
_UNSIGNED: Final = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}
_FLOATS: Final = {
    "eq": "oeq", "ne": "one", "lt": "olt", "le": "ole", "gt": "ogt", "ge": "oge",
    "equ": "ueq", "neu": "une", "ltu": "ult", "leu": "ule", "gtu": "ugt", "geu": "uge",
    "num": "ord", "nan": "uno",
}  # fmt: skip


def _compare(
    writer: WarpTranslator, site: Site, type_: str, a: n.Operand, b: n.Operand
) -> list[Value]:
    """Return whether a comparison holds, of each part of packed values, the lower first."""
    word, kind = site.modifiers[0][1:], KINDS[type_]
    left, right = writer.source(site, a, kind), writer.source(site, b, kind)
    ftz = site.has(".ftz")
    if type_ in ("f16", "bf16", "f16x2", "bf16x2"):
        return halves.comparison(writer, _FLOATS[word], type_, left, right, ftz=ftz)
    if kind[0] == "f":
        if ftz:
            left, right = flush(writer, left), flush(writer, right)
        return [writer.compare(_FLOATS[word], left, right)]
    word = _UNSIGNED.get(word, word)
    if word not in ("eq", "ne"):
        word = ("s" if kind[0] == "i" else "u") + word
    return [writer.compare(word, left, right)]


def _combine(
    writer: WarpTranslator, site: Site, value: Value, operands: tuple[n.Operand, ...]
) -> Value:
    join = next((_JOINS[word] for word in site.modifiers if word in _JOINS), "")
    if not join:
        return value
    return writer.binary(join, value, writer.source(site, operands[-1], "?"))


@lowers("setp")
def _setp(writer: WarpTranslator, site: Site) -> None:
    target, a, b, *rest = site.operands
    found = _compare(writer, site, types_of(site)[-1], a, b)
    both = (target.first, target.second) if isinstance(target, n.Pair) else (target,)
    # In `setp.lt.and.s32 p|q, a, b, c`, q is `!(a < b) & c`: only the comparison is negated. That
    # of packed values has a result for each part.
    if len(both) > len(found):
        found.append(writer.invert(found[0]))
    values = [_combine(writer, site, each, tuple(rest)) for each in found]
    guard = writer.guard(site)
    for each, value in zip(both, values, strict=False):
        writer.assign(site, each, value, "?", guard)


_ONES: Final = {"f32": 0x3F800000, "f16": 0x3C00, "bf16": 0x3F80}


@lowers("set")
def _set(writer: WarpTranslator, site: Site) -> None:
    result, type_ = types_of(site)
    target, a, b, *rest = site.operands
    found = _compare(writer, site, type_, a, b)
    size = bits_of(result) // len(found)
    one = writer.constant(_ONES.get(result.removesuffix("x2"), -1), f"i{size}")
    zero = writer.constant(0, f"i{size}")
    parts = [writer.select(_combine(writer, site, each, tuple(rest)), one, zero) for each in found]
    total = parts[0]
    if len(parts) > 1:
        low, high = (writer.resize(each, f"i{2 * size}") for each in parts)
        high = writer.binary("shl", high, writer.constant(size, high.type))
        total = writer.binary("or", low, high)
    writer.assign(site, target, total, f"u{bits_of(result) // 8}", writer.guard(site))
