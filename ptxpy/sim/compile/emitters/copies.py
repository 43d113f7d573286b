"""Asynchronous copies, stores and reductions of single threads; `griddepcontrol`.

They complete immediately here (PTX ISA 9.7.9.12, 9.7.9.25, 9.7.13.7).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.ir import nodes as n
from ptxpy.sim.compile.emitters.bulk_copies import write_bulk
from ptxpy.sim.compile.emitters.mbarriers import write_copy_arrival
from ptxpy.sim.compile.memory_operands import operation_of, stored_values
from ptxpy.sim.compile.registry import emits
from ptxpy.sim.compile.site import Site, UnsupportedInstructionError, space_of
from ptxpy.sim.numpy_types import KINDS
from ptxpy.sim.semantics.asynchronous import word_copies

if TYPE_CHECKING:
    from ptxpy.sim.compile.piece_writer import PieceWriter

__all__ = ["write_reduction", "write_store"]


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
        raise site.unsupported()
    # Copies complete when they are issued, so there is nothing to commit or to wait for.
    if any(word in words for word in (".commit_group", ".wait_group", ".wait_all")):
        return
    target, source, size_operand, *rest = site.operands
    if not isinstance(size_operand, n.Literal):
        msg = "cp.async without a size"
        raise UnsupportedInstructionError(msg)
    size = int(size_operand.value)
    valid = writer.constant(size, "u4")
    # The cache policy is the last operand, and has no effect.
    if rest and ".L2::cache_hint" in words:
        rest = rest[:-1]
    if rest:
        location = writer.slots.register(rest[0], site.level)
        # `ignore-src`, a predicate, instead of the number of valid bytes.
        if location is not None and location.bits == 1:
            ignored = writer.source(site, rest[0], "?")
            valid = writer.let(f"(~{ignored}).astype('u4') * {valid}")
        else:
            valid = writer.source(site, rest[0], "u4")
    writer.emit(
        writer.call(
            word_copies.copy,
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


def _space(site: Site) -> str:
    return repr("generic" if space_of(site) == "generic" else "cluster")


def write_store(writer: PieceWriter, site: Site) -> None:
    """Write an `st.async` (PTX ISA 9.7.9.12), which completes immediately here."""
    address, source, barrier = site.operands
    kind, values = stored_values(writer, site, source)
    writer.emit(
        writer.call(
            word_copies.store,
            "M",
            _space(site),
            writer.address(site, address),
            repr(kind),
            values,
            writer.address(site, barrier),
            site.guard or "None",
            "I",
        )
    )


def write_reduction(writer: PieceWriter, site: Site) -> None:
    """Write a `red.async` (PTX ISA 9.7.13.7), which completes immediately here."""
    address, source, barrier = site.operands
    operation, type_ = operation_of(site)
    kind = KINDS[type_]
    writer.emit(
        writer.call(
            word_copies.reduce_,
            "M",
            _space(site),
            writer.address(site, address),
            repr(kind),
            repr(operation),
            repr(type_),
            writer.source(site, source, kind),
            writer.address(site, barrier),
            site.guard or "None",
            "I",
        )
    )


@emits("griddepcontrol")
def _dependent_grids(writer: PieceWriter, site: Site) -> None:
    """Write nothing: launches run one after the other."""
    del writer, site
