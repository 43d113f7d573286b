"""Atomic operations on 128 bits: `atom.exch.b128`, `atom.cas.b128` (PTX ISA 9.7.13.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ptxpy.sim.compile.memory_operands import memory_space, operation_of
from ptxpy.sim.compile.wide_operands import half_values
from ptxpy.sim.semantics.memory import atomics

if TYPE_CHECKING:
    from ptxpy.sim.compile.piece_writer import PieceWriter
    from ptxpy.sim.compile.site import Site

__all__ = ["write_wide"]


def join_halves(low: Any, high: Any) -> Any:
    """Return 128 bits as `V16`, given their halves: scalars or arrays."""
    pair = np.stack(np.broadcast_arrays(low, high), axis=-1)
    return pair.view(atomics.WIDE)[..., 0]


def half(values: Any, number: int) -> Any:
    """Return a half of 128 bits, as `uint64`."""
    return values.view(np.uint64).reshape(-1, 2)[:, number]


def write_wide(writer: PieceWriter, site: Site) -> None:
    """Write an atomic operation on 128 bits."""
    operation, type_ = operation_of(site)
    target, address, *sources = site.operands
    values = [
        writer.call(
            join_halves, *half_values(writer, site, writer.slots.elements(source, site.level))
        )
        for source in sources[: 2 if operation == "cas" else 1]
    ]
    call = writer.call(
        atomics.atomic,
        "M",
        repr(memory_space(writer, site, address)),
        writer.address(site, address),
        repr(atomics.WIDE),
        repr(operation),
        repr(type_),
        f"({', '.join(values)},)",
        site.guard or "None",
        "I",
        "True",
    )
    found = writer.let(call)
    location = writer.slots.register(target, site.level)
    if location is not None:
        for number, slot in enumerate(location.slots):
            writer.write(slot, writer.let(writer.call(half, found, str(number))), "u8", site.guard)
