"""Asynchronous copies of sm_80, which complete immediately here (PTX ISA 9.7.9.25)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.ir import nodes as n
from ptxpy.sim.compile.emitters.bulk_copies import write_bulk
from ptxpy.sim.compile.emitters.mbarriers import write_copy_arrival
from ptxpy.sim.compile.registry import emits
from ptxpy.sim.compile.site import Site
from ptxpy.sim.compile.unsupported import UnsupportedInstructionError
from ptxpy.sim.semantics.asynchronous.word_copies import copy

if TYPE_CHECKING:
    from ptxpy.sim.compile.piece_writer import PieceWriter

__all__: list[str] = []


@emits("cp")
def _copy(writer: PieceWriter, site: Site) -> None:
    words = site.modifiers
    if words[:2] == (".async", ".mbarrier"):
        write_copy_arrival(writer, site)
        return
    if ".bulk" in words:
        write_bulk(writer, site)
        return
    if words[:1] != (".async",) or ".mbarrier" in words:
        msg = f"cp{''.join(words)}"
        raise UnsupportedInstructionError(msg)
    if any(word in words for word in (".commit_group", ".wait_group", ".wait_all")):
        return
    target, source, size_operand, *rest = site.operands
    if not isinstance(size_operand, n.Literal):
        msg = "cp.async without a size"
        raise UnsupportedInstructionError(msg)
    size = int(size_operand.value)
    valid = writer.constant(size, "u4")
    if rest and ".L2::cache_hint" in words:
        rest = rest[:-1]
    if rest:
        location = writer.slots.register(rest[0], site.level)
        if location is not None and location.bits == 1:
            ignored = writer.source(site, rest[0], "?")
            valid = writer.let(f"(~{ignored}).astype('u4') * {valid}")
        else:
            valid = writer.source(site, rest[0], "u4")
    writer.emit(
        writer.call(
            copy,
            "M",
            writer.address(site, target),
            "'global'",
            writer.address(site, source),
            str(size),
            valid,
            site.guard or "None",
            "I",
        )
    )
