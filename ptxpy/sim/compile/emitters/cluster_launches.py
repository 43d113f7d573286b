"""Requests for clusters that have not started: `clusterlaunchcontrol`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.sim.compile.registry import emits
from ptxpy.sim.compile.unsupported import UnsupportedInstructionError
from ptxpy.sim.compile.wide_operands import half_values
from ptxpy.sim.semantics.asynchronous import cluster_launches

if TYPE_CHECKING:
    from ptxpy.sim.compile.piece_writer import PieceWriter
    from ptxpy.sim.compile.site import Site

__all__: list[str] = []

_FIRST = ".get_first_ctaid"


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
    low, high = half_values(writer, site, (response,))
    if site.has(".is_canceled"):
        call = writer.call(cluster_launches.is_canceled, "M", high, guard, "I")
        writer.assign(site, target, writer.let(call), "?")
        return
    word = next((each for each in site.modifiers if each.startswith(_FIRST)), "")
    axes = word.removeprefix(f"{_FIRST}::") if "::" in word else ""
    if not word or (axes and axes not in "xyz"):
        msg = f"clusterlaunchcontrol{''.join(site.modifiers)}"
        raise UnsupportedInstructionError(msg)
    found = writer.let(writer.call(cluster_launches.first_ctaid, "M", low, high, guard, "I"))
    targets = (target,) if axes else writer.slots.elements(target, site.level)[:3]
    for part, axis in zip(targets, axes or "xyz", strict=False):
        writer.assign(site, part, f"{found}[{'xyz'.index(axis)}]", "u4")
