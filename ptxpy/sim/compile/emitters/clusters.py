"""Clusters: addresses in their shared memory, and requests for ones that have not started.

PTX ISA 9.7.9.22 to 9.7.9.24, 9.7.13.17 and 9.7.13.18.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.sim.compile.registry import emits
from ptxpy.sim.compile.site import Site, space_of, types_of
from ptxpy.sim.machine.address_space import LOCAL_WINDOW, SHARED_WINDOW
from ptxpy.sim.numpy_types import KINDS
from ptxpy.sim.semantics.asynchronous import cluster_launches
from ptxpy.sim.semantics.memory import cluster_addresses

if TYPE_CHECKING:
    from ptxpy.sim.compile.piece_writer import PieceWriter
    from ptxpy.sim.compile.site import Site

__all__: list[str] = []

_FIRST = ".get_first_ctaid"


@emits("mapa")
def _mapa(writer: PieceWriter, site: Site) -> None:
    target, address, rank = site.operands
    call = writer.call(
        cluster_addresses.map_address,
        "M",
        writer.source(site, address, "u8"),
        writer.source(site, rank, "u4"),
        site.guard or "None",
        "I",
    )
    kind = KINDS[types_of(site)[-1]]
    found = writer.let(call)
    writer.assign(site, target, writer.cast(found, "u8", kind), kind)


@emits("getctarank")
def _getctarank(writer: PieceWriter, site: Site) -> None:
    target, address = site.operands
    value = writer.source(site, address, "u8")
    call = writer.call(cluster_addresses.rank_of, value, site.guard or "None", "I")
    writer.assign(site, target, call, "u4")


@emits("isspacep")
def _isspacep(writer: PieceWriter, site: Site) -> None:
    value = writer.source(site, site.operands[1], "u8")
    shared = writer.constant(SHARED_WINDOW, "u8")
    local = writer.constant(LOCAL_WINDOW, "u8")
    # No generic address is one of a constant or parameter here; this is false for each lane.
    nowhere = f"{value} < {writer.constant(0, 'u8')}"
    anywhere = str(site.has(".shared::cluster"))
    expression = {
        "global": f"{value} < {shared}",
        "const": nowhere,
        "param": nowhere,
        "shared": writer.call(cluster_addresses.is_shared, "M", value, "I", anywhere),
        "local": f"{value} >= {local}",
    }[space_of(site)]
    writer.assign(site, site.operands[0], expression, "?")


@emits("clusterlaunchcontrol")
def _clusterlaunchcontrol(writer: PieceWriter, site: Site) -> None:
    guard = site.guard or "None"
    if site.has(".try_cancel"):
        addresses = [writer.address(site, each) for each in site.operands]
        multicast = str(site.has(".multicast::cluster::all"))
        function = cluster_launches.try_cancel
        writer.emit(writer.call(function, "M", multicast, *addresses, guard, "I"))
        return
    target, response = site.operands
    low, high = writer.half_values(site, (response,))
    if site.has(".is_canceled"):
        call = writer.call(cluster_launches.is_canceled, "M", high, guard, "I")
        writer.assign(site, target, writer.let(call), "?")
        return
    word = next((each for each in site.modifiers if each.startswith(_FIRST)), "")
    axes = word.removeprefix(f"{_FIRST}::") if "::" in word else ""
    if not word or (axes and axes not in "xyz"):
        raise site.unsupported()
    found = writer.let(writer.call(cluster_launches.first_ctaid, "M", low, high, guard, "I"))
    # PTX leaves the fourth element of the vector unspecified.
    targets = (target,) if axes else writer.slots.elements(target, site.level)[:3]
    for part, axis in zip(targets, axes or "xyz", strict=False):
        writer.assign(site, part, f"{found}[{'xyz'.index(axis)}]", "u4")
