"""`multimem`: accesses to multicast objects, of one device (PTX ISA 9.7.9.14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.sim.compile.emitters.memory import check_alignment
from ptxpy.sim.compile.memory_operands import elements_of, operation_of, stored_values
from ptxpy.sim.compile.registry import emits
from ptxpy.sim.compile.site import Site, UnsupportedInstructionError, types_of
from ptxpy.sim.numpy_types import KINDS
from ptxpy.sim.semantics.memory import access, atomics, multicast

if TYPE_CHECKING:
    from ptxpy.ir import nodes as n
    from ptxpy.sim.compile.piece_writer import PieceWriter

__all__: list[str] = []


@emits("multimem")
def _multimem(writer: PieceWriter, site: Site) -> None:
    """Write an access to the one place in memory that an address of a multicast object has."""
    write = _WRITERS.get(site.modifiers[0]) if not site.has(".async") else None
    if write is None:
        msg = f"multimem{''.join(site.modifiers)}: of multimem, ld_reduce, st and red are simulated"
        raise UnsupportedInstructionError(msg)
    write(writer, site)


def _write_load(writer: PieceWriter, site: Site) -> None:
    """Write a load: the reduction of one value is the value."""
    target, address = site.operands
    parts, kind = elements_of(writer, site, target), KINDS[types_of(site)[-1]]
    where, guard = _memory(writer, site, address), site.guard or "None"
    count = str(len(parts))
    call = writer.call(access.load, "M", "'global'", where, repr(kind), count, guard, "I")
    loaded = writer.let(call)
    for k, part in enumerate(parts):
        writer.assign(site, part, f"{loaded}[{k}]" if len(parts) > 1 else loaded, kind)


def _write_store(writer: PieceWriter, site: Site) -> None:
    address, source = site.operands
    kind, values = stored_values(writer, site, source)
    where, guard = _memory(writer, site, address), site.guard or "None"
    call = writer.call(access.store, "M", "'global'", where, repr(kind), values, guard, "I")
    writer.emit(call)


def _write_reduction(writer: PieceWriter, site: Site) -> None:
    """Write an atomic operation for each element of the vector."""
    address, source = site.operands
    operation, type_ = operation_of(site)
    kind = KINDS[type_]
    where, guard = _memory(writer, site, address), site.guard or "None"
    parts = elements_of(writer, site, source)
    # A vector must be aligned as a whole, also if each element is.
    if len(parts) > 1:
        size = str(len(parts) * int(kind[1:]))
        writer.emit(writer.call(check_alignment, where, size, guard, "I"))
    for k, each in enumerate(parts):
        offset = writer.constant(k * int(kind[1:]), "u8")
        place = f"{where} + {offset}" if k else where
        names = repr(kind), repr(operation), repr(type_)
        value = f"({writer.source(site, each, kind)},)"
        call = ("M", "'global'", place, *names, value, guard, "I", "False")
        writer.emit(writer.call(atomics.atomic, *call))


def _memory(writer: PieceWriter, site: Site, address: n.Operand) -> str:
    """Return a variable for the addresses in global memory."""
    where, guard = writer.address(site, address), site.guard or "None"
    return writer.let(writer.call(multicast.memory_at, "M", where, guard, "I"))


_WRITERS = {".ld_reduce": _write_load, ".st": _write_store, ".red": _write_reduction}
