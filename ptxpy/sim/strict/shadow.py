"""Records of the last accesses to each word of a memory."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ptxpy.sim.strict.records import UNSET

__all__ = ["WORD", "Shadow"]

WORD: Final = 4
"""Bytes of a word."""


class Shadow:
    """The records of a memory: of its last write and its last read, for each word."""

    def __init__(self, space: str, origin: int, size: int, *, unset: bool) -> None:
        """Begin without accesses.

        Args:
            space: `global` or `shared`.
            origin: The first address.
            size: Bytes.
            unset: Whether nothing has been written to the memory yet.
        """
        self.space = space
        self.origin = origin
        self.first = origin // WORD
        """The number of the first word."""
        count = -(-size // WORD)
        self.written: Any = np.zeros(count, np.uint64)
        if unset:
            self.written.fill(UNSET)
        self.read: Any = np.zeros(count, np.uint64)
        self.landing: Any = np.zeros(count, np.uint8)
        """How many copies under way write to each word."""
        self.leaving: Any = np.zeros(count, np.uint8)
        """How many asynchronous operations under way read each word."""
        self.busy = 0
        """How many operations are under way that read or write any of it."""

    def reach(self, size: int) -> None:
        """Make room for so many bytes."""
        count = -(-size // WORD)
        more = count - len(self.written)
        if more > 0:
            more = max(more, len(self.written) // 2)
            for name in ("written", "read", "landing", "leaving"):
                held = getattr(self, name)
                setattr(self, name, np.concatenate([held, np.zeros(more, held.dtype)]))
