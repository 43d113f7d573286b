"""The words that lanes access with one instruction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.races.epochs import ALL_BYTES, LANE_SHIFT
from ptxpy.sim.races.shadow_memory import WORD

if TYPE_CHECKING:
    from ptxpy.sim.races.shadow_memory import Shadow
    from ptxpy.sim.races.state import RaceState

__all__ = ["BYTES", "WordSpan", "shadow_of"]

BYTES: Final = np.uint64(ALL_BYTES)
"""All bytes of a word."""


class WordSpan:
    """The words that lanes access with one instruction: one or more consecutive ones per lane."""

    __slots__ = ("bytes", "first", "lanes", "own", "words")

    def __init__(self, state: RaceState, kind: str, count: int, index: Any, lanes: Any) -> None:
        """Compute the words.

        Args:
            state: The state.
            kind: The NumPy type of an element.
            count: How many consecutive elements each lane accesses.
            index: The index of the first element in the whole memory, for each lane.
            lanes: The indices of the lanes; None for all.
        """
        self.lanes = state.machine.lanes if lanes is None else lanes
        self.own = state.own if lanes is None else lanes.astype(np.uint64) << LANE_SHIFT
        """The lanes, in the format of records."""
        element = int(kind[1:])
        size = element * count
        if not isinstance(index, np.ndarray) or index.size != len(self.lanes):
            machine = state.machine
            if isinstance(index, np.ndarray) and index.ndim > 1:
                index = machine.flat(index)
            # A uniform address is a scalar, though each lane accesses it.
            index = np.broadcast_to(index, self.lanes.shape)
        elif index.ndim > 1:
            index = index.reshape(-1)
        self.words = max(1, size // WORD)
        """How many words each lane accesses."""
        shift = element.bit_length() - 1
        self.bytes: Any = BYTES
        """The bytes of a word that are accessed: a scalar, or one for each lane."""
        if size < WORD:
            offset = (index << shift) & (WORD - 1)
            # For `st.u8` at address 6 of `u1` elements: one byte, the third of its word, so 0b0100.
            self.bytes = np.uint64((1 << size) - 1) << offset.astype(np.uint64)
        if shift > 2:  # noqa: PLR2004 - more than a word
            index = index << (shift - 2)
        self.first = index >> (2 - shift) if shift < 2 else index  # noqa: PLR2004 - less than one
        """The first word of each lane."""


def shadow_of(state: RaceState, space: str, span: WordSpan) -> Shadow:
    """Return the shadow of a state space; make the words of a span relative to its first word."""
    if space != "global":
        return state.shared_shadow
    shadow = state.global_shadow
    span.first = span.first - shadow.first
    return shadow
