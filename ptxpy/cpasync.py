"""Asynchronous copies by the names of TileLang's `cutedsl.cpasync`, each a line or two of PTX.

A place in shared memory is the result of `smem.alloc` or `smem.mbarrier`, a stage of that, a
register with an address, or an address, `[base, 16]`. A place in global memory is a 64-bit register
or an address. Each thread that executes a copy starts one, so one thread alone starts copies of
tensors.
"""

from ptxpy.dsl.tilelang.asynchronous_copies import (
    cp_async_gs,
    cp_async_gs_conditional,
    cp_async_shared_global,
    extract_tensormap_ptr,
    fence_barrier_init,
    fence_proxy_async,
    mbarrier_cp_async_arrive,
    mbarrier_wait,
    prefetch_tma_descriptor,
    tma_load,
    tma_reduce,
    tma_store,
    tma_store_arrive,
    tma_store_wait,
)

__all__ = [
    "cp_async_gs",
    "cp_async_gs_conditional",
    "cp_async_shared_global",
    "extract_tensormap_ptr",
    "fence_barrier_init",
    "fence_proxy_async",
    "mbarrier_cp_async_arrive",
    "mbarrier_wait",
    "prefetch_tma_descriptor",
    "tma_load",
    "tma_reduce",
    "tma_store",
    "tma_store_arrive",
    "tma_store_wait",
]
