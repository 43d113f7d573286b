"""Asynchronous stores and reductions with an mbarrier; `griddepcontrol`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.sim.compile.memory_operands import operation_of, stored_values
from ptxpy.sim.compile.registry import emits
from ptxpy.sim.compile.site import Site, space_of
from ptxpy.sim.numpy_types import KINDS
from ptxpy.sim.semantics.asynchronous import async_stores

if TYPE_CHECKING:
    from ptxpy.sim.compile.piece_writer import PieceWriter

__all__ = ["write_reduction", "write_store"]


def _space(site: Site) -> str:
    return repr("generic" if space_of(site) == "generic" else "cluster")


def write_store(writer: PieceWriter, site: Site) -> None:
    """Write an `st.async` (PTX ISA 9.7.9.12), which completes immediately here."""
    address, source, barrier = site.operands
    kind, values = stored_values(writer, site, source)
    writer.emit(
        writer.call(
            async_stores.store,
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
            async_stores.reduce_,
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
