"""Assignment of values to registers that are declared to change.

`r[3] = v`, `x.set(v)` and `reg.from_(v, u32)` make the register the destination of the last
instruction if `v` is its result; any other value is moved.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from typing import Any

from ptxpy.dialect import move_of
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.pending_results import (
    PendingResult,
    ResultPart,
    bind,
    is_own,
    is_unbound,
    value_type,
)
from ptxpy.dsl.tracing.renaming import can_rename, rename
from ptxpy.dsl.values.operand_conversion import (
    SINK,
    LoadedValue,
    Register,
    beyond,
    check_zero,
    in_register,
    plain,
)
from ptxpy.dsl.values.operators import View, operation, style
from ptxpy.dsl.values.types import MATERIALISE, NAMED, Type
from ptxpy.dsl.verification.instruction_checks import InstructionError
from ptxpy.isa import TYPES, value_fits

_MOVABLE_TYPES = (PendingResult, ResultPart, Register, View, int, float)
"""The types of values that an assignment moves into a register."""


def assign(register: Register, value: Any) -> None:
    """Make a register the destination of the last instruction; move any other value into it."""
    trace.check_trace(register)
    value = plain(in_register(value))
    # Python assigns the result of `r[3] += 1` to `r[3]`, which the addition has written already.
    if isinstance(value, PendingResult) and value.in_place and value.destination == register.node:
        return
    if is_unbound(value):
        kind = _type_after(register, value)
        value.bind(register.node, register.declared, register.storage)
        value.bound = register
        if kind != register.declared:
            value.bound = Register(register.node, kind, register.storage, variable=True)
    elif _bind_late(register, value):
        pass
    elif isinstance(value, _MOVABLE_TYPES) and (
        type(value) is not bool or register.declared == "pred"
    ):
        view = value.type if isinstance(value, View) else ""
        move(register, value, move_of(register.declared, view, style()))
    else:
        bind(register.node, value)


def _bind_late(register: Register, value: Any) -> bool:
    """Bind the result of a function that the statement has called, although others followed it.

    `r[7] = f(…)`: the register that was made for a value that has been used is renamed. In the
    style of a compiler only, and only if nothing since has read or written the register.
    """
    if not isinstance(value, PendingResult | ResultPart):
        return False
    function = trace.function_body().function
    instruction = value.instruction if isinstance(value, ResultPart) else value
    if _is_open(value):
        is_free = (
            not function.has_compiler_names
            and is_own(value, function)
            and can_rename(instruction, register.node)
        )
        if is_free:
            value.bind(register.node, register.declared, register.storage)
            value.bound = register
        return is_free
    if value.placeholder is None:
        return False
    held = value.node if isinstance(value, ResultPart) else value.destination
    if value.margin is not None and held is value.placeholder and held == register.node:
        value.statement.agree(value)  # the margin has named it already
        value.placeholder = None
        return True
    if (
        function.has_compiler_names
        or held is not value.placeholder
        or not is_own(value, function)
        or not can_rename(instruction, register.node)
    ):
        return False
    rename(instruction, held, register.node)
    # A fresh register that nothing mentions is given back; that of the margin is a declared one.
    if held is not value.margin:
        function.release(held)
    if value.margin is not None:
        value.statement.remove(value)
    if isinstance(value, ResultPart):
        value.node = register.node
    else:
        value.destination = register.node
    value.bound = register
    value.placeholder = None
    return True


def _is_open(value: PendingResult | ResultPart) -> bool:
    """Return whether nothing has used or bound a value."""
    if isinstance(value, ResultPart):
        return value.node is SINK
    return value.destination is None and bool(value.writes)


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
    result = emit_move(register.declared, value, opcode, repr(register))
    result.bind(register.node, register.declared, register.storage)


def emit_move(kind: str, value: Any, opcode: str = "", holder: str = "a register") -> PendingResult:
    """Emit the `mov` of a number, or of the value of a register, and return the result.

    `opcode` is the style's `mov` if it is not the `mov` of the type; `holder` is for messages.
    """
    value = plain(in_register(value))
    # The styles of compilers have `mov.pred %p1, -1`, so that a number is moved in them.
    if kind == "pred" and (type(value) is bool or (type(value) is int and style().is_typed)):
        return operation("setp.ne.b32")(int(value), 0)
    if style().is_typed and _moves_bits(kind):
        opcode = f"mov.b{TYPES[kind].bits}"
        value = _as_bits(kind, value, holder)
    return operation(opcode or f"mov.{kind}")(value)


def _moves_bits(kind: str) -> bool:
    """Return whether values of a type are moved as bits: PTX has no `mov.f16` (PTX ISA 9.7.9.2)."""
    entry = TYPES.get(kind)
    return entry is not None and entry.kind == "float" and kind not in ("f32", "f64")


def _as_bits(kind: str, value: Any, holder: str) -> Any:
    """Return a value as an operand of an untyped `mov`; `InstructionError` for another type."""
    if type(value) is float and kind in HALF_BITS:
        return HALF_BITS[kind](value)
    held = value_type(value)
    if type(value) not in (int, float) and value_fits(held, kind):
        return value
    shown = repr(value) if type(value) in (int, float) else f"a .{held} value"
    msg = f"{holder} holds .{kind} values, not {shown}"
    from ptxpy.dsl.verification.advice import conversion  # noqa: PLC0415 - seldom needed

    opcode = conversion(held, kind)
    if opcode:
        msg += f": convert it, ptx.{opcode}(…)"
    elif type(value) is int and kind in HALF_BITS:
        msg += f": write {_nearest(kind, value)!r}"
    raise InstructionError(msg)


def _set(self: Any, value: Any) -> None:
    """Write a register that is declared to change: `x.set(v)` is the instruction of `v`, or `mov`.

    `TraceError` for a value that is not declared to change.
    """
    register = self if isinstance(self, Register) else getattr(self, "bound", None)
    if register is None or not register.variable:
        from ptxpy.dsl.verification.rebound_values import (  # noqa: PLC0415 - seldom needed
            rebinding_here,
        )

        kind, found = value_type(self) or "u32", rebinding_here()
        if found is not None:
            msg = (
                f"{found.name} is a value here, and no longer the register to change of line "
                f"{found.declared}: line {found.line} rebinds it; write {found.given} there"
            )
            raise trace.TraceError(msg)
        msg = (
            f"{self!r} cannot be changed, as it is a value: begin with "
            f"x = reg.from_(value, {kind}); x.set(…) or x += … then writes that register"
        )
        raise trace.TraceError(msg)
    assign(register, value)


def _itself(self: Any) -> Any:
    """Write a register among several: `x.value, y.value = f(…)` is `x.set(…)` and `y.set(…)`."""
    return self


def _install() -> None:
    # The classes are below this module and cannot import it.
    for target in (Register, PendingResult, ResultPart, LoadedValue):
        setattr(target, "set", _set)  # noqa: B010 - a class is not known to have it
        setattr(target, "value", property(_itself, _set))  # noqa: B010


_install()


def materialise(kind: Type, value: Any) -> PendingResult:
    """Emit the `mov` of a number or register: `u32(8192)` is `mov.u32 …, 8192`.

    An immediate operand needs none; this is a register of its own that holds the number.
    `TypeError` for a type that is no register's.
    """
    name, value = kind.fundamental, plain(value)
    if kind != NAMED.get(name):
        msg = f"{kind!r} is the type of a declaration: a mov has a fundamental one, as u32(8192)"
        raise TypeError(msg)
    if type(value) is bool and name != "pred":
        msg = f"{value} is not an operand; write 0 or 1"
        raise TypeError(msg)
    if name == "pred":
        return operation("setp.ne.b32")(int(value), 0)
    opcode = move_of(name, "", style()) if style().is_typed else f"mov.{name}"
    if style().is_typed and _moves_bits(name):
        opcode = f"mov.b{TYPES[name].bits}"
        if type(value) is float and name in HALF_BITS:
            value = HALF_BITS[name](value)
    result = operation(opcode)(value)
    result.declared = name
    return result


MATERIALISE.append(materialise)


def _half(value: float) -> int:
    try:
        bits = int.from_bytes(struct.pack("<e", value), "little")
    except OverflowError:
        raise beyond(value, "f16", "65504") from None
    # The sign is left out: -0.0 is a zero.
    check_zero(value, "f16", is_zero=not bits & 0x7FFF)
    return bits


def _bfloat(value: float) -> int:
    """Return the bits of the nearest bfloat16, ties to even."""
    if value != value:  # noqa: PLR0124 - a nan
        # Cutting off the low half could leave the form of an infinity; the quiet bit keeps it a
        # NaN.
        return int.from_bytes(struct.pack("<f", value), "little") >> 16 | 0x40
    infinite = 0x7F80
    try:
        single = int.from_bytes(struct.pack("<f", value), "little")
    except OverflowError:
        # The exponents of a bfloat16 are those of an f32: beyond the one is beyond the other.
        single = infinite << 16
    # Half of the last place is added, less one if the last bit is 0: ties go to the even number.
    bits = single + 0x7FFF + (single >> 16 & 1) >> 16
    if bits & 0x7FFF == infinite and abs(value) != math.inf:
        raise beyond(value, "bf16", "3.3895314e38")
    check_zero(value, "bf16", is_zero=not bits & 0x7FFF)
    return bits


def _nearest(kind: str, value: int) -> float:
    """Return the number of a half that is nearest to an integer."""
    bits = HALF_BITS[kind](float(value))
    data = bits.to_bytes(2, "little")
    # A bfloat16 is the upper half of an f32.
    found: float = struct.unpack(*(("<e", data) if kind == "f16" else ("<f", bytes(2) + data)))[0]
    return found


HALF_BITS: dict[str, Callable[[float], int]] = {"f16": _half, "bf16": _bfloat}
"""Functions from a number to its 16 bits, by type: PTX has no literals of these types."""
