"""Clusters: their barrier, and mbarriers of other CTAs (PTX ISA 9.7.13.3, 9.7.9.23)."""

from __future__ import annotations

from typing import Any

from ptxpy.dsl.control_flow.blocks import ControlFlow
from ptxpy.dsl.helpers.mbarriers import (
    barrier_register,
    ready_address,
)
from ptxpy.dsl.shared_memory.addresses import address
from ptxpy.dsl.tracing.instructions import helper
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.values.operators import operation
from ptxpy.dsl.values.registers import Registers
from ptxpy.dsl.values.types import u32
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES


@helper("cluster.arrive")
def arrive(*, aligned: bool = False, pred: Any = None) -> None:
    """Arrive at the barrier of the cluster; the earlier writes of this thread are released.

    Emits `barrier.cluster.arrive;`, or with `.aligned`, if all threads of the warp execute it.
    """
    operation("barrier.cluster.arrive" + (".aligned" if aligned else ""))(when=pred)


@helper("cluster.wait")
def wait(*, aligned: bool = False, pred: Any = None) -> None:
    """Wait until all threads of the cluster have arrived, and acquire their released writes.

    Emits `barrier.cluster.wait;`, or with `.aligned`, if all threads of the warp execute it.
    """
    operation("barrier.cluster.wait" + (".aligned" if aligned else ""))(when=pred)


@helper("cluster.sync")
def sync(*, aligned: bool = False, pred: Any = None) -> None:
    """Arrive at the barrier of the cluster and wait: `arrive` and `wait`."""
    arrive(aligned=aligned, pred=pred)
    wait(aligned=aligned, pred=pred)


@helper("cluster.rank")
def rank(cta_rank: Any) -> PendingResult:
    """Return a predicate that is true in the CTA with the rank `cta_rank` in its cluster.

    Emits `mov.u32 r, %cluster_ctarank;` and `setp.eq.u32 p, r, cta_rank;`.
    """
    own = operation("mov.u32")(n.Register("%cluster_ctarank"))
    return operation("setp.eq.u32")(own, cta_rank)


@helper("cluster.map_shared_u32")
def map_shared_u32(bar_addr: Any, cta_id: Any, *, pred: Any = None) -> PendingResult:
    """Return the address that the same place has in the shared memory of CTA `cta_id`.

    Emits `mapa.shared::cluster.u32 d, bar_addr, cta_id;`. `bar_addr` is anything in shared memory;
    a `mov` or `add` comes before unless it is a register.
    """
    own = barrier_register(bar_addr)
    return operation("mapa.shared::cluster.u32")(own, cta_id, when=pred)


def arrive_at(barrier: n.Address, count: Any, pred: Any) -> None:
    """Emit the arrival at an address in the cluster's window."""
    # An arrival in the shared memory of another CTA gives no state: its destination is the sink.
    operation("mbarrier.arrive.release.cluster.shared::cluster.b64")("_", barrier, count, when=pred)


@helper("cluster.arrive_remote")
def arrive_remote(bar_addr: Any, cta_id: Any, count: Any = 1, *, pred: Any = None) -> None:
    """Arrive at the mbarrier at the same place in another CTA of the cluster.

    Emits

        mapa.shared::cluster.u32 remote, bar_addr, cta_id;
        mbarrier.arrive.release.cluster.shared::cluster.b64 _, [remote], count;

    The earlier writes of this thread are released to the cluster. A thread that waits there must
    use `mbarrier.try_wait.parity.acquire.cluster`, unless it only fills the memory again by TMA.
    """
    ready_address(bar_addr, "ptx.cluster.arrive_remote")
    remote = map_shared_u32(bar_addr, cta_id, pred=pred)
    arrive_at(address(remote), count, pred)


@helper("cluster.arrive_multicast")
def arrive_multicast(bar_addr: Any, mask: Any, count: Any = 1, *, pred: Any = None) -> None:
    """Arrive at the mbarriers at the same place in the CTAs whose ranks are bits of `mask`.

    Up to PTX 9.3 no instruction does this. For a number as the mask, the instructions of
    `arrive_remote` are emitted for each of its bits, in order; for a register, once, in a loop over
    the bits that are set (`brev`, `clz`).
    """
    ready_address(bar_addr, "ptx.cluster.arrive_multicast")
    # The address is computed once, above the loop.
    own = barrier_register(bar_addr)
    if type(mask) is int:
        if not 0 < mask < 1 << 16:
            msg = f"a mask of CTAs must have some of the bits 0 to 15 and no other, got {mask:#x}"
            raise ValueError(msg)
        for cta in range(16):
            if mask >> cta & 1:
                remote = operation("mapa.shared::cluster.u32")(own, cta, when=pred)
                arrive_at(address(remote), count, pred)
        return
    register = mask.register() if isinstance(mask, PendingResult) else mask
    kind = TYPES.get(getattr(register, "declared", ""))
    widening = kind is not None and kind.bits == 16  # noqa: PLR2004 - a mask of 16 bits
    # `brev` and `clz` take words of 32 bits.
    value = operation("cvt.u32.u16")(register) if widening else register
    rest = Registers().from_(value, u32)
    flow = ControlFlow()
    with flow.block() as done:
        if pred is not None:
            done.leave(unless=pred)
        with flow.loop() as loop:
            done.leave(when=operation("setp.eq.u32")(rest, 0))
            # The leading zeros of the reversed word are the number of the lowest bit that is set.
            lowest = operation("clz.b32")(operation("brev.b32")(rest))
            arrive_at(address(operation("mapa.shared::cluster.u32")(own, lowest)), count, None)
            # x & x - 1 is x without its lowest bit, the one just served.
            lower = operation("add.u32")(rest, -1)
            operation("and.b32")(rest, lower).bind(rest.node, "u32")
            loop.again()
