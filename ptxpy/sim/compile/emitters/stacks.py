"""Memory on the stack (PTX ISA 9.7.17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.ir import nodes as n
from ptxpy.sim.compile.registry import emits
from ptxpy.sim.compile.site import Site, types_of
from ptxpy.sim.numpy_types import KINDS
from ptxpy.sim.semantics.memory import stacks

if TYPE_CHECKING:
    from ptxpy.sim.compile.piece_writer import PieceWriter

__all__ = []

_ALIGNMENT = 8
"""The alignment in bytes of an `alloca` that does not specify one."""


@emits("alloca")
def _alloca(writer: PieceWriter, site: Site) -> None:
    target, size, *rest = site.operands
    given = rest[0] if rest else None
    alignment = int(given.value) if isinstance(given, n.Literal) else _ALIGNMENT
    kind = KINDS[types_of(site)[0]]
    call = writer.call(
        stacks.allocate,
        "M",
        "F",
        writer.source(site, size, kind),
        str(alignment),
        site.guard or "None",
        "I",
    )
    writer.assign(site, target, writer.cast(writer.let(call), "u8", kind), kind)


@emits("stacksave")
def _stacksave(writer: PieceWriter, site: Site) -> None:
    kind = KINDS[types_of(site)[0]]
    value = writer.let(writer.call(stacks.save, "M", "F", "I"))
    writer.assign(site, site.operands[0], writer.cast(value, "u8", kind), kind)


@emits("stackrestore")
def _stackrestore(writer: PieceWriter, site: Site) -> None:
    value = writer.source(site, site.operands[0], KINDS[types_of(site)[0]])
    writer.emit(writer.call(stacks.restore, "M", "F", value, site.guard or "None", "I"))
