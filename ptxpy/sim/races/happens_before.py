"""Happens-before: whether earlier accesses are ordered before the access of a lane."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.races.epochs import (
    ALL_BYTES,
    ASYNC,
    LANE,
    MULTIPLE,
    NUMBER_SHIFT,
    SEVERAL_WARPS,
    STRONG,
    lane_of,
    lanes_of,
)

if TYPE_CHECKING:
    from ptxpy.sim.races.state import RaceState

__all__ = ["find_unordered", "is_ordered"]

_BYTES: Final = np.uint64(ALL_BYTES)
_ASYNC: Final = np.uint64(ASYNC)
_NONE: Final = np.uint64(0)
_MULTIPLE: Final = np.uint64(MULTIPLE)
_SEVERAL_WARPS: Final = np.uint64(SEVERAL_WARPS)
_STRONG: Final = np.uint64(STRONG)


def find_unordered(
    state: RaceState,
    records: Any,
    own: Any,
    lanes: Any,
    mask: Any = _BYTES,
    *,
    write: bool = False,
    strong: bool = False,
) -> Any:
    """Return the positions of records of other lanes that do not happen before an access.

    Args:
        state: The state.
        records: The records.
        own: For each record, the lane that makes the access, in the format of records.
        lanes: The same lanes, by index.
        mask: The bytes that the access touches.
        write: Whether the access writes. If it reads, words that several lanes have written with
            the same value count as written by its own lane, if these are of its own warp, or of
            several warps.
        strong: Whether the access is strong: then only plain records conflict.
    """
    clocks, began = state.clocks, state.log.began
    numbers = (records >> NUMBER_SHIFT).astype(np.int64)
    by_copy = (records & _ASYNC) != 0
    earlier = numbers <= began
    # A lane is ordered after its own accesses, but not after a copy that it started; and the same
    # number of a lane in an earlier batch was another thread.
    other = (((records ^ own) & LANE) != 0) | by_copy | earlier
    # Records of copies hold a class in place of the bytes, and copies access whole words.
    overlap = ((records & mask) != 0) | by_copy
    found = other & overlap & (numbers > 0)
    if strong or not write:
        tolerated = (_STRONG if strong else _NONE) | (_NONE if write else _SEVERAL_WARPS)
        found &= (records & tolerated) == 0
    chosen = found.nonzero()[0]
    if not len(chosen):
        return chosen
    candidates = records[chosen]
    # The column of the vector clock that tells whether the access is known: of the class of a copy,
    # of the warp of a lane, or of all earlier batches.
    columns = np.where(
        by_copy[chosen],
        (candidates & _BYTES).astype(np.int64) + clocks.warps,
        lanes_of(candidates) >> 5,
    )
    columns[earlier[chosen]] = clocks.earlier_batches_column
    warps = np.broadcast_to(lanes, records.shape)[chosen] >> 5
    late = clocks.times[warps, columns] < numbers[chosen]
    # Lanes of a warp write the same value repeatedly, and read it.
    late &= ((candidates & _MULTIPLE) == 0) | (columns != warps)
    if not late.any():
        return chosen[late]
    is_own = (columns == warps) & ~by_copy[chosen]
    # Below sm_70 the lanes of a warp execute in step, so that none of them races with another.
    if state.lockstep:
        late &= ~is_own
    # What other warps have done comes first: what orders that orders the warp, too.
    return np.concatenate([chosen[late & ~is_own], chosen[late & is_own]])


def is_ordered(state: RaceState, record: int, lane: int) -> bool:
    """Return whether a record is of the lane itself, or happens before its next access."""
    number = record >> 32
    if number <= state.log.began:
        return not number
    clocks = state.clocks
    other = lane_of(record)
    if record & ASYNC:
        column = (record & ALL_BYTES) + clocks.warps
    elif other == lane or (state.lockstep and other >> 5 == lane >> 5):
        return True
    else:
        column = other >> 5
    return bool(clocks.times[lane >> 5, column] >= number)
