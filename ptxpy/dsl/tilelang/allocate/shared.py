"""Shared memory and mbarriers."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, overload

from ptxpy.dsl.helpers.barrier_addresses import initialised
from ptxpy.dsl.helpers.mbarriers import MAX_COUNT
from ptxpy.dsl.shared_memory.handles import MbarrierArray, MbarrierRef, SharedAlloc
from ptxpy.dsl.shared_memory.segment import segment
from ptxpy.dsl.shared_memory.smem import SharedMemory
from ptxpy.dsl.tilelang.allocate.elements import check_scope, element_type, sizes_of
from ptxpy.dsl.tilelang.allocate.threads import first_thread
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.values.operators import operation
from ptxpy.dsl.values.types import fundamental, number
from ptxpy.dsl.verification.instruction_checks import has_target
from ptxpy.ir import nodes as n


def alloc_shared(shape: Any, dtype: Any, scope: str = "shared.dyn") -> SharedAlloc:
    """Allocate an array in shared memory.

    With `"shared.dyn"` it is an offset in the one block that the launch gives, `dyn_smem`, and all
    other shared memory of the kernel lies there too. With `"shared"` it is declared,
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
        return _declared(sizes)
    if scope == "shared.dyn":
        segment().require_dynamic()
    return SharedMemory().alloc(kind, sizes)


def _declared(sizes: tuple[int, ...]) -> SharedAlloc:
    """Declare an array of bytes, whether or not the launch gives the kernel's other memory."""
    name = segment().named("smem")
    kind = fundamental("u8")
    specifiers = (n.Specifier(".shared"), n.Align(number(16)), n.Specifier(".b8"))
    declarator = n.Declarator(n.Symbol(name), None, (n.Dimension(number(prod(sizes))),))
    trace.record(n.Variable((), specifiers, (declarator,)), None, None)
    return SharedAlloc(name, kind, sizes, None)


@overload
def alloc_barrier(arrive_count: int) -> MbarrierRef: ...


@overload
def alloc_barrier(arrive_count: Sequence[int]) -> MbarrierArray: ...


def alloc_barrier(arrive_count: int | Sequence[int]) -> MbarrierRef | MbarrierArray:
    """Allocate an mbarrier and make it ready; for a list of counts, one for each.

    `arrive_count` is how many threads arrive in a phase, 1 to 2**20 - 1 (PTX ISA 9.7.13.15.2). All
    threads of the CTA come by. Needs sm_80. Emits what computes the index `t` of the thread in its
    CTA, and

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
            msg = f"an mbarrier waits for 1 to {MAX_COUNT} arrivals, not {count!r}"
            raise ValueError(msg)
    if not counts:
        msg = "there are no counts in arrive_count: give one for each mbarrier"
        raise ValueError(msg)
    bars = SharedMemory().mbarrier(len(counts))
    first = first_thread()
    for index, count in enumerate(counts):
        barrier = bars[index].address()
        operation("mbarrier.init.shared::cta.b64")(barrier, count, when=first)
        initialised(barrier)
    fence = operation("fence.mbarrier_init.release.cluster")
    if has_target(fence):
        fence(when=first)
    operation("bar.sync")(0)
    return bars if isinstance(arrive_count, list | tuple) else bars[0]
