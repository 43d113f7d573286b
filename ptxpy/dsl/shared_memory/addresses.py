"""Addresses in shared memory, from arrays, mbarriers, registers and names, and their checks."""

from __future__ import annotations

from typing import Any

from ptxpy._counts import are, format_count
from ptxpy._records import NamedTuple
from ptxpy.dsl.shared_memory.handles import (
    MbarrierArray,
    SharedAlloc,
    SharedObject,
    SharedSlice,
    StageAddress,
)
from ptxpy.dsl.shared_memory.segment import ObjectName
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.values.operand_conversion import Register, operand
from ptxpy.dsl.values.operators import View, operation
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES

_GLOBAL_ADDRESS_BITS = 64


def address(x: Any, offset: int = 0) -> n.Address:
    """Return the operand `[x+offset]`; nothing is emitted.

    `x` is an array, a stage or an mbarrier in shared memory, a register with an address, a name,
    or an address already (`[base, 16]`, or what `ptx.addr` returns).
    """
    if isinstance(x, MbarrierArray):
        x = x[0]
    if isinstance(x, SharedObject | ObjectName):
        return x.address(offset)
    if isinstance(x, list):
        x = operand(x)
    if isinstance(x, n.Address):
        if not offset:
            return x
        total = offset + (0 if x.offset is None else int(x.offset.text))  # type: ignore[union-attr]
        return x.replace(offset=n.Literal(str(total)))
    return n.Address(operand(x), n.Literal(str(offset)) if offset else None, ())


def address_register(x: Any, offset: int = 0) -> Any:
    """Return a register with the shared-memory address `x+offset`, 32 bits.

    Emits `mov.u32` for an object at a fixed place, `add.u32` for a register and an offset, and
    nothing for a register alone.
    """
    if isinstance(x, MbarrierArray):
        x = x[0]
    if isinstance(x, SharedObject):
        total = x.start + offset
        node: Any = x.symbol
        # The assembler adds a constant to a symbol, which takes no instruction.
        if total:
            node = n.Binary(node, "+", n.Literal(str(total)))
        return operation("mov.u32")(node)
    if isinstance(x, str):
        node = operand(x)
        if isinstance(node, n.Symbol):
            return operation("mov.u32")(
                n.Binary(node, "+", n.Literal(str(offset))) if offset else node
            )
    if isinstance(x, list):
        x = operand(x)
    if isinstance(x, n.Address):
        offset += 0 if x.offset is None else int(x.offset.text)  # type: ignore[union-attr]
        x = x.base
        if isinstance(x, n.Symbol):
            return operation("mov.u32")(n.Binary(x, "+", n.Literal(str(offset))) if offset else x)
    if not offset:
        return x.register() if isinstance(x, PendingResult) else x
    return operation("add.u32")(x, offset)


class SharedLocation(NamedTuple):
    """A variable, and a byte offset in it."""

    variable: str
    offset: int
    begin: int = 0
    """The byte offset of the array around the place; of a stage that the device chooses, that of
    the first byte if it is the last stage."""
    end: int | None = None
    """The byte offset after that array, if it is known."""
    stride: int = 0
    """The bytes from a stage to the next if the device chooses it; then all else is of the first.
    """


def find_location(x: Any) -> SharedLocation | None:
    """Return the location of an object; None for an address that the device computes.

    Of a stage that the device chooses, it is that of the first one.

    `x` is an array, a stage or an mbarrier in shared memory, `[array, 16]`, or an address.
    """
    extra = 0
    if isinstance(x, list) and x and all(type(part) is int for part in x[1:]):
        x, extra = x[0], sum(x[1:])
    if isinstance(x, MbarrierArray):
        x = x[0]
    if isinstance(x, StageAddress):
        array, stride = x.alloc, x.alloc.stage_bytes
        begin, end = array.start - array.nbytes + stride, array.start + array.nbytes
        return SharedLocation(array.variable, array.start + extra, begin, end, stride)
    array = x.alloc if isinstance(x, SharedSlice) else x
    if isinstance(array, SharedAlloc):
        begin = array.start
        return SharedLocation(array.variable, x.start + extra, begin, begin + array.nbytes)
    if isinstance(x, SharedObject):
        return SharedLocation(x.symbol.name, x.start + extra)
    if isinstance(x, n.Address) and isinstance(x.base, n.Symbol):
        if x.offset is None:
            return SharedLocation(x.base.name, extra)
        if isinstance(x.offset, n.Literal):
            return SharedLocation(x.base.name, extra + int(x.offset.text, 0))
    return None


def check_location(x: Any, what: str, *, align: int, size: int = 0) -> None:
    """Raise `ValueError` if an access is known to be misaligned or outside of its array.

    `what` names the accessing function. The address must be a multiple of `align` bytes, and `size`
    bytes are accessed.
    """
    found = find_location(x)
    if found is None:
        return
    shared = trace.function_body().function.shared
    # A variable of the module is not in this segment, and its alignment not known here.
    alignment = None if shared is None else shared.alignment_of(found.variable)
    if alignment is not None and alignment < align:
        msg = (
            f"{what}: the address is a multiple of {align} bytes, and {found.variable} is aligned "
            f"to {alignment}: allocate it with align={align}"
        )
        raise ValueError(msg)
    # Stages may begin at other multiples than the first one.
    if found.stride % align == 0 and found.offset % align:
        msg = (
            f"{what}: the address is a multiple of {align} bytes, "
            f"not byte {found.offset} of {found.variable}"
        )
        raise ValueError(msg)
    if found.end is not None and not found.begin <= found.offset <= found.end - size:
        if found.stride:
            msg = f"{what}: {format_count(size, 'byte')} there {are(size)} not within {x!r}"
            raise ValueError(msg)
        msg = (
            f"{what}: {format_count(size, 'byte')} at byte "
            f"{found.offset - found.begin} {are(size)} not within the array, "
            f"which has {found.end - found.begin}"
        )
        raise ValueError(msg)


def check_global(x: Any, what: str) -> None:
    """Raise `TypeError` for a register that is too narrow for an address in global memory."""
    base = x[0] if isinstance(x, list) and x else x
    if isinstance(base, PendingResult):
        base = base.register()
    if isinstance(base, Register | View):
        kind = TYPES.get(base.declared)
        if kind is not None and kind.bits != _GLOBAL_ADDRESS_BITS:
            msg = f"{what} has 64 bits, and {base!r} is declared .{base.declared}"
            raise TypeError(msg)
