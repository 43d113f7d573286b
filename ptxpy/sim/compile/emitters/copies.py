"""Asynchronous copies of sm_80, which are complete at once here (PTX ISA 9.7.9.25)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.ir import nodes as n
from ptxpy.sim.compile.emitters.bulk_copies import write_bulk
from ptxpy.sim.compile.emitters.mbarriers import write_copy_arrival
from ptxpy.sim.compile.function_writer import Missing
from ptxpy.sim.compile.registry import Site, handles
from ptxpy.sim.semantics.memory import access

if TYPE_CHECKING:
    from ptxpy.sim.compile.piece_writer import PieceWriter

__all__ = ["copy"]

WORD: Final = 4
_KINDS: Final = {4: "u4", 8: "u8", 16: "c16"}
"""The NumPy type that has so many bytes; they are only moved."""


def copy(
    machine: Any,
    target: Any,
    space: str,
    source: Any,
    size: int,
    valid: Any,
    guard: Any,
    lanes: Any,
) -> None:
    """Copy bytes from global to shared memory; those beyond the valid ones are zeros there."""
    if machine.strict is not None:
        machine.strict.words.start(_copy_now, target, source, size, valid, guard, lanes)
        return
    _copy_now(machine, target, space, source, size, valid, guard, lanes)


def _copy_now(
    machine: Any,
    target: Any,
    space: str,
    source: Any,
    size: int,
    valid: Any,
    guard: Any,
    lanes: Any,
) -> None:
    kind = _KINDS[size]
    if not valid.ndim and int(valid) >= size:
        values = access.load(machine, space, source, kind, 1, guard, lanes)
        access.store(machine, "shared", target, kind, (values,), guard, lanes)
        return
    if ((valid == 0) | (valid >= size)).all():
        read = valid != 0 if guard is None else (valid != 0) & guard
        values = access.load(machine, space, source, kind, 1, read, lanes)
        access.store(machine, "shared", target, kind, (values,), guard, lanes)
        return
    number = machine.count if lanes is None else len(lanes)
    valid = np.minimum(np.broadcast_to(valid, (number,)), np.uint32(size)).astype(np.int64)
    parts = []
    for word in range(size // WORD):
        here = np.clip(valid - WORD * word, 0, WORD)
        read = here > 0
        if guard is not None:
            read &= guard
        # A word of which some bytes are valid is read whole: it is within the same 16 bytes.
        value = access.load(machine, space, source + np.uint64(WORD * word), "u4", 1, read, lanes)
        mask = ((np.int64(1) << (8 * here)) - 1).astype(np.uint32)
        parts.append(value & mask)
    access.store(machine, "shared", target, "u4", tuple(parts), guard, lanes)


@handles("cp")
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
        raise Missing(msg)
    if any(word in words for word in (".commit_group", ".wait_group", ".wait_all")):
        return
    target, source, size_operand, *rest = site.operands
    if not isinstance(size_operand, n.Literal):
        msg = "cp.async without a size"
        raise Missing(msg)
    size = int(size_operand.value)
    valid = writer.constant(size, "u4")
    if rest and ".L2::cache_hint" in words:
        rest = rest[:-1]
    if rest:
        held = writer.slots.register(rest[0], site.level)
        if held is not None and held.bits == 1:
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
