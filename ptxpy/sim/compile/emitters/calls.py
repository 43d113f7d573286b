"""Calls of functions, by name or by address (PTX ISA 9.7.12.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ptxpy.analysis import types_of
from ptxpy.ir import nodes as n
from ptxpy.sim.compile.operand_values import value_of
from ptxpy.sim.compile.site import UnsupportedInstructionError
from ptxpy.sim.numpy_types import KINDS
from ptxpy.sim.pieces import Call
from ptxpy.sim.semantics import device_functions

if TYPE_CHECKING:
    from ptxpy.sim.compile.piece_writer import PieceWriter
    from ptxpy.sim.pieces import Routine

__all__ = ["write_call"]


def write_call(writer: PieceWriter, call: n.Call, level: int) -> str | None:
    """Write a call; return its terminator, or None for a function of the device's library."""
    guard = writer.guard(call.guard, level)
    target = call.target
    known = None
    # A register of the name of a function hides it: the call is by address.
    if isinstance(target, n.Symbol) and writer.slots.find(target.name, level) is None:
        known = writer.program.routine(target.name)
        if known is None:
            return _call_library(writer, call, target.name, guard, level)
        function = f"M.address({writer.bind(known.name, ('name', known.name))})"
    else:
        function = value_of(writer, target, "u8", level)
    types = _types(writer, call, known)
    arguments = [
        _argument(writer, operand, level, types[k] if k < len(types) else "")
        for k, operand in enumerate(call.arguments or ())
    ]
    returns = [_return(writer, operand, level) for operand in call.returns or ()]
    return (
        f"{writer.bind(Call)}({function}, {guard}, ({_join(arguments)}), "
        f"({_join(returns)}), {writer.following})"
    )


def _join(parts: list[str]) -> str:
    return "".join(f"{part}, " for part in parts)


def _types(writer: PieceWriter, call: n.Call, known: Routine | None) -> list[str]:
    """Return the types of the parameters of the callee, or of the prototype of the call."""
    if known is not None:
        return [each.type for each in known.parameters]
    # A call by address names a prototype, which alone knows the types of the parameters.
    name = "" if call.prototype is None else call.prototype.name
    for statement in writer.routine.code.statements:
        if type(statement) is n.CallPrototype and statement.name == name:
            return types_of(statement.parameters or ())
    return []


def _argument(writer: PieceWriter, operand: n.Operand, level: int, type_: str) -> str:
    """Return the text of an argument: a variable in local memory, or values."""
    if isinstance(operand, n.Symbol):
        found = writer.routine.local_variable(operand.name, level)
        if found is not None:
            place = found[1]
            return f"('local', {place.offset}, {place.storage.size or 0})"
    location = writer.slots.register(operand, level)
    if location is None:
        # A constant has no type of its own: that of the parameter says which bits are passed.
        kind = KINDS.get(type_, "u8")
        value = value_of(writer, operand, kind if kind[0] == "f" else "u8", level)
        values = [writer.cast(value, kind, f"u{kind[1:]}") if kind[0] == "f" else value]
    else:
        values = [writer.read(slot, writer.slots.kinds[slot]) for slot in location.slots]
    return f"('value', ({_join(values)}), 0)"


def _return(writer: PieceWriter, operand: n.Operand, level: int) -> str:
    if isinstance(operand, n.Symbol):
        found = writer.routine.local_variable(operand.name, level)
        if found is not None:
            place = found[1]
            return f"('local', {place.offset}, {place.storage.size or 0})"
        if operand.name == "_":
            return "('none', 0, 0)"
    location = writer.slots.register(operand, level)
    if location is None:
        msg = "a return value that is neither a variable nor a register"
        raise UnsupportedInstructionError(msg)
    return f"('slot', {location.slots}, 0)"


def _call_library(
    writer: PieceWriter, call: n.Call, name: str, guard: str | None, level: int
) -> str | None:
    """Write a call of a function of the device's library."""
    function = device_functions.FUNCTIONS.get(name)
    if function is None:
        msg = f"a call of {name}, which has no body"
        raise UnsupportedInstructionError(msg)
    offsets: list[Any] = []
    for operand in (*(call.returns or ()), *(call.arguments or ())):
        found = None
        if isinstance(operand, n.Symbol):
            found = writer.routine.local_variable(operand.name, level)
        if found is None:
            msg = f"a call of {name} with an argument that is not a variable"
            raise UnsupportedInstructionError(msg)
        offsets.append(found[1].offset)
    writer.emit(writer.call(function, "M", "F", writer.bind(tuple(offsets)), guard or "None", "I"))
    return None
