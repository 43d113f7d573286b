"""Types of elements by name, shapes, and the placement of elements in registers and memory."""

from __future__ import annotations

import struct
from math import prod
from typing import Any, Final

from ptxpy.dsl.shared_memory.elements import access_type
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.pending_results import PendingResult, ResultPart
from ptxpy.dsl.values.assignment import assign
from ptxpy.dsl.values.operand_conversion import Register
from ptxpy.dsl.values.operators import View, operation
from ptxpy.dsl.values.types import Type, fundamental
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES, register_class

NAMES: Final = {
    "bool": "pred",
    "int8": "s8",
    "int16": "s16",
    "int32": "s32",
    "int64": "s64",
    "uint8": "u8",
    "uint16": "u16",
    "uint32": "u32",
    "uint64": "u64",
    "float16": "f16",
    "bfloat16": "bf16",
    "float32": "f32",
    "float64": "f64",
    "float8_e4m3": "e4m3",
    "float8_e4m3fn": "e4m3",
    "float8_e5m2": "e5m2",
}
"""The PTX type of a dtype. A truth value is a predicate in a register, a byte in memory."""

_BITS: Final = frozenset({"b8", "b16", "b32", "b64"})
_ELEMENTS: Final = frozenset(NAMES.values()) | _BITS


def element_type(dtype: Any) -> Type:
    """Return the PTX type of a dtype; `ValueError` for a name or a type that is none of an element.

    `bool` is `pred`.
    """
    name = dtype.fundamental if isinstance(dtype, Type) else NAMES.get(dtype)
    if name not in _ELEMENTS:
        msg = f"{dtype!r} is not a dtype of an element: there are {', '.join(NAMES)}"
        raise ValueError(msg)
    return fundamental(name)


def element_size(dtype: Type) -> int:
    """Return the bytes of an element in memory; a predicate has one."""
    return max(8, TYPES[dtype.fundamental].bits) // 8


def sizes_of(shape: Any) -> tuple[int, ...]:
    """Return a shape as a tuple; `ValueError` if it is not a shape."""
    sizes = tuple(shape) if isinstance(shape, tuple | list) else (shape,)
    if not sizes or any(type(size) is not int or size < 1 for size in sizes):
        msg = f"a shape must be one or more integers of at least 1, got {shape!r}"
        raise ValueError(msg)
    return sizes


def check_scope(scope: Any, *allowed: str) -> None:
    """Raise `ValueError` for a memory scope that an allocator does not have."""
    if scope not in allowed:
        msg = f"the scope must be {' or '.join(map(repr, allowed))}, got {scope!r}"
        raise ValueError(msg)


def strides_of(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return the elements from one index to the next, in each dimension; the last runs fastest."""
    return tuple(prod(shape[axis + 1 :]) for axis in range(len(shape)))


def fresh_register(kind: str) -> Register:
    """Return a fresh register for an element, in the class in which such elements are kept."""
    function = trace.function_body().function
    declared = register_class(kind)
    return Register(function.fresh(declared), kind, declared, variable=True)


def undefined_register(kind: str) -> Register:
    """Return a fresh register that is the user's to write: to read it alone is a `TraceError`."""
    register = fresh_register(kind)
    trace.function_body().function.unassigned.append(register.name)
    return register


def write(register: Register, value: Any) -> None:
    """Make a register the destination of the last instruction, or move a value into it."""
    # An unbound result and that of `+=` need no `mov`: `assign` sees to them.
    open_place = isinstance(value, PendingResult) and (value.in_place or value.destination is None)
    if open_place or isinstance(value, ResultPart | View):
        assign(register, value)
    else:
        fill(register, value)


def fill(register: Register, value: Any) -> None:
    """Emit the `mov` of a value, a number or another register, into a register of its own type.

    A number goes there as its bits where PTX has no constants of the type: f16 and bf16.
    """
    kind = register.declared
    if kind == "pred":
        if isinstance(value, int):
            operation("setp.ne.b32")(int(value), 0).bind(register.node, kind)
        else:
            operation("mov.pred")(value).bind(register.node, kind)
        return
    constant = type(value) in (int, float)
    if constant and TYPES[kind].kind == "float":
        value = _constant(kind, float(value))
    elif type(value) is float:
        msg = f"a value for a register of .{kind} must be an integer, got {value!r}"
        raise TypeError(msg)
    move = access_type(fundamental(kind))
    move = {"b8": "b16", "u8": "u16", "s8": "s16"}.get(move, move)
    operation(f"mov.{move}")(value).bind(register.node, kind)


def _constant(kind: str, value: float) -> int | float:
    """Return a number as a constant of a type: itself for f32 and f64, bits for f16 and bf16."""
    if kind in ("f32", "f64"):
        return value
    if kind == "f16":
        return int.from_bytes(struct.pack("<e", value), "little")
    if kind == "bf16":
        bits = int.from_bytes(struct.pack("<f", value), "little")
        # To nearest even; what is cut off of infinities is 0.
        return bits + 0x7FFF + (bits >> 16 & 1) >> 16
    if value == 0:
        return 0
    msg = f"a number of .{kind} is made on the device, with cvt; only 0 can be given"
    raise TypeError(msg)


def load(space: str, where: n.Address, registers: tuple[Register, ...]) -> None:
    """Emit one `ld` of 1, 2 or 4 elements that are consecutive.

    A predicate, of which there is one, is a byte that is not 0.
    """
    kind = registers[0].declared
    if kind == "pred":
        # Memory has no predicates: a byte is compared.
        byte = operation(f"ld.{space}.u8")(where)
        operation("setp.ne.b16")(byte, 0).bind(registers[0].node, kind)
        return
    access = access_type(fundamental(kind))
    if len(registers) == 1:
        operation(f"ld.{space}.{access}")(where).bind(registers[0].node, kind)
        return
    loaded = operation(f"ld.{space}.v{len(registers)}.{access}")(where)
    loaded.bind(n.Vector(tuple([register.node for register in registers])))


def store(space: str, where: n.Address, values: tuple[Any, ...], dtype: Type) -> None:
    """Emit one `st` of 1, 2 or 4 elements consecutively; a predicate is a byte, 0 or 1."""
    if dtype.fundamental == "pred":
        (value,) = values
        byte = int(value) if isinstance(value, int) else operation("selp.b16")(1, 0, value)
        operation(f"st.{space}.u8")(where, byte)
        return
    access = access_type(dtype)
    if len(values) > 1:
        operation(f"st.{space}.v{len(values)}.{access}")(where, values)
        return
    (value,) = values
    if type(value) in (int, float) and TYPES[dtype.fundamental].kind == "float":
        value = _constant(dtype.fundamental, float(value))
    operation(f"st.{space}.{access}")(where, value)
