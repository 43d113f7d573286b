"""Loads, stores, atomic operations (PTX ISA 9.7.9 and 9.7.13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy.ir import nodes as n
from ptxpy.sim.compile.emitters.moves import halves
from ptxpy.sim.compile.function_writer import Missing
from ptxpy.sim.compile.piece_writer import plain
from ptxpy.sim.compile.registry import Site, handles, space_of, types_of
from ptxpy.sim.compile.symbol_operands import named
from ptxpy.sim.compile.symbol_operands import space_of as symbols_space
from ptxpy.sim.machine.global_memory import FIRST
from ptxpy.sim.numpy_types import KINDS
from ptxpy.sim.semantics.memory import address_sums, atomics

if TYPE_CHECKING:
    from ptxpy.sim.compile.piece_writer import PieceWriter

__all__ = ["memory_space", "operation_of", "stored"]

_SPACES: Final = {
    "global": "global",
    "const": "global",
    "shared": "shared",
    "local": "local",
    "generic": "generic",
}
"""Constant memory lies in global memory here."""


def memory_space(writer: PieceWriter, site: Site, operand: n.Operand) -> str:
    """Return the memory that an instruction accesses, as `access.load` takes it."""
    space = space_of(site)
    found = named(writer.slots, plain(operand).base, site.level)
    if space == "param":
        # Parameters of functions lie in the memory of their threads, those of kernels do not.
        if found is not None and writer.routine.place(found.name, site.level) is not None:
            return "local"
        return "global"
    if space == "generic" and found is not None:
        # A variable is accessed where it lies: its address is none of the generic ones.
        return _SPACES[symbols_space(writer.slots, found.name, site.level)]
    return "cluster" if site.has(".shared::cluster") else _SPACES[space]


def _elements(writer: PieceWriter, site: Site, operand: n.Operand) -> tuple[Any, ...]:
    """Return the registers of a vector, or the one that stands alone."""
    found = writer.slots.elements(operand, site.level)
    width = next((int(word[2:]) for word in site.modifiers if word in (".v2", ".v4", ".v8")), 0)
    if len(found) != (width or 1):
        msg = "a vector of another length than the instruction has"
        raise Missing(msg)
    return found


def _halved(writer: PieceWriter, site: Site, parts: tuple[Any, ...]) -> tuple[int, ...]:
    """Return the slots of registers of 128 bits, two each."""
    slots: list[int] = []
    for part in parts:
        held = writer.slots.register(part, site.level)
        if held is None or len(held.slots) != 2:  # noqa: PLR2004 - two halves
            msg = "128 bits that are no register"
            raise Missing(msg)
        slots += held.slots
    return tuple(slots)


@handles("ld", "ldu", lanewise=True)
def _load(writer: PieceWriter, site: Site) -> None:
    type_ = types_of(site)[-1]
    target, address = site.operands[:2]
    parts: tuple[Any, ...] = _elements(writer, site, target)
    kind = KINDS[type_]
    if type_ == "b128":
        parts, kind = _halved(writer, site, parts), "u8"
    if site.guard is None and len(parts) == 1 and _argument(writer, site, kind):
        return
    space = memory_space(writer, site, plain(address))
    where = _place(writer, site, space, address)
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


def _place(writer: PieceWriter, site: Site, space: str, operand: n.Operand) -> str:
    """Return the terms and the offset of an address, as two arguments."""
    narrow = _narrow(writer, site, space, operand)
    return writer.place(site, operand) if narrow is None else f"({narrow},), 0"


def _narrow(writer: PieceWriter, site: Site, space: str, operand: n.Operand) -> str | None:
    """Return a variable for an address from a 32-bit register; None for others.

    So may constants and parameters be accessed, and all memory in a module with `.address_size 32`.
    Here they lie where more bits are set, which are the same in all.
    """
    few = space_of(site) in ("const", "param") and space == "global"
    if not few and not (writer.program.narrow and space in ("global", "generic")):
        return None
    address = plain(operand)
    held = writer.slots.register(address.base, site.level)
    if held is None or writer.slots.kinds[held.slots[0]] != "u4":
        return None
    base = writer.source(site, address.base, "u4")
    if address.offset is not None:
        base = writer.let(f"{base} + {writer.source(site, address.offset, 'u4')}")
    return writer.let(f"{base}.astype('u8') | {writer.constant(FIRST, 'u8')}")


def _argument(writer: PieceWriter, site: Site, kind: str) -> bool:
    """Write a load from a parameter of the kernel, the same for all; False if it is not one."""
    address = plain(site.operands[1])
    routine = writer.routine
    if not routine.is_kernel:
        return False
    found = named(writer.slots, address.base, site.level)
    offset = address.offset
    if found is None or found.counter is not None or not isinstance(offset, n.Literal | None):
        return False
    name, displacement = found.name, found.offset
    displacement += int(offset.value) if offset is not None else 0
    storage = next((each for each in routine.parameters if each.name == name), None)
    size = int(kind[1:])
    if (
        storage is None
        or routine.place(name, site.level) is not None
        or displacement % size
        or not 0 <= displacement <= (storage.size or 0) - size
    ):
        return False
    key = writer.bind((name, displacement, kind), ("argument", name, displacement, kind))
    writer.assign(site, site.operands[0], f"M.argument({key})", kind)
    return True


@handles("st", lanewise=True)
def _store(writer: PieceWriter, site: Site) -> None:
    if site.has(".bulk"):
        msg = f"st{''.join(site.modifiers)}"
        raise Missing(msg)
    if site.has(".mbarrier::complete_tx::bytes"):
        from ptxpy.sim.compile.emitters.async_stores import (  # noqa: PLC0415 - it needs this
            write_store,
        )

        writer.lanewise = False
        guard = None if site.guard is None else writer.formed(site.guard)
        write_store(writer, site._replace(guard=guard))
        return
    address, source = site.operands[:2]
    kind, values = stored(writer, site, source)
    space = memory_space(writer, site, plain(address))
    where = _place(writer, site, space, address)
    guard = site.guard or "None"
    writer.emit(
        writer.call(address_sums.store, "M", repr(space), where, repr(kind), values, guard, "I")
    )


def stored(writer: PieceWriter, site: Site, source: n.Operand) -> tuple[str, str]:
    """Return the NumPy type of the elements that are stored, and a tuple of them."""
    type_ = types_of(site)[-1]
    parts: tuple[Any, ...] = _elements(writer, site, source)
    kind = KINDS[type_]
    if type_ == "b128":
        kind = "u8"
        values = [half for part in parts for half in halves(writer, site, (part,))]
    else:
        values = [writer.source(site, part, kind) for part in parts]
    return kind, f"({', '.join(values)},)"


_OPERATIONS: Final = frozenset(
    {"add", "min", "max", "and", "or", "xor", "inc", "dec", "exch", "cas"}
)


def operation_of(site: Site) -> tuple[str, str]:
    """Return the operation of an atomic instruction, and its type."""
    type_ = types_of(site)[-1]
    operation = next(word[1:] for word in site.modifiers if word[1:] in _OPERATIONS)
    if not atomics.is_known(operation, type_):
        msg = f"the atomic operation {operation} on {type_}"
        raise Missing(msg)
    return operation, type_


@handles("atom", "red")
def _atomic(writer: PieceWriter, site: Site) -> None:
    if site.has(".mbarrier::complete_tx::bytes"):
        from ptxpy.sim.compile.emitters.async_stores import (  # noqa: PLC0415 - likewise
            write_reduction,
        )

        write_reduction(writer, site)
        return
    if site.has(".v2", ".v4", ".v8"):
        from ptxpy.sim.compile.emitters.vector_atomics import (  # noqa: PLC0415 - likewise
            write_vector,
        )

        write_vector(writer, site)
        return
    operation, type_ = operation_of(site)
    if type_ == "b128":
        from ptxpy.sim.compile.emitters.wide_atomics import write_wide  # noqa: PLC0415 - likewise

        write_wide(writer, site)
        return
    operands = list(site.operands)
    target = operands.pop(0) if site.node.opcode == "atom" else None
    address, *sources = operands
    sources = sources[: 2 if operation == "cas" else 1]
    kind = KINDS[type_]
    space = memory_space(writer, site, plain(address))
    where = _narrow(writer, site, space, address) or writer.address(site, address)
    values = [writer.source(site, source, kind) for source in sources]
    wanted = target is not None and writer.is_read(site, target)
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
        str(wanted),
    )
    if wanted and target is not None:
        writer.assign(site, target, writer.let(call), kind)
    else:
        writer.emit(call)


@handles("membar", "fence", "prefetch", "prefetchu", "applypriority", "discard", "pragma")
def _nothing(writer: PieceWriter, site: Site) -> None:
    """Write nothing: memory is always coherent here, and caches are not simulated."""
    del writer, site


@handles("createpolicy")
def _policy(writer: PieceWriter, site: Site) -> None:
    writer.assign(site, site.operands[0], writer.constant(0, "u8"), "u8")
