"""`cp.async` of single words (PTX ISA 9.7.9.25.3); it is complete when it is issued."""

from __future__ import annotations

from ptxpy.ir import nodes as n
from ptxpy.sim.compile.piece_writer import plain
from ptxpy.sim.compile.site import Site
from ptxpy.sim.native.lowering.mbarriers import write_copy_arrival
from ptxpy.sim.native.lowering.memory import access_site, address_of
from ptxpy.sim.native.operands import Unsupported
from ptxpy.sim.native.warp_translator import WarpTranslator, lowers
from ptxpy.sim.native.word_copies import WORD_COPY_TYPES, word_copy_name


@lowers("cp")
def _copy(writer: WarpTranslator, site: Site) -> None:
    words = site.modifiers
    if words[:2] == (".async", ".mbarrier"):
        write_copy_arrival(writer, site)
        return
    if site.has(".bulk") and site.has(".commit_group", ".wait_group", ".prefetch"):
        return
    if words[:1] != (".async",) or site.has(".bulk", ".mbarrier"):
        raise site.unsupported()
    if site.has(".commit_group", ".wait_group", ".wait_all"):
        return
    if writer.program.has_short_pointers or site.has(".shared::cluster"):
        raise site.unsupported()
    target, source, operand, *rest = site.operands
    if not isinstance(operand, n.Literal):
        msg = "cp.async without a size"
        raise Unsupported(msg)
    size = int(operand.value)
    valid = writer.constant(size, "i32")
    # The cache policy is the last operand, and has no effect.
    if rest and site.has(".L2::cache_hint"):
        rest = rest[:-1]
    if rest:
        location = writer.slots.register(rest[0], site.level)
        if location is not None and location.bits == 1:
            ignored = writer.source(site, rest[0], "?")
            valid = writer.select(ignored, writer.constant(0, "i32"), valid)
        else:
            valid = writer.source(site, rest[0], "u4")
    where, origin = (address_of(writer, site, plain(each)) for each in (target, source))
    name = word_copy_name(size)
    writer.helpers[name] = None
    writer.declare(f'declare void @"{name}"({WORD_COPY_TYPES})')
    writer.loads = True
    read, written = access_site(writer), access_site(writer)
    low = writer.let(f"load i64, ptr {read}")
    limit = writer.let(f"load i64, ptr {writer.let(f'getelementptr i8, ptr {read}, i64 8')}")
    mask = writer.bits(writer.running(writer.guard(site)))
    writer.emit(
        f'call void @"{name}"(ptr %context, ptr {read}, ptr {written}, i64 {low}, i64 {limit}, '
        f"<32 x i64> {origin.text}, <32 x i64> {where.text}, <32 x i32> {valid.text}, i32 {mask})"
    )
