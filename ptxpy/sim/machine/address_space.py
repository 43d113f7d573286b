"""The address space: the first global address, and the windows of shared and local memory."""

from __future__ import annotations

from typing import Final

__all__ = [
    "FIRST_ADDRESS",
    "LOCAL_WINDOW",
    "MAX_LOCAL_BYTES",
    "MULTICAST_WINDOW",
    "SHARED_WINDOW",
]

FIRST_ADDRESS: Final = 1 << 32
"""The lowest address of global memory: addresses do not fit 32 bits, as on a device."""

MULTICAST_WINDOW: Final = 1 << 39
"""Addresses from here on are those of multicast objects; the rest is the address of the memory."""

SHARED_WINDOW: Final = 1 << 40
"""Generic addresses from here on are in shared memory."""

LOCAL_WINDOW: Final = 1 << 41
"""Generic addresses from here on are in local memory."""

MAX_LOCAL_BYTES: Final = 512 << 10
"""The most bytes of local memory that a thread may have (CUDA C++ programming guide, compute
capabilities)."""
