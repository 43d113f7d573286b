"""Operands of loads, stores and atomic operations: memories, addresses, elements, operations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy.ir import nodes as n
from ptxpy.sim.compile.piece_writer import plain
from ptxpy.sim.compile.site import Site, UnsupportedInstructionError, space_of, types_of
from ptxpy.sim.compile.symbol_operands import resolve_symbol
from ptxpy.sim.compile.symbol_operands import space_of as symbols_space
from ptxpy.sim.machine.address_space import FIRST_ADDRESS
from ptxpy.sim.numpy_types import KINDS
from ptxpy.sim.semantics.memory import atomics

if TYPE_CHECKING:
    from ptxpy.sim.compile.piece_writer import PieceWriter

__all__ = [
    "address_arguments",
    "elements_of",
    "is_sink",
    "memory_space",
    "narrow_address",
    "operation_of",
    "stored_parts",
    "stored_values",
]

_SPACES: Final = {
    "global": "global",
    "const": "global",
    "shared": "shared",
    "local": "local",
    "generic": "generic",
}
"""The memory of each state space; constant memory is part of global memory here."""


def memory_space(writer: PieceWriter, site: Site, operand: n.Operand) -> str:
    """Return the memory that an instruction accesses, as `access.load` takes it."""
    space = space_of(site)
    found = resolve_symbol(writer.slots, plain(operand).base, site.level)
    if space == "param":
        # Parameters of functions are in local memory, parameters of kernels in global memory.
        if found is not None and writer.routine.local_variable(found.name, site.level) is not None:
            return "local"
        return "global"
    if space == "generic" and found is not None:
        # The address of a variable is one in its state space, not a generic address.
        return _SPACES[symbols_space(writer.slots, found.name, site.level)]
    return "cluster" if site.has(".shared::cluster") else _SPACES[space]


def elements_of(writer: PieceWriter, site: Site, operand: n.Operand) -> tuple[Any, ...]:
    """Return the registers of a vector, or a single register."""
    found = writer.slots.elements(operand, site.level)
    width = next((int(word[2:]) for word in site.modifiers if word in (".v2", ".v4", ".v8")), 0)
    if len(found) != (width or 1):
        msg = "a vector of another length than the instruction has"
        raise UnsupportedInstructionError(msg)
    return found


def address_arguments(writer: PieceWriter, site: Site, space: str, operand: n.Operand) -> str:
    """Return the text of two arguments: the terms and the offset of an address."""
    narrow = narrow_address(writer, site, space, operand)
    return writer.place(site, operand) if narrow is None else f"({narrow},), 0"


def narrow_address(writer: PieceWriter, site: Site, space: str, operand: n.Operand) -> str | None:
    """Return a variable for an address from a 32-bit register; None for others.

    Constants and parameters may be accessed by such addresses, and all memory in a module with
    `.address_size 32`. The upper bits, the same for all addresses here, are added.
    """
    allows_32_bits = space_of(site) in ("const", "param") and space == "global"
    if not allows_32_bits and not (
        writer.program.has_short_pointers and space in ("global", "generic")
    ):
        return None
    address = plain(operand)
    location = writer.slots.register(address.base, site.level)
    # A register of 64 bits holds the whole address in any space.
    if location is None or writer.slots.kinds[location.slots[0]] != "u4":
        return None
    base = writer.source(site, address.base, "u4")
    if address.offset is not None:
        base = writer.let(f"{base} + {writer.source(site, address.offset, 'u4')}")
    return writer.let(f"{base}.astype('u8') | {writer.constant(FIRST_ADDRESS, 'u8')}")


def stored_values(writer: PieceWriter, site: Site, source: n.Operand) -> tuple[str, str]:
    """Return the NumPy type of the elements that are stored, and their tuple."""
    type_ = types_of(site)[-1]
    parts: tuple[Any, ...] = elements_of(writer, site, source)
    kind = KINDS[type_]
    if type_ == "b128":
        # Registers of 128 bits are held as two of 64, so memory is accessed in halves.
        kind = "u8"
        values = [half for part in parts for half in writer.half_values(site, (part,))]
    else:
        values = [writer.source(site, part, kind) for part in parts]
    return kind, f"({', '.join(values)},)"


def stored_parts(writer: PieceWriter, site: Site, source: n.Operand) -> tuple[int, str] | None:
    """Return the size of a vector with `_` among its elements, and the elements that are stored.

    They are a tuple of parts, of a displacement and a tuple of values. None if there is no `_`,
    which vectors of 32 bytes alone may have.
    """
    kind = KINDS[types_of(site)[-1]]
    size = int(kind[1:])
    elements = elements_of(writer, site, source)
    if size * len(elements) != _SINK_BYTES or not any(map(is_sink, elements)):
        return None
    texts = [
        f"({size * k}, ({writer.source(site, element, kind)},))"
        for k, element in enumerate(elements)
        if not is_sink(element)
    ]
    return _SINK_BYTES, f"({', '.join(texts)}{',' if texts else ''})"


def is_sink(operand: n.Operand | int) -> bool:
    """Return whether an operand is `_`."""
    return isinstance(operand, n.Symbol) and operand.name == "_"


_SINK_BYTES: Final = 32
_OPERATIONS: Final = frozenset(
    {"add", "min", "max", "and", "or", "xor", "inc", "dec", "exch", "cas"}
)


def operation_of(site: Site) -> tuple[str, str]:
    """Return the operation and the type of an atomic instruction."""
    type_ = types_of(site)[-1]
    operation = next(word[1:] for word in site.modifiers if word[1:] in _OPERATIONS)
    if not atomics.is_supported(operation, type_):
        msg = f"the atomic operation {operation} on {type_}"
        raise UnsupportedInstructionError(msg)
    return operation, type_
