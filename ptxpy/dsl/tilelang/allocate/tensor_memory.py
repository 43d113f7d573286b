"""Tensor memory: columns of 128 lanes of 32 bits each (PTX ISA 9.7.16.1)."""

from __future__ import annotations

from typing import Any, Final

from ptxpy.dsl.helpers.tcgen05_memory import alloc, dealloc
from ptxpy.dsl.shared_memory.segment import segment
from ptxpy.dsl.tilelang.allocate.elements import element_type, fresh_register, sizes_of
from ptxpy.dsl.tilelang.allocate.threads import first_warp
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.values.operand_conversion import Register
from ptxpy.dsl.values.operators import operation
from ptxpy.dsl.values.types import Type
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES

_TENSOR_MEMORY_LANES: Final = 128
"""Lanes of tensor memory."""
_CELL_BITS: Final = 32
"""Bits of a cell of tensor memory."""
MIN_ALLOCATED_COLUMNS: Final = 32
"""Columns of the smallest allocation."""
MAX_ALLOCATED_COLUMNS: Final = 512
"""Columns of the largest allocation."""


class TensorBuffer(Register):
    """Columns of tensor memory: the u32 register with their address.

    It is an operand and an address, `[d, 16]`, and `d + 16` is a register with the address of the
    column 16.
    """

    __slots__ = ("columns", "elements", "owner", "released", "shape")

    def __init__(
        self,
        register: Register,
        columns: int,
        shape: tuple[int, ...],
        dtype: Type,
        owner: Any,
    ) -> None:
        """Take the u32 register with the address, an object there, and the warp's predicate."""
        super().__init__(register.node, register.declared)
        self.columns = columns
        self.shape = shape
        self.elements = dtype
        self.owner = owner
        """The predicate that is true in the warp that has allocated the columns."""
        self.released = False

    @property
    def dtype(self) -> Type:
        """The type of the elements in the columns."""
        return self.elements

    def address(self, offset: int = 0) -> n.Address:
        """Return the operand `[register+offset]`, `offset` columns after the first."""
        return n.Address(self.node, n.Literal(str(offset)) if offset else None, ())

    def dealloc(self) -> None:
        """Give the columns back; all threads of the CTA execute it. `TraceError` the second time.

        Emits `bar.sync 0`, after which nobody uses them, and in the first warp
        `tcgen05.dealloc.cta_group::1.sync.aligned.b32 address, columns;`.
        """
        if self.released:
            msg = f"{self!r} has been given back already"
            raise trace.TraceError(msg)
        self.released = True
        operation("bar.sync")(0)
        dealloc(self, self.columns, pred=self.owner)

    def __repr__(self) -> str:
        """Show type, shape and columns."""
        shown = f"{self.dtype.fundamental}{list(self.shape)}"
        return f"<tensor memory {shown} in {self.columns} columns>"


def alloc_tmem(shape: Any, dtype: Any) -> TensorBuffer:
    """Allocate columns of tensor memory for an array; all threads of the CTA execute it.

    `shape` is rows, up to 128, which lie in lanes, and columns; two elements of 16 bits or four of
    8 share a cell of 32 bits. The columns, as cells, are a power of two from 32 to 512.
    They are given back with `dealloc`, before the kernel ends. Needs sm_100a. Emits what computes
    the index `t` of the thread in its CTA, and

        .shared .align 4 .b32 tmem_0[1];
        setp.lt.u32 p, t, 32;
        @p tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [tmem_0], columns;
        bar.sync 0;
        ld.shared.u32 address, [tmem_0];

    Raises `ValueError` for another number of rows or columns, and `TraceError` where tensor
    memory forbids the order (PTX ISA 9.7.16.7.1): a CTA allocates no more columns at a time than
    the last time, and not more than 512 together.
    """
    sizes = sizes_of(shape)
    if len(sizes) != 2 or sizes[0] > _TENSOR_MEMORY_LANES:  # noqa: PLR2004 - rows and columns
        msg = (
            f"tensor memory has rows, up to {_TENSOR_MEMORY_LANES}, and columns: a shape is not "
            f"{shape!r}"
        )
        raise ValueError(msg)
    kind = element_type(dtype)
    bits = TYPES[kind.fundamental].bits
    if not 8 <= bits <= _CELL_BITS:  # noqa: PLR2004 - a byte
        msg = f"a cell of tensor memory has {_CELL_BITS} bits, and .{kind.fundamental} has {bits}"
        raise ValueError(msg)
    needed = -(-sizes[1] * bits // _CELL_BITS)
    columns = max(MIN_ALLOCATED_COLUMNS, 1 << (needed - 1).bit_length())
    if columns > MAX_ALLOCATED_COLUMNS:
        msg = (
            f"{sizes[1]} columns of .{kind.fundamental} are {needed} of {_CELL_BITS} bits: over "
            f"{MAX_ALLOCATED_COLUMNS}"
        )
        raise ValueError(msg)
    if columns != needed:
        wider = sizes[0], columns * _CELL_BITS // bits
        msg = (
            f"columns of tensor memory are allocated as a power of two from "
            f"{MIN_ALLOCATED_COLUMNS} to {MAX_ALLOCATED_COLUMNS}, and {sizes[1]} of "
            f".{kind.fundamental} are {needed}: write {wider}, and use the first {sizes[1]}"
        )
        raise ValueError(msg)
    memory = segment()
    name, offset = memory.allocate(memory.named("tmem"), 4, 4, "b32", 1)
    slot = n.Address(n.Symbol(name), n.Literal(str(offset)) if offset else None, ())
    owner = first_warp().register()
    alloc(slot, columns, pred=owner)
    operation("bar.sync")(0)
    register = fresh_register("u32")
    operation("ld.shared.u32")(slot).bind(register.node, "u32")
    return TensorBuffer(register, columns, sizes, kind, owner)
