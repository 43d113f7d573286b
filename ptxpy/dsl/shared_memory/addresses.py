"""Addresses in shared memory, from arrays, mbarriers, registers and names."""

from __future__ import annotations

from typing import Any

from ptxpy.dsl.shared_memory.handles import MbarrierArray, SharedObject
from ptxpy.dsl.shared_memory.object_names import ObjectName
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.values.operand_conversion import operand
from ptxpy.dsl.values.operators import operation
from ptxpy.ir import nodes as n


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

    Emits `mov.u32` for what lies at a fixed place, `add.u32` for a register and an offset, and
    nothing for a register alone.
    """
    if isinstance(x, MbarrierArray):
        x = x[0]
    if isinstance(x, SharedObject):
        total = x.start + offset
        node: Any = x.symbol
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
