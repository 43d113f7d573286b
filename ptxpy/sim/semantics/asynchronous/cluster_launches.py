"""Requests for clusters that have not started: `clusterlaunchcontrol` (PTX ISA 9.7.13.17, .18).

A response has 16 bytes: the three coordinates of the first CTA, and a word that says that it is
a response, with bit 0 set if a cluster was handed out. The encoding is the simulator's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.address_space import SHARED_WINDOW
from ptxpy.sim.semantics.asynchronous.copies import (
    LINE,
    Signal,
    complete,
    iterate_lanes,
    shared_bytes,
    signals,
    start,
)

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine

__all__ = ["do_answer", "first_ctaid", "is_canceled", "try_cancel"]

_ANSWER: Final = 0x5E7A1C40
_SUCCESS: Final = _ANSWER | 1
_HALF: Final = np.uint64(32)


def try_cancel(
    machine: Machine,
    multicast: bool,  # noqa: FBT001
    target: Any,
    barrier: Any,
    guard: Any,
    lanes: Any,
) -> None:
    """Request a cluster that has not started; the response completes 16 bytes of an mbarrier.

    Args:
        machine: The machine.
        multicast: Whether all CTAs of the cluster get the response, at the same offsets.
        target: The address of the response in shared memory, for each lane.
        barrier: The address of the mbarrier.
        guard: The guard of each lane; None for all lanes.
        lanes: The indices of the lanes that run; None for all.
    """
    mask = (1 << machine.geometry.cluster_size) - 1 if multicast else None
    for lane, addresses in iterate_lanes(machine, guard, lanes, target, barrier):
        # The addresses may be generic ones, in the window of shared memory.
        to, bar = (at - SHARED_WINDOW if at >= SHARED_WINDOW else at for at in addresses)
        # A request behind one that has failed is undefined on a device, but an error only in strict
        # mode, which has hooks.
        if (
            machine.access_hooks is not None
            and int(machine.cta_of[lane]) in machine.pending.refused
        ):
            text = (
                "clusterlaunchcontrol.try_cancel after its CTA has seen that a request failed, "
                "which is undefined: leave the loop when query_cancel.is_canceled is false"
            )
            raise FaultError(text, lane)
        targets = signals(machine, lane, to, bar, mask, own=True)
        # Addresses are checked before a cluster is taken, since it could not be given back.
        for signal in targets:
            shared_bytes(machine, lane, signal.cta, signal.target, LINE)
        first = machine.pending.take()
        start(machine, do_answer, lane, first, targets)


def do_answer(machine: Machine, lane: int, first: int | None, targets: tuple[Signal, ...]) -> None:
    """Write a response: the first CTA of a cluster, None if there is none; complete the bytes."""
    words = [0, 0, 0, _ANSWER]
    if first is not None:
        words = [*machine.geometry.cta_coordinates(first), _SUCCESS]
    values = np.array(words, np.uint32).view(np.uint8)
    for signal in targets:
        at = shared_bytes(machine, lane, signal.cta, signal.target, LINE)
        machine.shared[at : at + LINE] = values
    # All CTAs have the response before an mbarrier says so.
    for signal in targets:
        complete(machine, lane, signal.barrier_cta, signal.barrier, LINE)


def is_canceled(machine: Machine, high: Any, guard: Any, lanes: Any) -> Any:
    """Return whether responses hand out a cluster, given their upper halves."""
    code = machine.flat(high) >> _HALF
    # Success and failure differ in bit 0.
    known = code | np.uint64(1)
    _check(
        machine,
        known == np.uint64(_SUCCESS),
        guard,
        lanes,
        "is_canceled of what is not a response of try_cancel",
    )
    found = code == np.uint64(_SUCCESS)
    if machine.access_hooks is not None and not found.all():
        for lane, (success,) in iterate_lanes(machine, guard, lanes, found):
            if not success:
                machine.pending.refused.add(int(machine.cta_of[lane]))
    return found


def first_ctaid(machine: Machine, low: Any, high: Any, guard: Any, lanes: Any) -> tuple[Any, ...]:
    """Return the coordinates of the first CTA of the clusters that responses hand out."""
    low, high = machine.flat(low), machine.flat(high)
    success = (high >> _HALF) == np.uint64(_SUCCESS)
    _check(
        machine,
        success,
        guard,
        lanes,
        "get_first_ctaid of a request that has not succeeded: test is_canceled first",
    )
    return low.astype(np.uint32), (low >> _HALF).astype(np.uint32), high.astype(np.uint32)


def _check(machine: Machine, good: Any, guard: Any, lanes: Any, what: str) -> None:
    if good.all():
        return
    for lane, (each,) in iterate_lanes(machine, guard, lanes, good):
        if not each:
            text = f"clusterlaunchcontrol.query_cancel.{what}"
            raise FaultError(text, lane)
