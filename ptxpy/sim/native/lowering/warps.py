"""Collectives of a warp: shuffles, votes, reductions (PTX ISA 9.7.9.6 and 9.7.13)."""

from __future__ import annotations

from typing import Final

from ptxpy.ir import nodes as n
from ptxpy.sim.compile.site import Site, types_of
from ptxpy.sim.native.vector_builder import LANES, Value, suffix, vector
from ptxpy.sim.native.warp_translator import WarpTranslator, lowers
from ptxpy.sim.numpy_types import KINDS, bits_of


def _members(writer: WarpTranslator, site: Site, operand: n.Operand | None) -> Value:
    """Return the member mask of a collective, when all its threads have come."""
    if operand is None:
        return writer.constant(-1, "i32")
    mask = writer.source(site, operand, "u4")
    writer.await_members(mask, writer.guard(site))
    return mask


def _group(writer: WarpTranslator, site: Site, mask: Value) -> Value:
    """Return which lanes are members; gives up where the lanes that run have several masks."""
    running = writer.running(writer.guard(site))
    # The lowest lane that runs tells the mask of all.
    writer.declare("declare i32 @llvm.cttz.i32(i32, i1)")
    bits = writer.bits(running)
    lane = writer.let(f"call i32 @llvm.cttz.i32(i32 {bits}, i1 false)")
    lane = writer.let(f"and i32 {lane}, 31")
    one = writer.let(f"extractelement <32 x i32> {mask.text}, i32 {lane}")
    differs = writer.compare("ne", mask, writer.splat(one, "i32"))
    writer.give_up(writer.any(writer.binary("and", differs, running)))
    named = Value(writer.let(f"bitcast i32 {one} to <32 x i1>"), "i1")
    return writer.binary("and", named, running)


@lowers("shfl")
def _shfl(writer: WarpTranslator, site: Site) -> None:
    target, value, b, c, *rest = site.operands
    if site.has(".sync"):
        _members(writer, site, rest[0] if rest else None)
    mode = next(word[1:] for word in site.modifiers if word in (".up", ".down", ".bfly", ".idx"))
    x, by, clamp = (writer.source(site, each, "u4") for each in (value, b, c))
    lane = writer.lanes(range(LANES), "i32")
    last = writer.constant(31, "i32")

    def combine(word: str, first: Value, second: Value) -> Value:
        return writer.binary(word, first, second)

    by = combine("and", by, last)
    limit = combine("and", clamp, last)
    segment = combine("and", combine("lshr", clamp, writer.constant(8, "i32")), last)
    outside = writer.invert(segment)
    least = combine("and", lane, segment)
    most = combine("or", least, combine("and", limit, outside))
    if mode == "up":
        source = combine("sub", lane, by)
        inside = writer.compare("sge", source, most)
    else:
        source = {
            "down": lambda: combine("add", lane, by),
            "bfly": lambda: combine("xor", lane, by),
            "idx": lambda: combine("or", least, combine("and", by, outside)),
        }[mode]()
        inside = writer.compare("sle", source, most)
    # A lane whose source is outside of its segment gets its own value; one that does not run, 0.
    source = writer.select(inside, source, lane)
    held = writer.select(writer.running(None), x, writer.constant(0, "i32"))
    writer.emit(f"store <32 x i32> {held.text}, ptr %exchange, align 64")
    pointers = writer.let(f"getelementptr i32, ptr %exchange, <32 x i32> {source.text}")
    name = f"llvm.masked.gather.{suffix('i32')}.v32p0"
    writer.declare(f"declare <32 x i32> @{name}(<32 x ptr>, i32, <32 x i1>, <32 x i32>)")
    found = writer.let(
        f"call <32 x i32> @{name}(<32 x ptr> {pointers}, i32 4, <32 x i1> splat (i1 true), "
        "<32 x i32> zeroinitializer)"
    )
    guard = writer.guard(site)
    first = target.first if isinstance(target, n.Pair) else target
    writer.assign(site, first, Value(found, "i32"), "u4", guard)
    if isinstance(target, n.Pair):
        writer.assign(site, target.second, inside, "?", guard)


@lowers("vote")
def _vote(writer: WarpTranslator, site: Site) -> None:
    target, predicate, *rest = site.operands
    if not site.has(".sync"):
        raise site.unsupported()
    mask = _members(writer, site, rest[0] if rest else None)
    members = _group(writer, site, mask)
    mode = next(word for word in site.modifiers if word in (".all", ".any", ".uni", ".ballot"))
    holds = writer.binary("and", members, writer.source(site, predicate, "?"))
    yes, every = writer.bits(holds), writer.bits(members)
    if mode == ".ballot":
        writer.assign(site, target, writer.splat(yes, "i32"), "u4", writer.guard(site))
        return
    if mode == ".any":
        found = writer.let(f"icmp ne i32 {yes}, 0")
    else:
        found = writer.let(f"icmp eq i32 {yes}, {every}")
        if mode == ".uni":
            none = writer.let(f"icmp eq i32 {yes}, 0")
            found = writer.let(f"or i1 {found}, {none}")
    writer.assign(site, target, writer.splat(found, "i1"), "?", writer.guard(site))


@lowers("nanosleep")
def _sleep(writer: WarpTranslator, site: Site) -> None:
    """Write nothing: a thread that sleeps waits for others, which run after a few turns."""
    del site
    writer.waits_for_others = True


@lowers("activemask")
def _activemask(writer: WarpTranslator, site: Site) -> None:
    guard = writer.guard(site)
    found = writer.splat(writer.bits(writer.running(guard)), "i32")
    writer.assign(site, site.operands[0], found, "u4", guard)


@lowers("elect")
def _elect(writer: WarpTranslator, site: Site) -> None:
    target, operand = site.operands
    members = _group(writer, site, _members(writer, site, operand))
    writer.declare("declare i32 @llvm.cttz.i32(i32, i1)")
    lane = writer.let(f"call i32 @llvm.cttz.i32(i32 {writer.bits(members)}, i1 false)")
    leader = writer.splat(writer.let(f"and i32 {lane}, 31"), "i32")
    guard = writer.guard(site)
    first = target.first if isinstance(target, n.Pair) else target
    is_leader = writer.compare("eq", writer.lanes(range(LANES), "i32"), leader)
    writer.assign(site, first, leader, "u4", guard)
    if isinstance(target, n.Pair):
        writer.assign(site, target.second, is_leader, "?", guard)


@lowers("match")
def _match(writer: WarpTranslator, site: Site) -> None:
    target, operand, mask = site.operands
    members = _group(writer, site, _members(writer, site, mask))
    value = writer.source(site, operand, f"u{bits_of(types_of(site)[0]) // 8}")
    guard = writer.guard(site)
    kind = vector(value.type)

    def alike(lane: str) -> str:
        """Return the members with the value of a lane, as an `i32`."""
        one = writer.let(f"extractelement {kind} {value.text}, i32 {lane}")
        same = writer.compare("eq", value, writer.splat(one, value.type))
        return writer.bits(writer.binary("and", same, members))

    first = target.first if isinstance(target, n.Pair) else target
    if site.has(".any"):
        found = "zeroinitializer"
        for number in range(LANES):
            bits = alike(str(number))
            found = writer.let(f"insertelement <32 x i32> {found}, i32 {bits}, i32 {number}")
        writer.assign(site, first, Value(found, "i32"), "u4", guard)
        return
    named = writer.bits(members)
    writer.declare("declare i32 @llvm.cttz.i32(i32, i1)")
    lane = writer.let(f"call i32 @llvm.cttz.i32(i32 {named}, i1 false)")
    same = alike(writer.let(f"and i32 {lane}, 31"))
    every = writer.let(f"icmp eq i32 {same}, {named}")
    found = writer.let(f"select i1 {every}, i32 {named}, i32 0")
    holds = writer.splat(every, "i1")
    writer.assign(site, first, writer.splat(found, "i32"), "u4", guard)
    if isinstance(target, n.Pair):
        writer.assign(site, target.second, holds, "?", guard)


_REDUCTIONS: Final = {"add": "add", "and": "and", "or": "or", "xor": "xor"}


@lowers("redux")
def _redux(writer: WarpTranslator, site: Site) -> None:
    type_ = types_of(site)[-1]
    target, operand, mask = site.operands
    mode = next(
        (word[1:] for word in site.modifiers if word[1:] in (*_REDUCTIONS, "min", "max")), ""
    )
    if type_ == "f32" or not mode:
        raise site.unsupported()
    kind = KINDS[type_]
    members = _group(writer, site, _members(writer, site, mask))
    value = writer.source(site, operand, kind)
    signed = kind[0] == "i"
    identity = {
        "and": -1,
        "min": 0x7FFFFFFF if signed else -1,
        "max": -0x80000000 if signed else 0,
    }.get(mode, 0)
    filled = writer.select(members, value, writer.constant(identity, "i32"))
    word = _REDUCTIONS.get(mode, ("s" if signed else "u") + mode)
    name = f"llvm.vector.reduce.{word}.{suffix('i32')}"
    writer.declare(f"declare i32 @{name}({vector('i32')})")
    found = writer.splat(writer.let(f"call i32 @{name}({vector('i32')} {filled.text})"), "i32")
    writer.assign(site, target, found, kind, writer.guard(site))
