"""Surfaces (PTX ISA 9.7.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.ir import nodes as n
from ptxpy.launch_request import Surface
from ptxpy.sim.compile.emitters.textures import coordinates_of, geometry_of, handle_of
from ptxpy.sim.compile.registry import emits
from ptxpy.sim.compile.site import Site, types_of
from ptxpy.sim.compile.unsupported import UnsupportedInstructionError
from ptxpy.sim.numpy_types import KINDS
from ptxpy.sim.semantics.textures import opaque_handles, surfaces

if TYPE_CHECKING:
    from ptxpy.sim.compile.piece_writer import PieceWriter

__all__ = []


def _place(writer: PieceWriter, site: Site, operand: n.Operand) -> tuple[str, str, str, str]:
    """Return the geometry, the out-of-bounds mode, the handle and the coordinates."""
    if not isinstance(operand, n.Address) or not operand.coordinates:
        msg = f"{site.node.opcode} without coordinates"
        raise UnsupportedInstructionError(msg)
    clamp = next((word[1:] for word in site.modifiers if word in (".clamp", ".zero")), "trap")
    return (
        repr(geometry_of(site)),
        repr(clamp),
        handle_of(writer, site, operand.base),
        coordinates_of(writer, site, operand.coordinates[0], "i4"),
    )


@emits("suld")
def _suld(writer: PieceWriter, site: Site) -> None:
    target, address = site.operands
    kind = KINDS[types_of(site)[0]]
    parts = writer.slots.elements(target, site.level)
    place = _place(writer, site, address)
    found = writer.let(
        writer.call(
            surfaces.load, "M", *place, repr(kind), str(len(parts)), site.guard or "None", "I"
        )
    )
    for k, part in enumerate(parts):
        writer.assign(site, part, f"{found}[{k}]", kind)


@emits("sust")
def _sust(writer: PieceWriter, site: Site) -> None:
    address, source = site.operands
    kind = KINDS[types_of(site)[0]]
    values = [writer.source(site, part, kind) for part in writer.slots.elements(source, site.level)]
    function = surfaces.store_formatted if site.has(".p") else surfaces.store
    place = _place(writer, site, address)
    listed = f"({', '.join(values)},)"
    writer.emit(writer.call(function, "M", *place, listed, site.guard or "None", "I"))


@emits("sured")
def _sured(writer: PieceWriter, site: Site) -> None:
    address, source = site.operands
    operation = next(
        word[1:] for word in site.modifiers if word in (".add", ".min", ".max", ".and", ".or")
    )
    geometry, clamp, handle, coordinates = _place(writer, site, address)
    writer.emit(
        writer.call(
            surfaces.reduce_,
            "M",
            geometry,
            clamp,
            repr(operation),
            handle,
            coordinates,
            writer.source(site, source, KINDS[types_of(site)[0]]),
            str(site.has(".p")),
            site.guard or "None",
            "I",
        )
    )


@emits("suq")
def _suq(writer: PieceWriter, site: Site) -> None:
    target, address = site.operands
    if not isinstance(address, n.Address):
        msg = "suq without an address"
        raise UnsupportedInstructionError(msg)
    call = writer.call(
        opaque_handles.query,
        "M",
        repr(site.modifiers[0][1:]),
        writer.bind(Surface),
        handle_of(writer, site, address.base),
        "None",
        site.guard or "None",
        "I",
    )
    writer.assign(site, target, call, "u4")
