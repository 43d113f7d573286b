"""What accesses of warps cost: wavefronts in shared memory, sectors of global memory.

Shared memory has 32 banks of 4 bytes. A wavefront gives one word of each bank, to all lanes that
want it. A request for 8 bytes a lane is made in two halves of the warp, one for 16 bytes in four
quarters, 8 lanes each (NVIDIA, GTC 2019, S9593, on phases). Where hardware can merge halves whose
lanes share addresses, more wavefronts are counted here than it needs.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

__all__ = ["distinct_bytes", "requests", "sectors", "wavefronts"]

_BANKS: Final = 32
_WORD: Final = 4
_SECTOR: Final = 5
_WARP: Final = 32


def _different(keys: Any) -> int:
    """Return how many numbers differ from the one before them, the first included."""
    return int(np.count_nonzero(keys[1:] != keys[:-1])) + (len(keys) > 0)


def requests(lanes: Any) -> int:
    """Return how many warps lanes are of, given in order."""
    return _different(lanes // _WARP)


def wavefronts(lanes: Any, address: Any, size: int) -> tuple[int, int]:
    """Return the wavefronts of accesses to shared memory, and how many there are without conflicts.

    Args:
        lanes: The numbers of the lanes, at least one, of any warps, in order.
        address: The offset that each of them accesses.
        size: Bytes of a lane: 1, 2, 4, 8, 16 or 32.
    """
    words = max(1, size // _WORD)
    phase = lanes // (_WARP // words)
    word = (np.asarray(address).astype(np.int64) // _WORD)[:, None] + np.arange(words)
    keys = np.sort(((phase[:, None] << np.int64(40)) + word).reshape(-1))
    keys = keys[np.append(True, keys[1:] != keys[:-1])]
    phases = keys >> np.int64(40)
    number = np.cumsum(np.append(False, phases[1:] != phases[:-1]))
    held = np.bincount(number * _BANKS + keys % _BANKS, minlength=(int(number[-1]) + 1) * _BANKS)
    return int(held.reshape(-1, _BANKS).max(axis=1).sum()), int(number[-1]) + 1


def sectors(lanes: Any, address: Any, size: int) -> int:
    """Return how many sectors of 32 bytes warps touch in global memory, counted for each warp."""
    warps = lanes // _WARP
    first = np.asarray(address).astype(np.int64) >> _SECTOR
    last = (np.asarray(address).astype(np.int64) + size - 1) >> _SECTOR
    both = np.concatenate([first, last]) if (first != last).any() else first
    keys = np.concatenate([warps] * (len(both) // len(first)))
    return _different(np.sort((keys << np.int64(44)) + both))


def distinct_bytes(lanes: Any, address: Any, size: int) -> int:
    """Return how many bytes warps want of memory: those that several lanes want count once."""
    keys = ((lanes // _WARP).astype(np.int64) << np.int64(44)) + np.asarray(address).astype(
        np.int64
    )
    return _different(np.sort(keys)) * size
