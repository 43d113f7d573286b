"""Reductions of values over the threads of a CTA."""

from __future__ import annotations

from math import prod
from typing import Any, Final

from ptxpy.dsl.control_flow.blocks import ControlFlow
from ptxpy.dsl.shared_memory.smem import SharedMemory
from ptxpy.dsl.tilelang.elements import (
    element_size,
    element_type,
    fill,
    fresh_register,
    load,
    sizes_of,
    store,
    strides_of,
    write,
)
from ptxpy.dsl.tilelang.threads import thread_count, thread_index
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.renaming import statements_since
from ptxpy.dsl.tracing.trace import Body, RecordedStatement
from ptxpy.dsl.values.operand_conversion import Register
from ptxpy.dsl.values.operators import operation
from ptxpy.dsl.values.types import Type, fundamental
from ptxpy.dsl.verification.statement_flow import (
    located_error,
    located_statements,
    read_registers,
    written_registers,
)
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES

_WARP_LANES: Final = 32
"""Threads of a warp."""
_ALL_LANES: Final = 0xFFFFFFFF
"""The mask of all lanes of a warp."""
_OPCODES: Final = {"sum": "add", "max": "max", "min": "min"}
_TYPES: Final = ("f16", "bf16", "f32", "f64", "s32", "u32", "s64", "u64")
_REDUX: Final = ("s32", "u32")


def initial(op: str, kind: str) -> int | float:
    """Return the identity of a reduction: 0, for max the least value, for min the largest."""
    if op == "sum":
        return 0
    entry = TYPES[kind]
    if entry.kind == "float":
        return float("-inf") if op == "max" else float("inf")
    if entry.kind == "unsigned":
        return 0 if op == "max" else (1 << entry.bits) - 1
    largest = (1 << (entry.bits - 1)) - 1
    return -largest - 1 if op == "max" else largest


class Reducer:
    """Registers in which each thread gathers values, and their reduction over the CTA.

    `r.update(i, x)` takes a value in; `r[i]` is a register, in which each thread has its part of
    the value until `finalize`: a statement that reads it without writing it, unlike `r[i] += x`, is
    a `TraceError`. After `finalize` all threads have the results in them; `fill` begins anew.
    """

    def __init__(
        self, shape: tuple[int, ...], dtype: Type, op: str, replication: str, threads: int
    ) -> None:
        """Declare the registers of a reducer of a shape, type and operation over threads."""
        self.shape = shape
        self.dtype = dtype
        self.op = op
        self.replication = replication
        self.threads = threads
        self.registers = tuple(fresh_register(dtype.fundamental) for _ in range(prod(shape)))
        self._gathering: RecordedStatement | None = None
        """The statement with which threads began to gather, None once they have finalized."""
        trace.function_body().function.reducers.append(self)
        self.fill()

    def fill(self) -> None:
        """Emit a `mov` for each register: 0 for a sum, the least value for max, the most for min.

        These are infinities for floating point.
        """
        for register in self.registers:
            fill(register, initial(self.op, self.dtype.fundamental))
            self._gather()

    def _gather(self) -> None:
        """Note that the last statement makes the registers hold parts of values."""
        if self._gathering is None and self.replication != "none":
            self._gathering = trace.function_body().statements[-1]

    def check_reads(self, body: Body) -> None:
        """Raise `TraceError` for a statement that reads a part of a value since they are gathered.

        A statement that writes the register as well takes a value in.
        """
        if self._gathering is None:
            return
        names = {register.name for register in self.registers}
        since = {id(each) for each in statements_since(body, self._gathering) or ()}
        for statement, where, at in located_statements(body):
            if id(statement) not in since:
                continue
            read = names.intersection(read_registers(statement))
            read.difference_update(written_registers(statement))
            if read:
                msg = (
                    f"{self!r} is read before it is reduced: {min(read)} has this thread's part "
                    "of the value. Call finalize() first, which all threads come by"
                )
                raise located_error(where, at, msg)

    def __getitem__(self, index: Any) -> Register:
        """Return the register of a value; `IndexError` if there is none."""
        indices = index if isinstance(index, tuple) else (index,)
        if len(indices) != len(self.shape) or not all(
            type(at) is int and 0 <= at < extent
            for at, extent in zip(indices, self.shape, strict=True)
        ):
            msg = f"{self!r} has no value {index!r}: its indices are known while tracing"
            raise IndexError(msg)
        position: int = sum(at * by for at, by in zip(indices, strides_of(self.shape), strict=True))
        return self.registers[position]

    def __setitem__(self, index: Any, value: Any) -> None:
        """Write a value, as in `r[i] += x`, which fits a sum alone."""
        write(self[index], value)

    def update(self, index: Any, value: Any) -> None:
        """Combine a value into the result: emit one `add`, `max` or `min` of the type."""
        register = self[index]
        _combine(self.op, register, register, value)
        self._gather()

    def finalize(self) -> None:
        """Reduce each value over all threads of the CTA, which all come by and get the result.

        In a warp, s32 and u32 are reduced by `redux.sync`, which needs sm_80; others by five
        `shfl.sync.bfly` with `add`, `max` or `min`. Where there is more than one warp, lane 0
        stores the warp's result in shared memory, `bar.sync 0`, each warp loads the results of all
        warps and reduces them in the same way, `bar.sync 0`. The order of additions is that of the
        lanes in halves, and is the same in all threads. With the replication `"none"`, in which a
        value belongs to one thread, nothing is emitted.
        """
        if self.replication == "none":
            return
        self.check_reads(trace.function_body())
        for register in self.registers:
            self._reduce_warp(register)
        warps = self.threads // _WARP_LANES
        if warps > 1:
            self._reduce_warps(warps)
        self._gathering = None

    def _reduce_warp(self, register: Register) -> None:
        kind = self.dtype.fundamental
        if kind in _REDUX:
            opcode = f"redux.sync.{_OPCODES[self.op]}.{kind}"
            operation(opcode)(register, _ALL_LANES).bind(register.node, kind)
            return
        # Both lanes of an exchange combine the same two values, so that all lanes end with equal
        # bits.
        for distance in (16, 8, 4, 2, 1):
            _combine(self.op, register, register, _shuffle(register, distance))

    def _reduce_warps(self, warps: int) -> None:
        """Reduce the results of the warps, which pass through shared memory, in every warp."""
        size = element_size(self.dtype)
        count = len(self.registers)
        slots = SharedMemory().alloc(self.dtype, (count, warps), align=16)
        index = thread_index()
        lane = operation("and.b32")(index, _WARP_LANES - 1)
        warp = operation("shr.u32")(index, 5)
        own = operation("mad.lo.u32")(warp, size, operation("mov.u32")(slots))
        with ControlFlow().if_(operation("setp.eq.u32")(lane, 0)):
            for number, register in enumerate(self.registers):
                store("shared", _slot(own, number * warps * size), (register,), self.dtype)
        operation("bar.sync")(0)
        # Lanes without a warp's result to load keep the identity, which changes no result.
        self.fill()
        other = operation("mad.lo.u32")(lane, size, operation("mov.u32")(slots))
        with ControlFlow().if_(operation("setp.lt.u32")(lane, warps)):
            for number, register in enumerate(self.registers):
                load("shared", _slot(other, number * warps * size), (register,))
        # The next reduction may get the same memory and write it.
        operation("bar.sync")(0)
        for register in self.registers:
            self._reduce_warp(register)

    def __repr__(self) -> str:
        """Show operation, type and shape."""
        return f"<reducer {self.op} {self.dtype.fundamental}{list(self.shape)}>"


def _slot(base: Any, offset: int) -> n.Address:
    return n.Address(base.operand(), n.Literal(str(offset)) if offset else None, ())


def _combine(op: str, destination: Register, first: Any, second: Any) -> None:
    kind = destination.declared
    operation(f"{_OPCODES[op]}.{kind}")(first, second).bind(destination.node, kind)


def _shuffle(register: Register, distance: int) -> Register:
    """Emit `shfl.sync.bfly` of a register of 16, 32 or 64 bits; return the other lane's value."""
    kind = register.declared
    bits = TYPES[kind].bits
    got = fresh_register(kind)
    if bits == 32:  # noqa: PLR2004 - a shuffle moves 32 bits
        _shuffle_word(register, distance, got)
    elif bits == 16:  # noqa: PLR2004
        # A shuffle moves 32 bits: the value goes twice, and one half of what comes is dropped.
        pair = operation("mov.b32")((register, register))
        moved = _shuffle_word(pair, distance, fresh_register("b32"))
        operation("mov.b32")(moved).bind(n.Vector((got.node, n.Symbol("_"))))
    else:
        halves = [fresh_register("b32") for _ in range(2)]
        parts = n.Vector(tuple([half.node for half in halves]))
        operation("mov.b64")(register).bind(parts)
        whole = tuple(_shuffle_word(half, distance, fresh_register("b32")) for half in halves)
        operation("mov.b64")(whole).bind(got.node, kind)
    return got


def _shuffle_word(value: Any, distance: int, got: Register) -> Register:
    shuffle = operation("shfl.sync.bfly.b32")
    shuffle(value, distance, _WARP_LANES - 1, _ALL_LANES).bind(got.node, got.declared)
    return got


def alloc_reducer(
    shape: Any,
    dtype: Any,
    op: str = "sum",
    replication: str | None = None,
    *,
    threads: int | None = None,
) -> Reducer:
    """Allocate values to be reduced over the threads of a CTA, and fill them.

    Args:
        shape: How many values; each thread has a register for each.
        dtype: `float16`, `bfloat16`, `float32`, `float64`, or an integer of 32 or 64 bits.
        op: `"sum"`, `"max"` or `"min"`.
        replication: `"all"`, the default: each thread gathers a part of each value, and gets the
            result. `"none"`: a value belongs to one thread, and there is nothing to reduce.
        threads: A multiple of 32; by default the threads of the kernel's `block`.

    Emits a `mov` for each register: 0 for a sum, for max -inf or the least integer, for min +inf
    or the largest.
    """
    if type(op) is not str or op not in _OPCODES:
        msg = f"a reducer's op must be one of {', '.join(map(repr, _OPCODES))}, got {op!r}"
        raise ValueError(msg)
    if replication not in (None, "all", "none"):
        msg = f"a reducer's replication must be 'all' or 'none', got {replication!r}"
        raise ValueError(msg)
    kind = element_type(dtype).fundamental
    if kind not in _TYPES:
        msg = f"values of .{kind} are not reduced: there are {', '.join(_TYPES)}"
        raise ValueError(msg)
    sizes = sizes_of(shape)
    count = _WARP_LANES
    if replication != "none":
        count = thread_count(threads, "alloc_reducer")
    if count % _WARP_LANES:
        msg = (
            f"a reducer works on whole warps: threads must be a multiple of {_WARP_LANES}, "
            f"got {count}"
        )
        raise ValueError(msg)
    return Reducer(sizes, fundamental(kind), op, replication or "all", count)
