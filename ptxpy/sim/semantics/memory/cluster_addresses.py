"""Clusters: addresses in the shared memory of their CTAs (PTX ISA 5.1.5, 9.7.9.22 to 9.7.9.24).

In a launch with clusters an address in shared memory has the rank of its CTA in bits 24 and up, as
on a device.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._counts import are, format_count
from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.address_space import FIRST_ADDRESS, LOCAL_WINDOW, SHARED_WINDOW

if TYPE_CHECKING:
    from ptxpy.sim.errors import Missing
    from ptxpy.sim.machine.machine import Machine

__all__ = [
    "LAST_BARRIER",
    "check",
    "check_running",
    "cta_at",
    "is_shared",
    "map_address",
    "rank_of",
]

_CLUSTER_BARRIER: Final = "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"
LAST_BARRIER: Final[Missing] = (
    f"{_CLUSTER_BARRIER} at the end of the kernel, where all threads of the cluster come",
    (),
)
"""The barrier that keeps a CTA alive until the others have done with its memory."""
_RANK: Final = np.uint64(24)
_OFFSET: Final = np.uint64((1 << 24) - 1)
_RANKS: Final = np.uint64(0xFF << 24)
_ALL_RANKS: Final = np.uint64(0xFF)
_SHARED: Final = np.uint64(SHARED_WINDOW)
_LOCAL: Final = np.uint64(LOCAL_WINDOW)


def _own(machine: Machine, address: Any, lanes: Any) -> Any:
    """Return the rank of each lane's CTA, shaped like addresses."""
    if address.ndim > 1:
        return machine.ranks
    return machine.rank_of if lanes is None else machine.rank_of[lanes]


def _first(flags: Any, lanes: Any) -> tuple[int, int]:
    """Return the position and the lane of the first flag that is set."""
    position = int(flags.argmax()) if flags.ndim else 0
    return position, position if lanes is None else int(lanes[position])


def cta_at(machine: Machine, lane: int, rank: int) -> int:
    """Return the index in the batch of the CTA of a rank in the cluster of a lane."""
    size = machine.geometry.cluster_size
    return int(machine.cta_of[lane]) // size * size + rank


def _named(machine: Machine, cta: int) -> str:
    return f"CTA {machine.geometry.cta_coordinates(machine.first + cta)}"


def check(machine: Machine, space: str, address: Any, size: int, lanes: Any) -> None:
    """Raise `FaultError` unless `size` bytes are in a space: with clusters only.

    Args:
        machine: The machine.
        space: `shared` for the memory of the own CTA, `cluster` for that of any of the cluster.
        address: An address for each lane, or one for all.
        size: How many bytes from there on.
        lanes: The indices of the lanes that run; None for all.
    """
    rank = address >> _RANK
    room = machine.shared_bytes - size
    # As signed numbers, since the room is negative where memory is smaller than an access.
    beyond = (address & _OFFSET).view(np.int64) > room
    outside = rank >= np.uint64(machine.geometry.cluster_size)
    if (beyond | outside).any():
        address, outside, beyond = (machine.flat(each) for each in (address, outside, beyond))
        raise _outside(machine, address, size, outside, beyond, lanes)
    far = rank != _own(machine, address, lanes)
    if not far.any():
        return
    address, rank, far = (machine.flat(each) for each in (address, rank, far))
    if space == "shared":
        position, lane = _first(far, lanes)
        at = int(address[position] if address.ndim else address)
        where = _named(machine, cta_at(machine, lane, at >> 24))
        text = (
            f"address {at:#x} is in the shared memory of {where}, which only instructions with "
            "::cluster access from another CTA"
        )
        raise FaultError(text, lane, "address")
    gone = machine.ended_ctas
    if gone is not None:
        own = machine.lanes if lanes is None else lanes
        ctas = machine.cta_of[own] - machine.rank_of[own].astype(np.int64) + rank.astype(np.int64)
        late = gone[ctas]
        if late.any():
            position, lane = _first(late, lanes)
            check_running(machine, int(ctas[position]), lane)


def check_running(machine: Machine, cta: int, lane: int) -> None:
    """Raise `FaultError` for an access to the memory of a CTA whose threads have all ended."""
    gone = machine.ended_ctas
    if gone is not None and gone[cta]:
        where = _named(machine, cta)
        text = f"an access to the shared memory of {where}, all threads of which have ended"
        fault = FaultError(text, lane, "address")
        fault.missing = LAST_BARRIER
        raise fault


def _outside(
    machine: Machine, address: Any, size: int, outside: Any, beyond: Any, lanes: Any
) -> FaultError:
    """Return the error of an address whose CTA or offset does not exist."""
    ctas = machine.geometry.cluster_size
    position, lane = _first(outside if outside.any() else beyond, lanes)
    at = int(address[position] if address.ndim else address)
    if outside.any():
        text = (
            f"address {at:#x} is in the shared memory of rank {at >> 24}; the cluster has "
            f"{ctas} CTAs, from rank 0 on"
        )
        return FaultError(text, lane, "address")
    where = _named(machine, cta_at(machine, lane, at >> 24))
    text = (
        f"{format_count(size, 'byte')} at address {at:#x} {are(size)} outside "
        f"of the {machine.shared_bytes:,} bytes of "
        f"shared memory of {where}"
    )
    return FaultError(text, lane, "address")


# ------------------------------------------------------------------ instructions


def _shared(value: Any, lanes: Any, what: str) -> None:
    """Raise `FaultError` for an address that is neither in the shared window nor an offset."""
    # Below the first global address are offsets in shared memory.
    wrong = ((value < _SHARED) | (value >= _LOCAL)) & (value >= np.uint64(FIRST_ADDRESS))
    if wrong.any():
        position, lane = _first(wrong, lanes)
        at = int(value[position] if value.ndim else value)
        text = f"{what} of {at:#x}, which is not an address in shared memory"
        raise FaultError(text, lane)


def map_address(machine: Machine, address: Any, rank: Any, guard: Any, lanes: Any) -> Any:
    """Return the addresses of the same variables in CTAs of other ranks: `mapa`."""
    size = machine.geometry.cluster_size
    wrong = rank >= np.uint32(size)
    if guard is not None:
        wrong = wrong & guard
    if wrong.any():
        position, lane = _first(wrong, lanes)
        given = int(rank[position] if rank.ndim else rank)
        text = f"mapa to rank {given}; the cluster has {size} CTAs, from rank 0 on"
        raise FaultError(text, lane)
    # The addresses of lanes that a guard leaves out may be anything.
    if guard is None:
        _shared(address, lanes, "mapa")
    return (address & ~_RANKS) | (rank.astype(np.uint64) << _RANK)


def rank_of(address: Any, guard: Any, lanes: Any) -> Any:
    """Return the ranks of the CTAs of addresses, as `uint32`: `getctarank`."""
    if guard is None:
        _shared(address, lanes, "getctarank")
    return (address >> _RANK & _ALL_RANKS).astype(np.uint32)


def is_shared(machine: Machine, address: Any, lanes: Any, anywhere: bool) -> Any:  # noqa: FBT001
    """Return whether generic addresses are in shared memory of the CTA, or of the cluster."""
    rank = (address - _SHARED) >> _RANK
    inside = (address >= _SHARED) & (address < _LOCAL)
    if anywhere or not machine.clustered:
        return inside & (rank < np.uint64(machine.geometry.cluster_size))
    return inside & (rank == _own(machine, address, lanes))
