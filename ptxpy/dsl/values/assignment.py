"""Assignment of values to registers that are declared to change.

`r[3] = v`, `x.set(v)` and `reg.from_(v, u32)` make the register the destination of the last
instruction if `v` is its result; any other value is moved.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.pending_results import (
    PendingResult,
    ResultPart,
    bind,
    is_unbound,
    value_type,
)
from ptxpy.dsl.values.operand_conversion import Register
from ptxpy.dsl.values.operators import View, operation, style
from ptxpy.dsl.values.types import MATERIALISE, NAMED, Type
from ptxpy.dsl.verification.instruction_checks import InstructionError, conversion
from ptxpy.isa.type_compatibility import value_fits
from ptxpy.isa.types import TYPES
from ptxpy.lift.operators import move_of

_MOVABLE_TYPES = (PendingResult, ResultPart, Register, View, int, float)
"""The types of values that an assignment moves into a register."""


def assign(register: Register, value: Any) -> None:
    """Make a register the destination of the last instruction; move any other value into it."""
    if isinstance(value, PendingResult) and value.in_place and value.destination == register.node:
        return
    if is_unbound(value):
        kind = _type_after(register, value)
        value.bind(register.node, register.declared, register.storage)
        value.bound = register
        if kind != register.declared:
            value.bound = Register(register.node, kind, register.storage, variable=True)
    elif isinstance(value, _MOVABLE_TYPES) and (
        type(value) is not bool or register.declared == "pred"
    ):
        view = value.type if isinstance(value, View) else ""
        move(register, value, move_of(register.declared, view, style()))
    else:
        bind(register.node, value)


def _type_after(register: Register, value: PendingResult | ResultPart) -> str:
    """Return the type of a register's value after an assignment.

    A register of an untyped class takes the type of the value, if the style has typed values.
    """
    entry = TYPES.get(register.declared)
    if entry is None or entry.kind != "bits" or not style().is_typed:
        return register.declared
    return value_type(value) or register.declared


def move(register: Register, value: Any, opcode: str = "") -> None:
    """Move a number, or the value of a register, into a register.

    `opcode` is the style's `mov` if it is not the `mov` of the register's type.
    """
    kind = register.declared
    if kind == "pred" and (type(value) is bool or (type(value) is int and style().is_typed)):
        operation("setp.ne.b32")(int(value), 0).bind(register.node, kind, register.storage)
        return
    if style().is_typed and _moves_bits(kind):
        opcode = f"mov.b{TYPES[kind].bits}"
        value = _as_bits(register, value)
    operation(opcode or f"mov.{kind}")(value).bind(register.node, kind, register.storage)


def _moves_bits(kind: str) -> bool:
    """Return whether values of a type are moved as bits: PTX has no `mov.f16` (PTX ISA 9.7.9.2)."""
    entry = TYPES.get(kind)
    return entry is not None and entry.kind == "float" and kind not in ("f32", "f64")


def _as_bits(register: Register, value: Any) -> Any:
    """Return a value as an operand of an untyped `mov`; `InstructionError` for another type."""
    kind = register.declared
    if type(value) is float and kind in HALF_BITS:
        return HALF_BITS[kind](value)
    held = value_type(value)
    if type(value) not in (int, float) and value_fits(held, kind):
        return value
    shown = repr(value) if type(value) in (int, float) else f"a .{held} value"
    msg = f"{register!r} holds .{kind} values, not {shown}"
    opcode = conversion(held, kind)
    if opcode:
        msg += f": convert it, ptx.{opcode}(…)"
    elif type(value) is int and kind in HALF_BITS:
        msg += f": write {value}.0"
    raise InstructionError(msg)


def _set(self: Any, value: Any) -> None:
    """Write a register that is declared to change: `x.set(v)` is the instruction of `v`, or `mov`.

    `TraceError` for a value that is not declared to change.
    """
    register = self if isinstance(self, Register) else self.bound
    if register is None or not register.variable:
        kind = value_type(self) or "u32"
        msg = (
            f"{self!r} cannot be changed, as it is a value: begin with "
            f"x = reg.from_(value, {kind}); x.set(…) or x += … then writes that register"
        )
        raise trace.TraceError(msg)
    assign(register, value)


def _install() -> None:
    for target in (Register, PendingResult, ResultPart):
        for name, method in {"set": _set}.items():
            setattr(target, name, method)


_install()


def materialise(kind: Type, value: Any) -> PendingResult:
    """Emit the style's `mov` of a number or register: `u32(8192)`.

    An immediate operand needs none; this is a register of its own that holds the number.
    `TypeError` for a type that is no register's.
    """
    name = kind.fundamental
    if kind != NAMED.get(name):
        msg = f"{kind!r} is the type of a declaration: a mov has a fundamental one, as u32(8192)"
        raise TypeError(msg)
    if type(value) is bool and name != "pred":
        msg = f"{value} is not an operand; write 0 or 1"
        raise TypeError(msg)
    if name == "pred":
        return operation("setp.ne.b32")(int(value), 0)
    opcode = move_of(name, "", style())
    if style().is_typed and _moves_bits(name):
        opcode = f"mov.b{TYPES[name].bits}"
        if type(value) is float and name in HALF_BITS:
            value = HALF_BITS[name](value)
    result = operation(opcode)(value)
    result.declared = name
    return result


MATERIALISE.append(materialise)


def _half(value: float) -> int:
    return int.from_bytes(struct.pack("<e", value), "little")


def _bfloat(value: float) -> int:
    """Return the bits of the nearest bfloat16, ties to even."""
    bits = int.from_bytes(struct.pack("<f", value), "little")
    if value != value:  # noqa: PLR0124 - a nan
        return bits >> 16 | 0x40
    return bits + 0x7FFF + (bits >> 16 & 1) >> 16


HALF_BITS: dict[str, Callable[[float], int]] = {"f16": _half, "bf16": _bfloat}
"""Functions from a number to its 16 bits, by type: PTX has no literals of these types."""
