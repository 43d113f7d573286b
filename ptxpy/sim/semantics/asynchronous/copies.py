"""Common parts of asynchronous copies: issuing lanes, destinations and completion.

The effect of a copy is one call of a function, with values that were gathered at its start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy._counts import are, format_count
from ptxpy._records import NamedTuple
from ptxpy.sim.errors import FaultError
from ptxpy.sim.semantics.asynchronous import mbarriers
from ptxpy.sim.semantics.memory import cluster_addresses
from ptxpy.sim.semantics.memory.access import _near
from ptxpy.sim.semantics.memory.cluster_addresses import check_running

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ptxpy.sim.machine.machine import Machine

__all__ = [
    "LINE",
    "PAIR",
    "Signal",
    "check_global",
    "complete",
    "iterate_lanes",
    "operands_of_lanes",
    "shared_bytes",
    "signals",
    "source_bytes",
    "start",
]

LINE: Final = 16
"""The granularity of sizes of bulk copies, and the alignment of their addresses, in bytes."""

PAIR: Final = 2
"""The CTAs of a pair, the value of `.cta_group` for them."""

_OFFSET: Final = (1 << 24) - 1
_RANK: Final = 24


class Signal(NamedTuple):
    """The destination of a copy in one CTA, and the mbarrier that it signals."""

    cta: int
    """The index in the batch of the destination CTA."""
    target: int
    """The offset in its shared memory."""
    barrier_cta: int
    barrier: int
    """The offset of the mbarrier in the shared memory of its CTA."""


def start(machine: Machine, effect: Callable[..., None], *values: Any) -> None:
    """Start an operation: perform its effect, unless hooks defer it."""
    hooks = machine.access_hooks
    if hooks is None or not hooks.operation_started(effect, values):
        effect(machine, *values)


def operands_of_lanes(
    machine: Machine, guard: Any, lanes: Any, *values: Any
) -> tuple[Any, tuple[Any, ...]]:
    """Return the indices of the lanes that run an instruction, and the values of its operands.

    Args:
        machine: The machine.
        guard: The guard of each lane; None for all lanes.
        lanes: The indices of the lanes that run; None for all.
        values: A scalar or an array with an element for each lane that runs, for each operand.
    """
    own = machine.lanes if lanes is None else lanes
    values = tuple([machine.flat(value) for value in values])
    if guard is not None:
        if not guard.ndim:
            return (own if guard else own[:0]), values
        chosen = machine.flat(guard).nonzero()[0]
        own = own[chosen]
        values = tuple([v[chosen] if v.ndim else v for v in values])
    return own, values


def iterate_lanes(
    machine: Machine, guard: Any, lanes: Any, *values: Any
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the index of each lane that runs an instruction, and the values of its operands.

    The arguments are those of `operands_of_lanes`.
    """
    own, values = operands_of_lanes(machine, guard, lanes, *values)
    count = len(own)
    # Numbers of Python, made all at once, are quicker to use one by one than elements of arrays.
    columns = [v.tolist() if v.ndim else [v.item()] * count for v in values]
    yield from zip(own.tolist(), zip(*columns, strict=True), strict=True)


def _place(machine: Machine, lane: int, address: int, *, own: bool) -> tuple[int, int]:
    """Return the CTA of an address in shared memory, and the offset there."""
    cta = int(machine.cta_of[lane])
    # Without clusters an address has no rank.
    if not machine.clustered:
        return cta, address
    # An address in shared memory has the rank of its CTA from bit 24 on, as on a device.
    rank, size = address >> _RANK, machine.geometry.cluster_size
    if rank >= size:
        text = f"address {address:#x} is in CTA {rank} of a cluster of {size}"
        raise FaultError(text, lane, "address")
    found = cluster_addresses.cta_at(machine, lane, rank)
    if found != cta:
        if own:
            text = f"address {address:#x} is in CTA {rank} of the cluster, not in the thread's own"
            raise FaultError(text, lane)
        cluster_addresses.check_running(machine, found, lane)
    return found, address & _OFFSET


def signals(
    machine: Machine,
    lane: int,
    target: int,
    barrier: int,
    mask: int | None,
    *,
    own: bool,
    group: int = 0,
) -> tuple[Signal, ...]:
    """Return the destinations of a copy to shared memory.

    Args:
        machine: The machine.
        lane: The lane that starts it.
        target: The address in shared memory.
        barrier: The address of the mbarrier.
        mask: The destination CTAs of the cluster, as bits; None for the CTA of the address.
        own: Whether the addresses are within the CTA of the lane (`.shared::cta`).
        group: The value of `.cta_group`; 0 without one. With 2, the mbarrier may be in the other
            CTA of the destination's pair.
    """
    paired = group == PAIR
    here = Signal(
        *_place(machine, lane, target, own=own),
        *_place(machine, lane, barrier, own=own and not paired),
    )
    if mask is None:
        if group:
            size = machine.geometry.cluster_size
            to, at = here.cta % size, here.barrier_cta % size
            if not (to == at or (group == PAIR and to ^ at == 1)):
                where = (
                    "the destination CTA or its peer" if group == PAIR else "the destination CTA"
                )
                text = (
                    f"a copy to CTA {to} of the cluster signals an mbarrier in CTA {at}; with "
                    f".cta_group::{group} the mbarrier is in {where}"
                )
                raise FaultError(text, lane)
        return (here,)
    size = machine.geometry.cluster_size
    if mask >> size:
        text = f"a copy to the CTAs {mask:#x}; the cluster has {size}"
        raise FaultError(text, lane)
    ranks = [rank for rank in range(size) if mask >> rank & 1]
    ctas = [cluster_addresses.cta_at(machine, lane, rank) for rank in ranks]
    for cta in ctas:
        cluster_addresses.check_running(machine, cta, lane)
    if paired and size > 1:
        # In each pair of destinations, the CTA with the parity of the mbarrier's one is signalled.
        parity = here.barrier_cta % size % 2
        places = [cta - rank % 2 + parity for rank, cta in zip(ranks, ctas, strict=True)]
        for cta in places:
            cluster_addresses.check_running(machine, cta, lane)
        return tuple(
            map(Signal, ctas, [here.target] * len(ctas), places, [here.barrier] * len(ctas))
        )
    return tuple(Signal(cta, here.target, cta, here.barrier) for cta in ctas)


def shared_bytes(
    machine: Machine, lane: int, cta: int, offset: int, size: int, alignment: int = LINE
) -> int:
    """Return the offset in the batch's shared memory of bytes in that of a CTA."""
    if offset % alignment:
        text = f"address {offset:#x} in shared memory is not a multiple of {alignment}"
        raise FaultError(text, lane, "alignment")
    if offset + size > machine.shared_bytes:
        text = (
            f"{format_count(size, 'byte')} at address {offset:#x} are "
            f"outside of the {machine.shared_bytes:,} "
            "bytes of shared memory"
        )
        raise FaultError(text, lane, "address")
    check_running(machine, cta, lane)
    return cta * machine.shared_stride + offset


def source_bytes(machine: Machine, lane: int, address: int, size: int, alignment: int) -> int:
    """Return the offset in the batch's shared memory of bytes in that of the lane's CTA."""
    return shared_bytes(machine, lane, *_place(machine, lane, address, own=True), size, alignment)


def check_global(
    machine: Machine, lane: int, low: int, high: int, what: str, *, write: bool
) -> None:
    """Raise `FaultError` unless the bytes of global memory from `low` to `high` are accessible."""
    if machine.memory.holds(low, high, write=write):
        return
    found = machine.memory.find(low)
    # Within a block of memory nothing but its protection can be the reason.
    if found is not None and high <= found.stop:
        text = f"{what} writes to address {low:#x} in {found.name}, which is read-only"
    else:
        verb = "writes" if write else "reads"
        text = (
            f"{what} {verb} {format_count(high - low, 'byte')} at "
            f"address {low:#x}, which {are(high - low)} outside of "
            f"global memory{_near(machine, low)}"
        )
    raise FaultError(text, lane, "address")


def complete(machine: Machine, lane: int, cta: int, barrier: int, size: int) -> None:
    """Decrement the tx-count of an mbarrier by the bytes that have been copied."""
    if barrier % 8:
        text = f"an mbarrier at address {barrier:#x}, not a multiple of 8"
        raise FaultError(text, lane, "alignment")
    at = shared_bytes(machine, lane, cta, barrier, 8, 8)
    mbarriers.complete(machine, at >> 3, size, lane)
