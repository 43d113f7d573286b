"""Atomic operations on vectors: each element is updated separately (PTX ISA 9.7.13.5, 9.7.13.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ptxpy.sim.compile.memory_operands import memory_space, operation_of
from ptxpy.sim.compile.unsupported import UnsupportedInstructionError
from ptxpy.sim.errors import FaultError
from ptxpy.sim.numpy_types import KINDS
from ptxpy.sim.semantics.memory import atomics

if TYPE_CHECKING:
    from ptxpy.sim.compile.piece_writer import PieceWriter
    from ptxpy.sim.compile.site import Site

__all__ = ["write_vector"]


def check_alignment(address: Any, size: int, guard: Any, lanes: Any) -> None:
    """Raise `FaultError` where a vector does not begin at a multiple of its size."""
    wrong = (address & np.uint64(size - 1)) != 0
    if guard is not None:
        wrong = wrong & guard
    if wrong.any():
        position = int(wrong.argmax()) if wrong.ndim else 0
        at = int(address[position] if address.ndim else address)
        text = f"address {at:#x} is not a multiple of the {size} bytes of the vector"
        raise FaultError(text, position if lanes is None else int(lanes[position]), "alignment")


def write_vector(writer: PieceWriter, site: Site) -> None:
    """Write an `atom` or `red` of a vector: an atomic operation for each element."""
    operation, type_ = operation_of(site)
    operands = list(site.operands)
    target = operands.pop(0) if site.node.opcode == "atom" else None
    address, source = operands[:2]
    kind = KINDS[type_]
    size = int(kind[1:])
    sources = writer.slots.elements(source, site.level)
    targets = writer.slots.elements(target, site.level) if target is not None else ()
    if target is not None and len(targets) != len(sources):
        msg = "an atomic operation with vectors of different lengths"
        raise UnsupportedInstructionError(msg)
    where, guard = writer.address(site, address), site.guard or "None"
    values = [writer.source(site, each, kind) for each in sources]
    writer.emit(writer.call(check_alignment, where, str(size * len(sources)), guard, "I"))
    found = []
    for k, value in enumerate(values):
        call = writer.call(
            atomics.atomic,
            "M",
            repr(memory_space(writer, site, address)),
            f"{where} + {writer.constant(size * k, 'u8')}" if k else where,
            repr(kind),
            repr(operation),
            repr(type_),
            f"({value},)",
            guard,
            "I",
            str(target is not None),
        )
        found.append(writer.let(call))
    for each, name in zip(targets, found, strict=False):
        writer.assign(site, each, name, kind)
