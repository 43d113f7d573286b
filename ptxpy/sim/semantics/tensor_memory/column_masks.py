"""The zero-column mask of `tcgen05.mma.ws`, 64 bits (PTX ISA 9.7.16.4.4).

A mask is a series of runs of columns, by turns those that are zeroed and those that are used. Each
part of D has a start in it of its own.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import numpy as np

__all__ = ["zeroed_columns"]

_ENABLE: Final = 39
_SHIFT: Final = 56


@lru_cache(maxsize=256)
def zeroed_columns(mask: int, part: int, columns: int) -> Any:
    """Return for each of the columns of B of a part of D whether it counts as zero.

    Raises `ValueError` for a mask that cannot be simulated.
    """
    result = np.zeros(columns, bool)
    if not mask >> _ENABLE & 1:
        return result
    if mask >> _SHIFT & 63:
        msg = f"bits 56 to 61 shift columns by {mask >> _SHIFT & 63}; only 0 can be simulated"
        raise ValueError(msg)
    skipped = mask >> 8 * part & 0xFF
    zeroed = bool(mask >> 32 + part & 1)
    runs = {True: (mask >> 40 & 0xFF) + 1, False: (mask >> 48 & 0xFF) + 1}
    at = -skipped
    while at < columns:
        length = runs[zeroed]
        result[max(0, at) : max(0, at + length)] = zeroed
        at += length
        zeroed = not zeroed
    result.setflags(write=False)
    return result
