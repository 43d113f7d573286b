"""The values of operands: registers, constants, special registers, addresses of variables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.check import operand_of
from ptxpy.ir import nodes as n
from ptxpy.isa import is_special
from ptxpy.sim.compile import symbol_operands
from ptxpy.sim.compile.float_constants import float_bits, float_of
from ptxpy.sim.compile.site import UnsupportedInstructionError

if TYPE_CHECKING:
    from ptxpy.sim.compile.function_writer import FunctionWriter

__all__ = ["special_name", "value_of"]


def value_of(writer: FunctionWriter, operand: n.Operand | int, kind: str, level: int) -> str:
    """Return a variable or constant for an operand, read as a NumPy type."""
    if isinstance(operand, int):
        return writer.read(operand, kind)
    slots = writer.slots
    # A register hides a variable of the module with its name, so registers come first.
    location = slots.register(operand, level)
    if location is not None:
        return symbol_operands.read_register(writer, location, kind)
    if isinstance(operand, n.Literal) or float_of(operand) is not None:
        return literal(writer, operand, kind)
    if isinstance(operand, n.Unary):
        return _unary(writer, operand, kind, level)
    name = special_name(operand)
    if name is not None:
        source = f"M.special({writer.bind(name, ('name', name))})"
        value = writer.let(symbol_operands.in_current_form(writer, source))
        own = "?" if name == "%is_explicit_cluster" else "u8" if _is_wide(name) else "u4"
        return writer.let(writer.cast(value, own, kind)) if kind != own else value
    names = slots.routine.code.levels[level].names
    actual = operand_of(operand, names)
    if actual.kind == "integer":
        return writer.constant(actual.value, kind)
    found = symbol_operands.resolve_symbol(slots, operand, level)
    if found is not None:
        address = symbol_operands.address_of(slots, writer, found, level)
        return writer.let(writer.cast(address, "u8", kind)) if kind != "u8" else address
    total = symbol_operands.register_sum(slots, writer, operand, kind, level)
    if total is not None:
        return total
    msg = symbol_operands.refusal(slots, operand, level)
    raise UnsupportedInstructionError(msg)


def _unary(writer: FunctionWriter, operand: n.Unary, kind: str, level: int) -> str:
    inner = operand.operand
    if writer.slots.register(inner, level) is not None:
        value = value_of(writer, inner, kind, level)
        sign = {"!": "~", "~": "~", "-": "-", "+": "+"}[operand.operator]
        return writer.let(f"{sign}{value}")
    actual = operand_of(operand, writer.slots.routine.code.levels[level].names)
    if actual.kind != "integer":
        msg = f"the operand {operand.operator}…"
        raise UnsupportedInstructionError(msg)
    return writer.constant(actual.value, kind)


def special_name(operand: n.Operand) -> str | None:
    """Return the name of a special register: `%tid.x`; None for another operand."""
    if isinstance(operand, n.Component) and isinstance(operand.base, n.Register):
        name = operand.base.name
        return f"{name}.{operand.component}" if is_special(name) else None
    if isinstance(operand, n.Register) and is_special(operand.name):
        return operand.name
    return None


_WIDE_SPECIALS: Final = frozenset({"%gridid", "%clock64", "%globaltimer", "%current_graph_exec"})


def _is_wide(name: str) -> bool:
    """Return whether a special register has 64 bits."""
    return name in _WIDE_SPECIALS or (name.startswith("%pm") and name.endswith("_64"))


def literal(writer: FunctionWriter, operand: n.Operand, kind: str) -> str:
    """Return the constant of a literal or floating-point constant expression, as a NumPy type.

    Raises:
        UnsupportedInstructionError: For a floating-point number used as bits of another size,
            which ptxas also rejects.
    """
    size = 1 if kind == "?" else int(kind[1:])
    bits = float_bits(operand, size)
    if bits is not None:
        single = isinstance(operand, n.Literal) and operand.text.lstrip("-")[:2].lower() == "0f"
        # As bits, `0f3f800000` has 32 of them, and any other floating-point number has 64.
        if kind[0] != "f" and size != (4 if single else 8):
            msg = f"a floating-point number as {8 * size} bits of another type"
            raise UnsupportedInstructionError(msg)
        return writer.bits(bits, kind)
    assert isinstance(operand, n.Literal)  # noqa: S101 - `float_of` has evaluated expressions
    try:
        value = operand.value
    # Python refuses to convert more than 4,300 decimal digits.
    except ValueError:
        msg = f"a number of {len(operand.text):,} digits"
        raise UnsupportedInstructionError(msg) from None
    return writer.constant(bool(value) if kind == "?" else value, kind)
