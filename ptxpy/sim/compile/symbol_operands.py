"""Operands that name a variable, `name`, `name+4`, `name[4]`, `name[%r1+1]`; sums of registers.

An index counts elements of the scalar type, as in ptxas, also in arrays of vectors or of several
dimensions; an offset counts bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._records import NamedTuple
from ptxpy.check import operand_of
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES, is_special
from ptxpy.sim.compile.placement import variable_key
from ptxpy.sim.compile.site import UnsupportedInstructionError

if TYPE_CHECKING:
    from ptxpy.sim.compile.function_writer import FunctionWriter
    from ptxpy.sim.compile.register_slots import RegisterLocation, Slots

__all__ = [
    "SymbolReference",
    "address_of",
    "in_current_form",
    "index_of",
    "read_register",
    "refusal",
    "register_sum",
    "resolve_symbol",
    "space_of",
    "symbol_address",
]


class SymbolReference(NamedTuple):
    """A position in a variable, or a function."""

    name: str
    offset: int
    """Bytes from its beginning."""
    counter: n.Operand | None = None
    """A register, or a sum of one and a constant, that counts elements from there."""
    size: int = 1
    """Bytes of an element."""


def resolve_symbol(slots: Slots, operand: n.Operand, level: int) -> SymbolReference | None:
    """Return the variable or function that an operand refers to; None if there is none."""
    if isinstance(operand, n.Parenthesized):
        return resolve_symbol(slots, operand.operand, level)
    # A register hides a variable of the same name.
    if isinstance(operand, n.Symbol | n.Register):
        is_register = slots.register(operand, level) is not None
        is_symbol = not is_register and _has_address(slots, operand.name, level)
        return SymbolReference(operand.name, 0) if is_symbol else None
    if isinstance(operand, n.Binary) and operand.operator in ("+", "-"):
        inner = resolve_symbol(slots, operand.left, level)
        offset = _constant(slots, operand.right, level)
        if inner is None or offset is None:
            return None
        sign = 1 if operand.operator == "+" else -1
        return inner._replace(offset=inner.offset + sign * offset)
    return _element_of(slots, operand, level) if isinstance(operand, n.Subscript) else None


def _element_of(slots: Slots, operand: n.Subscript, level: int) -> SymbolReference | None:
    base = resolve_symbol(slots, operand.base, level)
    if base is None:
        return None
    type_ = operand_of(n.Symbol(base.name), slots.routine.code.levels[level].names).type
    # An index counts elements of the scalar type: the `f32` of `v4.f32`.
    found = TYPES.get(type_.rpartition(".")[2])
    size = max(1, found.bits // 8) if found is not None else 1
    index = _constant(slots, operand.index, level)
    if index is None:
        return base._replace(counter=operand.index, size=size)
    return base._replace(offset=index * size)


def _constant(slots: Slots, operand: n.Operand, level: int) -> int | None:
    actual = operand_of(operand, slots.routine.code.levels[level].names)
    return actual.value if actual.kind == "integer" else None


def _has_address(slots: Slots, name: str, level: int) -> bool:
    """Return whether a name has an address: of a variable, a parameter, a function."""
    program = slots.program
    return (
        slots.routine.local_variable(name, level) is not None
        or slots.declaring_level(name, level) is not None
        or name in program.variables
        or program.routine(name) is not None
        or any(each.name == name for each in slots.routine.parameters)
    )


def space_of(slots: Slots, name: str, level: int) -> str:
    """Return the state space of a variable; `generic` if it has none."""
    own = slots.declaring_level(name, level)
    if own is not None:
        actual = slots.routine.code.levels[own].names.own(name)
        return "generic" if actual is None else actual.space.lstrip(".").partition("::")[0]
    if slots.routine.local_variable(name, level) is not None:
        return "local"
    variable = slots.program.variables.get(name)
    if variable is not None:
        return variable[2].space
    # The parameters of a kernel are in global memory here.
    return "global" if any(each.name == name for each in slots.routine.parameters) else "generic"


def address_of(slots: Slots, writer: FunctionWriter, found: SymbolReference, level: int) -> str:
    """Return a variable for the address of a symbol reference, as `uint64`."""
    address = writer.let(symbol_address(slots, writer, found.name, level))
    if found.offset:
        address = writer.let(f"{address} + {writer.constant(found.offset, 'u8')}")
    if found.counter is not None:
        address = writer.let(f"{address} + {index_of(slots, writer, found, level)}")
    return address


def symbol_address(slots: Slots, writer: FunctionWriter, name: str, level: int) -> str:
    """Return an expression for the address of a variable, parameter or function."""
    found = slots.routine.local_variable(name, level)
    if found is not None:
        offset = writer.constant(found[1].offset, "u8")
        return f"(F.local + {offset})"
    own = slots.declaring_level(name, level)
    if own is not None:
        actual = slots.routine.code.levels[own].names.own(name)
        shared = actual is not None and actual.space == ".shared"
        # Variables of different functions and scopes may have one name.
        name = variable_key(slots.routine, own, name)
    else:
        variable = slots.program.variables.get(name)
        shared = variable is not None and variable[2].space == "shared"
    key = writer.bind(name, ("name", name))
    # In a cluster the address of a shared variable has the rank of its CTA, so that it differs from
    # lane to lane.
    if shared:
        return in_current_form(writer, f"M.shared_address({key})")
    if slots.routine.is_kernel and any(p.name == name for p in slots.routine.parameters):
        return f"M.parameter({key})"
    return f"M.address({key})"


def in_current_form(writer: FunctionWriter, source: str) -> str:
    """Return an expression of a scalar or shaped array in the form the instruction needs."""
    if not writer.all_lanes:
        return f"M.part({source}, I)"
    return source if writer.lanewise else f"M.flat({source})"


def index_of(slots: Slots, writer: FunctionWriter, found: SymbolReference, level: int) -> str:
    """Return a variable for an index register times the size of an element, as `uint64`."""
    assert found.counter is not None  # noqa: S101 - the caller has checked it
    location = slots.register(found.counter, level)
    if location is not None:
        index = read_register(writer, location, "u8")
    else:
        index = register_sum(slots, writer, found.counter, "u8", level) or ""
    if not index:
        msg = f"an index into {found.name} that is not a register"
        raise UnsupportedInstructionError(msg)
    return writer.let(f"{index} * {writer.constant(found.size, 'u8')}")


def read_register(writer: FunctionWriter, location: RegisterLocation, kind: str) -> str:
    """Return a variable for a register, as a NumPy type."""
    if len(location.slots) != 1:
        msg = "a vector or 128 bits as one value"
        raise UnsupportedInstructionError(msg)
    return writer.read(location.slots[0], kind)


def register_sum(
    slots: Slots, writer: FunctionWriter, operand: n.Operand, kind: str, level: int
) -> str | None:
    """Return a variable for `%r1+4` as a NumPy type: an integer sum of the register's size.

    None for another operand. ptxas accepts neither differences nor special registers.
    """
    register, offset = _sum(slots, operand, level) or (None, 0)
    location = None if register is None else slots.register(register, level)
    if location is None or len(location.slots) != 1 or kind[0] in "?f":
        return None
    own = slots.kinds[location.slots[0]]
    if own == "?":
        return None
    name = writer.read(location.slots[0], own)
    total = writer.let(f"{name} + {writer.constant(offset, own)}")
    return writer.let(writer.cast(total, own, kind)) if own != kind else total


def _sum(slots: Slots, operand: n.Operand, level: int) -> tuple[n.Operand, int] | None:
    """Return the register and the constant of `%r1+16-8`, which is `%r1+(16-8)`."""
    if not isinstance(operand, n.Binary) or operand.operator not in ("+", "-"):
        return None
    constant = _constant(slots, operand.right, level)
    if constant is None:
        return None
    if operand.operator == "+" and slots.register(operand.left, level) is not None:
        return operand.left, constant
    # `%r1+16-8` is read as `(%r1+16)-8`: the register is further left.
    inner = _sum(slots, operand.left, level)
    if inner is None:
        return None
    return inner[0], inner[1] + (constant if operand.operator == "+" else -constant)


def refusal(slots: Slots, operand: n.Operand, level: int) -> str:
    """Return a message why an operand cannot be read."""
    if isinstance(operand, n.Binary):
        left = operand.left
        if slots.register(left, level) is not None and operand.operator == "-":
            return "a register minus a number; ptxas accepts only sums: %r1+-4"
        if isinstance(left, n.Register) and is_special(left.name):
            return "a sum of a special register: ptxas accepts only sums of other registers"
        return f"a constant expression with {operand.operator} that is not constant"
    if isinstance(operand, n.Register | n.Symbol):
        return f"{operand.name}, which is not declared"
    return f"the operand {type(operand).__name__}"
