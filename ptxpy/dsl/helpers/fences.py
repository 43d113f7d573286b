"""Fences around asynchronous copies and mbarriers: `ptx.fence.proxy_async()` (PTX ISA 9.7.13.4)."""

from __future__ import annotations

from typing import Any

from ptxpy.dsl.tracing.instructions import helper
from ptxpy.dsl.values.operators import operation


@helper("fence.proxy_async")
def proxy_async(*, pred: Any = None) -> None:
    """Order this thread's ordinary accesses with those of asynchronous copies and `wgmma`.

    Emits `fence.proxy.async;`: all state spaces. PTX 8.0, sm_90.
    """
    operation("fence.proxy.async")(when=pred)


@helper("fence.proxy_async_shared_cta")
def proxy_async_shared_cta(*, pred: Any = None) -> None:
    """Order ordinary accesses to the block's shared memory with asynchronous ones.

    Emits `fence.proxy.async.shared::cta;`. It stands between the threads' stores to a tile and
    the barrier after which one of them starts the store by TMA. PTX 8.0, sm_90.
    """
    operation("fence.proxy.async.shared::cta")(when=pred)


@helper("fence.proxy_async_generic_acquire_shared_cluster")
def proxy_async_generic_acquire_shared_cluster(*, pred: Any = None) -> None:
    """Acquire, for ordinary accesses, what asynchronous ones did to the cluster's shared memory.

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
