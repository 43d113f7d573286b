"""The costs of accesses of warps: wavefronts in shared memory, sectors of global memory.

Shared memory has 32 banks of 4 bytes. A wavefront reads one word of each bank, for all lanes that
access it. A request for 8 bytes per lane takes two halves of the warp, a request for 16 bytes takes
four quarters of 8 lanes (NVIDIA, GTC 2019, S9593, on phases). Where hardware can merge halves whose
lanes share addresses, more wavefronts are counted here than it needs.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

__all__ = ["distinct_bytes", "requests", "sectors", "wavefronts"]

_BANKS: Final = 32
_WORD_BYTES: Final = 4
_SECTOR_SHIFT: Final = 5
_WARP_SIZE: Final = 32


def _count_changes(keys: Any) -> int:
    """Return how many elements differ from the element before, counting the first one."""
    return int(np.count_nonzero(keys[1:] != keys[:-1])) + (len(keys) > 0)


def requests(lanes: Any) -> int:
    """Return how many warps contain the given lanes, which are in order."""
    return _count_changes(lanes // _WARP_SIZE)


def wavefronts(lanes: Any, address: Any, size: int) -> tuple[int, int]:
    """Return the wavefronts of accesses to shared memory, and the minimum without conflicts.

    Args:
        lanes: The indices of the lanes, at least one, of any warps, in order.
        address: The offset that each lane accesses.
        size: Bytes per lane: 1, 2, 4, 8, 16 or 32.
    """
    words = max(1, size // _WORD_BYTES)
    # Lanes of different warps and of different parts of a warp have different phases.
    phase = lanes // (_WARP_SIZE // words)
    word = (np.asarray(address).astype(np.int64) // _WORD_BYTES)[:, None] + np.arange(words)
    keys = np.sort(((phase[:, None] << np.int64(40)) + word).reshape(-1))
    # Lanes that access the same word share it (broadcast).
    keys = keys[np.append(True, keys[1:] != keys[:-1])]
    phases = keys >> np.int64(40)
    phase_index = np.cumsum(np.append(False, phases[1:] != phases[:-1]))
    counts = np.bincount(
        phase_index * _BANKS + keys % _BANKS, minlength=(int(phase_index[-1]) + 1) * _BANKS
    )
    return int(counts.reshape(-1, _BANKS).max(axis=1).sum()), int(phase_index[-1]) + 1


def sectors(lanes: Any, address: Any, size: int) -> int:
    """Return how many sectors of 32 bytes of global memory warps access, summed over warps."""
    warps = lanes // _WARP_SIZE
    first = np.asarray(address).astype(np.int64) >> _SECTOR_SHIFT
    last = (np.asarray(address).astype(np.int64) + size - 1) >> _SECTOR_SHIFT
    # Aligned accesses of up to 32 bytes are in one sector.
    both = np.concatenate([first, last]) if (first != last).any() else first
    keys = np.concatenate([warps] * (len(both) // len(first)))
    return _count_changes(np.sort((keys << np.int64(44)) + both))


def distinct_bytes(lanes: Any, address: Any, size: int) -> int:
    """Return how many different bytes each warp accesses, summed over warps."""
    keys = ((lanes // _WARP_SIZE).astype(np.int64) << np.int64(44)) + np.asarray(address).astype(
        np.int64
    )
    return _count_changes(np.sort(keys)) * size
