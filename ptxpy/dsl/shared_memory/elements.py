"""Elements of arrays in shared memory, by an index for each dimension."""

from __future__ import annotations

from math import prod
from typing import Any, Final

from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.pending_results import PendingResult, fresh
from ptxpy.dsl.values.operand_conversion import Register, in_register, plain
from ptxpy.dsl.values.operators import operation
from ptxpy.dsl.values.types import Type
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES

HALF_TYPES: Final = frozenset({"f16", "bf16", "f16x2", "bf16x2"})
"""Formats that `ld` moves as bits, and that instructions compute with."""

_LOADED_BITS: Final = 64
"""Bits of the largest element that every target loads at once."""


def _name(dtype: Any) -> str:
    if not isinstance(dtype, Type):
        msg = f"a type must be one of ptxpy.types, as bf16 or f32, got {dtype!r}"
        raise TypeError(msg)
    return dtype.fundamental


def element_bytes(dtype: Type) -> int:
    """Return the bytes of an element; `TypeError` for a type without a size."""
    kind = TYPES.get(_name(dtype))
    if kind is None or kind.bits % 8 or not kind.bits:
        msg = f"an array in shared memory has elements of whole bytes, not .{dtype.fundamental}"
        raise TypeError(msg)
    return kind.bits // 8


def access_type(dtype: Type) -> str:
    """Return the type with which `ld` and `st` move an element: `.b16` for halves, and so on."""
    kind = TYPES[_name(dtype)]
    if kind.bits % 8:
        msg = f"memory has elements of whole bytes, not .{dtype.fundamental}"
        raise TypeError(msg)
    # `ld` and `st` have integers, bits, `.f32` and `.f64`; other floats are moved as bits.
    named = dtype.fundamental in ("f32", "f64") or kind.kind in ("signed", "unsigned", "bits")
    return dtype.fundamental if named else f"b{kind.bits}"


def register_type(dtype: Type) -> str:
    """Return the type of a register for an element: elements of 8 bits use 16."""
    if _name(dtype) in HALF_TYPES:
        return dtype.fundamental
    # Types of 8 bits are for `ld`, `st` and `cvt` alone (PTX ISA 5.2.2).
    return {"b8": "b16", "u8": "u16", "s8": "s16"}.get(access_type(dtype), access_type(dtype))


def address_at(start: Any, index: Any, stride: int) -> Register:
    """Emit the address of an element by its index in a register; return the u32 register.

    Emits `mov.u32` of the start and `mad.lo.u32` with the bytes of an element.
    """
    register = fresh("u32")
    operation("mad.lo.u32")(index, stride, operation("mov.u32")(start)).bind(register.node, "u32")
    return register


def load_at(array: Any, index: int) -> PendingResult | None:
    """Emit `ld.shared` of an element of an array of one dimension, which may not be read.

    Return its result; None in a module in a compiler's style, and for elements that no load gives.
    """
    body = trace.function_body()
    kind = TYPES[access_type(array.dtype)]
    is_plain = array.swizzle in (None, "NONE") and kind.bits <= _LOADED_BITS
    if not (body.function.has_compiler_names and is_plain):
        return None
    loaded = operation(f"ld.shared.{access_type(array.dtype)}")(_address(array, (index,)))
    # A load that nothing reads is taken out at the end of the function.
    body.function.element_loads.append(loaded)
    return loaded


def loaded_register(array: Any, loaded: PendingResult) -> Register:
    """Return the register of an element that `load_at` has loaded."""
    if loaded.bound is None:
        kind = register_type(array.dtype)
        loaded.bound = fresh(kind)
        loaded.bind(loaded.bound.node, kind, loaded.bound.storage)
        trace.function_body().function.elements[loaded.bound.name] = array
    found: Register = loaded.bound
    return found


def load_element(array: Any, index: tuple[Any, ...]) -> Register:
    """Emit the address of an element and `ld.shared`; return the register."""
    kind = register_type(array.dtype)
    register = fresh(kind)
    loaded = operation(f"ld.shared.{access_type(array.dtype)}")(_address(array, index))
    loaded.bind(register.node, kind, register.storage)
    trace.function_body().function.elements[register.name] = array
    return register


def check_value(dtype: Type, value: Any) -> None:
    """Raise `TypeError` for an integer in a register that is stored as a floating-point element."""
    value = in_register(value)
    if dtype.fundamental not in ("f32", "f64") or not isinstance(value, PendingResult | Register):
        return
    register = value.register() if isinstance(value, PendingResult) else value
    found = TYPES.get(register.declared)
    if found is not None and found.kind in ("signed", "unsigned"):
        msg = (
            f"elements are .{dtype.fundamental}, and {register!r} is .{register.declared}: convert "
            f"it, ptx.cvt.rn.{dtype.fundamental}.{register.declared}, or store its bits with "
            f".b{found.bits} in place of the type"
        )
        raise TypeError(msg)


def store_element(array: Any, index: tuple[Any, ...], value: Any) -> None:
    """Emit the address of an element and `st.shared`."""
    value = in_register(value)
    check_value(array.dtype, value)
    operation(f"st.shared.{access_type(array.dtype)}")(_address(array, index), value)


def _address(array: Any, index: tuple[Any, ...]) -> n.Address:
    """Emit the computation of an element's address; a part known while tracing is an offset."""
    if len(index) != len(array.shape):
        msg = (
            f"{array!r}: an element has an index for each dimension, a[i, j] of two; this array "
            f"has {len(array.shape)}, and {len(index)} {'is' if len(index) == 1 else 'are'} given"
        )
        raise TypeError(msg)
    if array.swizzle not in (None, "NONE"):
        msg = (
            f"{array!r} is swizzled: compute the byte offset, give it to smem.apply_swizzle, "
            "and use smem.load or smem.store"
        )
        raise TypeError(msg)
    size = element_bytes(array.dtype)
    constant = 0
    terms = []
    strides = [prod(array.shape[at + 1 :]) * size for at in range(len(index))]
    for position, stride, extent in zip(plain(index), strides, array.shape, strict=True):
        if type(position) is int:
            if not 0 <= position < extent:
                place = f"{array!r}[{', '.join(map(str, index))}]"
                msg = f"{place}: {position} is not from 0 to {extent - 1}"
                raise IndexError(msg)
            constant += position * stride
        else:
            terms.append((position, stride))
    if not terms:
        whole: n.Address = array.address(constant)
        return whole
    base: PendingResult = operation("mov.u32")(array)
    for position, stride in terms:
        base = operation("mad.lo.u32")(position, stride, base)
    return n.Address(base.operand(), n.Literal(str(constant)) if constant else None, ())
