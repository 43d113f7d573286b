"""Arrays outside registers: in shared memory, tensor memory and on the host; and mbarriers.

Tensor memory has columns of 128 lanes of 32 bits each (PTX ISA 9.7.16.1).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, Final, overload

from ptxpy.dsl.helpers.mbarriers import MAX_COUNT, initialised
from ptxpy.dsl.helpers.tcgen05_memory import alloc, dealloc
from ptxpy.dsl.shared_memory.handles import MbarrierArray, MbarrierRef, SharedAlloc
from ptxpy.dsl.shared_memory.segment import segment
from ptxpy.dsl.shared_memory.smem import SharedMemory
from ptxpy.dsl.tilelang.elements import check_scope, element_type, fresh_register, sizes_of
from ptxpy.dsl.tilelang.threads import thread_index
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.values.operand_conversion import Register
from ptxpy.dsl.values.operators import operation
from ptxpy.dsl.values.types import Type, fundamental, number
from ptxpy.dsl.verification.instruction_checks import has_target
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES

_TENSOR_MEMORY_LANES: Final = 128
_CELL_BITS: Final = 32
"""Bits of a cell of tensor memory."""
_MIN_ALLOCATED_COLUMNS: Final = 32
_MAX_ALLOCATED_COLUMNS: Final = 512
_HOST_TYPES: Final = {
    "pred": "bool",
    "f16": "float16",
    "f32": "float32",
    "f64": "float64",
    "bf16": "uint16",
    "e4m3": "uint8",
    "e5m2": "uint8",
}
"""NumPy's type for a PTX type that has no integer of its name."""


def alloc_shared(shape: Any, dtype: Any, scope: str = "shared.dyn") -> SharedAlloc:
    """Allocate an array in shared memory.

    With `"shared.dyn"` it is an offset in the one block that the launch gives, `dyn_smem`, and all
    other shared memory of the kernel is there too. With `"shared"` it is declared,
    `.shared .align 128 .b8 smem_0[bytes];`, unless the kernel's memory is in such a block. Arrays
    of `bool` have a byte an element and are always declared. Emits no instruction.

    Args:
        shape: A number, or one for each dimension; the last runs fastest.
        dtype: The type of the elements, by name or as a type.
        scope: `"shared.dyn"` or `"shared"`.
    """
    check_scope(scope, "shared.dyn", "shared")
    sizes = sizes_of(shape)
    kind = element_type(dtype)
    if kind.fundamental == "pred":
        name = segment().named("smem")
        specifiers = (n.Specifier(".shared"), n.Align(number(16)), n.Specifier(".b8"))
        declarator = n.Declarator(n.Symbol(name), None, (n.Dimension(number(prod(sizes))),))
        trace.record(n.Variable((), specifiers, (declarator,)), None, None)
        return SharedAlloc(name, fundamental("u8"), sizes, None)
    if scope == "shared.dyn":
        segment().require_dynamic()
    return SharedMemory().alloc(kind, sizes)


@overload
def alloc_barrier(arrive_count: int) -> MbarrierRef: ...


@overload
def alloc_barrier(arrive_count: Sequence[int]) -> MbarrierArray: ...


def alloc_barrier(arrive_count: int | Sequence[int]) -> MbarrierRef | MbarrierArray:
    """Allocate an mbarrier and make it ready; for a list of counts, one for each.

    `arrive_count` is how many threads arrive in a phase, 1 to 2**20 - 1 (PTX ISA 9.7.13.15.2). All
    threads of the CTA execute it. Needs sm_80. Emits the computation of the index `t` of the thread
    in its CTA, and

        .shared .align 8 .b64 mbar_0[1];
        setp.eq.u32 p, t, 0;
        @p mbarrier.init.shared::cta.b64 [mbar_0], arrive_count;
        @p fence.mbarrier_init.release.cluster;
        bar.sync 0;

    The fence is left out before sm_90, which has no clusters. Behind it the CTA may use the
    mbarrier; the other CTAs of a cluster wait at the cluster's barrier first.
    """
    counts = arrive_count if isinstance(arrive_count, list | tuple) else [arrive_count]
    for count in counts:
        if type(count) is not int or not 1 <= count <= MAX_COUNT:
            msg = f"the arrivals of an mbarrier must be 1 to {MAX_COUNT}, got {count!r}"
            raise ValueError(msg)
    if not counts:
        msg = "there are no counts in arrive_count: give one for each mbarrier"
        raise ValueError(msg)
    bars = SharedMemory().mbarrier(len(counts))
    first = operation("setp.eq.u32")(thread_index(), 0)
    for index, count in enumerate(counts):
        barrier = bars[index].address()
        operation("mbarrier.init.shared::cta.b64")(barrier, count, when=first)
        initialised(barrier)
    fence = operation("fence.mbarrier_init.release.cluster")
    if has_target(fence):
        fence(when=first)
    operation("bar.sync")(0)
    return bars if isinstance(arrive_count, list | tuple) else bars[0]


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

    `shape` is rows, up to 128, one to a lane, and columns; two elements of 16 bits or four of 8
    share a cell of 32 bits. The number of columns of cells is a power of two from 32 to 512.
    Call `dealloc` before the kernel ends. Needs sm_100a. Emits the computation of the index `t` of
    the thread in its CTA, and

        .shared .align 4 .b32 tmem_0[1];
        setp.lt.u32 p, t, 32;
        @p tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [tmem_0], columns;
        bar.sync 0;
        ld.shared.u32 address, [tmem_0];

    Raises `ValueError` for another number of rows or columns, and `TraceError` for an order that
    tensor memory forbids (PTX ISA 9.7.16.7.1): a CTA allocates no more columns at a time than the
    last time, and not more than 512 together.
    """
    sizes = sizes_of(shape)
    if len(sizes) != 2 or sizes[0] > _TENSOR_MEMORY_LANES:  # noqa: PLR2004 - rows and columns
        msg = (
            f"a shape in tensor memory must be (rows, columns) with at most "
            f"{_TENSOR_MEMORY_LANES} rows, got {shape!r}"
        )
        raise ValueError(msg)
    kind = element_type(dtype)
    bits = TYPES[kind.fundamental].bits
    if not 8 <= bits <= _CELL_BITS:  # noqa: PLR2004 - a byte
        msg = f"a cell of tensor memory has {_CELL_BITS} bits, and .{kind.fundamental} has {bits}"
        raise ValueError(msg)
    needed = -(-sizes[1] * bits // _CELL_BITS)
    columns = max(_MIN_ALLOCATED_COLUMNS, 1 << (needed - 1).bit_length())
    if columns > _MAX_ALLOCATED_COLUMNS:
        msg = (
            f"{sizes[1]} columns of .{kind.fundamental} are {needed} of {_CELL_BITS} bits: over "
            f"{_MAX_ALLOCATED_COLUMNS}"
        )
        raise ValueError(msg)
    if columns != needed:
        wider = sizes[0], columns * _CELL_BITS // bits
        msg = (
            f"columns of tensor memory are allocated as a power of two from "
            f"{_MIN_ALLOCATED_COLUMNS} to {_MAX_ALLOCATED_COLUMNS}, and {sizes[1]} of "
            f".{kind.fundamental} are {needed}: write {wider}, and use the first {sizes[1]}"
        )
        raise ValueError(msg)
    memory = segment()
    name, offset = memory.allocate(memory.named("tmem"), 4, 4, "b32", 1)
    slot = n.Address(n.Symbol(name), n.Literal(str(offset)) if offset else None, ())
    # One warp allocates and frees tensor memory, with all its lanes: the first one.
    owner = operation("setp.lt.u32")(thread_index(), 32).register()
    alloc(slot, columns, pred=owner)
    # After the barrier, every thread sees the address that the first warp's allocation has stored.
    operation("bar.sync")(0)
    register = fresh_register("u32")
    operation("ld.shared.u32")(slot).bind(register.node, "u32")
    return TensorBuffer(register, columns, sizes, kind, owner)


def empty(shape: Any, dtype: Any = "float32") -> Any:
    """Return an array of NumPy for a kernel to write, with undefined contents.

    `bfloat16` has its bits in `uint16` and the types of 8 bits in `uint8`, since NumPy has no such
    types; the type of n bits, `b<n>`, is `uint<n>`.
    """
    import numpy as np  # noqa: PLC0415 - tracing needs no NumPy

    kind = element_type(dtype).fundamental
    name = _HOST_TYPES.get(kind) or f"{'int' if kind[0] == 's' else 'uint'}{kind[1:]}"
    return np.empty(sizes_of(shape), dtype=name)
