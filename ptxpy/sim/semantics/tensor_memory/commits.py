"""`tcgen05.commit`: an arrival at mbarriers when a thread's operations are done (9.7.16.12.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.address_space import FIRST_ADDRESS, SHARED_WINDOW
from ptxpy.sim.semantics.asynchronous import mbarriers
from ptxpy.sim.semantics.asynchronous.copies import operands_of_lanes, start
from ptxpy.sim.semantics.memory.cluster_addresses import check_running, cta_at
from ptxpy.sim.semantics.tensor_memory.addresses import check_group, pair_of
from ptxpy.sim.semantics.tensor_memory.issue_queue import flush_lane

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine

__all__ = ["commit", "perform"]

_OFFSET: Final = (1 << 24) - 1


def commit(
    machine: Machine,
    group: int,
    ordinal: int,
    space: str,
    address: Any,
    mask: Any,
    guard: Any,
    lanes: Any,
) -> None:
    """Arrive at mbarriers when the operations that each lane has started are done.

    Args:
        machine: The machine.
        group: The value of `.cta_group`.
        ordinal: The statement.
        space: The memory of the mbarrier: `shared`, `cluster` or `generic`; with the latter, an
            address in shared memory may be given as well.
        address: The address of the mbarrier, for each lane.
        mask: The CTAs of the cluster in which the mbarrier of this offset is meant, as bits; None
            for the mbarrier at the address.
        guard: Which lanes run it; None for all.
        lanes: The lanes.
    """
    values = (address,) if mask is None else (address, mask)
    own, operands = operands_of_lanes(machine, guard, lanes, *values)
    if not len(own):
        return
    if machine.access_hooks is not None:
        machine.access_hooks.tensor_operation_issued(own)
    for lane in own.tolist():
        cta = int(machine.cta_of[lane])
        check_group(machine, cta, group, lane, ordinal)
        if group > 1:
            pair_of(machine, cta, lane)
    if mask is None:
        if space == "generic" and (operands[0] < np.uint64(FIRST_ADDRESS)).all():
            space = "cluster"  # as Triton 3.5 gives it, and devices take it
        words, _ = mbarriers.words_at(machine, space, operands[0], None, own)
        targets: list[tuple[int, ...]] = [(int(word),) for word in words]
    else:
        every = [np.broadcast_to(each, own.shape).tolist() for each in operands]
        targets = [
            _multicast(machine, lane, at, ranks)
            for lane, at, ranks in zip(own.tolist(), *every, strict=True)
        ]
    # All operands have been checked before the first arrival.
    for lane, words in zip(own.tolist(), targets, strict=True):
        flush_lane(machine, lane)
        start(machine, perform, lane, group, words)


def _multicast(machine: Machine, lane: int, address: int, mask: int) -> tuple[int, ...]:
    """Return the mbarriers of a multicast, in the CTAs of its mask."""
    size = machine.geometry.cluster_size
    if not mask or mask >> size:
        text = f"a multicast of tcgen05.commit to the CTAs {mask:#x}; the cluster has {size}"
        raise FaultError(text, lane)
    # The mask names the CTAs: the rank in the address does not count.
    offset = (address - SHARED_WINDOW if address >= SHARED_WINDOW else address) & _OFFSET
    if offset % 8 or offset + 8 > machine.shared_bytes:
        text = f"an mbarrier at offset {offset:#x} of {machine.shared_bytes:,} bytes"
        raise FaultError(text, lane, "address")
    words = []
    for rank in range(size):
        if mask >> rank & 1:
            cta = cta_at(machine, lane, rank)
            check_running(machine, cta, lane)
            words.append((cta * machine.shared_stride + offset) >> 3)
    return tuple(words)


def perform(machine: Machine, lane: int, group: int, words: tuple[int, ...]) -> None:
    """Arrive at mbarriers, which are given by their indices among 64-bit words."""
    del group
    for word in words:
        mbarriers.arrive_once(machine, word, lane)
