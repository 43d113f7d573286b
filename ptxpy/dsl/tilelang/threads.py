"""The threads of a CTA: their number, and the index of the current thread."""

from __future__ import annotations

from math import prod
from typing import Any

from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.pending_results import fresh
from ptxpy.dsl.values.operand_conversion import Register
from ptxpy.dsl.values.operators import operation
from ptxpy.ir import nodes as n

MAX_THREADS_PER_BLOCK = 1024
"""Threads of a block (PTX ISA 4.2)."""


def thread_count(threads: int | None, what: str) -> int:
    """Return the number of threads of a CTA: the given one, or that of the kernel's `block`.

    `TraceError` if there is neither, `ValueError` for a number that no CTA has.
    """
    if threads is None:
        block = getattr(trace.function_body().function.entry, "block", None)
        if block is None:
            msg = (
                f"{what} needs the number of threads of a CTA, which this kernel does not say: "
                "give threads=, or block= to the kernel"
            )
            raise trace.TraceError(msg)
        # The threads of a block in three dimensions count as one row.
        threads = prod(block) if isinstance(block, tuple) else block
    if type(threads) is not int or not 1 <= threads <= MAX_THREADS_PER_BLOCK:
        msg = f"the threads of a CTA must be 1 to {MAX_THREADS_PER_BLOCK}, got {threads!r}"
        raise ValueError(msg)
    return threads


def thread_index() -> Register:
    """Return a u32 register with the index of the thread in its CTA, x running fastest.

    Emits five `mov.u32` of `%tid` and `%ntid` and two `mad.lo.u32`, for blocks of any shape.
    """
    z, y, x, rows, columns = (
        _special(name, axis)
        for name, axis in (("tid", "z"), ("tid", "y"), ("tid", "x"), ("ntid", "y"), ("ntid", "x"))
    )
    row = operation("mad.lo.u32")(z, rows, y)
    return _u32(operation("mad.lo.u32")(row, columns, x))


def _special(name: str, axis: str) -> Register:
    return _u32(operation("mov.u32")(n.Component(n.Register(f"%{name}"), axis)))


def _u32(value: Any) -> Register:
    register = fresh("u32")
    value.bind(register.node, "u32")
    return register
