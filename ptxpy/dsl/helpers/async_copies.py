"""Asynchronous copies by threads, and fences around asynchronous copies and mbarriers.

`ptx.cp.async_.cg(dst, src, 16)` starts a copy (PTX ISA 9.7.9.25.3), and `ptx.fence.proxy_async()`
is a fence (9.7.13.4). `ptx.cp.async_.commit_group()`, `wait_group(n)` and `wait_all()` are
instructions.
"""

from __future__ import annotations

from typing import Any

from ptxpy.dsl.shared_memory.addresses import address, check_global, check_location
from ptxpy.dsl.tracing.instructions import helper
from ptxpy.dsl.values.operators import operation


@helper("cp.async.cg")
def cg(
    smem_dst: Any, global_src: Any, byte_count: int, *, src_size: Any = None, pred: Any = None
) -> None:
    """Start a copy of 16 bytes from global to shared memory, which L1 does not keep.

    Emits `cp.async.cg.shared.global [smem_dst], [global_src], 16;`. The addresses are registers,
    results of `ptx.addr`, or an object in shared memory; both are multiples of 16. With
    `src_size`, a number or a register, that many bytes are read and the rest is filled with zeros.
    """
    _copy("cg", (16,), (smem_dst, global_src), byte_count, src_size, pred)


@helper("cp.async.ca")
def ca(
    smem_dst: Any, global_src: Any, byte_count: int, *, src_size: Any = None, pred: Any = None
) -> None:
    """Start a copy of 4, 8 or 16 bytes from global to shared memory, through L1.

    Emits `cp.async.ca.shared.global [smem_dst], [global_src], byte_count;`. The addresses are as
    for `cg`, and multiples of `byte_count`; `src_size` is as there.
    """
    _copy("ca", (4, 8, 16), (smem_dst, global_src), byte_count, src_size, pred)


def _copy(
    cache: str,
    sizes: tuple[int, ...],
    addresses: tuple[Any, Any],
    count: int,
    src_size: Any,
    pred: Any,
) -> None:
    if type(count) is not int or count not in sizes:
        shown = " or ".join(", ".join(map(str, sizes)).rsplit(", ", 1))
        msg = f"cp.async.{cache} copies {shown} bytes, not {count!r}"
        raise ValueError(msg)
    # Only the place in shared memory is known while the kernel is traced.
    check_location(addresses[0], f"cp.async.{cache}", align=count, size=count)
    check_global(addresses[1], "the source of cp.async")
    copy = operation(f"cp.async.{cache}.shared.global")
    read = () if src_size is None else (src_size,)
    copy(*map(address, addresses), count, *read, when=pred)


@helper("fence.proxy_async")
def proxy_async(*, pred: Any = None) -> None:
    """Order this thread's ordinary accesses with those of asynchronous copies and `wgmma`.

    Emits `fence.proxy.async;`: all state spaces. PTX 8.0, sm_90.
    """
    operation("fence.proxy.async")(when=pred)


@helper("fence.proxy_async_shared_cta")
def proxy_async_shared_cta(*, pred: Any = None) -> None:
    """Order ordinary accesses to the block's shared memory with asynchronous ones.

    Emits `fence.proxy.async.shared::cta;`. Its place is between the threads' stores to a tile and
    the barrier after which one thread starts the store by TMA. PTX 8.0, sm_90.
    """
    operation("fence.proxy.async.shared::cta")(when=pred)


@helper("fence.proxy_async_generic_acquire_shared_cluster")
def proxy_async_generic_acquire_shared_cluster(*, pred: Any = None) -> None:
    """Let ordinary accesses see the asynchronous writes to the cluster's shared memory: acquire.

    Emits `fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster;`. The
    instruction table says from which PTX version on it exists: later than the other fences here.
    """
    operation("fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster")(
        when=pred
    )


@helper("fence.mbarrier_init")
def mbarrier_init(*, pred: Any = None) -> None:
    """Release `mbarrier.init` of this thread to the cluster.

    Emits `fence.mbarrier_init.release.cluster;`. A barrier of the cluster follows:
    `ptx.cluster.sync()`. PTX 8.0, sm_90.
    """
    operation("fence.mbarrier_init.release.cluster")(when=pred)
