"""Occupancy: how many CTAs of a kernel a multiprocessor holds, and which resource limits them.

The numbers of each architecture are those of the table "Technical Specifications per Compute
Capability" in the CUDA C++ Programming Guide, 13.0. Registers are allocated to warps in units of
256, and a CTA has a kilobyte of shared memory more than it asks for since sm_80.
"""

from __future__ import annotations

from typing import Final

from ptxpy._records import NamedTuple

__all__ = ["ARCHITECTURES", "Multiprocessor", "Occupancy", "occupancy"]

_REGISTERS: Final = 65536
_REGISTER_UNIT: Final = 256
_SCHEDULERS: Final = 4
_WARP: Final = 32
_RESERVED_SHARED: Final = 1024


class Multiprocessor(NamedTuple):
    """The resources of a multiprocessor."""

    arch: str
    threads: int
    ctas: int
    shared: int
    """Shared memory, in kilobytes."""


ARCHITECTURES: Final = (
    Multiprocessor("sm_80", 2048, 32, 164),
    Multiprocessor("sm_86", 1536, 16, 100),
    Multiprocessor("sm_89", 1536, 24, 100),
    Multiprocessor("sm_90", 2048, 32, 228),
    Multiprocessor("sm_100", 2048, 32, 228),
    Multiprocessor("sm_120", 1536, 24, 100),
)


class Occupancy(NamedTuple):
    """How many CTAs a multiprocessor holds."""

    arch: str
    ctas: int
    warps: int
    max_warps: int
    limit: str
    """The resource that one more would exceed: `registers`, `shared memory`, `threads`, `CTAs`."""


def occupancy(
    threads: int, registers: int, shared: int, places: tuple[Multiprocessor, ...] = ARCHITECTURES
) -> list[Occupancy]:
    """Return how many CTAs of a kernel each architecture holds.

    Args:
        threads: Threads of a CTA.
        registers: Registers of a thread.
        shared: Bytes of shared memory of a CTA, static and dynamic.
        places: The architectures.
    """
    warps = -(-threads // _WARP)
    each = -(-max(registers, 1) * _WARP // _REGISTER_UNIT) * _REGISTER_UNIT
    # A warp is in one quarter of the multiprocessor, whose registers no other quarter has.
    held_warps = _REGISTERS // _SCHEDULERS // each * _SCHEDULERS
    found = []
    for place in places:
        limits = {
            "threads": place.threads // (warps * _WARP),
            "CTAs": place.ctas,
            "registers": held_warps // warps,
            "shared memory": place.shared * 1024 // (shared + _RESERVED_SHARED),
        }
        limit = min(limits, key=lambda name: limits[name])
        ctas = limits[limit]
        found.append(Occupancy(place.arch, ctas, ctas * warps, place.threads // _WARP, limit))
    return found
