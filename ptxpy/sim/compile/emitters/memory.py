"""Loads, stores, atomic operations, memory on the stack (PTX ISA 9.7.9, 9.7.13, 9.7.17)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ptxpy.ir import nodes as n
from ptxpy.sim.compile.emitters.bulk_copies import write_bulk_store
from ptxpy.sim.compile.emitters.copies import write_reduction, write_store
from ptxpy.sim.compile.memory_operands import (
    address_arguments,
    elements_of,
    memory_space,
    narrow_address,
    operation_of,
    stored_parts,
    stored_values,
)
from ptxpy.sim.compile.piece_writer import plain
from ptxpy.sim.compile.registry import emits
from ptxpy.sim.compile.site import Site, UnsupportedInstructionError, types_of
from ptxpy.sim.compile.symbol_operands import resolve_symbol
from ptxpy.sim.errors import FaultError
from ptxpy.sim.numpy_types import KINDS
from ptxpy.sim.semantics.memory import address_sums, atomics, stacks

if TYPE_CHECKING:
    from ptxpy.sim.compile.piece_writer import PieceWriter
    from ptxpy.sim.compile.site import Site

__all__ = ["check_alignment"]

_ALIGNMENT = 8
"""The alignment in bytes of an `alloca` that does not specify one."""


@emits("ld", "ldu", lanewise=True)
def _load(writer: PieceWriter, site: Site) -> None:
    type_ = types_of(site)[-1]
    target, address = site.operands[:2]
    parts: tuple[Any, ...] = elements_of(writer, site, target)
    kind = KINDS[type_]
    if type_ == "b128":
        parts, kind = writer.half_slots(site, parts), "u8"
    if site.guard is None and len(parts) == 1 and _load_parameter(writer, site, kind):
        return
    space = memory_space(writer, site, plain(address))
    where = address_arguments(writer, site, space, address)
    guard = site.guard or "None"
    call = writer.call(
        address_sums.load, "M", repr(space), where, repr(kind), str(len(parts)), guard, "I"
    )
    loaded = writer.let(call)
    for k, part in enumerate(parts):
        value = f"{loaded}[{k}]" if len(parts) > 1 else loaded
        if writer.lanewise and guard != "None":
            value = f"M.shaped({value})"
        writer.assign(site, part, value, kind)


def _load_parameter(writer: PieceWriter, site: Site, kind: str) -> bool:
    """Write a load of a kernel parameter, which is uniform; return whether it is one."""
    address = plain(site.operands[1])
    routine = writer.routine
    if not routine.is_kernel:
        return False
    found = resolve_symbol(writer.slots, address.base, site.level)
    offset = address.offset
    if found is None or found.counter is not None or not isinstance(offset, n.Literal | None):
        return False
    name, displacement = found.name, found.offset
    displacement += int(offset.value) if offset is not None else 0
    storage = next((each for each in routine.parameters if each.name == name), None)
    size = int(kind[1:])
    # The general load takes what is not a whole element of one parameter, and checks its address.
    if (
        storage is None
        or routine.local_variable(name, site.level) is not None
        or displacement % size
        or not 0 <= displacement <= (storage.size or 0) - size
    ):
        return False
    # A parameter is the same for all threads: its value stays a scalar.
    key = writer.bind((name, displacement, kind), ("argument", name, displacement, kind))
    writer.assign(site, site.operands[0], f"M.argument({key})", kind)
    return True


@emits("st", lanewise=True)
def _store(writer: PieceWriter, site: Site) -> None:
    if site.has(".bulk"):
        write_bulk_store(writer, site)
        return
    if site.has(".mbarrier::complete_tx::bytes"):
        # The instruction takes flat arrays, unlike other stores.
        writer.lanewise = False
        guard = None if site.guard is None else writer.in_current_form(site.guard)
        write_store(writer, site._replace(guard=guard))
        return
    address, source = site.operands[:2]
    space = memory_space(writer, site, plain(address))
    guard = site.guard or "None"
    some = stored_parts(writer, site, source)
    if some is not None:
        where = address_arguments(writer, site, space, address)
        kind, (size, parts) = KINDS[types_of(site)[-1]], some
        arguments = ("M", repr(space), where, repr(kind), str(size), parts, guard, "I")
        writer.emit(writer.call(address_sums.store_parts, *arguments))
        return
    kind, values = stored_values(writer, site, source)
    where = address_arguments(writer, site, space, address)
    writer.emit(
        writer.call(address_sums.store, "M", repr(space), where, repr(kind), values, guard, "I")
    )


@emits("atom", "red")
def _atomic(writer: PieceWriter, site: Site) -> None:
    if site.has(".mbarrier::complete_tx::bytes"):
        write_reduction(writer, site)
        return
    if site.has(".v2", ".v4", ".v8"):
        _write_vector(writer, site)
        return
    operation, type_ = operation_of(site)
    if type_ == "b128":
        _write_wide(writer, site)
        return
    operands = list(site.operands)
    target = operands.pop(0) if site.node.opcode == "atom" else None
    address, *sources = operands
    # `cas` has two values; an operand behind them is the cache policy, which has no effect.
    sources = sources[: 2 if operation == "cas" else 1]
    kind = KINDS[type_]
    space = memory_space(writer, site, plain(address))
    where = narrow_address(writer, site, space, address) or writer.address(site, address)
    values = [writer.source(site, source, kind) for source in sources]
    # Without a reader of the old value, lanes need no order: the operation is much quicker.
    is_read = target is not None and writer.is_read(site, target)
    call = writer.call(
        atomics.atomic,
        "M",
        repr(space),
        where,
        repr(kind),
        repr(operation),
        repr(type_),
        f"({', '.join(values)},)",
        site.guard or "None",
        "I",
        str(is_read),
    )
    if is_read and target is not None:
        writer.assign(site, target, writer.let(call), kind)
    else:
        writer.emit(call)


@emits("membar", "fence", "prefetch", "prefetchu", "applypriority", "discard", "pragma")
def _nothing(writer: PieceWriter, site: Site) -> None:
    """Write nothing: memory is always coherent here, and caches are not simulated."""
    del writer, site


@emits("createpolicy")
def _policy(writer: PieceWriter, site: Site) -> None:
    # A policy is only the operand of accesses, which ignore it.
    writer.assign(site, site.operands[0], writer.constant(0, "u8"), "u8")


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


def _write_vector(writer: PieceWriter, site: Site) -> None:
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
    # A vector must be aligned as a whole, also if each element is.
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


def _join_halves(low: Any, high: Any) -> Any:
    """Return 128 bits as `V16`, given their halves: scalars or arrays."""
    pair = np.stack(np.broadcast_arrays(low, high), axis=-1)
    return pair.view(atomics.WIDE)[..., 0]


def _half(values: Any, number: int) -> Any:
    """Return a half of 128 bits, as `uint64`."""
    return values.view(np.uint64).reshape(-1, 2)[:, number]


def _write_wide(writer: PieceWriter, site: Site) -> None:
    """Write an atomic operation on 128 bits."""
    operation, type_ = operation_of(site)
    target, address, *sources = site.operands
    values = [
        writer.call(
            _join_halves, *writer.half_values(site, writer.slots.elements(source, site.level))
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
            writer.write(slot, writer.let(writer.call(_half, found, str(number))), "u8", site.guard)


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
